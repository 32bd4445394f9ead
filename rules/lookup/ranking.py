"""The ranking of documents by named features of a question and a document.

The weight of each feature is in ``search-weights.toml``. The weights were learned from questions
with known answers, by the search report in the tests.
"""

import tomllib
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log
from operator import mul

from rules.engine.catalogue import DATA
from rules.lookup.asking import Kind, is_negative
from rules.lookup.corpus import IndexedDocument
from rules.lookup.documents import GLOSSARY, MENTIONED, Document
from rules.lookup.questions import ParsedQuery
from rules.lookup.vocabulary import read_words
from rules.lookup.wording import Wording, wording
from rules.reference.statements import Mark

FILE = DATA / "search-weights.toml"

# The features ``score`` and ``evidence`` don’t fall below minus this value.
_MOST_GAP = 6.0
# A score of 0 is replaced by this, because it has no logarithm.
_LEAST = 1e-9
# The anchor of the list of contracts.
DEALS = "deals"
_SECTIONS = ("tips", "history", "options", "glossary", "names", "scoring", "jokers", "end")
# The properties of a document that matter for each kind of question.
_OF_KINDS = {
    Kind.COUNT: ("fact", "figure"),
    Kind.WHO: ("fact", "people"),
    Kind.MAY: ("fact", "permits", "forbids", "obliges", "varies"),
    Kind.IF: ("fact", "conditional"),
    Kind.MEANING: ("fact", "definition"),
    Kind.OTHER: ("fact",),
}
_PERMITS = frozenset({"may", "can", "allow", "could", "ani"})
_OBLIGES = frozenset({"must", "requir", "need", "oblig", "onli"})
_PEOPLE = frozenset({"player", "dealer", "whoever", "winner", "left", "side", "partner", "bidder"})
_AMOUNTS = frozenset({"unlimit", "none", "noth"})
_CONDITIONS = frozenset({"if", "when", "after", "whoever", "onc", "while"})

FEATURES = (
    "score", "likelihood", "coverage", "exact_coverage", "text_coverage", "word_coverage",
    "title_share", "title_coverage", "title_exact", "pairs", "section", "missing", "focus",
    "length", "fact", "page", "introduction", "varies", "example", "unstated", "pad", "inherited",
    "negative_agrees", "negative_differs", "generality", "described_generality", "evidence",
    "certainty", "contract", "list_of_deals",
    *(f"in_{section}" for section in _SECTIONS),
    *(f"{kind.name.lower()}_{trait}" for kind, traits in _OF_KINDS.items() for trait in traits),
)  # fmt: skip
_COVERAGE = FEATURES.index("coverage")


@dataclass(frozen=True, slots=True)
class Traits:
    """The properties of a text that don’t depend on the question."""

    stems: AbstractSet[str]
    length: float
    permits: bool
    forbids: bool
    obliges: bool
    conditional: bool
    people: bool
    figure: bool


@lru_cache(maxsize=16_000)
def traits_of(text: str) -> Traits:
    """Return the properties of a text."""
    terms = [word.term for word in read_words(text)]
    stems = frozenset(terms)
    return Traits(
        stems=stems,
        length=log(1 + len(terms)),
        permits=not _PERMITS.isdisjoint(stems),
        forbids=is_negative(terms),
        obliges=not _OBLIGES.isdisjoint(stems),
        conditional=not _CONDITIONS.isdisjoint(stems),
        people=not _PEOPLE.isdisjoint(terms[:8]),
        # “One” is rarely meant as a number.
        figure=any(term.isdecimal() and term != "1" for term in terms)
        or not _AMOUNTS.isdisjoint(stems)
        or any(char.isdecimal() for char in text),
    )


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


