"""Numbers as people write them, and text about a game in a list."""

from collections.abc import Iterable
from fractions import Fraction

from django import template
from django.utils.translation import gettext as _

from rules.engine.formatting import capital, join_names, with_minus
from rules.engine.variants import Variant
from scorekeeper.queries.home import GameLine

register = template.Library()

_FRACTIONS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


@register.filter
def figure(points: int) -> str:
    """Return points as text, with a real minus sign: ``−5``."""
    return with_minus(points)


@register.filter
def amount(pennies: Fraction | None) -> str:
    """Return an amount of a settlement as text: ``+19``, ``−5``, ``+3½``; empty for None."""
    if pennies is None:
        return ""
    whole, rest = divmod(abs(pennies), 1)
    fraction = _FRACTIONS.get(rest, f" {rest}" if rest else "")
    sign = "−" if pennies < 0 else "+" if pennies > 0 else ""
    return f"{sign}{whole if whole or not fraction else ''}{fraction}"


@register.filter
def names_of_games(games: Iterable[Variant]) -> str:
    """Return the names of games: ``Hearts · Spades``."""
    return " · ".join(game.name for game in games)


@register.filter
def game_line_text(line: GameLine) -> str:
    """Return the status of a game in a list, such as ``Deal 3 of 7 · Ann ahead with 30``."""
    if not line.played and not line.is_finished:
        return _("not started")
    if line.is_finished and not line.leaders:
        return _("finished")
    deal = _("{deal} {number} of {deals}") if line.deals else _("{deal} {number}")
    deal = deal.format(deal=capital(line.deal_word), number=line.played + 1, deals=line.deals)
    if not line.leaders:
        return deal
    names, result = join_names(line.leaders), with_minus(line.total)
    if line.step:
        # Translators: a step that counts before points, such as “phase 3”.
        result = _("{step} {number}").format(step=line.step_name, number=line.step)
    if line.is_finished:
        return _("{names} won with {result}").format(names=names, result=result)
    ahead = _("{names} ahead with {result}").format(names=names, result=result)
    return f"{deal} · {ahead}"
