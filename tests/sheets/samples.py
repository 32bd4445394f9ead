"""Sample sheets: every game, blank and filled in, with the widest content."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.utils.translation import gettext as _

from rules.engine.catalogue import catalogue
from rules.engine.checking import has_points_on_paper
from rules.engine.rulesets import Ruleset
from rules.engine.schemes.base import SheetColumn
from rules.engine.snapshots import load_ruleset
from rules.engine.variants import Option, Variant
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.presenters.chart import Chart, totals_chart
from scorekeeper.sheets.layout import blank_sheet, out_column
from scorekeeper.sheets.sheet import AWAY, CORRECTED, TICK, Sheet, SheetCell, SumRow

# Each has 24 characters, the maximum for a name. The last one can’t be broken across lines.
NAMES = (
    "Wolfeschlegelsteinhausen",
    "Александра Константинова",
    "Bartholomew-Featherstone",
    "Γιώργος Παπαδόπουλος Γ.Γ",
    "Nguyễn Thị Ánh Nguyệt Ýê",
    "Søren Kierkegaard-Møller",
    "Владислава-Александровна",
    "Ødegård Þórðardóttir Ægi",
    "Παπακωνσταντινόπουλος Α.",
    "Łucja Żółć-Brzęczyszczyk",
    "Їжакевич Ґалаґан-Щербина",
    "MMMMMMMMMMMMWWWWWWWWWWWW",
)
ADDRESS = "https://scores.example.org/games/ABCDEFGH/?watch=0123456789abcdefghijk"
WIDEST = {"total": "−1250", "place": "12", "paid": "10480", "net": "− 1250 2/3"}
PLAYED = 15
KINDS = ("blank", "named", "filled")


def all_options(variant: Variant) -> dict[str, Any]:
    """Return as many options as can be combined, each with its suggested value."""
    fewest_barred = sorted(variant.options, key=lambda one: sum(map(one.bars, variant.options)))
    chosen: dict[str, Any] = {}
    picked: list[Option] = []
    for option in fewest_barred:
        if any(map(option.bars, picked)):
            continue
        picked.append(option)
        chosen[option.id] = _answer(option)
    return chosen


def _answer(option: Option) -> Any:
    if not option.asks:
        return True
    if option.answer == "number":
        return int(option.usual or option.least)
    if option.answer == "text":
        return option.usual or "Word"
    return [int(figure) for figure in option.placeholder.split(",")]


@cache
def ruleset_of(slug: str, kind: str) -> Ruleset:
    """Return the rules of a sample: filled-in sheets have all options."""
    variant = catalogue().variant(slug)
    return variant.ruleset(all_options(variant) if kind == "filled" else {})


def tables_of(slug: str, kind: str) -> tuple[int, ...]:
    """Return the minimum, a middle and the maximum number of players."""
    counts = ruleset_of(slug, kind).players.counts
    return tuple(dict.fromkeys((counts[0], counts[len(counts) // 2], counts[-1])))


def sheet_of(slug: str, players: int, kind: str) -> Sheet:
    """Return a sheet: ``blank``, ``named`` with long names, or ``filled`` with the widest content
    possible. A blank one has a code and corners if photographs of it are read.
    """
    ruleset = translated_ruleset(ruleset_of(slug, kind))
    if kind == "blank":
        sheet = blank_sheet(ruleset, [""] * (players // ruleset.players.team))
        is_read = has_points_on_paper(ruleset, players)
        return replace(sheet, address=ADDRESS if is_read else "", is_read=is_read)
    sheet = blank_sheet(
        ruleset,
        side_names(ruleset, players),
        translated_house_rules(catalogue().variant(slug), ruleset_of(slug, kind)),
    )
    if kind == "named":
        return sheet
    sheet = filled(sheet)
    return replace(sheet, chart=chart_of(sheet.names, sheet.least_rows))


def side_names(ruleset: Ruleset, players: int) -> list[str]:
    """Return the longest names that sides can have."""
    team = ruleset.players.team
    return [" & ".join(NAMES[at : at + team]) for at in range(0, players, team)]


def filled(sheet: Sheet, *, has_address: bool = True) -> Sheet:
    """Return ``sheet`` with the widest possible content in each place."""
    played = sheet.least_rows or PLAYED
    rows = [
        replace(
            row,
            noted=_noted(sheet.noted, sheet.names, row.number),
            cells=tuple(
                replace(
                    cell,
                    points="−1250",
                    total="" if sheet.has_boxes else "10480" if (row.number + at) % 2 else "−1250",
                    is_out=True,
                    is_corrected=True,
                    takes=(True,) * len(cell.takes),
                    cut=None if cell.cut is None else True,
                    noted=_noted(sheet.parts, sheet.names, row.number),
                )
                for at, cell in enumerate(row.cells)
            ),
        )
        for row in sheet.rows[:played]
    ]
    rows += [
        replace(row, cells=tuple(SheetCell() for _ in row.cells)) for row in sheet.rows[played:]
    ]
    signs = [*sheet.signs, (CORRECTED, _("corrected later")), (AWAY, _("not playing"))]
    if out_column() not in sheet.noted:
        signs.append((TICK, _("went out, or did what the deal was about")))
    values = list(WIDEST.values())
    return replace(
        sheet,
        rows=tuple(rows),
        least_rows=played,
        sums=tuple(
            SumRow(row.label, (values[at],) * len(row.values)) for at, row in enumerate(sheet.sums)
        ),
        signs=tuple(signs),
        outcome=f"{' and '.join(sheet.names[:2])} won with −1250",
        played_on="30 September 2026",
        code="ABCDEFGH",
        address=ADDRESS if has_address else "",
    )


def _noted(asked: Sequence[SheetColumn], names: Sequence[str], number: int) -> tuple[str, ...]:
    return tuple(noted.longest or names[number % len(names)] for noted in asked)


def chart_of(names: Sequence[str], deals: int) -> Chart:
    """Return a chart with totals from −1250 to 10480."""
    running = [
        {at: round((deal / deals) * (10480 - at * 11730 / max(1, len(names) - 1))) for at in keys}
        for deal in range(1, deals + 1)
        for keys in [range(len(names))]
    ]
    columns = [
        SimpleNamespace(key=at, name=name, total=running[-1][at]) for at, name in enumerate(names)
    ]
    board = SimpleNamespace(
        stored=SimpleNamespace(folded=SimpleNamespace(running=running)),
        seating=SimpleNamespace(starts=lambda _unit: dict.fromkeys(range(len(names)), 0)),
        columns=columns,
        ruleset=catalogue().variant("any-game").standard,
    )
    chart = totals_chart(board)
    assert chart
    return chart


def widest(slug: str, players: int = 12) -> Sheet:
    """Return a filled-in sheet for a game with more players than the game is meant for."""
    plain = catalogue().variant(slug).standard.model_dump(mode="json")
    plain["players"]["max"] = players
    sizes = plain["deck"]["by_players"]
    plain["deck"]["by_players"] = {
        str(number): sizes.get(str(number)) or {"packs": 8, "jokers": 8}
        for number in range(plain["players"]["min"], players + 1)
    }
    ruleset = load_ruleset(plain)
    return filled(blank_sheet(ruleset, side_names(ruleset, players)))
