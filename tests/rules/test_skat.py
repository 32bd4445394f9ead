"""Skat: the values of all games, and the score for a hand."""

from itertools import product

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.schemes import scheme_of
from tests.rules.played import deal, points, refusals

THREE = ("Ann", "Bob", "Cai")
FOUR = (*THREE, "Dee")

# All bids, as published in the interface of “skat-ml-models” by avaskys (feature_spec.json).
BIDS = """
18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100
108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192
198 204 216 240 264
"""
# The value of each game by its factor, from 2 up.
TABLE = {
    "diamonds": "18 27 36 45 54 63 72 81 90 99 108 117 126 135 144 153 162",
    "hearts": "20 30 40 50 60 70 80 90 100 110 120 130 140 150 160 170 180",
    "spades": "22 33 44 55 66 77 88 99 110 121 132 143 154 165 176 187 198",
    "clubs": "24 36 48 60 72 84 96 108 120 132 144 156 168 180 192 204 216",
    "grand": "48 72 96 120 144 168 192 216 240 264",
}
# Entries, and the factors that they add to those for the matadors and the game.
EXTRAS = [
    ({"result": "made"}, 0),
    ({"result": "schneider"}, 1),
    ({"result": "schwarz"}, 2),
    ({"hand": True, "result": "made"}, 1),
    ({"hand": True, "result": "schneider"}, 2),
    ({"hand": True, "result": "schwarz"}, 3),
    ({"hand": True, "announced": "schneider", "result": "schneider"}, 3),
    ({"hand": True, "announced": "schneider", "result": "schwarz"}, 4),
    ({"hand": True, "announced": "schwarz", "result": "schwarz"}, 5),
    ({"hand": True, "announced": "ouvert", "result": "schwarz"}, 6),
]
NULLS = [
    ({}, 23),
    ({"hand": True}, 35),
    ({"announced": "ouvert"}, 46),
    ({"hand": True, "announced": "ouvert"}, 59),
]
GAMES = [
    pytest.param(game, matadors, id=f"{game}-{matadors}")
    for game in TABLE
    for matadors in range(1, 5 if game == "grand" else 12)
]


def skat(options=None):
    return scheme_of(catalogue().variant("skat").ruleset(options), 3).scoring


def played(game="clubs", matadors=1, result="made", **more):
    """Return Ann’s score for a game. Bob and Cai defend."""
    options, names = more.pop("options", None), more.pop("names", THREE)
    entry = {"declarer": "Ann", "game": game, "result": result, **more}
    if matadors:
        entry["matadors"] = matadors
    return points("skat", entry, names=names, dealer=names[-1], options=options)["Ann"]


def refused(game="clubs", matadors=1, result="made", **more):
    """Return the codes of the problems with an entry."""
    entry = {"declarer": "Ann", "game": game, "result": result, **more}
    if matadors:
        entry["matadors"] = matadors
    return [problem.code for problem in refusals("skat", entry, names=THREE)]


# The table of values


def test_the_bids_are_those_of_the_published_list():
    assert skat().values == [int(bid) for bid in BIDS.split()]


@pytest.mark.parametrize(("game", "matadors"), GAMES)
def test_every_game_has_the_value_of_the_table(game, matadors):
    values = [int(value) for value in TABLE[game].split()]

    for extras, added in EXTRAS:
        value = values[matadors + added - 1]  # the table starts with factor 2

        assert played(game, matadors, **extras) == value


def test_the_table_has_every_value_and_no_other():
    found = {
        played(game, matadors, **extras)
        for game, matadors in ((game.values[0], game.values[1]) for game in GAMES)
        for extras, _ in EXTRAS
    } | {played("null", 0, **extras) for extras, _ in NULLS}

    assert sorted(found) == [int(bid) for bid in BIDS.split()]


@pytest.mark.parametrize(("extras", "value"), NULLS)
def test_null_games_have_fixed_values(extras, value):
    assert played("null", 0, **extras) == value
    assert played("null", 0, "lost", **extras) == -2 * value


