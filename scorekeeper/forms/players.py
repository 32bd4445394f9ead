"""Forms that change the players of a game, one for each kind of change."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.engine.formatting import with_minus
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.names import NameField, TotalField
from scorekeeper.models.games import SIDE_NAME_LENGTH

NUMBER_DIGITS = 4


class NumberField(forms.Field):
    """The number of a side or a seat; 0, which is never used, if no number was sent."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> int:
        text = str(value or "")[:NUMBER_DIGITS]
        return int(text) if text.isdecimal() else 0


class JoinForm(ChangeForm):
    """A player who joins late, with a starting score."""

    name = NameField(attrs={"list": "people"})
    start = TotalField(label=_("Starting score"))

    def suggest(self, worst: int) -> None:
        """Suggest a starting score in the placeholder."""
        self.fields["start"].widget.attrs["placeholder"] = gettext(
            "0 (worst total {worst})"
        ).format(worst=with_minus(worst))


class NumberForm(ChangeForm):
    """A change to one side or seat. The page has one of these forms for each of them."""

    is_one_of_many = True
    number = NumberField(required=False)


class ReturnForm(NumberForm):
    """A side that returns, with a new score or, if the field is blank, its old one."""

    total = TotalField(label=_("Return with"))

    def suggest(self, side: int, total: int, worst: int) -> None:
        """Suggest a score in the placeholder; ``total`` is the side’s earlier total."""
        self.fields["total"].widget.attrs |= {
            "id": f"back-{side}",
            "placeholder": gettext("{total} (worst total {worst})").format(
                total=with_minus(total), worst=with_minus(worst)
            ),
        }


class RenameForm(NumberForm):
    """A new name for a side of one player."""

    kind = "rename"
    name = NameField(template_name="forms/name_of.html")

    def show(self, number: int, label: str) -> None:
        """Set the input’s id and its label, which includes the current name."""
        self["name"].label = label
        self.fields["name"].widget.attrs["id"] = f"{self.kind}-{number}"


class RenameSideForm(RenameForm):
    """A new name for a side of partners."""

    name = NameField(max_length=SIDE_NAME_LENGTH, template_name="forms/name_of.html")


class RenamePartnerForm(RenameForm):
    """A new name for one of the partners."""

    kind = "player"
