"""The form for a group’s own game."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from rules.engine.errors import CatalogueError
from rules.engine.formatting import is_printable, with_minus
from rules.engine.own_games import (
    MOST_ITEMS,
    MOST_LABEL,
    MOST_SUMMARY,
    MOST_WORTH,
    Design,
    DesignItem,
)
from rules.engine.rulesets import NAME_LENGTH
from rules.engine.variants import Variant
from scorekeeper.forms.base import Select, TextInput
from scorekeeper.forms.changes import KEY_LENGTH, ChangeForm
from scorekeeper.forms.names import NameField

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

ROWS = 3  # the number of rows for items in an empty form
MOST_PLAYERS = 12
MOST_TARGET, MOST_DEALS = 100_000, 100
DRAFT_SLUG = "own-draft"
ASKS = {
    "points": gettext_lazy("Any number of points"),
    "count": gettext_lazy("A number, times …"),
    "flag": gettext_lazy("A tick if the player …"),
    "one-side": gettext_lazy("One player who …"),
}
TEAMS = {
    "1": gettext_lazy("Everyone for themselves"),
    "2": gettext_lazy("Teams of two"),
    "3": gettext_lazy("Teams of three"),
}
CALLED = {
    "round": gettext_lazy("rounds"),
    "hand": gettext_lazy("hands"),
    "deal": gettext_lazy("deals"),
    "game": gettext_lazy("games"),
}
WINS = {
    "highest": gettext_lazy("The highest total"),
    "lowest": gettext_lazy("The lowest total"),
    "together": gettext_lazy("All together, or nobody"),
}
ENDINGS = {
    "target": gettext_lazy("When a total reaches"),
    "deals": gettext_lazy("After this many rounds"),
    "open": gettext_lazy("When you stop"),
}
DECIMALS = {
    "0": gettext_lazy("Whole numbers"),
    "1": gettext_lazy("With one decimal (0.1)"),
    "2": gettext_lazy("With two decimals (0.01)"),
}
_DIGITS = re.compile(r"-?[0-9]{1,6}")


class WholeField(forms.Field):
    """A whole number from ``least`` to ``most``, or None; a hyphen counts as a minus sign."""

    def __init__(self, least: int, most: int, *, label: "_StrOrPromise") -> None:
        mode = "numeric" if least >= 0 else "text"
        widget = TextInput({"inputmode": mode, "maxlength": 8, "autocomplete": "off"})
        super().__init__(required=False, label=label, widget=widget)
        self.least, self.most = least, most

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").replace("−", "-").replace(" ", "").removeprefix("+")
        if not text:
            return None
        if not _DIGITS.fullmatch(text) or not self.least <= int(text) <= self.most:
            message = _("Enter a whole number from {least} to {most}.")
            raise ValidationError(
                message.format(least=with_minus(self.least), most=with_minus(self.most))
            )
        return int(text)


class SentenceField(forms.CharField):
    """One line of text, which may be blank."""

    def __init__(self, most: int, *, label: "_StrOrPromise", **attrs: str) -> None:
        super().__init__(
            required=False,
            label=label,
            max_length=most,
            widget=TextInput({"maxlength": most, "autocomplete": "off"} | attrs),
            error_messages={
                "max_length": ngettext_lazy(
                    "That is too long. Use at most %(limit_value)d character.",
                    "That is too long. Use at most %(limit_value)d characters.",
                    "limit_value",
                )
            },
        )

    def to_python(self, value: object) -> str:
        text = " ".join(str(super().to_python(value) or "").split())
        if not is_printable(text):
            raise ValidationError(
                _("This text contains a character that can’t be printed. Remove that character.")
            )
        return text


class ChoiceField(forms.ChoiceField):
    """One of a few choices; the first one if none was sent."""

    def __init__(self, choices: Mapping[str, Any], *, label: "_StrOrPromise") -> None:
        super().__init__(
            required=False,
            label=label,
            choices=list(choices.items()),
            widget=Select(),
            error_messages={"invalid_choice": gettext_lazy("Choose one of the answers.")},
        )
        self.first = next(iter(choices))

    def clean(self, value: Any) -> Any:
        return super().clean(value) or self.first


class OwnGameForm(ChangeForm):
    """A game that a group makes, with a row for each item that players enter.

    A valid form has a ``variant``. A draft is shown but not saved, so missing values are filled in.
    """

    announces_problems = False

    def __init__(
        self,
        data: Any = None,
        *,
        design: Design | None = None,
        slug: str = DRAFT_SLUG,
        is_draft: bool = False,
        more: bool = False,
    ) -> None:
        """Create the form; ``design`` is the game to change, and ``more`` adds a blank row."""
        super().__init__(data)
        self.slug, self.is_draft = slug, is_draft
        self.design: Design | None = None
        self.variant: Variant | None = None
        self.fields["key"] = forms.CharField(
            max_length=KEY_LENGTH, required=False, widget=forms.HiddenInput
        )
        self._add_fields()
        self.rows = self._rows(data, design, more=more)
        for number in range(1, self.rows + 1):
            self._add_item(number)
        if design:
            self.initial.update(fields_of(design))
        self.fields["word"].widget.choices = _told_apart(CALLED, self["word"].value())

    def _add_fields(self) -> None:
        self.fields["name"] = NameField(
            required=not self.is_draft, max_length=NAME_LENGTH, label=gettext_lazy("Name")
        )
        self.fields["summary"] = SentenceField(
            MOST_SUMMARY, label=gettext_lazy("In a sentence"), placeholder=_("Optional")
        )
        self.fields["least"] = WholeField(1, MOST_PLAYERS, label=gettext_lazy("Players from"))
        self.fields["most"] = WholeField(1, MOST_PLAYERS, label=gettext_lazy("to"))
        self.fields["team"] = ChoiceField(TEAMS, label=gettext_lazy("Who plays together"))
        self.fields["word"] = ChoiceField(CALLED, label=gettext_lazy("It is played in"))
        self.fields["dealer"] = forms.BooleanField(
            required=False,
            label=gettext_lazy("It has a dealer"),
            template_name="forms/switch.html",
        )
        self.fields["decimals"] = ChoiceField(DECIMALS, label=gettext_lazy("Points are"))
        self.fields["wins"] = ChoiceField(WINS, label=gettext_lazy("Who wins"))
        self.fields["ending"] = ChoiceField(ENDINGS, label=gettext_lazy("When it ends"))
        self.fields["target"] = WholeField(1, MOST_TARGET, label=gettext_lazy("Target"))
        self.fields["deals"] = WholeField(1, MOST_DEALS, label=gettext_lazy("How many"))
        self.initial.update({"least": 2, "most": 6, "dealer": True})

    def _rows(self, data: Any, design: Design | None, *, more: bool) -> int:
        """Return the number of rows for items."""
        sent = len([n for n in range(1, MOST_ITEMS + 1) if data and f"item-{n}-label" in data])
        known = sent or (len(design.items) if design else ROWS)
        return min(MOST_ITEMS, known + more)

    def _add_item(self, number: int) -> None:
        self.fields[f"item-{number}-label"] = SentenceField(
            MOST_LABEL,
            # Translators: {number} counts the lines that players fill in, in a group’s own game
            label=_("Name of line {number}").format(number=number),
            placeholder=_("Points") if number == 1 else _("Jars of jam"),
        )
        self.fields[f"item-{number}-ask"] = ChoiceField(
            ASKS, label=_("How line {number} is entered").format(number=number)
        )
        self.fields[f"item-{number}-worth"] = WholeField(
            -MOST_WORTH, MOST_WORTH, label=_("What line {number} is worth").format(number=number)
        )
        self.initial[f"item-{number}-worth"] = 1

    @property
    def item_rows(self) -> Iterator[tuple[int, BoundField, BoundField, BoundField]]:
        """Yield the number of each row and its fields: label, kind and worth."""
        for number in range(1, self.rows + 1):
            place = f"item-{number}"
            yield number, self[f"{place}-label"], self[f"{place}-ask"], self[f"{place}-worth"]

    @property
    def can_have_more(self) -> bool:
        return self.rows < MOST_ITEMS

    @property
    def ending_rows(self) -> list[tuple[str, str, bool, BoundField | None]]:
        """The ways in which the game can end: value, label, whether it is chosen, and its field."""
        chosen = self["ending"].value() or next(iter(ENDINGS))
        numbers = {"target": self["target"], "deals": self["deals"]}
        return [(key, str(text), key == chosen, numbers.get(key)) for key, text in ENDINGS.items()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        ending = cleaned.get("ending", "open")
        until = cleaned.get(ending)
        if ending != "open" and until is None and ending not in self.errors:
            if not self.is_draft:
                self.add_error(ending, _("Enter a number, or choose another ending."))
            ending = "open"
        if self.errors:
            return cleaned
        self.design = Design(
            name=cleaned["name"] or _("Your game"),
            items=tuple(self._items()),
            summary=cleaned["summary"],
            least=cleaned["least"] or 1,
            most=cleaned["most"] or MOST_PLAYERS,
            team=int(cleaned["team"]),
            word=cleaned["word"],
            has_dealer=cleaned["dealer"],
            wins=cleaned["wins"],
            ending=ending,
            until=until or 0,
            decimals=int(cleaned["decimals"]),
        )
        try:
            self.variant = self.design.variant(self.slug)
        except CatalogueError as error:
            self.add_error(None, error.told)
        return cleaned

    def _items(self) -> Iterator[DesignItem]:
        """Yield the items of the rows that have a label. An empty draft gets one for points."""
        cleaned, found = self.cleaned_data, False
        for number in range(1, self.rows + 1):
            label, ask, worth = (
                cleaned[f"item-{number}-{part}"] for part in ("label", "ask", "worth")
            )
            if label:
                found = True
                yield DesignItem(label, ask, 1 if worth is None else worth)
        if self.is_draft and not found:
            yield DesignItem(_("Points"))

    @property
    def problems(self) -> list[str]:
        """All problems as sentences, without the names of their fields."""
        return list(dict.fromkeys(str(each) for found in self.errors.values() for each in found))


def _told_apart(
    choices: Mapping[str, "_StrOrPromise"], chosen: str | None
) -> list[tuple[str, "_StrOrPromise"]]:
    """Return the choices without those that the language calls the same as an earlier one.

    The chosen one is kept instead of the others that are called the same.
    """
    last = [chosen] if chosen is not None and chosen in choices else []
    shown = {str(choices[key]): key for key in (*reversed(list(choices)), *last)}
    return [(key, text) for key, text in choices.items() if shown[str(text)] == key]


def fields_of(design: Design) -> dict[str, Any]:
    """Return the values of the form’s fields for a game, by field name."""
    fields: dict[str, Any] = {
        "name": design.name,
        "summary": design.summary,
        "least": design.least,
        "most": design.most,
        "team": str(design.team),
        "word": design.word,
        "dealer": design.has_dealer,
        "wins": design.wins,
        "ending": design.ending,
        "decimals": str(design.decimals),
    }
    if design.ending != "open":
        fields[design.ending] = design.until
    for number, item in enumerate(design.items, 1):
        fields |= {
            f"item-{number}-label": item.label,
            f"item-{number}-ask": item.ask,
            f"item-{number}-worth": with_minus(item.worth),
        }
    return fields


def picture_query(design: Design) -> str:
    """Return the query string for the picture of a game that hasn’t been saved yet."""
    query = QueryDict(mutable=True)
    fields = fields_of(design)
    query.update({key: str(value) for key, value in fields.items() if value is not False})
    return query.urlencode()
