"""Importing files: added records, rejected records with reasons, and malicious files."""

import json
import os
import time
import zipfile
from datetime import date, timedelta
from io import BytesIO
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from rules.engine.catalogue import catalogue
from scorekeeper.models import Change, Game, Group, HouseRules, Note, Player, Round, Upload
from scorekeeper.presenters.board import ending_text
from scorekeeper.presenters.imports import import_progress
from scorekeeper.presenters.result import winners_text
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.exports import deals_rows, game_lines, games_of, table_lines
from scorekeeper.queries.history import history
from scorekeeper.queries.imported import imports_of
from scorekeeper.queries.records import game_statistics
from scorekeeper.queries.table_file import LineError, parsed
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.imports import games, reading
from scorekeeper.services.imports.outcomes import Found
from scorekeeper.services.imports.reading import FileError, NoRoomError
from scorekeeper.services.imports.storing import store_records
from scorekeeper.services.imports.undoing import undo_import
from scorekeeper.services.imports.uploads import (
    begin_import,
    cancel_upload,
    continue_upload,
    start_upload,
)
from scorekeeper.services.months import keep_months
from scorekeeper.services.notes import write_note
from scorekeeper.services.players import come_back, join, leave, move_seat, rename, set_dealer
from scorekeeper.services.purge import purge
from scorekeeper.services.rounds import record_deal, redo, undo
from scorekeeper.sheets.filled import filled_sheet
from scorekeeper.uploads import uploads_folder
from tests.conftest import client_of
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    GroupFactory,
    MemberFactory,
    RoundFactory,
    entered,
    stop_game,
    ten_each,
)
from tests.queries import queries
from tests.rows import each_row
from tests.scorekeeper.pages import get, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_unordered")]

DAY = date(2026, 5, 31)


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.UPLOADS = tmp_path


# The keys are those of exports that people have published. The people and games are invented.
PLAYS = {
    "players": [
        {"uuid": "0b7cbd86-5d0f-4b40-a9d1-000000000001", "id": 1, "name": "Ann",
         "isAnonymous": False, "modificationDate": "2026-01-17 20:28:15", "bggUsername": ""},
        {"uuid": "0b7cbd86-5d0f-4b40-a9d1-000000000002", "id": 2, "name": "Bob",
         "isAnonymous": False, "modificationDate": "2026-01-17 20:28:15", "bggUsername": ""},
        {"uuid": "0b7cbd86-5d0f-4b40-a9d1-000000000003", "id": 3, "name": "Anonymous player",
         "isAnonymous": True, "modificationDate": "2026-01-17 20:28:15"},
    ],
    "locations": [
        {"uuid": "0b7cbd86-5d0f-4b40-a9d1-000000000004", "id": 5, "name": "The cabin",
         "modificationDate": "2026-01-17 20:28:15"},
    ],
    "games": [
        {"uuid": "0b7cbd86-5d0f-4b40-a9d1-000000000005", "id": 7, "name": "Hilltop", "bggId": 0,
         "cooperative": False, "highestWins": True, "noPoints": False, "usesTeams": False},
        {"uuid": "0b7cbd86-5d0f-4b40-a9d1-000000000006", "id": 8, "name": "Low Tide", "bggId": 0,
         "cooperative": False, "highestWins": False, "noPoints": False, "usesTeams": False},
        {"uuid": "0b7cbd86-5d0f-4b40-a9d1-000000000007", "id": 9, "name": "Duel", "bggId": 0,
         "cooperative": False, "highestWins": False, "noPoints": True, "usesTeams": False},
        {"uuid": "0b7cbd86-5d0f-4b40-a9d1-000000000008", "id": 10, "name": "Rescue", "bggId": 0,
         "cooperative": True, "highestWins": True, "noPoints": True, "usesTeams": False},
    ],
    "plays": [],
    "challenges": [],
    "userInfo": {"meRefId": 1, "bggUsername": ""},
}  # fmt: skip


def play(number, game, *scores, **more):
    """Return a play with a score for each player: an id, the score, and whether the player won."""
    return {
        "uuid": f"0b7cbd86-5d0f-4b40-a9d1-0000000001{number:02}",
        "modificationDate": "2026-01-17 20:28:15",
        "entryDate": "2026-04-21 23:41:28",
        "playDate": "2026-04-21 10:00:00",
        "usesTeams": False,
        "durationMin": 61,
        "ignored": False,
        "manualWinner": False,
        "rounds": 0,
        "bggId": 0,
        "locationRefId": 5,
        "gameRefId": game,
        "rating": 0,
        "scoringSetting": 0,
        "playerScores": [
            {
                "score": score,
                "winner": winner,
                "newPlayer": False,
                "startPlayer": False,
                "playerRefId": player,
                "rank": 0,
                "seatOrder": 0,
            }
            for player, score, winner in scores
        ],
    } | more


def file_of(group):
    return b"".join(table_lines(group))


def upload(group, content, **more):
    if isinstance(content, str):
        content = content.encode()
    typed = {"filename": "file", "variant": "any-game", "options": {}, "played_on": DAY}
    user = group.members.get(is_owner=True).user
    return start_upload(group=group, user=user, file=BytesIO(content), **(typed | more))


def checked(group, content, **more):
    """Upload a file, read all of it, and return the upload."""
    found = upload(group, content, **more)
    continue_upload(upload=found, seconds=60)
    assert found.state == "checked"
    return found


def imported(group, content, **more):
    found = checked(group, content, **more)
    begin_import(upload=found)
    found.refresh_from_db()
    continue_upload(upload=found, seconds=60)
    assert found.state == "done"
    return found


def reasons(upload):
    return [(line, found, why) for line, found, _what, why in upload.report.get("notes", [])]


def totals(game):
    return {column.name: column.total for column in scoreboard(game).columns}


# Our own file


def test_a_check_stores_nothing_and_says_what_would_be_added(group, game):
    other = GroupFactory()

    found = checked(other, file_of(group))

    assert import_progress(found).added == [
        "1 game will be added.",
        "4 people will be added to your players: Ann, Bob, Cai, Dee",
    ]
    assert (other.games.count(), other.players.count()) == (0, 0)
    assert Upload.objects.get().lines == 6


