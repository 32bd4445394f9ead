"""Numbers, symbols and names on pad and entry page: each fits on one line on narrow phones."""

from collections.abc import Callable
from itertools import cycle, islice

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page

from scorekeeper.models import Game, User
from tests.browser.conftest import FONTS
from tests.browser.steps import hand, tap_hand
from tests.factories import GameFactory, RoundFactory

pytestmark = pytest.mark.parametrize("fonts", FONTS)

NAMES = ("Ann", "Maximilian", "Mary Jane", "Dee", "Alexander", "Fay", "Gus", "Юрий")
POINTS = ("-1250", "10480", "114", "-120", "0", "7", "999", "-35")

# Layout errors in numbers on the page, and how many numbers were checked. A number must be on one
# line, inside everything around it up to the scroll container, and next to the others in its row.
LOOK = r"""() => {
    const faults = [], rows = new Map();
    const figures = /[−+=→★]? ?\d[\d.,]*|[★✓✎]/gu, words = /[\p{L}\d]+/gu;
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    let seen = 0;
    for (let text; (text = texts.nextNode()); ) {
        const parent = text.parentElement;
        if (!parent.checkVisibility() || parent.closest(".visually-hidden, option")) continue;
        for (const match of text.data.matchAll(parent.closest(".pad-name") ? words : figures)) {
            const range = document.createRange();
            range.setStart(text, match.index);
            range.setEnd(text, match.index + match[0].length);
            const boxes = [...range.getClientRects()].filter((box) => box.width);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            const place = `${match[0]} in ${parent.tagName} ${parent.className}`;
            seen += 1;
            if (new Set(boxes.map((box) => Math.round(box.top))).size > 1) {
                faults.push(`broken: ${place}`);
            }
            if (parent.closest(".pad-name span")) continue;
            const { fontVariantNumeric } = getComputedStyle(parent);
            if (fontVariantNumeric !== "lining-nums tabular-nums") {
                faults.push(`${fontVariantNumeric}: ${place}`);
            }
            for (let each = parent; each.tagName !== "MAIN"; each = each.parentElement) {
                const { display, overflowX } = getComputedStyle(each);
                if (["auto", "scroll"].includes(overflowX)) break;
                if (/^(inline|contents)/.test(display) && !each.matches("label, output")) continue;
                const around = each.getBoundingClientRect();
                if (left < around.left - 0.5 || right > around.right + 0.5) {
                    faults.push(`outside ${each.tagName} ${each.className}: ${place}`);
                }
            }
            const row = parent.closest("tr, .hand, dl > div");
            const height = (bottom - top) / 4;
            const own = { left, right, top: top + height, bottom: bottom - height, place };
            const others = rows.get(row) ?? [];
            for (const other of row ? others : []) {
                if (own.left < other.right && other.left < own.right
                    && own.top < other.bottom && other.top < own.bottom) {
                    faults.push(`over ${other.place}: ${place}`);
                }
            }
            rows.set(row, [...others, own]);
        }
    }
    for (const input of document.querySelectorAll("input:not([type])")) {
        if (input.checkVisibility() && input.scrollWidth > input.clientWidth) {
            faults.push(`cut: ${input.value} in ${input.name}`);
        }
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
    return [faults, seen];
}"""


@pytest.mark.parametrize("players", [2, 5, 8])
def test_no_figure_is_broken_cut_or_covered(
    page: Page,
    live_server: object,
    log_in: Callable[[BrowserContext, User], None],
    players: int,
) -> None:
    game = GameFactory(variant="any-game", names=NAMES[:players])
    for deal, texts in enumerate((points(players), points(players)), 1):
        RoundFactory(game=game, deal=deal, texts=texts)
    log_in(page.context, game.group.members.get().user)

    page.goto(game.get_absolute_url())
    check(page, at_least=8 * players)

    page.goto(reverse("deal", args=[game.code, 3]))
    tap_hand(page, "99999+10445")
    assert hand(page, "Ann").get_by_role("status").inner_text() == "= 110444 → 107944"
    check(page, at_least=players + 12)


def test_a_narrow_phone_has_room_for_two_numbers_and_a_mark(
    page: Page, live_server: object, log_in: Callable[[BrowserContext, User], None]
) -> None:
    game: Game = GameFactory(variant="spades")
    log_in(page.context, game.group.members.get().user)

    page.goto(reverse("deal", args=[game.code, 1]))

    check(page, at_least=12)


def points(players: int) -> dict[str, str]:
    figures = islice(cycle(POINTS), players)
    return {f"points-{number}": figure for number, figure in enumerate(figures, 1)}


def check(page: Page, *, at_least: int) -> None:
    """Assert that every number is in place, on phones 320 and 360 pixels wide."""
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        faults, seen = page.evaluate(LOOK)
        assert faults == [], width
        assert seen >= at_least
