"""A warning for points that are ten times as high as a side’s usual score."""

import pytest

from rules.engine.entries import Problem
from tests.rules.played import points, refusals

THREE = ("Ann", "Bob", "Cai")


def left(bob, cai):
    """Return a deal of Contract Rummy that Ann ends."""
    return {"out": "Ann", "left-points": {"Bob": bob, "Cai": cai}}


def test_ten_times_the_usual_points_are_questioned():
    # Bob has had 12 and 16, so 14 on average. Cai has had 20 and 30.
    before = [left(12, 20), left(16, 30)]

    found = refusals("contract-rummy", left(140, 40), names=THREE, before=before)

    assert found == [
        Problem(
            "unusual-points",
            (
                "Bob would score 140 in this deal, compared with an average of about 14. "
                "Is that right?"
            ),
            "left-points-2",
            warning=True,
        )
    ]


@pytest.mark.parametrize(
    ("before", "bob"),
    [
        pytest.param([left(12, 20), left(16, 30)], 139, id="less-than-ten-times"),
        pytest.param([left(12, 20)], 140, id="one-deal-shows-nothing-usual"),
        pytest.param(
            [left(12, 20), {"out": "Bob", "left-points": {"Ann": 5, "Cai": 6}}],
            140,
            id="going-out-is-no-hand",
        ),
    ],
)
def test_other_points_are_not_questioned(before, bob):
    scored = points("contract-rummy", left(bob, 40), names=THREE, before=before)

    assert scored["Bob"] == bob


def test_hands_that_went_out_do_not_lower_the_average():
    # 12, 0, 0 and 16: without the hands in which Bob went out, the average is 14, not 7.
    out = {"out": "Bob", "left-points": {"Ann": 5, "Cai": 6}}
    before = [left(12, 20), out, out, left(16, 30)]

    assert points("contract-rummy", left(100, 40), names=THREE, before=before)["Bob"] == 100


def test_cards_are_not_questioned():
    hand = {"out": "Ann", "left-cards": {"Bob": "4xA 2xJK 4 3"}, "left-points": {"Cai": 5}}
    before = [left(10, 20), left(8, 30)]

    scored = points("contract-rummy", hand, names=THREE, before=before)

    assert scored["Bob"] == 4 * 15 + 2 * 15 + 7  # at least ten times nine


def test_a_total_that_the_winner_collects_is_the_one_to_check():
    # Ann collects 3 and 5, then 2 and 4: seven on average.
    before = [left(3, 5), left(2, 4)]

    found = refusals("crazy-eights", left(65, 7), names=THREE, before=before)

    assert [(problem.code, problem.message, problem.input) for problem in found] == [
        (
            "unusual-points",
            "Ann would score 72 in this hand, compared with an average of about 7. Is that right?",
            "left-points-2",
        )
    ]


def test_points_of_any_game_are_questioned():
    before = [{"points": {"Ann": 30, "Bob": -4}}, {"points": {"Ann": 40, "Bob": 6}}]
    entry = {"points": {"Ann": 355, "Bob": -50}}

    found = refusals("any-game", entry, names=("Ann", "Bob"), before=before)

    assert [problem.message for problem in found] == [
        "Ann would score 355 in this round, compared with an average of about 35. Is that right?",
        "Bob would score −50 in this round, compared with an average of about 5. Is that right?",
    ]


def test_a_warning_may_be_accepted():
    before = [left(12, 20), left(16, 30)]

    scored = points(
        "contract-rummy", left(140, 40), names=THREE, before=before, accept_warnings=True
    )

    assert scored["Bob"] == 140


def test_points_that_the_cards_limit_are_not_questioned():
    one = {"hearts": {"Ann": 1, "Bob": 12, "Cai": 0, "Dee": 0}, "queen": "Bob"}
    most = {"hearts": {"Ann": 12, "Bob": 1, "Cai": 0, "Dee": 0}, "queen": "Ann"}

    assert points("hearts", most, before=[one, one])["Ann"] == 12 + 13