def test_importing_twice_makes_nothing_twice(group, game):
    HouseRules.objects.create(group=group, variant="contract-rummy", name="Sunday")
    other, content = GroupFactory(), file_of(group)

    first = import_progress(imported(other, content))
    again = import_progress(imported(other, content))

    assert first.added == [
        "1 game has been added.",
        "4 people have been added to your players: Ann, Bob, Cai, Dee",
        "1 set of house rules has been saved.",
    ]
    assert again.added == ["Nothing has been added."]
    assert again.same == "6 items in the file are already in your group."
    assert other.games.count() == 1
    assert other.players.count() == 4
    assert Round.objects.filter(game__group=other).count() == 2
    assert other.house_rules.count() == 1


def test_a_file_brings_nothing_back_to_the_group_that_it_came_from(group, game):
    found = checked(group, file_of(group))

    progress = import_progress(found)
    assert progress.added == ["There is nothing to add."]
    assert not progress.can_start


def test_the_same_table_of_other_owners_is_neither_changed_nor_shown(group, game):
    """The other group’s game has the same uuid, but is a separate game."""
    before = scoreboard(game), game.version, game.group_id
    other = GroupFactory()

    imported(other, file_of(group))

    theirs = Game.objects.get(pk=game.pk)
    assert (scoreboard(theirs), theirs.version, theirs.group_id) == before
    mine = other.games.get()
    assert (mine.uuid, mine.code != game.code) == (game.uuid, True)
    assert {mine.watch_token, mine.score_token}.isdisjoint({game.watch_token, game.score_token})
    assert client_of(other.members.get().user).get(f"/games/{game.code}/").status_code == 404
    assert set(Change.objects.filter(game=mine).values_list("by", flat=True)) == {None}


def test_people_are_recognised_by_uuid_and_then_by_name(group, game):
    other = GroupFactory()
    renamed = Player.objects.create(
        group=other, name="Annie", uuid=group.players.get(name="Ann").uuid
    )
    namesake = Player.objects.create(group=other, name="BOB")

    found = imported(other, file_of(group))

    assert set(other.players.values_list("name", flat=True)) == {"Annie", "BOB", "Cai", "Dee"}
    seated = [seat.player for seat in other.games.get().seats.order_by("position")]
    assert seated[:2] == [renamed, namesake]
    assert [note[2:] for note in found.report["notes"]] == [["Ann", "Here, the name is “Annie”."]]


def test_a_game_that_went_on_here_is_kept(group, game):
    other, content = GroupFactory(), file_of(group)
    imported(other, content)
    mine = other.games.get()
    RoundFactory(game=mine, deal=3)

    found = checked(other, content)

    assert reasons(found) == [
        (6, "differs", "It has been changed here since the file was written.")
    ]
    assert other.games.get().rounds.count() == 3


def test_a_game_that_went_on_elsewhere_is_named_with_what_is_missing(group, game):
    other = GroupFactory()
    imported(other, file_of(group))
    RoundFactory(game=game, deal=3)
    RoundFactory(game=game, deal=4)

    found = checked(other, file_of(group))
    assert reasons(found) == [(6, "differs", "The file has 2 changes that aren’t here.")]

    RoundFactory(game=other.games.get(), deal=3)
    found = checked(other, file_of(group))
    assert reasons(found) == [(6, "differs", "It has been changed both here and in the file.")]


def test_another_note_or_other_house_rules_are_different(group, game):
    HouseRules.objects.create(group=group, variant="contract-rummy", name="Sunday")
    other = GroupFactory()
    imported(other, file_of(group))
    write_note(game=other.games.get(), text="Mine", location="")
    other.house_rules.update(options={"joker-25": True})

    found = checked(other, file_of(group))

    assert [why for _, _, why in reasons(found)] == [
        "You have other house rules with this name.",
        "The note differs.",
    ]
    assert Note.objects.get(game__group=other).text == "Mine"


def test_points_that_are_counted_differently_here_are_named(group, game):
    other = GroupFactory()
    plain = json.loads(next(iter(game_lines([game]))))
    plain["game"]["deals"][1]["points"]["2"] = 15

    found = imported(other, json.dumps(plain))

    assert reasons(found) == [(1, "added", "This site counts deal 2 differently from the file.")]
    assert totals(other.games.get()) == {"Ann": 0, "Bob": 20, "Cai": 20, "Dee": 20}


def test_a_file_that_breaks_off_is_incomplete(group, game):
    GameFactory(group=group)
    content = b"".join(list(table_lines(group))[:-1])

    progress = import_progress(checked(GroupFactory(), content))

    assert progress.missing == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_that_an_editor_has_saved_with_a_byte_order_mark_can_be_read(game, encoding):
    content = b"".join(game_lines([game])).decode().encode(encoding)

    assert imported(GroupFactory(), content).report["game"] == {"added": 1}


def test_a_file_that_an_editor_has_spread_over_lines_can_be_read(game):
    plain = json.loads(next(iter(game_lines([game]))))

    found = imported(GroupFactory(), json.dumps(plain, indent=2))

    assert import_progress(found).added[0] == "1 game has been added."


# Values from outside


