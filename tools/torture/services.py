"""A PostgreSQL server that can be stopped and started again with its data."""

import secrets
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tools import programs
from tools.console import fail
from tools.network import free_port
from tools.postgres import make, running


class PostgresServer:
    """A server with a separate cluster on a free port of 127.0.0.1."""

    def __init__(self) -> None:
        self._programs = programs.postgres() or fail(
            "The PostgreSQL server is not installed. Run ./dev test, which installs it."
        )
        self._cluster = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
        port, password = free_port(), secrets.token_hex(16)
        self._running = ExitStack()
        self.url = f"postgresql://scorekeeper:{password}@127.0.0.1:{port}/postgres"
        make(self._programs, self._cluster, password, port)

    def start(self) -> None:
        """Start the server, and return when it accepts connections."""
        self._running.enter_context(running(self._programs, self._cluster))

    def stop(self) -> None:
        """Stop the server without waiting for its clients."""
        self._running.close()

    def remove(self) -> None:
        """Stop the server, and remove its data."""
        self.stop()
        shutil.rmtree(self._cluster, ignore_errors=True)
