"""Every worked example in rule books, scored with the catalogue."""

import tomllib
from pathlib import Path

import pytest

from rules.engine.cards import read_hand
from rules.engine.catalogue import catalogue
from rules.engine.deal_seating import DealSeating, DealSide
from rules.engine.settlement import settle
from rules.reference.facts import cut_size
from tests.rules.played import standings
from tests.rules.scored import report, score_deal

FILE = Path(__file__).parents[1] / "data" / "worked_examples.toml"
EXAMPLES = tomllib.loads(FILE.read_text("utf-8"))


def each(kind, name):
    return [pytest.param(example, id=name(example)) for example in EXAMPLES[kind]]


def rules_of(example):
    options = dict.fromkeys(example.get("options", []), True)
    return catalogue().variant(example["game"]).ruleset(options)


def settled(rules, totals, paid):
    """Return the payments at the end of a game, by side, for these totals."""
    nothing = dict.fromkeys(totals, 0)
    deals = [totals, *[nothing] * (len(rules.deals) - 1)]
    return settle(rules.settlement, standings(rules, list(totals), deals), paid)


def test_the_file_has_every_kind_of_example():
    assert {kind: len(examples) for kind, examples in EXAMPLES.items()} == {
        "example": 78,
        "game": 2,
        "settlement": 2,
        "scale": 3,
        "cut": 7,
    }


@pytest.mark.parametrize("example", each("example", lambda e: f"{e['game']}-{e['id']}"))
def test_cards_of_an_example_cost_what_it_says(example):
    rules = rules_of(example)

    points = rules.card_values.total(read_hand(example["cards"]))

    assert points == example["points"]


@pytest.mark.parametrize("example", each("example", lambda e: f"{e['game']}-{e['id']}"))
def test_an_example_is_recorded_as_it_says(example):
    rules = rules_of(example)
    # The first side, on the dealer’s right, holds this hand, so a perfect cut counts for that side.
    table = DealSeating(
        tuple(DealSide(str(n), f"Side {n}") for n in range(1, rules.players.max + 1)), "2"
    )
    texts = {f"left-points-{key}": "15" for key in table.keys[1:]}
    if "ran out" in example["situation"]:
        texts["ran-out"] = "1"
    elif example["cards"]:
        texts["left-points-2"] = "0"
    else:
        texts["out"] = "1"
    if example["cards"]:
        texts["left-cards-1"] = example["cards"]
    if example["cut"]:
        texts["cut"] = "1"

    deal = example.get("deal", 1)
    lines = score_deal(rules, deal, report(rules, deal, table, texts))

    assert sum(line.points for line in lines if line.side == "1") == example["recorded"]


@pytest.mark.parametrize("example", each("game", lambda e: e["game"]))
def test_a_whole_game_of_an_example_adds_up(example):
    rules, names = rules_of(example), list(example["deals"])
    table = DealSeating(tuple(DealSide(name, name) for name in names), dealer=names[0])
    scored = []
    for number, row in enumerate(zip(*example["deals"].values(), strict=True), 1):
        texts = {
            f"left-points-{name}": str(points) for name, points in zip(names, row, strict=True)
        }
        lines = score_deal(rules, number, report(rules, number, table, texts))
        scored.append({line.side: line.points for line in lines})

    game = standings(rules, names, scored)

    assert game.is_over
    assert game.running[-1] == example["totals"]
    assert game.winners == (example["winner"],)


@pytest.mark.parametrize(
    "example", each("settlement", lambda e: "-".join([e["game"], *e["options"]]))
)
def test_a_settlement_of_an_example_pays_what_it_says(example):
    rules, order = rules_of(example), example["place"]
    totals = {name: 100 * place for place, name in enumerate(order, 1)}

    payments = settled(rules, totals, dict(zip(order, example["paid"], strict=True)))

    assert [payment.side for payment in payments] == order
    assert [payment.by_place for payment in payments] == example["by_place"]
    assert [payment.kitty for payment in payments] == example["kitty"]
    assert [payment.net for payment in payments] == example["net"]


@pytest.mark.parametrize("example", each("scale", lambda e: f"{e['players']}-players"))
def test_a_scale_of_an_example_is_that_of_progressive_rummy(example):
    rules = catalogue().variant("progressive-rummy").standard
    totals = {f"{place}.": 100 * place for place in range(1, example["players"] + 1)}

    payments = settled(rules, totals, {})

    assert [payment.net for payment in payments] == example["pays"]


@pytest.mark.parametrize("example", each("cut", lambda e: f"{e['players']}-deal-{e['deal']}"))
def test_a_perfect_cut_of_an_example_has_the_size_it_says(example):
    rules = catalogue().variant("liverpool-rummy").standard

    assert cut_size(rules.deal(example["deal"]), example["players"]) == example["size"]
