"""Streams: what they send, who may open them, and when they end."""

import asyncio
import http.client
import threading
import time
from collections.abc import Collection
from contextlib import ExitStack, closing

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.live import passes
from scorekeeper.live.bus import Changed, dump_message
from scorekeeper.live.passes import AtTable, Listing, ScoringPass, Watching, digest
from scorekeeper.models import Game, Group, Helper, Member
from scorekeeper.queries.following import Seen, seen_with
from scorekeeper.services.erasing import erase_game, erase_group
from scorekeeper.services.games import discard_game
from scorekeeper.services.links import renew_game_link
from scorekeeper.services.people import remove_member
from scorekeeper.shell import hub
from scorekeeper.shell.hub import LOOK
from tests.conftest import client_of
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    MemberFactory,
    RoundFactory,
    UserFactory,
)
from tests.live.server import Served
from tests.live.waiting import PATIENCE, eventually

pytestmark = pytest.mark.database

REVOKED_WITHIN = 5.0  # seconds


def stream(own: passes.Pass) -> str:
    return f"/live/{passes.dump_pass(own)}/"


def watching(game: Game) -> Watching:
    return Watching(game.code, digest(game.watch_token))


def owner_of(game: Game) -> Member:
    return game.group.members.get(is_owner=True)


def scoring(game: Game, deal: int = 0) -> ScoringPass:
    owner = owner_of(game)
    return ScoringPass(game.code, owner.user_id, deal, owner.name)


def test_a_stream_names_the_version_and_each_new_one(served: Served) -> None:
    game = GameFactory(played=2)

    with served.open(stream(watching(game))) as page, served.open(stream(scoring(game))) as pad:
        assert (page.event(), pad.event()) == (("changed", "3"), ("changed", "3"))
        RoundFactory(game=game, deal=3)
        assert (page.event(), pad.event()) == (("changed", "4"), ("changed", "4"))

    assert page.response.headers["Content-Type"] == "text/event-stream"
    assert page.response.headers["Cache-Control"] == "no-store"
    assert page.response.headers["X-Accel-Buffering"] == "no"


def test_a_change_that_no_message_announced_is_found(served: Served) -> None:
    game = GameFactory(played=1)

    with served.open(stream(watching(game))) as page:
        assert page.event() == ("changed", "2")
        Game.objects.filter(pk=game.pk).update(version=7)
        assert page.event() == ("changed", "7")


def test_the_list_of_games_hears_of_a_new_game_and_of_a_deal(served: Served) -> None:
    game = GameFactory()
    helper = Helper.objects.create(game=GameFactory(), user=owner_of(game).user, name="Ann")

    with served.open(stream(Listing(owner_of(game).user_id))) as home:
        states = [home.event()]
        another = GameFactory(group=game.group)
        states.append(home.event())
        for each in (another, helper.game):
            RoundFactory(game=each, deal=1)
            states.append(home.event())

    assert {name for name, _ in states} == {"changed"}
    assert len({state for _, state in states}) == 4


def test_the_stream_of_a_table_goes_on_to_the_next_game(served: Served) -> None:
    game = GameFactory()
    own = AtTable(game.group_id, digest(game.group.watch_token))

    with served.open(stream(own)) as screen:
        assert screen.event() == ("changed", f"{game.code}-1")
        another = GameFactory(group=game.group)
        assert screen.event() == ("changed", f"{another.code}-1")
        RoundFactory(game=another, deal=1)
        assert screen.event() == ("changed", f"{another.code}-2")


def test_phones_hear_who_else_is_entering_a_deal(served: Served) -> None:
    game = GameFactory()
    zoe = MemberFactory(group=game.group, name="Zoe")
    news = f"/games/{game.code}/rounds/1/news/1/"

    with served.open(stream(scoring(game, 1))) as mine:
        assert mine.event() == ("changed", "1")
        other = served.open(stream(ScoringPass(game.code, zoe.user_id, 1, "Zoe")))
        assert mine.event() == ("changed", "1")
        shown = served.get(news, Cookie=_cookie(game), HX_Request="true")[2].decode()
        assert "Deal 1 is also being entered by: Zoe." in shown
        other.close()
        assert mine.event() == ("changed", "1")

    shown = served.get(news, Cookie=_cookie(game), HX_Request="true")[2].decode()
    assert "entered by" not in shown


