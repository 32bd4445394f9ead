from io import BytesIO
from threading import Event, Thread

import pytest
from django.db.models import F
from PIL import Image

from scorekeeper.models import Game, Note
from scorekeeper.sheets import pdf
from tests.factories import GameFactory
from tests.sheets.pdfs import text_of

PNG = b"\x89PNG"


def pixels(response):
    with Image.open(BytesIO(response.content)) as picture:
        return picture.size


@pytest.fixture
def busy(monkeypatch):
    """Another thread, which renders throughout the test."""
    monkeypatch.setattr(pdf, "LONGEST_WAIT", 0.01)
    drawing, enough = Event(), Event()

    def draw():
        with pdf._drawing:
            drawing.set()
            enough.wait(60)

    thread = Thread(target=draw)
    thread.start()
    assert drawing.wait(10)
    yield
    enough.set()
    thread.join()


def test_a_blank_sheet_opens_in_the_browser(client):
    response = client.get("/sheets/contract-rummy.pdf?players=3&names=Ann,Bob&paper=letter")

    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'inline; filename="contract-rummy-3-players.pdf"'
    assert response["Cache-Control"] == "public, max-age=3600"
    assert "Ann" in text_of(response.content)


def test_a_blank_sheet_is_pictured(client):
    response = client.get("/sheets/contract-rummy.png?players=3&large=1&copies=2")

    assert response.status_code == 200
    assert response["Content-Type"] == "image/png"
    assert response["Cache-Control"] == "public, max-age=3600"
    assert response.content.startswith(PNG)
    assert pixels(response)[0] == 840


def test_figures_of_a_table_are_printed_for_everybody_who_has_the_address(client):
    address = "/sheets/contract-rummy.pdf?set-scoring.values.Joker=40&set-deals.1.cards=11"

    response = client.get(address)

    text = text_of(response.content)
    assert response["Cache-Control"] == "public, max-age=3600"
    assert response["Vary"] == "Cookie, Accept-Language"
    assert "Houserules:Jokercounts40,deal1:11cardseach" in text
    assert "Joker40" in text
    assert "1twosetsof311" in text


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_a_browser_that_has_the_sheet_gets_304(client, kind):
    address = f"/sheets/may-i.{kind}?players=4"
    etag = client.get(address)["ETag"]

    again = client.get(address, headers={"If-None-Match": etag})
    other = client.get(f"/sheets/may-i.{kind}?players=5", headers={"If-None-Match": etag})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    assert other.status_code == 200


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("paper=a3", "paper"),
        ("players=0", "players"),
        ("players=99", "players"),
        ("players=many", "players"),
        ("players=3&names=A,B,C,D", "names"),
        ("names=" + "x" * 25, "names"),
        ("names=A%00B", "names"),
        ("names=A,B,C,D,E,F", "names"),
        ("copies=0", "copies"),
        ("copies=1000", "copies"),
        ("copies=x", "copies"),
        ("turn=over", "turn"),
        ("large=x", "large"),
        ("option=jokers-wild", "option"),
        ("option=no-jokers&option=frozen-jokers", "option"),
        ("set-deals.1.cards=x", "set-deals.1.cards"),
    ],
)
@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_a_bad_order_is_refused_with_the_name_of_the_field(client, kind, query, field):
    response = client.get(f"/sheets/contract-rummy.{kind}?{query}")

    page = response.content.decode()
    assert response.status_code == 400
    assert f'<b translate="no">{field}</b>: ' in page
    assert 'href="/sheets/contract-rummy/?' in page
    assert "max-age" not in response.get("Cache-Control", "")


def test_what_was_asked_is_shown_as_text(client):
    response = client.get("/sheets/contract-rummy.pdf", {"paper": "<script>"})

    assert "“&lt;script&gt;” isn’t a paper size we have" in response.content.decode()


def test_a_sheet_of_an_unknown_game_is_404(client):
    assert client.get("/sheets/canasta-of-mars.pdf").status_code == 404


def test_sheets_are_read_only(client):
    assert client.post("/sheets/may-i.pdf").status_code == 405


@pytest.mark.parametrize(
    "address",
    [
        "/sheets/may-i.pdf?names=Busy",
        "/sheets/may-i.png?names=Busy",
        "/rules/toonerville-rook/booklet.pdf",
    ],
)
def test_who_waits_too_long_is_told_to_come_again(client, busy, address, caplog):
    response = client.get(address)

    assert response.status_code == 503
    assert response["Retry-After"] == "10"
    assert response["Cache-Control"] == "no-store"
    page = response.content.decode()
    assert "We’re making a lot of files right now." in page
    assert f'href="{address}"' in page
    assert not caplog.records


