"""Kill the server again and again while phones write."""

import random
import threading

from tools.torture.phones import FULL, SAVED, Club
from tools.torture.server import Server

MOST_SAVES = 15  # between two kills
LAST_MOMENTS = 0.02  # seconds after the last of these saves, so that any step may be cut off


def kill_often(server: Server, *, kills: int, seed: int) -> Club:
    """Kill a server at random points, and return the phones that wrote to it."""
    rng = random.Random(seed)
    server.start()
    club = Club(server.port, seed)
    with club:
        for _ in range(kills):
            club.forget_answers()
            club.wait_for(SAVED, rng.randint(1, MOST_SAVES))
            # The server is killed at a random moment, so there is nothing to wait for here.
            threading.Event().wait(rng.uniform(0, LAST_MOMENTS))
            club.is_served.clear()
            server.kill()
            for table in club.tables:
                if table.deals >= FULL:
                    table.start()
            server.start()
            club.is_served.set()
        club.close()
    return club
