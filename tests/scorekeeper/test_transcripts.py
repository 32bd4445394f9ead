"""Whole games from the table, played once more through the pages: every form as a phone gets it."""

from fractions import Fraction

import pytest

from tests.rules.transcript import load_transcripts
from tests.scorekeeper.pages import get, text_of

TRANSCRIPTS = load_transcripts()


def started(client, transcript):
    """Start the game through the form and return the address of its pad."""
    url = f"/games/new/{transcript.variant}/"
    typed = {f"name-{key}": name for name, key in transcript.keys.items()}
    typed["dealer"] = transcript.keys[transcript.first_dealer]
    for option, chosen in transcript.options.items():
        typed[f"option-{option}"] = "on"
        if chosen is not True:
            typed[f"figures-{option}"] = ", ".join(map(str, chosen))
    answer = client.post(url, get(client, url).form(url) | typed)
    assert answer.status_code == 302
    return answer.url


def enter(client, pad, transcript, deal):
    """Enter a deal on its page, which must know its contract, cards and dealer by itself."""
    url = f"{pad}rounds/{deal.number}/"
    page = get(client, url)
    blank = page.form(url)
    assert blank["dealer"] == transcript.keys[deal.dealer]
    answer = client.post(url, blank | deal.texts(transcript.keys))
    assert (answer.status_code, answer.url) == (302, pad)


@pytest.mark.django_db
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda transcript: transcript.name)
def test_a_whole_game_through_the_pages(client, transcript):
    pad = started(client, transcript)
    for deal in transcript.deals:
        enter(client, pad, transcript, deal)
        data = client.get(f"{pad.rstrip('/')}.json").json()
        assert {p["name"]: p["total"] for p in data["players"]} == dict(deal.totals)

    page = get(client, pad)
    rows = [
        [text_of(cell) for cell in row.children]
        for row in page.one(id="scoreboard").children[-1].children
    ]
    assert rows[0] == [
        "Total",
        *(str(transcript.deals[-1].totals[name]) for name in transcript.players),
    ]
    places = [cell.removeprefix("★ ") for cell in rows[1]]
    assert places == ["Place", *(f"{transcript.places[name]}." for name in transcript.players)]
    assert page.texts("p", class_="winner") == [_wins(transcript.winners)]

    assert data["state"] == "finished"
    assert data["version"] == len(transcript.deals) + 1
    assert data["winners"] == list(transcript.winners)
    assert [(p["name"], p["total"], p["place"]) for p in data["players"]] == [
        (name, transcript.deals[-1].totals[name], transcript.places[name])
        for name in transcript.players
    ]
    assert [
        (deal["number"], deal["contract"], deal["cards"], deal["dealer"]) for deal in data["deals"]
    ] == [(deal.number, deal.contract, deal.cards, deal.dealer) for deal in transcript.deals]
    assert [{p["name"]: p["points"] for p in deal["points"]} for deal in data["deals"]] == [
        dict(deal.points) for deal in transcript.deals
    ]
    assert {payment["name"]: payment["net"] for payment in data["settlement"]} == {
        name: str(net) for name, net in (transcript.settlement or {}).items()
    }
    if transcript.settlement:
        table = page.one("table", class_="facts settlement")
        nets = {
            text_of(row.children[0]): text_of(row.children[-1])
            for row in table.children[1].children
        }
        assert nets == {name: _in_pennies(net) for name, net in transcript.settlement.items()}


def _wins(winners):
    return f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} win"


def _in_pennies(net):
    whole, rest = divmod(abs(net), 1)
    sign = "+" if net > 0 else "−" if net else ""
    half = {0: "", Fraction(1, 2): "½"}[rest]
    return f"{sign}{whole if whole or not half else ''}{half}"


def test_every_transcript_is_played():
    assert len(TRANSCRIPTS) >= 14
