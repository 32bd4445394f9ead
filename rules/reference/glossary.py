"""Pages about all games: the glossary, and the games that are only mentioned.

A file has headings, ``## Melds``, with a bullet for each term:
``- [lay-off] **Lay off** (laying off, laid off): to add cards to a meld on the table.``
The name in square brackets is the term’s anchor. The words in round brackets are other forms of the
term and synonyms. If there are any, they and the term become links in rule texts, so words that are
too common to be linked have no brackets. A term without other forms is repeated in the brackets if
it should be linked. A phrase after “not”, such as ``not gone out of``, is never linked, because a
form of the term means something else in it.

``texts/<language>/pages`` has the same files in other languages, with the same anchors.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from unicodedata import normalize

from rules.engine.catalogue import DATA
from rules.engine.errors import CatalogueError
from rules.engine.game_files import read_text
from rules.translation import languages

PAGES = DATA / "reference" / "pages"
TRANSLATED = DATA / "texts"
ENGLISH = "en"
NOT = "not "

_HEADING = re.compile(r"## (?P<title>\S.*)")
_TERM = re.compile(
    r"- \[(?P<id>[a-z0-9-]+)\] \*\*(?P<name>[^*]+)\*\*(?: \((?P<also>[^()]+)\))?: (?P<text>\S.*)"
)


@dataclass(frozen=True, slots=True)
class Term:
    """A term and its meaning.

    ``id`` is its anchor on the page, ``also`` are its other forms and synonyms, and ``never`` are
    phrases in which one of these means something else.
    """

    id: str
    name: str
    also: tuple[str, ...]
    text: str
    never: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Terms under their headings, in the order of the file."""

    sections: tuple[tuple[str, tuple[Term, ...]], ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every term of the page, from A to Z."""
        return tuple(sorted((term for _, terms in self.sections for term in terms), key=_letters))

    @property
    def by_letter(self) -> tuple[tuple[str, tuple[Term, ...]], ...]:
        """The terms from A to Z, grouped by first letter."""
        groups = groupby(self.terms, key=lambda term: _letters(term)[0].upper())
        return tuple((letter, tuple(found)) for letter, found in groups)


def _letters(term: Term) -> str:
    """Return the sort key of a term: its name without quotes, with accents after their letters."""
    return normalize("NFKD", term.name.strip("“”")).casefold()


def read_page(path: Path) -> Page:
    """Return the page in a file. Raises CatalogueError, which names the file and the line."""
    sections: dict[str, list[Term]] = {}
    terms: list[Term] | None = None
    ids: set[str] = set()
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if head := _HEADING.fullmatch(line.rstrip()):
            if head["title"] in sections:
                raise _wrong(path, number, f"the heading “{head['title']}” appears twice")
            terms = sections.setdefault(head["title"], [])
        elif terms is not None and (term := _TERM.fullmatch(line.rstrip())):
            if term["id"] in ids:
                raise _wrong(path, number, f"the id “{term['id']}” appears twice")
            ids.add(term["id"])
            terms.append(_term(term))
        elif line.strip():
            raise _wrong(
                path, number, "write “## heading” or “- [id] **Term** (other words): text”"
            )
    return Page(tuple((title, tuple(found)) for title, found in sections.items()))


def _term(match: re.Match[str]) -> Term:
    words = [word.strip() for word in match["also"].split(",")] if match["also"] else []
    return Term(
        id=match["id"],
        name=match["name"],
        also=tuple(word for word in words if not word.startswith(NOT)),
        text=match["text"],
        never=tuple(word.removeprefix(NOT) for word in words if word.startswith(NOT)),
    )


def _wrong(path: Path, line: int, sentence: str) -> CatalogueError:
    return CatalogueError(f"{path.name}:{line}: {sentence}")


def page_language() -> str:
    """Return the language of the pages that the reader gets, such as ``de``."""
    return next((code for code in languages() if _folder(code).exists()), ENGLISH)


def glossary(language: str = "") -> Page:
    """Return the glossary in a language, or in that of the reader."""
    return page_in(language or page_language(), "glossary.md")


def mentioned() -> Page:
    """Return the games that are only mentioned, in the reader’s language."""
    return page_in(page_language(), "mentioned.md")


@cache
def page_in(language: str, name: str) -> Page:
    """Return a page, which is read only once."""
    return read_page(_folder(language) / name)


def _folder(language: str) -> Path:
    return PAGES if language == ENGLISH else TRANSLATED / language / "pages"
