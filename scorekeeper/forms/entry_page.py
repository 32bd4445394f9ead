"""The entry page, which arranges the inputs of the form for a deal."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from json import dumps
from uuid import uuid4

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.deal_seating import DealSeat, DealSeating, DealSide
from rules.engine.entries import EntryField, EntryRefusedError, Shortcut
from rules.engine.formatting import join_names
from rules.engine.reasons import Reason, load_reason
from rules.engine.replay import statuses
from rules.engine.schemes import SCHEMES, Past
from rules.reference.card_facts import values_of
from rules.reference.game_words import translated_reasons
from scorekeeper.forms.entry import (
    SHORT,
    EntryForm,
    EntryInput,
    InputField,
    has_buttons,
    is_in_rows,
    marked_rows,
)
from scorekeeper.queries.board import Row, Scoreboard
from scorekeeper.queries.hands import SentHands
from scorekeeper.queries.seating import usual_name


@dataclass(frozen=True, slots=True)
class Tick:
    """A row’s checkbox for a field in which only one row may be ticked, such as who went out.

    ``is_out`` means that the player of the row sits out.
    """

    input: EntryInput
    value: str
    is_chosen: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A side or a seat with all its inputs.

    ``colour`` is the number of the colour of the player, or of the side’s first player. ``total``
    is the side’s total before the deal, and ``task`` is what it has to do in this deal if each side
    has its own task. ``ticks`` are the checkboxes that can be ticked in only one row, ``flags`` are
    those that can be ticked in any number of rows, and ``cells`` has the inputs of every other
    field. ``shortcuts`` are buttons, each with the text of every input that it fills in, as JSON.
    """

    key: str
    anchor: str
    name: str
    colour: int
    partners: str
    total: int
    status: str
    task: str
    ticks: tuple[Tick, ...]
    flags: tuple[EntryInput, ...]
    cells: tuple[tuple[EntryInput, ...], ...]
    shortcuts: tuple[tuple[Shortcut, str], ...]

    @property
    def inputs(self) -> tuple[EntryInput, ...]:
        return (*self.flags, *chain.from_iterable(self.cells))

    @property
    def refused(self) -> list[EntryInput]:
        """The inputs with a problem."""
        return [entry_input for entry_input in self.inputs if entry_input.errors]

    @property
    def is_summed_up(self) -> bool:
        """Whether several inputs add up to the side’s score."""
        return sum(bool(cell[0].field.entry_field.points_each) for cell in self.cells) > 1

    @property
    def is_out(self) -> bool:
        """Whether a ticked checkbox means that nothing else is entered in this row."""
        return any(tick.is_chosen for tick in self.ticks if tick.input.field.clears)

    @property
    def is_wide(self) -> bool:
        """Whether the inputs of the row need a line of their own."""
        first = [cell[0] for cell in self.cells]
        if len(first) > 2 or not all(entry_input.is_small for entry_input in first[1:]):
            return True
        if len(first) > 1 and not first[0].field.part and len(first[0].label) > SHORT:
            return True
        small = all(entry_input.is_small for entry_input in first)
        few = len(self.flags) == 1 and len(self.flags[0].label) <= SHORT and not self.ticks
        return bool(self.flags) and not (small and few)


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of the entry page’s keypad.

    ``has_answers`` means that an input’s answers are keys. With ``has_numbers``, numbers are typed
    and, with ``has_sums``, also sums and negative numbers. ``cards`` are the ranks that can be
    typed, with their points in this deal, and with ``has_rows`` they may be typed row by row.
    """

    has_answers: bool
    has_numbers: bool
    has_sums: bool
    has_cards: bool
    has_rows: bool
    decimals: int
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class EntryPage:
    """The entry page: where the inputs of its form go, and the texts next to them.

    ``hands`` are those that players have sent from their own phones. ``answers`` are those of a
    link on the pad, by input name; those that can no longer be chosen don’t count.
    """

    form: EntryForm
    board: Scoreboard
    row: Row
    key: str = field(default_factory=lambda: str(uuid4()))
    hands: SentHands = field(default_factory=SentHands)
    answers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.form.add_inputs()

    @cached_property
    def _closed(self) -> Mapping[str, Collection[str]]:
        """The answers in earlier deals that may be given only once a game, by input name."""
        once = [asked for asked in self.form.entry_fields if asked.once_a_game]
        closed: dict[str, set[str]] = {}
        so_far = self.board.so_far
        others = (so_far,) if so_far and so_far.number < self.row.deal.number else ()
        for scored in (*self._past.deals, *others) if once else ():
            for asked in once:
                for key, answer in scored.entry.of(asked.id).items():
                    closed.setdefault(asked.input(key), set()).add(answer)
        return closed

    @cached_property
    def _past(self) -> Past:
        return self.board.stored.past(self.row.deal.number - 1)

    @cached_property
    def _out(self) -> Mapping[str, set[str]]:
        """The keys of the seats and sides that sit out when this page’s dealer deals, by scope."""
        table = replace(self.form.table, dealer=self.dealer)
        seats = {seat.key for seat in table.sitting_out(self.form.dealt_in)}
        sides = {
            side.key
            for side in table.sides
            if all(seat.key in seats for seat in table.partners(side.key))
        }
        return {"seat": seats, "side": sides}

    @cached_property
    def _sitting_out(self) -> Collection[str]:
        return self._out["seat"] | self._out["side"]

    def _inputs_at(self, asked: EntryField, key: str = "") -> tuple[EntryInput, ...]:
        """Return a field’s inputs for the side or seat with this key, or for the deal.

        The Next key skips those of players who sit out or are eliminated.
        """
        is_eliminated = asked.scope == "side" and key in self.board.out_before(self.row)
        is_skipped = is_eliminated or key in self._out.get(asked.scope, ())
        inputs: list[EntryInput] = []
        if _is_tick(asked) and self._is_impossible(asked, key):
            return ()
        for name in asked.inputs(key).values():
            shown = self.form.fields.get(name)
            if isinstance(shown, InputField):
                entry_input = EntryInput(
                    self.form,
                    shown.skipped() if is_skipped else shown,
                    name,
                    closed=self._closed.get(name, ()),
                    sitting_out=self._sitting_out,
                )
                wanted = self.answers.get(name)
                if asked.once_a_game and any(wanted == each.value for each in entry_input.answers):
                    entry_input.text = self.answers[name]
                inputs.append(entry_input)
        return tuple(inputs)

    def _is_impossible(self, asked: EntryField, key: str) -> bool:
        """Return whether a box that isn’t ticked can’t be ticked yet."""
        words = self.form.scheme.words
        is_blank = asked.input(key) not in self.form.texts
        return is_blank and asked.id in words.impossible(key, self._past)

    @property
    def url(self) -> str:
        """The URL to which the form is sent."""
        return reverse("deal", args=[self.board.game.code, self.form.deal])

    @property
    def is_own(self) -> bool:
        """Whether only one player’s hand is entered, on that player’s phone."""
        return False

    @property
    def inserts(self) -> bool:
        """Whether a deal is entered that will be inserted before a later one."""
        return False

    @property
    def is_paper(self) -> bool:
        """Whether the deals of a sheet on paper are entered one after the other."""
        return False

    @property
    def waits_offline(self) -> bool:
        """Whether the phone can keep the entry and send it later if there is no connection."""
        return not self.is_own

    @property
    def sent(self) -> str:
        """The texts that players have sent, by input name, as JSON; empty if there are none."""
        return dumps(self.hands.texts) if self.hands.sent else ""

    @property
    def dealer(self) -> str:
        return str(self.form.dealer or self.row.dealer)

    @property
    def dealers(self) -> tuple[DealSeat, ...]:
        """The seats of the players who may deal."""
        return self.board.dealers(self.row)

    @property
    def is_correction(self) -> bool:
        return bool(self.row.cells)

    @property
    def shows_totals_without(self) -> bool:
        """Whether the totals next to the names exclude this deal, because it is being corrected."""
        return self.is_correction and any(not row.partners for row in self.rows)

    @cached_property
    def keys(self) -> Keys:
        """The keys of the keypad."""
        values, fields = values_of(self.board.ruleset), self._fields
        worths = self.form.scheme.words.worths(self.row.deal)
        has_sums = any(asked.kind.name in ("cards-left", "points") for asked in fields)
        return Keys(
            has_answers=any(asked.once_a_game for asked in fields),
            has_numbers=has_sums
            or any(asked.kind.name == "count" and not has_buttons(asked) for asked in fields),
            has_sums=has_sums,
            has_cards=self.form.has_cards,
            has_rows=any(getattr(asked.kind, "rows", 0) for asked in fields),
            decimals=self.board.decimals,
            cards=tuple((rank, worths.get(rank, worth)) for rank, worth in values.items()),
        )

    @property
    def _shortcuts(self) -> tuple[Shortcut, ...]:
        return self.form.scheme.words.shortcuts

    @property
    def _fields(self) -> tuple[EntryField, ...]:
        return self.form.entry_fields

    @cached_property
    def marks(self) -> tuple[EntryInput, ...]:
        """The inputs with a checkbox in each side’s or seat’s row, such as who went out."""
        return self._inputs(asked for asked in self._fields if marked_rows(asked))

    @property
    def mark_problems(self) -> list[str]:
        return [str(problem) for mark in self.marks for problem in mark.errors]

    @cached_property
    def choices(self) -> tuple[EntryInput, ...]:
        """The required choices and counts for the whole deal that come before the rows.

        Checkboxes that the scheme lists between these inputs are included.
        """
        return self._inputs(self._before_rows)

    @cached_property
    def extras(self) -> tuple[EntryInput, ...]:
        """The other choices and counts for the whole deal, except rarely used ones."""
        return self._inputs(asked for asked in self._after_rows if not asked.rarely_used)

    @cached_property
    def rarely_used(self) -> tuple[EntryInput, ...]:
        """The rarely used choices for the whole deal."""
        return self._inputs(asked for asked in self._after_rows if asked.rarely_used)

    @property
    def _before_rows(self) -> list[EntryField]:
        """The required fields before the rows, and checkboxes between these fields, in order."""
        before = [*takewhile(lambda asked: not is_in_rows(asked), self._fields)]
        while before and not _leads(before[-1]):
            before.pop()
        return [
            asked
            for asked in before
            if not asked.rarely_used and (_is_tick(asked) or not asked.optional)
        ]

    @property
    def _after_rows(self) -> list[EntryField]:
        before = self._before_rows
        return [
            asked
            for asked in self._fields
            if not (is_in_rows(asked) or _is_tick(asked) or asked in before)
        ]

    @cached_property
    def flags(self) -> tuple[EntryInput, ...]:
        """The checkboxes that apply to the whole deal."""
        return self._inputs(asked for asked in self._deal_flags if not asked.rarely_used)

    @cached_property
    def rarely_used_flags(self) -> tuple[EntryInput, ...]:
        """The rarely used checkboxes that apply to the whole deal."""
        return self._inputs(asked for asked in self._deal_flags if asked.rarely_used)

    @property
    def rarely_used_labels(self) -> list[str]:
        return [str(each.label) for each in (*self.rarely_used, *self.rarely_used_flags)]

    @property
    def _deal_flags(self) -> list[EntryField]:
        before = self._before_rows
        return [
            asked
            for asked in self._fields
            if asked.scope == "deal" and _is_tick(asked) and asked not in before
        ]

    def _inputs(self, asked: Iterable[EntryField]) -> tuple[EntryInput, ...]:
        return tuple(self._inputs_at(entry_field)[0] for entry_field in asked)

    @property
    def opens_rarely_used(self) -> bool:
        """Whether a rarely used input has an answer or a problem."""
        rarely_used = (*self.rarely_used, *self.rarely_used_flags)
        return any(entry_input.value() or entry_input.errors for entry_input in rarely_used)

    @property
    def asks_ahead(self) -> bool:
        """Whether something is entered before play, such as bids."""
        return any(asked.before_play for asked in self._fields)

    @property
    def saves_bids(self) -> bool:
        """Whether the bids can be saved before the rest of the deal."""
        return self.asks_ahead and self.row.is_next

    @property
    def saves_turns(self) -> bool:
        """Whether everything that a side enters can be saved before the others have played."""
        as_played = SCHEMES[self.form.ruleset.scoring.scheme].as_played
        is_open = self.row.is_next and not self.is_own
        return is_open and all(asked.id in as_played for asked in self._fields)

    @property
    def saved_bids(self) -> str:
        """What has been saved of the deal, by input name, as JSON."""
        return dumps(dict(self.row.entry or {}))

    @property
    def hints(self) -> tuple[str, ...]:
        """The fields’ hints about how to type an answer, and what can stay blank in the end."""
        ending = self.form.scheme.words.ending_hint(self._past)
        return tuple(filter(None, (*(asked.hint for asked in self._fields), ending)))

    @property
    def sits_out(self) -> str:
        """A sentence about who sits out unless the dealer changes; empty if everybody plays."""
        out = [seat.name for seat in self.row.table.seats if seat.key in self._sitting_out]
        sentence = ngettext("{names} sits out.", "{names} sit out.", len(out))
        return sentence.format(names=join_names(out)) if out else ""

    @property
    def shared(self) -> tuple[EntryField, ...]:
        """The fields whose numbers are shares of a known total, or bids for it, such as tricks."""
        return tuple(asked for asked in self._fields if asked.total_available)

    @cached_property
    def rows(self) -> tuple[PlaceRow, ...]:
        """The rows of the seats with inputs, clockwise, and then those of the sides."""
        table = self.row.table
        columns = {column.key: column for column in self.board.columns}
        before: Mapping[str, int] = {cell.side: cell.points or 0 for cell in self.row.cells}
        if not self.row.cells and self.board.so_far:
            before = self.board.so_far.points
        statuses_before = self._statuses_before()
        rows: list[PlaceRow] = []
        for per in ("seat", "side"):
            places = table.seats if per == "seat" else table.sides
            asked_here = [asked for asked in self._fields if asked.scope == per]
            marks_here = [asked for asked in self._fields if marked_rows(asked) == per]
            for place in places if asked_here or marks_here else ():
                side = columns[place.side if isinstance(place, DealSeat) else place.key]
                status = statuses_before.get(side.key)
                is_first = all(row.anchor != f"row-{side.key}" for row in rows)
                seat = place if isinstance(place, DealSeat) else table.partners(place.key)[0]
                cells = [self._inputs_at(asked, place.key) for asked in asked_here]
                inputs = [cell for cell in cells if cell]
                rows.append(
                    PlaceRow(
                        key=place.key,
                        anchor=f"row-{side.key}" if is_first else f"row-{per}-{place.key}",
                        name=place.name,
                        colour=self.board.seating.colours[int(seat.key)],
                        partners=_partners(table, place, side.name),
                        total=side.total - before.get(side.key, 0),
                        status=status.text if status else "",
                        task=self.form.scheme.words.status_details(status) if status else "",
                        ticks=tuple(_tick(mark, place.key) for mark in self._inputs(marks_here)),
                        flags=tuple(cell[0] for cell in inputs if cell[0].field.is_ticked),
                        cells=tuple(cell for cell in inputs if not cell[0].field.is_ticked),
                        shortcuts=tuple(
                            (shortcut, dumps(shortcut.answers(self._fields, place.key)))
                            for shortcut in (self._shortcuts if per == "side" else ())
                        ),
                    )
                )
        return tuple(rows)

    def _statuses_before(self) -> Mapping[str, Reason]:
        """Return the statuses of the sides before the deal, by key.

        The result is empty if the earlier deals can no longer be scored.
        """
        if not (self.is_correction or self.inserts):
            sides = self.board.seating.sides
            shown = ((side, translated_reasons(self.board.ruleset, side.status)) for side in sides)
            return {str(side.number): load_reason(status) for side, status in shown if status}
        try:
            return statuses(self.board.ruleset, self.row.table, self._past)
        except EntryRefusedError:
            return {}


def _is_tick(asked: EntryField) -> bool:
    return asked.kind.name == "flag"


def _leads(asked: EntryField) -> bool:
    """Return whether the field has to be filled in."""
    return not _is_tick(asked) and not asked.optional


def _tick(mark: EntryInput, key: str) -> Tick:
    return Tick(mark, key, key in mark.value().split(), key in mark.sitting_out)


def _partners(table: DealSeating, place: DealSide | DealSeat, side: str) -> str:
    """Return the partners of a seat, or the name of their side if the side has its own name.

    The result is empty for a side and for a player without partners.
    """
    if not isinstance(place, DealSeat) or side == place.name:
        return ""
    names = [seat.name for seat in table.partners(place.side)]
    others = [name for name in names if name != place.name]
    if side != usual_name(names):
        return side
    # Translators: next to a player’s name, the names of that player’s partners
    return _("with {partners}").format(partners=usual_name(others))
