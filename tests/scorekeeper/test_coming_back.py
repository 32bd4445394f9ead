"""Players who leave and return, with a total that the group chooses."""

import pytest

from rules.engine.catalogue import catalogue
from scorekeeper.models import Game, Side
from scorekeeper.queries.board import scoreboard
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.players import come_back
from scorekeeper.services.rounds import redo, undo
from scorekeeper.sheets.filled import filled_sheet
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, rescored
from tests.scorekeeper.pages import Page, get, notices, pad_of, text_of
from tests.scorekeeper.player_changes import (
    EIGHT,
    NOT_HERE,
    at,
    change,
    data_of,
    dealers,
    enter,
    press,
    standing,
    statuses,
    stored,
)


def come_again(phone, game, number="4", **typed):
    """Press “Bring back” for this column, and return the page that follows."""
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
    assert [row[-1] for row in rows[3:5]] == ["not playing", "10 (Dee dealt) 30"]
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
    assert "Undo player returning" in page.texts("button")
    side = Side.objects.filter(game=game, number=4)
    assert list(side.values_list("left", "away")) == [(None, [[3, 3, None]])]

    undo(game=game, context=ChangeContextFactory(game=game))
    assert list(side.values_list("left", "away")) == [(2, [])]
    redo(game=game, context=ChangeContextFactory(game=game))
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
        "not playing",
        "7 (Dee dealt) 27",
        "not playing",
    ]
    log = text_of(get(phone, f"{at(game)}changes/").one("ol", class_="log").children[0])
    assert "Dee, left after deal 4, missed deal 3 → Dee, missed deal 3, missed deal 5" in log


@pytest.fixture
def missed(phone, game):
    """Dee left with 20 and missed deal 3. After that deal, Ann has 5, Bob 20 and Cai 30."""
    press(phone, game, "leave")
    enter(phone, game, 3, out="2", **{"left-points-1": "5", "left-points-3": "10"})
    return game


