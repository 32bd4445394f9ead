"""What the search found, as pages show it: each text once, with the matching parts marked."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from rules.lookup.asking import is_negative
from rules.lookup.corpus import IndexedDocument
from rules.lookup.documents import Document
from rules.reference.statements import StatementKind
from rules.translation import gettext as _

# The language of texts that aren’t translated.
ENGLISH = "en"
# A text repeats another if they share this many of all their words. A fact repeats a longer text of
# its game that has all its words, if these are FEWEST at least and this share of the longer one.
REPEATED, FACT_REPEATED, FEWEST = 0.85, 0.4, 4
# Words that say nothing by themselves.
SMALL_WORDS = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "by", "can", "for", "from", "in", "is", "it", "of"}
    | {"on", "that", "the", "their", "them", "they", "this", "to", "with", "you", "your"}
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A document, and the parts of its text, with True for each part that matches the question.

    ``language`` is that of the text.
    """

    document: Document
    marked: tuple[tuple[str, bool], ...]
    language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Answer:
    """The document that answers a question, and whether it says yes or no; None if neither."""

    document: Document
    verdict: bool | None = None

    @property
    def text(self) -> str:
        """The sentence to show, in the reader’s language if the document is."""
        document = self.document
        rule = document.answer or document.text
        if self.verdict is not None:
            return (_("Yes: {rule}") if self.verdict else _("No: {rule}")).format(rule=rule)
        if document.mark == StatementKind.UNSTATED:
            what = document.text.removeprefix(document.label).strip()
            return _("Our sources don’t specify {what}").format(what=what)
        return rule


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The hits for a question, best first.

    ``answered`` is the first hit as an answer; None unless it is very probably right.
    ``nearest`` are terms to try if there is no hit. ``read_as`` is the question with its spelling
    corrected; it is empty if nothing was misspelt. With ``lists_games``, the question asks for
    games, and each hit is about a different game. ``compares`` are the slugs of the games that the
    question compares. If the question asks for a list of contracts, ``section`` is a hit in the
    section with the contracts, so that a page can link to that section. ``without_rules`` is the
    name of the game that the question is about if there are no rules of it here.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    answered: Answer | None = None
    nearest: tuple[str, ...] = ()
    read_as: str = ""
    lists_games: bool = False
    compares: tuple[str, ...] = ()
    section: Document | None = None
    without_rules: str = ""

    @property
    def answer(self) -> str:
        """The answer as a sentence; empty if there is none."""
        return self.answered.text if self.answered else ""


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
    best: Iterable[IndexedDocument], *, once_a_game: bool = False
) -> Iterator[IndexedDocument]:
    """Yield the documents without repetitions.

    A text that says what another has said is not yielded. Some facts have the same place on a page,
    such as the packs for each number of players. Of the facts in one place, and of the deals of a
    game, all but the best are yielded last. With ``once_a_game``, only the best document of each
    game is yielded.
    """
    seen: set[tuple[str, str]] = set()
    said: list[tuple[Document, frozenset[str]]] = []
    later: list[IndexedDocument] = []
    for entry in best:
        document = entry.document
        if once_a_game:
            if (document.game, "") not in seen:
                yield entry
            seen.add((document.game, ""))
            continue
        place = (document.game, "deal" if document.anchor.startswith("deal-") else document.anchor)
        words = frozenset(entry.read.terms) - SMALL_WORDS
        if any(_repeats(document, words, *other) for other in said):
            continue
        if document.answer and place in seen:
            later.append(entry)
        else:
            yield entry
        seen.add(place)
        said.append((document, words))
    yield from later


def _repeats(
    one: Document, words: AbstractSet[str], other: Document, others: AbstractSet[str]
) -> bool:
    """Return whether a text with these words says nothing that the other doesn’t say."""
    if (one.text, one.section) == (other.text, other.section):
        return True
    different = words ^ others
    shared = 1 - len(different) / max(len(words | others), 1)
    is_within = words <= others and len(words) >= FEWEST
    if one.answer and one.game == other.game and is_within:
        return shared >= FACT_REPEATED
    return shared >= REPEATED and not is_negative(different) and not any(map(_is_figure, different))


def _is_figure(term: str) -> bool:
    return any(char.isdecimal() for char in term)
