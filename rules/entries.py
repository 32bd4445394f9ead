"""Kinds of field: what a table reports after a deal, from the text that people type to values.

A scheme declares fields; forms, pages, history and sheets are generic over them. An entry is kept
as the texts of its inputs, so what is stored is what was reported, and reading it again is one code
path.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.cards import Hand, read_hand
from rules.errors import RulesError, UnreadableError

MAX_POINTS = 100_000
MAX_SUM_TEXT = 80


@dataclass(frozen=True, slots=True)
class Side:
    """Who scores: a player, or partners together. ``key`` stays the same through the game."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """The sides of a deal in seating order, clockwise, and the key of the one that deals."""

    sides: tuple[Side, ...]
    dealer: str

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(side.key for side in self.sides)

    def name(self, key: str) -> str:
        return next(side.name for side in self.sides if side.key == key)

    def beside_dealer(self, steps: int) -> str:
        """Key of the side that sits ``steps`` places clockwise from the dealer; -1 is at
        the right.
        """
        return self.keys[(self.keys.index(self.dealer) + steps) % len(self.keys)]


@dataclass(frozen=True, slots=True)
class Left:
    """What is left in a hand: the cards, or a declared total as typed, or both."""

    cards: Hand | None = None
    points: int | None = None
    points_text: str = ""


def read_sum(text: str) -> int:
    """Return the value of a whole number or a sum such as ``12+11+7`` or ``20-5``.

    Raises UnreadableError when it is no sum, too long, or far outside any game.
    """
    plain = re.sub(r"\s+", "", text).replace("−", "-").rstrip("+")
    if len(plain) > MAX_SUM_TEXT or not re.fullmatch(r"[+-]?[0-9]{1,6}([+-][0-9]{1,6})*", plain):
        raise UnreadableError(
            f"“{text.strip()[:20]}” is not a number of points; write 37, or a sum such as 12+11+7"
        )
    total = sum(int(term) for term in re.findall(r"[+-]?[0-9]+", plain))
    if abs(total) > MAX_POINTS:
        raise UnreadableError(f"{total} points are more than any game has; check the sum")
    return total


class Kind(ABC):
    """A kind of field. ``parts`` names its inputs; ``read`` gets the texts of those not blank."""

    __slots__ = ()
    name: ClassVar[str]
    parts: ClassVar[tuple[str, ...]] = ("",)

    @abstractmethod
    def read(self, texts: Mapping[str, str], table: Table) -> Any:
        """Return the value. Raises UnreadableError when the texts say none."""


@dataclass(frozen=True, slots=True)
class CardsLeft(Kind):
    """The cards left in a hand, or what they come to."""

    name: ClassVar[str] = "cards-left"
    parts: ClassVar[tuple[str, ...]] = ("cards", "points")

    def read(self, texts: Mapping[str, str], table: Table) -> Left:
        cards = texts.get("cards", "")
        points = texts.get("points", "")
        return Left(
            cards=read_hand(cards) if cards else None,
            points=read_sum(points) if points else None,
            points_text=points,
        )


@dataclass(frozen=True, slots=True)
class Points(Kind):
    """A signed number of points, or a sum."""

    name: ClassVar[str] = "points"

    def read(self, texts: Mapping[str, str], table: Table) -> int:
        return read_sum(texts[""])


@dataclass(frozen=True, slots=True)
class Count(Kind):
    """A whole number from nothing to ``most``; a larger one is for the scheme to refuse."""

    most: int
    name: ClassVar[str] = "count"

    def read(self, texts: Mapping[str, str], table: Table) -> int:
        text = texts[""]
        if not re.fullmatch(r"[0-9]{1,3}", text):
            raise UnreadableError(f"“{text[:20]}” is not a count; write a number such as 1")
        return int(text)


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """Yes, or not said."""

    name: ClassVar[str] = "flag"

    def read(self, texts: Mapping[str, str], table: Table) -> bool:
        if texts[""] not in ("on", "1"):
            raise UnreadableError(f"“{texts[''][:20]}” is not a tick; write 1, or nothing")
        return True


@dataclass(frozen=True, slots=True)
class OneSide(Kind):
    """One of the sides. More than one may be reported; that is for the scheme to refuse."""

    name: ClassVar[str] = "one-side"

    def read(self, texts: Mapping[str, str], table: Table) -> tuple[str, ...]:
        keys = tuple(texts[""].split())
        if not set(keys) <= set(table.keys):
            raise UnreadableError("that player is not at this table; choose one of the names")
        return tuple(key for key in table.keys if key in keys)


@dataclass(frozen=True, slots=True)
class EntryField:
    """Something that a deal is asked for, once or for each side."""

    id: str
    label: str
    kind: Kind
    per_side: bool = False

    def inputs(self, side: str = "") -> dict[str, str]:
        """Names of the inputs by part: ``left-cards-2`` for the cards left of side 2."""
        return {
            part: "-".join(filter(None, (self.id, part, side if self.per_side else "")))
            for part in self.kind.parts
        }


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an entry is refused, or, for a ``warning``, what the scorer should look at again.

    ``input`` is the name of the input to mend; the message is a sentence for the players.
    """

    code: str
    message: str
    input: str
    warning: bool = False


class EntryRefusedError(RulesError):
    """The entry cannot stand; ``problems`` says why, each with the input it belongs to."""

    code = "entry-refused"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = tuple(problems)

    @property
    def only_warnings(self) -> bool:
        """Whether the scorer may overrule all of it."""
        return all(problem.warning for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a table reports after a deal: the texts as typed and the values read from them."""

    table: Table
    texts: Mapping[str, str]
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, field_id: str, default: Any = None) -> Any:
        return self.values.get(field_id, default)

    def of(self, field_id: str) -> Mapping[str, Any]:
        """Values of a field that each side reports, by side; sides that said nothing are
        missing.
        """
        reported: Mapping[str, Any] = self.values.get(field_id, {})
        return reported


def clean_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts without surrounding space and without blanks: blank is not zero."""
    stripped = {name: text.strip() for name, text in texts.items()}
    return {name: text for name, text in stripped.items() if text}


def read_entry(fields: Iterable[EntryField], table: Table, texts: Mapping[str, str]) -> Entry:
    """Return the entry that ``texts`` (by input name) report; inputs of no field are left unread.

    Raises EntryRefusedError naming every input that cannot be read.
    """
    said = clean_texts(texts)
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for asked in fields:
        for side in table.sides if asked.per_side else (None,):
            inputs = asked.inputs(side.key if side else "")
            parts = {part: said[name] for part, name in inputs.items() if name in said}
            if not parts:
                continue
            try:
                value = asked.kind.read(parts, table)
            except UnreadableError as error:
                why = str(error)
                message = f"{side.name}: {why}." if side else f"{why[0].upper()}{why[1:]}."
                first = next(inputs[part] for part in parts)
                problems.append(Problem(error.code, message, first))
                continue
            if side:
                values.setdefault(asked.id, {})[side.key] = value
            else:
                values[asked.id] = value
    if problems:
        raise EntryRefusedError(problems)
    return Entry(table, said, values)
