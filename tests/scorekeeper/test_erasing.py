"""Erasing games, players and groups: gone from all pages, brought back, or deleted permanently."""

import json
import logging
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import AnonymousUser, Permission
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, models
from django.utils import timezone

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from rules.engine.own_games import Design, DesignItem
from rules.engine.snapshots import fingerprint, load_ruleset
from scorekeeper.models import (
    Change,
    ErasedText,
    Erasure,
    EveningHelper,
    Game,
    Group,
    Helper,
    Member,
    Player,
    Score,
    ShortCode,
    Upload,
    User,
)
from scorekeeper.purging import start_purging
from scorekeeper.queries.access import erased_membership
from scorekeeper.queries.people import known_names, names_at_last_game
from scorekeeper.queries.person_statistics import person_statistics
from scorekeeper.services.changes import GameGoneError
from scorekeeper.services.erasing import (
    GoneError,
    bring_back,
    erase_game,
    erase_group,
    erase_person,
)
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.months import keep_months
from scorekeeper.services.names_in_texts import replaced_words
from scorekeeper.services.notes import write_note
from scorekeeper.services.own_games import make_own_game
from scorekeeper.services.people import correct_name, rename_group, rename_member, save_house_rules
from scorekeeper.services.players import rename
from scorekeeper.services.purge import purge
from scorekeeper.services.rounds import undo
from tests.conftest import client_of
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    MemberFactory,
    PlayerFactory,
    RoundFactory,
    UserFactory,
    rescored,
    stop_game,
)
from tests.scorekeeper.pages import Page, get, notices, pad_of, send

NAME = "Zebulon"
NAMES = ("Ann", NAME, "Cai", "Dee")
LATER = timedelta(days=30)
WITH_NAMES = ("template_fragments", "rows", "sheets", "pictures")


def stored(*without):
    """Return the content of the whole database, except for these models."""
    rows = {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in apps.get_models()
        if model not in without
    }
    return json.dumps(rows, default=str, ensure_ascii=False)


# Fields in which the name of an erased player is replaced.
REPLACED = {
    *("Change.after", "Change.before", "Change.by_name", "EveningHelper.name", "Game.ruleset"),
    *("Group.name", "Helper.name", "HouseRules.name", "HouseRules.options", "Member.name"),
    *("Note.location", "Note.text", "OwnGame.ruleset", "OwnGame.summary", "Player.emoji"),
    *("Player.name", "Score.reason", "Side.name", "Side.status"),
}
# Fields that are deleted with the name: at once, or after 30 days.
DELETED = {
    *("ErasedText.after", "ErasedText.before", "Erasure.label", "Picture.data"),
    *("PlayedMonth.kinds", "PlayedMonth.people", "Upload.answers", "Upload.filename"),
    *("Upload.options", "Upload.report", "Upload.variant", "Upload.state", "Upload.stored"),
}
# Fields without names: codes, keys and hashes, and the input for deals and house rules.
NAMELESS = {
    *("Change.key", "Change.kind", "ErasedText.field", "ErasedText.model", "Erasure.kind"),
    *("ImportedItem.kind", "Game.carried", "Game.chosen_winner", "Game.code", "Game.score_token"),
    *("Game.seat_orders", "Game.state", "Game.variant", "Game.watch_token", "Group.join_token"),
    *("HouseRules.patches", "HouseRules.variant", "OwnGame.share_token", "OwnGame.slug"),
    *("Picture.token", "PlayedMonth.month", "PlayedMonth.stamp", "RecoveryCode.digest"),
    *("Round.entry", "Score.marks", "SentHand.entry", "ShortCode.code", "Side.away", "User.email"),
    *("User.first_name", "User.last_name", "User.password", "User.username"),
}


def test_every_field_with_text_is_considered():
    kinds = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
    fields = {
        f"{model.__name__}.{each.name}"
        for model in apps.get_app_config("scorekeeper").get_models()
        for each in model._meta.get_fields()
        if isinstance(each, kinds)
    }

    assert sorted(fields) == sorted(REPLACED | DELETED | NAMELESS)


