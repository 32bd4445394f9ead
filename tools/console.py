"""Words for the person at the terminal, and the one question that is asked there."""

import os
import sys
from typing import NoReturn


def say(*lines: str) -> None:
    """Print lines at once, in order with the output of other programs."""
    print(*lines, sep="\n", flush=True)


def fail(message: str) -> NoReturn:
    """End the command with a message and status 1."""
    sys.stdout.flush()
    sys.exit(message)


def is_ci() -> bool:
    """Return whether this run decides if a change is taken: nothing may be left out then."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def can_ask() -> bool:
    """Return whether somebody is there to answer."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty() and not is_ci()


def confirm(question: str) -> bool:
    """Ask a question at the terminal; return alone means yes."""
    sys.stdout.flush()
    sys.stderr.write(f"{question} [Y/n] ")
    sys.stderr.flush()
    return sys.stdin.readline() in ("\n", "y\n", "Y\n", "yes\n", "Yes\n")
