"""Rules in words: inline Markdown to HTML, nothing else let through; names of cards on keys."""

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from rules.cards import Rank

register = template.Library()
_markdown = MarkdownIt("zero", {"html": False}).enable(["emphasis", "escape"])


@register.filter
@lru_cache(maxsize=4096)
def rule_words(text: str) -> SafeString:
    """Return one rule as HTML: bold and italic; everything else is escaped."""
    rendered: str = _markdown.renderInline(text)
    return mark_safe(rendered)  # noqa: S308 -- markdown-it escapes all but its own tags


@register.filter
def card_key(rank: str) -> str:
    """What a card key says, and what it types: ``JK`` for a joker, else the rank."""
    return "JK" if rank == Rank.JOKER else rank
