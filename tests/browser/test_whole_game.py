"""Seven deals of Contract Rummy on a phone, from the empty home page to the winner."""

from collections.abc import Container

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Game
from tests.browser.steps import (
    PEOPLE,
    SEVEN_DEALS,
    Played,
    enter_deal,
    expect_deal,
    expect_totals,
    hand,
    open_deal,
    start_game,
    tap_out,
)
from tests.factories import RoundFactory

PLACES = ["1st Dee 98", "2nd Eve 129", "3rd Ann 135", "3rd Bob 135", "5th Cai 150"]


# Deals with totals, with cards and with sums, and one in which the stock ran out. All others are
# entered in the same way.
EACH_KIND = (1, 3, 4, 7)


def texts_of(played: Played) -> dict[str, str]:
    """Return the texts of a deal by input name."""
    seats = {name: seat for seat, name in enumerate(PEOPLE, 1)}
    texts = {f"left-{part_of(text)}-{seats[name]}": text for name, text in played.hands.items()}
    return texts | ({"out": str(seats[played.out])} if played.out else {"ran-out": "1"})


def part_of(text: str) -> str:
    return "points" if text[0].isdigit() and " " not in text else "cards"


def recorded(page: Page, number: int, by_hand: Container[int]) -> bool:
    """Record a deal without a page unless it is entered ``by_hand``. Return whether it was."""
    if number in by_hand:
        return False
    RoundFactory(game=Game.objects.get(), deal=number, texts=texts_of(SEVEN_DEALS[number - 1]))
    page.reload()
    return True


@pytest.mark.parametrize(
    "by_hand", [EACH_KIND, pytest.param(range(1, 8), marks=pytest.mark.long)], ids=["some", "all"]
)
def test_a_whole_game_is_entered_with_the_keypad(page: Page, by_hand: Container[int]) -> None:
    start_game(page)

    for number, played in enumerate(SEVEN_DEALS, 1):
        if not recorded(page, number, by_hand):
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
        if recorded(page, number, EACH_KIND):
            continue
        open_deal(page, number)
        tap_out(page, played.out)
        for name, text in played.hands.items():
            hand(page, name).get_by_label(part_of(text).capitalize()).fill(text)
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
