"""Deals: the contract to lay down, the cards dealt, the takes and the special rules."""

from collections import Counter
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, model_validator
from pydantic_core import CoreSchema

from rules.engine.formatting import (
    capital,
    count_words,
    inside,
    join_choices,
    join_names,
    join_texts,
    number_word,
)
from rules.translation import gettext as _
from rules.translation import gettext_noop, ngettext

MAX_DEALS = 100
USUAL_TAKES = 3  # a player rarely takes more discards than this in one deal


def _strict(node: Any) -> Any:
    """Return a core schema whose numbers and truth values accept no other type.

    Keys of tables are texts in a file, even if they are numbers.
    """
    if isinstance(node, dict):
        inner = {key: each if key == "keys_schema" else _strict(each) for key, each in node.items()}
        return inner | {"strict": True} if node.get("type") in ("int", "bool") else inner
    return [_strict(each) for each in node] if isinstance(node, list) else node


class Frozen(BaseModel):
    """The base class of immutable data; unknown keys are errors.

    So are values of another type, such as the text ``"100"`` where a number is expected.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        # Pydantic’s own strict mode also rejects lists for tuples, and texts for enums.
        schema: CoreSchema = _strict(handler(source))
        return schema


class Word(Frozen):
    """A game’s own word for something, in singular and plural."""

    one: str
    many: str


class Special(StrEnum):
    """A rule that applies in some deals and not in others."""

    RUNS_NOT_TOUCHING = "runs-not-touching"
    RUNS_APART = "runs-apart"
    RUNS_IN_DIFFERENT_SUITS = "runs-in-different-suits"
    TOUCHING_ALLOWED = "touching-allowed"
    WHOLE_HAND = "whole-hand"
    LONG_RUNS = "long-runs"
    NO_DISCARD = "no-discard"
    NO_DISCARD_WHEN_GOING_OUT = "no-discard-when-going-out"
    EXACT_MELDS = "exact-melds"
    ONLY_GOING_OUT = "only-going-out"
    ORDINARY = "ordinary"

    @property
    def sentence(self) -> str:
        """The rule as a sentence."""
        return _(_SPECIAL_SENTENCES[self])


_SPECIAL_SENTENCES = {
    Special.RUNS_NOT_TOUCHING: gettext_noop("A player’s runs in one suit must not touch."),
    Special.RUNS_APART: gettext_noop(
        "A player’s runs in one suit must be at least one card apart."
    ),
    Special.RUNS_IN_DIFFERENT_SUITS: gettext_noop("A player’s runs must be in different suits."),
    Special.TOUCHING_ALLOWED: gettext_noop("A player’s runs in one suit may touch."),
    Special.WHOLE_HAND: gettext_noop("The whole hand goes down at once."),
    Special.LONG_RUNS: gettext_noop("Runs may be longer than the contract requires."),
    Special.NO_DISCARD: gettext_noop("No discard."),
    Special.NO_DISCARD_WHEN_GOING_OUT: gettext_noop("Nobody may go out by discarding."),
    Special.EXACT_MELDS: gettext_noop("Melds have exactly the sizes in the contract."),
    Special.ONLY_GOING_OUT: gettext_noop(
        "You may lay down the contract only in the turn in which you go out."
    ),
    Special.ORDINARY: gettext_noop("An ordinary deal, not a special last round."),
}

Size = Annotated[int, Field(ge=2, le=14)]


class Contract(Frozen):
    """The melds to lay down: the sizes of the sets and runs, and the number of pairs."""

    sets: tuple[Size, ...] = ()
    runs: tuple[Size, ...] = ()
    pairs: Annotated[int, Field(ge=0, le=6)] = 0

    @property
    def size(self) -> int:
        """The number of cards in the melds."""
        return sum(self.sets) + sum(self.runs) + 2 * self.pairs

    def words(self, set_word: Word, run_word: Word, *, in_sentence: bool = False) -> str:
        """Return the contract: ``two sets of 3, one run of 4``, with “and” if ``in_sentence``."""
        parts = []
        if self.pairs:
            pairs = ngettext("{count} pair", "{count} pairs", self.pairs)
            parts.append(pairs.format(count=number_word(self.pairs)))
        for sizes, word in ((self.sets, set_word), (self.runs, run_word)):
            parts.extend(
                # Translators: part of a contract, such as "two sets of 3".
                _("{melds} of {size}").format(
                    melds=count_words(count, word.one, word.many), size=size
                )
                for size, count in Counter(sizes).items()
            )
        return join_names(parts) if in_sentence and parts else join_texts(parts)


class Takes(Frozen):
    """Taking the discard out of turn: how often a player may do it, and what it costs.

    ``limit`` is per player per deal: None for no limit, 0 if taking isn’t allowed. Each take adds
    ``extra`` cards from the stock. ``price`` is in the unit of the settlement and goes into the
    kitty. ``per_turn`` is how many cards all players together may take in one turn; None for no
    limit.
    """

    limit: Annotated[int, Field(ge=0, le=20)] | None = None
    extra: Annotated[int, Field(ge=0, le=5)] = 0
    price: Annotated[int, Field(ge=0, le=100)] = 0
    per_turn: Annotated[int, Field(ge=1, le=5)] | None = None

    @property
    def how_often(self) -> str | None:
        """How often a player may take the discard; None for never."""
        if self.limit is None:
            return _("as often as you like")
        if self.limit == 2:
            return _("at most twice")
        if not self.limit:
            return None
        return ngettext("at most once", "at most {count} times", self.limit).format(
            count=self.limit
        )

    @property
    def gained(self) -> int:
        """How many cards a take adds to the hand."""
        return 1 + self.extra

    def largest_hand(self, dealt: int) -> int | None:
        """Return the most cards that a player can hold between turns; None if unknown."""
        if self.limit is None or not dealt:
            return None
        return dealt + self.limit * self.gained

    def likely_hand(self, dealt: int) -> int | None:
        """Return the most cards that a player usually holds between turns; None if unknown.

        Without a limit on takes, a player is likely to make at most ``USUAL_TAKES``. If such takes
        add no extra cards, a hand is unlikely to exceed twice the number of cards dealt.
        """
        if self.limit is not None or not dealt:
            return self.largest_hand(dealt)
        return dealt + USUAL_TAKES * self.gained if self.extra else 2 * dealt

    @property
    def likely(self) -> int:
        """The number of takes on which ``likely_hand`` is based; 0 if it isn’t based on takes."""
        return USUAL_TAKES if self.limit is None and self.extra else self.limit or 0


class TableNote(Frozen):
    """A sentence that applies only with these numbers of players."""

    players: Annotated[tuple[int, ...], Field(min_length=1)]
    text: Annotated[str, Field(min_length=1, max_length=200)]

    @property
    def sentence(self) -> str:
        """The sentence with the numbers of players: ``Four or six players: nobody passes``."""
        numbers = capital(join_choices(map(number_word, self.players)))
        return _("{numbers} players: {rule}").format(numbers=numbers, rule=inside(self.text))


class Deal(Frozen):
    """One deal of a game: contract, cards dealt to each player, takes and special rules.

    ``cards`` is 0 if the number of players decides it (``Packs.cards``), or if no cards are dealt.
    ``wild`` are ranks that are wild only in this deal. ``pure_sets`` is how many sets of the
    contract need different suits and no wild card, ``contract_wild`` the most wild cards in all its
    melds together, and ``pair_of`` the rank of a pair. ``run_suits`` are the suits of a run, if it
    needn’t be in one suit. ``notes`` are sentences about the deal, and ``table_notes`` are those
    that depend on the number of players.
    """

    number: Annotated[int, Field(ge=1, le=MAX_DEALS)]
    sets: tuple[Size, ...] = ()
    runs: tuple[Size, ...] = ()
    pairs: Annotated[int, Field(ge=0, le=6)] = 0
    cards: Annotated[int, Field(ge=0, le=30)] = 0
    takes: Takes = Takes()
    special: tuple[Special, ...] = ()
    wild: tuple[str, ...] = ()
    pure_sets: Annotated[int, Field(ge=0, le=6)] = 0
    contract_wild: Annotated[int, Field(ge=0, le=14)] | None = None
    pair_of: str = ""
    run_suits: Literal["", "any", "colour", "alternating"] = ""
    notes: tuple[Annotated[str, Field(max_length=200)], ...] = ()
    table_notes: tuple[TableNote, ...] = ()

    @property
    def contract(self) -> Contract:
        """The melds to lay down in this deal."""
        return Contract(sets=self.sets, runs=self.runs, pairs=self.pairs)

    @property
    def largest_hand(self) -> int | None:
        """The most cards that a player can hold between turns.

        None if takes have no limit, or if the cards depend on the number of players.
        """
        return self.takes.largest_hand(self.cards)

    @property
    def special_rules(self) -> tuple[str, ...]:
        """The special rules of this deal as sentences, for any number of players."""
        own = (*(special.sentence for special in self.special), *self.notes)
        return (*own, *(note.sentence for note in self.table_notes))

    def special_rules_at(self, players: int) -> tuple[str, ...]:
        """Return the special rules of this deal as sentences, for ``players`` players."""
        own = (*(special.sentence for special in self.special), *self.notes)
        return (*own, *(note.text for note in self.table_notes if players in note.players))

    @property
    def takes_needed(self) -> int:
        """How many takes a player needs to hold enough cards for the contract after drawing."""
        missing = self.contract.size - (self.cards + 1)
        return max(0, -(-missing // self.takes.gained))

    @model_validator(mode="after")
    def contract_fits_the_hand(self) -> Self:
        """Raise ValueError if a hand can’t have enough cards for the contract."""
        limit = self.takes.limit
        if self.cards and limit is not None and self.takes_needed > limit:
            # Translators: shown after the name of a game whose house rules set this contract.
            message = _(
                "the contract of deal {number} needs {needed} cards, but a hand has at most {most}"
            )
            most = self.cards + limit * self.takes.gained + 1
            raise ValueError(
                message.format(number=self.number, needed=self.contract.size, most=most)
            )
        return self
