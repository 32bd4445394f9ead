"""Search words for rules, in addition to the words in their texts.

``lexicon/<slug>.toml`` lists these words by the rule’s anchor. Words for a text that an option adds
are in a table named after the option::

    melds-aces = ["wrap around", "top card"]

    [with.frozen-jokers]
    jokers-frozen = ["locked"]

In a folder of your own games, you can also put search words after the rule in its reference file,
separated by commas: ``- [aces] An ace is low or high. ~ wrap around, top card``.
"""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from rules.engine.errors import CatalogueError
from rules.engine.game_files import read_text
from rules.engine.mistakes import nearest
from rules.engine.rulesets import Plain
from rules.engine.toml_lines import line_of, read_toml

# The table with the words for texts that options add.
OPTIONS = "with"

# How similar an anchor must be for a suggestion.
ALIKE = 0.8

# The id of an option (empty for the standard rules), and the anchor of a rule.
Place = tuple[str, str]


class Lexicon:
    """Search words for one game's own rules."""

    def __init__(self, path: Path | None) -> None:
        """Read the file, if the game has one.

        Raises CatalogueError, which names the file and the key.
        """
        self._name = f"lexicon/{path.name}" if path else ""
        self._text = read_text(path) if path else ""
        self._words = dict(self._read()) if path else {}

    def words(self, option: str, anchor: str, shorthand: str = "") -> tuple[str, ...]:
        """Return all search words for a rule, from the lexicon and from ``shorthand``.

        ``shorthand`` is the text that follows the rule in its reference file.
        """
        phrases = (phrase.strip() for phrase in shorthand.split(","))
        return (*filter(None, phrases), *self._words.get((option, anchor), ()))

    def wrong_keys(self, places: Collection[Place]) -> Iterator[str]:
        """Yield a sentence for each key that isn’t in ``places``, which are the game’s rules."""
        for option, anchor in self._words:
            if (option, anchor) not in places:
                steps = (OPTIONS, option, anchor) if option else (anchor,)
                near = nearest(anchor, (other for of, other in places if of == option), ALIKE)
                hint = f" Did you mean “{near}”?" if near else ""
                yield (
                    f"{self._name}:{line_of(self._text, steps)}: {'.'.join(steps)}: The game’s "
                    f"reference file has no such rule.{hint}"
                )

    def _read(self) -> Iterator[tuple[Place, tuple[str, ...]]]:
        plain = read_toml(self._text, self._name)
        by_option: Any = plain.pop(OPTIONS, {})
        if not isinstance(by_option, dict):
            raise CatalogueError(f"{self._name}: {OPTIONS}: write a table for each option")
        yield from self._read_table("", plain)
        for option, table in by_option.items():
            if not isinstance(table, dict):
                raise CatalogueError(f"{self._name}: {OPTIONS}.{option}: write a table")
            yield from self._read_table(option, table)

    def _read_table(self, option: str, table: Plain) -> Iterator[tuple[Place, tuple[str, ...]]]:
        for anchor, words in table.items():
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise CatalogueError(f"{self._name}: {anchor}: write a list of strings")
            yield (option, anchor), tuple(words)
