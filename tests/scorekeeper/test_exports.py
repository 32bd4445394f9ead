"""A group’s data as a file: complete, described by its schema, and the same after an import."""

import csv
import json
import tracemalloc
from io import BytesIO, StringIO
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.formats import date_format
from django.utils.timezone import localdate

from rules.engine.snapshots import StartSnapshot
from scorekeeper.models import (
    Change,
    Game,
    HouseRules,
    Note,
    Player,
    Result,
    Round,
    Score,
    Seat,
    Side,
)
from scorekeeper.models.games import new_code
from scorekeeper.presenters.export_files import estimated_size, table, zipped_table
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.exports import BATCH, games_of, scores_rows, table_lines
from scorekeeper.queries.log import change_log
from scorekeeper.queries.person_statistics import person_statistics
from scorekeeper.queries.records import game_statistics
from scorekeeper.queries.table_file import GameRecord, PersonRecord, TableRecord, parsed
from scorekeeper.services.imports.outcomes import Found
from scorekeeper.services.imports.storing import store_records
from scorekeeper.services.months import keep_months
from scorekeeper.services.rounds import undo
from tests.conftest import client_of
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    GroupFactory,
    MemberFactory,
    RoundFactory,
    rescored,
    stop_game,
    varied,
    with_absences,
)
from tests.frozen import FROZEN, put_back
from tests.json_schema import mistakes
from tests.sampling import covering
from tests.scorekeeper.pages import get, pad_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_unordered")]


def content_of(response):
    return b"".join(response.streaming_content)


def unpacked(response):
    """Return the files in a ZIP response by name."""
    with ZipFile(BytesIO(content_of(response))) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name).decode("utf-8-sig") for name in packed.namelist()}


def rows_of(text):
    return list(csv.DictReader(StringIO(text, newline="")))


def brought_back(group, refused=()):
    """Import the group’s file into another group, and return that group.

    All records must be added except ``refused``, which has the kind, name and reason of each.
    """
    other = GroupFactory()
    outcomes = [
        store_records(other, parsed(line), is_rehearsal=False) for line in table_lines(group)
    ]
    left_out = [each for each in outcomes if each.found != Found.ADDED and each.kind != "table"]
    assert [(each.kind, each.what, each.why) for each in left_out] == list(refused)
    return other


def everything(group):
    """Return everything that a group has, without the keys of rows and the codes of games."""
    games = {str(game.uuid): _game(game) for game in games_of(group)}
    people = Player.objects.filter(group=group).order_by("name")
    rules = HouseRules.objects.filter(group=group).order_by("name")
    return {
        "games": games,
        "people": list(people.values_list("uuid", "name", "off_list_at")),
        "house_rules": list(rules.values_list("variant", "name", "options", "patches", "format")),
    }


def _game(game):
    board = scoreboard(game)
    fields = ("variant", "state", "version", "first_dealer", "next_dealer", "stopped", "rules_key")
    times = ("played_on", "created_at", "changed_at", "finished_at")
    scores = Score.objects.filter(round__game=game).order_by("round__deal", "side__number")
    results = Result.objects.filter(game=game).order_by("side__number")
    return {
        "fields": [getattr(game, name) for name in (*fields, *times, "seat_orders")],
        "ruleset": board.stored.ruleset,
        "totals": [(column.name, column.total, column.place) for column in board.columns],
        "winners": [column.name for column in board.winners],
        "payments": board.payments,
        "statuses": [column.status for column in board.columns],
        "entries": [(row.deal.number, row.dealer, row.entry) for row in board.played],
        "scores": list(
            scores.values_list(
                "round__deal", "side__number", "points", "reason", "kitty_payment", "marks"
            )
        ),
        "results": list(results.values_list("side__number", "place", "total", "is_winner")),
        "rounds": list(
            Round.objects.filter(game=game).values_list(
                "deal", "sets", "runs", "pairs", "overruled", "recorded_at"
            )
        ),
        "log": [
            (entry.at, entry.author, entry.kind, entry.deal, entry.before, _uncoded(entry.after))
            for entry in change_log(game, board.stored.ruleset)
        ],
        "history": board.history,
        "note": list(Note.objects.filter(game=game).values_list("text", "location")),
        "people": [(seat.position, seat.player.name) for seat in board.seating.seats],
    }


def _uncoded(change):
    """Return a change in the log with the uuid of the game that it follows, instead of its code."""
    if not isinstance(change, StartSnapshot):
        return change
    earlier = Game.objects.filter(code=change.follows).first()
    return change.model_copy(update={"follows": str(earlier.uuid) if earlier else ""})


