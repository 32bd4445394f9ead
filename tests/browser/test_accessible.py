"""Check every page, light and dark, on a phone and a laptop: axe, page width, and the sizes of tap
targets and text.
"""

from collections.abc import Callable, Hashable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Page, expect

from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryField
from rules.engine.schemes import scheme_of
from rules.engine.snapshots import load_ruleset
from rules.engine.variants import Variant
from rules.reference.card_facts import values_of
from scorekeeper.models import Game, User
from tests.browser.conftest import Watch
from tests.browser.pages import ANSWERS, PAGES, Table, at
from tests.browser.program import PHONE
from tests.browser.steps import key, tap_answer
from tests.browser.test_type import odd_sizes
from tests.factories import GameFactory
from tests.rules.scored import entry_fields
from tests.sampling import LONG, covering
from tests.scorekeeper.pages import ENTRIES

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
BRIEF = {"resultTypes": ["violations"], "preload": False}
RULES = BRIEF | {"runOnly": STANDARDS}
# Rules that depend on colours, and on the width of the page. All others give the same result on
# every screen. TARGETS asks for more than “target-size”, except in running text.
COLOURS = BRIEF | {"runOnly": ["color-contrast", "link-in-text-block"]}
SHAPES = BRIEF | {"runOnly": ["scrollable-region-focusable"]}
COLOURLESS = RULES | {"rules": {rule: {"enabled": False} for rule in COLOURS["runOnly"]}}


def glossary(page: Page, _: Table) -> None:
    page.goto("/rules/glossary/")
    page.get_by_text("Terms from A to Z").click()


def fields_of(slug: str) -> set[Hashable]:
    """Return the kinds of fields on a game’s entry page, and what decides how they are laid out."""
    rules = catalogue().variant(slug).standard
    scheme = scheme_of(rules, min(rules.players.counts))
    fields = scheme.scoring.fields(rules.deal(1))
    kinds = {(field.scope, type(field.kind)) for field in fields}
    looks = {("is long", len(fields) > 6), ("has shortcuts", bool(scheme.words.shortcuts))}
    return {*kinds, *looks, ("team", rules.players.team)}


# Entry pages have the same template, so together they only need a field of each kind.
REST = {f"entry, {slug}" for slug in {*ENTRIES}.difference(covering(ENTRIES, fields_of))}
KINDS = PAGES | {"glossary": glossary, "games only mentioned": at("mentioned")}

# Returns how each text looks: its element (in a long run, with classes), its colour and size, and
# what is behind it. Keeps the elements with each look for LOOK_AT. Texts that axe leaves out are
# left out here as well.
LOOKS = """(isLong) => {
    const name = ({ localName, classList }) => `${localName}.${isLong ? classList : ""}`;
    const behind = new Map();
    const ground = (element) => {
        if (!element) return "";
        if (!behind.has(element)) {
            const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
            const own = backgroundColor === "rgba(0, 0, 0, 0)" ? "" : backgroundColor;
            const drawn = [own, backgroundImage, opacity].join().replace(/^,none,1$/, "");
            behind.set(element, drawn + ground(element.parentElement));
        }
        return behind.get(element);
    };
    window.looks = new Map();
    const add = (element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return;
        if (element.closest("[aria-hidden=true], :disabled, .visually-hidden, .skip")) return;
        const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
        const around = element.localName === "a" && getComputedStyle(element.parentElement).color;
        const look = [name(element), around, color, fontSize, fontWeight, textDecorationLine,
            ground(element)].join(" ");
        window.looks.set(look, [...(window.looks.get(look) ?? []), element]);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (/\\S/.test(texts.currentNode.data)) add(texts.currentNode.parentElement);
    }
    document.querySelectorAll("input, select, textarea").forEach(add);
    return [...window.looks.keys()];
}"""
# Runs axe for the first and the last element with each look.
LOOK_AT = """([looks, rules]) => {
    const elements = looks.map((look) => window.looks.get(look));
    return axe.run({ include: elements.flatMap((each) => [each[0], each.at(-1)]) }, rules);
}"""
# The looks whose colours axe has checked. Computing the contrast of a text takes axe most of its
# time, so it does so once for each look.
checked_looks: set[str] = set()

