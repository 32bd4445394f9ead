import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.schemes import Mark, Past, ScoredDeal, scheme_of
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.engines import spades as engine
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of
from tests.sampling import times

NAMES = ("Ann", "Bob", "Cai", "Dee")
AC, BD = "Ann & Cai", "Bob & Dee"


def hand(bids, tricks, *, blind_nil=(), blind=()):
    """Return an entry with bids and tricks in seating order, leaving out players who have none."""
    entry = {
        "bid": {n: bid for n, bid in zip(NAMES, bids, strict=False) if bid is not None},
        "tricks": {n: took for n, took in zip(NAMES, tricks, strict=False) if took is not None},
    }
    if blind_nil:
        entry["blind-nil"] = dict.fromkeys(blind_nil, True)
    if blind:
        entry["blind"] = dict.fromkeys(blind, True)
    return entry


def on(*options):
    return dict.fromkeys(options, True)


def seated(slug="spades", options=(), names=NAMES):
    rules = catalogue().variant(slug).ruleset(on(*options))
    return rules, table_of(rules, names, "Ann")


def scored(rules, table, entry, past=None):
    """Score a hand from its entry, given the earlier hands. Warnings are accepted."""
    past = past or Past()
    number = len(past.deals) + 1
    read = report(rules, number, table, entry_texts(entry, keys_of(table)))
    lines = score_deal(rules, number, read, past, accept_warnings=True)
    return ScoredDeal(rules.deal(number), read, lines)


# Worked examples.


@pytest.mark.parametrize(
    ("entry", "options", "scores"),
    [
        pytest.param(hand((4, 2, 3, 2), (5, 2, 4, 2)), (), 72, id="bid-7-took-9"),
        pytest.param(hand((3, 4, 2, 4), (2, 5, 2, 4)), (), -50, id="bid-5-took-4"),
        pytest.param(
            hand((0, 4, 4, 4), (0, 4, 5, 4)), (), 141, id="nil-made-beside-a-made-4-with-1-bag"
        ),
        pytest.param(
            hand((0, 3, 6, 3), (1, 4, 5, 3), blind_nil=["Ann"]),
            ("failed-nil-counts",),
            -140,
            id="blind-nil-lost-beside-a-made-6",
        ),
        pytest.param(
            hand((0, 3, 4, 4), (2, 3, 4, 4)),
            (),
            -58,
            id="nil-lost-taking-2-partner-bid-4-and-took-4",
        ),
    ],
)
def test_a_worked_example_scores_what_it_says(entry, options, scores):
    assert points("spades", entry, options=on(*options), accept_warnings=True)[AC] == scores


def test_a_worked_example_of_the_tenth_bag_leaves_290():
    rules, table = seated()
    seven_bags = scored(rules, table, hand((2, 2, 2, 0), (9, 2, 2, 0)))  # 40 + 7 = 47
    past = Past((seven_bags,), starts={"1": 290, "2": 0})
    assert past.total("1") == 337
    assert status(rules, table, past)["1"] == "7 bags"

    played = scored(rules, table, hand((3, 3, 2, 2), (5, 3, 3, 2)), past)

    after = Past((*past.deals, played), starts=past.starts)
    assert played.points["1"] == 53 - 100
    assert after.total("1") == 290
    assert "1" not in status(rules, table, after)


# Contracts, bags and nils.


def test_lines_say_what_was_bid_and_taken():
    lines = deal("spades", hand((4, 3, 3, 2), (5, 2, 4, 2)))

    assert lines == {AC: (72, "bid 7, took 9; two bags"), BD: (-50, "bid 5, took 4")}


def test_who_made_the_contract_or_a_nil_has_a_mark():
    rules, table = seated()

    played = scored(rules, table, hand((0, 3, 4, 3), (0, 2, 10, 1)))

    assert played.marks_of("1") == (Mark.ACHIEVED, Mark.ACHIEVED)
    assert played.marks_of("2") == ()


@each_row
def test_contracts_and_nils_count_apart(entry, scores, because):
    assert deal("spades", entry, accept_warnings=True)[AC] == (scores, because)


