"""Health checks: whether this process works, and whether it can serve pages.

Monitors and load balancers ask for them under any hostname and without HTTPS, so the site’s own
checks of requests don’t apply. The responses have no secrets.
"""

import asyncio
import json
import logging
import shutil
import time
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import DatabaseError, connection, connections

from scorekeeper import migrating
from scorekeeper.shell.hub import Hub
from scorekeeper.shell.messages import Response, Scope, Send
from scorekeeper.shell.site import Site

ALIVE, READY = "/healthz", "/readyz"
HEALTH = (ALIVE, READY)
FRESH = 1.0  # seconds for which the checks aren’t repeated
PATIENCE = 2.0  # seconds for the database to respond
LEAST_FREE = 100 * 2**20  # bytes on the disk
OK, AWAY, PENDING, FULL = "ok", "away", "pending", "full"

logger = logging.getLogger(__name__)


class Health:
    """The checks of one server process."""

    def __init__(self, site: Site, hub: Hub) -> None:
        self._site = site
        self._hub = hub
        self._threads = ThreadPoolExecutor(1, "health")
        self._checked: dict[str, str] = {}
        self._at = -FRESH
        self._is_migrated = False
        self._checking = asyncio.Lock()

    async def answer(self, scope: Scope, send: Send) -> None:
        """Return the results of all checks as JSON.

        The status of ``READY`` is 503 if the process can’t serve pages. That of ``ALIVE`` is 200 if
        it responds at all, because restarting it doesn’t bring back a database.
        """
        async with self._checking:
            if time.monotonic() - self._at >= FRESH:
                self._checked = await self._check()
                self._at = time.monotonic()
        is_ready = all(state == OK for state in self._checked.values())
        body = json.dumps(
            {
                "status": OK if is_ready else "failing",
                **self._checked,
                "free_mb": _free() // 2**20,
                "bus": OK if self._hub.is_listening else AWAY,
                "waiting": self._site.waiting(),
                "streams": self._hub.limits.total,
            }
        ).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        status = 200 if is_ready or scope["path"] == ALIVE else 503
        await Response(status, headers, body).send(send, is_head=scope["method"] == "HEAD")

    async def _check(self) -> dict[str, str]:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE):
                database = await loop.run_in_executor(self._threads, self._database)
        except TimeoutError:
            database = {"database": AWAY}
        return database | {"disk": OK if _free() >= LEAST_FREE else FULL}

    def _database(self) -> dict[str, str]:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            self._is_migrated = self._is_migrated or not migrating.pending()
        except DatabaseError as error:
            logger.warning("The database isn’t available: %s", error)
            return {"database": AWAY}
        finally:
            connections.close_all()
        return {"database": OK, "migrations": OK if self._is_migrated else PENDING}


def _free() -> int:
    """Return the free bytes on the disk with the site’s data."""
    folders = (settings.VAR_DIR, *settings.VAR_DIR.parents)
    return shutil.disk_usage(next(folder for folder in folders if folder.exists())).free
