"""The change log of a game."""

from dataclasses import dataclass
from datetime import datetime

from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import RulesSnapshot, Snapshot, load_change
from scorekeeper.models import Change, Game
from scorekeeper.queries.history import changes


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One change to a game.

    ``before`` and ``after`` are the deal, the players or the house rules before and after it.
    ``ruleset`` is the ruleset that applied when the change was made.
    """

    at: datetime
    author: str
    kind: Change.Kind
    deal: int | None
    before: Snapshot | None
    after: Snapshot | None
    ruleset: Ruleset


def change_log(game: Game, ruleset: Ruleset) -> list[LogEntry]:
    """Return every change to ``game``, newest first; ``ruleset`` is its current one."""
    entries = []
    for change in changes(game):
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