def record_of(game, **changed):
    """Return a game’s line with changed values. In their names, __ separates the keys of a path."""
    plain = json.loads(next(iter(game_lines([game]))))
    for name, value in changed.items():
        *path, last = name.split("__")
        part = plain["game"]
        for step in path:
            part = part[int(step) if step.isdecimal() else step]
        part[int(last) if last.isdecimal() else last] = value
    return json.dumps(plain).encode()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"ruleset": {}}, "ruleset: “slug” is missing. Add it."),
        ({"ruleset__slug": "hearts"}, "It has the rules of “hearts”."),
        ({"ruleset__colour": "red"}, "ruleset.colour: There is no key “colour” here."),
        ({"ruleset__melds": 5, "ruleset__format": 0}, "a value has the wrong type"),
        ({"variant": "x"}, "It has the rules of “contract-rummy”."),
        ({"deals__0__entry": {"out": "9"}}, "Deal 1 can’t be scored: "),
        ({"deals__0__deal": 2}, "The deals aren’t numbered from 1."),
        ({"deals__0__dealer": 9}, "Somebody without a seat deals or moves."),
        ({"seats__0__side": 2}, "A column has no seat, or a seat has no column."),
        ({"seats__0__position": 2}, "The seats aren’t numbered from 1."),
        ({"sides__0__number": 7}, "The columns aren’t numbered from 1."),
        ({"seats__1__name": "ann"}, "Two seats have the same person."),
        ({"log__0__version": 3}, "The changes in the log aren’t numbered from 1."),
        ({"log__2__version": 4, "version": 4}, "The changes in the log aren’t numbered from 1."),
        ({"log__1__after": {"sides": 5}}, "change: a value has the wrong type"),
        ({"log__1__after": {"mood": 5}}, "change: no kind of change has the keys ['mood']"),
        ({"log__1__kind": "undo"}, "Change 2 in its log doesn’t fit the changes before it."),
        ({"log__1__deal": None}, "Change 2 in its log doesn’t fit the changes before it."),
        ({"log__1__deal": 2}, "Change 2 in its log doesn’t fit the changes before it."),
        ({"log__1__kind": "correct"}, "Change 2 in its log doesn’t fit the changes before it."),
        ({"log__1__kind": "stop"}, "Change 2 in its log doesn’t fit the changes before it."),
        ({"log__2__kind": "rescore"}, "Its log doesn’t lead to the deals and columns that it has."),
        ({"seat_orders": [[1, [9]]]}, "Somebody without a seat deals or moves."),
        ({"sides__3__left": 0, "deals__0__dealer": 4}, "The dealer of deal 1 isn’t playing."),
    ],
)
def test_a_game_that_contradicts_itself_is_left_out_with_the_reason(game, changed, why):
    other = GroupFactory()

    outcome = store_records(other, parsed(record_of(game, **changed)), is_rehearsal=False)

    assert outcome.found == Found.UNREADABLE
    assert why in outcome.why
    assert (other.games.count(), other.players.count()) == (0, 0)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"uuid": "x"}, "game.uuid: Input should be a valid UUID"),
        ({"created_at": "2999-01-01T00:00:00Z"}, "is in the future, or too long ago"),
        ({"created_at": "0001-01-01T00:00:00Z"}, "is in the future, or too long ago"),
        ({"sides__0__name": "x" * 99}, "is too long. Use at most 51 characters."),
        ({"seats__0__name": "\u202ennA"}, "contains a character that can’t be printed"),
        (
            {"seats__0__name": ""},
            "game.seats.1.name: This text is too short. Its minimum length is 1.",
        ),
        ({"sides__0__start": 10**9}, "1000000000 is too high. Use at most 100000."),
        ({"log__0__kind": "DROP"}, "game.log.1.kind: “DROP” isn’t possible here."),
        ({"note": {"text": "x" * 121}}, "at most 120 characters"),
        ({"password": "x"}, "game.password: There is no key “password” here."),
        ({"log__0__by_name": "a\x00b"}, "This line contains a character that can’t be stored."),
        ({"watch_token": "x" * 22}, "game.watch_token: There is no key “watch_token” here."),
    ],
)
def test_a_value_that_no_game_has_is_refused(game, changed, why):
    with pytest.raises(LineError) as refused:
        parsed(record_of(game, **changed))

    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"scorekeeper": 3, "person": {}}', "This file has version 3"),
        (b'{"scorekeeper": "1"}', "The version of the file isn’t a positive whole number."),
        (b'{"scorekeeper": 1}', "This line has no table, person, own game, house rules or game."),
        (b'{"scorekeeper": 1, "person": {"uuid": "x"}}', "person.uuid: Input should be"),
        (b'{"person": 1}', "This line isn’t part of a Scorekeeper file."),
        (b'{"scorekeeper": NaN}', "This isn’t JSON"),
        (b"[" * 100_000, "This isn’t JSON"),
        (b'{"scorekeeper": 1, "person": "\\ud800"}', "This isn’t JSON"),
        (b"\xff\xfe", "This isn’t JSON"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_says_why(line, why):
    with pytest.raises(LineError) as refused:
        parsed(line)

    assert why in str(refused.value)


def test_the_other_lines_are_read_all_the_same(group, game):
    rules = {"variant": "x-y", "name": "A", "format": 2, "options": {}, "patches": {}}
    line = json.dumps({"scorekeeper": 1, "house_rules": rules}).encode()
    other = GroupFactory()

    found = imported(other, file_of(group) + b"{\n" + line)

    assert other.games.count() == 1
    assert [(line, why[:30]) for line, _, why in reasons(found)] == [
        (7, "This isn’t JSON: EOF while par"),
        (8, "This site has no game “x-y”."),
    ]


def zipped(**files):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name.replace("__", "."), content)
    return packed.getvalue()


def test_a_zip_file_is_read_line_by_line(group, game):
    other = GroupFactory()

    imported(other, zipped(table__jsonl=file_of(group)))

    assert other.games.count() == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (zipped(other__txt=b"x"), "This ZIP file has no table.jsonl."),
        (
            zipped(table__jsonl=b" " * (21 * 2**20)),
            "This ZIP file is too large when it is unpacked.",
        ),
        (
            zipped(table__jsonl=b"", **{f"a{at}": b"" for at in range(100)}),
            "This ZIP file is too large when it is unpacked.",
        ),
        (zipped(**{f"a{at}": b"" for at in range(3000)}), "This ZIP file is damaged"),
        (b'{"scorekeeper": 1, "a": "' + b"x" * 2**22 + b'"}', "Line 1 is beyond the limit."),
        (b"[" + b"{}," * 2_000_000 + b"{}]", "This file is too large."),
        (
            zipped(table__jsonl=b'{"scorekeeper": 1}\n' * 50_001),
            "This file is too large. Line 50,001 is beyond the limit.",
        ),
        (b"PK\x03\x04 broken", "This ZIP file is damaged or protected by a password."),
        (zipped(table__jsonl=b'{"scorekeeper": 1}\n' * 9)[:80], "This ZIP file is damaged"),
        (b"", "This file is empty."),
        (b"\n\n", "This file is empty."),
        (b'{"a": 1}', "This is JSON, but not a file exported by this site or by BG Stats."),
        (b"[1, 2]", "This is JSON, but not a file exported by this site or by BG Stats."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "neither a table nor an export that this site can read."),
        (b"hello\n", "This table has names but no points."),
        (b"1,2\n3,4\n", "The first row of the table must have the players’ names."),
    ],
    ids=range(16),
)
def test_a_file_that_cannot_be_read_at_all_says_why(group, content, why):
    with pytest.raises(FileError) as refused:
        upload(group, content)

    assert why in str(refused.value).replace("50001", "50,001")
    assert not Upload.objects.exists()


