"""Messages between any number of machines, with Redis."""

import re

from redis import Redis, RedisError
from redis import asyncio as asynchronous

from scorekeeper.live.carrier import BusDownError, Hear

CHANNEL = "scorekeeper"
TIMEOUT = 0.5  # seconds that a save waits for a server that doesn’t respond
ALIVE = 10  # seconds after which a silent connection is tested


class RedisBus:
    """A bus over the first server in ``url``."""

    def __init__(self, url: str) -> None:
        self.url = re.split("[;,]", url)[0]
        self.sender = Redis.from_url(
            self.url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
        )

    def publish(self, text: str) -> None:
        """Send a message."""
        try:
            self.sender.publish(CHANNEL, text)
        except (RedisError, OSError) as error:
            raise BusDownError(str(error)) from error

    async def listen(self, hear: Hear) -> None:
        """Call ``hear`` with each message until cancelled."""
        client = asynchronous.Redis.from_url(
            self.url,
            socket_connect_timeout=ALIVE,
            socket_timeout=ALIVE,
            health_check_interval=ALIVE,
            decode_responses=True,
        )
        try:
            async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.subscribe(CHANNEL)
                hear("")
                while True:
                    # This also tests a silent connection.
                    message = await channel.get_message(timeout=ALIVE / 2)
                    if message:
                        hear(message["data"])
        except (RedisError, OSError) as error:
            raise BusDownError(str(error)) from error