def statistics(group):
    """Return the statistics of all people and games, without keys and codes."""
    people = {
        player.name: (
            (found := person_statistics(player, keep_months(group=group))).tally,
            found.records,
            found.form,
            [(other.name, other.ahead, other.behind, other.tied) for other in found.opponents],
        )
        for player in group.players.all()
    }
    slugs = set(Game.objects.filter(group=group).values_list("variant", flat=True))
    games = {
        slug: [
            (kind.kind, kind.games, kind.lowest.number, kind.highest.number, kind.contracts)
            for kind in game_statistics(keep_months(group=group), slug).kinds
        ]
        for slug in sorted(slugs)
    }
    return people, games


# The round trip


def logged(name):
    """Return what decides how a stored game is exported: its deals are brought up to date first,
    but its log stays in the format in which it was stored.
    """
    return {Path(name).name} | ({name} if name.endswith("every-change") else set())


@pytest.mark.parametrize("name", covering(sorted(FROZEN, reverse=True), logged))
def test_a_game_of_every_scheme_comes_back_equal(group, name):
    put_back(name, group)
    rescored()
    # A game has its own rules, so it comes back even if the catalogue no longer allows them. The
    # house rules for new games must fit the catalogue.
    gone = ("house_rules", "Sunday", "Contract Rummy has no option “custom-settlement”.")

    other = brought_back(group, [gone] if name.endswith("every-change") else [])

    assert everything(other) == everything(group) | {"house_rules": []}


def played_table():
    """Return a group with absences, partners, corrections, house rules, an undo and notes."""
    group = GroupFactory()
    absent = with_absences(group)
    Note.objects.create(game=absent, text="Cai’s birthday", location="The cabin")
    spades = GameFactory(group=group, variant="spades", teams=("We", "They"))
    hand = {f"bid-{n}": "3" for n in range(1, 5)} | {
        f"tricks-{n}": tricks for n, tricks in enumerate("5242", 1)
    }
    RoundFactory(game=spades, deal=1, texts=hand)
    RoundFactory(game=spades, deal=1, texts=hand | {"bid-1": "4"}, overruled=True)
    stop_game(spades)
    house = GameFactory(group=group, options={"joker-25": True}, patches={"deals.1.cards": 11})
    RoundFactory(game=house, deal=1)
    RoundFactory(game=house, deal=2)
    undo(game=house, context=ChangeContextFactory(game=house))
    HouseRules.objects.create(
        group=group, variant="contract-rummy", name="Sunday", options={"joker-25": True}
    )
    return group


def test_a_table_comes_back_with_the_same_points_places_log_and_statistics():
    group = played_table()

    other = brought_back(group)

    assert everything(other) == everything(group)
    assert statistics(other) == statistics(group)
    assert len(everything(other)["games"]) == 3


def test_a_game_that_came_back_goes_on_like_the_other():
    group = played_table()
    other = brought_back(group)
    pads = []
    for each in (group, other):
        game = Game.objects.get(group=each, state="playing")
        undo(game=game, context=ChangeContextFactory(game=game))
        RoundFactory(game=game, deal=1)
        phone = client_of(each.members.get().user)
        pads.append(pad_of(get(phone, f"/games/{game.code}/")))

    assert pads[0] == pads[1]


def test_a_rematch_still_follows_its_game(group):
    first = stop_game(GameFactory(group=group, played=1))
    rematch = GameFactory(group=group)
    start = Change.objects.get(game=rematch)
    start.after |= {"follows": first.code}
    start.save()

    other = brought_back(group)

    came = {str(game.uuid): game for game in games_of(other)}
    follows = Change.objects.get(game=came[str(rematch.uuid)]).after["follows"]
    assert follows == came[str(first.uuid)].code != first.code


# The file


def test_the_file_has_the_data_the_tables_and_their_description(phone, group, finished):
    response = phone.get(f"/groups/{group.pk}/data/table.zip")
    files = unpacked(response)

    assert response.headers["Content-Type"] == "application/zip"
    assert response.headers["Cache-Control"] == "private, no-store"
    assert response.headers["Content-Disposition"].startswith('attachment; filename="our-table-2')
    names = "README.txt table.jsonl games.csv deals.csv scores.csv schema.json"
    assert " ".join(files) == names
    lines = files["table.jsonl"].splitlines()
    records = [parsed(line.encode()) for line in lines]
    table_record = records[0]
    assert isinstance(table_record, TableRecord)
    assert (table_record.people, table_record.games) == (4, 1)
    assert [type(record) for record in records[1:]] == [PersonRecord] * 4 + [GameRecord]
    assert records[-1].deals[0].points == {"1": 0, "2": 10, "3": 10, "4": 10}
    assert json.loads(files["schema.json"])["title"] == "A line of a Scorekeeper file, version 2"


