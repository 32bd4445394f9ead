"""The day on which a game was played."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.forms.changes import ChangeForm
from scorekeeper.queries.table_file import is_day

_INVALID = _("Enter a date such as 2026-05-31.")


def _possible(day: date) -> None:
    if not is_day(day):
        raise ValidationError(gettext("Enter a date from 1900 to today."))


class DayField(forms.DateField):
    """A day on which a game can have been played."""

    def __init__(self, *, required: bool = False, template_name: str = "forms/field.html") -> None:
        super().__init__(
            label=_("Played on"),
            required=required,
            widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            validators=[_possible],
            error_messages={"invalid": _INVALID, "required": _INVALID},
        )
        self.template_name = template_name


class TodayField(forms.Field):
    """Today’s date on the phone, filled in by a script; None if it is missing or impossible."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> date | None:
        try:
            day = date.fromisoformat(str(value or ""))
        except ValueError:
            return None
        return day if is_day(day) else None


class StartForm(ChangeForm):
    """A form that starts a game; without additional fields, it is just a button."""

    today = TodayField(required=False)


class DayForm(ChangeForm):
    """A new day for a game that has been started."""

    played_on = DayField(required=True, template_name="forms/label_unseen.html")