def test_the_size_of_a_packed_file_is_checked_before_it_is_unpacked(group, monkeypatch):
    bomb = zipped(table__jsonl=b"0" * (50 * 2**20))
    assert len(bomb) < 100_000
    monkeypatch.delattr(zipfile.ZipFile, "open")

    with pytest.raises(FileError):
        upload(group, bomb)


def test_a_step_reads_only_lines_that_have_not_been_read(group, monkeypatch):
    lines = [b'{"scorekeeper": 1, "person": %d}' % at for at in range(20)]
    found = upload(group, zipped(table__jsonl=b"\n".join(lines)))
    read = []
    monkeypatch.setattr(reading, "parsed", lambda line: read.append(line.strip()) or parsed(line))

    while found.state == "checking":
        continue_upload(upload=found, seconds=0)

    assert read == lines


@pytest.mark.parametrize("room", [100, 120])
def test_all_files_together_take_a_limited_room(group, settings, room):
    content = b"Ann,Bob\n" + b"1,2\n" * 23
    assert len(content) == 100
    upload(GroupFactory(), content[:20])
    settings.MOST_UPLOADED = room

    if room == 120:
        assert upload(group, content).lines == 1
    else:
        with pytest.raises(NoRoomError):
            upload(group, content)
    assert sum(path.stat().st_size for path in uploads_folder().iterdir()) == room - 80 * (
        room < 120
    )


def test_a_page_says_that_there_is_no_room_for_a_file(phone, group, settings):
    settings.MOST_UPLOADED = 1000

    answer = posted(phone, group, b"Ann,Bob\n1,2\n", name="Kings")

    assert (answer.status_code, answer["Retry-After"]) == (503, "3600")
    assert "Too many files are being imported at the moment." in answer.content.decode()
    assert 'value="Kings"' in answer.content.decode()
    assert list(uploads_folder().iterdir()) == []


def test_a_large_file_is_read_a_little_at_a_time(group, game):
    other = GroupFactory()
    found = upload(other, file_of(group))

    percents = []
    while found.state == "checking":
        continue_upload(upload=found, seconds=0)
        found = Upload.objects.get(pk=found.pk)
        percents.append(import_progress(found).percent)

    assert percents == [16, 33, 50, 66, 83, 100]
    assert import_progress(found).added[0] == "1 game will be added."


def test_reading_on_twice_at_once_counts_once(group, game):
    other = GroupFactory()
    upload(other, file_of(group))
    one, two = Upload.objects.get(), Upload.objects.get()

    continue_upload(upload=one, seconds=60)
    continue_upload(upload=two, seconds=60)

    assert Upload.objects.get().report["game"] == {"added": 1}


@pytest.mark.parametrize("changes", [0, 20])
def test_a_game_is_checked_and_scored_before_anybody_has_to_wait(group, game, monkeypatch, changes):
    """Nobody else can save during the transaction, so it only stores what is ready."""
    for number in range(changes):
        Game.objects.filter(pk=game.pk).update(next_dealer=1 + number % 2)
        set_dealer(
            game=Game.objects.get(pk=game.pk),
            position=2 - number % 2,
            context=ChangeContextFactory(game=Game.objects.get(pk=game.pk)),
        )
    record, other = parsed(next(iter(game_lines([Game.objects.get(pk=game.pk)])))), GroupFactory()
    depths = set()
    for name in ("load_change", "dump_change", "check_log", "_played"):
        original = getattr(games, name)
        monkeypatch.setattr(
            games,
            name,
            lambda *args, original=original: (
                depths.add(len(connection.savepoint_ids)) or original(*args)
            ),
        )

    asked = queries(lambda: store_records(other, record, is_rehearsal=False))

    assert depths == {0}
    assert other.games.get().changes.count() == 3 + changes
    assert len(asked) == 24


def test_a_cancelled_upload_is_gone(group):
    cancel_upload(upload=upload(group, "Ann,Bob\n1,2\n"))

    assert not Upload.objects.exists()


def test_a_new_upload_replaces_the_last_one(group):
    other = upload(GroupFactory(), "Ann,Bob\n1,2\n")
    upload(group, "Ann,Bob\n1,2\n")

    last = upload(group, "Ann,Bob\n1,3\n")

    assert list(Upload.objects.order_by("pk")) == [other, last]


def test_an_upload_is_deleted_an_hour_after_its_last_step(group):
    forgotten, recent = upload(GroupFactory(), "Ann,Bob\n1,2\n"), upload(group, "Ann,Bob\n1,2\n")
    now = recent.stepped_at + timedelta(minutes=59)
    Upload.objects.filter(pk=forgotten.pk).update(stepped_at=now - timedelta(hours=1))
    hour_ago = time.time() - 3600
    os.utime(forgotten.path, (hour_ago, hour_ago))
    os.utime(recent.path, (hour_ago + 60, hour_ago + 60))

    assert purge(now=now) == 0

    assert list(Upload.objects.all()) == [recent]
    assert list(uploads_folder().iterdir()) == [recent.path]
    assert import_progress(checked(group, "Ann,Bob\n1,2\n")).can_start


def test_a_file_that_is_gone_is_asked_for_again(phone, group):
    posted(phone, group, b"Ann,Bob\n1,2\n")
    Upload.objects.get().path.unlink()
    url = f"/groups/{group.pk}/data/import/"

    phone.post(url, {"do": "continue"})

    page = get(phone, url)
    assert "This file is no longer here. Choose it again." in page.words
    assert page.texts("button", class_="button quiet")[-1:] == ["Choose another file"]


def test_a_file_is_forgotten_once_it_is_imported(group):
    assert not imported(group, "Ann,Bob\n1,2\n").path.exists()


# Logs


