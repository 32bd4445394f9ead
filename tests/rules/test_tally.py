import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport, EntryField, Problem
from rules.engine.errors import CatalogueError
from rules.engine.inputs import CardsLeft, Count, Flag, OneSide, Points
from rules.engine.replay import uses_past
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, past_of
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of

PAIRS = ("Ann", "Bob", "Cai", "Dee")
TWO = ("Ann", "Bob")
THREE = ("Ann", "Bob", "Cai")


def canasta(**ours):
    """Score a deal with this entry for Ann & Cai and zeros for Bob & Dee."""
    entry = {"held-points": {"Ann & Cai": ours.pop("held", 0), "Bob & Dee": 0}}
    entry["melds"] = {"Ann & Cai": ours.pop("melds", 0), "Bob & Dee": 0}
    for key in ("out", "concealed"):
        if key in ours:
            entry[key] = ours.pop(key)
    return entry | {key.replace("_", "-"): {"Ann & Cai": value} for key, value in ours.items()}


def rules(slug, options=None, patches=None):
    return catalogue().variant(slug).ruleset(options, patches)


def play(slug, entries, names, **options):
    """Return the state of the game after these entries."""
    ruleset = rules(slug, options)
    table = table_of(ruleset, names, names[0])
    keys = keys_of(table)
    reports = [
        DealReport(number, table, entry_texts(entry, keys))
        for number, entry in enumerate(entries, 1)
    ]
    past = past_of(ruleset, reports)
    won = {line.side for line in past.deals[-1].lines if line.mark == "won"}
    return standings(ruleset, table.keys, [scored.points for scored in past.deals], won=won)


def named(game, names):
    return {names[int(standing.side) - 1]: standing.total for standing in game.places}


# The worked examples in rule books


@pytest.mark.parametrize(
    ("slug", "entry", "names", "scored"),
    [
        pytest.param(
            "canasta",
            canasta(out="Ann & Cai", melds=340, natural=1, mixed=1, red_threes=1, held=45),
            PAIRS,
            {"Ann & Cai": 1295, "Bob & Dee": 0},
            id="canasta",
        ),
        pytest.param(
            "hand-and-foot",
            canasta(out="Ann & Cai", melds=620, clean=2, dirty=1, held=85),
            PAIRS,
            {"Ann & Cai": 1935, "Bob & Dee": 0},
            id="hand-and-foot",
        ),
        pytest.param(
            "whist",
            {"tricks": {"Ann & Cai": 9, "Bob & Dee": 4}, "honours": {"Ann & Cai": 3}},
            PAIRS,
            {"Ann & Cai": 5, "Bob & Dee": 0},
            id="whist",
        ),
        pytest.param(
            "skip-stock",
            {"won": "Ann", "stock": {"Bob": 7, "Cai": 3}},
            THREE,
            {"Ann": 75, "Bob": 0, "Cai": 0},
            id="skip-stock",
        ),
        pytest.param(
            "farkle",
            {"banked": {"Ann": "400+100", "Bob": 0}},
            TWO,
            {"Ann": 500, "Bob": 0},
            id="farkle-three-fours-and-a-one",
        ),
        pytest.param(
            "farkle",
            {"banked": {"Ann": "300+300", "Bob": 0}},
            TWO,
            {"Ann": 600, "Bob": 0},
            id="farkle-four-threes",
        ),
        pytest.param(
            "word-tiles",
            {"words": {"Ann": "10+1+2+10+1+2", "Bob": 0}},
            TWO,
            {"Ann": 26, "Bob": 0},
            id="scrabble-kid",
        ),
        pytest.param(
            "word-tiles",
            {"words": {"Ann": 0, "Bob": 0}, "out": "Ann", "left": {"Bob": "10+1"}},
            TWO,
            {"Ann": 11, "Bob": -11},
            id="scrabble-rivals-left-on-q-and-e",
        ),
        pytest.param(
            "mexican-train",
            {"out": "Ann", "left-points": {"Bob": "6+4+9+0"}},
            TWO,
            {"Ann": 0, "Bob": 19},
            id="mexican-train",
        ),
    ],
)
def test_an_example_counts_what_it_says(slug, entry, names, scored):
    assert points(slug, entry, names=names) == scored


