"""The coins that represent people: each has a person’s colour, and a face."""

from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.presenters.people import colour_class, seats_of
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.seating import Coin

register = template.Library()
register.simple_tag(colour_class)


@register.simple_tag
def discs(board: Scoreboard, side: str) -> SafeString:
    """Return the coin of each player of a side; screen readers skip the coins."""
    coins = board.seating.coins
    markup = "".join(_disc(coins[seat.position]) for seat in seats_of(board, side))
    return mark_safe(markup)  # noqa: S308 -- each text is escaped


@register.simple_tag
def disc(coin: Coin) -> SafeString:
    """Return a coin; screen readers skip it."""
    return mark_safe(_disc(coin))  # noqa: S308 -- as above


@register.filter
def picture_url(coin: Coin) -> str:
    """Return the URL of the picture of a coin that has one."""
    return reverse("picture", args=[coin.picture])


def _disc(coin: Coin) -> str:
    """Return a coin as HTML. Below a picture are the initials, in case it can’t be loaded."""
    look, face, picture = f"disc {coin.look}", coin.initials, ""
    if coin.picture:
        face, picture = face[:1], f'<img src="{picture_url(coin)}" alt="">'
    elif coin.emoji:
        look, face = f"{look} emoji", coin.emoji
    return f'<i class="{look}" aria-hidden="true" data-initials="{escape(face)}">{picture}</i>'
