"""Whether melds are allowed and, if not, which rule forbids them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from rules.engine.cards import Card, Hand, Rank
from rules.engine.melding.laying_down import Slot, fits_beside, slots_of
from rules.engine.melding.meld_rules import MeldRules
from rules.engine.melding.melds import HeldHand, Meld, Part

# Where a rules page may have the rule, in order: the first that the page has is the one to show.
_ANCHORS: Mapping[str, tuple[str, ...]] = {
    "neither": ("melds-set", "melds-run"),
    "set-size": ("melds-set", "melds-combination", "melds-meld"),
    "set-suits": ("melds-set",),
    "set-largest": ("jokers-fifth-card", "melds-differ-fifth-card", "melds-set", "melds-meld"),
    "run-size": ("melds-run", "melds-sequence"),
    "run-suits": ("melds-run", "melds-sequence"),
    "run-colours": ("special-rounds-extra-rounds",),
    "run-order": ("melds-run", "melds-sequence"),
    "run-longest": ("melds-longest-run", "melds-aces"),
    "aces": (
        *("melds-aces", "melds-round-the-corner", "jokers-joker-in-run", "melds-run"),
        "melds-sequence",
    ),
    "natural": (
        *("jokers-natural-card", "jokers-three-wild"),
        *("melds-wild-in-meld", "melds-differ-jokers-in-meld"),
        *("jokers-differ-jokers-in-meld", "melds-wild-limit", "jokers-naturals"),
        *("melds-joker-stands-for", "jokers-joker-stands-for", "jokers-stand-for", "jokers-wild"),
        "cards-wild",
    ),
    "most-wild": (
        *("jokers-jokers-in-meld", "melds-jokers-in-meld", "melds-joker-limit", "jokers-most-wild"),
        *("melds-wild-in-meld", "melds-wild-limit", "melds-most-wild", "jokers-naturals"),
        *("melds-differ-most-wild", "melds-differ-jokers-in-meld", "jokers-differ-jokers-in-meld"),
    ),
    "side-by-side": ("jokers-side-by-side",),
    "touching": ("melds-touching-runs", "special-rounds-touching-runs"),
    "same-rank": ("melds-same-rank", "melds-differ-same-rank"),
    "contract": ("contracts-exact", "contracts-opening", "contracts-growing"),
    "larger": ("contracts-exact", "contracts-differ-longer-run", "contracts-differ-larger-melds"),
    "pure": ("contracts-pure-set", "contracts-second-set"),
    "contract-wild": ("jokers-one-joker", "jokers-no-jokers"),
    "pair": ("melds-pair", "contracts-contracts"),
    "never": ("melds-red-threes", "melds-black-threes", "melds-meld"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether cards may be laid down as they are: the ``meld``, or the code of the broken rule.

    ``anchors`` are where a rules page may explain it; show the first that the page has.
    """

    meld: Meld | None
    broken: str = ""

    @property
    def is_allowed(self) -> bool:
        return not self.broken

    @property
    def anchors(self) -> tuple[str, ...]:
        return _ANCHORS.get(self.broken, ())


def judge(rules: MeldRules, cards: Sequence[Card], *, later: bool = False) -> Verdict:
    """Return whether all these cards together are a meld.

    With ``later``, the limits for melds that cards were laid off on apply. The order of the cards
    says where wild ones lie in a run that they could extend on either side.
    """
    held = HeldHand(rules, cards)
    parts = list(_whole(held, later=later))
    if not parts:
        return Verdict(None, _broken(rules, held, later=later))
    for part, order in product(parts, (tuple(cards), tuple(reversed(cards)))):
        if parts[0].shape == "run" and _lies(rules, part, order):
            along = rules.along[part.suit][part.start :]
            return Verdict(Meld("run", order, along[: len(order)], part.wilds))
    return Verdict(held.melds(parts[:1])[0])


def _lies(rules: MeldRules, part: Part, cards: Hand) -> bool:
    """Return whether the cards lie in the places of this part."""
    return all(
        rules.is_wild(card) if place is None else card == place
        for card, place in zip(cards, part.places, strict=True)
    )


def _whole(held: HeldHand, *, later: bool = False) -> Iterator[Part]:
    """Yield each meld that has all the cards of the hand."""
    size, melds, wilds = len(held.cards), held.rules.melds, len(held.wild)
    parts: list[Part] = []
    if not all(map(held.rules.may_be_melded, held.cards)):
        return
    if size >= melds.set_min:
        parts += held.sets(size, size, later=later)
    if size == 2 and held.rules.contract.pairs:
        parts += held.sets(2, 2, shape="pair")
    if size >= melds.run_min:
        parts += held.runs(size, size, later=later)
    for part in parts:
        if part.wilds + len(part.selves) == wilds:
            if part.shape != "run" and size > held.rules.largest_set:
                continue
            yield part


def _broken(rules: MeldRules, held: HeldHand, *, later: bool) -> str:
    natural = list(held.natural.elements())
    if not all(map(rules.may_be_melded, held.cards)):
        return "never"
    if not natural:
        shortest = min(rules.melds.set_min, rules.melds.run_min)
        return "set-size" if len(held.cards) < shortest else "natural"
    ranks, suits = {card.rank for card in natural}, {card.suit for card in natural}
    if len(ranks) == 1 and (len(natural) > 1 or len(held.cards) < rules.melds.run_min):
        return _broken_set(rules, held, natural, later=later)
    if len(suits) == 1 or rules.mixed_suits:
        return _broken_run(rules, held, natural, later=later)
    positions = sorted(rules.line.index(rank) for rank in ranks if rank in rules.line)
    in_order = positions and positions[-1] - positions[0] < len(held.cards)
    return "run-suits" if in_order and len(ranks) == len(natural) else "neither"


