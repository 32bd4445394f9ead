from collections import Counter
from itertools import product

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport, EntryField, Problem
from rules.engine.inputs import Choice, Flag, Points
from rules.engine.replay import uses_past
from rules.engine.schemes.boxes import BoxesFigures
from rules.reference.facts import facts
from tests.rules.played import deal, points, refusals
from tests.rules.scored import entry_fields, past_of
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of

SLUG = "dice-boxes"
ANN = ("Ann",)
SINGLE = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}


def rules(options=None, patches=None):
    return catalogue().variant(SLUG).ruleset(options, patches)


def turn(box, scored, *, extra=False):
    """Return the entry for a round in which only Ann enters anything."""
    said = {"box": {"Ann": box}, "points": {"Ann": scored}}
    return said | ({"extra": {"Ann": True}} if extra else {})


def scored(*turns, **kwargs):
    """Return Ann’s points for her last turn."""
    return points(SLUG, turns[-1], names=ANN, before=turns[:-1], **kwargs)["Ann"]


def refused(*turns, **kwargs):
    return refusals(SLUG, turns[-1], names=ANN, before=turns[:-1], **kwargs)


def game(*turns):
    """Return a game’s running total, turn by turn."""
    return [scored(*turns[: number + 1]) for number in range(len(turns))]


# The worked examples in rule books


def test_example_three_of_each_single_number():
    turns = [turn(box, points) for box, points in SINGLE.items()]

    assert sum(game(*turns)) == 98


def test_example_full_house_small_straight_and_a_second_five_of_a_kind():
    turns = [turn("five-alike", 50), turn("full-house", 25), turn("small-straight", 30, extra=True)]

    assert sum(game(*turns)[1:]) == 155


# Scoring


def test_every_line_says_which_box_it_is():
    before = [turn("five-alike", 50), *(turn(box, SINGLE[box]) for box in list(SINGLE)[:5])]

    assert deal(SLUG, turn("sixes", "6+6+6+6+6", extra=True), names=ANN, before=before) == {
        "Ann": (
            30 + 100 + 35,
            "Sixes: 6+6+6+6+6; another “Five of a kind”; 75 in the upper section",
        )
    }


@pytest.mark.parametrize(
    ("order", "bonus_in"),
    [
        (["sixes", "fives", "fours", "threes", "twos", "ones"], 6),
        (["ones", "twos", "threes", "fours", "fives", "sixes"], 6),
    ],
)
def test_the_bonus_is_given_in_the_round_that_reaches_it(order, bonus_in):
    given = game(*(turn(box, SINGLE[box]) for box in order))

    assert given == [
        SINGLE[box] + (35 if number == bonus_in else 0) for number, box in enumerate(order, 1)
    ]


def test_the_bonus_is_given_once():
    turns = [turn("sixes", 30), turn("fives", 25), turn("fours", 8), turn("threes", 15)]

    assert game(*turns) == [30, 25, 8 + 35, 15]


def test_other_boxes_do_not_count_for_the_bonus():
    turns = [turn("sixes", 30), turn("fives", 25), turn("chance", 30), turn("ones", 5)]

    assert game(*turns) == [30, 25, 30, 5]


def test_each_further_five_of_a_kind_has_its_bonus():
    turns = [
        turn("five-alike", 50),
        turn("sixes", 30, extra=True),
        turn("chance", 15, extra=True),
        turn("large-straight", 40, extra=True),
    ]

    assert game(*turns) == [50, 130, 115, 140]


@pytest.mark.parametrize(("extra", "given"), [(100, 110), (50, 60)])
def test_a_table_may_set_the_bonus_for_another_five_of_a_kind(extra, given):
    turns = [turn("five-alike", 50), turn("fives", 10), turn("twos", 10, extra=True)]

    assert scored(*turns, options={"extra-five-bonus": extra}) == given


def test_without_that_bonus_nobody_asks_for_it():
    turns = [turn("five-alike", 50), turn("twos", 10, extra=True)]

    assert refused(*turns, options={"extra-five-bonus": 0}) == [
        Problem(
            "unasked", "Five dice, thirteen boxes has no such bonus here. Untick it.", "extra-1"
        )
    ]


def sums(roll):
    """Return a roll’s points in each box that accepts it. Any box may be filled with 0."""
    held, total = Counter(roll), sum(roll)
    most = max(held.values())
    in_row = max(
        len(set(range(low, low + n)) & set(roll)) == n and n
        for low in (1, 2, 3)
        for n in (4, 5)
        if low + n <= 7
    )
    found = {box: roll.count(die) * die for die, box in enumerate(SINGLE, 1)} | {"chance": total}
    return found | {
        "three-alike": total if most >= 3 else 0,
        "four-alike": total if most >= 4 else 0,
        "full-house": 25 if sorted(held.values()) == [2, 3] else 0,
        "small-straight": 30 if in_row >= 4 else 0,
        "large-straight": 40 if in_row == 5 else 0,
        "five-alike": 50 if most == 5 else 0,
    }


def test_a_box_takes_exactly_what_five_dice_can_give():
    possible = {}
    for roll in product(range(1, 7), repeat=5):
        for box, counted in sums(roll).items():
            possible.setdefault(box, set()).add(counted)

    figures = BoxesFigures.model_validate(rules().scoring.figures)

    assert {box.id: set(box.allowed(5)) for box in figures.boxes} == possible


