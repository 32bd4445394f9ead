"""What a blank sheet is asked for: the text of an address into a sheet and its paper."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from rules.errors import RulesError
from rules.house import house_rules
from rules.variants import Option, Variant
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.sheets.layout import Sheet, blank_sheet
from scorekeeper.sheets.page import PAPERS

_JOINERS = "\u200c\u200d"
MOST_TEXT = 80
_FIGURES = re.compile(r"[0-9]{1,5}(\s*,\s*[0-9]{1,5})*")


class BadOrderError(RulesError):
    """A sheet that cannot be printed; ``field`` names the part of the address at fault."""

    code = "bad-order"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Order:
    """A blank sheet as asked for, its paper, and the name of its file."""

    sheet: Sheet
    paper: str
    filename: str


def read_order(variant: Variant, asked: QueryDict) -> Order:
    """Return the sheet that the address asks for. Raises BadOrderError."""
    names = _names(asked.get("names", ""))
    players = _players(variant, asked.get("players", ""), names)
    options = _options(variant, asked)
    try:
        ruleset = variant.ruleset(options)
        ruleset.check_table(players)
    except RulesError as error:
        raise BadOrderError("option", f"{str(error).rstrip('.')}.") from None
    return Order(
        sheet=blank_sheet(
            ruleset,
            names + [""] * (players // ruleset.players.team - len(names)),
            house_rules(variant, ruleset),
        ),
        paper=read_paper(asked.get("paper", "")),
        filename=f"{variant.slug}-{players}-players.pdf",
    )


def read_paper(text: str) -> str:
    """Return one of PAPERS, A4 where nothing is said. Raises BadOrderError."""
    paper = text.strip().lower() or "a4"
    if paper not in PAPERS:
        raise BadOrderError("paper", f"There is no paper “{text[:20]}” here; write a4 or letter.")
    return paper


def _names(text: str) -> list[str]:
    """The names between the commas, blank ones kept: a column to be named by hand."""
    if not text.strip():
        return []
    names = []
    for typed in text.split(","):
        name = typed.strip(" ")
        if any(unicodedata.category(c).startswith("C") and c not in _JOINERS for c in name):
            raise BadOrderError(
                "names", "A name has a character that cannot be printed; type it again."
            )
        if len(name) > NAME_LENGTH:
            raise BadOrderError(
                "names", f"“{name[:40]}” is too long; use {NAME_LENGTH} characters at most."
            )
        names.append(" ".join(name.split()))
    return names


def _players(variant: Variant, text: str, names: Sequence[str]) -> int:
    """How many play; ``names`` are those of the columns, one for each side."""
    rules = variant.standard
    players, span = rules.players, f"{variant.name} is for {rules.players_words} players"
    who = "names" if players.team == 1 else "names of sides"
    if text.strip():
        number = text.strip()
        if not re.fullmatch(r"[0-9]{1,4}", number) or int(number) not in players.counts:
            raise BadOrderError("players", f"{span}, not “{number[:20]}”; write such a number.")
        if len(names) > int(number) // players.team:
            raise BadOrderError(
                "names", f"There are {len(names)} {who} for {number} players; leave some out."
            )
        return int(number)
    if not names:
        return players.best or players.counts[0]
    if len(names) > players.counts[-1] // players.team:
        raise BadOrderError("names", f"{span}, but there are {len(names)} {who}.")
    return max(len(names) * players.team, players.counts[0])


def _options(variant: Variant, asked: QueryDict) -> dict[str, Any]:
    """The options by id: True, or the figures that the option asks for."""
    known = {option.id: option for option in variant.options}
    chosen: dict[str, Any] = {}
    for option_id in asked.getlist("option"):
        if option_id not in known:
            raise BadOrderError("option", f"{variant.name} has no option “{option_id[:40]}”.")
        option = known[option_id]
        chosen[option_id] = _answer(option, asked) if option.asks else True
    return chosen


def _answer(option: Option, asked: QueryDict) -> Any:
    field = f"figures-{option.id}"
    text = asked.get(field, "").strip()
    if option.answer == "text":
        answer: Any = text[:NAME_LENGTH]
    elif option.answer == "number":
        answer = int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None
    else:
        answer = [int(part) for part in text.split(",")] if _FIGURES.fullmatch(text) else None
        if answer is None or len(text) > MOST_TEXT:
            raise BadOrderError(
                field, f"“{option.label}” needs whole numbers with commas between, such as 2, 4, 6."
            )
    try:
        option.check(answer)
    except RulesError as error:
        raise BadOrderError(field, f"{error}.") from None
    return answer
