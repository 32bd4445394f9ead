"""The wording of questions, and how it is learned."""

from math import log

import pytest

from rules.lookup.corpus import indexed, read_document
from rules.lookup.documents import Document
from rules.lookup.learned import LearnedWords, document_words, question_words, wording
from rules.lookup.search import index, search
from rules.lookup.vocabulary import vocabulary
from tools.search_report.wording import Pair, learn_wording


def entry(text):
    document = Document("gin-rummy", "Gin Rummy", "melds", "", text, "a-rule")
    return indexed(document, read_document(vocabulary(), document))


def test_a_document_is_likely_if_its_terms_bring_the_words_of_the_question():
    words = LearnedWords({"rubbish": {"deadwood": 0.5}}, {"rubbish": 0.01})
    query = index().parse("rubbish")
    # Three terms: deadwood, and those for the section and the kind of statement.
    brought, nowhere = 0.9 / 3**0.7 * 0.5, 0.1 * 0.01 + 0.00001

    entries = [entry("Deadwood."), entry("Knocking.")]
    assert words.likelihoods(query, entries) == pytest.approx(
        [log(brought + nowhere), log(nowhere)]
    )


def test_a_term_that_both_share_counts_although_nothing_was_learned_about_it():
    query = index().parse("deadwood")
    shared, nowhere = 0.9 / 3**0.7 * 0.2, 0.1 * 0.0001 + 0.00001

    likelihoods = LearnedWords({}, {}).likelihoods(query, [entry("Deadwood.")])

    assert likelihoods == pytest.approx([log(shared + nowhere)])


def test_a_word_belongs_to_what_the_answers_have_in_common():
    pairs = [
        Pair(["rubbish"], ["deadwood", "knock"], 1.0),
        Pair(["rubbish"], ["deadwood", "gin"], 1.0),
        Pair(["knock"], ["knock"], 1.0),
        Pair(["gin"], ["gin"], 1.0),
    ]

    learned = learn_wording(pairs)

    shares = learned.brought["rubbish"]
    assert max(shares, key=shares.__getitem__) == "deadwood"
    assert shares["deadwood"] > 0.5
    assert learned.frequency == {"rubbish": 0.5, "knock": 0.25, "gin": 0.25}


def test_what_was_learned_are_shares():
    learned = wording()

    assert all(0 < share <= 1 for words in learned.brought.values() for share in words.values())
    assert sum(learned.frequency.values()) == pytest.approx(1, abs=0.01)


def test_the_words_of_a_document_include_its_kind():
    words = document_words(entry("The jokers are wild."))

    assert {"joker", "wild", "section:melds", "mark:"} <= words
    assert "the" not in words


def test_the_name_of_a_game_is_no_word_of_the_question():
    assert set(question_words(index().parse("deadwood in gin rummy"))) == {"deadwood"}


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("Deals Rummy, the winner of a deal writes down what?", "The winner of a deal scores 0"),
        ("Skip-Bo: what does the round winner write down?", "The winner of the round scores 25"),
        ("gin, how much rubbish may I have to knock", "Knocking: with 10 or less"),
    ],
)
def test_a_rule_in_other_words_comes_first(question, rule):
    assert search(question).hits[0].document.text.startswith(rule)
