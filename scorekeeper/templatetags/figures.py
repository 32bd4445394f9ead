"""Figures as people write them."""

from fractions import Fraction

from django import template

from rules.engine.formatting import with_minus

register = template.Library()

_FRACTIONS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


@register.filter
def figure(points: int) -> str:
    """Return points as text, with a real minus: ``−5``."""
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
