"""Melds, and the parts of a hand that can become one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, product
from typing import Literal

from rules.engine.cards import Card, Hand
from rules.engine.melding.meld_rules import SUITS, USUAL_CARDS, MeldRules, TooLargeError

Shape = Literal["set", "run", "pair"]
# The scores of parts compare points first, then cards, then wild cards: the fewer, the better.
POINT, CARD = 100_000, 1000
_BITS = 6
# The most runs of one hand of more than the usual size, with each choice of wild cards in them.
MOST_RUN_PARTS = 2000


@dataclass(frozen=True, slots=True)
class Meld:
    """A set, a run or a pair: its cards in order, and the card that each stands for.

    A natural card stands for itself, a wild card in a set for a card of that rank without a suit.
    ``wilds`` is how many of the cards count as wild.
    """

    shape: Shape
    cards: Hand
    stands_for: Hand
    wilds: int = 0

    @property
    def rank(self) -> str:
        """The rank of a set or pair."""
        return self.stands_for[0].rank


@dataclass(frozen=True, slots=True)
class Part:
    """Cards of a hand that make a meld, together with ``wilds`` wild cards.

    ``places`` has the natural card for each place of the meld, and None for a wild card. ``use``
    are the natural cards as a number that is subtracted from ``HeldHand.all``. ``selves`` are the
    wild cards among them, which count as natural in their own place. ``first_wilds`` is how many
    wild cards the meld needs when it is laid down, before cards are laid off on it.
    """

    shape: Shape
    rank: str
    suit: int
    start: int
    places: tuple[Card | None, ...]
    use: int
    wilds: int
    selves: tuple[Card, ...]
    first_wilds: int
    score: int
    bound: int

    @property
    def run(self) -> tuple[int, int]:
        return self.start, len(self.places)


class HeldHand:
    """The cards of a hand, counted in the ways that the search needs."""

    def __init__(self, rules: MeldRules, cards: Iterable[Card]) -> None:
        self.rules = rules
        self.cards = rules.sorted(cards)
        worth = rules.points
        wild = [card for card in self.cards if rules.is_wild(card)]
        self.wild = tuple(sorted(wild, key=lambda card: -worth([card])))
        self.natural = Counter(card for card in self.cards if not rules.is_wild(card))
        shapes = ("set", "run")
        own = [card for card in wild if any(rules.may_be_itself(card, each) for each in shapes)]
        self.selves = Counter(own)
        self.counts = self.natural + self.selves
        order = {rank: place for place, rank in enumerate(rules.deck.ranks)}
        kinds = sorted(self.counts, key=lambda card: order[card.rank])
        self._shifts = {card: _BITS * place for place, card in enumerate(kinds)}
        self.all = sum(count << self._shifts[card] for card, count in self.counts.items())
        self.guard = sum(1 << (shift + _BITS - 1) for shift in self._shifts.values())
        self.wild_points = [0]
        for card in self.wild:
            self.wild_points.append(self.wild_points[-1] + worth([card]))

    def one(self, card: Card) -> int:
        """Return one card as a number that is subtracted from ``all``."""
        return 1 << self._shifts[card]

    def takes(self, left: int, use: int) -> bool:
        """Return whether the cards left include those in ``use``."""
        return ((left | self.guard) - use) & self.guard == self.guard

    def cards_in(self, left: int) -> Iterator[Card]:
        """Yield the cards in such a number."""
        for card, shift in self._shifts.items():
            yield from [card] * (left >> shift & ((1 << _BITS) - 1))

    @cached_property
    def by_rank(self) -> dict[str, list[Card]]:
        """The natural cards of each rank, with copies."""
        found: dict[str, list[Card]] = {}
        for card in self.natural.elements():
            found.setdefault(card.rank, []).append(card)
        for card in self.selves.elements():
            if self.rules.may_be_itself(card, "set"):
                found.setdefault(card.rank, []).append(card)
        return found

    def part(
        self,
        shape: Shape,
        places: Sequence[Card | None],
        *,
        rank: str = "",
        suit: int = -1,
        start: int = 0,
        first_wilds: int | None = None,
    ) -> Part:
        """Return the part with these cards; None stands for a wild card."""
        natural = [card for card in places if card is not None]
        wilds = len(places) - len(natural)
        points, use = 0, 0
        for card in natural:
            points += self._worth(card)
            use += self.one(card)
        selves = tuple(card for card in natural if card in self.selves)
        score = points * POINT + len(natural) * CARD
        return Part(
            shape,
            rank,
            suit,
            start,
            tuple(places),
            use,
            wilds,
            selves,
            wilds if first_wilds is None else first_wilds,
            score,
            score + self.wild_points[wilds] * POINT + wilds * (CARD - 1),
        )

    @cached_property
    def _worths(self) -> dict[Card, int]:
        return {card: self.rules.points([card]) for card in self.counts}

    def _worth(self, card: Card) -> int:
        return self._worths[card]

    def score(self, parts: Iterable[Part]) -> int:
        """Return the score of parts together, with their wild cards."""
        wilds = sum(part.wilds for part in parts)
        selves = Counter(card for part in parts for card in part.selves)
        points = self.wild_points[wilds]
        if selves:
            points = self.rules.points(self._wild_left(selves)[:wilds])
        return sum(part.score for part in parts) + points * POINT + wilds * (CARD - 1)

    def _wild_left(self, selves: Counter[Card]) -> Hand:
        return tuple(self._without(self.wild, selves.elements()))

    @staticmethod
    def _without(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
        left = list(cards)
        for card in taken:
            left.remove(card)
        return left

    def melds(self, parts: Sequence[Part]) -> tuple[Meld, ...]:
        """Return the parts as melds; the most expensive wild cards go first."""
        pool = list(self._wild_left(Counter(card for part in parts for card in part.selves)))
        return tuple(self._meld(part, pool) for part in parts)

    def _meld(self, part: Part, pool: list[Card]) -> Meld:
        cards = [pool.pop(0) if card is None else card for card in part.places]
        if part.shape != "run":
            stands = [card or Card(part.rank or cards[0].rank) for card in part.places]
        else:
            ranks = self.rules.window(part.start, len(cards))
            suit = SUITS[part.suit]
            stands = [
                card or Card(rank, suit) for card, rank in zip(part.places, ranks, strict=True)
            ]
        return Meld(part.shape, tuple(cards), tuple(stands), part.wilds)

    def left(self, melds: Iterable[Meld]) -> Hand:
        """Return the cards that are in none of the melds."""
        return self.rules.sorted(self._without(self.cards, (c for m in melds for c in m.cards)))

    # -- all melds that the hand can make --

    def sets(
        self,
        size: int,
        most: int,
        *,
        shape: Shape = "set",
        pure: bool = False,
        later: bool = False,
    ) -> list[Part]:
        """Return the sets of ``size`` to ``most`` cards; a pair is a set of two.

        With ``later``, the limits for melds on the table apply.
        """
        rules, found = self.rules, []
        only = rules.deal.pair_of if shape == "pair" else ""
        most = min(most, max(size, rules.largest_set))
        limit = rules.most_wild_later if later else rules.most_wild
        for rank, cards in self.by_rank.items():
            if only and rank != only:
                continue
            for natural in _choices(
                tuple(cards), most, differ=rules.suits_differ or (pure and not later)
            ):
                least = max(0, size - len(natural))
                for wilds in range(least, min(len(self.wild), most - len(natural)) + 1):
                    total = len(natural) + wilds
                    if wilds <= (0 if pure and not later else limit(total)):
                        places = (*natural, *[None] * wilds)
                        found.append(self.part(shape, places, rank=rank))
        if rules.wild_sets and not pure:
            sizes = range(size, min(len(self.wild), most) + 1)
            found += [self.part(shape, [None] * wilds) for wilds in sizes]
        return found

    def runs(
        self,
        size: int,
        most: int,
        *,
        anywhere: bool = False,
        later: bool = False,
        placed: bool = False,
    ) -> list[Part]:
        """Return the runs of ``size`` to ``most`` cards.

        If a run may lie ``anywhere``, wild cards take the place of a natural one only if that might
        be useful elsewhere. With ``later``, the limits for melds on the table apply. Of the runs
        with the same cards, only one is returned, unless their places matter, as they do with
        ``placed``.
        """
        lengths = range(size, min(most, self.rules.longest_run) + 1)
        if self.rules.mixed_suits:
            return [part for length in lengths for part in self._mixed(length, later=later)]
        tanalas = self._tanalas() if 3 in lengths and self.rules.melds.tanala else []
        return tanalas + self._in_one_suit(lengths, anywhere=anywhere, later=later, placed=placed)

    def _tanalas(self) -> list[Part]:
        """Return each three identical cards, which count as a run."""
        return [
            self.part("run", [card] * 3)
            for card, copies in self.counts.items()
            if copies >= 3 and self.is_natural_in_run(card)
        ]

    def _in_one_suit(
        self, lengths: range, *, anywhere: bool, later: bool, placed: bool
    ) -> list[Part]:
        most_wild = self.rules.most_wild_later if later else self.rules.most_wild
        rules, wilds, seen = self.rules, len(self.wild), set()
        found: list[Part] = []
        is_same = anywhere or not (placed or later or self.rules.apart != "allowed")
        for suit in range(4):
            along = rules.along[suit]
            ones = [self.one(card) if self.is_natural_in_run(card) else 0 for card in along]
            if not any(ones):
                continue
            fixed = self._fixed(along) if anywhere else set()
            for length in lengths:
                limit = min(wilds, most_wild(length))
                for start in rules.starts(length):
                    self._check_number(found)
                    places = range(start, start + length)
                    at = [place for place in places if ones[place]]
                    gaps = length - len(at)
                    if gaps > limit or not at:
                        continue
                    total = sum([ones[place] for place in at])
                    loose = [place for place in at if along[place] not in fixed]
                    for more in range(min(limit - gaps, len(loose)) + 1):
                        for dropped in combinations(loose, more):
                            use = total - sum([ones[place] for place in dropped])
                            key = use, gaps + more
                            if not use or (is_same and key in seen):
                                continue
                            cards = [
                                along[place] if ones[place] and place not in dropped else None
                                for place in places
                            ]
                            if self.is_crowded(cards):
                                continue
                            seen.add(key)
                            found.append(self.part("run", cards, suit=suit, start=start))
        return found

    def _check_number(self, runs: Sequence[Part]) -> None:
        if len(runs) > MOST_RUN_PARTS and len(self.cards) > USUAL_CARDS:
            raise TooLargeError(len(self.cards))

    def _mixed(self, size: int, *, later: bool) -> Iterator[Part]:
        """Yield the runs of cards in several suits, with each choice of cards for each place."""
        rules = self.rules
        most_wild = rules.most_wild_later if later else rules.most_wild
        wilds = min(len(self.wild), most_wild(size))
        for suits in rules.mixed_suits:
            for start in rules.starts(size):
                ways: list[tuple[Card | None, ...]] = [()]
                for place, rank in enumerate(rules.window(start, size)):
                    fits = (Card(rank, suit) for suit in suits[place % 2])
                    natural = [card for card in fits if self.is_natural_in_run(card)]
                    ways = [
                        (*way, card)
                        for way in ways
                        for card in (*natural, None)
                        if card or way.count(None) < wilds
                    ]
                for cards in ways:
                    if set(cards) != {None} and not self.is_crowded(cards):
                        yield self.part("run", cards, start=start)

    def is_crowded(self, places: Sequence[Card | None]) -> bool:
        """Return whether two wild cards lie side by side in a run, against the rules."""
        return self.rules.melds.wild_together is False and any(
            a is None and b is None for a, b in pairwise(places)
        )

    def is_natural_in_run(self, card: Card) -> bool:
        """Return whether the hand has the card as a natural card for a run."""
        return card in self.natural or (
            card in self.selves and self.rules.may_be_itself(card, "run")
        )

    def _fixed(self, along: Sequence[Card]) -> set[Card]:
        """Return the cards of a suit that no other meld could use, so that runs needn’t spare them.

        With a limit on wild cards, wild cards may have to stay in the hand otherwise.
        """
        doubled = any(self.counts[card] > 1 for card in along)
        if doubled or self.rules.melds.max_wild is not None or self.selves:
            return set()
        return {card for card in along if len(self.by_rank.get(card.rank, ())) == 1}


@lru_cache(maxsize=4096)
def _choices(cards: Hand, most: int, *, differ: bool) -> list[Hand]:
    """Return each choice of one to ``most`` of the cards, copies only once."""
    counts = Counter(cards)
    ways = [
        [(card,) * n for n in range((1 if differ else count) + 1)] for card, count in counts.items()
    ]
    found = [tuple(card for group in way for card in group) for way in product(*ways)]
    return [choice for choice in found if 0 < len(choice) <= most]
