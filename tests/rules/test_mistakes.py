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


MODELS = (DeckRules, End, Melds, Option, Players, Scoring, Settlement, TallyFigures)


def texts(model, data):
    with pytest.raises(ValidationError) as refused:
        model.model_validate(data)
    return [mistake.text for mistake in mistakes_in(refused.value, model)]


@each_row
def test_a_mistake_says_what_to_write(model, data, expected):
    (known,) = (each for each in MODELS if each.__name__ == model)

    assert texts(known, data) == expected


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
