"""Indian Rummy: points for a deal, elimination from a pool, rejoining, and errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport, Problem
from rules.engine.schemes import Past, ScoredDeal
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, past_of, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of

POINTS, POOL, LONG_POOL, DEALS = (
    "indian-rummy",
    "indian-rummy-pool-101",
    "indian-rummy-pool-201",
    "indian-rummy-deals",
)
THREE = ("Ann", "Bob", "Cai")
REJOIN = {"rejoin-allowed": True}


def won_by_ann(bob=None, cai=None, **more):
    """Return an entry in which Ann declares, and the others count their cards or pay a named
    penalty.
    """
    said = {"Bob": bob, "Cai": cai}
    counts = {name: said[name] for name in said if isinstance(said[name], int)}
    prices = {name: said[name] for name in said if isinstance(said[name], str)}
    return {"declared": "Ann", "left-points": counts, "instead": prices} | more


def counted(slug, entry, names=THREE, **kwargs):
    return points(slug, entry, names=names, **kwargs)


def refused(slug, entry, names=THREE, **kwargs):
    return refusals(slug, entry, names=names, **kwargs)


def told(slug, entry, names=THREE, **kwargs):
    return deal(slug, entry, names=names, **kwargs)


@pytest.mark.parametrize("slug", [POINTS, DEALS, POOL, LONG_POOL])
def test_deal_and_play_go_to_the_right(slug):
    ruleset = catalogue().variant(slug).standard

    assert not ruleset.players.clockwise
    assert [fact.text for fact in facts(ruleset) if fact.key == "direction"] == [
        "counter-clockwise"
    ]


# Points of a deal


@pytest.mark.parametrize(
    ("slug", "options", "entry", "bob"),
    [
        pytest.param(
            POOL,
            {},
            {"declared": "Ann", "wild": "4", "left-cards": {"Bob": "K Q 7 JK"}},
            27,
            id="K-Q-7-Joker",
        ),
        pytest.param(
            POOL,
            {},
            {"declared": "Ann", "wild": "4", "left-cards": {"Bob": "A 9 5 2"}},
            26,
            id="A-9-5-2",
        ),
        pytest.param(DEALS, {"cap-80": True}, won_by_ann(93), 80, id="no-pure-run-93-with-cap-80"),
        pytest.param(DEALS, {"round-to-5": True}, won_by_ann(62), 60, id="62-to-the-nearest-five"),
    ],
)
def test_a_hand_of_an_example_costs_what_it_says(slug, options, entry, bob):
    assert counted(slug, entry, ("Ann", "Bob"), options=options) == {"Ann": 0, "Bob": bob}


def test_the_pool_of_an_example_puts_a_player_out():
    entries = [won_by_ann(27, 0), won_by_ann(26, 0), won_by_ann("later", 0)]
    ruleset = catalogue().variant(POOL).standard

    table, past = played(ruleset, entries)
    assert past.total("2") == 93
    assert status(ruleset, table, past) == {}

    table, past = played(ruleset, [*entries, won_by_ann("first", 0)])
    assert past.total("2") == 113
    assert status(ruleset, table, past) == {"2": "out"}


def played(ruleset, entries, names=THREE):
    table = table_of(ruleset, names, names[0])
    keys = keys_of(table)
    reports = [DealReport(n, table, entry_texts(said, keys)) for n, said in enumerate(entries, 1)]
    return table, past_of(ruleset, reports)


@pytest.mark.parametrize(
    ("slug", "first", "later"),
    [(POINTS, 10, 40), (DEALS, 10, 40), (POOL, 20, 40), (LONG_POOL, 25, 50)],
)
def test_a_drop_costs_what_the_format_says(slug, first, later):
    costs = counted(slug, won_by_ann("first", "later"))

    assert (abs(costs["Bob"]), abs(costs["Cai"])) == (first, later)


@pytest.mark.parametrize("slug", [POINTS, DEALS, LONG_POOL])
def test_drops_may_cost_what_they_cost_online(slug):
    costs = counted(slug, won_by_ann("first", "later"), options={"drops-20-40": True})

    assert (abs(costs["Bob"]), abs(costs["Cai"])) == (20, 40)


@pytest.mark.parametrize("slug", [POOL, LONG_POOL])
def test_a_pool_has_a_full_count_and_a_price_for_a_wrong_show(slug):
    assert counted(slug, won_by_ann("full", "wrong")) == {"Ann": 0, "Bob": 80, "Cai": 80}
    assert counted(slug, won_by_ann(130, 80)) == {"Ann": 0, "Bob": 80, "Cai": 80}


def test_the_winner_is_paid_by_the_losers():
    assert told(POINTS, won_by_ann(27, "later")) == {
        "Ann": (67, "won the deal, collects 67"),
        "Bob": (-27, "27 counted"),
        "Cai": (-40, "middle drop"),
    }


def test_losers_may_be_charged_instead():
    costs = told(POINTS, won_by_ann(27, "later"), options={"losers-charged": True})

    assert costs == {
        "Ann": (0, "won the deal"),
        "Bob": (27, "27 counted"),
        "Cai": (40, "middle drop"),
    }


def test_a_complete_hand_that_was_not_shown_costs_nothing():
    assert counted(DEALS, won_by_ann(0, 5)) == {"Ann": 0, "Bob": 0, "Cai": 5}


@pytest.mark.parametrize(
    ("options", "wild", "cards", "cost", "why"),
    [
        ({}, "7", "K 7 7 2", 12, "K 7 7 2: 10 + 0 + 0 + 2"),
        ({}, "Joker", "A A 3", 23, "A A 3: 10 + 10 + 3"),
        ({"printed-joker-makes-aces-wild": True}, "Joker", "A A 3", 3, "A A 3: 0 + 0 + 3"),
        ({"printed-joker-makes-aces-wild": True}, "7", "A A 3", 23, "A A 3: 10 + 10 + 3"),
    ],
)
def test_wild_cards_cost_nothing(options, wild, cards, cost, why):
    entry = {"declared": "Ann", "wild": wild, "left-cards": {"Bob": cards}}

    assert told(DEALS, entry, ("Ann", "Bob"), options=options)["Bob"] == (cost, why)


@pytest.mark.parametrize(
    ("options", "counts", "cost", "why"),
    [
        ({"round-to-5": True}, 62, 60, "62 counted, rounded to 60"),
        ({"round-to-5": True}, 63, 65, "63 counted, rounded to 65"),
        ({"round-to-5": True}, 2, 0, "2 counted, rounded to 0"),
        ({"cap-80": True}, 81, 80, "81 counted, capped at 80"),
        ({"cap-80": True}, 80, 80, "80 counted"),
        ({"cap-80": True, "round-to-5": True}, 93, 80, "93 counted, rounded to 95, capped at 80"),
    ],
)
def test_a_count_is_rounded_and_then_capped(options, counts, cost, why):
    assert told(DEALS, won_by_ann(counts), ("Ann", "Bob"), options=options)["Bob"] == (cost, why)


# Showing at once


@pytest.mark.parametrize(
    ("entry", "bob", "cai"),
    [
        (won_by_ann(30, 25, early="first-draw"), -15, -13),
        (won_by_ann(30, 25, early="first-draw", acted={"Bob": True}), -30, -13),
        (won_by_ann("first", 25, early="first-draw"), -10, -13),
        (won_by_ann(30, 25, early="dealt"), -30, -25),
        (won_by_ann(30, 25, early="dealt", acted={"Bob": True}), -60, -25),
        (won_by_ann("first", 25, early="dealt", acted={"Bob": True}), -10, -25),
    ],
)
def test_who_has_played_matters_when_somebody_shows_at_once(entry, bob, cai):
    assert counted(POINTS, entry) == {"Ann": -bob - cai, "Bob": bob, "Cai": cai}


def test_a_line_says_that_a_count_is_halved_or_doubled():
    halved = told(POINTS, won_by_ann(25, 30, early="first-draw"))
    doubled = told(POINTS, won_by_ann(25, 30, early="dealt", acted={"Bob": True}))

    assert halved["Bob"] == (-13, "25 counted, halved to 13")
    assert doubled["Bob"] == (-50, "25 counted, doubled to 50")


@pytest.mark.parametrize("bob", ["full", 93])
def test_online_half_is_forty_at_most(bob):
    assert counted(POOL, won_by_ann(bob, 20, early="first-draw"))["Bob"] == 40


def test_a_wrong_show_is_not_halved():
    assert counted(POOL, won_by_ann("wrong", 20, early="first-draw"))["Bob"] == 80


@pytest.mark.parametrize(
    ("slug", "options", "answers"),
    [
        (POINTS, {}, ["first-draw", "dealt"]),
        (POINTS, {"no-double-for-hand-rummy": True}, ["first-draw"]),
        (POOL, {}, ["first-draw"]),
    ],
)
def test_a_table_says_how_somebody_showed_at_once(slug, options, answers):
    fields = entry_fields(catalogue().variant(slug).ruleset(options), 1, 3)

    early = next(each for each in fields if each.id == "early")
    assert [key for key, _ in early.kind.answers] == answers


# A printed joker and the paplu


@pytest.mark.parametrize(("wild", "stake"), [("Joker", 2), ("5", 1)])
def test_a_printed_joker_may_double_the_stake(wild, stake):
    entry = won_by_ann(30, "first", wild=wild)

    costs = counted(POINTS, entry, options={"double-stake-on-printed-joker": True})

    assert costs == {"Ann": 40 * stake, "Bob": -30 * stake, "Cai": -10 * stake}


def test_without_that_rule_a_printed_joker_changes_nothing():
    assert counted(POINTS, won_by_ann(30, "first", wild="Joker"))["Ann"] == 40


@pytest.mark.parametrize(
    ("slug", "held", "expected"),
    [
        (POINTS, {"Ann": 1}, {"Ann": 30 + 20, "Bob": -20 - 10, "Cai": -10 - 10}),
        (POINTS, {"Bob": 1}, {"Ann": 30 - 10, "Bob": -20 + 20, "Cai": -10 - 10}),
        (POINTS, {"Bob": 2}, {"Ann": 30 - 25, "Bob": -20 + 50, "Cai": -10 - 25}),
        (POINTS, {"Ann": 1, "Bob": 1}, {"Ann": 30 + 10, "Bob": -20 + 10, "Cai": -10 - 20}),
        (POINTS, {"Ann": 0}, {"Ann": 30, "Bob": -20, "Cai": -10}),
        (DEALS, {"Bob": 1}, {"Ann": 10, "Bob": 20 - 20, "Cai": 10 + 10}),
    ],
)
def test_every_opponent_pays_for_the_paplu(slug, held, expected):
    entry = won_by_ann(20, "first", paplu=held)

    assert counted(slug, entry, options={"paplu-bonus-10": True}) == expected


def test_a_line_says_whose_paplu_it_is():
    entry = won_by_ann(20, 10, paplu={"Bob": 2})

    costs = told(POINTS, entry, options={"paplu-bonus-10": True})

    assert costs["Bob"][1] == "20 counted; two paplus, from each opponent"
    assert costs["Cai"][1] == "10 counted; to Bob for two paplus"


def test_a_raised_stake_raises_the_paplu():
    options = {"paplu-bonus-10": True, "double-stake-on-printed-joker": True}
    entry = won_by_ann(20, 10, wild="Joker", paplu={"Ann": 1})

    assert counted(POINTS, entry, options=options) == {"Ann": 60 + 40, "Bob": -60, "Cai": -40}


# Void deals


def test_a_void_deal_costs_nothing():
    assert told(POINTS, {"void": True}) == dict.fromkeys(THREE, (0, "void deal"))


# Pools

OUT = [won_by_ann("full", 20), won_by_ann(30, 20)]  # Bob has 110, Cai 40


def test_whoever_is_out_scores_nothing_more():
    entry = {"declared": "Cai", "left-points": {"Ann": 12}}

    assert told(POOL, entry, before=OUT) == {
        "Ann": (12, "12 counted"),
        "Bob": (0, "out of the game"),
        "Cai": (0, "won the deal"),
    }


@pytest.mark.parametrize(("second", "out"), [(20, False), (21, True)])
def test_a_pool_puts_out_at_its_limit(second, out):
    ruleset = catalogue().variant(POOL).standard

    table, past = played(ruleset, [won_by_ann("full", 0), won_by_ann(second, 0)])

    assert status(ruleset, table, past) == ({"2": "out"} if out else {})


def test_whoever_is_out_may_come_back_and_takes_part_in_the_deal():
    entry = {"declared": "Cai", "back": {"Bob": 61}, "left-points": {"Ann": 12, "Bob": 9}}

    assert told(POOL, entry, before=OUT, options=REJOIN)["Bob"] == (
        61 - 110 + 9,
        "rejoined at 61; 9 counted",
    )


def test_whoever_comes_back_may_win_the_deal():
    entry = {"declared": "Bob", "back": {"Bob": 61}, "left-points": {"Ann": 12, "Cai": 9}}

    assert counted(POOL, entry, before=OUT, options=REJOIN) == {"Ann": 12, "Bob": -49, "Cai": 9}


def test_somebody_may_come_back_before_a_void_deal():
    entry = {"void": True, "back": {"Bob": 61}}

    assert told(POOL, entry, before=OUT, options=REJOIN)["Bob"] == (
        -49,
        "rejoined at 61; void deal",
    )


# Bob is eliminated by full counts, and Cai has these counts in the same deals.
@pytest.mark.parametrize(
    ("slug", "counts"), [(POOL, [40, 39]), (LONG_POOL, [60, 60, 54])], ids=["79", "174"]
)
def test_somebody_may_come_back_while_another_has_the_most_that_is_allowed(slug, counts):
    before = [won_by_ann("full", cai) for cai in counts]

    costs = counted(slug, won_by_ann(5, 5, back={"Bob": 50}), before=before, options=REJOIN)

    assert costs["Bob"] == 50 - 80 * len(counts) + 5


def test_coming_back_ahead_of_everyone_is_questioned():
    # Bob has 80 twice; Ann has won twice and then counted 30, and Cai has 40.
    before = [won_by_ann("full", 20), won_by_ann("full", 20)]
    before.append({"declared": "Cai", "left-points": {"Ann": 30}})
    level = won_by_ann(5, 5, back={"Bob": 30})
    ahead = won_by_ann(5, 5, back={"Bob": 29})

    assert counted(POOL, level, before=before, options=REJOIN)["Bob"] == 30 - 160 + 5
    assert counted(POOL, ahead, before=before, options=REJOIN, accept_warnings=True)["Bob"] == (
        29 - 160 + 5
    )
    assert refused(POOL, ahead, before=before, options=REJOIN) == [
        Problem(
            "back-ahead",
            "Bob would rejoin at 29, ahead of everyone else: the lowest total is 30. "
            "Is that right?",
            "back-2",
            warning=True,
        )
    ]


@pytest.mark.parametrize(
    ("slug", "counts", "most"), [(POOL, [40, 40], 79), (LONG_POOL, [60, 60, 55], 174)]
)
def test_nobody_comes_back_when_another_has_too_much(slug, counts, most):
    before = [won_by_ann("full", cai) for cai in counts]

    found = refused(slug, won_by_ann(5, 5, back={"Bob": 50}), before=before, options=REJOIN)

    message = (
        f"Bob can’t rejoin: Cai has {most + 1}, and nobody may have more than {most}. "
        "Clear that total."
    )
    assert found == [Problem("too-late-to-come-back", message, "back-2")]


@pytest.mark.parametrize(
    ("entry", "points", "because"),
    [
        (won_by_ann(5, 6), {"1": 0, "2": 0, "3": 6}, "out of the game, the entry is ignored"),
        (
            {"declared": "Bob", "left-points": {"Ann": 5, "Cai": 6}},
            {"1": 5, "2": 0, "3": 6},
            "out of the game; won the deal",
        ),
        (
            {"declared": "Ann", "left-points": {"Cai": 6}},
            {"1": 0, "2": 0, "3": 6},
            "out of the game",
        ),
    ],
)
def test_what_is_said_of_who_is_out_counts_nothing_where_it_stands(entry, points, because):
    _, past = played(catalogue().variant(POOL).standard, [*OUT, entry])

    assert past.deals[-1].points == points
    said = [line.reason.text for line in past.deals[-1].lines if line.side == "2"]
    assert "; ".join(said) == because


def test_without_that_rule_nobody_comes_back():
    entry = won_by_ann(5, 5, back={"Bob": 50})

    found = refused(POOL, entry, before=OUT)

    message = "Nobody rejoins in Indian Rummy, pool of 101 here. Clear that total."
    assert found == [Problem("unasked", message, "back-2")]


def test_the_last_one_in_wins_the_pool():
    ruleset = catalogue().variant(POOL).standard
    _, past = played(ruleset, [*OUT, {"declared": "Ann", "instead": {"Cai": "full"}}])

    game = standings(ruleset, ["1", "2", "3"], [scored.points for scored in past.deals])

    assert game.is_over
    assert game.winners == ("1",)
    assert {standing.side: standing.place for standing in game.places} == {"1": 1, "2": 3, "3": 2}


# Errors


def test_a_raised_stake_needs_to_know_what_was_turned_up():
    found = refused(POINTS, won_by_ann(5, 5), options={"double-stake-on-printed-joker": True})

    message = (
        "The wild joker is missing. Choose what was turned up, because a printed joker raises "
        "the stake."
    )
    assert found == [Problem("wild-missing", message, "wild")]


@each_row
def test_there_is_one_paplu_in_each_pack(held, message, at):
    found = refused(POINTS, won_by_ann(5, 5, paplu=held), options={"paplu-bonus-10": True})

    assert found == [Problem("too-many-paplus", message, at)]


def test_where_nothing_changes_nobody_is_asked_about_showing_at_once():
    patches = {"scoring.figures.first_draw_halves": False, "scoring.figures.dealt_doubles": False}

    found = refused(POINTS, won_by_ann(5, 5, early="dealt", acted={"Bob": True}), patches=patches)

    assert [problem.message for problem in found] == [
        "Declaring early has no effect in Indian Rummy here. Clear that answer.",
        "It doesn’t matter who had played in Indian Rummy here. Untick this.",
    ]


@pytest.mark.parametrize(
    ("slug", "options", "asked"),
    [
        (POINTS, {}, ["declared", "void", "wild", "early", "acted", "left", "instead"]),
        (
            POINTS,
            {"paplu-bonus-10": True},
            ["declared", "void", "wild", "early", "acted", "left", "instead", "paplu"],
        ),
        (POOL, REJOIN, ["declared", "void", "wild", "early", "acted", "left", "instead", "back"]),
    ],
)
def test_a_deal_is_asked_for_what_counts(slug, options, asked):
    ruleset = catalogue().variant(slug).ruleset(options)

    assert [each.id for each in entry_fields(ruleset, 1, 3)] == asked


@pytest.mark.parametrize(
    ("slug", "options", "key", "text"),
    [
        (POINTS, {}, "pays", "the losers of a deal pay the winner"),
        (POINTS, {}, "drop", "10 before the first draw, 40 later"),
        (LONG_POOL, {}, "drop", "25 before the first draw, 50 later"),
        (POOL, {}, "full", "80"),
        (POOL, {}, "wrong-show", "80"),
        (POINTS, {"round-to-5": True}, "round-to", "to the nearest 5"),
        (POINTS, {}, "first-draw", "players who have not played yet count half"),
        (POINTS, {}, "dealt", "players who have played count double"),
        (POINTS, {"printed-joker-makes-aces-wild": True}, "aces", "aces are wild"),
        (POINTS, {"double-stake-on-printed-joker": True}, "stake", "the deal counts double"),
        (POINTS, {"paplu-bonus-10": True}, "paplu", "10 from each opponent, 25 for two"),
        (POOL, REJOIN, "rejoin", "while no other player has more than 79"),
        (LONG_POOL, REJOIN, "rejoin", "while no other player has more than 174"),
    ],
)
def test_the_facts_tell_the_figures(slug, options, key, text):
    rows = {fact.key: fact.text for fact in facts(catalogue().variant(slug).ruleset(options))}

    assert rows[key] == text


# Properties

COUNT = st.sampled_from([0, *range(2, 131)])
PAID = ["cap-80", "round-to-5", "paplu-bonus-10", "double-stake-on-printed-joker"]


@st.composite
def paid_deals(draw):
    """Draw a deal with options in which the losers pay. Return its entry, by input."""
    players, winner = draw(st.integers(2, 6)), 1
    texts = {"declared": str(winner), "wild": draw(st.sampled_from(["7", "Joker"]))}
    early = draw(st.sampled_from(["", "first-draw", "dealt"]))
    for key in range(2, players + 1):
        instead = draw(st.sampled_from(["", "first", "later"]))
        if instead:
            texts[f"instead-{key}"] = instead
        else:
            texts[f"left-points-{key}"] = str(draw(COUNT))
        if early and draw(st.booleans()):
            texts[f"acted-{key}"] = "1"
    if early:
        texts["early"] = early
    return players, texts, draw(st.integers(1, players)), draw(st.integers(0, 2))


@given(dealt=paid_deals(), chosen=st.sets(st.sampled_from(PAID)))
def test_what_is_paid_adds_up_to_nothing(dealt, chosen):
    players, texts, holder, paplus = dealt
    if "paplu-bonus-10" in chosen:
        texts = texts | {f"paplu-{holder}": str(paplus)}
    ruleset = catalogue().variant(POINTS).ruleset(dict.fromkeys(chosen, True))
    table = table_of(ruleset, ["Ann", "Bob", "Cai", "Dee", "Eva", "Flo"][:players], "Ann")

    lines = score_deal(ruleset, 1, report(ruleset, 1, table, texts))

    assert sum(line.points for line in lines) == 0
    assert {line.side for line in lines} == set(table.keys)


@given(slug=st.sampled_from([POOL, LONG_POOL]), rejoins=st.booleans(), data=st.data())
def test_nobody_who_is_out_of_a_pool_scores_or_comes_back_unasked(slug, rejoins, data):
    ruleset = catalogue().variant(slug).ruleset(REJOIN if rejoins else {})
    table = table_of(ruleset, ["Ann", "Bob", "Cai", "Dee"], "Ann")
    limit, past = ruleset.end.out_at, Past()
    for number in range(1, 13):
        before = {key: past.total(key) for key in table.keys}
        out = [key for key in table.keys if before[key] >= limit]
        playing = [key for key in table.keys if key not in out]
        if len(playing) < 2:
            break
        may = rejoins and all(before[key] <= ruleset.scoring.figures["rejoin"] for key in playing)
        back = data.draw(st.sets(st.sampled_from(out))) if out and may else set()
        texts = {f"back-{key}": "60" for key in back}
        playing = [key for key in table.keys if key in playing or key in back]
        winner = data.draw(st.sampled_from(playing))
        texts["declared"] = winner
        for key in playing:
            if key != winner:
                texts[f"left-points-{key}"] = str(data.draw(COUNT))
        entry = report(ruleset, number, table, texts)
        lines = score_deal(ruleset, number, entry, past, accept_warnings=True)
        past = Past((*past.deals, ScoredDeal(ruleset.deal(number), entry, lines)))
        for key in table.keys:
            after = past.total(key)
            if key in out and key not in back:
                assert after == before[key]
            elif key in back:
                assert after >= 60
            else:
                assert before[key] <= after <= before[key] + 80
