"""What a sheet is asked for: the text of an address into a sheet and how it is printed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from rules.engine.errors import RulesError
from rules.engine.formatting import is_printable
from rules.engine.house_rules import (
    house_rules,
    typed_patches,
)
from rules.engine.rulesets import Players, Ruleset
from rules.engine.variants import Variant
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.sheets.layout import Sheet, blank_sheet
from scorekeeper.sheets.papers import MOST_COPIES, MOST_LEAVES, PAPERS, PrintOptions, Turn
from scorekeeper.sheets.pdf import fit_sheet

# A sheet with no more rows by sides than these is not looked at for its length.
FEW_CELLS = 200
TURNS: Mapping[str, Turn] = {turn: turn for turn in ("", "portrait", "landscape")}
USUAL = PrintOptions()
# How the parts of an address that are house rules begin.
HOUSE = ("option", "figures-", "set-")

# Names of parts of an address with their values.
Parts = list[tuple[str, str]]


class BadSheetRequestError(RulesError):
    """A sheet that cannot be printed; ``field`` names the part of the address at fault."""

    code = "bad-order"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A sheet as asked for, how it is printed, and the name of its file.

    ``query`` asks for the same in the fewest words, with its question mark; ``house`` are those of
    its parts that are house rules.
    """

    sheet: Sheet
    printing: PrintOptions
    filename: str
    query: str
    house: frozenset[tuple[str, str]] = frozenset()


def read_sheet_request(
    variant: Variant, ruleset: Ruleset, house: Parts, asked: QueryDict
) -> SheetRequest:
    """Return the blank sheet that the address asks for, with the ``ruleset`` that its ``house``
    rules make of the variant. Raises BadSheetRequestError.
    """
    names = _names(asked.get("names", ""))
    players = _players(ruleset, asked.get("players", ""), names)
    try:
        ruleset.check_table(players)
    except RulesError as error:
        raise BadSheetRequestError("option", f"{str(error).rstrip('.')}.") from None
    names = _named(names)
    columns = players // ruleset.players.team
    sheet = blank_sheet(
        ruleset, [*names, *[""] * (columns - len(names))], house_rules(variant, ruleset)
    )
    printing = read_print_options(asked, sheet)
    parts: Parts = []
    if players != _usual_players(ruleset.players, len(names)):
        parts.append(("players", str(players)))
    if names:
        parts.append(("names", ",".join(names)))
    query = query_of([*parts, *print_parts(printing), *house])
    return SheetRequest(
        sheet, printing, f"{variant.slug}-{players}-players.pdf", query, frozenset(house)
    )


def read_print_options(asked: QueryDict, sheet: Sheet) -> PrintOptions:
    """Return how the address asks for ``sheet`` to be printed, once on A4 where it says nothing.

    Raises BadSheetRequestError, also when that would be more paper than anybody wants.
    """
    paper = asked.get("paper", "").strip().lower() or USUAL.paper
    if paper not in PAPERS:
        raise BadSheetRequestError(
            "paper", f"There is no paper “{paper[:20]}” here; write one of {', '.join(PAPERS)}."
        )
    turn = asked.get("turn", "").strip().lower()
    if turn not in TURNS:
        raise BadSheetRequestError(
            "turn", f"A sheet cannot be turned to “{turn[:20]}”; write portrait or landscape."
        )
    is_large = read_switch(asked, "large")
    text = asked.get("copies", "").strip() or "1"
    copies = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0
    if not 1 <= copies <= MOST_COPIES:
        raise BadSheetRequestError(
            "copies",
            f"“{text[:20]}” copies cannot be made; write a number from 1 to {MOST_COPIES}.",
        )
    printing = PrintOptions(paper, TURNS[turn], is_large, copies)
    if copies == 1 and sheet.least_rows * len(sheet.names) <= FEW_CELLS:
        return printing
    leaves = len(fit_sheet(sheet, printing).leaves)
    if leaves > MOST_LEAVES:
        raise BadSheetRequestError(
            "large" if is_large else "paper",
            f"This sheet would have {leaves} pages so; choose a larger paper and the usual print.",
        )
    most = MOST_LEAVES // leaves
    if copies > most:
        raise BadSheetRequestError(
            "copies", f"A copy of this sheet is long; ask for at most {most} of them at a time."
        )
    return printing


