"""Totals, places, the end, winners and settlement: folds over the points of scored deals."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from rules.contracts import MAX_DEALS
from rules.rulesets import End, Ruleset, Settlement
from rules.schemes import SCHEMES, Mark
from rules.words import join_names, signed

Points = Mapping[str, int]
Marks = Mapping[str, Collection[str]]
K = TypeVar("K", bound=Hashable)
STEP = frozenset((Mark.OUT, Mark.WON))  # what says that a side made a step in a deal


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

    ``running`` holds, deal by deal, each side’s total so far, and ``steps`` how many steps it has
    made, where those count before the totals. ``deals_left`` is None where nobody knows how many
    will follow. ``target`` is the total that ends the game for those who sit at the table now; 0
    for none.
    """

    places: tuple[Standing, ...]
    running: tuple[Points, ...]
    deals_left: int | None
    is_over: bool = False
    target: int = 0
    steps: tuple[Points, ...] = ()

    @property
    def leaders(self) -> tuple[str, ...]:
        """Sides in first place; nobody leads before the first deal."""
        return tuple(s.side for s in self.places if s.place == 1) if self.running else ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Sides that won: several share the win when they tie, none before the end."""
        return self.leaders if self.is_over else ()

    def total(self, side: str) -> int:
        """The total of that side."""
        return next(standing.total for standing in self.places if standing.side == side)

    @property
    def by_place(self) -> tuple[Standing, ...]:
        return tuple(sorted(self.places, key=lambda standing: standing.place))


def standings(
    ruleset: Ruleset,
    sides: Sequence[str | Entrant],
    deals: Sequence[Points],
    *,
    won: Collection[str] = (),
    marks: Sequence[Marks] = (),
    stopped: bool = False,
) -> Standings:
    """Return how a game stands after ``deals``, the points of each side deal by deal.

    ``won`` are sides that a deal lets win whatever the totals: the first such deal, when a
    correction makes an earlier one win. ``marks`` are what each deal says of the sides besides
    points. ``stopped`` says that the table ended the game there. Otherwise the ruleset’s ``end``
    decides, and at the latest the last deal that a pad holds.
    """
    entrants = [Entrant(side) if isinstance(side, str) else side for side in sides]
    running = _running(entrants, deals)
    last = running[-1] if running else {}
    totals = {e.key: last.get(e.key, e.start) for e in entrants}
    fallen = _fallen(ruleset.end, running)
    gone = {e.key: e.left for e in entrants if e.left is not None} | fallen
    steps = _steps(ruleset, marks)
    places = _places(ruleset.end, totals, steps[-1] if steps else {}, won, gone)
    still_in = [e.key for e in entrants if e.key not in gone]
    left = None if ruleset.length is None else max(0, ruleset.length - len(deals))
    at_table = sum(e.left is None for e in entrants) * ruleset.players.team
    target = ruleset.end.target_for(at_table)
    is_last = left == 0 or len(deals) >= MAX_DEALS
    over = bool(running) and (
        stopped or bool(won) or is_last or _ends(ruleset.end, target, totals, still_in, places)
    )
    standing = (
        Standing(e.key, totals[e.key], places[e.key], is_in=e.key not in gone) for e in entrants
    )
    return Standings(tuple(standing), tuple(running), left, over, target, steps)


def over_earlier(
    ruleset: Ruleset,
    sat: Callable[[int], Sequence[Entrant]],
    deals: Sequence[Points],
    marks: Sequence[Marks] = (),
) -> Standings | None:
    """Return how a game stood when it was over by its points before the last of ``deals``, as a
    correction may make it; None where it was not. ``sat`` tells who had part in a deal.
    """
    if not ruleset.end.is_by_points:
        return None
    for number in range(1, len(deals)):
        entrants = sat(number)
        here = {entrant.key for entrant in entrants if entrant.left is None}
        # Who came back after this deal is charged with it, and was not there yet.
        last = {key: points for key, points in deals[number - 1].items() if key in here}
        stood = standings(ruleset, entrants, [*deals[: number - 1], last], marks=marks[:number])
        if stood.is_over:
            return stood
    return None


def _running(entrants: Sequence[Entrant], deals: Sequence[Points]) -> list[Points]:
    running: list[Points] = []
    totals: dict[str, int] = {}
    for number, points in enumerate(deals, 1):
        totals |= {e.key: e.start for e in entrants if e.joined <= number and e.key not in totals}
        totals = {key: total + points.get(key, 0) for key, total in totals.items()}
        running.append({e.key: totals[e.key] for e in entrants if e.key in totals})
    return running


def _steps(ruleset: Ruleset, marks: Sequence[Marks]) -> tuple[Points, ...]:
    """How many steps each side has made, deal by deal; nothing where totals alone count."""
    if not steps_called(ruleset):
        return ()
    made: Counter[str] = Counter()
    steps: list[Points] = []
    for of in marks:
        made.update(key for key, signs in of.items() if STEP & set(signs))
        steps.append(made.copy())
    return tuple(steps)


def steps_called(ruleset: Ruleset) -> str:
    """What a step is called of which having made more counts before the totals: ``phase``; empty
    where totals alone count.
    """
    scoring = ruleset.scoring
    return SCHEMES[scoring.scheme].steps_called(scoring.figures)


def best(end: End, totals: Mapping[K, int], steps: Mapping[K, int]) -> list[K]:
    """Those who are ahead: they have made the most steps, and of them they have the best total."""
    ranks = {key: _rank(end, total, steps.get(key, 0)) for key, total in totals.items()}
    first = min(ranks.values(), default=None)
    return [key for key, rank in ranks.items() if rank == first]


def _rank(end: End, total: int, steps: int) -> tuple[int, int]:
    """What comes before in the order of places is smaller."""
    return -steps, -total if end.wins == "highest" else total


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
    end: End, totals: Points, steps: Points, won: Collection[str], gone: Mapping[str, int]
) -> dict[str, int]:
    """Places by steps, then by total; outright winners share the first, sides that are gone come
    last, the latest of them first.
    """

    def rank(key: str) -> tuple[bool, bool, int, tuple[int, int]]:
        if key in won:
            return False, False, 0, (0, 0)
        return True, key in gone, -gone.get(key, 0), _rank(end, totals[key], steps.get(key, 0))

    ordered = sorted(map(rank, totals))
    return {key: ordered.index(rank(key)) + 1 for key in totals}


def _ends(
    end: End, target: int, totals: Points, still_in: Sequence[str], places: Mapping[str, int]
) -> bool:
    if end.out_at and len(still_in) <= 1:
        return True
    risen = bool(target) and not end.claimed and max(totals.values()) >= target
    sunk = end.floor is not None and min(totals.values()) <= end.floor
    is_shared = list(places.values()).count(1) > 1
    return (risen or sunk) and not (end.tie_plays_on and is_shared)


def decided_by(
    ruleset: Ruleset, final: Standings, names: Mapping[str, str], marks: Marks | None = None
) -> str:
    """What ended a game besides its last deal, in words: ``Ann passed 100``; empty where nothing
    did. ``names`` are those of the sides, ``marks`` what the last deal says of them: who won with
    it ended the game, whatever others have come to.
    """
    end, target, scheme = ruleset.end, final.target, SCHEMES[ruleset.scoring.scheme]
    if end.out_at and sum(standing.total < end.out_at for standing in final.places) == 1:
        return f"All others came to {end.out_at}"
    enders = _enders(marks or {}, Mark.OUT if scheme.adds_at_end else Mark.WON)
    ended = [s for s in final.places if s.side in enders] if enders else final.places
    risen = [standing for standing in ended if target and standing.total >= target]
    if risen:
        is_beyond = min(standing.total for standing in risen) > target
        how = "passed" if is_beyond and not scheme.adds_at_end else "reached"
        return f"{join_names(names[standing.side] for standing in risen)} {how} {target}"
    sunk = [s for s in ended if end.floor is not None and s.total <= end.floor]
    if sunk:
        return f"{join_names(names[s.side] for s in sunk)} fell to {signed(end.floor or 0)}"
    if ruleset.length is None and len(final.running) >= MAX_DEALS and not enders:
        return f"A pad holds {MAX_DEALS} {ruleset.words.deal.many}"
    return ""


def _enders(marks: Marks, sign: Mark) -> list[str]:
    """The sides with that sign in a deal that lets some side win."""
    has_winner = any(Mark.WON in of for of in marks.values())
    return [side for side, of in marks.items() if sign in of] if has_winner else []


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
