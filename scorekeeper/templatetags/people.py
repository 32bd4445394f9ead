"""The discs that stand for people: a person’s colour, always with an initial."""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.models import Seat
from scorekeeper.queries.board import Scoreboard

register = template.Library()


def seats_of(board: Scoreboard, side: str) -> tuple[Seat, ...]:
    """Return the seats of a side, clockwise."""
    seating = board.seating
    return tuple(seat for seat in seating.seats if seating.numbers[seat.side_id] == side)


@register.simple_tag
def discs(board: Scoreboard, side: str) -> SafeString:
    """Return a disc for each player of a side, which screen readers skip."""
    seating = board.seating
    markup = "".join(
        f'<i class="disc colour-{seating.colours[seat.position]}" aria-hidden="true"'
        f' data-initials="{escape(seating.initials[seat.position])}"></i>'
        for seat in seats_of(board, side)
    )
    return mark_safe(markup)  # noqa: S308 -- the initials are escaped


@register.simple_tag
def colour_class(board: Scoreboard, side: str) -> str:
    """Return the class that sets ``--person`` to the colour of a side’s first player."""
    first, *_ = seats_of(board, side)
    return f"colour-{board.seating.colours[first.position]}"


@register.simple_tag
def initials(board: Scoreboard, side: str) -> str:
    """Return the initials of a side’s first player."""
    first, *_ = seats_of(board, side)
    return board.seating.initials[first.position]
