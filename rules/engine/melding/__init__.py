"""Reads a hand of rummy: what can be laid down, what is missing, and what is left.

First ask ``meld_rules`` for the rules of a deal. Then ``read_contract`` is for deals with a
contract, ``read_arrangement`` for the others, ``read_gin``, ``read_declaration`` and
``read_closing`` for the ends of gin, Indian rummy and chinchón, ``read_initial_meld`` for the first
melds of canasta and Rommé, and ``best_turn`` for a whole turn with the melds on the table.
``judge`` and ``judge_contract`` say whether melds are allowed, or which rule forbids them. All
answers have the melds as cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.cards import Card
from rules.engine.melding.arranging import Arrangement, best_arrangement, every_part
from rules.engine.melding.laying_down import LaidDown, best_way_down
from rules.engine.melding.meld_rules import (
    MOST_CARDS,
    USUAL_CARDS,
    MeldRules,
    TooLargeError,
    can_read_hands,
    meld_rules,
)
from rules.engine.melding.melds import HeldHand, Meld
from rules.engine.melding.missing import Shortage, shortage
from rules.engine.melding.referee import ContractVerdict, Verdict, judge, judge_contract
from rules.engine.melding.showdowns import (
    ClosingAnswer,
    Declaration,
    GinAnswer,
    InitialMeldAnswer,
    read_closing,
    read_declaration,
    read_gin,
    read_initial_meld,
)
from rules.engine.melding.swaps import Swapped
from rules.engine.melding.turns import LaidOff, Turn, best_turn
from rules.engine.melding.wanted import Plan, WantedCard

__all__ = [
    "MOST_CARDS",
    "Arrangement",
    "ClosingAnswer",
    "ContractAnswer",
    "ContractVerdict",
    "Declaration",
    "GinAnswer",
    "InitialMeldAnswer",
    "LaidDown",
    "LaidOff",
    "Meld",
    "MeldRules",
    "Plan",
    "Shortage",
    "Swapped",
    "TooLargeError",
    "Turn",
    "Verdict",
    "WantedCard",
    "best_turn",
    "can_read_hands",
    "check_size",
    "judge",
    "judge_contract",
    "meld_rules",
    "read_arrangement",
    "read_closing",
    "read_contract",
    "read_declaration",
    "read_gin",
    "read_initial_meld",
]


@dataclass(frozen=True, slots=True)
class ContractAnswer:
    """Whether a hand can lay down the contract of a deal.

    ``way`` is the best way, the one that leaves the least points (before the discard); None if the
    hand lacks cards. It is not ``allowed`` if the whole hand has to go down and some cards don’t,
    or if the contract may be laid down only to go out. Nor is it if exactly one card would be left,
    and nobody may discard the last card.
    ``shortage`` has the missing cards. ``assumed`` are the paths of rules that no source states,
    such as ``melds.ace``.
    """

    way: LaidDown | None
    shortage: Shortage
    assumed: tuple[str, ...]
    allowed: bool


def check_size(rules: MeldRules, cards: Sequence[Card]) -> None:
    """Raise TooLargeError if the hand has too many cards, or makes too many melds, to be read."""
    rules.check_size(cards)
    if len(cards) > USUAL_CARDS and (not rules.contract.size or rules.extra_melds):
        every_part(HeldHand(rules, cards))


def read_arrangement(
    rules: MeldRules, cards: Sequence[Card], *, discards: bool = False
) -> Arrangement:
    """Return the melds that leave the least points, then the fewest cards.

    With ``discards``, one card has to be discarded, and is not left. Raises TooLargeError if the
    hand has too many cards, or if too much would have to be compared.
    """
    rules.check_size(cards)
    return best_arrangement(HeldHand(rules, cards), discards=discards)


def read_contract(rules: MeldRules, cards: Sequence[Card]) -> ContractAnswer:
    """Return what the cards, with the one drawn, can do about the contract of the deal.

    Raises TooLargeError if the hand has too many cards.
    """
    rules.check_size(cards)
    held = HeldHand(rules, cards)
    lacks = shortage(held)
    if lacks.count:
        return ContractAnswer(None, lacks, rules.assumed, allowed=False)
    way = best_way_down(held, rules.cards_to_lay(len(held.cards)))
    if way is not None:
        is_stuck = rules.last_discard == "forbidden" and len(way.left) == 1
        is_free = not (rules.only_going_out or is_stuck)
        allowed = is_free or best_turn(rules, cards) is not None
        return ContractAnswer(way, lacks, rules.assumed, allowed=allowed)
    way = best_way_down(held, range(len(held.cards) + 1))
    return ContractAnswer(way, lacks, rules.assumed, allowed=False)
