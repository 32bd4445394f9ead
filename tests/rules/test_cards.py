from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import Card, Deck, Rank, Suit, hand_text, rank_words, read_card, read_hand
from rules.engine.errors import UnreadableError

cards = st.one_of(
    st.just(Card(Rank.JOKER)),
    st.builds(
        Card,
        st.sampled_from([rank for rank in Rank if rank is not Rank.JOKER]),
        st.none() | st.sampled_from(Suit),
    ),
)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("KS", Card(Rank.KING, Suit.SPADES)),
        ("10♥", Card(Rank.TEN, Suit.HEARTS)),
        ("TH", Card(Rank.TEN, Suit.HEARTS)),
        ("10h", Card(Rank.TEN, Suit.HEARTS)),
        ("k", Card(Rank.KING)),
        ("a", Card(Rank.ACE)),
        ("t", Card(Rank.TEN)),
        ("2", Card(Rank.TWO)),
        ("jk", Card(Rank.JOKER)),
        ("joker", Card(Rank.JOKER)),
        ("Joker", Card(Rank.JOKER)),
        ("♠4", Card(Rank.FOUR, Suit.SPADES)),
        ("♣10", Card(Rank.TEN, Suit.CLUBS)),
        ("d7", Card(Rank.SEVEN, Suit.DIAMONDS)),
        ("♡Q", Card(Rank.QUEEN, Suit.HEARTS)),
        ("J♢", Card(Rank.JACK, Suit.DIAMONDS)),
        ("4♠\ufe0f", Card(Rank.FOUR, Suit.SPADES)),  # phones add a variation selector
        ("♥\ufe0fA", Card(Rank.ACE, Suit.HEARTS)),
        (" 9c ", Card(Rank.NINE, Suit.CLUBS)),
    ],
)
def test_a_card_is_read_in_every_notation_in_use(text, card):
    assert read_card(text) == card


@pytest.mark.parametrize(
    "text", ["1", "0", "11", "X", "1X", "JJ", "KK", "S", "♠", "SS", "JKS", "JOKERS", "KSH", "ace"]
)
def test_text_that_names_no_card_is_refused(text):
    with pytest.raises(UnreadableError) as refused:
        read_card(text)

    assert str(refused.value) == (
        f"“{text}” isn’t a card. Enter QS for the queen of spades, K for any king or "
        "JK for a joker, with spaces between the cards."
    )
    assert refused.value.code == "unreadable"


def test_the_first_letter_is_enough_for_a_card_with_a_name_of_its_own():
    ranks = ("1", "12", "Skip", "Wild")

    assert [card.rank for card in read_hand("w S skip 12", ranks)] == ["Wild", "Skip", "Skip", "12"]
    assert read_card("j", ("J", "Jester")) == Card("J")


def test_a_refusal_quotes_only_the_beginning_of_long_text():
    with pytest.raises(UnreadableError, match=r"^“abcdefghijklmnopqrst” isn’t a card. "):
        read_card("abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("", ""),
        ("   ", ""),
        ("KS 10♥ k jk ♠4", "KS 10H K JK 4S"),
        ("♠A, ♥A, 3♦", "AS AH 3D"),
        ("♠A,♥A;3♦", "AS AH 3D"),
        ("3xK", "3xK"),
        ("2×JK", "2xJK"),
        ("3 x K", "3xK"),
        ("3X k", "3xK"),
        ("4*7", "4x7"),
        ("2x10 10", "3x10"),
        ("10x2", "10x2"),
        ("3xK 2xQ A 4 4", "3xK 2xQ A 2x4"),
        ("K Q K", "K Q K"),
    ],
)
def test_a_hand_is_read_card_by_card(text, notation):
    assert hand_text(read_hand(text)) == notation


