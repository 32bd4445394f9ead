"""Statistics as text, for templates."""

from django import template

from scorekeeper.presenters.statistics import (
    chance_text,
    contracts_text,
    dealer_text,
    decimal,
    difference_text,
    kind_heading,
    kind_text,
    percent,
)

register = template.Library()
for _filter in (
    chance_text,
    contracts_text,
    dealer_text,
    decimal,
    difference_text,
    kind_heading,
    kind_text,
    percent,
):
    register.filter(_filter)
