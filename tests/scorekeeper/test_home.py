"""The home page: games in progress, finished games, and playing a game again."""

from datetime import date

import pytest

from rules.engine.catalogue import catalogue
from scorekeeper.models import Game
from tests.factories import GameFactory, GroupFactory, MemberFactory, RoundFactory, stop_game
from tests.scorekeeper.pages import get, names_in, notices, text_of
from tests.scorekeeper.player_changes import change


def listed(page):
    """Return the games’ codes on the page, by the heading above them."""
    found, heading = {}, ""
    for element in page.all():
        if element.name == "h2":
            heading = text_of(element)
        elif element.attributes.get("class") == "card-link":
            found.setdefault(heading, []).append(element.attributes["href"].split("/")[2])
    return found


def test_games_of_each_kind_have_room_of_their_own(phone, group):
    over = [GameFactory(group=group).code for _ in range(13)]
    Game.objects.update(state="finished")
    played = [GameFactory(group=group, played=1).code for _ in range(2)]
    mistakes = [GameFactory(group=group).code for _ in range(13)]

    found = listed(get(phone, "/"))

    # Of the games without scores, the latest comes first, and the others are in a fold below.
    assert found == {
        "In progress": [mistakes[-1], *reversed(played), *mistakes[-2:0:-1]],
        "Finished": list(reversed(over[1:])),
    }


def test_games_without_scores_are_deleted_together_but_not_the_latest(phone, group):
    kept = GameFactory(group=group, played=1)
    GameFactory(group=group, names=("Zed", "Yan", "Xia"))
    scored_since, latest = GameFactory(group=group), GameFactory(group=group)
    page = get(phone, "/")
    (fold,) = page.all("details", id="empty")
    assert text_of(next(fold.within())) == "Started, but without scores 2"
    RoundFactory(game=scored_since, deal=1)
    other = GameFactory(group=GroupFactory())
    listed = [each.attributes["value"] for each in page.all("input", name="game")]

    answer = phone.post("/delete-empty/", {"game": [*listed, other.code]})

    assert answer.url == "/"
    assert notices(get(phone, "/")) == ["Deleted: 1 game."]
    left = {game.code for game in (kept, scored_since, latest, other)}
    assert set(Game.objects.values_list("code", flat=True)) == left
    assert not group.players.filter(name="Zed").exists()


def test_the_notice_about_recovery_codes_is_put_away_but_not_on_the_groups_page(phone, group):
    for _ in range(3):
        stop_game(GameFactory(group=group, played=1))
    action = f"/groups/{group.pk}/later/"
    notice = "Make a recovery code"
    assert notice in get(phone, "/").texts("a")

    answer = phone.post(action, get(phone, "/").form(action))

    assert answer.url == "/"
    assert notice not in get(phone, "/").texts("a")
    assert notice in get(phone, f"/groups/{group.pk}/").texts("a")


def test_a_phone_in_two_groups_goes_on_with_the_one_that_played_last(phone, group, owner):
    club = GroupFactory(name="Club")
    MemberFactory(group=club, user=owner.user)
    for variant in ("hearts", "spades"):
        GameFactory(group=club, variant=variant, names=("Kim", "Lee", "Max", "Nat"))
    GameFactory(group=group, variant="euchre")
    stop_game(GameFactory(group=group, played=1))

    page = get(phone, "/")

    assert "Same players: Ann, Bob, Cai, Dee." in page.words
    chip = next(a for a in page.all("a", class_="chip") if text_of(a) == "Euchre")
    new = get(phone, chip.attributes["href"])
    fields = new.form("/games/new/euchre/")
    assert [fields[f"name-{seat}"] for seat in range(1, 5)] == ["Ann", "Bob", "Cai", "Dee"]
    assert fields["table"] == str(group.pk)
    assert new.texts("button", class_="chip")[:4] == ["Ann", "Bob", "Cai", "Dee"]


def test_every_game_says_when_it_was_begun(phone, game):
    Game.objects.update(played_on=date(2026, 3, 7))

    for url in ("/", f"/groups/{game.group_id}/"):
        (time,) = get(phone, url).all("time")
        assert time.attributes["datetime"] == "2026-03-07"
        assert text_of(time) == "7 Mar 2026"