def test_example_president_two_wins_and_a_second_place():
    hands = [("Ann", "Bob"), ("Ann", "Cai"), ("Bob", "Ann")]

    game = play("president", [{"president": p, "vice": v} for p, v in hands], PAIRS)

    assert named(game, PAIRS) == {"Ann": 5, "Bob": 3, "Cai": 1, "Dee": 0}


def test_example_mao_rounds_won():
    game = play("mao", [{"won": name} for name in ("Ann", "Bob", "Ann", "Ann")], TWO)

    assert named(game, TWO) == {"Ann": 3, "Bob": 1}
    assert sum(named(game, TWO).values()) == 4


def test_example_mao_cards_held_after_two_penalties_and_three_plays():
    mao = rules("mao")

    assert mao.cards_dealt(mao.deal(1), players=4) + 2 - 3 == 6


# Scoring


def test_every_line_says_who_scores_what_and_why():
    entry = canasta(out="Ann & Cai", concealed=True, melds="300+40", natural=2, mixed=1, held=45)

    assert deal("canasta", entry | {"red-threes": {"Ann & Cai": 4}}) == {
        "Ann & Cai": (
            340 + 1000 + 300 + 800 + 100 + 100 - 45,
            (
                "Went out; Out concealed; Cards melded: 300+40; Natural canastas: 2 × 500; "
                "Mixed canastas: 1 × 300; Red threes: 4 for 800; Cards left in hand: −45"
            ),
        ),
        "Bob & Dee": (0, "Cards melded: 0; Cards left in hand: 0"),
    }


@pytest.mark.parametrize(
    ("red_threes", "melds", "scored"),
    [(1, 50, 150), (3, 50, 350), (4, 50, 850), (1, 0, -100), (3, 0, -300), (4, 0, -800)],
)
def test_red_threes_count_against_a_side_that_never_melded(red_threes, melds, scored):
    entry = canasta(melds=melds, red_threes=red_threes)

    assert points("canasta", entry)["Ann & Cai"] == scored


def test_held_cards_may_be_written_one_by_one():
    entry = canasta(melds=50) | {"held-points": {"Bob & Dee": 0}}
    entry["held-cards"] = {"Ann & Cai": "JK 2 A K 4"}

    assert deal("canasta", entry)["Ann & Cai"] == (
        50 - 105,
        "Cards melded: 50; Cards left in hand: −105",
    )


def test_a_game_of_the_tables_own_adds_sums_and_losses():
    assert deal("any-game", {"points": {"Ann": "12+11+7", "Bob": "-15"}}, names=TWO) == {
        "Ann": (30, "Points: 12+11+7"),
        "Bob": (-15, "Points: −15"),
    }


@given(
    st.lists(st.integers(-999, 999), min_size=1, max_size=12),
    st.lists(st.integers(0, 999), min_size=1, max_size=8),
)
def test_any_number_of_players_score_what_they_write(totals, terms):
    names = [f"P{n}" for n in range(1, len(totals) + 1)]
    said = dict(zip(names, totals, strict=True)) | {"P1": "+".join(map(str, terms))}

    scored = points("any-game", {"points": said}, names=names)

    assert scored == dict(zip(names, totals, strict=True)) | {"P1": sum(terms)}


@given(st.integers(0, 13))
def test_tricks_above_six_count_for_one_side_at_most(tricks):
    entry = {"tricks": {"Ann & Cai": tricks, "Bob & Dee": 13 - tricks}}

    scored = points("whist", entry)

    assert scored == {"Ann & Cai": max(0, tricks - 6), "Bob & Dee": max(0, 7 - tricks)}


def test_tricks_say_how_many_are_above_six():
    told = deal("whist", {"tricks": {"Ann & Cai": 9, "Bob & Dee": 4}})

    assert told == {
        "Ann & Cai": (3, "Tricks: 9, 3 over 6"),
        "Bob & Dee": (0, "Tricks: 4, 0 over 6"),
    }


@pytest.mark.parametrize(("honours", "scored"), [(0, 0), (1, 0), (2, 0), (3, 2), (4, 4)])
def test_only_three_or_four_honours_count(honours, scored):
    entry = {"tricks": {"Ann & Cai": 6, "Bob & Dee": 7}, "honours": {"Ann & Cai": honours}}

    assert points("whist", entry)["Ann & Cai"] == scored


