"""The kinds of questions, recognised by words such as “who” and “may”."""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from itertools import pairwise

from rules.lookup.words import Token


class QuestionKind(StrEnum):
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


# All words in this module are stems, except those in patterns.
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
_LIST = "list"
_WHAT_ARE_THE = ("what", "are", "the")
_WHOLE = frozenset({"all", "everi", "whole", "complet", "full", "entir"})
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
# The words at the start of a question, or of the part of it that asks something.
_ASKS = (
    r"(?:who|whose|what|how|when|where|which|why|can|may|do|does|did|is|are|am|was|were|will|"
    r"would|could|must|should|has|have)"
)
_OPENING = re.compile(rf"\W*{_ASKS}(?:[’']?s)?\b", re.IGNORECASE)
_ASKING_WORD = re.compile(r"\b(?:who|whose|what|how|when|which|why)\b", re.IGNORECASE)
_GAME_WHERE = re.compile(
    r"\b(?:rummy|game|one|version|variant) ((?:where|that|with|which|in which|whose)\b[^,:;?!–—]*)",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"(?:[.?!:;,–—]|\s-)\s+((?:(?:and|but|so|then|ok|okay) )?{_ASKS}(?:[’']?s)?\b)",
    re.IGNORECASE,
)
_LAST_QUESTION = re.compile(r"[.?!:;]\s+([^.?!:;]+\?)\W*$")


def kind_of(words: Sequence[Token], *, asks_meaning: bool, wants_figure: bool) -> QuestionKind:
    """Return the kind of a question: the first one whose test it passes."""
    terms = [word.term for word in words]
    known = set(terms)
    tests = {
        QuestionKind.GAME: asks_which_game(terms),
        QuestionKind.COMPARE: not _DIFFERENCE.isdisjoint(known),
        QuestionKind.LIST: asks_list(terms),
        QuestionKind.IF: "happen" in known or {"what", "if"} <= known,
        QuestionKind.COUNT: wants_figure or not _MANY.isdisjoint(known),
        QuestionKind.WHO: not _WHO.isdisjoint(known),
        QuestionKind.MAY: asks_permission(terms),
        QuestionKind.MEANING: asks_meaning,
    }
    return next((kind for kind, fits in tests.items() if fits), QuestionKind.OTHER)


def asks_list(terms: Sequence[str]) -> bool:
    """Return whether a question asks for all contracts, deals or phases of a game.

    “What are the fifteen hands” does, but “what are the hands in deal 3” doesn’t.
    """
    if "how" in terms or _LISTED.isdisjoint(terms):
        return False
    places = range(len(terms))
    return _LIST in terms or any(
        _asks_for_whole(terms, place) or _asks_what_they_are(terms, place) for place in places
    )


def _asks_for_whole(terms: Sequence[str], place: int) -> bool:
    """Return whether “every contract” or “all five deals” is at a place.

    “All the contract games” are games.
    """
    after = pairwise([*terms[place + 1 : place + 5], ""])
    return terms[place] in _WHOLE and any(
        one in _LISTED and other not in _GAMES for one, other in after
    )


def _asks_what_they_are(terms: Sequence[str], place: int) -> bool:
    """Return whether “what are the contracts” is at a place, without a number after it."""
    return (
        tuple(terms[place : place + 3]) == _WHAT_ARE_THE
        and not _LISTED.isdisjoint(terms[place + 3 : place + 5])
        and not any(after.isdecimal() for after in terms[place + 5 :])
    )


def described_part(question: str) -> tuple[int, int]:
    """Return the start and the end of the part of a question that only describes the game.

    If a later sentence or clause starts with a word such as “how”, or only the last sentence has a
    question mark, the part is the text before it. Otherwise, it is a clause such as “where ...”
    after “the rummy”, if there is a word such as “how” outside the clause. The part is empty if all
    of the question asks something.
    """
    opens = _OPENING.match(question)
    asking = None if opens else _PART.search(question) or _LAST_QUESTION.search(question)
    if asking:
        return 0, asking.start(1)
    clause = _GAME_WHERE.search(question)
    if clause and _ASKING_WORD.search(question[: clause.start()] + question[clause.end() :]):
        return clause.span(1)
    return 0, 0


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
    """Return whether a question can be answered with yes or no."""
    if not terms or not _ASKING.isdisjoint(terms[:2]):
        return False
    return not _MAY.isdisjoint(terms) or terms[0] in _AUXILIARY


def kinds_of_games(terms: Sequence[str]) -> AbstractSet[str]:
    """Return the families of games, such as “rummy”, among the two words after “which”."""
    which = next((place for place, term in enumerate(terms) if term in _WHICH), len(terms))
    return _KINDS.intersection(terms[which + 1 : which + 3])


def is_negative(terms: Iterable[str]) -> bool:
    """Return whether there is a negation among these words."""
    return not _NEGATIVE.isdisjoint(terms)
