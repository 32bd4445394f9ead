"""The cells that are marked after a correction. Ann, Bob and Cai are sides 1 to 3."""

import pytest

from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.corrections import corrected_sides
from scorekeeper.queries.history import changes
from scorekeeper.services.rounds import undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory
from tests.scorekeeper.pages import get

pytestmark = pytest.mark.django_db

FIRST = {"out": "1", "left-points-2": "10", "left-points-3": "20"}
# Cai had 25.
OTHER_HAND = FIRST | {"left-points-3": "25"}
# Bob went out, and Ann was left with 5.
OTHER_OUT = {"out": "2", "left-points-1": "5", "left-points-3": "20"}


def marked(*reports, variant="contract-rummy", names=("Ann", "Bob", "Cai")):
    """Return the marks in a game whose first deal was saved with each of these entries in turn."""
    game = GameFactory(variant=variant, names=names)
    for texts in reports:
        RoundFactory(game=game, deal=1, texts=texts)
    return game, corrected_sides(scoreboard(game), changes(game))


@pytest.mark.parametrize(
    ("reports", "sides"),
    [
        ([FIRST], {}),
        ([FIRST, OTHER_HAND], {1: {"3"}}),
        ([FIRST, OTHER_OUT], {1: {"1", "2"}}),
        ([FIRST, OTHER_HAND, OTHER_OUT], {1: {"1", "2", "3"}}),
    ],
)
def test_those_are_marked_about_whom_something_else_was_entered(reports, sides):
    assert marked(*reports)[1] == sides


def test_what_is_asked_once_for_a_deal_is_about_all_sides():
    tricks = {"makers": "1", "tricks": "3"}

    _, sides = marked(
        tricks, tricks | {"tricks": "5"}, variant="euchre", names=("Ann", "Bob", "Cai", "Dee")
    )

    assert sides == {1: {"1", "2"}}


def test_a_correction_that_changes_nothing_is_neither_logged_nor_undone(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    RoundFactory(game=game, deal=1, texts=FIRST)
    game.refresh_from_db()
    url = f"/games/{game.code}/rounds/1/"

    answer = phone.post(url, get(phone, url).form(url))

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    assert [change.kind for change in changes(game)] == ["record", "start"]
    undo(game=game, context=ChangeContextFactory(game=game))
    assert not game.rounds.exists()


def test_a_correction_that_was_undone_marks_nothing():
    game, _ = marked(FIRST, OTHER_HAND)
    game.refresh_from_db()

    undo(game=game, context=ChangeContextFactory(game=game))

    assert corrected_sides(scoreboard(game), changes(game)) == {}
