"""What is stored of a game: written as plain data with the number of its format, and read back.

The only module that validates stored data. ``rules.engine.upcasters`` brings what has an earlier
format, step by step, to the present one first; data without a number has format 0.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Self, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json, to_json

from rules.engine.contracts import Frozen
from rules.engine.errors import RulesError
from rules.engine.rulesets import Plain, Ruleset
from rules.engine.schemes import SCHEMES
from rules.engine.upcasters import UPCASTERS, Upcaster
from rules.engine.variants import validation_sentence

FORMAT = len(UPCASTERS)
KEPT = 256  # validated rulesets; a game reads its own several times in a request


class SnapshotError(RulesError):
    """Stored data that cannot be read."""

    code = "snapshot"


class FutureFormatError(SnapshotError):
    """Stored data of a later version of the code."""

    code = "future-format"

    def __init__(self, number: int) -> None:
        super().__init__(
            f"This was stored in format {number} by a newer version of Scorekeeper. This version "
            f"reads formats up to {FORMAT}; update the code to open it."
        )


class DealSnapshot(Frozen):
    """A deal as it was reported: the texts by input name, the seat that dealt, and whether warnings
    were overruled.
    """

    texts: dict[str, str]
    dealer: int
    overruled: bool


class SideSnapshot(Frozen):
    """A column of the pad, without its points.

    ``away`` has the absences of the side: the first and the last deal that it missed, and the total
    with which it came back, None where that was what it had.
    """

    number: int
    name: str
    joined: int
    start: int
    left: int | None
    away: tuple[tuple[int, int, int | None], ...]


class SeatSnapshot(Frozen):
    """A partner at the table."""

    position: int
    name: str


class TableSnapshot(Frozen):
    """Who takes part in a game from when to when, who deals next where the table said so, and
    whether it ended the game. ``seats`` are those of partners only.
    """

    next_dealer: int | None
    stopped: bool
    sides: tuple[SideSnapshot, ...]
    seats: tuple[SeatSnapshot, ...]

    def with_side(self, number: int, **changed: Any) -> Self:
        """Return the same table with other values for a side."""
        sides = (
            side.model_copy(update=changed) if side.number == number else side
            for side in self.sides
        )
        return self.model_copy(update={"sides": tuple(sides)})

    def with_seat(self, position: int, *, name: str) -> Self:
        """Return the same table with another name for a partner."""
        seats = (
            seat.model_copy(update={"name": name}) if seat.position == position else seat
            for seat in self.seats
        )
        return self.model_copy(update={"seats": tuple(seats)})


class RulesSnapshot(Frozen):
    """The rules of a game, and the texts of its deals, by number, that were asked for by them."""

    ruleset: Ruleset
    entries: dict[int, dict[str, str]]


class StartSnapshot(Frozen):
    """How a game was started; ``follows`` is the code of the game that was played before it."""

    options: dict[str, Any]
    patches: dict[str, Any]
    players: tuple[str, ...]
    follows: str


Snapshot = DealSnapshot | TableSnapshot | RulesSnapshot | StartSnapshot
# What a change keeps, by a key that no other snapshot has.
_KINDS: Mapping[str, type[Snapshot]] = {
    "texts": DealSnapshot,
    "sides": TableSnapshot,
    "ruleset": RulesSnapshot,
    "players": StartSnapshot,
}
M = TypeVar("M", bound=Frozen)


def dump(ruleset: Ruleset) -> Plain:
    """Return a ruleset as it is stored."""
    return {"format": FORMAT, **ruleset.model_dump(mode="json")}


def load(plain: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that was stored as ``plain``; equal ones may be one object.

    Raises SnapshotError naming the key at fault.
    """
    return _loaded(to_json(plain))


@lru_cache(maxsize=KEPT)
def _loaded(content: bytes) -> Ruleset:
    plain = from_json(content)
    for step in _steps(plain):
        step.ruleset(plain)
        step.house_rules(plain["slug"], plain)
    ruleset = _valid(Ruleset, plain, "ruleset")
    scheme = SCHEMES.get(ruleset.scoring.scheme)
    if scheme is None:
        raise SnapshotError(f"ruleset.scoring.scheme: there is no “{ruleset.scoring.scheme}”")
    _valid(scheme.Figures, ruleset.scoring.figures, "ruleset.scoring.figures")
    return ruleset


def dump_change(snapshot: Snapshot) -> Plain:
    """Return what a change keeps as it is stored."""
    plain = {"format": FORMAT, **snapshot.model_dump(mode="json")}
    if isinstance(snapshot, RulesSnapshot):
        plain["ruleset"] = dump(snapshot.ruleset)
    return plain


def load_change(plain: Mapping[str, Any] | None, ruleset: Ruleset) -> Snapshot | None:
    """Return what a change kept; None where it kept nothing, as of a deal not played yet.

    ``ruleset`` is that of the game. Raises SnapshotError naming the key at fault.
    """
    if plain is None:
        return None
    change = from_json(to_json(plain))
    model = next((model for key, model in _KINDS.items() if key in change), None)
    if model is None:
        raise SnapshotError(f"change: nothing is stored as {sorted(change)}")
    steps = _steps(change)
    for step in steps:
        step.change(change)
    if model is RulesSnapshot:
        ruleset = change["ruleset"] = load(change["ruleset"])
    for texts in (change.get("texts", {}), *change.get("entries", {}).values()):
        _upcast_texts(texts, steps, ruleset)
    if model is StartSnapshot:
        for step in steps:
            step.house_rules(ruleset.slug, change)
    return _valid(model, change, "change")


def load_texts(texts: Mapping[str, str], number: int, ruleset: Ruleset) -> dict[str, str]:
    """Return the entry of a deal of a game by ``ruleset`` that was stored in format ``number``."""
    plain = dict(texts)
    _upcast_texts(plain, _steps({"format": number}), ruleset)
    return plain


def load_house_rules(
    variant: str, options: Mapping[str, Any], patches: Mapping[str, Any], number: int
) -> tuple[Plain, Plain]:
    """Return the options and patches that a group keeps for ``variant``, a slug, and that were
    stored in format ``number``.
    """
    plain = from_json(to_json({"options": options, "patches": patches}))
    for step in _steps({"format": number}):
        step.house_rules(variant, plain)
    return plain["options"], plain["patches"]


def _upcast_texts(texts: Plain, steps: Sequence[Upcaster], ruleset: Ruleset) -> None:
    for step in steps:
        step.texts(ruleset.scoring.scheme, texts)


def _steps(plain: Plain) -> list[Upcaster]:
    """Take the number of its format from ``plain``; return the steps to the present format."""
    number = plain.pop("format", 0)
    if type(number) is not int or number < 0:
        raise SnapshotError(f"format: {number!r} is not the number of a format")
    if number > FORMAT:
        raise FutureFormatError(number)
    return [UPCASTERS[step] for step in range(number, FORMAT)]


def _valid(model: type[M], plain: Mapping[str, Any], name: str) -> M:
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        raise SnapshotError(f"{name}.{validation_sentence(error)}") from None
