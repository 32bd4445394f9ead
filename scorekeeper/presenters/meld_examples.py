"""Worked examples for the rules about melds: one that is allowed, and one that isn’t.

The same engine that reads hands judges them, so they are right for any house rules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

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


@dataclass(frozen=True, slots=True)
class MeldExample:
    """Melds that the rules allow, and others that break a rule, each with its verdict."""

    allowed: Melds
    forbidden: Melds
    verdict: Verdict

    @property
    def sentence(self) -> str:
        """Both in words."""
        text = _("Allowed: {allowed}. Not allowed: {forbidden}.")
        return text.format(allowed=_words(self.allowed), forbidden=_words(self.forbidden))


def meld_examples(
    variant: Variant, ruleset: Ruleset, sections: Iterable[Section]
) -> dict[str, str]:
    """Return a sentence with an example for each rule about melds, by the rule’s anchor.

    ``sections`` are the rules of the game. Rules that vary, or that no source states, have none.
    """
    texts = {rule.anchor: rule for section in sections for rule in section.rules}
    examples: dict[str, str] = {}
    is_usual = ruleset == variant.standard and variant.slug in catalogue().variants
    for each in _of_standard(variant.slug, catalogue()) if is_usual else _examples(ruleset):
        anchor = next((anchor for anchor in each.verdict.anchors if anchor in texts), "")
        if anchor and not texts[anchor].varies:
            examples.setdefault(anchor, each.sentence)
    return examples


@lru_cache(maxsize=256)
def _of_standard(slug: str, games: Catalogue) -> tuple[MeldExample, ...]:
    return tuple(_examples(games.variant(slug).standard))


def _examples(ruleset: Ruleset) -> Iterator[MeldExample]:
    if not checked_deals(ruleset):
        return
    rules = meld_rules(ruleset)
    for code, allowed, forbidden in _single(rules):
        verdict = judge(rules, forbidden)
        if verdict.broken == code and all(judge(rules, meld).is_allowed for meld in allowed):
            yield MeldExample(allowed, (forbidden,), verdict)
    for deal in ruleset.deals:
        rules = meld_rules(ruleset, deal.number)
        for code, chosen, others in _pairs(rules):
            verdict = judge_contract(rules, others).verdict
            if verdict.broken == code and judge_contract(rules, chosen).verdict.is_allowed:
                yield MeldExample(chosen, others, verdict)


def _words(melds: Melds) -> str:
    return join_names(" ".join(card.words for card in meld) for meld in melds)


def _single(rules: MeldRules) -> Iterator[tuple[str, Melds, Hand]]:
    """Yield the code of a rule, melds that may keep it, and cards that may break it."""
    melds, joker = rules.melds, _wild(rules)
    # In a game with contracts, no run is shorter than those of the contracts, unless extra melds
    # may be put down.
    deals = () if melds.extra_melds else rules.ruleset.deals
    in_contracts = [size for deal in deals for size in deal.runs]
    size = max(melds.run_min, min(in_contracts, default=3))
    run = _run(rules, "5", size)
    same = tuple(Card("7", suit) for suit in SUITS)
    of_set = same[: melds.set_min]
    if rules.suits_differ:
        yield "set-suits", (of_set,), (of_set[0], *of_set[:-1])
    yield "set-size", (of_set,), of_set[:-1]
    yield "run-suits", (run,), (*run[:-1], Card(run[-1].rank, Suit.DIAMONDS))
    if melds.ace is not None:
        corner = (*_run(rules, "K", 1), *_run(rules, "A", size - 1))
        low, high = _run(rules, "A", size), _to_ace(rules, size)
        yield from (("aces", (low, high), corner), ("aces", (low,), high), ("aces", (high,), low))
    if melds.set_max is not None or rules.suits_differ:
        copies = tuple(Card("7", suit) for suit in (*SUITS, *SUITS))
        yield "set-largest", (copies[: rules.largest_set],), copies[: rules.largest_set + 1]
    if joker is None:
        return
    if melds.min_natural is not None:
        least = rules.least_natural
        wild = (joker,) * max(1, 3 - least)
        yield "natural", ((*same[:least], *wild),), (*same[: least - 1], *wild, joker)
        yield "natural", ((*same[: least + 1], joker),), (*same[: least - 1], joker, joker, joker)
    if melds.max_wild is not None:
        for count in range(3, 8):
            most = rules.most_wild(count)
            if 0 <= most < count - rules.least_natural:
                kept = (*_many(count - most), *(joker,) * most)
                yield "most-wild", (kept,), (*_many(count - most - 1), *(joker,) * (most + 1))
                break
    if melds.wild_together is False:
        ends = (*_run(rules, "5", 1), joker, joker, *_run(rules, "8", 1))
        yield "side-by-side", ((*_run(rules, "5", 3), joker),), ends


def _pairs(rules: MeldRules) -> Iterator[tuple[str, Melds, Melds]]:
    """Yield the same for two melds of a contract."""
    runs, sets, melds = rules.contract.runs, rules.contract.sets, rules.melds
    if len(runs) == 2 and not sets and melds.runs_in_one_suit is not None:
        first, second = runs
        one = _run(rules, "3", first)
        after = rules.window(rules.line.index("3") + first, second)
        touching = tuple(Card(rank, Suit.HEARTS) for rank in after)
        elsewhere = tuple(Card(rank, Suit.SPADES) for rank in after)
        yield "touching", (one, elsewhere), (one, touching)
    if len(sets) == 2 and not runs and melds.same_rank_sets is False:
        one, *others = (
            tuple(Card(rank, SUITS[place % 4]) for place in range(size))
            for rank, size in (("7", sets[0]), ("9", sets[1]), ("7", sets[1]))
        )
        yield "same-rank", (one, others[0]), (one, others[1])


def _run(rules: MeldRules, rank: str, size: int) -> Hand:
    """Return a run of hearts that begins with a rank; shorter if the ranks end before."""
    ranks = (*rules.ranks,) if rules.ranks[0] == Rank.ACE else (Rank.ACE.value, *rules.ranks[:-1])
    start = ranks.index(rank) if rank in ranks else 0
    return tuple(Card(each, Suit.HEARTS) for each in ranks[start : start + size])


def _to_ace(rules: MeldRules, size: int) -> Hand:
    """Return a run of hearts that ends with an ace after the king."""
    ranks = [rank for rank in rules.ranks if rank != Rank.ACE][1 - size :]
    return tuple(Card(rank, Suit.HEARTS) for rank in (*ranks, Rank.ACE.value))


def _many(count: int) -> Hand:
    return tuple(Card("7", SUITS[place % 4]) for place in range(count))


def _wild(rules: MeldRules) -> Card | None:
    joker = Card(Rank.JOKER)
    if rules.deck.copies(joker) > 2:
        return joker
    return next((card for card in rules.wild_kinds if card.suit is None and card != joker), None)
