"""Boxes that are filled from the pad, one player after the other."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.conftest import Watch
from tests.browser.steps import expect_totals
from tests.factories import RoundFactory


@pytest.fixture
def dice(page: Page, sit_down: Callable[..., Game]) -> Game:
    """Open the pad of a game of dice for two."""
    game = sit_down(page, "dice-boxes", ("Ann", "Bob"))
    page.goto(game.get_absolute_url())
    return game


@pytest.fixture
def tablet(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """Yield a page on another device."""
    tablet = browser.new_page(base_url=live_server.url)
    yield tablet
    tablet.context.close()


def keys(page: Page) -> Locator:
    return page.locator("#turn [data-keys] button")


def fill(page: Page, box: str, points: str) -> None:
    page.get_by_role("link", name=box).tap()
    page.locator("#turn").get_by_role("button", name=points, exact=True).tap()


@pytest.mark.usefixtures("dice")
def test_a_box_has_a_key_for_each_number_of_points(page: Page) -> None:
    page.get_by_role("link", name="Bob: Full house").tap()
    expect(page.get_by_role("dialog", name="Bob: Full house")).to_be_visible()
    expect(keys(page)).to_have_text(["0", "25"])
    expect(page.get_by_label("Another")).to_be_hidden()

    page.get_by_role("button", name="Close").tap()
    page.get_by_role("link", name="Ann: Chance").tap()
    expect(keys(page)).to_have_text([str(points) for points in range(5, 31)])
    page.get_by_role("link", name="Enter the whole round").tap()
    expect(page.get_by_label("Box").first).to_have_value("chance")


def test_five_columns_fit_on_a_phone(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page, "dice-boxes", ("Ann", "Bob", "Cai", "Dee", "Eve"))
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(game.get_absolute_url())

    width = page.locator("#pad").evaluate("(pad) => pad.scrollWidth - pad.clientWidth")
    assert width == 0


def test_every_phone_sees_each_box_at_once(page: Page, dice: Game, tablet: Page) -> None:
    tablet.goto(f"/watch/{dice.code}/{dice.watch_token}/")

    fill(page, "Bob: Fives", "20")

    tablet.evaluate("dispatchEvent(new Event('saved'))")  # so that it doesn’t wait to ask again
    for phone in (page, tablet):
        expect_totals(phone, (0, 20))
        expect(phone.locator(".pad-name", has=phone.get_by_text("to play"))).to_contain_text("Ann")
    expect(page.get_by_role("link", name="Bob: Fours")).to_have_count(0)
    fill(page, "Bob: Fives", "25")
    expect_totals(page, (0, 25))
    page.get_by_role("button", name="Undo last entry in round 1").click()
    expect_totals(page, (0, 20))


def test_another_five_of_a_kind_is_offered_once_it_can_happen(page: Page, dice: Game) -> None:
    texts = {"box-1": "five-alike", "points-1": "50", "box-2": "ones", "points-2": "1"}
    RoundFactory(game=dice, deal=1, texts=texts)
    page.reload()

    page.get_by_role("link", name="Ann: Fours").tap()
    page.get_by_label("Another “Five of a kind” (+100)").check()
    keys(page).get_by_text("20", exact=True).tap()
    expect_totals(page, (170, 1))


def test_a_box_that_another_phone_has_filled_is_not_replaced(
    page: Page, dice: Game, watch: Watch
) -> None:
    watch.expect("409 (Conflict)")
    page.get_by_role("link", name="Ann: Fours").tap()
    data = {"stage": "turns", "version": "1", "box-1": "ones", "points-1": "3"}
    data["csrfmiddlewaretoken"] = page.locator("#turn [name=csrfmiddlewaretoken]").input_value()
    page.request.post(f"{page.url}rounds/1/", form=data, headers={"Referer": page.url})
    keys(page).get_by_text("8", exact=True).tap()

    expect(page.get_by_text("This game has changed since you opened this page.")).to_be_visible()
    expect(page.get_by_label("Box").first).to_have_value("fours")
    expect(page.get_by_label("Points").first).to_have_value("8")
