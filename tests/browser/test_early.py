"""What people do before the scripts of a page have run is done once they have."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Route, expect

from scorekeeper.models import Game, User
from tests.browser.steps import DRAFTS, PEOPLE, expect_totals, hand, key, save, tap_mark, tap_out
from tests.factories import GameFactory, GroupFactory, PlayerFactory, RoundFactory

OpenSlowly = Callable[[str], AbstractContextManager[None]]


@pytest.fixture
def open_slowly(page: Page) -> OpenSlowly:
    """Return a function that opens a page whose scripts load only at the end of the block, except
    the one in its head.
    """

    @contextmanager
    def open_slowly(address: str) -> Iterator[None]:
        held: list[Route] | None = []

        def hold(route: Route) -> None:
            if held is None or "js-flag" in route.request.url:
                route.continue_()
            else:
                held.append(route)

        page.route("**/*.js", hold)
        page.goto(address, wait_until="commit")
        expect(page.locator("html.js")).to_have_count(1)
        yield
        assert page.evaluate("document.readyState") != "complete"
        late, held = held, None
        for route in late:
            route.continue_()
        page.wait_for_load_state()
        page.unroute("**/*.js")

    return open_slowly


@pytest.fixture
def start(page: Page, log_in: Callable[[BrowserContext, User], None]) -> Callable[..., Game]:
    """Return a function that starts a game on the phone that owns its group."""

    def start(variant: str = "contract-rummy", names: tuple[str, ...] = PEOPLE) -> Game:
        game = GameFactory(variant=variant, names=names)
        log_in(page.context, game.group.members.get().user)
        return game

    return start


def entry_of(game: Game) -> str:
    return reverse("deal", args=[game.code, 1])


def test_keys_for_no_input_are_for_the_current_row(
    page: Page, start: Callable[..., Game], open_slowly: OpenSlowly
) -> None:
    with open_slowly(entry_of(start())):
        expect(hand(page, "Ann")).to_be_visible()
        page.keyboard.type("12+3")

    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("12+3")
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 15, total 15")


def test_enter_leads_to_the_next_hand_and_the_keys_after_it_too(
    page: Page, start: Callable[..., Game], open_slowly: OpenSlowly
) -> None:
    with open_slowly(entry_of(start())):
        tap_out(page, "Cai")
        hand(page, "Ann").get_by_label("Points").focus()
        page.keyboard.type("12+11")
        page.keyboard.press("Enter")
        page.keyboard.type("189")
        page.keyboard.press("Backspace")
        page.keyboard.press("Enter")

    # Cai is out, so Dee is next.
    expect(hand(page, "Dee").get_by_label("Points")).to_be_focused()
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 23, total 23")
    expect(hand(page, "Bob").get_by_role("status")).to_have_text("total 18")
    expect(hand(page, "Cai").get_by_role("status")).to_have_text("out, total 0")
    page.keyboard.type("K K")
    expect(hand(page, "Dee").get_by_label("Cards")).to_have_value("K K")
    page.keyboard.press("Enter")
    page.keyboard.type("7")
    save(page)
    expect_totals(page, (23, 18, 0, 20, 7))


def test_what_was_typed_is_continued_and_letters_are_cards(
    page: Page, start: Callable[..., Game], open_slowly: OpenSlowly
) -> None:
    with open_slowly(entry_of(start())):
        hand(page, "Dee").get_by_label("Points").fill("K K")
        hand(page, "Bob").get_by_label("Points").focus()
        page.keyboard.type("1")

    expect(hand(page, "Dee").get_by_label("Cards")).to_have_value("K K")
    expect(hand(page, "Dee").get_by_role("status")).to_have_text("= 20, total 20")
    expect(hand(page, "Bob")).to_contain_class("is-current")
    key(page, "2").click()
    expect(hand(page, "Bob").get_by_label("Points")).to_have_value("12")


def test_marks_and_shortcuts_count(
    page: Page, start: Callable[..., Game], open_slowly: OpenSlowly
) -> None:
    with open_slowly(entry_of(start("phase-rummy", PEOPLE[:3]))):
        tap_out(page, "Bob")
    expect(hand(page, "Bob").get_by_label("Made the phase")).to_be_checked()

    with open_slowly(entry_of(start("hearts", PEOPLE[:4]))):
        tap_mark(page, "Ann", "♠Q")
        page.get_by_role("button", name="Shot the moon: Bob").click()
    expect(hand(page, "Bob").get_by_label("Hearts")).to_have_value("13")
    expect(page.get_by_role("group", name="After shooting the moon")).to_be_visible()


def test_what_was_typed_goes_into_the_draft_and_not_under_it(
    page: Page, start: Callable[..., Game], open_slowly: OpenSlowly
) -> None:
    game = start()
    RoundFactory(game=game, deal=1)
    with open_slowly(entry_of(game)):
        hand(page, "Bob").get_by_label("Points").fill("15")
    page.wait_for_function(f"() => {DRAFTS} === 1")

    with open_slowly(entry_of(game)):
        hand(page, "Cai").get_by_label("Points").fill("20")
        hand(page, "Bob").get_by_label("Points").fill("25")

    expect(page.get_by_text("Draft restored, not saved yet.")).to_be_visible()
    points = [hand(page, name).get_by_label("Points") for name in PEOPLE]
    for field, value in zip(points, ("", "25", "20", "10", "10"), strict=True):
        expect(field).to_have_value(value)
    expect(hand(page, "Ann").get_by_label("Out")).to_be_checked()
    page.reload()
    for field, value in zip(points, ("", "25", "20", "10", "10"), strict=True):
        expect(field).to_have_value(value)


def test_players_of_a_new_game_are_seated(
    page: Page, log_in: Callable[[BrowserContext, User], None], open_slowly: OpenSlowly
) -> None:
    group = GroupFactory()
    PlayerFactory(group=group, name="Dee")
    log_in(page.context, group.members.get().user)
    seats = [page.get_by_label(f"Player {number}", exact=True) for number in range(1, 5)]

    with open_slowly(reverse("new", args=["contract-rummy"])):
        seats[0].focus()
        page.keyboard.type("Ann")
        page.keyboard.press("Enter")
        page.keyboard.type("Bob")
        page.get_by_role("button", name="Dee", exact=True).click()

    for seat, name in zip(seats, ("Ann", "Bob", "Dee", ""), strict=True):
        expect(seat).to_have_value(name)
    expect(page.get_by_role("button", name="✓ Dee")).to_have_attribute("aria-pressed", "true")


def test_a_form_is_submitted_once_without_leaving_the_page(
    page: Page, start: Callable[..., Game], open_slowly: OpenSlowly
) -> None:
    game = start()
    with open_slowly(reverse("house-rules", args=[game.code])):
        page.get_by_label("Jokers count 25").check()
        page.get_by_role("button", name="Preview changes").click(no_wait_after=True)

    expect(page.locator("#changes")).to_contain_text("Joker: 25")
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1
    expect(page.get_by_label("Jokers count 25")).to_be_checked()
