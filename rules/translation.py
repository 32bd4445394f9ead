"""Sentences in the reader's language, without depending on a web framework.

The package writes English sentences with named fields and passes them through ``gettext`` before
it fills the fields in: ``_("{name} can’t bid {bid}.").format(name=name, bid=bid)``. Whoever shows
them installs a translation. Until then they stay in English.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

__all__ = [
    "gettext",
    "gettext_noop",
    "in_english",
    "languages",
    "ngettext",
    "pgettext",
    "use_translation",
]


class Translation(Protocol):
    """What is needed of a translation: Django's ``translation`` module has it."""

    def get_language(self) -> str | None:
        """Return the reader's language, such as ``de-at``, None if nothing is translated."""

    def override(self, language: str, /) -> AbstractContextManager[None]:
        """Return a context in which ``language`` is the reader's."""

    def gettext(self, message: str, /) -> str:
        """Return the translation of ``message``."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the translation of the form for ``number``."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the translation of ``message`` in that context."""


class _English:
    def get_language(self) -> str | None:
        return None

    def override(self, language: str, /) -> AbstractContextManager[None]:
        return nullcontext()

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str, /) -> str:
        return message


_translation: Translation = _English()


def use_translation(translation: Translation) -> None:
    """Translate all sentences of the package with ``translation`` from now on."""
    global _translation  # noqa: PLW0603 - one per process, set when the site starts
    _translation = translation


def languages() -> tuple[str, ...]:
    """Return the reader's language and what it is a form of: ``("de-at", "de")``.

    English, in which everything is written, is left out.
    """
    full = (_translation.get_language() or "").lower()
    codes = dict.fromkeys((full, full.partition("-")[0]))
    return tuple(code for code in codes if code and code.partition("-")[0] != "en")


def in_english() -> AbstractContextManager[None]:
    """Return a context in which nothing is translated, for what all readers share."""
    return _translation.override("en")


def gettext(message: str) -> str:
    """Return ``message`` in the reader's language."""
    return _translation.gettext(message)


def gettext_noop(message: str) -> str:
    """Mark ``message`` for translation where it is shown, and return it as it is."""
    return message


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the form for ``number`` in the reader's language."""
    return _translation.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return ``message`` in the reader's language, as used in ``context``."""
    return _translation.pgettext(context, message)
