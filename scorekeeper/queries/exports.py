"""A group’s data as lines of a file, and as rows for a spreadsheet.

Games are read a few at a time, so the memory needed doesn’t depend on how many there are.
"""

import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.timezone import localtime

from rules.engine.reasons import texts_of
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import Mark
from rules.engine.snapshots import SnapshotError, load_ruleset, load_text
from scorekeeper.models import (
    Change,
    Game,
    Group,
    HouseRules,
    Note,
    OwnGame,
    Player,
    Result,
    Round,
    Score,
    Seat,
    Side,
)
from scorekeeper.queries.past_games import variant_name
from scorekeeper.queries.table_file import written_line

BATCH = 50
HOUSE_RULES = ("variant", "name", "format", "options", "patches")
SENTENCES = 1000  # the most reasons whose sentences are remembered
SAMPLE = 20  # the number of games from which the size of a file is estimated
Cell = str | float | None
# The columns that files have of each game’s rows.
_SIDE = ("pk", "number", "name", "joined", "start", "left", "away")
_SEAT = ("pk", "side_id", "position", "player__uuid", "player__name")
_DEALT = ("pk", "deal", "dealer_id", "dealer_known", "overruled", "recorded_at")
_DEAL = (*_DEALT, "entry", "format")
_RESULT = ("side_id", "place", "total", "is_winner")
_LOGGED = ("version", "key", "kind", "deal", "before", "after", "by_name", "at")

GAMES_HEAD = (
    "game",
    "variant",
    "name",
    "started",
    "finished",
    "state",
    "people",
    "winners",
    "deals",
    "note",
    "location",
)
DEALS_HEAD = ("game", "deal", "contract", "dealer", "accepted warnings", "entered")
SCORES_HEAD = (
    "game",
    "started",
    "variant",
    "deal",
    "person",
    "side",
    "points",
    "total",
    "out",
    "reason",
)


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of a group’s file: how many games, deals and people it contains."""

    people: int
    games: int
    deals: int


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows that belong to one game, as named tuples, because models take far longer."""

    game: Game
    sides: Sequence[Any]
    seats: Sequence[Any]
    rounds: Sequence[Any]
    scores: Sequence[Any]

    @property
    def rules(self) -> str | None:
        """The ruleset as text, which is decoded only once if many games share it."""
        return getattr(self.game, "rules", None)

    @property
    def ruleset(self) -> Ruleset | None:
        """The rules of the game; None if they can’t be read."""
        try:
            return load_text(self.rules) if self.rules else load_ruleset(self.game.ruleset)
        except SnapshotError:
            return None

    def name(self, ruleset: Ruleset | None) -> str:
        """Return the name of the game, or that of its variant if its ``ruleset`` can’t be read."""
        return ruleset.name if ruleset else variant_name(self.game.variant, self.game.group_id)


def extent(group: Group) -> Extent:
    """Return how much the group’s file contains, in three queries."""
    return Extent(
        people=group.players.count(),
        games=games_of(group).count(),
        deals=Round.objects.filter(game__in=games_of(group)).count(),
    )


def games_of(group: Group) -> QuerySet[Game]:
    """Return the games in a group’s file, from the first to the last."""
    games = Game.objects.filter(group=group).defer("ruleset").order_by("pk")
    return games.annotate(rules=Cast("ruleset", TextField()))


def table_lines(group: Group) -> Iterator[bytes]:
    """Yield all lines of a group’s file: the table, people, own games, house rules, then games."""
    saved = HouseRules.objects.filter(group=group).order_by("pk")
    own = {game.slug: game for game in OwnGame.objects.filter(group=group)}
    rules = saved.exclude(variant__in=own)
    of_own = list(saved.filter(variant__in=own).values(*HOUSE_RULES)) if own else []
    counted = extent(group)
    table: dict[str, Any] = {
        "name": group.name,
        "exported_at": timezone.now(),
        "people": counted.people,
        "own_games": len(own),
        "house_rules": rules.count(),
        "games": counted.games,
    }
    yield written_line("table", table)
    people = Player.objects.filter(group=group).select_related("picture")
    for person in people.order_by("pk").iterator(BATCH):
        yield written_line("person", _person(person))
    for slug, game in own.items():
        fields = {"slug": slug, "summary": game.summary, "ruleset": game.ruleset}
        house_rules = [each for each in of_own if each["variant"] == slug]
        yield written_line("own_game", fields | {"house_rules": house_rules})
    for each in rules.values(*HOUSE_RULES):
        yield written_line("house_rules", each)
    for games in _batches(games_of(group)):
        yield from game_lines(games)


def _person(person: Player) -> dict[str, Any]:
    """Return a person with what has been chosen for the coin."""
    picture = person.picture and b64encode(person.picture.data).decode()
    chosen = {"colour": person.colour, "emoji": person.emoji, "picture": picture}
    return {
        "uuid": person.uuid,
        "name": person.name,
        "off_list_at": person.off_list_at,
        **{name: value for name, value in chosen.items() if value},
    }


