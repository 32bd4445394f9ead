import re
from itertools import pairwise

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from rules.engine.catalogue import catalogue
from rules.lookup.documents import documents
from rules.lookup.search import HITS, index, search
from rules.reference.rule_texts import rule_texts
from scorekeeper.web.search_results import results_context
from tests.factories import GameFactory
from tests.scorekeeper.pages import Page

ASKED = "/rules/search"


def found(question, **extra):
    return Page(Client().get(ASKED, {"q": question, **extra}))


def test_the_answer_stands_first_and_leads_to_its_place():
    page = found("what is a joker worth in shanghai")

    assert page.status == 200
    assert page.texts("p", class_="answer") == ["Joker in Shanghai Rummy: 50 points"]
    assert page.all("a", href="/rules/shanghai-rummy/#values")
    assert page.one("textarea", id="asked")
    assert page.loose_ends() == []


def test_what_was_asked_stays_in_the_box():
    page = found('joker "in" <b>shanghai</b>')

    assert "&lt;b&gt;shanghai&lt;/b&gt;" in page.html
    assert "<b>" not in page.html


def test_matches_are_marked():
    page = found("contract rummy dead joker in a set")

    marks = {text.casefold() for text in page.texts("mark")}
    assert {"joker", "dead", "set"} <= marks


def test_a_question_about_a_difference_leads_to_the_comparison():
    page = found("difference between May I and Liverpool")

    assert page.texts("p", class_="answer") == ["Compare May I? and Liverpool Rummy side by side"]
    assert page.all("a", href="/rules/compare?v=may-i&v=liverpool-rummy")


def test_games_that_fit_are_listed_below_a_heading():
    page = found("which rummy has ten deals")

    assert page.texts("h2") == ["Matching games"]
    assert page.texts("span", class_="game") == ["Shanghai Rummy (Kolsov)"]
    assert found("joker in shanghai").texts("h2") == []


def test_a_place_is_named_only_where_it_changes():
    asked = "do runs go round the corner"
    hits = Client().get(f"{ASKED}.json", {"q": asked}).json()["hits"]
    places = [(hit["game"], hit["section"]) for hit in hits]

    labels = found(asked).texts("span", class_="where")
    assert labels[0] == "Contract Rummy (3–8 players) · Melds"
    assert len(labels) == sum(one != other for one, other in pairwise([None, *places]))


def test_the_whole_section_of_the_best_hit_is_one_tap_away(phone, group):
    asked = {"q": "can I swap a joker in liverpool"}
    page = found(asked["q"])
    assert page.texts("summary") == ["All 6 rules on “Jokers”"]
    chips = [link.attributes["href"] for link in page.all("a", class_="chip")]
    assert chips[0] == "/rules/liverpool-rummy/#names"
    assert "/rules/liverpool-rummy/#jokers" in chips
    (part,) = page.all("div", hx_trigger="toggle from:closest details once")
    assert part.attributes["hx-get"] == f"{ASKED}?game=liverpool-rummy&section=jokers"

    rules = Page(Client().get(part.attributes["hx-get"], headers={"HX-Request": "true"}))
    assert len(rules.all("li")) == 6
    assert rules.texts("li")[0].startswith("A joker in anybody’s run can be claimed: swap")
    # A house rule changes the section of a game in progress.
    options = {"frozen-jokers": True}
    game = GameFactory(group=group, variant="contract-rummy", options=options)
    query = {"game": game.code, "section": "jokers"}
    own = Page(phone.get(ASKED, query, headers={"HX-Request": "true"}))
    usual = Page(
        phone.get(ASKED, query | {"game": "contract-rummy"}, headers={"HX-Request": "true"})
    )
    assert own.texts("li") != usual.texts("li")
    gone = Client().get(
        ASKED, query | {"section": "x", "game": "hearts"}, headers={"HX-Request": "true"}
    )
    assert gone.status_code == 404


def test_a_list_leads_to_its_section():
    page = found("list all contracts of 12-step rummy")

    assert page.all("a", href="/rules/12-step-rummy/#contracts")


def test_yes_and_no_are_answered_with_the_rule_and_its_place():
    page = found("Can I move cards between melds in basic rummy?")

    (answer,) = page.texts("p", class_="answer")
    assert answer.startswith("No: ")
    assert "Rummy ·" in answer


