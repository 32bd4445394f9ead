"""Catalogue texts in other languages: translations, texts that stay English, and errors."""

from contextlib import nullcontext

import pytest
from django.utils import translation

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.engine.own_games import Design, DesignItem
from rules.engine.reasons import because, texts_of
from rules.reference import game_words
from rules.reference.compare import compare
from rules.reference.differences import differences
from rules.reference.facts import facts
from rules.reference.game_words import (
    GameWords,
    names_in_all_languages,
    translated_reasons,
    translated_ruleset,
    translated_variant,
)
from rules.reference.rule_texts import RuleTexts
from rules.reference.shelves import shelves
from rules.translation import use_translation
from tests.rows import each_row
from tests.rules.few_games import copy_games

PARENT = """
name = "Kontraktrommé"
aliases = ["Aufgabenrommé"]

[words]
set = { one = "Satz", many = "Sätze" }

[options.no-jokers]
label = "Ohne Joker"
"""
CHILD = """
summary = "Rommé, wie unsere Küche es spielt."

[words.deal]
one = "Runde"
many = "Runden"

[readings]
2 = "Zwei gewinnen zusammen."

[options.strict]
explanation = "Was liegt, bleibt liegen."

[patch."deals.7.notes"]
1 = "Die Letzte zählt doppelt."

[unknown.1]
label = "Was ein Joker zählt"
"""
PHASES = """
[scoring.figures]
called = "Stufe"
"""
KITCHEN = """
slug = "kitchen-rummy"
name = "Kitchen Rummy"
based_on = "contract-rummy"
inherit_options = ["no-jokers"]
summary = "Rummy as our kitchen plays it."
readings = ["Nobody cheats.", "Two can win together."]
words = { deal = { one = "round", many = "rounds" } }
patch = { "deals.7.notes" = ["The last counts twice."], "deals.7.special" = [] }

[[options]]
id = "strict"
label = "Strict melds"
explanation = "Melds stay as they are."

[[unknown]]
path = "scoring.values"
label = "Card values"

[[sources]]
id = "kitchen"
title = "Our kitchen"
"""


class German:
    """A translation into German that has none of the app’s own sentences."""

    def get_language(self):
        return "de-at"

    def override(self, _language):
        return nullcontext()

    def gettext(self, message):
        return {"run": "Folge"}.get(message, message)

    def ngettext(self, singular, plural, number):
        return singular if number == 1 else plural

    def pgettext(self, context, message):
        return {("a deal", "hands"): "Blätter"}.get((context, message), message)


def write(folder, slug, text):
    (folder / "texts/de").mkdir(parents=True, exist_ok=True)
    (folder / f"texts/de/{slug}.toml").write_text(text, "utf-8")


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    return copy_games(tmp_path_factory.mktemp("few"), "contract-rummy", "12-step-rummy", "any-game")


@pytest.fixture
def folder(tmp_path):
    """A folder with a home-made game, and German texts for it and for its parent."""
    (tmp_path / "catalogue").mkdir()
    (tmp_path / "catalogue/kitchen-rummy.toml").write_text(KITCHEN, "utf-8")
    write(tmp_path, "contract-rummy", PARENT)
    write(tmp_path, "kitchen-rummy", CHILD)
    write(tmp_path, "12-step-rummy", PHASES)
    return tmp_path


@pytest.fixture
def games(few, folder, monkeypatch):
    """The catalogue of a few games and the folder, with its translated texts."""
    games = Catalogue(few, folder)
    words = GameWords(games)
    monkeypatch.setattr(game_words, "game_words", lambda: words)
    return games


@pytest.fixture
def _in_german():
    use_translation(German())
    yield
    use_translation(translation)


def test_a_game_has_its_names_in_all_languages(games):
    names = names_in_all_languages(games.variant("contract-rummy"))

    assert (names[0], names[-2:]) == ("Contract Rummy", ("Kontraktrommé", "Aufgabenrommé"))


@pytest.mark.usefixtures("_in_german")
def test_words_are_in_the_readers_language_and_else_in_english(games):
    kitchen = translated_variant(games.variant("kitchen-rummy"))

    assert (kitchen.name, kitchen.summary) == (
        "Kitchen Rummy",
        "Rommé, wie unsere Küche es spielt.",
    )
    assert kitchen.readings == ("Nobody cheats.", "Zwei gewinnen zusammen.")
    assert [gap.label for gap in kitchen.unknown] == ["Was ein Joker zählt"]
    strict = kitchen.options[0]
    assert (strict.label, strict.explanation) == ("Strict melds", "Was liegt, bleibt liegen.")


@pytest.mark.usefixtures("_in_german")
def test_a_game_has_the_words_of_the_game_that_it_is_based_on(games):
    kitchen = translated_variant(games.variant("kitchen-rummy"))

    assert kitchen.options[1].label == "Ohne Joker"
    assert kitchen.standard is games.variant("kitchen-rummy").standard
    words = translated_ruleset(kitchen.standard).words
    assert (words.set.many, words.deal.many, words.run.many) == ("Sätze", "Runden", "runs")


@pytest.mark.usefixtures("_in_german")
def test_the_game_of_a_group_has_the_usual_words(games):
    design = Design("Rübenspiel", (DesignItem("Rüben"),), word="hand")

    words = translated_ruleset(design.variant("own-1").standard).words

    assert (words.run.one, words.deal.many) == ("Folge", "Blätter")


