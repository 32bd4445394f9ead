"""Golf: the page explains how to type the cards in a grid, and accepts several notations."""

import pytest

from tests.factories import GameFactory
from tests.scorekeeper.pages import get, pad_of, send

HINT = "Enter cards by column, or by row with / in between."


@pytest.fixture
def golf(group):
    return GameFactory(group=group, variant="golf", names=("Ann", "Bob"))


def url_of(game):
    return f"/games/{game.code}/rounds/1/"


def test_the_entry_says_how_the_cards_are_typed(phone, golf):
    page = get(phone, url_of(golf))

    assert page.texts("p", class_="hint") == [HINT]
    field = page.one("input", name="grid-cards-1").attributes
    assert (field["placeholder"], field["data-rows"], field["data-cancel"]) == (
        "by columns",
        "2",
        "column",
    )
    assert len(page.all("button", aria_label="Next row")) == 1


def test_the_entry_of_other_games_has_no_word_of_columns(phone, game):
    page = get(phone, url_of(game))

    assert HINT not in page.texts("p", class_="hint")
    assert page.one("input", name="left-cards-1").attributes["placeholder"] == "K K 5 JK"
    assert page.all("button", aria_label="Next row") == []


def test_cards_are_saved_as_they_lie_and_come_back_so(phone, golf):
    typed = {"grid-cards-1": "7 K 2 / 7 4 Q", "grid-cards-2": "7 7 K 4 2 Q"}

    assert send(phone, url_of(golf), typed).status_code == 302

    assert pad_of(get(phone, f"/games/{golf.code}/"))[1] == ["1", "12 (Ann dealt) 12", "12 12"]
    assert get(phone, url_of(golf)).form(url_of(golf))["grid-cards-1"] == "7 K 2 / 7 4 Q"
