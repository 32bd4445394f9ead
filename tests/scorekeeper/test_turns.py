"""Turns: what is entered of a round while it is being played, and saved before it is whole."""

import pytest
from django.urls import reverse

from rules.engine.entries import EntryRefusedError
from scorekeeper.models import Change, Game
from scorekeeper.queries.board import scoreboard
from scorekeeper.services.changes import ConflictError
from scorekeeper.services.players import leave
from scorekeeper.services.rounds import redo, undo
from scorekeeper.services.turns import record_turns
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, entered
from tests.scorekeeper.pages import Page, get, text_of

ANN, BOB, CAI = (
    {f"box-{key}": box, f"points-{key}": points}
    for key, box, points in (("1", "fives", "15"), ("2", "chance", "20"), ("3", "ones", "0"))
)


@pytest.fixture
def game(group):
    return GameFactory(group=group, variant="dice-boxes", names=("Ann", "Bob", "Cai"))


def fresh(game):
    return Game.objects.get(pk=game.pk)


def save(game, texts, deal=1, **context):
    record_turns(
        game=fresh(game),
        deal=deal,
        submitted=entered(texts),
        context=ChangeContextFactory(game=game, **context),
    )


def turn(act, game):
    act(game=fresh(game), context=ChangeContextFactory(game=game))


def totals(game):
    return [column.total for column in scoreboard(fresh(game)).columns]


def saved(game):
    return scoreboard(fresh(game)).next_row.entry


def url(game, deal=1):
    return reverse("deal", args=[game.code, deal])


def table(game):
    return f"/games/{game.code}/table/"


def discard(game):
    return f"/games/{game.code}/discard/"


def test_the_pad_counts_each_turn(game):
    save(game, BOB)
    save(game, ANN)

    board = scoreboard(fresh(game))
    assert [(each.total, each.place, each.is_leading) for each in board.columns] == [
        (15, 2, False),
        (20, 1, True),
        (0, 3, False),
    ]
    assert (len(board.played), board.next_row.entry) == (0, ANN | BOB)


def test_the_last_turn_saves_the_round(game):
    for each in (ANN, BOB, CAI):
        save(game, each)

    assert game.rounds.get().entry == ANN | BOB | CAI
    assert saved(game) is None
    assert totals(game) == [15, 20, 0]
    kinds = Change.objects.filter(game=game).values_list("kind", flat=True)
    assert list(kinds) == ["start", "bids", "bids", "record"]


def test_turns_are_undone_and_redone_one_by_one(game):
    for each in (ANN, BOB, CAI):
        save(game, each)

    turn(undo, game)
    assert saved(game) == ANN | BOB
    turn(undo, game)
    assert saved(game) == ANN
    turn(redo, game)
    turn(redo, game)
    assert game.rounds.get().entry == ANN | BOB | CAI


def test_a_turn_is_corrected_during_the_round(game):
    save(game, ANN | BOB)
    save(game, {"box-1": "fours", "points-1": "8"})

    assert saved(game) == {"box-1": "fours", "points-1": "8"} | BOB


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"box-1": "fives", "points-1": "7"}, "Ann can’t have 7 in “Fives”. Enter 0, 5, 10,"),
        ({"box-1": "fives"}, "No points have been entered for Ann in “Fives”."),
        (ANN | {"extra-1": "on"}, "Ann hasn’t scored in “Five of a kind” yet. Untick the bonus."),
        ({"box-2": "sixes", "points-2": "6"}, "Bob filled “Sixes” in round 1. Choose another box."),
    ],
)
def test_a_turn_is_checked_by_itself(game, texts, message):
    sixes = {"box-2": "sixes", "points-2": "18"}
    RoundFactory(game=game, deal=1, texts={"box-1": "ones", "points-1": "1"} | sixes | CAI)

    with pytest.raises(EntryRefusedError, match=message):
        save(game, texts, deal=2)


def test_a_turn_sent_twice_is_saved_once(game):
    save(game, ANN, version=1, key="same")
    save(game, ANN, version=1, key="same")

    assert fresh(game).version == 2


def test_phones_add_different_turns_but_do_not_replace_each_others(game):
    save(game, ANN, version=1)
    save(game, BOB, version=1)
    assert saved(game) == ANN | BOB

    with pytest.raises(ConflictError):
        save(game, ANN | {"points-1": "20"}, version=1)


def test_a_whole_round_includes_the_turns_of_other_phones(phone, game):
    page = get(phone, url(game)).form(url(game))
    save(game, ANN)

    response = phone.post(url(game), page | BOB | CAI)

    assert response.status_code == 302
    assert game.rounds.get().entry == ANN | BOB | CAI


def test_the_others_keep_their_turns_when_a_player_leaves(game):
    save(game, ANN | BOB)

    leave(game=fresh(game), side=1, context=ChangeContextFactory(game=game))

    assert saved(game) == BOB
    save(game, CAI)
    assert game.rounds.get().entry == BOB | CAI


def test_a_round_ends_when_the_last_player_to_move_leaves(game):
    save(game, ANN | BOB)

    leave(game=fresh(game), side=3, context=ChangeContextFactory(game=game))

    assert game.rounds.get().entry == ANN | BOB
    assert totals(game) == [15, 20, 0]
    assert scoreboard(fresh(game)).next_row.deal.number == 2

    turn(undo, game)
    turn(undo, game)
    assert saved(game) == ANN | BOB
    turn(redo, game)
    turn(redo, game)
    assert totals(game) == [15, 20, 0]


