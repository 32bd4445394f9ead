"""The sheet builder, as a page and as htmx fragments."""

from io import BytesIO

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from PIL import Image

from rules.engine.catalogue import catalogue
from scorekeeper.models import HouseRules
from tests.factories import GameFactory
from tests.scorekeeper.pages import Page, get, text_of

BLANK = "/sheets/contract-rummy/"
HTMX = {"HX-Request": "true"}


def preview(client, url):
    """Return the htmx fragment, and the messages next to its fields by id."""
    answer = client.get(url, headers=HTMX)
    page = Page(answer)
    said = {
        each.attributes["id"]: text_of(each)
        for each in page.all()
        if "hx-swap-oob" in each.attributes
    }
    return answer, page, said


def picture(page):
    return page.one("img").attributes


def line(page):
    return text_of(page.one(id="sheet-line"))


def chosen(page, name):
    options = page.one("select", name=name).children
    return [text_of(each) for each in options if each.name == "option" and is_on(each, "selected")]


def is_on(element, switch):
    return switch in element.attributes


def ticked(page):
    """Return the checked boxes’ names and the checked options’ ids."""
    boxes = [box.attributes for box in page.all("input", type="checkbox")]
    return [
        box["value"] if box["name"] == "option" else box["name"]
        for box in boxes
        if "checked" in box
    ]


@pytest.mark.parametrize("slug", catalogue().variants)
def test_every_game_has_a_builder(client, slug):
    variant = catalogue().variant(slug)

    page = get(client, f"/sheets/{slug}/")

    assert page.status == 200
    assert page.loose_ends() == []
    assert page.actions == [f"/sheets/{slug}/"]
    assert len(page.all("input", name="option")) == len(variant.options)
    asked = [each.attributes["value"] for each in page.one("select", name="players").children]
    counts = [str(count) for count in variant.standard.players.counts]
    assert asked == (counts if len(counts) == 1 else ["", *counts])
    assert picture(page)["src"] == f"/sheets/{slug}.png"


def test_a_builder_begins_with_what_is_usual(client):
    page = get(client, BLANK)

    players = [text_of(each) for each in page.one("select", name="players").children]
    assert players == ["As many as you name, otherwise 4", "3", "4 (best)", "5"]
    assert chosen(page, "players") == ["As many as you name, otherwise 4"]
    assert [text_of(each) for each in page.one("select", name="paper").children] == [
        "A4",
        "US Letter",
        "A5",
        "A5, two on A4 (cut apart)",
        "Half letter, two on US Letter (cut apart)",
    ]
    assert line(page) == "A4, portrait, 1 page"
    assert picture(page) == {
        "src": "/sheets/contract-rummy.png",
        "width": "840",
        "height": "1188",
        "alt": "The score sheet for Contract Rummy",
    }
    links = {text_of(a): a.attributes["href"] for a in page.all("a")}
    assert links["Open the PDF"] == "/sheets/contract-rummy.pdf"
    assert links["Rules booklet"] == "/rules/contract-rummy/booklet.pdf"
    assert links["Reference card"] == "/rules/contract-rummy/card.pdf"
    assert links["Rules"] == "/rules/contract-rummy/"
    figures = [each for each in page.all("input") if each.attributes["name"].startswith("set-")]
    assert set(page.texts("p", class_="problem")) == {""}
    assert len(page.texts("p", class_="problem")) == 7 + len(figures)


def test_booklet_and_card_have_the_chosen_house_rules(client):
    house = "?option=joker-25&option=ordinary-round-seven"

    page = get(client, f"{BLANK}{house}&paper=a5")
    _answer, fragment, _said = preview(client, f"{BLANK}{house}&paper=a5")

    for shown in (page, fragment):
        links = {text_of(a): a.attributes["href"] for a in shown.all("a")}
        assert links["Rules booklet"] == f"/rules/contract-rummy/booklet.pdf{house}"
        assert links["Reference card"] == f"/rules/contract-rummy/card.pdf{house}"


def test_partners_name_their_sides(client):
    page = get(client, "/sheets/spades/")

    assert text_of(page.one("label", for_="names")) == "Team names"
    assert page.one("textarea").attributes["placeholder"] == "We, They"


