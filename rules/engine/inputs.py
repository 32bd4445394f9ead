"""The types of entry fields: which inputs a field has, and how their texts become values."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import Any, ClassVar, Literal
from unicodedata import decimal

from rules.engine.cards import STANDARD, Hand, hand_text, read_hand
from rules.engine.deal_seating import DealSeat, DealSeating, DealSide
from rules.engine.errors import UnreadableError
from rules.engine.formatting import (
    join_texts,
    points_text,
    shown_decimals,
    stored_points,
    with_minus,
)
from rules.translation import gettext as _
from rules.translation import ngettext

MAX_POINTS = 100_000
MAX_SUM_TEXT = 80
ROW_END = "/"
# The signs that people and programs use for minus, and the plus of East Asian keyboards.
_SIGNS = dict.fromkeys(map(ord, "‐‑‒–—―−－"), "-") | {ord("＋"): "+"}


@dataclass(frozen=True, slots=True)
class Left:
    """The cards left in a hand, or their total as typed, or both."""

    cards: Hand | None = None
    points: int | None = None
    points_text: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the hand was entered as empty."""
        return not self.cards and self.points == 0

    @property
    def words(self) -> str:
        """The cards or their total: ``K 5``, ``15 points``."""
        if self.cards:
            return hand_text(self.cards)
        points = self.points or 0
        return ngettext("{count} point", "{count} points", points).format(count=points)


def read_sum(text: str, decimals: int = 0) -> int:
    """Return the value of a number or a sum such as ``12+11+7`` or ``20-5``.

    In a game with ``decimals``, the value is in units of the last one: 125 for ``12.5`` or
    ``12,50`` in a game with one decimal.

    A negative number can also be ``(5)`` or ``5-``, and its digits can be of any script. Raises
    UnreadableError if the text isn’t a sum or is too long, or if the total is far too large for any
    game.
    """
    plain = re.sub(r"\s+", "", text).translate(_SIGNS).rstrip("+")
    plain = "".join(str(decimal(each, each)) for each in plain)
    plain = re.sub(r"^(?:\(([0-9.,]+)\)|([0-9.,]+)-)$", r"-\1\2", plain)
    # 1,000 could also be a thousand, so nothing has three decimals.
    part = rf"(?:[.,][0-9]{{0,{decimals}}}0{{0,{2 - decimals}}})?"
    term = rf"(?=[.,]?[0-9])[0-9]{{0,6}}{part}" if decimals else "[0-9]{1,6}"
    if len(plain) > MAX_SUM_TEXT or not re.fullmatch(rf"[+-]?{term}(?:[+-]{term})*", plain):
        if decimals:
            message = ngettext(
                "“{text}” isn’t a number of points with at most {count} decimal. Enter a number "
                "such as 12.5, or a sum such as 12.5+3.",
                "“{text}” isn’t a number of points with at most {count} decimals. Enter a number "
                "such as 12.5, or a sum such as 12.5+3.",
                decimals,
            )
            raise UnreadableError(message.format(text=text.strip()[:20], count=decimals))
        message = _(
            "“{text}” isn’t a whole number of points. Enter a number such as "
            "37, or a sum such as 12+11+7."
        )
        raise UnreadableError(message.format(text=text.strip()[:20]))
    terms = re.findall(r"[+-]?[0-9.,]+", plain)
    total = sum(int(Decimal(each.replace(",", ".")).scaleb(decimals)) for each in terms)
    if abs(total) > MAX_POINTS * 10**decimals:
        message = _("A score of {total} is impossible. Check the sum.")
        raise UnreadableError(message.format(total=points_text(total, decimals)))
    return total


def sum_text(text: str, decimals: int = 0) -> str:
    """Return a number or a sum as it is stored with its reason: ``−3.30``, ``12.50+3.00``.

    A text that can’t be read stays as typed.
    """
    try:
        total = read_sum(text, decimals)
    except UnreadableError:
        return text
    terms = re.findall(r"[\d.,]+", text)
    if len(terms) == 1:
        return stored_points(total, decimals)
    shown = (stored_points(read_sum(term, decimals), decimals) for term in terms)
    signs = re.sub(r"[\d.,]+", "{}", re.sub(r"\s+", "", text).translate(_SIGNS))
    return with_minus(signs.format(*shown))


class InputType(ABC):
    """The type of a field.

    ``parts`` names its inputs; ``read`` receives the texts of those that aren’t blank.
    """

    __slots__ = ()
    name: ClassVar[str]
    parts: ClassVar[tuple[str, ...]] = ("",)

    @abstractmethod
    def read(self, texts: Mapping[str, str], table: DealSeating) -> Any:
        """Return the value of the texts. Raises UnreadableError if they aren’t valid."""

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        """Return the texts as shown in the log; a text that can’t be read stays as typed."""
        return " = ".join(texts.values())


