"""Replacing a player’s name in stored texts."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.formatting import name_key, tidied
from rules.engine.own_games import is_own, renamed
from rules.engine.rulesets import NAME_LENGTH, Plain, Ruleset
from rules.engine.snapshots import RulesSnapshot, Snapshot, StartSnapshot, TableSnapshot
from scorekeeper.queries.seating import JOINED_BY

_NAMED = ("name", "player")  # the parameters of stored reasons that contain a player’s name


@dataclass(frozen=True, slots=True)
class NameReplacement:
    """The keys of one player’s names, and the name that replaces them.

    ``in_words`` replaces the player’s name wherever it is a word of a longer text. In a group’s own
    game (``is_own_game``), that text may be a label.
    """

    names: frozenset[str]
    replacement: str
    in_words: Callable[[str], str]
    is_own_game: bool = False

    def of(self, text: str) -> str:
        """Return a player’s or team’s name, with this player’s name replaced.

        The default name of a team consists of its players’ names.
        """
        parts = [text] if name_key(text) in self.names else text.split(JOINED_BY)
        return JOINED_BY.join(
            self.replacement if name_key(part) in self.names else part for part in parts
        )

    def in_snapshot(self, snapshot: Snapshot | None) -> Snapshot | None:
        """Return the data of a change with the name replaced."""
        match snapshot:
            case TableSnapshot():
                sides = (
                    side.model_copy(update={"name": self.of(side.name)}) for side in snapshot.sides
                )
                seats = (
                    seat.model_copy(update={"name": self.of(seat.name)}) for seat in snapshot.seats
                )
                return snapshot.model_copy(update={"sides": tuple(sides), "seats": tuple(seats)})
            case StartSnapshot():
                players = tuple(map(self.of, snapshot.players))
                options = options_renamed(snapshot.options, self.in_words)
                return snapshot.model_copy(update={"players": players, "options": options})
            case RulesSnapshot():
                ruleset = ruleset_renamed(snapshot.ruleset, self.in_words)
                return snapshot.model_copy(update={"ruleset": ruleset})
        return snapshot

    def in_reasons(self, stored: Any) -> Any:
        """Return stored reasons (``rules.engine.reasons``) with the name replaced."""
        match stored:
            case Mapping():
                return {key: self._in_parameter(key, value) for key, value in stored.items()}
            case list():
                return [self.in_reasons(value) for value in stored]
        return stored

    def _in_parameter(self, key: str, value: Any) -> Any:
        if isinstance(value, str) and key in _NAMED:
            return self.of(value)
        if isinstance(value, str) and key == "label" and self.is_own_game:
            return self.in_words(value)
        return self.in_reasons(value)


def options_renamed(options: Mapping[str, Any], in_words: Callable[[str], str]) -> Plain:
    """Return the chosen options with the player’s name replaced in the title of the game."""
    own = options.get("name")
    if not isinstance(own, str):
        return dict(options)
    return {**options, "name": in_words(own)[:NAME_LENGTH]}


def ruleset_renamed(ruleset: Ruleset, in_words: Callable[[str], str]) -> Ruleset:
    """Return a ruleset with the name replaced in the texts that the players wrote.

    These are the title that they gave the game or, in a group’s own game, its name and its labels.
    """
    if is_own(ruleset.slug):
        return renamed(ruleset, in_words)
    if "name" not in ruleset.options:
        return ruleset
    name, options = in_words(ruleset.name)[:NAME_LENGTH], ruleset.options
    return ruleset.model_copy(update={"name": name, "options": options_renamed(options, in_words)})


def replaced_words(text: str, name: str, replacement: str, others: Iterable[str] = ()) -> str:
    """Return ``text`` with ``name`` replaced wherever it is a whole word.

    The names of ``others`` stay, even if they contain ``name``, as “Ann Marie” contains “Ann”.
    """
    longer = (_pattern(other) for other in others if name_key(name) in name_key(other))
    alternatives = "|".join((*longer, f"(?P<name>{_pattern(name)})"))
    composed = unicodedata.normalize("NFC", text)
    replaced = re.sub(
        rf"(?<!\w)(?:{alternatives})(?!\w)",
        lambda found: replacement if found["name"] else found[0],
        composed,
        flags=re.IGNORECASE,
    )
    return text if replaced == composed else replaced


def _pattern(name: str) -> str:
    """Return a regular expression for a name, whatever the spaces between its words."""
    return r"\s+".join(map(re.escape, tidied(name).split()))