# The boxes of tap targets, including checkbox labels. Links in running text are checked by axe.
TARGETS = """() => {
    const found = [];
    const smallest = {BUTTON: 44, SUMMARY: 44, SELECT: 44, INPUT: 44, TEXTAREA: 44, A: 24};
    const tapped = "button, summary, select, input, textarea, a";
    for (const element of document.querySelectorAll(tapped)) {
        const target = element.closest("label") ?? element;
        const { width, height } = target.getBoundingClientRect();
        const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 1;
        const isText = element.tagName === "A" && getComputedStyle(element).display === "inline";
        if (!isSeen || isText || element.matches(".skip")) continue;
        const least = element.matches(".button") ? 44 : smallest[element.tagName];
        if (Math.min(width, height) < least - 0.01) {
            const name = element.outerHTML.slice(0, 120);
            found.push(`${width.toFixed(1)} x ${height.toFixed(1)}: ${name}`);
        }
    }
    return found;
}"""


# Makes every word on the page about 40% longer, as words in other languages are.
LENGTHEN = r"""() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
        if (text.parentElement.closest("script, style, template, textarea")) continue;
        text.data = text.data.replace(/\p{L}{2,}/gu, (word) => {
            return word + word.slice(-Math.ceil(word.length * 0.4)).toLowerCase();
        });
    }
}"""
STYLE = "(element, name) => getComputedStyle(element)[name]"
# The name of the focused element, if none of its corners is visible.
COVERED = """() => {
    const element = document.activeElement;
    if (element === document.body) return "";
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isSeen = [[left, top], [right, top], [left, bottom], [right, bottom]].some(([x, y]) => {
        const over = document.elementFromPoint(x + (x === left ? 2 : -2), y + (y === top ? 2 : -2));
        if (over === null) return false;
        const own = element.closest("label") ?? element;
        return over.contains(element) || own.contains(over);
    });
    return isSeen ? "" : element.outerHTML.slice(0, 120);
}"""


@pytest.fixture
def table(live_server: Any) -> Table:
    return Table()


@pytest.fixture
def script() -> str:
    """A script that runs on all pages. A browser compiles it only once, unlike one that a test
    evaluates.
    """
    return AXE_SCRIPT


@pytest.fixture
def page(page: Page, table: Table, log_in: Callable[[BrowserContext, User], None]) -> Page:
    """The phone that owns the group."""
    log_in(page.context, table.group.members.get().user)
    return page


def axe_finds(page: Page, rules: dict[str, Any]) -> list[str]:
    return violations(page.evaluate("rules => axe.run(rules)", rules))


def wrong_colours(page: Page) -> list[str]:
    """Return what axe finds wrong about the colours of texts that look like none before them."""
    looks = sorted(set(page.evaluate(LOOKS, LONG)) - checked_looks)
    if not looks:
        return []
    found = violations(page.evaluate(LOOK_AT, [looks, COLOURS]))
    checked_looks.update(() if found else looks)
    return found


def violations(report: Any) -> list[str]:
    found = report["violations"]
    return [f"{each['help']}: {[node['target'] for node in each['nodes']]}" for each in found]


def too_wide(page: Page) -> int:
    # Not innerWidth: a phone zooms out until a page that is too wide fits.
    return page.evaluate("document.documentElement.scrollWidth") - page.viewport_size["width"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in REST])
