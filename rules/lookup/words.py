"""The words of a text: their stems, numbers and suits, and where they are in the text."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Any, NamedTuple

from snowballstemmer import stemmer

from rules.engine.catalogue import DATA

FILE = DATA / "vocabulary.toml"
# The terms in “half a dozen”.
HALF, DOZEN = "half", "12"
HAND = "hand"

# The nouns that form a term with a number, as in “deal 5”.
NUMBERED = ("deal", "player", "phase")
# A number before one of these words belongs to it, not to a noun before the number.
COUNTED = frozenset({"player", "set", "run"})
# The largest difference between the numbers of a range, as in “deals 4–7”.
MOST_SPREAD = 15
# The term of “we are”, as in “we are five”.
PARTY = "parti"
# The term before the number in “can we play with two”.
WITH = "with"

_WORD = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)|\d+|[^\W\d_]+(?:[’'][^\W\d_]+)*|[♠♥♦♣]")
_ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th)\b", re.IGNORECASE)
# Cards in a row, such as Q K A 2 or Q-K-A-2, and the ranks that the letters stand for. An “a” is an
# ace only at the start of the row or after a king.
_ROW = re.compile(
    r"(?<!\w)(?:[akqj]|10|[2-9])"
    r"(?:(?:,? |[-–])(?:[kqj]|10|[2-9]|(?:(?<=k[ –-])|(?<=k, ))a)(?!\w)){2,}",
    re.IGNORECASE,
)
_RANKS = {"a": "ace", "k": "king", "q": "queen", "j": "jack"}
_SUITS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}


class Token(NamedTuple):
    """A term, the position of its words in the text, and whether the last word is plural."""

    term: str
    start: int
    end: int
    is_plural: bool = False


def read_words(text: str) -> list[Token]:
    """Return the stems of the words in a text, and its numbers and suits.

    “Hand” becomes “deal” if it has a number.
    """
    text = _ORDINAL.sub(lambda match: " " * len(match[0]), text)
    words = [
        Token(stem(match[0]), *match.span(), match[0].casefold().endswith("s"))
        for match in _WORD.finditer(text)
    ]
    words = list(_counted(text, words))
    for row in _ROW.finditer(text):
        words = [
            _as_card(word) if row.start() <= word.start < row.end() else word for word in words
        ]
    return [
        word._replace(term="deal")
        if word.term == HAND and _is_numbered(text, words, place)
        else word
        for place, word in enumerate(words)
    ]


def _counted(text: str, words: Sequence[Token]) -> Iterator[Token]:
    """Yield the words, each number as one: “sixteen hundred”, “half a dozen”."""
    place = 0
    while place < len(words):
        word = words[place]
        after = words[place + 1 : place + 3] if word.term == HALF else ()
        value = int(word.term) if word.term.isdecimal() and not text[word.start].isdecimal() else 0
        if [each.term for each in after] == ["a", DOZEN]:
            yield word._replace(term="6", end=after[1].end)
            place += 3
            continue
        place += 1
        while value and place < len(words) and _is_joined(text, word, words[place]):
            next_word = words[place]
            digit = next_word.term if not text[next_word.start].isdecimal() else ""
            further = _further(value, digit)
            if not further:
                break
            value, word = further, word._replace(term=str(further), end=next_word.end)
            place += 1
        yield word


def _further(value: int, term: str) -> int:
    """Return the number that a value and the next word form together; 0 if they don’t form one."""
    following = int(term) if term.isdecimal() else 0
    if following in (100, 1000):
        return value * following if value < following else 0
    is_ten = value % 100 == 0 or (value % 100 >= 20 and value % 10 == 0)
    room = 100 if value % 100 == 0 else 10
    return value + following if value >= 20 and is_ten and 0 < following < room else 0


def _as_card(word: Token) -> Token:
    """Return the rank for a letter such as “q”, and any other word unchanged."""
    return word._replace(term=_RANKS.get(word.term, word.term))


def _is_numbered(text: str, words: Sequence[Token], place: int) -> bool:
    """Return whether the word “hand” means a deal.

    It means a deal in “hand 5” and “the fifth hand”, but not in “one hand” or “thirteen: hand
    and foot”.
    """
    before = (
        words[place - 1].term if place and _is_joined(text, *words[place - 1 : place + 1]) else ""
    )
    after = words[place + 1].term if place + 1 < len(words) else ""
    return (
        before in ("first", "last", "final")
        or (before.isdecimal() and before != "1" and len(before) < 3)
        or (after.isdecimal() and len(after) < 3)
    )


def _is_joined(text: str, one: Token, other: Token) -> bool:
    """Return whether only spaces and hyphens are between two words of a text."""
    return not text[one.end : other.start].strip(" -–")


@cache
def vocabulary_data() -> dict[str, Any]:
    """Return the data of ``vocabulary.toml``, which is read once."""
    return tomllib.loads(FILE.read_text("utf-8"))


_stemmer = stemmer("english")
_stemming = Lock()  # A stemmer is stateful, so only one thread may use it at a time.


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return the stem of a word, without accents or possessives: ``Players’`` is ``player``."""
    word = _SUITS.get(word, word)
    plain = unicodedata.normalize("NFKD", word).casefold()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"[’']s?$", "", plain).replace("’", "").replace("'", "").replace(",", "")
    forms = vocabulary_data()["forms"]
    plain = forms.get(plain) or forms.get(plain.removesuffix("s")) or plain
    with _stemming:
        stemmed: str = _stemmer.stemWord(plain)
    return stemmed


