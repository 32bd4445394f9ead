import pytest

from rules.engine.entries import Problem
from tests.rules.played import problems, score, told


def test_buys_cost_pennies_and_no_points():
    texts = {
        "out": "1",
        "takes-1": "2",
        "left-points-2": "20",
        "takes-2": "1",
        "left-points-3": "5",
        "takes-3": "0",
    }

    lines = score("progressive-rummy", 12, texts)

    assert [(line.side, line.points, line.reason.text, line.kitty_payment) for line in lines] == [
        ("1", 0, "went out", 0),
        ("2", 20, "20, entered as a total", 0),
        ("3", 5, "5, entered as a total", 0),
        ("1", 0, "two buys", 2),
        ("2", 0, "one buy", 1),
    ]


def test_more_buys_than_the_deal_allows_are_refused():
    texts = {"out": "1", "takes-1": "2", "left-points-2": "20", "left-points-3": "5"}

    found = problems("progressive-rummy", 9, texts, accept_warnings=True)

    assert found == [
        Problem(
            "too-many-takes",
            "Ann can’t have two buys: deal 9 allows each player 1. Correct the number.",
            "takes-1",
        )
    ]


def test_going_out_with_too_few_buys_for_the_contract_is_questioned():
    # Five runs of 3 are 15 cards; 11 are dealt, 2 come with each buy, and one is drawn.
    texts = {"out": "1", "takes-1": "1", "left-points-2": "20", "left-points-3": "5"}

    found = problems("progressive-rummy", 12, texts)

    assert found == [
        Problem(
            "too-few-takes",
            "Ann went out, but the contract needs 15 cards, and a hand has only 14 with one buy "
            "and the card drawn. Is that right?",
            "takes-1",
            warning=True,
        )
    ]
    assert score("progressive-rummy", 12, texts, accept_warnings=True)
    # Nobody may have counted the buys.
    assert score("progressive-rummy", 12, texts | {"takes-1": ""})


def test_buys_in_a_deal_without_them_are_refused():
    texts = {"out": "1", "takes-1": "1", "left-points-2": "20", "left-points-3": "5"}

    found = problems("progressive-rummy", 8, texts)

    assert found == [
        Problem(
            "unasked",
            "Buys aren’t counted in deal 8 of Progressive Rummy. Clear that number.",
            "takes-1",
        )
    ]


def test_calls_in_a_game_that_does_not_count_them_are_refused():
    texts = {"out": "1", "takes-2": "3", "left-points-2": "20", "left-points-3": "5"}

    found = problems("contract-rummy", 1, texts)

    assert found == [
        Problem(
            "unasked",
            "May I? calls aren’t counted in deal 1 of Contract Rummy. Clear that number.",
            "takes-2",
        )
    ]


def test_no_buys_may_be_reported_as_zero_where_none_are_counted():
    texts = {"out": "1", "takes-1": "0", "left-points-2": "20", "left-points-3": "5"}

    lines = score("progressive-rummy", 8, texts)

    assert [line.points for line in lines] == [0, 20, 5]


@pytest.mark.parametrize(
    ("dealer", "cutter", "totals"),
    [("1", "3", [0, 27, -43]), ("2", "1", [-50, 27, 7]), ("3", "2", [0, -23, 7])],
)
def test_a_perfect_cut_counts_for_the_player_at_the_dealers_right(dealer, cutter, totals):
    texts = {"out": "1", "cut": "1", "left-cards-2": "A 10 2", "left-points-3": "7"}

    lines = score("liverpool-rummy", 1, texts, dealer=dealer)

    assert told(lines)[-1] == (cutter, -50, "perfect cut")
    assert [sum(line.points for line in lines if line.side == key) for key in "123"] == totals


def test_a_cut_in_a_game_without_the_bonus_is_refused():
    texts = {"out": "1", "cut": "1", "left-points-2": "9", "left-points-3": "7"}

    found = problems("contract-rummy", 1, texts)

    assert found == [
        Problem("unasked", "Contract Rummy has no bonus for a perfect cut. Untick it.", "cut")
    ]


def test_bonuses_count_where_the_table_plays_with_them():
    texts = {
        "out": "1",
        "bonus-1": "-10",
        "left-points-2": "9",
        "bonus-2": "5-20",
        "left-points-3": "7",
    }

    lines = score("contract-rummy-eight", 1, texts, options=["win-bonuses"])

    assert told(lines) == [
        ("1", 0, "went out"),
        ("2", 9, "9, entered as a total"),
        ("3", 7, "7, entered as a total"),
        ("1", -10, "bonus"),
        ("2", -15, "bonus"),
    ]


def test_bonuses_without_that_house_rule_are_refused():
    texts = {"out": "1", "bonus-1": "-10", "left-points-2": "9", "left-points-3": "7"}

    found = problems("contract-rummy-eight", 1, texts)

    assert found == [
        Problem(
            "unasked", "Contract Rummy (3–8 players) has no bonus points. Clear them.", "bonus-1"
        )
    ]