def test_a_tick_for_blind_nil_says_that_the_bid_was_0():
    entry = hand((None, 4, 5, 3), (0, 4, 5, 4), blind_nil=["Ann"])

    assert points("spades", entry, accept_warnings=True)[AC] == 250


def test_bags_are_carried_over_hands():
    rules, table = seated()
    past = Past()
    told = []
    for _ in range(4):  # each hand adds six bags for Ann and Cai, and one for Bob and Dee
        past = Past((*past.deals, scored(rules, table, hand((1, 3, 1, 1), (4, 3, 4, 2)), past)))
        told.append(status(rules, table, past))

    assert [played.points["1"] for played in past.deals] == [26, -74, 26, -74]
    assert told == [
        {"1": "6 bags", "2": "1 bag"},
        {"1": "2 bags", "2": "2 bags"},
        {"1": "8 bags", "2": "3 bags"},
        {"1": "4 bags", "2": "4 bags"},
    ]
    assert past.deals[1].lines[2].reason.text == "penalty for ten bags"


def test_a_hand_that_is_set_makes_no_bags():
    rules, table = seated()

    past = Past((scored(rules, table, hand((5, 3, 5, 2), (5, 4, 2, 2))),))

    assert status(rules, table, past) == {"2": "1 bag"}


def test_thirteen_bags_cost_one_hundred_and_three_are_carried():
    rules, table = seated(options=["no-nil"])

    seven_bags = scored(rules, table, hand((2, 2, 2, 1), (9, 2, 2, 0)))
    thirteen = hand((0, 5, 0, 5), (7, 0, 6, 0))

    played = scored(rules, table, thirteen)

    assert played.points["1"] == 13 - 100
    assert status(rules, table, Past((played,))) == {"1": "3 bags"}
    assert scored(rules, table, thirteen, Past((seven_bags,))).points["1"] == 13 - 200


# Options.


