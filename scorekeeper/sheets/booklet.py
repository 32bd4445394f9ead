"""The content of a rules booklet: a ruleset and its rule texts, as plain values for a template."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.engine.contracts import Deal
from rules.engine.formatting import capital
from rules.engine.rulesets import ShownRuleset
from rules.engine.variants import Option, Source, Variant
from rules.reference.card_facts import value_groups, values_label
from rules.reference.facts import Fact, facts, takes_words
from rules.reference.game_words import translated_ruleset
from rules.reference.rule_texts import Section
from scorekeeper.sheets.layout import every_deal_label
from scorekeeper.sheets.measure import SAFETY, Fonts

# Millimetres; type sizes are in points.
STYLESHEET = "booklet.css"
BOOKLET_PAPERS = {"a5": (148.0, 210.0)}
INNER, OUTER = 15.0, 12.0  # the inner margin is wider, to leave room for staples
TITLE_SIZE, ORNAMENT = 24.0, 28.0
CONTENTS_COLUMNS = 3

Labelled = tuple[str, str]


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal; ``rules`` are the special rules, if the deal has any.

    ``takes`` and ``limit`` are empty if they are the same in all deals. ``is_unknown`` is
    true if no source gives the contract.
    """

    number: int
    contract: str
    cards: int
    takes: str
    limit: str
    rules: tuple[str, ...]
    is_unknown: bool

    @property
    def says_something(self) -> bool:
        return bool(self.contract or self.cards or self.rules or self.is_unknown)


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of a game with their contracts.

    ``notes`` are rules that apply to several deals, each with a label that names the deals.
    """

    title: str
    deal_word: str
    take_word: str
    rows: tuple[DealRow, ...]
    notes: tuple[Labelled, ...]

    @property
    def has_contracts(self) -> bool:
        return any(row.contract or row.is_unknown for row in self.rows)

    @property
    def has_words(self) -> bool:
        """Whether any row has a contract, room to write one, or special rules."""
        return self.has_contracts or any(row.rules for row in self.rows)

    @property
    def has_cards(self) -> bool:
        return any(row.cards for row in self.rows)

    @property
    def has_takes(self) -> bool:
        return any(row.takes for row in self.rows)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A rule; ``source`` is the number of the work that the rule comes from, or None.

    ``kind`` is a label in front of the rule, such as the one for rules that vary. An optional house
    rule has its name in ``label``.
    """

    text: str
    source: int | None = None
    kind: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class BookletChapter:
    """A part of the booklet with its own heading."""

    key: str
    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """A source as printed; ``shown`` is its URL without the scheme and ``www.``."""

    number: int
    title: str
    author: str
    url: str

    @property
    def shown(self) -> str:
        return self.url.partition("://")[2].removeprefix("www.").rstrip("/")


@dataclass(frozen=True, slots=True)
class Booklet:
    """The rules of a game on small pages.

    ``has_suits`` is false for games without cards. ``facts`` are tuples of a label, a text, and
    whether a house rule changed the fact.
    """

    title: str
    summary: str
    contributor: str
    house_rules: tuple[str, ...]
    has_suits: bool
    unknown: tuple[str, ...]
    values_label: str
    values: tuple[Labelled, ...]
    facts: tuple[tuple[str, str, bool], ...]
    deals: Deals
    chapters: tuple[BookletChapter, ...]
    works: tuple[Work, ...]


@dataclass(frozen=True, slots=True)
class BookletPage:
    """A booklet fitted to its paper: additional styles, and the table of contents in columns."""

    css: str
    contents: tuple[tuple[Labelled, ...], ...]
    stylesheet: str = STYLESHEET


def booklet(
    variant: Variant,
    ruleset: ShownRuleset,
    sections: Sequence[Section],
    house_rules: Sequence[str] | None = None,
) -> Booklet:
    """Return the booklet of ``variant`` under ``ruleset``, with the rule texts in ``sections``.

    ``house_rules`` are the house rules of one game; its chosen options are the first chapter. If
    ``house_rules`` is None, the booklet lists the options and the unknown values of the variant.
    """
    works = numbered_works(variant, sections)
    chapters = [_chapter(section, works) for section in sections]
    if house_rules is None:
        chapters += _choices(variant)
    elif options := [option for option in variant.options if option.id in ruleset.options]:
        chapters.insert(0, _options_chapter("chosen", _("House rules of this game"), options))
    return Booklet(
        title=ruleset.name,
        summary=variant.summary,
        contributor=variant.contributor,
        house_rules=tuple(house_rules or ()),
        has_suits=ruleset.has_cards,
        unknown=tuple(gap.label for gap in variant.unknown) if house_rules is None else (),
        values_label=values_label(ruleset),
        values=value_groups(ruleset),
        facts=tuple(
            (capital(fact.label), fact.text, changed)
            for fact, changed in marked_facts(variant, ruleset)
        ),
        deals=deals_of(variant, ruleset),
        chapters=tuple(chapters),
        works=tuple(
            Work(number, source.title, source.author, source.url)
            for number, source in listed_works(works)
        ),
    )


