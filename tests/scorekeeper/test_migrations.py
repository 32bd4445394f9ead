"""Migrations preserve data that was stored before rounds had seats and points had marks.

These tests run the migrations that were replaced by one for new databases.
"""

import ast
import json
import sqlite3
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from uuid import uuid5

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

import scorekeeper.migrations
from rules.engine.catalogue import catalogue
from rules.engine.snapshots import fingerprint, load_ruleset
from scorekeeper import migrating
from scorekeeper.models import Game, Result, Score
from scorekeeper.queries.board import scoreboard
from scorekeeper.services.filling import fill_games
from scorekeeper.services.rescore import rescore_all
from tests.factories import rescored
from tests.frozen import FROZEN

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ann", "Bob", "Cai")
# The dealer, the entry, and the points with reasons, as they used to be stored.
DEALS = [
    (
        3,
        {"out": "1", "left-points-2": "10", "left-cards-3": "K 5"},
        [(0, "went out"), (10, "10 declared"), (15, "K 5: 10 + 5")],
    ),
    (
        1,
        {"out": "2", "left-points-1": "7", "left-points-3": "12+11"},
        [(7, "7 declared"), (0, "went out"), (23, "12+11 declared")],
    ),
    (
        1,
        {"ran-out": "on", "left-points-1": "5", "left-points-2": "6", "left-points-3": "7"},
        [(5, "5 declared"), (6, "6 declared"), (7, "7 declared")],
    ),
]


SQUASHED = ("scorekeeper", "0001_squashed_0025_dealer_known")


class SingleMigrations(MigrationLoader):
    """The migrations without the one that replaces them."""

    def load_disk(self):
        super().load_disk()
        del self.disk_migrations[SQUASHED]


def migrated(name):
    """Migrate the database to this migration, and return the models in that state."""
    executor = MigrationExecutor(connection)
    executor.loader = SingleMigrations(connection)
    # The admin’s table refers to users, so it is made again with theirs.
    executor.migrate([("scorekeeper", name), *executor.loader.graph.leaf_nodes("admin")])
    MigrationRecorder(connection).record_unapplied(*SQUASHED)
    return executor.loader.project_state([("scorekeeper", name)]).apps


def migrate_to_latest():
    call_command("migrate", verbosity=0)


@pytest.fixture(scope="module")
def _latest_afterwards(django_db_setup, django_db_blocker):
    """Migrate to the latest state after the last test of this module that this process runs."""
    yield
    with django_db_blocker.unblock():
        migrate_to_latest()


def delete_tables():
    """Delete our tables, because migrating backwards takes several times as long."""
    with connection.schema_editor() as editor:
        for table in connection.introspection.table_names():
            if table.startswith(("scorekeeper_", "django_admin_")):
                editor.execute(editor.sql_delete_table % {"table": editor.quote_name(table)})
    applied = MigrationRecorder(connection).migration_qs
    applied.filter(app__in=("scorekeeper", "admin")).delete()


@pytest.fixture(scope="module")
def _kept():
    """The tables of SQLite at the first migration, once a test has made them, and their models."""
    with closing(sqlite3.connect(":memory:")) as tables:
        yield tables, []


@pytest.fixture
def old(_latest_afterwards, _kept):
    """Return the models at the first migration, to which the database is migrated."""
    tables, models = _kept
    connection.ensure_connection()
    if models:
        tables.backup(connection.connection)
        return models[0]
    delete_tables()
    first = migrated("0001_initial")
    if connection.vendor == "sqlite":
        connection.connection.backup(tables)
        models.append(first)
    return first


def table(old, seats=NAMES):
    """Create a group with players, and a game of Contract Rummy with this seating order."""
    models = {name: old.get_model("scorekeeper", name) for name in ("Group", "Player", "Game")}
    side, seat = old.get_model("scorekeeper", "Side"), old.get_model("scorekeeper", "Seat")
    group = models["Group"].objects.create(name="Our table")
    game = models["Game"].objects.create(
        group=group,
        variant="contract-rummy",
        ruleset=catalogue().variant("contract-rummy").standard.model_dump(mode="json"),
        first_dealer=3,
        version=1 + len(DEALS),
    )
    sides = [
        side.objects.create(game=game, number=number, name=name)
        for number, name in enumerate(seats, 1)
    ]
    for own in reversed(sides):  # so that no seat’s key happens to equal its side’s key
        player = models["Player"].objects.create(group=group, name=own.name)
        seat.objects.create(game=game, side=own, player=player, position=own.number)
    return game, sides


