"""The content of a quick-reference card: the facts that players ask about most often, on A6."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from rules.engine.rulesets import ShownRuleset
from rules.engine.variants import Variant
from rules.reference.card_facts import value_groups, values_label
from rules.reference.facts import facts as facts_of
from rules.reference.rule_texts import Section
from rules.reference.statements import StatementKind
from scorekeeper.sheets.booklet import STYLESHEET, DealRow, Deals, Labelled, deals_of
from scorekeeper.sheets.measure import MM_PER_POINT, SAFETY, Fonts
from scorekeeper.sheets.sheet import house_rules_text

Part = tuple[str, tuple[str, ...]]

# Millimetres; type sizes are in points, and sizes that depend on them are in ems.
CARD_PAPERS = {"a6": (105.0, 148.0)}
MARGIN = 6.5
SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
LEAST_WITH_COUNTS = 8.0
TITLE_SIZE, TITLE_LINE, ORNAMENT = 17.0, 7.5, 19.0
LINE, GAP = 1.22, 0.6
NUMBER, CELL = 2.4, 0.8
PAD, PAD_MOST, PAD_BLANK = 0.1, 0.45, 0.9  # ems above and below a row
BOX_PADDING, BOX_GAP, BOX_ABOVE = 0.6, 0.4, 0.3
HANGING = 0.9
TABLE_RULES = 1.5  # all horizontal rules except those between the rows
ROW_RULE = 0.1

# Facts that appear elsewhere on a card, facts that players ask about most often, and facts that are
# added if there is room. All other facts are about scoring.
SHOWN = frozenset(("values", "players", "winner"))
ASKED = ("takes", "wild", "ace", "joker-swap", "lay-off")
RARE = (
    "going-out", "max-wild", "runs", "same-rank", "larger", "deck", "smallest", "cut", "shanghai",
    "takes", "direction", "deals", "cards", "settlement", "shares",
)  # fmt: skip
LEFT_OUT = {StatementKind.EXAMPLE, StatementKind.VARIES}
# The sections on a card without contracts, most important first.
SECTIONS = ("scoring", "end", "turn", "going-out")


@dataclass(frozen=True, slots=True)
class ContractCard:
    """The content of a card.

    ``asked`` are the facts that belong on the card, with labels. ``counts`` is the section about
    scoring, for games that have neither contracts nor card values. ``rare`` facts and ``parts`` of
    the rules are added if there is room.
    """

    title: str
    subtitle: str
    house_rules: tuple[str, ...]
    has_suits: bool
    deals: Deals
    values_label: str
    values: tuple[Labelled, ...]
    asked: tuple[Labelled, ...]
    counts: tuple[Part, ...]
    rare: tuple[Labelled, ...]
    parts: tuple[Part, ...]

    @property
    def house_text(self) -> str:
        return house_rules_text(self.house_rules)


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card fitted to its paper; ``facts`` and ``parts`` are the ones that fit.

    ``size`` is the type size in points, and ``room`` the height left over in millimetres.
    """

    css: str
    size: float
    facts: tuple[Labelled, ...]
    parts: tuple[Part, ...]
    room: float
    stylesheet: str = STYLESHEET


def contract_card(
    variant: Variant,
    ruleset: ShownRuleset,
    sections: Sequence[Section],
    house_rules: Sequence[str] | None = None,
) -> ContractCard:
    """Return the card of ``variant`` under ``ruleset``, with the rule texts in ``sections``.

    ``house_rules`` are the house rules of one game. If ``house_rules`` is None, the card lists the
    unknown values of the variant.
    """
    said = {fact.key: (fact.label, fact.text) for fact in facts_of(ruleset)}
    deals = deals_of(variant, ruleset)
    if deals.has_contracts:
        deals = _gathered(deals, ruleset.words.deal.many)
    asked, rare = _ranked(said, deals, ruleset)
    # A row with an unknown contract has space to write it in.
    blank = {f"deals.{row.number}" for row in deals.rows if row.is_unknown}
    unknown = [gap.label for gap in variant.unknown if gap.path not in blank]
    if house_rules is None and unknown:
        # Translators: the label of values that no source gives
        asked.append((_("You decide"), "; ".join(unknown)))
    values = value_groups(ruleset)
    parts = () if deals.has_contracts else tuple(_parts(sections))
    return ContractCard(
        title=ruleset.name,
        subtitle=_subtitle(ruleset, said),
        house_rules=tuple(house_rules or ()),
        has_suits=ruleset.has_cards,
        deals=deals,
        values_label=values_label(ruleset),
        values=values,
        asked=tuple(asked),
        counts=() if values else parts[:1],
        rare=tuple(rare),
        parts=parts if values else parts[1:],
    )


