"""What happened to a game: the log, and what undo and redo would do next."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.models import Change, Game

Kind = Change.Kind


@dataclass(frozen=True, slots=True)
class Step:
    """A change as undo and redo see it."""

    version: int
    kind: str
    deal: int | None


@dataclass(frozen=True, slots=True)
class History:
    """What undo and redo would act on next, and the deals whose standing entry is a correction."""

    undo: Step | None
    redo: Step | None
    corrected: frozenset[int]


def history(game: Game) -> History:
    """Return what can be undone and redone in ``game``, in one query."""
    steps = Change.objects.filter(game=game).order_by("version")
    return fold_history(
        Step(version, kind, deal)
        for version, kind, deal in steps.values_list("version", "kind", "deal")
    )


def fold_history(steps: Iterable[Step]) -> History:
    """Return what the steps, oldest first, leave to undo and redo.

    An undo takes back the latest change that stands, a redo the latest undo; a new change ends
    redoing.
    """
    done: list[Step] = []
    undone: list[Step] = []
    for step in steps:
        if step.kind in (Kind.RECORD, Kind.CORRECT):
            done.append(step)
            undone.clear()
        elif step.kind == Kind.UNDO:
            undone.append(done.pop())
        elif step.kind == Kind.REDO:
            done.append(undone.pop())
    return History(
        undo=done[-1] if done else None,
        redo=undone[-1] if undone else None,
        corrected=frozenset(s.deal for s in done if s.kind == Kind.CORRECT and s.deal),
    )


def changes(game: Game) -> list[Change]:
    """Every change of ``game``, newest first."""
    return list(Change.objects.filter(game=game).order_by("-version"))
