"""Changes of the players of a game: one form for each."""

from typing import Any

from django import forms

from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.names import NameField, TotalField
from scorekeeper.models.games import SIDE_NAME_LENGTH

NUMBER_DIGITS = 4


class NumberField(forms.Field):
    """The number of a side or of a seat; 0, which none has, when no number was sent."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> int:
        text = str(value or "")[:NUMBER_DIGITS]
        return int(text) if text.isdecimal() else 0


class JoinForm(ChangeForm):
    """A player who joins late, and with how many points."""

    name = NameField()
    start = TotalField(does="starts")


class NumberForm(ChangeForm):
    """A change of one side or seat, which has its own form on the page."""

    number = NumberField(required=False)


class ReturnForm(NumberForm):
    """A side that comes back, and with how many points; blank for those it had."""

    total = TotalField(does="comes back")


class RenameForm(NumberForm):
    """Another name for a side that is one player."""

    name = NameField()


class RenameSideForm(RenameForm):
    """Another name for a side of partners."""

    name = NameField(max_length=SIDE_NAME_LENGTH)


class RenamePartnerForm(RenameForm):
    """Another name for one of the partners."""
