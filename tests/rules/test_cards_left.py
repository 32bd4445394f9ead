from rules.engine.entries import Problem
from tests.rules.played import problems, score, told


def test_every_line_says_who_scores_what_and_why():
    lines = score(
        "contract-rummy", 1, {"out": "1", "left-cards-2": "♠4 9D kc", "left-points-3": "12+11+7"}
    )

    assert told(lines) == [
        ("1", 0, "went out"),
        ("2", 23, "4♠ 9♦ K♣: 4 + 9 + 10"),
        ("3", 30, "12+11+7, entered as a total"),
    ]


def test_a_declared_zero_says_that_the_player_went_out():
    lines = score(
        "contract-rummy", 1, {"left-points-1": "0", "left-points-2": "5", "left-points-3": "7"}
    )

    assert told(lines) == [
        ("1", 0, "went out"),
        ("2", 5, "5, entered as a total"),
        ("3", 7, ("7, entered as a total")),
    ]


def test_a_mark_and_a_declared_zero_agree():
    lines = score(
        "contract-rummy",
        1,
        {"out": "1", "left-points-1": "0", "left-points-2": "5", "left-points-3": "7"},
    )

    assert [line.points for line in lines] == [0, 5, 7]


def test_when_the_cards_run_out_everybody_scores():
    lines = score(
        "contract-rummy",
        3,
        {"ran-out": "1", "left-cards-1": "AS 6D", "left-cards-2": "jk 10 4", "left-cards-3": "2H"},
    )

    assert [line.points for line in lines] == [21, 29, 2]


def test_cards_and_a_total_that_agree_are_taken_together():
    lines = score(
        "contract-rummy",
        1,
        {"out": "1", "left-cards-2": "K K 5", "left-points-2": "20+5", "left-points-3": "7"},
    )

    assert [line.points for line in lines] == [0, 25, 7]


def test_blank_is_not_zero():
    found = problems(
        "contract-rummy",
        1,
        {"out": "1", "left-cards-2": "  ", "left-points-2": "", "left-points-3": "7"},
    )

    assert found == [
        Problem(
            "missing",
            "Nothing has been entered for Bob. Enter the cards left in hand, or their total.",
            "left-points-2",
        )
    ]


def test_a_card_that_the_game_does_not_have_is_refused():
    found = problems(
        "contract-rummy",
        1,
        {"out": "1", "left-cards-2": "jk 7", "left-points-3": "7"},
        options=["no-jokers"],
    )

    assert found == [
        Problem("more-than-deck", "Bob can’t have one joker. The deck has none.", "left-cards-2")
    ]


def test_a_total_between_possible_ones_names_both_neighbours():
    found = problems(
        "progressive-rummy", 1, {"out": "1", "left-points-2": "37", "left-points-3": "5"}
    )

    assert found == [
        Problem(
            "impossible-total",
            "No cards add up to 37 in Progressive Rummy. The nearest totals: 35 and 40. Check "
            "Bob’s hand.",
            "left-points-2",
        )
    ]


def test_four_jokers_are_possible_only_where_the_deck_has_them():
    texts = {"out": "1", "left-cards-2": "4xjk", "left-points-3": "7"}

    lines = score("may-i", 1, texts)
    found = problems("contract-rummy", 1, texts)

    assert [line.points for line in lines] == [0, 100, 7]
    assert [problem.message for problem in found] == ["Bob can’t have four jokers. The deck has 2."]


def test_everything_wrong_is_told_at_once():
    texts = {"left-cards-1": "3xKS", "left-points-2": "1"}

    found = problems("contract-rummy", 1, texts)

    assert [(problem.code, problem.input) for problem in found] == [
        ("nobody-out", "out"),
        ("missing", "left-points-3"),
        ("more-than-deck", "left-cards-1"),
        ("impossible-total", "left-points-2"),
    ]