def changed_often(group):
    """Return a game with a change of every kind, some of which were undone."""
    game, variant = GameFactory(group=group, played=1), catalogue().variant("contract-rummy")
    for act, more in (
        (move_seat, {"side": 4, "after": 1}),
        (rename, {"side": 2, "name": "Bea"}),
        (join, {"name": "Eve", "start": 20}),
        (undo, {}),
        (leave, {"side": 4}),
        (set_dealer, {"position": 3}),
        (change_house_rules, {"variant": variant, "options": {"joker-25": True}, "patches": {}}),
        (undo, {}),
        (redo, {}),
        (come_back, {"side": 4}),
        (rename, {"side": 1, "name": "bea", "swap": True}),
    ):
        act(game=game, context=ChangeContextFactory(game=game), **more)
    RoundFactory(game=game, deal=2)
    record_deal(
        game=game,
        deal=1,
        submitted=entered(ten_each(game) | {"left-points-2": "15"}),
        context=ChangeContextFactory(game=game),
    )
    return stop_game(game)


def columns(game):
    """Return each column with its player’s name, clockwise."""
    seats = game.seats.order_by("position")
    return list(seats.values_list("side__name", "player__name"))


def test_every_change_of_an_imported_game_can_be_undone(group):
    game = changed_often(group)
    other = GroupFactory()

    outcome = store_records(other, parsed(record_of(game)), is_rehearsal=False)

    assert outcome.found == Found.ADDED, outcome.why
    copy = other.games.get()
    for _change in range(11):
        for each in (game, copy):
            undo(game=each, context=ChangeContextFactory(game=each))
        assert columns(copy) == columns(game)
    assert columns(copy) == [("Ann", "Ann"), ("Bob", "Bob"), ("Cai", "Cai"), ("Dee", "Dee")]
    assert history(copy).undo is None


@pytest.mark.parametrize(
    "forged",
    [
        {"sides": []},
        {"next_dealer": 9},
        {"orders": [[1, [1, 1, 2, 3]]]},
        {"orders": [[1, [9]]]},
        {"sides__0__number": 2},
        {"sides__0__start": 10**12},
        {"sides__0__name": "x" * 99},
        {"sides__0__left": 0},  # Ann has dealt
    ],
)
def test_a_forged_list_of_players_is_refused(group, forged):
    game = GameFactory(group=group, played=1)
    rename(game=game, side=2, name="Bea", context=ChangeContextFactory(game=game))
    other = GroupFactory()
    forged = {f"log__2__before__{path}": value for path, value in forged.items()}
    line = record_of(Game.objects.get(pk=game.pk), **forged)

    outcome = store_records(other, parsed(line), is_rehearsal=False)

    assert outcome.found == Found.UNREADABLE
    assert outcome.why == "Change 3 in its log doesn’t fit the changes before it."


# Tables of scores


def test_a_table_of_scores_has_no_dealers(phone, group):
    table = "Ann,Bob\n" + "10,0\n0,10\n" * 16  # as if the dealer scored 10 points in each round
    imported(group, table, options={"name": "Kings"})
    game = group.games.get()

    assert game_statistics(keep_months(group=group), "any-game").kinds[0].dealer is None
    page = get(phone, f"/games/{game.code}/")
    assert "dealt" not in page.words
    assert "Dealer" not in get(phone, f"/games/{game.code}/changes/").words
    _head, first, *_others = deals_rows(games_of(group))
    assert first[1:4] == (1, "", "")


def test_a_dealer_stays_unknown_in_corrections_and_files(phone, group):
    imported(group, "Ann,Bob\n10,0\n0,10\n", options={"name": "Kings"})
    game, other = group.games.get(), GroupFactory()

    answer = send(phone, f"/games/{game.code}/rounds/1/", {"points-1": "12"})
    imported(other, b"".join(game_lines([group.games.get()])))

    assert answer.status_code == 302
    for each in (group, other):
        rounds = Round.objects.filter(game__group=each)
        assert list(rounds.values_list("scores__points", "dealer_known").order_by("pk")) == [
            (12, False),
            (0, False),
            (0, False),
            (10, False),
        ]


def test_a_table_of_scores_becomes_a_game(group):
    table = "Round,Ann,Bob\n1,10,-5\n2,20,\n\nTotal,30,-5\n"

    imported(group, table, options={"name": "Kings", "lowest-wins": True})

    game = group.games.get()
    assert scoreboard(game).ruleset.name == "Kings"
    assert totals(game) == {"Ann": 30, "Bob": -5}
    assert [result.side.name for result in game.results.filter(is_winner=True)] == ["Bob"]
    assert game.rounds.count() == 2
    assert game.created_at.date() == DAY
    phone = client_of(group.members.get().user)
    pages = ["", "changes/", "rules/", "table/", "rounds/1/"]
    assert {phone.get(f"/games/{game.code}/{page}").status_code for page in pages} == {200}


@pytest.mark.parametrize(
    "table",
    [
        "Ann;Bob\r\n0;15\r\n25;0\r\n",
        "\ufeffAnn\tBob\n0\t15\n25\t0\n",
        '"Ann","Bob"\n"0","15"\n"25","0"',
        "#,Ann,Bob\n1,0,15\n2,25,0\nSumme:,25,15\n",
        ",Ann,Bob\n1,0,15\n2,25,0\n,25,15\n",
        "Ann,,Bob,\n0,,15,x\n25,,0\n",
        "Round,Ann,Bob\n1,0,15\n2,25,0\n3,,\n4\n",
    ],
)
def test_tables_of_many_programs_can_be_read(group, table):
    imported(group, table)

    assert totals(group.games.get()) == {"Ann": 25, "Bob": 15}
    assert Round.objects.count() == 2


def test_the_last_round_may_have_the_sums_of_the_others(group):
    imported(group, ",Ann,Bob\n1,1,0\n2,0,1\n3,1,1\n")

    assert totals(group.games.get()) == {"Ann": 2, "Bob": 2}


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8-sig", "utf-16"])
def test_a_table_saved_on_windows_keeps_its_letters(group, encoding):
    imported(group, "Zoë,Jörg\n1,2\n".encode(encoding))

    assert totals(group.games.get()) == {"Zoë": 1, "Jörg": 2}


