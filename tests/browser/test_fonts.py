"""Fonts: nothing moves if they load late, and a first visit loads few of them."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Route

from scorekeeper.models import User
from tests.factories import GameFactory

SCREENS = {"phone": (360, 640), "laptop": (1280, 800)}
TWO_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
# Layout shifts after a given time, each with its score and elements.
SHIFTS = """(since) => {
    const shifts = new PerformanceObserver(() => {});
    shifts.observe({ type: "layout-shift", buffered: true });
    const place = ({ node }) => (node?.parentElement ?? document.body).outerHTML.slice(0, 80);
    return shifts.takeRecords()
        .filter(({ startTime }) => startTime >= since)
        .map(({ value, sources }) => [value, sources.map(place)]);
}"""
TEXT_FACES = """() => [...document.fonts]
    .filter(({ family, status }) => family.includes("Alegreya") && status === "loaded").length"""


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_jumps_when_the_fonts_arrive(
    page: Page, live_server: object, log_in: Callable[[BrowserContext, User], None], screen: str
) -> None:
    game = GameFactory(played=3)
    log_in(page.context, game.group.members.get().user)
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    held: list[Route] | None = None

    def hold(route: Route) -> None:
        if held is None:
            route.continue_()
        else:
            held.append(route)

    page.route("**/*.woff2", hold)
    for address in (
        "/",
        game.get_absolute_url(),
        reverse("deal", args=[game.code, 4]),
        "/rules/contract-rummy/",
        "/sheets/contract-rummy/",
    ):
        held = []
        page.goto(address, wait_until="domcontentloaded")
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(TEXT_FACES) == 0

        # Layout shifts by scripts while the page is loading are not caused by fonts.
        released = page.evaluate("() => performance.now()")
        late, held = held, None
        for route in late:
            route.continue_()
        page.evaluate("() => document.fonts.ready")
        page.evaluate(TWO_FRAMES)

        assert page.evaluate(TEXT_FACES) == 3
        shifts = page.evaluate(SHIFTS, released)
        assert sum(value for value, _ in shifts) < 0.01, (address, shifts)


def test_a_first_visit_in_english_loads_few_fonts(
    own_page: Page, live_server: object, log_in: Callable[[BrowserContext, User], None]
) -> None:
    page, game = own_page, GameFactory(played=3)
    log_in(page.context, game.group.members.get().user)
    loaded: dict[str, int] = {}
    page.on(
        "response",
        lambda response: (
            response.url.endswith(".woff2") and loaded.update({response.url: len(response.body())})
        ),
    )

    for address in ("/", game.get_absolute_url(), reverse("deal", args=[game.code, 4])):
        page.goto(address)
        page.evaluate("() => document.fonts.ready")

    assert len(loaded) == 4
    assert 40_000 < sum(loaded.values()) <= 90_000
