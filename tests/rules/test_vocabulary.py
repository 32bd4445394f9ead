import tomllib
from collections import Counter

import pytest

from rules.lookup.spelling import Spelling, phonetic_key
from rules.lookup.vocabulary import FILE, read_words, stem, vocabulary


def terms(text):
    return [token.term for token in vocabulary().tokens(text)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Jokers", "joker"),
        ("players’", "player"),
        ("dealer's", "dealer"),
        ("thrown", "throw"),
        ("deuces", "2"),
        ("seventh", "7"),
        ("Écarté", "ecart"),
        ("♠", "spade"),
        ("K", "k"),
    ],
)
def test_a_word_is_read_as_its_stem(word, expected):
    assert stem(word) == expected


def test_words_stand_where_they_are_read():
    words = read_words("The 7th deal: A♥, please")

    assert [(word.term, word.start, word.end) for word in words] == [
        ("the", 0, 3),
        ("7", 4, 5),
        ("deal", 8, 12),
        ("a", 14, 15),
        ("heart", 15, 16),
        ("pleas", 18, 24),
    ]


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


@pytest.mark.parametrize(
    ("text", "numbered"),
    [
        ("deal 4", ["deal 4"]),
        ("the fourth round", ["deal 4"]),
        ("deals 4–7", ["deal 4", "deal 5", "deal 6", "deal 7"]),
        ("with five players", ["player 5"]),
        ("3 to 5 players", ["player 5"]),
        ("3–5 players", ["player 3", "player 4", "player 5"]),
        ("the last deal", []),
        ("we are six", ["player 6"]),
        ("can we play with two", ["player 2"]),
        ("meld with two jokers", []),
        ("deal two players in", ["player 2"]),
        ("third hand 2 sets", ["deal 3"]),
        ("five hands, thirteen cards", []),
    ],
)
def test_figures_beside_a_deal_or_a_player_number_it(text, numbered):
    found = [term for term in terms(text) if term.split(" ")[-1].isdecimal() and " " in term]

    assert found == numbered


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


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("progresiv", "progressiv"),
        ("kanasta", "canasta"),
        ("shangai", "shanghai"),
        ("rumy", "rummy"),
        ("farcle", "farkle"),
    ],
)
def test_what_sounds_alike_is_alike(written, meant):
    assert phonetic_key(written) == phonetic_key(meant)


@pytest.fixture(scope="module")
def spelling():
    return Spelling(Counter({"joker": 9, "jester": 2, "turn": 5, "run": 7}), {"euchre", "moon"})


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("joker", "joker"),
        ("jokr", "joker"),
        ("euc", "euchre"),
        ("goker", "joker"),
        ("trun", "turn"),
        ("jkr", "joker"),
        ("rnu", "run"),
        ("euker", "euchre"),
        ("mon", "moon"),
        ("xylophone", "xylophone"),
        ("ab", "ab"),
        ("41", "41"),
    ],
)
def test_a_slip_is_put_right_where_a_word_is_near(spelling, written, meant):
    assert spelling.correct(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("daft", "daft"),
        ("guy", "guy"),
        ("loud", "loud"),
        ("harts", "heart"),
        ("chek", "check"),
        ("dog", "dog"),
    ],
)
def test_an_english_word_is_only_put_right_where_it_sounds_like_a_term(written, meant):
    counts = {"dart": 3, "buy": 9, "load": 5, "check": 1, "dig": 4}
    english = {"daft", "guy", "loud", "hart", "dog"}
    spelling = Spelling(counts, {"dart", "buy", "heart", "dig"}, english=english)

    assert spelling.correct(stem(written), written) == meant


def test_no_word_means_two_things():
    plain = tomllib.loads(FILE.read_text("utf-8"))["same"]
    meant = [
        (name, tuple(map(stem, phrase.split())))
        for name, spoken in plain.items()
        for phrase in {name, *spoken}
    ]
    once = {phrase: name for name, phrase in meant}

    assert [(name, phrase) for name, phrase in meant if once[phrase] != name] == []
