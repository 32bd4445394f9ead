"""The pad on screen: the leader stays visible, and the latest deal scrolls into view."""

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import Game, User
from tests.browser.conftest import with_both_fonts
from tests.browser.steps import ready
from tests.factories import GameFactory, RoundFactory

EVENING = ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo")
SCREENS = ((360, 640), (1280, 800))

# Tests whether an element is on the screen, inside the pad’s frame, and not covered.
SEEN = """element => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const at = (x, y) => element.contains(document.elementFromPoint(x, y));
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return at(x, top + 2) && at(x, bottom - 2) && at(left + 2, y) && at(right - 2, y);
}"""
TWO_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
SCROLLED = "frame => frame.scrollTop"
LEFT = "element => element.getBoundingClientRect().left"
# The distances in pixels from each dealer’s dot to the nearest texts in its cell and in the others.
GAPS = """table => [...table.querySelectorAll(".points .dealer-dot")].map((dot) => {
    const range = document.createRange(), { left, right } = dot.getBoundingClientRect();
    const gap = (text) => {
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        return Math.max(box.left - right, left - box.right);
    };
    const texts = [...dot.closest("tr").querySelectorAll(".points")].map((points) =>
        [points, [...points.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)]);
    const [own, others] = [true, false].map((isOwn) => Math.min(...texts
        .filter(([points]) => points.contains(dot) === isOwn).map(([, text]) => gap(text))));
    return [own, others];
})"""
# Waits for the fonts, and for the animation that scrolls the pad.
AT_REST = """() => Promise.all(
    [document.fonts.ready, ...document.getAnimations().map((each) => each.finished)]
)"""


@pytest.fixture
def visit(live_server: object, log_in: Callable[[BrowserContext, User], None]) -> Callable:
    """Open the pad of a game on a phone that owns its group."""

    def visit(page: Page, game: Game) -> None:
        log_in(page.context, game.group.members.get().user)
        page.goto(game.get_absolute_url())
        page.evaluate(AT_REST)

    return visit


def long_game() -> Game:
    """Nine of fifteen deals have been played."""
    return GameFactory(variant="progressive-rummy", names=("Ann", "Bob", "Cai", "Dee"), played=9)


@with_both_fonts
def test_totals_and_places_are_seen_beside_a_message(
    page: Page, visit: Callable[[Page, Game], None]
) -> None:
    game = GameFactory(names=("Ann", "Bob", "Cai", "Dee"), played=3)
    visit(page, game)
    page.goto(f"{game.get_absolute_url()}rounds/1/?new")
    message = page.get_by_text("Deal 1 has already been saved. These are the current scores.")
    expect(message).to_be_visible()
    page.evaluate(AT_REST)

    for cell in page.locator(".pad tfoot td").all():
        assert cell.evaluate(SEEN)


@with_both_fonts
def test_the_latest_deal_and_the_totals_are_seen_at_once(
    page: Page, plain_page: Page, visit: Callable[[Page, Game], None]
) -> None:
    game = long_game()
    for each, (width, height) in product((page, plain_page), SCREENS):
        each.set_viewport_size({"width": width, "height": height})
        visit(each, game)

        for part in (
            each.get_by_role("heading", level=1),
            each.locator(".pad thead th").first,
            each.locator(".pad tbody tr").nth(8).locator("td").first,
            each.locator(".pad tr.next th"),
            each.locator(".pad tfoot tr").first.locator("td").first,
            each.locator(".pad .places td").first,
            each.get_by_role("link", name="Enter deal 10"),
        ):
            assert part.evaluate(SEEN), (part, width)


@with_both_fonts
def test_a_phone_on_its_side_shows_three_deals(
    page: Page, plain_page: Page, visit: Callable[[Page, Game], None]
) -> None:
    options = ("touching-runs-allowed", "melds-may-exceed-minimum", "joker-25")
    game = GameFactory(
        names=("Ann", "Bob", "Maximilian", "Dee", "Eve"),
        options=dict.fromkeys(options, True),
        patches={"deals.*.takes.limit": 2},
        played=4,
    )
    for each in (page, plain_page):
        each.set_viewport_size({"width": 640, "height": 360})
        visit(each, game)

        rows = each.locator(".pad tbody tr")
        for part in (
            each.locator(".pad thead th").last,
            *(rows.nth(deal).locator("td").nth(1) for deal in (2, 3, 4)),
            each.locator(".pad tfoot tr").first.locator("td").first,
            each.locator(".pad .places td").first,
            each.get_by_role("link", name="Enter deal 5"),
            each.get_by_role("link", name="4 house rules"),
        ):
            assert part.evaluate(SEEN), part
        expect(each.get_by_text("House rules:")).to_be_hidden()