def _cookie(game: Game) -> str:
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client_of(owner_of(game).user).cookies[name].value}"


REVOKED = {
    "the watch link has been reset": lambda game: renew_game_link(game=game, kind="watch"),
    "the game has been deleted": lambda game: discard_game(
        game=game, context=ChangeContextFactory(game=game)
    ),
    "the game has been erased": lambda game: erase_game(game=game),
    "the group has been erased": lambda game: erase_group(group=game.group),
    "the game has been deleted in the admin": lambda game: Game.objects.get(pk=game.pk).delete(),
}


@pytest.mark.parametrize("revoke", REVOKED.values(), ids=REVOKED)
def test_a_watcher_who_loses_access_loses_the_stream(served: Served, revoke) -> None:
    game = GameFactory()

    with served.open(stream(watching(game))) as page:
        page.event()
        began = time.monotonic()
        revoke(game)
        assert page.event("changed") == ("gone", "")
        assert page.event() == ("", "")
        assert time.monotonic() - began < REVOKED_WITHIN

    with served.open(stream(watching(game))) as page:
        assert page.status == 404


def test_a_phone_that_is_removed_loses_its_streams(served: Served) -> None:
    game = GameFactory()
    member = MemberFactory(group=game.group)
    helper = Helper.objects.create(game=game, user=UserFactory(), name="Zoe")
    began = time.monotonic()

    with (
        served.open(stream(ScoringPass(game.code, member.user_id))) as pad,
        served.open(stream(ScoringPass(game.code, helper.user_id))) as helped,
    ):
        assert pad.event() == helped.event() == ("changed", "1")
        remove_member(member=member, by=game.group.members.get(is_owner=True))
        renew_game_link(game=game, kind="score")
        assert pad.event() == helped.event() == ("gone", "")
        assert time.monotonic() - began < 2 * REVOKED_WITHIN


def test_only_a_page_that_the_site_rendered_can_open_a_stream(served: Served) -> None:
    game = GameFactory()
    token = passes.dump_pass(watching(game))
    others = [
        token[:5] + ("A" if token[5] != "A" else "B") + token[6:],
        "x",
        "",
        "%00",
        passes.dump_pass(Watching(game.code, digest("another"))),
        passes.dump_pass(ScoringPass(game.code, UserFactory().pk)),
        passes.dump_pass(AtTable(game.group_id, digest(""))),
    ]

    for other in others:
        with served.open(f"/live/{other}/") as refused:
            assert refused.status == 404


def test_each_role_may_follow_what_it_may_see(group: Group, game: Game) -> None:
    member, gone = (MemberFactory(group=group) for _ in range(2))
    helper = Helper.objects.create(game=game, user=UserFactory(), name="Zoe")
    remove_member(member=gone, by=owner_of(game))
    roles = {
        "owner": owner_of(game).user,
        "member": member.user,
        "helper": helper.user,
        "removed": gone.user,
        "stranger": MemberFactory().user,
    }
    own = {role: ScoringPass(game.code, user.pk) for role, user in roles.items()}
    lists = {role: Listing(user.pk) for role, user in roles.items()}
    links = [
        watching(game),
        Watching(game.code, digest(game.score_token)),
        Watching(game.code, digest(game.evening_token)),
        AtTable(group.pk, digest(group.watch_token)),
        AtTable(group.pk, digest(group.join_token)),
    ]

    seen = seen_with([*own.values(), *lists.values(), *links])

    assert [role for role, each in own.items() if seen[each]] == ["owner", "member", "helper"]
    # Every user has a list, and the lists differ only in content.
    listed = {role: (seen[each].groups, seen[each].games) for role, each in lists.items()}
    assert listed["owner"] == listed["member"] == ((group.pk,), ())
    assert listed["helper"] == ((), (game.code,))
    assert listed["removed"] == ((), ())
    assert [seen[link] is not None for link in links] == [True, False, False, True, False]


