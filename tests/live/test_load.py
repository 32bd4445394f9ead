"""A short run of ``./dev load``."""

import asyncio

from scorekeeper.models import Game
from tests.live.waiting import PATIENCE
from tools.load import evening
from tools.load.client import Server
from tools.load.tables import PLAYED, set_tables

TABLES = 2


def test_deals_that_are_saved_at_many_tables_are_seen_there(served, monkeypatch):
    monkeypatch.setattr(evening, "PAUSE", 1.0)
    monkeypatch.setattr(evening, "TYPING", 0.1)
    monkeypatch.setattr(evening, "OFTEN", {"rules": 1})
    settings = set_tables(TABLES)

    async def play():
        played = evening.Evening(Server(served.port), settings, keeps=True)
        await played.seat(played.tables)
        async with asyncio.timeout(PATIENCE):
            while len(played.seen) < 3 * TABLES:
                await asyncio.sleep(0.01)
        await played.close()
        return played

    played = asyncio.run(play())

    assert played.errors == {}
    games = Game.objects.filter(code__in=[table.game for table in played.tables])
    saved = sum(game.version - 1 - PLAYED for game in games)
    # Each table may have been saving another deal at the end.
    assert len(played.saves) <= saved <= len(played.saves) + TABLES
