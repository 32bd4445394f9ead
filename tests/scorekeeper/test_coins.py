"""The coins of people: a colour, an emoji or a picture, on all pages and only for those who may see
them."""

import json
from base64 import b64encode
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image, PngImagePlugin

from scorekeeper.coins import LARGEST_PICTURE, PictureError, coin_picture, is_emoji
from scorekeeper.limits import LIMITS, Limit
from scorekeeper.models import Change, Game, Picture, Player
from scorekeeper.queries.exports import table_lines
from scorekeeper.queries.seating import coins_of, seating_of
from scorekeeper.queries.table_file import LineError, parsed
from scorekeeper.services.coins import ChosenCoin, set_coin
from scorekeeper.services.erasing import bring_back, erase_game, erase_group, erase_person
from scorekeeper.services.imports.storing import store_records
from scorekeeper.services.people import correct_name
from scorekeeper.services.purge import purge
from scorekeeper.services.rounds import undo
from tests.conftest import client_of
from tests.factories import ChangeContextFactory, GameFactory, GroupFactory, MemberFactory
from tests.queries import queries
from tests.scorekeeper.pages import Page, get, notices

pytestmark = pytest.mark.django_db

RED, GREEN = (200, 0, 0), (0, 200, 0)


def picture(kind="PNG", size=(60, 40), colour=RED, **more):
    file = BytesIO()
    Image.new("RGB", size, colour).save(file, kind, **more)
    return file.getvalue()


def noise(size):
    """Return a picture that can’t be compressed."""
    file = BytesIO()
    Image.effect_noise((size, size), 100).save(file, "PNG")
    return file.getvalue()


def ann(group):
    return group.players.get(name="Ann")


def give(group, name="Ann", **coin):
    person = group.players.get(name=name)
    set_coin(person=person, coin=ChosenCoin(**coin), by=group.members.get(is_owner=True))
    return group.players.get(pk=person.pk)


def send_coin(phone, person, sent=None, file=None, **more):
    """Change the coin with the form on the person’s page, as a browser without JavaScript does."""
    page = f"/groups/{person.group_id}/players/{person.pk}/"
    form = get(phone, page).form(f"{page}coin/") | (sent or {})
    if file is not None:
        form["picture"] = SimpleUploadedFile("me.png", file)
    return phone.post(f"{page}coin/", form, **more)


def discs(page):
    """Return the classes, the texts and the pictures of the coins on a page, in order."""
    return [
        (
            set(each.attributes["class"].split()) - {"disc"},
            each.attributes.get("data-initials"),
            [child.attributes["src"] for child in each.children],
        )
        for each in page.all("i")
        if "disc" in each.attributes.get("class", "").split()
    ]


def problems(page):
    return [text for text in page.texts("p", class_="problem") if text]


# What can be on a coin


@pytest.mark.parametrize(
    "text",
    ["🦊", "☺", "♠️", "❤️‍🔥", "👍🏽", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "👩🏽‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🧑🏻‍❤️‍💋‍🧑🏼"],
)
def test_an_emoji_may_consist_of_several_characters(text):
    assert is_emoji(text)


@pytest.mark.parametrize(
    "text", ["", "A", "é", "10", "🦊🐻", "a🦊", "🇩", "🏽", "‍", "<", "─", "🦊" * 30]
)
def test_anything_but_one_emoji_is_refused(text):
    assert not is_emoji(text)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_stored_as_a_square_without_what_else_is_in_the_file(kind):
    exif = Image.Exif()
    exif[0x010E] = "Ann at home"
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", "Ann at home")
    more = {"pnginfo": text} if kind == "PNG" else {}

    stored = coin_picture(picture(kind, exif=exif, **more) + b"Ann at home")

    assert b"home" not in stored
    with Image.open(BytesIO(stored)) as image:
        assert (image.format, image.size, len(image.getexif())) == ("WEBP", (240, 240), 0)
        pixel = image.convert("RGB").getpixel((120, 120))
    assert all(abs(is_ - was) < 12 for is_, was in zip(pixel, RED, strict=True))


def test_a_picture_that_lies_on_its_side_is_turned():
    exif = Image.Exif()
    exif[0x0112] = 6  # the top of the picture is on the right
    image = Image.new("RGB", (40, 40), RED)
    image.paste(GREEN, (0, 0, 20, 40))
    file = BytesIO()
    image.save(file, "PNG", exif=exif)

    with Image.open(BytesIO(coin_picture(file.getvalue()))) as stored:
        top, bottom = (stored.convert("RGB").getpixel((120, y)) for y in (40, 200))

    assert (top[1] > 150, bottom[0] > 150) == (True, True)


