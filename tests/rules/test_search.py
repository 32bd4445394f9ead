import re
from itertools import pairwise

import pytest

from rules.engine.catalogue import catalogue
from rules.lookup.asking import described_part
from rules.lookup.documents import documents
from rules.lookup.search import HITS, MOST_TEXT, search, search_rules
from rules.reference.rule_files import SECTIONS
from rules.reference.rule_texts import rule_texts


def first(question, game=""):
    return search(question, game).hits[0].document


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what is a joker worth in shanghai", "Joker in Shanghai Rummy: 50 points"),
        ("joker may i game", "Joker in May I?: 25 points"),
        ("ace value euchre", ""),
        ("how many players liverpool rummy", "Players in Liverpool Rummy: 3 to 5, best with 4"),
        (
            "contract rummy deal 4",
            (
                "Deal 4 in Contract Rummy: Three sets of 3. 12 cards each. "
                "May I? calls: unlimited, each with an extra card from the stock."
            ),
        ),
        ("queen of spades hearts", "Queen of spades in Hearts: 13"),
    ],
)
def test_a_fact_is_answered_in_a_line(question, answer):
    assert search(question).answer == answer


@pytest.mark.parametrize(
    ("question", "slug"),
    [
        ("shanghai joker", "shanghai-rummy"),
        ("joker kolsov", "shanghai-rummy-kolsov"),
        ("powe shanghai buys", "shanghai-rummy-powe"),
        ("liverpool joker", "liverpool-rummy"),
        ("progresive rumy kitty", "progressive-rummy"),
        ("euker who leads", "euchre"),
        ("kanasta opening meld", "canasta"),
        ("phase 10 wild", "phase-rummy"),
        ("black lady moon", "hearts"),
        ("crazy eights eight", "crazy-eights"),
        ("crazy 8s", "crazy-eights"),
        ("500 bid six spades", "five-hundred"),
        ("in may i, are twos wild", "may-i"),
        ("in the game may i, can two runs touch", "may-i"),
        ("why is the card game called may i", "may-i"),
        ("may i rummy last deal", "may-i"),
        ("could you tell me, may i joker points", "may-i"),
        ("value of kings in rummy", "rummy"),
        ("who takes the kitty in 500", "five-hundred"),
        ("liverpool as it is commonly played, joker", "liverpool-rummy-common"),
        ("101 pool rummy players", "indian-rummy-pool-101"),
        ("basic rummy ace", "rummy"),
        ("six spades bid worth 500", "five-hundred"),
        ("play to 500 in spades", "spades"),
        ("contract rummy for 3 to 8 players, joker", "contract-rummy-eight"),
        ("contract rummy eight reclaim joker", "contract-rummy-eight"),
        ("rummy contract list", "contract-rummy"),
        ("in contract rummy which cards may I swap", "contract-rummy"),
        ("hearts, what does the black lady cost", "hearts"),
    ],
)
def test_the_game_that_a_question_names_comes_first(question, slug):
    assert first(question).game == slug


@pytest.mark.parametrize(
    ("question", "slug"),
    [
        ("May I take that discard?", "contract-rummy"),
        ("what is a joker worth", "contract-rummy"),
        ("may I swap the joker", "contract-rummy"),
        ("left bower", "euchre"),
        ("shooting the moon", "hearts"),
        ("blind nil", "spades"),
        ("undercut", "gin-rummy"),
        ("his nobs", "cribbage"),
    ],
)
def test_a_question_without_a_game_finds_the_general_rule(question, slug):
    found = first(question)

    assert (found.game, found.inherited) == (slug, False)


@pytest.mark.parametrize("question", ["can I lead a spade first", "spades", "a heart on a spade"])
def test_a_suit_within_a_game_is_no_other_game(question):
    assert first(question, "hearts").game == "hearts"


@pytest.mark.parametrize("question", ["may I lay off at once", "May I buy two cards"])
def test_who_asks_leave_within_a_game_names_no_other(question):
    assert first(question, "contract-rummy").game == "contract-rummy"
    assert first(question, "shanghai-rummy").game == "shanghai-rummy"


