"""Phones without a connection: which pages open, and what happens to entries."""

from collections.abc import Callable
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Error, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.coins import coin_picture
from scorekeeper.models import Change, Game, Picture, Round, Score
from scorekeeper.services.erasing import erase_game
from scorekeeper.services.people import save_house_rules
from scorekeeper.services.rounds import undo
from scorekeeper.views import offline
from scorekeeper.web import keeping
from tests.browser.conftest import Watch
from tests.browser.steps import (
    DRAFTS,
    expect_totals,
    hand,
    key,
    open_deal,
    save,
    seat,
    tap_hand,
    tap_out,
    tap_steps,
)
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory

NAMES = ("Ann", "Bob", "Cai")
LOST = "net::ERR_INTERNET_DISCONNECTED"
# Wait until the service worker is active and has saved a page.
KEPT = """async (url) => {
  const isKept = async () => navigator.serviceWorker.controller && await caches.match(url);
  while (!await isKept()) await new Promise((go) => setTimeout(go, 50));
}"""

# The editions of the pages and files on the phone.
EDITIONS = """async () => {
  const editions = new Set();
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.length && name !== "started here") editions.add(name.split(" ")[1]);
  }
  return [...editions];
}"""
# Wait until the installation of a new edition has succeeded or failed.
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const fresh = registration.installing ?? (await registration.update()).installing;
  const isDone = () => /activated|redundant/.test(fresh.state);
  while (fresh && !isDone()) await new Promise((go) => setTimeout(go, 50));
}"""
# Wait until nothing of an edition is left on the phone.
REPLACED = """async (edition) => {
  const isLeft = async () => (await caches.keys()).some((name) => name.includes(edition));
  while (await isLeft()) await new Promise((go) => setTimeout(go, 50));
}"""
# Wait until a page is no longer kept.
GONE = """async (url) => {
  while (await caches.match(url)) await new Promise((go) => setTimeout(go, 50));
}"""

# Wait until a page is kept in a language.
KEPT_IN = """async ([url, language]) => {
  const kept = async () => (await caches.match(url))?.headers.get("Content-Language");
  while (await kept() !== language) await new Promise((go) => setTimeout(go, 50));
}"""

# The kept pages of games.
GAMES = """async () => {
  const urls = [];
  for (const name of await caches.keys()) urls.push(...await (await caches.open(name)).keys());
  const paths = urls.map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => /^.games.(?!new)/.test(path));
}"""

# Wait until the kept copy of a pad has the first deal.
KEPT_AGAIN = """async (url) => {
  const html = async () => await (await caches.match(url)).text();
  while (!(await html()).includes('data-played="1"')) await new Promise((go) => setTimeout(go, 50));
}"""
# Keep an earlier copy of a page.
KEPT_OLD = """async ([url, html]) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name), kept = await cache.match(url);
    if (kept) await cache.put(url, new Response(html, { headers: kept.headers }));
  }
}"""
# Note one game as sent two months ago, and another as sent now.
NOTE_OLD_GAMES = """async () => {
  const old = Date.now() - 60 * 24 * 60 * 60 * 1000;
  for (const [game, at] of [["offline-old", old], ["old", old], ["offline-new", Date.now()]]) {
    localStorage.setItem(`sent ${game}`, at);
    localStorage.setItem(`started ${game}`, "/games/abc/");
    if (at === old) localStorage.setItem(`totals ${game}`, JSON.stringify({ at, totals: {} }));
  }
}"""

# Wait until the old games have been forgotten.
FORGOTTEN = """async () => {
  const isLeft = () => Object.keys(localStorage).some((key) => key.endsWith("old"));
  while (isLeft()) await new Promise((go) => setTimeout(go, 50));
}"""

# The page doesn’t load the scripts for pages without a connection before the event “equip”, as on
# a slow connection.
EQUIPPED_LATE = """(() => {
  const worker = navigator.serviceWorker, whole = ServiceWorkerContainer.prototype;
  const { get } = Object.getOwnPropertyDescriptor(whole, "controller");
  let isLate = true;
  Object.defineProperty(worker, "controller", { get: () => (isLate ? null : get.call(worker)) });
  const stop = (event) => isLate && event.stopImmediatePropagation();
  worker.addEventListener("controllerchange", stop);
  addEventListener("equip", () => {
    isLate = false;
    worker.dispatchEvent(new Event("controllerchange"));
  });
})()"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow"}


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """A page of a phone that keeps pages for use without a connection."""
    return new_context().new_page()


