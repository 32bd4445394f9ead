"""Phones without a connection: what opens, what is kept, and what becomes of it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import Change, Game, Round, Score
from tests.browser.conftest import Watch
from tests.browser.steps import expect_totals, hand, key, open_deal, save, tap_hand, tap_out
from tests.factories import GameFactory, RoundFactory

NAMES = ("Ann", "Bob", "Cai")
LOST = "net::ERR_INTERNET_DISCONNECTED"
# Wait until the service worker is in charge and has kept a page.
KEPT = """async (url) => {
  const isKept = async () => navigator.serviceWorker.controller && await caches.match(url);
  while (!await isKept()) await new Promise(requestAnimationFrame);
}"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow"}


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """A page of a phone that keeps pages for use without a connection."""
    return new_context().new_page()


def prepare(page: Page, url: str) -> None:
    """Wait until the phone has kept the page at ``url``."""
    page.evaluate(KEPT, url)


def enter(page: Page, deal: int, out: str, *points: str) -> None:
    open_deal(page, deal)
    tap_out(page, out)
    for number, text in enumerate(points, 1):
        tap_hand(page, text)
        if number < len(points):
            key(page, "Next").click()
    save(page)


def test_three_deals_without_a_connection_are_saved_once_in_order(
    phone: Page, log_in, watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    log_in(phone.context, game.group.members.get().user)
    phone.goto(game.get_absolute_url())
    prepare(phone, f"/games/{game.code}/rounds/7/")
    phone.context.set_offline(True)
    watch.expect(LOST)

    enter(phone, 1, "Ann", "10", "20")
    expect_totals(phone, (0, 10, 20))
    enter(phone, 2, "Bob", "5", "6")
    expect_totals(phone, (5, 10, 26))
    enter(phone, 3, "Cai", "7", "K K")
    expect_totals(phone, (12, 30, 26))
    expect(phone.get_by_text("Not sent yet: deal 1, 2, 3.")).to_be_visible()
    assert Round.objects.count() == 0

    phone.context.set_offline(False)
    expect(phone.get_by_role("link", name="Correct deal 3")).to_be_visible()
    expect(phone.locator("tr.unsent")).to_have_count(0)
    expect_totals(phone, (12, 30, 26))
    deals = Change.objects.filter(game=game, kind=Change.Kind.RECORD).order_by("version")
    assert [change.deal for change in deals] == [1, 2, 3]
    assert sum(Score.objects.filter(round__game=game).values_list("points", flat=True)) == 68
