"""Worked examples for the rules about melds: one that is allowed and, mostly, one that isn’t.

The same engine that reads hands judges them, so they are right for any house rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.engine.cards import Card, Hand, Rank, Suit
from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.formatting import join_names
from rules.engine.melding import MeldRules, Verdict, judge, judge_contract, meld_rules
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Variant
from rules.reference.rule_texts import Section
from scorekeeper.queries.hands import checked_deals

Melds = tuple[Hand, ...]
SUITS = tuple(Suit)
# Where rules pages have rules that no verdict is about.
STANDS_FOR = (
    *("melds-joker-stands-for", "jokers-joker-stands-for", "jokers-stands-for"),
    *("jokers-stand-for", "jokers-wild"),
)
OVERLAPPING = ("melds-overlapping-runs", "melds-differ-overlapping-runs")


@dataclass(frozen=True, slots=True)
class MeldExample:
    """Melds that the rules allow, and others that break a rule, if any do.

    ``anchors`` are where a rules page may have the rule; the first that the page has counts.
    """

    allowed: Melds
    forbidden: Melds
    anchors: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Both in words."""
        if not self.forbidden:
            return _("Allowed: {allowed}.").format(allowed=_words(self.allowed))
        text = _("Allowed: {allowed}. Not allowed: {forbidden}.")
        return text.format(allowed=_words(self.allowed), forbidden=_words(self.forbidden))


class _Case(NamedTuple):
    """Melds that may be an example; ``code`` is that of the rule that the forbidden ones break.

    The rule is at ``anchors``, or else where the verdict says.
    """

    code: str
    allowed: Melds
    forbidden: Melds = ()
    anchors: tuple[str, ...] = ()


def meld_examples(
    variant: Variant, ruleset: Ruleset, sections: Iterable[Section]
) -> dict[str, str]:
    """Return a sentence with an example for each rule about melds, by the rule’s anchor.

    ``sections`` are the rules of the game. Rules that no source states have none.
    """
    anchors = {rule.anchor for section in sections for rule in section.rules}
    examples: dict[str, str] = {}
    is_usual = ruleset == variant.standard and variant.slug in catalogue().variants
    for each in _of_standard(variant.slug, catalogue()) if is_usual else _examples(ruleset):
        if anchor := next((anchor for anchor in each.anchors if anchor in anchors), ""):
            examples.setdefault(anchor, each.sentence)
    return examples


@lru_cache(maxsize=256)
def _of_standard(slug: str, games: Catalogue) -> tuple[MeldExample, ...]:
    return tuple(_examples(games.variant(slug).standard))


def _examples(ruleset: Ruleset) -> Iterator[MeldExample]:
    if not checked_deals(ruleset):
        return
    rules = meld_rules(ruleset)
    for case in _single(rules):
        if all(judge(rules, meld).is_allowed for meld in case.allowed):
            yield from _checked(case, [judge(rules, meld) for meld in case.forbidden])
    for deal in ruleset.deals:
        rules = meld_rules(ruleset, deal.number)
        for case in _together(rules):
            if judge_contract(rules, case.allowed).verdict.is_allowed:
                broken = [judge_contract(rules, case.forbidden).verdict] if case.forbidden else []
                yield from _checked(case, broken)


def _checked(case: _Case, verdicts: Sequence[Verdict]) -> Iterator[MeldExample]:
    """Yield the example if the verdicts on its forbidden melds are the expected ones."""
    if all(verdict.broken == case.code for verdict in verdicts):
        anchors = case.anchors or verdicts[0].anchors
        yield MeldExample(case.allowed, case.forbidden, anchors)


def _words(melds: Melds) -> str:
    return join_names("\u00a0".join(card.words for card in meld) for meld in melds)


def _single(rules: MeldRules) -> Iterator[_Case]:
    """Yield melds that may keep a rule, each alone, and one that may break it."""
    melds = rules.melds
    # In a game with contracts, no run is shorter than those of the contracts, unless extra melds
    # may be put down.
    deals = () if melds.extra_melds else rules.ruleset.deals
    in_contracts = [size for deal in deals for size in deal.runs]
    size = max(melds.run_min, min(in_contracts, default=3))
    run = _run(rules, "5", size)
    same = tuple(Card("7", suit) for suit in SUITS)
    of_set, packs = same[: melds.set_min], rules.deck.copies(same[0])
    if rules.suits_differ:
        yield _Case("set-suits", (of_set,), ((of_set[0], *of_set[:-1]),))
    yield _Case("set-size", (of_set,), (of_set[:-1],))
    yield _Case("run-suits", (run,), ((*run[:-1], Card(run[-1].rank, Suit.DIAMONDS)),))
    if melds.ace is not None:
        yield from _aces(rules, size)
    copies, most = same * packs, rules.largest_set
    if melds.set_max is not None or rules.suits_differ:
        yield _Case("set-largest", (copies[:most],), (copies[: most + 1],))
    elif packs > 1:
        yield _Case("", (copies[:5],), (), ("melds-growing-set",))
    if melds.run_min > rules.longest_run:
        yield _Case("run-size", (of_set,), (_run(rules, "5", 3),), ("melds-no-runs",))
    red_threes = tuple(Card("3", suit) for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.HEARTS))
    yield _Case("never", (of_set,), (red_threes,), ("melds-red-threes",))
    for joker in _wilds(rules, 1):
        yield _Case("set-largest", ((*same[:3], joker),), ((*same, joker),))
    yield from _with_wild(rules, same)
    for joker in _wilds(rules, 1):
        gaps = (run[0], joker, *_run(rules, "8", size - 2))
        yield _Case("run-order", ((run[0], joker, *run[2:]),), (gaps,), STANDS_FOR)