def test_honours_count_nothing_from_four_points_on():
    four = {"tricks": {"Ann & Cai": 10, "Bob & Dee": 3}}
    entry = {
        "tricks": {"Ann & Cai": 6, "Bob & Dee": 7},
        "honours": {"Ann & Cai": 4, "Bob & Dee": 0},
    }

    assert deal("whist", entry, before=[four]) == {
        "Ann & Cai": (
            0,
            ("Tricks: 6, 0 over 6; Honours dealt to the side: 4, doesn’t count at 4 or more"),
        ),
        "Bob & Dee": (1, "Tricks: 7, 1 over 6"),
    }


@pytest.mark.parametrize(("option", "target"), [("game-7", 7), ("game-9", 9), ("game-10", 10)])
def test_honours_always_count_in_a_longer_game(option, target):
    four = {"tricks": {"Ann & Cai": 10, "Bob & Dee": 3}}
    entry = {"tricks": {"Ann & Cai": 6, "Bob & Dee": 7}, "honours": {"Ann & Cai": 4}}

    scored = points("whist", entry, before=[four], options={option: True})

    assert scored["Ann & Cai"] == 4
    assert rules("whist", {option: True}).end.target == target


def test_a_side_that_makes_game_by_tricks_has_won_whatever_the_others_honours():
    three_all = [
        {"tricks": {"Ann & Cai": 9, "Bob & Dee": 4}},
        {"tricks": {"Ann & Cai": 4, "Bob & Dee": 9}},
    ]
    last = {"tricks": {"Ann & Cai": 8, "Bob & Dee": 5}, "honours": {"Bob & Dee": 4}}

    game = play("whist", [*three_all, last], PAIRS)

    assert [standing.total for standing in game.places] == [5, 7]
    assert game.winners == ("1",)


def test_honours_alone_make_game_as_well():
    three = {"tricks": {"Ann & Cai": 9, "Bob & Dee": 4}}
    last = {"tricks": {"Ann & Cai": 6, "Bob & Dee": 7}, "honours": {"Ann & Cai": 3}}

    assert play("whist", [three, last], PAIRS).winners == ("1",)


def pinochle(**ours):
    """Return a hand in which Ann & Cai made their bid. Arguments override the sides’ entries."""
    made = {
        "made": "Ann & Cai",
        "meld": {"Ann & Cai": 190, "Bob & Dee": 40},
        "tricks": {"Ann & Cai": 130, "Bob & Dee": 120},
    }
    return made | ours


def missed(bid, **ours):
    """Return a hand in which Ann & Cai missed ``bid``. The others melded 20 and took 170."""
    theirs = {"missed": "Ann & Cai", "bid": bid}
    return theirs | {"meld": {"Bob & Dee": 20}, "tricks": {"Bob & Dee": 170}} | ours


def test_a_bid_that_was_made_scores_meld_and_tricks_and_one_that_was_missed_comes_off():
    assert deal("pinochle", pinochle()) == {
        "Ann & Cai": (320, "Meld: 190; Tricks: 130; Made the bid"),
        "Bob & Dee": (160, "Meld: 40; Tricks: 120"),
    }
    assert deal("pinochle", missed(300)) == {
        "Ann & Cai": (-300, "Missed bid: 300"),
        "Bob & Dee": (190, "Meld: 20; Tricks: 170"),
    }


def test_a_side_that_missed_its_bid_keeps_its_meld_where_the_table_says_so():
    entry = missed(300, meld={"Ann & Cai": 150, "Bob & Dee": 20})

    scored = points("pinochle", entry, options={"keep-meld-when-set": True})

    assert scored == {"Ann & Cai": -150, "Bob & Dee": 190}


def test_the_older_values_of_pinochle_go_in_steps_of_one_and_make_as_much():
    entry = pinochle(tricks={"Ann & Cai": 137, "Bob & Dee": 113})

    scored = points("pinochle", entry, options={"counter-scheme": True})

    assert scored == {"Ann & Cai": 327, "Bob & Dee": 153}


@pytest.mark.parametrize(("made", "winners"), [("Ann & Cai", ("1",)), ("Bob & Dee", ("2",))])
def test_of_two_sides_at_the_target_the_one_that_made_its_bid_has_won(made, winners):
    level = pinochle(
        meld={"Ann & Cai": 750, "Bob & Dee": 740}, tricks={"Ann & Cai": 120, "Bob & Dee": 130}
    )
    last = pinochle(
        meld={"Ann & Cai": 40, "Bob & Dee": 80}, tricks={"Ann & Cai": 120, "Bob & Dee": 130}
    )

    game = play("pinochle", [level, last | {"made": made}], PAIRS)

    assert [standing.total for standing in game.places] == [1030, 1080]
    assert (game.is_over, game.winners) == (True, winners)


