"""PostgreSQL servers that can be stopped, and a pair of which one takes the place of the other."""

import os
import secrets
import shutil
import signal
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from subprocess import run

import psycopg

from tests.live.waiting import eventually
from tools import programs
from tools.console import fail
from tools.network import free_port
from tools.postgres import make, running, user

# Each commit is confirmed when the standby has it too.
SYNCHRONOUS = "synchronous_commit = on\n"
STANDBYS = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"


class PostgresServer:
    """A server with a separate cluster on a free port of 127.0.0.1."""

    def __init__(self, password: str = "") -> None:
        self.programs = programs.postgres() or fail(
            "The PostgreSQL server is not installed. Run ./dev test, which installs it."
        )
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
        self.data = self.folder / "data"
        self.port, self.password = free_port(), password or secrets.token_hex(16)
        self._running = ExitStack()
        self.url = f"postgresql://scorekeeper:{self.password}@127.0.0.1:{self.port}/postgres"
        make(self.programs, self.folder, self.password, self.port)

    def start(self) -> None:
        """Start the server, and return when it accepts connections."""
        self._running.enter_context(running(self.programs, self.folder))

    def stop(self) -> None:
        """Stop the server without waiting for its clients."""
        self._running.close()

    def forget(self) -> None:
        """Let ``stop`` do nothing, because the server has been killed."""
        self._running.pop_all()

    def remove(self) -> None:
        """Stop the server, and remove its data."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def configure(self, lines: str) -> None:
        """Add lines to the settings, which apply from the next start."""
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(lines)

    @property
    def process(self) -> int:
        """The id of the main process of the running server."""
        return int((self.data / "postmaster.pid").read_text().split()[0])


class Member(PostgresServer):
    """One of two servers, which can be killed, copied and promoted."""

    def __init__(self, password: str = "") -> None:
        super().__init__(password)
        self.configure(SYNCHRONOUS)

    def kill(self) -> None:
        """Kill all processes of the server at once."""
        main = self.process
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for process in (main, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.forget()

    def copy(self, primary: "Member") -> None:
        """Become a standby of ``primary``, with a new copy of its data."""
        shutil.rmtree(self.data)
        source = f"--dbname={primary.url}?application_name=standby"
        options = ["--pgdata=data", "--checkpoint=fast", "--write-recovery-conf", "--no-sync"]
        self._run("pg_basebackup", source, *options)
        self.configure(f"port = {self.port}\n")
        self.start()

    def promote(self) -> None:
        """Become the primary."""
        self.wait_for_standby(waits=False)
        self._run("pg_ctl", "--pgdata=data", "--silent", "--wait", "promote")

    def wait_for_standby(self, *, waits: bool) -> None:
        """Let commits wait for the standby, or not, and return when this applies."""
        with psycopg.connect(self.url, autocommit=True) as admin:
            names = "*" if waits else ""
            admin.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
            admin.execute("SELECT pg_reload_conf()")
            if waits:
                eventually(lambda: admin.execute(STANDBYS).fetchone() == (1,))

    def _run(self, name: str, *arguments: str) -> None:
        command = [str(self.programs / name), *arguments]
        done = run(command, cwd=self.folder, capture_output=True, text=True, check=False, **user())
        if done.returncode:
            fail(f"{name} failed:\n{done.stderr}")


class PostgresPair:
    """A primary and a standby that has each commit before it is confirmed."""

    def __init__(self) -> None:
        self.primary = Member()
        self.standby = Member(self.primary.password)
        ports = [self.primary.port, self.standby.port]
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        start, end = self.primary.url.split(f"127.0.0.1:{self.primary.port}")
        # The URL of both: clients look for the one that saves.
        self.url = f"{start}{hosts}{end}?target_session_attrs=read-write&connect_timeout=2"

    def start(self) -> None:
        self.primary.start()
        self.join()

    def join(self) -> None:
        """Copy the primary to the other server, which follows it from now on."""
        self.standby.copy(self.primary)
        self.primary.wait_for_standby(waits=True)

    def kill(self) -> None:
        """Kill the primary."""
        self.primary.kill()

    def promote(self) -> None:
        """Let the standby take the place of the primary, which has been killed."""
        self.primary, self.standby = self.standby, self.primary
        self.primary.promote()

    def remove(self) -> None:
        self.primary.remove()
        self.standby.remove()
