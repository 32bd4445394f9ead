"""Games that a group makes in the browser."""

import json
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client

from rules.engine.catalogue import catalogue
from rules.engine.own_games import MOST_ITEMS, PREFIX, WORDS, Design, DesignItem
from rules.engine.schemes import scheme_of
from rules.reference.own_files import free_slug, own_files
from scorekeeper.forms.own_games import CALLED
from scorekeeper.models import Game, HouseRules, OwnGame
from scorekeeper.queries.own_games import variant_of
from scorekeeper.queries.table_file import schema_text
from scorekeeper.services import own_games as services
from scorekeeper.services.own_games import make_own_game
from tests.conftest import client_of
from tests.dom import parse
from tests.factories import GroupFactory, MemberFactory
from tests.games import games_in
from tests.json_schema import mistakes
from tests.rows import each_row
from tests.rules.transcript import load_transcripts
from tests.scorekeeper.pages import Page, get, names_in, notices, pad_of, send, text_of
from tests.sheets.pdfs import text_of as printed
from tools.game.checking import concerning, loaded, unanswered, unprintable

NEW = "/games/own/"
JAM = {
    "name": "Jam race",
    "summary": "Jars, wasps and one golden quince.",
    "item-1-label": "Jars of jam",
    "item-1-ask": "count",
    "item-1-worth": "3",
    "item-2-label": "Wasp",
    "item-2-ask": "flag",
    "item-2-worth": "−2",
    "item-3-label": "Quince",
    "item-3-ask": "one-side",
    "item-3-worth": "5",
    "least": "2",
    "most": "4",
    "team": "1",
    "word": "round",
    "dealer": "on",
    "wins": "highest",
    "ending": "target",
    "target": "20",
}
OUTDATED = (
    "Since this game was started, the group has changed or deleted these rules for new games."
)
DESIGN = Design(
    "Jam race",
    (
        DesignItem("Jars of jam", "count", 3),
        DesignItem("Wasp", "flag", -2),
        DesignItem("Quince", "one-side", 5),
    ),
    "Jars, wasps and one golden quince.",
    most=4,
    ending="target",
    until=20,
)


def test_a_fine_may_be_left_blank():
    items = (DesignItem("Tricks", "count", 3), DesignItem("Fines", "points", -1))
    rules = Design("Kitchen whist", items).variant("own-kitchen").standard

    fields = scheme_of(rules, 3).scoring.fields(rules.deal(1))

    assert [(field.label, field.optional) for field in fields] == [
        ("Tricks (+3)", False),
        ("Fines (subtracted)", True),
    ]


def test_a_game_of_fines_alone_needs_them():
    items = (DesignItem("Fouls", "count", -1), DesignItem("Break", "one-side", 2))
    rules = Design("Pool", items).variant("own-pool").standard

    fields = scheme_of(rules, 3).scoring.fields(rules.deal(1))

    assert [(field.label, field.optional) for field in fields] == [
        ("Fouls (−1)", False),
        ("Break (+2)", True),
    ]


def post(client, url=NEW, **typed):
    fields = {name.replace("_", "-"): text for name, text in typed.items()}
    return client.post(url, JAM | {"do": "save", "key": "k1"} | fields)


def make(client, **typed):
    answer = post(client, **typed)
    assert answer.status_code == 302, Page(answer).texts("p", class_="problem")
    return OwnGame.objects.latest("pk")


def place(own):
    return f"/groups/{own.group_id}/games/{own.slug}/"


def start(client, own, **typed):
    names = {"name-1": "Ann", "name-2": "Bob", "dealer": "1"}
    answer = send(client, f"/games/new/{own.slug}/", names | typed)
    assert answer.status_code == 302
    return Game.objects.latest("pk")


def enter(client, game, deal, **typed):
    texts = {name.replace("_", "-"): text for name, text in typed.items()}
    answer = send(client, f"/games/{game.code}/rounds/{deal}/", texts)
    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")


def preview_of(client, url=NEW, **typed):
    fields = {name.replace("_", "-"): text for name, text in typed.items()}
    return Page(client.post(url, JAM | {"do": "see"} | fields, headers={"HX-Request": "true"}))


# Making


