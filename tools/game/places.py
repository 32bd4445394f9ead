"""The paths of a game’s files, in the project or in a folder of an author’s own games."""

import os
from dataclasses import dataclass
from pathlib import Path

from rules.engine.catalogue import DATA

TRANSCRIPTS = Path(__file__).parents[2] / "tests" / "rules" / "transcripts"


@dataclass(frozen=True)
class Places:
    """The folder with the data of games, and the one with their transcripts."""

    data: Path
    transcripts: Path

    def catalogue(self, slug: str) -> Path:
        return self.data / "catalogue" / f"{slug}.toml"

    def reference(self, slug: str) -> Path:
        return self.data / "reference" / f"{slug}.md"

    def lexicon(self, slug: str) -> Path:
        return self.data / "lexicon" / f"{slug}.toml"

    def transcript(self, slug: str) -> Path:
        return self.transcripts / f"{slug}.toml"

    @property
    def is_own(self) -> bool:
        """Whether this is a folder of an author’s own games."""
        return self.data != DATA

    def files_of(self, slug: str) -> tuple[Path, ...]:
        """Return the existing files of a game."""
        files = (self.catalogue, self.reference, self.lexicon, self.transcript)
        return tuple(path for path in (file(slug) for file in files) if path.exists())


PROJECT = Places(DATA, TRANSCRIPTS)


def own_places() -> Places:
    """Return the places in the folder SCOREKEEPER_GAMES, or the project’s if it isn’t set."""
    own = os.environ.get("SCOREKEEPER_GAMES", "")
    return Places(Path(own), Path(own) / "transcripts") if own else PROJECT


def places_of(slug: str) -> Places:
    """Return the places of an existing game: the author’s own, or the project’s."""
    own = own_places()
    return own if own.catalogue(slug).exists() else PROJECT
