"""Checks that several schemes share.

Each check yields the problems with an entry. A message that differs from game to game is an
argument: a translated string, in which the check fills in the fields that its docstring names.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from rules.engine.cards import Card, Deck, Hand, cards_in_deck, copies_words, hand_text, holds_card
from rules.engine.deal_seating import DealSeat, DealSide
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import join_names, number_word, with_minus
from rules.engine.inputs import Flag, Left, OneSeat
from rules.engine.rulesets import AnyRuleset
from rules.translation import gettext as _
from rules.translation import ngettext

RAN_OUT = "ran-out"


def ran_out_field(ruleset: AnyRuleset) -> EntryField:
    """Return the field for a deal that ended without anyone going out."""
    label = _("The cards ran out")
    if not ruleset.has_cards:
        # Translators: {deal} is what the game calls a deal, such as “round”
        label = _("The {deal} was blocked").format(deal=ruleset.words.deal.one)
    return EntryField(RAN_OUT, label, Flag(), conflicts_with="out")


def names_of(entry: Entry, field: EntryField, keys: Iterable[str]) -> list[str]:
    """Return the names of the sides or seats with these keys, which are marked in ``field``."""
    if isinstance(field.kind, OneSeat):
        return [entry.table.seat(key).name for key in keys]
    return [entry.table.name(key) for key in keys]


# Marks


def at_most_one(
    entry: Entry, field: EntryField, code: str, message: str, keys: Sequence[str] | None = None
) -> Iterator[Problem]:
    """Check that at most one side or seat is marked in ``field``.

    ``message`` has the field ``names``, for two or more names. ``keys`` are the marked sides or
    seats, if ``field`` alone doesn’t determine them.
    """
    marked = entry.get(field.id, ()) if keys is None else keys
    if len(marked) > 1:
        names = join_names(names_of(entry, field, marked))
        yield Problem(code, message.format(names=names), field.id)


def exactly_one(
    entry: Entry, field: EntryField, *, nobody: tuple[str, str], several: tuple[str, str]
) -> Iterator[Problem]:
    """Check that exactly one side or seat is marked in ``field``.

    ``nobody`` and ``several`` each have a code and a message. The message of ``several`` is as for
    ``at_most_one``.
    """
    if not entry.get(field.id):
        yield Problem(*nobody, field.id)
    yield from at_most_one(entry, field, *several)


def one_goes_out(deal: str) -> str:
    """Return the message for several players marked as out, with the field ``names``.

    ``deal`` is the game’s word for a deal.
    """
    message = _("{names} are marked as out. Only one player goes out in a {deal}, so mark one.")
    return message.format(names="{names}", deal=deal)


def one_went_out(
    entry: Entry,
    field: EntryField,
    out: Sequence[str],
    *,
    several: str,
    nobody: str = "",
    both: str = "",
) -> Iterator[Problem]:
    """Check that either one player went out or the cards ran out.

    ``out`` are the players who went out. ``several`` is a message as for ``at_most_one``.
    ``nobody`` replaces the usual message if nothing is marked, and ``both``, which has the field
    ``name``, the usual message if both are.
    """
    yield from at_most_one(entry, field, "several-out", several, out)
    has_run_out = entry.get(RAN_OUT)
    if out and has_run_out:
        message = both or _(
            "{name} went out, so the cards didn’t run out. Untick one or the other."
        )
        name = names_of(entry, field, out)[0]
        yield Problem("out-and-ran-out", message.format(name=name), RAN_OUT)
    if not out and not has_run_out:
        message = nobody or _(
            "Nobody is marked as out. Mark who went out, or tick that the cards ran out."
        )
        yield Problem("nobody-out", message, field.id)


def out_holds_nothing(name: str, left: Left | None, at: str) -> Iterator[Problem]:
    """Check that a player who is marked as out has no cards left."""
    if left and not left.is_empty:
        message = _(
            "{name} went out and can’t have {cards} left. Clear that hand, or mark someone else "
            "as out."
        )
        yield Problem("out-with-cards", message.format(name=name, cards=left.words), at)


def nothing_else(entry: Entry, field: str, deal: str) -> Iterator[Problem]:
    """Check that nothing was entered for a deal that is marked in ``field`` as thrown in.

    ``deal`` is the game’s word for a deal.
    """
    if len(entry.values) > 1:
        message = _(
            "The {deal} was thrown in, so nothing was played. Untick this, or clear the other "
            "answers."
        )
        yield Problem("not-played", message.format(deal=deal), field)


# Numbers


def number_of(
    entry: Entry,
    field: EntryField,
    place: DealSide | DealSeat,
    most: int,
    *,
    missing: str,
    too_many: tuple[str, str],
    **words: object,
) -> Iterator[Problem]:
    """Check that a side or seat has a number in ``field``, and that it is at most ``most``.

    ``missing`` is a message with the field ``name``. ``too_many`` is a code and a message with the
    fields ``name``, ``number`` and ``most``, and those in ``words``.
    """
    number, at = entry.of(field.id).get(place.key), field.input(place.key)
    if number is None:
        yield Problem("missing", missing.format(name=place.name), at)
    else:
        yield from no_more_than(place.name, number, most, too_many, at, **words)


def no_more_than(
    name: str, number: int, most: int, too_many: tuple[str, str], at: str, **words: object
) -> Iterator[Problem]:
    """Check that a number is at most ``most``; the other arguments are as for ``number_of``."""
    if number > most:
        code, message = too_many
        yield Problem(code, message.format(name=name, number=number, most=most, **words), at)


def tricks_off(total: int, of: int) -> str:
    """Return by how many tricks a sum is too low or too high: ``one too few``."""
    count = abs(total - of)
    if total < of:
        text = ngettext("{count} too few", "{count} too few", count)
    else:
        text = ngettext("{count} too many", "{count} too many", count)
    return text.format(count=number_word(count))


def no_tricks() -> str:
    """Return the message for a side or seat whose tricks are missing, with the field ``name``."""
    return _("No tricks have been entered for {name}. Enter how many, or 0 for none.")


def makers_tricks(
    entry: Entry, field: str, most: int, *, missing: str, deal: str
) -> Iterator[Problem]:
    """Check the tricks, entered in ``field``, of the side that plays against the others.

    ``missing`` is a message with the field ``most``; ``deal`` is the game’s word for a deal.
    """
    tricks = entry.get(field)
    if tricks is None:
        yield Problem("missing", missing.format(most=most), field)
    elif tricks > most:
        message = _(
            "Nobody can take {tricks} tricks: a {deal} has {most}. Enter a number from 0 to {most}."
        )
        text = message.format(tricks=tricks, deal=deal, most=most)
        yield Problem("too-many-tricks", text, field)


def wrong_tricks(
    entry: Entry, field: EntryField, tricks: int, message: str, **words: object
) -> Iterator[Problem]:
    """Check that the tricks in ``field`` add up to ``tricks``.

    ``message`` has the fields ``taken``, ``off`` and ``tricks``, and those in ``words``.
    """
    taken = sum(entry.of(field.id).values())
    if taken != tricks:
        text = message.format(taken=taken, off=tricks_off(taken, tricks), tricks=tricks, **words)
        yield Problem("tricks-sum", text, "")


def tricks_of_each(
    entry: Entry, field: EntryField, tricks: int, *, deal: str, at: str = ""
) -> Iterator[Problem]:
    """Check that every side has a number of tricks, and that they add up to ``tricks``.

    ``deal`` is the game’s word for a deal.
    """
    message = _("{name} can’t take {number} tricks: this {deal} has {tricks}. Correct the number.")
    too_many, numbers = ("too-many-tricks", message), entry.of(field.id)
    for side in entry.table.sides:
        yield from number_of(
            entry,
            field,
            side,
            tricks,
            missing=no_tricks(),
            too_many=too_many,
            deal=deal,
            tricks=tricks,
        )
    total = sum(numbers.values())
    is_possible = len(numbers) == len(entry.table.sides) and max(numbers.values()) <= tricks
    if is_possible and total != tricks:
        message = _("The tricks add up to {total}, but this {deal} has {tricks}. Check them.")
        yield Problem("tricks-sum", message.format(total=total, deal=deal, tricks=tricks), at)


# Hands


def within_deck(
    deck: Deck, name: str, cards: Hand, at: str, message: str = ""
) -> Iterator[Problem]:
    """Check that the deck has the cards of one hand.

    ``message`` has the fields ``name``, ``cards`` and ``in_deck``.
    """
    for card, copies in deck.excess(cards):
        message = message or _("{name} can’t have {cards}. The deck has {in_deck}.")
        text = message.format(
            name=name, cards=copies_words(card, copies), in_deck=cards_in_deck(deck, card)
        )
        yield Problem("more-than-deck", text, at)


def within_deck_together(
    deck: Deck, hands: Sequence[tuple[str, Hand, str]], message: str = ""
) -> Iterator[Problem]:
    """Check that the deck has the cards of several hands together.

    ``hands`` has a name, the cards and an input for each hand. ``within_deck`` checks single hands.
    ``message`` has the fields ``names``, ``cards`` and ``in_deck``.
    """
    for card, holders, copies in held_beyond(deck, hands):
        names = dict.fromkeys(name for name, _cards, _at in holders)
        if len(holders) > 1:
            message = message or _(
                "{names} can’t have {cards} between them. The deck has {in_deck}. "
                "Check these hands."
            )
            text = message.format(
                names=join_names(names), cards=copies, in_deck=cards_in_deck(deck, card)
            )
            yield Problem("more-than-deck", text, holders[-1][2])


def held_beyond(
    deck: Deck, hands: Sequence[tuple[str, Hand, str]]
) -> Iterator[tuple[Card, list[tuple[str, Hand, str]], str]]:
    """Yield each card of which the hands together have more copies than the deck.

    Each result also has the hands with that card, and the number of copies in words.
    """
    for card, copies in deck.excess(chain.from_iterable(cards for _name, cards, _at in hands)):
        holders = [hand for hand in hands if holds_card(hand[1], card)]
        yield card, holders, copies_words(card, copies)


def same_total(
    name: str, left: Left, counted: int, at: str, message: str = ""
) -> Iterator[Problem]:
    """Check that cards add up to the total that was entered with them.

    ``message`` has the fields ``name``, ``cards``, ``counted`` and ``total``.
    """
    if left.cards and left.points is not None and left.points != counted:
        message = message or _(
            "{name}’s cards {cards} come to {counted}, but the total entered is {total}. "
            "Clear the cards or the total."
        )
        text = message.format(
            name=name, cards=hand_text(left.cards), counted=counted, total=with_minus(left.points)
        )
        yield Problem("cards-or-total", text, at)


def below_zero(name: str, total: int, at: str, message: str = "") -> Problem:
    """Return the problem for a total below zero.

    ``message`` has the fields ``name`` and ``total``.
    """
    message = message or _(
        "{name}’s hand can’t come to {total}. Enter what the cards are worth, without a minus sign."
    )
    return Problem("below-zero", message.format(name=name, total=with_minus(total)), at)


def possible_total(
    name: str,
    total: int,
    possible: Collection[int] | Mapping[int, int],
    game: str,
    at: str,
    *,
    message: str = "",
) -> Iterator[Problem]:
    """Check that ``total`` is one of the ``possible`` totals.

    ``message`` has the fields ``name``, ``total``, ``game`` and ``nearest``, which is a sentence.
    """
    if total not in possible:
        message = message or _(
            "No cards add up to {total} in {game}. {nearest} Check {name}’s hand."
        )
        text = message.format(
            name=name, total=total, game=game, nearest=nearest_totals(total, possible)
        )
        yield Problem("impossible-total", text, at)


def nearest_numbers(total: int, possible: Collection[int]) -> list[int]:
    """Return the possible numbers just below and just above ``total``."""
    ordered = sorted(possible)
    at = bisect_left(ordered, total)
    return ordered[max(0, at - 1) : at + 1]


def nearest_totals(total: int, possible: Collection[int]) -> str:
    """Return the possible totals just below and just above ``total``, as a sentence."""
    totals = nearest_numbers(total, possible)
    message = ngettext("The nearest total: {totals}.", "The nearest totals: {totals}.", len(totals))
    return message.format(totals=join_names(map(with_minus, totals)))