@pytest.fixture
def named(group, owner, phone):
    """Games of Zebulon in all places in which a name is stored, and another game of the group."""
    game = GameFactory(group=group, names=NAMES, played=2)
    rename(game=game, side=2, name="Zeb", context=ChangeContextFactory(game=game))
    undo(game=game, context=ChangeContextFactory(game=game))
    euchre = GameFactory(group=group, variant="euchre", names=NAMES)
    stop_game(GameFactory(group=group, names=NAMES, played=1))
    GameFactory(group=group, names=("Ann", "Cai", "Dee"), played=1)
    own_design = Design(f"{NAME}’s game", (DesignItem(f"{NAME}’s points"),), f"Invented by {NAME}.")
    made = make_own_game(group=group, design=own_design, key="k")
    points = {f"item1-{side}": "5" for side in range(1, 5)}
    RoundFactory(game=GameFactory(group=group, variant=made.slug, names=NAMES), texts=points)
    write_note(game=game, text=f"{NAME} spilled the wine", location=f"{NAME}’s kitchen")
    save_house_rules(group=group, variant="may-i", name=f"{NAME}’s rules", options={}, patches={})
    own = {"name": f"{NAME}’s dice"}
    save_house_rules(group=group, variant="any-game", name="Dice", options=own, patches={})
    dice = GameFactory(group=group, variant="any-game", names=("Ann", "Cai"), options=own)
    change_house_rules(
        game=dice,
        variant=catalogue().variant("any-game"),
        options=own | {"lowest-wins": True},
        patches={},
        context=ChangeContextFactory(game=dice),
    )
    rename_group(group=group, name=f"Ann and {NAME}")
    rename_member(member=owner, name=f"{NAME}’s phone")
    client_of(MemberFactory(group=group).user).post(
        f"/score/{game.code}/{game.score_token}/", {"name": NAME}
    )
    EveningHelper.objects.create(group=group, user=UserFactory(), name=NAME, until=timezone.now())
    Upload.objects.create(
        group=group, user=owner.user, filename=NAME, stored="a", played_on=timezone.now()
    )
    Helper.objects.create(game=euchre, user=User.objects.create(username="x"), name=NAME)
    RoundFactory(game=game, deal=3, context=ChangeContextFactory(game=game, name=f"{NAME}’s phone"))
    score = Score.objects.filter(round__game=game).first()
    score.reason = [{"code": "went-out", "player": NAME, "and": [{"code": "bags", "name": NAME}]}]
    score.save(update_fields=["reason"])
    side = euchre.sides.get(number=2)
    side.status = {"code": "dealer", "name": NAME}
    side.save(update_fields=["status"])
    return game


def zebulon(group):
    return group.players.get(name=NAME)


# A player


@pytest.mark.parametrize("results", ["keep", "erase"])
def test_an_erased_player_is_nowhere(  # noqa: PLR0917 -- fixtures
    phone, group, named, results, caplog, django_capture_on_commit_callbacks
):
    caplog.set_level(logging.DEBUG, "scorekeeper")
    player = zebulon(group)
    pages = [
        "/",
        "/games/new/contract-rummy/",
        f"/groups/{group.pk}/",
        f"/groups/{group.pk}/history/",
        f"/groups/{group.pk}/history/?q={NAME}",
        f"/groups/{group.pk}/history/contract-rummy/",
        f"/games/{named.code}/",
        f"/games/{named.code}.json",
        f"/games/{named.code}/changes/",
        f"/games/{named.code}/share/",
        f"/games/{named.code}/table/",
        f"/watch/{named.code}/{named.watch_token}/",
    ]
    assert all(NAME in phone.get(page).content.decode() for page in pages)
    phone.get(f"/watch/{named.code}/{named.watch_token}/result.png")

    with django_capture_on_commit_callbacks(execute=True):
        url = f"/groups/{group.pk}/players/{player.pk}/erase/"
        answer = phone.post(url, {"typed": NAME, "results": results, "key": "k"})

    assert (answer.status_code, answer.url) == (302, f"/groups/{group.pk}/erased/")
    assert notices(get(phone, answer.url))[0].startswith("Erased. You can bring it back until ")
    assert [list(caches[name]._cache) for name in WITH_NAMES] == [[]] * 4
    assert [key for key, kept in caches["default"]._cache.items() if NAME.encode() in kept] == []
    for page in pages:
        text = phone.get(page).content.decode()
        # The page repeats the search text.
        assert NAME not in text.replace(f"?q={NAME}", "").replace(f'value="{NAME}"', ""), page
    # Until the name is deleted permanently, it is stored only in the rows for bringing it back.
    kept = Erasure.objects.get()
    held = Group.objects.filter(pk=kept.kept_in_id)
    assert held.count() == (results == "erase")
    if results == "keep":
        assert NAME not in stored(Erasure, ErasedText)
    assert purge() == 0
    assert purge(now=kept.at + LATER) == 1
    assert NAME not in stored()
    assert "Zeb" not in stored()
    assert NAME not in caplog.text


