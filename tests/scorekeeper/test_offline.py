"""The pages that phones keep, who may keep them, and the pages of later deals."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from PIL import Image

from scorekeeper.models import Change, Game, Round
from scorekeeper.presenters.tiles import EXAMPLES
from scorekeeper.queries.ahead import placeholder
from scorekeeper.services.erasing import bring_back, erase_game, erase_person
from scorekeeper.services.people import save_house_rules
from tests.conftest import client_of
from tests.dom import parse
from tests.factories import (
    GameFactory,
    GroupFactory,
    MemberFactory,
    RoundFactory,
    stop_game,
    ten_each,
)
from tests.queries import assert_queries, queries
from tests.scorekeeper.pages import Page, notices, send, text_of


def pages_of(client):
    return client.get("/offline/pages.json").json()


def test_the_manifest_has_icons_of_the_sizes_that_it_names(client):
    answer = client.get("/manifest.webmanifest")

    manifest = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    assert [icon["purpose"] for icon in manifest["icons"]] == ["any", "any", "maskable"]
    for icon in manifest["icons"]:
        with Image.open(finders.find(icon["src"].removeprefix("/static/"))) as picture:
            assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_the_service_worker_names_files_that_exist(client):
    answer = client.get("/service-worker.js")

    assert answer["Cache-Control"] == "no-cache"
    shell = json.loads(re.match(r"self\.SHELL = (.*);\n", answer.content.decode())[1])
    assert {"/static/css/app.css", "/static/js/entry.js"} <= set(shell["files"])
    for url in shell["files"]:
        assert finders.find(url.removeprefix("/static/")), url
    assert "/static/js/worker.js" not in shell["files"]


def test_only_pages_that_phones_need_are_kept_each_for_its_phone(phone, client, game):
    other = client_of(MemberFactory(group=game.group).user)
    own = phone.get("/")["X-Keep"]
    assert own not in ("nobody", "everybody", other.get("/")["X-Keep"])
    for url in (f"/games/{game.code}/", f"/games/{game.code}/rules/", "/games/new/"):
        assert phone.get(url)["X-Keep"] == own
    assert client.get("/")["X-Keep"] == "nobody"
    assert phone.get("/rules/contract-rummy/")["X-Keep"] == "everybody"
    for url in (f"/games/{game.code}/share/", f"/groups/{game.group_id}/", "/sheets/"):
        assert "X-Keep" not in phone.get(url).headers


def test_a_page_that_shows_a_message_is_not_kept(phone, game):
    RoundFactory(game=game, deal=3)
    form = Page(phone.get(f"/games/{game.code}/")).form(f"/games/{game.code}/undo/")
    phone.post(f"/games/{game.code}/undo/", form)

    in_background = phone.get(f"/games/{game.code}/", headers={"X-Keep": "1"})
    shown = phone.get(f"/games/{game.code}/")

    assert notices(Page(in_background)) == []
    assert "X-Keep" in in_background.headers
    assert notices(Page(shown)) == ["Undone: deal 3."]
    assert "X-Keep" not in shown.headers


def test_a_page_that_is_kept_writes_no_message(phone, game):
    url = f"/games/{game.code}/rounds/1/?new"

    in_background = phone.get(url, headers={"X-Keep": "1"})

    assert (in_background.status_code, in_background["Location"]) == (302, f"/games/{game.code}/")
    assert notices(Page(phone.get(f"/games/{game.code}/"))) == []
    phone.get(url)
    assert notices(Page(phone.get(f"/games/{game.code}/"))) == [
        "Deal 1 has already been saved. These are the current scores."
    ]


def test_keeping_a_page_leaves_the_cookie_of_the_open_form_as_it_is(db, client):
    url = "/games/new/contract-rummy/"
    in_background = {"X-Keep": "1"}

    # A browser without the cookie gets one, because the form on the kept page needs it.
    assert "csrftoken" in client.get(url, headers=in_background).cookies
    assert "csrftoken" in client.get(url).cookies
    # This response may arrive after the one to the first game, which changes the cookie.
    assert "csrftoken" not in client.get(url, headers=in_background).cookies


def test_a_phone_keeps_its_games_and_what_it_plays(phone, game):
    listed = {each["url"]: each for each in pages_of(phone)["pages"]}

    assert {
        "/",
        "/games/new/",
        f"/games/{game.code}/",
        f"/games/{game.code}/rules/",
        f"/games/{game.code}/ahead.json",
        f"/games/new/{game.variant}/",
        f"/rules/{game.variant}/",
    } <= set(listed)
    assert listed[f"/games/{game.code}/ahead.json"]["first"] == 3


def test_a_phone_keeps_what_starts_every_game_played_and_those_of_the_tiles(phone, group):
    variants = ("may-i", "rummy", "three-thirteen", "pay-me", "hearts", "any-game", "carioca")
    for variant in variants:
        GameFactory(group=group, variant=variant, names=("Ann", "Bob", "Cai"))

    listed = [each["url"] for each in pages_of(phone)["pages"]]

    for variant in (*variants, *EXAMPLES):
        assert {f"/games/new/{variant}/", f"/rules/{variant}/"} <= set(listed)
    starts = [url for url in listed if "ahead.json?" in url]
    assert starts == [
        f"/games/new/{variant}/ahead.json?players=3"
        for variant in (
            *reversed([each for each in variants if each != "hearts"]),
            "contract-rummy",
        )
    ]


def test_a_phone_keeps_what_starts_each_named_game_with_its_answers(phone, group):
    for name, players in (("Six nimmt", ("Ann", "Bob")), ("Skyjo", ("Ann", "Bob", "Cai"))):
        GameFactory(group=group, variant="any-game", names=players, options={"name": name})

    starts = [each["url"] for each in pages_of(phone)["pages"] if "name=" in each["url"]]
    ahead = phone.get(starts[1]).json()["pages"]

    assert starts == [
        "/games/new/any-game/?name=Skyjo",
        "/games/new/any-game/ahead.json?name=Skyjo&players=3",
        "/games/new/any-game/?name=Six%20nimmt",
        "/games/new/any-game/ahead.json?name=Six%20nimmt&players=2",
    ]
    assert Page(phone.get(starts[2])).texts("h1") == ["Six nimmt"]
    assert "<h1>Skyjo</h1>" in next(iter(ahead.values()))


def test_the_list_of_pages_takes_as_many_queries_for_many_games_as_for_few(phone, group):
    GameFactory(group=group)
    few = len(queries(lambda: pages_of(phone)))

    for variant in ("may-i", "hearts", "any-game"):
        GameFactory(group=group, variant=variant)

    assert_queries(queries(lambda: pages_of(phone)), few)


def test_a_form_for_a_new_game_is_kept_again_when_its_players_change_not_with_each_deal(
    phone, game
):
    def tag():
        listed = {each["url"]: each["tag"] for each in pages_of(phone)["pages"]}
        return listed[f"/games/new/{game.variant}/"]

    before = tag()
    RoundFactory(game=game, deal=3)
    assert tag() == before
    GameFactory(group=game.group, names=("Ann", "Bob", "Zed"))
    assert tag() != before


def test_the_tag_of_what_a_phone_may_see_changes_with_access_and_erasing(phone, group, game):
    seen = [pages_of(phone)["access"]]

    RoundFactory(game=game, deal=3)
    assert pages_of(phone)["access"] == seen[0]
    for change in (
        lambda: erase_person(person=game.group.players.get(name="Ann"), with_games=False),
        lambda: erase_game(game=game),
        lambda: bring_back(erasure=group.erasures.first()),
        lambda: MemberFactory(user=group.members.get().user),
        group.members.get().delete,
    ):
        change()
        seen.append(pages_of(phone)["access"])

    assert len(set(seen)) == 5
    assert seen[3] == seen[1]  # the game is back, and the name still erased


def test_a_helper_deletes_pages_when_a_name_is_erased(client, game):
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    seen = [pages_of(client)["access"]]

    erase_person(person=game.group.players.get(name="Ann"), with_games=False)
    seen.append(pages_of(client)["access"])
    erase_game(game=game)
    seen.append(pages_of(client)["access"])

    assert len(set(seen)) == 3


def test_a_change_to_the_text_of_the_rules_is_kept(phone, group):
    game = GameFactory(group=group, variant="hearts", names=("Ann", "Bob", "Cai", "Dee"))
    url, rules = f"/games/{game.code}/house-rules/", f"/games/{game.code}/rules/"
    before = {each["url"]: each["tag"] for each in pages_of(phone)["pages"]}

    # These house rules change how people play, but not how the app counts.
    send(phone, url, {"option-queen-breaks-hearts": "on"})

    after = {each["url"]: each["tag"] for each in pages_of(phone)["pages"]}
    assert after[rules] != before[rules]
    assert {each["url"]: each["tag"] for each in pages_of(phone)["pages"]}[rules] == after[rules]


def test_a_page_with_results_is_not_kept_in_place_of_the_page(phone, game):
    rules = f"/games/{game.code}/rules/"

    assert "X-Keep" in phone.get(rules).headers
    assert "X-Keep" not in phone.get(f"{rules}?q=joker").headers
    assert "X-Keep" not in phone.get("/rules/?q=hearts").headers


def test_who_is_not_known_keeps_no_game(client, game):
    assert pages_of(client)["phone"] == "nobody"
    assert [each["url"] for each in pages_of(client)["pages"]] == ["/games/new/", "/"]


def test_the_deals_ahead_have_pages_until_the_last_one(phone, game):
    found = phone.get(f"/games/{game.code}/ahead.json").json()["pages"]

    assert list(found) == [f"/games/{game.code}/rounds/{deal}/" for deal in range(3, 8)]


def test_the_pages_ahead_stay_the_same_when_a_deal_is_saved(phone, game):
    def tag():
        url = f"/games/{game.code}/ahead.json"
        return next(each["tag"] for each in pages_of(phone)["pages"] if each["url"] == url)

    before = tag()
    RoundFactory(game=game, deal=3)
    assert tag() == before
    RoundFactory(game=Game.objects.get(), deal=4, dealer=1)
    assert tag() != before


def test_boxes_that_are_filled_are_closed_in_all_deals_ahead(phone, group):
    game = GameFactory(group=group, variant="dice-boxes", names=("Ann", "Bob"))
    url = f"/games/{game.code}/ahead.json"

    def tag():
        return next(each["tag"] for each in pages_of(phone)["pages"] if each["url"] == url)

    def boxes_of_ann(deal):
        page = phone.get(url).json()["pages"][f"/games/{game.code}/rounds/{deal}/"]
        field = next(
            each for each in parse(page).within() if each.attributes.get("name") == "box-1"
        )
        return [option.attributes["value"] for option in field.within()]

    boxes, before = boxes_of_ann(3), tag()
    filled = {"box-1": "ones", "points-1": "3", "box-2": "twos", "points-2": "4"}
    RoundFactory(game=game, deal=1, texts=filled)
    boxes.remove("ones")
    assert [boxes_of_ann(deal) for deal in (2, 3, 12)] == [boxes] * 3
    assert tag() != before


def test_a_game_that_is_over_has_no_deals_ahead(phone, game):
    stop_game(game)

    urls = [each["url"] for each in pages_of(phone)["pages"]]
    assert f"/games/{game.code}/" in urls
    assert f"/games/{game.code}/ahead.json" not in urls


def test_other_groups_games_are_neither_listed_nor_ahead(phone):
    other = GameFactory(group=GroupFactory())

    assert phone.get(f"/games/{other.code}/ahead.json").status_code == 404
    assert other.code not in str(pages_of(phone))


def test_a_placeholder_game_has_a_pad_and_deals_and_is_not_stored(client, db):
    answer = client.get("/games/new/contract-rummy/ahead.json?players=4")

    found, pad = answer.json()["pages"], f"/games/{answer.json()['code']}/"
    assert list(found) == [pad, *(f"{pad}rounds/{deal}/" for deal in range(1, 8))]
    for seat in range(1, 5):
        assert placeholder(seat) in found[pad]
        assert f'name="left-points-{seat}"' in found[f"{pad}rounds/1/"]
    assert placeholder(5) not in found[pad]
    assert Game.objects.count() == 0


def test_a_placeholder_game_with_house_rules_has_a_rules_page(phone, group):
    standard = phone.get("/games/new/may-i/ahead.json?players=4").json()
    rules = save_house_rules(
        group=group, variant="may-i", name="Sunday", options={"no-jokers": True}, patches={}
    )
    changed = phone.get(f"/games/new/may-i/ahead.json?players=4&rules={rules.pk}").json()

    assert f"/games/{standard['code']}/rules/" not in standard["pages"]
    page = parse(changed["pages"][f"/games/{changed['code']}/rules/"])
    assert "House rules included: No jokers." in text_of(page)


def test_placeholder_games_never_share_a_pad(client, db):
    urls = [
        f"/games/new/{slug}/ahead.json?players={players}"
        for slug in ("contract-rummy", "crazy-eights")
        for players in (3, 4)
    ]
    pads = [next(iter(client.get(url).json()["pages"].values())) for url in urls]

    assert [placeholder(4) in pad for pad in pads] == [False, True, False, True]
    assert ["Contract Rummy" in pad for pad in pads] == [True, True, False, False]
    assert ["Crazy Eights" in pad for pad in pads] == [False, False, True, True]


@pytest.mark.parametrize("slug", ["euchre", "spades", "no-such-game"])
def test_other_games_need_a_connection_to_start(client, db, slug):
    assert client.get(f"/games/new/{slug}/ahead.json?players=4").status_code == 404


def test_deals_queued_on_one_version_of_a_game_are_no_conflict(phone, game):
    form = Page(phone.get(f"/games/{game.code}/rounds/3/")).form(f"/games/{game.code}/rounds/3/")

    for deal in (3, 4, 5):
        entry = form | ten_each(game) | {"dealer": "1", "key": f"key-{deal}"}
        answer = phone.post(f"/games/{game.code}/rounds/{deal}/", entry)
        assert answer.status_code == 302
    assert Round.objects.filter(game=game).count() == 5


def test_corrections_of_different_cells_are_both_kept(phone, game):
    url = f"/games/{game.code}/rounds/2/"
    old = Page(phone.get(url)).form(url)
    before = Round.objects.get(game=game, deal=2).entry
    RoundFactory(game=game, deal=2, texts=before | {"left-points-2": "11"})

    answer = phone.post(url, old | {"left-points-3": "12"})

    assert answer.status_code == 302
    after = Round.objects.get(game=game, deal=2).entry
    assert after == before | {"left-points-2": "11", "left-points-3": "12"}
    kinds = Change.objects.filter(game=game, deal=2).values_list("kind", flat=True)
    assert list(kinds) == ["record", "correct", "correct"]


def test_of_a_cell_that_two_corrected_one_is_chosen(phone, game):
    url = f"/games/{game.code}/rounds/2/"
    old = Page(phone.get(url)).form(url)
    before = Round.objects.get(game=game, deal=2).entry
    theirs = {"left-points-2": "11", "left-points-3": "13"}
    RoundFactory(game=game, deal=2, texts=before | theirs)

    page = Page(phone.post(url, old | {"left-points-2": "12", "left-points-3": "14"}))
    assert page.status == 409
    form, _mine = page.forms(url)
    labels = [each.attributes["aria-label"] for each in page.all("input", type_="radio")]
    assert labels[:2] == ["Bob: 11, as saved", "Bob: 12, as you entered"]
    phone.post(url, form | {"pick-1": "saved", "pick-2": "mine"})

    after = Round.objects.get(game=game, deal=2).entry
    assert after == before | {"left-points-2": "11", "left-points-3": "14"}
