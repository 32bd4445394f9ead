"""Translation of this package's sentences, independent of any web framework.

This package writes English sentences with named fields, and passes them through ``gettext`` before
the fields are filled in: ``_("{name} can’t bid {bid}.").format(name=name, bid=bid)``. The website
installs a translation with ``use_translation``. Without one, all text stays in English.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

__all__ = [
    "gettext",
    "gettext_noop",
    "in_english",
    "in_language",
    "language",
    "languages",
    "ngettext",
    "pgettext",
    "use_translation",
]


class Translation(Protocol):
    """The functions that a translation must provide, as Django's ``translation`` module does."""

    def get_language(self) -> str | None:
        """Return the reader's language, such as ``de-at``, or None if translation is off."""

    def override(self, language: str, /) -> AbstractContextManager[None]:
        """Return a context manager that makes ``language`` the reader's language."""

    def gettext(self, message: str, /) -> str:
        """Return the translation of ``message``."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the translation of the singular or the plural, whichever ``number`` needs."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the translation of ``message`` as used in ``context``."""


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
    """Use ``translation`` for all sentences in this package from now on."""
    global _translation  # noqa: PLW0603 - one per process, set when the site starts
    _translation = translation


def language() -> str:
    """Return the reader's language, such as ``de-at``; empty if translation is off."""
    return _translation.get_language() or ""


def languages() -> tuple[str, ...]:
    """Return the reader's language and the language that it is a variety of: ``("de-at", "de")``.
    English is left out, because every sentence is written in English.
    """
    full = language().lower()
    codes = dict.fromkeys((full, full.partition("-")[0]))
    return tuple(code for code in codes if code and code.partition("-")[0] != "en")


def in_english() -> AbstractContextManager[None]:
    """Return a context manager that turns translation off, for text that all readers share."""
    return in_language("en")


def in_language(code: str) -> AbstractContextManager[None]:
    """Return a context manager that makes ``code`` the reader’s language."""
    return _translation.override(code)


def gettext(message: str) -> str:
    """Return ``message`` in the reader's language."""
    return _translation.gettext(message)


def gettext_noop(message: str) -> str:
    """Mark ``message`` to be translated when it is shown, and return it unchanged."""
    return message


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the singular or plural form for ``number``, in the reader's language."""
    return _translation.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return ``message`` in the reader's language, as used in ``context``."""
    return _translation.pgettext(context, message)
