"""Changing the table while a game goes on: who sits down late, leaves, gets another name or deals,
and the end that the table decides.
"""

import pytest

from rules.engine.errors import RulesError
from rules.engine.catalogue import catalogue
from scorekeeper.models import Change, Game, Player, Round, Seat, Side
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.chart import totals_chart
from scorekeeper.queries.home import last_names
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.rounds import Reported, record_deal, redo, undo
from scorekeeper.services.tables import come_back, join, leave, rename, set_dealer, stop
from scorekeeper.services.writes import OutdatedError
from scorekeeper.sheets.layout import filled_sheet
from tests.factories import (
    AuthorFactory,
    GameFactory,
    PlayerFactory,
    RoundFactory,
    fill,
    rescored,
    ten_each,
)
from tests.scorekeeper import test_history
from tests.scorekeeper.pages import (
    Page,
    asked,
    attributes,
    get,
    notices,
    pad_of,
    problems,
    send,
    text_of,
)

CHANGED = "This game has changed since this page was made."
NOT_HERE = "That player is not at this table; choose one of the names."
OVER = "The game is over; undo its end first."
EIGHT = ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal")

# Every change of the table, with what it is told besides the game and its author.
CHANGES = {
    "join": (join, {"name": "Eve", "start": 40}),
    "leave": (leave, {"side": 4}),
    "rename": (rename, {"side": 2, "name": "Bea"}),
    "dealer": (set_dealer, {"position": 1}),
    "stop": (stop, {}),
}
SENT = {
    "join": {"name": "Eve", "start": "40"},
    "leave": {"number": "4"},
    "rename": {"number": "2", "name": "Bea"},
    "dealer": {"number": "1"},
    "stop": {},
}
every_change = pytest.mark.parametrize("what", CHANGES)
NAMES = (*EIGHT, "Ida", "Jon", "Kim", "Lou")
PAGES = (
    "/games/{game.code}/",
    "/games/{game.code}/rounds/1/",
    "/games/{game.code}/table/",
    "/games/{game.code}/changes/",
    "/games/{game.code}/rules/",
    "/games/{game.code}/share/",
    "/games/{game.code}/sheet/",
    "/watch/{game.code}/{game.watch_token}/",
    "/",
)
# What is drawn of a game.
DRAWN = (
    "/games/{game.code}/sheet.pdf",
    "/games/{game.code}/sheet.png",
    "/watch/{game.code}/{game.watch_token}/result.png",
)
# Games at whose table people come and go.
CHANGING = [
    variant
    for variant in catalogue().variants.values()
    if variant.standard.players.team == 1
    and variant.standard.players.min < variant.standard.players.max
]


def at(game):
    """The address of a game’s pad."""
    return f"/games/{game.code}/"


def change(game, what, **said):
    """Change the table from the game as it stands."""
    act, usual = CHANGES[what]
    act(game=game, author=AuthorFactory(game=game), **(usual | said))


def press(phone, game, what, **sent):
    """Press a button of the page of the table, as it is now; return the page that follows."""
    action = f"{at(game)}table/{what}/"
    form = get(phone, f"{at(game)}table/").forms(action)[0]
    return Page(phone.post(action, form | SENT[what] | sent, follow=True))


def enter(phone, game, deal, **typed):
    answer = send(phone, f"{at(game)}rounds/{deal}/", typed)
    assert (answer.status_code, answer.url) == (302, at(game))


def data_of(phone, game):
    return phone.get(f"/games/{game.code}.json").json()


def standing(phone, game):
    """Total and place of everybody, by name."""
    return {p["name"]: (p["total"], p["place"]) for p in data_of(phone, game)["players"]}


def dealers(phone, game):
    return [deal["dealer"] for deal in data_of(phone, game)["deals"]]


def stored(game):
    """Everything that is stored of a game but its log, its version and its times."""
    sides = Side.objects.filter(game=game)
    seats = Seat.objects.filter(game=game)
    table = Game.objects.values("next_dealer", "stopped").get(pk=game.pk)
    return (
        test_history.stored(game),
        list(sides.values_list("number", "name", "joined", "start", "left", "status")),
        list(seats.values_list("position", "side__number", "player__name")),
        table,
    )


# Sitting down late


def test_who_sits_down_late_has_a_column_with_a_starting_score(phone, game):
    press(phone, game, "join")

    rows = pad_of(get(phone, at(game)))
    assert rows[0] == ["Deal", "Ann", "Bob", "Cai", "Dee", "Eve"]
    assert [row[-1] for row in rows[1:4]] == ["not at the table", "not at the table", ""]
    assert rows[-2] == ["Total", "0", "20", "20", "20", "40"]
    assert rows[-1] == ["Place", "★ 1.", "2.", "2.", "2.", "5."]


def test_the_deals_before_say_nothing_of_who_sits_down_late(phone, game):
    press(phone, game, "join")

    data = data_of(phone, game)
    assert data["players"][-1] == {
        "name": "Eve",
        "total": 40,
        "place": 5,
        "starts": 40,
        "away": [1, 2],
    }
    assert [[side["name"] for side in deal["points"]] for deal in data["deals"]] == [
        ["Ann", "Bob", "Cai", "Dee"],
        ["Ann", "Bob", "Cai", "Dee"],
        *[[]] * 5,
    ]


def test_the_next_deal_asks_the_new_player_and_an_earlier_one_does_not(phone, game):
    press(phone, game, "join")

    third = get(phone, f"{at(game)}rounds/3/")
    assert {"left-cards-5", "left-points-5"} <= asked(third)
    (row,) = third.all("fieldset", id="row-5")
    assert attributes(row)["data-total"] == "40"
    assert [text_of(option) for option in third.one("select", name="dealer").children] == [
        "Ann", "Bob", "Cai", "Dee", "Eve",
    ]  # fmt: skip
    first = get(phone, f"{at(game)}rounds/1/")
    assert {"left-cards-4", "left-points-4"} <= asked(first)
    assert not {"left-cards-5", "left-points-5"} & asked(first)


def test_the_points_of_a_new_player_go_on_top_of_the_start(phone, game):
    press(phone, game, "join", start="-15")
    same = {f"left-points-{number}": "10" for number in (2, 3, 4)}

    enter(phone, game, 3, out="1", **same, **{"left-points-5": "12+11"})
    assert standing(phone, game)["Eve"] == (8, 2)
    enter(phone, game, 4, out="5", **same, **{"left-points-1": "7"})

    assert standing(phone, game) == {
        "Ann": (7, 1),
        "Bob": (40, 3),
        "Cai": (40, 3),
        "Dee": (40, 3),
        "Eve": (8, 2),
    }


def test_the_deal_comes_round_to_a_new_player_last(phone, game):
    press(phone, game, "join")

    assert dealers(phone, game) == ["Ann", "Bob", "Cai", "Dee", "Eve", "Ann", "Bob"]


def test_a_deal_before_cannot_be_corrected_to_have_the_new_player_in_it(phone, game):
    press(phone, game, "join")
    before = stored(game)
    url = f"{at(game)}rounds/1/"

    hand = Page(send(phone, url, {"left-points-5": "10"}))
    dealt = send(phone, url, {"dealer": "5"})

    assert hand.status == 422
    assert problems(hand) == ["“Left in hand” is not asked there after this deal; leave it out."]
    assert dealt.status_code == 302  # nobody of that place dealt, so the dealer stays
    assert stored(game) == before


def test_a_player_may_sit_down_before_the_first_deal(phone, group):
    game = GameFactory(group=group)

    press(phone, game, "join")
    enter(phone, game, 1, out="5", **{f"left-points-{number}": "10" for number in range(1, 5)})

    assert standing(phone, game) == {
        "Ann": (10, 1),
        "Bob": (10, 1),
        "Cai": (10, 1),
        "Dee": (10, 1),
        "Eve": (40, 5),
    }
    assert pad_of(get(phone, at(game)))[1][-1] == "went out, 0 40"


def test_several_players_may_sit_down_one_after_the_other(phone, group):
    game = GameFactory(group=group, variant="may-i", names=EIGHT[:4], played=1)

    press(phone, game, "join", name="Eve", start="5")
    enter(phone, game, 2, **ten_each(game))
    press(phone, game, "join", name="Fay", start="")

    assert list(game.sides.values_list("number", "name", "joined", "start")) == [
        (1, "Ann", 1, 0),
        (2, "Bob", 1, 0),
        (3, "Cai", 1, 0),
        (4, "Dee", 1, 0),
        (5, "Eve", 2, 5),
        (6, "Fay", 3, 0),
    ]
    assert standing(phone, game) == {
        "Ann": (0, 1),
        "Bob": (20, 4),
        "Cai": (20, 4),
        "Dee": (20, 4),
        "Eve": (15, 3),
        "Fay": (0, 1),
    }
    assert dealers(phone, game)[:7] == ["Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Ann"]


def test_a_new_player_is_known_at_the_table_afterwards(phone, group, game):
    press(phone, game, "join", name="  Eve   Marie ")

    assert group.players.filter(name="Eve Marie").count() == 1
    assert "Eve Marie" in " ".join(get(phone, f"/groups/{group.pk}/").texts("p"))


