"""Access: other groups’ pages return 404, links open only their pages, and GET never writes."""

import re
from contextlib import contextmanager
from itertools import product

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.models import Change, Game, Group, Helper, Member, User
from tests.conftest import client_of
from tests.factories import GameFactory, MemberFactory, UserFactory
from tests.scorekeeper.pages import Page, get, notices, send

GAME_READS = [
    "/games/{game.code}/",
    "/games/{game.code}.json",
    "/games/{game.code}/rounds/1/",
    "/games/{game.code}/rounds/3/",
    "/games/{game.code}/changes/",
    "/games/{game.code}/rules/",
    "/games/{game.code}/share/",
    "/games/{game.code}/share/result.png",
    "/games/{game.code}/table/",
    "/games/{game.code}/house-rules/",
    "/games/{game.code}/sheet.pdf",
]
GAME_WRITES = [
    "/games/{game.code}/rounds/1/",
    "/games/{game.code}/rounds/3/",
    "/games/{game.code}/house-rules/",
    "/games/{game.code}/undo/",
    "/games/{game.code}/redo/",
    "/games/{game.code}/rematch/",
    "/games/{game.code}/table/join/",
    "/games/{game.code}/discard/",
    "/games/{game.code}/table/leave/",
    "/games/{game.code}/table/back/",
    "/games/{game.code}/table/player/",
    "/games/{game.code}/table/rename/",
    "/games/{game.code}/table/dealer/",
    "/games/{game.code}/table/seat/",
    "/games/{game.code}/table/stop/",
    "/games/{game.code}/table/winner/",
    "/games/{game.code}/share/watch/",
    "/games/{game.code}/share/score/",
]
GROUP_READS = ["/groups/{group.pk}/", "/groups/{group.pk}/join.svg"]
GROUP_WRITES = [
    "/groups/{group.pk}/name/",
    "/groups/{group.pk}/phone/",
    "/groups/{group.pk}/renew/",
    "/groups/{group.pk}/remove/",
    "/groups/{group.pk}/forget/",
    "/groups/{group.pk}/leave/",
]
PRIVATE = [("get", url) for url in (*GAME_READS, *GROUP_READS)]
PRIVATE += [("head", url) for url in (*GAME_READS, *GROUP_READS)]
PRIVATE += [("post", url) for url in (*GAME_WRITES, *GROUP_WRITES)]

PUBLIC = [
    "/",
    "/games/new/",
    "/games/new/contract-rummy/",
    "/rules/",
    "/rules.json",
    "/rules/contract-rummy/",
    "/rules/contract-rummy.json",
    "/rules/search?q=joker",
    "/rules/search.json?q=joker",
    "/sheets/",
    "/sheets/contract-rummy/",
    "/watch/{game.code}/{game.watch_token}/",
    "/score/{game.code}/{game.score_token}/",
    "/join/{group.join_token}/",
]


def counts():
    models = (User, Group, Member, Game, Helper, Change)
    return {model.__name__: model.objects.count() for model in models}


def test_what_is_not_yours_looks_like_what_never_was(stranger, game, group):
    no_game, no_group = Game(code="zzzzzzzzzz"), Group(pk=group.pk + 1000)

    for method, url in PRIVATE:
        theirs = getattr(stranger, method)(url.format(game=game, group=group))
        nobodys = getattr(stranger, method)(url.format(game=no_game, group=no_group))
        assert (theirs.status_code, theirs.content) == (nobodys.status_code, nobodys.content), url


@pytest.mark.parametrize(
    ("who", "method"), [("client", "get"), ("stranger", "get"), ("phone", "get"), ("phone", "head")]
)
def test_reading_never_writes(request, game, group, who, method):
    browser = request.getfixturevalue(who)
    before = counts()

    with CaptureQueriesContext(connection) as asked:
        for url in (*PUBLIC, *GAME_READS, *GROUP_READS, "/nowhere/", "/games/zzz/"):
            getattr(browser, method)(url.format(game=game, group=group))

    assert counts() == before
    assert [q["sql"] for q in asked if not q["sql"].lstrip("( ").startswith("SELECT")] == []
    assert ("sessionid" in browser.cookies) == (who != "client")


