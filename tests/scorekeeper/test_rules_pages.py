"""Rules pages: every rule with its anchor, its source, and the game it comes from."""

from dataclasses import dataclass
from functools import cache

import pytest
from django.test import Client

from rules.engine.catalogue import catalogue
from rules.lookup.documents import documents
from rules.reference.rule_texts import rule_texts
from tests.factories import GameFactory
from tests.scorekeeper.pages import Page, text_of
from tests.sheets.pdfs import text_of as text_of_pdf

SLUGS = list(catalogue().variants)


def get(client, url, **asked):
    return Page(client.get(url, asked))


def ids_of(page):
    return {element.attributes["id"] for element in page.all() if "id" in element.attributes}


def rule(page, anchor):
    return text_of(page.one("li", id=anchor))


@dataclass(frozen=True)
class Links:
    """What a page says, what it leads to, and what on it can be linked."""

    titles: tuple[str, ...]
    text: str
    targets: frozenset[str]
    ids: frozenset[str]
    loose_ends: tuple[str, ...]


@cache
def links_of(address):
    """Return what is on a public page, which is read once for the tests of all games."""
    page = get(Client(), address)
    targets = (link.attributes.get("href", "") for link in page.all("a"))
    return Links(
        (*page.texts("h1"), *page.texts("h2")),
        "".join(page.texts("main")),
        frozenset(targets),
        frozenset(ids_of(page)),
        tuple(page.loose_ends()),
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_are_told_and_everything_that_can_be_linked_is_there_once(slug):
    links = links_of(f"/rules/{slug}/")
    titles = [title.partition(" same as ")[0] for title in links.titles]
    anchors = {
        rule.anchor
        for part in rule_texts().sections(catalogue().variant(slug))
        for rule in part.rules
    }

    assert titles[0] == catalogue().variant(slug).name
    assert {"Object", "Scoring", "End of the game"} <= {*titles}
    assert "{" not in links.text
    assert links.loose_ends == ()
    assert {link[1:] for link in links.targets if link.startswith("#")} <= links.ids
    assert anchors <= links.ids


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_that_the_search_finds_is_on_the_page(slug):
    found = documents(rule_texts(), catalogue().variant(slug))

    anchors = {document.anchor for document in found if document.anchor}

    assert anchors <= links_of(f"/rules/{slug}/").ids


@pytest.mark.parametrize("slug", SLUGS)
def test_links_to_the_rules_of_other_games_lead_somewhere(slug):
    targets = links_of(f"/rules/{slug}/").targets

    places = [link for link in targets if link.startswith("/rules") and "#" in link]
    lost = []
    for place in places:
        address, _, anchor = place.partition("#")
        if anchor not in links_of(address).ids:
            lost.append(place)
    assert lost == []


def test_a_rule_that_is_taken_over_says_whose_it_is(client):
    page = get(client, "/rules/shanghai-rummy/")

    assert "same as Contract Rummy" in rule(page, "melds-run")
    assert "changed from Contract Rummy" in rule(page, "melds-aces")
    (link,) = [
        link.attributes["href"]
        for link in page.all("a", class_="origin")
        if link.attributes["href"].endswith("#melds-aces")
    ]
    assert link == "/rules/contract-rummy/#melds-aces"


def test_a_section_that_is_taken_over_says_so_once(client):
    page = get(client, "/rules/liverpool-rummy/")
    (section,) = [each for each in page.all("details") if "Jokers" in text_of(each.children[0])]

    assert "same as Contract Rummy" in text_of(section)
    assert text_of(section).count("same as Contract Rummy") == 1


def test_a_difference_in_a_label_is_shown(client):
    page = get(client, "/rules/oklahoma-gin/")

    rows = page.texts("tr")
    assert "Reaching 100 Gin Rummy +100 Oklahoma Gin none" in rows
    assert "Reaching 150 Gin Rummy none Oklahoma Gin +100" in rows


def test_a_rule_names_its_source(client):
    page = get(client, "/rules/contract-rummy/")
    sources = [text_of(page.one("li", id=f"source-{number}")) for number in (1, 2)]

    assert sources[0] == "Contract Rummy , Magnus and Greg Petras, via pagat.com"
    cited = [link.attributes["href"] for link in page.all("a", class_="cite")]
    assert set(cited) == {"#source-1", "#source-2"}
    assert cited.count("#source-1") > cited.count("#source-2")


def test_a_work_that_a_game_and_its_parent_name_is_listed_once(client):
    page = get(client, "/rules/king-rummy/")

    items = (item for item in page.all("li") if item.attributes.get("id", "").startswith("source-"))
    sources = [text_of(item) for item in items]
    pagat = "Contract Rummy , Magnus and Greg Petras, via pagat.com"
    assert sources.count(pagat) == 1
    cited = {link.attributes["href"] for link in page.all("a", class_="cite")}
    assert f"#source-{sources.index(pagat) + 1}" in cited
    assert cited <= {f"#source-{number}" for number in range(1, len(sources) + 1)}


def test_the_first_use_of_a_term_in_a_section_leads_to_the_glossary(client):
    page = get(client, "/rules/contract-rummy/")
    terms = [link.attributes["href"] for link in page.all("a", class_="term")]

    assert "/rules/glossary/#lay-off" in terms


def test_an_unknown_game_is_not_found_and_the_nearest_is_named(client):
    response = client.get("/rules/shangai-rummy/")

    assert response.status_code == 404
    assert "Did you mean Shanghai Rummy, Shanghai Rummy (Powe) or " in response.content.decode()


def test_the_rules_of_a_game_have_its_house_rules_in_place(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", options={"joker-25": True})
    page = get(phone, f"/games/{game.code}/rules/")

    assert page.texts("tr", class_="differs")[0].endswith("A: 15; Joker: 25 house rule")
    assert "A joker counts 25" in rule(page, "scoring-high-cards")
    assert page.one("tr", id="deal-7")


def test_a_table_asks_its_own_rules(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", options={"joker-25": True})
    address = f"/games/{game.code}/rules/"

    page = get(phone, address, q="what is a joker worth")
    part = phone.get(address, {"q": "joker worth"}, headers={"HX-Request": "true"})

    assert page.texts("p", class_="answer") == ["Joker in Contract Rummy: 25 points"]
    assert page.all("a", href=f"{address}#values")
    assert page.form(address) == {"q": "what is a joker worth"}
    assert "25 points" in part.content.decode()
    assert "<html" not in part.content.decode()


@pytest.mark.parametrize(
    "question", ["joker", "frozen jokers", "touching runs", "contract", "source"]
)
def test_every_hit_in_a_tables_rules_leads_to_its_place_there(phone, group, question):
    options = {"joker-25": True, "frozen-jokers": True}
    game = GameFactory(group=group, variant="contract-rummy", options=options)
    page = get(phone, f"/games/{game.code}/rules/", q=question)

    links = {link.attributes.get("href", "") for link in page.all("a")}
    own = {
        link.partition("#")[2] for link in links if link.startswith(f"/games/{game.code}/rules/#")
    }
    assert own
    assert own <= ids_of(page)


def test_a_hit_in_another_game_links_to_the_rules_of_that_game(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", options={"joker-25": True})
    address = f"/games/{game.code}/rules/"

    page = get(phone, address, q="what is a joker worth in canasta")

    (answer,) = page.all("p", class_="answer")
    assert text_of(answer) == "Joker in Canasta: 50 points"
    (link,) = (each.attributes["href"] for each in answer.within() if each.name == "a")
    assert link == "/rules/canasta/#values"
    # No game is named, but only games with bowers can be meant.
    hits = get(phone, address, q="what is the left bower").one("ol", class_="hits")
    links = [each.attributes["href"] for each in hits.within() if each.name == "a"]
    assert "/rules/euchre/#cards-left-bower" in links


def test_a_house_rule_is_told_with_what_it_means(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", options={"frozen-jokers": True})
    page = get(phone, f"/games/{game.code}/rules/", q="frozen jokers")

    told = "Frozen jokers: A melded joker stays where it is, as in May I?"
    assert rule(page, "option-frozen-jokers").replace(" :", ":") == told
    assert page.all("a", href=f"/games/{game.code}/rules/#option-frozen-jokers")
    assert page.all("li", id="option-joker-25") == []


def test_a_house_rule_stands_in_place_of_the_usual_one(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", options={"frozen-jokers": True})
    address = f"/games/{game.code}/rules/"

    page = get(phone, address, q="may I swap the joker in a run")

    assert rule(page, "jokers-joker-in-run").startswith("A joker on the table is frozen")
    assert "Frozen jokers" in rule(page, "jokers-joker-in-run")
    assert page.all("li", id="jokers-who-may-claim") == []
    found = " ".join(text_of(part) for name in ("answer", "hits") for part in page.all(class_=name))
    assert "is frozen" in found
    assert "can be claimed" not in found
    for kind in ("booklet", "card"):
        printed = text_of_pdf(phone.get(f"{address}{kind}.pdf").content)
        assert "canbeclaimed" not in printed
    assert "isfrozen" in text_of_pdf(phone.get(f"{address}booklet.pdf").content)


def test_everything_that_a_house_rule_changes_is_marked(phone, group):
    patches = {"deals.2.sets": [3, 3], "deals.2.runs": [], "scoring.values.Joker": 77}
    game = GameFactory(group=group, variant="shanghai-rummy", patches=patches)

    page = get(phone, f"/games/{game.code}/rules/")

    marked = [row.attributes["id"] for row in page.all("tr", class_="differs")]
    assert marked == ["fact-values", "deal-2"]
    assert text_of(page.one("tr", id="deal-2")) == "2 Two books of 3 house rule 11"
    high = rule(page, "scoring-high-cards")
    assert high.startswith("A joker left in hand counts 77 points against you, and an ace 20.")
    assert high.endswith("house rule")
    assert "house rule" not in rule(page, "scoring-number-cards")
    usual = GameFactory(group=group, variant="gin-rummy", names=("Ann", "Bob"))
    standard = get(phone, f"/games/{usual.code}/rules/")
    assert standard.texts("tr", class_="differs") + standard.texts("span", class_="origin") == []


def test_a_fact_whose_label_changes_is_marked(phone, group):
    game = GameFactory(
        group=group, variant="gin-rummy", names=("Ann", "Bob"), options={"target-150": True}
    )

    page = get(phone, f"/games/{game.code}/rules/")

    assert "Reaching 150 +100 house rule" in page.texts("tr", class_="differs")


def test_an_older_game_says_that_the_standard_rules_have_changed(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", options={"frozen-jokers": True})
    game.ruleset["scoring"]["values"]["Joker"] = 30
    game.save()
    url = f"/games/{game.code}/rules/"

    page = get(phone, url, q="what is a joker worth")

    assert page.texts("p", class_="answer") == ["Joker in Contract Rummy: 30 points"]
    assert (
        "House rules included: Frozen jokers. Since this game was started, its standard rules have "
        "changed. Everything that differs from the current ones is marked. Current rules"
    ) in page.words
    values = text_of(page.one("tr", id="fact-values"))
    assert values.endswith("Joker: 30 different")
    assert page.texts("a", href="/rules/contract-rummy/") == ["Current rules"]


def test_a_booklet_explains_the_house_rules_of_a_game(phone, group):
    options = {"block-after-decline": True}
    game = GameFactory(group=group, variant="block-rummy", options=options)

    printed = text_of_pdf(phone.get(f"/games/{game.code}/rules/booklet.pdf").content)

    assert (
        "Blockedifthediscardisdeclined:Oncethestockisgone,theroundendswhenaplayerdoesn’twantthetop"
    ) in printed


def test_the_deal_line_leads_to_the_rules_of_that_deal(phone, group):
    game = GameFactory(group=group, variant="contract-rummy", played=6)
    page = get(phone, f"/games/{game.code}/")

    link = page.one("a", href=f"/games/{game.code}/rules/#deal-7")
    assert text_of(link) == "Deal 7 of 7"
    assert get(phone, f"/games/{game.code}/rules/").one("tr", id="deal-7")


def test_a_list_of_deals_that_begins_again_is_linked_where_it_stands(phone, group):
    game = GameFactory(group=group, variant="hearts", names=("Ann", "Bob", "Cai", "Dee"))

    assert get(phone, f"/games/{game.code}/").all("a", href=f"/games/{game.code}/rules/#deal-1")


def test_who_only_watches_is_led_to_no_page_that_is_not_theirs(client, game):
    page = get(client, f"/watch/{game.code}/{game.watch_token}/")

    assert [link for link in page.all("a") if "/rules/#" in link.attributes.get("href", "")] == []


def test_the_twin_tells_facts_and_rules(client):
    data = client.get("/rules/shanghai-rummy.json").json()
    facts = {fact["key"]: fact["text"] for fact in data["facts"]}
    sections = {section["key"]: section["rules"] for section in data["sections"]}
    rules = {rule["anchor"]: rule for rule in sections["melds"]}

    assert facts["ace"] == "high only"
    assert facts["cards"] == "11 in every deal"
    assert rules["melds-aces"]["game"] == "shanghai-rummy"
    assert rules["melds-run"]["game"] == "contract-rummy"
    assert rules["melds-aces"]["source"] == "Shanghai Rummy, in Contract Rummy"
    assert rules["melds-aces"]["tables_differ"] is False
