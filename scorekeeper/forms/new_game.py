"""The form that starts a game: its players, its house rules and the first dealer."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.errors import RulesError
from rules.engine.formatting import name_key
from rules.engine.house_rules import written
from rules.engine.variants import Variant
from scorekeeper.forms.changes import KEY_LENGTH
from scorekeeper.forms.days import DayField, StartForm
from scorekeeper.forms.house_rules import HouseRulesForm
from scorekeeper.forms.names import NameField
from scorekeeper.models import HouseRules
from scorekeeper.models.people import HOUSE_RULES_NAME_LENGTH


class NewGameForm(HouseRulesForm, StartForm):
    """A game to start.

    Once the form is valid, ``names``, ``teams`` and ``first_dealer`` contain its values, in
    addition to those of the house rules.
    """

    played_on = DayField(template_name="forms/label_unseen.html")

    def __init__(
        self,
        data: Any = None,
        *,
        variant: Variant,
        names: Sequence[str] = (),
        tables: Sequence[tuple[int, str]] = (),
        saved: HouseRules | None = None,
        options: Mapping[str, Any] | None = None,
        typed: Mapping[str, str] | None = None,
    ) -> None:
        """Create the form.

        ``tables`` are the keys and names of the groups to choose from, the usual group first.
        ``saved`` are the initial house rules, and without them ``options``. Values ``typed``
        earlier are kept for the players, the dealer and the day, and for texts that ``saved``
        leaves blank.
        """
        super().__init__(
            data,
            variant=variant,
            options=saved.options if saved else options,
            patches=saved.patches if saved else {},
        )
        # Without a key, a second tap would start a second game.
        self.fields["key"] = forms.CharField(max_length=KEY_LENGTH, widget=forms.HiddenInput)
        if len(tables) > 1:
            self.fields["table"] = forms.TypedChoiceField(
                choices=tables, coerce=int, required=False
            )
        self.names: list[str] = []
        self.teams: list[str] = []
        self.first_dealer = 1
        self._add_seats(names)
        self.fields["save-as"] = NameField(
            required=False,
            max_length=HOUSE_RULES_NAME_LENGTH,
            label=_("Save these rules as"),
            template_name="forms/save_as.html",
            attrs={"placeholder": _("Sunday rules")},
        )
        self.initial["save-as"] = saved.name if saved else ""
        stays = {"key", "table", "dealer", "played_on", *(f"name-{seat}" for seat in self.seats)}
        stays |= {f"team-{side}" for side in self.sides}
        stays |= {field.name for field in self.text_fields if not self.initial[field.name]}
        self.initial.update({key: text for key, text in (typed or {}).items() if key in stays})

    def _add_seats(self, names: Sequence[str]) -> None:
        for seat in self.seats:
            is_needed = seat <= self.variant.standard.players.min
            # Translators: {number} is a seat, counted clockwise
            label = _("Player {number}").format(number=seat)
            self.fields[f"name-{seat}"] = NameField(
                required=False,
                label=label,
                template_name="forms/label_apart.html",
                attrs={
                    "class": "seat-name",
                    "placeholder": label if is_needed else _("Optional"),
                    "list": "people",
                },
            )
            self.initial[f"name-{seat}"] = names[seat - 1] if seat <= len(names) else ""
        self.fields["dealer"] = forms.ChoiceField(
            choices=[
                (seat, _("Player {number} deals first").format(number=seat)) for seat in self.seats
            ],
            required=False,
            error_messages={"invalid_choice": _("Choose one of the players as the first dealer.")},
        )
        self.initial["dealer"] = 1
        for side in self.sides:
            self.fields[f"team-{side}"] = NameField(
                required=False, label=_("Team {number}").format(number=side)
            )

    @property
    def seats(self) -> range:
        """The seat numbers, for as many players as the rules or any of their options allow."""
        most = (option.patch.get("players.max", 0) for option in self.variant.options)
        return range(1, max(self.variant.standard.players.max, *most, 0) + 1)

    @property
    def sides(self) -> range:
        """The numbers of the teams; empty if the game has no partners."""
        players = self.variant.standard.players
        return range(1, players.max // players.team + 1 if players.team > 1 else 1)

    @property
    def seat_rows(self) -> list[dict[str, Any]]:
        """The seats for the page: name field, team, and whether the player deals first."""
        dealer = str(self["dealer"].value() or 1)
        players = self.variant.standard.players
        fixed = players.team > 1 and players.min == players.max
        return [
            {
                "seat": seat,
                "field": self[f"name-{seat}"],
                "deals": dealer == str(seat),
                "side": players.side_of(seat, players.max) if fixed else 0,
            }
            for seat in self.seats
        ]

    @property
    def team_fields(self) -> list[BoundField]:
        return [self[f"team-{side}"] for side in self.sides]

    def data_answering(self, chosen: Mapping[str, Any]) -> dict[str, str]:
        """Return what was submitted, with these options as the answers and their values."""
        data = {name: self.data[name] for name in self.data}
        for option in self.shown.options:
            if option.id in chosen and option.answer != "text":
                name = f"start-{option.start}" if option.start else f"option-{option.id}"
                data[name] = option.id
                if option.asks:
                    data[f"figures-{option.id}"] = written(chosen[option.id])
        return data

    @property
    def day(self) -> date | None:
        """The day that was chosen, or else the phone’s own date, if it is known."""
        day: date | None = self.cleaned_data["played_on"] or self.cleaned_data["today"]
        return day

    @property
    def save_as(self) -> BoundField:
        """The field for the name under which to save the house rules."""
        return self["save-as"]

    def has_house_rules(self, kept: HouseRules) -> bool:
        """Return whether the form has the same house rules as ``kept``, with the same name."""
        own = self.options, self.patches, self["save-as"].value()
        return own == (kept.options, kept.patches, kept.name)

    def rules_errors(self) -> dict[str, list[str]]:
        """Return the problems with the house rules, and with the name to save them under."""
        found = super().rules_errors()
        if wrong := self.errors.get("save-as"):
            found["save-as"] = [str(error) for error in wrong]
        return found

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        seated = [(seat, cleaned.get(f"name-{seat}", "")) for seat in self.seats]
        taken = [(seat, name) for seat, name in seated if name]
        self.names = [name for _, name in taken]
        self._check_names(taken)
        self.teams = [cleaned.get(f"team-{side}", "") for side in self.sides]
        dealer = int(cleaned.get("dealer") or 1)
        dealing = [place for place, (seat, _) in enumerate(taken, 1) if seat == dealer]
        self.first_dealer = dealing[0] if dealing else 1
        if "played_on" in self.errors:  # it may be below the button on a phone
            self.fields["played_on"].widget.attrs["autofocus"] = True
        return cleaned

    def _check_names(self, taken: Sequence[tuple[int, str]]) -> None:
        rules = self.ruleset
        if rules and not any(name.startswith("name-") for name in self.errors):
            if len(taken) < rules.players.min:
                needed = rules.players.min
                message = ngettext(
                    "{game} needs at least {needed} player, but you named {named}. Add a name.",
                    "{game} needs at least {needed} players, but you named {named}. Add a name.",
                    needed,
                )
                game = self.shown.name
                self.add_error(None, message.format(game=game, needed=needed, named=len(taken)))
            else:
                try:
                    rules.check_table(len(taken))
                except RulesError as error:
                    self.add_error(None, str(error))
        seen: set[str] = set()
        for seat, name in taken:
            if name_key(name) in seen:
                message = _("Two players are called “{name}”. Change one of the names.")
                self.add_error(f"name-{seat}", message.format(name=name))
            seen.add(name_key(name))