def test_a_repeated_card_stands_in_the_hand_that_often():
    hand = read_hand("2xKS ♠4 3 x jk")

    assert hand == (
        Card(Rank.KING, Suit.SPADES),
        Card(Rank.KING, Suit.SPADES),
        Card(Rank.FOUR, Suit.SPADES),
        Card(Rank.JOKER),
        Card(Rank.JOKER),
        Card(Rank.JOKER),
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("K Q 1X", "“1X” isn’t a card. "),
        ("3x1X", "“1X” isn’t a card. "),
        ("K-Q", "“K-Q” isn’t a card. "),
        ("KQJ", "“KQJ” isn’t a card. "),
        ("5 x", "“x” isn’t a card. "),
        (" , ", "“,” doesn’t name a card. Enter cards such as K Q 5, or leave the field blank."),
        ("0xK", "“0xK” isn’t possible: a hand has 1 to 120 cards. Correct the number."),
        ("121xK", "“121xK” isn’t possible: a hand has 1 to 120 cards. Correct the number."),
        ("120xK Q", "“Q” isn’t possible: a hand has 1 to 120 cards. Correct the number."),
        ("K" * 401, "That’s too long for a hand. Use at most 400 characters."),
    ],
)
def test_a_hand_that_cannot_be_read_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(UnreadableError) as refused:
        read_hand(text)

    assert str(refused.value).startswith(sentence)


def test_a_hand_may_use_all_characters_and_all_cards_of_the_limits():
    assert len(read_hand("120xK")) == 120
    assert len(read_hand("K " * 120 + " " * 160)) == 120


@pytest.mark.parametrize(
    ("text", "words"), [("KS", "K♠"), ("TD", "10♦"), ("7", "7"), ("jk", "joker"), ("ac", "A♣")]
)
def test_a_card_says_itself_in_words(text, words):
    assert read_card(text).words == words


@pytest.mark.parametrize(
    ("rank", "words"),
    [(Rank.KING, "king"), (Rank.JOKER, "joker"), (Rank.SEVEN, "7"), (Rank.ACE, "ace")],
)
def test_a_rank_is_said_in_words(rank, words):
    assert rank_words(rank) == words


@given(hand=st.lists(cards, max_size=90))
def test_notation_reads_back_to_the_same_cards_in_the_same_order(hand):
    assert read_hand(hand_text(hand)) == tuple(hand)


@pytest.mark.parametrize(
    ("card", "copies"), [("KS", 2), ("K", 8), ("10", 8), ("jk", 3), ("2d", 2), ("A", 8)]
)
def test_a_deck_knows_the_copies_of_a_card(card, copies):
    deck = Deck(packs=2, jokers=3)

    assert deck.copies(read_card(card)) == copies


@pytest.mark.parametrize(("deck", "size"), [(Deck(2, 2), 106), (Deck(3, 2), 158), (Deck(1, 0), 52)])
def test_a_deck_counts_its_cards(deck, size):
    assert len(deck) == size


@pytest.mark.parametrize(
    ("hand", "excess"),
    [
        ("", []),
        ("KS KS", []),
        ("8xK", []),
        ("KS KS KS", [("KS", 3)]),
        ("9xK", [("K", 9)]),
        ("2xKS 2xKH 2xKD 2xKC K", [("K", 9)]),
        ("2xKS 6xK", []),
        ("2xKS 7xK", [("K", 9)]),
        ("2xjk", []),
        ("3xjk", [("JK", 3)]),
        ("3x4D 3xjk", [("4D", 3), ("JK", 3)]),
    ],
)
def test_a_deck_finds_cards_of_which_a_hand_has_too_many(hand, excess):
    deck = Deck(packs=2, jokers=2)

    found = [(str(card), held) for card, held in deck.excess(read_hand(hand))]

    assert found == excess


@given(
    hand=st.lists(
        st.sampled_from([Card(Rank.KING, suit) for suit in (None, *Suit)] + [Card(Rank.JOKER)]),
        max_size=6,
    ),
    packs=st.integers(1, 2),
    jokers=st.integers(0, 2),
)
def test_a_hand_without_excess_is_one_that_can_be_picked_from_the_deck(hand, packs, jokers):
    kings = [card for card in hand if card.rank is Rank.KING]
    pickings = product(*([card.suit] if card.suit else list(Suit) for card in kings))
    has_kings = any(all(picked.count(suit) <= packs for suit in Suit) for picked in pickings)

    excess = list(Deck(packs, jokers).excess(hand))

    assert (not excess) == (has_kings and hand.count(Card(Rank.JOKER)) <= jokers)
