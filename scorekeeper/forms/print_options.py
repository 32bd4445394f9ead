"""The print options in the URL of any sheet, and their fields."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.forms.base import BaseForm, TextInput
from scorekeeper.printing.papers import MOST_COPIES, PAPERS, PrintOptions, Turn
from scorekeeper.printing.requests import USUAL, BadSheetRequestError

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

TURNS: dict[str, Turn] = {turn: turn for turn in ("", "portrait", "landscape")}


class PrintField(forms.CharField):
    """A URL parameter; ``choices`` are offered as a menu."""

    def __init__(
        self, *, choices: "Sequence[tuple[str, _StrOrPromise]]" = (), **kwargs: Any
    ) -> None:
        if choices:
            kwargs["widget"] = forms.Select(choices=choices)
        template_name = kwargs.pop("template_name", "forms/print_field.html")
        super().__init__(required=False, **kwargs)
        self.validators.clear()  # the form has its own messages for characters it can’t use
        self.template_name = template_name


def _is_on(text: str) -> bool:
    return text.lower() in ("1", "on")


class SwitchInput(forms.CheckboxInput):
    """A checkbox whose value in the URL is ``1``; ``on`` and ``0`` are also valid."""

    def __init__(self) -> None:
        super().__init__({"value": "1"}, check_test=_is_on)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return str(data.get(name, "")).strip()

    def format_value(self, value: Any) -> None:
        """Return None, because the value is one of the attributes."""


class PrintSwitch(forms.BooleanField):
    """A checkbox whose problem is updated as the form changes."""

    is_live = True

    def __init__(self, *, label: "_StrOrPromise", help_text: "_StrOrPromise" = "") -> None:
        super().__init__(required=False, label=label, help_text=help_text, widget=SwitchInput())
        self.template_name = "forms/print_switch.html"

    def to_python(self, value: Any) -> bool:
        if value not in ("", "0") and not _is_on(value):
            message = gettext("“{value}” is neither yes nor no. Use 1 or leave it out.")
            raise ValidationError(message.format(value=value[:20]))
        return _is_on(value)


class PrintForm(BaseForm):
    """The fields for printing a sheet, except those for house rules.

    Subclasses return the request for the sheet.
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
        help_text=_("It’s readable at arm’s length, but may take more pages."),
    )

    def __init__(self, address: QueryDict) -> None:
        lowered = {name: address.get(name, "").strip().lower() for name in ("paper", "turn")}
        super().__init__(address.dict() | lowered)

    @property
    def problems(self) -> dict[str, str]:
        """The problems by the name of the invalid URL parameter."""
        return {
            "option" if name == NON_FIELD_ERRORS else name: str(errors[0])
            for name, errors in self.errors.items()
        }

    def refuse(self, error: BadSheetRequestError) -> None:
        """Show why the requested sheet can’t be printed, unless the form has problems already."""
        if not self.problems:
            self.add_error(None if error.field == "option" else error.field, str(error))

    def printing(self) -> PrintOptions:
        """Return the print options of a valid form. Raises BadSheetRequestError."""
        for name, message in self.problems.items():
            raise BadSheetRequestError(name, message)
        cleaned = self.cleaned_data
        return PrintOptions(cleaned["paper"], cleaned["turn"], cleaned["large"], cleaned["copies"])

    def clean_paper(self) -> str:
        paper: str = self.cleaned_data["paper"] or USUAL.paper
        if paper not in PAPERS:
            message = gettext("“{paper}” isn’t a paper size we have. Choose one of {papers}.")
            raise ValidationError(message.format(paper=paper[:20], papers=", ".join(PAPERS)))
        return paper

    def clean_turn(self) -> str:
        turn: str = self.cleaned_data["turn"]
        if turn not in TURNS:
            # Translators: portrait and landscape are values in a URL: leave them in English
            message = gettext("“{turn}” isn’t an orientation. Choose portrait or landscape.")
            raise ValidationError(message.format(turn=turn[:20]))
        return turn

    def clean_copies(self) -> int:
        text: str = self.cleaned_data["copies"] or "1"
        copies = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0
        if not 1 <= copies <= MOST_COPIES:
            message = gettext("We can’t print “{copies}” copies. Enter a number from 1 to {most}.")
            raise ValidationError(message.format(copies=text[:20], most=MOST_COPIES))
        return copies
