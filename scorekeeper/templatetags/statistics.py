"""Statistics as text, for templates."""

from urllib.parse import urlencode

from django import template

from scorekeeper.presenters.statistics import (
    contracts_text,
    dealer_text,
    decimal,
    difference_text,
    kind_heading,
    kind_text,
    percent,
    record_text,
)

register = template.Library()
for _filter in (
    contracts_text,
    dealer_text,
    decimal,
    difference_text,
    kind_heading,
    kind_text,
    percent,
    record_text,
):
    register.filter(_filter)


@register.filter
def given_query(name: str) -> str:
    """Return the query of a URL about the games with this name; empty without a name."""
    return f"?{urlencode({'name': name})}" if name else ""
