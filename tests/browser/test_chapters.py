"""On phones, the sections of the rules are collapsed, and a link into one opens it."""

import pytest
from playwright.sync_api import Page, expect

RULES = "/rules/contract-rummy/"
RULE = "melds-aces"
SHIFT = """() => {
    const seen = new PerformanceObserver(() => {});
    seen.observe({ type: "layout-shift", buffered: true });
    return seen.takeRecords().reduce((sum, { value }) => sum + value, 0);
}"""
WIDE = {"width": 1280, "height": 800}


@pytest.fixture(params=["page", "plain_page"], ids=["with script", "without"])
def either_page(request: pytest.FixtureRequest) -> Page:
    return request.getfixturevalue(request.param)


def expect_rules(page: Page, *, are_visible: bool) -> None:
    """Wait until all rules on the page are visible, or until none is."""
    expect(page.locator(".chapter li").filter(visible=not are_visible)).to_have_count(0)
    expect(page.locator(".chapter li").filter(visible=are_visible)).not_to_have_count(0)


def test_on_a_phone_the_sections_are_folded_and_open_with_a_tap(either_page: Page) -> None:
    page = either_page
    page.goto(RULES)
    summaries = page.locator(".chapter > summary")

    expect_rules(page, are_visible=False)
    assert summaries.count() > 15
    assert page.evaluate("document.documentElement.scrollHeight") < 4500
    expect(page.get_by_role("heading", name="At a glance")).to_be_visible()

    summaries.filter(has_text="Melds").click()
    expect(page.locator(f"#{RULE}")).to_be_visible()


def test_a_link_to_a_rule_opens_its_section(either_page: Page) -> None:
    page = either_page
    page.goto(f"{RULES}#{RULE}")
    expect(page.locator(f"#{RULE}")).to_be_in_viewport()

    page.goto("/rules/")
    page.goto(f"{RULES}#scoring")
    expect(page.locator("#scoring li").first).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Scoring")).to_be_in_viewport()


def test_a_result_of_the_search_in_the_page_opens_its_section(page: Page) -> None:
    page.goto(RULES)
    page.evaluate("location.hash = 'jokers'")

    expect(page.locator("#jokers li").first).to_be_in_viewport()


def test_a_search_by_the_browser_finds_folded_rules(page: Page) -> None:
    page.goto(RULES)
    rule = page.locator("#jokers li").first
    expect(rule).to_be_hidden()
    words = rule.evaluate("rule => rule.firstChild.textContent.trim().split(' ').slice(0, 4)")

    page.goto("/rules/")
    page.goto(f"{RULES}#:~:text={'%20'.join(words)}")

    expect(rule).to_be_in_viewport()


def test_on_a_laptop_and_on_paper_all_sections_are_open(either_page: Page) -> None:
    page = either_page
    page.goto(RULES)
    page.emulate_media(media="print")
    expect_rules(page, are_visible=True)
    page.emulate_media(media="screen")
    expect_rules(page, are_visible=False)

    page.set_viewport_size(WIDE)
    page.goto(f"{RULES}?again")
    expect_rules(page, are_visible=True)


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, WIDE])
def test_nothing_moves_when_the_script_arrives(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    page.goto(RULES)
    expect(page.locator("html.folds")).to_have_count(1)

    assert page.evaluate(SHIFT) < 0.01
    left_folded = page.locator(".chapter:not([open])").count()
    assert (left_folded == 0) == (size == WIDE)


def test_a_phone_that_is_turned_shows_all_sections(page: Page) -> None:
    page.goto(RULES)
    page.set_viewport_size({"width": 800, "height": 360})

    expect(page.locator(".chapter:not([open])")).to_have_count(0)
