"""Custom values: which values can be set, how input is parsed, and how they are described."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.errors import CatalogueError
from rules.engine.house_rules import adjustable_figures, house_rules, read_patches
from rules.engine.variants import Unknown

CLASSIC = catalogue().variant("contract-rummy")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker")


def asked(variant=CLASSIC, patches=None, unknown=()):
    variant = variant.model_copy(update={"unknown": unknown})
    return adjustable_figures(variant, variant.ruleset(patches=patches))


def knob(path, **kwargs):
    return next(found for found in asked(**kwargs) if found.path == path)


def now(**kwargs):
    return {found.path: found.now for found in asked(**kwargs)}


# Which values can be set


def test_a_table_may_set_values_cards_takes_and_contracts():
    values = {rank: rank for rank in RANKS} | dict.fromkeys("JQK", "10")
    values |= {"A": "15", "Joker": "15"}
    # Three, four and five players have two, three and four jokers. Buys have no limit.
    cards = {"deck.by_players.*.jokers": "", "deals.*.takes.limit": ""}
    contracts = {
        "deals.1.sets": "3, 3",
        "deals.1.runs": "0",
        "deals.1.cards": "10",
        "deals.2.sets": "3",
        "deals.2.runs": "4",
        "deals.2.cards": "10",
        "deals.3.sets": "0",
        "deals.3.runs": "4, 4",
        "deals.3.cards": "10",
        "deals.4.sets": "3, 3, 3",
        "deals.4.runs": "0",
        "deals.4.cards": "12",
        "deals.5.sets": "3, 3",
        "deals.5.runs": "4",
        "deals.5.cards": "12",
        "deals.6.sets": "3",
        "deals.6.runs": "4, 4",
        "deals.6.cards": "12",
        "deals.7.sets": "0",
        "deals.7.runs": "4, 4, 4",
        "deals.7.cards": "12",
    }

    assert now() == {f"scoring.values.{rank}": worth for rank, worth in values.items()} | (
        cards | contracts
    )


def test_a_figure_is_asked_for_in_its_section_by_its_name():
    ten, jokers, takes = (
        knob(path)
        for path in ("scoring.values.10", "deck.by_players.*.jokers", "deals.*.takes.limit")
    )
    sets = knob("deals.4.sets")

    assert (ten.section, ten.label, ten.least, ten.most) == ("Card values", "10", -500, 500)
    assert (jokers.section, jokers.label, jokers.least, jokers.most) == (
        "The cards",
        "Jokers",
        0,
        32,
    )
    assert (takes.section, takes.label, takes.most) == ("The cards", "May I? calls each", 20)
    assert (sets.section, sets.label, sets.kind) == ("Deal 4", "Sets", "sizes")


@pytest.mark.parametrize(
    ("end", "path", "label", "figure"),
    [
        ({"target": 500}, "end.target", "Target", "500"),
        ({"target_each": 50}, "end.target_each", "Target: points per player", "50"),
        ({"out_at": 101}, "end.out_at", "Out of the game at", "101"),
        ({"deals": 12}, "end.deals", "Deals", "12"),
    ],
)
def test_the_end_may_be_set_where_the_game_has_such_a_figure(end, path, label, figure):
    found = knob(path, patches={"end": end})

    assert (found.section, found.label, found.now, found.least) == ("The end", label, figure, 1)
    assert path not in now()


def test_cards_by_size_of_table_may_be_set_at_once():
    by_table = {"deals.*.cards": 0, "deck.by_players.*.cards": 11, "deck.by_players.*.jokers": 2}

    found = now(patches=by_table)

    assert found["deck.by_players.*.cards"] == "11"
    assert found["deck.by_players.*.jokers"] == "2"
    assert "deals.1.cards" not in found
    assert now(patches=by_table | {"deck.by_players.5.cards": 10})["deck.by_players.*.cards"] == ""


def test_a_game_without_melds_has_no_contracts_to_set():
    assert set(now(patches={"melds": None})) == {f"scoring.values.{rank}" for rank in RANKS}


def test_a_game_without_jokers_has_no_value_of_theirs_to_set():
    found = now(patches={"deck.by_players.*.jokers": 0})

    assert "scoring.values.A" in found
    assert "scoring.values.Joker" not in found


def test_what_nobody_knows_comes_first_and_stands_empty():
    gaps = (
        Unknown(path="scoring.values", label="What cards cost"),
        Unknown(path="deals.2", label="The second contract"),
    )
    patches = {"scoring.values": {}, "deals.2.sets": [], "deals.2.runs": []}

    found = asked(patches=patches, unknown=gaps)

    first = [(each.path, each.now) for each in found if each.is_unknown]
    assert first == [
        *((f"scoring.values.{rank}", "") for rank in RANKS),
        ("deals.2.sets", ""),
        ("deals.2.runs", ""),
    ]
    assert [each.is_unknown for each in found] == sorted(
        (each.is_unknown for each in found), reverse=True
    )


def test_where_a_game_counts_no_cards_their_values_are_not_asked_for():
    assert not [path for path in now(patches={"scoring.values": {}}) if "values" in path]


# Parsing


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("scoring.values.A", "20", 20),
        ("scoring.values.A", "−50", -50),
        ("scoring.values.A", " 0 ", 0),
        ("deck.by_players.*.jokers", "32", 32),
        ("deals.1.sets", "4 4", [4, 4]),
        ("deals.1.sets", "3, 3; 4", [3, 3, 4]),
        ("deals.1.sets", "3+3", [3, 3]),
        ("deals.1.sets", "0", []),
    ],
)
def test_a_figure_is_read_as_it_is_written(path, text, value):
    assert read_patches(asked(), {path: text}) == ({path: value}, {})


SIZES = "Enter the size of each meld, such as 3, 3 for two melds of three cards, or 0 for none."


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        ("deals.1.sets", "2", SIZES),
        ("scoring.values.A", "501", "Enter a whole number from −500 to 500."),
        ("scoring.values.A", "ten", "Enter a whole number from −500 to 500."),
        ("scoring.values.A", "1.5", "Enter a whole number from −500 to 500."),
        ("deck.by_players.*.jokers", "-1", "Enter a whole number from 0 to 32."),
        ("deals.1.sets", "three", SIZES),
        ("deals.1.sets", "3x3", SIZES),
        ("deals.1.sets", "3 " * 13, SIZES),
    ],
)
def test_what_is_no_figure_is_refused_at_its_place(path, text, sentence):
    assert read_patches(asked(), {path: text}) == ({}, {path: sentence})


@pytest.mark.parametrize("text", ["", "  ", "15"])
def test_blank_and_what_stands_there_change_nothing(text):
    assert read_patches(asked(), {"scoring.values.A": text}) == ({}, {})


def test_what_may_not_be_set_is_left_alone():
    assert read_patches(asked(), {"players.max": "9"}) == ({}, {})


def test_what_is_typed_makes_the_rules_of_the_table():
    patches, problems = read_patches(
        asked(), {"scoring.values.A": "20", "deals.1.sets": "4, 4", "deals.*.takes.limit": "2"}
    )

    rules = CLASSIC.ruleset(patches=patches)

    assert problems == {}
    assert rules.scoring.values["A"] == 20
    assert rules.deal(1).sets == (4, 4)
    assert {deal.takes.limit for deal in rules.deals} == {2}


GAP = (Unknown(path="scoring.values", label="What cards cost"),)
NO_VALUES = {"scoring.values": {}}


def test_values_that_nobody_knows_are_given_for_every_card():
    found = asked(patches=NO_VALUES, unknown=GAP)
    typed = {f"scoring.values.{rank}": str(worth) for worth, rank in enumerate(RANKS, 1)}

    patches, problems = read_patches(found, typed)

    assert problems == {}
    assert patches == {"scoring.values": dict(zip(RANKS, range(1, 15), strict=True))}
    assert CLASSIC.ruleset(patches=patches).scoring.values["Joker"] == 14


def test_values_that_nobody_knows_may_be_left_out_but_not_in_part():
    found = asked(patches=NO_VALUES, unknown=GAP)

    assert read_patches(found, {}) == ({}, {})
    _, problems = read_patches(found, {"scoring.values.2": "5", "scoring.values.4": "5"})
    assert problems == {"scoring.values.3": "Give a value for every card, or for none."}


def test_a_figure_that_makes_no_game_is_refused_by_the_rules():
    patches, problems = read_patches(asked(), {"deals.1.cards": "30"})

    assert (patches, problems) == ({"deals.1.cards": 30}, {})
    with pytest.raises(CatalogueError, match=r"deal 1 needs 121 cards for 4 players"):
        CLASSIC.ruleset(patches=patches)


# Descriptions


@pytest.mark.parametrize(
    ("patches", "words"),
    [
        ({"scoring.values.A": 20}, "A counts 20"),
        ({"scoring.values.Joker": -5}, "Joker counts −5"),
        ({"scoring.values": dict.fromkeys(RANKS, 5)}, "custom card values"),
        ({"deals.3.cards": 11}, "deal 3: 11 cards each"),
        ({"deals.1.sets": [4, 4]}, "deal 1: two sets of 4"),
        ({"deals.1.sets": [], "deals.1.runs": []}, "deal 1: no contract"),
        ({"deals.*.takes.limit": 2}, "two May I? calls each"),
        ({"deals.*.takes.limit": 1}, "one May I? each"),
        ({"deck.by_players.*.jokers": 4}, "4 jokers"),
        ({"deals.*.cards": 0, "deck.by_players.*.cards": 11}, "11 cards each"),
        ({"end": {"deals": 3}, "end.deals": 12}, "12 deals"),
        ({"end.target": 300}, "target 300"),
        ({"end.target_each": 50}, "target 50 for each player"),
        ({"end.out_at": 101}, "out at 101"),
    ],
)
def test_a_figure_of_the_table_is_told_in_a_few_words(patches, words):
    assert house_rules(CLASSIC, CLASSIC.ruleset(patches=patches))[-1] == words


def test_options_are_told_before_the_tables_own_figures():
    rules = CLASSIC.ruleset(
        {"joker-25": True, "no-jokers": False}, {"deals.2.sets": [4], "deals.2.runs": [5]}
    )

    label = next(option.label for option in CLASSIC.options if option.id == "joker-25")
    assert house_rules(CLASSIC, rules) == (label, "deal 2: one set of 4, one run of 5")


@pytest.mark.parametrize(
    ("slug", "options", "words"),
    [
        ("gin-rummy", {"hollywood": True}, "Hollywood (three games at once)"),
        ("any-game", {"rounds": 4}, "Number of rounds (4)"),
        ("any-game", {"name": "Skat: Bock", "rounds": 4}, "Number of rounds (4)"),
    ],
)
def test_an_option_stands_without_a_colon_in_a_list(slug, options, words):
    variant = catalogue().variant(slug)

    assert house_rules(variant, variant.ruleset(options)) == (words,)


def test_an_option_is_told_with_the_answer_of_the_table():
    progressive = catalogue().variant("progressive-rummy")

    told = house_rules(progressive, progressive.ruleset({"custom-settlement": [1, 2, 5, 9]}))

    assert told == ("Other payments by place (1, 2, 5, 9)",)


def test_a_game_without_house_rules_tells_none():
    assert house_rules(CLASSIC, CLASSIC.standard) == ()
    assert house_rules(None, CLASSIC.standard) == ()


def test_a_list_that_nobody_knows_is_written_in_words():
    variant = catalogue().variant("12-step-rummy")
    asked = adjustable_figures(variant, variant.standard)
    steps = [knob for knob in asked if knob.kind == "words"]
    typed = {knob.path: f"set {number} of 3" for number, knob in enumerate(steps, 1)}

    patches, problems = read_patches(asked, typed)

    assert [knob.label for knob in steps] == [f"Step {number}" for number in range(1, 13)]
    assert problems == {}
    assert patches == {"scoring.figures.phases": [f"set {n} of 3" for n in range(1, 13)]}
    own = variant.ruleset({}, patches)
    assert house_rules(variant, own) == ("custom phases",)


def test_a_list_is_written_as_a_whole_or_not_at_all():
    variant = catalogue().variant("12-step-rummy")
    asked = adjustable_figures(variant, variant.standard)

    _, problems = read_patches(asked, {"scoring.figures.phases.1": "two sets of 3"})

    assert problems == {"scoring.figures.phases.2": "Fill in all of them, or none."}
