"""The line that answers a question: a fact, or a rule after “Yes” or “No”."""

import re

from rules.lookup.asking import Kind
from rules.lookup.documents import Document
from rules.lookup.questions import ParsedQuery
from rules.lookup.vocabulary import read_words
from rules.reference.statements import Mark
from rules.translation import gettext as _

# How sure the ranking must be of what is first, with a game named and without, and how much of the
# question the document must have. Cross-validation puts the facts that pass at 98 % right.
SURE, SURE_WITHOUT_GAME, COVERED = 0.7, 0.8, 0.9

_WORD = r"(?<![\w’])(?:{})(?![\w’])"
# A question for leave, and one for a duty. One that is negative or offers a choice is neither.
_ASKS_LEAVE = re.compile(
    r"^(?:.*[,:?] *)?(?:so |but |and )?(?:may|can|could|am|are|is it)"
    r"(?: (?:i|we|you|u|one|a player|someone|somebody|anyone|players|the dealer|ok|legal))"
)
_ASKS_DUTY = re.compile(r"^(?:.*[,:?] *)?(?:must|do|does) (?:i|we|you|one|a player)(?: (?:have|need) to)?")
_IS_DUTY = re.compile(_WORD.format("must|have to|need to"))
_UNCLEAR = re.compile(_WORD.format("not|no|never|without|or|only|instead|what|which|how|many|why"))
_FORBIDS = re.compile(
    _WORD.format("may not|cannot|can’t|must not|never|not allowed|forbidden|refused|nobody may")
    + r"|(?<!\w)no player may"
)
_NEGATIVE = re.compile(_WORD.format("not|no|never|nobody|cannot|without|none|nothing|neither"))
_PERMITS = re.compile(_WORD.format("may|can|allowed"))
_OBLIGES = re.compile(_WORD.format("must|has to|have to|required"))
_FREES = re.compile(_WORD.format("need not|do not have to|does not have to|do not need to"))
_CONDITIONS = frozenset(
    "if unless except until but befor after when onc instead rather onli while otherwis as than"
    " however though last first".split()
)


def answer(query: ParsedQuery, question: str, document: Document, confidence: float, covered: float) -> str:
    """Return the line that answers ``question``, empty unless it is surely right. ``document`` is
    the first hit, of which the ranking is as sure as ``confidence``, and it has ``covered`` of the
    question.
    """
    least = SURE if query.games else SURE_WITHOUT_GAME
    if query.names_only or confidence < least or covered < COVERED:
        return ""
    yes_or_no = verdict(question, document)
    if yes_or_no is not None:
        said = document.answer or document.text
        return (_("Yes: {rule}") if yes_or_no else _("No: {rule}")).format(rule=said)
    if query.kind == Kind.MAY and document.anchor.startswith("deal-"):
        return ""
    return document.answer


def verdict(question: str, document: Document) -> bool | None:
    """Return whether a document permits, or demands, what is asked; None if neither is plain."""
    asked = question.casefold().replace("'", "’")
    said = document.text.removeprefix(document.label).strip().casefold()
    sentences = [each for each in re.split(r"(?<=[.;?!]) ", said) if each]
    if document.mark not in (Mark.PLAIN, Mark.PAD) or len(sentences) != 1:
        return None
    if _UNCLEAR.search(asked) or not _conditions(said) <= _stems(asked):
        return None
    if _ASKS_DUTY.search(asked) and _IS_DUTY.search(asked):
        if _FREES.search(said):
            return False
        return True if _OBLIGES.search(said) and not _NEGATIVE.search(said) else None
    if not _ASKS_LEAVE.search(asked):
        return None
    if _FORBIDS.search(said):
        return False
    return True if _PERMITS.search(said) and not _NEGATIVE.search(said) else None


def _conditions(text: str) -> set[str]:
    return _stems(text) & _CONDITIONS


def _stems(text: str) -> set[str]:
    return {word.term for word in read_words(text)}