def test_a_table_has_a_row_for_each_game_deal_and_person(phone, group):
    game = GameFactory(group=group, variant="push-rummy", teams=("We", "They"))
    RoundFactory(game=game, deal=1, texts={"out": "1", "left-cards-2": "K 5", "left-cards-4": "A"})
    Note.objects.create(game=game, text="Windy", location="Beach")
    day = game.played_on.isoformat()

    files = unpacked(phone.get(f"/groups/{group.pk}/data/table.zip"))

    (game_row,) = rows_of(files["games.csv"])
    assert game_row == {
        "game": game.code,
        "variant": "push-rummy",
        "name": "Push Rummy",
        "started": day,
        "finished": "",
        "state": "playing",
        "people": "We, They",
        "winners": "",
        "deals": "1",
        "note": "Windy",
        "location": "Beach",
    }
    (deal_row,) = rows_of(files["deals.csv"])
    assert (deal_row["game"], deal_row["deal"], deal_row["dealer"]) == (game.code, "1", "Ann")
    scores = rows_of(files["scores.csv"])
    assert [(row["person"], row["side"], row["total"], row["out"]) for row in scores] == [
        ("Ann", "We", scores[0]["points"], "yes"),
        ("Cai", "We", scores[0]["points"], "yes"),
        ("Bob", "They", scores[2]["points"], "no"),
        ("Dee", "They", scores[2]["points"], "no"),
    ]


def test_totals_in_the_table_start_with_the_starting_score(group):
    game = with_absences(group)

    rows = list(scores_rows(games_of(group)))[1:]

    last = {person: total for _, _, _, _, person, _, _, total, _, _ in rows}
    assert last == {column.name: column.total for column in scoreboard(game).columns}


@pytest.mark.parametrize("name", ["=1+1", "+41", "-2", "@sum", "\tx", "=cmd|' /C calc'!A0"])
def test_no_cell_is_taken_for_a_formula(name):
    (text,) = table([("name", "points"), (name, -5)])

    rows = list(csv.reader(StringIO(text.decode("utf-8-sig"), newline="")))
    assert rows == [["name", "points"], [f"'{name}", "-5"]]


def test_only_members_get_the_file(client, group):
    url = f"/groups/{group.pk}/data/table.zip"

    assert client.get(url).status_code == 404
    assert client_of(MemberFactory().user).get(url).status_code == 404
    assert client_of(MemberFactory(group=group).user).get(url).status_code == 200


def test_a_game_that_cannot_be_read_is_in_the_file_as_it_is_stored(phone, group, game):
    game.ruleset["format"] = 99
    game.save(update_fields=["ruleset"])

    files = unpacked(phone.get(f"/groups/{group.pk}/data/table.zip"))

    record = parsed(files["table.jsonl"].splitlines()[-1].encode())
    assert record.ruleset["format"] == 99
    outcome = store_records(GroupFactory(), record, is_rehearsal=False)
    assert outcome.found == Found.UNREADABLE
    assert outcome.why == (
        "This was stored in format 99 by a newer version of Scorekeeper. This version reads "
        "formats up to 2. Update the code to open it."
    )


def test_the_file_takes_as_many_queries_for_three_games_as_for_one(group):
    counts = []
    for _ in range(2):
        GameFactory(group=group, played=1)
        GameFactory(group=group, played=1)
        with CaptureQueriesContext(connection) as queries:
            list(zipped_table(group))
        counts.append(len(queries))

    assert counts == [34, 34]


def test_the_file_is_written_in_constant_memory(group):
    game = GameFactory(group=group, played=1)
    list(zipped_table(group))  # fill the caches
    peaks = []
    for _ in range(2):
        copy_game(game, 4 * BATCH)
        tracemalloc.start()
        size = sum(map(len, zipped_table(group)))
        peaks.append((tracemalloc.get_traced_memory()[1], size))
        tracemalloc.stop()

    (less, small), (more, large) = peaks
    assert large > 1.5 * small
    assert more < 1.2 * less


def copy_game(game, count):
    """Add games with the same sides, seats, deals, points and log."""
    games = Game.objects.bulk_create(
        varied(game, code=new_code(), uuid=uuid4()) for _ in range(count)
    )
    pairs = [(each, game) for each in games]
    sides = {
        (row.game_id, row.number): row
        for row in Side.objects.bulk_create(
            varied(side, game=each) for each, first in pairs for side in first.sides.all()
        )
    }
    seats = Seat.objects.bulk_create(
        varied(seat, game=each, side=sides[each.pk, seat.side.number])
        for each, first in pairs
        for seat in first.seats.select_related("side")
    )
    dealers = {(seat.game_id, seat.position): seat for seat in seats}
    played = game.rounds.select_related("dealer").get()
    rounds = Round.objects.bulk_create(
        varied(played, game=each, dealer=dealers[each.pk, played.dealer.position]) for each in games
    )
    scores = list(played.scores.select_related("side"))
    Score.objects.bulk_create(
        varied(score, round=each, side=sides[each.game_id, score.side.number])
        for each in rounds
        for score in scores
    )
    Change.objects.bulk_create(
        varied(change, game=each) for each in games for change in game.changes.all()
    )