def test_a_new_player_who_is_known_already_stays_one_person(group, game):
    zoe = PlayerFactory(group=group, name="Zoë")

    change(game, "join", name="ZOË")

    assert Seat.objects.get(game=game, position=5).player == zoe
    assert Player.objects.filter(group=group).count() == 5


def test_people_of_the_table_are_offered_who_do_not_sit_here_yet(phone, group, game):
    PlayerFactory(group=group, name="Zoe")

    page = get(phone, f"{at(game)}table/")

    offered = [attributes(option)["value"] for option in page.one("datalist").children]
    assert offered == ["Zoe"]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"name": "bob"}, "“bob” has a column already; choose another name."),
        ({"name": ""}, "Type a name."),
        ({"name": "x" * 25}, "That name is too long; use 24 characters at most."),
        ({"start": "many"}, "Write a whole number of points, such as 40."),
        ({"start": "4.5"}, "Write a whole number of points, such as 40."),
        ({"start": "100001"}, "Nobody starts that high; write fewer points."),
        ({"start": "-100001"}, "Nobody starts that low; write fewer points."),
    ],
)
def test_what_cannot_sit_down_is_refused_and_stays_typed(phone, game, typed, problem):
    before = stored(game)
    typed = {"name": "Eve", "start": "40"} | typed

    page = press(phone, game, "join", **typed)

    assert page.status == 422
    assert page.texts("p", role="alert") == [problem]
    sent = page.form(f"{at(game)}table/join/")
    assert (sent["name"], sent["start"]) == (typed["name"], typed["start"])
    assert stored(game) == before
    assert Game.objects.get(pk=game.pk).version == 3


def test_the_name_of_a_player_and_that_of_a_column_are_both_taken(phone, group, game):
    GameFactory(group=group)  # in which Bob sits, too, and so stays Bob
    change(game, "rename", name="Bea")

    for name in ("Bob", "Bea"):
        page = press(phone, game, "join", name=name)

        assert page.texts("p", role="alert") == [
            f"“{name}” has a column already; choose another name."
        ]


def test_a_full_table_takes_nobody(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)

    page = press(phone, game, "join", name="Fay")

    assert page.status == 422
    assert page.texts("p", role="alert") == ["Contract Rummy is for 3 to 5 players; you named 6."]


def test_somebody_who_left_makes_room(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)
    change(game, "leave", side=2)

    press(phone, game, "join", name="Fay", start="25")

    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bob", "Cai", "Dee", "Eve", "Fay"]
    assert dealers(phone, game) == ["Ann", "Cai", "Dee", "Eve", "Fay", "Ann", "Cai"]


def test_nobody_joins_a_game_with_too_few_payments(group):
    game = GameFactory(
        group=group,
        variant="progressive-rummy",
        names=EIGHT[:3],
        options={"custom-settlement": [2, 4]},
    )

    with pytest.raises(RulesError) as refused:
        change(game, "join")

    assert str(refused.value) == (
        "The payments need a figure for each place from second to last: 3 figures for 4 players."
    )


@pytest.mark.parametrize("what", ["join", "leave"])
def test_partners_neither_join_nor_leave(phone, group, what):
    game = GameFactory(group=group, variant="euchre")
    before = stored(game)
    page = get(phone, f"{at(game)}table/")
    action = f"{at(game)}table/{what}/"
    assert page.forms(action) == []

    answer = phone.post(action, {"version": "1", "key": "k"} | SENT[what], follow=True)

    page = Page(answer)
    said = page.texts("p", role="alert") + notices(page)
    assert said == [
        {
            "join": "Partners play this game; nobody can join them alone.",
            "leave": "Partners play this game; end it when one of them leaves.",
        }[what]
    ]
    assert stored(game) == before


def test_a_start_beyond_every_game_is_refused_whoever_asks(game):
    with pytest.raises(RulesError) as refused:
        change(game, "join", start=-100_001)

    assert str(refused.value) == "-100001 points are more than any game has; start with fewer."


# Leaving


def test_who_leaves_keeps_the_column_and_plays_no_further_deal(phone, game):
    press(phone, game, "leave")

    rows = pad_of(get(phone, at(game)))
    assert rows[0] == ["Deal", "Ann", "Bob", "Cai", "Dee"]
    assert rows[-2] == ["Total", "0", "20", "20", "20"]
    assert rows[-1] == ["Place", "★ 1.", "2.", "2.", "4."]
    page = get(phone, f"{at(game)}rounds/3/")
    assert not {"left-cards-4", "left-points-4"} & asked(page)
    assert "Dee" not in page.texts("legend")
    assert "no longer in" in get(phone, f"{at(game)}table/").texts("span", class_="tag")


def test_the_game_goes_on_without_who_left(phone, game):
    press(phone, game, "leave")

    enter(phone, game, 3, out="2", **{"left-points-1": "5", "left-points-3": "10"})

    assert standing(phone, game) == {"Ann": (5, 1), "Bob": (20, 2), "Cai": (30, 3), "Dee": (20, 4)}
    assert pad_of(get(phone, at(game)))[3] == [
        "3 two runs of 4",
        "5 5",
        "went out, 0 20",
        "10 (Cai dealt) 30",
        "not at the table",
    ]
    assert dealers(phone, game) == ["Ann", "Bob", "Cai", "Ann", "Bob", "Cai", "Ann"]


def test_who_left_is_not_the_winner_however_few_points(phone, game):
    press(phone, game, "leave", number="1")
    press(phone, game, "stop")

    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Bob, Cai and Dee win"]
    assert standing(phone, game) == {"Ann": (0, 4), "Bob": (20, 1), "Cai": (20, 1), "Dee": (20, 1)}
    line = " ".join(get(phone, "/").texts("a", class_="card-link"))
    assert "Bob and Cai and Dee won with 20" in line


def test_a_hand_of_who_left_is_refused(phone, game):
    press(phone, game, "leave")

    page = Page(send(phone, f"{at(game)}rounds/3/", ten_each(game)))

    assert page.status == 422
    assert problems(page) == ["“Left in hand” is not asked there after this deal; leave it out."]
    assert Round.objects.filter(game=game).count() == 2


def test_a_deal_before_can_still_be_corrected_for_who_left(phone, game):
    press(phone, game, "leave")

    enter(phone, game, 2, **{"left-points-4": "25"})

    assert standing(phone, game)["Dee"] == (35, 4)


# Coming back


def come_again(phone, game, number="4", **typed):
    """Press “Comes back” for that column; return the page that follows."""
    action = f"{at(game)}table/back/"
    (form,) = get(phone, f"{at(game)}table/").forms(action)
    return Page(phone.post(action, form | {"number": number} | typed, follow=True))


def test_who_left_may_come_back_with_the_points_of_before(phone, game):
    press(phone, game, "leave")
    enter(phone, game, 3, out="2", **{"left-points-1": "5", "left-points-3": "10"})

    come_again(phone, game)
    enter(phone, game, 4, out="1", **{f"left-points-{number}": "10" for number in (2, 3, 4)})

    rows = pad_of(get(phone, at(game)))
    assert rows[0] == ["Deal", "Ann", "Bob", "Cai", "Dee"]
    assert [row[-1] for row in rows[3:5]] == ["not at the table", "10 (Dee dealt) 30"]
    assert standing(phone, game) == {"Ann": (5, 1), "Bob": (30, 2), "Cai": (40, 4), "Dee": (30, 2)}
    assert dealers(phone, game)[:5] == ["Ann", "Bob", "Cai", "Dee", "Ann"]


def test_who_comes_back_before_the_next_deal_missed_nothing(phone, game):
    before = stored(game)
    press(phone, game, "leave")

    come_again(phone, game)

    assert stored(game) == before
    assert Side.objects.get(game=game, number=4).away == []
    assert get(phone, f"{at(game)}table/").forms(f"{at(game)}table/back/") == []


def test_coming_back_is_undone_and_made_again(phone, game):
    press(phone, game, "leave")
    enter(phone, game, 3, out="2", **{"left-points-1": "5", "left-points-3": "10"})
    page = come_again(phone, game)
    assert "Undo the player’s coming back" in page.texts("button")
    side = Side.objects.filter(game=game, number=4)
    assert list(side.values_list("left", "away")) == [(None, [[3, 3, None]])]

    undo(game=game, author=AuthorFactory(game=game))
    assert list(side.values_list("left", "away")) == [(2, [])]
    redo(game=game, author=AuthorFactory(game=game))
    assert list(side.values_list("left", "away")) == [(None, [[3, 3, None]])]


def test_one_may_leave_and_come_back_twice(phone, game):
    two = {"left-points-1": "5", "left-points-3": "10"}
    press(phone, game, "leave")
    enter(phone, game, 3, out="2", **two)
    come_again(phone, game)
    enter(phone, game, 4, out="2", **two, **{"left-points-4": "7"})
    press(phone, game, "leave")
    enter(phone, game, 5, out="2", **two)

    come_again(phone, game)

    assert Side.objects.get(game=game, number=4).away == [[3, 3, None], [5, 5, None]]
    assert [row[-1] for row in pad_of(get(phone, at(game)))[1:6]] == [
        "10 10",
        "10 20",
        "not at the table",
        "7 (Dee dealt) 27",
        "not at the table",
    ]
    log = text_of(get(phone, f"{at(game)}changes/").one("ol", class_="log").children[0])
    assert "Dee, left after deal 4, without deal 3 → Dee, without deal 3, without deal 5" in log


