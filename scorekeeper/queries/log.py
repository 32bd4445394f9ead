"""The change log of a game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import DealEntry, RulesSnapshot, Snapshot, load_change
from scorekeeper.models import Change, Game
from scorekeeper.queries.history import changes
from scorekeeper.queries.paging import Paged, paged

PAGE = 100


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One change to a game.

    ``before`` and ``after`` are the deal, the players, the house rules or the day before and after
    it.
    ``ruleset`` is the ruleset that applied when the change was made.
    """

    at: datetime
    author: str
    kind: Change.Kind
    deal: int | None
    before: Snapshot | None
    after: Snapshot | None
    ruleset: Ruleset


def log_page(game: Game, ruleset: Ruleset, number: int) -> Paged[LogEntry]:
    """Return a page of the changes to ``game``, newest first.

    ``ruleset`` is the game’s current ruleset. For a page of older changes, a query finds the
    ruleset that applied then.
    """
    log = Change.objects.filter(game=game)
    page = paged(log.order_by("-version"), number, PAGE)
    if page.newer:
        later = log.filter(version__gt=page.items[0].version, before__has_key="ruleset")
        first = later.order_by("version").first()
        before = load_change(first.before, ruleset) if first else None
        ruleset = before.ruleset if isinstance(before, RulesSnapshot) else ruleset
    return replace(page, items=_entries(page.items, ruleset))


def change_log(game: Game, ruleset: Ruleset) -> list[LogEntry]:
    """Return every change to ``game``, newest first; ``ruleset`` is the game’s current ruleset."""
    return _entries(changes(game), ruleset)


def _entries(log: Sequence[Change], ruleset: Ruleset) -> list[LogEntry]:
    """Return entries for consecutive changes; ``ruleset`` applied after the first of them."""
    entries = []
    for change in log:
        before, after = (load_change(data, ruleset) for data in (change.before, change.after))
        entries.append(
            LogEntry(
                at=change.at,
                author=change.by_name,
                kind=Change.Kind(change.kind),
                deal=change.deal,
                before=before,
                after=after,
                ruleset=ruleset,
            )
        )
        if isinstance(before, RulesSnapshot):
            ruleset = before.ruleset
    return entries


def deal_at(game: Game, deal: int, version: int, ruleset: Ruleset) -> DealEntry | None:
    """Return a deal as it was in that version of the game, or None if it hadn’t been entered.

    The result is also None if the rules have changed since, because the deal may have been entered
    differently, and if the deal has been moved, because another one had its number.
    """
    past = Change.objects.filter(game=game)
    if past.filter(version__gt=version, deal=None, kind=Change.Kind.RULES).exists():
        return None
    change = past.filter(version__lte=version, deal=deal).order_by("-version").first()
    moving = past.filter(before__has_key="sides", deal__lte=deal)
    if change is None or moving.filter(version__gt=change.version).exists():
        return None
    after = load_change(change.after, ruleset)
    return after if isinstance(after, DealEntry) else None
