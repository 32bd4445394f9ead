"""The phones that are entering a deal right now, as announced to this server process."""

import time
from dataclasses import dataclass

from scorekeeper.live.bus import Entering

KEPT = 30.0  # seconds until a process that no longer announces its phones is forgotten


@dataclass(frozen=True, slots=True)
class Announced:
    """The phones that one server process announced for a game, and when it did so."""

    phones: tuple[tuple[int, int, str], ...]
    at: float


# Announcements by game and server process. The server’s event loop writes them, and the threads
# that render pages read them.
_announced: dict[str, dict[str, Announced]] = {}


def note_entering(message: Entering) -> bool:
    """Store an announcement, and return whether it changed anything."""
    by_process = dict(_announced.get(message.code, {}))
    before = by_process.pop(message.process, None)
    if message.phones:
        by_process[message.process] = Announced(message.phones, time.monotonic())
    if by_process:
        _announced[message.code] = by_process
    else:
        _announced.pop(message.code, None)
    return message.phones != (before.phones if before else ())


def names_entering(code: str, deal: int, user: int) -> list[str]:
    """Return the names of the phones entering ``deal`` of a game, except the user’s own."""
    since = time.monotonic() - KEPT
    return sorted(
        {
            name
            for announced in _announced.get(code, {}).values()
            if announced.at > since
            for at_deal, phone, name in announced.phones
            if at_deal == deal and phone != user
        }
    )
