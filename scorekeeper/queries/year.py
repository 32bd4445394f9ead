"""A group’s statistics for one year, with the records of the game that it played most often."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Count

from rules.engine.formatting import name_key
from scorekeeper.models import Game, Group
from scorekeeper.queries.months import Kind, KindSums, Months, tally_sums
from scorekeeper.queries.past_games import in_year, variant_name
from scorekeeper.queries.records import KindStatistics, game_statistics
from scorekeeper.queries.seating import Coin, coins_of
from scorekeeper.queries.statistics import Tally, longest_streak

MONTHS = 12


@dataclass(frozen=True, slots=True)
class PersonsYear:
    """A person’s finished games in one year, and that person’s longest winning streak.

    ``coin`` is the one that the person has in most games.
    """

    pk: int
    name: str
    coin: Coin
    tally: Tally
    streak: int


@dataclass(frozen=True, slots=True)
class Year:
    """A group’s finished games in one year.

    ``by_day`` has the number of games on each day on which games were played. ``played`` has the
    names of these games, in descending order of games, and ``people`` are in descending order of
    wins. ``records`` are those of the game that was played most often, under its most common rules,
    or None if no game was finished.
    """

    number: int
    games: int
    deals: int
    by_day: Mapping[date, int]
    played: Sequence[tuple[str, int]]
    people: Sequence[PersonsYear]
    records: KindStatistics | None

    @property
    def months(self) -> list[int]:
        """The number of games in each month."""
        counted = Counter[int]()
        for day, games in self.by_day.items():
            counted[day.month] += games
        return [counted[month] for month in range(1, MONTHS + 1)]


def year_of(months: Months, number: int) -> Year:
    """Return a group’s statistics for one year.

    This takes at most nine queries, and one more for each of the group’s own games.
    """
    group, kinds = months.group, months.kinds(number)
    played = _games_played(kinds)
    records = None
    if played:
        most = game_statistics(months, played[0].variant, number, played[0].rules_key).kinds
        records = most[0] if most else None
    return Year(
        number=number,
        games=sum(game.count for game in played),
        deals=sum(sums.sums["games"][1] for sums in kinds.values()),
        by_day=_by_day(group, number),
        played=[
            (variant_name(game.variant, group.pk, game.given_name), game.count) for game in played
        ],
        people=_people(months, number),
        records=records,
    )


def _by_day(group: Group, number: int) -> dict[date, int]:
    games = Game.objects.filter(group=group, state=Game.State.FINISHED, **in_year(number))
    return dict(games.order_by().values_list("played_on").annotate(games=Count("pk")))


@dataclass(frozen=True, slots=True)
class _Played:
    """A game that was played ``count`` times, and the key of its most common rules.

    Games to which players gave the same name are one game.
    """

    variant: str
    given_name: str
    rules_key: int | None
    count: int


def _games_played(kinds: Mapping[Kind, KindSums]) -> list[_Played]:
    """Return the games that were played, those that were played most often first."""
    played: dict[tuple[str, str], _Played] = {}
    for kind, sums in sorted(kinds.items(), key=lambda each: (-each[1].games, str(each[0]))):
        key = kind.variant, name_key(kind.given_name)
        game = played.get(key) or _Played(kind.variant, kind.given_name, kind.rules_key, 0)
        played[key] = replace(game, count=game.count + sums.games)
    return sorted(played.values(), key=lambda game: (-game.count, game.variant, game.given_name))


def _people(months: Months, number: int) -> list[PersonsYear]:
    """Return everyone who finished a game in a year, most wins first, using three queries."""
    coins = coins_of(months.group)
    names = dict(months.group.players.values_list("pk", "name"))
    people = [
        PersonsYear(
            key,
            names[key],
            coins[key],
            Tally(*tally_sums(sums.games)),
            longest_streak(sums.games, won=True),
        )
        for key, sums in months.people(number).items()
    ]
    return sorted(people, key=lambda each: (-each.tally.wins, -each.tally.win_rate, each.name))
