"""Choosing a coin in a browser: a photo is made small, and the page shows what is chosen."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.urls import reverse
from PIL import Image
from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from scorekeeper.models import User
from tests.browser.pages import Table


def photo() -> FilePayload:
    """Return a large photo whose middle is blue and whose sides are red."""
    image = Image.effect_noise((1600, 900), 60).convert("RGB")
    image.paste((200, 0, 0), (0, 0, 350, 900))
    image.paste((200, 0, 0), (1250, 0, 1600, 900))
    image.paste((0, 0, 200), (700, 350, 900, 550))
    file = BytesIO()
    image.save(file, "JPEG", quality=95)
    assert file.tell() > 300_000
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def test_a_photo_is_made_small_before_it_is_sent(
    page: Page, live_server: Any, log_in: Callable[[BrowserContext, User], None]
) -> None:
    table = Table()
    log_in(page.context, table.group.members.get().user)
    assert table.game.code
    ann = table.group.players.get(name="Ann")
    page.goto(reverse("person", args=[table.group.pk, ann.pk]))
    coin = page.locator(".person-head .disc")
    page.get_by_text("Change the coin").click()
    size = "(coin) => [coin.offsetWidth, coin.offsetHeight]"
    letter = coin.evaluate(size)

    page.get_by_label("🐻").check(force=True)
    page.get_by_label("Turquoise").check(force=True)
    expect(coin).to_have_attribute("class", "disc colour-6 emoji")
    expect(coin).to_have_attribute("data-initials", "🐻")
    assert coin.evaluate(size) == letter

    file = page.get_by_label("Picture", exact=True)
    notes: FilePayload = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"Ann"}
    file.set_input_files(notes)
    expect(page.locator("#picture-problem")).to_contain_text("This phone can’t read that picture.")
    assert file.evaluate("(input) => input.files.length") == 0
    file.set_input_files(photo())
    expect(coin.locator("canvas")).to_have_count(1)
    expect(page.locator("#picture-problem")).to_be_empty()
    assert 1000 < file.evaluate("(input) => input.files[0].size") <= 20 * 1024
    page.get_by_role("button", name="Save coin").click()

    expect(page.get_by_text("Ann has a new coin.")).to_be_visible()
    ann.refresh_from_db()
    with Image.open(BytesIO(ann.picture.data)) as stored:
        pixels = stored.convert("RGB")
        middle, corner = pixels.getpixel((120, 120)), pixels.getpixel((2, 2))
    assert (middle[2] > 150, abs(corner[0] - corner[2]) < 60) == (True, True)
