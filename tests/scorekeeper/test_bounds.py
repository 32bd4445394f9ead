"""The performance budgets in docs/architecture.md: query counts and payload sizes."""

import gzip
from functools import partial
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from scorekeeper.services.months import keep_months
from scorekeeper.static_files import is_ours, minified
from tests.factories import GameFactory, RoundFactory, fill, stop_game, ten_each
from tests.queries import assert_queries, queries
from tests.scorekeeper.pages import Page, get

EIGHT = ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal")


def long_game(group, played):
    """Return a game for eight with a hundred deals, of which ``played`` have been played."""
    game = GameFactory(group=group, variant="may-i", names=EIGHT, deals=100, played=min(played, 1))
    return fill(game, played) if played > 1 else game


def saving(phone, game, deal, **typed):
    """Return the queries made by saving a deal through its page, including transactions.

    ``typed`` replaces the usual ten points of each player.
    """
    url = f"/games/{game.code}/rounds/{deal}/"
    filled = get(phone, url).form(url) | ten_each(game) | typed

    def save():
        assert phone.post(url, filled).status_code == 302

    return queries(save)


@pytest.mark.parametrize("before", [0, 1, 14])
@pytest.mark.parametrize("variant", ["may-i", "contract-rummy-eight"])
def test_a_deal_of_eight_is_saved_in_eleven_queries(phone, group, variant, before):
    game = GameFactory(group=group, variant=variant, names=EIGHT, deals=15, played=before)

    # The deal that ends the game also stores its result.
    assert_queries(saving(phone, game, before + 1), 11 + (before == 14))


@pytest.mark.parametrize("before", [0, 1, 14])
def test_a_deal_of_fifteen_is_saved_in_eleven_queries(phone, group, before):
    game = GameFactory(group=group, variant="progressive-rummy", names=EIGHT[:5], played=before)

    assert_queries(saving(phone, game, before + 1), 11 + (before == 14))


@pytest.mark.parametrize("before", [1, 14])
def test_a_deal_is_corrected_in_twelve_queries(phone, group, before):
    game = GameFactory(group=group, variant="may-i", names=EIGHT, deals=15, played=before)

    assert_queries(saving(phone, game, 1, **{"left-points-2": "20"}), 12)


@pytest.mark.parametrize("played", [0, 1, 100])
@pytest.mark.parametrize("address", ["/games/{game.code}/", "/games/{game.code}.json"])
def test_the_pad_takes_six_queries_however_many_deals(phone, group, address, played):
    game = long_game(group, played)

    def look():
        assert phone.get(address.format(game=game)).status_code == 200

    # The page of a finished game also looks for its rematch, and its story adds up earlier months.
    is_followed = played == 100 and not address.endswith(".json")
    assert_queries(queries(look), 12 if is_followed else 6)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "part"])
@pytest.mark.parametrize("played", [1, 100])
def test_a_watched_pad_takes_five_queries(client, group, played, headers):
    game, url = long_game(group, played), "/watch/{0.code}/{0.watch_token}/"

    def look():
        assert client.get(url.format(game), headers=headers).status_code == 200

    assert_queries(queries(look), 6 if played == 100 else 5)


@pytest.mark.parametrize(("played", "deal", "number"), [(1, 1, 6), (100, 1, 6), (99, 100, 5)])
def test_the_entry_page_takes_six_queries_at_most(phone, group, played, deal, number):
    game = long_game(group, played)

    def look():
        assert phone.get(f"/games/{game.code}/rounds/{deal}/").status_code == 200

    # Of the next deal, it also reads the hands that players have sent, but no earlier deals.
    assert_queries(queries(look), number)


@pytest.mark.parametrize("played", [1, 30])
def test_the_log_takes_eight_queries(phone, group, played):
    game = long_game(group, played)

    def look():
        assert phone.get(f"/games/{game.code}/changes/").status_code == 200

    assert_queries(queries(look), 8)


@pytest.mark.parametrize("games", [1, 3, 20])
def test_the_first_page_takes_four_queries_however_many_games(phone, group, games):
    for _ in range(games):
        GameFactory(group=group, played=2)

    def look():
        assert phone.get("/").status_code == 200

    assert_queries(queries(look), 4)


@pytest.mark.parametrize("games", [1, 3, 20])
def test_the_page_of_a_group_takes_nine_queries_however_many_games(phone, group, games):
    for _ in range(games):
        GameFactory(group=group, played=2)

    def look():
        assert phone.get(f"/groups/{group.pk}/").status_code == 200

    assert_queries(queries(look), 9)


@pytest.mark.parametrize("games", [1, 30])
@pytest.mark.parametrize("filters", ["", "?q=ann&player={player.pk}&year=2026"])
def test_the_history_takes_eight_queries_however_many_games(phone, group, games, filters):
    first = GameFactory(group=group, played=2)
    player = first.seats.first().player
    for _ in range(games - 1):
        GameFactory(group=group)

    def look():
        url = f"/groups/{group.pk}/history/{filters.format(player=player)}"
        assert phone.get(url).status_code == 200

    assert_queries(queries(look), 8)


@pytest.mark.parametrize("games", [1, 8])
def test_statistics_take_a_constant_number_of_queries(phone, group, games):
    for number in range(games):
        names = ("Ann", "Bob", f"Cai {number}")
        stop_game(GameFactory(group=group, names=names, played=1 + number % 3))
    ann, bob = (group.players.get(name=name).pk for name in ("Ann", "Bob"))
    urls = [f"players/{ann}/", f"players/{ann}/{bob}/", "history/contract-rummy/"]
    keep_months(group=group)

    for url, number in zip(urls, (9, 10, 8), strict=True):
        assert_queries(queries(partial(phone.get, f"/groups/{group.pk}/{url}")), number)


