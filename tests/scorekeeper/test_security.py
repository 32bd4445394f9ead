"""Security headers, which allow only our own scripts, styles and URLs, and protected cookies."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.staticfiles import finders
from django.db import transaction
from django.test import Client
from django.utils.timezone import now

from rules.engine.own_games import Design, DesignItem
from scorekeeper.models import Helper
from scorekeeper.services.own_games import make_own_game
from scorekeeper.services.people import save_house_rules
from scorekeeper.services.players import set_dealer
from scorekeeper.services.rounds import redo, undo
from scorekeeper.sessions import STAFF_COOKIE, SessionStore
from tests.conftest import client_of
from tests.factories import ChangeContextFactory, GameFactory, GroupFactory, RoundFactory, ten_each
from tests.scorekeeper.pages import Page, get, send

PAGES = [
    "/",
    "/games/new/",
    "/games/new/contract-rummy/",
    "/games/new/progressive-rummy/",
    "/games/new/toonerville-rook/",
    "/games/new/any-game/",
    "/games/new/euchre/",
    "/games/own/",
    "/groups/{group.pk}/games/{own.slug}/",
    "/games/own/shared/{own.share_token}/",
    "/games/{game.code}/",
    "/games/{finished.code}/",
    "/games/{game.code}/paper/",
    "/games/{game.code}/paper/photo/",
    "/games/{game.code}/rounds/1/",
    "/games/{game.code}/rounds/3/",
    "/games/{game.code}/rounds/3/hand/check/",
    "/games/{game.code}/rounds/1/insert/",
    "/games/{game.code}/rounds/1/remove/",
    "/games/{finished.code}/rounds/14/",
    "/games/{game.code}/changes/",
    "/games/{game.code}/rules/",
    "/games/{game.code}/share/",
    "/games/{game.code}/table/",
    "/games/{finished.code}/table/",
    "/groups/{group.pk}/",
    "/groups/{group.pk}/owner/",
    "/groups/{group.pk}/erase/",
    "/groups/{group.pk}/erased/",
    "/groups/{group.pk}/players/{player.pk}/erase/",
    "/games/{game.code}/erase/",
    "/privacy/",
    "/recover/",
    "/groups/{group.pk}/history/",
    "/groups/{group.pk}/history/?q=Ann&year=x",
    "/groups/{group.pk}/history/progressive-rummy/",
    "/groups/{group.pk}/players/{player.pk}/",
    "/groups/{group.pk}/data/",
    "/groups/{group.pk}/data/imports/",
    "/groups/{group.pk}/years/{game.played_on.year}/",
    "/join/{group.join_token}/",
    "/watch/{game.code}/{game.watch_token}/",
    "/watch/{finished.code}/{finished.watch_token}/",
    "/score/{game.code}/{game.score_token}/",
    "/rules/",
    "/rules/contract-rummy/",
    "/rules/progressive-rummy/",
    "/rules/progressive-rummy/hand/",
    "/rules/search?q=joker",
    "/sheets/",
    "/sheets/contract-rummy/",
    "/offline/",
]
MANIFEST = "/en/manifest.webmanifest"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "manifest-src": "'self'",
}


def fetch(phone, url, game, finished, group):
    player = group.players.first()
    own = make_own_game(group=group, design=Design("Darts", (DesignItem("Points"),)), key="k")
    return phone.get(url.format(game=game, finished=finished, group=group, player=player, own=own))


@pytest.fixture
def visit(phone, game, finished, group):
    """Fetch one of the group’s pages by its URL."""
    return lambda url: fetch(phone, url, game, finished, group)


@pytest.fixture(scope="module")
def answers(django_db_setup, django_db_blocker):
    """Every page, and the responses that only a form or an error produces.

    They are requested only once. All writes are rolled back, as after any test.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        found = every_answer()
        transaction.set_rollback(True)
    return found


def every_answer():
    group = GroupFactory()
    game = GameFactory(group=group, played=2)
    finished = GameFactory(group=group, variant="progressive-rummy", played=15)
    phone = client_of(group.members.get().user)
    url = f"/games/{game.code}/rounds/3/"
    old = get(phone, url).form(url)
    found = {page: fetch(phone, page, game, finished, group) for page in PAGES}
    found["refused"] = send(phone, url, {"left-cards-1": "1X", "left-points-2": "x"})
    found["no game"] = send(phone, "/games/new/contract-rummy/", {"name-1": "", "name-2": "x" * 99})
    found["no rules"] = send(
        phone, "/games/new/contract-rummy/", {"set-scoring.values.K": "x", "save-as": "y" * 99}
    )
    join = f"/games/{game.code}/table/join/"
    seat = get(phone, f"/games/{game.code}/table/").form(join)
    found["no seat"] = phone.post(join, seat | {"name": "", "start": "x"})
    RoundFactory(game=game, deal=3)
    found["conflict"] = phone.post(url, old | ten_each(game))
    found["seat taken"] = phone.post(join, seat | {"name": "Eve"})
    found["not found"] = phone.get("/nowhere/")
    strict = Client(enforce_csrf_checks=True)
    found["too old"] = strict.post("/games/new/contract-rummy/", {})
    return found


