"""Swaps of wild cards in melds on the table for the cards that they stand for."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    run.
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
) -> Iterator[tuple[tuple[Swapped, ...], Hand, Sequence[Meld], Hand]]:
    """Yield each choice of swaps: the hand and the table after them, and the cards to use now."""
    found, swap = list(_possible_swaps(rules, cards, table)), rules.melds.joker_swap
    for count in range(min(len(found), MOST_SWAPS) + 1):
        for chosen in combinations(found, count):
            given = tuple(card for _, each in chosen for card in each.cards)
            if Counter(given) - Counter(cards) or not _are_apart(chosen):
                continue
            melds, swaps = list(table), tuple(each for _, each in chosen)
            for at, each in chosen:
                melds[each.place] = _replaced(rules, melds[each.place], at, each)
            wild = tuple(each.wild for each in swaps if not each.moves)
            yield swaps, (*without(cards, given), *wild), melds, () if swap and swap.keep else wild


def _are_apart(chosen: Sequence[tuple[int, Swapped]]) -> bool:
    """Return whether no wild card is swapped twice, and none moves where another one is swapped."""
    places = Counter(each.place for _, each in chosen)
    is_alone = all(places[each.place] == 1 for _, each in chosen if each.moves)
    return is_alone and len({(at, each.place) for at, each in chosen}) == len(chosen)


def _possible_swaps(
    rules: MeldRules, cards: Hand, table: Sequence[Meld]
) -> Iterator[tuple[int, Swapped]]:
    """Yield each swap, with the place of the wild card in its meld."""
    for place, meld in enumerate(table):
        for at, (wild, real) in enumerate(zip(meld.cards, meld.stands_for, strict=True)):
            if wild == real:
                continue
            same = sorted((card for card in cards if _is(rules, card, real)), key=str)
            for count, moves in _ways(rules, meld, at):
                for given in dict.fromkeys(combinations(same, count)):
                    swapped = Swapped(place, given, wild, moves)
                    if _fits(rules, _replaced(rules, meld, at, swapped)):
                        yield at, swapped


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


def _replaced(rules: MeldRules, meld: Meld, at: int, swapped: Swapped) -> Meld:
    """Return the meld after a swap; cards beyond the first are added to a set."""
    one, *more = swapped.cards
    cards = (*meld.cards[:at], one, *meld.cards[at + 1 :], *more)
    stands_for = (*meld.stands_for[:at], one, *meld.stands_for[at + 1 :], *more)
    if not swapped.moves:
        return Meld(meld.shape, cards, stands_for, meld.wilds - 1)
    new = (_beyond(rules, meld, swapped.moves),)
    if swapped.moves == "low":
        return Meld(meld.shape, (swapped.wild, *cards), (*new, *stands_for), meld.wilds)
    return Meld(meld.shape, (*cards, swapped.wild), (*stands_for, *new), meld.wilds)


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
