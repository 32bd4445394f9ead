"""Let the site load other games during a test, and keep what was read of the project’s games."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rules.engine.catalogue import DATA, catalogue
from rules.lookup import search
from rules.reference.game_words import game_words
from rules.reference.rule_texts import rule_texts

# What is read of all games once, by the class that reads it. The catalogue is first.
READ_ONCE = {
    "rules.engine.catalogue.Catalogue": catalogue,
    "rules.reference.game_words.GameWords": game_words,
    "rules.reference.rule_texts.RuleTexts": rule_texts,
}


@contextmanager
def games_in(folder: Path, project: Path = DATA) -> Iterator[None]:
    """Load the games of ``folder`` beside those of the ``project``.

    Afterwards, there are the games of before, whose files aren’t read again.
    """
    kept = {name: read() for name, read in READ_ONCE.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCOREKEEPER_GAMES", str(folder))
        patch.setattr("rules.engine.catalogue.DATA", project)
        patch.setattr(search, "_indexes", {})
        catalogue.cache_clear()
        try:
            yield
        finally:
            catalogue.cache_clear()
            for name, read in READ_ONCE.items():
                patch.setattr(name, lambda *_, made=kept[name]: made)
                read()
