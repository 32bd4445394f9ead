import pytest

from rules.engine.entries import EntryRefusedError, Problem
from tests.rules.played import problems, score


def test_a_hand_larger_than_the_deal_and_all_takes_allow_is_a_warning():
    # eleven cards and two May I? calls of three cards each make 17
    texts = {"out": "1", "left-cards-2": "8x2 8x3 4 5", "left-points-3": "5"}

    found = problems("shanghai-rummy", 1, texts)

    assert found == [
        Problem(
            "large-hand",
            "Bob would have 18 cards left, but 11 dealt and two May I? calls make at most 17. "
            "Is that right?",
            "left-cards-2",
            warning=True,
        )
    ]


def test_the_scorer_may_overrule_a_warning():
    texts = {"out": "1", "left-cards-2": "8x2 8x3 4 5", "left-points-3": "5"}

    lines = score("shanghai-rummy", 1, texts, accept_warnings=True)

    assert [line.points for line in lines] == [0, 90, 5]


def test_the_largest_hand_that_the_rules_allow_needs_no_question():
    texts = {"out": "1", "left-cards-2": "8x2 8x3 4", "left-points-3": "5"}

    lines = score("shanghai-rummy", 1, texts)

    assert [line.points for line in lines] == [0, 85, 5]


def test_a_total_that_takes_too_many_cards_is_a_warning():
    # without buys, a hand has eleven cards: 4 x 20 for jokers, 7 x 20 for twos
    most = {"out": "1", "left-points-2": "220", "left-points-3": "5"}
    more = {"out": "1", "left-points-2": "225", "left-points-3": "5"}

    lines = score("progressive-rummy", 1, most)
    found = problems("progressive-rummy", 1, more)

    assert [line.points for line in lines] == [0, 220, 5]
    assert found == [
        Problem(
            "large-hand",
            ("Bob would have 12 cards left, but only 11 were dealt. Is that right?"),
            "left-points-2",
            warning=True,
        )
    ]


@pytest.mark.parametrize(("deal", "cards"), [(1, 11), (9, 12), (12, 15), (14, 12)])
def test_takes_make_the_hand_larger_by_the_discard_and_what_comes_with_it(deal, cards):
    hand = {"out": "1", "left-cards-2": f"8x3 {cards - 8}x4", "left-points-3": "5"}
    larger = {"out": "1", "left-cards-2": f"8x3 {cards - 8}x4 5", "left-points-3": "5"}

    lines = score("progressive-rummy", deal, hand)
    found = problems("progressive-rummy", deal, larger)

    assert lines[1].points == 5 * cards
    assert [problem.code for problem in found] == ["large-hand"]


def test_without_a_limit_three_takes_are_likely():
    # ten cards and three May I? calls of two cards each make 16
    likely = {"out": "1", "left-cards-2": "8x2 8x3", "left-points-3": "7"}
    more = {"out": "1", "left-cards-2": "8x2 8x3 4", "left-points-3": "7"}

    lines = score("contract-rummy", 1, likely)
    found = problems("contract-rummy", 1, more)
    accepted = score("contract-rummy", 1, more, accept_warnings=True)

    assert lines[1].points == 8 * 2 + 8 * 3
    assert found == [
        Problem(
            "large-hand",
            "Bob would have 17 cards left, but 10 dealt and three May I? calls make at most 16. "
            "Is that right?",
            "left-cards-2",
            warning=True,
        )
    ]
    assert accepted[1].points == 8 * 2 + 8 * 3 + 4


def test_a_digit_too_many_is_a_warning():
    # Eight aces and two jokers come to 150, and six of the 10s and face cards to 60: 16 cards.
    most = {"out": "1", "left-points-2": "210", "left-points-3": "5"}
    typo = {"out": "1", "left-points-2": "355", "left-points-3": "5"}

    lines = score("contract-rummy", 1, most)
    found = problems("contract-rummy", 1, typo)

    assert lines[1].points == 210
    assert [(problem.code, problem.input, problem.warning) for problem in found] == [
        ("large-hand", "left-points-2", True)
    ]


def test_in_a_game_of_drawing_a_hand_is_likely_to_double_at_most():
    # Three players are dealt five cards each. A hand is unlikely to grow beyond ten cards: four
    # eights and six tens.
    most = {"out": "1", "left-points-2": "260", "left-points-3": "5"}
    more = {"out": "1", "left-points-2": "270", "left-points-3": "5"}

    lines = score("crazy-eights", 1, most)
    found = problems("crazy-eights", 1, more)

    assert lines[0].points == 265
    assert [(problem.code, problem.message) for problem in found] == [
        ("large-hand", "Bob would have 11 cards left, but only 5 were dealt. Is that right?")
    ]


def test_a_warning_beside_an_impossibility_cannot_be_overruled():
    texts = {"out": "1", "left-cards-2": "8x2 8x3 4 5", "left-points-3": "7"}

    found = problems("shanghai-rummy", 1, texts, accept_warnings=True)

    assert [(problem.code, problem.warning) for problem in found] == [
        ("large-hand", True),
        ("impossible-total", False),
    ]


def test_a_refusal_says_whether_the_scorer_may_overrule_all_of_it():
    only_large = {"out": "1", "left-cards-2": "8x2 8x3 4 5", "left-points-3": "5"}
    with_gap = {"out": "1", "left-cards-2": "8x2 8x3 4 5"}

    with pytest.raises(EntryRefusedError) as warned:
        score("shanghai-rummy", 1, only_large)
    with pytest.raises(EntryRefusedError) as refused:
        score("shanghai-rummy", 1, with_gap)

    assert warned.value.only_warnings
    assert not refused.value.only_warnings
