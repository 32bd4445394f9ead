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


@pytest.mark.parametrize(
    ("deal", "cards"),
    [(1, 11), (9, 12), (12, 15), (14, 12)],
)
def test_takes_make_the_hand_larger_by_the_discard_and_what_comes_with_it(deal, cards):
    hand = {"out": "1", "left-cards-2": f"8x3 {cards - 8}x4", "left-points-3": "5"}
    larger = {"out": "1", "left-cards-2": f"8x3 {cards - 8}x4 5", "left-points-3": "5"}

    lines = score("progressive-rummy", deal, hand)
    found = problems("progressive-rummy", deal, larger)

    assert lines[1].points == 5 * cards
    assert [problem.code for problem in found] == ["large-hand"]


def test_games_without_a_limit_of_takes_know_no_hand_that_is_too_large():
    hand = "8x2 8x3 8x4 8x5"

    lines = score("contract-rummy", 1, {"out": "1", "left-cards-2": hand, "left-points-3": "7"})

    assert lines[1].points == 112


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
