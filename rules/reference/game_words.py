"""Words of the catalogue in other languages: names, summaries, options, readings, notes.

``texts/<language>/<slug>.toml`` has the layout of the game’s file in ``catalogue``, with words
alone. An entry of a list is a key: its id if it has one, else its number from 1 on::

    summary = "Sieben Runden, sieben Aufgaben."

    [words.deal]
    one = "Runde"
    many = "Runden"

    [readings]
    2 = "Ein Blatt aus nur einer Farbe zählt doppelt."

    [options.joker-25]
    label = "Joker zählen 25"

Values stay in the data. A word that is not translated is shown in English, and so is one that a
stored game has and the catalogue no longer does. A game based on another has its words as well.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.engine.rulesets import Plain, Ruleset
from rules.engine.variants import Variant
from rules.translation import languages

_FOLDER = "texts"
# The fields that hold words, and the lists whose entries are words.
_FIELDS = {
    "does", "explanation", "head", "label", "many", "mark", "name", "one", "summary", "text",
    "words",
}  # fmt: skip
_LISTS = {"also_wild", "notes", "phases", "readings"}
# Where a name is not that of the game.
_OTHERS = {"sources"}

# Translations of one game, by field and English text.
Words = dict[tuple[str, str], str]
T = TypeVar("T")


class GameWords:
    """The translated words of a catalogue, by language and game."""

    def __init__(self, games: Catalogue) -> None:
        """Read ``texts/*/*.toml`` in the folders of the catalogue.

        Raises CatalogueError naming the file and the key, if the English file lacks the key or has
        no words there.
        """
        self.catalogue = games
        folders = (path for folder in games.folders for path in folder.glob(f"{_FOLDER}/*/"))
        self._own = {
            language: {
                slug: self._read(slug, path, language)
                for slug, path in games.files(f"{_FOLDER}/{language}", "toml")
            }
            for language in sorted({folder.name for folder in folders})
        }
        self._variants: dict[tuple[str, str], Variant] = {}

    def variant(self, variant: Variant) -> Variant:
        """Return the variant with its words in the reader’s language, to be shown.

        Rules are compared and stored in English, so never with what this returns.
        """
        language = self._language()
        if not language:
            return variant
        place = language, variant.slug
        if place not in self._variants:
            self._variants[place] = _translated(variant, "", self._words(language, variant.slug))
        return self._variants[place]

    def ruleset(self, ruleset: Ruleset) -> Ruleset:
        """Return the ruleset with its words in the reader’s language, to be shown."""
        language = self._language()
        words = self._words(language, ruleset.slug) if language else {}
        return _translated(ruleset, "", words) if words else ruleset

    def _language(self) -> str:
        """Return the reader’s language if there are words in it, empty for English."""
        return next((code for code in languages() if self._own.get(code)), "")

    def _words(self, language: str, slug: str) -> Words:
        """Return a game’s words, and those of the games that it is based on."""
        if slug not in self.catalogue.variants:
            return {}
        words: Words = {}
        for game in reversed(self.catalogue.lineage(self.catalogue.variant(slug))):
            words |= self._own[language].get(game.slug, {})
        return words

    def _read(self, slug: str, path: Path, language: str) -> Words:
        name = f"{_FOLDER}/{language}/{path.name}"
        files = dict(self.catalogue.files("catalogue", "toml"))
        if slug not in files:
            raise CatalogueError(f"{name}: there is no game “{slug}”")
        try:
            plain = tomllib.loads(path.read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise CatalogueError(f"{name}: {error}") from None
        english = tomllib.loads(files[slug].read_text("utf-8"))
        words: Words = {}
        for keys, text in _leaves(plain):
            try:
                place = _place(english, keys)
                words[place] = _text(text)
            except CatalogueError as error:
                raise CatalogueError(f"{name}: {'.'.join(keys)}: {error}") from None
        return words


def _leaves(plain: Mapping[str, Any], keys: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any]]:
    for key, value in plain.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*keys, key))
        else:
            yield (*keys, key), value


def _text(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        raise CatalogueError("write a text")
    return text


def _place(english: Plain, keys: Sequence[str]) -> tuple[str, str]:
    """Return the field and the English text to which ``keys`` lead. Raises CatalogueError."""
    node: Any = english
    field, is_entry = "", False
    for key in keys:
        is_entry = isinstance(node, list)
        if is_entry:
            node = _entry(node, key)
        else:
            node = node.get(key) if isinstance(node, dict) else None
            # A key of a patch is a dotted path, and “+” adds an entry to a list.
            field = key.removesuffix(".+").rpartition(".")[2]
            is_entry = key.endswith(".+")
        if node is None:
            raise CatalogueError("the English file has no such key")
    if isinstance(node, list):
        raise CatalogueError("write each entry as a key: its id or its number")
    allowed = field in (_LISTS if is_entry else _FIELDS)
    if not isinstance(node, str) or not allowed or keys[0] in _OTHERS:
        raise CatalogueError("only words are translated")
    return field, node


def _entry(entries: Sequence[Any], key: str) -> Any:
    """Return the entry with that id or number, None if there is none."""
    for number, entry in enumerate(entries, 1):
        if key == (entry.get("id", str(number)) if isinstance(entry, dict) else str(number)):
            return entry
    return None


def _translated(node: T, field: str, words: Words) -> T:
    """Return ``node``, a part of a variant or a ruleset, with its words translated."""
    new: Any = node
    if isinstance(node, str):
        new = words.get((field, node), node)
    elif isinstance(node, BaseModel):
        values = {name: getattr(node, name) for name in type(node).model_fields}
        changed = {
            name: shown
            for name, value in values.items()
            if name not in _OTHERS
            if (shown := _translated(value, name, words)) != value
        }
        new = node.model_copy(update=changed) if changed else node
    elif isinstance(node, dict):
        new = {key: _translated(value, str(key), words) for key, value in node.items()}
    elif isinstance(node, list | tuple):
        new = type(node)(_translated(value, field, words) for value in node)
    translated: T = new
    return translated


@cache
def game_words() -> GameWords:
    """Return the translated words of the catalogue, read once."""
    return GameWords(catalogue())


def translated_variant(variant: Variant) -> Variant:
    """Return a variant of the catalogue with its words in the reader’s language, to be shown."""
    return game_words().variant(variant)


def translated_ruleset(ruleset: Ruleset) -> Ruleset:
    """Return a game’s ruleset with its words in the reader’s language, to be shown."""
    return game_words().ruleset(ruleset)
