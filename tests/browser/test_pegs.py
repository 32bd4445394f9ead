"""The board of cribbage, on which points are pegged during play."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Game
from tests.browser.steps import expect_totals, key, open_deal

# The number of pegs that are on their way.
MOVING = (
    "() => document.getAnimations().filter(({ effect }) => effect.target.matches('.peg')).length"
)


@pytest.fixture
def crib(page: Page, sit_down: Callable[..., Game]) -> Iterator[Game]:
    """Open the pad of a game of cribbage for two."""
    game = sit_down(page, "cribbage", ("Ann", "Bob"))
    page.goto(game.get_absolute_url())
    yield game
    page.emulate_media(reduced_motion="null")


def peg(page: Page, name: str, points: int) -> None:
    page.get_by_role("button", name=f"{name} pegs {points}").tap()


@pytest.mark.usefixtures("crib")
def test_each_tap_pegs_and_the_deal_is_entered_after_play(page: Page) -> None:
    page.get_by_role("button", name="The starter is a jack (+2)").tap()
    expect_totals(page, (2, 0))  # Ann deals
    peg(page, "Bob", 2)
    expect_totals(page, (2, 2))
    peg(page, "Ann", 1)
    expect_totals(page, (3, 2))

    open_deal(page, 1)
    for field, points in (("pegging-1", "1"), ("pegging-2", "2")):
        expect(page.locator(f"[name={field}]")).to_have_value(points)
    for field, points in (("hand-1", "8"), ("hand-2", "6"), ("crib", "4")):
        page.locator(f"[name={field}]").fill(points)
    key(page, "Save").tap()
    expect_totals(page, (15, 8))  # 2 + 1 + 8 + 4, and 2 + 6


def test_the_board_for_three_is_above_the_keys(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page, "cribbage", ("Lin", "Wolfgang-Amadeus", "Pia"))

    page.goto(game.get_absolute_url())
    page.evaluate("document.fonts.ready")

    expect(page.locator(".street")).to_have_count(4)
    board = page.locator(".street").last.bounding_box()
    keys = page.locator(".under-thumb").bounding_box()
    assert board["y"] + board["height"] <= keys["y"]


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", 1), ("reduce", 0)])
@pytest.mark.usefixtures("crib")
def test_pegs_move_unless_people_want_less_motion(page: Page, motion: str, moving: int) -> None:
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    peg(page, "Ann", 4)
    expect_totals(page, (4, 0))
    pace = page.context.new_cdp_session(page)
    pace.send("Animation.enable")
    pace.send("Animation.setPlaybackRate", {"playbackRate": 0})  # a peg never arrives
    peg(page, "Ann", 5)
    expect_totals(page, (9, 0))

    assert page.evaluate(MOVING) == moving
    pace.send("Animation.setPlaybackRate", {"playbackRate": 1})
    pace.detach()


@pytest.mark.usefixtures("crib")
def test_the_board_is_as_wide_as_the_screen(page: Page) -> None:
    box = page.locator(".street svg").first.bounding_box()
    screen = page.viewport_size
    assert box is not None
    assert screen is not None
    assert box["width"] >= screen["width"] - 12
    assert box["y"] < screen["height"] / 2
