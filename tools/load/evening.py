"""Tables that play at the same time, each with four phones, as browsers on phones would.

At each table, a phone enters a deal every three minutes: it opens the page for it, sends it, and
is back on the score pad. Two more phones have the pad open, and somebody watches. In between, they
look up rules, search, and print.
"""

import asyncio
import random
import re
from collections import Counter, deque
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from tests.questions import questions
from tools.load.client import Answer, Server, Stream, request_of
from tools.load.tables import NAMES, PADS, VARIANT, Setting

CSRF = "a" * 32  # any token of this length is valid if the cookie and the form have the same
PAUSE = 180.0  # seconds from one deal to the next
TYPING = 15.0  # seconds on the page for a deal
# How often a table does something else, for each deal.
OFTEN = {"rules": 1.0, "search": 0.5, "blank": 0.1, "sheet": 0.05}
ARRIVING = 4  # tables at the same time
LATE = 5.0  # seconds after which a deal that isn’t shown is an error
ATTRIBUTES = re.compile(
    rb'data-live="([^"]+)" data-etag="([^"]*)" data-state="([^"]*)" data-stream="([^"]*)"'
)
HX = {"HX-Request": "true"}
OK, FOUND, SAME = 200, 302, 304


class UnexpectedError(Exception):
    """A response with another status than the expected one."""


FAILED = (OSError, UnexpectedError)


class Evening:
    """All tables, and what has been measured since ``forget``; times are in seconds."""

    def __init__(self, server: Server, settings: Sequence[Setting], *, keeps: bool) -> None:
        self.server, self.keeps, self.is_over = server, keeps, False
        self.questions = [each.ask for each in questions()]
        self.tables = [Table(number, each, self) for number, each in enumerate(settings)]
        self._tasks: set[asyncio.Task[None]] = set()
        self.forget()

    def forget(self) -> None:
        self.saves: list[float] = []
        self.seen: list[float] = []
        self.errors: Counter[str] = Counter()

    async def seat(self, tables: Sequence["Table"]) -> None:
        """Let tables arrive, a few at a time."""
        gate = asyncio.Semaphore(ARRIVING)

        async def arrive(table: Table) -> None:
            async with gate:
                for page in table.pages:
                    with suppress(*FAILED):
                        await page.open()
            self.start(table.play())
            self.start(table.look_up())

        await asyncio.gather(*(arrive(table) for table in tables))

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.errors[repr(error)] += 1

    def missed(self) -> int:
        """Return how many open pages don’t show a deal that was saved seconds ago."""
        long_ago = asyncio.get_running_loop().time() - LATE
        pages = [page for table in self.tables for page in table.pages]
        return sum(1 for page in pages if page.due and page.due[0][1] < long_ago)

    async def close(self) -> None:
        self.is_over = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in self.tables:
            for page in table.pages:
                page.close()
        self.server.close()
        await asyncio.sleep(0)  # so that all connections are closed


class Phone:
    """A phone, with its cookie and its address."""

    def __init__(self, cookie: str, address: str, evening: Evening) -> None:
        self.evening = evening
        self.headers = {
            "Host": "127.0.0.1",
            "Accept-Encoding": "gzip",
            "Accept-Language": "en",
            "X-Forwarded-For": address,
        }
        if cookie:
            self.headers["Cookie"] = f"{cookie}; csrftoken={CSRF}"

    async def get(self, path: str, headers: Mapping[str, str] = {}) -> Answer:
        return await self._ask(request_of("GET", path, self.headers | headers), OK, SAME)

    async def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({"csrfmiddlewaretoken": CSRF, **fields}).encode()
        return await self._ask(request_of("POST", path, self.headers | form, body), FOUND)

    async def _ask(self, request: bytes, *expected: int) -> Answer:
        """Return the response. Count it as an error and raise one of FAILED if it is another."""
        try:
            answer = await self.evening.server.ask(request)
        except OSError as error:
            self.evening.errors[type(error).__name__] += 1
            raise
        if answer.status not in expected:
            self.evening.errors[f"{request.split()[0].decode()} {answer.status}"] += 1
            raise UnexpectedError(answer.status)
        return answer


