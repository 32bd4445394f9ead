"""Checks that what is stored about a game agrees: entries, points, results and the log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection

from rules.engine.replay import Played
from rules.engine.snapshots import (
    DaySnapshot,
    DealEntry,
    RulesSnapshot,
    TableSnapshot,
    fingerprint,
)
from scorekeeper.models import Change, Game
from scorekeeper.queries.history import NOT_UNDONE
from scorekeeper.queries.log import LogEntry, change_log
from scorekeeper.queries.stored import (
    StoredDeal,
    StoredGame,
    read_carried,
    results_of,
    score_columns,
    stored_game,
)

ATTEMPTS = 5  # at a game that changes while it is being read


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game that was checked: the number of its deals, and what doesn’t agree."""

    code: str
    variant: str
    deals: int
    problems: tuple[str, ...]


def database_problems() -> list[str]:
    """Return what is wrong with the database file itself, which only SQLite can check."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        found = [row[0] for row in cursor.execute("PRAGMA integrity_check(10)")]
        missing = {row[0] for row in cursor.execute("PRAGMA foreign_key_check")}
    return [text for text in found if text != "ok"] + [
        f"Rows of {table} refer to rows that are missing." for table in sorted(missing)
    ]


def check_games() -> Iterator[CheckedGame]:
    """Check every game without locking it, and yield what was found.

    Only the current state of each game is checked, so the site may be running.
    """
    for key in Game.objects.order_by("pk").values_list("pk", flat=True).iterator():
        checked = None
        for _ in range(ATTEMPTS):
            game = Game.objects.filter(pk=key).first()
            if game is None:
                checked = None
                break
            checked = _check(game)
            if not checked.problems or Game.objects.filter(pk=key, version=game.version).exists():
                break
        if checked:
            yield checked


def _check(game: Game) -> CheckedGame:
    deals = 0
    try:
        stored = stored_game(game)
        # Read incomplete deals as well.
        stored = StoredGame(game, stored.ruleset, stored.seating, is_locked=True)
        deals = len(stored.deals)
        played = stored.replay(stored.reports())
        problems = [*_points(stored, played), *_derived(stored, played), *_log(stored)]
    except Exception as error:  # noqa: BLE001 -- what is stored can be anything
        problems = [f"It can’t be read. {type(error).__name__}: {error}"]
    return CheckedGame(game.code, game.variant, deals, tuple(problems))


def _points(stored: StoredGame, played: Played) -> Iterator[str]:
    """Yield how the stored points differ from those that follow from the entries."""
    if [deal.number for deal in stored.deals] != list(range(1, len(stored.deals) + 1)):
        yield "Its deals aren’t numbered from 1."
    for number, why in played.refused.items():
        yield f"Deal {number} isn’t valid: {why}"
    scored = {deal.number: deal for deal in played.deals}
    for deal in stored.deals:
        if deal.number not in scored:
            continue
        right = scored[deal.number]
        contract = (len(right.deal.sets), len(right.deal.runs), right.deal.pairs)
        if deal.scores != score_columns(right):
            yield f"The points of deal {deal.number} don’t follow from its entry."
        if (deal.round.sets, deal.round.runs, deal.round.pairs) != contract:
            yield f"The contract of deal {deal.number} differs from the rules."


def _derived(stored: StoredGame, played: Played) -> Iterator[str]:
    """Yield which derived data of the game doesn’t follow from its deals."""
    game, state = stored.game, played.state
    numbers = stored.seating.numbers
    results = {
        numbers[side]: (place, total, is_winner)
        for side, place, total, is_winner in game.results.values_list(
            "side", "place", "total", "is_winner"
        )
    }
    right = results_of(stored.ruleset, state) if state.is_over else {}
    statuses = {key: reason.dump() for key, reason in played.statuses.items()}
    is_finished = game.state == Game.State.FINISHED
    agreeing = {
        "Its totals don’t follow from its deals.": read_carried(game.carried)
        in (None, state.carried),
        "It is stored as finished, or as not finished, against its rules.": (
            is_finished == state.is_over == (game.finished_at is not None)
        ),
        "Its result doesn’t follow from its deals.": results == right,
        "A status doesn’t follow from its deals.": all(
            side.status == statuses.get(str(side.number)) for side in stored.seating.sides
        ),
        "Its rules have another key.": game.rules_key in (None, fingerprint(stored.ruleset)),
    }
    yield from (problem for problem, agrees in agreeing.items() if not agrees)


def _log(stored: StoredGame) -> Iterator[str]:
    """Yield how the log differs from the game’s version and the entries of its deals."""
    changes = Change.objects.filter(game=stored.game)
    versions = changes.order_by("version").values_list("version", flat=True)
    if list(versions) != list(range(1, stored.game.version + 1)):
        yield "Its log doesn’t have exactly one change for each version."
    entries = {deal.number: _entry(deal) for deal in stored.deals}
    log = change_log(stored.game, stored.ruleset)
    days = [change.after.played_on for change in log if isinstance(change.after, DaySnapshot)]
    if days and days[0] != stored.game.played_on:
        yield "Its log has another day."
    logged = _logged(log)
    numbers = sorted(
        number
        for number in entries.keys() | logged.keys()
        if entries.get(number) != logged.get(number)
    )
    if numbers:
        yield f"Its log has other entries for deal {', '.join(map(str, numbers))}."


def _logged(log: Sequence[LogEntry]) -> dict[int, DealEntry]:
    """Return the entries of the deals that a log, newest first, leads to."""
    entries: dict[int, DealEntry] = {}
    done: list[str] = []
    undone: list[str] = []
    for change in reversed(log):
        kind: str = change.kind
        if kind == Change.Kind.UNDO:
            kind = done.pop()
            undone.append(kind)
        elif kind == Change.Kind.REDO:
            kind = undone.pop()
            done.append(kind)
        elif kind not in NOT_UNDONE:
            done.append(kind)
            undone.clear()
        match change.after:
            case TableSnapshot(entry=entry) if change.deal:
                entries = _moved(entries, change.deal, entry)
            case RulesSnapshot(entries=texts):
                for number, entry in entries.items():
                    entries[number] = entry.model_copy(update={"texts": texts[number]})
            case DealEntry() as entry if change.deal and kind != Change.Kind.BIDS:
                # Whether warnings were accepted may change with an earlier deal.
                entries[change.deal] = entry.model_copy(update={"overruled": False})
            case None if change.deal and kind != Change.Kind.BIDS:
                entries.pop(change.deal, None)
    return entries


def _moved(
    entries: Mapping[int, DealEntry], deal: int, entry: DealEntry | None
) -> dict[int, DealEntry]:
    """Return the entries with ``entry`` inserted as ``deal``, or without ``deal`` if it is None."""
    others = [entries[number] for number in sorted(entries)]
    if entry:
        others.insert(deal - 1, entry.model_copy(update={"overruled": False}))
    else:
        del others[deal - 1]
    return dict(enumerate(others, 1))


def _entry(deal: StoredDeal) -> DealEntry:
    """Return a stored deal as the log has it, without the warnings that were accepted."""
    row = deal.round
    return DealEntry(
        texts=row.entry, dealer=deal.dealer, overruled=False, dealer_known=row.dealer_known
    )
