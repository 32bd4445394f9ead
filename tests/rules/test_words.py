import pytest

from rules.lookup.words import read_words, stem


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
