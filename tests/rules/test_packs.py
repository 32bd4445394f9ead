"""Packs other than the usual 52 cards: their cards, card values and notation."""

import pytest

from rules.engine.cards import STANDARD, Card, Deck, Suit, hand_text, read_card, read_hand
from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.errors import CatalogueError, UnreadableError
from rules.engine.penalties import PenaltyTable, spread_ranks
from rules.engine.rulesets import DeckRules, Packs
from rules.reference.card_facts import deck_text, values_text
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, refusals

PHASES = {str(number): 8 for number in range(1, 13)} | {"Wild": 8, "Skip": 4}
PHASE_VALUES = {
    **{str(number): 5 for number in range(1, 10)},
    **{str(number): 10 for number in range(10, 13)},
    "Skip": 15,
    "Wild": 25,
}
BELOTE = dict.fromkeys(["7", "8", "9", "10", "J", "Q", "K", "A"], 4)
PINOCHLE = dict.fromkeys(["9", "J", "Q", "K", "10", "A"], 8)
RANKS = tuple(PHASES)

OWN_PACK = {
    "deck": {"by_players": {"3-5": {"packs": 1, "cards": 10}}, "pack": PHASES},
    "scoring.values": PHASE_VALUES,
    "deals.*.cards": 0,
}


def rules(patches=None):
    return catalogue().variant("contract-rummy").ruleset(patches=OWN_PACK | (patches or {}))


# Parsing


@pytest.mark.parametrize(
    ("text", "rank"),
    [("Skip", "Skip"), ("skip", "Skip"), ("SKIP", "Skip"), ("wild", "Wild"), (" 12 ", "12")],
)
def test_a_card_of_another_pack_is_read_by_its_name(text, rank):
    assert read_card(text, RANKS) == Card(rank)


def test_a_hand_of_another_pack_may_repeat_its_names():
    hand = read_hand("2x12 Skip, 3 x wild 7", RANKS)

    assert hand == (
        *(Card("12"), Card("12"), Card("Skip")),
        *(Card("Wild"), Card("Wild"), Card("Wild"), Card("7")),
    )
    assert hand_text(hand) == "2x12 Skip 3xWild 7"
    assert read_hand(hand_text(hand), RANKS) == hand


@pytest.mark.parametrize("text", ["13", "0", "K", "jk", "joker", "Skips", "Sk", "12S"])
def test_what_another_pack_does_not_have_is_refused_with_its_own_cards(text):
    with pytest.raises(UnreadableError) as refused:
        read_card(text, RANKS)

    assert str(refused.value) == (
        f"“{text}” isn’t a card. Enter 1 to 12, Wild or Skip, with spaces between the cards."
    )


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        (("7", "8", "9", "10", "J", "Q", "K", "A"), "QS for the queen of spades or K for any king"),
        (STANDARD, "QS for the queen of spades, K for any king or JK for a joker"),
        (("1", "2", "Rook"), "1, 2 or Rook"),
        (("Swap", "1", "2", "3"), "1 to 3 or Swap"),
        (("4", "5", "6"), "4 to 6"),
        (("-2", "-1", "0", "1", "Swap"), "-2 to 1 or Swap"),
    ],
)
def test_a_refusal_says_how_the_cards_of_the_pack_are_written(ranks, words):
    with pytest.raises(UnreadableError) as refused:
        read_card("?", ranks)

    assert str(refused.value) == f"“?” isn’t a card. Enter {words}, with spaces between the cards."


def test_usual_ranks_of_a_smaller_pack_keep_their_suits():
    assert read_card("JD", tuple(BELOTE)) == Card("J", Suit.DIAMONDS)
    with pytest.raises(UnreadableError):
        read_card("2D", tuple(BELOTE))


def test_cards_with_names_say_themselves():
    assert [Card(rank).words for rank in ("12", "Skip", "Wild")] == ["12", "Skip", "Wild"]


# Counting


def test_a_pack_has_the_copies_that_it_says():
    pack = tuple(PHASES.items())

    one, two = Deck(1, 0, pack), Deck(2, 0, pack)

    assert len(one) == 108  # 12 x 8 + 8 + 4
    assert len(two) == 216
    assert one.ranks == RANKS
    assert [two.copies(Card(rank)) for rank in ("7", "Skip", "Wild", "K")] == [16, 8, 16, 0]
    assert one.copies(Card("Joker")) == 0


def test_jokers_may_come_to_a_pack_or_belong_to_it():
    beside = Deck(2, 3, tuple(BELOTE.items()))
    inside = Deck(2, 1, (*BELOTE.items(), ("Joker", 2)))

    assert (len(beside), beside.copies(Card("Joker")), beside.ranks[-1]) == (67, 3, "Joker")
    assert (len(inside), inside.copies(Card("Joker"))) == (69, 5)
    assert inside.ranks == (*BELOTE, "Joker")


