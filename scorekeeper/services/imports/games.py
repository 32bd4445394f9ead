"""Storing a game from a file.

No value in the file is trusted: the rules and the log are read in the same way as stored data, the
entries are scored again, and it must be possible to show the game’s pages.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.entries import DealReport
from rules.engine.formatting import capital, name_key
from rules.engine.replay import Played
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import ScoredDeal
from rules.engine.snapshots import (
    RulesSnapshot,
    Snapshot,
    StartSnapshot,
    TableSnapshot,
    dump_change,
    dump_ruleset,
    fingerprint,
    load_change,
    load_ruleset,
    load_texts,
)
from scorekeeper.models import Change, Game, Group, Note, Player, Round, Seat, Side
from scorekeeper.queries.seating import GameSeating, seating_with
from scorekeeper.queries.stored import StoredGame
from scorekeeper.queries.table_file import GameRecord, LineError, SeatRecord
from scorekeeper.services.imports.logs import LoggedChange, check_log
from scorekeeper.services.imports.outcomes import Found, Stored
from scorekeeper.services.state import store

_LOGGED = [
    field
    for field in Change._meta.concrete_fields  # noqa: SLF001 -- Django’s public API
    if field.name not in ("id", "game")
]


def prepare_game(group: Group, record: GameRecord) -> Callable[[], Stored]:
    """Check and score a game, and return what stores it unless the group has it.

    This takes much longer than storing it, during which nobody else can save. Raises LineError if
    its parts don’t fit together.
    """
    is_known = Game.objects.filter(group=group, uuid=record.uuid).exists()
    prepared = None if is_known else _prepared(group, record)

    def store_prepared() -> Stored:
        known = Game.objects.filter(group=group, uuid=record.uuid).first()
        if known:
            why = _difference(known, record)
            return Stored(Found.DIFFERS if why else Found.SAME, why)
        if prepared and prepared.known == _known(group):
            return _add_game(prepared)
        return _add_game(_prepared(group, record))  # something has changed meanwhile

    return store_prepared


def _difference(known: Game, record: GameRecord) -> str:
    """Return how a game in the file differs from the stored one; empty if it doesn’t."""
    here = dict(Change.objects.filter(game=known).values_list("version", "key"))
    there = {change.version: change.key for change in record.log}
    if here == there:
        note = Note.objects.filter(game=known).first() or Note()
        text, location = (record.note.text, record.note.location) if record.note else ("", "")
        return "" if (note.text, note.location) == (text, location) else _("The note differs.")
    if here.items() > there.items():
        return _("It has been changed here since the file was written.")
    if there.items() > here.items():
        more = len(there) - len(here)
        sentence = ngettext(
            "The file has {count} change that isn’t here.",
            "The file has {count} changes that aren’t here.",
            more,
        )
        return sentence.format(count=more)
    return _("It has been changed both here and in the file.")


@dataclass(frozen=True, slots=True)
class _PreparedGame:
    """A game with all its rows, none of which is stored.

    ``known`` are the people in the group, and ``log`` has the values of changes for the database.
    """

    record: GameRecord
    game: Game
    known: Sequence[tuple[UUID | None, str]]
    people: Sequence[Player]
    stored: StoredGame
    played: Played
    rounds: Sequence[Round]
    log: Sequence[Sequence[Any]]


def _prepared(group: Group, record: GameRecord) -> _PreparedGame:
    _check(record)
    ruleset = load_ruleset(record.ruleset)
    if ruleset.slug != record.variant:
        raise LineError(_("It has the rules of “{slug}”.").format(slug=ruleset.slug))
    if len(record.seats) != len(record.sides) * ruleset.players.team:
        raise LineError(_("The number of seats doesn’t fit its rules."))
    game = Game(
        group=group,
        uuid=record.uuid,
        variant=record.variant,
        ruleset=dump_ruleset(ruleset),
        rules_key=fingerprint(ruleset),
        version=record.version,
        first_dealer=record.first_dealer,
        next_dealer=record.next_dealer,
        seat_orders=[[deal, list(positions)] for deal, positions in record.seat_orders],
        stopped=record.stopped,
        chosen_winner=record.chosen_winner and record.chosen_winner.model_dump(),
        played_on=record.day,
        created_at=record.created_at,
        finished_at=record.finished_at or record.changed_at,  # cleared below if it isn’t finished
    )
    known = list(group.players.order_by("pk"))
    people = _people(group, known, record.seats)
    sides = [Side(game=game, **side.model_dump(mode="json")) for side in record.sides]
    seats = [
        Seat(
            game=game, side=sides[seat.side - 1], player=people[seat.person], position=seat.position
        )
        for seat in record.seats
    ]
    seating = seating_with(game, seats, ruleset)
    stored = StoredGame(game, ruleset, seating, is_locked=True)
    reports = _reports(ruleset, seating, record)
    return _PreparedGame(
        record=record,
        game=game,
        known=[(player.uuid, player.name) for player in known],
        people=[player for player in people.values() if not player.pk],
        stored=stored,
        played=_played(stored, reports),
        rounds=[
            Round(
                game=game,
                deal=deal.deal,
                dealer=seats[deal.dealer - 1],
                dealer_known=deal.dealer_known,
                entry=dict(report.texts),
                recorded_at=deal.recorded_at,
            )
            for deal, report in zip(record.deals, reports, strict=True)
        ],
        log=_log(game, ruleset, record, people),
    )


def _add_game(prepared: _PreparedGame) -> Stored:
    """Store a game, and return it, with the people added and how it differs from the file."""
    record, game, seating = prepared.record, prepared.game, prepared.stored.seating
    game.save()
    for player in prepared.people:
        player.save()
    Side.objects.bulk_create(seating.sides)
    Seat.objects.bulk_create(seating.seats)
    store(prepared.stored, prepared.played, new=prepared.rounds)
    # ``save`` would set the time of the change.
    Game.objects.filter(pk=game.pk).update(
        carried=game.carried,
        state=game.state,
        finished_at=game.finished_at,
        changed_at=record.changed_at,
    )
    _insert_log(game, prepared.log)
    if record.note and (record.note.text or record.note.location):
        Note.objects.create(game=game, text=record.note.text, location=record.note.location)
    why = _recounted(record, prepared.stored.ruleset, prepared.played.deals)
    return Stored(Found.ADDED, why, (game, *prepared.people))


def _check(record: GameRecord) -> None:
    """Raise LineError if the parts of the record don’t belong together."""
    versions = [change.version for change in record.log]
    sides = [side.number for side in record.sides]
    positions = [seat.position for seat in record.seats]
    seated = {seat.side for seat in record.seats}
    orders = [deal for deal, _positions in record.seat_orders]
    dealers = {record.first_dealer, record.next_dealer or record.first_dealer}
    moved = {position for _deal, order in record.seat_orders for position in order}
    problems = {
        _("The changes in the log aren’t numbered from 1."): (
            versions != list(range(1, record.version + 1))
            or len({change.key for change in record.log}) < len(record.log)
        ),
        _("The columns aren’t numbered from 1."): sides != list(range(1, len(sides) + 1)),
        _("The seats aren’t numbered from 1."): positions != list(range(1, len(positions) + 1)),
        _("A column has no seat, or a seat has no column."): seated != set(sides),
        _("Two seats have the same person."): (
            len({seat.person for seat in record.seats}) < len(record.seats)
            or len({name_key(seat.name) for seat in record.seats}) < len(record.seats)
        ),
        _("Somebody without a seat deals or moves."): not (
            dealers | moved | {deal.dealer for deal in record.deals} <= set(positions)
        ),
        _("The deals aren’t numbered from 1."): (
            [deal.deal for deal in record.deals] != list(range(1, len(record.deals) + 1))
            or orders != sorted(set(orders))
        ),
    }
    for problem, is_there in problems.items():
        if is_there:
            raise LineError(problem)


def _known(group: Group) -> list[tuple[UUID | None, str]]:
    """Return the people in the group."""
    return list(group.players.order_by("pk").values_list("uuid", "name"))


def _people(
    group: Group, known: Sequence[Player], seats: Iterable[SeatRecord]
) -> dict[UUID, Player]:
    """Return the player for each seat’s person; those who are new to the group aren’t saved.

    A person is recognised among the ``known`` ones by the uuid or, failing that, by the name.
    """
    by_uuid = {player.uuid: player for player in known}
    by_name = {name_key(player.name): player for player in known}
    found: dict[UUID, Player] = {}
    for seat in seats:
        player = by_uuid.get(seat.person) or by_name.get(name_key(seat.name))
        if player is None:
            player = Player(group=group, uuid=seat.person, name=seat.name)
        if player in found.values():
            message = _("Two of its people are the same player in your group: {name}.")
            raise LineError(message.format(name=player.name))
        found[seat.person] = player
    return found


def _reports(ruleset: Ruleset, seating: GameSeating, record: GameRecord) -> Sequence[DealReport]:
    """Return the deals of a game as its players reported them."""
    seats = {seat.position: seat for seat in seating.seats}
    reports = []
    for deal in record.deals:
        if seats[deal.dealer] not in seating.seats_at(deal.deal):
            message = _("The dealer of {deal} {number} isn’t playing.")
            raise LineError(message.format(deal=ruleset.words.deal.one, number=deal.deal))
        texts = load_texts(deal.entry, deal.format, ruleset)
        table = seating.table(deal.deal, deal.dealer)
        reports.append(DealReport(deal.deal, table, texts, seating.missed(deal.deal)))
    return reports


def _played(stored: StoredGame, reports: Sequence[DealReport]) -> Played:
    """Score the deals of a game. Raises LineError if one of them isn’t valid."""
    played = stored.replay(reports)
    for number, why in played.refused.items():
        # Translators: {deal} is what the game calls a deal, such as “Hand”
        message = _("{deal} {number} can’t be scored: {problem}")
        word = capital(stored.ruleset.words.deal.one)
        raise LineError(message.format(deal=word, number=number, problem=why))
    return played


def _log(
    game: Game, ruleset: Ruleset, record: GameRecord, people: Mapping[UUID, Player]
) -> Sequence[Sequence[Any]]:
    """Return the log of a game in the current format, as values of ``_LOGGED`` for the database.

    ``people`` are the players in its seats, by their uuids in the file.
    """
    follows = ""
    if record.follows:
        earlier = Game.objects.filter(group=game.group_id, uuid=record.follows).first()
        follows = earlier.code if earlier else ""
    team, log, rows = ruleset.players.team, [], []
    for logged in reversed(record.log):
        before, after = (
            _with_players(load_change(data, ruleset), people)
            for data in (logged.before, logged.after)
        )
        if isinstance(after, StartSnapshot):
            after = after.model_copy(update={"follows": follows})
        log.append(LoggedChange(logged, before, after))
        dumped = [dump_change(each) if each else None for each in (before, after)]
        for plain in dumped:
            load_change(plain, ruleset)
        change = Change(
            version=logged.version,
            key=logged.key,
            kind=logged.kind,
            deal=logged.deal,
            before=dumped[0],
            after=dumped[1],
            by_name=logged.by_name,
            at=logged.at,
        )
        rows.append(
            [
                field.get_db_prep_save(getattr(change, field.attname), connection)
                for field in _LOGGED
            ]
        )
        if isinstance(before, RulesSnapshot):
            ruleset = before.ruleset
    check_log(record, team, log[::-1])
    return rows[::-1]


def _insert_log(game: Game, log: Sequence[Sequence[Any]]) -> None:
    """Store the log of a game. ``bulk_create`` would take about ten times as long."""
    columns = ["game_id", *(str(field.column) for field in _LOGGED)]
    names = ", ".join(map(connection.ops.quote_name, columns))
    values = ", ".join(["%s"] * len(columns))
    insert = f"INSERT INTO {Change._meta.db_table} ({names}) VALUES ({values})"  # noqa: S608, SLF001
    with connection.cursor() as cursor:
        cursor.executemany(insert, [[game.pk, *row] for row in log])


def _with_players(snapshot: Snapshot | None, people: Mapping[UUID, Player]) -> Snapshot | None:
    """Return the data of a change with the uuids that its players have in the group."""
    if not isinstance(snapshot, TableSnapshot):
        return snapshot
    uuids = {
        position: people[uuid].uuid if uuid in people else uuid
        for position, uuid in snapshot.people.items()
    }
    return snapshot.model_copy(update={"people": uuids})


def _recounted(record: GameRecord, ruleset: Ruleset, played: Sequence[ScoredDeal]) -> str:
    """Return a sentence if the points in the file differ from those counted here."""
    different = [
        deal.deal
        for deal, scored in zip(record.deals, played, strict=True)
        if deal.points and _units(deal.points, ruleset) != scored.points
    ]
    if not different:
        return ""
    # Translators: {deal} is what the game calls a deal, such as “hand”
    message = _("This site counts {deal} {numbers} differently from the file.")
    numbers = ", ".join(map(str, different))
    return message.format(deal=ruleset.words.deal.one, numbers=numbers)


def _units(points: Mapping[str, float], ruleset: Ruleset) -> Mapping[str, float]:
    """Return points in units, without the rounding errors of binary fractions."""
    return {side: round(number * ruleset.unit, 3) for side, number in points.items()}


def describe_game(record: GameRecord) -> str:
    """Return the name, date and players of a game, for the list of a file’s content."""
    # Translators: {game} is the name of a game such as Hearts, {people} are its players
    return _("{game}, {date}: {people}").format(
        game=record.name,
        date=date_format(record.day),
        people=", ".join(side.name for side in record.sides),
    )
