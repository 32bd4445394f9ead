"""Save the corpus in a file, so that a process doesn’t have to read all texts when it starts.

The first line of the file has its edition and a checksum, and the rest is JSON. The edition is a
hash of the data and the code from which the corpus is built. The file is ignored if its edition is
different, if it is damaged, or if another user may have written it.
"""

import json
import os
import stat
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from rules.engine.catalogue import DATA
from rules.lookup.corpus import Corpus, IndexedDocument, ReadText, indexed
from rules.lookup.documents import Document
from rules.lookup.evidence import Sign
from rules.reference.statements import StatementKind

NAME = "search-index.json"
# The files from which the corpus is built, in a folder of games and in the folder of the code.
GAME_FILES = ("catalogue/*.toml", "reference/*.md", "lexicon/*.toml")
CODE_FILES = ("**/*.py", "data/*.toml", "data/reference/pages/*.md")


def stored_corpus(folder: Path, edition: str, read: Callable[[], Corpus]) -> Corpus:
    """Return the corpus from the file in ``folder``.

    If there is no valid file of this edition, call ``read`` and save the corpus that it returns.
    """
    corpus = _load(folder, edition)
    if corpus is None:
        corpus = read()
        _save(folder, edition, corpus)
    return corpus


def edition_of(games: Sequence[Path], code: Path = DATA.parent) -> str:
    """Return a hash of the games, the code, and the versions of Python and the stemmer."""
    digest = blake2b(f"{sys.version} {version('snowballstemmer')}".encode(), digest_size=16)
    patterns = [(code, CODE_FILES), *((folder, GAME_FILES) for folder in games)]
    for path in chain.from_iterable(
        sorted(folder.glob(pattern)) for folder, files in patterns for pattern in files
    ):
        content = path.read_bytes()
        digest.update(f"{path} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _load(folder: Path, edition: str) -> Corpus | None:
    """Return the corpus from the file, or None if there is no valid file of this edition."""
    try:
        with (folder / NAME).open("rb") as file:
            status = os.fstat(file.fileno())
            if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                return None
            heading, body = file.readline(), file.read()
    except OSError:
        return None
    return _from_plain(json.loads(body)) if heading == _heading(edition, body) else None


def _save(folder: Path, edition: str, corpus: Corpus) -> None:
    """Write the file, which only its owner can read, under a temporary name and then rename it.

    Do nothing if the folder isn’t writable.
    """
    body = json.dumps(_to_plain(corpus), ensure_ascii=False, separators=(",", ":")).encode()
    # On exit, the file with the temporary name is deleted. This fails once the file has been
    # renamed, and the error is suppressed.
    with suppress(OSError), NamedTemporaryFile(dir=folder, prefix=f"{NAME}.") as file:
        file.write(_heading(edition, body) + body)
        file.flush()
        Path(file.name).replace(folder / NAME)


def _heading(edition: str, body: bytes) -> bytes:
    return f"{edition} {blake2b(body).hexdigest()}\n".encode()


def _to_plain(corpus: Corpus) -> dict[str, Any]:
    """Return the corpus as plain data in which each term and each text occurs once."""
    numbers: defaultdict[str, int] = defaultdict(lambda: len(numbers))
    texts: dict[tuple[str, ...], int] = {}
    plain_texts: list[Any] = []
    plain_documents: list[Any] = []
    for place, entries in corpus.places.items():
        for entry in entries:
            document = entry.document
            if document.words not in texts:
                texts[document.words] = len(texts)
                plain_texts.append([document.words, *_read_to_plain(entry.read, numbers)])
            plain_documents.append(
                [
                    *(place, texts[document.words], document.game, document.name),
                    *(document.section, document.anchor, document.answer, document.owner),
                    *(document.mark, document.label),
                ]
            )
    return {
        "terms": list(numbers),
        "texts": plain_texts,
        "documents": plain_documents,
        "names": list(corpus.names),
        "word_counts": dict(corpus.word_counts),
        "spellings": dict(corpus.spellings),
        "domain_terms": sorted(corpus.domain_terms),
        "signs": {term: [sign.owners, sign.games] for term, sign in corpus.signs.items()},
    }


def _read_to_plain(read: ReadText, numbers: Mapping[str, int]) -> list[Any]:
    """Return a text with its terms as numbers. Weights and pairs take up two lists each."""
    pairs = sorted(read.pairs)
    return [
        [numbers[term] for term in read.terms],
        read.starts,
        read.ends,
        [numbers[term] for term in read.weights],
        list(read.weights.values()),
        [numbers[first] for first, _ in pairs],
        [numbers[second] for _, second in pairs],
        [numbers[term] for term in sorted(read.title)],
        read.has_figure,
    ]


def _from_plain(plain: dict[str, Any]) -> Corpus:
    term = plain["terms"].__getitem__
    texts = []
    for words, terms, starts, ends, weighed, weights, first, second, *others in plain["texts"]:
        title, has_figure = others
        read = ReadText(
            terms=list(map(term, terms)),
            starts=starts,
            ends=ends,
            weights=dict(zip(map(term, weighed), weights, strict=True)),
            pairs=frozenset(zip(map(term, first), map(term, second), strict=True)),
            title=frozenset(map(term, title)),
            has_figure=has_figure,
        )
        texts.append((words, read))
    places: defaultdict[str, list[IndexedDocument]] = defaultdict(list)
    for place, text, game, name, section, anchor, answer, owner, mark, label in plain["documents"]:
        (title, shown, *search_words), read = texts[text]
        document = Document(
            game=sys.intern(game),
            name=sys.intern(name),
            section=sys.intern(section),
            title=title,
            text=shown,
            anchor=anchor,
            search_words=tuple(search_words),
            answer=answer,
            owner=sys.intern(owner),
            mark=StatementKind(mark),
            label=sys.intern(label),
        )
        places[place].append(indexed(document, read))
    return Corpus(
        places=places,
        names=[(name, place) for name, place in plain["names"]],
        word_counts=plain["word_counts"],
        spellings=plain["spellings"],
        domain_terms=frozenset(plain["domain_terms"]),
        signs={term: Sign(owners, games) for term, (owners, games) in plain["signs"].items()},
    )
