"""The results of a search for rules, with the URLs of their pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.engine.catalogue import catalogue
from rules.engine.formatting import join_names
from rules.lookup.documents import GLOSSARY, MENTIONED, Document
from rules.lookup.hits import Hit, SearchResult
from rules.reference.game_words import translated_variant
from rules.reference.rule_files import SECTIONS

# The pages that belong to no game.
PAGES = {GLOSSARY: gettext_lazy("Glossary"), MENTIONED: gettext_lazy("Other games mentioned")}

# URLs of rules pages by slug, instead of those of the standard rules.
OwnPages = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class HitLine:
    """A hit in the list of results, with its URL."""

    hit: Hit
    url: str

    @property
    def game(self) -> str:
        """Return the name of the game or page that contains the hit."""
        return _name_of(self.hit.document)

    @property
    def where(self) -> str:
        """Return the game and the section that contain the hit."""
        return _where(self.hit.document)


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page that answers the question better than a single rule."""

    text: str
    url: str


def results_context(found: SearchResult, own: OwnPages | None = None) -> dict[str, object]:
    """Return the context of _search_results.html; hits in a game of ``own`` link to its page."""
    pages = own or {}
    listed = result_lines(found, pages)
    answers = 1 if found.answer else 0
    return {
        "found": found,
        "first": listed[0] if answers else None,
        "more": listed[answers:],
        "links": list(_links(found, pages)),
    }


def _links(found: SearchResult, pages: OwnPages) -> Iterator[Link]:
    """Yield links to the comparison and to the section that the question asks for."""
    if found.compares:
        games = [translated_variant(catalogue().variant(slug)).name for slug in found.compares]
        text = _("Compare {games} side by side").format(games=join_names(games))
        query = urlencode({"v": found.compares}, doseq=True)
        yield Link(text, f"{reverse('compare')}?{query}")
    if found.section:
        yield Link(_where(found.section), section_url(found.section, pages))


def section_url(document: Document, pages: OwnPages) -> str:
    """Return the URL of the section that contains a document."""
    return f"{_page_url(document, pages)}#{document.section}"


def _page_url(document: Document, pages: OwnPages) -> str:
    """Return the URL of the page that contains a document."""
    game = document.game
    if game in PAGES:
        return reverse(game)
    return pages.get(game) or reverse("variant", args=[game])


def _name_of(document: Document) -> str:
    game = catalogue().variants.get(document.game)
    return translated_variant(game).name if game else str(PAGES[document.game])


def _where(document: Document) -> str:
    """Return the game and the section of a document, such as ``Hearts · Scoring``."""
    title = SECTIONS.get(document.section)
    return f"{_name_of(document)} · {_(title)}" if title else _name_of(document)


def result_lines(found: SearchResult, pages: OwnPages) -> list[HitLine]:
    """Return the hits with their URLs."""
    return [HitLine(hit, _address(hit.document, pages)) for hit in found.hits]


def _address(document: Document, pages: OwnPages) -> str:
    page = _page_url(document, pages)
    return f"{page}#{document.anchor}" if document.anchor else page
