"""The search: a question in people’s own words, and the rules that answer it, best first.

The index holds all documents in memory. A document scores by the terms that it shares with the
question, by its section, and by its game, which the question may name or describe. The documents
with the highest scores are then ranked by a model.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from itertools import chain, islice
from math import log, log2
from operator import itemgetter
from pathlib import Path

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import dump, load
from rules.engine.variants import Variant
from rules.lookup.answers import answer, with_fact_first
from rules.lookup.asking import Kind
from rules.lookup.corpus import (
    Corpus,
    IndexedDocument,
    indexed,
    is_general,
    read_corpus,
    read_document,
)
from rules.lookup.documents import GLOSSARY, MENTIONED, Document, documents
from rules.lookup.evidence import Evidence
from rules.lookup.game_lists import PLAYERS, fitting, is_wanted
from rules.lookup.game_names import GameNames
from rules.lookup.index_file import edition_of, stored_corpus
from rules.lookup.questions import ParsedQuery, QueryParser, QueryTerm
from rules.lookup.ranking import DEALS, Candidate, rank
from rules.lookup.vocabulary import Vocabulary, vocabulary
from rules.lookup.weights import WEIGHTS
from rules.reference.rule_texts import RuleTexts, rule_texts
from rules.reference.statements import Mark
from rules.translation import in_english

MOST_TEXT = 200
HITS = 12
# The number of games that are listed, and of documents that are searched for them.
GAMES, MOST_OF_GAMES = 40, 400

# A word that distinguishes versions of a game occurs in at most this many games.
FEW_GAMES = 2
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
# The comparison shows at most this many games.
MOST_COMPARED = 4
# The section that answers a question for all deals.
CONTRACTS = "contracts"


@dataclass(frozen=True, slots=True)
class Hit:
    """A document, and the parts of its text, with True for each part that matches the question."""

    document: Document
    marked: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The hits for a question, best first.

    ``answer`` is the first hit as an answer; it is empty unless it is very probably right.
    ``nearest`` are terms to try if there is no hit. ``read_as`` is the question with its spelling
    corrected; it is empty if nothing was misspelt. With ``lists_games``, the question asks for
    games, and each hit is about a different game. ``compares`` are the slugs of the games that the
    question compares. If the question asks for a list of contracts, ``section`` is a hit in the
    section with the contracts, so that a page can link to that section.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    answer: str = ""
    nearest: tuple[str, ...] = ()
    read_as: str = ""
    lists_games: bool = False
    compares: tuple[str, ...] = ()
    section: Document | None = None


ScoredDocument = tuple[float, IndexedDocument]


class Index:
    """All documents by game and by term. An index doesn’t change."""

    def __init__(self, games: Catalogue, corpus: Corpus, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._places = corpus.places
        self._read = {
            entry.document.words: entry.read for entry in chain.from_iterable(self._places.values())
        }
        self._general = [
            entry for entry in chain.from_iterable(self._places.values()) if is_general(entry)
        ]
        numbers: defaultdict[str, dict[int, float]] = defaultdict(dict)
        weights_by_game: defaultdict[str, list[Mapping[str, float]]] = defaultdict(list)
        for number, entry in enumerate(self._general):
            weights_by_game[entry.document.game].append(entry.read.weights)
            for term, weight in entry.read.weights.items():
                numbers[term][number] = weight
        game_counts = Counter(
            chain.from_iterable(set().union(*weights) for weights in weights_by_game.values())
        )
        rarity = {
            term: log(1 + len(self._general) / len(postings)) for term, postings in numbers.items()
        }
        self._variants = games.variants
        sizes = {place: len(entries) for place, entries in self._places.items()}
        priors = {
            slug: _generality(games, variant) * (sizes[slug] / WEIGHTS.usual_size) ** WEIGHTS.size
            for slug, variant in games.variants.items()
        }
        priors |= {GLOSSARY: WEIGHTS.pages, MENTIONED: WEIGHTS.pages}
        self._prior_by_game = priors
        self._priors = [priors[entry.document.game] for entry in self._general]
        # For each term, the numbers of the general documents that have it, each with the weight of
        # the term there and of the game.
        self._postings = {
            term: {number: weight * self._priors[number] for number, weight in postings.items()}
            for term, postings in numbers.items()
        }
        common = {term for term, count in game_counts.items() if count > FEW_GAMES}
        mentioned = [
            (entry.read.title, entry.read.weights.keys())
            for entry in self._general
            if entry.document.game == MENTIONED
        ]
        self._parser = QueryParser(
            vocabulary,
            GameNames(games, vocabulary, corpus.names, common, mentioned),
            Evidence(games.variants, corpus.signs, vocabulary),
            rarity=rarity,
            terms_by_place={
                place: frozenset(chain.from_iterable(entry.read.weights for entry in entries))
                for place, entries in self._places.items()
            },
            domain_terms=corpus.domain_terms,
            word_counts=corpus.word_counts,
            spellings=corpus.spellings,
        )

    def parse(self, question: str, game: str = "") -> ParsedQuery | None:
        """Return the parsed question, or None if it has only filler words."""
        return self._parser.parse(question, game)

    def without_names(self, question: str) -> str:
        """Return a question without the names of games in it."""
        return self._parser.without_names(question)

    def entries(self, found: Iterable[Document]) -> list[IndexedDocument]:
        """Return documents in the form that can be searched.

        Texts that are in the index are not read again.
        """
        return [
            indexed(
                document,
                self._read.get(document.words) or read_document(self._vocabulary, document),
            )
            for document in found
        ]

    def search(
        self, question: str, game: str = "", own: Sequence[IndexedDocument] = ()
    ) -> SearchResult:
        """Return the documents that answer ``question``.

        They belong to ``game`` if it is given and the question names no other. ``own`` are the
        documents of that game under a group’s house rules, which replace the standard ones.
        """
        query = " ".join(question[:MOST_TEXT].replace("\x00", " ").split())
        parsed = self._parser.parse(query, game)
        if parsed is None:
            return SearchResult(query)
        found = self._found(parsed, game, own)
        asks_games = parsed.kind == Kind.GAME and not parsed.games
        of_games = self._of_games(parsed, found) if asks_games else []
        which = bool(of_games)
        ranked = with_fact_first(parsed, query, rank(of_games or _best(found), parsed))
        matching = parsed.terms
        once = _once(((each.score, each.entry) for each in ranked), once_a_game=which)
        hits = tuple(
            Hit(entry.document, tuple(_marked(entry, matching)))
            for entry in islice(once, GAMES if which else HITS)
        )
        if not hits:
            return SearchResult(query, nearest=self._parser.nearest(query))
        line = "" if which or parsed.compared else answer(parsed, query, ranked)
        return SearchResult(
            query,
            hits,
            line,
            read_as=self._parser.read_as(query),
            lists_games=which,
            compares=parsed.compared[:MOST_COMPARED],
            section=_listed(parsed, hits),
        )

    def _of_games(self, query: ParsedQuery, found: Iterable[Candidate]) -> list[Candidate]:
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

    def candidates(
        self, parsed: ParsedQuery, game: str = "", own: Sequence[IndexedDocument] = ()
    ) -> list[Candidate]:
        """Return the documents whose terms score highest, before the model ranks them."""
        return _best(self._found(parsed, game, own))

    def _found(
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
        count = MOST_OF_GAMES if query.kind == Kind.GAME else 4 * HITS
        for number, _ in nlargest(count, totals.items(), key=itemgetter(1)):
            entry = self._general[number]
            # A fact about another game is no answer for a game that is named.
            if entry.document.game in query.games or (query.games and entry.document.answer):
                continue
            share = WEIGHTS.elsewhere if query.games else self._priors[number]
            share *= WEIGHTS.differing if entry.document.mark == Mark.UNSTATED else 1
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


def _best(found: Iterable[Candidate]) -> list[Candidate]:
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


def _listed(query: ParsedQuery, hits: Sequence[Hit]) -> Document | None:
    """Return a contract among the hits if a list is asked for and the first hit isn’t the list."""
    if query.kind != Kind.LIST or not query.games or hits[0].document.anchor == DEALS:
        return None
    game = hits[0].document.game
    contracts = (
        hit.document
        for hit in hits
        if (hit.document.game, hit.document.section) == (game, CONTRACTS)
    )
    return next(contracts, None)


def _is_named_alone(entry: IndexedDocument, query: ParsedQuery) -> bool:
    """Return whether this is the summary of the game whose name is the whole question."""
    is_introduction = query.names_only and not entry.document.anchor
    return is_introduction and all(asked.term in entry.read.title for asked in query.query_terms)


def _marked(entry: IndexedDocument, matching: AbstractSet[str]) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a text in order, with True for those that match one of these terms."""
    text, place = entry.document.text, 0
    read = entry.read
    for term, start, end in zip(read.terms, read.starts, read.ends, strict=True):
        if term in matching and start >= place:
            yield text[place:start], False
            yield text[start:end], True
            place = end
    yield text[place:], False


