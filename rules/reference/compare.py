"""Games side by side: card values, facts, deals, rule texts and house rules, row by row."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.engine.catalogue import Catalogue
from rules.engine.contracts import Deal
from rules.engine.formatting import capital, join_names, join_texts, with_minus
from rules.engine.rulesets import ShownRuleset
from rules.engine.variants import Variant
from rules.reference.card_facts import values_label, values_of
from rules.reference.differences import differences
from rules.reference.facts import WORDED, Fact, facts
from rules.reference.game_words import translated_ruleset, translated_variant
from rules.reference.rule_files import SECTIONS
from rules.reference.rule_texts import RuleTexts
from rules.translation import gettext as _
from rules.translation import ngettext

FEWEST, MOST = 2, 4

# Parts whose rows are counted separately. The rows of all other parts are counted as rules.
_COUNTED = ("values", "facts", "deals", "house-rules")

K = TypeVar("K", bound=Hashable)
Rules = Sequence[Mapping[str, str]]

# Sections that come last, because they contain no rules.
_ASIDE = ("names", "tips", "glossary", "history")


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """The lines for one game in one row of the table; empty if the game has nothing there.

    ``games`` names the game and all later games with the same lines. ``as_in`` names the first
    earlier game with the same lines.
    """

    games: tuple[str, ...]
    lines: tuple[str, ...]
    as_in: str = ""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One subject, with a cell for each game; rows of rule texts have no label."""

    key: str
    label: str
    cells: tuple[ComparedCell, ...]
    same: bool