@pytest.mark.parametrize(
    ("options", "entry", "scores"),
    [
        # a bid of 0 is not a nil, whatever the player takes
        (("no-nil",), hand((0, 4, 5, 3), (1, 4, 5, 3)), 51),
        (("no-nil",), hand((0, 4, 5, 3), (0, 4, 5, 4)), 50),
        # Ann’s two tricks count towards the contract of Cai, who took four
        (("failed-nil-counts",), hand((0, 4, 6, 3), (2, 4, 4, 3)), -40),
        (("failed-nil-counts",), hand((0, 4, 4, 3), (2, 4, 4, 3)), -58),
        (("failed-nil-counts",), hand((0, 4, 7, 3), (2, 4, 4, 3)), -170),
        (("failed-nil-counts",), hand((0, 5, 0, 5), (2, 5, 1, 5)), -197),
        # a bid of ten is worth 200 in either case, and other bids their usual points
        (("ten-for-two-hundred",), hand((6, 1, 4, 1), (6, 1, 4, 2)), 200),
        (("ten-for-two-hundred",), hand((6, 1, 4, 1), (6, 1, 5, 1)), 201),
        (("ten-for-two-hundred",), hand((6, 1, 4, 1), (6, 2, 3, 2)), -200),
        (("ten-for-two-hundred",), hand((5, 1, 4, 1), (5, 2, 4, 2)), 90),
        (("ten-for-two-hundred",), hand((7, 1, 4, 1), (7, 1, 4, 1)), 110),
        (("ten-for-two-hundred",), hand((0, 1, 10, 1), (0, 1, 11, 1)), 301),
        # a blind contract counts double and its bags once, and a nil counts separately, as usual
        (("blind-doubles",), hand((3, 3, 3, 3), (4, 3, 3, 3), blind=[AC]), 121),
        (("blind-doubles",), hand((3, 3, 3, 3), (2, 4, 3, 4), blind=[AC]), -120),
        (("blind-doubles",), hand((3, 3, 3, 3), (4, 3, 3, 3)), 61),
        (("blind-doubles",), hand((3, 3, 3, 3), (4, 3, 3, 3), blind=[BD]), 61),
        (("blind-doubles",), hand((0, 3, 6, 3), (0, 4, 6, 3), blind=[AC]), 220),
        (
            ("blind-doubles", "ten-for-two-hundred"),
            hand((6, 1, 4, 1), (6, 1, 4, 2), blind=[AC]),
            400,
        ),
        # blind seven
        (("blind-seven-140",), hand((4, 2, 3, 2), (5, 2, 3, 3), blind=[AC]), 141),
        (("blind-seven-140",), hand((4, 2, 3, 2), (3, 4, 3, 3), blind=[AC]), -140),
        (("blind-seven-140",), hand((4, 2, 3, 2), (4, 3, 3, 3)), 70),
        (("barmore",), hand((7, 2, 0, 2), (4, 3, 3, 3), blind=[AC]), 140),
        (("barmore",), hand((5, 2, 0, 2), (5, 3, 2, 3)), 52),
        # New York
        (("new-york-set-on-three-bags",), hand((3, 2, 2, 2), (4, 3, 3, 3)), 50),
        (("new-york-set-on-three-bags",), hand((3, 2, 2, 2), (5, 3, 3, 2)), -50),
        (("new-york-set-on-three-bags",), hand((3, 2, 2, 2), (2, 4, 2, 5)), -50),
        (("new-york-set-on-three-bags",), hand((6, 2, 4, 2), (6, 2, 5, 0)), 200),
        (("new-york-set-on-three-bags",), hand((6, 2, 4, 2), (6, 2, 3, 2)), -200),
        (("new-york-set-on-three-bags",), hand((0, 3, 4, 3), (2, 4, 4, 3)), -60),
        (("new-york-set-on-three-bags",), hand((0, 3, 4, 3), (3, 3, 4, 3)), -140),
        # the other options do not change the points of a hand
        (("minimum-team-bid-4",), hand((2, 4, 2, 3), (3, 4, 3, 3)), 42),
        (("suicide",), hand((0, 4, 4, 0), (0, 6, 5, 2)), 141),
        (("mirror",), hand((4, 3, 3, 3), (4, 3, 4, 2)), 71),
        (("jokers-high",), hand((4, 3, 3, 3), (4, 3, 4, 2)), 71),
        (("no-blind-nil",), hand((0, 4, 5, 4), (0, 4, 5, 4)), 150),
    ],
)
def test_options_count_as_the_table_agreed(options, entry, scores):
    assert points("spades", entry, options=on(*options))[AC] == scores


def test_all_the_tricks_on_a_bid_of_ten_win_a_new_york_game():
    rules, table = seated(options=["new-york-set-on-three-bags"])
    won = scored(rules, table, hand((6, 2, 4, 2), (8, 0, 5, 0)))
    usual = scored(seated()[0], table, hand((6, 2, 4, 2), (8, 0, 5, 0)))

    game = standings(rules, table.keys, [{"1": -200, "2": 480}, won.points], won=["1"])

    assert won.marks_of("1") == (Mark.WON,)
    assert usual.marks_of("1") == (Mark.ACHIEVED,)
    assert (won.points["1"], usual.points["1"]) == (200, 103)
    assert game.is_over
    assert game.winners == ("1",)


@pytest.mark.parametrize("option", ["no-bags", "new-york-set-on-three-bags"])
def test_bags_need_not_add_up(option):
    rules, table = seated(options=[option])
    entry = hand((2, 4, 2, 4), (3, 4, 2, 4))
    past = Past()
    for _ in range(12):
        past = Past((*past.deals, scored(rules, table, entry, past)))

    assert past.total("1") == 12 * (41 if option == "no-bags" else 40)
    assert status(rules, table, past) == {}


@pytest.mark.parametrize(
    ("options", "totals", "is_over", "winners"),
    [
        ((), (499, 480), False, ()),
        ((), (500, 480), True, ("1",)),
        ((), (512, 530), True, ("2",)),
        ((), (510, 510), False, ()),
        (("target-300",), (300, 290), True, ("1",)),
    ],
)
def test_the_higher_of_two_totals_past_the_target_wins(options, totals, is_over, winners):
    rules, table = seated(options=options)

    game = standings(rules, table.keys, [dict(zip(table.keys, totals, strict=True))])

    assert (game.is_over, game.winners) == (is_over, winners)


