"""Looking up a rule: a question in people's own words, the rules that answer it, best first.

The index is the rules' own and small enough to weigh each rule by what a question is about: which
game it names, which of its ideas the rule tells, and whose words they are.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from heapq import nlargest
from math import log, log2

from rapidfuzz.distance import OSA

from rules.documents import GLOSSARY, MENTIONED, Document, documents, page_documents
from rules.library import Library, library
from rules.rulesets import Ruleset
from rules.speech import Speech, Token, read_words, sound, speech, stem
from rules.variants import Variant
from rules.wording import DIFFER, EXAMPLE

MOST_TEXT = 200
MOST_TERMS = 16
HITS = 20

# How much a term counts by where it stands, and as a neighbour of what was asked.
TITLE, TEXT, ASKS, NEAR = 1.6, 1.0, 1.1, 0.45
# How soon a term said twice counts no more, and how much a long text is held against it.
SATURATION, LENGTH = 1.2, 0.45
# A rule that tells half of what was asked is worth less than half.
COVERAGE = 1.6
# Rules of games that a question does not name, when it names another.
ELSEWHERE = 0.1
CHILD, KIN = 0.8, 0.25
# The glossary is more general than any game but the first of its kin.
GENERAL = 0.7
# What a word weighs that stands nowhere, and a game that is named when nothing else fits.
RARE, BARE = 6.0, 0.01
# What a section that the question is about counts more; what a game counts that alone is meant.
ABOUT, SURE = 0.5, 5.0
# What a word weighs that is none of the games' own, such as “moment” or “somebody”.
PLAIN = 0.4
# What the word weighs by which a game is called.
NAME = 0.2
USUAL_LENGTH = 20
# How surely a game is meant by an alias, or by a part of its name.
ALIAS, PART_OF_NAME, NAMED, HEARSAY = 0.9, 0.85, 1.0, 0.5
# How much a kind of document counts: a question that asks for such tells so in its words.
FACT, INTRODUCTION, DIFFERS, EXAMPLES = 1.1, 0.5, 0.9, 0.75
SECTION_SHARE = {"tips": 0.6, "glossary": 0.85, "options": 0.85, "history": 0.9, "names": 0.9}
ARTICLES = ("the", "a", "an")
MOST_NEAREST = 6


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found, its text cut into parts that match (True) and parts that do not."""

    document: Document
    score: float
    marked: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found for a question, best first; ``nearest`` are terms to try when nothing was.

    ``answer`` is the first hit in a sentence where that is a fact.
    """

    query: str
    hits: tuple[Hit, ...]
    answer: str = ""
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    document: Document
    terms: Mapping[str, float]
    share: float


@dataclass(frozen=True, slots=True)
class _Idea:
    """What a word of the question asks for: terms, and how well each tells it."""

    term: str
    terms: Mapping[str, float]
    weight: float


class Index:
    """Documents by game and by term; made once and then only read."""

    def __init__(self, books: Library, words: Speech) -> None:
        self._words = words
        analysed: dict[tuple[str, str, str], Mapping[str, float]] = {}
        self._by_game: dict[str, list[_Entry]] = {}
        for slug, variant in books.variants.items():
            entries = self._by_game[slug] = []
            for document in documents(books, variant):
                said = (document.title, document.text, document.asks)
                if said not in analysed:
                    analysed[said] = _weigh(words, document)
                entries.append(_Entry(document, analysed[said], _share(document)))
        called: list[tuple[str, str]] = []
        for names, document in page_documents():
            entry = _Entry(document, _weigh(words, document), _share(document))
            if document.game == MENTIONED:
                # Each of them is a game of its own, to be found by its names.
                place = f"{MENTIONED}#{document.anchor}"
                self._by_game[place] = [entry]
                called += [(name, place) for name in names]
            else:
                self._by_game.setdefault(document.game, []).append(entry)
        self._postings: defaultdict[str, list[_Entry]] = defaultdict(list)
        general = [
            entry
            for found in self._by_game.values()
            for entry in found
            if not entry.document.inherited
        ]
        for entry in general:
            for term in entry.terms:
                self._postings[term].append(entry)
        self._idf = {
            term: log(1 + len(general) / len(found)) for term, found in self._postings.items()
        }
        self._prior = {slug: _prior(books, variant) for slug, variant in books.variants.items()}
        self._prior |= {GLOSSARY: GENERAL, MENTIONED: CHILD}
        self._names = Names(books, words, called)
        self._telling = (words.known - {"one"}) | {
            token.term
            for entry in general
            for token in words.tokens(f"{entry.document.title} {entry.document.asks}")
        }
        self._sounds: defaultdict[str, set[str]] = defaultdict(set)
        for term in {*self._postings, *self._names.words}:
            self._sounds[sound(term)].add(term)
        self._vocabulary = sorted(term for found in self._sounds.values() for term in found)

    def search(
        self, question: str, game: str = "", own: Sequence[_Entry] = (), most: int = HITS
    ) -> Found:
        """Return what answers ``question``; rules of ``game``, where given, unless the question
        names another. ``own`` are a table's rules of that game, which stand for its usual ones.
        """
        query = " ".join(question[:MOST_TEXT].replace("\x00", " ").split())
        spelt = [Token(self._right(word.term), word.start, word.end) for word in read_words(query)]
        words = _without_opening(spelt, self._words)
        games, rest, names = self._names.find(words)
        if not games and game in self._by_game:
            games = {game: 1.0}
        terms = [token.term for token in self._words.joined(rest)]
        told = [term for term in terms if term not in self._words.fillers]
        if not told:
            told = [token.term for token in self._words.joined(words)]
        ideas = [self._idea(term) for term in dict.fromkeys(told)][:MOST_TERMS]
        # What a game is called may also be what it is about: hearts, the Shanghai call.
        ideas += [self._idea(name, NAME) for name in names if name not in told]
        shelves = {slug: self._by_game[slug] for slug in games} | ({game: own} if own else {})
        scored = self._scored(ideas, games, shelves)
        best = nlargest(most * 2, scored, key=lambda pair: pair[0])
        asked = {term for idea in ideas for term in idea.terms}
        hits = tuple(
            Hit(entry.document, score, tuple(self._marked(entry.document.text, asked)))
            for score, entry in _once(best)
        )[:most]
        if not hits:
            return Found(query, (), nearest=self._nearest(spelt))
        return Found(query, hits, hits[0].document.answer)

    def entries(self, found: Iterable[Document]) -> list[_Entry]:
        """The documents of a table's own rules, ready to be searched."""
        return [
            _Entry(document, _weigh(self._words, document), _share(document)) for document in found
        ]

    def _right(self, word: str) -> str:
        """The word where it is known, else one that sounds like it, or that it begins."""
        known = word in self._postings or word in self._names.words or word in self._words.known
        if known or len(word) < 3 or not word.isalpha():
            return word
        heard = sound(word)
        if heard in self._sounds:
            return max(self._sounds[heard], key=self._spread)
        begun = [other for other in self._vocabulary if other.startswith(word)]
        if begun:
            return max(begun, key=self._spread)
        most = 1 if len(heard) < 6 else 2
        near = [
            (-distance, self._spread(other), other)
            for spelt, others in self._sounds.items()
            if (distance := OSA.distance(heard, spelt, score_cutoff=most)) <= most
            for other in others
        ]
        return max(near)[2] if near else word

    def _spread(self, term: str) -> int:
        """In how many documents a term stands; the words of names stand in all."""
        return len(self._postings.get(term, ()))

    def _idea(self, term: str, share: float = 1.0) -> _Idea:
        terms = dict.fromkeys(self._words.near(term), NEAR) | {term: 1.0}
        weight = self._idf.get(term) or max(self._idf.get(other, 0.0) for other in terms) or RARE
        return _Idea(term, terms, share * weight if term in self._telling else PLAIN * weight)

    def _scored(
        self,
        ideas: Sequence[_Idea],
        games: Mapping[str, float],
        shelves: Mapping[str, Sequence[_Entry]],
    ) -> Iterator[tuple[float, _Entry]]:
        wanted = sum(idea.weight for idea in ideas)
        about = self._sections_of(ideas)
        for slug, weight in games.items():
            for entry in shelves[slug]:
                score = _score(entry, ideas, wanted) * about.get(entry.document.section, 1.0)
                if len(shelves[slug]) == 1:
                    score += SURE
                if score or not entry.document.anchor:
                    yield (score or BARE) * weight, entry
        for entry in self._told_of(ideas):
            document = entry.document
            # A figure of another game is no answer for one that is named.
            if document.game not in games and not (games and document.answer):
                share = ELSEWHERE if games else self._prior[document.game]
                share *= about.get(document.section, 1.0)
                yield _score(entry, ideas, wanted) * share, entry

    def _sections_of(self, ideas: Sequence[_Idea]) -> dict[str, float]:
        """How much more a section counts for what the question asks."""
        told: Counter[str] = Counter()
        for idea in ideas:
            for section in self._words.sections(idea.term):
                told[section] += 1
        most = max(told.values(), default=1)
        return {section: 1 + ABOUT * count / most for section, count in told.items()}

    def _told_of(self, ideas: Sequence[_Idea]) -> Iterable[_Entry]:
        """The documents of all games that tell one of the ideas, inherited ones left out."""
        terms = {term for idea in ideas for term in idea.terms}
        return {
            id(entry): entry for term in terms for entry in self._postings.get(term, ())
        }.values()

    def _marked(self, text: str, asked: AbstractSet[str]) -> Iterator[tuple[str, bool]]:
        place = 0
        for token in self._words.tokens(text):
            if token.term in asked:
                yield text[place : token.start], False
                yield text[token.start : token.end], True
                place = token.end
        yield text[place:], False

    def _nearest(self, spelt: Sequence[Token]) -> tuple[str, ...]:
        near: dict[str, None] = {}
        for word in spelt:
            near |= dict.fromkeys(get_close_matches(word.term, self._vocabulary, n=3, cutoff=0.5))
        return tuple(near)[:MOST_NEAREST]


