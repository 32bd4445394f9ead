"""Pages on a small phone, in our languages, in one with longer words and from right to left."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import User
from tests.browser.pages import Table
from tests.browser.steps import key, tap_hand
from tests.browser.test_accessible import too_wide
from tests.pseudo import ACCENTED, RIGHT_TO_LEFT, accented

PSEUDO = [ACCENTED, RIGHT_TO_LEFT]

# The main pages, with functions that return their URLs.
PAGES: dict[str, Callable[[Table], str]] = {
    "home": lambda _: "/",
    "choose": lambda _: "/games/new/",
    "new game": lambda _: "/games/new/contract-rummy/",
    "new game, teams": lambda _: "/games/new/euchre/",
    "game": lambda table: table.url("game"),
    "game, over": lambda table: table.url("game", table.over),
    "entry": lambda table: table.url("deal", None, 4),
    "entry, correction": lambda table: table.url("deal", None, 2),
    "entry, spades": lambda table: table.url("deal", table.spades, 3),
    "entry, euchre": lambda table: table.url("deal", table.of("euchre"), 1),
    "players": lambda table: table.url("players"),
    "house rules": lambda table: table.url("house-rules"),
    "share": lambda table: table.url("share"),
    "history": lambda table: table.url("log"),
    "group": lambda table: f"/groups/{table.group.pk}/",
    "search": lambda _: "/rules/search?q=joker",
    "rules": lambda _: "/rules/contract-rummy/",
    "check a hand": lambda _: "/rules/carioca/hand/?deal=2&hand=7H+2D+JK",
    "compare": lambda _: "/rules/compare?v=may-i&v=hearts",
    "sheet builder": lambda _: "/sheets/contract-rummy/",
}

# Returns the elements that the edge of the screen cuts off and that cannot be scrolled to.
CUT_OFF = """() => {
    const isScrolled = (element) => element && element !== document.documentElement
        && (getComputedStyle(element).overflowX !== "visible" || isScrolled(element.parentElement));
    return [...document.querySelectorAll("main *, header *, footer *")].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isAway = right < -500 || left > innerWidth + 500; // kept for screen readers
        const isCut = width > 1 && (right > innerWidth + 1 || left < -1);
        return isCut && !isAway && element.checkVisibility()
            && !element.closest(".visually-hidden, .skip") && !isScrolled(element);
    }).map((element) => element.outerHTML.slice(0, 120));
}"""

# Returns the texts of buttons and answers that have more than two lines or don’t fit into them.
CRAMPED = """() => [...document.querySelectorAll("button, .button, .segments span")]
.filter((each) => {
    if (!each.checkVisibility() || each.closest(".visually-hidden")) return false;
    if (each.querySelector("small, b, .visually-hidden")) return false;
    const text = document.createRange();
    text.selectNodeContents(each);
    const [own, around] = [text, each].map((part) => part.getBoundingClientRect());
    const isHigh = own.height > 2.5 * parseFloat(getComputedStyle(each).lineHeight);
    return isHigh || own.left < around.left - 1 || own.right > around.right + 1;
}).map((each) => each.textContent.trim())"""


@pytest.fixture
def table(live_server: object) -> Table:
    return Table()


@pytest.fixture
def own_phone(
    page: Page,
    table: Table,
    log_in: Callable[[BrowserContext, User], None],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[[str], Page]]:
    """Yield a function that returns the phone of the group’s owner, set to a language."""

    def speak(language: str) -> Page:
        if language in PSEUDO:
            request.getfixturevalue("_pseudo_languages")
        log_in(page.context, table.group.members.get().user)
        page.set_extra_http_headers({"Accept-Language": language})
        return page

    yield speak
    page.set_extra_http_headers({})


@pytest.mark.parametrize(
    "language", ["es", "de", RIGHT_TO_LEFT, pytest.param(ACCENTED, marks=pytest.mark.long)]
)
def test_pages_fit_a_small_phone(
    own_phone: Callable[[str], Page], table: Table, language: str
) -> None:
    page = own_phone(language)
    faults = {}
    for kind, address in PAGES.items():
        page.goto(address(table))

        expect(page.locator("html")).to_have_attribute("lang", language)
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
        found = [too_wide(page), *page.evaluate(CUT_OFF)]
        if language not in PSEUDO:
            found += page.evaluate(CRAMPED)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        found.append(too_wide(page))
        if found != [0, 0]:
            faults[kind] = found
    assert faults == {}


@pytest.mark.parametrize("language", PSEUDO)
def test_scripts_speak_the_language_of_the_page(
    own_phone: Callable[[str], Page], table: Table, language: str
) -> None:
    page = own_phone(language)

    page.goto(table.url("deal", table.of("hearts"), 1))
    expect(key(page, accented("Next"))).to_be_visible()
    tap_hand(page, "5")

    expect(page.locator(".left-over")).to_contain_text(accented("{label}: {count} left")[-6:])
