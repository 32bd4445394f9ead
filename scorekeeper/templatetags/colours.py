"""The colours of the site, for the head of pages."""

from typing import Literal

from django import template

from scorekeeper.colours import palette

register = template.Library()


@register.simple_tag
def colour(name: str, mode: Literal["light", "dark"]) -> str:
    """Return the colour that the variable ``name`` of ``app.css`` has in a mode."""
    return palette(mode)[name]
