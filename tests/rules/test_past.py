"""Earlier deals: their totals, and how they restrict later deals."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.checking import entry_ids
from rules.engine.deal_seating import DealSeating, DealSide
from rules.engine.entries import DealReport, Entry, EntryRefusedError
from rules.engine.replay import uses_past
from rules.engine.schemes import Line, Mark, Past, ScoredDeal, scheme_of
from tests.rules.scored import past_of, report, score_deal
from tests.rules.statuses import status

CLASSIC = catalogue().variant("contract-rummy").standard


def table(*names, dealer="1"):
    """Return a seating with keys 1, 2, 3 and so on. An empty name skips its key."""
    return DealSeating(
        tuple(DealSide(str(n), name) for n, name in enumerate(names, 1) if name), dealer
    )


THREE = table("Ann", "Bob", "Cai")


def tallied(**item):
    """Return Contract Rummy with an item for points that are entered directly.

    ``item`` overrides keys of that item.
    """
    plain = {"id": "points", "label": "Points", "ask": "points", "worth": 1, "required": True}
    return (
        catalogue()
        .variant("contract-rummy")
        .ruleset(
            patches={
                "scoring.scheme": "tally",
                "scoring.figures": {"items": [plain | item]},
                "end": {"target": 500, "wins": "highest"},
            }
        )
    )


def reported(number, *points, at=THREE):
    texts = {f"points-{side.key}": str(p) for side, p in zip(at.sides, points, strict=True)}
    return DealReport(number, at, texts)


def scored(number, *lines):
    return ScoredDeal(CLASSIC.deal(number), Entry(THREE, {}), lines)


# Totals


def test_points_of_a_deal_are_the_sum_of_its_lines():
    deal = scored(1, Line("1", 20, "K Q"), Line("2", 0, "went out"), Line("1", -50, "perfect cut"))

    assert deal.points == {"1": -30, "2": 0}
    assert deal.points.get("3", 0) == 0


def test_marks_of_a_deal_are_those_of_a_side():
    deal = scored(
        1,
        Line("1", 0, "went out", mark=Mark.ACHIEVED),
        Line("1", 0, "reached the end", mark=Mark.WON),
        Line("2", 5, "5, entered as a total"),
    )

    assert deal.marks_of("1") == (Mark.ACHIEVED, Mark.WON)
    assert deal.marks_of("2") == deal.marks_of("3") == ()


def test_a_total_is_what_a_side_has_scored_so_far():
    past = Past(
        (
            scored(1, Line("1", 20, "K Q"), Line("2", 0, "went out")),
            scored(2, Line("1", 5, "5"), Line("2", 7, "7"), Line("2", -50, "perfect cut")),
        )
    )

    assert (past.total("1"), past.total("2"), past.total("3")) == (25, -43, 0)
    assert Past().total("1") == 0


def test_a_total_begins_with_what_the_side_began_with():
    past = Past((scored(1, Line("1", 20, "K Q")),), {"1": -5, "3": 40})

    assert (past.total("1"), past.total("2"), past.total("3")) == (15, 0, 40)
    assert Past(starts={"2": 12}).total("2") == 12


# Deals one after another


def test_deals_are_scored_one_after_the_other():
    rules = tallied()

    past = past_of(rules, [reported(1, 60, 0, 5), reported(2, "12+8", -3, 0)])

    assert [deal.points for deal in past.deals] == [
        {"1": 60, "2": 0, "3": 5},
        {"1": 20, "2": -3, "3": 0},
    ]
    assert [deal.deal.number for deal in past.deals] == [1, 2]
    assert [entry.of("points") for entry in past.entries()] == [
        {"1": 60, "2": 0, "3": 5},
        {"1": 20, "2": -3, "3": 0},
    ]
    assert (past.total("1"), past.total("2"), past.total("3")) == (80, -3, 5)


def test_before_the_first_deal_there_is_no_past():
    assert past_of(CLASSIC, []) == Past()
    assert past_of(CLASSIC, [], {"1": 5}) == Past((), {"1": 5})


def test_a_game_that_goes_on_begins_its_list_of_deals_again():
    past = past_of(tallied(), [reported(number, 1, 0, 0) for number in range(1, 10)])

    assert [deal.deal.number for deal in past.deals] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert past.deals[7].deal.contract == CLASSIC.deal(1).contract
    assert past.total("1") == 9


def test_players_may_come_and_go_between_deals():
    four, two = table("Ann", "Bob", "Cai", "Dee"), table("Ann", "", "Cai")
    said = {"out": "1", "left-points-2": "9", "left-points-3": "7"}

    past = past_of(
        CLASSIC,
        [DealReport(1, THREE, said), DealReport(2, four, said | {"left-points-4": "5"})],
        {"4": 12},
    )
    fewer = past_of(tallied(), [reported(1, 1, 2, 3), reported(2, 4, 5, at=two)])

    assert [past.total(key) for key in "1234"] == [0, 18, 14, 17]
    assert [fewer.total(key) for key in "123"] == [5, 2, 8]


def test_a_start_bears_on_what_a_deal_counts():
    rules = tallied(not_from=100)
    deals = [reported(1, 60, 60, 60), reported(2, 50, 50, 50), reported(3, 9, 9, 9)]

    past = past_of(rules, deals, {"2": 40, "3": 100})

    # Ann has 110 before the third deal, Bob 100 before the second, and Cai 100 from the start.
    assert [deal.points for deal in past.deals] == [
        {"1": 60, "2": 60, "3": 0},
        {"1": 50, "2": 0, "3": 0},
        {"1": 0, "2": 0, "3": 0},
    ]


def test_warnings_about_earlier_deals_are_overruled():
    shanghai = catalogue().variant("shanghai-rummy").standard
    large = {"out": "1", "left-cards-2": "8x2 8x3 4 5", "left-points-3": "5"}

    past = past_of(shanghai, [DealReport(1, THREE, large)])

    assert past.total("2") == 90  # 18 cards of 5
    with pytest.raises(EntryRefusedError):
        score_deal(shanghai, 1, report(shanghai, 1, THREE, large))


def test_a_later_deal_that_cannot_stand_is_refused():
    good = DealReport(1, THREE, {"out": "1", "left-points-2": "9", "left-points-3": "7"})
    bad = DealReport(2, THREE, {"out": "1", "left-points-2": "9"})

    with pytest.raises(EntryRefusedError) as refused:
        past_of(CLASSIC, [good, bad])

    assert [(problem.code, problem.input) for problem in refused.value.problems] == [
        ("missing", "left-points-3")
    ]


def test_a_later_deal_that_cannot_be_read_is_refused():
    good = DealReport(1, THREE, {"out": "1", "left-points-2": "9", "left-points-3": "7"})
    bad = DealReport(2, THREE, {"out": "1", "left-points-2": "many", "left-points-3": "7"})

    with pytest.raises(EntryRefusedError) as refused:
        past_of(CLASSIC, [good, bad])

    assert [(problem.code, problem.input) for problem in refused.value.problems] == [
        ("unreadable", "left-points-2")
    ]


def test_a_later_deal_may_stand_only_after_what_was_before_it():
    rules, ann = catalogue().variant("dice-boxes").standard, table("Ann")

    def filled(number, box, points):
        return DealReport(number, ann, {"box-1": box, "points-1": str(points)})

    second = filled(2, "sixes", 18)
    allowed = past_of(rules, [filled(1, "twos", 6), second])
    with pytest.raises(EntryRefusedError) as refused:
        past_of(rules, [filled(1, "sixes", 6), second])

    assert allowed.total("1") == 24
    assert [(problem.code, problem.input) for problem in refused.value.problems] == [
        ("used", "box-1")
    ]


# Statuses


def test_a_game_in_which_every_deal_is_for_itself_tells_nothing():
    good = DealReport(1, THREE, {"out": "1", "left-points-2": "9", "left-points-3": "7"})

    assert not uses_past(CLASSIC)
    assert status(CLASSIC, THREE, past_of(CLASSIC, [good])) == {}


def test_the_table_is_told_what_the_totals_ask_of_each_side():
    opening = {
        "item": "points",
        "words": "opening",
        "levels": [{"least": 5}, {"least": 9, "at": 50}],
    }
    rules = (
        catalogue()
        .variant("contract-rummy")
        .ruleset(
            patches={
                "scoring.scheme": "tally",
                "scoring.figures": tallied().scoring.figures | {"opening": opening},
            }
        )
    )

    before = status(rules, THREE, Past(starts={"3": 50}))
    after = status(rules, THREE, past_of(rules, [reported(1, 60, 49, 0)], {"3": 50}))

    assert uses_past(rules)
    assert before == {"1": "opening 5", "2": "opening 5", "3": "opening 9"}
    assert after == {"1": "opening 9", "2": "opening 5", "3": "opening 9"}


def test_a_form_knows_every_field_of_a_scheme():
    progressive = catalogue().variant("progressive-rummy").standard

    # Buys are not counted in the first deal, but they are in the ninth.
    ids = ("out", "ran-out", "left", "takes", "cut", "bonus")
    assert entry_ids(scheme_of(progressive, 3), progressive.deal(1)) == ids
    assert entry_ids(scheme_of(progressive, 3), progressive.deal(9)) == ids
