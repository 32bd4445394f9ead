"""The search: a question in people’s own words, and the rules that answer it, best first.

The index holds all documents in memory. A document scores by the terms that it shares with the
question, by its section, and by its game, which the question may name or describe. The documents
with the highest scores are then ranked by a model.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import dump_ruleset, load_ruleset
from rules.engine.variants import Variant
from rules.lookup.answers import answer, with_fact_first
from rules.lookup.asking import QuestionKind
from rules.lookup.candidates import CandidateFinder, shortlist
from rules.lookup.corpus import (
    Corpus,
    IndexedDocument,
    indexed,
    read_corpus,
    read_document,
)
from rules.lookup.documents import MENTIONED, Document, documents
from rules.lookup.evidence import Evidence
from rules.lookup.game_names import GameNames
from rules.lookup.hits import Hit, SearchResult, marked_parts, without_repetitions
from rules.lookup.index_file import edition_of, stored_corpus
from rules.lookup.page_names import PageNames
from rules.lookup.questions import ParsedQuery, QueryParser
from rules.lookup.ranking import DEALS, Candidate, rank
from rules.lookup.translated import TranslatedSearch, dictionary
from rules.lookup.vocabulary import Vocabulary, vocabulary
from rules.reference.rule_texts import RuleTexts, rule_texts
from rules.translation import in_english, languages

MOST_TEXT = 300
HITS = 12
# The number of games that are listed.
GAMES = 40
# A word that distinguishes versions of a game occurs in at most this many games.
FEW_GAMES = 2
# The comparison shows at most this many games.
MOST_COMPARED = 4
# The section that answers a question for all deals.
CONTRACTS = "contracts"


class Index:
    """All documents by game and by term. An index doesn’t change."""

    def __init__(self, games: Catalogue, corpus: Corpus, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._places = corpus.places
        self._read = {
            entry.document.words: entry.read for entry in chain.from_iterable(self._places.values())
        }
        self._finder = CandidateFinder(games, self._places)
        general = self._finder.general
        terms_by_game: defaultdict[str, set[str]] = defaultdict(set)
        for entry in general:
            terms_by_game[entry.document.game].update(entry.read.weights)
        game_counts = Counter(chain.from_iterable(terms_by_game.values()))
        common = {term for term, count in game_counts.items() if count > FEW_GAMES}
        mentioned = [
            (entry.read.title, entry.read.weights.keys())
            for entry in general
            if entry.document.game == MENTIONED
        ]
        self._variants = games.variants
        self._parser = QueryParser(
            vocabulary,
            GameNames(games, vocabulary, corpus.names, common, mentioned),
            Evidence(games.variants, corpus.signs, vocabulary),
            rarity=self._finder.rarity,
            terms_by_place={
                place: frozenset(chain.from_iterable(entry.read.weights for entry in entries))
                for place, entries in self._places.items()
            },
            domain_terms=corpus.domain_terms,
            word_counts=corpus.word_counts,
            spellings=corpus.spellings,
        )
        self._page_names = PageNames(games, corpus, vocabulary, self._parser.is_known)

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
        self,
        question: str,
        game: str = "",
        own: Sequence[IndexedDocument] = (),
        *,
        as_new: bool = False,
    ) -> SearchResult:
        """Return the documents that answer ``question``.

        They belong to ``game`` if it is given and the question names no other. ``own`` are the
        documents of that game under a group’s house rules, which replace the standard ones. With
        ``as_new``, the question is answered as if it were not one of the known questions.
        """
        query = " ".join(question[:MOST_TEXT].replace("\x00", " ").split())
        parsed = self._parser.parse(query, game)
        named = () if game else self._page_names.pages(query)
        pages = tuple(Hit(entry.document, ((entry.document.text, False),)) for entry in named)
        if other := self._without_rules(query, parsed, game):
            return SearchResult(query, pages, without_rules=other)
        if parsed is None:
            return SearchResult(query, pages)
        if self._parser.is_foreign(parsed) and not pages:
            return SearchResult(query, nearest=self._parser.nearest(query))
        found = self._finder.found(parsed, game, own)
        asks_games = parsed.kind == QuestionKind.GAME and not parsed.games
        of_games = self._finder.of_games(parsed, found) if asks_games else []
        which = bool(of_games)
        ranked = with_fact_first(
            parsed, query, rank(of_games or shortlist(found), parsed, as_new=as_new)
        )
        matching = parsed.terms
        if ranked and ranked[0].entry.document.game in {entry.document.game for entry in named}:
            named = ()
        best = chain(named, (each.entry for each in ranked))
        texts = without_repetitions(best, once_a_game=which)
        hits = tuple(
            Hit(entry.document, tuple(marked_parts(entry, matching)))
            for entry in islice(texts, GAMES if which else HITS)
        )
        if not hits:
            return SearchResult(query, nearest=self._parser.nearest(query))
        is_list = which or parsed.compared or named
        return SearchResult(
            query,
            hits,
            None if is_list else answer(parsed, query, ranked),
            read_as=self._parser.read_as(query),
            lists_games=which,
            compares=parsed.compared[:MOST_COMPARED],
            section=_listed(parsed, hits),
        )

    def _without_rules(self, query: str, parsed: ParsedQuery | None, game: str) -> str:
        """Return the game without rules here that a question is about, or an empty string."""
        others = parsed.games.keys() - {game} if parsed else ()
        is_ours = any(each in self._variants for each in others)
        return "" if is_ours else self._page_names.without_rules(query)

    def candidates(
        self, parsed: ParsedQuery, game: str = "", own: Sequence[IndexedDocument] = ()
    ) -> list[Candidate]:
        """Return the documents whose terms score highest, before the model ranks them."""
        return shortlist(self._finder.found(parsed, game, own))


def _listed(query: ParsedQuery, hits: Sequence[Hit]) -> Document | None:
    """Return a contract among the hits if a list is asked for and the first hit isn’t the list."""
    if query.kind != QuestionKind.LIST or hits[0].document.anchor == DEALS:
        return None
    game = hits[0].document.game
    if game not in query.likeliest_games:
        return None
    contracts = (
        hit.document
        for hit in hits
        if (hit.document.game, hit.document.section) == (game, CONTRACTS)
    )
    return next(contracts, None)


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


def translation() -> TranslatedSearch | None:
    """Return what translates questions from the reader’s language and results into it, or None."""
    # In English, the rule texts aren’t needed.
    return next(filter(None, (_translation(rule_texts(), code) for code in languages())), None)


@lru_cache(maxsize=8)
def _translation(texts: RuleTexts, language: str) -> TranslatedSearch | None:
    words = dictionary(texts.catalogue, language)
    return TranslatedSearch(texts, language, words) if words else None


def _corpus(games: Catalogue, folder: Path | None) -> Corpus:
    def read() -> Corpus:
        with in_english():
            return read_corpus(rule_texts(), vocabulary())

    return stored_corpus(folder, edition_of(games.folders), read) if folder else read()


def search(question: str, game: str = "") -> SearchResult:
    """Return the documents that answer ``question``, best first, in the reader’s language.

    ``game`` is the slug of the game that the question is about unless it names another.
    """

    def found(english: str) -> SearchResult:
        return index().search(english, game)

    own = translation()
    return own.search(question[:MOST_TEXT], found) if own else found(question)


def search_rules(question: str, variant: Variant, ruleset: Ruleset) -> SearchResult:
    """Return the documents that answer ``question`` under a group’s rules for ``variant``."""
    rules, own = json.dumps(dump_ruleset(ruleset)), translation()

    def found(english: str) -> SearchResult:
        entries = _entries_of(rule_texts(), variant.slug, rules)
        return index().search(english, variant.slug, entries)

    return own.search(question[:MOST_TEXT], found, variant.slug, rules) if own else found(question)


@lru_cache(maxsize=32)
def _entries_of(texts: RuleTexts, slug: str, ruleset: str) -> list[IndexedDocument]:
    with in_english():
        return index().entries(
            documents(texts, texts.catalogue.variant(slug), load_ruleset(json.loads(ruleset)))
        )
