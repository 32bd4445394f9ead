"""What the search found, as pages show it: each text once, with the matching parts marked."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from rules.lookup.corpus import IndexedDocument
from rules.lookup.documents import Document

# The language of the texts that are found unless a translation is searched.
ENGLISH = "en"


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
    section with the contracts, so that a page can link to that section. ``language`` is that of the
    texts.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    answer: str = ""
    nearest: tuple[str, ...] = ()
    read_as: str = ""
    lists_games: bool = False
    compares: tuple[str, ...] = ()
    section: Document | None = None
    language: str = ENGLISH


ScoredDocument = tuple[float, IndexedDocument]


def marked_parts(entry: IndexedDocument, matching: AbstractSet[str]) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a text in order, with True for those that match one of these terms."""
    text, place = entry.document.text, 0
    read = entry.read
    for term, start, end in zip(read.terms, read.starts, read.ends, strict=True):
        if term in matching and start >= place:
            yield text[place:start], False
            yield text[start:end], True
            place = end
    yield text[place:], False


def without_repetitions(
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
