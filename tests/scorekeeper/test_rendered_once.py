"""Pads that are rendered once for all phones: what they share, and what each has of its own."""

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from scorekeeper.live.passes import ScoringPass, load_pass
from scorekeeper.live.paths import HAS_SHELL, STREAMS
from scorekeeper.models import Game
from scorekeeper.services.links import add_helper
from scorekeeper.services.rounds import undo
from tests.conftest import client_of
from tests.factories import ChangeContextFactory, GameFactory, MemberFactory, RoundFactory, ten_each
from tests.queries import assert_queries, queries
from tests.scorekeeper.pages import Page, get, notices, pad_of
from tests.scorekeeper.player_changes import CHANGES

SAVED = "has already been saved. These are the current scores."


@pytest.fixture
def helper(game) -> Client:
    """A phone that may only enter scores in the game."""
    user = MemberFactory(name="Helper").user
    add_helper(game=game, context=ChangeContextFactory(game=game, user=user))
    return client_of(user)


def test_a_second_phone_reads_no_deals(game, phone, second_phone):
    first = get(phone, game.get_absolute_url())
    found = []

    asked = queries(lambda: found.append(get(second_phone, game.get_absolute_url())))

    # The user, and the game with the membership.
    assert_queries(asked, 2)
    assert pad_of(found[0]) == pad_of(first)


def test_the_part_that_is_updated_is_the_one_of_the_page(game, phone, second_phone):
    get(phone, game.get_absolute_url())

    def update():
        assert second_phone.get(game.get_absolute_url(), headers={"HX-Request": "true"}).content

    assert_queries(queries(update), 2)


@pytest.mark.parametrize("known", ["the page", "nothing", "another page"])
def test_what_a_page_shows_already_is_left_out_if_it_is_known(game, phone, known):
    """After two paragraphs and four names, the rows of deals 1, 2 and 5 to 7 stay as they are."""
    url = game.get_absolute_url()
    shown = {"the page": get(phone, url).one(id="live").attributes["data-etag"], "nothing": ""}
    RoundFactory(game=game, deal=3)
    headers = {"HX-Request": "true", "X-Parts": "changed"}

    part = Page(phone.get(url, headers=headers | {"If-None-Match": shown.get(known, '"x"')}))

    kept = [row.attributes.get("data-same") for row in part.one(id="rows").children]
    assert kept == (["6 8", None, None, "10 13"] if known == "the page" else [None] * 7)


def test_a_saved_deal_is_on_the_pad_at_once(game, phone, second_phone):
    before = pad_of(get(phone, game.get_absolute_url()))
    RoundFactory(game=game, deal=3)

    after = pad_of(get(second_phone, game.get_absolute_url()))

    assert [row[0] for row in before[1:4]] == [row[0] for row in after[1:4]]
    assert before[3] != after[3]


def test_a_pad_after_a_save_reads_only_the_new_deal(game, phone):
    get(phone, game.get_absolute_url())
    RoundFactory(game=game, deal=3)

    asked = queries(lambda: get(phone, game.get_absolute_url()))

    of_deals = [sql for sql in asked if '"scorekeeper_round"' in sql]
    assert ['"scorekeeper_round"."deal" = 3' in sql for sql in of_deals] == [True, True]


@pytest.mark.parametrize("what", ["correct", "undo", *CHANGES])
def test_rows_are_kept_only_as_long_as_they_are_the_same(game, phone, what):
    url, again = game.get_absolute_url(), {"left-points-2": "35"}
    get(phone, url)
    if what in CHANGES:
        act, arguments = CHANGES[what]
        act(game=game, context=ChangeContextFactory(game=game), **arguments)
    else:
        if what == "undo":
            undo(game=game, context=ChangeContextFactory(game=game))
        RoundFactory(game=game, deal=2, texts=ten_each(game) | again)

    shown = pad_of(get(phone, url))

    for cache in caches.all():
        cache.clear()
    assert pad_of(get(phone, url)) == shown
    assert any("35" in cell for cell in shown[2]) == (what not in CHANGES)


def test_each_phone_saves_with_a_token_and_a_key_of_its_own(game, phone, second_phone):
    undo, url = f"/games/{game.code}/undo/", game.get_absolute_url()
    forms = [get(each, url).form(undo) for each in (phone, second_phone, second_phone)]

    assert len({form["csrfmiddlewaretoken"] for form in forms}) == 3
    assert len({form["key"] for form in forms}) == 3
    assert all(len(form["key"]) == 34 and form["key"].startswith("u-") for form in forms)
    second_phone.handler.enforce_csrf_checks = True
    stolen = second_phone.post(undo, forms[0])
    assert stolen.status_code == 403
    assert second_phone.post(undo, forms[1]).status_code == 302
    assert Game.objects.get(pk=game.pk).rounds.count() == 1


def test_the_page_for_a_blank_sheet_is_rendered_once_but_for_house_rules(
    phone, second_phone, group
):
    url = "/sheets/hearts/"
    first, again = get(phone, url), list[Page]()
    with override_settings(TEMPLATES=[]):
        assert_queries(queries(lambda: again.append(get(second_phone, url))), 3)
    group.house_rules.create(variant="hearts", name="Ours")

    assert again[0].texts("h1") == first.texts("h1") == ["Hearts: score sheet"]
    names = [get(each, url).texts("button", name="rules") for each in (phone, Client())]
    assert names == [["standard", "Ours"], []]


def test_each_phone_follows_the_game_with_its_own_pass(game, owner, phone, second_phone):
    url, member = game.get_absolute_url(), game.group.members.get(is_owner=False)

    for _ in range(2):
        for client, user in ((phone, owner.user_id), (second_phone, member.user_id)):
            page = Page(client.get(url, **{HAS_SHELL: True}))
            stream = page.one(id="live").attributes["data-stream"]
            own = load_pass(stream.removeprefix(STREAMS).rstrip("/"))
            assert own == ScoringPass(game.code, user)


def test_a_helper_sees_nothing_for_members_and_members_nothing_for_helpers(game, phone, helper):
    looks = [get(each, game.get_absolute_url()) for each in (phone, helper, phone, helper)]

    linked = [bool(page.all("a", href=reverse("players", args=[game.code]))) for page in looks]
    assert linked == [True, False, True, False]


def test_only_the_phone_that_a_message_is_for_reads_it(game, phone, second_phone):
    url = game.get_absolute_url()
    get(second_phone, url)
    phone.get(f"{url}rounds/2/?new")

    read = [notices(get(each, url)) for each in (second_phone, phone, phone)]

    assert read == [[], [f"Deal 2 {SAVED}"], []]


def test_names_of_the_places_in_a_page_stay_text(group, phone):
    game = GameFactory(group=group, names=("csrf_token", "key", "<b>", "{{ key }}"))

    for _ in range(2):
        assert pad_of(get(phone, game.get_absolute_url()))[0][1:] == [
            "csrf_token",
            "key",
            "<b>",
            "{{ key }}",
        ]


def test_suits_stop_falling_when_the_page_is_opened_later(finished, phone):
    url = finished.get_absolute_url()
    falling = [bool(get(phone, url).all(class_="suits"))]
    earlier = timezone.now() - timedelta(minutes=3)
    Game.objects.filter(pk=finished.pk).update(finished_at=earlier)
    falling.append(bool(get(phone, url).all(class_="suits")))

    assert falling == [True, False]
