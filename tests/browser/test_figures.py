"""Numbers, marks, initials and words: none is broken, cut off or covered, at any text size."""

from base64 import b64decode
from collections.abc import Callable, Sequence

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import Game, Group, Picture, User
from scorekeeper.services.players import stop
from tests.browser.conftest import WIDE
from tests.browser.steps import hand, tap_hand
from tests.factories import ChangeContextFactory, GameFactory, GroupFactory, RoundFactory

Visit = Callable[..., None]

NAMES = ("Ann", "Mehmet", "Юрий", "Dee", "Margaret", "Fay", "Gus", "Alexander", "Ida", "Jo", "Kim")
NAMES += ("Max",)
FIRST = ("-1240", "10470", "99990", "114", "0", "-120", "7", "999", "-35", "45", "12", "-5")
SECOND = ("-10", "10", "9", "0", "0", "-5", "77", "1", "-9", "10", "0", "-45")
PICTURE = b64decode("UklGRhwAAABXRUJQVlA4TA8AAAAvA8AAAAcQ/Y/+ByKi/wEA")  # four red pixels square
WIDTHS, SIZES = (320, 360, 430), (100, 130, 200)
ALL_WIDTHS, ALL_SIZES = (320, 360, 390, 430), (100, 130, 150, 200)

# Layout errors with each font at each text size, and the number of texts that were checked.
# A number, a mark or an initial must be on one line, inside all elements around it up to the scroll
# container, and next to the others in its row. A word of at most ten letters must be on one line.
LOOK = r"""async ({ width, sizes, fonts }) => {
    const look = () => {
        const faults = [], rows = new Map(), styles = new Map(), edges = new Map();
        const style = (element) => {
            if (!styles.has(element)) {
                const { display, overflowX, fontVariantNumeric } = getComputedStyle(element);
                styles.set(element, { display, overflowX, fontVariantNumeric });
            }
            return styles.get(element);
        };
        const edge = (element) => {
            if (!edges.has(element)) edges.set(element, element.getBoundingClientRect());
            return edges.get(element);
        };
        const parts = /(?<figure>[−+=→★]? ?\d[\d.,]*|[★✓✎])|(?<word>[\p{L}\xAD]+)/gu;
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let seen = 0;
        for (let text; (text = texts.nextNode()); ) {
            const parent = text.parentElement;
            if (!/\S/.test(text.data) || !parent.checkVisibility()) continue;
            if (parent.closest(".visually-hidden, .skip, option, template, script")) continue;
            for (const match of text.data.matchAll(parts)) {
                const range = document.createRange();
                range.setStart(text, match.index);
                range.setEnd(text, match.index + match[0].length);
                const boxes = [...range.getClientRects()].filter((box) => box.width);
                const { left, right, top, bottom } = range.getBoundingClientRect();
                const name = parent.getAttribute("class") ?? "";
                const place = `${match[0]} in ${parent.tagName} ${name}`;
                seen += 1;
                const isBroken = new Set(boxes.map((box) => Math.round(box.top))).size > 1;
                const isFigure = match.groups.figure || parent.closest(".end");
                const mustBeWhole = isFigure || match[0].length <= 10;
                if (isBroken && mustBeWhole) faults.push(`broken: ${place}`);
                if (!isFigure || parent.closest(".pad-name span, .brand")) continue;
                const { fontVariantNumeric } = style(parent);
                if (fontVariantNumeric !== "lining-nums tabular-nums") {
                    faults.push(`${fontVariantNumeric}: ${place}`);
                }
                for (let each = parent; each.tagName !== "BODY"; each = each.parentElement) {
                    const { display, overflowX } = style(each);
                    if (["auto", "scroll"].includes(overflowX)) break;
                    const isInline = /^(inline|contents)/.test(display);
                    if (isInline && !each.matches("label, output")) continue;
                    if (each.closest("svg svg")) continue;
                    const around = edge(each);
                    if (left < around.left - 0.5 || right > around.right + 0.5) {
                        faults.push(`outside ${each.tagName} ${each.className}: ${place}`);
                    }
                }
                const row = parent.closest("tr, .hand, dl > div, .places-list li, .plot");
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
        for (const disc of document.querySelectorAll(".disc")) {
            if (!disc.checkVisibility()) continue;
            const { height } = disc.getBoundingClientRect();
            const { lineHeight } = getComputedStyle(disc);
            seen += 1;
            if (disc.scrollWidth > disc.clientWidth || height > parseFloat(lineHeight) + 1) {
                faults.push(`initial: ${disc.dataset.initials}`);
            }
        }
        for (const input of document.querySelectorAll("input:not([type])")) {
            if (input.value && input.checkVisibility() && input.scrollWidth > input.clientWidth) {
                faults.push(`cut: ${input.value} in ${input.name}`);
            }
            const sum = input.closest(".pair, .hand-inputs")?.querySelector(":scope > .sum");
            if (!input.value || !sum?.textContent || !input.checkVisibility()) continue;
            const bottom = edge(input).bottom - parseFloat(getComputedStyle(input).paddingBottom);
            const { left, right, top, height } = edge(sum);
            const isBeside = right < edge(input).left || left > edge(input).right;
            if (!isBeside && top > edge(input).top && top < bottom - height / 3) {
                faults.push(`under its sum: ${input.value} in ${input.name}`);
            }
        }
        // Not innerWidth: a phone zooms out until a page that is too wide fits.
        const { scrollWidth } = document.documentElement;
        if (scrollWidth > width) faults.push(`the page is ${scrollWidth} wide`);
        return [faults, seen];
    };
    const results = [];
    for (const [name, css] of Object.entries(fonts)) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
        document.body.getBoundingClientRect();
        await document.fonts.ready;
        for (const size of sizes) {
            document.documentElement.style.fontSize = `${size}%`;
            results.push([`${width} px, ${size} %, ${name} fonts`, ...look()]);
        }
    }
    return results;
}"""
# Style sheets for the shipped fonts, and for a wide one in their place (see ``conftest.FONTS``).
FONTS = {"shipped": "", "wide": WIDE}

