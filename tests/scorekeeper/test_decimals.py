"""Games whose points have decimals, on all pages and in all files that show points."""

import csv
import json
import re
from io import StringIO

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from rules.engine.own_games import Design, DesignItem
from scorekeeper.models import Game, OwnGame, Result, Score
from scorekeeper.presenters.export_files import game_text
from scorekeeper.presenters.result import result_words
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.exports import game_lines, games_of, scores_rows
from scorekeeper.queries.integrity import check_games
from scorekeeper.queries.own_games import variant_in
from scorekeeper.sheets import pdf
from scorekeeper.sheets.filled import filled_sheet
from tests.factories import GameFactory, RoundFactory, rescored, stop_game
from tests.scorekeeper.pages import Page, get, pad_of, send, text_of
from tests.scorekeeper.player_changes import at, enter, standing
from tests.scorekeeper.test_exports import brought_back, everything
from tests.scorekeeper.test_languages import SHOWN

# Ann is left with 19.75 points, and Bob with 26.54.
ROUNDS = (("12.34", "7.08"), ("7,41", "23.72-4.26"))
FIGURE = re.compile(r"(?<![\d.])\d+\.\d\d(?![\d.])")


def play(group, *rounds, decimals="two", **more):
    options = {f"{decimals}-decimal{'s' * (decimals == 'two')}": True} | more
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"), options=options)
    for deal, points in enumerate(rounds, 1):
        texts = {f"points-{side}": text for side, text in enumerate(points, 1)}
        RoundFactory(game=game, deal=deal, texts=texts)
    return Game.objects.get(pk=game.pk)


def test_decimals_have_the_sign_of_the_readers_language(phone, group):
    with override("de"):
        game = play(group, *ROUNDS)

    words = Page(phone.get(game.get_absolute_url(), headers={"accept-language": "de"})).words

    assert "19,75" in words
    assert "19.75" not in words
    # What is stored is the same in every language.
    assert not any(each.problems for each in check_games())
    assert "19.75" in get(phone, game.get_absolute_url()).words


def seen(element):
    """Yield the texts of an element that people see or hear."""
    if isinstance(element, str):
        yield element
    elif element.name not in ("script", "style"):
        yield from (element.attributes[name] for name in SHOWN if name in element.attributes)
        for child in element.children:
            yield from seen(child)


@pytest.fixture
def drawn(monkeypatch):
    """The HTML of the sheets that were printed. None of them is rendered."""
    html = []

    def draw(sheet, page):
        kind = pdf.KINDS[type(sheet)]
        html.append(render_to_string(kind.template, {kind.name: sheet, "page": page}))
        return b""

    monkeypatch.setattr(pdf, "_draw", draw)
    monkeypatch.setattr(pdf, "_pictured", lambda _pdf, _width: b"")
    monkeypatch.setattr(pdf, "_made", lambda *arguments: arguments[-1]())
    return html


# Every page that shows points. A new one belongs here.
PAGES = (
    "/",
    "/games/{over}/",
    "/games/{over}/share/",
    "/games/{game}/",
    "/games/{game}/rounds/3/",
    "/games/{game}/rounds/2/",
    "/games/{game}/table/",
    "/games/{game}/paper/",
    "/games/{game}/changes/",
    "/groups/{group}/",
    "/groups/{group}/history/",
    "/groups/{group}/history/any-game/",
    "/games/{game}/rounds/3/?paper",
    "/groups/{group}/players/{ann}/",
    "/groups/{group}/players/{ann}/{bob}/",
    "/groups/{group}/years/{year}/",
    "/watch/{over}/{token}/",
    "/table/{group}/{table_token}/screen/",
)
PRINTS = (
    "/games/{game}/sheet.pdf?chart=1",
    "/games/{over}/sheet.pdf?chart=1",
    "/watch/{over}/{token}/result.png",
    "/groups/{group}/years/{year}.pdf",
)


