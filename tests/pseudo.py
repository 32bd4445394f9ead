"""Languages for tests: English with accents, 40 % longer, left to right or right to left.

Text that is not marked for translation has no accents, and text that is too long for its place is
cut off.
"""

import gettext
import re
import struct
from pathlib import Path

from django.utils.translation import get_language

from rules.engine.catalogue import Catalogue
from rules.reference.game_words import _FIELDS, _LISTS, GameWords, Words

ACCENTED, RIGHT_TO_LEFT = "en-xa", "ar-xb"
LANGUAGES = ((ACCENTED, "Accented"), (RIGHT_TO_LEFT, "Right to left"))

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# The fonts of printed sheets have all these letters.
_ACCENTS = dict(zip(_PLAIN, "áьçðéƒĝĥíĵķļṃñóþǫŕšţúνŵχýžÁΒÇÐÉΦĜĤÍĴĶĻṂÑÓÞǪŔŠŢÚΛŴΧÝŽ", strict=True))
# Parts that translators don’t change: fields, tags and entities.
_KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{[^{}]*\}|<[^>]*>|&#?\w+;)")
_CONTEXT_END = "\x04"
_LONGER = 0.4


def accented(text: str) -> str:
    """Return ``text`` with accents and repeated letters. Fields and tags are not changed."""
    parts = _KEPT.split(text)
    return "".join(part if number % 2 else _accented(part) for number, part in enumerate(parts))


def _accented(text: str) -> str:
    letters, more = [], 0.0
    for letter in text:
        letters.append(_ACCENTS.get(letter, letter))
        if letter in _ACCENTS:
            more += _LONGER
            if more >= 1:
                letters.append(_ACCENTS[letter])
                more -= 1
    return "".join(letters)


class PseudoTranslation(gettext.NullTranslations):
    """A translation of every text, which Django uses as the one for ``language``."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        """Return the text, without its context, in accented letters."""
        return accented(message.rpartition(_CONTEXT_END)[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or plural form for ``n``, in accented letters."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def language(self) -> str:
        """Return the language code."""
        return self._language

    to_language = language


class PseudoWords(dict[tuple[str, str], str]):
    """The translations of a game’s texts: every text in accented letters."""

    def __bool__(self) -> bool:
        return True

    def get(self, place: tuple[str, str], default: str) -> str:  # type: ignore[override]
        """Return the text at ``place`` in accented letters if its field contains text."""
        field, text = place
        return accented(text) if field in _FIELDS | _LISTS else default


class PseudoGameWords(GameWords):
    """A catalogue’s texts, accented in either language."""

    def __init__(self, games: Catalogue) -> None:
        self.catalogue = games
        self._variants, self._own = {}, {}

    def _language(self) -> str:
        language = get_language() or ""
        return language if language in dict(LANGUAGES) else ""

    def _words(self, language: str, slug: str) -> Words:
        return PseudoWords()


def write_catalogues(folder: Path) -> None:
    """Write an empty catalogue for each language, because Django requires one."""
    for language, _ in LANGUAGES:
        base, _, region = language.partition("-")
        path = folder / f"{base}_{region.upper()}" / "LC_MESSAGES" / "django.mo"
        path.parent.mkdir(parents=True)
        path.write_bytes(struct.pack("<7I", 0x950412DE, 0, 0, 28, 28, 0, 28))