# Lost games


@pytest.mark.parametrize(
    ("game", "matadors", "result", "more", "scored"),
    [
        ("diamonds", 1, "lost", {}, -36),  # 9 × 2
        ("diamonds", 1, "lost-schneider", {}, -54),  # 9 × 3
        ("diamonds", 1, "lost-schwarz", {}, -72),  # 9 × 4
        ("clubs", 2, "lost", {"hand": True}, -96),  # 12 × 4
        # Schneider was announced and missed: 1 + 1 + hand, schneider, announced: 24 × 5.
        ("grand", 1, "lost", {"hand": True, "announced": "schneider"}, -240),
        # Grand ouvert with four, with one trick lost: 24 × 11.
        ("grand", 4, "lost", {"hand": True, "announced": "ouvert"}, -528),
    ],
)
def test_a_lost_game_costs_twice_its_value(game, matadors, result, more, scored):
    assert played(game, matadors, result, **more) == scored
    assert played(game, matadors, result, **more, options={"lost-once": True}) == scored // 2


@pytest.mark.parametrize(
    ("game", "matadors", "more", "bid", "scored"),
    [
        # Hearts hand with one is worth 30. The next value of hearts from 59 up is 60.
        ("hearts", 1, {"hand": True}, 59, -120),
        ("spades", 1, {}, 22, 22),
        ("spades", 1, {}, 23, -66),
        # Schneider raises clubs with one from 24 to 36.
        ("clubs", 1, {"result": "schneider"}, 36, 36),
        ("clubs", 1, {"result": "schneider"}, 40, -96),
        ("grand", 1, {}, 50, -144),
        ("null", 0, {}, 23, 23),
        ("null", 0, {}, 24, -70),
        ("null", 0, {"hand": True, "announced": "ouvert"}, 60, -120),
    ],
)
def test_a_game_worth_less_than_the_bid_is_lost(game, matadors, more, bid, scored):
    assert played(game, matadors, bid=bid, **more) == scored


def test_a_lost_game_costs_at_least_the_bid():
    assert played("hearts", 1, "lost", bid=20) == -40
    assert played("hearts", 1, "lost", bid=45) == -100


# House rules


def test_tournaments_count_games_won_and_lost():
    options = {"seeger-fabian": True}
    lost = {"declarer": "Ann", "game": "clubs", "matadors": 1, "result": "lost"}

    assert played(options=options) == 24 + 50
    assert points("skat", lost, names=THREE, options=options) == {
        "Ann": -48 - 50,
        "Bob": 40,
        "Cai": 40,
    }
    assert points("skat", lost, names=FOUR, dealer="Dee", options=options) == {
        "Ann": -48 - 50,
        "Bob": 30,
        "Cai": 30,
        "Dee": 30,
    }


@pytest.mark.parametrize(("doubled", "factor"), [("kontra", 2), ("re", 4)])
def test_kontra_and_re_double_a_game(doubled, factor):
    options = {"kontra": True}

    assert played("spades", 2, doubled=doubled, options=options) == 33 * factor
    assert played("spades", 2, "lost", doubled=doubled, options=options) == -66 * factor


@pytest.mark.parametrize(
    ("taken", "virgin", "scored"),
    [
        ((70, 30, 20), False, (-70, 0, 0)),
        ((50, 50, 20), False, (-50, -50, 0)),
        ((40, 40, 40), False, (-40, -40, -40)),
        ((90, 30, 0), True, (-180, 0, 0)),
        ((0, 120, 0), False, (0, 120, 0)),
    ],
)
def test_the_most_card_points_of_a_ramsch_count_against_a_player(taken, virgin, scored):
    entry = {"ramsch": dict(zip(THREE, taken, strict=True))} | ({"virgin": True} if virgin else {})

    found = points("skat", entry, names=THREE, options={"ramsch": True})

    assert tuple(found.values()) == scored


