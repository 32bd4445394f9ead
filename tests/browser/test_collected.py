"""The entry page with static files as served in production."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management import call_command
from playwright.sync_api import Page, Route, expect

from scorekeeper.models import Game
from tests.browser.steps import hand, tap_hand


def test_modules_load_each_other_by_the_names_of_the_collected_files(
    own_page: Page, sit_down: Callable[..., Game], settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    backend = {"BACKEND": "scorekeeper.static_files.ModuleStaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": backend}
    ours = {"interactive": False, "verbosity": 0, "ignore_patterns": ["admin"]}
    call_command("collectstatic", **ours)
    names = []

    def serve(route: Route) -> None:
        name = route.request.url.partition("/static/")[2]
        names.append(name)
        route.fulfill(path=tmp_path / name)

    own_page.route("**/static/**", serve)
    sit_down(own_page)
    tap_hand(own_page, "10 K")

    expect(hand(own_page, "Ann").get_by_role("status")).to_have_text("= 20, total 20")
    modules = sorted(name.split(".")[0] for name in names if name.endswith(".js"))
    # Each file is loaded once, because the modules on the page are the imported ones.
    assert modules == [
        *("django_htmx/htmx-2", "js/awake", "js/cards", "js/draft", "js/entry", "js/failures"),
        *("js/fields", "js/js-flag", "js/keypad", "js/keys", "js/live", "js/offline", "js/order"),
        *("js/panel", "js/sums", "js/totals"),
    ]
