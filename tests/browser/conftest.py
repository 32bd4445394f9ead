"""Phones with a real browser, and checks for events that pages must never cause."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Route,
    WebError,
    expect,
)
from pytest_django.live_server_helper import LiveServer

from rules.lookup.search import index
from scorekeeper.models import Game, User
from scorekeeper.sheets import pdf
from tests.browser.program import PHONE, chromium, flags
from tests.browser.steps import PEOPLE
from tests.conftest import client_of
from tests.factories import GameFactory

HERE = Path(__file__).parent
# Most tests are about pages as the server sends them, so service workers are blocked.
BLOCKED = "Service Worker registration blocked by Playwright"
# A new request replaces one that has no response yet, which htmx logs. For a request that failed,
# it also logs another event.
REPLACED = ("htmx:afterRequest", "htmx:sendAbort")

# With "wide", no web font is delivered, and the widest common font keeps its own width, so it takes
# more room than any scaled fallback in fonts.css.
FONTS = ("shipped", "wide")
with_both_fonts = pytest.mark.parametrize("fonts", FONTS)  # for tests of the layout
WIDE = "".join(
    f"@font-face {{ font-family: '{family}'; font-weight: {weight}; src: local('{name}'); }}"
    for family, weight, name in (
        ("Alegreya Sans", "400", "DejaVu Sans"),
        ("Alegreya Sans", "600 700", "DejaVu Sans Bold"),
        ("Alegreya", "600", "DejaVu Serif Bold"),
    )
)

# Empties the storage of a page, and returns how often it has been reached.
EMPTIED = """() => {
    localStorage.clear();
    sessionStorage.clear();
    return performance.getEntriesByType("navigation").length;
}"""

# Playwright takes a page online before its service worker. A page that loads itself again in
# between is still an old copy, and looks for a connection after 30 seconds.
expect.set_options(timeout=60_000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Allow database queries in Playwright’s thread.

    Django rejects them in a thread with an event loop, and Playwright runs one until the session
    ends.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(scope="session", autouse=True)
def _index() -> None:
    """Load the search index as the server does at startup, so that no page has to wait for it."""
    index(settings.VAR_DIR)


@pytest.fixture(scope="session", autouse=True)
def _patient_printing() -> Iterator[None]:
    """Let pages wait for a sheet instead of giving up when the machine is busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "LONGEST_WAIT", 60)
        yield


class KeptFiles(StaticFilesHandler):
    """Static files in memory, which browsers keep, as in production, instead of asking for them on
    each page.
    """

    files: dict[str, tuple[bytes, str]] = {}

    def serve(self, request: HttpRequest) -> HttpResponse:
        if request.path not in self.files:
            with closing(super().serve(request)) as found:
                self.files[request.path] = found.getvalue(), found["Content-Type"]
        content, kind = self.files[request.path]
        return HttpResponse(content, kind, headers={"Cache-Control": "max-age=3600"})


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    server = LiveServer("localhost", start=False)
    server.thread.static_handler = KeptFiles
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = chromium()
    if program is None:
        pytest.fail(
            "Chromium is not installed. Install it, or set CHROMIUM to its path.", pytrace=False
        )
    return browser_type_launch_args | {"executable_path": program, "args": flags()}


@pytest.fixture(scope="session")
def browser_context_args(
    browser_context_args: dict[str, Any], live_server: LiveServer
) -> dict[str, Any]:
    own = {"base_url": live_server.url, "service_workers": "block"}
    return browser_context_args | PHONE | own


