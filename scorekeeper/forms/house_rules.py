"""Forms for the house rules of a game: its options and the group’s custom values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BoundField
from django.utils.translation import gettext, gettext_lazy

from rules.engine.errors import CatalogueError
from rules.engine.formatting import is_printable
from rules.engine.house_rules import (
    MOST_TEXT,
    AdjustableFigure,
    adjustable_figures,
    figures_after_options,
    read_patches,
    typed_patches,
    written,
)
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Option, OwnFigureError, Variant
from rules.reference.game_words import translated_ruleset, translated_variant
from scorekeeper.forms.base import BaseForm, TextInput
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.names import NameField

# The most characters in the answer to an option.
MOST_ANSWER = 80
# Prefixes of the field names for house rules.
_OWN = ("option-", "start-", "figures-", "set-")


class AnswerField(forms.CharField):
    """The answer to an option that asks for a number or for text."""

    def __init__(self, option: Option) -> None:
        is_text = option.answer == "text"
        most = MOST_TEXT if is_text else MOST_ANSWER
        attrs = {"placeholder": option.placeholder}
        super().__init__(
            required=False,
            label=option.label,
            widget=TextInput(attrs if is_text else attrs | {"inputmode": "numeric"}),
            **_limits(
                most,
                # Translators: {option} is a house rule, such as “Play to other totals”
                gettext("“{option}” takes at most {most} printable characters.").format(
                    option=option.label, most=most
                ),
            ),
        )
        self.template_name = "forms/answer.html"
        self.option = option


class KnobField(forms.CharField):
    """An input for one of the group’s custom values."""

    def __init__(self, knob: AdjustableFigure) -> None:
        super().__init__(
            required=False,
            # Translators: a value and the section of the rules it is in
            label=gettext("{section}, {value}").format(section=knob.section, value=knob.label),
            widget=TextInput({"autocomplete": "off", "placeholder": knob.now}),
            **_limits(
                MOST_TEXT,
                gettext("Use at most {most} printable characters.").format(most=MOST_TEXT),
            ),
        )
        self.template_name = "forms/knob.html"
        self.knob = knob


def _limits(most: int, message: str) -> dict[str, Any]:
    """Return the arguments of a field that accepts at most ``most`` printable characters."""

    def printable(text: str) -> None:
        if not is_printable(text):
            raise ValidationError(message)

    return {
        "max_length": most,
        "validators": [printable],
        "error_messages": {"max_length": message},
    }


@dataclass(frozen=True)
class KnobRow:
    """A value that a group may set, with its input."""

    knob: AdjustableFigure
    field: BoundField

    @property
    def is_changed(self) -> bool:
        return bool(self.field.value())


# The questions that the page for a new game asks in a row each, with their usual answers.
_QUESTIONS = {
    "wins": (gettext_lazy("Who wins?"), gettext_lazy("Highest total")),
    "end": (gettext_lazy("When does it end?"), gettext_lazy("When we stop")),
    "deals": (gettext_lazy("Does somebody deal?"), gettext_lazy("Yes")),
}


@dataclass(frozen=True)
class StartRow:
    """A question about a new game, its field, and the inputs for the values of its answers.

    ``chosen`` is the id of the option that is the answer; empty for the usual answer.
    """

    label: str
    field: BoundField
    chosen: str
    values: Sequence[tuple[str, BoundField]]


@dataclass(frozen=True)
class OptionRow:
    """An option with its switch and, if it asks for something, the input for the answer."""

    option: Option
    field: BoundField
    answer: BoundField | None


class HouseRulesForm(BaseForm):
    """The house rules of a game: options and custom values.

    Once the form is valid, ``options`` and ``patches`` contain the house rules, and ``ruleset``
    contains the resulting rules. ``shown`` is the variant, translated into the reader’s language.
    """

    announces_problems = False
    asks_start = True  # whether the page has a row for each question about a new game

    def __init__(
        self,
        data: Any = None,
        *,
        variant: Variant,
        options: Mapping[str, Any] | None = None,
        patches: Mapping[str, Any] | None = None,
    ) -> None:
        """Create the form; ``options`` and ``patches`` are the initial house rules."""
        super().__init__(data)
        self.variant, self.shown = variant, translated_variant(variant)
        self.options: dict[str, Any] = {}
        self.patches: dict[str, Any] = {}
        self.ruleset: Ruleset | None = None
        self._add_options(options or {})
        self.knobs = adjustable_figures(self.shown, translated_ruleset(variant.standard))
        for knob in self.knobs:
            self.fields[f"set-{knob.path}"] = KnobField(knob)
        typed = typed_patches(patches or {})
        self.initial.update({f"set-{path}": text for path, text in typed.items()})
        known = {option.id for option in self.shown.options}
        # Whether the initial house rules include some that the game doesn’t have.
        self.leaves_out = not known.issuperset(options or {}) or any(
            f"set-{path}" not in self.fields for path in typed
        )

    def _add_options(self, chosen: Mapping[str, Any]) -> None:
        for option in self._texts:
            text = NameField(
                required=False,
                max_length=MOST_TEXT,
                label=option.label,
                attrs={"placeholder": self.shown.name, "list": "game-names"},
            )
            text.help_text = option.explanation
            self.fields[f"figures-{option.id}"] = text
            self.initial[f"figures-{option.id}"] = chosen.get(option.id, "")
        for question, options in self._questions.items():
            usual = _QUESTIONS[question][1]
            self.fields[f"start-{question}"] = forms.ChoiceField(
                required=False, choices=[("", usual), *((each.id, each.short) for each in options)]
            )
            answers = (option.id for option in options if option.id in chosen)
            self.initial[f"start-{question}"] = next(answers, "")
        for option in self._switches:
            self.fields[f"option-{option.id}"] = self._switch(option)
            self.initial[f"option-{option.id}"] = option.id in chosen
            if option.asks:
                self.fields[f"figures-{option.id}"] = AnswerField(option)
                answer = written(chosen[option.id]) if option.id in chosen else ""
                self.initial[f"figures-{option.id}"] = answer

    def _switch(self, option: Option) -> forms.BooleanField:
        return forms.BooleanField(
            required=False,
            label=option.label,
            help_text=option.explanation,
            template_name="forms/switch.html",
        )

    @property
    def _texts(self) -> list[Option]:
        """The options that are chosen by typing text."""
        return [option for option in self.shown.options if option.answer == "text"]

    @property
    def _switches(self) -> list[Option]:
        return [option for option in self.shown.options if option.answer != "text"]

    @property
    def text_fields(self) -> list[BoundField]:
        """The fields for text that replaces a value of the rules, such as the name of the game.

        A blank field changes nothing.
        """
        return [self[f"figures-{option.id}"] for option in self._texts]

    @property
    def _questions(self) -> dict[str, list[Option]]:
        """The options that answer each of the questions about a new game."""
        return {
            question: options
            for question in _QUESTIONS
            if self.asks_start
            and (options := [each for each in self._switches if each.start == question])
        }

    @property
    def start_rows(self) -> list[StartRow]:
        """The questions about a new game."""
        return [
            StartRow(
                str(_QUESTIONS[question][0]),
                self[f"start-{question}"],
                self[f"start-{question}"].value()
                or next((each.id for each in options if self[f"option-{each.id}"].value()), ""),
                [(each.id, self[f"figures-{each.id}"]) for each in options if each.asks],
            )
            for question, options in self._questions.items()
        ]

    @property
    def option_rows(self) -> list[OptionRow]:
        """The options with a switch."""
        return [
            OptionRow(
                option,
                self[f"option-{option.id}"],
                self[f"figures-{option.id}"] if option.asks else None,
            )
            for option in self._switches
            if not (option.start and self.asks_start)
        ]

    @property
    def knob_sections(self) -> list[tuple[str, list[KnobRow]]]:
        """The values that a group may set, by section, except those that no source gives."""
        return by_section(self._rows(is_unknown=False))

    @property
    def unknown_sections(self) -> list[tuple[str, list[KnobRow]]]:
        """The values that the page asks for because no source gives them, by section."""
        return by_section(self._rows(is_unknown=True))

    def _rows(self, *, is_unknown: bool) -> Iterator[KnobRow]:
        for knob in self.knobs:
            if knob.is_unknown == is_unknown:
                yield KnobRow(knob, self[f"set-{knob.path}"])

    @property
    def is_changed(self) -> bool:
        """Whether the house rules differ from the standard, are invalid, or leave something out.

        Fields that the page shows elsewhere, such as the name of the game, don’t count.
        """
        figures = any(row.is_changed for row in self._rows(is_unknown=False))
        if not self.is_bound:
            chosen = any(row.field.value() for row in self.option_rows)
            return figures or chosen or self.leaves_out
        asked = {f"set-{knob.path}" for knob in self.knobs if knob.is_unknown}
        asked |= {field.name for field in self.text_fields}
        wrong = {name for name in self.rules_errors() if name not in asked}
        in_rows = [option for options in self._questions.values() for option in options]
        switched = self.options.keys() - {option.id for option in (*self._texts, *in_rows)}
        return bool(switched or (self.patches and figures) or wrong)

    @property
    def rules_problems(self) -> list[str]:
        """The problems with the house rules, each with the label of its field."""
        return [
            self._with_label(name, error)
            for name, errors in self.rules_errors().items()
            for error in errors
        ]

    def _with_label(self, name: str, error: str) -> str:
        label = str(self.fields[name].label) if name in self.fields else ""
        if label in error:
            return error
        # Translators: the label of a field and what is wrong with it
        return gettext("{label}: {error}").format(label=label, error=error)

    def rules_errors(self) -> dict[str, list[str]]:
        """Return the problems with the house rules, as sentences by field name."""
        found = {
            name: [str(error) for error in errors]
            for name, errors in self.errors.items()
            if name.startswith(_OWN)
        }
        if self.ruleset is None and self.non_field_errors():
            found[NON_FIELD_ERRORS] = [str(error) for error in self.non_field_errors()]
        return found

    @property
    def has_own_figures(self) -> bool:
        """Whether there are custom values, valid or not."""
        return any(row.is_changed or row.field.errors for row in self._rows(is_unknown=False))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for option in self._switches:
            text = cleaned.get(f"figures-{option.id}", "").strip()
            is_answer = bool(option.start) and cleaned.get(f"start-{option.start}") == option.id
            if cleaned.get(f"option-{option.id}") or is_answer:
                self.options[option.id] = self._answer(option, text) if option.asks else True
            elif text and not (option.start and self.asks_start):
                sentence = gettext("Tick “{option}” as well, or clear its value.").format(
                    option=option.label
                )
                self.add_error(f"figures-{option.id}", sentence)
        for option in self._texts:
            if text := cleaned.get(f"figures-{option.id}", ""):
                self.options[option.id] = text
        chosen = figures_after_options(self.variant, self.options)
        self.patches, problems = read_patches(chosen, self._typed(cleaned, chosen))
        for path, problem in problems.items():
            self.add_error(f"set-{path}", problem)
        if not any(name.startswith(_OWN) for name in self.errors):
            try:
                self.ruleset = self.variant.ruleset(self.options, self.patches)
            except OwnFigureError as error:
                beside = f"set-{error.path}"
                self.add_error(beside if beside in self.fields else None, error.told)
            except CatalogueError as error:
                self.add_error(None, error.told)
        return cleaned

    def _typed(
        self, cleaned: Mapping[str, Any], chosen: Sequence[AdjustableFigure]
    ) -> dict[str, str]:
        """Return the custom values as typed, by path; ``chosen`` are the values a group may set."""
        return {knob.path: cleaned.get(f"set-{knob.path}", "") for knob in self.knobs}

    def _answer(self, option: Option, text: str) -> Any:
        """Return the answer to an option; add an error to its field if it can’t be read."""
        try:
            return option.read(text)
        except CatalogueError as error:
            self.add_error(f"figures-{option.id}", error.told)
            return True


class GameRulesForm(HouseRulesForm, ChangeForm):
    """House rules for a game that has already started."""


def form_as_sent(
    variant: Variant, options: Mapping[str, Any], patches: Mapping[str, Any]
) -> GameRulesForm:
    """Return the validated form that a player with these house rules would submit."""
    initial = GameRulesForm(variant=variant, options=options, patches=patches)
    typed = {field.html_name: field.value() for field in initial if field.value()}
    form = GameRulesForm(typed, variant=variant)
    form.full_clean()
    return form


def by_section(rows: Iterable[KnobRow]) -> list[tuple[str, list[KnobRow]]]:
    sections: dict[str, list[KnobRow]] = {}
    for row in rows:
        sections.setdefault(row.knob.section, []).append(row)
    return list(sections.items())
