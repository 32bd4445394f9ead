"""A group’s statistics for one year as texts, for a page and a PDF."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.formatting import join_names, with_minus
from scorekeeper.models import Group
from scorekeeper.presenters.chart import ChartBar, chart_bars
from scorekeeper.presenters.statistics import decimal, kind_heading, percent
from scorekeeper.queries.records import Best, KindStatistics
from scorekeeper.queries.year import Year

MOST_PEOPLE, MOST_GAMES = 10, 6


@dataclass(frozen=True, slots=True)
class YearRow:
    """A person’s row in the table of a year.

    ``share`` is the share of games won, ``chance`` is the share that chance alone would give,
    ``place`` is the average place, and ``streak`` is the most wins in a row.
    """

    name: str
    games: int
    wins: int
    share: str
    chance: str
    place: str
    streak: int


@dataclass(frozen=True, slots=True)
class YearPage:
    """The texts of the statistics for one year.

    ``people`` has at most ``MOST_PEOPLE`` rows, and ``others`` is the number of people without a
    row. ``records`` are pairs of a label and a text about the game and rules in ``records_of``.
    """

    title: str
    group: str
    lead: str
    champion: str
    months: tuple[ChartBar, ...]
    played: tuple[tuple[str, int], ...]
    people: tuple[YearRow, ...]
    others: int
    records_of: str
    records: tuple[tuple[str, str], ...]


def year_page(group: Group, year: Year) -> YearPage:
    """Return the texts of a group’s statistics for one year."""
    months = {
        date_format(date(year.number, month, 1), "M"): games
        for month, games in enumerate(year.months, 1)
    }
    most = max((person.tally.wins for person in year.people), default=0)
    return YearPage(
        title=str(year.number),
        group=group.name,
        lead=_lead(year),
        champion=join_names([p.name for p in year.people if p.tally.wins == most]) if most else "",
        months=chart_bars(months),
        played=tuple(year.played[:MOST_GAMES]),
        people=tuple(
            YearRow(
                name=person.name,
                games=person.tally.games,
                wins=person.tally.wins,
                share=percent(person.tally.win_rate),
                chance=percent(person.tally.chance),
                place=decimal(person.tally.average_place),
                streak=person.streak,
            )
            for person in year.people[:MOST_PEOPLE]
        ),
        others=max(0, len(year.people) - MOST_PEOPLE),
        records_of=kind_heading(year.records.kind) if year.records else "",
        records=tuple(_records(year.records)) if year.records else (),
    )


def _lead(year: Year) -> str:
    games = ngettext("{count} game", "{count} games", year.games).format(count=year.games)
    deals = ngettext("{count} deal", "{count} deals", year.deals).format(count=year.deals)
    days = ngettext("{count} day", "{count} days", year.days).format(count=year.days)
    # Translators: each field is a number with its word, such as “33 games” and “25 days”
    return _("{games} and {deals} on {days}").format(games=games, deals=deals, days=days)


def _records(records: KindStatistics) -> Iterator[tuple[str, str]]:
    yield _("Lowest total"), _best(records.lowest)
    yield _("Highest total"), _best(records.highest)
    if records.highest_deal:
        label = _("Most expensive {deal}") if records.kind.lowest_wins else _("Best {deal}")
        yield label.format(deal=records.kind.deal_word), _best(records.highest_deal)
    if records.costliest and records.kind.lowest_wins:
        # Translators: {contract} is text such as “two sets of 3”, {points} a number such as 20.4
        text = _("{contract} ({points} points on average)").format(
            contract=records.costliest.contract, points=decimal(records.costliest.points)
        )
        yield _("Most expensive contract"), text


def _best(best: Best) -> str:
    # Translators: {number} is a number of points, {name} the player who scored them
    return _("{number}: {name}, {date}").format(
        number=with_minus(best.number),
        name=best.name,
        date=date_format(best.played_on, "j M"),
    )
