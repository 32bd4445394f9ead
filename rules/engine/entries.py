"""The fields of a deal, and how the text that people type becomes values.

A scheme declares its fields; forms, pages, history and sheets work with the fields of any scheme.
An entry is stored as the texts of its inputs, exactly as typed, and is always read by the same
code.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar, Literal

from rules.engine.cards import STANDARD, Hand, hand_text, read_hand
from rules.engine.errors import RulesError, UnreadableError
from rules.engine.formatting import join_texts, with_minus
from rules.translation import gettext as _
from rules.translation import ngettext

MAX_POINTS = 100_000
MAX_SUM_TEXT = 80
UNLIKELY = 10  # a number that is this many times as large, or as small, as before may be mistyped
ROW_END = "/"

Scope = Literal["deal", "side", "seat"]


@dataclass(frozen=True, slots=True)
class Side:
    """A player or partners who score together; ``key`` stays the same throughout the game."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player’s place at the table; ``side`` is the key of the side the player scores for."""

    key: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class DealSeating:
    """The sides and seats of a deal, clockwise, and the key of the seat that deals.

    If nobody has a partner, each side has one seat, with the same key, and ``seats`` can be left
    out.
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
        """Return the name of a side."""
        return next(side.name for side in self.sides if side.key == key)

    def seat(self, key: str) -> Seat:
        """Return the seat with that key."""
        return next(seat for seat in self.seats if seat.key == key)

    def partners(self, side: str) -> tuple[Seat, ...]:
        """Return the seats of a side."""
        return tuple(seat for seat in self.seats if seat.side == side)

    def beside_dealer(self, steps: int) -> Seat:
        """Return the seat ``steps`` places clockwise from the dealer; -1 is the dealer’s right."""
        at = [seat.key for seat in self.seats].index(self.dealer)
        return self.seats[(at + steps) % len(self.seats)]

    def sitting_out(self, dealt_in: int) -> tuple[Seat, ...]:
        """Return the seats that aren’t among the ``dealt_in`` players of this deal.

        The dealer is the first to sit out, then the player to the dealer’s right, and so on.
        """
        return tuple(self.beside_dealer(-step) for step in range(len(self.seats) - dealt_in))

    def places(self, scope: Scope) -> tuple[Side | Seat, ...]:
        """Return the sides or seats that each have a field of ``scope``; none for ``deal``."""
        if scope == "deal":
            return ()
        return self.sides if scope == "side" else self.seats


@dataclass(frozen=True, slots=True)
class Left:
    """The cards left in a hand, or their total as typed, or both."""

    cards: Hand | None = None
    points: int | None = None
    points_text: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the hand was entered as empty."""
        return not self.cards and self.points == 0

    @property
    def words(self) -> str:
        """The cards or their total: ``K 5``, ``15 points``."""
        if self.cards:
            return hand_text(self.cards)
        points = self.points or 0
        return ngettext("{count} point", "{count} points", points).format(count=points)


def read_sum(text: str) -> int:
    """Return the value of a whole number or a sum such as ``12+11+7`` or ``20-5``.

    Raises UnreadableError if the text isn’t a sum or is too long, or if the total is far too large
    for any game.
    """
    plain = re.sub(r"\s+", "", text).replace("−", "-").rstrip("+")
    if len(plain) > MAX_SUM_TEXT or not re.fullmatch(r"[+-]?[0-9]{1,6}([+-][0-9]{1,6})*", plain):
        message = _(
            "“{text}” isn’t a number of points. Enter a number such as "
            "37, or a sum such as 12+11+7."
        )
        raise UnreadableError(message.format(text=text.strip()[:20]))
    total = sum(int(term) for term in re.findall(r"[+-]?[0-9]+", plain))
    if abs(total) > MAX_POINTS:
        message = _("A score of {total} is impossible. Check the sum.")
        raise UnreadableError(message.format(total=with_minus(total)))
    return total


