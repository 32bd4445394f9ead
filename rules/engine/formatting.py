"""Words and figures as every page writes them."""

import unicodedata
from collections.abc import Iterable, Sequence

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# They join letters of some scripts, and have no shape of their own.
JOINERS = "\u200c\u200d"


def is_printable(text: str) -> bool:
    """Whether every character of ``text`` has a shape: no line break, no direction override."""
    return not any(unicodedata.category(c).startswith("C") and c not in JOINERS for c in text)


def number_word(count: int) -> str:
    """``three``; figures from eleven on."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def count_words(count: int, singular: str, plural: str) -> str:
    """``one set``, ``three sets``, ``12 sets``."""
    return f"{number_word(count)} {singular if count == 1 else plural}"


def capital(text: str) -> str:
    """``text`` with a capital first letter and the rest as it is."""
    return text[:1].upper() + text[1:]


def with_minus(figure: object) -> str:
    """A figure, or several, with a printer's minus: ``−50``."""
    return str(figure).replace("-", "−")


def signed(points: int) -> str:
    """Points with their sign: ``+25``, ``−50``."""
    return with_minus(f"{points:+d}")


def join_names(names: Iterable[str]) -> str:
    """``Ann, Bob and Cai``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def cannot_all(names: Sequence[str]) -> str:
    """``Ann and Bob cannot both``, ``Ann, Bob and Cai cannot all``."""
    return f"{join_names(names)} cannot {'both' if len(names) == 2 else 'all'}"
