"""Translations of the catalogue’s texts: names, summaries, options, readings and notes.

``texts/<language>/<slug>.toml`` is laid out like the game’s file in ``catalogue``, but contains
only texts. List entries become keys: the entry’s id if it has one, otherwise its number, counting
from 1::

    summary = "Sieben Runden, sieben Aufgaben."

    [words.deal]
    one = "Runde"
    many = "Runden"

    [readings]
    2 = "Ein Blatt aus nur einer Farbe zählt doppelt."

    [options.joker-25]
    label = "Joker zählen 25"

Further names of a game in the language, by which it is found, are a list ``aliases`` of their own.
Numbers stay in the catalogue. Texts without a translation are shown in English, and so are texts in
stored games that are no longer in the catalogue. A game also uses the translations of the games
that it is based on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.engine.game_files import read_text, shown_path
from rules.engine.house_rules import house_rules
from rules.engine.mistakes import nearest
from rules.engine.own_games import is_own
from rules.engine.rulesets import AnyRuleset, Plain, Ruleset, ShownRuleset
from rules.engine.toml_lines import line_of, read_toml
from rules.engine.variants import Variant
from rules.translation import gettext as _
from rules.translation import languages, pgettext

_FOLDER = "texts"
# The game whose translations are also used for games that groups make themselves.
ANY_GAME = "any-game"
# Fields that contain text, and lists whose entries are texts.
_FIELDS = {
    "called", "does", "explanation", "head", "label", "many", "mark", "name", "one", "short",
    "summary", "text", "words",
}  # fmt: skip
_LISTS = {"also_wild", "notes", "phases", "readings"}
# Parameters of reasons, and the fields of the catalogue that they come from.
_PARAMETERS = {"asks": "phases", "opening": "words", "phase": "called"}
_ALIASES = "aliases"
# Parts that stay in English: in sources, ``name`` is not the name of the game.
_OTHERS = {"sources", "standard"}

# One game’s translations, by field and English text.
Words = dict[tuple[str, str], str]
T = TypeVar("T")


class GameWords:
    """A catalogue’s translated texts, by language and game."""

    def __init__(self, games: Catalogue, noted: list[str] | None = None) -> None:
        """Read ``texts/*/*.toml`` in the folders of the catalogue.

        Raises CatalogueError with all mistakes in all files, each with its file and line, unless
        there is a list ``noted`` to add them to. It is a mistake if a key is missing from the
        English file or its value there is not text.
        """
        self.catalogue = games
        folders = (path for folder in games.folders for path in folder.glob(f"{_FOLDER}/*/"))
        mistakes: list[str] = []
        files = dict(games.files("catalogue", "toml"))

        @cache
        def english(slug: str) -> Plain:
            return read_toml(read_text(files[slug]), files[slug].name)

        def is_game(slug: str, path: Path) -> bool:
            if slug not in files:
                hint = _hint(slug, files)
                mistakes.append(f"{shown_path(path)}: There is no game “{slug}”.{hint}")
            return slug in files

        self._own = {
            language: {
                slug: _read(path, english(slug), mistakes)
                for slug, path in games.files(f"{_FOLDER}/{language}", "toml")
                if is_game(slug, path)
            }
            for language in sorted({folder.name for folder in folders})
        }
        if noted is not None:
            noted += mistakes
        elif mistakes:
            raise CatalogueError("\n".join(mistakes))
        self._variants: dict[tuple[str, str], Variant] = {}

    def variant(self, variant: Variant) -> Variant:
        """Return the variant with its texts in the reader’s language, for display only.

        Its standard rules stay in English, because a ruleset is stored and compared.
        """
        language = self._language()
        if not language:
            return variant
        place = language, variant.slug
        if is_own(variant.slug):  # it can change
            return _translated(variant, "", self._words(language, variant.slug))
        if place not in self._variants:
            self._variants[place] = _translated(variant, "", self._words(language, variant.slug))
        return self._variants[place]

    def names(self, variant: Variant) -> tuple[str, ...]:
        """Return the names and the aliases of a game in all languages, English first."""
        names = [variant.name, *variant.aliases]
        for words in self._own.values():
            own = words.get(variant.slug, {})
            names.append(own.get(("name", variant.name), variant.name))
            names += [text for (field, _english), text in own.items() if field == _ALIASES]
        return tuple(dict.fromkeys(names))

    def ruleset(self, ruleset: Ruleset) -> ShownRuleset:
        """Return the ruleset with its texts in the reader’s language."""
        language = self._language()
        words = self._words(language, ruleset.slug) if language else {}
        return ShownRuleset.of(_translated(ruleset, "", words) if words else ruleset)

    def reason_translator(self, ruleset: AnyRuleset) -> Callable[[T], T]:
        """Return a function that puts a game’s words in stored reasons in the reader’s language."""
        language = self._language()
        words = self._words(language, ruleset.slug) if language else {}
        return (lambda stored: _translated(stored, "", words)) if words else (lambda stored: stored)

    def _language(self) -> str:
        """Return the reader’s language if it has translations, otherwise ``""`` for English."""
        return next((code for code in languages() if self._own.get(code)), "")

    def _words(self, language: str, slug: str) -> Words:
        """Return the translations of a game and of the games that it is based on."""
        if is_own(slug):
            slug = ANY_GAME
        if slug not in self.catalogue.variants:
            return {}
        words = _usual_words()
        for game in reversed(self.catalogue.lineage(self.catalogue.variant(slug))):
            words |= self._own[language].get(game.slug, {})
        return words


