"""The base class of every form that changes a game or a group."""

from typing import Any
from uuid import uuid4

from django import forms

from scorekeeper.forms.base import BaseForm

KEY_LENGTH = 36
VERSION_DIGITS = 10


class VersionField(forms.Field):
    """The version of the game that the page showed, or 0 if none was sent. Any input is valid."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> int:
        text = str(value or "")[:VERSION_DIGITS]
        return int(text) if text.isdecimal() else 0


class KeyField(forms.Field):
    """A key that identifies duplicate submissions of a form; a new key if none was sent."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> str:
        return str(value or "").replace("\x00", "")[:KEY_LENGTH] or str(uuid4())


class ChangeForm(BaseForm):
    """A form that changes a game or a group; without additional fields, it is just a button."""

    version = VersionField(required=False)
    key = KeyField(required=False)
