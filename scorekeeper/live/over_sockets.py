"""Messages between the processes of one machine, without a separate server.

Each process that listens has a Unix datagram socket in one private folder, and a message is sent to
every socket there. Nothing is polled, nothing is written to the disk, and a message takes far less
than a millisecond.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.live.carrier import BusDownError, Hear

LONGEST = 65_536
ENDING = ".socket"


class SocketBus:
    """A bus over the sockets in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def publish(self, text: str) -> None:
        """Send a message to every socket, and remove those that nobody listens to."""
        with suppress(FileNotFoundError), self._address() as address:
            names = [name for name in os.listdir(self.folder) if name.endswith(ENDING)]  # noqa: PTH208 -- names only
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.settimeout(0)  # a process that hangs must not delay a save
                for name in names:
                    try:
                        sender.sendto(text.encode(), f"{address}/{name}")
                    except ConnectionRefusedError:
                        (self.folder / name).unlink(missing_ok=True)
                    except OSError:
                        continue

    async def listen(self, hear: Hear) -> None:
        """Call ``hear`` with each message until cancelled."""
        name = f"{os.getpid()}-{secrets.token_hex(4)}{ENDING}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
            receiver.settimeout(0)
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                with self._address() as address:
                    receiver.bind(f"{address}/{name}")
            except OSError as error:
                raise BusDownError(str(error)) from error
            try:
                hear("")
                loop = asyncio.get_running_loop()
                while True:
                    hear((await loop.sock_recv(receiver, LONGEST)).decode(errors="replace"))
            finally:
                (self.folder / name).unlink(missing_ok=True)

    @contextmanager
    def _address(self) -> Iterator[str]:
        """Yield a short path to the folder, because a socket’s path has at most 107 bytes."""
        opened = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            short = f"/proc/self/fd/{opened}"
            yield short if Path(short).exists() else str(self.folder)
        finally:
            os.close(opened)
