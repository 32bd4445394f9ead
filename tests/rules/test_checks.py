"""The checks that schemes share, and the totals after a deal."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.deal_seating import DealSeat, DealSeating, DealSide
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.inputs import OneSeat, OneSide
from rules.engine.schemes import Line, Past, checks

SIDES = (DealSide("1", "Ann and Cai"), DealSide("2", "Bob and Dee"))
SEATS = tuple(
    DealSeat(str(n), name, str(2 - n % 2)) for n, name in enumerate(("Ann", "Bob", "Cai", "Dee"), 1)
)
TABLE = DealSeating(SIDES, "1", SEATS)


@pytest.mark.parametrize(
    ("kind", "marked", "who"),
    [
        (OneSide(), ("1", "2"), "Ann and Cai and Bob and Dee"),
        (OneSeat(), ("1", "2"), "Ann and Bob"),
        (OneSeat(), ("1", "2", "4"), "Ann, Bob and Dee"),
    ],
)
def test_several_that_are_marked_are_named_as_sides_or_as_seats(kind, marked, who):
    field = EntryField("alone", "Played alone", kind)
    entry = Entry(TABLE, {}, {"alone": marked})

    assert list(checks.at_most_one(entry, field, "several", "{names} play alone.")) == [
        Problem("several", f"{who} play alone.", "alone")
    ]


@pytest.mark.parametrize(("total", "words"), [(12, "one too few"), (15, "two too many")])
def test_a_sum_says_by_how_much_it_is_off(total, words):
    assert checks.tricks_off(total, 13) == words


@pytest.mark.parametrize(("slug", "leaders"), [("oh-hell", ["2"]), ("hearts", ["1", "3"])])
def test_the_best_total_is_the_highest_or_the_lowest(slug, leaders):
    ruleset = catalogue().variant(slug).ruleset()
    table = DealSeating(tuple(DealSide(key, key) for key in "123"), "1")
    past = Past(totals={"1": 10, "2": 5, "3": 4})

    lines = [Line("1", 1, ""), Line("2", 4, ""), Line("2", 3, ""), Line("3", 7, "")]

    assert past.total("2", lines) == 12
    assert past.leaders(ruleset, table, lines) == leaders
