"""Questions whose answers are known: a document that answers a similar question is likely.

``known-questions.toml`` has, for each game and each of its documents, the terms of the questions
that the document answers. They come from the questions of the tests, through the search report.
"""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import chain
from math import log, sqrt

from rules.engine.catalogue import DATA
from rules.lookup.corpus import IndexedDocument
from rules.lookup.documents import SEPARATOR
from rules.lookup.questions import ParsedQuery

FILE = DATA / "known-questions.toml"
# This separates the terms of a question in the file.
COMMA = ", "
# The weight of a term that is in none of the known questions.
UNKNOWN = 7.0
# A question that the same fact about another game answers counts this much.
SAME_FACT = 0.75


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
    games = tomllib.loads(FILE.read_text("utf-8"))
    return KnownQuestions(
        {
            f"{game}{SEPARATOR}{document}": [frozenset(terms.split(COMMA)) for terms in known]
            for game, answered in games.items()
            for document, known in answered.items()
        }
    )
