"""Games in which players are in different phases: all pages agree on who is ahead."""

import pytest

from scorekeeper.presenters.board import step_text
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.home import recent_games
from scorekeeper.sheets.filled import filled_sheet
from scorekeeper.sheets.sheet import SumRow
from tests.factories import GameFactory, RoundFactory, stop_game
from tests.scorekeeper.pages import get, pad_of, send, text_of

# Ann and Bob make one phase and have 75, and Cai makes two and has 85.
ROUNDS = (
    {"out": "1", "phase-1": "on", "phase-3": "on", "left-points-2": "65", "left-points-3": "85"},
    {"out": "3", "phase-2": "on", "phase-3": "on", "left-points-1": "75", "left-points-2": "10"},
)


@pytest.fixture
def phases(group):
    game = GameFactory(group=group, variant="phase-rummy", names=("Ann", "Bob", "Cai"))
    for number, texts in enumerate(ROUNDS, 1):
        RoundFactory(game=game, deal=number, texts=texts)
    return game


def at(game):
    return f"/games/{game.code}/"


def test_the_pad_has_the_higher_phase_ahead(phone, phases):
    page = get(phone, at(phases))
    leading = [each for each in page.all("td") if "leading" in each.attributes.get("class", "")]

    assert pad_of(page)[0] == ["Round", "Ann phase 2", "Bob phase 2", "Cai phase 3"]
    assert pad_of(page)[-2:] == [["Total", "75", "75", "85"], ["Place", "2nd", "2nd", "★ 1st"]]
    assert [text_of(each).split()[-1] for each in leading] == ["0", "85", "85", "1st"]


def test_a_correction_says_at_which_phase_everybody_was(phone, phases):
    page = get(phone, f"{at(phases)}rounds/2/")

    stands = [text_of(page.one(id=f"row-{side}-stand")) for side in (1, 2, 3)]
    assert [stand.split(" · ")[-1] for stand in stands] == [
        "phase 2: one set of 3, one run of 4",
        "phase 1: two sets of 3",
        "phase 2: one set of 3, one run of 4",
    ]


def test_the_letters_of_wild_and_skip_are_enough(phone, phases):
    url = f"{at(phases)}rounds/3/"
    typed = {"out": "1", "phase-1": "on", "phase-2": "on", "left-points-2": "5"}

    answer = send(phone, url, typed | {"left-cards-3": "w w s 12 12 12 5 5 5 5"})

    assert answer.status_code == 302
    assert pad_of(get(phone, at(phases)))[3][-1] == "115 (Cai dealt) 200"


def test_the_table_stops_and_the_highest_phase_wins(phone, phases):
    page = get(phone, at(stop_game(phases)))

    assert page.texts("p", class_="winner") == ["Cai wins"]
    said = "85 points after 2 rounds. The game was ended early, so the highest phase wins."
    assert said in page.texts("p", class_="muted")
    assert page.texts("ol", class_="places-list") == ["1st Cai 85 2nd Ann 75 2nd Bob 75"]


def test_the_data_have_the_higher_phase_ahead(phone, phases):
    assert phone.get(f"/games/{phases.code}.json").json()["players"] == [
        {"name": "Ann", "total": 75, "place": 2},
        {"name": "Bob", "total": 75, "place": 2},
        {"name": "Cai", "total": 85, "place": 1},
    ]
    assert phone.get(f"/games/{stop_game(phases).code}.json").json()["winners"] == ["Cai"]


def test_the_filled_sheet_has_the_higher_phase_in_first_place(phases):
    sheet = filled_sheet(scoreboard(stop_game(phases)))

    assert sheet.sums == (
        SumRow("Total", ("75", "75", "85")),
        SumRow("Phase", ("1", "1", "2")),
        SumRow("Place", ("2", "2", "1")),
    )
    assert sheet.outcome == "Cai won with phase 2"
    assert sheet.subtitle.endswith(" · The game was ended early, so the highest phase wins")
    assert [[cell.noted for cell in row.cells] for row in sheet.rows[:2]] == [
        [("1",), ("",), ("1",)],
        [("",), ("1",), ("2",)],
    ]


def test_a_sheet_to_go_on_with_has_a_row_for_the_phases(phases):
    sheet = filled_sheet(scoreboard(phases))

    assert sheet.sums[1] == SumRow("Phase", ("", "", ""))
    assert sheet.outcome == "2 rounds played"
    assert sheet.subtitle.endswith(
        " · first to make phase 10; if several do in one round, the lowest total wins"
    )


def test_the_link_says_by_which_phase_the_game_was_won(client, phases):
    def told():
        watched = get(client, f"/watch/{phases.code}/{phases.watch_token}/")
        metas = [meta.attributes for meta in watched.all("meta")]
        said = {meta.get("property"): meta["content"] for meta in metas if "content" in meta}
        return said["og:title"], said["og:description"]

    places = "After 2 rounds: 1st Cai 85 (phase 2), 2nd Ann 75 (phase 1), 2nd Bob 75 (phase 1)."
    assert told() == ("Phase rummy, ten phases: 2 rounds played", places)
    stop_game(phases)
    assert told() == ("Phase rummy, ten phases: Cai wins with phase 2", places)


def test_the_first_page_says_with_which_phase_somebody_is_ahead(phone, phases):
    def line():
        return get(phone, "/").one("a", class_="card-link")

    assert "Round 3 · Cai ahead with phase 2" in text_of(line())
    stop_game(phases)
    assert "Cai won with phase 2" in text_of(line())


def test_before_the_first_phase_totals_are_told(phone, group):
    game = GameFactory(group=group, variant="phase-rummy", names=("Ann", "Bob"))
    texts = {"left-points-1": "60", "left-points-2": "65"}
    RoundFactory(game=game, deal=1, texts=texts | {"ran-out": "on"})

    assert "Round 2 · Ann ahead with 60" in text_of(get(phone, "/").one("a", class_="card-link"))
    assert step_text(scoreboard(game), "1") == ""


def test_the_list_of_games_names_who_is_at_the_higher_phase(group, phases):
    def told():
        (line,) = recent_games([group])
        return line.leaders, line.total, line.is_finished

    assert told() == (("Cai",), 85, False)
    stop_game(phases)
    assert told() == (("Cai",), 85, True)


def test_where_the_lowest_total_wins_outright_the_lists_go_by_totals(group):
    game = GameFactory(
        group=group,
        variant="phase-rummy",
        names=("Ann", "Bob", "Cai"),
        options={"low-total-wins-outright": True},
    )
    for number, texts in enumerate(ROUNDS, 1):
        RoundFactory(game=game, deal=number, texts=texts)

    assert [line.leaders for line in recent_games([group])] == [("Ann", "Bob")]
    assert [column.place for column in scoreboard(game).columns] == [1, 1, 3]
