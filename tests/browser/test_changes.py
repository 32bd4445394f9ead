"""How pages show that totals have changed, and read the standings aloud."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import Game, Group, User
from scorekeeper.models.people import derived_token
from scorekeeper.services.players import leave
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory

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


# Whether the page has to be scrolled, the names that aren’t on one line, and those that the switch
# or the code covers.
UNFIT = """() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const box = (element) => element.getBoundingClientRect();
  const aside = ["#aloud", ".screen-code"].map((each) => box(document.querySelector(each)));
  const isOver = (one) => aside.some((other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom);
  const rows = [...document.querySelectorAll(".bars li")];
  const isTall = (row) => box(row).height > 1.5 * parseFloat(getComputedStyle(row).fontSize);
  const named = (found) => found.map((row) => row.textContent.trim().split(/\\s+/)[0]);
  return [
    scrollHeight > innerHeight || scrollWidth > innerWidth,
    named(rows.filter(isTall)),
    named(rows.filter((row) => isOver(box(row)))),
  ];
}"""
EIGHT = (
    "Grandma Rosemary",
    "Grandpa Frederick",
    "Anna",
    "Chris",
    "Lu-Ann Montgomery",
    "Bo",
    "Wolfgang Amadeus Maximilian",
    "Ünal",
)


@pytest.mark.parametrize("players", [6, 8])
@pytest.mark.parametrize("played", [0, 3, 7])
def test_a_tv_shows_all_players_without_scrolling(
    shown: Page, game: Game, players: int, played: int
) -> None:
    GameFactory(
        group=game.group, variant="contract-rummy-eight", names=EIGHT[:players], played=played
    )

    shown.emulate_media(reduced_motion="reduce")
    for width, height in ((1920, 1080), (1280, 720)):
        shown.set_viewport_size({"width": width, "height": height})
        shown.goto(screen_of(game.group))
        shown.evaluate("document.fonts.ready")

        expect(shown.locator(".bar-name")).to_have_count(players)
        expect(shown.get_by_label("Read the standings aloud")).to_be_visible()
        assert shown.evaluate(UNFIT) == [False, [], []]


def test_a_tv_says_who_has_left(shown: Page, game: Game) -> None:
    leave(game=game, side=2, context=ChangeContextFactory(game=game))

    shown.goto(screen_of(game.group))

    # Ann has 0, and the others have 20 each after two deals.
    rows = shown.locator(".bar-name")
    expect(rows).to_have_text(["Ann", "Cai", "Dee", "Bob left after deal 2"])


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
