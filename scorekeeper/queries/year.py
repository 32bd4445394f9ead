"""A group’s statistics for one year, with the records of the game that it played most often."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, F, QuerySet, Subquery

from rules.engine.formatting import name_key
from scorekeeper.models import Game, Group, Result, Round
from scorekeeper.queries.game_lines import oldest_first
from scorekeeper.queries.past_games import in_year, variant_name
from scorekeeper.queries.records import KindStatistics, game_statistics
from scorekeeper.queries.seating import Coin, coins_of
from scorekeeper.queries.statistics import SIDES, TALLY, Tally, tally_of

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


def year_of(group: Group, number: int) -> Year:
    """Return a group’s statistics for one year, using at most 14 queries."""
    finished = Game.objects.filter(
        group=group, state=Game.State.FINISHED, **in_year(number)
    ).order_by()
    by_day = dict(finished.values_list("played_on").annotate(games=Count("pk")))
    played = _games_played(finished)
    records = None
    if played:
        kinds = game_statistics(group, played[0].variant, number, played[0].rules_key).kinds
        records = kinds[0] if kinds else None
    return Year(
        number=number,
        games=sum(game.count for game in played),
        deals=Round.objects.filter(game__in=finished).count(),
        by_day=by_day,
        played=[
            (variant_name(game.variant, group.pk, game.given_name), game.count) for game in played
        ],
        people=_people(group, number),
        records=records,
    )


@dataclass(frozen=True, slots=True)
class _Played:
    """A game that was played ``count`` times, and the key of its most common rules.

    Games to which players gave the same name are one game.
    """

    variant: str
    given_name: str
    rules_key: int | None
    count: int


def _games_played(finished: QuerySet[Game]) -> list[_Played]:
    """Return the games that were played, those that were played most often first."""
    rows = (
        finished.values("variant", "rules_key", given=F("given_name"))
        .annotate(games=Count("pk"))
        .order_by("-games", "rules_key")
        .values_list("variant", "given", "rules_key", "games")
    )
    played: dict[tuple[str, str], _Played] = {}
    for variant, given, rules_key, games in rows:
        key = variant, name_key(given)
        game = played.get(key) or _Played(variant, given, rules_key, 0)
        played[key] = replace(game, count=game.count + games)
    return sorted(played.values(), key=lambda game: (-game.count, game.variant, game.given_name))


def _people(group: Group, number: int) -> list[PersonsYear]:
    """Return everyone who finished a game in a year, most wins first, using three queries."""
    coins = coins_of(group)
    results = (
        Result.objects.filter(game__group=group, **in_year(number, "game__"))
        .order_by()
        .annotate(sides=Subquery(SIDES), player=F("side__seats__player"))
    )
    won = results.order_by("player", *oldest_first("game__")).values_list("player", "is_winner")
    streaks = {
        player: max(
            (len(list(run)) for is_won, run in groupby(rows, key=itemgetter(1)) if is_won),
            default=0,
        )
        for player, rows in groupby(won, key=itemgetter(0))
    }
    people = [
        PersonsYear(
            row["player"],
            row["name"],
            coins.get(row["player"]) or Coin(1, row["name"][:1]),
            tally_of(row),
            streaks[row["player"]],
        )
        for row in results.values("player", name=F("side__seats__player__name")).annotate(**TALLY)
    ]
    return sorted(people, key=lambda each: (-each.tally.wins, -each.tally.win_rate, each.name))
