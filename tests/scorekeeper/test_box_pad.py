"""The pad of a game in which each side fills boxes: a row for each box, not for each round."""

import pytest

from tests.factories import GameFactory, RoundFactory
from tests.scorekeeper.pages import get, text_of

ROUNDS = [("five-alike 50", "chance 17"), ("sixes 30", "ones 0"), ("fours 20 extra", "twos 6")]


@pytest.fixture
def dice(group):
    """Ann and Bob have played three rounds. Ann’s third is another five of a kind."""
    game = GameFactory(group=group, variant="dice-boxes", names=("Ann", "Bob"))
    for number, turns in enumerate(ROUNDS, 1):
        texts = {}
        for seat, turn in enumerate(turns, 1):
            box, points, *extra = turn.split()
            texts |= {f"box-{seat}": box, f"points-{seat}": points}
            texts |= {f"extra-{seat}": "on"} if extra else {}
        RoundFactory(game=game, deal=number, texts=texts)
    return game


UNIQUE = {"key": "", "csrfmiddlewaretoken": ""}


def empty(page):
    """Return the links of the empty boxes."""
    return [a for a in page.all("a") if "?new&box-" in a.attributes["href"]]


def rows(page):
    return {
        text_of(row.children[0]): [text_of(cell) for cell in row.children[1:]]
        for row in page.all("tr")
        if row.attributes.get("class") == "box"
    }


def test_each_box_has_a_row_with_the_points_in_it(phone, dice):
    page = get(phone, f"/games/{dice.code}/")

    assert rows(page) == {
        "Ones 1 each": ["", "0"],
        "Twos 2 each": ["", "6"],
        "Threes 3 each": ["", ""],
        "Fours 4 each": ["20", ""],
        "Fives 5 each": ["", ""],
        "Sixes 6 each": ["30", ""],
        "Bonus +35 from 63": ["50/63", "6/63"],
        "Three of a kind sum of all dice": ["", ""],
        "Four of a kind sum of all dice": ["", ""],
        "Full house 25": ["", ""],
        "Small straight 30": ["", ""],
        "Large straight 40": ["", ""],
        "Five of a kind 50": ["50", ""],
        "Chance sum of all dice": ["", "17"],
        "Another “Five of a kind” +100 each": ["100", ""],
    }


def test_the_points_in_a_box_lead_to_the_round_that_filled_it(phone, dice):
    page = get(phone, f"/games/{dice.code}/")

    places = {
        text_of(link): link.attributes["href"].removeprefix(f"/games/{dice.code}/rounds/")
        for link in page.all("a")
        if "/#row-" in link.attributes["href"]
    }
    assert places == {
        "0": "2/#row-2",
        "6": "3/#row-2",
        "20": "3/#row-1",
        "30": "2/#row-1",
        "50": "1/#row-1",
        "17": "1/#row-2",
        "100": "3/#row-1",
    }


def test_an_empty_box_leads_to_the_next_round_with_that_box_chosen(phone, dice):
    page = get(phone, f"/games/{dice.code}/")

    links = {a.attributes["aria-label"]: a.attributes["href"] for a in empty(page)}
    assert list(links) == [
        *("Ann: Ones", "Ann: Twos", "Ann: Threes", "Bob: Threes", "Bob: Fours"),
        *("Ann: Fives", "Bob: Fives", "Bob: Sixes", "Ann: Three of a kind"),
        *("Bob: Three of a kind", "Ann: Four of a kind", "Bob: Four of a kind"),
        *("Ann: Full house", "Bob: Full house", "Ann: Small straight", "Bob: Small straight"),
        *("Ann: Large straight", "Bob: Large straight", "Bob: Five of a kind", "Ann: Chance"),
    ]
    address = f"/games/{dice.code}/rounds/4/"
    assert links["Bob: Fives"] == f"{address}?new&box-2=fives#row-2"
    form = get(phone, links["Bob: Fives"].partition("#")[0]).form(address)
    assert (form["box-1"], form["box-2"]) == ("", "fives")


@pytest.mark.parametrize("chosen", ["box-1=fours", "box-1=sevens", "box-3=fives", "points-1=5"])
def test_only_a_free_box_can_be_chosen_by_a_link(phone, dice, chosen):
    address = f"/games/{dice.code}/rounds/4/"

    assert get(phone, f"{address}?{chosen}").form(address) | UNIQUE == (
        get(phone, address).form(address) | UNIQUE
    )


def test_a_filled_box_is_corrected_without_choosing_another(phone, dice):
    address = f"/games/{dice.code}/rounds/1/"

    assert get(phone, f"{address}?box-1=fives").form(address)["box-1"] == "five-alike"


def test_watchers_see_the_boxes_without_links(client, dice):
    page = get(client, f"/watch/{dice.code}/{dice.watch_token}/")

    assert rows(page)["Fours 4 each"] == ["20", ""]
    assert [link for link in page.all("a") if "#row-" in link.attributes["href"]] == []


def test_only_cribbage_has_a_pegging_track(phone, group, dice):
    crib = GameFactory(group=group, variant="cribbage", names=("Ann", "Bob"))

    tracks = [
        [
            each.attributes["aria-label"]
            for each in get(phone, f"/games/{game.code}/").all("div", class_="track")
        ]
        for game in (crib, dice)
    ]

    assert tracks == [["Pegging track: Ann 0, Bob 0"], []]
