"""Pages related to a game: the seating before it starts, and the game’s links."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import Change, Game, User
from scorekeeper.services.people import save_house_rules
from tests.browser.conftest import block
from tests.factories import GameFactory, GroupFactory, PlayerFactory

NEW = "/games/new/contract-rummy/"
SHARED = """
navigator.share = async (what) => { document.title = `${what.title} ${what.url ?? what.text}`; };
Object.defineProperty(navigator, "clipboard", { value: undefined });
"""


def seated(page: Page) -> list[str]:
    """Return the names in seating order, with a star after the dealer’s name."""
    return page.locator(".seat").evaluate_all(
        """(seats) => seats
          .map((seat) => [seat.querySelector(".seat-name"), seat.querySelector("[name=dealer]")])
          .filter(([field]) => field.value)
          .map(([field, mark]) => field.value + (mark.checked ? "*" : ""))"""
    )


def test_the_mark_of_the_dealer_goes_with_the_name(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    group = GroupFactory()
    for name in ("Ann", "Bob", "Cai", "Dee"):
        PlayerFactory(group=group, name=name)
    log_in(page.context, group.members.get().user)
    page.goto(NEW)
    for name in ("Ann", "Bob", "Cai", "Dee"):
        page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("radio").nth(2).check()
    assert seated(page) == ["Ann", "Bob", "Cai*", "Dee"]

    page.get_by_role("button", name="Move player 3 up").click()
    assert seated(page) == ["Ann", "Cai*", "Bob", "Dee"]
    expect(page.get_by_role("button", name="Move player 2 up")).to_be_focused()
    page.get_by_role("button", name="Move player 3 up").click()
    assert seated(page) == ["Ann", "Bob", "Cai*", "Dee"]
    page.get_by_role("button", name="✓ Ann").click()
    assert seated(page) == ["Bob", "Cai*", "Dee"]


def test_a_tap_selects_a_name_from_the_last_game(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    game = GameFactory()
    log_in(page.context, game.group.members.get().user)
    page.goto(f"{NEW}?same")
    assert [name.rstrip("*") for name in seated(page)] == ["Ann", "Bob", "Cai", "Dee"]
    first = page.get_by_label("Player 1", exact=True)

    first.tap()
    page.keyboard.type("Zoe")
    first.tap()
    page.keyboard.press("End")
    page.keyboard.type("y")

    expect(first).to_have_value("Zoey")


def test_the_latest_names_come_first_and_the_others_on_demand(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    group = GroupFactory()
    GameFactory(group=group, variant="any-game", names=("Gus", "Hal", "Ida", "Jo"))
    GameFactory(group=group, variant="any-game", names=("Eve", "Fay", "Ann", "Bob", "Cai", "Dee"))
    GameFactory(group=group, variant="any-game", names=("Zoe", "Yan"))
    log_in(page.context, group.members.get().user)
    page.goto(NEW)
    names = page.locator("#known .chip")

    expect(names.locator("visible=true")).to_have_text(
        ["Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Yan", "Zoe"]
    )
    page.get_by_text("More names").click()
    page.get_by_role("button", name="Hal", exact=True).click()

    assert "Hal" in [name.rstrip("*") for name in seated(page)]


def test_a_player_is_moved_to_the_first_seat_from_the_keyboard(page: Page) -> None:
    page.goto(NEW)
    for number, name in enumerate(("Ann", "Bob", "Cai"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("radio", name="dealer: player 3").check()
    page.get_by_role("button", name="Move player 3 up").focus()

    page.keyboard.press("Enter")
    page.keyboard.press("Enter")

    assert seated(page)[:3] == ["Cai*", "Ann", "Bob"]
    expect(page.get_by_label("Player 1", exact=True)).to_be_focused()


def test_enter_starts_the_game_beside_house_rules_that_are_kept(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    group = GroupFactory()
    save_house_rules(
        group=group,
        variant="contract-rummy",
        name="Sunday rules",
        options={"no-jokers": True},
        patches={},
    )
    log_in(page.context, group.members.get().user)
    page.goto(NEW)
    for seat, name in enumerate(("Ann", "Bob", "Cai"), 1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
    page.get_by_role("button", name="Sunday rules").click()
    expect(page.get_by_role("button", name="Sunday rules")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.get_by_label("Player 3", exact=True)).to_have_value("Cai")

    page.get_by_label("Player 3", exact=True).press("Enter")
    page.get_by_label("Player 4", exact=True).press("Enter")

    expect(page.get_by_text("House rules: No jokers")).to_be_visible()
    assert Game.objects.get().ruleset["options"] == {"no-jokers": True}


def test_the_fold_says_how_many_house_rules_are_chosen(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    log_in(page.context, GroupFactory().members.get().user)
    page.goto(NEW)
    fold = page.locator("#house-rules > summary")
    expect(fold).to_have_text("House rules: standard")
    fold.click()

    page.get_by_label("Jokers count 25").check()
    page.get_by_text("Other values").click()
    page.locator(".own").get_by_label("A", exact=True).fill("20")
    expect(fold).to_have_text("House rules: 2 chosen")

    page.get_by_label("Save these rules as").fill("Sunday rules")
    page.get_by_label("Jokers count 25").uncheck()
    expect(fold).to_have_text("House rules: 1 chosen")
    page.locator(".own").get_by_label("A", exact=True).fill("")
    expect(fold).to_have_text("House rules: standard")


def test_links_are_copied_and_sent_with_one_tap(
    own_page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    page = own_page
    game = GameFactory(played=1)
    log_in(page.context, game.group.members.get().user)
    page.goto(f"{game.get_absolute_url()}share/")
    expect(page.get_by_role("button", name="Send the watch link")).to_be_hidden()
    page.add_init_script(SHARED)
    page.reload()

    enter, watch = (
        page.get_by_text(f"Someone who {does}", exact=True) for does in ("enters scores", "watches")
    )
    enter.click()
    expect(page.locator(".code")).to_have_count(2)
    expect(page.locator(".code:visible")).to_have_count(1)
    page.get_by_role("button", name="Copy the scoring link", exact=True).click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    watch.click()
    page.get_by_role("button", name="Send the watch link").click()

    link = page.get_by_label("Watch link", exact=True).input_value()
    assert link.endswith(f"/watch/{game.code}/{game.watch_token}/")
    expect(page).to_have_title(f"Contract Rummy: 1 of 7 deals played {link}")
    expect(page.get_by_role("img", name="QR code for the watch link")).to_be_visible()
    page.goto(game.group.get_absolute_url())
    page.get_by_role("button", name="Copy the link to join").click()
    expect(page.get_by_text("Copied.")).to_be_visible()


def test_the_result_in_words_is_copied_and_sent(
    own_page: Page, plain_page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    page, game = own_page, GameFactory(played=7)
    for each in (page, plain_page):
        log_in(each.context, game.group.members.get().user)
        each.route("**/result.png", block)  # drawing the picture takes longer than this test
        each.goto(f"{game.get_absolute_url()}share/")
        expect(each.get_by_label("In words")).to_have_value(re.compile("^Contract Rummy: .+ win"))
        expect(each.get_by_role("link", name="Email")).to_be_visible()
    expect(plain_page.get_by_role("button", name="Copy the text")).to_be_hidden()
    expect(page.get_by_role("button", name="Send the text")).to_be_hidden()
    page.add_init_script(SHARED)
    page.reload()

    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    page.get_by_role("button", name="Send the text").click()

    words = page.get_by_label("In words").input_value()
    assert words.endswith(f"/watch/{game.code}/{game.watch_token}/")
    expect(page).to_have_title(re.compile(r"^Contract Rummy: .+ Contract Rummy: .+ after 7 deals"))


def test_the_log_shows_times_of_the_phone_and_the_day_of_the_game(
    new_context: Callable[..., BrowserContext], log_in: Callable[[BrowserContext, User], None]
) -> None:
    game = GameFactory()
    Change.objects.update(at=datetime(2026, 3, 7, 1, 30, tzinfo=UTC))
    Game.objects.update(played_on=date(2026, 3, 6))
    context = new_context(timezone_id="America/Los_Angeles")
    log_in(context, game.group.members.get().user)
    page = context.new_page()

    page.goto(f"{game.get_absolute_url()}changes/")
    expect(page.locator(".log time")).to_have_text("6 Mar 2026, 17:30")
    expect(page.locator("summary time")).to_have_text("6 Mar 2026")


def test_a_game_starts_on_the_date_of_the_phone(
    new_context: Callable[..., BrowserContext], log_in: Callable[[BrowserContext, User], None]
) -> None:
    now = datetime.now(UTC)
    # It is always another date there than at the server.
    zone = "Pacific/Kiritimati" if now.hour >= 10 else "Etc/GMT+12"
    context = new_context(timezone_id=zone)
    log_in(context, GameFactory().group.members.get().user)
    page = context.new_page()

    page.goto(NEW)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile(r"/games/[a-z0-9]+/$"))

    day = Game.objects.latest("pk").played_on
    assert day == now.astimezone(ZoneInfo(zone)).date() != now.date()


def test_another_day_is_chosen_for_a_new_game(page: Page) -> None:
    page.goto(NEW)
    expect(page.locator("#day summary")).to_have_text("Played on: today")

    page.locator("#day summary").click()
    page.get_by_label("Played on", exact=True).fill("2025-12-31")

    expect(page.locator("#day summary")).to_have_text("Played on: 31 Dec 2025")


def test_a_list_of_games_that_is_shown_is_not_asked_for_again(own_page: Page) -> None:
    asked: list[str] = []
    own_page.goto("/sheets/")
    own_page.on("request", lambda request: asked.append(request.url.partition("?")[2]))
    for name in ("hearts", "spades"):
        own_page.get_by_label("Name of the game").fill(name)
        expect(own_page.locator("#shelves a strong").first).to_have_text(name.capitalize())
        own_page.keyboard.press("Enter")

    own_page.get_by_label("Name of the game").fill("gin")
    expect(own_page.locator("#shelves a strong").first).to_have_text("Gin Rummy")

    assert asked == ["q=hearts", "q=spades", "q=gin"]