@pytest.fixture(scope="module")
def pages(answers):
    """The same responses, parsed as pages."""
    return {url: Page(response) for url, response in answers.items()}


def policy(response):
    """Return the directives by name, because their order in the header is not fixed."""
    header = response.headers["Content-Security-Policy"]
    return dict(directive.strip().split(" ", 1) for directive in header.split(";"))


def test_every_page_is_there(visit):
    assert [url for url in PAGES if visit(url).status_code != 200] == []


def test_every_answer_says_what_a_page_may_load(answers):
    for url, response in answers.items():
        assert policy(response) == POLICY, url


@pytest.mark.parametrize(
    "url",
    [
        "/rules.json",
        "/rules/contract-rummy.json",
        "/groups/{group.pk}/join.svg",
        "/games/{game.code}.json",
    ],
)
def test_data_says_so_too(visit, url):
    response = visit(url)

    assert response.status_code == 200
    assert policy(response) == POLICY
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_every_answer_keeps_addresses_and_frames_to_itself(answers):
    for url, response in answers.items():
        assert response.headers["X-Frame-Options"] == "DENY", url
        assert response.headers["X-Content-Type-Options"] == "nosniff", url
        assert response.headers["Referrer-Policy"] == "same-origin", url


def test_no_page_has_script_or_style_in_its_text(pages):
    for url, page in pages.items():
        for script in page.all("script"):
            assert script.attributes["src"], url
            assert script.children == [], url
        assert page.all("style") == [], url
        for element in page.all():
            for name in element.attributes:
                assert name != "style", url
                assert not name.startswith(("on", "hx-on")), url


def test_pages_load_from_this_site_alone(pages):
    loads = {
        "script": "src",
        "img": "src",
        "link": "href",
        "iframe": "src",
        "use": "href",
        "image": "href",
        "form": "action",
    }
    for url, page in pages.items():
        for tag, attribute in loads.items():
            for element in page.all(tag):
                if element.attributes.get("rel") in ("canonical", "alternate"):  # loads nothing
                    continue
                address = element.attributes.get(attribute, "/")
                assert re.match(r"/(?!/)", address), (url, address)
        assert page.all("base") == page.all("object") == page.all("embed") == [], url


def test_styles_load_from_this_site_alone(pages):
    sheets = {
        link.attributes["href"].removeprefix("/static/")
        for page in pages.values()
        for link in page.all("link", rel="stylesheet")
    }
    assert {"css/app.css", "css/fonts.css"} <= sheets
    for sheet in sheets:
        text = Path(finders.find(sheet)).read_text("utf-8")
        assert "@import" not in text
        for address in re.findall(r"url\(\s*[\"']?([^\"')]+)", text):
            assert "//" not in address
            assert not address.startswith("data:")


def test_every_file_that_a_page_names_exists(pages):
    for url, page in pages.items():
        named = [script.attributes["src"] for script in page.all("script")]
        links = [link.attributes for link in page.all("link")]
        named += [link["href"] for link in links if link["rel"] not in ("canonical", "alternate")]
        for address in named:
            is_found = address == MANIFEST or finders.find(address.removeprefix("/static/"))
            assert is_found, (url, address)


def test_ids_stand_once_and_labels_find_their_inputs(pages):
    for url, page in pages.items():
        assert page.loose_ends() == [], url


def test_htmx_makes_neither_scripts_nor_styles(visit):
    page = Page(visit("/games/{game.code}/rounds/3/"))

    config = json.loads(page.one("meta", name="htmx-config").attributes["content"])

    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False
    assert config["attributesToSettle"] == ["class"]
    assert config["historyEnabled"] is False


