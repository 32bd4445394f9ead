"""The course of a game, worked out by hand and compared with sums of the points."""

import random

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.course import Comeback, Course, Lead, course_of
from rules.engine.game import fold_game, states_after
from rules.engine.seating import Entrant, Seating, alone
from tests.rules.played import DealScores

LOWEST = catalogue().variant("contract-rummy").standard
HIGHEST = catalogue().variant("any-game").standard
POOL = catalogue().variant("indian-rummy-pool-101").standard


def course(ruleset, winner, *deals, sides="abcd"):
    """Return the course of a game with these points of each side in each deal."""
    seating = alone(sides) if isinstance(sides, str) else Seating(sides)
    results = [DealScores(dict(zip("abcd", deal, strict=False)), dealer=1) for deal in deals]
    state = fold_game(ruleset, seating, results, stopped=True)
    return course_of(list(states_after(ruleset, seating, results, state)), winner)


@pytest.mark.parametrize(
    ("ruleset", "winner", "deals", "expected"),
    [
        # Totals of a: 40, 60, 60, 60. Those of b: 0, 20, 50, 90. The others are between them.
        (
            LOWEST,
            "a",
            [(40, 0, 10, 20), (20, 20, 20, 20), (0, 30, 30, 40), (0, 40, 40, 40)],
            Course(Comeback(4, 2), Lead("b", 1, 3)),
        ),
        (HIGHEST, "a", [(9, 1, 1), (1, 2, 3), (1, 4, 5)], Course(None, Lead("a", 1, 3))),
        # After the second deal, b and c lead together.
        (HIGHEST, "a", [(1, 2, 3), (1, 3, 2), (9, 1, 1)], Course(Comeback(3, 2))),
        # A lead of one deal counts only if it was lost in the last deal.
        (HIGHEST, "a", [(3, 2, 1), (0, 2, 0), (9, 0, 0), (1, 0, 0)], Course()),
        (HIGHEST, "a", [(3, 2, 1), (0, 2, 0), (9, 0, 0)], Course(None, Lead("b", 2, 2))),
        (HIGHEST, "a", [(3, 2, 1), (0, 2, 0)], Course()),
        # The winner was in third place only in the first half.
        (HIGHEST, "a", [(1, 2, 3), (5, 1, 1), (1, 1, 1), (1, 1, 1)], Course()),
        # b is out after the second deal, and c after the fourth.
        (
            POOL,
            "a",
            [(60, 0, 20), (20, 101, 20), (10, 0, 10), (0, 0, 60)],
            Course(None, Lead("c", 2, 3)),
        ),
        (HIGHEST, "a", [(1,), (2,), (3,)], Course()),
    ],
)
def test_the_course_of_a_game(ruleset, winner, deals, expected):
    assert course(ruleset, winner, *deals, sides="abcd"[: len(deals[0])]) == expected


def test_a_side_that_joined_late_has_a_place_only_from_then_on():
    late = (Entrant("a", name="a", joined=3), Entrant("b", name="b"), Entrant("c", name="c"))

    found = course(HIGHEST, "a", (0, 1, 2), (0, 2, 2), (9, 1, 1), (1, 1, 1), sides=late)

    assert found == Course(None, Lead("c", 1, 2))


def test_a_game_that_nobody_won_alone_has_no_course():
    assert course(HIGHEST, "a", (1, 2), (1, 1), (2, 1), sides="ab") == Course()


@pytest.mark.parametrize("ruleset", [LOWEST, HIGHEST])
def test_courses_are_true_of_the_sums(ruleset):
    chance, told = random.Random(5), 0
    for _ in range(300):
        count = chance.randint(3, 7)
        deals = [[chance.randint(0, 9) for _ in "abcd"] for _ in range(count)]
        sums = [[sum(deal[at] for deal in deals[:n]) for at in range(4)] for n in range(count + 1)]
        if ruleset is LOWEST:
            sums = [[-total for total in totals] for totals in sums]
        places = [[1 + sum(b > a for b in totals) for a in totals] for totals in sums]
        if places[-1].count(1) > 1:
            continue
        own = places[-1].index(1)

        found = course(ruleset, "abcd"[own], *deals)

        late = [n for n in range(count + 1) if n >= count / 2 and places[n][own] >= 3]
        assert (found.comeback is None) == (not late)
        if found.comeback:
            told += 1
            assert places[found.comeback.deal][own] == found.comeback.place
            assert all(
                places[n][own] < found.comeback.place for n in late if n > found.comeback.deal
            )
        if found.lead:
            told += 1
            side = "abcd".index(found.lead.side)
            led = range(found.lead.first, found.lead.last + 1)
            assert all(max(sums[n]) == sums[n][side] > sorted(sums[n])[-2] for n in led)
            after = range(found.lead.last + 1, count + 1)
            assert all(sums[n][own] == max(sums[n]) for n in after)
            assert (side == own) == (not after)
    assert told > 100
