"""Fields for names and totals."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.engine.formatting import is_blank, is_printable, tidied
from rules.engine.inputs import MAX_POINTS
from scorekeeper.forms.base import TextInput
from scorekeeper.models.people import NAME_LENGTH

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

TOTAL_LENGTH = 7
# Django makes a class for each lazy plural, so all fields share this one.
TOO_LONG = ngettext_lazy(
    "That name is too long. Use at most %(limit_value)d character.",
    "That name is too long. Use at most %(limit_value)d characters.",
    "limit_value",
)


def printable(text: str) -> None:
    """Reject characters that have no glyph, such as line breaks and direction overrides."""
    if is_blank(text) or not is_printable(text):
        raise ValidationError(
            gettext(
                "That name contains a character that can’t be printed. Enter the name without it."
            )
        )


class NameField(forms.CharField):
    """A name, by default of at most 24 characters, with single spaces between its words."""

    def __init__(
        self,
        *,
        required: bool = True,
        max_length: int = NAME_LENGTH,
        label: "_StrOrPromise | None" = None,
        template_name: str | None = None,
        attrs: Mapping[str, str] | None = None,
    ):
        """Create the field; ``attrs`` are attributes of its input."""
        super().__init__(
            required=required,
            max_length=max_length,
            label=_("Name") if label is None else label,
            validators=[printable],
            widget=TextInput({"autocomplete": "off", "autocapitalize": "words", **(attrs or {})}),
            error_messages={
                "required": _("Enter a name."),
                "max_length": TOO_LONG,
            },
        )
        self.template_name = template_name

    def to_python(self, value: object) -> str:
        return tidied(super().to_python(value) or "")


class TotalField(forms.IntegerField):
    """An optional total with which a player starts or returns; a hyphen counts as a minus sign."""

    def __init__(self, *, label: "_StrOrPromise") -> None:
        super().__init__(
            required=False,
            label=label,
            widget=TextInput({"inputmode": "text", "maxlength": TOTAL_LENGTH}),
            min_value=-MAX_POINTS,
            max_value=MAX_POINTS,
            error_messages={
                "invalid": _("Enter a whole number of points, such as 40."),
                "min_value": format_lazy(
                    _("That score is too low. Enter at least −{least}."), least=MAX_POINTS
                ),
                "max_value": format_lazy(
                    _("That score is too high. Enter at most {most}."), most=MAX_POINTS
                ),
            },
        )

    def to_python(self, value: object) -> int | None:
        text = str(value or "").strip()
        return super().to_python(re.sub(r"^−\s*", "-", text))
