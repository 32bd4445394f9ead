"""Crazy Eights and Countdown: who collects, blocked hands, penalties, and counting down to 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.errors import CatalogueError
from rules.engine.schemes import Mark
from rules.engine.seating import Entrant
from rules.reference.facts import facts
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.transcript import table_of

THREE = ("Ann", "Bob", "Cai")
PENALTIES = {"penalty-scoring": 100}


def rules(slug="crazy-eights", options=None):
    return catalogue().variant(slug).ruleset(options)


def row(ruleset, key):
    return next((fact.text for fact in facts(ruleset) if fact.key == key), None)


# Cards


@pytest.mark.parametrize(
    ("hand", "worth"),
    [("8 K 3", 63), ("A A 7", 9), ("9 9 Q", 28), ("10 J", 20), ("2 3 4 5 6 7 9", 36)],
)
def test_cards_left_cost_what_the_table_says(hand, worth):
    entry = {"out": "Ann", "left-cards": {"Bob": hand}, "left-points": {"Cai": 3}}

    scored = points("crazy-eights", entry, names=THREE, options=PENALTIES)

    assert scored == {"Ann": 0, "Bob": worth, "Cai": 3}


def test_the_winner_collects_from_three_hands():
    hands = {"Ann": "8 K 3", "Bob": "A A 7", "Cai": "9 9 Q"}

    scored = deal("crazy-eights", {"out": "Dee", "left-cards": hands})

    assert scored == {
        "Ann": (0, "8 K 3: 50 + 10 + 3"),
        "Bob": (0, "A A 7: 1 + 1 + 7"),
        "Cai": (0, "9 9 Q: 9 + 9 + 10"),
        "Dee": (100, "went out, collects 100"),
    }


def test_the_smallest_of_a_blocked_hand_gets_the_differences():
    entry = {"ran-out": True, "left-points": {"Ann": 28, "Bob": 9, "Cai": 63}}

    assert points("crazy-eights", entry, names=THREE) == {"Ann": 0, "Bob": 73, "Cai": 0}


def test_equal_smallest_hands_share_what_the_others_give():
    entry = {"ran-out": True, "left-points": {"Ann": 10, "Bob": 6, "Cai": 6, "Dee": 11}}

    assert points("crazy-eights", entry) == {"Ann": 0, "Bob": 5, "Cai": 4, "Dee": 0}


def test_where_losers_write_penalties_a_blocked_hand_charges_everybody():
    entry = {"ran-out": True, "left-points": {"Ann": 28, "Bob": 9, "Cai": 63}}

    scored = points("crazy-eights", entry, names=THREE, options=PENALTIES)

    assert scored == {"Ann": 28, "Bob": 9, "Cai": 63}


@given(totals=st.lists(st.integers(1, 100), min_size=2, max_size=5), blocked=st.booleans())
def test_the_winner_never_collects_more_than_the_others_hold(totals, blocked):
    names = ("Ann", "Bob", "Cai", "Dee", "Eva")[: len(totals)]
    held = dict(zip(names, totals, strict=True))
    if not blocked:
        held.pop("Ann")
    entry = {"ran-out": True} if blocked else {"out": "Ann"}

    scored = points(
        "crazy-eights", entry | {"left-points": held}, names=names, accept_warnings=True
    )

    least = min(totals) if blocked else 0
    assert sum(scored.values()) == sum(total - least for total in held.values())
    assert all(score >= 0 for score in scored.values())


@pytest.mark.parametrize(
    ("players", "options", "hand", "refused"),
    [
        (5, {}, "5x8", True),
        (6, {}, "5x8", False),  # six or more players use two packs
        (5, {"two-packs": True}, "5x8", False),
        (2, {"two-packs": True}, "9x8", True),
    ],
)
def test_a_pack_has_four_eights(players, options, hand, refused):
    names = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay")[:players]
    entry = {"out": "Ann", "left-cards": {"Bob": hand}, "left-points": dict.fromkeys(names[2:], 1)}

    if refused:
        (problem,) = refusals("crazy-eights", entry, names=names, options=options)
        assert (problem.code, problem.input) == ("more-than-deck", "left-cards-2")
    else:
        assert points("crazy-eights", entry, names=names, options=options)["Ann"] >= 250


def test_a_pack_has_no_jokers():
    found = refusals(
        "crazy-eights", {"out": "Ann", "left-cards": {"Bob": "JK"}}, names=("Ann", "Bob")
    )

    assert found == [
        Problem(
            "unreadable",
            "Bob: “JK” isn’t a card. Enter QS for the queen of spades or K for any king, with "
            "spaces between the cards.",
            "left-cards-2",
        )
    ]


def test_a_hand_may_grow_by_drawing():
    entry = {"out": "Ann", "left-cards": {"Bob": "2 3 4 5 6 7 9 10 J Q K A"}}

    assert points("crazy-eights", entry, names=("Ann", "Bob"))["Ann"] == 77


# The end


@pytest.mark.parametrize(("players", "target"), [(2, 100), (4, 200), (7, 350)])
def test_the_target_grows_with_the_table(players, target):
    names = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus")[:players]
    others = [Entrant(name) for name in names[1:]]

    below = standings(rules(), [Entrant("Ann", target - 2), *others], [{"Ann": 1}])
    there = standings(rules(), [Entrant("Ann", target - 1), *others], [{"Ann": 1}])

    assert not below.is_over
    assert there.is_over
    assert there.winners == ("Ann",)


@pytest.mark.parametrize(
    ("options", "totals", "winners"),
    [
        pytest.param({"target-50-per-player": 25}, (45, 50), ("Bob",), id="other-points"),
        pytest.param({}, (99, 98), (), id="nobody-there"),
        pytest.param({}, (110, 104), ("Ann",), id="highest-of-two"),
        pytest.param({}, (104, 104), (), id="level-plays-on"),
        pytest.param(PENALTIES, (99, 12), (), id="below-the-limit"),
        pytest.param(PENALTIES, (100, 12), ("Bob",), id="lowest-wins"),
    ],
)
def test_who_wins(options, totals, winners):
    game = standings(
        rules(options=options), ["Ann", "Bob"], [dict(zip(("Ann", "Bob"), totals, strict=True))]
    )

    assert game.is_over == bool(winners)
    assert game.winners == winners


def test_a_limit_is_not_besides_points_for_each_player():
    with pytest.raises(CatalogueError, match="can’t be used together"):
        rules(options=PENALTIES | {"target-50-per-player": 25})


def test_penalty_scoring_needs_its_limit():
    with pytest.raises(CatalogueError) as refused:
        rules(options={"penalty-scoring": 0})

    assert str(refused.value) == "“Penalty scoring” needs a whole number from 1 to 100000."


# Options


@pytest.mark.parametrize(
    ("options", "key", "told"),
    [
        ({}, "values", "2–7: face value; 8: 50; 9: face value; 10–K: 10; A: 1"),
        ({}, "cards", "2 players: 7; 3–7 players: 5"),
        ({}, "deck", "2–5 players: one pack, no jokers; 6–7 players: two packs, no jokers"),
        ({"two-packs": True}, "deck", "two packs, no jokers"),
        ({}, "collects", "the winner of a hand scores what the others have left"),
        ({}, "blocked", "the smallest hand collects the differences"),
        ({}, "winner", "first to 50 for each player in the game"),
        ({"target-50-per-player": 25}, "winner", "first to 25 for each player in the game"),
        (PENALTIES, "collects", None),
        (PENALTIES, "blocked", "everyone counts their cards left"),
        (PENALTIES, "winner", "lowest total once someone reaches 100"),
    ],
)
def test_an_option_shows_among_the_facts(options, key, told):
    assert row(rules(options=options), key) == told


@pytest.mark.parametrize(
    "option",
    [
        *("draw-one", "draw-three", "draw-until-able", "specials", "must-play-if-able"),
        *("stacked-equal-cards", "no-final-eight"),
    ],
)
def test_a_rule_of_play_is_recorded_and_changes_no_points(option):
    with_it = rules(options={option: True})

    assert with_it.options == {option: True}
    assert with_it.model_copy(update={"options": {}}) == rules()


def test_a_table_draws_in_one_way():
    with pytest.raises(CatalogueError, match="can’t be used together"):
        rules(options={"draw-one": True, "draw-until-able": True})


# Countdown

COUNTDOWN = "crazy-eights-countdown"


def test_a_last_card_is_a_step_down():
    assert deal(COUNTDOWN, {"out": "Bob"}, names=THREE) == {
        "Ann": (0, "no step"),
        "Bob": (1, "one step down"),
        "Cai": (0, "no step"),
    }


def test_a_hand_whose_cards_ran_out_is_no_step():
    assert points(COUNTDOWN, {"ran-out": True}, names=THREE) == {"Ann": 0, "Bob": 0, "Cai": 0}


def test_eight_steps_win():
    game = standings(rules(COUNTDOWN), ["Ann", "Bob"], [{"Ann": 1, "Bob": 0}] * 7)
    last = standings(rules(COUNTDOWN), ["Ann", "Bob"], [{"Ann": 1, "Bob": 0}] * 8)

    assert not game.is_over
    assert last.is_over
    assert last.winners == ("Ann",)


def test_countdown_counts_no_cards():
    ruleset = rules(COUNTDOWN)

    assert [asked.id for asked in entry_fields(ruleset, 1, 3)] == ["out", "ran-out"]
    assert row(ruleset, "values") is None
    assert row(ruleset, "countdown") == "from 8 to 0"
    assert row(ruleset, "winner") == "first to take 8 steps down"
    assert row(ruleset, "cards") == "8"


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ({"target": 0, "open": True}, "the target must be a number of cards from 1 to 10"),
        ({"target": 11}, "the target must be a number of cards from 1 to 10"),
    ],
)
def test_a_countdown_begins_at_a_rank(end, message):
    with pytest.raises(CatalogueError) as refused:
        catalogue().variant(COUNTDOWN).ruleset(patches={f"end.{key}": v for key, v in end.items()})

    assert str(refused.value) == f"Crazy Eights Countdown: scoring.figures: {message}"


def test_a_step_is_marked_on_the_pad():
    ruleset = rules(COUNTDOWN)
    table = table_of(ruleset, THREE, "Ann")
    entry = report(ruleset, 1, table, {"out": "2"})

    lines = score_deal(ruleset, 1, entry)

    assert [line.mark for line in lines] == [Mark.NONE, Mark.ACHIEVED, Mark.NONE]
