from collections import Counter

import pytest

from rules.lookup.spelling import Spelling, phonetic_key
from rules.lookup.words import stem


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
