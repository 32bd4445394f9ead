"""Ownership of groups: recovery codes, handing over, and replacing a lost owner’s phone."""

from datetime import timedelta
from io import BytesIO

import pypdfium2
import pytest
from django.core.cache import caches
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.models import Group, Member, OwnerRequest, RecoveryCode, User
from scorekeeper.services.ownership import ALPHABET, make_recovery_code
from scorekeeper.sheets.pdf import render_secret
from scorekeeper.sheets.recovery import RecoveryCard
from tests.conftest import client_of
from tests.factories import GameFactory, GroupFactory, MemberFactory, stop_game
from tests.scorekeeper.pages import Page, get, notices
from tests.scorekeeper.test_erasing import stored

WEEK = timedelta(days=7)
GUESSES = 10  # wrong recovery codes before an IP address has to wait


@pytest.fixture
def owner_page(group):
    return f"/groups/{group.pk}/owner/"


def code_on(page):
    return page.texts("p", class_="recovery-code")[0]


def owners(group):
    return sorted(group.members.filter(is_owner=True).values_list("name", flat=True))


# The recovery code


def test_a_recovery_code_has_128_random_bits_and_no_look_alikes(group):
    codes = {make_recovery_code(group=group) for _ in range(50)}

    assert len(codes) == 50
    for code in codes:
        parts = code.split("-")
        assert [len(part) for part in parts] == [4] * 7
        assert set("".join(parts)) <= set(ALPHABET)
    assert len(ALPHABET) == 32
    assert not set("ILOU") & set(ALPHABET)
    # 26 characters of 5 bits, and two that are computed from them
    assert {len({code[at] for code in codes}) > 5 for at in range(32) if (at + 1) % 5} == {True}


def test_a_code_is_shown_once_and_not_stored(phone, group, owner_page):
    answer = phone.post(f"{owner_page}code/")
    code = code_on(Page(answer))

    assert answer.headers["Cache-Control"].count("no-store") == 1
    assert code not in phone.get(owner_page).content.decode()
    assert get(phone, owner_page).texts("p", class_="recovery-code") == []
    assert code not in stored()
    assert code.replace("-", "") not in stored()
    assert RecoveryCode.objects.get().digest in stored()


@pytest.mark.parametrize("who", ["client", "stranger", "second_phone"])
def test_a_code_makes_any_browser_an_owner(  # noqa: PLR0917 -- fixtures
    request, phone, game, group, owner_page, who
):
    code = code_on(Page(phone.post(f"{owner_page}code/")))
    browser = request.getfixturevalue(who)

    answer = browser.post("/recover/", {"code": code})

    assert (answer.status_code, answer.url) == (302, f"/groups/{group.pk}/")
    assert notices(get(browser, answer.url)) == [
        "This browser now owns “Our table”. You can remove phones that are lost."
    ]
    assert browser.get(f"/games/{game.code}/").status_code == 200
    assert browser.get(f"/groups/{group.pk}/erase/").status_code == 200
    assert owners(group) == ["Phone 1", "Phone 2"]


def test_a_code_works_again_and_as_it_is_typed(phone, client, group, owner_page):
    code = code_on(Page(phone.post(f"{owner_page}code/")))
    typed = f" {code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} "

    for browser in (client, client, client_of(MemberFactory().user)):
        assert browser.post("/recover/", {"code": typed}).status_code == 302

    assert len(owners(group)) == 3


def test_a_new_owner_removes_the_lost_phone(phone, client, group, owner_page):
    code = code_on(Page(phone.post(f"{owner_page}code/")))
    client.post("/recover/", {"code": code})
    old = group.members.get(name="Phone 1")

    action = f"/groups/{group.pk}/remove/"
    assert get(client, f"/groups/{group.pk}/").forms(action) != []
    client.post(action, {"member": old.pk})

    assert owners(group) == ["Phone 2"]
    assert phone.get(f"/groups/{group.pk}/").status_code == 404


def test_a_new_code_ends_the_old_one(phone, client, owner_page):
    old, new = (code_on(Page(phone.post(f"{owner_page}code/"))) for _ in range(2))

    refused = Page(client.post("/recover/", {"code": old}))

    assert refused.status == 422
    assert refused.texts("p", role="alert") == [
        "No group has this code. It may have been replaced by a newer one."
    ]
    assert client.post("/recover/", {"code": new}).status_code == 302


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "Enter the code from your card."),
        ("ABCD", "This isn’t a complete recovery code. Check each character against your card."),
        ("A" * 81, "That is too long for a recovery code. Check it against your card."),
    ],
)
def test_a_mistyped_code_is_refused(client, group, typed, problem):
    refused = Page(client.post("/recover/", {"code": typed}))

    assert refused.status == 422
    assert refused.texts("p", role="alert") == [problem]
    assert User.objects.count() == 1