@pytest.mark.parametrize(
    ("slug", "options", "asked"),
    [
        ("spades", (), ["bid", "tricks", "blind-nil"]),
        ("spades", ("no-nil",), ["bid", "tricks"]),
        ("spades", ("no-blind-nil",), ["bid", "tricks"]),
        ("spades", ("blind-doubles",), ["bid", "tricks", "blind-nil", "blind"]),
        ("spades", ("blind-seven-140",), ["bid", "tricks", "blind-nil", "blind"]),
        ("spades", ("barmore",), ["bid", "tricks", "blind"]),
        ("spades", ("mirror",), ["bid", "tricks"]),
        ("spades-solo", (), ["bid", "tricks", "blind-nil"]),
    ],
)
def test_a_game_asks_only_what_counts_in_it(slug, options, asked):
    rules, _ = seated(slug, options)

    assert [field.id for field in entry_fields(rules, 1, 4)] == asked


# Impossible and unusual entries.


def test_two_nils_are_no_suicide():
    found = refusals("spades", hand((0, 0, 0, 4), (0, 4, 5, 4)), options=on("suicide"))

    assert [problem.message for problem in found] == [
        "Ann & Cai bid 0, but a side must bid at least 4. Is that right?",
        "Exactly one of Ann and Cai must bid nil. Is that right?",
    ]


def test_everything_wrong_with_the_numbers_is_told_at_once():
    found = refusals("spades", hand((14, None, 3, 2), (4, 3, None, 20)))

    assert [(problem.code, problem.input) for problem in found] == [
        ("impossible-bid", "bid-1"),
        ("missing", "bid-2"),
        ("missing", "tricks-3"),
        ("impossible-tricks", "tricks-4"),
    ]


@pytest.mark.parametrize(
    ("options", "entry", "sentence"),
    [
        (
            ("no-blind-nil",),
            hand((0, 3, 4, 3), (0, 4, 5, 4), blind_nil=["Ann"]),
            "Spades has no blind nil here. Untick it.",
        ),
        (
            (),
            hand((3, 3, 4, 3), (4, 4, 1, 4), blind=[AC]),
            "Spades has no blind contracts here. Untick it.",
        ),
    ],
)
def test_what_the_game_does_not_know_is_refused(options, entry, sentence):
    found = refusals("spades", entry, options=on(*options))

    assert [(problem.code, problem.message) for problem in found] == [("unasked", sentence)]


def test_a_contract_of_more_tricks_than_there_are_is_unusual():
    entry = hand((7, 1, 7, 1), (6, 1, 5, 1))

    found = refusals("spades", entry)

    assert found == [
        Problem(
            "high-bid",
            "Ann & Cai bid 14, but there are only 13 tricks. Is that right?",
            "bid-1",
            warning=True,
        )
    ]
    assert points("spades", entry, accept_warnings=True) == {AC: -140, BD: 20}


def test_blind_nil_by_a_side_that_is_not_behind_is_unusual():
    entry = hand((3, 0, 4, 3), (4, 0, 5, 4), blind_nil=["Bob"])
    ahead = [hand((6, 1, 4, 1), (6, 2, 4, 1))]  # 100 and 21
    behind = [*ahead, hand((3, 3, 3, 3), (4, 3, 3, 3))]  # 161 and 81
    far_behind = [*ahead, hand((3, 3, 3, 4), (4, 3, 3, 3))]  # 161 and -49

    found = refusals("spades", entry, before=behind)

    assert found == [
        Problem(
            "blind-nil",
            "Bob bid blind nil, which is only for a side at least 100 points behind. "
            "Is that right?",
            "blind-nil-2",
            warning=True,
        )
    ]
    assert points("spades", entry, before=far_behind)[BD] == 231
    assert points("spades", entry, before=behind, accept_warnings=True)[BD] == 231
    assert points("spades", entry, options=on("blind-nil-any-time"), before=behind)[BD] == 231