def test_a_whole_sheet_fills_every_box_once():
    figures = BoxesFigures.model_validate(rules().scoring.figures)
    turns = [turn(box.id, box.allowed(5)[-1]) for box in figures.boxes]

    # 105 in the upper section with its bonus, 3 x 30 for the sums, 25 + 30 + 40 + 50.
    assert sum(game(*turns)) == 105 + 35 + 90 + 145
    assert rules().length == len(turns)


# Errors


@pytest.mark.parametrize(
    ("box", "wrong", "takes"),
    [
        ("Ones", 6, "0, 1, 2, 3, 4 or 5"),
        ("Fours", 10, "0, 4, 8, 12, 16 or 20"),
        ("Sixes", 36, "0, 6, 12, 18, 24 or 30"),
        ("Fives", -5, "0, 5, 10, 15, 20 or 25"),
        ("Three of a kind", 31, "0, or 5 to 30"),
        ("Four of a kind", 4, "0, or 5 to 30"),
        ("Full house", 28, "0 or 25"),
        ("Small straight", 25, "0 or 30"),
        ("Large straight", 30, "0 or 40"),
        ("Five of a kind", 100, "0 or 50"),
        ("Chance", 0, "5 to 30"),
    ],
)
def test_points_that_a_box_cannot_have_are_refused(box, wrong, takes):
    (field, *_) = entry_fields(rules(), 1, 1)
    ids = {label: key for key, label in field.kind.answers}

    assert refused(turn(ids[box], wrong), accept_warnings=True) == [
        Problem(
            "impossible-points",
            f"Ann can’t have {wrong} in “{box}”. Enter {takes}.".replace("-", "−"),
            "points-1",
        )
    ]


def test_a_box_that_another_player_has_filled_is_free():
    first = {"box": {"Ann": "ones", "Bob": "twos"}, "points": {"Ann": 3, "Bob": 4}}
    second = {"box": {"Ann": "twos", "Bob": "ones"}, "points": {"Ann": 6, "Bob": 2}}

    assert points(SLUG, second, names=("Ann", "Bob"), before=[first]) == {"Ann": 6, "Bob": 2}


def test_a_box_that_the_sheet_does_not_have_is_refused():
    (problem,) = refused(turn("sevens", 7))

    assert problem.message.startswith(
        "Ann: “sevens” isn’t one of the choices. Choose one of these: Ones, Twos, Threes"
    )


# Texts


def test_the_table_is_told_how_far_the_single_numbers_are():
    ruleset = rules()
    table = table_of(ruleset, ("Ann", "Bob"), "Ann")
    rounds = [
        {"box": {"Ann": "sixes", "Bob": "chance"}, "points": {"Ann": 30, "Bob": 20}},
        {"box": {"Ann": "fives", "Bob": "ones"}, "points": {"Ann": 25, "Bob": 2}},
        {"box": {"Ann": "fours", "Bob": "sixes"}, "points": {"Ann": 8, "Bob": 0}},
    ]
    reports = [
        DealReport(number, table, entry_texts(entry, keys_of(table)))
        for number, entry in enumerate(rounds, 1)
    ]

    told = [status(ruleset, table, past_of(ruleset, reports[:count])) for count in range(4)]

    assert told == [
        {"1": "0 of 63 in the upper section", "2": "0 of 63 in the upper section"},
        {"1": "30 of 63 in the upper section", "2": "0 of 63 in the upper section"},
        {"1": "55 of 63 in the upper section", "2": "2 of 63 in the upper section"},
        {"1": "bonus of 35 earned", "2": "2 of 63 in the upper section"},
    ]


def test_earlier_rounds_bear_on_what_a_round_counts():
    assert uses_past(rules())


def test_without_a_bonus_nothing_is_told_of_the_single_numbers():
    ruleset = rules(patches={"scoring.figures.bonus": 0})

    assert status(ruleset, table_of(ruleset, ANN, "Ann"), past_of(ruleset, [])) == {}
    assert "bonus" not in {fact.key for fact in facts(ruleset)}


def test_a_form_asks_for_a_box_and_its_points():
    box, asked, extra = entry_fields(rules(), 1, 2)

    assert (box.id, box.label, box.scope) == ("box", "Box", "side")
    assert isinstance(box.kind, Choice)
    assert len(box.kind.answers) == 13
    assert box.once_a_game
    assert (asked.id, asked.label, asked.scope) == ("points", "Points", "side")
    assert isinstance(asked.kind, Points)
    assert asked.kind.by == "box"
    values = dict(asked.kind.values)
    assert values["threes"] == (0, 3, 6, 9, 12, 15)
    assert values["full-house"] == (0, 25)
    assert values["chance"] == tuple(range(5, 31))
    assert values.keys() == dict(box.kind.answers).keys()
    assert extra == EntryField(
        "extra", "Another “Five of a kind” (+100)", Flag(), "side", optional=True
    )


def test_facts_tell_the_boxes():
    found = {fact.key: fact.text for fact in facts(rules())}

    assert found["boxes"] == "13, each filled once"
    assert found["fixed"] == (
        "Full house 25; Small straight 30; Large straight 40; Five of a kind 50"
    )
    assert found["sums"] == "Three of a kind, Four of a kind, Chance"
    assert found["bonus"] == "+35 for 63 points or more"
    assert found["extra"] == "+100"
