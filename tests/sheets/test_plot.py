"""The printed chart. Its numbers were worked out by hand."""

from dataclasses import replace

import pytest

from scorekeeper.presenters.chart import Chart, ChartLine
from scorekeeper.printing.papers import LARGE, USUAL
from scorekeeper.sheets.measure import FontMetrics, Widths
from scorekeeper.sheets.plot import _spread, _thinned, fit_plot

# A letter’s width is half its size: 1.41 mm at 8 points.
HALF_EM = FontMetrics(Widths({ord(letter): 0.5 for letter in "0123456789−abc…"}))
CHART = Chart(
    lines=(
        ChartLine("aaaa", 1, "44,272.0 214.0,142.0 384.0,12.0", ((384.0, 12.0),)),
        ChartLine("b" * 40, 2, "44,272.0 214.0,272.0 384.0,12.0", ()),
    ),
    x_ticks=((214.0, "1"), (384.0, "2")),
    y_ticks=((272.0, "0"), (12.0, "10")),
)


def test_a_chart_fills_the_width_that_its_words_leave():
    plot = fit_plot(CHART, 100.0, 200.0, USUAL, HALF_EM)

    # Two digits take 2.91 with a thirtieth to spare, the names take three tenths, and 2 is left on
    # either side.
    assert plot.width == pytest.approx(100 - 2.91 - 2 - 30 - 2, abs=0.01)
    assert plot.height == plot.width
    first, second = plot.lines
    half, whole = round(plot.width / 2, 2), plot.width
    assert first.points.split()[0] == f"0.0,{whole}"
    assert first.points.split()[2] == f"{whole},0.0"
    assert second.points.split()[1].split(",")[1] == str(whole)
    assert float(first.points.split()[1].split(",")[0]) == pytest.approx(half, abs=0.01)
    assert first.name == "aaaa"
    # 30 mm have room for 20 letters and an ellipsis
    assert second.name == "b" * 19 + "…"
    assert [text for _, text in plot.levels] == ["0", "10"]


def test_a_chart_is_no_higher_than_its_leaf():
    plot = fit_plot(CHART, 100.0, 40.0, USUAL, HALF_EM)

    # There are 2 and a line of 3.5 left for the numbers below.
    assert plot.height == 34.5


def test_in_large_print_a_chart_has_fewer_figures():
    many = replace(CHART, x_ticks=tuple((44.0 + 17 * at, str(at)) for at in range(1, 21)))

    usual, large = (fit_plot(many, 100.0, 200.0, sizes, HALF_EM) for sizes in (USUAL, LARGE))

    # Each of twenty deals has 3.15 of the 63.1 mm. Two digits and 1.5 to spare need 4.41.
    assert [text for _, text in usual.deals] == [str(at) for at in range(2, 21, 2)]
    # Each has 3.0 of the 60.2 mm, but needs 7.32.
    assert [text for _, text in large.deals] == ["3", "6", "9", "12", "15", "18"]


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([10, 20], [10, 20]),
        ([20, 10], [20, 10]),
        ([10, 11, 30], [10, 15, 30]),
        ([28, 29, 30], [20, 25, 30]),
        ([30, 30, 30], [20, 25, 30]),
    ],
)
def test_names_at_the_ends_of_lines_make_room_for_each_other(wanted, places):
    assert _spread(wanted, 5, 30) == places


def test_a_level_of_nothing_is_always_one_of_the_levels():
    ticks = [(20.0, "-10"), (15.0, "-5"), (10.0, "0"), (5.0, "5"), (0.0, "10")]

    assert [text for _, text in _thinned(ticks, 4, 2)] == ["-10", "-5", "0", "5", "10"]
    assert [text for _, text in _thinned(ticks, 6, 2)] == ["-10", "0", "10"]
    assert [text for _, text in _thinned(ticks, 11, 2)] == ["0"]
    assert _thinned([(3.0, "1")], 9, -1) == ((3.0, "1"),)
