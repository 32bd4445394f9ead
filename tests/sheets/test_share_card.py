"""The picture of a result: its content, its size, and who may see it."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from scorekeeper.colours import palette
from scorekeeper.models import Note
from scorekeeper.queries.board import scoreboard
from scorekeeper.sheets.measure import MM_PER_POINT
from scorekeeper.sheets.pdf import _fonts, render_share_card
from scorekeeper.sheets.share_card import FOOT, HEADLINES, fit_share_card, share_card
from tests.factories import GameFactory, RoundFactory
from tests.scorekeeper.pages import get, text_of

LINK = "https://example.org/watch/abc/def/"


def card_of(game, location=""):
    return share_card(scoreboard(game), location=location, address=LINK)


@pytest.fixture
def helper(client, game):
    """A phone that may only enter scores in the game."""
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    return client


def any_game(group, names, points):
    game = GameFactory(group=group, variant="any-game", names=names)
    texts = {f"points-{side}": str(each) for side, each in enumerate(points, 1)}
    RoundFactory(game=game, deal=1, texts=texts)
    return game


def test_the_card_says_who_won_when_where_and_by_how_much(finished):
    card = card_of(finished, "Grandma’s")

    assert (card.title, card.headline) == ("Progressive Rummy", "Ann wins by 150")
    assert card.facts == "After 15 deals"
    assert card.played.endswith(", Grandma’s")
    assert [(each.place, each.name, each.total) for each in card.standings] == [
        ("1st", "Ann", "0"),
        ("2nd", "Bob", "150"),
        ("2nd", "Cai", "150"),
        ("2nd", "Dee", "150"),
    ]
    assert card.address == LINK


@pytest.mark.parametrize(("players", "lines"), [(4, 2), (12, 0)])
def test_the_story_is_on_the_card_if_there_is_room(group, players, lines):
    names = [f"Player {number}" for number in range(players)]
    game = any_game(group, names, range(players))
    story = "Ann came back from 4th place after round 2, and Bob still led after round 3."

    card = share_card(scoreboard(game), story=story, location="", address=LINK)
    fitted = fit_share_card(card, "", _fonts())

    assert " ".join(fitted.story) == (story if lines else "")
    assert len(fitted.story) == lines


def test_the_lines_of_the_chart_have_the_colours_of_the_sides(group):
    game = any_game(group, ("Ann", "Bob", "Cai"), (-5, 30, 10))

    card = card_of(game)
    fitted = fit_share_card(card, "", _fonts())

    assert [each.name for each in card.standings] == ["Bob", "Cai", "Ann"]
    looks = {each.name: each.look for each in card.standings}
    assert [(line.name, line.look) for line in fitted.lines] == [
        (name, looks[name]) for name in ("Ann", "Bob", "Cai")
    ]
    assert all(line.colour == palette("light")[line.look] for line in fitted.lines)


@pytest.mark.parametrize("number", [2, 6, 7, 12])
def test_everything_fits_with_any_number_of_players(group, number):
    names = [f"Bartholomew Alexander {at}" for at in range(1, number + 1)]
    game = any_game(group, names, [99_999 - at for at in range(number)])

    fitted = fit_share_card(card_of(game), "", _fonts())

    assert sum(map(len, fitted.columns)) == number
    top = float(fitted.css.partition(".plot { top: ")[2].partition("pt")[0])
    assert top + float(fitted.plot.height) / MM_PER_POINT < FOOT
    assert len(fitted.headline) <= max(most for _, most in HEADLINES)
    shares = [row.name for column in fitted.columns for row in column]
    assert all(name.startswith("Bartholomew") for name in shares)


def test_names_that_cannot_be_printed_are_replaced_by_their_columns(group):
    game = any_game(group, ("Ann", "李小龙", "🎲 Zoë 🎉"), (10, 30, 20))
    fonts = replace(_fonts(), others=lambda _char: False)

    fitted = fit_share_card(card_of(game), "", fonts)

    assert fitted.headline == ("No. 2 is in the lead",)
    assert [row.name for column in fitted.columns for row in column] == ["No. 2", "Zoë", "Ann"]
    assert [line.name for line in fitted.lines] == ["Ann", "No. 2", "Zoë"]


def test_in_a_game_with_phases_the_card_shows_the_phase_of_each_player(group):
    game = GameFactory(group=group, variant="phase-rummy", names=("Ann", "Bob", "Cai"))
    texts = {"out": "3", "phase-1": "1", "phase-3": "1"}
    texts |= {"left-points-1": "20", "left-points-2": "60"}
    RoundFactory(game=game, deal=1, texts=texts)

    assert [(each.name, each.total) for each in card_of(game).standings] == [
        ("Cai", "phase 1 · 0"),
        ("Ann", "phase 1 · 20"),
        ("Bob", "60"),
    ]


@pytest.mark.parametrize(
    ("variant", "field", "has_suits"), [("any-game", "points", True), ("farkle", "banked", False)]
)
def test_only_games_with_cards_have_suits_on_their_cards(group, variant, field, has_suits):
    game = GameFactory(group=group, variant=variant, names=("Ann", "Bob"))
    RoundFactory(game=game, deal=1, texts={f"{field}-1": "500", f"{field}-2": "0"})

    assert card_of(game).has_suits == has_suits


def test_a_card_is_1080_by_1350_in_colour_and_small(finished):
    png = render_share_card(card_of(finished))

    with Image.open(BytesIO(png)) as picture:
        assert picture.size == (1080, 1350)
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20)}
    accent, paper = ((31, 90, 73), (248, 244, 234))
    assert {accent, paper} <= colours
    assert len(png) < 120_000


def test_the_page_shows_the_card_and_the_words(phone, finished):
    page = get(phone, f"/games/{finished.code}/share/")

    at = f"/games/{finished.code}/share/result.png"
    picture = page.one("img", class_="picture").attributes
    assert (picture["src"], picture["width"], picture["height"]) == (at, "1080", "1350")
    assert picture["alt"].startswith("Progressive Rummy: Ann wins with 0. After 15 deals: 1st Ann")
    links = {text_of(a): a.attributes for a in page.all("a")}
    assert links["Save picture"]["href"] == at
    assert links["Save picture"]["download"] == f"progressive-rummy-{finished.code}.png"
    words = page.one("textarea", id="words")
    assert "readonly" in words.attributes
    assert text_of(words).startswith("Progressive Rummy: Ann wins by 150 after 15 deals.")
    email = links["Email"]["href"]
    assert email.startswith("mailto:?subject=Progressive%20Rummy%3A%20Ann%20wins%20with%200&body=")
    assert "%0A1st%20Ann%200%0A" in email


def test_only_members_see_where_it_was_played(phone, helper, game):
    Note.objects.create(game=game, location="Grandma’s kitchen")
    at = f"/games/{game.code}/share/"

    assert "Grandma’s kitchen" in phone.get(at).content.decode()
    assert "Grandma’s kitchen" not in helper.get(at).content.decode()
    assert phone.get(f"{at}result.png").content != helper.get(f"{at}result.png").content


def test_who_may_see_the_card(client, phone, game, group):
    blank = GameFactory(group=group)
    answer = phone.get(f"/games/{game.code}/share/result.png")

    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "private, no-cache"
    assert client.get(f"/games/{game.code}/share/result.png").status_code == 404
    assert phone.get(f"/games/{blank.code}/share/result.png").status_code == 404


def test_a_browser_that_has_the_card_gets_304_until_the_game_goes_on(phone, game):
    address = f"/games/{game.code}/share/result.png"
    etag = phone.get(address)["ETag"]
    again = phone.get(address, headers={"If-None-Match": etag, "Accept-Encoding": "gzip"})
    RoundFactory(game=game, deal=3)

    later = phone.get(address, headers={"If-None-Match": etag})

    assert (again.status_code, again.content) == (304, b"")
    assert later.status_code == 200