def test_a_page_searches_its_own_game_first():
    assert first("joker worth", "shanghai-rummy").text == "Joker: 50 points"
    assert first("joker worth in may i", "shanghai-rummy").text == "Joker: 25 points"


def test_a_table_is_answered_by_its_own_rules():
    variant = catalogue().variant("contract-rummy")
    house = variant.ruleset({"joker-25": True})

    found = search_rules("what is a joker worth", variant, house)

    assert found.answer == "Joker in Contract Rummy: 25 points"
    assert search("joker worth contract rummy").answer == "Joker in Contract Rummy: 15 points"


@pytest.mark.parametrize(
    ("question", "slug"),
    [
        ("run of 10 and set of 3, how many cards do we get", "shanghai-rummy-kolsov"),
        ("the rummy from Bellevue, how many players", "contract-rummy-eight"),
        ("a contract rummy with only four deals and ten cards each time", "king-rummy"),
        ("my aunt’s ten-contract rummy starts with a pair of aces and a set", "deuces-wild-rummy"),
        ("hand twelve, five runs of three: how many buys", "progressive-rummy"),
    ],
)
def test_a_game_is_recognised_by_its_description(question, slug):
    assert first(question).game == slug


@pytest.mark.parametrize(
    ("question", "game", "fact"),
    [
        ("Which rummy has a deal with a run of 10 and a set of 3?", "shanghai-rummy-kolsov", "run"),
        ("which rummy has ten deals", "shanghai-rummy-kolsov", "ten deals"),
        ("which games use three packs", "indian-rummy", "three packs"),
    ],
)
def test_a_question_for_games_lists_each_that_fits_with_its_fact(question, game, fact):
    found = search(question)
    games = [hit.document.game for hit in found.hits]

    assert found.lists_games
    assert len(games) == len(set(games))
    assert fact in {hit.document.game: hit.document.text for hit in found.hits}[game]


@pytest.mark.parametrize(
    ("question", "games", "because"),
    [
        ("which game has 13 rounds", {"mexican-train", "dice-boxes"}, r"\b13 rounds\b"),
        ("which rummy has no jokers", {"rummy", "block-rummy", "three-thirteen"}, "no jokers"),
        ("which rummy has a kitty", {"progressive-rummy"}, r"\b(?:kitty|pot)\b"),
        (
            "which rummy can nine people play",
            {"12-step-rummy", "continental-rummy-chips"},
            r"Players: \d to (?:9|1\d)$",
        ),
    ],
)
def test_only_games_that_have_what_is_asked_are_listed(question, games, because):
    found = search(question)
    listed = {hit.document.game for hit in found.hits}

    assert found.lists_games
    assert games <= listed
    assert [hit for hit in found.hits if not re.search(because, hit.document.text)] == []


def test_games_for_a_number_of_players_are_listed_with_their_numbers():
    listed = search("which games can two people play")
    texts = {hit.document.game: hit.document.text for hit in listed.hits}

    assert listed.lists_games
    assert texts["gin-rummy"] == "Players: 2"
    assert texts["cribbage"] == "Players: 2 to 3, best with 2"
    assert "contract-rummy" not in texts


def test_a_text_that_denies_it_does_not_fit_a_question_for_games():
    listed = {hit.document.game for hit in search("which rummy allows buying").hits}

    assert "progressive-rummy" in listed
    assert listed.isdisjoint({"indian-rummy", "push-rummy", "central-american-loba"})


def test_games_are_not_listed_if_none_fits():
    assert not search("which rummy has 37 deals").lists_games
    assert not search("how many deals in rummy").lists_games


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("list all ten phases of phase 10", "Phases: 1: two sets of 3; 2: "),
        ("list the six rounds of Central American Loba", "Contracts: 1: two trios of 3; 2: "),
        ("the whole run of phases in Phase 10 please", "Phases: 1: two sets of 3; 2: "),
        ("all eleven contracts with a 57 card pack for everybody", "Contracts: 1: two sets of 3; "),
    ],
)
def test_a_list_that_is_asked_for_comes_first(question, begins):
    assert first(question).text.startswith(begins)


