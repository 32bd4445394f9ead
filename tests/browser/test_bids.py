"""Bids, which are saved before the hand is played."""

from collections.abc import Callable

from django.urls import reverse
from playwright.sync_api import Page, expect

from scorekeeper.models import Game
from tests.browser.steps import DRAFTS, PEOPLE, expect_totals, hand, key, open_deal, tap_hand

FOUR = PEOPLE[:4]


def bid(page: Page, digits: str) -> None:
    """Enter the bids, starting at the dealer’s left, and wait until they have been saved."""
    tap_hand(page, digits)
    expect(page.get_by_text("Bids saved ✓")).to_be_visible()


def expect_bids(page: Page, *bids: str) -> None:
    expect(page.locator("#scoreboard tr.next .bid")).to_have_text(bids)


def test_every_phone_sees_the_bids_while_the_hand_is_played(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page, "spades", FOUR)
    bid(page, "4332")

    # Ann deals, so Bob bids first.
    for address in (game.get_absolute_url(), reverse("watch", args=[game.code, game.watch_token])):
        page.goto(address)
        expect_bids(page, "2+3", "4+3")
        expect(page.locator(".deal-bids")).to_have_text("Bids 2+3 · 4+3, underbid by 1.")
    assert page.evaluate(DRAFTS) == 0
    assert game.rounds.count() == 0


def test_the_entry_page_opens_at_the_tricks(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page, "spades", FOUR)
    bid(page, "4332")
    page.get_by_role("link", name="Spades").click()
    expect(page.get_by_role("link", name="Enter hand 1")).to_be_visible()

    open_deal(page, 1, "hand")
    expect(hand(page, "Ann")).to_contain_class("is-current")
    tap_hand(page, "443")
    key(page, "Save").tap()

    # Ann & Cai bid 5 and took 7, Bob & Dee bid 7 and took 6.
    expect_totals(page, (52, -70))
    assert game.rounds.count() == 1
    page.get_by_role("button", name="Undo hand 1").click()
    expect_bids(page, "2+3", "4+3")


def test_a_bid_can_be_changed_during_play(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "spades", FOUR)
    bid(page, "4332")
    page.get_by_role("link", name="Spades").click()
    open_deal(page, 1, "hand")

    hand(page, "Dee").get_by_label("Bid").tap()
    bid(page, "5")
    page.get_by_role("link", name="Spades").click()

    expect_bids(page, "2+3", "4+5")
    page.get_by_role("button", name="Undo bids for hand 1").click()
    expect_bids(page, "2+3", "4+3")
