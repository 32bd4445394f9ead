"""Games from other apps, built as if they had been entered here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _
from pydantic import ValidationError

from rules.engine.contracts import MAX_DEALS
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import DealReport
from rules.engine.errors import RulesError
from rules.engine.formatting import name_key, tidied
from rules.engine.game import ChosenWinner, step_name
from rules.engine.mistakes import mistakes_in
from rules.engine.replay import replay
from rules.engine.rulesets import Ruleset
from rules.engine.seating import Chair, Entrant, Seating, alone
from rules.engine.snapshots import (
    FORMAT,
    DealEntry,
    SideSnapshot,
    StartSnapshot,
    TableSnapshot,
    dump_change,
    dump_ruleset,
)
from rules.engine.variants import Variant
from scorekeeper.models import Change
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.table_file import GameRecord, LineError


@dataclass(frozen=True, slots=True)
class ImportedPerson:
    """A person from another app, with a uuid that is the same in every file."""

    uuid: UUID
    name: str

    @classmethod
    def named(cls, uuid: UUID, name: str) -> "ImportedPerson":
        """Return the person with a name that this site can store."""
        short = tidied(" ".join(name.split()))[:NAME_LENGTH].strip()
        return cls(uuid, short or _("Unknown"))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from another app; each of its ``rows`` has the points of all ``people``, in order.

    ``won`` are the positions of those who are marked as winners, if the points don’t decide.
    ``row_names`` are the names of the rows in messages, such as lines of a table.
    """

    uuid: UUID
    variant: Variant
    people: Sequence[ImportedPerson]
    rows: Sequence[Sequence[int]]
    at: datetime
    by_name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    location: str = ""
    row_names: Sequence[str] = ()
    won: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal with the entry that results in its points.

    Other apps don’t record who dealt. ``dealer`` is the position of a player, each in turn, because
    every deal needs a dealer here.
    """

    number: int
    dealer: int
    texts: dict[str, str]


def converted(game: PlayedGame) -> GameRecord:
    """Return a game as a record in our own format. Raises RulesError if that isn’t possible."""
    ruleset = game.variant.ruleset(game.options)
    ruleset.check_table(len(game.people))
    if len({name_key(person.name) for person in game.people}) < len(game.people):
        raise LineError(_("Two players have the same name."))
    seating = _seating(game.people)
    deals = []
    for number in range(1, len(game.rows) + 1):
        dealer = (number - 1) % len(game.people) + 1
        texts = _entry(ruleset, seating.table(number, dealer), number, game)
        deals.append(_Deal(number, dealer, texts))
    is_over, chosen = _is_over(ruleset, seating, deals), None
    if ruleset.end.together and game.won:
        chosen = ChosenWinner(side=0, deals=len(deals), outright=True)
    log = _log(game, deals, chosen, is_over=is_over)
    plain = {
        "uuid": game.uuid,
        "variant": game.variant.slug,
        "name": ruleset.name,
        "version": len(log),
        "played_on": game.at.date(),
        "created_at": game.at,
        "changed_at": game.at,
        "finished_at": game.at,
        "stopped": not is_over,
        "chosen_winner": chosen,
        "note": {"text": game.note, "location": game.location},
        "sides": [
            {"number": number, "name": person.name} for number, person in enumerate(game.people, 1)
        ],
        "seats": [
            {"position": at, "side": at, "person": person.uuid, "name": person.name}
            for at, person in enumerate(game.people, 1)
        ],
        "deals": [
            {
                "deal": deal.number,
                "dealer": deal.dealer,
                "dealer_known": False,
                "entry": deal.texts,
                "format": FORMAT,
                "recorded_at": game.at,
                "points": {
                    str(number): points
                    for number, points in enumerate(game.rows[deal.number - 1], 1)
                },
            }
            for deal in deals
        ],
        "ruleset": dump_ruleset(ruleset),
        "log": log,
    }
    try:
        return GameRecord.model_validate(plain)
    except ValidationError as error:
        raise LineError(mistakes_in(error, GameRecord)[0].text) from None


def _log(
    game: PlayedGame, deals: Sequence[_Deal], chosen: ChosenWinner | None, *, is_over: bool
) -> list[dict[str, Any]]:
    """Return the changes that would have been logged if the game had been entered here."""
    start = StartSnapshot(
        options=dict(game.options),
        patches={},
        players=tuple(person.name for person in game.people),
        follows="",
    )
    log: list[dict[str, Any]] = [{"kind": Change.Kind.START, "after": dump_change(start)}]
    for deal in deals:
        entered = DealEntry(
            texts=deal.texts, dealer=deal.dealer, overruled=True, dealer_known=False
        )
        log.append({"kind": Change.Kind.RECORD, "deal": deal.number, "after": dump_change(entered)})
    if not is_over:
        table = _table(game.people)
        stopped = table.model_copy(update={"stopped": True, "chosen_winner": chosen})
        log.append(
            {
                "kind": Change.Kind.STOP,
                "before": dump_change(table),
                "after": dump_change(stopped),
            }
        )
    for version, change in enumerate(log, 1):
        key = str(uuid5(game.uuid, str(version)))
        change |= {"version": version, "key": key, "by_name": game.by_name, "at": game.at}
    return log


def _seating(people: Sequence[ImportedPerson]) -> Seating:
    numbered = list(enumerate((person.name for person in people), 1))
    return Seating(
        entrants=tuple(Entrant(str(number), name=name) for number, name in numbered),
        chairs=tuple(Chair(number, name, str(number)) for number, name in numbered),
    )


def _table(people: Sequence[ImportedPerson]) -> TableSnapshot:
    sides = tuple(
        SideSnapshot(number=number, name=person.name, joined=1, start=0, left=None, away=())
        for number, person in enumerate(people, 1)
    )
    return TableSnapshot(next_dealer=None, stopped=False, sides=sides, seats=())


def _entry(ruleset: Ruleset, table: DealSeating, deal: int, game: PlayedGame) -> dict[str, str]:
    """Return an entry that gives a deal its points. Raises LineError if there is none."""
    row, name = game.rows[deal - 1], game.row_names[deal - 1] if game.row_names else ""
    length = MAX_DEALS if ruleset.length is None else ruleset.length
    if deal > length:
        message = _("{game} ends after {length} {deals}. {row}")
        deals = ruleset.words.deal.many
        text = message.format(game=ruleset.name, length=length, deals=deals, row=name)
        raise LineError(text.strip())
    is_marked = deal == len(game.rows) and not ruleset.end.together
    marks = {f"won-{at}": "1" for at in game.won} if is_marked else {}
    for texts in (way | marks for way in _ways(row)):
        if _points(ruleset, DealReport(deal, table, texts)) == list(row):
            return texts
    shown = ", ".join(map(str, row))
    message = _("{game} has no {deal} with the points {points}. {row}")
    text = message.format(game=ruleset.name, deal=ruleset.words.deal.one, points=shown, row=name)
    raise LineError(text.strip())


def _ways(row: Sequence[int]) -> Sequence[dict[str, str]]:
    """Return the entries, for different schemes, that could result in these points."""
    left = {f"left-points-{number}": str(points) for number, points in enumerate(row, 1)}
    out = next((number for number, points in enumerate(row, 1) if points == 0), 0)
    without = {name: text for name, text in left.items() if name != f"left-points-{out}"}
    return (
        {f"points-{number}": str(points) for number, points in enumerate(row, 1)},
        *([without | {"out": str(out)}] if out else []),
        left | {"ran-out": "1"},
    )


def _points(ruleset: Ruleset, report: DealReport) -> list[int]:
    """Return the points of a deal; an empty list if its entry isn’t valid."""
    try:
        played = replay(ruleset, alone(report.table.keys), [report])
    except RulesError:
        return []
    return [deal.points_of(key) for deal in played.deals for key in report.table.keys]


def _is_over(ruleset: Ruleset, seating: Seating, deals: Sequence[_Deal]) -> bool:
    """Return whether the rules end the game after these deals."""
    reports = [
        DealReport(deal.number, seating.table(deal.number, deal.dealer), deal.texts)
        for deal in deals
    ]
    return replay(ruleset, seating, reports).state.is_over


def takes_points(variant: Variant) -> bool:
    """Return whether the points of each deal are all that a game of the variant needs."""
    standard = variant.standard
    count = max(2, standard.players.min)
    if standard.players.team > 1 or count not in standard.players.counts:
        return False
    if step_name(standard):  # the places depend on more than the points
        return False
    row = [0, *(10 * number for number in range(1, count))]
    people = [ImportedPerson(UUID(int=number), str(number)) for number in range(count)]
    table = _seating(people).table(1, 1)
    return any(_points(standard, DealReport(1, table, texts)) == row for texts in _ways(row))
