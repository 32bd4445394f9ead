"""Phones that save deals as fast as they can, and phones that follow them."""

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Self
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings

from scorekeeper.live.passes import Watching, digest, dump_pass
from scorekeeper.models import Game
from tests.conftest import client_of
from tests.factories import GameFactory
from tests.live.server import Followed
from tests.live.waiting import PATIENCE

CSRF = "a" * 32  # any token of this length is valid if the cookie and the form have the same
FULL = 60  # deals, after which a group starts another game
WRITERS = 8
CORRECTED = 0.3  # the share of saves that correct a deal; the others add one
SAVED, REFUSED, AWAY = 302, 409, 503
CUT = 502  # the proxy’s response if the server ended during the request
AGAIN = 0.1  # seconds until a phone sends a save again
GONE = (OSError, http.client.HTTPException)


@dataclass(frozen=True)
class Save:
    """A deal as somebody entered it. No other save of the game has the same points."""

    game: str
    deal: int
    version: int
    key: str
    points: tuple[int, int]

    @property
    def body(self) -> str:
        texts = {f"points-{side}": str(points) for side, points in enumerate(self.points, 1)}
        sent = {"csrfmiddlewaretoken": CSRF, "version": self.version, "key": self.key}
        return urlencode(sent | texts | {"dealer": "1"})


class Table:
    """A group, the game that it plays, and the game’s state as its phones have seen it."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.lock = threading.Lock()
        self.start()
        session = client_of(self.games[0].group.members.get().user).cookies
        name = settings.SESSION_COOKIE_NAME
        self.cookie = f"{name}={session[name].value}; csrftoken={CSRF}"

    def start(self) -> None:
        """Start a game."""
        group = {"group": self.games[0].group} if self.games else {}
        game = GameFactory(variant="any-game", names=("Ann", "Bob"), **group)
        with self.lock:
            self.games.append(game)
            self.deals, self.version = 0, game.version

    def learn(self, game: str, deals: int, version: int) -> None:
        """Record the state of a game that a phone has seen, which may be outdated."""
        with self.lock:
            if game == self.games[-1].code:
                self.deals = max(self.deals, deals)
                self.version = max(self.version, version)

    def next_save(self, rng: random.Random, points: tuple[int, int]) -> Save:
        """Return an entry of the next deal, or a correction of an earlier one."""
        with self.lock:
            deal = self.deals + 1
            if self.deals and (rng.random() < CORRECTED or deal > FULL):
                deal = rng.randint(1, self.deals)
            key = str(UUID(int=rng.getrandbits(128)))
            return Save(self.games[-1].code, deal, self.version, key, points)


class Writer(threading.Thread):
    """A phone that saves one deal after another, retrying each save until it gets a response."""

    def __init__(self, number: int, seed: int, table: Table, club: "Club") -> None:
        super().__init__(daemon=True)
        self.number, self.table, self.club = number, table, club
        self.rng = random.Random(f"{seed}-{number}")
        self.saved: list[Save] = []
        self.refused: list[Save] = []
        self.answers: Counter[int] = Counter()
        self.unanswered = 0
        self.failure: Exception | None = None
        self._connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        try:
            serial = 0
            while not self.club.is_closing.is_set():
                serial += 1
                self._save(self.table.next_save(self.rng, self._points(serial)))
        except Exception as error:  # noqa: BLE001 -- raised again by the club
            self.failure = error
            self.club.answered.put(0)
        finally:
            self._leave()

    def _points(self, serial: int) -> tuple[int, int]:
        """Return points that no other phone enters, and that the site doesn’t warn about."""
        first = 1000 + self.number + WRITERS * (serial % 1000)
        return first, 10_000 - first

    def _save(self, save: Save) -> None:
        status, _ = self._ask("POST", f"/games/{save.game}/rounds/{save.deal}/", save.body)
        if status == SAVED:
            self.saved.append(save)
            self.table.learn(save.game, save.deal, 0)
            return
        assert status == REFUSED, (status, save)
        self.refused.append(save)
        shown = json.loads(self._ask("GET", f"/games/{save.game}.json")[1])
        played = sum(1 for deal in shown["deals"] if deal["points"])
        self.table.learn(save.game, played, shown["version"])

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """Return the status and the body of a response. Retry until the site is available."""
        headers = {"Cookie": self.table.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        while True:
            began = time.monotonic()
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(
                        "127.0.0.1", self.club.port, timeout=PATIENCE
                    )
                self._connection.request(method, path, body, headers)
                response = self._connection.getresponse()
                content = response.read()
            except GONE:
                self.unanswered += 1
                self._leave()
                assert self.club.is_served.wait(PATIENCE), "the server did not come back"
                continue
            self.club.slowest = max(self.club.slowest, time.monotonic() - began)
            self.answers[response.status] += 1
            self.club.answered.put(response.status)
            if response.status not in (AWAY, CUT):
                return response.status, content
            assert response.status == CUT or response.headers["Retry-After"]
            self.club.is_closing.wait(AGAIN)

    def _leave(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None


class Follower(threading.Thread):
    """A phone that watches a game. If its stream ends, it opens another one."""

    def __init__(self, game: Game, club: "Club") -> None:
        super().__init__(daemon=True)
        self.club, self.code = club, game.code
        self.path = f"/live/{dump_pass(Watching(game.code, digest(game.watch_token)))}/"
        self.state = ""
        self.opened = 0
        self._stream: Followed | None = None

    def run(self) -> None:
        while not self.club.is_closed.is_set():
            with suppress(*GONE), Followed(self.club.port, self.path, {}) as self._stream:
                self.opened += self._stream.status == 200
                while state := self._stream.event()[1]:
                    self.state = state
            self.club.is_served.wait(PATIENCE)


class Club:
    """Phones of several groups, two in each, that save deals at the same time."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.slowest = 0.0  # seconds until a response
        self.is_served = threading.Event()
        self.is_closing = threading.Event()
        self.is_closed = threading.Event()
        self.answered: SimpleQueue[int] = SimpleQueue()
        self.tables = [Table() for _ in range(WRITERS // 2)]
        self.writers = [
            Writer(number, seed, self.tables[number // 2], self) for number in range(WRITERS)
        ]

    def __enter__(self) -> Self:
        """Start all phones. The server must respond."""
        self.is_served.set()
        for writer in self.writers:
            writer.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Make every phone stop, even after a failure."""
        self.is_closing.set()
        self.is_closed.set()

    def wait_for(self, status: int, times: int = 1) -> None:
        """Return after ``times`` more responses with ``status``."""
        while times:
            times -= self.answered.get(timeout=PATIENCE) == status
            self.check()

    def forget_answers(self) -> None:
        """Make ``wait_for`` count only later responses."""
        while not self.answered.empty():
            self.answered.get()

    def close(self) -> None:
        """Let every phone that writes finish its save. The server must respond."""
        self.is_closing.set()
        for writer in self.writers:
            writer.join(PATIENCE)
            assert not writer.is_alive(), (writer.number, writer.answers, writer.unanswered)
        self.check()

    def check(self) -> None:
        """Raise the error of a phone that has stopped."""
        for writer in self.writers:
            if writer.failure:
                raise writer.failure

    @property
    def saved(self) -> Sequence[Save]:
        return [save for writer in self.writers for save in writer.saved]

    @property
    def refused(self) -> Sequence[Save]:
        return [save for writer in self.writers for save in writer.refused]

    @property
    def answers(self) -> Mapping[int, int]:
        return sum((writer.answers for writer in self.writers), Counter())

    @property
    def unanswered(self) -> int:
        return sum(writer.unanswered for writer in self.writers)
