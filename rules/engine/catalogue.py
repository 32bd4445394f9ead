"""The catalogue: every variant's file, merged with the file it is based on, and checked."""

import os
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.engine.errors import CatalogueError
from rules.engine.mistakes import InvalidError, Mistake, Steps, mistakes_in, nearest
from rules.engine.rulesets import Plain, Ruleset, spread_sizes, spread_values
from rules.engine.toml_lines import line_of, read_toml
from rules.engine.variants import Option, Variant, apply_patch, validate_ruleset

# The project's own folder of games; SCOREKEEPER_GAMES may name another one with the same layout.
DATA = Path(__file__).parent.parent / "data"

RULE_KEYS = (
    "players", "words", "opening", "deck", "melds", "scoring", "end", "settlement", "deals",
)  # fmt: skip

ENDS = (".", "?")

# The keys whose values must be tables or lists before the loader can merge files.
_SHAPES: Mapping[type, tuple[str, ...]] = {
    dict: ("players", "words", "deck", "melds", "scoring", "end", "settlement", "patch"),
    list: ("options", "sources", "deals", "inherit_options", "unsaid"),
}


class Catalogue:
    """The variants in the ``catalogue/*.toml`` files of one or more folders.

    ``variants`` maps each slug to its variant, sorted by family.
    """

    def __init__(self, *folders: Path) -> None:
        """Read the folders, or the project’s own if none are given.

        If a game in a later folder has ``replaces``, it takes the place of the game with the same
        slug. Raises CatalogueError with all mistakes in all files, each with its file and line.
        """
        self.folders: Sequence[Path] = folders or (DATA,)
        self._problems: list[str] = []
        self._noted: set[tuple[str, str]] = set()
        self._raw: dict[str, Plain] = {}
        self._paths: dict[str, Path] = {}
        for folder in self.folders:
            self._read_folder(folder)
        self._write_out_values()
        self._merged: dict[str, Plain] = {}
        self._loaded: dict[str, Variant | None] = {}
        for slug in self._raw:
            self._load(slug)
        if self._problems:
            raise CatalogueError("\n".join(dict.fromkeys(self._problems)))
        loaded = filter(None, self._loaded.values())
        self.variants = {variant.slug: variant for variant in sorted(loaded, key=_family_order)}

    def files(self, kind: str, suffix: str) -> Sequence[tuple[str, Path]]:
        """Return the files of a ``kind`` by slug, each from the last folder that has it."""
        paths = (p for folder in self.folders for p in sorted(folder.glob(f"{kind}/*.{suffix}")))
        return tuple({path.stem: path for path in paths}.items())

    def strays(self) -> Iterator[str]:
        """Yield a message for each file that is ignored because it is in the wrong place."""
        for folder in self.folders:
            for path in sorted(folder.glob("*.toml")) if folder != DATA else ():
                yield f"{path.name}: Move this file to the folder “catalogue”."
            for path in sorted(folder.glob("reference/*.md")):
                if path.stem not in self.variants:
                    near = nearest(path.stem, self.variants)
                    hint = f" Did you mean “{near}.md”?" if near else ""
                    yield f"reference/{path.name}: There is no catalogue/{path.stem}.toml.{hint}"

    def _read_folder(self, folder: Path) -> None:
        for path in sorted(folder.glob("catalogue/*.toml")):
            slug = path.stem
            try:
                raw = _read_file(path)
            except CatalogueError as error:
                self._problems.append(str(error))
                # Report a broken file only once, and not for every game that is based on it.
                self._raw.pop(slug, None)
                self._paths[slug] = path
                continue
            if not raw.pop("replaces", False) and slug in self._paths:
                self._problems.append(
                    f"{path.name}: There is already a game “{slug}” in {self._paths[slug]}. Choose "
                    "another slug, or write “replaces = true” to use this file instead."
                )
            self._raw[slug] = raw
            self._paths[slug] = path

    def _write_out_values(self) -> None:
        for slug, raw in tuple(self._raw.items()):
            try:
                spread_values(raw.get("scoring", {}), self._pack_of(slug))
            except CatalogueError as error:
                self._report(slug, Mistake(("scoring", "values"), str(error)))
                del self._raw[slug]

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

    def _report(self, slug: str, mistake: Mistake, shown: str = "") -> None:
        """Record a mistake in a game’s file, with its line number.

        ``shown`` is the path to show, if it differs from the path of the mistake.
        """
        path = self._paths[slug]
        steps = mistake.steps
        text = read_text(path)
        line = line_of(text, steps) or self._line_of_patch(slug, text, steps)
        sentence = f"{shown}: {mistake.sentence}" if shown else mistake.text
        place = f"{path.name}:{line}" if line else path.name
        # A mistake in a range of ranks is found once for each rank, but reported only once.
        if (place, mistake.sentence) not in self._noted:
            self._noted.add((place, mistake.sentence))
            self._problems.append(f"{place}: {sentence}{'' if sentence.endswith(ENDS) else '.'}")

    def _line_of_patch(self, slug: str, text: str, steps: Steps) -> int:
        """Return the line of the patch or ``unsaid`` entry for ``steps``; 0 if there is none."""
        wanted = Mistake(steps, "").path
        for patched in self._raw[slug].get("patch", {}):
            given, said = wanted.split("."), patched.split(".")
            if all(a in (b, "*") for a, b in zip(said, given, strict=False)):
                return line_of(text, ("patch", patched))
        return line_of(text, ("unsaid",)) if wanted in self._raw[slug].get("unsaid", []) else 0

    def _merge(self, slug: str, seen: tuple[str, ...] = ()) -> Plain:
        """Return the plain data of a variant, merged with its parent’s.

        Raises InvalidError for a mistake in the variant’s own file, and _ParentError for one in a
        parent’s file.
        """
        if slug in self._merged:
            return self._merged[slug]
        own = self._raw[slug]
        parent_slug = own.get("based_on")
        merged: Plain = {}
        if parent_slug is None:
            merged |= own
        else:
            parent = self._parent_of(slug, parent_slug, seen)
            rules = {key: parent[key] for key in RULE_KEYS if key in parent}
            merged = {"family": parent.get("family")} | _deep_merge(rules, own)
            merged["options"] = own.get("options", []) + self._kept(own, parent_slug, parent)
        merged.pop("inherit_options", None)
        merged = deepcopy(merged)
        _apply(merged, merged.pop("patch", {}), "patch")
        # TOML has no null, so ``unsaid`` lists values of the parent that this game doesn’t have.
        _apply(merged, dict.fromkeys(merged.pop("unsaid", []), None), "unsaid")
        self._merged[slug] = merged
        return merged

    def _parent_of(self, slug: str, parent: str, seen: tuple[str, ...]) -> Plain:
        if parent not in self._raw and parent in self._paths:
            raise _ParentError
        if parent not in self._raw or parent in (*seen, slug):
            near = nearest(parent, [other for other in self._raw if other != slug])
            hint = f" Did you mean “{near}”?" if near else ""
            raise InvalidError(
                "", [Mistake(("based_on",), f"There is no other game “{parent}”.{hint}")]
            )
        try:
            return self._merge(parent, (*seen, slug))
        except InvalidError as error:
            raise _ParentError from error

    def _kept(self, own: Plain, parent_slug: str, parent: Plain) -> list[Plain]:
        """Return the parent’s options that a game keeps.

        Raises InvalidError for an option that the parent doesn’t have.
        """
        known = {option.get("id"): option for option in parent.get("options", [])}
        kept = own.get("inherit_options", [])
        missing = [option for option in kept if option not in known]
        if missing:
            mistakes = []
            for option in missing:
                near = nearest(option, filter(None, known))
                sentence = f"{parent_slug} has no option “{option}”."
                hint = f" Did you mean “{near}”?" if near else ""
                mistakes.append(Mistake(("inherit_options",), f"{sentence}{hint}"))
            raise InvalidError("", mistakes)
        return [known[option] for option in kept]

    def _load(self, slug: str) -> Variant | None:
        """Return a variant, or None after recording its mistakes."""
        if slug not in self._loaded:
            self._loaded[slug] = None
            parent = self._raw[slug].get("based_on")
            if parent not in self._raw or parent == slug or self._load(parent):
                self._loaded[slug] = self._validated(slug)
        return self._loaded[slug]

    def _validated(self, slug: str) -> Variant | None:
        try:
            plain = dict(self._merge(slug))
        except InvalidError as error:
            for mistake in error.mistakes:
                self._report(slug, mistake, str(mistake.steps[0]))
            return None
        except _ParentError:
            return None
        ids = [option.get("id") for option in plain.get("options", ()) if isinstance(option, dict)]
        mistakes = [*_wrong_names(slug, plain, ids)]
        rules = {key: plain.pop(key) for key in RULE_KEYS if key in plain}
        standard: Ruleset | None = None
        try:
            standard = validate_ruleset(
                {"slug": slug, "name": plain.get("name", slug)} | rules, f"{slug}.toml"
            )
        except InvalidError as error:
            mistakes += error.mistakes
        variant: Variant | None = None
        try:
            variant = Variant.model_validate(plain | {"standard": standard})
        except ValidationError as error:
            noted = {mistake.steps for mistake in mistakes} | {("standard",)}
            mistakes += (m for m in mistakes_in(error, Variant) if m.steps not in noted)
        for mistake in mistakes:
            self._report(slug, mistake, _shown(mistake, ids))
        if mistakes or variant is None:
            return None
        problems = len(self._problems)
        for place, option in enumerate(variant.options):
            self._try_option(variant, place, option)
        return variant if len(self._problems) == problems else None

    def _try_option(self, variant: Variant, place: int, option: Option) -> None:
        at = Mistake(("options", place, "patch"), "")
        try:
            usual = _usual(option)
            variant.ruleset({} if usual is None else variant.with_required({option.id: usual}))
        except InvalidError as error:
            for mistake in error.mistakes:
                self._report(variant.slug, replace(at, sentence=mistake.text), _named(option.id))
        except CatalogueError as error:
            self._report(variant.slug, replace(at, sentence=str(error)), _named(option.id))

    def variant(self, slug: str) -> Variant:
        """Return the variant. Raises KeyError if the catalogue has no variant with that slug."""
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


