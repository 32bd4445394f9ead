import hashlib
import re
from contextlib import closing
from functools import cache
from io import BytesIO

import pypdfium2
import pytest
from django.conf import settings
from django.core.cache import caches
from django.utils import translation
from pypdf import PdfReader

from rules.engine.catalogue import catalogue
from rules.engine.house_rules import house_rules
from rules.engine.snapshots import load_ruleset
from rules.reference.game_words import translated_ruleset
from rules.reference.rule_texts import rule_texts
from scorekeeper.models import Game
from scorekeeper.sheets.booklet import Paragraph, booklet, deals_of, fit_booklet
from scorekeeper.sheets.card import contract_card, fit_card
from scorekeeper.sheets.pdf import _fonts, render_pdf, sheet_key
from tests.conftest import DEBUG
from tests.factories import GameFactory, RoundFactory
from tests.scorekeeper.pages import Page
from tests.scorekeeper.pages import text_of as words
from tests.sheets.pdfs import POINTS_PER_MM, fonts_of, squeezed, text_of

SAMPLE = (
    "contract-rummy",
    "shanghai-rummy-powe",
    "progressive-rummy",
    "euchre",
    "hearts",
    "mao",
    "any-game",
)
# The largest, the smallest and the fullest card, and cards with a part that no other card has.
CARDS = (
    *SAMPLE,
    "cribbage",
    "crazy-eights",
    "golf",
    "hand-and-foot",
    "oh-hell",
    "pay-me",
    "telefunken",
    "zioncheck",
)
every_booklet = pytest.mark.parametrize("slug", SAMPLE)
every_card = pytest.mark.parametrize("slug", CARDS)
OWN_FONTS = {"Scorepad": True, "Scorepad-Bold": True, "Suits": True}


def made(make, slug, ruleset=None, house=None):
    variant = catalogue().variant(slug)
    played = translated_ruleset(ruleset or variant.standard)
    return make(variant, played, rule_texts().sections(variant, played), house)


@cache
def lines_of_booklet(slug):
    return lines_of(booklet_pdf(slug))


@cache
def booklet_pdf(slug):
    return render_pdf(made(booklet, slug), "a5")


@cache
def card_pdf(slug):
    return render_pdf(made(contract_card, slug), "a6")


def fitted(card):
    return fit_card(card, "a6", _fonts())


def lines_of(pdf):
    """Return the lines of each page."""
    return [page.extract_text().splitlines() for page in PdfReader(BytesIO(pdf)).pages]