def test_without_script_one_turn_is_saved_from_its_own_page(phone, game):
    link = next(
        a.attributes["href"]
        for a in get(phone, game.get_absolute_url()).all("a")
        if a.attributes.get("aria-label") == "Ann: Fives"
    )
    page = get(phone, link.partition("#")[0])

    assert "Save only this" in page.words
    filled = page.form(url(game)) | {"points-1": "15", "stage": "turns"}
    assert phone.post(url(game), filled).status_code == 302
    assert saved(game) == ANN
    assert get(phone, url(game)).one(id="row-1").attributes["data-total"] == "0"  # before the round


def test_a_turn_that_conflicts_is_shown_with_those_of_the_others(phone, game):
    stale = get(phone, url(game)).form(url(game)) | {"stage": "turns"}
    save(game, ANN | BOB)

    response = phone.post(url(game), stale | ANN | {"points-1": "20"})

    assert response.status_code == 409
    form = Page(response).form(url(game))
    assert [form[name] for name in ("points-1", "box-2", "points-2")] == ["20", "chance", "20"]
    assert phone.post(url(game), form | {"stage": "turns"}).status_code == 302
    assert totals(game) == [20, 20, 0]


def test_the_log_shows_what_was_entered(phone, game):
    save(game, ANN)

    words = get(phone, reverse("log", args=[game.code])).words
    assert "Phone 1 entered part of round 1" in words
    assert "Ann: Box Fives" in words
    assert "Dealer" not in words
    assert "Undo last entry in round 1" in get(phone, game.get_absolute_url()).words


@pytest.fixture
def crib(group):
    """Ann, who deals, and Bob play a short game of cribbage."""
    patches = {"end.target": 31, "scoring.figures.skunk": 20, "scoring.figures.double_skunk": 0}
    return GameFactory(group=group, variant="cribbage", names=("Ann", "Bob"), patches=patches)


def test_pegs_are_saved_during_play_for_each_side(crib):
    save(crib, {"heels": "on"})
    save(crib, {"pegging-2": "3"}, version=2)
    save(crib, {"pegging-1": "1", "hand-1": "9"}, version=2)

    assert saved(crib) == {"heels": "on", "pegging-1": "1", "pegging-2": "3"}
    assert totals(crib) == [3, 3]


def test_the_peg_that_reaches_the_target_ends_the_game(phone, crib):
    texts = {"pegging-1": "8", "pegging-2": "1", "hand-1": "12", "hand-2": "4", "crib": "0"}
    RoundFactory(game=crib, deal=1, texts=texts)
    save(crib, {"pegging-1": "10"}, deal=2)
    save(crib, {"pegging-1": "12"}, deal=2)

    assert fresh(crib).state == "finished"
    assert totals(crib) == [31, 5]
    assert "Ann skunks Bob by 26" in get(phone, crib.get_absolute_url()).words


def test_without_script_a_key_of_the_board_pegs(phone, crib):
    save(crib, {"pegging-1": "4"})
    page = get(phone, crib.get_absolute_url())

    data = page.form(url(crib)) | {"stage": "turns", "pegging-1": "6"}
    assert phone.post(url(crib), data).status_code == 302

    keys = {
        each.attributes["aria-label"]: each.attributes["value"]
        for each in page.all("button")
        if "pegging" in each.attributes.get("name", "")
    }
    assert keys["Ann pegs 2"] == "6"
    assert keys["Bob pegs 6"] == "6"
    assert totals(crib) == [6, 0]


def test_a_game_in_its_first_round_is_never_deleted(phone, group, game):
    GameFactory(group=group)
    stale = get(phone, "/")
    form = get(phone, table(game)).form(discard(game))
    save(game, ANN)

    home, players = get(phone, "/"), get(phone, table(game))

    assert home.all("details", id="empty") == []
    assert "Round 1 of 13" in [text_of(line) for line in home.all(class_="muted")]
    assert players.forms(discard(game)) == []
    assert [each.attributes["value"] for each in stale.all("input", name="game")] == [game.code]
    phone.post("/delete-empty/", {"game": [game.code]})
    phone.post(discard(game), form)
    assert totals(game) == [15, 0, 0]
    # Once the turn has been undone, it is a game that was started by mistake.
    turn(undo, game)
    assert get(phone, table(game)).forms(discard(game))


def test_the_leader_of_a_round_that_is_being_played(phone, game):
    save(game, ANN | BOB | CAI)
    save(game, {"box-1": "chance", "points-1": "30"}, deal=2)

    # Ann has 45, Bob 20 and Cai 0. Without round 2, Ann has 15.
    home, share = get(phone, "/"), get(phone, f"/games/{game.code}/share/")
    assert "Round 2 of 13" in [text_of(line) for line in home.all(class_="muted")]
    assert "Ann is in the lead" in share.words
    players = get(phone, table(game))
    hint = "Round 2 hasn’t been finished, so it won’t count. Without it, Bob wins."
    assert hint in players.words
