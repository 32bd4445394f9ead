"""Stored games: written with a format number, and readable in every format."""

import ast
import json
from copy import deepcopy
from pathlib import Path

import pytest

from rules.engine import snapshots, upcasters
from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from rules.engine.schemes import SCHEMES
from rules.engine.snapshots import (
    FORMAT,
    DealEntry,
    FutureFormatError,
    RulesSnapshot,
    SideSnapshot,
    SnapshotError,
    StartSnapshot,
    TableSnapshot,
    dump_change,
    dump_ruleset,
    load_change,
    load_house_rules,
    load_ruleset,
    load_texts,
)
from tests.rules.transcript import load_transcripts

ROOT = Path(__file__).parents[2]
STORED = json.loads((ROOT / "tests/data/snapshots/format-0/rulesets.json").read_text("utf-8"))
RUMMY = catalogue().variant("contract-rummy").standard
DEAL = {"texts": {"out": "1"}, "dealer": 2, "overruled": False}
EVE = {"number": 5, "name": "Eve", "joined": 3, "start": 40, "left": None}
# Modules that make models from data other than stored data: the catalogue, patches, values in a
# ruleset, rulesets for display, and the files that people import.
MAY_VALIDATE = {
    "rules/engine/catalogue.py",
    "rules/engine/rulesets.py",
    "rules/engine/snapshots.py",
    "rules/engine/variants.py",
    "rules/engine/schemes/base.py",
    "rules/engine/schemes/phases.py",
    "rules/engine/schemes/tally/points.py",
    "scorekeeper/queries/table_file.py",
    "scorekeeper/services/imports/bgstats.py",
    "scorekeeper/services/imports/converted.py",
}


def test_the_present_format_has_a_number_that_is_written():
    assert FORMAT == 2
    assert dump_ruleset(RUMMY)["format"] == 2


def test_stored_games_of_the_eighteen_first_schemes_are_known():
    schemes = {stored["scoring"]["scheme"] for stored in STORED.values()}

    assert len(schemes) == 18
    assert schemes <= set(SCHEMES)


@pytest.mark.parametrize("slug", STORED)
def test_a_ruleset_of_format_0_says_the_same_in_the_present_one(slug):
    stored = deepcopy(STORED[slug])
    had_melds = bool(stored.get("melds"))

    plain = dump_ruleset(load_ruleset(stored))

    assert stored == STORED[slug]
    if had_melds:
        assert stored["melds"].pop("join_runs") is False
        assert "join_runs" not in plain["melds"]
    assert not _missing(stored, plain)


