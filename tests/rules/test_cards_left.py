import pytest

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


@pytest.mark.parametrize(
    ("texts", "code", "message", "at"),
    [
        (
            {"out": "1 2", "left-points-3": "7"},
            "several-out",
            "Ann and Bob are marked as out. Only one player goes out in a deal, so mark one.",
            "out",
        ),
        (
            {"out": "1", "left-points-2": "0", "left-points-3": "7"},
            "several-out",
            "Ann and Bob are marked as out. Only one player goes out in a deal, so mark one.",
            "out",
        ),
        (
            {"left-points-1": "0", "left-points-2": "0", "left-points-3": "0"},
            "several-out",
            "Ann, Bob and Cai are marked as out. Only one player goes out in a deal, so mark one.",
            "out",
        ),
        (
            {"left-points-1": "9", "left-points-2": "8", "left-points-3": "7"},
            "nobody-out",
            "Nobody is marked as out. Mark who went out, or tick that the cards ran out.",
            "out",
        ),
        (
            {"out": "2", "ran-out": "1", "left-points-1": "9", "left-points-3": "7"},
            "out-and-ran-out",
            "Bob went out, so the cards didn’t run out. Untick one or the other.",
            "ran-out",
        ),
        (
            {"ran-out": "1", "left-points-1": "9", "left-points-2": "0", "left-points-3": "7"},
            "out-and-ran-out",
            "Bob went out, so the cards didn’t run out. Untick one or the other.",
            "ran-out",
        ),
        (
            {"out": "1", "left-cards-1": "K 5", "left-points-2": "9", "left-points-3": "7"},
            "out-with-cards",
            "Ann went out and can’t have K 5 left. Clear that hand, or mark someone else as out.",
            "out",
        ),
        (
            {"out": "1", "left-points-1": "15", "left-points-2": "9", "left-points-3": "7"},
            "out-with-cards",
            (
                "Ann went out and can’t have 15 points left. Clear that hand, or mark someone "
                "else as out."
            ),
            "out",
        ),
        (
            {"out": "1", "left-cards-2": "K K 5", "left-points-2": "35", "left-points-3": "7"},
            "cards-or-total",
            (
                "Bob’s cards 2xK 5 come to 25, but the total entered "
                "is 35. Clear the cards or the total."
            ),
            "left-points-2",
        ),
        (
            {"out": "1", "left-cards-2": "3xKS", "left-points-3": "7"},
            "more-than-deck",
            "Bob can’t have K♠ 3 times. The deck has 2.",
            "left-cards-2",
        ),
        (
            {"out": "1", "left-cards-2": "9xK", "left-points-3": "7"},
            "more-than-deck",
            "Bob can’t have nine kings. The deck has 8.",
            "left-cards-2",
        ),
        (
            {"out": "1", "left-cards-2": "3xjk", "left-points-3": "7"},
            "more-than-deck",
            "Bob can’t have three jokers. The deck has 2.",
            "left-cards-2",
        ),
        (
            {"out": "1", "left-cards-2": "2xKS", "left-cards-3": "KS 7"},
            "more-than-deck",
            "Bob and Cai can’t have K♠ 3 times between them. The deck has 2. Check these hands.",
            "left-cards-3",
        ),
        (
            {"ran-out": "1", "left-cards-1": "jk", "left-cards-2": "jk", "left-cards-3": "jk"},
            "more-than-deck",
            (
                "Ann, Bob and Cai can’t have three jokers between them. The deck has 2. Check "
                "these hands."
            ),
            "left-cards-3",
        ),
        (
            {"out": "1", "left-cards-2": "5xK", "left-cards-3": "2xKS 2xKH 5"},
            "more-than-deck",
            "Bob and Cai can’t have nine kings between them. The deck has 8. Check these hands.",
            "left-cards-3",
        ),
        (
            {"out": "1", "left-points-2": "1", "left-points-3": "7"},
            "impossible-total",
            "No cards add up to 1 in Contract Rummy. The nearest totals: 2. Check Bob’s hand.",
            "left-points-2",
        ),
        (
            {"out": "1", "left-points-2": "20-25", "left-points-3": "7"},
            "below-zero",
            "Bob’s hand can’t come to −5. Enter what the cards are worth, without a minus sign.",
            "left-points-2",
        ),
        (
            {"out": "1", "left-points-2": "900", "left-points-3": "7"},
            "impossible-total",
            (
                "No cards add up to 900 in Contract Rummy. The nearest totals: 822. Check Bob’s "
                "hand."
            ),
            "left-points-2",
        ),
    ],
)
def test_what_cannot_be_is_refused_even_when_overruled(texts, code, message, at):
    found = problems("contract-rummy", 1, texts, accept_warnings=True)

    assert found == [Problem(code, message, at)]


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
