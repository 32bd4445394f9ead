"""The catalogue: every variant's file, merged with the file it is based on, and checked."""

import os
import tomllib
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.engine.errors import CatalogueError
from rules.engine.rulesets import Plain, spread_sizes, spread_values
from rules.engine.variants import (
    Option,
    Variant,
    apply_patch,
    validate_ruleset,
    validation_sentence,
)

# The project's own folder of games; SCOREKEEPER_GAMES may name another one with the same layout.
DATA = Path(__file__).parent.parent / "data"

RULE_KEYS = (
    "players", "words", "opening", "deck", "melds", "scoring", "end", "settlement", "deals",
)  # fmt: skip


class Catalogue:
    """The variants in the ``catalogue/*.toml`` files of one or more folders.

    ``variants`` has them by slug, sorted by family.
    """

    def __init__(self, *folders: Path) -> None:
        """Read the folders, or the project’s own if none are given.

        A game in a later folder replaces the one with the same slug. Raises CatalogueError naming
        the file and the invalid key.
        """
        self.folders: Sequence[Path] = folders or (DATA,)
        self._raw = {slug: _read_file(path) for slug, path in self.files("catalogue", "toml")}
        self._write_out_values()
        self._merged: dict[str, Plain] = {}
        loaded = (self._load(slug) for slug in self._raw)
        self.variants = {variant.slug: variant for variant in sorted(loaded, key=_family_order)}

    def files(self, kind: str, suffix: str) -> Sequence[tuple[str, Path]]:
        """Return each game's file of a ``kind``, by slug, from the last folder that has one."""
        paths = (p for folder in self.folders for p in sorted(folder.glob(f"{kind}/*.{suffix}")))
        return tuple({path.stem: path for path in paths}.items())

    def _write_out_values(self) -> None:
        for slug, raw in self._raw.items():
            try:
                spread_values(raw.get("scoring", {}), self._pack_of(slug))
            except CatalogueError as error:
                raise CatalogueError(f"{slug}.toml: {error}") from None

    def _pack_of(self, slug: str) -> Plain:
        """Return the copies of each rank in the pack; empty if the pack is the usual 52 cards."""
        line: list[str] = []
        while slug in self._raw and slug not in line:
            line.append(slug)
            deck: Plain = self._raw[slug].get("deck", {})
            if "pack" in deck:
                return dict(deck["pack"])
            slug = self._raw[slug].get("based_on", "")
        return {}

    def _merge(self, slug: str, seen: tuple[str, ...] = ()) -> Plain:
        """Return the plain data of a variant, merged with its parent’s."""
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
        # TOML has no null, so ``unsaid`` lists values of the parent that this game doesn’t have.
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
        """Return the variant. Raises KeyError if the catalogue has none with that slug."""
        return self.variants[slug]

    def parent(self, variant: Variant) -> Variant | None:
        """Return the variant that this one is based on; None if there is none."""
        return self.variants[variant.based_on] if variant.based_on else None

    def lineage(self, variant: Variant) -> tuple[Variant, ...]:
        """Return the variant, its parent, and so on up to the root."""
        parent = self.parent(variant)
        return (variant, *(self.lineage(parent) if parent else ()))

    def states(self, slug: str, path: str) -> bool:
        """Return whether the variant’s own file sets a value at, above or below ``path``."""
        return _states(self._raw[slug], path)


def _usual(option: Option) -> Any:
    """Return the suggested value of an option; None if only the group can choose one."""
    if not option.asks:
        return True
    if option.answer == "number":
        return int(option.usual or option.least)
    return (option.usual or None) if option.answer == "text" else None


def _family_order(variant: Variant) -> tuple[str, bool, str]:
    return variant.family, variant.slug != variant.family, variant.name


def _read_file(path: Path) -> Plain:
    """Return a file’s plain data, with each range of players expanded. Raises CatalogueError."""
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
    """Return whether a file itself sets a value at, above or below ``path``."""
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


@cache
def catalogue() -> Catalogue:
    """Return the games of the project and of SCOREKEEPER_GAMES; the files are read only once."""
    own = os.environ.get("SCOREKEEPER_GAMES", "")
    return Catalogue(DATA, Path(own)) if own else Catalogue()
