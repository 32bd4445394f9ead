"""Questions whose answers are known."""

from dataclasses import replace
from math import sqrt

import pytest

from rules.engine.catalogue import catalogue
from rules.lookup.corpus import indexed, read_document
from rules.lookup.documents import Document, documents
from rules.lookup.learned import KnownQuestions
from rules.lookup.search import index
from rules.lookup.vocabulary import vocabulary
from rules.reference.rule_texts import rule_texts

# Two of the four questions have “rubbish”, which weighs log(4 / 2). Each of the other words is in
# one question and weighs log(4 / 1), twice as much.
KNOWN = KnownQuestions(
    {
        "gin-rummy#knocking": [frozenset({"rubbish", "knock"})],
        "gin-rummy#deadwood": [frozenset({"rubbish"})],
        "rummy#fact-wild#Wild cards": [frozenset({"joker"})],
        "rummy#melds": [frozenset({"meld"})],
    }
)
DEADWOOD = Document("gin-rummy", "Gin Rummy", "melds", "", "Deadwood is bad.", "deadwood")


def entry(document):
    return indexed(document, read_document(vocabulary(), document))


ENTRIES = [
    entry(replace(DEADWOOD, anchor="knocking")),
    entry(DEADWOOD),
    entry(replace(DEADWOOD, anchor="gin")),
]


def test_a_document_is_as_likely_as_its_most_similar_question():
    # The vectors are (1, 0) for “rubbish” and (1, 2) for “rubbish” and “knock”.
    similarities = KNOWN.similarities(index().parse("rubbish"), ENTRIES)

    assert similarities == pytest.approx([1 / sqrt(5), 1, 0])


def test_a_question_that_is_asked_as_new_is_not_known():
    similarities = KNOWN.similarities(index().parse("rubbish"), ENTRIES, as_new=True)

    assert similarities == pytest.approx([1 / sqrt(5), 0, 0])


def test_the_name_of_a_game_does_not_matter():
    query = index().parse("rubbish in gin rummy")

    assert KNOWN.similarities(query, ENTRIES) == pytest.approx([1 / sqrt(5), 1, 0])


def test_a_question_about_the_same_fact_of_another_game_counts_less():
    fact = entry(replace(DEADWOOD, anchor="fact-wild", title="Wild cards", answer="None"))

    assert KNOWN.similarities(index().parse("joker"), [fact]) == pytest.approx([0.75])


def test_games_that_share_a_rule_share_its_key():
    def keys(slug):
        game = catalogue().variant(slug)
        return {document.anchor: document.key for document in documents(rule_texts(), game)}

    assert keys("contract-rummy")["melds-set"] == "contract-rummy#melds-set"
    assert keys("may-i")["melds-set"] == "contract-rummy#melds-set"
    assert keys("may-i")["melds-touching-runs"] == "may-i#melds-touching-runs"


def test_each_fact_in_a_place_has_its_own_key():
    joker = replace(DEADWOOD, anchor="values", title="Joker", answer="Joker in Gin Rummy: 0")

    assert joker.key == "gin-rummy#values#Joker"