def test_a_bid_made_below_the_target_does_not_end_the_game():
    game = play("pinochle", [pinochle()], PAIRS)

    assert (game.is_over, game.winners) == (False, ())


@pytest.mark.parametrize(
    ("ann", "bob", "options", "winners"),
    [
        (120, 100, {}, ("1",)),
        (100, 100, {}, ("1",)),
        (40, 57, {"cut-throat": True}, ("1",)),
        (57, 57, {"cut-throat": True}, ("1",)),
    ],
)
def test_whoever_has_closed_everything_and_is_not_behind_has_won(ann, bob, options, winners):
    entries = [
        {"points": {"Ann": 0, "Bob": bob}},
        {"points": {"Ann": ann, "Bob": 0}, "closed": "Ann"},
    ]

    game = play("cricket-darts", entries, TWO, **options)

    assert (game.is_over, game.winners) == (True, winners)
    assert [standing.place for standing in game.places] == [1, 2]


@pytest.mark.parametrize(
    ("ann", "bob", "options"), [(99, 100, {}), (101, 100, {"cut-throat": True})]
)
def test_whoever_is_behind_cannot_have_won_by_closing_everything(ann, bob, options):
    before = [{"points": {"Ann": 0, "Bob": bob}}]
    entry = {"points": {"Ann": ann, "Bob": 0}, "closed": "Ann"}

    found = refusals("cricket-darts", entry, names=TWO, before=before, options=options)

    message = (
        f"Ann can’t be marked “Closed everything, not behind”: the total with this round is {ann}, "
        f"and the best is {bob}. Untick it, or check the points."
    )
    assert found == [Problem("behind", message, "closed")]


def test_a_game_of_cricket_is_over_after_twenty_turns_where_the_table_says_so():
    turns = [{"points": {"Ann": 20, "Bob": 19}}] * 20

    assert not play("cricket-darts", turns, TWO).is_over
    assert not play("cricket-darts", turns[1:], TWO, **{"turn-limit-20": True}).is_over
    assert play("cricket-darts", turns, TWO, **{"turn-limit-20": True}).winners == ("1",)


def test_the_winner_of_a_round_collects_for_the_cards_of_all_others():
    told = deal("skip-stock", {"won": "Bob", "stock": {"Ann": 30, "Cai": 1}}, names=THREE)

    assert told == {
        "Ann": (0, "Cards in the stock pile: 30"),
        "Bob": (180, "Emptied the stock pile; Cards in the stock pile, the other players: 31 × 5"),
        "Cai": (0, "Cards in the stock pile: 1"),
    }


LEFT = {
    "scoring.figures.items": [
        {"id": "won", "label": "Won", "ask": "one-side", "required": True, "worth": 10},
        {
            "id": "left",
            "label": "Cards left in all",
            "ask": "count",
            "per": "deal",
            "gives": 5,
            "to": "won",
            "most": 40,
        },
    ]
}


def test_a_number_for_the_whole_deal_goes_to_the_side_that_is_named():
    entry = {"won": "Bob", "left": 7}

    assert deal("any-game", entry, names=TWO, patches=LEFT) == {
        "Ann": (0, "nothing scored"),
        "Bob": (45, "Won; Cards left in all: 7"),
    }


def test_what_is_counted_may_cost_points():
    sting = {"id": "sting", "label": "Stings", "ask": "count", "required": True, "worth": -5}
    patches = {"scoring.figures.items": [sting]}

    assert deal("any-game", {"sting": {"Ann": 3, "Bob": 0}}, names=TWO, patches=patches) == {
        "Ann": (-15, "Stings: 3 × −5"),
        "Bob": (0, "Stings: 0 × −5"),
    }


def test_a_side_with_nothing_to_report_has_a_line():
    assert deal("mao", {"won": "Bob"}, names=TWO) == {
        "Ann": (0, "nothing scored"),
        "Bob": (1, "Won the round"),
    }


def test_the_last_tile_ends_the_game_for_the_highest_total():
    entries = [
        {"words": {"Ann": 20, "Bob": 90}},
        {"words": {"Ann": 12, "Bob": 0}, "out": "Ann", "left": {"Bob": 9}},
    ]

    game = play("word-tiles", entries, TWO)

    assert named(game, TWO) == {"Ann": 41, "Bob": 81}
    assert game.is_over
    assert game.winners == ("2",)


