"""Settings: a fresh clone starts without any, and invalid values get a message."""

import ast
import logging
import re
from pathlib import Path

import pytest
from django.urls import get_resolver, reverse

from scorekeeper.checks import code_fits_database
from scorekeeper.logs import LineFormatter, masked
from tests.conftest import DEBUG, with_index
from tests.factories import GameFactory
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[2]
LOAD = ["-c", "import scorekeeper.settings"]


def test_a_fresh_clone_needs_no_settings(python, tmp_path):
    result = python("manage.py", "check", "--fail-level", "WARNING")

    assert result.returncode == 0, result.stderr
    key = tmp_path / "var" / "secret-key"
    assert len(key.read_text()) >= 50
    assert key.stat().st_mode & 0o777 == 0o600


SHOW_KEY = ["-c", "from scorekeeper.settings import SECRET_KEY; print(SECRET_KEY)"]


def test_a_clone_keeps_its_key(python):
    first, second = python(*SHOW_KEY), python(*SHOW_KEY)

    assert first.stdout == second.stdout
    assert len(first.stdout.strip()) >= 50


def test_a_newline_after_the_key_makes_no_difference(python, tmp_path):
    key = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    in_environment = python(*SHOW_KEY, SCOREKEEPER_SECRET_KEY=f"{key}\n")
    (tmp_path / "var" / "secret-key").write_text(f"{key}\n")
    in_file = python(*SHOW_KEY)

    assert in_environment.stdout == in_file.stdout == f"{key}\n"


def test_cookies_signed_with_the_newline_by_an_earlier_version_stay_valid(python):
    key = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\n"
    show = "from scorekeeper.settings import SECRET_KEY_FALLBACKS; print(SECRET_KEY_FALLBACKS)"

    result = python("-c", show, SCOREKEEPER_SECRET_KEY=key, **DEBUG)

    assert result.stdout == f"{[key]}\n"


# Only the owner knows whether the domain’s other sites use HTTPS.
@pytest.mark.parametrize(
    ("switches", "silenced"), [(["HTTPS"], 2), (["PUBLIC"], 2), (["HTTPS", "HSTS_SUBDOMAINS"], 0)]
)
def test_a_public_server_passes_every_check(python, switches, silenced):
    result = python(
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        SCOREKEEPER_SECRET_KEY="0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        SCOREKEEPER_HOSTS="cards.example",
        **{f"SCOREKEEPER_{switch}": "1" for switch in switches},
    )

    assert result.returncode == 0, result.stderr
    told = f"System check identified no issues ({silenced} silenced).\n"
    assert result.stdout + result.stderr == told


def test_an_empty_folder_for_data_means_the_usual_one(python, tmp_path):
    show = ["-c", "from scorekeeper.settings import VAR_DIR; print(VAR_DIR)"]
    elsewhere = {"SCOREKEEPER_SECRET_KEY": "x" * 50, "DATABASE_URL": f"sqlite:///{tmp_path}/db"}

    result = python(*show, SCOREKEEPER_VAR="", **elsewhere)

    assert result.stdout == f"{ROOT / 'var'}\n", result.stderr


@each_row
def test_a_wrong_value_stops_the_start_with_a_sentence(python, said, sentence):
    result = python(*LOAD, **said)

    assert result.returncode != 0
    assert (
        result.stderr.splitlines()[-1] == f"django.core.exceptions.ImproperlyConfigured: {sentence}"
    )


def test_https_covers_cookies_and_addresses(python):
    show = (
        "from scorekeeper import settings as s; print(s.SESSION_COOKIE_SECURE, "
        "s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS)"
    )

    on, off = python("-c", show, SCOREKEEPER_HTTPS="1"), python("-c", show)

    assert on.stdout == "True True True 31536000\n"
    assert off.stdout == "False False False 0\n"


def test_other_sites_of_the_domain_are_bound_only_when_told_to(python):
    show = (
        "from scorekeeper import settings as s; "
        "print(s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"
    )

    assert python("-c", show, SCOREKEEPER_HTTPS="1").stdout == "False False\n"
    assert python("-c", show, SCOREKEEPER_HSTS_SUBDOMAINS="1").stdout == "False False\n"
    both = python("-c", show, SCOREKEEPER_HTTPS="1", SCOREKEEPER_HSTS_SUBDOMAINS="1")
    assert both.stdout == "True True\n"


