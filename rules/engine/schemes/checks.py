"""Checks that several schemes share.

Each yields the problems of an entry. A message is a sentence for the players, and the words that
differ from game to game are arguments.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from rules.engine.cards import Card, Deck, Hand, cards_in_deck, copies_words, hand_text, holds_card
from rules.engine.entries import Entry, EntryField, Flag, Left, OneSeat, Problem, Seat, Side
from rules.engine.formatting import cannot_all, count_words, join_names, signed

RAN_OUT_FIELD = EntryField("ran-out", "The cards ran out", Flag(), conflicts_with="out")


def names_of(entry: Entry, field: EntryField, keys: Iterable[str]) -> list[str]:
    """Return the names of the sides or seats that are marked in ``field``."""
    if isinstance(field.kind, OneSeat):
        return [entry.table.seat(key).name for key in keys]
    return [entry.table.name(key) for key in keys]


# Marks


def at_most_one(
    entry: Entry, field: EntryField, code: str, cannot: str, keys: Sequence[str] | None = None
) -> Iterator[Problem]:
    """Check that no more than one is marked in ``field``.

    ``cannot`` goes on after “Ann and Bob cannot both”. ``keys`` are those marked, if the field
    alone does not say so.
    """
    marked = entry.get(field.id, ()) if keys is None else keys
    if len(marked) > 1:
        names = names_of(entry, field, marked)
        yield Problem(code, f"{cannot_all(names)} {cannot}", field.id)


def exactly_one(
    entry: Entry, field: EntryField, *, nobody: tuple[str, str], several: tuple[str, str]
) -> Iterator[Problem]:
    """Check that one is marked in ``field``.

    ``nobody`` and ``several`` are codes with their messages; the latter as for ``at_most_one``.
    """
    if not entry.get(field.id):
        yield Problem(*nobody, field.id)
    yield from at_most_one(entry, field, *several)


def one_went_out(
    entry: Entry, field: EntryField, out: Sequence[str], *, several: str, nobody: str
) -> Iterator[Problem]:
    """Check that one player went out, or else that the cards ran out; ``out`` are those who did."""
    yield from at_most_one(entry, field, "several-out", several, out)
    has_run_out = entry.get(RAN_OUT_FIELD.id)
    if out and has_run_out:
        name = names_of(entry, field, out)[0]
        message = f"{name} went out, so the cards did not run out; untick one of the two."
        yield Problem("out-and-ran-out", message, RAN_OUT_FIELD.id)
    if not out and not has_run_out:
        yield Problem("nobody-out", f"{nobody}, or tick that the cards ran out.", field.id)


def out_holds_nothing(name: str, left: Left | None, at: str) -> Iterator[Problem]:
    """Check the hand of a player who is marked as out."""
    if left and not left.is_empty:
        message = (
            f"{name} went out but holds {left.words}; "
            "clear that hand, or mark somebody else as out."
        )
        yield Problem("out-with-cards", message, at)


# Numbers


def number_of(
    entry: Entry,
    field: EntryField,
    place: Side | Seat,
    most: int,
    *,
    missing: str,
    too_many: tuple[str, str, str],
) -> Iterator[Problem]:
    """Check that a side or seat has a number in ``field``, and one that is possible.

    ``missing`` goes on after the name. ``too_many`` is a code with the words before and after the
    number: “Ann” “cannot bid” 9 “; there are 7 tricks.”
    """
    number, at = entry.of(field.id).get(place.key), field.input(place.key)
    if number is None:
        yield Problem("missing", f"{place.name} {missing}", at)
    else:
        yield from no_more_than(place.name, number, most, too_many, at)


def no_more_than(
    name: str, number: int, most: int, too_many: tuple[str, str, str], at: str
) -> Iterator[Problem]:
    """Check that a number is no larger than ``most``; ``too_many`` as for ``number_of``."""
    if number > most:
        code, cannot, why = too_many
        yield Problem(code, f"{name} {cannot} {number}{why}", at)


def sum_words(total: int, of: int, one: str = "trick", many: str = "tricks") -> str:
    """Return by how much a sum is off: ``12, one trick too few``."""
    how = "too few" if total < of else "too many"
    return f"{total}, {count_words(abs(total - of), one, many)} {how}"


def tricks_of_each(
    entry: Entry,
    field: EntryField,
    tricks: int,
    *,
    missing: str,
    hand: str,
    check: str,
    at: str = "",
) -> Iterator[Problem]:
    """Check that every side has a number of tricks, and that they add up to those of a hand.

    ``missing`` as for ``number_of``; ``hand`` is the game’s word for it.
    """
    has, numbers = f"a {hand} has {tricks}", entry.of(field.id)
    too_many = ("too-many-tricks", "cannot take", f" tricks, because {has}; mend that number.")
    for side in entry.table.sides:
        yield from number_of(entry, field, side, tricks, missing=missing, too_many=too_many)
    total = sum(numbers.values())
    is_possible = len(numbers) == len(entry.table.sides) and max(numbers.values()) <= tricks
    if is_possible and total != tricks:
        message = f"That makes {count_words(total, 'trick', 'tricks')}, but {has}; check {check}."
        yield Problem("tricks-sum", message, at)


# Hands


def within_deck(
    deck: Deck, name: str, cards: Hand, at: str, cannot: str = "cannot hold"
) -> Iterator[Problem]:
    """Check that the deck has the cards of one hand."""
    for card, copies in deck.excess(cards):
        message = f"{name} {cannot} {copies_words(card, copies)}; {cards_in_deck(deck, card)}."
        yield Problem("more-than-deck", message, at)


def within_deck_together(
    deck: Deck,
    hands: Sequence[tuple[str, Hand, str]],
    cannot: str = "together cannot hold {}",
    check: str = "hands",
) -> Iterator[Problem]:
    """Check that the deck has the cards of several hands: name, cards and input of each.

    A single hand that has too many is for ``within_deck``.
    """
    for card, holders, copies in held_beyond(deck, hands):
        names = dict.fromkeys(name for name, _, _ in holders)
        if len(holders) > 1:
            message = (
                f"{join_names(names)} {cannot.format(copies)}; {cards_in_deck(deck, card)}. "
                f"Check these {check}."
            )
            yield Problem("more-than-deck", message, holders[-1][2])


def held_beyond(
    deck: Deck, hands: Sequence[tuple[str, Hand, str]]
) -> Iterator[tuple[Card, list[tuple[str, Hand, str]], str]]:
    """Yield each card that hands have too often: the card, its holders, the copies in words."""
    for card, copies in deck.excess(chain.from_iterable(cards for _, cards, _ in hands)):
        holders = [hand for hand in hands if holds_card(hand[1], card)]
        yield card, holders, copies_words(card, copies)


def same_total(
    name: str, left: Left, counted: int, at: str, instead: str = ""
) -> Iterator[Problem]:
    """Check that cards come to the total that was reported with them.

    ``instead`` is what else the players can do about it.
    """
    if left.cards and left.points is not None and left.points != counted:
        message = (
            f"{name}’s cards {hand_text(left.cards)} come to {counted}, "
            f"but the total says {left.points}; {instead}clear one of the two."
        )
        yield Problem("cards-or-total", message, at)


def below_zero(whose: str, total: int, at: str, write: str = "what its cards cost") -> Problem:
    """Return the problem of a total below zero."""
    message = f"{whose} cannot come to {signed(total)}; write {write}, without a minus."
    return Problem("below-zero", message, at)


def possible_total(
    total: int,
    possible: Collection[int] | Mapping[int, int],
    game: str,
    at: str,
    *,
    check: str,
    cards: str = "cards",
) -> Iterator[Problem]:
    """Check that some cards come to ``total``; ``check`` is whose, such as ``Ann’s hand``."""
    if total not in possible:
        message = (
            f"No {cards} come to a total of {total} in {game}; "
            f"{_nearest(total, sorted(possible))}. Check {check}."
        )
        yield Problem("impossible-total", message, at)


def _nearest(points: int, possible: list[int]) -> str:
    """Return which of the possible totals, in order, are next to one that is not."""
    at = bisect_left(possible, points)
    near = [str(total) for total in possible[max(0, at - 1) : at + 1]]
    return f"the nearest {'are' if len(near) > 1 else 'is'} {' and '.join(near)}"
