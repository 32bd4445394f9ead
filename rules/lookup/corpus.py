"""The corpus: all documents, with the weighted terms of each."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, pairwise

from rules.engine.variants import Variant
from rules.lookup.documents import (
    MENTIONED,
    SOURCES,
    Document,
    documents,
    page_documents,
)
from rules.lookup.evidence import PAIRED, STRONGEST, Sign, facts_of, figure_pairs, signs_of
from rules.lookup.questions import Pair
from rules.lookup.vocabulary import Vocabulary
from rules.lookup.weights import WEIGHTS
from rules.lookup.words import numbered, read_words
from rules.reference.rule_texts import RuleTexts
from rules.reference.statements import StatementKind


@dataclass(frozen=True, slots=True)
class ReadText:
    """The terms of a document.

    ``terms`` are the terms of the text in order; ``starts`` and ``ends`` have their positions.
    ``weights`` has the weight of each term, including those of the title and the search words.
    ``pairs`` are the pairs of consecutive terms.
    ``title`` are the terms of the title.
    ``has_figure`` is true if the text contains a number.
    """

    terms: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]
    weights: Mapping[str, float]
    pairs: AbstractSet[Pair]
    title: AbstractSet[str]
    has_figure: bool


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document, its terms, and the factor for its kind."""

    document: Document
    read: ReadText
    kind_weight: float


@dataclass(frozen=True, slots=True)
class Corpus:
    """All documents by place, and their words.

    A place is a game, a page, or an entry on the page of games that are only mentioned.
    ``names`` are the names of games that are only mentioned, each with its place.
    ``word_counts`` has the number of times that each term occurs.
    ``spellings`` maps each word, as written, to its term.
    ``domain_terms`` are the terms of card games.
    ``signs`` are words, and numbers with the next word, by which a game can be recognised.
    """

    places: Mapping[str, Sequence[IndexedDocument]]
    names: Sequence[tuple[str, str]]
    word_counts: Mapping[str, int]
    spellings: Mapping[str, str]
    domain_terms: AbstractSet[str]
    signs: Mapping[str, Sign]


def read_corpus(texts: RuleTexts, vocabulary: Vocabulary, *, with_lexicon: bool = True) -> Corpus:
    """Read all documents of the games and the pages.

    Without the lexicon, a rule has only the search words that all games share.
    """
    places: defaultdict[str, list[IndexedDocument]] = defaultdict(list)
    names: list[tuple[str, str]] = []
    # A rule that several games share is read only once.
    read: dict[tuple[str, ...], ReadText] = {}
    for place, called, document in _by_place(texts, with_lexicon=with_lexicon):
        names += ((name, place) for name in called)
        if document.words not in read:
            read[document.words] = read_document(vocabulary, document)
        places[place].append(indexed(document, read[document.words]))
    own = [entry.document for entry in chain.from_iterable(places.values()) if is_general(entry)]
    words = [
        (word.term, text[word.start : word.end].casefold())
        for document in own
        for text in (document.text, ", ".join(document.search_words))
        for word in read_words(text)
    ]
    return Corpus(
        places=places,
        names=names,
        word_counts=Counter(term for term, _ in words),
        spellings={text: term for term, text in words if text.isalpha()},
        domain_terms=vocabulary.known.union(
            token.term for document in own for token in vocabulary.tokens(_heading(document))
        ),
        signs=_signs(texts.catalogue.variants, places, vocabulary),
    )


def _signs(
    games: Mapping[str, Variant],
    places: Mapping[str, Sequence[IndexedDocument]],
    vocabulary: Vocabulary,
) -> dict[str, Sign]:
    def weights_of(read: ReadText) -> dict[str, float]:
        """Return the weights of a document’s terms, and of its pairs of a number and a word."""
        kept = [term for term in read.terms if term not in vocabulary.fillers]
        return dict.fromkeys(figure_pairs(kept), PAIRED) | {
            term: weight for term, weight in read.weights.items() if term not in vocabulary.fillers
        }

    weights = {game: [weights_of(entry.read) for entry in places[game]] for game in games}
    own = {
        game: frozenset().union(
            *(
                each
                for each, entry in zip(weights[game], places[game], strict=True)
                if is_general(entry)
            )
        )
        for game in games
    }
    for game, variant in games.items():
        facts = facts_of(variant)
        weights[game].append(dict.fromkeys(facts, STRONGEST))
        own[game] |= facts
    return signs_of(weights, own)


