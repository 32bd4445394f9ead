"""Games side by side: card values, facts, deals, rules in words and house rules, row by row."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.engine.catalogue import Catalogue
from rules.engine.contracts import Deal
from rules.engine.formatting import capital, join_names, with_minus
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Variant
from rules.reference.facts import Fact, differences, facts, values_label, values_of
from rules.reference.rule_files import SECTIONS
from rules.reference.rule_texts import RuleTexts

FEWEST, MOST = 2, 4

K = TypeVar("K", bound=Hashable)
Rules = Sequence[Mapping[str, str]]

# Facts whose names hold a word of the game's own: “Buy (out of turn)” is “May I? (out of turn)”.
_WORDED = {"deals", "takes", "same-rank", "max-wild", "joker-swap"}

# Sections that are told last, because nobody plays by them.
_ASIDE = ("names", "tips", "glossary", "history")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one game says, in no lines where it has nothing of the kind.

    ``games`` names it and those after it that say the same, ``as_in`` the first before it.
    """

    games: tuple[str, ...]
    lines: tuple[str, ...]
    as_in: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One subject, and what each game says about it; rules in words have no label."""

    key: str
    label: str
    cells: tuple[Cell, ...]
    same: bool


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one kind; ``noun`` is what one of them is called, and several.

    Where the texts are ``long`` a game refers to one before it that says the same.
    """

    key: str
    title: str
    noun: tuple[str, str]
    rows: tuple[Row, ...]
    long: bool = False

    @property
    def differs(self) -> bool:
        return not all(row.same for row in self.rows)

    @property
    def differing(self) -> str:
        """How much is not the same: ``3 differ``; ``19 rules`` where games tell theirs together."""
        rows = [row for row in self.rows if not row.same]
        told = [cell for row in rows if not row.key for cell in row.cells if not cell.as_in]
        if told:
            count = sum(len(cell.lines) for cell in told)
            return f"{count} {self.noun[0] if count == 1 else self.noun[1]}"
        if not rows:
            return "the same"
        return f"{len(rows)} {'differs' if len(rows) == 1 else 'differ'}"

    @property
    def has_labels(self) -> bool:
        return any(row.label for row in self.rows)


@dataclass(frozen=True, slots=True)
class Comparison:
    """``akin`` are games of one root: a rule has the same name in each of them."""

    variants: tuple[Variant, ...]
    akin: bool
    values: Part
    facts: Part
    deals: Part
    sections: tuple[Part, ...]
    options: Part

    @property
    def parts(self) -> tuple[Part, ...]:
        """Everything there is to show, in the order of a game's own page."""
        parts = (self.values, self.facts, self.deals, *self.sections, self.options)
        return tuple(part for part in parts if part.rows)

    @property
    def same_words(self) -> str:
        """How much is the same: ``9 facts and 43 rules are the same``; empty where nothing is."""
        counts: dict[tuple[str, str], int] = {}
        for part in self.parts:
            same = sum(row.same for row in part.rows)
            counts[part.noun] = counts.get(part.noun, 0) + same
        told = [f"{n} {one if n == 1 else many}" for (one, many), n in counts.items() if n]
        verb = "is" if sum(counts.values()) == 1 else "are"
        return f"{join_names(told)} {verb} the same" if told else ""


def compare(texts: RuleTexts, variants: Iterable[Variant]) -> Comparison:
    """Set the standard rules of the games beside each other."""
    games = tuple(variants)
    akin = len({texts.catalogue.lineage(game)[-1].slug for game in games}) == 1
    return Comparison(
        games,
        akin,
        _values(games),
        Part("facts", "At a glance", ("fact", "facts"), tuple(_fact_rows(games))),
        _deals(games),
        _sections(texts, games, akin=akin),
        _options(games),
    )


def suggestions(catalogue: Catalogue) -> tuple[tuple[Variant, ...], ...]:
    """Games with those based on them, as many as fit beside each other.

    Of many children those come first that are known by who described them, and of these those with
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
    """Return the facts in which a game differs from its parent, as (parent's fact, own fact)."""
    parent = catalogue.parent(variant)
    return differences(parent.standard, variant.standard) if parent else ()


def relatives(catalogue: Catalogue, variant: Variant) -> tuple[Variant, ...]:
    """A game's parent, its children, then the other children of its parent."""
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
    told: Sequence[tuple[str, ...]],
    data: Sequence[Hashable] | None = None,
) -> Row:
    """A row of what is ``told`` by game; the same where ``data`` is, or else the words are."""
    cells = []
    for place, (game, lines) in enumerate(zip(games, told, strict=True)):
        alike = [other.name for other, theirs in zip(games, told, strict=True) if theirs == lines]
        first = told.index(lines)
        later = alike[alike.index(game.name) :]
        cells.append(Cell(tuple(later), lines, games[first].name if first < place else ""))
    return Row(key, label, tuple(cells), len(set(told if data is None else data)) == 1)


