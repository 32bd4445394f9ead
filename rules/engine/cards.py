"""Cards, packs and the notation for hands: ``KS 10h 3xA jk``."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from rules.engine.errors import UnreadableError
from rules.engine.formatting import join_choices, number_word
from rules.translation import gettext as _
from rules.translation import gettext_noop, ngettext, pgettext

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
    """The four suits, each with the letter that people type for it."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def sign(self) -> str:
        """The symbol of the suit: ``♠``."""
        return _SIGNS[self]


_RANK_WORDS: dict[str, str] = {
    Rank.JACK: gettext_noop("jack"),
    Rank.QUEEN: gettext_noop("queen"),
    Rank.KING: gettext_noop("king"),
    Rank.ACE: gettext_noop("ace"),
    Rank.JOKER: gettext_noop("joker"),
}
_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_SHORT_NAMES = {"T": Rank.TEN, "JK": Rank.JOKER}
# The letters on cards in other languages. They can be typed in every language, because a hand is
# stored as it was typed: German B and D, and those of the Spanish pack, which has no tens.
_OTHER_LETTERS = {"B": Rank.JACK, "D": Rank.QUEEN}
_SPANISH_LETTERS = {"S": Rank.JACK, "C": Rank.QUEEN, "R": Rank.KING}
STANDARD = tuple(rank.value for rank in Rank)
_SUITED = frozenset(STANDARD) - {Rank.JOKER.value}
USUAL_PACK = tuple((rank, 4) for rank in STANDARD if rank in _SUITED)
_SUIT_NAMES = (
    {suit.value: suit for suit in Suit}
    | {sign: suit for suit, sign in _SIGNS.items()}
    | dict(zip("♤♡♢♧", Suit, strict=True))
)


def rank_words(rank: str) -> str:
    """Return the rank in words: ``king``, ``joker``, ``7``."""
    return _(_RANK_WORDS[rank]) if rank in _RANK_WORDS else str(rank)


def rank_letter(rank: str) -> str:
    """Return what is printed on cards of a rank where the reader lives: ``Q``, ``7``."""
    match rank:
        case Rank.JACK:
            return pgettext("on a card", "J")
        case Rank.QUEEN:
            return pgettext("on a card", "Q")
        case Rank.KING:
            return pgettext("on a card", "K")
        case Rank.ACE:
            return pgettext("on a card", "A")
        case _other:
            return str(rank)


def card_sign(sign: str) -> str:
    """Return a card with its suit first, such as ``♠Q``, with the letter on the reader’s cards."""
    return f"{sign[0]}{rank_letter(sign[1:])}"


@dataclass(frozen=True, slots=True)
class Card:
    """A card; ``suit`` is None for a joker or if no suit was entered.

    ``rank`` is a ``Rank``, or a name from the game's own pack, such as ``Skip``.
    """

    rank: str
    suit: Suit | None = None

    def __str__(self) -> str:
        return "JK" if self.rank == Rank.JOKER else f"{self.rank}{self.suit or ''}"

    @property
    def words(self) -> str:
        """The card as pages show it: ``K♠``, ``7`` or ``joker``."""
        if self.rank == Rank.JOKER:
            return rank_words(self.rank)
        return f"{rank_letter(self.rank)}{self.suit.sign if self.suit else ''}"


Hand = tuple[Card, ...]

_REPEAT = re.compile(r"(\d{1,3})\s*[x×*]\s*(\S+)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,;]+")


def read_card(text: str, ranks: Sequence[str] = STANDARD) -> Card:
    """Return the card that ``text`` names, from a pack with these ``ranks``.

    The suit may be missing or come first (``♠4``). The first letter of a name such as ``Wild`` is
    enough. Raises UnreadableError if the text doesn’t name a card.
    """
    name = text.strip().replace("\ufe0f", "").upper()
    known = {letter: rank.value for letter, rank in _OTHER_LETTERS.items() if rank in ranks}
    known |= {rank[0].upper(): rank for rank in ranks if rank not in STANDARD and rank.isalpha()}
    known |= {rank.upper(): rank for rank in ranks}
    known |= {short: rank.value for short, rank in _SHORT_NAMES.items() if rank in ranks}
    if name in known:
        return Card(known[name])
    if name in _SPANISH_LETTERS and Rank.TEN not in ranks and _SPANISH_LETTERS[name] in ranks:
        return Card(_SPANISH_LETTERS[name].value)
    for rank, suit in ((name[:-1], name[-1:]), (name[1:], name[:1])):
        if suit in _SUIT_NAMES and known.get(rank) in _SUITED:
            return Card(known[rank], _SUIT_NAMES[suit])
    raise UnreadableError(_not_a_card(ranks).format(text=text[:20], ranks=pack_words(ranks)))


def _not_a_card(ranks: Sequence[str]) -> str:
    """Return the message for text that isn’t a card, with the fields ``text`` and ``ranks``."""
    if not (Rank.QUEEN in ranks and Rank.KING in ranks):
        return _("“{text}” isn’t a card. Enter {ranks}, with spaces between the cards.")
    if Rank.JOKER in ranks:
        return _(
            "“{text}” isn’t a card. Enter QS for the queen of spades, K for any king "
            "or JK for a joker, with spaces between the cards."
        )
    return _(
        "“{text}” isn’t a card. Enter QS for the queen of spades or K for any king, "
        "with spaces between the cards."
    )


