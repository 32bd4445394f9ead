"""The end of a deal in games without contracts: gin, Indian rummy and canasta’s initial meld."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from rules.engine.cards import Card, Hand
from rules.engine.melding.arranging import (
    Arrangement,
    Arranging,
    as_arrangement,
    best_arrangement,
    every_part,
)
from rules.engine.melding.meld_rules import MeldRules
from rules.engine.melding.melds import HeldHand, Meld, Part
from rules.engine.melding.opening import best_opening, largest_opening, opening_value
from rules.engine.schemes.gin.points import GinScoring
from rules.engine.schemes.indian.points import IndianScoring
from rules.engine.schemes.tally.points import TallyScoring


@dataclass(frozen=True, slots=True)
class GinAnswer:
    """The arrangement with the least deadwood, and how the player may end the hand.

    ``limit`` is the most deadwood for a knock; None if it depends on an upcard that is unknown.
    """

    arrangement: Arrangement
    limit: int | None
    may_knock: bool
    is_gin: bool
    is_big_gin: bool


def read_gin(rules: MeldRules, cards: Sequence[Card], upcard: str | None = None) -> GinAnswer:
    """Return what a hand of gin can do; with the card drawn, one card is discarded.

    ``upcard`` is the value of the first upcard, such as ``7``, if it sets the limit for knocking.
    Raises TooLargeError if the hand has too many cards.
    """
    rules.check_size(cards)
    scoring = cast("GinScoring", rules.scheme.scoring)
    held = HeldHand(rules, cards)
    has_drawn = len(held.cards) > scoring.game.hand_size
    whole = best_arrangement(held)
    is_big = bool(scoring.figures.big_gin) and has_drawn and not whole.left
    best = best_arrangement(held, discards=True) if has_drawn and not is_big else whole
    limit, is_gin = scoring.limit_with(upcard), not best.left
    may_knock = not is_gin and bool(limit) and best.points <= (limit or 0)
    return GinAnswer(best, limit, may_knock, is_gin and not is_big, is_big)


@dataclass(frozen=True, slots=True)
class Declaration:
    """Whether a hand of Indian rummy may be declared, and what it counts for a loser.

    ``melds`` are those that don’t count, and ``counting`` are the cards that do.
    """

    is_valid: bool
    melds: tuple[Meld, ...]
    discard: Card | None
    counting: Hand
    points: int


_PURE, _RUN = 100, 1  # the tally of an arrangement: its pure sequences, and all its sequences


def read_declaration(rules: MeldRules, cards: Sequence[Card]) -> Declaration:
    """Return whether the hand can be declared, with a discard if it has the card drawn.

    Raises TooLargeError if the hand has too many cards.
    """
    rules.check_size(cards)
    scoring = cast("IndianScoring", rules.scheme.scoring)
    held = HeldHand(rules, cards)
    discards = len(held.cards) > scoring.game.hand_size

    def tally(part: Part) -> int:
        if part.shape != "run":
            return 0
        return _RUN + (0 if part.wilds else _PURE)

    def add(one: int, other: int) -> int:
        most = scoring.figures.runs
        return min(1, one // _PURE + other // _PURE) * _PURE + min(
            most, one % _PURE + other % _PURE
        )

    enough = _PURE + scoring.figures.runs
    search = Arranging(held, discards=discards, tally=tally, add=add)
    complete = [each for each in search.arrangements() if each[1] == enough]
    parts = every_part(held)
    pure = [part for part in parts if part.shape == "run" and not part.wilds]
    choices = [as_arrangement(held, parts, discard) for _, _, parts, discard in complete]
    for melds in ([], *([part] for part in pure)):
        one = as_arrangement(held, melds, None)
        discard = max(one.left, key=lambda card: rules.points([card]), default=None)
        choices.append(as_arrangement(held, melds, discard if discards else None))
    best = min(choices, key=lambda each: (each.points, len(each.left)))
    is_valid = not best.left
    points = 0 if is_valid else scoring.counted(best.points)
    return Declaration(is_valid, best.melds, best.discard, best.left, points)


@dataclass(frozen=True, slots=True)
class ClosingAnswer:
    """The arrangement with the least left over, and the most that a player who closes may have."""

    arrangement: Arrangement
    limit: int

    @property
    def may_close(self) -> bool:
        """Whether the player may close."""
        return self.arrangement.points <= self.limit


def read_closing(rules: MeldRules, cards: Sequence[Card]) -> ClosingAnswer:
    """Return whether a player may close; with the card drawn, one card is discarded.

    Raises TooLargeError if the hand has too many cards.
    """
    rules.check_size(cards)
    has_drawn = len(cards) > rules.ruleset.cards_dealt(rules.deal, rules.players)
    best = best_arrangement(HeldHand(rules, cards), discards=has_drawn)
    return ClosingAnswer(best, rules.closing_limit or 0)


@dataclass(frozen=True, slots=True)
class InitialMeldAnswer:
    """The melds with which a player or a side opens, and the minimum for them.

    In canasta, they are all that can be melded. ``goes_out`` is true if they need no minimum
    because the player goes out at once; ``discard`` is the card discarded, if any.
    """

    melds: tuple[Meld, ...]
    left: Hand
    points: int
    minimum: int
    discard: Card | None = None
    goes_out: bool = False

    @property
    def is_enough(self) -> bool:
        """Whether the side may meld."""
        return bool(self.melds) and (self.goes_out or self.points >= self.minimum)


def read_initial_meld(rules: MeldRules, cards: Sequence[Card], total: int = 0) -> InitialMeldAnswer:
    """Return whether a hand reaches the minimum for a side whose total is ``total``.

    Raises TooLargeError if the hand has too many cards.
    """
    rules.check_size(cards)
    if rules.melds.opening_points:
        return _read_opening(rules, cards)
    scoring = cast("TallyScoring", rules.scheme.scoring)
    opening = scoring.figures.opening
    minimum = opening.least(total, rules.deal.number) if opening else 0
    held = HeldHand(rules, (card for card in cards if rules.may_be_melded(card)))
    parts = [part for part in every_part(held) if part.shape == "set" or not part.wilds]
    search = Arranging(held, parts)
    best = max(search.arrangements(), key=lambda each: each[0])
    melds = as_arrangement(held, best[2], None)
    left = rules.sorted((*melds.left, *(card for card in cards if not rules.may_be_melded(card))))
    points = rules.points(card for meld in melds.melds for card in meld.cards)
    return InitialMeldAnswer(melds.melds, left, points, minimum)


def _read_opening(rules: MeldRules, cards: Sequence[Card]) -> InitialMeldAnswer:
    """Return the first melds of a player or, if they don’t count enough, those that count most."""
    held = HeldHand(rules, cards)
    dealt = rules.ruleset.cards_dealt(rules.deal, rules.players)
    discards = len(held.cards) > dealt and rules.last_discard != "none"
    best = best_opening(held, discards=discards)
    if not best.melds:
        best = largest_opening(held)
    value = opening_value(rules, best.melds)
    return InitialMeldAnswer(
        best.melds,
        best.left,
        value,
        rules.melds.opening_points,
        best.discard,
        goes_out=not best.left,
    )