def test_a_noisy_picture_is_stored_in_at_most_20_kb():
    assert 1000 < len(coin_picture(noise(130))) <= LARGEST_PICTURE


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (noise(200), "That picture is larger than 20 kB. Choose a smaller one."),
        (
            picture(size=(3000, 1)),
            "That picture is larger than 2048 × 2048 pixels. Choose a smaller one.",
        ),
        (picture("GIF"), "That file isn’t a picture. Choose a JPEG, PNG or WebP file."),
        (b"<svg/>", "That file isn’t a picture. Choose a JPEG, PNG or WebP file."),
        (picture()[:60], "That file isn’t a picture. Choose a JPEG, PNG or WebP file."),
    ],
)
def test_what_is_not_a_small_picture_is_refused(data, problem):
    with pytest.raises(PictureError, match=problem[:40]) as refused:
        coin_picture(data)
    assert str(refused.value) == problem


# The form


@pytest.mark.parametrize(
    ("sent", "coin"),
    [
        ({"colour": "4"}, (4, "")),
        ({"face": "🐻"}, (None, "🐻")),
        ({"face": "🐻", "other": " 👩🏽‍🚀 "}, (None, "👩🏽‍🚀")),
        ({}, (None, "")),
    ],
)
def test_a_phone_of_the_group_changes_a_coin(phone, group, game, sent, coin):
    answer = send_coin(phone, ann(group), sent, follow=True)

    assert notices(Page(answer)) == ["Ann has a new coin."]
    assert (ann(group).colour, ann(group).emoji) == coin


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({"other": "🦊🐻"}, "“🦊🐻” isn’t one emoji. Enter a single emoji, such as 🦊."),
        ({"other": "x" * 61}, "That is more than one emoji. Enter just one."),
        ({"face": "<b>"}, "Choose one of these."),
        ({"face": "picture"}, "Choose one of these."),  # there is none yet
        ({"colour": "13"}, "Choose one of these colours."),
        ({"colour": "x\x00"}, "Choose one of these colours."),
    ],
)
def test_the_form_says_what_is_wrong_and_keeps_what_was_typed(phone, group, game, sent, problem):
    answer = send_coin(phone, ann(group), {"face": "🐻", "colour": "4"} | sent)

    assert answer.status_code == 422
    page = Page(answer)
    assert problems(page) == [problem]
    if "other" in sent:
        form = page.form(f"/groups/{group.pk}/players/{ann(group).pk}/coin/")
        assert (form["other"], form["face"], form["colour"]) == (sent["other"], "🐻", "4")
    assert ann(group).emoji == ""


def test_a_picture_comes_before_an_emoji_and_stays_until_something_else_is_chosen(
    phone, group, game
):
    send_coin(phone, ann(group), {"face": "🐻"}, picture())
    first = ann(group).picture_id
    assert first
    assert ann(group).emoji == ""

    send_coin(phone, ann(group), {"colour": "2"})
    assert (ann(group).colour, ann(group).picture_id) == (2, first)

    send_coin(phone, ann(group), {"face": "🐻"})
    assert (ann(group).emoji, ann(group).picture_id) == ("🐻", None)


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        (b"x" * (LARGEST_PICTURE + 1), "That picture is larger than 20 kB. Choose a smaller one."),
        (b"x", "That file isn’t a picture. Choose a JPEG, PNG or WebP file."),
        (b"", "That file is empty. Choose another one."),
    ],
)
def test_a_file_that_is_no_small_picture_is_refused(phone, group, game, file, problem):
    answer = send_coin(phone, ann(group), {}, file)

    assert (answer.status_code, problems(Page(answer))) == (422, [problem])
    assert not Picture.objects.exists()


def test_the_form_needs_its_token(phone, group, game):
    phone.handler.enforce_csrf_checks = True
    url = f"/groups/{group.pk}/players/{ann(group).pk}/coin/"

    assert phone.post(url, {"face": "🐻"}).status_code == 403
    assert send_coin(phone, ann(group), {"face": "🐻"}).status_code == 302


# Who sees it


def test_a_picture_is_shown_by_its_own_url_only(phone, client, stranger, group, game):
    person = give(group, picture=coin_picture(picture()))
    url = f"/pictures/{person.picture_id}.webp"

    watched = get(client, f"/watch/{game.code}/{game.watch_token}/")
    assert [src for _, _, src in discs(watched)] == [[url], [], [], []]
    answer = client.get(url)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, max-age=2592000, immutable"
    assert "Vary" not in answer or "Cookie" not in answer["Vary"]
    with Image.open(BytesIO(answer.content)) as image:
        assert image.format == "WEBP"
    # Only pages that a stranger can’t open have the URL, and no other URL has the picture.
    for page in (f"/groups/{group.pk}/players/{person.pk}/", f"/games/{game.code}/"):
        assert stranger.get(page).status_code == 404
    assert stranger.get(f"/pictures/{person.pk}.webp").status_code == 404
    assert stranger.get("/pictures/aaaaaaaaaaaaaaaaaaaaaa.webp").status_code == 404

    give(group, picture=coin_picture(picture(colour=GREEN)))
    assert phone.get(url).status_code == 404


