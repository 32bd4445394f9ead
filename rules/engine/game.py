"""The state of a game, computed from its rules, its players and its scored deals.

All code that shows or stores a total, a place, a winner, the end of a game or the next dealer reads
it from the ``GameState`` that ``fold_game`` returns.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol

from pydantic import Field

from rules.engine.contracts import MAX_DEALS, Frozen
from rules.engine.formatting import join_names, signed
from rules.engine.rulesets import AnyRuleset, End, Ruleset
from rules.engine.schemes import SCHEMES, Mark
from rules.engine.seating import Entrant, Seating
from rules.translation import gettext as _
from rules.translation import ngettext

Points = Mapping[str, int]
Marks = Mapping[str, Collection[str]]
STEP = frozenset((Mark.ACHIEVED, Mark.WON))  # the marks of a side that made a step in the deal


class DealResult(Protocol):
    """The result of one deal, by side; ``dealer`` is the dealer’s chair, if known.

    ``pennies`` are the payments into the kitty.
    """

    @property
    def points(self) -> Points: ...
    @property
    def marks(self) -> Marks: ...
    @property
    def pennies(self) -> Points: ...
    @property
    def dealer(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Carried:
    """The values that a game carries from one deal to the next.

    ``deals`` counts the deals so far, and ``dealer`` is the chair that dealt the last of them.
    ``steps`` has the number of steps of each side, if steps count before totals. ``out`` has, for
    each side that is out, the deal that put it out. ``won_in`` is the first deal that was won
    outright, and ``won`` are the sides that won it.
    """

    deals: int = 0
    dealer: int | None = None
    totals: Points = field(default_factory=dict)
    steps: Points = field(default_factory=dict)
    out: Points = field(default_factory=dict)
    pennies: Points = field(default_factory=dict)
    won: tuple[str, ...] = ()
    won_in: int = 0

    def then(self, ruleset: Ruleset, entrants: Iterable[Entrant], result: DealResult) -> "Carried":
        """Return the values that the game carries after one more deal."""
        number, out_at = self.deals + 1, ruleset.end.out_at * ruleset.unit
        points = result.points
        totals = {
            side.key: self.totals.get(side.key, side.start * ruleset.unit)
            # A side that has left scores nothing, not even the charge for coming back later.
            + (points.get(side.key, 0) if side.left is None or number <= side.left else 0)
            for side in entrants
            if side.joined <= number
        }
        winners = self.won or tuple(
            sorted(key for key, marks in result.marks.items() if Mark.WON in marks)
        )
        return Carried(
            deals=number,
            dealer=result.dealer,
            totals=totals,
            steps=self._steps(result.marks) if step_name(ruleset) else {},
            out={
                # A side that came back with a lower total is in again.
                key: self.out.get(key, number)
                for key, total in totals.items()
                if out_at and total >= out_at
            },
            pennies=_sums(self.pennies, result.pennies),
            won=winners,
            won_in=self.won_in or (number if winners else 0),
        )

    def _steps(self, marks: Marks) -> Points:
        return _sums(self.steps, {key: 1 for key, of in marks.items() if STEP & set(of)})


def _sums(one: Points, other: Points) -> Points:
    """Return the sum of the two values for each key, leaving out sums of 0."""
    keys = dict.fromkeys((*one, *other))
    return {key: total for key in keys if (total := one.get(key, 0) + other.get(key, 0))}


class ChosenWinner(Frozen):
    """The winner whom the players chose after ``deals`` deals: the number of a side.

    The choice decides a tie for first place or, if it is ``outright``, whatever the points say. In
    a game in which all win or lose together, the side is 0, and they won. The choice has no effect
    after another number of deals, or if the side is no longer tied for first place.
    """

    side: Annotated[int, Field(ge=0)]
    deals: Annotated[int, Field(ge=1, le=MAX_DEALS)]
    outright: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One side's total and place.

    Sides with equal totals share a place, and the next place is skipped. ``is_in`` is false for a
    side that left or was put out.
    """

    side: str
    total: int
    place: int
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game, with its sides in column order.

    ``by_deal`` has what was carried after each of the folded deals, and ``last`` is the result of
    the last one. ``length`` is how many deals the game has with the players of the next deal, and
    ``deals_left`` is how many are still to come if the rules end the game after a fixed number.
    ``length`` and ``deals_left`` are None if the number of deals depends on the scores. ``leaders``
    are the sides in first place: none before the first deal, or as long as those who play together
    haven’t won. ``tied`` are the sides that share first place by the points, if the players may
    choose one of them as the winner, and ``chosen`` is the choice that is in effect. ``target`` is
    the total that ends the game, or 0 if there is none. ``next_dealer`` is the chair that deals
    next.
    """

    places: tuple[Standing, ...]
    carried: Carried
    by_deal: tuple[Carried, ...]
    last: DealResult | None
    is_over: bool
    leaders: tuple[str, ...]
    tied: tuple[str, ...]
    chosen: ChosenWinner | None
    target: int
    length: int | None
    deals_left: int | None
    next_dealer: int

    @property
    def deals(self) -> int:
        """How many deals have been played."""
        return self.carried.deals

    @property
    def running(self) -> tuple[Points, ...]:
        """Each side's total after each of the deals that were folded."""
        return tuple(carried.totals for carried in self.by_deal)

    @property
    def steps(self) -> Points:
        """How many steps each side has made; empty if only totals count."""
        return self.carried.steps

    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that won: several if they tie, none before the end or if nobody won."""
        return self.leaders if self.is_over else ()

    def total(self, side: str) -> int:
        """Return the total of that side."""
        return next(standing.total for standing in self.places if standing.side == side)

    @property
    def by_place(self) -> tuple[Standing, ...]:
        """The sides from first to last."""
        return tuple(sorted(self.places, key=lambda standing: standing.place))


def fold_game(
    ruleset: Ruleset,
    seating: Seating,
    deals: Iterable[DealResult],
    *,
    since: Carried | None = None,
    stopped: bool = False,
    first_dealer: int = 1,
    chosen_dealer: int | None = None,
    chosen_winner: ChosenWinner | None = None,
) -> GameState:
    """Return the state of a game after ``deals``.

    ``since`` is what was carried from earlier deals; without it, these deals are the first. If
    ``stopped``, the game is over, unless no deal has been played. Otherwise the ruleset’s ``end``
    decides, and no game is longer than ``MAX_DEALS``. ``first_dealer`` is the chair that deals the
    first deal, and ``chosen_dealer`` is the chair that the players chose to deal next.
    ``chosen_winner`` is the winner whom they chose at the end.
    """
    carried, by_deal, last = since or Carried(), [], None
    for last in deals:
        carried = carried.then(ruleset, seating.entrants, last)
        by_deal.append(carried)
    following = carried.deals + 1
    staying = sum(side.left is None for side in seating.entrants)
    players = staying * ruleset.players.team
    target = ruleset.end.target_for(players) * ruleset.unit
    places = _places(ruleset, seating.entrants, carried)
    left = None if ruleset.length is None else max(0, ruleset.length - carried.deals)
    is_last = left == 0 or carried.deals >= MAX_DEALS
    is_decided = stopped or bool(carried.won) or is_last or _ends(ruleset, target, places)
    is_over = bool(carried.deals) and is_decided
    tied = _tied(ruleset.end, places, carried) if is_over else ()
    chosen = chosen_winner if is_over else None
    if chosen and not _applies(chosen, ruleset.end, places, tied, carried):
        chosen = None
    if chosen and chosen.side:
        places = _places(ruleset, seating.entrants, carried, str(chosen.side))
    first = tuple(standing.side for standing in places if standing.place == 1 and carried.deals)
    has_won = bool(chosen or carried.won) or not ruleset.end.together
    return GameState(
        places=places,
        carried=carried,
        by_deal=tuple(by_deal),
        last=last,
        is_over=is_over,
        leaders=first if has_won else (),
        tied=tied,
        chosen=chosen,
        target=target,
        length=ruleset.length_at(players),
        deals_left=left,
        next_dealer=seating.dealer_of(
            following,
            last=carried.dealer,
            chosen=chosen_dealer,
            first=first_dealer,
            out=carried.out,
        ),
    )


def over_earlier(
    ruleset: Ruleset, seating: Seating, deals: Sequence[DealResult], state: GameState
) -> GameState | None:
    """Return the state in which the points ended the game before the last of ``deals``.

    A correction can lead to such a state. Return None if no earlier deal ended the game, or if a
    deal was won outright. ``state`` is the state after all ``deals``.
    """
    if not ruleset.end.is_by_points or state.carried.won:
        return None
    stood = states_after(ruleset, seating, deals[:-1], state)
    return next((earlier for earlier in stood if earlier.is_over), None)


def states_after(
    ruleset: Ruleset, seating: Seating, deals: Sequence[DealResult], state: GameState
) -> Iterator[GameState]:
    """Yield the state of a game after each of its first ``deals``, with the sides of that time.

    ``state`` is a later state, which has what was carried after each deal.
    """
    carried: list[Carried | None] = [None, *state.by_deal]
    for number, (before, deal) in enumerate(zip(carried, deals, strict=False), 1):
        yield fold_game(ruleset, Seating(seating.entrants_at(number)), [deal], since=before)


def step_name(ruleset: AnyRuleset) -> str:
    """Return the game’s word for a step, such as ``phase``; '' if only totals count."""
    scoring = ruleset.scoring
    return SCHEMES[scoring.scheme].scoring.steps_called(scoring.figures)


def ends_when_stopped(ruleset: AnyRuleset) -> bool:
    """Return whether the players finish the game: it has no end of its own, or all win together."""
    is_open = ruleset.length is None and not ruleset.end.is_by_points
    return ruleset.end.together or (is_open and not step_name(ruleset))


def ahead(end: End, totals: Points, steps: Points) -> list[str]:
    """Return the sides with the best total among those with the most steps.

    Nobody is ahead if all win or lose together.
    """
    if end.together:
        return []
    ranks = {key: _rank(end, total, steps.get(key, 0)) for key, total in totals.items()}
    first = min(ranks.values(), default=None)
    return [key for key, rank in ranks.items() if rank == first]


def _rank(end: End, total: int, steps: int) -> tuple[int, int]:
    """Return a sort key by which the better side comes first."""
    return -steps, -total if end.wins == "highest" else total


def _tied(end: End, places: Sequence[Standing], carried: Carried) -> tuple[str, ...]:
    """Return the sides that share first place at the end, unless the rules decide such ties."""
    first = tuple(standing.side for standing in places if standing.place == 1)
    is_decided = end.together or end.tie_plays_on or carried.won
    return () if is_decided or len(first) < 2 else first


def _applies(
    chosen: ChosenWinner,
    end: End,
    places: Sequence[Standing],
    tied: Collection[str],
    carried: Carried,
) -> bool:
    """Return whether the choice of the winner is still in effect."""
    if end.together:
        sides: Collection[str] = {"0"}
    else:
        sides = {standing.side for standing in places} if chosen.outright else tied
    return chosen.deals == carried.deals and str(chosen.side) in sides


def _places(
    ruleset: Ruleset, entrants: Iterable[Entrant], carried: Carried, chosen: str = ""
) -> tuple[Standing, ...]:
    """Return the sides with their places.

    The ``chosen`` winner is first. Outright winners share first place, and so do all who play
    together. Sides that left or are out come last, the most recent first.
    """
    end, unit, sides = ruleset.end, ruleset.unit, tuple(entrants)
    totals = {side.key: carried.totals.get(side.key, side.start * unit) for side in sides}
    gone = {side.key: side.left for side in sides if side.left is not None}
    gone.update(carried.out)

    def rank(key: str) -> tuple[int, bool, int, tuple[int, int]]:
        if key == chosen or key in carried.won or end.together:
            return int(key != chosen), False, 0, (0, 0)
        return (
            2,
            key in gone,
            -gone.get(key, 0),
            _rank(end, totals[key], carried.steps.get(key, 0)),
        )

    ranks = {key: rank(key) for key in totals}
    ordered = sorted(ranks.values())
    return tuple(
        Standing(key, totals[key], ordered.index(ranks[key]) + 1, is_in=key not in gone)
        for key in totals
    )


def _ends(ruleset: Ruleset, target: int, places: Sequence[Standing]) -> bool:
    """Return whether the totals end the game."""
    end = ruleset.end
    if end.out_at and sum(standing.is_in for standing in places) <= 1:
        return True
    totals = [standing.total for standing in places]
    risen = bool(target) and not end.claimed and max(totals) >= target
    sunk = end.floor is not None and min(totals) <= end.floor * ruleset.unit
    is_shared = sum(standing.place == 1 for standing in places) > 1
    return (risen or sunk) and not (end.tie_plays_on and is_shared)


def decided_by(ruleset: AnyRuleset, state: GameState, names: Mapping[str, str]) -> str:
    """Return what ended the game, such as ``Ann passed 100``; '' if it needs no explanation.

    ``names`` has the names of the sides by key. If the last deal was won outright, only the
    winners’ totals can have ended the game or, if the scheme ``adds_at_end``, only the total of the
    side that reached the target.
    """
    end, target, scheme = ruleset.end, state.target, SCHEMES[ruleset.scoring.scheme]
    out_at = end.out_at * ruleset.unit
    if out_at and sum(standing.total < out_at for standing in state.places) == 1:
        return _("All others reached {total}").format(total=end.out_at)
    enders = _enders(state, Mark.ACHIEVED if scheme.adds_at_end else Mark.WON)
    ended = [s for s in state.places if s.side in enders] if enders else state.places
    risen = [standing for standing in ended if target and standing.total >= target]
    if risen:
        is_beyond = min(standing.total for standing in risen) > target
        count = len(risen) * ruleset.players.team
        text = (
            ngettext("{names} passed {total}", "{names} passed {total}", count)
            if is_beyond and not scheme.adds_at_end
            else ngettext("{names} reached {total}", "{names} reached {total}", count)
        )
        return text.format(
            names=join_names(names[s.side] for s in risen), total=target // ruleset.unit
        )
    floor = None if end.floor is None else end.floor * ruleset.unit
    sunk = [s for s in ended if floor is not None and s.total <= floor]
    if sunk:
        count = len(sunk) * ruleset.players.team
        text = ngettext("{names} fell to {total}", "{names} fell to {total}", count)
        return text.format(
            names=join_names(names[s.side] for s in sunk), total=signed(end.floor or 0)
        )
    if enders:
        return scheme.won_by(ruleset.scoring.figures)
    if ruleset.length is None and state.deals >= MAX_DEALS:
        return _("A score pad holds at most {count} {deals}").format(
            count=MAX_DEALS, deals=ruleset.words.deal.many
        )
    return ""


def _enders(state: GameState, sign: Mark) -> list[str]:
    """Return the sides with the mark ``sign`` in the last deal, if it was won outright."""
    marks = state.last.marks if state.last else {}
    has_winner = any(Mark.WON in of for of in marks.values())
    return [side for side, of in marks.items() if sign in of] if has_winner else []