def test_a_list_of_another_game_is_no_answer():
    assert first("list all contracts of zioncheck").game == "zioncheck"


@pytest.mark.parametrize(
    ("question", "game", "says"),
    [
        (
            "race to ten thousand with half a dozen dice, what are three ones good for",
            "farkle",
            "three ones 1000",
        ),
        (
            "48 cards with bidding and melds, aces around 100. what happens if bidders fall short",
            "pinochle",
            "loses the amount of the bid",
        ),
    ],
)
def test_a_description_finds_the_game_and_the_rest_the_rule(question, game, says):
    document = first(question)

    assert document.game == game
    assert says in document.text


def test_a_long_question_is_read_to_its_end():
    document = first(
        "my uncle taught us this one years ago at the seaside when it rained all week, and my "
        "sister and I have been arguing about it ever since: in oh hell, what does an exact "
        "bid earn?"
    )

    assert document.game == "oh-hell"
    assert "10, plus 1 for each trick bid" in document.text


@pytest.mark.parametrize(
    ("question", "described"),
    [
        ("six dice, race to 10,000: what are three ones worth", "six dice, race to 10,000: "),
        ("who wrote up the game with two bowers, by the way", "with two bowers"),
        ("pegging to 121, am I skunked", "pegging to 121, "),
        ("Cards face down, nine hands. King?", "Cards face down, nine hands. "),
        ("the rummy where you push cards to your left", ""),
        ("what is a canasta", ""),
    ],
)
def test_a_part_of_a_question_only_describes_the_game(question, described):
    start, end = described_part(question)

    assert question[start:end] == described


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("ten stages, one of them seven cards all one colour", "phase-rummy"),
        ("rummy with rook cards, a whole deck for each player", "toonerville-rook"),
        ("a hundred and fifty cards, three alike in a column are removed", "column-golf"),
    ],
)
def test_a_game_is_found_by_what_it_is_known_for(question, game):
    assert first(question).game == game


def test_each_compared_game_has_the_same_fact():
    hits = search("joker left over: California Rummy versus Deuces Wild Rummy").hits

    assert [(hit.document.game, hit.document.text) for hit in hits[:2]] == [
        ("california-rummy", "Joker: 25 points"),
        ("deuces-wild-rummy", "Joker: 15 points"),
    ]


@pytest.mark.parametrize(
    ("question", "compared"),
    [
        ("difference between May I and Liverpool", {"may-i", "liverpool-rummy"}),
        ("shanghai vs contract rummy", {"shanghai-rummy", "contract-rummy"}),
        ("hand size of Golf as opposed to Skyjo", {"golf", "column-golf"}),
        ("king in Carioca and in Telefunken", {"carioca", "telefunken"}),
        ("does a joker cost more in May I? or in Shanghai Rummy?", {"may-i", "shanghai-rummy"}),
        ("king in kariocca and what in telefunken", {"carioca", "telefunken"}),
        ("how many jokers in liverpool", set()),
        ("shanghai rum: do both buys count in the same hand", set()),
        ("Canasta, us against them, and Steve never melded. What do his threes cost?", set()),
    ],
)
def test_a_question_about_a_difference_names_the_games_to_compare(question, compared):
    assert set(search(question).compares) == compared


def test_a_list_that_no_rule_has_is_its_section():
    section = search("list all contracts of 12-step rummy").section

    assert section is not None
    assert (section.game, section.section) == ("12-step-rummy", "contracts")
    assert search("list of contracts in shanghai").section is None


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("May I swap the joker in May I?", "No: "),
        ("Can I move cards between melds in basic rummy?", "No: "),
        ("Can I go out with a discard in Powe's Shanghai?", "No: "),
        ("may three people play gin rummy?", "Yes: "),
        ("progressive rummy can I buy the discard on my own turn?", "Yes: "),
        ("are jokers wild in carioca", "Yes: "),
        ("is the two wild in may i", "No: "),
        ("can two of my runs touch in contract rummy", "No: "),
        ("do I have to discard to go out in contract rummy", "Yes: "),
        ("do I have to discard to go out in shanghai", "No: "),
        ("toonerville rook can I swap the real card for the rook", "Yes: "),
    ],
)
def test_a_plain_rule_answers_yes_or_no(question, begins):
    assert search(question).answer.startswith(begins)


