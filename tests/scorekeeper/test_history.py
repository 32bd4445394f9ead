"""Undo and redo, which are derived from the log, so that every phone shows the same."""

import pytest

from scorekeeper.models import Change, Game, Round, Score
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.history import history
from scorekeeper.services.changes import ConflictError
from scorekeeper.services.rounds import NothingToUndoError, redo, undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, ten_each

pytestmark = pytest.mark.usefixtures("_unordered")

BOB_OUT = {"out": "2", "left-cards-1": "K K 5", "left-points-3": "12+11", "left-points-4": "7"}


def stored(game):
    """Return all stored data of a game except its log, version and timestamps."""
    rounds = Round.objects.filter(game=game).values_list(
        "deal", "sets", "runs", "pairs", "dealer__position", "entry", "overruled"
    )
    scores = Score.objects.filter(round__game=game).order_by("round__deal", "side__number")
    rows = scores.values_list("round__deal", "side__number", "points", "reason", "kitty_payment")
    return list(rounds), list(rows), Game.objects.get(pk=game.pk).state


def totals(game):
    return [column.total for column in scoreboard(Game.objects.get(pk=game.pk)).columns]


def turn(act, game):
    act(game=game, context=ChangeContextFactory(game=game))


def kinds(game):
    return list(Change.objects.filter(game=game).values_list("kind", flat=True))


def test_undo_takes_the_latest_deal_back(game):
    assert totals(game) == [0, 20, 20, 20]

    turn(undo, game)

    assert totals(game) == [0, 10, 10, 10]
    assert kinds(game) == ["start", "record", "record", "undo"]
    change = Change.objects.latest("version")
    assert change.before == {
        "format": 2,
        "texts": ten_each(game),
        "dealer": 2,
        "overruled": False,
        "dealer_known": True,
    }
    assert change.after is None


def test_undo_puts_back_what_a_correction_replaced(game):
    before = stored(game)
    RoundFactory(game=game, deal=1, texts=BOB_OUT, dealer=3)
    assert totals(game) == [25, 10, 33, 17]

    turn(undo, game)

    assert stored(game) == before
    assert totals(game) == [0, 20, 20, 20]


@pytest.mark.parametrize("corrected", [False, True])
def test_undo_and_redo_change_nothing(game, corrected):
    if corrected:
        RoundFactory(game=game, deal=1, texts=BOB_OUT, dealer=3)
    before, before_totals = stored(game), totals(game)

    turn(undo, game)
    assert stored(game) != before
    turn(redo, game)

    assert stored(game) == before
    assert totals(game) == before_totals
    assert kinds(game)[-2:] == ["undo", "redo"]


def test_everything_can_be_undone_and_made_again(group):
    game = GameFactory(group=group, variant="liverpool-rummy")
    steps = [stored(game)]
    for deal in range(1, 8):
        RoundFactory(game=game, deal=deal)
        steps.append(stored(game))
    RoundFactory(game=game, deal=4, texts=BOB_OUT | {"cut": "on"}, dealer=2)
    steps.append(stored(game))

    for step in reversed(steps[:-1]):
        turn(undo, game)
        assert stored(game) == step
    with pytest.raises(NothingToUndoError):
        turn(undo, game)
    for step in steps[1:]:
        turn(redo, game)
        assert stored(game) == step
    with pytest.raises(NothingToUndoError):
        turn(redo, game)


def test_the_start_of_a_game_cannot_be_undone(group):
    game = GameFactory(group=group)

    with pytest.raises(NothingToUndoError) as refused:
        turn(undo, game)

    assert str(refused.value) == "There is nothing to undo."
    assert kinds(game) == ["start"]


def test_nothing_is_made_again_that_was_not_undone(game):
    with pytest.raises(NothingToUndoError) as refused:
        turn(redo, game)

    assert str(refused.value) == "There is nothing to redo."
    assert Game.objects.get(pk=game.pk).version == 3


def test_what_can_be_undone_is_read_from_the_log(game):
    turn(undo, game)

    past = history(Game.objects.get(pk=game.pk))

    assert (past.undo.version, past.undo.deal) == (2, 1)
    assert (past.redo.version, past.redo.deal) == (3, 2)


def test_undo_of_a_redo_and_redo_of_that(game):
    before = stored(game)
    turn(undo, game)
    without = stored(game)
    turn(redo, game)

    turn(undo, game)
    assert stored(game) == without
    turn(redo, game)

    assert stored(game) == before


def test_a_new_change_ends_redoing(game):
    turn(undo, game)

    RoundFactory(game=game, deal=2, texts=BOB_OUT)

    assert history(game).redo is None
    with pytest.raises(NothingToUndoError):
        turn(redo, game)
    assert totals(game) == [25, 10, 33, 17]


def test_a_correction_that_was_undone_marks_no_deal(game):
    RoundFactory(game=game, deal=1, texts=BOB_OUT)
    assert history(game).corrected == {1}

    turn(undo, game)

    assert history(game).corrected == frozenset()


@pytest.mark.parametrize("act", [undo, redo])
def test_a_repeated_key_turns_back_once(game, act):
    if act is redo:
        turn(undo, game)
    context = ChangeContextFactory(game=game)
    act(game=game, context=context)
    after, changes = stored(game), kinds(game)

    act(game=game, context=context)

    assert stored(game) == after
    assert kinds(game) == changes


def test_undo_from_an_outdated_page_is_a_conflict(game):
    context = ChangeContextFactory(game=game)
    RoundFactory(game=game, deal=3)

    with pytest.raises(ConflictError):
        undo(game=game, context=context)

    assert Round.objects.filter(game=game).count() == 3


def test_undo_of_the_last_deal_opens_the_game_again(finished):
    assert finished.state == "finished"

    turn(undo, finished)
    assert Game.objects.get(pk=finished.pk).state == "playing"
    turn(redo, finished)

    assert Game.objects.get(pk=finished.pk).state == "finished"


def test_undo_takes_an_overruled_warning_back_and_redo_overrules_it_again(group):
    game = GameFactory(group=group, variant="progressive-rummy")
    many = ten_each(game) | {"left-points-2": "", "left-cards-2": "3x3 3x4 3x5 3x6 7"}
    RoundFactory(game=game, deal=1, texts=many, overruled=True)
    before = stored(game)

    turn(undo, game)
    turn(redo, game)

    assert stored(game) == before
    assert Round.objects.get(game=game).overruled is True