class InputType(ABC):
    """The type of a field.

    ``parts`` names its inputs; ``read`` receives the texts of those that aren’t blank.
    """

    __slots__ = ()
    name: ClassVar[str]
    parts: ClassVar[tuple[str, ...]] = ("",)

    @abstractmethod
    def read(self, texts: Mapping[str, str], table: DealSeating) -> Any:
        """Return the value of the texts. Raises UnreadableError if they aren’t valid."""

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        """Return the texts as the log shows them; a text that can’t be read stays as typed."""
        return " = ".join(texts.values())


@dataclass(frozen=True, slots=True)
class CardsLeft(InputType):
    """The cards left in a hand, or their total; without ``ranks``, only a total.

    ``add_up`` is true if the value of a card depends only on its rank. ``rows`` is the number of
    rows if the cards are laid out in a grid. They are typed column by column, or row by row with
    ``ROW_END`` between the rows. ``cancel`` is which matching cards count 0: those that fill a
    column, or any pair. ``most`` is the highest usual total, or 0 if it isn’t known.
    """

    ranks: tuple[str, ...] = STANDARD
    add_up: bool = True
    rows: int = 0
    cancel: Literal["", "column", "pairs"] = ""
    most: int = 0
    name: ClassVar[str] = "cards-left"
    parts: ClassVar[tuple[str, ...]] = ("cards", "points")

    def read(self, texts: Mapping[str, str], table: DealSeating) -> Left:
        cards = texts.get("cards", "")
        points = texts.get("points", "")
        if cards and not self.ranks:
            raise UnreadableError(
                _("We don’t know what the cards count in this game. Enter the total instead.")
            )
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
            message = ngettext(
                "“{text}” isn’t {count} row. Leave {slash} out.",
                "“{text}” isn’t {count} rows of equal length. Enter {slash} only between rows, "
                "or leave it out.",
                self.rows,
            )
            raise UnreadableError(message.format(text=text[:40], count=self.rows, slash=ROW_END))
        return tuple(chain.from_iterable(zip(*rows, strict=True)))


@dataclass(frozen=True, slots=True)
class Points(InputType):
    """A signed number of points, or a sum.

    ``values`` are the numbers that can be entered with each answer of the choice ``by``; an answer
    with too many of them is left out.
    """

    by: str = ""
    values: tuple[tuple[str, tuple[int, ...]], ...] = ()
    name: ClassVar[str] = "points"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> int:
        return read_sum(texts[""])


@dataclass(frozen=True, slots=True)
class Count(InputType):
    """A whole number from ``least`` to ``most``; the scheme rejects all others."""

    most: int
    least: int = 0
    name: ClassVar[str] = "count"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> int:
        text = texts[""]
        if not re.fullmatch(r"[0-9]{1,3}", text):
            message = _("“{text}” isn’t a whole number. Enter a number such as 1.")
            raise UnreadableError(message.format(text=text[:20]))
        return int(text)


@dataclass(frozen=True, slots=True)
class Flag(InputType):
    """A checkbox."""

    name: ClassVar[str] = "flag"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> bool:
        if texts[""] not in ("on", "1"):
            message = _("“{text}” isn’t a valid answer. Enter 1 for yes, or leave it blank.")
            raise UnreadableError(message.format(text=texts[""][:20]))
        return True

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return _("yes") if texts[""] in ("on", "1") else texts[""]


@dataclass(frozen=True, slots=True)
class Choice(InputType):
    """One of several answers, each with a key and a label."""

    answers: tuple[tuple[str, str], ...]
    name: ClassVar[str] = "choice"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> str:
        if texts[""] not in dict(self.answers):
            labels = join_texts(label for _key, label in self.answers)
            message = _("“{text}” isn’t one of the choices. Choose one of these: {labels}.")
            raise UnreadableError(message.format(text=texts[""][:20], labels=labels))
        return texts[""]

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return dict(self.answers).get(texts[""], texts[""])


