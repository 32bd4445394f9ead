"""``./dev game``: scaffold, check and show games, and write their key reference."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import django

if own := os.environ.get("SCOREKEEPER_GAMES"):
    # The site refuses to start with a folder that has no games yet.
    (Path(own) / "catalogue").mkdir(parents=True, exist_ok=True)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
django.setup()

from rules.engine.catalogue import catalogue  # noqa: E402
from rules.engine.errors import CatalogueError  # noqa: E402
from rules.reference.rule_texts import rule_texts  # noqa: E402
from tools.console import end_with_reader  # noqa: E402
from tools.game.checking import check_game, no_such_game  # noqa: E402
from tools.game.places import own_places  # noqa: E402
from tools.game.reference import written  # noqa: E402
from tools.game.scaffold import new_game  # noqa: E402
from tools.game.showing import show_game  # noqa: E402

USAGE = """\
./dev game new SLUG [--based-on GAME]   write the files of a new game, ready to fill in
./dev game check SLUG                   check everything that concerns a game
./dev game show SLUG                    show a game’s rules, and which game each comes from
./dev game reference                    write docs/games.md and docs/game.schema.json
"""


def main(arguments: Sequence[str]) -> int:
    """Run a command, and return the status of the process."""
    status = 1
    try:
        match arguments:
            case [*_, "--help"]:
                print(USAGE, end="")
                status = 0
            case ["new", slug]:
                status = _new(slug)
            case ["new", slug, "--based-on", parent]:
                status = _new(slug, parent)
            case ["check", slug]:
                status = _check(slug)
            case ["show", slug]:
                status = _show(slug)
            case ["reference"]:
                status = _reference()
            case _:
                print(USAGE, end="", file=sys.stderr)
    except CatalogueError as error:
        print(error, file=sys.stderr)
    return status


def _new(slug: str, parent: str = "") -> int:
    for path in new_game(own_places(), catalogue(), slug, parent):
        print(f"Wrote {os.path.relpath(path)}")
    print(f"Fill them in, then run ./dev game check {slug}")
    return 0


def _check(slug: str) -> int:
    sentences = tuple(dict.fromkeys(check_game(slug)))
    for sentence in sentences:
        print(f"- {sentence}")
    todo = "1 thing to do" if len(sentences) == 1 else f"{len(sentences)} things to do"
    print(f"{slug}: {todo if sentences else 'no problems found'}.")
    return 1 if sentences else 0


def _reference() -> int:
    for path, text in written().items():
        path.write_text(text, "utf-8")
        print(f"Wrote {os.path.relpath(path)}")
    return 0


def _show(slug: str) -> int:
    games = catalogue()
    if slug not in games.variants:
        raise CatalogueError(no_such_game(games, slug))
    for line in show_game(games.variants[slug], games, rule_texts()):
        print(line)
    return 0


if __name__ == "__main__":
    end_with_reader()
    sys.exit(main(sys.argv[1:]))
