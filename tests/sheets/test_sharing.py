"""Link previews for a game."""

from io import BytesIO

import pytest
from PIL import Image

from scorekeeper.queries.board import scoreboard
from scorekeeper.sheets.requested import game_sheet, pictured
from tests.factories import GameFactory, RoundFactory, fill, ten_each
from tests.scorekeeper.pages import get, text_of


def watched(game):
    return f"/watch/{game.code}/{game.watch_token}/"


def told(client, game):
    """Return the metadata in the page’s head, by property or name."""
    said = {}
    for meta in get(client, watched(game)).all("meta"):
        attribute = meta.attributes
        key = attribute.get("property") or attribute.get("name", "")
        if key.startswith(("og:", "twitter:")):
            said[key] = attribute["content"]
    return said


def test_a_finished_game_says_who_won(client, finished):
    said = told(client, finished)

    where = f"http://testserver{watched(finished)}"
    height = said.pop("og:image:height")
    places = "1st Ann 0, 2nd Bob 150, 2nd Cai 150, 2nd Dee 150"
    assert int(height) > 1000
    assert said == {
        "og:type": "website",
        "og:site_name": "Scorekeeper",
        "og:title": "Progressive Rummy: Ann wins with 0",
        "og:description": f"After 15 deals: {places}.",
        "og:url": where,
        "og:image": f"{where}result.png",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:alt": f"The score pad: After 15 deals: {places}.",
        "twitter:card": "summary_large_image",
    }


def test_a_game_in_play_says_how_far_it_is(client, game):
    said = told(client, game)

    assert said["og:title"] == "Contract Rummy: 2 of 7 deals played"
    assert said["og:description"] == "After 2 deals: 1st Ann 0, 2nd Bob 20, 2nd Cai 20, 2nd Dee 20."


def test_what_is_told_follows_the_game(client, group):
    game = GameFactory(group=group)
    before = told(client, game)
    RoundFactory(game=game, deal=1)

    after = told(client, game)

    assert before["og:title"] == "Contract Rummy: 0 of 7 deals played"
    assert before["og:description"] == "Ann, Bob, Cai and Dee are playing."
    assert after["og:description"].startswith("After 1 deal: 1st Ann 0, 2nd Bob 10")


def test_winners_share(client, group):
    game = GameFactory(group=group, variant="contract-rummy", names=("Ann", "Bob", "Cai"))
    for deal in range(1, 8):
        out = deal % 2 + 1 if deal < 7 else 3
        texts = {f"left-points-{side}": "10" for side in (1, 2, 3) if side != out}
        RoundFactory(game=game, deal=deal, texts=texts | {"out": str(out)})

    assert told(client, game)["og:title"] == "Contract Rummy: Ann and Bob win with 40"


def test_points_below_nothing_have_a_minus(client, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    RoundFactory(game=game, deal=1, texts={"points-1": "-5", "points-2": "3"})

    assert told(client, game)["og:description"] == "After 1 round: 1st Bob 3, 2nd Ann −5."


def test_the_address_is_that_at_which_it_was_asked(client, game, settings):
    settings.ALLOWED_HOSTS = ["first.example", "second.example"]
    hosts = [
        client.get(watched(game), headers={"host": host}).content.decode()
        for host in ("first.example", "second.example")
    ]

    assert "http://first.example/watch/" in hosts[0]
    assert "http://second.example/watch/" in hosts[1]
    assert "first.example" not in hosts[1]


@pytest.mark.parametrize("players", [3, 5])
def test_the_picture_has_the_size_that_is_told(client, group, players):
    names = ("Ann", "Bob", "Cai", "Dee", "Eve")[:players]
    options = {"no-jokers": True}
    game = GameFactory(group=group, names=names, played=3, options=options)
    RoundFactory(game=game, deal=2, texts=ten_each(game) | {"left-points-2": "25"})

    said = told(client, game)
    answer = client.get(said["og:image"].removeprefix("http://testserver"))

    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "private, no-cache"
    with Image.open(BytesIO(answer.content)) as picture:
        width, height = picture.size
    assert width == int(said["og:image:width"]) == 1200
    assert abs(height - int(said["og:image:height"])) <= 1


def test_a_browser_that_has_the_picture_gets_304_until_the_game_goes_on(
    client, game, django_assert_num_queries
):
    address = f"{watched(game)}result.png"
    etag = client.get(address)["ETag"]
    with django_assert_num_queries(2):  # the log of a long game isn’t read
        again = client.get(address, headers={"If-None-Match": etag})
    RoundFactory(game=game, deal=3)

    later = client.get(address, headers={"If-None-Match": etag})

    assert (again.status_code, again.content) == (304, b"")
    assert later.status_code == 200
    assert later["ETag"] != etag


def test_the_picture_is_for_those_who_may_watch(client, game, finished):
    other = finished.watch_token

    assert client.get(f"/watch/{game.code}/{other}/result.png").status_code == 404
    assert client.get(f"/watch/{game.code}/{game.score_token}/result.png").status_code == 404
    assert client.post(f"{watched(game)}result.png").status_code == 405


def test_a_finished_game_leads_to_its_picture(phone, finished):
    page = get(phone, f"/games/{finished.code}/")

    links = {text_of(a): a.attributes["href"] for a in page.all("a")}
    assert links["Share result"] == f"/games/{finished.code}/share/#picture"
    assert links["Print"] == f"/games/{finished.code}/sheet/"


def test_the_share_page_leads_to_the_picture_of_the_pad(phone, finished):
    page = get(phone, f"/games/{finished.code}/share/")

    assert text_of(page.one("h2", id="picture")) == "Result"
    links = {text_of(a): a.attributes["href"] for a in page.all("a")}
    assert links["Picture of the score pad"] == f"{watched(finished)}result.png"


def test_a_renewed_link_is_advertised_under_its_own_address(client, phone, game):
    old = told(client, game)["og:url"]
    phone.post(f"/games/{game.code}/share/watch/")
    game.refresh_from_db()

    tags = told(client, game)

    where = f"http://testserver{watched(game)}"
    assert where != old
    assert (tags["og:url"], tags["og:image"]) == (where, f"{where}result.png")


def test_the_picture_of_a_long_game_shows_its_latest_deals(client, group):
    games = []
    for deals in (99, 15):
        game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
        RoundFactory(game=game, deal=1, texts={"points-1": "3", "points-2": "1"})
        games.append(fill(game, deals))
    long, short = games

    said = told(client, long)

    assert said["og:image:height"] == told(client, short)["og:image:height"]
    board = scoreboard(long)
    shown = pictured(board, game_sheet(board))
    assert [row.number for row in shown.rows] == list(range(85, 100))
    assert [cell.total for cell in shown.rows[-1].cells] == ["297", "99"]
    answer = client.get(said["og:image"].removeprefix("http://testserver"))
    assert Image.open(BytesIO(answer.content)).height <= 2 * 1200