@dataclass(frozen=True, slots=True)
class OneSide(InputType):
    """One of the sides. An entry may name several; the scheme then rejects it.

    If there is a ``mark``, each side’s row has a checkbox in a column with that heading. With
    ``ends_row``, a side that is ticked there has nothing else to enter.
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
    """One of the players, by the key of the seat. Everything else is as in ``OneSide``."""

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
        raise UnreadableError(_("That player isn’t in this deal. Choose one of the names."))
    return tuple(key for key in known if key in keys)


def _names(text: str, places: Sequence[Side | Seat]) -> str:
    names = {place.key: place.name for place in places}
    return join_texts(names.get(key, key) for key in text.split())


@dataclass(frozen=True, slots=True)
class EntryField:
    """A field of a deal; its ``scope`` is the deal, each side, or each seat.

    An ``optional`` field may stay blank; with ``next_stops``, the Next key stops there all the
    same. A ``rarely_used`` field is shown separately. Each side may give an answer only
    ``once_a_game``. A ``before_play`` field is filled in before the first card is played, and can
    be saved then (``Scheme.read_bids``).
    ``skipped_if`` is the id of a field: a player who is marked there doesn’t fill in this one.
    ``skipped_with`` limits this to some answers of a choice, named with its id. ``implied_by`` is
    the id of a field: a mark there also ticks this one. ``after`` is the id of a shortcut: this
    field may be asked only once that was used. ``conflicts_with`` is the id of a field that can’t
    be filled in if this one is ticked. ``points_each`` is how many points each unit entered adds to
    the score, or 0 if the score depends on anything else. ``total_available`` is what all the
    numbers add up to or, for bids, how many tricks there are; with a ``dealer_hook``, the dealer
    may not bring the sum of the bids to that number. ``hint`` is shown above the rows.
    """

    id: str
    label: str
    kind: InputType
    scope: Scope = "deal"
    optional: bool = False
    next_stops: bool = False
    rarely_used: bool = False
    before_play: bool = False
    skipped_if: str = ""
    once_a_game: bool = False
    skipped_with: tuple[str, tuple[str, ...]] = ("", ())
    implied_by: str = ""
    after: str = ""
    points_each: int = 0
    total_available: int = 0
    dealer_hook: bool = False
    conflicts_with: str = ""
    hint: str = ""

    def inputs(self, key: str = "") -> dict[str, str]:
        """Return the names of the inputs by part, such as ``left-cards-2`` for side or seat 2."""
        return {
            part: "-".join(filter(None, (self.id, part, "" if self.scope == "deal" else key)))
            for part in self.kind.parts
        }

    def input(self, key: str = "") -> str:
        """Return the name of the first input."""
        return next(iter(self.inputs(key).values()))


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A button that fills in the row of a side, such as for shooting the moon.

    ``texts`` are those of the side’s own fields, and ``marked`` are the fields in which the side is
    marked, both by id. ``short`` fits on the button.
    """

    id: str
    label: str
    short: str
    texts: Mapping[str, str]
    marked: tuple[str, ...] = ()

    def answers(self, fields: Iterable[EntryField], side: str) -> dict[str, str]:
        """Return the text of each input that the button of this side fills in."""
        typed = {
            field.input(side): self.texts[field.id] for field in fields if field.id in self.texts
        }
        return typed | dict.fromkeys(self.marked, side)


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in an entry or, as a ``warning``, something that the scorer should check.

    ``input`` is the name of the input to correct; it is empty if several inputs are wrong together.
    ``message`` is for the players, in their language.
    """

    code: str
    message: str
    input: str
    warning: bool = False


class EntryRefusedError(RulesError):
    """An entry that isn’t valid; ``problems`` has the reasons."""

    code = "entry-refused"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = tuple(problems)

    @property
    def only_warnings(self) -> bool:
        """Whether the scorer may save the entry anyway."""
        return all(problem.warning for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of a deal: the texts as typed and the values read from them."""

    table: DealSeating
    texts: Mapping[str, str]
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, field_id: str, default: Any = None) -> Any:
        """Return the value of a field that appears once per deal."""
        return self.values.get(field_id, default)

    def of(self, field_id: str) -> Mapping[str, Any]:
        """Return the values of a field that each side or seat has, by key, without the blanks."""
        reported: Mapping[str, Any] = self.values.get(field_id, {})
        return reported


@dataclass(frozen=True, slots=True)
class Missed:
    """The total agreed for a side that came back after it had missed ``deals`` deals."""

    side: str
    total: int
    deals: int