def test_old_keys_are_read_besides_the_new_one(python):
    show = ["-c", "from scorekeeper.settings import SECRET_KEY_FALLBACKS as k; print(k)"]

    assert python(*show).stdout == "[]\n"
    said = f"{'a' * 50}, {'b' * 50},"
    assert python(*show, SCOREKEEPER_OLD_SECRET_KEYS=said).stdout == f"{['a' * 50, 'b' * 50]}\n"


def test_a_shared_cache_holds_nothing_of_other_code_or_other_games(python, tmp_path):
    show = ["-c", "from scorekeeper.settings import CACHES as c; print(c['default']['KEY_PREFIX'])"]
    own = tmp_path / "catalogue" / "jam.toml"
    own.parent.mkdir()
    redis, games = "redis://127.0.0.1:6379/0", str(tmp_path)

    def prefix(**said):
        return python(*show, REDIS_URL=redis, **said).stdout

    plain, again = prefix(), prefix()
    own.write_text('slug = "jam"')
    mine = prefix(SCOREKEEPER_GAMES=games)
    own.write_text('slug = "bread"')
    edited = prefix(SCOREKEEPER_GAMES=games)

    assert plain == again
    assert len({plain, mine, edited}) == 3


def test_a_shared_cache_that_is_stuck_is_waited_for_half_a_second(python):
    show = ["-c", "from scorekeeper.settings import CACHES; print(CACHES['sheets']['OPTIONS'])"]

    result = python(*show, REDIS_URL="redis://127.0.0.1:6379/0")

    assert result.stdout == "{'socket_connect_timeout': 0.5, 'socket_timeout': 0.5}\n"


def test_what_goes_wrong_is_told_with_its_time_and_weight(python):
    ask = (
        "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'scorekeeper.settings'; "
        "django.setup(); from django.test import Client; "
        "client = Client(enforce_csrf_checks=True, headers={'Host': 'localhost'}); "
        "client.get('/nowhere/'); client.post('/games/new/contract-rummy/check/'); "
        "client.get('/', headers={'Host': 'evil.example'})"
    )

    told = python("-c", ask, SCOREKEEPER_DEBUG="1").stderr.splitlines()

    lines = [re.sub(r"^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:,]{12} ", "", line) for line in told]
    assert lines[0] == (
        "WARNING django.security.csrf: Forbidden (CSRF cookie not set.): "
        "/games/new/contract-rummy/check/"
    )
    assert lines[1].startswith(
        "ERROR django.security.DisallowedHost: Invalid HTTP_HOST header: 'evil.example'."
    )


def test_logs_have_no_tokens_and_no_tracebacks_of_refused_requests(python):
    token = "rBvDfPBcQ-_x0123456789"
    ask = (
        "import django; django.setup(); from django.test import Client; "
        f"urls = ['/join/{token}/', '/score/abcdefghjk/{token}/', '/watch/abcdefghjk/{token}/']; "
        "strict = Client(enforce_csrf_checks=True, headers={'Host': 'localhost'}); "
        "[strict.post(url) for url in urls[:2]]; "
        "plain = Client(raise_request_exception=False, headers={'Host': 'localhost'}); "
        "plain.post('/games/new/hearts/check/', {'x': 'y' * 70000}); "
        "plain.post('/games/new/hearts/check/', {str(number): '' for number in range(400)}); "
        "plain.get('/', headers={'Host': 'evil.example'}); "
        "plain.get(urls[2])"
    )

    result = python("-c", ask, **DEBUG)

    times = r"(?m)^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:,]{12} "
    refused, _, broken = re.sub(times, "", result.stderr).partition("ERROR django.request: ")
    lines = [line for line in refused.splitlines() if re.match("WARNING|ERROR|Trace|  File", line)]
    assert lines == [
        "WARNING django.security.csrf: Forbidden (CSRF cookie not set.): /join/[token]/",
        (
            "WARNING django.security.csrf: Forbidden (CSRF cookie not set.): "
            "/score/abcdefghjk/[token]/"
        ),
        (
            "ERROR django.security.RequestDataTooBig: Request body exceeded "
            "settings.DATA_UPLOAD_MAX_MEMORY_SIZE."
        ),
        (
            "ERROR django.security.TooManyFieldsSent: The number of GET/POST parameters exceeded "
            "settings.DATA_UPLOAD_MAX_NUMBER_FIELDS."
        ),
        (
            "ERROR django.security.DisallowedHost: Invalid HTTP_HOST header: 'evil.example'. "
            "You may need to add 'evil.example' to ALLOWED_HOSTS."
        ),
    ]
    # The database has no tables, which causes a server error with full details.
    assert broken.startswith("Internal Server Error: /watch/abcdefghjk/[token]/\nTraceback ")
    assert token not in result.stderr