def test_no_page_shows_points_in_units(phone, group, drawn):
    stop_game(play(group, ("11.43", "13.12")))
    over = stop_game(play(group, *ROUNDS))
    game = play(group, *ROUNDS)
    people = {name.lower(): group.players.get(name=name).pk for name in ("Ann", "Bob")}
    names = people | {
        "over": over.code,
        "token": over.watch_token,
        "game": game.code,
        "group": group.pk,
        "year": over.played_on.year,
        "table_token": group.watch_token,
    }
    shown = {url: Page(phone.get(url.format(**names), follow=True)).root for url in PAGES}
    preview = get(phone, f"{at(game)}house-rules/").form(f"{at(game)}house-rules/")
    preview |= {"option-lowest-wins": "on"}
    shown["preview"] = Page(phone.post(f"{at(game)}house-rules/?see", preview)).root
    for url in PRINTS:
        assert phone.get(url.format(**names)).status_code == 200
        shown[url] = drawn.pop()
    units = {*Score.objects.values_list("points", flat=True)}
    units |= {*Result.objects.values_list("total", flat=True), 1975 - 2654, 1975 + 2654}
    # The digits in a word, such as the token in a link, are no points.
    pattern = re.compile(rf"(?<![\w.])({'|'.join(str(abs(each)) for each in units)})(?![\w.])")

    texts = {url: " ".join(seen(root)) for url, root in shown.items()}

    assert {url: found for url, text in texts.items() if (found := pattern.findall(text))} == {}
    assert [url for url, text in texts.items() if not FIGURE.search(text)] == []


def test_a_game_is_played_with_one_decimal(phone, group):
    url = "/games/new/any-game/"
    form = get(phone, url).form(url) | {"option-one-decimal": "on", "start-end": "target"}
    form |= {"start-deals": "no-dealer"}
    phone.post(url, form | {"figures-target": "20", "name-1": "Ann", "name-2": "Bob"})
    game = Game.objects.get()
    page = get(phone, f"{at(game)}rounds/1/")
    assert page.one(id="entry").attributes["data-decimals"] == "1"
    assert [text_of(key) for key in page.all("button", data_key=".")] == ["."]

    refused = Page(send(phone, f"{at(game)}rounds/1/", {"points-1": "12.55", "points-2": "1"}))
    assert refused.texts(class_="problem")[0] == (
        "Ann: “12.55” isn’t a number of points with at most 1 decimal. Enter a number such as "
        "12.5, or a sum such as 12.5+3."
    )
    enter(phone, game, 1, **{"points-1": "12.5", "points-2": "−0,5"})
    assert standing(phone, game) == {"Ann": (12.5, 1), "Bob": (-0.5, 2)}
    enter(phone, game, 2, **{"points-1": "7.1+0.4", "points-2": "3"})
    enter(phone, game, 2, **{"points-1": "7.3", "points-2": "3"})
    assert pad_of(get(phone, at(game)))[1:3] == [
        ["1", "12.5 12.5", "−0.5 −0.5"],
        ["2 ✎ corrected", "7.3 19.8", "3.0 2.5"],
    ]
    log = get(phone, f"{at(game)}changes/").one(class_="log")
    assert text_of(log.children[0]).endswith("Ann 7.1+0.4 → 7.3")
    assert text_of(log.children[2]).endswith("Ann 12.5 Bob −0.5")
    assert "Points: 3.0" in get(phone, at(game)).words
    assert rescored() == (2, 0)
    enter(phone, game, 3, **{"points-1": "0.2", "points-2": "0"})
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Ann wins by 17.5"]
    assert page.texts("p", class_="muted")[0] == "20.0 points after 3 rounds. Ann reached 20."


def test_a_correction_and_unusual_points_are_questioned_in_decimals(phone, group):
    game = play(group, ("2.5", "1.5"), ("3.5", "2.5"), decimals="one")

    page = Page(send(phone, f"{at(game)}rounds/2/", {"points-1": "35"}))
    assert "Ann’s points: 3.5 → 35.0. Is that right?" in page.words
    page = Page(send(phone, f"{at(game)}rounds/3/", {"points-1": "40.5", "points-2": "1"}))
    said = "Ann would score 40.5 in this round, compared with an average of about 3.0."
    assert f"{said} Is that right?" in page.words


def test_a_game_with_decimals_comes_back_from_its_files(phone, group):
    game = stop_game(play(group, *ROUNDS))

    record = json.loads(next(game_lines([game])))["game"]
    assert [deal["points"] for deal in record["deals"]] == [
        {"1": 12.34, "2": 7.08},
        {"1": 7.41, "2": 19.46},
    ]
    assert [result["total"] for result in record["results"]] == [19.75, 26.54]
    head, *rows = scores_rows(games_of(group))
    at_points, at_total = head.index("points"), head.index("total")
    assert [(row[at_points], row[at_total]) for row in rows] == [
        (12.34, 12.34),
        (7.08, 7.08),
        (7.41, 19.75),
        (19.46, 26.54),
    ]
    assert everything(brought_back(group)) == everything(group)
    table = phone.get(f"{at(game)}copy.csv").content.decode("utf-8-sig")
    (ann, *_others) = (row for row in csv.DictReader(StringIO(table)) if row["person"] == "Ann")
    assert (ann["points"], ann["total"]) == ("12.34", "12.34")
    assert "Total  19.75  26.54" in game_text(scoreboard(game))
    assert (
        result_words(scoreboard(game)).splitlines()[0]
        == "Any game: Bob wins by 6.79 after 2 rounds."
    )