def _subtitle(ruleset: ShownRuleset, said: dict[str, Labelled]) -> str:
    deck = said.get("deck", ("", ""))[1]
    # Translators: {range} is a number of players or a range of them, such as “3 to 5”
    players = _("{range} players").format(range=ruleset.players_words)
    # A deck that depends on the number of players is shown as a fact instead.
    parts = (players, "" if ";" in deck else deck)
    return " · ".join(filter(None, parts))


def _gathered(deals: Deals, many: str) -> Deals:
    """Return ``deals``, with the rules that several deals share moved to notes below them."""
    having: dict[str, list[str]] = {}
    for row in deals.rows:
        for rule in row.rules:
            having.setdefault(rule, []).append(str(row.number))
    notes = {rule: ", ".join(numbers) for rule, numbers in having.items() if len(numbers) > 1}
    # Translators: {deals} is what the game calls its deals, such as “hands”
    label = _("In {deals} {numbers}")
    return replace(
        deals,
        rows=tuple(
            replace(row, rules=tuple(rule for rule in row.rules if rule not in notes))
            for row in deals.rows
        ),
        notes=(
            *deals.notes,
            *((label.format(deals=many, numbers=numbers), rule) for rule, numbers in notes.items()),
        ),
    )


def _ranked(
    said: dict[str, Labelled], deals: Deals, ruleset: ShownRuleset
) -> tuple[list[Labelled], list[Labelled]]:
    """Return the facts that belong on the card, and all others, the most important ones first."""
    elsewhere = {*SHOWN, *(("deals",) if ruleset.length or deals.rows else ())}
    if deals.rows and deals.has_cards:
        elsewhere.add("cards")
    if ";" not in said.get("deck", ("", ""))[1]:
        elsewhere.add("deck")
    asked = list(ASKED)
    if not any(deal.takes.limit != 0 for deal in ruleset.deals):
        asked.remove("takes")
    if not deals.has_contracts:
        asked += ["deals", "cards"]
    counted = [key for key in said if key not in (*SHOWN, *ASKED, *RARE)]
    first = ["winner", *(key for key in (*counted, *asked) if key not in elsewhere)]
    rest = (key for key in RARE if key not in first and key not in elsewhere)
    return [said[key] for key in first if key in said], [said[key] for key in rest if key in said]


def _parts(sections: Sequence[Section]) -> Iterator[Part]:
    """Yield the sections for the card, without examples or rules that vary."""
    for section in sorted(
        (section for section in sections if section.key in SECTIONS),
        key=lambda section: SECTIONS.index(section.key),
    ):
        texts = tuple(rule.text for rule in section.rules if rule.statement.mark not in LEFT_OUT)
        if texts:
            yield section.title, texts


def fit_card(card: ContractCard, paper: str, fonts: Fonts) -> CardPage:
    """Fit ``card`` to ``paper``, one of CARD_PAPERS.

    The type is as large as possible. If even the smallest type is too large, the least important
    facts are left out. If that isn’t enough, the card continues on a second page.
    """
    width, height = CARD_PAPERS[paper]
    measures = [_Measure(card, size, width - 2 * MARGIN, fonts) for size in SIZES]
    measure, spare = _largest(card, measures, height - 2 * MARGIN)
    facts = list(card.asked)
    while spare < 0 and len(facts) > 1:
        spare += measure.fact(facts.pop())
    parts: list[Part] = []
    fillers: list[tuple[list[Any], Any, float]] = [
        *((parts, part, measure.part(part)) for part in card.counts),
        *((facts, fact, measure.fact(fact)) for fact in card.rare),
        *((parts, part, measure.part(part)) for part in card.parts),
    ]
    for shown, more, need in fillers:
        if need <= spare:
            shown.append(more)
            spare -= need
    pad = _row_pad(card.deals, measure, spare)
    return CardPage(
        css=_css(width, height, measure, pad),
        size=measure.size,
        facts=tuple(facts),
        parts=tuple(parts),
        room=round(spare - 2 * len(card.deals.rows) * measure.ems(pad - PAD), 2),
    )


def _largest(
    card: ContractCard, measures: Sequence["_Measure"], room: float
) -> tuple["_Measure", float]:
    """Return the largest type in which the card’s content fits, and the room left over.

    The section about scoring is left out if it would make the type too small. If the rest fits in
    no type, the smallest one is returned, and the room is negative.
    """
    spare = [(each, room - each.fixed - each.facts(card.asked)) for each in measures]
    for part in card.counts:
        for measure, left in spare:
            if left >= measure.part(part) and measure.size >= LEAST_WITH_COUNTS:
                return measure, left
    return next((pair for pair in spare if pair[1] >= 0), spare[-1])


