"""The candidates for an answer: the documents that share terms with a question.

A document scores by these terms, by its section, and by how likely its game is meant.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import chain
from math import log, log2
from operator import itemgetter

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Variant
from rules.lookup.asking import QuestionKind
from rules.lookup.corpus import IndexedDocument, is_general
from rules.lookup.documents import GLOSSARY, MENTIONED
from rules.lookup.game_lists import PLAYERS, fitting, is_wanted
from rules.lookup.questions import ParsedQuery, QueryTerm
from rules.lookup.ranking import Candidate
from rules.lookup.weights import WEIGHTS
from rules.reference.statements import StatementKind

# A question’s lightest terms find no further documents if their share of its weight is below this.
LIGHTEST = 0.4
# The number of documents that the model ranks.
CANDIDATES = 40
# If a question names no game, up to this many games that it describes are searched with the rules
# that they inherit. The evidence for a game must be at most FURTHER_EVIDENCE less than that for the
# likeliest game.
DESCRIBED, FURTHER_EVIDENCE = 5, 3.0
# The logarithm of the certainty that a question that names games is about another game.
ELSEWHERE = -3.0
# If a question names no game, this many documents are candidates, or more if it asks for games.
MOST_ANYWHERE, MOST_OF_GAMES = 48, 400


class CandidateFinder:
    """All documents by game and by term.

    ``general`` are the documents that questions without the name of a game can find. ``rarity`` is
    the factor of each of their terms, which is higher for rare ones.
    """

    def __init__(self, games: Catalogue, places: Mapping[str, Sequence[IndexedDocument]]) -> None:
        self._places = places
        self.general = [
            entry for entry in chain.from_iterable(self._places.values()) if is_general(entry)
        ]
        numbers: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for number, entry in enumerate(self.general):
            for term, weight in entry.read.weights.items():
                numbers[term][number] = weight
        self.rarity = {
            term: log(1 + len(self.general) / len(postings)) for term, postings in numbers.items()
        }
        self._variants = games.variants
        sizes = {place: len(entries) for place, entries in self._places.items()}
        priors = {
            slug: _generality(games, variant) * (sizes[slug] / WEIGHTS.usual_size) ** WEIGHTS.size
            for slug, variant in games.variants.items()
        }
        priors |= {GLOSSARY: WEIGHTS.pages, MENTIONED: WEIGHTS.pages}
        self._prior_by_game = priors
        self._priors = [priors[entry.document.game] for entry in self.general]
        # For each term, the numbers of the general documents that have it, each with the weight of
        # the term there and of the game.
        self._postings = {
            term: {number: weight * self._priors[number] for number, weight in postings.items()}
            for term, postings in numbers.items()
        }

    def of_games(self, query: ParsedQuery, found: Iterable[Candidate]) -> list[Candidate]:
        """Return documents about the games that a question asks for.

        ``found`` are all documents that share a term with the question.
        """
        games = {slug for slug, variant in self._variants.items() if is_wanted(variant, query)}
        if query.is_about_players_only:
            return [
                Candidate(entry, self._prior_by_game[game], log(self._prior_by_game[game]))
                for game in games
                for entry in self._places[game]
                if entry.document.anchor == PLAYERS
            ]
        return fitting([each for each in found if each.entry.document.game in games], query)

    def found(
        self, parsed: ParsedQuery, game: str = "", own: Sequence[IndexedDocument] = ()
    ) -> list[Candidate]:
        """Return all documents that share a term with a question, each with its score.

        If the question names games, documents of other games are included only if no document of
        those games scores enough.
        """
        places: list[tuple[Sequence[IndexedDocument], float]] = (
            [(own, 1.0)]
            if own and game in parsed.games
            else [(self._places[place], certainty) for place, certainty in parsed.games.items()]
        )
        found = [
            Candidate(entry, score, certainty=log(score_share))
            for score, entry, score_share in self._in_places(parsed, places)
        ]
        best = max((each.score for each in found), default=0)
        if best < WEIGHTS.sufficient * parsed.weight:
            found += self._anywhere(parsed)
        if not parsed.games:
            seen = {id(each.entry) for each in found}
            found += (each for each in self._described(parsed) if id(each.entry) not in seen)
        return found

    def _described(self, query: ParsedQuery) -> Iterator[Candidate]:
        """Yield the documents of the games that a question without a name describes."""
        most = max(query.evidence.values(), default=0.0)
        for game, evidence in nlargest(
            DESCRIBED,
            query.evidence.items(),
            key=lambda pair: (pair[1], self._prior_by_game[pair[0]]),
        ):
            if not query.is_described or evidence < most - FURTHER_EVIDENCE:
                continue
            prior = self._prior_by_game[game]
            for entry in self._places[game]:
                score = _score(entry, query)
                if (game, entry.document.anchor) in query.deals:
                    score += WEIGHTS.contract * query.weight
                if score:
                    yield Candidate(entry, score * prior, log(prior), evidence - most)

    def _in_places(
        self,
        query: ParsedQuery,
        places: Iterable[tuple[Sequence[IndexedDocument], float]],
    ) -> Iterator[tuple[float, IndexedDocument, float]]:
        """Yield each match in the named games as a score, the document and a certainty.

        The certainty is how sure it is that the question means the document’s game.
        """
        for entries, certainty in places:
            for entry in entries:
                score = _score(entry, query)
                if (entry.document.game, entry.document.anchor) in query.deals:
                    score += WEIGHTS.contract * query.weight
                if len(entries) == 1 or _is_named_alone(entry, query):
                    score += WEIGHTS.named_alone
                if score or not entry.document.anchor:
                    yield (score or WEIGHTS.named) * certainty, entry, certainty

    def _anywhere(self, query: ParsedQuery) -> Iterator[Candidate]:
        """Yield documents of games that are not named. General games score higher."""
        totals: defaultdict[int, float] = defaultdict(float)
        # Documents that have only the lightest terms of a question score too low to be found.
        lightest = LIGHTEST * query.weight
        left = query.weight
        for asked in sorted(query.query_terms, key=lambda each: -each.weight):
            if left > lightest or len(totals) < MOST_OF_GAMES:
                for number, weight in self._best_weights(asked).items():
                    totals[number] += weight * asked.weight
            else:
                weights = self._best_weights(asked)
                for number in totals.keys() & weights.keys():
                    totals[number] += weights[number] * asked.weight
            left -= asked.weight
        most = max(query.evidence.values(), default=0.0)
        count = MOST_OF_GAMES if query.kind == QuestionKind.GAME else MOST_ANYWHERE
        for number, _ in nlargest(count, totals.items(), key=itemgetter(1)):
            entry = self.general[number]
            # A fact about another game is no answer for a game that is named.
            if entry.document.game in query.games or (query.games and entry.document.answer):
                continue
            share = WEIGHTS.elsewhere if query.games else self._priors[number]
            share *= WEIGHTS.differing if entry.document.mark == StatementKind.UNSTATED else 1
            score = _score(entry, query) * share
            if query.games:
                yield Candidate(entry, score, certainty=ELSEWHERE)
            else:
                evidence = query.evidence.get(entry.document.game, 0.0)
                less = evidence - most if query.is_described else 0.0
                yield Candidate(entry, score, log(self._priors[number]), less)

    def _best_weights(self, asked: QueryTerm) -> Mapping[int, float]:
        """Return the weight of the best match of a term in each general document that has one."""
        first, *others = asked.alternatives.items()
        if not others:
            return self._postings.get(first[0], {})
        best: dict[int, float] = {}
        for term, share in (first, *others):
            for number, weight in self._postings.get(term, {}).items():
                if weight * share > best.get(number, 0.0):
                    best[number] = weight * share
        return best


def shortlist(found: Iterable[Candidate]) -> list[Candidate]:
    """Return the documents that the model ranks, highest score first."""
    return nlargest(CANDIDATES, found, key=lambda each: each.score)


def _score(entry: IndexedDocument, query: ParsedQuery) -> float:
    """Return how well a document matches the terms of a question; 0 if it has none of them."""
    weights = entry.read.weights
    if query.terms.isdisjoint(weights):
        return 0.0
    total = covered = 0.0
    for asked, weight, share in query.best_matches(weights):
        total += weight * asked.weight
        covered += 0.0 if asked.is_name else share * asked.weight
    titled = len(query.shares(entry.read.title))
    heading = 1 + WEIGHTS.titled * titled / len(entry.read.title) if entry.read.title else 1.0
    section = query.sections.get(entry.document.section, 1.0)
    heading += WEIGHTS.pair * len(query.pairs & entry.read.pairs)
    figure = WEIGHTS.figure if query.wants_figure and entry.read.has_figure else 1.0
    coverage: float = min(1.0, covered / query.weight) ** WEIGHTS.coverage
    exact = 1.0
    if entry.read.title == query.about and not entry.document.answer:
        if query.asks_meaning and entry.document.section != "options":
            exact = WEIGHTS.meaning
        elif entry.document.section != "glossary":
            exact = WEIGHTS.exact
    return total * coverage * entry.kind_weight * heading * section * figure * exact


def _is_named_alone(entry: IndexedDocument, query: ParsedQuery) -> bool:
    """Return whether this is the summary of the game whose name is the whole question."""
    is_introduction = query.names_only and not entry.document.anchor
    return is_introduction and all(asked.term in entry.read.title for asked in query.query_terms)


def _generality(games: Catalogue, variant: Variant) -> float:
    """Return how general a game is.

    A game is more general if others are based on it, and less if it is based on another.
    """
    descendants = sum(variant in games.lineage(other)[1:] for other in games.variants.values())
    return (WEIGHTS.child if variant.based_on else 1) * (
        1 + WEIGHTS.descendants * log2(1 + descendants)
    )
