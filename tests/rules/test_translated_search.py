"""Questions in Spanish and German, answered with the texts in that language."""

from django.utils import translation

from rules.engine.catalogue import catalogue
from rules.lookup.search import search, search_rules
from rules.lookup.translated import dictionary
from tests.rows import each_row


@each_row
def test_a_question_finds_its_rule(language, ask, finds):
    """Among the first three results."""
    with translation.override(language):
        found = search(ask)

    first = [(f"{hit.document.game}#{hit.document.anchor}", hit.language) for hit in found.hits[:3]]
    assert (finds, language) in first
    assert found.query == ask


@each_row
def test_a_question_in_english_words(language, ask, english):
    assert dictionary(catalogue(), language).english(ask) == english


@each_row
def test_the_answer_is_in_the_language_of_the_question(language, ask, answer):
    with translation.override(language):
        assert search(ask).answer == answer


def test_the_words_of_the_question_are_marked():
    with translation.override("es"):
        hit = search("¿Cuánto vale un joker en Carioca?").hits[0]

    assert [text for text, is_marked in hit.marked if is_marked] == ["Joker"]


def test_questions_in_english_are_answered_in_every_language():
    with translation.override("de"):
        found = search("who knocks with unmatched deadwood in Gin Rummy")

    assert (found.hits[0].document.game, found.hits[0].language) == ("gin-rummy", "de")


def test_house_rules_change_what_is_found():
    variant = catalogue().variant("contract-rummy")
    with translation.override("es"):
        usual = search_rules("comodín joker", variant, variant.standard)
        without = search_rules("comodín joker", variant, variant.ruleset({"no-jokers": True}))

    assert usual.hits[0].language == without.hits[0].language == "es"
    assert [hit.document.text for hit in usual.hits] != [hit.document.text for hit in without.hits]
