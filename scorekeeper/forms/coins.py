"""The form for a person’s coin."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.coins import COLOURS, LARGEST_PICTURE, PictureError, coin_picture, is_emoji
from scorekeeper.forms.base import BaseForm, TextInput
from scorekeeper.models import Player
from scorekeeper.services.coins import ChosenCoin

# In the order of the classes in app.css
NAMES = (
    _("Green"),
    _("Red"),
    _("Blue"),
    _("Gold"),
    _("Purple"),
    _("Turquoise"),
    _("Pink"),
    _("Olive"),
    _("Violet"),
    _("Brown"),
    _("Grey"),
    _("Black or white"),
)
SUGGESTED = tuple("🦊🐻🐼🐱🐶🦁🐸🦉🐝🦄🐙🐢🌻🍀⭐🎲")
PICTURE = "picture"  # the face that is the picture the coin has already
MOST_TYPED = 60


class PictureField(forms.FileField):
    """A picture that a script makes small enough to be sent; it shows a problem if it can’t."""

    is_live = True
    widget = forms.FileInput({"accept": "image/*", "data-largest": LARGEST_PICTURE})


class CoinForm(BaseForm):
    """The colour of a person’s coin, and its face: the initials, an emoji or a picture.

    A picture that is sent comes before an emoji that is typed, and that before one that is chosen.
    """

    colour = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=(),
        error_messages={"invalid_choice": _("Choose one of these colours.")},
    )
    face = forms.ChoiceField(
        required=False, error_messages={"invalid_choice": _("Choose one of these.")}
    )
    other = forms.CharField(
        label=_("Another emoji"),
        required=False,
        max_length=MOST_TYPED,
        widget=TextInput({"autocomplete": "off"}),
        error_messages={"max_length": _("That is more than one emoji. Enter just one.")},
    )
    picture = PictureField(
        label=_("Picture"),
        required=False,
        error_messages={"empty": _("That file is empty. Choose another one.")},
    )

    def __init__(self, person: Player, data: Any = None, files: Any = None) -> None:
        face = PICTURE if person.picture_id else person.emoji
        initial = {"colour": person.colour, "face": face}
        super().__init__(data, files=files, initial=initial)
        self.fields["colour"].choices = [  # type: ignore[attr-defined]
            ("", gettext("Automatic")),
            *enumerate(NAMES[:COLOURS], 1),
        ]
        self.fields["face"].choices = [  # type: ignore[attr-defined]
            (value, value) for value in dict.fromkeys(("", face, *SUGGESTED))
        ]
        unreadable = gettext("This phone can’t read that picture. Choose a JPEG, PNG or WebP file.")
        self.fields["picture"].widget.attrs["data-unreadable"] = unreadable

    @property
    def faces(self) -> Sequence[str]:
        """The faces to choose from, first the one without an emoji or a picture."""
        return [value for value, _label in self.fields["face"].choices]  # type: ignore[attr-defined]

    @property
    def chosen_colour(self) -> int | str:
        """The colour that is chosen on the page; an empty text if none is."""
        value = str(self["colour"].value() or "")
        return int(value) if value.isdecimal() else ""

    def clean_other(self) -> str:
        """Return the emoji that was typed; raise ValidationError if it isn’t exactly one."""
        text: str = self.cleaned_data["other"]
        if text and not is_emoji(text):
            message = gettext("“{text}” isn’t one emoji. Enter a single emoji, such as 🦊.")
            raise ValidationError(message.format(text=text))
        return text

    def clean_picture(self) -> bytes | None:
        """Return the picture as it is stored, or None; raise ValidationError if it isn’t one."""
        file = self.cleaned_data["picture"]
        if file is None:
            return None
        try:
            return coin_picture(file.read())
        except PictureError as error:
            raise ValidationError(str(error)) from None

    @property
    def coin(self) -> ChosenCoin:
        """What has been chosen."""
        data = self.cleaned_data
        face = data["other"] or data["face"]
        keeps_picture = face == PICTURE
        return ChosenCoin(
            colour=data["colour"],
            emoji="" if keeps_picture else face,
            picture=data["picture"],
            keeps_picture=keeps_picture,
        )
