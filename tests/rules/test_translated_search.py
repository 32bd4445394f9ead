"""Questions in Spanish and German, answered from the texts in that language."""

from django.utils import translation

from rules.engine.catalogue import catalogue
from rules.lookup.search import search, search_rules, translated_index
from tests.rows import each_row


@each_row
def test_a_question_finds_its_rule(language, ask, finds):
    """Among the first three results."""
    with translation.override(language):
        found = search(ask)

    assert found.language == language
    first = [f"{hit.document.game}#{hit.document.anchor}" for hit in found.hits[:3]]
    assert finds in first


def test_a_question_without_an_answer_in_the_language_is_answered_in_english():
    with translation.override("de"):
        found = search("unmatched deadwood in Gin Rummy")
        nothing = search("xqzw")

    assert (found.language, found.hits[0].document.game) == ("en", "gin-rummy")
    assert nothing.hits == ()


def test_english_readers_get_english_texts():
    with translation.override("en"):
        assert translated_index() is None
        assert search("¿Cuánto vale un joker?").language == "en"


def test_house_rules_change_what_is_found():
    variant = catalogue().variant("contract-rummy")
    with translation.override("es"):
        usual = search_rules("comodín joker", variant, variant.standard)
        without = search_rules("comodín joker", variant, variant.ruleset({"no-jokers": True}))

    assert usual.language == without.language == "es"
    assert [hit.document.text for hit in usual.hits] != [hit.document.text for hit in without.hits]
