"""Kinds of field: what a table reports after a deal, from the text that people type to values.

A scheme declares fields; forms, pages, history and sheets are generic over them. An entry is kept
as the texts of its inputs, so what is stored is what was reported, and reading it again is one code
path.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar, Literal

from rules.engine.cards import STANDARD, Hand, hand_text, read_hand
from rules.engine.errors import RulesError, UnreadableError
from rules.engine.formatting import capital, count_words

MAX_POINTS = 100_000
MAX_SUM_TEXT = 80
ROW_END = "/"

Scope = Literal["deal", "side", "seat"]


@dataclass(frozen=True, slots=True)
class Side:
    """Who scores: a player, or partners together. ``key`` stays the same through the game."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table; ``side`` is the key of the side the player scores for."""

    key: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class DealSeating:
    """Who takes part in a deal, clockwise, and the key of the seat that deals.

    Where nobody has a partner, every side is a seat of the same key, and ``seats`` need not be
    given.
    """

    sides: tuple[Side, ...]
    dealer: str
    seats: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        if not self.seats:
            alone = tuple(Seat(side.key, side.name, side.key) for side in self.sides)
            object.__setattr__(self, "seats", alone)

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the sides."""
        return tuple(side.key for side in self.sides)

    def name(self, key: str) -> str:
        """Name of a side."""
        return next(side.name for side in self.sides if side.key == key)

    def seat(self, key: str) -> Seat:
        return next(seat for seat in self.seats if seat.key == key)

    def partners(self, side: str) -> tuple[Seat, ...]:
        """The seats of a side."""
        return tuple(seat for seat in self.seats if seat.side == side)

    def beside_dealer(self, steps: int) -> Seat:
        """The seat ``steps`` places clockwise from the dealer; -1 is at the right."""
        at = [seat.key for seat in self.seats].index(self.dealer)
        return self.seats[(at + steps) % len(self.seats)]

    def places(self, scope: Scope) -> tuple[Side | Seat, ...]:
        """Return who is asked for a field: the sides, the seats, or nobody in particular."""
        if scope == "deal":
            return ()
        return self.sides if scope == "side" else self.seats


@dataclass(frozen=True, slots=True)
class Left:
    """What is left in a hand: the cards, or a declared total as typed, or both."""

    cards: Hand | None = None
    points: int | None = None
    points_text: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the hand was reported as empty."""
        return not self.cards and self.points == 0

    @property
    def words(self) -> str:
        """The cards, or else their total: ``K 5``, ``15 points``."""
        return hand_text(self.cards) if self.cards else f"{self.points} points"


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


class InputType(ABC):
    """A kind of field. ``parts`` names its inputs; ``read`` gets the texts of those not blank."""

    __slots__ = ()
    name: ClassVar[str]
    parts: ClassVar[tuple[str, ...]] = ("",)

    @abstractmethod
    def read(self, texts: Mapping[str, str], table: DealSeating) -> Any:
        """Return the value. Raises UnreadableError when the texts say none."""

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        """The texts as a log says them; what cannot be read stays as it was typed."""
        return " = ".join(texts.values())


@dataclass(frozen=True, slots=True)
class CardsLeft(InputType):
    """The cards left in a hand, or what they come to. Without ``ranks`` only the latter.

    Cards ``add_up`` where each counts by its rank alone. Those of a grid are read column by column;
    they may be typed in its ``rows`` as well, with ``ROW_END`` between. Equal cards that
    ``cancel`` count nothing: in a whole column, or two by two anywhere.
    """

    ranks: tuple[str, ...] = STANDARD
    add_up: bool = True
    rows: int = 0
    cancel: Literal["", "column", "pairs"] = ""
    name: ClassVar[str] = "cards-left"
    parts: ClassVar[tuple[str, ...]] = ("cards", "points")

    def read(self, texts: Mapping[str, str], table: DealSeating) -> Left:
        cards = texts.get("cards", "")
        points = texts.get("points", "")
        if cards and not self.ranks:
            raise UnreadableError("nobody has said what a card costs here; write the total")
        return Left(
            cards=self._hand(cards) if cards else None,
            points=read_sum(points) if points else None,
            points_text=points,
        )

    def _hand(self, text: str) -> Hand:
        if not self.rows or ROW_END not in text:
            return read_hand(text, self.ranks)
        texts = text.split(ROW_END)
        rows = [read_hand(row, self.ranks) for row in texts] if len(texts) == self.rows else []
        if len({len(row) for row in rows}) != 1:
            raise UnreadableError(
                f"“{text[:40]}” is not {count_words(self.rows, 'row', 'rows')} of as many cards "
                f"each; write {ROW_END} between whole rows, or leave it out"
            )
        return tuple(chain.from_iterable(zip(*rows, strict=True)))


@dataclass(frozen=True, slots=True)
class Points(InputType):
    """A signed number of points, or a sum."""

    name: ClassVar[str] = "points"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> int:
        return read_sum(texts[""])


@dataclass(frozen=True, slots=True)
class Count(InputType):
    """A whole number from nothing to ``most``; a larger one is for the scheme to refuse."""

    most: int
    name: ClassVar[str] = "count"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> int:
        text = texts[""]
        if not re.fullmatch(r"[0-9]{1,3}", text):
            raise UnreadableError(f"“{text[:20]}” is not a count; write a number such as 1")
        return int(text)


@dataclass(frozen=True, slots=True)
class Flag(InputType):
    """Yes, or not said."""

    name: ClassVar[str] = "flag"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> bool:
        if texts[""] not in ("on", "1"):
            raise UnreadableError(f"“{texts[''][:20]}” is not a tick; write 1, or nothing")
        return True

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return "yes" if texts[""] in ("on", "1") else texts[""]


