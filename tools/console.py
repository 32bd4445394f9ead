"""Messages and prompts on the terminal."""

import os
import signal
import sys
from typing import NoReturn


def say(*lines: str) -> None:
    """Print lines and flush them, so that they stay in order with other programs' output."""
    print(*lines, sep="\n", flush=True)


def end_with_reader() -> None:
    """End this process without a traceback if its reader stops reading, as ``head`` does."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def fail(message: str) -> NoReturn:
    """Print a message and exit with status 1."""
    sys.stdout.flush()
    sys.exit(message)


def is_ci() -> bool:
    """Return whether this is a CI run, in which no step may be left out."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def can_ask() -> bool:
    """Return whether a user is at the terminal to answer a prompt."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty() and not is_ci()


def confirm(question: str) -> bool:
    """Ask a yes/no question at the terminal. An empty answer means yes."""
    sys.stdout.flush()
    sys.stderr.write(f"{question} [Y/n] ")
    sys.stderr.flush()
    return sys.stdin.readline() in ("\n", "y\n", "Y\n", "yes\n", "Yes\n")