@pytest.mark.parametrize(
    "question",
    [
        "Can I lay off in contract rummy or only the next turn",
        "who may take the discard in contract rummy",
        "can't I discard to go out in Powe's Shanghai?",
        "which cards may I swap in contract rummy",
        "may I lay off in basic rummy before I have melded",
        "can I knock with 12 points in gin",
        "are kings wild in three thirteen",
    ],
)
def test_neither_yes_nor_no_if_the_question_is_not_plain(question):
    assert not search(question).answer.startswith(("Yes", "No"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "what is the penalty for a renege in sergeant major",
            (
                "Our sources don’t specify the penalty for a renege (not following suit when you "
                "could). Agree on one before you start."
            ),
        ),
        (
            "contract rummy tie",
            ("Rules vary: what if two players tie for the lowest total? Here: they win together."),
        ),
    ],
)
def test_an_answer_shows_what_the_sources_leave_open(question, answer):
    assert search(question).answer == answer


@pytest.mark.parametrize(
    "question",
    ["shanghai rummy wich aces", "contract rummy for eight: who may take the discard out of turn"],
)
def test_a_fact_of_another_kind_is_no_answer(question):
    assert search(question).answer == ""


@pytest.mark.parametrize(
    "question",
    ["how many cards do we play euchre with", "how many cards do you play with in euchre"],
)
def test_the_cards_that_are_played_with_are_the_pack(question):
    assert search(question).answer == "Packs and jokers in Euchre: one pack of 24 cards"


def test_a_row_of_cards_is_no_question_about_their_values():
    found = search("is K-A-2 not allowed in Central American Loba")

    assert found.hits[0].document.anchor == "melds-aces"
    assert found.answer == found.hits[0].document.text


def test_may_i_is_known_by_its_sound():
    assert first("may eye joker worth").game == "may-i"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("contract rummy set", "contract rummy book"),
        ("contract rummy run", "contract rummy sequence"),
        ("contract rummy buy limit", "contract rummy may i calls limit"),
        ("euchre loner march", "euchre lone hand march"),
        ("euchre renege", "euchre revoke"),
        ("euchre trump order", "euchre trumps order"),
        ("progressive rummy deuce worth", "progressive rummy two worth"),
        ("contract rummy seventh deal", "contract rummy round 7"),
        ("contract rummy deal seven", "contract rummy deal 7"),
        ("contract rummy joker points", "contract rumy jokr pts"),
        ("contract rummy contract of deal 3", "contarct rummy contrct of dael 3"),
        ("euchre who leads", "please could you tell me who leads in euchre, if I may ask?"),
        ("what else is golf called", "other names of golf"),
        ("may i 5 players packs", "we are five playing may i, how many packs"),
    ],
)
def test_words_that_mean_the_same_find_the_same(one, other):
    assert first(one) == first(other)


def test_matches_are_marked_in_the_text():
    hit = search("shanghai joker").hits[0]

    assert "".join(text for text, _ in hit.marked) == hit.document.text
    assert ("Joker", True) in hit.marked


def test_titles_are_plain_text():
    found = [
        document
        for game in catalogue().variants.values()
        for document in documents(rule_texts(), game)
    ]

    assert [document.title for document in found if "*" in document.title] == []


def test_nothing_is_said_twice():
    said = [(hit.document.text, hit.document.section) for hit in search("joker").hits]

    assert len(said) == len(set(said)) == HITS


