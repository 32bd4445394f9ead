"""Counting points up and down on the pad, with + and −."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.models import Change, Game
from tests.browser.conftest import Watch
from tests.browser.steps import expect_totals, tap_steps
from tests.factories import GameFactory, RoundFactory, fill

# How far the totals reach into the steps, which are over the foot of the page.
COVERED = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return box("#scoreboard tfoot").bottom - box("#steps").top;
}"""


@pytest.fixture
def game(page: Page, log_in: Callable[..., None]) -> Game:
    """Open the pad of a game for two."""
    game = GameFactory(variant="any-game", names=("Ann", "Bob"))
    log_in(page.context, game.group.members.get().user)
    page.goto(game.get_absolute_url())
    return game


def steps(page: Page, name: str) -> Locator:
    """Open the steps for a player."""
    at = page.locator("#scoreboard thead .pad-name span").all_text_contents().index(name)
    page.locator("#scoreboard .count").nth(at).tap()
    return page.locator("#steps")


def test_points_counted_without_a_connection_arrive_once(
    page: Page, game: Game, watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    more = steps(page, "Bob").get_by_role("button", name="+1", exact=True)
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        tap_steps(page, "+1", "+1")
    expect_totals(page, (0, 2))

    page.context.set_offline(False)

    expect(page.locator("[data-counts='2']")).to_have_attribute("data-total", "2")
    expect(more).to_be_visible()
    more.tap()
    expect_totals(page, (0, 3))
    expect(page.locator("[data-counts='2']")).to_have_attribute("data-total", "3")
    assert Change.objects.filter(game=game).count() == 3  # with the start of the game


@pytest.mark.usefixtures("game")
def test_the_steps_are_for_the_player_whose_total_was_tapped(page: Page) -> None:
    panel = steps(page, "Ann")
    panel.get_by_role("button", name="+10").tap()
    steps(page, "Bob")
    expect(panel).to_contain_text("Bob")
    panel.get_by_role("textbox").fill("7")
    panel.get_by_role("button", name="Fewer points").tap()
    expect_totals(page, (10, -7))
    expect(panel.get_by_role("textbox")).to_have_value("")  # so that it isn’t added again
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator("#scoreboard .count").nth(1)).to_be_focused()
    # A page that is left sends what isn’t saved yet, and the response would log the next test out.
    for side, total in (("1", "10"), ("2", "-7")):
        expect(page.locator(f"[data-counts='{side}']")).to_have_attribute("data-total", total)

    # What was typed for one player isn’t added for another.
    steps(page, "Ann")
    panel.get_by_role("textbox").fill("7")
    steps(page, "Bob")
    expect(panel.get_by_role("textbox")).to_have_value("")


def test_a_game_of_three_rounds_is_played_with_steps(
    page: Page, log_in: Callable[..., None]
) -> None:
    game = GameFactory(variant="any-game", names=("Ann", "Bob"), options={"rounds": 3})
    log_in(page.context, game.group.members.get().user)
    page.goto(game.get_absolute_url())
    panel = steps(page, "Ann")
    following = panel.get_by_text("Next round")

    panel.get_by_role("button", name="+5", exact=True).tap()
    following.tap()  # the points before belong to round 1
    expect(panel).to_contain_text("round 2")
    panel.get_by_role("button", name="+1", exact=True).tap()
    expect(page.locator("#scoreboard")).to_have_attribute("data-played", "2")
    expect(following).to_be_hidden()
    panel.get_by_text("Last round").tap()
    page.wait_for_url("**/rounds/3/?new")

    entries = game.rounds.order_by("deal").values_list("entry", flat=True)
    assert list(entries) == [{"points-1": "5", "points-2": "0"}, {"points-1": "1", "points-2": "0"}]


def test_the_pad_shows_the_round_to_which_the_points_are_added(page: Page, game: Game) -> None:
    RoundFactory(game=game, texts={"points-1": "12", "points-2": "8"})
    page.reload()
    current = page.locator("#scoreboard tr.next .pad-deal")
    expect(current).to_have_text("2")

    panel = steps(page, "Ann")
    expect(panel).to_contain_text("round 1")
    expect(current).to_have_text("1")
    panel.get_by_text("Next round").tap()
    expect(panel).to_contain_text("round 2")
    expect(current).to_have_text("2")
    panel.get_by_text("Next round").tap()
    expect(current).to_have_text("1")

    panel.get_by_role("button", name="+5", exact=True).tap()
    expect(page.locator("[data-counts='1']")).to_have_attribute("data-total", "17")
    expect(current).to_have_text("1")
    page.keyboard.press("Escape")
    expect(current).to_have_text("2")


def test_with_eight_players_the_totals_stay_in_view_above_the_steps(
    page: Page, log_in: Callable[..., None]
) -> None:
    names = ("Ann", "Bob", "Cai", "Dee", "Eve", "Flo", "Gus", "Hal")
    game = GameFactory(variant="any-game", names=names)
    RoundFactory(game=game, texts={f"points-{side}": "10" for side in range(1, 9)})
    fill(game, 9)
    log_in(page.context, game.group.members.get().user)
    page.goto(game.get_absolute_url())

    panel = steps(page, "Dee")

    assert page.evaluate(COVERED) <= 0
    for target in (*panel.get_by_role("button").all(), page.locator("#scoreboard .count").nth(3)):
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
