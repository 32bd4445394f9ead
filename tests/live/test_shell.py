"""The shell around the site: bodies, headers, shared responses and stopping."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from gzip import decompress
from io import BytesIO
from select import select
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils.translation import get_language

from scorekeeper.addresses import client_address
from scorekeeper.live.passes import Watching, digest, dump_pass
from scorekeeper.live.sharing import forget_pages
from scorekeeper.models import Game, Group, Upload
from scorekeeper.models.people import derived_token
from scorekeeper.queries.exports import table_lines
from scorekeeper.services.links import renew_game_link
from scorekeeper.shell import application, messages, queues, shared
from scorekeeper.shell.site import THREADS, environ_of
from scorekeeper.views import exports
from tests.conftest import client_of
from tests.factories import GameFactory, GroupFactory, RoundFactory
from tests.live.server import Served
from tests.live.waiting import PATIENCE, eventually

POST = b"POST /games/new/euchre/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
GET = b"GET /join/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
HALF = POST + b"Content-Length: 60000\r\nCookie: csrftoken=a\r\n\r\nname-1=Ann"


def connect(served: Served, request: bytes) -> socket.socket:
    sender = socket.create_connection(("127.0.0.1", served.port), timeout=30)
    sender.sendall(request)
    return sender


def answer_to(served: Served, request: bytes) -> bytes:
    """Return everything that the server sends until it closes the connection."""
    with closing(connect(served, request)) as sender:
        return b"".join(iter(lambda: sender.recv(65_536), b""))


def test_phones_that_stop_sending_do_not_stop_the_site(served: Served) -> None:
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(closing(connect(served, HALF)))

        assert answer_to(served, GET).startswith(b"HTTP/1.1 200 OK")


def test_a_body_that_does_not_arrive_is_given_up(served: Served, monkeypatch) -> None:
    monkeypatch.setattr(messages, "BODY_TIME", 0.2)

    answer = answer_to(served, HALF)

    assert answer.startswith(b"HTTP/1.1 408 ")


def test_phones_that_wait_to_save_do_not_stop_the_site(served: Served) -> None:
    games = [GameFactory(played=2) for _ in range(6)]
    phones = [client_of(game.group.members.get().user) for game in games]
    with ExitStack() as stack, transaction.atomic():
        for row in Game.objects.select_for_update():
            row.save()
        saving = [
            stack.enter_context(closing(connect(served, undo_request(game, phone))))
            for game, phone in zip(games, phones, strict=True)
        ]
        eventually(lambda: served.shell.site.savers._work_queue.qsize() == len(games) - THREADS)

        assert answer_to(served, GET).startswith(b"HTTP/1.1 200 OK")
        assert select(saving, [], [], 0)[0] == []  # nobody has been able to save


def test_imports_wait_for_each_other_and_nobody_waits_for_them(
    served: Served, group: Group, cookies: dict[str, str]
) -> None:
    path, file = f"/groups/{group.pk}/data/", b"".join(table_lines(group))
    is_free = threading.Event()
    served.shell.site.importers.submit(is_free.wait, 20)
    with ExitStack() as stack:
        uploads = [
            stack.enter_context(closing(connect(served, posted(cookies, path, file))))
            for _ in range(THREADS + 1)
        ]
        eventually(lambda: len(served.shell.uploads.waiting) == THREADS)
        game = group.games.get()

        answer = answer_to(served, undo_request(game, client_of(group.members.get().user)))

        assert b" 302 " in answer[:20]
        assert select(uploads, [], [], 0)[0] == []
        is_free.set()
        assert all(b" 302 " in upload.recv(100)[:20] for upload in uploads)


def undo_request(game: Game, phone: Client) -> bytes:
    """Return a request that undoes the latest change."""
    token = "a" * 32
    body = f"csrfmiddlewaretoken={token}&version={game.version}&key=undo"
    session = phone.cookies[settings.SESSION_COOKIE_NAME].value
    lines = (
        f"POST /games/{game.code}/undo/ HTTP/1.1",
        "Host: 127.0.0.1",
        "Connection: close",
        f"Cookie: {settings.SESSION_COOKIE_NAME}={session}; csrftoken={token}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    )
    return ("\r\n".join(lines) + f"\r\n\r\n{body}").encode()


@pytest.mark.parametrize(
    "request_",
    [
        POST + b"Content-Length: 200000000\r\n\r\nx",
        POST + b"Content-Length: 131073\r\n\r\n" + b"x" * 131_073,
        POST + b"Transfer-Encoding: chunked\r\n\r\n" + (b"10000\r\n" + b"x" * 65_536 + b"\r\n") * 3,
    ],
    ids=["announced", "sent", "chunked"],
)
def test_a_body_that_is_too_large_is_refused(
    served: Served, request_: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "READ_ON_TIME", 0.1)
    with closing(connect(served, request_)) as sender:
        assert sender.recv(65_536).startswith(b"HTTP/1.1 413 ")


def posted(cookies: dict[str, str], path: str, file: bytes, limit: int = 10**9) -> bytes:
    """Return a request that sends a file with a form; with ``limit``, only its first bytes."""
    head = b'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
    head += cookies["csrftoken"].encode()
    head += b'\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
    body = head + file + b"\r\n--x--\r\n"
    names = "; ".join(f"{name}={text}" for name, text in cookies.items())
    lines = (
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Connection: close",
        f"Cookie: {names}",
        "Content-Type: multipart/form-data; boundary=x",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body[:limit]


@pytest.fixture
def group(transactional_db: None) -> Group:
    return GameFactory().group


@pytest.fixture
def cookies(group: Group) -> dict[str, str]:
    """The cookies of the owner’s phone."""
    phone = client_of(group.members.get().user)
    phone.get(f"/groups/{group.pk}/data/")
    return {name: phone.cookies[name].value for name in ("sessionid", "csrftoken")}


def test_a_file_of_megabytes_is_imported(
    served: Served, group: Group, cookies: dict[str, str]
) -> None:
    file = b"".join(table_lines(group)) * 1000
    assert len(file) > 2**20

    answer = answer_to(served, posted(cookies, f"/groups/{group.pk}/data/", file))

    assert b" 302 " in answer[:20]
    assert Upload.objects.get().path.read_bytes() == file


def test_only_the_page_for_files_accepts_megabytes(
    served: Served, group: Group, cookies: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "READ_ON_TIME", 0.1)
    pages = (f"/groups/{group.pk}/data/import/", f"/groups/{group.pk}/", "/groups/data/")
    for path in pages:
        request = posted(cookies, path, b"x" * 200_000)
        with closing(connect(served, request)) as sender:
            assert sender.recv(65_536).startswith(b"HTTP/1.1 413 "), path


def test_a_photograph_is_received_like_a_file_to_import(
    served: Served, group: Group, cookies: dict[str, str]
) -> None:
    path = f"/games/{group.games.get().code}/paper/photo/"

    answer = answer_to(served, posted(cookies, path, b"x" * 200_000))

    assert b" 422 " in answer[:20]


def test_a_file_is_written_to_disk_while_it_arrives(
    served: Served, group: Group, cookies: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    is_free = threading.Event()

    class Disk(BytesIO):
        def write(self, part: bytes) -> int:
            written.append(len(part))
            return super().write(part)

    monkeypatch.setattr(messages, "TemporaryFile", lambda **_folder: Disk())
    served.shell.site.importers.submit(is_free.wait, 20)
    request = posted(cookies, f"/groups/{group.pk}/data/", b"x" * 2**20)
    with closing(connect(served, request)) as sender:
        eventually(lambda: sum(written) > 2**20)
        assert max(written) < 2**20
        is_free.set()
        assert b" 422 " in sender.recv(100)[:20]


@pytest.fixture
def _behind_a_proxy(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PROXIES = 1
    monkeypatch.setattr(application, "PATIENCE", 0.1)


@pytest.mark.usefixtures("_behind_a_proxy")
@pytest.mark.parametrize("known", [False, True])
def test_a_client_uploads_one_file_at_a_time(
    served: Served, group: Group, cookies: dict[str, str], *, known: bool
) -> None:
    path, file = f"/groups/{group.pk}/data/", b"".join(table_lines(group))
    own = cookies if known else {"csrftoken": cookies["csrftoken"]}
    free = served.shell.uploads.free
    with ExitStack() as stack:
        for _ in range(5):
            half = forwarded(posted(own, path, file, 1000), "192.0.2.1")
            stack.enter_context(closing(connect(served, half)))
        eventually(lambda: served.shell.uploads.free == free - known)

        again = answer_to(served, forwarded(posted(own, path, file), "192.0.2.1"))
        other = answer_to(served, forwarded(posted(cookies, path, file), "192.0.2.2"))

    assert (b" 503 " in again[:20]) is known
    assert ("You’re number" in again.decode()) is known
    assert (b" 404 " in again[:20]) is not known
    assert b" 302 " in other[:20]
    eventually(lambda: served.shell.uploads.free == free)


@pytest.mark.usefixtures("_behind_a_proxy")
@pytest.mark.parametrize(("known", "free", "status"), [(False, 4, 404), (True, 0, 503)])
def test_a_file_that_is_refused_is_read_before_the_response(
    served: Served, group: Group, cookies: dict[str, str], *, known: bool, free: int, status: int
) -> None:
    served.shell.uploads.free = free
    path = f"/groups/{group.pk}/data/"
    cookie = f"sessionid={cookies['sessionid']}" if known else ""
    headers = [(b"host", b"127.0.0.1"), (b"cookie", cookie.encode())]
    posting = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode()}
    parts, seen = [2**20] * 5, []

    async def receive() -> dict[str, Any]:
        seen.append("part")
        return {"type": "http.request", "body": b"x" * parts.pop(), "more_body": bool(parts)}

    async def send(message: dict[str, Any]) -> None:
        seen.append(message.get("status", "body"))

    responding = served.shell(scope(**posting, headers=headers), receive, send)
    asyncio.run_coroutine_threadsafe(responding, served.loop).result(PATIENCE)

    assert seen == [*["part"] * 5, status, "body"]


def forwarded(request: bytes, address: str) -> bytes:
    """Return a request as a proxy forwards it."""
    line = f"Connection: close\r\nX-Forwarded-For: {address}\r\n".encode()
    return request.replace(b"Connection: close\r\n", line, 1)


def test_a_file_that_arrives_too_slowly_is_given_up(
    served: Served, group: Group, cookies: dict[str, str], monkeypatch
) -> None:
    monkeypatch.setattr(queues, "PATIENCE", 0.2)
    request = posted(cookies, f"/groups/{group.pk}/data/", b"x" * 300_000, 250_000)

    assert b" 408 " in answer_to(served, request)[:20]
    assert served.shell.uploads.free == 4


def test_bodies_take_bounded_memory_together(served: Served, settings: Any, monkeypatch) -> None:
    monkeypatch.setattr(messages, "READ_ON_TIME", 0.1)
    settings.PROXIES = 1
    served.shell.room.left = 100_000
    large = POST + b"Connection: close\r\nContent-Length: 60000\r\n\r\n" + b"x" * 59_999
    parts = large.replace(b"Content-Length: 60000", b"Transfer-Encoding: chunked")
    with ExitStack() as stack:
        stack.enter_context(closing(connect(served, large[:-59_999])))
        eventually(lambda: served.shell.room.left == 100_000 - 60_000 + 4 * 1024)

        assert answer_to(served, parts).startswith(b"HTTP/1.1 503 ")

        assert answer_to(served, large).startswith(b"HTTP/1.1 503 ")
        assert b" 403 " in answer_to(served, large[:400].replace(b"60000", b"300"))[:20]
    eventually(lambda: served.shell.room.left == 100_000)
    served.shell.room.share = 50_000
    assert answer_to(served, large).startswith(b"HTTP/1.1 503 ")


def test_an_address_sends_a_limited_number_of_bodies(served: Served, settings, monkeypatch) -> None:
    monkeypatch.setattr(messages, "READ_ON_TIME", 0.1)
    settings.PROXIES, settings.STREAMS_PER_ADDRESS = 1, 3
    half = HALF.replace(b"Cookie", b"Connection: close\r\nCookie", 1)
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(closing(connect(served, forwarded(half, "192.0.2.1"))))
        eventually(lambda: served.shell.bodies.total == 3)

        assert answer_to(served, forwarded(half, "192.0.2.1")).startswith(b"HTTP/1.1 503 ")
        whole = forwarded(half.replace(b"60000", b"10"), "192.0.2.2")
        assert answer_to(served, whole).startswith(b"HTTP/1.1 403 ")
        assert answer_to(served, GET).startswith(b"HTTP/1.1 200 ")
    eventually(lambda: served.shell.bodies.total == 0)


def export_request(group: Group, cookies: dict[str, str], language: str) -> bytes:
    return (
        f"GET /groups/{group.pk}/data/table.zip HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Connection: close\r\nAccept-Language: {language}\r\n"
        f"Cookie: sessionid={cookies['sessionid']}\r\n\r\n"
    ).encode()


def test_a_file_is_sent_while_it_is_made(
    served: Served, group: Group, cookies: dict[str, str], settings: Any, monkeypatch
) -> None:
    first_has_arrived = threading.Event()

    def parts(_group: Group) -> Iterator[bytes]:
        yield b"first"
        assert first_has_arrived.wait(20)
        yield get_language().encode()

    monkeypatch.setattr(exports, "zipped_table", parts)
    with closing(connect(served, export_request(group, cookies, "de"))) as sender:
        received = b""
        while not received.endswith(b"first\r\n"):
            part = sender.recv(65_536)
            assert part
            received += part
        first_has_arrived.set()
        received += b"".join(iter(lambda: sender.recv(65_536), b""))

    assert received.endswith(b"\r\n5\r\nfirst\r\n2\r\nde\r\n0\r\n\r\n")


@pytest.mark.usefixtures("_behind_a_proxy")
@pytest.mark.parametrize(
    "path",
    ["/sheets/hearts.pdf", "/sheets/hearts.pdf?copies=20", "/groups/{group.pk}/data/table.zip"],
)
def test_a_page_says_where_one_stands_in_a_queue(
    served: Served, group: Group, cookies: dict[str, str], path: str
) -> None:
    served.shell.printing.free = served.shell.files.free = served.shell.copying.free = 0

    session = f"sessionid={cookies['sessionid']}"
    status, headers, page = served.get(path.format(group=group), Cookie=session)

    assert (status, headers["retry-after"], headers["refresh"]) == (503, "10", "10")
    assert "You’re number 1 in the queue." in page.decode()
    assert answer_to(served, GET).startswith(b"HTTP/1.1 200 OK")


def test_a_sheet_does_not_wait_for_the_copies_of_others(served: Served) -> None:
    served.shell.copying.free = 0

    assert served.get("/sheets/hearts.pdf?names=Ann&copies=1")[0] == 200


def test_a_file_is_given_up_when_the_phone_has_left(
    served: Served, group: Group, cookies: dict[str, str], monkeypatch
) -> None:
    made: list[int] = []
    has_ended = threading.Event()

    def parts(_group: Group) -> Iterator[bytes]:
        try:
            for number in range(1_000_000):
                made.append(number)
                yield b"more"
        finally:
            has_ended.set()

    monkeypatch.setattr(exports, "zipped_table", parts)
    with closing(connect(served, export_request(group, cookies, "en"))) as sender:
        sender.recv(65_536)

    assert has_ended.wait(PATIENCE)
    assert len(made) < 1_000_000


def test_chunks_arrive_whole_at_the_site(served: Served) -> None:
    chunks = b"4\r\nname\r\n5\r\n-1=An\r\n1\r\nn\r\n0\r\n\r\n"
    request = POST + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunks

    assert b"403 Forbidden" in answer_to(served, request)  # read in full; there is no CSRF token


def test_a_page_asked_for_with_head_has_no_body(served: Served) -> None:
    head = answer_to(served, GET.replace(b"GET", b"HEAD")).partition(b"\r\n\r\n")
    page = answer_to(served, GET).partition(b"\r\n\r\n")

    assert (head[2], len(page[2]) > 1000) == (b"", True)
    assert b"200 OK" in head[0]


def scope(**more: object) -> dict[str, object]:
    return {
        "method": "GET",
        "path": "/ä/",
        "raw_path": b"/%C3%A4/%00",
        "query_string": b"q=%C3%A4",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", "8000"),
        "client": ("10.0.0.9", "5"),
        "headers": [],
    } | more


def test_the_site_gets_the_request_as_it_was_sent() -> None:
    headers = [
        (b"host", b"example.org"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
        (b"x-forwarded-for", b"1.1.1.1"),
        (b"x-forwarded-for", b"2.2.2.2"),
        (b"x_forwarded_proto", b"https"),
        (b"content-type", b"text/plain"),
        (b"transfer-encoding", b"chunked"),
    ]

    environ = environ_of(scope(headers=headers), b"abc")

    assert environ["PATH_INFO"].encode("latin-1") == "/ä/\0".encode()
    assert environ["QUERY_STRING"] == "q=%C3%A4"
    assert (environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"]) == ("text/plain", "3")
    assert isinstance(environ["wsgi.input"], BytesIO)
    assert environ["wsgi.input"].read() == b"abc"
    assert environ["REMOTE_ADDR"] == "10.0.0.9"
    assert {name: text for name, text in environ.items() if name.startswith("HTTP_")} == {
        "HTTP_HOST": "example.org",
        "HTTP_COOKIE": "a=1; b=2",
        "HTTP_X_FORWARDED_FOR": "1.1.1.1,2.2.2.2",
    }


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "1.1.1.1", "9.9.9.9"),
        (1, "", "9.9.9.9"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, "2.2.2.2", "9.9.9.9"),
    ],
)
def test_the_address_is_the_one_that_our_own_proxy_saw(
    settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.PROXIES = proxies

    assert client_address("9.9.9.9", forwarded) == address


# Responses that are the same for many


def part_of(served: Served, game: Game, etag: str = "") -> tuple[int, dict[str, str], bytes]:
    path = f"/watch/{game.code}/{game.watch_token}/"
    return served.get(path, HX_Request="true", If_None_Match=etag)


@pytest.fixture
def rendered(served: Served, monkeypatch) -> list[str]:
    """The paths of the requests that reached the site."""
    paths: list[str] = []
    respond = served.shell.site.respond

    def count(scope, body):
        paths.append(scope["path"])
        return respond(scope, body)

    monkeypatch.setattr(served.shell.site, "respond", count)
    return paths


def test_a_part_is_rendered_once_for_all_who_watch(served: Served, rendered: list[str]) -> None:
    game = GameFactory(played=1)

    first = part_of(served, game)
    others = [part_of(served, game) for _ in range(5)]
    known = part_of(served, game, first[1]["etag"])

    assert len(rendered) == 1
    assert {body for _, _, body in others} == {first[2]}
    assert "scorekeeper-shared" not in first[1]
    assert (known[0], known[2]) == (304, b"")


def test_a_page_is_rendered_once_for_all_who_watch(served: Served, rendered: list[str]) -> None:
    game = GameFactory(played=1)
    group = f"{game.group_id}/{derived_token('watch', game.group.join_token)}"
    paths = [f"/watch/{game.code}/{game.watch_token}/", f"/table/{group}/"]

    first = [served.get(path) for path in paths]
    again = [served.get(path, Cookie="sessionid=other")[2] for path in paths]

    assert [status for status, _, _ in first] == [200] * 2
    assert again == [body for _, _, body in first]
    assert len(rendered) == 2
    RoundFactory(game=game, deal=2)
    eventually(lambda: b'data-state="3"' in served.get(paths[0])[2])
    assert len(rendered) == 3


def test_a_page_with_the_groups_name_is_never_shared(served: Served, rendered: list[str]) -> None:
    group = GroupFactory()
    path = f"/table/{group.pk}/{derived_token('watch', group.join_token)}/"

    for page in (path, f"{path}screen/"):
        assert group.name in served.get(page)[2].decode()
    Group.objects.filter(pk=group.pk).update(name="The Owls")
    for page in (path, f"{path}screen/"):
        assert "The Owls" in served.get(page)[2].decode()
    assert len(rendered) == 4


def test_a_new_deal_is_rendered_again(served: Served, rendered: list[str]) -> None:
    game = GameFactory(played=1)
    token = dump_pass(Watching(game.code, digest(game.watch_token)))

    with served.open(f"/live/{token}/") as page:
        assert page.event() == ("changed", "2")
        before = part_of(served, game)
        RoundFactory(game=game, deal=2)
        assert page.event() == ("changed", "3")
        after = [part_of(served, game, before[1]["etag"]) for _ in range(3)]

    assert [status for status, _, _ in after] == [200] * 3
    assert all(b'data-state="3"' in body for _, _, body in after)
    assert len(rendered) == 2


def test_a_dead_link_shows_nothing_that_was_kept(served: Served) -> None:
    game = GameFactory(played=1)
    assert [part_of(served, game)[0] for _ in range(2)] == [200, 200]

    renew_game_link(game=game, kind="watch")

    eventually(lambda: part_of(served, game)[0] == 404)


@pytest.mark.usefixtures("_pseudo_languages")
def test_parts_in_different_languages_are_kept_apart(served: Served, rendered: list[str]) -> None:
    shared._language.cache_clear()
    game = GameFactory(played=1)
    path = f"/watch/{game.code}/{game.watch_token}/"

    for accepted in ("en", "en-xa", "en-GB,en;q=0.9", "fr, en-xa;q=0.8, en;q=0.5", ""):
        served.get(path, HX_Request="true", Accept_Language=accepted)
    for cookie in ("django_language=en", "a=1; django_language=en-xa", "django_language=en; b=2"):
        served.get(path, HX_Request="true", Cookie=cookie)
    assert len(rendered) == 2
    served.get(path)
    assert len(rendered) == 3


def test_a_new_deal_arrives_in_the_language_of_each_phone(served: Served) -> None:
    game = GameFactory(played=1)
    phone = client_of(game.group.members.get().user)
    session = f"sessionid={phone.cookies['sessionid'].value}"
    pad, watched = f"/games/{game.code}/", f"/watch/{game.code}/{game.watch_token}/"
    wanted = [
        (pad, {"Accept_Language": "es", "Cookie": session}),
        (pad, {"Accept_Language": "es", "Cookie": f"{session}; django_language=de"}),
        (watched, {"Accept_Language": "es-CL"}),
        (watched, {"Accept_Language": "de-AT"}),
    ]
    before = [served.get(path, HX_Request="true", **said) for path, said in wanted]
    RoundFactory(game=game, deal=2)
    eventually(lambda: b'data-state="3"' in served.get(watched, HX_Request="true")[2])

    after = [
        served.get(path, HX_Request="true", If_None_Match=seen[1]["etag"], **said)
        for (path, said), seen in zip(wanted, before, strict=True)
    ]

    for (status, headers, body), language, word in zip(
        after, ("es", "de", "es", "de"), (">Total<", ">Stand<", ">Total<", ">Stand<"), strict=True
    ):
        assert (status, headers["content-language"]) == (200, language)
        assert 'data-state="3"' in body.decode()
        assert word in body.decode()


def test_a_pad_with_forms_is_never_shared(served: Served, rendered: list[str]) -> None:
    for _ in range(2):
        served.get("/join/")

    assert rendered == ["/join/"] * 2


# Pages shared with everybody

RULES = "/rules/spades/"
PUBLIC = (
    "/rules/",
    "/rules/?q=rummy",
    RULES,
    "/rules/spades.json",
    "/rules/compare?v=may-i&v=shanghai-rummy",
    "/rules/search?q=joker",
    "/rules/glossary/",
    "/sheets/",
    "/privacy/",
)


def test_a_rules_page_is_rendered_once_for_everybody(
    served: Served, rendered: list[str], cookies: dict[str, str]
) -> None:
    first = served.get(RULES)
    known = "; ".join(f"{name}={text}" for name, text in cookies.items())
    for cookie in ("django_language=en", known, "sessionid=unreadable", "other=1"):
        again = served.get(RULES, Cookie=cookie)
    known = served.get(RULES, If_None_Match=first[1]["etag"])

    assert len(rendered) == 1
    assert (again[0], again[2]) == (200, first[2])
    assert (known[0], known[2], known[1]["etag"]) == (304, b"", first[1]["etag"])
    assert {"scorekeeper-shared", "set-cookie"}.isdisjoint(first[1])
    for name in ("content-security-policy", "cache-control", "vary", "x-keep"):
        assert again[1][name] == first[1][name]


@pytest.mark.usefixtures("_pseudo_languages")
@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_page_is_the_same_with_a_cookie(
    served: Served, rendered: list[str], cookies: dict[str, str], path: str
) -> None:
    known = "; ".join(f"{name}={text}" for name, text in cookies.items())
    status, headers, own = served.get(path, Cookie=known)
    forget_pages()
    visitors = [served.get(path)[2] for _ in range(2)]

    assert (status, visitors) == (200, [own, own])
    assert "set-cookie" not in headers
    assert len(rendered) == 2


@pytest.mark.parametrize("path", ["/", "/games/new/", "/sheets/spades/"])
def test_a_page_with_a_phones_own_games_is_shared_with_visitors_only(
    served: Served, rendered: list[str], cookies: dict[str, str], path: str
) -> None:
    first = served.get(path)
    own = served.get(path, Cookie=f"sessionid={cookies['sessionid']}", If_None_Match="x")
    again = served.get(path)

    assert len(rendered) == 2
    assert (own[0], again[2]) == (200, first[2])
    assert "etag" not in own[1]


def test_hosts_and_compression_are_kept_apart(served: Served, rendered: list[str]) -> None:
    plain = [served.get(RULES, Accept_Encoding=accepted)[2] for accepted in ("", "br")]
    packed = [served.get(RULES, Accept_Encoding=accepted) for accepted in ("gzip", "br, gzip")]
    served.get(RULES, Host="localhost")

    assert len(rendered) == 3
    assert plain[0] == plain[1] == decompress(packed[1][2])
    assert packed[1][1]["content-encoding"] == "gzip"


def test_missing_pages_are_not_kept(served: Served, rendered: list[str]) -> None:
    for path in ("/rules/no-such-game/", "/rules/compare?v=no-such-game"):
        served.get(path)
        served.get(path)

    assert len(rendered) == 4


def test_rules_pages_are_rendered_again_when_the_games_have_changed(
    served: Served, rendered: list[str]
) -> None:
    for _ in range(2):
        served.get(RULES)
    forget_pages()
    for _ in range(2):
        served.get(RULES)

    assert len(rendered) == 2


def test_kept_pages_take_bounded_memory(served: Served, rendered: list[str], monkeypatch) -> None:
    hosts = ["localhost:1", "localhost:2", "localhost:3"]  # pages name their host
    length = len(served.get(RULES, Host=hosts[0])[2])
    monkeypatch.setattr(shared, "LARGEST", 2 * (length + shared.KEPT_ALONG))
    for host in (*hosts[1:], hosts[2], hosts[0]):
        served.get(RULES, Host=host)

    assert served.shell._shared._size == shared.LARGEST
    assert len(rendered) == 4  # the first one was dropped


def test_without_the_shell_a_page_has_no_mark(client) -> None:
    response = client.get(RULES)

    assert "Scorekeeper-Shared" not in response.headers
    assert client.get(RULES, headers={"If-None-Match": response["ETag"]}).status_code == 304
