"""Sentences in the reader's language, without depending on a web framework.

The package writes English sentences with named fields and passes them through ``gettext`` before
it fills the fields in: ``_("{name} can’t bid {bid}.").format(name=name, bid=bid)``. Whoever shows
them installs a translation. Until then they stay in English.
"""

from typing import Protocol

__all__ = ["gettext", "gettext_noop", "ngettext", "pgettext", "use_translation"]


class Translation(Protocol):
    """What is needed of a translation: Django's ``translation`` module has it."""

    def gettext(self, message: str, /) -> str:
        """Return the translation of ``message``."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the translation of the form for ``number``."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the translation of ``message`` in that context."""


class _English:
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
