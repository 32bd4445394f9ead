"""Phases: all players work through the same phases, each at their own pace."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport, EntryRefusedError, Problem
from rules.engine.errors import CatalogueError
from rules.engine.reasons import because
from rules.engine.replay import statuses
from rules.engine.schemes import Mark, scheme_of
from rules.engine.seating import Entrant
from rules.reference.facts import facts
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, past_of
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of

NAMES = ("Ann", "Bob", "Cai")
PHASE, STEP = "phase-rummy", "12-step-rummy"
# A short game with two phases.
SHORT = {"scoring.figures.last": 2, "scoring.figures.phases": []}


def rules(slug=PHASE, options=(), patches=None):
    return catalogue().variant(slug).ruleset(dict.fromkeys(options, True), patches)


def ticks(names):
    return dict.fromkeys(names.split(), True)


def went(out, made, **held):
    """Return a deal: ``out`` went out, ``made`` made their phase, ``held`` has points by name."""
    return {"out": out, "phase": ticks(made), "left-points": held}


def ran_out(made, **held):
    return {"ran-out": True, "phase": ticks(made), "left-points": held}


def played(ruleset, *entries, starts=None):
    table = table_of(ruleset, NAMES, "Ann")
    keys = keys_of(table)
    reports = [
        DealReport(number, table, entry_texts(said, keys)) for number, said in enumerate(entries, 1)
    ]
    begun = {keys[name]: total for name, total in (starts or {}).items()}
    return past_of(ruleset, reports, begun)


def told(ruleset, *entries):
    """Return each player’s status after these deals."""
    table = table_of(ruleset, NAMES, "Ann")
    said = status(ruleset, table, played(ruleset, *entries))
    return {side.name: said[side.key] for side in table.sides}


def ended(ruleset, *entries, starts=None):
    """Return the places by name after these deals, and whether the game is over."""
    past = played(ruleset, *entries, starts=starts)
    keys = keys_of(table_of(ruleset, NAMES, "Ann"))
    names = {key: name for name, key in keys.items()}
    entrants = [Entrant(keys[name], (starts or {}).get(name, 0)) for name in NAMES]
    won = [keys[name] for name in NAMES if Mark.WON in past.deals[-1].marks_of(keys[name])]
    game = standings(
        ruleset,
        entrants,
        [scored.points for scored in past.deals],
        won=won,
        marks=marks_of(past, keys.values()),
    )
    return {names[place.side]: place.place for place in game.places}, game.is_over


def marks_of(past, keys):
    return [{key: scored.marks_of(key) for key in keys} for scored in past.deals]


def stopped(ruleset, *entries, left=None):
    """Return the state of a game that the players end after these deals.

    The player called ``left`` leaves after the second deal.
    """
    past = played(ruleset, *entries)
    keys = keys_of(table_of(ruleset, NAMES, "Ann"))
    entrants = [Entrant(key, left=2 if name == left else None) for name, key in keys.items()]
    points = [scored.points for scored in past.deals]
    marks = marks_of(past, keys.values())
    return standings(ruleset, entrants, points, marks=marks, stopped=True)


def test_seven_twelve_skip_and_wild_cost_55():
    assert deal(
        PHASE,
        {"out": "Ann", "phase": ticks("Ann Bob"), "left-cards": {"Bob": "7 12 skip wild"}},
        names=NAMES[:2],
    ) == {
        "Ann": (0, "went out; made phase 1 (two sets of 3)"),
        "Bob": (55, "7 12 Skip Wild: 5 + 10 + 15 + 25; made phase 1 (two sets of 3)"),
    }


def test_a_deal_asks_who_went_out_who_made_the_phase_and_what_is_left():
    asked = entry_fields(rules(), 1, 3)

    assert [(field.id, field.label, field.kind.name, field.scope) for field in asked] == [
        ("out", "Who went out", "one-side", "deal"),
        ("phase", "Made the phase", "flag", "side"),
        ("ran-out", "The cards ran out", "flag", "deal"),
        ("left", "Left in hand", "cards-left", "side"),
    ]
    assert entry_fields(rules(STEP), 1, 3)[1].label == "Made the step"


def test_everybody_begins_with_the_first_phase():
    assert told(rules()) == dict.fromkeys(NAMES, "phase 1")
    assert told(rules(STEP)) == dict.fromkeys(NAMES, "step 1")


def test_who_misses_the_phase_tries_the_same_one_again():
    first = went("Ann", "Ann Cai", Bob=70, Cai=5)
    second = went("Cai", "Cai", Ann=60, Bob=80)

    assert told(rules(), first) == {"Ann": "phase 2", "Bob": "phase 1", "Cai": "phase 2"}
    assert told(rules(), first, second) == {"Ann": "phase 2", "Bob": "phase 1", "Cai": "phase 3"}


def test_three_steps_in_five_rounds_lead_to_the_fourth():
    made = [True, True, False, True, False]
    rounds = [went("Bob", "Ann Bob" if step else "Bob", Ann=10, Cai=20) for step in made]

    assert told(rules(STEP), *rounds)["Ann"] == "step 4"


def test_the_mark_is_for_those_who_made_the_phase():
    lines = played(rules(), went("Ann", "Ann Cai", Bob=70, Cai=5)).deals[0].lines

    assert [(line.side, line.mark) for line in lines if line.mark] == [
        ("1", Mark.ACHIEVED),
        ("1", Mark.ACHIEVED),
        ("3", Mark.ACHIEVED),
    ]


def test_whoever_goes_out_has_made_the_phase():
    unticked = went("Ann", "Bob", Bob=20, Cai=70)

    assert told(rules(), unticked) == {"Ann": "phase 2", "Bob": "phase 2", "Cai": "phase 1"}
    lines = played(rules(), unticked).deals[0].lines
    assert [line.side for line in lines if line.mark] == ["1", "1", "2"]


def test_a_zero_says_going_out_with_the_step():
    entry = {"phase": ticks("Cai"), "left-points": {"Ann": 5, "Bob": 0, "Cai": 10}}
    before = went("Bob", "Bob", Ann=10, Cai=20)

    assert told(rules(STEP), before, entry) == {"Ann": "step 1", "Bob": "step 3", "Cai": "step 2"}


def test_the_contract_of_the_next_phase_is_told():
    ruleset = rules()
    past = played(ruleset, went("Ann", "Ann", Bob=50, Cai=50))

    reasons = statuses(ruleset, table_of(ruleset, NAMES, "Ann"), past)

    assert {key: scheme_of(ruleset, 3).words.status_details(reasons[key]) for key in reasons} == {
        "1": "one set of 3, one run of 4",
        "2": "two sets of 3",
        "3": "two sets of 3",
    }
    first, last = because("phase-next", number=1), because("phase-made", number=10)
    assert scheme_of(rules(STEP), 3).words.status_details(first) == ""
    assert scheme_of(ruleset, 3).words.status_details(last) == ""


def test_the_rules_of_cards_left_hold_here_as_well():
    entry = {"phase": ticks("Ann"), "left-points": {"Ann": 5, "Bob": 60}}

    assert [problem.code for problem in refusals(PHASE, entry, names=NAMES)] == [
        "nobody-out",
        "missing",
    ]


@pytest.mark.parametrize(
    "held",
    [{"left-points": {"Bob": 45}}, {"left-cards": {"Bob": "1 2 3 4 5 6 7 8 9"}}],
    ids=["total", "cards"],
)
def test_a_small_hand_without_the_phase_is_unusual(held):
    entry = {"out": "Ann", "phase": ticks("Ann")} | held

    assert refusals(PHASE, entry, names=NAMES[:2]) == [
        Problem(
            "small-hand",
            "Bob hasn’t made phase 1, so all 10 cards should count. Is that right?",
            "left-points-2",
            warning=True,
        )
    ]
    assert points(PHASE, entry, names=NAMES[:2], accept_warnings=True) == {"Ann": 0, "Bob": 45}


@pytest.mark.parametrize(
    "held",
    [{"left-points": {"Bob": 50}}, {"left-cards": {"Bob": "1 2 3 4 5 6 7 8 9 9"}}],
    ids=["total", "cards"],
)
def test_a_whole_hand_without_the_phase_is_nothing_unusual(held):
    entry = {"out": "Ann", "phase": ticks("Ann")} | held

    assert points(PHASE, entry, names=NAMES[:2]) == {"Ann": 0, "Bob": 50}


def test_where_nobody_knows_what_cards_cost_a_small_total_is_nothing_unusual():
    entry = went("Ann", "Ann", Bob=1, Cai=2)

    assert points(STEP, entry, names=NAMES) == {"Ann": 0, "Bob": 1, "Cai": 2}


def test_the_first_to_make_the_last_phase_wins_over_a_lower_total():
    rounds = [ran_out("Ann Bob", Ann=90, Bob=5, Cai=60), went("Cai", "Ann Cai", Ann=90, Bob=50)]

    assert ended(rules(patches=SHORT), rounds[0]) == ({"Ann": 2, "Bob": 1, "Cai": 3}, False)
    assert ended(rules(patches=SHORT), *rounds) == ({"Ann": 1, "Bob": 2, "Cai": 3}, True)


def test_of_two_who_finish_together_the_lower_total_wins():
    rounds = [
        ran_out("Ann Bob", Ann=45, Bob=50, Cai=20),
        ran_out("Ann Bob Cai", Ann=30, Bob=60, Cai=20),
    ]
    short = rules(STEP, patches={"scoring.figures.last": 2})

    totals = standings(short, ["1", "2", "3"], [s.points for s in played(short, *rounds).deals])
    places, is_over = ended(short, *rounds)

    assert totals.running[-1] == {"1": 75, "2": 110, "3": 40}
    assert totals.running[-1]["2"] - totals.running[-1]["1"] == 35
    assert (places, is_over) == ({"Ann": 1, "Bob": 2, "Cai": 3}, True)


def test_who_finish_together_with_the_same_total_win_together():
    rounds = [
        ran_out("Ann Bob", Ann=45, Bob=50, Cai=80),
        ran_out("Ann Bob Cai", Ann=30, Bob=25, Cai=80),
    ]

    assert ended(rules(patches=SHORT), *rounds) == ({"Ann": 1, "Bob": 1, "Cai": 3}, True)


def test_what_a_late_player_began_with_counts_in_the_comparison():
    rounds = [
        ran_out("Ann Bob", Ann=10, Bob=20, Cai=80),
        ran_out("Ann Bob", Ann=10, Bob=20, Cai=80),
    ]
    starts = {"Ann": 25}

    assert ended(rules(patches=SHORT), *rounds)[0]["Ann"] == 1
    assert ended(rules(patches=SHORT), *rounds, starts=starts)[0] == {"Ann": 2, "Bob": 1, "Cai": 3}


def test_where_the_lowest_total_wins_outright_the_last_phase_only_ends_the_game():
    rounds = [ran_out("Ann Bob", Ann=90, Bob=5, Cai=60), went("Cai", "Ann Cai", Ann=90, Bob=50)]
    short = rules(options=["low-total-wins-outright"], patches=SHORT)

    assert ended(short, *rounds) == ({"Ann": 3, "Bob": 1, "Cai": 2}, True)
    last = played(short, *rounds).deals[-1]
    assert [(line.side, line.reason.text) for line in last.lines if line.mark is Mark.WON] == [
        ("2", "lowest total at the end")
    ]


def test_after_the_last_phase_no_deal_can_follow():
    before = [went("Ann", "Ann", Bob=60, Cai=60), went("Ann", "Ann", Bob=60, Cai=60)]
    found = refusals(
        PHASE, went("Ann", "Ann", Bob=60, Cai=60), names=NAMES, before=before, patches=SHORT
    )

    assert found == [
        Problem(
            "game-over",
            "The game was already over: Ann had made phase 2. Leave this deal out, or correct "
            "the deals before it.",
            "phase-1",
        )
    ]


def test_a_correction_that_ends_the_game_too_early_is_refused():
    short = rules(patches=SHORT)
    rounds = [went("Ann", "Ann", Bob=60, Cai=60), went("Bob", "Bob", Ann=60, Cai=60)]
    third = went("Bob", "Bob", Ann=60, Cai=60)

    assert len(played(short, *rounds, third).deals) == 3
    with pytest.raises(EntryRefusedError, match="Ann had made phase 2"):
        played(short, rounds[0], went("Bob", "Ann Bob", Ann=5, Cai=60), third)


# Ann and Bob have made one phase and have 75, and Cai has made two and has 85.
TWO_ROUNDS = (went("Ann", "Ann Cai", Bob=65, Cai=85), went("Cai", "Bob Cai", Ann=75, Bob=10))


def test_who_has_come_to_a_higher_phase_is_ahead_of_lower_totals():
    game = stopped(rules(), *TWO_ROUNDS)

    assert [(s.total, s.place) for s in game.places] == [(75, 2), (75, 2), (85, 1)]
    assert game.winners == ("3",)
    assert [carried.steps for carried in game.by_deal] == [
        {"1": 1, "3": 1},
        {"1": 1, "2": 1, "3": 2},
    ]


def test_in_the_same_phase_the_lower_total_is_ahead():
    assert [s.place for s in stopped(rules(), TWO_ROUNDS[0]).places] == [1, 3, 2]


def test_steps_count_before_totals_as_phases_do():
    assert stopped(rules(STEP), *TWO_ROUNDS).winners == ("3",)


def test_where_the_lowest_total_wins_outright_phases_put_nobody_ahead():
    game = stopped(rules(options=["low-total-wins-outright"]), *TWO_ROUNDS)

    assert [s.place for s in game.places] == [1, 1, 3]
    assert game.steps == {}


def test_who_left_comes_last_whatever_the_phase():
    assert [s.place for s in stopped(rules(), *TWO_ROUNDS, left="Cai").places] == [1, 1, 3]


def test_in_other_games_no_tick_counts_before_the_totals():
    ruleset = rules("contract-rummy")
    deals, marks = [{"1": 0, "2": 5}, {"1": 9, "2": 1}], [{"1": [Mark.ACHIEVED], "2": []}] * 2

    game = standings(ruleset, ["1", "2"], deals, marks=marks)

    assert (game.leaders, game.steps) == (("2",), {})


@settings(max_examples=30, deadline=None)
@given(made=st.lists(st.booleans(), max_size=9))
def test_the_phase_of_a_player_is_one_more_than_those_made(made):
    rounds = [went("Cai", "Ann Cai" if one else "Cai", Ann=60, Bob=60) for one in made]

    assert told(rules(), *rounds) == {
        "Ann": f"phase {1 + sum(made)}",
        "Bob": "phase 1",
        "Cai": f"phase {1 + len(made)}",
    }


def test_a_list_of_another_length_makes_no_game():
    with pytest.raises(CatalogueError) as refused:
        rules(patches={"scoring.figures.phases": ["one run of 7"]})

    assert str(refused.value) == (
        "Phase rummy, ten phases: scoring.figures.phases: 1 are listed, but the last is 10"
    )


def test_a_game_without_a_last_phase_makes_no_game():
    with pytest.raises(CatalogueError) as refused:
        rules(patches={"scoring.figures": {}})

    assert str(refused.value) == (
        "Phase rummy, ten phases: scoring.figures.last: “last” is missing. Add it."
    )


def test_a_table_may_write_down_its_twelve_contracts():
    contracts = [f"contract {number}" for number in range(1, 13)]

    entry = went("Ann", "Ann", Bob=60, Cai=60)
    told_of = deal(STEP, entry, names=NAMES, patches={"scoring.figures.phases": contracts})

    assert told_of["Ann"] == (0, "went out; made step 1 (contract 1)")
    assert deal(STEP, entry, names=NAMES)["Ann"] == (0, "went out; made step 1")


@pytest.mark.parametrize(
    ("slug", "options", "winner"),
    [
        (PHASE, (), "first to make phase 10; if several do in one round, the lowest total"),
        (PHASE, ("low-total-wins-outright",), "lowest total once anyone makes phase 10"),
        (STEP, (), "first to make step 12; if several do in one round, the lowest total"),
    ],
)
def test_the_table_of_facts_says_who_wins(slug, options, winner):
    rows = {fact.key: fact.text for fact in facts(rules(slug, options))}

    assert rows["winner"] == winner


def test_the_table_of_facts_lists_the_phases():
    rows = [(fact.label, fact.text) for fact in facts(rules()) if fact.key.startswith("phase-")]

    assert rows == [
        ("Phase 1", "two sets of 3"),
        ("Phase 2", "one set of 3, one run of 4"),
        ("Phase 3", "one set of 4, one run of 4"),
        ("Phase 4", "one run of 7"),
        ("Phase 5", "one run of 8"),
        ("Phase 6", "one run of 9"),
        ("Phase 7", "two sets of 4"),
        ("Phase 8", "seven cards of one colour"),
        ("Phase 9", "one set of 5, one set of 2"),
        ("Phase 10", "one set of 5, one set of 3"),
    ]


def test_the_pack_has_108_cards_of_which_four_skip_and_eight_are_wild():
    deck = rules().deck_of(6)

    assert len(deck) == 108
    assert dict(deck.pack) == {str(number): 8 for number in range(1, 13)} | {"Skip": 4, "Wild": 8}
    assert rules().cards_dealt(rules().deal(7), 6) == 10


@pytest.mark.parametrize(
    ("players", "cards"), [(2, 108), (5, 108), (6, 162), (7, 162), (8, 216), (9, 216)]
)
def test_each_two_players_more_need_another_pack_for_the_twelve_steps(players, cards):
    assert len(rules(STEP).deck_of(players)) == cards
