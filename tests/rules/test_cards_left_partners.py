"""Partners each hold a hand, but score as one side."""

from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.inputs import OneSeat, OneSide
from tests.rules.played import deal, points, refusals
from tests.rules.scored import entry_fields

SLUG = "contract-rummy"
PAIRS = {"players": {"min": 4, "max": 4, "team": 2}}


def test_a_side_scores_what_both_its_hands_hold():
    entry = {"out": "Ann", "left-cards": {"Bob": "K 5"}, "left-points": {"Dee": 7}}

    assert deal(SLUG, entry, patches=PAIRS) == {
        "Ann & Cai": (0, "Ann: went out"),
        "Bob & Dee": (22, "Bob: K 5: 10 + 5; Dee: 7, entered as a total"),
    }


def test_the_hand_of_a_player_whose_partner_went_out_does_not_count():
    entry = {"out": "Cai", "left-cards": {"Ann": "jk jk", "Bob": "9"}, "left-points": {"Dee": 7}}

    assert points(SLUG, entry, patches=PAIRS) == {"Ann & Cai": 0, "Bob & Dee": 16}


def test_when_the_cards_run_out_all_four_hands_count():
    entry = {"ran-out": True, "left-points": {"Ann": 5, "Bob": 6, "Cai": 7, "Dee": 8}}

    assert points(SLUG, entry, patches=PAIRS) == {"Ann & Cai": 12, "Bob & Dee": 14}


def test_a_declared_zero_puts_one_of_the_partners_out():
    entry = {"left-points": {"Ann": 40, "Bob": 6, "Cai": 0, "Dee": 8}}

    assert deal(SLUG, entry, patches=PAIRS)["Ann & Cai"] == (0, "Cai: went out")


def test_each_hand_of_the_other_side_must_be_told():
    entry = {"out": "Dee", "left-points": {"Cai": 7}}

    assert refusals(SLUG, entry, patches=PAIRS) == [
        Problem(
            "missing",
            "Nothing has been entered for Ann. Enter the cards left in hand, or their total.",
            "left-points-1",
        )
    ]


def test_partners_cannot_both_go_out():
    entry = {"out": "Ann", "left-points": {"Bob": 6, "Cai": 0, "Dee": 8}}

    assert refusals(SLUG, entry, patches=PAIRS) == [
        Problem(
            "several-out",
            "Ann and Cai are marked as out. Only one player goes out in a deal, so mark one.",
            "out",
        )
    ]


def test_the_cards_of_all_four_hands_are_counted_against_the_deck():
    entry = {"out": "Ann", "left-cards": {"Bob": "KS", "Cai": "KS", "Dee": "KS"}}

    assert refusals(SLUG, entry, patches=PAIRS) == [
        Problem(
            "more-than-deck",
            (
                "Bob, Cai and Dee can’t have K♠ 3 times between them. The deck has 2. Check "
                "these hands."
            ),
            "left-cards-4",
        )
    ]


def test_a_fine_of_one_player_is_the_sides():
    figures = {"scoring.figures": {"false_call": 50, "missing_card": 10, "caller": -10}}
    entry = {
        "out": "Ann",
        "left-points": {"Bob": 6, "Dee": 8},
        "false-call": "Dee",
        "missing": {"Cai": 2, "Bob": 1},
    }

    assert deal(SLUG, entry, patches=PAIRS | figures) == {
        "Ann & Cai": (10, "Ann: went out; for going out; two cards short"),  # 20 - 10
        "Bob & Dee": (
            74,
            ("Bob: 6, entered as a total; Dee: 8, entered as a total; one card short; false call"),
        ),
    }


def test_takes_are_counted_seat_by_seat():
    takes = {"deals.1.takes": {"limit": 2, "extra": 1}}
    entry = {"out": "Ann", "left-points": {"Bob": 6, "Dee": 8}, "takes": {"Cai": 1, "Dee": 3}}

    assert deal(SLUG, entry | {"takes": {"Cai": 1, "Dee": 2}}, patches=PAIRS | takes) == {
        "Ann & Cai": (0, "Ann: went out; one May I?"),
        "Bob & Dee": (
            14,
            ("Bob: 6, entered as a total; Dee: 8, entered as a total; two May I? calls"),
        ),
    }
    assert refusals(SLUG, entry, patches=PAIRS | takes) == [
        Problem(
            "too-many-takes",
            "Dee can’t have three May I? calls: deal 1 allows each player 2. Correct the number.",
            "takes-4",
        )
    ]


def test_a_perfect_cut_of_one_player_is_the_sides():
    entry = {"out": "Ann", "left-points": {"Bob": 6, "Dee": 8}, "cut": True}

    # Dee sits to the right of Ann, who deals.
    assert points("liverpool-rummy", entry, patches=PAIRS) == {"Ann & Cai": 0, "Bob & Dee": -36}


def test_partners_are_asked_for_a_hand_each_and_others_for_one_a_side():
    alone = catalogue().variant(SLUG).ruleset()
    pairs = catalogue().variant(SLUG).ruleset(patches=PAIRS)

    def kinds(rules):
        return {asked.id: (asked.scope, type(asked.kind)) for asked in entry_fields(rules, 1, 4)}

    assert kinds(pairs)["out"] == ("deal", OneSeat)
    assert kinds(pairs)["left"][0] == "seat"
    assert kinds(alone)["out"] == ("deal", OneSide)
    assert kinds(alone)["left"][0] == "side"
