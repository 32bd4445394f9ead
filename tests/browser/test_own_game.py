"""Making a game: the preview follows the form."""

from playwright.sync_api import Page, expect

from tests.browser.steps import start


def test_pad_and_sheet_follow_the_form_and_the_game_is_played(page: Page) -> None:
    page.goto("/games/own/")
    page.get_by_label("Name", exact=True).fill("Jam race")
    page.get_by_label("Name 1").fill("Jars of jam")
    page.get_by_label("Entered as 1").select_option("count")
    page.get_by_label("Worth 1").fill("3")
    page.get_by_label("Who plays together").select_option("2")
    preview = page.get_by_role("region", name="Preview")
    expect(preview).to_contain_text("Teams of 2 need at least 4 players.")

    page.get_by_label("Players from").fill("4")
    page.get_by_label("When you stop").check()

    expect(preview.get_by_role("row", name="Jars of jam +3 each")).to_be_visible()
    expect(preview.get_by_role("columnheader", name="They")).to_be_visible()
    picture = preview.get_by_role("img", name="The score sheet for Jam race")
    expect(picture).to_have_js_property("naturalWidth", 640)
    page.get_by_role("button", name="Save game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jam race")
    for number, name in enumerate(("Ann", "Bob", "Cai", "Dee"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    start(page, "Jam race")
