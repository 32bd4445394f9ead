"""Scripts as collected for production, and the ones that pages load."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from tests.scorekeeper.pages import Page


def imported(text):
    """Return the names of files that a module imports, minified or not."""
    return set(re.findall(r'\} ?from ?"\./(.+?)";', text))


def source(name):
    return Path(finders.find(f"js/{name}")).read_text()


def reachable(names):
    """Return these modules and everything they import."""
    known, new = set(), set(names)
    while new:
        known |= new
        new = {other for name in new for other in imported(source(name))} - known
    return known


def test_collected_modules_import_files_with_a_hash_in_their_names(settings, client, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("css", "js", "md", "svg", "txt")
    backend = {"BACKEND": "scorekeeper.static_files.ModuleStaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": backend}

    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin"])

    paths = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    names = {path.removeprefix("js/"): name.removeprefix("js/") for path, name in paths.items()}
    collected = (tmp_path / "js" / names["entry.js"]).read_text()
    modules = [
        f"{name}.js" for name in ("cards", "fields", "keypad", "keys", "order", "panel", "totals")
    ]
    assert imported(source("entry.js")) == set(modules)
    assert imported(collected) == {names[module] for module in modules}
    totals = (tmp_path / "js" / names["totals.js"]).read_text()
    assert imported(totals) == {names["cards.js"], names["fields.js"], names["sums.js"]}
    assert re.fullmatch(r"sums\.[0-9a-f]{12}\.js", names["sums.js"])
    minified = (tmp_path / "js" / names["sums.js"]).read_text()
    assert minified.startswith("const add=(numbers)=>numbers.reduce(")
    worker = client.get("/service-worker.js").content.decode()
    shell = json.loads(re.match(r"self\.SHELL = (.*);\n", worker)[1])
    assert f"/static/js/{names['entry.js']}" in shell["files"]
    assert shell["static"] == "/static/"


@pytest.mark.parametrize(
    "url",
    [
        "/games/{game.code}/",
        "/games/{game.code}/rounds/3/",
        "/games/{game.code}/share/",
        "/games/{game.code}/house-rules/",
        "/games/new/contract-rummy/",
        "/rules/contract-rummy/",
        "/rules/compare?v=hearts&v=spades",
        "/sheets/contract-rummy/",
    ],
)
def test_pages_name_all_that_their_modules_import(phone, game, url):
    """This lets the browser request all of them at once."""
    page = Page(phone.get(url.format(game=game)))

    modules = {
        script.attributes["src"].removeprefix("/static/js/")
        for script in page.all("script", type="module")
    }

    assert modules
    assert reachable(modules) == modules


def test_the_class_for_scripts_is_set_before_the_page_is_drawn(client):
    page = Page(client.get("/"))

    first, *others = (script.attributes for script in page.all("script"))
    assert first == {"src": "/static/js/js-flag.js"}
    # The browser runs modules only after it has read the page.
    assert {other["type"] for other in others} == {"module"}