def test_level_totals_share_the_win_when_the_last_tile_is_used():
    entries = [{"words": {"Ann": 10, "Bob": 30}, "out": "Ann", "left": {"Bob": 10}}]

    assert play("word-tiles", entries, TWO).winners == ("1", "2")


def test_without_a_last_tile_the_game_goes_on():
    game = play("word-tiles", [{"words": {"Ann": 20, "Bob": 90}, "left": {"Bob": 9}}], TWO)

    assert named(game, TWO) == {"Ann": 20, "Bob": 81}
    assert not game.is_over


@pytest.mark.parametrize(
    ("options", "rounds", "winners"),
    [
        ({}, 40, ()),
        ({"target": 100}, 4, ("1",)),
        ({"target": 100, "lowest-wins": True}, 4, ("2",)),
        ({"rounds": 3}, 3, ("1",)),
    ],
)
def test_any_game_ends_as_the_table_says(options, rounds, winners):
    entries = [{"points": {"Ann": 25, "Bob": 10}}] * rounds

    assert play("any-game", entries, TWO, **options).winners == winners
    assert not play("any-game", entries[1:], TWO, **options).is_over


def test_a_table_may_name_its_game():
    assert rules("any-game", {"name": "Kitchen darts"}).name == "Kitchen darts"


@pytest.mark.parametrize("players", range(1, 13))
def test_any_game_is_for_up_to_twelve(players):
    rules("any-game").check_table(players)


def test_any_game_may_be_played_in_pairs():
    assert rules("any-game", {"sides-of-two": True}).players.counts == (4, 6, 8, 10, 12)


# Errors


def test_more_cards_than_the_deck_has_cannot_be_held():
    entry = canasta(melds=50) | {"held-points": {"Bob & Dee": 0}}
    entry["held-cards"] = {"Ann & Cai": "5xJK"}

    assert refusals("canasta", entry) == [
        Problem(
            "more-than-deck", "Ann & Cai can’t have five jokers. The deck has 4.", "held-cards-1"
        )
    ]


@pytest.mark.parametrize(
    ("won", "sentence"),
    [
        (
            "1 2",
            "Ann and Bob are named under “Won the round”, but only one can be. Choose one of them.",
        ),
        (
            "1 2 3",
            (
                "Ann, Bob and Cai are named under “Won the round”, but "
                "only one can be. Choose one of them."
            ),
        ),
    ],
)
def test_only_one_side_is_named(won, sentence):
    assert refusals("mao", {"won": won}, names=THREE) == [Problem("several-named", sentence, "won")]


def test_no_honours_are_asked_for_where_they_do_not_count():
    entry = {"tricks": {"Ann & Cai": 9, "Bob & Dee": 4}, "honours": {"Ann & Cai": 3}}

    assert refusals("whist", entry, options={"no-honours": True}) == [
        Problem(
            "unasked", "Whist doesn’t use “Honours dealt to the side” here. Clear it.", "honours-1"
        )
    ]


# The opening


@pytest.mark.parametrize(
    ("before", "least"),
    [
        ([], 50),
        ([canasta(held=5)], 15),
        ([canasta(melds=50, held=50)], 50),
        ([canasta(melds=495, natural=2)], 50),
        ([canasta(melds=500, natural=2)], 90),
        ([canasta(melds=995, natural=4)], 90),
        ([canasta(melds=1000, natural=4)], 120),
    ],
)
def test_a_first_meld_below_the_opening_is_warned_of(before, least):
    found = refusals("canasta", canasta(melds=least - 5), before=before)

    assert found == [
        Problem(
            "small-opening",
            (
                f"Ann & Cai entered {least - 5} under “Cards melded”, less than the initial "
                f"meld of {least}. Is that right?"
            ),
            "melds-1",
            warning=True,
        )
    ]
    assert points("canasta", canasta(melds=least), before=before)["Ann & Cai"] == least
    assert points("canasta", canasta(melds=least - 5), before=before, accept_warnings=True)


@pytest.mark.parametrize(("number", "least"), [(1, 50), (2, 90), (3, 120), (4, 150)])
def test_the_opening_rises_from_deal_to_deal_in_hand_and_foot(number, least):
    before = [canasta()] * (number - 1)

    found = refusals("hand-and-foot", canasta(melds=least - 5), before=before)

    assert [(problem.code, problem.warning) for problem in found] == [("small-opening", True)]
    assert points("hand-and-foot", canasta(melds=least), before=before)["Ann & Cai"] == least