def test_logs_hide_the_token_of_every_link():
    token = "rBvDfPBcQ-_x0123456789"
    formatter = LineFormatter("%(message)s")
    values = {"token": token, "code": "abcdefghjk", "pk": 7}
    links = [each for each in get_resolver().url_patterns if "token" in each.pattern.converters]

    assert len(links) >= 8
    for link in links:
        url = reverse(link.name, kwargs={name: values[name] for name in link.pattern.converters})
        record = logging.makeLogRecord(
            {"name": "django.request", "msg": "Error: %s", "args": (url,)}
        )
        assert formatter.format(record) == f"Error: {url.replace(token, '[token]')}"


@pytest.mark.parametrize(
    ("text", "logged"),
    [
        ("from 203.0.113.77:4711, bye", "from 203.0.113.0/24:4711, bye"),
        ("from [2001:db8:1:2::3]:443.", "from [2001:db8:1::/48]:443."),
        ("127.0.0.1 and ::1 at 19:59:21", "127.0.0.1 and ::1 at 19:59:21"),
        ("version 5.2.8, a.b.c.d, Foo::Bar", "version 5.2.8, a.b.c.d, Foo::Bar"),
        ("DETAIL:  Key (group_id, name)=(1, Ann) exists.", "DETAIL:  [values]"),
        ("[type=x, input_value='Ann', input_type=str]", "[type=x, input_value=[values]"),
    ],
)
def test_logs_hide_addresses_and_quoted_values(text, logged):
    assert masked(text) == logged


def test_hosts_come_from_the_environment(python):
    show = ["-c", "from scorekeeper.settings import ALLOWED_HOSTS; print(ALLOWED_HOSTS)"]

    assert python(*show).stdout == "['127.0.0.1', 'localhost']\n"
    named = python(*show, SCOREKEEPER_HOSTS="cards.example, www.cards.example ,")
    assert named.stdout == "['cards.example', 'www.cards.example']\n"


def test_sqlite_queues_writers(python):
    show = (
        "from scorekeeper.settings import DATABASES; d = DATABASES['default']; "
        "print(d['ENGINE'].split('.')[-1], sorted(d['OPTIONS']))"
    )

    assert python("-c", show).stdout == "sqlite3 ['init_command', 'timeout', 'transaction_mode']\n"


def test_sqlite_puts_each_commit_on_the_disk(python):
    ask = (
        "import django; django.setup(); from django.db import connection; "
        "cursor = connection.cursor(); "
        "print(cursor.execute('PRAGMA journal_mode').fetchone(), "
        "cursor.execute('PRAGMA synchronous').fetchone())"
    )

    result = python("-c", ask, **DEBUG)

    # 2 is FULL. With 1, which is NORMAL, a power failure may lose the latest commits.
    assert result.stdout == "('wal',) (2,)\n", result.stderr


def test_a_new_key_beside_old_games_is_warned_about(python, tables, tmp_path):
    tables(with_index(tmp_path / "var"))
    add_game = (
        "import django; django.setup(); from django.core.management import call_command; "
        "call_command('migrate', verbosity=0, skip_checks=False); "
        "from tests.factories import GameFactory; GameFactory()"
    )
    key = tmp_path / "var" / "secret-key"
    env = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    first = python("-c", add_game, **env)
    old_key = key.read_text()
    key.unlink()
    migrated = python("manage.py", "migrate", "-v", "0")
    key.unlink()
    served = python("-c", "import scorekeeper.wsgi", **env)
    key.write_text(old_key)
    restored = python("manage.py", "migrate", "-v", "0")

    warning = "The database has games, but the key that signs cookies is new"
    assert (first.stderr, restored.stderr) == ("", "")
    assert warning in migrated.stderr
    assert f"Restore the old key in {key}" in migrated.stderr
    assert f"WARNING scorekeeper: {warning}" in served.stderr