@pytest.mark.usefixtures("_in_german")
def test_a_stored_game_is_shown_in_the_readers_language(games):
    stored = games.variant("kitchen-rummy").ruleset({"no-jokers": True})

    shown = translated_ruleset(stored)

    assert shown.deals[6].notes == ("Die Letzte zählt doppelt.",)
    assert shown.options == {"no-jokers": True}
    assert shown.scoring == stored.scoring


@pytest.mark.usefixtures("_in_german")
def test_a_stored_reason_has_the_games_words_in_the_readers_language(games):
    steps = games.variant("12-step-rummy").standard
    stored = [because("phase-made", phase="step", number=1).dump(), because("went-out").dump()]

    shown = translated_reasons(steps, stored)

    assert texts_of(shown) == ("made Stufe 1", "went out")
    assert texts_of(stored) == ("made step 1", "went out")
    assert translated_reasons(steps, None) is None


@pytest.mark.usefixtures("_in_german")
def test_a_word_that_a_stored_game_has_and_the_catalogue_no_longer_does_stays(games):
    older = games.variant("kitchen-rummy").ruleset(patches={"words.deal.many": "goes"})

    assert translated_ruleset(older).words.deal.many == "goes"
    assert translated_ruleset(older).words.deal.one == "Runde"


@pytest.mark.usefixtures("_in_german")
def test_a_game_that_the_catalogue_no_longer_has_stays_in_english(games):
    gone = games.variant("kitchen-rummy").standard.model_copy(update={"slug": "gone-rummy"})

    assert dict(translated_ruleset(gone)) == dict(gone)


@pytest.mark.usefixtures("_in_german")
def test_facts_differences_and_comparisons_have_translated_words(games):
    kitchen, parent = games.variant("kitchen-rummy"), games.variant("contract-rummy")

    shown = translated_ruleset(kitchen.standard)
    found = {fact.key: (fact.label, fact.text) for fact in facts(shown)}
    assert found["deals"] == ("Runden", "seven Runden")
    assert found["same-rank"] == ("Two Sätze of the same rank", "allowed")
    changed = [own.text for _theirs, own in differences(parent.standard, kitchen.standard)]
    assert "three runs of 4. Die Letzte zählt doppelt." in changed
    comparison = compare(RuleTexts(games), [parent, kitchen])
    assert [game.name for game in comparison.variants] == ["Kontraktrommé", "Kitchen Rummy"]
    assert [row.label for row in comparison.options.rows if row.key == "no-jokers"] == [
        "Ohne Joker"
    ]


@pytest.mark.usefixtures("_in_german")
@pytest.mark.parametrize("wanted", ["kontraktrommé", "contract rummy", "seven contracts"])
def test_a_game_is_found_by_its_name_in_both_languages(games, wanted):
    names = [game.name for _title, found in shelves(games, wanted) for game in found]

    assert "Kontraktrommé" in names


def test_english_readers_get_the_very_variant_and_the_values_of_the_ruleset(games):
    kitchen = games.variant("kitchen-rummy")

    assert translated_variant(kitchen) is kitchen
    for name, value in translated_ruleset(kitchen.standard):
        assert value is getattr(kitchen.standard, name)


@pytest.mark.usefixtures("_in_german")
def test_without_a_file_in_the_readers_language_words_are_english(monkeypatch):
    monkeypatch.setattr(German, "get_language", lambda _self: "da")
    kitchen = catalogue().variant("contract-rummy")

    assert GameWords(catalogue()).variant(kitchen) is kitchen


NO_KEY = "The English file has no such key."
NO_WORDS = "Only words are translated. Leave it out."


@each_row
def test_a_file_that_does_not_fit_the_english_one_is_refused(few, folder, text, sentence):
    write(folder, "kitchen-rummy", text)

    with pytest.raises(CatalogueError) as refused:
        GameWords(Catalogue(few, folder))

    assert str(refused.value) == f"texts/de/kitchen-rummy.toml:{sentence}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[scoring.values]\nJoker = 30", f"scoring.values.Joker: {NO_WORDS}"),
        ('[end]\nwins = "höchste"', f"end.wins: {NO_KEY}"),
    ],
)
def test_values_are_not_translated(few, folder, text, sentence):
    write(folder, "contract-rummy", text)

    with pytest.raises(CatalogueError) as refused:
        GameWords(Catalogue(few, folder))

    assert str(refused.value) == f"texts/de/contract-rummy.toml:2: {sentence}"


def test_words_of_a_game_that_does_not_exist_are_refused(few, folder):
    write(folder, "küchen-rommé", 'name = "Küchenrommé"')

    with pytest.raises(CatalogueError) as refused:
        GameWords(Catalogue(few, folder))

    assert str(refused.value) == (
        "texts/de/küchen-rommé.toml: There is no game “küchen-rommé”. Did you mean “kitchen-rummy”?"
    )


def test_all_mistakes_in_all_files_are_found_at_once(few, folder):
    write(folder, "kitchen-rummy", 'sumary = "Rommé"\nslug = "rommé"')
    write(folder, "contract-rumy", 'name = "Rommé"')
    noted = []

    GameWords(Catalogue(few, folder), noted)

    assert noted == [
        (
            "texts/de/contract-rumy.toml: There is no game “contract-rumy”. "
            "Did you mean “contract-rummy”?"
        ),
        f"texts/de/kitchen-rummy.toml:1: sumary: {NO_KEY} Did you mean “summary”?",
        f"texts/de/kitchen-rummy.toml:2: slug: {NO_WORDS}",
    ]
