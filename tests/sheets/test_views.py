import pytest
from django.urls import reverse

from rules.library import library
from tests.factories import GameFactory
from tests.sheets.pdfs import text_of


def test_a_blank_sheet_opens_in_the_browser(client):
    response = client.get("/sheets/contract-rummy.pdf?players=3&names=Ann,Bob&paper=letter")

    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'inline; filename="contract-rummy-3-players.pdf"'
    assert response["Cache-Control"] == "public, max-age=3600"
    assert "Ann" in text_of(response.content)


def test_a_browser_that_has_the_sheet_gets_304(client):
    address = "/sheets/may-i.pdf?players=4"
    etag = client.get(address)["ETag"]

    again = client.get(address, headers={"If-None-Match": etag})
    other = client.get("/sheets/may-i.pdf?players=5", headers={"If-None-Match": etag})

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
        ("option=jokers-wild", "option"),
    ],
)
def test_a_bad_order_is_refused_with_the_name_of_the_field(client, query, field):
    response = client.get(f"/sheets/contract-rummy.pdf?{query}")

    assert response.status_code == 400
    assert f"<b>{field}</b>: " in response.content.decode()


def test_what_was_asked_is_shown_as_text(client):
    response = client.get("/sheets/contract-rummy.pdf", {"paper": "<script>"})

    assert "There is no paper “&lt;script&gt;” here" in response.content.decode()


def test_a_sheet_of_an_unknown_game_is_404(client):
    assert client.get("/sheets/canasta-of-mars.pdf").status_code == 404


def test_sheets_are_read_only(client):
    assert client.post("/sheets/may-i.pdf").status_code == 405


def test_the_index_leads_to_every_game(client):
    page = client.get("/sheets/").content.decode()

    for slug in library().variants:
        assert f'href="{reverse("order-sheet", args=[slug])}"' in page


@pytest.mark.parametrize("slug", library().variants)
def test_every_game_has_a_form_for_its_sheet(client, slug):
    page = client.get(f"/sheets/{slug}/").content.decode()

    assert page.count("<form") == 1
    assert f'action="{reverse("blank-sheet", args=[slug])}"' in page
    assert page.count('name="option"') == len(library().variant(slug).options)


def test_a_game_is_printed_with_its_points(phone, game):
    response = phone.get(f"/games/{game.code}/sheet.pdf")

    text = text_of(response.content)
    assert response["Cache-Control"] == "private, no-cache"
    assert "2of7dealsplayed" in text
    assert f"{game.created_at:%B%Y}" in text


def test_the_sheet_of_a_game_changes_with_the_game(phone, game):
    address = f"/games/{game.code}/sheet.pdf"
    etag = phone.get(address)["ETag"]
    unchanged = phone.get(address, headers={"If-None-Match": etag})
    game.rounds.get(deal=2).delete()

    changed = phone.get(address, headers={"If-None-Match": etag})

    assert unchanged.status_code == 304
    assert changed.status_code == 200
    assert "1of7dealsplayed" in text_of(changed.content)


def test_house_rules_of_a_game_are_printed(phone, group):
    game = GameFactory(group=group, options={"no-jokers": True})

    response = phone.get(f"/games/{game.code}/sheet.pdf")

    assert "Houserules:Nojokers" in text_of(response.content)


def test_the_sheet_of_a_game_refuses_unknown_paper(phone, game):
    response = phone.get(f"/games/{game.code}/sheet.pdf?paper=a3")

    assert response.status_code == 400
    assert "<b>paper</b>: " in response.content.decode()


def test_the_sheet_of_somebody_elses_game_is_404(stranger, client, game):
    assert stranger.get(f"/games/{game.code}/sheet.pdf").status_code == 404
    assert client.get(f"/games/{game.code}/sheet.pdf").status_code == 404
