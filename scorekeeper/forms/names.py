"""Names that people type: tidy, short, printable."""

import re
from collections.abc import Mapping

from django import forms
from django.core.exceptions import ValidationError

from rules.engine.entries import MAX_POINTS
from rules.engine.formatting import JOINERS, is_printable
from scorekeeper.forms.base import TextInput
from scorekeeper.models.people import NAME_LENGTH

TOTAL_LENGTH = 7


def printable(text: str) -> None:
    """Refuse characters that have no shape, such as line breaks and direction overrides."""
    if not text.strip(JOINERS) or not is_printable(text):
        raise ValidationError("That name has a character that cannot be printed; type it again.")


class NameField(forms.CharField):
    """A name of at most 24 characters, inner spaces single."""

    def __init__(
        self,
        *,
        required: bool = True,
        max_length: int = NAME_LENGTH,
        label: str = "Name",
        template_name: str | None = None,
        attrs: Mapping[str, str] | None = None,
    ):
        """Make the field; ``attrs`` are attributes of its input."""
        super().__init__(
            required=required,
            max_length=max_length,
            label=label,
            validators=[printable],
            widget=TextInput({"autocomplete": "off", **(attrs or {})}),
            error_messages={
                "required": "Type a name.",
                "max_length": f"That name is too long; use {max_length} characters at most.",
            },
        )
        self.template_name = template_name

    def to_python(self, value: object) -> str:
        return " ".join(filter(None, (super().to_python(value) or "").split(" ")))


class TotalField(forms.IntegerField):
    """A total to go on with, either minus before it; blank says nothing."""

    def __init__(self, *, label: str, does: str):
        super().__init__(
            required=False,
            label=label,
            widget=TextInput({"inputmode": "text", "maxlength": TOTAL_LENGTH}),
            min_value=-MAX_POINTS,
            max_value=MAX_POINTS,
            error_messages={
                "invalid": "Write a whole number of points, such as 40.",
                "min_value": f"Nobody {does} that low; write fewer points.",
                "max_value": f"Nobody {does} that high; write fewer points.",
            },
        )

    def to_python(self, value: object) -> int | None:
        text = str(value or "").strip()
        return super().to_python(re.sub(r"^−\s*", "-", text))
