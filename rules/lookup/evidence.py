"""The games that a question describes without naming them.

Rare words, numbers with the next word (“ten deals”) and contracts point to a game.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, pairwise
from math import log

from rules.engine.cards import rank_words
from rules.engine.contracts import Contract, Deal
from rules.engine.variants import Variant
from rules.lookup.vocabulary import Vocabulary
from rules.lookup.words import Token, numbered, stem

# A word, or a number with the next word, is rare if at most MOST_GAMES games have it in rules of
# their own. Words that more than MOST_OWNERS games have are ignored.
MOST_GAMES, MOST_OWNERS = 12, 46
# The strength of a word in a game is its highest weight in the game’s documents, but at most
# STRONGEST. A number with the next word has the weight PAIRED.
STRONGEST, PAIRED = 1.6, 0.7
# The evidence from a contract that only one game has. If several games have the contract, the
# evidence is lower by the logarithm of their number.
SAME_CONTRACT = 5.0
# The evidence against a game from each number in the question that is different in the game.
DIFFERENT = 3.0
# The factor for all evidence. With it, games that are described are told apart better: of 236
# questions in Spanish and German that name no game, 6 more have the right first result.
EMPHASIS = 1.6
# Terms for what a game has a number of, and for “each”.
DEAL, CONTRACT, PACK, CARD, EACH = "deal", "contract", "pack", "card", "each"
# The possible sizes of a meld.
_SIZES = range(2, 15)
# The most melds of a kind in a contract.
MOST_MELDS = 6
# The size of a meld if the question doesn’t give it, as in “two sets and a run”.
ANY_SIZE = 0

PAIR = "pair"

Meld = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Sign:
    """A word that points to some games.

    ``games`` are all games that have the word, with its strength in each. ``owners`` is how many
    games have it in rules that aren’t inherited.
    """

    owners: int
    games: Mapping[str, float]


def signs_of(
    weights: Mapping[str, Iterable[Mapping[str, float]]], own: Mapping[str, AbstractSet[str]]
) -> dict[str, Sign]:
    """Return the signs by term.

    ``weights`` has, for each game, the weights of the terms in each document. ``own`` has the terms
    in the documents that a game doesn’t inherit.
    """
    owners = Counter(chain.from_iterable(own.values()))
    games: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for game, documents in weights.items():
        for term, weight in chain.from_iterable(each.items() for each in documents):
            if owners[term] <= MOST_OWNERS and weight > games[term].get(game, 0.0):
                games[term][game] = round(min(weight, STRONGEST), 2)
    return {term: Sign(owners[term] or 1, strengths) for term, strengths in games.items()}


def figure_pairs(terms: Sequence[str]) -> Iterator[str]:
    """Yield each number among ``terms`` with the next or previous word: ``7|deal``."""
    for one, other in pairwise(terms):
        if one.isdecimal() != other.isdecimal():
            yield f"{one}|{other}"


def numbers_of(variant: Variant) -> dict[str, AbstractSet[int]]:
    """Return the numbers of deals, contracts, packs and cards dealt of a game, by term.

    A term is left out if the game doesn’t settle the number.
    """
    rules = variant.standard
    dealt = {rules.cards_dealt(deal, n) for deal in rules.deals for n in rules.players.counts}
    figures: dict[str, AbstractSet[int]] = {CARD: dealt - {0}}
    if rules.length and rules.length > 1:
        figures[DEAL] = {rules.length}
        if rules.has_contracts:
            figures[CONTRACT] = {rules.length}
    if rules.deck:
        figures[PACK] = {size.packs for size in rules.deck.by_players.values()}
    return {term: numbers for term, numbers in figures.items() if numbers}


def facts_of(variant: Variant) -> frozenset[str]:
    """Return pairs of terms that are typical of a game: ``5|deal``, ``13|card``, ``ace|wild``."""
    rules, deck = variant.standard, variant.standard.deck
    found = {
        f"{number}|{term}"
        for term, numbers in numbers_of(variant).items()
        for number in numbers
        if term != PACK or len(numbers) == 1
    }
    if deck:
        found |= {f"{deck.cards_in_play(n)}|card" for n in rules.players.counts}
        for rank in deck.wild:
            name = stem(rank_words(rank))
            found |= {f"{name}|wild", f"wild|{name}"}
        if not any(size.jokers for size in deck.by_players.values()):
            found.add("without|joker")
    return frozenset(found)


class Evidence:
    """The signs of all games, and the contracts of their deals."""

    def __init__(
        self, variants: Mapping[str, Variant], signs: Mapping[str, Sign], vocabulary: Vocabulary
    ) -> None:
        self._vocabulary = vocabulary
        self._signs = signs
        self._most = log(len(variants) + 1)
        self._figures = {slug: numbers_of(variant) for slug, variant in variants.items()}
        self._contracts = [
            (slug, anchor, _melds(deal.contract))
            for slug, variant in variants.items()
            for anchor, deal in _deals(variant)
            if deal.contract.size
        ]

    def is_rare(self, word: str) -> bool:
        """Return whether few games have a word."""
        sign = self._signs.get(word)
        return sign is not None and sign.owners <= MOST_GAMES

    def deals(self, words: Sequence[Token]) -> frozenset[tuple[str, str]]:
        """Return the game and the anchor of each deal with the contract in a question.

        If the question gives the number of the deal, only deals with this number are returned.
        """
        asked = asked_contract([word.term for word in words])
        if not asked:
            return frozenset()
        found = frozenset(
            (game, anchor) for game, anchor, contract in self._contracts if _fits(asked, contract)
        )
        terms = map(numbered, (token.term for token in self._vocabulary.joined(words)))
        anchors = {f"deal-{term[1]}" for term in terms if term[:1] == ("deal",)}
        return frozenset(each for each in found if each[1] in anchors) or found

    def of(self, words: Sequence[Token], deals: AbstractSet[tuple[str, str]]) -> dict[str, float]:
        """Return how strongly the words of a question point to each game.

        The fewer games have a word, the more it adds. ``deals`` are those with the contract in the
        question. Games to which no word points are left out.
        """
        found: defaultdict[str, float] = defaultdict(float)
        joined = self._vocabulary.terms(words)
        pairs = (f"{one}|{other}" for one, other in pairwise(joined))
        for term in {*joined, *pairs}:
            sign = self._signs.get(term)
            if sign:
                weight = self._most - log(sign.owners)
                for game, strength in sign.games.items():
                    found[game] += weight * strength
        fits = {game for game, _ in deals}
        for game in fits:
            found[game] += max(0.0, SAME_CONTRACT - log(len(fits)))
        asked = _asked_figures(joined)
        for game in found:
            known = self._figures.get(game, {})
            found[game] -= DIFFERENT * sum(
                figure not in known.get(term, {figure}) for figure, term in asked
            )
        return {game: EMPHASIS * evidence for game, evidence in found.items() if evidence > 0}


def _deals(variant: Variant) -> Iterator[tuple[str, Deal]]:
    """Yield the deals of a game, and those of options with other deals, each after its anchor."""
    for deal in variant.standard.deals:
        yield f"deal-{deal.number}", deal
    for option in variant.options:
        if "deals" in option.patch:
            for deal in variant.ruleset({option.id: True}).deals:
                yield f"option-{option.id}", deal


def _asked_figures(terms: Sequence[str]) -> list[tuple[int, str]]:
    """Return the numbers of deals, contracts, packs and cards dealt in a question, each with its
    term.

    A number of cards is that of a hand if the question says “each”.
    """
    counted = {DEAL, CONTRACT, PACK} | ({CARD} if EACH in terms else set())
    return [
        (int(one), other)
        for one, other in pairwise(terms)
        if one.isdecimal() and one != "1" and other in counted
    ]


def _melds(contract: Contract) -> Counter[Meld]:
    return Counter(
        [
            *(("set", size) for size in contract.sets),
            *(("run", size) for size in contract.runs),
            *[(PAIR, 2)] * contract.pairs,
        ]
    )


def asked_contract(terms: Sequence[str]) -> Counter[Meld]:
    """Return the melds that a question lists: “2 sets of 3 and a run of 4”.

    The counter is empty if the question has only one meld and doesn’t give its size.
    """
    found: Counter[Meld] = Counter()
    for place, term in enumerate(terms):
        kind = _KINDS.get(term)
        if not kind:
            continue
        before = terms[place - 1] if place else ""
        two_before = terms[place - 2] if place > 1 else ""
        after = terms[place + 1 : place + 3]
        count, size = 1, ANY_SIZE
        if before == "card" and _is_size(two_before):
            size = int(two_before)
        elif _is_size(before) and before != "1":
            count = int(before)
        if len(after) == 2 and after[0] == "of" and _is_size(after[1]):
            size = int(after[1])
        if kind == PAIR:
            size = 2
        if count <= MOST_MELDS:
            found[kind, size] += count
    sized = any(size for _, size in found)
    return found if sized or found.total() > 1 else Counter()


_KINDS = {
    PAIR: PAIR, "set": "set", "group": "set", "book": "set", "trio": "set", "triplet": "set",
    "run": "run", "sequenc": "run", "straight": "run", "escala": "run", "escalera": "run",
}  # fmt: skip


def _is_size(term: str) -> bool:
    return term.isdecimal() and (int(term) in _SIZES or term == "1")


def _fits(asked: Counter[Meld], contract: Counter[Meld]) -> bool:
    """Return whether a contract has the melds that are asked for, with or without their sizes."""
    if asked.total() != contract.total():
        # A single meld identifies a contract only if the meld has more than four cards.
        return asked.total() == 1 and asked <= contract and max(asked)[1] > 4
    left = contract.copy()
    for meld, count in asked.items():
        if meld[1]:
            if left[meld] < count:
                return False
            left[meld] -= count
    kinds = Counter(kind for (kind, _), count in left.items() for _ in range(count))
    wanted = Counter({kind: count for (kind, size), count in asked.items() if not size})
    return kinds == wanted
