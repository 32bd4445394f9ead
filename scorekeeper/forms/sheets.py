"""The house rules of a blank sheet, which its address names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict

from rules.engine.house_rules import AdjustableFigure
from rules.engine.variants import Option, Variant
from scorekeeper.forms.house_rules import HouseRulesForm, KnobField, KnobRow, by_section


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
