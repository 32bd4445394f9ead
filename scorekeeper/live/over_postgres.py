"""Messages between any number of machines, with PostgreSQL’s LISTEN and NOTIFY."""

from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from psycopg import AsyncConnection, Error

from scorekeeper.live.carrier import BusDownError, Hear

CHANNEL = "scorekeeper"
# The options of a database that Django doesn’t pass on.
DJANGOS_OWN = ("pool", "server_side_binding")
# A connection on which nothing is acknowledged for this long is considered lost.
KEEPALIVES: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}


class PostgresBus:
    """A bus over the site’s database."""

    def publish(self, text: str) -> None:
        """Send a message."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, text])
        except DatabaseError as error:
            raise BusDownError(str(error)) from error

    async def listen(self, hear: Hear) -> None:
        """Call ``hear`` with each message until cancelled."""
        try:
            async with await AsyncConnection.connect(
                **(KEEPALIVES | _parameters()), autocommit=True
            ) as listener:
                await listener.execute(f"LISTEN {CHANNEL}")
                hear("")
                async for message in listener.notifies():
                    hear(message.payload)
        except (Error, OSError) as error:
            raise BusDownError(str(error)) from error
        raise BusDownError("PostgreSQL closed the connection.")


def _parameters() -> dict[str, Any]:
    """Return the parameters of a connection to the site’s database."""
    database = settings.DIRECT_DATABASE or connection.settings_dict
    named = {
        "dbname": database["NAME"],
        "user": database["USER"],
        "password": database["PASSWORD"],
        "host": database["HOST"],
        "port": database["PORT"],
    }
    given = database.get("OPTIONS", {})
    options = {name: value for name, value in given.items() if name not in DJANGOS_OWN}
    return {name: value for name, value in (options | named).items() if value}
