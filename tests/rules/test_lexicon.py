"""Search words for rules, in addition to the words in their texts."""

import pytest

from rules.engine.catalogue import DATA, Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.reference.rule_texts import RuleTexts, rule_texts
from tests.rows import each_row
from tests.rules.test_option_words import KITCHEN

TEXTS = """
## melds

- [laying-off] Anyone lays off anywhere. ~ add cards, extend
- [sorting] Sort them as you like.

# with strict

## melds

- [laying-off] No one lays off. ~ forbidden
- [sorting]
- [kept] What is down stays down.
"""
PARENT = """
melds-laying-off = ["join on", "tack on"]
"""
LEXICON = """
melds-laying-off = ["append"]
melds-sorting = ["order", "arrange in a row"]

[with.strict]
melds-kept = ["final"]
"""
PARENT_TEXTS = """
## melds

- [laying-off] Lay off on any meld.
- [sets] Three of a kind are a set.
"""


@pytest.fixture
def kitchen(tmp_path):
    """A folder with a short version of Contract Rummy, and a home-made game based on it."""
    for name, text in (
        ("catalogue/contract-rummy.toml", (DATA / "catalogue/contract-rummy.toml").read_text()),
        ("reference/contract-rummy.md", PARENT_TEXTS),
        ("lexicon/contract-rummy.toml", PARENT),
        ("catalogue/kitchen-rummy.toml", KITCHEN),
        ("reference/kitchen-rummy.md", TEXTS),
        ("lexicon/kitchen-rummy.toml", LEXICON),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def search_words(games, slug, *options):
    """Return the search words for each rule of a game, by anchor."""
    game = games.variant(slug)
    sections = RuleTexts(games).sections(game, game.ruleset(dict.fromkeys(options, True)))
    return {rule.anchor: rule.search_words for section in sections for rule in section.rules}


def test_a_rule_has_the_words_of_its_line_of_the_lexicon_and_of_what_it_replaces(kitchen):
    assert search_words(Catalogue(kitchen), "contract-rummy") == {
        "melds-laying-off": ("join on", "tack on"),
        "melds-sets": (),
    }
    assert search_words(Catalogue(kitchen), "kitchen-rummy") == {
        "melds-laying-off": ("add cards", "extend", "append", "join on", "tack on"),
        "melds-sorting": ("order", "arrange in a row"),
        "melds-sets": (),
    }


def test_the_text_that_an_option_brings_has_words_of_its_own(kitchen):
    assert search_words(Catalogue(kitchen), "kitchen-rummy", "strict") == {
        "melds-laying-off": ("forbidden", "add cards", "extend", "append", "join on", "tack on"),
        "melds-kept": ("final",),
        "melds-sets": (),
    }


@each_row
def test_a_key_of_no_rule_and_a_value_of_no_words_are_named(kitchen, lexicon, message):
    (kitchen / "lexicon/kitchen-rummy.toml").write_text(lexicon, "utf-8")

    with pytest.raises(CatalogueError) as refused:
        RuleTexts(Catalogue(kitchen))

    assert str(refused.value) == f"lexicon/kitchen-rummy.toml{message}"


def test_a_lexicon_without_texts_is_named(kitchen):
    (kitchen / "lexicon/kitchen.toml").write_text(LEXICON, "utf-8")

    with pytest.raises(CatalogueError) as refused:
        RuleTexts(Catalogue(kitchen))

    assert str(refused.value) == "lexicon/kitchen.toml: There is no reference/kitchen.md. Add it."


def test_texts_of_a_later_folder_leave_the_earlier_lexicon_behind(kitchen, tmp_path):
    own = tmp_path / "own"
    (own / "reference").mkdir(parents=True)
    (own / "reference/kitchen-rummy.md").write_text("## melds\n\n- [sorting] By suit.\n", "utf-8")

    assert search_words(Catalogue(kitchen, own), "kitchen-rummy") == {
        "melds-laying-off": ("join on", "tack on"),
        "melds-sorting": (),
        "melds-sets": (),
    }


def test_a_later_folder_may_have_other_words_for_the_same_texts(kitchen, tmp_path):
    own = tmp_path / "own"
    (own / "lexicon").mkdir(parents=True)
    (own / "lexicon/kitchen-rummy.toml").write_text('melds-sorting = ["tidy"]\n', "utf-8")

    words = search_words(Catalogue(kitchen, own), "kitchen-rummy")

    assert words["melds-sorting"] == ("tidy",)
    assert words["melds-laying-off"] == ("add cards", "extend", "join on", "tack on")


def test_the_projects_own_texts_are_prose():
    texts = {path.name: path.read_text("utf-8") for path in (DATA / "reference").rglob("*.md")}

    assert len(texts) > len(catalogue().variants) / 2
    assert [name for name, text in texts.items() if "~" in text] == []


def test_the_projects_own_words_are_plain_words():
    phrases = {
        phrase
        for variant in catalogue().variants.values()
        for section in rule_texts().sections(variant)
        for rule in section.rules
        for phrase in rule.search_words
    }

    assert {"wrap around", "shuffle"} & phrases
    assert [phrase for phrase in phrases if not phrase or phrase.startswith("?")] == []