class Watch:
    """Forbidden events on pages: errors, and failed requests.

    A request to another site is one of them, because the browser knows only this machine. Events of
    all requests would be an eighth of the traffic with the browser.
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.faults: list[str] = []
        self.expected: list[str] = []

    def expect(self, *texts: str) -> None:
        """Expect errors that contain these ``texts``. Each text must occur."""
        self.expected += texts

    def over(self, context: BrowserContext) -> None:
        for event, seen in self._events:
            context.on(event, seen)

    def leave(self, context: BrowserContext) -> None:
        for event, seen in self._events:
            context.remove_listener(event, seen)

    @property
    def _events(self) -> tuple[tuple[Any, Callable[[Any], None]], ...]:
        return (
            ("console", self._console),
            ("weberror", self._error),
            ("requestfailed", self._failed),
        )

    def _error(self, error: WebError) -> None:
        self.faults.append(f"page error: {error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        harmless = any(text in message.text for text in (BLOCKED, *REPLACED))
        if message.type in ("error", "warning") and not harmless:
            self.faults.append(f"console: {message.text} at {message.location['url']}")

    def _failed(self, request: Request) -> None:
        # Leaving a page cancels its pending requests, and fonts may be blocked.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed request: {request.failure} at {request.url}")

    def check(self) -> None:
        unexpected = [
            fault for fault in self.faults if not any(text in fault for text in self.expected)
        ]
        missed = [text for text in self.expected if not any(text in fault for fault in self.faults)]
        assert unexpected == []
        assert missed == []


OpenPhone = Callable[[User | None, str], Page]


@contextmanager
def phones(
    browser: Browser, watch: Watch, service_workers: Literal["allow", "block"] = "block"
) -> Iterator[OpenPhone]:
    """Yield a function that opens a page on a new phone, logged in as a user.

    The page belongs to the site that ``watch`` is for. A phone with a service worker first fetches
    all pages that it keeps.
    """
    contexts = []

    def open_phone(user: User | None, path: str) -> Page:
        own = {"base_url": watch.origin, "service_workers": service_workers}
        context = browser.new_context(**PHONE | own)
        contexts.append(context)
        context.set_default_timeout(30_000)
        if user:
            name = settings.SESSION_COOKIE_NAME
            value = client_of(user).cookies[name].value
            context.add_cookies([{"name": name, "value": value, "url": watch.origin}])
        watch.over(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield open_phone
    for context in contexts:
        watch.leave(context)
        context.close()
    watch.check()


@pytest.fixture
def watch(live_server: LiveServer) -> Iterator[Watch]:
    watch = Watch(live_server.url)
    yield watch
    watch.check()


@pytest.fixture
def fonts() -> str:
    """One of ``FONTS``: see ``with_both_fonts``."""
    return "shipped"


@pytest.fixture
def new_context(
    watch: Watch, fonts: str, new_context: Callable[..., BrowserContext]
) -> Callable[..., BrowserContext]:
    """Return a function that makes a phone or, with options, another device. Each one is watched
    for forbidden events.
    """

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        set_up(context, fonts)
        watch.over(context)
        return context

    return make


def set_up(context: BrowserContext, fonts: str) -> None:
    """Set up a context’s fonts, and short timeouts for actions."""
    context.set_default_timeout(30_000)
    if fonts == "wide":
        context.route("**/*.woff2", block)
        context.route("**/css/fonts.css", widen)


def block(route: Route) -> None:
    route.abort("aborted")


def widen(route: Route) -> None:
    route.fulfill(body=WIDE, content_type="text/css")


@pytest.fixture(scope="session")
def shared_pages(
    browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[Callable[..., Page]]:
    """Pages shared by many tests, because creating a page takes longer than most tests: for each of
    ``FONTS``, one without JavaScript, and one for each script that runs on all pages.
    """
    pages: dict[tuple[Any, ...], Page] = {}

    def shared(fonts: str, script: str = "", **options: Any) -> Page:
        key = (fonts, script, *options)
        if key not in pages:
            context = browser.new_context(**browser_context_args | options)
            set_up(context, fonts)
            if script:
                context.add_init_script(script)
            pages[key] = context.new_page()
        return pages[key]

    yield shared
    for page in pages.values():
        page.context.close()


@pytest.fixture
def script() -> str:
    """A script that runs on all pages. Modules that need one override this."""
    return ""


@pytest.fixture
def page(
    shared_pages: Callable[..., Page], fonts: str, script: str, watch: Watch
) -> Iterator[Page]:
    """The shared page: small, light, on an unknown phone.

    Only the browser’s file cache is kept after a test. Tests that make permanent changes, such as
    setting the page’s clock, use ``own_page``.
    """
    shared_page = shared_pages(fonts, script)
    with lent(shared_page, watch):
        yield shared_page
        shared_page.context.set_offline(False)
        shared_page.unroute_all()
        # A page may store data when the user leaves it, and polls for changes to its game until
        # then. Therefore, storage and cookies are cleared once another page is open.
        shared_page.goto("/static/css/fonts.css")
        visits = shared_page.evaluate(EMPTIED)
    # Playwright’s clock hides how pages were reached, in every later test on this page.
    assert visits == 1, "A test has set the clock of the shared page. Use own_page in it."


@pytest.fixture
def plain_page(shared_pages: Callable[..., Page], fonts: str, watch: Watch) -> Iterator[Page]:
    """A phone without JavaScript, also shared."""
    shared_page = shared_pages(fonts, java_script_enabled=False)
    with lent(shared_page, watch):
        yield shared_page
        shared_page.unroute_all()
        shared_page.goto("about:blank")


@contextmanager
def lent(page: Page, watch: Watch) -> Iterator[None]:
    """Lend a shared page, small and light, to one test, and watch it."""
    page.set_viewport_size(PHONE["viewport"])
    page.emulate_media(media="null", color_scheme="light")
    watch.over(page.context)
    yield
    page.context.clear_cookies()
    watch.leave(page.context)


@pytest.fixture
def own_page(new_context: Callable[..., BrowserContext]) -> Page:
    """A page of a phone that no other test has used."""
    return new_context().new_page()


@pytest.fixture
def log_in(live_server: LiveServer) -> Callable[[BrowserContext, User], None]:
    def log_in(context: BrowserContext, user: User) -> None:
        name = settings.SESSION_COOKIE_NAME
        value = client_of(user).cookies[name].value
        context.add_cookies([{"name": name, "value": value, "url": live_server.url}])

    return log_in


@pytest.fixture
def sit_down(
    live_server: LiveServer, log_in: Callable[[BrowserContext, User], None]
) -> Callable[..., Game]:
    """Start a game, by default with five players. Open its first deal on the phone that owns the
    group.
    """

    def sit_down(
        page: Page, variant: str = "contract-rummy", names: Sequence[str] = PEOPLE
    ) -> Game:
        game = GameFactory(variant=variant, names=names)
        log_in(page.context, game.group.members.get().user)
        page.goto(reverse("deal", args=[game.code, 1]))
        return game

    return sit_down
