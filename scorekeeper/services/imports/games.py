"""Storing a game from a file.

No value in the file is trusted: the rules and the log are read in the same way as stored data, the
entries are scored again, and it must be possible to show the game’s pages.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.entries import DealReport
from rules.engine.formatting import capital, name_key
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
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.log import change_log
from scorekeeper.queries.seating import GameSeating, read_seating
from scorekeeper.queries.stored import StoredGame
from scorekeeper.queries.table_file import GameRecord, LineError, SeatRecord
from scorekeeper.services.imports.logs import LoggedChange, check_log
from scorekeeper.services.imports.outcomes import Found, Stored
from scorekeeper.services.state import store


def store_game(group: Group, record: GameRecord) -> Stored:
    """Store a game unless the group has it. Raises LineError if its parts don’t fit together."""
    known = Game.objects.filter(group=group, uuid=record.uuid).first()
    if known:
        why = _difference(known, record)
        return (Found.DIFFERS, why) if why else (Found.SAME, "")
    return Found.ADDED, _add_game(group, record)


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


def _add_game(group: Group, record: GameRecord) -> str:
    """Store a game, and return how it differs from the file; empty if it doesn’t."""
    _check(record)
    ruleset = load_ruleset(record.ruleset)
    if ruleset.slug != record.variant:
        raise LineError(_("It has the rules of “{slug}”.").format(slug=ruleset.slug))
    if len(record.seats) != len(record.sides) * ruleset.players.team:
        raise LineError(_("The number of seats doesn’t fit its rules."))
    game = Game.objects.create(
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
        played_on=record.day,
        created_at=record.created_at,
        finished_at=record.finished_at or record.changed_at,  # cleared below if it isn’t finished
    )
    people = _people(group, record.seats)
    sides = Side.objects.bulk_create(
        Side(game=game, **side.model_dump(mode="json")) for side in record.sides
    )
    Seat.objects.bulk_create(
        Seat(
            game=game, side=sides[seat.side - 1], player=people[seat.person], position=seat.position
        )
        for seat in record.seats
    )
    seating = read_seating(game)
    played = _store_deals(game, ruleset, seating, record)
    _store_log(game, ruleset, record, people)
    if record.note and (record.note.text or record.note.location):
        Note.objects.create(game=game, text=record.note.text, location=record.note.location)
    Game.objects.filter(pk=game.pk).update(changed_at=record.changed_at)
    _must_be_shown(Game.objects.get(pk=game.pk))
    return _recounted(record, ruleset, played)


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
        _("The changes in the log aren’t in order."): (
            any(later <= earlier for earlier, later in pairwise(versions))
            or versions[-1] != record.version
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


def _people(group: Group, seats: Iterable[SeatRecord]) -> dict[UUID, Player]:
    """Return the player for each seat’s person, creating those who are new to the group.

    A person is recognised by the uuid or, failing that, by the name.
    """
    players = list(group.players.all())
    by_uuid = {player.uuid: player for player in players}
    by_name = {name_key(player.name): player for player in players}
    found: dict[UUID, Player] = {}
    for seat in seats:
        player = by_uuid.get(seat.person) or by_name.get(name_key(seat.name))
        if player is None:
            player = Player.objects.create(group=group, uuid=seat.person, name=seat.name)
        if player in found.values():
            message = _("Two of its people are the same player in your group: {name}.")
            raise LineError(message.format(name=player.name))
        found[seat.person] = player
    return found


def _store_deals(
    game: Game, ruleset: Ruleset, seating: GameSeating, record: GameRecord
) -> Sequence[ScoredDeal]:
    """Score and store the deals of a game, and everything that follows from them."""
    seats = {seat.position: seat for seat in seating.seats}
    reports = []
    for deal in record.deals:
        if seats[deal.dealer] not in seating.seats_at(deal.deal):
            message = _("The dealer of {deal} {number} isn’t playing.")
            raise LineError(message.format(deal=ruleset.words.deal.one, number=deal.deal))
        texts = load_texts(deal.entry, deal.format, ruleset)
        table = seating.table(deal.deal, deal.dealer)
        reports.append(DealReport(deal.deal, table, texts, seating.missed(deal.deal)))
    stored = StoredGame(game, ruleset, seating, is_locked=True)
    played = stored.replay(reports)
    for number, why in played.refused.items():
        # Translators: {deal} is what the game calls a deal, such as “Hand”
        message = _("{deal} {number} can’t be scored: {problem}")
        word = capital(ruleset.words.deal.one)
        raise LineError(message.format(deal=word, number=number, problem=why))
    rows = [
        Round(
            game=game,
            deal=deal.deal,
            dealer=seats[deal.dealer],
            dealer_known=deal.dealer_known,
            entry=dict(report.texts),
            recorded_at=deal.recorded_at,
        )
        for deal, report in zip(record.deals, reports, strict=True)
    ]
    store(stored, played, new=rows)
    game.save(update_fields=["carried", "state", "finished_at"])
    return played.deals


def _store_log(
    game: Game, ruleset: Ruleset, record: GameRecord, people: Mapping[UUID, Player]
) -> None:
    """Store the log of a game, upgraded to the current format.

    ``people`` are the players in its seats, by their uuids in the file.
    """
    follows = ""
    if record.follows:
        earlier = Game.objects.filter(group=game.group_id, uuid=record.follows).first()
        follows = earlier.code if earlier else ""
    team, log = ruleset.players.team, []
    for logged in reversed(record.log):
        before, after = (
            _with_players(load_change(data, ruleset), people)
            for data in (logged.before, logged.after)
        )
        if isinstance(after, StartSnapshot):
            after = after.model_copy(update={"follows": follows})
        if isinstance(before, RulesSnapshot):
            ruleset = before.ruleset
        log.append(LoggedChange(logged, before, after))
    log.reverse()
    check_log(record, team, log)
    Change.objects.bulk_create(
        Change(
            game=game,
            version=each.logged.version,
            key=each.logged.key,
            kind=each.logged.kind,
            deal=each.logged.deal,
            before=each.before and dump_change(each.before),
            after=each.after and dump_change(each.after),
            by_name=each.logged.by_name,
            at=each.logged.at,
        )
        for each in log
    )


def _with_players(snapshot: Snapshot | None, people: Mapping[UUID, Player]) -> Snapshot | None:
    """Return the data of a change with the uuids that its players have in the group."""
    if not isinstance(snapshot, TableSnapshot):
        return snapshot
    uuids = {
        position: people[uuid].uuid if uuid in people else uuid
        for position, uuid in snapshot.people.items()
    }
    return snapshot.model_copy(update={"people": uuids})


def _must_be_shown(game: Game) -> None:
    """Read the game as its pages do. Raises an exception if one of the pages couldn’t be shown."""
    board = scoreboard(game)
    change_log(game, board.stored.ruleset)


def _recounted(record: GameRecord, ruleset: Ruleset, played: Sequence[ScoredDeal]) -> str:
    """Return a sentence if the points in the file differ from those counted here."""
    different = [
        deal.deal
        for deal, scored in zip(record.deals, played, strict=True)
        if deal.points and deal.points != scored.points
    ]
    if not different:
        return ""
    # Translators: {deal} is what the game calls a deal, such as “hand”
    message = _("This site counts {deal} {numbers} differently from the file.")
    numbers = ", ".join(map(str, different))
    return message.format(deal=ruleset.words.deal.one, numbers=numbers)


def describe_game(record: GameRecord) -> str:
    """Return the name, date and players of a game, for the list of a file’s content."""
    # Translators: {game} is the name of a game such as Hearts, {people} are its players
    return _("{game}, {date}: {people}").format(
        game=record.name,
        date=date_format(record.day, "j M Y"),
        people=", ".join(side.name for side in record.sides),
    )
