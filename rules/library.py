"""The catalogue and the reference, loaded, merged with what they are based on, and checked."""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.errors import CatalogueError
from rules.facts import Fact, differences
from rules.rulesets import Ruleset, spread_sizes, spread_values
from rules.schemes import scheme_of
from rules.variants import (
    Option,
    Source,
    Variant,
    apply_patch,
    validate_ruleset,
    validation_sentence,
    values_at,
)
from rules.wording import (
    COUNTED,
    OURS,
    SECTIONS,
    Reference,
    Wording,
    Wordings,
    inherit,
    overrule,
    read_reference,
)
from rules.words import with_minus

HERE = Path(__file__).parent
RULE_KEYS = (
    "players", "words", "opening", "deck", "melds", "scoring", "end", "settlement", "deals",
)  # fmt: skip

# Where a game stands on the shelf; a family that is not named here stands with the other games.
SHELVES = {
    "contract-rummy": "Contract rummies",
    "rummy": "Rummy",
    "tricks": "Tricks and trumps",
    "melds": "Canasta and kin",
    "shedding": "Getting rid of cards",
    "points": "Points of any kind",
    "dice": "Dice",
    "tiles": "Tiles",
}
OTHER_GAMES = "Other games"

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game in words, its figures filled in.

    ``anchor`` is its place on the game's page, ``owner`` the game whose words these are. ``source``
    is the work that it rests on, None where it was worked out here, ``asks`` are other words by
    which people ask for it. A rule that stands in place of another has that game and its words in
    ``instead_of`` and ``was``; where a table has chosen it, the label of its ``option``.
    """

    anchor: str
    text: str
    owner: Variant
    source: Source | None
    asks: str = ""
    differs: bool = False
    inherited: bool = False
    instead_of: Variant | None = None
    was: str = ""
    option: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a variant's rules."""

    key: str
    title: str
    rules: tuple[Rule, ...]

    @property
    def inherited_from(self) -> str:
        """The name of the game that all of its words come from; empty where some are its own."""
        owners = {rule.owner.name if rule.inherited else "" for rule in self.rules}
        return owners.pop() if len(owners) == 1 else ""


