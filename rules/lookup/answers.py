"""The line that answers a question: a fact, or a rule after “Yes” or “No”."""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import exp

from rules.lookup.asking import Kind
from rules.lookup.corpus import IndexedDocument
from rules.lookup.documents import Document
from rules.lookup.questions import ParsedQuery
from rules.lookup.ranking import Ranked
from rules.lookup.vocabulary import read_words
from rules.reference.statements import Mark
from rules.translation import gettext as _

# How sure the ranking must be of what is first, with a game named and without, and how much of the
# question the document must have. Cross-validation puts the facts that pass at 98 % right: see
# ./dev search-report.
SURE, SURE_WITHOUT_GAME, COVERED = 0.6, 0.85, 0.9
# The same for a fact whose title is what is asked, of a game that is named.
SURE_OF_TITLE = 0.3
# The same for a fact in answer to “may I”, and for “Yes” or “No”.
SURE_OF_LEAVE = 0.7
# How many of the first rules are asked whether they say yes or no, so that none says the opposite.
AGREEING = 5

_WORD = r"(?<![\w’])(?:{})(?![\w’])"
# A question for leave, and one for a duty. One that is negative or offers a choice is neither.
_SUBJECT = (
    "(?:i|we|you|u|one|a|an|the|my|players?|someone|somebody|anyone|anybody|two|wilds?|jokers?)"
)
_ASKS_LEAVE = re.compile(
    rf"(?:^|[,:?] *|{_WORD.format('so|but|and|please|hey|rummy')} )(?:may|can|could) |"
    rf"{_WORD.format('may|can|could')} {_SUBJECT} |"
    r"(?:am i|are we|is it|is one) (?:ok|okay|allowed|legal|permitted)"
)
_ASKS_DUTY = re.compile(rf"{_WORD.format('must|do|does')} {_SUBJECT} ")
_IS_DUTY = re.compile(_WORD.format("must|have to|need to"))
_UNCLEAR = re.compile(
    _WORD.format("not|no|never|without|or|only|instead|what|which|how|many|why|who|when|where|vs")
)
_FORBIDS = re.compile(
    _WORD.format("may not|cannot|can’t|must not|never|not allowed|forbidden|refused|nobody may")
    + r"|(?<!\w)no player may"
)
_NEGATIVE = re.compile(_WORD.format("not|no|never|nobody|cannot|without|none|nothing|neither"))
_PERMITS = re.compile(_WORD.format("may|can|allowed"))
_OBLIGES = re.compile(_WORD.format("must|has to|have to|required"))
_FREES = re.compile(_WORD.format("need not|do not have to|does not have to|do not need to"))
_CONDITIONS = frozenset(
    {
        *("if", "unless", "except", "until", "but", "befor", "after", "when", "onc", "instead"),
        *("rather", "onli", "while", "otherwis", "as", "than", "however", "though", "last"),
        *("first", "most"),
    }
)


def answer(query: ParsedQuery, question: str, ranked: Sequence[Ranked]) -> str:
    """Return the line that answers ``question``, empty unless what ranks first surely does."""
    document = ranked[0].entry.document
    if query.names_only or ranked[0].covered < COVERED:
        return ""
    asks_leave = query.kind == Kind.MAY
    yes_or_no = verdict(question, document) if asks_leave else None
    if yes_or_no is not None:
        return _yes_or_no(question, ranked, yes_or_no)
    least = SURE if query.games else SURE_WITHOUT_GAME
    if asks_leave and (_share(ranked, ranked[:1]) < SURE_OF_LEAVE or _is_of_a_deal(document)):
        return ""
    if query.games and ranked[0].entry.read.title == query.about:
        least = SURE_OF_TITLE
    agreeing = [each for each in ranked if _agrees(document, each.entry)]
    return document.answer if _share(ranked, agreeing) >= least else ""


def _yes_or_no(question: str, ranked: Sequence[Ranked], yes_or_no: bool) -> str:
    """Return the first rule after Yes or No, empty if another of the best says the opposite."""
    verdicts = [(verdict(question, each.entry.document), each) for each in ranked[:AGREEING]]
    agreeing = [each for other, each in verdicts if other == yes_or_no]
    if any(other == (not yes_or_no) for other, _each in verdicts):
        return ""
    if _share(ranked, agreeing) < SURE_OF_LEAVE:
        return ""
    rule = ranked[0].entry.document.answer or ranked[0].entry.document.text
    return _("Yes: {rule}").format(rule=rule) if yes_or_no else _("No: {rule}").format(rule=rule)


def _share(ranked: Sequence[Ranked], some: Sequence[Ranked]) -> float:
    """Return how likely it is that one of ``some`` is right, if one of those ranked is."""
    top = ranked[0].score
    total = sum(exp(each.score - top) for each in ranked)
    return sum(exp(each.score - top) for each in some) / total


def _is_of_a_deal(document: Document) -> bool:
    return document.anchor.startswith("deal-")


def _agrees(fact: Document, entry: IndexedDocument) -> bool:
    """Return whether an entry is a fact, says it of another game, or has its figures."""
    document = entry.document
    if document == fact or (
        fact.answer and (document.anchor, document.title) == (fact.anchor, fact.title)
    ):
        return True
    figures = _figures(fact.text)
    return bool(figures) and document.game == fact.game and figures <= _figures(document.text)


@lru_cache(maxsize=4_000)
def _figures(text: str) -> frozenset[str]:
    return frozenset(word.term for word in read_words(text) if word.term.isdecimal())


def verdict(question: str, document: Document) -> bool | None:
    """Return whether a document permits, or demands, what is asked; None if neither is plain."""
    asked = question.casefold().replace("'", "’")
    said = document.text.removeprefix(document.label).strip().casefold().replace("may i?", "")
    sentences = [each for each in re.split(r"(?<=[.;?!]) ", said) if each]
    figures = {term for term in _stems(asked) if term.isdecimal()}
    is_plain = document.mark in (Mark.PLAIN, Mark.PAD) and len(sentences) == 1
    is_matched = figures | _conditions(said) <= _stems(asked) & _stems(said)
    if not is_plain or not is_matched or _UNCLEAR.search(asked):
        return None
    positive = not _NEGATIVE.search(said)
    if _ASKS_DUTY.search(asked) and _IS_DUTY.search(asked):
        allows, denies = positive and _OBLIGES.search(said), _FREES.search(said)
    elif _ASKS_LEAVE.search(asked):
        allows, denies = positive and _PERMITS.search(said), _FORBIDS.search(said)
    else:
        return None
    return None if not (allows or denies) else not denies


def _conditions(text: str) -> set[str]:
    return _stems(text) & _CONDITIONS


def _stems(text: str) -> set[str]:
    return {word.term for word in read_words(text)}