@pytest.fixture
def missed(phone, game):
    """Dee left with 20 and missed deal 3, of which Ann has 5, Bob 20 and Cai 30 in all."""
    press(phone, game, "leave")
    enter(phone, game, 3, out="2", **{"left-points-1": "5", "left-points-3": "10"})
    return game


def test_who_comes_back_is_asked_what_the_missed_deals_cost(phone, missed):
    page = get(phone, f"{at(missed)}table/")
    (field,) = page.all("input", name="total")
    assert attributes(field)["placeholder"] == "20; the worst total is 30"

    page = come_again(phone, missed, total="60")

    rows = pad_of(page)
    assert rows[3][-1] == "not at the table, 40 60"
    assert rows[-2] == ["Total", "5", "20", "30", "60"]
    assert rows[-1] == ["Place", "★ 1.", "2.", "3.", "4."]
    data = data_of(phone, missed)
    assert data["players"][3] == {"name": "Dee", "total": 60, "place": 4, "away": [3]}
    assert data["deals"][2]["points"][3] == {
        "name": "Dee",
        "points": 40,
        "because": "for missing one deal: came back with 60",
    }
    sheet = filled_sheet(scoreboard(Game.objects.get(pk=missed.pk)))
    assert [(cell.points, cell.total) for cell in sheet.rows[2].cells] == [
        ("5", "5"),
        ("0", "20"),
        ("10", "30"),
        ("40", "60"),
    ]
    enter(phone, missed, 4, out="1", **{f"left-points-{number}": "10" for number in (2, 3, 4)})
    assert standing(phone, missed) == {
        "Ann": (5, 1),
        "Bob": (30, 2),
        "Cai": (40, 3),
        "Dee": (70, 4),
    }


def test_several_missed_deals_are_charged_with_the_last(phone, missed):
    enter(phone, missed, 4, out="1", **{"left-points-2": "10", "left-points-3": "10"})

    page = come_again(phone, missed, total="75")

    assert [row[-1] for row in pad_of(page)[3:5]] == [
        "not at the table",
        "not at the table, 55 75",
    ]
    assert "55 for missing two deals: came back with 75" in page.words
    log = text_of(get(phone, f"{at(missed)}changes/").one("ol", class_="log").children[0])
    assert "Dee, left after deal 2 → Dee, without deals 3 to 4, came back with 75" in log


def test_what_missed_deals_cost_is_undone_made_again_and_scored_again(phone, missed):
    before = stored(missed)
    come_again(phone, missed, total="60")
    after = stored(missed)
    assert Side.objects.get(game=missed, number=4).away == [[3, 3, 60]]

    for act, then in ((undo, before), (redo, after), (undo, before), (redo, after)):
        act(game=missed, author=AuthorFactory(game=missed))
        assert stored(missed) == then
    assert rescored() == (3, 0)
    assert stored(missed) == after


def test_a_correction_leaves_the_total_that_was_agreed(phone, missed):
    come_again(phone, missed, total="60")
    before = stored(missed)

    enter(phone, missed, 2, **{"left-points-4": "25"})
    enter(phone, missed, 3, **{"left-points-1": "7"})

    # 10 + 25 before, so that the deal that Dee missed costs 25
    page = get(phone, at(missed))
    assert [row[-1] for row in pad_of(page)[1:4]] == ["10 10", "25 35", "not at the table, 25 60"]
    assert standing(phone, missed)["Dee"] == (60, 4)
    assert standing(phone, missed)["Ann"] == (7, 1)
    assert data_of(phone, missed)["deals"][2]["points"][3]["points"] == 25
    sheet = filled_sheet(scoreboard(Game.objects.get(pk=missed.pk)))
    assert [row.cells[3].total for row in sheet.rows[:3]] == ["10", "35", "60"]
    after = stored(missed)
    assert rescored() == (3, 0)
    assert stored(missed) == after
    for act in (undo, undo):
        act(game=missed, author=AuthorFactory(game=missed))
    assert stored(missed) == before
    for act in (redo, redo):
        act(game=missed, author=AuthorFactory(game=missed))
    assert stored(missed) == after


def test_a_correction_of_a_deal_before_leaves_all_totals_that_were_agreed(phone, missed):
    come_again(phone, missed, total="60")
    press(phone, missed, "leave")
    enter(phone, missed, 4, out="1", **{"left-points-2": "10", "left-points-3": "10"})
    come_again(phone, missed, total="75")

    enter(phone, missed, 1, **{"left-points-4": "13"})

    # 13 + 10 before: 37 for deal 3, and the 15 for deal 4 stay.
    assert [row[-1] for row in pad_of(get(phone, at(missed)))[1:5]] == [
        "13 13",
        "10 23",
        "not at the table, 37 60",
        "not at the table, 15 75",
    ]


def test_house_rules_leave_the_total_that_was_agreed(phone, group):
    game = GameFactory(group=group, names=EIGHT[:4])
    kings = {"left-cards-2": "K", "left-cards-3": "K", "left-cards-4": "K K"}
    enter(phone, game, 1, out="1", **kings)
    change(game, "leave", side=4)
    enter(phone, game, 2, out="1", **{"left-points-2": "10", "left-points-3": "10"})
    come_back(game=game, side=4, total=50, author=AuthorFactory(game=game))
    assert [row[-1] for row in pad_of(get(phone, at(game)))[1:3]] == [
        "20 20",
        "not at the table, 30 50",
    ]

    variant, patches = catalogue().variant("contract-rummy"), {"scoring.values.K": 13}
    author = AuthorFactory(game=game)
    change_house_rules(game=game, variant=variant, options={}, patches=patches, author=author)

    assert [row[-1] for row in pad_of(get(phone, at(game)))[1:3]] == [
        "26 26",
        "not at the table, 24 50",
    ]
    assert standing(phone, game)["Cai"] == (23, 2)
    undo(game=game, author=AuthorFactory(game=game))
    assert standing(phone, game)["Dee"] == (50, 4)


def test_a_correction_does_not_end_the_game_of_who_came_back_below_the_target(phone, group):
    game = GameFactory(group=group, variant="any-game", options={"target": 100}, names=EIGHT[:3])
    enter(phone, game, 1, **{"points-1": "10", "points-2": "20", "points-3": "30"})
    change(game, "leave", side=2)
    enter(phone, game, 2, **{"points-1": "5", "points-3": "10"})
    come_back(game=game, side=2, total=95, author=AuthorFactory(game=game))

    enter(phone, game, 1, **{"points-2": "30"})

    assert standing(phone, game) == {"Ann": (15, 3), "Bob": (95, 1), "Cai": (40, 2)}
    assert pad_of(get(phone, at(game)))[2][2] == "not at the table, 65 95"
    assert Game.objects.get(pk=game.pk).state == Game.State.PLAYING


def test_coming_back_with_fewer_points_than_before_is_possible(phone, missed):
    page = come_again(phone, missed, total="-5")

    assert pad_of(page)[3] == [
        "3 two runs of 4",
        "5 5",
        "went out, 0 20",
        "10 (Cai dealt) 30",
        "not at the table, −25 −5",
    ]
    assert pad_of(page)[-1] == ["Place", "2.", "3.", "4.", "★ 1."]
    line = " ".join(get(phone, "/").texts("a", class_="card-link"))
    assert "Dee ahead with −5" in line


def test_who_comes_back_as_before_is_charged_nothing(phone, missed):
    page = come_again(phone, missed)

    assert pad_of(page)[3][-1] == "not at the table"
    assert standing(phone, missed)["Dee"] == (20, 2)
    enter(phone, missed, 2, **{"left-points-4": "25"})
    assert standing(phone, missed)["Dee"] == (35, 4)


def test_a_total_that_is_the_one_of_before_is_agreed_all_the_same(phone, missed):
    page = come_again(phone, missed, total="20")

    assert pad_of(page)[3][-1] == "not at the table, 0 20"
    enter(phone, missed, 2, **{"left-points-4": "25"})
    assert pad_of(get(phone, at(missed)))[3][-1] == "not at the table, −15 20"


@pytest.mark.parametrize("typed", ["−7", "-7", " − 7 "])
def test_a_total_below_nought_is_typed_with_either_minus(phone, missed, typed):
    page = get(phone, f"{at(missed)}table/")
    fields = *page.all("input", name="total"), *page.all("input", name="start")
    assert [attributes(field)["inputmode"] for field in fields] == ["text", "text"]

    come_again(phone, missed, total=typed)
    press(phone, missed, "join", start=typed)

    assert standing(phone, missed)["Dee"] == (-7, 1)
    assert standing(phone, missed)["Eve"] == (-7, 1)


@pytest.mark.parametrize("typed", ["−", "7−", "−−7", "7 0"])
def test_a_minus_alone_is_no_total(phone, missed, typed):
    page = come_again(phone, missed, total=typed)

    assert page.described("total") == "Write a whole number of points, such as 40."
    assert attributes(page.one("input", name="total"))["value"] == typed