@dataclass(frozen=True, slots=True)
class DealReport:
    """A deal as it was entered, with the texts of its inputs by name.

    ``missed`` has the sides that came back after the deal.
    """

    number: int
    table: DealSeating
    texts: Mapping[str, str]
    missed: tuple[Missed, ...] = ()


def clean_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts without surrounding spaces. Blanks are left out: they don’t mean zero."""
    stripped = {name: text.strip() for name, text in texts.items()}
    return {name: text for name, text in stripped.items() if text}


def input_names(fields: Iterable[EntryField], table: DealSeating) -> set[str]:
    """Return the names of all inputs that these fields have at the table."""
    return {
        name
        for entry_field in fields
        for place in table.places(entry_field.scope) or (None,)
        for name in entry_field.inputs(place.key if place else "").values()
    }


def fields_of_player(
    fields: Iterable[EntryField], table: DealSeating, seat: Seat
) -> tuple[tuple[EntryField, str], ...]:
    """Return the fields that a player can fill in alone, each with the key of the place.

    They are those of the player’s seat, those of the side if the player has no partner, and the
    marks in these rows. The result is empty if there is no figure among them, or only bids.
    """
    keys = {"seat": seat.key}
    if len(table.partners(seat.side)) == 1:
        keys["side"] = seat.side
    fields = tuple(fields)
    own = [(asked, keys[asked.scope]) for asked in fields if asked.scope in keys]
    if all(asked.before_play or isinstance(asked.kind, Flag) for asked, _key in own):
        return ()
    marks = (
        (asked, keys[scope])
        for asked in fields
        for kind, scope in ((OneSide, "side"), (OneSeat, "seat"))
        if isinstance(asked.kind, kind) and asked.kind.mark and scope in keys
    )
    return (*own, *marks)


def texts_of_player(
    own: Iterable[tuple[EntryField, str]], texts: Mapping[str, str]
) -> dict[str, str]:
    """Return those of the texts that one player filled in, without blanks.

    ``own`` are the player’s fields. A mark names only this player.
    """
    typed, kept = clean_texts(texts), {}
    for asked, key in own:
        if asked.scope == "deal":
            if key in typed.get(asked.id, "").split():
                kept[asked.id] = key
        else:
            kept |= {name: typed[name] for name in asked.inputs(key).values() if name in typed}
    return kept


def unlikely_corrections(
    fields: Iterable[EntryField],
    table: DealSeating,
    before: Mapping[str, str],
    after: Mapping[str, str],
) -> Iterator[Problem]:
    """Yield a warning for every number that a correction makes ten times as large or as small.

    ``before`` and ``after`` are the texts of the deal, by input name. A number that was or becomes
    0 causes no warning.
    """
    for entry_field in fields:
        if entry_field.kind.name not in ("cards-left", "points", "count"):
            continue
        for place in table.places(entry_field.scope) or (None,):
            for part, at in entry_field.inputs(place.key if place else "").items():
                old, new = (_number(texts.get(at, "")) for texts in (before, after))
                if part == "cards" or not (old and new):
                    continue
                low, high = sorted((abs(old), abs(new)))
                if high >= UNLIKELY * low:
                    message = (
                        # Translators: a corrected number, such as “Ann, “Bid”: 2 → 20.”
                        _("{name}, “{label}”: {old} → {new}. Is that right?")
                        if place
                        else _("“{label}”: {old} → {new}. Is that right?")
                    ).format(
                        name=place.name if place else "",
                        label=entry_field.label,
                        old=with_minus(old),
                        new=with_minus(new),
                    )
                    yield Problem("unlikely-correction", message, at, warning=True)


def _number(text: str) -> int | None:
    """Return the value of a number or a sum as typed; None for any other text."""
    try:
        return read_sum(text)
    except UnreadableError:
        return None


def read_entry(fields: Iterable[EntryField], table: DealSeating, texts: Mapping[str, str]) -> Entry:
    """Return the entry in ``texts``, which are by input name; inputs of no field are ignored.

    Raises EntryRefusedError with a problem for every input that can’t be read.
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
                message = str(error)
                if place:
                    # Translators: whose input it is, and what is wrong with it.
                    message = _("{name}: {message}").format(name=place.name, message=message)
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
