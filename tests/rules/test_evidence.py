"""The games that a question describes."""

from collections import Counter

import pytest

from rules.engine.catalogue import catalogue
from rules.lookup.evidence import ANY_SIZE, asked_contract, numbers_of


@pytest.mark.parametrize(
    ("terms", "melds"),
    [
        ("5 run of 3", {("run", 3): 5}),
        ("a pair of ace and 1 set", {("pair", 2): 1, ("set", ANY_SIZE): 1}),
        ("2 set of 3 and a run of 4", {("set", 3): 2, ("run", 4): 1}),
        ("a set", {}),
    ],
)
def test_the_melds_that_a_question_lists(terms, melds):
    assert asked_contract(terms.split()) == Counter(melds)


def test_the_figures_of_a_game():
    assert numbers_of(catalogue().variant("king-rummy")) == {
        "deal": {4},
        "contract": {4},
        "card": {10},
        "pack": {2},
    }