@pytest.mark.parametrize(
    ("total", "problem"),
    [
        ("forty", "Write a whole number of points, such as 40."),
        ("100001", "Nobody comes back that high; write fewer points."),
        ("-100001", "Nobody comes back that low; write fewer points."),
    ],
)
def test_points_that_nobody_comes_back_with_are_refused_and_stay_typed(
    phone, missed, total, problem
):
    before = stored(missed)

    page = come_again(phone, missed, total=total)

    assert page.status == 422
    assert page.described("total") == problem
    assert attributes(page.one("input", name="total"))["value"] == total
    assert stored(missed) == before


def test_nobody_comes_back_to_end_the_game(phone, group):
    game = GameFactory(group=group, variant="indian-rummy-pool-101", names=EIGHT[:4])
    change(game, "leave")
    enter(phone, game, 1, declared="1", **{"left-points-2": "20", "left-points-3": "30"})

    page = come_again(phone, game, total="101")

    assert page.described("total") == "Who has 101 is out of the game; come back with fewer points."
    come_again(phone, game, total="100")
    assert standing(phone, game)["Dee"] == (100, 4)


def test_who_missed_nothing_is_not_asked(phone, game):
    press(phone, game, "leave")

    assert get(phone, f"{at(game)}table/").all("input", name="total") == []


def test_an_absence_of_before_points_were_asked_still_counts_nothing(phone, missed):
    come_again(phone, missed)
    Side.objects.filter(game=missed, number=4).update(away=[[3, 3]])

    enter(phone, missed, 4, out="1", **{f"left-points-{number}": "10" for number in (2, 3, 4)})

    assert standing(phone, missed)["Dee"] == (30, 2)
    assert rescored() == (4, 0)


def test_what_missed_deals_cost_bears_on_what_later_deals_count(phone, group):
    names = ("Ann", "Bob", "Cai")
    game = GameFactory(group=group, variant="crazy-eights-countdown", names=names)
    change(game, "leave", side=3)
    enter(phone, game, 1, out="1")

    come_back(game=game, side=3, total=2, author=AuthorFactory(game=game))

    six = {"Ann": "seven cards, 7s wild", "Cai": "six cards, 6s wild"}
    assert told(game) == six | {"Bob": "eight cards, 8s wild"}
    assert rescored() == (1, 0)
    enter(phone, game, 2, out="3")
    assert told(game)["Cai"] == "five cards, 5s wild"


def test_the_name_of_who_left_leads_to_coming_back(phone, game):
    press(phone, game, "leave")

    page = press(phone, game, "join", name="dee")

    assert page.texts("p", role="alert") == ["“dee” played before; press “Comes back” above."]


def test_who_left_finds_the_table_full(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)
    change(game, "leave", side=2)
    change(game, "join", name="Fay", start=25)

    page = come_again(phone, game, number="2")

    assert notices(page) == ["Contract Rummy is for 3 to 5 players; you named 6."]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [("1", "Ann is at the table already."), ("9", NOT_HERE), ("x", NOT_HERE)],
)
def test_only_who_left_comes_back(phone, game, number, sentence):
    press(phone, game, "leave")

    assert notices(come_again(phone, game, number)) == [sentence]


def test_the_smallest_table_cannot_lose_anybody(phone, group):
    game = GameFactory(group=group, names=EIGHT[:3], played=1)
    action = f"{at(game)}table/leave/"
    assert get(phone, f"{at(game)}table/").forms(action) == []

    answer = phone.post(action, {"version": "2", "key": "k", "number": "3"}, follow=True)

    assert notices(Page(answer)) == ["Contract Rummy needs 3 players; end the game instead."]
    assert Side.objects.filter(game=game, left=None).count() == 3


@pytest.mark.parametrize("number", ["0", "5", "99999", "-1", "x", "²", ""])
@pytest.mark.parametrize("what", ["leave", "rename"])
def test_nobody_sits_at_another_number(phone, game, what, number):
    page = press(phone, game, what, number=number)

    assert notices(page) == [NOT_HERE]
    assert Game.objects.get(pk=game.pk).version == 3


def test_nobody_leaves_twice(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)
    press(phone, game, "leave")

    page = press(phone, game, "leave")

    assert notices(page) == [NOT_HERE]


def test_the_last_one_in_wins_when_the_others_leave_or_are_out(phone, group):
    game = GameFactory(group=group, variant="indian-rummy-pool-101", names=EIGHT[:3])
    for deal in (1, 2):
        left = {"left-points-2": "5", "left-points-3": "60"}
        RoundFactory(game=game, deal=deal, texts={"declared": "1"} | left)
    assert pad_of(get(phone, at(game)))[0][3] == "Cai out"

    press(phone, game, "leave", number="1")

    assert get(phone, at(game)).texts("p", class_="winner") == ["Bob wins"]
    assert standing(phone, game) == {"Ann": (0, 2), "Bob": (10, 1), "Cai": (120, 3)}


# Names


def test_a_column_gets_another_name_everywhere(phone, game):
    press(phone, game, "rename")

    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bea", "Cai", "Dee"]
    assert pad_of(get(phone, at(game)))[2][2] == "10 (Bea dealt) 20"
    assert dealers(phone, game) == ["Ann", "Bea", "Cai", "Dee", "Ann", "Bea", "Cai"]
    assert standing(phone, game)["Bea"] == (20, 2)
    page = get(phone, f"{at(game)}rounds/3/")
    assert page.texts("legend") == ["Ann", "Bea", "Cai", "Dee"]
    assert "Bea" in [text_of(option) for option in page.one("select", name="dealer").children]
    assert "Bob" not in page.words


def test_play_again_and_the_next_new_game_know_the_new_name(phone, game):
    press(phone, game, "rename")
    press(phone, game, "stop")

    new = get(phone, "/games/new/contract-rummy/").form("/games/new/contract-rummy/")
    again = phone.post(f"{at(game)}rematch/", {"key": "m-1"})

    assert [new[f"name-{seat}"] for seat in range(1, 6)] == ["Ann", "Bea", "Cai", "Dee", ""]
    assert pad_of(get(phone, again.url))[0] == ["Deal", "Ann", "Bea", "Cai", "Dee"]


def chips_of_new_game(phone):
    return get(phone, "/games/new/contract-rummy/").texts("button", class_="chip")


def test_a_misspelt_name_that_was_corrected_is_proposed_no_more(phone, group):
    game = GameFactory(group=group, names=("Anne", "Bob", "Cai"), played=1)
    assert chips_of_new_game(phone) == ["Anne", "Bob", "Cai"]

    press(phone, game, "rename", number="1", name="Ann")

    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai"]
    undo(game=game, author=AuthorFactory(game=game))
    assert chips_of_new_game(phone) == ["Anne", "Bob", "Cai"]
    redo(game=game, author=AuthorFactory(game=game))
    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai"]


def test_a_misspelt_name_may_be_that_of_somebody_known(phone, group):
    known = PlayerFactory(group=group, name="Ann")
    game = GameFactory(group=group, names=("Anne", "Bob", "Cai"))

    press(phone, game, "rename", number="1", name="Ann")

    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai"]
    assert Seat.objects.get(game=game, position=1).player == known


def test_who_sits_in_other_games_is_called_otherwise_in_this_one_alone(phone, group):
    GameFactory(group=group)
    game = GameFactory(group=group)

    press(phone, game, "rename", number="1", name="Anna")

    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai", "Dee"]
    assert pad_of(get(phone, at(game)))[0][1] == "Anna"


def test_two_players_of_a_game_stay_two_whatever_their_columns_are_called(phone, game):
    press(phone, game, "rename", number="1", name="Zed")
    press(phone, game, "rename", number="2", name="Ann")

    assert pad_of(get(phone, at(game)))[0][1:3] == ["Zed", "Ann"]
    assert chips_of_new_game(phone) == ["Ann", "Cai", "Dee", "Zed"]


def test_a_misspelt_partner_is_proposed_no_more(phone, group):
    game = GameFactory(group=group, variant="euchre", names=("Anne", "Bob", "Cai", "Dee"))
    form, *_ = get(phone, f"{at(game)}table/").forms(f"{at(game)}table/player/")

    phone.post(f"{at(game)}table/player/", form | {"name": "Ann"})

    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai", "Dee"]


def test_a_name_may_change_its_case(phone, game):
    press(phone, game, "rename", name="BOB")

    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "BOB", "Cai", "Dee"]


def test_the_column_of_who_left_gets_another_name_too(phone, game):
    press(phone, game, "leave", number="2")

    press(phone, game, "rename")

    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bea", "Cai", "Dee"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("aNN", "“aNN” is another side’s name; choose a different one."),
        ("", "Type a name."),
        ("x" * 25, "That name is too long; use 24 characters at most."),
        ("A\u202eB", "That name has a character that cannot be printed; type it again."),
    ],
)
def test_a_name_that_cannot_be_is_refused(phone, game, name, sentence):
    page = press(phone, game, "rename", name=name)

    assert page.status == 422
    assert page.texts("h1") == ["The table"]
    assert page.texts("p", class_="problem", id="rename-2-problem") == [sentence]
    fields = page.all("input", aria_describedby="rename-2-problem")
    assert [attributes(field)["value"] for field in fields] == [name]
    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bob", "Cai", "Dee"]


