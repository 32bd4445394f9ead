"""Looking up a rule: a question in people's own words, the rules that answer it, best first.

The index is the rules' own and small enough to weigh each rule by what a question is about: which
game it names, which of its ideas the rule tells, in which section, and whose words they are.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from itertools import chain, pairwise
from math import log, log2

from rules.engine.catalogue import Catalogue
from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import dump, load
from rules.engine.variants import Variant
from rules.lookup.documents import (
    GLOSSARY,
    MENTIONED,
    SOURCES,
    Document,
    documents,
    page_documents,
)
from rules.lookup.game_names import Names
from rules.lookup.questions import Asked, Pair, Questions
from rules.lookup.vocabulary import Speech, Token, numbered, read_words, speech
from rules.reference.rule_files import DIFFER, EXAMPLE
from rules.reference.rule_texts import RuleTexts, rule_texts

MOST_TEXT = 200
HITS = 12

# How much a term counts by where it stands.
TITLE, TEXT, SEARCH_WORDS = 1.4, 1.0, 1.0
# What a field adds to a term that another one tells as well.
AGAIN = 0.25
# How soon a term said twice counts no more, and how much a long text is held against it.
SATURATION, LENGTH, USUAL_LENGTH = 1.2, 0.65, 20
# A rule that tells half of what was asked is worth less than half.
COVERAGE = 2.2
# What a title that the question names whole adds.
TITLED = 0.35
# How much a kind of document counts.
FACT, INTRODUCTION, DIFFERS, EXAMPLES, CREDITS = 1.2, 0.15, 0.7, 0.75, 0.45
SECTIONS = {"tips": 0.6, "glossary": 0.8, "options": 0.7, "history": 0.9, "names": 0.8}
# How a rule begins that only says that there is none.
SILENT = ("These rules do not say", "No source")
# How a rule about the pad begins; who asks is at the table.
PAD = ("On the pad", "Checking the pad", "The pad")
# A game that rests on another is less general than it, one on which others rest is more so.
CHILD, KIN, PAGES = 0.7, 0.2, 0.5
# A game of which much is told is asked about more.
TOLD, MUCH_TOLD = 0.4, 100
# Rules of other games than the one that is named, where that has little to say.
LITTLE, ELSEWHERE = 0.5, 0.05
# What speaks for a game that is named when nothing else does, and for what was named alone.
NAMED, SURE = 0.01, 100.0
# How much a rule counts that is about just what was asked, and where its meaning was.
WHOLE, MEANT = 1.3, 5.0
# What words add that follow each other in the question and in the rule.
PAIR = 0.15
# Who asks how many wants a figure.
FIGURE = 1.35
# Words by which versions are told apart stand in so many games at most.
OF_ITS_OWN = 2


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found, its text cut into parts that match (True) and parts that do not."""

    document: Document
    marked: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found for a question, best first; ``nearest`` are terms to try when nothing was.

    ``answer`` is the first hit in a sentence where that is a fact, ``read_as`` the question without
    its slips of spelling where it had any.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    answer: str = ""
    nearest: tuple[str, ...] = ()
    read_as: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    """A text as it is searched: its tokens, what its terms weigh, those that follow each other,
    those of its title, and whether it tells a figure.
    """

    tokens: tuple[Token, ...]
    weights: Mapping[str, float]
    pairs: AbstractSet[Pair]
    title: AbstractSet[str]
    has_figure: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    """A document with its text as it is searched, and how much its kind counts."""

    document: Document
    read: _Read
    share: float


ScoredDeal = tuple[float, _Entry]