def test_what_was_drawn_before_needs_no_turn(client, request):
    address = "/sheets/may-i.pdf?names=Patient"
    drawn = client.get(address)
    request.getfixturevalue("busy")

    again = client.get(address)

    assert again.content == drawn.content


def test_a_sheet_that_had_to_wait_is_drawn_afterwards(client, busy, monkeypatch):
    address = "/sheets/may-i.pdf?names=Later"
    assert client.get(address).status_code == 503
    monkeypatch.setattr(pdf, "_drawing", pdf.Lock())

    assert client.get(address).status_code == 200


def test_a_game_is_printed_with_its_points(phone, game):
    response = phone.get(f"/games/{game.code}/sheet.pdf")

    text = text_of(response.content)
    assert response["Cache-Control"] == "private, no-cache"
    assert "2of7dealsplayed" in text
    assert f"{game.played_on:%B%Y}" in text


def test_the_sheet_says_where_a_game_was_played_but_only_to_members(phone, client, game):
    address = f"/games/{game.code}/sheet.pdf"
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    assert "Grandma" not in text_of(phone.get(address).content)

    Note.objects.create(game=game, location="Grandma’s kitchen")

    assert "WhereGrandma’skitchenDate" in text_of(phone.get(address).content)
    assert "Grandma" not in text_of(client.get(address).content)


def test_a_game_is_pictured(phone, game):
    response = phone.get(f"/games/{game.code}/sheet.png?large=1&chart=1")

    assert response["Content-Type"] == "image/png"
    assert response["Cache-Control"] == "private, no-cache"
    assert pixels(response)[0] == 840


def test_the_chart_is_one_more_page(phone, game):
    without = phone.get(f"/games/{game.code}/sheet.pdf")
    with_chart = phone.get(f"/games/{game.code}/sheet.pdf?chart=1")

    assert "Totalsaftereachdeal" not in text_of(without.content)
    assert "Totalsaftereachdeal" in text_of(with_chart.content)


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_the_sheet_of_a_game_changes_with_the_game(phone, game, kind):
    address = f"/games/{game.code}/sheet.{kind}"
    etag = phone.get(address)["ETag"]
    unchanged = phone.get(address, headers={"If-None-Match": etag})
    game.rounds.get(deal=2).delete()
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)

    changed = phone.get(address, headers={"If-None-Match": etag})

    assert unchanged.status_code == 304
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_a_sheet_leads_to_the_link_that_is_in_force(phone, game):
    address = f"/games/{game.code}/sheet.pdf"
    before = phone.get(address)["ETag"]
    Game.objects.filter(pk=game.pk).update(watch_token="a-token-of-another-day")

    assert phone.get(address)["ETag"] != before


def test_a_sheet_is_read_from_the_game_once(phone, game, django_assert_num_queries):
    address = f"/games/{game.code}/sheet.pdf"
    phone.get(address)

    # One query each for the session, the user, the game and its note.
    with django_assert_num_queries(4):
        phone.get(address)


def test_what_an_address_says_besides_makes_no_other_sheet(phone, game, django_assert_num_queries):
    address = f"/games/{game.code}/sheet.pdf"
    etag = phone.get(f"{address}?large=1")["ETag"]

    with django_assert_num_queries(4):
        junk = phone.get(f"{address}?junk=1&large=1&more=2")
    other = phone.get(f"{address}?large=1&turn=landscape")

    assert junk["ETag"] == etag
    assert other["ETag"] != etag


def test_house_rules_of_a_game_are_printed(phone, group):
    game = GameFactory(group=group, options={"no-jokers": True})

    response = phone.get(f"/games/{game.code}/sheet.pdf")

    assert "Houserules:Nojokers" in text_of(response.content)


@pytest.mark.parametrize(
    ("query", "field"),
    [("paper=a3", "paper"), ("turn=up", "turn"), ("copies=21", "copies"), ("chart=2", "chart")],
)
@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_the_sheet_of_a_game_refuses_what_cannot_be(phone, game, kind, query, field):
    response = phone.get(f"/games/{game.code}/sheet.{kind}?{query}")

    page = response.content.decode()
    assert response.status_code == 400
    assert f'<b translate="no">{field}</b>: ' in page
    assert f'href="/games/{game.code}/sheet/?{query}"' in page


@pytest.mark.parametrize("address", ["sheet.pdf", "sheet.png", "sheet/"])
def test_the_sheet_of_somebody_elses_game_is_404(stranger, client, game, address):
    assert stranger.get(f"/games/{game.code}/{address}").status_code == 404
    assert client.get(f"/games/{game.code}/{address}").status_code == 404
