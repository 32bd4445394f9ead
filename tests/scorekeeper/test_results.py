"""The stored result of a game, and the state that it carries from deal to deal."""

import socket
from contextlib import closing, suppress

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.engine.snapshots import load_ruleset
from scorekeeper.live import bus as buses
from scorekeeper.live.over_sockets import SocketBus
from scorekeeper.models import Change, Game, Player, Result, Round, Score
from scorekeeper.presenters.board import reasons_text
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.home import recent_games
from scorekeeper.queries.seating import seating_of
from scorekeeper.queries.stored import StoredGame, read_carried
from scorekeeper.services.games import discard_game
from scorekeeper.services.people import correct_name
from scorekeeper.services.players import join, stop
from scorekeeper.services.rescore import rescore_all
from scorekeeper.services.rounds import redo, undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, ten_each, with_absences
from tests.scorekeeper.pages import get


def results(game):
    return list(
        Result.objects.filter(game=game)
        .order_by("side__number")
        .values_list("side__name", "place", "total", "is_winner")
    )


def stored(game):
    game = Game.objects.get(pk=game.pk)
    return StoredGame(game, load_ruleset(game.ruleset), seating_of(game))


def test_a_finished_game_has_a_result(group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=6)
    assert (results(game), game.finished_at) == ([], None)

    texts = {"out": "2", "left-points-1": "65", "left-points-3": "5"}
    RoundFactory(game=game, deal=7, texts=texts)

    game.refresh_from_db()
    # Ann 6 x 0 + 65, Bob 6 x 10 + 0, Cai 6 x 10 + 5
    assert results(game) == [("Ann", 2, 65, False), ("Bob", 1, 60, True), ("Cai", 2, 65, False)]
    assert game.finished_at is not None


def test_a_correction_of_a_finished_game_changes_its_result_and_keeps_its_time(group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=7)
    game.refresh_from_db()
    ended = game.finished_at
    assert results(game)[0] == ("Ann", 1, 0, True)

    RoundFactory(
        game=game, deal=3, texts={"out": "2", "left-points-1": "99", "left-points-3": "10"}
    )

    game.refresh_from_db()
    assert results(game) == [("Ann", 3, 99, False), ("Bob", 1, 60, True), ("Cai", 2, 70, False)]
    assert game.finished_at == ended


def test_an_undone_end_has_no_result(group):
    game = GameFactory(group=group, played=7)

    undo(game=game, context=ChangeContextFactory(game=game))

    game.refresh_from_db()
    assert (results(game), game.finished_at, game.state) == ([], None, "playing")
    redo(game=game, context=ChangeContextFactory(game=game))
    game.refresh_from_db()
    assert [row[1] for row in results(game)] == [1, 2, 2, 2]
    assert game.finished_at is not None


def test_a_game_that_was_stopped_has_a_result(group):
    game = GameFactory(group=group, played=2)

    stop(game=game, context=ChangeContextFactory(game=game))

    assert results(game)[:2] == [("Ann", 1, 0, True), ("Bob", 2, 20, False)]


def test_what_a_game_carries_is_what_its_deals_come_to(group):
    game = with_absences(group)

    assert read_carried(game.carried) == stored(game).folded.carried
    # Ann went out three times. Bob had 10, missed a deal, returned with 60 and got 10 more.
    assert read_carried(game.carried).totals == {"1": 0, "2": 70, "3": 30, "4": 30, "5": 65}


def test_a_game_that_carries_nothing_yet_is_folded(group):
    game = GameFactory(group=group, played=3)
    Game.objects.filter(pk=game.pk).update(carried=None)

    RoundFactory(game=game, deal=4)

    assert read_carried(Game.objects.get(pk=game.pk).carried).totals == {
        "1": 0, "2": 40, "3": 40, "4": 40,
    }  # fmt: skip