# The keypad’s share of the screen’s height.
# The largest share of a rank on a key that the number of its cards covers.
COVERED = """() => Math.max(...[...document.querySelectorAll("#keypad button b")].map((number) => {
    if (!number.checkVisibility()) return 0;
    const text = document.createRange();
    text.selectNodeContents(number.parentElement.firstChild);
    const [rank, badge] = [text, number].map((each) => each.getBoundingClientRect());
    const wide = Math.min(rank.right, badge.right) - Math.max(rank.left, badge.left);
    const high = Math.min(rank.bottom, badge.bottom) - Math.max(rank.top, badge.top);
    return Math.max(0, wide) * Math.max(0, high) / (rank.width * rank.height);
}))"""
KEYPAD = "() => document.getElementById('keypad').getBoundingClientRect().height / innerHeight"


@pytest.fixture
def visit(page: Page, live_server: object, log_in: Callable[[BrowserContext, User], None]) -> Visit:
    """Open a page of a game on the phone that owns its group, in a language."""

    def visit(game: Game, address: str, language: str = "en") -> None:
        log_in(page.context, game.group.members.get().user)
        cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language}
        page.context.add_cookies([{**cookie, "domain": "localhost", "path": "/"}])
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", language)

    return visit


def played(players: int, **own: Group) -> Game:
    """Start a game with totals of up to six characters, and play two deals."""
    game = GameFactory(variant="any-game", names=NAMES[:players], **own)
    picture = Picture.objects.create(data=PICTURE)
    game.group.players.filter(name__in=("Mehmet", "Margaret")).update(picture=picture)
    game.group.players.filter(name__in=("Ann", "Fay")).update(emoji="☺")
    for deal, points in enumerate((FIRST, SECOND), 1):
        texts = {f"points-{seat}": text for seat, text in enumerate(points[:players], 1)}
        RoundFactory(game=game, deal=deal, texts=texts)
    return game


def check(
    page: Page, at_least: int, widths: Sequence[int] = WIDTHS, sizes: Sequence[int] = SIZES
) -> None:
    """Assert that everything is in place, on all screens, at all text sizes and with both fonts."""
    found = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 640})
        wanted = {"width": width, "sizes": sizes, "fonts": FONTS}
        for what, faults, seen in page.evaluate(LOOK, wanted):
            assert seen >= at_least
            if faults:
                found[what] = faults
    assert found == {}


