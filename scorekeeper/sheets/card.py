"""A contract card: what a table asks most, on one side of A6, and how it fits there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.facts import facts, values_label
from rules.library import Section
from rules.rulesets import Ruleset
from rules.variants import Variant
from rules.wording import EXAMPLE
from scorekeeper.sheets.booklet import DealRow, Deals, deals_of, printed_values, unknown_words
from scorekeeper.sheets.measure import MM_PER_POINT
from scorekeeper.sheets.page import SAFETY, Faces

Labelled = tuple[str, str]

# Millimetres; sizes of type are points, what depends on them is in ems. static/css/booklet.css sets
# the same figures.
CARD_PAPERS = {"a6": (105.0, 148.0)}
MARGIN = 6.5
SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
TITLE_SIZE, TITLE_LINE, ORNAMENT = 17.0, 7.5, 19.0
LINE, GAP = 1.22, 0.6
NUMBER, CELL, PAD, PAD_MOST = 2.4, 0.8, 0.1, 0.45
BOX, BOX_GAP, BOX_ABOVE = 1.2, 0.4, 0.3
BULLET = 0.9
TABLE_RULES = 1.5  # its horizontal rules together, besides those between the rows
ROW_RULE = 0.1

# Facts that stand elsewhere on a card, those that a table asks again and again, and those for which
# there may be room. Facts that are not named here are what the game counts.
SHOWN = frozenset(("values", "players", "winner"))
ASKED = ("takes", "wild", "ace", "joker-swap", "lay-off")
RARE = (
    "going-out", "max-wild", "runs", "same-rank", "larger", "deck", "smallest", "cut", "shanghai",
    "direction", "deals", "cards", "settlement",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ContractCard:
    """What stands on a card.

    ``notes`` are rules of several deals. ``asked`` are facts that belong on it, by label; ``rare``
    are facts, and ``rules`` those of a game without contracts, for which there may be room.
    """

    title: str
    subtitle: str
    house_rules: tuple[str, ...]
    deals: Deals
    notes: tuple[Labelled, ...]
    values_label: str
    values: tuple[Labelled, ...]
    asked: tuple[Labelled, ...]
    rare: tuple[Labelled, ...]
    rules: tuple[str, ...]

    @property
    def house_text(self) -> str:
        return f"House rules: {', '.join(self.house_rules)}" if self.house_rules else ""


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card as it fits: ``facts`` and ``rules`` are those for which there is room.

    ``size`` of type is in points; ``room`` is the millimetres left over.
    """

    css: str
    size: float
    facts: tuple[Labelled, ...]
    rules: tuple[str, ...]
    room: float


def contract_card(
    variant: Variant,
    ruleset: Ruleset,
    sections: Sequence[Section],
    house_rules: Sequence[str] | None = None,
) -> ContractCard:
    """Return the card of ``variant`` as ``ruleset`` plays it, its rules being ``sections``.

    With ``house_rules``, though there be none, it is that of one game.
    """
    said = {fact.key: (fact.label, fact.text) for fact in facts(ruleset)}
    deals = deals_of(variant, ruleset)
    notes = tuple(_notes(deals, ruleset.words.deal.one, ruleset.words.deal.many))
    if deals.has_contracts:
        deals = replace(deals, rows=tuple(_own_rules(deals)))
    asked, rare = _ranked(said, deals, ruleset)
    if house_rules is None and variant.unknown:
        asked.append(("Your table decides", "; ".join(unknown_words(variant))))
    return ContractCard(
        title=ruleset.name,
        subtitle=_subtitle(ruleset, said),
        house_rules=tuple(house_rules or ()),
        deals=deals,
        notes=notes,
        values_label=values_label(ruleset),
        values=printed_values(ruleset),
        asked=tuple(asked),
        rare=tuple(rare),
        rules=() if deals.has_contracts else tuple(_what_counts(sections)),
    )


