"""Cribbage: the worked example, the order of counting, each form and error, and complete games."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryRefusedError
from rules.engine.replay import uses_past
from rules.engine.schemes import Mark, Past, ScoredDeal
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.engines import cribbage as engine
from tests.rules.played import standings
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of
from tests.sampling import times

NAMES = ("Ann", "Bob", "Cai", "Dee")
AC, BD = "Ann & Cai", "Bob & Dee"
POSSIBLE = [*range(19), 20, 21, 22, 23, 24, 28, 29]


def cards(text):
    """Return cards such as ``7S 8H`` in the notation of the engine."""
    ranks = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
    return [(ranks.get(card[0]) or int(card[0]), card[1]) for card in text.split()]


def seen(pegging, hands, crib=0, **more):
    """Return an entry in seating order, leaving out empty fields."""
    entry = {
        "pegging": {n: said for n, said in zip(NAMES, pegging, strict=False) if said is not None},
        "hand": {n: said for n, said in zip(NAMES, hands, strict=False) if said is not None},
    }
    if crib is not None:
        entry["crib"] = crib
    return entry | {key.replace("_", "-"): said for key, said in more.items()}


def seated(*options, players=2, dealer="Ann"):
    rules = catalogue().variant("cribbage").ruleset(dict.fromkeys(options, True))
    return rules, table_of(rules, NAMES[:players], dealer)


def scored(rules, table, entry, past=None):
    read = report(rules, 1, table, entry_texts(entry, keys_of(table)))
    return ScoredDeal(rules.deal(1), read, score_deal(rules, 1, read, past))


def starting(table, totals):
    return Past(starts=dict(zip(table.keys, totals, strict=True)))


def played(entry, *options, totals=None, players=2, dealer="Ann"):
    """Return each side’s points and reasons in seating order, and the winner."""
    rules, table = seated(*options, players=players, dealer=dealer)
    past = starting(table, totals) if totals else Past()
    done = scored(rules, table, entry, past)
    return (
        [done.points[key] for key in table.keys],
        [[line.reason.text for line in done.lines if line.side == key] for key in table.keys],
        [table.name(key) for key in table.keys if Mark.WON in done.marks_of(key)],
    )


def refused(entry, *options, totals=None, players=2, dealer="Ann"):
    rules, table = seated(*options, players=players, dealer=dealer)
    with pytest.raises(EntryRefusedError) as found:
        scored(rules, table, entry, starting(table, totals) if totals else None)
    assert not any(problem.warning for problem in found.value.problems)
    return [(problem.message, problem.input) for problem in found.value.problems]


# The worked example.


def test_the_hand_of_the_worked_example_counts_12():
    (hand, (starter,)) = cards("7S 8H 8D KC"), cards("9S")

    counted = engine.count(hand, starter)

    assert counted == 12
    assert played(seen((1, 0), (0, counted)))[0] == [1, 12]


@pytest.mark.parametrize(
    ("hand", "starter", "is_crib", "points"),
    [
        ("5H 5D 5C JS", "5S", False, 29),
        ("5H 5D 5C 5S", "JS", False, 28),
        ("5H 5D 5C KS", "5S", False, 28),
        ("7S 7H 8D 9C", "8S", False, 24),
        ("4H 5D 6C 4S", "5S", False, 24),
        ("4S 4H 4D 4C", "7S", False, 24),
        ("6H 6D 7C 8S", "8H", False, 20),
        ("2S 4S 6S 8S", "KH", False, 4),
        ("2S 4S 6S 8S", "KS", False, 5),
        ("2S 4S 6S 8S", "KH", True, 0),
        ("2S 4S 6S 8S", "KS", True, 5),
        ("2S 4H 6S JC", "KC", False, 1),
        ("JS 4H 6D 8C", "JH", False, 2),
        ("AS QH KD 7C", "9S", False, 0),
        ("AS 2H 3D 4C", "5S", False, 7),
        ("2S 3H 4D 4C", "4S", False, 17),
    ],
)
def test_the_engine_counts_hands_as_they_are_known(hand, starter, is_crib, points):
    assert engine.count(cards(hand), cards(starter)[0], is_crib=is_crib) == points


@pytest.mark.parametrize(
    ("ranks", "total", "points"),
    [
        ([7, 8], 15, 2),
        ([7, 7], 14, 2),
        ([5, 5, 5], 15, 8),
        ([4, 4, 4, 4], 16, 12),
        ([6, 4, 5], 15, 5),
        ([6, 4, 5, 3], 18, 4),
        ([2, 3, 4, 3], 12, 0),
        ([2, 3, 4, 4], 13, 2),
        ([13, 11, 12], 30, 3),
        ([13, 13, 11, 1], 31, 2),
        ([12, 13, 1], 21, 0),
        ([9], 9, 0),
    ],
)
def test_the_engine_pegs_as_it_is_known(ranks, total, points):
    assert engine.peg(ranks, total) == points


# The order of counting.


def test_a_deal_counts_the_play_the_hands_and_the_crib_of_the_dealer():
    for dealer, points in (("Ann", [17, 14]), ("Bob", [11, 20])):
        assert played(seen((3, 4), (8, 10), 6), dealer=dealer)[0] == points


def test_a_jack_as_the_starter_is_two_for_the_dealer():
    entry = seen((3, 4), (8, 10), 6, heels=True)

    assert played(entry)[0] == [19, 14]
    assert played(entry, dealer="Bob")[0] == [11, 22]


def test_lines_say_what_was_counted():
    assert played(seen(("2+1", 4), (8, 0), 6, heels=True))[1] == [
        ["2 for his heels", "pegged 3", "hand 8", "crib 6"],
        ["pegged 4", "hand 0"],
    ]


@pytest.mark.parametrize(
    ("totals", "entry", "points", "winner"),
    [
        # Bob counts first, because Ann deals
        ((115, 110), seen((2, 3), (12, 10), 8), [2, 11], "Bob"),
        ((115, 110), seen((2, 3), (12, 7), 8), [6, 10], "Ann"),
        ((105, 110), seen((2, 3), (12, 7), 8), [16, 10], "Ann"),
        ((100, 100), seen((2, 3), (12, 7), 8), [21, 10], "Ann"),
        ((100, 100), seen((2, 3), (12, 7), 6), [20, 10], None),
        # during play
        ((115, 110), seen((6, 3), (12, 10), 8), [6, 3], "Ann"),
        ((115, 110), seen((9, 3), (12, 10), 8), [6, 3], "Ann"),
        ((115, 110), seen((5, 12), (12, 10), 8), [5, 11], "Bob"),
        # for the jack
        ((119, 120), seen((5, 3), (12, 10), 8, heels=True), [2, 0], "Ann"),
        ((120, 120), seen((5, 3), (12, 10), 8, heels=True), [1, 0], "Ann"),
        ((118, 110), seen((1, 3), (12, 10), 8, heels=True), [3, 3], "Ann"),
        # exactly at the target, and one point short
        ((0, 108), seen((0, 3), (12, 10), 8), [0, 13], "Bob"),
        ((0, 107), seen((1, 3), (12, 10), 8), [21, 13], None),
    ],
)
def test_the_game_stops_the_moment_somebody_is_there(totals, entry, points, winner):
    scores, _, won = played(entry, totals=totals)

    assert scores == points
    assert won == ([winner] if winner else [])


def test_what_comes_too_late_is_said_to_be_so():
    _, reasons, _ = played(seen((2, 3), (12, 10), 8), totals=(115, 110))

    assert reasons == [
        ["pegged 2", "hand 12, too late", "crib 8, too late"],
        ["pegged 3", "hand 10, only 8 needed"],
    ]


def test_a_side_for_which_nothing_counted_has_a_line():
    entry = seen((None, None), (None, None), None, heels=True)

    scores, reasons, won = played(entry, totals=(119, 120))

    assert (scores, won) == ([2, 0], ["Ann"])
    assert reasons == [["2 for his heels"], ["nothing counted"]]


def test_a_deal_after_the_end_of_the_game_counts_nothing():
    scores, reasons, won = played(seen((2, 3), (0, 10), 0), totals=(121, 110))

    assert (scores, won) == ([0, 0], [])
    assert reasons == [["pegged 2, too late"], ["pegged 3, too late", "hand 10, too late"]]


def test_the_first_there_has_won_whatever_the_others_could_have():
    rules, table = seated()
    past = starting(table, (115, 120))

    done = scored(rules, table, seen((3, 0), (29, 1), 24), past)

    totals = {key: past.total(key) + done.points[key] for key in table.keys}
    game = standings(rules, table.keys, [totals], won=["2"])
    assert totals == {"1": 118, "2": 121}
    assert game.is_over
    assert game.winners == ("2",)
    assert uses_past(rules)
    assert status(rules, table, past) == {}


# Skunks.


@pytest.mark.parametrize(
    ("options", "loser", "told"),
    [
        ((), 91, []),
        ((), 90, ["skunk, below 91"]),
        ((), 61, ["skunk, below 91"]),
        ((), 60, ["double skunk, below 61"]),
        (("lurch-60",), 90, []),
        (("lurch-60",), 61, []),
        (("lurch-60",), 60, ["skunk, below 61"]),
    ],
)
def test_a_loser_who_is_far_behind_is_skunked(options, loser, told):
    entry = seen((1, 0), (0, 0))

    scores, reasons, won = played(entry, *options, totals=(120, loser))

    assert (scores, won) == ([1, 0], ["Ann"])
    assert reasons[1] == ["pegged 0", *told]


@pytest.mark.parametrize(("option", "target"), [("game-61", 61), ("game-91", 91)])
def test_a_shorter_game_ends_sooner_and_knows_no_skunk(option, target):
    scores, reasons, won = played(seen((2, 0), (0, 0)), option, totals=(target - 1, 0))

    assert (scores, won) == ([1, 0], ["Ann"])
    assert reasons == [["pegged 2, only 1 needed"], ["pegged 0"]]


def test_nobody_is_skunked_before_the_end():
    assert played(seen((2, 1), (4, 2)))[1][1] == ["pegged 1", "hand 2"]


# Three players, and partners.


def test_of_three_the_hands_count_from_the_dealers_left():
    entry = seen((2, 2, 2), (10, 10, 10), 10)

    for dealer, winner in (("Ann", "Bob"), ("Bob", "Cai"), ("Cai", "Ann")):
        scores, _, won = played(entry, totals=(110, 110, 110), players=3, dealer=dealer)
        assert won == [winner]
        assert sorted(scores) == [2, 2, 11]


def test_partners_count_hand_by_hand_for_their_side():
    entry = {
        "pegging": {AC: 5, BD: 4},
        "hand": dict(zip(NAMES, (2, 6, 8, 4), strict=True)),
        "crib": 5,
    }

    scores, reasons, _ = played(entry, "partners", players=4, dealer="Dee")

    assert scores == [15, 19]
    assert reasons == [
        ["pegged 5", "Ann’s hand 2", "Cai’s hand 8"],
        ["pegged 4", "Bob’s hand 6", "Dee’s hand 4", "crib 5"],
    ]
    # Ann, Bob, Cai, Dee: Cai’s hand takes Ann and Cai to 121
    scores, _, won = played(entry, "partners", totals=(106, 106), players=4, dealer="Dee")
    assert (scores, won) == ([15, 10], [AC])


@each_row
def test_a_deal_is_asked_for_what_is_counted(options, players, asked):
    fields = entry_fields(seated(*options, players=players)[0], 1, players)

    assert [[field.id, field.scope] for field in fields] == asked
    assert {field.id for field in fields if field.optional} <= {"missed", "missed-crib"}


@pytest.mark.parametrize(
    ("options", "players"), [((), (2, 3)), (("muggins",), (2,)), (("partners",), (4,))]
)
def test_so_many_may_play(options, players):
    assert catalogue().variant("cribbage").ruleset(dict.fromkeys(options, True)).players.counts == (
        players
    )


# Muggins.


def test_what_is_missed_in_a_hand_or_crib_is_the_other_sides():
    entry = seen((3, 4), (8, 10), 6, missed={"Ann": 2, "Bob": 4}, missed_crib=1)

    scores, reasons, _ = played(entry, "muggins")

    assert scores == [3 + 4 + 8 + 6, 4 + 10 + 2 + 1]
    assert reasons == [
        ["pegged 3", "muggins 4, Bob’s hand", "hand 8", "crib 6"],
        ["pegged 4", "hand 10", "muggins 2, Ann’s hand", "muggins 1, Ann’s crib"],
    ]


@pytest.mark.parametrize(
    ("totals", "winner", "points"),
    [
        # Bob’s hand, points in it claimed by Ann, Ann’s hand, points claimed by Bob, the crib,
        # points claimed by Bob
        ((100, 108), "Bob", [3, 13]),
        ((114, 100), "Ann", [7, 14]),
        ((110, 100), "Ann", [11, 14]),
        ((100, 106), "Bob", [15, 15]),
        ((100, 105), "Bob", [15, 16]),
        ((100, 104), "Ann", [21, 16]),
        ((99, 104), "Bob", [21, 17]),
    ],
)
def test_muggins_comes_right_after_the_count_in_which_it_was_missed(totals, winner, points):
    entry = seen((3, 4), (8, 10), 6, missed={"Ann": 2, "Bob": 4}, missed_crib=1)

    scores, _, won = played(entry, "muggins", totals=totals)

    assert (scores, won) == (points, [winner])


def test_a_hand_may_be_counted_as_none_is_when_something_was_missed():
    entry = seen((3, 4), (19, 10), 6, missed={"Ann": 1})

    assert played(entry, "muggins")[0] == [28, 15]


# Errors.


@pytest.mark.parametrize("points", range(32))
def test_only_hands_and_cribs_that_there_are_may_be_counted(points):
    for at, entry in (
        ("hand-1", seen((1, 1), (points, 0))),
        ("hand-2", seen((1, 1), (0, points))),
        ("crib", seen((1, 1), (0, 0), points)),
    ):
        if points in POSSIBLE:
            assert sum(played(entry)[0]) == 2 + points
        else:
            whose = {"hand-1": "Ann’s hand", "hand-2": "Bob’s hand", "crib": "Ann’s crib"}[at]
            why = f"no hand scores {points}" if points < 29 else "29 is the most"
            message = f"{whose} can’t count {points}: {why}. Count it again."
            assert refused(entry) == [(message, at)]


# Four cards and a starter for every possible total of a hand.
HANDS = """
KH 4S 6S JC 8D, 6S JD 4C 3H 7D, JD 3D JH 9S 7C, JD 4H KH 3S QS, 8D 3H 6S 6H 5S, 7H QD JH TD 9H,
9D 7D 9S 4S 4D, 5C 3S 8H 4H JD, KH AC 5H 4D TH, 6C 7C 9S 5C 8C, JS 2C 5D 5H KH, JD 4C 5S 6C JC,
3C 7C 5D 5C 6H, 7H 8S JH 9H 8H, 5C 7D 5S 5H 3H, JS 4C 6D 4H 5S, 5S 5C 6C JD 4S, 8D 6S 6H 7C 6D,
4C 5C QC 6C 6H, 9C 7H 8H 9D 7S, 6C 5D 4D 4H 4S, 5C JD JC 5S 5H, 5D 4S 5C 6D 5H, 6C 4S 6H 4D 5D,
KD 5D 5C 5H 5S, 5S 5C JD 5H 5D
"""


def test_every_hand_that_may_be_counted_can_be_held():
    held = [cards(hand) for hand in HANDS.split(",")]

    assert [engine.count(hand[:4], hand[4]) for hand in held] == POSSIBLE


@given(st.sets(st.sampled_from(engine.PACK), min_size=5, max_size=5), st.booleans())
def test_no_cards_come_to_what_is_refused(held, is_crib):
    *hand, starter = held

    assert engine.count(hand, starter, is_crib=is_crib) in POSSIBLE


@each_row
def test_what_cannot_be_is_refused_with_what_to_do(entry, expected):
    assert refused(entry) == [*map(tuple, expected)]


@pytest.mark.parametrize(
    ("totals", "entry", "missing"),
    [
        ((115, 110), seen((6, None), (None, None), None), ["pegging-2"]),
        ((115, 110), seen((5, 3), (None, None), None), ["hand-2", "hand-1", "crib"]),
        ((115, 110), seen((5, 3), (None, 8), None), []),
        ((115, 110), seen((5, 3), (None, 7), None), ["hand-1", "crib"]),
        ((115, 110), seen((5, 3), (1, 7), None), []),
        ((115, 110), seen((5, 3), (0, 7), None), ["crib"]),
        ((119, 110), seen((None, None), (None, None), None, heels=True), []),
        ((119, 110), seen((0, 0), (None, None), None, heels=True), []),
        ((118, 110), seen((1, None), (None, None), None, heels=True), ["pegging-2"]),
    ],
)
def test_only_what_was_counted_before_the_end_must_be_reported(totals, entry, missing):
    if missing:
        assert [at for _, at in refused(entry, totals=totals)] == missing
    else:
        assert played(entry, totals=totals)[2] != []


@pytest.mark.parametrize(
    ("pegged", "code", "is_warning"),
    [
        pytest.param(30, "pegged-much", True, id="more-than-two-players-can-peg"),
        pytest.param(56, "pegged-much", True, id="four-cards-of-14"),
        pytest.param(57, "pegged-too-much", False, id="more-than-four-cards"),
    ],
)
def test_more_than_a_play_can_peg_is_questioned_or_refused(pegged, code, is_warning):
    # No card scores more than 14: four of a kind for 12, and 2 for 15 or 31.
    rules, table = seated()

    with pytest.raises(EntryRefusedError) as found:
        scored(rules, table, seen((1, pegged), (0, 0)))

    assert [(one.code, one.input, one.warning) for one in found.value.problems] == [
        (code, "pegging-2", is_warning)
    ]


def test_two_players_may_peg_29():
    assert played(seen((1, 29), (0, 0)))[0] == [1, 29]


def test_pegging_90_is_refused_with_what_to_do():
    assert refused(seen((3, 90), (0, 0))) == [
        (
            (
                "Bob can’t have pegged 90: no card scores more than 14, so Bob’s cards score at "
                "most 56 in all. Enter only the points for the play."
            ),
            "pegging-2",
        )
    ]


def test_only_one_side_can_get_there_in_the_play():
    assert refused(seen((6, 11), (0, 0)), totals=(115, 110)) == [
        (
            (
                "Ann and Bob would have reached 121, but the game ends when the first player "
                "gets there. Enter what each had pegged by then."
            ),
            "pegging-2",
        )
    ]
    ((message, at),) = refused(seen((6, 11, 1), (0, 0, 0)), totals=(115, 110, 120), players=3)
    assert message.startswith("Ann, Bob and Cai would have reached 121, ")
    assert at == "pegging-3"


@pytest.mark.parametrize(
    ("hand", "missed", "message"),
    [
        (10, 9, "Ann’s hand can’t count 10 with 9 missed: no hand scores 19. Count it again."),
        (24, 6, "Ann’s hand can’t count 24 with 6 missed: 29 is the most. Count it again."),
    ],
)
def test_a_hand_with_what_was_missed_in_it_must_be_one_that_there_is(hand, missed, message):
    entry = seen((1, 1), (hand, 0), missed={"Ann": missed})

    assert refused(entry, "muggins") == [(message, "hand-1")]


def test_a_crib_with_what_was_missed_in_it_must_be_one_that_there_is():
    assert refused(seen((1, 1), (0, 0), 20, missed_crib=5), "muggins") == [
        ("Ann’s crib can’t count 20 with 5 missed: no hand scores 25. Count it again.", "crib")
    ]


def test_without_muggins_nobody_is_asked_what_was_missed():
    sentence = "Muggins isn’t played here, so missed points go to nobody. Clear them."

    assert refused(seen((1, 1), (0, 0), missed={"Bob": 2})) == [(sentence, "missed-2")]
    assert refused(seen((1, 1), (0, 0), missed_crib=2)) == [(sentence, "missed-crib")]


# Texts.


@each_row
def test_the_facts_tell_the_figures(options, told):
    rows = (
        {fact.key: fact.text for fact in facts(seated(*options, players=4)[0])}
        if "partners" in options
        else {fact.key: fact.text for fact in facts(seated(*options)[0])}
    )

    assert {key: rows[key] for key in told} == told
    assert ("skunk" in rows) == (not {"game-61", "game-91"} & set(options))
    assert ("double-skunk" in rows) == (not options or options[0] in ("muggins", "partners"))


# Random entries.


@given(
    pegging=st.tuples(st.integers(0, 20), st.integers(1, 20)),
    hands=st.tuples(st.sampled_from(POSSIBLE), st.sampled_from(POSSIBLE)),
    crib=st.sampled_from(POSSIBLE),
    totals=st.tuples(st.integers(0, 120), st.integers(0, 120)),
    heels=st.booleans(),
)
def test_nobody_passes_the_target_and_one_side_at_most_gets_there(
    pegging, hands, crib, totals, heels
):
    entry = seen(pegging, hands, crib) | ({"heels": True} if heels else {})
    dealt = totals[0] + 2 * heels
    two_there = dealt < 121 and dealt + pegging[0] >= 121 and totals[1] + pegging[1] >= 121
    fives_twice = sum(points >= 28 for points in (*hands, crib)) > 1
    if two_there or fives_twice:
        assert len(refused(entry, totals=totals)) == two_there + fives_twice
        return

    scores, _, won = played(entry, totals=totals)

    after = [total + points for total, points in zip(totals, scores, strict=True)]
    everything = [
        totals[0] + pegging[0] + hands[0] + crib + 2 * heels,
        totals[1] + pegging[1] + hands[1],
    ]
    assert max(after) <= 121
    assert sum(total == 121 for total in after) == len(won)
    assert bool(won) == (max(everything) >= 121)
    if not won:
        assert after == everything


# Compared with games played out.


def reported(found, sides, names):
    """Return the entry for a deal, up to the point where play ended."""
    entry = {
        "pegging": {name: found["pegging"][at] for at, name in enumerate(sides)},
        "hand": {names[at]: points for at, points in found["hand"].items()},
    }
    for key, at in (("missed", found["missed"]), ("crib", None), ("missed-crib", None)):
        if at:
            entry[key] = {names[seat]: points for seat, points in at.items()}
        elif found.get(key) not in (None, {}):
            entry[key] = found[key]
    return entry | ({"heels": True} if found["heels"] else {})


@pytest.mark.parametrize(
    ("options", "players", "games", "missing"),
    [
        ((), 2, 500, 0.0),
        ((), 3, 150, 0.0),
        (("partners",), 4, 100, 0.0),
        (("muggins",), 2, 150, 0.3),
        (("muggins", "partners"), 4, 50, 0.3),
        (("game-61", "muggins"), 2, 100, 0.3),
        (("game-91",), 3, 50, 0.0),
    ],
)
def test_random_games_run_as_their_cards_say(options, players, games, missing):
    rng, ways = random.Random(players), set()
    rules = catalogue().variant("cribbage").ruleset(dict.fromkeys(options, True))
    names = NAMES[:players]
    for _ in range(times(games)):
        game = engine.Game(
            rng, players, 2 if players == 4 else players, rules.end.target, missing=missing
        )
        dealer, past, deals = rng.randrange(players), Past(), []
        while game.winner is None:
            found = game.deal(dealer)
            table = table_of(rules, names, names[dealer])
            sides = [side.name for side in table.sides]

            done = scored(rules, table, reported(found, sides, names), past)

            past = Past((*past.deals, done))
            deals.append(done.points)
            won = [key for key in table.keys if Mark.WON in done.marks_of(key)]
            stand = standings(rules, table.keys, deals, won=won)
            assert [past.total(key) for key in table.keys] == game.totals
            assert won == ([] if game.winner is None else [table.keys[game.winner]])
            assert stand.winners == tuple(won)
            dealer = (dealer + 1) % players
        ways |= {line.reason.text.split()[0] for line in done.lines if line.mark == Mark.WON}
    assert "pegged" in ways
    assert len(ways) >= 3  # during play, with a hand, with the crib
