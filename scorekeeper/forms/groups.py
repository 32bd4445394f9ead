"""Names of a group, its phones and its people."""

from typing import Any

from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.names import NameField
from scorekeeper.models import Player
from scorekeeper.queries.home import Person

GROUP_NAME_LENGTH = 40


class GuestForm(ChangeForm):
    """A phone that follows a link, to join a group or to enter scores in one game."""

    name = NameField(label="Your name, or this phone’s", attrs={"autocomplete": "nickname"})


class PhoneForm(ChangeForm):
    """Another name for this phone."""

    name = NameField(label="Name of this phone", attrs={"id": "phone"})


class GroupForm(ChangeForm):
    """Another name for the group."""

    name = NameField(
        label="Name of this table", max_length=GROUP_NAME_LENGTH, attrs={"id": "table"}
    )


class PersonForm(ChangeForm):
    """The corrected name of a person."""

    is_one_of_many = True
    name = NameField(template_name="forms/label_unseen.html")

    def __init__(self, data: Any = None, *, person: Player | Person) -> None:
        super().__init__(data, initial={"name": person.name})
        self.person = person.pk
        self.fields["name"].label = f"Name of {person.name}"
        self.fields["name"].widget.attrs["id"] = f"person-{person.pk}"