@dataclass(frozen=True, slots=True)
class Choice(InputType):
    """One of a few answers, by key with its label."""

    answers: tuple[tuple[str, str], ...]
    name: ClassVar[str] = "choice"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> str:
        if texts[""] not in dict(self.answers):
            labels = ", ".join(label for _, label in self.answers)
            raise UnreadableError(f"“{texts[''][:20]}” is no answer here; choose {labels}")
        return texts[""]

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return dict(self.answers).get(texts[""], texts[""])


@dataclass(frozen=True, slots=True)
class OneSide(InputType):
    """One of the sides. More than one may be reported; that is for the scheme to refuse.

    With a ``mark`` the answer is ticked beside the side's name, under that word. If it also
    ``ends_row``, a side that is marked has nothing else to report.
    """

    mark: str = ""
    ends_row: bool = False
    name: ClassVar[str] = "one-side"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> tuple[str, ...]:
        return _chosen(texts[""], table.keys)

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return _names(texts[""], table.sides)


@dataclass(frozen=True, slots=True)
class OneSeat(InputType):
    """One of the players, by the key of the seat; otherwise like ``OneSide``."""

    mark: str = ""
    ends_row: bool = False
    name: ClassVar[str] = "one-seat"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> tuple[str, ...]:
        return _chosen(texts[""], tuple(seat.key for seat in table.seats))

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return _names(texts[""], table.seats)


def _chosen(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    keys = text.split()
    if not set(keys) <= set(known):
        raise UnreadableError("that player is not at this table; choose one of the names")
    return tuple(key for key in known if key in keys)


def _names(text: str, places: Sequence[Side | Seat]) -> str:
    names = {place.key: place.name for place in places}
    return ", ".join(names.get(key, key) for key in text.split())


@dataclass(frozen=True, slots=True)
class EntryField:
    """Something that a deal is asked for, in the ``scope`` of the deal, each side, or each seat.

    An ``optional`` field may stay blank. A ``rarely_used`` one is shown apart from the others. It
    is ``skipped_if`` the player is marked in the field of that id. ``before_play`` means that it is
    asked before the first card is played. ``points_each`` is what a side scores for each one typed,
    if nothing else affects the score. ``total_available`` is what all of them make together, or
    what there is to bid for; with a ``dealer_hook`` the dealer's bid may not bring the bids to it.
    A tick ``conflicts_with`` the answer to the field of that id. ``hint`` is shown above the rows.
    """

    id: str
    label: str
    kind: InputType
    scope: Scope = "deal"
    optional: bool = False
    rarely_used: bool = False
    before_play: bool = False
    skipped_if: str = ""
    points_each: int = 0
    total_available: int = 0
    dealer_hook: bool = False
    conflicts_with: str = ""
    hint: str = ""

    def inputs(self, key: str = "") -> dict[str, str]:
        """Names of the inputs by part: ``left-cards-2`` for the cards left of side or seat 2."""
        return {
            part: "-".join(filter(None, (self.id, part, "" if self.scope == "deal" else key)))
            for part in self.kind.parts
        }

    def input(self, key: str = "") -> str:
        """Name of the first input."""
        return next(iter(self.inputs(key).values()))


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an entry is refused, or, for a ``warning``, what the scorer should look at again.

    ``input`` is the name of the input to mend, empty where several together are wrong; the message
    is a sentence for the players.
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

    table: DealSeating
    texts: Mapping[str, str]
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, field_id: str, default: Any = None) -> Any:
        return self.values.get(field_id, default)

    def of(self, field_id: str) -> Mapping[str, Any]:
        """Values of a field that is asked of each side or seat, by its key; who said nothing is
        missing.
        """
        reported: Mapping[str, Any] = self.values.get(field_id, {})
        return reported


@dataclass(frozen=True, slots=True)
class Missed:
    """The total that was agreed for a side that was away for so many deals, when it came back."""

    side: str
    total: int
    deals: int


@dataclass(frozen=True, slots=True)
class DealReport:
    """A deal as a table reported it, with the texts of its inputs by name; ``missed`` is of those
    who came back after it.
    """

    number: int
    table: DealSeating
    texts: Mapping[str, str]
    missed: tuple[Missed, ...] = ()


def clean_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts without surrounding space and without blanks: blank is not zero."""
    stripped = {name: text.strip() for name, text in texts.items()}
    return {name: text for name, text in stripped.items() if text}


def read_entry(fields: Iterable[EntryField], table: DealSeating, texts: Mapping[str, str]) -> Entry:
    """Return the entry that ``texts`` (by input name) report; inputs of no field are left unread.

    Raises EntryRefusedError naming every input that cannot be read.
    """
    typed = clean_texts(texts)
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for entry_field in fields:
        for place in table.places(entry_field.scope) or (None,):
            inputs = entry_field.inputs(place.key if place else "")
            parts = {part: typed[name] for part, name in inputs.items() if name in typed}
            if not parts:
                continue
            try:
                value = entry_field.kind.read(parts, table)
            except UnreadableError as error:
                why = str(error)
                message = f"{place.name}: {why}." if place else f"{capital(why)}."
                first = next(inputs[part] for part in parts)
                problems.append(Problem(error.code, message, first))
                continue
            if place:
                values.setdefault(entry_field.id, {})[place.key] = value
            else:
                values[entry_field.id] = value
    if problems:
        raise EntryRefusedError(problems)
    return Entry(table, typed, values)