@pytest.mark.parametrize("variant", ["any-game", "contract-rummy-eight", "hearts"])
def test_saving_a_deal_reads_none_of_those_before(phone, group, variant):
    names = ("Ann", "Bob", "Cai", "Dee")
    game = GameFactory(group=group, variant=variant, names=names)
    texts = {
        "any-game": {f"points-{n}": "5" for n in "1234"},
        "contract-rummy-eight": ten_each(game),
        "hearts": {
            "hearts-1": "13",
            "hearts-2": "0",
            "hearts-3": "0",
            "hearts-4": "0",
            "queen": "2",
        },
    }[variant]
    url = f"/games/{game.code}/rounds/"
    for deal in (1, 2):
        assert (
            phone.post(
                f"{url}{deal}/", get(phone, f"{url}{deal}/").form(f"{url}{deal}/") | texts
            ).status_code
            == 302
        )
    filled = get(phone, f"{url}3/").form(f"{url}3/") | texts

    with CaptureQueriesContext(connection) as asked:
        assert phone.post(f"{url}3/", filled).status_code == 302

    read = [query["sql"] for query in asked if query["sql"].startswith("SELECT")]
    assert not [sql for sql in read if '"scorekeeper_round"' in sql or '"scorekeeper_score"' in sql]


# All pages agree


def test_every_page_names_the_same_winner_of_a_pool(phone, group):
    names = ("Ann", "Bob", "Cai")
    game = GameFactory(group=group, variant="indian-rummy-pool-101", names=names)
    for texts in (
        {"declared": "1", "left-points-2": "70", "left-points-3": "30"},
        {"declared": "2", "left-points-1": "80", "left-points-3": "40"},
        {"declared": "3", "left-points-1": "40", "left-points-2": "40"},
    ):
        RoundFactory(game=game, deal=Round.objects.filter(game=game).count() + 1, texts=texts)

    # Ann 120 and Bob 110 are eliminated in the same deal. Cai, with 70, is the last one left.
    board = scoreboard(Game.objects.get(pk=game.pk))
    assert [column.name for column in board.winners] == ["Cai"]
    assert [line.leaders for line in recent_games([group])] == [("Cai",)]
    assert results(game)[2] == ("Cai", 1, 70, True)


def test_every_page_says_how_long_a_game_is(phone, group):
    game = GameFactory(group=group, variant="oh-hell", names=("Ann", "Bob", "Cai", "Dee"))
    length = scoreboard(game).state.length

    assert length
    assert f"Hand 1 of {length}" in get(phone, f"/games/{game.code}/").words
    assert f"Hand 1 of {length}" in get(phone, f"/games/{game.code}/rounds/1/").words
    assert [line.deals for line in recent_games([group])] == [length]


# Every new version is announced


@pytest.fixture
def heard(tmp_path, monkeypatch):
    """Yield a function that returns the codes of the games announced since its last call."""
    monkeypatch.setattr(buses, "bus", lambda: SocketBus(tmp_path))
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as receiver:
        receiver.setblocking(False)
        monkeypatch.chdir(tmp_path)
        receiver.bind("test.socket")

        def heard():
            told = []
            with suppress(BlockingIOError):
                while text := receiver.recv(10_000).decode():
                    told.append(buses.load_message(text).code)
            return told

        yield heard


def test_others_hear_of_a_saved_deal_once_it_is_committed(
    group, heard, django_capture_on_commit_callbacks
):
    game = GameFactory(group=group)

    with django_capture_on_commit_callbacks() as callbacks:
        RoundFactory(game=game, deal=1)
    assert heard() == []
    for callback in callbacks:
        callback()

    assert heard() == [game.code]


def test_others_hear_of_a_person_with_another_name(
    group, heard, django_capture_on_commit_callbacks
):
    games = [GameFactory(group=group) for _ in range(2)]
    member, person = group.members.get(), Player.objects.get(group=group, name="Bob")

    with django_capture_on_commit_callbacks(execute=True):
        correct_name(person=person, name="Rob", by=member)

    assert sorted(heard()) == sorted(game.code for game in games)
    assert [Change.objects.filter(game=game).latest("version").kind for game in games] == [
        "rename"
    ] * 2


