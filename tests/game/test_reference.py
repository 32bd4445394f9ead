"""The key reference and the schema for editors are up to date, complete and correct."""

import json
import re
import tomllib

import pytest

from rules.engine.catalogue import DATA
from rules.engine.errors import CatalogueError
from tools.game.__main__ import main
from tools.game.keys import Key, tables
from tools.game.reference import SAMPLE, SCHEMA, example_of, shortest_examples, written
from tools.game.schema import game_schema, resolved

FILES = sorted((DATA / "catalogue").glob("*.toml"))
SCHEMA_OF_GAMES = game_schema()


def test_the_files_are_up_to_date():
    stale = [path.name for path, text in written().items() if path.read_text("utf-8") != text]

    assert stale == [], "Run ./dev game reference."


def test_the_examples_come_from_a_fixed_sample():
    assert [slug for slug in SAMPLE if not (DATA / "catalogue" / f"{slug}.toml").exists()] == []
    assert list(SAMPLE) == sorted(SAMPLE)


@pytest.fixture(scope="module")
def examples():
    """The example for each key, by table and key."""
    shortest = shortest_examples(SCHEMA_OF_GAMES)
    return {
        (title, key.name): example_of(title, key, shortest)
        for title, _about, keys in tables(SCHEMA_OF_GAMES)
        for key in keys
    }


def test_every_key_has_an_example_that_can_be_read(examples):
    for (_title, key), example in examples.items():
        (name,) = tomllib.loads(example)
        assert name == key


def test_an_example_comes_from_a_game_that_uses_the_model(examples):
    assert examples["Melds", "ace"] == 'ace = "low"'
    # Black Maria sets it, and inherits its scheme from Hearts.
    assert examples["HeartsFigures", "ace"] == "ace = 7"
    # Only games with the scheme cards-left set it, and PhasesFigures extends that scheme’s model.
    assert examples["PhasesFigures", "wild"] == examples["CardsLeftFigures", "wild"] == "wild = 20"
    # Only an option sets it, to what the group answers.
    assert examples["Settlement", "pays"] == "pays = [2, 4, 6, 8]"
    # No game sets it.
    assert examples["Melding", "size"] == "size = 7"


def test_a_new_key_needs_a_game_with_an_example():
    key = Key("takers", holds="text", default="", is_required=True, about="")

    with pytest.raises(CatalogueError) as error:
        example_of("TakersContract", key, {})

    assert str(error.value) == (
        "No game in SAMPLE of tools/game/reference.py has “takers” of TakersContract. Add a game "
        "that has."
    )


def test_help_is_no_game(capsys):
    assert main(["check", "--help"]) == 0
    assert capsys.readouterr().out.startswith("./dev game new SLUG")


def faults(node, data, at="", schema=SCHEMA_OF_GAMES):
    """Return the places where data doesn’t fit a node of the schema."""
    if "anyOf" in node:
        found = [faults(each, data, at, schema) for each in node["anyOf"]]
        return [] if [] in found else found[0]
    node = resolved(schema, node, data)
    wrong = [f"{at}: {data!r}"]
    fits = "enum" not in node or data in node["enum"]
    return _faults_of_type(node, data, at, schema) if fits else wrong


def _faults_of_type(node, data, at, schema):
    wrong = [f"{at}: {data!r}"]
    match node.get("type"):
        case "object":
            return _faults_of_table(node, data, at, schema) if isinstance(data, dict) else wrong
        case "array" if isinstance(data, list):
            inner = node.get("items", {})
            is_long_enough = len(data) >= node.get("minItems", 0)
            found = [f for n, each in enumerate(data, 1) for f in faults(inner, each, f"{at}.{n}")]
            return found if is_long_enough else wrong
        case "string" if isinstance(data, str):
            fits = len(data) <= node.get("maxLength", len(data))
            return [] if fits and re.search(node.get("pattern", ""), data) else wrong
        case "integer" if type(data) is int:
            fits = node.get("minimum", data) <= data <= node.get("maximum", data)
            return [] if fits and data < node.get("exclusiveMaximum", data + 1) else wrong
    is_right = "type" not in node or (node["type"] == "boolean" and isinstance(data, bool))
    return [] if is_right else wrong


def _faults_of_table(node, data, at, schema):
    known, others = node.get("properties", {}), node.get("additionalProperties", {})
    found = [f"{at}: {key} is missing" for key in node.get("required", ()) if key not in data]
    branch = node.get("then" if "based_on" in data else "else", {})
    found += [f"{at}: {key} is missing" for key in branch.get("required", ()) if key not in data]
    for key, value in data.items():
        if key in known:
            found += faults(known[key], value, f"{at}.{key}", schema)
        elif others is False:
            found.append(f"{at}: {key} is unknown")
        else:
            found += faults(
                others if isinstance(others, dict) else {}, value, f"{at}.{key}", schema
            )
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_editors_accept_every_game(path):
    schema = json.loads(SCHEMA.read_text("utf-8"))

    assert faults(schema, tomllib.loads(path.read_text("utf-8")), schema=schema) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("target = 500", 'target = "500"', ".end.target: '500'"),
        ("target = 500", "targt = 500", ".end: targt is unknown"),
        ("[words]", 'colour = "red"\n[words]', ": colour is unknown"),
        ('ask = "count"', 'ask = "number"', ".scoring.figures.items.2.ask: 'number'"),
        ('label = "Cards in the stock pile"\n', "", ".scoring.figures.items.2: label is missing"),
        ('scheme = "tally"', 'scheme = "tallly"', ".scoring.scheme: 'tallly'"),
        ("cards = 5", "cards = 31", ".deals.1.cards: 31"),
        ('family = "shedding"\n', "", ": family is missing"),
        ("players = { min = 2, max = 6 }", "players = { min = 0, max = 6 }", ".players.min: 0"),
    ],
)
def test_editors_mark_mistakes(old, new, fault):
    text = (DATA / "catalogue/skip-stock.toml").read_text("utf-8")
    assert old in text

    assert faults(SCHEMA_OF_GAMES, tomllib.loads(text.replace(old, new, 1))) == [fault]
