"""What a deal asks for: the contract to lay down, the cards dealt, the takes, the special rules."""

from collections import Counter
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rules.engine.formatting import capital, count_words, number_word

MAX_DEALS = 100


class Frozen(BaseModel):
    """A value of the catalogue: unknown keys are errors, nothing changes after it is made."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Word(Frozen):
    """A word of the table in both numbers."""

    one: str
    many: str


class Special(StrEnum):
    """A rule that one deal has and others do not."""

    RUNS_NOT_TOUCHING = "runs-not-touching"
    RUNS_APART = "runs-apart"
    RUNS_IN_DIFFERENT_SUITS = "runs-in-different-suits"
    TOUCHING_ALLOWED = "touching-allowed"
    WHOLE_HAND = "whole-hand"
    LONG_RUNS = "long-runs"
    NO_DISCARD = "no-discard"
    NO_DISCARD_WHEN_GOING_OUT = "no-discard-when-going-out"
    ORDINARY = "ordinary"

    @property
    def sentence(self) -> str:
        return _SPECIAL_SENTENCES[self]


_SPECIAL_SENTENCES = {
    Special.RUNS_NOT_TOUCHING: "A player’s runs in one suit must not touch.",
    Special.RUNS_APART: "A player’s runs in one suit must lie at least one card apart.",
    Special.RUNS_IN_DIFFERENT_SUITS: "A player’s runs must be in different suits.",
    Special.TOUCHING_ALLOWED: "A player’s runs in one suit may touch.",
    Special.WHOLE_HAND: "The whole hand goes down at once.",
    Special.LONG_RUNS: "Runs may be longer than the contract says.",
    Special.NO_DISCARD: "No discard.",
    Special.NO_DISCARD_WHEN_GOING_OUT: "Nobody may go out by discarding.",
    Special.ORDINARY: "An ordinary deal: no special last round.",
}

Size = Annotated[int, Field(ge=2, le=14)]


class Contract(Frozen):
    """The melds to lay down: sizes of sets and runs, and a number of pairs."""

    sets: tuple[Size, ...] = ()
    runs: tuple[Size, ...] = ()
    pairs: Annotated[int, Field(ge=0, le=6)] = 0

    @property
    def size(self) -> int:
        """Cards that the melds take."""
        return sum(self.sets) + sum(self.runs) + 2 * self.pairs

    def words(self, set_word: Word, run_word: Word) -> str:
        """The contract as said at the table: ``two sets of 3, one run of 4``."""
        parts = [count_words(self.pairs, "pair", "pairs")] if self.pairs else []
        for sizes, word in ((self.sets, set_word), (self.runs, run_word)):
            parts.extend(
                f"{count_words(count, word.one, word.many)} of {size}"
                for size, count in Counter(sizes).items()
            )
        return ", ".join(parts)


class Takes(Frozen):
    """Taking the discard out of turn: how often a player may, and what it costs.

    ``limit`` is per player and deal, None for no limit, 0 where nobody may; ``extra`` stock cards
    come with each; ``price`` is in the settlement's unit and goes into the kitty; ``per_turn`` is
    the most that all players together may take in one turn, None for no limit.
    """

    limit: Annotated[int, Field(ge=0, le=20)] | None = None
    extra: Annotated[int, Field(ge=0, le=5)] = 0
    price: Annotated[int, Field(ge=0, le=100)] = 0
    per_turn: Annotated[int, Field(ge=1, le=5)] | None = None

    @property
    def how_often(self) -> str | None:
        """How often a player may: ``as often as you like``, ``twice at most``; None for never."""
        if self.limit is None:
            return "as often as you like"
        times = {1: "once", 2: "twice"}.get(self.limit, f"{self.limit} times")
        return f"{times} at most" if self.limit else None

    @property
    def gained(self) -> int:
        """Cards by which one take makes the hand larger."""
        return 1 + self.extra


class TableNote(Frozen):
    """A sentence for tables of these numbers of players alone."""

    players: Annotated[tuple[int, ...], Field(min_length=1)]
    text: Annotated[str, Field(min_length=1, max_length=200)]

    @property
    def sentence(self) -> str:
        """``Four or six players: nobody passes.``"""
        numbers = [number_word(n) for n in self.players]
        *first, last = numbers
        who = f"{', '.join(first)} or {last}" if first else last
        return f"{capital(who)} players: {self.text[:1].lower()}{self.text[1:]}"


class Deal(Frozen):
    """One deal of a game: contract, cards dealt to each player, takes and special rules.

    ``cards`` is 0 where the number depends on the table's size (``Packs.cards``) or nothing is
    dealt. ``wild`` are ranks that are wild in this deal alone; ``notes`` are sentences for it, and
    ``table_notes`` those that depend on the table.
    """

    number: Annotated[int, Field(ge=1, le=MAX_DEALS)]
    sets: tuple[Size, ...] = ()
    runs: tuple[Size, ...] = ()
    pairs: Annotated[int, Field(ge=0, le=6)] = 0
    cards: Annotated[int, Field(ge=0, le=30)] = 0
    takes: Takes = Takes()
    special: tuple[Special, ...] = ()
    wild: tuple[str, ...] = ()
    notes: tuple[Annotated[str, Field(max_length=200)], ...] = ()
    table_notes: tuple[TableNote, ...] = ()

    @property
    def contract(self) -> Contract:
        return Contract(sets=self.sets, runs=self.runs, pairs=self.pairs)

    @property
    def largest_hand(self) -> int | None:
        """Most cards a waiting player can hold; None where takes have no limit, or where the cards
        depend on the table.
        """
        if self.takes.limit is None or not self.cards:
            return None
        return self.cards + self.takes.limit * self.takes.gained

    @property
    def special_rules(self) -> tuple[str, ...]:
        """What this deal has and others do not, in sentences for every table."""
        own = (*(special.sentence for special in self.special), *self.notes)
        return (*own, *(note.sentence for note in self.table_notes))

    def special_rules_at(self, players: int) -> tuple[str, ...]:
        """What this deal has and others do not, in sentences for a table of that size."""
        own = (*(special.sentence for special in self.special), *self.notes)
        return (*own, *(note.text for note in self.table_notes if players in note.players))

    @property
    def takes_needed(self) -> int:
        """Takes without which a player cannot hold the contract, after drawing."""
        missing = self.contract.size - (self.cards + 1)
        return max(0, -(-missing // self.takes.gained))

    @model_validator(mode="after")
    def contract_fits_the_hand(self) -> Self:
        limit = self.takes.limit
        if self.cards and limit is not None and self.takes_needed > limit:
            raise ValueError(
                f"the contract of deal {self.number} needs {self.contract.size} cards, "
                f"but a hand holds {self.cards + limit * self.takes.gained + 1} at most"
            )
        return self
