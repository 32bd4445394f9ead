"""Pitch: every worked example, bids that are made or set, smudge, each form and error."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.contracts import MAX_DEALS
from rules.engine.entries import Problem
from rules.engine.replay import uses_past
from rules.engine.schemes import Mark, Past, ScoredDeal, scheme_of
from rules.engine.schemes.pitch import PitchFigures
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of
from tests.sampling import times

FOUR = ("Ann", "Bob", "Cai", "Dee")
SEVEN = (*FOUR, "Eva", "Fay", "Gus")
AC, BD = "Ann & Cai", "Bob & Dee"
POINTS = ("high", "low", "jack", "game")
TEN = {
    "high": 1,
    "low": 1,
    "jack": 1,
    "off-jack": 1,
    "high-joker": 1,
    "low-joker": 1,
    "game": 1,
    "three": 3,
}


def hand(bid, owners, pitcher=AC, **more):
    """Return an entry. ``owners`` gives the winners of high, low, jack and game as A, B, or - for
    none.
    """
    sides = {"A": AC, "B": BD}
    had = {name: sides[owner] for name, owner in zip(POINTS, owners, strict=True) if owner != "-"}
    return (
        {"pitcher": pitcher, "bid": bid}
        | had
        | {key.replace("_", "-"): said for key, said in more.items()}
    )


def on(*options):
    return dict.fromkeys(options, True)


def seated(*options, names=FOUR):
    rules = catalogue().variant("pitch").ruleset(on(*options))
    return rules, table_of(rules, names, "Ann")


def scored(rules, table, entry, past=None):
    read = report(rules, 1, table, entry_texts(entry, keys_of(table)))
    return ScoredDeal(rules.deal(1), read, score_deal(rules, 1, read, past, accept_warnings=True))


def refused(entry, *options, names=FOUR):
    found = refusals("pitch", entry, options=on(*options), names=names)
    assert not any(problem.warning for problem in found)
    return [(problem.message, problem.input) for problem in found]


# The worked examples.


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param(hand(3, "AAAB"), {AC: 3, BD: 1}, id="bid-3-took-3-opponents-1"),
        pytest.param(hand(3, "ABAB"), {AC: -3, BD: 2}, id="bid-3-took-2"),
    ],
)
def test_a_worked_example_counts_as_it_says(entry, expected):
    assert points("pitch", entry) == expected


# Bids.


@pytest.mark.parametrize(
    ("bid", "owners", "expected"),
    [
        (2, "AABB", (2, 2)),
        (2, "AAAA", (4, 0)),
        (2, "AAA-", (3, 0)),
        (2, "AA--", (2, 0)),
        (2, "BB--", (-2, 2)),
        (2, "BBBB", (-2, 4)),
        (3, "AAAA", (4, 0)),
        (3, "AA-B", (-3, 1)),
        (4, "AAAA", (4, 0)),
        (4, "AAAB", (-4, 1)),
        (4, "AAA-", (-4, 0)),
        ("smudge", "ABAA", (-5, 1)),
        ("smudge", "BBBB", (-5, 4)),
    ],
)
def test_a_bid_that_is_made_counts_what_was_taken_and_else_comes_off(bid, owners, expected):
    assert points("pitch", hand(bid, owners)) == dict(zip((AC, BD), expected, strict=True))


@pytest.mark.parametrize(
    ("owners", "expected"),
    [("AAAA", (5, 0)), ("AA-A", (-5, 0)), ("ABAA", (-5, 1)), ("AA--", (-5, 0))],
)
def test_smudge_takes_all_the_points_and_every_trick(owners, expected):
    scores = points("pitch", hand("smudge", owners, every_trick=True))

    assert scores == dict(zip((AC, BD), expected, strict=True))


@each_row
def test_lines_say_what_was_bid_and_taken(entry, told):
    assert deal("pitch", entry) == {side: tuple(line) for side, line in told.items()}


def test_smudge_with_all_the_points_asks_whether_a_trick_was_lost():
    rules, table = seated()
    entry = hand("smudge", "AAAA")

    assert refusals("pitch", entry) == [
        Problem(
            "not-every-trick",
            "Ann & Cai bid smudge and took all the points, but not every trick. Is that right?",
            "every-trick",
            warning=True,
        )
    ]
    assert [(line.points, line.reason.text) for line in scored(rules, table, entry).lines] == [
        (-5, "bid smudge, took high, low, jack and game, but not every trick, set back"),
        (0, "nothing"),
    ]


@pytest.mark.parametrize(
    ("entry", "marks"),
    [
        (hand(2, "AABB"), [Mark.ACHIEVED, Mark.NONE]),
        (hand(2, "ABBB"), [Mark.NONE, Mark.NONE]),
        (hand(2, "AABB", BD), [Mark.NONE, Mark.ACHIEVED]),
    ],
)
def test_a_pitcher_who_made_the_bid_has_a_mark(entry, marks):
    rules, table = seated()

    assert [line.mark for line in scored(rules, table, entry).lines] == marks
    assert scheme_of(rules, 4).words.mark_words == "made the bid"


# The end.


@pytest.mark.parametrize(
    ("starts", "entry", "winners"),
    [
        ((19, 0), hand(2, "AABB"), (AC,)),
        ((18, 0), hand(2, "AABB"), ()),
        ((18, 0), hand(2, "AAAB"), (AC,)),
        ((19, 0), hand(2, "AABB", BD), ()),
        ((19, 19), hand(2, "AABB", BD), (BD,)),
        ((30, 19), hand(2, "AABB", BD), (BD,)),
        ((30, 0), hand(3, "AABB"), ()),
        ((30, 0), hand(3, "AAAB"), (AC,)),
        ((16, 0), hand("smudge", "AAAA", every_trick=True), (AC,)),
        ((-100, 0), hand(4, "AAAB"), ()),
    ],
)
def test_only_a_bid_that_was_made_wins(starts, entry, winners):
    rules, table = seated()
    past = Past(starts=dict(zip(table.keys, starts, strict=True)))

    played = scored(rules, table, entry, past)

    totals = {key: past.total(key) + played.points[key] for key in table.keys}
    won = [key for key in table.keys if Mark.WON in played.marks_of(key)]
    game = standings(rules, table.keys, [totals], won=won)
    assert game.is_over == bool(winners)
    assert tuple(map(table.name, game.winners)) == winners
    assert uses_past(rules)


@pytest.mark.parametrize(
    ("starts", "told"),
    [
        ((20, 3), {}),
        ((21, 3), {"1": "needs a bid"}),
        ((25, 21), {"1": "needs a bid", "2": "needs a bid"}),
    ],
)
def test_the_table_is_told_who_has_the_points_but_needs_a_bid(starts, told):
    rules, table = seated()

    past = Past(starts=dict(zip(table.keys, starts, strict=True)))

    assert status(rules, table, past) == told


# Options.


def test_without_junk_points_only_the_pitcher_scores():
    made = deal("pitch", hand(2, "AABB"), options=on("no-junk-points"))
    failed = deal("pitch", hand(3, "AAB-"), options=on("no-junk-points"))
    alone = deal("pitch", hand(3, "AAAA"), options=on("no-junk-points"))

    assert made == {
        AC: (2, "bid 2, took high and low"),
        BD: (0, "jack and game, only the pitcher scores"),
    }
    assert failed == {
        AC: (-3, "bid 3, took high and low, set back"),
        BD: (0, "jack, only the pitcher scores"),
    }
    assert alone[BD] == (0, "nothing")


def ten(bid, *taken, others=(), pitcher=AC):
    other = BD if pitcher == AC else AC
    return (
        {"pitcher": pitcher, "bid": bid}
        | dict.fromkeys(taken, pitcher)
        | dict.fromkeys(others, other)
    )


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (ten(10, *TEN), (10, 0)),
        (ten(2, *TEN), (10, 0)),
        (ten(10, *(name for name in TEN if name != "game")), (-10, 0)),
        (ten(5, "high", "three", "game", others=["low", "jack"]), (5, 2)),
        (ten(6, "high", "three", "game", others=["low", "jack"]), (-6, 2)),
        (ten(2, "off-jack", "low-joker", others=["high", "low", "high-joker", "three"]), (2, 6)),
    ],
)
def test_ten_points_a_hand(entry, expected):
    scores = points("pitch", entry, options=on("ten-point"))

    assert scores == dict(zip((AC, BD), expected, strict=True))


def test_without_partners_everybody_scores_alone():
    names = FOUR[:3]
    entry = {"pitcher": "Ann", "bid": 2, "high": "Ann", "low": "Bob", "jack": "Ann", "game": "Cai"}
    short = entry | {"bid": 3}

    assert points("pitch", entry, names=names, options=on("cutthroat")) == {
        "Ann": 2,
        "Bob": 1,
        "Cai": 1,
    }
    assert points("pitch", short, names=names, options=on("cutthroat"))["Ann"] == -3


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ((), ["pitcher", "bid", "high", "low", "jack", "game", "every-trick"]),
        (("ten-point",), ["pitcher", "bid", *TEN]),
        (("no-junk-points",), ["pitcher", "bid", "high", "low", "jack", "game", "every-trick"]),
    ],
)
def test_a_hand_is_asked_for_its_points(options, asked):
    fields = entry_fields(seated(*options)[0], 1, 4)

    assert [field.id for field in fields] == asked
    assert [field.id for field in fields if field.optional] == [
        name for name in asked if name not in ("pitcher", "bid", "high", "low", "every-trick")
    ]
    assert [field.kind.mark for field in fields[2:6]] == [field.label for field in fields[2:6]]


@pytest.mark.parametrize(
    ("options", "bids"),
    [
        ((), ["2", "3", "4", "Smudge (5)"]),
        (("ten-point",), ["2", "3", "4", "5", "6", "7", "8", "9", "10"]),
    ],
)
def test_so_much_may_be_bid(options, bids):
    fields = entry_fields(seated(*options)[0], 1, 4)

    assert [label for _, label in fields[1].kind.answers] == bids


# Errors.


def test_three_cannot_all_have_won_the_bidding():
    entry = {"pitcher": "1 2 3", "bid": 2, "high": "Ann", "low": "Bob"}

    assert refused(entry, "cutthroat", names=FOUR[:3]) == [
        ("Ann, Bob and Cai are marked, but only one side can win the bidding. Mark one.", "pitcher")
    ]


def test_nobody_bids_smudge_for_ten_points():
    assert refused(ten("smudge", *TEN), "ten-point")[0][1] == "bid"
    assert refused(ten(10, *TEN) | {"every-trick": True}, "ten-point") == [
        ("Nobody bids smudge here, so taking every trick doesn’t count. Untick it.", "every-trick")
    ]


def test_what_the_hand_does_not_have_is_refused():
    assert refusals("pitch", hand(2, "AABB") | {"three": AC}) == [
        Problem(
            "unasked", "One of the answers isn’t needed under these rules. Leave it out.", "three"
        )
    ]


# Texts.


@each_row
def test_the_facts_tell_the_figures(options, told):
    rows = {fact.key: fact.text for fact in facts(seated(*options)[0])}

    assert {key: rows[key] for key in told} == told
    assert ("smudge" in rows) == ("ten-point" not in options)


# Random bids.

owners = st.tuples(*(st.sampled_from("AB"),) * 2, *(st.sampled_from("AB-"),) * 2).map("".join)
bids = st.sampled_from([2, 3, 4, "smudge"])


@given(bid=bids, owners=owners)
def test_a_side_scores_the_same_from_either_side_of_the_table(bid, owners):
    theirs = hand(bid, owners.translate(str.maketrans("AB", "BA")), BD)

    ours = points("pitch", hand(bid, owners), accept_warnings=True)
    theirs = points("pitch", theirs, accept_warnings=True)

    assert (ours[AC], ours[BD]) == (theirs[BD], theirs[AC])


@given(bid=bids, owners=owners)
def test_a_hand_gives_four_points_at_most_and_the_others_what_they_took(bid, owners):
    scores = points("pitch", hand(bid, owners), accept_warnings=True)

    assert scores[BD] == owners.count("B")
    assert scores[AC] in (owners.count("A"), -5 if bid == "smudge" else -bid)
    assert (scores[AC] > 0) == (bid != "smudge" and owners.count("A") >= bid)


# Compared with hands played out.

VALUE = {10: 10, 14: 4, 13: 3, 12: 2, 11: 1}


def play(rng, sides, pitcher, *, low_to_taker):
    """Play a random hand. Return the owners of high, low, jack and game, and each side’s tricks."""
    pack = [(rank, suit) for suit in "CDHS" for rank in range(2, 15)]
    rng.shuffle(pack)
    players = 2 * sides if sides == 2 else sides
    hands = [pack[6 * at : 6 * at + 6] for at in range(players)]
    side_of = [at % sides for at in range(players)]
    trump, dealt = None, {card: side_of[at] for at in range(players) for card in hands[at]}
    pips, tricks, taker, leader = [0] * sides, [0] * sides, {}, pitcher
    for _ in range(6):
        trick = []
        for turn in range(players):
            at = (leader + turn) % players
            led = trick[0][1][1] if trick else None
            suited = [card for card in hands[at] if card[1] in (led, trump)]
            follows = any(card[1] == led for card in hands[at])
            card = rng.choice(suited if led and follows else hands[at])
            trump = trump or card[1]
            hands[at].remove(card)
            trick.append((at, card))
        led = trick[0][1][1]
        leader = max(((c[1] == trump, c[1] == led, c[0]), at) for at, c in trick)[1]
        tricks[side_of[leader]] += 1
        for _, card in trick:
            taker[card] = side_of[leader]
            pips[side_of[leader]] += VALUE.get(card[0], 0)
    trumps = sorted(card for card in dealt if card[1] == trump)
    had = {"high": dealt[trumps[-1]], "low": (taker if low_to_taker else dealt)[trumps[0]]}
    if (11, trump) in taker:
        had["jack"] = taker[11, trump]
    if pips.count(max(pips)) == 1:
        had["game"] = pips.index(max(pips))
    return had, tricks


# Bids, smudge and every option are also worked out by hand, above.
@pytest.mark.parametrize("seed", range(times(20)))
@pytest.mark.parametrize(
    ("options", "sides"),
    [(("low-to-taker",), 2), (("low-to-holder", "no-junk-points"), 2), (("cutthroat",), 5)],
)
def test_random_games_run_as_their_cards_say(options, sides, seed):
    rng = random.Random(seed)
    rules, table = seated(*options, names=FOUR if sides == 2 else SEVEN[:sides])
    totals, past, deals, over = [0] * sides, Past(), [], False
    while not over:
        at = rng.randrange(len(table.seats))
        pitcher = at % sides
        had, tricks = play(rng, sides, at, low_to_taker="low-to-taker" in options)
        took = [list(had.values()).count(side) for side in range(sides)]
        bid = rng.choice([2, 2, 3, min(4, max(2, took[pitcher]))])
        if tricks[pitcher] == 6 and rng.random() < 0.5:
            bid = 5
        made = (took[pitcher] == 4 and tricks[pitcher] == 6) if bid == 5 else took[pitcher] >= bid
        for side in range(sides):
            if side == pitcher:
                totals[side] += (5 if bid == 5 else took[side]) if made else -bid
            elif "no-junk-points" not in options:
                totals[side] += took[side]
        entry = {"pitcher": table.keys[pitcher], "bid": "smudge" if bid == 5 else bid}
        entry |= {name: table.keys[side] for name, side in had.items()}
        if bid == 5 and tricks[pitcher] == 6:
            entry["every-trick"] = True

        played = scored(rules, table, entry, past)

        past = Past((*past.deals, played))
        deals.append(played.points)
        won = [key for key in table.keys if Mark.WON in played.marks_of(key)]
        game = standings(rules, table.keys, deals, won=won)
        assert [past.total(key) for key in table.keys] == totals
        has_won = made and totals[pitcher] >= 21
        over = has_won or len(deals) == MAX_DEALS
        best = tuple(key for key in table.keys if past.total(key) == max(totals))
        assert game.is_over == over
        assert game.winners == ((table.keys[pitcher],) if has_won else best if over else ())


def test_points_are_settled_in_the_same_order_whatever_order_a_database_keeps():
    figures = PitchFigures(
        points={"three": 3, "game": 1, "off-jack": 1, "low": 1, "high": 1, "jack": 1},
        least=2,
        most=8,
    )

    assert list(figures.points) == ["high", "low", "jack", "off-jack", "game", "three"]
