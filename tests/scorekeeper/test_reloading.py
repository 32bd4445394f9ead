"""Changed games are loaded again while the site runs."""

import os

import pytest
from django.utils.translation import override

from rules.engine.catalogue import DATA, catalogue
from rules.reference.game_words import translated_variant
from scorekeeper.live.sharing import current_edition
from scorekeeper.reloading import Reloader
from tests.factories import GameFactory
from tests.games import games_in
from tests.scorekeeper.pages import get
from tests.scorekeeper.test_own_games import FACTS, WORDS


@pytest.fixture
def folder(few, tmp_path):
    """A folder with a home-made game, which the site has loaded beside a few games."""
    for name, text in (("catalogue/jam-session.toml", FACTS), ("reference/jam-session.md", WORDS)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, "utf-8")
    with games_in(tmp_path, few):
        yield tmp_path


def tiles(client):
    """Return the names on the tiles of the home page."""
    return get(client, "/").texts("strong")


def change(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    # Two changes within one tick of the file system’s clock look the same.
    os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns + 1))


def test_a_changed_game_is_loaded_again(folder, client):
    reloader, before = Reloader(), current_edition()
    assert "Boil the most jam; 20 points win." in get(client, "/rules/jam-session/").html

    change(folder / "catalogue/jam-session.toml", "target = 20", "target = 30")

    assert reloader.reload()
    assert current_edition() != before
    assert not reloader.reload()
    assert "Boil the most jam; 30 points win." in get(client, "/rules/jam-session/").html


@pytest.mark.django_db
def test_names_labels_and_translations_are_loaded_again(folder, client):
    reloader = Reloader()
    game = GameFactory(variant="jam-session", options={"short": True})
    pad = f"/watch/{game.code}/{game.watch_token}/"
    assert "House rules: Short session" in get(client, pad).html
    with override("de"):
        assert translated_variant(catalogue().variant("jam-session")).name == "Jam Session"
    assert "Hearts" in tiles(client)
    assert "Boil the most jam" in get(client, "/rules/jam-session/").html
    change(folder / "catalogue/jam-session.toml", '"Jam Session"', '"Trick Session"')
    change(folder / "catalogue/jam-session.toml", '"Short session"', '"Brief session"')
    change(folder / "reference/jam-session.md", "Boil", "A Trick Session: boil")
    (folder / "texts/de").mkdir(parents=True)
    (folder / "texts/de/jam-session.toml").write_text('name = "Marmelade"', "utf-8")
    hearts = (DATA / "catalogue/hearts.toml").read_text("utf-8")
    (folder / "catalogue/hearts.toml").write_text(
        "replaces = true\n" + hearts.replace('name = "Hearts"', 'name = "Harts"', 1), "utf-8"
    )

    assert reloader.reload()
    with override("de"):
        assert translated_variant(catalogue().variant("jam-session")).name == "Marmelade"
    assert "Harts" in tiles(client)
    assert "House rules: Brief session" in get(client, pad).html
    # Names of games aren’t links to the glossary.
    assert "A Trick Session: boil the most jam" in get(client, "/rules/jam-session/").html


def test_a_new_game_is_loaded(folder, client):
    reloader = Reloader()
    text = FACTS.replace("jam-session", "jelly-session").replace("Jam Session", "Jelly Session")
    (folder / "catalogue/jelly-session.toml").write_text(text, "utf-8")

    assert reloader.reload()
    assert "Jelly Session" in get(client, "/rules/").html


def test_a_file_that_cannot_be_read_is_logged(folder, caplog):
    reloader = Reloader()
    (folder / "catalogue/.#jam-session.toml").symlink_to("nobody@nowhere")
    (folder / "reference/jam-session.md").write_bytes(b"## object\n\n- Cr\xe8me wins.\n")

    assert not reloader.reload()
    assert [record.getMessage() for record in caplog.records] == [
        "catalogue/.#jam-session.toml: This file can’t be read: No such file or directory."
    ]
    caplog.clear()
    (folder / "catalogue/.#jam-session.toml").unlink()
    (folder / "reference/jam-session.md").touch()

    assert not reloader.reload()
    assert [record.getMessage() for record in caplog.records] == [
        "reference/jam-session.md:3: This isn’t UTF-8 text. Save the file as UTF-8."
    ]


def test_mistakes_are_logged_and_the_games_stay_as_they_were(folder, client, caplog):
    reloader = Reloader()
    change(folder / "catalogue/jam-session.toml", '"Wasp"', '"Hornet"')
    assert reloader.reload()
    caplog.clear()

    change(folder / "catalogue/jam-session.toml", "target = 20", "targt = 20")

    assert not reloader.reload()
    assert [record.getMessage() for record in caplog.records] == [
        "jam-session.toml:39: end.targt: There is no key “targt” here. Did you mean “target”?"
    ]
    assert "20 points win" in get(client, "/rules/jam-session/").html
