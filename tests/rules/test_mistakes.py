"""Mistakes in data are reported with advice on what to write."""

import shutil

import pytest
from pydantic import ValidationError

from rules.engine.catalogue import DATA, Catalogue
from rules.engine.errors import CatalogueError
from rules.engine.mistakes import InvalidError, Mistake, mistakes_in, nearest
from rules.engine.rulesets import DeckRules, End, Melds, Players, Ruleset, Scoring, Settlement
from rules.engine.schemes import SCHEMES
from rules.engine.schemes.tally.figures import TallyFigures
from rules.engine.variants import Option, Variant
from tests.rows import each_row

JAM = """
slug = "jam"
name = "Jam"
family = "kitchen"
summary = "Jars of jam."
players = { min = 2, max = 4 }
deals = [{}]

[scoring]
scheme = "tally"

[[scoring.figures.items]]
id = "jam"
label = "Jars"
ask = "count"
required = true

[end]
target = 20

[[options]]
id = "short"
label = "Short"
patch = { "end.target" = 10 }

[[sources]]
title = "Our kitchen"
"""
JELLY = """
slug = "jelly"
name = "Jelly"
based_on = "jam"
summary = "Jars of jelly."

[[sources]]
title = "Our kitchen"
"""


def texts(model, data):
    with pytest.raises(ValidationError) as refused:
        model.model_validate(data)
    return [mistake.text for mistake in mistakes_in(refused.value, model)]


@pytest.mark.parametrize(
    ("model", "data", "expected"),
    [
        (Players, {"min": 0, "max": 4}, ["min: 0 is too low. Use at least 1."]),
        (Players, {"min": 2, "max": 13}, ["max: 13 is too high. Use at most 12."]),
        (Players, {"min": "two", "max": 4}, ["min: “two” isn’t valid here. Write a whole number."]),
        (
            Players,
            {"min": 2, "max": 4, "clockwise": "no way"},
            ["clockwise: “no way” isn’t valid here. Write true or false."],
        ),
        (Players, {"min": 2}, ["max: “max” is missing. Add it."]),
        # A misspelt key is one mistake, not two.
        (
            Players,
            {"min": 2, "maxx": 4},
            ["maxx: There is no key “maxx” here. Did you mean “max”?"],
        ),
        (
            Players,
            {"min": 2, "max": 4, "colour": 1},
            ["colour: There is no key “colour” here. Use one of min, max, best, team, clockwise."],
        ),
        (Players, {"min": 2, "max": 4, "best": 5}, ["best must be between min and max"]),
        (
            Melds,
            {"ace": "hig"},
            [
                (
                    "ace: “hig” isn’t possible here. Use “low-or-high”, “high”, “low” or “round”. "
                    "Did you mean “high”?"
                )
            ],
        ),
        (Melds, {"joker_swap": 3}, ["joker_swap: 3 isn’t valid here. Write a table."]),
        (
            Melds,
            {"joker_swap": {"run": True}},
            ["joker_swap.run: There is no key “run” here. Did you mean “runs”?"],
        ),
        (Melds, {"max_wild": 15}, ["max_wild: 15 is too high. Use at most 14."]),
        # Values of another type are not converted.
        (End, {"target": "1000"}, ["target: “1000” isn’t valid here. Write a whole number."]),
        (End, {"target": 2.0}, ["target: 2.0 isn’t valid here. Write a whole number."]),
        (End, {"floor": True}, ["floor: true isn’t valid here. Write a whole number."]),
        (End, {"open": 1}, ["open: 1 isn’t valid here. Write true or false."]),
        (
            Scoring,
            {"scheme": "tally", "values": {"A": "5"}},
            ["values.A: “5” isn’t valid here. Write a whole number."],
        ),
        (
            DeckRules,
            {"by_players": {"3": {"packs": "2"}}},
            ["by_players.3.packs: “2” isn’t valid here. Write a whole number."],
        ),
        (
            Settlement,
            {"unit": {"one": "penny", "many": "pennies"}, "pays": [1, -2, "x"]},
            [
                "pays.2: -2 is too low. Use at least 0.",
                "pays.3: “x” isn’t valid here. Write a whole number.",
            ],
        ),
        (TallyFigures, {"items": []}, ["items: This list is too short. Its minimum length is 1."]),
        (
            TallyFigures,
            {"items": 4},
            ["items: 4 isn’t valid here. Write a list in square brackets."],
        ),
        (
            TallyFigures,
            {"items": [{"id": "a", "lable": "A", "ask": "count"}]},
            ["items.1.lable: There is no key “lable” here. Did you mean “label”?"],
        ),
        (
            TallyFigures,
            {"items": [{"id": "a", "label": "A" * 61, "ask": "count"}]},
            [f"items.1.label: “{'A' * 40}…” is too long. Use at most 60 characters."],
        ),
        (
            Option,
            {"id": "Short", "label": "Short"},
            ["id: “Short” can’t be used here. It has to match ^[a-z0-9]+(-[a-z0-9]+)*$."],
        ),
        (Option, {"id": 5, "label": "Short"}, ["id: 5 isn’t valid here. Write text in quotes."]),
    ],
)
def test_a_mistake_says_what_to_write(model, data, expected):
    assert texts(model, data) == expected


