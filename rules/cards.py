"""Cards, packs and the notation in which people write a hand: ``KS 10h 3xA jk``."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from rules.errors import UnreadableError

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

    @property
    def title(self) -> str:  # type: ignore[override]
        """The rank in words: ``king``, ``joker``, ``7``."""
        return _RANK_WORDS.get(self, self.value)


class Suit(StrEnum):
    """The four suits by the letter that people type."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def sign(self) -> str:
        return _SIGNS[self]


_RANK_WORDS = {
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
    Rank.ACE: "ace",
    Rank.JOKER: "joker",
}
_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_RANK_NAMES = {rank.value.upper(): rank for rank in Rank} | {"T": Rank.TEN, "JK": Rank.JOKER}
_SUIT_NAMES = (
    {suit.value: suit for suit in Suit}
    | {sign: suit for suit, sign in _SIGNS.items()}
    | dict(zip("♤♡♢♧", Suit, strict=True))
)


@dataclass(frozen=True, slots=True)
class Card:
    """A card; ``suit`` is None for a joker and where nobody said which suit it was."""

    rank: Rank
    suit: Suit | None = None

    def __str__(self) -> str:
        return "JK" if self.rank is Rank.JOKER else f"{self.rank}{self.suit or ''}"

    @property
    def words(self) -> str:
        """The card as read aloud at the table: ``K♠``, ``7`` or ``joker``."""
        if self.rank is Rank.JOKER:
            return "joker"
        return f"{self.rank}{self.suit.sign if self.suit else ''}"


Hand = tuple[Card, ...]

_REPEAT = re.compile(r"(\d{1,3})\s*[x×*]\s*(\S+)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,;]+")


def read_card(text: str) -> Card:
    """Return the card that ``text`` names; the suit may be missing or stand first (``♠4``).

    Raises UnreadableError when it names none.
    """
    name = text.strip().replace("\ufe0f", "").upper()
    if name in _RANK_NAMES:
        return Card(_RANK_NAMES[name])
    for rank, suit in ((name[:-1], name[-1:]), (name[1:], name[:1])):
        if suit in _SUIT_NAMES and rank in _RANK_NAMES and rank not in ("JOKER", "JK"):
            return Card(_RANK_NAMES[rank], _SUIT_NAMES[suit])
    raise UnreadableError(
        f"“{text[:20]}” is not a card; write QS for the queen of spades, K for any king, "
        "JK for a joker, with spaces between the cards"
    )


def read_hand(text: str) -> Hand:
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
        cards.extend([read_card(name)] * count)
    if not cards and text.strip():
        raise UnreadableError(
            f"“{text.strip()[:20]}” names no card; write K Q 5, or nothing at all"
        )
    return tuple(cards)


def hand_text(hand: Iterable[Card]) -> str:
    """Return notation that ``read_hand`` reads back to the same cards in the same order."""
    runs = ((card, len(list(same))) for card, same in groupby(hand))
    return " ".join(f"{count}x{card}" if count > 1 else str(card) for card, count in runs)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards in play: whole packs of 52 and a number of jokers."""

    packs: int
    jokers: int

    def __len__(self) -> int:
        return 52 * self.packs + self.jokers

    def copies(self, card: Card) -> int:
        """How many of ``card`` there are; of a whole rank when the suit is not said."""
        if card.rank is Rank.JOKER:
            return self.jokers
        return self.packs if card.suit else 4 * self.packs

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