@pytest.mark.parametrize(
    "url",
    [
        "/games/new/",
        "/rules/",
        "/rules/search?q=joker",
        "/sheets/",
        "/sheets/contract-rummy/",
        "/games/{game.code}/rules/?q=joker",
        "/games/{game.code}/sheet/",
        "/watch/{game.code}/{game.watch_token}/",
        "/games/{game.code}/",
        "/",
    ],
)
def test_caches_keep_a_page_and_its_part_apart(phone, game, url):
    address = url.format(game=game)

    page = phone.get(address)
    part = phone.get(address, headers={"HX-Request": "true"})

    assert "HX-Request" in page["Vary"]
    assert "HX-Request" in part["Vary"]
    assert part.content != page.content


def test_who_watches_hears_of_a_new_deal(client, game):
    watch = f"/watch/{game.code}/{game.watch_token}/"
    page = get(client, watch)

    RoundFactory(game=game, deal=3)
    part = Page(client.get(watch, headers={"HX-Request": "true"}))

    assert page.texts("p", id="news", aria_live="polite") == [""]
    # Ann went out in all three deals, and the others hold ten points each time.
    assert part.texts("template", data_news="") == [
        "Deal 3 has been entered: 1st Ann 0, 2nd Bob 30, 2nd Cai 30, 2nd Dee 30."
    ]


def test_who_watches_hears_what_has_changed(client, game):
    def heard():
        watch = f"/watch/{game.code}/{game.watch_token}/"
        part = Page(client.get(watch, headers={"HX-Request": "true"}))
        return part.texts("template", data_news="")

    def context():
        return ChangeContextFactory(game=game)

    equal = "1st Ann 0, 2nd Bob 20, 2nd Cai 20, 2nd Dee 20."
    entry = game.rounds.get(deal=2).entry
    assert heard() == [f"Deal 2 has been entered: {equal}"]
    RoundFactory(game=game, deal=2, texts=entry | {"left-points-2": "25"})
    corrected = ["Correction to deal 2: 1st Ann 0, 2nd Cai 20, 2nd Dee 20, 4th Bob 35."]
    assert heard() == corrected
    set_dealer(game=game, position=2, context=context())
    assert heard() == ["New dealer: 1st Ann 0, 2nd Cai 20, 2nd Dee 20, 4th Bob 35."]
    undo(game=game, context=context())
    undo(game=game, context=context())
    assert heard() == [f"Undone: correction to deal 2. {equal}"]
    redo(game=game, context=context())
    assert heard() == corrected
    for _ in range(3):
        undo(game=game, context=context())
    assert heard() == ["Undone: deal 1."]
    set_dealer(game=game, position=2, context=context())
    assert heard() == ["New dealer."]


def test_private_pages_are_not_for_search_engines(visit):
    for url in PAGES:
        if url.startswith(("/watch/", "/score/", "/join/")):
            page = Page(visit(url))
            assert [m.attributes["content"] for m in page.all("meta", name="robots")] == ["noindex"]


