"""The keypad of the entry page: its position, its states, and how it fills in fields."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.models import Game
from tests.browser.conftest import Watch
from tests.browser.steps import (
    DRAFTS,
    PEOPLE,
    card_key,
    choose_game,
    expect_totals,
    hand,
    key,
    open_deal,
    tap_hand,
    tap_mark,
    tap_out,
)
from tests.factories import RoundFactory, ten_each


@pytest.mark.parametrize("variant", ["contract-rummy", "spades", "canasta"])
def test_the_keypad_is_at_the_foot_with_keys_as_tall_as_the_screen_allows(
    page: Page, sit_down: Callable[..., Game], variant: str
) -> None:
    sit_down(page, variant, PEOPLE[:4])
    for width, height, least in ((320, 568, 44), (360, 640, 44), (390, 844, 60), (412, 915, 60)):
        page.set_viewport_size({"width": width, "height": height})

        keypad, digit = page.locator("#keypad").bounding_box(), key(page, "5").bounding_box()

        assert keypad["y"] + keypad["height"] == pytest.approx(height, abs=9)
        assert least <= digit["height"] <= 66, width


def test_a_slow_save_is_visible(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page, "any-game", ("Ann", "Bob"))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(f"**/games/{game.code}/rounds/1/", hold)
    tap_hand(page, "12")
    key(page, "Next").tap()
    tap_hand(page, "7")

    key(page, "Save").tap()

    saving = key(page, "Saving…")
    expect(saving).to_be_disabled()
    held[0].continue_()
    expect_totals(page, (12, 7))


def test_a_rejected_save_is_over(
    own_page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    page = own_page
    watch.expect("status of 422")
    sit_down(page, names=PEOPLE[:3])
    page.clock.install()
    tap_out(page, "Ann")
    for points in ("1", "20"):
        tap_hand(page, points)
        key(page, "Next" if points == "1" else "Save").tap()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()

    page.clock.run_for(1000)

    expect(key(page, "Saving…")).to_have_count(0)


def test_each_player_keeps_counting_cards_or_points(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page, names=PEOPLE[:3])
    tap_out(page, "Ann")
    tap_hand(page, "K K")
    key(page, "Next").tap()
    tap_hand(page, "25")
    key(page, "Save").tap()
    expect_totals(page, (0, 20, 25))

    open_deal(page, 2)
    tap_out(page, "Ann")
    expect(hand(page, "Bob").get_by_label("Cards")).to_be_focused()
    card_key(page, "5").tap()
    key(page, "Next").tap()
    expect(hand(page, "Cai").get_by_label("Points")).to_be_focused()
    tap_hand(page, "7")
    key(page, "Save").tap()

    expect_totals(page, (0, 25, 32))
    assert game.rounds.get(deal=2).entry["left-cards-2"] == "5"


def test_cards_are_tiles_that_can_be_tapped_away(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page)
    tap_out(page, "Bob")
    tap_hand(page, "2 3 4 5 6 7 8 9 10 J")
    tiles = page.get_by_role("group", name="Cards in this hand").get_by_role("button")
    expect(tiles).to_have_text(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J"])
    newest = tiles.last.bounding_box()
    assert 0 <= newest["x"] <= newest["x"] + newest["width"] <= 360

    page.get_by_role("button", name="Remove 9").tap()

    expect(hand(page, "Ann").get_by_label("Cards")).to_have_value("2 3 4 5 6 7 8 10 J")
    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 55, total 55")
    card_key(page, "Q").tap()
    expect(tiles.last).to_have_text("Q")


def test_going_out_ticks_the_phase_as_made(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "phase-rummy", PEOPLE[:3])
    made = {name: hand(page, name).get_by_label("Made the phase") for name in PEOPLE[:3]}
    tap_mark(page, "Cai", "Made the phase")

    tap_out(page, "Ann")
    expect(made["Ann"]).to_be_checked()
    tap_out(page, "Cai")

    expect(made["Ann"]).not_to_be_checked()
    expect(made["Cai"]).to_be_checked()
    tap_out(page, "Bob")
    expect(made["Cai"]).to_be_checked()


def test_the_last_count_follows_the_others_until_it_is_typed(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "hearts", PEOPLE[:4])
    counts = [hand(page, name).get_by_label("Hearts") for name in PEOPLE[:4]]
    tap_hand(page, "543")
    expect(counts[3]).to_have_value("1")

    counts[0].tap()
    tap_hand(page, "2")
    expect(counts[3]).to_have_value("4")
    counts[3].tap()
    key(page, "⌫").tap()
    expect(counts[3]).to_have_value("")
    tap_hand(page, "3")
    counts[0].tap()
    tap_hand(page, "3")

    expect(counts[3]).to_have_value("3")


def test_keeping_the_saved_version_settles_it(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect("status of 409")
    game = sit_down(page)
    tap_out(page, "Ann")
    RoundFactory(game=game, deal=1, texts=ten_each(game))
    for name in PEOPLE[1:]:
        hand(page, name).get_by_label("Points").fill("20")
    key(page, "Save").tap()

    page.get_by_role("link", name="Keep saved version").click()

    expect_totals(page, (0, 10, 10, 10, 10))
    expect(page.locator("#overtaken")).to_be_hidden()
    assert page.evaluate(DRAFTS) == 0


def test_enter_goes_to_the_next_name_and_starts_at_the_last(page: Page) -> None:
    choose_game(page, "Contract Rummy")
    seats = [page.get_by_label(f"Player {number}", exact=True) for number in range(1, 5)]

    seats[0].focus()
    for at, name in enumerate(("Ann", "Bob", "Cai")):
        expect(seats[at]).to_be_focused()
        expect(seats[at]).to_have_attribute("enterkeyhint", "next")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(seats[3]).to_be_focused()
    expect(seats[3]).to_have_attribute("enterkeyhint", "go")
    page.keyboard.press("Enter")

    expect(page.locator("#scoreboard thead .pad-name span")).to_have_text(["Ann", "Bob", "Cai"])


def test_a_name_that_has_the_focus_before_the_script_has_loaded_goes_on_too(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/js/seats.js", hold)
    page.goto("/games/new/contract-rummy/", wait_until="commit")
    seat = page.get_by_label("Player 1", exact=True)
    seat.focus()
    expect(seat).not_to_have_attribute("enterkeyhint", "next")

    held[0].continue_()

    expect(seat).to_have_attribute("enterkeyhint", "next")


def test_a_correction_may_raise_a_count_first(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "oh-hell", PEOPLE[:3])
    counts = [hand(page, name).get_by_label("Tricks") for name in PEOPLE[:3]]
    for count, tricks in zip(counts, ("4", "3", "10"), strict=True):
        count.fill(tricks)

    counts[0].tap()
    key(page, "5").tap()
    counts[1].tap()
    key(page, "2").tap()

    expect(counts[0]).to_have_value("5")
    expect(page.get_by_text("Tricks: none left")).to_be_visible()
