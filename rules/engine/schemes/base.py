"""The base class of scoring schemes, and the values that they work with."""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from pydantic import Field

from rules.engine.cards import Deck
from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSeating, Seat
from rules.engine.entries import (
    Entry,
    EntryField,
    EntryRefusedError,
    Problem,
    Shortcut,
    input_names,
    read_entry,
)
from rules.engine.inputs import Choice, Count, Flag
from rules.engine.penalties import PenaltyTable
from rules.engine.reasons import Reason
from rules.engine.rulesets import AnyRuleset, Opening, Plain
from rules.engine.schemes.scored_deals import Line, Past
from rules.translation import gettext as _

TICK = "×"

Worth = Annotated[int, Field(ge=0, le=1000)]  # points in the figures of a scheme


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a score sheet for something other than points, once per deal or once per side.

    ``label`` is its short heading. ``longest`` is as long as the longest text in the column, not
    counting names; it is empty if the column has only names.
    """

    id: str
    label: str
    scope: Literal["deal", "side"]
    longest: str


@dataclass(frozen=True, slots=True)
class Bids:
    """The bids of a deal that is being played.

    ``by_side`` has the bid of each side as text, such as ``3+2`` for partners. ``total`` is the
    sum of all bids, and ``tricks`` is the number of tricks in the deal.
    """

    by_side: Mapping[str, str]
    total: int
    tricks: int


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A row of a score sheet that has a row for each box instead of each deal.

    ``scores`` describes what the box can score: ``25`` or ``sum of all dice``. ``field`` is the id
    of the field in which the box is chosen; it is empty for a bonus, which depends on other boxes.
    """

    id: str
    label: str
    scores: str
    field: str = ""


T = TypeVar("T")


def selected(*pairs: tuple[T, object]) -> tuple[T, ...]:
    """Return the first item of each pair whose second item is true."""
    return tuple(value for value, is_selected in pairs if is_selected)


def bare(label: str) -> str:
    """Return the label of an answer without its points: ``gin`` for ``gin (+25)``."""
    return label.partition(" (")[0]


class NoFigures(Frozen):
    """Empty figures, for a scheme that doesn’t need any."""


F = TypeVar("F", bound=Frozen)


