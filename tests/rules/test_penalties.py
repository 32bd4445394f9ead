from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.cards import Card, Deck, Rank, Suit, read_hand
from rules.engine.errors import CatalogueError
from rules.engine.penalties import PenaltyTable, spread_ranks

CLASSIC = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9} | {
    "10-K": 10,
    "A": 15,
    "Joker": 15,
}
FIVES = {"2": 20, "3-10": 5, "J-K": 10, "A": 15, "Joker": 20}


def table(values):
    return PenaltyTable({Rank(rank): worth for rank, worth in spread_ranks(values).items()})


@pytest.mark.parametrize(
    ("values", "spread"),
    [
        ({"A": 15}, {"A": 15}),
        ({"J-K": 10}, {"J": 10, "Q": 10, "K": 10}),
        ({"9-J": 1}, {"9": 1, "10": 1, "J": 1}),
        ({"K-Joker": 20}, {"K": 20, "A": 20, "Joker": 20}),
        ({"2-4": 5, "3": 7}, {"2": 5, "3": 7, "4": 5}),
        ({"5-5": 5}, {"5": 5}),
    ],
)
def test_a_range_stands_for_its_ranks(values, spread):
    assert spread_ranks(values) == spread


@pytest.mark.parametrize("key", ["1", "11", "k", "JK", "2-", "-5", "2-3-4", "", "2–9"])
def test_a_key_that_is_no_rank_or_range_is_refused(key):
    with pytest.raises(CatalogueError) as refused:
        spread_ranks({key: 5})

    assert str(refused.value) == f"“{key}” isn’t a rank. Use 2 to 10, J, Q, K, A or Joker"


def test_a_range_goes_upwards():
    with pytest.raises(CatalogueError, match=r"^“K-J” goes downwards. Write the lower rank first$"):
        spread_ranks({"K-J": 10})


def test_a_table_needs_every_rank():
    with pytest.raises(CatalogueError, match=r"^these cards have no value: A, Joker$"):
        table({"2-K": 5})


@pytest.mark.parametrize(
    ("values", "hand", "points"),
    [
        (CLASSIC, "", 0),
        (CLASSIC, "4S 9D KC", 23),
        (CLASSIC, "10 J Q K", 40),
        (CLASSIC, "jk AS AH 3D", 48),
        (CLASSIC, "2xjk 5D 5D 8", 48),
        (FIVES, "2S", 20),
        (FIVES, "3 10 J", 20),
        (FIVES, "jk 2 A", 55),
    ],
)
def test_a_hand_costs_what_its_cards_cost(values, hand, points):
    assert table(values).total(read_hand(hand)) == points


@given(
    values=st.fixed_dictionaries({rank: st.integers(-50, 50) for rank in Rank}),
    hand=st.lists(st.builds(Card, st.sampled_from(Rank)), max_size=20),
)
def test_points_of_a_hand_are_the_sum_of_its_cards(values, hand):
    expected = sum(hand.count(Card(rank)) * values[rank] for rank in Rank)

    assert PenaltyTable(values).total(hand) == expected


@pytest.mark.parametrize(
    ("values", "total", "cards"),
    [
        (CLASSIC, 2, 1),
        (CLASSIC, 15, 1),
        (CLASSIC, 17, 2),
        (CLASSIC, 30, 2),
        (CLASSIC, 31, 3),
        (CLASSIC, 150, 10),  # eight aces and two jokers
        (CLASSIC, 160, 11),
        (FIVES, 20, 1),
        (FIVES, 25, 2),
        (FIVES, 100, 5),
        (FIVES, 240, 12),  # eight twos and four jokers
        (FIVES, 245, 13),
    ],
)
def test_a_total_needs_so_many_cards_at_least(values, total, cards):
    deck = Deck(packs=2, jokers=2 if values is CLASSIC else 4)

    assert table(values).fewest_cards(deck)[total] == cards


@pytest.mark.parametrize(
    ("values", "deck", "total"),
    [
        (CLASSIC, Deck(2, 2), 0),
        (CLASSIC, Deck(2, 2), 1),
        (CLASSIC, Deck(2, 2), 823),
        (FIVES, Deck(2, 4), 37),
        (FIVES, Deck(2, 4), 2),
    ],
)
def test_a_total_that_no_cards_make_is_left_out(values, deck, total):
    assert total not in table(values).fewest_cards(deck)


def test_the_largest_total_takes_the_whole_deck():
    # eight of each rank: 44 x 8 for two to nine, 40 x 8 from ten to king, 15 x 8 for aces
    fewest = table(CLASSIC).fewest_cards(Deck(packs=2, jokers=2))

    assert max(fewest) == 822
    assert fewest[822] == 106


def test_without_jokers_no_total_needs_one():
    joker_alone = table({"2-A": 10, "Joker": 7})

    assert 7 in joker_alone.fewest_cards(Deck(packs=1, jokers=1))
    assert 7 not in joker_alone.fewest_cards(Deck(packs=1, jokers=0))


def test_cards_that_cost_nothing_make_a_total_of_nothing():
    fewest = table({"2": 0, "3-Joker": 5}).fewest_cards(Deck(packs=1, jokers=0))

    assert fewest[0] == 1
    assert fewest[5] == 1


def by_trying_every_hand(values, deck):
    """Return the fewest cards for each total, by trying every number of cards of each value."""
    held = {}
    for card in [Card(rank) for rank in Rank]:
        copies = deck.packs * len(Suit)
        if card.rank is Rank.JOKER:
            copies = deck.jokers
        held[values[card.rank]] = held.get(values[card.rank], 0) + copies
    fewest = {}
    for counts in product(*(range(copies + 1) for copies in held.values())):
        cards = sum(counts)
        total = sum(count * worth for count, worth in zip(counts, held, strict=True))
        if cards and cards <= fewest.get(total, cards):
            fewest[total] = cards
    return fewest


@settings(max_examples=40, deadline=None)
@given(
    worths=st.lists(st.integers(1, 30), min_size=1, max_size=3),
    choice=st.lists(st.integers(0, 2), min_size=14, max_size=14),
    packs=st.integers(1, 2),
    jokers=st.integers(0, 3),
)
def test_possible_totals_are_those_that_some_hand_has(worths, choice, packs, jokers):
    values = {rank: worths[pick % len(worths)] for rank, pick in zip(Rank, choice, strict=True)}
    deck = Deck(packs, jokers)

    fewest = PenaltyTable(values).fewest_cards(deck)

    assert fewest == by_trying_every_hand(values, deck)


@settings(max_examples=40, deadline=None)
@given(
    worths=st.lists(st.integers(-30, 30).filter(bool), min_size=2, max_size=3),
    choice=st.lists(st.integers(0, 2), min_size=14, max_size=14),
)
def test_a_card_may_be_worth_less_than_nothing(worths, choice):
    values = {rank: worths[pick % len(worths)] for rank, pick in zip(Rank, choice, strict=True)}
    deck = Deck(packs=1, jokers=1)

    fewest = PenaltyTable(values).fewest_cards(deck)

    assert fewest == by_trying_every_hand(values, deck)
