"""Who plays, by which house rules, who deals first."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from rules.errors import CatalogueError
from rules.variants import Option, Variant
from scorekeeper.forms.names import NameField

MAX_FIGURES = 12


class NewGameForm(forms.Form):
    """A game to start; ``names``, ``options`` and ``first_dealer`` hold the values once it is
    valid.
    """

    key = forms.CharField(max_length=36, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        variant: Variant,
        names: Sequence[str] = (),
        tables: Sequence[tuple[int, str]] = (),
    ) -> None:
        """Make the form; ``tables`` are the groups to choose from, by key, the usual one first."""
        super().__init__(data)
        if len(tables) > 1:
            self.fields["table"] = forms.TypedChoiceField(
                choices=tables, coerce=int, required=False
            )
        self.variant = variant
        self.names: list[str] = []
        self.options: dict[str, Any] = {}
        self.first_dealer = 1
        for seat in self.seats:
            self.fields[f"name-{seat}"] = NameField(required=False, label=f"Player {seat}")
            self.initial[f"name-{seat}"] = names[seat - 1] if seat <= len(names) else ""
        self.fields["dealer"] = forms.ChoiceField(
            choices=[(seat, f"Player {seat} deals first") for seat in self.seats],
            required=False,
            error_messages={"invalid_choice": "Choose one of the players as first dealer."},
        )
        self.initial["dealer"] = 1
        for option in variant.options:
            self.fields[f"option-{option.id}"] = forms.BooleanField(
                required=False, label=option.label, help_text=option.explanation
            )
            if option.asks:
                self.fields[f"figures-{option.id}"] = forms.CharField(
                    required=False, max_length=80, label=f"{option.label}: figures"
                )

    @property
    def seats(self) -> range:
        return range(1, self.variant.standard.players.max + 1)

    @property
    def seat_rows(self) -> list[dict[str, Any]]:
        """For the page: each seat with its name field and whether it deals first."""
        dealer = str(self["dealer"].value() or 1)
        needed = self.variant.standard.players.min
        return [
            {
                "seat": seat,
                "field": self[f"name-{seat}"],
                "deals": dealer == str(seat),
                "needed": seat <= needed,
            }
            for seat in self.seats
        ]

    @property
    def option_rows(self) -> list[dict[str, Any]]:
        """For the page: each option with its switch and, where it asks for figures, their field."""
        return [
            {
                "option": option,
                "field": self[f"option-{option.id}"],
                "figures": self[f"figures-{option.id}"] if option.asks else None,
            }
            for option in self.variant.options
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        seated = [(seat, cleaned.get(f"name-{seat}", "")) for seat in self.seats]
        taken = [(seat, name) for seat, name in seated if name]
        self.names = [name for _, name in taken]
        self._check_names(taken)
        dealer = int(cleaned.get("dealer") or 1)
        dealing = [place for place, (seat, _) in enumerate(taken, 1) if seat == dealer]
        self.first_dealer = dealing[0] if dealing else 1
        for option in self.variant.options:
            if cleaned.get(f"option-{option.id}"):
                self.options[option.id] = self._figures(option, cleaned) if option.asks else True
        if not self.errors:
            try:
                self.variant.ruleset(self.options)
            except CatalogueError as error:
                self.add_error(None, f"{error}.")
        return cleaned

    def _check_names(self, taken: Sequence[tuple[int, str]]) -> None:
        players = self.variant.standard.players
        if len(taken) < players.min and not any(f.startswith("name-") for f in self.errors):
            self.add_error(
                None,
                f"{self.variant.name} needs at least {players.min} players; "
                f"you named {len(taken)}. Add a name.",
            )
        seen: set[str] = set()
        for seat, name in taken:
            if name.casefold() in seen:
                self.add_error(
                    f"name-{seat}", f"“{name}” sits here twice; tell the two players apart."
                )
            seen.add(name.casefold())

    def _figures(self, option: Option, cleaned: Mapping[str, Any]) -> list[int]:
        text = cleaned.get(f"figures-{option.id}", "")
        parts = [part for part in re.split(r"[\s,;]+", text) if part]
        if (
            not parts
            or len(parts) > MAX_FIGURES
            or not all(re.fullmatch(r"\d{1,5}", p) for p in parts)
        ):
            self.add_error(
                f"figures-{option.id}", "Write whole numbers with commas between, such as 2, 4, 6."
            )
            return []
        return [int(part) for part in parts]
