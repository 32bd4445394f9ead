"""The house rules in the URL of a blank sheet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from django.utils.translation import gettext

from rules.engine.house_rules import AdjustableFigure
from rules.engine.variants import Option, Variant
from scorekeeper.forms.house_rules import HouseRulesForm, KnobField, KnobRow, by_section


class OptionInput(forms.CheckboxInput):
    """The checkbox of an option, which adds a parameter such as ``option=no-jokers`` to the URL."""

    def __init__(self, option: Option) -> None:
        super().__init__({"id": f"option-{option.id}", "value": option.id})
        self.option = option

    def value_from_datadict(self, data: Any, files: Any, name: str) -> bool:
        return self.option.id in data.getlist(name)


class SheetRulesForm(HouseRulesForm):
    """House rules from the URL of a blank sheet, with a checkbox for each option.

    ``unknown`` has a URL parameter and an error for each option or value in the URL that the game
    doesn’t define.
    """

    is_live = True
    asks_start = False

    def __init__(self, address: QueryDict, *, variant: Variant) -> None:
        super().__init__(address, variant=variant)
        self.address = address
        self.unknown: list[tuple[str, str]] = []

    @property
    def _texts(self) -> list[Option]:
        return []

    @property
    def _switches(self) -> list[Option]:
        return list(self.shown.options)

    def _switch(self, option: Option) -> forms.BooleanField:
        switch = super()._switch(option)
        switch.widget = OptionInput(option)
        return switch

    def add_prefix(self, field_name: str) -> str:
        """Return the field’s name in the URL, which is ``option`` for every option."""
        return "option" if field_name.startswith("option-") else field_name

    @property
    def sections(self) -> list[tuple[str, list[KnobRow]]]:
        """The values that a group may set, by section."""
        return by_section(KnobRow(knob, self[f"set-{knob.path}"]) for knob in self.knobs)

    def clean(self) -> dict[str, Any]:
        known = {option.id for option in self.variant.options}
        for option in self.address.getlist("option"):
            if option not in known:
                message = gettext("{game} has no option “{option}”. Leave it out.")
                message = message.format(game=self.shown.name, option=option[:40])
                self.unknown.append(("option", message))
        return super().clean()

    def _typed(
        self, cleaned: Mapping[str, Any], chosen: Sequence[AdjustableFigure]
    ) -> dict[str, str]:
        """Read all values in the URL, even those that chosen options add and that have no input."""
        knobs = {knob.path: knob for knob in chosen}
        typed = super()._typed(cleaned, chosen)
        for name, path, text in self._figures_without_input():
            if path in knobs:
                self.fields[name] = KnobField(knobs[path])
                typed[path] = self.fields[name].clean(text)
            else:
                message = gettext("{game} has no value “{path}” to set. Leave it out.")
                message = message.format(game=self.shown.name, path=path[:40])
                self.unknown.append((name[:50], message))
        return typed

    def _figures_without_input(self) -> Iterator[tuple[str, str, str]]:
        """Yield the name, the path and the text of each value without an input."""
        for name in self.address:
            path, text = name.removeprefix("set-"), str(self.address.get(name) or "")
            if path != name and name not in self.fields and text.strip():
                yield name, path, text

    @property
    def problems(self) -> dict[str, str]:
        """The problems by the name of the invalid URL parameter."""
        errors_by_name = self.errors  # this also fills ``unknown``
        problems = dict(reversed(self.unknown))
        for name, errors in errors_by_name.items():
            field = self.fields.get(name)
            message = str(errors[0])
            if isinstance(field, KnobField):
                message = gettext("{label}: {error}").format(label=field.knob.label, error=message)
            problems.setdefault("option" if name == NON_FIELD_ERRORS else name, message)
        return problems
