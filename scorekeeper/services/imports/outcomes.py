"""The results of storing the records of a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Model

from scorekeeper.services.imports.previews import GamePreview


class Found(StrEnum):
    """The result for a record: it is added, or left out for one of three reasons."""

    ADDED = "added"
    SAME = "same"
    DIFFERS = "differs"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of storing a record.

    ``kind`` is the kind of the record, as in the file, ``what`` names the record, and ``why`` is a
    sentence: how the record differs from what the group has, why it can’t be read, or how a game
    that was added differs from the file. ``people`` are the names of people whom the group didn’t
    have before. ``shown`` is a game that a rehearsal would add.
    """

    kind: str
    found: Found
    what: str
    why: str = ""
    people: tuple[str, ...] = ()
    shown: GamePreview | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """The result for a record, with ``why`` as in an outcome, and the rows that were ``added``."""

    found: Found
    why: str = ""
    added: Sequence[Model] = ()
