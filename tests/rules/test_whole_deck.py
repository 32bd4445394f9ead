"""Checks of all hands of a deal, taken together, against the deck.

With four players, Contract Rummy has two packs and three jokers. The cards of a suit come to
44 + 40 + 15 = 99, so the entire deck comes to 8 × 99 + 3 × 15 = 837.
"""

from rules.engine.entries import Problem
from tests.rows import each_row
from tests.rules.played import points, refusals

FOUR = ("Ann", "Bob", "Cai", "Dee")


def contract_rummy(**entry):
    """Return the errors of a deal of Contract Rummy that Ann ends, without the warnings."""
    sides = {field.replace("_", "-"): hands for field, hands in entry.items()}
    found = refusals("contract-rummy", {"out": "Ann"} | sides, names=FOUR)
    return [problem for problem in found if not problem.warning]


def test_hands_worth_more_than_the_deck_are_refused():
    found = contract_rummy(left_points={"Bob": 800, "Cai": 800, "Dee": 800})

    assert found == [
        Problem(
            "more-than-whole-deck",
            "The hands come to 2400 in all, but the entire deck comes to only 837. "
            "Check the totals.",
            "left-points-2",
        )
    ]


def test_the_largest_of_the_totals_is_the_one_to_correct():
    found = contract_rummy(left_points={"Bob": 40, "Cai": 790, "Dee": 8})

    assert [(problem.code, problem.input) for problem in found] == [
        ("more-than-whole-deck", "left-points-3")
    ]


def test_cards_count_with_the_totals():
    found = contract_rummy(left_cards={"Bob": "K K A"}, left_points={"Cai": 400, "Dee": 403})

    assert [problem.message for problem in found] == [
        "The hands come to 838 in all, but the entire deck comes to only 837. Check the totals."
    ]


def test_a_total_is_made_from_the_cards_that_the_others_do_not_have():
    found = contract_rummy(left_cards={"Bob": "K", "Dee": "2"}, left_points={"Cai": 830})

    assert found == [
        Problem(
            "impossible-total",
            "Cai can’t have 830: the cards for it were entered elsewhere. "
            "The nearest total: 825. Check these hands.",
            "left-points-3",
        )
    ]


def test_totals_that_no_cards_make_together_are_refused():
    found = contract_rummy(left_points={"Bob": 800, "Cai": 36, "Dee": 0})

    assert ("impossible-sum", "left-points-2") in [(one.code, one.input) for one in found]
    assert (
        "No cards add up to 836 for Bob and Cai together. The nearest totals: 835 and 837. "
        "Check these hands."
    ) in [one.message for one in found]


def test_the_entire_deck_may_be_left_in_hands():
    entry = {"out": "Ann", "left-points": {"Bob": 400, "Cai": 400, "Dee": 37}}

    assert points("contract-rummy", entry, names=FOUR, accept_warnings=True) == {
        "Ann": 0,
        "Bob": 400,
        "Cai": 400,
        "Dee": 37,
    }


@each_row
def test_other_games_with_hands(slug, names, entry, total, deck):
    found = refusals(slug, entry, names=names)

    assert [problem.message for problem in found if not problem.warning] == [
        (
            f"The hands come to {total} in all, but the entire deck comes to only {deck}. "
            "Check the totals."
        )
    ]