def pack_words(ranks: Sequence[str]) -> str:
    """Return the ranks of a pack as a list of choices: ``1 to 12, Skip or Wild``."""
    numbers = [rank for rank in ranks if rank.removeprefix("-").isdecimal()]
    if len(numbers) > 2:
        span = [_("{first} to {last}").format(first=numbers[0], last=numbers[-1])]
    else:
        span = numbers
    return join_choices((*span, *(rank_letter(rank) for rank in ranks if rank not in numbers)))


def read_hand(text: str, ranks: Sequence[str] = STANDARD) -> Hand:
    """Return the cards in ``text``, in the same order; ``3xK`` means three kings.

    Raises UnreadableError for the first word that isn’t a card or has an impossible count, and for
    text that is too long for a hand or has only separators.
    """
    if len(text) > MAX_HAND_TEXT:
        message = _("That’s too long for a hand. Use at most {count} characters.")
        raise UnreadableError(message.format(count=MAX_HAND_TEXT))
    spaced = re.sub(r"(\d)\s*([x×*])\s*(?=\S)", r"\1\2", text, flags=re.IGNORECASE)
    cards: list[Card] = []
    for word in filter(None, _SEPARATORS.split(spaced.strip())):
        repeated = _REPEAT.fullmatch(word)
        count, name = (int(repeated[1]), repeated[2]) if repeated else (1, word)
        if not 1 <= count <= MAX_HAND_CARDS - len(cards):
            message = _(
                "“{text}” isn’t possible: a hand has 1 to {most} cards. Correct the number."
            )
            raise UnreadableError(message.format(text=word[:20], most=MAX_HAND_CARDS))
        cards.extend([read_card(name, ranks)] * count)
    if not cards and text.strip():
        message = _(
            "“{text}” doesn’t name a card. Enter cards such as K Q 5, or leave the field blank."
        )
        raise UnreadableError(message.format(text=text.strip()[:20]))
    return tuple(cards)


def holds_card(hand: Hand, card: Card) -> bool:
    """Return whether the hand has the card or, if no suit was entered, any card of its rank."""
    return any(held == card if card.suit else held.rank == card.rank for held in hand)


def notation(hand: Iterable[Card]) -> str:
    """Return the cards in the notation that ``notation_words`` reads: ``4S 9D JK``."""
    return " ".join(map(str, hand))


def notation_words(text: str) -> str:
    """Convert cards from notation to the form that pages show: ``4♠ 9♦ joker``."""
    return " ".join(_notation_card(word).words for word in text.split())


def _notation_card(word: str) -> Card:
    if word == "JK":
        return Card(Rank.JOKER)
    if word[-1] in _SUIT_NAMES and word[:-1] in _SUITED:
        return Card(word[:-1], _SUIT_NAMES[word[-1]])
    return Card(word)


def copies_words(card: Card, copies: int) -> str:
    """Return the number of copies of a card or rank in words: ``K♠ 3 times``, ``nine kings``."""
    if card.suit:
        return ngettext("{card} once", "{card} {count} times", copies).format(
            card=card.words, count=copies
        )
    match card.rank:
        case Rank.JACK:
            text = ngettext("{count} jack", "{count} jacks", copies)
        case Rank.QUEEN:
            text = ngettext("{count} queen", "{count} queens", copies)
        case Rank.KING:
            text = ngettext("{count} king", "{count} kings", copies)
        case Rank.ACE:
            text = ngettext("{count} ace", "{count} aces", copies)
        case Rank.JOKER:
            text = ngettext("{count} joker", "{count} jokers", copies)
        case _rank:
            # Translators: cards of one rank, such as "three 7s".
            text = ngettext("{count} {rank}", "{count} {rank}s", copies)
    return text.format(count=number_word(copies), rank=card.rank)


def hand_text(hand: Iterable[Card]) -> str:
    """Return the hand as text from which ``read_hand`` returns the same cards in the same order."""
    runs = ((card, len(list(same))) for card, same in groupby(hand))
    return " ".join(f"{count}x{card}" if count > 1 else str(card) for card, count in runs)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards in play: complete packs, and a number of jokers.

    ``pack`` has the number of copies of each rank in one pack; the default is the usual 52 cards.
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
        """Return the number of copies of ``card`` or, if it has no suit, of cards of its rank."""
        in_pack = dict(self.pack).get(card.rank, 0)
        if card.rank == Rank.JOKER:
            return self.jokers + self.packs * in_pack
        return self.packs * (-(-in_pack // len(Suit)) if card.suit else in_pack)

    def excess(self, hand: Iterable[Card]) -> Iterator[tuple[Card, int]]:
        """Yield each card or rank that ``hand`` has more often than the deck, with the number held.

        A card without a suit may be of any suit, so each rank is also checked as a whole.
        """
        cards = tuple(hand)
        suited = Counter(card for card in cards if card.suit)
        by_rank = Counter(Card(card.rank) for card in cards)
        for card, held in (*suited.items(), *by_rank.items()):
            if held > self.copies(card):
                yield card, held


def cards_in_deck(deck: Deck, card: Card) -> str:
    """Return how many copies of a card the deck has, as text for a sentence: ``2``, ``none``."""
    # Translators: as in "The deck has none.", for cards that aren't in the deck.
    return str(deck.copies(card) or pgettext("cards in a deck", "none"))