def _weigh(words: Speech, document: Document) -> dict[str, float]:
    text = Counter(token.term for token in words.tokens(document.text))
    length = 1 - LENGTH + LENGTH * text.total() / USUAL_LENGTH
    weights = {
        term: TEXT * count * (1 + SATURATION) / (count + SATURATION * length)
        for term, count in text.items()
    }
    for field, weight in ((document.asks, ASKS), (document.title, TITLE)):
        for term in {token.term for token in words.tokens(field)}:
            weights[term] = max(weights.get(term, 0.0), weight) + 0.3 * weight
    return weights


def _score(entry: _Entry, ideas: Sequence[_Idea], wanted: float) -> float:
    told = covered = 0.0
    for idea in ideas:
        best = nearness = 0.0
        for term, share in idea.terms.items():
            weight = entry.terms.get(term, 0.0) * share
            if weight > best:
                best, nearness = weight, share
        told += best * idea.weight
        covered += nearness * idea.weight
    return told * (covered / wanted) ** COVERAGE * entry.share if covered else 0.0


def _share(document: Document) -> float:
    if not document.anchor:
        return INTRODUCTION
    share = SECTION_SHARE.get(document.section, 1.0)
    if document.answer:
        return FACT
    if document.text.startswith(DIFFER):
        return share * DIFFERS
    return share * EXAMPLES if document.text.startswith(EXAMPLE) else share


