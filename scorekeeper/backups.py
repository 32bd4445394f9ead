"""Backups: a folder with the database as it was at one moment, and the key that signs cookies."""

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from scorekeeper.migrating import unknown_among

SQLITE, POSTGRESQL, KEY = "scorekeeper.sqlite3", "scorekeeper.dump", "secret-key"
DATED = "%Y-%m-%d-%H%M%S"
PATIENCE = 2.0  # seconds for other programs to stop using the database

PLAIN = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
OTHER_CONNECTIONS = """
    SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'
    AND datname = current_database() AND pid <> pg_backend_pid()
"""
TABLES = """
    SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables
    WHERE schemaname = current_schema()
"""


class BackupError(Exception):
    """A backup can’t be made or restored. The message says what to do."""


def dated_name() -> str:
    """Return the name of a backup that is made now."""
    return datetime.now(UTC).strftime(DATED)


def save_backup(folder: Path) -> None:
    """Save the database and the secret key in ``folder``, which only its owner can read.

    The folder appears only when it is complete. Raises BackupError if it exists, or if the database
    can’t be saved.
    """
    if folder.exists():
        raise BackupError(f"“{folder}” already exists. Name a new folder.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as unfinished:
        new = Path(unfinished) / folder.name
        new.mkdir(mode=0o700)
        if connection.vendor == "sqlite":
            _copy_sqlite(new / SQLITE)
        else:
            _dump_postgresql(new / POSTGRESQL)
        _write_private(new / KEY, settings.SECRET_KEY)
        new.rename(folder)


def delete_old_backups(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest backups in ``folder``, and return those that were deleted.

    Anything without the name of a dated backup stays.
    """
    dated = sorted(path for path in folder.iterdir() if _is_dated(path.name))
    old = dated[: max(0, len(dated) - keep)]
    for path in old:
        shutil.rmtree(path)
    return old


def check_backup(folder: Path) -> None:
    """Raise BackupError if the database in ``folder`` can’t be read or is of a newer version."""
    if connection.vendor == "sqlite":
        migrations = _sqlite_migrations(_existing(folder / SQLITE))
    else:
        migrations = _dumped_migrations(_existing(folder / POSTGRESQL))
    if not migrations:
        raise BackupError("The backup has no tables of Scorekeeper. Name another folder.")
    if unknown_among(migrations):
        raise BackupError("The backup was made by a newer version of Scorekeeper. Update the code.")


def restore_backup(folder: Path) -> None:
    """Replace the database with the one in ``folder``; the secret key stays as it is.

    Either all of it is replaced or nothing. Raises BackupError if the backup can’t be read, or if
    another program is using the database.
    """
    if connection.vendor == "sqlite":
        _restore_sqlite(folder / SQLITE)
    else:
        _restore_postgresql(folder / POSTGRESQL)


def restore_key(folder: Path) -> str:
    """Restore the secret key in ``folder``, and return what the user still has to do, if anything.

    A key that is set in the environment can’t be replaced.
    """
    key = _existing(folder / KEY).read_text("utf-8")
    if key.strip() == settings.SECRET_KEY:
        return ""
    path = settings.VAR_DIR / KEY
    if not path.exists():
        return (
            "The backup has another secret key. Set SCOREKEEPER_SECRET_KEY to the content of "
            f"“{folder / KEY}”, or no phone can open its games."
        )
    _write_private(path, key)
    return ""


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise BackupError(f"“{path}” is missing. Name the folder of a backup of this database.")
    return path


def _is_dated(name: str) -> bool:
    try:
        return bool(datetime.strptime(name, DATED).replace(tzinfo=UTC))
    except ValueError:
        return False


def _write_private(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.write_text(text, "utf-8")


def _copy_sqlite(path: Path) -> None:
    """Copy the database as it is now to ``path``, without blocking anyone who saves."""
    _write_private(path, "")
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)


def _saved_sqlite(path: Path) -> sqlite3.Connection:
    """Open a saved database, which nobody else is using."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)


def _sqlite_migrations(path: Path) -> set[tuple[str, str]]:
    """Return the app and name of each migration that is applied in a saved database."""
    with closing(_saved_sqlite(path)) as saved:
        try:
            [(state,)] = saved.execute("PRAGMA quick_check(1)").fetchall()
            migrations = set(saved.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.DatabaseError as error:
            raise BackupError(f"“{path}” can’t be read: {error}. Name another backup.") from None
    if state != "ok":
        raise BackupError(f"“{path}” is damaged: {state}. Name another backup.")
    return migrations


def _restore_sqlite(path: Path) -> None:
    """Replace the content of the database file in one transaction."""
    connection.close()
    name = Path(connection.settings_dict["NAME"])
    with closing(_saved_sqlite(path)) as saved, closing(_only_connection(name)) as database:
        saved.backup(database)


def _only_connection(path: Path) -> sqlite3.Connection:
    """Return the only connection to the SQLite file at ``path``.

    A file that isn’t a database any more is renamed first.
    """
    target = sqlite3.connect(path, timeout=PATIENCE)
    try:
        target.execute("PRAGMA journal_mode=DELETE")  # fails if there are other connections
    except sqlite3.OperationalError:
        target.close()
        raise BackupError("Another program is using the database. Stop the site first.") from None
    except sqlite3.DatabaseError:
        target.close()
        for end in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                damaged = path.with_name(f"{path.name}{end}")
                damaged.rename(path.with_name(f"damaged-{dated_name()}-{damaged.name}"))
        target = sqlite3.connect(path)
        path.chmod(0o600)
    return target


def _program(name: str) -> str:
    """Return the path of one of PostgreSQL’s own programs."""
    path = shutil.which(name)
    if path is None:
        raise BackupError(f"{name} isn’t installed. Install postgresql-client.")
    return path


def _client(name: str, *options: str) -> tuple[list[str], dict[str, str]]:
    """Return the command that runs a program on the database, and its environment."""
    database = {"OPTIONS": {}} | (settings.DIRECT_DATABASE or connection.settings_dict)
    arguments, env = DatabaseClient.settings_to_cmd_args_env(database, [])
    # Of several servers, the one that saves.
    chosen = {"PGTARGETSESSIONATTRS": database["OPTIONS"].get("target_session_attrs", "any")}
    command = [_program(name), *arguments[1:], *options]
    return command, {"PATH": os.defpath, **(env or {}), **chosen}


def _dump_postgresql(path: Path) -> None:
    """Save the database as it is now in ``path``, without blocking anyone who saves."""
    _write_private(path, "")
    command, env = _client(
        "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={path}"
    )
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise BackupError(f"pg_dump couldn’t save the database. {done.stderr.strip()}")


def _restore_postgresql(path: Path) -> None:
    """Replace all tables in one transaction."""
    pooled: Any = connection
    pooled.close()
    pooled.close_pool()
    deadline = time.monotonic() + PATIENCE  # the connections of the pool end a moment later
    while _psql(OTHER_CONNECTIONS) != "0":
        if time.monotonic() > deadline:
            raise BackupError("Another program is using the database. Stop the site first.")
        time.sleep(0.05)
    tables = _psql(TABLES)
    command, env = _client("psql", *PLAIN, "--single-transaction", "--output=/dev/null")
    if tables:
        command.append(f"--command=DROP TABLE {tables} CASCADE")
    command.append("--file=-")
    with (
        _dumped(path) as dumped,
        subprocess.Popen(  # noqa: S603
            command, env=env, stdin=subprocess.PIPE, stderr=subprocess.PIPE
        ) as psql,
    ):
        if dumped.stdout and psql.stdin:
            with suppress(BrokenPipeError):  # psql has failed, and shows the reason
                shutil.copyfileobj(dumped.stdout, psql.stdin)
                if dumped.wait():
                    psql.kill()  # before the end of its input, so that it commits nothing
                    raise BackupError(f"“{path}” can’t be read. Name another backup.")
        message = psql.communicate()[1].decode(errors="replace").strip()
        if psql.returncode:
            raise BackupError(f"The database couldn’t be restored. {message}")


def _psql(sql: str) -> str:
    """Return the only value that ``sql`` selects."""
    command, env = _client("psql", *PLAIN, "--tuples-only", "--no-align", f"--command={sql}")
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise BackupError(f"The database can’t be used. {done.stderr.strip()}")
    return done.stdout.strip()


def _dumped(path: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Return the process that prints the SQL in a dump."""
    return subprocess.Popen(  # noqa: S603
        [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", *options, path],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _dumped_migrations(path: Path) -> set[tuple[str, str]]:
    """Return the app and name of each migration that is applied in a dump."""
    with _dumped(path, "--data-only", "--table=django_migrations") as dumped:
        text = dumped.communicate()[0].decode()
    if dumped.returncode:
        raise BackupError(f"“{path}” can’t be read. Name another backup.")
    rows = text.partition("FROM stdin;\n")[2].partition("\\.\n")[0]
    cells = (row.split("\t") for row in rows.splitlines())
    return {(app, name) for _key, app, name, _at in cells}