def test_the_first_page_leads_to_all_games(phone, finished, group):
    links = {text_of(a): a.attributes["href"] for a in get(phone, "/").all("a")}

    assert links["all games"] == f"/groups/{group.pk}/history/"
    assert text_of(get(phone, links["all games"]).one("h1")) == "All games"


def test_the_game_that_is_over_is_played_again_from_the_first_page(phone, finished):
    action = f"/games/{finished.code}/rematch/"
    page = get(phone, "/")
    assert "Play Progressive Rummy again" in page.texts("button")
    assert "Same players: Ann, Bob, Cai, Dee. The deal moves on." in page.texts("p", class_="hint")

    answer = phone.post(action, page.form(action))

    again = Game.objects.latest("pk")
    assert answer.url == f"/games/{again.code}/"
    assert [side.name for side in again.sides.all()] == ["Ann", "Bob", "Cai", "Dee"]
    assert get(phone, "/").forms(action) == []


def test_a_player_who_left_is_not_among_those_who_play_again(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai", "Dee"), played=1)
    change(game, "leave", side=2)
    stop_game(game)
    action = f"/games/{game.code}/rematch/"

    page = get(phone, "/")

    assert "Same players: Ann, Cai, Dee. The deal moves on." in page.texts("p", class_="hint")
    phone.post(action, page.form(action))
    again = Game.objects.latest("pk")
    assert [side.name for side in again.sides.all()] == ["Ann", "Cai", "Dee"]


def test_the_same_players_can_play_another_game(phone, group):
    for variant, names in (
        ("euchre", ("Ann", "Bob", "Cai", "Dee")),
        ("hearts", ("Dee", "Eve", "Fay")),
        ("gin-rummy", ("Eve", "Fay")),
        ("contract-rummy", ("Ann", "Bob", "Cai")),
    ):
        GameFactory(group=group, variant=variant, names=names)

    (chip,) = get(phone, "/").all("a", class_="chip")

    # Hearts is for three players, but Euchre and Gin Rummy aren’t.
    assert text_of(chip) == "Hearts"
    form = get(phone, chip.attributes["href"]).form("/games/new/hearts/")
    assert [form[f"name-{seat}"] for seat in (1, 2, 3)] == ["Ann", "Bob", "Cai"]


@pytest.mark.parametrize("who", ["client", "stranger"])
def test_nobody_else_is_offered_the_game(request, finished, who):
    page = get(request.getfixturevalue(who), "/")

    assert page.actions == ["/rules/search"]
    assert page.all("a", class_="card-link") == []


def test_a_helper_who_joins_the_table_sees_the_game_once(client, game, group):
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    client.post(f"/join/{group.join_token}/", {"name": "Zed"})

    assert listed(get(client, "/")) == {"In progress": [game.code]}


def test_the_first_page_leads_to_every_game_of_the_cupboard(client):
    page = get(client, "/")

    leads = {a.attributes.get("href") for a in page.all("a")}
    for slug in catalogue().variants:
        assert {f"/rules/{slug}/", f"/sheets/{slug}/"} <= leads


def test_which_game_begins_with_those_that_the_group_plays_most(phone, group):
    for variant in ("hearts", "spades", "euchre", "spades"):
        GameFactory(group=group, variant=variant)

    page = get(phone, "/games/new/")

    assert names_in(page, "favourites") == ["Spades", "Euchre", "Hearts"]
    assert page.texts("h2") == ["Your games", "Games to start with", "All games"]
    assert names_in(page, "tiles-of-games") == [
        "Contract Rummy",
        "Cribbage",
        "Five dice, thirteen boxes",
    ]


def test_which_game_lists_six_favourites_and_no_other_games_then(phone, group):
    for variant in ("hearts", "spades", "euchre", "canasta", "may-i", "any-game", "contract-rummy"):
        GameFactory(group=group, variant=variant)

    page = get(phone, "/games/new/")

    assert names_in(page, "favourites") == [
        "Contract Rummy",
        "Any game",
        "May I?",
        "Canasta",
        "Euchre",
        "Spades",
    ]
    assert page.texts("h2") == ["Your games", "All games"]
    assert page.texts("span", class_="tag") == ["played here"] * 7


def test_which_game_shows_a_newcomer_games_to_start_with(client):
    page = get(client, "/games/new/")

    assert page.texts("h2") == ["Games to start with", "All games"]
    found = get(client, "/games/new/", q="hearts")
    assert found.texts("h2") == []
    assert names_in(found, "tiles-of-games") == []