def played(old, game, sides):
    """Create three deals of ``game``, with the dealer and points as they were stored then."""
    round_, score = old.get_model("scorekeeper", "Round"), old.get_model("scorekeeper", "Score")
    for deal, (dealer, entry, points) in enumerate(DEALS, 1):
        row = round_.objects.create(
            game=game,
            deal=deal,
            contract="a contract",
            sets=0,
            runs=0,
            pairs=0,
            cards_dealt=10,
            dealer=sides[dealer - 1],
            entry=entry,
        )
        for own, (scored, because) in zip(sides, points, strict=True):
            score.objects.create(round=row, side=own, points=scored, because=because)


def test_dealers_are_seats_and_everything_else_is_kept(old):
    old.get_model("scorekeeper", "Group").objects.create(name="No games")
    first = table(old)
    second = table(old, ("Dee", "Eve", "Fay"))
    played(old, *second)
    played(old, *first)

    new = migrated("0004_dealer_is_a_seat")

    rounds = new.get_model("scorekeeper", "Round").objects.order_by("game", "deal")
    dealers = rounds.values_list("dealer__position", "dealer__side__name", "dealer__player__name")
    assert list(dealers) == [
        (3, "Cai", "Cai"), (1, "Ann", "Ann"), (1, "Ann", "Ann"),
        (3, "Fay", "Fay"), (1, "Dee", "Dee"), (1, "Dee", "Dee"),
    ]  # fmt: skip
    assert list(rounds.values_list("entry", flat=True)) == [entry for _, entry, _ in DEALS] * 2
    # Whoever went out is marked.
    scores = new.get_model("scorekeeper", "Score").objects.filter(round__game=first[0].pk)
    marked = scores.order_by("round__deal", "side__number").values_list("points", "marks")
    assert list(marked) == [
        (0, "out"), (10, ""), (15, ""),
        (7, ""), (0, "out"), (23, ""),
        (5, ""), (6, ""), (7, ""),
    ]  # fmt: skip
    # Columns that are new are empty.
    row = new.get_model("scorekeeper", "Game").objects.get(pk=first[0].pk)
    assert (row.first_dealer, row.next_dealer, row.stopped) == (3, None, False)
    sides = new.get_model("scorekeeper", "Side").objects.filter(game=first[0].pk)
    begun = sides.order_by("number").values_list("name", "joined", "start", "left", "status")
    assert list(begun) == [
        ("Ann", 1, 0, None, ""),
        ("Bob", 1, 0, None, ""),
        ("Cai", 1, 0, None, ""),
    ]
    groups = new.get_model("scorekeeper", "Group").objects.order_by("pk")
    assert list(groups.values_list("name", flat=True)) == ["No games", "Our table", "Our table"]


def test_a_game_of_the_old_days_stands_as_it_did(old):
    game, sides = table(old)
    played(old, game, sides)
    assert migrating.pending()
    migrate_to_latest()
    assert not migrating.pending()
    assert SQUASHED in MigrationRecorder(connection).applied_migrations()

    # While a game can’t be scored, it keeps its sentences.
    ruleset = Game.objects.get().ruleset
    Game.objects.update(ruleset={"players": {}, "colour": "red"})
    list(rescore_all())
    assert {reason["code"] for row in Score.objects.all() for reason in row.reason} == {"text"}
    Game.objects.update(ruleset=ruleset)

    board = scoreboard(Game.objects.get(pk=game.pk))

    assert [column.total for column in board.columns] == [12, 16, 45]
    assert [row.dealer_name for row in board.rows[:5]] == ["Cai", "Ann", "Ann", "Bob", "Cai"]
    assert [[cell.is_out for cell in row.cells] for row in board.played] == [
        [True, False, False],
        [False, True, False],
        [False, False, False],
    ]
    assert rescored() == (3, 0)


def test_rows_of_before_have_format_0_until_formats_are_taken_back(old):
    game, sides = table(old)
    played(old, game, sides)
    before = migrated("0008_house_rules_change")
    stored = before.get_model("scorekeeper", "Game").objects.get().ruleset
    kept = before.get_model("scorekeeper", "HouseRules").objects.create(
        group_id=game.group_id, variant="contract-rummy", name="Sunday"
    )

    new = migrated("0009_stored_formats")

    row = new.get_model("scorekeeper", "Game").objects.get()
    assert row.ruleset == stored
    rounds = new.get_model("scorekeeper", "Round").objects.order_by("deal")
    assert list(rounds.values_list("format", "entry")) == [(0, entry) for _, entry, _ in DEALS]
    assert new.get_model("scorekeeper", "HouseRules").objects.get(pk=kept.pk).format == 0
    row.ruleset["options"] = {"joker-25": True}
    row.save(update_fields=["ruleset"])

    before = migrated("0008_house_rules_change")

    # The options are in a column of their own again.
    assert before.get_model("scorekeeper", "Game").objects.get().options == {"joker-25": True}
    rounds = before.get_model("scorekeeper", "Round").objects.order_by("deal")
    assert list(rounds.values_list("contract", "cards_dealt", "takes_allowed", "entry")) == [
        ("", 0, None, entry) for _, entry, _ in DEALS
    ]