def test_looking_takes_the_same_queries_for_many_pages(group: Group) -> None:
    def look(number: int) -> int:
        games = [GameFactory(group=group) for _ in range(number)]
        users = [MemberFactory(group=group).user.pk for _ in range(number)]
        passes = [AtTable(group.pk, digest(group.watch_token)), *map(watching, games)]
        passes += [ScoringPass(games[0].code, user) for user in users]
        passes += [Listing(user) for user in users]
        with CaptureQueriesContext(connection) as queries:
            assert all(seen_with(passes).values())
        return len(queries)

    assert look(1) == look(5) == 5


def test_streams_are_limited_by_address_and_in_all(served: Served, settings) -> None:
    settings.STREAMS, settings.STREAMS_PER_ADDRESS, settings.PROXIES = 3, 2, 1
    url = stream(watching(GameFactory()))

    pages = [served.open(url, X_Forwarded_For=f"6.6.6.6, {ip}") for ip in ("1.1.1.1", "1.1.1.1")]
    with served.open(url, X_Forwarded_For="1.1.1.1") as refused:
        assert (refused.status, refused.response.headers["Retry-After"]) == (503, "30")
    pages.append(served.open(url, X_Forwarded_For="2.2.2.2"))
    with served.open(url, X_Forwarded_For="3.3.3.3") as refused:
        assert refused.status == 503
    assert [page.status for page in pages] == [200, 200, 200]

    pages.pop().close()
    eventually(lambda: served.shell.hub.limits.total == 2)
    with served.open(url, X_Forwarded_For="3.3.3.3") as page:
        assert page.event() == ("changed", "1")
    for each in pages:
        each.close()
    eventually(lambda: served.shell.hub.limits.total == 0)


def test_nobody_can_choose_the_address_that_counts(served: Served, settings) -> None:
    settings.STREAMS_PER_ADDRESS = 1
    url = stream(watching(GameFactory()))

    with served.open(url, X_Forwarded_For="1.1.1.1") as page:
        assert page.status == 200
        with served.open(url, X_Forwarded_For="2.2.2.2") as refused:
            assert refused.status == 503


def test_lines_that_proxies_add_to_a_header_are_joined(served: Served, settings) -> None:
    settings.PROXIES, settings.STREAMS_PER_ADDRESS = 1, 1
    url = stream(watching(GameFactory()))

    with served.open(url, X_Forwarded_For="9.9.9.9") as page:
        assert page.status == 200
        forged = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        with closing(forged):
            forged.putrequest("GET", url)
            for address in ("1.1.1.1", "9.9.9.9"):
                forged.putheader("X-Forwarded-For", address)
            forged.endheaders()
            assert forged.getresponse().status == 503


def test_a_stream_is_only_read(served: Served) -> None:
    url = stream(watching(GameFactory()))

    with served.open(url) as page:
        connection = page.connection
    connection.request("POST", url, body=b"x=1")
    response = connection.getresponse()

    assert (response.status, response.headers["Allow"]) == (405, "GET")
    connection.close()


def test_changes_during_a_lookup_are_looked_up_together(served: Served, monkeypatch) -> None:
    games = [GameFactory() for _ in range(3)]
    first, *others = [game.code for game in games]
    is_free, looked = threading.Event(), []

    def look(own: Collection[passes.Pass]) -> dict[passes.Pass, Seen | None]:
        looked.append({each.code for each in own})
        if looked[-1] == {first}:
            is_free.wait(PATIENCE)
        return seen_with(own)

    async def hear_of(*changed: Game) -> None:
        for game in changed:
            served.shell.hub.hear(dump_message(Changed(game.code, game.group_id)))

    with ExitStack() as stack:
        for game in games:
            page = stack.enter_context(served.open(stream(watching(game))))
            assert page.event() == ("changed", "1")
        monkeypatch.setattr(hub, "_seen_with", look)

        asyncio.run_coroutine_threadsafe(hear_of(games[0]), served.loop).result(PATIENCE)
        eventually(lambda: {first} in looked)
        asyncio.run_coroutine_threadsafe(hear_of(*games[1:]), served.loop).result(PATIENCE)
        is_free.set()

        eventually(lambda: set(others) in looked)


def test_the_database_is_looked_at_often_enough() -> None:
    """A lost message or lost access is noticed at the next lookup. Tests set a shorter interval."""
    assert 2 * LOOK <= REVOKED_WITHIN