def test_what_no_rule_says_is_met_with_terms_that_are_near():
    found = search("jxkxr")

    assert found.hits == ()
    assert found.answer == ""
    assert "joker" in found.nearest


@pytest.mark.parametrize(
    ("question", "first"),
    [
        (
            "Martha and I were at 62 and 48, oh my god! In Hearts, Kevin took every single heart.",
            "Shooting the moon: a player who takes all 14 penalty cards",
        ),
        (
            "Tom said euchre, Jill called hearts and went alone, got all five. How many points?",
            "Lone maker with all 5: four points",
        ),
        (
            "Hearts again. Jenny started by leading a heart on the first trick! Is that allowed?",
            "Hearts must be broken before anyone may lead one",
        ),
    ],
)
def test_people_scores_and_exclamations_in_a_story_are_not_searched(question, first):
    assert search(question).hits[0].document.text.startswith(first)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "who goes first in hearts",
            "The player with the two of clubs leads it to the first trick.",
        ),
        (
            "which way does play go in crazy eights",
            "The player on the dealer’s left goes first, and play goes clockwise.",
        ),
        ("who goes first", ""),
        ("how many cards for a set in rummy", ""),
        # Which jokers may be taken, no short rule says.
        ("there's a joker in her kings and I've got a king. can i nick it in contract rummy", ""),
        # The rule is about Gin.
        ("what does undercut mean in shanghai", ""),
    ],
)
def test_a_short_rule_of_a_named_game_is_the_answer(question, answer):
    assert search(question).answer == answer


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("what beats a flush in poker", "Poker"),
        ("how do you play bridge?", "Bridge"),
        ("can I stack draw twos in uno", "Uno"),
        ("snap rules", "Snap"),
        ("what does being at the bridge mean?", ""),
        ("how does one speed up play in hearts", ""),
        ("how do I go out", ""),
    ],
)
def test_a_game_without_rules_here_is_named(question, game):
    assert search(question).without_rules == game


@pytest.mark.parametrize("question", ["how do I cook rice", "monopoly money", "dumpling recipe"])
def test_what_is_not_about_games_finds_nothing(question):
    found = search(question)

    assert (found.hits, found.read_as, found.nearest) == ((), "", ())


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("cutthroat", "spades-solo"),
        ("stops", "mentioned"),
        ("What is Stops?", "mentioned"),
        ("Kate Hanratty", "12-step-rummy"),
        ("how do you play May I?", "may-i"),
        ("poker", "mentioned"),
        ("what does it mean to be at the bridge?", "euchre"),
    ],
)
def test_a_name_leads_to_its_page_first(name, page):
    assert search(name).hits[0].document.game == page


def test_no_hit_repeats_another():
    # “Initial meld: 15 below 0, 50 from 0, 90 from 1500, 120 from 3000” says less than the rule.
    found = search(
        "minimum value for my first meld in canasta depends on the total before the deal"
    )
    texts = [hit.document.text for hit in found.hits if hit.document.game == "canasta"]

    assert texts[0].startswith("The minimum for the initial meld depends on the side’s total")
    assert not any(text.startswith("Initial meld: 15 below 0") for text in texts)
    # A rule that differs in a number is no repetition.
    bids = [hit.document.text for hit in search("smallest melds in sequence").hits]
    assert "Smallest melds: 3 of a rank, 4 in sequence in one suit" in bids
    assert "Smallest melds: 3 of a rank, 3 in sequence in one suit" in bids


@pytest.mark.parametrize(
    ("question", "game", "first"),
    [
        ("carioca: how many cards?", "carioca-chile", "carioca-chile"),
        ("how many canastas do we need to go out?", "hand-and-foot", "hand-and-foot"),
        ("what is a joker worth in rummy?", "shanghai-rummy", "shanghai-rummy"),
        ("what does gin pay?", "oklahoma-gin", "oklahoma-gin"),
        ("how many cards in canasta?", "hand-and-foot", "canasta"),
        ("what is a joker worth in Liverpool?", "shanghai-rummy", "liverpool-rummy"),
    ],
)
def test_a_chosen_game_gives_way_only_to_a_game_that_is_named(question, game, first):
    assert search(question, game).hits[0].document.game == first


