"""Rules added to counting cards: who collects, blocked deals, going rummy, bonuses, penalties."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryRefusedError, Problem
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals
from tests.rules.scored import entry_fields

SLUG = "contract-rummy"
THREE = ("Ann", "Bob", "Cai")


def with_figures(patches=None, **figures):
    """Return the arguments of ``deal`` for Contract Rummy with three players and these values."""
    return {"names": THREE, "patches": {"scoring.figures": figures} | (patches or {})}


def left(**totals):
    return {"left-points": {name.capitalize(): total for name, total in totals.items()}}


def labels(**figures):
    rules = catalogue().variant(SLUG).ruleset(patches={"scoring.figures": figures})
    return {asked.id: asked.label for asked in entry_fields(rules, 1, 3)}


def row(key, **figures):
    rules = catalogue().variant(SLUG).ruleset(patches={"scoring.figures": figures})
    return next((fact.text for fact in facts(rules) if fact.key == key), None)


# Who collects


def test_the_winner_of_a_deal_collects_what_the_others_hold():
    entry = {"out": "Ann", "left-cards": {"Bob": "K 5"}, "left-points": {"Cai": 7}}

    assert deal(SLUG, entry, **with_figures(collects="winner")) == {
        "Ann": (22, "went out, collects 22"),  # 10 + 5 + 7
        "Bob": (0, "K 5: 10 + 5"),
        "Cai": (0, "7, entered as a total"),
    }


def test_in_cash_the_others_pay_what_the_winner_collects():
    entry = {"out": "Bob", "left-points": {"Ann": "12+11", "Cai": 7}}

    assert deal(SLUG, entry, **with_figures(collects="cash")) == {
        "Ann": (-23, "12+11, entered as a total"),
        "Bob": (30, "went out, collects 30"),
        "Cai": (-7, "7, entered as a total"),
    }


@pytest.mark.parametrize(
    ("collects", "counted"),
    [
        ("", {"Ann": 12, "Bob": 5, "Cai": 20}),
        ("winner", {"Ann": -12, "Bob": -5, "Cai": -20}),
        ("cash", {"Ann": 0, "Bob": 0, "Cai": 0}),
    ],
)
def test_when_the_cards_run_out_there_is_nobody_to_collect(collects, counted):
    entry = {"ran-out": True} | left(ann=12, bob=5, cai=20)

    assert points(SLUG, entry, **with_figures(collects=collects)) == counted


@pytest.mark.parametrize(
    ("collects", "counted"),
    [
        ("winner", {"Ann": 0, "Bob": 22, "Cai": 0}),  # 12 - 5 and 20 - 5
        ("cash", {"Ann": -7, "Bob": 22, "Cai": -15}),
    ],
)
def test_the_smallest_hand_of_a_blocked_deal_collects_the_differences(collects, counted):
    entry = {"ran-out": True} | left(ann=12, bob=5, cai=20)
    rules = with_figures(collects=collects, blocked="differences")

    assert points(SLUG, entry, **rules) == counted
    assert deal(SLUG, entry, **rules)["Bob"] == (22, "5, entered as a total, collects 22")


@pytest.mark.parametrize(
    ("collects", "counted"),
    [
        # 20 - 5 is split between two players, and the earlier seat gets the odd point
        ("winner", {"Ann": 8, "Bob": 0, "Cai": 7}),
        ("cash", {"Ann": 8, "Bob": -15, "Cai": 7}),
    ],
)
def test_equally_small_hands_of_a_blocked_deal_share_the_differences(collects, counted):
    entry = {"ran-out": True} | left(ann=5, bob=20, cai=5)

    rules = with_figures(collects=collects, blocked="differences")

    assert points(SLUG, entry, **rules) == counted


def test_a_deal_with_a_winner_is_not_blocked():
    entry = {"out": "Cai"} | left(ann=12, bob=5)

    rules = with_figures(collects="winner", blocked="differences")

    assert points(SLUG, entry, **rules) == {"Ann": 0, "Bob": 0, "Cai": 17}


def test_where_all_count_a_blocked_deal_has_no_winner():
    entry = {"ran-out": True} | left(ann=12, bob=5, cai=20)

    assert points(SLUG, entry, **with_figures(blocked="all")) == {"Ann": 12, "Bob": 5, "Cai": 20}


# Going rummy


def test_going_rummy_doubles_what_the_others_count():
    entry = {"out": "Ann", "rummy": True, "left-cards": {"Bob": "K 5"}, "left-points": {"Cai": 7}}

    assert deal(SLUG, entry, **with_figures(rummy=2)) == {
        "Ann": (0, "went out"),
        "Bob": (30, "K 5: 10 + 5, × 2"),
        "Cai": (14, "7, entered as a total, × 2"),
    }


def test_going_rummy_doubles_what_the_winner_collects():
    entry = {"out": "Ann", "rummy": True} | left(bob=15, cai=7)

    assert points(SLUG, entry, **with_figures(rummy=2, collects="cash")) == {
        "Ann": 44,
        "Bob": -30,
        "Cai": -14,
    }


def test_without_the_tick_a_deal_counts_once():
    entry = {"out": "Ann"} | left(bob=15, cai=7)

    assert points(SLUG, entry, **with_figures(rummy=2)) == {"Ann": 0, "Bob": 15, "Cai": 7}


@each_row
def test_how_somebody_went_out_is_said_only_when_somebody_did(figure, field, message):
    entry = {"ran-out": True, field: True} | left(ann=12, bob=5, cai=20)

    found = refusals(SLUG, entry, **with_figures(**figure))

    assert found == [Problem("nobody-out", message, field)]


# Bonuses and penalties


def test_laying_down_and_going_out_in_one_turn_has_a_bonus():
    entry = {"out": "Bob", "at-once": True} | left(ann=15, cai=7)

    assert deal(SLUG, entry, **with_figures(at_once=-25)) == {
        "Ann": (15, "15, entered as a total"),
        "Bob": (-25, "went out; down and out in one turn"),
        "Cai": (7, "7, entered as a total"),
    }


def test_who_goes_out_may_score_for_it():
    entry = {"out": "Bob"} | left(ann=15, cai=7)

    rules = with_figures(caller=-10, at_once=-25)

    assert deal(SLUG, entry, **rules)["Bob"] == (-10, "went out; for going out")
    assert points(SLUG, entry | {"at-once": True}, **rules)["Bob"] == -35


def test_when_the_cards_run_out_nobody_scores_for_going_out():
    entry = {"ran-out": True} | left(ann=15, bob=2, cai=7)

    assert points(SLUG, entry, **with_figures(caller=-10)) == {"Ann": 15, "Bob": 2, "Cai": 7}


def test_a_false_call_is_fined_beside_the_hand():
    entry = {"out": "Ann", "false-call": "Cai"} | left(bob=15, cai=7)

    assert deal(SLUG, entry, **with_figures(false_call=50)) == {
        "Ann": (0, "went out"),
        "Bob": (15, "15, entered as a total"),
        "Cai": (57, "7, entered as a total; false call"),
    }


def test_each_card_that_a_hand_has_too_few_is_fined():
    entry = {"out": "Ann", "missing": {"Ann": 1, "Bob": 3, "Cai": 0}} | left(bob=15, cai=7)

    assert deal(SLUG, entry, **with_figures(missing_card=10)) == {
        "Ann": (10, "went out; one card short"),
        "Bob": (45, "15, entered as a total; three cards short"),
        "Cai": (7, "7, entered as a total"),
    }


def test_more_cards_too_few_than_any_hand_has_are_refused():
    entry = {"out": "Ann", "missing": {"Bob": 31}} | left(bob=15, cai=7)

    assert points(SLUG, entry | {"missing": {"Bob": 30}}, **with_figures(missing_card=1)) == {
        "Ann": 0,
        "Bob": 45,
        "Cai": 7,
    }
    assert refusals(SLUG, entry, **with_figures(missing_card=1)) == [
        Problem("too-many-missing", "Bob can’t be 31 cards short. Check the number.", "missing-2")
    ]


def test_a_game_is_asked_only_for_what_it_counts():
    assert labels() == {
        "out": "Who went out",
        "ran-out": "The cards ran out",
        "left": "Left in hand",
    }
    assert labels(rummy=2, at_once=-25, false_call=50, missing_card=10, caller=-10) == {
        "out": "Who went out",
        "ran-out": "The cards ran out",
        "left": "Left in hand",
        "missing": "Cards short",
        "rummy": "Went rummy (× 2)",
        "at-once": "Down and out in one turn (−25)",
        "false-call": "Made a false call (+50)",
    }


@pytest.mark.parametrize("field", ["rummy", "at-once", "false-call"])
def test_what_a_game_does_not_count_is_refused(field):
    entry = {"out": "Ann", field: "1"} | left(bob=15, cai=7)

    assert refusals(SLUG, entry, names=THREE) == [
        Problem(
            "unasked", "One of the answers isn’t needed under these rules. Leave it out.", field
        )
    ]


# A rank that is wild in one deal


WILD_SEVENS = {"deals.1.wild": ["7"]}


def test_the_wild_rank_of_a_deal_costs_what_the_game_says_in_that_deal_alone():
    rules = with_figures(WILD_SEVENS, wild=20)
    entry = {"out": "Ann", "left-cards": {"Bob": "7 K 7", "Cai": "8"}}

    first = deal(SLUG, entry, **rules)
    second = deal(SLUG, entry, before=[entry], **rules)

    assert first["Bob"] == (50, "7 K 7: 20 + 10 + 20")
    assert second["Bob"] == (24, "7 K 7: 7 + 10 + 7")
    assert first["Cai"] == second["Cai"] == (8, "8: 8")


def test_a_total_beside_the_cards_counts_the_wild_rank_of_the_deal():
    rules = with_figures(WILD_SEVENS, wild=20)
    entry = {"out": "Ann", "left-cards": {"Bob": "7 7"}, "left-points": {"Bob": 14, "Cai": 8}}

    assert refusals(SLUG, entry, **rules) == [
        Problem(
            "cards-or-total",
            (
                "Bob’s cards 2x7 come to 40, but the total entered "
                "is 14. Clear the cards or the total."
            ),
            "left-points-2",
        )
    ]
    assert points(SLUG, entry | left(bob=40, cai=8), **rules)["Bob"] == 40


def test_a_declared_total_may_need_the_wild_rank_of_the_deal():
    # in the first deal, every card counts ten except the sevens
    tens = WILD_SEVENS | {"scoring.values.*": 10}
    rules = with_figures(tens, wild=25)
    entry = {"out": "Ann"} | left(bob=35, cai=10)

    assert points(SLUG, entry, **rules)["Bob"] == 35
    with pytest.raises(EntryRefusedError) as refused:
        deal(SLUG, entry, before=[entry], **rules)
    assert str(refused.value) == (
        "No cards add up to 35 in Contract Rummy. The nearest totals: 30 and 40. Check Bob’s hand."
    )


# Hands worth 0


@pytest.mark.parametrize(
    "values",
    [{"scoring.values.2": 0}, {"scoring.values.2": -5}],
    ids=["free-twos", "twos-below-zero"],
)
def test_a_zero_says_that_somebody_went_out_only_where_no_hand_comes_to_nothing(values):
    rules = with_figures(values)
    entry = left(ann=0, bob=15, cai=0)

    assert [problem.code for problem in refusals(SLUG, entry, **rules)] == ["nobody-out"]
    assert deal(SLUG, entry | {"out": "Ann"}, **rules) == {
        "Ann": (0, "went out"),
        "Bob": (15, "15, entered as a total"),
        "Cai": (0, "0, entered as a total"),
    }


def test_after_a_last_turn_several_hands_may_come_to_nothing():
    rules = with_figures(last_turn=True)
    entry = {"out": "Ann"} | left(bob=0, cai=7)

    assert points(SLUG, entry, **rules) == {"Ann": 0, "Bob": 0, "Cai": 7}
    assert [problem.code for problem in refusals(SLUG, left(ann=0, bob=0, cai=7), **rules)] == [
        "nobody-out"
    ]


def test_a_total_below_zero_stands_where_a_card_costs_less_than_nothing():
    rules = with_figures({"scoring.values.2": -5})

    assert points(SLUG, {"out": "Ann"} | left(bob=-10, cai="3-5"), **rules) == {
        "Ann": 0,
        "Bob": -10,
        "Cai": -2,
    }
    assert points(SLUG, {"out": "Ann", "left-cards": {"Bob": "2 2 K", "Cai": "9"}}, **rules) == {
        "Ann": 0,
        "Bob": 0,
        "Cai": 9,
    }


# Games with unknown card values


NO_VALUES = {"scoring.values": {}}


def test_without_values_a_hand_is_told_by_its_total():
    entry = {"out": "Ann"} | left(bob=1, cai=937)

    assert points(SLUG, entry, names=THREE, patches=NO_VALUES) == {"Ann": 0, "Bob": 1, "Cai": 937}


def test_without_values_cards_cannot_be_counted():
    entry = {"out": "Ann", "left-cards": {"Bob": "K"}} | left(cai=7)

    assert refusals(SLUG, entry, names=THREE, patches=NO_VALUES) == [
        Problem(
            "unreadable",
            "Bob: The card values of this game aren’t known. Enter the total instead.",
            "left-cards-2",
        )
    ]


def test_without_values_a_total_below_zero_is_refused_too():
    entry = {"out": "Ann"} | left(bob=-5, cai=7)

    assert refusals(SLUG, entry, names=THREE, patches=NO_VALUES) == [
        Problem(
            "below-zero",
            "Bob’s hand can’t come to −5. Enter what the cards are worth, without a minus sign.",
            "left-points-2",
        )
    ]


def test_without_a_pack_of_its_own_a_game_checks_no_numbers_of_cards():
    rules = {"names": THREE, "patches": {"deck": None}}
    entry = {"out": "Ann", "left-cards": {"Bob": "9xK"}} | left(cai=1)

    assert points(SLUG, entry, **rules) == {"Ann": 0, "Bob": 90, "Cai": 1}
    assert [problem.code for problem in refusals(SLUG, entry | left(bob=91, cai=1), **rules)] == [
        "cards-or-total"
    ]


# Facts


@each_row
def test_each_figure_is_a_fact(figures, key, text):
    assert row(key, **figures) == text
    assert row(key) is None
