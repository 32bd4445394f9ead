"""Steps that people take in the app, shared by tests and screenshots."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

# The number of drafts in the browser.
DRAFTS = "Object.keys(localStorage).filter((key) => key.startsWith('entry ')).length"
PEOPLE = ("Ann", "Bob", "Cai", "Dee", "Eve")


@dataclass(frozen=True)
class Played:
    """A deal, with points and totals worked out by hand, in seating order. If the stock ran out,
    nobody went out.
    """

    out: str
    hands: dict[str, str]
    points: tuple[int, ...]
    totals: tuple[int, ...]


# Contract Rummy: 2 to 9 count face value, 10 to king count 10, aces and jokers 15.
SEVEN_DEALS = (
    Played(
        "Bob",
        {"Ann": "12+11+7", "Cai": "K K 5 JK", "Dee": "23", "Eve": "A"},
        points=(30, 0, 40, 23, 15),
        totals=(30, 0, 40, 23, 15),
    ),
    Played(
        "Ann",
        {"Bob": "18", "Cai": "15+10", "Dee": "2 3 3", "Eve": "31"},
        points=(0, 18, 25, 8, 31),
        totals=(30, 18, 65, 31, 46),
    ),
    Played(
        "",
        {"Ann": "9", "Bob": "27", "Cai": "14", "Dee": "10 Q", "Eve": "5"},
        points=(9, 27, 14, 20, 5),
        totals=(39, 45, 79, 51, 51),
    ),
    Played(
        "Dee",
        {"Ann": "45", "Bob": "12", "Cai": "33", "Eve": "20-3"},
        points=(45, 12, 33, 0, 17),
        totals=(84, 57, 112, 51, 68),
    ),
    Played(
        "Eve",
        {"Ann": "10", "Bob": "36", "Cai": "22", "Dee": "19"},
        points=(10, 36, 22, 19, 0),
        totals=(94, 93, 134, 70, 68),
    ),
    Played(
        "Cai",
        {"Ann": "6", "Bob": "7", "Dee": "28", "Eve": "41"},
        points=(6, 7, 0, 28, 41),
        totals=(100, 100, 134, 98, 109),
    ),
    Played(
        "Dee",
        {"Ann": "35", "Bob": "35", "Cai": "J 6", "Eve": "20"},
        points=(35, 35, 16, 0, 20),
        totals=(135, 135, 150, 98, 129),
    ),
)


def start_game(page: Page, game: str = "Contract Rummy", people: tuple[str, ...] = PEOPLE) -> None:
    """Go from the home page to the pad of a new game."""
    choose_game(page, game)
    seat(page, people)
    start(page, game)


def choose_game(page: Page, game: str) -> None:
    """Find a game by name from the home page, and open its new-game page."""
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    # A click while a script replaces the list would be lost. Without scripts, Enter replaces it.
    page.locator("#shelves").evaluate("list => list.dataset.all = ''")
    page.get_by_label("Name of the game").fill(game)
    if not page.evaluate("'htmx' in window"):
        page.keyboard.press("Enter")
    expect(page.locator("#shelves:not([data-all])")).to_be_visible()
    page.get_by_role("listitem").filter(has=page.get_by_text(game, exact=True)).get_by_role(
        "link"
    ).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(game)
    ready(page)


def ready(page: Page) -> None:
    """Wait until the scripts of a page have run that a click has opened, and of which something is
    visible. Playwright waits for them when it opens or reloads a page itself.
    """
    page.wait_for_load_state("domcontentloaded")


def seat(page: Page, people: tuple[str, ...]) -> None:
    for number, name in enumerate(people, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)


def start(page: Page, called: str) -> None:
    """Start the game, and check that the title of its pad is ``called``."""
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#scoreboard")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(called)
    ready(page)


def is_scripted(page: Page) -> bool:
    return page.locator("html.js").count() > 0


def open_deal(page: Page, number: int, word: str = "deal") -> None:
    begun_or_not = re.compile(f"^(Enter|Continue) {word} {number}$")
    page.get_by_role("link", name=begun_or_not).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"{word.capitalize()} {number}")
    ready(page)
    if is_scripted(page):
        expect(page.locator("#keypad")).to_be_visible()


def hand(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def tap_out(page: Page, name: str) -> None:
    """Mark the player who went out, or that the stock ran out if nobody did."""
    if name:
        hand(page, name).get_by_text("Out", exact=True).click()
    else:
        page.get_by_text("The cards ran out").click()


def tap_answer(page: Page, question: str, answer: str) -> None:
    """Set a field that is entered once per deal, after expanding the less common fields."""
    asked = page.get_by_role("group", name=question, exact=True)
    if not asked.is_visible():
        page.get_by_text("Less common:").click()
    asked.get_by_role("radio", name=answer, exact=True).click()


def tap_mark(page: Page, name: str, mark: str) -> None:
    """Tick a player’s or a side’s row."""
    hand(page, name).get_by_text(mark, exact=True).click()


def tap_hand(page: Page, text: str) -> None:
    """Enter the cards, or their total, for the current hand.

    The keys are clicked by a script, which takes a fraction of the time. ``test_taps.py`` taps
    them.
    """
    is_points = text[0].isdigit() and " " not in text
    expect(page.locator("#keypad")).to_be_visible()
    if not page.locator(".keys-points" if is_points else ".keys-cards").is_visible():
        key(page, "Points" if is_points else "Cards").click()
    kind, keys = ("key", list(text)) if is_points else ("card", text.split())
    page.locator(".keys-points" if is_points else ".keys-cards").evaluate(
        """(panel, [kind, keys]) => {
            for (const key of keys) panel.querySelector(`[data-${kind}="${key}"]`).click();
        }""",
        [kind, keys],
    )


def tap_steps(page: Page, *names: str) -> None:
    """Tap + and − for a player without a pause, so that the taps are saved together."""
    page.locator("#steps").evaluate(
        """(panel, names) => {
            const keys = [...panel.querySelectorAll("button")];
            for (const name of names) keys.find((key) => key.textContent.trim() === name).click();
        }""",
        names,
    )


def key(page: Page, name: str) -> Locator:
    """Return the key on the keypad with this text."""
    label = {"⌫": "Delete", "+": "Plus", "−": "Minus"}.get(name, name)
    return page.locator("#keypad").get_by_role("button", name=label, exact=True)


def save(page: Page) -> None:
    """Save with the Save key or, if there are no number fields, with the button."""
    page.locator("#keypad").get_by_role("button", name=re.compile("^Save")).click()


def card_key(page: Page, rank: str) -> Locator:
    return page.locator(f'[data-card="{rank}"]')


def sum_text(typed: str, points: int, total: int) -> str:
    """Return the text in an input: the new total, after the sum unless just a number was typed."""
    shown = f"total {total}".replace("-", "−")
    return shown if typed == str(points) else f"= {points}, {shown}".replace("-", "−")


def enter_deal(page: Page, number: int, played: Played) -> None:
    """Enter a deal with the keypad and save it. Check the points and totals that are shown for each
    typed hand.
    """
    open_deal(page, number)
    tap_out(page, played.out)
    for name, text in played.hands.items():
        seat = PEOPLE.index(name)
        expect(hand(page, name)).to_contain_class("is-current")
        tap_hand(page, text)
        expect(hand(page, name).get_by_role("status")).to_have_text(
            sum_text(text, played.points[seat], played.totals[seat])
        )
        last = name == list(played.hands)[-1]
        key(page, "Save" if last else "Next").click()
    expect_totals(page, played.totals)


def expect_totals(page: Page, totals: tuple[int, ...]) -> None:
    expect(page.locator("#scoreboard tfoot tr:first-child td")).to_have_text(
        [figure(total) for total in totals]
    )
    ready(page)


def expect_deal(page: Page, number: int, points: tuple[int, ...], totals: tuple[int, ...]) -> None:
    row = page.locator("#scoreboard tbody tr").nth(number - 1)
    expect(row.locator(".points")).to_contain_text([figure(each) for each in points])
    expect(row.locator(".total")).to_have_text([figure(each) for each in totals])


def figure(points: int) -> str:
    """Return the points shown on the pad."""
    return str(points).replace("-", "−")


def statuses(page: Page) -> dict[str, str]:
    """Return the sides’ statuses, which are below their names."""
    heads = page.locator("#scoreboard thead .pad-name").all()
    told = {head.locator("span").inner_text(): head.locator("small") for head in heads}
    return {name: small.inner_text() for name, small in told.items() if small.count()}


def tab_to(page: Page, wanted: Locator, by: str = "Tab") -> None:
    """Press Tab until ``wanted`` has the focus, up to a reasonable number of times."""
    for _ in range(40):
        if wanted.evaluate("wanted => wanted === document.activeElement"):
            return
        page.keyboard.press(by)
    expect(wanted).to_be_focused()
