"""Two phones, a lost connection or a double tap: nothing is lost or counted twice."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, Route, expect

from scorekeeper.models import Game, Round
from tests.browser.conftest import Watch
from tests.browser.steps import PEOPLE, expect_deal, expect_totals, hand, key, open_deal, tap_out

CONFLICT = "status of 409"
OFFLINE = "ERR_INTERNET_DISCONNECTED"


def test_two_phones_enter_the_same_deal(
    page: Page,
    sit_down: Callable[..., Game],
    new_context: Callable[..., BrowserContext],
    watch: Watch,
) -> None:
    watch.expect(CONFLICT)
    game = sit_down(page)
    page.goto(game.get_absolute_url())
    second = new_context().new_page()
    join(page, second, "Bob’s phone")
    page.goto(game.get_absolute_url())
    open_deal(page, 1)
    open_deal(second, 1)

    fill(page, "10", "20", "30", "40")
    key(page, "Save").click()
    expect_totals(page, (0, 10, 20, 30, 40))
    fill(second, "10", "20", "35", "40")
    key(second, "Save").click()

    expect(second.get_by_role("heading", level=1)).to_have_text("Two versions of deal 1")
    expect(second.get_by_role("alert")).to_contain_text("Nothing has been lost")
    dee = second.get_by_role("row").filter(has_text="Dee")
    expect(dee.get_by_role("cell")).to_have_text(["30", "35"])
    expect_saved_points(game, (0, 10, 20, 30, 40))
    second.get_by_role("button", name="Use mine").click()
    expect_deal(second, 1, (0, 10, 20, 35, 40), (0, 10, 20, 35, 40))
    page.reload()
    expect_totals(page, (0, 10, 20, 35, 40))
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("listitem").first).to_contain_text("Bob’s phone")


def join(owner: Page, guest: Page, name: str) -> None:
    """Join the owner’s group as ``guest`` with its link, which leads to the game in progress."""
    owner.get_by_role("link", name="Share").click()
    owner.get_by_role("link", name="the group’s page").click()
    guest.goto(owner.get_by_label("Link to join this group").input_value())
    guest.get_by_label("Your name, or this phone’s").fill(name)
    guest.get_by_role("button", name="Join the group").click()
    expect(guest.locator("#scoreboard")).to_be_visible()


def fill(page: Page, *points: str) -> None:
    """Enter a deal: Ann is out, and the others have points."""
    tap_out(page, "Ann")
    for name, text in zip(PEOPLE[1:], points, strict=True):
        hand(page, name).get_by_label("Points").fill(text)


def expect_saved_points(game: Game, points: tuple[int, ...]) -> None:
    [saved] = Round.objects.filter(game=game)
    assert tuple(saved.scores.order_by("side__number").values_list("points", flat=True)) == points


def test_a_lost_connection_keeps_what_was_typed(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect(OFFLINE, "htmx:")
    game = sit_down(page)
    fill(page, "10", "20", "30", "40")

    page.context.set_offline(True)
    key(page, "Save").click()
    notice = page.get_by_role("alert").filter(
        has_text="No connection. What you typed is still here"
    )
    expect(notice).to_be_in_viewport()
    assert not Round.objects.exists()
    expect(hand(page, "Ann").get_by_label("Out")).to_be_checked()
    for name, points in {"Bob": "10", "Cai": "20", "Dee": "30", "Eve": "40"}.items():
        expect(hand(page, name).get_by_label("Points")).to_have_value(points)

    page.context.set_offline(False)
    key(page, "Save").click()
    expect_totals(page, (0, 10, 20, 30, 40))
    expect_saved_points(game, (0, 10, 20, 30, 40))


def test_an_answer_that_got_lost_does_not_count_a_deal_twice(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("ERR_FAILED", "htmx:")
    game = sit_down(page)
    fill(page, "10", "20", "30", "40")
    lose_answers(page)
    key(page, "Save").click()
    expect(page.get_by_text("No connection. What you typed is still here")).to_be_visible()
    expect_saved_points(game, (0, 10, 20, 30, 40))

    page.unroute_all()
    key(page, "Save").click()

    expect_totals(page, (0, 10, 20, 30, 40))
    expect_saved_points(game, (0, 10, 20, 30, 40))


def lose_answers(page: Page) -> None:
    """Let every POST request reach the server, but let no response come back."""

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch(max_redirects=0)
            route.abort()
        else:
            route.continue_()

    page.route("**/rounds/**", lose)


def test_what_is_changed_after_a_lost_answer_is_saved(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("ERR_FAILED", "htmx:", CONFLICT)
    game = sit_down(page)
    fill(page, "10", "20", "30", "40")
    lose_answers(page)
    key(page, "Save").click()
    expect(page.get_by_text("No connection. What you typed is still here")).to_be_visible()
    page.unroute_all()
    key(page, "+").click()
    key(page, "2").click()
    key(page, "Save").click()

    expect(page.get_by_role("heading", level=1)).not_to_contain_text("Deal 1 of 7")
    assert page.get_by_role("heading", level=1).text_content() == "Two versions of deal 1"
    page.get_by_role("button", name="Use mine").click()
    expect_totals(page, (0, 10, 20, 30, 42))
    expect_saved_points(game, (0, 10, 20, 30, 42))


def test_two_taps_on_save_store_one_deal(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page)
    fill(page, "10", "20", "30", "40")

    key(page, "Save").dblclick()

    expect_totals(page, (0, 10, 20, 30, 40))
    expect_saved_points(game, (0, 10, 20, 30, 40))


def test_two_clicks_on_save_without_script_store_one_deal(
    plain_page: Page, sit_down: Callable[..., Game]
) -> None:
    page = plain_page
    game = sit_down(page)
    hand(page, "Ann").get_by_text("Out").click()
    for name, points in {"Bob": "10", "Cai": "20", "Dee": "30", "Eve": "40"}.items():
        hand(page, name).get_by_label("Points").fill(points)

    page.get_by_role("button", name="Save deal 1").dblclick()

    expect_totals(page, (0, 10, 20, 30, 40))
    expect_saved_points(game, (0, 10, 20, 30, 40))


def test_start_is_tapped_once(page: Page) -> None:
    page.goto("/games/new/contract-rummy/")
    # The form stays on the page, as it does while waiting for a slow response.
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")
    start = page.get_by_role("button", name="Start the game")

    start.click()

    expect(start).to_be_disabled()
