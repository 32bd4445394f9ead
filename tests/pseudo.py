"""Languages for tests: English with an accent on every letter and 40 % longer, in either direction.

What is not marked for translation keeps its plain letters, and what has no room shows.
"""

import gettext
import re
import struct
from pathlib import Path

ACCENTED, RIGHT_TO_LEFT = "en-xa", "ar-xb"
LANGUAGES = ((ACCENTED, "Accented"), (RIGHT_TO_LEFT, "Right to left"))

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTS = dict(zip(_PLAIN, "áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ", strict=True))
# What a translator leaves as it is: fields, tags and entities.
_KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&#?\w+;)")
_CONTEXT_END = "\x04"
_LONGER = 0.4


def accented(text: str) -> str:
    """Return ``text`` with accents and repeated letters; fields and tags stay."""
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
    """A translation that Django takes for one of ``language``; it translates every text."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        """Return the text, without its context, in accented letters."""
        return accented(message.rpartition(_CONTEXT_END)[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for ``n`` in accented letters."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def language(self) -> str:
        """Return the code of the language."""
        return self._language

    to_language = language


def write_catalogues(folder: Path) -> None:
    """Write an empty catalogue for each language: Django offers no language without one."""
    for language, _ in LANGUAGES:
        base, _, region = language.partition("-")
        path = folder / f"{base}_{region.upper()}" / "LC_MESSAGES" / "django.mo"
        path.parent.mkdir(parents=True)
        path.write_bytes(struct.pack("<7I", 0x950412DE, 0, 0, 28, 28, 0, 28))
