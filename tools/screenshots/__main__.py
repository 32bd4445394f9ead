"""Take screenshots of the pages of a demo game: ``python -m tools.screenshots``."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import pypdfium2
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.program import PHONE, chromium, flags
from tests.browser.steps import (
    PEOPLE,
    SEVEN_DEALS,
    choose_game,
    enter_deal,
    expect_totals,
    key,
    open_deal,
    start_game,
    tap_answer,
    tap_hand,
    tap_mark,
    tap_out,
)
from tools.screenshots.site import free_place, wait_for

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
# In pixels: the height of each sheet in the picture of all sheets, and the gap between sheets.
SHEET_HEIGHT, BETWEEN = 520, 16
PRINTED = (
    "contract-rummy.pdf?names=Ann,Bob,Cleo,Dee",
    "euchre.pdf?paper=a5",
    "hearts.pdf?paper=half-letter&copies=2",
    "contract-rummy.pdf?large=1",
    "any-game.pdf?players=12",
)
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


def main() -> None:
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed. Install it, or set CHROMIUM to its path.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags())
        take_pictures(browser, address)
        browser.close()
        with urlopen(f"{address}/sheets/contract-rummy.pdf") as answer:
            keep("sheet", pypdfium2.PdfDocument(answer.read())[0].render(scale=1.5).to_pil())
    for path in sorted(FOLDER.glob("*.png")):
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1024:.0f} kB")


@contextmanager
def served() -> Iterator[str]:
    """Run the site on a free port with an empty database, and yield its URL."""
    with tempfile.TemporaryDirectory() as folder:
        dropped = ("DATABASE_URL", "REDIS_URL", "SCOREKEEPER_HOSTS", "SCOREKEEPER_HTTPS")
        own = {"SCOREKEEPER_VAR": folder, "SCOREKEEPER_DEBUG": "1"}
        env = {name: text for name, text in os.environ.items() if name not in dropped} | own
        manage = [sys.executable, str(ROOT / "manage.py")]
        subprocess.run([*manage, "migrate", "-v", "0"], env=env, check=True)
        place = free_place()
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen(
                [*manage, "runserver", "--noreload", place], env=env, stdout=log, stderr=log
            )
        try:
            wait_for(f"http://{place}", server)
            yield f"http://{place}"
        finally:
            server.terminate()
            server.wait()


def take_pictures(browser: Browser, address: str) -> None:
    phone = browser.new_context(**PHONE, device_scale_factor=2, base_url=address)
    page = phone.new_page()
    start_game(page)
    for number, played in enumerate(SEVEN_DEALS[:4], 1):
        enter_deal(page, number, played)
    game = page.url
    take(page, "game")

    open_deal(page, 5)
    tap_out(page, "Eve")
    tap_hand(page, "12+11")
    take(page, "entry")
    for _ in "12+11":
        key(page, "⌫").click()
    tap_hand(page, "K K 5 JK")
    take(page, "entry-cards")
    page.goto(game)
    # This input stays on the page for the screenshots.
    open_deal(page, 5)
    page.get_by_role("button", name="Start over").click()
    page.goto(game)

    known = phone.storage_state()
    for name, options in (
        ("game-dark", PHONE | {"device_scale_factor": 2}),
        ("game-laptop", LAPTOP),
    ):
        scheme = "dark" if name == "game-dark" else "light"
        other = browser.new_context(
            **options, color_scheme=scheme, base_url=address, storage_state=known
        )
        seen = other.new_page()
        seen.goto(game)
        take(seen, name)
        other.close()

    for number, played in enumerate(SEVEN_DEALS[4:], 5):
        enter_deal(page, number, played)
    take(page, "end")
    take_sheets(page, address)
    page.get_by_role("button", name="Play again").click()
    expect_totals(page, (0, 0, 0, 0, 0))
    enter_deal(page, 1, SEVEN_DEALS[0])
    page.goto("/")
    take(page, "home")
    page.goto("/rules/contract-rummy/")
    take(page, "rules")
    page.goto("/rules/")
    page.get_by_label("What do you want to know?").fill("jokr in shanghai")
    expect(page.get_by_role("link", name="Joker in Shanghai Rummy: 50 points")).to_be_visible()
    take(page, "search")
    take_cupboard(page)


def take_sheets(page: Page, address: str) -> None:
    """Take a picture of all kinds of sheets, including those of the game on the page."""
    played = page.url.partition("?")[0]
    page.get_by_role("link", name="Share result").click()
    shared = page.get_by_role("link", name="Save picture").get_attribute("href")
    page.go_back()
    sheets: list[Image.Image] = []
    for place in (*(f"{address}/sheets/{each}" for each in PRINTED), f"{played}sheet.pdf?chart=1"):
        pdf = page.request.get(place).body()
        sheets += [leaf.render(scale=1.5).to_pil() for leaf in pypdfium2.PdfDocument(pdf)]
    sheets.append(Image.open(BytesIO(page.request.get(f"{address}{shared}").body())))
    rows = [sheets[:5], sheets[5:]]
    keep("sheets", stacked([beside(row) for row in rows]))


def beside(pictures: list[Image.Image]) -> Image.Image:
    """Combine pictures of the same height into a row."""
    scaled = [
        picture.convert("RGB").resize(
            (round(picture.width * SHEET_HEIGHT / picture.height), SHEET_HEIGHT)
        )
        for picture in pictures
    ]
    width = sum(picture.width + BETWEEN for picture in scaled) + BETWEEN
    row = Image.new("RGB", (width, SHEET_HEIGHT + 2 * BETWEEN), "#8a96a3")
    left = BETWEEN
    for picture in scaled:
        row.paste(picture, (left, BETWEEN))
        left += picture.width + BETWEEN
    return row


def stacked(rows: list[Image.Image]) -> Image.Image:
    """Combine rows into a column, aligned to the left."""
    width, height = max(row.width for row in rows), sum(row.height for row in rows)
    page = Image.new("RGB", (width, height), "#8a96a3")
    top = 0
    for row in rows:
        page.paste(row, (0, top))
        top += row.height
    return page


def take_cupboard(page: Page) -> None:
    """Take screenshots of other games, and of a group with house rules."""
    four = PEOPLE[:4]
    start_game(page, "Euchre", four)
    open_deal(page, 1, "hand")
    for question, answer in (
        ("Who called trump?", "Ann & Cai"),
        ("Makers’ tricks", "4"),
        ("Trumps", "Hearts"),
    ):
        tap_answer(page, question, answer)
    page.evaluate("scrollTo(0, 0)")
    take(page, "entry-euchre")

    start_game(page, "Hearts", four)
    open_deal(page, 1)
    tap_mark(page, "Bob", "♠Q")
    for hearts in ("2", "8"):
        tap_hand(page, hearts)
        key(page, "Next").click()
    take(page, "entry-hearts")

    start_game(page, "Spades", four)
    for hand, bids_and_tricks in enumerate(("43325242", "05430553", "32332353"), 1):
        open_deal(page, hand, "hand")
        bids, tricks = bids_and_tricks[:4], bids_and_tricks[4:]
        # The bids start at the dealer’s left, and the last number of tricks is filled in.
        for number in bids[hand:] + bids[:hand] + tricks[:3]:
            tap_hand(page, number)
            if key(page, "Next").count():
                key(page, "Next").click()
        key(page, "Save").click()
        expect(page.locator("#scoreboard tbody .total").nth(2 * hand - 1)).to_be_visible()
    take(page, "game-spades")

    choose_game(page, "Contract Rummy")
    page.get_by_text("House rules:").click()
    page.get_by_text("Frozen jokers").click()
    page.evaluate("document.getElementById('house-rules').scrollIntoView()")
    take(page, "new-game")


def take(page: Page, name: str) -> None:
    page.evaluate("document.fonts.ready")
    page.evaluate("document.activeElement.blur()")
    keep(name, Image.open(BytesIO(page.screenshot(animations="disabled"))))


def keep(name: str, picture: Image.Image) -> None:
    """Save a picture with few colours, which is enough because pages have no photographs."""
    few = picture.convert("RGB").quantize(64, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
