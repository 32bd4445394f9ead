"""What a player may do in one turn: lay down, lay off, swap wild cards, discard and go out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any

from rules.engine.cards import Card, Hand
from rules.engine.melding.arranging import Arrangement, best_arrangement, best_meld
from rules.engine.melding.laying_down import BestParts, Slot, slots_of
from rules.engine.melding.meld_rules import (
    MOST_CARDS,
    SUITS,
    USUAL_CARDS,
    MeldRules,
    TooLargeError,
)
from rules.engine.melding.melds import CARD, POINT, HeldHand, Meld, Part
from rules.engine.melding.opening import best_opening
from rules.engine.melding.swaps import Swapped, ways_to_swap, without

# How much may be tried for a turn, in ways to lay off; an arrangement of the rest takes as long as
# many of them.
MOST_EFFORT, EFFORT_TO_ARRANGE = 8000, 60


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards laid off on a meld on the table, by its place there, and the meld with them."""

    place: int
    cards: Hand
    meld: Meld


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the swaps, the new melds, the cards laid off, and the discard.

    ``left`` are the cards in the hand after the turn, with their points. If none are left, the
    player goes out or, where that needs a discard, ``floats`` and plays on without cards.
    """

    swaps: tuple[Swapped, ...]
    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]
    discard: Card | None
    left: Hand
    points: int
    floats: bool = False

    @property
    def goes_out(self) -> bool:
        return not (self.left or self.floats)


class _Effort:
    """What may still be tried for a turn. Raises TooLargeError if there is too much to try."""

    def __init__(self, cards: int) -> None:
        self.left = MOST_EFFORT if cards <= USUAL_CARDS else MOST_EFFORT // 2

    def spend(self, effort: int) -> None:
        self.left -= effort
        if self.left < 0:
            raise TooLargeError(MOST_EFFORT)


class _Best(BestParts):
    """The parts of a turn that leave the least points after the discard."""

    def __init__(
        self,
        held: HeldHand,
        slots: Sequence[Slot],
        more: Sequence[Sequence[Part]],
        must_use: Sequence[Card],
        *,
        effort: _Effort,
        lays_off: bool,
        free: bool,
        melds_first: bool,
        opens: bool,
        discards: bool,
    ) -> None:
        cards = held.rules.cards_to_lay(len(held.cards)) if discards else range(99)
        super().__init__(held, slots, cards, more, lays_off=lays_off)
        self.effort, self.discards, self.free, self.must_use = effort, discards, free, must_use
        self.melds_first, self.opens = melds_first, opens
        self.total = held.rules.points(held.cards) * POINT + len(held.cards) * CARD
        dearest = max((held.rules.points([card]) for card in held.cards), default=0)
        self.extra = self.total if free else max(0, dearest) * POINT + CARD if discards else 0
        self.arranged: dict[Hand, Arrangement] = {}
        self.tried: set[tuple[int, int, int]] = set()
        self.most = self.total
        if free and slots:  # no contract can leave less than the best melds and all that fits
            best = self._arrange(held.cards)
            points = self.rules.points(best.left)
            self.most -= points * POINT + len(best.left) * CARD
            self.most += sum(parts[0].bound for parts in more)
        self.after: tuple[tuple[Meld, ...], Card | None, Hand] = ((), None, held.cards)

    def _arrange(self, rest: Hand) -> Arrangement:
        """Return the best melds of other cards, with the discard."""
        if rest not in self.arranged:
            self.effort.spend(EFFORT_TO_ARRANGE)
            own = HeldHand(self.rules, rest)
            arranged = best_meld if self.rules.melds.one_meld else best_arrangement
            if self.opens:
                arranged = best_opening
            best = arranged(own)
            if self.discards and (best.left or self.rules.last_discard == "required"):
                whole, best = best, arranged(own, discards=True)
                if best.left and not whole.left and self.rules.floats:
                    best = whole
                if not best.left and self.rules.last_discard == "forbidden":
                    best = best_arrangement(own, discards=True, keeps=True)
            self.arranged[rest] = best
        return self.arranged[rest]

    def _fill(self, *state: Any) -> None:
        if self.score >= self.most - MOST_CARDS:  # wild cards used count in the score as well
            return
        place, _, left, wilds, *_ = state
        if place >= len(self.slots):  # what is laid off depends on the cards that are left only
            if (place, left, wilds) in self.tried:
                return
            self.tried.add((place, left, wilds))
            self.effort.spend(1)
        super()._fill(*state)

    def compare(self, chosen: tuple[Part, ...], left: int, wilds: int) -> None:
        held, melds = self.held, self.held.melds(chosen)
        rest = held.left(melds)
        if self.discards and self.rules.last_discard == "forbidden" and len(rest) == 1:
            return
        new = tuple(meld for meld, part in zip(melds, chosen, strict=True) if part.places)
        extra: tuple[Meld, ...] = ()
        discard: Card | None = None
        if self.free and rest:
            best = self._arrange(rest)
            extra, discard, rest = best.melds, best.discard, best.left
        if self.melds_first and new and not extra:
            return
        laid = len(held.cards) - len(rest) - (discard is not None)
        if laid and laid not in self.cards:
            return
        if self.discards and discard is None and rest:
            discard = self.rules.best_discard(rest)
            if discard is not None:
                rest = without(rest, [discard])
        gone = sum(rest.count(card) for card in self.must_use)
        if self.must_use and (gone or discard in self.must_use):
            return
        points = self.rules.points(rest)
        score = self.total - points * POINT - len(rest) * CARD
        score -= sum(meld.wilds for meld in (*new, *extra))
        if score > self.score:
            self.score, self.found = score, chosen
            self.after = extra, discard, rest


def best_turn(
    rules: MeldRules,
    cards: Sequence[Card],
    table: Sequence[Meld] = (),
    *,
    is_down: bool = False,
    lays_down: bool = True,
    discards: bool = True,
) -> Turn | None:
    """Return the turn that leaves the least points; None if nothing can be laid down or off.

    ``cards`` are the hand with the card drawn. A player who ``is_down`` has laid down the contract
    in an earlier turn or, without a contract, a meld. With ``lays_down`` false, a player who is not
    down only lays off, as after a knock. Without ``discards``, the turn ends without a discard.
    Raises TooLargeError if the hand has too many cards, or if too much can be laid off.
    """
    rules.check_size(cards)
    slots = slots_of(rules) if lays_down and not is_down else ()
    may_lay_off = is_down or not rules.contract.size or rules.lays_off_at_once
    turns, effort = [], _Effort(len(cards))
    opens = bool(rules.melds.opening_points) and lays_down and not is_down
    choices = ways_to_swap(rules, tuple(cards), table if may_lay_off else ())
    # Wild cards are swapped only by players who have opened.
    for swaps, now, melds, must_use in islice(choices, 1 if opens else None):
        held = HeldHand(rules, now)
        more = [_extensions(held, meld) for meld in melds]
        best = _Best(
            held,
            slots,
            more,
            must_use,
            effort=effort,
            lays_off=rules.lays_off_at_once and bool(slots),
            free=lays_down and may_lay_off and (not rules.contract.size or rules.extra_melds),
            melds_first=rules.melds.meld_before_lay_off and not is_down,
            opens=opens,
            discards=discards,
        )
        best.search()
        if best.found is not None:
            turns.append(_turn(best, swaps, melds))
    done = [turn for turn in turns if turn.melds or turn.laid_off or turn.swaps]
    if slots and rules.only_going_out:
        done = [turn for turn in done if turn.goes_out]
    return min(done, key=lambda turn: (turn.points, len(turn.left)), default=None)


def _turn(best: _Best, swaps: tuple[Swapped, ...], table: Sequence[Meld]) -> Turn:
    held, slots = best.held, len(best.slots)
    chosen = best.found or ()
    melds = held.melds(chosen)
    laid_off = []
    for place, meld in enumerate(table):
        added, part = melds[slots + place], chosen[slots + place]
        if part.places:
            laid_off.append(LaidOff(place, added.cards, _larger(held.rules, meld, part, added)))
    extra, discard, left = best.after
    points = held.rules.points(left)
    floats = held.rules.floats and not left and discard is None
    return Turn(swaps, (*melds[:slots], *extra), tuple(laid_off), discard, left, points, floats)


def _larger(rules: MeldRules, meld: Meld, part: Part, added: Meld) -> Meld:
    """Return a meld on the table with the cards that were laid off on it."""
    wilds = meld.wilds + added.wilds
    if part.shape != "run":
        stands_for = (*meld.stands_for, *added.stands_for)
        return Meld("set", (*meld.cards, *added.cards), stands_for, wilds)
    low = (rules.line.index(meld.stands_for[0].rank) - part.start) % len(rules.line)
    cards = (*added.cards[:low], *meld.cards, *added.cards[low:])
    return Meld("run", cards, rules.along[part.suit][part.start :][: len(cards)], wilds)


def _extensions(held: HeldHand, meld: Meld) -> list[Part]:
    """Return each way to lay cards off on a meld, the best first; one of them is none at all."""
    found = [held.part(meld.shape, ())]
    if meld.shape == "run":
        found += _longer_runs(held, meld)
    else:
        found += _larger_sets(held, meld)
    return sorted(found, key=lambda part: -part.bound)


def _larger_sets(held: HeldHand, meld: Meld) -> Iterator[Part]:
    rules, rank, wilds = held.rules, meld.rank, meld.wilds
    table = [card for card in meld.cards if not rules.is_wild(card)]
    own = held.by_rank.get(rank, [])
    choices = sorted(
        {tuple(sorted(way, key=str)) for n in range(len(own) + 1) for way in combinations(own, n)},
        key=str,
    )
    for natural in choices:
        if rules.suits_differ and len({*natural, *table}) < len(natural) + len(table):
            continue
        for more in range(len(held.wild) + 1):
            size = len(meld.cards) + len(natural) + more
            fits = size <= rules.largest_set and wilds + more <= rules.most_wild_later(size)
            if (natural or more) and fits:
                yield held.part("set", (*natural, *[None] * more), rank=rank)


def _longer_runs(held: HeldHand, meld: Meld) -> Iterator[Part]:
    rules, first = held.rules, meld.stands_for[0]
    size, wilds, line = len(meld.cards), meld.wilds, rules.line
    suit, start = SUITS.index(first.suit), line.index(first.rank)
    room = rules.longest_run - size
    below = room if rules.is_round else min(room, start)
    above = room if rules.is_round else min(room, len(line) - start - size)
    around = len(line)
    laid = [
        card if card == real else None
        for card, real in zip(meld.cards, meld.stands_for, strict=True)
    ]
    for down, up in product(range(below + 1), range(above + 1)):
        if not 0 < down + up <= room:
            continue
        places = [start - n for n in range(down, 0, -1)] + [start + size + n for n in range(up)]
        along = [rules.along[suit][place % around if rules.is_round else place] for place in places]
        has = [held.is_natural_in_run(card) for card in along]
        limit = min(len(held.wild), rules.most_wild_later(size + down + up) - wilds)
        gaps = has.count(False)
        for more in range(max(limit - gaps, -1) + 1):
            for dropped in combinations([at for at, own in enumerate(has) if own], more):
                cards = [
                    card if has[at] and at not in dropped else None for at, card in enumerate(along)
                ]
                if not held.is_crowded([*cards[:down], *laid, *cards[down:]]):
                    yield held.part("run", cards, suit=suit, start=(start - down) % around)