def test_the_table_is_told_the_opening_of_each_side():
    ruleset = rules("canasta")
    table = table_of(ruleset, PAIRS, "Ann")
    texts = entry_texts(canasta(melds=500, natural=2), keys_of(table))

    told = status(ruleset, table, past_of(ruleset, [DealReport(1, table, texts)]))

    assert told == {"1": "initial meld 90", "2": "initial meld 50"}
    assert status(ruleset, table, past_of(ruleset, [])) == dict.fromkeys("12", "initial meld 50")


def test_earlier_deals_bear_on_what_may_be_reported():
    assert uses_past(rules("canasta"))


def test_a_game_without_an_opening_tells_nothing():
    ruleset = rules("farkle")

    assert status(ruleset, table_of(ruleset, TWO, "Ann"), past_of(ruleset, [])) == {}


# Options


@pytest.mark.parametrize(
    ("options", "clean", "dirty", "wild", "missing"),
    [
        ({}, 0, 0, 0, []),
        ({"quota-2-2-1": True}, 2, 2, 1, []),
        ({"quota-2-2-1": True}, 2, 1, 1, [("“Dirty books”", 1, 2)]),
        ({"quota-2-2-1": True}, 1, 2, 0, [("“Clean books”", 1, 2), ("“Wild books”", 0, 1)]),
        ({"quota-1-1": True}, 1, 1, 0, []),
        ({"quota-1-1": True}, 1, 0, 2, [("“Dirty books”", 0, 1)]),
    ],
)
def test_the_books_needed_to_go_out_are_the_tables_choice(options, clean, dirty, wild, missing):
    entry = canasta(out="Ann & Cai", melds=900, clean=clean, dirty=dirty, wild=wild)

    if missing:
        found = [each.message for each in refusals("hand-and-foot", entry, options=options)]
        assert found == [
            f"“Went out” is marked for Ann & Cai, with {count} under {label}. "
            f"Enter at least {least}, or clear the mark."
            for label, count, least in missing
        ]
    else:
        scored = 900 + 500 * clean + 300 * dirty + 1500 * wild + 100
        assert points("hand-and-foot", entry, options=options)["Ann & Cai"] == scored


@pytest.mark.parametrize(
    ("options", "held", "scored"),
    [
        ({}, "A 8 9 10", -50),
        ({"aces-15": True}, "A 8 9 10", -45),
        ({"nines-5": True}, "A 8 9 10", -40),
        ({"aces-15": True, "nines-5": True}, "A 8 9 10", -35),
    ],
)
def test_cards_may_count_less_in_hand_and_foot(options, held, scored):
    entry = canasta() | {"held-points": {"Bob & Dee": 0}, "held-cards": {"Ann & Cai": held}}

    assert points("hand-and-foot", entry, options=options)["Ann & Cai"] == scored


@pytest.mark.parametrize(
    ("options", "reported", "scored"),
    [
        ({}, {"red_laid": 2, "red_held": 1}, 100),
        ({"red-three-500": True}, {"red_laid": 2, "red_held": 1}, -300),
        ({"exact-cut-100": True}, {"cut": 2}, 200),
    ],
)
def test_red_threes_and_cuts_of_hand_and_foot(options, reported, scored):
    assert points("hand-and-foot", canasta(**reported), options=options)["Ann & Cai"] == scored


@pytest.mark.parametrize(
    ("options", "players", "packs", "cards"),
    [
        ({}, 4, 5, 22),
        ({"thirteen-cards": True}, 4, 5, 26),
        ({"hand-knee-foot": True}, 4, 5, 33),
        ({"packs-and-a-half": True}, 4, 6, 22),
        ({"packs-and-a-half": True, "thirteen-cards": True}, 4, 6, 26),
        ({"single-players": True}, 2, 3, 22),
        ({"single-players": True}, 5, 6, 22),
        ({"single-players": True, "packs-and-a-half": True}, 2, 3, 22),
        ({"single-players": True, "packs-and-a-half": True}, 3, 5, 22),
        ({"single-players": True, "packs-and-a-half": True}, 5, 8, 22),
        ({"sides-of-three": True}, 6, 7, 22),
        ({"sides-of-three": True, "packs-and-a-half": True}, 6, 9, 22),
    ],
)
def test_packs_and_packets_of_hand_and_foot(options, players, packs, cards):
    ruleset = rules("hand-and-foot", options)

    deck = ruleset.deck_of(players)
    assert (deck.packs, deck.jokers) == (packs, 2 * packs)
    assert ruleset.cards_dealt(ruleset.deal(1), players) == cards
    ruleset.check_table(players)


