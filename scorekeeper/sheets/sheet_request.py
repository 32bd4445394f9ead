"""Requests for sheets: reading a sheet and its print options from a URL."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.errors import RulesError
from rules.engine.formatting import is_printable
from rules.engine.house_rules import typed_patches
from rules.engine.rulesets import Players, Ruleset
from rules.engine.variants import Variant
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.sheets.layout import Sheet, blank_sheet
from scorekeeper.sheets.papers import MOST_COPIES, MOST_LEAVES, PAPERS, PrintOptions, Turn
from scorekeeper.sheets.pdf import fit_sheet

# Sheets with at most this number of cells are not checked for too many pages.
FEW_CELLS = 200
TURNS: Mapping[str, Turn] = {turn: turn for turn in ("", "portrait", "landscape")}
USUAL = PrintOptions()
# Prefixes of URL parameters for house rules.
HOUSE = ("option", "figures-", "set-")

# URL parameters, as pairs of a name and a value.
Parts = list[tuple[str, str]]


class BadSheetRequestError(RulesError):
    """The sheet can’t be printed; ``field`` is the name of the invalid URL parameter."""

    code = "bad-order"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A requested sheet, its print options and its filename.

    ``query`` is the shortest query string for the same sheet, including the question mark.
    ``house`` are the parameters in it that are house rules.
    """

    sheet: Sheet
    printing: PrintOptions
    filename: str
    query: str
    house: frozenset[tuple[str, str]] = frozenset()