def _broken_set(rules: MeldRules, held: HeldHand, natural: list[Card], *, later: bool) -> str:
    size = len(held.cards)
    if size < rules.melds.set_min:
        return "pair" if size == 2 and rules.contract.pairs else "set-size"
    if rules.suits_differ and len(set(natural)) < len(natural):
        return "set-suits"
    if size > rules.largest_set:
        return "set-largest"
    return _too_wild(rules, held, later=later) or "neither"


def _broken_run(rules: MeldRules, held: HeldHand, natural: list[Card], *, later: bool) -> str:
    size = len(held.cards)
    if size < rules.melds.run_min:
        return "run-size"
    if size > rules.longest_run:
        return "run-longest"
    if not _in_order(rules.line, natural, size, is_round=rules.is_round):
        rest = [rank for rank in rules.ranks if rank != Rank.ACE]
        ring = [Rank.ACE.value, *rest]
        has_ace = any(card.rank == Rank.ACE for card in natural)
        fits = has_ace and (
            _in_order([*ring, Rank.ACE.value], natural, size, is_round=False)
            or _in_order(ring, natural, size, is_round=True)
        )
        return "aces" if fits else "run-order"
    if rules.mixed_suits and not _in_colours(rules, natural, size):
        return "run-colours"
    return _too_wild(rules, held, later=later) or "side-by-side"


def _in_order(line: Sequence[str], natural: list[Card], size: int, *, is_round: bool) -> bool:
    ranks = sorted(card.rank for card in natural)
    around = [*line, *line] if is_round else list(line)
    for start in range(len(line) if is_round else len(line) - size + 1):
        window = around[start : start + size]
        if all(ranks.count(rank) <= window.count(rank) for rank in ranks):
            return True
    return False


def _in_colours(rules: MeldRules, natural: list[Card], size: int) -> bool:
    """Return whether the suits are in the order that a run of this deal has."""
    for suits in rules.mixed_suits:
        for start in rules.starts(size):
            fits = [
                Card(rank, suit)
                for place, rank in enumerate(rules.window(start, size))
                for suit in suits[place % 2]
            ]
            if set(natural) <= set(fits):
                return True
    return False


def _too_wild(rules: MeldRules, held: HeldHand, *, later: bool) -> str:
    size, wilds = len(held.cards), len(held.wild)
    most = rules.most_wild_later(size) if later else rules.most_wild(size)
    if wilds <= most:
        return ""
    return "natural" if wilds > size - rules.least_natural else "most-wild"


@dataclass(frozen=True, slots=True)
class ContractVerdict:
    """Whether melds are the contract of a deal, and which meld breaks which rule.

    ``place`` is the place of that meld; None if the rule is about several of them.
    """

    melds: tuple[Meld, ...]
    verdict: Verdict
    place: int | None = None


def judge_contract(rules: MeldRules, groups: Sequence[Sequence[Card]]) -> ContractVerdict:
    """Return whether these groups of cards are the contract of the deal, laid down at once."""
    hands = [HeldHand(rules, cards) for cards in groups]
    parts = [list(_whole(held)) for held in hands]
    for place, cards in enumerate(groups):
        if not parts[place]:
            return ContractVerdict((), judge(rules, cards), place)
    slots = slots_of(rules)
    reason = "contract"
    if len(slots) == len(groups):
        for order in set(permutations(slots)):
            chosen, reason_here = _fill(rules, order, parts)
            if chosen:
                melds = tuple(
                    held.melds([part])[0] for held, part in zip(hands, chosen, strict=True)
                )
                return ContractVerdict(melds, Verdict(None))
            reason = reason_here if reason == "contract" else reason
    return ContractVerdict((), Verdict(None, reason))


def _fill(
    rules: MeldRules, slots: Sequence[Slot], parts: Sequence[Sequence[Part]]
) -> tuple[list[Part], str]:
    """Return a part for each slot, or none and the code of the rule that forbids it."""
    chosen: list[Part] = []
    reason = "contract"

    def choose(place: int) -> bool:
        nonlocal reason
        if place == len(slots):
            return True
        slot = slots[place]
        for part in parts[place]:
            if part.shape != slot.shape or len(part.places) < slot.size:
                continue
            if len(part.places) > slot.size and not rules.may_be_larger[slot.shape]:
                reason = "larger"
                continue
            if slot.pure and (part.wilds or len(set(part.places)) < len(part.places)):
                reason = "pure"
                continue
            if not fits_beside(rules, part, chosen):
                reason = "touching" if part.shape == "run" else "same-rank"
                continue
            limit = rules.deal.contract_wild
            if limit is not None and sum(p.wilds for p in (*chosen, part)) > limit:
                reason = "contract-wild"
                continue
            chosen.append(part)
            if choose(place + 1):
                return True
            chosen.pop()
        return False

    return (chosen, "") if choose(0) else ([], reason)
