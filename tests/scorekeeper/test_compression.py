"""Compression: pages and JSON are compressed, sheets and streams are not, and tokens are safe."""

import gzip
import re

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from scorekeeper.middleware import CompressText

GZIP = {"Accept-Encoding": "gzip, deflate"}


@pytest.mark.parametrize(
    "url",
    [
        "/",
        "/rules/contract-rummy/",
        "/rules/contract-rummy.json",
        "/games/{game.code}/",
        "/games/{game.code}/rounds/3/",
        "/watch/{game.code}/{game.watch_token}/",
        "/groups/{group.pk}/history/",
    ],
)
def test_pages_and_json_are_compressed(phone, game, group, url):
    address = url.format(game=game, group=group)
    plain, packed = phone.get(address), phone.get(address, headers=GZIP)

    assert not plain.has_header("Content-Encoding")
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 2
    assert abs(len(gzip.decompress(packed.content)) - len(plain.content)) < 20  # keys differ


@pytest.mark.parametrize("url", ["/sheets/contract-rummy.pdf", "/sheets/contract-rummy.png"])
def test_sheets_are_sent_as_they_are_and_asked_for_again_give_304(client, url):
    sheet = client.get(url, headers=GZIP)
    again = client.get(url, headers=GZIP | {"If-None-Match": sheet["ETag"]})

    assert not sheet.has_header("Content-Encoding")
    assert (again.status_code, again.content) == (304, b"")


def test_streams_are_not_compressed(rf: RequestFactory):
    parts = ["data: changed\n\n"] * 100
    compress = CompressText(lambda _: HttpResponse())

    stream = StreamingHttpResponse(parts, content_type="text/event-stream")
    sent = compress.process_response(rf.get("/", headers=GZIP), stream)

    assert not sent.has_header("Content-Encoding")
    assert list(sent) == [part.encode() for part in parts]


def test_the_same_page_is_never_equally_long(phone, game):
    """Random bytes hide how well a guess compresses."""
    pages = [phone.get(f"/games/{game.code}/share/", headers=GZIP) for _ in range(12)]

    assert len({len(page.content) for page in pages}) > 3


def test_csrf_tokens_differ_on_each_page(phone, game):
    pages = [phone.get(f"/games/{game.code}/").content.decode() for _ in range(3)]

    tokens = {re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1] for page in pages}
    assert len(tokens) == 3


@pytest.mark.parametrize(
    ("url", "secret"),
    [
        ("/games/{game.code}/share/", "score_token"),
        ("/games/{game.code}/share/", "watch_token"),
        ("/groups/{game.group_id}/", "join_token"),
    ],
)
def test_pages_with_the_token_of_a_link_show_no_text_from_their_url(phone, game, url, secret):
    page = phone.get(url.format(game=game), {"q": "gu-ess", "name": "gu-ess", "version": "gu-ess"})

    owner = game.group if secret == "join_token" else game
    assert getattr(owner, secret) in page.content.decode()
    assert "gu-ess" not in page.content.decode()
