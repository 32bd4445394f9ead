"""Forms for the names of a group, its phones and its players."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.names import NameField
from scorekeeper.models import Player
from scorekeeper.models.people import GROUP_NAME_LENGTH
from scorekeeper.queries.people import KnownPerson


class GuestForm(ChangeForm):
    """The name of a phone that opens a link to join a group or to enter scores in a game."""

    name = NameField(label=_("Your name, or this phone’s"), attrs={"autocomplete": "nickname"})


class PhoneForm(ChangeForm):
    """A new name for this phone."""

    name = NameField(label=_("Name of this phone"), attrs={"id": "phone"})


class GroupForm(ChangeForm):
    """A new name for the group."""

    name = NameField(
        label=_("Name of this group"), max_length=GROUP_NAME_LENGTH, attrs={"id": "table"}
    )


class PersonForm(ChangeForm):
    """The corrected name of a player."""

    is_one_of_many = True
    name = NameField(template_name="forms/label_unseen.html")

    def __init__(self, data: Any = None, *, person: Player | KnownPerson) -> None:
        super().__init__(data, initial={"name": person.name})
        self.person = person.pk
        self.fields["name"].label = gettext("Name of {player}").format(player=person.name)
        self.fields["name"].widget.attrs["id"] = f"person-{person.pk}"
