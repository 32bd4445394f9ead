"""Settings: a fresh clone starts without any, and a wrong value says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOAD = ["-c", "import scorekeeper.settings"]


@pytest.fixture
def python(tmp_path):
    """Run Python in the project with these settings and none of ours."""

    def run(*arguments, **said):
        ours = ("SCOREKEEPER_", "DATABASE_URL", "REDIS_URL", "DJANGO_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=kept | {"SCOREKEEPER_VAR": str(tmp_path / "var")} | said,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_a_fresh_clone_needs_no_settings(python, tmp_path):
    result = python("manage.py", "check", "--fail-level", "WARNING")

    assert result.returncode == 0, result.stderr
    key = tmp_path / "var" / "secret-key"
    assert len(key.read_text()) >= 50
    assert key.stat().st_mode & 0o777 == 0o600


def test_a_clone_keeps_its_key(python):
    show = ["-c", "from scorekeeper.settings import SECRET_KEY; print(SECRET_KEY)"]

    first, second = python(*show), python(*show)

    assert first.stdout == second.stdout
    assert len(first.stdout.strip()) >= 50


def test_a_public_server_passes_every_check(python):
    result = python(
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        SCOREKEEPER_SECRET_KEY="0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        SCOREKEEPER_HOSTS="cards.example",
        SCOREKEEPER_HTTPS="1",
    )

    assert result.returncode == 0, result.stderr
    assert result.stdout + result.stderr == "System check identified no issues (0 silenced).\n"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"SCOREKEEPER_DEBUG": "yes"}, "SCOREKEEPER_DEBUG is “yes”; set it to 1 (on) or 0 (off)."),
        (
            {"SCOREKEEPER_HTTPS": "true"},
            "SCOREKEEPER_HTTPS is “true”; set it to 1 (on) or 0 (off).",
        ),
        ({"SCOREKEEPER_HTTPS": ""}, "SCOREKEEPER_HTTPS is “”; set it to 1 (on) or 0 (off)."),
        (
            {"SCOREKEEPER_SECRET_KEY": "x" * 49},
            "SCOREKEEPER_SECRET_KEY is too short; give it 50 random characters or more.",
        ),
        (
            {"SCOREKEEPER_SECRET_KEY": ""},
            "SCOREKEEPER_SECRET_KEY is too short; give it 50 random characters or more.",
        ),
        (
            {"DATABASE_URL": "nonsense"},
            "DATABASE_URL cannot be read; write postgresql://user:password@host:5432/name.",
        ),
        (
            {"DATABASE_URL": "postgresql://user@host:port/name"},
            "DATABASE_URL cannot be read; write postgresql://user:password@host:5432/name.",
        ),
        (
            {"DATABASE_URL": "mysql://user@host/name"},
            "DATABASE_URL must name a PostgreSQL or SQLite database.",
        ),
    ],
)
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


def test_hosts_come_from_the_environment(python):
    show = ["-c", "from scorekeeper.settings import ALLOWED_HOSTS; print(ALLOWED_HOSTS)"]

    assert python(*show).stdout == "['127.0.0.1', 'localhost']\n"
    named = python(*show, SCOREKEEPER_HOSTS="cards.example, www.cards.example ,")
    assert named.stdout == "['cards.example', 'www.cards.example']\n"


def test_sqlite_queues_writers_and_postgresql_has_a_pool(python):
    show = (
        "from scorekeeper.settings import DATABASES; d = DATABASES['default']; "
        "print(d['ENGINE'].split('.')[-1], sorted(d['OPTIONS']))"
    )

    assert python("-c", show).stdout == "sqlite3 ['init_command', 'timeout', 'transaction_mode']\n"
    url = "postgresql://user:password@127.0.0.1:5432/name"
    assert python("-c", show, DATABASE_URL=url).stdout == "postgresql ['pool']\n"


def test_every_model_has_its_migration(python):
    result = python("manage.py", "makemigrations", "--check", "--dry-run")

    assert result.returncode == 0, result.stdout
