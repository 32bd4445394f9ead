"""Questions as people ask them at the table, and the expected rules."""

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.lookup.documents import Document
from rules.lookup.hits import Hit
from tests.rules.transcript import FOLDER, load_transcripts

FILE = Path(__file__).parent / "data" / "questions.toml"
DESCRIBED = Path(__file__).parent / "data" / "described.toml"
ASKED = Path(__file__).parent / "data" / "asked.toml"
UNSEEN = Path(__file__).parent / "data" / "unseen.toml"


@dataclass(frozen=True)
class Question:
    """A question.

    The right answer is a rule of one of ``games`` that contains one of the phrases in ``says``.
    """

    ask: str
    games: tuple[str, ...]
    says: tuple[str, ...]

    def rank(self, hits: Sequence[Hit]) -> int:
        """Return the position of the expected rule among the hits, counted from 1, or 0 if it is
        missing.
        """
        ranks = (place for place, hit in enumerate(hits, 1) if self.is_answered_by(hit.document))
        return next(ranks, 0)

    def is_answered_by(self, document: Document) -> bool:
        """Return whether this is an expected rule."""
        return document.game in self.games and any(
            fragment in _words_of(document) for fragment in self.says
        )


@lru_cache(maxsize=20_000)
def _words_of(document: Document) -> str:
    return _plain(f"{document.title} {document.text}")


def questions() -> list[Question]:
    """Return the questions about rules, including those in the transcripts of games."""
    return _read(FILE) + questions_of(FOLDER)


def described() -> list[Question]:
    """Return the questions that describe a game without naming it.

    If a question only asks for the game, any of its rules is right.
    """
    return _read(DESCRIBED)


def asked() -> list[Question]:
    """Return the questions written by people who had seen neither the texts nor the search."""
    return _read(ASKED)


def unseen() -> list[Question]:
    """Return questions like those in ``asked``, from which nothing is learned.

    Don’t read them to improve the search: they measure how it answers questions that are new to it.
    """
    return _read(UNSEEN)


def questions_of(folder: Path) -> list[Question]:
    """Return the questions in the transcripts of a folder."""
    return [
        _question(each, transcript.variant)
        for transcript in load_transcripts(folder)
        for each in transcript.questions
    ]


def _read(file: Path) -> list[Question]:
    plain = tomllib.loads(file.read_text("utf-8"))["questions"]
    return [_question(each, each["game"]) for each in plain]


def _question(plain: Mapping[str, Any], games: str | list[str]) -> Question:
    return Question(
        plain["ask"], tuple(_list(games)), tuple(map(_plain, _list(plain.get("says", ""))))
    )


def _list(one_or_more: Any) -> list[Any]:
    return one_or_more if isinstance(one_or_more, list) else [one_or_more]


def _plain(text: object) -> str:
    """Return only the words, so that commas and kinds of dashes make no difference."""
    text = str(text).casefold().replace("−", "-").replace("–", "-")
    text = "".join(
        char if char.isalnum() or char in "+-" else "" if char in "'’" else " "
        for char in unicodedata.normalize("NFC", text)
    )
    return " ".join(text.split())