@pytest.mark.parametrize(("players", "cards"), [(2, 15), (3, 13)])
def test_canasta_without_partners(players, cards):
    ruleset = rules("canasta-singles")

    assert ruleset.cards_dealt(ruleset.deal(1), players) == cards
    assert [side.name for side in table_of(ruleset, THREE[:players], "Ann").sides] == list(
        THREE[:players]
    )


def test_two_canastas_may_be_needed_to_go_out():
    one = canasta(out="Ann & Cai", melds=100, natural=1)
    two = canasta(out="Ann & Cai", melds=100, natural=1, mixed=1)
    options = {"two-canastas-to-go-out": True}

    assert [problem.code for problem in refusals("canasta", one, options=options)] == ["needs-more"]
    assert points("canasta", two, options=options)["Ann & Cai"] == 100 + 500 + 300 + 100


def test_a_wild_canasta_counts_a_thousand_where_it_is_played():
    entry = canasta(out="Ann & Cai", melds=140, wild=1)

    assert points("canasta", entry, options={"wild-canasta-1000": True})["Ann & Cai"] == 1240


def test_samba_has_three_packs_and_sequences():
    samba = rules("canasta", {"samba": True})
    entry = canasta(melds=200, samba=1, red_threes=6)

    assert len(samba.deck_of(4)) == 162
    assert samba.end.target == 10_000
    assert points("canasta", entry, options={"samba": True})["Ann & Cai"] == 200 + 1500 + 1000


def test_samba_has_200_for_going_out_and_nothing_for_a_concealed_hand():
    entry = canasta(out="Ann & Cai", melds=200, natural=2, red_threes=5)

    told = deal("canasta", entry, options={"samba": True})["Ann & Cai"]
    (problem, *_) = refusals("canasta", entry | {"concealed": 1}, options={"samba": True})

    assert told[0] == 200 + 2 * 500 + 5 * 100 + 200
    assert problem.message == "Canasta doesn’t use “Out concealed” here. Clear it."


@pytest.mark.parametrize("size", [10, 15, 20])
def test_shorter_stock_piles_hold_fewer_cards(size):
    entry = {"won": "Ann", "stock": {"Bob": size}}
    options = {f"stock-{size}": True}

    assert points("skip-stock", entry, names=TWO, options=options) == {
        "Ann": 25 + 5 * size,
        "Bob": 0,
    }
    too_many = {"won": "Ann", "stock": {"Bob": size + 1}}
    found = refusals("skip-stock", too_many, names=TWO, options=options)
    assert [problem.code for problem in found] == ["too-many"]


def test_the_first_bank_may_have_to_be_large():
    options = {"entry-minimum": 500}
    zero, small, enough = ({"banked": {"Ann": n, "Bob": 0}} for n in (0, 450, 500))

    assert refusals("farkle", small, names=TWO, before=[zero], options=options) == [
        Problem(
            "first-too-small",
            (
                "“Banked” is still 0 for Ann, so the first amount must be at least 500. "
                "You entered 450. Is that right?"
            ),
            "banked-1",
            warning=True,
        )
    ]
    assert points("farkle", enough, names=TWO, options=options)["Ann"] == 500
    later = points("farkle", small, names=TWO, before=[zero, enough], options=options)
    assert later["Ann"] == 450


@pytest.mark.parametrize(
    ("slug", "options", "target"),
    [
        ("farkle", {}, 10_000),
        ("farkle", {"target": 5000}, 5000),
        ("mao", {"count-rounds-won": 4}, 4),
    ],
)
def test_a_table_may_set_the_target(slug, options, target):
    assert rules(slug, options).end.target == target


def test_the_winner_of_mexican_train_may_collect():
    entry = {"out": "Bob", "left-points": {"Ann": 20, "Cai": 3}}
    options = {"positive-scoring": True}

    assert points("mexican-train", entry, names=THREE, options=options) == {
        "Ann": 0,
        "Bob": 23,
        "Cai": 0,
    }
    assert rules("mexican-train", options).end.wins == "highest"


