"""Run a command with a temporary PostgreSQL server: ``python -m tools.postgres COMMAND...``.

The cluster is created in a temporary folder, listens only on 127.0.0.1, and is removed with all its
data when the command ends. The command gets the server's URL in the variable ``DATABASE_URL``.
"""

import os
import pwd
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen, run
from typing import Any

from tools import programs
from tools.console import fail
from tools.network import free_port

# Temporary data needs no protection from power cuts.
SETTINGS = """\
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
fsync = off
synchronous_commit = off
full_page_writes = off
"""


def main(command: Sequence[str]) -> int:
    """Run a command while a server is running, and return the command's exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with server() as url:
        child = Popen(command, env=os.environ | {"DATABASE_URL": url})
        try:
            return child.wait()
        finally:
            if child.poll() is None:
                child.terminate()
                child.wait()


@contextmanager
def server() -> Iterator[str]:
    """Run a server and yield its ``DATABASE_URL``."""
    folder = programs.postgres()
    if folder is None:
        fail("The PostgreSQL server is not installed. Run ./dev test, which installs it.")
    cluster = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
    try:
        password, port = secrets.token_hex(16), free_port()
        make(folder, cluster, password, port)
        with running(folder, cluster):
            yield f"postgresql://scorekeeper:{password}@127.0.0.1:{port}/scorekeeper"
    finally:
        shutil.rmtree(cluster, ignore_errors=True)


def user() -> dict[str, Any]:
    """Return the arguments that run PostgreSQL as another user, since it refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def make(folder: Path, cluster: Path, password: str, port: int) -> None:
    """Create a cluster with one superuser, who has this password."""
    (cluster / "password").write_text(password)
    runs_as = user()
    if runs_as:
        for path in (cluster, cluster / "password"):
            os.chown(path, runs_as["user"], runs_as["group"])
    command = [str(folder / "initdb"), "--pgdata=data", "--username=scorekeeper", "--no-sync"]
    command += ["--pwfile=password", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"]
    done = run(command, cwd=cluster, stdout=PIPE, stderr=STDOUT, text=True, check=False, **runs_as)
    if done.returncode:
        fail(f"The PostgreSQL cluster could not be created:\n{done.stdout}")
    with (cluster / "data/postgresql.conf").open("a") as settings:
        settings.write(SETTINGS.format(port=port))


@contextmanager
def running(folder: Path, cluster: Path) -> Iterator[None]:
    """Run the server of a cluster, and yield when it is ready."""
    command = [str(folder / "pg_ctl"), "--pgdata=data", "--silent", "--wait"]
    log = cluster / "log"
    started = run([*command, "--log=log", "start"], cwd=cluster, check=False, **user())
    if started.returncode:
        fail(f"PostgreSQL did not start:\n{log.read_text()}")
    try:
        yield
    finally:
        # This doesn’t wait for the server’s clients.
        run([*command, "--mode=fast", "stop"], cwd=cluster, check=False, **user())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