class Scheme(ABC, Generic[F]):
    """A way of scoring, for the rules of one game and one number of players.

    ``figures`` are ``scoring.figures`` of the catalogue, validated by the class ``Figures``.
    ``uses_past`` is true if earlier deals affect the points of a deal. After a correction, the
    later deals are then scored again. ``usual_opening`` is how a deal begins unless the catalogue
    has a different opening. ``adds_at_end`` is true if the deal that ends the game adds points that
    don’t help to reach the target; ``Mark.ACHIEVED`` then marks the side that reached it.
    ``has_track`` is true if points are pegged on a track with as many holes as the target.

    A scheme’s texts are in the reader’s language, so each request creates its own scheme.
    """

    name: ClassVar[str]
    Figures: type[F]
    uses_past: ClassVar[bool] = False
    usual_opening: ClassVar[Opening] = Opening()
    adds_at_end: ClassVar[bool] = False
    has_track: ClassVar[bool] = False

    def __init__(self, ruleset: AnyRuleset, players: int) -> None:
        """Make the scheme. Raises pydantic.ValidationError if the figures aren’t valid for it."""
        self.ruleset = ruleset
        self.players = players
        self.figures: F = self.Figures.model_validate(ruleset.scoring.figures)

    @cached_property
    def deck(self) -> Deck:
        """The cards in play. Raises ValueError if the game has none."""
        deck = self.ruleset.deck_of(self.players)
        if deck is None:
            raise ValueError("there is no deck")
        return deck

    @cached_property
    def card_values(self) -> PenaltyTable:
        """The value of each card. Raises ValueError if the game has no card values."""
        table = self.ruleset.card_values
        if table is None:
            raise ValueError("the game has no card values")
        return table

    @cached_property
    def hand_size(self) -> int:
        """The number of cards in a hand of the first deal, and thus its number of tricks."""
        return self.ruleset.cards_dealt(self.ruleset.deals[0], self.players)

    @property
    def target(self) -> int:
        """The total that ends the game; 0 if there is none."""
        return self.ruleset.end.target_for(self.players)

    @property
    def has_partners(self) -> bool:
        """Whether a side has several players."""
        return self.ruleset.players.team > 1

    def check(self) -> None:
        """Raise ValueError if the rules and the figures don’t fit this number of players."""

    @abstractmethod
    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        """Return the fields of ``deal`` in the order in which they are filled in."""

    def bid_fields(self, deal: Deal) -> tuple[EntryField, ...]:
        """Return the fields that are filled in before play; empty in most games."""
        return tuple(field for field in self.fields(deal) if field.before_play)

    def read_bids(self, deal: Deal, table: DealSeating, texts: Mapping[str, str]) -> Entry:
        """Return what was entered before play; texts of other fields are ignored.

        Raises EntryRefusedError if something is missing, can’t be read or is impossible.
        """
        fields = self.bid_fields(deal)
        names, entry = input_names(fields, table), read_entry(fields, table, texts)
        problems = [
            problem
            for problem in self.problems(deal, entry, Past())
            if problem.input in names and not problem.warning
        ]
        if problems:
            raise EntryRefusedError(problems)
        return entry

    def bids(self, deal: Deal, entry: Entry) -> Bids:
        """Return the bids in an entry that ``read_bids`` returned."""
        counts = [field for field in self.bid_fields(deal) if field.total_available]
        return Bids(
            by_side={side: self.bid_text(deal, entry, side) for side in entry.table.keys},
            total=sum(sum(entry.of(field.id).values()) for field in counts),
            tricks=sum(field.total_available for field in counts),
        )

    def bid_text(self, deal: Deal, entry: Entry, side: str) -> str:
        """Return what a side bid, such as ``3+2``."""
        return "+".join(
            answer
            for field in self.bid_fields(deal)
            for key in _answering(field, entry.table).get(side, ())
            if (answer := _answer(field, entry, key))
        )

    @property
    def shortcuts(self) -> tuple[Shortcut, ...]:
        """The buttons that fill in the row of a side."""
        return ()

    def unasked(self, deal: Deal) -> dict[str, str]:
        """Return the error message for each field that this deal doesn’t have, by id."""
        present = {field.id for field in self.fields(deal)}
        messages = self.if_unasked(deal)
        return {field_id: messages[field_id] for field_id in messages if field_id not in present}

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        """Return the error message for each field that some deals don’t have, by id."""
        return {}

    @abstractmethod
    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        """Yield a problem for everything that is impossible or unusual about ``entry``."""

    @abstractmethod
    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        """Yield the points of a valid entry; every side has at least one line."""

    def eliminated(self, table: DealSeating, past: Past) -> tuple[str, ...]:
        """Return the sides that earlier deals have put out of the game."""
        limit = self.ruleset.end.out_at
        return tuple(key for key in table.keys if limit and past.total(key) >= limit)

    @property
    def opening(self) -> Opening:
        """How a deal begins."""
        return self.ruleset.opening or self.usual_opening

    def first_player(self, deal: Deal, table: DealSeating, out: Container[str] = ()) -> Seat | None:
        """Return who plays first in ``deal``; None if the cards decide, or no source gives it.

        The sides in ``out`` are eliminated, and the player after them goes first instead.
        """
        opening = self.opening
        is_late = opening.until and deal.number > opening.until
        is_elsewhere = opening.players and len(table.seats) not in opening.players
        if not opening.first or is_late or is_elsewhere:
            return None
        if opening.first == "dealer":
            return table.seat(table.dealer)
        step = 1 if self.ruleset.players.clockwise else -1
        seats = (table.beside_dealer(step * place) for place in range(1, len(table.seats) + 1))
        return next((seat for seat in seats if seat.side not in out), None)

    def sitting_out(self, table: DealSeating) -> frozenset[str]:
        """Return the keys of the seats and sides that are not dealt in."""
        out = {seat.key for seat in table.sitting_out(self.ruleset.dealt_in(len(table.seats)))}
        sides = {
            side.key
            for side in table.sides
            if all(seat.key in out for seat in table.partners(side.key))
        }
        return frozenset(out | sides)

    @property
    def limits_points(self) -> bool:
        """Whether the cards or the boxes limit the points, so that the checks find most typos."""
        return False

    @property
    def mark_words(self) -> str:
        """The meaning of a tick on the score pad in this game."""
        return _("went out")

    @property
    def values_words(self) -> str:
        """The label of the card values."""
        return _("Cards left in hand")

    def worths(self, deal: Deal) -> Mapping[str, int]:
        """Return the value of each rank in ``deal``; empty if unknown."""
        table = self.ruleset.card_values
        return table.by_rank if table else {}

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return, for each side, what the players should know about it before the next deal."""
        return {}

    def status_details(self, status: Reason) -> str:
        """Return what a side’s status means in the next deal; empty if there is nothing to add."""
        return ""

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The columns of a score sheet for things other than points."""
        return ()

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The symbols in the column texts that a sheet explains, each with its meaning."""
        return ()

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """Return a deal’s texts for the columns, by the id of the column and the key of the side.

        The key is empty for a column that appears once per deal. Blank fields have no text.
        """
        ids = {column.id for column in self.sheet_columns}
        texts = {
            (field.id, side): "+".join(filter(None, (_answer(field, entry, key) for key in keys)))
            for field in self.fields(deal)
            if field.id in ids
            for side, keys in _answering(field, entry.table).items()
        }
        return {place: text for place, text in texts.items() if text}

    @property
    def box_rows(self) -> tuple[BoxRow, ...]:
        """The rows of a score sheet, if they are boxes; empty if there is a row for each deal."""
        return ()

    @property
    def box_facts(self) -> frozenset[str]:
        """The keys of ``facts`` that the box rows also show."""
        return frozenset()

    def box_points(self, past: Past) -> Mapping[tuple[str, str], int]:
        """Return the points of the last deal in ``past``, by the ids of rows and the keys of sides.

        The result is empty if the sheet’s rows are deals.
        """
        return {}

    def box_progress(self, past: Past, side: str) -> Mapping[str, tuple[int, int]]:
        """Return how many points a side has towards a bonus, and how many it needs, by box row."""
        return {}

    @property
    def summary_row(self) -> str:
        """The label of a row under the deals for what each side collects, such as ``Boxes``.

        The label is empty if the scheme has no such row.
        """
        return ""

    def running_texts(self, table: DealSeating, past: Past) -> Mapping[tuple[str, str], str]:
        """Return the texts that depend on all deals of ``past``, by id and by key of the side.

        The texts are for sheet columns that continue from deal to deal and, with the id
        ``summary``, for the summary row.
        """
        return {}

    @classmethod
    def steps_called(cls, figures: Plain) -> str:  # noqa: ARG003 -- some schemes use them
        """Return the game’s word for a step, such as ``phase``, if steps count before totals.

        The word is empty if only the totals decide who is ahead.
        """
        return ""

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the facts about scoring, as (key, label, text)."""
        yield from ()


def _answering(field: EntryField, table: DealSeating) -> Mapping[str, Sequence[str]]:
    """Return the keys of a field’s inputs, grouped by side."""
    if field.scope == "deal":
        return {"": ("",)}
    if field.scope == "side":
        return {side: (side,) for side in table.keys}
    return {side: [seat.key for seat in table.partners(side)] for side in table.keys}


def _answer(field: EntryField, entry: Entry, key: str) -> str:
    """Return an answer in the short form for a column; empty if the field is blank."""
    text = entry.texts.get(field.input(key), "")
    if not text:
        return ""
    match field.kind:
        case Flag():
            return TICK
        case Count():
            return str(int(text))
        case Choice() as kind:
            return bare(kind.words({"": text}, entry.table))
        case kind:
            return kind.words({"": text}, entry.table)
