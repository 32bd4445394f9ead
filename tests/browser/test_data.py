"""Saving a group’s data, and importing a file, in a browser."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.pages import Table, checked_file


def test_the_download_shows_how_far_it_is_and_saves_the_file(page: Page, table: Table) -> None:
    assert table.game.code
    page.goto(reverse("data", args=[table.group.pk]))

    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save file").click()

    saved = waiting.value
    assert saved.suggested_filename.startswith("our-table-2")
    with ZipFile(BytesIO(Path(saved.path()).read_bytes())) as packed:
        assert packed.testzip() is None
        assert "table.jsonl" in packed.namelist()
    expect(page.locator("#download [role=status]")).to_have_text("Saved: 9 kB.")
    expect(page.locator("#download progress")).to_be_hidden()


def test_a_download_that_breaks_off_says_so(page: Page, table: Table) -> None:
    page.goto(reverse("data", args=[table.group.pk]))
    page.route("**/table.zip", lambda route: route.abort())

    page.get_by_role("link", name="Save file").click()

    status = page.locator("#download [role=status]")
    expect(status).to_have_text("The download broke off. Try again.")


def test_a_file_is_checked_and_imported_without_a_tap_in_between(page: Page, table: Table) -> None:
    checked_file(page, table)

    page.get_by_role("button", name="Import").click()

    expect(page.get_by_text("1 game has been added.")).to_be_visible()
    expect(page.get_by_text("Rescue: everyone wins or loses together")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("link", name="Hilltop")).to_be_visible()
