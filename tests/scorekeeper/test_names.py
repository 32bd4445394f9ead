"""Typed names are stored unchanged and displayed as text, or rejected with a message."""

import json

import pytest

from scorekeeper.models import Change, Game, Group, Helper, Member, Player
from tests.factories import GameFactory, RoundFactory
from tests.scorekeeper.pages import Page, get, send

pytestmark = pytest.mark.usefixtures("_unordered")

NEW = "/games/new/contract-rummy/"
TOO_LONG = "That name is too long. Use at most 24 characters."
UNPRINTABLE = "That name contains a character that can’t be printed. Enter the name without it."
MARKUP = ["<b>x</b>", '"><script>x</script>', "'><img src=x>", "{{ 1|add:2 }}", "&amp;&lt;"]


def players(*names):
    return {f"name-{seat}": name for seat, name in enumerate(names, 1)}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 25, TOO_LONG),
        ("x" * 10_000, TOO_LONG),
        ("A\x07nn", UNPRINTABLE),
        ("A\nnn", UNPRINTABLE),
        ("A\u202enn", UNPRINTABLE),
        ("A\u200bnn", UNPRINTABLE),
        ("A\ue000nn", UNPRINTABLE),
        ("A\x00nn", UNPRINTABLE),
        ("Ann", "Two players are called “Ann”. Change one of the names."),
        ("aNN", "Two players are called “aNN”. Change one of the names."),
        ("  Ann ", "Two players are called “Ann”. Change one of the names."),
    ],
)
def test_a_player_who_cannot_be_written_is_refused_beside_the_name(phone, name, sentence):
    page = Page(send(phone, NEW, players("Ann", name, "Cai")))

    assert page.status == 422
    assert page.described("name-2") == sentence
    assert page.form(NEW)["name-1"] == "Ann"
    assert page.form(NEW)["name-3"] == "Cai"
    assert (Game.objects.count(), Player.objects.count()) == (0, 0)


ALIKE = [
    ("René", "Rene\u0301"),  # composed, and as macOS stores it
    ("Ann Lee", "Ann\u00a0Lee"),
    ("Ann Lee", "ann\u2009\u202flee"),
    ("Straße", "STRASSE"),
    ("İbrahim", "ibrahim"),
    ("İbrahim", "IBRAHIM"),
    ("Işık", "IŞIK"),
    ("Işık", "ışık"),
    ("می\u200cنا", "مینا"),
    ("Ann ❤", "Ann ❤\ufe0f"),
]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_are_one_player(phone, group, name, other):
    send(phone, NEW, players(name, "Bob", "Cai"))

    again = send(phone, NEW, players("Bob", other, "Cai"))
    twice = Page(send(phone, NEW, players(name, other, "Cai")))

    assert again.status_code == 302
    assert sorted(group.players.values_list("name", flat=True)) == sorted(["Bob", "Cai", name])
    assert twice.status == 422


@pytest.mark.parametrize(
    ("name", "other"), [("Rene", "René"), ("Ann", "Ann2"), ("Ann2", "Ann²"), ("Ömer", "Omer")]
)
def test_names_that_look_different_are_two_players(phone, group, name, other):
    send(phone, NEW, players(name, other, "Cai"))

    assert set(group.players.values_list("name", flat=True)) == {name, other, "Cai"}


def test_a_name_is_stored_composed_and_with_plain_spaces(phone, group):
    send(phone, NEW, players("Rene\u0301\u00a0 D", "Bob", "Cai"))

    assert group.players.filter(name="Ren\u00e9 D").exists()


def test_inner_spaces_are_single(phone, group):
    send(phone, NEW, players("Ann  Mary", " Bob   X ", "Cai"))

    assert sorted(group.players.values_list("name", flat=True)) == ["Ann Mary", "Bob X", "Cai"]


@pytest.mark.parametrize(
    "name", ["x" * 24, "Ann-Marie O’Neil", "Дмитрий", "李小龙", "👩\u200d🌾", "0"]
)
def test_a_player_may_have_any_name(phone, group, name):
    answer = send(phone, NEW, players("Ann", name, "Cai"))

    assert answer.status_code == 302
    assert group.players.filter(name=name).exists()


@pytest.mark.parametrize("name", ["\u200d", "\u200c\u200d", "\u3164", "\u2800", "\ufe0f"])
def test_a_name_has_something_to_see(phone, name):
    answer = send(phone, NEW, players("Ann", name, "Cai"))

    assert answer.status_code == 422
    assert Player.objects.count() == 0


def test_too_few_players_are_refused(phone):
    page = Page(send(phone, NEW, players("Ann", "", "Cai")))

    assert page.status == 422
    assert page.texts("div", class_="problems", role="alert") == [
        "Contract Rummy needs at least 3 players, but you named 2. Add a name."
    ]
    assert page.form(NEW)["name-3"] == "Cai"


def test_an_empty_chair_is_passed_over(phone):
    send(phone, NEW, players("Ann", "", "Bob", "Cai") | {"dealer": "3"})

    game = Game.objects.get()
    assert [side.name for side in game.sides.all()] == ["Ann", "Bob", "Cai"]
    assert game.first_dealer == 2


def test_the_house_rules_that_were_ticked_are_kept(phone):
    url = "/games/new/progressive-rummy/"
    ticked = {"option-kitty-split": "on", "option-custom-settlement": "on"}

    send(
        phone,
        url,
        players("Ann", "Bob", "Cai") | ticked | {"figures-custom-settlement": "1, 2 3;4"},
    )

    assert Game.objects.get().ruleset["options"] == {
        "kitty-split": True,
        "custom-settlement": [1, 2, 3, 4],
    }


