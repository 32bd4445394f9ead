"""Programs that the tests need besides Python's packages."""

import os
import shutil
import subprocess
from pathlib import Path

# Debian's package of the browser without windows, and its program.
CHROMIUM = "chromium-headless-shell"


def chromium() -> str | None:
    """Return the browser's path; the variable CHROMIUM names another one.

    The headless shell comes first: it takes two thirds of the processor time of the whole browser.
    """
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    for name in (os.environ.get("CHROMIUM", ""), CHROMIUM, *names):
        path = shutil.which(name)
        # Ubuntu has a stand-in for the snap that only says how to install it.
        if path and runs(path):
            return path
    return None


def runs(path: str) -> bool:
    return not subprocess.run([path, "--version"], capture_output=True, check=False).returncode


def postgres() -> Path | None:
    """Return the folder of the newest PostgreSQL server's programs."""
    # Debian keeps them off the PATH.
    found = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found and (path := shutil.which("initdb")):
        found = [Path(path).resolve()]
    folders = [path.parent for path in found]
    return max(folders, key=lambda folder: version(folder.parent.name), default=None)


def version(name: str) -> tuple[int, ...]:
    """Return a version's numbers, to compare by."""
    return tuple(int(part) for part in name.split(".") if part.isdecimal())


def qpdf() -> str | None:
    return shutil.which("qpdf")
