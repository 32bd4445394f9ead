"""The fields of a deal, and the entry that people make in them.

A scheme declares its fields; forms, pages, history and sheets work with the fields of any scheme.
An entry is stored as the texts of its inputs, exactly as typed, and is always read by the same
code.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from rules.engine.deal_seating import DealSeat, DealSeating, Missed, Scope
from rules.engine.errors import RulesError, UnreadableError
from rules.engine.formatting import points_text
from rules.engine.inputs import Count, Flag, InputType, OneSeat, OneSide, read_sum
from rules.translation import gettext as _

UNLIKELY = 10  # a number that becomes this many times larger or smaller may be a typo
POINTS = ("cards-left", "points")  # the kinds of input that hold points or cards worth points
# The problems with totals that depend on the card values and the deck, which a group may change.
OF_CARD_VALUES = frozenset(
    (
        *("impossible-sum", "impossible-total", "more-than-whole-deck", "too-large-sum"),
        "too-large-total",
    )
)


@dataclass(frozen=True, slots=True)
class EntryField:
    """A field of a deal; its ``scope`` is the deal, each side, or each seat.

    An ``optional`` field may stay blank; with ``next_stops``, the Next key still stops there. A
    ``rarely_used`` field is shown separately. In a ``once_a_game`` field, each side may give each
    answer only once. A ``before_play`` field is filled in before the first card is played, and can
    be saved then (``early_bids.read_bids``).
    ``skipped_if`` is the id of a field: a player who is marked or has an answer there doesn’t fill
    in this one.
    If ``skipped_with`` has the id of a choice and the keys of some answers, this field is skipped
    only with these answers. ``implied_by`` is the id of a field: a mark there also ticks this one.
    ``after`` is the id of a shortcut: this field is shown only after that shortcut has been used.
    ``conflicts_with`` is the id of a field that can’t be filled in if this one is ticked.
    ``points_each`` is how many points each unit entered adds to the score, or 0 if the score
    depends on anything else. ``total_available`` is the sum of all the numbers or, for bids, the
    number of tricks in the deal; with a ``dealer_hook``, the dealer may not bring the sum of the
    bids to that number. ``hint`` is shown above the rows.
    """

    id: str
    label: str
    kind: InputType
    scope: Scope = "deal"
    optional: bool = False
    next_stops: bool = False
    rarely_used: bool = False
    before_play: bool = False
    skipped_if: str = ""
    once_a_game: bool = False
    skipped_with: tuple[str, tuple[str, ...]] = ("", ())
    implied_by: str = ""
    after: str = ""
    points_each: int = 0
    total_available: int = 0
    dealer_hook: bool = False
    conflicts_with: str = ""
    hint: str = ""

    def inputs(self, key: str = "") -> dict[str, str]:
        """Return the names of the inputs by part, such as ``left-cards-2`` for side or seat 2."""
        return {
            part: "-".join(filter(None, (self.id, part, "" if self.scope == "deal" else key)))
            for part in self.kind.parts
        }

    def input(self, key: str = "") -> str:
        """Return the name of the first input."""
        return next(iter(self.inputs(key).values()))


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A button that fills in the row of a side, such as for shooting the moon.

    ``texts`` has the texts for the side’s own fields by id, and ``marked`` has the ids of the
    fields in which the side is marked. ``short`` is a label that fits on the button.
    """

    id: str
    label: str
    short: str
    texts: Mapping[str, str]
    marked: tuple[str, ...] = ()

    def answers(self, fields: Iterable[EntryField], side: str) -> dict[str, str]:
        """Return the text of each input that the button of this side fills in."""
        typed = {
            field.input(side): self.texts[field.id] for field in fields if field.id in self.texts
        }
        return typed | dict.fromkeys(self.marked, side)


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in an entry or, as a ``warning``, something that the scorer should check.

    ``input`` is the name of the input to correct; it is empty if the mistake involves several
    inputs. ``message`` is for the players, in their language.
    """

    code: str
    message: str
    input: str
    warning: bool = False


class EntryRefusedError(RulesError):
    """An entry that isn’t valid; ``problems`` has the reasons."""

    code = "entry-refused"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = tuple(problems)

    @property
    def only_warnings(self) -> bool:
        """Whether the scorer may save the entry anyway."""
        return all(problem.warning for problem in self.problems)

    @property
    def impossible(self) -> Self:
        """The same error without warnings."""
        return type(self)([problem for problem in self.problems if not problem.warning])


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of a deal: the texts as typed and the values read from them."""

    table: DealSeating
    texts: Mapping[str, str]
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, field_id: str, default: Any = None) -> Any:
        """Return the value of a field that appears once per deal."""
        return self.values.get(field_id, default)

    def of(self, field_id: str) -> Mapping[str, Any]:
        """Return the values of a field that each side or seat has, by key, without the blanks."""
        reported: Mapping[str, Any] = self.values.get(field_id, {})
        return reported


