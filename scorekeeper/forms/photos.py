"""The form for a photograph of a sheet."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.forms.base import BaseForm


class PhotoField(forms.FileField):
    """A photograph; phones offer the camera."""

    is_live = True
    widget = forms.FileInput({"accept": "image/*"})


class PhotoForm(BaseForm):
    """A photograph of a sheet, which is read and never stored."""

    photo = PhotoField(
        label=_("Photograph"),
        error_messages={
            "required": _("Choose a photograph."),
            "empty": _("This file is empty."),
            "missing": _("Choose a photograph."),
        },
    )