@pytest.mark.parametrize(
    "url",
    [
        "/",
        "/rules/",
        "/rules/contract-rummy/",
        "/rules.json",
        "/rules/contract-rummy.json",
        "/rules/search?q=what+is+a+joker+worth",
        "/rules/search.json?q=jokr",
        "/games/new/",
        "/games/new/contract-rummy/",
        "/sheets/",
    ],
)
def test_public_pages_ask_no_database_for_a_browser_that_never_wrote(db, client, url):
    assert queries(lambda: client.get(url)) == []


def zipped(paths):
    """Return the payload size of these files as collected, each compressed separately."""
    files = {path: Path(finders.find(path)).read_bytes() for path in paths}
    served = [minified(file) if is_ours(path) else file for path, file in files.items()]
    return sum(len(gzip.compress(file, 9)) for file in served)


def test_a_game_is_light_on_the_wire(phone, game, finished):
    scripts, styles = set(), set()
    for url in (
        f"/games/{game.code}/",
        f"/games/{finished.code}/",
        f"/games/{game.code}/rounds/3/",
    ):
        page = Page(phone.get(url))
        scripts |= {
            script.attributes["src"].removeprefix("/static/") for script in page.all("script")
        }
        styles |= {
            link.attributes["href"].removeprefix("/static/")
            for link in page.all("link", rel="stylesheet")
        }

    # The page also lists imported modules (see test_static_files.py).
    assert {"js/entry.js", "js/cards.js"} <= scripts
    assert len(scripts) <= 19
    assert "css/app.css" in styles
    assert 1_000 < zipped(scripts) <= 37_600
    assert 1_000 < zipped(styles) <= 15_100


def test_a_long_game_is_light_on_the_wire(phone, group):
    game = GameFactory(group=group, variant="may-i", names=EIGHT, deals=100)
    texts = ten_each(game) | {"left-points-2": "", "left-cards-2": "K Q J 10 9 8 7 6 5 4"}
    RoundFactory(game=game, deal=1, texts=texts)
    fill(game, 100)

    page = phone.get(f"/games/{game.code}/").content

    assert len(gzip.compress(page, 6)) <= 40_000


@pytest.mark.parametrize("deals", [15, 100])
def test_a_pad_fetches_little_more_than_the_deal_that_was_saved(phone, group, deals):
    game = GameFactory(group=group, variant="may-i", names=EIGHT, deals=deals, played=1)
    fill(game, deals - 2)
    url, shown = game.get_absolute_url(), {"HX-Request": "true", "Accept-Encoding": "gzip"}
    etag = get(phone, url).one(id="live").attributes["data-etag"]
    left = {f"left-points-{side}": str(10 * side + 5) for side in range(2, 8)}
    texts = ten_each(game) | left | {"left-points-8": "", "left-cards-8": "K Q J 10 5 5 JK"}
    RoundFactory(game=game, deal=deals - 1, texts=texts)

    parts = phone.get(url, headers=shown | {"X-Parts": "changed", "If-None-Match": etag})

    assert parts["Content-Encoding"] == "gzip"
    assert len(parts.content) <= 2_048


@pytest.mark.parametrize(
    "url",
    [
        "/rules/",
        "/rules/?q=hearts",
        "/rules.json",
        "/rules/contract-rummy/",
        "/rules/contract-rummy/hand/?hand=7H+7D+JK",
        "/rules/contract-rummy.json",
        "/rules/contract-rummy/card.pdf",
        "/rules/search?q=joker",
        "/rules/search.json?q=joker",
        "/rules/compare?v=hearts&v=spades",
        "/rules/compare.json?v=hearts&v=spades",
        "/rules/glossary/",
        "/rules/mentioned/",
        "/rules/no-such-game/",
        "/sheets/",
        "/sheets/contract-rummy.pdf",
    ],
)
def test_public_pages_ask_no_database_even_for_a_known_phone(phone, django_assert_num_queries, url):
    with django_assert_num_queries(0):
        assert phone.get(url).status_code in (200, 404)


@pytest.mark.parametrize(
    ("url", "most"),
    [
        ("/", 6_000),
        ("/games/new/contract-rummy/", 5_000),
        ("/games/{game.code}/", 5_000),
        ("/games/{game.code}/rounds/3/", 5_000),
        ("/games/{game.code}/share/", 5_000),
        ("/rules/contract-rummy/", 12_000),
        ("/rules/contract-rummy/hand/?hand=7H+7D+JK", 5_000),
        ("/sheets/contract-rummy/", 5_000),
    ],
)
def test_pages_are_light_on_the_wire(phone, game, url, most):
    page = phone.get(url.format(game=game), headers={"Accept-Encoding": "gzip"})

    assert page["Content-Encoding"] == "gzip"
    assert len(page.content) <= most


@pytest.mark.parametrize("url", ["/", "/rules/contract-rummy/", "/sheets/contract-rummy/"])
def test_styles_of_public_pages_are_light_on_the_wire(client, url):
    page = get(client, url)
    links = [link.attributes["href"] for link in page.all("link", rel="stylesheet")]

    assert zipped({link.removeprefix("/static/") for link in links}) <= 17_300