def _missing(old, new, path=""):
    """Return the paths at which ``new`` differs from ``old``. Additional data is allowed."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            each
            for key, value in old.items()
            for each in _missing(value, new.get(key), f"{path}.{key}")
        ]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = zip(old, new, strict=True)
        return [each for at, pair in enumerate(pairs) for each in _missing(*pair, f"{path}.{at}")]
    return [] if old == new else [path]


def test_a_ruleset_without_melds_has_no_runs_to_join():
    assert load_ruleset(STORED["wizard-style"]).melds is None


def test_equal_rulesets_are_validated_once():
    assert load_ruleset(dump_ruleset(RUMMY)) is load_ruleset(
        json.loads(json.dumps(dump_ruleset(RUMMY)))
    )


def test_what_is_read_does_not_change_with_the_data_that_it_came_from():
    plain = dump_ruleset(RUMMY) | {"patches": {"deals.1.sets": [3]}}
    ruleset = load_ruleset(plain)

    plain["patches"]["deals.1.sets"].append(4)

    assert ruleset.patches == {"deals.1.sets": [3]}
    assert load_ruleset(plain).patches == {"deals.1.sets": [3, 4]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"colour": "red"}, "ruleset.colour: There is no key “colour” here. Leave it out."),
        (
            {"melds": {"jokerswap": True}},
            "ruleset.melds.jokerswap: There is no key “jokerswap” here. Did you mean “joker_swap”?",
        ),
        (
            {"scoring": {"scheme": "countdown", "figures": {"pace": 1}}},
            "ruleset.scoring.figures.pace: There is no key “pace” here. Leave it out.",
        ),
        ({"scoring": {"scheme": "dreams"}}, "ruleset.scoring.scheme: there is no scheme “dreams”"),
        ({"format": "1"}, "format: '1' isn’t a format number"),
        ({"format": -1}, "format: -1 isn’t a format number"),
    ],
)
def test_what_the_present_format_does_not_know_is_named(changed, message):
    with pytest.raises(SnapshotError) as refused:
        load_ruleset(dump_ruleset(RUMMY) | changed)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (0, "ruleset: “slug” is missing. Add it."),
        (1, "ruleset: “slug” is missing. Add it."),
        (2, "ruleset.slug: “slug” is missing. Add it."),
    ],
)
def test_stored_rules_without_a_slug_are_refused_in_every_format(number, message):
    plain = dump_ruleset(RUMMY) | {"format": number}
    del plain["slug"]

    with pytest.raises(SnapshotError) as refused:
        load_ruleset(plain)

    assert str(refused.value) == message


def test_a_change_of_the_wrong_kind_is_refused():
    with pytest.raises(SnapshotError, match=r"^change: a value has the wrong type"):
        load_change({"format": 0, "sides": [None]}, RUMMY)


@pytest.mark.parametrize(
    "read",
    [
        lambda: load_ruleset(dump_ruleset(RUMMY) | {"format": 3}),
        lambda: load_change(DEAL | {"format": 3}, RUMMY),
        lambda: load_texts({"out": "1"}, 3, RUMMY),
        lambda: load_house_rules("contract-rummy", {}, {}, 3),
    ],
)
def test_a_format_of_the_future_is_refused_with_a_sentence(read):
    with pytest.raises(FutureFormatError) as refused:
        read()

    assert isinstance(refused.value, RulesError)
    assert str(refused.value) == (
        "This was stored in format 3 by a newer version of Scorekeeper. This version reads formats "
        "up to 2. Update the code to open it."
    )


@pytest.mark.parametrize(
    "snapshot",
    [
        DealEntry(texts={"out": "1"}, dealer=2, overruled=True),
        TableSnapshot(
            next_dealer=None,
            stopped=False,
            sides=(SideSnapshot(**EVE, away=((3, 4, None), (6, 6, 55))),),
            seats=(),
        ),
        RulesSnapshot(ruleset=RUMMY, entries={1: {"out": "1"}, 2: {}}),
        StartSnapshot(options={"a": True}, patches={}, players=("Ann", "Bob"), follows="abc"),
    ],
    ids=lambda snapshot: type(snapshot).__name__,
)
def test_a_change_is_read_back_as_it_was_written(snapshot):
    plain = json.loads(json.dumps(dump_change(snapshot)))

    assert plain["format"] == 2
    assert load_change(plain, RUMMY) == snapshot


def test_nothing_is_read_back_as_nothing():
    assert load_change(None, RUMMY) is None


def test_a_table_of_format_0_gets_what_it_left_out():
    gaps = [[3, 4], [6, 6, 55]]
    table = {"next_dealer": 3, "stopped": False, "sides": [EVE, EVE | {"away": gaps}]}

    read = load_change(table, RUMMY)

    assert [side.away for side in read.sides] == [(), ((3, 4, None), (6, 6, 55))]
    assert read.seats == ()


def test_rules_of_format_0_have_the_options_of_their_ruleset():
    ruleset = STORED["contract-rummy"]
    change = {"options": {}, "ruleset": ruleset, "entries": {"1": {"out": "1"}}}

    read = load_change(change, RUMMY)

    assert read == RulesSnapshot(ruleset=load_ruleset(ruleset), entries={1: {"out": "1"}})


def test_a_start_of_format_0_may_lack_patches_and_the_game_before():
    read = load_change({"options": {}, "players": ["Ann", "Bob"]}, RUMMY)

    assert read == StartSnapshot(options={}, patches={}, players=("Ann", "Bob"), follows="")


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        (
            DEAL | {"format": 1, "mood": "good"},
            (
                "change.mood: There is no key “mood” here. "
                "Use one of texts, dealer, overruled, dealer_known."
            ),
        ),
        (
            {"format": 1, "texts": {}, "dealer": 1},
            ("change.overruled: “overruled” is missing. Add it."),
        ),
        (
            {"format": 1, "next_dealer": None, "stopped": False, "sides": [EVE], "seats": []},
            "change.sides.1.away: “away” is missing. Add it.",
        ),
        ({"mood": "good"}, "change: no kind of change has the keys ['mood']"),
    ],
)
def test_a_change_that_cannot_be_read_names_the_key(plain, message):
    with pytest.raises(SnapshotError) as refused:
        load_change(plain, RUMMY)

    assert str(refused.value) == message


def test_a_step_can_act_on_each_scheme_and_each_kind(monkeypatch):
    """The test has steps from format 0 to 1 and from 1 to 2, as a later version might have."""

    def ruleset(plain):
        if plain["scoring"]["scheme"] == "cards-left":
            plain["scoring"]["figures"]["caller"] = plain["scoring"]["figures"].pop("shout")

    def house_rules(variant, plain):
        if variant == "contract-rummy" and "aces" in plain["options"]:
            plain["options"]["ace-high"] = plain["options"].pop("aces")

    def texts(scheme, entry):
        if scheme == "cards-left" and "gone" in entry:
            entry["out"] = entry.pop("gone")

    later = upcasters.Upcaster(ruleset=ruleset, house_rules=house_rules, texts=texts)
    monkeypatch.setattr(snapshots, "UPCASTERS", upcasters.UPCASTERS | {1: later})
    monkeypatch.setattr(snapshots, "FORMAT", 2)
    old = deepcopy(STORED["contract-rummy"])
    old["scoring"]["figures"] = {"shout": 5}
    old["options"] = {"aces": True}

    read = load_ruleset(old)
    deal = load_change(DEAL | {"texts": {"gone": "3"}}, read)
    rules = load_change({"ruleset": old, "entries": {"4": {"gone": "2"}}}, RUMMY)

    assert (read.scoring.figures, read.options) == ({"caller": 5}, {"ace-high": True})
    assert load_ruleset(dump_ruleset(read)) == read
    assert deal.texts == {"out": "3"}
    assert rules == RulesSnapshot(ruleset=read, entries={4: {"out": "2"}})
    assert load_texts({"gone": "1"}, 0, read) == {"out": "1"}
    assert load_texts({"gone": "1"}, 2, read) == {"gone": "1"}
    assert load_house_rules("contract-rummy", {"aces": 1}, {"a": 2}, 1) == (
        {"ace-high": 1},
        {"a": 2},
    )


def test_nothing_else_validates_what_is_stored():
    calls = {
        (str(path.relative_to(ROOT)), node.attr)
        for folder in ("rules", "scorekeeper")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and (node.attr.startswith("model_validate") or node.attr == "model_construct")
    }

    assert {path for path, _ in calls} == MAY_VALIDATE


def test_nothing_else_takes_a_stored_ruleset_apart():
    """Otherwise, ``game.ruleset["name"]`` would depend on the game’s stored format."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (ROOT / "scorekeeper").rglob("*.py")
        if path.parent.name != "migrations"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr in ("ruleset", "before", "after")
    ]

    assert found == []


@pytest.mark.parametrize("transcript", load_transcripts(), ids=lambda each: each.name)
def test_rules_of_whole_games_are_read_back(transcript):
    assert load_ruleset(json.loads(json.dumps(dump_ruleset(transcript.rules)))) == transcript.rules


def test_the_house_rule_that_became_the_standard_of_euchre_is_dropped():
    four = {"lone-defender-four": True, "stick-the-dealer": True}

    assert load_house_rules("euchre", four, {}, 1) == ({"stick-the-dealer": True}, {})
    assert load_house_rules("rummy", four, {}, 1) == (four, {})


def test_a_stored_game_of_euchre_keeps_its_lone_defender():
    stored = dump_ruleset(catalogue().variant("euchre").ruleset({"lone-defender-two": True}))
    stored["format"] = 1
    stored["options"] = {"lone-defender-four": True}
    stored["scoring"]["figures"] |= {"defender": 2, "defender_sweep": 4}

    ruleset = load_ruleset(stored)

    assert ruleset.options == {}
    assert ruleset.scoring.figures["defender"] == 2
    assert ruleset.scoring.figures["defender_sweep"] == 4
