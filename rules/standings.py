"""Totals, places, the end, winners and settlement: folds over the points of scored deals."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.rulesets import End, Ruleset, Settlement
from rules.schemes.base import join_names, signed

Points = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A side as it takes part in a game: from which deal on, with what total, and, if it left,
    after which deal.
    """

    key: str
    start: int = 0
    joined: int = 1
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One side’s total and place; sides with equal totals share a place, and the next is left
    out. ``is_in`` is false for a side that left the table or was put out.
    """

    side: str
    total: int
    place: int
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class Standings:
    """How a game stands, sides in seating order.

    ``running`` holds, deal by deal, each side’s total so far. ``deals_left`` is None where nobody
    knows how many will follow.
    """

    places: tuple[Standing, ...]
    running: tuple[Points, ...]
    deals_left: int | None
    is_over: bool = False

    @property
    def leaders(self) -> tuple[str, ...]:
        """Sides in first place; nobody leads before the first deal."""
        return tuple(s.side for s in self.places if s.place == 1) if self.running else ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Sides that won: several share the win when they tie, none before the end."""
        return self.leaders if self.is_over else ()

    @property
    def by_place(self) -> tuple[Standing, ...]:
        return tuple(sorted(self.places, key=lambda standing: standing.place))


def standings(
    ruleset: Ruleset,
    sides: Sequence[str | Entrant],
    deals: Sequence[Points],
    *,
    won: Collection[str] = (),
    stopped: bool = False,
) -> Standings:
    """Return how a game stands after ``deals``, the points of each side deal by deal.

    ``won`` are sides that the last deal lets win whatever the totals; ``stopped`` says that the
    table ended the game there. Otherwise the ruleset’s ``end`` decides.
    """
    entrants = [Entrant(side) if isinstance(side, str) else side for side in sides]
    running = _running(entrants, deals)
    last = running[-1] if running else {}
    totals = {e.key: last.get(e.key, e.start) for e in entrants}
    fallen = _fallen(ruleset.end, running)
    gone = {e.key: e.left for e in entrants if e.left is not None} | fallen
    places = _places(ruleset.end, totals, won, gone)
    still_in = [e.key for e in entrants if e.key not in gone]
    left = None if ruleset.length is None else max(0, ruleset.length - len(deals))
    over = bool(running) and (
        stopped or bool(won) or left == 0 or _ends(ruleset, totals, still_in, places)
    )
    standing = (
        Standing(e.key, totals[e.key], places[e.key], is_in=e.key not in gone) for e in entrants
    )
    return Standings(tuple(standing), tuple(running), left, over)


def _running(entrants: Sequence[Entrant], deals: Sequence[Points]) -> list[Points]:
    running: list[Points] = []
    totals: dict[str, int] = {}
    for number, points in enumerate(deals, 1):
        totals |= {e.key: e.start for e in entrants if e.joined <= number and e.key not in totals}
        totals = {key: total + points.get(key, 0) for key, total in totals.items()}
        running.append({e.key: totals[e.key] for e in entrants if e.key in totals})
    return running


def _fallen(end: End, running: Sequence[Points]) -> dict[str, int]:
    """Sides that are out, with the deal that put them out; who came back with less is in."""
    if not end.out_at or not running:
        return {}
    fallen: dict[str, int] = {}
    for number, totals in enumerate(running, 1):
        for key, total in totals.items():
            if total < end.out_at:
                fallen.pop(key, None)
            else:
                fallen.setdefault(key, number)
    return fallen


def _places(
    end: End, totals: Points, won: Collection[str], gone: Mapping[str, int]
) -> dict[str, int]:
    """Places by total; outright winners share the first, sides that are gone come last, the latest
    of them first.
    """
    sign = -1 if end.wins == "highest" else 1

    def rank(key: str) -> tuple[bool, bool, int, int]:
        if key in won:
            return False, False, 0, 0
        return True, key in gone, -gone.get(key, 0), sign * totals[key]

    ordered = sorted(map(rank, totals))
    return {key: ordered.index(rank(key)) + 1 for key in totals}


def _ends(
    ruleset: Ruleset,
    totals: Points,
    still_in: Sequence[str],
    places: Mapping[str, int],
) -> bool:
    end = ruleset.end
    if end.out_at and len(still_in) <= 1:
        return True
    target = 0 if end.claimed else end.target_for(len(totals) * ruleset.players.team)
    risen = bool(target) and max(totals.values()) >= target
    sunk = end.floor is not None and min(totals.values()) <= end.floor
    is_shared = list(places.values()).count(1) > 1
    return (risen or sunk) and not (end.tie_plays_on and is_shared)


def decided_by(ruleset: Ruleset, final: Standings, names: Mapping[str, str]) -> str:
    """What ended a game besides its last deal, in words: ``Ann passed 100``; empty where nothing
    did. ``names`` are those of the sides.
    """
    end = ruleset.end
    if end.out_at:
        out = [standing.total >= end.out_at for standing in final.places]
        return f"All others came to {end.out_at}" if out.count(False) == 1 else ""
    target = end.target_for(len(final.places) * ruleset.players.team)
    risen = [standing for standing in final.places if target and standing.total >= target]
    if risen:
        how = "passed" if min(standing.total for standing in risen) > target else "reached"
        return f"{join_names(names[standing.side] for standing in risen)} {how} {target}"
    sunk = [s for s in final.places if end.floor is not None and s.total <= end.floor]
    if sunk:
        return f"{join_names(names[s.side] for s in sunk)} fell to {signed(end.floor or 0)}"
    return ""


@dataclass(frozen=True, slots=True)
class Payment:
    """What one side gets (or, negative, pays) at the end, in the settlement's unit."""

    side: str
    place: int
    by_place: Fraction
    kitty: Fraction
    paid: int

    @property
    def net(self) -> Fraction:
        """Payment by place and share of the kitty, less what the side had paid into it."""
        return self.by_place + self.kitty - self.paid


def pays_by_place(settlement: Settlement, count: int) -> list[int]:
    """Return what each place of ``count`` sides gets of the others, the kitty aside."""
    pays = settlement.pays or tuple(settlement.step * place for place in range(1, count))
    return [sum(pays[: count - 1]), *(-figure for figure in pays[: count - 1])]


def settle(settlement: Settlement, final: Standings, paid: Points) -> tuple[Payment, ...]:
    """Return the payments at the end, sides in seating order; ``paid`` is what each put into the
    kitty.

    Tied sides share what their places get equally, so the nets always add up to nothing.
    """
    count = len(final.places)
    by_place = pays_by_place(settlement, count)
    pot, shares = sum(paid.values()), settlement.kitty
    kitty = [pot * share // sum(shares) for share in shares[:count]] + [0] * (count - len(shares))
    kitty[0] += pot - sum(kitty)

    def shared(amounts: Sequence[int], place: int) -> Fraction:
        tied = sum(standing.place == place for standing in final.places)
        return Fraction(sum(amounts[place - 1 : place - 1 + tied]), tied)

    return tuple(
        Payment(
            s.side, s.place, shared(by_place, s.place), shared(kitty, s.place), paid.get(s.side, 0)
        )
        for s in final.places
    )