def test_a_game_is_made_from_nothing_but_the_form(client, db):
    page = get(client, NEW)
    assert page.texts("h1") == ["Make your own game"]
    assert page.loose_ends() == []

    answer = post(client)

    own = OwnGame.objects.get()
    assert answer.url == f"/games/new/{own.slug}/"
    assert own.slug.startswith(PREFIX)
    assert Design.of(variant_of(own)) == DESIGN
    page = get(client, answer.url)
    assert page.texts("h1") == ["Jam race"]
    assert notices(page) == ["“Jam race” has been saved."]


def test_german_has_one_word_for_deals_and_rounds(group, phone):
    def words(url):
        page = Page(phone.get(url, headers={"accept-language": "de"}))
        return {
            option.attributes["value"]: text_of(option)
            for option in page.one("select", name="word").within()
            if option.name == "option"
        }

    own = make_own_game(group=group, design=replace(DESIGN, word="deal"), key="jam")

    others = {"hand": "Hände", "game": "Spiele"}
    assert words(NEW) == {"round": "Runden"} | others
    assert words(f"/groups/{group.pk}/games/{own.slug}/") == {"deal": "Runden"} | others


def test_a_second_tap_makes_no_second_game(client, db):
    make(client)
    make(client)

    assert OwnGame.objects.count() == 1


def test_it_is_played_to_its_end_and_printed(client, db):
    own = make(client)
    game = start(client, own)
    page = get(client, f"/games/{game.code}/rounds/1/")
    assert page.texts("h1") == ["Round 1"]

    # 4 × 3 = 12; 2 × 3 + 5 = 11.
    enter(client, game, 1, item1_1="4", item1_2="2", item3="2")
    # 12 + 3 - 2 = 13; 11 + 3 × 3 = 20.
    enter(client, game, 2, item1_1="1", item2_1="on", item1_2="3")

    page = get(client, f"/games/{game.code}/")
    assert page.texts("p", class_="winner") == ["Bob wins by 7"]
    assert pad_of(page)[-2:] == [["Total", "13", "20"], ["Place", "2nd", "★ 1st"]]
    history = get(client, f"/groups/{own.group_id}/history/")
    assert "Jam race" in history.texts("option")
    assert "Jam race" in get(client, f"/groups/{own.group_id}/history/{own.slug}/").words
    blank = printed(client.get(f"/sheets/{own.slug}.pdf?names=Ann,Bob").content)
    filled = printed(client.get(f"/games/{game.code}/sheet.pdf").content)
    assert all("Jamrace" in text for text in (blank, filled))
    assert "Bobwonwith20" in filled


def test_its_rules_are_made_from_its_figures(client, db):
    own = make(client, team="2", least="4", most="8", wins="lowest", ending="deals", deals="7")

    page = get(client, f"/rules/{own.slug}/")

    rules = [text.removesuffix(" #") for text in page.texts("li") if text.endswith("#")]
    assert rules == [
        "Jam race is a game of our own.",
        "4 to 8 people can play.",
        "Players form teams of 2, and the teams take turns around the table.",
        "You need what you usually play this game with.",
        "One player deals. After each round, the deal passes clockwise.",
        "The lowest total wins.",
        "You score after each round.",
        "“Jars of jam”: each one counts 3.",
        "“Wasp” counts −2, for everyone who has it.",
        "“Quince” counts 5, for a single team.",
        "The game ends after 7 rounds.",
        "Players who tie for first place win together, unless you choose one of them.",
    ]
    for print_ in ("booklet", "card"):
        assert client.get(f"/rules/{own.slug}/{print_}.pdf").status_code == 200


def test_its_house_rules_are_saved_and_change_its_rules(client, db):
    own = make(client)

    game = start(client, own, **{"set-end.target": "30", "save-as": "Long"})

    assert "Long" in get(client, f"/games/new/{own.slug}/").texts("button")
    page = get(client, f"/games/{game.code}/rules/")
    assert "The game ends after the round in which a total reaches 30." in page.words
    assert "House rules: target 30" in get(client, f"/games/{game.code}/").words
    rows = get(client, f"/groups/{own.group_id}/").texts("li")
    assert "Long Jam race Delete" in rows


def test_it_is_listed_for_its_group_alone(client, db):
    own = make(client)

    assert names_in(get(client, "/games/new/"), "favourites") == ["Jam race"]
    assert "Jam race" in get(client, f"/groups/{own.group_id}/").texts("a")
    found = get(client, "/games/new/?q=race+jam")
    assert "Your own games" in found.texts("h2")
    assert "Jam race" in found.texts("strong")
    assert "No game here is called" not in found.words
    assert "Jam race" not in get(client, "/games/new/?q=hearts").html
    other = client_of(MemberFactory().user)
    assert "Jam race" not in get(other, "/games/new/").html
    for url in ("/rules.json", "/rules/", "/sheets/"):
        assert own.slug not in client.get(url).content.decode()


