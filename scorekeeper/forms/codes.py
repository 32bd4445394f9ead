"""The form for a short code."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.forms.base import BaseForm
from scorekeeper.models.games import SHORT_CODE_LENGTH


class CodeField(forms.CharField):
    """A short code, typed with or without spaces, hyphens and capital letters."""

    def to_python(self, value: object) -> str:
        return "".join(filter(str.isalnum, str(value or "").lower()))[:SHORT_CODE_LENGTH]


class CodeForm(BaseForm):
    """The short code of a game."""

    code = CodeField(label=_("Code of the game"))

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)
        self.fields["code"].widget.attrs |= {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            "maxlength": 2 * SHORT_CODE_LENGTH,
        }
