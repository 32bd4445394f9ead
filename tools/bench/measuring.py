"""Measure the duration of requests by calling the complete application as a server does."""

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from statistics import median, quantiles
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.core.cache import caches
from django.core.wsgi import get_wsgi_application
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path
from django.utils import timezone
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from scorekeeper.models import Change, Game, Group, Round
from scorekeeper.presenters.export_files import zipped_table
from tests.factories import GameFactory, RoundFactory, fill, ten_each
from tests.questions import questions

EIGHT = ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal")
# A hand of Spades, and the number of hands played before the one that is saved.
TRICKS = {"1": "4", "2": "3", "3": "3", "4": "3"}
HAND = {f"{asked}-{seat}": count for seat, count in TRICKS.items() for asked in ("bid", "tricks")}
HANDS = 20
# References: the minimum duration of any page, and of any PDF.
BARE, LEAST = "a bare view", "a word on a page, by WeasyPrint"
FONTS = FontConfiguration()
# The site accepts any CSRF token of this length that is the same in the cookie and the form.
CSRF = "a" * 32


def bare(request: HttpRequest) -> HttpResponse:
    """Respond with almost nothing, as a reference for the minimum duration of any page."""
    return HttpResponse("ok")


urlpatterns = [path("bare/", bare), path("", include("scorekeeper.urls"))]
handler404 = "scorekeeper.views.errors.not_found"


@dataclass(frozen=True, slots=True)
class Result:
    """The duration of one kind of request, in milliseconds. ``bound`` is None if there is no
    budget. If the budget is a multiple of another result, ``beside`` is that result’s name.
    """

    name: str
    median: float
    p95: float
    bound: int | None
    beside: str

    @property
    def holds(self) -> bool | None:
        return None if self.bound is None else self.median < self.bound


@contextmanager
def site() -> Iterator[None]:
    """Yield the site as in production, with the reference page and a separate cache."""
    with override_settings(
        ROOT_URLCONF=__name__,
        ALLOWED_HOSTS=["localhost"],
        DEBUG=False,
        SECURE_SSL_REDIRECT=False,
        CACHES={
            name: {
                "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
                "LOCATION": f"bench-{name}",
            }
            for name in settings.CACHES
        },
    ):
        yield


def clear_caches() -> None:
    """Clear the caches."""
    for cache in caches.all():
        cache.clear()


class Browser:
    """The phone that owns a group."""

    def __init__(self, group: Group) -> None:
        client = Client()
        client.force_login(group.members.get(is_owner=True).user)
        cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={CSRF}"
        self.requests = RequestFactory(SERVER_NAME="localhost", HTTP_COOKIE=cookies)
        self.application = get_wsgi_application()

    def get(self, url: str) -> Callable[[], float]:
        return lambda: self._call(self.requests.get(url), 200)

    def post(self, url: str, typed: Callable[[], Mapping[str, str]]) -> Callable[[], float]:
        def send() -> float:
            body = urlencode({"csrfmiddlewaretoken": CSRF, **typed()})
            form = "application/x-www-form-urlencoded"
            return self._call(self.requests.post(url, body, content_type=form), 302)

        return send

    def _call(self, request: HttpRequest, expected: int) -> float:
        """Return the milliseconds from the server’s call to the last byte."""
        began = time.perf_counter()
        answer = self.application(request.environ, _ignore)
        for _ in answer:
            pass
        answer.close()
        took = time.perf_counter() - began
        if answer.status_code != expected:
            raise RuntimeError(f"{request.path} returned status {answer.status_code}")
        return took * 1000


def _ignore(status: str, headers: list[tuple[str, str]]) -> None:
    """Ignore the status and the headers, which a server would send."""


def measure(
    name: str,
    act: Callable[[], float],
    *,
    times: int,
    bound: int | None = None,
    beside: str = BARE,
    before: Callable[[], object] = lambda: None,
) -> Result:
    """Return the median and the 95th percentile of the times that ``act`` returns.

    ``before`` is called before each time. The first three rounds are a warm-up.
    """
    taken = []
    gc.collect()
    for turn in range(times + 3):
        before()
        milliseconds = act()
        if turn >= 3:
            taken.append(milliseconds)
    return Result(name, median(taken), quantiles(taken, n=20)[-1], bound, beside)


def measure_all() -> list[Result]:
    """Measure every kind of request that has a budget, and the most common pages."""
    group = Group.objects.latest("pk")
    phone = Browser(group)
    first, long, saved = (
        fill(GameFactory(group=group, variant="may-i", names=EIGHT, deals=deals, played=1), played)
        for deals, played in ((100, 1), (100, 100), (15, 14))
    )

    looks_back = GameFactory(
        group=group, variant="spades", names=EIGHT[:4], patches={"end.target": 5000}
    )
    RoundFactory(game=looks_back, deal=1, texts=HAND)
    fill(looks_back, HANDS)

    texts = ten_each(saved) | {
        "left-points-2": "",
        "left-cards-2": "K Q J 10 5 5 JK",
        "dealer": "7",
    }
    asked = [phone.get(f"/rules/search.json?{urlencode({'q': each.ask})}") for each in questions()]
    asks = cycle(asked)

    def ask() -> float:
        return next(asks)()

    return [
        measure(BARE, phone.get("/bare/"), times=500),
        measure(
            "save a deal, 8 players, 14 deals before",
            phone.post(f"/games/{saved.code}/rounds/15/", typed(15, texts)),
            before=taker_back(saved),
            times=100,
            bound=10,
        ),
        *measure_flatness(phone, group),
        measure(
            f"save a hand of Spades, {HANDS} hands before",
            phone.post(
                f"/games/{looks_back.code}/rounds/{HANDS + 1}/",
                typed(HANDS + 1, HAND | {"dealer": "1"}),
            ),
            before=taker_back(looks_back),
            times=100,
            bound=10,
        ),
        measure(
            "game page, 8 players, 1 deal", phone.get(f"/games/{first.code}/"), times=100, bound=15
        ),
        measure(
            "game page, 8 players, 100 deals",
            phone.get(f"/games/{long.code}/"),
            times=100,
            bound=15,
        ),
        measure(
            "the same, first after a change",
            phone.get(f"/games/{long.code}/"),
            before=clear_caches,
            times=30,
            bound=20,
        ),
        measure(
            "game page, 8 players, 14 deals, first",
            phone.get(f"/games/{saved.code}/"),
            before=clear_caches,
            times=30,
            bound=10,
        ),
        measure("rules of a variant", phone.get("/rules/contract-rummy/"), times=100, bound=15),
        measure(
            f"search the rules, {len(asked)} questions",
            ask,
            times=len(asked),
            bound=5,
        ),
        measure("home page of a group with 13 games", phone.get("/"), times=100),
        *measure_sheets(phone, saved),
    ]


