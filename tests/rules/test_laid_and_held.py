"""Rummy 500: melds minus cards in hand, low aces, going out, and the target."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport, Problem
from rules.engine.errors import CatalogueError
from rules.engine.replay import uses_past
from rules.engine.schemes import Mark
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, past_of
from tests.rules.transcript import entry_texts, keys_of, table_of

SLUG = "rummy-500"
TWO = ("Ann", "Bob")
VALUES = {"values-5-10-15": True}


def rules(**options):
    return catalogue().variant(SLUG).ruleset({k.replace("_", "-"): v for k, v in options.items()})


def row(key, **options):
    return next((fact.text for fact in facts(rules(**options)) if fact.key == key), None)


def out(entry, winner="Bob"):
    """Return ``entry`` plus a side that went out with melds worth 100."""
    laid = {"laid-points": {winner: 100}} | {k: v for k, v in entry.items() if k != "laid-points"}
    laid["laid-points"] = {winner: 100} | entry.get("laid-points", {})
    return {"out": winner} | laid


# Scoring of a hand


@each_row
def test_a_hand_is_what_is_laid_less_what_is_held(entry, scored, because):
    assert deal(SLUG, out(entry), names=TWO)["Ann"] == (scored, because)


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param({"laid-points": {"Ann": "1+2+3", "Bob": 0}}, id="as-a-sum"),
        pytest.param(
            {"laid-cards": {"Ann": "A 2 3"}, "low": {"Ann": 1}, "laid-points": {"Bob": 0}},
            id="as-cards",
        ),
        pytest.param(
            {
                "laid-cards": {"Ann": "A 2 3"},
                "low": {"Ann": 1},
                "laid-points": {"Ann": 6, "Bob": 0},
            },
            id="as-both",
        ),
    ],
)
def test_ace_two_three_and_nothing_held_make_six(entry):
    entry |= {"out": "Ann", "held-cards": {"Bob": "K"}}

    assert points(SLUG, entry, names=TWO, accept_warnings=True) == {"Ann": 6, "Bob": -10}


def test_four_hands_make_21_together():
    entry = {
        "out": "Bob",
        "laid-cards": {"Ann": "K K K 5 6 7", "Dee": "9 9 JK"},
        "laid-points": {"Bob": "1+2+3", "Cai": 0},
        "held-cards": {"Ann": "A 3", "Cai": "A A Q", "Dee": "8"},
    }

    scored = points(SLUG, entry)

    assert scored == {"Ann": 30, "Bob": 6, "Cai": -40, "Dee": 25}
    assert sum(scored.values()) == 21


@pytest.mark.parametrize(
    ("laid", "low", "held", "scored"),
    [
        ("K K K", 0, "2", 25),  # 30 - 5
        ("A 2 3", 1, "A", 0),  # 3 x 5 - 15
        ("A A A", 0, "9 K", 30),  # 45 - 5 - 10
        ("10 J Q K JK", 0, "JK", 40),  # 40 + 15 - 15
    ],
)
def test_cards_may_count_5_10_and_15(laid, low, held, scored):
    entry = {"laid-cards": {"Ann": laid}, "held-cards": {"Ann": held}}
    entry |= {"low": {"Ann": low}} if low else {}

    assert points(SLUG, out(entry), names=TWO, options=VALUES)["Ann"] == scored


def test_an_empty_hand_says_who_went_out():
    entry = {"laid-points": {"Ann": 80, "Bob": 40}, "held-points": {"Ann": 0, "Bob": 9}}

    assert deal(SLUG, entry, names=TWO) == {
        "Ann": (80, "laid down: 80; went out"),
        "Bob": (31, "laid down: 40; left in hand: 9"),
    }


def test_when_the_stock_ran_out_everybody_is_charged():
    entry = {
        "ran-out": True,
        "laid-points": {"Ann": 50, "Bob": 0},
        "held-points": {"Ann": 20, "Bob": 45},
    }

    assert points(SLUG, entry, names=TWO) == {"Ann": 30, "Bob": -45}


def test_going_out_may_bring_25():
    entry = out({"laid-points": {"Ann": 50}, "held-points": {"Ann": 20}})

    assert points(SLUG, entry, names=TWO) == {"Ann": 30, "Bob": 100}
    assert deal(SLUG, entry, names=TWO, options={"going-out-25": True}) == {
        "Ann": (30, "laid down: 50; left in hand: 20"),
        "Bob": (125, "laid down: 100; went out; for going out"),
    }


# Low aces, and totals of melds


@given(
    aces=st.integers(0, 4),
    low=st.integers(0, 4),
    pips=st.lists(st.sampled_from(["2", "5", "9", "K"]), min_size=1, max_size=8),
)
def test_a_low_ace_takes_14_off_the_table(aces, low, pips):
    low = min(low, aces)
    pips = [pip for at, pip in enumerate(pips) if pips[:at].count(pip) < 4]
    entry = {
        "ran-out": True,
        "laid-cards": {"Ann": " ".join(["A"] * aces + pips)},
        "laid-points": {"Bob": 0},
        "held-points": {"Ann": 3, "Bob": 4},
    }
    high = points(SLUG, entry, names=TWO)["Ann"]

    lower = points(SLUG, entry | ({"low": {"Ann": low}} if low else {}), names=TWO)["Ann"]

    assert lower == high - 14 * low


@given(laid=st.integers(1, 200), held=st.integers(2, 80))
def test_totals_count_as_they_are_written(laid, held):
    entry = {
        "ran-out": True,
        "laid-points": {"Ann": laid, "Bob": 0},
        "held-points": {"Ann": held, "Bob": 5},
    }

    assert points(SLUG, entry, names=TWO) == {"Ann": laid - held, "Bob": -5}


# Errors

HELD = {"held-points": {"Ann": 20}}


def test_under_5_10_15_totals_are_multiples_of_five():
    entry = out({"laid-points": {"Ann": 32}, "held-points": {"Ann": 12}})

    found = refusals(SLUG, entry, names=TWO, options=VALUES)

    assert [(p.message, p.input) for p in found] == [
        (
            (
                "No cards laid down add up to 32 in Rummy 500. The nearest totals: 30 and 35. "
                "Check Ann’s melds."
            ),
            "laid-points-1",
        ),
        (
            (
                "No cards add up to 12 in Rummy 500. The nearest totals: 10 and 15. Check Ann’s "
                "hand."
            ),
            "held-points-1",
        ),
    ]


@pytest.mark.parametrize("total", [1, 5, 6, 15, 20])
def test_a_low_ace_makes_small_totals_possible(total):
    options = VALUES if total % 5 == 0 else {}

    scored = points(SLUG, out({"laid-points": {"Ann": total}} | HELD), names=TWO, options=options)

    assert scored["Ann"] == total - 20


def test_who_goes_out_with_few_cards_on_the_table_is_asked_about():
    entry = {"out": "Bob", "laid-cards": {"Bob": "K K K"}, "laid-points": {"Ann": 0}} | HELD

    found = refusals(SLUG, entry, names=TWO)

    assert found == [
        Problem(
            "few-laid",
            "Bob went out with three cards laid down, but 13 were dealt. Is that right?",
            "laid-cards-2",
            warning=True,
        )
    ]
    assert points(SLUG, entry, names=TWO, accept_warnings=True) == {"Ann": -20, "Bob": 30}


def test_more_players_have_two_packs():
    names = ("Ann", "Bob", "Cai", "Dee", "Eva")
    nothing = dict.fromkeys(names[2:], 0)
    entry = {
        "out": "Bob",
        "laid-cards": {"Ann": "8xK", "Bob": "4xJK 2 3 4"},
        "laid-points": nothing,
        "held-points": dict.fromkeys(names[2:], 10) | {"Ann": 10},
    }

    assert points(SLUG, entry, names=names) == {
        "Ann": 70,
        "Bob": 69,
        "Cai": -10,
        "Dee": -10,
        "Eva": -10,
    }


def test_without_jokers_none_can_be_laid():
    found = refusals(
        SLUG, out({"laid-cards": {"Ann": "9 9 JK"}} | HELD), names=TWO, options={"jokers": 0}
    )

    assert [problem.message for problem in found] == [
        "Ann can’t lay down one joker. The deck has none."
    ]


# Floating


def test_a_floating_player_has_no_cards_and_is_not_out():
    entry = {"out": "Bob", "laid-points": {"Ann": 60, "Bob": 80}, "held-points": {"Ann": 0}}

    assert deal(SLUG, entry, names=TWO, options={"floating": True}) == {
        "Ann": (60, "laid down: 60; no cards, but not out"),
        "Bob": (80, "laid down: 80; went out"),
    }


def test_where_players_float_the_one_who_is_out_is_marked():
    entry = {"laid-points": {"Ann": 60, "Bob": 80}, "held-points": {"Ann": 0, "Bob": 12}}

    found = refusals(SLUG, entry, names=TWO, options={"floating": True})

    assert [problem.code for problem in found] == ["nobody-out"]


# The end


def game(entries, **options):
    """Return the state of a game between Ann and Bob after these entries, given as texts."""
    ruleset = rules(**options)
    table = table_of(ruleset, TWO, "Ann")
    texts = [entry_texts(entry, keys_of(table)) for entry in entries]
    reports = [DealReport(number, table, said) for number, said in enumerate(texts, 1)]
    scored = past_of(ruleset, reports).deals
    won = [key for key in table.keys if Mark.WON in scored[-1].marks_of(key)]
    marks = {side.name: scored[-1].marks_of(side.key) for side in table.sides}
    return standings(ruleset, table.keys, [each.points for each in scored], won=won), marks


def hand(winner, ann, bob, held):
    other = "Bob" if winner == "Ann" else "Ann"
    return {"out": winner, "laid-points": {"Ann": ann, "Bob": bob}, "held-points": {other: held}}


def test_the_highest_total_past_the_target_wins_whoever_went_out():
    entries = [hand("Ann", 250, 160, 10), hand("Ann", 150, 250, 10), hand("Ann", 100, 200, 10)]

    before, _ = game(entries[:2])
    after, _ = game(entries)

    assert before.running[-1] == {"1": 400, "2": 390}
    assert not before.is_over
    assert after.running[-1] == {"1": 500, "2": 580}
    assert after.winners == ("2",)


def test_level_at_the_target_another_hand_is_played():
    entries = [hand("Ann", 200, 160, 10), hand("Bob", 160, 200, 10), hand("Ann", 160, 170, 10)]

    level, _ = game(entries)
    after, _ = game([*entries, hand("Bob", 20, 15, 8)])

    assert level.running[-1] == {"1": 510, "2": 510}
    assert not level.is_over
    assert after.running[-1] == {"1": 522, "2": 525}
    assert after.winners == ("2",)


def test_a_claimed_target_is_won_only_by_going_out():
    entries = [hand("Ann", 150, 200, 20), hand("Ann", 60, 200, 20)]

    before, marks = game(entries, must_go_out_to_win=True, target_300=True)
    after, last = game(
        [*entries, hand("Ann", 90, 70, 10)], must_go_out_to_win=True, target_300=True
    )

    assert before.running[-1] == {"1": 210, "2": 360}
    assert not before.is_over
    assert marks == {"Ann": (Mark.ACHIEVED,), "Bob": ()}
    assert after.running[-1] == {"1": 300, "2": 420}
    assert after.winners == ("1",)
    assert last == {"Ann": (Mark.WON,), "Bob": ()}


def test_points_for_going_out_help_to_claim_the_target():
    entries = [hand("Ann", 275, 100, 10)]
    options = {"must_go_out_to_win": True, "target_300": True}

    without, _ = game(entries, **options)
    with_them, _ = game(entries, **options, going_out_25=True)

    assert not without.is_over
    assert with_them.winners == ("1",)


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({}, 500),
        ({"target_300": True}, 300),
        ({"target_1000": True}, 1000),
        ({"long_form": 2500}, 2500),
    ],
)
def test_a_game_may_go_to_another_target(options, target):
    assert rules(**options).end.target == target


def test_a_game_has_one_target():
    with pytest.raises(CatalogueError, match="can’t be used together"):
        rules(target_300=True, target_1000=True)


# Fields and facts


def test_the_pad_asks_for_table_and_hand():
    asked = entry_fields(rules(), 1, 3)

    assert [(field.id, field.label, field.scope) for field in asked] == [
        ("out", "Who went out", "deal"),
        ("ran-out", "The cards ran out", "deal"),
        ("laid", "Laid down", "side"),
        ("low", "Aces laid low (1)", "side"),
        ("held", "Left in hand", "side"),
    ]
    assert uses_past(rules())


def test_low_aces_are_asked_only_where_they_count_otherwise():
    ruleset = catalogue().variant(SLUG).ruleset(patches={"scoring.figures.ace_low": 0})

    assert "low" not in [field.id for field in entry_fields(ruleset, 1, 3)]


@pytest.mark.parametrize(
    ("options", "key", "told"),
    [
        ({}, "values", "2–9: face value; 10–K: 10; A, Joker: 15"),
        ({"values_5_10_15": True}, "values", "2–9: 5; 10–K: 10; A, Joker: 15"),
        ({"jokers": 0}, "values", "2–9: face value; 10–K: 10; A: 15"),
        ({}, "hand", "the cards laid down, less the cards left in hand"),
        ({}, "ace-low", "1"),
        ({"values_5_10_15": True}, "ace-low", "5"),
        ({}, "out-bonus", None),
        ({"going_out_25": True}, "out-bonus", "+25"),
        ({}, "floating", None),
        ({"floating": True}, "floating", "the player floats and is not out"),
        ({"floating": True}, "going-out", "your last card must be a discard"),
        (
            {"must_go_out_to_win": True, "target_300": True},
            "winner",
            "first to go out with a total of 300 or more",
        ),
        ({}, "takes", "unlimited"),
        ({"no_rummy_call": True}, "takes", None),
        ({"discard_to_go_out": True}, "going-out", "your last card must be a discard"),
        (
            {"jokers": 0},
            "deck",
            "2–4 players: one pack, no jokers; 5–8 players: two packs, no jokers",
        ),
        ({}, "winner", "first to 500"),
    ],
)
def test_an_option_shows_among_the_facts(options, key, told):
    assert row(key, **options) == told


@pytest.mark.parametrize(
    "option", ["must-meld-top-discard", "new-meld-only", "rummy-call-top-card-only"]
)
def test_a_rule_of_play_is_recorded_and_changes_no_points(option):
    with_it = catalogue().variant(SLUG).ruleset({option: True})

    assert with_it.model_copy(update={"options": {}}) == rules()