def test_a_better_name_is_taken_from_the_page_of_one_that_was_refused(phone, game):
    action = f"{at(game)}table/rename/"
    refused = press(phone, game, "rename", name="Ann")

    answer = phone.post(action, refused.forms(action)[1] | {"name": "Bea"})

    assert (answer.status_code, answer.url) == (302, at(game))
    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bea", "Cai", "Dee"]


# Whose deal it is


def chips(page, game):
    """The names under “Deals next”, and the one that is pressed."""
    (form,) = page.all("form", action=f"{at(game)}table/dealer/")
    buttons = [child for child in form.children if getattr(child, "name", "") == "button"]
    pressed = [text_of(b) for b in buttons if attributes(b)["aria-pressed"] == "true"]
    return [text_of(button) for button in buttons], pressed


@pytest.mark.parametrize("page", ["", "table/"])
def test_another_dealer_takes_one_tap(phone, game, page):
    url = f"{at(game)}{page}"
    assert chips(get(phone, url), game) == (["Ann", "Bob", "Cai", "Dee"], ["Cai"])
    action = f"{at(game)}table/dealer/"

    answer = phone.post(action, get(phone, url).form(action) | {"number": "4"})

    assert (answer.status_code, answer.url) == (302, at(game))
    assert chips(get(phone, at(game)), game) == (["Ann", "Bob", "Cai", "Dee"], ["Dee"])
    assert get(phone, f"{at(game)}rounds/3/").form(f"{at(game)}rounds/3/")["dealer"] == "4"


def test_another_dealer_is_for_the_next_deal_and_the_turn_goes_on_from_there(phone, game):
    press(phone, game, "dealer", number="4")
    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Bob", "Cai", "Dee"]

    enter(phone, game, 3, **ten_each(game))
    enter(phone, game, 4, **ten_each(game))

    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Bob", "Cai", "Dee"]
    assert Game.objects.get(pk=game.pk).next_dealer is None


def test_the_dealer_of_a_deal_that_is_corrected_stays(phone, game):
    press(phone, game, "dealer", number="4")

    enter(phone, game, 1, **{"left-points-4": "25"})

    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Bob", "Cai", "Dee"]


def test_the_dealer_may_be_changed_again_and_before_the_first_deal(phone, group):
    game = GameFactory(group=group, first_dealer=2)
    press(phone, game, "dealer", number="4")
    press(phone, game, "dealer", number="3")

    assert dealers(phone, game)[:3] == ["Cai", "Dee", "Ann"]


def test_the_entry_page_has_the_last_word_on_the_dealer(phone, game):
    press(phone, game, "dealer", number="4")

    enter(phone, game, 3, **ten_each(game), dealer="1")

    assert dealers(phone, game) == ["Ann", "Bob", "Ann", "Bob", "Cai", "Dee", "Ann"]


def test_the_deal_of_a_dealer_who_leaves_passes_on(phone, game):
    press(phone, game, "dealer", number="4")
    press(phone, game, "leave", number="4")

    assert dealers(phone, game) == ["Ann", "Bob", "Ann", "Bob", "Cai", "Ann", "Bob"]
    assert chips(get(phone, at(game)), game) == (["Ann", "Bob", "Cai"], ["Ann"])


@pytest.mark.parametrize("number", ["0", "5", "99999", "x", ""])
def test_nobody_deals_from_another_place(phone, game, number):
    page = press(phone, game, "dealer", number=number)

    assert notices(page) == ["That dealer is not at this table; choose one of the names."]
    assert dealers(phone, game)[2] == "Cai"


def test_who_left_does_not_deal(phone, game):
    press(phone, game, "leave")

    page = press(phone, game, "dealer", number="4")

    assert notices(page) == ["That dealer is not at this table; choose one of the names."]


# Games that go round the other way


@pytest.fixture
def carioca(group):
    """A game in which the deal passes to the right, from Ann to Cai to Bob."""
    return GameFactory(group=group, variant="carioca", names=EIGHT[:3], played=1)


def test_the_deal_may_pass_the_other_way_round(phone, carioca):
    assert dealers(phone, carioca)[:5] == ["Ann", "Cai", "Bob", "Ann", "Cai"]
    line = " ".join(get(phone, at(carioca)).texts("p", class_="deal-line"))
    assert "Cai deals, Bob begins." in line


def test_a_new_player_sits_at_the_right_of_the_first(phone, carioca):
    press(phone, carioca, "join", name="Dee")

    assert dealers(phone, carioca)[:6] == ["Ann", "Dee", "Cai", "Bob", "Ann", "Dee"]


def test_the_turn_goes_on_the_other_way_round_from_another_dealer(phone, carioca):
    press(phone, carioca, "dealer", number="2")
    enter(phone, carioca, 2, **ten_each(carioca))

    assert dealers(phone, carioca)[:5] == ["Ann", "Bob", "Ann", "Cai", "Bob"]
    page = get(phone, at(carioca))
    phone.post(f"{at(carioca)}undo/", page.form(f"{at(carioca)}undo/"))
    assert dealers(phone, carioca)[:4] == ["Ann", "Bob", "Ann", "Cai"]


def test_the_deal_of_who_leaves_passes_on_the_other_way_round(phone, carioca):
    press(phone, carioca, "dealer", number="3")
    press(phone, carioca, "leave", number="3")

    assert dealers(phone, carioca)[:4] == ["Ann", "Bob", "Ann", "Bob"]


def test_play_again_begins_with_the_next_one_the_other_way_round(phone, carioca):
    press(phone, carioca, "stop")

    again = phone.post(f"{at(carioca)}rematch/", {"key": "m-1"})

    assert pad_of(get(phone, again.url))[1][1:] == ["", "", "Cai deals"]


# The end


def test_the_table_ends_a_game_early_and_takes_that_back(phone, game):
    page = press(phone, game, "stop")

    assert page.texts("p", class_="winner") == ["Ann wins"]
    assert page.all("a", class_="big button grow") == []
    assert page.forms(f"{at(game)}rematch/") != []
    assert page.forms(f"{at(game)}table/dealer/") == []
    data = data_of(phone, game)
    assert (data["state"], data["winners"]) == ("finished", ["Ann"])

    phone.post(f"{at(game)}undo/", page.form(f"{at(game)}undo/"))
    page = get(phone, at(game))
    assert page.texts("a", class_="big button grow") == ["Enter deal 3"]
    assert data_of(phone, game)["state"] == "playing"

    phone.post(f"{at(game)}redo/", page.form(f"{at(game)}redo/"))
    assert data_of(phone, game)["state"] == "finished"


def test_a_game_without_an_end_of_its_own_ends_when_the_table_says_so(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    for deal, (ann, bob) in enumerate([(5, 7), (9, 3)], 1):
        enter(phone, game, deal, **{"points-1": str(ann), "points-2": str(bob)})
    assert data_of(phone, game)["state"] == "playing"
    assert len(data_of(phone, game)["deals"]) == 3

    page = press(phone, game, "stop")

    assert page.texts("p", class_="winner") == ["Ann wins"]
    assert standing(phone, game) == {"Ann": (14, 1), "Bob": (10, 2)}
    assert len(data_of(phone, game)["deals"]) == 2


def test_nothing_ends_before_it_began(phone, group):
    game = GameFactory(group=group)
    action = f"{at(game)}table/stop/"
    assert get(phone, f"{at(game)}table/").forms(action) == []

    answer = phone.post(action, {"version": "1", "key": "k"}, follow=True)

    assert notices(Page(answer)) == ["Nothing has been played yet; enter a deal first."]
    assert data_of(phone, game)["state"] == "playing"


def test_a_deal_of_a_game_that_was_ended_is_corrected_and_no_other_is_entered(phone, game):
    press(phone, game, "stop")

    enter(phone, game, 2, **{"left-points-2": "25"})
    more = Page(
        phone.post(
            f"{at(game)}rounds/3/", {"version": "5", "key": "more", "dealer": "3"} | ten_each(game)
        )
    )

    assert more.status == 422
    assert problems(more) == ["The game is over; undo its end to play on."]
    assert standing(phone, game)["Bob"] == (35, 4)
    assert data_of(phone, game)["state"] == "finished"


@every_change
def test_the_table_of_a_finished_game_stays_as_it_is(phone, game, what):
    change(game, "stop")
    before = stored(game)

    answer = phone.post(
        f"{at(game)}table/{what}/", {"version": "4", "key": "k"} | SENT[what], follow=True
    )

    page = Page(answer)
    assert page.texts("p", role="alert") + notices(page) == [OVER]
    assert stored(game) == before


# Undo and redo


@every_change
def test_a_change_of_the_table_is_undone_and_made_again(game, what):
    before = stored(game)
    change(game, what)
    after = stored(game)
    assert after != before

    for act, then in ((undo, before), (redo, after), (undo, before), (redo, after)):
        act(game=game, author=AuthorFactory(game=game))
        assert stored(game) == then


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("join", "the new player"),
        ("leave", "the player’s leaving"),
        ("rename", "the new name"),
        ("dealer", "the new dealer"),
        ("stop", "the end"),
    ],
)
def test_the_buttons_say_what_they_take_back(phone, game, what, words):
    page = press(phone, game, what)
    assert f"Undo {words}" in page.texts("button")

    phone.post(f"{at(game)}undo/", page.form(f"{at(game)}undo/"))

    page = get(phone, at(game))
    assert {"Undo deal 2", f"Redo {words}"} <= set(page.texts("button"))