def test_the_sheet_and_the_page_for_one_have_decimals(phone, group):
    game = play(group, *ROUNDS)
    sheet = filled_sheet(scoreboard(game))
    assert [[(cell.points, cell.total) for cell in row.cells] for row in sheet.rows[:2]] == [
        [("12.34", "12.34"), ("7.08", "7.08")],
        [("7.41", "19.75"), ("19.46", "26.54")],
    ]

    url = f"{at(game)}paper/"
    page = get(phone, url)
    assert (len(page.all("button", data_key=".")), "Photograph" in page.words) == (1, False)
    # Photographs are read as whole numbers.
    assert get(phone, f"{url}photo/").one("form", id="paper")
    typed = {"cell-3-1": "0.25", "cell-3-2": "1", "total-1": "20.01"}
    page = Page(send(phone, url, typed))
    assert "The rows come to 20.00. Correct a number, or clear this total." in page.words
    send(phone, url, typed | {"total-1": "20"})
    assert standing(phone, game) == {"Ann": (20.0, 2), "Bob": (27.54, 1)}


def test_whole_points_are_counted_up_and_players_join_with_them(phone, group):
    game = play(group, ("12.5", "−7.5"), decimals="one")
    form = get(phone, at(game)).form(f"{at(game)}points/")

    phone.post(f"{at(game)}points/", form | {"side": "2", "step": "5"})

    assert standing(phone, game) == {"Ann": (12.5, 1), "Bob": (-2.5, 2)}
    page = get(phone, f"{at(game)}table/")
    action = f"{at(game)}table/join/"
    phone.post(action, page.form(action) | {"name": "Cai", "start": "10"})
    assert standing(phone, game) == {"Ann": (12.5, 1), "Bob": (-2.5, 3), "Cai": (10, 2)}
    enter(phone, game, 2, **{"points-1": "0", "points-2": "0", "points-3": "0.5"})
    assert standing(phone, game)["Cai"] == (10.5, 2)
    assert everything(brought_back(group)) == everything(group)
    assert not any(each.problems for each in check_games())
    assert "starting score 10" in get(phone, f"{at(game)}changes/").words


def test_decimals_are_added_and_removed_during_a_game(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    RoundFactory(game=game, deal=1, texts={"points-1": "12", "points-2": "-3"})
    url = f"{at(game)}house-rules/"

    send(phone, url, {"option-one-decimal": "on"})
    assert pad_of(get(phone, at(game)))[1][1:] == ["12.0 (Ann dealt) 12.0", "−3.0 −3.0"]
    assert rescored() == (1, 0)
    enter(phone, game, 1, **{"points-1": "12.5"})
    form = get(phone, url).form(url)
    form.pop("option-one-decimal")
    page = Page(phone.post(url, form))
    assert "“12.5” isn’t a whole number of points" in page.words
    enter(phone, game, 1, **{"points-1": "13"})
    phone.post(url, form | {"version": str(Game.objects.get().version), "key": "k"})
    assert standing(phone, game) == {"Ann": (13, 1), "Bob": (-3, 2)}


def test_a_game_has_one_or_two_decimals(phone, group):
    url = "/games/new/any-game/"
    form = get(phone, url).form(url) | {"option-one-decimal": "on", "option-two-decimals": "on"}

    page = Page(phone.post(url, form | {"name-1": "Ann", "name-2": "Bob"}))

    assert (page.status, Game.objects.exists()) == (422, False)


def test_an_own_game_has_decimals(phone, group):
    typed = {"name": "Jumps", "item-1-label": "Metres", "item-2-label": "Flags", "decimals": "2"}
    typed |= {"item-1-ask": "points", "item-2-ask": "count", "item-2-worth": "3"}
    phone.post("/games/own/", typed | {"do": "save", "key": "k", "ending": "open"})
    game = GameFactory(group=group, variant=OwnGame.objects.get().slug, names=("Ann", "Bob"))
    items = (DesignItem("Metres"), DesignItem("Flags", "count", 3))
    own = Design.of(variant_in(group, game.variant))
    assert (own.items, own.decimals) == (items, 2)
    assert "Points can have two decimals." in get(phone, f"/rules/{game.variant}/").words

    enter(phone, game, 1, **{"item1-1": "8,95", "item1-2": "7.4", "item2-1": "2"})

    assert standing(phone, game) == {"Ann": (14.95, 1), "Bob": (7.4, 2)}
    assert everything(brought_back(group)) == everything(group)
