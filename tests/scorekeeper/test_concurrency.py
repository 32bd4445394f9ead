"""Many phones in one game: saves are stored once or reported as conflicts, and none is lost."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection, connections

from rules.engine.catalogue import catalogue
from scorekeeper.models import Change, Game, Group, Helper, Player, Round, Score
from scorekeeper.services.changes import ChangeContext
from scorekeeper.services.games import start_game
from scorekeeper.services.players import join
from scorekeeper.services.rounds import undo
from tests.conftest import client_of
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    GroupFactory,
    MemberFactory,
    RoundFactory,
    rescored,
)
from tests.sampling import times
from tests.scorekeeper.pages import Page, get, notices

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

PHONES = 8
SAVES_EACH = times(50)


@pytest.fixture
def table(transactional_db):
    """A game with a hundred deals, and eight phones in its group."""
    group = GroupFactory()
    game = GameFactory(group=group, deals=100)
    return game, [client_of(MemberFactory(group=group).user) for _ in range(PHONES)]


def together(act, phones):
    """Run each phone’s action at the same time in a separate thread, and return the results."""
    start = Barrier(len(phones))

    def run(number, phone):
        start.wait()
        try:
            return act(number, phone)
        finally:
            connections.close_all()

    connection.close()
    with ThreadPoolExecutor(len(phones)) as pool:
        running = [pool.submit(run, number, phone) for number, phone in enumerate(phones)]
        return [each.result() for each in running]


def hands(points):
    return {"out": "1"} | {f"left-points-{number}": str(points) for number in (2, 3, 4)}


def as_it_stands(game):
    """Return the game’s version and the number of deals played."""
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    return version, Round.objects.filter(game=game).count()


def test_many_saves_of_one_game(table):
    game, phones = table

    def save_often(number, phone):
        answers = []
        for turn in range(SAVES_EACH):
            version, played = as_it_stands(game)
            deal = played + 1 if turn % 2 or not played else 1 + (number + turn) % played
            # Two phones never make the same change to a deal, because the second one would change
            # nothing: if they agree on one of the last two hands, they differ in the other.
            figures = hands(10 + number) | {
                "left-points-3": str(10 + turn),
                "left-points-4": str(10 + (7 * number + 3 * turn) % 25),
            }
            sent = {"version": version, "key": str(uuid4())} | figures
            answer = phone.post(f"/games/{game.code}/rounds/{deal}/", sent)
            answers.append((sent["key"], answer.status_code))
            connection.close()  # as a server does after each request
        return answers

    answers = [answer for each in together(save_often, phones) for answer in each]

    assert len(answers) == len({key for key, _ in answers}) == PHONES * SAVES_EACH
    assert {status for _, status in answers} <= {302, 409}
    saved = {key for key, status in answers if status == 302}
    changes = Change.objects.filter(game=game).exclude(kind="start")
    assert set(changes.values_list("key", flat=True)) == saved
    assert changes.count() == len(saved) >= SAVES_EACH
    assert Game.objects.get(pk=game.pk).version == len(saved) + 1
    assert list(changes.values_list("version", flat=True)) == list(range(2, len(saved) + 2))
    assert_rows_follow_the_log(game)


def assert_rows_follow_the_log(game):
    """Assert that each deal has the entry and points of its last change."""
    last = {
        change.deal: change for change in Change.objects.filter(game=game).exclude(kind="start")
    }
    rounds = list(Round.objects.filter(game=game).select_related("dealer"))
    assert [played.deal for played in rounds] == list(range(1, len(last) + 1))
    for played in rounds:
        assert played.entry == last[played.deal].after["texts"]
        assert played.dealer.position == last[played.deal].after["dealer"]
    for deal in last:
        of_deal = Change.objects.filter(game=game, deal=deal)
        steps = [(change.before, change.after) for change in of_deal]
        assert steps[0][0] is None
        assert [before for before, _ in steps[1:]] == [after for _, after in steps[:-1]]
    assert Score.objects.filter(round__game=game).count() == 4 * len(rounds)
    assert rescored() == (len(rounds), 0)


def test_of_saves_from_the_same_page_one_is_stored(table):
    game, phones = table

    def save(number, phone):
        sent = {"version": "1", "key": str(uuid4())} | hands(2 + number)
        return phone.post(f"/games/{game.code}/rounds/1/", sent).status_code

    answers = together(save, phones)

    assert Counter(answers) == {302: 1, 409: 7}
    assert Change.objects.filter(game=game, kind="record").count() == 1
    points = Score.objects.get(round__game=game, side__number=2).points
    assert answers[points - 2] == 302


def test_one_form_sent_many_times_is_stored_once(table):
    game, phones = table
    sent = {"version": "1", "key": "the same"} | hands(10)

    def save(number, phone):
        return phone.post(f"/games/{game.code}/rounds/1/", sent).status_code

    assert together(save, phones) == [302] * 8
    assert Change.objects.filter(game=game, kind="record").count() == 1
    assert Round.objects.filter(game=game).count() == 1


def test_undo_pressed_by_all_takes_one_change_back(table):
    game, phones = table
    for deal in (1, 2, 3):
        RoundFactory(game=game, deal=deal)

    def press(number, phone):
        sent = {"version": "4", "key": str(uuid4())}
        return phone.post(f"/games/{game.code}/undo/", sent).status_code

    assert together(press, phones) == [302] * 8
    assert Change.objects.filter(game=game, kind="undo").count() == 1
    assert Round.objects.filter(game=game).count() == 2


@contextmanager
def just_before(query, act):
    """Let another phone act just before the first query that contains these words."""
    waiting = [act]

    def meanwhile(execute, sql, *rest):
        if waiting and query in sql:
            waiting.pop()()
        return execute(sql, *rest)

    with connection.execute_wrapper(meanwhile):
        yield
    assert not waiting


def just_before_points_are_read(act):
    """Let another phone act between the two queries that read deals and their points."""
    return just_before('FROM "scorekeeper_score"', act)


@pytest.mark.parametrize("address", ["/", ".json", "/changes/", "/rounds/1/"])
def test_a_pad_read_while_a_deal_is_saved_shows_whole_deals(table, address):
    game, (phone, *_) = table
    RoundFactory(game=game, deal=1)

    with just_before_points_are_read(lambda: RoundFactory(game=game, deal=2)):
        answer = phone.get(f"/games/{game.code}{address}")

    assert answer.status_code == 200


def test_a_pad_read_while_a_deal_is_undone_shows_whole_deals(table):
    game, (phone, *_) = table
    for deal in (1, 2):
        RoundFactory(game=game, deal=deal)

    with just_before_points_are_read(
        lambda: undo(game=game, context=ChangeContextFactory(game=game))
    ):
        data = phone.get(f"/games/{game.code}.json").json()

    assert [len(deal["points"]) for deal in data["deals"][:3]] == [4, 0, 0]
    assert [player["total"] for player in data["players"]] == [0, 10, 10, 10]


def test_a_pad_read_while_somebody_sits_down_and_deals_shows_who_was_there(table):
    game, (phone, *_) = table
    RoundFactory(game=game, deal=1)

    def sit_down_and_play():
        join(game=game, name="Eve", start=40, context=ChangeContextFactory(game=game))
        texts = hands(10) | {"left-points-5": "10"}
        RoundFactory(game=game, deal=2, texts=texts)
        RoundFactory(game=game, deal=3, texts=texts, dealer=5)

    with just_before_points_are_read(sit_down_and_play):
        answer = phone.get(f"/games/{game.code}.json")

    assert answer.status_code == 200
    assert [player["name"] for player in answer.json()["players"]] == ["Ann", "Bob", "Cai", "Dee"]


def test_of_changes_of_the_table_from_the_same_page_one_is_made(table):
    game, phones = table
    RoundFactory(game=game, deal=1)
    changes = ("join", "leave", "rename", "dealer", "stop")

    def press(number, phone):
        sent = {"version": "2", "key": str(uuid4()), "name": f"Zed {number}", "number": "4"}
        what = changes[number % len(changes)]
        return phone.post(f"/games/{game.code}/table/{what}/", sent).status_code

    answers = together(press, phones)

    assert set(answers) <= {302, 422}
    assert Change.objects.filter(game=game, kind__in=changes).count() == 1
    assert as_it_stands(game) == (3, 1)


def test_one_seat_taken_many_times_over_is_one_seat(table):
    game, phones = table
    sent = {"version": "1", "key": "the same", "name": "Eve", "start": "40"}

    def sit(number, phone):
        return phone.post(f"/games/{game.code}/table/join/", sent).status_code

    assert together(sit, phones) == [302] * 8
    assert list(game.sides.values_list("name", flat=True)) == ["Ann", "Bob", "Cai", "Dee", "Eve"]
    assert Change.objects.filter(game=game, kind="join").count() == 1


def test_one_new_game_form_sent_many_times_starts_one_game(transactional_db):
    group = GroupFactory()
    users = [MemberFactory(group=group).user for _ in range(PHONES)]

    def start(number, user):
        return start_game(
            group=group,
            variant=catalogue().variant("contract-rummy"),
            names=["Ann", "Bob", "Cai"],
            options={},
            first_dealer=1,
            context=ChangeContext(user, "Phone", 0, "the same"),
        ).pk

    assert len(set(together(start, users))) == 1
    assert (Game.objects.count(), Player.objects.count()) == (1, 3)


def test_games_started_at_once_share_their_people(transactional_db):
    group = GroupFactory()
    users = [MemberFactory(group=group).user for _ in range(PHONES)]

    def start(number, user):
        return start_game(
            group=group,
            variant=catalogue().variant("contract-rummy"),
            names=["Ann", "Bob", f"Player {number}"],
            options={},
            first_dealer=1,
            context=ChangeContext(user, "Phone", 0, str(uuid4())),
        ).pk

    assert len(set(together(start, users))) == 8
    assert Player.objects.count() == 10


@pytest.mark.parametrize(
    ("variant", "what", "number"), [("contract-rummy", "join", ""), ("euchre", "player", "1")]
)
def test_a_new_name_seated_in_many_games_at_once_is_one_person(
    transactional_db, variant, what, number
):
    group = GroupFactory()
    games = [GameFactory(group=group, variant=variant) for _ in range(PHONES)]
    phones = [client_of(MemberFactory(group=group).user) for _ in range(PHONES)]
    spelt = ("Zoe", "ZOE", "zoe")

    def seat(turn, phone):
        sent = {"version": "1", "key": str(uuid4()), "name": spelt[turn % 3], "number": number}
        return phone.post(f"/games/{games[turn].code}/table/{what}/", sent).status_code

    assert together(seat, phones) == [302] * 8
    zoe = group.players.get(name__iexact="zoe")
    assert zoe.seats.count() == 8


def test_a_new_name_seated_again_in_many_games_at_once_is_one_person(transactional_db):
    group = GroupFactory()
    games = [GameFactory(group=group) for _ in range(PHONES)]
    phones = [client_of(MemberFactory(group=group).user) for _ in range(PHONES)]
    for game in games:
        join(game=game, name="Zoe", start=0, context=ChangeContextFactory(game=game))
        undo(game=game, context=ChangeContextFactory(game=game))
    assert not group.players.filter(name="Zoe").exists()

    def seat_again(turn, phone):
        sent = {"version": "3", "key": str(uuid4())}
        return phone.post(f"/games/{games[turn].code}/redo/", sent).status_code

    assert together(seat_again, phones) == [302] * 8
    assert group.players.get(name="Zoe").seats.count() == 8


WRITES = [
    ("rounds/1/", {"out": "1", "left-points-2": "5", "left-points-3": "5", "left-points-4": "5"}),
    ("undo/", {}),
    ("redo/", {}),
    ("table/join/", {"name": "Eve"}),
    ("table/leave/", {"number": "4"}),
    ("table/rename/", {"number": "2", "name": "Bea"}),
    ("table/dealer/", {"number": "2"}),
    ("table/seat/", {"number": "2", "after": "3"}),
    ("rematch/", {}),
]


@pytest.mark.parametrize("query", ['"scorekeeper_seat"', '"scorekeeper_game"."id" = '])
@pytest.mark.parametrize(("what", "typed"), WRITES)
def test_a_write_into_a_game_that_is_discarded_meanwhile_says_so(table, what, typed, query):
    game, (phone, *_) = table
    sent = {"version": "1", "key": str(uuid4())} | typed

    with just_before(query, Game.objects.filter(pk=game.pk).delete):
        answer = phone.post(f"/games/{game.code}/{what}", sent, follow=True)

    if query == '"scorekeeper_seat"':  # nobody had set the dealer yet
        assert answer.status_code == 404
    else:
        assert answer.redirect_chain == [("/", 302)]
        assert notices(Page(answer)) == ["This game has been deleted."]


def test_a_browser_with_script_is_told_of_a_game_that_is_discarded_meanwhile(table):
    game, (phone, *_) = table
    sent = {"version": "1", "key": str(uuid4())} | hands(5)

    with just_before('"scorekeeper_game"."id" = ', Game.objects.filter(pk=game.pk).delete):
        answer = phone.post(f"/games/{game.code}/rounds/1/", sent, headers={"HX-Request": "true"})

    assert answer.headers["HX-Redirect"] == "/"
    assert notices(get(phone, "/")) == ["This game has been deleted."]


@pytest.mark.parametrize("what", ["", "table/", "share/", "rounds/1/"])
def test_a_page_of_a_game_that_is_discarded_meanwhile_is_not_there(table, what):
    game, (phone, *_) = table

    with just_before('"scorekeeper_seat"', Game.objects.filter(pk=game.pk).delete):
        answer = phone.get(f"/games/{game.code}/{what}")

    assert answer.status_code == 404


@pytest.mark.parametrize("query", ['"scorekeeper_seat"', '"scorekeeper_game"."id" = '])
def test_a_game_that_is_discarded_meanwhile_takes_no_helper(table, client, query):
    game, _ = table

    with just_before(query, Game.objects.filter(pk=game.pk).delete):
        answer = client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})

    assert answer.status_code == (404 if "seat" in query else 422)
    assert Helper.objects.count() == 0


def test_a_game_discarded_while_others_write_answers_everybody(table):
    game, phones = table
    group = game.group

    for _ in range(4):
        begun = GameFactory(group=group)
        at = f"/games/{begun.code}/"

        def press(turn, phone, at=at):
            sent = {"version": "1", "key": str(uuid4())}
            if turn % 3 == 0:
                return phone.post(f"{at}discard/", sent).status_code
            what, typed = WRITES[(turn + turn // 3) % len(WRITES)]
            return phone.post(f"{at}{what}", sent | typed).status_code

        assert set(together(press, phones)) <= {302, 404, 409, 422}


def test_of_two_taps_that_discard_a_game_both_lead_home(table):
    other, phones = table
    game = GameFactory(group=other.group)

    def tap(turn, phone):
        answer = phone.post(f"/games/{game.code}/discard/", {"version": "1"})
        return answer.status_code, answer.headers.get("Location")

    assert together(tap, phones[:2]) == [(302, "/")] * 2
    assert not Game.objects.filter(pk=game.pk).exists()


def test_the_last_place_at_a_table_is_taken_once(transactional_db):
    group = GroupFactory()
    for _ in range(48):
        MemberFactory(group=group)
    phones = [client_of(MemberFactory().user) for _ in range(PHONES)]
    link = f"/join/{group.join_token}/"

    def join(number, phone):
        return phone.post(link, {"name": f"Zed {number}"}).status_code

    answers = together(join, phones)

    assert Counter(answers) == {302: 1, 422: 7}
    assert Group.objects.get(pk=group.pk).members.count() == 50
