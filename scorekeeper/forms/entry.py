"""What lay on the table after a deal: the same form for every game, made from its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from uuid import uuid4

from django.http import QueryDict

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
from scorekeeper.models import Game
from scorekeeper.queries.board import Row, Scoreboard
from scorekeeper.queries.seating import seating_of, usual_name
from scorekeeper.services.rounds import Reported
from scorekeeper.services.scoring import fields_of, ids_of, statuses, worths_of

MOST_BUTTONS = 13  # numbers that stand side by side as buttons
MOST_ANSWERS = 8  # and other answers
SHORT = 10  # letters of a name that stands over a narrow input


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the answers of an input that is chosen, not typed."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Input:
    """One input of the form: ``part`` tells the two inputs of a hand apart, ``answers`` are those
    to choose from, ``add_up`` says whether its cards make a sum, ``rows`` in how many they lie, and
    ``cancel`` which equal ones count nothing.
    """

    name: str
    kind: str
    part: str
    label: str
    value: str
    most: int | None
    answers: tuple[Answer, ...]
    problems: tuple[Problem, ...]
    optional: bool = False
    ahead: bool = False
    unless: str = ""
    adds: int = 0
    add_up: bool = False
    rows: int = 0
    cancel: str = ""
    excludes: str = ""
    clears: bool = False

    @property
    def is_long(self) -> bool:
        """Whether its answers are too many to stand side by side."""
        return self.kind == "choice" and len(self.answers) > MOST_ANSWERS

    @property
    def is_small(self) -> bool:
        """Whether it fits beside others: a count under a short name."""
        return self.kind == "count" and len(self.label) <= SHORT

    @property
    def problem_id(self) -> str:
        """Where its problems stand."""
        return f"{self.name}-problem" if self.problems else ""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A side or a seat with everything it is asked. ``total`` is that of its side before the deal;
    ``marks`` are the inputs that tick this row among the others, ``flags`` what is ticked in it by
    itself, ``cells`` the inputs of each other field.
    """

    key: str
    anchor: str
    name: str
    partners: str
    total: int
    status: str
    marks: tuple[Input, ...]
    flags: tuple[Input, ...]
    cells: tuple[tuple[Input, ...], ...]

    @property
    def inputs(self) -> tuple[Input, ...]:
        return (*self.flags, *(each for cell in self.cells for each in cell))

    @property
    def is_summed_up(self) -> bool:
        """Whether several inputs together make what its side scores."""
        return sum(bool(cell[0].adds) for cell in self.cells) > 1

    @property
    def is_out(self) -> bool:
        """Whether it is ticked so that it has nothing else to report."""
        return any(
            answer.is_chosen for mark in self.marks if mark.clears for answer in mark.answers
        )

    @property
    def is_wide(self) -> bool:
        """Whether its inputs need a line of their own."""
        first = [cell[0] for cell in self.cells]
        if len(first) > 2 or not all(each.is_small for each in first[1:]):
            return True
        small = all(each.is_small for each in first)
        few = len(self.flags) == 1 and len(self.flags[0].label) <= SHORT and not self.marks
        return bool(self.flags) and not (small and few)


