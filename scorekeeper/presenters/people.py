"""The coins of people, by the key of their side."""

from scorekeeper.models import Seat
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.seating import Coin


def seats_of(board: Scoreboard, side: str) -> tuple[Seat, ...]:
    """Return the seats of a side, clockwise."""
    seating = board.seating
    return tuple(seat for seat in seating.seats if seating.numbers[seat.side_id] == side)


def first_coin(board: Scoreboard, side: str) -> Coin:
    """Return the coin of a side’s first player."""
    first, *_ = seats_of(board, side)
    return board.seating.coins[first.position]


def colour_class(board: Scoreboard, side: str) -> str:
    """Return the CSS class that sets ``--person`` to the colour of a side’s first player."""
    return first_coin(board, side).look
