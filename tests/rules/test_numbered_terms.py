import pytest

from rules.lookup.vocabulary import vocabulary


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
    terms = [token.term for token in vocabulary().tokens(text)]

    found = [term for term in terms if term.split(" ")[-1].isdecimal() and " " in term]

    assert found == numbered
