"""The interface of the buses that carry messages between server processes, and their exception."""

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[str], None]


class BusDownError(Exception):
    """The server that carries the messages can’t be reached."""


class Bus(Protocol):
    """A way to send messages to all server processes."""

    def publish(self, text: str) -> None:
        """Send a message. Raise BusDownError if it can’t be sent."""

    async def listen(self, hear: Hear) -> None:
        """Call ``hear`` with each message until cancelled.

        ``hear`` is first called with an empty string, as soon as messages can be received. Raise
        BusDownError if the connection is lost.
        """
