"""Rummy and Block Rummy: points for cards left in hand, who gets them, and the end of the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import read_hand
from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.errors import CatalogueError
from rules.engine.seating import Entrant
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals, standings

THREE = ("Ann", "Bob", "Cai")
LOSERS = {"Ann": 12, "Bob": 25, "Cai": 7}
TWO_LOSERS = {"Ann": 14, "Bob": 23}


def rules(slug="rummy", **options):
    return catalogue().variant(slug).ruleset({k.replace("_", "-"): v for k, v in options.items()})


def row(ruleset, key):
    return next((fact.text for fact in facts(ruleset) if fact.key == key), None)


def explained(slug, option):
    return next(o.explanation for o in catalogue().variant(slug).options if o.id == option)


# Cards left in hand


@pytest.mark.parametrize(
    ("options", "hand", "worth"),
    [
        pytest.param({}, "♠A", 1, id="2-lone-ace"),
        pytest.param({}, "♠K ♥10", 20, id="3-king-and-ten"),
        pytest.param({}, "♣A ♦3 ♦4 ♥9 ♠J ♠Q ♣7", 44, id="4-mixed-seven-cards"),
        pytest.param({"aces-high-or-low": True}, "♠A ♥9", 24, id="5-aces-high-or-low"),
        pytest.param({"jokers-wild": 2}, "Joker ♣5", 20, id="6-jokers-wild"),
        pytest.param(
            {"aces-high-or-low": True, "jokers-wild": 2}, "Joker Joker ♦A ♦2", 47, id="7-both"
        ),
    ],
)
def test_a_loser_is_charged_for_the_cards_left(options, hand, worth):
    entry = {"out": "Ann", "left-cards": {"Bob": hand}, "left-points": {"Cai": 10}}

    scored = points("rummy", entry, names=THREE, options=options)

    assert scored == {"Ann": 0, "Bob": worth, "Cai": 10}


def test_1_whoever_went_out_scores_nothing():
    entry = {"out": "Bob", "left-points": {"Ann": 44, "Cai": 20}}

    assert deal("rummy", entry, names=THREE)["Bob"] == (0, "went out")


@pytest.mark.parametrize("slug", ["rummy", "block-rummy"])
def test_8_when_the_stock_is_gone_both_players_count_what_they_hold(slug):
    entry = {"ran-out": True, "left-cards": {"Ann": "♥6 ♠6", "Bob": "♠A ♠2"}}
    options = {"block-rummy": True} if slug == "rummy" else {}

    scored = points(slug, entry, names=("Ann", "Bob"), options=options)

    assert scored == {"Ann": 12, "Bob": 3}


@pytest.mark.parametrize(("hand", "worth"), [("K 7 A", 18), ("9 8 3", 20), ("Q J 10 2", 32)])
def test_block_rummy_charges_a_hand(hand, worth):
    assert rules("block-rummy").card_values.total(read_hand(hand)) == worth


def test_in_block_rummy_the_winner_may_collect_the_three_hands():
    hands = {"Ann": "K 7 A", "Bob": "9 8 3", "Cai": "Q J 10 2"}

    scored = points(
        "block-rummy", {"out": "Dee", "left-cards": hands}, options={"winner-collects": True}
    )

    assert scored == {"Ann": 0, "Bob": 0, "Cai": 0, "Dee": 70}


# Who scores


@pytest.mark.parametrize(
    ("options", "entry", "scored"),
    [
        pytest.param({}, LOSERS, LOSERS | {"Dee": 0}, id="standard"),
        pytest.param(
            {"winner-scores": True},
            LOSERS,
            {"Ann": 0, "Bob": 0, "Cai": 0, "Dee": 44},
            id="winner-scores",
        ),
        pytest.param(
            {"cash-settlement": 5},
            LOSERS,
            {"Ann": -12, "Bob": -25, "Cai": -7, "Dee": 44},
            id="cash-settlement",
        ),
    ],
)
def test_three_losers_hold_12_25_and_7(options, entry, scored):
    assert points("rummy", {"out": "Dee", "left-points": entry}, options=options) == scored


@pytest.mark.parametrize(
    ("options", "scored"),
    [
        pytest.param({}, {"Ann": 28, "Bob": 46, "Cai": 0}, id="go-rummy-double"),
        pytest.param(
            {"winner-scores": True}, {"Ann": 0, "Bob": 0, "Cai": 74}, id="with-winner-scores"
        ),
        pytest.param(
            {"cash-settlement": 5}, {"Ann": -28, "Bob": -46, "Cai": 74}, id="with-cash-settlement"
        ),
    ],
)
def test_going_rummy_doubles_the_round(options, scored):
    entry = {"out": "Cai", "rummy": True, "left-points": TWO_LOSERS}

    doubled = points("rummy", entry, names=THREE, options=options | {"go-rummy-double": True})

    assert doubled == scored


def test_a_round_without_going_rummy_counts_once_under_the_option():
    entry = {"out": "Cai", "left-points": TWO_LOSERS}

    scored = points("rummy", entry, names=THREE, options={"go-rummy-double": True})

    assert scored == TWO_LOSERS | {"Cai": 0}


def test_nobody_goes_rummy_without_going_out():
    entry = {"ran-out": True, "rummy": True, "left-points": TWO_LOSERS | {"Cai": 5}}

    found = refusals("rummy", entry, names=THREE, options={"go-rummy-double": True})

    assert found == [
        Problem(
            "nobody-out",
            "Nobody can go rummy without going out. Mark who went out, or untick this.",
            "rummy",
        )
    ]


def test_going_rummy_is_not_asked_in_the_plain_game():
    found = refusals("rummy", {"out": "Cai", "rummy": True, "left-points": TWO_LOSERS}, names=THREE)

    assert [problem.code for problem in found] == ["unasked"]


@pytest.mark.parametrize(
    ("options", "scored"),
    [
        ({}, {"Ann": 12, "Bob": 3, "Cai": 5}),
        ({"winner-collects": True}, {"Ann": -12, "Bob": -3, "Cai": -5}),
        ({"cash-settlement": 5}, {"Ann": 0, "Bob": 0, "Cai": 0}),
    ],
)
def test_a_blocked_round_has_nobody_to_collect(options, scored):
    entry = {"ran-out": True, "left-points": {"Ann": 12, "Bob": 3, "Cai": 5}}

    assert points("block-rummy", entry, names=THREE, options=options) == scored


@given(totals=st.lists(st.integers(1, 60), min_size=3, max_size=3), rummy=st.booleans())
def test_what_losers_pay_is_what_the_winner_gets(totals, rummy):
    entry = {
        "out": "Dee",
        "left-points": dict(zip(THREE, totals, strict=True)),
        **({"rummy": True} if rummy else {}),
    }
    options = {"cash-settlement": 3, "go-rummy-double": True}

    scored = points("rummy", entry, options=options, accept_warnings=True)

    assert sum(scored.values()) == 0
    assert scored["Dee"] == sum(totals) * (1 + rummy)


# Errors


@pytest.mark.parametrize(("players", "dealt"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_a_hand_is_never_larger_than_what_was_dealt(players, dealt):
    names = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay")[:players]
    others = dict.fromkeys(names[2:], 5)

    def entry(cards):
        hand = f"4x2 {cards - 4}x3" if cards <= 8 else f"4x2 4x3 {cards - 8}x4"
        return {"out": "Ann", "left-cards": {"Bob": hand}, "left-points": others}

    assert points("rummy", entry(dealt), names=names)["Bob"] > 0
    assert [p.code for p in refusals("rummy", entry(dealt + 1), names=names)] == ["large-hand"]


# The end


def at(totals, slug="rummy", **options):
    """Return the standings after a round, given each player’s total before it and points."""
    entrants = [Entrant(name, start) for name, (start, _) in totals.items()]
    scored = {name: points for name, (_, points) in totals.items()}
    return standings(rules(slug, **options), entrants, [scored])


def test_the_target_is_passed_and_the_lowest_total_wins():
    entry = {"out": "Bob", "left-points": {"Ann": 5, "Cai": 12}}
    scored = points("rummy", entry, names=THREE)

    game = at({"Ann": (98, scored["Ann"]), "Bob": (64, scored["Bob"]), "Cai": (71, scored["Cai"])})

    assert scored == {"Ann": 5, "Bob": 0, "Cai": 12}
    assert game.running == ({"Ann": 103, "Bob": 64, "Cai": 83},)
    assert game.is_over
    assert game.winners == ("Bob",)


@each_row
def test_when_a_game_is_over_and_who_wins(totals, options, winners):
    game = at(totals, **options)

    assert game.is_over == bool(winners)
    assert game.winners == tuple(winners)


@pytest.mark.parametrize(
    ("slug", "options", "told"),
    [
        ("rummy", {}, "lowest total once someone reaches 100"),
        ("rummy", {"target_score": 250}, "lowest total once someone reaches 250"),
        ("rummy", {"fixed_rounds": 10}, "lowest total after ten rounds"),
        ("rummy", {"fixed_rounds": 10, "winner_scores": True}, "highest total after ten rounds"),
        ("rummy", {"winner_scores": True}, "first to 100"),
        ("rummy", {"cash_settlement": 6}, "highest total after six rounds"),
        ("block-rummy", {"winner_collects": True}, "first to 100"),
    ],
)
def test_the_facts_say_who_wins(slug, options, told):
    assert row(rules(slug, **options), "winner") == told


@pytest.mark.parametrize(
    ("one", "other", "labels"),
    [
        ("target-score", "fixed-rounds", ("Another target", "A fixed number of rounds")),
        ("target-score", "cash-settlement", ("Another target", "Losers pay the winner")),
        ("fixed-rounds", "cash-settlement", ("A fixed number of rounds", "Losers pay the winner")),
    ],
)
def test_a_game_has_one_length(one, other, labels):
    with pytest.raises(CatalogueError) as refused:
        catalogue().variant("rummy").ruleset({one: 5, other: 5})

    assert (
        str(refused.value) == f"“{labels[0]}” and “{labels[1]}” can’t be used together. Choose one."
    )


def test_the_stock_is_not_both_turned_over_and_left_alone():
    with pytest.raises(CatalogueError, match="can’t be used together"):
        rules(no_shuffle_reuse=True, block_rummy=True)


# Options and their effects


@each_row
def test_an_option_shows_among_the_facts(options, key, told):
    assert row(rules(**options), key) == told


@pytest.mark.parametrize("option", ["no-shuffle-reuse", "reshuffle-limit"])
def test_a_rule_of_play_is_recorded_and_changes_no_points(option):
    with_it = catalogue().variant("rummy").ruleset({option: True})

    assert with_it.options == {option: True}
    only_said = {"options": {}, "patches": {}, "melds": rules().melds}
    assert with_it.model_copy(update=only_said) == rules()


@pytest.mark.parametrize("option", ["block-after-decline", "block-after-one-pass"])
def test_how_a_round_is_blocked_is_recorded_and_changes_no_points(option):
    with_it = catalogue().variant("block-rummy").ruleset({option: True})

    assert with_it.model_copy(update={"options": {}}) == rules("block-rummy")


def test_block_rummy_is_rummy_but_for_the_stock():
    block, plain = rules("block-rummy"), rules()

    changed = {"slug", "name", "scoring"}
    assert block.model_dump(exclude=changed) == plain.model_dump(exclude=changed)
    assert block.scoring == rules(block_rummy=True).scoring


def test_figures_of_the_options_stand_in_their_words():
    assert "counts 15 in hand" in explained("rummy", "aces-high-or-low")
    assert rules(aces_high_or_low=True).scoring.values["A"] == 15
