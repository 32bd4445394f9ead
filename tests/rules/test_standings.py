from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.game import Standing
from rules.engine.rulesets import Settlement
from rules.engine.settlement import settle, transfers
from tests.rules.played import standings

PENNIES = {"one": "penny", "many": "pennies"}
TOTALS = st.lists(st.integers(-100, 500), min_size=2, max_size=8)


def stands(totals, slug="contract-rummy"):
    """Return the state of a game of sides a, b, c and so on with these totals after one deal."""
    points = dict(zip("abcdefgh", totals, strict=False))
    return standings(catalogue().variant(slug).standard, list(points), [points])


def settlement(**figures):
    return Settlement(**({"unit": PENNIES, "step": 2} | figures))


def paid(*pennies):
    return dict(zip("abcdefgh", pennies, strict=False))


def by_side(payments, figure):
    return [getattr(payment, figure) for payment in payments]


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ([23, 0, 20, 37], [3, 1, 2, 4]),
        ([50, 50, 60], [1, 1, 3]),
        ([50, 60, 60], [1, 2, 2]),
        ([60, 50, 60, 50], [3, 1, 3, 1]),
        ([7, 7, 7], [1, 1, 1]),
        ([-23, 0, -50], [2, 3, 1]),
        ([0, -50, -50, 10], [3, 1, 1, 4]),
    ],
)
def test_lower_totals_come_first_and_equal_ones_share_a_place(totals, places):
    assert [standing.place for standing in stands(totals).places] == places


def test_before_the_first_deal_nobody_leads():
    fresh = standings(catalogue().variant("contract-rummy").standard, ["a", "b", "c"], [])

    assert fresh.places == (Standing("a", 0, 1), Standing("b", 0, 1), Standing("c", 0, 1))
    assert (fresh.running, fresh.deals_left, fresh.is_over) == ((), 7, False)
    assert fresh.leaders == ()
    assert fresh.winners == ()


def test_totals_run_from_deal_to_deal():
    rules = catalogue().variant("liverpool-rummy").standard
    deals = [{"a": 0, "b": 27, "c": -43}, {"a": 12, "b": 0, "c": 8}, {"a": 5, "b": -50, "c": 6}]

    game = standings(rules, ["a", "b", "c"], deals)

    assert game.running == (
        {"a": 0, "b": 27, "c": -43},
        {"a": 12, "b": 27, "c": -35},
        {"a": 17, "b": -23, "c": -29},
    )
    assert game.deals_left == 4
    assert game.leaders == ("c",)


def test_the_leader_wins_only_after_the_last_deal():
    rules = catalogue().variant("contract-rummy").standard
    deal = {"a": 10, "b": 0, "c": 5}

    before = standings(rules, ["a", "b", "c"], [deal] * 6)
    after = standings(rules, ["a", "b", "c"], [deal] * 7)

    assert (before.is_over, before.deals_left) == (False, 1)
    assert (before.leaders, before.winners) == (("b",), ())
    assert (after.is_over, after.deals_left) == (True, 0)
    assert (after.leaders, after.winners) == (("b",), ("b",))


def test_sides_tied_for_the_lowest_total_win_together():
    rules = catalogue().variant("contract-rummy").standard

    game = standings(rules, ["a", "b", "c"], [{"a": 4, "b": 9, "c": 4}] * 7)

    assert game.winners == ("a", "c")


def test_places_in_order_keep_the_seating_of_tied_sides():
    game = stands([30, 10, 30, 20])

    assert game.by_place == (
        Standing("b", 10, 1),
        Standing("d", 20, 2),
        Standing("a", 30, 3),
        Standing("c", 30, 3),
    )


@pytest.mark.parametrize(
    ("totals", "amounts"),
    [
        ([10, 20], [2, -2]),
        ([10, 20, 30], [6, -2, -4]),
        ([40, 10, 30, 20], [-6, 12, -4, -2]),
        ([10, 20, 30, 40, 50], [20, -2, -4, -6, -8]),
        ([10, 20, 30, 40, 50, 60], [30, -2, -4, -6, -8, -10]),
        ([1, 2, 3, 4, 5, 6, 7, 8], [56, -2, -4, -6, -8, -10, -12, -14]),
    ],
)
def test_each_place_pays_the_step_more_than_the_one_before(totals, amounts):
    payments = settle(settlement(), stands(totals), {})

    assert by_side(payments, "by_place") == amounts
    assert by_side(payments, "net") == amounts


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([10, 20, 30], [("c", "a", 4), ("b", "a", 2)]),
        # a and b get 5 each; d pays 6, and c pays 4.
        ([10, 10, 30, 40], [("d", "a", 5), ("c", "b", 4), ("d", "b", 1)]),
        ([10, 10], []),
    ],
)
def test_who_pays_whom(totals, expected):
    found = transfers(settle(settlement(), stands(totals), {}))

    assert [(each.payer, each.receiver, each.amount) for each in found] == expected


