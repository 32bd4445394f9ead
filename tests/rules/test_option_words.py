"""Options that change the rule texts."""

import shutil

import pytest

from rules.engine.catalogue import DATA, Catalogue
from rules.engine.errors import CatalogueError
from rules.reference.rule_texts import RuleTexts
from tests.rows import each_row

KITCHEN = """
slug = "kitchen-rummy"
name = "Kitchen Rummy"
based_on = "contract-rummy"
inherit_options = ["no-jokers"]
summary = "Contract Rummy as our kitchen plays it."
aliases = []
readings = []

[[options]]
id = "strict"
label = "Strict melds"
explanation = "Melds stay as they are."

[[options]]
id = "dear-jokers"
label = "Dear jokers"
explanation = "A joker is dear."
patch = { "scoring.values.Joker" = 30 }

[[sources]]
id = "kitchen"
title = "Our kitchen"
"""

WORDS = """
## melds

- [laying-off] Anybody lays off anywhere.
- [sorting] Sort them as you like.
- [differ-jokers !varies] what does a joker cost? => {values.Joker}.

# with strict

## melds

- [laying-off] Nobody lays off. ~ add cards
- [sorting]
- [kept] What is down stays down.
"""


@pytest.fixture
def kitchen(tmp_path):
    return write_kitchen(tmp_path)


def write_kitchen(folder):
    """Fill a folder with Contract Rummy and a home-made game based on it, and return the folder."""
    for kind, suffix in (("catalogue", "toml"), ("reference", "md")):
        (folder / kind).mkdir()
        shutil.copy(DATA / kind / f"contract-rummy.{suffix}", folder / kind)
    (folder / "catalogue/kitchen-rummy.toml").write_text(KITCHEN, "utf-8")
    (folder / "reference/kitchen-rummy.md").write_text(WORDS, "utf-8")
    return folder


def melds(folder, *options):
    """Return the home-made game’s rules about melds, and those of its options, with their marks."""
    games = Catalogue(folder)
    game = games.variant("kitchen-rummy")
    rules = game.ruleset(dict.fromkeys(options, True))
    section = next(part for part in RuleTexts(games).sections(game, rules) if part.key == "melds")
    return {
        rule.anchor: (rule.text, rule.option, rule.was.text if rule.was else "")
        for rule in section.rules
        if rule.owner is game or rule.option
    }


def test_an_option_changes_takes_away_and_adds_rules(kitchen):
    assert melds(kitchen, "strict") == {
        "melds-laying-off": ("Nobody lays off.", "Strict melds", "Anybody lays off anywhere."),
        "melds-kept": ("What is down stays down.", "Strict melds", ""),
        "melds-differ-jokers": ("Rules vary: what does a joker cost? Here: 15.", "", ""),
    }


BOTH = """
# with strict and dear-jokers

## melds

- [laying-off] Nobody lays off, and a joker counts {values.Joker}.
"""


def test_two_options_together_have_words_of_their_own(kitchen):
    path = kitchen / "reference/kitchen-rummy.md"
    path.write_text(path.read_text("utf-8") + BOTH, "utf-8")

    assert melds(kitchen, "strict")["melds-laying-off"][0] == "Nobody lays off."
    assert melds(kitchen, "dear-jokers")["melds-laying-off"][0] == "Anybody lays off anywhere."
    assert melds(kitchen, "strict", "dear-jokers")["melds-laying-off"] == (
        "Nobody lays off, and a joker counts 30.",
        "Strict melds and Dear jokers",
        "Nobody lays off.",
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "strict and dear-joker",
            (
                "# with strict and dear-joker: There is no option “dear-joker”. Did you mean "
                "“dear-jokers”?"
            ),
        ),
        (
            "strict and lax",
            "# with strict and lax: These options can’t be used together. Leave out these texts.",
        ),
    ],
)
def test_options_that_cannot_be_chosen_together_have_no_words(kitchen, options, message):
    option = '[[options]]\nid = "lax"\nlabel = "Lax"\nexcludes = ["strict"]\n\n[[options]]'
    lax = KITCHEN.replace("[[options]]", option, 1)
    (kitchen / "catalogue/kitchen-rummy.toml").write_text(lax, "utf-8")
    path = kitchen / "reference/kitchen-rummy.md"
    text = BOTH.replace("strict and dear-jokers", options)
    path.write_text(path.read_text("utf-8") + text, "utf-8")

    with pytest.raises(CatalogueError) as refused:
        melds(kitchen)

    assert str(refused.value) == f"reference/kitchen-rummy.md:16: {message}"


def test_without_the_option_its_words_are_not_told(kitchen):
    assert melds(kitchen) == {
        "melds-laying-off": ("Anybody lays off anywhere.", "", ""),
        "melds-sorting": ("Sort them as you like.", "", ""),
        "melds-differ-jokers": ("Rules vary: what does a joker cost? Here: 15.", "", ""),
    }


def test_what_a_table_has_settled_tables_do_not_differ_about(kitchen):
    assert list(melds(kitchen, "dear-jokers")) == ["melds-laying-off", "melds-sorting"]


def test_a_childs_option_has_its_parents_words(kitchen):
    path = kitchen / "reference/contract-rummy.md"
    usual = path.read_text("utf-8").split("\n# with ")[0]
    path.write_text(f"{usual}\n# with no-jokers\n\n## melds\n\n- [laying-off] No joker.\n", "utf-8")

    told = melds(kitchen, "no-jokers")

    assert told["melds-laying-off"][:2] == ("No joker.", "No jokers")


@each_row
def test_words_of_options_that_make_no_sense_are_named(kitchen, old, new, message):
    path = kitchen / "reference/kitchen-rummy.md"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")

    with pytest.raises(CatalogueError) as refused:
        melds(kitchen)

    assert str(refused.value) == message
