"""A few games of the project, for tests that don’t need all of them."""

import shutil
from pathlib import Path

from rules.engine.catalogue import DATA


def copy_games(folder: Path, *slugs: str) -> Path:
    """Copy the files of these games to a folder, and return it."""
    for slug in slugs:
        for path in DATA.glob(f"*/{slug}.*"):
            (folder / path.parent.name).mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / path.parent.name)
    return folder