def test_results_and_keys_of_rules_are_filled_in_after_all_migrations(old):
    ended, sides = table(old)
    played(old, ended, sides)
    in_play, others = table(old, ("Dee", "Eve", "Fay"))
    played(old, in_play, others)
    unreadable, _ = table(old, ("Gus", "Hal", "Ida"))
    before = migrated("0010_results")
    games = before.get_model("scorekeeper", "Game").objects
    games.filter(pk=ended.pk).update(stopped=True, state="finished")
    games.filter(pk=unreadable.pk).update(ruleset={"players": {}, "colour": "red"})
    change = before.get_model("scorekeeper", "Change").objects
    for version, kind in enumerate(("start", "record", "rename"), 1):
        change.create(game_id=ended.pk, version=version, key=kind, kind=kind, by_name="Phone 1")
    end = change.get(kind="record").at

    migrate_to_latest()

    rows = Game.objects.in_bulk()
    carried = rows[ended.pk].carried
    assert carried["totals"] == rows[in_play.pk].carried["totals"] == {"1": 12, "2": 16, "3": 45}
    assert (carried["deals"], carried["dealer"]) == (3, 1)
    assert rows[unreadable.pk].carried is None
    assert rows[ended.pk].finished_at == end
    assert rows[in_play.pk].finished_at is rows[unreadable.pk].finished_at is None
    results = Result.objects.order_by("side__number")
    assert list(results.values_list("side__name", "place", "total", "is_winner")) == [
        ("Ann", 1, 12, True),
        ("Bob", 2, 16, False),
        ("Cai", 3, 45, False),
    ]
    key = fingerprint(catalogue().variant("contract-rummy").standard)
    assert {pk: row.rules_key for pk, row in rows.items()} == {
        ended.pk: key,
        in_play.pk: key,
        unreadable.pk: None,
    }
    fill_games()
    assert Game.objects.get(pk=ended.pk).finished_at == end
    assert Result.objects.count() == 3


def test_games_and_people_get_uuids(old):
    table(old)
    table(old, ("Dee", "Eve", "Fay"))

    new = migrated("0020_uuids")

    games, people = (new.get_model("scorekeeper", name).objects for name in ("Game", "Player"))
    assert len(set(games.values_list("uuid", flat=True)) - {None}) == 2
    assert len(set(people.values_list("uuid", flat=True)) - {None}) == 6

    before = migrated("0018_fill_rules_keys")
    assert before.get_model("scorekeeper", "Game").objects.count() == 2


def restored(models, group, name):
    """Store a frozen game of format 0 as the site stored it then, and return what it came to."""
    rows = json.loads(FROZEN[name].read_text("utf-8"))
    objects = {
        name: models.get_model("scorekeeper", name).objects
        for name in ("Game", "Player", "Side", "Seat", "Round", "Score", "Change")
    }
    game = objects["Game"].create(group=group, **rows["game"])
    sides = {row["number"]: objects["Side"].create(game=game, **row) for row in rows["sides"]}
    seats, rounds = {}, {}
    for row in rows["seats"]:
        player, _ = objects["Player"].get_or_create(group=group, name=row["player__name"])
        side, position = sides[row["side__number"]], row["position"]
        seats[position] = objects["Seat"].create(
            game=game, side=side, player=player, position=position
        )
    for row in rows["rounds"]:
        contract = {"contract": "", "sets": 0, "runs": 0, "pairs": 0, "cards_dealt": 0}
        dealer = seats[row.pop("dealer__position")]
        rounds[row["deal"]] = objects["Round"].create(game=game, dealer=dealer, **contract, **row)
    totals = {side.number: side.start for side in sides.values()}
    for row in rows["scores"]:
        deal, number = row.pop("round__deal"), row.pop("side__number")
        objects["Score"].create(round=rounds[deal], side=sides[number], **row)
        totals[number] += row["points"]
    for row in rows["changes"]:
        objects["Change"].create(game=game, **row)
    return game.pk, totals