def test_all_that_was_asked_is_kept(client):
    asked = (
        "players=5&names=Ann%0D%0ABob&paper=letter&turn=landscape&copies=3&large=1"
        "&option=ordinary-round-seven&option=joker-25"
    )

    page = get(client, f"{BLANK}?{asked}")

    assert chosen(page, "players") == ["5"]
    assert ">\nAnn\r\nBob</textarea>" in page.html
    assert chosen(page, "paper") == ["US Letter"]
    assert chosen(page, "turn") == ["Landscape"]
    assert page.one("input", name="copies").attributes["value"] == "3"
    assert ticked(page) == ["large", "ordinary-round-seven", "joker-25"]
    assert [is_on(each, "open") for each in page.all("details")] == [True, False]
    assert text_of(page.all("summary")[0]) == "House rules: Ordinary last deal, Jokers count 25"
    query = (
        "?players=5&names=Ann,Bob&paper=letter&turn=landscape&large=1&copies=3"
        "&option=ordinary-round-seven&option=joker-25"
    )
    assert picture(page)["src"] == f"/sheets/contract-rummy.png{query}"
    assert page.one(id="sheet-pdf").attributes["href"] == f"/sheets/contract-rummy.pdf{query}"


def test_what_an_option_asks_is_kept(client):
    page = get(
        client, "/sheets/progressive-rummy/?option=custom-settlement&figures-custom-settlement=4,2"
    )

    typed = page.one("input", name="figures-custom-settlement")
    assert page.status == 422
    assert typed.attributes["value"] == "4,2"
    assert "enter 3 payments, from second place to last" in text_of(page.one(id="option-problem"))


def test_a_form_with_nothing_typed_asks_for_what_is_usual(client):
    page = get(client, BLANK)

    again = Page(client.get(BLANK, page.form(BLANK)))

    assert again.status == 200
    assert picture(again) == picture(page)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "A4, portrait, 1 page"),
        ("?turn=landscape", "A4, landscape, 1 page"),
        ("?large=1&turn=landscape", "A4, landscape, 2 pages (the first is shown)"),
        ("?copies=3", "A4, portrait: 3 copies on 3 pages (the first is shown)"),
        (
            "?large=1&turn=landscape&copies=3",
            "A4, landscape: 3 copies on 6 pages (the first is shown)",
        ),
        ("?paper=letter", "US Letter, portrait, 1 page"),
        (
            "?paper=a5-pair&turn=portrait",
            "A5, two on A4 (cut apart), portrait, 1 page (there’s room for another copy)",
        ),
        (
            "?paper=a5-pair&turn=portrait&copies=2",
            "A5, two on A4 (cut apart), portrait: 2 copies on 1 page",
        ),
    ],
)
def test_a_line_tells_what_comes_out_of_the_printer(client, query, words):
    assert line(get(client, BLANK + query)) == words


def test_what_should_be_known_before_it_is_printed_stands_under_that_line(client):
    _, part, _ = preview(client, f"{BLANK}?large=1&paper=a5")

    told = ["Large print works best on A4 or US Letter. Here, each copy takes 5 pages."]
    assert part.texts("p", class_="hint sheet-hint") == told
    assert get(client, f"{BLANK}?large=1").texts("p", class_="hint sheet-hint") == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?turn=landscape",
        "?large=1",
        "?paper=letter",
        "?paper=a5-pair&turn=portrait",
        "?paper=a5-pair&turn=landscape&copies=2",
        "?paper=half-letter&turn=portrait&copies=2",
    ],
)
def test_the_picture_has_the_room_that_it_needs(client, query):
    told = picture(get(client, BLANK + query))
    with Image.open(BytesIO(client.get(told["src"]).content)) as shown:
        width, height = shown.size

    assert int(told["width"]) == width
    assert abs(int(told["height"]) - height) <= 1