def _aces(rules: MeldRules, size: int) -> Iterator[_Case]:
    # Where red aces are wild, the black ones are not.
    suit = next((s for s in (Suit.HEARTS, *SUITS) if not rules.is_wild(Card(Rank.ACE, s))), None)
    if suit is None:
        return
    low, high = _run(rules, "A", size, suit), _to_ace(rules, size, suit)
    if rules.is_wild(Card("2", suit)):
        size = max(size, 4)  # K A 2 would be Q K A
    corner = (*_run(rules, "K", 1, suit), *_run(rules, "A", size - 1, suit))
    yield _Case("aces", (low, high), (corner,))
    yield _Case("aces", (high,), (corner,), ("melds-round-the-corner",))
    yield _Case("aces", (low,), (high,))
    yield _Case("aces", (high,), (low,))
    if rules.is_round:
        yield _Case("", (low, high, corner), (), ("melds-aces",))


def _with_wild(rules: MeldRules, same: Hand) -> Iterator[_Case]:
    """Yield the same for melds with several wild cards."""
    melds, least = rules.melds, rules.least_natural
    wild = _wilds(rules, 8)
    if not wild:
        return
    if melds.min_natural is not None:
        more = max(1, 3 - least)
        kept = (*same[:least], *wild[:more])
        yield _Case("natural", (kept,), ((*same[: least - 1], *wild[: more + 1]),))
        kept = (*same[: least + 1], wild[0])
        yield _Case("natural", (kept,), ((*same[: least - 1], *wild[:3]),))
    if melds.max_wild is not None:
        for count in range(3, 8):
            most = rules.most_wild(count)
            if 0 <= most < count - least:
                kept = (*_many(count - most), *wild[:most])
                others = (*_many(count - most - 1), *wild[: most + 1])
                yield _Case("most-wild", (kept,), (others,))
                break
    if melds.wild_together is False:
        ends = (*_run(rules, "5", 1), *wild[:2], *_run(rules, "8", 1))
        yield _Case("side-by-side", ((*_run(rules, "5", 3), wild[0]),), (ends,))


def _together(rules: MeldRules) -> Iterator[_Case]:
    """Yield the same for the melds of a contract, which are laid down at once."""
    contract, melds = rules.contract, rules.melds
    if len(contract.runs) == 2 and not contract.sets and melds.runs_in_one_suit is not None:
        yield from _two_runs(rules)
    if not contract.sets or contract.runs or contract.pairs or len(contract.sets) > 2:
        return
    sets = [
        tuple(Card(rank, SUITS[place % 4]) for place in range(size))
        for rank, size in zip("79", contract.sets, strict=False)
    ]
    for joker in _wilds(rules, 1):
        impure = tuple((*cards[:-1], joker) for cards in sets)
        yield _Case("pure", tuple(sets), impure)
    if len(sets) == 2:
        one, other = sets
        copy = tuple(Card("7", card.suit) for card in other)
        if melds.same_rank_sets is False:
            yield _Case("same-rank", (one, other), (one, copy))
        elif melds.same_rank_sets:
            yield _Case("", (one, copy), (), ("melds-same-rank", "melds-differ-same-rank"))
        # If players lay off at once, a larger meld comes to the same.
        if melds.larger_melds is False and not melds.lay_off_same_turn:
            yield _Case("larger", (one, other), ((*one, Card("7", Suit.CLUBS)), other))


def _two_runs(rules: MeldRules) -> Iterator[_Case]:
    first, second = rules.contract.runs
    start = rules.line.index("3")

    def run(place: int, suit: Suit = Suit.HEARTS) -> Hand:
        return tuple(Card(rank, suit) for rank in rules.window(start + place, second))

    one, touching, overlapping = _run(rules, "3", first), run(first), run(2)
    yield _Case("touching", (one, run(first, Suit.SPADES)), (one, touching))
    yield _Case("touching", (one, overlapping), (one, touching), OVERLAPPING)
    yield _Case("touching", (one, run(first + 1)), (one, overlapping), OVERLAPPING)
    yield _Case("", (one, touching), (), ("melds-touching-runs",))


def _run(rules: MeldRules, rank: str, size: int, suit: Suit = Suit.HEARTS) -> Hand:
    """Return a run that begins with a rank; shorter if the ranks end before."""
    ranks = (*rules.ranks,) if rules.ranks[0] == Rank.ACE else (Rank.ACE.value, *rules.ranks[:-1])
    start = ranks.index(rank) if rank in ranks else 0
    return tuple(Card(each, suit) for each in ranks[start : start + size])


def _to_ace(rules: MeldRules, size: int, suit: Suit) -> Hand:
    """Return a run that ends with an ace after the king."""
    ranks = [rank for rank in rules.ranks if rank != Rank.ACE][1 - size :]
    return tuple(Card(rank, suit) for rank in (*ranks, Rank.ACE.value))


def _many(count: int) -> Hand:
    return tuple(Card("7", SUITS[place % 4]) for place in range(count))


def _wilds(rules: MeldRules, count: int) -> Hand:
    """Return cards that are wild in all deals, jokers if there are enough; empty if none are."""
    joker = Card(Rank.JOKER)
    if rules.deck.copies(joker) >= min(count, 3):
        return (joker,) * count
    for card in rules.wild_kinds:
        if card != joker and card.suit is None and card.rank not in rules.deal.wild:
            return tuple(Card(card.rank, SUITS[place % 4]) for place in range(count))
    return ()
