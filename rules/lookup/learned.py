"""What was learned from questions whose answers are known, which come from the tests.

``known-questions.toml`` has, for each game and each of its documents, the terms of the questions
that the document answers: a document that answers a similar question is likely.

``question-words.toml`` has, for each term of a question, the terms of the rules that people mean by
it: “rubbish” for deadwood, “stuck with” for cards left in hand. They were learned with the first of
IBM’s translation models.

The search report writes both files.
"""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import log, sqrt

from rules.engine.catalogue import DATA
from rules.lookup.corpus import IndexedDocument
from rules.lookup.documents import SEPARATOR
from rules.lookup.questions import ParsedQuery
from rules.lookup.vocabulary import vocabulary

KNOWN = DATA / "known-questions.toml"
# This separates the terms of a question in the file.
COMMA = ", "
# The weight of a term that is in none of the known questions.
UNKNOWN = 7.0
# A question that the same fact about another game answers counts this much.
SAME_FACT = 0.75

WORDING = DATA / "question-words.toml"

# The file has shares in thousandths and frequencies in millionths.
THOUSAND, MILLION = 1_000, 1_000_000
# A term that a question and a document share counts at least as much as SAME, and a near term as
# much as SIMILAR.
SAME, SIMILAR = 0.2, 0.05
# The probability that a word of a question comes from a term of the document.
FROM_DOCUMENT = 0.9
# The effect of a document’s length on the share of each of its terms.
LENGTH = 0.7
# The frequency of a word that is in none of the questions, and the least likelihood of any word.
RARE, LEAST = 0.0001, 0.00001
_NOTHING: Mapping[str, float] = {}


class KnownQuestions:
    """The terms of the known questions, by the keys of the documents that answer them."""

    def __init__(self, answered: Mapping[str, Collection[AbstractSet[str]]]) -> None:
        """Store the terms of the questions that are ``answered`` by each document."""
        questions = set(chain.from_iterable(answered.values()))
        counts = Counter(chain.from_iterable(questions))
        # The square of the weight of each term. Rare terms are heavier.
        self._squares = {term: log(len(questions) / count) ** 2 for term, count in counts.items()}
        by_key: defaultdict[str, set[AbstractSet[str]]] = defaultdict(set)
        for key, known in answered.items():
            for each in {key, fact_of(key)} - {""}:
                by_key[each].update(known)
        self._by_key = {
            key: [(terms, self._length(terms)) for terms in known] for key, known in by_key.items()
        }

    def similarities(
        self, query: ParsedQuery, entries: Iterable[IndexedDocument], *, as_new: bool = False
    ) -> list[float]:
        """Return for each document how similar the question is to one that the document answers.

        It is the cosine of the angle between the vectors of their terms: 1 if they have the same
        terms, and 0 if they share none. It is less if only the same fact about another game answers
        the known question. With ``as_new``, questions with the same terms are ignored.
        """
        asked = asked_terms(query)
        length = self._length(asked)
        found = []
        for entry in entries:
            key = entry.document.key
            similarities = (
                share * sum(self._squares[term] for term in terms & asked) / (length * other or 1.0)
                for known, share in ((key, 1.0), (fact_of(key), SAME_FACT))
                for terms, other in self._by_key.get(known, ())
                if not (terms.isdisjoint(asked) or (as_new and terms == asked))
            )
            found.append(max(similarities, default=0.0))
        return found

    def _length(self, terms: Iterable[str]) -> float:
        return sqrt(sum(self._squares.get(term, UNKNOWN**2) for term in terms))


def asked_terms(query: ParsedQuery) -> AbstractSet[str]:
    """Return the terms of a question that don’t just describe the game."""
    return frozenset(asked.term for asked in query.query_terms) - query.described


def fact_of(key: str) -> str:
    """Return the part of a fact’s key that doesn’t depend on the game; empty for other keys."""
    _, _, fact = key.partition(SEPARATOR)
    return fact if SEPARATOR in fact else ""


@cache
def known_questions() -> KnownQuestions:
    """Return the known questions, read from the file."""
    games = tomllib.loads(KNOWN.read_text("utf-8"))
    return KnownQuestions(
        {
            f"{game}{SEPARATOR}{document}": [frozenset(terms.split(COMMA)) for terms in known]
            for game, answered in games.items()
            for document, known in answered.items()
        }
    )


@dataclass(frozen=True, slots=True)
class LearnedWords:
    """The terms of documents that people mean by the terms of their questions.

    ``brought`` maps each term of a question to the terms of documents that it may mean, each with
    the share of the question’s term among all words that people use for the document’s term.
    ``frequency`` is the share of each term among all words in the questions.
    """

    brought: Mapping[str, Mapping[str, float]]
    frequency: Mapping[str, float]

    def likelihoods(self, query: ParsedQuery, entries: Iterable[IndexedDocument]) -> list[float]:
        """Return, for each document, how likely people are to use the question’s words for it.

        Each result is the mean of the logarithms for the words.
        """
        near = {asked.term: asked.alternatives for asked in query.query_terms}
        words = [
            (word, self.brought.get(word, _NOTHING), near.get(word, _NOTHING), self._nowhere(word))
            for word in question_words(query)
        ]
        return [_likelihood(words, document_words(entry)) for entry in entries]

    def _nowhere(self, word: str) -> float:
        return (1 - FROM_DOCUMENT) * self.frequency.get(word, RARE) + LEAST


def _likelihood(
    words: Sequence[tuple[str, Mapping[str, float], Mapping[str, float], float]],
    terms: AbstractSet[str],
) -> float:
    """Return the mean log likelihood of ``words`` for a document with ``terms``.

    Each word comes with the terms that make people use it, the terms that it is near to, and its
    likelihood in any question.
    """
    if not words:
        return 0.0
    scale = FROM_DOCUMENT / len(terms) ** LENGTH
    total = 0.0
    for word, brought, near, nowhere in words:
        share = sum(brought[term] for term in brought.keys() & terms)
        if word in terms:
            share += max(0.0, SAME - brought.get(word, 0.0))
        elif near:
            share += SIMILAR * max((near[term] for term in near.keys() & terms), default=0.0)
        total += log(scale * share + nowhere)
    return total / len(words)


def question_words(query: ParsedQuery) -> Collection[str]:
    """Return the stems and the terms of a question, without fillers, names and words that only
    describe the game.
    """
    return (query.plain | {asked.term for asked in query.query_terms}) - query.described


def document_words(entry: IndexedDocument) -> AbstractSet[str]:
    """Return the terms of a document and its title, with its section and its kind of statement."""
    document, read = entry.document, entry.read
    words = {
        *read.terms,
        *read.title,
        f"section:{document.section}",
        f"mark:{document.mark.value}",
    }
    words -= vocabulary().fillers
    if document.answer:
        is_fact = document.anchor.startswith("fact-")
        key = document.anchor if is_fact else document.anchor.partition("-")[0]
        words |= {"mark:fact", f"fact:{key}"}
    return words


@cache
def wording() -> LearnedWords:
    """Return the learned terms and frequencies, read from the file."""
    plain = tomllib.loads(WORDING.read_text("utf-8"))
    return LearnedWords(
        {word: _shares(line) for word, line in plain["brought"].items()},
        {word: number / MILLION for word, number in plain["frequency"].items()},
    )


def _shares(line: str) -> dict[str, float]:
    """Return the shares in a line such as “deadwood 120, knock 40”."""
    return {
        term: int(number) / THOUSAND
        for term, _, number in (each.rpartition(" ") for each in line.split(", "))
    }
