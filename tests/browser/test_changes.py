"""How pages show that totals have changed, and read the standings aloud."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import Game, Group, User
from scorekeeper.models.people import derived_token
from tests.factories import RoundFactory

# Replace the speech, which browsers without sound lack, by a list of what was said.
SPOKEN = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", {
  value: { cancel() {}, speak: ({ text }) => said.push(text) },
});
"""
THIRD = {"out": "2", "left-points-1": "50", "left-points-3": "5", "left-points-4": "25"}


def screen_of(group: Group) -> str:
    return f"/table/{group.pk}/{derived_token('watch', group.join_token)}/screen/"


@pytest.fixture
def shown(own_page: Page, log_in: Callable[[BrowserContext, User], None], game: Game) -> Page:
    """A phone of the group, whose numbers count for as long as the test runs."""
    log_in(own_page.context, game.group.members.get().user)
    own_page.add_init_script(
        "const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (frames, time) {"
        "  const own = animate.call(this, frames, time); own.pause(); return own; };"
    )
    own_page.add_init_script(SPOKEN)
    return own_page


def frames(page: Page, selector: str) -> list[str]:
    """Return the first value of each animation below the elements."""
    return page.eval_on_selector_all(
        selector,
        "all => all.flatMap(one => one.getAnimations().map(each => {"
        "  const [first] = each.effect.getKeyframes();"
        "  return first['--count'] ?? first.transform; }))",
    )


def test_numbers_count_from_the_old_totals_on_the_pad(shown: Page, game: Game) -> None:
    shown.goto(game.get_absolute_url())
    totals = shown.locator("tfoot strong")
    expect(totals).to_have_text(["0", "20", "20", "20"])
    expect(shown.locator(".counting")).to_have_count(0)

    RoundFactory(game=game, deal=3, texts=THIRD)
    shown.reload()

    # The texts are the new ones at once. Bob went out, so his total is still the same.
    expect(totals).to_have_text(["50", "20", "25", "45"])
    expect(shown.locator(".counting")).to_have_text(["50", "25", "45"])
    assert frames(shown, "tfoot strong") == ["0", "20", "20"]


def test_the_bars_of_a_big_screen_change_places(shown: Page, game: Game) -> None:
    shown.goto(screen_of(game.group))
    rows = shown.locator(".bar-name")
    expect(rows).to_have_text(["Ann", "Bob", "Cai", "Dee"])

    RoundFactory(game=game, deal=3, texts=THIRD)

    expect(rows).to_have_text(["Bob", "Cai", "Dee", "Ann"])
    moved = [float(frame[11:-3]) for frame in frames(shown, ".bars li")]
    assert [move > 0 for move in moved] == [True, True, True, False]
    # A bar of 20 was as long as the longest, and is now 40 % of it.
    assert frames(shown, ".bars rect")[0] == "scaleX(2.5)"


def test_nothing_moves_if_people_prefer_reduced_motion(shown: Page, game: Game) -> None:
    shown.emulate_media(reduced_motion="reduce")
    shown.goto(game.get_absolute_url())

    RoundFactory(game=game, deal=3, texts=THIRD)
    shown.reload()

    expect(shown.locator("tfoot strong")).to_have_text(["50", "20", "25", "45"])
    expect(shown.locator(".counting")).to_have_count(0)


def test_standings_are_read_aloud_once_people_switch_it_on(shown: Page, game: Game) -> None:
    shown.goto(game.get_absolute_url())
    shown.get_by_label("Read the standings aloud").check()
    before = "Deal 2 has been entered: 1st Ann 0, 2nd Bob 20, 2nd Cai 20, 2nd Dee 20."
    assert shown.evaluate("said") == [before]

    RoundFactory(game=game, deal=3, texts=THIRD)
    shown.reload()

    expect(shown.get_by_label("Read the standings aloud")).to_be_checked()
    after = "Deal 3 has been entered: 1st Bob 20, 2nd Cai 25, 3rd Dee 45, 4th Ann 50."
    assert shown.evaluate("said") == [after]
    shown.get_by_label("Read the standings aloud").uncheck()
    shown.reload()
    assert shown.evaluate("said") == []


@pytest.mark.parametrize(("motion", "ticks"), [("no-preference", [8]), ("reduce", [])])
def test_a_key_ticks_where_the_phone_can(
    shown: Page, game: Game, motion: Literal["no-preference", "reduce"], ticks: list[int]
) -> None:
    shown.add_init_script("window.ticks = []; navigator.vibrate = (each) => ticks.push(each);")
    shown.emulate_media(reduced_motion=motion)
    shown.goto(f"{game.get_absolute_url()}rounds/3/?new")

    shown.locator("#keypad button:visible").first.click()

    assert shown.evaluate("ticks") == ticks
