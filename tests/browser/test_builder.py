"""Building a sheet in the browser with a live preview."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpRequest, HttpResponse
from playwright.sync_api import BrowserContext, Locator, Page, Request, Route, expect

from scorekeeper.models import HouseRules, User
from scorekeeper.views import sheets
from scorekeeper.web.pdf_responses import png_response
from tests.browser.conftest import Watch
from tests.browser.pages import Table
from tests.browser.steps import PEOPLE
from tests.sheets.pdfs import text_of

BUILDER = "/sheets/contract-rummy/"
REFUSED = "status of 422"
NAMES = "\n".join(PEOPLE)


def field(page: Page, label: str) -> Locator:
    return page.get_by_label(label, exact=True)


def line(page: Page) -> Locator:
    return page.locator("#sheet-line")


def picture(page: Page) -> Locator:
    return page.locator("#sheet img")


def expect_picture(page: Page) -> None:
    """Assert that the preview has loaded, at the size reserved for it."""
    expect(picture(page)).to_have_js_property("complete", True)
    natural, given = picture(page).evaluate(
        "img => [img.naturalWidth / img.naturalHeight, img.width / img.height]"
    )
    assert natural == pytest.approx(given, rel=0.01)


def pdf_of(page: Page) -> str:
    """Return the text of the PDF that the button opens."""
    link = page.get_by_role("link", name="Open the PDF")
    return text_of(page.request.get(link.get_attribute("href")).body())


def test_a_sheet_is_seen_while_it_is_put_together(page: Page, watch: Watch) -> None:
    watch.expect(REFUSED)
    page.goto(BUILDER)
    expect(line(page)).to_have_text("A4, portrait, 1 page")
    expect_picture(page)
    first = picture(page).get_attribute("src")

    field(page, "Players").select_option("5")
    expect(picture(page)).to_have_attribute("src", re.compile(r"\?players=5$"))
    assert picture(page).get_attribute("src") != first
    field(page, "Names").press_sequentially(NAMES)
    expect(picture(page)).to_have_attribute("src", re.compile(r"\?names=Ann,Bob,Cai,Dee,Eve$"))
    page.get_by_text("Large print").click()
    expect(line(page)).to_have_text(
        re.compile("^\\s*A4, .*, 2 pages \\(the first is shown\\)\\s*$")
    )
    expect_picture(page)

    field(page, "Copies").fill("1000")
    sentence = page.locator("#copies-problem")
    expect(sentence).to_have_text("We can’t print “1000” copies. Enter a number from 1 to 20.")
    expect(field(page, "Copies")).to_have_attribute("aria-invalid", "true")
    expect(field(page, "Copies")).to_have_accessible_description(re.compile("can’t print"))
    expect(field(page, "Copies")).to_be_focused()
    expect(field(page, "Names")).to_have_value(NAMES)
    expect(line(page)).to_have_text("Fix the marked fields to see the sheet.")
    expect(picture(page)).to_have_css("opacity", "0.4")
    expect(page.get_by_role("link", name="Open the PDF")).to_be_hidden()

    field(page, "Copies").fill("2")
    expect(line(page)).to_contain_text(": 2 copies on 4 pages (the first is shown)")
    expect(sentence).to_be_empty()
    expect(field(page, "Copies")).not_to_have_attribute("aria-invalid", "true")
    expect(picture(page)).to_have_css("opacity", "1")
    printed = pdf_of(page)
    assert "copy2of2" in printed
    assert all(name in printed for name in PEOPLE)


def test_the_address_keeps_what_was_typed(page: Page, watch: Watch) -> None:
    watch.expect(REFUSED)
    page.goto(BUILDER)
    field(page, "Names").fill(NAMES)
    field(page, "Orientation").select_option("landscape")
    expect(line(page)).to_have_text("A4, landscape, 1 page")
    query = {"names": [",".join(PEOPLE)], "turn": ["landscape"]}
    assert parse_qs(urlsplit(page.url).query) == query

    page.reload()
    expect(line(page)).to_have_text("A4, landscape, 1 page")
    expect(field(page, "Orientation")).to_have_value("landscape")

    field(page, "Players").select_option("5")
    field(page, "Copies").fill("x")
    expect(page.locator("#copies-problem")).to_contain_text("can’t print “x” copies")
    page.reload()
    expect(field(page, "Copies")).to_have_value("x")
    expect(field(page, "Players")).to_have_value("5")
    expect(field(page, "Names")).to_have_value(",".join(PEOPLE))


def test_the_same_is_not_asked_twice(own_page: Page) -> None:
    page = own_page
    page.clock.install()
    page.goto(BUILDER)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if is_part(request) else None)

    field(page, "Names").press_sequentially("Ann")
    expect(picture(page)).to_have_attribute("src", re.compile("names=Ann$"))
    assert len(asked) == 1
    field(page, "Names").press_sequentially("!")
    page.keyboard.press("Backspace")
    page.keyboard.press("Tab")
    field(page, "Copies").press("Enter")
    page.clock.run_for(5000)
    # If there was another request, it was sent before this one.
    with page.expect_request("**/icon.svg"):
        page.evaluate("() => fetch('/static/img/icon.svg').then(() => null)")
    assert len(asked) == 1


def is_part(request: Request) -> bool:
    return "hx-request" in request.headers


def test_a_picture_seen_before_is_not_asked_for_again(
    own_page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = own_page  # without images from other tests
    answered: list[str] = []

    def answer(request: HttpRequest, *args: Any) -> HttpResponse:
        answered.append(request.get_full_path())
        return png_response(request, *args)

    monkeypatch.setattr(sheets, "png_response", answer)
    page.goto(BUILDER)
    expect_picture(page)

    for is_large in (True, False, True):
        field(page, "Large print").set_checked(is_large)
        expect(picture(page)).to_have_attribute("src", re.compile("=1$" if is_large else "png$"))
        expect_picture(page)

    assert answered == ["/sheets/contract-rummy.png", "/sheets/contract-rummy.png?large=1"]


def test_a_house_rule_that_asks_has_its_problem_beside_it(page: Page, watch: Watch) -> None:
    watch.expect(REFUSED)
    page.goto("/sheets/any-game/")
    page.get_by_text("House rules:").click()
    field(page, "Number of rounds").check()
    expect(page.locator("#house-line")).to_have_text("Number of rounds (10)")
    rounds = field(page, "Number of rounds: Number")
    rounds.fill("0")

    expect(page.locator("#figures-rounds-problem")).to_contain_text("from 1 to 100")
    expect(rounds).to_have_attribute("aria-invalid", "true")
    rounds.fill("5")
    expect(page.locator("#house-line")).to_have_text("Number of rounds (5)")


def test_a_wrong_figure_is_shown_with_all_that_it_is_folded_into(page: Page, watch: Watch) -> None:
    watch.expect(REFUSED)
    page.goto(f"{BUILDER}?set-deals.1.cards=11")
    deal = page.get_by_role("group", name="Deal 2").get_by_label("Cards each")
    deal.fill("many")
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = false; })")

    expect(page.get_by_text("Cards each: Enter a whole number")).to_be_visible()
    # The bar around the button is hidden, so it doesn’t cover the field.
    expect(page.locator("#sheet .under-thumb")).to_be_hidden()
    expect(deal).to_have_attribute("aria-invalid", "true")
    assert parse_qs(urlsplit(page.url).query) == {
        "paper": ["a4"],
        "set-deals.1.cards": ["11"],
        "set-deals.2.cards": ["many"],
    }
    deal.fill("12")
    expect(page.locator("#house-line")).to_have_text("deal 1: 11 cards each, deal 2: 12 cards each")
    expect(deal).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#sheet .under-thumb")).to_be_visible()


def test_house_rules_of_the_table_fill_the_form(
    page: Page, log_in: Callable[[BrowserContext, User], None], live_server: object
) -> None:
    group = Table().group
    rules = {"scoring.values.Joker": 40, "deals.1.cards": 11}
    HouseRules.objects.create(
        group=group, variant="contract-rummy", name="Kitchen rules", patches=rules
    )
    log_in(page.context, group.members.get().user)
    page.goto(BUILDER)
    field(page, "Names").fill(NAMES)
    chip = page.get_by_role("button", name="Kitchen rules")
    width = chip.bounding_box()["width"]

    chip.click()

    expect(chip).to_have_attribute("aria-pressed", "true")
    assert chip.bounding_box()["width"] == pytest.approx(width)  # nothing moves
    expect(page.locator("#house-line")).to_have_text("Joker counts 40, deal 1: 11 cards each")
    expect(field(page, "Names")).to_have_value(NAMES)
    assert "Houserules:Jokercounts40,deal1:11cardseach" in pdf_of(page)
    page.get_by_text("No jokers", exact=True).click()
    expect(chip).to_have_attribute("aria-pressed", "false")
    # htmx reports a request as failed if the page is left before the response.
    expect(picture(page)).to_have_attribute("src", re.compile("no-jokers"))


def test_who_is_quicker_than_the_preview_gets_what_was_typed(page: Page) -> None:
    page.goto(BUILDER)
    page.route(f"**{BUILDER}?**", lambda _: None)
    page.route("**/contract-rummy.pdf?**", lambda route: route.fulfill(status=204))
    field(page, "Names").fill("Ann,Bob,Cai")

    with page.expect_request("**/contract-rummy.pdf?**") as opened:
        page.get_by_role("link", name="Open the PDF").click()

    assert parse_qs(urlsplit(opened.value.url).query)["names"] == ["Ann,Bob,Cai"]


def test_a_lost_connection_keeps_what_was_typed(page: Page, watch: Watch) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:")
    page.goto(BUILDER)
    page.context.set_offline(True)
    field(page, "Names").fill("Ann")
    notice = page.get_by_role("alert").filter(has_text="No response. What you typed is still here")
    expect(notice).to_be_visible()
    expect(field(page, "Names")).to_have_value("Ann")

    page.context.set_offline(False)
    field(page, "Copies").press("Enter")

    expect(picture(page)).to_have_attribute("src", re.compile("names=Ann$"))
    expect(notice).to_be_hidden()


def test_a_picture_that_cannot_be_drawn_now_is_told(page: Page, watch: Watch) -> None:
    watch.expect("status of 503")

    def busy(route: Route) -> None:
        route.fulfill(status=503, headers={"Retry-After": "10"}, body="busy")

    page.route("**/contract-rummy.png?*", busy)
    page.goto(BUILDER)
    field(page, "Players").select_option("3")
    notice = page.get_by_role("alert").filter(has_text="No response.")
    expect(notice).to_be_visible()

    page.unroute_all()
    field(page, "Players").select_option("5")
    expect(notice).to_be_hidden()
    expect_picture(page)


def test_a_change_before_the_scripts_have_loaded_is_shown(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/js/sheet*.js", hold)
    page.goto(BUILDER, wait_until="commit")
    page.get_by_text("Landscape", exact=True).wait_for(state="attached")
    field(page, "Orientation").select_option("landscape")
    expect(line(page)).not_to_contain_text("landscape")
    held[0].continue_()
    expect(line(page)).to_contain_text("A4, landscape")


def test_a_sheet_is_put_together_without_script(plain_page: Page, watch: Watch) -> None:
    watch.expect(REFUSED)
    page = plain_page
    page.goto(BUILDER)
    expect(page.get_by_role("link", name="Open the PDF")).to_be_hidden()
    field(page, "Players").select_option("5")
    field(page, "Names").fill(NAMES)
    field(page, "Orientation").select_option("portrait")
    field(page, "Copies").fill("1000")
    page.get_by_role("button", name="See the sheet").click()
    expect(page.locator("#copies-problem")).to_contain_text("can’t print “1000” copies")
    expect(field(page, "Names")).to_have_value(NAMES)

    field(page, "Copies").fill("2")
    page.get_by_role("button", name="See the sheet").click()
    expect(line(page)).to_have_text("A4, portrait: 2 copies on 2 pages (the first is shown)")
    expect(picture(page)).to_be_visible()
    expect(page.get_by_role("button", name="Open the PDF")).to_be_visible()


def test_the_sheet_of_a_game_has_its_chart(
    page: Page, log_in: Callable[[BrowserContext, User], None], live_server: object
) -> None:
    table = Table()
    log_in(page.context, table.group.members.get().user)
    page.goto(table.url("game", table.over))
    page.get_by_role("link", name="Print").click()
    before = int(re.search(r"(\d+) pages?", line(page).inner_text())[1])

    page.get_by_text("Include the chart of totals").click()

    expect(line(page)).to_contain_text(f"{before + 1} pages")
    assert "Totalsaftereachdeal" in pdf_of(page)
    page.get_by_role("link", name="Back to the game").click()
    page.get_by_role("link", name="Share result").click()
    expect(page.get_by_role("heading", name="Result")).to_be_in_viewport()
    shared = page.locator("#result")
    room = shared.bounding_box()
    expect(shared).to_have_js_property("complete", True)
    assert shared.evaluate("img => img.naturalWidth") == 1080
    assert shared.bounding_box() == pytest.approx(room, abs=1)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save picture").click()
    assert saved.value.suggested_filename == f"{table.over.variant}-{table.over.code}.png"


@pytest.mark.parametrize("height", [640, 800])
def test_on_a_laptop_the_picture_stays_beside_the_form(page: Page, height: int) -> None:
    page.set_viewport_size({"width": 1280, "height": height})
    page.goto(BUILDER)
    page.get_by_text("House rules:").click()
    page.evaluate("scrollTo(0, 300)")

    box, form = picture(page).bounding_box(), page.locator("#order").bounding_box()
    assert box is not None
    assert form is not None
    assert box["x"] > form["x"] + form["width"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    expect(page.get_by_role("link", name="Open the PDF")).to_be_in_viewport()
