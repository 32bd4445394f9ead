"""The form for entering a deal: one form for every game, built from the fields of its scheme."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from json import dumps
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorList, flatatt
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rules.engine.checking import entry_ids
from rules.engine.entries import OF_CARD_VALUES, EntryField, Problem, clean_texts
from rules.engine.inputs import Choice, Count, OneSeat, OneSide
from rules.engine.schemes import scheme_of
from rules.engine.snapshots import DealEntry
from rules.reference.card_facts import values_of
from rules.reference.game_words import translated_ruleset
from scorekeeper.forms.base import BoundField, TextInput
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.queries.stored import StoredGame

MAX_BUTTONS = 13  # the highest count shown as a row of buttons
MAX_ANSWERS = 8  # the most answers to a choice shown as a row of buttons
SAVED = "saved"  # the answer that chooses the saved version of a cell
SHORT = 10  # the most letters that fit above a narrow input
CARDS_LENGTH, POINTS_LENGTH, COUNT_LENGTH = 400, 80, 3  # the most characters that may be typed


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that the user can choose in an input without typing.

    ``is_out`` means that the answer is a player who sits out, so it can’t be chosen unless the
    dealer changes.
    """

    value: str
    label: str
    is_chosen: bool
    is_out: bool = False


class EntryInput(BoundField):
    """An input of the entry page. Its value is the ``text`` as typed or stored.

    ``closed`` has the answers that can no longer be chosen, and ``sitting_out`` the keys of the
    seats and sides that sit out.
    """

    field: "InputField"
    form: "EntryForm"

    def __init__(
        self,
        form: "EntryForm",
        field: "InputField",
        name: str,
        *,
        closed: Collection[str] = (),
        sitting_out: Collection[str] = (),
    ) -> None:
        super().__init__(form, field, name)
        self.text = form.texts.get(self.html_name, "")
        self.closed, self.sitting_out = closed, sitting_out

    def value(self) -> str:
        return self.text

    @cached_property
    def errors(self) -> ErrorList:
        """The problems with the input, which Django looks up four times for each input."""
        return super().errors

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Return the answers to choose from; empty if the answer is typed."""
        chosen = self.text.split()
        sits_out = self.sitting_out if self.field.names_player else ()
        return tuple(
            Answer(key, label, key in chosen, is_out=key in sits_out)
            for key, label in self.field.answers
            if key in chosen or key not in self.closed
        )

    @property
    def is_small(self) -> bool:
        """Whether the input is a count with a short label, which fits next to other inputs."""
        return self.field.kind == "count" and len(self.label) <= SHORT

    @property
    def has_step(self) -> bool:
        """Whether a button next to the input adds one to its count."""
        return self.field.entry_field.next_stops

    def as_field_group(self) -> SafeString:
        """Return the input with its label. The problems of an input to type in are below its row.

        It is rendered in code if an answer is typed, because a page has dozens of these inputs.
        """
        if self.field.template_name:
            return super().as_field_group()
        look, label = f"in-{self.field.kind} ask", str(self.label)
        if self.field.part:
            look = f"in-{self.field.part}"
            label = _("Cards") if self.field.part == "cards" else _("Points")
        group = f'<label class="in {look}"><span>{escape(label)}</span> {self}</label>'
        if self.has_step:
            more = escape(_("{label}: one more").format(label=self.label))
            group = (
                f'<div class="stepped">{group}<button type="button" class="step js-only" data-step'
                f' aria-label="{more}">+</button></div>'
            )
        return mark_safe(group)  # noqa: S308 -- every text in it is escaped

    @property
    def aria(self) -> SafeString:
        """Return the attributes that mark the input as invalid, if it is."""
        attrs = {"aria-invalid": "true", "aria-describedby": self.problem_id}
        return flatatt(attrs if self.errors else {})


class InputField(forms.Field):
    """An input for a field of the scheme. Any text is accepted; the scheme checks it later.

    ``part`` distinguishes the two inputs of a hand. ``unless`` is the name of another input of the
    same side or seat; once that one is filled in, this one is not needed.
    """

    def __init__(
        self,
        entry_field: EntryField,
        part: str = "",
        answers: Sequence[tuple[str, str]] = (),
        unless: str = "",
    ) -> None:
        self.entry_field, self.part, self.answers = entry_field, part, answers
        self.unless = unless
        self.kind = entry_field.kind.name
        super().__init__(required=False, label=entry_field.label, widget=self._widget())
        self.template_name = self._template()

    def skipped(self) -> "InputField":
        """Return the input of a player who sits out or is eliminated: the Next key skips it."""
        optional = replace(self.entry_field, optional=True, next_stops=False, total_available=0)
        return InputField(optional, self.part, self.answers, self.unless)

    @property
    def example(self) -> str:
        """What can be typed here, in case this isn’t obvious."""
        if self.part == "cards":
            is_by_columns = getattr(self.entry_field.kind, "cancel", "") == "column"
            # Translators: in an input for cards that are laid out in columns, as in Golf
            return _("by columns") if is_by_columns else "K K 5 JK"
        is_sum = self.part or (self.kind == "points" and not self.entry_field.optional)
        return "12+11+7" if is_sum else ""

    @property
    def is_ticked(self) -> bool:
        return self.kind == "flag"

    @property
    def names_player(self) -> bool:
        """Whether the answers are players or teams."""
        return isinstance(self.entry_field.kind, OneSide | OneSeat)

    @property
    def clears(self) -> bool:
        """Whether nothing else has to be entered in a row where this is ticked."""
        return bool(getattr(self.entry_field.kind, "ends_row", False))

    @property
    def mark_label(self) -> str:
        """The label of the checkbox in the row of a side or seat."""
        kind = self.entry_field.kind
        return kind.mark if isinstance(kind, OneSide | OneSeat) else ""

    @property
    def is_beside(self) -> bool:
        """Whether the answers are shown as a row of buttons."""
        is_short = self.kind != "choice" or len(self.answers) <= MAX_ANSWERS
        return bool(self.answers) and self.entry_field.scope == "deal" and is_short

    def _template(self) -> str:
        """Return the template of the input; empty if an answer is typed."""
        if self.is_ticked:
            return f"forms/{'row_flag' if is_in_rows(self.entry_field) else 'flag'}.html"
        if not self.answers:
            return ""
        return f"forms/{'segments' if self.is_beside else 'entry_select'}.html"

    def _widget(self) -> forms.Widget:
        asked, unless = self.entry_field, self.unless
        if self.is_ticked:
            return forms.CheckboxInput(
                {
                    "data-excludes": asked.conflicts_with or False,
                    "data-implied": asked.implied_by or False,
                    "data-ahead": asked.before_play,
                }
            )
        choice, chosen = asked.skipped_with
        attrs: dict[str, Any] = {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            **self._typing(),
            "data-optional": asked.optional,
            "data-shares": asked.id if asked.optional and asked.total_available else False,
            "data-adds": int(asked.points_each) or False,
            "data-ahead": asked.before_play,
            "data-stop": asked.next_stops,
            "data-unless": unless or False,
            "data-unless-choice": (unless and choice) or False,
            "data-unless-chosen": (unless and " ".join(chosen)) or False,
        }
        return TextInput(attrs)

    def _typing(self) -> dict[str, Any]:
        """Return the attributes that depend on whether cards, points or a count are typed."""
        asked, kind = self.entry_field, self.entry_field.kind
        if self.part == "cards":
            cancel = getattr(kind, "cancel", "")
            return {
                "maxlength": CARDS_LENGTH,
                "data-rows": getattr(kind, "rows", 0) or False,
                "data-cancel": cancel or False,
                "data-apart": not getattr(kind, "add_up", False) and not cancel,
            }
        if self.kind == "count":
            attrs = {
                "maxlength": COUNT_LENGTH,
                "inputmode": "numeric",
                "data-most": getattr(kind, "most", False),
                "data-usual": getattr(kind, "usual", 0) or False,
            }
            return attrs | ({"placeholder": "0"} if asked.optional else {})
        return {
            "maxlength": POINTS_LENGTH,
            "inputmode": "text",
            "placeholder": asked.optional and not self.part and "0",
            "data-most": getattr(kind, "most", 0) or False,
            "data-by": getattr(kind, "by", "") or False,
            "data-values": dumps(dict(values))
            if (values := getattr(kind, "values", ()))
            else False,
        }


class EntryForm(ChangeForm):
    """The entry of a deal: ``data`` as submitted, or ``texts`` as stored.

    The form accepts any text. The service that records the deal checks it, and ``refuse`` shows the
    problems next to the inputs. ``texts`` contains everything that was typed, by input name.
    """

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        stored: StoredGame,
        deal: int,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Create the form for ``deal``. Raises IndexError if the game has no such deal."""
        super().__init__(data)
        self.deal = deal
        self.ruleset = translated_ruleset(stored.ruleset)
        self.table = stored.seating.table(deal, stored.game.first_dealer)
        self.scheme = scheme_of(self.ruleset, len(self.table.seats))
        self.entry_fields = self.scheme.scoring.fields(self.ruleset.deal(deal))
        self.has_cards = bool(values_of(self.ruleset)) and any(
            "cards" in asked.kind.parts for asked in self.entry_fields
        )
        self.may_overrule = False
        self.doubts_values = False
        self.overruled = False
        self.dealer = 0
        self.texts = dict(texts or {})
        if data is not None:
            self._read(data)

    def add_inputs(self) -> None:
        """Add the inputs, which a page needs. An entry that is saved doesn’t need them."""
        for asked in self.entry_fields:
            for key in self._places(asked):
                self._add_inputs(asked, key)
        self._show_examples()

    def _read(self, data: QueryDict) -> None:
        """Store all texts of this deal, including those of inputs that the page didn’t show."""
        data = _with_choices(data)
        ids = entry_ids(self.scheme, self.ruleset.deal(self.deal))
        self.texts = clean_texts(
            {
                name: " ".join(data.getlist(name))
                for name in data
                if name in ids or any(name.startswith(f"{known}-") for known in ids)
            }
        )
        dealer = data.get("dealer", "")
        is_seated = dealer in {seat.key for seat in self.table.seats}
        self.dealer = int(dealer) if is_seated else 0
        self.overruled = data.get("overrule") == "1"

    def _places(self, asked: EntryField) -> list[str]:
        """Return the keys of the sides or seats with this field, or one blank key for the deal."""
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

    def _show_examples(self) -> None:
        """Show each example in the first input to which it applies."""
        examples: set[str] = set()
        for field in self.fields.values():
            if isinstance(field, InputField) and field.example not in examples | {""}:
                examples.add(field.example)
                field.widget.attrs["placeholder"] = field.example

    def _answers(self, asked: EntryField) -> Sequence[tuple[str, str]]:
        match asked.kind:
            case Choice(answers=answers):
                return answers
            case OneSide():
                return [(side.key, side.name) for side in self.table.sides]
            case OneSeat():
                return [(seat.key, seat.name) for seat in self.table.seats]
            case Count(most=most, least=least) if has_buttons(asked):
                return [(str(count), str(count)) for count in range(least, most + 1)]
        return ()

    @property
    def dealt_in(self) -> int:
        """The number of players who play at a time."""
        return self.ruleset.dealt_in(len(self.table.seats))

    @property
    def submitted(self) -> DealEntry:
        """Return the entry of the deal from the form."""
        return DealEntry(texts=self.texts, dealer=self.dealer, overruled=self.overruled)

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show each problem next to its input, or at the top if the page has no such input."""
        self.add_inputs()
        problems = tuple(problems)
        self.may_overrule = all(problem.warning for problem in problems)
        self.doubts_values = any(
            problem.code in OF_CARD_VALUES and not problem.warning for problem in problems
        )
        for problem in problems:
            name = problem.input if problem.input in self.fields else None
            self.add_error(name, ValidationError(problem.message, problem.code))


def _with_choices(data: QueryDict) -> QueryDict:
    """Return the data, with the saved texts in each cell for which the saved version was chosen.

    The page with two versions of a deal sends the choice for each cell, such as ``pick-1``.
    ``cell-1`` has the names of the cell’s inputs, and ``saved-<name>`` has the text of an input in
    the saved version.
    """
    picked = [name.removeprefix("pick-") for name in data if name.startswith("pick-")]
    if not picked:
        return data
    chosen = data.copy()
    for number in picked:
        if data[f"pick-{number}"] == SAVED:
            for name in data.get(f"cell-{number}", "").split():
                chosen[name] = data.get(f"saved-{name}", "")
    return chosen


def has_buttons(asked: EntryField) -> bool:
    """Return whether a field is a small count, asked once per deal and shown as buttons."""
    kind = asked.kind
    return isinstance(kind, Count) and asked.scope == "deal" and kind.most <= MAX_BUTTONS


def marked_rows(asked: EntryField) -> str:
    """Return which rows have a checkbox for a field: ``side``, ``seat``, or empty for none."""
    if isinstance(asked.kind, OneSide | OneSeat) and asked.kind.mark:
        return "side" if isinstance(asked.kind, OneSide) else "seat"
    return ""


def is_in_rows(asked: EntryField) -> bool:
    """Return whether the field appears in the rows of the sides or seats."""
    return asked.scope != "deal" or bool(marked_rows(asked))
