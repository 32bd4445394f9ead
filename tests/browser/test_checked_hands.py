"""Checking a hand on a phone: one tap for each card, a draft, and what is left for scoring."""

from collections.abc import Callable

from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import User
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
    expect(page.locator("[name=left-cards-2]")).to_have_value("2C 3C 9H KD")


def test_cards_from_before_are_cleared_with_one_tap(page: Page) -> None:
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
    kept.get_by_role("button", name="Clear").tap()

    expect(text).to_have_value("")
    expect(kept).to_be_hidden()
    expect(verdict).to_have_text("Tap your cards, or type them.")
