"""What every way of counting offers."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.contracts import Deal
from rules.entries import Entry, EntryField, Problem
from rules.variants import Ruleset


@dataclass(frozen=True, slots=True)
class Line:
    """Points for one side with their reason; ``pennies`` is what the side paid into the kitty."""

    side: str
    points: int
    because: str
    pennies: int = 0


class Scheme(ABC):
    """One way of counting, for one game's rules and one number of sides."""

    name: ClassVar[str]

    def __init__(self, ruleset: Ruleset, sides: int) -> None:
        self.ruleset = ruleset
        self.sides = sides

    @abstractmethod
    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        """What is asked after ``deal``, in the order in which it is asked."""

    @abstractmethod
    def unasked(self, deal: Deal) -> dict[str, str]:
        """Fields that this deal does not have, by id, each with the sentence that refuses it."""

    @abstractmethod
    def problems(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        """Yield what is impossible or unusual about ``entry``."""

    @abstractmethod
    def lines(self, deal: Deal, entry: Entry) -> Iterator[Line]:
        """Yield the points of an entry without problems; every side has at least one line."""
