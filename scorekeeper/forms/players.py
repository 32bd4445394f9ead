"""Changes of the players of a game: one form for each."""

from typing import Any

from django import forms

from rules.engine.formatting import with_minus
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

    name = NameField(attrs={"list": "people"})
    start = TotalField(label="Starts with", does="starts")

    def suggest(self, worst: int) -> None:
        """Show, where the points are typed, what they may be."""
        self.fields["start"].widget.attrs["placeholder"] = f"0; {_worst_total(worst)}"


class NumberForm(ChangeForm):
    """A change of one side or seat, of which a page has one form each."""

    is_one_of_many = True
    number = NumberField(required=False)


class ReturnForm(NumberForm):
    """A side that comes back, and with how many points; blank for those it had."""

    total = TotalField(label="Comes back with", does="comes back")

    def suggest(self, side: int, total: int, worst: int) -> None:
        """Show, where the points are typed, what they may be; ``total`` are those it had."""
        self.fields["total"].widget.attrs |= {
            "id": f"back-{side}",
            "placeholder": f"{with_minus(total)}; {_worst_total(worst)}",
        }


class RenameForm(NumberForm):
    """Another name for a side that is one player."""

    kind = "rename"
    name = NameField(template_name="forms/name_of.html")

    def show(self, number: int, label: str) -> None:
        """Give the input its id and its label, which is what has the name now."""
        self["name"].label = label
        self.fields["name"].widget.attrs["id"] = f"{self.kind}-{number}"


class RenameSideForm(RenameForm):
    """Another name for a side of partners."""

    name = NameField(max_length=SIDE_NAME_LENGTH, template_name="forms/name_of.html")


class RenamePartnerForm(RenameForm):
    """Another name for one of the partners."""

    kind = "player"


def _worst_total(worst: int) -> str:
    return f"the worst total is {with_minus(worst)}"