def test_htmx_gets_the_findings_alone():
    response = Client().get(ASKED, {"q": "joker"}, headers={"HX-Request": "true"})

    assert "<html" not in response.content.decode()
    assert 'class="hits"' in response.content.decode()


def test_who_types_hears_what_is_found_in_a_line():
    def said(question):
        part = Page(Client().get(ASKED, {"q": question}, headers={"HX-Request": "true"}))
        return part.texts("p", id="found-line")

    hits = Client().get(f"{ASKED}.json", {"q": "joker in shanghai"}).json()["hits"]
    assert said("joker in shanghai") == [
        f"Joker in Shanghai Rummy: 50 points. {len(hits)} rules found."
    ]
    assert said("jxkxr") == ["No matching rule."]
    assert said("") == [""]
    assert found("joker").texts("p", id="found-line", aria_live="polite") == [""]


def test_no_hit_names_terms_that_are_near():
    page = found("jxkxr")

    assert page.all("a", href="/rules/search?q=joker")
    assert page.texts("p", role="status")[0].startswith("No matching rule. Did you mean:")


def test_a_game_without_rules_can_be_scored():
    page = found("can I stack draw twos in uno")

    (line,) = page.texts("p", role="status")
    assert line.startswith("We don’t have the rules of Uno.")
    assert page.all("a", href="/games/new/any-game/?name=Uno")


def test_a_question_with_a_slip_says_how_it_is_read():
    assert found("jokr worth").texts("p", class_="read-as") == [
        "Showing results for “joker worth”."
    ]
    assert found("joker worth").texts("p", class_="read-as") == []


def test_an_empty_question_finds_nothing_and_is_no_error():
    page = found("")

    assert page.status == 200
    assert page.texts("p", role="status") == []
    assert page.all("li") == []


def test_a_page_of_rules_asks_its_own_rules():
    page = Page(Client().get("/rules/shanghai-rummy/"))

    assert page.form(ASKED) == {"q": "", "game": "shanghai-rummy"}
    answer = found("joker worth", game="shanghai-rummy").texts("p", class_="answer")
    assert answer == ["Joker in Shanghai Rummy: 50 points"]