def test_htmx_gets_the_picture_and_empty_places_for_problems(client):
    answer, page, said = preview(client, f"{BLANK}?players=5&names=&copies=&option=no-jokers")

    assert answer.status_code == 200
    assert page.all("form") == []
    assert picture(page)["src"] == "/sheets/contract-rummy.png?players=5&option=no-jokers"
    figures = {name for name in said if name.startswith("set-")}
    assert {said.pop(name) for name in figures} == {""}
    assert "set-scoring.values.Joker-problem" in figures
    assert said == {
        "players-problem": "",
        "names-problem": "",
        "paper-problem": "",
        "turn-problem": "",
        "large-problem": "",
        "copies-problem": "",
        "option-problem": "",
        "house-line": "No jokers",
        "game-links": "Rules Rules booklet Reference card Start a game",
    }


@pytest.mark.parametrize(
    ("slug", "query", "field", "words"),
    [
        ("contract-rummy", "players=99", "players", "is for 3 to 5 players, not “99”"),
        ("contract-rummy", "players=3&names=A,B,C,D", "names", "There are 4 names for 3 players"),
        ("contract-rummy", "names=" + "x" * 25, "names", "too long. Use at most 24"),
        ("contract-rummy", "paper=a3", "paper", "“a3” isn’t a paper size we have"),
        ("contract-rummy", "turn=over", "turn", "“over” isn’t an orientation"),
        ("contract-rummy", "copies=1000", "copies", "can’t print “1000” copies"),
        ("contract-rummy", "large=x", "large", "neither yes nor no"),
        ("contract-rummy", "option=no-jokers&option=frozen-jokers", "option", "Choose one"),
        ("any-game", "option=rounds&figures-rounds=0", "figures-rounds", "from 1 to 100"),
        ("contract-rummy", "set-deals.1.cards=x", "set-deals.1.cards", "Cards each: Enter a whole"),
    ],
)
def test_what_cannot_be_printed_is_said_beside_its_field(client, slug, query, field, words):
    address = f"/sheets/{slug}/?{query}"

    answer, part, said = preview(client, address)
    page = get(client, address)

    assert answer.status_code == page.status == 422
    assert answer["HX-Reswap"] == "none"
    assert part.all("img") == page.all("img") == []
    assert words in said.pop(f"{field}-problem")
    assert said.pop("sheet-line") == line(page) == "Fix the marked fields to see the sheet."
    assert "".join(said.values()) == ""
    assert words in text_of(page.one(id=f"{field}-problem"))
    assert page.loose_ends() == []
    if field != "option":
        invalid = page.all(aria_invalid="true")
        assert [each.attributes["name"] for each in invalid] == [field]
        assert f"{field}-problem" in invalid[0].attributes["aria-describedby"].split()


def test_what_was_typed_stands_beside_the_problem(client):
    page = get(client, f"{BLANK}?players=5&names=Ann,Bob&copies=1000&large=1")

    assert page.one("input", name="copies").attributes["value"] == "1000"
    assert text_of(page.one("textarea")) == "Ann,Bob"
    assert chosen(page, "players") == ["5"]
    assert ticked(page) == ["large"]


def test_names_are_shown_as_text(client):
    page = get(client, BLANK, names="</textarea><script>,<b>")

    assert ">\n&lt;/textarea&gt;&lt;script&gt;,&lt;b&gt;</textarea>" in page.html
    assert text_of(page.one("textarea")) == "</textarea><script>,<b>"


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_page_and_its_part_are_not_taken_for_each_other(client, headers):
    answer = client.get(BLANK, headers=headers)

    assert "HX-Request" in answer["Vary"]
    assert "no-cache" in answer["Cache-Control"]


def test_a_builder_asks_no_database(db, client):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"{BLANK}?players=5").status_code == 200

    assert asked.captured_queries == []


def test_an_unknown_game_is_404(client):
    assert client.get("/sheets/canasta-of-mars/").status_code == 404


def test_without_script_a_button_opens_the_pdf(client):
    page = get(client, BLANK)

    see, open_pdf = (
        each
        for each in page.all("button")
        if each.attributes.get("type") != "button" and each.attributes.get("name") != "language"
    )
    assert text_of(see) == "See the sheet"
    assert open_pdf.attributes["formaction"] == "/sheets/contract-rummy.pdf"
    answer = client.get("/sheets/contract-rummy.pdf", page.form(BLANK))
    assert answer.status_code == 200


