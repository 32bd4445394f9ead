"""The entry page: keypad, errors and keyboard use."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from scorekeeper.models import Game
from tests.browser.conftest import Watch, with_both_fonts
from tests.browser.steps import (
    PEOPLE,
    card_key,
    expect_deal,
    expect_totals,
    hand,
    key,
    ready,
    tab_to,
    tap_answer,
    tap_hand,
    tap_mark,
    tap_out,
)

REFUSED = "status of 422"


def test_delete_takes_back_one_digit_or_one_card(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page)
    ann = hand(page, "Ann")
    points, cards = ann.get_by_label("Points"), ann.get_by_label("Cards")

    tap_hand(page, "19")
    key(page, "⌫").click()
    expect(points).to_have_value("1")
    key(page, "8").click()
    expect(ann.get_by_role("status")).to_have_text("total 18")
    key(page, "⌫").click()
    key(page, "⌫").click()

    tap_hand(page, "10 K JK")
    page.get_by_role("button", name="Remove the last card").click()
    expect(cards).to_have_value("10 K")
    expect(ann.get_by_role("status")).to_have_text("= 20, total 20")


def test_all_blank_hands_of_a_deal_are_switched_to_cards(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page)
    # Bob and Cai were entered with points before.
    page.evaluate("""() => localStorage.setItem("ways", '{"Bob": "points", "Cai": "points"}')""")
    page.reload()
    tap_out(page, "Dee")
    tap_hand(page, "7")

    key(page, "Next").click()
    expect(hand(page, "Bob")).to_contain_class("is-current")
    key(page, "Cards").click()
    card_key(page, "K").click()
    key(page, "Next").click()

    expect(hand(page, "Cai")).to_contain_class("is-current")
    card_key(page, "5").click()
    expect(hand(page, "Bob").get_by_label("Cards")).to_have_value("K")
    expect(hand(page, "Cai").get_by_label("Cards")).to_have_value("5")
    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("7")


def test_who_went_out_enters_the_next_hand_as_the_others_did(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page)
    page.evaluate("""() => localStorage.setItem("ways", '{"Bob": "cards"}')""")
    page.reload()
    tap_out(page, "Bob")
    for text in ("10", "20", "30"):
        tap_hand(page, text)
        key(page, "Next").click()
    tap_hand(page, "40")
    key(page, "Save").click()
    expect_totals(page, (10, 0, 20, 30, 40))

    ways = page.evaluate("""() => JSON.parse(localStorage.getItem("ways"))""")
    assert ways == dict.fromkeys(("Ann", "Bob", "Cai", "Dee", "Eve"), "points")


def test_a_long_press_takes_one_card_away(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page)
    tap_out(page, "Bob")
    tap_hand(page, "K 5 K K")
    king, count = card_key(page, "K"), card_key(page, "K").locator("b")
    expect(count).to_have_text("3")

    press_until(page, king, lambda: expect(count).to_have_text("2"))
    expect(hand(page, "Ann").get_by_label("Cards")).to_have_value("K 5 K")
    king.tap()
    expect(count).to_have_text("3")
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 35, total 35")


def press_until(page: Page, target: Locator, seen: Callable[[], None]) -> None:
    """Hold a finger on ``target`` until ``seen`` is visible."""
    box = target.bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    seen()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def test_a_wrong_tap_on_out_loses_nothing(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page)
    tap_out(page, "Bob")
    tap_hand(page, "12+11")
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 23, total 23")

    tap_out(page, "Ann")
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("out, total 0")
    tap_out(page, "Bob")

    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 23, total 23")
    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("12+11")


@with_both_fonts
def test_a_refused_deal_keeps_what_was_typed_and_goes_to_the_wrong_hand(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect(REFUSED)
    sit_down(page)
    tap_out(page, "Ann")
    typed = {"Bob": "12+11", "Cai": "K K", "Dee": "5 A", "Eve": "K K K K K K K K K"}
    for name, text in typed.items():
        tap_hand(page, text)
        key(page, "Save" if name == "Eve" else "Next").click()

    wrong = hand(page, "Eve")
    expect(wrong).to_contain_text("Eve can’t have nine kings. The deck has 8.")
    assert wrong.locator(".problem").first.bounding_box()["width"] > 300
    expect(wrong.get_by_label("Cards")).to_be_focused()
    expect(wrong.get_by_label("Cards")).to_have_accessible_description(
        re.compile("Eve can’t have nine kings. The deck has 8.")
    )
    expect(hand(page, "Ann").get_by_label("Out")).to_be_checked()
    for name, text in typed.items():
        part = "Points" if "+" in text else "Cards"
        expect(hand(page, name).get_by_label(part)).to_have_value(text)
    assert is_uncovered(wrong.get_by_label("Cards"))

    for _ in range(8):
        page.get_by_role("button", name="Remove the last card").click()
    key(page, "Save").click()
    expect_deal(page, 1, (0, 23, 20, 20, 10), (0, 23, 20, 20, 10))


def is_uncovered(element: Locator) -> bool:
    """Return whether the middle of ``element`` is on the screen and not covered."""
    return element.evaluate(
        """element => {
            const box = element.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return top !== null && (element.closest(".hand") ?? element).contains(top);
        }"""
    )


@with_both_fonts
def test_a_warning_can_be_overruled(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect(REFUSED)
    sit_down(page, "shanghai-rummy")
    tap_out(page, "Ann")
    # Eleven cards dealt and two May I? calls of three cards make at most 17.
    eighteen = "2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 J"
    for name, text in {"Bob": "10", "Cai": "20", "Dee": "30", "Eve": eighteen}.items():
        tap_hand(page, text)
        key(page, "Save" if name == "Eve" else "Next").click()
    expect(hand(page, "Eve")).to_contain_text("Eve would have 18 cards left")
    expect(hand(page, "Eve")).to_contain_text("Is that right?")

    anyway = page.get_by_role("button", name="Save anyway")
    assert is_uncovered(anyway)
    anyway.click()

    # Twelve low cards at 5 and six at 10.
    expect_totals(page, (0, 10, 20, 30, 120))


def test_a_hand_with_cards_and_a_total_shows_both(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page)
    tap_out(page, "Bob")
    ann = hand(page, "Ann")
    tap_hand(page, "K K")
    key(page, "Points").click()
    expect(ann.get_by_label("Points")).to_be_focused()
    expect(ann.get_by_label("Cards")).to_be_visible()
    tap_hand(page, "25")
    expect(ann.get_by_label("Points")).to_have_value("25")
    expect(ann.get_by_label("Cards")).to_have_value("K K")
    expect(ann.get_by_label("Cards")).to_be_visible()

    key(page, "⌫").click()
    key(page, "⌫").click()

    expect(ann.get_by_label("Cards")).to_have_value("K K")
    key(page, "Cards").click()
    expect(ann.get_by_label("Points")).to_be_hidden()
    expect(ann.get_by_role("status")).to_have_text("= 20, total 20")


def test_a_deal_is_corrected_where_it_was_tapped(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page)
    tap_out(page, "Ann")
    for text in ("10", "20", "30"):
        tap_hand(page, text)
        key(page, "Next").click()
    tap_hand(page, "40")
    key(page, "Save").click()
    expect_totals(page, (0, 10, 20, 30, 40))

    page.locator("#scoreboard tbody tr").first.locator("td").nth(3).get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Correct deal 1")
    expect(hand(page, "Dee")).to_contain_class("is-current")
    expect(hand(page, "Dee").get_by_role("status")).to_have_text("total 30")
    key(page, "+").click()
    key(page, "5").click()
    expect(hand(page, "Dee").get_by_role("status")).to_have_text("= 35, total 35")
    key(page, "Save").click()

    expect_deal(page, 1, (0, 10, 20, 35, 40), (0, 10, 20, 35, 40))


def test_a_deal_is_entered_from_the_keyboard_alone(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    page.goto(sit_down(page).get_absolute_url())
    page.get_by_role("link", name="Enter deal 1").focus()
    press = page.keyboard.press
    press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Deal 1 of 7")
    ready(page)

    tab_to(page, hand(page, "Ann").get_by_label("Out"))
    press("Space")
    expect(hand(page, "Ann").get_by_label("Out")).to_be_checked()
    press("Tab")
    # Ann has nothing to enter.
    expect(hand(page, "Bob").get_by_label("Points")).to_be_focused()
    press("Shift+Tab")
    press("ArrowDown")
    press("ArrowDown")
    expect(hand(page, "Cai").get_by_label("Out")).to_be_checked()

    tab_to(page, hand(page, "Ann").get_by_label("Points"), "Shift+Tab")
    page.keyboard.type("12+11+7")
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 30, total 30")
    press("Enter")
    expect(hand(page, "Bob").get_by_label("Points")).to_be_focused()
    page.keyboard.type("18")
    press("Enter")
    expect(hand(page, "Dee").get_by_label("Points")).to_be_focused()

    page.keyboard.type("2xK JK")
    expect(hand(page, "Dee").get_by_label("Cards")).to_have_value("2xK JK")
    expect(hand(page, "Dee").get_by_role("status")).to_have_text("= 35, total 35")
    press("Enter")
    expect(hand(page, "Eve").get_by_label("Cards")).to_be_focused()
    page.keyboard.type("15")
    expect(hand(page, "Eve").get_by_label("Points")).to_have_value("15")
    press("Enter")

    expect_deal(page, 1, (30, 18, 0, 35, 15), (30, 18, 0, 35, 15))


def test_a_player_for_whom_something_is_typed_is_not_out(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page)
    tap_out(page, "Ann")

    hand(page, "Ann").get_by_label("Points").click()
    page.keyboard.type("12")

    expect(hand(page, "Ann").get_by_label("Out")).not_to_be_checked()
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("total 12")


def test_a_hand_is_added_up_where_more_bears_on_the_total(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "liverpool-rummy")

    tap_hand(page, "K K")

    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 20")


def test_an_answer_in_place_of_a_count_is_not_followed_by_one(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "indian-rummy-pool-101", PEOPLE[:3])
    ready(page)

    hand(page, "Ann").get_by_label("Instead of a count").select_option(index=1)
    key(page, "5").click()

    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("")
    expect(hand(page, "Bob").get_by_label("Points")).to_have_value("5")


def test_a_digit_typed_at_a_button_goes_to_its_row(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "hearts", PEOPLE[:4])
    ready(page)
    hand(page, "Ann").get_by_label("Hearts").press("5")

    hand(page, "Bob").get_by_role("button", name="Moon").focus()
    page.keyboard.type("4")

    for name, hearts in (("Ann", "5"), ("Bob", "4")):
        expect(hand(page, name).get_by_label("Hearts")).to_have_value(hearts)


def test_cards_that_do_not_add_up_have_no_sum(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "indian-rummy")
    sum_of = hand(page, "Ann").get_by_role("status").first

    tap_hand(page, "9 9")
    expect(card_key(page, "9").locator("b")).to_have_text("2")
    expect(sum_of).to_have_text("")
    tap_hand(page, "7+5")
    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("7+5")
    key(page, "Cards").click()
    for _ in range(2):
        page.get_by_role("button", name="Remove the last card").click()

    expect(sum_of).to_have_text("= 12")


def test_a_grid_is_added_up_by_its_columns(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "golf")
    ann, bob = (hand(page, name).get_by_role("status") for name in ("Ann", "Bob"))

    tap_hand(page, "7 7 K")
    expect(ann).to_have_text("7 7 | K")
    tap_hand(page, "4 2 Q")
    expect(ann).to_have_text("7 7 | K 4 | 2 Q = 12, total 12")
    key(page, "Next").click()
    tap_hand(page, "7 K 2")
    expect(bob).to_have_text("7 K | 2")
    page.get_by_role("button", name="Next row").click()
    tap_hand(page, "7 4 Q")
    expect(hand(page, "Bob").get_by_label("Cards")).to_have_value("7 K 2 / 7 4 Q")
    expect(bob).to_have_text("7 7 | K 4 | 2 Q = 12, total 12")


def test_the_letters_of_wild_and_skip_are_enough(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "phase-rummy")
    ann = hand(page, "Ann")

    ann.get_by_label("Points").focus()
    page.keyboard.type("w S 12")

    expect(ann.get_by_label("Cards")).to_have_value("w S 12")
    expect(ann.get_by_role("status")).to_have_text("= 50, total 50")
    ann.get_by_label("Cards").fill("12")
    expect(ann.get_by_label("Cards")).to_have_value("12")
    expect(ann.get_by_role("status")).to_have_text("= 10, total 10")


def test_whoever_is_out_is_not_asked_what_is_left(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "rummy-500")
    ann, bob = hand(page, "Ann"), hand(page, "Bob")
    held = ann.get_by_role("group", name="Left in hand")

    tap_hand(page, "60")
    key(page, "Next").click()
    expect(held.get_by_label("Points")).to_be_focused()
    tap_hand(page, "15")
    expect(held.get_by_role("status")).to_have_text("")
    expect(ann.get_by_role("status").first).to_have_text("total 45")
    tap_out(page, "Ann")

    expect(held).to_contain_class("is-spared")
    expect(held.get_by_label("Points")).to_have_value("")
    expect(held.get_by_role("status")).to_have_text("out")
    expect(ann.get_by_role("status").first).to_have_text("total 60")
    expect(bob.get_by_role("group", name="Laid down").get_by_label("Points")).to_be_focused()

    tap_out(page, "Bob")
    expect(held.get_by_label("Points")).to_have_value("15")
    tap_hand(page, "A 2 3")
    bob.get_by_label("Aces laid low (1)").fill("1")
    # The ace counts 1 for 15.
    expect(bob.get_by_role("status").first).to_have_text("total 6")
    key(page, "Next").click()
    expect(
        hand(page, "Cai").get_by_role("group", name="Laid down").get_by_label("Cards")
    ).to_be_focused()


def test_the_cards_ran_out_so_nobody_is_out(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "rummy-500")
    tap_out(page, "Ann")

    tap_out(page, "")

    expect(hand(page, "Ann").get_by_label("Out")).not_to_be_checked()
    tap_out(page, "Ann")
    expect(page.get_by_label("The cards ran out")).not_to_be_checked()


def test_a_total_below_zero_has_a_true_minus(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "rummy-500")
    ann = hand(page, "Ann")
    tap_hand(page, "0")
    key(page, "Next").click()

    tap_hand(page, "15")

    expect(ann.get_by_role("status").first).to_have_text("total −15")


def test_hearts_that_are_left_are_told(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "hearts", PEOPLE[:4])
    told = page.get_by_role("status").filter(has_text="Hearts:")
    expect(told).to_have_count(0)

    for count, words in (("5", "8 left"), ("4", "4 left"), ("3", "none left")):
        tap_hand(page, count)
        expect(told).to_have_text(f"Hearts: {words}")
    expect(hand(page, "Dee").get_by_label("Hearts")).to_have_value("1")
    hand(page, "Dee").get_by_label("Hearts").fill("3")
    expect(told).to_have_text("Hearts: 2 too many")


def test_bids_are_counted_and_the_last_to_bid_hears_what_is_not_allowed(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "oh-hell")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 1 of 19 10 cards each")
    told = page.get_by_role("status").filter(has_text="Bids:")
    page.get_by_label("Dealer").select_option("Eve")
    expect(told).to_have_count(0)

    for count, words in (
        ("3", "3 of 10"),
        ("0", "3 of 10"),
        ("4", "7 of 10"),
        ("1", "8 of 10. Eve can’t bid 2"),
    ):
        tap_hand(page, count)
        expect(told).to_have_text(f"Bids: {words}")
        if count == "1":  # it might become 10
            key(page, "Next").click()

    expect(hand(page, "Eve").get_by_label("Bid")).to_be_focused()
    key(page, "2").click(force=True)
    expect(hand(page, "Eve").get_by_label("Bid")).to_have_value("")
    insisted = page.get_by_role("status").filter(has_text="Eve can’t bid 2.")
    expect(insisted).to_have_text("Eve can’t bid 2. If they did, tap 2 again.")
    key(page, "2").click(force=True)
    expect(told).to_have_text("Bids: 10 of 10. Eve can’t bid 2")
    expect(hand(page, "Ann").get_by_label("Tricks")).to_be_focused()
    page.get_by_label("Dealer").select_option("Cai")
    expect(told).to_have_text("Bids: 10 of 10. Cai can’t bid 4")
    hand(page, "Bob").get_by_label("Bid").fill("9")
    expect(told).to_have_text("Bids: 19 of 10")
    expect(told).not_to_contain_class("too-many")
    hand(page, "Bob").get_by_label("Bid").fill("11")
    expect(told).to_contain_class("too-many")
    hand(page, "Bob").get_by_label("Bid").fill("0")
    hand(page, "Ann").get_by_label("Tricks").fill("3")
    expect(told).to_have_text("Bids: 10 of 10")
    expect(page.get_by_text("Tricks: 7 left")).to_be_visible()


def test_a_free_dealer_is_not_told_what_to_bid(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "wizard-style")

    tap_hand(page, "00000")

    expect(page.get_by_text("Bids: 0 of 1", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 of 12 1 card each")


def test_whoever_bids_blind_nil_is_passed_over(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "spades", PEOPLE[:4])
    ann, bob = hand(page, "Ann"), hand(page, "Bob")
    told = page.get_by_role("status").filter(has_text="Bids:")
    tap_hand(page, "4")

    tap_mark(page, "Bob", "Blind nil")

    expect(bob.get_by_label("Bid")).to_have_value("")
    expect(bob.get_by_label("Bid")).to_have_attribute("placeholder", "0")
    expect(bob).not_to_contain_class("is-out")
    expect(hand(page, "Cai").get_by_label("Bid")).to_be_focused()
    tap_mark(page, "Dee", "Blind nil")
    tap_hand(page, "5")
    expect(ann.get_by_label("Bid")).to_be_focused()
    tap_hand(page, "3")
    expect(told).to_have_text("Bids: 8 of 13")
    expect(ann.get_by_label("Tricks")).to_be_focused()

    bob.get_by_label("Bid").click()
    key(page, "2").click()
    expect(bob.get_by_label("Blind nil")).not_to_be_checked()
    expect(hand(page, "Dee").get_by_label("Blind nil")).to_be_checked()
    expect(told).to_have_text("Bids: 10 of 13")


def test_a_side_that_missed_its_bid_is_not_asked_for_points(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "pinochle", PEOPLE[:4])
    ours, theirs = hand(page, "Ann & Cai"), hand(page, "Bob & Dee")
    tap_hand(page, "150")

    tap_answer(page, "Went set", "Ann & Cai")

    expect(ours.get_by_label("Meld")).to_have_value("")
    expect(ours.get_by_label("Meld")).to_have_attribute("placeholder", "0")
    expect(theirs.get_by_label("Meld")).to_be_focused()
    tap_hand(page, "20")
    key(page, "Next").click()
    expect(theirs.get_by_label("Tricks")).to_be_focused()
    tap_answer(page, "Went set", "Ann & Cai")
    expect(ours.get_by_label("Meld")).to_have_value("150")
    expect(ours.get_by_label("Meld")).to_have_attribute("placeholder", "12+11+7")


def test_the_keys_stay_with_the_cards_after_a_count(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "shanghai-rummy")
    tap_hand(page, "K K")
    hand(page, "Ann").get_by_label(re.compile("Buys|May I")).click()
    expect(page.locator(".keys-points")).to_be_visible()
    key(page, "1").click()
    key(page, "Next").click()

    expect(hand(page, "Bob").get_by_label("Cards")).to_be_focused()
    expect(page.locator(".keys-cards")).to_be_visible()
    hand(page, "Bob").get_by_label(re.compile("Buys|May I")).click()
    key(page, "Cards").click()
    expect(hand(page, "Bob").get_by_label("Cards")).to_be_focused()


def test_what_is_mended_is_at_fault_no_longer(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect(REFUSED)
    sit_down(page)
    for number in range(5):
        tap_hand(page, "1" if number < 2 else "20")
        key(page, "Next" if number < 4 else "Save").click()
    ann, bob = hand(page, "Ann"), hand(page, "Bob")
    nobody = page.get_by_text("Nobody is marked as out")
    expect(nobody).to_be_visible()
    place = bob.evaluate("bob => bob.offsetTop")

    tap_hand(page, "0")

    expect(ann.locator(".problem")).to_be_hidden()
    expect(ann.get_by_label("Points")).not_to_have_attribute("aria-invalid", "true")
    expect(bob.locator(".problem")).to_be_visible()
    assert bob.evaluate("bob => bob.offsetTop") == place
    tap_out(page, "Cai")
    expect(nobody).to_be_hidden()


def test_who_types_without_choosing_an_input_means_the_row_that_is_marked(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page)
    expect(hand(page, "Ann")).to_contain_class("is-current")

    page.keyboard.type("12+3")

    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("12+3")
    page.get_by_label("Dealer").focus()
    page.keyboard.type("b")
    expect(page.get_by_label("Dealer")).to_have_value("2")
    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("12+3")


@with_both_fonts
def test_the_keys_stand_beside_the_hands_where_there_is_no_room_below(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    page.set_viewport_size({"width": 640, "height": 360})
    sit_down(page)

    keys = page.locator("#keypad").bounding_box()
    for name in ("Ann", "Bob", "Cai", "Dee", "Eve"):
        row = hand(page, name).bounding_box()
        assert row["x"] + row["width"] <= keys["x"]
        assert is_uncovered(hand(page, name).get_by_label("Points"))
    assert keys["x"] + keys["width"] <= 640
    # The last row of keys is whole.
    last = key(page, "Next").bounding_box()
    assert last["y"] + last["height"] <= keys["y"] + keys["height"] <= 360


def test_who_sits_out_follows_the_dealer(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, variant="skat", names=PEOPLE[:4])
    answers = page.locator("[data-players] label:not(.none)").filter(visible=True)
    expect(answers).to_have_text(list(PEOPLE[1:4]))

    page.get_by_label("Dealer").select_option("3")

    expect(answers).to_have_text([PEOPLE[0], PEOPLE[1], PEOPLE[3]])
    expect(page.locator("#sits-out")).to_be_hidden()
