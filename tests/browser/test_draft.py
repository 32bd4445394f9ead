"""Unsaved entries stay in the browser until the deal is saved."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import Game
from tests.browser.conftest import Watch
from tests.browser.steps import (
    DRAFTS,
    PEOPLE,
    expect_totals,
    hand,
    key,
    open_deal,
    save,
    tap_answer,
    tap_hand,
    tap_out,
)
from tests.factories import GameFactory, RoundFactory

AS_LEFT = "Draft restored, not saved yet."


def kept(page: Page) -> int:
    """Return the number of drafts in the browser."""
    return page.evaluate(DRAFTS)


def come_back(page: Page, game: Game, deal: int = 1) -> None:
    page.goto(game.get_absolute_url())
    open_deal(page, deal)


def test_half_an_entry_is_given_back(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page)
    expect(page.get_by_text(AS_LEFT)).to_be_hidden()
    tap_out(page, "Cai")
    tap_hand(page, "K K")
    key(page, "Next").click()
    tap_hand(page, "12+11")
    page.get_by_label("Dealer").select_option("Eve")

    page.get_by_role("link", name="Rules").click()
    expect(page).to_have_url(re.compile(f"/games/{game.code}/rules/"))
    page.get_by_role("link", name="← Back to the deal").click()

    expect(page.get_by_text(AS_LEFT)).to_be_visible()
    expect(hand(page, "Cai").get_by_label("Out")).to_be_checked()
    expect(hand(page, "Ann").get_by_label("Cards")).to_have_value("K K")
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 20, total 20")
    expect(hand(page, "Bob").get_by_label("Points")).to_have_value("12+11")
    expect(hand(page, "Dee")).to_contain_class("is-current")
    expect(page.get_by_label("Dealer")).to_have_value("5")


def test_bids_are_kept_while_the_hand_is_played(
    page: Page, sit_down: Callable[..., Game], log_in: Callable[..., None]
) -> None:
    game = GameFactory(variant="spades", names=PEOPLE[:4])
    log_in(page.context, game.group.members.get().user)
    come_back_to_hand(page, game)
    for name, bid in zip(PEOPLE[:4], "4332", strict=True):
        hand(page, name).get_by_label("Bid").fill(bid)

    come_back_to_hand(page, game)

    for name, bid in zip(PEOPLE[:4], "4332", strict=True):
        expect(hand(page, name).get_by_label("Bid")).to_have_value(bid)
    expect(hand(page, "Ann")).to_contain_class("is-current")
    hand(page, "Bob").get_by_label("Bid").fill("")
    come_back_to_hand(page, game)
    expect(hand(page, "Bob")).to_contain_class("is-current")
    page.keyboard.type("5")
    expect(hand(page, "Bob").get_by_label("Bid")).to_have_value("5")


def test_the_pad_says_that_a_deal_was_begun(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page)
    pad, link = game.get_absolute_url(), page.locator(".under-thumb a")
    page.goto(pad)
    expect(link).to_have_text("Enter deal 1")
    open_deal(page, 1)
    tap_hand(page, "15")

    page.go_back()
    expect(link).to_have_text("Continue deal 1")
    link.click()
    page.get_by_role("button", name="Start over").click()
    page.goto(pad)
    expect(link).to_have_text("Enter deal 1")


def test_half_a_correction_is_no_deal_that_was_begun(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page)
    RoundFactory(game=game, deal=1)
    page.reload()
    hand(page, "Bob").get_by_label("Points").fill("15")
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Undo").click()

    expect(page.locator(".under-thumb a")).to_have_text("Enter deal 1")
    assert kept(page) == 1


def come_back_to_hand(page: Page, game: Game) -> None:
    page.goto(game.get_absolute_url())
    open_deal(page, 1, "hand")


def test_what_is_folded_away_is_given_back_in_sight(
    page: Page, log_in: Callable[..., None]
) -> None:
    game = GameFactory(variant="euchre", names=PEOPLE[:4])
    log_in(page.context, game.group.members.get().user)
    come_back_to_hand(page, game)
    tap_answer(page, "Trumps", "Hearts")
    tap_answer(page, "Went alone", "Bob")
    tap_answer(page, "Went alone", "Bob")

    come_back_to_hand(page, game)

    trumps = page.get_by_role("group", name="Trumps", exact=True)
    expect(trumps).to_be_visible()
    expect(trumps.get_by_label("Hearts")).to_be_checked()
    expect(page.get_by_role("group", name="Went alone").get_by_label("Bob")).not_to_be_checked()


def test_what_was_given_back_can_be_thrown_away(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page)
    tap_out(page, "Cai")
    tap_hand(page, "15")
    come_back(page, game)

    page.get_by_role("button", name="Start over").click()

    expect(page.get_by_text(AS_LEFT)).to_be_hidden()
    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("")
    expect(hand(page, "Ann")).to_contain_class("is-current")
    expect(hand(page, "Cai").get_by_label("Out")).not_to_be_checked()
    come_back(page, game)
    expect(page.get_by_text(AS_LEFT)).to_be_hidden()
    assert kept(page) == 0


def test_a_draft_goes_once_the_deal_is_saved(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("status of 422")
    game = sit_down(page)
    tap_out(page, "Ann")
    for text in ("10", "20", "30", "1"):
        tap_hand(page, text)
        key(page, "Save" if text == "1" else "Next").click()
    expect(hand(page, "Eve")).to_contain_text("No cards add up to 1")
    come_back(page, game)
    expect(hand(page, "Eve").get_by_label("Points")).to_have_value("1")
    hand(page, "Eve").get_by_label("Points").fill("40")

    save(page)

    expect_totals(page, (0, 10, 20, 30, 40))
    assert kept(page) == 0
    page.get_by_role("button", name="Undo").click()
    open_deal(page, 1)
    expect(page.get_by_text(AS_LEFT)).to_be_hidden()


def test_what_was_begun_of_a_deal_saved_elsewhere_is_told(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page)
    begin_a_saved_deal(page, game)

    expect(page.get_by_role("heading", level=1)).to_contain_text("Correct deal 1")
    expect(page.locator("#begun p")).to_have_text(
        "You had started: Ann 15, Bob K K, Cai Out. The scores below were saved in the meantime."
    )
    expect(hand(page, "Ann").get_by_label("Out")).to_be_checked()
    expect(hand(page, "Bob").get_by_label("Points")).to_have_value("10")
    expect(page.get_by_text(AS_LEFT)).to_be_hidden()
    hand(page, "Dee").get_by_label("Points").click()
    page.reload()
    expect(page.locator("#begun p")).to_be_visible()

    page.get_by_role("button", name="Delete my entries").click()

    expect(page.locator("#begun")).to_be_hidden()
    assert kept(page) == 0
    page.reload()
    expect(page.locator("#begun")).to_be_hidden()


def begin_a_saved_deal(page: Page, game: Game) -> None:
    """Start entering the first deal, let another phone save it, and open it again."""
    tap_hand(page, "15")
    hand(page, "Bob").get_by_label("Points").click()
    tap_hand(page, "K K")
    tap_out(page, "Cai")
    RoundFactory(game=game, deal=1)
    page.reload()


def test_what_was_begun_goes_into_the_deal_saved_elsewhere(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page)
    begin_a_saved_deal(page, game)

    page.get_by_role("button", name="Use my entries").click()

    expect(page.locator("#begun")).to_be_hidden()
    expect(page.get_by_text(AS_LEFT)).to_be_visible()
    expect(hand(page, "Cai").get_by_label("Out")).to_be_checked()
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("total 15")
    expect(hand(page, "Bob").get_by_role("status")).to_have_text("= 20, total 20")
    expect(hand(page, "Cai").get_by_role("status")).to_have_text("out, total 0")
    expect(hand(page, "Dee").get_by_role("status")).to_have_text("total 10")
    save(page)
    expect_totals(page, (15, 20, 0, 10, 10))
    assert kept(page) == 0


def test_the_pad_leads_to_what_was_begun_of_a_deal_saved_elsewhere(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page)
    tap_hand(page, "15")
    page.goto(game.get_absolute_url())
    expect(page.locator("#overtaken")).to_be_hidden()
    RoundFactory(game=game, deal=1)

    page.get_by_role("link", name="Continue deal 1").click()

    said = "Deal 1, which you started entering here, has already been saved."
    expect(page.locator("#overtaken")).to_have_text(said)
    page.get_by_role("link", name="Deal 1", exact=True).click()
    expect(page.locator("#begun p")).to_contain_text("You had started: Ann 15.")
    page.get_by_role("button", name="Delete my entries").click()
    page.goto(game.get_absolute_url())
    expect(page.locator("#overtaken")).to_be_hidden()


def test_what_was_begun_and_saved_just_so_is_not_told(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page)
    tap_out(page, "Ann")
    tap_hand(page, "10")
    RoundFactory(game=game, deal=1)

    page.reload()

    expect(page.locator("#begun")).to_be_hidden()
    assert kept(page) == 0


def test_of_two_versions_one_is_chosen_and_the_draft_goes(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("status of 409")
    game = sit_down(page)
    tap_out(page, "Ann")
    for text in ("15", "20", "30", "40"):
        tap_hand(page, text)
        if text != "40":
            key(page, "Next").click()
    RoundFactory(game=game, deal=1)
    save(page)

    page.get_by_role("button", name="Use mine").click()

    expect_totals(page, (0, 15, 20, 30, 40))
    assert kept(page) == 0


def test_half_a_correction_is_given_back(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page)
    RoundFactory(game=game, deal=1)
    page.reload()
    tap_out(page, "Bob")
    hand(page, "Ann").get_by_label("Points").fill("15")
    hand(page, "Cai").get_by_label("Points").fill("")

    page.reload()

    expect(page.get_by_text(AS_LEFT)).to_be_visible()
    expect(hand(page, "Bob").get_by_label("Out")).to_be_checked()
    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("15")
    expect(hand(page, "Cai").get_by_label("Points")).to_have_value("")
    page.get_by_role("button", name="Start over").click()
    expect(hand(page, "Ann").get_by_label("Out")).to_be_checked()
    expect(hand(page, "Cai").get_by_label("Points")).to_have_value("10")
    # The script reads the form after the browser has restored the form’s contents.
    page.wait_for_function(f"() => {DRAFTS} === 0")


def test_half_a_correction_of_a_deal_corrected_elsewhere_is_told(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page)
    was = RoundFactory(game=game, deal=1).entry
    page.reload()
    hand(page, "Bob").get_by_label("Points").fill("15")
    RoundFactory(game=game, deal=1, texts=was | {"left-points-3": "25"})

    page.reload()

    expect(page.get_by_text(AS_LEFT)).to_be_hidden()
    expect(hand(page, "Bob").get_by_label("Points")).to_have_value("10")
    expect(page.locator("#begun p")).to_contain_text("You had started: Bob 15.")
    page.get_by_role("button", name="Use my entries").click()
    expect(hand(page, "Bob").get_by_label("Points")).to_have_value("15")
    expect(hand(page, "Cai").get_by_label("Points")).to_have_value("25")


def test_who_was_made_the_dealer_since_deals(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page)
    page.get_by_label("Dealer").select_option("Dee")
    tap_hand(page, "15")
    page.goto(game.get_absolute_url())
    page.get_by_text("Next dealer").click()
    page.get_by_role("button", name="Bob").click()
    expect(page.locator("main")).to_contain_text("Bob deals")

    open_deal(page, 1)

    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("15")
    expect(page.get_by_label("Dealer").locator("option:checked")).to_have_text("Bob")


def test_a_draft_of_another_deal_and_an_old_one_stay_away(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page)
    tap_hand(page, "15")
    page.evaluate(
        "localStorage.setItem('entry /games/old/rounds/1/', '{\"at\": 1, \"texts\": []}')"
    )

    other = sit_down(page)

    assert other.code != game.code
    expect(hand(page, "Ann").get_by_label("Points")).to_have_value("")
    assert page.evaluate("Object.keys(localStorage)") == [f"entry /games/{game.code}/rounds/1/"]


def test_a_browser_that_keeps_nothing_can_enter_a_deal(
    new_context: Callable[..., BrowserContext], sit_down: Callable[..., Game]
) -> None:
    context = new_context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('none'); } })"
    )
    page = context.new_page()
    sit_down(page)
    tap_out(page, "Ann")
    for text in ("10", "20", "30", "40"):
        tap_hand(page, text)
        expect(page.get_by_text("This browser can’t keep drafts")).to_be_visible()
        key(page, "Save" if text == "40" else "Next").click()

    expect_totals(page, (0, 10, 20, 30, 40))
