"""The stored data of a game, converted to and from plain data with a format number.

This is the only module that validates stored data. Data in an earlier format is first upgraded,
step by step, by ``rules.engine.upcasters``; data without a format number has format 0.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import Any, Self, TypeVar
from uuid import UUID

from pydantic import ValidationError
from pydantic_core import from_json, to_json

from rules.engine.contracts import Frozen
from rules.engine.entries import clean_texts
from rules.engine.errors import RulesError
from rules.engine.game import ChosenWinner
from rules.engine.mistakes import mistakes_in
from rules.engine.rulesets import Plain, Ruleset
from rules.engine.schemes import SCHEMES
from rules.engine.upcasters import UPCASTERS, Upcaster

FORMAT = len(UPCASTERS)
_UNPLAYED = {"name", "words", "settlement", "options", "patches"}
KEPT = 256  # the most rulesets in the cache; one request reads the same ruleset several times


class SnapshotError(RulesError):
    """Stored data that can’t be read."""

    code = "snapshot"


class FutureFormatError(SnapshotError):
    """Data that a newer version of the code stored."""

    code = "future-format"

    def __init__(self, number: int) -> None:
        super().__init__(
            f"This was stored in format {number} by a newer version of Scorekeeper. This version "
            f"reads formats up to {FORMAT}. Update the code to open it."
        )


class DealEntry(Frozen):
    """A deal as it was entered, in a form or in the log.

    ``texts`` has the texts by input name, ``dealer`` is the seat that dealt, and ``overruled`` is
    true if warnings were accepted. If ``dealer_known`` is false, nobody knows who really dealt. In
    a form, ``dealer`` is 0 if it leaves the dealer as it is.
    """

    texts: dict[str, str]
    dealer: int
    overruled: bool
    dealer_known: bool = True

    def matches(self, stored: "Snapshot | None") -> bool:
        """Return whether ``stored`` is the same entry."""
        return (
            isinstance(stored, DealEntry)
            and stored.texts == clean_texts(self.texts)
            and self.dealer in (0, stored.dealer)
        )

    def dealt_by(self, dealer: int, *, dealer_known: bool = True) -> Self:
        """Return the entry as it is stored, dealt by ``dealer`` unless it has another dealer.

        ``dealer_known`` is false if nobody knows whether ``dealer`` really dealt.
        """
        return self.model_copy(
            update={
                "texts": clean_texts(self.texts),
                "dealer": self.dealer or dealer,
                "dealer_known": dealer_known or self.dealer not in (0, dealer),
            }
        )


class SideSnapshot(Frozen):
    """A column of the score pad, without its points.

    ``away`` has the absences of the side: the first and the last deal that it missed, and the total
    that it came back with, or None if it kept its total.
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
    """The players of a game, with the deals in which they take part.

    ``next_dealer`` is None unless the players chose the next dealer. ``stopped`` is true if they
    ended the game, and ``chosen_winner`` is whom they chose as its winner. ``seats`` are those of
    partners only. ``orders`` has the deals that begin a different seating order, each with the
    positions of the seats clockwise. ``people`` has the uuids of the players, by position, in those
    seats whose player the change replaces. If the change inserts or removes a deal, ``entry`` is
    its entry; None if the game doesn’t have it.
    """

    next_dealer: int | None
    stopped: bool
    sides: tuple[SideSnapshot, ...]
    seats: tuple[SeatSnapshot, ...]
    orders: tuple[tuple[int, tuple[int, ...]], ...] = ()
    people: dict[int, UUID] = {}
    entry: DealEntry | None = None
    chosen_winner: ChosenWinner | None = None

    def without_names(self) -> Self:
        """Return the same table with blank names."""
        sides = tuple(side.model_copy(update={"name": ""}) for side in self.sides)
        seats = tuple(seat.model_copy(update={"name": ""}) for seat in self.seats)
        return self.model_copy(update={"sides": sides, "seats": seats})

    def with_side(self, number: int, **changed: Any) -> Self:
        """Return a copy of the table with these values changed for one side."""
        sides = (
            side.model_copy(update=changed) if side.number == number else side
            for side in self.sides
        )
        return self.model_copy(update={"sides": tuple(sides)})

    def with_seat(self, position: int, *, name: str) -> Self:
        """Return a copy of the table with a different name for one partner."""
        seats = (
            seat.model_copy(update={"name": name}) if seat.position == position else seat
            for seat in self.seats
        )
        return self.model_copy(update={"seats": tuple(seats)})


class RulesSnapshot(Frozen):
    """The rules of a game, and the entries for each of its deals under these rules."""

    ruleset: Ruleset
    entries: dict[int, dict[str, str]]


class StartSnapshot(Frozen):
    """The start of a game; ``follows`` is the code of the game played before it."""

    options: dict[str, Any]
    patches: dict[str, Any]
    players: tuple[str, ...]
    follows: str


class DaySnapshot(Frozen):
    """The day on which a game was played."""

    played_on: date


Snapshot = DealEntry | TableSnapshot | RulesSnapshot | DaySnapshot | StartSnapshot
# The kinds of snapshots, each by a key that only this kind has.
_KINDS: Mapping[str, type[Snapshot]] = {
    "texts": DealEntry,
    "sides": TableSnapshot,
    "ruleset": RulesSnapshot,
    "played_on": DaySnapshot,
    "players": StartSnapshot,
}
M = TypeVar("M", bound=Frozen)


