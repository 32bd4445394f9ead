"""Euchre: every worked example, rule, error and house rule, and thousands of hands played out."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport, Problem
from rules.engine.errors import CatalogueError
from rules.engine.replay import uses_past
from rules.engine.schemes import Mark, Past
from rules.reference.facts import facts
from rules.reference.rule_texts import rule_texts
from tests.rows import each_row
from tests.rules.engines.euchre import Hand, Table
from tests.rules.played import deal, points, refusals
from tests.rules.scored import entry_fields, past_of, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of
from tests.sampling import times

NAMES = ("Ann", "Bob", "Cai", "Dee")
M, D = "Ann & Cai", "Bob & Dee"
THREE = ("Ann", "Bob", "Cai")
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "": "no-trump"}


def made(tricks, **more):
    """Return a hand in which Ann and Cai called trump and took ``tricks`` tricks."""
    return {"makers": M, "tricks": tricks} | {
        key.replace("_", "-"): said for key, said in more.items()
    }


def reneged(who, choice, **more):
    told = {key.replace("_", "-"): said for key, said in more.items()}
    return {"makers": M, "renege": who, "renege-points": choice} | told


def cutthroat(entry, **kwargs):
    return points("euchre-cutthroat", entry, names=THREE, **kwargs)


def refused(entry, **kwargs):
    return [(found.message, found.input) for found in refusals("euchre", entry, **kwargs)]


@pytest.mark.parametrize(
    ("entry", "makers", "defenders"),
    [
        pytest.param(made(3), 1, 0, id="1-plain-make"),
        pytest.param(made(4), 1, 0, id="2-plain-make-with-four"),
        pytest.param(made(5), 2, 0, id="3-sweep-by-makers"),
        pytest.param(made(2), 0, 2, id="4-euchred"),
        pytest.param(made(0), 0, 2, id="5-euchred-defenders-sweep"),
        pytest.param(made(4, alone="Ann"), 1, 0, id="6-lone-maker-part"),
        pytest.param(made(5, alone="Ann"), 4, 0, id="7-lone-maker-all"),
        pytest.param(made(1, alone="Ann"), 0, 2, id="8-lone-maker-euchred"),
        pytest.param(made(2, alone_defender="Bob"), 0, 4, id="9-lone-defender-three"),
        pytest.param(made(0, alone_defender="Bob"), 0, 4, id="10-lone-defender-all"),
        pytest.param(reneged(D, "add", tricks=0), 2, 0, id="11-defenders-renege-added"),
        pytest.param(reneged(D, "take", tricks=0), 0, -2, id="12-defenders-renege-taken"),
        pytest.param(reneged(M, "add", tricks=5), 0, 2, id="13-makers-renege-added"),
        pytest.param(
            reneged(D, "add", tricks=3, alone="Ann"), 4, 0, id="14-renege-against-a-lone-maker"
        ),
        pytest.param(reneged(M, "take", tricks=5, alone="Ann"), -4, 0, id="15-lone-maker-reneges"),
    ],
)
def test_a_worked_example_counts_as_it_says(entry, makers, defenders):
    assert points("euchre", entry) == {M: makers, D: defenders}


def test_a_worked_example_counts_as_it_says_16_called_for_the_game():
    options = {"smitty-calling-for-the-game": True}
    entry = made(5, alone="Ann", called=True)

    assert points("euchre", entry, dealer="Dee", options=options) == {M: 10, D: 0}


@pytest.mark.parametrize(
    ("entry", "makers", "defenders"),
    [
        (made(3), (1, "three tricks"), (0, "the makers made it")),
        (made(5), (2, "all five tricks"), (0, "the makers made it")),
        (made(1), (0, "euchred with one trick"), (2, "euchred the makers")),
        (made(0), (0, "euchred with no tricks"), (2, "euchred the makers")),
        (made(3, alone="Cai"), (1, "alone, three tricks"), (0, "the makers made it")),
        (made(5, alone="Cai"), (4, "alone, all five tricks"), (0, "the makers made it")),
        (
            made(5, alone="Cai", alone_defender="Dee"),
            (4, "alone, all five tricks"),
            (0, "the makers made it"),
        ),
        (
            made(0, alone="Cai", alone_defender="Dee"),
            (0, "euchred with no tricks"),
            (4, "defended alone, all five tricks"),
        ),
        (
            made(2, alone_defender="Dee"),
            (0, "euchred with two tricks"),
            (4, "euchred the makers, defending alone"),
        ),
        (made(0, alone="Cai"), (0, "euchred with no tricks"), (2, "euchred the makers")),
        (reneged(D, "add"), (2, "caught a renege"), (0, "reneged")),
        (reneged(M, "take"), (-2, "reneged"), (0, "caught a renege")),
        (reneged(M, "add", alone_defender="Dee"), (0, "reneged"), (4, "caught a renege")),
        (reneged(D, "take", alone="Ann"), (0, "caught a renege"), (-4, "reneged")),
        ({"thrown-in": True}, (0, "thrown in"), (0, "thrown in")),
    ],
    ids=str,
)
def test_a_hand_counts_for_a_reason(entry, makers, defenders):
    assert deal("euchre", entry) == {M: makers, D: defenders}


def test_the_defenders_score_when_they_made_trumps():
    assert points("euchre", {"makers": D, "tricks": 3}) == {M: 0, D: 1}


@pytest.mark.parametrize("suit", ["clubs", "diamonds", "hearts", "spades"])
def test_the_suit_may_be_said_and_changes_nothing(suit):
    assert points("euchre", made(5, trumps=suit)) == {M: 2, D: 0}


@given(
    tricks=st.integers(0, 5),
    alone=st.sampled_from([None, "Ann", "Cai"]),
    against=st.sampled_from([None, "Bob", "Dee"]),
)
def test_one_side_scores_from_every_hand_and_the_makers_do_with_three_tricks(
    tricks, alone, against
):
    lone = {"alone": alone, "alone-defender": against}
    entry = made(tricks) | {field: who for field, who in lone.items() if who}

    scored = points("euchre", entry)

    assert sorted(map(bool, scored.values())) == [False, True]
    assert (scored[M] > 0) == (tricks >= 3)


def test_a_refusal_names_everything_that_is_wrong_and_cannot_be_overruled():
    found = refusals("euchre", made(6, alone="Bob"), accept_warnings=True)

    assert [(problem.code, problem.input) for problem in found] == [
        ("lone-defender", "alone"),
        ("too-many-tricks", "tricks"),
    ]
    assert not any(problem.warning for problem in found)


@pytest.mark.parametrize("option", ["stick-the-dealer", "chuck"])
def test_no_hand_is_thrown_in_when_the_dealer_must_make_trumps(option):
    found = refused({"thrown-in": True}, options={option: True})

    assert found == [
        (
            (
                "The dealer has to call trump under these rules, so no hand is thrown in. Mark "
                "who called it."
            ),
            "thrown-in",
        )
    ]
    assert refused({"tricks": 3}, options={option: True}) == [
        ("The makers are missing. Mark who called trump.", "makers")
    ]
    assert points("euchre", made(2), options={option: True}) == {M: 0, D: 2}


def test_hearts_are_refused_as_trumps_under_haters():
    assert refused(made(3, trumps="hearts"), options={"haters": True}) == [
        (
            "“hearts” isn’t one of the choices. Choose one of these: Clubs, Diamonds, Spades.",
            "trumps",
        )
    ]


def test_no_trump_may_be_named_where_it_is_allowed():
    played = made(5, trumps="no-trump", alone="Ann")

    assert points("euchre", played, options={"no-trump": True}) == {M: 4, D: 0}


def test_haters_and_no_trump_together_leave_three_suits_and_none():
    rules = catalogue().variant("euchre").ruleset({"haters": True, "no-trump": True})

    trumps = next(field for field in entry_fields(rules, 1, 4) if field.id == "trumps")

    assert trumps.kind.answers == (
        ("clubs", "Clubs"),
        ("diamonds", "Diamonds"),
        ("spades", "Spades"),
        ("no-trump", "No trump"),
    )


def test_a_hand_of_nines_and_tens_is_dealt_again_without_points():
    assert deal("euchre", {"mcevoy": "Bob"}, options={"mcevoy": True}) == {
        M: (0, "redealt: Bob had only nines and tens"),
        D: (0, "redealt: Bob had only nines and tens"),
    }


def test_a_second_hand_of_nines_and_tens_is_refused_by_name():
    found = refusals(
        "euchre", {"mcevoy": "Bob"}, options={"mcevoy": True}, before=[{"mcevoy": "Bob"}, made(3)]
    )

    assert found == [
        Problem(
            "mcevoy-twice",
            "Bob has shown such a hand before, and each player may do so only once in a game. "
            "Clear this, and enter how the hand went.",
            "mcevoy",
        )
    ]


def test_another_player_may_declare_nines_and_tens_later_even_the_partner():
    options, before = {"mcevoy": True}, [{"mcevoy": "Bob"}, made(3)]

    assert points("euchre", {"mcevoy": "Dee"}, options=options, before=before) == {M: 0, D: 0}


def test_correcting_a_hand_counts_the_later_ones_again():
    assert uses_past(catalogue().variant("euchre").standard)


CALLING = {"smitty-calling-for-the-game": True}


@pytest.mark.parametrize(
    ("tricks", "makers", "defenders"), [(5, 10, 0), (4, 1, 0), (3, 1, 0), (2, 0, 2), (0, 0, 2)]
)
def test_calling_for_the_game_pays_for_all_five_tricks_only(tricks, makers, defenders):
    entry = made(tricks, alone="Ann", called=True)

    assert points("euchre", entry, dealer="Dee", options=CALLING) == {M: makers, D: defenders}


def test_calling_for_the_game_wins_it_whatever_the_totals():
    rules = catalogue().variant("euchre").ruleset(CALLING)
    table = table_of(rules, NAMES, "Dee")
    texts = entry_texts(made(5, alone="Ann", called=True), keys_of(table))

    lines = score_deal(rules, 1, report(rules, 1, table, texts))

    assert [(line.side, line.points, line.mark) for line in lines] == [
        ("1", 10, Mark.WON),
        ("2", 0, Mark.NONE),
    ]


@pytest.mark.parametrize(
    "entry",
    [
        made(5, called=True),
        made(5, called=True, alone="Cai"),
        {"makers": D, "tricks": 5, "called": True, "alone": "Bob"},
    ],
)
def test_only_a_lone_eldest_hand_calls_for_the_game(entry):
    assert refused(entry, dealer="Dee", options=CALLING) == [
        (
            (
                "Only Ann, to the dealer’s left, can call for the game, and then goes alone. "
                "Mark Ann as going alone, or untick “Called for the game”."
            ),
            "called",
        )
    ]


def test_an_ordinary_lone_hand_does_not_win_the_game():
    entry = made(5, alone="Ann")

    assert points("euchre", entry, dealer="Dee", options=CALLING) == {M: 4, D: 0}


DIRTY = {"dirty-clubs": True}


@pytest.mark.parametrize("entry", [made(3, clubs_up=True), made(3, clubs_up=True, trumps="clubs")])
def test_clubs_turned_up_make_the_dealer_play(entry):
    assert points("euchre", entry, dealer="Cai", options=DIRTY) == {M: 1, D: 0}


def test_a_lone_defender_may_play_against_dirty_clubs():
    entry = made(0, clubs_up=True, alone_defender="Dee")

    assert points("euchre", entry, options=DIRTY) == {M: 0, D: 4}


ASSISTING = {"assist-means-alone": True}


def test_a_partner_who_assists_plays_alone():
    entry = made(5, assisted=True, alone="Cai")

    assert points("euchre", entry, options=ASSISTING) == {M: 4, D: 0}


@pytest.mark.parametrize(
    "entry",
    [
        made(5, assisted=True),
        made(5, assisted=True, alone="Ann"),
        {"makers": D, "tricks": 5, "assisted": True},
    ],
)
def test_a_partner_who_assists_and_does_not_play_alone_is_refused(entry):
    assert refused(entry, options=ASSISTING) == [
        (
            (
                "Cai assisted, so Cai goes alone for Ann & Cai. Mark Cai as going alone and "
                "Ann & Cai as the makers, or untick “The dealer’s partner assisted”."
            ),
            "assisted",
        )
    ]


@pytest.mark.parametrize(
    ("option", "tricks", "points_of_the_defender"),
    [
        ("lone-defender-two", 0, 2),
        ("lone-defender-two", 1, 2),
        ("lone-defender-two", 2, 2),
        ("lone-defender-sweep", 0, 4),
        ("lone-defender-sweep", 1, 2),
        ("lone-defender-sweep", 2, 2),
    ],
)
def test_a_lone_defender_scores_as_the_table_says(option, tricks, points_of_the_defender):
    scored = points("euchre", made(tricks, alone_defender="Bob"), options={option: True})

    assert scored == {M: 0, D: points_of_the_defender}


def test_defenders_together_score_the_same_where_a_lone_one_has_four():
    assert points("euchre", made(1)) == {M: 0, D: 2}
    assert points("euchre", made(1, alone_defender="Bob")) == {M: 0, D: 4}


@pytest.mark.parametrize(
    ("option", "cards", "over"), [(None, 24, 4), ("deck-25-benny", 25, 5), ("deck-32", 32, 12)]
)
def test_the_pack_leaves_the_kitty_that_the_rules_say(option, cards, over):
    rules = catalogue().variant("euchre").ruleset({option: True} if option else {})

    assert len(rules.deck_of(4)) == cards
    assert cards - 4 * rules.cards_dealt(rules.deal(1), 4) == over


@pytest.mark.parametrize("option", ["smitty", "name-turned-suit"])
def test_a_house_rule_of_play_is_recorded_and_changes_no_points(option):
    rules = catalogue().variant("euchre").ruleset({option: True})

    assert rules.options == {option: True}
    assert points("euchre", made(5), options={option: True}) == {M: 2, D: 0}


@pytest.mark.parametrize(
    "pair",
    [
        ("stick-the-dealer", "chuck"),
        ("deck-25-benny", "deck-32"),
        ("smitty", "smitty-calling-for-the-game"),
        ("lone-defender-two", "lone-defender-sweep"),
    ],
)
def test_two_forms_of_one_house_rule_exclude_each_other(pair):
    with pytest.raises(CatalogueError, match=r"can’t be used together\. Choose one\.$"):
        catalogue().variant("euchre").ruleset(dict.fromkeys(pair, True))


def told(slug, entries, names=NAMES):
    """Return the status of each side after these hands, by name."""
    rules = catalogue().variant(slug).standard
    table = table_of(rules, names, names[0])
    keys = keys_of(table)
    past = past_of(
        rules,
        [DealReport(n, table, entry_texts(entry, keys)) for n, entry in enumerate(entries, 1)],
    )
    said = status(rules, table, past)
    return {side.name: said[side.key] for side in table.sides if side.key in said}


def test_a_side_one_point_short_is_at_the_bridge():
    lone = made(5, alone="Ann")

    assert told("euchre", [lone, lone]) == {}
    assert told("euchre", [lone, lone, made(3)]) == {M: "at the bridge"}
    assert told("euchre", [lone, lone, made(3), made(3)]) == {}


def test_both_sides_may_be_at_the_bridge():
    lone, against = made(5, alone="Ann"), made(0, alone_defender="Bob")
    hands = [lone, lone, made(3), against, against, {"makers": D, "tricks": 4}]

    assert told("euchre", hands) == {M: "at the bridge", D: "at the bridge"}


def test_the_start_of_a_game_counts_towards_the_bridge():
    rules = catalogue().variant("euchre").standard
    table = table_of(rules, NAMES, "Ann")

    assert status(rules, table, Past(starts={"1": 9, "2": 8})) == {"1": "at the bridge"}


@pytest.mark.parametrize(
    ("entry", "scored"),
    [
        ({"makers": "Ann", "tricks": 3}, {"Ann": 1, "Bob": 0, "Cai": 0}),
        ({"makers": "Bob", "tricks": 4}, {"Ann": 0, "Bob": 1, "Cai": 0}),
        ({"makers": "Cai", "tricks": 5}, {"Ann": 0, "Bob": 0, "Cai": 2}),
        ({"makers": "Ann", "tricks": 2}, {"Ann": 0, "Bob": 2, "Cai": 2}),
        ({"makers": "Ann", "tricks": 0}, {"Ann": 0, "Bob": 2, "Cai": 2}),
        ({"thrown-in": True}, {"Ann": 0, "Bob": 0, "Cai": 0}),
        (
            {"makers": "Ann", "renege": "Ann", "renege-points": "add"},
            {"Ann": 0, "Bob": 2, "Cai": 2},
        ),
        (
            {"makers": "Ann", "renege": "Ann", "renege-points": "take"},
            {"Ann": -2, "Bob": 0, "Cai": 0},
        ),
        (
            {"makers": "Ann", "renege": "Bob", "renege-points": "add"},
            {"Ann": 2, "Bob": 0, "Cai": 0},
        ),
        (
            {"makers": "Ann", "renege": "Bob", "renege-points": "take"},
            {"Ann": 0, "Bob": -2, "Cai": 0},
        ),
    ],
    ids=str,
)
def test_in_cutthroat_the_maker_plays_against_the_other_two(entry, scored):
    assert cutthroat(entry) == scored


@pytest.mark.parametrize(
    ("options", "entry", "scored"),
    [
        ({"sweep-four": True}, {"makers": "Ann", "tricks": 5}, [4, 0, 0]),
        ({"euchre-points": 1}, {"makers": "Ann", "tricks": 2}, [0, 1, 1]),
        (
            {"renege-four": True},
            {"makers": "Ann", "renege": "Ann", "renege-points": "add"},
            [0, 4, 4],
        ),
    ],
    ids=str,
)
def test_cutthroat_figures_are_those_of_the_table(options, entry, scored):
    assert list(cutthroat(entry, options=options).values()) == scored


def test_the_other_defender_has_a_line_when_a_defender_reneges():
    entry = {"makers": "Ann", "renege": "Bob", "renege-points": "add"}

    assert deal("euchre-cutthroat", entry, names=THREE) == {
        "Ann": (2, "caught a renege"),
        "Bob": (0, "reneged"),
        "Cai": (0, "renege in the hand"),
    }


@pytest.mark.parametrize("field", ["alone", "alone-defender"])
def test_nobody_goes_alone_in_cutthroat(field):
    entry = {"makers": "Ann", "tricks": 5, field: "Ann"}

    found = refusals("euchre-cutthroat", entry, names=THREE)

    assert [(problem.message, problem.input) for problem in found] == [
        ("Everyone plays alone in Cutthroat Euchre. Clear this.", field)
    ]


def test_both_defenders_may_be_at_the_bridge_in_cutthroat():
    euchred = {"makers": "Ann", "tricks": 1}
    hands = [*[euchred] * 4, {"makers": "Bob", "tricks": 3}, {"makers": "Cai", "tricks": 3}]

    assert told("euchre-cutthroat", hands, THREE) == {
        "Bob": "at the bridge",
        "Cai": "at the bridge",
    }


@each_row
def test_the_facts_tell_what_a_hand_gives(slug, options, rows):
    told_facts = facts(catalogue().variant(slug).ruleset(options))

    players = [fact.key for fact in told_facts].index("players")
    assert [[fact.label, fact.text] for fact in told_facts[:players]] == rows


def test_the_facts_tell_the_house_rules_of_partners():
    options = CALLING | DIRTY | ASSISTING
    rows = {fact.key: fact.text for fact in facts(catalogue().variant("euchre").ruleset(options))}

    assert rows["called"] == "ten points"
    assert rows["dirty-clubs"] == "the dealer’s side must call clubs"
    assert rows["assist-alone"] == "the partner goes alone"


def test_the_reading_of_a_lone_defence_agrees_with_the_score():
    variant = catalogue().variant("euchre")
    figures = variant.standard.scoring.figures

    assert figures["defender"] == figures["defender_sweep"] == figures["alone_sweep"] == 4
    assert (
        "A lone defender who euchres the makers scores as much as a lone maker who takes all five "
        "tricks, unless you choose a house rule that says otherwise."
    ) in variant.readings


def test_the_words_take_the_figures_of_the_table():
    variant = catalogue().variant("euchre")
    house = variant.ruleset({"lone-defender-two": True})

    scoring = next(part for part in rule_texts().sections(variant, house) if part.key == "scoring")

    expected = (
        "A lone defender who euchres the makers scores 2 points, with or without taking all 5 "
        "tricks."
    )
    assert expected in [rule.text for rule in scoring.rules]


def entry_of(hand: Hand, names: tuple[str, ...]):
    """Return the entry for a hand that was played out."""
    if hand.maker is None:
        return {"thrown-in": True}
    side = {seat: str(number + 1) for seat, number in enumerate(hand.sides)}
    entry = {"makers": side[hand.maker], "trumps": SUITS[hand.trump]}
    for field, seat in (("alone", hand.alone), ("alone-defender", hand.defends_alone)):
        if seat is not None:
            entry[field] = names[seat]
    if hand.reneged is None:
        return entry | {"tricks": hand.makers_tricks}
    choice = "add" if hand.finders_add else "take"
    return entry | {"renege": side[hand.reneged], "renege-points": choice}


def counted(rules, hand, names):
    """Return the points that the pad gives for a hand. Sides are numbered from 0."""
    table = table_of(rules, names, names[hand.dealer])
    texts = entry_texts(entry_of(hand, names), keys_of(table))
    scored = Counter(dict.fromkeys(sorted(set(hand.sides)), 0))
    for line in score_deal(rules, 1, report(rules, 1, table, texts)):
        scored[int(line.side) - 1] += line.points
    return dict(scored)


# Every way to score, with each option, is also worked out by hand, above.
@pytest.mark.parametrize(
    ("slug", "names", "options", "hands", "seed"),
    [
        pytest.param("euchre", NAMES, {}, 4000, 1862, id="four"),
        pytest.param("euchre", NAMES, {"stick-the-dealer": True}, 500, 1886, id="four-stick"),
        pytest.param("euchre", NAMES, {"no-trump": True}, 500, 1877, id="four-no-trump"),
        pytest.param("euchre-cutthroat", THREE, {}, 1000, 1850, id="three"),
    ],
)
def test_hands_that_are_played_out_count_the_same_on_the_pad(slug, names, options, hands, seed):
    rules = catalogue().variant(slug).ruleset(options)
    table = Table(
        seed, len(names), stick="stick-the-dealer" in options, no_trump="no-trump" in options
    )
    played = [table.play(dealer % len(names)) for dealer in range(times(hands))]

    different = [hand for hand in played if counted(rules, hand, names) != hand.points]

    assert different == []


def kind_of(hand: Hand) -> str:
    if hand.maker is None:
        return "thrown in"
    if hand.reneged is not None:
        lone = hand.alone is not None or hand.defends_alone is not None
        return f"renege{', lone' * lone}, {'added' if hand.finders_add else 'taken'}"
    lone = "lone " * (hand.alone is not None)
    against = " against a lone defender" * (hand.defends_alone is not None)
    return f"{lone}makers with {hand.makers_tricks}{against}"


def test_hands_have_every_way_to_score():
    """The hands of four players in the test above, which are enough by day."""
    table = Table(1862)
    seen = {kind_of(table.play(dealer % 4)) for dealer in range(times(4000))}

    assert seen == {
        "thrown in",
        *(f"renege{lone}, {chosen}" for lone in ("", ", lone") for chosen in ("added", "taken")),
        *(
            f"{lone}makers with {tricks}{against}"
            for lone in ("", "lone ")
            for tricks in range(6)
            for against in ("", " against a lone defender")
        ),
    }


@pytest.mark.parametrize(
    ("trick", "trump", "taker"),
    [
        ([(0, "AS"), (1, "JH"), (2, "JD"), (3, "AH")], "H", 1),
        ([(0, "AS"), (1, "9H"), (2, "JD"), (3, "AH")], "H", 2),
        ([(0, "AD"), (1, "JD"), (2, "KD"), (3, "9D")], "C", 0),
        ([(0, "9D"), (1, "AS"), (2, "TD"), (3, "AC")], "H", 2),
        ([(0, "JC"), (1, "AS"), (2, "JS"), (3, "9H")], "S", 2),
        ([(0, "JD"), (1, "QD"), (2, "AH"), (3, "9D")], "", 1),
    ],
    ids=["right-bower", "left-bower", "ace-led", "suit-led", "left-bower-led", "no-bowers"],
)
def test_the_engine_knows_who_takes_a_trick(trick, trump, taker):
    assert Table.taker([(seat, (card[0], card[1])) for seat, card in trick], trump) == taker


def test_the_engine_knows_that_the_left_bower_is_a_trump():
    assert Table.suit(("J", "D"), "H") == "H"
    assert Table.suit(("J", "D"), "S") == "D"
    assert Table.suit(("J", "D"), "") == "D"