def _once(
    best: Iterable[ScoredDocument], *, once_a_game: bool = False
) -> Iterator[IndexedDocument]:
    """Yield the documents without repetitions.

    A text that several games share is yielded once. Some facts have the same place on a page, such
    as the packs for each number of players. Of the facts in one place, and of the deals of a game,
    all but the best are yielded last. With ``once_a_game``, only the best document of each game is
    yielded.
    """
    seen: set[tuple[str, str]] = set()
    later: list[IndexedDocument] = []
    for _score, entry in best:
        document = entry.document
        if once_a_game:
            if (document.game, "") not in seen:
                yield entry
            seen.add((document.game, ""))
            continue
        text = (document.text, document.section)
        place = (document.game, "deal" if document.anchor.startswith("deal-") else document.anchor)
        if text in seen:
            continue
        if document.answer and place in seen:
            later.append(entry)
        else:
            yield entry
        seen |= {text, place}
    yield from later


def _generality(games: Catalogue, variant: Variant) -> float:
    """Return how general a game is.

    A game is more general if others are based on it, and less if it is based on another.
    """
    descendants = sum(variant in games.lineage(other)[1:] for other in games.variants.values())
    return (WEIGHTS.child if variant.based_on else 1) * (
        1 + WEIGHTS.descendants * log2(1 + descendants)
    )


