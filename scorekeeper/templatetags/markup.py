"""Rule texts as HTML, with links to the glossary, and the labels of card keys."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from rules.engine.cards import Rank, rank_letter
from rules.engine.catalogue import Catalogue, catalogue
from rules.reference.game_words import names_in_all_languages
from rules.reference.glossary import glossary, page_language
from rules.reference.rule_texts import RuleText, Section

# Word forms with the ids of their terms, and a pattern that finds them.
Terms = tuple[dict[str, str], re.Pattern[str]]

register = template.Library()
register.filter("card_letter", rank_letter)
_markdown = MarkdownIt("zero", {"html": False}).enable(["emphasis", "escape"])
# The first text fills the parser’s lists of rules, which a second thread would use half filled.
_markdown.renderInline("")
_MARKUP = re.compile(r"(<[^>]*>|&[#\w]+;)")


@register.filter
@lru_cache(maxsize=4096)
def rule_html(text: str) -> SafeString:
    """Return one rule as HTML. Only bold and italic are rendered; everything else is escaped."""
    rendered: str = _markdown.renderInline(text)
    return mark_safe(rendered)  # noqa: S308 -- markdown-it escapes all but its own tags


@register.filter
def marked_html(parts: Iterable[tuple[str, bool]]) -> SafeString:
    """Return a text as HTML, with the parts that match a question marked."""
    shown = (
        (format_html("<mark>{}</mark>", text) if matches else text,) for text, matches in parts
    )
    return format_html_join("", "{}", shown)


@register.filter
def linked_rules(section: Section) -> tuple[tuple[RuleText, SafeString], ...]:
    """Return each rule of a section with its text as HTML.

    The first use of each term is a link to the glossary, except in the glossary itself.
    """
    texts = tuple(rule.text for rule in section.rules)
    if section.key == "glossary":
        words: Iterable[SafeString] = map(rule_html, texts)
    else:
        words = _linked(texts, catalogue(), page_language())
    return tuple(zip(section.rules, words, strict=True))


@lru_cache(maxsize=2048)
def _linked(texts: tuple[str, ...], games: Catalogue, language: str) -> tuple[SafeString, ...]:
    seen: set[str] = set()
    terms = _terms(games, language)
    linked = ("".join(_parts(rule_html(text), seen, terms, _names(games))) for text in texts)
    return tuple(mark_safe(html) for html in linked)  # noqa: S308 -- only tags are added


def _parts(html: str, seen: set[str], terms: Terms, names: AbstractSet[str]) -> Iterator[str]:
    """Yield the tags of ``html`` unchanged, and the texts between them with new terms linked."""
    ids, pattern = terms

    def link(match: re.Match[str]) -> str:
        term = ids.get(" ".join(match[0].casefold().split()), "")
        if not term or term in seen or match[0] in names:
            return match[0]
        seen.add(term)
        return f'<a class="term" href="{reverse("glossary")}#{term}">{match[0]}</a>'

    inside = 0
    for number, part in enumerate(_MARKUP.split(html)):
        if number % 2:
            inside += part.startswith("<a ") - part.startswith("</a")
            yield part
        else:
            yield part if inside else pattern.sub(link, part)


@lru_cache(maxsize=8)
def _terms(games: Catalogue, language: str) -> Terms:
    """Return the word forms to link, with the ids of their terms, and a pattern that finds them.

    They are those of the glossary in ``language``. The pattern also finds names that aren’t linked,
    so “contract” isn’t linked in Contract Rummy.
    """
    ids = {name.casefold(): "" for name in _names(games) if " " in name}
    for term in glossary(language).terms:
        for form in (term.name, *term.also):
            ids[form.casefold()] = term.id if term.also else ""
        ids |= {words.casefold(): "" for words in term.never}
    longest = sorted(ids, key=len, reverse=True)
    forms = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in longest)
    return ids, re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])", re.IGNORECASE)


@lru_cache(maxsize=1)
def _names(games: Catalogue) -> frozenset[str]:
    """Return every name of every game, in all languages."""
    return frozenset(
        name for game in games.variants.values() for name in names_in_all_languages(game)
    )


@register.filter
def card_key(rank: str) -> str:
    """Return the text that a card key shows and enters: ``JK`` for a joker, otherwise the rank as
    it is on the reader’s cards.
    """
    return "JK" if rank == Rank.JOKER else rank_letter(rank)