def test_deals_and_changes_of_the_table_are_undone_in_turn(game):
    def deal(number, **texts):
        reported = Reported({"out": "1"} | {f"left-points-{n}": p for n, p in texts.items()})
        record_deal(game=game, deal=number, reported=reported, author=AuthorFactory(game=game))

    def points(*numbers):
        return {str(number): "10" for number in numbers}

    steps = [
        lambda: change(game, "dealer", position=4),
        lambda: deal(3, **points(2, 3, 4)),
        lambda: change(game, "join", name="Eve", start=40),
        lambda: deal(4, **points(2, 3, 4, 5)),
        lambda: change(game, "dealer", position=2),
        lambda: change(game, "leave", side=4),
        lambda: deal(1, **points(2, 3), **{"4": "25"}),
        lambda: change(game, "rename", side=2, name="Bea"),
        lambda: deal(5, **points(2, 3, 5)),
        lambda: deal(6, **points(2, 3, 5)),
        lambda: change(game, "stop"),
    ]
    states = [stored(game)]
    for step in steps:
        step()
        states.append(stored(game))
    board = scoreboard(Game.objects.get(pk=game.pk))
    assert [row.dealer_name for row in board.played] == ["Ann", "Bea", "Dee", "Eve", "Bea", "Cai"]
    assert [column.total for column in board.columns] == [0, 60, 60, 55, 70]

    for state in reversed(states[:-1]):
        undo(game=game, author=AuthorFactory(game=game))
        assert stored(game) == state
    for state in states[1:]:
        redo(game=game, author=AuthorFactory(game=game))
        assert stored(game) == state


def test_a_deal_that_is_undone_leaves_the_dealer_whom_the_table_named(phone, game):
    press(phone, game, "dealer", number="4")
    enter(phone, game, 3, **ten_each(game))

    page = get(phone, at(game))
    phone.post(f"{at(game)}undo/", page.form(f"{at(game)}undo/"))

    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Bob", "Cai", "Dee"]
    page = get(phone, at(game))
    phone.post(f"{at(game)}redo/", page.form(f"{at(game)}redo/"))
    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Bob", "Cai", "Dee"]
    assert Game.objects.get(pk=game.pk).next_dealer is None


# The same form twice, old forms, other people


@every_change
def test_the_same_form_sent_twice_is_one_change(phone, game, what):
    sent = {"version": "3", "key": "once"} | SENT[what]
    action = f"{at(game)}table/{what}/"
    first = phone.post(action, sent)
    after = stored(game)

    again = phone.post(action, sent)

    assert (first.status_code, again.status_code) == (302, 302)
    assert stored(game) == after
    assert Change.objects.filter(game=game, kind=what).count() == 1
    assert Game.objects.get(pk=game.pk).version == 4


@every_change
def test_a_form_from_before_another_change_says_so_and_changes_nothing(phone, game, what):
    sent = {"version": "3", "key": "late"} | SENT[what]
    RoundFactory(game=game, deal=3)
    before = stored(game)

    page = Page(phone.post(f"{at(game)}table/{what}/", sent, follow=True))

    assert page.texts("p", role="alert") + notices(page) == [CHANGED]
    assert stored(game) == before


def test_an_outdated_seat_can_be_taken_at_once_from_the_answer(phone, game):
    sent = {"version": "3", "key": "late"} | SENT["join"]
    RoundFactory(game=game, deal=3)
    action = f"{at(game)}table/join/"

    answer = phone.post(action, Page(phone.post(action, sent)).form(action))

    assert answer.status_code == 302
    assert list(game.sides.values_list("name", "joined", "start"))[-1] == ("Eve", 4, 40)


@every_change
def test_the_services_refuse_an_outdated_author(game, what):
    author = AuthorFactory(game=game)
    RoundFactory(game=game, deal=3)
    act, said = CHANGES[what]

    with pytest.raises(OutdatedError):
        act(game=game, author=author, **said)


@every_change
def test_the_table_of_others_is_not_there(stranger, client, game, what):
    before = stored(game)

    for browser in (stranger, client):
        assert browser.get(f"{at(game)}table/").status_code == 404
        sent = {"version": "3", "key": "k"} | SENT[what]
        assert browser.post(f"{at(game)}table/{what}/", sent).status_code == 404

    assert stored(game) == before


def test_there_is_no_other_change_of_the_table(phone, game):
    assert phone.post(f"{at(game)}table/everything/").status_code == 404


# What is written down of it


@pytest.mark.parametrize(
    ("what", "deed", "parts"),
    [
        (
            "join",
            "seated a new player",
            "Column 5 not entered → Eve, from deal 3 on, starting with 40",
        ),
        ("leave", "let a player leave", "Column 4 Dee → Dee, left after deal 2"),
        ("rename", "changed a name", "Column 2 Bob → Bea"),
        ("dealer", "changed whose deal it is", "Deals next not entered → Ann"),
        ("stop", "ended the game", "Game not entered → ended by the table"),
    ],
)
def test_the_log_says_what_was_changed(phone, game, what, deed, parts):
    press(phone, game, what)

    page = get(phone, f"{at(game)}changes/")
    newest = page.one("ol", class_="log").children[0]
    said, changed = newest.children
    assert text_of(said).startswith(f"Phone 1 {deed} ")
    assert text_of(changed) == parts


def test_the_log_says_what_was_undone_of_the_table(phone, game):
    page = press(phone, game, "rename")

    phone.post(f"{at(game)}undo/", page.form(f"{at(game)}undo/"))

    newest = get(phone, f"{at(game)}changes/").one("ol", class_="log").children[0]
    assert text_of(newest.children[0]).startswith("Phone 1 undid a change of the table ")
    assert text_of(newest.children[1]) == "Column 2 Bea → Bob"


def test_the_log_names_a_start_before_the_first_deal(phone, group):
    game = GameFactory(group=group)

    press(phone, game, "join", start="-15")

    newest = get(phone, f"{at(game)}changes/").one("ol", class_="log").children[0]
    assert text_of(newest.children[1]) == "Column 5 not entered → Eve, starting with −15"


def test_the_sheet_of_a_game_has_blanks_for_who_was_not_there(phone, game):
    press(phone, game, "join")
    enter(phone, game, 3, **ten_each(game))
    press(phone, game, "leave", number="2")
    enter(phone, game, 4, out="1", **{f"left-points-{number}": "10" for number in (3, 4, 5)})

    sheet = filled_sheet(scoreboard(Game.objects.get(pk=game.pk)))

    written = [[(cell.points, cell.total) for cell in row.cells] for row in sheet.rows[:4]]
    assert sheet.names == ("Ann", "Bob", "Cai", "Dee", "Eve")
    assert [row[1] for row in written] == [("10", "10"), ("10", "20"), ("10", "30"), ("", "")]
    # Eve began with 40.
    assert [row[4] for row in written] == [("", ""), ("", "40"), ("10", "50"), ("10", "60")]
    assert phone.get(f"{at(game)}sheet.pdf").content.startswith(b"%PDF")


def test_a_perfect_cut_is_for_who_sits_beside_the_dealer_in_that_deal(group):
    game = GameFactory(group=group, variant="liverpool-rummy", played=1)
    change(game, "leave", side=4)
    change(game, "dealer", position=1)
    texts = {"out": "2", "left-points-1": "10", "left-points-3": "10", "cut": "on"}
    RoundFactory(game=game, deal=2, texts=texts)

    sheet = filled_sheet(scoreboard(Game.objects.get(pk=game.pk)))

    assert [cell.cut for cell in sheet.rows[0].cells] == [None, None, None, False]
    assert [cell.cut for cell in sheet.rows[1].cells] == [None, None, True, None]
    assert [cell.points for cell in sheet.rows[1].cells] == ["10", "0", "−40", ""]


def test_the_line_of_a_late_player_begins_where_the_player_did(game):
    change(game, "join", start=40)
    RoundFactory(game=game, deal=3)
    change(game, "stop")

    chart = totals_chart(scoreboard(Game.objects.get(pk=game.pk)))

    # Three deals on 340 units from 44 on; totals from 0 to 50 on 260 units from 272 up.
    assert chart.lines[4].points == "270.7,64.0 384.0,12.0"
    assert chart.lines[1].points == "44.0,272.0 157.3,220.0 270.7,168.0 384.0,116.0"


def test_scoring_again_leaves_a_changed_table_as_it_is(phone, game):
    for what in ("join", "rename", "leave", "dealer"):
        press(phone, game, what)
    enter(phone, game, 3, out="1", **{f"left-points-{number}": "10" for number in (2, 3, 5)})
    press(phone, game, "stop")
    before = stored(game)

    assert rescored() == (3, 0)
    assert stored(game) == before


# An open end and another phone