def prepare(page: Page, url: str) -> None:
    """Wait until the phone has kept the page at ``url``."""
    page.evaluate(KEPT, url)


def open_and_keep(phone: Page, log_in: Callable[..., None], game: Game, deals: int = 7) -> None:
    """Open the pad as the owner of the group, and wait until the phone has kept all deals."""
    log_in(phone.context, game.group.members.get().user)
    phone.goto(game.get_absolute_url())
    prepare(phone, f"/games/{game.code}/rounds/{deals}/")


def wait_until_replaced(page: Page, edition: str) -> None:
    """Wait until nothing of an edition is left, even if the page is reloaded in the meantime."""
    while True:
        try:
            page.evaluate(REPLACED, edition)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
        else:
            return


def pad_of(game: Game) -> str:
    return game.get_absolute_url()


def points(side: int, text: str) -> dict[str, str]:
    return {f"left-points-{side}": text}


def enter(page: Page, deal: int, out: str, *points: str) -> None:
    open_deal(page, deal)
    tap_out(page, out)
    names = [name for name in page.locator(".hand legend").all_text_contents() if name != out]
    for name, text in zip(names, points, strict=True):
        hand(page, name).get_by_label("Points").fill(text)
    save(page)


def test_three_deals_without_a_connection_are_saved_once_in_order(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    file = BytesIO()
    Image.new("RGB", (50, 50), "red").save(file, "PNG")
    picture = Picture.objects.create(data=coin_picture(file.getvalue()))
    game.group.players.filter(name="Ann").update(picture=picture)
    open_and_keep(phone, log_in, game)
    phone.context.set_offline(True)
    watch.expect(LOST)

    enter(phone, 1, "Ann", "10", "20")
    expect_totals(phone, (0, 10, 20))
    face = phone.locator(".pad-name .disc img").first  # the browser itself has kept the picture
    expect(face).to_have_js_property("naturalWidth", 240)
    enter(phone, 2, "Bob", "5", "6")
    expect_totals(phone, (5, 10, 26))
    enter(phone, 3, "Cai", "7", "K K")
    expect_totals(phone, (12, 30, 26))
    expect(phone.get_by_text("Not sent yet: deals 1, 2 and 3.")).to_be_visible()
    expect(phone.locator("#scoreboard .leading")).to_have_count(0)
    assert Round.objects.count() == 0

    phone.context.set_offline(False)
    expect(phone.get_by_role("link", name="Correct deal 3")).to_be_visible()
    expect(phone.locator("tr.unsent")).to_have_count(0)
    expect_totals(phone, (12, 30, 26))
    expect(phone.locator(".pad-name.leading")).to_contain_text("Ann")
    deals = Change.objects.filter(game=game, kind=Change.Kind.RECORD).order_by("version")
    assert [change.deal for change in deals] == [1, 2, 3]
    assert sum(Score.objects.filter(round__game=game).values_list("points", flat=True)) == 68


def test_phases_that_depend_on_unsent_rounds_are_left_out(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(variant="phase-rummy", names=NAMES)
    texts = {"out": "1", "phase-1": "on", **points(2, "60"), **points(3, "70")}
    RoundFactory(game=game, deal=1, texts=texts)
    open_and_keep(phone, log_in, game, deals=4)
    phone.context.set_offline(True)
    watch.expect(LOST)
    expect(phone.locator(".pad-name small")).to_have_text(["phase 2", "phase 1", "phase 1"])

    open_deal(phone, 2, "round")
    expect(hand(phone, "Ann")).to_contain_text("phase 2: one set of 3, one run of 4")
    tap_out(phone, "Ann")
    for name in ("Bob", "Cai"):
        hand(phone, name).get_by_label("Points").fill("65")
    save(phone)

    # Ann has 0 points, Bob 60 + 65 and Cai 70 + 65. Ann may be in phase 2 or 3.
    expect_totals(phone, (0, 125, 135))
    expect(phone.locator(".pad-name small:visible")).to_have_count(0)
    open_deal(phone, 3, "round")
    stands = [hand(phone, name).locator(".hand-name small") for name in NAMES]
    for stand, total in zip(stands, (0, 125, 135), strict=True):
        expect(stand).to_have_text(f"Total so far: {total}")


def test_a_kept_page_older_than_the_last_round_names_no_phases(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(variant="phase-rummy", names=NAMES)
    open_and_keep(phone, log_in, game, deals=2)
    url = f"/games/{game.code}/rounds/2/"
    old = phone.evaluate("async (url) => (await caches.match(url)).text()", url)
    texts = {"out": "1", "phase-1": "on", **points(2, "60"), **points(3, "70")}
    RoundFactory(game=game, deal=1, texts=texts)
    expect_totals(phone, (0, 60, 70))
    phone.context.set_offline(True)
    watch.expect(LOST)
    # The connection was lost before the phone had fetched the page again.
    phone.evaluate(KEPT_OLD, [url, old])

    phone.goto(url)

    expect(hand(phone, "Ann").locator(".hand-name small")).to_have_text("Total so far: 0")
    expect(hand(phone, "Bob").locator(".hand-name small")).to_have_text("Total so far: 60")


def test_a_game_without_an_end_says_when_it_can_be_finished(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(variant="any-game", names=NAMES[:2], options={"together": True})
    open_and_keep(phone, log_in, game)
    phone.context.set_offline(True)
    watch.expect(LOST)

    phone.locator("#scoreboard .count").first.tap()
    phone.get_by_role("button", name="+5", exact=True).tap()

    note = "It will be sent when there’s a connection. You can finish the game after that."
    expect(phone.get_by_text(f"Not sent yet: round 1. {note}")).to_be_visible()
    expect(phone.get_by_role("button", name="We won")).to_be_hidden()

    phone.context.set_offline(False)
    expect(phone.get_by_role("button", name="We won")).to_be_visible()


def test_turns_without_a_connection_are_sent_as_one_round(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(variant="dice-boxes", names=NAMES[:2])
    open_and_keep(phone, log_in, game)
    phone.context.set_offline(True)
    watch.expect(LOST)

    for box, points in (("Ann: Fives", "15"), ("Bob: Ones", "2"), ("Ann: Full house", "25")):
        phone.get_by_role("link", name=box).click()
        phone.locator("#turn").get_by_role("button", name=points, exact=True).click()
        expect(phone.get_by_role("link", name=box)).to_have_text(points)
    expect(phone.get_by_text("Not sent yet: rounds 1 and 2.")).to_be_visible()

    phone.context.set_offline(False)
    expect_totals(phone, (40, 2))
    expect(phone.locator(".unsent")).to_have_count(0)
    assert list(Change.objects.values_list("kind", "deal"))[1:] == [("record", 1), ("bids", 2)]


def test_pegs_without_a_connection_are_sent_with_their_deal(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(variant="cribbage", names=NAMES[:2])
    open_and_keep(phone, log_in, game)
    phone.context.set_offline(True)
    watch.expect(LOST)

    for name in ("The starter is a jack (+2)", "Bob pegs 2", "Ann pegs 1", "Bob pegs 3"):
        phone.get_by_role("button", name=name).click()
        expect(phone.get_by_role("button", name="Bob pegs 1")).to_be_enabled()
    expect_totals(phone, (1, 5))  # without the jack, whose points the server counts
    expect(phone.get_by_text("Not sent yet: deal 1.")).to_be_visible()
    open_deal(phone, 1)
    expect(phone.get_by_label("The starter is a jack")).to_be_checked()
    for field, text in (("pegging-1", "1"), ("pegging-2", "5")):
        expect(phone.locator(f"[name={field}]")).to_have_value(text)
    phone.go_back()

    phone.context.set_offline(False)
    expect_totals(phone, (3, 5))  # Ann deals
    assert list(Change.objects.values_list("kind", "deal"))[1:] == [("bids", 1)]


def test_points_counted_without_a_connection_are_sent_after_the_round_before_them(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(variant="any-game", names=NAMES[:2])
    open_and_keep(phone, log_in, game)
    phone.context.set_offline(True)
    watch.expect(LOST)

    open_deal(phone, 1, "round")
    for side, text in (("1", "7"), ("2", "9")):
        phone.locator(f"[name=points-{side}]").fill(text)
    save(phone)
    expect_totals(phone, (7, 9))
    phone.locator(".count").first.click()
    tap_steps(phone, "+5", "−1")
    expect_totals(phone, (11, 9))
    expect(phone.locator("#unsent-note")).to_be_hidden()
    phone.reload()
    expect_totals(phone, (11, 9))

    phone.context.set_offline(False)
    expect(phone.locator("tr.unsent")).to_have_count(0)
    expect_totals(phone, (11, 9))
    assert list(Change.objects.values_list("kind", "deal"))[1:] == [("record", 1), ("step", 1)]


@pytest.mark.parametrize(("link", "typed"), [("Six nimmt", ""), ("Any game", "Wizz")])
def test_a_named_game_is_started_without_a_connection(
    phone: Page, log_in: Callable[..., None], watch: Watch, link: str, typed: str
) -> None:
    before = GameFactory(variant="any-game", names=NAMES[:2], options={"name": "Six nimmt"})
    log_in(phone.context, before.group.members.get().user)
    phone.goto("/")
    query = "" if typed else "name=Six%20nimmt&"
    prepare(phone, f"/games/new/any-game/ahead.json?{query}players=2")
    phone.context.set_offline(True)
    watch.expect(LOST)

    phone.get_by_role("link", name="New game").click()
    phone.get_by_role("link", name=link).first.click()
    if typed:
        phone.get_by_label("Name of the game").fill(typed)
    phone.get_by_role("button", name="Start the game").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(link)
    phone.context.set_offline(False)

    expect(phone.get_by_role("link", name="History")).to_be_visible()
    phone.wait_for_url(lambda url: "offline-" not in url)
    names = [game.given_name for game in Game.objects.order_by("pk")]
    assert names == ["Six nimmt", typed or "Six nimmt"]


def test_after_going_back_a_page_is_an_old_copy_until_the_connection_returns(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    open_and_keep(phone, log_in, game)
    phone.goto("/")
    prepare(phone, "/")
    phone.goto(game.get_absolute_url())
    phone.context.set_offline(True)
    watch.expect(LOST)

    phone.go_back()
    expect(phone.locator("html[data-kept]")).to_have_count(1)
    expect(phone.locator("#kept-note")).to_be_visible()

    phone.context.set_offline(False)
    expect(phone.locator("html:not([data-kept])")).to_have_count(1)


def test_a_deal_that_was_sent_before_the_scripts_had_loaded_is_kept(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    open_and_keep(phone, log_in, game)
    phone.add_init_script(EQUIPPED_LATE)
    open_deal(phone, 1)
    phone.context.set_offline(True)
    watch.expect(LOST, "htmx:")
    tap_out(phone, "Ann")
    for name, text in (("Bob", "10"), ("Cai", "20")):
        hand(phone, name).get_by_label("Points").fill(text)
    save(phone)
    expect(phone.get_by_text("No connection. What you typed is still here.")).to_be_visible()

    phone.evaluate("dispatchEvent(new Event('equip'))")
    phone.wait_for_url(f"**{game.get_absolute_url()}")
    phone.evaluate("dispatchEvent(new Event('equip'))")

    expect(phone.get_by_text("Not sent yet: deal 1.")).to_be_visible()
    expect_totals(phone, (0, 10, 20))


def test_a_game_is_started_and_played_without_a_connection(
    phone: Page, watch: Watch, live_server: LiveServer
) -> None:
    phone.goto("/games/new/contract-rummy/")
    prepare(phone, "/games/new/contract-rummy/ahead.json?players=3")
    phone.context.set_offline(True)
    watch.expect(LOST)

    seat(phone, NAMES)
    phone.get_by_role("radio", name="dealer").nth(1).check()
    phone.evaluate("Date.prototype.toLocaleDateString = () => '2025-12-31'")
    phone.get_by_role("button", name="Start the game").click()
    expect(phone.get_by_text("This game is only on this phone so far.")).to_be_visible()
    # The first dealer’s column is the first one.
    expect(phone.locator(".deal-facts")).to_contain_text("Bob deals")
    enter(phone, 1, "Ann", "10", "20")
    expect_totals(phone, (10, 20, 0))
    enter(phone, 2, "Bob", "5", "6")
    expect_totals(phone, (10, 25, 6))
    assert Game.objects.count() == 0

    # The connection returns while the next deal is being entered.
    open_deal(phone, 3)
    with phone.expect_response(lambda each: each.url.endswith("/rounds/2/")):
        phone.context.set_offline(False)
    tap_out(phone, "Cai")
    tap_hand(phone, "7")
    key(phone, "Next").click()
    tap_hand(phone, "8")
    save(phone)
    expect(phone.get_by_role("link", name="Correct deal 3")).to_be_visible()
    expect_totals(phone, (17, 25, 14))
    changes = Change.objects.order_by("version").values_list("version", "kind", "deal")
    assert list(changes) == [
        (1, "start", None),
        *((deal + 1, "record", deal) for deal in (1, 2, 3)),
    ]
    game = Game.objects.get()
    assert game.played_on == date(2025, 12, 31)  # the day on which the phone started it
    expect(phone).to_have_url(live_server.url + game.get_absolute_url())


def test_a_game_started_without_a_connection_shows_its_house_rules(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    saved = save_house_rules(
        group=game.group,
        variant=game.variant,
        name="Sunday rules",
        options={"joker-25": True},
        patches={},
    )
    log_in(phone.context, game.group.members.get().user)
    url = f"/games/new/contract-rummy/?rules={saved.pk}"
    phone.goto(url)
    prepare(phone, f"/games/new/contract-rummy/ahead.json?rules={saved.pk}&players=3")
    phone.context.set_offline(True)
    watch.expect(LOST)

    seat(phone, NAMES)
    phone.get_by_role("button", name="Start the game").click()
    phone.get_by_role("navigation", name="This game").get_by_role("link", name="Rules").click()

    expect(phone.get_by_text("House rules included: Jokers count 25.")).to_be_visible()
    expect(phone.locator("#fact-values")).to_contain_text("Joker: 25 house rule")


def test_a_draft_goes_along_when_its_game_is_sent(phone: Page, watch: Watch) -> None:
    phone.goto("/games/new/contract-rummy/")
    prepare(phone, "/games/new/contract-rummy/ahead.json?players=3")
    phone.context.set_offline(True)
    watch.expect(LOST)
    seat(phone, NAMES)
    phone.get_by_role("button", name="Start the game").click()
    enter(phone, 1, "Ann", "10", "20")
    open_deal(phone, 2)
    tap_out(phone, "Bob")
    tap_hand(phone, "30")
    assert phone.evaluate(DRAFTS) == 2

    with phone.expect_response(lambda each: each.url.endswith("/rounds/1/")):
        phone.context.set_offline(False)
    phone.get_by_role("link", name="← Contract Rummy").click()
    phone.get_by_role("link", name="Continue deal 2").click()

    expect(phone.locator("[name=left-points-1]")).to_have_value("30")
    assert phone.evaluate(DRAFTS) == 1
    tap_hand(phone, "6")
    save(phone)
    expect_totals(phone, (30, 10, 26))
    assert phone.evaluate(DRAFTS) == 0


def test_the_kept_pad_is_the_one_that_was_shown_last(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    open_and_keep(phone, log_in, game)

    # Another phone saves a deal. The pad shows it, and then the connection is lost.
    RoundFactory(game=game, deal=1, texts={"out": "1", **points(2, "10"), **points(3, "20")})
    expect_totals(phone, (0, 10, 20))
    phone.evaluate(KEPT_AGAIN, pad_of(game))
    phone.context.set_offline(True)
    watch.expect(LOST)

    enter(phone, 2, "Bob", "5", "6")
    expect(phone.get_by_text("No connection. This page is from")).to_be_visible()
    with phone.expect_navigation():
        phone.get_by_role("link", name="Try again").click()
    expect(phone.get_by_text("No connection. This page is from")).to_be_visible()
    expect(phone.locator("#scoreboard tbody tr").first.locator(".points")).to_have_count(3)
    expect_totals(phone, (5, 10, 26))


def test_a_deal_that_another_phone_has_undone_can_be_entered_again(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    first = {"out": "1", **points(2, "10"), **points(3, "20")}
    RoundFactory(game=game, deal=1, texts=first)
    open_and_keep(phone, log_in, game)
    phone.context.set_offline(True)
    watch.expect(LOST, "status of 409")
    enter(phone, 2, "Bob", "5", "6")
    enter(phone, 3, "Cai", "7", "8")
    expect(phone.get_by_text("Not sent yet: deals 2 and 3.")).to_be_visible()
    undo(game=game, context=ChangeContextFactory(game=game))

    phone.context.set_offline(False)
    expect(phone.get_by_text("Deal 2: another phone has changed this game")).to_be_visible()
    expect(phone.get_by_text("No connection.")).to_be_hidden()
    # The pad has an empty row for the deal that comes next, and then those that wait for it.
    expect_totals(phone, (12, 8, 6))
    rows = phone.locator("#scoreboard tbody tr:visible th")
    expect(rows).to_contain_text(["1", "2", "3", "4", "5", "6", "7"])
    phone.get_by_role("button", name="Compare").click()
    expect(phone.get_by_role("alert")).to_contain_text("Deal 1 comes next. Enter that one first.")
    phone.get_by_role("link", name="Show the scores").click()
    enter(phone, 1, "Ann", "10", "25")
    expect(phone.get_by_role("link", name="Correct deal 1")).to_be_visible()
    expect_totals(phone, (12, 18, 31))
    phone.get_by_role("button", name="Compare").click()

    expect(phone.get_by_role("link", name="Correct deal 3")).to_be_visible()
    expect(phone.locator("tr.unsent")).to_have_count(0)
    expect_totals(phone, (12, 18, 31))
    assert [each.entry["out"] for each in Round.objects.order_by("deal")] == ["1", "2", "3"]


def test_notes_about_old_games_are_forgotten(phone: Page, log_in: Callable[..., None]) -> None:
    game = GameFactory(names=NAMES)
    log_in(phone.context, game.group.members.get().user)
    phone.goto("/privacy/")
    phone.evaluate(NOTE_OLD_GAMES)

    phone.goto(game.get_absolute_url())
    phone.evaluate(FORGOTTEN)

    names = set(phone.evaluate("Object.keys(localStorage)")) - {"ways", "opened"}
    assert names == {"sent offline-new", "started offline-new", f"totals {game.code}"}


def test_two_versions_of_a_deal_are_compared_cell_by_cell(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    open_and_keep(phone, log_in, game)
    phone.context.set_offline(True)
    watch.expect(LOST, "status of 409")
    enter(phone, 1, "Ann", "10", "25")
    enter(phone, 2, "Bob", "5", "6")
    expect(phone.get_by_text("Not sent yet: deals 1 and 2.")).to_be_visible()
    RoundFactory(game=game, deal=1, texts={"out": "1", **points(2, "10"), **points(3, "20")})

    phone.context.set_offline(False)
    expect(phone.get_by_text("Deal 1: another phone has changed this game")).to_be_visible()
    assert Round.objects.count() == 1
    phone.get_by_role("button", name="Compare").click()
    phone.get_by_role("radio", name="Cai: 25, as you entered").check()
    phone.get_by_role("button", name="Save my choices").click()

    expect(phone.get_by_role("link", name="Correct deal 2")).to_be_visible()
    expect_totals(phone, (5, 10, 31))
    kinds = Change.objects.filter(game=game).order_by("version").values_list("kind", "deal")
    assert list(kinds)[1:] == [("record", 1), ("correct", 1), ("record", 2)]


def test_a_phone_that_was_removed_keeps_its_entries(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    open_and_keep(phone, log_in, game)
    phone.context.set_offline(True)
    watch.expect(LOST, "status of 404")
    enter(phone, 1, "Ann", "10", "25")
    expect(phone.locator("tr.unsent")).to_be_visible()
    game.group.members.get().delete()

    phone.context.set_offline(False)
    expect(phone.get_by_text("this phone can no longer open this game")).to_be_visible()
    phone.goto(game.get_absolute_url())
    expect(phone.get_by_role("heading", level=1)).to_have_text("Nothing here")
    for page in (pad_of(game), f"/games/{game.code}/rounds/7/"):
        phone.evaluate(GONE, page)
    phone.get_by_role("link", name="Not sent yet: 1").click()
    expect(phone.get_by_text("This phone can no longer open the game.")).to_be_visible()
    expect(phone.get_by_text("Ann: Out · Bob: 10 · Cai: 25")).to_be_visible()


def test_what_is_not_kept_says_so(phone: Page, watch: Watch) -> None:
    phone.goto("/offline/")
    prepare(phone, "/games/new/")
    phone.context.set_offline(True)
    watch.expect(LOST)

    phone.goto("/sheets/")

    expect(phone.get_by_text("this page isn’t saved on this phone")).to_be_visible()
    # The page is loaded as soon as there is a connection.
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Score sheets to print")


def test_without_a_connection_which_game_lists_those_that_can_be_started(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    GameFactory(group=game.group, variant="hearts", names=NAMES)
    log_in(phone.context, game.group.members.get().user)
    phone.goto("/offline/")
    prepare(phone, "/games/new/any-game/ahead.json?players=3")
    phone.context.set_offline(True)
    watch.expect(LOST)

    phone.goto("/games/new/")
    expect(phone.get_by_text("These games can be started on this phone now:")).to_be_visible()
    names = phone.get_by_role("main").get_by_role("listitem").locator("strong")
    # The game of the group, and all games.
    expect(names).to_have_text(["Contract Rummy", "Contract Rummy", "Any game"])
    phone.goto("/rules/skat/")
    starts = phone.get_by_role("heading", name="Games that can be started now").locator("..")
    expect(starts.get_by_role("link")).to_have_text(["Any game", "Contract Rummy"])

    phone.goto("/games/new/hearts/")
    phone.get_by_label("Player 1", exact=True).fill("Zoe")
    expect(phone.get_by_text("This game needs a connection to start.")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_text("This game needs a connection to start.")).to_be_hidden()
    # A form that somebody is filling in isn’t loaded again.
    expect(phone.get_by_label("Player 1", exact=True)).to_have_value("Zoe")


def test_pages_are_kept_in_the_language_that_was_chosen(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    open_and_keep(phone, log_in, game)
    for page in ("/rules/skat/", "/rules/"):
        phone.goto(page)
        prepare(phone, page)

    phone.get_by_role("button", name="Deutsch").click()
    expect(phone.locator("html")).to_have_attribute("lang", "de")
    entry = f"/games/{game.code}/rounds/7/"
    for page in (pad_of(game), entry, "/offline/", "/rules/"):
        phone.evaluate(KEPT_IN, [page, "de"])
    phone.evaluate(GONE, "/rules/skat/")
    phone.context.set_offline(True)
    watch.expect(LOST)

    for page in (pad_of(game), entry, "/rules/", "/sheets/"):
        phone.goto(page)
        expect(phone.locator("html")).to_have_attribute("lang", "de")


def test_another_person_finds_no_kept_page(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    log_in(phone.context, game.group.members.get().user)
    phone.goto(game.get_absolute_url())
    prepare(phone, pad_of(game))
    phone.goto("about:blank")  # an open pad would ask for itself again
    phone.context.clear_cookies()

    phone.goto("/")
    phone.evaluate(GONE, pad_of(game))
    phone.context.set_offline(True)
    watch.expect(LOST)
    phone.goto(game.get_absolute_url())

    expect(phone.get_by_text("this page isn’t saved on this phone")).to_be_visible()


def test_pages_that_a_phone_may_no_longer_see_are_deleted(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    other = GameFactory(group=game.group, names=NAMES)
    open_and_keep(phone, log_in, game)
    prepare(phone, f"/games/{other.code}/rounds/7/")

    other.delete()  # as another phone does before the first deal
    phone.reload()
    for page in (pad_of(other), f"/games/{other.code}/rounds/7/"):
        phone.evaluate(GONE, page)
    prepare(phone, f"/games/{game.code}/rounds/7/")
    watch.expect("status of 404")
    erase_game(game=game)  # while its pad is open
    for page in (pad_of(game), f"/games/{game.code}/rounds/7/"):
        phone.evaluate(GONE, page)

    expect(phone.get_by_text("This page is no longer being updated.")).to_be_visible()
    assert phone.evaluate(GAMES) == []


def test_two_tabs_send_an_entry_once(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(names=NAMES)
    open_and_keep(phone, log_in, game)
    other = phone.context.new_page()
    other.goto(game.get_absolute_url())
    sent: list[str] = []
    phone.context.on("request", lambda each: each.method == "POST" and sent.append(each.url))
    phone.context.set_offline(True)
    watch.expect(LOST)
    enter(phone, 1, "Ann", "10", "25")
    expect(phone.locator("tr.unsent")).to_be_visible()
    sent.clear()

    phone.context.set_offline(False)

    for page in (phone, other):
        expect(page.get_by_role("link", name="Correct deal 1")).to_be_visible()
    assert len(sent) == 1
    assert Round.objects.count() == 1


def test_bids_are_kept_without_a_connection_and_saved_when_it_returns(
    phone: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    game = GameFactory(variant="oh-hell", names=NAMES)
    entry = f"{game.get_absolute_url()}rounds/1/"
    open_and_keep(phone, log_in, game, deals=1)
    phone.context.set_offline(True)
    watch.expect(LOST)
    phone.goto(entry)
    expect(phone.locator("#keypad")).to_be_visible()
    for name, bid in (("bid-1", "2"), ("bid-2", "1"), ("bid-3", "0")):
        phone.locator(f"[name={name}]").fill(bid)
    phone.locator("[name=tricks-1]").focus()
    phone.wait_for_function(f"() => {DRAFTS} === 1")
    assert Change.objects.filter(game=game, kind=Change.Kind.BIDS).count() == 0

    phone.context.set_offline(False)

    expect(phone.get_by_text("Bids saved ✓")).to_be_visible()
    saved = Change.objects.get(game=game, kind=Change.Kind.BIDS)
    assert saved.after["texts"] == {"bid-1": "2", "bid-2": "1", "bid-3": "0"}


def test_pages_of_two_editions_are_never_mixed(
    phone: Page, log_in: Callable[..., None], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page from a newer server isn’t kept until the phone has that edition with all its files."""
    game = GameFactory(names=NAMES)
    pad = pad_of(game)
    log_in(phone.context, game.group.members.get().user)
    phone.goto(pad)
    prepare(phone, pad)
    (old,) = phone.evaluate(EDITIONS)

    # The server has a new edition, but one of its files can’t be loaded.
    for module in (keeping, offline):
        monkeypatch.setattr(module, "site_edition", lambda: "new")
    RoundFactory(game=game, deal=1, texts={"out": "1", **points(2, "10"), **points(3, "20")})
    with monkeypatch.context() as broken:
        broken.setattr(offline, "site_files", lambda: iter(["/static/js/missing.js"]))
        phone.goto(pad)
        expect_totals(phone, (0, 10, 20))
        phone.evaluate(UPDATED)
    phone.context.set_offline(True)
    watch.expect(LOST)
    phone.goto(pad)
    expect_totals(phone, (0, 0, 0))
    # From then on, the page notices when the connection is back.
    expect(phone.get_by_text("No connection. This page is from")).to_be_visible()
    assert phone.evaluate(EDITIONS) == [old]

    # Now the phone gets all of the new edition, and nothing of the old one is left.
    phone.context.set_offline(False)
    expect_totals(phone, (0, 10, 20))
    wait_until_replaced(phone, old)
    phone.context.set_offline(True)
    phone.goto(pad)
    expect_totals(phone, (0, 10, 20))
    assert phone.evaluate(EDITIONS) == ["new"]