def dump_ruleset(ruleset: Ruleset) -> Plain:
    """Return a ruleset as it is stored."""
    return {"format": FORMAT, **ruleset.model_dump(mode="json")}


def fingerprint(ruleset: Ruleset) -> int:
    """Return a 63-bit number that is the same for rulesets that are played the same way.

    It covers everything but the names and words of the game, the settlement, and the choices that
    led to the rules. Values that equal their defaults are left out, so a field added later doesn’t
    change the fingerprint. A name that the players entered is covered, because it identifies the
    game that they played.
    """
    content = ruleset.model_dump(mode="json", exclude=_UNPLAYED, exclude_defaults=True)
    if "name" in ruleset.options:
        content["name"] = ruleset.name.casefold()
    digest = sha256(json.dumps(content, sort_keys=True).encode()).digest()
    return int.from_bytes(digest[:8]) >> 1


def load_ruleset(plain: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that was stored as ``plain``; equal data may return the same object.

    Raises SnapshotError naming the invalid key.
    """
    return _loaded(to_json(plain))


def load_text(text: str) -> Ruleset:
    """Return the ruleset in JSON text. For a list of games, this is faster than ``load``."""
    return _loaded(text.encode())


@lru_cache(maxsize=KEPT)
def _loaded(content: bytes) -> Ruleset:
    plain = from_json(content)
    with _named("ruleset"):
        for step in _steps(plain):
            step.ruleset(plain)
            step.house_rules(plain["slug"], plain)
    ruleset = _valid(Ruleset, plain, "ruleset")
    scheme = SCHEMES.get(ruleset.scoring.scheme)
    if scheme is None:
        raise SnapshotError(
            f"ruleset.scoring.scheme: there is no scheme “{ruleset.scoring.scheme}”"
        )
    _valid(scheme.figures, ruleset.scoring.figures, "ruleset.scoring.figures")
    return ruleset


def dump_change(snapshot: Snapshot) -> Plain:
    """Return the snapshot of a change as it is stored."""
    plain = {"format": FORMAT, **snapshot.model_dump(mode="json")}
    if isinstance(snapshot, RulesSnapshot):
        plain["ruleset"] = dump_ruleset(snapshot.ruleset)
    return plain


def load_change(plain: Mapping[str, Any] | None, ruleset: Ruleset) -> Snapshot | None:
    """Return the snapshot of a change; None if there is none, such as for a deal not yet played.

    ``ruleset`` is the game’s ruleset. Raises SnapshotError naming the invalid key.
    """
    if plain is None:
        return None
    change = from_json(to_json(plain))
    model = next((model for key, model in _KINDS.items() if key in change), None)
    if model is None:
        raise SnapshotError(f"change: no kind of change has the keys {sorted(change)}")
    with _named("change"):
        steps = _steps(change)
        for step in steps:
            step.change(change)
        if model is RulesSnapshot:
            ruleset = change["ruleset"] = load_ruleset(change["ruleset"])
        moved = change.get("entry") or {}
        entries = change.get("entries", {}).values()
        for texts in (change.get("texts", {}), moved.get("texts", {}), *entries):
            _upcast_texts(texts, steps, ruleset)
        if model is StartSnapshot:
            for step in steps:
                step.house_rules(ruleset.slug, change)
    return _valid(model, change, "change")


def load_texts(texts: Mapping[str, str], number: int, ruleset: Ruleset) -> dict[str, str]:
    """Return the current form of a deal’s entry that was stored in format ``number``.

    ``ruleset`` is the game’s ruleset.
    """
    plain = dict(texts)
    _upcast_texts(plain, _steps({"format": number}), ruleset)
    return plain


def load_house_rules(
    variant: str, options: Mapping[str, Any], patches: Mapping[str, Any], number: int
) -> tuple[Plain, Plain]:
    """Return the current form of a group’s options and patches.

    Both were stored in format ``number`` for the variant with the slug ``variant``.
    """
    plain = from_json(to_json({"options": options, "patches": patches}))
    with _named("house rules"):
        for step in _steps({"format": number}):
            step.house_rules(variant, plain)
    return plain["options"], plain["patches"]


def _upcast_texts(texts: Plain, steps: Sequence[Upcaster], ruleset: Ruleset) -> None:
    for step in steps:
        step.texts(ruleset.scoring.scheme, texts)


def _steps(plain: Plain) -> list[Upcaster]:
    """Remove the format number from ``plain``, and return the steps to the current format."""
    number = plain.pop("format", 0)
    if type(number) is not int or number < 0:
        raise SnapshotError(f"format: {number!r} isn’t a format number")
    if number > FORMAT:
        raise FutureFormatError(number)
    return [UPCASTERS[step] for step in range(number, FORMAT)]


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Turn an error in a step into a SnapshotError, because the data doesn’t fit its format."""
    try:
        yield
    except KeyError as error:
        raise SnapshotError(f"{name}: “{error.args[0]}” is missing. Add it.") from None
    except (AttributeError, TypeError) as error:
        raise SnapshotError(f"{name}: a value has the wrong type ({error})") from None


def _valid(model: type[M], plain: Mapping[str, Any], name: str) -> M:
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        raise SnapshotError(f"{name}.{mistakes_in(error, model)[0].text}") from None