@dataclass(frozen=True)
class EntryForm:
    """The form for one deal, blank, as stored, or as it was refused."""

    board: Scoreboard
    row: Row
    texts: Mapping[str, str]
    dealer: str
    version: int
    key: str
    problems: tuple[Problem, ...] = ()
    overruled: bool = False
    fields: tuple[EntryField, ...] = field(default=(), repr=False)
    worths: Mapping[str, int] = field(default_factory=dict, repr=False)
    told: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def deal(self) -> int:
        return self.row.deal.number

    @property
    def is_correction(self) -> bool:
        return bool(self.row.cells)

    @property
    def shows_totals_without(self) -> bool:
        """Whether names stand with totals, which are those without this deal once it is played."""
        return self.is_correction and any(not row.partners for row in self.rows)

    @property
    def has_cards(self) -> bool:
        """Whether cards can be entered one by one."""
        return bool(self.card_keys) and any("cards" in asked.kind.parts for asked in self.fields)

    @property
    def has_numbers(self) -> bool:
        """Whether anything is typed on the keypad."""
        return self.has_sums or any(
            asked.kind.name == "count" and not _is_chosen(asked) for asked in self.fields
        )

    @property
    def has_sums(self) -> bool:
        """Whether what is typed may be a sum, or below zero."""
        return any(asked.kind.name in ("cards-left", "points") for asked in self.fields)

    @property
    def card_keys(self) -> list[tuple[str, int]]:
        """Ranks with their points in this deal for the card keys."""
        values = values_of(self.board.ruleset)
        return [(rank, self.worths.get(rank, worth)) for rank, worth in values.items()]

    @property
    def may_overrule(self) -> bool:
        return bool(self.problems) and all(problem.warning for problem in self.problems)

    @property
    def marks(self) -> tuple[Input, ...]:
        """What is ticked in the rows of the sides or seats, such as who went out."""
        return tuple(self._input(asked) for asked in self.fields if _mark(asked))

    @property
    def mark_problems(self) -> tuple[Problem, ...]:
        return tuple(problem for mark in self.marks for problem in mark.problems)

    @property
    def choices(self) -> tuple[Input, ...]:
        """What is chosen, or counted, once for the deal, must be, and is asked before the rows."""
        return tuple(self._input(asked) for asked in self._first)

    @property
    def extras(self) -> tuple[Input, ...]:
        """What else is chosen, or counted, once for the deal."""
        return self._after_rows(seldom=False)

    @property
    def seldom(self) -> tuple[Input, ...]:
        """What is chosen once for the deal, and only now and then."""
        return self._after_rows(seldom=True)

    def _after_rows(self, *, seldom: bool) -> tuple[Input, ...]:
        return tuple(
            self._input(asked)
            for asked in self.fields
            if asked.rarely_used == seldom
            and not (_in_rows(asked) or asked.kind.name == "flag" or asked in self._first)
        )

    @property
    def _first(self) -> tuple[EntryField, ...]:
        before_rows = takewhile(lambda asked: not _in_rows(asked), self.fields)
        return tuple(
            asked for asked in before_rows if asked.kind.name != "flag" and not asked.optional
        )

    @property
    def flags(self) -> tuple[Input, ...]:
        """What is ticked once for the deal."""
        return self._flags(seldom=False)

    @property
    def seldom_flags(self) -> tuple[Input, ...]:
        """What is ticked once for the deal, and only now and then."""
        return self._flags(seldom=True)

    def _flags(self, *, seldom: bool) -> tuple[Input, ...]:
        return tuple(
            self._input(asked)
            for asked in self.fields
            if asked.scope == "deal" and asked.kind.name == "flag" and asked.rarely_used == seldom
        )

    @property
    def has_seldom_answers(self) -> bool:
        """Whether something that is only asked now and then was answered, or is wrong."""
        return any(each.value or each.problems for each in (*self.seldom, *self.seldom_flags))

    @property
    def asks_ahead(self) -> bool:
        """Whether something is asked before the play."""
        return any(asked.before_play for asked in self.fields)

    @property
    def hints(self) -> tuple[str, ...]:
        """How something is to be typed."""
        return tuple(asked.hint for asked in self.fields if asked.hint)

    @property
    def has_rows(self) -> bool:
        """Whether cards may be typed row by row."""
        return any(getattr(asked.kind, "rows", 0) for asked in self.fields)

    @property
    def shared(self) -> tuple[EntryField, ...]:
        """Fields of which all hands together make a known number, or bid for one."""
        return tuple(asked for asked in self.fields if asked.total_available)

    @property
    def other_problems(self) -> tuple[Problem, ...]:
        """Problems that belong to no input on the form."""
        shown = {each.name for row in self.rows for each in row.inputs}
        chosen = (*self.marks, *self.choices, *self.extras, *self.seldom)
        shown |= {each.name for each in (*chosen, *self.flags, *self.seldom_flags)}
        return tuple(problem for problem in self.problems if problem.input not in shown)

    @property
    def rows(self) -> tuple[PlaceRow, ...]:
        """The seats and sides that are asked something, clockwise."""
        table = self.row.table
        columns = {column.key: column for column in self.board.columns}
        before = {cell.side: cell.points or 0 for cell in self.row.cells}
        rows: list[PlaceRow] = []
        for per in ("seat", "side"):
            places = table.seats if per == "seat" else table.sides
            asked_here = [asked for asked in self.fields if asked.scope == per]
            marks_here = [asked for asked in self.fields if _mark(asked) == per]
            for place in places if asked_here or marks_here else ():
                side = columns[place.side if isinstance(place, Seat) else place.key]
                is_first = all(row.anchor != f"row-{side.key}" for row in rows)
                rows.append(
                    PlaceRow(
                        key=place.key,
                        anchor=f"row-{side.key}" if is_first else f"row-{per}-{place.key}",
                        name=place.name,
                        partners=_partners(table, place, side.name),
                        total=side.total - before.get(side.key, 0),
                        status=self.told.get(side.key, ""),
                        marks=tuple(self._mark(asked, place.key) for asked in marks_here),
                        flags=tuple(
                            self._input(asked, "", place.key)
                            for asked in asked_here
                            if asked.kind.name == "flag"
                        ),
                        cells=tuple(
                            tuple(
                                self._input(asked, part, place.key)
                                for part in asked.kind.parts
                                if part != "cards" or self.has_cards
                            )
                            for asked in asked_here
                            if asked.kind.name != "flag"
                        ),
                    )
                )
        return tuple(rows)

    def _mark(self, asked: EntryField, key: str) -> Input:
        """The tick of one row: the input with this row’s answer alone."""
        whole = self._input(asked)
        own = tuple(answer for answer in whole.answers if answer.value == key)
        return replace(whole, label=_mark_label(asked), value="", answers=own)

    def _input(self, asked: EntryField, part: str = "", key: str = "") -> Input:
        """The input of one side or seat by its key, or of the deal."""
        inputs = asked.inputs(key)
        name = inputs.get(part) or asked.input(key)
        value = self.texts.get(name, "")
        return Input(
            name=name,
            kind=asked.kind.name,
            part=part,
            label=asked.label,
            value=value,
            most=getattr(asked.kind, "most", None),
            answers=tuple(
                Answer(key, label, key in value.split()) for key, label in self._answers(asked)
            ),
            problems=tuple(problem for problem in self.problems if problem.input == name),
            optional=asked.optional,
            ahead=asked.before_play,
            unless=self._unless(asked, key),
            adds=int(asked.points_each),
            add_up=getattr(asked.kind, "add_up", False),
            rows=getattr(asked.kind, "rows", 0),
            cancel=getattr(asked.kind, "cancel", ""),
            excludes=asked.conflicts_with,
            clears=getattr(asked.kind, "ends_row", False),
        )

    def _unless(self, asked: EntryField, key: str) -> str:
        """The name of the input that spares this one being asked."""
        sparing = next((other for other in self.fields if other.id == asked.skipped_if), None)
        return sparing.input(key) if sparing else ""

    def _answers(self, asked: EntryField) -> Sequence[tuple[str, str]]:
        table = self.row.table
        match asked.kind:
            case Choice(answers=answers):
                return answers
            case OneSide():
                return [(side.key, side.name) for side in table.sides]
            case OneSeat():
                return [(seat.key, seat.name) for seat in table.seats]
            case Count(most=most) if _is_chosen(asked):
                return [(str(count), str(count)) for count in range(most + 1)]
        return ()