def _subtitle(ruleset: Ruleset, said: dict[str, Labelled]) -> str:
    _, deck = said.get("deck", ("", ""))
    # Where it depends on the table, it is one of the facts.
    parts = (f"{ruleset.players_words} players", "" if ";" in deck else deck)
    return " · ".join(filter(None, parts))


def _notes(deals: Deals, one: str, many: str) -> Iterator[Labelled]:
    """Rules of every deal, then, in a game with contracts, those of several."""
    for rule in deals.shared:
        yield f"In every {one}", rule
    for rule, numbers in _several(deals).items():
        yield f"In {many} {', '.join(map(str, numbers))}", rule


def _several(deals: Deals) -> dict[str, list[int]]:
    """The numbers of the deals that have a rule, where there are several."""
    if not deals.has_contracts:
        return {}
    having: dict[str, list[int]] = {}
    for row in deals.rows:
        for rule in row.rules:
            having.setdefault(rule, []).append(row.number)
    return {rule: numbers for rule, numbers in having.items() if len(numbers) > 1}


def _own_rules(deals: Deals) -> Iterator[DealRow]:
    """The rows with the rules that no other deal has."""
    several = _several(deals)
    for row in deals.rows:
        yield replace(row, rules=tuple(rule for rule in row.rules if rule not in several))


def _ranked(
    said: dict[str, Labelled], deals: Deals, ruleset: Ruleset
) -> tuple[list[Labelled], list[Labelled]]:
    """The facts that belong on the card, who wins first, and the others, most asked first."""
    asked, rare = list(ASKED), list(RARE)
    if not any(deal.takes.limit != 0 for deal in ruleset.deals):
        asked.remove("takes")
    if deals.rows:
        rare.remove("deals")
        if deals.has_cards:
            rare.remove("cards")
    if not deals.has_contracts:
        asked += [key for key in ("deals", "cards") if key in rare]
    counted = [key for key in said if key not in (*SHOWN, *ASKED, *RARE)]
    if ";" not in said.get("deck", ("", ""))[1]:
        rare.remove("deck")
    first = ["winner", *counted, *asked]
    return (
        [said[key] for key in first if key in said],
        [said[key] for key in rare if key in said and key not in first],
    )


def _what_counts(sections: Sequence[Section]) -> Iterator[str]:
    """The rules of scoring, without examples and what tables differ about."""
    for section in sections:
        if section.key == "scoring":
            for rule in section.rules:
                if not rule.differs and not rule.text.startswith(EXAMPLE):
                    yield rule.text


def fit_card(card: ContractCard, paper: str, faces: Faces) -> CardPage:
    """Return how ``card`` stands on ``paper``, one of CARD_PAPERS.

    Its type is as large as can be with all that belongs on it. Where there is not enough room even
    for the smallest, the facts asked least are left out; what is left then goes on overleaf.
    """
    width, height = CARD_PAPERS[paper]
    measures = [_Measure(card, size, width - 2 * MARGIN, faces) for size in SIZES]
    room = height - 2 * MARGIN
    belongs = [(measure, room - measure.fixed - measure.facts(card.asked)) for measure in measures]
    measure, spare = next((pair for pair in belongs if pair[1] >= 0), belongs[-1])
    told = list(card.asked)
    while spare < 0 and len(told) > 1:
        spare += measure.fact(told.pop())
    shown: list[str] = []
    for fact in card.rare:
        if (need := measure.fact(fact)) <= spare:
            told.append(fact)
            spare -= need
    for rule in card.rules:
        need = measure.rule(rule) + (0 if shown else measure.ems(GAP))
        if need > spare:
            break
        shown.append(rule)
        spare -= need
    rows = len(card.deals.rows)
    pad = min(PAD_MOST - PAD, max(0, spare) / (2 * rows * measure.ems(1))) if rows else 0
    spare -= 2 * rows * measure.ems(pad)
    return CardPage(
        css=_css(width, height, measure, PAD + pad),
        size=measure.size,
        facts=tuple(told),
        rules=tuple(shown),
        room=round(spare, 2),
    )


