"""Fair queues: one place for each client, and whoever has used least is next."""

import asyncio
import time
from types import SimpleNamespace

import pytest

from scorekeeper.shell import queues
from scorekeeper.shell.queues import FairQueue, StillWaitingError


@pytest.fixture
def clock(monkeypatch):
    """A clock of the queues that stands still unless a test moves it."""
    stopped = SimpleNamespace(now=0.0)
    monkeypatch.setattr(queues, "time", SimpleNamespace(monotonic=lambda: stopped.now))
    return stopped


def served(clock, arrivals, seconds, places):
    """Return the clients in the order in which they get a place; each holds it for so long."""
    order = []

    async def come(queue, client):
        async with queue.place(client, 5):
            order.append(client)
            await asyncio.sleep(0)
            clock.now += seconds.get(client, 0)

    async def all_of_them():
        queue = FairQueue(places)
        await asyncio.gather(*(come(queue, client) for client in arrivals))
        assert (queue.free, queue.waiting) == (places, [])

    asyncio.run(all_of_them())
    return "".join(order)


@pytest.mark.parametrize(
    ("arrivals", "seconds", "places", "order"),
    [
        ("abc", {}, 1, "abc"),
        ("aaab", {"a": 2}, 1, "abaa"),
        ("aabbcd", {"a": 3, "b": 2}, 1, "abcdba"),
        ("aaab", {"a": 2}, 2, "abaa"),
    ],
)
def test_who_has_used_least_is_next(clock, arrivals, seconds, places, order):
    assert served(clock, arrivals, seconds, places) == order


def test_who_waits_too_long_gets_to_know_the_place():
    async def wait():
        queue = FairQueue(1)
        async with queue.place("a", 1):
            others = [asyncio.ensure_future(_hold(queue, client)) for client in "bc"]
            await asyncio.sleep(0)
            with pytest.raises(StillWaitingError) as still:
                async with queue.place("d", 0.01):
                    pass
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        assert (queue.free, queue.waiting) == (1, [])
        return still.value.place

    assert asyncio.run(wait()) == 3


async def _hold(queue, client):
    async with queue.place(client, 5):
        await asyncio.sleep(5)


def test_a_client_has_a_limited_number_of_requests_in_the_queue(monkeypatch):
    monkeypatch.setattr(queues, "MOST_WAITING", 2)

    async def wait():
        queue = FairQueue(1)
        async with queue.place("a", 1):
            others = [asyncio.ensure_future(_hold(queue, "a")) for _ in range(2)]
            await asyncio.sleep(0)
            began = time.monotonic()
            with pytest.raises(StillWaitingError):
                async with queue.place("a", 5):
                    pass
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            return time.monotonic() - began

    assert asyncio.run(wait()) < 5
