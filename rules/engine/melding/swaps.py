"""Swaps of wild cards in melds on the table for the cards that they stand for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Literal

from rules.engine.cards import Card, Hand, Rank
from rules.engine.melding.meld_rules import MeldRules
from rules.engine.melding.melds import Meld

MOST_SWAPS = 3
Move = Literal["", "low", "high"]


@dataclass(frozen=True, slots=True)
class Swapped:
    """Cards put in the place of a wild card in a meld on the table.

    The player takes the wild card or, if it ``moves``, puts it at the low or the high end of its
    run. In the latter case, cards after the first are laid off at this end before it.
    """

    place: int
    cards: Hand
    wild: Card
    moves: Move = ""


def without(cards: Hand, taken: Sequence[Card]) -> Hand:
    """Return the cards that are left."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def ways_to_swap(
    rules: MeldRules, cards: Hand, table: Sequence[Meld]
) -> Iterator[tuple[tuple[Swapped, ...], Hand, tuple[Meld, ...], Hand]]:
    """Yield each choice of swaps: the hand and the table after them, and the cards to use now.

    The swaps come one after the other, because wild cards of one run can move past each other.
    """
    swap, seen = rules.melds.joker_swap, set()
    ways: list[tuple[tuple[Swapped, ...], Hand, tuple[Meld, ...]]] = [((), cards, tuple(table))]
    while ways:
        swaps, hand, melds = ways.pop(0)
        wild = tuple(each.wild for each in swaps if not each.moves)
        state = tuple(sorted(hand, key=str)), melds
        if state in seen:
            continue
        seen.add(state)
        yield swaps, hand, melds, () if swap and swap.keep else wild
        if len(swaps) < MOST_SWAPS:
            ways += [
                ((*swaps, each), after, (*melds[: each.place], meld, *melds[each.place + 1 :]))
                for each, after, meld in _possible_swaps(rules, hand, melds)
            ]


def _possible_swaps(
    rules: MeldRules, cards: Hand, table: Sequence[Meld]
) -> Iterator[tuple[Swapped, Hand, Meld]]:
    """Yield each swap, with the hand and the meld after it."""
    for place, meld in enumerate(table):
        for at, (wild, real) in enumerate(zip(meld.cards, meld.stands_for, strict=True)):
            if wild == real:
                continue
            same = sorted((card for card in cards if _is(rules, card, real)), key=str)
            for count, moves in _ways(rules, meld, at):
                for given in dict.fromkeys(combinations(same, count)):
                    swapped = Swapped(place, given, wild, moves)
                    yield from _after(rules, cards, meld, at, swapped)


def _ways(rules: MeldRules, meld: Meld, at: int) -> Iterator[tuple[int, Move]]:
    """Yield how many cards a wild card costs, and to which end of its run it moves, if it does."""
    swap, is_run = rules.melds.joker_swap, meld.shape == "run"
    ends: dict[int, Move] = {0: "low", len(meld.cards) - 1: "high"}
    if is_run and rules.melds.end_jokers_shift and at in ends:
        yield 1, ends[at]
    if swap is None or (swap.jokers_only and meld.cards[at].rank != Rank.JOKER):
        return
    if is_run and swap.runs and (at in ends or not swap.run_ends):
        if swap.same_run:
            yield from ((1, "low"), (1, "high"))
        else:
            yield 1, ""
    elif not is_run and swap.sets:
        yield swap.set_cards, ""


def _after(
    rules: MeldRules, cards: Hand, meld: Meld, at: int, swapped: Swapped
) -> Iterator[tuple[Swapped, Hand, Meld]]:
    """Yield a swap, and each way to lay off cards before the wild card moves to the end."""
    one, *more = swapped.cards
    hand = without(cards, swapped.cards)
    natural = (*meld.cards[:at], one, *meld.cards[at + 1 :], *more)
    stands_for = (*meld.stands_for[:at], one, *meld.stands_for[at + 1 :], *more)
    run = Meld(meld.shape, natural, stands_for, meld.wilds - 1)
    if not swapped.moves:
        if _fits(rules, run):
            yield swapped, (*hand, swapped.wild), run
        return
    while True:
        real = _beyond(rules, run, swapped.moves)
        moved = _with_end(run, swapped.moves, swapped.wild, real)
        if _fits(rules, moved):
            yield swapped, hand, moved
        if real not in hand or rules.is_wild(real):
            return
        hand, run = without(hand, [real]), _with_end(run, swapped.moves, real, real)
        swapped = replace(swapped, cards=(*swapped.cards, real))


def _with_end(run: Meld, end: Move, card: Card, real: Card) -> Meld:
    """Return a run with another card at an end, which stands for ``real``."""
    wilds = run.wilds + (card != real)
    if end == "low":
        return Meld("run", (card, *run.cards), (real, *run.stands_for), wilds)
    return Meld("run", (*run.cards, card), (*run.stands_for, real), wilds)


def _beyond(rules: MeldRules, run: Meld, end: Move) -> Card:
    """Return the card after an end of a run; one without a rank if there is none."""
    line, first = rules.line, run.stands_for[0]
    start = line.index(first.rank)
    place = start - 1 if end == "low" else start + len(run.cards)
    if rules.is_round:
        place %= len(line)
    return Card(line[place] if 0 <= place < len(line) else "", first.suit)


def _fits(rules: MeldRules, meld: Meld) -> bool:
    """Return whether a meld is allowed after a swap."""
    if meld.shape != "run":
        natural = [card for card in meld.cards if not rules.is_wild(card)]
        differ = not rules.suits_differ or len(set(natural)) == len(natural)
        return differ and len(meld.cards) <= rules.largest_set
    wild = [card != real for card, real in zip(meld.cards, meld.stands_for, strict=True)]
    is_crowded = rules.melds.wild_together is False and (True, True) in pairwise(wild)
    has_ranks = all(card.rank for card in meld.stands_for)
    return has_ranks and len(meld.cards) <= rules.longest_run and not is_crowded


def _is(rules: MeldRules, card: Card, real: Card) -> bool:
    """Return whether a natural card is the one that a wild card stands for."""
    same = card == real if real.suit else card.rank == real.rank
    return same and not rules.is_wild(card)
