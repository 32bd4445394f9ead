"""A shared cache whose failure doesn’t stop the site."""

import logging
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class OptionalRedisCache(RedisCache):
    """A cache in Redis. If Redis fails, lookups find nothing and nothing is stored."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value of ``key``, or ``default`` if there is none or Redis fails."""
        try:
            return super().get(key, default, version)
        except RedisError as error:
            logger.warning("Redis can't be read: %s", error)
            return default

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Store ``value`` unless Redis fails."""
        try:
            super().set(key, value, timeout, version)
        except RedisError as error:
            logger.warning("Redis can't be written: %s", error)

    def clear(self) -> None:
        """Remove this cache’s keys, but not those of other caches in the same database."""
        try:
            client = self._cache.get_client(None, write=True)
            for key in client.scan_iter(match=self.make_key("*"), count=1000):
                client.unlink(key)
        except RedisError as error:
            logger.warning("Redis can't be cleared: %s", error)