@pytest.mark.parametrize("gone", ["person", "group"])
def test_nobody_sees_an_erased_picture(phone, group, game, gone):
    person = give(group, picture=coin_picture(picture()), colour=3)
    url = f"/pictures/{person.picture_id}.webp"

    if gone == "person":
        erasure = erase_person(person=person, with_games=False)
        left = Player.objects.get(pk=person.pk)
        assert (left.colour, left.emoji, left.picture_id) == (None, "", None)
    else:
        erasure = erase_group(group=group)

    assert phone.get(url).status_code == 404
    purge()
    bring_back(erasure=erasure)
    assert phone.get(url).status_code == 200
    assert ann(group).colour == 3

    if gone == "person":
        erase_person(person=person, with_games=False)
    else:
        erase_group(group=group)
    purge(now=timezone.now() + timedelta(days=31))
    assert not Picture.objects.exists()


def test_a_game_that_is_brought_back_has_its_coins(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    token = give(group, picture=coin_picture(picture())).picture_id
    give(group, "Bob", emoji="🐻", colour=5)

    erasure = erase_game(game=game)
    assert not group.players.exists()
    assert phone.get(f"/pictures/{token}.webp").status_code == 404
    purge()
    bring_back(erasure=erasure)

    bob = group.players.get(name="Bob")
    assert (ann(group).picture_id, bob.emoji, bob.colour) == (token, "🐻", 5)


def test_pictures_that_nobody_has_are_deleted(group, game):
    give(group, picture=coin_picture(picture()))
    second = give(group, picture=coin_picture(picture(colour=GREEN))).picture_id

    purge()

    assert [each.pk for each in Picture.objects.all()] == [second]


# Where it is shown


def test_coins_are_on_the_pages_of_games_and_people(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=7)
    url = f"/pictures/{give(group, picture=coin_picture(picture())).picture_id}.webp"
    give(group, "Bob", emoji="🐻", colour=1)
    expected = [
        ({"colour-2"}, "A", [url]),  # Bob has chosen the colour that Ann had
        ({"colour-1", "emoji"}, "🐻", []),
        ({"colour-3"}, "C", []),
    ]

    pad = get(phone, f"/games/{game.code}/")
    assert [coin for coin in expected if coin not in discs(pad)] == []
    assert [each.attributes["href"] for each in pad.all("image")] == [url]  # on the chart
    screen = get(phone, f"/table/{group.pk}/{group.watch_token}/screen/")
    assert [coin for coin in expected if coin not in discs(screen)] == []
    # Without a game, each has the own colour.
    usual = [({"colour-1"}, "A", [url]), *expected[1:]]
    assert discs(get(phone, f"/groups/{group.pk}/")) == usual
    assert discs(get(phone, f"/groups/{group.pk}/players/{ann(group).pk}/"))[0] == usual[0]
    year = get(phone, f"/groups/{group.pk}/years/{game.played_on.year}/")
    assert all(coin in discs(year) for coin in usual)
    assert {coin.look for coin in coins_of(group).values()} == {"colour-1", "colour-3"}


def test_two_people_with_the_same_colour_have_different_ones_in_a_game(group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    for name in ("Bob", "Cai"):
        give(group, name, colour=12)

    assert seating_of(Game.objects.get(pk=game.pk)).colours == {1: 1, 2: 12, 3: 3}


def test_a_new_coin_takes_no_more_queries_on_a_pad(phone, group, game):
    before = len(queries(lambda: phone.get(f"/games/{game.code}/")))
    for name in ("Ann", "Bob"):
        give(group, name, picture=coin_picture(picture()))

    assert len(queries(lambda: phone.get(f"/games/{game.code}/"))) == before


def test_open_and_kept_pads_show_a_new_coin(phone, group, game):
    def tags():
        listed = phone.get("/offline/pages.json").json()["pages"]
        return {each["url"]: each["tag"] for each in listed}

    url = f"/games/{game.code}/"
    htmx = {"HX-Request": "true"}
    old = phone.get(url, headers=htmx)
    kept = tags()
    assert phone.get(url, headers=htmx | {"If-None-Match": old["ETag"]}).status_code == 304

    give(group, emoji="🐻", colour=4)

    new = phone.get(url, headers=htmx | {"If-None-Match": old["ETag"]})
    assert new.status_code == 200
    assert ({"colour-4", "emoji"}, "🐻", []) in discs(Page(new))
    assert {place for place, tag in tags().items() if tag != kept[place]} == {
        "/",
        url,
        f"{url}ahead.json",  # the rows of the entry pages have the colours
    }


def test_a_new_coin_is_in_the_log_and_neither_undone_nor_a_conflict(phone, group, game):
    context = ChangeContextFactory(game=game)
    give(group, emoji="🐻")

    change = Change.objects.get(game=game, kind=Change.Kind.COIN)
    assert (change.before, change.after, change.by_name) == (None, None, "Phone 1")
    assert "Phone 1 changed a player’s coin" in get(phone, f"/games/{game.code}/changes/").words
    undo(game=game, context=context)  # from a page that showed the game before
    assert game.rounds.count() == 1
    assert ann(group).emoji == "🐻"


def test_the_same_coin_again_changes_nothing(group, game):
    give(group, emoji="🐻")
    version = Game.objects.get(pk=game.pk).version

    give(group, emoji="🐻")

    assert Game.objects.get(pk=game.pk).version == version


# Merging, exporting and importing coins


@pytest.mark.parametrize(
    ("own", "other", "merged"),
    [
        ({}, {"emoji": "🐻", "colour": 4}, (4, "🐻")),
        ({"emoji": "🦊"}, {"emoji": "🐻", "colour": 4}, (4, "🦊")),
        ({"colour": 2}, {"emoji": "🐻", "colour": 4}, (2, "🐻")),
    ],
)
def test_merged_players_keep_what_one_of_them_had(group, game, own, other, merged):
    GameFactory(group=group, names=("Anna", "Eve", "Fay"))
    give(group, **own)
    give(group, "Anna", **other)
    anna = group.players.get(name="Anna")

    correct_name(person=anna, name="Ann", by=group.members.get(), same_as=ann(group).pk)

    assert (ann(group).colour, ann(group).emoji) == merged


def test_coins_travel_in_the_file_of_a_group(group, game):
    give(group, picture=coin_picture(picture()), colour=7)
    give(group, "Bob", emoji="👩🏽‍🚀")
    lines = [line for line in table_lines(group) if b'"person":' in line and b'"game"' not in line]
    other = GroupFactory()

    for line in lines:
        store_records(other, parsed(line), is_rehearsal=False)

    first, bob, cai = (other.players.get(name=name) for name in ("Ann", "Bob", "Cai"))
    assert (first.colour, first.emoji) == (7, "")
    with Image.open(BytesIO(first.picture.data)) as image:
        assert (image.format, image.size) == ("WEBP", (240, 240))
    assert (bob.colour, bob.emoji, bob.picture) == (None, "👩🏽‍🚀", None)
    assert (cai.colour, cai.emoji, cai.picture) == (None, "", None)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"colour": 13}, "person.colour: 13 is too high. Use at most 12."),
        ({"emoji": "AB"}, "person.emoji: isn’t one emoji"),
        ({"picture": b64encode(b"x" * 20481).decode()}, "person.picture: This list is too long."),
    ],
)
def test_a_file_with_an_impossible_coin_is_refused(changed, problem):
    person = {"uuid": "5f3cf4bb-5a6c-4b5e-9a0e-8a0d2f8f9d5e", "name": "Ann"}

    with pytest.raises(LineError, match=problem):
        parsed(json.dumps({"scorekeeper": 2, "person": person | changed}).encode())