class Index:
    """Documents by game and by term; made once and then only read."""

    def __init__(self, texts: RuleTexts, words: Speech) -> None:
        catalogue = texts.catalogue
        self._words = words
        self._read: dict[tuple[str, ...], _Read] = {}
        self._shelves: defaultdict[str, list[_Entry]] = defaultdict(list)
        for slug, variant in catalogue.variants.items():
            self._shelve(slug, documents(texts, variant))
        places = list(self._shelve_pages())
        self._general = [
            entry
            for entries in self._shelves.values()
            for entry in entries
            if not entry.document.inherited
        ]
        self._postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        games: defaultdict[str, set[str]] = defaultdict(set)
        for number, entry in enumerate(self._general):
            for term, weight in entry.read.weights.items():
                self._postings[term].append((number, weight))
                games[term].add(entry.document.game)
        rarity = {
            term: log(1 + len(self._general) / len(found)) for term, found in self._postings.items()
        }
        priors = {
            slug: _prior(catalogue, variant) * (len(self._shelves[slug]) / MUCH_TOLD) ** TOLD
            for slug, variant in catalogue.variants.items()
        }
        priors |= {GLOSSARY: PAGES, MENTIONED: PAGES}
        self._priors = [priors[entry.document.game] for entry in self._general]
        common = {term for term, used_by in games.items() if len(used_by) > OF_ITS_OWN}
        told_of = {
            game: frozenset(term for entry in entries for term in entry.read.weights)
            for game, entries in self._shelves.items()
        }
        telling = words.known.union(
            token.term
            for entry in self._general
            for token in words.tokens(_heading(entry.document))
        )
        said = [
            (word.term, text[word.start : word.end].casefold())
            for entry in self._general
            for text in (entry.document.text, ", ".join(entry.document.search_words))
            for word in read_words(text)
        ]
        names = Names(catalogue, words, places, common)
        self._questions = Questions(
            words, names, rarity=rarity, told_of=told_of, telling=telling, said=said
        )

    def _shelve_pages(self) -> Iterator[tuple[str, str]]:
        """Shelve the terms of the pages; yields the names of games that are only mentioned, each a
        shelf of its own, with their shelves.
        """
        for called, document in page_documents():
            place = document.game
            if place == MENTIONED:
                place = f"{MENTIONED}#{document.anchor}"
                yield from ((name, place) for name in called)
            self._shelve(place, [document])

    def entries(self, found: Iterable[Document]) -> list[_Entry]:
        """The documents, ready to be searched; what was read before is not read again."""
        return [
            _Entry(
                document,
                self._read.get(document.words) or _read(self._words, document),
                _share(document),
            )
            for document in found
        ]

    def _shelve(self, place: str, found: Iterable[Document]) -> None:
        for entry in self.entries(found):
            self._read[entry.document.words] = entry.read
            self._shelves[place].append(entry)

    def search(self, question: str, game: str = "", own: Sequence[_Entry] = ()) -> Found:
        """Return what answers ``question``; rules of ``game``, where given, unless the question
        names another. ``own`` are a table's rules of that game, which stand for its usual ones.
        """
        query = " ".join(question[:MOST_TEXT].replace("\x00", " ").split())
        asked = self._questions.read(query, game)
        if asked is None:
            return Found(query)
        shelves: list[tuple[Sequence[_Entry], float]] = (
            [(own, 1.0)]
            if own and game in asked.games
            else [(self._shelves[slug], sureness) for slug, sureness in asked.games.items()]
        )
        scored = list(self._on_shelves(asked, shelves))
        if max((score for score, _ in scored), default=0) < LITTLE * asked.weight:
            scored += self._anywhere(asked)
        telling = {term for idea in asked.ideas for term in idea.terms}
        hits = tuple(
            Hit(entry.document, tuple(_marked(entry, telling)))
            for entry in _once(nlargest(2 * HITS, scored, key=lambda pair: pair[0]))
        )[:HITS]
        if not hits:
            return Found(query, nearest=self._questions.nearest(query))
        read_as = self._questions.read_as(query)
        return Found(query, hits, hits[0].document.answer, read_as=read_as)

    def _on_shelves(
        self, asked: Asked, shelves: Iterable[tuple[Sequence[_Entry], float]]
    ) -> Iterator[ScoredDeal]:
        """What the games that are named say."""
        for entries, sureness in shelves:
            for entry in entries:
                score = _score(entry, asked)
                if len(entries) == 1 or _is_named_alone(entry, asked):
                    score += SURE
                if score or not entry.document.anchor:
                    yield (score or NAMED) * sureness, entry

    def _anywhere(self, asked: Asked) -> Iterator[ScoredDeal]:
        """What any game says, the more general the better; of games that are named nothing."""
        told: defaultdict[int, float] = defaultdict(float)
        for idea in asked.ideas:
            best: dict[int, float] = {}
            for term, share in idea.terms.items():
                for number, weight in self._postings.get(term, ()):
                    if weight * share > best.get(number, 0.0):
                        best[number] = weight * share
            for number, weight in best.items():
                told[number] += weight * idea.weight
        likely = ((weight * self._priors[number], number) for number, weight in told.items())
        for _, number in nlargest(4 * HITS, likely):
            entry = self._general[number]
            # A figure of another game is no answer for one that is named.
            if entry.document.game in asked.games or (asked.games and entry.document.answer):
                continue
            share = ELSEWHERE if asked.games else self._priors[number]
            share *= DIFFERS if entry.document.text.startswith(SILENT) else 1
            yield _score(entry, asked) * share, entry


def _heading(document: Document) -> str:
    """The games' own words: what it is about, and how a fact is asked for."""
    return " ".join((document.title, *(document.search_words if document.answer else ())))


def _read(words: Speech, document: Document) -> _Read:
    """The texts of a document, their terms weighed after Okapi BM25."""
    title, text = words.tokens(document.title), words.tokens(document.text)
    phrases = [words.tokens(phrase) for phrase in document.search_words]
    # What says again what it is about says it once, and that tables differ it does not tell.
    heading = len(document.title) if document.text.startswith(f"{document.title}:") else 0
    heading = len(DIFFER) if document.text.startswith(DIFFER) else heading
    told = Counter(token.term for token in text if token.start >= heading)
    length = 1 - LENGTH + LENGTH * len(text) / USUAL_LENGTH
    weights = {
        term: TEXT * count * (1 + SATURATION) / (count + SATURATION * length)
        for term, count in told.items()
    }
    for fields, weight in ((phrases, SEARCH_WORDS), ([title], TITLE)):
        terms = {token.term for token in chain.from_iterable(fields)}
        # The figure of “Deal 10” is no ten.
        figures = {part for term in terms for part in numbered(term)[1:]}
        for term in terms - figures:
            weights[term] = max(weights.get(term, 0.0), weight) + AGAIN * weight
    pairs = frozenset(
        pair
        for tokens in (title, text, *phrases)
        for pair in pairwise(token.term for token in tokens if token.term not in words.fillers)
    )
    return _Read(
        tokens=tuple(text),
        weights=weights,
        pairs=pairs,
        title=frozenset(token.term for token in title) - words.fillers,
        has_figure=any(term.isdecimal() for term in told),
    )