# The index of the current catalogue.
_indexes: dict[Catalogue, Index] = {}


def index(folder: Path | None = None) -> Index:
    """Return the index of the games and the pages, which is built once.

    If the first call gives a folder that belongs to this program, the corpus is saved there, so
    that the next process can load it instead of reading all texts.
    """
    games = catalogue()
    made = _indexes.get(games)
    if made is None:
        made = Index(games, _corpus(games, folder), vocabulary())
        _indexes.clear()
        _indexes[games] = made
    return made


def _corpus(games: Catalogue, folder: Path | None) -> Corpus:
    def read() -> Corpus:
        with in_english():
            return read_corpus(rule_texts(), vocabulary())

    return stored_corpus(folder, edition_of(games.folders), read) if folder else read()


def search(question: str, game: str = "") -> SearchResult:
    """Return the documents that answer ``question``, best first.

    ``game`` is the slug of the game that the question is about unless it names another.
    """
    return index().search(question, game)


def search_rules(question: str, variant: Variant, ruleset: Ruleset) -> SearchResult:
    """Return the documents that answer ``question`` under a group’s rules for ``variant``."""
    own = _entries_of(rule_texts(), variant.slug, json.dumps(dump(ruleset)))
    return index().search(question, variant.slug, own)


@lru_cache(maxsize=32)
def _entries_of(texts: RuleTexts, slug: str, ruleset: str) -> list[IndexedDocument]:
    with in_english():
        return index().entries(
            documents(texts, texts.catalogue.variant(slug), load(json.loads(ruleset)))
        )