def set_size(page: Page, percent: int) -> None:
    """Set the browser’s text size."""
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{percent}%")


@pytest.mark.parametrize(("players", "language"), [(2, "es"), (5, "en"), (12, "de")])
def test_pads_are_whole(page: Page, visit: Visit, players: int, language: str) -> None:
    game = played(players)
    visit(game, game.get_absolute_url(), language)

    expect(page.locator(".pad tfoot tr").first.locator("td").nth(1)).to_have_text("10480")
    check(page, at_least=8 * players)


def test_pads_of_all_other_sizes_are_whole(page: Page, visit: Visit) -> None:
    group = GroupFactory()
    for players in (3, 4, 6, 7, 8, 9, 10, 11):
        game = played(players, group=group)
        visit(game, game.get_absolute_url())

        check(page, at_least=8 * players, widths=(320, 390, 430), sizes=(100, 200))


@pytest.mark.long
def test_pads_and_hands_are_whole_at_all_sizes(page: Page, visit: Visit) -> None:
    for players in (2, 5, 12):
        game = played(players)
        for address in (game.get_absolute_url(), reverse("deal", args=[game.code, 3])):
            visit(game, address)
            check(page, at_least=players + 12, widths=ALL_WIDTHS, sizes=ALL_SIZES)


@pytest.mark.parametrize(("players", "language"), [(2, "de"), (5, "es"), (12, "en")])
def test_ends_and_charts_are_whole(page: Page, visit: Visit, players: int, language: str) -> None:
    game = played(players)
    stop(game=game, context=ChangeContextFactory(game=game))
    visit(game, game.get_absolute_url(), language)

    expect(page.locator(".chart")).to_be_visible()
    check(page, at_least=11 * players)


@pytest.mark.parametrize("players", [2, 5, 12])
def test_hands_are_whole(page: Page, visit: Visit, players: int) -> None:
    game = played(players)
    visit(game, reverse("deal", args=[game.code, 3]))
    tap_hand(page, "99999+10445")

    expect(hand(page, "Ann").get_by_role("status")).to_have_text("= 110444, total 109194")
    check(page, at_least=players + 12)


def test_the_number_of_cards_does_not_cover_the_rank(page: Page, visit: Visit) -> None:
    game = GameFactory(names=NAMES[:3])
    visit(game, reverse("deal", args=[game.code, 1]))
    tap_hand(page, "K K 9")

    for size in SIZES:
        set_size(page, size)
        assert page.locator("#keypad button b:visible").all_inner_texts() == ["1", "2"]
        assert page.evaluate(COVERED) <= 0.2, size


@pytest.mark.parametrize(
    ("variant", "language"),
    [
        ("contract-rummy", "en"),
        ("spades", "es"),
        ("canasta", "de"),
        ("hearts", "de"),
        ("dice-boxes", "es"),
    ],
)
def test_other_hands_are_whole(page: Page, visit: Visit, variant: str, language: str) -> None:
    game = GameFactory(variant=variant)
    visit(game, reverse("deal", args=[game.code, 1]), language)

    check(page, at_least=20)


def test_the_watched_pad_is_whole(page: Page, visit: Visit) -> None:
    game = played(5)
    visit(game, reverse("watch", args=[game.code, game.watch_token]))

    check(page, at_least=40, sizes=(100, 200))


def test_in_large_type_the_keypad_leaves_room_for_the_hand(page: Page, visit: Visit) -> None:
    game = GameFactory(names=NAMES[:5])
    visit(game, reverse("deal", args=[game.code, 1]))

    for size in (130, 150, 200):
        set_size(page, size)
        assert page.evaluate(KEYPAD) <= 0.45, size
        for name in NAMES[:5]:
            box = hand(page, name).get_by_role("textbox", name="Points")
            box.focus()
            edge = box.bounding_box()
            keypad = page.locator("#keypad").bounding_box()
            assert edge["y"] >= 0
            assert edge["y"] + edge["height"] <= keypad["y"], (size, name)
