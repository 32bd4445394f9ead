"""Checking a hand on a phone: one tap for each card, a draft, and what is left for scoring."""

from collections.abc import Callable

from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page, expect

from scorekeeper.models import User
from tests.browser.conftest import Watch
from tests.browser.steps import key
from tests.factories import GameFactory

HAND = "7H 7D 7S 7S QS QD JK 2C 3C 9H 10H KD"


def test_a_hand_takes_one_tap_a_card_and_its_rest_is_scored(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    game = GameFactory(names=("Ann", "Bob", "Cai"))
    log_in(page.context, game.group.members.get().user)
    page.goto(reverse("check-own-hand", args=[game.code, 1]))
    text, verdict = page.locator("#hand"), page.locator("#verdict")

    for card in HAND.split():
        page.locator(f"button[value='{card}']").tap()
    expect(verdict).to_have_text("12 cards: You can lay down.")
    expect(page.locator("button[value='7S']")).to_have_text("7♠2")

    # A third seven of spades isn’t in the two packs, and one too many is taken out.
    page.locator("button[value='7S']").tap(force=True)
    expect(text).to_have_value(HAND)
    page.get_by_role("button", name="Take cards out").tap()
    page.locator("button[value='7S']").tap()
    expect(verdict).to_have_text("11 cards: You can lay down.")

    # The hand is still there when the phone comes back from the pad.
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Check my hand").tap()
    expect(verdict).to_have_text("11 cards: You can lay down.")

    page.get_by_role("link", name="Use what is left").tap()
    page.get_by_role("button", name="Bob").tap()
    left = page.locator("[name=left-cards-2]")
    expect(left).to_have_value("2C 3C 9H KD")

    # Points that were typed in between give way to the cards of the hand that is checked again.
    page.get_by_role("button", name="Points", exact=True).tap()
    key(page, "5").tap()
    expect(page.locator("[name=left-points-2]")).to_have_value("5")
    page.get_by_role("link", name="Check my hand").tap()
    page.get_by_role("link", name="Use what is left").tap()
    expect(left).to_have_value("2C 3C 9H KD")


TABLE = "4H 5H 6H 7H / KS KD KC / 9S 10S JS QS"
TURN = "8H 3H KH 8S 10C 2C 4C 6D 9C JC QD 5S"


def test_a_hand_and_a_table_take_one_tap_a_card_and_one_between_melds(page: Page) -> None:
    page.goto("/rules/contract-rummy/hand/?deal=2")
    verdict, answer, taps = page.locator("#verdict"), page.locator("#answer"), 0

    def tap(key: Locator) -> None:
        nonlocal taps
        key.tap()
        taps += 1

    for card in TURN.split():
        tap(page.locator(f"button[value='{card}']"))
    tap(page.get_by_role("radio", name="Table"))
    for card in TABLE.split():
        tap(page.locator(f"button[value='{card}']"))
    tap(page.get_by_label("I have laid down my contract"))

    # 12 cards, 11 cards on the table with 2 keys between the melds, and 2 taps to say so
    assert taps == 27
    expect(verdict).to_have_text("3 melds: This turn leaves the least.")
    expect(answer.get_by_role("heading", level=3)).to_have_text(
        [
            *("Lay off 3♥ and 8♥", "Lay off K♥", "Lay off 8♠"),
            *("Discard", "Left: seven cards, 46 points"),
        ]
    )

    # A meld is removed, and all is still there after the page is left.
    page.get_by_role("button", name="Remove meld 2").tap()
    expect(page.locator("#table")).to_have_value("4H 5H 6H 7H / 9S 10S JS QS")
    expect(verdict).to_have_text("2 melds: This turn leaves the least.")
    page.goto("/rules/contract-rummy/")
    page.goto("/rules/contract-rummy/hand/?deal=2")
    expect(page.locator("#hand")).to_have_value(TURN)
    expect(verdict).to_have_text("12 cards: This turn leaves the least.")
    page.get_by_role("radio", name="Table").tap()
    expect(page.locator("#table")).to_have_value("4H 5H 6H 7H / 9S 10S JS QS")
    expect(page.get_by_label("I have laid down my contract")).to_be_checked()


def test_a_card_has_as_many_copies_in_the_hand_and_on_the_table_as_there_are(page: Page) -> None:
    page.goto("/rules/contract-rummy/hand/?deal=2")
    seven = page.locator("button[value='7S']")

    seven.tap()
    page.get_by_role("radio", name="Table").tap()
    seven.tap()
    expect(seven).to_have_attribute("aria-disabled", "true")
    seven.tap(force=True)

    expect(page.locator("#table")).to_have_value("7S")
    expect(page.locator("#hand")).to_have_value("7S")


def test_a_long_press_removes_a_copy(own_page: Page) -> None:
    own_page.clock.install()
    own_page.goto("/rules/contract-rummy/hand/?deal=1")
    text, seven = own_page.locator("#hand"), own_page.locator("button[value='7S']")
    seven.tap()
    seven.tap()
    own_page.locator("button[value='2C']").tap()
    expect(text).to_have_value("7S 7S 2C")

    seven.hover()
    own_page.mouse.down()
    own_page.clock.run_for(1000)
    expect(text).to_have_value("7S 2C")
    own_page.mouse.up()  # the click that follows adds no card

    expect(text).to_have_value("7S 2C")
    menu = (
        "key => key.dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))"
    )
    assert seven.evaluate(menu) is False  # prevented
    seven.tap()
    expect(text).to_have_value("7S 2C 7S")


def test_a_finger_that_scrolls_removes_no_card(own_page: Page) -> None:
    own_page.clock.install()
    own_page.goto("/rules/contract-rummy/hand/?deal=1")
    text, eight = own_page.locator("#hand"), own_page.locator("button[value='8C']")
    eight.tap()
    expect(text).to_have_value("8C")

    box = eight.bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + 20
    touch = own_page.context.new_cdp_session(own_page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    for up in range(20, 320, 20):
        points = [{"x": x, "y": y - up}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    own_page.wait_for_function("scrollY > 0")
    own_page.clock.run_for(1000)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    expect(text).to_have_value("8C")


def test_without_a_connection_there_is_no_answer_for_another_hand(page: Page, watch: Watch) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    page.goto("/rules/contract-rummy/hand/?deal=1")
    verdict, answer = page.locator("#verdict"), page.locator("#answer")
    page.locator("button[value='7S']").tap()
    expect(verdict).to_have_text("1 card: Five cards short.")

    page.context.set_offline(True)
    page.locator("button[value='7H']").tap()
    expect(verdict).to_contain_text("No connection. What you typed is still here.")
    expect(answer).to_be_empty()

    page.context.set_offline(False)
    expect(verdict).to_have_text("2 cards: Four cards short.")
    expect(answer).to_contain_text("Your hand: two cards, 14 points")


def test_keys_type_the_letters_on_the_cards_of_the_reader(page: Page) -> None:
    page.goto("/de/rules/contract-rummy/hand/?hand=QS+2C")
    queen = page.locator("button[value='DS']")

    queen.tap()

    expect(page.locator("#hand")).to_have_value("DS 2C DS")
    expect(queen).to_have_text("D♠2")
    expect(page.locator("#verdict")).to_contain_text("3 Karten:")


def test_the_delete_key_removes_a_copy(page: Page) -> None:
    page.goto("/rules/contract-rummy/hand/?deal=1")
    seven = page.locator("button[value='7S']")

    for pressed in ("Enter", "Enter", "Delete"):
        seven.press(pressed)

    expect(page.locator("#hand")).to_have_value("7S")


def test_each_deal_has_its_cards_from_before_which_one_tap_clears(page: Page) -> None:
    page.goto("/rules/contract-rummy/hand/")
    text, kept = page.locator("#hand"), page.locator(".kept")
    verdict = page.locator("#verdict")
    page.locator("button[value='7S']").tap()
    expect(text).to_have_value("7S")
    expect(kept).to_be_hidden()
    page.locator("[name=deal]").select_option("2")
    expect(kept).to_be_visible()
    page.locator("button[value='8S']").tap()
    expect(kept).to_be_hidden()
    expect(verdict).to_contain_text("2 cards: ")

    page.goto("/rules/contract-rummy/hand/?deal=2")
    expect(verdict).to_contain_text("2 cards: ")
    page.locator("[name=deal]").select_option("1")
    expect(text).to_have_value("7S")
    page.locator("[name=deal]").select_option("2")
    expect(text).to_have_value("7S 8S")
    kept.get_by_role("button", name="Clear").tap()

    expect(text).to_have_value("")
    expect(kept).to_be_hidden()
    expect(verdict).to_have_text("Tap your cards, or type them.")