def _once(best: Iterable[tuple[float, _Entry]]) -> Iterator[tuple[float, _Entry]]:
    """Without what another game says in the same words."""
    told = set()
    for score, entry in best:
        said = (entry.document.text, entry.document.section)
        if score and said not in told:
            told.add(said)
            yield score, entry


def _prior(books: Library, variant: Variant) -> float:
    """How general a game is: others rest on it, and it rests on none."""
    kin = sum(variant in books.lineage(other)[1:] for other in books.variants.values())
    return (CHILD if variant.based_on else 1) * (1 + KIN * log2(1 + kin))


def _without_opening(words: list[Token], speech: Speech) -> list[Token]:
    opening = tuple(word.term for word in words[:2])
    asks_leave = len(words) > 2 and words[2].term in speech.acts
    return words[2:] if opening in speech.openings and asks_leave else words


class Names:
    """What games are called, and which of them a question names."""

    def __init__(
        self, books: Library, words: Speech, further: Iterable[tuple[str, str]] = ()
    ) -> None:
        self._words = words
        self._names: defaultdict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
        self._qualifiers: dict[str, frozenset[str]] = {}
        for slug, variant in books.variants.items():
            for called, weight in _called(variant, words):
                name = tuple(word.term for word in read_words(called))
                held = self._names[name]
                held[slug] = max(weight, held.get(slug, 0))
            said = {word.term for word in read_words(f"{variant.name} {variant.contributor}")}
            self._qualifiers[slug] = frozenset(said - words.known - words.generic)
        told = Counter(word for found in self._qualifiers.values() for word in found)
        for slug, found in self._qualifiers.items():
            for word in found:
                if told[word] == 1:
                    self._names[word,].setdefault(slug, PART_OF_NAME)
        for called, place in further:
            name = tuple(word.term for word in read_words(called))
            self._names[name] = {place: NAMED}
        for held in self._names.values():
            if max(held.values()) == NAMED:
                for slug, weight in held.items():
                    held[slug] = weight if weight == NAMED else HEARSAY
        self.words = frozenset(word for name in self._names for word in name).union(
            *self._qualifiers.values()
        )
        self._longest = max(map(len, self._names))

    def find(self, words: Sequence[Token]) -> tuple[dict[str, float], list[Token], list[str]]:
        """Return the games that are named, with how surely each is meant, the other words, and
        the names that are one word.
        """
        games: dict[str, float] = {}
        rest: list[Token] = []
        named: list[tuple[str, ...]] = []
        place = 0
        while place < len(words):
            phrase = self._words.phrase_at(words, place)
            name = self._name_at(words, place)
            if len(name) < phrase:
                rest += words[place : place + phrase]
                place += phrase
            elif name:
                named.append(name)
                for slug, weight in self._names[name].items():
                    games[slug] = max(weight, games.get(slug, 0))
                place += len(name)
            else:
                rest.append(words[place])
                place += 1
        games, rest = self._qualified(games, rest, named)
        return games, rest, [name[0] for name in named if len(name) == 1]

    def _name_at(self, words: Sequence[Token], place: int) -> tuple[str, ...]:
        for length in range(min(self._longest, len(words) - place), 0, -1):
            name = tuple(word.term for word in words[place : place + length])
            if name not in self._names:
                continue
            alone = length == len(words)
            before = [word.term for word in words[:place] if word.term not in ARTICLES][-1:]
            placed = bool(before) and before[0] in self._words.places
            if name not in self._words.common_names or alone or placed:
                return name
        return ()

    def _qualified(
        self, games: dict[str, float], rest: list[Token], named: Sequence[tuple[str, ...]]
    ) -> tuple[dict[str, float], list[Token]]:
        """Of games of one name the version that another word of the question tells."""
        told = {word.term for word in rest}.difference(*named)
        told_of = {slug: told & self._qualifiers.get(slug, frozenset()) for slug in games}
        if len(games) > 1 and any(told_of.values()):
            most = max(len(words) for words in told_of.values())
            games = {slug: 1.0 for slug, words in told_of.items() if len(words) == most}
            used = set.union(*(told_of[slug] for slug in games))
            rest = [word for word in rest if word.term not in used]
        return games, rest


