"""The ranking of documents by named features of a question and a document.

The weight of each feature is in ``search-weights.toml``. The weights were learned from questions
with known answers, by the search report in the tests.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from operator import mul

from rules.engine.catalogue import DATA
from rules.lookup.asking import QuestionKind
from rules.lookup.corpus import IndexedDocument
from rules.lookup.documents import GLOSSARY, MENTIONED, Document
from rules.lookup.learned import known_questions, wording
from rules.lookup.questions import ParsedQuery
from rules.reference.statements import StatementKind

FILE = DATA / "search-weights.toml"

# The features ``score`` and ``evidence`` don’t fall below minus these values.
_MOST_GAP, _LEAST_EVIDENCE = 6.0, 10.0
# This replaces a score of 0, which has no logarithm.
_LEAST = 1e-9
# Of this many candidates, a fact is chosen to compare games.
COMPARABLE = 3
# The anchor of the list of contracts.
DEALS = "deals"

FEATURES = (
    "score", "likelihood", "known", "coverage", "text_coverage", "title_coverage", "pairs",
    "section", "fact", "page", "example", "inherited", "generality", "evidence", "certainty",
    "list_of_deals", "in_glossary", "in_options", "in_scoring", "may_fact",
)  # fmt: skip
_COVERAGE = FEATURES.index("coverage")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document with the score of its terms, and the likelihood that its game is meant.

    ``generality`` and ``certainty`` are logarithms. ``evidence`` is 0 for the game that the
    question describes best, and negative for other games.
    """

    entry: IndexedDocument
    score: float
    generality: float = 0.0
    evidence: float = 0.0
    certainty: float = 0.0


def features(
    candidate: Candidate, query: ParsedQuery, best: float, likelihood: float, known: float
) -> list[float]:
    """Return the features of a candidate, in the order of FEATURES.

    ``best`` is the highest score of all candidates. ``likelihood`` is how likely people are to use
    the words of the question for this document. ``known`` is how similar the question is to one
    that this document answers.
    """
    document, read = candidate.entry.document, candidate.entry.read
    terms = frozenset(read.terms)
    shares = query.shares(read.weights.keys())
    titles = query.shares(read.title)
    covered = in_text = in_title = 0.0
    for number, asked in enumerate(query.query_terms):
        covered += shares.get(number, 0.0) * asked.weight
        in_text += asked.weight * (asked.term in terms)
        in_title += asked.weight * (number in titles)
    whole = query.weight or 1.0
    is_fact = bool(document.answer)
    return [
        max(-_MOST_GAP, log(max(candidate.score, _LEAST) / best)),
        likelihood,
        known,
        min(1.0, covered / whole),
        in_text / whole,
        in_title / whole,
        len(query.pairs & read.pairs) / (len(query.pairs) or 1),
        query.sections.get(document.section, 1.0) - 1.0,
        is_fact,
        document.game in (GLOSSARY, MENTIONED),
        document.mark == StatementKind.EXAMPLE,
        document.inherited,
        0.0 if query.is_described else candidate.generality,
        max(-_LEAST_EVIDENCE, candidate.evidence),
        candidate.certainty,
        query.kind == QuestionKind.LIST and document.anchor == DEALS,
        document.section == "glossary",
        document.section == "options",
        document.section == "scoring",
        is_fact and query.kind == QuestionKind.MAY,
    ]


@cache
def model() -> Sequence[float]:
    """Return the learned weights, in the order of FEATURES."""
    plain: Mapping[str, float] = tomllib.loads(FILE.read_text("utf-8"))["weights"]
    return [plain.get(name, 0.0) for name in FEATURES]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A document, its score in the ranking, and the share of the question that it covers."""

    entry: IndexedDocument
    score: float
    covered: float


def rank(
    candidates: Sequence[Candidate], query: ParsedQuery, *, as_new: bool = False
) -> list[Ranked]:
    """Return the candidates, best first.

    With ``as_new``, the question is ranked as if it were not one of the known questions.
    """
    best = max((each.score for each in candidates), default=0.0) or 1.0
    ranked = []
    entries = [each.entry for each in candidates]
    similarities = known_questions().similarities(query, entries, as_new=as_new)
    likelihoods = wording().likelihoods(query, entries)
    for each, likelihood, known in zip(candidates, likelihoods, similarities, strict=True):
        row = features(each, query, best, likelihood, known)
        score = sum(map(mul, model(), row))
        ranked.append(Ranked(each.entry, score, row[_COVERAGE]))
    # A question that asks for a list is about all deals, unless it gives the number of one.
    games = query.likeliest_games
    lists = query.kind == QuestionKind.LIST and bool(games) and not query.deal_numbers

    def group(document: Document) -> int:
        """Return 0 for the list asked for, 2 for the list of another game, 1 for anything else."""
        if not lists or document.anchor != DEALS:
            return 1
        return 0 if document.game in games else 2

    ranked.sort(key=lambda each: (group(each.entry.document), -each.score))
    return _side_by_side(ranked, query.compared) if query.compared else ranked


def _side_by_side(ranked: list[Ranked], games: Sequence[str]) -> list[Ranked]:
    """Return the candidates, with the best one about each of the compared games first, in the order
    of the question.

    If another game has the same fact or rule as the best candidate, that one is chosen for the
    game. A fact among the first candidates is preferred, because facts are easier to compare.
    """
    facts = (each for each in ranked[:COMPARABLE] if each.entry.document.answer)
    best = next(facts, ranked[0]).entry.document
    first = []
    for game in games if best.game in games else (best.game, *games):
        own = [each for each in ranked if each.entry.document.game == game]
        same = (
            each
            for each in own
            if (each.entry.document.anchor, each.entry.document.title) == (best.anchor, best.title)
        )
        first += own and [next(same, own[0])]
    return first + [each for each in ranked if each not in first]