def _read(path: Path, english: Plain, mistakes: list[str]) -> Words:
    """Return the translations in a file. ``english`` is the content of the game’s file."""
    name = shown_path(path)
    try:
        written = read_text(path)
        plain = read_toml(written, name)
    except CatalogueError as error:
        mistakes += error.sentences
        return {}
    words: Words = {}
    for keys, text in _leaves(plain):
        try:
            if keys == (_ALIASES,):
                words |= {(_ALIASES, each): each for each in _names(text)}
                continue
            place = _place(english, keys)
            words[place] = _text(text)
        except CatalogueError as error:
            at = f"{name}:{line_of(written, keys)}"
            mistakes.append(f"{at}: {'.'.join(keys)}: {error}")
    return words


def _usual_words() -> Words:
    """Return the words of games that have none of their own, and of games that groups make."""
    ones = {
        "set": _("set"),
        "run": _("run"),
        "take": _("take"),
        "deal": _("deal"),
        "round": _("round"),
        "hand": pgettext("a deal", "hand"),
        "game": pgettext("a deal", "game"),
    }
    many = {
        "sets": _("sets"),
        "runs": _("runs"),
        "takes": _("takes"),
        "deals": _("deals"),
        "rounds": _("rounds"),
        "hands": pgettext("a deal", "hands"),
        "games": pgettext("a deal", "games"),
    }
    return {("one", word): text for word, text in ones.items()} | {
        ("many", word): text for word, text in many.items()
    }


def _leaves(plain: Mapping[str, Any], keys: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any]]:
    for key, value in plain.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*keys, key))
        else:
            yield (*keys, key), value


def _names(listed: Any) -> list[str]:
    if not isinstance(listed, list):
        raise CatalogueError("Write a list of names.")
    return [_text(name) for name in listed]