APPLY_LATER = (
    "import django; django.setup(); from django.db import connection; "
    "from django.db.migrations.recorder import MigrationRecorder; "
    "MigrationRecorder(connection).record_applied('scorekeeper', '9999_of_a_newer_version')"
)


def test_a_database_that_a_newer_version_has_changed_stops_the_start(python, tables, tmp_path):
    assert python("manage.py", "check", "--database", "default").returncode == 0  # no tables yet
    tables(tmp_path / "var")
    assert python("manage.py", "migrate", "-v", "0").stderr == ""
    assert python("-c", APPLY_LATER, **DEBUG).returncode == 0

    message = "A newer version of Scorekeeper has changed the database."
    backups = f"./dev run saves backups in {tmp_path / 'var' / 'backups'}."
    for command in (
        ["manage.py", "migrate"],
        ["manage.py", "rescore"],
        ["manage.py", "purge"],
        ["-c", "import scorekeeper.wsgi"],
        ["-c", "import scorekeeper.asgi"],
    ):
        result = python(*command, **DEBUG)
        assert result.returncode == 1
        assert message in result.stderr
        assert backups in result.stderr
        assert result.stdout == ""


def test_so_does_a_deal_of_a_newer_format(db):
    game = GameFactory(played=2)
    assert code_fits_database(["default"]) == []

    game.rounds.filter(deal=2).update(format=99)

    (error,) = code_fits_database(["default"])
    assert error.id == "scorekeeper.E002"


def test_a_second_start_loads_what_the_first_has_read_for_the_search(python, tmp_path):
    start = (
        "from rules.reference import rule_texts; rule_texts._texts_of.cache_clear(); "
        "import scorekeeper.wsgi; from rules.lookup.search import search; "
        "print(search('left bower').hits[0].document.game, "
        "rule_texts._texts_of.cache_info().misses)"
    )
    starts = [python("-W", "ignore", "-c", start, **DEBUG).stdout for _ in range(2)]

    assert starts == ["euchre 1\n", "euchre 0\n"]
    assert (tmp_path / "var/search-index.json").stat().st_mode & 0o777 == 0o600


ANSWER = """
import gc
from django.test import RequestFactory
from scorekeeper.asgi import site

page = RequestFactory(SERVER_NAME="127.0.0.1").get("/join/").environ
before = gc.get_stats()[2]["collections"]
for _ in range(500):
    list(site(page, lambda *_: None))
print(gc.get_stats()[2]["collections"] - before)
"""


def test_five_hundred_pages_stop_the_site_for_no_full_garbage_collection(python):
    assert python("-W", "ignore", "-c", ANSWER, **DEBUG).stdout == "0\n"


def test_postgresql_is_waited_for_three_seconds_and_connections_are_checked(python):
    show = (
        "from scorekeeper.settings import DATABASES; d = DATABASES['default']; "
        "print(d['CONN_HEALTH_CHECKS'], *d['OPTIONS'].pop('pool').items(), d['OPTIONS'])"
    )
    url = "postgresql://user:password@127.0.0.1:5432/name?keepalives_idle=3"

    pool = "('min_size', 1) ('max_size', 12) ('timeout', 3) ('reconnect_timeout', 2)"
    alive = {"tcp_user_timeout": 5000, "keepalives_idle": 3}
    alive |= {"keepalives_interval": 2, "keepalives_count": 2, "server_side_binding": True}
    for direct, prepare in (("", 5), (url, None)):
        result = python("-c", show, DATABASE_URL=url, DATABASE_DIRECT_URL=direct)
        assert result.stdout == f"True {pool} {alive | {'prepare_threshold': prepare}}\n"


@pytest.mark.parametrize(
    ("hosts", "host", "port"),
    [
        ("a.example:5433,b.example:5434", "a.example,b.example", "5433,5434"),
        ("a.example,[fd00::2]:6000", "a.example,fd00::2", "5432,6000"),
    ],
)
def test_a_database_can_be_on_several_servers(python, hosts, host, port):
    show = (
        "from scorekeeper.settings import DATABASES; d = DATABASES['default']; "
        "print(d['HOST'], d['PORT'], d['USER'], d['NAME'], d['OPTIONS']['target_session_attrs'])"
    )
    url = f"postgresql://user:pass,word@{hosts}/name?target_session_attrs=read-write"

    assert python("-c", show, DATABASE_URL=url).stdout == f"{host} {port} user name read-write\n"


