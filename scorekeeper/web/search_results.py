"""The results of a search for rules, with the URLs of their pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.engine.catalogue import catalogue
from rules.engine.formatting import join_names
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Variant
from rules.lookup.documents import GLOSSARY, MENTIONED, Document
from rules.lookup.hits import Hit, SearchResult
from rules.reference.game_words import translated_variant
from rules.reference.rule_files import SECTIONS
from rules.reference.rule_texts import Section, rule_texts

# The pages that belong to no game.
PAGES = {GLOSSARY: gettext_lazy("Glossary"), MENTIONED: gettext_lazy("Other games mentioned")}


@dataclass(frozen=True, slots=True)
class GameAtHand:
    """A game in progress. Hits in its variant lead to its own rules."""

    code: str
    variant: Variant
    ruleset: Ruleset


@dataclass(frozen=True, slots=True)
class Scope:
    """The game that a question is about unless it names another.

    ``key`` stands for it in the URL: the slug of a game, or the code of one that this phone plays.
    """

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class HitLine:
    """A hit in the list of results, with its URL.

    ``label`` says where the hit is, as far as that isn’t the place of the hit above it.
    """

    hit: Hit
    url: str
    label: str

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


@dataclass(frozen=True, slots=True)
class Around:
    """What the rules of a game have around the best hit: all of its section, and other sections.

    ``text`` is the label of the section, and ``asked`` the query that returns its rules. Both are
    empty if the section has no further rule.
    """

    text: str
    asked: str
    url: str
    sections: tuple[Link, ...]


def results_context(found: SearchResult, played: GameAtHand | None = None) -> dict[str, object]:
    """Return the context of _search_results.html; hits in the game ``played`` link to its page."""
    listed = list(result_lines(found, played))
    answers = 1 if found.answer else 0
    return {
        "found": found,
        "first": listed[0] if answers else None,
        "more": listed[answers:],
        "links": list(_links(found, played)),
        "around": _around(found, played),
    }


def rules_of_section(
    variant: Variant, key: str, played: GameAtHand | None = None
) -> Section | None:
    """Return a section of the rules, with the house rules of the game ``played``."""
    return next((part for part in _sections(variant, played) if part.key == key), None)


def _sections(variant: Variant, played: GameAtHand | None) -> tuple[Section, ...]:
    ruleset = played.ruleset if played and played.variant == variant else None
    return tuple(rule_texts().sections(variant, ruleset))


def _around(found: SearchResult, played: GameAtHand | None) -> Around | None:
    """Return what is around the best hit, or None if it isn’t a rule of a single game."""
    best = found.hits[0].document if found.hits else None
    variant = catalogue().variants.get(best.game) if best else None
    if best is None or variant is None or found.lists_games or found.compares:
        return None
    sections = _sections(variant, played)
    count = next((len(part.rules) for part in sections if part.key == best.section), 0)
    text = _("All {count} rules on “{section}”").format(
        count=count, section=_(SECTIONS[best.section])
    )
    key = played.code if played and played.variant == variant else variant.slug
    page = _page_url(best, played)
    return Around(
        text if count > 1 else "",
        urlencode({"game": key, "section": best.section}) if count > 1 else "",
        f"{page}#{best.section}",
        tuple(Link(part.title, f"{page}#{part.key}") for part in sections),
    )


def _links(found: SearchResult, played: GameAtHand | None) -> Iterator[Link]:
    """Yield links to the comparison and to the section that the question asks for."""
    if found.compares:
        games = [translated_variant(catalogue().variant(slug)).name for slug in found.compares]
        text = _("Compare {games} side by side").format(games=join_names(games))
        query = urlencode({"v": found.compares}, doseq=True)
        yield Link(text, f"{reverse('compare')}?{query}")
    if found.section:
        yield Link(_where(found.section), section_url(found.section, played))


def section_url(document: Document, played: GameAtHand | None) -> str:
    """Return the URL of the section that contains a document."""
    return f"{_page_url(document, played)}#{document.section}"


def _page_url(document: Document, played: GameAtHand | None) -> str:
    """Return the URL of the page that contains a document."""
    game = document.game
    if game in PAGES:
        return reverse(game)
    if played and game == played.variant.slug:
        return reverse("game-rules", args=[played.code])
    return reverse("variant", args=[game])


def _name_of(document: Document) -> str:
    game = catalogue().variants.get(document.game)
    return translated_variant(game).name if game else str(PAGES[document.game])


def _where(document: Document) -> str:
    """Return the game and the section of a document, such as ``Hearts · Scoring``."""
    title = SECTIONS.get(document.section)
    return f"{_name_of(document)} · {_(title)}" if title else _name_of(document)


def result_lines(found: SearchResult, played: GameAtHand | None) -> Iterator[HitLine]:
    """Yield the hits with their URLs and labels."""
    game = section = ""
    for number, hit in enumerate(found.hits):
        document = hit.document
        title = SECTIONS.get(document.section)
        if document.game != game:
            label = _where(document)
        else:
            label = _(title) if title and document.section != section else ""
        # An answer that names its game is shown without a label.
        if number or not found.answer:
            game, section = document.game, document.section
        yield HitLine(hit, _address(document, played), label)


def _address(document: Document, played: GameAtHand | None) -> str:
    page = _page_url(document, played)
    return f"{page}#{document.anchor}" if document.anchor else page