@pytest.mark.parametrize(
    ("totals", "amounts"),
    [
        # first and second share 12 - 2
        ([10, 10, 30, 40], [5, 5, -4, -6]),
        # second and third share 2 + 4
        ([10, 20, 20, 40], [12, -3, -3, -6]),
        # second to fourth share 2 + 4 + 6
        ([10, 20, 20, 20], [12, -4, -4, -4]),
        # third and fourth share 4 + 6
        ([10, 20, 30, 30], [12, -2, -5, -5]),
        # first to third share 6 - 2 - 4
        ([10, 10, 10], [0, 0, 0]),
        # second and third share 2 + 4
        ([10, 20, 20], [6, -3, -3]),
        # first to third share 20 - 2 - 4
        ([10, 10, 10, 40, 50], [Fraction(14, 3), Fraction(14, 3), Fraction(14, 3), -6, -8]),
    ],
)
def test_tied_sides_share_what_their_places_pay_and_get(totals, amounts):
    payments = settle(settlement(), stands(totals), {})

    assert by_side(payments, "by_place") == amounts


@pytest.mark.parametrize(
    ("pays", "totals", "amounts"),
    [
        ([3, 5], [10, 20, 30], [8, -3, -5]),
        ([1, 2, 5, 9], [30, 10, 20, 40], [-2, 8, -1, -5]),
        ([1, 2, 5, 9], [10, 20, 30, 40, 50], [17, -1, -2, -5, -9]),
        ([0, 0, 10], [10, 20, 30, 40], [10, 0, 0, -10]),
        ([3, 5], [10, 10, 30], [Fraction(5, 2), Fraction(5, 2), -5]),
    ],
)
def test_a_table_may_set_what_the_places_pay(pays, totals, amounts):
    payments = settle(settlement(pays=pays), stands(totals), {})

    assert by_side(payments, "by_place") == amounts


def test_the_kitty_goes_to_the_winner():
    payments = settle(settlement(), stands([10, 20, 30, 40]), paid(2, 3, 1, 3))

    assert by_side(payments, "kitty") == [9, 0, 0, 0]
    assert by_side(payments, "paid") == [2, 3, 1, 3]
    assert by_side(payments, "net") == [19, -5, -5, -9]


@pytest.mark.parametrize(
    ("pot", "shares"),
    [
        (9, [6, 3, 0]),
        (10, [7, 3, 0]),
        (11, [8, 3, 0]),
        (12, [8, 4, 0]),
        (2, [2, 0, 0]),
        (1, [1, 0, 0]),
        (0, [0, 0, 0]),
    ],
)
def test_a_split_kitty_is_rounded_down_for_the_second_and_the_rest_is_the_winners(pot, shares):
    payments = settle(settlement(kitty=[2, 1]), stands([10, 20, 30]), paid(pot, 0, 0))

    assert by_side(payments, "kitty") == shares


@pytest.mark.parametrize(
    ("kitty", "totals", "shares"),
    [
        ([1], [10, 10, 30], [Fraction(7, 2), Fraction(7, 2), 0]),
        ([2, 1], [10, 20, 20], [5, 1, 1]),
        ([2, 1], [10, 10, 20], [Fraction(7, 2), Fraction(7, 2), 0]),
        ([2, 1], [10, 10, 10], [Fraction(7, 3), Fraction(7, 3), Fraction(7, 3)]),
        ([3, 2, 1, 1], [10, 20, 30], [4, 2, 1]),
    ],
)
def test_tied_sides_share_their_places_part_of_the_kitty(kitty, totals, shares):
    payments = settle(settlement(kitty=kitty), stands(totals), paid(3, 4, 0))

    assert by_side(payments, "kitty") == shares