@dataclass(frozen=True, slots=True)
class CardsLeft(InputType):
    """The cards left in a hand, or their total; without ``ranks``, only a total.

    ``add_up`` is true if the value of a card depends only on its rank. ``rows`` is the number of
    rows if the cards are laid out in a grid. Such cards are typed column by column, or row by row
    with ``ROW_END`` between the rows. ``cancel`` determines which matching cards count 0: those
    that fill a column, or any pair. ``most`` is the highest usual total, or 0 if it isn’t known.
    """

    ranks: tuple[str, ...] = STANDARD
    add_up: bool = True
    rows: int = 0
    cancel: Literal["", "column", "pairs"] = ""
    most: int = 0
    name: ClassVar[str] = "cards-left"
    parts: ClassVar[tuple[str, ...]] = ("cards", "points")

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return with_minus(" = ".join(texts.values()))

    def read(self, texts: Mapping[str, str], table: DealSeating) -> Left:
        cards = texts.get("cards", "")
        points = texts.get("points", "")
        if cards and not self.ranks:
            raise UnreadableError(
                _("The card values of this game aren’t known. Enter the total instead.")
            )
        return Left(
            cards=self._hand(cards) if cards else None,
            points=read_sum(points) if points else None,
            points_text=points,
        )

    def _hand(self, text: str) -> Hand:
        if not self.rows or ROW_END not in text:
            return read_hand(text, self.ranks)
        texts = text.split(ROW_END)
        rows = [read_hand(row, self.ranks) for row in texts] if len(texts) == self.rows else []
        if len({len(row) for row in rows}) != 1:
            message = ngettext(
                "“{text}” isn’t {count} row. Leave {slash} out.",
                "“{text}” isn’t {count} rows of equal length. Enter {slash} only between rows, "
                "or leave it out.",
                self.rows,
            )
            raise UnreadableError(message.format(text=text[:40], count=self.rows, slash=ROW_END))
        return tuple(chain.from_iterable(zip(*rows, strict=True)))


@dataclass(frozen=True, slots=True)
class Points(InputType):
    """A signed number of points, or a sum.

    ``values`` are the numbers that can be entered with each answer of the choice ``by``; an answer
    that allows too many numbers is left out. ``most`` is the highest possible number, or 0 if it
    isn’t known. ``decimals`` are those that the game has; the value is in units of the last one.
    """

    by: str = ""
    values: tuple[tuple[str, tuple[int, ...]], ...] = ()
    most: int = 0
    decimals: int = 0
    name: ClassVar[str] = "points"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> int:
        return read_sum(texts[""], self.decimals)

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        text = sum_text(texts[""], self.decimals)
        return shown_decimals(text) if self.decimals else text


@dataclass(frozen=True, slots=True)
class Count(InputType):
    """A whole number from ``least`` to ``most``; the scheme rejects all others.

    The keypad moves on after one digit if ``usual``, the highest usual number, has only one.
    """

    most: int
    least: int = 0
    usual: int = 0
    name: ClassVar[str] = "count"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> int:
        text = texts[""]
        if re.fullmatch(r"[0-9]{4,}", text):
            message = _("“{text}” is too large. Enter a number from {least} to {most}.")
            text = text[:20]
            raise UnreadableError(message.format(text=text, least=self.least, most=self.most))
        if not re.fullmatch(r"[0-9]{1,3}", text):
            message = _("“{text}” isn’t a whole number. Enter a number such as 1.")
            raise UnreadableError(message.format(text=text[:20]))
        return int(text)


@dataclass(frozen=True, slots=True)
class Flag(InputType):
    """A checkbox."""

    name: ClassVar[str] = "flag"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> bool:
        if texts[""] not in ("on", "1"):
            message = _("“{text}” isn’t a valid answer. Enter 1 for yes, or leave it blank.")
            raise UnreadableError(message.format(text=texts[""][:20]))
        return True

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return _("yes") if texts[""] in ("on", "1") else texts[""]


@dataclass(frozen=True, slots=True)
class Choice(InputType):
    """One of several answers, each with a key and a label."""

    answers: tuple[tuple[str, str], ...]
    name: ClassVar[str] = "choice"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> str:
        if texts[""] not in dict(self.answers):
            labels = join_texts(label for _key, label in self.answers)
            message = _("“{text}” isn’t one of the choices. Choose one of these: {labels}.")
            raise UnreadableError(message.format(text=texts[""][:20], labels=labels))
        return texts[""]

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return dict(self.answers).get(texts[""], texts[""])


@dataclass(frozen=True, slots=True)
class OneSide(InputType):
    """One of the sides. An entry may name several; the scheme then rejects it.

    If there is a ``mark``, each side’s row has a checkbox in a column with that heading. With
    ``ends_row``, a side that is ticked there has nothing else to enter.
    """

    mark: str = ""
    ends_row: bool = False
    name: ClassVar[str] = "one-side"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> tuple[str, ...]:
        return _chosen(texts[""], table.keys)

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return _names(texts[""], table.sides)


@dataclass(frozen=True, slots=True)
class OneSeat(InputType):
    """One of the players, by the key of the seat. Everything else is as in ``OneSide``."""

    mark: str = ""
    ends_row: bool = False
    name: ClassVar[str] = "one-seat"

    def read(self, texts: Mapping[str, str], table: DealSeating) -> tuple[str, ...]:
        return _chosen(texts[""], tuple(seat.key for seat in table.seats))

    def words(self, texts: Mapping[str, str], table: DealSeating) -> str:
        return _names(texts[""], table.seats)


def _chosen(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    keys = text.split()
    if not set(keys) <= set(known):
        raise UnreadableError(_("That player isn’t in this deal. Choose one of the names."))
    return tuple(key for key in known if key in keys)


def _names(text: str, places: Sequence[DealSide | DealSeat]) -> str:
    names = {place.key: place.name for place in places}
    return join_texts(names.get(key, key) for key in text.split())