def test_a_question_is_about_the_game_that_a_phone_plays(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", options={"joker-25": True})
    asked = {"q": "what is a joker worth", "game": game.code}

    page = Page(phone.get(ASKED, asked))
    assert page.texts("p", class_="answer") == ["Joker in Contract Rummy: 25 points"]
    assert page.all("a", href=f"/games/{game.code}/rules/#values")
    assert page.form(ASKED) == asked
    assert page.texts("button", aria_pressed="true") == ["Contract Rummy"]
    named = Page(phone.get(ASKED, asked | {"q": "what is a joker worth in canasta"}))
    assert named.texts("p", class_="answer") == ["Joker in Canasta: 50 points"]


def test_nobody_else_is_told_the_rules_of_a_game(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", options={"joker-25": True})
    asked = {"q": "what is a joker worth", "game": game.code}

    assert "private" in phone.get(ASKED, asked).headers["Cache-Control"]
    response = Client().get(ASKED, asked)
    page = Page(response)
    assert page.texts("p", class_="answer") == ["Joker in Contract Rummy: 15 points"]
    assert response.headers["HX-Trigger"] == "gone"
    assert page.texts("button", aria_pressed="true") == []
    # The page with a slug is the same for everybody.
    shared = phone.get(ASKED, {"q": "joker", "game": "canasta"})
    assert (
        shared.headers["ETag"] == Client().get(shared.wsgi_request.get_full_path()).headers["ETag"]
    )


def test_a_game_that_there_is_not_is_no_error():
    assert found("joker worth", game="../../etc").texts("p", class_="answer") == [
        "Joker in Contract Rummy: 15 points"
    ]


def test_the_twin_tells_the_same_as_data():
    data = Client().get("/rules/search.json", {"q": "what is a joker worth in shanghai"}).json()

    assert data["query"] == "what is a joker worth in shanghai"
    assert data["answer"] == "Joker in Shanghai Rummy: 50 points"
    assert data["hits"][0] == {
        "game": "shanghai-rummy",
        "section": "scoring",
        "title": "Joker",
        "text": "Joker: 50 points",
        "url": "/rules/shanghai-rummy/#values",
    }
    assert len(data["hits"]) <= HITS
    assert data["nearest"] == []
    assert data["listed"] is None


def test_the_twin_has_the_section_that_the_question_asks_to_list():
    asked = {"q": "list all contracts of 12-step rummy"}

    data = Client().get("/rules/search.json", asked).json()

    assert data["listed"] == "/rules/12-step-rummy/#contracts"


def test_the_twin_names_sections_in_the_readers_language():
    asked = {"q": "Karten nach links weitergeben bei Hearts"}

    data = Client().get("/rules/search.json", asked, headers={"Accept-Language": "de"}).json()

    assert (data["hits"][0]["section"], data["hits"][0]["title"]) == ("deal", "Geben")


def test_the_twin_says_what_is_near_when_nothing_is_found():
    data = Client().get("/rules/search.json", {"q": "jxkxr"}).json()

    assert (data["answer"], data["hits"]) == (None, [])
    assert "joker" in data["nearest"]


@pytest.mark.parametrize("address", [ASKED, f"{ASKED}.json"])
@pytest.mark.parametrize(
    "question",
    ["\x00", "a" * 10_000, '" OR NEAR("', "جوكر 🃏", "<script>", "%s %d {0}", "\n\t", "*", "(((("],
)
def test_odd_questions_are_answered(address, question):
    response = Client().get(address, {"q": question})

    assert response.status_code == 200
    assert "<script>alert" not in response.content.decode()


@pytest.mark.parametrize(
    "question",
    ["joker", "monkey may i", "lay off", "his nobs", "shanghai stock empty", "spades option"],
)
def test_every_hit_leads_to_a_place_that_there_is(question):
    client = Client()
    pages = {}
    for hit in client.get(f"{ASKED}.json", {"q": question}).json()["hits"]:
        address, _, anchor = hit["url"].partition("#")
        if address not in pages:
            pages[address] = Page(client.get(address))
        assert pages[address].status == 200
        assert not anchor or pages[address].one(id=anchor)


def test_searching_is_only_read():
    assert Client().post(ASKED, {"q": "joker"}).status_code == 405


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_games_are_found_by_their_names_in_all_languages(client, language):
    said = {"accept-language": language}
    page = Page(client.get("/rules/", {"q": "cualquier juego"}, headers=said))

    assert page.all("a", href="/rules/any-game/")


@pytest.mark.parametrize(
    "question", ["Wie viel zählt ein Joker bei Carioca?", "unmatched deadwood in gin rummy"]
)
def test_results_are_in_the_readers_language(client, question):
    page = Page(client.get(ASKED, {"q": question}, headers={"accept-language": "de"}))

    (hits,) = page.all("ol", class_="hits")
    assert {each.attributes.get("lang", "de") for each in hits.within()} == {"de"}
    assert not [each for each in hits.within() if each.attributes.get("class") == "tag"]


def test_results_without_a_translation_say_that_they_are_in_english(rf):
    found = index().search("unmatched deadwood in gin rummy")
    with translation.override("de"):
        request = rf.get("/")
        request.htmx = False
        html = render_to_string("rules/_search_results.html", results_context(found), request)

    assert html.count('<span class="tag">Englisch</span>') == html.count("<li>") > 0


def test_the_cards_in_play_are_those_of_the_json():
    told = {}
    for slug, variant in catalogue().variants.items():
        data = Client().get(f"/rules/{slug}.json").json()["deck"]
        for document in documents(rule_texts(), variant):
            counted = re.search(r"^With (\d+) players: .* (\d+) cards in all", document.text)
            if counted:
                told[slug, int(counted[1])] = int(counted[2])
                assert data[counted[1]]["total"] == int(counted[2])

    hearts = {players: told["hearts", players] for players in range(3, 7)}
    assert hearts == {3: 51, 4: 52, 5: 50, 6: 48}
    assert told["spot-hearts", 3] == 51
    found = search("hearts, three players: how many cards are there in all?")
    assert any("one pack without 2♦, 51 cards in all" in hit.document.text for hit in found.hits)
