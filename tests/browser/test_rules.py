"""Rules pages on a phone: tables can be read row by row, and no word is broken."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import User
from tests.browser.steps import PEOPLE
from tests.factories import GameFactory

# Returns, for each row of a table, whether its cells have the same height.
ROWS = """table => [...table.querySelectorAll('tr')].map(row => {
    const heights = [...row.children].map(cell => cell.getBoundingClientRect().height)
    return Math.max(...heights) - Math.min(...heights) < 1
})"""
# Returns the words in a table that are broken across lines.
BROKEN = """table => [...table.querySelectorAll('th, td')].flatMap(cell => {
    const words = []
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
        const text = texts.currentNode
        for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
            const range = document.createRange()
            range.setStart(text, word.index)
            range.setEnd(text, word.index + word[0].length)
            if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1)
                words.push(word[0])
        }
    }
    return words
})"""


@pytest.mark.parametrize("slug", ["contract-rummy", "progressive-rummy", "pay-me", "hearts"])
def test_the_deals_of_a_game_stand_in_rows(page: Page, slug: str) -> None:
    page.goto(f"/rules/{slug}/")

    table = page.locator("table.by-deal")

    assert len(set(table.evaluate(ROWS))) == 1
    assert table.evaluate(ROWS)[0]
    assert table.evaluate(BROKEN) == []


@pytest.mark.parametrize("slug", ["liverpool-rummy-common", "black-maria"])
def test_what_differs_from_the_parent_is_told_in_whole_words(page: Page, slug: str) -> None:
    page.goto(f"/rules/{slug}/")

    assert page.locator("#differences + table").evaluate(BROKEN) == []


@pytest.mark.parametrize(
    ("url", "question", "link"),
    [
        ("/rules/", "joker worth in canasta", "/rules/canasta/#values"),
        ("/rules/hearts/", "what is the left bower", "/rules/euchre/#glossary-left-bower"),
    ],
)
def test_going_back_shows_the_results_again(page: Page, url: str, question: str, link: str) -> None:
    page.goto(url)
    asked, result = page.locator("#asked"), page.locator(f'#found a[href="{link}"]').first
    asked.fill(question)

    result.click()
    page.wait_for_url(f"**{link}")
    page.go_back()

    expect(asked).to_have_value(question)
    expect(result).to_be_visible()


def test_a_phone_shows_seven_results_and_no_keyboard(page: Page) -> None:
    page.goto("/rules/")
    box, results = page.locator("#asked"), page.locator("#found .hits > li")
    box.fill("how do you go out in gin rummy")
    box.press("Enter")

    expect(results.nth(6)).to_be_in_viewport(ratio=1)
    expect(box).not_to_be_focused()
    assert min(link.bounding_box()["height"] for link in results.locator("> a").all()) >= 44
    assert results.first.evaluate("hit => getComputedStyle(hit).fontSize") == "16px"
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")


def test_the_box_grows_to_three_lines(page: Page) -> None:
    page.goto("/rules/")
    box = page.locator("#asked")
    low = box.bounding_box()["height"]
    box.fill("My grandfather says that the queen counts thirteen, my aunt says twelve, " * 3)

    expect(box).to_have_attribute("rows", "3")
    assert box.bounding_box()["height"] > 1.8 * low
    box.fill("queen of spades in hearts")
    expect(box).to_have_attribute("rows", "1")
    assert box.bounding_box()["height"] == low


def test_the_section_of_the_best_result_opens_below_it(page: Page) -> None:
    page.goto("/rules/search?q=can+I+swap+a+joker+in+liverpool")
    page.get_by_text("All 6 rules on “Jokers”").click()

    expect(page.locator(".whole li")).to_have_count(6)
    expect(page.locator(".whole li").first).to_be_in_viewport()


def test_a_question_is_about_the_game_at_hand_until_a_tap_removes_it(own_page: Page) -> None:
    own_page.goto("/rules/hearts/")
    own_page.goto("/rules/shanghai-rummy/")
    own_page.goto("/rules/")
    answer = own_page.locator("#found .answer")
    shanghai = own_page.get_by_role("button", name="Shanghai Rummy", exact=True)
    expect(shanghai).to_have_attribute("aria-pressed", "true")

    own_page.locator("#asked").fill("joker worth")
    expect(answer).to_have_text("Joker in Shanghai Rummy: 50 points")
    shanghai.click()
    expect(answer).to_have_text("Joker in Contract Rummy: 15 points")
    # The games that were opened last are suggested.
    own_page.get_by_role("button", name="Hearts", exact=True).click()
    expect(own_page.locator("#found .where").first).to_have_text("Hearts · Cards")

    own_page.goto("/rules/")
    expect(own_page.get_by_role("button", name="Hearts")).to_have_attribute("aria-pressed", "true")
    own_page.evaluate("localStorage.opened = localStorage.opened.replace('hearts', 'abcdefgh')")
    own_page.reload()
    own_page.locator("#asked").fill("joker worth")
    expect(answer).to_have_text("Joker in Contract Rummy: 15 points")
    expect(own_page.locator(".scopes button")).to_have_text(["Shanghai Rummy"])


def test_the_game_that_a_phone_plays_is_the_game_at_hand(
    own_page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    game = GameFactory(names=PEOPLE)
    log_in(own_page.context, game.group.members.get().user)
    own_page.goto(game.get_absolute_url())
    own_page.wait_for_function("localStorage.opened")
    own_page.goto("/rules/")

    own_page.locator("#asked").fill("joker worth")
    answer = own_page.locator("#found .answer a")
    expect(answer).to_have_attribute("href", f"/games/{game.code}/rules/#values")
