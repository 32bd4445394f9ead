"""The discs that stand for people: a person’s colour, always with an initial."""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.presenters.people import colour_class, seats_of
from scorekeeper.queries.board import Scoreboard

register = template.Library()
register.simple_tag(colour_class)


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
