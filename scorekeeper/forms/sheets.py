"""The sheet builder: its house rules, and how the sheet is printed, as its address says."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict

from rules.engine.house_rules import AdjustableFigure
from rules.engine.rulesets import Players
from rules.engine.variants import Option, Variant
from scorekeeper.forms.base import BaseForm, TextInput
from scorekeeper.forms.house_rules import HouseRulesForm, KnobField, KnobRow, by_section
from scorekeeper.sheets.papers import MOST_COPIES, PAPERS
from scorekeeper.sheets.sheet_request import is_on


class OptionInput(forms.CheckboxInput):
    """A box to tick for an option, which the address names in full: ``option=no-jokers``."""

    def __init__(self, option: Option) -> None:
        super().__init__({"id": f"option-{option.id}", "value": option.id})
        self.option = option

    def value_from_datadict(self, data: Any, files: Any, name: str) -> bool:
        return self.option.id in data.getlist(name)


class SheetRulesForm(HouseRulesForm):
    """House rules as the address of a blank sheet has them, each option with a box to tick.

    ``unknown`` are names in the address that the game does not have, with what is wrong.
    """

    is_live = True

    def __init__(self, address: QueryDict, *, variant: Variant) -> None:
        super().__init__(address, variant=variant)
        self.address = address
        self.unknown: list[tuple[str, str]] = []

    @property
    def _texts(self) -> list[Option]:
        return []

    @property
    def _switches(self) -> list[Option]:
        return list(self.variant.options)

    def _switch(self, option: Option) -> forms.BooleanField:
        switch = super()._switch(option)
        switch.widget = OptionInput(option)
        return switch

    def add_prefix(self, field_name: str) -> str:
        """Return the name in the address, which is ``option`` for each of the options."""
        return "option" if field_name.startswith("option-") else field_name

    @property
    def sections(self) -> list[tuple[str, list[KnobRow]]]:
        """The figures that a group may set, by section."""
        return by_section(KnobRow(knob, self[f"set-{knob.path}"]) for knob in self.knobs)

    def clean(self) -> dict[str, Any]:
        known = {option.id for option in self.variant.options}
        for option in self.address.getlist("option"):
            if option not in known:
                message = f"{self.variant.name} has no option “{option[:40]}”."
                self.unknown.append(("option", message))
        return super().clean()

    def _typed(
        self, cleaned: Mapping[str, Any], chosen: Sequence[AdjustableFigure]
    ) -> dict[str, str]:
        """Read all figures in the address: the options taken may bring some that have no input."""
        knobs = {knob.path: knob for knob in chosen}
        typed = super()._typed(cleaned, chosen)
        for name, path, text in self._figures_without_input():
            if path in knobs:
                self.fields[name] = KnobField(knobs[path])
                typed[path] = self.fields[name].clean(text)
            else:
                message = f"{self.variant.name} has no figure “{path[:40]}” to set; leave it out."
                self.unknown.append((name[:50], message))
        return typed

    def _figures_without_input(self) -> Iterator[tuple[str, str, str]]:
        """Yield the name, the path and the text of each."""
        for name in self.address:
            path, text = name.removeprefix("set-"), str(self.address.get(name) or "")
            if path != name and name not in self.fields and text.strip():
                yield name, path, text

    @property
    def problem(self) -> tuple[str, str] | None:
        """Return the first problem, with the part of the address at fault."""
        errors_by_name = self.errors  # which also finds what is unknown
        problems = [*self.unknown]
        for name, errors in errors_by_name.items():
            field = self.fields.get(name)
            prefix = f"{field.knob.label}: " if isinstance(field, KnobField) else ""
            part = "option" if name == NON_FIELD_ERRORS else name
            problems.append((part, f"{prefix}{errors[0]}"))
        return problems[0] if problems else None


class PrintField(forms.CharField):
    """A part of the address as it was written; ``choices`` are what may be written."""

    template_name = "forms/print_field.html"

    def __init__(self, *, choices: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        if choices:
            kwargs["widget"] = forms.Select(choices=choices)
        template_name = kwargs.pop("template_name", self.template_name)
        super().__init__(required=False, **kwargs)
        self.template_name = template_name

    def clean(self, value: Any) -> Any:
        """Return the text: the reader of addresses says what is wrong with it."""
        return value


class PrintSwitch(forms.BooleanField):
    """A box to tick, written ``1`` in the address, whose problem shows while the form is typed."""

    is_live = True

    def __init__(self, *, label: str, help_text: str = "") -> None:
        widget = forms.CheckboxInput({"value": "1"})
        super().__init__(required=False, label=label, help_text=help_text, widget=widget)
        self.template_name = "forms/print_switch.html"


class PrintForm(BaseForm):
    """How a sheet is printed: the fields of the builder beside the house rules.

    ``players`` are those of a blank sheet. What is wrong is found where an address is read, so
    that a link is refused in the same words; ``refuse`` shows it at its field.
    """

    is_live = True

    paper = PrintField(label="Paper", choices=[(key, paper.label) for key, paper in PAPERS.items()])
    turn = PrintField(
        label="Which way round",
        choices=[("", "As it fits best"), ("portrait", "Portrait"), ("landscape", "Landscape")],
    )
    copies = PrintField(
        label="Copies",
        help_text=f"Up to {MOST_COPIES}; each gets its number.",
        widget=TextInput({"inputmode": "numeric", "maxlength": 4, "placeholder": "1"}),
    )
    large = PrintSwitch(
        label="Large print", help_text="To be read at arm’s length; it may take more pages."
    )

    def __init__(
        self, address: QueryDict, *, players: Players | None = None, has_chart: bool = False
    ) -> None:
        written = {name: address.get(name, "") for name in ("players", "names", "turn", "copies")}
        ticked = {name: "1" for name in ("large", "chart") if is_on(address, name)}
        super().__init__(written | {"paper": address.get("paper", "").lower()} | ticked)
        if players:
            self.fields = self._of_players(players) | self.fields
        if has_chart:
            self.fields["chart"] = PrintSwitch(label="With the chart of totals")

    def _of_players(self, players: Players) -> dict[str, forms.Field]:
        usual = players.best or players.counts[0]
        counts = [(str(n), f"{n} (best)" if n == players.best else str(n)) for n in players.counts]
        if len(counts) > 1:
            counts.insert(0, ("", f"As many as named, else {usual}"))
        is_teams = players.team > 1
        placeholder = "We, They" if is_teams else "Ann, Bob, Cleo"
        return {
            "players": PrintField(label="Players", choices=counts),
            "names": PrintField(
                label="Names of the sides" if is_teams else "Names",
                help_text="One a line, or with commas between.",
                widget=forms.Textarea({"rows": 3, "placeholder": placeholder}),
                template_name="forms/print_names.html",
            ),
        }

    def refuse(self, name: str, message: str) -> None:
        """Show what is wrong at the field of that name, if there is one."""
        if name in self.fields:
            self.add_error(name, message)