@dataclass(frozen=True, slots=True)
class ComparedPart:
    """Rows of one kind.

    If ``long``, the cell of a game refers to an earlier game with the same text instead of
    repeating it. ``deal_words`` are the games’ words for a deal, in singular and plural.
    """

    key: str
    title: str
    rows: tuple[ComparedRow, ...]
    long: bool = False
    deal_words: tuple[str, str] = ("", "")

    @property
    def differs(self) -> bool:
        return not all(row.same for row in self.rows)

    @property
    def differing(self) -> str:
        """How many rows differ: ``3 differ``, or ``19 rules`` if one row contains all rules."""
        rows = [row for row in self.rows if not row.same]
        together = [cell for row in rows if not row.key for cell in row.cells if not cell.as_in]
        if together:
            return self.count(sum(len(cell.lines) for cell in together))
        if not rows:
            return _("the same")
        return ngettext("{count} differs", "{count} differ", len(rows)).format(count=len(rows))

    def count(self, count: int) -> str:
        """Return a count of this part’s rows: ``1 fact``, ``9 card values``."""
        match self.key:
            case "values":
                text = ngettext("{count} card value", "{count} card values", count)
            case "facts":
                text = ngettext("{count} fact", "{count} facts", count)
            case "house-rules":
                text = ngettext("{count} house rule", "{count} house rules", count)
            case "deals":
                one, many = self.deal_words
                # Translators: {things} is the game’s own word, such as “deals”.
                text = _("{count} {things}")
                return text.format(count=count, things=one if count == 1 else many)
            case _:
                text = ngettext("{count} rule", "{count} rules", count)
        return text.format(count=count)

    @property
    def has_labels(self) -> bool:
        return any(row.label for row in self.rows)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Games side by side.

    ``akin`` is true if all the games go back to one game, so their rules have the same names.
    """

    variants: tuple[Variant, ...]
    akin: bool
    values: ComparedPart
    facts: ComparedPart
    deals: ComparedPart
    sections: tuple[ComparedPart, ...]
    options: ComparedPart

    @property
    def parts(self) -> tuple[ComparedPart, ...]:
        """All parts that have rows, in the order of a game’s own page."""
        parts = (self.values, self.facts, self.deals, *self.sections, self.options)
        return tuple(part for part in parts if part.rows)

    @property
    def same_words(self) -> str:
        """The numbers of equal rows: ``9 facts and 43 rules are the same``; empty if none are."""
        counts: dict[str, tuple[ComparedPart, int]] = {}
        for part in self.parts:
            kind = part.key if part.key in _COUNTED else "rules"
            same = sum(row.same for row in part.rows)
            counts[kind] = part, same + counts.get(kind, (part, 0))[1]
        found = [part.count(same) for part, same in counts.values() if same]
        if not found:
            return ""
        total = sum(same for _part, same in counts.values())
        # Translators: {what} is a list such as “9 facts and 43 rules”.
        text = ngettext("{what} is the same", "{what} are the same", total)
        return text.format(what=join_names(found))


def compare(texts: RuleTexts, variants: Iterable[Variant]) -> Comparison:
    """Return the standard rules of the games side by side, in the reader’s language."""
    games = tuple(map(translated_variant, variants))
    rulesets = [translated_ruleset(game.standard) for game in games]
    akin = len({texts.catalogue.lineage(game)[-1].slug for game in games}) == 1
    return Comparison(
        games,
        akin,
        _values(games, rulesets),
        ComparedPart("facts", _("At a glance"), tuple(_fact_rows(games, rulesets))),
        _deals(games, rulesets),
        _sections(texts, games, akin=akin),
        _options(games),
    )


def suggestions(catalogue: Catalogue) -> tuple[tuple[Variant, ...], ...]:
    """Return suggested comparisons: each parent with as many children as fit side by side.

    If there are more children, those with a known contributor come first, then those with the most
    children of their own.
    """
    found = []
    for parent in catalogue.variants.values():
        children = _children(catalogue, parent)
        children.sort(key=lambda game: (not game.contributor, -len(_children(catalogue, game))))
        if children:
            found.append((parent, *children[: MOST - 1]))
    return tuple(found)


def parent_differences(catalogue: Catalogue, variant: Variant) -> tuple[tuple[Fact, Fact], ...]:
    """Return the facts that differ between a game and its parent, as (parent’s fact, own fact)."""
    parent = catalogue.parent(variant)
    return differences(parent.standard, variant.standard) if parent else ()


def relatives(catalogue: Catalogue, variant: Variant) -> tuple[Variant, ...]:
    """Return a game’s parent, its children, then the other children of its parent."""
    parent = catalogue.parent(variant)
    siblings = _children(catalogue, parent) if parent else []
    return (
        *((parent,) if parent else ()),
        *_children(catalogue, variant),
        *(game for game in siblings if game.slug != variant.slug),
    )


def _children(catalogue: Catalogue, parent: Variant) -> list[Variant]:
    return [game for game in catalogue.variants.values() if game.based_on == parent.slug]


def _row(
    games: Sequence[Variant],
    key: str,
    label: str,
    texts: Sequence[tuple[str, ...]],
    data: Sequence[Hashable] | None = None,
) -> ComparedRow:
    """Return a row with the ``texts`` of each game.

    The row is ``same`` if all games have equal ``data`` or, without ``data``, equal texts.
    """
    cells = []
    for place, (game, lines) in enumerate(zip(games, texts, strict=True)):
        alike = [other.name for other, theirs in zip(games, texts, strict=True) if theirs == lines]
        first = texts.index(lines)
        later = alike[alike.index(game.name) :]
        cells.append(ComparedCell(tuple(later), lines, games[first].name if first < place else ""))
    return ComparedRow(key, label, tuple(cells), len(set(texts if data is None else data)) == 1)


def _in_order(lists: Iterable[Iterable[K]]) -> list[K]:
    """Merge lists of keys: a new key goes after its predecessor in the first list that has it."""
    merged: list[K] = []
    for keys in lists:
        place = 0
        for key in keys:
            if key in merged:
                place = merged.index(key) + 1
            else:
                merged.insert(place, key)
                place += 1
    return merged


def _names(words: Iterable[str]) -> str:
    return " / ".join(dict.fromkeys(words))


def _values(games: Sequence[Variant], rulesets: Sequence[ShownRuleset]) -> ComparedPart:
    """Return the card values, with neighbouring ranks in one row if no game distinguishes them."""
    values = [values_of(rules) for rules in rulesets]
    title = _names(values_label(rules) for rules in rulesets if values_of(rules))
    rows = []
    for ranks in _spans(values):
        label = f"{ranks[0]}–{ranks[-1]}" if len(ranks) > 2 else join_texts(ranks)
        texts = [_worth(of_game, ranks) for of_game in values]
        rows.append(_row(games, ranks[0], label, texts))
    return ComparedPart("values", title, tuple(rows))


def _spans(values: Sequence[Mapping[str, int]]) -> list[list[str]]:
    spans: list[list[str]] = []
    for rank in _in_order(values):
        if spans and all(_is_one_answer(of_game, [*spans[-1], rank]) for of_game in values):
            spans[-1].append(rank)
        else:
            spans.append([rank])
    return spans


def _is_one_answer(values: Mapping[str, int], ranks: Sequence[str]) -> bool:
    return len({values.get(rank) for rank in ranks}) == 1 or all(
        rank == str(values.get(rank)) and rank != "10" for rank in ranks
    )


def _worth(values: Mapping[str, int], ranks: Sequence[str]) -> tuple[str, ...]:
    worth = {values.get(rank) for rank in ranks}
    if len(worth) > 1:
        return (_("face value"),)
    return tuple(with_minus(points) for points in worth if points is not None)


def _fact_rows(games: Sequence[Variant], rulesets: Sequence[ShownRuleset]) -> Iterator[ComparedRow]:
    """Yield a row for each label, because schemes may use the same key for different facts."""
    by_game = [{fact.key: fact for fact in facts(rules)} for rules in rulesets]
    for key in _in_order(by_game):
        if key == "values":
            continue
        found = [of_game.get(key) for of_game in by_game]
        labels = dict.fromkeys(fact.label for fact in found if fact)
        if key in WORDED:
            texts = [(fact.text,) if fact else () for fact in found]
            yield _row(games, key, _names(labels), texts)
            continue
        for label in labels:
            texts = [(fact.text,) if fact and fact.label == label else () for fact in found]
            yield _row(games, key, label, texts)


def _deals(games: Sequence[Variant], rulesets: Sequence[ShownRuleset]) -> ComparedPart:
    """Return the deals’ requirements. Contracts are compared, not the games’ words for melds."""
    listed = {rules.slug: _deals_with_contracts(rules) for rules in rulesets}
    words = [rules.words.deal for rules in rulesets if listed[rules.slug]]
    one, many = (_names(word.one for word in words), _names(word.many for word in words))
    rows = []
    for number in sorted({number for deals in listed.values() for number in deals}):
        deals = [_deal_of(rules, listed[rules.slug], number) for rules in rulesets]
        texts = [_deal_lines(rules, deal) for rules, deal in zip(rulesets, deals, strict=True)]
        data = [(deal.contract, deal.special_rules) if deal else None for deal in deals]
        label = _("{label} {number}").format(label=capital(one), number=number)
        rows.append(_row(games, f"deal-{number}", label, texts, data))
    return ComparedPart("deals", capital(many), tuple(rows), deal_words=(one, many))


def _deals_with_contracts(ruleset: ShownRuleset) -> dict[int, Deal]:
    """Return the deals with a contract or special rules, keyed by their numbers.

    If a game has only one deal, its contract doesn’t count.
    """
    return {
        deal.number: deal
        for deal in ruleset.deals
        if deal.special_rules or (deal.contract.size and len(ruleset.deals) > 1)
    }


def _deal_of(ruleset: ShownRuleset, listed: Mapping[int, Deal], number: int) -> Deal | None:
    """Return the deal that is played as deal ``number``, if it is one of those listed."""
    deal = ruleset.played(number)
    return listed.get(deal.number) if deal else None


def _deal_lines(ruleset: ShownRuleset, deal: Deal | None) -> tuple[str, ...]:
    if deal is None:
        return ()
    contract = ruleset.contract_words(deal)
    return (*((contract,) if contract else ()), *deal.special_rules)


def _sections(
    texts: RuleTexts, games: Sequence[Variant], *, akin: bool
) -> tuple[ComparedPart, ...]:
    by_game = [
        {
            section.key: {rule.anchor: rule.text for rule in section.rules}
            for section in texts.sections(game)
        }
        for game in games
    ]
    rows_of = _rules_by_name if akin else _rules_together
    parts = []
    for key, title in sorted(SECTIONS.items(), key=lambda section: section[0] in _ASIDE):
        rules = [of_game.get(key, {}) for of_game in by_game]
        parts.append(ComparedPart(key, _(title), tuple(rows_of(games, rules)), long=True))
    return tuple(parts)


def _rules_by_name(games: Sequence[Variant], rules: Rules) -> Iterator[ComparedRow]:
    for anchor in _in_order(rules):
        texts = [(of_game[anchor],) if anchor in of_game else () for of_game in rules]
        yield _row(games, anchor, "", texts)


def _rules_together(games: Sequence[Variant], rules: Rules) -> Iterator[ComparedRow]:
    """Yield the rules that all games word alike, then all other rules in one row."""
    every = set.intersection(*(set(of_game.values()) for of_game in rules))
    for anchor, text in rules[0].items():
        if text in every:
            yield _row(games, anchor, "", [(text,)] * len(games))
    rest = [tuple(text for text in of_game.values() if text not in every) for of_game in rules]
    if any(rest):
        yield _row(games, "", "", rest)


def _options(games: Sequence[Variant]) -> ComparedPart:
    by_game = [
        {(option.id, option.label): option.explanation or option.label for option in game.options}
        for game in games
    ]
    rows = (
        _row(
            games,
            name[0],
            name[1],
            [(of_game[name],) if name in of_game else () for of_game in by_game],
        )
        for name in _in_order(by_game)
    )
    return ComparedPart("house-rules", _("House rules to choose from"), tuple(rows), long=True)