def _css(width: float, height: float, measure: "_Measure", pad: float) -> str:
    """What of a card's page a stylesheet has to say."""
    return "\n".join(
        (
            f"@page {{ size: {width}mm {height}mm }}",
            f"html {{ font-size: {measure.size}pt }}",
            f"h1 {{ font-size: {measure.title_size:.1f}pt }}",
            f"col.number {{ width: {measure.number:.2f}mm }}",
            f"col.hand {{ width: {measure.cards:.2f}mm }}",
            f"col.takes {{ width: {measure.takes:.2f}mm }}",
            f".deals tbody > tr > * {{ padding-top: {pad:.3f}em; padding-bottom: {pad:.3f}em }}",
        )
    )


class _Measure:
    """What the parts of a card need at one size of type, in millimetres."""

    def __init__(self, card: ContractCard, size: float, width: float, faces: Faces) -> None:
        self.size, self.width, self.faces = size, width, faces
        title = faces.bold.width(card.title, TITLE_SIZE)
        self.title_size = min(TITLE_SIZE, TITLE_SIZE * width * SAFETY / title)
        self.number = max(self.ems(NUMBER), self._column(card.deals.deal_word))
        self.cards = self._column("Cards")
        self.takes = self._column(card.deals.take_word)
        self.fixed = self._head(card) + self._deals(card) + self._values(card)

    def ems(self, count: float) -> float:
        return count * self.size * MM_PER_POINT

    def fact(self, fact: Labelled) -> float:
        # Label and text share their lines; the bold face, being wider, counts for both.
        return self._lines(": ".join(fact), self.width)

    def facts(self, facts: Sequence[Labelled]) -> float:
        return self.ems(GAP) + sum(map(self.fact, facts))

    def rule(self, text: str) -> float:
        return self._lines(text.replace("**", ""), self.width - self.ems(BULLET))

    def _column(self, head: str) -> float:
        return self.faces.bold.width(head, self.size) / SAFETY + self.ems(CELL)

    def _lines(self, text: str, width: float) -> float:
        lines = len(self.faces.bold.wrap(text, self.size, width * SAFETY))
        return self.ems(lines * LINE)

    def _head(self, card: ContractCard) -> float:
        subtitle = self._lines(card.subtitle, self.width - ORNAMENT)
        house = self._lines(card.house_text, self.width) if card.house_rules else 0
        return TITLE_LINE + subtitle + house

    def _deals(self, card: ContractCard) -> float:
        deals = card.deals
        notes = sum(map(self.fact, card.notes))
        if not deals.rows:
            return notes + (self.ems(GAP) if card.notes else 0)
        words = self.width - self.number - self.ems(CELL)
        words -= self.cards if deals.has_cards else 0
        words -= self.takes if deals.has_takes else 0
        rows = sum(self._row(row, words) for row in deals.rows)
        return self.ems(2 * GAP + LINE + 2 * PAD) + TABLE_RULES + rows + notes

    def _row(self, row: DealRow, width: float) -> float:
        texts = filter(None, (row.contract, " ".join(row.rules)))
        lines = sum(self._lines(text, width) for text in texts) or self.ems(LINE)
        return lines + self.ems(2 * PAD) + ROW_RULE

    def _values(self, card: ContractCard) -> float:
        if not card.values:
            return 0
        room, rows = 0.0, 0
        for pair in card.values:
            box = max(self.faces.bold.width(text, self.size) for text in pair) / SAFETY
            box += self.ems(BOX + BOX_GAP)
            if box > room:
                room, rows = self.width, rows + 1
            room -= box
        return self.ems(GAP + LINE + rows * (BOX_ABOVE + 2 * LINE)) + rows * ROW_RULE * 4
