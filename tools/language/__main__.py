"""``./dev language``: start, update and check the translation into a language."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
django.setup()

from rules.engine.catalogue import catalogue  # noqa: E402
from rules.engine.mistakes import nearest  # noqa: E402
from tools.console import end_with_reader  # noqa: E402
from tools.language.checking import all_faults, message_faults  # noqa: E402
from tools.language.messages import Language, extracted, languages, update  # noqa: E402
from tools.language.starting import start, start_game  # noqa: E402

USAGE = """\
./dev language new CODE      start a language: its messages, its glossary and its place in the
                             settings
./dev language game CODE SLUG
                             start the rules and texts of a game, in English
./dev language update        collect the messages of code and templates for all languages, and
                             compile them
./dev language check CODE    list what is wrong or missing in a language, one instruction a line
./dev language check         list new messages that aren’t translated, in all languages
"""


def main(arguments: Sequence[str]) -> int:
    """Run a command, and return the status of the process."""
    match arguments:
        case [*_, "--help"]:
            print(USAGE, end="")
            return 0
        case ["new", code]:
            return _started(lambda: start(code), code)
        case ["game", code, slug] if code in languages():
            return _started(lambda: start_game(code, slug), code)
        case ["update"]:
            return _update()
        case ["check", *codes] if len(codes) < 2 and {*codes} <= {*languages()}:
            return _check(*codes)
    print(_why_not(arguments), end="", file=sys.stderr)
    return 1


def _why_not(arguments: Sequence[str]) -> str:
    """Return why a command can’t be run: there is no such language, or no such command."""
    match arguments:
        case ["check", code] | ["game", code, _]:
            near = nearest(code, languages())
            hint = f"Did you mean “{near}”?" if near else f"./dev language new {code} starts it."
            return f"There is no language “{code}”. {hint}\n"
    return USAGE


def _started(written: Callable[[], Sequence[Path]], code: str) -> int:
    try:
        paths = written()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    for path in paths:
        print(f"Wrote {os.path.relpath(path)}")
    print(f"Translate them, then run ./dev language check {code}")
    return 0


def _update() -> int:
    messages = extracted()
    for language in map(Language, languages()):
        update(language, messages)
        print(f"Wrote {os.path.relpath(language.po)} and {language.mo.name}")
    return 0


def _check(code: str = "") -> int:
    if not code:
        return _listed("All languages", _new_messages())
    return _listed(code, tuple(all_faults(Language(code), extracted(), catalogue())))


def _new_messages() -> tuple[str, ...]:
    messages = extracted()
    return tuple(
        fault for code in languages() for fault in message_faults(Language(code), messages)
    )


def _listed(name: str, sentences: Sequence[str]) -> int:
    for sentence in sentences:
        print(f"- {sentence}")
    todo = "1 thing to do" if len(sentences) == 1 else f"{len(sentences)} things to do"
    print(f"{name}: {todo if sentences else 'no problems found'}.")
    return 1 if sentences else 0


if __name__ == "__main__":
    end_with_reader()
    sys.exit(main(sys.argv[1:]))
