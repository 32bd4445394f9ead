"""Who plays, by which house rules, who deals first."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField

from rules.engine.errors import RulesError
from rules.engine.variants import Variant
from scorekeeper.forms.changes import KEY_LENGTH, ChangeForm
from scorekeeper.forms.house_rules import HouseRulesForm
from scorekeeper.forms.names import NameField
from scorekeeper.models import HouseRules


class NewGameForm(HouseRulesForm, ChangeForm):
    """A game to start; ``names``, ``teams`` and ``first_dealer`` hold the values once it is valid,
    beside those of its house rules.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        variant: Variant,
        names: Sequence[str] = (),
        tables: Sequence[tuple[int, str]] = (),
        saved: HouseRules | None = None,
        typed: Mapping[str, str] | None = None,
    ) -> None:
        """Make the form; ``tables`` are the groups to choose from, by key, the usual one first,
        ``saved`` the house rules to begin with. Of what was ``typed`` before, everything but the
        house rules stays.
        """
        super().__init__(
            data,
            variant=variant,
            options=saved.options if saved else {},
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
            max_length=40,
            label="Keep them as",
            template_name="forms/save_as.html",
            attrs={"placeholder": "Sunday rules"},
        )
        self.initial["save-as"] = saved.name if saved else ""
        stays = {"key", "table", "dealer", *(f"name-{seat}" for seat in self.seats)}
        stays |= {f"team-{side}" for side in self.sides}
        stays |= {field.name for field in self.text_fields if not self.initial[field.name]}
        self.initial.update({key: text for key, text in (typed or {}).items() if key in stays})

    def _add_seats(self, names: Sequence[str]) -> None:
        for seat in self.seats:
            is_needed = seat <= self.variant.standard.players.min
            self.fields[f"name-{seat}"] = NameField(
                required=False,
                label=f"Player {seat}",
                template_name="forms/label_apart.html",
                attrs={
                    "class": "seat-name",
                    "placeholder": f"Player {seat}" if is_needed else f"Player {seat}, if any",
                    "list": "people",
                },
            )
            self.initial[f"name-{seat}"] = names[seat - 1] if seat <= len(names) else ""
        self.fields["dealer"] = forms.ChoiceField(
            choices=[(seat, f"Player {seat} deals first") for seat in self.seats],
            required=False,
            error_messages={"invalid_choice": "Choose one of the players as first dealer."},
        )
        self.initial["dealer"] = 1
        for side in self.sides:
            self.fields[f"team-{side}"] = NameField(required=False, label=f"Side {side}")

    @property
    def seats(self) -> range:
        """Places at the largest table that the rules or one of their options allow."""
        most = (option.patch.get("players.max", 0) for option in self.variant.options)
        return range(1, max(self.variant.standard.players.max, *most, 0) + 1)

    @property
    def sides(self) -> range:
        """Numbers of the sides of partners; none where nobody has a partner."""
        players = self.variant.standard.players
        return range(1, players.max // players.team + 1 if players.team > 1 else 1)

    @property
    def seat_rows(self) -> list[dict[str, Any]]:
        """For the page: each seat with its name field, its side and whether it deals first."""
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

    @property
    def save_as(self) -> BoundField:
        """Under which name the house rules are kept."""
        return self["save-as"]

    def has_house_rules(self, kept: HouseRules) -> bool:
        """Whether these house rules are those of the form, unchanged."""
        own = self.options, self.patches, self["save-as"].value()
        return own == (kept.options, kept.patches, kept.name)

    def rules_errors(self) -> dict[str, list[str]]:
        """What is wrong with the house rules or with the name they shall be kept by."""
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
        return cleaned

    def _check_names(self, taken: Sequence[tuple[int, str]]) -> None:
        rules = self.ruleset
        if rules and not any(name.startswith("name-") for name in self.errors):
            if len(taken) < rules.players.min:
                self.add_error(
                    None,
                    f"{self.variant.name} needs at least {rules.players.min} players; "
                    f"you named {len(taken)}. Add a name.",
                )
            else:
                try:
                    rules.check_table(len(taken))
                except RulesError as error:
                    self.add_error(None, str(error))
        seen: set[str] = set()
        for seat, name in taken:
            if name.casefold() in seen:
                self.add_error(
                    f"name-{seat}", f"“{name}” sits here twice; tell the two players apart."
                )
            seen.add(name.casefold())
