"""A temporary Redis server, which can be stopped and started again, and its replica."""

import subprocess
import tempfile

from tests.live.waiting import answers, eventually
from tools import programs
from tools.network import free_port


class RedisServer:
    """A server on a free port of 127.0.0.1 that stores nothing on the disk.

    A replica has all the data of another server.
    """

    def __init__(self, replica_of: "RedisServer | None" = None) -> None:
        self.port = free_port()
        self._source = ["--replicaof", "127.0.0.1", str(replica_of.port)] if replica_of else []
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = programs.find("redis-server")
        assert program, "redis-server is not installed"
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly"]
        self._process = subprocess.Popen(
            [program, *options, "no", "--dir", tempfile.gettempdir(), *self._source],
            stdout=subprocess.DEVNULL,
        )
        eventually(lambda: answers(self.port))

    @property
    def process(self) -> int:
        """The id of the process of the running server."""
        assert self._process
        return self._process.pid

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