def test_every_page_is_accessible(page: Page, table: Table, watch: Watch, kind: str) -> None:
    watch.expect(*ANSWERS.get(kind, "").splitlines())

    KINDS[kind](page, table)
    page.wait_for_load_state()  # text can be visible before its style has loaded

    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert odd_sizes(page) == {}
    for width, height in ((360, 640), (1280, 800))[: 1 if "," in kind and not LONG else 2]:
        page.set_viewport_size({"width": width, "height": height})
        assert too_wide(page) <= 0
        assert page.evaluate(TARGETS) == [], width
        # If the screen is as tall as the page, the bar at the bottom covers nothing.
        page.set_viewport_size({"width": width, "height": max(height, length(page))})
        page.emulate_media(color_scheme="light")
        assert axe_finds(page, COLOURLESS if width == 360 else SHAPES) == [], width
        before = len(checked_looks)
        assert wrong_colours(page) == [], f"{width} wide, light"
        # No style depends on both the width and the colour scheme.
        if width == 360 or len(checked_looks) > before:
            page.emulate_media(color_scheme="dark")
            assert wrong_colours(page) == [], f"{width} wide, dark"
    page.set_viewport_size(PHONE["viewport"])
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert too_wide(page) <= 0, "text twice as large"
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert too_wide(page) <= 0, "text twice as large, all sections open"
    page.evaluate(LENGTHEN)
    assert too_wide(page) <= 0, "text twice as large, in a longer language"


def test_paper_has_dark_text_in_dark_mode(page: Page, table: Table) -> None:
    page.goto(table.url("game"))
    page.emulate_media(media="print", color_scheme="dark")

    assert page.locator("body").evaluate(STYLE, "color") == "rgb(35, 32, 27)"
    # The page marks the player in the lead with a background, which browsers leave out by default.
    lead = page.locator(".pad tfoot td.leading").first
    assert lead.evaluate(STYLE, "printColorAdjust") == "exact"
    assert lead.evaluate(STYLE, "backgroundColor") == "rgb(31, 90, 73)"


def test_forced_colours_show_answers_and_dealers(
    new_context: Callable[..., BrowserContext],
    table: Table,
    log_in: Callable[[BrowserContext, User], None],
) -> None:
    context = new_context(forced_colors="active")
    log_in(context, table.group.members.get().user)
    page = context.new_page()

    page.goto(table.url("deal", table.of("euchre"), 1))
    tap_answer(page, "Makers’ tricks", "3")
    labels = page.get_by_role("group", name="Makers’ tricks").locator("label > span").all()
    colours = [label.evaluate(STYLE, "backgroundColor") for label in labels[:6]]
    assert [colour == colours[0] for colour in colours] == [True, True, True, False, True, True]

    page.goto(table.url("game"))
    dot = page.locator("tbody .dealer-dot").first
    paper = page.locator("body").evaluate(STYLE, "backgroundColor")
    assert dot.evaluate(STYLE, "borderTopColor") != paper
    assert dot.evaluate(STYLE, "borderTopStyle") == "solid"


