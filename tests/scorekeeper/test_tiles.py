"""The tiles on the home page show the pads of games that the transcripts replay."""

import gzip

import pytest

from scorekeeper.presenters.tiles import BOXES, EXAMPLES, game_tiles
from tests.rules.transcript import load_transcripts
from tests.scorekeeper.pages import get, text_of

PLAYED = {transcript.name: transcript for transcript in load_transcripts()}


@pytest.mark.parametrize("slug", EXAMPLES)
def test_the_points_are_those_of_the_transcript(slug):
    played = PLAYED[slug].deals[: len(EXAMPLES[slug])]

    assert EXAMPLES[slug] == tuple(tuple(deal.points.values()) for deal in played)


def test_the_boxes_are_those_of_the_transcript():
    filled = {}
    for deal in PLAYED["dice-boxes"].deals[: len(EXAMPLES["dice-boxes"])]:
        for at, (player, box) in enumerate(deal.entry["box"].items()):
            filled.setdefault(box, [None, None])[at] = deal.points[player]

    assert {box: tuple(filled.get(box, (None, None))) for box in BOXES} == BOXES


def test_the_tiles_name_who_is_in_the_lead():
    tiles = {tile.variant.slug: tile for tile in game_tiles()}

    totals = {slug: [column.total for column in tile.columns] for slug, tile in tiles.items()}
    assert totals == {
        "contract-rummy": [77, 102, 52, 97],
        "hearts": [60, 10, 34, 0],
        "cribbage": [26, 38],
        "spades": [337, -79],
        "dice-boxes": [68, 32],
        "euchre": [1, 4],
    }
    leads = {slug: [column.is_leading for column in tile.columns] for slug, tile in tiles.items()}
    assert leads["contract-rummy"] == [False, False, True, False]
    assert leads["spades"] == [True, False]
    assert [street.last for street in tiles["cribbage"].track.streets] == [30, 60, 90, 121]
    assert [row.label for row in tiles["dice-boxes"].rows] == [
        "Fours",
        "Fives",
        "Sixes",
        "Five of a kind",
    ]


def test_the_home_page_leads_to_six_games(client):
    page = get(client, "/")

    (tiles,) = [each for each in page.all("ul") if "tiles-of-games" in each.attributes["class"]]
    links = {text_of(a): a.attributes["href"] for a in page.all("a") if page_is_in(a, tiles)}
    assert list(links.values()) == [f"/games/new/{slug}/" for slug in EXAMPLES]
    assert all("players" in text for text in links)


def page_is_in(element, parent):
    return any(
        child is element or (not isinstance(child, str) and page_is_in(element, child))
        for child in parent.children
    )


def test_the_pictures_take_few_bytes(client):
    html = client.get("/").content
    start = html.index(b"tiles-of-games")
    pictures = html[start : html.index(b"</ul>", start)]

    assert len(gzip.compress(pictures, 6)) < 2500
