"""Complete games from the transcripts, played through the same forms as on a phone."""

import re
from fractions import Fraction

import pytest

from rules.engine.schemes import SCHEMES
from rules.engine.snapshots import load_ruleset
from scorekeeper.models import Game
from scorekeeper.queries.seating import seating_of
from scorekeeper.queries.stored import StoredGame, read_carried
from tests.factories import rescored
from tests.rules.transcript import load_transcripts
from tests.sampling import by_day
from tests.scorekeeper.pages import asked, bonuses, get, statuses, text_of

TRANSCRIPTS = load_transcripts()
# tests/rules scores every transcript. Of the pages, one game of each scheme sees all forms.
PLAYED = by_day(
    sorted(TRANSCRIPTS, key=lambda each: len(each.deals)),
    lambda each: (each.rules.scoring.scheme, bool(each.stopped), bool(each.settlement)),
)
PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th")


def started(client, transcript):
    """Start the game through the form and return the URL of its pad."""
    url = f"/games/new/{transcript.variant}/"
    seats = {name: str(seat) for seat, name in enumerate(transcript.players, 1)}
    typed = {f"name-{seat}": name for name, seat in seats.items()}
    typed["dealer"] = seats[transcript.first_dealer]
    for option, chosen in transcript.options.items():
        typed[f"option-{option}"] = "on"
        if isinstance(chosen, list):
            typed[f"figures-{option}"] = ", ".join(map(str, chosen))
        elif chosen is not True:
            typed[f"figures-{option}"] = str(chosen)
    answer = client.post(url, get(client, url).form(url) | typed)
    assert answer.status_code == 302
    return answer.url


def in_row(status):
    """Return a status as it is shown in the bonus row of a pad of boxes."""
    if earned := re.fullmatch(r"bonus of (\d+) earned", status):
        return earned[1]
    return status.replace(" of ", "/").removesuffix(" in the upper section")


def enter(client, pad, transcript, deal):
    """Enter a deal on its page, which must show the dealer (if any) and have all inputs."""
    url = f"{pad}rounds/{deal.number}/"
    page = get(client, url)
    blank = page.form(url)
    dealer = transcript.keys[deal.dealer] if transcript.rules.has_dealer else None
    assert blank.get("dealer") == dealer
    typed = deal.texts(transcript.keys)
    assert typed.keys() <= asked(page)
    answer = client.post(url, blank | typed)
    assert (answer.status_code, answer.url) == (302, pad)


@pytest.mark.django_db
@pytest.mark.parametrize("transcript", PLAYED, ids=lambda transcript: transcript.name)
def test_a_whole_game_through_the_pages(client, transcript):
    pad = started(client, transcript)
    json = f"{pad.rstrip('/')}.json"
    last = transcript.deals[-1]
    for deal in transcript.deals:
        enter(client, pad, transcript, deal)
        data = client.get(json).json()
        assert {p["name"]: p["total"] for p in data["players"]} == dict(deal.totals)
        is_over = deal is last and not transcript.stopped
        assert data["state"] == ("finished" if is_over else "playing")
        if deal.status:
            page = get(client, pad)
            shown = dict(deal.status)
            if bonuses(page):
                assert bonuses(page) == {name: in_row(text) for name, text in shown.items()}
            else:
                assert statuses(page) == shown
    if transcript.stopped:
        stop = f"{pad}table/stop/"
        assert client.post(stop, get(client, f"{pad}table/").form(stop)).status_code == 302
        data = client.get(json).json()
        assert data["state"] == "finished"

    # The state carried from deal to deal equals the result of folding all deals.
    game = Game.objects.get()
    whole = StoredGame(game, load_ruleset(game.ruleset), seating_of(game)).folded
    assert read_carried(game.carried) == whole.carried
    assert [(r.side.name, r.place, r.is_winner) for r in game.results.order_by("side__number")] == [
        (name, transcript.places[name], name in transcript.winners) for name in transcript.sides
    ]
    # Scoring again from the stored data changes nothing.
    assert rescored() == (len(transcript.deals), 0)
    assert client.get(json).json() == data

    page = get(client, pad)
    rows = [
        [text_of(cell) for cell in row.children]
        for row in page.one(id="scoreboard").children[-1].children
    ]
    assert rows[0] == ["Total", *(_figure(last.totals[name]) for name in transcript.sides)]
    places = [cell.removeprefix("★ ") for cell in rows[1]]
    assert places == ["Place", *(PLACES[transcript.places[name] - 1] for name in transcript.sides)]
    assert page.texts("p", class_="winner") == [_wins(transcript)]
    assert page.texts("h1") == [transcript.rules.name]
    assert page.texts("p", id="over-earlier") == []

    assert data["version"] == 1 + len(transcript.deals) + transcript.stopped
    assert data["winners"] == list(transcript.winners)
    assert [(p["name"], p["total"], p["place"]) for p in data["players"]] == [
        (name, last.totals[name], transcript.places[name]) for name in transcript.sides
    ]
    assert [(deal["number"], deal["contract"], deal["dealer"]) for deal in data["deals"]] == [
        (deal.number, deal.contract, deal.dealer if transcript.rules.has_dealer else "")
        for deal in transcript.deals
    ]
    cards = {deal["number"]: deal["cards"] for deal in data["deals"]}
    said = {deal.number: deal.cards for deal in transcript.deals if deal.cards}
    assert said.items() <= cards.items()
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
        is_tied = len(set(transcript.places.values())) < len(transcript.places)
        assert ("Tied players share" in page.words) == is_tied


def _figure(points):
    return str(points).replace("-", "−")


def _wins(transcript):
    """Return who wins and by how much. Partners “win”, and a single player “wins”."""
    *first, last = transcript.winners
    winners = f"{', '.join(first)} and {last}" if first else last
    verb = "win" if first or transcript.rules.players.team > 1 else "wins"
    margin = _margin(transcript)
    return f"{winners} {verb} by {margin}" if margin else f"{winners} {verb}"


def _margin(transcript):
    """Return how many points first place is ahead of the next place."""
    totals, places = transcript.deals[-1].totals, transcript.places
    following = min((place for place in places.values() if place > 1), default=None)
    if following is None:
        return 0
    sign = -1 if transcript.rules.end.wins == "lowest" else 1
    best = min(sign * totals[name] for name in totals if places[name] == 1)
    return max(0, best - max(sign * totals[name] for name in totals if places[name] == following))


def _in_pennies(net):
    whole, rest = divmod(abs(net), 1)
    sign = "+" if net > 0 else "−" if net else ""
    half = {0: "", Fraction(1, 2): "½"}[rest]
    return f"{sign}{whole if whole or not half else ''}{half}"


def test_a_transcript_of_every_scheme_is_played():
    assert len(TRANSCRIPTS) >= 100
    assert {each.rules.scoring.scheme for each in PLAYED} == set(SCHEMES)
