"""Forms for the recovery code of a group, and for erasing something after typing its name."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.engine.formatting import name_key
from scorekeeper.forms.base import BaseForm, TextInput
from scorekeeper.forms.changes import ChangeForm

CODE_LENGTH = 80  # with room for spaces
NAME_LENGTH = 80

KEEP, ERASE = "keep", "erase"
RESULTS = {
    KEEP: _("Only the name. The results stay, under “Somebody”."),
    ERASE: _("The name and all games this player was in, with everyone’s results."),
}


class RecoveryForm(BaseForm):
    """A recovery code, as typed from the card."""

    code = forms.CharField(
        max_length=CODE_LENGTH,
        label=_("Recovery code"),
        widget=TextInput({"autocomplete": "off", "autocapitalize": "characters"}),
        error_messages={
            "required": _("Enter the code from your card."),
            "max_length": _("That is too long for a recovery code. Check it against your card."),
        },
    )


class ConfirmForm(ChangeForm):
    """The name of the thing to erase, which the user types as confirmation."""

    typed = forms.CharField(
        max_length=NAME_LENGTH,
        widget=TextInput({"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, name: str) -> None:
        super().__init__(data)
        self.name = name
        typed = self.fields["typed"]
        typed.label = gettext("To confirm, type “{name}”").format(name=name)
        typed.error_messages["required"] = gettext("Type “{name}”.").format(name=name)
        too_long = gettext("That is too long. Type “{name}”.").format(name=name)
        typed.error_messages["max_length"] = too_long

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if name_key(typed) != name_key(self.name):
            raise ValidationError(
                gettext("“{typed}” is a different name. Type “{name}”.").format(
                    typed=typed, name=self.name
                )
            )
        return typed


class ErasePersonForm(ConfirmForm):
    """The player’s name, and whether all their games are erased as well."""

    results = forms.ChoiceField(choices=list(RESULTS.items()), initial=KEEP, required=False)

    @property
    def with_games(self) -> bool:
        """Whether all games of the player are erased."""
        return self.cleaned_data.get("results") == ERASE

    @property
    def choices(self) -> list[tuple[str, object, bool]]:
        """The possible values of ``results``, their texts, and whether each is chosen."""
        chosen = self["results"].value() or KEEP
        return [(value, text, value == chosen) for value, text in RESULTS.items()]
