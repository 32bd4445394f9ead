"""Seven deals of Contract Rummy on a phone, from the empty home page to the winner."""

from playwright.sync_api import Page, expect

from tests.browser.steps import (
    PEOPLE,
    SEVEN_DEALS,
    enter_deal,
    expect_deal,
    expect_totals,
    hand,
    open_deal,
    start_game,
    tap_out,
)

PLACES = ["1st Dee 98", "2nd Eve 129", "3rd Ann 135", "3rd Bob 135", "5th Cai 150"]


def test_a_whole_game_is_entered_with_the_keypad(page: Page) -> None:
    start_game(page)

    for number, played in enumerate(SEVEN_DEALS, 1):
        enter_deal(page, number, played)

    expect_end(page)
    expect(
        page.get_by_role("img", name="Each player’s total after each").locator("polyline")
    ).to_have_count(5)

    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Deal 7 of 7: three runs of 4.")).to_be_visible()
    expect_totals(page, SEVEN_DEALS[5].totals)
    page.reload()
    expect_totals(page, SEVEN_DEALS[5].totals)
    page.get_by_role("button", name="Redo").click()
    expect_end(page)


def test_a_whole_game_is_entered_without_script(plain_page: Page) -> None:
    page = plain_page
    start_game(page)

    for number, played in enumerate(SEVEN_DEALS, 1):
        open_deal(page, number)
        tap_out(page, played.out)
        for name, text in played.hands.items():
            is_points = text[0].isdigit() and " " not in text
            hand(page, name).get_by_label("Points" if is_points else "Cards").fill(text)
        page.get_by_role("button", name=f"Save deal {number}").click()
        expect_totals(page, played.totals)

    expect_end(page)
    page.get_by_role("button", name="Undo").click()
    expect_totals(page, SEVEN_DEALS[5].totals)
    page.get_by_role("button", name="Redo").click()
    expect_end(page)


def expect_end(page: Page) -> None:
    expect(page.get_by_text("Dee wins by 31")).to_be_visible()
    expect(page.get_by_text("98 points after 7 deals.")).to_be_visible()
    expect(page.locator(".places-list li")).to_have_text(PLACES)
    for number, played in enumerate(SEVEN_DEALS, 1):
        expect_deal(page, number, played.points, played.totals)
    expect_totals(page, SEVEN_DEALS[-1].totals)
    assert len(PEOPLE) == page.locator("#scoreboard thead .pad-name").count()
