"""What is submitted of a deal: one form for every game, made from the fields of its scheme."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, takewhile
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.http import QueryDict
from django.utils.safestring import SafeString

from rules.engine.entries import (
    Choice,
    Count,
    DealSeating,
    EntryField,
    EntryRefusedError,
    OneSeat,
    OneSide,
    Problem,
    Seat,
    Side,
    clean_texts,
)
from rules.engine.snapshots import load
from rules.reference.facts import values_of
from scorekeeper.forms.base import BoundField, TextInput
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.models import Game
from scorekeeper.queries.board import Row, Scoreboard
from scorekeeper.queries.seating import seating_of, usual_name
from scorekeeper.services.derive import card_values, entry_fields, entry_ids, statuses
from scorekeeper.services.rounds import SubmittedEntry

MAX_BUTTONS = 13  # the largest count that is a row of buttons
MAX_ANSWERS = 8  # other answers that are a row of buttons
SHORT = 10  # letters of a name that fits above a narrow input
CARDS_LENGTH, POINTS_LENGTH, COUNT_LENGTH = 400, 80, 3  # characters that may be typed


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the answers of an input that is chosen, not typed."""

    value: str
    label: str
    is_chosen: bool


class EntryInput(BoundField):
    """An input of a deal on the page. Its value is the text as typed or stored."""

    field: "InputField"
    form: "EntryForm"

    def value(self) -> str:
        return self.form.texts.get(self.html_name, "")

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Return what there is to choose from; nothing if the answer is typed."""
        chosen = self.value().split()
        return tuple(Answer(key, label, key in chosen) for key, label in self.field.answers)

    @property
    def is_small(self) -> bool:
        """Whether it fits beside others: a count under a short name."""
        return self.field.kind == "count" and len(self.label) <= SHORT

    @property
    def aria(self) -> SafeString:
        """Return the attributes that mark the input as wrong, for a template of several inputs."""
        attrs = {"aria-invalid": "true", "aria-describedby": self.problem_id}
        return flatatt(attrs if self.errors else {})


class InputField(forms.Field):
    """An input of a field of the scheme. Any text is taken; the scheme judges it later.

    ``part`` tells the two inputs of a hand apart, and ``unless`` names the input of the same side
    or seat that makes this one needless.
    """

    bound_field_class = EntryInput

    def __init__(
        self,
        entry_field: EntryField,
        part: str = "",
        answers: Sequence[tuple[str, str]] = (),
        unless: str = "",
    ) -> None:
        self.entry_field, self.part, self.answers = entry_field, part, answers
        self.kind = entry_field.kind.name
        super().__init__(required=False, label=entry_field.label, widget=self._widget(unless))
        self.template_name = self._template()

    @property
    def is_ticked(self) -> bool:
        return self.kind == "flag"

    @property
    def clears(self) -> bool:
        """Whether a row that is ticked has nothing else to report."""
        return bool(getattr(self.entry_field.kind, "ends_row", False))

    @property
    def mark_label(self) -> str:
        """The word beside the tick in the row of a side or seat."""
        kind = self.entry_field.kind
        return kind.mark if isinstance(kind, OneSide | OneSeat) else ""

    @property
    def is_beside(self) -> bool:
        """Whether its answers are buttons beside each other."""
        is_short = self.kind != "choice" or len(self.answers) <= MAX_ANSWERS
        return bool(self.answers) and self.entry_field.scope == "deal" and is_short

    def _template(self) -> str:
        if self.is_ticked:
            return f"forms/{'row_flag' if _is_in_rows(self.entry_field) else 'flag'}.html"
        if not self.answers:
            return "forms/entry_text.html"
        return f"forms/{'segments' if self.is_beside else 'entry_select'}.html"

    def _widget(self, unless: str) -> forms.Widget:
        asked = self.entry_field
        if self.is_ticked:
            return forms.CheckboxInput({"data-excludes": asked.conflicts_with or False})
        attrs: dict[str, Any] = {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            **self._typing(),
            "data-optional": asked.optional,
            "data-adds": int(asked.points_each) or False,
            "data-ahead": asked.before_play,
            "data-unless": unless or False,
        }
        return TextInput(attrs)

    def _typing(self) -> dict[str, Any]:
        """Return the attributes that depend on what is typed: cards, points or a count."""
        asked, kind = self.entry_field, self.entry_field.kind
        if self.part == "cards":
            cancel = getattr(kind, "cancel", "")
            return {
                "maxlength": CARDS_LENGTH,
                "placeholder": "by columns" if cancel == "column" else "K K 5 JK",
                "data-rows": getattr(kind, "rows", 0) or False,
                "data-cancel": cancel or False,
                "data-apart": not getattr(kind, "add_up", False) and not cancel,
            }
        if self.kind == "count":
            attrs = {"maxlength": COUNT_LENGTH, "inputmode": "numeric"}
            return attrs | ({"placeholder": "0"} if asked.optional else {})
        placeholder = "12+11+7" if self.part or not asked.optional else "0"
        return {"maxlength": POINTS_LENGTH, "inputmode": "text", "placeholder": placeholder}


class EntryForm(ChangeForm):
    """What is submitted of a deal: as sent, or with ``texts`` as stored.

    The form takes any text. The service that records the deal judges it, and ``refuse`` puts what
    it says beside the inputs. ``texts`` keeps everything that was typed, by the name of its input.
    """

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        game: Game,
        deal: int,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Make the form of that deal. Raises IndexError when the game has no such deal."""
        super().__init__(data)
        self.deal = deal
        self.ruleset = load(game.ruleset)
        seating = seating_of(game)
        self.table = seating.table(deal, game.first_dealer)
        self.entry_fields = entry_fields(self.ruleset, deal, len(self.table.seats))
        self.has_cards = bool(values_of(self.ruleset)) and any(
            "cards" in asked.kind.parts for asked in self.entry_fields
        )
        self.may_overrule = False
        self.overruled = False
        self.dealer: int | None = None
        self.texts = dict(texts or {})
        if data is not None:
            self._read(data)
        for asked in self.entry_fields:
            for key in self._places(asked):
                self._add_inputs(asked, key)

    def _read(self, data: QueryDict) -> None:
        """Keep all texts of this deal, also those of inputs that nobody was shown."""
        ids = entry_ids(self.ruleset, self.deal, len(self.table.seats))
        self.texts = clean_texts(
            {
                name: " ".join(data.getlist(name))
                for name in data
                if name in ids or any(name.startswith(f"{known}-") for known in ids)
            }
        )
        dealer = data.get("dealer", "")
        is_seated = dealer in {seat.key for seat in self.table.seats}
        self.dealer = int(dealer) if is_seated else None
        self.overruled = data.get("overrule") == "1"

    def _places(self, asked: EntryField) -> list[str]:
        """Return the keys of the sides or seats that are asked; one blank key for the deal."""
        match asked.scope:
            case "seat":
                return [seat.key for seat in self.table.seats]
            case "side":
                return [side.key for side in self.table.sides]
        return [""]

    def _add_inputs(self, asked: EntryField, key: str) -> None:
        sparing = next((other for other in self.entry_fields if other.id == asked.skipped_if), None)
        for part, name in asked.inputs(key).items():
            if part != "cards" or self.has_cards:
                unless = sparing.input(key) if sparing else ""
                self.fields[name] = InputField(asked, part, self._answers(asked), unless)

    def _answers(self, asked: EntryField) -> Sequence[tuple[str, str]]:
        match asked.kind:
            case Choice(answers=answers):
                return answers
            case OneSide():
                return [(side.key, side.name) for side in self.table.sides]
            case OneSeat():
                return [(seat.key, seat.name) for seat in self.table.seats]
            case Count(most=most) if _has_buttons(asked):
                return [(str(count), str(count)) for count in range(most + 1)]
        return ()

    def inputs(self, asked: EntryField, key: str = "") -> tuple[EntryInput, ...]:
        """Return the inputs of a field for a side or seat by its key, or for the deal."""
        inputs = (self[name] for name in asked.inputs(key).values() if name in self.fields)
        return tuple(field for field in inputs if isinstance(field, EntryInput))

    @property
    def submitted(self) -> SubmittedEntry:
        """Return what the form reports of the deal."""
        return SubmittedEntry(texts=self.texts, dealer=self.dealer, overruled=self.overruled)

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Put each problem beside its input, or above all if the page shows no such input."""
        problems = tuple(problems)
        self.may_overrule = all(problem.warning for problem in problems)
        for problem in problems:
            name = problem.input if problem.input in self.fields else None
            self.add_error(name, ValidationError(problem.message, problem.code))


@dataclass(frozen=True, slots=True)
class Tick:
    """The tick of one row in a field of which only one row may be ticked, such as who went out."""

    input: EntryInput
    value: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A side or a seat with everything it is asked. ``total`` is that of its side before the deal;
    ``ticks`` mark this row among the others, ``flags`` are ticked in it by itself, ``cells`` are
    the inputs of each other field.
    """

    key: str
    anchor: str
    name: str
    partners: str
    total: int
    status: str
    ticks: tuple[Tick, ...]
    flags: tuple[EntryInput, ...]
    cells: tuple[tuple[EntryInput, ...], ...]

    @property
    def inputs(self) -> tuple[EntryInput, ...]:
        return (*self.flags, *chain.from_iterable(self.cells))

    @property
    def is_summed_up(self) -> bool:
        """Whether several inputs together make what its side scores."""
        return sum(bool(cell[0].field.entry_field.points_each) for cell in self.cells) > 1

    @property
    def is_out(self) -> bool:
        """Whether it is ticked so that it has nothing else to report."""
        return any(tick.is_chosen for tick in self.ticks if tick.input.field.clears)

    @property
    def is_wide(self) -> bool:
        """Whether its inputs need a line of their own."""
        first = [cell[0] for cell in self.cells]
        if len(first) > 2 or not all(entry_input.is_small for entry_input in first[1:]):
            return True
        small = all(entry_input.is_small for entry_input in first)
        few = len(self.flags) == 1 and len(self.flags[0].label) <= SHORT and not self.ticks
        return bool(self.flags) and not (small and few)


