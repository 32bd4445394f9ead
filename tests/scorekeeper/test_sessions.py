"""Session cookies: an unreadable one is kept but gives no access, and staff have their own."""

import logging
import time

import pytest
from django.core.signing import TimestampSigner, b62_encode, dumps
from django.test import Client

from scorekeeper.models import Change, Game, User
from scorekeeper.sessions import SALT
from tests.factories import ten_each
from tests.scorekeeper.pages import Page, get

YEAR = 365 * 24 * 3600
BANNER = (
    "We can’t read this browser’s cookie, so your games aren’t shown. They’re still stored. "
    "Ask whoever runs this site to restore its old secret key, then reload the page."
)


def banner(page):
    return [text for text in page.texts("div", class_="notice") if text.startswith("We can’t read")]


def test_a_visit_under_a_wrong_key_keeps_the_cookie(phone, game, settings):
    url, cookie, key = f"/games/{game.code}/", phone.cookies["sessionid"].value, settings.SECRET_KEY
    settings.SECRET_KEY = "a new key " * 6

    for wrong in ("/", url, "/rules/", "/games/new/hearts/"):
        answer = phone.get(wrong)
        assert "sessionid" not in answer.cookies
        is_own = wrong != "/rules/"  # which is the same for everybody
        assert banner(Page(answer)) == [f"{BANNER} Start without my games"] * is_own
        assert ("Cookie" in answer["Vary"]) == is_own

    settings.SECRET_KEY = key
    back = phone.get(url)
    assert phone.cookies["sessionid"].value == cookie
    assert back.status_code == 200
    assert banner(Page(back)) == []


def test_a_cookie_that_was_tampered_with_is_kept_and_opens_nothing(phone, game):
    phone.cookies["sessionid"] = phone.cookies["sessionid"].value[:-1] + "-"

    answer = phone.get(f"/games/{game.code}/")

    assert answer.status_code == 404
    assert "sessionid" not in answer.cookies


@pytest.mark.parametrize("years", [-10, -3, 3, 10])
def test_a_cookie_signed_by_a_clock_years_off_is_good(phone, game, years):
    class OtherClock(TimestampSigner):
        def timestamp(self):
            return b62_encode(int(time.time()) + years * YEAR)

    data = dict(phone.session)
    phone.cookies["sessionid"] = OtherClock(salt=SALT).sign_object(data, compress=True)

    assert phone.get(f"/games/{game.code}/").status_code == 200


def test_a_save_under_a_wrong_key_is_refused_and_changes_nothing(phone, game, settings):
    deal, key = f"/games/{game.code}/rounds/3/", settings.SECRET_KEY
    sent = get(phone, deal).form(deal) | ten_each(game)
    users, changes = User.objects.count(), Change.objects.count()
    settings.SECRET_KEY = "a new key " * 6

    for url in (deal, "/games/new/hearts/", f"/join/{game.group.join_token}/"):
        refused = phone.post(url, sent)
        assert refused.status_code == 403
        assert Page(refused).texts("h1") == ["Not saved"]
        assert "sessionid" not in refused.cookies

    assert (User.objects.count(), Change.objects.count()) == (users, changes)
    settings.SECRET_KEY = key
    assert phone.post(deal, sent).status_code == 302
    assert Change.objects.count() == changes + 1


def test_a_browser_starts_fresh_when_it_says_so(phone, game, settings):
    settings.SECRET_KEY = "a new key " * 6
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["sessionid"] = phone.cookies["sessionid"].value
    sent = get(strict, "/").form("/start-fresh/")

    assert strict.post("/start-fresh/").status_code == 403
    assert strict.cookies["sessionid"].value != ""
    answer = strict.post("/start-fresh/", sent)

    assert (answer.status_code, answer.url) == (302, "/")
    assert strict.cookies["sessionid"].value == ""
    assert banner(get(strict, "/")) == []


def test_starting_fresh_keeps_a_cookie_that_can_be_read(phone, game):
    phone.post("/start-fresh/")

    assert phone.get(f"/games/{game.code}/").status_code == 200
    assert Game.objects.count() == 1


def test_a_cookie_that_cannot_be_read_is_logged_without_its_value(client, db, caplog, monkeypatch):
    # Earlier tests may have logged the same within the last minute.
    monkeypatch.setattr(logging.getLogger("scorekeeper.sessions"), "filters", [])
    client.cookies["sessionid"] = dumps({"_auth_user_id": "1"}, key="another", salt=SALT)

    with caplog.at_level(logging.WARNING):
        client.get("/")

    assert [record.getMessage() for record in caplog.records] == [
        "A session cookie can't be read: it isn't signed with a current key."
    ]


@pytest.fixture
def log_in(phone, admin_user):
    """Log a staff user in to the admin, in a phone’s browser."""

    def post(**more):
        sent = {"username": admin_user.username, "password": "password"} | more
        return phone.post("/admin/login/", sent)

    return post


def test_staff_who_log_in_on_a_phone_keep_its_tables(phone, game, log_in):
    url, cookie = f"/games/{game.code}/", phone.cookies["sessionid"].value

    logged_in = log_in(next="/admin/")

    assert (logged_in.status_code, logged_in.url) == (302, "/admin/")
    staff = logged_in.cookies["staff-sessionid"]
    assert staff["path"] == "/admin/"
    assert staff["httponly"] is True
    assert staff["samesite"] == "Lax"
    assert 11 * 3600 < staff["max-age"] <= 12 * 3600
    assert phone.get("/admin/").status_code == 200
    assert phone.get(url).status_code == 200

    logged_out = phone.post("/admin/logout/")

    assert logged_out.status_code == 200
    assert phone.cookies["staff-sessionid"].value == ""
    assert phone.get("/admin/").status_code == 302
    assert phone.get(url).status_code == 200
    assert phone.cookies["sessionid"].value == cookie


def test_a_cookie_of_staff_opens_no_page_but_the_admins(game, log_in, phone):
    game.group.members.update(user=User.objects.get(is_superuser=True))
    log_in()
    del phone.cookies["sessionid"]

    assert phone.get(f"/games/{game.code}/").status_code == 404


def test_a_phones_cookie_opens_nothing_in_the_admin(phone, owner):
    User.objects.filter(pk=owner.user.pk).update(is_staff=True, is_superuser=True)

    assert phone.get("/admin/").status_code == 302


def test_staff_with_a_cookie_that_cannot_be_read_log_in_again(phone, log_in):
    phone.cookies["staff-sessionid"] = "not a cookie of this site"

    assert phone.get("/admin/").status_code == 302
    assert log_in().status_code == 302
    assert phone.get("/admin/").status_code == 200


def test_staff_without_a_page_to_go_to_are_led_to_the_admin(log_in):
    assert log_in(next="").url == "/admin/"
