"""Replaying a game: points, the state after the deals, and deals that are refused."""

import ast
from pathlib import Path

import pytest

import rules
import scorekeeper
from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport
from rules.engine.game import Carried
from rules.engine.replay import Since, recall, replay
from rules.engine.schemes import Past
from rules.engine.seating import Absence, Entrant, Seating, alone
from tests.rules.played import DealScores

PRODUCT = sorted(
    path
    for package in (rules, scorekeeper)
    for path in Path(package.__file__).parent.rglob("*.py")
    if "migrations" not in path.parts
)
RUMMY = catalogue().variant("contract-rummy").standard
# The game ends at 500, and ten bags cost 100.
SPADES = catalogue().variant("spades-solo").standard


def reported(seating, number, texts, dealer=1):
    return DealReport(number, seating.table(number, dealer), texts, seating.missed(number))


def hands(seating, number, out, **left):
    """Return a deal of Contract Rummy with the points left in the other players’ hands."""
    points = {f"left-points-{key}": text for key, text in left.items()}
    return reported(seating, number, {"out": out} | points)


def test_deals_follow_one_another():
    seating = alone("123")
    reports = [
        hands(seating, 1, "1", **{"2": "12", "3": "7+8"}),
        hands(seating, 2, "2", **{"1": "30", "3": "5"}),
    ]

    played = replay(RUMMY, seating, reports)

    assert [dict(deal.points) for deal in played.deals] == [
        {"1": 0, "2": 12, "3": 15},
        {"1": 30, "2": 0, "3": 5},
    ]
    assert played.state.carried.totals == {"1": 30, "2": 12, "3": 20}
    assert played.state.leaders == ("2",)
    assert (played.state.deals, played.state.next_dealer) == (2, 2)
    assert (played.refused, played.overruled, played.statuses) == ({}, frozenset(), {})


def test_a_game_is_replayed_from_a_later_deal_on():
    seating = alone("123")
    second = hands(seating, 2, "2", **{"1": "30", "3": "5"})
    totals = {"1": 0, "2": 12, "3": 15}

    played = replay(RUMMY, seating, [second], since=Since(Carried(1, 1, totals), Past()))

    assert played.state.carried.totals == {"1": 30, "2": 12, "3": 20}
    assert [deal.number for deal in played.deals] == [2]


def test_later_deals_may_keep_their_points():
    seating = alone("123")
    first = hands(seating, 1, "1", **{"2": "12", "3": "15"})

    played = replay(RUMMY, seating, [first], later=[DealScores({"1": 1, "2": 2, "3": 3}, dealer=2)])

    assert played.state.carried.totals == {"1": 1, "2": 14, "3": 18}
    assert [deal.number for deal in played.deals] == [1]


@pytest.mark.parametrize("accept", [True, False])
def test_only_a_warning_about_the_first_report_may_refuse_it(accept):
    seating = alone("123")
    # In the first deal, players hold 10 cards, so more than 150 points are unusual.
    reports = [hands(seating, n, "1", **{"2": "300", "3": "15"}) for n in (1, 2)]

    played = replay(RUMMY, seating, reports, accept=accept)

    assert list(played.refused) == ([] if accept else [1])
    assert played.overruled == ({1, 2} if accept else {2})
    assert played.state.total("2") == (600 if accept else 300)


def test_a_deal_that_is_not_valid_is_refused_without_its_warnings():
    seating = alone("123")
    # Somebody who went out has no cards left; and 300 points are unusual.
    wrong = hands(seating, 1, "1", **{"1": "5", "2": "300", "3": "15"})
    right = hands(seating, 2, "1", **{"2": "12", "3": "15"})

    played = replay(RUMMY, seating, [wrong, right])

    assert [problem.input for problem in played.refused[1].problems] == ["out"]
    assert [deal.number for deal in played.deals] == [2]


def bid(seating, number, bids, tricks):
    texts = {f"bid-{key}": text for key, text in zip("1234", bids, strict=True)}
    return reported(
        seating, number, texts | {f"tricks-{k}": t for k, t in zip("1234", tricks, strict=True)}
    )


def test_no_deal_after_a_refused_one_is_scored_if_earlier_deals_count():
    seating = alone("1234")
    reports = [
        bid(seating, 1, "3333", "4333"),
        bid(seating, 2, "3333", "4444"),  # 16 tricks
        bid(seating, 3, "3333", "4333"),
    ]

    played = replay(SPADES, seating, reports)

    assert [deal.number for deal in played.deals] == [1]
    assert list(played.refused) == [2]


def test_the_statuses_are_those_before_the_next_deal():
    seating = alone("1234")

    played = replay(SPADES, seating, [bid(seating, 1, "3331", "4333")])

    assert {key: reason.text for key, reason in played.statuses.items()} == {
        "1": "1 bag",
        "4": "2 bags",
    }


def test_a_side_that_comes_back_is_charged_for_the_deals_it_missed():
    back = Entrant("4", away=(Absence(2, 2, 40),), name="Dee")
    seating = Seating((*(Entrant(key, name=key) for key in "123"), back))
    reports = [
        hands(seating, 1, "1", **{"2": "12", "3": "20", "4": "15"}),
        hands(seating, 2, "1", **{"2": "10", "3": "20"}),
    ]

    played = replay(RUMMY, seating, reports)

    # Dee had 15 points, and comes back with 40.
    assert dict(played.deals[1].points) == {"1": 0, "2": 10, "3": 20, "4": 25}
    assert played.state.carried.totals == {"1": 0, "2": 22, "3": 40, "4": 40}


def test_recalled_deals_keep_their_points():
    seating = alone("123")
    report = hands(seating, 1, "1", **{"2": "12", "3": "15"})
    lines = replay(RUMMY, seating, [report]).deals[0].lines

    (deal,) = recall(RUMMY, [(report, lines[:2])])

    assert dict(deal.points) == {"1": 0, "2": 12}
    assert deal.entry.texts == report.texts


def calls_of_lines(code):
    """Return the line numbers of calls of a scheme’s ``lines``."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "lines"
        and ast.unparse(node.func.value).split(".")[-1] in ("self", "scoring", "scheme", "parts")
    ]


def test_only_the_replay_asks_a_scheme_for_points():
    callers = [path.name for path in PRODUCT if calls_of_lines(path.read_text("utf-8"))]

    assert callers == ["replay.py"]


@pytest.mark.parametrize(
    "code", ["self.lines(deal)", "scheme_of(rules, 3).scoring.lines(deal)", "scoring.lines(deal)"]
)
def test_a_call_of_lines_is_found(code):
    assert calls_of_lines(code) == [1]
