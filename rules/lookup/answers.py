"""The answer to a question, in a line above the hits.

It is a fact, “Yes” or “No” with a rule, a short rule, or a rule that varies or that no source
specifies.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import exp

from rules.lookup.asking import QuestionKind
from rules.lookup.corpus import IndexedDocument
from rules.lookup.documents import GLOSSARY, MENTIONED, Document
from rules.lookup.hits import AnswerLine
from rules.lookup.questions import ParsedQuery
from rules.lookup.ranking import Ranked
from rules.lookup.words import read_words
from rules.reference.statements import StatementKind

# Apart from the exceptions below, an answer is shown only if the best document covers at least the
# share COVERED of the question and is right with a probability of at least SURE, or
# SURE_WITHOUT_GAME if the question names no game. About 97 % of the answers are right under
# cross-validation (./dev search-report --cross-validate).
SURE, SURE_WITHOUT_GAME, COVERED = 0.6, 0.85, 0.9
# The lowest probability for a fact about a named game if the rest of the question is the fact’s
# title, or if the fact alone answers Yes or No.
SURE_OF_TITLE = 0.3
# For a named game, a card value or a fact that answers “how many” may cover less of the question if
# it is more probable.
PARTLY_COVERED, SURE_IF_PARTLY = 0.65, 0.9
# The lowest probability for “Yes” or “No”. SURE_OF_RULE is the lowest one for a rule that varies or
# that no source specifies, and for a fact that answers such a question without “Yes” or “No”.
SURE_OF_YES_OR_NO, SURE_OF_RULE = 0.5, 0.7
# The lowest probability for a rule that is itself the answer, and the longest such rule in letters.
# Of 401 known questions that this answers as if they were new, 391 have the right rule.
SURE_OF_PLAIN_RULE, LONGEST = 0.8, 140
# Sections whose texts are beside the rules.
_BESIDE = frozenset({"names", "options", "tips", "history"})
# A fact that answers Yes or No is put first if its score is below the highest by at most this.
ALMOST = 0.75
# None of the AGREEING best documents may contradict a “Yes” or “No”. Those that cover a smaller
# share of the question than CONTRADICTS are ignored.
AGREEING, CONTRADICTS = 5, 0.75

_WORD = r"(?<![\w’])(?:{})(?![\w’])"
_SUBJECT = (
    "(?:i|we|you|u|one|a|an|the|my|players?|someone|somebody|anyone|anybody|two|wilds?|jokers?)"
)
_ASKS_PERMISSION = re.compile(
    rf"(?:^|[,:?] *|{_WORD.format('so|but|and|please|hey|rummy')} )(?:may|can|could) |"
    rf"{_WORD.format('may|can|could')} {_SUBJECT} |"
    r"(?:am i|are we|is it|is one) (?:ok|okay|allowed|legal|permitted)"
)
_ASKS_DUTY = re.compile(rf"{_WORD.format('must|do|does')} {_SUBJECT} ")
_IS_DUTY = re.compile(_WORD.format("must|have to|need to"))
# A question that is negative, offers a choice or contains a word such as “how” has no plain answer
# “Yes” or “No”.
_UNCLEAR = re.compile(
    _WORD.format("not|no|never|without|or|only|instead|what|which|how|many|why|who|when|where|vs")
    + r"|n’t(?!\w)"
)
_FORBIDS = re.compile(
    _WORD.format("may not|cannot|can’t|must not|never|not allowed|forbidden|refused|nobody may")
    + "|"
    + _WORD.format("no player may|no longer")
)
_NEGATIVE = re.compile(
    _WORD.format("not|no|never|nobody|cannot|without|none|nothing|neither|unless|except|but|only")
)
_PERMITS = re.compile(_WORD.format("may|can|allowed"))
_OBLIGES = re.compile(_WORD.format("must|has to|have to|required"))
_RULES = re.compile(_WORD.format("may|can|cannot|can’t|must|has to|have to|need|allowed|never"))
_FREES = re.compile(_WORD.format("need not|do not have to|does not have to|do not need to"))
_CONDITIONS = frozenset(
    {
        *("if", "unless", "except", "until", "but", "befor", "after", "when", "onc", "instead"),
        *("rather", "onli", "while", "otherwis", "as", "than", "however", "though", "last"),
        *("first", "most", "alreadi", "still"),
    }
)

# Questions that a fact answers by itself: the anchor of the fact, and patterns for the question,
# for a fact that means Yes, and for a fact that means No.
_SETTLED = tuple(
    (anchor, re.compile(question), re.compile(yes), re.compile(no))
    for anchor, question, yes, no in (
        (
            "fact-lay-off",
            r"lay(?:ing)? .*off .*(?:same turn|at once|straight away|right away|immediately)",
            "^in the same turn",
            "^from your next turn",
        ),
        ("fact-runs", "touch", "^may touch", "^must not touch|^at least one card apart"),
        (
            "fact-going-out",
            _WORD.format("must|have to|need"),
            "^your last card must",
            "^with or|^never",
        ),
        ("fact-going-out", "with a discard|by discarding", "^your last|^with or", "^never"),
        ("fact-same-rank", "same rank", "^allowed", "^not allowed"),
    )
)
_ASKS_WILD = re.compile(r"(?:^|[,:?]|rummy) ?(?:are|is) (?:the |an |a )?(\w+)(?: cards?)? wild")

# A question about “rummy” in general, without the name of a game, gets no answer.
RUMMY = "rummi"
# The value of a card answers a question about points, or one that names only the card and the game.
_VALUES = "values"
_POINTS = frozenset({"point", "worth", "valu", "count", "cost", "penalti", "score", "left", "held"})
_NO_OTHER = frozenset(
    {
        *("what", "is", "are", "a", "an", "the", "in", "for", "of", "how", "much", "do", "pleas"),
        *("game", "card", "hand", "my", "your", "rummi"),
    }
)
# The stem in “what do people mean by”, which no fact answers.
_MEAN = "mean"
# Words in a fact that answers a “who” question.
_ABOUT_PEOPLE = re.compile(r"winner|everyone|player|dealer|first|the other|side")


def with_fact_first(
    query: ParsedQuery, question: str, ranked: Sequence[Ranked]
) -> Sequence[Ranked]:
    """Return the documents, best first, but begin with a fact that answers Yes or No if the best
    document is hardly more probable and gives no plain answer.
    """
    is_open = query.kind == QuestionKind.MAY and query.games and not query.compared
    if not is_open or not ranked or verdict(question, ranked[0].entry.document) is not None:
        return ranked
    for each in ranked[1:AGREEING]:
        document = each.entry.document
        if ranked[0].score - each.score > ALMOST:
            break
        if document.answer and verdict(question, document) is not None:
            return [each, *(other for other in ranked if other is not each)]
    return ranked


def answer(query: ParsedQuery, question: str, ranked: Sequence[Ranked]) -> AnswerLine | None:
    """Return the best match as the answer to ``question``, or None if it is uncertain."""
    document = ranked[0].entry.document
    is_elsewhere = query.games and document.game not in {*query.games, GLOSSARY, MENTIONED}
    has_none = query.names_only or is_elsewhere
    is_any_rummy = not query.games and RUMMY in _stems(question)
    if has_none or is_any_rummy or ranked[0].covered < COVERED:
        return None if has_none else _answer_of_part(query, question, ranked)
    if document.mark in (StatementKind.UNSTATED, StatementKind.VARIES):
        least = SURE_OF_RULE if query.games else SURE_WITHOUT_GAME
        is_sure = _share(ranked, ranked[:1]) >= least and _is_said(query, ranked[0].entry)
        return AnswerLine(document) if is_sure else None
    asks_permission = query.kind == QuestionKind.MAY
    yes_or_no = verdict(question, document) if asks_permission else None
    if yes_or_no is not None:
        is_settled = _settled(_spoken(question), document) is not None
        least = SURE_OF_TITLE if is_settled else SURE_OF_YES_OR_NO
        least = least if query.games else SURE_WITHOUT_GAME
        return _yes_or_no(question, ranked, yes_or_no, least)
    if not document.answer or not _is_of_kind(query, question, document):
        return None if document.answer else _plain_rule(query, ranked)
    is_of_a_deal = document.anchor.startswith("deal-")
    if asks_permission and (is_of_a_deal or _share(ranked, ranked[:1]) < SURE_OF_RULE):
        return None
    least = SURE if query.games else SURE_WITHOUT_GAME
    if query.games and ranked[0].entry.read.title == query.about:
        least = SURE_OF_TITLE
    agreeing = [each for each in ranked if _agrees(document, each.entry)]
    return AnswerLine(document) if _share(ranked, agreeing) >= least else None


def _answer_of_part(
    query: ParsedQuery, question: str, ranked: Sequence[Ranked]
) -> AnswerLine | None:
    """Return a very probable answer that covers only part of the question, or None."""
    document = ranked[0].entry.document
    is_number = query.kind == QuestionKind.COUNT or document.anchor == _VALUES
    if not (query.games and document.answer and is_number and not query.compared):
        return None
    if ranked[0].covered < PARTLY_COVERED or not _is_of_kind(query, question, document):
        return None
    agreeing = [each for each in ranked if _agrees(document, each.entry)]
    return AnswerLine(document) if _share(ranked, agreeing) >= SURE_IF_PARTLY else None


def _plain_rule(query: ParsedQuery, ranked: Sequence[Ranked]) -> AnswerLine | None:
    """Return a short rule of a named game that is very probably asked for, or None."""
    document = ranked[0].entry.document
    is_plain = document.mark == StatementKind.PLAIN and document.section not in _BESIDE
    if not is_plain or len(document.text) > LONGEST or not query.games or query.compared:
        return None
    if query.kind == QuestionKind.MAY and not _RULES.search(_spoken(document.text)):
        return None
    return AnswerLine(document) if _share(ranked, ranked[:1]) >= SURE_OF_PLAIN_RULE else None


def _is_said(query: ParsedQuery, entry: IndexedDocument) -> bool:
    """Return whether the text of an entry covers the question, even without its search words."""
    terms = frozenset(entry.read.terms)
    said = sum(a.weight for a in query.query_terms if not terms.isdisjoint(a.alternatives))
    return said >= COVERED * query.weight


def _is_of_kind(query: ParsedQuery, question: str, fact: Document) -> bool:
    """Return whether a fact may answer a question of this kind."""
    if _MEAN in _stems(question) or (query.kind == QuestionKind.MAY and fact.anchor == _VALUES):
        return False
    if fact.anchor == _VALUES and fact.title != "Cards left in hand":
        stems = _stems(question)
        names = {stem[:3] for stem in _stems(f"{fact.title} {fact.name} {fact.game}")}
        others = {stem for stem in stems - _NO_OTHER if stem[:3] not in names}
        return not _POINTS.isdisjoint(stems) or not others
    if query.kind == QuestionKind.WHO:
        return bool(_ABOUT_PEOPLE.search(fact.text.casefold()))
    return True


def _yes_or_no(
    question: str, ranked: Sequence[Ranked], yes_or_no: bool, least: float
) -> AnswerLine | None:
    """Return the first rule as an answer that begins with Yes or No.

    There is none if another of the best rules says the opposite, or if the answer is right with
    a probability below ``least``.
    """
    verdicts = [
        (verdict(question, each.entry.document), each)
        for each in ranked[:AGREEING]
        if each.covered >= CONTRADICTS
    ]
    first = ranked[0].entry.document
    agreeing = [
        each
        for other, each in verdicts
        if other == yes_or_no or (first.answer and _agrees(first, each.entry))
    ]
    if any(other == (not yes_or_no) for other, _each in verdicts):
        return None
    return AnswerLine(first, yes_or_no) if _share(ranked, agreeing) >= least else None


def _share(ranked: Sequence[Ranked], some: Sequence[Ranked]) -> float:
    """Return the probability that one of ``some`` is right, given that one of ``ranked`` is."""
    top = ranked[0].score
    total = sum(exp(each.score - top) for each in ranked)
    return sum(exp(each.score - top) for each in some) / total


def _agrees(fact: Document, entry: IndexedDocument) -> bool:
    """Return whether an entry agrees with a fact.

    It is that fact, or the same fact about another game, or a document about the same game that has
    all the numbers of the fact.
    """
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
    """Return whether a document permits or demands what is asked; None if that isn’t clear."""
    asked = _spoken(question)
    is_plain = (
        document.mark in (StatementKind.PLAIN, StatementKind.PAD) and document.section != "options"
    )
    if not is_plain or _UNCLEAR.search(asked):
        return None
    settled = _settled(asked, document)
    if settled is not None:
        return settled
    text = document.text.removeprefix(document.label).strip().casefold().replace("may i?", "")
    first, *others = re.split(r"(?<=[.;?!]) ", text)
    found = _verdict_of(asked, first)
    # Further sentences may be exceptions.
    if found is None or any(_may_contradict(found, other) for other in others):
        return None
    return found


def _spoken(question: str) -> str:
    return question.casefold().replace("'", "’")


def _verdict_of(asked: str, sentence: str) -> bool | None:
    stems = _stems(asked)
    figures = {term for term in stems if term.isdecimal()}
    if not figures | (_stems(sentence) & _CONDITIONS) <= stems & _stems(sentence):
        return None
    positive = not _NEGATIVE.search(sentence)
    if _ASKS_DUTY.search(asked) and _IS_DUTY.search(asked):
        allows, denies = positive and _OBLIGES.search(sentence), _FREES.search(sentence)
    elif _ASKS_PERMISSION.search(asked):
        allows, denies = positive and _PERMITS.search(sentence), _FORBIDS.search(sentence)
    else:
        return None
    return None if not (allows or denies) else not denies


def _may_contradict(verdict: bool, sentence: str) -> bool:
    if not _CONDITIONS.isdisjoint(_stems(sentence)):
        return True
    return bool((_NEGATIVE if verdict else _PERMITS).search(sentence))


def _settled(asked: str, fact: Document) -> bool | None:
    """Return True if a fact answers Yes, False if it answers No, and None if it gives no answer."""
    text = fact.text.removeprefix(f"{fact.title}: ").casefold()
    wild = _ASKS_WILD.search(asked)
    if fact.anchor == "fact-wild" and wild:
        names = _stems(text)
        # Wild cards that depend on the deal give no plain answer.
        is_plain = names.isdisjoint({"deal", "round", "hand", "phase"})
        return _stems(wild[1]) <= names if is_plain else None
    for anchor, question, yes, no in _SETTLED:
        if fact.anchor == anchor and question.search(asked):
            return True if yes.search(text) else False if no.search(text) else None
    return None


def _stems(text: str) -> set[str]:
    return {word.term for word in read_words(text)}
