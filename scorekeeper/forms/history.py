"""The filters of a group’s history, and the note about a game."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext_lazy, pgettext
from django.utils.translation import gettext_lazy as _

from rules.engine.formatting import is_printable, tidied
from scorekeeper.forms.base import BaseForm, Select, TextInput
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.models.games import LOCATION_LENGTH, NOTE_LENGTH
from scorekeeper.queries.past_games import Choices, Wanted

TEXT_LENGTH = 60


class HistoryForm(BaseForm):
    """The filters of the history; invalid filters are ignored."""

    q = forms.CharField(
        required=False,
        max_length=TEXT_LENGTH,
        label=_("Name"),
        widget=TextInput({"type": "search", "autocomplete": "off"}),
    )
    game = forms.ChoiceField(required=False, label=_("Game"), widget=Select)
    player = forms.TypedChoiceField(required=False, label=_("Player"), coerce=int, widget=Select)
    year = forms.TypedChoiceField(required=False, label=_("Year"), coerce=int, widget=Select)

    def __init__(self, data: Any, *, choices: Choices) -> None:
        super().__init__(data)
        self.fields["q"].widget.attrs["placeholder"] = gettext("Game, player or note")
        offered = {
            "game": (
                pgettext("to play", "All games"),
                [(game.value, game.name) for game in choices.games],
            ),
            "player": (gettext("Everyone"), choices.players),
            "year": (gettext("All years"), [(year, year) for year in choices.years]),
        }
        for name, (anything, values) in offered.items():
            self.fields[name].choices = [("", anything), *values]  # type: ignore[attr-defined]

    @property
    def wanted(self) -> Wanted:
        """The games that match the valid filters."""
        self.is_valid()
        valid = self.cleaned_data
        return Wanted(
            game=valid.get("game", ""),
            player=valid.get("player") or 0,
            year=valid.get("year") or 0,
            text=valid.get("q", ""),
        )

    @property
    def query(self) -> dict[str, str]:
        """The valid filters by name, for links to other pages of the list."""
        return {name: str(value) for name, value in self.cleaned_data.items() if value}


def _printable(text: str) -> None:
    if not is_printable(text):
        raise ValidationError(
            gettext("That text contains a character that can’t be printed. Remove that character.")
        )


class LineField(forms.CharField):
    """One line of text, which may be blank, with single spaces between its words."""

    def __init__(self, *, label: Any, max_length: int) -> None:
        super().__init__(
            required=False,
            label=label,
            max_length=max_length,
            validators=[_printable],
            widget=TextInput({"maxlength": max_length, "autocomplete": "off"}),
            error_messages={
                "max_length": ngettext_lazy(
                    "That text is too long. Use at most %(limit_value)d character.",
                    "That text is too long. Use at most %(limit_value)d characters.",
                    "limit_value",
                ),
            },
        )

    def to_python(self, value: object) -> str:
        return tidied(" ".join((super().to_python(value) or "").split()))


class NoteForm(ChangeForm):
    """A note about a game, and where it was played."""

    text = LineField(label=_("Note"), max_length=NOTE_LENGTH)
    location = LineField(label=_("Played at"), max_length=LOCATION_LENGTH)