def _row_pad(deals: Deals, measure: "_Measure", spare: float) -> float:
    """Return the padding above and below each row, in ems.

    It is larger if there is room, and largest if some rows are left blank to write in.
    """
    if not deals.rows:
        return PAD
    most = PAD_BLANK if any(row.is_unknown for row in deals.rows) else PAD_MOST
    return min(most, PAD + max(0, spare) / (2 * len(deals.rows) * measure.ems(1)))


def _css(width: float, height: float, measure: "_Measure", pad: float) -> str:
    """Return the additional styles of a card, with the variables of its stylesheet."""
    sizes = {
        "title-line": f"{TITLE_LINE}mm",
        "line": LINE,
        "gap": f"{GAP}em",
        "box-padding": f"{BOX_PADDING}em",
        "box-gap": f"{BOX_GAP}em",
        "box-above": f"{BOX_ABOVE}em",
        "hanging": f"{HANGING}em",
    }
    return "\n".join(
        (
            f"@page {{ size: {width}mm {height}mm; margin: {MARGIN}mm }}",
            f"html {{ font-size: {measure.size}pt }}",
            *(f"html {{ --{name}: {size} }}" for name, size in sizes.items()),
            f"h1 {{ font-size: {measure.title_size:.1f}pt }}",
            f"col.number {{ width: {measure.number:.2f}mm }}",
            f"col.hand {{ width: {measure.cards:.2f}mm }}",
            f"col.takes {{ width: {measure.takes:.2f}mm }}",
            f".deals tbody > tr > * {{ padding: {pad:.3f}em 0 }}",
        )
    )


class _Measure:
    """The heights of the parts of a card at one type size, in millimetres."""

    def __init__(self, card: ContractCard, size: float, width: float, fonts: Fonts) -> None:
        self.size, self.width, self.fonts = size, width, fonts
        title = fonts.bold.width(card.title, TITLE_SIZE)
        self.title_size = min(TITLE_SIZE, TITLE_SIZE * width * SAFETY / title)
        self.number = max(self.ems(NUMBER), self._column(card.deals.deal_word))
        self.cards = self._column(_("Cards"))
        self.takes = self._column(card.deals.take_word)
        self.fixed = self._head(card) + self._deals(card) + self._values(card)

    def ems(self, count: float) -> float:
        return count * self.size * MM_PER_POINT

    def fact(self, fact: Labelled) -> float:
        # The label and the text are on the same line, so measure both in bold, which is wider.
        return self._lines(": ".join(fact), self.width - self.ems(HANGING))

    def facts(self, facts: Sequence[Labelled]) -> float:
        return self.ems(GAP) + sum(map(self.fact, facts))

    def part(self, part: Part) -> float:
        texts = part[1]
        room = self.width - self.ems(HANGING)
        rules = sum(self._lines(text.replace("**", ""), room) for text in texts)
        return self.ems(GAP + LINE) + rules

    def _column(self, head: str) -> float:
        return self.fonts.bold.width(head, self.size) / SAFETY + self.ems(CELL)

    def _lines(self, text: str, width: float) -> float:
        lines = len(self.fonts.bold.wrap(text, self.size, width * SAFETY))
        return self.ems(lines * LINE)

    def _head(self, card: ContractCard) -> float:
        subtitle = self._lines(card.subtitle, self.width - ORNAMENT)
        house = self._lines(card.house_text, self.width) if card.house_rules else 0
        return TITLE_LINE + subtitle + house

    def _deals(self, card: ContractCard) -> float:
        deals = card.deals
        notes = sum(map(self.fact, deals.notes)) + (self.ems(GAP) if deals.notes else 0)
        if not deals.rows:
            return notes
        words = self.width - self.number - self.ems(CELL)
        words -= self.cards if deals.has_cards else 0
        words -= self.takes if deals.has_takes else 0
        rows = sum(self._row(row, words) for row in deals.rows)
        return self.ems(GAP + LINE + 2 * PAD) + TABLE_RULES + rows + notes

    def _row(self, row: DealRow, width: float) -> float:
        texts = filter(None, (row.contract, " ".join(row.rules)))
        lines = sum(self._lines(text, width) for text in texts) or self.ems(LINE)
        return lines + self.ems(2 * PAD) + ROW_RULE

    def _values(self, card: ContractCard) -> float:
        if not card.values:
            return 0
        room, rows = 0.0, 0
        for pair in card.values:
            box = max(self.fonts.bold.width(text, self.size) for text in pair) / SAFETY
            box += self.ems(2 * BOX_PADDING + BOX_GAP)
            if box > room:
                room, rows = self.width, rows + 1
            room -= box
        return self.ems(GAP + LINE + rows * (BOX_ABOVE + 2 * LINE)) + rows * ROW_RULE * 4
