"""Find the programs that the tests need in addition to Python packages."""

import os
import shutil
import subprocess
from pathlib import Path

# Debian uses this name both for the headless Chromium package and for its program.
CHROMIUM = "chromium-headless-shell"


def chromium() -> str | None:
    """Return the path of the browser. The variable CHROMIUM overrides it.

    The headless shell is preferred, because it takes only two thirds as much CPU time as the full
    browser.
    """
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    for name in (os.environ.get("CHROMIUM", ""), CHROMIUM, *names):
        path = shutil.which(name)
        # On Ubuntu, this may be a script that only explains how to install the snap.
        if path and runs(path):
            return path
    return None


def runs(path: str) -> bool:
    """Return whether the program at ``path`` starts."""
    return not subprocess.run([path, "--version"], capture_output=True, check=False).returncode


def postgres() -> Path | None:
    """Return the folder that contains the programs of the newest PostgreSQL server."""
    # Debian does not put them on the PATH.
    found = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found and (path := shutil.which("initdb")):
        found = [Path(path).resolve()]
    folders = [path.parent for path in found]
    return max(folders, key=lambda folder: version(folder.parent.name), default=None)


def version(name: str) -> tuple[int, ...]:
    """Return a version's numbers, so that versions can be compared."""
    return tuple(int(part) for part in name.split(".") if part.isdecimal())


def find(package: str) -> Path | str | None:
    """Return the path of the program in a Debian package, or None if it isn’t installed."""
    if package in ("postgresql", CHROMIUM):
        return postgres() if package == "postgresql" else chromium()
    # Debian installs nginx in a folder that is only on root’s PATH.
    return shutil.which(package) or shutil.which(f"/usr/sbin/{package}")