@pytest.mark.parametrize(
    ("totals", "is_unusual"), [((0, 0), True), ((99, 0), True), ((100, 0), False), ((-9, 91), True)]
)
def test_a_side_that_is_100_behind_may_bid_blind_nil(totals, is_unusual):
    rules, table = seated()
    past = Past(starts=dict(zip(table.keys, totals, strict=True)))
    entry = hand((3, 0, 4, 3), (4, 0, 5, 4), blind_nil=["Bob"])
    read = report(rules, 1, table, entry_texts(entry, keys_of(table)))

    warned = [
        problem.code for problem in scheme_of(rules, 4).scoring.problems(rules.deal(1), read, past)
    ]

    assert warned == (["blind-nil"] if is_unusual else [])


# Without partners.


def test_everybody_plays_alone_at_solo():
    lines = deal("spades-solo", hand((4, 3, 0, 2), (5, 2, 0, 6)))

    assert lines == {
        "Ann": (41, "bid 4, took 5; one bag"),
        "Bob": (-30, "bid 3, took 2"),
        "Cai": (100, "nil made"),
        "Dee": (24, "bid 2, took 6; four bags"),
    }


@pytest.mark.parametrize(
    ("options", "players", "tricks"),
    [((), 2, 13), ((), 3, 17), ((), 4, 13), (("jokers-high",), 3, 18), (("jokers-high",), 4, 13)],
)
def test_a_solo_hand_has_as_many_tricks_as_everybody_has_cards(options, players, tricks):
    bids = (tricks, *[1] * (players - 1))
    entry = hand(bids, (tricks, *[0] * (players - 1)))
    one_more = hand((tricks + 1, *bids[1:]), (tricks, *[0] * (players - 1)))
    table = {"options": on(*options), "names": NAMES[:players]}

    assert points("spades-solo", entry, **table)["Ann"] == 10 * tricks
    assert [problem.message for problem in refusals("spades-solo", one_more, **table)] == [
        f"Ann can’t bid {tricks + 1}: there are only {tricks} tricks. Correct the bid."
    ]


@pytest.mark.parametrize(
    ("players", "bids", "tricks", "spades"),
    [
        (4, (3, 3, 3, 3), (4, 3, 4, 2), "there are 13"),
        (4, (4, 4, 3, 3), (4, 3, 4, 2), "there are 13"),
        (3, (4, 4, 3), (9, 4, 4), "they hold 12 to 13"),
        (3, (5, 5, 4), (9, 4, 4), "they hold 12 to 13"),
        (2, (7, 7), (7, 6), "they hold 0 to 13"),
    ],
)
def test_bids_in_the_mirror_are_the_spades_that_were_dealt(players, bids, tricks, spades):
    found = refusals("spades-solo", hand(bids, tricks), options=on("mirror"), names=NAMES[:players])

    assert [problem.message for problem in found] == [
        (
            f"The bids add up to {sum(bids)}, but players bid the number of spades they hold, "
            f"and {spades}. Is that right?"
        )
    ]


@pytest.mark.parametrize(
    ("slug", "options", "players", "bids", "tricks"),
    [
        ("spades-solo", ("mirror",), 3, (4, 4, 4), (9, 4, 4)),
        ("spades-solo", ("mirror",), 3, (5, 4, 4), (9, 4, 4)),
        ("spades-solo", ("mirror",), 2, (3, 2), (7, 6)),
        ("spades", ("mirror", "jokers-high"), 4, (4, 4, 4, 3), (4, 3, 4, 2)),
    ],
)
def test_in_the_mirror_some_spades_may_not_be_dealt(slug, options, players, bids, tricks):
    assert points(slug, hand(bids, tricks), options=on(*options), names=NAMES[:players])


@each_row
def test_the_facts_tell_the_figures(options, facts_told):
    rules, _ = seated(options=options)

    told = {fact.key: fact.text for fact in facts(rules)}
    assert {key: told[key] for key in facts_told} == facts_told


# Properties.

TRICKS = st.lists(st.integers(0, 3), min_size=13, max_size=13).map(
    lambda takers: tuple(takers.count(player) for player in range(4))
)
BIDS = st.tuples(*[st.integers(0, 13)] * 4)