def sizes_of(pdf):
    """Return each page’s size in millimetres."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [tuple(round(side / POINTS_PER_MM) for side in page.get_size()) for page in document]


def nearest_to_an_edge(pdf):
    """Return the smallest distance in millimetres between any text and an edge of its page."""
    document = pypdfium2.PdfDocument(pdf)
    least = []
    for page in document:
        width, height = page.get_size()
        words = page.get_textpage()
        for index in range(words.count_rects()):
            left, bottom, right, top = words.get_rect(index)
            least.append(min(left, bottom, width - right, height - top) / POINTS_PER_MM)
    document.close()
    return min(least)


def many_deals(count):
    """Return the seven deals of Contract Rummy, repeated."""
    plain = catalogue().variant("contract-rummy").standard.model_dump(mode="json")
    seven = plain["deals"]
    plain["deals"] = [{**seven[at % 7], "number": at + 1} for at in range(count)]
    return load_ruleset(plain)


# Booklets


@every_booklet
def test_a_booklet_has_pages_of_a5_and_keeps_clear_of_their_edges(slug):
    pdf = booklet_pdf(slug)

    assert set(sizes_of(pdf)) == {(148, 210)}
    assert nearest_to_an_edge(pdf) >= 7


@every_booklet
def test_a_booklet_begins_with_its_facts(slug):
    ruleset = catalogue().variant(slug).standard
    made_of = made(booklet, slug)

    first = squeezed("".join(lines_of_booklet(slug)[0]))

    said = [ruleset.name, made_of.summary, "At a glance"]
    said += [f"{ranks}{worth}" for ranks, worth in made_of.values]
    said += [f"{label}{text}" for label, text, _ in made_of.facts]
    assert [words for words in said if squeezed(words) not in first] == []


@every_booklet
def test_a_booklet_says_every_rule(slug):
    variant = catalogue().variant(slug)

    text = squeezed("".join("".join(page) for page in lines_of_booklet(slug)))
    rules = [rule.text for section in rule_texts().sections(variant) for rule in section.rules]
    rules += [option.explanation for option in variant.options]
    rules += [*variant.readings, *(source.title for source in variant.sources)]
    missing = [rule for rule in rules if squeezed(rule.replace("**", "")) not in text]
    assert missing == []


@every_booklet
def test_the_contents_name_the_pages_of_the_headings(slug):
    pages = lines_of_booklet(slug)
    listed = [line.split(" ", 1) for page in pages for line in page if re.match(r"\d+ \D", line)]
    contents = fit_booklet(made(booklet, slug), "a5", _fonts()).contents
    titles = [title for column in contents for _, title in column]

    named = {title: int(number) for number, title in listed if title in titles}

    found = {title: at for at, page in enumerate(pages, 1) for title in titles if title in page}
    assert list(named) == titles
    assert named == found


@every_booklet
def test_a_booklet_has_bookmarks_language_tags_and_our_own_fonts(slug):
    pdf = booklet_pdf(slug)
    reader = PdfReader(BytesIO(pdf))
    titles = [chapter.title for chapter in made(booklet, slug).chapters]

    (title, headings) = reader.outline
    marked = {mark.title: reader.get_destination_page_number(mark) for mark in headings}
    pages = lines_of_booklet(slug)
    name = catalogue().variant(slug).name
    assert title.title == name
    assert list(marked)[:2] == ["At a glance", "Contents"]
    assert list(marked)[-len(titles) - 1 :] == [*titles, "Sources"]
    assert [mark for mark, at in marked.items() if mark not in pages[at]] == []
    assert reader.metadata.title == f"{name}: rules"
    assert "/CreationDate" not in reader.metadata
    assert reader.root_object["/Lang"] == "en"
    assert reader.root_object["/MarkInfo"]["/Marked"].value is True
    assert fonts_of(pdf) == OWN_FONTS


@every_booklet
def test_no_heading_stands_at_the_foot_of_a_page(slug):
    titles = {chapter.title for chapter in made(booklet, slug).chapters}
    name = catalogue().variant(slug).name

    for number, page in enumerate(lines_of_booklet(slug), 1):
        said = [line for line in page if line.strip("• ")]
        foot = f"{name} {number}" if number % 2 else f"{number} {name}"
        assert said[-1] == foot
        assert said[-2] not in titles


def test_the_pages_of_a_booklet():
    counts = {slug: len(sizes_of(booklet_pdf(slug))) for slug in SAMPLE}

    # Three A4 sheets that are printed on both sides and folded have twelve pages.
    assert min(counts.values()) == counts["any-game"] == 3
    assert max(counts.values()) == counts["euchre"] <= 12


def test_the_first_page_of_contract_rummy():
    first = lines_of_booklet("contract-rummy")[0]

    assert first[1:20] == [
        "wins. Described by Magnus.",
        "At a glance",
        "Cards left in hand",
        "2–9",
        "face value",
        "10–K",
        "10",
        "A, Joker",
        "15",
        "Players 3 to 5, best with 4",
        "Packs and jokers 3 players: two packs, two jokers; 4 players: two packs,",
        "three jokers; 5 players: two packs, four jokers",
        "Wild cards jokers",
        "Deals seven deals",
        "Cards dealt 10 in deals 1–3; 12 in deals 4–7",
        "May I? (out of turn) unlimited, each with an extra card from the stock",
        "Smallest melds 3 of a rank, 4 in sequence in one suit",
        "Aces in runs low or high, never in the middle",
        "A player’s runs in one suit must not touch; they may overlap or leave a gap",
    ]
    assert first[-1] == "Contract Rummy 1"


def test_rules_are_numbered_by_source_and_marked_where_tables_differ():
    names, players, *_ = made(booklet, "mao").chapters

    assert names.paragraphs[2:] == (
        Paragraph("It is doubtful that the name has anything to do with Mao Zedong.", 1),
        Paragraph("Mao belongs to the Crazy Eights family.", 1),
        Paragraph(
            "is Mao one of the Eights games or one of the Stops games? Here: one of the Eights.",
            None,
            kind="Rules vary:",
        ),
    )
    assert players.paragraphs[0] == Paragraph("2 to 6 people can play Mao, each for themselves.", 2)
    assert [(work.number, work.author, work.shown) for work in made(booklet, "mao").works] == [
        (1, "John McLeod, pagat.com", "pagat.com/eights/mao.html"),
        (2, "tankdadank", "github.com/tankdadank/cardian"),
        (3, "Aapuji", "github.com/Aapuji/mao-card-game"),
        (4, "MFarejowicz", "github.com/MFarejowicz/mao-rules"),
    ]


def test_house_rules_to_choose_from_and_readings_follow_the_rules():
    *_, choices, readings = made(booklet, "any-game").chapters

    assert choices.title == "Optional house rules"
    assert choices.paragraphs[0] == Paragraph(
        "The fewer points you have, the better.", label="Lowest total wins"
    )
    assert readings.title == "Unclear rules"
    assert readings.paragraphs[0] == Paragraph(
        "You bring the rules. This score pad only adds up the points."
    )


def test_a_long_name_stands_in_one_line():
    plain = catalogue().variant("mao").standard.model_dump(mode="json")
    ruleset = load_ruleset(plain | {"name": "The game of many words and very few rules"})

    page = fit_booklet(made(booklet, "mao", ruleset), "a5", _fonts())

    size = float(re.search(r"h1 \{ font-size: ([0-9.]+)pt", page.css)[1])
    assert 10 < size < 16


def test_what_no_source_says_is_left_to_the_table():
    made_of = made(booklet, "zioncheck")

    assert made_of.unknown == (
        "Card values",
        *(f"Contract for hand {hand}" for hand in range(1, 7)),
    )
    assert made(booklet, "zioncheck", house=()).unknown == ()


# Deals


def deals(slug, **patches):
    variant = catalogue().variant(slug)
    return deals_of(variant, variant.ruleset(patches=patches) if patches else variant.standard)


def test_takes_stand_beside_the_deals_where_they_differ():
    rows = deals("progressive-rummy").rows

    assert [row.limit for row in rows] == [*"––––––––", *"1112", *"21–"]
    assert rows[8].takes == "1 for each player, for one penny"
    assert {row.limit for row in deals("contract-rummy").rows} == {""}


def test_a_rule_of_every_deal_is_said_once():
    said = deals("shanghai-rummy-powe")

    assert said.notes == (("In every deal", "Nobody may go out by discarding."),)
    assert said.rows[0].rules == ()
    assert said.rows[2].rules == ("A player’s runs must be in different suits.",)


def test_deals_that_go_on_begin_again():
    again = (("From deal 13 on", "the list starts again"),)

    assert deals("hearts").notes == again
    assert deals("contract-rummy").notes == ()
    assert deals("contract-rummy", **{"end.deals": 9}).notes == (
        ("From deal 8 on", "the list starts again"),
    )


def test_a_game_that_ends_early_has_fewer_deals():
    five = deals("contract-rummy", **{"end.deals": 5})

    assert [row.number for row in five.rows] == [1, 2, 3, 4, 5]
    assert five.notes == ()


@pytest.mark.parametrize("slug", ["euchre", "hand-and-foot", "golf"])
def test_deals_that_say_nothing_are_left_out(slug):
    assert deals(slug).rows == ()


# Cards


@every_card
def test_a_card_is_one_side_of_a6_with_nothing_at_its_edges(slug):
    pdf = card_pdf(slug)

    assert sizes_of(pdf) == [(105, 148)]
    assert nearest_to_an_edge(pdf) >= 6
    assert fonts_of(pdf) == OWN_FONTS


@every_card
def test_a_card_says_contracts_values_and_who_wins(slug):
    ruleset = catalogue().variant(slug).standard
    made_of = made(contract_card, slug)

    text = text_of(card_pdf(slug))

    said = [ruleset.name, *map("".join, made_of.values), *map(": ".join, made_of.asked)]
    said += [f"{row.number}{row.contract}" for row in made_of.deals.rows]
    said += [ruleset.contract_words(deal) for deal in ruleset.deals]
    said += [rule for deal in ruleset.deals for rule in deal.special_rules]
    assert [words for words in said if squeezed(words) not in text] == []
    assert "Winner:" in text


@pytest.mark.parametrize("slug", catalogue().variants)
def test_every_card_has_room_for_what_belongs_on_it_in_type_that_can_be_read(slug):
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            card = made(contract_card, slug)
            page = fitted(card)

        assert page.size >= 8, language
        assert page.room >= -0.05, language
        assert page.facts[: len(card.asked)] == card.asked, language


def test_the_card_of_contract_rummy():
    (lines,) = lines_of(card_pdf("contract-rummy"))

    assert lines == [
        "♠ ♥ ♦ ♣",
        "Contract Rummy",
        "3 to 5 players",
        "Deal Contract Cards",
        "1 two sets of 3 10",
        "2 one set of 3, one run of 4 10",
        "3 two runs of 4 10",
        "4 three sets of 3 12",
        "5 two sets of 3, one run of 4 12",
        "6 one set of 3, two runs of 4 12",
        "7 three runs of 4",
        "The whole hand goes down at once. Runs may be",
        "longer than the contract requires. No discard.",
        "12",
        "In deals 3, 6, 7: A player’s runs in one suit must not touch.",
        "Cards left in hand",
        "2–9",
        "face value",
        "10–K",
        "10",
        "A, Joker",
        "15",
        "Winner: lowest total after seven deals",
        "May I? (out of turn): unlimited, each with an extra card from the",
        "stock",
        "Wild cards: jokers",
        "Aces in runs: low or high, never in the middle",
        "Swapping for a joker: from runs, on your own turn; you must play",
        "the joker at once",
        "Laying off: from your next turn",
        "Going out: your last card must be a discard",
        "Jokers in a meld: any number",
        "Two sets of the same rank: allowed",
    ]


@pytest.mark.parametrize(
    ("slug", "size"), [("contract-rummy", 9.5), ("progressive-rummy", 8.5), ("hearts", 8.0)]
)
def test_type_shrinks_as_deals_grow_many(slug, size):
    assert fitted(made(contract_card, slug)).size == size


def test_the_card_of_a_game_without_contracts_says_what_counts():
    page = fitted(made(contract_card, "cribbage"))

    assert page.facts[0] == ("Winner", "first to 121")
    assert [title for title, _ in page.parts] == ["Scoring"]
    assert page.size == 8


def test_a_contract_that_nobody_knows_has_a_line_to_write_on():
    card = made(contract_card, "zioncheck")

    assert [(row.contract, row.is_unknown, row.cards) for row in card.deals.rows] == [
        ("", True, 10),
        ("", True, 10),
        ("", True, 10),
        ("", True, 10),
        ("", True, 11),
        ("", True, 14),
    ]
    assert card.asked[-1] == ("You decide", "Card values")


def test_points_below_zero_have_a_minus():
    assert made(contract_card, "golf").values[0] == ("2", "−2")


def test_a_crowded_card_leaves_out_the_facts_that_are_asked_least():
    card = made(contract_card, "contract-rummy", many_deals(30))
    page = fitted(card)

    assert (page.size, page.facts) == (6, (("Winner", "lowest total after 30 deals"),))
    assert sizes_of(render_pdf(card, "a6")) == [(105, 148)]


def test_what_cannot_fit_one_side_goes_on_overleaf():
    text = text_of(render_pdf(made(contract_card, "contract-rummy", many_deals(60)), "a6"))

    assert "60threesetsof3" in text
    assert "Winner:lowesttotalafter60deals" in text


def test_the_card_of_a_game_with_house_rules_names_them():
    variant = catalogue().variant("contract-rummy")
    ruleset = variant.ruleset({"joker-25": True}, {"deals.5.cards": 13})
    card = made(contract_card, "contract-rummy", ruleset, house_rules(variant, ruleset))

    assert card.house_text == "House rules: Jokers count 25, deal 5: 13 cards each"
    assert card.values == (("2–9", "face value"), ("10–K", "10"), ("A", "15"), ("Joker", "25"))
    assert card.deals.rows[4].cards == 13


# Identical bytes


def test_the_same_rules_give_the_same_bytes():
    first = booklet_pdf("mao"), card_pdf("mao")
    caches["sheets"].clear()

    again = render_pdf(made(booklet, "mao"), "a5"), render_pdf(made(contract_card, "mao"), "a6")

    assert again == first


def test_booklet_card_and_house_rules_have_keys_of_their_own():
    variant = catalogue().variant("mao")
    keys = {
        sheet_key(made(booklet, "mao"), "a5"),
        sheet_key(made(contract_card, "mao"), "a6"),
        sheet_key(made(booklet, "mao", house=()), "a5"),
        sheet_key(made(booklet, "mao", house=("No aces",)), "a5"),
        sheet_key(made(contract_card, "mao", house=("No aces",)), "a6"),
        sheet_key(made(booklet, "mao", variant.ruleset(patches={"end.deals": 3})), "a5"),
    }

    assert len(keys) == 6


def test_a_machine_without_fonts_draws_the_same_and_pages_load_without_weasyprint(python, tmp_path):
    fontless = tmp_path / "fonts.conf"
    fontless.write_text("<fontconfig></fontconfig>")
    program = (
        "import django, hashlib, sys; django.setup()\n"
        "import scorekeeper.urls\n"
        "loaded = {'weasyprint', 'fontTools'} & set(sys.modules)\n"
        "from tests.sheets.test_booklet import booklet_pdf, card_pdf\n"
        "drawn = booklet_pdf('any-game') + card_pdf('carioca-chile')\n"
        "print(hashlib.sha256(drawn).hexdigest())\n"
        "sys.exit(repr(loaded) if loaded else 0)"
    )

    run = python("-W", "error", "-c", program, FONTCONFIG_FILE=str(fontless), **DEBUG)

    here = hashlib.sha256(booklet_pdf("any-game") + card_pdf("carioca-chile")).hexdigest()
    assert (run.stderr, run.stdout, run.returncode) == ("", f"{here}\n", 0)


# URLs


@pytest.mark.parametrize(("kind", "size"), [("booklet", (148, 210)), ("card", (105, 148))])
def test_a_game_of_the_cupboard_opens_in_the_browser(client, kind, size):
    response = client.get(f"/rules/any-game/{kind}.pdf")

    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="any-game-{kind}.pdf"'
    assert response["Cache-Control"] == "public, max-age=3600"
    assert sizes_of(response.content)[0] == size


@pytest.mark.parametrize("kind", ["booklet", "card"])
def test_a_browser_that_has_it_gets_304(client, kind):
    etag = client.get(f"/rules/mao/{kind}.pdf")["ETag"]

    again = client.get(f"/rules/mao/{kind}.pdf", headers={"If-None-Match": etag})
    other = client.get(f"/rules/any-game/{kind}.pdf", headers={"If-None-Match": etag})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    assert again["Cache-Control"] == "public, max-age=3600"
    assert other.status_code == 200


@pytest.mark.parametrize("kind", ["booklet", "card"])
def test_house_rules_in_the_url_are_printed(client, kind):
    response = client.get(f"/rules/contract-rummy/{kind}.pdf?option=joker-25")

    assert "Houserules:Jokerscount25" in text_of(response.content)


@pytest.mark.parametrize("kind", ["booklet", "card"])
def test_house_rules_that_do_not_exist_lead_to_the_builder(client, kind):
    page = Page(client.get(f"/rules/contract-rummy/{kind}.pdf?option=no-such-rule"))

    assert page.status == 400
    assert "Contract Rummy has no option “no-such-rule”. Leave it out." in page.html
    (link,) = [a for a in page.all("a") if words(a) == "Change it"]
    assert link.attributes["href"] == "/sheets/contract-rummy/?option=no-such-rule"


@pytest.mark.parametrize("kind", ["booklet", "card"])
def test_an_unknown_game_is_404_with_the_nearest_name(client, kind):
    response = client.get(f"/rules/contrakt-rumy/{kind}.pdf")

    assert response.status_code == 404
    assert (
        "Did you mean Contract Rummy, Contract Rummy (3–8 players) or " in response.content.decode()
    )


def test_they_are_read_only(client):
    assert client.post("/rules/mao/card.pdf").status_code == 405


def test_a_game_has_its_own_rules_on_paper(phone, group):
    game = GameFactory(group=group, options={"joker-25": True})

    made_of = {
        kind: phone.get(f"/games/{game.code}/rules/{kind}.pdf") for kind in ("booklet", "card")
    }

    for kind, response in made_of.items():
        text = text_of(response.content)
        assert "Houserules:Jokerscount25" in text
        assert "Joker25" in text
        assert "Houserulestochoose" not in text
        assert response["Cache-Control"] == "private, no-cache"
        filename = f"contract-rummy-{game.code}-{kind}.pdf"
        assert response["Content-Disposition"] == f'inline; filename="{filename}"'
    assert "A:15;Joker:25(houserule)" in text_of(made_of["booklet"].content)


def test_the_rules_of_a_game_stay_while_it_is_played(phone, game):
    address = f"/games/{game.code}/rules/card.pdf"
    etag = phone.get(address)["ETag"]
    RoundFactory(game=game, deal=3)

    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 304


def test_a_game_is_read_in_few_queries(phone, game, django_assert_num_queries):
    phone.get(f"/games/{game.code}/rules/card.pdf")

    with django_assert_num_queries(3):
        phone.get(f"/games/{game.code}/rules/card.pdf")


@pytest.mark.parametrize("kind", ["booklet", "card"])
def test_the_rules_of_somebody_elses_game_are_404(stranger, client, game, kind):
    address = f"/games/{game.code}/rules/{kind}.pdf"

    assert stranger.get(address).status_code == 404
    assert client.get(address).status_code == 404


def test_a_game_whose_rules_left_the_catalogue_is_404(phone, game):
    Game.objects.filter(pk=game.pk).update(variant="gone")

    response = phone.get(f"/games/{game.code}/rules/booklet.pdf")

    assert response.status_code == 404
    assert "The rules of this game are no longer in the catalogue." in response.content.decode()