def test_the_results_of_an_erased_player_stay(phone, group, named):
    before = pad_of(get(phone, f"/games/{named.code}/"))
    player = zebulon(group)
    games = person_statistics(player, keep_months(group=group)).tally.games

    erase_person(person=player, with_games=False)

    assert group.games.count() == 6
    after = pad_of(get(phone, f"/games/{named.code}/"))
    assert after[0] == ["Deal", "Ann", "Somebody", "Cai", "Dee"]
    as_before = [[cell.replace(NAME, "Somebody") for cell in row] for row in before]
    assert after == as_before
    assert (
        person_statistics(group.players.get(name="Somebody"), keep_months(group=group)).tally.games
        == games
        == 1
    )
    assert rescored()[1] == 0


def test_the_partner_of_an_erased_player_keeps_the_name(group, named):
    erase_person(person=zebulon(group), with_games=False)

    euchre = group.games.get(variant="euchre")
    assert [side.name for side in euchre.sides.all()] == ["Ann & Cai", "Somebody & Dee"]


def test_an_erased_player_is_suggested_no_more(group, named):
    erase_person(person=zebulon(group), with_games=False)

    assert known_names(group) == ["Ann", "Cai", "Dee"]
    assert names_at_last_game(group, "euchre") == ["Ann", "Cai", "Dee"]


def test_a_second_erased_player_has_a_name_of_their_own(group, game):
    for name in ("Bob", "Ann"):
        erase_person(person=group.players.get(name=name), with_games=False)

    assert [side.name for side in game.sides.all()] == ["Somebody 2", "Somebody", "Cai", "Dee"]


def test_a_game_that_was_named_after_an_erased_player_has_another_name(phone, group, named):
    dice = group.games.get(variant="any-game")
    key = dice.rules_key
    erasure = erase_person(person=zebulon(group), with_games=False)

    assert get(phone, f"/games/{dice.code}/").texts("h1") == ["Somebody’s dice"]
    dice.refresh_from_db()
    assert dice.rules_key == fingerprint(load_ruleset(dice.ruleset)) != key
    assert group.house_rules.get(name="Dice").options == {"name": "Somebody’s dice"}

    bring_back(erasure=erasure)

    assert get(phone, f"/games/{dice.code}/").texts("h1") == [f"{NAME}’s dice"]
    dice.refresh_from_db()
    assert dice.rules_key == key


def test_all_games_of_a_player_are_erased(phone, group, named):
    others = list(group.games.exclude(seats__player=zebulon(group)))
    assert len(others) == 2

    erase_person(person=zebulon(group), with_games=True)

    assert set(group.games.all()) == set(others)
    assert known_names(group) == ["Ann", "Cai", "Dee"]
    assert phone.get(f"/games/{named.code}/").status_code == 404


@pytest.mark.parametrize("with_games", [False, True])
def test_an_erased_player_is_brought_back(phone, group, named, with_games):
    log = [
        (each.pk, each.before, each.after, each.by_name) for each in Change.objects.order_by("pk")
    ]
    pads = {game.code: pad_of(get(phone, f"/games/{game.code}/")) for game in group.games.all()}
    names = sorted(group.players.values_list("name", flat=True))
    erasure = erase_person(person=zebulon(group), with_games=with_games)

    bring_back(erasure=erasure)

    assert {code: pad_of(get(phone, f"/games/{code}/")) for code in pads} == pads
    assert [
        (each.pk, each.before, each.after, each.by_name)
        for each in Change.objects.exclude(kind__in=("erase", "restore")).order_by("pk")
    ] == log
    assert sorted(group.players.values_list("name", flat=True)) == names
    assert known_names(group) == ["Ann", "Cai", "Dee", NAME]
    assert named.note.text == f"{NAME} spilled the wine"
    assert Group.objects.get(pk=group.pk).name == f"Ann and {NAME}"
    assert (Erasure.objects.count(), ErasedText.objects.count()) == (0, 0)
    assert Group.objects.count() == 1


