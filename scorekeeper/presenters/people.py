"""The colours and initials of people, by the key of their side."""

from scorekeeper.models import Seat
from scorekeeper.queries.board import Scoreboard


def seats_of(board: Scoreboard, side: str) -> tuple[Seat, ...]:
    """Return the seats of a side, clockwise."""
    seating = board.seating
    return tuple(seat for seat in seating.seats if seating.numbers[seat.side_id] == side)


def colour_class(board: Scoreboard, side: str) -> str:
    """Return the CSS class that sets ``--person`` to the colour of a side’s first player."""
    first, *_ = seats_of(board, side)
    return f"colour-{board.seating.colours[first.position]}"


def initials(board: Scoreboard, side: str) -> str:
    """Return the initials of a side’s first player."""
    first, *_ = seats_of(board, side)
    return board.seating.initials[first.position]