def test_frozen_games_of_format_0_have_their_totals_and_winners(old):
    models = migrated("0008_house_rules_change")
    group = models.get_model("scorekeeper", "Group").objects.create(name="Our table")
    names = [name for name in FROZEN if name.startswith("format-0/")]
    expected = dict(restored(models, group, name) for name in names)

    migrate_to_latest()

    games = Game.objects.in_bulk()
    finished = {pk for pk, game in games.items() if game.state == "finished"}
    assert (len(games), len(finished)) == (20, 9)
    for pk, totals in expected.items():
        board = scoreboard(games[pk])
        assert [column.total for column in board.columns] == list(totals.values())
        assert games[pk].rules_key == fingerprint(load_ruleset(games[pk].ruleset))
        assert (games[pk].finished_at is not None) == (pk in finished)
        results = Result.objects.filter(game=pk)
        stored = dict(results.values_list("side__number", "total"))
        assert stored == (totals if pk in finished else {})
    won = Result.objects.filter(is_winner=True).values_list("game__variant", "side__name", "total")
    assert sorted(won) == [
        ("any-game", "Bob & Dee", 43),
        ("black-maria", "Ann", 27),
        ("block-rummy", "Dee", 100),
        ("column-golf", "Ann", 46),
        ("cribbage", "Bob & Dee", 61),
        ("gin-rummy", "Ann", 598),
        ("rummy-500", "Ann", 356),  # who won by claiming 300
        ("sergeant-major", "Bob", 10),
        ("spades", "Ann & Cai", 324),
    ]


def test_nobody_knows_who_dealt_in_games_from_other_apps(old):
    imported = table(old)
    entered = table(old, ("Dee", "Eve", "Fay"))
    played(old, *imported)
    played(old, *entered)
    before = migrated("0024_senthand")
    changes = before.get_model("scorekeeper", "Change").objects
    changes.all().delete()  # earlier migrations have filled in a log
    uuid = before.get_model("scorekeeper", "Game").objects.get(pk=imported[0].pk).uuid
    entry = {"format": 2, "texts": {}, "dealer": 1, "overruled": True}
    for game, keys in (
        (imported[0], map(str, (uuid5(uuid, "1"), uuid5(uuid, "2")))),
        (entered[0], "ab"),
    ):
        for version, (kind, key) in enumerate(zip(("start", "record"), keys, strict=True), 1):
            changes.create(
                game_id=game.pk, version=version, kind=kind, key=key, after=entry, by_name="Phone 1"
            )

    new = migrated("0025_dealer_known")

    rounds = new.get_model("scorekeeper", "Round").objects
    known = rounds.order_by("game", "deal").values_list("game", "dealer_known")
    assert list(known) == [
        *[(imported[0].pk, False)] * 3, *[(entered[0].pk, True)] * 3,
    ]  # fmt: skip
    changes = new.get_model("scorekeeper", "Change").objects.filter(kind="record")
    logged = dict(changes.values_list("game", "after"))
    assert logged == {imported[0].pk: entry | {"dealer_known": False}, entered[0].pk: entry}


def test_each_reason_gets_a_line_of_its_own_and_names_stay_whole(old):
    game, sides = table(old, ("A; B", "Bob", "Cai"))
    other, others = table(old)
    played(old, game, sides)
    played(old, other, others)
    score = old.get_model("scorekeeper", "Score").objects
    score.filter(side=sides[0]).update(because="A; B: went out; two buys")
    score.filter(side=others[0]).update(because="went out; two buys")

    def lines(state):
        rows = state.get_model("scorekeeper", "Score").objects.all()
        return {row.side_id: row.because for row in rows if row.because.endswith("two buys")}

    expected = {sides[0].pk: "A; B: went out\ntwo buys", others[0].pk: "went out\ntwo buys"}
    assert lines(migrated("0012_reasons_on_lines")) == expected
    # The sentences come back when a later migration is reversed.
    migrated("0015_drop_sentences")
    assert lines(migrated("0012_reasons_on_lines")) == expected


