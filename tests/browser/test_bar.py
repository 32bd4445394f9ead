"""The bar with the pages of a game: on phones, at the foot of the screen, without covering
anything.
"""

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from scorekeeper.models import Game, User
from tests.browser.conftest import with_both_fonts
from tests.browser.steps import tab_to
from tests.factories import GameFactory

NAMES = ["Players", "Rules", "Print", "Share", "History"]
BOX = "element => element.getBoundingClientRect().toJSON()"
# The links whose icon or word is cut off, or that are covered.
CUT = """() => [...document.querySelectorAll(".game-bar a")].filter((link) => {
    const box = link.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(link);
    const inside = [...range.getClientRects()].every(({ left, right, top, bottom }) =>
        left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom);
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !inside || !link.contains(over);
}).map((link) => link.textContent)"""


@pytest.fixture
def game(page: Page, live_server: object, log_in: Callable[[BrowserContext, User], None]) -> Game:
    """A game with five players on the phone that owns its group."""
    game = GameFactory(names=("Mohammed", "Benedikt", "Cai", "Dee", "Eve"), played=3)
    log_in(page.context, game.group.members.get().user)
    return game


def bar(page: Page) -> Locator:
    return page.locator(".game-bar")


def test_the_bar_leads_to_the_pages_of_a_game_and_marks_the_open_one(
    page: Page, game: Game
) -> None:
    page.goto(game.get_absolute_url())
    assert bar(page).get_by_role("link").all_inner_texts() == NAMES
    expect(bar(page).locator("[aria-current]")).to_have_count(0)

    for name in NAMES:
        bar(page).get_by_role("link", name=name).click()
        expect(bar(page).locator("[aria-current=page]")).to_have_text(name)
        box = bar(page).evaluate(BOX)
        assert (box["left"], box["right"], box["bottom"]) == (0, 360, 640)


@with_both_fonts
def test_the_bar_covers_neither_the_last_row_nor_the_buttons(page: Page, game: Game) -> None:
    page.goto(game.get_absolute_url())
    screens = ((320, 568), (360, 640), (390, 844), (640, 960))
    for (width, height), percent in product(screens, (100, 200)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{percent}%")
        page.evaluate("scrollTo(0, 0)")

        screen = (width, height, percent)
        assert page.evaluate(CUT) == [], screen
        assert bar(page).get_by_role("link").first.evaluate(BOX)["bottom"] <= height, screen
        top = bar(page).evaluate(BOX)["top"]
        assert page.locator(".under-thumb").evaluate(BOX)["bottom"] <= top, screen
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.locator(".reasons").evaluate(BOX)["bottom"] <= top, screen
        assert page.evaluate("document.documentElement.scrollWidth") == width, screen


@with_both_fonts
def test_the_bar_leaves_room_for_the_foot_of_a_phone_without_buttons(
    own_page: Page, game: Game, log_in: Callable[[BrowserContext, User], None]
) -> None:
    page = own_page
    log_in(page.context, game.group.members.get().user)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"bottom": 34}})
    page.goto(game.get_absolute_url())

    assert bar(page).evaluate(BOX)["top"] == 640 - 48 - 34
    assert bar(page).get_by_role("link").first.evaluate(BOX)["bottom"] <= 640 - 34
    assert page.locator(".under-thumb").evaluate(BOX)["bottom"] <= 640 - 48 - 34


def test_on_low_and_wide_screens_the_bar_follows_the_page(page: Page, game: Game) -> None:
    page.goto(game.get_absolute_url())
    for width, height in ((640, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})

        buttons = page.locator(".under-thumb").evaluate(BOX)
        assert bar(page).evaluate(BOX)["top"] >= buttons["bottom"], width
        assert bar(page).evaluate("bar => getComputedStyle(bar).position") == "static", width


def test_the_entry_page_has_no_bar(page: Page, game: Game) -> None:
    page.goto(f"{game.get_absolute_url()}rounds/4/")

    expect(page.locator("#keypad")).to_be_visible()
    expect(page.locator(".game-bar")).to_have_count(0)


def test_keys_reach_the_bar_after_the_buttons(page: Page, game: Game) -> None:
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Enter deal 4").focus()

    tab_to(page, bar(page).get_by_role("link", name=NAMES[0]))
    for name in NAMES[1:]:
        page.keyboard.press("Tab")
        expect(bar(page).get_by_role("link", name=name)).to_be_focused()
