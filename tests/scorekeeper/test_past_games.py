"""A group’s history: its games page by page, filters, the search by name, and notes."""

from datetime import date

import pytest

from rules.engine.own_games import Design, DesignItem
from scorekeeper.models import Game, Note
from scorekeeper.queries.past_games import PAGE
from scorekeeper.services.own_games import make_own_game
from tests.factories import GameFactory, GroupFactory, RoundFactory, stop_game
from tests.scorekeeper.pages import Page, get, notices, text_of


def url_of(group):
    return f"/groups/{group.pk}/history/"


def codes_on(page):
    """Return the codes of the listed games, in order."""
    links = page.all("a", class_="past-link")
    return [link.attributes["href"].split("/")[2] for link in links]


def turning(page):
    """Return the URLs of the links to other pages in the list."""
    return {text_of(a): a.attributes["href"] for a in page.all("a") if "rel" in a.attributes}


@pytest.fixture
def many(group):
    """The codes of one more game than two pages can list, latest first."""
    first = GameFactory(group=group, played=1)
    copies = Game.objects.bulk_create(
        Game(group=group, variant=first.variant, ruleset=first.ruleset) for _ in range(2 * PAGE)
    )
    return [game.code for game in reversed([first, *copies])]


def test_older_games_are_on_further_pages(phone, group, many):
    first, second, third = (get(phone, url_of(group), page=number) for number in "123")

    assert PAGE == 25
    assert [codes_on(page) for page in (first, second, third)] == [
        many[:25],
        many[25:50],
        many[50:],
    ]
    assert turning(first) == {"Older games": "?page=2"}
    assert turning(second) == {"Newer games": "?page=1", "Older games": "?page=3"}
    assert turning(third) == {"Newer games": "?page=2"}
    assert [text_of(page.one("h1")) for page in (first, second)] == [
        "All games",
        "All games page 2",
    ]


def test_the_filters_apply_to_all_pages(phone, group, many):
    page = get(phone, url_of(group), q="rummy", page="2")

    assert turning(page) == {"Newer games": "?q=rummy&page=1", "Older games": "?q=rummy&page=3"}


@pytest.mark.parametrize("odd", ["", "x", "0", "-1", "1.5", "4", "9" * 30, "9" * 5000, "\x00", "²"])
def test_a_page_that_does_not_exist_is_the_first(phone, group, many, odd):
    page = get(phone, url_of(group), page=odd)

    assert page.status == 200
    assert codes_on(page) == many[:25]


def test_the_list_shows_date_players_winner_and_margin(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=6)
    RoundFactory(game=game, deal=7, texts={"out": "1", "left-points-2": "5", "left-points-3": "15"})
    Game.objects.update(played_on=date(2026, 3, 7))

    page = get(phone, url_of(group))

    # Ann 0, Bob 6 x 10 + 5
    assert page.texts("a", class_="past-link") == [
        "7 Mar 2026 Contract Rummy Ann, Bob, Cai Ann won with 0 by 65 points"
    ]


def test_an_unfinished_game_shows_who_is_ahead(phone, group):
    GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=2)

    assert get(phone, url_of(group)).texts("span", class_="past-result") == [
        "Deal 3 of 7 · Ann ahead with 0"
    ]


@pytest.fixture
def three(group):
    """Three games by year: rummy in 2024, hearts in 2025, and rummy with a note in 2026."""
    games = {
        2024: GameFactory(group=group, names=("Ann", "Bob", "Änne")),
        2025: GameFactory(group=group, variant="hearts", names=("Ann", "Bob", "Cai", "Dee")),
        2026: GameFactory(group=group, names=("Bob", "Cai", "Dee")),
    }
    for year, game in games.items():
        Game.objects.filter(pk=game.pk).update(played_on=date(year, 1, 1))
    Note.objects.create(game=games[2026], text="Snow all day", location="The hut")
    return {game.code: year for year, game in games.items()}


@pytest.mark.parametrize(
    ("filters", "years"),
    [
        ({}, [2026, 2025, 2024]),
        ({"game": "contract-rummy"}, [2026, 2024]),
        ({"player": "Ann"}, [2025, 2024]),
        ({"year": "2025"}, [2025]),
        ({"game": "contract-rummy", "player": "Cai"}, [2026]),
        ({"game": "hearts", "year": "2024"}, []),
        ({"q": "HEART"}, [2025]),
        ({"q": "änne"}, [2024]),
        ({"q": "snow"}, [2026]),
        ({"q": "Hut"}, [2026]),
        ({"q": "dee"}, [2026, 2025]),
        ({"q": "nobody"}, []),
        ({"q": "%"}, []),
    ],
)
def test_the_list_is_filtered(phone, group, three, filters, years):
    if "player" in filters:
        player = group.players.get(name=filters["player"])
        filters = filters | {"player": str(player.pk)}

    page = get(phone, url_of(group), **filters)

    assert [three[code] for code in codes_on(page)] == years
    assert ("No game matches these filters." in page.words) == (not years)


