"""Who plays, by which house rules, who deals first."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BoundField

from rules.errors import CatalogueError, RulesError
from rules.house import Knob, knobs, read_patches
from rules.rulesets import Ruleset
from rules.variants import MAX_FIGURES, Option, Variant
from scorekeeper.forms.names import NameField
from scorekeeper.models import HouseRules

MOST_TEXT = 60
# Where something stands in a file of the catalogue.
_KEY = re.compile(r": [a-z_]+(\.[A-Za-z0-9_]+)+(?=: )")


@dataclass(frozen=True)
class KnobRow:
    """A figure of the table's own with its input."""

    knob: Knob
    field: BoundField

    @property
    def is_changed(self) -> bool:
        return bool(self.field.value())


@dataclass(frozen=True)
class OptionRow:
    """An option with its switch and, where it asks for something, the input for that."""

    option: Option
    field: BoundField
    figures: BoundField | None


class NewGameForm(forms.Form):
    """A game to start; ``names``, ``teams``, ``options``, ``patches`` and ``first_dealer`` hold
    the values once it is valid, ``ruleset`` the rules as soon as they make a game.
    """

    key = forms.CharField(max_length=36, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        variant: Variant,
        names: Sequence[str] = (),
        tables: Sequence[tuple[int, str]] = (),
        saved: HouseRules | None = None,
        typed: Mapping[str, str] | None = None,
    ) -> None:
        """Make the form; ``tables`` are the groups to choose from, by key, the usual one first,
        ``saved`` the house rules to begin with. Of what was ``typed`` before, everything but the
        house rules stays.
        """
        super().__init__(data)
        if len(tables) > 1:
            self.fields["table"] = forms.TypedChoiceField(
                choices=tables, coerce=int, required=False
            )
        self.variant = variant
        self.names: list[str] = []
        self.teams: list[str] = []
        self.options: dict[str, Any] = {}
        self.patches: dict[str, Any] = {}
        self.ruleset: Ruleset | None = None
        self.first_dealer = 1
        self._add_seats(names)
        self._add_options(saved.options if saved else {})
        self.knobs = knobs(variant, variant.standard)
        for knob in self.knobs:
            self.fields[f"set-{knob.path}"] = forms.CharField(
                required=False, max_length=MOST_TEXT, label=f"{knob.section}, {knob.label}"
            )
        self.initial.update(_typed(saved.patches if saved else {}))
        self.fields["save-as"] = NameField(required=False, max_length=40, label="Keep them as")
        self.initial["save-as"] = saved.name if saved else ""
        stays = {"key", "table", "dealer", *(f"name-{seat}" for seat in self.seats)}
        stays |= {f"team-{side}" for side in self.sides}
        texts = {f"figures-{option.id}" for option in self._texts}
        stays |= {name for name in texts if not self.initial[name]}
        self.initial.update({key: text for key, text in (typed or {}).items() if key in stays})

    def _add_seats(self, names: Sequence[str]) -> None:
        for seat in self.seats:
            self.fields[f"name-{seat}"] = NameField(required=False, label=f"Player {seat}")
            self.initial[f"name-{seat}"] = names[seat - 1] if seat <= len(names) else ""
        self.fields["dealer"] = forms.ChoiceField(
            choices=[(seat, f"Player {seat} deals first") for seat in self.seats],
            required=False,
            error_messages={"invalid_choice": "Choose one of the players as first dealer."},
        )
        self.initial["dealer"] = 1
        for side in self.sides:
            self.fields[f"team-{side}"] = NameField(required=False, label=f"Side {side}")

    def _add_options(self, chosen: Mapping[str, Any]) -> None:
        for option in self._texts:
            text = NameField(required=False, max_length=MOST_TEXT, label=option.label)
            text.help_text = option.explanation
            self.fields[f"figures-{option.id}"] = text
            self.initial[f"figures-{option.id}"] = chosen.get(option.id, "")
        for option in self._switches:
            self.fields[f"option-{option.id}"] = forms.BooleanField(
                required=False, label=option.label, help_text=option.explanation
            )
            self.initial[f"option-{option.id}"] = option.id in chosen
            if option.asks:
                self.fields[f"figures-{option.id}"] = forms.CharField(
                    required=False, max_length=80, label=option.label
                )
                self.initial[f"figures-{option.id}"] = _text(chosen.get(option.id, ""))

    @property
    def _texts(self) -> list[Option]:
        """The options that are a text of the table’s own, taken by writing it."""
        return [option for option in self.variant.options if option.answer == "text"]

    @property
    def _switches(self) -> list[Option]:
        return [option for option in self.variant.options if option.answer != "text"]

    @property
    def seats(self) -> range:
        """Places at the largest table that the rules or one of their options allow."""
        most = (option.patch.get("players.max", 0) for option in self.variant.options)
        return range(1, max(self.variant.standard.players.max, *most, 0) + 1)

    @property
    def sides(self) -> range:
        """Numbers of the sides of partners; none where nobody has a partner."""
        players = self.variant.standard.players
        return range(1, players.max // players.team + 1 if players.team > 1 else 1)

    @property
    def seat_rows(self) -> list[dict[str, Any]]:
        """For the page: each seat with its name field, its side and whether it deals first."""
        dealer = str(self["dealer"].value() or 1)
        players = self.variant.standard.players
        fixed = players.team > 1 and players.min == players.max
        return [
            {
                "seat": seat,
                "field": self[f"name-{seat}"],
                "deals": dealer == str(seat),
                "needed": seat <= players.min,
                "side": players.side_of(seat, players.max) if fixed else 0,
            }
            for seat in self.seats
        ]

    @property
    def team_fields(self) -> list[BoundField]:
        return [self[f"team-{side}"] for side in self.sides]

    @property
    def save_as(self) -> BoundField:
        """Under which name the house rules are kept."""
        return self["save-as"]

    @property
    def text_fields(self) -> list[BoundField]:
        """What the table may write instead of a text of the rules, such as the name of the game;
        blank leaves that as it is.
        """
        return [self[f"figures-{option.id}"] for option in self._texts]

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
        ]

    @property
    def knob_sections(self) -> list[tuple[str, list[KnobRow]]]:
        """What the table may set besides, by section; not what no source says."""
        return _sections(self._rows(is_unknown=False))

    @property
    def unknown_sections(self) -> list[tuple[str, list[KnobRow]]]:
        """What no source says, so that the table is asked."""
        return _sections(self._rows(is_unknown=True))

    def _rows(self, *, is_unknown: bool) -> Iterator[KnobRow]:
        for knob in self.knobs:
            if knob.is_unknown == is_unknown:
                yield KnobRow(knob, self[f"set-{knob.path}"])

    @property
    def is_changed(self) -> bool:
        """Whether the house rules differ from the standard, or something is wrong with them; what
        is asked outside of them, such as the name of the game, is none of them.
        """
        figures = any(row.is_changed for row in self._rows(is_unknown=False))
        if not self.is_bound:
            return figures or any(row.field.value() for row in self.option_rows)
        asked = {f"set-{knob.path}" for knob in self.knobs if knob.is_unknown}
        asked |= {field.name for field in self.text_fields}
        wrong = {name for name in self._rules_errors() if name not in asked}
        switched = self.options.keys() - {option.id for option in self._texts}
        return bool(switched or (self.patches and figures) or wrong)

    def has_house_rules(self, kept: HouseRules) -> bool:
        """Whether these house rules are those of the form, unchanged."""
        own = self.options, self.patches, self["save-as"].value()
        return own == (kept.options, kept.patches, kept.name)

    @property
    def rules_problems(self) -> list[str]:
        """What is wrong with the house rules, each with the figure that it is about."""
        return [
            f"{self.fields[name].label}: {error}" if name in self.fields else error
            for name, errors in self._rules_errors().items()
            for error in errors
        ]

    def _rules_errors(self) -> dict[str, list[str]]:
        found = {
            name: [str(error) for error in errors]
            for name, errors in self.errors.items()
            if name.startswith(("set-", "figures-", "save-as"))
        }
        if self.ruleset is None and self.non_field_errors():
            found[NON_FIELD_ERRORS] = [str(error) for error in self.non_field_errors()]
        return found

    @property
    def has_own_figures(self) -> bool:
        """Whether the table set figures of its own, or wrote some that cannot be read."""
        return any(row.is_changed or row.field.errors for row in self._rows(is_unknown=False))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self._clean_rules(cleaned)
        seated = [(seat, cleaned.get(f"name-{seat}", "")) for seat in self.seats]
        taken = [(seat, name) for seat, name in seated if name]
        self.names = [name for _, name in taken]
        self._check_names(taken)
        self.teams = [cleaned.get(f"team-{side}", "") for side in self.sides]
        dealer = int(cleaned.get("dealer") or 1)
        dealing = [place for place, (seat, _) in enumerate(taken, 1) if seat == dealer]
        self.first_dealer = dealing[0] if dealing else 1
        return cleaned

    def _clean_rules(self, cleaned: Mapping[str, Any]) -> None:
        for option in self._switches:
            if cleaned.get(f"option-{option.id}"):
                self.options[option.id] = self._answer(option, cleaned) if option.asks else True
            elif cleaned.get(f"figures-{option.id}", "").strip():
                sentence = f"Tick “{option.label}”, too, or leave its figure out."
                self.add_error(f"figures-{option.id}", sentence)
        for option in self._texts:
            if text := cleaned.get(f"figures-{option.id}", ""):
                self.options[option.id] = text
        typed = {knob.path: cleaned.get(f"set-{knob.path}", "") for knob in self.knobs}
        self.patches, problems = read_patches(self._knobs_now(), typed)
        for path, problem in problems.items():
            self.add_error(f"set-{path}", problem)
        if any(not name.startswith("name-") for name in self.errors):
            return
        try:
            self.ruleset = self.variant.ruleset(self.options, self.patches)
        except CatalogueError as error:
            self.add_error(None, f"{_KEY.sub('', str(error), count=1)}.")

    def _knobs_now(self) -> tuple[Knob, ...]:
        """The figures as the chosen options leave them: only what differs from that is a patch."""
        try:
            chosen = knobs(self.variant, self.variant.ruleset(self.options))
        except CatalogueError:
            return self.knobs
        now = {knob.path: knob for knob in chosen}
        return tuple(now.get(knob.path, knob) for knob in self.knobs)

    def _check_names(self, taken: Sequence[tuple[int, str]]) -> None:
        rules = self.ruleset
        if rules and not any(name.startswith("name-") for name in self.errors):
            if len(taken) < rules.players.min:
                self.add_error(
                    None,
                    f"{self.variant.name} needs at least {rules.players.min} players; "
                    f"you named {len(taken)}. Add a name.",
                )
            else:
                try:
                    rules.check_table(len(taken))
                except RulesError as error:
                    self.add_error(None, str(error))
        seen: set[str] = set()
        for seat, name in taken:
            if name.casefold() in seen:
                self.add_error(
                    f"name-{seat}", f"“{name}” sits here twice; tell the two players apart."
                )
            seen.add(name.casefold())

    def _answer(self, option: Option, cleaned: Mapping[str, Any]) -> Any:
        """What the table says to an option that asks; a problem beside it when that is nothing."""
        field, text = f"figures-{option.id}", cleaned.get(f"figures-{option.id}", "").strip()
        text = text or (option.usual if option.answer == "number" else "")
        if option.answer == "number":
            answer: Any = int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None
        else:
            parts = [part for part in re.split(r"[\s,;]+", text) if part]
            good = 0 < len(parts) <= MAX_FIGURES and all(
                re.fullmatch(r"[0-9]{1,5}", part) for part in parts
            )
            if not good:
                self.add_error(field, "Write whole numbers with commas between, such as 2, 4, 6.")
                return []
            answer = [int(part) for part in parts]
        try:
            option.check(answer)
        except CatalogueError as error:
            self.add_error(field, f"{error}.")
        return answer


def _sections(rows: Iterator[KnobRow]) -> list[tuple[str, list[KnobRow]]]:
    sections: dict[str, list[KnobRow]] = {}
    for row in rows:
        sections.setdefault(row.knob.section, []).append(row)
    return list(sections.items())


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "0"
    return "" if value is True else str(value)


def _typed(patches: Mapping[str, Any]) -> dict[str, Any]:
    """Patches as they are typed, by field."""
    typed: dict[str, Any] = {}
    for path, value in patches.items():
        if isinstance(value, Mapping):
            typed |= {f"set-{path}.{key}": str(each) for key, each in value.items()}
        elif isinstance(value, list) and any(isinstance(each, str) for each in value):
            typed |= {f"set-{path}.{number}": each for number, each in enumerate(value, 1)}
        else:
            typed[f"set-{path}"] = _text(value)
    return typed