def _called(variant: Variant, words: Speech) -> Iterator[tuple[str, float]]:
    """What a game is called, and how surely it is meant: by its name, by an alias, by its name
    without what tells its version, by that without “Rummy”.
    """
    plain = re.split(r"[(,]", variant.name)[0]
    yield variant.name, 1.0
    yield plain, 1.0 if plain == variant.name else PART_OF_NAME
    for alias in variant.aliases:
        yield alias, ALIAS
    short = " ".join(word for word in plain.split() if stem(word) not in words.generic)
    if short:
        yield short, PART_OF_NAME


@cache
def index() -> Index:
    """The index of all games and pages, made once."""
    return Index(library(), speech())


def search(question: str, game: str = "") -> Found:
    """Return what answers ``question`` best first, at most HITS of them."""
    return index().search(question, game)


def search_rules(question: str, variant: Variant, ruleset: Ruleset) -> Found:
    """Return what answers ``question`` by the rules that a table plays ``variant`` by."""
    own = _entries_of(variant.slug, ruleset.model_dump_json())
    return index().search(question, variant.slug, own)


@lru_cache(maxsize=32)
def _entries_of(slug: str, ruleset: str) -> list[_Entry]:
    books = library()
    rules = Ruleset.model_validate_json(ruleset)
    return index().entries(documents(books, books.variant(slug), rules))