def test_sentences_become_reasons_and_then_codes_without_changing_points(old):
    played(old, *table(old))
    before = migrated("0012_reasons_on_lines")
    score = before.get_model("scorekeeper", "Score").objects
    score.filter(round__deal=1, side__number=2).update(because="10 declared\none buy", pennies=1)
    side = before.get_model("scorekeeper", "Side").objects
    side.filter(number=1).update(status="7 bags")
    stored = list(score.order_by("pk").values_list("pk", "points", "marks", "pennies"))

    new = migrated("0015_drop_sentences")

    scores = new.get_model("scorekeeper", "Score").objects.order_by("pk")
    assert list(scores.values_list("pk", "points", "marks", "kitty_payment")) == stored
    texts = [[reason["text"] for reason in row.reason] for row in scores]
    assert texts[:3] == [["went out"], ["10 declared\none buy"], ["K 5: 10 + 5"]]
    assert {reason["code"] for row in scores for reason in row.reason} == {"text"}
    sides = new.get_model("scorekeeper", "Side").objects.order_by("number")
    assert [row.status for row in sides] == [{"code": "text", "text": "7 bags"}, None, None]

    migrate_to_latest()
    game = Game.objects.get()
    board = scoreboard(game)
    assert board.rows[0].cells[1].reasons == ("10 declared", "one buy")
    assert board.columns[0].status == "7 bags"
    version = game.version
    # The kitty payment above is invented, so that deal is scored differently and the others are
    # not.
    assert rescored() == (3, 1)
    codes = [[reason["code"] for reason in row.reason] for row in Score.objects.order_by("pk")]
    assert codes[:3] == [["went-out"], ["total-entered"], ["cards"]]
    points = list(Score.objects.order_by("pk").values_list("pk", "points", "marks"))
    assert points == [row[:3] for row in stored]
    assert Game.objects.get().version == version + 1
    assert rescored() == (3, 0)


def test_the_day_of_a_game_is_that_of_its_start_in_the_zone_of_the_site(old, settings):
    settings.TIME_ZONE = "America/Los_Angeles"
    games = migrated("0026_imports").get_model("scorekeeper", "Game").objects
    group = games.model._meta.get_field("group").related_model.objects.create(name="Our table")
    for at in ("2026-01-01T07:59:59+00:00", "2026-01-01T08:00:00+00:00"):
        games.create(group=group, variant="x", ruleset={}, created_at=datetime.fromisoformat(at))

    days = migrated("0027_days").get_model("scorekeeper", "Game").objects.order_by("pk")

    assert list(days.values_list("played_on", flat=True)) == [date(2025, 12, 31), date(2026, 1, 1)]


SCHEMA = {
    "sqlite": "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name <> 'sqlite_stat1'",
    # Columns are numbered here, because the positions in the catalogue skip those of dropped ones.
    "postgresql": """
        SELECT table_name, column_name,
            rank() OVER (PARTITION BY table_name ORDER BY ordinal_position)::text,
            concat(data_type, column_default, is_nullable, character_maximum_length, is_identity)
        FROM information_schema.columns WHERE table_schema = 'public'
        UNION SELECT conrelid::regclass::text, conname, contype::text, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION SELECT tablename, indexname, '', indexdef FROM pg_indexes WHERE schemaname = 'public'
    """,
}


def schema_after(loader):
    """Delete all tables, migrate with these migrations, and return the schema."""
    delete_tables()
    executor = MigrationExecutor(connection)
    executor.loader = loader(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    with connection.cursor() as cursor:
        cursor.execute(SCHEMA[connection.vendor])
        return sorted(cursor.fetchall(), key=str)


@pytest.mark.usefixtures("_latest_afterwards")
def test_a_new_database_has_the_schema_of_the_replaced_migrations():
    single = schema_after(SingleMigrations)
    # A database with all of these is up to date.
    assert SQUASHED not in MigrationRecorder(connection).applied_migrations()
    assert not migrating.pending()
    assert migrating.unknown() == []

    squashed = schema_after(MigrationLoader)

    assert squashed == single
    assert len(squashed) > 100


FILES = sorted(Path(scorekeeper.migrations.__file__).parent.glob("0*.py"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_migrations_do_not_depend_on_code_that_changes(path):
    """Only the defaults of fields are imported, as ``makemigrations`` writes them."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = list(ast.walk(tree))

    imported = {
        alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }
    imported |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    used = {
        ast.unparse(node)
        for node in nodes
        if isinstance(node, ast.Attribute) and ast.unparse(node).count(".") == 3
    }
    defaults = {
        ast.unparse(node.value)
        for node in nodes
        if isinstance(node, ast.keyword) and node.arg == "default"
    }

    assert {name for name in imported if name.startswith(("rules", "scorekeeper"))} <= {
        "scorekeeper.models.games",
        "scorekeeper.models.people",
    }
    assert {name for name in used if name.startswith("scorekeeper.")} <= defaults
