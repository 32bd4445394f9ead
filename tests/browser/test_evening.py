"""A whole evening: two games on three phones, a server that is killed, and a cellar without a
network.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from scorekeeper.models import Change, Game
from tests.browser.conftest import OpenPhone, Watch, phones
from tests.browser.steps import expect_totals, key, open_deal, save, tap_hand, tap_out
from tests.browser.test_offline import KEPT, NAMES
from tests.factories import GameFactory, MemberFactory
from tests.live.test_torture import site_env
from tools.torture.server import Server, killable


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    with killable(site_env(tmp_path)) as server:
        server.start()
        yield server


@pytest.fixture
def open_phone(server: Server, browser: Browser) -> Iterator[OpenPhone]:
    """Yield a function that opens a page on a new phone."""
    watch = Watch(server.url)
    # The server is killed, the cellar has no network, and two deals are in conflict.
    watch.expect("net::ERR_", "console: htmx:", "status of 409")
    with phones(browser, watch, service_workers="allow") as open_phone:
        yield open_phone


def fill(page: Page, out: str, *points: str) -> None:
    """Enter a deal in which ``out`` goes out, and the others have ``points`` in seating order."""
    tap_out(page, out)
    for number, text in enumerate(points, 1):
        tap_hand(page, text)
        if number < len(points):
            key(page, "Next").click()


def enter(page: Page, deal: int, out: str, *points: str) -> None:
    open_deal(page, deal)
    fill(page, out, *points)
    save(page)


def start_again(pages: list[Page]) -> None:
    """Let phones request what they missed, as they do when their network is back."""
    for page in pages:
        page.evaluate("dispatchEvent(new Event('online'))")


def log_of(game: Game) -> list[tuple[int, str, int | None]]:
    changes = Change.objects.filter(game=game).order_by("version")
    return list(changes.values_list("version", "kind", "deal"))


# Each of its steps also has a test of its own, in test_live.py, test_offline.py and test_https.py.
@pytest.mark.long
def test_an_evening_on_three_phones(server: Server, open_phone: OpenPhone) -> None:
    game = GameFactory(names=NAMES, deals=4)
    ann = game.group.members.get()
    zoe = MemberFactory(group=game.group, name="Zoe")
    owner = open_phone(ann.user, game.get_absolute_url())
    second = open_phone(zoe.user, game.get_absolute_url())
    watcher = open_phone(None, reverse("watch", args=[game.code, game.watch_token]))
    everybody = [owner, second, watcher]

    def all_show(*totals: int) -> None:
        for page in everybody:
            expect_totals(page, totals)

    # The first game: each deal appears on every phone at once, no matter who saves it.
    enter(owner, 1, "Ann", "10", "20")
    all_show(0, 10, 20)
    enter(second, 2, "Bob", "5", "6")
    all_show(5, 10, 26)

    # The server is killed while a deal is being entered. The phone keeps the deal until the server
    # is back.
    open_deal(owner, 3)
    fill(owner, "Cai", "7", "8")
    server.kill()
    save(owner)
    expect(owner.get_by_text("Not sent yet: deal 3.")).to_be_visible()
    server.start()
    start_again(everybody)
    all_show(12, 18, 26)

    # Two phones save different scores for the last deal.
    open_deal(owner, 4)
    open_deal(second, 4)
    fill(second, "Ann", "9", "30")
    save(second)
    expect_totals(watcher, (12, 27, 56))
    fill(owner, "Ann", "9", "33")
    save(owner)
    expect(owner.get_by_role("heading", level=1)).to_have_text("Two versions of deal 4")
    owner.get_by_role("button", name="Use mine").click()
    all_show(12, 27, 59)
    expect(watcher.locator(".winner")).to_be_visible()
    assert log_of(game) == [
        (1, "start", None),
        (2, "record", 1),
        (3, "record", 2),
        (4, "record", 3),
        (5, "record", 4),
        (6, "correct", 4),
    ]

    # The second game: the other phones move on to it.
    owner.get_by_role("button", name="Play again").click()
    second.get_by_role("link", name="Go to the rematch").click()
    rematch = Game.objects.exclude(pk=game.pk).get()
    watcher.wait_for_url(f"**/watch/{rematch.code}/**")
    owner.wait_for_url(f"**{rematch.get_absolute_url()}")
    all_show(0, 0, 0)

    # The owner enters three deals in the cellar. Upstairs, somebody enters different scores for the
    # first of them.
    owner.evaluate(KEPT, f"/games/{rematch.code}/rounds/7/")
    owner.context.set_offline(True)
    enter(owner, 1, "Ann", "10", "20")
    enter(owner, 2, "Bob", "5", "6")
    enter(owner, 3, "Cai", "7", "8")
    expect(owner.get_by_text("Not sent yet: deals 1, 2 and 3.")).to_be_visible()
    expect_totals(owner, (12, 18, 26))
    enter(second, 1, "Ann", "10", "25")
    for page in (second, watcher):
        expect_totals(page, (0, 10, 25))

    # Back upstairs: the conflict is resolved, and then the other two deals are sent.
    owner.context.set_offline(False)
    owner.get_by_role("button", name="Compare").click()
    owner.get_by_role("radio", name="Cai: 20, as you entered").check()
    owner.get_by_role("button", name="Save my choices").click()
    all_show(12, 18, 26)

    # All phones stay connected until the end, and the lowest total wins.
    enter(second, 4, "Bob", "4", "3")
    all_show(16, 18, 29)
    enter(owner, 5, "Ann", "10", "20")
    enter(second, 6, "Bob", "5", "6")
    enter(owner, 7, "Cai", "7", "8")
    all_show(28, 36, 55)
    for page in (owner, second):
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(watcher.locator(".winner")).to_be_visible()
    assert log_of(rematch) == [
        (1, "start", None),
        (2, "record", 1),
        (3, "correct", 1),
        (4, "record", 2),
        (5, "record", 3),
        (6, "record", 4),
        (7, "record", 5),
        (8, "record", 6),
        (9, "record", 7),
    ]