@pytest.mark.parametrize(
    "odd", [{"game": "no-such"}, {"player": "x"}, {"year": "1"}, {"q": "\x00"}, {"q": "x" * 61}]
)
def test_an_invalid_filter_is_left_out(phone, group, three, odd):
    page = get(phone, url_of(group), **odd)

    assert page.status == 200
    assert len(codes_on(page)) == 3


def test_the_filters_offer_what_the_group_has_played(phone, group, three):
    page = get(phone, url_of(group))

    assert page.texts("option") == [
        *("All games", "Contract Rummy", "Hearts"),
        *("Everyone", "Ann", "Bob", "Cai", "Dee", "Änne"),
        *("All years", "2026", "2025", "2024"),
    ]


def test_games_are_found_by_the_name_that_the_players_gave_them(phone, group, three):
    options = {"name": "Grandma’s Dice"}
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Cai"), options=options)

    assert codes_on(get(phone, url_of(group), q="grandma’s d")) == [game.code]


@pytest.mark.parametrize("name", ["31", "true", "null", "[]"])
def test_a_group_may_call_its_own_game_by_a_number(phone, group, three, name):
    made = make_own_game(group=group, design=Design(name, (DesignItem("Points"),), ""), key="k")
    game = GameFactory(group=group, variant=made.slug, names=("Ann", "Cai"))

    page = get(phone, url_of(group), game=made.slug)

    assert codes_on(page) == [game.code]
    assert page.texts("option")[:4] == ["All games", *sorted([name, "Contract Rummy", "Hearts"])]
    assert f"{name}: records and averages" in page.words
    assert get(phone, f"{url_of(group)}{made.slug}/").texts("h1") == [name]


def test_a_group_without_games_sees_how_to_start_one(phone, group):
    page = get(phone, url_of(group))

    assert "Your group hasn’t played any games yet." in page.words
    assert page.all("form", role="search") == []
    assert "New game" in page.texts("a")


def test_another_groups_games_are_not_listed(phone, stranger, group, three):
    other = GroupFactory()
    GameFactory(group=other)

    assert len(codes_on(get(phone, url_of(group)))) == 3
    assert get(stranger, url_of(group)).status == 404
    assert get(phone, url_of(other)).status == 404


# Notes


def test_a_note_is_saved_and_shown(phone, group, game):
    url = f"/games/{game.code}/note/"
    log = f"/games/{game.code}/changes/"
    typed = {"text": " Ann’s  birthday ", "location": "The hut"}

    answer = phone.post(url, get(phone, log).form(url) | typed)

    assert answer.url == log
    page = get(phone, log)
    assert notices(page) == ["The note has been saved."]
    assert page.form(url) == {
        "csrfmiddlewaretoken": page.form(url)["csrfmiddlewaretoken"],
        "text": "Ann’s birthday",
        "location": "The hut",
    }
    assert get(phone, url_of(group)).texts("p", class_="past-note") == ["Ann’s birthday · The hut"]


def test_a_blank_note_is_deleted(phone, game):
    Note.objects.create(game=game, text="Snow")

    phone.post(f"/games/{game.code}/note/", {"text": " ", "location": ""})

    assert not Note.objects.exists()


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"text": "x" * 121}, "That text is too long. Use at most 120 characters."),
        ({"location": "x" * 41}, "That text is too long. Use at most 40 characters."),
        (
            {"text": "a\u202eb"},
            "That text contains a character that can’t be printed. Remove that character.",
        ),
    ],
)
def test_an_invalid_note_is_refused(phone, game, typed, problem):
    page = Page(phone.post(f"/games/{game.code}/note/", typed))

    assert page.status == 422
    assert problem in page.words
    assert not Note.objects.exists()


def test_only_members_see_and_write_the_note(client, stranger, game):
    Note.objects.create(game=game, text="Snow")
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    url = f"/games/{game.code}/note/"

    page = get(client, f"/games/{game.code}/changes/")

    assert page.status == 200
    assert page.forms(url) == []
    assert [each.post(url, {"text": "x"}).status_code for each in (client, stranger)] == [404, 404]
    assert Note.objects.get().text == "Snow"


def test_a_note_is_no_change_to_the_game(phone, group):
    game = stop_game(GameFactory(group=group, played=1))

    phone.post(f"/games/{game.code}/note/", {"text": "Snow"})

    assert Game.objects.get(pk=game.pk).version == game.version