class _ParentError(Exception):
    """A mistake in a parent’s file, which isn’t reported again for the parent’s children."""


def _apply(merged: Plain, patch: Plain, key: str) -> None:
    """Apply ``patch``, which the file has under ``key``, to ``merged``. Raises InvalidError."""
    mistakes = []
    for path, value in patch.items():
        try:
            apply_patch(merged, {path: value})
        except CatalogueError as error:
            mistakes.append(Mistake((key, path), str(error)))
    if mistakes:
        raise InvalidError("", mistakes)


def _wrong_names(slug: str, plain: Plain, options: Sequence[Any]) -> Iterator[Mistake]:
    """Yield mistakes in the slug and in the ids of the options."""
    if plain.get("slug", slug) != slug:
        yield Mistake(("slug",), f"Write “{slug}”, the file’s name.")
    for place, name in enumerate(options):
        if name in options[:place]:
            yield Mistake(("options", place, "id"), f"There are two options “{name}”. Rename one.")


def _misshapen(raw: Plain) -> Iterator[Mistake]:
    """Yield a mistake for each value that has to be a table or a list but isn’t."""
    for kind, keys in _SHAPES.items():
        for key in keys:
            if key in raw and not isinstance(raw[key], kind):
                wanted = "a table" if kind is dict else "a list"
                yield Mistake((key,), f"“{raw[key]}” isn’t valid here. Write {wanted}.")


