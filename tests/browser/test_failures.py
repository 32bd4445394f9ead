"""Forms whose request fails: the page shows the reason and can send the form again."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.models import Change, Game
from tests.browser.conftest import Watch
from tests.browser.steps import DRAFTS, expect_totals, hand, key, save, tap_out
from tests.factories import RoundFactory

HERE_STILL = "What you typed is still here."
NO_CONNECTION = f"No connection. {HERE_STILL} Try again in a moment."
TOO_SLOW = (
    f"The server took too long to answer. {HERE_STILL} Try again: nothing will be saved twice."
)
TOO_OLD = (
    "This page is too old, or this browser has lost its cookie. Scores you typed will be kept."
    " Reload the page and send them again."
)
NOT_AVAILABLE = f"The server isn’t available right now. {HERE_STILL} Try again in a moment."
BY_STATUS = {
    400: f"The server couldn’t read what was sent. {HERE_STILL} Check it and try again.",
    403: TOO_OLD,
    404: f"This game has been deleted, or this phone can no longer open it. {HERE_STILL}"
    " Ask your group for a new link, open it and try again.",
    413: f"That’s more than the server accepts. {HERE_STILL} Shorten it and try again.",
    429: f"The server is too busy. {HERE_STILL} Wait a moment and try again.",
    500: f"Something went wrong on the server. {HERE_STILL} Try again in a moment.",
    502: NOT_AVAILABLE,
    503: NOT_AVAILABLE,
    504: NOT_AVAILABLE,
}
# Console messages from the browser and htmx.
LOGGED = ("status of", "Response Status Error Code")


POINTS = {"Ann": "0", "Bob": "10", "Cai": "20", "Dee": "30", "Eve": "40"}


def answer(page: Page, address: str, status: int) -> None:
    """Respond with this status to every form that is posted to this URL."""

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=status, content_type="text/html", body="<h1>Refused</h1>")
        else:
            route.continue_()

    page.route(address, refuse)


def notice(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Not sent")


def press(page: Page, button: str) -> None:
    notice(page).get_by_role("button", name=button).click()


def expect_message(page: Page, text: str) -> None:
    """Assert that the page shows why nothing was saved, and that the input is still there."""
    expect(notice(page).get_by_role("alert")).to_have_text(text)
    expect(notice(page)).to_be_in_viewport(ratio=1)
    for name, points in POINTS.items():
        expect(hand(page, name).get_by_label("Points")).to_have_value(points)


def fill(page: Page) -> None:
    for name, points in POINTS.items():
        hand(page, name).get_by_label("Points").fill(points)


def expect_saved_once(page: Page, game: Game) -> None:
    """Assert that the pad is shown, and that the deal is one round and one change of the game."""
    expect_totals(page, tuple(int(points) for points in POINTS.values()))
    assert [each.deal for each in game.rounds.all()] == [1]
    assert [each.deal for each in game.changes.filter(kind=Change.Kind.RECORD)] == [1]


def test_a_refused_save_says_why_and_is_sent_again(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect(*LOGGED)
    game = sit_down(page, "any-game")
    fill(page)

    answer(page, "**/rounds/**", 500)
    save(page)
    for status, text in BY_STATUS.items():
        page.unroute_all()
        answer(page, "**/rounds/**", status)
        press(page, "Try again")
        expect_message(page, text)

    page.unroute_all()
    press(page, "Try again")

    expect_saved_once(page, game)


def test_a_save_without_a_connection_is_sent_again(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    game = sit_down(page, "any-game")
    fill(page)
    page.context.set_offline(True)
    save(page)
    expect_message(page, NO_CONNECTION)
    press(page, "Try again")
    expect_message(page, NO_CONNECTION)

    page.context.set_offline(False)
    press(page, "Try again")

    expect_saved_once(page, game)


def test_a_save_that_is_never_answered_counts_once(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("htmx:timeout")
    game = sit_down(page, "any-game")
    assert page.evaluate("htmx.config.timeout") == 15_000
    page.evaluate("htmx.config.timeout = 1000")
    fill(page)
    # The server saves the deal, but the browser gets no response.
    page.route("**/rounds/**", lambda route: route.fetch(max_redirects=0) and None)
    save(page)
    expect_message(page, TOO_SLOW)
    assert game.rounds.count() == 1

    page.unroute_all(behavior="ignoreErrors")
    press(page, "Try again")

    expect_saved_once(page, game)


def test_a_page_without_its_cookie_is_reloaded_and_keeps_the_scores(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("status of 403", "Response Status Error Code 403")
    game = sit_down(page, "any-game")
    fill(page)
    page.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    save(page)
    expect_message(page, TOO_OLD)

    press(page, "Reload")

    expect(page.get_by_text("Draft restored, not saved yet.")).to_be_visible()
    expect(notice(page)).to_be_hidden()
    save(page)
    expect_saved_once(page, game)


def test_a_deal_that_is_saved_anyway_is_still_saved_anyway(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("status of 422", *LOGGED)
    game = sit_down(page, "shanghai-rummy")
    tap_out(page, "Ann")
    # This is one card more than a hand can have: twelve cards at 5 and six at 10.
    eighteen = "2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 J"
    for name, text in (POINTS | {"Eve": eighteen}).items():
        if name != "Ann":
            hand(page, name).get_by_label("Points").fill(text)
    save(page)
    anyway = page.get_by_role("button", name="Save anyway")
    expect(anyway).to_be_visible()
    answer(page, "**/rounds/**", 503)
    anyway.click()
    expect(notice(page).get_by_role("alert")).to_have_text(NOT_AVAILABLE)

    page.unroute_all()
    press(page, "Try again")

    expect_totals(page, (0, 10, 20, 30, 120))
    assert game.rounds.count() == 1


def test_a_version_that_is_chosen_is_sent_again(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("status of 409", *LOGGED)
    game = sit_down(page)
    tap_out(page, "Ann")
    for name, points in (("Bob", "15"), ("Cai", "20"), ("Dee", "30"), ("Eve", "40")):
        hand(page, name).get_by_label("Points").fill(points)
    RoundFactory(game=game, deal=1)
    save(page)
    mine = page.get_by_role("button", name="Use mine")
    expect(mine).to_be_visible()
    answer(page, "**/rounds/**", 503)
    mine.click()
    expect(notice(page).get_by_role("alert")).to_have_text(NOT_AVAILABLE)
    assert page.evaluate(DRAFTS) == 1

    page.unroute_all()
    press(page, "Try again")

    expect_totals(page, (0, 15, 20, 30, 40))
    assert page.evaluate(DRAFTS) == 0


@pytest.mark.parametrize("is_begun", [True, False])
def test_what_house_rules_change_is_asked_again(
    page: Page, sit_down: Callable[..., Game], watch: Watch, *, is_begun: bool
) -> None:
    watch.expect(*LOGGED)
    game = sit_down(page, "hearts")
    if is_begun:
        page.goto(reverse("house-rules", args=[game.code]))
    else:
        page.goto(reverse("new", args=["hearts"]))
        page.get_by_text("House rules:").click()
    omnibus = page.get_by_label("Jack of diamonds counts −10 (Omnibus)")
    omnibus.check()
    answer(page, "**", 503)
    see = page.get_by_role("button", name="Preview changes")
    see.click()
    expect(notice(page).get_by_role("alert")).to_have_text(NOT_AVAILABLE)
    expect(omnibus).to_be_checked()

    page.unroute_all()
    press(page, "Try again")

    expect(page.locator("#changes")).to_contain_text("jack of diamonds", ignore_case=True)
    expect(notice(page)).to_be_hidden()


def test_the_notice_takes_the_focus_only_if_nothing_has_it(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect(*LOGGED)
    sit_down(page, "any-game")
    fill(page)
    answer(page, "**/rounds/**", 503)
    eve = hand(page, "Eve").get_by_label("Points")
    eve.focus()
    page.keyboard.press("Enter")
    expect_message(page, NOT_AVAILABLE)
    expect(eve).to_be_focused()
    expect(eve).to_be_in_viewport(ratio=1)
    press(page, "Close")
    expect(notice(page)).to_be_hidden()

    key(page, "Save").focus()
    page.keyboard.press("Enter")

    expect(notice(page).get_by_role("button", name="Try again")).to_be_focused()
    expect_message(page, NOT_AVAILABLE)
