"""The screen stays on while a game is played, unless that is turned off on this phone."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import User
from tests.factories import GameFactory

# A browser’s wake lock, with a count of the locks that are held. Headless browsers have no screen
# to keep on, and a hidden page has no lock.
LOCKS = """
    globalThis.held = 0;
    const request = async () => {
        held += 1;
        const lock = { released: false, release: async () => {
            held -= lock.released ? 0 : 1;
            lock.released = true;
        } };
        globalThis.drop = lock.release;
        return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
HIDE = """async (state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    if (state === "hidden") await drop();
    document.dispatchEvent(new Event("visibilitychange"));
}"""
HELD = "count => held === count"


@pytest.fixture
def addresses(own_page: Page, log_in: Callable[[BrowserContext, User], None]) -> tuple[str, ...]:
    """Return the pad, the entry page and the watch page of a game."""
    game = GameFactory()
    log_in(own_page.context, game.group.members.get().user)
    entry = reverse("deal", args=[game.code, 1])
    return game.get_absolute_url(), entry, reverse("watch", args=[game.code, game.watch_token])


def test_the_screen_stays_on_until_it_is_turned_off(
    own_page: Page, addresses: tuple[str, ...]
) -> None:
    own_page.add_init_script(LOCKS)
    for address in addresses:
        own_page.goto(address)
        own_page.wait_for_function(HELD, arg=1)
        own_page.evaluate(HIDE, "hidden")
        own_page.wait_for_function(HELD, arg=0)
        own_page.evaluate(HIDE, "visible")
        own_page.wait_for_function(HELD, arg=1)

    switch = own_page.get_by_label("Keep the screen on")
    switch.uncheck()
    own_page.wait_for_function(HELD, arg=0)
    for address in addresses:
        own_page.goto(address)
        own_page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        own_page.wait_for_function(HELD, arg=0)
    expect(switch).not_to_be_checked()
    switch.check()
    own_page.wait_for_function(HELD, arg=1)


def test_a_browser_that_cannot_do_it_shows_no_switch(
    own_page: Page, addresses: tuple[str, ...]
) -> None:
    own_page.add_init_script("delete Navigator.prototype.wakeLock")

    own_page.goto(addresses[0])

    expect(own_page.get_by_role("link", name="Enter deal 1")).to_be_visible()
    expect(own_page.get_by_label("Keep the screen on")).to_be_hidden()