def test_a_slip_in_a_code_is_noticed(client, group):
    code = make_recovery_code(group=group)
    swapped = ("X" if code[0] != "X" else "Y") + code[1:]

    refused = Page(client.post("/recover/", {"code": swapped}))

    (problem,) = refused.texts("p", role="alert")
    assert problem.startswith("This isn’t a complete recovery code.")


def test_guesses_are_limited_for_each_address(client, group):
    code = make_recovery_code(group=group)
    wrong = make_recovery_code(group=GroupFactory())
    RecoveryCode.objects.exclude(group=group).delete()
    for _ in range(GUESSES):
        assert client.post("/recover/", {"code": wrong}).status_code == 422

    refused = client.post("/recover/", {"code": code})

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3600")
    assert Page(refused).texts("h1") == ["Too many wrong codes"]
    assert client.get("/recover/").status_code == 200
    elsewhere = client.post("/recover/", {"code": code}, REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 302


def test_a_household_with_ipv6_is_one_address(client, group):
    for last in range(GUESSES):
        client.post("/recover/", {"code": "x"}, REMOTE_ADDR=f"2001:db8::{last:x}")

    assert client.post("/recover/", {"code": "x"}, REMOTE_ADDR="2001:db8::f").status_code == 429
    assert client.post("/recover/", {"code": "x"}, REMOTE_ADDR="2001:db8:1::").status_code == 422
    assert client.post("/recover/", {"code": "x"}, REMOTE_ADDR="").status_code == 422


def test_an_ipv4_address_in_ipv6_notation_is_no_household(client, group):
    for _ in range(GUESSES):
        client.post("/recover/", {"code": "x"}, REMOTE_ADDR="::ffff:192.0.2.1")

    for address, status in (
        ("::ffff:192.0.2.1", 429),
        ("192.0.2.1", 429),
        ("::ffff:192.0.2.2", 422),
    ):
        assert client.post("/recover/", {"code": "x"}, REMOTE_ADDR=address).status_code == status


def test_behind_a_proxy_the_address_is_the_one_that_it_adds(client, group, settings):
    settings.PROXIES = 1
    for _ in range(GUESSES):
        client.post("/recover/", {"code": "x"}, headers={"X-Forwarded-For": "1.2.3.4, 192.0.2.1"})

    for forwarded, status in (("9.9.9.9, 192.0.2.1", 429), ("192.0.2.1, 192.0.2.2", 422)):
        headers = {"X-Forwarded-For": forwarded}
        answer = client.post("/recover/", {"code": "x"}, headers=headers)
        assert answer.status_code == status


def test_a_code_brings_an_erased_group_back(phone, client, game, group, owner_page):
    code = code_on(Page(phone.post(f"{owner_page}code/")))
    phone.post(f"/groups/{group.pk}/erase/", {"typed": "Our table"})

    answer = client.post("/recover/", {"code": code})

    assert (answer.status_code, answer.url) == (302, f"/groups/{group.pk}/erased/")
    client.post(answer.url, get(client, answer.url).form(""))
    for browser in (client, phone):
        assert browser.get(f"/games/{game.code}/").status_code == 200


# The card and the file


def test_the_card_shows_the_code_and_where_to_enter_it(phone, group, owner_page):
    made = Page(phone.post(f"{owner_page}code/"))
    code = code_on(made)
    before = {name: len(caches[name]._cache) for name in ("sheets", "pictures")}

    pdf = phone.post(f"{owner_page}recovery-code.pdf", made.form(f"{owner_page}recovery-code.pdf"))

    assert pdf.headers["Content-Type"] == "application/pdf"
    assert pdf.headers["Content-Disposition"] == 'attachment; filename="recovery-code.pdf"'
    assert "no-store" in pdf.headers["Cache-Control"]
    assert {name: len(caches[name]._cache) for name in before} == before
    document = pypdfium2.PdfDocument(BytesIO(pdf.content))
    (sheet,) = list(document)
    text = " ".join(sheet.get_textpage().get_text_range().split())
    assert [round(side / 72 * 25.4) for side in sheet.get_size()] == [148, 105]
    for part in ("Recovery code", "Our table", code, "testserver/recover/"):
        assert part in text


@pytest.mark.parametrize("code", ["-".join(["1111"] * 7), "-".join(["WMWM"] * 7)])
def test_every_code_fits_on_one_line(code):
    card = RecoveryCard("Our table", code, "example.org/recover/", "https://example.org/", "today")

    (sheet,) = list(pypdfium2.PdfDocument(BytesIO(render_secret(card))))

    text = sheet.get_textpage()
    at = text.get_text_range().index(code)
    first, last = (text.get_charbox(index) for index in (at, at + len(code) - 1))
    margin = 9 / 25.4 * 72
    assert first[1] == pytest.approx(last[1], abs=1)
    assert margin - 1 < first[0] < last[2] < sheet.get_width() - margin + 1


def test_the_file_has_the_code(phone, group, owner_page):
    made = Page(phone.post(f"{owner_page}code/"))

    text = phone.post(f"{owner_page}recovery-code.txt", made.form(f"{owner_page}recovery-code.txt"))

    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = text.content.decode().splitlines()
    assert lines[0].startswith("Recovery code of “Our table”, made on ")
    assert lines[2] == code_on(made)
    assert "http://testserver/recover/" in lines[4]


@pytest.mark.parametrize("kind", ["pdf", "txt"])
def test_only_the_groups_own_code_is_printed(phone, second_phone, group, owner_page, kind):
    code = make_recovery_code(group=group)
    other = make_recovery_code(group=GroupFactory())

    assert second_phone.post(f"{owner_page}recovery-code.{kind}", {"code": code}).status_code == 404
    assert phone.post(f"{owner_page}recovery-code.{kind}", {"code": other}).status_code == 404
    assert phone.post(f"{owner_page}recovery-code.{kind}").status_code == 404
    assert phone.get(f"{owner_page}recovery-code.{kind}").status_code == 405


# The page that suggests a code appears after the third game


def suggested(browser, group):
    link = f"/groups/{group.pk}/owner/"
    return [
        len([a for a in get(browser, url).all("a", href=link) if "code" in a.children[0]])
        for url in ("/", f"/groups/{group.pk}/")
    ]


def test_a_code_is_suggested_after_the_third_game(phone, second_phone, group, owner_page):
    for _ in range(2):
        stop_game(GameFactory(group=group, played=1))
    GameFactory(group=group, played=1)
    assert suggested(phone, group) == [0, 0]

    stop_game(GameFactory(group=group, played=1))

    assert suggested(phone, group) == [1, 1]
    assert suggested(second_phone, group) == [0, 0]
    phone.post(f"{owner_page}code/")
    assert suggested(phone, group) == [0, 0]


# Handing the group over


def test_an_owner_hands_the_group_over(phone, second_phone, owner, group, owner_page):
    form = get(phone, owner_page).form(f"{owner_page}hand-over/")
    assert form["member"] == str(group.members.get(name="Phone 2").pk)

    answer = phone.post(f"{owner_page}hand-over/", form, follow=True)

    assert notices(Page(answer)) == [
        "“Phone 2” now owns this group. This phone is still in the group."
    ]
    assert owners(group) == ["Phone 2"]
    assert second_phone.get(f"/groups/{group.pk}/erase/").status_code == 200
    assert phone.get(f"/groups/{group.pk}/erase/").status_code == 404
    assert phone.get(f"/groups/{group.pk}/").status_code == 200


@pytest.mark.parametrize("key", ["", "x", "9" * 30, "elsewhere", "own"])
def test_a_group_is_handed_to_another_of_its_phones_only(phone, owner, group, owner_page, key):
    keys = {"elsewhere": MemberFactory().pk, "own": owner.pk}

    assert phone.post(f"{owner_page}hand-over/", {"member": keys.get(key, key)}).status_code == 404

    assert owners(group) == ["Phone 1"]


# Replacing a lost owner’s phone


@pytest.fixture
def asking(second_phone, owner_page):
    """A phone that has asked to become the owner."""
    second_phone.post(f"{owner_page}ask/", get(second_phone, owner_page).form(f"{owner_page}ask/"))
    return second_phone


def test_the_group_sees_who_wants_to_become_the_owner(phone, asking, group, owner_page):
    third = client_of(MemberFactory(group=group).user)
    granted = timezone.localtime(OwnerRequest.objects.get().granted_at)

    for browser in (phone, third):
        for url in ("/", owner_page, f"/groups/{group.pk}/"):
            assert "“Phone 2” has asked to become the owner" in get(browser, url).words, url
    (notice,) = get(asking, owner_page).texts("div", class_="notice")
    assert notice.startswith("You’ve asked to become the owner. If no owner refuses, this phone")
    assert timedelta(days=6) < granted - timezone.now() <= WEEK
    assert get(third, owner_page).forms(f"{owner_page}refuse/") == []


def test_before_the_week_is_over_nobody_takes_over(phone, asking, group, owner_page):
    OwnerRequest.objects.update(asked_at=timezone.now() - WEEK + timedelta(minutes=1))
    assert get(asking, owner_page).forms(f"{owner_page}take-over/") == []

    answer = asking.post(f"{owner_page}take-over/", follow=True)

    (said,) = notices(Page(answer))
    assert said.startswith("This phone can become the owner on ")
    assert owners(group) == ["Phone 1"]


def test_after_a_week_the_phone_takes_over(phone, asking, group, owner_page):
    OwnerRequest.objects.update(asked_at=timezone.now() - WEEK)
    action = f"{owner_page}take-over/"

    answer = asking.post(action, get(asking, owner_page).form(action), follow=True)

    assert notices(Page(answer)) == ["This phone now owns the group."]
    assert owners(group) == ["Phone 2"]
    assert phone.get(f"/groups/{group.pk}/").status_code == 200
    assert OwnerRequest.objects.count() == 0


def test_an_owner_refuses(phone, asking, group, owner_page):
    action = f"{owner_page}refuse/"

    answer = phone.post(action, get(phone, owner_page).form(action), follow=True)

    assert notices(Page(answer)) == ["The request has been refused. You still own this group."]
    OwnerRequest.objects.update(asked_at=timezone.now() - WEEK)
    late = asking.post(f"{owner_page}take-over/", follow=True)
    assert notices(Page(late)) == ["This request no longer exists."]
    assert owners(group) == ["Phone 1"]


def test_the_phone_withdraws_its_request_and_no_other_phone_does(phone, asking, group, owner_page):
    third = client_of(MemberFactory(group=group).user)
    assert third.post(f"{owner_page}withdraw/").status_code == 404
    assert OwnerRequest.objects.count() == 1

    answer = asking.post(
        f"{owner_page}withdraw/",
        get(asking, owner_page).form(f"{owner_page}withdraw/"),
        follow=True,
    )

    assert notices(Page(answer)) == ["The request has been withdrawn."]
    assert OwnerRequest.objects.count() == 0


def test_one_phone_asks_at_a_time(phone, asking, group, owner_page):
    third = client_of(MemberFactory(group=group).user)
    before = OwnerRequest.objects.get().asked_at
    assert get(third, owner_page).forms(f"{owner_page}ask/") == []

    said = [
        notices(Page(browser.post(f"{owner_page}ask/", follow=True)))
        for browser in (third, asking, phone)
    ]

    assert said == [
        ["“Phone 2” has already asked to become the owner."],
        [],
        ["This phone already owns the group."],
    ]
    assert OwnerRequest.objects.get().asked_at == before


def test_handing_over_ends_a_request(phone, asking, group, owner_page):
    third = MemberFactory(group=group)

    phone.post(f"{owner_page}hand-over/", {"member": third.pk})

    assert OwnerRequest.objects.count() == 0


def test_a_removed_phone_asks_no_more(phone, asking, group):
    phone.post(f"/groups/{group.pk}/remove/", {"member": group.members.get(name="Phone 2").pk})

    assert OwnerRequest.objects.count() == 0
    assert Group.objects.count() == Member.objects.count() == 1


def test_members_learn_who_owns_the_group(second_phone, owner_page):
    shown = get(second_phone, owner_page)

    assert shown.texts("h2") == ["Owner", "Is the owner’s phone lost?"]
    assert shown.texts("li") == ["Phone 1"]
    assert shown.actions == [f"{owner_page}ask/"]


# Privacy


def test_every_page_leads_to_the_privacy_page(client, phone, game):
    for browser, url in ((client, "/"), (client, "/rules/"), (phone, f"/games/{game.code}/")):
        assert len(get(browser, url).all("a", href="/privacy/")) == 1

    shown = get(client, "/privacy/")

    assert shown.texts("h2") == [
        "What is stored",
        "Who can see it",
        "How long it is stored",
        "Your data",
    ]
    assert "can be brought back within 30 days" in shown.words
    assert shown.texts("p")[-2] == f"Scorekeeper, version {__version__}"