@dataclass(frozen=True, slots=True)
class DealReport:
    """A deal as it was entered, with the texts of its inputs by name.

    ``missed`` has the totals agreed for the sides that came back after the deal.
    """

    number: int
    table: DealSeating
    texts: Mapping[str, str]
    missed: tuple[Missed, ...] = ()


def clean_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts without surrounding spaces. Blanks are left out: they don’t mean zero."""
    stripped = {name: text.strip() for name, text in texts.items()}
    return {name: text for name, text in stripped.items() if text}


def input_names(fields: Iterable[EntryField], table: DealSeating) -> set[str]:
    """Return the names of all inputs of these fields, for the sides and seats of ``table``."""
    return {
        name
        for entry_field in fields
        for place in table.places(entry_field.scope) or (None,)
        for name in entry_field.inputs(place.key if place else "").values()
    }


def fields_of_player(
    fields: Iterable[EntryField], table: DealSeating, seat: DealSeat
) -> tuple[tuple[EntryField, str], ...]:
    """Return the fields that a player can fill in alone, each with the key of a seat or side.

    These are the fields of the player’s seat, the fields of the side if the player has no partner,
    and the marks for that seat or side. The result is empty if, apart from the marks, these are
    only bids and ticks.
    """
    keys = {"seat": seat.key}
    if len(table.partners(seat.side)) == 1:
        keys["side"] = seat.side
    fields = tuple(fields)
    own = [(asked, keys[asked.scope]) for asked in fields if asked.scope in keys]
    if all(asked.before_play or isinstance(asked.kind, Flag) for asked, _key in own):
        return ()
    marks = (
        (asked, keys[scope])
        for asked in fields
        for kind, scope in ((OneSide, "side"), (OneSeat, "seat"))
        if isinstance(asked.kind, kind) and asked.kind.mark and scope in keys
    )
    return (*own, *marks)


def texts_of_player(
    own: Iterable[tuple[EntryField, str]], texts: Mapping[str, str]
) -> dict[str, str]:
    """Return the texts that one player filled in, without blanks.

    ``own`` are the player’s fields. In a field with marks, only this player’s mark is kept.
    """
    typed, kept = clean_texts(texts), {}
    for asked, key in own:
        if asked.scope == "deal":
            if key in typed.get(asked.id, "").split():
                kept[asked.id] = key
        else:
            kept |= {name: typed[name] for name in asked.inputs(key).values() if name in typed}
    return kept


@dataclass(frozen=True, slots=True)
class SheetFields:
    """The fields of a deal for which people write only one number per player on paper.

    ``number`` is the field of these numbers. ``mark`` is the one for the player who has nothing to
    enter, such as who went out; None if there is none. ``flags`` are the deal’s checkboxes.
    """

    number: EntryField
    mark: EntryField | None
    flags: tuple[EntryField, ...]

    def input(self, key: str, text: str = "") -> str:
        """Return the name of the input for a player’s number or, if it has letters, cards."""
        inputs = self.number.inputs(key)
        part = "cards" if any(map(str.isalpha, text)) else "points"
        return inputs.get(part) or next(iter(inputs.values()))

    def texts(
        self, typed: Mapping[str, str], ticked: Iterable[str] = (), marked: str = ""
    ) -> dict[str, str]:
        """Return the texts of the deal’s inputs from what was typed for each player, by key.

        ``ticked`` are the ids of the flags that are ticked, and ``marked`` is the player who was
        chosen as out. If there is neither, a single 0 marks who went out.
        """
        texts = dict.fromkeys(ticked, "on")
        zeros = [key for key, text in typed.items() if text == "0"]
        out = zeros[0] if len(zeros) == 1 and not (texts or marked) else marked
        if self.mark and out:
            texts[self.mark.id] = out
            typed = {key: text for key, text in typed.items() if (key, text) != (out, "0")}
        numbers = {self.input(key, text): text for key, text in typed.items()}
        return clean_texts(texts | numbers)


def sheet_fields(fields: Iterable[EntryField]) -> SheetFields | None:
    """Return the fields of a deal that needs only one number per player, or None.

    A deal with points may also have optional fields other than marks, which can stay blank.
    """
    numbers, marks, flags, others = (list[EntryField]() for _each in range(4))
    for asked in fields:
        is_mark = isinstance(asked.kind, OneSide | OneSeat) and bool(asked.kind.mark)
        if is_mark and getattr(asked.kind, "ends_row", False):
            marks.append(asked)
        elif asked.scope == "deal" and isinstance(asked.kind, Flag):
            flags.append(asked)
        else:
            (others if asked.optional and not is_mark else numbers).append(asked)
    if len(numbers) != 1 or len(marks) > 1:
        return None
    (number,) = numbers
    is_count = isinstance(number.kind, Count) and not others
    if number.scope == "deal" or not (number.kind.name in POINTS or is_count):
        return None
    return SheetFields(number, marks[0] if marks else None, tuple(flags))


def unlikely_corrections(
    fields: Iterable[EntryField],
    table: DealSeating,
    before: Mapping[str, str],
    after: Mapping[str, str],
) -> Iterator[Problem]:
    """Yield a warning for each number that a correction makes at least ten times larger or smaller.

    ``before`` and ``after`` are the texts of the deal, by input name. A number that was or becomes
    0 causes no warning.
    """
    fields = tuple(fields)
    points = [each for each in fields if each.scope != "deal" and each.kind.name in POINTS]
    for entry_field in fields:
        if entry_field.kind.name not in (*POINTS, "count"):
            continue
        decimals = getattr(entry_field.kind, "decimals", 0)
        for place in table.places(entry_field.scope) or (None,):
            for part, at in entry_field.inputs(place.key if place else "").items():
                old, new = (_number(texts.get(at, ""), decimals) for texts in (before, after))
                if part == "cards" or not (old and new):
                    continue
                low, high = sorted((abs(old), abs(new)))
                if high >= UNLIKELY * low:
                    message = (
                        # Translators: a corrected number, such as “Ann’s points: 2 → 20.”
                        _("{name}’s points: {old} → {new}. Is that right?")
                        if points == [entry_field]
                        # Translators: a corrected number, such as “Ann: Bid 2 → 20.”
                        else _("{name}: {label} {old} → {new}. Is that right?")
                        if place
                        else _("{label}: {old} → {new}. Is that right?")
                    ).format(
                        name=place.name if place else "",
                        label=entry_field.label,
                        old=points_text(old, decimals),
                        new=points_text(new, decimals),
                    )
                    yield Problem("unlikely-correction", message, at, warning=True)


def _number(text: str, decimals: int) -> int | None:
    """Return the value of a number or a sum as typed; None for any other text."""
    try:
        return read_sum(text, decimals)
    except UnreadableError:
        return None


def read_entry(fields: Iterable[EntryField], table: DealSeating, texts: Mapping[str, str]) -> Entry:
    """Return the entry with these texts, keyed by input name; unknown inputs are ignored.

    Raises EntryRefusedError with a problem for every input that can’t be read.
    """
    typed = clean_texts(texts)
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for entry_field in fields:
        for place in table.places(entry_field.scope) or (None,):
            inputs = entry_field.inputs(place.key if place else "")
            parts = {part: typed[name] for part, name in inputs.items() if name in typed}
            if not parts:
                continue
            try:
                value = entry_field.kind.read(parts, table)
            except UnreadableError as error:
                message = str(error)
                if place:
                    # Translators: whose input it is, and what is wrong with it.
                    message = _("{name}: {message}").format(name=place.name, message=message)
                first = next(inputs[part] for part in parts)
                problems.append(Problem(error.code, message, first))
                continue
            if place:
                values.setdefault(entry_field.id, {})[place.key] = value
            else:
                values[entry_field.id] = value
    if problems:
        raise EntryRefusedError(problems)
    return Entry(table, typed, values)