def test_the_dealer_of_four_takes_no_part_in_a_ramsch():
    entry = {"ramsch": {"Ann": 60, "Bob": 40, "Dee": 20}}

    (problem,) = refusals("skat", entry, names=FOUR, dealer="Dee", options={"ramsch": True})

    assert (problem.code, problem.input) == ("sits-out", "ramsch-4")


# Entries


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ({"matadors": 0}, ["no-matadors"]),
        ({"matadors": 12}, ["too-many-matadors"]),
        ({"game": "grand", "matadors": 5}, ["too-many-matadors"]),
        ({"announced": "schneider", "result": "schneider"}, ["not-hand"]),
        ({"hand": True, "announced": "schneider"}, ["not-as-announced"]),
        ({"hand": True, "announced": "schwarz", "result": "schneider"}, ["not-as-announced"]),
        ({"hand": True, "announced": "ouvert", "result": "schneider"}, ["not-as-announced"]),
        ({"bid": 19}, ["no-such-bid"]),
        ({"bid": 171}, ["no-such-bid"]),
        ({"game": "null"}, ["null-matadors"]),
        ({"game": "null", "matadors": 0, "result": "schneider"}, ["null-result"]),
        ({"game": "null", "matadors": 0, "announced": "schwarz"}, ["null-announced"]),
        ({"passed": True}, ["not-played"]),
    ],
)
def test_a_hand_that_cannot_be_is_refused(more, codes):
    assert refused(**more) == codes


def test_a_hand_without_a_declarer_a_game_or_a_result_is_incomplete():
    found = refusals("skat", {"matadors": 1}, names=THREE)

    assert [problem.code for problem in found] == ["no-declarer", "no-game", "no-result"]


def test_only_one_player_is_the_declarer():
    entry = {"declarer": "1 2", "game": "null", "result": "made"}

    (problem,) = refusals("skat", entry, names=THREE)

    assert problem.message == "Ann and Bob are named as the declarer. Choose only one."


def test_the_dealer_of_four_sits_out():
    entry = {"declarer": "Ann", "game": "clubs", "matadors": 1, "result": "made"}

    (problem,) = refusals("skat", entry, names=FOUR, dealer="Ann")

    assert problem.message == (
        "Ann sits out this hand, so “Declarer” can’t apply to Ann. "
        "Change the answer, or choose another dealer."
    )
    assert points("skat", entry, names=THREE, dealer="Ann")["Ann"] == 24


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (
            {"game": "clubs", "matadors": 2, "hand": True, "result": "made"},
            "clubs: 2 matadors + 1 + 1: 12 × 4",
        ),
        ({"game": "grand", "matadors": 1, "result": "made"}, "grand: 1 matador + 1: 24 × 2"),
        (
            {"game": "hearts", "matadors": 1, "result": "made", "bid": 23},
            "hearts: 1 matador + 1: 10 × 2, overbid with 23: 30, lost: × 2",
        ),
        (
            {"game": "null", "hand": True, "announced": "ouvert", "result": "lost"},
            "null ouvert, hand, lost: × 2",
        ),
    ],
)
def test_a_reason_says_how_the_value_comes_about(entry, reason):
    found = deal("skat", {"declarer": "Ann"} | entry, names=THREE)

    assert found["Ann"][1] == reason
    assert found["Bob"] == (0, "defended")


def test_a_group_can_change_the_base_values():
    assert played("grand", 2, options={"grand-20": True}) == 60


def test_combinations_of_extras_are_all_that_the_rules_allow():
    """Every other combination of hand, announcement and result is rejected."""
    allowed = {
        (bool(extras.get("hand")), extras.get("announced"), extras["result"])
        for extras, _ in EXTRAS
    }
    for hand, announced, result in product(
        (False, True), (None, "schneider", "schwarz", "ouvert"), ("made", "schneider", "schwarz")
    ):
        more = ({"hand": True} if hand else {}) | ({"announced": announced} if announced else {})
        if (hand, announced, result) in allowed:
            assert played(result=result, **more) > 0
        else:
            assert refused(result=result, **more)