@with_both_fonts
def test_the_totals_are_seen_beside_a_notice(
    page: Page, visit: Callable[[Page, Game], None]
) -> None:
    visit(page, long_game())

    page.get_by_role("button", name="Undo").click()

    expect(page.get_by_role("status")).to_have_text("Undone: deal 9.")
    ready(page)
    page.evaluate(AT_REST)
    assert page.locator(".pad .places td").first.evaluate(SEEN)
    assert page.locator(".pad tr.next th").evaluate(SEEN)


def test_the_pad_lets_go_once_it_is_open(page: Page, visit: Callable[[Page, Game], None]) -> None:
    visit(page, long_game())
    frame = page.locator(".pad-frame")
    opened_at = frame.evaluate(SCROLLED)
    assert opened_at > 0
    frame.evaluate("frame => { frame.scrollTop = 0; }")

    page.evaluate(TWO_FRAMES)
    assert frame.evaluate(SCROLLED) == 0


def test_a_wide_pad_keeps_to_its_frame(page: Page, visit: Callable[[Page, Game], None]) -> None:
    game = GameFactory(variant="any-game", names=EVENING)
    RoundFactory(game=game, deal=1, texts={f"points-{number}": "7" for number in range(1, 13)})
    visit(page, game)
    frame = page.locator(".pad-frame")

    frame.evaluate("frame => { frame.scrollLeft = 10_000; }")

    head = page.locator(".pad tbody tr").first.locator("th")
    assert head.evaluate(SEEN)
    border = frame.evaluate("frame => frame.clientLeft")
    assert head.evaluate(LEFT) == frame.evaluate(LEFT) + border
    assert page.locator(".pad thead th").last.evaluate(SEEN)


@pytest.mark.parametrize(
    ("variant", "players", "texts"),
    [
        ("any-game", 2, {"points-1": "7", "points-2": "-1240"}),
        # The dealer goes out, so the tick is also in the cell.
        ("may-i", 8, {"out": "2"} | {f"left-points-{seat}": "105" for seat in (1, *range(3, 9))}),
        ("any-game", 12, {f"points-{seat}": "-120" for seat in range(1, 13)}),
    ],
)
def test_the_dealers_dot_is_next_to_the_dealers_points(
    page: Page,
    visit: Callable[[Page, Game], None],
    variant: str,
    players: int,
    texts: dict[str, str],
) -> None:
    game = GameFactory(variant=variant, names=EVENING[:players], first_dealer=2)
    RoundFactory(game=game, deal=1, texts=texts)
    visit(page, game)

    ((own, others),) = page.locator("#scoreboard").evaluate(GAPS)
    assert own <= 3
    assert others >= 2 * own


def test_tab_stops_once_in_each_deal(page: Page, visit: Callable[[Page, Game], None]) -> None:
    visit(page, long_game())

    page.get_by_role("link", name="Correct deal 8").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Correct deal 9")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_text("How deal 9 was scored")).to_be_focused()


@with_both_fonts
def test_names_of_nine_letters_stand_whole_with_four_players(
    page: Page, visit: Callable[[Page, Game], None]
) -> None:
    names = ("Margaret", "Alexander", "Katherine", "Elizabeth")
    visit(page, GameFactory(names=names, played=3))

    for name in page.locator(".pad-name span").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), name.inner_text()


def test_a_switch_sorts_the_columns_by_place(
    page: Page, visit: Callable[[Page, Game], None]
) -> None:
    game = GameFactory(variant="any-game", names=("Ann", "Bob", "Cai"))
    RoundFactory(game=game, texts={"points-1": "5", "points-2": "20", "points-3": "11"})
    visit(page, game)
    names, totals = page.locator("thead [data-side]"), page.locator("tbody tr:first-child .total")
    box = page.get_by_label("Sort players by place")

    box.check()

    expect(names).to_have_text(["Bob", "Cai", "Ann"])
    expect(totals).to_have_text(["20", "11", "5"])
    page.reload()
    expect(names).to_have_text(["Bob", "Cai", "Ann"])
    box.uncheck()
    expect(names).to_have_text(["Ann", "Bob", "Cai"])
    expect(totals).to_have_text(["5", "20", "11"])


def test_who_watches_sees_the_next_deal_come(live_server: object, own_page: Page) -> None:
    page = own_page
    game = GameFactory(variant="any-game", names=("Ann", "Bob"))
    totals = page.locator("#scoreboard tfoot tr").first.locator("td")
    page.clock.install()
    page.goto(f"/watch/{game.code}/{game.watch_token}/")
    expect(page.get_by_text("Scores update automatically")).to_be_visible()

    for points, sums in (("5", ["5", "8"]), ("1", ["6", "16"])):
        RoundFactory(
            game=game, deal=game.rounds.count() + 1, texts={"points-1": points, "points-2": "8"}
        )
        page.clock.run_for(11_000)
        expect(totals).to_have_text(sums)