@pytest.mark.parametrize(
    ("pack", "packs", "card", "copies"),
    [
        (BELOTE, 1, "JD", 1),
        (BELOTE, 2, "JD", 2),
        (BELOTE, 2, "J", 8),
        (BELOTE, 2, "2D", 0),
        (PINOCHLE, 1, "KS", 2),
        (PINOCHLE, 2, "KS", 4),
        (PINOCHLE, 1, "K", 8),
    ],
)
def test_a_suit_has_its_quarter_of_the_copies(pack, packs, card, copies):
    assert Deck(packs, 0, tuple(pack.items())).copies(read_card(card)) == copies


def test_more_cards_than_the_pack_has_are_found():
    found = Deck(1, 0, tuple(PHASES.items())).excess(read_hand("5xSkip 9x7 8xWild", RANKS))

    assert list(found) == [(Card("Skip"), 5), (Card("7"), 9)]


# Ranges


def test_a_range_follows_the_order_of_the_pack():
    assert spread_ranks({"9-Q": 0, "K-A": 11}, tuple(PINOCHLE)) == {
        "9": 0,
        "J": 0,
        "Q": 0,
        "K": 11,
        "10": 11,
        "A": 11,
    }
    assert spread_ranks({"Skip": 15, "1-9": 5, "10-12": 10, "Wild": 25}, RANKS) == PHASE_VALUES


def test_ranges_come_out_in_the_order_of_the_ranks():
    spread = spread_ranks({"Skip": 15, "Wild": 25, "10-12": 10, "1-9": 5}, RANKS)

    assert list(spread) == list(RANKS)
    assert list(spread_ranks({"A": 15, "J-K": 10, "2-10": 5})) == list(STANDARD[:-1])


def test_a_rank_may_have_a_dash_of_its_own():
    assert spread_ranks({"-2": -2, "0-1": 0}, ("-2", "-1", "0", "1")) == {"-2": -2, "0": 0, "1": 0}


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("13", "“13” isn’t a rank. Use 1 to 12, Wild or Skip"),
        ("9-13", "“9-13” isn’t a rank. Use 1 to 12, Wild or Skip"),
        ("skip", "“skip” isn’t a rank. Use 1 to 12, Wild or Skip"),
        ("Skip-1", "“Skip-1” goes downwards. Write the lower rank first"),
    ],
)
def test_a_range_of_other_cards_is_refused(key, sentence):
    with pytest.raises(CatalogueError) as refused:
        spread_ranks({key: 5}, RANKS)

    assert str(refused.value) == sentence


# Card values


def test_a_table_of_another_pack_needs_each_of_its_ranks():
    with pytest.raises(CatalogueError, match=r"^these cards have no value: Skip$"):
        PenaltyTable({rank: 5 for rank in RANKS if rank != "Skip"}, RANKS)


def test_a_total_of_another_pack_needs_so_many_cards():
    fewest = PenaltyTable(PHASE_VALUES, RANKS).fewest_cards(Deck(1, 0, tuple(PHASES.items())))

    # 8 wilds, 4 skips, 24 tens, 72 fives: 200 + 60 + 240 + 360
    assert max(fewest) == 860
    assert fewest[860] == 108
    assert (fewest[25], fewest[40], fewest[200], fewest[205]) == (1, 2, 8, 9)
    assert 7 not in fewest


def test_a_hand_that_comes_to_nothing_has_a_card_at_least():
    ranks = ("-1", "0", "1")
    deck = Deck(1, 0, (("-1", 2), ("0", 0), ("1", 3)))

    fewest = PenaltyTable({"-1": -1, "0": 0, "1": 1}, ranks).fewest_cards(deck)

    assert fewest == {-2: 2, -1: 1, 0: 2, 1: 1, 2: 2, 3: 3}


# The rules of a game


def test_a_game_with_another_pack_counts_its_cards():
    entry = {"out": "Ann", "left-cards": {"Bob": "2x12 skip 7", "Cai": "wild"}}

    counted = deal("contract-rummy", entry, names=("Ann", "Bob", "Cai"), patches=OWN_PACK)

    assert counted == {
        "Ann": (0, "went out"),
        "Bob": (40, "12 12 Skip 7: 10 + 10 + 15 + 5"),
        "Cai": (25, "Wild: 25"),
    }


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("K", "Bob: “K” isn’t a card. Enter 1 to 12, Wild or Skip, with spaces between the cards."),
        ("5xskip", "Bob can’t have five Skips. The deck has 4."),
    ],
)
def test_a_game_with_another_pack_refuses_other_cards(cards, message):
    entry = {"out": "Ann", "left-cards": {"Bob": cards}, "left-points": {"Cai": 5}}

    found = refusals("contract-rummy", entry, names=("Ann", "Bob", "Cai"), patches=OWN_PACK)

    assert [(problem.message, problem.input) for problem in found] == [(message, "left-cards-2")]