def _score(entry: _Entry, asked: Asked) -> float:
    """How well a document tells what was asked, 0 where it tells nothing of it."""
    weights = entry.read.weights
    if asked.terms.isdisjoint(weights):
        return 0.0
    told = covered = 0.0
    titled = 0
    for idea in chain(asked.ideas, asked.names):
        best = nearness = 0.0
        for term, share in idea.terms.items():
            weight = weights.get(term, 0.0) * share
            if weight > best:
                best, nearness = weight, share
        told += best * idea.weight
        covered += 0.0 if idea.is_name else nearness * idea.weight
        titled += not entry.read.title.isdisjoint(idea.terms)
    heading = 1 + TITLED * titled / len(entry.read.title) if entry.read.title else 1.0
    section = asked.sections.get(entry.document.section, 1.0)
    heading += PAIR * len(asked.pairs & entry.read.pairs)
    figure = FIGURE if asked.wants_figure and entry.read.has_figure else 1.0
    coverage: float = min(1.0, covered / asked.weight) ** COVERAGE
    whole = 1.0
    if entry.read.title == asked.about and not entry.document.answer:
        if asked.asks_meaning and entry.document.section != "options":
            whole = MEANT
        elif entry.document.section != "glossary":
            whole = WHOLE
    return told * coverage * entry.share * heading * section * figure * whole


def _is_named_alone(entry: _Entry, asked: Asked) -> bool:
    """Whether this introduces the game of whose name the question is made."""
    is_introduction = asked.names_only and not entry.document.anchor
    return is_introduction and all(idea.term in entry.read.title for idea in asked.ideas)


def _marked(entry: _Entry, telling: AbstractSet[str]) -> Iterator[tuple[str, bool]]:
    """The text in parts, those that match and those between them."""
    text, place = entry.document.text, 0
    for token in entry.read.tokens:
        if token.term in telling and token.start >= place:
            yield text[place : token.start], False
            yield text[token.start : token.end], True
            place = token.end
    yield text[place:], False


def _share(document: Document) -> float:
    """How much a kind of document counts."""
    if not document.anchor:
        return INTRODUCTION
    if document.answer:
        return FACT
    if document.anchor == SOURCES:
        return CREDITS
    share = SECTIONS.get(document.section, 1.0)
    if document.text.startswith(DIFFER):
        return share * DIFFERS
    return share * EXAMPLES if document.text.startswith((EXAMPLE, *PAD)) else share


def _once(best: Iterable[ScoredDeal]) -> Iterator[_Entry]:
    """Without what another game says in the same words; of what stands in one place, such as the
    cards for each number of players, or is one of the deals, all but the best last.
    """
    told: set[tuple[str, str]] = set()
    later: list[_Entry] = []
    for score, entry in best:
        document = entry.document
        said = (document.text, document.section)
        place = (document.game, "deal" if document.anchor.startswith("deal-") else document.anchor)
        if not score or said in told:
            continue
        if document.answer and place in told:
            later.append(entry)
        else:
            yield entry
        told |= {said, place}
    yield from later


def _prior(catalogue: Catalogue, variant: Variant) -> float:
    """How general a game is: others rest on it, and it rests on none."""
    kin = sum(variant in catalogue.lineage(other)[1:] for other in catalogue.variants.values())
    return (CHILD if variant.based_on else 1) * (1 + KIN * log2(1 + kin))


def index() -> Index:
    """The index of the rule texts and the pages, made once."""
    return _index_of(rule_texts())


@lru_cache(maxsize=1)
def _index_of(texts: RuleTexts) -> Index:
    return Index(texts, speech())


def search(question: str, game: str = "") -> Found:
    """Return what answers ``question``, best first, at most HITS of them; rules of ``game``, a
    slug, where given, unless the question names another.
    """
    return index().search(question, game)


def search_rules(question: str, variant: Variant, ruleset: Ruleset) -> Found:
    """Return what answers ``question`` by the rules that a table plays ``variant`` by."""
    own = _entries_of(rule_texts(), variant.slug, json.dumps(dump(ruleset)))
    return index().search(question, variant.slug, own)


@lru_cache(maxsize=32)
def _entries_of(texts: RuleTexts, slug: str, ruleset: str) -> list[_Entry]:
    return index().entries(
        documents(texts, texts.catalogue.variant(slug), load(json.loads(ruleset)))
    )
