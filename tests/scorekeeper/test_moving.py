"""Deals that are inserted before others, or removed: the later ones move."""

import pytest

from rules.engine.entries import EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.snapshots import DealEntry, TableSnapshot, dump_change, load_change, load_ruleset
from scorekeeper.models import Change, Game, Round, Score, SentHand, Side
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.corrections import corrected_sides
from scorekeeper.queries.history import changes, history
from scorekeeper.queries.integrity import check_games
from scorekeeper.queries.seating import read_seating
from scorekeeper.services.changes import ConflictError
from scorekeeper.services.moving import MovedDealError, insert_deal, remove_deal
from scorekeeper.services.players import come_back, join, leave, move_seat, stop
from scorekeeper.services.rounds import redo, undo
from scorekeeper.services.turns import record_turns
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, entered, rescored
from tests.scorekeeper.pages import get, notices, pad_of, problems, send

pytestmark = pytest.mark.django_db


def by(game):
    return {"game": Game.objects.get(pk=game.pk), "context": ChangeContextFactory(game=game)}


def hand(out, *left):
    """Return the entry of a deal: who went out, and the points of the others in seating order."""
    others = (number for number in range(1, len(left) + 2) if number != out)
    held = {f"left-points-{number}": str(points) for number, points in zip(others, left, strict=True)}
    return {"out": str(out)} | held


def table(game):
    """Return each deal’s dealer, contract and points by side, in order."""
    return [
        (
            played.dealer.position,
            played.sets,
            played.runs,
            [
                (score.side.number, score.points)
                for score in played.scores.select_related("side").order_by("side__number")
            ],
        )
        for played in Round.objects.filter(game=game).select_related("dealer")
    ]


def points(game):
    return [[scored for _side, scored in sides] for *_contract, sides in table(game)]


def agrees():
    return [checked.problems for checked in check_games() if checked.problems] == []


@pytest.fixture
def game(group):
    """Contract Rummy with three deals: two sets, a set and a run, two runs."""
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    for deal, texts in enumerate((hand(1, 10, 20), hand(2, 5, 8), hand(3, 7, 9)), 1):
        RoundFactory(game=game, deal=deal, texts=texts)
    return game


FIRST, SECOND, THIRD = [0, 10, 20], [5, 0, 8], [7, 9, 0]


def test_a_deal_is_removed_and_the_later_ones_move(game):
    before = table(game)

    remove_deal(**by(game), deal=2)

    after = table(game)
    assert after == [before[0], (3, 1, 1, [(1, 7), (2, 9), (3, 0)])]
    board = scoreboard(Game.objects.get(pk=game.pk))
    assert [column.total for column in board.columns] == [7, 19, 20]
    assert (board.next_row.deal.number, board.next_row.dealer_name) == (3, "Ann")
    undo(**by(game))
    assert table(game) == before
    redo(**by(game))
    assert table(game) == after
    assert agrees()
    assert rescored() == (2, 0)


def test_a_deal_is_inserted_and_the_later_ones_move(game):
    before = table(game)

    insert_deal(**by(game), deal=2, submitted=entered(hand(1, 2, 4)))

    after = table(game)
    assert after == [
        before[0],
        (2, 1, 1, [(1, 0), (2, 2), (3, 4)]),
        (2, 0, 2, [(1, 5), (2, 0), (3, 8)]),
        (3, 3, 0, [(1, 7), (2, 9), (3, 0)]),
    ]
    undo(**by(game))
    assert table(game) == before
    redo(**by(game))
    assert table(game) == after
    assert agrees()
    assert rescored() == (4, 0)


def test_everything_can_be_undone_in_turn(game):
    steps = [points(game)]
    for act, deal in ((insert_deal, 1), (remove_deal, 4), (insert_deal, 3), (remove_deal, 1)):
        extra = {"submitted": entered(hand(2, 3, 4), dealer=3)} if act is insert_deal else {}
        act(**by(game), deal=deal, **extra)
        steps.append(points(game))

    new = [3, 0, 4]
    assert steps[1:] == [
        [new, FIRST, SECOND, THIRD],
        [new, FIRST, SECOND],
        [new, FIRST, new, SECOND],
        [FIRST, new, SECOND],
    ]
    for step in steps[-2::-1]:
        undo(**by(game))
        assert points(game) == step
    for step in steps[1:]:
        redo(**by(game))
        assert points(game) == step
    assert agrees()