def test_what_was_changed_since_then_stays(group, owner, game):
    GameFactory(group=group)  # so that another name in one game is a nickname
    erasure = erase_person(person=group.players.get(name="Bob"), with_games=False)
    rename(game=game, side=2, name="Guest", context=ChangeContextFactory(game=game))

    bring_back(erasure=erasure)

    assert [side.name for side in game.sides.all()] == ["Ann", "Guest", "Cai", "Dee"]
    assert group.players.filter(name="Bob").exists()


def test_a_player_comes_back_to_a_free_name_only(group, game):
    erasure = erase_person(person=group.players.get(name="Bob"), with_games=False)
    PlayerFactory(group=group, name="bob")

    with pytest.raises(RulesError) as refused:
        bring_back(erasure=erasure)

    assert str(refused.value) == "Another player is now called “Bob”. Rename them first."
    assert [side.name for side in game.sides.all()] == ["Ann", "Somebody", "Cai", "Dee"]


def test_a_name_is_erased_in_games_that_were_erased_before(group, game):
    first = erase_game(game=game)
    GameFactory(group=group)

    erase_person(person=group.players.get(name="Bob"), with_games=False)
    bring_back(erasure=first)

    assert [side.name for side in game.sides.all()] == ["Ann", "Somebody", "Cai", "Dee"]
    assert sorted(group.players.values_list("name", flat=True)) == ["Ann", "Cai", "Dee", "Somebody"]


def test_old_names_of_an_erased_player_go_as_well(group, owner, game):
    correct_name(person=group.players.get(name="Bob"), name="Robert", by=owner)

    erase_person(person=group.players.get(name="Robert"), with_games=False)

    logged = json.dumps(list(Change.objects.values("before", "after")))
    assert ("Bob" in logged, "Robert" in logged) == (False, False)
    assert all(name in logged for name in ("Ann", "Cai", "Dee"))


def test_pages_that_are_open_learn_of_an_erased_name(phone, group, game):
    erase_person(person=group.players.get(name="Bob"), with_games=False)

    assert Game.objects.get().version == game.version + 1
    latest = Change.objects.latest("version")
    assert (latest.kind, latest.by_name, latest.before, latest.after) == (
        "erase", "Scorekeeper", None, None,
    )  # fmt: skip
    log = get(phone, f"/games/{game.code}/changes/").words
    assert "Scorekeeper erased a player’s name" in log


def test_an_erased_name_is_not_undone_and_disturbs_no_entry(phone, group, game):
    url = f"/games/{game.code}/rounds/3/"
    form = get(phone, url).form(url)
    erase_person(person=group.players.get(name="Bob"), with_games=False)

    typed = {"out": "1", "left-points-2": "5", "left-points-3": "5", "left-points-4": "5"}
    assert phone.post(url, form | typed).status_code == 302
    undo(game=game, context=ChangeContextFactory(game=game))

    assert game.rounds.count() == 2
    assert game.sides.get(number=2).name == "Somebody"


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("Ann won", "X won"),
        ("ANN’s phone", "X’s phone"),
        ("Anna and Joann", "Anna and Joann"),
        ("Ann Marie and Ann", "Ann Marie and X"),
        ("won by ann", "won by X"),
    ],
)
def test_a_name_is_replaced_where_it_is_a_word(text, replaced):
    assert replaced_words(text, "Ann", "X", ["Ann Marie", "Bob"]) == replaced


# A game


def test_an_erased_game_is_nowhere(phone, second_phone, client, game):
    helper = client_of(MemberFactory().user)
    helper.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    watch = f"/watch/{game.code}/{game.watch_token}/"

    answer = phone.post(f"/games/{game.code}/erase/", {"typed": "contract  rummy"})

    assert (answer.status_code, answer.url) == (302, f"/groups/{game.group_id}/erased/")
    for browser in (phone, second_phone, helper):
        assert browser.get(f"/games/{game.code}/").status_code == 404
        assert game.code not in browser.get("/").content.decode()
    score = f"/score/{game.code}/{game.score_token}/"
    assert [client.get(url).status_code for url in (watch, f"{watch}result.png", score)] == [
        404
    ] * 3
    history = f"/groups/{game.group_id}/history/"
    assert game.code not in phone.get(history).content.decode()
    assert phone.get(f"{history}contract-rummy/").status_code == 404
    assert Helper.objects.count() == 0