def test_the_size_is_known_in_advance_within_a_third(group):
    for deals in (1, 3, 5):
        GameFactory(group=group, played=deals)
    size = sum(map(len, zipped_table(group)))

    assert estimated_size(group) == pytest.approx(size, rel=1 / 3)
    assert estimated_size(GroupFactory()) == 0


# The schema


def test_the_schema_is_published_and_names_every_record(client):
    response = client.get("/table.schema.json")
    schema = response.json()

    assert response.headers["Content-Type"] == "application/json"
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    kinds = [part["$ref"].rpartition("/")[2] for part in schema["anyOf"]]
    assert kinds == ["TableLine", "PersonLine", "OwnGameLine", "HouseRulesLine", "GameLine"]
    game = schema["$defs"]["GameRecord"]
    assert {"uuid", "sides", "seats", "ruleset", "log"} <= set(game["required"])
    assert game["additionalProperties"] is False
    assert set(schema["$defs"]["GameLine"]["required"]) == {"scorekeeper", "game"}


def test_every_line_of_a_file_is_valid_under_the_schema(client):
    schema = client.get("/table.schema.json").json()
    lines = [json.loads(line) for line in table_lines(played_table())]

    kinds = [kind for line in lines for kind in line if kind != "scorekeeper"]
    assert kinds == ["table", *["person"] * 5, "house_rules", *["game"] * 3]
    assert [list(mistakes(line, schema, schema)) for line in lines] == [[]] * len(lines)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"name": 5}, "$.name: type"),
        ({"name": "x" * 500}, "$.name: maxLength"),
        ({"uuid": "1"}, "$.uuid: format"),
        ({"age": 30}, "$.age: unexpected"),
    ],
)
def test_the_schema_refuses_a_line_with_a_mistake(client, changed, problem):
    schema = client.get("/table.schema.json").json()
    person = {"name": "Ann", "uuid": "5f3cf4bb-5a6c-4b5e-9a0e-8a0d2f8f9d5e", "off_list_at": None}
    of_person = schema["$defs"]["PersonRecord"]

    assert list(mistakes(person, of_person, schema)) == []
    assert list(mistakes(person | changed, of_person, schema)) == [problem]


# A single game


def test_a_game_can_be_saved_from_its_page(phone, finished):
    page = get(phone, f"/games/{finished.code}/")

    links = [link.attributes["href"] for link in page.all("a") if "download" in link.attributes]
    assert links == [f"/games/{finished.code}/copy.{kind}" for kind in ("json", "csv", "txt")]
    assert [phone.get(link).headers["Content-Type"] for link in links] == [
        "application/json",
        "text/csv; charset=utf-8",
        "text/plain; charset=utf-8",
    ]


def test_a_game_as_json_can_be_imported(phone, finished):
    response = phone.get(f"/games/{finished.code}/copy.json")
    other = GroupFactory()

    outcome = store_records(other, parsed(response.content), is_rehearsal=False)

    assert (outcome.found, outcome.kind) == (Found.ADDED, "game")
    assert everything(other)["games"] == everything(finished.group)["games"]


def test_a_game_as_text_can_be_read_in_a_chat(phone, game):
    stop_game(game)

    text = phone.get(f"/games/{game.code}/copy.txt").content.decode()

    assert text == (
        "Contract Rummy: Ann wins by 20 after 2 deals.\n\n"
        "1st Ann 0\n2nd Bob 20\n2nd Cai 20\n2nd Dee 20\n\n"
        f"{date_format(localdate())}\n\n"
        "deal   Ann  Bob  Cai  Dee\n"
        "1        0   10   10   10\n"
        "2        0   10   10   10\n"
        "Total    0   20   20   20\n"
    )


def test_a_game_in_which_nothing_is_left_has_no_text(phone, group):
    game = GameFactory(group=group, played=1)
    undo(game=game, context=ChangeContextFactory(game=game))

    answer = phone.get(f"/games/{game.code}/copy.txt")

    assert answer.status_code == 404
    assert "There’s no result yet." in answer.content.decode()


def test_a_helper_gets_no_note_with_a_game(client, game):
    helper = MemberFactory()
    game.helpers.create(user=helper.user, name="Eve")
    phone = client_of(helper.user)

    codes = [phone.get(f"/games/{game.code}/copy.{k}").status_code for k in ("json", "csv", "txt")]

    assert codes == [404, 200, 200]
    assert client.get(f"/games/{game.code}/copy.csv").status_code == 404