# Mistakes


@each_row
def test_bad_input_is_refused_in_words_and_nothing_typed_is_lost(client, db, typed, sentence):
    page = Page(post(client, **typed))

    assert page.status == 422
    assert sentence in page.texts("p")
    kept = page.form(NEW)
    expected = JAM | {name.replace("_", "-"): text for name, text in typed.items()}
    for name in ("name", "summary", "item-1-label", "item-1-worth", "target", "least"):
        assert kept[name] == expected[name]
    assert not OwnGame.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_odd_input_never_breaks_the_pages(client, db, method):
    odd = dict.fromkeys(JAM, "\x00'\"<script>" + "9" * 500)
    for do in ("save", "see", "more"):
        assert getattr(client, method)(NEW, odd | {"do": do}).status_code in (200, 422)
    assert client.get(f"{NEW}sheet.png", odd).status_code == 400
    assert client.get(f"{NEW}sheet.png").status_code == 200


def test_names_are_escaped_everywhere(client, db):
    own = make(client, name="<b>Jam", item_1_label="<i>Jars", summary="<u>Jam.")
    game = start(client, own)
    enter(client, game, 1, item1_1="4", item1_2="2", item3="2")

    urls = (
        "/games/new/",
        f"/games/new/{own.slug}/",
        f"/rules/{own.slug}/",
        f"/sheets/{own.slug}/",
        f"/groups/{own.group_id}/",
        place(own),
        f"/games/own/shared/{own.share_token}/",
        f"/games/{game.code}/",
        f"/games/{game.code}/rounds/2/",
        f"/games/{game.code}/changes/",
    )
    for url in urls:
        html = get(client, url).html
        assert not {"<b>Jam", "<i>Jars", "<u>Jam"} & set(html.split('"')), url
        assert "<b>Jam" not in html, url
        assert "<i>Jars" not in html, url


def test_a_group_can_have_only_so_many(client, db, monkeypatch):
    monkeypatch.setattr(services, "MAX_OWN_GAMES", 1)
    make(client)

    page = Page(post(client, key="k2"))

    assert page.status == 422
    assert "This group already has 1 game of its own. Delete one first." in page.texts("p")


def test_a_line_can_be_added_up_to_twelve(client, db):
    lines = {f"item-{n}-label": "x" for n in range(1, 12)}
    page = Page(client.post(NEW, JAM | lines | {"do": "more", "name": ""}))

    assert page.status == 200
    assert page.texts("p", class_="problem") == []
    assert f"item-{MOST_ITEMS}-label" in page.form(NEW)
    assert "Add a line" not in page.texts("button")


# The preview


def test_the_preview_shows_pad_and_sheet_while_the_form_is_filled_in(client, db):
    page = preview_of(client, name="", target="")

    assert page.status == 200
    assert page.texts("h2") == ["Your game at a glance", "The pad", "The sheet"]
    assert page.texts("th", class_="pad-name")[0].endswith("Ann")
    (picture,) = page.all("img")
    source = dict(picture.attributes)["src"]
    assert "item-2-worth=%E2%88%922" in source
    answer = client.get(source)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/png"
    assert not OwnGame.objects.exists()


def test_the_preview_of_teams_has_their_columns(client, db):
    page = preview_of(client, team="2", least="4", most="4")

    assert [text.split()[-1] for text in page.texts("th", class_="pad-name")] == ["We", "They"]


def test_the_preview_says_what_is_wrong(client, db):
    page = preview_of(client, team="3")

    assert page.texts("p") == ["Teams of 3 need at least 6 players. Change one of these numbers."]


def test_without_scripts_a_button_shows_the_preview(client, db):
    page = Page(client.post(NEW, JAM | {"do": "see", "name": ""}))

    assert page.status == 200
    assert "Your game at a glance" in page.texts("h2")
    assert page.form(NEW)["item-1-label"] == "Jars of jam"
    assert page.texts("p", class_="problem") == []
    assert "Preview" in page.texts("button")


# Changing and deleting