def length(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollHeight")


def test_a_first_visitor_finds_the_first_page_accessible(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context().new_page()
    page.goto("/")

    page.evaluate(AXE_SCRIPT)
    assert axe_finds(page, RULES) == []
    assert page.evaluate(TARGETS) == []
    assert too_wide(page) <= 0


def shape_of(variant: Variant) -> tuple[int, tuple[EntryField, ...], tuple[object, ...]]:
    """Return what the entry page of a variant shows, apart from its title."""
    rules = variant.standard
    counts = rules.players.counts
    players = max((count for count in counts if count <= 5), default=min(counts))
    return players, entry_fields(rules, 1, players), tuple(values_of(rules))


def heights_of(variant: Variant) -> set[Hashable]:
    """Return what decides how tall the rows and the keypad of an entry page are."""
    players, fields, values = shape_of(variant)
    kinds = {(players, field.scope, type(field.kind)) for field in fields}
    return {*kinds, (players, len(fields)), (players, bool(values))}


# Each kind of entry page with the longest title.
BY_TITLE = sorted(catalogue().variants.values(), key=lambda each: len(each.name))
SHAPES_OF_ENTRIES = covering({shape_of(each): each for each in BY_TITLE}.values(), heights_of)


@pytest.mark.parametrize("family", sorted({variant.family for variant in SHAPES_OF_ENTRIES}))
def test_five_hands_and_the_keypad_fit_a_small_phone(page: Page, table: Table, family: str) -> None:
    faults = {}
    for slug in (variant.slug for variant in SHAPES_OF_ENTRIES if variant.family == family):
        game = table.of(slug)
        page.goto(table.url("deal", game, 1))

        expect(page.locator("#keypad")).to_be_visible()
        found = [too_wide(page), *unfit_parts(page)]
        assert key(page, "Cards").count() == has_cards(game)
        if has_cards(game):
            key(page, "Cards").click()
            found += unfit_parts(page)
        if found != [0]:
            faults[slug] = found
    assert faults == {}


def has_cards(game: Game) -> bool:
    """Return whether hands can be entered card by card, which requires known card values."""
    ruleset = load_ruleset(game.ruleset)
    fields = entry_fields(ruleset, 1, game.seats.count())
    return bool(values_of(ruleset)) and any("cards" in asked.kind.parts for asked in fields)


def unfit_parts(page: Page) -> list[str]:
    """Return hidden inputs. If a page has many inputs, each only has to be visible when focused."""
    if page.locator(".hand.wide, .choice, .once").count():
        return [*hidden_parts(page, ""), *covered_inputs(page)]
    return hidden_parts(page)


def covered_inputs(page: Page) -> list[str]:
    """Return inputs that are covered even when focused."""
    return covered(page, "#entry :is(input, select)")


def covered(page: Page, elements: str, most: int = 1000) -> list[str]:
    """Return the elements that are covered when they have the focus, of the first ones."""
    return page.evaluate(
        f"""([elements, most]) => {{
            const isSeen = (element) => element.checkVisibility({{ visibilityProperty: true }});
            const seen = [...document.querySelectorAll(elements)].filter(isSeen).slice(0, most);
            return seen.map((element) => {{
                element.focus();
                return ({COVERED})();
            }}).filter(Boolean);
        }}""",
        [elements, most],
    )


def hidden_parts(page: Page, parts: str = ".hand, .deal-asks") -> list[str]:
    """Return the ``parts`` that extend below the keypad, and the keys that are cut off."""
    return page.evaluate(
        """([height, parts]) => {
            const top = document.getElementById("keypad").getBoundingClientRect().top;
            const bottom = (part) => part.getBoundingClientRect().bottom;
            const under = (parts, edge) => [...document.querySelectorAll(parts)]
                .filter((part) => part.checkVisibility() && bottom(part) > edge + 0.5)
                .map((part) => `${part.id || part.textContent}: ${bottom(part)} > ${edge}`);
            return [...under(parts || ":not(*)", top), ...under("#keypad button", height)];
        }""",
        [page.viewport_size["height"], parts],
    )


def test_long_names_leave_room(page: Page, table: Table) -> None:
    names = [f"Bartholomew Alexander {roman}" for roman in ("I", "II", "IV", "V", "VI")]
    game = GameFactory(group=table.group, names=names, played=7)
    for name in ("game", "log", "share"):
        page.goto(table.url(name, game))
        assert too_wide(page) <= 0, name
    page.goto(table.url("deal", game, 7))

    assert too_wide(page) <= 0
    assert hidden_parts(page) == []


@pytest.mark.parametrize(
    "kind",
    [
        *("new game", "entry, correction", "entry, euchre", "entry, rummy-500"),
        *("game", "group", "sheet"),
    ],
)
def test_nothing_lies_over_what_has_the_focus(page: Page, table: Table, kind: str) -> None:
    PAGES[kind](page, table)
    page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")

    stops = ":is(a[href], button, input, select, textarea, summary, [tabindex])"
    assert covered(page, f"{stops}:not(:disabled, [tabindex='-1'])", 60) == []