@pytest.mark.parametrize(
    ("question", "read_as"),
    [
        ("jokr", "joker"),
        ("Progresive Rumy kity", "progressive rummy kitty"),
        ("euker, all five triks?", "euchre, all five tricks?"),
        ("quenn of spades", "queen of spades"),
        ("five crows joker", "five crowns joker"),
        ("skipo stock pile", "skipbo stock pile"),
        ("the aunt kicks off", ""),
        ("joker worth", ""),
        ("how many pts for a canasta", ""),
        ("do you’ve to be loud, guys", ""),
        # Names of people are no slips.
        ("Its Janes turn", ""),
        (
            "then greta and Bartek froze the pile, canastta",
            "then greta and Bartek froze the pile, canasta",
        ),
        ("In Cannasta Pete took it", "In canasta Pete took it"),
    ],
)
def test_a_question_is_read_without_its_slips(question, read_as):
    assert search(question).read_as == read_as


@pytest.mark.parametrize("question", ["xyzzy", "pizza", "netflix password"])
def test_words_of_no_game_are_not_taken_for_slips(question):
    found = search(question)

    assert (found.hits, found.answer, found.read_as) == ((), "", "")


def test_no_hit_and_nothing_near_is_no_error():
    assert search("ж").hits == ()
    assert search("ж").nearest == ()


@pytest.mark.parametrize(
    "question",
    [
        "",
        "   ",
        "the of a",
        '"',
        '""" OR NEAR(',
        "joker AND NOT",
        "* - ( ) : ^",
        "joker'; DROP TABLE rules; --",
        "{figures.x} {{ }} {% %}",
        "<script>alert(1)</script>",
        "\x00\x01\x1f\x7f",
        "جوكر",
        "ג'וקר",
        "🃏 🂡",
        "ﬁve ①②③ ⁷",
        "´`’‘“”",
        "a" * 10_000,
        "joker " * 2_000,
        " ".join(f"w{n}" for n in range(3_000)),
        "\ud800",
    ],
)
def test_an_odd_question_is_answered_all_the_same(question):
    found = search(question)

    assert len(found.query) <= MOST_TEXT
    assert len(found.hits) <= HITS


def test_the_joker_sign_and_quotes_do_not_stand_in_the_way():
    assert first('"joker" (shanghai)') == first("joker shanghai")
    assert first("JOKER\tSHANGHAI\n") == first("joker shanghai")


def test_every_hit_has_its_place():
    variants = catalogue().variants
    found = [hit.document for word in ("joker", "trump", "points") for hit in search(word).hits]

    for document in found:
        assert document.section in SECTIONS
        assert document.game in (*variants, "glossary", "mentioned")


def test_rules_that_tell_more_of_a_question_come_before_those_that_tell_less():
    hits = search("hearts queen of spades costs").hits
    told = ["queen of spades" in hit.document.text.casefold() for hit in hits[:5]]

    assert all(before >= after for before, after in pairwise(told))


@pytest.mark.parametrize(
    ("question", "anchor"),
    [
        ("monkey may i", "monkey-may-i"),
        ("mother may i", "mother-may-i"),
        ("rummy rummy bill whitnack", "rummy-rummy"),
        ("a boxed game by Hoyle about good choices", "monkey-may-i"),
    ],
)
def test_games_that_are_only_mentioned_are_found_by_name(question, anchor):
    found = first(question)

    assert (found.game, found.anchor) == ("mentioned", anchor)


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("what are the fifteen hands in Progressive Rummy", "Contracts: 1: two sets of 3; 2: "),
        ("what are the requirements in deal 5 of May I", "Deal 5: Two sets of 3, one run of 4. "),
    ],
)
def test_what_the_hands_are_asks_for_all_of_them_unless_one_is_meant(question, start):
    assert search(question).hits[0].document.text.startswith(start)