def test_an_erased_game_comes_back_as_it_was(phone, group, game):
    before = {
        model: list(model.objects.filter(**{path: game}).order_by("pk").values())
        for model, path in ((Score, "round__game"), (Change, "game"), (Player, "seats__game"))
    }
    pad = pad_of(get(phone, f"/games/{game.code}/"))
    phone.post(f"/games/{game.code}/erase/", {"typed": "Contract Rummy"})
    page = get(phone, f"/groups/{group.pk}/erased/")
    assert page.texts("strong") == [Erasure.objects.get().label]

    answer = phone.post(page_url := f"/groups/{group.pk}/erased/", page.form(""), follow=True)

    assert page_url
    assert notices(Page(answer)) == [f"“{page.texts('strong')[0]}” is back."]
    assert pad_of(get(phone, f"/games/{game.code}/")) == pad
    assert list(Score.objects.order_by("pk").values()) == before[Score]
    assert list(Change.objects.order_by("pk").values()) == before[Change]
    names = [row["name"] for row in before[Player]]
    assert list(group.players.order_by("pk").values_list("name", flat=True)) == names
    assert (Group.objects.count(), Erasure.objects.count()) == (1, 0)


def test_players_who_have_other_games_stay_themselves(group, game):
    other = GameFactory(group=group, names=("Ann", "Bob", "Eve"))
    players = {player.name: player.pk for player in group.players.all()}

    erasure = erase_game(game=game)

    assert {player.name: player.pk for player in group.players.all()} == {
        name: players[name] for name in ("Ann", "Bob", "Eve")
    }
    bring_back(erasure=erasure)
    assert [seat.player.pk for seat in other.seats.all()] == [
        players[name] for name in ("Ann", "Bob", "Eve")
    ]
    assert [seat.player.pk for seat in game.seats.all()[:2]] == [players["Ann"], players["Bob"]]


def test_a_game_does_not_come_back_while_another_player_has_one_of_its_names(phone, group):
    GameFactory(group=group, names=("Ann", "Bob", "Dee"))
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=1)
    erase_game(game=game)  # Cai, who has no other game, is erased with it
    bob, owner = group.players.get(name="Bob"), group.members.get()
    correct_name(person=bob, name="Cai", by=owner)
    url = f"/groups/{group.pk}/erased/"

    refused = Page(phone.post(url, get(phone, url).form(""), follow=True))

    assert notices(refused) == ["Another player is now called “Cai”. Rename them first."]
    correct_name(person=bob, name="Bobby", by=owner)
    phone.post(url, refused.form(""))
    assert [seat.player.name for seat in game.seats.all()] == ["Ann", "Bobby", "Cai"]


def test_a_save_that_meets_an_erased_game_is_told_so(group, game):
    erase_game(game=game)

    with pytest.raises(GameGoneError):
        RoundFactory(game=game, deal=3, context=ChangeContextFactory(game=game))


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "Type “Contract Rummy”."),
        ("Rummy", "“Rummy” is a different name. Type “Contract Rummy”."),
        ("x" * 81, "That is too long. Type “Contract Rummy”."),
    ],
)
def test_nothing_is_erased_without_its_name(phone, game, typed, problem):
    page = Page(phone.post(f"/games/{game.code}/erase/", {"typed": typed}))

    assert page.status == 422
    assert page.texts("p", role="alert") == [problem]
    assert Erasure.objects.count() == 0


# A group