def numbers_in(node):
    """Yield the core schemas of numbers and truth values, except those of the keys of tables."""
    if isinstance(node, dict):
        if node.get("type") in ("int", "bool"):
            yield node
        for key, each in node.items():
            if key != "keys_schema":
                yield from numbers_in(each)
    elif isinstance(node, list):
        for each in node:
            yield from numbers_in(each)


@pytest.mark.parametrize(
    "model", [Ruleset, Variant, *(scheme.figures for scheme in SCHEMES.values())]
)
def test_no_model_of_a_file_converts_a_value(model):
    found = list(numbers_in(model.__pydantic_core_schema__))

    assert [node for node in found if not node.get("strict")] == []


def test_mistakes_of_a_table_can_be_put_below_a_key():
    error = InvalidError("Jam", [Mistake(("items", 0), "Wrong."), Mistake((), "Worse.")])

    assert error.below("scoring", "figures").sentences == (
        "Jam: scoring.figures.items.1: Wrong.",
        "Jam: scoring.figures: Worse.",
    )


def test_the_nearest_word_is_similar():
    assert nearest("cards", ("crads", "decks")) == "crads"
    assert nearest("cards", ("deals", "x")) == ""


# Files


def refused(*folders):
    with pytest.raises(CatalogueError) as error:
        Catalogue(*folders)
    return error.value.sentences


def write(folder, **games):
    (folder / "catalogue").mkdir(parents=True, exist_ok=True)
    for slug, text in games.items():
        (folder / "catalogue" / f"{slug}.toml").write_text(text, "utf-8")
    return folder


def test_all_mistakes_in_all_files_are_named_at_once(tmp_path):
    write(
        tmp_path,
        jam=JAM.replace("summary", "sumary").replace("target = 20", 'target = "many"'),
        plum=JELLY.replace("jelly", "plum").replace('"jam"', '"jamm"'),
    )

    assert refused(tmp_path) == (
        "jam.toml:19: end.target: “many” isn’t valid here. Write a whole number.",
        "jam.toml:5: sumary: There is no key “sumary” here. Did you mean “summary”?",
        "plum.toml:4: based_on: There is no other game “jamm”. Did you mean “jam”?",
    )


@each_row
def test_a_mistake_has_its_line(tmp_path, old, new, sentence):
    assert old in JAM
    write(tmp_path, jam=JAM.replace(old, new, 1))

    assert refused(tmp_path) == (sentence,)


def test_a_game_needs_a_source(tmp_path):
    text = JAM.partition("[[sources]]")[0].replace('slug = "jam"', 'slug = "jam"\nsources = []')
    write(tmp_path, jam=text)

    assert refused(tmp_path) == (
        "jam.toml:3: sources: This list is too short. Its minimum length is 1.",
    )


def test_a_child_is_not_blamed_for_its_parents_mistakes(tmp_path):
    write(tmp_path, jam=JAM.replace("target = 20", "targt = 20"), jelly=JELLY)
    assert [line.partition(":")[0] for line in refused(tmp_path)] == ["jam.toml"]

    write(tmp_path, jam="slug = ")
    assert [line.partition(":")[0] for line in refused(tmp_path)] == ["jam.toml"]

    write(tmp_path, jam=JAM.replace('id = "jam"', 'id = "Jam"'))
    assert [line.partition(":")[0] for line in refused(tmp_path)] == ["jam.toml"]


def test_a_game_of_another_folder_is_replaced_only_on_purpose(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    write(first, jam=JAM)
    write(second, jam=JAM.replace("target = 20", "target = 30"))

    assert refused(first, second) == (
        (
            f"jam.toml: There is already a game “jam” in {first / 'catalogue/jam.toml'}. Choose "
            "another slug, or write “replaces = true” to use this file instead."
        ),
    )

    write(second, jam=f"replaces = true\n{JAM}".replace("target = 20", "target = 30"))
    assert Catalogue(first, second).variant("jam").standard.end.target == 30


def test_a_path_that_leads_nowhere_says_where_it_stops(tmp_path):
    patch = '\n[patch]\n"scorng.values.A" = 5\n"deals.4.cards" = 2\n'
    write(tmp_path, jam=JAM, jelly=JELLY + patch)

    assert refused(tmp_path) == (
        (
            "jelly.toml:11: patch: “scorng.values.A” leads nowhere: there is no “scorng” at that "
            "place. Did you mean “scoring.values.A”?"
        ),
        "jelly.toml:12: patch: “deals.4.cards” leads nowhere: there is no “4” at that place.",
    )


def test_the_last_deal_can_be_patched(tmp_path):
    for kind, suffix in (("catalogue", "toml"), ("reference", "md")):
        (tmp_path / kind).mkdir()
        shutil.copy(DATA / kind / f"contract-rummy.{suffix}", tmp_path / kind)
    child = JELLY.replace('"jam"', '"contract-rummy"')
    write(tmp_path, jelly=f'{child}\n[patch]\n"deals.last.cards" = 13\n')

    cards = [deal.cards for deal in Catalogue(tmp_path).variant("jelly").standard.deals]

    assert cards == [10, 10, 10, 12, 12, 12, 13]
