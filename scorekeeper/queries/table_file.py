"""The file format for a group’s data: one JSON object on each line (docs/data.md).

A line has the version of the format under ``scorekeeper``, and one record: the table itself, a
person, a game that the group has made, house rules, or a game that was played. These models define
the format. They are also the source of its JSON Schema, and reject every value that a game on this
site couldn’t have.
"""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from functools import cache
from typing import Annotated, Any, Literal
from uuid import UUID

from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from pydantic import (
    AfterValidator,
    AwareDatetime,
    Base64Bytes,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import from_json, to_json

from rules.engine.contracts import MAX_DEALS, Frozen
from rules.engine.errors import RulesError
from rules.engine.formatting import is_blank, is_printable
from rules.engine.game import ChosenWinner
from rules.engine.inputs import MAX_POINTS
from rules.engine.mistakes import mistakes_in
from rules.engine.own_games import MOST_SUMMARY, PREFIX
from rules.engine.rulesets import NAME_LENGTH as GAME_NAME_LENGTH
from rules.engine.rulesets import Slug
from scorekeeper.coins import COLOURS, EMOJI_LENGTH, LARGEST_PICTURE, is_emoji
from scorekeeper.models import Change
from scorekeeper.models.games import LOCATION_LENGTH, MAX_SIDES, NOTE_LENGTH, SIDE_NAME_LENGTH
from scorekeeper.models.people import GROUP_NAME_LENGTH, HOUSE_RULES_NAME_LENGTH, NAME_LENGTH

VERSION = 2
MAX_CHANGES = 5000
MAX_HOUSE_RULES = 50  # for one own game
KEY = "scorekeeper"
FIRST_DAY, SKEW = date(1900, 1, 1), timedelta(days=1)
# Characters that PostgreSQL can’t store, and that no page of this site would have accepted.
_UNSTORABLE = re.compile(r"\\u0000")


class LineError(RulesError):
    """A line of a file that can’t be read."""

    code = "line"


def _shown(text: str) -> str:
    if text and (is_blank(text) or not is_printable(text)):
        raise ValueError("contains a character that can’t be printed")
    return text


def _emoji(text: str) -> str:
    if text and not is_emoji(text):
        raise ValueError("isn’t one emoji")
    return text


def _past(at: datetime) -> datetime:
    if at.year < FIRST_DAY.year or at > timezone.now() + SKEW:
        raise ValueError("is in the future, or too long ago")
    return at


def is_day(day: date) -> bool:
    """Return whether a game can have been played on this day.

    It may be a day ahead of the site’s own date, because people in other time zones are.
    """
    return FIRST_DAY <= day <= localdate() + SKEW


def _past_day(day: date) -> date:
    if not is_day(day):
        raise ValueError("is in the future, or too long ago")
    return day


When = Annotated[AwareDatetime, AfterValidator(_past)]
Day = Annotated[date, AfterValidator(_past_day)]
PersonName = Annotated[
    str, StringConstraints(min_length=1, max_length=NAME_LENGTH), AfterValidator(_shown)
]
OwnSlug = Annotated[Slug, Field(pattern=rf"^{PREFIX}[a-z0-9]+$", max_length=60)]
Number = Annotated[int, Field(ge=1, le=MAX_SIDES)]
DealNumber = Annotated[int, Field(ge=1, le=MAX_DEALS)]
Points = Annotated[float, Field(ge=-MAX_POINTS * MAX_DEALS, le=MAX_POINTS * MAX_DEALS)]
Total = Annotated[int, Field(ge=-MAX_POINTS, le=MAX_POINTS)]
Format = Annotated[int, Field(ge=0, le=10_000)]
Input = Annotated[str, StringConstraints(max_length=60)]
Typed = Annotated[str, StringConstraints(max_length=400)]


class TableRecord(Frozen):
    """The group: its name, when the file was written, and how many records follow."""

    name: Annotated[
        str, StringConstraints(min_length=1, max_length=GROUP_NAME_LENGTH), AfterValidator(_shown)
    ]
    exported_at: AwareDatetime
    people: Annotated[int, Field(ge=0)]
    own_games: Annotated[int, Field(ge=0)] = 0
    house_rules: Annotated[int, Field(ge=0)]
    games: Annotated[int, Field(ge=0)]


class PersonRecord(Frozen):
    """A person; ``off_list_at`` is the time at which the name was taken off the suggestions.

    The person’s coin has the ``colour`` with this number, and the ``emoji`` or the ``picture``, a
    JPEG, PNG or WebP file in base64.
    """

    uuid: UUID
    name: PersonName
    off_list_at: When | None = None
    colour: Annotated[int, Field(ge=1, le=COLOURS)] | None = None
    emoji: Annotated[str, StringConstraints(max_length=EMOJI_LENGTH), AfterValidator(_emoji)] = ""
    picture: Annotated[Base64Bytes, Field(max_length=LARGEST_PICTURE)] | None = None


class HouseRulesRecord(Frozen):
    """Saved house rules; ``format`` is the format of ``options`` and ``patches``."""

    variant: Slug
    name: Annotated[
        str,
        StringConstraints(min_length=1, max_length=HOUSE_RULES_NAME_LENGTH),
        AfterValidator(_shown),
    ]
    format: Format
    options: dict[str, Any]
    patches: dict[str, Any]


class OwnGameRecord(Frozen):
    """A game that the group has made, with its standard rules and the house rules saved for it."""

    slug: OwnSlug
    summary: Annotated[str, StringConstraints(max_length=MOST_SUMMARY), AfterValidator(_shown)] = ""
    ruleset: dict[str, Any]
    house_rules: Annotated[tuple[HouseRulesRecord, ...], Field(max_length=MAX_HOUSE_RULES)] = ()


class SideRecord(Frozen):
    """A column of the score pad.

    It plays from the deal ``joined``, with ``start`` points, to the deal ``left``. ``away`` has the
    first and the last deal of each absence, and the total on returning, or null if it was kept.
    """

    number: Number
    name: Annotated[
        str, StringConstraints(min_length=1, max_length=SIDE_NAME_LENGTH), AfterValidator(_shown)
    ]
    joined: Annotated[int, Field(ge=1, le=MAX_DEALS + 1)] = 1
    start: Total = 0
    left: Annotated[int, Field(ge=0, le=MAX_DEALS)] | None = None
    away: Annotated[
        tuple[tuple[DealNumber, DealNumber, Total | None], ...], Field(max_length=MAX_DEALS)
    ] = ()


def is_column(plain: Mapping[str, Any]) -> bool:
    """Return whether a game could have this column."""
    try:
        SideRecord.model_validate(plain)
    except ValidationError:
        return False
    return True


class SeatRecord(Frozen):
    """A seat, numbered clockwise from 1: its side, and the person in it."""

    position: Number
    side: Number
    person: UUID
    name: PersonName


class DealRecord(Frozen):
    """A deal that was played: the entry as typed, by input name, and who dealt.

    If ``dealer_known`` is false, nobody knows who dealt, and ``dealer`` is only assumed. ``points``
    are each side’s points, such as 12.5. They are computed again when the file is imported.
    """

    deal: DealNumber
    dealer: Number
    dealer_known: bool = True
    entry: Annotated[dict[Input, Typed], Field(max_length=1000)]
    format: Format
    overruled: bool = False
    recorded_at: When
    points: dict[str, Points] = {}


class ResultRecord(Frozen):
    """A side’s result in a finished game. It is computed again when the file is imported."""

    side: Number
    place: Number | None
    total: Points
    is_winner: bool


class LogRecord(Frozen):
    """A change to the game, with the data before and after it."""

    version: Annotated[int, Field(ge=1, le=MAX_CHANGES)]
    key: Annotated[str, StringConstraints(min_length=1, max_length=36), AfterValidator(_shown)]
    kind: Literal[tuple(Change.Kind.values)]  # type: ignore[valid-type]
    deal: DealNumber | None = None
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    by_name: Annotated[str, StringConstraints(max_length=NAME_LENGTH), AfterValidator(_shown)]
    at: When


class NoteRecord(Frozen):
    """The group’s note about a game, and where it was played."""

    text: Annotated[str, StringConstraints(max_length=NOTE_LENGTH), AfterValidator(_shown)] = ""
    location: Annotated[
        str, StringConstraints(max_length=LOCATION_LENGTH), AfterValidator(_shown)
    ] = ""


class GameRecord(Frozen):
    """A game with its rules, people, deals, results and log.

    ``version`` is the number of changes, ``follows`` the previous game if this is a rematch, and
    ``seat_orders`` the deals that start with a new seating order. Version 1 of the format has no
    ``played_on``.
    """

    uuid: UUID
    variant: Slug
    name: Annotated[
        str, StringConstraints(min_length=1, max_length=GAME_NAME_LENGTH), AfterValidator(_shown)
    ]
    version: Annotated[int, Field(ge=1, le=MAX_CHANGES)]
    played_on: Day | None = None
    created_at: When
    changed_at: When
    finished_at: When | None = None
    stopped: bool = False
    chosen_winner: ChosenWinner | None = None
    first_dealer: Number = 1
    next_dealer: Number | None = None
    seat_orders: Annotated[
        tuple[tuple[DealNumber, Annotated[tuple[Number, ...], Field(max_length=MAX_SIDES)]], ...],
        Field(max_length=MAX_DEALS),
    ] = ()
    follows: UUID | None = None
    note: NoteRecord | None = None
    sides: Annotated[tuple[SideRecord, ...], Field(min_length=1, max_length=MAX_SIDES)]
    seats: Annotated[tuple[SeatRecord, ...], Field(min_length=1, max_length=MAX_SIDES)]
    deals: Annotated[tuple[DealRecord, ...], Field(max_length=MAX_DEALS)] = ()
    results: Annotated[tuple[ResultRecord, ...], Field(max_length=MAX_SIDES)] = ()
    ruleset: dict[str, Any]
    log: Annotated[tuple[LogRecord, ...], Field(min_length=1, max_length=MAX_CHANGES)]

    @property
    def day(self) -> date:
        """The day on which it was played: in version 1, the one on which it began on this site."""
        return self.played_on or localdate(self.created_at)


class _Line(Frozen):
    scorekeeper: Literal[1, 2]


class TableLine(_Line):
    """The first line."""

    table: TableRecord


class PersonLine(_Line):
    """A line with a person."""

    person: PersonRecord


class HouseRulesLine(_Line):
    """A line with saved house rules."""

    house_rules: HouseRulesRecord


class OwnGameLine(_Line):
    """A line with a game that the group has made."""

    own_game: OwnGameRecord


class GameLine(_Line):
    """A line with a game. A file may consist of just this line."""

    game: GameRecord


Record = TableRecord | PersonRecord | OwnGameRecord | HouseRulesRecord | GameRecord
AnyLine = TableLine | PersonLine | OwnGameLine | HouseRulesLine | GameLine
LINES: Mapping[str, type[AnyLine]] = {
    "table": TableLine,
    "person": PersonLine,
    "own_game": OwnGameLine,
    "house_rules": HouseRulesLine,
    "game": GameLine,
}


@cache
def schema_text() -> str:
    """Return the JSON Schema of a line, as JSON."""
    lines: TypeAdapter[Any] = TypeAdapter(AnyLine)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a Scorekeeper file, version {VERSION}",
        **lines.json_schema(ref_template="#/$defs/{model}"),
    }
    return json.dumps(schema, indent=1)


