"""Phones that show each other’s changes: the owner’s, a second scorer’s and a watcher’s."""

from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from scorekeeper.models import Game, Helper, User
from scorekeeper.services.games import discard_game
from scorekeeper.services.links import renew_game_link
from tests.browser.conftest import OpenPhone, Watch, phones
from tests.browser.steps import save
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    MemberFactory,
    RoundFactory,
    UserFactory,
)
from tests.live.conftest import _own_bus, served  # noqa: F401 -- fixtures
from tests.live.server import Served


@pytest.fixture
def open_phone(served: Served, browser: Browser) -> Iterator[OpenPhone]:  # noqa: F811
    """Yield a function that opens a page on a new phone."""
    watch = Watch(served.url)
    with phones(browser, watch) as open_phone:
        open_phone.watch = watch  # type: ignore[attr-defined]
        yield open_phone


def owner_of(game: Game) -> User:
    return game.group.members.get(is_owner=True).user


def watch_url(game: Game) -> str:
    return reverse("watch", args=[game.code, game.watch_token])


def expect_totals(page: Page, *totals: str) -> None:
    expect(page.locator("#scoreboard tfoot tr").first.locator("td")).to_have_text(list(totals))


def save_points(page: Page, *points: str) -> None:
    """Enter the next deal of a game in which points are typed, and save it."""
    page.locator(".under-thumb a.button").click()
    for number, each in enumerate(points, 1):
        page.locator(f"[name=points-{number}]").fill(each)
    save(page)


def two_players() -> Game:
    return GameFactory(variant="any-game", names=("Ann", "Bob"))


def test_a_deal_saved_on_one_phone_is_on_all_the_others(open_phone: OpenPhone) -> None:
    game = two_players()
    helper = Helper.objects.create(game=game, user=UserFactory(), name="Zoe")
    owner = open_phone(owner_of(game), game.get_absolute_url())
    second = open_phone(helper.user, game.get_absolute_url())
    watcher = open_phone(None, watch_url(game))
    home = open_phone(owner_of(game), "/")
    expect(home.get_by_text("not started")).to_be_visible()

    save_points(owner, "5", "8")

    for page in (owner, second, watcher):
        expect_totals(page, "5", "8")
    expect(home.locator("#live")).to_contain_text("Bob ahead with 8")
    expect(watcher.locator("#news")).to_have_text("Round 1 has been entered: 1st Bob 8, 2nd Ann 5.")

    save_points(second, "1", "2")

    for page in (owner, second, watcher):
        expect_totals(page, "6", "10")
    expect(owner.get_by_role("link", name="Enter round 3")).to_be_visible()
    expect(second.get_by_role("button", name="Undo round 2")).to_be_visible()


def test_an_old_deal_is_not_announced_again(open_phone: OpenPhone) -> None:
    game = GameFactory(variant="progressive-rummy", played=15)
    first, second = (open_phone(owner_of(game), game.get_absolute_url()) for _ in range(2))

    first.get_by_role("button", name="Play again").click()

    expect(second.get_by_role("link", name="Go to the rematch")).to_be_visible()
    expect(second.locator("#news")).to_be_empty()


def test_an_entry_under_way_is_kept_when_somebody_else_saves_the_deal(
    open_phone: OpenPhone,
) -> None:
    game = two_players()
    zoe = MemberFactory(group=game.group, name="Zoe").user
    entry = reverse("deal", args=[game.code, 1])
    mine = open_phone(owner_of(game), f"{entry}?new")
    mine.locator("[name=points-1]").fill("7")
    hers = open_phone(zoe, entry)

    expect(mine.locator("#live")).to_contain_text("Round 1 is also being entered by: Zoe.")
    expect(hers.locator("#live")).to_contain_text("Round 1 is also being entered by: Phone 1.")
    RoundFactory(
        game=game,
        deal=1,
        texts={"points-1": "5", "points-2": "8"},
        context=ChangeContextFactory(game=game, user=zoe, name="Zoe"),
    )

    expect(mine.locator("#live")).to_contain_text("Zoe has saved round 1.")
    expect(mine.locator("[name=points-1]")).to_have_value("7")
    hers.goto(game.get_absolute_url())
    expect(mine.get_by_text("also being entered")).to_have_count(0)
    mine.get_by_role("link", name="Show the scores").click()
    expect_totals(mine, "5", "8")


def test_the_pad_keeps_focus_and_scroll_when_it_follows(open_phone: OpenPhone) -> None:
    game = GameFactory(variant="may-i", names=tuple("ABCDEFGH"), played=2)
    page = open_phone(owner_of(game), game.get_absolute_url())
    page.locator("#pad").evaluate("frame => frame.scrollTo(60, 0)")
    scrolled = page.locator("#pad").evaluate("frame => frame.scrollLeft")
    assert scrolled > 10
    page.get_by_role("button", name="Undo deal 2").focus()

    Game.objects.filter(pk=game.pk).update(version=game.version + 1)

    expect(page.locator("#live")).to_have_attribute("data-state", str(game.version + 1))
    assert page.locator("#pad").evaluate("frame => frame.scrollLeft") == scrolled
    expect(page.get_by_role("button", name="Undo deal 2")).to_be_focused()


