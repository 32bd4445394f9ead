"""The change log of a game."""

from dataclasses import dataclass
from datetime import datetime

from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import RulesSnapshot, Snapshot, load_change
from scorekeeper.models import Change, Game
from scorekeeper.queries.history import changes


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One change of a game.

    ``before`` and ``after`` are the deal, the table or the house rules that it changed; ``ruleset``
    is the one the game was played by when the change was made.
    """

    at: datetime
    author: str
    kind: Change.Kind
    deal: int | None
    before: Snapshot | None
    after: Snapshot | None
    ruleset: Ruleset


def change_log(game: Game, ruleset: Ruleset) -> list[LogEntry]:
    """Return every change of ``game``, newest first; ``ruleset`` is its present one."""
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