def _is_chosen(asked: EntryField) -> bool:
    """Whether a count is a row of buttons: one for the deal, and a small one."""
    kind = asked.kind
    return isinstance(kind, Count) and asked.scope == "deal" and kind.most <= MOST_BUTTONS


def _mark(asked: EntryField) -> str:
    """``side`` or ``seat`` when the field is ticked in those rows."""
    if isinstance(asked.kind, OneSide | OneSeat) and asked.kind.mark:
        return "side" if isinstance(asked.kind, OneSide) else "seat"
    return ""


def _in_rows(asked: EntryField) -> bool:
    """Whether it is asked in the rows of the sides or seats."""
    return asked.scope != "deal" or bool(_mark(asked))


def _partners(table: DealSeating, place: Side | Seat, side: str) -> str:
    """With whom a seat plays for its side of that name; the name where that is one of its own."""
    if not isinstance(place, Seat) or side == place.name:
        return ""
    names = [seat.name for seat in table.partners(place.side)]
    others = [name for name in names if name != place.name]
    return f"with {usual_name(others)}" if side == usual_name(names) else side


def _mark_label(asked: EntryField) -> str:
    kind = asked.kind
    return kind.mark if isinstance(kind, OneSide | OneSeat) else ""


def entry_form(
    board: Scoreboard,
    row: Row,
    *,
    reported: Reported | None = None,
    problems: Sequence[Problem] = (),
    key: str = "",
) -> EntryForm:
    """Return the form for the deal of ``row``, filled with what is stored or was just
    ``reported``.
    """
    stored = row.entry or {}
    return EntryForm(
        board=board,
        row=row,
        texts=reported.texts if reported else stored,
        dealer=str(reported.dealer or row.dealer) if reported else row.dealer,
        version=board.game.version,
        key=key or str(uuid4()),
        problems=tuple(problems),
        overruled=reported.overruled if reported else False,
        fields=fields_of(board.ruleset, row.deal.number, len(row.table.seats)),
        worths=worths_of(board.ruleset, row.deal.number, len(row.table.seats)),
        told=_told_before(board, row),
    )


def _told_before(board: Scoreboard, row: Row) -> Mapping[str, str]:
    """What the table is told of each side before a deal, by key; nothing where the deals before it
    cannot be scored any more.
    """
    if not row.cells:
        return {column.key: column.status for column in board.columns}
    past = board.stored.past(row.deal.number - 1)
    try:
        return statuses(board.ruleset, row.table, past)
    except EntryRefusedError:
        return {}


def read_reported(data: QueryDict, game: Game, deal: int) -> Reported:
    """Return what a submitted form says of the deal; nothing it says is dropped."""
    places = [str(seat.position) for seat in seating_of(game).seats_at(deal)]
    ids = ids_of(load(game.ruleset), deal, len(places))
    texts = {
        name: " ".join(data.getlist(name))
        for name in data
        if name in ids or any(name.startswith(f"{known}-") for known in ids)
    }
    dealer = data.get("dealer", "")
    return Reported(
        texts=clean_texts(texts),
        dealer=int(dealer) if dealer in places else None,
        overruled=data.get("overrule") == "1",
    )
