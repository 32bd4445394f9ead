"""PgBouncer in front of a PostgreSQL server."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.live.waiting import answers, eventually
from tools import programs
from tools.console import fail
from tools.network import free_port
from tools.postgres import user

SETTINGS = """\
[databases]
* = host={host} port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 1000
"""


@contextmanager
def pooled(url: str, size: int, folder: Path) -> Iterator[str]:
    """Share ``size`` connections to a database, one transaction at a time, and yield their URL.

    ``folder`` is for PgBouncer’s files.
    """
    program = programs.find("pgbouncer") or fail("PgBouncer is not installed. Run ./dev test.")
    direct, port = urlsplit(url), free_port()
    config = folder / "pgbouncer.ini"
    config.write_text(
        SETTINGS.format(
            host=direct.hostname, server=direct.port, port=port, folder=folder, size=size
        )
    )
    (folder / "users").write_text(f'"{direct.username}" "{direct.password}"\n')
    runs_as = user()
    if runs_as:  # it refuses to run as root
        for path in (folder, *folder.iterdir()):
            os.chown(path, runs_as["user"], runs_as["group"])
    log = (folder / "log").open("wb")
    with log, subprocess.Popen([program, str(config)], stderr=log, **runs_as) as process:
        try:
            eventually(lambda: answers(port))
            yield url.replace(f"{direct.hostname}:{direct.port}", f"127.0.0.1:{port}")
        finally:
            process.terminate()
