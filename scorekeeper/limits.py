"""How much one address, and one group, may do in a time: all limits, and who has reached one.

The counts are on the Redis server that all processes share. Without one, or while it can’t be
reached, each process counts for itself.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from math import ceil
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

logger = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limit:
    """The rates for one address and for one group, and the heading of the page that refuses more.

    An empty rate is no limit. ``is_always_on`` is true for passwords and codes, which nobody may
    try out on any site.
    """

    title: Any
    address: str
    group: str = ""
    is_always_on: bool = False


# A club’s phones share the address of its router.
LIMITS: Mapping[str, Limit] = {
    "guests": Limit(_("Too many new phones"), "60/hour; 200/day"),
    "games": Limit(_("Too many new games"), "120/hour; 500/day", "60/hour; 200/day"),
    "people": Limit(_("Too many new players"), "600/hour", "300/hour; 600/day"),
    "coins": Limit(_("Too many new coins"), "120/hour", "60/hour; 300/day"),
    "own games": Limit(_("Too many new games"), "60/hour", "30/hour"),
    "photos": Limit(_("Too many photographs"), "60/hour", "60/hour"),
    "imports": Limit(_("Too many imports"), "20/hour", "10/hour"),
    "exports": Limit(_("Too many files"), "120/hour", "60/hour"),
    "sheets": Limit(_("Too many sheets"), "120/minute; 1200/hour"),
    "searches": Limit(_("Too many searches"), "600/minute"),
    "hands": Limit(_("Too many hands"), "300/minute"),
    "recovery codes": Limit(_("Too many wrong codes"), "10/hour", is_always_on=True),
    # A short code gives away little, and is often mistyped from a screen across the room.
    "short codes": Limit(_("Too many wrong codes"), "5/minute; 20/15 minutes", is_always_on=True),
    "log-ins": Limit(_("Too many wrong passwords"), "5/minute; 20/hour", is_always_on=True),
}


def spend(what: str, address: str, group: int | None = None, cost: int = 1) -> int:
    """Count something that is limited, and return 0.

    If that would exceed a limit, nothing is counted, and the result is the seconds to wait.
    """
    rates = _rates(what, address, group)
    return _counted(lambda limiter: _spend(limiter, rates, cost)) if rates else 0


def seconds_to_wait(what: str, address: str) -> int:
    """Return how many seconds an address has to wait before the next try; 0 if it needn’t wait."""
    rates = _rates(what, address, None)
    return _counted(lambda limiter: _wait(limiter, rates, 1)) if rates else 0


Rates = Sequence[tuple[RateLimitItem, str]]


def _rates(what: str, address: str, group: int | None) -> Rates:
    """Return the rates that apply, each with the key under which it is counted."""
    limit = LIMITS[what]
    if not (settings.LIMITS or limit.is_always_on):
        return ()
    hashed = blake2b(address.encode(), digest_size=16).hexdigest()
    of_address = [(rate, f"{what} {hashed}") for rate in _parsed(limit.address)]
    if group is None or not limit.group:
        return of_address
    return [*of_address, *((rate, f"{what} group {group}") for rate in _parsed(limit.group))]


@cache
def _parsed(rates: str) -> Sequence[RateLimitItem]:
    return parse_many(rates)


def _spend(limiter: FixedWindowRateLimiter, rates: Rates, cost: int) -> int:
    wait = _wait(limiter, rates, cost)
    if not wait:
        for rate, key in rates:
            limiter.hit(rate, key, cost=cost)
    return wait


def _wait(limiter: FixedWindowRateLimiter, rates: Rates, cost: int) -> int:
    resets = (
        limiter.get_window_stats(rate, key).reset_time
        for rate, key in rates
        if not limiter.test(rate, key, cost=cost)
    )
    return max((max(1, ceil(at - time.time())) for at in resets), default=0)


def _counted(act: Callable[[FixedWindowRateLimiter], T]) -> T:
    """Return the result of ``act`` with the shared counts, or with our own if they are away."""
    if settings.REDIS_URL:
        try:
            return act(_shared_counts(settings.REDIS_URL))
        except StorageError as error:
            logger.warning("Redis can't be used for limits: %s", error)
    return act(_own_counts())


@cache
def _own_counts() -> FixedWindowRateLimiter:
    return FixedWindowRateLimiter(MemoryStorage())


@cache
def _shared_counts(url: str) -> FixedWindowRateLimiter:
    leader = url.replace(";", ",").partition(",")[0]
    patience = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}
    return FixedWindowRateLimiter(storage_from_string(leader, wrap_exceptions=True, **patience))
