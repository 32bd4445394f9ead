"""Rules in words: inline Markdown to HTML, nothing else let through."""

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

register = template.Library()
_markdown = MarkdownIt("zero", {"html": False}).enable(["emphasis", "escape"])


@register.filter
@lru_cache(maxsize=4096)
def rule_words(text: str) -> SafeString:
    """Return one rule as HTML: bold and italic; everything else is escaped."""
    rendered: str = _markdown.renderInline(text)
    return mark_safe(rendered)  # noqa: S308 -- markdown-it escapes all but its own tags
