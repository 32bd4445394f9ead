"""The catalogue and the reference, loaded, merged with what they are based on, and checked."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.cards import Rank
from rules.contracts import Deal, count_words
from rules.errors import CatalogueError
from rules.penalties import spread_ranks
from rules.schemes import SCHEMES
from rules.variants import (
    Ruleset,
    Source,
    Variant,
    apply_patch,
    validate_ruleset,
    validation_sentence,
)

HERE = Path(__file__).parent
RULE_KEYS = ("players", "words", "deck", "melds", "scoring", "settlement", "deals")

SECTIONS = {
    "names": "Names",
    "players": "Players",
    "cards": "Cards",
    "deal": "The deal",
    "object": "Object",
    "contracts": "Contracts",
    "melds": "Melds",
    "turn": "A turn",
    "taking": "Taking the discard",
    "jokers": "Jokers",
    "special-rounds": "Special deals",
    "going-out": "Going out",
    "scoring": "Scoring",
    "end": "End of the game",
    "settlement": "Settlement",
    "options": "House rules",
    "tips": "Tips",
    "glossary": "Words",
    "history": "History",
}

EXAMPLE = "For example"

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a variant's rules; ``inherited_from`` names the game whose words these are."""

    key: str
    title: str
    rules: tuple[str, ...]
    inherited_from: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the facts table, derived from the data."""

    key: str
    label: str
    text: str


class Library:
    """Every variant of a folder with a ``catalogue`` and a ``reference``."""

    def __init__(self, folder: Path = HERE) -> None:
        """Read the folder. Raises CatalogueError naming the file and key at fault."""
        files = sorted((folder / "catalogue").glob("*.toml"))
        self._raw = {path.stem: _read_catalogue(path) for path in files}
        self._merged: dict[str, Plain] = {}
        loaded = (self._load(slug) for slug in self._raw)
        self.variants = {variant.slug: variant for variant in sorted(loaded, key=_family_order)}
        self._texts = {
            slug: _read_reference(folder / "reference" / f"{slug}.md") for slug in self.variants
        }

    def _merge(self, slug: str, seen: tuple[str, ...] = ()) -> Plain:
        """The plain data of a variant, with what its file leaves out taken from its parent."""
        if slug in self._merged:
            return self._merged[slug]
        own = self._raw[slug]
        parent_slug = own.get("based_on")
        merged: Plain = {}
        if parent_slug is None:
            merged |= own
        elif parent_slug not in self._raw or parent_slug in seen:
            raise CatalogueError(f"{slug}.toml: based_on: there is no game “{parent_slug}”")
        else:
            parent = self._merge(parent_slug, (*seen, slug))
            rules = {key: parent[key] for key in RULE_KEYS if key in parent}
            merged = {"family": parent.get("family")} | _deep_merge(rules, own)
            kept = own.get("inherit_options", [])
            known = {option["id"]: option for option in parent.get("options", [])}
            missing = [option for option in kept if option not in known]
            if missing:
                raise CatalogueError(
                    f"{slug}.toml: inherit_options: {parent_slug} has no option “{missing[0]}”"
                )
            merged["options"] = own.get("options", []) + [known[option] for option in kept]
        merged.pop("inherit_options", None)
        merged = deepcopy(merged)
        apply_patch(merged, merged.pop("patch", {}))
        self._merged[slug] = merged
        return merged

    def _load(self, slug: str) -> Variant:
        try:
            plain = dict(self._merge(slug))
        except CatalogueError as error:
            message = str(error)
            raise CatalogueError(
                message if ".toml" in message else f"{slug}.toml: {message}"
            ) from None
        if plain.get("slug") != slug:
            raise CatalogueError(f"{slug}.toml: slug: must be the file’s name")
        rules = {key: plain.pop(key) for key in RULE_KEYS if key in plain}
        standard = validate_ruleset(
            {"slug": slug, "name": plain.get("name", slug)} | rules, f"{slug}.toml"
        )
        if standard.scoring.scheme not in SCHEMES:
            raise CatalogueError(
                f"{slug}.toml: scoring.scheme: there is no scheme “{standard.scoring.scheme}”"
            )
        try:
            variant = Variant.model_validate(plain | {"standard": standard})
        except ValidationError as error:
            raise CatalogueError(f"{slug}.toml: {validation_sentence(error)}") from None
        for option in variant.options:
            try:
                variant.ruleset({} if option.asks else {option.id: True})
            except CatalogueError as error:
                raise CatalogueError(f"{slug}.toml: options.{option.id}: {error}") from None
        return variant

    def variant(self, slug: str) -> Variant:
        """Return the variant. Raises KeyError when the catalogue has none of that slug."""
        return self.variants[slug]

    def parent(self, variant: Variant) -> Variant | None:
        return self.variants[variant.based_on] if variant.based_on else None

    def lineage(self, variant: Variant) -> tuple[Variant, ...]:
        """The variant, its parent, and so on up to the root."""
        parent = self.parent(variant)
        return (variant, *(self.lineage(parent) if parent else ()))

    def source_of(self, slug: str, path: str) -> Source | None:
        """The work on which the figure at ``path`` rests, from the youngest file that states it."""
        lineage = self.lineage(self.variant(slug))
        stating = [variant for variant in lineage if _states(self._raw[variant.slug], path)]
        # What no file states is as it is by the words of whoever describes that part of the game.
        for variant in stating[:1] or lineage:
            for source in variant.sources:
                if any(f"{path}.".startswith(f"{covered}.") for covered in source.covers):
                    return source
        return None

    def sections(self, variant: Variant, ruleset: Ruleset | None = None) -> tuple[Section, ...]:
        """The rules in words, a parent's where the variant has none, figures from ``ruleset``.

        Worked examples are left out where house rules change what cards cost.
        """
        rules = ruleset or variant.standard
        figures = figures_of(rules)
        is_standard = rules.scoring == variant.standard.scoring
        found = []
        for key, title in SECTIONS.items():
            for owner in self.lineage(variant):
                if key in self._texts[owner.slug]:
                    texts = (
                        fill_figures(text, figures, rules.name)
                        for text in self._texts[owner.slug][key]
                        if is_standard or not text.startswith(EXAMPLE)
                    )
                    inherited = "" if owner is variant else owner.name
                    found.append(Section(key, title, tuple(texts), inherited))
                    break
        return tuple(found)

    def differences(self, variant: Variant) -> tuple[tuple[Fact, Fact], ...]:
        """Facts in which the variant differs from its parent: (parent's fact, own fact)."""
        parent = self.parent(variant)
        if parent is None:
            return ()
        theirs = {fact.key: fact for fact in facts(parent.standard)}
        own = {fact.key: fact for fact in facts(variant.standard)}
        nothing = Fact("", "", "none")
        pairs = [
            (theirs.get(key, nothing), own.get(key, nothing))
            for key in dict.fromkeys((*own, *theirs))
        ]
        return (
            *((their, mine) for their, mine in pairs if their.text != mine.text),
            *_deal_differences(parent.standard, variant.standard),
        )


def _deal_differences(theirs: Ruleset, own: Ruleset) -> Iterator[tuple[Fact, Fact]]:
    """Deals that ask for other melds or have other special rules, whatever the games call them."""
    for their, mine in zip_longest(theirs.deals, own.deals):
        asked = [(deal.contract, deal.special) if deal else None for deal in (their, mine)]
        if asked[0] != asked[1]:
            yield _deal_fact(theirs, their), _deal_fact(own, mine)


def _deal_fact(ruleset: Ruleset, deal: Deal | None) -> Fact:
    if deal is None:
        return Fact("", "", "none")
    label = f"{_capital(ruleset.words.deal.one)} {deal.number}"
    rules = " ".join(special.sentence for special in deal.special)
    words = ruleset.contract_words(deal)
    return Fact(f"deal-{deal.number}", label, f"{words}. {rules}" if rules else words)


def _family_order(variant: Variant) -> tuple[str, bool, str]:
    return variant.family, variant.slug != variant.family, variant.name


def _read_catalogue(path: Path) -> Plain:
    """The plain data of a file, ranges of ranks written out. Raises CatalogueError."""
    try:
        plain = tomllib.loads(path.read_text("utf-8"))
        scoring = plain.get("scoring", {})
        if "values" in scoring:
            scoring["values"] = spread_ranks(scoring["values"])
    except (tomllib.TOMLDecodeError, CatalogueError) as error:
        raise CatalogueError(f"{path.name}: {error}") from None
    return plain


def _deep_merge(parent: Plain, child: Plain) -> Plain:
    merged = dict(parent)
    for key, value in child.items():
        theirs = merged.get(key)
        if key == "values" and isinstance(theirs, dict):
            merged[key] = spread_ranks(theirs) | spread_ranks(value)
        elif key == "by_players" or not (isinstance(value, dict) and isinstance(theirs, dict)):
            merged[key] = value
        else:
            merged[key] = _deep_merge(theirs, value)
    return merged


def _states(raw: Plain, path: str) -> bool:
    """Whether a file itself says something at, above or below ``path``."""
    node: Any = raw
    for step in path.split("."):
        if isinstance(node, list):
            return True
        if not isinstance(node, dict) or step not in node:
            break
        node = node[step]
    else:
        return True
    wanted = path.split(".")
    return any(
        all(a in (b, "*") for a, b in zip(patched.split("."), wanted, strict=False))
        for patched in raw.get("patch", {})
    )


def _read_reference(path: Path) -> dict[str, tuple[str, ...]]:
    """Sections of a reference file: ``## key`` and a bullet for each rule. Raises
    CatalogueError.
    """
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        if line.startswith("## "):
            key = line[3:].strip()
            if key not in SECTIONS or key in sections:
                raise CatalogueError(
                    f"{path.name}:{number}: “{key}” is no section, or stands twice"
                )
            current = sections.setdefault(key, [])
        elif line.startswith("- ") and current is not None:
            current.append(line[2:].strip())
        elif line.strip():
            raise CatalogueError(f"{path.name}:{number}: write “## key” or “- a rule”")
    return {key: tuple(rules) for key, rules in sections.items()}


_FIGURE = re.compile(r"\{([a-z_A-Z0-9.]+)\}")


def fill_figures(text: str, figures: Mapping[str, Any], name: str) -> str:
    """Replace each ``{path}`` by what stands there in ``figures``.

    Raises CatalogueError naming the game when nothing does.
    """

    def figure(match: re.Match[str]) -> str:
        found: Any = figures
        for step in match[1].split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        if found is None or isinstance(found, Mapping | list):
            raise CatalogueError(f"{name}: the text asks for {{{match[1]}}}, which is no figure")
        return str(found).replace("-", "−") if isinstance(found, int) else str(found)

    return _FIGURE.sub(figure, text)


def figures_of(ruleset: Ruleset) -> Plain:
    """The figures that a text may ask for, by path: ``values.Joker``, ``deals.7.contract``."""
    plain: Plain = ruleset.model_dump(mode="json")
    deals: Plain = {"count": len(ruleset.deals)}
    for deal in ruleset.deals:
        words = {"contract": ruleset.contract_words(deal)}
        deals[str(deal.number)] = deal.model_dump(mode="json") | words
    return {**plain, **plain["scoring"], "deals": deals}


@cache
def library() -> Library:
    """The catalogue that the project ships, loaded once."""
    return Library()


# Facts -------------------------------------------------------------------------------------------

_ACES = {"low-or-high": "low or high, never in the middle", "high": "high only"}
_RUNS = {
    "not-touching": "must not touch; they may overlap or leave a gap",
    "apart": "at least one card apart",
    "one-per-suit": "one run to a suit for each player",
    "allowed": "may touch",
}
_GOING_OUT = {
    "required": "the last card is discarded",
    "allowed": "with or without a discard",
    "forbidden": "never by a discard",
}


def facts(ruleset: Ruleset) -> tuple[Fact, ...]:
    """What a table asks about the rules, most asked first; empty answers are left out."""
    rows = (
        ("values", "Cards left in hand", values_text(ruleset)),
        ("players", "Players", _players_text(ruleset)),
        ("deck", "Packs and jokers", deck_text(ruleset)),
        ("wild", "Wild cards", _wild_text(ruleset)),
        ("deals", "Deals", _deals_text(ruleset)),
        ("cards", "Cards dealt", _cards_text(ruleset)),
        ("takes", f"{_capital(ruleset.words.take.one)} (out of turn)", _takes_text(ruleset)),
        ("ace", "Aces in runs", _ACES[ruleset.melds.ace]),
        ("runs", "A player’s runs in one suit", _RUNS[ruleset.melds.runs_in_one_suit]),
        (
            "same-rank",
            f"Two {ruleset.words.set.many} of one rank",
            "allowed" if ruleset.melds.same_rank_sets else "refused",
        ),
        ("max-wild", "Jokers in a meld", _max_wild_text(ruleset)),
        (
            "larger",
            "Melds larger than the contract",
            "at once" if ruleset.melds.larger_melds else "only by laying off",
        ),
        (
            "lay-off",
            "Laying off",
            "from the melding turn on"
            if ruleset.melds.lay_off_same_turn
            else "from the next turn on",
        ),
        ("joker-swap", "Claiming a melded joker", _joker_swap_text(ruleset)),
        ("going-out", "Going out", _GOING_OUT[ruleset.melds.going_out_discard]),
        ("shanghai", "Shanghai call", "yes" if ruleset.melds.shanghai_call else ""),
        ("cut", "Perfect cut", _cut_text(ruleset)),
        ("winner", "Winner", f"lowest total after {_deals_text(ruleset)}"),
        ("settlement", "Settlement", settlement_text(ruleset)),
    )
    return tuple(Fact(key, label, text) for key, label, text in rows if text)


def values_of(ruleset: Ruleset) -> dict[str, int]:
    """Points by rank, for the ranks that the game has."""
    has_jokers = any(size.jokers for size in ruleset.deck.by_players.values())
    return {
        rank.value: ruleset.scoring.values[rank]
        for rank in Rank
        if has_jokers or rank is not Rank.JOKER
    }


def value_groups(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Ranks and points as a legend: (``3–10``, ``5``); three number cards or more in a row that
    count what they show are one entry, ``face value``.
    """
    values = values_of(ruleset)
    shown = [rank for rank, worth in values.items() if rank == str(worth) and rank != "10"]
    at_face_value = set(shown) if len(shown) > 2 else set()
    groups: list[tuple[list[str], str]] = []
    for rank, worth in values.items():
        text = "face value" if rank in at_face_value else str(worth)
        if groups and groups[-1][1] == text:
            groups[-1][0].append(rank)
        else:
            groups.append(([rank], text))
    return tuple((_span(ranks), text) for ranks, text in groups)


def _span(ranks: list[str]) -> str:
    return f"{ranks[0]}–{ranks[-1]}" if len(ranks) > 2 else ", ".join(ranks)


def values_text(ruleset: Ruleset) -> str:
    return "; ".join(f"{ranks}: {worth}" for ranks, worth in value_groups(ruleset))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _players_text(ruleset: Ruleset) -> str:
    players = ruleset.players
    best = f", best with {players.best}" if players.best else ""
    return f"{players.min} to {players.max}{best}"


def deck_text(ruleset: Ruleset) -> str:
    """Packs and jokers by table size, equal sizes together."""
    sizes: dict[str, list[int]] = {}
    for players in range(ruleset.players.min, ruleset.players.max + 1):
        packs = ruleset.deck.by_players[players]
        jokers = count_words(packs.jokers, "joker", "jokers")
        sizes.setdefault(f"{count_words(packs.packs, 'pack', 'packs')}, {jokers}", []).append(
            players
        )
    if len(sizes) == 1:
        return next(iter(sizes))
    return "; ".join(f"{_numbers(players)} players: {cards}" for cards, players in sizes.items())


def _numbers(numbers: list[int]) -> str:
    together = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if together else ", ".join(map(str, numbers))


def _wild_text(ruleset: Ruleset) -> str:
    names = ["jokers"] if "Joker" in values_of(ruleset) else []
    names += ["twos" if rank is Rank.TWO else f"{rank.title}s" for rank in ruleset.deck.wild]
    return " and ".join(names) or "none"


def _deals_text(ruleset: Ruleset) -> str:
    return count_words(len(ruleset.deals), ruleset.words.deal.one, ruleset.words.deal.many)


def _by_deal(ruleset: Ruleset, texts: Iterable[tuple[Deal, str]]) -> str:
    groups: dict[str, list[int]] = {}
    for deal, text in texts:
        groups.setdefault(text, []).append(deal.number)
    if len(groups) == 1:
        return f"{next(iter(groups))} in every {ruleset.words.deal.one}"
    return "; ".join(
        f"{text} in {ruleset.words.deal.many if len(numbers) > 1 else ruleset.words.deal.one} "
        f"{_spans(numbers)}"
        for text, numbers in groups.items()
    )


def _spans(numbers: list[int]) -> str:
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(_numbers(span) for span in spans)


def _cards_text(ruleset: Ruleset) -> str:
    return _by_deal(ruleset, ((deal, str(deal.cards)) for deal in ruleset.deals))


def takes_words(ruleset: Ruleset, deal: Deal) -> str:
    """What a deal allows: ``2 for each player, each with 2 stock cards``."""
    takes = deal.takes
    if takes.limit == 0:
        return "none"
    often = "any number" if takes.limit is None else f"{takes.limit} for each player"
    if takes.extra:
        often += f", each with {count_words(takes.extra, 'stock card', 'stock cards')}"
    if takes.price and ruleset.settlement:
        unit = ruleset.settlement.unit
        often += f", for {count_words(takes.price, unit.one, unit.many)}"
    if takes.per_turn:
        often += f", {count_words(takes.per_turn, 'card', 'cards')} a turn in all"
    return often


def _takes_text(ruleset: Ruleset) -> str:
    return _by_deal(ruleset, ((deal, takes_words(ruleset, deal)) for deal in ruleset.deals))


def _has_wild_cards(ruleset: Ruleset) -> bool:
    return bool(ruleset.deck.wild) or "Joker" in values_of(ruleset)


def _max_wild_text(ruleset: Ruleset) -> str:
    if not _has_wild_cards(ruleset):
        return ""
    most = ruleset.melds.max_wild
    return "any number" if most is None else f"{most} at most"


def _joker_swap_text(ruleset: Ruleset) -> str:
    if not _has_wild_cards(ruleset):
        return ""
    swap = ruleset.melds.joker_swap
    where = [name for name, allowed in (("runs", swap.runs), ("sets", swap.sets)) if allowed]
    if not where:
        return "never"
    then = "may be kept" if swap.keep else "is played at once"
    when = "at any time" if swap.any_time else "in one’s own turn"
    return f"from {' and '.join(where)}, {when}; the joker {then}"


def cut_size(deal: Deal, players: int) -> int:
    """Cards of a perfect cut: the hands and the upcard (Paul Welty, Liverpool Rummy)."""
    return players * deal.cards + 1


def _cut_text(ruleset: Ruleset) -> str:
    bonus = ruleset.scoring.cut_bonus
    if not bonus:
        return ""
    return f"{bonus} points for the player at the dealer’s right".replace("-", "−")


def settlement_text(ruleset: Ruleset) -> str:
    """Payments by place and the kitty in one line; empty where the game has none."""
    rule = ruleset.settlement
    if rule is None:
        return ""
    if rule.pays:
        pays = f"from second place on they pay {', '.join(map(str, rule.pays))}"
    else:
        pays = f"each place pays {rule.step} more than the one before, from second place on"
    kitty = "the kitty goes to the winner"
    if len(rule.kitty) > 1:
        kitty = f"the kitty is split {' to '.join(map(str, rule.kitty))} by place"
    return f"{pays} ({rule.unit.many}); the winner gets the sum; {kitty}"