def test_behind_a_pooler_no_cursor_outlives_its_transaction(python):
    show = (
        "from scorekeeper.settings import DATABASES, DIRECT_DATABASE as direct; "
        "print(DATABASES['default']['DISABLE_SERVER_SIDE_CURSORS'], direct.get('PORT'))"
    )
    url = "postgresql://user:password@127.0.0.1:6432/name"

    assert python("-c", show, DATABASE_URL=url).stdout == "False None\n"
    direct = python("-c", show, DATABASE_URL=url, DATABASE_DIRECT_URL=url.replace("6432", "5432"))
    assert direct.stdout == "True 5432\n"


ASK = (
    "import django; django.setup(); from django.conf import settings; "
    "from django.core.signing import dumps; from django.test import Client; "
    "from scorekeeper.sessions import SALT; client = Client(headers={'Host': 'localhost'}); "
    "client.cookies['sessionid'] = dumps({'_auth_user_id': '1'}, salt=SALT); "
    "answers = [client.get(url) for url in ('/rules/hearts/', '/watch/abc/def/')]; "
    "answers.append(client.post('/join/abc/')); "
    "print(*(answer.status_code for answer in answers)); "
    "print(*(answer.content.decode() for answer in answers[1:]))"
)


@pytest.mark.parametrize(
    "url", ["postgresql://user:password@127.0.0.1:1/name", "sqlite:////nonexistent/games.sqlite3"]
)
def test_while_the_database_is_away_rules_are_shown_and_games_say_try_again(python, url):
    result = python("-c", ASK, DATABASE_URL=url, **DEBUG)

    statuses, _, page = result.stdout.partition("\n")
    assert statuses == "200 503 503", result.stderr
    assert (
        page.count("We can’t reach the database right now. Everything saved before is safe.") == 2
    )
    assert page.count("What you just sent may not have been saved.") == 1
    assert "ERROR scorekeeper.middleware: The database can't be used: " in result.stderr
    assert "Traceback" not in result.stderr


def test_a_mistake_in_sql_is_no_database_that_is_away(python):
    result = python("-c", ASK, **DEBUG)

    assert result.returncode == 1
    assert "django.db.utils.OperationalError: no such table: scorekeeper_game" in result.stderr


def modes(folder):
    files = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir() if path.is_file()}
    return {"": folder.stat().st_mode & 0o777} | files


PRIVATE = {
    "": 0o700,
    "secret-key": 0o600,
    "scorekeeper.sqlite3": 0o600,
    "scorekeeper.sqlite3-wal": 0o600,
    "scorekeeper.sqlite3-shm": 0o600,
}


def test_other_users_of_the_machine_cannot_read_what_is_kept(python, tmp_path):
    write = (
        "import os, django; os.umask(0o022); django.setup(); "
        "from django.db import connection; connection.cursor().execute('CREATE TABLE x (y)'); "
        "import scorekeeper.settings as s; "
        "print({p.name: p.stat().st_mode & 0o777 for p in s.VAR_DIR.iterdir()})"
    )

    result = python("-c", write, DJANGO_SETTINGS_MODULE="scorekeeper.settings")

    assert modes(tmp_path / "var")[""] == 0o700
    assert {"": 0o700} | ast.literal_eval(result.stdout) == PRIVATE, result.stderr


def test_what_others_could_read_before_is_closed_at_the_next_start(python, tmp_path):
    var = tmp_path / "var"
    var.mkdir(mode=0o755)
    for name in list(PRIVATE)[1:]:
        (var / name).write_text("x" * 50)
        (var / name).chmod(0o644)

    python(*LOAD)

    assert modes(var) == PRIVATE


def test_a_folder_that_is_everybodys_stays_so(python, tmp_path):
    var = tmp_path / "var"
    var.mkdir()
    var.chmod(0o1777)

    python(*LOAD)

    assert modes(var) == {"": 0o777, "secret-key": 0o600, "scorekeeper.sqlite3": 0o600}


def test_a_database_elsewhere_is_private_too(python, tmp_path):
    python(*LOAD, DATABASE_URL=f"sqlite:///{tmp_path}/games.sqlite3")

    assert (tmp_path / "games.sqlite3").stat().st_mode & 0o777 == 0o600