def _by_place(
    texts: RuleTexts, *, with_lexicon: bool
) -> Iterator[tuple[str, tuple[str, ...], Document]]:
    """Yield the place and the names of each document, and the document itself.

    The names are empty unless the document is about a game that is only mentioned.
    """
    for slug, variant in texts.catalogue.variants.items():
        for document in documents(texts, variant, with_lexicon=with_lexicon):
            yield slug, (), document
    for called, document in page_documents():
        if document.game == MENTIONED:
            yield f"{MENTIONED}#{document.anchor}", called, document
        else:
            yield document.game, (), document


def indexed(document: Document, read: ReadText) -> IndexedDocument:
    """Return a document and its terms in the form that can be searched."""
    return IndexedDocument(document, read, _kind_weight(document))


def is_general(entry: IndexedDocument) -> bool:
    """Return whether a document can be found by questions that name no game."""
    return not entry.document.inherited


def read_document(vocabulary: Vocabulary, document: Document) -> ReadText:
    """Read a document. The weights of terms in its text follow Okapi BM25."""
    words = read_words(document.text)
    title, text = vocabulary.tokens(document.title), vocabulary.joined(words)
    phrases = [vocabulary.tokens(phrase) for phrase in document.search_words]
    # A title that the text repeats counts only as a title, and the label of a rule doesn’t count.
    heading = len(document.title) if document.text.startswith(f"{document.title}:") else 0
    heading = heading or len(document.label)
    counts = Counter(token.term for token in text if token.start >= heading)
    length = 1 - WEIGHTS.length + WEIGHTS.length * len(text) / WEIGHTS.usual_length
    weights = {
        term: WEIGHTS.text
        * count
        * (1 + WEIGHTS.saturation)
        / (count + WEIGHTS.saturation * length)
        for term, count in counts.items()
    }
    for fields, weight in ((phrases, WEIGHTS.search_words), ([title], WEIGHTS.title)):
        terms = {token.term for token in chain.from_iterable(fields)}
        # The 10 in “Deal 10” is not a card.
        figures = {part for term in terms for part in numbered(term)[1:]}
        for term in terms - figures:
            weights[term] = max(weights.get(term, 0.0), weight) + WEIGHTS.repeated * weight
    pairs = frozenset(
        pair
        for tokens in (title, text, *phrases)
        for pair in pairwise(token.term for token in tokens if token.term not in vocabulary.fillers)
    )
    return ReadText(
        terms=[token.term for token in text],
        starts=[token.start for token in text],
        ends=[token.end for token in text],
        weights=weights,
        pairs=pairs,
        title=frozenset(token.term for token in title) - vocabulary.fillers,
        has_figure=any(term.isdecimal() for term in counts),
    )


def _heading(document: Document) -> str:
    """Return the words of a document that are terms of card games."""
    return " ".join((document.title, *(document.search_words if document.answer else ())))


def _kind_weight(document: Document) -> float:
    if not document.anchor:
        return WEIGHTS.introduction
    if document.answer:
        return WEIGHTS.fact
    if document.anchor == SOURCES:
        return WEIGHTS.sources
    weight = WEIGHTS.sections.get(document.section, 1.0)
    if document.mark == StatementKind.VARIES:
        return weight * WEIGHTS.differing
    # People ask about the game, not about the score pad.
    return (
        weight * WEIGHTS.example
        if document.mark in {StatementKind.EXAMPLE, StatementKind.PAD}
        else weight
    )
