"""A new game needs one data file and one text file, and no Python."""

import pytest

from rules.engine.catalogue import Catalogue
from rules.engine.deal_seating import DealSeating, DealSide
from rules.engine.entries import EntryRefusedError
from rules.reference.facts import facts
from rules.reference.rule_texts import RuleTexts
from tests.rows import each_row
from tests.rules.played import standings
from tests.rules.scored import report, score_deal

FACTS = """
slug = "harvest"
name = "Harvest"
family = "harvest"
summary = "Apples, pears and wasps: most points after three baskets."
aliases = ["Orchard"]
players = { min = 2, max = 4, best = 3 }
readings = ["Players tied for the highest total win together."]

[words]
deal = { one = "basket", many = "baskets" }

[scoring]
scheme = "tally"

[[scoring.figures.items]]
id = "apples"
label = "Apples"
ask = "count"
required = true
worth = 2
total = 20

[[scoring.figures.items]]
id = "pears"
label = "Pears"
ask = "points"
worth = 1
least = 0

[[scoring.figures.items]]
id = "wasp"
label = "Stung by a wasp"
ask = "flag"
worth = -5

[[scoring.figures.items]]
id = "golden"
label = "Golden apple"
ask = "one-side"
mark = "Golden"
worth = 10

[end]
wins = "highest"

[[deals]]
[[deals]]
notes = ["Pears count in this basket too."]
[[deals]]

[[options]]
id = "dear-wasps"
label = "Dear wasps"
explanation = "A sting costs more."
asks = "scoring.figures.items.3.worth"
answer = "number"
least = -50
most = -1
usual = "-9"

[[sources]]
title = "Games of our orchard"
author = "The neighbours"
url = "https://example.org/harvest"
covers = ["players", "words", "deck", "melds", "deals", "scoring", "end", "options"]
"""

WORDS = """
## names

- **Harvest**, as the neighbours call it.

## scoring

- An apple is worth {figures.item.apples.worth}, all {figures.item.apples.total} are picked.
- A wasp changes the score by {figures.item.wasp.worth}.
- [fixed !example] seven apples, three pears and a wasp are 14 + 3 - 5 = 12.
- [worked !example] one of each is {figures.item.apples.worth} + {figures.item.wasp.worth} = {sum}.

## end

- After {deals.count} baskets the highest total wins.
"""

TABLE = DealSeating((DealSide("1", "Ann"), DealSide("2", "Bob")), "1")


@pytest.fixture
def orchard(tmp_path):
    for folder, name, text in (
        ("catalogue", "harvest.toml", FACTS),
        ("reference", "harvest.md", WORDS),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text, "utf-8")
    return Catalogue(tmp_path)


def score(rules, number, texts):
    return score_deal(rules, number, report(rules, number, TABLE, texts))


def test_a_new_game_is_scored_to_its_end(orchard):
    rules = orchard.variant("harvest").standard
    baskets = [
        # 14 + 3 - 5, and 26 + 10 for the golden apple.
        ({"apples-1": "7", "apples-2": "13", "pears-1": "3", "wasp-1": "1", "golden": "2"}, 12, 36),
        # 40 + 4, and 0.
        ({"apples-1": "20", "apples-2": "0", "pears-1": "1+3"}, 44, 0),
        # 20, and 20 + 10 - 5.
        ({"apples-1": "10", "apples-2": "10", "golden": "2", "wasp-2": "1"}, 20, 25),
    ]

    scored = []
    for number, (texts, ann, bob) in enumerate(baskets, 1):
        lines = score(rules, number, texts)
        points = {key: sum(line.points for line in lines if line.side == key) for key in "12"}
        assert points == {"1": ann, "2": bob}
        scored.append(points)
    game = standings(rules, ["1", "2"], scored)

    assert [standing.total for standing in game.places] == [76, 61]
    assert (game.is_over, game.winners) == (True, ("1",))
    assert not standings(rules, ["1", "2"], scored[:2]).is_over


def test_a_new_game_says_why(orchard):
    rules = orchard.variant("harvest").standard

    lines = score(rules, 1, {"apples-1": "7", "apples-2": "13", "wasp-1": "1", "golden": "2"})

    assert [(line.side, line.points, line.reason.text, str(line.mark)) for line in lines] == [
        ("1", 14, "Apples: 7 × 2", ""),
        ("2", 26, "Apples: 13 × 2", ""),
        ("1", -5, "Stung by a wasp", ""),
        ("2", 10, "Golden apple", "out"),
    ]


@each_row
def test_a_new_game_refuses_what_cannot_be(orchard, texts, sentence):
    with pytest.raises(EntryRefusedError) as refused:
        score(orchard.variant("harvest").standard, 1, texts)

    assert str(refused.value) == sentence


def test_a_new_game_has_options(orchard):
    rules = orchard.variant("harvest").ruleset({"dear-wasps": -9})

    lines = score(rules, 1, {"apples-1": "7", "apples-2": "13", "wasp-1": "1"})

    assert [line.points for line in lines] == [14, 26, -9]


def test_an_example_of_a_new_game_goes_by_the_figures_of_the_table(orchard):
    harvest = orchard.variant("harvest")
    dear = harvest.ruleset({"dear-wasps": -9})

    scoring = next(
        part for part in RuleTexts(orchard).sections(harvest, dear) if part.key == "scoring"
    )

    # The example with fixed values is hidden.
    assert [rule.text for rule in scoring.rules] == [
        "An apple is worth 2, all 20 are picked.",
        "A wasp changes the score by −9.",
        "Example: one of each is 2 - 9 = -7.",
    ]


def test_a_new_game_has_rules_in_words_and_facts(orchard):
    harvest = orchard.variant("harvest")

    sections = {
        section.key: tuple(rule.text for rule in section.rules)
        for section in RuleTexts(orchard).sections(harvest)
    }
    told = {fact.key: fact.text for fact in facts(harvest.standard)}

    assert sections == {
        "names": ("**Harvest**, as the neighbours call it.",),
        "scoring": (
            "An apple is worth 2, all 20 are picked.",
            "A wasp changes the score by −5.",
            "Example: seven apples, three pears and a wasp are 14 + 3 - 5 = 12.",
            "Example: one of each is 2 - 5 = -3.",
        ),
        "end": ("After 3 baskets the highest total wins.",),
    }
    assert told["tally-apples"] == "+2 each, 20 in all"
    assert told["tally-golden"] == "+10"
    assert told["winner"] == "highest total after three baskets"
