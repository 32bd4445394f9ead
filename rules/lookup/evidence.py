"""The games that a question describes without naming them.

Rare words, numbers with the next word (“ten deals”) and contracts point to a game.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise
from math import log

from rules.engine.contracts import Contract
from rules.engine.variants import Variant
from rules.lookup.vocabulary import Token, Vocabulary

# A word, or a number with the next word, is ignored if more games than this have it in rules of
# their own.
MOST_GAMES = 12
# The evidence of a contract that only one game has. It is lower by the logarithm of the number of
# games if more have the contract.
CONTRACT = 5.0
# The sizes of a meld.
_SIZES = range(2, 15)
# The size of a meld if the question doesn’t give it, as in “two sets and a run”.
ANY_SIZE = 0

Meld = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Sign:
    """A word that points to some games.

    ``games`` are all that have it, ``owners`` is how many have it in rules that aren’t inherited.
    """

    owners: int
    games: Sequence[str]


def signs_of(
    terms: Mapping[str, Iterable[AbstractSet[str]]], own: Mapping[str, Iterable[AbstractSet[str]]]
) -> dict[str, Sign]:
    """Return the signs by term.

    ``terms`` are those of each document of each game, ``own`` those of documents that the game
    doesn’t inherit.
    """
    owners = Counter(term for each in own.values() for term in set().union(*each))
    games: defaultdict[str, list[str]] = defaultdict(list)
    for game, each in terms.items():
        for term in set().union(*each):
            if owners[term] <= MOST_GAMES:
                games[term].append(game)
    return {term: Sign(owners[term] or 1, slugs) for term, slugs in games.items()}


def figure_pairs(terms: Sequence[str]) -> Iterator[str]:
    """Yield each number among ``terms`` with the next or previous word: ``7|deal``."""
    for one, other in pairwise(terms):
        if one.isdecimal() != other.isdecimal():
            yield f"{one}|{other}"


class Evidence:
    """The signs of all games, and the contracts of their deals."""

    def __init__(
        self, variants: Mapping[str, Variant], signs: Mapping[str, Sign], vocabulary: Vocabulary
    ) -> None:
        self._vocabulary = vocabulary
        self._signs = signs
        self._most = log(len(variants) + 1)
        self._contracts = [
            (slug, f"deal-{deal.number}", _melds(deal.contract))
            for slug, variant in variants.items()
            for deal in variant.standard.deals
            if deal.contract.size
        ]

    def is_rare(self, word: str) -> bool:
        """Return whether few games have a word."""
        return word in self._signs

    def deals(self, words: Sequence[Token]) -> frozenset[tuple[str, str]]:
        """Return the game and the anchor of each deal with the contract in a question."""
        asked = asked_contract([word.term for word in words])
        return frozenset(
            (game, anchor)
            for game, anchor, contract in self._contracts
            if asked and _fits(asked, contract)
        )

    def of(self, words: Sequence[Token], deals: AbstractSet[tuple[str, str]]) -> dict[str, float]:
        """Return how strongly the words of a question point to each game.

        Each rare word adds more, the fewer games have it. ``deals`` are those with the contract in
        the question. Games without any sign are left out.
        """
        found: defaultdict[str, float] = defaultdict(float)
        known = self._vocabulary.fillers
        plain = [word.term for word in words if word.term not in known]
        joined = [t.term for t in self._vocabulary.joined(words) if t.term not in known]
        for term in {*plain, *joined, *figure_pairs(joined)}:
            sign = self._signs.get(term)
            if sign:
                weight = self._most - log(sign.owners)
                for game in sign.games:
                    found[game] += weight
        fits = {game for game, _ in deals}
        for game in fits:
            found[game] += max(0.0, CONTRACT - log(len(fits)))
        return dict(found)


def _melds(contract: Contract) -> Counter[Meld]:
    return Counter([("set", size) for size in contract.sets]) + Counter(
        [("run", size) for size in contract.runs]
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
        if count <= 4:
            found[kind, size] += count
    sized = any(size for _, size in found)
    return found if sized or found.total() > 1 else Counter()


_KINDS = {
    "set": "set", "group": "set", "book": "set", "trio": "set", "triplet": "set",
    "run": "run", "sequenc": "run", "straight": "run", "escala": "run", "escalera": "run",
}  # fmt: skip


def _is_size(term: str) -> bool:
    return term.isdecimal() and (int(term) in _SIZES or term == "1")


def _fits(asked: Counter[Meld], contract: Counter[Meld]) -> bool:
    """Return whether a contract has the melds that are asked for, which may lack their sizes."""
    if asked.total() != contract.total():
        # A single meld identifies a contract only if it is large.
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