def test_a_table_can_be_a_game_that_we_know(group):
    rows = ["Ann,Bob,Cai", "0,15,30", "5,0,10", "10,10,20"]

    imported(group, "\n".join(rows), variant="contract-rummy")

    game = group.games.get()
    assert (game.variant, totals(game)) == ("contract-rummy", {"Ann": 15, "Bob": 25, "Cai": 60})
    entries = list(game.rounds.values_list("entry", flat=True))
    assert entries[0] == {"out": "1", "left-points-2": "15", "left-points-3": "30"}
    assert entries[2]["ran-out"] == "1"


def test_the_same_table_twice_is_one_game(group):
    table = "Ann,Bob\n1,2\n"

    imported(group, table)
    imported(group, table)
    imported(group, table, played_on=date(2026, 6, 7))

    assert group.games.count() == 2


@each_row
def test_a_table_that_cannot_be_read_names_the_line(group, table, variant, expected):
    found = checked(group, table, variant=variant)

    assert [(line, why) for line, _, why in reasons(found)] == [*map(tuple, expected)]
    assert not import_progress(found).can_start


# BG Stats


def test_plays_of_bg_stats_become_games_with_their_names_and_places(group):
    plays = [
        play(1, 7, (1, "3+20+5", False), (2, "40", True), comments="Close!\nVery."),
        play(2, 8, (1, "12", True), (2, "15", False), locationRefId=0),
    ]

    imported(group, json.dumps(PLAYS | {"plays": plays}))

    first, second = games_of(group)
    assert [scoreboard(game).ruleset.name for game in (first, second)] == ["Hilltop", "Low Tide"]
    assert totals(first) == {"Ann": 28, "Bob": 40}
    assert [game.results.get(is_winner=True).side.name for game in (first, second)] == [
        "Bob",
        "Ann",
    ]
    assert (first.note.text, first.note.location) == ("Close! Very.", "The cabin")
    assert first.uuid == UUID("0b7cbd86-5d0f-4b40-a9d1-000000000101")
    assert first.created_at.isoformat() == "2026-04-21T10:00:00+00:00"
    assert group.players.get(name="Ann").uuid == UUID("0b7cbd86-5d0f-4b40-a9d1-000000000001")


def test_after_an_import_the_latest_game_is_still_the_one_played_last(phone, group, game):
    older = play(1, 7, (1, "12", True), (2, "15", False), playDate="2016-04-21 10:00:00")

    imported(group, json.dumps(PLAYS | {"plays": [older]}))

    for variant in ("contract-rummy", "hearts"):
        new = get(phone, f"/games/new/{variant}/").form(f"/games/new/{variant}/")
        assert [new[f"name-{seat}"] for seat in range(1, 5)] == ["Ann", "Bob", "Cai", "Dee"]


def test_games_with_other_names_are_not_compared(group):
    plays = [play(n, game, (1, "12", True), (2, "15", False)) for n, game in ((1, 7), (2, 8))]

    imported(group, json.dumps(PLAYS | {"plays": plays}))

    assert len(set(games_of(group).values_list("rules_key", flat=True))) == 2


def test_a_play_without_points_keeps_its_winner(group):
    plays = [play(1, 9, (1, None, False), (2, None, True))]

    imported(group, json.dumps(PLAYS | {"plays": plays}))

    assert totals(group.games.get()) == {"Ann": 0, "Bob": 1}
    assert group.games.get().results.get(is_winner=True).side.name == "Bob"


def winners(game):
    return [column.name for column in scoreboard(game).winners]


@pytest.mark.parametrize(
    ("game", "scores"),
    [
        (7, [("78", False), ("78", True)]),
        (7, [("0", False), ("0", True)]),
        (7, [("90", False), ("12", True)]),
        (8, [(None, False), ("15", True)]),
    ],
)
def test_the_winner_in_the_file_wins_even_if_the_points_say_otherwise(group, game, scores):
    (one, is_one), (two, is_two) = scores

    plays = [play(1, game, (1, one, is_one), (2, two, is_two))]

    imported(group, json.dumps(PLAYS | {"plays": plays}))

    board = scoreboard(group.games.get())
    assert winners(group.games.get()) == ["Bob"]
    assert ending_text(board) == "Won by another condition"
    assert [column.total for column in board.columns] == [int(one or 0), int(two)]


def test_winners_who_are_tied_need_no_other_condition(group):
    plays = [play(1, 7, (1, "78", True), (2, "78", True))]

    imported(group, json.dumps(PLAYS | {"plays": plays}))

    assert winners(group.games.get()) == ["Ann", "Bob"]
    assert "won-1" not in group.games.get().rounds.get().entry


def test_a_co_operative_play_is_won_or_lost_together(phone, group):
    plays = [
        play(1, 10, (1, None, True), (2, None, True)),
        play(2, 10, (1, "7", False), (2, "3", False)),
    ]

    imported(group, json.dumps(PLAYS | {"plays": plays}))

    won, lost = games_of(group)
    assert (winners(won), winners(lost)) == (["Ann", "Bob"], [])
    assert winners_text(scoreboard(lost)) == "Ann and Bob lose together"
    assert not lost.results.filter(is_winner=True).exists()
    assert filled_sheet(scoreboard(lost)).outcome == "Ann and Bob lose together"
    pages = ["", "changes/", "rules/", "table/", "rounds/1/", "copy.txt"]
    for game in (won, lost):
        assert {phone.get(f"/games/{game.code}/{page}").status_code for page in pages} == {200}
    history = get(phone, f"/groups/{group.pk}/history/")
    assert history.texts(class_="past-result") == ["Lost", "Won"]


def test_the_check_lists_games_and_changes_who_wins(phone, group):
    url = f"/groups/{group.pk}/data/import/"
    plays = [play(1, 7, (1, "12", False), (2, "15", False))]
    posted(phone, group, json.dumps(PLAYS | {"plays": plays}).encode())
    phone.post(url, {"do": "continue"})
    page = get(phone, url)
    assert "Hilltop, 21 Apr 2026, 1 round" in page.texts("strong")
    assert "Won by another condition than points." not in page.words
    assert "Bob wins. The highest total wins." in page.words

    phone.post(url, {"do": "answer", "answer-0": "lowest"})
    phone.post(url, {"do": "continue"})

    assert "Ann wins. The lowest total wins." in get(phone, url).words


