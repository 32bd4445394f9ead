"""Gin Rummy: scoring hands and games, errors, and games compared with an engine."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.game import decided_by
from rules.engine.schemes import Mark, Past, ScoredDeal
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.engines.gin import SPADES, Counting, Ending, Game, name, play_hand
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of
from tests.sampling import times

ANN_AND_BOB = ("Ann", "Bob")
MODERN = {"gin-25": True, "undercut-25": True, "box-25": True}


def knock(ann, bob, **more):
    """Return a hand in which Ann knocks, with both players’ deadwood."""
    return {"knocked": "Ann", "how": "knock", "left-points": {"Ann": ann, "Bob": bob}} | more


def gin(bob, **more):
    return {"knocked": "Ann", "how": "gin", "left-points": {"Bob": bob}} | more


def counted(slug, entry, **kwargs):
    return points(slug, entry, names=ANN_AND_BOB, **kwargs)


def refused(slug, entry, **kwargs):
    return refusals(slug, entry, names=ANN_AND_BOB, **kwargs)


def won_by(bob, times):
    """Return earlier hands that Bob won by knocking, with each hand’s points."""
    return [{"knocked": "Bob", "left-points": {"Ann": bob + 1, "Bob": 1}}] * times


# Deadwood that could have been melded


def test_deadwood_without_a_meld_has_at_most_two_cards_of_a_rank():
    # Two kings, queens, jacks and 10s count 80, and two 9s 18.
    assert counted("gin-rummy", knock(10, 98)) == {"Ann": 88, "Bob": 0}
    assert refused("gin-rummy", knock(10, 99)) == [
        Problem(
            "unmelded",
            "Bob’s deadwood comes to 99, but 10 cards without a meld count at most 98. "
            "Is that right?",
            "left-points-2",
            warning=True,
        )
    ]


def test_a_set_in_deadwood_is_questioned():
    entry = {"knocked": "Ann", "how": "gin", "left-cards": {"Bob": "K K K 9 9 2 2"}}

    assert refused("gin-rummy", entry) == [
        Problem(
            "unmelded",
            "Bob has three kings in deadwood, which could have been melded. Is that right?",
            "left-cards-2",
            warning=True,
        )
    ]
    assert counted("gin-rummy", entry, accept_warnings=True) == {"Ann": 52 + 20, "Bob": 0}


# Scoring of a hand


@pytest.mark.parametrize(
    ("slug", "options", "entry", "expected"),
    [
        pytest.param("gin-rummy", {}, knock(6, 23), {"Ann": 17, "Bob": 0}, id="knock-6-against-23"),
        pytest.param(
            "gin-rummy", {}, knock(9, 7), {"Ann": 0, "Bob": 12}, id="undercut-9-against-7-pagat"
        ),
        pytest.param(
            "gin-rummy",
            MODERN,
            knock(9, 7),
            {"Ann": 0, "Bob": 27},
            id="undercut-9-against-7-modern",
        ),
        pytest.param(
            "gin-rummy", MODERN, gin(31), {"Ann": 56, "Bob": 0}, id="gin-against-31-modern"
        ),
        pytest.param(
            "oklahoma-gin",
            {},
            knock(3, 20, upcard="5", spade=True),
            {"Ann": 34, "Bob": 0},
            id="oklahoma-spade-knock-3-against-20",
        ),
        pytest.param(
            "gin-rummy",
            {"oklahoma": True, "spade-doubles": True},
            knock(3, 20, upcard="5", spade=True),
            {"Ann": 34, "Bob": 0},
            id="oklahoma-as-an-option",
        ),
    ],
)
def test_a_hand_of_an_example_gives_what_it_says(slug, options, entry, expected):
    assert counted(slug, entry, options=options) == expected


@pytest.mark.parametrize(
    ("options", "entry", "expected"),
    [
        ({}, knock(10, 10), {"Ann": 0, "Bob": 10}),
        ({}, knock(1, 0), {"Ann": 0, "Bob": 11}),
        ({}, gin(0), {"Ann": 20, "Bob": 0}),
        ({}, gin(31), {"Ann": 51, "Bob": 0}),
        ({"gin-25": True}, gin(31), {"Ann": 56, "Bob": 0}),
        ({"undercut-20": True}, knock(9, 7), {"Ann": 0, "Bob": 22}),
        ({"undercut-25": True}, knock(9, 7), {"Ann": 0, "Bob": 27}),
        ({"big-gin-31": True}, gin(12, how="big-gin"), {"Ann": 43, "Bob": 0}),
        ({"big-gin-25": True}, gin(12, how="big-gin"), {"Ann": 37, "Bob": 0}),
        ({"big-gin-31": True}, gin(12), {"Ann": 32, "Bob": 0}),
        (
            {"straight-gin": True},
            {"knocked": "Ann", "left-points": {"Bob": 12}},
            {"Ann": 32, "Bob": 0},
        ),
        ({"spade-doubles": True}, gin(12, spade=True), {"Ann": 64, "Bob": 0}),
        ({"spade-doubles": True}, gin(12), {"Ann": 32, "Bob": 0}),
        ({"spade-doubles": True}, knock(8, 6, spade=True), {"Ann": 0, "Bob": 24}),
    ],
)
def test_a_hand_gives_the_winner_its_points(options, entry, expected):
    assert counted("gin-rummy", entry, options=options) == expected


def test_without_a_spade_oklahoma_counts_once():
    assert counted("oklahoma-gin", knock(3, 20, upcard="5")) == {"Ann": 17, "Bob": 0}


def test_spades_may_double_nothing():
    told = counted("oklahoma-gin", knock(3, 20, upcard="5"), options={"spades-count-once": True})

    assert told == {"Ann": 17, "Bob": 0}


def test_a_void_hand_gives_nothing():
    assert deal("gin-rummy", {"void": True}, names=ANN_AND_BOB) == {
        "Ann": (0, "void hand"),
        "Bob": (0, "void hand"),
    }


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            {"knocked": "Ann", "left-cards": {"Ann": "6D", "Bob": "K♠ Q 3"}},
            {"Ann": (17, "knocked, 23 − 6"), "Bob": (0, "deadwood K♠ Q 3: 10 + 10 + 3")},
        ),
        (
            {"knocked": "Ann", "left-points": {"Ann": "5+4", "Bob": 7}},
            {"Ann": (0, "deadwood 5+4"), "Bob": (12, "undercut, 9 − 7 + 10")},
        ),
        (gin(31), {"Ann": (51, "gin, 31 + 20"), "Bob": (0, "deadwood 31")}),
    ],
)
def test_a_line_says_why(entry, expected):
    assert deal("gin-rummy", entry, names=ANN_AND_BOB) == expected


def test_a_doubled_hand_says_so():
    told = deal("oklahoma-gin", gin(10, upcard="2", spade=True), names=ANN_AND_BOB)

    assert told["Ann"] == (60, "gin, 10 + 20, × 2 for a spade")


@pytest.mark.parametrize("ann", ["left-cards", "left-points"])
def test_deadwood_says_how_a_hand_ended_where_it_can(ann):
    left = {"left-cards": "6", "left-points": "6"}[ann]
    plain = {"knocked": "Ann", ann: {"Ann": left}} | {"left-points-2": "20"}

    assert counted("gin-rummy", plain) == {"Ann": 14, "Bob": 0}


def test_no_deadwood_says_gin():
    entry = {"knocked": "Ann", "left-points": {"Ann": 0, "Bob": 20}}

    assert counted("gin-rummy", entry) == {"Ann": 40, "Bob": 0}


# Bonuses at the end of the game

# Ann has 104 points from four hands, and then the fifth: 26 + 26 + 26 + 13 = 91, and 13 more.
FOUR_HANDS = [knock(4, 30)] * 3 + [knock(2, 15)]


def test_the_final_of_an_example_against_an_opponent_with_points():
    bob = {"knocked": "Bob", "left-points": {"Ann": 20, "Bob": 5}}
    before = [bob, *FOUR_HANDS]

    last = deal("gin-rummy", knock(2, 15), names=ANN_AND_BOB, before=before)

    assert last == {
        "Ann": (
            13 + 100 + 100,
            ("knocked, 15 − 2; game bonus 100; five boxes of 20; wins the game"),
        ),
        "Bob": (20, "deadwood 15; one box of 20"),
    }
    assert 91 + last["Ann"][0] == 304


@pytest.mark.parametrize(
    ("options", "total"),
    [
        pytest.param({}, 388, id="pagat"),
        pytest.param({"box-25": True}, 408, id="box-25"),
        # 108 + 100 + 80 = 288, twice
        pytest.param({"shutout-double-total": True}, 576, id="double-total"),
    ],
)
def test_the_final_of_an_example_against_a_blank_opponent(options, total):
    before = [knock(3, 30)] * 3  # 27 each

    last = counted("gin-rummy", knock(3, 30), before=before, options=options)

    assert 81 + last["Ann"] == total
    assert last["Bob"] == 0


def test_boxes_and_bonuses_do_not_help_to_reach_the_target():
    last = counted("gin-rummy", knock(1, 10), before=won_by(9, 10))

    assert last == {"Ann": 9, "Bob": 0}


def test_a_start_counts_as_points():
    ruleset = catalogue().variant("gin-rummy").standard
    table = table_of(ruleset, ANN_AND_BOB, "Ann")
    texts = entry_texts(knock(1, 12), keys_of(table))

    lines = score_deal(ruleset, 1, report(ruleset, 1, table, texts), Past(starts={"1": 90, "2": 5}))

    assert [(line.side, line.points, line.reason.text) for line in lines] == [
        ("2", 0, "deadwood 12"),
        ("1", 11, "knocked, 12 − 1"),
        ("1", 100, "game bonus 100"),
        ("1", 20, "one box of 20"),
        ("1", 0, "wins the game"),
    ]


def test_a_hand_after_the_end_of_the_game_gives_nothing():
    told = deal("gin-rummy", knock(2, 15), names=ANN_AND_BOB, before=[gin(90)])

    assert told["Ann"] == (0, "after the end of the game")


@pytest.mark.parametrize(
    ("option", "target"), [("target-150", 150), ("target-250", 250), ("target-500", 500)]
)
def test_a_longer_game_ends_later(option, target):
    hands = -(-target // 50)
    before = [knock(1, 51)] * (hands - 1)

    assert counted("gin-rummy", knock(1, 51), before=before[1:], options={option: True}) == {
        "Ann": 50,
        "Bob": 0,
    }
    assert counted("gin-rummy", knock(1, 51), before=before, options={option: True}) == {
        "Ann": 50 + 200 + 20 * hands,
        "Bob": 0,
    }


def test_oklahoma_goes_to_150():
    before = [knock(1, 51, upcard="5")] * 2

    last = counted("oklahoma-gin", knock(1, 51, upcard="5"), before=before)

    assert last == {"Ann": 50 + 200 + 60, "Bob": 0}


@pytest.mark.parametrize(
    ("entry", "boxes"),
    [
        (knock(3, 20, upcard="5"), {"1": "one box"}),
        (knock(3, 20, upcard="5", spade=True), {"1": "one box"}),
        (knock(5, 5, upcard="5"), {"2": "two boxes"}),
        (knock(5, 5, upcard="5", spade=True), {"2": "three boxes"}),
        (gin(20, upcard="5"), {"1": "three boxes"}),
        (gin(20, upcard="5", spade=True), {"1": "five boxes"}),
        (gin(20, how="big-gin", upcard="5"), {"1": "three boxes"}),
        ({"void": True}, {}),
    ],
)
def test_extra_boxes(entry, boxes):
    options = {"extra-boxes": True, "big-gin-31": True}
    ruleset = catalogue().variant("oklahoma-gin").ruleset(options)

    assert told_after(ruleset, [entry]) == boxes


def told_after(ruleset, entries):
    """Return each side’s status after these hands."""
    table, past = played(ruleset, entries)
    return dict(status(ruleset, table, past))


def played(ruleset, entries):
    table = table_of(ruleset, ANN_AND_BOB, "Ann")
    past = Past()
    for number, said in enumerate(entries, 1):
        entry = report(ruleset, number, table, entry_texts(said, keys_of(table)))
        lines = score_deal(ruleset, number, entry, past)
        past = Past((*past.deals, ScoredDeal(ruleset.deal(number), entry, lines)))
    return table, past


# Hollywood


def test_the_columns_of_the_hollywood_example():
    ruleset = catalogue().variant("gin-rummy").ruleset({"hollywood": True})

    told = told_after(ruleset, [knock(6, 23), knock(1, 13), knock(3, 33)])

    # 17 + 12 + 30 = 59, 12 + 30 = 42, 30
    assert told == {"1": "59 · 42 · 30", "2": "0 · 0 · 0"}
    assert told_after(ruleset, []) == {}


def test_a_line_says_which_column_it_is_for():
    before, options = [knock(6, 23)], {"hollywood": True}

    told = deal("gin-rummy", knock(3, 33), names=ANN_AND_BOB, before=before, options=options)

    assert told == {
        "Ann": (60, "column 1: knocked, 33 − 3; column 2: knocked, 33 − 3"),
        "Bob": (0, "deadwood 33"),
    }


def test_a_column_that_ends_has_bonuses_of_its_own():
    told = deal(
        "gin-rummy",
        gin(70),
        names=ANN_AND_BOB,
        before=[knock(6, 23)],
        options={"hollywood": True, "shutout-double-total": True},
    )

    # Column 1: 17 + 90 = 107, 100 for the game and 2 boxes of 20 make 247, twice.
    assert told["Ann"] == (
        2 * 90 + 100 + 40 + 247,
        (
            "column 1: gin, 70 + 20 · game bonus 100, shutout · two boxes of 20 · "
            "shutout, the total 247 × 2; column 2: gin, 70 + 20"
        ),
    )


def test_each_side_has_one_line_for_each_column():
    bob = {"knocked": "Bob", "left-points": {"Ann": 20, "Bob": 5}}
    hands = [bob, gin(70), gin(70)]

    told = deal("gin-rummy", gin(10), names=ANN_AND_BOB, before=hands, options={"hollywood": True})

    # Ann’s hands of 90, 90 and 30: the second ended column 1, and this one ends column 2.
    assert told == {
        "Ann": (
            30 + 200 + 40 + 30,
            (
                "column 2: gin, 10 + 20 · game bonus 200, shutout · two boxes of 20; "
                "column 3: gin, 10 + 20"
            ),
        ),
        "Bob": (0, "deadwood 10"),
    }


def test_a_first_hand_goes_into_the_first_column_that_is_not_over():
    bob = {"knocked": "Bob", "left-points": {"Ann": 20, "Bob": 5}}
    options = {"hollywood": True}

    told = deal("gin-rummy", bob, names=ANN_AND_BOB, before=[gin(90), gin(90)], options=options)

    # Ann’s second hand of 110 ended the second column as well.
    assert told["Bob"] == (15, "column 3: knocked, 20 − 5")


def test_the_game_goes_on_until_all_columns_are_over():
    ruleset = catalogue().variant("gin-rummy").ruleset({"hollywood": True})
    entries = [gin(90), gin(90), gin(90)]

    for hands, over in ((1, False), (2, False), (3, True)):
        _, past = played(ruleset, entries[:hands])
        marks = past.deals[-1].marks_of("1")
        game = standings(
            ruleset,
            ["1", "2"],
            [scored.points for scored in past.deals],
            won=["1"] if Mark.WON in marks else (),
        )
        assert game.is_over is over
    assert game.winners == ("1",)


@pytest.mark.parametrize(
    ("entries", "totals"),
    [
        pytest.param(
            # Ann 85 + 20 = 105, + 100 for the game and a box of 20; Bob 90, + 2 boxes of 20
            [*won_by(45, 2), gin(85)],
            (225, 130),
            id="boxes took the other past it",
        ),
        pytest.param(
            # Ann 80 + 20 = 100, + 100 and a box of 20; Bob 9 × 10, + 9 boxes of 20: Bob wins
            [*won_by(10, 9), gin(80)],
            (220, 270),
            id="the other wins by boxes",
        ),
    ],
)
def test_only_who_came_to_the_target_by_hands_ended_the_game(entries, totals):
    ruleset = catalogue().variant("gin-rummy").standard
    table, past = played(ruleset, entries)

    final = standings(
        ruleset,
        table.keys,
        [scored.points for scored in past.deals],
        marks=[{key: each.marks_of(key) for key in table.keys} for each in past.deals],
    )

    assert tuple(standing.total for standing in final.places) == totals
    assert decided_by(ruleset, final, {"1": "Ann", "2": "Bob"}) == "Ann reached 100"


def test_columns_of_equal_sums_share_the_win():
    nothing = dict.fromkeys(["box", "game", "shutout"], 0)
    patches = {f"scoring.figures.{figure}": points for figure, points in nothing.items()}
    ruleset = catalogue().variant("gin-rummy").ruleset({"hollywood": True}, patches)
    bob = {"knocked": "Bob", "how": "gin"}
    hands = [
        gin(90),  # Ann has 110 in the first column, which is over
        bob | {"left-points": {"Ann": 80}},  # Bob has 100 in the second
        gin(75),  # Ann has 95 in the third
        bob | {"left-points": {"Ann": 85}},  # Bob has 105 in the third
    ]

    table, past = played(ruleset, hands)

    assert [past.total(key) for key in table.keys] == [110 + 95, 100 + 105]
    assert [Mark.WON in past.deals[-1].marks_of(key) for key in table.keys] == [True, True]


# Errors


def test_two_players_cannot_both_end_a_hand():
    found = refused("gin-rummy", {"knocked": "1 2", "left-points": {"Ann": 3, "Bob": 4}})

    message = "Ann and Bob can’t both have ended the hand. Mark the one who did."
    assert found == [Problem("several-knocked", message, "knocked")]


@pytest.mark.parametrize("cards", ["A 2 3 4 5 6 7", "A 2 3 4 5 6 7 8 9 10"])
def test_against_gin_a_hand_may_have_one_meld_or_none(cards):
    entry = {"knocked": "Ann", "how": "gin", "left-cards": {"Bob": cards}}

    assert counted("gin-rummy", entry)["Ann"] > 20


def test_after_laying_off_any_number_of_cards_may_be_left():
    entry = {
        "knocked": "Ann",
        "left-points": {"Ann": 5},
        "left-cards": {"Bob": "A 2 3 4 5 6 7 8 9"},
    }

    assert counted("gin-rummy", entry) == {"Ann": 40, "Bob": 0}


def test_where_there_is_big_gin_no_deadwood_does_not_say_which():
    entry = {"knocked": "Ann", "left-points": {"Ann": 0, "Bob": 20}}

    found = refused("gin-rummy", entry, options={"big-gin-31": True})

    message = "How did Ann end the hand? Choose knock, gin or big gin."
    assert found == [Problem("how-missing", message, "how")]


@each_row
def test_oklahoma_keeps_its_limit(options, entry, code, message, at):
    assert refused("oklahoma-gin", entry, options=options) == [
        Problem(code, message, at, warning=code != "upcard-missing")
    ]


@pytest.mark.parametrize(
    ("entry", "at", "message"),
    [
        (
            knock(11, 20),
            "left-points-1",
            "Ann can’t knock with 11: the limit is 10. Is that right?",
        ),
        (
            {"knocked": "Ann", "left-cards": {"Ann": "K 2"}, "left-points": {"Bob": 20}},
            "left-cards-1",
            "Ann can’t knock with 12: the limit is 10. Is that right?",
        ),
    ],
)
def test_a_knock_above_the_limit_can_be_overruled(entry, at, message):
    assert refused("gin-rummy", entry) == [Problem("over-the-limit", message, at, warning=True)]


@pytest.mark.parametrize(("upcard", "most"), [("1", 1), ("7", 7), ("10", 10)])
def test_oklahoma_allows_what_the_upcard_counts(upcard, most):
    assert counted("oklahoma-gin", knock(most, 20, upcard=upcard)) == {"Ann": 20 - most, "Bob": 0}


def test_gin_needs_no_upcard():
    assert counted("oklahoma-gin", gin(20)) == {"Ann": 40, "Bob": 0}


@pytest.mark.parametrize(
    ("entry", "code", "message", "at"),
    [
        (
            {"left-points": {"Bob": 9}},
            "nobody-knocked",
            "The winner is missing. Mark who went gin, or tick that the hand is void.",
            "knocked",
        ),
        (
            {"knocked": "Ann", "left-points": {"Ann": 4, "Bob": 9}},
            "gin-with-deadwood",
            "Ann went gin but has 4 in deadwood. Clear the deadwood.",
            "left-points-1",
        ),
    ],
)
def test_straight_gin_knows_no_knock(entry, code, message, at):
    found = refused("gin-rummy", entry, options={"straight-gin": True})

    assert found == [Problem(code, message, at)]


# Fields and texts


@pytest.mark.parametrize(
    ("slug", "options", "asked"),
    [
        ("gin-rummy", {}, ["knocked", "how", "void", "left"]),
        ("gin-rummy", {"straight-gin": True}, ["knocked", "void", "left"]),
        (
            "gin-rummy",
            {"straight-gin": True, "big-gin-31": True},
            ["knocked", "how", "void", "left"],
        ),
        ("gin-rummy", {"oklahoma": True}, ["upcard", "knocked", "how", "void", "left"]),
        ("oklahoma-gin", {}, ["upcard", "knocked", "how", "void", "left", "spade"]),
        ("oklahoma-gin", {"spades-count-once": True}, ["upcard", "knocked", "how", "void", "left"]),
    ],
)
def test_a_hand_is_asked_for_what_counts(slug, options, asked):
    ruleset = catalogue().variant(slug).ruleset(options)

    assert [each.id for each in entry_fields(ruleset, 1, 2)] == asked


@each_row
def test_the_facts_tell_the_figures(slug, options, key, text):
    rows = {fact.key: fact.text for fact in facts(catalogue().variant(slug).ruleset(options))}

    assert rows[key] == text


# Properties


@given(ann=st.integers(1, 10), bob=st.integers(0, 98), spade=st.booleans())
def test_just_one_player_scores_a_knock(ann, bob, spade):
    entry = knock(ann, bob) | ({"spade": True} if spade else {})

    told = counted("gin-rummy", entry, options={"spade-doubles": True, "target-500": True})

    factor = 2 if spade else 1
    assert told == (
        {"Ann": factor * (bob - ann), "Bob": 0}
        if bob > ann
        else {"Ann": 0, "Bob": factor * (ann - bob + 10)}
    )


# Compared with games of an independent engine

TABLES = {
    "pagat": ("gin-rummy", {}, Counting()),
    "modern": (
        "gin-rummy",
        MODERN | {"shutout-double-total": True, "big-gin-31": True},
        Counting(gin=25, undercut=25, box=25, big_gin=31, doubles_shutout=True),
    ),
    "undercut-20": (
        "gin-rummy",
        {"gin-25": True, "undercut-20": True, "big-gin-25": True, "target-250": True},
        Counting(gin=25, undercut=20, big_gin=25, target=250),
    ),
    "straight": ("gin-rummy", {"straight-gin": True}, Counting(limit=0)),
    "oklahoma": ("oklahoma-gin", {}, Counting(limit=None, spades_double=True, target=150)),
    "oklahoma-extra-boxes": (
        "oklahoma-gin",
        {"ace-means-gin": True, "extra-boxes": True, "target-100": True},
        Counting(limit=None, ace_means_gin=True, spades_double=True, extra_boxes=True),
    ),
    "hollywood": ("gin-rummy", {"hollywood": True}, Counting(columns=3)),
    "hollywood-oklahoma": (
        "oklahoma-gin",
        {"hollywood": True, "shutout-double-total": True, "extra-boxes": True},
        Counting(
            limit=None,
            spades_double=True,
            extra_boxes=True,
            doubles_shutout=True,
            target=150,
            columns=3,
        ),
    ),
}


def typed(rng, ending: Ending, table: Counting):
    """Return the entry for a hand, with cards or totals at random."""
    if ending.knocker is None:
        return {"void": "1"}
    texts = {"knocked": str(ending.knocker + 1)}
    if table.limit != 0:
        texts["how"] = ending.how
    for player, loose in enumerate(ending.loose, 1):
        if not loose:
            texts[f"left-points-{player}"] = "0"
        elif rng.random() < 0.5:
            texts[f"left-cards-{player}"] = " ".join(map(name, loose))
        else:
            worths = [str(min(10, card % 13 + 1)) for card in loose]
            texts[f"left-points-{player}"] = "+".join(worths)
    if table.limit is None:
        texts["upcard"] = str(min(10, ending.upcard % 13 + 1))
    if table.spades_double and ending.upcard // 13 == SPADES:
        texts["spade"] = "1"
    return texts


# Every way to end and to score a hand is also worked out by hand, above.
@pytest.mark.parametrize("house", TABLES)
def test_hands_of_an_engine_come_out_alike(house):
    slug, options, counting = TABLES[house]
    ruleset, rng = catalogue().variant(slug).ruleset(options), random.Random(house)
    table = table_of(ruleset, ANN_AND_BOB, "Ann")
    hands = 0
    while hands < times(300):
        game, past = Game(counting), Past()
        while not game.over:
            ending = play_hand(rng, counting)
            hands += 1
            expected = game.write(ending)
            number = len(past.deals) + 1
            entry = report(ruleset, 1, table, typed(rng, ending, counting))
            scored = ScoredDeal(ruleset.deal(1), entry, score_deal(ruleset, 1, entry, past))
            assert [scored.points[key] for key in table.keys] == expected, (number, ending)
            past = Past((*past.deals, scored))
            won = [key for key in table.keys if Mark.WON in scored.marks_of(key)]
            stand = standings(ruleset, table.keys, [each.points for each in past.deals], won=won)
            assert [standing.total for standing in stand.places] == game.totals()
            assert stand.is_over is game.over
        best = max(game.totals())
        assert {game.totals()[int(key) - 1] for key in stand.winners} == {best}
