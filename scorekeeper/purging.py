"""A thread that deletes old uploads, and data that was erased more than 30 days ago."""

import logging
from datetime import timedelta
from threading import Event, Thread

from django.db import DatabaseError, connections

from scorekeeper.services.purge import purge

OFTEN = timedelta(minutes=10).total_seconds()
logger = logging.getLogger(__name__)


def start_purging(stopped: Event, every: float = OFTEN) -> Thread:
    """Start and return a thread that purges now and then, until ``stopped`` is set."""
    thread = Thread(target=_keep_purging, args=(stopped, every), name="purge", daemon=True)
    thread.start()
    return thread


def _keep_purging(stopped: Event, every: float) -> None:
    while not stopped.is_set():
        try:
            purge()
        except DatabaseError as error:
            logger.warning("Erased data can’t be deleted: %s", error)
        finally:
            connections.close_all()
        stopped.wait(every)