def _batches(games: QuerySet[Game]) -> Iterator[list[Game]]:
    """Yield the games in batches, each read with a query of its own."""
    keys = list(games.values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH):
        if batch := list(games.filter(pk__in=keys[start : start + BATCH])):
            yield batch


def estimated_lines(group: Group) -> tuple[list[bytes], float]:
    """Return the lines of a few games of a group, and their share of all its games."""
    keys = list(games_of(group).values_list("pk", flat=True))
    sample = keys[:: max(1, len(keys) // SAMPLE)][:SAMPLE]
    lines = list(game_lines(list(games_of(group).filter(pk__in=sample)))) if sample else []
    return lines, len(sample) / len(keys) if keys else 1.0


def game_lines(games: Sequence[Game]) -> Iterator[bytes]:
    """Yield the lines of these games, in eight queries."""
    logs, results, notes = (
        _by_game(model.objects.filter(game__in=games).order_by("pk"), *fields)
        for model, fields in ((Change, _LOGGED), (Result, _RESULT), (Note, ("text", "location")))
    )
    codes = {log[0].after.get("follows", "") for log in logs.values() if log[0].after}
    group = games[0].group_id if games else 0
    uuids = dict(Game.objects.filter(group=group, code__in=codes).values_list("code", "uuid"))
    for rows in _rows(games, _DEAL, ("points",)):
        game, ruleset, log = rows.game, rows.ruleset, logs[rows.game.pk]
        first = log[0].after or {} if log else {}
        numbers = {side.pk: side.number for side in rows.sides}
        plain = {
            "uuid": game.uuid,
            "variant": game.variant,
            "name": rows.name(ruleset),
            "version": game.version,
            "played_on": game.played_on,
            "created_at": game.created_at,
            "changed_at": game.changed_at,
            "finished_at": game.finished_at,
            "stopped": game.stopped,
            "chosen_winner": game.chosen_winner,
            "first_dealer": game.first_dealer,
            "next_dealer": game.next_dealer,
            "seat_orders": game.seat_orders,
            "follows": uuids.get(first.get("follows", "")),
            "note": next(map(_note, notes[game.pk]), None),
            "sides": [_side(side) for side in rows.sides],
            "seats": [_seat(seat, numbers) for seat in rows.seats],
            "deals": list(_deals(rows, ruleset, numbers)),
            "results": [_result(result, ruleset, numbers) for result in results[game.pk]],
            "ruleset": _decoded(rows.rules) if rows.rules else game.ruleset,
            "log": [_change(change) for change in log],
        }
        yield written_line("game", plain)


@lru_cache(maxsize=32)
def _decoded(text: str) -> Any:
    return json.loads(text)


def _rows(
    games: Sequence[Game], deal_fields: Sequence[str], score_fields: Sequence[str] = ()
) -> Iterator[_Rows]:
    """Yield these games with their rows, in at most four queries.

    Without ``score_fields``, the scores are left out.
    """
    sides = _by_game(Side.objects.filter(game__in=games), *_SIDE)
    seats = _by_game(Seat.objects.filter(game__in=games), *_SEAT)
    rounds = _by_game(Round.objects.filter(game__in=games), *deal_fields)
    scores: defaultdict[int, list[Any]] = defaultdict(list)
    if score_fields:
        found = Score.objects.filter(round__game__in=games).order_by("side__number")
        found = found.annotate(reasons=Cast("reason", TextField()))
        for score in found.values_list("round_id", "side_id", *score_fields, named=True):
            scores[score.round_id].append(score)
    for game in games:
        played = [score for each in rounds[game.pk] for score in scores[each.pk]]
        yield _Rows(game, sides[game.pk], seats[game.pk], rounds[game.pk], played)


def _by_game(rows: QuerySet[Any], *fields: str) -> defaultdict[int, list[Any]]:
    """Return these fields of the rows, by game."""
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in rows.values_list("game_id", *fields, named=True):
        found[row.game_id].append(row)
    return found


def _note(note: Any) -> dict[str, str]:
    return {"text": note.text, "location": note.location}


def _side(side: Any) -> dict[str, Any]:
    return {
        "number": side.number,
        "name": side.name,
        "joined": side.joined,
        "start": side.start,
        "left": side.left,
        "away": [(*gap, None)[:3] for gap in side.away],
    }


def _seat(seat: Any, numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return a seat; ``numbers`` are the sides’ numbers, by primary key."""
    return {
        "position": seat.position,
        "side": numbers[seat.side_id],
        "person": seat.player__uuid,
        "name": seat.player__name,
    }


def _number(ruleset: Ruleset | None, points: int) -> int | float:
    """Return points as a number: 12.5 in a game with decimals."""
    return ruleset.number(points) if ruleset else points


def _deals(
    rows: _Rows, ruleset: Ruleset | None, numbers: Mapping[int, int]
) -> Iterator[dict[str, Any]]:
    """Yield the deals of a game with their points by the side’s number."""
    positions = {seat.pk: seat.position for seat in rows.seats}
    points: defaultdict[int, dict[str, int | float]] = defaultdict(dict)
    for score in rows.scores:
        number = _number(ruleset, score.points)
        points[score.round_id][str(numbers[score.side_id])] = number
    for played in rows.rounds:
        yield {
            "deal": played.deal,
            "dealer": positions[played.dealer_id],
            "dealer_known": played.dealer_known,
            "entry": played.entry,
            "format": played.format,
            "overruled": played.overruled,
            "recorded_at": played.recorded_at,
            "points": points[played.pk],
        }


def _result(result: Any, ruleset: Ruleset | None, numbers: Mapping[int, int]) -> dict[str, Any]:
    return {
        "side": numbers[result.side_id],
        "place": result.place,
        "total": _number(ruleset, result.total),
        "is_winner": result.is_winner,
    }


def _change(change: Any) -> dict[str, Any]:
    after = change.after
    if after and "follows" in after:
        after = after | {"follows": ""}  # a code of this site; the record has the uuid instead
    return {
        "version": change.version,
        "key": change.key,
        "kind": change.kind,
        "deal": change.deal,
        "before": change.before,
        "after": after,
        "by_name": change.by_name,
        "at": change.at,
    }


def games_rows(games: QuerySet[Game]) -> Iterator[Sequence[Cell]]:
    """Yield a row for each game, after a header row."""
    yield GAMES_HEAD
    for batch in _batches(games.select_related("note")):
        won = Result.objects.filter(game__in=batch, is_winner=True)
        winners = _by_game(won, "side__name")
        for rows in _rows(batch, ("pk",)):
            game, note = rows.game, getattr(rows.game, "note", None)
            yield (
                game.code,
                game.variant,
                rows.name(rows.ruleset),
                game.played_on.isoformat(),
                _day(game.finished_at),
                game.state,
                ", ".join(side.name for side in rows.sides),
                ", ".join(result.side__name for result in winners[game.pk]),
                len(rows.rounds),
                note.text if note else "",
                note.location if note else "",
            )


def deals_rows(games: QuerySet[Game]) -> Iterator[Sequence[Cell]]:
    """Yield a row for each deal that was played, after a header row."""
    yield DEALS_HEAD
    # Most games have the rules of the one before.
    contracts: dict[int, str] = {}
    before: Ruleset | None = None
    for batch in _batches(games):
        for rows in _rows(batch, _DEALT):
            dealers = {seat.pk: seat.player__name for seat in rows.seats}
            ruleset = rows.ruleset
            if ruleset is not before:
                contracts, before = {}, ruleset
            for played in rows.rounds:
                if ruleset and played.deal not in contracts:
                    contracts[played.deal] = ruleset.contract_words(ruleset.listed(played.deal))
                yield (
                    rows.game.code,
                    played.deal,
                    contracts.get(played.deal, ""),
                    dealers[played.dealer_id] if played.dealer_known else "",
                    "yes" if played.overruled else "no",
                    localtime(played.recorded_at).isoformat(" ", "seconds"),
                )


def scores_rows(games: QuerySet[Game]) -> Iterator[Sequence[Cell]]:
    """Yield a row for each person and deal, after a header row; partners have the same points."""
    yield SCORES_HEAD
    # Many scores have the same reasons.
    sentences = lru_cache(maxsize=SENTENCES)(lambda text: "; ".join(texts_of(json.loads(text))))
    for batch in _batches(games):
        for rows in _rows(batch, ("pk", "deal"), ("points", "marks", "reasons")):
            game, day = rows.game, rows.game.played_on.isoformat()
            ruleset = rows.ruleset
            unit = ruleset.unit if ruleset else 1
            totals = {side.pk: side.start * unit for side in rows.sides}
            sides = {side.pk: side.name for side in rows.sides}
            people: defaultdict[int, list[str]] = defaultdict(list)
            for seat in rows.seats:
                people[seat.side_id].append(seat.player__name)
            deals = {played.pk: played.deal for played in rows.rounds}
            for score in rows.scores:
                totals[score.side_id] += score.points
                why = sentences(score.reasons)
                for person in people[score.side_id]:
                    yield (
                        game.code,
                        day,
                        game.variant,
                        deals[score.round_id],
                        person,
                        sides[score.side_id],
                        _number(ruleset, score.points),
                        _number(ruleset, totals[score.side_id]),
                        "yes" if Mark.ACHIEVED in score.marks.split() else "no",
                        why,
                    )


def _day(at: Any) -> str:
    return localtime(at).date().isoformat() if at else ""
