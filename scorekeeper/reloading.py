"""Reload the games when an author changes their files (``./dev run --reload``)."""

import logging
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.core.cache import caches

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.reference.game_words import GameWords, game_words
from rules.reference.glossary import glossary, mentioned, page_in
from rules.reference.rule_texts import RuleTexts, rule_texts
from scorekeeper.live.sharing import forget_pages

SECONDS = 1
SUFFIXES = (".md", ".toml")

_logger = logging.getLogger("scorekeeper")


class Reloader:
    """A loader that compares the games’ files with those that were loaded last."""

    def __init__(self) -> None:
        self._folders = tuple(catalogue().folders)
        self._stamps = self._read()

    def _read(self) -> Mapping[Path, int]:
        """Return the time of each file’s last change."""
        return {
            path: path.stat().st_mtime_ns
            for folder in self._folders
            for path in folder.rglob("*")
            if path.suffix in SUFFIXES and path.is_file()
        }

    def reload(self) -> bool:
        """Load the games again if a file has changed, and return whether they were loaded.

        If a file has a mistake, log every mistake and keep the games as they were.
        """
        stamps = self._read()
        if stamps == self._stamps:
            return False
        self._stamps = stamps
        try:
            games = Catalogue(*self._folders)
            GameWords(games)
            texts = RuleTexts(games)
            for variant in games.variants.values():
                texts.check(variant)
        except CatalogueError as error:
            for sentence in error.sentences:
                _logger.warning("%s", sentence)
            return False
        # The catalogue is last, because what is made of it, such as links to the glossary, is kept
        # until the catalogue is another one.
        for read_once in (page_in, catalogue):
            read_once.cache_clear()
        # Read everything before an author makes the next mistake.
        for read in (catalogue, glossary, mentioned, game_words, rule_texts):
            read()
        for name in settings.CACHES:
            caches[name].clear()
        forget_pages()
        _logger.warning("The games have been loaded again.")
        return True


def watch() -> None:
    """Reload the games whenever they change, in a thread that runs as long as the process."""
    reloader = Reloader()

    def loop() -> None:
        while True:
            time.sleep(SECONDS)
            reloader.reload()

    threading.Thread(target=loop, daemon=True).start()