def test_a_change_makes_a_new_version_and_games_keep_their_rules(client, db):
    own = make(client)
    game = start(client, own)
    page = get(client, place(own))
    assert page.loose_ends() == []

    form = page.form(place(own)) | {"item-1-worth": "4", "target": "50", "do": "save"}
    assert client.post(place(own), form).status_code == 302

    own.refresh_from_db()
    assert (own.version, variant_of(own).standard.end.target) == (2, 50)
    enter(client, game, 1, item1_1="5", item1_2="7")
    page = get(client, f"/games/{game.code}/")
    # 7 × 3 = 21, which is more than the old target of 20.
    assert page.texts("p", class_="winner") == ["Bob wins by 6"]
    assert "each one counts 3." in get(client, f"/games/{game.code}/rules/").words
    rules = get(client, f"/games/{game.code}/rules/")
    assert f"{OUTDATED} Current rules" in rules.words
    assert "standard rules" not in rules.words
    assert rules.texts("a", href=f"/rules/{own.slug}/") == ["Current rules"]
    again = client.post(f"/games/{game.code}/rematch/", {"key": "m"})
    assert again.status_code == 302
    assert Game.objects.latest("pk").ruleset["end"]["target"] == 20
    assert start(client, own).ruleset["end"]["target"] == 50


def test_a_change_of_another_phone_is_not_overwritten_unseen(client, db):
    own = make(client)
    first = get(client, place(own)).form(place(own))
    client.post(place(own), first | {"target": "30", "do": "save"})

    page = Page(client.post(place(own), first | {"target": "40", "do": "save"}))

    assert page.status == 409
    assert page.form(place(own))["target"] == "40"
    assert OwnGame.objects.get().ruleset["end"]["target"] == 30
    answer = client.post(place(own), page.form(place(own)) | {"do": "save"})
    assert answer.status_code == 302
    assert OwnGame.objects.get().ruleset["end"]["target"] == 40


def test_a_game_goes_on_after_its_own_game_was_deleted(client, db):
    own = make(client)
    game = start(client, own, **{"set-end.target": "30", "save-as": "Long"})
    enter(client, game, 1, item1_1="5", item1_2="7")

    answer = client.post(f"{place(own)}delete/")

    assert answer.url == f"/groups/{own.group_id}/"
    assert not OwnGame.objects.exists()
    page = get(client, f"/groups/{own.group_id}/")
    assert notices(page) == ["“Jam race” has been deleted. Games that use it keep their rules."]
    assert "House rules" not in page.texts("h2")
    assert client.get(f"/games/new/{own.slug}/").status_code == 404
    rules = get(client, f"/games/{game.code}/rules/")
    assert "a total reaches 30." in rules.words
    assert f"House rules included: target 30. {OUTDATED}" in rules.words
    assert rules.all("a", href=f"/rules/{own.slug}/") == []
    assert client.get(f"/games/{game.code}/house-rules/").status_code == 200
    enter(client, game, 2, item1_1="5", item1_2="7")
    assert get(client, f"/games/{game.code}/").texts("p", class_="winner") == ["Bob wins by 12"]
    assert client.post(f"/games/{game.code}/rematch/", {"key": "m"}).status_code == 302
    assert "Jam race" in get(client, f"/groups/{own.group_id}/history/").texts("option")


def test_house_rules_that_a_changed_game_no_longer_has_are_left_out(client, db):
    own = make(client)
    start(client, own, **{"set-end.target": "30", "save-as": "Long"})
    post(client, place(own), version="1", ending="deals", deals="5")
    saved = HouseRules.objects.get()

    page = get(client, f"/games/new/{own.slug}/", rules=str(saved.pk))

    problem = "“Long” has house rules that don’t fit this game. They have been left out."
    assert page.texts("div", class_="problems", role="alert") == [problem]
    assert page.all("dl", class_="changes") == []
    # Without a connection, a phone starts the same game as the form does: without a target.
    ahead = f"/games/new/{own.slug}/ahead.json?players=2&rules={saved.pk}"
    pad = next(iter(client.get(ahead).json()["pages"].values()))
    assert "Round 1 of 5" in text_of(parse(pad))
    assert "target 30" not in text_of(parse(pad))


def test_a_game_has_the_same_house_rules_after_its_own_game_was_changed(client, db):
    own = make(client)
    game = start(client, own, **{"set-end.target": "30"})
    post(client, place(own), version="1", ending="deals", deals="5")
    url = f"/games/{game.code}/house-rules/"

    page = get(client, url)
    assert page.all("dl", class_="changes") == []
    send(client, url, {})

    assert notices(get(client, f"/games/{game.code}/")) == [
        "No change. The game already uses these house rules."
    ]
    game.refresh_from_db()
    assert (game.version, game.ruleset["patches"]) == (1, {"end.target": 30})


