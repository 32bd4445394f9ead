"""The forms for printing a blank sheet, and the sheet of a game."""

import re
from collections.abc import Sequence
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, ngettext

from rules.engine.formatting import is_printable
from rules.engine.rulesets import Players, Ruleset
from rules.engine.variants import Variant
from scorekeeper.forms.print_options import PrintField, PrintForm, PrintSwitch
from scorekeeper.forms.sheets import SheetRulesForm
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.printing.requests import (
    BlankSheetRequest,
    FilledSheetRequest,
    Parts,
    house_parts,
    print_parts,
    query_of,
)
from scorekeeper.queries.board import Scoreboard

MOST_WANTED = 4  # columns of a sheet for a game that one can play alone


class BlankSheetForm(PrintForm):
    """The form for the players and print options of a blank sheet, given its house ``rules``."""

    def __init__(self, address: QueryDict, *, rules: SheetRulesForm) -> None:
        super().__init__(address)
        self.rules = rules
        self.fields = _player_fields(rules.variant.standard.players) | self.fields

    @classmethod
    def of_variant(cls, variant: Variant, address: QueryDict) -> Self:
        """Return the form for this URL of a variant’s sheet."""
        return cls(address, rules=SheetRulesForm(address, variant=variant))

    @property
    def problems(self) -> dict[str, str]:
        """The problems with the house rules, followed by all others."""
        return self.rules.problems | super().problems

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the sheet, or the standard rules if the house rules are invalid."""
        return (self.rules.is_valid() and self.rules.ruleset) or self.rules.variant.standard

    def clean_players(self) -> int | None:
        """Return the number of players, or None if the names determine it."""
        text: str = self.cleaned_data["players"]
        if not text:
            return None
        if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) not in self.ruleset.players.counts:
            # Translators: {range} is a number of players or a range of them, such as “3 to 5”
            message = gettext(
                "{game} is for {range} players, not “{number}”. Choose another number."
            )
            raise ValidationError(message.format(**self._game_words, number=text[:20]))
        return int(text)

    def clean_names(self) -> list[str]:
        """Return the names of the columns; a blank name leaves a column to be named by hand."""
        names = _names(self.cleaned_data["names"])
        players = self.ruleset.players
        number = self.cleaned_data.get("players")
        if number is not None and len(_named(names)) > number // players.team:
            message = _names_for_players(is_teams=players.team > 1, players=number)
            message = message.format(names=len(_named(names)), players=number)
            advice = gettext("Remove some names.")
            if number < players.counts[-1]:
                advice = gettext("Add players or remove names.")
            raise ValidationError(f"{message} {advice}")
        if number is None and len(names) > players.counts[-1] // players.team:
            # Translators: {range} is a number of players or a range of them, such as “3 to 5”
            message = gettext(
                "{game} is for {range} players, but there are {names} names. Remove some."
            )
            if players.team > 1:
                # Translators: {range} is a number of players or a range of them, such as “4 or 6”
                message = gettext(
                    "{game} is for {range} players, but there are {names} team names. Remove some."
                )
            raise ValidationError(message.format(**self._game_words, names=len(names)))
        return names

    @property
    def _game_words(self) -> dict[str, str]:
        return {"game": self.ruleset.name, "range": self.ruleset.players_words}

    def clean(self) -> dict[str, Any]:
        """Set the number of players if it wasn’t chosen, and drop blank names at the end."""
        cleaned = self.cleaned_data
        if not self.errors and self.rules.is_valid():
            names = cleaned["names"]
            players = cleaned["players"] or _usual_players(self.ruleset.players, len(names))
            cleaned |= {"players": players, "names": _named(names)}
        return cleaned

    def requested(self) -> BlankSheetRequest:
        """Return what the URL requests. Raises BadSheetRequestError."""
        printing = self.printing()
        players, names = self.cleaned_data["players"], self.cleaned_data["names"]
        parts: Parts = []
        if players != _usual_players(self.ruleset.players, len(names)):
            parts.append(("players", str(players)))
        if names:
            parts.append(("names", ",".join(names)))
        house = house_parts(self.rules.options, self.rules.patches)
        return BlankSheetRequest(
            printing,
            f"{self.rules.variant.slug}-{players}-players.pdf",
            query_of([*parts, *print_parts(printing), *house]),
            frozenset(house),
            variant=self.rules.variant,
            ruleset=self.ruleset,
            players=players,
            names=tuple(names),
        )


class FilledSheetForm(PrintForm):
    """The form for printing the sheet of a game that has started."""

    def __init__(self, address: QueryDict, *, board: Scoreboard) -> None:
        super().__init__(address)
        self.board = board
        if board.played:
            self.fields["chart"] = PrintSwitch(label=gettext("Include the chart of totals"))

    def requested(self) -> FilledSheetRequest:
        """Return what the URL requests. Raises BadSheetRequestError."""
        printing = self.printing()
        has_chart = bool(self.cleaned_data.get("chart"))
        parts = print_parts(printing) + ([("chart", "1")] if has_chart else [])
        filename = f"{self.board.game.variant}-{self.board.game.code}.pdf"
        return FilledSheetRequest(printing, filename, query_of(parts), has_chart=has_chart)


def _player_fields(players: Players) -> dict[str, forms.Field]:
    """Return the fields for the number of players and their names."""
    usual = players.best or players.counts[0]
    # Translators: the number of players for which the game is best
    best = gettext("{count} (best)")
    counts = [
        (str(n), best.format(count=n) if n == players.best else str(n)) for n in players.counts
    ]
    if len(counts) > 1:
        named = gettext("As many as you name, otherwise {count}").format(count=usual)
        counts.insert(0, ("", named))
    is_teams = players.team > 1
    # Translators: examples of names of teams, and of players
    placeholder = gettext("We, They") if is_teams else gettext("Ann, Bob, Cleo")
    return {
        "players": PrintField(label=gettext("Players"), choices=counts),
        "names": PrintField(
            label=gettext("Team names") if is_teams else gettext("Names"),
            help_text=gettext("One per line, or separated by commas."),
            widget=forms.Textarea({"rows": 3, "placeholder": placeholder}),
            template_name="forms/print_names.html",
            strip=False,
        ),
    }


def _names(text: str) -> list[str]:
    """Return the names in ``text``, which are separated by commas or line breaks.

    A blank name leaves a column to be named by hand. Blank lines at the end don’t count, because
    the user may not have typed the next name yet.
    """
    text = text.rstrip(" \r\n")
    if not text:
        return []
    names = []
    for typed in re.split(r",|\r?\n", text):
        name = typed.strip(" ")
        if not is_printable(name):
            raise ValidationError(
                gettext(
                    "One of the names contains a character that can’t be "
                    "printed. Remove that character."
                )
            )
        if len(name) > NAME_LENGTH:
            message = ngettext(
                "“{name}” is too long. Use at most {most} character.",
                "“{name}” is too long. Use at most {most} characters.",
                NAME_LENGTH,
            )
            raise ValidationError(message.format(name=name[:40], most=NAME_LENGTH))
        names.append(" ".join(name.split()))
    return names


def _named(names: Sequence[str]) -> list[str]:
    """Return ``names`` without the blank ones at the end."""
    last = max((at for at, name in enumerate(names, 1) if name), default=0)
    return list(names[:last])


def _names_for_players(*, is_teams: bool, players: int) -> str:
    """Return the error message for too many names, with placeholders."""
    if is_teams:
        return ngettext(
            "There are {names} team names for {players} player.",
            "There are {names} team names for {players} players.",
            players,
        )
    return ngettext(
        "There are {names} names for {players} player.",
        "There are {names} names for {players} players.",
        players,
    )


def _usual_players(players: Players, columns: int) -> int:
    """Return the default number of players if ``columns`` columns are named."""
    if not columns:
        # Few people want a sheet for one player, even of games that one can play alone.
        least = MOST_WANTED if players.counts[0] == 1 else 1
        known = [count for count in players.counts if count >= least] or players.counts
        return players.best if players.best in players.counts else known[0]
    return max(columns * players.team, players.counts[0])