def _named(option: str) -> str:
    return f"option “{option}”"


def _shown(mistake: Mistake, options: Sequence[Any]) -> str:
    """Return the path of a mistake in an option, with the option’s id instead of its number."""
    match mistake.steps:
        case ("options", int() as place, *steps) if place < len(options):
            path = Mistake(tuple(steps), "").path
            return f"{_named(str(options[place]))}: {path}" if path else _named(str(options[place]))
    return ""


def _usual(option: Option) -> Any:
    """Return the suggested value of an option; None if only the group can choose one."""
    if not option.asks:
        return True
    if option.answer == "number":
        return int(option.usual or option.least)
    return (option.usual or None) if option.answer == "text" else None


def _family_order(variant: Variant) -> tuple[str, bool, str]:
    return variant.family, variant.slug != variant.family, variant.name


def shown_path(path: Path) -> str:
    """Return the path of a game’s file as messages show it: ``reference/hearts.md``."""
    above = path.parent
    is_translated = above.parent.name == "texts"
    return f"{'texts/' if is_translated else ''}{above.name}/{path.name}"


def read_text(path: Path) -> str:
    """Return the text of a game’s file. Raises CatalogueError if it can’t be read as UTF-8."""
    name = shown_path(path)
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise CatalogueError(
            f"{name}:{line}: This isn’t UTF-8 text. Save the file as UTF-8."
        ) from None
    except OSError as error:  # such as a link that an editor uses to lock a file
        raise CatalogueError(f"{name}: This file can’t be read: {error.strerror}.") from None


def _read_file(path: Path) -> Plain:
    """Return a file’s plain data, with each range of players expanded. Raises CatalogueError."""
    text = read_text(path)
    plain = read_toml(text, path.name)
    if mistakes := tuple(_misshapen(plain)):
        lines = (f"{path.name}:{line_of(text, m.steps)}: {m.text}" for m in mistakes)
        raise CatalogueError("\n".join(lines))
    sizes = plain.get("deck", {}).get("by_players")
    if isinstance(sizes, dict):
        plain["deck"]["by_players"] = {str(n): size for n, size in spread_sizes(sizes).items()}
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