def _text(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        raise CatalogueError("Write text.")
    return text


def translatable(
    node: Any, above: tuple[str, ...] = (), field: str = "", *, is_entry: bool = False
) -> Iterator[tuple[tuple[str, ...], tuple[str, str]]]:
    """Yield the keys of each text in an English file, with its field and the text itself."""
    if isinstance(node, dict):
        for key, value in node.items():
            name = key.removesuffix(".+").rpartition(".")[2]
            if above or key not in _OTHERS:
                yield from translatable(value, (*above, key), name, is_entry=key.endswith(".+"))
    elif isinstance(node, list):
        for number, entry in enumerate(node, 1):
            yield from translatable(entry, (*above, _id(entry, number)), field, is_entry=True)
    elif isinstance(node, str) and field in (_LISTS if is_entry else _FIELDS):
        yield above, (field, node)


def _place(english: Plain, keys: Sequence[str]) -> tuple[str, str]:
    """Return the field and the English text at ``keys``. Raises CatalogueError if there is none."""
    node: Any = english
    field, is_entry = "", False
    for key in keys:
        is_entry, above = isinstance(node, list), node
        if is_entry:
            node = _entry(node, key)
        else:
            node = node.get(key) if isinstance(node, dict) else None
            # A key of a patch is a dotted path, and “+” adds an entry to a list.
            field = key.removesuffix(".+").rpartition(".")[2]
            is_entry = key.endswith(".+")
        if node is None:
            known = _ids(above) if is_entry else above if isinstance(above, dict) else ()
            raise CatalogueError(f"The English file has no such key.{_hint(key, known)}")
    if isinstance(node, list):
        raise CatalogueError("Write each entry as a key: its id or its number.")
    allowed = field in (_LISTS if is_entry else _FIELDS)
    if not isinstance(node, str) or not allowed or keys[0] in _OTHERS:
        raise CatalogueError("Only words are translated. Leave it out.")
    return field, node


def _entry(entries: Sequence[Any], key: str) -> Any:
    """Return the entry with that id or number; None if there is none."""
    return next(
        (entry for number, entry in enumerate(entries, 1) if key == _id(entry, number)), None
    )


def _ids(entries: Sequence[Any]) -> Iterator[str]:
    return (_id(entry, number) for number, entry in enumerate(entries, 1))


def _id(entry: Any, number: int) -> str:
    """Return the key of an entry: its id, or else its number."""
    return str(entry.get("id", number)) if isinstance(entry, dict) else str(number)


def _hint(key: str, known: Iterable[str]) -> str:
    """Return a question that names the most similar key, or ``""`` if none is similar."""
    near = nearest(key, known)
    return f" Did you mean “{near}”?" if near else ""


def _translated(node: T, field: str, words: Words) -> T:
    """Return ``node``, a part of a variant or a ruleset, with its texts translated."""
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
        new = {
            key: _translated(value, _PARAMETERS.get(str(key), str(key)), words)
            for key, value in node.items()
        }
    elif isinstance(node, list | tuple):
        new = type(node)(_translated(value, field, words) for value in node)
    translated: T = new
    return translated


def game_words() -> GameWords:
    """Return the catalogue’s translated texts, which are read only once."""
    return _words_of(catalogue())


@lru_cache(maxsize=1)
def _words_of(games: Catalogue) -> GameWords:
    return GameWords(games)


def translated_variant(variant: Variant) -> Variant:
    """Return a catalogue variant with its texts in the reader’s language, for display only."""
    return game_words().variant(variant)


def names_in_all_languages(variant: Variant) -> tuple[str, ...]:
    """Return the names and the aliases of a game in all languages, English first."""
    return game_words().names(variant)


def translated_ruleset(ruleset: Ruleset) -> ShownRuleset:
    """Return a game’s ruleset with its texts in the reader’s language."""
    return game_words().ruleset(ruleset)


def translated_reasons(ruleset: AnyRuleset, stored: T) -> T:
    """Return one or more stored reasons with the game’s words in the reader’s language."""
    return reason_translator(ruleset)(stored)


def reason_translator(ruleset: AnyRuleset) -> Callable[[T], T]:
    """Return a function that returns stored reasons with the game’s words, as above.

    A pad has hundreds of reasons, so it looks the words up only once.
    """
    return game_words().reason_translator(ruleset)


def translated_house_rules(
    variant: Variant | None, ruleset: Ruleset, *, answers: bool = True
) -> tuple[str, ...]:
    """Return short descriptions of the house rules in the reader’s language."""
    shown = variant and translated_variant(variant)
    return house_rules(shown, translated_ruleset(ruleset), answers=answers)
