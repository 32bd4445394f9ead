"""The worker process, which handles requests and ends with its parent process."""

import os
import signal
import socket
import threading
from contextlib import suppress
from multiprocessing.synchronize import Semaphore
from pathlib import Path
from typing import Any

from tools.announce import Announcement
from tools.parent import end_with_parent

UNACKNOWLEDGED = 15_000  # milliseconds


def application() -> Any:
    """Load the site, unless it has been loaded before, and return its ASGI application."""
    from scorekeeper import asgi  # noqa: PLC0415 -- after the setup

    return asgi.application


def load(announcement: Announcement, turn: Semaphore) -> Any:
    """Set up this process and return the site's ASGI application.

    ``turn`` is what the first of all workers takes, which prints the site’s URL.
    """
    # If the terminal and the parent both send a signal, the worker may miss both. In its own
    # process group, it doesn't receive the terminal's Ctrl-C.
    os.setpgid(0, 0)
    # The signal handler inherited from the parent does nothing here. Granian sets another one
    # later.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()
    threading.Thread(target=once_ready, args=[announcement, turn], daemon=True).start()
    return application()


def once_ready(announcement: Announcement, turn: Semaphore) -> None:
    """Wait for the server, print the site’s URL, and let the system end dead connections."""
    announcement.when_ready(prints=turn.acquire(block=False))
    drop_dead_connections(announcement.port)


def drop_dead_connections(port: int) -> None:
    """Let the system end connections to phones that no longer acknowledge anything.

    A phone that loses its network can’t close its connections, and by default the system tries to
    reach it for a quarter of an hour. Connections inherit this option from the listening socket,
    which the server doesn’t expose. The option exists only on Linux.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    descriptors = Path("/proc/self/fd")
    if option is None or not descriptors.is_dir():
        return
    for name in os.listdir(descriptors):  # noqa: PTH208 -- only the numbers
        with suppress(OSError), socket.socket(fileno=os.dup(int(name))) as found:
            is_listening = found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
            if is_listening and found.getsockname()[1] == port:
                found.setsockopt(socket.IPPROTO_TCP, option, UNACKNOWLEDGED)
