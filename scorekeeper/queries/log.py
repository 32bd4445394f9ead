"""The change log of a game in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.models import Change
from scorekeeper.queries.board import Scoreboard

_DEEDS = {
    Change.Kind.START: "started the game",
    Change.Kind.RECORD: "entered deal {deal}",
    Change.Kind.CORRECT: "corrected deal {deal}",
    Change.Kind.UNDO: "undid a change of deal {deal}",
    Change.Kind.REDO: "made a change of deal {deal} again",
}
_NOT_ENTERED = "not entered"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One change: who did what when, and what it changed as (what, before, after)."""

    at: datetime
    by: str
    deed: str
    parts: tuple[tuple[str, str, str], ...]


def log_lines(board: Scoreboard, changes: Iterable[Change]) -> list[LogLine]:
    """Return the changes in words, in the order given."""
    return [
        LogLine(
            at=change.at,
            by=change.by_name,
            deed=_DEEDS[Change.Kind(change.kind)].format(deal=change.deal),
            parts=tuple(_parts(change.before, change.after, board.names)),
        )
        for change in changes
    ]


def said_of(stored: Mapping[str, Any] | None, names: Mapping[str, str]) -> dict[str, str]:
    """What a stored deal says, by player and thing, in words."""
    if not stored or "texts" not in stored:
        return {}
    texts: Mapping[str, str] = stored["texts"]
    said: dict[str, str] = {"Dealer": names.get(str(stored["dealer"]), "")}
    if "out" in texts:
        said["Went out"] = ", ".join(names.get(key, key) for key in texts["out"].split())
    for key, name in names.items():
        hand = [texts[i] for i in (f"left-cards-{key}", f"left-points-{key}") if i in texts]
        said |= {name: " = ".join(hand)} if hand else {}
    for name, text in texts.items():
        field, _, key = name.rpartition("-")
        if field.startswith("left") or name == "out":
            continue
        label = f"{names[key]}: {field}" if field and key in names else name.replace("-", " ")
        said[label] = "yes" if text == "on" else text
    if stored.get("overruled"):
        said["Warnings"] = "overruled"
    return said


def _parts(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, names: Mapping[str, str]
) -> Iterable[tuple[str, str, str]]:
    old, new = said_of(before, names), said_of(after, names)
    for what in dict.fromkeys((*new, *old)):
        was, now = old.get(what, _NOT_ENTERED), new.get(what, _NOT_ENTERED)
        if was != now:
            yield what, was if old else "", now