class Library:
    """Every variant of folders with a ``catalogue`` and a ``reference`` each."""

    def __init__(self, *folders: Path) -> None:
        """Read the folders, those of the project when none are named; a game of a later one stands
        for its namesake. Raises CatalogueError naming the file and key at fault.
        """
        folders = folders or (HERE,)
        files = [path for folder in folders for path in sorted(folder.glob("catalogue/*.toml"))]
        self._raw = {path.stem: _read_catalogue(path) for path in files}
        self._write_out_values()
        self._merged: dict[str, Plain] = {}
        loaded = (self._load(slug) for slug in self._raw)
        self.variants = {variant.slug: variant for variant in sorted(loaded, key=_family_order)}
        texts = {p.stem: p for folder in folders for p in sorted(folder.glob("reference/*.md"))}
        self._references = {
            slug: read_reference(texts[slug]) if slug in texts else Reference({}, {})
            for slug in self._raw
        }
        self._wordings: dict[str, Wordings] = {}
        self._sections: dict[str, tuple[Section, ...]] = {}
        self._figures: dict[str, Plain] = {}

    def _write_out_values(self) -> None:
        for slug, raw in self._raw.items():
            try:
                spread_values(raw.get("scoring", {}), self._pack_of(slug))
            except CatalogueError as error:
                raise CatalogueError(f"{slug}.toml: {error}") from None

    def _pack_of(self, slug: str) -> Plain:
        """The copies of each rank in a pack that is not the usual 52, the parent's where the file
        names none.
        """
        line: list[str] = []
        while slug in self._raw and slug not in line:
            line.append(slug)
            deck: Plain = self._raw[slug].get("deck", {})
            if "pack" in deck:
                return dict(deck["pack"])
            slug = self._raw[slug].get("based_on", "")
        return {}

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
        # TOML has no null: what the parent says and no source of this game does.
        apply_patch(merged, dict.fromkeys(merged.pop("unsaid", []), None))
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
        try:
            variant = Variant.model_validate(plain | {"standard": standard})
        except ValidationError as error:
            raise CatalogueError(f"{slug}.toml: {validation_sentence(error)}") from None
        for option in variant.options:
            try:
                usual = _usual(option)
                variant.ruleset({} if usual is None else {option.id: usual})
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
        """The rules in words, with what is inherited in place, figures from ``ruleset``.

        House rules say what options make of a rule, and worked examples are worked out anew. They
        leave out examples with figures of their own where they change what counts, sentences about
        figures that they do away with, rules that take for granted what they change, and in what
        tables differ where they have settled it.
        """
        rules = ruleset or variant.standard
        if rules != variant.standard:
            return tuple(self._told(variant, rules))
        if variant.slug not in self._sections:
            self._sections[variant.slug] = tuple(self._told(variant, rules))
        return self._sections[variant.slug]

    def _told(self, variant: Variant, rules: Ruleset) -> Iterator[Section]:
        figures, by_section = figures_of(rules), self._wordings_by(rules, variant)
        granted = {path for told in by_section.values() for each in told for path in each.granted}
        changed = _changed(granted, rules, variant.standard)
        for key, wordings in by_section.items():
            told = tuple(
                self._rule(key, wording, text, variant)
                for wording in wordings
                if (text := self._text(key, wording, variant, rules, figures, changed=changed))
            )
            if told:
                yield Section(key, SECTIONS[key], told)

    def _text(
        self,
        key: str,
        wording: Wording,
        variant: Variant,
        rules: Ruleset,
        figures: Plain,
        *,
        changed: frozenset[str],
    ) -> str:
        """The words with their figures; none where house rules leave them out, such as those that
        take for granted what is ``changed``.
        """
        usual = variant.standard
        if rules == usual:
            return fill_figures(wording.text, figures, rules.name)
        if not changed.isdisjoint(wording.granted):
            return ""
        counts_as_usual = (rules.scoring, rules.end) == (usual.scoring, usual.end)
        if wording.is_fixed_example and key in COUNTED and not (wording.option or counts_as_usual):
            return ""
        try:
            text = fill_figures(wording.text, figures, rules.name)
        except CatalogueError:
            return ""
        is_usual = not wording.differs or wording.option
        return text if is_usual or text == self._standard_text(wording, variant) else ""

    def _rule(self, key: str, wording: Wording, text: str, variant: Variant) -> Rule:
        owner = self.variants[wording.owner]
        option = next((held.label for held in variant.options if held.id == wording.option), "")
        inherited = wording.owner != variant.slug and not option
        instead = None if inherited else wording.instead
        parent = self.variants[instead.owner] if instead else None
        return Rule(
            anchor=f"{key}-{wording.id}",
            text=text,
            owner=owner,
            source=self._source(wording),
            asks=wording.asks,
            differs=wording.differs,
            inherited=inherited,
            instead_of=parent,
            was=self._standard_text(instead, variant if option else parent)
            if instead and parent
            else "",
            option=option,
        )

    def _standard_text(self, wording: Wording, variant: Variant) -> str:
        if variant.slug not in self._figures:
            self._figures[variant.slug] = figures_of(variant.standard)
        return fill_figures(wording.text, self._figures[variant.slug], variant.name)

    def _source(self, wording: Wording) -> Source | None:
        """The work on which a rule rests. Raises CatalogueError when the game names none such."""
        if wording.source == OURS or (wording.differs and not wording.source):
            return None
        owner = self.variants[wording.owner]
        if not wording.source:
            return owner.sources[0]
        for source in owner.sources:
            if source.id == wording.source:
                return source
        raise CatalogueError(f"{owner.slug}.md: “{wording.id}”: no source “{wording.source}”")

    def _wordings_of(self, variant: Variant) -> Wordings:
        """Each section's rules as their files have them, a parent's in place."""
        if variant.slug not in self._wordings:
            parent = self.parent(variant)
            theirs = self._wordings_of(parent) if parent else {}
            own = self._references[variant.slug]
            told = inherit(theirs, own.parts)
            _check_options(variant, told, own)
            self._wordings[variant.slug] = told
        return self._wordings[variant.slug]

    def _wordings_by(self, rules: Ruleset, variant: Variant) -> Wordings:
        """Each section's rules with what the options of ``rules`` make of them, in the words of the
        youngest file that has some for an option.
        """
        told = self._wordings_of(variant)
        for option in variant.options:
            if option.id in rules.options:
                for game in self.lineage(variant):
                    parts = self._references[game.slug].by_option.get(option.id)
                    if parts:
                        told = overrule(told, parts)
                        break
        return told

    def shelves(self, wanted: str = "") -> tuple[tuple[str, tuple[Variant, ...]], ...]:
        """The variants by shelf, those alone in whose name, aliases or summary every word that is
        ``wanted`` occurs.
        """
        words = wanted.casefold().split()
        found: dict[str, list[Variant]] = {title: [] for title in (*SHELVES.values(), OTHER_GAMES)}
        for variant in self.variants.values():
            text = " ".join((variant.name, *variant.aliases, variant.summary)).casefold()
            if all(word in text for word in words):
                found[SHELVES.get(variant.family, OTHER_GAMES)].append(variant)
        return tuple((title, tuple(games)) for title, games in found.items() if games)

    def differences(self, variant: Variant) -> tuple[tuple[Fact, Fact], ...]:
        """Facts in which the variant differs from its parent: (parent's fact, own fact)."""
        parent = self.parent(variant)
        if parent is None:
            return ()
        return differences(parent.standard, variant.standard)