@given(bids=BIDS, tricks=TRICKS)
def test_a_hand_counts_by_its_sums_alone_where_there_is_no_nil(bids, tricks):
    scores = points(
        "spades", hand(bids, tricks), options=on("no-nil", "no-bags"), accept_warnings=True
    )

    for side, seats in ((AC, (0, 2)), (BD, (1, 3))):
        bid, took = sum(bids[s] for s in seats), sum(tricks[s] for s in seats)
        assert scores[side] == (10 * bid + took - bid if took >= bid else -10 * bid)


@given(bids=BIDS, tricks=TRICKS)
def test_a_hand_scores_the_same_from_either_side_of_the_table(bids, tricks):
    one = points("spades", hand(bids, tricks), accept_warnings=True)
    turned = points(
        "spades", hand((*bids[1:], bids[0]), (*tricks[1:], tricks[0])), accept_warnings=True
    )

    assert (turned[AC], turned[BD]) == (one[BD], one[AC])


@pytest.mark.parametrize(
    ("options", "counting"),
    [
        ((), {}),
        (("failed-nil-counts",), {"failed_nil_helps": True}),
        (("ten-for-two-hundred", "blind-doubles"), {"ten": True, "blind_times": 2}),
        (("new-york-set-on-three-bags",), {"new_york": True}),
    ],
)
@given(data=st.data(), tricks=TRICKS)
def test_any_bids_score_what_another_way_of_counting_says(options, counting, data, tricks):
    counting = engine.Counting(**counting)
    within = (4, 10) if counting.new_york else (0, 26)
    pair = st.tuples(st.integers(0, 13), st.integers(0, 13)).filter(
        lambda bids: within[0] <= sum(bids) <= within[1]
    )
    (ann, cai), (bob, dee) = data.draw(pair), data.draw(pair)
    bids = (ann, bob, cai, dee)
    ticks = data.draw(st.lists(st.booleans(), min_size=4, max_size=4))
    blind_nils = [ticked and bid == 0 for ticked, bid in zip(ticks, bids, strict=True)]
    rules, table = seated(options=options)
    sides = seats_of(table)
    blind = [
        counting.blind_times > 1 and data.draw(st.booleans()) and any(bids[p] for p in side)
        for side in sides
    ]

    played = scored(rules, table, entry_of(table, bids, blind_nils, blind, tricks))

    for at, side in enumerate(sides):
        expected = engine.score(hand_of(side, bids, blind_nils, blind[at], tricks), 0, counting)
        assert played.points[table.keys[at]] == expected[0]


@given(tricks=TRICKS, extra=st.integers(1, 5), player=st.integers(0, 3))
def test_tricks_that_are_not_thirteen_are_refused(tricks, extra, player):
    entry = hand((3, 3, 3, 3), [took + extra * (p == player) for p, took in enumerate(tricks)])

    assert {problem.code for problem in refusals("spades", entry)} <= {
        "tricks-sum",
        "impossible-tricks",
    }


# Compared with an engine that plays the cards.

ENGINE_TABLES = [
    pytest.param("spades", (), 4, {}, id="partners"),
    pytest.param("spades", ("failed-nil-counts",), 4, {"failed_nil_helps": True}, id="nil-helps"),
    pytest.param("spades", ("no-nil",), 4, {"nil": False}, id="no-nil"),
    pytest.param("spades", ("no-bags",), 4, {"bags_add_up": False}, id="no-bags"),
    pytest.param("spades", ("ten-for-two-hundred",), 4, {"ten": True}, id="ten"),
    pytest.param("spades", ("blind-doubles",), 4, {"blind_times": 2}, id="blind"),
    pytest.param("spades-solo", (), 4, {}, id="solo-four"),
    pytest.param("spades-solo", (), 3, {}, id="solo-three"),
]


