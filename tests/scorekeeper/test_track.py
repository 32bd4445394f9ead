"""The pegging track: holes in streets of thirty, and two pegs for each side."""

import pytest

from scorekeeper.presenters.track import Peg, board_track, pegging_track
from scorekeeper.queries.board import scoreboard
from scorekeeper.sheets.filled import filled_sheet
from tests.factories import GameFactory, RoundFactory


@pytest.mark.parametrize(
    ("holes", "streets"),
    [
        (121, [(1, 30), (31, 60), (61, 90), (91, 121)]),
        (61, [(1, 30), (31, 61)]),
        (60, [(1, 30), (31, 60)]),
        (20, [(1, 20)]),
    ],
)
def test_a_track_has_streets_of_thirty_and_the_last_hole_joins_one(holes, streets):
    track = pegging_track(holes, [(0, 0), (0, 0)])

    assert [(street.first, street.last) for street in track.streets] == streets
    dots = sum(street.holes.count("h") for street in track.streets)
    assert dots == 2 * holes


def test_pegs_stand_at_the_total_and_at_the_total_before():
    first, second, *others = pegging_track(121, [(0, 5), (24, 37)]).streets

    # Every fifth hole has a gap of 0.6 after it: hole 24 is 23 + 4 × 0.6 from the first.
    assert first.pegs == (Peg(4, 0, is_front=True), Peg(25.4, 1, is_front=False))
    assert second.pegs == (Peg(6.6, 1, is_front=True),)
    assert [street.pegs for street in others] == [(), ()]


def test_a_total_beyond_the_last_hole_is_pegged_there():
    *_, last = pegging_track(121, [(110, 125)]).streets

    assert [(peg.x, peg.is_front) for peg in last.pegs] == [(20.8, False), (33.6, True)]
    assert last.holes.endswith("M33.6 0h.01")


@pytest.mark.django_db
def test_the_track_of_a_game_follows_its_totals():
    game = GameFactory(variant="cribbage", names=("Ann", "Bob"))
    for number, (ann, bob) in enumerate([((2, 8), (3, 12)), ((4, 6), (1, 2))], 1):
        RoundFactory(
            game=game,
            deal=number,
            texts={
                "pegging-1": str(ann[0]),
                "pegging-2": str(bob[0]),
                "hand-1": str(ann[1]),
                "hand-2": str(bob[1]),
                "crib": "0",
            },
        )
    board = scoreboard(game)

    track = board_track(board)

    # Ann has 10 and then 20, Bob 15 and then 18.
    pegs = [(peg.y, peg.x, peg.is_front) for peg in track.streets[0].pegs]
    assert pegs == [(0, 9.6, False), (0, 20.8, True), (1, 15.2, False), (1, 18.8, True)]
    assert filled_sheet(board).track == track


@pytest.mark.django_db
def test_games_without_pegs_have_no_track():
    assert board_track(scoreboard(GameFactory(variant="hearts"))) is None
