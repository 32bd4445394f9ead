"""Calculations that Python and the entry page’s scripts share, tested with the same table.

``tests/js`` also reads the table. ``points`` is the server’s result, or None if the server rejects
the text. ``shown`` is given if the page shows something else, because the text is still being typed
or is rejected for a reason other than its content. In a game with ``decimals``, points are in units
of the last one.
"""

import json
from pathlib import Path

import pytest

from rules.engine.cards import read_hand
from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryRefusedError
from rules.engine.errors import UnreadableError
from rules.engine.inputs import read_sum
from rules.reference.card_facts import values_of
from tests.rules.played import points, refusals
from tests.rules.scored import entry_fields

VECTORS = json.loads((Path(__file__).parent.parent / "data/vectors.json").read_text("utf-8"))
TWO = ("Ann", "Bob")
FOUR = ("Ann", "Bob", "Cai", "Dee")


def ids(vector):
    return f"{vector.get('game', '')} {vector['text']}".strip()


def ruleset_of(name):
    game = VECTORS["games"][name]
    return catalogue().variant(game["game"]).ruleset(dict.fromkeys(game["options"], True))


@pytest.mark.parametrize("name", VECTORS["games"])
def test_the_table_has_the_card_values_of_the_games(name):
    game, ruleset = VECTORS["games"][name], ruleset_of(name)

    values = {
        "JK" if rank == "Joker" else rank: worth for rank, worth in values_of(ruleset).items()
    }
    (kind,) = (f.kind for f in entry_fields(ruleset, 1, 4) if f.kind.name == "cards-left")

    assert (game["values"], game["rows"], game["cancel"]) == (values, kind.rows, kind.cancel)


@pytest.mark.parametrize("vector", VECTORS["sums"], ids=ids)
def test_sums(vector):
    try:
        counted = read_sum(vector["text"], vector.get("decimals", 0))
    except UnreadableError:
        counted = None

    assert counted == vector["points"]


@pytest.mark.parametrize("vector", VECTORS["hands"], ids=ids)
def test_hands(vector):
    table = ruleset_of(vector["game"]).card_values
    try:
        counted = table.total(read_hand(vector["text"], tuple(table.by_rank)))
    except UnreadableError:
        counted = None

    assert counted == vector["points"]


@pytest.mark.parametrize("vector", VECTORS["grids"], ids=ids)
def test_grids(vector):
    game = VECTORS["games"][vector["game"]]
    entry = {"grid-cards": {"Ann": vector["text"]}, "grid-points": {"Bob": 20}}
    if game["game"] == "column-golf":
        entry["ended"] = "Bob"
    try:
        scored = points(
            game["game"], entry, names=TWO, options=dict.fromkeys(game["options"], True)
        )
        counted = scored["Ann"]
    except EntryRefusedError:
        counted = None

    assert counted == vector["points"]


@pytest.mark.parametrize("vector", VECTORS["rows"])
def test_rows(vector):
    inputs = {field["input"]: field for field in vector["fields"]}
    entry = {"out": "Bob", "laid-points": {"Bob": 30}}
    for name, field in inputs.items():
        entry.setdefault(name, {})["Ann"] = field["text"]
    ruleset = catalogue().variant(vector["game"]).ruleset()

    fields = {
        name: (field.points_each, not field.optional)
        for field in entry_fields(ruleset, 1, 2)
        if field.points_each
        for name in field.inputs().values()
    }
    assert {name: fields[name] for name in inputs} == {
        name: (field["pointsEach"], field["isNeeded"]) for name, field in inputs.items()
    }
    if vector["points"] is None:
        (problem,) = refusals(vector["game"], entry, names=TWO)
        assert problem.code == "missing-held"
    else:
        assert points(vector["game"], entry, names=TWO)["Ann"] == vector["points"]


@pytest.mark.parametrize("vector", VECTORS["bids"], ids=lambda vector: str(vector["others"]))
def test_bids(vector):
    """Ann deals, so she bids last. The tricks are valid, so only her bid can be rejected."""
    tricks = dict(zip(FOUR, [vector["tricks"], 0, 0, 0], strict=True))

    def codes(bid):
        bids = dict(zip(FOUR, [bid, *vector["others"]], strict=True))
        try:
            points(vector["game"], {"bid": bids, "tricks": tricks}, names=FOUR)
        except EntryRefusedError as error:
            return [problem.code for problem in error.problems]
        return []

    refused = {bid: codes(bid) for bid in range(vector["tricks"] + 1) if codes(bid)}

    assert refused == ({} if vector["forbidden"] is None else {vector["forbidden"]: ["hook"]})
