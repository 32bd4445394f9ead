"""The grid for a finished sheet: its keypad, and typing with a keyboard."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import expect_totals, key
from tests.factories import GameFactory, GroupFactory
from tests.photographs import photograph


def open_sheet(page: Page, log_in: Callable[..., None], variant: str) -> None:
    game = GameFactory(variant=variant, names=("Ann", "Bob", "Cai"))
    log_in(page.context, game.group.members.get().user)
    page.goto(reverse("from-paper", args=[game.code]))
    expect(page.locator("[name=cell-1-1]")).to_be_focused()


def test_a_new_game_starts_with_its_sheet(page: Page, log_in: Callable[..., None]) -> None:
    log_in(page.context, GroupFactory().members.get().user)
    page.goto(reverse("new", args=["contract-rummy"]))
    for seat, name in enumerate(("Ann", "Bob", "Cai"), 1):
        page.locator(f"[name=name-{seat}]").fill(name)

    page.get_by_role("button", name="Enter a finished sheet").click()

    expect(page.locator("[name=cell-1-1]")).to_be_focused()


def tap(page: Page, names: str) -> None:
    for name in names.split():
        key(page, name).click()


def type_in(page: Page, names: str) -> None:
    for name in names.split():
        page.keyboard.press("Enter" if name == "Next" else name)


def expect_row(page: Page, deal: int, *texts: str) -> None:
    for seat, text in enumerate(texts, 1):
        expect(page.locator(f"[name=cell-{deal}-{seat}]")).to_have_value(text)


def test_signs_and_delete_apply_to_the_number_just_left(
    page: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    watch.expect("status of 422")
    open_sheet(page, log_in, "contract-rummy")

    tap(page, "3 5 + 7 Next 1 2 Out 4 2 ⌫ 3")
    expect_row(page, 1, "35+7", "12", "0")
    expect_row(page, 2, "43", "", "")
    expect(page.locator("output")).to_have_text(["85", "12", "0"])

    # Ann was out in the first row, so Cai is not.
    page.locator("[name=cell-1-1]").click()
    tap(page, "0 Save")
    expect(page.get_by_text("Ann and Cai are marked as out.")).to_be_visible()
    expect_row(page, 1, "0", "12", "0")


def test_a_key_pressed_by_habit_after_a_jump_passes_no_cell(
    page: Page, log_in: Callable[..., None]
) -> None:
    open_sheet(page, log_in, "contract-rummy")

    # 35 goes on by itself, and so does 42, which also fills in a 0 for Cai.
    tap(page, "3 5 Next 4 2 Next 0 Next 2 0 Next 3 5 Next Out 4 0")

    expect_row(page, 1, "35", "42", "0")
    expect_row(page, 2, "20", "35", "0")
    expect_row(page, 3, "40", "", "")


@pytest.mark.parametrize("press", [tap, type_in], ids=["keypad", "keyboard"])
def test_a_zero_after_next_is_for_the_row_in_which_it_was_filled_in(
    page: Page, log_in: Callable[..., None], press: Callable[[Page, str], None]
) -> None:
    open_sheet(page, log_in, "contract-rummy")

    # Next fills in the 0 of Cai, who is last. In the second row, Ann is out.
    press(page, "2 3 Next 7 Next 0 Next 0 Next 1 2 Next 8 Next 5 Next 0 Next 1 9 Next 3 1")

    expect_row(page, 1, "23", "7", "0")
    expect_row(page, 2, "0", "12", "8")
    expect_row(page, 3, "5", "0", "19")
    expect_row(page, 4, "31", "", "")

    # Nothing is pressed by habit in a cell that was chosen.
    page.locator("[name=cell-4-2]").click()
    press(page, "7 Next")
    page.locator("[name=cell-5-1]").click()
    press(page, "0 1 1")
    expect_row(page, 4, "31", "7", "0")
    expect_row(page, 5, "0", "11", "")

    page.locator("[name=cell-5-2]").click()
    press(page, "2 4")
    expect_row(page, 5, "0", "24", "")


def test_a_keyboard_fills_in_the_grid(page: Page, log_in: Callable[..., None]) -> None:
    open_sheet(page, log_in, "any-game")

    for text in ("12", "-3", "150", "5", "0", "7"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("1")
    expect_row(page, 1, "12", "-3", "150")
    expect_row(page, 2, "1", "0", "7")
    tap(page, "Save")

    expect_totals(page, (13, -3, 157))


def test_the_page_returns_at_the_row_with_the_problem(
    page: Page, log_in: Callable[..., None], watch: Watch
) -> None:
    watch.expect("status of 422")
    page.set_viewport_size({"width": 360, "height": 640})
    open_sheet(page, log_in, "mexican-train")
    for deal in range(1, 14):
        for seat, text in enumerate(("0", "7", "9"), 1):
            page.locator(f"[name=cell-{deal}-{seat}]").fill(text)
    for name, total in zip(("Ann", "Bob", "Cai"), ("0", "91", "117"), strict=True):
        page.get_by_label(f"Written total of {name}").fill(total)

    page.locator("[name=cell-13-1]").fill("5")
    tap(page, "Save")
    expect(page.locator("[name=cell-13-1]")).to_be_focused()
    expect(page.locator("[name=cell-13-1]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Nobody is marked as out.")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("The round was blocked")).to_be_in_viewport(ratio=1)

    tap(page, "0")
    page.locator("[name=cell-12-2]").fill("A")
    tap(page, "Save")
    expect(page.locator("[name=cell-12-2]")).to_be_focused()
    expect(page.get_by_text("The card values of this game")).to_be_in_viewport(ratio=1)


def test_doubtful_numbers_of_a_photograph_come_first(
    page: Page, log_in: Callable[..., None]
) -> None:
    game = GameFactory(names=("Ann", "Bob", "Cai", "Dee"))
    log_in(page.context, game.group.members.get().user)
    page.goto(reverse("from-paper", args=[game.code]))
    page.get_by_role("link", name="Photograph").click()
    file = FilePayload(name="sheet.jpg", mimeType="image/jpeg", buffer=photograph())
    page.get_by_label("Photograph").set_input_files(file)
    page.get_by_role("button", name="Read the sheet").click()

    # Only Ann has points in the fourth row, and nobody is out.
    expect(page.locator("[name=cell-4-2]")).to_be_focused()
    expect_row(page, 3, "0", "28", "73", "46")
    expect(page.locator("[data-doubtful]")).to_have_count(3)
    tap(page, "Next")
    expect(page.locator("[name=cell-4-3]")).to_be_focused()
    tap(page, "3")
    expect(page.locator("[data-doubtful]")).to_have_count(1)