def fit_booklet(booklet: Booklet, paper: str, fonts: Fonts) -> BookletPage:
    """Fit ``booklet`` to ``paper``, one of BOOKLET_PAPERS, with its title on one line."""
    width, height = BOOKLET_PAPERS[paper]
    room = (width - INNER - OUTER - ORNAMENT) * SAFETY
    size = min(TITLE_SIZE, TITLE_SIZE * room / fonts.bold.width(booklet.title, TITLE_SIZE))
    deals = booklet.deals
    titles = [("deals", deals.title)] if deals.rows or deals.notes else []
    titles += [(chapter.key, chapter.title) for chapter in booklet.chapters]
    titles.append(("sources", _("Sources")))
    high = -(-len(titles) // CONTENTS_COLUMNS)
    return BookletPage(
        css=(
            f"@page {{ size: {width}mm {height}mm }}\n"
            f"@page booklet {{ margin-left: {INNER}mm; margin-right: {OUTER}mm }}\n"
            f"@page booklet:left {{ margin-left: {OUTER}mm; margin-right: {INNER}mm }}\n"
            f"h1 {{ font-size: {size:.1f}pt }}"
        ),
        contents=tuple(tuple(titles[at : at + high]) for at in range(0, len(titles), high)),
    )


def numbered_works(variant: Variant, sections: Sequence[Section]) -> dict[Source, int]:
    """Return the sources with their numbers: the game’s own, then those of inherited rules.

    A work that both files name has one number.
    """
    cited = (rule.source for section in sections for rule in section.rules if rule.source)
    numbers: dict[tuple[str, ...], int] = {}
    return {
        source: numbers.setdefault((source.title, source.author, source.url), len(numbers) + 1)
        for source in (*variant.sources, *cited)
    }


def listed_works(works: Mapping[Source, int]) -> tuple[tuple[int, Source], ...]:
    """Return each numbered work once, in order."""
    first: dict[int, Source] = {}
    for source, number in works.items():
        first.setdefault(number, source)
    return tuple(first.items())


def marked_facts(variant: Variant, ruleset: ShownRuleset) -> list[tuple[Fact, bool]]:
    """Return the facts about ``ruleset``, each with whether a house rule changed it.

    Card values appear above the table with these facts, so they are left out unless they changed.
    """
    standard = facts(translated_ruleset(variant.standard))
    marked = [(fact, fact not in standard) for fact in facts(ruleset)]
    return [(fact, changed) for fact, changed in marked if changed or fact.key != "values"]


def deals_of(variant: Variant, ruleset: ShownRuleset) -> Deals:
    """Return the deals of ``ruleset``, without rows if there is only one or none has content."""
    words, deals = ruleset.words, ruleset.deals[: ruleset.length]
    unknown = {gap.path for gap in variant.unknown}
    first, *others = (deal.special_rules for deal in deals)
    shared = tuple(rule for rule in first if all(rule in rules for rules in others))
    takes = [takes_words(ruleset, deal) for deal in deals]
    differ = ruleset.melds is not None and len(set(takes)) > 1
    rows = tuple(
        DealRow(
            number=deal.number,
            contract=ruleset.contract_words(deal),
            cards=deal.cards,
            takes=allowed if differ else "",
            limit=_limit(deal) if differ else "",
            rules=tuple(rule for rule in deal.special_rules if rule not in shared),
            is_unknown=not deal.contract.size and f"deals.{deal.number}" in unknown,
        )
        for deal, allowed in zip(deals, takes, strict=True)
    )
    if len(rows) == 1 or not any(row.says_something for row in rows):
        rows = ()
    notes = [(every_deal_label(ruleset), rule) for rule in shared]
    if rows and ruleset.length != len(rows):
        # Translators: {deal} is what the game calls a deal, such as “hand”
        label = _("From {deal} {number} on").format(deal=words.deal.one, number=len(rows) + 1)
        notes.append((label, _("the list starts again")))
    return Deals(
        title=capital(words.deal.many),
        deal_word=capital(words.deal.one),
        take_word=capital(words.take.one),
        rows=rows,
        notes=tuple(notes),
    )


def _limit(deal: Deal) -> str:
    """Return the number of takes that a deal allows, in as few characters as possible."""
    # Translators: in a narrow column: any number
    return _("any") if deal.takes.limit is None else str(deal.takes.limit or "–")


def _chapter(section: Section, works: dict[Source, int]) -> BookletChapter:
    return BookletChapter(
        section.key,
        section.title,
        tuple(
            Paragraph(
                rule.statement.unlabelled,
                works[rule.source] if rule.source else None,
                kind=rule.statement.label,
            )
            for rule in section.rules
        ),
    )


def _choices(variant: Variant) -> Iterator[BookletChapter]:
    """Yield a chapter of optional house rules, and one on how we read unclear rules."""
    readings = tuple(map(Paragraph, variant.readings))
    if variant.options:
        yield _options_chapter("choices", _("Optional house rules"), variant.options)
    if readings:
        yield BookletChapter("readings", _("Unclear rules"), readings)


def _options_chapter(key: str, title: str, options: Iterable[Option]) -> BookletChapter:
    return BookletChapter(
        key, title, tuple(Paragraph(each.explanation, label=each.label) for each in options)
    )