def stems(text: str) -> tuple[str, ...]:
    """Return the stems of words that are separated by spaces."""
    return tuple(stem(word) for word in text.split())


def numbered(term: str) -> tuple[str, ...]:
    """Return the noun and the number of a term such as ``deal 5``; empty for other terms."""
    what, _, figure = term.partition(" ")
    return (what, figure) if what in NUMBERED and figure.isdecimal() else ()


def with_numbers(tokens: list[Token]) -> Iterator[Token]:
    """Yield the tokens, with an additional one for each number of a deal or of players.

    “Deal 5” and “the fifth round” give ``deal 5``. “Deals 4–7” gives ``deal 4`` to ``deal 7``.
    """
    for place, token in enumerate(tokens):
        yield token
        at_end = token.term == WITH and place == len(tokens) - 2
        if token.term == PARTY or at_end:
            for figure in _figures_after(tokens, place)[:1]:
                yield Token(f"player {figure}", token.start, token.end)
        if token.term in NUMBERED:
            figures = _figures_of(tokens, place)
            for figure in figures:
                yield Token(f"{token.term} {figure}", token.start, token.end)


def _figures_of(tokens: Sequence[Token], place: int) -> list[int]:
    token, before = tokens[place], tokens[place - 1 : place]
    if token.is_plural and token.term == "deal" and before and before[0].term.isdecimal():
        return []  # The number after “five hands” counts something else: “five hands, ten cards”.
    return _figures_after(tokens, place) or _figures_before(tokens, place)


def _figures_after(tokens: Sequence[Token], place: int) -> list[int]:
    found: list[int] = []
    for at, token in enumerate(tokens[place + 1 :], place + 1):
        if found and token.term in ("to", "and"):
            continue
        if not token.term.isdecimal() or len(token.term) > 2 or tokens[place].term == "player":
            break
        if at + 1 < len(tokens) and tokens[at + 1].term in COUNTED:
            break  # The number in “deal, two players” counts the players.
        found.append(int(token.term))
    return _spread(found)


def _figures_before(tokens: Sequence[Token], place: int) -> list[int]:
    found: list[int] = []
    if tokens[place].term == "deal" and tokens[place].is_plural:
        return found  # “Seven deals” doesn’t mean the seventh deal.
    if place and tokens[place - 1].term == "first":
        return [1]
    for token in reversed(tokens[max(0, place - 2) : place]):
        if not token.term.isdecimal() or len(token.term) > 2:
            break
        found.insert(0, int(token.term))
    return _spread(found)


def _spread(figures: list[int]) -> list[int]:
    """Return all numbers of the range if there are two figures, otherwise the figures unchanged."""
    if len(figures) == 2 and figures[0] < figures[1] <= figures[0] + MOST_SPREAD:
        return list(range(figures[0], figures[1] + 1))
    return figures
