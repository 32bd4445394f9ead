"""Games that a group makes in the browser."""

from scorekeeper.models import OwnGame
from tests.scorekeeper.pages import Page, get

NEW = "/games/own/"
JAM = {
    "name": "Jam race",
    "summary": "Jars, wasps and one golden quince.",
    "item-1-label": "Jars of jam",
    "item-1-ask": "count",
    "item-1-worth": "3",
    "item-2-label": "Wasp",
    "item-2-ask": "flag",
    "item-2-worth": "−2",
    "item-3-label": "Golden quince",
    "item-3-ask": "one-side",
    "item-3-worth": "5",
    "least": "2",
    "most": "4",
    "team": "1",
    "word": "round",
    "dealer": "on",
    "wins": "highest",
    "ending": "target",
    "target": "20",
}


def make(client, **typed):
    answer = client.post(NEW, JAM | {"do": "save", "key": "k1"} | typed)
    assert answer.status_code == 302, Page(answer).texts("p", class_="problem")
    return OwnGame.objects.latest("pk")


def test_smoke(client, db):
    page = get(client, NEW)
    assert page.status == 200
    own = make(client)
    for url in (
        f"/games/new/{own.slug}/",
        f"/rules/{own.slug}/",
        f"/sheets/{own.slug}/",
        f"/sheets/{own.slug}.pdf",
        f"/groups/{own.group_id}/games/{own.slug}/",
        f"/groups/{own.group_id}/games/{own.slug}.zip",
        f"/groups/{own.group_id}/",
        "/games/new/",
        f"/rules/{own.slug}/booklet.pdf",
        f"/rules/{own.slug}/card.pdf",
        f"/games/own/shared/{own.share_token}/",
    ):
        assert client.get(url).status_code == 200, url