@pytest.mark.parametrize(
    ("played", "remark"),
    [
        (play(1, 7, (1, "12", True), (2, "9", False)), ""),
        (play(1, 7, (1, "12", False), (2, "9", True)), "Won by another condition than points."),
        (play(1, 7, (1, "9", True), (2, "9", True)), "They are tied."),
        (play(1, 7, (1, "0", True), (2, "0", True)), "Everyone has 0 points."),
        (play(1, 10, (1, None, True), (2, None, True)), ""),
    ],
)
def test_the_check_names_what_looks_odd(group, played, remark):
    found = checked(group, json.dumps(PLAYS | {"plays": [played]}))

    (game,) = import_progress(found).games
    assert game.remark == remark


def test_the_check_lists_the_first_games_and_those_that_look_odd(group):
    usual = [play(n, 7, (1, "12", True), (2, "9", False)) for n in range(1, 9)]
    odd = play(9, 7, (1, "0", True), (2, "0", True))

    progress = import_progress(
        checked(group, json.dumps(PLAYS | {"plays": [*usual, odd]}), filename="plays.json")
    )

    assert [game.remark for game in progress.games] == [*[""] * 5, "Everyone has 0 points."]
    assert progress.unlisted == 3


def test_a_play_that_cannot_be_read_is_named(group):
    found = checked(group, json.dumps(PLAYS | {"plays": [play(1, 7, (1, "7½", True))]}))

    (note,) = import_progress(found).notes["unreadable"]
    assert note.where == "Play 1"


def test_a_file_with_one_long_line_can_be_imported(group):
    plays = [play(1, 7, (1, "12", True))]
    content = json.dumps(PLAYS | {"plays": plays, "images": "x" * (9 * 2**20)})

    assert imported(group, content).report["game"] == {"added": 1}


def test_anonymous_players_are_told_apart(group):
    plays = [play(1, 7, (3, "1", False), (3, "2", True), (1, "0", False))]

    imported(group, json.dumps(PLAYS | {"plays": plays}))

    assert totals(group.games.get()) == {"Anonymous player": 1, "Anonymous player 2": 2, "Ann": 0}


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"ignored": True}, "Hilltop: this play is ignored in BG Stats."),
        ({"gameRefId": 99}, "The file doesn’t say which game this was."),
        ({"playDate": "yesterday"}, "“yesterday” isn’t a date and time."),
        ({"playDate": "2999-01-01 10:00:00"}, "is in the future, or too long ago"),
        ({"playerScores": []}, "Hilltop is for 1 to 12 players, not 0."),
        ({"uuid": 5}, "uuid: UUID input should be a string, bytes or UUID object"),
        ({"playerScores": [{"playerRefId": 1, "score": "7½"}]}, "Hilltop: “7½” isn’t a whole"),
        ({"playerScores": [{"playerRefId": 1, "score": "9999999"}]}, "9999999 points is too many"),
    ],
)  # fmt: skip
def test_a_play_that_cannot_be_a_game_says_why(group, changed, why):
    plays = [play(1, 7, (1, "1", True)), play(2, 7, (1, "1", True), **changed)]

    found = imported(group, json.dumps(PLAYS | {"plays": plays}))

    ((line, _, reason),) = reasons(found)
    assert line == 2
    assert why in reason
    assert group.games.count() == 1


# Undoing an import


def test_an_import_is_undone_as_a_whole(phone, group, game):
    other, content = GroupFactory(), file_of(group)
    HouseRules.objects.create(group=group, variant="contract-rummy", name="Sunday")
    Player.objects.create(group=other, name="Ann")
    imported(other, file_of(group))
    assert content != file_of(group)
    browser = client_of(other.members.get().user)
    url = f"/groups/{other.pk}/data/imports/"
    assert "1 game" in get(browser, url).words

    browser.post(url, {"import": other.imports.get().pk})

    assert (other.games.count(), other.house_rules.count(), other.imports.count()) == (0, 0, 0)
    assert list(other.players.values_list("name", flat=True)) == ["Ann"]
    assert group.games.count() == 1
    assert imported(other, content).report["game"] == {"added": 1}


def test_people_who_play_on_are_kept_when_an_import_is_undone(group, game):
    other = GroupFactory()
    imported(other, file_of(group))
    GameFactory(group=other)
    kept = other.games.latest("pk")

    undo_import(imported=other.imports.get())

    assert list(other.games.all()) == [kept]
    assert set(other.players.values_list("name", flat=True)) == {"Ann", "Bob", "Cai", "Dee"}


def test_games_that_were_changed_since_are_named_before_an_import_is_undone(group, game):
    other = GroupFactory()
    imported(other, file_of(group))
    RoundFactory(game=other.games.get(), deal=3)

    (summary,) = imports_of(other)

    assert (summary.games, summary.changed) == (1, 1)


def test_another_group_cannot_undo_an_import(phone, group, game):
    other = GroupFactory()
    imported(other, file_of(group))

    phone.post(f"/groups/{group.pk}/data/imports/", {"import": other.imports.get().pk})

    assert other.games.count() == 1


@pytest.mark.parametrize("key", ["9" * 5000, "9" * 30, "²", "-1", "x", ""])
def test_an_odd_import_to_undo_is_not_there(phone, group, key):
    answer = phone.post(f"/groups/{group.pk}/data/imports/", {"import": key})

    assert (answer.status_code, answer.url) == (302, f"/groups/{group.pk}/data/imports/")


def test_an_import_can_be_undone_for_30_days(group):
    imported(group, "Ann,Bob\n1,2\n")
    done = group.imports.get().at

    purge(now=done + timedelta(days=29))
    assert group.imports.exists()
    purge(now=done + timedelta(days=30))

    assert not group.imports.exists()
    assert group.games.count() == 1


# The pages


def posted(phone, group, content, **fields):
    file = SimpleUploadedFile("evening.csv", content)
    return phone.post(f"/groups/{group.pk}/data/", {"file": file, "played_on": ""} | fields)


