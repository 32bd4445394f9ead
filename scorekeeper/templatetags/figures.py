"""Figures as people write them."""

from django import template

from rules.engine.formatting import with_minus

register = template.Library()


@register.filter
def figure(points: int) -> str:
    """Return points as text, with a real minus: ``−5``."""
    return with_minus(points)