@pytest.mark.parametrize(
    ("totals", "by_place", "kitty"),
    [
        # first and second share 6 - 2, and a kitty of 7 + 6
        ([10, 10, 30], [2, 2, -4], [7, 6, 0]),
        ([10, 30, 10], [2, -4, 2], [7, 0, 6]),
        # first to third share 6 - 2 - 4 and 13 pennies
        ([10, 10, 10], [0, 0, 0], [5, 4, 4]),
        # first to third of four share 12 - 2 - 4, and the next odd penny goes to the fourth player
        ([10, 40, 10, 10], [2, -6, 2, 2], [5, 0, 4, 4]),
    ],
)
def test_shares_in_whole_pennies_differ_by_one_at_most(totals, by_place, kitty):
    payments = settle(settlement(shares="whole"), stands(totals), paid(13))

    assert by_side(payments, "by_place") == by_place
    assert by_side(payments, "kitty") == kitty


def test_an_odd_penny_of_the_kitty_goes_to_the_player_after_the_one_who_got_the_last():
    """First and second place share 8 - 3 = 5 in payments and a kitty of 13: each gets 9 in all."""
    payments = settle(settlement(pays=[3, 5], shares="whole"), stands([10, 10, 30]), paid(13))

    assert by_side(payments, "by_place") == [3, 2, -5]
    assert by_side(payments, "kitty") == [6, 7, 0]


def test_tied_players_who_pay_an_odd_amount_pay_whole_pennies():
    """Second and third place pay 3 + 4, so the first of the tied players pays 3."""
    payments = settle(settlement(pays=[3, 4], shares="whole"), stands([10, 20, 20]), {})

    assert by_side(payments, "by_place") == [7, -3, -4]


def test_who_pays_nothing_into_the_kitty_need_not_be_named():
    payments = settle(settlement(), stands([10, 20, 30]), {"b": 3})

    assert by_side(payments, "paid") == [0, 3, 0]
    assert by_side(payments, "net") == [9, -5, -4]


def test_payments_tell_side_and_place_in_seating_order():
    payments = settle(settlement(), stands([30, 10, 20]), {})

    assert [(payment.side, payment.place) for payment in payments] == [("a", 3), ("b", 1), ("c", 2)]


@given(totals=TOTALS)
def test_a_place_is_one_more_than_the_number_of_lower_totals(totals):
    game = stands(totals)

    for standing, total in zip(game.places, totals, strict=True):
        assert standing.total == total
        assert standing.place == 1 + sum(other < total for other in totals)
    assert set(game.leaders) == {s.side for s in game.places if s.total == min(totals)}


@given(
    totals=TOTALS,
    pennies=st.lists(st.integers(0, 20), min_size=8, max_size=8),
    step=st.integers(0, 10),
    pays=st.just([]) | st.lists(st.integers(0, 50), min_size=7, max_size=9),
    kitty=st.lists(st.integers(0, 5), min_size=1, max_size=9).filter(any),
)
def test_what_is_paid_and_what_is_got_add_up_to_nothing(totals, pennies, step, pays, kitty):
    for shares in ("exact", "whole"):
        rule = settlement(step=step, pays=pays, kitty=kitty, shares=shares)

        payments = settle(rule, stands(totals), paid(*pennies[: len(totals)]))

        assert sum(by_side(payments, "by_place")) == 0
        assert sum(by_side(payments, "kitty")) == sum(pennies[: len(totals)])
        assert sum(by_side(payments, "net")) == 0


@given(totals=TOTALS, pennies=st.integers(0, 40), step=st.integers(0, 10))
def test_whole_shares_are_less_than_a_penny_from_the_exact_ones(totals, pennies, step):
    exact, whole = (
        settle(settlement(step=step, kitty=[2, 1], shares=shares), stands(totals), paid(pennies))
        for shares in ("exact", "whole")
    )

    for fair, rounded in zip(exact, whole, strict=True):
        assert abs(rounded.net - fair.net) < 1
        assert (rounded.by_place.denominator, rounded.kitty.denominator) == (1, 1)


@given(totals=TOTALS, step=st.integers(0, 10))
def test_a_better_place_never_gets_less(totals, step):
    payments = settle(settlement(step=step, kitty=[2, 1]), stands(totals), paid(5, 7))

    ordered = sorted(payments, key=lambda payment: payment.place)

    amounts = [payment.by_place + payment.kitty for payment in ordered]
    assert amounts == sorted(amounts, reverse=True)
