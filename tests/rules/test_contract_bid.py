"""500: every worked example, contract, form of the game and error."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.replay import uses_past
from rules.engine.schemes import Mark, Past, ScoredDeal, scheme_of
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of

FOUR = ("Ann", "Bob", "Cai", "Dee")
THREE = FOUR[:3]
SIX = (*FOUR, "Eva", "Fay")
AC, BD = "Ann & Cai", "Bob & Dee"
SUITS = ("spades", "clubs", "diamonds", "hearts", "no-trump")
# The table of values in card books, row by row.
TABLE = {
    6: (40, 60, 80, 100, 120),
    7: (140, 160, 180, 200, 220),
    8: (240, 260, 280, 300, 320),
    9: (340, 360, 380, 400, 420),
    10: (440, 460, 480, 500, 520),
}
CONTRACTS = [
    (f"{tricks}-{suit}", tricks, worth)
    for tricks, row in TABLE.items()
    for suit, worth in zip(SUITS, row, strict=True)
]


def hand(bid, tricks, bidders=AC):
    return {"bidders": bidders, "bid": bid, "tricks": tricks}


def three(bid, *tricks, bidder="Ann"):
    return {"bidders": bidder, "bid": bid, "tricks": dict(zip(THREE, tricks, strict=False))}


def on(*options):
    return dict.fromkeys(options, True)


def seated(*options, names=FOUR):
    rules = catalogue().variant("five-hundred").ruleset(on(*options))
    return rules, table_of(rules, names, "Ann")


def scored(rules, table, entry, past=None):
    read = report(rules, 1, table, entry_texts(entry, keys_of(table)))
    return ScoredDeal(rules.deal(1), read, score_deal(rules, 1, read, past))


def refused(entry, *options, names=FOUR):
    found = refusals("five-hundred", entry, options=on(*options), names=names)
    assert not any(problem.warning for problem in found)
    return [(problem.message, problem.input) for problem in found]


# The worked examples.


@pytest.mark.parametrize(
    ("entry", "side", "expected"),
    [
        pytest.param(hand("8-hearts", 8), AC, 300, id="eight-hearts-made"),
        pytest.param(hand("7-no-trump", 6), AC, -220, id="seven-no-trump-failed"),
        pytest.param(hand("7-hearts", 7), BD, 30, id="defenders-took-3"),
    ],
)
def test_a_worked_example_counts_as_it_says(entry, side, expected):
    assert points("five-hundred", entry)[side] == expected


# Contracts.


@pytest.mark.parametrize(("bid", "tricks", "worth"), CONTRACTS)
def test_a_contract_counts_its_value_for_the_bidders_or_against_them(bid, tricks, worth):
    made = points("five-hundred", hand(bid, tricks))
    failed = points("five-hundred", hand(bid, tricks - 1, BD))

    assert made == {AC: max(worth, 250) if tricks == 10 else worth, BD: 10 * (10 - tricks)}
    assert failed == {AC: 10 * (11 - tricks), BD: -worth}


@pytest.mark.parametrize(
    ("bid", "tricks", "expected"),
    [
        ("6-spades", 9, {AC: 40, BD: 10}),
        ("6-spades", 10, {AC: 250, BD: 0}),
        ("7-no-trump", 10, {AC: 250, BD: 0}),
        ("8-spades", 10, {AC: 250, BD: 0}),
        ("8-clubs", 10, {AC: 260, BD: 0}),
        ("10-spades", 10, {AC: 440, BD: 0}),
        ("6-hearts", 0, {AC: -100, BD: 100}),
        ("misere", 0, {AC: 250, BD: 0}),
        ("misere", 1, {AC: -250, BD: 0}),
        ("misere", 10, {AC: -250, BD: 0}),
        ("open-misere", 0, {AC: 500, BD: 0}),
        ("open-misere", 3, {AC: -500, BD: 0}),
    ],
)
def test_all_the_tricks_and_none_of_them(bid, tricks, expected):
    assert points("five-hundred", hand(bid, tricks)) == expected


@each_row
def test_lines_say_what_was_played(entry, told):
    assert deal("five-hundred", entry) == {side: tuple(line) for side, line in told.items()}


@pytest.mark.parametrize(
    ("bid", "tricks", "mark"),
    [
        ("6-spades", 6, Mark.ACHIEVED),
        ("6-spades", 5, Mark.NONE),
        ("misere", 0, Mark.ACHIEVED),
        ("misere", 1, Mark.NONE),
        ("10-no-trump", 10, Mark.WON),
        ("open-misere", 0, Mark.WON),
    ],
)
def test_who_made_the_contract_has_a_mark(bid, tricks, mark):
    rules, table = seated()

    played = scored(rules, table, hand(bid, tricks))

    assert [line.mark for line in played.lines] == [mark, Mark.NONE]
    assert scheme_of(rules, 4).words.mark_words == "made the contract"


# The end.


@pytest.mark.parametrize(
    ("options", "starts", "entry", "winners"),
    [
        # only the bidders reach the target
        ((), (440, 0), hand("6-clubs", 6), (AC,)),
        ((), (430, 0), hand("6-clubs", 6), ()),
        # both reach it: the bidders win if they make the contract, even with a lower total
        ((), (450, 480), hand("6-clubs", 6), (AC,)),
        ((), (450, 480), hand("6-clubs", 5), (BD,)),
        ((), (480, 450), hand("6-clubs", 6, BD), (BD,)),
        # with points for defending against a contract
        ((), (470, 0), hand("6-clubs", 6, BD), (AC,)),
        (("win-only-on-bid",), (470, 0), hand("6-clubs", 6, BD), ()),
        (("win-only-on-bid",), (440, 0), hand("6-clubs", 6), (AC,)),
        (("win-only-on-bid",), (520, 0), hand("6-clubs", 6), (AC,)),
        (("win-only-on-bid",), (520, 0), hand("6-clubs", 5), ()),
        (("win-only-on-bid",), (520, 450), hand("6-clubs", 6, BD), (BD,)),
        # minus 500
        ((), (-440, 100), hand("6-clubs", 5), (BD,)),
        ((), (-430, 100), hand("6-clubs", 5), ()),
        (("win-only-on-bid",), (-440, 100), hand("6-clubs", 5), (BD,)),
        ((), (0, -280), hand("7-no-trump", 1, BD), (AC,)),
    ],
)
def test_the_game_ends_at_500_or_minus_500(options, starts, entry, winners):
    rules, table = seated(*options)
    past = Past(starts=dict(zip(table.keys, starts, strict=True)))

    played = scored(rules, table, entry, past)

    totals = {key: past.total(key) + played.points[key] for key in table.keys}
    won = [key for key in table.keys if Mark.WON in played.marks_of(key)]
    game = standings(rules, table.keys, [totals], won=won)
    assert game.is_over == bool(winners)
    assert tuple(map(table.name, game.winners)) == winners
    assert uses_past(rules)


@pytest.mark.parametrize(
    ("options", "starts", "told"),
    [
        ((), (510, 20), {}),
        (("win-only-on-bid",), (510, 20), {"1": "needs a contract"}),
        (("win-only-on-bid",), (500, 500), {"1": "needs a contract", "2": "needs a contract"}),
        (("win-only-on-bid",), (499, -20), {}),
    ],
)
def test_the_table_is_told_who_lacks_only_a_contract(options, starts, told):
    rules, table = seated(*options)

    past = Past(starts=dict(zip(table.keys, starts, strict=True)))

    assert status(rules, table, past) == told


# Fields.


def test_a_hand_is_asked_once_for_its_contract_and_tricks():
    rules, _ = seated()

    asked = entry_fields(rules, 1, 4)

    assert [(field.id, field.scope) for field in asked] == [
        ("bidders", "deal"),
        ("bid", "deal"),
        ("tricks", "deal"),
        ("thrown-in", "deal"),
    ]
    answers = dict(asked[1].kind.answers)
    assert len(answers) == 27
    assert answers["6-spades"] == "6 spades (40)"
    assert answers["10-no-trump"] == "10 no trump (520)"
    assert answers["misere"] == "Misère (250)"
    assert answers["open-misere"] == "Open misère (500)"
    assert {key: int(label[label.index("(") + 1 : -1]) for key, label in answers.items()} == {
        **{bid: worth for bid, _, worth in CONTRACTS},
        "misere": 250,
        "open-misere": 500,
    }


def test_without_misere_nobody_bids_it():
    rules, _ = seated("no-misere")

    assert len(entry_fields(rules, 1, 4)[1].kind.answers) == 25
    ((message, at),) = refused(hand("misere", 0), "no-misere")
    assert message.startswith(
        "“misere” isn’t one of the choices. Choose one of these: 6 spades (40), 6 clubs (60), "
    )
    assert at == "bid"


# Three and six players.


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (three("8-hearts", 8, 2, 0), [300, 20, 0]),
        (three("8-hearts", 7, 2, 1), [-300, 20, 10]),
        (three("6-clubs", 0, 10, 0, bidder="Bob"), [0, 250, 0]),
        (three("misere", 5, 5, 0, bidder="Cai"), [0, 0, 250]),
        (three("misere", 5, 4, 1, bidder="Cai"), [0, 0, -250]),
    ],
)
def test_of_three_everybody_counts_their_own_tricks(entry, expected):
    assert list(
        points("five-hundred", entry, names=THREE, options=on("three-handed")).values()
    ) == (expected)


def test_of_three_who_gets_there_against_the_bidder_wins_unless_it_takes_a_contract():
    starts = {"1": 480, "2": 470, "3": 490}
    entry = three("7-spades", 6, 4, 0)
    for options, winners in (((), ("2",)), (("win-only-on-bid",), ())):
        rules, table = seated("three-handed", *options, names=THREE)
        played = scored(rules, table, entry, Past(starts=starts))
        totals = {key: starts[key] + played.points[key] for key in table.keys}

        assert standings(rules, table.keys, [totals]).winners == winners


def test_six_play_in_two_sides_of_three():
    scores = points(
        "five-hundred", hand("8-hearts", 8, "Ann & Cai & Eva"), names=SIX, options=on("six-handed")
    )

    assert scores == {"Ann & Cai & Eva": 300, "Bob & Dee & Fay": 20}


@pytest.mark.parametrize(
    ("options", "players", "cards"),
    [((), 4, 43), (("three-handed",), 3, 33), (("six-handed",), 6, 63)],
)
def test_ten_cards_each_and_three_in_the_middle_are_the_whole_pack(options, players, cards):
    rules, _ = seated(*options, names=SIX[:players])

    assert rules.players.counts == (players,)
    assert len(rules.deck_of(players)) == cards == players * 10 + 3


# Errors.


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        (
            (6, None, 4),
            [("No tricks have been entered for Bob. Enter how many, or 0 for none.", "tricks-2")],
        ),
        (
            (6, 11, 4),
            [("Bob can’t take 11 tricks: this hand has 10. Correct the number.", "tricks-2")],
        ),
        ((6, 2, 1), [("The tricks add up to 9, but this hand has 10. Check them.", "")]),
        ((6, 2, 4), [("The tricks add up to 12, but this hand has 10. Check them.", "")]),
    ],
)
def test_tricks_of_three_must_make_ten(tricks, expected):
    taken = {name: count for name, count in zip(THREE, tricks, strict=True) if count is not None}
    entry = {"bidders": "Ann", "bid": "6-clubs", "tricks": taken}

    assert refused(entry, "three-handed", names=THREE) == expected


def test_three_cannot_all_have_won_the_bidding():
    entry = three("6-clubs", 6, 2, 2) | {"bidders": "1 2 3"}

    assert refused(entry, "three-handed", names=THREE) == [
        ("Ann, Bob and Cai are marked, but only one side can win the bidding. Mark one.", "bidders")
    ]


def test_sides_are_not_asked_for_their_tricks():
    entry = {"bidders": AC, "bid": "6-clubs", "tricks-1": 6}

    assert refusals("five-hundred", entry) == [
        Problem(
            "unasked",
            "“Bidders’ tricks” was entered, but this deal has no such field. Leave it out.",
            "tricks-1",
        )
    ]


# Texts.


@each_row
def test_the_facts_tell_the_figures(options, told):
    rows = {fact.key: fact.text for fact in facts(seated(*options)[0])}

    assert {key: rows[key] for key in told} == told


def test_figures_of_nothing_are_told_so():
    rules = (
        catalogue()
        .variant("five-hundred")
        .ruleset(
            {}, {"scoring.figures.all_tricks": 0, "scoring.figures.defender": 0, "end.floor": None}
        )
    )
    rows = {fact.key: fact.text for fact in facts(rules)}

    assert "all-tricks" not in rows
    assert rows["defender"] == "0"
    assert rows["winner"] == "first to 500, bidders before the others"


# Random bids.


@given(bid=st.sampled_from(CONTRACTS), taken=st.integers(0, 10))
def test_a_side_scores_the_same_from_either_side_of_the_table(bid, taken):
    ours = points("five-hundred", hand(bid[0], taken, AC))
    theirs = points("five-hundred", hand(bid[0], taken, BD))

    assert (ours[AC], ours[BD]) == (theirs[BD], theirs[AC])


@given(bid=st.sampled_from(CONTRACTS), bidder=st.integers(0, 2), data=st.data())
def test_of_three_the_others_together_count_ten_for_each_trick_the_bidder_lost(bid, bidder, data):
    takers = data.draw(st.lists(st.integers(0, 2), min_size=10, max_size=10))
    taken = [takers.count(player) for player in range(3)]

    scores = points(
        "five-hundred",
        three(bid[0], *taken, bidder=THREE[bidder]),
        names=THREE,
        options=on("three-handed"),
    )

    others = sum(scores[name] for name in THREE if name != THREE[bidder])
    assert others == 10 * (10 - taken[bidder])


def random_hand(rng):
    """Draw a contract, and a number of tricks close to it for the bidders."""
    if rng.random() < 0.1:
        return rng.choice(["misere", "open-misere"]), rng.choice([0, 0, 1, 2])
    bid, wanted, _ = rng.choice(CONTRACTS[:20])
    return bid, min(10, max(0, wanted + rng.choice([-2, -1, 0, 0, 0, 1, 2, 4])))


@pytest.mark.parametrize(("claimed", "seed"), list(product([False, True], range(10))), ids=str)
def test_random_games_end_when_the_table_of_values_says_so(claimed, seed):
    rng = random.Random(seed)
    rules, table = seated(*(["win-only-on-bid"] if claimed else []))
    worth = {bid: value for bid, _, value in CONTRACTS} | {"misere": 250, "open-misere": 500}
    totals, past, deals, over = [0, 0], Past(), [], False
    while not over:
        side, (bid, taken) = rng.randrange(2), random_hand(rng)
        if "misere" in bid:
            made, gained, against = taken == 0, worth[bid], 0
        else:
            made = taken >= int(bid.split("-")[0])
            gained = max(250, worth[bid]) if taken == 10 else worth[bid]
            against = 10 * (10 - taken)
        totals[side] += gained if made else -worth[bid]
        totals[1 - side] += against
        winner = None
        if made and totals[side] >= 500:
            winner = side
        elif not claimed and totals[1 - side] >= 500:
            winner = 1 - side
        elif min(totals) <= -500:
            winner = totals.index(max(totals))

        played = scored(rules, table, hand(bid, taken, (AC, BD)[side]), past)

        past = Past((*past.deals, played))
        deals.append(played.points)
        won = [key for key in table.keys if Mark.WON in played.marks_of(key)]
        game = standings(rules, table.keys, deals, won=won)
        assert [past.total(key) for key in table.keys] == totals
        assert game.winners == (() if winner is None else (table.keys[winner],))
        over = game.is_over