def test_who_comes_back_is_asked_what_the_missed_deals_cost(phone, missed):
    page = get(phone, f"{at(missed)}table/")
    (field,) = page.all("input", name="total")
    assert field.attributes["placeholder"] == "20 (worst total 30)"

    page = come_again(phone, missed, total="60")

    rows = pad_of(page)
    assert rows[3][-1] == "not playing, 40 60"
    assert rows[-2] == ["Total", "5", "20", "30", "60"]
    assert rows[-1] == ["Place", "★ 1st", "2nd", "3rd", "4th"]
    data = data_of(phone, missed)
    assert data["players"][3] == {"name": "Dee", "total": 60, "place": 4, "away": [3]}
    assert data["deals"][2]["points"][3] == {
        "name": "Dee",
        "points": 40,
        "because": "missed one deal, came back with 60",
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

    assert [row[-1] for row in pad_of(page)[3:5]] == ["not playing", "not playing, 55 75"]
    assert "55 missed two deals, came back with 75" in page.words
    log = text_of(get(phone, f"{at(missed)}changes/").one("ol", class_="log").children[0])
    assert "Dee, left after deal 2 → Dee, missed deals 3 to 4, returned with 75" in log


def test_what_missed_deals_cost_is_undone_made_again_and_scored_again(phone, missed):
    before = stored(missed)
    come_again(phone, missed, total="60")
    after = stored(missed)
    assert Side.objects.get(game=missed, number=4).away == [[3, 3, 60]]

    for act, then in ((undo, before), (redo, after), (undo, before), (redo, after)):
        act(game=missed, context=ChangeContextFactory(game=missed))
        assert stored(missed) == then
    assert rescored() == (3, 0)
    assert stored(missed) == after


def test_a_correction_leaves_the_total_that_was_agreed(phone, missed):
    come_again(phone, missed, total="60")
    before = stored(missed)

    enter(phone, missed, 2, **{"left-points-4": "25"})
    enter(phone, missed, 3, **{"left-points-1": "7"})

    # Dee had 10 + 25 before this, so the missed deal costs 25
    page = get(phone, at(missed))
    assert [row[-1] for row in pad_of(page)[1:4]] == ["10 10", "25 35", "not playing, 25 60"]
    assert standing(phone, missed)["Dee"] == (60, 4)
    assert standing(phone, missed)["Ann"] == (7, 1)
    assert data_of(phone, missed)["deals"][2]["points"][3]["points"] == 25
    sheet = filled_sheet(scoreboard(Game.objects.get(pk=missed.pk)))
    assert [row.cells[3].total for row in sheet.rows[:3]] == ["10", "35", "60"]
    after = stored(missed)
    assert rescored() == (3, 0)
    assert stored(missed) == after
    for act in (undo, undo):
        act(game=missed, context=ChangeContextFactory(game=missed))
    assert stored(missed) == before
    for act in (redo, redo):
        act(game=missed, context=ChangeContextFactory(game=missed))
    assert stored(missed) == after


def test_a_correction_of_a_deal_before_leaves_all_totals_that_were_agreed(phone, missed):
    come_again(phone, missed, total="60")
    press(phone, missed, "leave")
    enter(phone, missed, 4, out="1", **{"left-points-2": "10", "left-points-3": "10"})
    come_again(phone, missed, total="75")

    enter(phone, missed, 1, **{"left-points-4": "13"})

    # Dee had 13 + 10 before this. The 37 for deal 3 and the 15 for deal 4 don’t change.
    assert [row[-1] for row in pad_of(get(phone, at(missed)))[1:5]] == [
        "13 13",
        "10 23",
        "not playing, 37 60",
        "not playing, 15 75",
    ]


def test_house_rules_leave_the_total_that_was_agreed(phone, group):
    game = GameFactory(group=group, names=EIGHT[:4])
    kings = {"left-cards-2": "K", "left-cards-3": "K", "left-cards-4": "K K"}
    enter(phone, game, 1, out="1", **kings)
    change(game, "leave", side=4)
    enter(phone, game, 2, out="1", **{"left-points-2": "10", "left-points-3": "10"})
    come_back(game=game, side=4, total=50, context=ChangeContextFactory(game=game))
    assert [row[-1] for row in pad_of(get(phone, at(game)))[1:3]] == ["20 20", "not playing, 30 50"]

    variant, patches = catalogue().variant("contract-rummy"), {"scoring.values.K": 13}
    context = ChangeContextFactory(game=game)
    change_house_rules(game=game, variant=variant, options={}, patches=patches, context=context)

    assert [row[-1] for row in pad_of(get(phone, at(game)))[1:3]] == ["26 26", "not playing, 24 50"]
    assert standing(phone, game)["Cai"] == (23, 2)
    undo(game=game, context=ChangeContextFactory(game=game))
    assert standing(phone, game)["Dee"] == (50, 4)


def test_a_correction_does_not_end_the_game_of_who_came_back_below_the_target(phone, group):
    game = GameFactory(group=group, variant="any-game", options={"target": 100}, names=EIGHT[:3])
    enter(phone, game, 1, **{"points-1": "10", "points-2": "20", "points-3": "30"})
    change(game, "leave", side=2)
    enter(phone, game, 2, **{"points-1": "5", "points-3": "10"})
    come_back(game=game, side=2, total=95, context=ChangeContextFactory(game=game))

    enter(phone, game, 1, **{"points-2": "30"})

    assert standing(phone, game) == {"Ann": (15, 3), "Bob": (95, 1), "Cai": (40, 2)}
    assert pad_of(get(phone, at(game)))[2][2] == "not playing, 65 95"
    assert Game.objects.get(pk=game.pk).state == Game.State.PLAYING


def test_coming_back_with_fewer_points_than_before_is_possible(phone, missed):
    page = come_again(phone, missed, total="-5")

    assert pad_of(page)[3] == [
        "3 two runs of 4",
        "5 5",
        "went out, 0 20",
        "10 (Cai dealt) 30",
        "not playing, −25 −5",
    ]
    assert pad_of(page)[-1] == ["Place", "2nd", "3rd", "4th", "★ 1st"]
    line = " ".join(get(phone, "/").texts("a", class_="card-link"))
    assert "Dee ahead with −5" in line


def test_who_comes_back_as_before_is_charged_nothing(phone, missed):
    page = come_again(phone, missed)

    assert pad_of(page)[3][-1] == "not playing"
    assert standing(phone, missed)["Dee"] == (20, 2)
    enter(phone, missed, 2, **{"left-points-4": "25"})
    assert standing(phone, missed)["Dee"] == (35, 4)


def test_a_total_that_is_the_one_of_before_is_agreed_all_the_same(phone, missed):
    page = come_again(phone, missed, total="20")

    assert pad_of(page)[3][-1] == "not playing, 0 20"
    enter(phone, missed, 2, **{"left-points-4": "25"})
    assert pad_of(get(phone, at(missed)))[3][-1] == "not playing, −15 20"


@pytest.mark.parametrize("typed", ["−7", "-7", " − 7 "])
def test_a_total_below_nought_is_typed_with_either_minus(phone, missed, typed):
    page = get(phone, f"{at(missed)}table/")
    fields = *page.all("input", name="total"), *page.all("input", name="start")
    assert [field.attributes["inputmode"] for field in fields] == ["text", "text"]

    come_again(phone, missed, total=typed)
    press(phone, missed, "join", start=typed)

    assert standing(phone, missed)["Dee"] == (-7, 1)
    assert standing(phone, missed)["Eve"] == (-7, 1)


@pytest.mark.parametrize("typed", ["−", "7−", "−−7", "7 0"])
def test_a_minus_alone_is_no_total(phone, missed, typed):
    page = come_again(phone, missed, total=typed)

    assert page.described("total") == "Enter a whole number of points, such as 40."
    assert page.one("input", name="total").attributes["value"] == typed


@pytest.mark.parametrize(
    ("total", "problem"),
    [
        ("forty", "Enter a whole number of points, such as 40."),
        ("100001", "That score is too high. Enter at most 100000."),
        ("-100001", "That score is too low. Enter at least −100000."),
    ],
)
def test_points_that_nobody_comes_back_with_are_refused_and_stay_typed(
    phone, missed, total, problem
):
    before = stored(missed)

    page = come_again(phone, missed, total=total)

    assert page.status == 422
    assert page.described("total") == problem
    assert page.one("input", name="total").attributes["value"] == total
    assert stored(missed) == before


def test_nobody_comes_back_to_end_the_game(phone, group):
    game = GameFactory(group=group, variant="indian-rummy-pool-101", names=EIGHT[:4])
    change(game, "leave")
    enter(phone, game, 1, declared="1", **{"left-points-2": "20", "left-points-3": "30"})

    page = come_again(phone, game, total="101")

    assert page.described("total") == (
        "A player with 101 or more is eliminated. Enter a score below 101."
    )
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

    come_back(game=game, side=3, total=2, context=ChangeContextFactory(game=game))

    six = {"Ann": "seven cards, 7s wild", "Cai": "six cards, 6s wild"}
    assert statuses(game) == six | {"Bob": "eight cards, 8s wild"}
    assert rescored() == (1, 0)
    enter(phone, game, 2, out="3")
    assert statuses(game)["Cai"] == "five cards, 5s wild"


def test_the_name_of_who_left_leads_to_coming_back(phone, game):
    press(phone, game, "leave")

    page = press(phone, game, "join", name="dee")

    assert page.texts("p", role="alert") == [
        "“dee” played in this game before. Bring that player back instead."
    ]


def test_who_left_finds_the_table_full(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)
    change(game, "leave", side=2)
    change(game, "join", name="Fay", start=25)

    page = come_again(phone, game, number="2")

    assert notices(page) == ["Contract Rummy is for 3 to 5 players, not 6. Change the players."]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [("1", "Ann is already playing. Choose someone who left."), ("9", NOT_HERE), ("x", NOT_HERE)],
)
def test_only_who_left_comes_back(phone, game, number, sentence):
    press(phone, game, "leave")

    assert notices(come_again(phone, game, number)) == [sentence]


def test_the_smallest_table_cannot_lose_anybody(phone, group):
    game = GameFactory(group=group, names=EIGHT[:3], played=1)
    action = f"{at(game)}table/leave/"
    assert get(phone, f"{at(game)}table/").forms(action) == []

    answer = phone.post(action, {"version": "2", "key": "k", "number": "3"}, follow=True)

    assert notices(Page(answer)) == [
        "Contract Rummy needs at least 3 players. End the game early instead."
    ]
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
