"""Exact bids: worked examples, scoring variants, the hook, and hands by number of players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryRefusedError, Problem
from rules.engine.errors import CatalogueError
from rules.engine.replay import uses_past
from rules.engine.schemes import Mark, Past, ScoredDeal, scheme_of
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import standings
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of

NAMES = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus")
TRICKS = {"scheme-trick-plus-10": True}
SQUARES = {"scheme-squared": True}
TWENTY = {"scheme-20-plus-10": True}
SEVEN = {"hands-seven": True, "no-hook": True}


def hand(bids, tricks):
    """Return an entry in seating order, leaving out empty fields."""
    return {
        "bid": {n: bid for n, bid in zip(NAMES, bids, strict=False) if bid is not None},
        "tricks": {n: took for n, took in zip(NAMES, tricks, strict=False) if took is not None},
    }


def seated(slug="oh-hell", options=None, players=3, dealer="Ann"):
    rules = catalogue().variant(slug).ruleset(options)
    return rules, table_of(rules, NAMES[:players], dealer)


def scored(rules, table, number, entry, past=None, **kwargs):
    read = report(rules, number, table, entry_texts(entry, keys_of(table)))
    return ScoredDeal(rules.deal(number), read, score_deal(rules, number, read, past, **kwargs))


def points(bids, tricks, *, slug="oh-hell", options=None, number=1, dealer="Ann", **kwargs):
    """Return each player’s points for this hand, in seating order."""
    rules, table = seated(slug, options, len(bids), dealer)
    return list(scored(rules, table, number, hand(bids, tricks), **kwargs).points.values())


def refused(bids, tricks, *, slug="oh-hell", options=None, number=1, dealer="Ann"):
    rules, table = seated(slug, options, len(bids), dealer)
    with pytest.raises(EntryRefusedError) as found:
        scored(rules, table, number, hand(bids, tricks))
    return list(found.value.problems)


# The worked examples.


@pytest.mark.parametrize(
    ("slug", "options", "bid", "took", "expected"),
    [
        pytest.param("oh-hell", {}, 3, 3, 13, id="scheme-a-bid-3-made"),
        pytest.param("oh-hell", SQUARES, 4, 4, 26, id="scheme-c-bid-4-made"),
        pytest.param("wizard-style", {}, 2, 4, -20, id="wizard-bid-2-took-4"),
        pytest.param("wizard-style", {}, 0, 0, 20, id="wizard-bid-0-made"),
        pytest.param("oh-hell", TRICKS, 2, 2, 12, id="scheme-b-bid-2-made"),
    ],
)
def test_a_worked_example_counts_as_it_says(slug, options, bid, took, expected):
    options = options | (SEVEN if slug == "oh-hell" else {})

    scores = points(
        (bid, 0, 0),
        (took, 7 - took, 0),
        slug=slug,
        options=options,
        number=7 if slug == "wizard-style" else 1,
    )

    assert scores[0] == expected


# Ways of scoring.


@pytest.mark.parametrize(
    ("options", "bid", "took", "expected"),
    [
        ({}, 0, 0, 10),
        ({}, 0, 1, 0),
        ({}, 3, 2, 0),
        ({}, 3, 4, 0),
        ({}, 7, 7, 17),
        (TRICKS, 0, 0, 10),
        (TRICKS, 0, 3, 3),
        (TRICKS, 3, 2, 2),
        (TRICKS, 3, 3, 13),
        (TRICKS, 7, 7, 17),
        (SQUARES, 0, 0, 10),
        (SQUARES, 0, 3, -9),
        (SQUARES, 3, 2, -1),
        (SQUARES, 3, 5, -4),
        (SQUARES, 7, 7, 59),
        (TWENTY, 0, 0, 20),
        (TWENTY, 0, 3, -30),
        (TWENTY, 3, 2, -10),
        (TWENTY, 3, 3, 50),
        (TWENTY, 7, 7, 90),
    ],
)
def test_a_bid_counts_as_the_table_agreed(options, bid, took, expected):
    scores = points((0, bid, 0), (7 - took, took, 0), options=SEVEN | options)

    assert scores[1] == expected


def test_lines_say_what_was_bid_and_taken_and_mark_who_made_it():
    rules, table = seated(options=SEVEN)

    lines = scored(rules, table, 1, hand((3, 2, 0), (3, 4, 0))).lines

    assert [(line.side, line.points, line.reason.text, line.mark) for line in lines] == [
        ("1", 13, "bid 3, took 3", Mark.ACHIEVED),
        ("2", 0, "bid 2, took 4", Mark.NONE),
        ("3", 10, "bid 0, took 0", Mark.ACHIEVED),
    ]


def test_a_tick_means_that_the_bid_was_made():
    assert scheme_of(catalogue().variant("oh-hell").standard, 4).words.mark_words == "made the bid"


@pytest.mark.parametrize("slug", ["oh-hell", "wizard-style"])
def test_bids_and_tricks_are_asked_of_everybody(slug):
    rules, _ = seated(slug)

    for number in (1, 5):
        asked = entry_fields(rules, number, 3)
        assert [(field.id, field.scope) for field in asked] == [("bid", "side"), ("tricks", "side")]
        assert {field.kind.most for field in asked} == {rules.cards_dealt(rules.deal(number), 3)}


def test_nothing_is_told_of_a_side_before_a_hand():
    rules, table = seated()

    assert status(rules, table, Past()) == {}
    assert uses_past(rules)


# Hands for each number of players.


@pytest.mark.parametrize(
    ("players", "largest", "hands"), [(3, 17, 33), (4, 13, 25), (5, 10, 19), (6, 8, 15), (7, 7, 13)]
)
def test_hands_go_from_the_largest_to_one_card_and_back(players, largest, hands):
    rules, _ = seated()

    dealt = [rules.cards_dealt(rules.deal(number), players) for number in range(1, hands + 1)]

    assert dealt == [*range(largest, 0, -1), *range(2, largest + 1)]
    assert players * largest <= len(rules.deck_of(players)) == 52
    assert players * (largest + 1) > 52


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_sixty_cards_make_a_round_for_every_card_of_a_player(players, rounds):
    rules, _ = seated("wizard-style")

    dealt = [rules.cards_dealt(rules.deal(number), players) for number in range(1, rounds + 1)]

    assert dealt == list(range(1, rounds + 1))
    assert rounds * players == len(rules.deck_of(players)) == 60
    assert set(rules.deck.hands) == {3, 4, 5, 6}


@pytest.mark.parametrize(
    ("option", "players", "dealt"),
    [
        ("hands-up", 7, [1, 2, 3, 4, 5, 6, 7]),
        ("hands-up", 4, list(range(1, 14))),
        ("hands-down", 6, [8, 7, 6, 5, 4, 3, 2, 1]),
        ("hands-seven", 3, [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]),
        ("hands-seven", 7, [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]),
        ("card-left-over", 4, [*range(12, 0, -1), *range(2, 13)]),
        ("card-left-over", 5, [*range(10, 0, -1), *range(2, 11)]),
    ],
)
def test_a_table_may_agree_on_other_hands(option, players, dealt):
    rules, table = seated(options={option: True, "no-hook": True}, players=players)
    past = Past()

    for number, cards in enumerate(dealt, 1):
        assert rules.cards_dealt(rules.deal(number), players) == cards
        assert not [
            mark for scored in past.deals for mark in scored.marks_of("1") if mark == Mark.WON
        ]
        entry = hand((cards,) + (0,) * (players - 1), (cards,) + (0,) * (players - 1))
        past = Past((*past.deals, scored(rules, table, number, entry, past)))

    assert past.deals[-1].marks_of("1") == (Mark.ACHIEVED, Mark.WON)


def test_whoever_has_the_highest_total_after_the_last_hand_has_won():
    rules, table = seated(options={"hands-seven": True})
    past = Past(starts={"1": 0, "2": 30, "3": 30})

    before = scored(rules, table, 12, hand((3, 2, 2), (3, 1, 2)), past)
    last = scored(rules, table, 13, hand((4, 2, 0), (4, 3, 0)), past)

    assert all(Mark.WON not in before.marks_of(side) for side in table.keys)
    assert [(line.side, line.reason.text, line.mark) for line in last.lines[3:]] == [
        ("3", "highest total at the end", Mark.WON)
    ]
    game = standings(rules, ["1", "2", "3"], [last.points], won=["3"])
    assert game.is_over
    assert game.winners == ("3",)


def test_players_with_the_same_total_share_the_win():
    rules, table = seated(options={"hands-seven": True})
    past = Past(starts={"1": 30, "2": 0, "3": 34})

    last = scored(rules, table, 13, hand((4, 2, 0), (4, 3, 0)), past)

    assert [line.side for line in last.lines if line.mark == Mark.WON] == ["1", "3"]


# The hook.


@pytest.mark.parametrize(
    ("slug", "options", "number"),
    [
        ("oh-hell", {"hands-seven": True}, 5),
        ("oh-hell", {"hands-seven": True} | SQUARES, 9),
        ("wizard-style", {"hook": True}, 3),
    ],
)
def test_the_dealer_may_not_make_the_bids_add_up(slug, options, number):
    problem = Problem(
        "hook",
        "The bids add up to 3, exactly the number of tricks, so "
        "Cai, the dealer, wasn’t allowed to bid 2. Is that right?",
        "bid-3",
        warning=True,
    )

    found = refused((1, 0, 2), (1, 0, 2), slug=slug, options=options, number=number, dealer="Cai")

    assert found == [problem]


@pytest.mark.parametrize(
    ("slug", "options", "number"),
    [("oh-hell", {"hands-seven": True, "no-hook": True}, 5), ("wizard-style", {}, 3)],
)
def test_without_the_hook_everybody_may_make_the_bid(slug, options, number):
    scores = points((1, 0, 2), (1, 0, 2), slug=slug, options=options, number=number)

    assert scores == ([11, 10, 12] if slug == "oh-hell" else [30, 20, 40])


def test_bids_that_are_too_many_already_leave_the_dealer_free():
    for bid in range(4):
        assert len(points((2, 2, bid), (1, 1, 1), number=15, dealer="Cai")) == 3


def test_the_hook_holds_with_a_single_card():
    (problem,) = refused((0, 0, 1), (1, 0, 0), number=17, dealer="Cai")

    assert problem.message == (
        "The bids add up to 1, exactly the number of tricks, so "
        "Cai, the dealer, wasn’t allowed to bid 1. Is that right?"
    )


def test_a_hand_that_broke_the_hook_is_scored_like_any_other():
    scores = points((1, 0, 2), (1, 0, 2), number=15, dealer="Cai", accept_warnings=True)

    assert scores == [11, 10, 12]


# Errors.


@pytest.mark.parametrize(
    ("bids", "tricks", "expected"),
    [
        (
            (None, 0, 1),
            (1, 1, 1),
            [("No bid has been entered for Ann. Enter how many tricks, or 0 for none.", "bid-1")],
        ),
        (
            (0, 0, 1),
            (1, None, 1),
            [("No tricks have been entered for Bob. Enter how many, or 0 for none.", "tricks-2")],
        ),
        (
            (0, 0, 4),
            (1, 1, 1),
            [("Cai can’t bid 4: this hand has only three tricks. Correct the bid.", "bid-3")],
        ),
        (
            (0, 0, 1),
            (4, 0, 0),
            [
                (
                    (
                        "Ann can’t have taken 4: this hand has only three tricks. "
                        "Correct the number."
                    ),
                    "tricks-1",
                )
            ],
        ),
        (
            (0, 0, 1),
            (1, 0, 1),
            [("The tricks add up to 2, one too few. This hand has 3. Check the numbers.", "")],
        ),
        (
            (0, 0, 1),
            (2, 2, 1),
            [(("The tricks add up to 5, two too many. This hand has 3. Check the numbers."), "")],
        ),
        (
            (None, 5, 1),
            (1, None, 4),
            [
                ("No bid has been entered for Ann. Enter how many tricks, or 0 for none.", "bid-1"),
                ("Bob can’t bid 5: this hand has only three tricks. Correct the bid.", "bid-2"),
                ("No tricks have been entered for Bob. Enter how many, or 0 for none.", "tricks-2"),
                (
                    (
                        "Cai can’t have taken 4: this hand has only three tricks. "
                        "Correct the number."
                    ),
                    "tricks-3",
                ),
            ],
        ),
        (
            (1, 1, 1),
            (1, 1, 0),
            [
                (
                    (
                        "The bids add up to 3, exactly the number of tricks, so Ann, the dealer, "
                        "wasn’t allowed to bid 1. Is that right?"
                    ),
                    "bid-1",
                ),
                ("The tricks add up to 2, one too few. This hand has 3. Check the numbers.", ""),
            ],
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(bids, tricks, expected):
    found = refused(bids, tricks, number=15)

    assert [(problem.message, problem.input) for problem in found] == expected
    assert [problem.code for problem in found if problem.warning] == ["hook"] * (bids == (1, 1, 1))


def test_a_round_is_called_a_round():
    (problem,) = refused((0, 0, 1), (1, 1, 1), slug="wizard-style", number=2)

    assert problem.message == (
        "The tricks add up to 3, one too many. This round has 2. Check the numbers."
    )


# Texts.


@each_row
def test_the_facts_tell_the_figures(slug, options, told):
    rules, _ = seated(slug, options)
    rows = {fact.key: fact.text for fact in facts(rules)}

    assert {key: rows[key] for key in told} == told
    assert ("trick" in rows) == (options == TRICKS)


@pytest.mark.parametrize(
    ("patches", "message"),
    [
        (
            {"deck.hands": {3: [7, 6]}},
            "Oh Hell: scoring.figures: the deck doesn’t list the hand sizes for 4 players",
        ),
        (
            {"end.open": False},
            (
                "Oh Hell: scoring.figures: the list of hands ends the game, so the end has to be "
                "open"
            ),
        ),
        (
            {"end.deals": 5},
            (
                "Oh Hell: scoring.figures: the list of hands ends the game, so the end has to be "
                "open"
            ),
        ),
        (
            {"deck.hands.4": [13, 14, 12]},
            "Oh Hell: deal 1 needs 56 cards for 4 players, but the deck has 52",
        ),
        (
            {"scoring.figures.exact": -1},
            "Oh Hell: scoring.figures.exact: -1 is too low. Use at least 0.",
        ),
    ],
)
def test_figures_that_make_no_game_are_refused(patches, message):
    with pytest.raises(CatalogueError) as found:
        catalogue().variant("oh-hell").ruleset({}, patches)

    assert str(found.value) == message


# Random bids.


@st.composite
def tables(draw):
    """Draw a number of players and a hand with bids and tricks."""
    players = draw(st.integers(3, 7))
    rules, _ = seated(players=players)
    number = draw(st.integers(1, len(rules.deck.hands[players])))
    cards = rules.cards_dealt(rules.deal(number), players)
    takers = draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
    bids = draw(st.lists(st.integers(0, cards), min_size=players, max_size=players))
    return players, number, bids, [takers.count(player) for player in range(players)]


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({}, lambda bid, took: 10 + bid if bid == took else 0),
        (TRICKS, lambda bid, took: took + 10 * (bid == took)),
        (SQUARES, lambda bid, took: 10 + bid**2 if bid == took else -((bid - took) ** 2)),
        (TWENTY, lambda bid, took: 20 + 10 * bid if bid == took else -10 * abs(bid - took)),
    ],
    ids=["standard", "tricks", "squares", "twenty"],
)
@given(played=tables())
def test_any_hand_counts_bid_by_bid(options, worth, played):
    _, number, bids, tricks = played

    scores = points(bids, tricks, options={"no-hook": True} | options, number=number)

    assert scores == [worth(bid, took) for bid, took in zip(bids, tricks, strict=True)]


@given(played=tables())
def test_with_the_hook_somebody_always_misses(played):
    players, number, bids, tricks = played
    rules, table = seated(players=players)
    if sum(bids) == sum(tricks):
        assert [problem.code for problem in refused(bids, tricks, number=number)] == ["hook"]
    else:
        lines = scored(rules, table, number, hand(bids, tricks)).lines
        assert sum(line.mark == Mark.ACHIEVED for line in lines) < players


@given(played=tables(), more=st.sampled_from([-1, 1]), at=st.integers(0, 6))
def test_tricks_that_are_not_those_of_the_hand_are_refused(played, more, at):
    players, number, bids, tricks = played
    tricks[at % players] += more
    if not 0 <= tricks[at % players] <= sum(tricks) - more:
        return

    found = refused(bids, tricks, options={"no-hook": True}, number=number)

    assert [problem.code for problem in found] == ["tricks-sum"]
