"""Behaviour that all changes to players share: undo, conflicts, access, the log."""

import pytest

from scorekeeper.models import Change, Game
from scorekeeper.presenters.chart import totals_chart
from scorekeeper.queries.board import scoreboard
from scorekeeper.services.changes import ConflictError
from scorekeeper.services.rounds import record_deal, redo, undo
from scorekeeper.sheets.filled import filled_sheet
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    RoundFactory,
    entered,
    rescored,
    ten_each,
)
from tests.scorekeeper.pages import Page, get, notices, text_of
from tests.scorekeeper.player_changes import (
    CHANGED,
    CHANGES,
    SENT,
    at,
    change,
    dealers,
    enter,
    every_change,
    press,
    stored,
)

# Undo and redo


@every_change
def test_a_change_of_the_table_is_undone_and_made_again(game, what):
    before = stored(game)
    change(game, what)
    after = stored(game)
    assert after != before

    for act, then in ((undo, before), (redo, after), (undo, before), (redo, after)):
        act(game=game, context=ChangeContextFactory(game=game))
        assert stored(game) == then


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("join", "new player"),
        ("leave", "player leaving"),
        ("rename", "new name"),
        ("dealer", "new dealer"),
        ("stop", "end of game"),
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
        submitted = entered({"out": "1"} | {f"left-points-{n}": p for n, p in texts.items()})
        record_deal(
            game=game, deal=number, submitted=submitted, context=ChangeContextFactory(game=game)
        )

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
        undo(game=game, context=ChangeContextFactory(game=game))
        assert stored(game) == state
    for state in states[1:]:
        redo(game=game, context=ChangeContextFactory(game=game))
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


# The same form sent twice, outdated forms, other people


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
    context = ChangeContextFactory(game=game)
    RoundFactory(game=game, deal=3)
    act, said = CHANGES[what]

    with pytest.raises(ConflictError):
        act(game=game, context=context, **said)


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


# Log entries


@pytest.mark.parametrize(
    ("what", "deed", "parts"),
    [
        ("join", "added a player", "Column 5 Eve, joined in deal 3, starting score 40"),
        ("leave", "removed a player", "Column 4 Dee → Dee, left after deal 2"),
        ("rename", "changed a name", "Column 2 Bob → Bea"),
        ("dealer", "changed the next dealer", "Next dealer Ann"),
        ("stop", "ended the game early", "Game ended early"),
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
    assert text_of(newest.children[0]).startswith("Phone 1 undid a change to the players ")
    assert text_of(newest.children[1]) == "Column 2 Bea → Bob"


def test_the_log_names_a_start_before_the_first_deal(phone, group):
    game = GameFactory(group=group)

    press(phone, game, "join", start="-15")

    newest = get(phone, f"{at(game)}changes/").one("ol", class_="log").children[0]
    assert text_of(newest.children[1]) == "Column 5 Eve, starting score −15"


def test_the_sheet_of_a_game_has_blanks_for_who_was_not_there(phone, game):
    press(phone, game, "join")
    enter(phone, game, 3, **ten_each(game))
    press(phone, game, "leave", number="2")
    enter(phone, game, 4, out="1", **{f"left-points-{number}": "10" for number in (3, 4, 5)})

    sheet = filled_sheet(scoreboard(Game.objects.get(pk=game.pk)))

    written = [[(cell.points, cell.total) for cell in row.cells] for row in sheet.rows[:4]]
    assert sheet.names == ("Ann", "Bob", "Cai", "Dee", "Eve")
    assert [row[1] for row in written] == [("10", "10"), ("10", "20"), ("10", "30"), ("", "")]
    # Eve started with 40.
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

    # The chart has three deals in 340 units, starting at 44, and totals of 0 to 50 in 260 units,
    # going up from 272.
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


def test_a_game_with_scores_says_how_it_can_be_deleted(phone, group):
    game = GameFactory(group=group)
    hint = "To delete a game that was started by mistake, undo its deals first."
    address = f"/games/{game.code}/table/"
    assert hint not in get(phone, address).words

    RoundFactory(game=game, deal=1)

    assert hint in get(phone, address).words