def test_the_first_write_makes_a_guest_and_a_table(db, client):
    url = "/games/new/contract-rummy/"

    answer = send(client, url, {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai"})

    game = Game.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    assert counts() == {"User": 1, "Group": 1, "Member": 1, "Game": 1, "Helper": 0, "Change": 1}
    assert client.get(f"/games/{game.code}/").status_code == 200
    assert game.group.members.get().is_owner


def test_the_second_game_is_at_the_same_table(phone, group):
    send(phone, "/games/new/contract-rummy/", {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai"})

    assert Game.objects.get().group == group
    assert counts()["User"] == counts()["Group"] == 1


def test_the_watch_link_shows_the_pad_and_nothing_to_press(client, game):
    page = get(client, f"/watch/{game.code}/{game.watch_token}/")

    assert page.status == 200
    assert page.texts("th", scope="col") == ["Deal", "Ann", "Bob", "Cai", "Dee"]
    assert page.actions == []
    assert not any(f"/games/{game.code}" in a.attributes["href"] for a in page.all("a"))
    assert game.score_token not in page.html
    assert game.group.join_token not in page.html


def test_the_watch_link_cannot_write(client, game):
    url = f"/watch/{game.code}/{game.watch_token}/"
    client.get(url)

    assert client.post(url, {"name": "Zed"}).status_code == 405
    assert client.get(f"/games/{game.code}/").status_code == 404
    assert client.post(f"/games/{game.code}/rounds/3/", {"out": "1"}).status_code == 404
    assert counts()["Helper"] == 0


def test_the_score_link_asks_first(client, game):
    url = f"/score/{game.code}/{game.score_token}/"

    assert client.get(url).status_code == 200

    assert client.get(f"/games/{game.code}/").status_code == 404
    assert counts()["Helper"] == 0


@pytest.mark.parametrize("who", ["client", "stranger"])
def test_the_score_link_lets_one_enter_deals_of_that_game_alone(request, game, group, who):
    helper = request.getfixturevalue(who)
    other = GameFactory(group=group)
    helper.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    url = f"/games/{game.code}/rounds/3/"

    typed = {"out": "1", "left-points-2": "5", "left-points-3": "5", "left-points-4": "5"}
    answer = send(helper, url, typed)

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    assert Change.objects.filter(game=game).latest("version").by_name == "Zed"
    assert helper.get(f"/games/{other.code}/").status_code == 404
    assert helper.post(f"/games/{other.code}/rounds/1/", typed).status_code == 404
    assert helper.get(f"/groups/{group.pk}/").status_code == 404
    assert other.code not in helper.get("/").content.decode()


def test_the_score_link_used_twice_makes_one_helper(client, game):
    url = f"/score/{game.code}/{game.score_token}/"
    client.post(url, {"name": "Zed"})

    client.post(url, {"name": "Zoe"})

    assert list(Helper.objects.values_list("name", flat=True)) == ["Zed"]
    assert counts()["User"] == 2


WRONG = [
    "/watch/{game.code}/{game.score_token}/",
    "/score/{game.code}/{game.watch_token}/",
    "/watch/{game.code}/{game.watch_token}x/",
    "/score/{game.code}/{short}/",
    "/score/{game.code}/{other.score_token}/",
    "/watch/{other.code}/{game.watch_token}/",
    "/watch/{game.code}/ä/",
    "/score/zzzzzzzzzz/{game.score_token}/",
    "/score/{game.code}/{group.join_token}/",
    "/join/{game.score_token}/",
    "/join/{group.join_token}x/",
    "/join/ä/",
    "/join/%00/",
    "/watch/{game.code}/%00/",
    "/score/{game.code}/%00/",
]


def test_a_wrong_link_opens_nothing(client, game, group):
    other = GameFactory(group=group)
    before = counts()
    short = game.score_token[:-1]

    for method, url in product(("get", "post"), WRONG):
        address = url.format(game=game, group=group, other=other, short=short)
        response = getattr(client, method)(address, {"name": "Zed"})

        statuses = (404, 405) if "/watch/" in url and method == "post" else (404,)
        assert response.status_code in statuses, (method, url)
    assert counts() == before


def test_the_join_link_brings_a_phone_to_the_game_in_progress(client, game, group):
    url = f"/join/{group.join_token}/"
    assert client.get(url).status_code == 200
    assert client.get(f"/groups/{group.pk}/").status_code == 404

    answer = client.post(url, {"name": "Kitchen"})

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    assert client.get(f"/games/{game.code}/").status_code == 200
    assert client.get(f"/groups/{group.pk}/").status_code == 200
    assert group.members.get(name="Kitchen").is_owner is False


def test_the_join_link_leads_to_the_group_if_no_game_is_in_progress(client, group):
    answer = client.post(f"/join/{group.join_token}/", {"name": "Kitchen"})

    assert (answer.status_code, answer.url) == (302, f"/groups/{group.pk}/")


def test_a_full_table_says_so(client, group):
    for _ in range(49):
        MemberFactory(group=group)

    answer = client.post(f"/join/{group.join_token}/", {"name": "One more"})

    assert answer.status_code == 422
    said = Page(answer).texts("p", role="alert")
    assert said == ["This group already has 50 phones. Remove one first."]


def test_a_renewed_link_ends_the_old_one(phone, client, group):
    old = group.join_token

    assert phone.post(f"/groups/{group.pk}/renew/").status_code == 302

    assert client.get(f"/join/{old}/").status_code == 404
    page = get(phone, f"/groups/{group.pk}/")
    link = page.one("input", aria_label="Link to join this group").attributes["value"]
    assert re.fullmatch(r"http://testserver/join/[\w-]{22}/", link)
    assert client.get(link).status_code == 200


@contextmanager
def meanwhile(act, table):
    """Call ``act`` once, immediately after the first query that reads ``table``."""
    waiting = [act]

    def run(execute, sql, *rest):
        result = execute(sql, *rest)
        if f'FROM "{table}"' in sql and waiting:
            waiting.pop()()
        return result

    with connection.execute_wrapper(run):
        yield


def test_a_link_renewed_while_a_phone_joins_lets_it_in_no_more(phone, client, group):
    join = f"/join/{group.join_token}/"

    with meanwhile(lambda: phone.post(f"/groups/{group.pk}/renew/"), "scorekeeper_group"):
        late = client.post(join, {"name": "Zed"})

    assert late.status_code == 404
    assert Page(late).texts("p") == Page(client.get(join)).texts("p")
    assert list(group.members.values_list("name", flat=True)) == ["Phone 1"]


def test_a_score_link_renewed_while_a_phone_uses_it_lets_it_in_no_more(phone, client, game):
    score = f"/score/{game.code}/{game.score_token}/"

    with meanwhile(lambda: phone.post(f"/games/{game.code}/share/score/"), "scorekeeper_game"):
        late = client.post(score, {"name": "Zed"})

    assert late.status_code == 404
    assert Page(late).texts("p") == Page(client.get(score)).texts("p")
    assert list(Helper.objects.all()) == []


@pytest.mark.parametrize("what", ["renew", "remove"])
def test_only_the_owner_renews_and_removes(second_phone, owner, group, what):
    answer = second_phone.post(f"/groups/{group.pk}/{what}/", {"member": owner.pk})

    assert answer.status_code == 404
    assert group.members.count() == 2
    assert Group.objects.get(pk=group.pk).join_token == group.join_token


def test_the_owner_removes_a_phone(phone, second_phone, game, group):
    other = group.members.get(is_owner=False)

    answer = phone.post(f"/groups/{group.pk}/remove/", {"member": other.pk})

    assert (answer.status_code, answer.url) == (302, f"/groups/{group.pk}/")
    assert second_phone.get(f"/games/{game.code}/").status_code == 404
    assert second_phone.get(f"/groups/{group.pk}/").status_code == 404


def test_a_removed_phone_plays_on_at_other_tables_alone(phone, second_phone, game, group):
    other = group.members.get(is_owner=False)
    elsewhere = GameFactory()
    for helped in (game, elsewhere):
        second_phone.post(f"/score/{helped.code}/{helped.score_token}/", {"name": "Zed"})
    old = group.join_token

    answer = phone.post(f"/groups/{group.pk}/remove/", {"member": other.pk}, follow=True)

    (said,) = notices(Page(answer))
    assert said == (
        "“Phone 2” has been removed and this group has a new link. Links to individual games still "
        "work. You can reset each one on its Share page."
    )
    assert second_phone.get(f"/join/{old}/").status_code == 404
    assert second_phone.get(f"/games/{game.code}/").status_code == 404
    assert second_phone.get(f"/games/{elsewhere.code}/").status_code == 200
    assert Helper.objects.get().game == elsewhere


def test_a_member_leaves_and_joins_again(phone, second_phone, finished, group):
    page, token = f"/groups/{group.pk}/", group.join_token
    member = group.members.get(is_owner=False)
    Helper.objects.create(game=finished, user=member.user, name="Zed")
    assert get(phone, page).forms(f"{page}leave/") == []
    (form,) = get(second_phone, page).forms(f"{page}leave/")

    answer = second_phone.post(f"{page}leave/", form, follow=True)

    assert answer.redirect_chain == [("/", 302)]
    assert notices(Page(answer)) == ["You’ve left “Our table”."]
    assert second_phone.get(page).status_code == 404
    assert second_phone.get(f"/games/{finished.code}/").status_code == 404
    assert phone.get(f"/games/{finished.code}/").status_code == 200
    second_phone.post(f"/join/{token}/", {"name": "Zed"})
    assert second_phone.get(f"/games/{finished.code}/").status_code == 200


def test_an_owner_cannot_leave(phone, group):
    answer = phone.post(f"/groups/{group.pk}/leave/", follow=True)

    assert notices(Page(answer)) == ["This phone owns the group. Hand the group over first."]
    assert group.members.count() == 1


def test_the_owner_cannot_remove_a_phone_of_another_table(phone, group):
    elsewhere = MemberFactory()

    answer = phone.post(f"/groups/{group.pk}/remove/", {"member": elsewhere.pk})

    assert answer.status_code == 404
    assert Member.objects.filter(pk=elsewhere.pk).exists()


def test_the_owner_cannot_remove_the_own_phone(phone, owner, group):
    answer = phone.post(f"/groups/{group.pk}/remove/", {"member": owner.pk}, follow=True)

    assert Page(answer).texts("li", class_="notice") == ["The owner’s own phone can’t be removed."]
    assert group.members.count() == 1


def test_changes_bear_the_name_of_the_phone(phone, game, group):
    phone.post(f"/groups/{group.pk}/phone/", {"name": "Kitchen"})

    send(
        phone,
        f"/games/{game.code}/rounds/1/",
        {"out": "2", "left-points-1": "9", "left-points-2": ""},
    )

    assert Change.objects.latest("version").by_name == "Kitchen"


def test_play_again_stays_at_the_table_of_the_game(group, owner, finished):
    MemberFactory(user=owner.user)
    phone = client_of(owner.user)

    phone.post(f"/games/{finished.code}/rematch/", {"key": "m-1"})

    again = Game.objects.latest("pk")
    assert again.group == group
    assert [side.name for side in again.sides.all()] == ["Ann", "Bob", "Cai", "Dee"]
    assert (again.variant, again.first_dealer) == ("progressive-rummy", 2)


def test_play_again_sent_twice_starts_one_game(phone, finished):
    first = phone.post(f"/games/{finished.code}/rematch/", {"key": "m-1"})
    second = phone.post(f"/games/{finished.code}/rematch/", {"key": "m-1"})

    assert first.url == second.url
    assert Game.objects.count() == 2


def test_play_again_goes_on_with_the_game_that_another_phone_began(phone, second_phone, finished):
    first = phone.post(f"/games/{finished.code}/rematch/", {"key": "m-1"})

    second = second_phone.post(f"/games/{finished.code}/rematch/", {"key": "m-2"})

    assert first.url == second.url
    assert Game.objects.count() == 2


def test_play_again_starts_another_game_when_the_one_after_is_over(phone, group, finished):
    first = phone.post(f"/games/{finished.code}/rematch/", {"key": "m-1"})
    Game.objects.exclude(pk=finished.pk).update(state="finished")

    second = phone.post(f"/games/{finished.code}/rematch/", {"key": "m-2"})

    assert first.url != second.url
    assert group.games.count() == 3


@pytest.fixture
def helper(client, finished):
    """A phone that may enter scores only in the finished game."""
    client.post(f"/score/{finished.code}/{finished.score_token}/", {"name": "Zed"})
    return client


def test_a_helper_plays_again_at_the_table_of_the_game(helper, phone, group, finished):
    before = counts()

    answer = helper.post(f"/games/{finished.code}/rematch/", {"key": "m-1"})

    again = Game.objects.latest("pk")
    assert answer.url == f"/games/{again.code}/"
    assert again.group == group
    assert counts() == before | {"Game": 2, "Helper": 2, "Change": before["Change"] + 1}
    assert Change.objects.get(game=again).by_name == "Zed"
    assert again.helpers.get().name == "Zed"
    assert again.code in phone.get("/").content.decode()
    assert helper.get(answer.url).status_code == 200
    assert helper.get(f"/groups/{group.pk}/").status_code == 404


def test_a_helper_goes_along_to_the_game_that_the_table_began(helper, phone, finished):
    begun = phone.post(f"/games/{finished.code}/rematch/", {"key": "m-1"})
    assert helper.get(begun.url).status_code == 200

    answer = helper.post(f"/games/{finished.code}/rematch/", {"key": "m-2"})

    assert answer.url == begun.url
    assert helper.get(begun.url).status_code == 200
    assert Game.objects.count() == 2


def test_who_watches_goes_along_until_the_owner_resets_the_link(client, phone, finished):
    rematch = phone.post(f"/games/{finished.code}/rematch/", {"key": "m-1"}).url.split("/")[2]
    watch = f"/watch/{finished.code}/{finished.watch_token}/"

    def leads_to() -> str | None:
        part = Page(client.get(watch, headers={"HX-Request": "true"}))
        return part.root.attributes.get("data-next")

    assert leads_to() == f"/watch/{rematch}/{finished.watch_token}/"
    assert get(client, leads_to()).texts("h1") == ["Progressive Rummy"]
    phone.post(f"/games/{rematch}/share/watch/")
    assert leads_to() is None


def test_a_phone_of_the_table_that_plays_again_is_no_helper(phone, finished):
    phone.post(f"/games/{finished.code}/rematch/", {"key": "m-1"})

    assert counts()["Helper"] == 0


def test_the_first_page_has_the_game_that_one_helps_with(helper, finished, group):
    other = GameFactory(group=group)

    page = get(helper, "/")

    assert f"/games/{finished.code}/" in page.html
    assert other.code not in page.html
    assert page.texts("h1") == ["Games"]
    assert page.texts("h2")[0] == "Finished"


def test_a_helper_is_shown_no_link_to_the_table(helper, phone, finished, group):
    table = f"/groups/{group.pk}/"

    assert get(phone, f"/games/{finished.code}/share/").all("a", href=table) != []
    assert get(helper, f"/games/{finished.code}/share/").all("a", href=table) == []


def test_a_helper_does_what_the_share_page_says(helper, phone, finished):
    pad = f"/games/{finished.code}/"
    said = (
        "Anyone with this link can enter and correct deals in this game, undo changes, choose the "
        "dealer and start a rematch. Only phones in your group can change names and seating, or "
        "end the game early."
    )
    assert said in get(phone, f"{pad}share/").texts("p", class_="hint")

    for what in ("undo", "redo", "undo"):
        helper.post(f"{pad}{what}/", get(helper, pad).form(f"{pad}{what}/"))
    dealers = get(helper, pad).form(f"{pad}table/dealer/")
    helper.post(f"{pad}table/dealer/", dealers | {"number": "4"})
    typed = {"out": "1", "left-points-2": "5", "left-points-3": "5", "left-points-4": "5"}
    send(helper, f"{pad}rounds/15/", typed)

    kinds = Change.objects.filter(game=finished, by_name="Zed").values_list("kind", flat=True)
    assert list(kinds) == ["undo", "redo", "undo", "dealer", "record"]


@pytest.mark.parametrize("what", ["join", "leave", "back", "rename", "player", "stop"])
def test_a_helper_does_not_change_who_plays(client, game, what):
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    sent = {"version": "3", "key": "k", "number": "4", "name": "Eve"}

    answer = client.post(f"/games/{game.code}/table/{what}/", sent)

    assert answer.status_code == 404
    assert Game.objects.get().version == 3


def test_a_helper_sees_nothing_of_people_who_do_not_play(client, phone, game):
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    table = f"/games/{game.code}/table/"

    assert get(phone, f"/games/{game.code}/").all("a", href=table) != []
    assert get(client, f"/games/{game.code}/").all("a", href=table) == []
    assert client.get(table).status_code == 404


def test_only_so_many_phones_help_with_a_game(client, stranger, game):
    users = UserFactory.build_batch(49)
    Helper.objects.bulk_create(
        Helper(game=game, user=user, name="Zed") for user in User.objects.bulk_create(users)
    )
    link = f"/score/{game.code}/{game.score_token}/"

    assert stranger.post(link, {"name": "Last"}).status_code == 302
    assert stranger.post(link, {"name": "Last"}).status_code == 302
    page = Page(client.post(link, {"name": "One more"}))

    assert page.status == 422
    (problem,) = page.texts("p", role="alert")
    assert problem == (
        "50 phones outside the group are already entering scores in this game. "
        "Ask the group’s owner to reset the link."
    )
    assert game.helpers.count() == 50


# Resetting the links of a game


def test_a_new_link_to_watch_ends_the_old_one(phone, client, game):
    share = f"/games/{game.code}/share/"
    old = f"/watch/{game.code}/{game.watch_token}/"
    helped = f"/score/{game.code}/{game.score_token}/"

    answer = phone.post(f"{share}watch/", get(phone, share).form(f"{share}watch/"), follow=True)

    assert answer.redirect_chain == [(share, 302)]
    page = Page(answer)
    assert notices(page) == [
        "The watch link has been reset. The old one no longer works, whether printed or sent."
    ]
    link = page.one("input", id="watch-link").attributes["value"]
    assert re.fullmatch(rf"http://testserver/watch/{game.code}/[\w-]{{22}}/", link)
    assert client.get(link).status_code == client.get(helped).status_code == 200
    assert client.get(old).status_code == client.get(f"{old}result.png").status_code == 404
    assert Game.objects.get().version == 3


def test_a_new_link_to_enter_scores_ends_the_old_one_and_lets_helpers_go(phone, client, game):
    old = f"/score/{game.code}/{game.score_token}/"
    client.post(old, {"name": "Zed"})
    share = f"/games/{game.code}/share/"

    page = Page(phone.post(f"{share}score/", get(phone, share).form(f"{share}score/"), follow=True))

    assert notices(page) == [
        "The scoring link has been reset. Nobody can enter scores with the old one."
    ]
    assert client.get(old).status_code == client.get(f"/games/{game.code}/").status_code == 404
    assert client.get(f"/watch/{game.code}/{game.watch_token}/").status_code == 200
    link = page.one("input", id="score-link").attributes["value"]
    client.post(link, {"name": "Zed"})
    assert client.get(f"/games/{game.code}/").status_code == 200


@pytest.mark.parametrize("kind", ["watch", "score"])
def test_only_the_owner_makes_new_links_of_a_game(client, second_phone, game, kind):
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    share = f"/games/{game.code}/share/"

    for browser in (client, second_phone):
        assert get(browser, share).forms(f"{share}{kind}/") == []
        assert browser.post(f"{share}{kind}/").status_code == 404

    now = Game.objects.get()
    assert (now.watch_token, now.score_token) == (game.watch_token, game.score_token)
    assert now.helpers.count() == 1


def test_a_game_has_no_other_links(phone, game):
    assert phone.post(f"/games/{game.code}/share/version/").status_code == 404


# Games started by mistake


def test_a_game_in_which_nothing_is_entered_can_be_discarded(phone, game, group):
    mistake = GameFactory(group=group)
    page = get(phone, f"/games/{mistake.code}/table/")
    action = f"/games/{mistake.code}/discard/"

    answer = phone.post(action, page.form(action), follow=True)

    assert answer.redirect_chain == [("/", 302)]
    page = Page(answer)
    assert page.texts("li", class_="notice") == ["Deleted: Contract Rummy."]
    assert list(group.games.all()) == [game]
    assert phone.get(f"/games/{mistake.code}/").status_code == 404


def test_a_second_tap_on_discard_leads_home_as_the_first(phone, second_phone, stranger, group):
    mistake = GameFactory(group=group)
    action = f"/games/{mistake.code}/discard/"
    form = get(phone, f"/games/{mistake.code}/table/").form(action)
    phone.post(action, form)

    for browser in (phone, second_phone):
        answer = browser.post(action, form)
        assert (answer.status_code, answer.url) == (302, "/")
    assert stranger.post(action, form).status_code == 404
    assert notices(get(phone, "/")) == ["Deleted: Contract Rummy."]


def test_a_game_that_has_begun_stays(phone, game):
    assert get(phone, f"/games/{game.code}/table/").forms(f"/games/{game.code}/discard/") == []

    answer = phone.post(f"/games/{game.code}/discard/", {"version": "3"}, follow=True)

    assert Page(answer).texts("li", class_="notice") == [
        "Scores have been entered in this game. Undo them first, or end the game early."
    ]
    assert Game.objects.filter(pk=game.pk).exists()


def test_a_game_that_another_phone_changed_meanwhile_is_not_discarded(phone, group):
    game = GameFactory(group=group)
    action = f"/games/{game.code}/discard/"
    form = get(phone, f"/games/{game.code}/table/").form(action)
    phone.post(
        f"/games/{game.code}/table/dealer/", {"version": "1", "key": "dealer", "number": "2"}
    )

    answer = phone.post(action, form, follow=True)

    assert Page(answer).texts("li", class_="notice") == [
        "This game has changed since you opened this page."
    ]
    assert Game.objects.filter(pk=game.pk).exists()


def test_a_helper_discards_nothing(client, group):
    game = GameFactory(group=group)
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})

    answer = client.post(f"/games/{game.code}/discard/", {"version": "1"})

    assert answer.status_code == 404
    assert Game.objects.filter(pk=game.pk).exists()


FORMS = [
    "/games/new/contract-rummy/",
    "/games/new/contract-rummy/check/",
    "/score/{game.code}/{game.score_token}/",
    "/join/{group.join_token}/",
    *GAME_WRITES,
    *GROUP_WRITES,
]


def test_a_form_from_elsewhere_writes_nothing(owner, game, group):
    phone = Client(enforce_csrf_checks=True)
    phone.force_login(owner.user)
    before = counts()

    for url in FORMS:
        answer = phone.post(url.format(game=game, group=group), {"name": "Zed", "key": "k"})

        assert answer.status_code == 403, url
        assert Page(answer).texts("h1") == ["That form was too old"], url
    assert counts() == before
    assert Group.objects.get(pk=group.pk).name == "Our table"


def test_a_form_of_this_site_writes(owner, game):
    phone = Client(enforce_csrf_checks=True)
    phone.force_login(owner.user)

    typed = {"out": "1", "left-points-2": "5", "left-points-3": "5", "left-points-4": "5"}
    answer = send(phone, f"/games/{game.code}/rounds/3/", typed)

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
