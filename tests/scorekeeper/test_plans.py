"""No page reads a whole table, whatever the database’s statistics say about its content."""

import re
from functools import partial
from itertools import count

import pytest
from django.db import connection, models

from scorekeeper.live.passes import AtTable, Listing, ScoringPass, Watching, digest
from scorekeeper.models import (
    Change,
    Game,
    Group,
    Helper,
    Member,
    Player,
    Result,
    Round,
    Score,
    Seat,
    Side,
    User,
)
from scorekeeper.queries.following import seen_with
from tests.factories import GameFactory, stop_game, ten_each
from tests.scorekeeper.pages import get

pytestmark = pytest.mark.database

# Each row is copied so many times for other groups. With fewer rows, PostgreSQL reads all of them,
# because that takes less time.
COPIES = 2000
# Pages of each kind that are open. With every tenth game open, PostgreSQL may well read all games.
PAGES = {"sqlite": 400, "postgresql": 40}
# In this order, a row comes after those that it refers to.
COPIED = (User, Group, Member, Player, Game, Side, Seat, Round, Score, Result, Change, Helper)


@pytest.fixture
def filled(group, owner):
    """A finished game and one in progress, which a phone helps with, among many of other groups."""
    names = ("Ann", "Bob", "Cai")
    finished = stop_game(GameFactory(group=group, names=names, played=1))
    playing = GameFactory(group=group, names=names, played=1)
    Helper.objects.create(game=playing, user=owner.user, name="Phone")
    for model in COPIED:
        copy_rows(model)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return finished, playing


def copy_rows(model):
    """Copy all rows of a model. The keys of each copy follow those of the copy before it."""
    fields = [each for each in model._meta.concrete_fields if not each.generated]
    quoted = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(map(copied_value, fields))
    last = COPIES - 1
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{model._meta.db_table}" ({quoted}) '
            f"WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies"
            f" WHERE n <= {last}) SELECT {values} FROM copies, {model._meta.db_table}"
        )


def copied_value(field):
    """Return the SQL for a field of copy number ``n``: keys and what is unique differ."""
    column = f'"{field.column}"'
    if isinstance(field, models.UUIDField) or field.name == "picture":
        return "NULL"
    if field.primary_key or isinstance(field, models.ForeignKey):
        return f"{column} + n * 1000"
    if field.unique:
        return "'c' || n || '-' || \"id\""
    return column


def scanned(sql, parameters):
    """Return the tables of which a statement reads all rows, and the lines of its plans."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
            lines = [row[3] for row in cursor.fetchall()]
            aliases = dict(map(reversed, re.findall(r'"(scorekeeper_\w+)" "?(\w+\d)"?', sql)))
            names = re.findall(r"^SCAN (\w+)", "\n".join(lines), re.MULTILINE)
            return {aliases.get(name, name) for name in names}, lines
        cursor.execute(f"EXPLAIN {sql}", parameters)
        lines = cursor.fetchall()
        # A prepared statement gets a plan that doesn’t depend on the values.
        cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        numbers = count(1)
        cursor.execute("PREPARE seen AS " + re.sub("%s", lambda _: f"${next(numbers)}", sql))
        given = connection.ops.compose_sql(", ".join(["%s"] * len(parameters)), parameters)
        cursor.execute(f"EXPLAIN EXECUTE seen({given})" if given else "EXPLAIN EXECUTE seen")
        lines = [row[0] for row in (*lines, *cursor.fetchall())]
        cursor.execute("DEALLOCATE seen")
        return set(re.findall(r"Seq Scan on (\w+)", "\n".join(lines))), lines


def assert_no_scans(act, large=COPIED):
    """Fail with the plans of the statements that read all rows of a ``large`` table."""
    names = {model._meta.db_table for model in large}
    asked = []

    def note(execute, sql, parameters, many, context):
        if sql.startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
            asked.append((sql, parameters or ()))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(note):
        act()
    assert asked
    plans = {sql: scanned(sql, parameters) for sql, parameters in asked}
    found = ["\n".join([sql, *plan]) for sql, (read, plan) in plans.items() if read & names]
    assert not found, "\n\n".join(found)


def see(phone, page):
    assert phone.get(page).status_code == 200


def test_no_page_reads_a_whole_table(phone, group, filled):
    finished, playing = filled
    ann, bob = (group.players.get(name=name).pk for name in ("Ann", "Bob"))
    pages = [
        "/",
        f"/groups/{group.pk}/",
        f"/groups/{group.pk}/history/",
        f"/groups/{group.pk}/history/?q=ann&player={ann}&year={finished.played_on.year}",
        f"/groups/{group.pk}/history/contract-rummy/",
        f"/groups/{group.pk}/players/{ann}/",
        f"/groups/{group.pk}/players/{ann}/{bob}/",
        f"/groups/{group.pk}/years/{finished.played_on.year}/",
        f"/games/{finished.code}/",
        f"/games/{playing.code}/",
        f"/games/{playing.code}/rounds/2/",
        f"/games/{playing.code}/changes/",
        f"/watch/{playing.code}/{playing.watch_token}/",
        "/games/new/contract-rummy/",
    ]

    for page in pages:
        assert_no_scans(partial(see, phone, page))


def test_no_write_reads_a_whole_table(phone, filled):
    _, playing = filled
    url = f"/games/{playing.code}/rounds/2/"
    typed = get(phone, url).form(url) | ten_each(playing)

    assert_no_scans(partial(phone.post, url, typed))

    assert playing.rounds.count() == 2


def test_the_look_at_all_open_pages_reads_no_whole_table(group, owner, filled):
    """Many pages are looked at together, which suggests other plans than a single one."""
    pages = PAGES[connection.vendor]
    games = list(Game.objects.order_by("pk")[:pages])
    users = User.objects.order_by("pk").values_list("pk", flat=True)[:pages]
    passes = [
        *(Watching(game.code, digest(game.watch_token)) for game in games),
        *(ScoringPass(game.code, owner.user.pk, 1) for game in games),
        *map(Listing, users),
        *(AtTable(each.pk, digest(each.watch_token)) for each in Group.objects.all()[:pages]),
    ]

    # It is right to read all helpers if every fifth of them has a page open, and on PostgreSQL also
    # all groups and members. SQLite would read all groups for each of the phones.
    large = {Game, Round, Change} | ({Group} if connection.vendor == "sqlite" else set())
    assert_no_scans(lambda: seen_with(passes), large)


def test_a_missing_index_would_be_noticed(phone, group, filled):
    table = Seat._meta.db_table
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
        for name, index in found.items():
            if index["columns"] == ["player_id"] and not index["foreign_key"]:
                cursor.execute(f'DROP INDEX "{name}"')

    with pytest.raises(AssertionError, match=r"SCAN|Seq Scan"):
        assert_no_scans(partial(see, phone, f"/groups/{group.pk}/"))
