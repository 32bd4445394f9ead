"""Pay Me, Three Thirteen and Five-Suit Rummy: every round adds a card and changes the wild rank."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import read_hand
from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.errors import CatalogueError
from rules.engine.schemes import Mark
from rules.reference.facts import facts
from tests.rules.played import points, problems, score, standings, told

GROWING = ("pay-me", "three-thirteen", "five-suit-rummy")
WILD = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
NAMES = ("Ann", "Bob", "Cai")
HOW_TO_WRITE = (
    "Enter QS for the queen of spades, K for any king or JK for a joker, "
    "with spaces between the cards"
)


def rules(slug, options=()):
    return catalogue().variant(slug).ruleset(dict.fromkeys(options, True))


def rows(slug, options=()):
    return {fact.key: fact.text for fact in facts(rules(slug, options))}


def left(hand, **more):
    """Return the input for a deal in which Ann is out, Bob holds ``hand``, and Cai counts 0."""
    return {"out": "1", "left-cards-2": hand, "left-points-3": "0"} | more


def bobs(lines):
    return sum(line.points for line in lines if line.side == "2")


@pytest.mark.parametrize(
    ("slug", "deal", "hand", "options", "worth"),
    [
        pytest.param("pay-me", 5, "A 7 K", (), 20, id="pay-me-bands-ace-seven-king"),
        pytest.param("pay-me", 5, "9 4", (), 15, id="pay-me-bands-nine-four"),
        pytest.param("pay-me", 5, "A 7 K", ("pip-values",), 32, id="pay-me-pips-ace-seven-king"),
        pytest.param("five-suit-rummy", 5, "7 K JK 4", (), 87, id="five-suits-round-of-sevens"),
        pytest.param("three-thirteen", 5, "A 9 Q", (), 20, id="three-thirteen-ace-nine-queen"),
    ],
)
def test_a_worked_example_counts_as_it_says(slug, deal, hand, options, worth):
    assert bobs(score(slug, deal, left(hand), options=options)) == worth


def test_a_false_call_with_the_second_hand_of_the_examples_costs_63():
    lines = score(
        "pay-me", 5, left("9 4", **{"false-call": "2"}), options=["pip-values", "false-call-50"]
    )

    assert told(lines) == [
        ("1", 0, "went out"),
        ("2", 13, "9 4: 9 + 4"),
        ("3", 0, "0, entered as a total"),
        ("2", 50, "false call"),
    ]


def test_rounds_of_20_15_and_0_come_to_35():
    game = standings(rules("pay-me"), ["ann"], [{"ann": 20}, {"ann": 15}, {"ann": 0}])

    assert game.running[-1] == {"ann": 35}
    assert game.deals_left == 8


@pytest.mark.parametrize("slug", GROWING)
def test_each_round_deals_a_card_more_and_has_the_rank_of_its_number_wild(slug):
    dealt = rules(slug).deals

    assert [deal.cards for deal in dealt] == list(range(3, 14))
    assert [list(deal.wild) for deal in dealt] == [[rank] for rank in WILD]
    assert [deal.special_rules[-1] for deal in dealt] == [
        "Threes are wild.",
        "Fours are wild.",
        "Fives are wild.",
        "Sixes are wild.",
        "Sevens are wild.",
        "Eights are wild.",
        "Nines are wild.",
        "Tens are wild.",
        "Jacks are wild.",
        "Queens are wild.",
        "Kings are wild.",
    ]


@pytest.mark.parametrize("slug", GROWING)
def test_after_the_last_turn_others_may_hold_nothing_but_only_one_went_out(slug):
    lines = score(slug, 2, {"out": "1", "left-points-2": "0", "left-cards-3": "5"})

    assert [(line.points, line.mark) for line in lines] == [
        (0, Mark.ACHIEVED),
        (0, Mark.NONE),
        (5, Mark.NONE),
    ]


@pytest.mark.parametrize("slug", GROWING)
def test_a_zero_alone_does_not_say_who_went_out(slug):
    texts = {"left-points-1": "0", "left-points-2": "0", "left-cards-3": "5"}

    assert problems(slug, 2, texts) == [
        Problem(
            "nobody-out",
            "Nobody is marked as out. Mark who went out, or tick that the cards ran out.",
            "out",
        )
    ]


@pytest.mark.parametrize("slug", GROWING)
def test_a_blank_hand_is_refused_although_a_hand_may_be_nothing(slug):
    assert problems(slug, 2, {"out": "1", "left-points-2": "0"}) == [
        Problem(
            "missing",
            "Nothing has been entered for Cai. Enter the cards left in hand, or their total.",
            "left-points-3",
        )
    ]


@pytest.mark.parametrize("slug", GROWING)
def test_two_cannot_go_out_first(slug):
    assert problems(slug, 2, {"out": "1 2", "left-cards-3": "5"}) == [
        Problem(
            "several-out",
            "Ann and Bob are marked as out. Only one player goes out in a round, so mark one.",
            "out",
        )
    ]


@pytest.mark.parametrize("slug", GROWING)
def test_more_cards_than_the_round_deals_are_unusual(slug):
    unusual = Problem(
        "large-hand",
        "Bob would have 4 cards left, but only 3 were dealt. Is that right?",
        "left-cards-2",
        warning=True,
    )

    assert problems(slug, 1, left("4 5 6 7")) == [unusual]
    assert len(score(slug, 1, left("4 5 6 7"), accept_warnings=True)) == 3


@pytest.mark.parametrize("slug", GROWING)
def test_when_the_cards_run_out_everybody_counts(slug):
    texts = {"ran-out": "1", "left-cards-1": "5", "left-cards-2": "5 5", "left-points-3": "5"}

    assert [line.points for line in score(slug, 4, texts)] == [5, 10, 5]


@pytest.mark.parametrize(
    ("option", "texts", "line"),
    [
        ("caller-minus-5", left("K"), ("1", -5, "for going out")),
        ("false-call-50", left("K", **{"false-call": "3"}), ("3", 50, "false call")),
        ("exact-cut-minus-10", left("K", cut="1"), ("3", -10, "perfect cut")),
    ],
)
def test_a_house_rule_of_pay_me_adds_its_line(option, texts, line):
    assert told(score("pay-me", 3, texts, options=[option], dealer="3")) == [
        ("1", 0, "went out"),
        ("2", 10, "K: 10"),
        ("3", 0, "0, entered as a total"),
        line,
    ]


@pytest.mark.parametrize("dealer", ["1", "2", "3"])
def test_the_exact_cut_is_the_dealers(dealer):
    lines = score("pay-me", 3, left("K", cut="1"), options=["exact-cut-minus-10"], dealer=dealer)

    assert [line.side for line in lines if line.reason.text == "perfect cut"] == [dealer]


@pytest.mark.parametrize(
    ("texts", "message", "at"),
    [
        ({"cut": "1"}, "Pay Me has no bonus for a perfect cut. Untick it.", "cut"),
        (
            {"false-call": "2"},
            "One of the answers isn’t needed under these rules. Leave it out.",
            "false-call",
        ),
    ],
)
def test_without_its_house_rule_a_bonus_is_not_asked(texts, message, at):
    assert problems("pay-me", 3, left("K", **texts)) == [Problem("unasked", message, at)]


def test_a_joker_of_pay_me_costs_what_the_table_says():
    said = catalogue().variant("pay-me").ruleset({"joker-value": 25, "wild-rank-value": 20})

    assert said.card_values.total(read_hand("JK")) == 25
    assert points(
        "pay-me",
        {"out": "Ann", "left-cards": {"Bob": "3 3 JK", "Cai": "4"}},
        names=NAMES,
        options={"joker-value": 25, "wild-rank-value": 20},
    ) == {"Ann": 0, "Bob": 65, "Cai": 5}


@pytest.mark.parametrize(
    ("options", "joker"), [((), 10), (("pip-values",), 15)], ids=["bands", "pips"]
)
def test_a_joker_costs_as_much_as_the_dearest_other_card(options, joker):
    values = dict(rules("pay-me", options).scoring.values)

    assert values.pop("Joker") == max(values.values()) == joker


def test_pips_replace_the_bands():
    assert rules("pay-me").scoring.values == {
        **dict.fromkeys(["2", "3", "4", "5", "6", "7"], 5),
        **dict.fromkeys(["8", "9", "10", "J", "Q", "K"], 10),
        "A": 5,
        "Joker": 10,
    }
    assert rules("pay-me", ["pip-values"]).scoring.values == {
        **{str(pips): pips for pips in range(2, 11)},
        **dict.fromkeys(["J", "Q", "K"], 10),
        "A": 15,
        "Joker": 15,
    }


def test_a_twelfth_round_has_fourteen_cards_and_wild_aces():
    longer = rules("pay-me", ["round-12-aces"])

    assert longer.length == 12
    assert (longer.deal(12).cards, longer.deal(12).wild) == (14, ("A",))
    assert longer.deals[:11] == rules("pay-me").deals


def test_a_thirteenth_round_has_fifteen_cards_and_wild_twos():
    longest = rules("pay-me", ["round-13-fifteen-cards"])

    assert longest.length == 13
    assert longest.deals[:12] == rules("pay-me", ["round-12-aces"]).deals
    assert (longest.deal(13).cards, longest.deal(13).wild) == (15, ("2",))
    assert longest.deal(13).special_rules[-1] == "Only jokers and twos are wild."


def test_the_two_longer_games_exclude_each_other():
    with pytest.raises(CatalogueError) as refused:
        rules("pay-me", ["round-12-aces", "round-13-fifteen-cards"])

    assert str(refused.value) == (
        "“A twelfth round” and “A twelfth and a thirteenth round” can’t be used together. "
        "Choose one."
    )


THREES_TO_KINGS = "threes in round 1, one rank higher in each later round, kings in round 11"


@pytest.mark.parametrize(
    ("slug", "options", "key", "text"),
    [
        ("pay-me", (), "wild", f"jokers and {THREES_TO_KINGS}"),
        ("pay-me", ("twos-wild",), "wild", f"jokers, twos and {THREES_TO_KINGS}"),
        ("pay-me", (), "max-wild", "any number"),
        ("pay-me", ("wilds-at-most-half",), "max-wild", "at most half of its cards"),
        ("pay-me", (), "last-turn", "everyone else has one more turn"),
        ("pay-me", ("caller-minus-5",), "caller", "−5"),
        ("pay-me", ("false-call-50",), "false-call", "+50"),
        ("pay-me", ("exact-cut-minus-10",), "cut", "−10 points for the dealer"),
        ("pay-me", (), "winner", "lowest total after 11 rounds"),
        ("three-thirteen", (), "values", "2–9: face value; 10–K: 10; A: 1"),
        ("three-thirteen", (), "wild", THREES_TO_KINGS),
        ("three-thirteen", (), "ace", "low only"),
        ("five-suit-rummy", (), "deck", "two packs of 58 cards"),
        ("five-suit-rummy", (), "deal-wild", "+20"),
    ],
)
def test_the_table_of_facts_says_so(slug, options, key, text):
    assert rows(slug, options)[key] == text


@pytest.mark.parametrize(
    ("option", "hand", "before", "after"),
    [("ace-high-15", "A A", 2, 30), ("court-11-12-13", "J Q K", 30, 36)],
)
def test_a_house_rule_of_three_thirteen_changes_what_cards_cost(option, hand, before, after):
    assert bobs(score("three-thirteen", 6, left(hand))) == before
    assert bobs(score("three-thirteen", 6, left(hand), options=[option])) == after


def test_three_thirteen_has_jokers_only_as_a_house_rule():
    refused = problems("three-thirteen", 6, left("JK"))

    assert [problem.message for problem in refused] == [
        "Bob can’t have one joker. The deck has none."
    ]
    assert bobs(score("three-thirteen", 6, left("JK 2"), options=["jokers-wild-20"])) == 22
    deck = rules("three-thirteen", ["jokers-wild-20"]).deck
    assert {players: deck.deck(players).jokers for players in range(2, 9)} == {
        2: 2,
        3: 4,
        4: 4,
        5: 6,
        6: 6,
        7: 6,
        8: 6,
    }


def test_a_wild_card_of_three_thirteen_costs_what_its_rank_costs():
    assert [bobs(score("three-thirteen", deal, left("4 4"))) for deal in (2, 3)] == [8, 8]


def test_the_wild_rank_of_the_round_costs_twenty_in_five_suits():
    assert [bobs(score("five-suit-rummy", deal, left("J Q K"))) for deal in (9, 10, 11)] == [
        45,  # 20 + 12 + 13
        44,  # 11 + 20 + 13
        43,  # 11 + 12 + 20
    ]


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("11xK", "Bob can’t have 11 kings. The deck has 10."),
        ("7xJK", "Bob can’t have seven jokers. The deck has 6."),
    ],
)
def test_two_packs_of_five_suits_have_ten_of_a_rank_and_six_jokers(hand, message):
    assert problems("five-suit-rummy", 11, left(hand)) == [
        Problem("more-than-deck", message, "left-cards-2")
    ]


def test_aces_and_twos_are_no_cards_of_five_suits():
    found = [*problems("five-suit-rummy", 5, left("A")), *problems("five-suit-rummy", 5, left("2"))]

    assert [(problem.message, problem.input) for problem in found] == [
        (f"Bob: “{card}” isn’t a card. {HOW_TO_WRITE}.", "left-cards-2") for card in ("A", "2")
    ]


def test_a_total_is_possible_only_with_the_wild_rank_of_its_round():
    texts = {"out": "1", "left-points-2": "3", "left-points-3": "0"}

    assert bobs(score("five-suit-rummy", 2, texts)) == 3
    assert problems("five-suit-rummy", 1, texts) == [
        Problem(
            "impossible-total",
            "No cards add up to 3 in Five-suit rummy, eleven rounds. The nearest total: 4. "
            "Check Bob’s hand.",
            "left-points-2",
        )
    ]


PIPS = {str(pips): pips for pips in range(3, 11)} | {"J": 11, "Q": 12, "K": 13, "JK": 50}


@given(
    round_hand=st.integers(1, 11).flatmap(
        lambda number: st.tuples(
            st.just(number),
            st.lists(st.sampled_from([*WILD, "JK"]), min_size=1, max_size=min(6, number + 2)),
        )
    )
)
def test_any_hand_of_five_suits_is_worth_the_sum_of_its_cards(round_hand):
    number, hand = round_hand
    worth = sum(20 if card == WILD[number - 1] else PIPS[card] for card in hand)

    assert bobs(score("five-suit-rummy", number, left(" ".join(hand)))) == worth


@pytest.mark.parametrize(
    ("slug", "players", "cards"),
    [
        ("pay-me", 2, 54),
        ("pay-me", 4, 108),
        ("pay-me", 8, 162),
        ("three-thirteen", 2, 52),
        ("three-thirteen", 3, 104),
        ("five-suit-rummy", 2, 116),
        ("five-suit-rummy", 7, 116),
    ],
)
def test_the_packs_of_a_table_have_so_many_cards(slug, players, cards):
    assert len(rules(slug).deck_of(players)) == cards


@pytest.mark.parametrize(
    ("slug", "least", "most"),
    [("pay-me", 2, 8), ("three-thirteen", 2, 8), ("five-suit-rummy", 2, 7)],
)
def test_so_many_may_play(slug, least, most):
    players = rules(slug).players

    assert (players.min, players.max) == (least, most)