def read_sheet_request(
    variant: Variant, ruleset: Ruleset, house: Parts, asked: QueryDict
) -> SheetRequest:
    """Return the blank sheet that the URL asks for. Raises BadSheetRequestError.

    ``ruleset`` is the variant’s ruleset with the ``house`` rules from the URL.
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
        translated_ruleset(ruleset),
        [*names, *[""] * (columns - len(names))],
        translated_house_rules(variant, ruleset),
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
    """Return the print options in the URL; the default is one copy on A4.

    Raises BadSheetRequestError if they are invalid or would result in too many pages.
    """
    paper = asked.get("paper", "").strip().lower() or USUAL.paper
    if paper not in PAPERS:
        raise BadSheetRequestError(
            "paper",
            _("“{paper}” isn’t a paper size we have. Choose one of {papers}.").format(
                paper=paper[:20], papers=", ".join(PAPERS)
            ),
        )
    turn = asked.get("turn", "").strip().lower()
    if turn not in TURNS:
        raise BadSheetRequestError(
            "turn",
            # Translators: portrait and landscape are values in a URL: leave them in English
            _("“{turn}” isn’t an orientation. Choose portrait or landscape.").format(
                turn=turn[:20]
            ),
        )
    is_large = read_switch(asked, "large")
    text = asked.get("copies", "").strip() or "1"
    copies = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0
    if not 1 <= copies <= MOST_COPIES:
        raise BadSheetRequestError(
            "copies",
            _("We can’t print “{copies}” copies. Enter a number from 1 to {most}.").format(
                copies=text[:20], most=MOST_COPIES
            ),
        )
    printing = PrintOptions(paper, TURNS[turn], is_large, copies)
    if copies == 1 and sheet.least_rows * len(sheet.names) <= FEW_CELLS:
        return printing
    leaves = len(fit_sheet(sheet, printing).leaves)
    if leaves > MOST_LEAVES:
        message = ngettext(
            "That would take {count} page. Choose larger paper or normal print.",
            "That would take {count} pages. Choose larger paper or normal print.",
            leaves,
        )
        raise BadSheetRequestError("large" if is_large else "paper", message.format(count=leaves))
    most = MOST_LEAVES // leaves
    if copies > most:
        message = ngettext(
            "Each copy of this sheet has many pages. Print at most {count} copy at a time.",
            "Each copy of this sheet has many pages. Print at most {count} copies at a time.",
            most,
        )
        raise BadSheetRequestError("copies", message.format(count=most))
    return printing


def read_switch(asked: QueryDict, name: str) -> bool:
    """Return whether ``name`` is switched on in the URL. Raises BadSheetRequestError."""
    text = asked.get(name, "").strip()
    if text not in ("", "0") and not is_on(asked, name):
        raise BadSheetRequestError(
            name,
            _("“{value}” is neither yes nor no. Use 1 or leave it out.").format(value=text[:20]),
        )
    return is_on(asked, name)


def is_on(asked: QueryDict, name: str) -> bool:
    """Return whether the checkbox ``name`` is ticked in the URL."""
    return asked.get(name, "").strip().lower() in ("1", "on")


def print_parts(printing: PrintOptions) -> Parts:
    """Return the URL parameters for these print options."""
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
    """Return the URL parameters for these house rules."""
    parts = []
    for option_id, answer in options.items():
        parts.append(("option", option_id))
        if answer is not True:
            figures = ",".join(map(str, answer)) if isinstance(answer, list) else str(answer)
            parts.append((f"figures-{option_id}", figures))
    return parts + [(f"set-{path}", text) for path, text in typed_patches(patches).items()]


def parts_besides_house(asked: QueryDict) -> Parts:
    """Return the URL parameters that aren’t house rules, as typed."""
    return [
        (name, text)
        for name, texts in asked.lists()
        for text in texts
        if text.strip() and not name.startswith(HOUSE)
    ]


def has_figures(asked: QueryDict) -> bool:
    """Return whether the URL sets a custom value."""
    return any(asked.get(name, "").strip() for name in asked if name.startswith("set-"))


def query_of(parts: Parts) -> str:
    """Return a query string such as ``?players=5&large=1``; empty without parameters."""
    return f"?{urlencode(parts, safe=',*')}" if parts else ""


def _names(text: str) -> list[str]:
    """Return the names in ``text``, which are separated by commas or line breaks.

    A blank name is a column to be named by hand. Blank lines at the end don’t count, because the
    user may not have typed the next name yet.
    """
    text = text.rstrip(" \r\n")
    if not text:
        return []
    names = []
    for typed in re.split(r",|\r?\n", text):
        name = typed.strip(" ")
        if not is_printable(name):
            raise BadSheetRequestError(
                "names",
                _(
                    "One of the names contains a character that can’t be "
                    "printed. Enter that name without it."
                ),
            )
        if len(name) > NAME_LENGTH:
            message = ngettext(
                "“{name}” is too long. Use at most {most} character.",
                "“{name}” is too long. Use at most {most} characters.",
                NAME_LENGTH,
            )
            raise BadSheetRequestError("names", message.format(name=name[:40], most=NAME_LENGTH))
        names.append(" ".join(name.split()))
    return names


def _named(names: Sequence[str]) -> list[str]:
    """Return ``names`` without the blank ones at the end."""
    last = max((at for at, name in enumerate(names, 1) if name), default=0)
    return list(names[:last])


def _players(ruleset: Ruleset, text: str, names: Sequence[str]) -> int:
    """Return the number of players; ``names`` are the names of the columns."""
    players, is_teams = ruleset.players, ruleset.players.team > 1
    if text.strip():
        number = text.strip()
        if not re.fullmatch(r"[0-9]{1,4}", number) or int(number) not in players.counts:
            # Translators: {range} is a number of players or a range of them, such as “3 to 5”
            message = _("{game} is for {range} players, not “{number}”. Choose another number.")
            message = message.format(
                game=ruleset.name, range=ruleset.players_words, number=number[:20]
            )
            raise BadSheetRequestError("players", message)
        count = len(_named(names))
        if count > int(number) // players.team:
            message = _names_for_players(is_teams=is_teams, players=int(number))
            message = message.format(names=count, players=number)
            can_add = int(number) < players.counts[-1]
            advice = _("Add players or remove names.") if can_add else _("Remove some names.")
            raise BadSheetRequestError("names", f"{message} {advice}")
        return int(number)
    if len(names) > players.counts[-1] // players.team:
        # Translators: {range} is a number of players or a range of them, such as “3 to 5”
        message = _("{game} is for {range} players, but there are {names} names. Remove some.")
        if is_teams:
            # Translators: {range} is a number of players or a range of them, such as “4 or 6”
            message = _(
                "{game} is for {range} players, but there are {names} team names. Remove some."
            )
        message = message.format(game=ruleset.name, range=ruleset.players_words, names=len(names))
        raise BadSheetRequestError("names", message)
    return _usual_players(players, len(names))


def _names_for_players(*, is_teams: bool, players: int) -> str:
    """Return a sentence with placeholders, saying that there are more names than players."""
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
        return players.best if players.best in players.counts else players.counts[0]
    return max(columns * players.team, players.counts[0])
