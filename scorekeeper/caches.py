"""A shared cache whose failure doesn’t stop the site."""

import logging
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
T = TypeVar("T")

REST = 2.0  # seconds


class OptionalRedisCache(RedisCache):
    """A cache in Redis. If Redis fails, lookups find nothing and nothing is stored.

    After a failure, this process doesn’t try again for some seconds. A page uses the cache several
    times, and would each time wait for a server that has vanished.
    """

    _rests_until = 0.0  # for all caches, which are on the same server

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value of ``key``, or ``default`` if there is none or Redis fails."""
        return self._unless_it_fails("read", partial(super().get, key, default, version), default)

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Store ``value`` unless Redis fails."""
        self._unless_it_fails("written", partial(super().set, key, value, timeout, version), None)

    def clear(self) -> None:
        """Remove this cache’s keys, but not those of other caches in the same database."""
        self._unless_it_fails("cleared", self._clear, None)

    def _clear(self) -> None:
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(match=self.make_key("*"), count=1000):
            client.unlink(key)

    def _unless_it_fails(self, done: str, act: Callable[[], T], otherwise: T) -> T:
        if monotonic() < self._rests_until:
            return otherwise
        try:
            return act()
        except RedisError as error:
            OptionalRedisCache._rests_until = monotonic() + REST
            logger.warning("Redis can't be %s: %s", done, error)
            return otherwise
