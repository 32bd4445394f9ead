"""Saving a group’s data, and importing a file, in a browser."""

from collections.abc import Callable
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.models import User
from tests.browser.conftest import Watch
from tests.browser.pages import Table, checked_file


@pytest.fixture
def table(live_server: Any) -> Table:
    return Table()


@pytest.fixture
def page(page: Page, table: Table, log_in: Callable[[BrowserContext, User], None]) -> Page:
    """The phone that owns the group."""
    log_in(page.context, table.group.members.get().user)
    return page


def test_the_download_shows_how_far_it_is_and_saves_the_file(page: Page, table: Table) -> None:
    assert table.game.code
    page.goto(reverse("data", args=[table.group.pk]))

    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save file").click()

    saved = waiting.value
    assert saved.suggested_filename.startswith("our-table-2")
    content = Path(saved.path()).read_bytes()
    with ZipFile(BytesIO(content)) as packed:
        assert packed.testzip() is None
        assert "table.jsonl" in packed.namelist()
    expect(page.locator("#download [role=status]")).to_have_text(
        f"Saved: {ceil(len(content) / 1000)} kB."
    )
    expect(page.locator("#download progress")).to_be_hidden()


def test_a_download_that_breaks_off_says_so(page: Page, table: Table, watch: Watch) -> None:
    watch.expect("ERR_FAILED")
    page.goto(reverse("data", args=[table.group.pk]))
    page.route("**/table.zip", lambda route: route.abort())

    page.get_by_role("link", name="Save file").click()

    status = page.locator("#download [role=status]")
    expect(status).to_have_text("The download was interrupted. Try again.")


def test_a_file_is_checked_and_imported_without_a_tap_in_between(page: Page, table: Table) -> None:
    checked_file(page, table)

    page.get_by_role("button", name="Import").click()

    expect(page.get_by_text("2 games have been added.")).to_be_visible()
    expect(page.get_by_text("isn’t a whole number of points")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("link", name="Hilltop")).to_be_visible()


def test_a_file_that_is_too_large_is_not_sent(page: Page, table: Table) -> None:
    page.goto(reverse("data", args=[table.group.pk]))
    field = page.get_by_label("File", exact=True)
    page.evaluate(
        """(size) => {
            const files = new DataTransfer();
            files.items.add(new File([new Uint8Array(size)], "big.zip"));
            const field = document.getElementById("file");
            field.files = files.files;
            field.dispatchEvent(new Event("change"));
        }""",
        20 * 2**20 + 1,
    )

    problem = "This file is too large. Choose a file of at most 20 MB."
    expect(page.locator("#file-problem")).to_have_text(problem)
    expect(field).to_have_js_property("value", "")
    field.set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": b"Ann,Bob\n1,2\n"})
    expect(page.locator("#file-problem")).to_be_empty()
    expect(field).to_have_attribute("aria-invalid", "false")
