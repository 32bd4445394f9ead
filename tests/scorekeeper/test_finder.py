"""Finding games by name: exact names come first, and typos are corrected."""

import pytest
from django.utils.translation import override

from rules.engine.catalogue import catalogue
from rules.reference.other_games import other_games
from scorekeeper.web.game_list import matching_games
from tests.scorekeeper.pages import Page, get, text_of

PAGES = ("/games/new/", "/rules/", "/sheets/")


def found(client, wanted, page="/games/new/"):
    """Return the heading above the results, and their names in order."""
    answer = get(client, page, q=wanted)
    titles = [text.rsplit(" ", 1)[0] for text in answer.texts("summary")]
    return titles, answer.texts("strong")


@pytest.mark.parametrize("page", PAGES)
def test_the_game_of_that_name_comes_first(db, client, page):
    titles, names = found(client, "spades", page)

    assert titles == ["Found"]
    assert names[:2] == ["Spades", "Solo Spades"]
    assert {"Black Maria", "Hearts"} <= set(names[2:])


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("rummy", "Rummy"),
        ("GIN", "Gin Rummy"),
        ("contract  rummy", "Contract Rummy"),
        ("500", "500 (bid)"),
    ],
)
def test_what_is_called_so_comes_before_what_only_mentions_it(db, client, wanted, first):
    assert found(client, wanted)[1][0] == first


@pytest.mark.parametrize(
    ("wanted", "meant", "first"),
    [
        ("cribage", "cribbage", "Cribbage"),
        ("hartz", "hearts", "Hearts"),
        ("yuker", "euchre", "Euchre"),
        ("contract rumy", "contract rummy", "Contract Rummy"),
    ],
)
def test_a_misspelt_name_finds_what_was_meant_and_says_so(db, client, wanted, meant, first):
    titles, names = found(client, wanted)

    assert titles == [f"Results for “{meant}”"]
    assert names[0] == first


@pytest.mark.parametrize("wanted", ["xyzzy", "pizza", "krokinole", "!!!", "<b>"])
def test_what_names_no_game_finds_none(db, client, wanted):
    page = get(client, "/games/new/", q=wanted)

    assert page.texts("summary") == []
    assert page.texts("p", role="status")[0].startswith(f"No game here is called “{wanted}”.")


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        *(("uno", "Uno"), ("Doko", "Doppelkopf"), ("mölk", "Mölkky")),
        *(("Bridge", "Bridge"), ("poker", "Poker"), ("bs", "BS")),
    ],
)
def test_a_known_game_without_rules_here_is_no_other_game(db, client, wanted, name):
    page = get(client, "/games/new/", q=wanted)

    assert page.texts("summary") == []
    assert page.texts("strong") == [name]
    assert "No game here" not in page.words


@pytest.mark.parametrize(
    ("wanted", "slug"),
    [
        *(("Kniffel", "dice-boxes"), ("Yatzy", "dice-boxes")),
        *(("Ten thousand", "farkle"), ("Zilch", "farkle")),
        *(("Ligretto", "nertz"), ("Dutch Blitz", "nertz"), ("Spite and Malice", "skip-stock")),
        *(("Romme", "romme"), ("Remi", "romme"), ("German Rummy", "romme")),
        ("Skyjo", "column-golf"),
    ],
)
def test_a_game_is_found_by_its_other_names(wanted, slug):
    ((_title, games),) = matching_games(wanted)

    assert games[0].slug == slug


def test_a_game_is_found_first_by_its_name_in_another_language():
    with override("de"):
        ((_title, games),) = matching_games("Rummy")

    assert (games[0].slug, games[0].name) == ("rummy", "Einfaches Rommé")


def test_at_least_sixty_other_games_fill_in_any_game():
    variant = catalogue().variant("any-game")
    ends = {game.name: variant.ruleset(game.options).end for game in other_games()}

    assert len(ends) >= 60
    assert (ends["Uno"].wins, ends["Uno"].target) == ("highest", 500)
    assert (ends["Skyjo"].wins, ends["Skyjo"].target) == ("lowest", 100)
    assert (ends["Mini golf"].wins, ends["Mini golf"].deals) == ("lowest", 18)


def test_who_types_gets_the_findings_alone(db, client):
    page = Page(client.get("/games/new/", {"q": "spades"}, headers={"HX-Request": "true"}))

    assert page.texts("h1") == []
    assert page.texts("strong")[0] == "Spades"
    assert page.texts("p", id="shelves-line") == [f"Found: {len(page.texts('strong'))} games."]


def test_who_types_what_names_no_game_hears_so_and_once(db, client):
    page = Page(client.get("/games/new/", {"q": "xyzzy"}, headers={"HX-Request": "true"}))

    assert page.texts("p", id="shelves-line") == ["No game here is called “xyzzy”."]
    assert page.texts("p", role="status") == []


@pytest.mark.parametrize("page", ["/games/new/", "/sheets/"])
def test_a_page_has_the_place_where_findings_are_told(db, client, page):
    assert get(client, page).texts("p", id="shelves-line", aria_live="polite") == [""]


def test_a_game_that_is_missing_can_be_scored_under_its_name(db, client):
    page = get(client, "/games/new/", q="quoits & co")

    (link,) = [a for a in page.all("a") if a.attributes["href"].startswith("/games/new/any-game/")]
    assert text_of(link) == "Any game"
    assert "start Any game and call it “quoits & co”." in page.words
    form = get(client, link.attributes["href"])
    (name,) = [one for one in form.all("input") if one.attributes.get("name") == "figures-name"]
    assert name.attributes["value"] == "quoits & co"
