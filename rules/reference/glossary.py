"""Pages that belong to no single game: the words of all games, and games that are only mentioned.

A file has headings, ``## Melds``, with a bullet for each term:
``- [lay-off] **Lay off** (laying off, laid off): to add cards to a meld on the table.``
The name in square brackets is the term's address. What stands in round ones are other forms of it
and other words for it; where they stand, they and the term itself are linked from the rules, so a
word that is too common for a link has none, and one that has no other form names itself there.
After “not”, as in ``not gone out of``, stand words in which a form means something else.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from unicodedata import normalize

from rules.engine.catalogue import DATA
from rules.engine.errors import CatalogueError

PAGES = DATA / "reference" / "pages"
NOT = "not "

_HEADING = re.compile(r"## (?P<title>\S.*)")
_TERM = re.compile(
    r"- \[(?P<id>[a-z0-9-]+)\] \*\*(?P<name>[^*]+)\*\*(?: \((?P<also>[^()]+)\))?: (?P<text>\S.*)"
)


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means.

    ``id`` is its place on the page, ``never`` are words in which one of its forms means something
    else.
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
        """The same, each first letter with its terms."""
        groups = groupby(self.terms, key=lambda term: _letters(term)[0].upper())
        return tuple((letter, tuple(found)) for letter, found in groups)


def _letters(term: Term) -> str:
    """What a term is sorted by: no quotes, no accents."""
    return normalize("NFKD", term.name.strip("“”")).casefold()


def read_page(path: Path) -> Page:
    """Return what a file says. Raises CatalogueError naming file and line."""
    sections: dict[str, list[Term]] = {}
    terms: list[Term] | None = None
    ids: set[str] = set()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if head := _HEADING.fullmatch(line.rstrip()):
            if head["title"] in sections:
                raise _wrong(path, number, f"“{head['title']}” stands twice")
            terms = sections.setdefault(head["title"], [])
        elif terms is not None and (term := _TERM.fullmatch(line.rstrip())):
            if term["id"] in ids:
                raise _wrong(path, number, f"“{term['id']}” stands twice")
            ids.add(term["id"])
            terms.append(_term(term))
        elif line.strip():
            raise _wrong(
                path, number, "write “## heading” or “- [id] **Term** (other words): text”"
            )
    return Page(tuple((title, tuple(found)) for title, found in sections.items()))


def _term(said: re.Match[str]) -> Term:
    words = [word.strip() for word in said["also"].split(",")] if said["also"] else []
    return Term(
        id=said["id"],
        name=said["name"],
        also=tuple(word for word in words if not word.startswith(NOT)),
        text=said["text"],
        never=tuple(word.removeprefix(NOT) for word in words if word.startswith(NOT)),
    )


def _wrong(path: Path, line: int, sentence: str) -> CatalogueError:
    return CatalogueError(f"{path.name}:{line}: {sentence}")


@cache
def glossary() -> Page:
    """The words of the games, read once."""
    return read_page(PAGES / "glossary.md")


@cache
def mentioned() -> Page:
    """Games that are only named, read once."""
    return read_page(PAGES / "mentioned.md")