class Page:
    """An open page that shows a game, and follows it as ``live.js`` does."""

    def __init__(self, phone: Phone, path: str) -> None:
        self.phone, self.path = phone, path
        self.due: deque[tuple[int, float]] = deque()  # versions to show, and when they were sent
        self.state = ""
        self._asking: asyncio.Task[None] | None = None
        self._must_ask_again = self._is_closed = False
        self._stream: Stream | None = None

    async def open(self) -> None:
        answer = await self.phone.get(self.path)
        stream = self._read(answer)
        request = request_of("GET", stream, self.phone.headers)
        self._stream = await self.phone.evening.server.follow(request, self._hear, self._end)
        await self._keep("/offline/pages.json")

    def close(self) -> None:
        self._is_closed = True
        if self._stream:
            self._stream.close()

    def _read(self, answer: Answer) -> str:
        found = ATTRIBUTES.search(answer.text)
        assert found, answer
        self.live, etag, self.state, stream = (part.decode() for part in found.groups())
        self.etag = etag.replace("&quot;", '"')
        return stream

    def _hear(self, state: str) -> None:
        if state == self.state:
            return
        self._must_ask_again = True
        if self._asking is None or self._asking.done():
            self._asking = self.phone.evening.start(self._ask())

    async def _ask(self) -> None:
        while self._must_ask_again and not self._is_closed:
            self._must_ask_again = False
            headers = HX | {"X-Parts": "changed", "If-None-Match": self.etag}
            with suppress(*FAILED):
                answer = await self.phone.get(self.live, headers)
                if answer.status == OK:
                    self._read(answer)
                    self._note()
                    await self._keep(self.path)

    async def _keep(self, path: str) -> None:
        """Request a page as the service worker does, if phones keep pages."""
        if self.phone.evening.keeps and "Cookie" in self.phone.headers:
            await self.phone.get(path, {"X-Keep": "1"})

    def _note(self) -> None:
        """Record how long it took until the page showed what was saved."""
        now = asyncio.get_running_loop().time()
        while self.due and int(self.state) >= self.due[0][0]:
            _, sent_at = self.due.popleft()
            self.phone.evening.seen.append(now - sent_at)

    def _end(self) -> None:
        if not self.phone.evening.is_over:
            self.phone.evening.errors["a stream ended"] += 1


class Table:
    """A table with three phones of its group, and one that watches."""

    def __init__(self, number: int, setting: Setting, evening: Evening) -> None:
        self.rng, self.game, self.evening = random.Random(number), setting.game, evening
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        phones = [Phone(cookie, address, evening) for cookie in (*setting.cookies, "")]
        self.scorer = phones[0]
        self.pad = Page(self.scorer, f"/games/{self.game}/")
        self.others = [Page(phone, self.pad.path) for phone in phones[1:PADS]]
        self.others.append(Page(phones[PADS], setting.watching))

    @property
    def pages(self) -> Sequence[Page]:
        return (self.pad, *self.others)

    async def play(self) -> None:
        """Save one deal after another."""
        await asyncio.sleep(self.rng.uniform(0, PAUSE - TYPING))
        while True:
            with suppress(*FAILED):
                await self._save_next()
            await asyncio.sleep(PAUSE - TYPING)

    async def _save_next(self) -> None:
        deal = int(self.pad.state)  # the first version has no deals
        self.pad.close()
        entry = Page(self.scorer, f"{self.pad.path}rounds/{deal}/")
        try:
            await entry.open()
            await asyncio.sleep(TYPING)
            await self._save(entry.path, deal)
        finally:
            entry.close()
        self.pad = Page(self.scorer, self.pad.path)
        self.pad.state = str(deal + 1)
        await self.pad.open()

    async def _save(self, path: str, deal: int) -> None:
        now = asyncio.get_running_loop().time
        points = {f"left-points-{n}": str(5 * n) for n in range(2, len(NAMES) + 1)}
        key = str(UUID(int=self.rng.getrandbits(128)))
        sent_at = now()
        for page in self.others:
            page.due.append((deal + 1, sent_at))
        await self.scorer.post(path, {"version": str(deal), "key": key, "out": "1", **points})
        self.evening.saves.append(now() - sent_at)

    async def look_up(self) -> None:
        """Look up rules, search and print now and then."""
        pause = PAUSE / sum(OFTEN.values())
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / pause))
            with suppress(*FAILED):
                await self._look_up()

    async def _look_up(self) -> None:
        phone = self.rng.choice(self.pages).phone
        [what] = self.rng.choices(list(OFTEN), list(OFTEN.values()))
        match what:
            case "rules":
                await phone.get(f"/rules/{VARIANT}/")
            case "search":
                asked = {"q": self.rng.choice(self.evening.questions), "game": VARIANT}
                await phone.get(f"/rules/search?{urlencode(asked)}", HX)
            case "blank":
                await phone.get(f"/sheets/{VARIANT}/")
            case "sheet":
                await self.scorer.get(f"{self.pad.path}sheet.pdf")
