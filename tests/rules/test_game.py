"""The state of a game: continuing the fold from any deal gives the same result as folding from the
first one.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.game import Carried, fold_game
from rules.engine.schemes import Mark, Past, Recalled
from rules.engine.seating import Absence, Chair, Entrant, Seating, alone
from tests.rules.played import DealScores

THREE = alone(("a", "b", "c"))
# Games with seven deals, a target, a floor, elimination or phases.
RULES = [
    catalogue().variant("contract-rummy").standard,
    catalogue().variant("spades").standard,
    catalogue().variant("indian-rummy-pool-101").standard,
    catalogue().variant("hearts").standard,
    catalogue().variant("phase-rummy").standard,
]
MARKS = st.sampled_from(["", Mark.ACHIEVED, Mark.WON])


def result(points, marks=None, dealer=1):
    """Return a deal with these points for a, b and c, and marks for some of them."""
    marked = {key: (mark,) for key, mark in (marks or {}).items() if mark}
    return DealScores(dict(zip("abc", points, strict=True)), marked, dealer=dealer)


POINTS = st.tuples(*[st.integers(-60, 120)] * 3)
DEALS = st.lists(
    st.builds(result, POINTS, st.dictionaries(st.sampled_from("abc"), MARKS, max_size=2)),
    max_size=12,
)


@settings(deadline=None)
@given(
    ruleset=st.sampled_from(RULES), played=DEALS, split=st.integers(0, 12), stopped=st.booleans()
)
def test_a_carried_state_goes_on_as_a_fold_of_all_deals_does(ruleset, played, split, stopped):
    before = fold_game(ruleset, THREE, played[:split])

    carried = fold_game(ruleset, THREE, played[split:], since=before.carried, stopped=stopped)
    whole = fold_game(ruleset, THREE, played, stopped=stopped)

    assert carried.carried == whole.carried
    assert carried.places == whole.places
    assert (carried.is_over, carried.winners) == (whole.is_over, whole.winners)
    assert carried.next_dealer == whole.next_dealer


def test_what_a_game_carries_is_every_sum_over_its_deals():
    pool = catalogue().variant("indian-rummy-pool-101").standard
    played = [
        DealScores({"a": 0, "b": 60, "c": 20}, {"a": ("out",)}, {"b": 2}, dealer=1),
        DealScores({"a": 30, "b": 45, "c": 0}, {"c": ("out",)}, {"b": 1, "a": 1}, dealer=2),
    ]

    state = fold_game(pool, THREE, played)

    assert state.carried == Carried(
        deals=2,
        dealer=2,
        totals={"a": 30, "b": 105, "c": 20},
        out={"b": 2},
        pennies={"b": 3, "a": 1},
    )
    assert [carried.totals for carried in state.by_deal] == [
        {"a": 0, "b": 60, "c": 20},
        {"a": 30, "b": 105, "c": 20},
    ]
    assert [(s.side, s.place, s.is_in) for s in state.places] == [
        ("a", 2, True),
        ("b", 3, False),
        ("c", 1, True),
    ]


def test_the_first_deal_that_is_won_outright_decides():
    played = [
        result((0, 5, 9)),
        result((5, 0, 3), {"b": Mark.WON}),
        result((0, 9, 9), {"a": Mark.WON}),
    ]

    state = fold_game(RULES[0], THREE, played)

    assert (state.carried.won, state.carried.won_in) == (("b",), 2)
    assert (state.is_over, state.winners) == (True, ("b",))


# The next dealer


def seating(*, clockwise=True, **left):
    entrants = tuple(
        Entrant(str(n), name=name, left=left.get(name))
        for n, name in enumerate(("Ann", "Bob", "Cai"), 1)
    )
    return Seating(entrants, clockwise=clockwise)


@pytest.mark.parametrize(
    ("clockwise", "last", "chosen", "dealer"),
    [
        (True, None, None, 2),  # nothing has been played yet: the first dealer
        (True, 1, None, 2),
        (True, 3, None, 1),
        (False, 1, None, 3),
        (False, 3, None, 2),
        (True, 1, 3, 3),  # the players chose Cai
    ],
)
def test_the_deal_goes_round(clockwise, last, chosen, dealer):
    sits = seating(clockwise=clockwise)

    assert sits.dealer_of(4, last=last, chosen=chosen, first=2) == dealer


@pytest.mark.parametrize(("clockwise", "dealer"), [(True, 3), (False, 1)])
def test_the_deal_passes_over_who_left(clockwise, dealer):
    sits = seating(clockwise=clockwise, Bob=2)

    assert sits.dealer_of(3, last=1 if clockwise else 3, chosen=None, first=1) == dealer
    assert sits.dealer_of(3, last=None, chosen=2, first=1) == dealer


@pytest.mark.parametrize(
    ("clockwise", "last", "chosen", "out", "dealer"),
    [
        (True, 1, None, {"2": 1}, 3),
        (False, 1, None, {"3": 1}, 2),
        (True, None, 2, {"2": 1}, 3),  # Bob was chosen before he was out
        (True, 3, None, {"1": 1, "2": 2, "3": 2}, 1),  # the game is over
    ],
)
def test_the_deal_passes_over_eliminated_players(clockwise, last, chosen, out, dealer):
    sits = seating(clockwise=clockwise)

    assert sits.dealer_of(3, last=last, chosen=chosen, first=1, out=out) == dealer


def test_an_eliminated_player_is_not_the_next_dealer():
    pool = catalogue().variant("indian-rummy-pool-101").standard
    played = [DealScores({"a": 0, "b": 101, "c": 20}, {"a": ("out",)}, dealer=1)]

    assert fold_game(pool, THREE, played).next_dealer == 3


def test_partners_are_asked_in_the_order_of_their_chairs():
    chairs = tuple(Chair(n, name, str(2 - n % 2)) for n, name in enumerate("ABCD", 1))
    sits = Seating((Entrant("1", name="A & C"), Entrant("2", name="B & D")), chairs)

    table = sits.table(1, 3)

    assert [(seat.key, seat.name, seat.side) for seat in table.seats] == [
        ("1", "A", "1"),
        ("2", "B", "2"),
        ("3", "C", "1"),
        ("4", "D", "2"),
    ]
    assert (table.dealer, table.keys) == ("3", ("1", "2"))


def test_an_absence_takes_a_side_out_of_the_deals_it_missed():
    back = Entrant("2", away=(Absence(2, 3, 60),))
    sits = Seating((Entrant("1"), back, Entrant("3")))

    assert [back.plays(deal) for deal in range(1, 5)] == [True, False, False, True]
    assert [chair.side for chair in sits.chairs_at(3)] == ["1", "3"]
    assert [(missed.side, missed.total, missed.deals) for missed in sits.missed(3)] == [
        ("2", 60, 2)
    ]
    assert sits.missed(2) == ()


# Earlier deals, loaded only if a scheme uses them


def unread():
    raise AssertionError("these deals must not be loaded")


def test_a_scheme_that_asks_for_totals_alone_reads_no_deal():
    past = Past(Recalled(99, unread), totals={"a": 480})

    assert (past.total("a"), past.total("b"), len(past.deals)) == (480, 0, 99)


def test_deals_are_read_once_when_they_are_asked_for():
    reads = []

    def read():
        reads.append(1)
        return ("one", "two")

    deals = Recalled(2, read)

    assert (list(deals), deals[-1], deals[:1]) == (["one", "two"], "two", ("one",))
    assert list(deals.then("three")) == ["one", "two", "three"]
    assert reads == [1]