def test_a_game_leads_to_the_builder_of_its_sheet(phone, game):
    page = get(phone, f"/games/{game.code}/")

    links = {text_of(a): a.attributes["href"] for a in page.all("a")}
    assert links["Print"] == f"/games/{game.code}/sheet/"
    assert "Share result" not in links


def test_the_builder_of_a_game(phone, game):
    at = f"/games/{game.code}"

    page = get(phone, f"{at}/sheet/?chart=1&large=0")

    assert page.status == 200
    assert page.loose_ends() == []
    assert page.all("select", name="players") == page.all("textarea") == []
    assert page.all("input", name="option") == []
    assert ticked(page) == ["chart"]
    assert line(page).endswith(", 2 pages (the first is shown)")
    assert picture(page)["src"] == f"{at}/sheet.png?chart=1"
    links = {text_of(a): a.attributes["href"] for a in page.all("a")}
    assert links["Open the PDF"] == f"{at}/sheet.pdf?chart=1"
    assert links["← Back to the game"] == f"{at}/"
    assert links["Rules"] == f"{at}/rules/"
    assert links["Rules booklet"] == f"{at}/rules/booklet.pdf"
    assert links["Reference card"] == f"{at}/rules/card.pdf"


def test_a_game_without_a_deal_has_no_chart(phone, group):
    game = GameFactory(group=group)

    page = get(phone, f"/games/{game.code}/sheet/?chart=1")

    assert page.all("input", name="chart") == []
    assert line(page).endswith(", 1 page")
    assert picture(page)["src"] == f"/games/{game.code}/sheet.png"


@pytest.mark.parametrize(
    ("query", "field"), [("copies=0", "copies"), ("paper=a3", "paper"), ("chart=2", "chart")]
)
def test_the_sheet_of_a_game_has_its_problems_beside_the_fields(phone, game, query, field):
    answer, _, said = preview(phone, f"/games/{game.code}/sheet/?{query}")

    assert answer.status_code == 422
    assert set(said) == {
        "sheet-line",
        *(f"{each}-problem" for each in ("paper", "turn", "large", "copies", "chart")),
    }
    assert [name for name, words in said.items() if words] == ["sheet-line", f"{field}-problem"]


def test_the_builder_of_a_game_takes_one_query_more_than_its_pad_for_the_place(phone, game):
    with CaptureQueriesContext(connection) as asked:
        assert phone.get(f"/games/{game.code}/sheet/").status_code == 200

    assert len(asked.captured_queries) == 7


def test_a_game_whose_rules_are_gone_can_be_printed(phone, game):
    type(game).objects.filter(pk=game.pk).update(variant="gone-rummy")

    page = get(phone, f"/games/{game.code}/sheet/")

    assert page.status == 200
    assert "Rules booklet" not in page.texts("a")


def kept(group, name="Kitchen rules", variant="contract-rummy", **rules):
    return HouseRules.objects.create(group=group, variant=variant, name=name, **rules)


def chips(page):
    """Return the names of the saved house rules on the page, and the selected ones."""
    buttons = page.all("button", name="rules")
    return {text_of(each): each.attributes["aria-pressed"] for each in buttons}


def test_figures_of_the_table_are_asked_and_kept(client):
    page = get(client, f"{BLANK}?set-scoring.values.Joker=40&set-deals.1.cards=11")

    joker = page.one("input", name="set-scoring.values.Joker").attributes
    assert (joker["value"], joker["placeholder"]) == ("40", "15")
    assert page.one("input", name="set-deals.2.cards").attributes["value"] == ""
    assert [is_on(each, "open") for each in page.all("details")] == [True, True]
    assert page.texts("summary") == [
        "House rules: Joker counts 40, deal 1: 11 cards each",
        "Other values",
    ]
    query = "?set-scoring.values.Joker=40&set-deals.1.cards=11"
    assert picture(page)["src"] == f"/sheets/contract-rummy.png{query}"
    assert chips(page) == {}


def test_a_wrong_figure_loses_nothing_that_was_typed(client):
    page = get(client, f"{BLANK}?names=Ann&set-deals.1.cards=11&set-deals.2.cards=many")

    assert page.status == 422
    assert text_of(page.one("textarea")) == "Ann"
    assert page.one("input", name="set-deals.1.cards").attributes["value"] == "11"
    assert page.one("input", name="set-deals.2.cards").attributes["value"] == "many"
    assert [is_on(each, "open") for each in page.all("details")] == [True, True]


