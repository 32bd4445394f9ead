"""Counting points up and down on the pad, with + and −."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from scorekeeper.models import Change
from tests.browser.conftest import Watch
from tests.browser.steps import expect_totals
from tests.factories import GameFactory


def test_points_counted_without_a_connection_arrive_once(
    page: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    game = GameFactory(variant="any-game", names=("Ann", "Bob"))
    log_in(page.context, game.group.members.get().user)
    page.goto(game.get_absolute_url())
    page.get_by_text("Count with + and −").click()
    more = page.get_by_role("button", name="More points for Bob")
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        more.click()
        more.click()
    expect(page.locator("#steps .number")).to_have_text(["0", "2"])

    page.context.set_offline(False)

    expect_totals(page, (0, 2))
    expect(more).to_be_visible()
    more.click()
    expect_totals(page, (0, 3))
    assert Change.objects.filter(game=game).count() == 3  # with the start of the game
