"""Create games by the thousand: many groups with few games, as on a site after some years, or one
group with many.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from rules.engine.catalogue import catalogue
from rules.engine.game import Carried, fold_game
from rules.engine.rulesets import Ruleset
from rules.engine.seating import alone
from rules.engine.snapshots import DealEntry, StartSnapshot, dump_change, dump_ruleset, fingerprint
from scorekeeper.models import (
    Change,
    Game,
    Group,
    Member,
    Player,
    Result,
    Round,
    Score,
    Seat,
    Side,
    User,
)
from scorekeeper.queries.stored import carried_data
from tests.rules.played import DealScores

GAMES = 10_000
GAMES_OF_A_TABLE = 10
NAMES = ("Ann", "Bob", "Cai", "Dee")
# By far the most rows are scores, and creating them with the ORM would take longest.
INSERT_SCORE = f"""
    INSERT INTO {Score._meta.db_table} (round_id, side_id, points, reason, kitty_payment, marks)
    VALUES (%s, %s, %s, %s, 0, '')
"""
# The number of deals played in each game, in turn. Many games are unfinished.
PLAYED = (7, 3, 10, 0, 5, 7, 1, 10, 4, 7)


# A group with many games has finished all of them, one after another, over this many years.
YEARS = 9


@dataclass(frozen=True, slots=True)
class Filled:
    """The number of rows in each table."""

    games: int
    rounds: int
    scores: int


@transaction.atomic
def fill_database() -> Filled:
    """Create groups with players and games, whose totals vary from game to game."""
    tables = GAMES // GAMES_OF_A_TABLE
    users = User.objects.bulk_create(User(username=f"bench-{n}") for n in range(tables))
    groups = Group.objects.bulk_create(Group() for _ in users)
    Member.objects.bulk_create(
        Member(group=group, user=user, name="Phone 1", is_owner=True)
        for group, user in zip(groups, users, strict=True)
    )
    players = Player.objects.bulk_create(
        Player(group=group, name=name) for group in groups for name in NAMES
    )
    games = Game.objects.bulk_create(_games(groups))
    sides = Side.objects.bulk_create(
        Side(game=game, number=number, name=name)
        for game in games
        for number, name in enumerate(NAMES, 1)
    )
    seats = Seat.objects.bulk_create(
        Seat(game=games[n // 4], side=side, player=players[_at_table(n)], position=side.number)
        for n, side in enumerate(sides)
    )
    rounds = Round.objects.bulk_create(_rounds(games, seats))
    Change.objects.bulk_create(_changes(games, rounds, users, GAMES_OF_A_TABLE))
    with connection.cursor() as cursor:
        cursor.executemany(INSERT_SCORE, list(_scores(games, sides, rounds)))
        cursor.execute("ANALYZE")
    return Filled(len(games), len(rounds), 4 * len(rounds))


def _at_table(seat: int) -> int:
    """Return the index of the player in the seat with this index.

    A group’s four players play in all its games.
    """
    return 4 * (seat // (4 * GAMES_OF_A_TABLE)) + seat % 4


def _games(groups: list[Group]) -> Iterable[Game]:
    variants = [catalogue().variant(slug) for slug in ("contract-rummy", "progressive-rummy")]
    rules = [dump_ruleset(variant.ruleset()) for variant in variants]
    carried = [
        [carried_data(each) for each in _carried_states(variant.ruleset())] for variant in variants
    ]
    for number in range(GAMES):
        played = PLAYED[number % len(PLAYED)]
        kind = 1 if played > len(rules[0]["deals"]) else 0
        yield Game(
            group=groups[number // GAMES_OF_A_TABLE],
            variant=variants[kind].slug,
            ruleset=rules[kind],
            version=played + 1,
            state="finished" if played == len(rules[kind]["deals"]) else "playing",
            carried=carried[kind][played],
        )


def _carried_states(ruleset: Ruleset) -> list[Carried]:
    """Return a game’s carried states: before the first deal, then after each deal."""
    results = [
        DealScores({str(n): _points(deal, n) for n in range(1, 5)}, dealer=(deal - 1) % 4 + 1)
        for deal in range(1, max(PLAYED) + 1)
    ]
    state = fold_game(ruleset, alone("1234"), results)
    return [Carried(), *state.by_deal]


def _points(deal: int, number: int) -> int:
    return 5 * (deal + number) if number > 1 else 0


def _rounds(games: list[Game], seats: list[Seat]) -> Iterable[Round]:
    for number, game in enumerate(games):
        for deal in range(1, PLAYED[number % len(PLAYED)] + 1):
            dealt = game.ruleset["deals"][deal - 1]
            yield Round(
                game=game,
                deal=deal,
                sets=len(dealt["sets"]),
                runs=len(dealt["runs"]),
                pairs=dealt["pairs"],
                dealer=seats[4 * number + (deal - 1) % 4],
                entry=_entry(deal),
            )


def _entry(deal: int) -> dict[str, str]:
    """Return the entry of a deal in which the first player goes out."""
    return {"out": "1"} | {f"left-points-{n}": str(5 * (deal + n)) for n in range(2, 5)}


def _scores(
    games: list[Game], sides: list[Side], rounds: list[Round]
) -> Iterable[tuple[int, int, int, str]]:
    first_side = {game.pk: 4 * n for n, game in enumerate(games)}
    for played in rounds:
        for number in range(4):
            points = _points(played.deal, number + 1)
            reason = {"code": "went-out"}
            if points:
                reason = {"code": "total-entered", "total": str(points)}
            side = sides[first_side[played.game_id] + number]
            yield played.pk, side.pk, points, json.dumps([reason])


def _changes(
    games: list[Game], rounds: list[Round], users: list[User], of_a_table: int
) -> Iterable[Change]:
    by_game = {game.pk: users[n // of_a_table] for n, game in enumerate(games)}
    start = StartSnapshot(options={}, patches={}, players=tuple(NAMES), follows="")
    for game in games:
        yield _change(game.pk, by_game[game.pk], 1, kind="start", after=dump_change(start))
    for played in rounds:
        dealer = (played.deal - 1) % 4 + 1
        deal = DealEntry(texts=played.entry, dealer=dealer, overruled=False)
        user = by_game[played.game_id]
        yield _change(
            played.game_id,
            user,
            played.deal + 1,
            kind="record",
            deal=played.deal,
            after=dump_change(deal),
        )


def _change(game: int, by: User, version: int, **said: Any) -> Change:
    key = f"bench-{version}"
    return Change(game_id=game, version=version, key=key, by=by, by_name="Phone 1", **said)


@transaction.atomic
def fill_table(count: int) -> Group:
    """Create a group with ``count`` finished games of Contract Rummy, spread over some years.

    All players win equally often.
    """
    user = User.objects.create(username=f"table-{count}")
    group = Group.objects.create(name=f"{count} games")
    Member.objects.create(group=group, user=user, name="Phone 1", is_owner=True)
    players = [Player.objects.create(group=group, name=name) for name in NAMES]
    ruleset = catalogue().variant("contract-rummy").standard
    rules, key = dump_ruleset(ruleset), fingerprint(ruleset)
    deals = len(ruleset.deals)
    carried = carried_data(_carried_states(ruleset)[deals])
    first = timezone.now() - timedelta(days=365 * YEARS)
    games = Game.objects.bulk_create(
        Game(
            group=group,
            variant=ruleset.slug,
            ruleset=rules,
            rules_key=key,
            version=deals + 1,
            state=Game.State.FINISHED,
            carried=carried,
            played_on=timezone.localdate(first + timedelta(days=365 * YEARS) * number / count),
            created_at=first + timedelta(days=365 * YEARS) * number / count,
            finished_at=first,
        )
        for number in range(count)
    )
    sides = Side.objects.bulk_create(
        Side(game=game, number=number, name=name)
        for game in games
        for number, name in enumerate(NAMES, 1)
    )
    # The winner is always in the first seat, so the players change seats from game to game.
    seats = Seat.objects.bulk_create(
        Seat(
            game=side.game,
            side=side,
            player=players[(n // 4 + n) % 4],
            position=side.number,
        )
        for n, side in enumerate(sides)
    )
    totals = carried["totals"]
    Result.objects.bulk_create(
        Result(
            game=side.game,
            side=side,
            place=side.number,
            total=totals[str(side.number)],
            is_winner=side.number == 1,
        )
        for side in sides
    )
    rounds = Round.objects.bulk_create(
        Round(
            game=game,
            deal=deal.number,
            sets=len(deal.sets),
            runs=len(deal.runs),
            pairs=deal.pairs,
            dealer=seats[4 * number + (deal.number - 1) % 4],
            entry=_entry(deal.number),
        )
        for number, game in enumerate(games)
        for deal in ruleset.deals
    )
    Change.objects.bulk_create(_changes(games, rounds, [user], len(games)))
    with connection.cursor() as cursor:
        cursor.executemany(INSERT_SCORE, list(_scores(games, sides, rounds)))
        cursor.execute("ANALYZE")
    return group