def test_a_figure_without_its_tick_is_told_beside_it_and_kept(client):
    address = "/sheets/any-game/?names=Ann,Bob&figures-rounds=6"
    page = get(client, address)
    _, _, said = preview(client, address)

    words = "Tick “Number of rounds” as well, or clear its value."
    assert page.status == 422
    assert text_of(page.one("textarea")) == "Ann,Bob"
    assert page.one("input", name="figures-rounds").attributes["value"] == "6"
    assert text_of(page.one(id="figures-rounds-problem")) == said["figures-rounds-problem"] == words
    assert is_on(page.all("details")[0], "open")
    sheet = get(client, "/sheets/any-game.pdf?names=Ann,Bob&figures-rounds=6")
    assert sheet.status == 400
    assert f"figures-rounds : {words}" in map(text_of, sheet.one("main").children)


def test_a_figure_that_the_game_does_not_have_is_called_by_its_name(client):
    words = "Contract Rummy has no value “foo” to set. Leave it out."
    page = get(client, f"{BLANK}?set-foo=1")

    assert (page.status, text_of(page.one(id="option-problem"))) == (422, words)
    assert is_on(page.all("details")[0], "open")
    assert f"set-foo : {words}" in get(client, "/sheets/contract-rummy.pdf?set-foo=1").texts("p")


def test_house_rules_of_the_table_fill_the_address(phone, group):
    patches = {"scoring.values.Joker": 40, "deals.1.cards": 11, "deals.1.sets": [4, 3]}
    own = kept(group, options={"frozen-jokers": True}, patches=patches)
    kept(group, "Another game's", "shanghai-rummy")
    page = get(phone, f"{BLANK}?names=Ann,Bob&large=1&option=no-jokers&set-deals.2.cards=9")

    assert chips(page) == {"standard": "false", "Kitchen rules": "false"}
    sent = {**page.form(BLANK), "names": "Ann\r\nBob", "rules": str(own.pk)}
    answer = phone.get(BLANK, sent)

    assert answer.status_code == 302
    assert "private" in answer["Cache-Control"]
    asked = QueryDict(answer["Location"].partition("?")[2])
    assert asked.dict() == {
        "names": "Ann\r\nBob",
        "paper": "a4",
        "large": "1",
        "option": "frozen-jokers",
        "set-scoring.values.Joker": "40",
        "set-deals.1.cards": "11",
        "set-deals.1.sets": "4, 3",
    }
    page = get(phone, answer["Location"])
    assert chips(page) == {"standard": "false", "Kitchen rules": "true"}
    standard = phone.get(BLANK, {**page.form(BLANK), "names": "", "rules": ""})
    assert standard["Location"] == f"{BLANK}?paper=a4&large=1"
    assert chips(get(phone, standard["Location"])) == {"standard": "true", "Kitchen rules": "false"}


def test_htmx_is_led_to_the_house_rules_and_told_whether_they_are_in_place(phone, group):
    own = kept(group, patches={"deals.1.cards": 11})

    led = phone.get(f"{BLANK}?names=Ann&rules={own.pk}", headers=HTMX)
    _, part, _ = preview(phone, f"{BLANK}?set-deals.1.cards=11")

    assert led["HX-Redirect"] == f"{BLANK}?names=Ann&set-deals.1.cards=11"
    assert chips(part) == {"standard": "false", "Kitchen rules": "true"}


def test_house_rules_of_another_table_are_not_told(stranger, group):
    own = kept(group, patches={"deals.1.cards": 11})

    assert chips(get(stranger, BLANK)) == {}
    assert stranger.get(f"{BLANK}?rules={own.pk}")["Location"] == BLANK


def test_a_builder_asks_for_the_house_rules_once(phone, group, django_assert_num_queries):
    kept(group, patches={"deals.1.cards": 11})
    kept(group, "Sunday rules", patches={"deals.1.cards": 12})

    # One query each for the phone, its groups, and the saved house rules.
    with django_assert_num_queries(3):
        phone.get(BLANK)