def test_an_erased_group_is_nowhere_and_comes_back(phone, second_phone, client, game, group):
    links = [
        f"/join/{group.join_token}/",
        f"/watch/{game.code}/{game.watch_token}/",
        f"/score/{game.code}/{game.score_token}/",
        f"/evening/{game.code}/{game.evening_token}/",
        f"/table/{group.pk}/{group.watch_token}/",
        f"/table/{group.pk}/{group.watch_token}/screen/",
    ]
    code = {"code": ShortCode.objects.get(game=game).code}
    assert client.post("/join/", code).status_code == 302

    answer = phone.post(f"/groups/{group.pk}/erase/", {"typed": "Our table"})

    assert client.post("/join/", code).status_code == 422

    for browser in (phone, second_phone):
        for url in (f"/groups/{group.pk}/", f"/groups/{group.pk}/history/", f"/games/{game.code}/"):
            assert browser.get(url).status_code == 404
        assert game.code not in browser.get("/").content.decode()
    assert [client.get(link).status_code for link in links] == [404] * 6
    assert second_phone.get(answer.url).status_code == 404
    assert "Bring it back" in get(phone, "/").texts("a")
    assert "Bring it back" not in get(second_phone, "/").texts("a")

    phone.post(answer.url, get(phone, answer.url).form(""))

    for browser in (phone, second_phone):
        assert browser.get(f"/games/{game.code}/").status_code == 200
    assert [client.get(link).status_code for link in links] == [200] * 6