def _in_order(lists: Iterable[Iterable[K]]) -> list[K]:
    """Every key once, each behind the one that it first follows."""
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


def _values(games: Sequence[Variant]) -> Part:
    """What a card counts, neighbouring ranks together where each game has one answer for them."""
    values = [values_of(game.standard) for game in games]
    title = _names(values_label(game.standard) for game in games if values_of(game.standard))
    rows = []
    for ranks in _spans(values):
        label = f"{ranks[0]}–{ranks[-1]}" if len(ranks) > 2 else ", ".join(ranks)
        told = [_worth(of_game, ranks) for of_game in values]
        rows.append(_row(games, ranks[0], label, told))
    return Part("values", title, ("card value", "card values"), tuple(rows))


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
        return ("face value",)
    return tuple(with_minus(points) for points in worth if points is not None)


def _fact_rows(games: Sequence[Variant]) -> Iterator[Row]:
    """Facts by what they are called, because ways of counting may use one key for two things."""
    told = [{fact.key: fact for fact in facts(game.standard)} for game in games]
    for key in _in_order(told):
        if key == "values":
            continue
        found = [of_game.get(key) for of_game in told]
        labels = dict.fromkeys(fact.label for fact in found if fact)
        if key in _WORDED:
            texts = [(fact.text,) if fact else () for fact in found]
            yield _row(games, key, _names(labels), texts)
            continue
        for label in labels:
            texts = [(fact.text,) if fact and fact.label == label else () for fact in found]
            yield _row(games, key, label, texts)


def _deals(games: Sequence[Variant]) -> Part:
    """What the deals ask for, compared by contract, whatever a game calls its melds."""
    listed = {game.slug: _told_deals(game.standard) for game in games}
    words = [game.standard.words.deal for game in games if listed[game.slug]]
    one, many = (_names(word.one for word in words), _names(word.many for word in words))
    rows = []
    for number in sorted({number for deals in listed.values() for number in deals}):
        deals = [listed[game.slug].get(number) for game in games]
        told = [_deal_lines(game.standard, deal) for game, deal in zip(games, deals, strict=True)]
        data = [(deal.contract, deal.special_rules) if deal else None for deal in deals]
        label = f"{capital(one)} {number}"
        rows.append(_row(games, f"deal-{number}", label, told, data))
    return Part("deals", capital(many), (one, many), tuple(rows))


def _told_deals(ruleset: Ruleset) -> dict[int, Deal]:
    """The deals that ask for something, by number, where they are not all alike."""
    return {
        deal.number: deal
        for deal in ruleset.deals
        if deal.special_rules or (deal.contract.size and len(ruleset.deals) > 1)
    }


def _deal_lines(ruleset: Ruleset, deal: Deal | None) -> tuple[str, ...]:
    if deal is None:
        return ()
    contract = ruleset.contract_words(deal)
    return (*((contract,) if contract else ()), *deal.special_rules)


def _sections(texts: RuleTexts, games: Sequence[Variant], *, akin: bool) -> tuple[Part, ...]:
    told = [
        {
            section.key: {rule.anchor: rule.text for rule in section.rules}
            for section in texts.sections(game)
        }
        for game in games
    ]
    rows_of = _rules_by_name if akin else _rules_together
    parts = []
    for key, title in sorted(SECTIONS.items(), key=lambda section: section[0] in _ASIDE):
        rules = [of_game.get(key, {}) for of_game in told]
        parts.append(Part(key, title, ("rule", "rules"), tuple(rows_of(games, rules)), long=True))
    return tuple(parts)


def _rules_by_name(games: Sequence[Variant], rules: Rules) -> Iterator[Row]:
    for anchor in _in_order(rules):
        texts = [(of_game[anchor],) if anchor in of_game else () for of_game in rules]
        yield _row(games, anchor, "", texts)


def _rules_together(games: Sequence[Variant], rules: Rules) -> Iterator[Row]:
    """What all say in the same words, then the rest of each, because nothing else matches."""
    every = set.intersection(*(set(of_game.values()) for of_game in rules))
    for anchor, text in rules[0].items():
        if text in every:
            yield _row(games, anchor, "", [(text,)] * len(games))
    rest = [tuple(text for text in of_game.values() if text not in every) for of_game in rules]
    if any(rest):
        yield _row(games, "", "", rest)


def _options(games: Sequence[Variant]) -> Part:
    told = [
        {(option.id, option.label): option.explanation or option.label for option in game.options}
        for game in games
    ]
    rows = (
        _row(
            games,
            name[0],
            name[1],
            [(of_game[name],) if name in of_game else () for of_game in told],
        )
        for name in _in_order(told)
    )
    nouns = ("house rule", "house rules")
    return Part("house-rules", "House rules to choose from", nouns, tuple(rows), long=True)
