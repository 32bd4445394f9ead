"""The history of a game: its changes, and what undo and redo would do next."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from django.db.models import Q

from scorekeeper.models import Change, Game
from scorekeeper.queries.prepared import Prepared

Kind = Change.Kind
_steps = Prepared(
    lambda game: (
        Change.objects.filter(game=game).order_by("version").values_list("version", "kind", "deal")
    )
)
NOT_UNDONE = (Kind.START, Kind.COIN, Kind.RESCORE, Kind.ERASE, Kind.RESTORE)


@dataclass(frozen=True, slots=True)
class PastChange:
    """A change in a game’s history; ``deal`` is None unless it is a change to a deal."""

    version: int
    kind: str
    deal: int | None


@dataclass(frozen=True, slots=True)
class History:
    """The changes in effect, the change to redo, and the deals that were corrected.

    ``corrections`` has the present number of the deal that each correction in effect changed, by
    version, unless that deal was removed. ``is_undone`` means that the latest step was an undo. The
    change that it reversed is ``redo``. ``version`` is the version after all changes, and ``since``
    is the version from which on only new deals and bids were saved: all earlier deals are the same.
    """

    standing: tuple[PastChange, ...]
    redo: PastChange | None
    is_undone: bool
    corrections: Mapping[int, int]
    version: int
    since: int

    @property
    def corrected(self) -> frozenset[int]:
        """The numbers of the deals that were corrected."""
        return frozenset(self.corrections.values())

    @property
    def undo(self) -> PastChange | None:
        """The change that undo would reverse; None if there is none."""
        return self.standing[-1] if self.standing else None

    @property
    def bids(self) -> PastChange | None:
        """The change that saved the bids of the next deal, with its present number, or None."""
        moved = 0
        for step in reversed(self.standing):
            if step.kind == Kind.RECORD:
                return None
            if step.kind == Kind.BIDS:
                return replace(step, deal=(step.deal or 0) + moved)
            moved += (step.kind == Kind.INSERT) - (step.kind == Kind.REMOVE)
        return None

    def has_begun(self, deal: int) -> bool:
        """Return whether anything has been saved of this deal, the next one."""
        return self.bids is not None and self.bids.deal == deal


def history(game: Game) -> History:
    """Return the changes that can be undone and redone in ``game``, in one query."""
    return fold_history(PastChange(*step) for step in _steps(game.pk))


def begun_deals(games: Mapping[int, int]) -> frozenset[int]:
    """Return the keys of those games of whose next deal something has been saved, in one query.

    ``games`` has the number of the next deal by the primary key of each game.
    """
    steps: defaultdict[int, list[PastChange]] = defaultdict(list)
    rows = Change.objects.filter(game__in=games).order_by("version")
    for game, version, kind, deal in rows.values_list("game", "version", "kind", "deal"):
        steps[game].append(PastChange(version, kind, deal))
    return frozenset(
        game for game, deal in games.items() if fold_history(steps[game]).has_begun(deal)
    )


def fold_history(steps: Iterable[PastChange]) -> History:
    """Return the history that results from these steps, which are given oldest first.

    Undo reverses the latest change in effect, redo the latest undo; after a new change, there is
    nothing to redo. The start of a game can’t be undone. A new coin, rescoring a game and erasing a
    name don’t change any entries.
    """
    done: list[PastChange] = []
    undone: list[PastChange] = []
    is_undone = False
    version = since = 0
    for step in steps:
        version = step.version
        if step.kind not in (Kind.RECORD, Kind.BIDS):
            since = version
        if step.kind in NOT_UNDONE:
            continue
        is_undone = step.kind == Kind.UNDO
        if is_undone:
            undone.append(done.pop())
        elif step.kind == Kind.REDO:
            done.append(undone.pop())
        else:
            done.append(step)
            undone.clear()
    return History(
        standing=tuple(done),
        redo=undone[-1] if undone else None,
        is_undone=is_undone,
        corrections=_corrections(done),
        version=version,
        since=since,
    )


def _corrections(done: Iterable[PastChange]) -> dict[int, int]:
    """Return the present number of the deal that each correction changed, by version."""
    numbers: dict[int, int] = {}
    for step in done:
        at = step.deal or 0
        if step.kind == Kind.CORRECT:
            numbers[step.version] = at
        elif step.kind == Kind.INSERT:
            numbers = {version: deal + (deal >= at) for version, deal in numbers.items()}
        elif step.kind == Kind.REMOVE:
            numbers = {
                version: deal - (deal > at) for version, deal in numbers.items() if deal != at
            }
    return numbers


@dataclass(frozen=True, slots=True)
class DealChange:
    """The phone that saved a deal, undid it, or changed the game so that the deal differs."""

    name: str
    did: Literal["save", "undo", "change"]


def last_change(game: Game, deal: int, version: int, user: int) -> DealChange | None:
    """Return the last change since ``version`` by another user that affects the entry of a deal.

    A change to the deal itself comes first, except saved bids. The others are changes to an earlier
    deal, the players, the next dealer or the rules, the end of the game, and an inserted or removed
    deal that moves this one.
    """
    since = Change.objects.filter(game=game, version__gt=version).exclude(by=user)
    since = since.exclude(kind__in=(Kind.BIDS, Kind.RENAME, Kind.DAY, *NOT_UNDONE)).order_by(
        "-version"
    )
    own = since.filter(deal=deal).values_list("by_name", "after").first()
    if own and not (own[1] and "sides" in own[1]):
        return DealChange(own[0], "undo" if own[1] is None else "save")
    others = since.filter(Q(deal=None) | Q(deal__lte=deal)).values_list("by_name", flat=True)
    name = others.first()
    return None if name is None else DealChange(name, "change")


def changes(game: Game) -> list[Change]:
    """Return every change of ``game``, newest first."""
    return list(Change.objects.filter(game=game).order_by("-version"))