def _check_options(variant: Variant, told: Wordings, reference: Reference) -> None:
    """Raise CatalogueError when the words of an option belong to none, or take away no rule."""
    for option, parts in reference.by_option.items():
        if option not in {held.id for held in variant.options}:
            raise CatalogueError(f"{variant.slug}.md: # with {option}: there is no such option")
        for key, part in parts.items():
            names = {wording.id for wording in told.get(key, ())}
            for wording in part.wordings:
                if not wording.text and wording.id not in names:
                    raise CatalogueError(
                        f"{variant.slug}.md: # with {option}: “{key}” has no rule “{wording.id}”"
                    )


def _usual(option: Option) -> Any:
    """What the page proposes for an option, to try it with; None where only the table can say."""
    if not option.asks:
        return True
    if option.answer == "number":
        return int(option.usual or option.least)
    return (option.usual or None) if option.answer == "text" else None


def _family_order(variant: Variant) -> tuple[str, bool, str]:
    return variant.family, variant.slug != variant.family, variant.name


def _read_catalogue(path: Path) -> Plain:
    """The plain data of a file, ranges of players written out. Raises CatalogueError."""
    try:
        plain = tomllib.loads(path.read_text("utf-8"))
        sizes = plain.get("deck", {}).get("by_players")
        if sizes:
            plain["deck"]["by_players"] = {str(n): size for n, size in spread_sizes(sizes).items()}
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"{path.name}: {error}") from None
    return plain


def _deep_merge(parent: Plain, child: Plain) -> Plain:
    merged = dict(parent)
    for key, value in child.items():
        theirs = merged.get(key)
        if key in ("by_players", "pack") or not (
            isinstance(value, dict) and isinstance(theirs, dict)
        ):
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
        for patched in (*raw.get("patch", {}), *raw.get("unsaid", []))
    )


def _changed(paths: Iterable[str], rules: Ruleset, usual: Ruleset) -> frozenset[str]:
    """Those of ``paths`` at which other figures stand than the usual ones."""
    here, there = (each.model_dump(mode="json") for each in (rules, usual))
    return frozenset(path for path in paths if values_at(here, path) != values_at(there, path))


_FIGURE = re.compile(r"\{(?!sum\})([a-z_A-Z0-9.]+)\}")
_TERM = r"−?\d+(?: × −?\d+)?"
_SUM = re.compile(rf"({_TERM}(?: [+-] {_TERM})*) = \{{sum\}}")


def fill_figures(text: str, figures: Mapping[str, Any], name: str) -> str:
    """Replace each ``{path}`` by what stands there in ``figures``, and ``{sum}`` by what the sum
    before it comes to.

    Raises CatalogueError naming the game when nothing does.
    """

    def figure(match: re.Match[str]) -> str:
        found: Any = figures
        for step in match[1].split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        if found is None or isinstance(found, Mapping | list):
            raise CatalogueError(f"{name}: the text asks for {{{match[1]}}}, which is no figure")
        return with_minus(found) if isinstance(found, int) else str(found)

    filled = _FIGURE.sub(figure, text)
    if "{sum}" in filled:
        filled = _SUM.sub(_worked_out, filled)
    if "{sum}" in filled:
        raise CatalogueError(f"{name}: the text asks for {{sum}}, but no sum stands before it")
    return filled


def _worked_out(found: re.Match[str]) -> str:
    """A sum with its total; a figure below zero is taken off."""
    terms = found[1].replace("+ −", "- ").replace("- −", "+ ")
    total = 0
    for sign, number, times in re.findall(r"([+-]?) ?(−?\d+)(?: × (−?\d+))?", terms):
        product = int(number.replace("−", "-")) * int(times.replace("−", "-") or 1)
        total += -product if sign == "-" else product
    return f"{terms} = {total}"


def figures_of(ruleset: Ruleset) -> Plain:
    """The figures that a text may ask for, by path: ``values.Joker``, ``deals.7.contract``."""
    plain: Plain = ruleset.model_dump(mode="json")
    deals: Plain = {"count": ruleset.length or len(ruleset.deals)}
    for deal in ruleset.deals:
        words = {
            "contract": ruleset.contract_words(deal) or "what the table agrees",
            "how_often": deal.takes.how_often,
        }
        deals[str(deal.number)] = deal.model_dump(mode="json") | words
    # A game without a target has none to tell of.
    plain["end"] |= {key: plain["end"][key] or None for key in ("target", "target_each")}
    if ruleset.deck:
        plain["deck"]["pack"] = dict(ruleset.deck.pack)
    scheme = scheme_of(ruleset, ruleset.players.counts[0])
    figures = scheme.figures.model_dump(mode="json")
    return {**plain, **plain["scoring"], "deals": deals, "figures": figures}


@cache
def library() -> Library:
    """The catalogue that the project ships, and the games in the folder that the environment names
    as SCOREKEEPER_GAMES; loaded once.
    """
    own = os.environ.get("SCOREKEEPER_GAMES", "")
    return Library(HERE, Path(own)) if own else Library()