def features(candidate: Candidate, query: ParsedQuery, best: float, words: Wording) -> list[float]:
    """Return the features of a candidate, in the order of FEATURES.

    ``best`` is the highest score of all candidates.
    """
    document, read = candidate.entry.document, candidate.entry.read
    traits = traits_of(document.text)
    weights, terms = read.weights, frozenset(read.terms)
    covered = exactly = in_text = in_title = missing = heaviest = 0.0
    titled = 0
    for asked in query.query_terms:
        nearness = max(
            (share for term, share in asked.alternatives.items() if term in weights), default=0.0
        )
        covered += nearness * asked.weight
        exactly += asked.weight * (asked.term in weights)
        in_text += asked.weight * (asked.term in terms)
        heaviest = max(heaviest, asked.weight)
        if not read.title.isdisjoint(asked.alternatives):
            in_title += asked.weight
            titled += 1
        if not nearness:
            missing = max(missing, asked.weight)
    whole = query.weight or 1.0
    matched = len(terms & query.terms)
    mark = document.mark
    fact = bool(document.answer)
    definition = document.section == GLOSSARY or document.game in (GLOSSARY, MENTIONED)
    title_exact = bool(read.title) and read.title == query.about
    negative = query.negative
    traits_by_name = {
        "fact": fact,
        "figure": traits.figure,
        "people": traits.people,
        "permits": traits.permits,
        "forbids": traits.forbids,
        "obliges": traits.obliges,
        "varies": mark == Mark.VARIES,
        "conditional": traits.conditional,
        "definition": definition,
    }
    kind = query.kind if query.kind in _OF_KINDS else Kind.OTHER
    return [
        max(-_MOST_GAP, log(max(candidate.score, _LEAST) / best)),
        words.likelihood(query, candidate.entry),
        min(1.0, covered / whole),
        exactly / whole,
        in_text / whole,
        len(query.plain & traits.stems) / (len(query.plain) or 1),
        titled / len(read.title) if read.title else 0.0,
        in_title / whole,
        title_exact,
        len(query.pairs & read.pairs) / (len(query.pairs) or 1),
        query.sections.get(document.section, 1.0) - 1.0,
        missing / (heaviest or 1.0),
        matched / (len(terms) or 1),
        traits.length,
        fact,
        document.game in (GLOSSARY, MENTIONED),
        not document.anchor,
        mark == Mark.VARIES,
        mark == Mark.EXAMPLE,
        mark == Mark.UNSTATED,
        mark == Mark.PAD,
        document.inherited,
        negative and traits.forbids,
        negative and not traits.forbids,
        0.0 if query.is_described else candidate.generality,
        candidate.generality if query.is_described else 0.0,
        max(-_MOST_GAP, candidate.evidence),
        candidate.certainty,
        (document.game, document.anchor) in query.deals,
        query.kind == Kind.LIST and document.anchor == DEALS,
        *(document.section == section for section in _SECTIONS),
        *(
            kind == each and traits_by_name[trait]
            for each, names in _OF_KINDS.items()
            for trait in names
        ),
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


def rank(candidates: Sequence[Candidate], query: ParsedQuery) -> list[Ranked]:
    """Return the candidates, best first."""
    best = max((each.score for each in candidates), default=0.0) or 1.0
    ranked = []
    for each in candidates:
        row = features(each, query, best, wording())
        score = sum(map(mul, model(), row))
        ranked.append(Ranked(each.entry, score, row[_COVERAGE]))
    # A question for a list is about all deals, unless it gives the number of one.
    lists = query.kind == Kind.LIST and bool(query.games) and not query.deal_numbers

    def group(document: Document) -> int:
        """Return 0 for the list asked for, 2 for the list of another game, 1 for anything else."""
        if not lists or document.anchor != DEALS:
            return 1
        is_of_game = query.games.get(document.game) == max(query.games.values(), default=None)
        return 0 if is_of_game else 2

    ranked.sort(key=lambda each: (group(each.entry.document), -each.score))
    return _side_by_side(ranked, query.compared) if query.compared else ranked


def _side_by_side(ranked: list[Ranked], games: Sequence[str]) -> list[Ranked]:
    """Return the candidates, with the best one about each of the compared games first.

    If the very best is a fact, these are the same fact about the other games.
    """
    best = ranked[0].entry.document
    first = []
    for game in dict.fromkeys((best.game, *games)):
        own = [each for each in ranked if each.entry.document.game == game]
        same = (
            each
            for each in own
            if (each.entry.document.anchor, each.entry.document.title) == (best.anchor, best.title)
        )
        first += own and [next(same, own[0])]
    return first + [each for each in ranked if each not in first]