@pytest.mark.parametrize("figures", ["", "2, four", "-1, 2", "2.5", "1 " * 13, "999999"])
def test_figures_that_are_none_are_refused_beside_the_figures(phone, figures):
    url = "/games/new/progressive-rummy/"
    typed = {"option-custom-settlement": "on", "figures-custom-settlement": figures}

    page = Page(send(phone, url, players("Ann", "Bob", "Cai") | typed))

    assert page.status == 422
    assert page.described("figures-custom-settlement") == (
        "“Other payments by place” needs whole numbers separated by commas, such as 2, 4, 6."
    )
    assert page.form(url)["figures-custom-settlement"] == figures
    assert page.form(url)["option-custom-settlement"] == "on"


def test_figures_that_make_no_game_are_refused_with_a_sentence(phone):
    url = "/games/new/progressive-rummy/"
    typed = {"option-custom-settlement": "on", "figures-custom-settlement": "2"}

    page = Page(send(phone, url, players("Ann", "Bob", "Cai") | typed))

    assert page.status == 422
    assert page.texts("div", class_="problems", role="alert") == [
        "With 3 players, enter 2 payments, from second place to last."
    ]


def test_a_dealer_who_does_not_sit_there_is_refused_or_is_the_first(phone):
    send(phone, NEW, players("Ann", "Bob", "Cai") | {"dealer": "5"})

    assert Game.objects.get().first_dealer == 1


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Enter a name."),
        ("   ", "Enter a name."),
        ("x" * 41, "That name is too long. Use at most {most} characters."),
        ("A\u202enn", UNPRINTABLE),
        ("A\x00nn", UNPRINTABLE),
    ],
)
@pytest.mark.parametrize(
    ("url", "most"),
    [
        ("/groups/{group.pk}/phone/", 24),
        ("/groups/{group.pk}/name/", 40),
        ("/join/{group.join_token}/", 24),
        ("/score/{game.code}/{game.score_token}/", 24),
    ],
)
def test_phones_and_tables_are_named_or_refused_beside_the_name(phone, url, most, name, sentence):
    group = Group.objects.get()
    game = GameFactory(group=group)

    page = Page(phone.post(url.format(game=game, group=group), {"name": name}))

    (wrong,) = page.all("input", aria_invalid="true")
    assert page.status == 422
    assert page.texts(id=wrong.attributes["aria-describedby"]) == [sentence.format(most=most)]
    assert wrong.attributes["value"] == name
    assert Helper.objects.count() == 0
    assert Group.objects.get().name == "Our table"
    assert Member.objects.get().name == "Phone 1"


@pytest.fixture(params=MARKUP)
def marked(request, group, owner):
    """A text with markup, used as the name of a player, the phone and the group."""
    text = request.param
    Group.objects.filter(pk=group.pk).update(name=text)
    Member.objects.filter(pk=owner.pk).update(name=text)
    game = GameFactory(group=group, names=[text, "Bob", "Cai", "Dee"], played=1)
    Change.objects.update(by_name=text)
    return text, game


PAGES = [
    "/",
    "/games/new/",
    NEW,
    "/games/{game.code}/",
    "/games/{finished.code}/",
    "/games/{game.code}/rounds/1/",
    "/games/{game.code}/rounds/2/",
    "/games/{game.code}/changes/",
    "/games/{game.code}/rules/",
    "/games/{game.code}/share/",
    "/groups/{group.pk}/",
    "/join/{group.join_token}/",
    "/watch/{game.code}/{game.watch_token}/",
    "/score/{game.code}/{game.score_token}/",
]


def test_names_are_shown_as_text(phone, marked, group):
    text, game = marked
    finished = GameFactory(
        group=group, names=[text, "Bob", "Cai"], variant="progressive-rummy", played=15
    )
    Change.objects.update(by_name=text)

    for url in PAGES:
        page = get(phone, url.format(game=game, finished=finished, group=group))
        assert page.status == 200, url
        for script in page.all("script"):
            assert script.attributes["src"].startswith("/static/"), url
        assert "x" not in page.texts("b"), url
        assert all(img.attributes["src"] != "x" for img in page.all("img")), url


def test_pad_log_and_data_have_names_as_typed(phone, marked):
    text, game = marked
    for pad in (f"/games/{game.code}/", f"/watch/{game.code}/{game.watch_token}/"):
        assert get(phone, pad).texts("th", scope="col") == ["Deal", text, "Bob", "Cai", "Dee"]
    log = get(phone, f"/games/{game.code}/changes/")
    response = phone.get(f"/games/{game.code}.json")

    assert log.texts("strong") == [text, text]
    assert text in log.texts("dd")
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert json.loads(response.content)["players"][0]["name"] == text


def test_what_was_refused_is_shown_as_text(phone, marked):
    text, game = marked
    url = f"/games/{game.code}/rounds/2/"

    page = Page(send(phone, url, {"left-cards-1": text, "left-points-2": text}))

    assert page.status == 422
    assert page.form(url)["left-cards-1"] == text
    assert page.form(url)["left-points-2"] == text
    assert f"“{text[:20]}”" in page.described("left-points-2")
    assert page.texts("legend")[0] == text
    assert len(page.all("script")) == len(get(phone, url).all("script"))


def test_a_conflict_shows_texts_as_text(phone, marked):
    text, game = marked
    url = f"/games/{game.code}/rounds/2/"
    old = get(phone, url).form(url)
    RoundFactory(game=game, deal=2)

    page = Page(phone.post(url, old | {"left-cards-1": text}))

    assert page.status == 409
    assert [form["left-cards-1"] for form in page.forms(url)] == [text, text]
    assert text in page.texts("td")
    assert text in page.texts("th", scope="row")