def test_two_hands_cannot_hold_more_than_the_pack():
    entry = {"out": "Ann", "left-cards": {"Bob": "3xSkip", "Cai": "2xSkip"}}

    assert refusals("contract-rummy", entry, names=("Ann", "Bob", "Cai"), patches=OWN_PACK) == [
        Problem(
            "more-than-deck",
            "Bob and Cai can’t have five Skips between them. The deck has 4. Check these hands.",
            "left-cards-3",
        )
    ]


def test_the_facts_speak_of_the_pack():
    told = {fact.key: fact.text for fact in facts(rules())}

    assert values_text(rules()) == "1–9: 5; 10–12: 10; Wild: 25; Skip: 15"
    assert deck_text(rules()) == "one pack of 108 cards"
    assert told["cards"] == "10"
    assert told["wild"] == "none"


def test_a_deck_may_be_said_for_several_sizes_of_table_at_once():
    deck = DeckRules.model_validate(
        {"by_players": {"2-4": {"cards": 9}, 5: {"packs": 2}, "6-7": {"packs": 2, "jokers": 4}}}
    )

    assert deck.by_players == {
        **dict.fromkeys((2, 3, 4), Packs(packs=1, jokers=0, cards=9)),
        5: Packs(packs=2, jokers=0, cards=0),
        **dict.fromkeys((6, 7), Packs(packs=2, jokers=4, cards=0)),
    }
    assert deck.deck(6) == Deck(2, 4)


@pytest.mark.parametrize(
    ("slug", "options", "told"),
    [
        ("hearts", {}, "3 players: 2♦; 5 players: 2♦ 2♣; 6 players: 2♦ 3♦ 2♣ 3♣"),
        ("hearts", {"kitty": True}, None),
        ("black-maria", {}, "2♣"),
        ("spades-solo", {}, None),
        ("spades-solo", {"jokers-high": True}, "4 players: 2♣ 2♥"),
    ],
)
def test_the_facts_say_which_cards_leave_the_pack(slug, options, told):
    ruleset = catalogue().variant(slug).ruleset(options)

    assert {fact.key: fact.text for fact in facts(ruleset)}.get("without") == told


@pytest.mark.parametrize("slug", ["hearts", "spot-hearts", "black-maria"])
def test_without_the_cards_that_leave_all_are_dealt(slug):
    ruleset = catalogue().variant(slug).standard

    for players in ruleset.players.counts:
        left_out = ruleset.deck.by_players[players].without
        cards = players * ruleset.cards_dealt(ruleset.deal(1), players)
        assert cards + len(left_out) == len(ruleset.deck_of(players))


def test_only_cards_leave_the_pack():
    with pytest.raises(CatalogueError, match="“1X” isn’t a card"):
        catalogue().variant("hearts").ruleset(patches={"deck.by_players.5.without": ["1X"]})


def test_what_leaves_the_pack_cannot_be_dealt():
    with pytest.raises(CatalogueError, match="needs 52 cards for 4 players, but the deck has 51"):
        catalogue().variant("hearts").ruleset(patches={"deck.by_players.4.without": ["2D"]})


def test_the_cards_dealt_may_depend_on_the_table():
    rules = (
        catalogue()
        .variant("contract-rummy")
        .ruleset(patches={"deals.*.cards": 0, "deals.7.cards": 12, "deck.by_players.3-4.cards": 11})
    )

    first, last = rules.deal(1), rules.deal(7)

    assert [rules.cards_dealt(first, players) for players in (3, 4, 5)] == [11, 11, 0]
    assert [rules.cards_dealt(last, players) for players in (3, 4, 5)] == [12, 12, 12]


@each_row
def test_a_pack_that_does_not_fit_its_game_is_refused(patches, sentence):
    with pytest.raises(CatalogueError) as refused:
        rules(patches)

    assert str(refused.value) == sentence


def test_a_patch_may_name_a_range_of_the_pack():
    patched = rules({"scoring.values.7-12": 20})

    assert patched.scoring.values == {
        **dict.fromkeys(("1", "2", "3", "4", "5", "6"), 5),
        **dict.fromkeys(("7", "8", "9", "10", "11", "12"), 20),
        "Skip": 15,
        "Wild": 25,
    }


def test_a_patch_may_change_one_of_several_sizes_said_at_once():
    patched = rules({"deck.by_players.5.packs": 2})

    assert [patched.deck.by_players[players].packs for players in (3, 4, 5)] == [1, 1, 2]


def test_a_patch_may_name_a_range_of_table_sizes():
    patched = (
        catalogue().variant("contract-rummy").ruleset(patches={"deck.by_players.4-5.packs": 3})
    )

    assert [patched.deck.by_players[players].packs for players in (3, 4, 5)] == [2, 3, 3]
