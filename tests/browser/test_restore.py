"""Forms are as people left them when they go back to the page or reload it."""

from collections.abc import Callable

from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from rules.engine.own_games import Design, DesignItem
from scorekeeper.models import Game, User
from scorekeeper.services.own_games import change_own_game, make_own_game
from tests.factories import GroupFactory

LogIn = Callable[[BrowserContext, User], None]


def look_up_rules(page: Page) -> None:
    """Follow the link to the rules, and go back."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Rules").click()
    expect(page.get_by_label("What do you want to know?")).to_be_visible()
    page.go_back()


def test_a_game_that_is_being_made_is_still_there(page: Page) -> None:
    page.goto("/games/own/")
    page.get_by_label("Name", exact=True).fill("Jam race")
    page.get_by_label("Name 1").fill("Jars of jam")
    page.get_by_label("Entered as 1").select_option("count")
    page.get_by_label("Worth 1").fill("3")
    page.get_by_label("When a total reaches").first.check()

    look_up_rules(page)

    expect(page.get_by_label("Name", exact=True)).to_have_value("Jam race")
    expect(page.get_by_label("Entered as 1")).to_have_value("count")
    expect(page.get_by_label("When a total reaches").first).to_be_checked()
    preview = page.get_by_role("region", name="Preview")
    expect(preview.get_by_role("row", name="Jars of jam +3 each")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Worth 1")).to_have_value("3")

    page.goto("/games/own/")
    expect(page.get_by_label("Name", exact=True)).to_have_value("")


def test_players_and_house_rules_of_a_new_game_are_still_there(page: Page, log_in: LogIn) -> None:
    group = GroupFactory()
    group.players.create(name="Ann")
    log_in(page.context, group.members.get().user)
    page.goto(reverse("new", args=["contract-rummy"]))
    page.get_by_role("button", name="Ann", exact=True).click()
    for number, name in ((2, "Bob"), (3, "Cai")):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("dealer: player 2").check()
    page.get_by_text("House rules:").click()
    page.get_by_label("Jokers count 25").check()

    look_up_rules(page)

    for number, name in enumerate(("Ann", "Bob", "Cai"), 1):
        expect(page.get_by_label(f"Player {number}", exact=True)).to_have_value(name)
    expect(page.get_by_role("button", name="✓ Ann")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("dealer: player 2")).to_be_checked()
    expect(page.get_by_label("Jokers count 25")).to_be_checked()
    expect(page.get_by_text("1 chosen")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#scoreboard")).to_be_visible()
    assert Game.objects.get().ruleset["options"] == {"joker-25": True}


def test_a_game_that_another_phone_has_changed_is_shown_as_saved(page: Page, log_in: LogIn) -> None:
    group = GroupFactory()
    design = Design("Jam race", (DesignItem("Jars of jam"),))
    own = make_own_game(group=group, design=design, key="jam")
    log_in(page.context, group.members.get().user)
    page.goto(reverse("own-game", args=[group.pk, own.slug]))
    page.get_by_label("Name", exact=True).fill("Jam and wasps")
    changed = Design("Jam race", (DesignItem("Jars of plum jam"),))
    change_own_game(own=own, design=changed, version=own.version)

    page.reload()

    expect(page.get_by_label("Name 1")).to_have_value("Jars of plum jam")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Jam race")
