"""The forms of the sheet builder, for the house rules and print options in its URL."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.engine.house_rules import AdjustableFigure
from rules.engine.rulesets import Players
from rules.engine.variants import Option, Variant
from scorekeeper.forms.base import BaseForm, TextInput
from scorekeeper.forms.house_rules import HouseRulesForm, KnobField, KnobRow, by_section
from scorekeeper.sheets.papers import MOST_COPIES, PAPERS
from scorekeeper.sheets.sheet_request import is_on

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class OptionInput(forms.CheckboxInput):
    """The checkbox of an option; its name and value in the URL are ``option=no-jokers``."""

    def __init__(self, option: Option) -> None:
        super().__init__({"id": f"option-{option.id}", "value": option.id})
        self.option = option

    def value_from_datadict(self, data: Any, files: Any, name: str) -> bool:
        return self.option.id in data.getlist(name)


class SheetRulesForm(HouseRulesForm):
    """House rules from the URL of a blank sheet, with a checkbox for each option.

    ``unknown`` lists the options and values in the URL that the game does not have, each with an
    error.
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
        return list(self.shown.options)

    def _switch(self, option: Option) -> forms.BooleanField:
        switch = super()._switch(option)
        switch.widget = OptionInput(option)
        return switch

    def add_prefix(self, field_name: str) -> str:
        """Return the name in the URL, which is ``option`` for every option."""
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
        """Read all values in the URL, including values of chosen options that have no input."""
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
    def problem(self) -> tuple[str, str] | None:
        """The first problem, with the name of the invalid URL parameter; None if all is valid."""
        errors_by_name = self.errors  # this also fills ``unknown``
        problems = [*self.unknown]
        for name, errors in errors_by_name.items():
            field = self.fields.get(name)
            message = str(errors[0])
            if isinstance(field, KnobField):
                message = gettext("{label}: {error}").format(label=field.knob.label, error=message)
            problems.append(("option" if name == NON_FIELD_ERRORS else name, message))
        return problems[0] if problems else None


class PrintField(forms.CharField):
    """A URL parameter as typed; ``choices`` are the values it may have."""

    template_name = "forms/print_field.html"

    def __init__(
        self, *, choices: "Sequence[tuple[str, _StrOrPromise]]" = (), **kwargs: Any
    ) -> None:
        if choices:
            kwargs["widget"] = forms.Select(choices=choices)
        template_name = kwargs.pop("template_name", self.template_name)
        super().__init__(required=False, **kwargs)
        self.template_name = template_name

    def clean(self, value: Any) -> Any:
        """Return the text without checking it; ``sheets.sheet_request`` validates it."""
        return value


class PrintSwitch(forms.BooleanField):
    """A checkbox whose value in the URL is ``1``; its problem is updated as the form changes."""

    is_live = True

    def __init__(self, *, label: "_StrOrPromise", help_text: "_StrOrPromise" = "") -> None:
        widget = forms.CheckboxInput({"value": "1"})
        super().__init__(required=False, label=label, help_text=help_text, widget=widget)
        self.template_name = "forms/print_switch.html"


class PrintForm(BaseForm):
    """How a sheet is printed: the builder’s fields other than the house rules.

    ``players`` are the game’s players, for a blank sheet. ``sheets.sheet_request`` validates the
    values, so that a bad link produces the same errors. ``refuse`` attaches an error to its field.
    """

    is_live = True

    paper = PrintField(
        label=_("Paper"), choices=[(key, paper.label) for key, paper in PAPERS.items()]
    )
    turn = PrintField(
        label=_("Orientation"),
        choices=[
            ("", _("Best fit")),
            ("portrait", _("Portrait")),
            ("landscape", _("Landscape")),
        ],
    )
    copies = PrintField(
        label=_("Copies"),
        help_text=format_lazy(_("Up to {most}. Copies are numbered."), most=MOST_COPIES),
        widget=TextInput({"inputmode": "numeric", "maxlength": 4, "placeholder": "1"}),
    )
    large = PrintSwitch(
        label=_("Large print"),
        help_text=_("Readable at arm’s length. May take more pages."),
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
            self.fields["chart"] = PrintSwitch(label=gettext("Include the chart of totals"))

    def _of_players(self, players: Players) -> dict[str, forms.Field]:
        usual = players.best or players.counts[0]
        # Translators: a number of players with which the game is best
        best = gettext("{count} (best)")
        counts = [
            (str(n), best.format(count=n) if n == players.best else str(n)) for n in players.counts
        ]
        if len(counts) > 1:
            named = gettext("As many as you name, otherwise {count}").format(count=usual)
            counts.insert(0, ("", named))
        is_teams = players.team > 1
        # Translators: examples of names of teams, and of players
        placeholder = gettext("We, They") if is_teams else gettext("Ann, Bob, Cleo")
        return {
            "players": PrintField(label=gettext("Players"), choices=counts),
            "names": PrintField(
                label=gettext("Team names") if is_teams else gettext("Names"),
                help_text=gettext("One per line, or separated by commas."),
                widget=forms.Textarea({"rows": 3, "placeholder": placeholder}),
                template_name="forms/print_names.html",
            ),
        }

    def refuse(self, name: str, message: str) -> None:
        """Attach the error to the field with that name, if there is one."""
        if name in self.fields:
            self.add_error(name, message)
