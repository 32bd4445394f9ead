"""Formatting of names, numbers and counts for all pages, in the reader's language."""

import re
import unicodedata
from collections.abc import Iterable

from rules.translation import gettext, gettext_noop, languages, ngettext, pgettext
from rules.translation import gettext as _

NUMBERS = (
    gettext_noop("no"),
    gettext_noop("one"),
    gettext_noop("two"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
    gettext_noop("seven"),
    gettext_noop("eight"),
    gettext_noop("nine"),
    gettext_noop("ten"),
)
# Invisible characters that join letters in some scripts.
JOINERS = "\u200c\u200d"
# Joiners, variation selectors, and letters without a shape. A name of nothing else looks blank.
_INVISIBLE = f"{JOINERS}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0"
_SPACES = "[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+"
# A Turkish name may be typed on a keyboard without these letters.
_TURKISH = str.maketrans("İı", "ii")
# Invisible characters around text with its own direction.
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def is_printable(text: str) -> bool:
    """Return whether every character can be shown; line breaks and direction overrides can’t."""
    return not any(unicodedata.category(c).startswith("C") and c not in JOINERS for c in text)


def is_blank(text: str) -> bool:
    """Return whether ``text`` has no character that can be seen."""
    return not re.sub(rf"[{_INVISIBLE}\s]", "", text)


def tidied(name: str) -> str:
    """Return ``name`` with composed letters (NFC) and single, plain spaces between its words.

    Devices send the same letter or space in different forms, which look alike.
    """
    return re.sub(_SPACES, " ", unicodedata.normalize("NFC", name)).strip(" ")


def name_key(name: str) -> str:
    """Return a key that two names share if people would take them for the same name.

    It ignores case, how letters are composed, spacing, invisible characters, and the dots of İ and
    ı. All code that compares names compares their keys.
    """
    folded = tidied(name).translate(_TURKISH).casefold().replace("i\u0307", "i")
    return tidied(re.sub(f"[{_INVISIBLE}]", "", folded))


def isolated(name: str) -> str:
    """Return ``name`` for plain text in which a number follows.

    Hebrew and Arabic names are isolated, or else the number would be on the wrong side of the name,
    and its sign on the wrong side of the number.
    """
    is_rtl = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"{ISOLATE}{name}{END_OF_ISOLATE}" if is_rtl else name


def number_word(count: int) -> str:
    """Return a count from 0 to 10 as a word, such as ``three``, and a larger one in digits."""
    return gettext(NUMBERS[count]) if count < len(NUMBERS) else str(count)


def count_words(count: int, singular: str, plural: str) -> str:
    """Return the count of something for which a game has its own word: ``three buys``."""
    # Translators: {count} is a number or the word for it, {things} is a word such as "buys".
    return _("{count} {things}").format(
        count=number_word(count), things=singular if count == 1 else plural
    )


def times_word(factor: int) -> str:
    """Return by what something is multiplied: ``double``, ``3 times``."""
    # Translators: as in “the deal counts double”
    return _("double") if factor == 2 else _("{factor} times").format(factor=factor)


def count_cards(count: int) -> str:
    """Return a number of cards: ``one card``, ``three cards``, ``12 cards``."""
    return ngettext("{count} card", "{count} cards", count).format(count=number_word(count))


def count_tricks(count: int) -> str:
    """Return a number of tricks: ``one trick``, ``three tricks``, ``12 tricks``."""
    return ngettext("{count} trick", "{count} tricks", count).format(count=number_word(count))


def count_bags(count: int) -> str:
    """Return a number of bags: ``one bag``, ``three bags``, ``12 bags``."""
    return ngettext("{count} bag", "{count} bags", count).format(count=number_word(count))


def count_boxes(count: int) -> str:
    """Return a number of boxes: ``one box``, ``three boxes``, ``12 boxes``."""
    return ngettext("{count} box", "{count} boxes", count).format(count=number_word(count))


def count_packs(count: int) -> str:
    """Return a number of packs: ``one pack``, ``three packs``, ``12 packs``."""
    return ngettext("{count} pack", "{count} packs", count).format(count=number_word(count))


def count_jokers(count: int) -> str:
    """Return a number of jokers: ``one joker``, ``three jokers``, ``12 jokers``."""
    return ngettext("{count} joker", "{count} jokers", count).format(count=number_word(count))


def capital(text: str) -> str:
    """Return ``text`` with a capital first letter and the rest unchanged."""
    return text[:1].upper() + text[1:]


def inside(text: str) -> str:
    """Return ``text`` as it is inside a sentence: with a small first word, such as
    ``vice-president``, except in German, in which nouns have capitals.
    """
    if "de" in languages():
        return text
    first, space, rest = text.partition(" ")
    return f"{'-'.join(part[:1].lower() + part[1:] for part in first.split('-'))}{space}{rest}"


def with_minus(figure: object) -> str:
    """Return a number, or text with numbers, with proper minus signs: ``−50``."""
    return str(figure).replace("-", "−")


def points_text(points: int, decimals: int = 0) -> str:
    """Return points as players write them: ``−12.5`` for −125 in a game with one decimal."""
    return shown_decimals(stored_points(points, decimals)) if decimals else with_minus(points)


def shown_decimals(number: str) -> str:
    """Return a number, or a sum, with the decimal sign of the reader’s language."""
    # Translators: the sign between the whole points and the decimals, as in 12.5.
    return number.replace(".", pgettext("decimal sign", "."))


def stored_points(points: int, decimals: int = 0) -> str:
    """Return points as they are stored, which is the same in every language."""
    if not decimals:
        return with_minus(points)
    whole, part = divmod(abs(points), 10**decimals)
    return f"{'−' if points < 0 else ''}{whole}.{part:0{decimals}}"


def plural_of(points: int, decimals: int) -> int:
    """Return the number that decides between “point” and “points”: ``1 point``, ``0.1 points``."""
    return 10 if decimals else abs(points)


def signed(points: int) -> str:
    """Return points with their sign: ``+25``, ``−50``."""
    return with_minus(f"{points:+d}")


def quoted(text: str) -> str:
    """Return the text in the quotation marks of the language: ``“Bid”``."""
    # Translators: a label, a name or what somebody typed, in the quotation marks of your language.
    return _("“{text}”").format(text=text)


def join_texts(texts: Iterable[str]) -> str:
    """Return the texts as a comma-separated list: ``Ann, Bob, Cai``."""
    # Translators: the separator between the items of a list.
    return _(", ").join(texts)


def join_names(names: Iterable[str]) -> str:
    """Return the names joined with “and”: ``Ann, Bob and Cai``."""
    *first, last = names
    if not first:
        return last
    # Translators: the end of a list; {first} may be several names, separated by commas.
    return _("{first} and {last}").format(first=join_texts(first), last=last)


def join_choices(choices: Iterable[str]) -> str:
    """Return the choices joined with “or”: ``4, 5 or 6``."""
    *first, last = choices
    if not first:
        return last
    # Translators: the end of a list; {first} may be several choices, separated by commas.
    return _("{first} or {last}").format(first=join_texts(first), last=last)
