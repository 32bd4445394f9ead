import pytest
from django.test import Client

from rules.lookup.search import HITS
from tests.scorekeeper.pages import Page

ASKED = "/rules/search"


def found(question, **extra):
    return Page(Client().get(ASKED, {"q": question, **extra}))


def test_the_answer_stands_first_and_leads_to_its_place():
    page = found("what is a joker worth in shanghai")

    assert page.status == 200
    assert page.texts("p", class_="answer") == ["Joker in Shanghai Rummy: 50 points"]
    assert page.all("a", href="/rules/shanghai-rummy/#values")
    assert page.one("input", id="asked")
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
    ("question", "language"),
    [("Wie viel zählt ein Joker bei Carioca?", "de"), ("unmatched deadwood in gin rummy", "en")],
)
def test_results_say_that_they_are_in_english(client, question, language):
    answer = client.get(ASKED, {"q": question}, headers={"accept-language": "de"})

    page = Page(answer)
    (hits,) = page.all("ol", class_="hits")
    spans = [each for each in hits.within() if "lang" in each.attributes]
    assert {each.attributes["lang"] for each in spans} == {language}
    marks = [each for each in hits.within() if each.attributes.get("class") == "tag"]
    assert len(marks) == (len(spans) if language == "en" else 0)