def test_cookies_stay_with_this_site(db, client):
    url = "/games/new/contract-rummy/"
    send(client, url, {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai"})

    assert set(client.cookies) == {"sessionid", "csrftoken"}
    for cookie in client.cookies.values():
        assert cookie["httponly"] is True
        assert cookie["samesite"] == "Lax"
        assert cookie["domain"] == ""
    assert client.cookies["sessionid"]["max-age"] == 2 * 365 * 24 * 3600


def test_a_phone_that_writes_is_known_for_two_years_more(phone, game):
    deal = f"/games/{game.code}/rounds/3/"
    form = get(phone, deal).form(deal)

    read = phone.get(f"/games/{game.code}/")
    written = phone.post(deal, form | ten_each(game))

    assert "sessionid" not in read.cookies
    assert written.status_code == 302
    assert written.cookies["sessionid"]["max-age"] == 2 * 365 * 24 * 3600


def test_who_is_not_known_gets_no_cookie_by_asking_what_changes(db, client):
    answer = client.post("/games/new/contract-rummy/check/", {})

    assert answer.status_code == 200
    assert "sessionid" not in answer.cookies


def test_a_key_of_before_still_opens_the_table_and_the_cookie_gets_the_new_one(
    phone, game, settings
):
    page = f"/games/{game.code}/"
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "a new key " * 6
    forgotten = Client()
    forgotten.cookies["sessionid"] = phone.cookies["sessionid"].value
    assert forgotten.get(page).status_code == 404

    settings.SECRET_KEY_FALLBACKS = [old]
    assert phone.get(page).status_code == 200

    settings.SECRET_KEY_FALLBACKS = []
    assert phone.get(page).status_code == 200


def staff_session(client):
    return SessionStore(client.cookies[STAFF_COOKIE].value)


@pytest.mark.parametrize(
    "expiry",
    [now() - timedelta(seconds=1), now() + timedelta(days=700), None],
    ids=["yesterday’s", "longer than a day", "a phone’s"],
)
def test_staff_with_an_old_session_are_asked_again(admin_client, expiry):
    assert admin_client.get("/admin/").status_code == 200
    session = staff_session(admin_client)
    session.set_expiry(expiry)
    session.save()
    admin_client.cookies[STAFF_COOKIE] = session.session_key

    answer = admin_client.get("/admin/")

    assert (answer.status_code, answer.url) == (302, "/admin/login/?next=/admin/")


def test_what_staff_write_does_not_lengthen_their_day(admin_client, admin_user):
    ends = staff_session(admin_client).get_expiry_date()

    answer = admin_client.post("/admin/login/", {"username": admin_user.username, "password": "x"})

    assert answer.status_code == 200
    assert staff_session(admin_client).get_expiry_date() == ends
    assert now() + timedelta(hours=11) < ends < now() + timedelta(hours=13)


def test_a_session_that_was_tampered_with_is_nobodys(owner, game):
    phone = Client()
    phone.force_login(owner.user)
    assert phone.get(f"/games/{game.code}/").status_code == 200

    phone.cookies["sessionid"] = phone.cookies["sessionid"].value[:-1] + "x"

    assert phone.get(f"/games/{game.code}/").status_code == 404


def test_the_admin_is_for_staff(phone):
    answer = phone.get("/admin/")

    assert (answer.status_code, answer.url) == (302, "/admin/login/?next=/admin/")


def test_after_joining_nobody_is_sent_elsewhere(client, group):
    answer = client.post(f"/join/{group.join_token}/?next=//evil.example/", {"name": "Zed"})

    assert answer.url == f"/groups/{group.pk}/"


@pytest.mark.parametrize("model", ["user", "group", "player", "game", "round", "score", "change"])
def test_the_admin_shows_the_record(admin_client, finished, model):
    row = apps.get_model("scorekeeper", model).objects.order_by("pk").first()

    listed = admin_client.get(f"/admin/scorekeeper/{model}/?q=a")
    shown = admin_client.get(f"/admin/scorekeeper/{model}/{row.pk}/change/")

    assert (listed.status_code, shown.status_code) == (200, 200)


def test_the_admin_shows_no_link_of_a_table(admin_client, group):
    page = get(admin_client, f"/admin/scorekeeper/group/{group.pk}/change/")

    assert group.join_token not in page.html


@pytest.mark.parametrize("model", ["player", "houserules", "game", "round", "score", "change"])
def test_the_admin_alters_no_game(admin_client, finished, model):
    save_house_rules(
        group=finished.group, variant="may-i", name="Sunday rules", options={}, patches={}
    )
    row = apps.get_model("scorekeeper", model).objects.order_by("pk").first()

    answers = [
        admin_client.post(f"/admin/scorekeeper/{model}/{row.pk}/{act}/").status_code
        for act in ("change", "delete")
    ]

    assert answers == [403, 403]


def test_the_admin_asks_nothing_of_a_game_and_shows_who_sits_there(admin_client, finished):
    page = get(admin_client, f"/admin/scorekeeper/game/{finished.pk}/change/")

    asked = [each.attributes.get("name", "") for each in page.all("input") + page.all("select")]
    assert [name for name in asked if name and not name.startswith(("csrf", "seats-"))] == []
    assert [name for name in asked if name.endswith(("-player", "-side", "-position"))] == []
    assert all(name in page.html for name in ("Ann", "Bob", "Cai", "Dee"))
    assert finished.watch_token not in page.html


def test_the_admin_shuts_a_helper_out(admin_client, client, game):
    url = f"/games/{game.code}/"
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    helper = Helper.objects.get()
    assert client.get(url).status_code == 200

    shown = admin_client.get(f"/admin/scorekeeper/helper/{helper.pk}/change/")
    gone = admin_client.post(f"/admin/scorekeeper/helper/{helper.pk}/delete/", {"post": "yes"})

    assert (shown.status_code, gone.status_code) == (200, 302)
    assert client.get(url).status_code == 404


def test_the_admin_shows_house_rules(admin_client, group):
    kept = save_house_rules(
        group=group, variant="may-i", name="Sunday rules", options={"joker-25": True}, patches={}
    )

    listed = admin_client.get("/admin/scorekeeper/houserules/?q=sunday")
    shown = admin_client.get(f"/admin/scorekeeper/houserules/{kept.pk}/change/")

    assert (listed.status_code, shown.status_code) == (200, 200)
    assert "Sunday rules" in listed.content.decode()
