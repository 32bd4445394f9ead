"""Measure how long the app takes to read a hand of rummy."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from statistics import median, quantiles

from rules.engine.cards import Card, Suit, read_hand
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
    read_initial_meld,
)
from tests.rules.random_hands import deck_of, random_hands
from tools.bench.measuring import Result

SEED = 35
# The slowest hands of up to 16 cards with four wild ones that a search by small changes has found.
WORST = (
    ("indian-rummy-pool-101", 1, "2", "3D 5H 3S 3H 2H 3H 4H 6H 3C 2S JS 4S 5S AH 6S 2D"),
    ("indian-rummy", 1, "2", "6S 8S 6D 8D 6S 9S 6H 7D JK 5S AD 10S 2S 5D 7S QD"),
    ("indian-rummy-pool-101", 1, "2", "JS 2S 2D 10S 6S 2H 2S 5S 5H 9H 4S 3H 7H 8H 4H 5S"),
    ("liverpool-rummy-common", 7, "", "4D 7D 6D 5H 10D 5D 7H JK 4C JK JK JK 5C 8D KC 9D"),
    ("telefunken", 4, "", "AD AH 3S AC 3C 3S 3D AS JK AD 6S 3H AS 7D JH"),
    ("telefunken", 2, "", "3H 5H 5S 5S 3D JK JK AC 7D JH 7H JH JC 5D 7H 6S"),
    ("hollywood-rummy", 7, "", "KD 9D 6D 10D 7D JD QD 4D 9S 8D 8H AH AC AS AC 5D"),
    ("carioca-chile", 6, "", "3H 3D QS 3C 3S QD QS AH JK JK JK QC 5H"),
    ("push-rummy", 4, "", "2S 10S QD 8H AH 3H 7H JC 4D 9H JK 2H 5C"),
    ("liverpool-rummy-common", 7, "", "4H 7C 2C QC KD JK 9H 8H 9S 6C 5H AC QD JK 8S JK"),
    ("carioca", 7, "", "KS 8D 5H 3D JS 7C 7S JK JK JK JK QS QD"),
    ("romme", 1, "", "JK JK JK 2H 3H 4H 6S 7S 2D 3D 5C 4C 8C"),
    ("shanghai-rummy-kolsov", 10, "", "JK 7S JH 6S 4C 3C QH JH 10S 3H 5D"),
)


# The slowest hands of 26 cards, in the rules of a game with a house rule.
LARGE = (
    (
        *("carioca", "deal-13-last", 6),
        "6D 6C QD 10S 7H 6D KS QS 4D 8D JS 7D 6H 2S 8S 6S AS 6S 10D JD 7S 3D 9D JK JK JK",
    ),
    (
        *("continental-rummy", "no-may-i-last-three-rounds", 7),
        "JH 8C 2S 9S 2S 4C 7C 6C AH 10C 5S JK 3C JC JC JD 5C QC 9C 2C JK KC 6S 10D AC AD",
    ),
)
Hands = Sequence[tuple[MeldRules, Sequence[Card]]]


def measure_hands() -> Iterator[Result]:
    """Measure hands of all games: usual ones, the slowest, and the largest."""
    usual = _times([(rules, hand) for _, rules, hand, _ in random_hands(1000, SEED, (10, 16))])
    worst = [
        (meld_rules(catalogue().variant(game).standard, deal, drawn=drawn), read_hand(hand))
        for game, deal, drawn, hand in WORST
    ]
    large: list[tuple[MeldRules, Sequence[Card]]] = [
        (meld_rules(catalogue().variant(game).ruleset({option: True}), deal), read_hand(hand))
        for game, option, deal, hand in LARGE
    ]
    for _, rules, hand, random in random_hands(60, SEED, (MOST_CARDS,) * 2):
        large += [(rules, hand), (rules, _in_two_suits(rules, random))]
    yield _result("read a hand, 10 to 16 cards", usual, median(usual), 3)
    yield _result("the slowest of a hundred such hands", usual, quantiles(usual, n=100)[-1], 20)
    for name, hands, bound in (
        ("the slowest hand that was found", worst, 150),
        (f"the slowest hand of {MOST_CARDS} cards", large, 300),
    ):
        times = _times(hands)
        yield _result(name, times, max(times), bound)


def _in_two_suits(rules: MeldRules, random: Random) -> list[Card]:
    """Return a large hand in two suits, with up to four wild cards."""
    deck, suits = deck_of(rules.ruleset, rules.players), random.sample([*Suit], 2)
    wild = [card for card in deck if rules.is_wild(card)]
    plain = [card for card in deck if card.suit in suits and card not in wild]
    plain = random.sample(plain, min(len(plain), MOST_CARDS))
    return [*wild[: random.randint(0, 4)], *plain][:MOST_CARDS]


def _result(name: str, times: Sequence[float], value: float, bound: int) -> Result:
    return Result(name, value, quantiles(times, n=20)[-1], bound, "")


def _times(hands: Hands) -> list[float]:
    """Return the milliseconds that each hand takes, the shorter of two times."""
    return [min(_time(rules, hand) for _ in range(2)) for rules, hand in hands]


def _time(rules: MeldRules, hand: Sequence[Card]) -> float:
    began = time.process_time()
    with suppress(TooLargeError):  # a large hand is read, or said to be too large
        if rules.contract.size:
            if read_contract(rules, hand).way:
                best_turn(rules, hand)
        elif rules.drawn:
            read_declaration(rules, hand)
        elif rules.melds.opening_points:
            read_initial_meld(rules, hand)
        else:
            read_arrangement(rules, hand, discards=True)
    return (time.process_time() - began) * 1000