def measure_years(group: Group, thousand: Group) -> Iterator[Result]:
    """Measure the pages of a group with many games, and the export of a group with a thousand."""
    phone = Browser(group)
    ann, bob = (group.players.get(name=name).pk for name in ("Ann", "Bob"))
    home = f"/groups/{group.pk}"
    year = timezone.localdate().year - 1
    games = f"{group.games.count():,} games"
    yield measure(
        f"history of {games}, first page", phone.get(f"{home}/history/"), times=50, bound=15
    )
    last = group.games.latest("played_on")

    def change() -> None:
        """Change the last game, so that its month is added up again."""
        Game.objects.filter(pk=last.pk).update(version=F("version") + 1)

    for name, address, bound in (
        ("the same, last page", "history/?page=400", 15),
        ("the same, of one person and year", f"history/?player={ann}&year={year}", 15),
        ("person, first after a change", f"players/{ann}/", 50),
        ("head to head, first after a change", f"players/{ann}/{bob}/", 50),
        ("records, first after a change", "history/contract-rummy/", 50),
        ("year in review, first after a change", f"years/{last.played_on.year}/", 50),
    ):
        get = phone.get(f"{home}/{address}")
        yield measure(f"{name}, {games}", get, times=50, bound=bound, before=change)
    yield measure("export of 1,000 games", lambda: export(thousand), times=5)


def export(group: Group) -> float:
    """Return how many milliseconds it takes to export a group’s data."""
    began = time.perf_counter()
    for _ in zipped_table(group):
        pass
    return (time.perf_counter() - began) * 1000


def typed(version: int, texts: Mapping[str, str]) -> Callable[[], Mapping[str, str]]:
    """Return a function that makes forms with these texts and this version, each with a new key."""
    return lambda: {"version": str(version), "key": str(uuid4())} | texts


def taker_back(game: Game) -> Callable[[], None]:
    """Return a function that restores ``game`` to its current state after deals have been saved."""
    fields = ("version", "state", "carried", "finished_at")
    row = Game.objects.values(*fields).get(pk=game.pk)
    played = game.rounds.count()

    def take_back() -> None:
        Round.objects.filter(game=game, deal__gt=played).delete()
        Change.objects.filter(game=game, version__gt=row["version"]).delete()
        Game.objects.filter(pk=game.pk).update(**row)

    return take_back


def measure_flatness(phone: Browser, group: Group) -> Iterator[Result]:
    """Measure how long saving takes after many deals, compared with the first ones."""
    points = {f"points-{side}": str(side) for side in range(1, len(EIGHT) + 1)}
    for played in (0, 98):
        game = GameFactory(group=group, variant="any-game", names=EIGHT)
        if played:
            RoundFactory(game=game, deal=1, texts=points)
            game = fill(game, played)
        yield measure(
            f"save a deal of Any game, {played} before",
            phone.post(
                f"/games/{game.code}/rounds/{played + 1}/",
                typed(played + 1, points | {"dealer": "1"}),
            ),
            before=taker_back(game),
            times=100,
            bound=6,
        )


def measure_sheets(phone: Browser, played: Game) -> Iterator[Result]:
    """Measure how long sheets take, compared with WeasyPrint’s minimum: one word on a page."""
    yield measure(LEAST, draw_a_word, times=11)
    longest = GameFactory(
        group=played.group, variant="progressive-rummy", names=EIGHT[:5], played=14
    )
    deals = urlencode({"option": "rounds", "figures-rounds": "15"})
    for name, address in (
        ("blank sheet", "/sheets/contract-rummy.pdf"),
        ("sheet of Progressive Rummy, 14 deals", f"/games/{longest.code}/sheet.pdf"),
        ("sheet full of points, 8 players, 14 deals", f"/games/{played.code}/sheet.pdf"),
        ("blank sheet, 12 players, 15 deals", f"/sheets/any-game.pdf?players=12&{deals}"),
        ("picture of a blank sheet", "/sheets/contract-rummy.png"),
    ):
        get = phone.get(address)
        first = {"before": clear_caches, "times": 11, "bound": 200}
        yield measure(f"{name}, first", get, **first, beside=LEAST)
        yield measure(f"{name}, again", get, times=50, bound=5)


def draw_a_word() -> float:
    """Return how many milliseconds a one-word page takes in a process that has rendered before."""
    began = time.perf_counter()
    HTML(string="<p>ok</p>").write_pdf(font_config=FONTS)
    return (time.perf_counter() - began) * 1000
