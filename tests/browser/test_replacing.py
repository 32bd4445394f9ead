"""Typing in a filled field: the first digit replaces its content, and other keys edit it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.models import Game
from tests.browser.conftest import Watch
from tests.browser.steps import (
    card_key,
    expect_deal,
    hand,
    key,
    open_deal,
    save,
    tab_to,
    tap_hand,
    tap_out,
)
from tests.factories import RoundFactory


@pytest.fixture
def page(page: Page, sit_down: Callable[..., Game]) -> Page:
    """The page that corrects deal 1: Ann went out, and the others have 10 points each."""
    game = sit_down(page)
    RoundFactory(game=game, deal=1)
    page.reload()
    return page


def points(page: Page, name: str) -> Locator:
    return hand(page, name).get_by_label("Points")


def tap(page: Page, name: str) -> None:
    points(page, name).tap()
    expect(points(page, name)).to_be_focused()


def expect_selected(field: Locator, *, is_selected: bool = True) -> None:
    """Assert that the field looks selected, and that its text is selected for a real keyboard."""
    if is_selected:
        expect(field).to_have_attribute("data-selected", "")
        expect(field).to_have_css("background-color", "rgb(246, 236, 206)")
    else:
        expect(field).not_to_have_attribute("data-selected", "")
    selected = field.evaluate(
        "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    )
    assert selected == (field.input_value() if is_selected else "")


def test_the_first_digit_replaces_a_figure(page: Page) -> None:
    tap(page, "Bob")
    expect_selected(points(page, "Bob"))

    key(page, "2").click()
    expect(points(page, "Bob")).to_have_value("2")
    expect_selected(points(page, "Bob"), is_selected=False)
    key(page, "5").click()

    expect(points(page, "Bob")).to_have_value("25")
    expect(hand(page, "Bob").get_by_role("status")).to_have_text("total 25")


def test_a_figure_typed_a_moment_ago_is_replaced_on_return(page: Page) -> None:
    tap(page, "Bob")
    tap_hand(page, "25")
    tap(page, "Cai")

    tap(page, "Bob")
    expect_selected(points(page, "Bob"))
    tap_hand(page, "30")

    expect(points(page, "Bob")).to_have_value("30")
    expect(points(page, "Cai")).to_have_value("10")


def test_plus_minus_and_delete_edit_a_figure(page: Page) -> None:
    for name, keys, text in (("Bob", "+5", "10+5"), ("Cai", "−3", "10-3"), ("Dee", "⌫5", "15")):
        tap(page, name)
        for pressed in keys:
            key(page, pressed).click()
            expect_selected(points(page, name), is_selected=False)
        expect(points(page, name)).to_have_value(text)


def test_a_tap_selects_a_figure_that_has_the_focus(page: Page) -> None:
    tap(page, "Eve")
    tap_hand(page, "19")

    for press in (key(page, "2").tap, lambda: page.keyboard.press("2")):
        tap(page, "Eve")
        expect_selected(points(page, "Eve"))
        press()
        expect(points(page, "Eve")).to_have_value("2")
        key(page, "4").tap()
        expect(points(page, "Eve")).to_have_value("24")


def test_a_real_keyboard_replaces_and_edits_a_figure(page: Page) -> None:
    points(page, "Bob").click()
    expect_selected(points(page, "Bob"))
    page.keyboard.type("25")
    expect(points(page, "Bob")).to_have_value("25")

    for name, pressed, text in (
        ("Cai", ("+", "5"), "10+5"),
        ("Dee", ("Backspace", "5"), "15"),
        ("Eve", ("ArrowLeft", "5"), "150"),
    ):
        tab_to(page, points(page, name))
        expect_selected(points(page, name))
        for pressed_key in pressed:
            page.keyboard.press(pressed_key)
        expect(points(page, name)).to_have_value(text)


def test_a_figure_of_a_draft_is_replaced(page: Page) -> None:
    page.get_by_role("link", name="← Contract Rummy").click()
    open_deal(page, 2)
    tap_out(page, "Ann")
    tap_hand(page, "20")
    page.reload()
    expect(page.get_by_text("Draft restored, not saved yet.")).to_be_visible()

    tap(page, "Bob")
    expect_selected(points(page, "Bob"))
    key(page, "5").click()

    expect(points(page, "Bob")).to_have_value("5")


def test_a_count_is_replaced(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "oh-hell")
    tap_hand(page, "34")

    bob = hand(page, "Bob").get_by_label("Bid")
    bob.tap()
    expect_selected(bob)
    key(page, "5").click()

    expect(bob).to_have_value("5")
    expect(hand(page, "Cai").get_by_label("Bid")).to_have_value("4")


def test_delete_goes_back_to_a_number_that_led_on_by_itself(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "oh-hell")
    tap_hand(page, "34")
    expect(hand(page, "Dee").get_by_label("Bid")).to_be_focused()

    key(page, "⌫").click()
    key(page, "2").click()

    expect(hand(page, "Cai").get_by_label("Bid")).to_have_value("2")
    expect(hand(page, "Dee").get_by_label("Bid")).to_be_focused()


def test_plus_continues_a_total_that_led_on_by_itself(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "phase-rummy")
    tap_hand(page, "35+20")

    expect(points(page, "Ann")).to_have_value("35+20")
    expect(points(page, "Bob")).to_have_value("")


def test_cards_are_added_to_a_hand(page: Page) -> None:
    points(page, "Bob").fill("")
    tap_hand(page, "K K")
    tap(page, "Cai")

    hand(page, "Bob").get_by_label("Cards").tap()
    card_key(page, "5").click()

    expect(hand(page, "Bob").get_by_label("Cards")).to_have_value("K K 5")


def test_a_figure_is_corrected_with_four_taps(page: Page, sit_down: Callable[..., Game]) -> None:
    page.get_by_role("link", name="← Contract Rummy").click()
    dee = page.locator("#scoreboard tbody tr").first.locator("td").nth(3)

    dee.get_by_role("link").tap()
    key(page, "3").tap()
    key(page, "5").tap()
    save(page)

    expect_deal(page, 1, (0, 10, 10, 35, 10), (0, 10, 10, 35, 10))


def test_in_large_type_the_row_to_correct_is_above_the_keypad(
    own_page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    own_page.add_init_script(
        """new MutationObserver((_, observer) => {
            document.documentElement.style.fontSize = "200%";
            observer.disconnect();
        }).observe(document, { childList: true })"""
    )
    game = sit_down(own_page)
    RoundFactory(game=game, deal=1)
    for name, anchor in (("Ann", ""), ("Eve", "#row-5")):
        own_page.goto("about:blank")
        own_page.goto(f"{game.get_absolute_url()}rounds/1/{anchor}")
        assert_above_keypad(own_page, name)

    # An extension may have changed the style of an input. The warning doesn’t change any style.
    points(own_page, "Eve").evaluate("input => { input.style.color = ''; }")
    watch.expect("status of 422")
    tap_hand(own_page, "105")
    save(own_page)

    expect(own_page.get_by_text("Eve’s points: 10 → 105. Is that right?")).to_be_visible()
    assert_above_keypad(own_page, "Eve")


# The current row is in view once the page has been scrolled, which happens after it is drawn.
ABOVE_KEYPAD = """row => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= document.getElementById("keypad").getBoundingClientRect().top + 1;
}"""


def assert_above_keypad(page: Page, name: str) -> None:
    """Assert that the current row is the one with this ``name``, and that no key covers it."""
    expect(hand(page, name)).to_contain_class("is-current")
    page.wait_for_function(ABOVE_KEYPAD, arg=hand(page, name).element_handle())