# The link


def test_somebody_else_takes_a_copy_by_the_link(client, db):
    own = make(client)
    link = f"/games/own/shared/{own.share_token}/"
    other = Client()
    page = get(other, link)
    assert page.texts("h1") == ["Jam race"]
    assert "The sheet" in page.texts("h2")

    answer = other.post(link)
    other.post(link)  # a second tap

    copy = OwnGame.objects.exclude(pk=own.pk).get()
    assert answer.url == place(copy)
    assert copy.group_id != own.group_id
    assert copy.slug != own.slug
    assert Design.of(variant_of(copy)) == DESIGN
    client.post(f"{place(own)}delete/")
    assert start(other, copy).group_id == copy.group_id


def test_a_reset_link_no_longer_works(client, db):
    own = make(client)
    link = f"/games/own/shared/{own.share_token}/"

    client.post(f"{place(own)}renew/")

    assert client.get(link).status_code == 404
    own.refresh_from_db()
    assert client.get(f"/games/own/shared/{own.share_token}/").status_code == 200


def test_a_copy_goes_to_the_chosen_group(client, db):
    own = make(client)
    mine, other = MemberFactory(), GroupFactory()
    second = MemberFactory(user=mine.user, group=other)
    phone = client_of(mine.user)

    phone.post(f"/games/own/shared/{own.share_token}/", {"table": str(mine.group_id)})
    phone.post(f"/games/own/shared/{own.share_token}/", {"table": str(second.group_id)})

    groups = OwnGame.objects.exclude(pk=own.pk).values_list("group", flat=True)
    assert sorted(groups) == sorted([mine.group_id, second.group_id])


# Files

DESIGNS = (
    DESIGN,
    Design(
        "Küchen-Poker",
        (DesignItem("Punkte"), DesignItem("Strafe", "points", -1)),
        least=4,
        most=8,
        team=2,
        word="hand",
        wins="lowest",
        ending="deals",
        until=7,
    ),
    Design(
        "Our “odd” game",
        (DesignItem('A "quoted" \\ label', "one-side", -7), DesignItem("Tick", "flag", 1)),
        "Everyone’s 7 jokers count!",
        least=1,
        most=1,
        has_dealer=False,
    ),
    Design("Piles", tuple(DesignItem(f"Pile {n}", "count", n) for n in range(1, 13)), word="game"),
    Design("Rescue", (DesignItem("Points"),), wins="together"),
    Design("?!", (DesignItem("Points"),)),
)


@pytest.fixture
def folder(tmp_path):
    """A folder with the files of several made games."""
    taken = set(catalogue().variants)
    for design in DESIGNS:
        for path, text in own_files(design.variant("own-a"), taken).items():
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_text(text, "utf-8")
    load_transcripts.cache_clear()
    yield tmp_path
    load_transcripts.cache_clear()


SLUGS = ("jam-race", "kuchen-poker", "our-odd-game", "piles", "rescue", "our-game")


def test_exported_files_pass_the_check_of_the_catalogue(folder, few):
    with games_in(folder, few):
        for slug, design in zip(SLUGS, DESIGNS, strict=True):
            game, problems = loaded(slug)
            assert (problems, list(concerning(game))) == ((), [])
            standard = design.variant("own-a").standard
            assert game.variant.standard == standard.model_copy(update={"slug": slug})
        assert list(unprintable(catalogue().variant("piles"))) == []


def test_a_name_without_a_word_keeps_no_question_from_its_answer(folder, few):
    with games_in(folder, few):
        game, _ = loaded("jam-race")

        assert list(unanswered(game)) == []


def test_a_game_is_saved_as_a_file(client, db):
    own = make(client)

    answer = client.get(f"{place(own)[:-1]}.zip")

    assert answer.headers["Content-Disposition"] == 'attachment; filename="jam-race.zip"'
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.namelist() == [
            "catalogue/jam-race.toml",
            "reference/jam-race.md",
            "transcripts/jam-race.toml",
        ]
        assert 'name = "Jam race"' in archive.read("catalogue/jam-race.toml").decode()


