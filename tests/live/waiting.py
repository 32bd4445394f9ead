"""Wait for events in other processes and threads."""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

PATIENCE = 30.0  # seconds, for a busy machine


def eventually(is_true: Callable[[], Any]) -> Any:
    """Wait until ``is_true`` returns something true, and return that."""
    deadline = time.monotonic() + PATIENCE
    while not (result := is_true()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return result


def answers(port: int) -> bool:
    """Return whether a server listens on ``port`` of this machine."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
