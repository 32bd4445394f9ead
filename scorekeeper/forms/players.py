"""Forms that change the players of a game, one for each kind of change."""

from collections.abc import Sequence
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
    """The number of a side or a seat, or 0 if none was sent. No side or seat has the number 0."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> int:
        text = str(value or "")[:NUMBER_DIGITS]
        return int(text) if text.isdecimal() else 0


class JoinForm(ChangeForm):
    """A player who joins late, with one of the suggested starting scores or another one."""

    name = NameField(attrs={"list": "people"})
    suggested = TotalField(label=_("Starting score"))
    start = TotalField(label=_("Another score"))
    after = NumberField(required=False)
    suggestions: Sequence[tuple[int, str, bool]] = ()

    def suggest(self, totals: Sequence[int], worst: int) -> None:
        """Suggest 0, the average of the players’ ``totals``, and the ``worst`` of them.

        ``suggestions`` has each score with its text, and whether it is chosen.
        """
        average = round(sum(totals) / len(totals)) if totals else 0
        texts = {
            0: "0",
            average: gettext("{score} (average)").format(score=with_minus(average)),
            worst: gettext("{score} (worst)").format(score=with_minus(worst)),
        }
        chosen = self.data.get("suggested", str(worst))
        self.suggestions = [(score, text, str(score) == chosen) for score, text in texts.items()]

    @property
    def starting_score(self) -> int:
        """The score typed into a valid form, or else the suggested score that was chosen."""
        start, suggested = self.cleaned_data["start"], self.cleaned_data["suggested"]
        return (suggested or 0) if start is None else start


class NumberForm(ChangeForm):
    """A change to one side or seat. The page has one such form for each side or seat."""

    is_one_of_many = True
    number = NumberField(required=False)


class MoveSeatForm(NumberForm):
    """A player who moves to the seat after another player."""

    after = NumberField(required=False)


class ReturnForm(NumberForm):
    """A side that returns, with a new score or, if the field is blank, its old one."""

    total = TotalField(label=_("Return with"))

    def suggest(self, side: int, total: str, worst: int) -> None:
        """Suggest a score in the placeholder; ``total`` is the side’s earlier total."""
        self.fields["total"].widget.attrs |= {
            "id": f"back-{side}",
            "placeholder": gettext("{total} (worst total {worst})").format(
                total=total, worst=with_minus(worst)
            ),
        }


class RenameForm(NumberForm):
    """A new name for a side with only one player.

    ``to_swap`` are the names of two sides that may swap their names, if the new name is taken.
    """

    kind = "rename"
    name = NameField(template_name="forms/name_of.html")
    swap = forms.BooleanField(required=False)
    to_swap: Sequence[str] = ()

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
