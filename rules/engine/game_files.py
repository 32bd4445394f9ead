"""The files of games: read, checked for their shape, and merged with those of their parents."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from rules.engine.errors import CatalogueError
from rules.engine.mistakes import Mistake, Steps, nearest, shown_value
from rules.engine.rulesets import Plain, ranks_of, spread_sizes, spread_values
from rules.engine.toml_lines import line_of, read_toml
from rules.engine.variants import apply_patch

RULE_KEYS = (
    "players", "words", "opening", "deck", "melds", "scoring", "end", "settlement", "deals",
)  # fmt: skip

ENDS = (".", "?")

# The values that must have a certain type before the loader can merge files.
_SHAPES: Mapping[type, tuple[str, ...]] = {
    dict: (
        "players", "words", "deck", "deck.by_players", "deck.pack", "melds", "scoring",
        "scoring.values", "end", "settlement", "patch", "options.*",
    ),
    list: ("options", "sources", "deals", "inherit_options", "unsaid"),
    str: ("based_on", "inherit_options.*", "unsaid.*"),
}  # fmt: skip
_WANTED: Mapping[type, str] = {dict: "a table", list: "a list", str: "text in quotes"}


class GameFiles:
    """The plain data of the games in the ``catalogue/*.toml`` files of one or more folders.

    ``slugs`` are those of the games whose files can be read.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read the folders, and record the mistakes in their files."""
        self._problems: list[str] = []
        self._noted: set[tuple[str, str]] = set()
        self._told: dict[str, set[str]] = {}
        self._raw: dict[str, Plain] = {}
        self._paths: dict[str, Path] = {}
        self._merged: dict[str, Plain | None] = {}
        for folder in folders:
            self._read_folder(folder)
        self._parents = {s: raw["based_on"] for s, raw in self._raw.items() if "based_on" in raw}
        for slug in self._parents:
            self._find_parent(slug)
        self._write_out_values()

    @property
    def slugs(self) -> Sequence[str]:
        """The games, each after its parent."""
        return tuple(dict.fromkeys(e for slug in self._raw for e in reversed(self._line(slug))))

    @property
    def problems(self) -> Sequence[str]:
        """A sentence for each mistake, by file and line."""
        return sorted(self._problems, key=_place)

    def report(self, slug: str, mistake: Mistake, shown: str = "") -> None:
        """Record a mistake in a game’s file, with its line number.

        ``shown`` is the path to show, if it differs from the path of the mistake. A mistake in what
        a game takes from its parent is recorded only for the parent.
        """
        path = self._paths[slug]
        steps = mistake.steps
        sentence = f"{shown}: {mistake.sentence}" if shown else mistake.text
        self._told.setdefault(slug, set()).add(sentence)
        theirs = self._told.get(self._parents.get(slug, ""), ())
        if sentence in theirs and not self._is_own(slug, steps):
            return
        text = read_text(path)
        line = line_of(text, steps) or self._line_of_patch(slug, text, steps)
        place = f"{path.name}:{line}" if line else path.name
        # A mistake in a range of ranks is found once for each rank, but reported only once.
        if (place, mistake.sentence) not in self._noted:
            self._noted.add((place, mistake.sentence))
            self._problems.append(f"{place}: {sentence}{'' if sentence.endswith(ENDS) else '.'}")

    def merged(self, slug: str) -> Plain | None:
        """Return the plain data of a variant, merged with its parent’s, after recording mistakes.

        None if its parent is missing or can’t be merged itself.
        """
        if slug in self._merged:
            return self._merged[slug]
        merged = dict(self._raw[slug])
        if slug in self._parents:
            parent = self.merged(self._parents[slug]) if self._parents[slug] else None
            if parent is None:
                return None
            rules = {key: parent[key] for key in RULE_KEYS if key in parent}
            merged = {"family": parent.get("family")} | _deep_merge(rules, merged)
            merged["options"] = merged.get("options", []) + self._kept(slug, parent)
        merged.pop("inherit_options", None)
        merged = deepcopy(merged)
        self._apply(slug, merged, merged.pop("patch", {}), "patch")
        # TOML has no null, so ``unsaid`` lists values of the parent that this game doesn’t have.
        self._apply(slug, merged, dict.fromkeys(merged.pop("unsaid", []), None), "unsaid")
        mistakes = tuple(_misshapen(merged))
        for mistake in mistakes:
            self.report(slug, mistake)
        self._merged[slug] = None if mistakes else merged
        return self._merged[slug]

    def states(self, slug: str, path: str) -> bool:
        """Return whether a game’s own file sets a value at, above or below ``path``."""
        return _states(self._raw[slug], path)

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
                self.report(slug, Mistake(("scoring", "values"), str(error)))
                raw["scoring"]["values"] = dict.fromkeys(ranks_of(self._pack_of(slug)), 0)

    def _pack_of(self, slug: str) -> Plain:
        """Return the copies of each rank in the pack; empty if the pack is the usual 52 cards."""
        decks: Iterator[Plain] = (self._raw[each].get("deck", {}) for each in self._line(slug))
        return next((dict(deck["pack"]) for deck in decks if "pack" in deck), {})

    def _line(self, slug: str) -> Sequence[str]:
        """Return a game, its parent, and so on, each only once."""
        line: list[str] = []
        while slug in self._raw and slug not in line:
            line.append(slug)
            slug = self._parents.get(slug, "")
        return line

    def _find_parent(self, slug: str) -> None:
        """Check the parent that a game names. If there is none, take the nearest, or none."""
        parent = self._parents[slug]
        if parent in self._raw and slug not in self._line(parent):
            return
        self._parents[slug] = ""
        if parent in self._paths and parent not in self._raw:
            return  # The parent’s file can’t be read, which has already been recorded.
        sentence = f"There is no other game “{parent}”."
        if parent in self._raw and parent != slug:
            sentence = f"“{parent}” is itself based on this game. Choose another one."
        elif near := nearest(parent, [e for e in self._raw if slug not in self._line(e)]):
            self._parents[slug] = near
            sentence = f"{sentence} Did you mean “{near}”?"
        self.report(slug, Mistake(("based_on",), sentence))

    def _is_own(self, slug: str, steps: Steps) -> bool:
        """Return whether a value comes from a game’s own file."""
        match steps:
            case ("options", int() as place, *_):
                return place < len(self._raw[slug].get("options", ()))
        return self.states(slug, Mistake(steps, "").path)

    def _line_of_patch(self, slug: str, text: str, steps: Steps) -> int:
        """Return the line of the patch or ``unsaid`` entry for ``steps``; 0 if there is none."""
        wanted = Mistake(steps, "").path
        for patched in self._raw[slug].get("patch", {}):
            given, said = wanted.split("."), patched.split(".")
            if all(a in (b, "*") for a, b in zip(said, given, strict=False)):
                return line_of(text, ("patch", patched))
        return line_of(text, ("unsaid",)) if wanted in self._raw[slug].get("unsaid", []) else 0

    def _apply(self, slug: str, merged: Plain, patch: Plain, key: str) -> None:
        """Apply ``patch``, which the file has under ``key``, to ``merged``."""
        for path, value in patch.items():
            try:
                apply_patch(merged, {path: value})
            except CatalogueError as error:
                self.report(slug, Mistake((key, path), str(error)), key)

    def _kept(self, slug: str, parent: Plain) -> list[Plain]:
        """Return the parent’s options that a game keeps."""
        known = {option.get("id"): option for option in parent.get("options", [])}
        kept = self._raw[slug].get("inherit_options", [])
        for option in kept:
            if option not in known:
                near = nearest(option, filter(None, known))
                hint = f" Did you mean “{near}”?" if near else ""
                sentence = f"{self._parents[slug]} has no option “{option}”.{hint}"
                self.report(slug, Mistake(("inherit_options",), sentence))
        return [known[option] for option in kept if option in known]


def _place(problem: str) -> tuple[str, int]:
    """Return the file and the line that a sentence such as ``hearts.toml:3: …`` begins with."""
    name, number, *_rest = f"{problem}::".split(":")
    return name, int(number) if number.isdecimal() else 0


def _misshapen(raw: Plain) -> Iterator[Mistake]:
    """Yield a mistake for each value that doesn’t have the type that the loader needs."""
    for kind, keys in _SHAPES.items():
        for key in keys:
            for steps, value in _values(raw, key.split(".")):
                if not isinstance(value, kind):
                    sentence = f"{shown_value(value)} isn’t valid here. Write {_WANTED[kind]}."
                    yield Mistake(steps, sentence)


def _values(node: Any, path: Sequence[str], steps: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Yield the values at ``path``, with their steps; ``*`` means every element of a list."""
    if not path:
        yield steps, node
    elif path[0] == "*" and isinstance(node, list):
        for place, element in enumerate(node):
            yield from _values(element, path[1:], (*steps, place))
    elif isinstance(node, dict) and path[0] in node:
        yield from _values(node[path[0]], path[1:], (*steps, path[0]))


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
    if sizes := plain.get("deck", {}).get("by_players"):
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
