"""Cards, packs and the notation in which people write a hand: ``KS 10h 3xA jk``."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from rules.engine.errors import UnreadableError
from rules.engine.formatting import count_words

MAX_HAND_TEXT = 400
MAX_HAND_CARDS = 120


class Rank(StrEnum):
    """The thirteen ranks from two to ace, and the joker."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    JOKER = "Joker"


class Suit(StrEnum):
    """The four suits by the letter that people type."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def sign(self) -> str:
        return _SIGNS[self]


_RANK_WORDS: dict[str, str] = {
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
    Rank.ACE: "ace",
    Rank.JOKER: "joker",
}
_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_SHORT_NAMES = {"T": Rank.TEN, "JK": Rank.JOKER}
STANDARD = tuple(rank.value for rank in Rank)
_SUITED = frozenset(STANDARD) - {Rank.JOKER.value}
USUAL_PACK = tuple((rank, 4) for rank in STANDARD if rank in _SUITED)
_SUIT_NAMES = (
    {suit.value: suit for suit in Suit}
    | {sign: suit for suit, sign in _SIGNS.items()}
    | dict(zip("♤♡♢♧", Suit, strict=True))
)


def rank_words(rank: str) -> str:
    """The rank in words: ``king``, ``joker``, ``7``."""
    return _RANK_WORDS.get(rank, str(rank))


@dataclass(frozen=True, slots=True)
class Card:
    """A card; ``suit`` is None for a joker and where nobody said which suit it was.

    ``rank`` is a ``Rank``, or a name of the game's own pack, such as ``Skip``.
    """

    rank: str
    suit: Suit | None = None

    def __str__(self) -> str:
        return "JK" if self.rank == Rank.JOKER else f"{self.rank}{self.suit or ''}"

    @property
    def words(self) -> str:
        """The card as read aloud at the table: ``K♠``, ``7`` or ``joker``."""
        if self.rank == Rank.JOKER:
            return "joker"
        return f"{self.rank}{self.suit.sign if self.suit else ''}"


Hand = tuple[Card, ...]

_REPEAT = re.compile(r"(\d{1,3})\s*[x×*]\s*(\S+)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,;]+")


def read_card(text: str, ranks: Sequence[str] = STANDARD) -> Card:
    """Return the card of the pack with these ``ranks`` that ``text`` names; the suit may be missing
    or stand first (``♠4``), and of a name such as ``Wild`` the first letter is enough.

    Raises UnreadableError when it names none.
    """
    name = text.strip().replace("\ufe0f", "").upper()
    known = {rank[0].upper(): rank for rank in ranks if rank not in STANDARD and rank.isalpha()}
    known |= {rank.upper(): rank for rank in ranks}
    known |= {short: rank.value for short, rank in _SHORT_NAMES.items() if rank in ranks}
    if name in known:
        return Card(known[name])
    for rank, suit in ((name[:-1], name[-1:]), (name[1:], name[:1])):
        if suit in _SUIT_NAMES and known.get(rank) in _SUITED:
            return Card(known[rank], _SUIT_NAMES[suit])
    raise UnreadableError(f"“{text[:20]}” is not a card; {_how_to_write(ranks)}")


def _how_to_write(ranks: Sequence[str]) -> str:
    if Rank.QUEEN in ranks and Rank.KING in ranks:
        joker = ", JK for a joker" if Rank.JOKER in ranks else ""
        return (
            f"write QS for the queen of spades, K for any king{joker}, "
            "with spaces between the cards"
        )
    return f"write {pack_words(ranks)}, with spaces between the cards"


def pack_words(ranks: Sequence[str]) -> str:
    """The ranks of a pack as a choice: ``1 to 12, Skip or Wild``."""
    numbers = [rank for rank in ranks if rank.removeprefix("-").isdecimal()]
    span = [f"{numbers[0]} to {numbers[-1]}"] if len(numbers) > 2 else numbers
    *first, last = (*span, *(rank for rank in ranks if rank not in numbers))
    return f"{', '.join(first)} or {last}" if first else last


def read_hand(text: str, ranks: Sequence[str] = STANDARD) -> Hand:
    """Return the cards in ``text``, in its order; ``3xK`` is three kings.

    Raises UnreadableError on the first word that is no card, and when it is far too long for a
    hand.
    """
    if len(text) > MAX_HAND_TEXT:
        raise UnreadableError(f"that is too long for a hand; {MAX_HAND_TEXT} characters are enough")
    spaced = re.sub(r"(\d)\s*([x×*])\s*(?=\S)", r"\1\2", text, flags=re.IGNORECASE)
    cards: list[Card] = []
    for word in filter(None, _SEPARATORS.split(spaced.strip())):
        repeated = _REPEAT.fullmatch(word)
        count, name = (int(repeated[1]), repeated[2]) if repeated else (1, word)
        if not 1 <= count <= MAX_HAND_CARDS - len(cards):
            raise UnreadableError(f"“{word[:20]}” is not a number of cards that a hand can hold")
        cards.extend([read_card(name, ranks)] * count)
    if not cards and text.strip():
        raise UnreadableError(
            f"“{text.strip()[:20]}” names no card; write K Q 5, or nothing at all"
        )
    return tuple(cards)


def holds_card(hand: Hand, card: Card) -> bool:
    """Return whether the card is in the hand, or its rank if the card has no suit."""
    return any(held == card if card.suit else held.rank == card.rank for held in hand)


def cards_words(hand: Iterable[Card]) -> str:
    """Return the cards as read aloud: ``4♠ 9♦ joker``."""
    return " ".join(card.words for card in hand)


def copies_words(card: Card, copies: int) -> str:
    """Return so many of a card, or of a rank, in words: ``K♠ 3 times``, ``nine kings``."""
    if card.suit:
        return f"{card.words} {copies} times"
    name = rank_words(card.rank)
    return count_words(copies, name, f"{name}s")


def hand_text(hand: Iterable[Card]) -> str:
    """Return notation that ``read_hand`` reads back to the same cards in the same order."""
    runs = ((card, len(list(same))) for card, same in groupby(hand))
    return " ".join(f"{count}x{card}" if count > 1 else str(card) for card, count in runs)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards in play: whole packs and a number of jokers.

    ``pack`` has the copies of each rank in one pack; usually it is the 52 of four suits.
    """

    packs: int
    jokers: int
    pack: tuple[tuple[str, int], ...] = USUAL_PACK

    def __len__(self) -> int:
        return self.packs * sum(copies for _, copies in self.pack) + self.jokers

    @property
    def ranks(self) -> tuple[str, ...]:
        """Every rank that a card of the deck may have, jokers last."""
        ranks = tuple(rank for rank, _ in self.pack)
        return ranks if Rank.JOKER in ranks or not self.jokers else (*ranks, Rank.JOKER.value)

    def copies(self, card: Card) -> int:
        """How many of ``card`` there are; of a whole rank when the suit is not said."""
        in_pack = dict(self.pack).get(card.rank, 0)
        if card.rank == Rank.JOKER:
            return self.jokers + self.packs * in_pack
        return self.packs * (-(-in_pack // len(Suit)) if card.suit else in_pack)

    def excess(self, hand: Iterable[Card]) -> Iterator[tuple[Card, int]]:
        """Yield each card, or rank, of which ``hand`` has more than the deck, with how many it has.

        A card without a suit may be of any suit, so a rank is checked as a whole as well.
        """
        cards = tuple(hand)
        suited = Counter(card for card in cards if card.suit)
        by_rank = Counter(Card(card.rank) for card in cards)
        for card, held in (*suited.items(), *by_rank.items()):
            if held > self.copies(card):
                yield card, held


def cards_in_deck(deck: Deck, card: Card) -> str:
    """Return how many of a card the deck has: ``the deck has 2``, or ``none``."""
    return f"the deck has {deck.copies(card) or 'none'}"
