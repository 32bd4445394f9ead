"""The winner whom the players choose: of a tie, or by another condition than points."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.game import ChosenWinner
from rules.engine.rulesets import Settlement
from rules.engine.settlement import payments
from tests.rules.played import standings


def ended(totals, slug="any-game", options=None, *, side, outright=False, deals=1):
    """Return a game that was ended after one deal, with the choice of a winner."""
    rules = catalogue().variant(slug).ruleset(options or {})
    chosen = ChosenWinner(side=side, deals=deals, outright=outright)
    points = {str(number): total for number, total in enumerate(totals, 1)}
    return standings(rules, list(points), [points], stopped=True, chosen=chosen)


@pytest.mark.parametrize(
    ("totals", "side", "outright", "places"),
    [
        ([30, 50, 50, 40], 3, False, [4, 2, 1, 3]),
        ([50, 50, 50, 40], 1, False, [1, 2, 2, 4]),
        ([30, 50, 50, 40], 1, True, [1, 2, 2, 4]),
        ([30, 50, 49, 40], 1, True, [1, 2, 3, 4]),
        ([30, 50, 49, 40], 2, True, [4, 1, 2, 3]),
    ],
)
def test_the_chosen_winner_is_first_and_the_others_follow_by_points(totals, side, outright, places):
    state = ended(totals, side=side, outright=outright)

    assert [standing.place for standing in state.places] == places
    assert [standing.total for standing in state.places] == totals
    assert state.winners == (str(side),)
    assert state.chosen is not None


@pytest.mark.parametrize(
    ("totals", "choice", "winners"),
    [
        ([30, 50, 50], {"side": 1}, ("2", "3")),  # never tied
        ([30, 50, 49], {"side": 3}, ("2",)),  # a correction ended the tie
        (
            [30, 50, 50],
            {"side": 3, "deals": 2},
            ("2", "3"),
        ),  # the game went on, or deals were undone
        ([30, 50, 49], {"side": 3, "deals": 2, "outright": True}, ("2",)),
        ([30, 50, 49], {"side": 9, "outright": True}, ("2",)),
        ([30, 50, 49], {"side": 0, "outright": True}, ("2",)),
    ],
)
def test_a_choice_without_its_tie_is_void(totals, choice, winners):
    state = ended(totals, **choice)

    assert (state.winners, state.chosen) == (winners, None)


def test_the_rules_of_a_game_may_decide_ties():
    rummy = ended([5, 5, 9], "contract-rummy", side=2)
    assert (rummy.tied, rummy.winners) == (("1", "2"), ("2",))
    # Crazy eights is played on until one player is ahead.
    eights = ended([5, 5, 1], "crazy-eights", side=2)
    assert (eights.tied, eights.winners) == ((), ("1", "2"))
    # Nobody is ahead of the others if all play together.
    together = ended([5, 5, 9], options={"together": True}, side=2)
    assert (together.tied, together.winners) == ((), ())


def test_the_winner_of_a_tie_gets_the_payment_of_first_place():
    settlement = Settlement(unit={"one": "penny", "many": "pennies"}, step=2)
    standard = catalogue().variant("contract-rummy").standard
    rules = standard.model_copy(update={"settlement": settlement})
    points = {"1": 5, "2": 5, "3": 9}

    tied = standings(rules, list(points), [points], stopped=True)
    state = standings(
        rules, list(points), [points], stopped=True, chosen=ChosenWinner(side=2, deals=1)
    )

    assert [payment.net for payment in payments(rules, tied)] == [2, 2, -4]
    assert [payment.net for payment in payments(rules, state)] == [-2, 6, -4]
