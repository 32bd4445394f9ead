"""A shared cache that the site can do without."""

import logging
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class OptionalRedisCache(RedisCache):
    """A cache in Redis. When Redis fails, nothing is found in it and nothing is kept."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return what is kept under ``key``, else ``default``."""
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
        """Keep ``value`` if Redis takes it."""
        try:
            super().set(key, value, timeout, version)
        except RedisError as error:
            logger.warning("Redis can't be written: %s", error)