def test_a_deal_after_one_that_was_undone_elsewhere_is_a_conflict(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    for deal in (1, 2):
        enter(phone, game, deal, **{"points-1": "5", "points-2": "7"})
    url = f"{at(game)}rounds/3/"
    old = get(phone, url).form(url)
    undo(game=game, author=AuthorFactory(game=game))

    page = Page(phone.post(url, old | {"points-1": "11", "points-2": "13"}))

    assert page.status == 409
    assert page.form(url)["points-2"] == "13"
    again = Page(phone.post(url, page.form(url)))
    assert again.status == 409
    (why,) = again.texts("p", role="alert")
    assert why.startswith("Round 2 comes next; enter that one first. Nothing is lost: ")
    assert why.endswith(" round 3 itself is not saved yet.")


def test_a_deal_of_a_game_that_was_ended_elsewhere_is_a_conflict_and_then_refused(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    enter(phone, game, 1, **{"points-1": "5", "points-2": "7"})
    url = f"{at(game)}rounds/2/"
    old = get(phone, url).form(url)
    change(game, "stop")

    page = Page(phone.post(url, old | {"points-1": "11", "points-2": "13"}))
    assert page.status == 409
    again = Page(phone.post(url, page.form(url)))

    assert again.status == 422
    assert problems(again) == ["The game is over; undo its end to play on."]
    assert again.form(url)["points-1"] == "11"


def test_a_deal_beyond_the_next_leads_back_to_a_pad_with_an_open_end(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))

    ahead = phone.get(f"{at(game)}rounds/5/")
    never = phone.get(f"{at(game)}rounds/101/")

    assert (ahead.status_code, ahead.url) == (302, at(game))
    assert never.status_code == 404


# A full table whose people changed


@pytest.mark.parametrize("variant", CHANGING, ids=lambda variant: variant.slug)
def test_a_full_table_where_one_took_anothers_place_has_every_page(phone, group, variant):
    most = variant.standard.players.max
    game = GameFactory(group=group, variant=variant.slug, names=NAMES[:most])
    change(game, "leave", side=2)
    change(game, "join", name="Zoe", start=0)

    for address in PAGES:
        page = get(phone, address.format(game=game))
        assert page.status == 200, address
        assert page.loose_ends() == []
    assert data_of(phone, game)["players"][-1]["name"] == "Zoe"
    assert scoreboard(Game.objects.get(pk=game.pk)).at_table == most


@pytest.mark.parametrize("slug", ["contract-rummy", "progressive-rummy", "shanghai-rummy"])
def test_the_sheet_of_such_a_table_has_all_columns_and_tells_of_those_who_play(phone, group, slug):
    game = GameFactory(group=group, variant=slug, names=EIGHT[:5], played=1)
    change(game, "leave", side=2)
    change(game, "join", name="Zoe", start=25)
    others = {f"left-points-{number}": "10" for number in (3, 4, 5, 6)}
    enter(phone, game, 2, out="1", **others)

    sheet = filled_sheet(scoreboard(Game.objects.get(pk=game.pk)))

    assert sheet.names == ("Ann", "Bob", "Cai", "Dee", "Eve", "Zoe")
    assert sheet.subtitle.startswith("Five players · ")
    assert [[cell.total for cell in row.cells] for row in sheet.rows[:2]] == [
        ["0", "10", "10", "10", "10", "25"],
        ["0", "", "20", "20", "20", "35"],
    ]
    for address in DRAWN:
        assert phone.get(address.format(game=game)).status_code == 200, address


def test_hands_that_depend_on_the_table_are_those_of_who_played_them(phone, group):
    # Oh Hell: at most ten cards with five players, at most thirteen with four.
    game = GameFactory(group=group, variant="oh-hell", names=EIGHT[:5])
    told = {f"bid-{seat}": "0" for seat in range(1, 6)} | {
        f"tricks-{seat}": "2" for seat in range(1, 6)
    }
    enter(phone, game, 1, **told)
    change(game, "leave", side=2)

    board = scoreboard(Game.objects.get(pk=game.pk))
    sheet = filled_sheet(board)

    assert [row.cards for row in board.rows[:2]] == [10, 12]
    assert [row.cards for row in sheet.rows[:3]] == [10, 12, 11]
    assert board.length == len(sheet.rows) == 25


def test_what_was_noted_at_a_smaller_table_stands_on_the_sheet_of_a_larger_one(phone, group):
    # Three players are dealt seventeen cards, five only ten.
    game = GameFactory(group=group, variant="oh-hell", names=EIGHT[:3])
    told = {"bid-1": "12", "tricks-1": "12", "bid-2": "0", "tricks-2": "3"}
    enter(phone, game, 1, **told, **{"bid-3": "0", "tricks-3": "2"})
    change(game, "join", name="Dee", start=0)
    change(game, "join", name="Eve", start=0)

    sheet = filled_sheet(scoreboard(Game.objects.get(pk=game.pk)))

    assert [cell.noted for cell in sheet.rows[0].cells] == [
        ("12", "12"),
        ("0", "3"),
        ("0", "2"),
        ("", ""),
        ("", ""),
    ]
    assert [row.cards for row in sheet.rows[:2]] == [17, 9]


def test_a_seat_that_was_left_is_not_proposed_for_the_next_game(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)
    change(game, "leave", side=2)
    change(game, "join", name="Zoe")

    assert last_names(group, "contract-rummy") == ["Ann", "Cai", "Dee", "Eve", "Zoe"]
    form = get(phone, "/games/new/contract-rummy/").form("/games/new/contract-rummy/")
    assert [form[f"name-{seat}"] for seat in range(1, 6)] == ["Ann", "Cai", "Dee", "Eve", "Zoe"]


def test_nobody_is_offered_to_leave_where_too_few_would_go_on(phone, group):
    game = GameFactory(group=group, names=EIGHT[:4], played=1)
    action = f"{at(game)}table/leave/"
    assert len(get(phone, f"{at(game)}table/").forms(action)) == 4

    change(game, "leave", side=4)  # three are the fewest that play it

    assert get(phone, f"{at(game)}table/").forms(action) == []


# The goal of a table whose people changed


def test_the_goal_on_the_pad_is_the_one_that_ends_the_game(phone, group):
    game = GameFactory(group=group, variant="crazy-eights", names=EIGHT[:4])
    line = "Hand {}, game to {}."
    # The three that are left in hand count for Ann: 140 points of 200.
    enter(
        phone,
        game,
        1,
        out="1",
        **{"left-points-2": "50", "left-points-3": "50", "left-points-4": "40"},
    )
    assert text_of(get(phone, at(game)).one("p", class_="deal-line")).startswith(
        line.format(2, 200)
    )

    change(game, "leave", side=4)

    page = get(phone, at(game))
    assert text_of(page.one("p", class_="deal-line")).startswith(line.format(2, 150))
    enter(phone, game, 2, out="1", **{"left-points-2": "5", "left-points-3": "5"})
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Ann wins"]
    assert page.one("section", class_="result").children[1].children == [
        "150 points after 2 hands, 150 more than the next. Ann reached 150."
    ]


def test_who_has_the_points_of_a_smaller_table_wins_when_somebody_leaves(phone, group):
    game = GameFactory(group=group, variant="crazy-eights", names=EIGHT[:4])
    enter(
        phone,
        game,
        1,
        out="1",
        **{"left-points-2": "60", "left-points-3": "60", "left-points-4": "50"},
    )

    change(game, "leave", side=4)

    assert Game.objects.get(pk=game.pk).state == Game.State.FINISHED
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Ann wins"]
    assert "Ann passed 150." in page.html
    undo(game=game, author=AuthorFactory(game=game))
    assert Game.objects.get(pk=game.pk).state == Game.State.PLAYING


# The last deal that a pad holds


def test_a_game_without_a_fixed_end_is_over_after_its_hundredth_deal(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    enter(phone, game, 1, **{"points-1": "5", "points-2": "7"})
    fill(game, 99)
    for address in PAGES:
        assert phone.get(address.format(game=game)).status_code == 200, address

    enter(phone, game, 100, **{"points-1": "5", "points-2": "7"})

    for address in (*PAGES, *DRAWN):
        assert phone.get(address.format(game=game)).status_code == 200, address
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Bob wins"]
    assert "700 points after 100 rounds, 200 more than the next. A pad holds 100 rounds." in (
        page.texts("p", class_="muted")
    )
    assert page.all("p", class_="deal-line") == []
    assert Game.objects.get(pk=game.pk).state == Game.State.FINISHED
    assert phone.get(f"{at(game)}rounds/101/").status_code == 404
    (line,) = get(phone, "/").texts("a", class_="card-link")
    assert "Bob won with 700" in line


# A correction that wins outright


SPADES = "new-york-set-on-three-bags"


def spades(ann, bob, cai, dee):
    """A hand that is entered, of each player the bid and the tricks."""
    told = enumerate((ann, bob, cai, dee), 1)
    return {
        f"{asked}-{seat}": str(count)
        for seat, counts in told
        for asked, count in zip(("bid", "tricks"), counts, strict=True)
    }


def test_a_correction_that_wins_outright_ends_the_game_for_pad_and_first_page(phone, group):
    game = GameFactory(group=group, variant="spades", options={SPADES: True})
    # 80 and 40, then 40 and 90 each time: 280 and 490, nobody has 500.
    enter(phone, game, 1, **spades((4, 5), (2, 2), (4, 4), (2, 2)))
    for hand in range(2, 7):
        enter(phone, game, hand, **spades((2, 2), (4, 4), (2, 2), (5, 5)))
    assert standing(phone, game) == {"Ann & Cai": (280, 2), "Bob & Dee": (490, 1)}

    # Ten bid and all thirteen taken wins; the others, who bid four, lose 40: 400 and 410.
    enter(phone, game, 1, **spades((6, 8), (2, 0), (4, 5), (2, 0)))

    assert standing(phone, game) == {"Ann & Cai": (400, 1), "Bob & Dee": (410, 2)}
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Ann & Cai win"]
    assert "400 points after 6 hands. Hand 1 decided the game." in page.texts("p", class_="muted")
    (line,) = get(phone, "/").texts("a", class_="card-link")
    assert "Ann & Cai won with 400" in line
    assert Game.objects.get(pk=game.pk).state == Game.State.FINISHED

    undo(game=game, author=AuthorFactory(game=game))

    assert standing(phone, game) == {"Ann & Cai": (280, 2), "Bob & Dee": (490, 1)}
    (line,) = get(phone, "/").texts("a", class_="card-link")
    assert "Hand 7 · Bob & Dee ahead with 490" in line


def test_the_first_of_two_deals_that_win_decides(phone, group):
    game = GameFactory(group=group, variant="spades", options={SPADES: True})
    enter(phone, game, 1, **spades((4, 5), (2, 2), (4, 4), (2, 2)))
    enter(phone, game, 2, **spades((2, 0), (6, 8), (2, 0), (4, 5)))
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Bob & Dee win"]

    enter(phone, game, 1, **spades((6, 8), (2, 0), (4, 5), (2, 0)))

    # 200 − 40 and −40 + 200
    assert standing(phone, game) == {"Ann & Cai": (160, 1), "Bob & Dee": (160, 2)}
    assert get(phone, at(game)).texts("p", class_="winner") == ["Ann & Cai win"]
    (line,) = get(phone, "/").texts("a", class_="card-link")
    assert "Ann & Cai won with 160" in line


def test_only_who_ended_a_game_is_said_to_have(phone, group):
    game = GameFactory(group=group, variant="gin-rummy", names=("Ann", "Bob"))
    for hand in (1, 2):
        enter(phone, game, hand, knocked="2", **{"left-points-1": "46", "left-points-2": "1"})
    # 85 + 20 take Ann to 105; + 100 + 20. Two boxes of 20 take Bob from 90 to 130.
    enter(phone, game, 3, knocked="1", how="gin", **{"left-points-2": "85"})

    page = get(phone, at(game))

    assert page.texts("p", class_="winner") == ["Ann wins"]
    said = "225 points after 3 hands, 95 more than the next. Ann reached 100."
    assert said in page.texts("p", class_="muted")


# What the table is told of who joins or comes back


def told(game):
    """What the table is told of everybody, by name."""
    return dict(Side.objects.filter(game=game).values_list("name", "status"))


def phase(phone, game, deal, *made, out="1", players=(1, 2, 3)):
    """A deal in which these made their phases, and the others hold ten cards."""
    typed = {f"phase-{number}": "on" for number in made}
    left = {
        f"left-points-{number}": "10" if number in made else "60"
        for number in players
        if str(number) != out
    }
    enter(phone, game, deal, out=out, **typed, **left)


def test_who_joins_or_comes_back_is_told_the_phase(phone, group):
    game = GameFactory(group=group, variant="phase-rummy", names=("Ann", "Bob", "Cai"))
    phase(phone, game, 1, 1, 3)
    change(game, "leave", side=3)
    assert told(game) == {"Ann": "phase 2", "Bob": "phase 1", "Cai": ""}
    phase(phone, game, 2, 1, players=(1, 2))

    come_back(game=game, side=3, author=AuthorFactory(game=game))
    change(game, "join", start=0)

    here = {"Ann": "phase 3", "Bob": "phase 1", "Cai": "phase 2", "Eve": "phase 1"}
    assert told(game) == here
    phase(phone, game, 2, 1, 2, players=(1, 2))  # a correction of the deal before
    assert told(game) == here | {"Bob": "phase 2"}
    assert rescored() == (2, 0)
    assert told(game) == here | {"Bob": "phase 2"}
    phase(phone, game, 3, 1, 4, players=(1, 2, 3, 4))
    assert told(game) == {"Ann": "phase 4", "Bob": "phase 2", "Cai": "phase 2", "Eve": "phase 2"}
    undo(game=game, author=AuthorFactory(game=game))
    assert told(game) == here | {"Bob": "phase 2"}


def test_who_joins_a_countdown_is_told_how_many_cards_to_take(phone, group):
    names = ("Ann", "Bob", "Cai")
    game = GameFactory(group=group, variant="crazy-eights-countdown", names=names)
    enter(phone, game, 1, out="1")
    eight = "eight cards, 8s wild"
    assert told(game) == {"Ann": "seven cards, 7s wild", "Bob": eight, "Cai": eight}

    change(game, "join", start=2)

    assert told(game)["Eve"] == "six cards, 6s wild"


def test_a_table_is_told_the_same_whoever_sat_down_last(group):
    for slug, variant in catalogue().variants.items():
        players = variant.standard.players
        if players.team > 1 or not {players.min, players.min + 1} <= set(players.counts):
            continue
        names = EIGHT[: players.min]
        late = GameFactory(group=group, variant=slug, names=names)
        join(game=late, name="Zoe", start=0, author=AuthorFactory(game=late))

        assert told(late) == told(GameFactory(group=group, variant=slug, names=(*names, "Zoe"))), (
            slug
        )


# What a latecomer may start with


@pytest.mark.parametrize(
    ("variant", "start", "sentence"),
    [
        ("indian-rummy-pool-101", 101, "Who has 101 is out of the game; start with fewer points."),
        ("indian-rummy-pool-101", 100, ""),
        ("rummy-500", 500, "Who has 500 ends the game; start with fewer points."),
        ("rummy-500", 499, ""),
        ("crazy-eights", 250, "Who has 250 ends the game; start with fewer points."),
        ("crazy-eights", 249, ""),
        ("contract-rummy", 100_000, ""),
        (
            "contract-rummy",
            100_001,
            "100001 points are more than any game has; start with fewer.",
        ),
    ],
)
def test_nobody_starts_where_a_game_is_over(group, variant, start, sentence):
    game = GameFactory(group=group, variant=variant)

    if sentence:
        with pytest.raises(RulesError) as refused:
            change(game, "join", start=start)
        assert str(refused.value) == sentence
    else:
        change(game, "join", start=start)
    assert game.sides.count() == (4 if sentence else 5)


def test_points_to_win_are_no_end_where_a_side_has_to_claim_it(group):
    game = GameFactory(group=group, variant="pitch", options={"cutthroat": True})

    change(game, "join", start=25)

    assert told(game)["Eve"] == "needs a bid"


def test_the_worst_total_is_of_those_who_are_in(phone, group):
    game = GameFactory(group=group, variant="indian-rummy-pool-101", names=("Ann", "Bob", "Cai"))
    Side.objects.filter(game=game, number=2).update(start=40)
    Side.objects.filter(game=game, number=3).update(start=101)

    enter(phone, game, 1, declared="1", **{"left-points-2": "20"})

    start = get(phone, f"{at(game)}table/").one("input", name="start")
    assert attributes(start)["placeholder"] == "0; the worst total is 60"


def test_a_game_has_so_many_columns(game):
    for number in range(26):
        change(game, "join", name=f"Late {number}")
        change(game, "leave", side=5 + number)

    with pytest.raises(RulesError) as refused:
        change(game, "join")

    assert str(refused.value) == "This game has 30 columns already; start a new game."


# Long names


def test_a_column_of_one_player_is_named_as_a_player(phone, game):
    field = get(phone, f"{at(game)}table/").all("input", name="name")[0]

    press(phone, game, "rename", number="1", name="Alexandra Konstantinopou")
    press(phone, game, "stop")
    again = phone.post(f"{at(game)}rematch/", {"key": "m-1"})

    assert attributes(field)["maxlength"] == "24"
    assert pad_of(get(phone, again.url))[0][1] == "Alexandra Konstantinopou"


def test_columns_with_long_names_of_before_play_again_by_the_names_of_their_players(phone, game):
    for number, which in ((1, "First"), (2, "Second")):
        Side.objects.filter(game=game, number=number).update(
            name=f"Alexandra Konstantinopolou the {which}"
        )

    press(phone, game, "stop")
    again = phone.post(f"{at(game)}rematch/", {"key": "m-1"})

    assert pad_of(get(phone, again.url))[0] == ["Deal", "Ann", "Bob", "Cai", "Dee"]


def test_a_side_of_partners_may_have_a_name_for_two(phone, group):
    game = GameFactory(group=group, variant="euchre")
    url = f"{at(game)}table/rename/"
    form, *_ = get(phone, f"{at(game)}table/").forms(url)

    phone.post(url, form | {"name": "x" * 51})

    assert game.sides.get(number=1).name == "x" * 51
