"""The kinds of questions, recognised by words such as “who” and “may”."""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from itertools import pairwise

from rules.lookup.vocabulary import Token


class Kind(StrEnum):
    """The kinds of question that people ask."""

    GAME = "which game"
    COMPARE = "compare"
    LIST = "list"
    COUNT = "how many"
    WHO = "who"
    MAY = "may I"
    IF = "what if"
    MEANING = "what is"
    OTHER = "other"


# All words in this module are stems.
_GAMES = frozenset({"game", "rummi", "version", "variant", "one"})
_HAS = frozenset(
    {
        *("has", "have", "use", "is", "with", "where", "play", "ask", "need", "let", "allow"),
        *("end", "give", "go", "are", "start", "requir", "pay"),
    }
)
_WHICH = frozenset({"which", "what"})
# Families of games, as in “which trick game”.
_KINDS = frozenset({"rummi", "contract", "trick", "dice", "shed"})
_DIFFERENCE = frozenset({"differ", "compar", "vs", "versus"})
_LISTS = frozenset({"list", "all"})
_LISTED = frozenset({"contract", "deal", "round", "phase", "hand", "requir", "step", "level"})
_MAY = frozenset({"may", "can", "could", "must", "should", "allow", "legal", "permit", "forbidden"})
_AUXILIARY = frozenset({"do", "doe", "is", "are", "am", "did", "has", "have", "will"})
_ASKING = frozenset({"what", "who", "whose", "whom", "how", "when", "where", "which", "whi"})
_MANY = frozenset({"mani", "much"})
_WHO = frozenset({"who", "whose"})
_NEGATIVE = frozenset(
    {
        *("not", "never", "cannot", "without", "nobodi", "none", "noth", "no", "neither"),
        *("cant", "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "wont", "mustnt", "neednt"),
        *("couldnt", "shouldnt", "wouldnt", "havent", "hasnt"),
    }
)
# The start of a part that asks something, after a punctuation mark.
_ASKS = r"(?:who|what|how|when|where|which|why|can|may|do|does|did|is|are|must|should)"
_OPENING = re.compile(rf"\W*{_ASKS}(?:[’']?s)?\b", re.IGNORECASE)
_PART = re.compile(
    rf"(?:[.?!:;,–—]|\s-)\s+((?:(?:and|but|so|then|ok|okay) )?{_ASKS}(?:[’']?s)?\b)",
    re.IGNORECASE,
)


def kind_of(words: Sequence[Token], *, asks_meaning: bool, wants_figure: bool) -> Kind:
    """Return the kind of a question, the first in the order of the tests if several fit."""
    terms = [word.term for word in words]
    known = set(terms)
    lists = not _LISTS.isdisjoint(known) and not _LISTED.isdisjoint(known) and "how" not in known
    tests = {
        Kind.GAME: asks_which_game(terms),
        Kind.COMPARE: not _DIFFERENCE.isdisjoint(known),
        Kind.LIST: lists,
        Kind.IF: "happen" in known or {"what", "if"} <= known,
        Kind.COUNT: wants_figure or not _MANY.isdisjoint(known),
        Kind.WHO: not _WHO.isdisjoint(known),
        Kind.MAY: asks_permission(terms),
        Kind.MEANING: asks_meaning,
    }
    return next((kind for kind, fits in tests.items() if fits), Kind.OTHER)


def asking_part(question: str) -> int:
    """Return the start of the part of a question that asks something; 0 if all of it does.

    Parts are sentences, and clauses that start with a word such as “how”.
    """
    part = None if _OPENING.match(question) else _PART.search(question)
    return part.start(1) if part else 0


def asks_which_game(terms: Sequence[str]) -> bool:
    """Return whether a question asks for games, such as “which rummy has a kitty”."""
    for place, (first, second) in enumerate(pairwise(terms)):
        if first in _WHICH and second in _GAMES | {"card", "of"}:
            after = terms[place + 2 : place + 6]
            names_games = second in _GAMES or not _GAMES.isdisjoint(after)
            if names_games and not _HAS.isdisjoint(after):
                return first == "which" or second != "one"
    return False


def asks_permission(terms: Sequence[str]) -> bool:
    """Return whether a question can be answered by yes or no."""
    if not terms or not _ASKING.isdisjoint(terms[:2]):
        return False
    return not _MAY.isdisjoint(terms) or terms[0] in _AUXILIARY


def kinds_of_games(terms: Sequence[str]) -> AbstractSet[str]:
    """Return the words for families of games right after “which”, such as “rummy”."""
    which = next((place for place, term in enumerate(terms) if term in _WHICH), len(terms))
    return _KINDS.intersection(terms[which + 1 : which + 3])


def is_negative(terms: Iterable[str]) -> bool:
    """Return whether there is a negation among these words."""
    return not _NEGATIVE.isdisjoint(terms)
