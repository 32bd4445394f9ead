"""The discs that represent people: each has a person’s colour and initials."""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.presenters.people import colour_class, seats_of
from scorekeeper.queries.board import Scoreboard

register = template.Library()
register.simple_tag(colour_class)


@register.simple_tag
def discs(board: Scoreboard, side: str) -> SafeString:
    """Return a disc for each player of a side; screen readers skip the discs."""
    seating = board.seating
    markup = "".join(
        f'<i class="disc colour-{seating.colours[seat.position]}" aria-hidden="true"'
        f' data-initials="{escape(seating.initials[seat.position])}"></i>'
        for seat in seats_of(board, side)
    )
    return mark_safe(markup)  # noqa: S308 -- the initials are escaped
