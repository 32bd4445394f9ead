"""What the rules of one deal say about melds, in the form in which hands are read."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import cast

from rules.engine.cards import Card, Deck, Hand, Rank, Suit, read_card
from rules.engine.contracts import Contract, Deal, Special
from rules.engine.penalties import PenaltyTable
from rules.engine.rulesets import Melds, Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.schemes.base import Parts, ValuesByDeal
from rules.engine.schemes.tally.figures import Melding, TallyFigures

# The most cards of a hand that can be read with up to four wild cards. Each further wild card takes
# as long as three others. All hands of the usual size can be read.
MOST_CARDS, MOST_WITH_WILD, USUAL_CARDS = 26, 38, 16
# The most choices of a card of each rank in such a hand, for a run that needn’t be in one suit.
MOST_MIXED = 500
SUITS: tuple[Suit | None, ...] = (*Suit, None)
Suits = tuple[Suit, ...]
_RED, _BLACK = (Suit.HEARTS, Suit.DIAMONDS), (Suit.SPADES, Suit.CLUBS)
# The suits of the first, third, fifth ... card of a run that needn’t be in one suit, and those of
# the others, for each way to build it.
_MIXED_SUITS: Mapping[str, tuple[tuple[Suits, Suits], ...]] = {
    "": (),
    "any": (((*Suit,), (*Suit,)),),
    "colour": ((_RED, _RED), (_BLACK, _BLACK)),
    "alternating": ((_RED, _BLACK), (_BLACK, _RED)),
}
# What holds at most tables, for rules that no source of a game states.
_USUAL: Mapping[str, object] = {
    "ace": "low-or-high",
    "runs_in_one_suit": "allowed",
    "same_rank_sets": True,
    "larger_melds": False,
    "lay_off_same_turn": False,
    "going_out_discard": "allowed",
}


class TooLargeError(ValueError):
    """A hand has more cards than can be read in time."""


@dataclass(frozen=True)
class MeldRules:
    """The rules about melds in one deal, for one number of players.

    ``drawn`` is the rank that was drawn as wild for this deal, in games that do this (Indian
    rummy); it may be a joker.
    """

    ruleset: Ruleset
    deal: Deal
    players: int
    drawn: str = ""

    @cached_property
    def melds(self) -> Melds:
        """The rules about melds; those for canastas come from the figures of the scheme."""
        melding = self.canastas
        if melding is None:
            return self.ruleset.melds or Melds()
        asked = {item.made_of for item in self.scheme.scoring.figures.items if item.asked}
        return Melds(
            ace="high",
            run_min=3 if "run" in asked else 14,
            min_natural=melding.least_natural,
            max_wild=melding.most_wild,
            wild_sets="wild" in asked,
            set_max=None if melding.grows else melding.size,
        )

    @cached_property
    def canastas(self) -> Melding | None:
        """What canastas are made of; None in games without them."""
        figures = self.scheme.scoring.figures
        if self.ruleset.melds or not isinstance(figures, TallyFigures):
            return None
        return figures.melding

    @cached_property
    def closing_limit(self) -> int | None:
        """The most points that a player who closes may have left; None without such a limit."""
        figures = self.scheme.scoring.figures
        items = figures.items if isinstance(figures, TallyFigures) else ()
        rates = (figures.rate[item.closing.most] for item in items if item.closing)
        return next(rates, None)

    @cached_property
    def _never(self) -> frozenset[str]:
        return frozenset(self.canastas.never if self.canastas else ())

    @cached_property
    def assumed(self) -> tuple[str, ...]:
        """The paths of rules that no source states, so that the usual ones are taken instead."""
        return tuple(f"melds.{key}" for key in _USUAL if getattr(self.melds, key) is None)

    def _stated(self, key: str) -> object:
        value = getattr(self.melds, key)
        return _USUAL[key] if value is None else value

    @cached_property
    def deck(self) -> Deck:
        """The cards in play. Raises ValueError if the game has none."""
        deck = self.ruleset.deck_of(self.players)
        if deck is None:
            raise ValueError("there is no deck")
        return deck

    @cached_property
    def scheme(self) -> Parts:
        return scheme_of(self.ruleset, self.players)

    @cached_property
    def values(self) -> PenaltyTable | None:
        """The penalty points of cards in this deal, from the scheme; None if unknown."""
        scoring = self.scheme.scoring
        if not isinstance(scoring, ValuesByDeal):
            return self.ruleset.card_values
        return scoring.values_in(self.deal, (self.drawn,) if self.drawn else ())

    def check_size(self, cards: Sequence[Card]) -> None:
        """Raise TooLargeError if the hand has too many cards to be read in time."""
        count = len(cards)
        weight = count + 3 * sum(map(self.is_wild, cards))
        if count > MOST_CARDS or (count > USUAL_CARDS and weight > MOST_WITH_WILD):
            raise TooLargeError(count)
        ways = prod(Counter(card.rank for card in cards).values()) if self.mixed_suits else 0
        if count > USUAL_CARDS and ways > MOST_MIXED:
            raise TooLargeError(count)

    def points(self, cards: Iterable[Card]) -> int:
        """Return the penalty points of the cards; 0 if their values are unknown."""
        return self.values.total(cards) if self.values else 0

    # -- wild cards --

    @cached_property
    def _wild_ranks(self) -> frozenset[str]:
        deck = self.ruleset.deck
        ranks = {*(deck.wild if deck else ()), *self.deal.wild, Rank.JOKER.value}
        if self.drawn == Rank.JOKER and getattr(
            self.scheme.scoring.figures, "joker_makes_aces_wild", False
        ):
            ranks.add(Rank.ACE.value)
        return frozenset(ranks | {self.drawn} if self.drawn else ranks)

    @cached_property
    def _wild_cards(self) -> frozenset[Card]:
        names = self.ruleset.deck.wild_cards if self.ruleset.deck else ()
        return frozenset(map(read_card, names))

    def is_wild(self, card: Card) -> bool:
        """Return whether the card can stand for others."""
        return card.rank in self._wild_ranks or card in self._wild_cards

    @cached_property
    def wild_kinds(self) -> Hand:
        """The wild cards of the deck: ranks without a suit, and single cards."""
        ranks = (Card(rank) for rank in self.deck.ranks if rank in self._wild_ranks)
        single = (card for card in self._wild_cards if card.rank not in self._wild_ranks)
        return (*ranks, *sorted(single, key=str))

    def may_be_itself(self, card: Card, shape: str) -> bool:
        """Return whether a wild card counts as natural in its own place of such a meld."""
        allowed = self.melds.wild_as_natural
        return card.rank != Rank.JOKER and allowed in {"any", f"{shape}s"}

    def most_wild(self, size: int) -> int:
        """Return how many wild cards a meld of this size may have when it is laid down."""
        most = self.melds.max_wild
        limit = size if most is None else size // 2 if most == "half" else most
        if self.canastas and self.canastas.naturals_per_wild:
            limit = min(limit, size // (self.canastas.naturals_per_wild + 1))
        return min(limit, size - self.least_natural)

    def most_wild_later(self, size: int) -> int:
        """Return how many wild cards a meld of this size may have after cards are laid off."""
        return size - self.least_natural if self.melds.more_wild_later else self.most_wild(size)

    @cached_property
    def least_natural(self) -> int:
        """How many natural cards a meld needs; at least one unless a source says otherwise."""
        return 1 if self.melds.min_natural is None else self.melds.min_natural

    @cached_property
    def wild_sets(self) -> bool:
        """Whether a set may have only wild cards."""
        return not self.least_natural or bool(self.melds.wild_sets)

    def may_be_melded(self, card: Card) -> bool:
        """Return whether a card may be in a meld at all; the threes of canasta may not."""
        return card.rank not in self._never

    # -- sets and runs --

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of natural sets: all but jokers and other cards without a suit."""
        pack = dict(self.deck.pack)
        return tuple(rank for rank in pack if _is_suited(rank) and rank not in self._never)

    @cached_property
    def is_round(self) -> bool:
        """Whether runs may go round the corner, from king through ace to two."""
        return self._stated("ace") == "round" and Rank.ACE in self.line

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The ranks in the order of runs; an ace that is low or high is at both ends."""
        rest = tuple(rank for rank in self.ranks if rank != Rank.ACE)
        if self._never:  # sequences of Samba have no wild cards, and thus no twos
            rest = tuple(rank for rank in rest if rank not in self._wild_ranks)
        never = Rank.ACE in self._wild_ranks and not self.melds.wild_as_natural
        if never or Rank.ACE not in self.ranks:
            return rest
        ace, where = (Rank.ACE.value,), self._stated("ace")
        low, high = where != "high", where in ("high", "low-or-high")
        return (*(ace if low else ()), *rest, *(ace if high else ()))

    @cached_property
    def longest_run(self) -> int:
        return min(self.melds.run_max or len(self.line), len(self.line))

    def window(self, start: int, size: int) -> tuple[str, ...]:
        """Return the ranks of a run; round the corner, it continues from the beginning."""
        around = self.line + self.line if self.is_round else self.line
        return around[start : start + size]

    def starts(self, size: int) -> range:
        """Return where in ``line`` a run can start; a run of all ranks goes from the first on."""
        line = len(self.line)
        return range(line if self.is_round and size < line else line - size + 1)

    @property
    def mixed_suits(self) -> tuple[tuple[Suits, Suits], ...]:
        """The suits of runs that needn’t be in one suit, at alternate places; else empty."""
        return _MIXED_SUITS[self.deal.run_suits]

    @cached_property
    def along(self) -> tuple[Hand, ...]:
        """The cards of each suit in the order of runs; round the corner, twice."""
        ranks = self.window(0, 2 * len(self.line))
        return tuple(tuple(Card(rank, suit) for rank in ranks) for suit in Suit)

    @cached_property
    def of_rank(self) -> Mapping[str, Hand]:
        """The cards of each rank, in each suit and without one."""
        return {rank: tuple(Card(rank, suit) for suit in SUITS) for rank in self.ranks}

    @cached_property
    def largest_set(self) -> int:
        """The most cards of a set; the number of cards in the deck if there is no limit."""
        most = self.melds.set_max or len(self.deck)
        return min(most, len(Suit)) if self.suits_differ else most

    def grows_alone(self, size: int) -> bool:
        """Return whether a set of this size is the only one of its rank until it is complete."""
        return self.canastas is not None and (self.canastas.grows or size < self.canastas.size)

    @cached_property
    def suits_differ(self) -> bool:
        return self.melds.set_suits == "different"

    # -- the contract --

    @property
    def contract(self) -> Contract:
        return self.deal.contract

    @cached_property
    def whole_hand(self) -> bool:
        return Special.WHOLE_HAND in self.deal.special

    @cached_property
    def only_going_out(self) -> bool:
        """Whether the contract may be laid down only in the turn in which the player goes out."""
        return Special.ONLY_GOING_OUT in self.deal.special

    @cached_property
    def may_be_larger(self) -> Mapping[str, bool]:
        """Whether sets and runs may be larger than the contract when they are laid down."""
        larger = self.melds.larger_melds
        whole = self.whole_hand and larger is None
        exact = Special.EXACT_MELDS in self.deal.special
        sets = bool(larger or whole) and not exact
        runs = (bool(larger or whole) or Special.LONG_RUNS in self.deal.special) and not exact
        return {"set": sets, "run": runs, "pair": False}

    @cached_property
    def apart(self) -> str:
        """How a player’s runs in one suit must lie: ``allowed`` if there is no rule."""
        if self.mixed_suits:
            return "allowed"
        return cast("str", self._stated("runs_in_one_suit"))

    @cached_property
    def same_rank_sets(self) -> bool:
        return bool(self._stated("same_rank_sets"))

    @cached_property
    def lays_off_at_once(self) -> bool:
        """Whether players may lay off in the turn in which they lay down."""
        return bool(self._stated("lay_off_same_turn")) and not self.whole_hand

    @cached_property
    def extra_melds(self) -> bool:
        """Whether players may put down melds in addition to the contract."""
        return bool(self.melds.extra_melds)

    @cached_property
    def last_discard(self) -> str:
        """Whether a player goes out with a discard: ``required``, ``allowed`` or ``forbidden``."""
        if Special.NO_DISCARD in self.deal.special:
            return "none"
        return cast("str", self._stated("going_out_discard"))

    @cached_property
    def floats(self) -> bool:
        """Whether a player who has no card left to discard plays on without cards."""
        return bool(getattr(self.scheme.scoring.figures, "floating", False))

    def cards_to_lay(self, held: int) -> range:
        """Return how many of the cards held after drawing may go down in one turn."""
        most = held - 1 if self.last_discard == "required" and not self.floats else held
        least = 0
        if self.whole_hand:
            least = held if self.last_discard in ("none", "forbidden") else held - 1
        return range(least, most + 1)

    def best_discard(self, left: Hand) -> Card | None:
        """Return the most expensive card that may be discarded; None if none may be.

        The last card may have to go in another way than by discarding it.
        """
        if self.last_discard == "none" or (self.last_discard == "forbidden" and len(left) == 1):
            return None
        allowed = [c for c in left if self.melds.discard_wild is not False or not self.is_wild(c)]
        return max(allowed, key=lambda card: self.points([card]), default=None)

    def runs_clash(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether two runs of one suit, each with its start and size, may not lie together.

        Touching runs of 3 4 5 6 and 7 8 9 10 don’t overlap.
        """
        if self.apart == "allowed":
            return False
        if self.apart == "one-per-suit":
            return True
        (a, m), (b, n), around = one, other, len(self.line)
        if self.is_round:
            touch = (a + m - b) % around == 0 or (b + n - a) % around == 0
            overlap = (b - a) % around < m or (a - b) % around < n
        else:
            touch = a + m == b or b + n == a
            overlap = a < b + n and b < a + m
        return touch or (self.apart == "apart" and overlap)

    def sorted(self, cards: Iterable[Card]) -> Hand:
        """Return the cards by rank and suit, as pages show a hand: wild cards last."""
        order = {rank: place for place, rank in enumerate(self.deck.ranks)}
        return tuple(
            sorted(
                cards,
                key=lambda card: (self.is_wild(card), order[card.rank], SUITS.index(card.suit)),
            )
        )


def _is_suited(rank: str) -> bool:
    return rank.isdecimal() or rank in (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)


def meld_rules(
    ruleset: Ruleset, deal: int = 1, players: int | None = None, drawn: str = ""
) -> MeldRules:
    """Return the rules about melds in a deal, by default for the usual number of players.

    Raises IndexError if the game has no such deal, and ValueError if hands of the game can’t be
    read: it has neither melds nor contracts, or its cards have more than four suits.
    """
    if not can_read_hands(ruleset):
        raise ValueError(f"{ruleset.slug}: hands can’t be read")
    usual = ruleset.players.best or ruleset.players.counts[0]
    return MeldRules(ruleset, ruleset.deal(deal), players or usual, drawn)


def can_read_hands(ruleset: Ruleset) -> bool:
    """Return whether the hands of a game can be read: it has melds, and cards of four suits."""
    figures = ruleset.scoring.figures
    opens = "melding" in figures and "opening" in figures
    if ruleset.deck is None or not (ruleset.melds or ruleset.has_contracts or opens):
        return False
    return all(copies <= len(Suit) for rank, copies in ruleset.deck.pack if _is_suited(rank))
