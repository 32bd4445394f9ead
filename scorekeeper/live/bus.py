"""The bus, which sends short messages to every server process, including this one.

A message is only a hint, which lets open pages update quickly. If one is lost,
``scorekeeper.shell.hub`` finds the change in the database a few seconds later.
"""

import json
import logging
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from scorekeeper.live.carrier import Bus, BusDownError

logger = logging.getLogger(__name__)


@cache
def bus() -> Bus:
    """Return the bus that fits the settings: Redis, PostgreSQL or, without either, sockets."""
    if settings.REDIS_URL:
        from scorekeeper.live.over_redis import RedisBus  # noqa: PLC0415 -- only if used

        return RedisBus(settings.REDIS_URL)
    if connection.vendor == "postgresql":
        from scorekeeper.live.over_postgres import PostgresBus  # noqa: PLC0415 -- only if used

        return PostgresBus()
    from scorekeeper.live.over_sockets import SocketBus  # noqa: PLC0415 -- only if used

    return SocketBus(settings.VAR_DIR / "live")


@dataclass(frozen=True, slots=True)
class Changed:
    """A message that a game has a new version, has started, has been deleted or has a new link."""

    code: str
    group: int


@dataclass(frozen=True, slots=True)
class Entering:
    """The phones that are entering a deal of a game through one server process.

    ``phones`` has a tuple for each phone: the deal, the key of the phone’s user, and its name.
    """

    process: str
    code: str
    phones: tuple[tuple[int, int, str], ...]


Message = Changed | Entering


def dump_message(message: Message) -> str:
    """Return ``message`` as text."""
    return json.dumps({"kind": type(message).__name__, **asdict(message)})


def load_message(text: str) -> Message | None:
    """Return the message in ``text``, or None if this version of the code doesn’t recognise it."""
    try:
        data: dict[str, Any] = json.loads(text)
        kind = data.pop("kind")
        if kind == "Changed":
            return Changed(**data)
        phones = tuple((int(deal), int(user), str(name)) for deal, user, name in data["phones"])
        return Entering(data["process"], data["code"], phones)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def send(message: Message) -> None:
    """Send a message to every server process. A failure is only logged."""
    try:
        bus().publish(dump_message(message))
    except BusDownError as error:
        logger.warning("Open pages will be updated a few seconds late: %s", error)


def publish_change(code: str, group: int) -> None:
    """Notify open pages that a game has changed, once the transaction has been committed."""
    transaction.on_commit(lambda: send(Changed(code, group)), robust=True)