def test_the_pad_keeps_what_has_not_changed(open_phone: OpenPhone) -> None:
    game = GameFactory(variant="may-i", names=tuple("ABCDEFGH"), deals=40, played=2)
    page = open_phone(owner_of(game), game.get_absolute_url())
    page.get_by_label("Sort players by place").check()
    page.get_by_text("Next dealer").click()
    page.locator("#rows a[href*='rounds/2/']").first.focus()
    page.locator("#pad").evaluate("frame => frame.scrollTo(40, 0)")
    page.evaluate("() => document.querySelectorAll('#rows tr').forEach((row) => (row.old = true))")
    texts = {f"left-points-{side}": str(5 * (8 - side)) for side in range(1, 8)}

    RoundFactory(game=game, deal=3, texts=texts | {"out": "8"})

    expect(page.locator("#live")).to_have_attribute("data-state", "4")
    rows = page.locator("#rows tr").evaluate_all("rows => rows.map((row) => row.old ?? false)")
    assert rows == [True, True, False, False, *[True] * 36]
    assert page.locator("#pad").evaluate("frame => frame.scrollLeft") == 40
    expect(page.locator("#rows a[href*='rounds/2/']").first).to_be_focused()
    expect(page.get_by_role("button", name="C", exact=True)).to_be_visible()
    shown = page.locator("#rows tr").all_inner_texts()
    page.reload()
    expect(page.locator("#rows tr")).to_have_text(shown, use_inner_text=True)


def test_watchers_and_helpers_are_taken_along_to_the_rematch(open_phone: OpenPhone) -> None:
    game = GameFactory(variant="progressive-rummy", played=15)
    helper = Helper.objects.create(game=game, user=UserFactory(), name="Zoe")
    owner = open_phone(owner_of(game), game.get_absolute_url())
    second = open_phone(helper.user, game.get_absolute_url())
    watcher = open_phone(None, watch_url(game))
    expect(watcher.locator(".winner")).to_be_visible()

    owner.get_by_role("button", name="Play again").click()

    expect(owner.get_by_role("link", name="Enter deal 1")).to_be_visible()
    rematch = Game.objects.exclude(pk=game.pk).get()
    second.get_by_role("link", name="Go to the rematch").click()
    expect(second.get_by_role("link", name="Enter deal 1")).to_be_visible()
    watcher.wait_for_url(f"**/watch/{rematch.code}/**")
    RoundFactory(game=rematch, deal=1)
    expect_totals(watcher, "0", "10", "10", "10")


def test_where_streams_are_blocked_the_page_asks_again(open_phone: OpenPhone) -> None:
    game = two_players()
    open_phone.watch.expect("/live/")  # type: ignore[attr-defined]
    page = open_phone(None, "/static/css/fonts.css")
    page.route("**/live/**", lambda route: route.abort("connectionrefused"))
    asked: list[str] = []
    page.on("response", lambda response: asked.append(str(response.status)))
    page.goto(watch_url(game))
    expect(page.locator("#scoreboard")).to_be_visible()

    RoundFactory(game=game, deal=1, texts={"points-1": "5", "points-2": "8"})

    expect_totals(page, "5", "8")
    page.wait_for_function(
        "() => performance.getEntriesByType('resource')"
        ".filter((one) => one.name.includes('/watch/')).length > 2"
    )
    assert "304" in asked


def test_a_page_catches_up_when_the_phone_is_back(open_phone: OpenPhone) -> None:
    game = two_players()
    page = open_phone(None, watch_url(game))
    expect(page.locator("#scoreboard")).to_be_visible()
    page.context.set_offline(True)
    open_phone.watch.expect("ERR_INTERNET_DISCONNECTED")  # type: ignore[attr-defined]
    page.evaluate("() => fetch(location.href).catch(() => null)")
    RoundFactory(game=game, deal=1, texts={"points-1": "5", "points-2": "8"})

    page.context.set_offline(False)

    expect_totals(page, "5", "8")


@pytest.mark.parametrize(
    "lose",
    [
        lambda game: renew_game_link(game=game, kind="watch"),
        lambda game: discard_game(game=game, context=ChangeContextFactory(game=game)),
    ],
    ids=["link", "game"],
)
def test_who_loses_access_is_told(open_phone: OpenPhone, lose: Callable[[Game], None]) -> None:
    game = two_players()
    open_phone.watch.expect("404")  # type: ignore[attr-defined]
    page = open_phone(None, watch_url(game))
    expect(page.locator("#scoreboard")).to_be_visible()
    expect(page.locator("#gone")).to_be_hidden()

    lose(game)

    expect(page.locator("#gone")).to_be_visible()


def test_the_totals_of_an_entry_follow_a_correction_of_an_earlier_deal(
    open_phone: OpenPhone,
) -> None:
    game = two_players()
    RoundFactory(game=game, deal=1, texts={"points-1": "5", "points-2": "8"})
    zoe = MemberFactory(group=game.group, name="Zoe").user
    mine = open_phone(owner_of(game), reverse("deal", args=[game.code, 2]))
    mine.locator("[name=points-1]").fill("7")
    ann = mine.get_by_role("group", name="Ann", exact=True)
    expect(ann.get_by_role("status")).to_have_text("total 12")

    RoundFactory(
        game=game,
        deal=1,
        texts={"points-1": "25", "points-2": "8"},
        context=ChangeContextFactory(game=game, user=zoe, name="Zoe"),
    )

    expect(mine.locator("#live")).to_contain_text("Zoe has changed this game")
    expect(ann.locator("[data-so-far]")).to_have_text("25")
    expect(ann.get_by_role("status")).to_have_text("total 32")
    expect(mine.locator("[name=points-1]")).to_have_value("7")