@dataclass(frozen=True)
class EntryPage:
    """Where the inputs of a form are on the page of its deal, and what is beside them."""

    form: EntryForm
    board: Scoreboard
    row: Row
    key: str = field(default_factory=lambda: str(uuid4()))

    @property
    def dealer(self) -> str:
        return str(self.form.dealer or self.row.dealer)

    @property
    def is_correction(self) -> bool:
        return bool(self.row.cells)

    @property
    def shows_totals_without(self) -> bool:
        """Whether the totals beside the names are those without this deal, which is played."""
        return self.is_correction and any(not row.partners for row in self.rows)

    @property
    def has_numbers(self) -> bool:
        """Whether anything is typed on the keypad."""
        return self.has_sums or any(
            asked.kind.name == "count" and not _has_buttons(asked) for asked in self._fields
        )

    @property
    def has_sums(self) -> bool:
        """Whether what is typed may be a sum, or below zero."""
        return any(asked.kind.name in ("cards-left", "points") for asked in self._fields)

    @property
    def card_keys(self) -> list[tuple[str, int]]:
        """Ranks with their points in this deal for the card keys."""
        ruleset, players = self.board.ruleset, len(self.row.table.seats)
        worths = card_values(ruleset, self.form.deal, players)
        return [(rank, worths.get(rank, worth)) for rank, worth in values_of(ruleset).items()]

    @property
    def _fields(self) -> tuple[EntryField, ...]:
        return self.form.entry_fields

    @cached_property
    def marks(self) -> tuple[EntryInput, ...]:
        """What is ticked in the rows of the sides or seats, such as who went out."""
        return self._inputs(asked for asked in self._fields if _marked_rows(asked))

    @property
    def mark_problems(self) -> list[str]:
        return [str(problem) for mark in self.marks for problem in mark.errors]

    @cached_property
    def choices(self) -> tuple[EntryInput, ...]:
        """What is chosen, or counted, once for the deal, must be, and is asked before the rows."""
        return self._inputs(self._before_rows)

    @cached_property
    def extras(self) -> tuple[EntryInput, ...]:
        """What else is chosen, or counted, once for the deal."""
        return self._inputs(asked for asked in self._after_rows if not asked.rarely_used)

    @cached_property
    def rarely_used(self) -> tuple[EntryInput, ...]:
        """What is chosen once for the deal, and only now and then."""
        return self._inputs(asked for asked in self._after_rows if asked.rarely_used)

    @property
    def _before_rows(self) -> list[EntryField]:
        before = takewhile(lambda asked: not _is_in_rows(asked), self._fields)
        return [asked for asked in before if asked.kind.name != "flag" and not asked.optional]

    @property
    def _after_rows(self) -> list[EntryField]:
        before = self._before_rows
        return [
            asked
            for asked in self._fields
            if not (_is_in_rows(asked) or asked.kind.name == "flag" or asked in before)
        ]

    @cached_property
    def flags(self) -> tuple[EntryInput, ...]:
        """What is ticked once for the deal."""
        return self._inputs(asked for asked in self._deal_flags if not asked.rarely_used)

    @cached_property
    def rarely_used_flags(self) -> tuple[EntryInput, ...]:
        """What is ticked once for the deal, and only now and then."""
        return self._inputs(asked for asked in self._deal_flags if asked.rarely_used)

    @property
    def _deal_flags(self) -> list[EntryField]:
        return [
            asked for asked in self._fields if asked.scope == "deal" and asked.kind.name == "flag"
        ]

    def _inputs(self, asked: Iterable[EntryField]) -> tuple[EntryInput, ...]:
        return tuple(self.form.inputs(entry_field)[0] for entry_field in asked)

    @property
    def opens_rarely_used(self) -> bool:
        """Whether something that is only asked now and then was answered, or is wrong."""
        rarely_used = (*self.rarely_used, *self.rarely_used_flags)
        return any(entry_input.value() or entry_input.errors for entry_input in rarely_used)

    @property
    def asks_ahead(self) -> bool:
        """Whether something is asked before the play."""
        return any(asked.before_play for asked in self._fields)

    @property
    def hints(self) -> tuple[str, ...]:
        """How something is to be typed."""
        return tuple(asked.hint for asked in self._fields if asked.hint)

    @property
    def has_rows(self) -> bool:
        """Whether cards may be typed row by row."""
        return any(getattr(asked.kind, "rows", 0) for asked in self._fields)

    @property
    def shared(self) -> tuple[EntryField, ...]:
        """Fields of which all hands together make a known number, or bid for one."""
        return tuple(asked for asked in self._fields if asked.total_available)

    @cached_property
    def rows(self) -> tuple[PlaceRow, ...]:
        """The seats and sides that are asked something, clockwise."""
        table = self.row.table
        columns = {column.key: column for column in self.board.columns}
        before = {cell.side: cell.points or 0 for cell in self.row.cells}
        texts = _statuses_before(self.board, self.row)
        rows: list[PlaceRow] = []
        for per in ("seat", "side"):
            places = table.seats if per == "seat" else table.sides
            asked_here = [asked for asked in self._fields if asked.scope == per]
            marks_here = [asked for asked in self._fields if _marked_rows(asked) == per]
            for place in places if asked_here or marks_here else ():
                side = columns[place.side if isinstance(place, Seat) else place.key]
                is_first = all(row.anchor != f"row-{side.key}" for row in rows)
                inputs = [self.form.inputs(asked, place.key) for asked in asked_here]
                rows.append(
                    PlaceRow(
                        key=place.key,
                        anchor=f"row-{side.key}" if is_first else f"row-{per}-{place.key}",
                        name=place.name,
                        partners=_partners(table, place, side.name),
                        total=side.total - before.get(side.key, 0),
                        status=texts.get(side.key, ""),
                        ticks=tuple(_tick(mark, place.key) for mark in self._inputs(marks_here)),
                        flags=tuple(cell[0] for cell in inputs if cell[0].field.is_ticked),
                        cells=tuple(cell for cell in inputs if not cell[0].field.is_ticked),
                    )
                )
        return tuple(rows)


