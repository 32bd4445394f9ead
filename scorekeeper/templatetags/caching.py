"""Parts of pages that depend on a few values only, rendered once for all pages that have them."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

PARTS = 1000  # the most parts that a process keeps; most have less than 2 kB


@register.simple_tag
def cached_include(name: str, **values: object) -> SafeString:
    """Return a template rendered with ``values`` and nothing else; the values must be hashable."""
    return cached_part(name, get_language(), **values)


# With ``typed``, text that is already markup isn’t taken for the same text to be escaped.
@lru_cache(maxsize=PARTS, typed=True)
def cached_part(name: str, _language: str | None, **values: object) -> SafeString:
    """Return a part of a page in a language; settings are assumed not to change."""
    return render_to_string(name, values)
