"""The catalogue: all variants, checked with every option."""

import os
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.engine.errors import CatalogueError
from rules.engine.game_files import RULE_KEYS, GameFiles
from rules.engine.mistakes import InvalidError, Mistake, mistakes_in, nearest, with_defaults
from rules.engine.rulesets import Plain, Ruleset
from rules.engine.variants import Option, Variant, validate_ruleset, with_options, with_required

# The project's own folder of games; SCOREKEEPER_GAMES may name another one with the same layout.
DATA = Path(__file__).parent.parent / "data"


class Catalogue:
    """The variants in the ``catalogue/*.toml`` files of one or more folders.

    ``variants`` maps each slug to its variant, sorted by family.
    """

    def __init__(self, *folders: Path) -> None:
        """Read the folders, or the project’s own if none are given.

        If a game in a later folder has ``replaces``, it takes the place of the game with the same
        slug. Raises CatalogueError with all mistakes in all files, by file and line.
        """
        self.folders: Sequence[Path] = folders or (DATA,)
        self._files = GameFiles(self.folders)
        loaded = [self._validated(slug) for slug in self._files.slugs]
        if self._files.problems:
            raise CatalogueError("\n".join(self._files.problems))
        variants = sorted(filter(None, loaded), key=_family_order)
        self.variants = {variant.slug: variant for variant in variants}

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

    def _validated(self, slug: str) -> Variant | None:
        """Return a variant, or None after recording its mistakes."""
        plain = self._files.merged(slug)
        if plain is None:
            return None
        rules = {key: plain[key] for key in RULE_KEYS if key in plain}
        rules |= {"slug": slug, "name": plain.get("name", slug)}
        own = {key: value for key, value in plain.items() if key not in RULE_KEYS}
        standard: Ruleset | None = None
        variant: Variant | None = None
        in_rules: Sequence[Mistake] = ()
        try:
            standard = validate_ruleset(rules, f"{slug}.toml")
        except InvalidError as error:
            in_rules = error.mistakes
        mistakes = [*_wrong_names(slug, plain), *in_rules]
        try:
            variant = Variant.model_validate(own | {"standard": standard})
        except ValidationError as error:
            noted = {mistake.steps for mistake in mistakes} | {("standard",)}
            mistakes += (m for m in mistakes_in(error, Variant) if m.steps not in noted)
        for mistake in mistakes:
            self._files.report(slug, mistake, _shown(mistake, plain))
        options = variant.options if variant else tuple(map(_usable, plain.get("options", ())))
        full: Plain = {} if standard else with_defaults(Ruleset, rules)
        for place, option in enumerate(options):
            copied = standard.model_dump(mode="json") if standard else deepcopy(full)
            for mistake in _mistakes_of_option(copied, options, option):
                if mistake not in in_rules:
                    at = Mistake(("options", place, "patch"), mistake.text)
                    self._files.report(slug, at, _named(option.id))
        return variant

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
        return self._files.states(slug, path)


def _mistakes_of_option(
    rules: Plain, options: Sequence[Option], option: Option
) -> Sequence[Mistake]:
    """Return the mistakes in plain rules with an option, as the new-game page suggests it."""
    # An option of the same name is a mistake of its own.
    others = [each for each in options if each is option or each.id != option.id]
    try:
        usual = _usual(option)
        chosen = {} if usual is None else with_required(others, {option.id: usual})
        with_options(rules, others, chosen, {})
    except InvalidError as error:
        return error.mistakes
    except CatalogueError as error:
        return (Mistake((), str(error)),)
    return ()


def _usable(raw: Plain) -> Option:
    """Return an option without its invalid values, so that the others can be checked."""
    try:
        return Option.model_validate(raw)
    except ValidationError as error:
        wrong = {mistake.steps[:1] for mistake in mistakes_in(error, Option)}
    valid = {key: value for key, value in raw.items() if (key,) not in wrong}
    return Option.model_construct(**{"id": "", "label": ""} | valid)


def _wrong_names(slug: str, plain: Plain) -> Iterator[Mistake]:
    """Yield mistakes in the slug and in the ids of the options."""
    if plain.get("slug", slug) != slug:
        yield Mistake(("slug",), f"Write “{slug}”, the file’s name.")
    ids = _ids(plain)
    for place, name in enumerate(ids):
        if name in ids[:place]:
            yield Mistake(("options", place, "id"), f"There are two options “{name}”. Rename one.")


def _ids(plain: Plain) -> Sequence[Any]:
    return [option.get("id") for option in plain.get("options", ())]


def _named(option: str) -> str:
    return f"option “{option}”"


def _shown(mistake: Mistake, plain: Plain) -> str:
    """Return the path of a mistake in an option, with the option’s id instead of its number."""
    match mistake.steps:
        case ("options", int() as place, *steps):
            path, name = Mistake(tuple(steps), "").path, _named(str(_ids(plain)[place]))
            return f"{name}: {path}" if path else name
    return ""


def _usual(option: Option) -> Any:
    """Return the suggested value of an option; None if only the group can choose one.

    Raises CatalogueError if it isn’t a valid answer.
    """
    if not option.asks:
        return True
    if option.answer == "number":
        return option.read(option.usual or str(option.least))
    return (option.usual or None) if option.answer == "text" else None


def _family_order(variant: Variant) -> tuple[str, bool, str]:
    return variant.family, variant.slug != variant.family, variant.name


@cache
def catalogue() -> Catalogue:
    """Return the games of the project and of SCOREKEEPER_GAMES; the files are read only once."""
    own = os.environ.get("SCOREKEEPER_GAMES", "")
    return Catalogue(DATA, Path(own)) if own else Catalogue()
