"""The form for a finished score sheet: a grid with a row for each deal, and a column per player."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from rules.engine.checking import fields_on_paper, has_points_on_paper
from rules.engine.contracts import MAX_DEALS
from rules.engine.deal_seating import DealSeat, DealSide
from rules.engine.entries import EntryRefusedError, SheetFields
from rules.engine.errors import RulesError, UnreadableError
from rules.engine.formatting import capital
from rules.engine.inputs import CardsLeft, Count, read_sum
from rules.engine.snapshots import DealEntry
from rules.reference.game_words import translated_ruleset
from scorekeeper.forms.base import TextInput
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.entry import CARDS_LENGTH, POINTS_LENGTH
from scorekeeper.queries.stored import StoredGame

MOST_CELLS = 200  # the site accepts forms with up to 300 inputs
MORE_ROWS = 10  # if the length of the game isn’t known
USUAL_MOST = 199  # the highest usual hand if the cards don’t limit it


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of the grid. ``total`` is the total before its first row."""

    key: str
    name: str
    total: int


@dataclass(slots=True)
class PaperRow:
    """A row of the grid: a deal with its inputs.

    ``flags`` are the deal’s checkboxes, ``marked`` is the choice of who went out if several players
    have a 0, and ``accepts`` the checkbox for accepting warnings; they are shown only if they are
    needed. ``problems`` are those that don’t belong to an input.
    """

    number: int
    asked: SheetFields
    cells: Mapping[str, forms.BoundField]
    flags: Mapping[str, forms.BoundField]
    marked: forms.BoundField
    accepts: forms.BoundField
    problems: list[str] = field(default_factory=list)
    has_warnings: bool = False
    asks_mark: bool = False

    @property
    def wrong(self) -> list[forms.BoundField]:
        """The inputs with problems."""
        return [cell for cell in self.cells.values() if cell.errors]

    @property
    def has_problems(self) -> bool:
        return bool(self.problems or self.wrong)

    @property
    def shows_flags(self) -> bool:
        """Whether the checkboxes and the choice of who went out are shown, if needed at all."""
        ticks = (self.accepts, self.marked, *self.flags.values())
        return self.has_problems or any(tick.value() for tick in ticks)

    @property
    def shows_marked(self) -> bool:
        """Whether the choice of who went out is shown."""
        return self.asks_mark or bool(self.marked.value())

    @property
    def typed(self) -> dict[str, str]:
        """What was typed for each player, by key, without blanks."""
        texts = {key: str(cell.value() or "").strip() for key, cell in self.cells.items()}
        return {key: text for key, text in texts.items() if text}

    @property
    def entry(self) -> DealEntry:
        """The entry of the deal, dealt by whoever comes next."""
        ticked = [flag for flag, tick in self.flags.items() if tick.value()]
        texts = self.asked.texts(self.typed, ticked, self.marked.value() or "")
        return DealEntry(texts=texts, dealer=0, overruled=bool(self.accepts.value()))


class _SheetCell(forms.CharField):
    """An input for a number. Anything can be typed; the scheme checks it later."""

    def __init__(self, label: str, attrs: Mapping[str, Any], length: int) -> None:
        usual = {"autocomplete": "off", "spellcheck": "false", "aria-label": label}
        widget = TextInput(usual | {"maxlength": length} | dict(attrs))
        super().__init__(required=False, max_length=length, label=label, widget=widget)


