"""Chips: Continental Rummy with runs, in which the winner collects from everyone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryField, Problem
from rules.engine.errors import CatalogueError
from rules.engine.inputs import Count
from rules.engine.schemes import Mark
from rules.reference.facts import facts
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.transcript import entry_texts, keys_of, table_of

SLUG = "continental-rummy-chips"
NAMES = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo")
OUT = {"out": "Ann", "jokers": 0, "deuces": 0}


def patched(**figures):
    return {f"scoring.figures.{figure}": chips for figure, chips in figures.items()}


# Worked examples: four players, so three pay


@pytest.mark.parametrize(
    ("said", "collected"),
    [
        pytest.param({"jokers": 1}, 9, id="continental-a-1-one-joker"),
        pytest.param({}, 33, id="continental-a-2-nothing-wild"),
        pytest.param(
            {"deuces": 2, "early": "first-turn"}, 30, id="continental-a-3-first-turn-two-deuces"
        ),
    ],
)
def test_the_winner_of_an_example_collects_what_it_says(said, collected):
    each = collected // 3

    assert points(SLUG, OUT | said) == {"Ann": collected, "Bob": -each, "Cai": -each, "Dee": -each}


# What counts


@pytest.mark.parametrize(
    ("said", "each", "reasons"),
    [
        ({"jokers": 1}, 3, "going out 1, one joker 2"),
        ({"jokers": 2}, 5, "going out 1, two jokers 4"),
        ({"deuces": 1}, 2, "going out 1, one deuce 1"),
        ({"deuces": 8}, 9, "going out 1, eight deuces 8"),
        ({"jokers": 2, "deuces": 3}, 8, "going out 1, two jokers 4, three deuces 3"),
        ({}, 11, "going out 1, no wild cards 10"),
        ({"early": "first-turn"}, 18, "going out 1, no wild cards 10, first turn 7"),
        ({"early": "no-draw"}, 21, "going out 1, no wild cards 10, without drawing 10"),
        ({"jokers": 1, "early": "no-draw"}, 13, "going out 1, one joker 2, without drawing 10"),
        ({"one-suit": True}, 21, "going out 1, no wild cards 10, one suit 10"),
        (
            {"deuces": 1, "early": "first-turn", "one-suit": True},
            19,
            "going out 1, one deuce 1, first turn 7, one suit 10",
        ),
    ],
)
def test_every_opponent_pays_for_what_went_down(said, each, reasons):
    assert deal(SLUG, OUT | said, names=NAMES[:3]) == {
        "Ann": (2 * each, f"{reasons}: {each} from each of 2"),
        "Bob": (-each, f"pays Ann {each}"),
        "Cai": (-each, f"pays Ann {each}"),
    }


@pytest.mark.parametrize("players", range(2, 13))
def test_a_larger_table_pays_more(players):
    found = points(SLUG, OUT | {"jokers": 1}, names=NAMES[:players])

    assert found["Ann"] == 3 * (players - 1)
    assert list(found.values())[1:] == [-3] * (players - 1)


def test_whoever_goes_out_is_marked_on_the_pad():
    rules = catalogue().variant(SLUG).standard
    table = table_of(rules, NAMES[:3], "Ann")
    entry = report(rules, 1, table, entry_texts(OUT | {"out": "Bob"}, keys_of(table)))

    marks = {line.side: line.mark for line in score_deal(rules, 1, entry)}

    assert marks == {"1": Mark.NONE, "2": Mark.ACHIEVED, "3": Mark.NONE}


@given(
    players=st.integers(2, 12),
    winner=st.integers(0, 11),
    said=st.fixed_dictionaries(
        {"jokers": st.integers(0, 2), "deuces": st.integers(0, 8)},
        optional={
            "early": st.sampled_from(["first-turn", "no-draw"]),
            "one-suit": st.just(value=True),
        },
    ),
)
def test_a_deal_adds_up_to_nothing(players, winner, said):
    names = NAMES[:players]
    out = names[winner % players]

    found = points(SLUG, said | {"out": out}, names=names)

    assert sum(found.values()) == 0
    assert [name for name, chips in found.items() if chips > 0] == [out]


# Fields


def test_a_deal_asks_for_the_winner_and_what_lay_in_the_hand():
    fields = entry_fields(catalogue().variant(SLUG).standard, 1, 4)

    assert [(field.id, field.label, field.scope) for field in fields] == [
        ("out", "Who went out", "deal"),
        ("jokers", "Jokers melded", "deal"),
        ("deuces", "Deuces melded", "deal"),
        ("early", "Out early", "deal"),
        ("one-suit", "All in one suit", "deal"),
    ]


@pytest.mark.parametrize(
    ("players", "jokers", "deuces"), [(2, 2, 8), (5, 2, 8), (6, 3, 12), (8, 3, 12), (9, 4, 16)]
)
def test_no_more_is_asked_for_than_the_packs_hold(players, jokers, deuces):
    fields = entry_fields(catalogue().variant(SLUG).standard, 1, players)

    assert fields[1:3] == (
        EntryField("jokers", "Jokers melded", Count(jokers)),
        EntryField("deuces", "Deuces melded", Count(deuces)),
    )


def test_what_brings_no_chips_is_not_asked():
    patches = patched(deuce=0, first_turn=0, one_suit=0)
    rules = catalogue().variant(SLUG).ruleset(patches=patches)

    fields = entry_fields(rules, 1, 4)

    assert [field.id for field in fields] == ["out", "jokers", "early"]
    assert fields[2].kind.answers == (("no-draw", "on the first turn, without drawing"),)
    assert points(SLUG, {"out": "Ann", "jokers": 0}, patches=patches)["Ann"] == 33


def test_without_rewards_for_a_quick_hand_nobody_asks_how_quick_it_was():
    rules = catalogue().variant(SLUG).ruleset(patches=patched(first_turn=0, no_draw=0))

    assert "early" not in [field.id for field in entry_fields(rules, 1, 4)]


def test_wild_cards_alone_may_bring_nothing():
    patches = patched(none_wild=0)

    assert points(SLUG, OUT, patches=patches)["Ann"] == 3


# Errors


def test_more_wild_cards_than_a_hand_holds_are_refused():
    entry = {"out": "Ann", "jokers": 4, "deuces": 12}

    assert refusals(SLUG, entry, names=NAMES) == [
        Problem(
            "more-than-hand",
            "A hand of 15 cards can’t have four jokers and 12 deuces. Check the numbers.",
            "deuces",
        )
    ]
    assert points(SLUG, entry | {"deuces": 11}, names=NAMES)["Ann"] == (1 + 8 + 11) * 11


@pytest.mark.parametrize(
    ("chips", "sentence"),
    [
        (-1, "-1 is too low. Use at least 0."),
        (501, "501 is too high. Use at most 500."),
        ("one", "“one” isn’t valid here. Write a whole number."),
    ],
)
def test_a_figure_is_a_number_of_chips(chips, sentence):
    with pytest.raises(CatalogueError) as refused:
        catalogue().variant(SLUG).ruleset(patches=patched(joker=chips))

    assert str(refused.value).endswith(f": scoring.figures.joker: {sentence}")


# The game


def test_the_facts_tell_what_each_opponent_pays():
    told = [(fact.label, fact.text) for fact in facts(catalogue().variant(SLUG).standard)]

    assert told[:7] == [
        ("For going out", "one chip from each opponent"),
        ("For each joker melded", "two chips from each opponent"),
        ("For each deuce melded", "one chip from each opponent"),
        ("Without jokers and deuces", "ten chips from each opponent"),
        ("Out on the first turn", "seven chips from each opponent"),
        ("Out on the first turn without drawing", "ten chips from each opponent"),
        ("All cards in one suit", "ten chips from each opponent"),
    ]


def test_most_chips_win_when_the_table_stops():
    rules = catalogue().variant(SLUG).standard
    deals = [{"1": 9, "2": -9}, {"1": -33, "2": 33}]

    going_on, stopped = (
        standings(rules, ["1", "2"], deals, stopped=is_stopped) for is_stopped in (False, True)
    )

    assert rules.length is None
    assert not going_on.is_over
    assert stopped.winners == ("2",)


def test_a_table_may_agree_on_a_number_of_deals():
    rules = catalogue().variant(SLUG).ruleset({"agreed-deals": 5})

    assert rules.length == 5


def test_wild_deuces_are_a_rule_of_play():
    wild = catalogue().variant(SLUG).ruleset({"deuces-wild": True})

    assert wild.deck.wild == ("2",)
    assert points(SLUG, OUT | {"deuces": 2}, options={"deuces-wild": True})["Ann"] == 9
