"""A group’s statistics for one year as texts, for a page and a PDF."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.formatting import join_names, points_text
from scorekeeper.models import Group
from scorekeeper.presenters.chart import ChartBar, chart_bars
from scorekeeper.presenters.statistics import decimal, kind_heading, percent
from scorekeeper.queries.records import Best, KindStatistics
from scorekeeper.queries.seating import Coin
from scorekeeper.queries.year import PersonsYear, Year

MOST_PEOPLE, MOST_GAMES = 10, 6
WEEK, SQUARE = 7, 10


@dataclass(frozen=True, slots=True)
class YearRow:
    """A person in the review of a year, as a bar and as a row of a table.

    ``place`` is the place by wins, and ``bar`` and ``won`` are the widths of the bars of all games
    and of the games won, in percent. ``streak_text`` is empty unless the streak is the longest of
    all. ``share`` is the share of games won, ``chance`` is the share that chance alone would give,
    ``average`` is the average place, and ``streak`` is the most wins in a row.
    """

    name: str
    coin: Coin
    place: int
    bar: float
    won: float
    games: int
    wins: int
    share: str
    chance: str
    average: str
    streak: int
    streak_text: str


@dataclass(frozen=True, slots=True)
class PlayedBar:
    """A game in the review of a year: how often it was played, and the width of its bar."""

    name: str
    games: int
    bar: float


@dataclass(frozen=True, slots=True)
class YearRecord:
    """A record of a year: what it is, its number, and whose it is."""

    label: str
    number: str
    detail: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of a year in columns of weeks, each a square of ``SQUARE`` units.

    ``rows`` has a line for each weekday: where it begins and ends, and its height. ``days`` are the
    days with games: their position, and an opacity for the number of games.
    """

    width: int
    rows: tuple[tuple[int, int, float], ...]
    days: tuple[tuple[int, int, float], ...]


@dataclass(frozen=True, slots=True)
class YearPage:
    """The texts of the statistics for one year.

    ``people`` has at most ``MOST_PEOPLE`` rows, and ``others`` is the number of people without a
    row. ``records`` are about the game and rules in ``records_of``.
    """

    title: str
    group: str
    lead: str
    champion: str
    months: tuple[ChartBar, ...]
    played: tuple[PlayedBar, ...]
    calendar: Calendar
    people: tuple[YearRow, ...]
    others: int
    records_of: str
    records: tuple[YearRecord, ...]


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
        calendar=_calendar(year),
        played=tuple(
            PlayedBar(name, games, _percent(games, year.played[0][1]))
            for name, games in year.played[:MOST_GAMES]
        ),
        people=tuple(_row(year.people, person) for person in year.people[:MOST_PEOPLE]),
        others=max(0, len(year.people) - MOST_PEOPLE),
        records_of=kind_heading(year.records.kind) if year.records else "",
        records=tuple(_records(year.records)) if year.records else (),
    )


def _lead(year: Year) -> str:
    games = ngettext("{count} game", "{count} games", year.games).format(count=year.games)
    deals = ngettext("{count} deal", "{count} deals", year.deals).format(count=year.deals)
    count = len(year.by_day)
    days = ngettext("{count} day", "{count} days", count).format(count=count)
    # Translators: each field is a number with its word, such as “33 games” and “25 days”
    return _("{games} and {deals} on {days}").format(games=games, deals=deals, days=days)


def _row(people: Sequence[PersonsYear], person: PersonsYear) -> YearRow:
    tally, most = person.tally, max(each.tally.games for each in people)
    longest = max(each.streak for each in people)
    streak = ngettext("{count} win in a row", "{count} wins in a row", person.streak)
    return YearRow(
        name=person.name,
        coin=person.coin,
        place=1 + sum(each.tally.wins > tally.wins for each in people),
        bar=_percent(tally.games, most),
        won=_percent(tally.wins, most),
        games=tally.games,
        wins=tally.wins,
        share=percent(tally.win_rate),
        chance=percent(tally.chance),
        average=decimal(tally.average_place) if tally.ranked else "–",
        streak=person.streak,
        streak_text=streak.format(count=longest) if person.streak == longest > 1 else "",
    )


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2)


def _calendar(year: Year) -> Calendar:
    first, last = date(year.number, 1, 1), date(year.number, 12, 31)
    before, most = first.weekday(), max(year.by_day.values(), default=1)

    def week(day: date) -> int:
        return (before + (day - first).days) // WEEK

    rows = []
    for weekday in range(WEEK):
        begins = SQUARE if weekday < before else 0
        ends = SQUARE * (week(last) + (weekday <= last.weekday()))
        rows.append((begins, ends, SQUARE * (weekday + 0.4)))
    days = (
        (SQUARE * week(day), SQUARE * day.weekday(), round(0.4 + 0.6 * games / most, 2))
        for day, games in sorted(year.by_day.items())
    )
    return Calendar(SQUARE * (week(last) + 1), tuple(rows), tuple(days))


def _records(records: KindStatistics) -> Iterator[YearRecord]:
    decimals = records.kind.decimals
    yield _best(_("Lowest total"), records.lowest, decimals)
    yield _best(_("Highest total"), records.highest, decimals)
    if records.highest_deal:
        label = _("Most expensive {deal}") if records.kind.lowest_wins else _("Best {deal}")
        yield _best(label.format(deal=records.kind.deal_word), records.highest_deal, decimals)
    if records.costliest and records.kind.lowest_wins:
        yield YearRecord(
            _("Most expensive contract, on average"),
            decimal(records.costliest.points),
            records.costliest.contract,
        )


def _best(label: str, best: Best, decimals: int) -> YearRecord:
    day = date_format(best.played_on, "MONTH_DAY_FORMAT")
    number = points_text(best.number, decimals)
    return YearRecord(label, number, _("{name}, {date}").format(name=best.name, date=day))