class FinishedSheetForm(ChangeForm):
    """The deals of a finished sheet, which follow those already played.

    There is no form if ``players`` is empty, because a deal of the game has more than one number
    per player, or if ``rows`` is empty, because the game is over.
    """

    announces_problems = False

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        stored: StoredGame,
        typed: Mapping[str, str] | None = None,
        doubtful: Collection[str] = (),
        renewed: bool = False,
    ) -> None:
        """Create the form.

        ``typed`` has texts to continue with, as they were submitted or read from a photograph, and
        ``doubtful`` has the names of inputs that may have been misread.

        The rows submitted may have been saved since; a ``renewed`` form has only the later ones.
        """
        super().__init__(data, initial=dict(typed or {}))
        self.ruleset = translated_ruleset(stored.ruleset)
        self.stored, self.doubtful = stored, doubtful
        self._state = stored.state
        following = self._state.deals + 1
        sent = "" if data is None or renewed else data.get("first", "")[:3]
        self.first = min(max(1, int(sent)), following) if sent.isdecimal() else following
        table = stored.seating.table(following, self._state.next_dealer)
        self._seats = len(table.seats)
        # A game that is over has no further deal.
        asked = self._asked(min(self.first, self.ruleset.length or MAX_DEALS))
        places: Sequence[DealSeat | DealSide] = table.places(asked.number.scope) if asked else ()
        totals = stored.state.carried.totals
        is_by_side = asked is not None and asked.number.scope == "side"
        self.players = [
            PaperColumn(each.key, each.name, totals.get(each.key, 0)) for each in places
        ]
        self.count = self._count(self.initial if data is None else data)
        self.rows = [self._row(self.first + each) for each in range(self.count)]
        for player in self.players if is_by_side and self.rows else ():
            label = _("Written total of {name}").format(name=player.name)
            name = f"total-{player.key}"
            self.fields[name] = _SheetCell(label, self._doubt(name), POINTS_LENGTH)

    def _asked(self, deal: int) -> SheetFields | None:
        return fields_on_paper(self.ruleset, deal, self._seats)

    def _doubt(self, name: str) -> dict[str, Any]:
        """Return the attributes of an input that may have been misread."""
        if name not in self.doubtful:
            return {}
        return {"data-doubtful": True, "aria-describedby": "doubtful"}

    @cached_property
    def _most_rows(self) -> int:
        is_over = self._state.is_over and self.first > self._state.deals
        if is_over or not self.players:
            return 0
        left = (self.ruleset.length or MAX_DEALS) - self.first + 1
        return min(left, MOST_CELLS // len(self.players))

    def _count(self, data: Mapping[str, str]) -> int:
        """Return the number of rows: those submitted, or as many as the game usually needs."""
        text = data.get("rows", "")[:3]
        usual = MAX_DEALS if self.ruleset.length else MORE_ROWS
        more = MORE_ROWS if "more" in data else 0
        sent = int(text) if text.isdecimal() else 0
        return min(sent + more if sent else usual, self._most_rows)

    @property
    def can_grow(self) -> bool:
        """Whether the grid can have more rows."""
        return self.count < self._most_rows

    def _row(self, number: int) -> PaperRow:
        asked = self._asked(number)
        if asked is None:
            raise ValueError(f"deal {number} has more than one number per player")
        kind = asked.number.kind
        most = kind.most if isinstance(kind, CardsLeft | Count) else 0
        most = most or (isinstance(kind, CardsLeft) and USUAL_MOST)
        attrs = {"data-cell": True, "data-most": most}
        word = capital(self.ruleset.words.deal.one)
        names = {}
        for player in self.players:
            label = _("{deal} {number}, {name}").format(deal=word, number=number, name=player.name)
            names[player.key] = f"cell-{number}-{player.key}"
            doubt = self._doubt(names[player.key])
            self.fields[names[player.key]] = _SheetCell(label, attrs | doubt, CARDS_LENGTH)
        flags = {flag.id: f"{flag.id}-{number}" for flag in asked.flags}
        for flag in asked.flags:
            self.fields[flags[flag.id]] = forms.BooleanField(required=False, label=flag.label)
        marked, label = f"marked-{number}", asked.mark.label if asked.mark else ""
        choices = [("", "–"), *((player.key, player.name) for player in self.players)]
        self.fields[marked] = forms.ChoiceField(required=False, label=label, choices=choices)
        accepts = f"accept-{number}"
        self.fields[accepts] = forms.BooleanField(required=False, label=_("This is right"))
        return PaperRow(
            number,
            asked,
            {key: self[name] for key, name in names.items()},
            {flag: self[name] for flag, name in flags.items()},
            self[marked],
            self[accepts],
        )

    @property
    def mark_word(self) -> str:
        """What a 0 means, such as ``Out``; empty if it is just a number."""
        mark = self.rows[0].asked.mark if self.rows else None
        return str(getattr(mark.kind, "mark", "")) if mark else ""

    @property
    def adds_sums(self) -> bool:
        """Whether sums such as 12+11 are typed rather than points below zero."""
        return bool(self.mark_word) and isinstance(self.rows[0].asked.number.kind, CardsLeft)

    @property
    def adds_up(self) -> bool:
        """Whether each number is what a player scores."""
        return bool(self.rows) and self.rows[0].asked.number.points_each == 1

    @property
    def is_readable(self) -> bool:
        """Whether the rows can be read from a photograph: only whole points can."""
        return bool(self.rows) and not (self.ruleset.scoring.decimals or self.asks_instead)

    @cached_property
    def asks_instead(self) -> str:
        """What is entered if it isn’t the points, such as tricks."""
        if not self.rows or has_points_on_paper(self.ruleset, self._seats):
            return ""
        return self.rows[0].asked.number.label

    @property
    def player_totals(self) -> list[forms.BoundField]:
        """The inputs for the written totals."""
        return [self[name] for name in self.fields if name.startswith("total-")]

    def clean(self) -> dict[str, Any]:
        """Check that the rows follow each other, and that the totals are numbers."""
        filled = [row.number for row in self.rows if row.typed]
        if not (filled or self.overtaken):
            raise ValidationError(_("The sheet is blank. Enter at least one row."))
        for row in self.rows:
            if not row.typed and row.number < max(filled, default=0):
                row.problems.append(_("This row is blank. Enter it, or move the later rows up."))
        for name in self.fields:
            if name.startswith("total-") and self.cleaned_data.get(name):
                try:
                    self.cleaned_data[name] = read_sum(
                        self.cleaned_data[name], self.ruleset.scoring.decimals
                    )
                except UnreadableError as error:
                    self.add_error(name, str(error))
        return self.cleaned_data

    def is_valid(self) -> bool:
        """Return whether the sheet can be recorded."""
        is_valid = super().is_valid() and bool(self.entries)
        return is_valid and not any(row.problems for row in self.rows)

    @property
    def entries(self) -> dict[int, DealEntry]:
        """The entries of the deals, by number."""
        return {row.number: row.entry for row in self.rows if row.typed}

    @property
    def totals(self) -> dict[str, int]:
        """The totals that were written on the sheet, by side."""
        totals = {
            player.key: self.cleaned_data.get(f"total-{player.key}") for player in self.players
        }
        return {key: total for key, total in totals.items() if isinstance(total, int)}

    @property
    def overtaken(self) -> list[str]:
        """What was typed for deals that this form no longer has, because they have been saved."""
        names = {player.key: player.name for player in self.players}
        typed: dict[int, list[str]] = {}
        for name in self.data:
            kind, _dash, place = name.partition("-")
            number, _dash, key = place.partition("-")
            is_cell = kind == "cell" and number[:3].isdecimal() and self.data[name].strip()
            if is_cell and name not in self.fields:
                text = f"{names.get(key, '')} {self.data[name].strip()[:CARDS_LENGTH]}".strip()
                typed.setdefault(int(number[:3]), []).append(text)
        sentence = _("You typed for {deal} {number}: {numbers}.")
        word = self.ruleset.words.deal.one
        return [
            sentence.format(deal=word, number=number, numbers=", ".join(texts))
            for number, texts in sorted(typed.items())
        ]

    def refuse(self, refused: Mapping[int, RulesError], totals: Mapping[str, int]) -> None:
        """Show the problems of each deal in its row, and those of the totals below them.

        ``totals`` are those that the deals come to where another one was written, by side. They
        aren’t known if a deal was refused, but columns without problems can still be added up.
        """
        for row in self.rows:
            error = refused.get(row.number)
            if isinstance(error, EntryRefusedError):
                self._refuse(row, error)
            elif error:
                row.problems.append(str(error))
        for key, total in (totals or self._wrong_sums).items():
            message = _("The rows come to {total}. Correct a number, or clear this total.")
            text = message.format(total=self.ruleset.points_text(total))
            self.add_error(f"total-{key}", text)

    @property
    def _wrong_sums(self) -> dict[str, int]:
        """What the columns without problems come to where another total was written, by side."""
        sums = {}
        for player in self.players if self.adds_up else ():
            if any(row.cells[player.key].errors for row in self.rows):
                continue
            texts = (row.typed.get(player.key, "0") for row in self.rows)
            with suppress(UnreadableError):
                points = (read_sum(text, self.ruleset.scoring.decimals) for text in texts)
                sums[player.key] = player.total + sum(points)
        totals = self.totals.items()
        return {key: sums[key] for key, total in totals if sums.get(key, total) != total}

    def _refuse(self, row: PaperRow, error: EntryRefusedError) -> None:
        row.has_warnings = error.only_warnings
        inputs = {row.asked.input(key, text): key for key, text in row.typed.items()}
        inputs = {row.asked.input(player.key): player.key for player in self.players} | inputs
        zeros = [text for text in row.typed.values() if text == "0"]
        unmarked = any(problem.code == "nobody-out" for problem in error.problems)
        row.asks_mark = unmarked and len(zeros) > 1
        for problem in error.problems:
            if problem.input in inputs:
                key = inputs[problem.input]
                self.add_error(f"cell-{row.number}-{key}", problem.message)
            else:
                row.problems.append(problem.message)
