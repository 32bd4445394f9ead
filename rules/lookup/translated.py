"""The search in a language other than English.

Each language has an index of its own: the rules and facts that are translated into it, and the
names of games in all languages. Documents score by the terms that they share with a question, as in
English, but there are neither synonyms nor learned weights.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from threading import Lock

from rapidfuzz.distance import OSA
from snowballstemmer import stemmer

from rules.engine.catalogue import Catalogue
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Variant
from rules.lookup.asking import QuestionKind
from rules.lookup.candidates import ELSEWHERE, CandidateFinder, shortlist
from rules.lookup.corpus import IndexedDocument, ReadText, indexed, weighted
from rules.lookup.documents import GLOSSARY, MENTIONED, Document, documents
from rules.lookup.hits import Hit, SearchResult, marked_parts, without_repetitions
from rules.lookup.questions import MOST_TERMS, ParsedQuery, QueryTerm
from rules.lookup.words import Token
from rules.reference.game_words import names_of, translated_variant
from rules.reference.rule_texts import RuleTexts
from rules.translation import in_english, in_language

MOST_TEXT, HITS = 300, 12
# The stemmers of Snowball by language. Words of other languages are compared as they are.
STEMMERS = {
    "da": "danish",
    "de": "german",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
# Words that are at least this long may be misspelt, and those twice as long may be compounds, such
# as „Jokerwert“, of which each part has at least PART letters.
LONG, PART = 5, 4
FILLERS = "fillers.txt"
_WORD = re.compile(r"\d+|[^\W\d_]+|[♠♥♦♣]")
_stemming = Lock()  # a stemmer is stateful

Name = tuple[str, ...]


class TranslatedIndex:
    """The documents of all games in one language, by game and by term."""

    def __init__(self, texts: RuleTexts, language: str) -> None:
        self.language = language
        self._stemmer = stemmer(STEMMERS[language]) if language in STEMMERS else None
        self._stem = lru_cache(maxsize=20_000)(self._stem_of)
        games = texts.catalogue
        self._fillers = frozenset(map(folded, _fillers(games, language)))
        # A rule that several games share is read only once.
        self._read: dict[tuple[str, str], ReadText] = {}
        places: dict[str, Sequence[IndexedDocument]] = {
            slug: self.entries(translated_documents(texts, variant, language))
            for slug, variant in games.variants.items()
        }
        self._finder = CandidateFinder(games, places | {GLOSSARY: (), MENTIONED: ()})
        self._names = _names(games)
        self._longest = max(map(len, self._names))

    def entries(self, found: Iterable[Document]) -> list[IndexedDocument]:
        """Return documents in the form that can be searched."""
        return [indexed(document, self._read_document(document)) for document in found]

    def search(
        self, question: str, game: str = "", own: Sequence[IndexedDocument] = ()
    ) -> SearchResult:
        """Return the documents that answer ``question``.

        They belong to ``game`` if it is given and the question names no other. ``own`` are the
        documents of that game under a group’s house rules, which replace the standard ones.
        """
        query = " ".join(question[:MOST_TEXT].replace("\x00", " ").split())
        parsed = self.parse(query, game)
        if parsed is None:
            return SearchResult(query, language=self.language)
        found = shortlist(self._finder.found(parsed, game, own))
        # The games that are named come first.
        found.sort(key=lambda each: each.certainty <= ELSEWHERE)
        texts = without_repetitions((each.score, each.entry) for each in found if each.score > 0)
        hits = tuple(
            Hit(entry.document, tuple(marked_parts(entry, parsed.terms)))
            for entry, _place in zip(texts, range(HITS), strict=False)
        )
        return SearchResult(query, hits, language=self.language)

    def parse(self, question: str, game: str = "") -> ParsedQuery | None:
        """Return the games and the terms of a question; None if it is in another language.

        Words that no document has are left out, and they are at most half of its words.
        """
        words = [folded(word) for word in _WORD.findall(question)]
        games, rest = self._named(words)
        rest = [word for word in rest if word not in self._fillers] or rest
        known = [self._known(self._stem(word), self._finder.rarity) for word in rest]
        if sum(map(bool, known)) * 2 < len(rest):
            return None
        terms = dict.fromkeys(chain.from_iterable(known))
        return ParsedQuery(
            query_terms=tuple(
                QueryTerm(term, {term: 1.0}, self._finder.rarity[term], is_name=False)
                for term in list(terms)[:MOST_TERMS]
            ),
            names=(),
            pairs=frozenset(pairwise(terms)),
            sections={},
            about=frozenset(terms),
            asks_meaning=False,
            wants_figure=False,
            names_only=not rest,
            games=games or ({game: 1.0} if game else {}),
            kind=QuestionKind.OTHER,
            negative=False,
            plain=frozenset(terms),
            figures=frozenset(),
        )

    def _named(self, words: Sequence[str]) -> tuple[dict[str, float], list[str]]:
        """Return the games that a question names, and its other words. Longer names come first."""
        games: dict[str, float] = {}
        rest: list[str] = []
        place = 0
        while place < len(words):
            for length in range(self._longest, 0, -1):
                if slugs := self._names.get(tuple(words[place : place + length])):
                    games |= dict.fromkeys(slugs, 1.0)
                    place += length
                    break
            else:
                rest.append(words[place])
                place += 1
        return games, rest

    def _known(self, term: str, terms: Mapping[str, float]) -> Sequence[str]:
        """Return the term that is meant, or the two parts of a compound; empty if none is known."""
        if term in terms or len(term) < LONG:
            return (term,) if term in terms else ()
        for end in range(len(term) - PART, PART - 1, -1):
            parts = tuple(self._stem(part) for part in (term[:end], term[end:]))
            if all(part in terms for part in parts):
                return parts
        near = (each for each in terms if each[0] == term[0] and abs(len(each) - len(term)) < 2)
        return next(((each,) for each in near if OSA.distance(each, term) == 1), ())

    def _read_document(self, document: Document) -> ReadText:
        words = document.title, document.text
        if words not in self._read:
            title, text = (tuple(self._tokens(each)) for each in words)
            self._read[words] = weighted(document, title=title, text=text)
        return self._read[words]

    def _tokens(self, text: str) -> Iterator[Token]:
        for match in _WORD.finditer(text):
            yield Token(self._stem(folded(match[0])), *match.span())

    def _stem_of(self, word: str) -> str:
        """Return the stem of a word without accents."""
        if self._stemmer is None:
            return word
        with _stemming:
            return str(self._stemmer.stemWord(word))


def folded(word: str) -> str:
    """Return a word in small letters without accents, which people leave out when they type."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def translated_documents(
    texts: RuleTexts, variant: Variant, language: str, ruleset: Ruleset | None = None
) -> list[Document]:
    """Return the documents of a variant whose texts aren’t those of the English documents."""
    with in_english():
        english = documents(texts, variant, ruleset, with_lexicon=False)
    with in_language(language):
        own = documents(texts, translated_variant(variant), ruleset, with_lexicon=False)
    return [each for each, other in zip(own, english, strict=True) if each.text != other.text]


def _fillers(games: Catalogue, language: str) -> Iterator[str]:
    """Yield the words in ``texts/<language>/fillers.txt``, which say nothing about a rule."""
    for folder in games.folders:
        path = folder / "texts" / language / FILLERS
        if path.exists():
            yield from path.read_text("utf-8").split()


def _names(games: Catalogue) -> Mapping[Name, list[str]]:
    """Return the slugs of the games by each of their names in all languages."""
    names: defaultdict[Name, list[str]] = defaultdict(list)
    for slug, variant in games.variants.items():
        for name in {tuple(map(folded, _WORD.findall(text))) for text in names_of(variant)}:
            names[name].append(slug)
    return names
