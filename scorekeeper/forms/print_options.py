"""The print options in the URL of any sheet, and their fields."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules.engine.errors import RulesError
from scorekeeper.forms.base import BaseForm, TextInput
from scorekeeper.sheets.papers import MOST_COPIES, MOST_LEAVES, PAPERS, PrintOptions, Turn
from scorekeeper.sheets.pdf import fit_sheet
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.sheet_request import USUAL, SheetRequest

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

TURNS: dict[str, Turn] = {turn: turn for turn in ("", "portrait", "landscape")}
# The number of pages isn’t checked for a single copy of a sheet with at most this many cells.
FEW_CELLS = 200


class BadSheetRequestError(RulesError):
    """The sheet can’t be printed; ``field`` is the name of the invalid URL parameter."""

    code = "bad-order"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


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

    Subclasses provide the sheet. In a valid form, ``requested`` returns the sheet with its options.
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

    def requested(self) -> SheetRequest:
        """Return the sheet that the URL requests. Raises BadSheetRequestError."""
        for name, message in self.problems.items():
            raise BadSheetRequestError(name, message)
        return self._request(self.cleaned_data["sheet"], self.cleaned_data["printing"])

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

    def clean(self) -> dict[str, Any]:
        """Add the sheet and its print options, as ``sheet`` and ``printing``."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                sheet = self._sheet()
            except RulesError as error:
                self.add_error(None, f"{str(error).rstrip('.')}.")
                return cleaned
            printing = PrintOptions(
                cleaned["paper"], cleaned["turn"], cleaned["large"], cleaned["copies"]
            )
            self._check_pages(sheet, printing)
            cleaned |= {"sheet": sheet, "printing": printing}
        return cleaned

    def _sheet(self) -> Sheet:
        """Return the sheet to print. Raises RulesError if there is none."""
        raise NotImplementedError

    def _request(self, sheet: Sheet, printing: PrintOptions) -> SheetRequest:
        raise NotImplementedError

    def _check_pages(self, sheet: Sheet, printing: PrintOptions) -> None:
        """Add an error if there would be too many pages."""
        if printing.copies == 1 and sheet.least_rows * len(sheet.names) <= FEW_CELLS:
            return
        leaves = len(fit_sheet(sheet, printing).leaves)
        most = MOST_LEAVES // leaves
        if most < 1:
            message = ngettext(
                "That would take {count} page. Choose larger paper or normal print.",
                "That would take {count} pages. Choose larger paper or normal print.",
                leaves,
            )
            self.add_error("large" if printing.large else "paper", message.format(count=leaves))
        elif printing.copies > most:
            message = ngettext(
                "Each copy of this sheet has many pages. Print at most {count} copy at a time.",
                "Each copy of this sheet has many pages. Print at most {count} copies at a time.",
                most,
            )
            self.add_error("copies", message.format(count=most))