def test_a_slug_that_is_taken_gets_a_number():
    variant = Design("Hearts", (DesignItem("Points"),)).variant("own-a")

    assert next(iter(own_files(variant, catalogue().variants))) == "catalogue/hearts-2.toml"
    assert free_slug("東風", ()) == "our-game"
    assert not [slug for slug in catalogue().variants if slug.startswith(PREFIX)]
    assert WORDS.keys() == CALLED.keys()


def lines_of(client, group):
    answer = client.get(f"/groups/{group}/data/table.zip")
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        return archive.read("table.jsonl").splitlines()


def upload(client, group, content):
    file = BytesIO(content)
    file.name = "table.jsonl"
    client.post(f"/groups/{group}/data/", {"file": file})
    for do in ("continue", "start", "continue"):
        client.post(f"/groups/{group}/data/import/", {"do": do})
    return get(client, f"/groups/{group}/data/import/")


def test_a_groups_file_takes_its_own_games_along(client, db):
    own = make(client)
    game = start(client, own, **{"set-end.target": "30", "save-as": "Long"})
    enter(client, game, 1, item1_1="5", item1_2="7")
    lines = lines_of(client, own.group_id)
    root = json.loads(schema_text())
    assert [each for line in lines for each in mistakes(json.loads(line), root, root)] == []
    member = MemberFactory(is_owner=True)
    other = client_of(member.user)

    page = upload(other, member.group_id, b"\n".join(lines))

    assert "1 game of your own has been added." in page.words
    copy = OwnGame.objects.get(group=member.group)
    assert Design.of(variant_of(copy)) == DESIGN
    assert copy.share_token != own.share_token
    played = Game.objects.get(group=member.group)
    enter(other, played, 2, item1_1="5", item1_2="7")
    assert get(other, f"/games/{played.code}/").texts("p", class_="winner") == ["Bob wins by 12"]
    assert "Long" in get(other, f"/games/new/{copy.slug}/").texts("button")
    page = upload(other, member.group_id, b"\n".join(lines))
    assert OwnGame.objects.filter(group=member.group).count() == 1
    assert "of your own" not in page.words


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("slug",), "hearts"),
        (("summary",), "x" * 201),
        (("ruleset", "name"), "{end}"),
        (("ruleset", "scoring", "scheme"), "euchre"),
        (("ruleset", "end", "claimed"), True),
        (("ruleset", "players", "max"), 99),
    ],
)
def test_a_file_brings_only_games_that_the_form_could_have_made(client, db, path, value):
    own = make(client)
    line = next(line for line in lines_of(client, own.group_id) if b'"own_game"' in line)
    plain = json.loads(line)
    node = plain["own_game"]
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    member = MemberFactory(is_owner=True)

    page = upload(client_of(member.user), member.group_id, json.dumps(plain).encode())

    assert page.status == 200
    assert not OwnGame.objects.filter(group=member.group).exists()


def test_a_phone_keeps_a_group_s_own_game_for_itself(client, db):
    own = make(client)
    start(client, own)

    pages = {each["url"] for each in client.get("/offline/pages.json").json()["pages"]}

    assert {f"/rules/{own.slug}/", f"/games/new/{own.slug}/"} <= pages
    assert client.get(f"/rules/{own.slug}/").headers["X-Keep"] not in ("everybody", "nobody")
    assert "public" not in client.get(f"/sheets/{own.slug}.pdf").headers["Cache-Control"]
    ahead = client.get(f"/games/new/{own.slug}/ahead.json?players=3").json()
    assert len(ahead["pages"]) > 1


def test_a_phone_keeps_the_new_name_of_a_group_s_own_game(client, db):
    own = make(client)
    game = start(client, own)
    urls = (f"/rules/{own.slug}/", f"/games/new/{own.slug}/", f"/games/{game.code}/rules/")

    def tags():
        pages = client.get("/offline/pages.json").json()["pages"]
        return [each["tag"] for url in urls for each in pages if each["url"] == url]

    before = tags()
    post(client, place(own), version="1", name="Jam sprint")

    assert OwnGame.objects.get().ruleset["name"] == "Jam sprint"
    assert len(before) == 3
    assert all(old != new for old, new in zip(before, tags(), strict=True))


def test_it_is_offered_as_another_game(group, phone):
    made = make_own_game(group=group, design=DESIGN, key="k")
    start(phone, made)
    send(phone, "/games/new/hearts/", {f"name-{n}": name for n, name in enumerate("ABCD", 1)})

    assert f"/games/new/{made.slug}/" in get(phone, "/").html
