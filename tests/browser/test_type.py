"""Type on pages: five sizes, none below 12 px, and names that aren’t cut off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.pages import Table
from tests.browser.test_changes import screen_of
from tests.factories import GameFactory

SIZES = {12.0, 14.0, 16.0, 19.2, 24.0}
# The computed sizes of all visible text, each with the first element that has it.
USED = """() => {
    const used = {};
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !element.checkVisibility()) continue;
        if (element.closest(".visually-hidden")) continue;
        used[parseFloat(getComputedStyle(element).fontSize)] ??= element.outerHTML.slice(0, 90);
    }
    for (const field of document.querySelectorAll("input, textarea, .disc")) {
        if (!field.checkVisibility() || /radio|checkbox|hidden/.test(field.type)) continue;
        used[parseFloat(getComputedStyle(field).fontSize)] ??= field.outerHTML.slice(0, 90);
    }
    return Object.entries(used);
}"""
CUT_OFF = """() => [...document.querySelectorAll(".pad-name span")]
    .filter((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        // Letters that are closer together end that much before the last one is drawn.
        const closer = -parseFloat(getComputedStyle(name).letterSpacing) || 0;
        return text.getBoundingClientRect().width + closer > name.getBoundingClientRect().width;
    })
    .map((name) => name.textContent)"""


def odd_sizes(page: Page) -> dict[float, str]:
    """Return the sizes of visible text that aren’t among the five, each with an element."""
    used = {float(size): element for size, element in page.evaluate(USED)}
    return {size: used[size] for size in used.keys() - SIZES}


@pytest.fixture
def table(live_server: object) -> Table:
    return Table()


@pytest.fixture
def page(page: Page, table: Table, log_in: Callable[[BrowserContext, object], None]) -> Page:
    """The phone that owns the group."""
    log_in(page.context, table.group.members.get().user)
    return page


FIVE = ("Mohammed", "Humphrey", "Thompson", "Cameroon", "Wolfgang")
SEVEN = ("Grandma", "Christoph", "Mehmet", "Evelyn", "Matthias", "Fay", "Karoline")


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("contract-rummy", FIVE),
        ("oh-hell", SEVEN),
        ("any-game", (*SEVEN, "Gus", "Ida", "Leo", "Max", "Иван")),
    ],
)
def test_long_names_are_whole(
    page: Page, table: Table, variant: str, names: tuple[str, ...]
) -> None:
    game = GameFactory(group=table.group, variant=variant, names=names)

    page.goto(game.get_absolute_url())
    page.evaluate("document.fonts.ready")

    assert page.evaluate(CUT_OFF) == []


# The texts whose ink is higher or lower than the box that clips it.
CLIPPED = """() => [...document.querySelectorAll("body *")].flatMap((box) => {
    const style = getComputedStyle(box);
    if (style.overflowY === "visible" || style.clipPath !== "none") return [];
    if (!box.checkVisibility()) return [];
    if (box.scrollHeight > box.clientHeight && style.overflowY === "auto") return [];
    const pen = document.createElement("canvas").getContext("2d");
    const edge = box.getBoundingClientRect();
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const clipped = [];
    while (texts.nextNode()) {
        const { currentNode: node } = texts, text = document.createRange();
        if (!node.data.trim() || !node.parentElement.checkVisibility()) continue;
        if (node.parentElement.closest(".suits")) continue; // they fall through the page
        text.selectNodeContents(node);
        const [line] = text.getClientRects();
        pen.font = getComputedStyle(node.parentElement).font;
        const ink = pen.measureText(node.data.trim());
        const baseline = line.top + ink.fontBoundingBoxAscent;
        const above = edge.top - (baseline - ink.actualBoundingBoxAscent);
        const below = baseline + ink.actualBoundingBoxDescent - edge.bottom;
        if (Math.max(above, below) > 0.5) clipped.push(node.data.trim());
    }
    return clipped;
})"""
TALL = ("Ömer", "Éva", "Ẵn", "Ģirts", "Ǻse", "Ünal Řehoř Ẵ", "Ế")


def test_accents_and_hooks_are_whole(page: Page, table: Table) -> None:
    game = GameFactory(group=table.group, variant="contract-rummy-eight", names=TALL)
    over = GameFactory(group=table.group, names=("Ẵn", "Ģirts", "Ế"), played=7)

    for url in (
        game.get_absolute_url(),
        f"/games/{game.code}/rounds/1/",
        f"/games/{game.code}/paper/",
        over.get_absolute_url(),
        screen_of(table.group),
    ):
        page.goto(url)
        page.evaluate("document.fonts.ready")
        assert page.evaluate(CLIPPED) == [], url


def test_the_hint_of_an_optional_seat_is_whole(page: Page, table: Table) -> None:
    page.goto("/games/new/contract-rummy/")
    seats = page.locator(".seat-name")
    wide = seats.evaluate_all(
        """(seats) => seats.filter((seat) => seat.checkVisibility()).map((seat) => {
            const pen = document.createElement("canvas").getContext("2d");
            const style = getComputedStyle(seat);
            pen.font = style.font;
            const room = seat.clientWidth - parseFloat(style.paddingLeft) * 2;
            return pen.measureText(seat.placeholder).width <= room;
        })"""
    )

    assert wide == [True] * 4
    assert seats.nth(3).get_attribute("placeholder") == "Optional"
