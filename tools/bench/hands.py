"""Measure how long the app takes to read a hand of rummy."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import cycle

from rules.engine.cards import Card, read_hand
from rules.engine.catalogue import catalogue
from rules.engine.melding import (
    MOST_CARDS,
    MeldRules,
    TooLargeError,
    best_turn,
    meld_rules,
    read_arrangement,
    read_contract,
    read_declaration,
)
from tests.rules.random_hands import random_hands
from tools.bench.measuring import Result, measure

SEED = 35
# The slowest hands of up to 16 cards with four wild ones that a search by small changes has found.
WORST = (
    ("indian-rummy-pool-101", 1, "2", "3D 5H 3S 3H 2H 3H 4H 6H 3C 2S JS 4S 5S AH 6S 2D"),
    ("indian-rummy", 1, "2", "6S 8S 6D 8D 6S 9S 6H 7D JK 5S AD 10S 2S 5D 7S QD"),
    ("indian-rummy-pool-101", 1, "2", "JS 2S 2D 10S 6S 2H 2S 5S 5H 9H 4S 3H 7H 8H 4H 5S"),
    ("liverpool-rummy-common", 7, "", "4D 7D 6D 5H 10D 5D 7H JK 4C JK JK JK 5C 8D KC 9D"),
    ("telefunken", 4, "", "AD AH 3S AC 3C 3S 3D AS JK AD 6S 3H AS 7D JH"),
    ("telefunken", 2, "", "3H 5H 5S 5S 3D JK JK AC 7D JH 7H JH JC 5D 7H 6S"),
    ("shanghai-rummy-kolsov", 10, "", "JK 7S JH 6S 4C 3C QH JH 10S 3H 5D"),
)


def measure_hands() -> Iterator[Result]:
    """Measure hands of all games: usual ones, the slowest, and the largest."""
    usual = [(rules, hand) for _, rules, hand, _ in random_hands(400, SEED, (10, 16))]
    large = [(rules, hand) for _, rules, hand, _ in random_hands(60, SEED, (MOST_CARDS,) * 2)]
    worst = [
        (meld_rules(catalogue().variant(game).standard, deal, drawn=drawn), read_hand(hand))
        for game, deal, drawn, hand in WORST
    ]
    yield measure("read a hand, 10 to 16 cards", reader(usual), times=len(usual), bound=3)
    yield measure("the slowest hands that were found", reader(worst), times=30, bound=150)
    yield measure(f"hands of {MOST_CARDS} cards", reader(large), times=len(large), bound=300)


def reader(hands: Sequence[tuple[MeldRules, Sequence[Card]]]) -> Callable[[], float]:
    """Return a function that reads the next hand, and returns the milliseconds it took."""
    turn = cycle(hands)

    def read() -> float:
        rules, hand = next(turn)
        began = time.perf_counter()
        with suppress(TooLargeError):  # a large hand is read, or said to be too large
            if rules.extra_melds:
                best_turn(rules, hand)
            elif rules.contract.size:
                read_contract(rules, hand)
            elif rules.drawn:
                read_declaration(rules, hand)
            else:
                read_arrangement(rules, hand, discards=True)
        return (time.perf_counter() - began) * 1000

    return read