def written_line(name: str, plain: Mapping[str, Any]) -> bytes:
    """Return a record, given as plain data, as a line of a file.

    It isn’t validated: a file must be complete even if something stored is unusual.
    """
    return to_json({KEY: VERSION, name: plain}) + b"\n"


def parsed(line: bytes) -> Record:
    """Return the record in a line. Raises LineError if it can’t be read, with the reason."""
    try:
        plain = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        raise LineError(_("This isn’t JSON: {problem}.").format(problem=error)) from None
    if not isinstance(plain, dict) or KEY not in plain:
        raise LineError(_("This line isn’t part of a Scorekeeper file."))
    version = plain[KEY]
    if type(version) is not int or version < 1:
        raise LineError(_("The version of the file isn’t a positive whole number."))
    if version > VERSION:
        message = _(
            "This file has version {version}, and this site reads versions up to {most}. "
            "Update the site first."
        )
        raise LineError(message.format(version=version, most=VERSION))
    if _UNSTORABLE.search(line.decode(errors="replace")):
        raise LineError(_("This line contains a character that can’t be stored."))
    name = next((name for name in LINES if name in plain), "")
    if not name:
        raise LineError(_("This line has no table, person, own game, house rules or game."))
    try:
        record: Record = getattr(LINES[name].model_validate(plain), name)
    except ValidationError as error:
        raise LineError(mistakes_in(error, LINES[name])[0].text) from None
    return record
