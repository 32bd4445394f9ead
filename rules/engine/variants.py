"""Variants of the catalogue, their options, and the patches that make a ruleset.

Every deviation from the standard rules is a patch: values by dotted path, which are set in the
plain data before it is validated as a whole. An option is a named patch. House rules are options
and free patches.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import combinations
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from rules.engine.cards import STANDARD
from rules.engine.contracts import Frozen
from rules.engine.errors import CatalogueError
from rules.engine.formatting import join_choices, quoted
from rules.engine.mistakes import InvalidError, Mistake, mistakes_in, nearest
from rules.engine.penalties import spread_ranks
from rules.engine.rulesets import Plain, Players, Ruleset, Slug, spread_sizes
from rules.engine.schemes import SCHEMES, Parts, Scheme
from rules.translation import gettext as _

MAX_FIGURES = 12


class Option(Frozen):
    """A named deviation from the standard rules.

    ``asks`` is the path of a value that the group chooses: a ``number`` from ``least`` to ``most``,
    several ``numbers``, or a ``text``. ``usual`` is the value that the page suggests. If ``start``
    names a question, the page that starts a game asks it in a row of its own, in which this option
    is the answer ``short``. Only one option of a ``group`` can be chosen, and an option can’t be
    combined with those that it ``excludes``. It can be chosen only with at least one of those that
    it ``requires``.
    """

    id: Slug
    label: str
    explanation: str = ""
    patch: Plain = {}
    asks: str = ""
    answer: Literal["number", "numbers", "text"] = "numbers"
    least: int = 0
    most: int = 100_000
    usual: str = ""
    start: Literal["", "wins", "end", "deals"] = ""
    short: str = ""
    group: str = ""
    excludes: tuple[Slug, ...] = ()
    requires: tuple[Slug, ...] = ()

    def bars(self, other: Self) -> bool:
        """Return whether this option and ``other`` can’t be chosen together."""
        in_one_group = bool(self.group) and self.group == other.group
        return in_one_group or other.id in self.excludes or self.id in other.excludes

    @property
    def placeholder(self) -> str:
        """An example of an answer, shown in the empty input."""
        usual = {"numbers": "2, 4, 6, 8", "number": str(self.least), "text": ""}
        return self.usual or usual[self.answer]

    def read(self, text: str) -> Any:
        """Return the answer in ``text``; if a number is asked for, blank means the usual one.

        Raises CatalogueError, with a message for players, if the text isn’t a valid answer.
        """
        text = text.strip()
        answer: Any = text
        if self.answer == "number":
            text = text or self.usual
            answer = int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else None
        elif self.answer == "numbers":
            parts = [part for part in re.split(r"[\s,;]+", text) if part]
            if not all(re.fullmatch(r"[0-9]{1,5}", part) for part in parts):
                parts = []
            answer = [int(part) for part in parts]
        self.check(answer)
        return answer

    def check(self, chosen: Any) -> None:
        """Raise CatalogueError if ``chosen`` isn’t a valid answer for the option."""
        if not self.asks:
            return
        if self.answer == "number":
            if type(chosen) is not int or not self.least <= chosen <= self.most:
                message = _("“{label}” needs a whole number from {least} to {most}.")
                raise CatalogueError(
                    message.format(label=self.label, least=self.least, most=self.most)
                )
        elif self.answer == "text":
            if not isinstance(chosen, str) or not chosen.strip():
                raise CatalogueError(_("“{label}” needs a word or two.").format(label=self.label))
        elif not isinstance(chosen, list) or not 1 <= len(chosen) <= MAX_FIGURES:
            message = _("“{label}” needs whole numbers separated by commas, such as 2, 4, 6.")
            raise CatalogueError(message.format(label=self.label))

    @model_validator(mode="after")
    def asks_for_something(self) -> Self:
        if self.least > self.most:
            raise ValueError("least is larger than most")
        if bool(self.start) != bool(self.short):
            raise ValueError("start and short need each other")
        return self


class OwnFigureError(CatalogueError):
    """A group has a custom value at a ``path`` that one of its options also sets."""

    code = "own-figure"

    def __init__(self, option: Option, path: str) -> None:
        message = _("“{label}” already sets this value. Leave out the option or the value.")
        super().__init__(message.format(label=option.label))
        self.path = path


class Source(Frozen):
    """A published source, and the paths of the data taken from it.

    Rule texts cite it by ``id``.
    """

    id: str = ""
    title: str
    author: str = ""
    url: str = ""
    covers: tuple[str, ...] = ()


class Unknown(Frozen):
    """A value that no source gives, so the group fills it in on the new-game page.

    ``path`` is ``scoring.values``, a deal such as ``deals.5``, or a list of ``count`` texts among
    the figures of the scheme.
    """

    path: Annotated[
        str, Field(pattern=r"^(scoring\.values|scoring\.figures\.[a-z_]+|deals\.[0-9]+)$")
    ]
    label: str
    count: Annotated[int, Field(ge=0, le=40)] = 0


class Variant(Frozen):
    """A game in the catalogue: its standard rules, options and origin."""

    slug: Slug
    name: str
    family: str
    summary: str
    based_on: Slug | None = None
    aliases: tuple[str, ...] = ()
    contributor: str = ""
    scored: bool = True
    standard: Ruleset
    options: tuple[Option, ...] = ()
    sources: Annotated[tuple[Source, ...], Field(min_length=1)]
    readings: tuple[str, ...] = ()
    unknown: tuple[Unknown, ...] = ()

    @property
    def other_tables(self) -> tuple[tuple[str, str], ...]:
        """Numbers of players that only an option allows, with its label: ``6``, ``Six players``."""
        return tuple(self._other_tables())

    def _other_tables(self) -> Iterator[tuple[str, str]]:
        usual = self.standard.players
        for option in self.options:
            plain = {"players": usual.model_dump()}
            patch = option.patch.items()
            apply_patch(plain, {key: new for key, new in patch if key.split(".")[0] == "players"})
            players = Players.model_validate(plain["players"])
            if not set(players.counts) <= set(usual.counts):
                rules = self.standard.model_copy(update={"players": players})
                yield rules.players_words, option.label

    def with_required(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the chosen options, with the first option that each requires if it has none."""
        return with_required(self.options, chosen)

    def ruleset(
        self, options: Mapping[str, Any] | None = None, patches: Mapping[str, Any] | None = None
    ) -> Ruleset:
        """Return the standard rules with these options and patches.

        ``options`` has True or the group’s answer for each option, by id. Raises CatalogueError as
        ``with_options`` does.
        """
        plain = self.standard.model_dump(mode="json")
        return with_options(plain, self.options, options or {}, patches or {})

    def has_ruleset(self, ruleset: Ruleset) -> bool:
        """Return whether the rules with the options and patches of ``ruleset`` are still these."""
        try:
            return self.ruleset(ruleset.options, ruleset.patches) == ruleset
        except CatalogueError:
            return False