def test_a_file_with_a_picture_that_is_none_is_refused(group):
    person = {"uuid": "5f3cf4bb-5a6c-4b5e-9a0e-8a0d2f8f9d5e", "name": "Ann", "picture": "QUJD"}
    record = parsed(json.dumps({"scorekeeper": 2, "person": person}).encode())

    outcome = store_records(group, record, is_rehearsal=False)

    assert outcome.why == "That file isn’t a picture. Choose a JPEG, PNG or WebP file."
    assert not group.players.exists()


def test_coins_are_limited(phone, group, game, settings, monkeypatch):
    settings.LIMITS = True
    monkeypatch.setitem(LIMITS, "coins", Limit("Too many new coins", "100/hour", "1/hour"))

    assert send_coin(phone, ann(group), {"face": "🐻"}).status_code == 302
    assert send_coin(phone, ann(group), {"face": "🦊"}).status_code == 429
    assert ann(group).emoji == "🐻"


def test_members_change_coins_and_helpers_do_not(client, group, game):
    member = client_of(MemberFactory(group=group).user)
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    url = f"/groups/{group.pk}/players/{ann(group).pk}/coin/"

    assert client.post(url, {"face": "🐻"}).status_code == 404
    assert member.post(url, {"face": "🐻"}).status_code == 302
    assert member.get(url).status_code == 405
