"""The sentences on the page that previews new house rules."""

from django import template

from scorekeeper.presenters import house_rules

register = template.Library()
register.filter(house_rules.dropped_text)
register.filter(house_rules.outcome_text)
