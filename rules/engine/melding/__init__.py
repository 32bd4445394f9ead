"""Reads a hand of rummy: what can be laid down, what is missing, and what is left.

``read_contract`` is for deals with a contract.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.cards import Card
from rules.engine.melding.laying_down import LaidDown, best_way_down
from rules.engine.melding.meld_rules import MeldRules, can_read_hands, meld_rules
from rules.engine.melding.melds import HeldHand, Meld
from rules.engine.melding.missing import Plan, Shortage, Wanted, shortage

MOST_CARDS = 26

__all__ = [
    "MOST_CARDS",
    "ContractAnswer",
    "LaidDown",
    "Meld",
    "MeldRules",
    "Plan",
    "Shortage",
    "Wanted",
    "can_read_hands",
    "meld_rules",
    "read_contract",
]


@dataclass(frozen=True, slots=True)
class ContractAnswer:
    """Whether a hand can lay down the contract of a deal.

    ``way`` is the best way, the one that leaves the least points (before the discard); None if the
    hand lacks cards. It is not ``allowed`` if the whole hand has to go down and some cards don’t.
    ``shortage`` has the missing cards. ``assumed`` are the paths of rules that no source states,
    such as ``melds.ace``.
    """

    way: LaidDown | None
    shortage: Shortage
    assumed: tuple[str, ...]
    allowed: bool


def read_contract(rules: MeldRules, cards: Sequence[Card]) -> ContractAnswer:
    """Return what the cards, with the one drawn, can do about the contract of the deal."""
    held = HeldHand(rules, cards)
    lacks = shortage(held)
    if lacks.count:
        return ContractAnswer(None, lacks, rules.assumed, allowed=False)
    way = best_way_down(held, rules.cards_to_lay(len(held.cards)))
    if way is not None:
        return ContractAnswer(way, lacks, rules.assumed, allowed=True)
    way = best_way_down(held, range(len(held.cards) + 1))
    return ContractAnswer(way, lacks, rules.assumed, allowed=False)
