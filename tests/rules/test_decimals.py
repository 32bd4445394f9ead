"""Games whose points have decimals: how they are counted and written."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.deal_seating import DealSeating, DealSide, Missed
from rules.engine.entries import DealReport
from rules.engine.errors import CatalogueError
from rules.engine.formatting import points_text
from rules.engine.inputs import sum_text
from rules.engine.replay import replay
from rules.engine.seating import Entrant, Seating
from rules.engine.variants import validate_ruleset
from tests.rules.played import NAMES, standings
from tests.rules.scored import report, score_deal


@pytest.mark.parametrize(
    ("units", "decimals", "text"),
    [(125, 1, "12.5"), (-5, 1, "−0.5"), (1205, 2, "12.05"), (1200, 2, "12.00"), (-37, 0, "−37")],
)
def test_points_are_written_with_the_decimals_of_the_game(units, decimals, text):
    assert points_text(units, decimals) == text


@pytest.mark.parametrize(
    ("text", "decimals", "shown"),
    [
        ("7,5", 1, "7.5"),
        ("-3.3", 2, "−3.30"),
        ("10", 1, "10.0"),
        ("(5)", 0, "−5"),
        ("12,5 + 3-1", 1, "12.5+3.0−1.0"),
        ("12+11+7", 0, "12+11+7"),
        ("1o", 0, "1o"),
    ],
)
def test_typed_numbers_are_shown_with_the_decimals_of_the_game(text, decimals, shown):
    assert sum_text(text, decimals) == shown


def with_one_decimal(**options):
    return catalogue().variant("any-game").ruleset({"one-decimal": True, **options})


def test_a_deal_is_counted_in_units():
    rules = with_one_decimal()
    table = DealSeating(tuple(DealSide(key, name) for key, name in NAMES.items()), "1")
    texts = {"points-1": "12,5", "points-2": "-0.5", "points-3": "3"}

    lines = score_deal(rules, 1, report(rules, 1, table, texts))

    assert [(line.side, line.points) for line in lines] == [("1", 125), ("2", -5), ("3", 30)]


@pytest.mark.parametrize(("points", "is_over"), [(99, False), (100, True)])
def test_the_target_is_in_whole_points(points, is_over):
    state = standings(with_one_decimal(target=10), ["1", "2"], [{"1": points, "2": 5}])

    assert (state.is_over, state.target) == (is_over, 100)


@pytest.mark.parametrize(("points", "out"), [(99, {}), (100, {"1": 1})])
def test_players_are_out_at_whole_points(points, out):
    rules = with_one_decimal(**{"last-in": 10})

    assert standings(rules, ["1", "2", "3"], [{"1": points, "2": 5, "3": 0}]).carried.out == out


def test_a_side_starts_and_returns_with_whole_points():
    ann, bob = Entrant("1", start=10), Entrant("2")
    rules = with_one_decimal()
    ends = standings(rules, [ann, bob], [{"1": 5, "2": 25}])
    assert [place.total for place in ends.places] == [105, 25]

    names = {"1": "Ann", "2": "Bob"}
    table = DealSeating(tuple(DealSide(key, name) for key, name in names.items()), "1")
    texts = {"points-1": "0.5", "points-2": "2.5"}
    missed = DealReport(1, table, texts, (Missed("2", 4, 1),))
    played = replay(rules, Seating((ann, bob)), [missed])
    assert dict(played.state.carried.totals) == {"1": 105, "2": 65}


@pytest.mark.parametrize("slug", ["hearts", "canasta"])
def test_only_games_of_plain_items_have_decimals(slug):
    rules = catalogue().variant(slug).standard.model_dump(mode="json")
    rules["scoring"]["decimals"] = 1

    with pytest.raises(CatalogueError, match="decimals: only games of plain items can have them"):
        validate_ruleset(rules, slug)