@pytest.mark.parametrize(
    ("options", "count", "first", "last"),
    [
        ({}, 13, "Start with the double-twelve.", "Start with the double blank."),
        ({"double-nine": True}, 10, "Start with the double-nine.", "Start with the double blank."),
    ],
)
def test_mexican_train_goes_down_to_the_double_blank(options, count, first, last):
    ruleset = rules("mexican-train", options)

    assert ruleset.length == count
    assert (ruleset.deal(1).notes, ruleset.deal(count).notes) == ((first,), (last,))


def test_a_double_blank_left_counts_nothing_and_does_not_mean_going_out():
    entry = {"out": "Ann", "left-points": {"Ann": 0, "Bob": 0, "Cai": 4}}
    blocked = {"ran-out": True, "left-points": {"Ann": 8, "Bob": 0, "Cai": 4}}
    nobody = {"left-points": {"Ann": 0, "Bob": 0, "Cai": 4}}

    assert points("mexican-train", entry, names=THREE) == {"Ann": 0, "Bob": 0, "Cai": 4}
    assert points("mexican-train", blocked, names=THREE) == {"Ann": 8, "Bob": 0, "Cai": 4}
    assert [each.code for each in refusals("mexican-train", nobody, names=THREE)] == ["nobody-out"]


def test_in_a_game_of_tiles_a_round_is_blocked():
    ruleset = rules("mexican-train")
    fields = entry_fields(ruleset, 1, 3)
    told = {fact.key: (fact.label, fact.text) for fact in facts(ruleset)}

    assert [field.label for field in fields if field.id == "ran-out"] == ["The round was blocked"]
    assert told["blocked"] == ("If the round is blocked", "everyone counts what they have left")


# Fields and facts


def test_a_form_asks_for_the_items_in_their_order():
    ruleset = rules("canasta")
    canastas, stop = Count(999, usual=9), {"optional": True, "next_stops": True}

    assert entry_fields(ruleset, 1, 4) == (
        EntryField("out", "Went out (+100)", OneSide("Out"), optional=True),
        EntryField("concealed", "Out concealed (+100)", Flag(), optional=True),
        # Two packs of 500 points each, and four jokers.
        EntryField("melds", "Cards melded", Points(most=1200), "side"),
        EntryField("natural", "Natural canastas (+500)", canastas, "side", **stop),
        EntryField("mixed", "Mixed canastas (+300)", canastas, "side", **stop),
        EntryField("red-threes", "Red threes (+100)", Count(4), "side", **stop),
        EntryField("held", "Cards left in hand", CardsLeft(tuple(ruleset.scoring.values)), "side"),
    )


def test_what_is_typed_is_the_score_only_where_nothing_else_counts():
    (asked,) = entry_fields(rules("any-game"), 1, 4)
    words, *_ = entry_fields(rules("word-tiles"), 1, 4)

    assert asked == EntryField("points", "Points", Points(), "side", points_each=True)
    assert not words.points_each


def test_who_won_has_nothing_else_to_report_in_a_stock_pile_race():
    won, stock = entry_fields(rules("skip-stock"), 1, 4)

    assert won.kind == OneSide("Won", ends_row=True)
    assert stock == EntryField("stock", "Cards in the stock pile", Count(30, least=1), "side")


@each_row
def test_facts_tell_what_each_thing_is_worth(slug, key, label, text):
    found = {fact.key: (fact.label, fact.text) for fact in facts(rules(slug))}

    assert found[key] == (label, text)


def test_facts_tell_the_rates_of_a_game_that_its_players_add_up():
    found = {fact.key: fact.text for fact in facts(rules("farkle", {"straight-1500": 2500}))}

    assert found["rates"] == (
        "a one 100; a five 50; three ones 1000; three of another number, that number times 100; "
        "one to six 2500; three pairs 1500"
    )


@each_row
def test_items_that_make_no_game_are_refused(items, sentence):
    with pytest.raises(CatalogueError) as refused:
        rules("any-game", patches={"scoring.figures.items": items})

    assert str(refused.value) == f"Any game: scoring.figures{sentence}"


@each_row
def test_an_opening_that_makes_no_sense_is_refused(opening, sentence):
    figures = {"item": "points", "words": "opening"} | opening

    with pytest.raises(CatalogueError) as refused:
        rules("any-game", patches={"scoring.figures.opening": figures})

    assert str(refused.value) == f"Any game: scoring.figures{sentence}"