# Players who join late, leave, come back or change seats. Four players, four deals: Dee leaves after
# deal 1, Eve joins for deal 3 with 30, Dee returns after deal 3 with 50, and seats change at deal 4.


@pytest.fixture
def changing(group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai", "Dee"))
    RoundFactory(game=game, deal=1, texts=hand(1, 10, 20, 30))
    leave(**by(game), side=4)
    RoundFactory(game=game, deal=2, texts=hand(2, 5, 8))
    join(**by(game), name="Eve", start=30)
    RoundFactory(game=game, deal=3, texts=hand(3, 7, 9) | {"left-points-5": "4"})
    come_back(**by(game), side=4, total=50)
    move_seat(**by(game), side=5, after=1)
    RoundFactory(game=game, deal=4, texts=hand(1, 6, 7, 8, 9))
    return game


def stays(game):
    """Return which deals Dee missed, when Eve joined, and the first deal with the new seats."""
    dee, eve = Side.objects.filter(game=game, number__in=(4, 5))
    ((first, _order),) = Game.objects.get(pk=game.pk).seat_orders
    return [gap[:2] for gap in dee.away], eve.joined, first


def players(game):
    """Return the numbers of the sides that play each deal."""
    seating = read_seating(game)
    return [
        sorted(seat.side.number for seat in seating.seats_at(played.deal))
        for played in Round.objects.filter(game=game)
    ]


FOUR, THREE, OTHER, FIVE = [1, 2, 3, 4], [1, 2, 3], [1, 2, 3, 5], [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("deal", "moved", "sides", "totals"),
    [
        # Dee comes back with 50 in each case: after deal 4, she has 58.
        (1, ([[1, 2]], 2, 3), [THREE, OTHER, FIVE], [12, 15, 15, 58, 43]),
        (2, ([[2, 2]], 2, 3), [FOUR, OTHER, FIVE], [7, 25, 27, 58, 43]),
        (3, ([[2, 2]], 3, 3), [FOUR, THREE, FIVE], [5, 16, 35, 58, 39]),
        (4, ([[2, 3]], 3, 4), [FOUR, THREE, OTHER], [12, 19, 28, 50, 34]),
    ],
)
def test_players_stay_in_their_deals_if_another_is_removed(changing, deal, moved, sides, totals):
    before = stays(changing), players(changing), points(changing)
    assert before[:2] == (([[2, 3]], 3, 4), [FOUR, THREE, OTHER, FIVE])

    remove_deal(**by(changing), deal=deal)

    assert (stays(changing), players(changing)) == (moved, sides)
    board = scoreboard(Game.objects.get(pk=changing.pk))
    assert [board.state.total(str(side)) for side in FIVE] == totals
    undo(**by(changing))
    assert (stays(changing), players(changing), points(changing)) == before
    assert agrees()


@pytest.mark.parametrize(
    ("deal", "texts", "moved", "sides"),
    [
        (1, hand(1, 2, 4, 5), ([[3, 4]], 4, 5), [FOUR, FOUR, THREE, OTHER, FIVE]),
        (2, hand(1, 2, 4, 5), ([[3, 4]], 4, 5), [FOUR, FOUR, THREE, OTHER, FIVE]),
        (3, hand(1, 2, 4), ([[2, 4]], 4, 5), [FOUR, THREE, THREE, OTHER, FIVE]),
        (4, hand(1, 2, 4) | {"left-points-5": "5"}, ([[2, 4]], 3, 5), [FOUR, THREE, OTHER, OTHER, FIVE]),
    ],
)
def test_an_inserted_deal_has_the_players_of_the_deal_before(changing, deal, texts, moved, sides):
    before = stays(changing), players(changing), points(changing)

    insert_deal(**by(changing), deal=deal, submitted=entered(texts))

    assert (stays(changing), players(changing)) == (moved, sides)
    undo(**by(changing))
    assert (stays(changing), players(changing), points(changing)) == before
    assert agrees()