def read_switch(asked: QueryDict, name: str) -> bool:
    """Return whether the address asks for ``name``. Raises BadSheetRequestError."""
    text = asked.get(name, "").strip()
    if text not in ("", "0") and not is_on(asked, name):
        raise BadSheetRequestError(
            name, f"“{text[:20]}” is neither yes nor no; write 1 or leave it out."
        )
    return is_on(asked, name)


def is_on(asked: QueryDict, name: str) -> bool:
    """Whether the address ticks the box ``name``."""
    return asked.get(name, "").strip().lower() in ("1", "on")


def print_parts(printing: PrintOptions) -> Parts:
    """What an address says to have a sheet printed so."""
    parts = []
    if printing.paper != USUAL.paper:
        parts.append(("paper", printing.paper))
    if printing.turn:
        parts.append(("turn", printing.turn))
    if printing.large:
        parts.append(("large", "1"))
    if printing.copies > 1:
        parts.append(("copies", str(printing.copies)))
    return parts


def house_parts(options: Mapping[str, Any], patches: Mapping[str, Any]) -> Parts:
    """What an address says to have these house rules."""
    parts = []
    for option_id, answer in options.items():
        parts.append(("option", option_id))
        if answer is not True:
            figures = ",".join(map(str, answer)) if isinstance(answer, list) else str(answer)
            parts.append((f"figures-{option_id}", figures))
    return parts + [(f"set-{path}", text) for path, text in typed_patches(patches).items()]


def parts_besides_house(asked: QueryDict) -> Parts:
    """What the address says of anything but house rules, as it was typed."""
    return [
        (name, text)
        for name, texts in asked.lists()
        for text in texts
        if text.strip() and not name.startswith(HOUSE)
    ]


def has_figures(asked: QueryDict) -> bool:
    """Whether the address sets a figure of the table's own."""
    return any(asked.get(name, "").strip() for name in asked if name.startswith("set-"))


def query_of(parts: Parts) -> str:
    """``?players=5&large=1``; nothing where nothing has to be said."""
    return f"?{urlencode(parts, safe=',*')}" if parts else ""


def _names(text: str) -> list[str]:
    """The names between commas or on lines, blank ones kept: a column to be named by hand.

    Blank lines at the end are none: the next name has not been typed yet.
    """
    text = text.rstrip(" \r\n")
    if not text:
        return []
    names = []
    for typed in re.split(r",|\r?\n", text):
        name = typed.strip(" ")
        if not is_printable(name):
            raise BadSheetRequestError(
                "names", "A name has a character that cannot be printed; type it again."
            )
        if len(name) > NAME_LENGTH:
            raise BadSheetRequestError(
                "names", f"“{name[:40]}” is too long; use {NAME_LENGTH} characters at most."
            )
        names.append(" ".join(name.split()))
    return names


def _named(names: Sequence[str]) -> list[str]:
    """``names`` without the blank ones after the last that says something."""
    last = max((at for at, name in enumerate(names, 1) if name), default=0)
    return list(names[:last])


def _players(ruleset: Ruleset, text: str, names: Sequence[str]) -> int:
    """How many play; ``names`` are those of the columns, one for each side."""
    players, span = ruleset.players, f"{ruleset.name} is for {ruleset.players_words} players"
    who = "names" if players.team == 1 else "names of sides"
    if text.strip():
        number = text.strip()
        if not re.fullmatch(r"[0-9]{1,4}", number) or int(number) not in players.counts:
            raise BadSheetRequestError(
                "players", f"{span}, not “{number[:20]}”; choose such a number."
            )
        count = len(_named(names))
        if count > int(number) // players.team:
            more = "ask for more players or " if int(number) < players.counts[-1] else ""
            raise BadSheetRequestError(
                "names", f"There are {count} {who} for {number} players; {more}leave some out."
            )
        return int(number)
    if len(names) > players.counts[-1] // players.team:
        raise BadSheetRequestError(
            "names", f"{span}, but there are {len(names)} {who}; leave some out."
        )
    return _usual_players(players, len(names))


def _usual_players(players: Players, columns: int) -> int:
    """How many play where so many columns are named and nothing else is said."""
    if not columns:
        return players.best if players.best in players.counts else players.counts[0]
    return max(columns * players.team, players.counts[0])