def test_others_hear_of_a_game_that_was_scored_again(
    group, heard, django_capture_on_commit_callbacks
):
    game = GameFactory(group=group, played=2)
    Score.objects.filter(round__game=game, round__deal=1, side__number=2).update(points=11)

    with django_capture_on_commit_callbacks(execute=True):
        list(rescore_all())

    assert heard() == [game.code]
    assert Change.objects.filter(game=game).latest("version").kind == "rescore"


def test_a_page_tells_that_a_game_was_scored_again_and_undo_passes_it_by(phone, group):
    game = GameFactory(group=group, played=2)
    Score.objects.filter(round__game=game, round__deal=1, side__number=2).update(points=11)
    list(rescore_all())

    assert "Scorekeeper rescored the game" in get(phone, f"/games/{game.code}/changes/").words
    undo(game=game, context=ChangeContextFactory(game=game))
    assert Round.objects.filter(game=game).count() == 1


# Scoring again


def test_scoring_again_goes_on_after_a_game_that_cannot_be_scored(group, capsys):
    first, broken, last = (GameFactory(group=group, played=2) for _ in range(3))
    Round.objects.filter(game=broken, deal=2).update(entry={"out": "1", "left-points-2": "many"})
    Score.objects.filter(round__game__in=[first, last]).update(points=7)

    with pytest.raises(CommandError, match=f"Games that could not be rescored: {broken.code}"):
        call_command("rescore")

    shown = capsys.readouterr()
    assert f"contract-rummy {broken.code} was not changed. deal 2: Bob: “many” isn’t" in shown.err
    assert shown.out.startswith("Deals rescored: 6, changed: 4.\n")
    totals = Score.objects.filter(round__game__in=[first, last], side__number=2)
    assert set(totals.values_list("points", flat=True)) == {10}


def test_scoring_again_repairs_what_a_game_carries(group, capsys):
    game = GameFactory(group=group, played=3)
    right = game.carried
    Game.objects.filter(pk=game.pk).update(
        carried=right | {"totals": {"1": 1, "2": 2, "3": 3, "4": 4}}
    )

    call_command("rescore")

    game.refresh_from_db()
    assert game.carried == right
    assert "Games with wrong running totals, now repaired: 1." in capsys.readouterr().out


# Names that nobody uses


def names(group):
    return sorted(group.players.values_list("name", flat=True))


def test_an_undone_player_is_no_longer_suggested(group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))

    join(game=game, name="Eve", start=0, context=ChangeContextFactory(game=game))
    assert names(group) == ["Ann", "Bob", "Cai", "Eve"]
    undo(game=game, context=ChangeContextFactory(game=game))
    assert names(group) == ["Ann", "Bob", "Cai"]
    redo(game=game, context=ChangeContextFactory(game=game))
    assert names(group) == ["Ann", "Bob", "Cai", "Eve"]


def test_the_names_of_a_deleted_game_are_no_longer_suggested(group):
    GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    game = GameFactory(group=group, names=("Ann", "Dee", "Eve"))

    discard_game(game=game, context=ChangeContextFactory(game=game))

    assert names(group) == ["Ann", "Bob", "Cai"]


# Names may contain any characters


def test_a_name_with_a_semicolon_does_not_break_up_the_reasons(phone, group):
    rummy = GameFactory(
        group=group, variant="contract-rummy", names=("A; B", "Bob", "Cai"), played=1
    )
    Score.objects.filter(round__game=rummy, side__number=1).update(
        reason=[{"code": "text", "text": "A; B: went out\n5 more"}]
    )

    cell = scoreboard(Game.objects.get(pk=rummy.pk)).rows[0].cells[0]

    assert cell.reasons == ("A; B: went out", "5 more")
    assert reasons_text(cell) == "A; B: went out; 5 more"