def random_hand(rng, players, sides, counting, *, leader=0):
    """Return a played-out hand: bids, blind nils, blind contracts by side, and tricks."""
    tricks = engine.play(rng, engine.deal(rng, players), leader)
    bids = engine.bids_for(rng, tricks)
    blind_nils = [counting.nil and bid == 0 and rng.random() < 0.3 for bid in bids]
    blind = [
        counting.blind_times > 1 and rng.random() < 0.2 and any(bids[p] for p in side)
        for side in sides
    ]
    return bids, blind_nils, blind, tricks


def entry_of(table, bids, blind_nils, blind, tricks):
    entry = hand(bids, tricks)
    entry["blind-nil"] = {n: True for n, b in zip(NAMES, blind_nils, strict=False) if b}
    entry["blind"] = {s.name: True for s, b in zip(table.sides, blind, strict=True) if b}
    return {field: said for field, said in entry.items() if said}


def hand_of(side, bids, blind_nils, blind, tricks):
    """Return a hand from the point of view of one side."""
    players = [engine.Played(bids[p], tricks[p], blind_nils[p]) for p in side]
    return engine.Hand(players, blind, sum(tricks))


def seats_of(table):
    """Return the seat numbers of each side, from 0."""
    return [[at for at, seat in enumerate(table.seats) if seat.side == key] for key in table.keys]


@pytest.mark.parametrize(
    ("slug", "options", "players", "counting"),
    [
        *ENGINE_TABLES,
        pytest.param(
            "spades", ("new-york-set-on-three-bags",), 4, {"new_york": True}, id="new-york"
        ),
    ],
)
def test_random_hands_score_what_their_cards_say(slug, options, players, counting):
    rng, counting = random.Random(5), engine.Counting(**counting)
    rules, table = seated(slug, options, NAMES[:players])
    sides = seats_of(table)
    compared = 0
    while compared < times(2000 if not options else 500):
        bids, blind_nils, blind, tricks = random_hand(rng, players, sides, counting)
        contracts = [sum(bids[p] for p in side) for side in sides]
        if counting.new_york and not all(4 <= contract <= 10 for contract in contracts):
            continue
        compared += 1

        played = scored(rules, table, entry_of(table, bids, blind_nils, blind, tricks))

        for at, side in enumerate(sides):
            key = table.keys[at]
            points_of_side, bags, won = engine.score(
                hand_of(side, bids, blind_nils, blind[at], tricks), 0, counting
            )
            assert played.points[key] == points_of_side
            assert (Mark.WON in played.marks_of(key)) == won
            told = status(rules, table, Past((played,)))
            assert (int(told.get(key, "0").split()[0])) == (bags if counting.bags_add_up else 0)


@pytest.mark.parametrize(("slug", "options", "players", "counting"), ENGINE_TABLES)
def test_random_games_to_500_run_as_their_cards_say(slug, options, players, counting):
    rng, counting = random.Random(6), engine.Counting(**counting)
    rules, table = seated(slug, options, NAMES[:players])
    sides = seats_of(table)
    tenth_bags = 0
    for _ in range(times(60)):
        past, totals, bags = Past(), [0] * len(sides), [0] * len(sides)
        while max(totals) < 500 or totals.count(max(totals)) > 1:
            leader = rng.randrange(players)
            bids, blind_nils, blind, tricks = random_hand(
                rng, players, sides, counting, leader=leader
            )
            entry = entry_of(table, bids, blind_nils, blind, tricks)
            past = Past((*past.deals, scored(rules, table, entry, past)))
            for at, side in enumerate(sides):
                before = bags[at]
                gained, bags[at], _ = engine.score(
                    hand_of(side, bids, blind_nils, blind[at], tricks), before, counting
                )
                totals[at] += gained
                tenth_bags += bags[at] < before
            told = status(rules, table, past)
            game = standings(rules, table.keys, [played.points for played in past.deals])
            assert [past.total(key) for key in table.keys] == totals
            assert [int(told.get(key, "0").split()[0]) for key in table.keys] == (
                bags if counting.bags_add_up else [0] * len(sides)
            )

            over = max(totals) >= 500 and totals.count(max(totals)) == 1
            assert game.is_over == over
        assert game.winners == (table.keys[totals.index(max(totals))],)
    assert (tenth_bags > 0) == counting.bags_add_up
