import pytest

from rules.lookup.vocabulary import vocabulary
from rules.lookup.words import read_words, stem, vocabulary_data


def terms(text):
    return [token.term for token in vocabulary().tokens(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a book or a group", ["a", "set", "or", "a", "set"]),
        ("buying the discard", ["may i", "the", "discard"]),
        ("May I?", ["may i"]),
        ("laying off", ["lay off"]),
        ("the loner", ["the", "alon"]),
        ("go it alone", ["alon"]),
        ("they revoke", ["they", "reneg"]),
        ("a deck", ["a", "pack"]),
        ("the stock runs out", ["the", "stock", "exhaust"]),
        ("a run of four", ["a", "run", "of", "4"]),
        ("lay some cards off", ["lay off", "some", "card"]),
        ("put three kings down", ["lay down", "3", "king"]),
        ("hang on to it", ["keep", "it"]),
        ("is A 2 3 4 a run", ["is", "ace", "2", "3", "4", "a", "run"]),
        ("j q k a", ["jack", "queen", "king", "ace"]),
        ("a 2 is a card", ["a", "2", "is", "a", "card"]),
        ("the last hand", ["the", "last", "deal"]),
        ("thirteen: hand and foot", ["13", "hand", "and", "foot"]),
    ],
)
def test_what_means_the_same_is_one_term(text, expected):
    assert terms(text) == expected


def test_what_is_near_is_told_by_other_terms():
    assert "joker" in vocabulary().near("wild")
    assert vocabulary().near("clubhouse") == ()


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("may I take that discard", ["take", "that", "discard"]),
        ("can we lay off", ["lay", "off"]),
        ("may I joker value", ["may", "i", "joker", "valu"]),
        ("may I", ["may", "i"]),
        ("how many jokers may I lay down", ["how", "mani", "joker", "lay", "down"]),
        (
            "in the last deal of may I have to",
            ["in", "the", "last", "deal", "of", "may", "i", "have", "to"],
        ),
    ],
)
def test_an_opening_that_asks_leave_says_nothing_more(words, rest):
    kept = vocabulary().without_permission(read_words(words))

    assert [word.term for word in kept] == rest


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("what is a march", True),
        ("could you explain what a march is", True),
        ("march meaning", True),
        ("what’s deadwood", True),
        ("who are the makers", True),
        ("what must I score", False),
        ("who scores a march", False),
    ],
)
def test_who_asks_what_a_word_means(question, asks):
    assert vocabulary().asks_meaning(read_words(question)) is asks


def test_no_word_means_two_things():
    plain = vocabulary_data()["same"]
    meant = [
        (name, tuple(map(stem, phrase.split())))
        for name, spoken in plain.items()
        for phrase in {name, *spoken}
    ]
    once = {phrase: name for name, phrase in meant}

    assert [(name, phrase) for name, phrase in meant if once[phrase] != name] == []