def test_a_phone_of_an_erased_group_starts_another(phone, group):
    erase_group(group=group)
    names = {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai"}

    assert send(phone, "/games/new/contract-rummy/", names).status_code == 302

    assert Game.objects.get().group != group


def test_after_thirty_days_nothing_is_left(phone, second_phone, stranger, game, group):
    elsewhere = MemberFactory(user=group.members.get(is_owner=False).user)
    theirs = Group.objects.exclude(pk=group.pk).count()
    erase_game(game=GameFactory(group=group, played=1))
    Erasure.objects.update(at=timezone.now() - timedelta(days=1))
    erasure = erase_group(group=group)

    assert purge(now=erasure.at + LATER - timedelta(seconds=1)) == 1
    assert Game.objects.count() == 1
    assert purge(now=erasure.at + LATER) == 1

    assert (Game.objects.count(), Player.objects.count(), Change.objects.count()) == (0, 0, 0)
    assert Group.objects.count() == theirs
    # The second phone is in another group as well.
    assert list(User.objects.filter(memberships__group=elsewhere.group)) != []
    assert User.objects.count() == Member.objects.count()


def test_what_is_due_comes_back_no_more(phone, group, game):
    erasure = erase_game(game=game)
    Erasure.objects.update(at=timezone.now() - LATER)

    with pytest.raises(GoneError):
        bring_back(erasure=erasure)

    assert get(phone, f"/groups/{group.pk}/erased/").forms("") == []
    answer = phone.post(f"/groups/{group.pk}/erased/", {"erasure": erasure.pk})
    assert answer.status_code == 404


def test_a_second_tap_brings_back_nothing_more(group, game):
    erasure = erase_game(game=game)
    bring_back(erasure=erasure)

    with pytest.raises(GoneError):
        bring_back(erasure=erasure)


def test_the_command_deletes_what_is_due(group, game, capsys):
    erase_game(game=game)
    Erasure.objects.update(at=timezone.now() - LATER)

    call_command("purge")
    call_command("purge")

    assert capsys.readouterr().out == (
        "Erasures deleted permanently: 1.\nErasures deleted permanently: 0.\n"
    )
    assert Game.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_server_deletes_what_is_due(game):
    erase_game(game=game)
    Erasure.objects.update(at=timezone.now() - LATER)
    stopped = Event()

    thread = start_purging(stopped, every=60)
    stopped.set()
    thread.join(timeout=20)

    assert not thread.is_alive()
    assert Game.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_deleted_name_is_in_neither_file_of_sqlite():
    player = GameFactory(names=("Zebulon", "Bob", "Cai"), played=1).group.players.get(
        name="Zebulon"
    )
    erasure = erase_person(person=player, with_games=False)
    if connection.vendor == "postgresql":  # has no such files
        assert purge(now=erasure.at + LATER) == 1
        return
    main = Path(connection.settings_dict["NAME"])
    files = (main, main.with_name(f"{main.name}-wal"))
    with closing(sqlite3.connect(main)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT name FROM scorekeeper_player").fetchall()
        assert purge(now=erasure.at + LATER) == 1
        assert b"Zebulon" in files[1].read_bytes()  # as long as somebody is reading

    assert purge() == 0

    assert [b"Zebulon" in file.read_bytes() for file in files] == [False, False]
    with connection.cursor() as cursor:
        pragmas = [
            cursor.execute(f"PRAGMA {name}").fetchone()
            for name in ("secure_delete", "busy_timeout")
        ]
    assert pragmas == [(1,), (20_000,)]


# Who may erase


def test_nobody_has_a_group_without_a_phone(group):
    with pytest.raises(Member.DoesNotExist):
        erased_membership(AnonymousUser(), group.pk)


def test_owners_find_the_pages_to_erase(phone, second_phone, group, finished):
    player = group.players.get(name="Ann")
    for page, link in (
        (f"/games/{finished.code}/changes/", f"/games/{finished.code}/erase/"),
        (
            f"/groups/{group.pk}/players/{player.pk}/",
            f"/groups/{group.pk}/players/{player.pk}/erase/",
        ),
        (f"/groups/{group.pk}/owner/", f"/groups/{group.pk}/erase/"),
    ):
        assert len(get(phone, page).all("a", href=link)) == 1
        assert get(second_phone, page).all("a", href=link) == []


# Staff


@pytest.mark.parametrize(
    ("model", "action", "kind"),
    [
        ("game", "erase", "game"),
        ("player", "erase_names", "person"),
        ("player", "erase_with_games", "person"),
        ("group", "erase", "group"),
    ],
)
def test_staff_erase_and_bring_back(  # noqa: PLR0917 -- fixtures
    admin_client, phone, game, group, model, action, kind
):
    rows = {"game": game, "player": group.players.get(name="Bob"), "group": group}
    url = f"/admin/scorekeeper/{model}/"

    done = admin_client.post(url, {"action": action, "_selected_action": rows[model].pk})

    assert done.status_code == 302
    erasure = Erasure.objects.get()
    assert erasure.kind == kind
    url = "/admin/scorekeeper/erasure/"
    assert admin_client.get(url).status_code == 200
    admin_client.post(url, {"action": "restore", "_selected_action": erasure.pk})
    assert Erasure.objects.count() == 0
    assert [side.name for side in game.sides.all()] == ["Ann", "Bob", "Cai", "Dee"]
    assert phone.get(f"/games/{game.code}/").status_code == 200


def test_staff_cannot_delete_the_only_owner_of_a_group(admin_client, group):
    owner, member = group.members.get(), MemberFactory(group=group)
    users, action = "/admin/scorekeeper/user/", {"action": "delete_selected", "post": "yes"}

    page = get(admin_client, f"{users}{owner.user_id}/delete/")
    admin_client.post(f"{users}{owner.user_id}/delete/", {"post": "yes"})
    admin_client.post(users, action | {"_selected_action": [owner.user_id, member.user_id]})

    assert f"The only owner of the group Our table ({group.pk})" in page.words
    assert set(group.members.all()) == {owner, member}
    member.is_owner = True
    member.save()
    admin_client.post(f"{users}{owner.user_id}/delete/", {"post": "yes"})
    assert group.members.get() == member


def test_staff_leave_a_group_its_owner(admin_client, group):
    owner, url = group.members.get(), f"/admin/scorekeeper/group/{group.pk}/change/"
    form = get(admin_client, url).forms("")[0] | {"_save": "Save"}

    kept = admin_client.post(url, form | {"members-0-name": "Kitchen"})
    refused = Page(admin_client.post(url, form | {"members-0-DELETE": "on"}))

    assert kept.status_code == 302
    assert "A group needs an owner. Tick “Is owner” for one of its phones." in refused.words
    owner.refresh_from_db()
    assert (owner.name, owner.is_owner) == ("Kitchen", True)


def test_staff_without_rights_erase_nothing(client, game, group):
    reader = User.objects.create_user("reader", password="a long one", is_staff=True)
    codes = ("view_group", "view_game", "view_player", "view_erasure")
    create_permissions(apps.get_app_config("scorekeeper"), verbosity=0)
    permissions = Permission.objects.filter(
        content_type__app_label="scorekeeper", codename__in=codes
    )
    assert permissions.count() == len(codes)
    reader.user_permissions.set(permissions)
    client.post("/admin/login/", {"username": "reader", "password": "a long one"})

    for model, row in (("game", game), ("group", group), ("player", group.players.first())):
        listed = client.get(f"/admin/scorekeeper/{model}/")
        assert listed.status_code == 200
        assert "Erase" not in listed.content.decode()
        client.post(f"/admin/scorekeeper/{model}/", {"action": "erase", "_selected_action": row.pk})
    assert Erasure.objects.count() == 0