def test_a_file_is_imported_through_the_pages(phone, group):
    url = f"/groups/{group.pk}/data/import/"

    sent = posted(
        phone, group, b"Ann,Bob\n1,2\n", name="Kings", lowest_wins="on", played_on="2026-05-31"
    )
    assert (sent.status_code, sent.url) == (302, url)
    assert get(phone, url).texts("button", class_="button quiet")[-1:] == ["Continue reading"]
    phone.post(url, {"do": "continue"})
    page = get(phone, url)
    assert page.texts("button")[-4:-2] == ["Import", "Cancel"]
    assert page.texts("strong") == [
        "1 game will be added.",
        "2 people will be added to your players: Ann, Bob",
        "Kings, 31 May 2026, 1 round",
    ]
    assert "Ann wins. The lowest total wins." in page.words
    phone.post(url, {"do": "start"})
    phone.post(url, {"do": "continue"})

    page = get(phone, url)
    assert page.texts("strong")[0] == "1 game has been added."
    game = group.games.get()
    assert scoreboard(game).ruleset.name == "Kings"
    assert scoreboard(game).lowest_wins
    phone.post(url, {"do": "cancel"})
    assert phone.get(url).url == f"/groups/{group.pk}/data/"


def test_the_check_page_changes_who_wins(phone, group):
    url = f"/groups/{group.pk}/data/import/"
    posted(phone, group, b"Ann,Bob\n1,2\n")
    phone.post(url, {"do": "continue"})
    assert "Bob wins." in phone.get(url).content.decode()

    phone.post(url, {"do": "answer", "answer-0": "lowest"})
    phone.post(url, {"do": "continue"})

    assert "Ann wins." in phone.get(url).content.decode()
    phone.post(url, {"do": "start"})
    phone.post(url, {"do": "continue"})
    assert group.games.get().results.get(is_winner=True).side.name == "Ann"


def test_an_import_starts_only_when_its_questions_are_answered(phone, group):
    url = f"/groups/{group.pk}/data/import/"
    posted(phone, group, b"Ann,Bob\n10,20\n10,20\n")
    phone.post(url, {"do": "continue"})
    page = get(phone, url)
    assert "Is line 3 a round? (10, 20)" in page.texts("label")[0]
    assert page.texts("button")[-1:] != ["Import"]
    phone.post(url, {"do": "start"})
    assert Upload.objects.get().state == "checked"
    assert phone.post(url, {"do": "answer", "answer-0": ""}).status_code == 422

    phone.post(url, {"do": "answer", "answer-0": "sum", "answer-1": "highest"})
    phone.post(url, {"do": "continue"})
    phone.post(url, {"do": "start"})
    phone.post(url, {"do": "continue"})

    assert totals(group.games.get()) == {"Ann": 10, "Bob": 20}
    assert group.games.get().rounds.count() == 1


def test_an_answer_that_leaves_no_table_is_explained(phone, group):
    url = f"/groups/{group.pk}/data/import/"
    log = "Player,Score,Tricks\nAnn,10,3\nBob,20,4\nAnn,5,9\nBob,7,1\n"
    posted(phone, group, log.encode())
    phone.post(url, {"do": "continue"})

    phone.post(url, {"do": "answer", "answer-0": "scores", "answer-1": "highest"})
    phone.post(url, {"do": "continue"})

    assert "Make a table with a column for each player" in phone.get(url).content.decode()


def test_while_a_file_is_read_nothing_is_said_about_its_content(phone, group):
    posted(phone, group, b"Ann,Bob\n1,2\n")

    page = get(phone, f"/groups/{group.pk}/data/import/")

    assert page.texts("strong") == []


def test_our_own_table_of_a_game_comes_back(phone, group, game):
    table = phone.get(f"/games/{game.code}/copy.csv").content
    other = GroupFactory()

    found = imported(other, table)

    copy = other.games.get()
    assert (copy.variant, totals(copy)) == (game.variant, totals(game))
    assert import_progress(checked(group, table)).added == ["There is nothing to add."]
    assert found.report["unit"] == "game"


def test_htmx_gets_only_the_progress(phone, group):
    posted(phone, group, b"Ann,Bob\n1,2\n")
    url = f"/groups/{group.pk}/data/import/"

    answer = phone.post(url, {"do": "continue"}, headers={"HX-Request": "true"})

    assert b'<div id="import">' in answer.content
    assert b"<html" not in answer.content


@pytest.mark.parametrize(
    ("content", "fields", "problem"),
    [
        (b"", {}, "This file is empty."),
        (b"\x00", {}, "This file is neither a table nor an export that this site can read."),
        (b"Ann\n1\n", {"played_on": "2999-01-01"}, "Enter a date from 1900 to today."),
        (b"Ann\n1\n", {"played_on": "soon"}, "Enter a date such as 2026-05-31."),
        (b"x" * (20 * 2**20 + 1), {}, "This file is too large. Choose a file of at most 20 MB."),
    ],
)
def test_a_file_that_is_refused_is_named_with_the_reason(phone, group, content, fields, problem):
    answer = posted(phone, group, content, **fields)

    assert answer.status_code == 422
    assert problem in answer.content.decode()
    assert not Upload.objects.exists()


def test_without_a_file_the_page_asks_for_one(phone, group):
    answer = phone.post(f"/groups/{group.pk}/data/", {"played_on": ""})

    assert answer.status_code == 422
    assert "Choose a file." in answer.content.decode()


def test_only_the_owner_imports(client, phone, group):
    posted(phone, group, b"Ann,Bob\n1,2\n")
    member = client_of(MemberFactory(group=group).user)
    stranger = client_of(MemberFactory().user)
    data, url = f"/groups/{group.pk}/data/", f"/groups/{group.pk}/data/import/"

    assert member.get(data).status_code == 200
    assert posted(member, group, b"Ann,Bob\n1,2\n").status_code == 404
    assert [each.get(url).status_code for each in (member, stranger, client)] == [404] * 3
    assert [posted(each, group, b"x").status_code for each in (stranger, client)] == [404] * 2
    assert Group.objects.get(pk=group.pk).games.count() == 0


def test_an_upload_needs_the_token_of_its_page(group):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(group.members.get().user)

    assert posted(strict, group, b"Ann,Bob\n1,2\n").status_code == 403
    assert not Upload.objects.exists()


def test_people_of_other_apps_are_named_in_the_check(group):
    Player.objects.create(group=group, name="Ann")
    plays = [play(n, 7, (1, "1", True), (2, "0", False)) for n in (1, 2)]

    found = checked(group, json.dumps(PLAYS | {"plays": plays}))

    assert import_progress(found).added == [
        "2 games will be added.",
        "Bob will be added to your players.",
    ]