def _tick(mark: EntryInput, key: str) -> Tick:
    return Tick(mark, key, key in mark.value().split())


def _has_buttons(asked: EntryField) -> bool:
    """Whether a count is a row of buttons: one for the deal, and a small one."""
    kind = asked.kind
    return isinstance(kind, Count) and asked.scope == "deal" and kind.most <= MAX_BUTTONS


def _marked_rows(asked: EntryField) -> str:
    """``side`` or ``seat`` when the field is ticked in those rows."""
    if isinstance(asked.kind, OneSide | OneSeat) and asked.kind.mark:
        return "side" if isinstance(asked.kind, OneSide) else "seat"
    return ""


def _is_in_rows(asked: EntryField) -> bool:
    """Whether it is asked in the rows of the sides or seats."""
    return asked.scope != "deal" or bool(_marked_rows(asked))


def _partners(table: DealSeating, place: Side | Seat, side: str) -> str:
    """With whom a seat plays for its side of that name; the name where that is one of its own."""
    if not isinstance(place, Seat) or side == place.name:
        return ""
    names = [seat.name for seat in table.partners(place.side)]
    others = [name for name in names if name != place.name]
    return f"with {usual_name(others)}" if side == usual_name(names) else side


def _statuses_before(board: Scoreboard, row: Row) -> Mapping[str, str]:
    """Return what the players know of each side before a deal, by key; nothing if the deals before
    it can no longer be scored.
    """
    if not row.cells:
        return {column.key: column.status for column in board.columns}
    past = board.stored.past(row.deal.number - 1)
    try:
        return statuses(board.ruleset, row.table, past)
    except EntryRefusedError:
        return {}