def with_required(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chosen options, with the first option that each requires if it has none."""
    required = {
        option.requires[0]: True
        for option in options
        if option.id in chosen and option.requires and not chosen.keys() & set(option.requires)
    }
    return required | dict(chosen)


def with_options(
    plain: Plain, options: Sequence[Option], chosen: Mapping[str, Any], patches: Mapping[str, Any]
) -> Ruleset:
    """Return the ``plain`` rules of a game with the ``chosen`` ones of its options and patches.

    ``plain`` is changed. Options are applied in the order of the catalogue, and patches after them.
    Raises CatalogueError for an unknown option, for two that can’t be combined, for one without the
    option that it requires, for a patch of a value that an option sets, and for rules that don’t
    make a valid game.
    """
    chosen = {key: value for key, value in chosen.items() if value is not False}
    unknown = sorted(set(chosen) - {option.id for option in options})
    if unknown:
        message = _("{game} has no option “{option}”.")
        raise CatalogueError(message.format(game=plain["name"], option=unknown[0][:40]))
    picked = [option for option in options if option.id in chosen]
    for other, option in combinations(picked, 2):
        if option.bars(other):
            message = _("“{first}” and “{second}” can’t be used together. Choose one.")
            raise CatalogueError(message.format(first=other.label, second=option.label))
    for option in picked:
        if option.requires and not chosen.keys() & set(option.requires):
            others = [each.label for each in options if each.id in option.requires]
            message = _("“{label}” needs another house rule. Also choose {others}.")
            choices = join_choices(map(quoted, others))
            raise CatalogueError(message.format(label=option.label, others=choices))
    for option in picked:
        for path in sorted(patches.keys() & {*option.patch, option.asks}):
            raise OwnFigureError(option, path)
    for option in picked:
        option.check(chosen[option.id])
        apply_patch(plain, option.patch)
        if option.asks:
            apply_patch(plain, {option.asks: chosen[option.id]})
    apply_patch(plain, patches)
    own = {"options": chosen, "patches": dict(patches)}
    return validate_ruleset(plain | own, plain["name"])


def validate_ruleset(plain: Plain, name: str) -> Ruleset:
    """Return the ruleset in ``plain``, validated for every number of players.

    Raises CatalogueError naming ``name`` and the invalid key.
    """
    try:
        ruleset = Ruleset.model_validate(plain)
    except ValidationError as error:
        in_scoring = _mistakes_in_scoring(plain.get("scoring"))
        raise InvalidError(name, (*mistakes_in(error, Ruleset), *in_scoring)) from None
    if in_scoring := _mistakes_in_scoring(plain["scoring"]):
        raise InvalidError(name, in_scoring)
    scheme = SCHEMES[ruleset.scoring.scheme]
    try:
        for players in ruleset.players.counts:
            Parts(scheme, ruleset, players).scoring.check()
    except ValueError as error:
        raise InvalidError(
            name, [_mistake_in_figures(scheme, plain["scoring"], str(error))]
        ) from None
    return ruleset


def no_such_scheme(name: str) -> Mistake:
    """Return the mistake of naming a scheme that doesn’t exist."""
    near = nearest(name, SCHEMES)
    hint = f"Did you mean “{near}”?" if near else f"Use one of {', '.join(SCHEMES)}."
    return Mistake(("scoring", "scheme"), f"There is no scheme “{name}”. {hint}")


def _mistakes_in_scoring(scoring: Any) -> tuple[Mistake, ...]:
    """Return the mistakes in the scheme of plain ``scoring`` and in its figures."""
    name = scoring.get("scheme") if isinstance(scoring, dict) else None
    if not isinstance(name, str):
        return ()
    if name not in SCHEMES:
        return (no_such_scheme(name),)
    scheme = SCHEMES[name]
    try:
        scheme.figures.model_validate(scoring.get("figures", {}))
    except ValidationError as error:
        found = InvalidError("", mistakes_in(error, scheme.figures))
        return found.below("scoring", "figures").mistakes
    return ()


def _mistake_in_figures(scheme: Scheme, scoring: Any, message: str) -> Mistake:
    """Return a scheme’s objection to its figures, with the steps to the value that it is about.

    The message may begin with a path, as in ``items.meld: there is no item “mled”``, in which the
    elements of a list are named by their ids. It may quote the key or the value.
    """
    steps: list[str | int] = ["scoring", "figures"]
    node: Any = scoring.get("figures", {})
    ids: list[str] = []
    path, colon, sentence = message.partition(": ")
    if not colon or path.partition(".")[0] not in scheme.figures.model_fields:
        return Mistake(tuple(steps), message)
    for step in path.split("."):
        if isinstance(node, list):
            ids = [str(each.get("id")) for each in node if isinstance(each, dict)]
            steps.append(ids.index(step) if step in ids else step)
            node = node[ids.index(step)] if step in ids else None
        else:
            steps.append(step)
            node = node.get(step) if isinstance(node, dict) else None
    in_quotes = re.findall("“(.+?)”", sentence)
    keys = (
        [key for key, value in node.items() if key in in_quotes or value in in_quotes]
        if isinstance(node, dict)
        else []
    )
    named = str(node[keys[0]]) if keys else ""
    near = nearest(named, (other for other in ids if other != path.rpartition(".")[2]))
    hint = f". Did you mean “{near}”?" if near and named not in ids else ""
    return Mistake((*steps, *keys[:1]), f"{sentence}{hint}")


def apply_patch(plain: Plain, patch: Mapping[str, Any]) -> None:
    """Set each dotted path of ``patch`` in ``plain``.

    ``*`` means every key or element, a number means that element of a list, counted from 1,
    ``last`` means its last element, and a range such as ``3-10`` means the ranks or numbers of
    players from the first to the last. A final ``+`` adds an element to a list. Raises
    CatalogueError if a path leads nowhere.
    """
    for path, value in patch.items():
        steps = path.split(".")
        for parent in _walk(plain, steps[:-1], path):
            if steps[-1] == "+" and isinstance(parent, list):
                parent.append(deepcopy(value))
                continue
            for key in _keys(parent, steps[-1], path):
                # Copy the value: it belongs to the catalogue, and a later patch may change it.
                parent[key] = deepcopy(value)


def values_at(plain: Plain, path: str) -> list[Any]:
    """Return the values at a dotted path, which is written as for ``apply_patch``.

    Raises CatalogueError if the path leads nowhere.
    """
    steps = path.split(".")
    found = []
    for parent in _walk(plain, steps[:-1], path):
        for key in _keys(parent, steps[-1], path):
            try:
                found.append(parent[key])
            except KeyError:
                raise _leads_nowhere(parent, steps[-1], path) from None
    return found


def _walk(node: Any, steps: Sequence[str], path: str) -> Iterator[Any]:
    if not steps:
        if not isinstance(node, dict | list):
            raise _leads_nowhere(node, path.rpartition(".")[2], path)
        yield node
        return
    for key in _keys(node, steps[0], path):
        try:
            child = node[key]
        except (KeyError, IndexError, TypeError):
            raise _leads_nowhere(node, steps[0], path) from None
        if key == "by_players" and isinstance(child, dict):
            child = node[key] = {str(n): size for n, size in spread_sizes(child).items()}
        yield from _walk(child, steps[1:], path)


def _keys(node: Any, step: str, path: str) -> Sequence[Any]:
    if isinstance(node, list):
        if step == "*":
            return range(len(node))
        if step == "last" and node:
            return (len(node) - 1,)
        if step.isdecimal() and 1 <= int(step) <= len(node):
            return (int(step) - 1,)
    elif isinstance(node, dict):
        if step == "*":
            return tuple(node)
        first, dash, last = step.partition("-")
        if dash and step not in node and (first in node or last in node):
            usual = [rank for rank in STANDARD if rank in node]
            return tuple(spread_ranks({step: 0}, usual if len(usual) == len(node) else tuple(node)))
        return (step,)
    raise _leads_nowhere(node, step, path)


def _leads_nowhere(node: Any, step: str, path: str) -> CatalogueError:
    near = nearest(step, map(str, node)) if isinstance(node, dict) else ""
    steps = [near if each == step else each for each in path.split(".")]
    hint = f". Did you mean “{'.'.join(steps)}”?" if near else ""
    return CatalogueError(f"“{path}” leads nowhere: there is no “{step}” at that place{hint}")
