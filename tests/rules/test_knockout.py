"""Tally games in which a certain total eliminates a player."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.schemes import Past, scheme_of
from rules.reference.facts import facts
from tests.rules.played import points, refusals
from tests.rules.statuses import status
from tests.rules.transcript import table_of

THREE = ("Ann", "Bob", "Cai")


def lost(**losses):
    return {"lost": losses}


FOUR_LOSSES_OF_BOB = [lost(Ann=0, Bob=1, Cai=0)] * 4


def test_a_player_who_is_out_enters_nothing_and_scores_nothing():
    assert points("schwimmen", lost(Ann=1, Cai=0), names=THREE, before=FOUR_LOSSES_OF_BOB) == {
        "Ann": 1,
        "Bob": 0,
        "Cai": 0,
    }


def test_everyone_who_is_in_enters_something():
    (problem,) = refusals("schwimmen", lost(Ann=1), names=THREE, before=FOUR_LOSSES_OF_BOB)

    assert (problem.code, problem.input) == ("missing", "lost-3")


def test_an_entry_for_a_player_who_is_out_is_questioned_and_ignored():
    entry = lost(Ann=0, Bob=1, Cai=1)

    (problem,) = refusals("schwimmen", entry, names=THREE, before=FOUR_LOSSES_OF_BOB)

    assert problem.message == "Bob is out of the game. Clear Bob’s entries."
    assert (problem.input, problem.warning) == ("lost-2", True)
    assert points(
        "schwimmen", entry, names=THREE, before=FOUR_LOSSES_OF_BOB, accept_warnings=True
    ) == {"Ann": 0, "Bob": 0, "Cai": 1}


@pytest.mark.parametrize(
    ("options", "most"), [({}, 1), ({"closing-costs-two": True}, 2), ({"scat": True}, 2)]
)
def test_a_hand_costs_a_life_or_two(options, most):
    assert points("schwimmen", lost(Ann=0, Bob=most, Cai=0), names=THREE, options=options) == {
        "Ann": 0,
        "Bob": most,
        "Cai": 0,
    }

    (problem,) = refusals(
        "schwimmen", lost(Ann=0, Bob=most + 1, Cai=0), names=THREE, options=options
    )
    assert problem.code == "too-many"


def test_the_number_of_lives_is_one_less_than_the_losses():
    rules = catalogue().variant("schwimmen").ruleset({"other-lives": 6})

    told = status(rules, table_of(rules, THREE, "Ann"), Past())

    assert dict(told) == {"1": "5 lives left", "2": "5 lives left", "3": "5 lives left"}


def closed(who, *named, **left):
    return {"closed": who, **dict.fromkeys(named, who), "left-points": left}


def test_all_seven_melded_takes_off_ten():
    assert points("chinchon", closed("Ann", "all", Bob=20, Cai=7), names=THREE) == {
        "Ann": -10,
        "Bob": 20,
        "Cai": 7,
    }


def test_a_chinchon_can_take_off_fifty_instead_of_winning():
    assert points(
        "chinchon",
        closed("Ann", "all", "chinchon", Bob=20, Cai=7),
        names=THREE,
        options={"minus-50": True},
    ) == {"Ann": -50, "Bob": 20, "Cai": 7}


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        # Bob melded all seven, but Ann closed.
        ({"closed": "Ann", "all": "Bob", "left-points": {"Ann": 3, "Cai": 5}}, "needs-more"),
        # A chinchón has all seven cards.
        (
            {"closed": "Ann", "chinchon": "Ann", "left-points": dict.fromkeys(THREE, 3)},
            "needs-more",
        ),
        ({"left-points": dict.fromkeys(THREE, 3)}, "nobody-named"),
        (
            {"closed": "Ann", "left-cards": {"Ann": "2", "Bob": "K K K K K", "Cai": "3"}},
            "more-than-deck",
        ),
    ],
)
def test_a_hand_of_chinchon_that_cannot_be_is_refused(entry, code):
    assert code in [problem.code for problem in refusals("chinchon", entry, names=THREE)]


@pytest.mark.parametrize(
    ("options", "values"),
    [
        ({}, {"J": 10, "Q": 10, "K": 10}),
        ({"faces-by-number": True}, {"J": 10, "Q": 11, "K": 12}),
        ({"jokers": True}, {"J": 10, "Joker": 25}),
        ({"forty-eight-cards": True}, {"8": 8, "9": 9, "K": 10}),
    ],
)
def test_values_of_chinchon(options, values):
    rules = catalogue().variant("chinchon").ruleset(options)

    worths = scheme_of(rules, 3).words.worths(rules.deal(1))

    assert {rank: worths[rank] for rank in values} == values


def test_the_winner_is_the_last_one_in_or_has_a_chinchon():
    found = {fact.key: fact.text for fact in facts(catalogue().variant("chinchon").standard)}

    assert found["winner"] == "last player under 101, or the first with “Chinchón”"
