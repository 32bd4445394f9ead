"""Comparing games: a link to a section opens it, and printing opens all sections."""

import pytest
from playwright.sync_api import Locator, Page, expect

COMPARISON = "/rules/compare?v=contract-rummy&v=liverpool-rummy&v=may-i&v=shanghai-rummy"


@pytest.fixture(params=["page", "plain_page"], ids=["with script", "without"])
def either_page(request: pytest.FixtureRequest) -> Page:
    return request.getfixturevalue(request.param)


def section(page: Page, title: str) -> Locator:
    return page.locator("details").filter(has=page.get_by_role("heading", name=title, exact=True))


def test_a_section_opens_when_it_is_jumped_to(either_page: Page) -> None:
    page = either_page
    page.goto(COMPARISON)
    scoring = section(page, "Scoring")
    expect(section(page, "Cards left in hand")).to_have_attribute("open", "")
    expect(scoring).not_to_have_attribute("open", "")

    page.get_by_role("navigation", name="Sections").get_by_text("Scoring", exact=True).click()

    expect(scoring.get_by_text("A joker left in hand counts 50 points")).to_be_in_viewport()
    expect(scoring.get_by_role("heading")).to_be_in_viewport()
    scoring.get_by_role("heading").click()
    expect(scoring.get_by_role("table")).to_be_hidden()


def test_an_address_opens_the_section_that_it_names(either_page: Page) -> None:
    either_page.goto(f"{COMPARISON}#tips")

    expect(section(either_page, "Tips").get_by_role("table")).to_be_in_viewport()


def test_who_says_it_stays_in_sight(page: Page) -> None:
    page.goto("/rules/compare?v=euchre&v=hearts#scoring")
    name = section(page, "Scoring").locator("b", has_text="Euchre")

    page.get_by_text("Example: makers with two tricks").scroll_into_view_if_needed()

    expect(name).to_be_in_viewport(ratio=1)
    expect(section(page, "Scoring").get_by_role("heading")).to_be_in_viewport(ratio=1)


def test_on_paper_every_section_is_open(either_page: Page) -> None:
    either_page.goto(COMPARISON)
    hidden = either_page.locator(".part table").last
    expect(hidden).to_be_hidden()

    either_page.emulate_media(media="print")

    expect(hidden).to_be_visible()
