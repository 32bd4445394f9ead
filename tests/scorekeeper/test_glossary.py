"""The glossary: its page and JSON, and the links to it from the rules."""

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.engine.catalogue import catalogue
from rules.reference.glossary import glossary, mentioned
from rules.reference.rule_texts import RuleText, Section, rule_texts
from rules.reference.statements import Statement, StatementKind
from scorekeeper.templatetags import markup
from scorekeeper.templatetags.markup import linked_rules, rule_html
from tests.scorekeeper.pages import get

TERM = '<a class="term" href="/rules/glossary/#{}">{}</a>'


def linked(*texts, key="turn"):
    """Return the HTML for a section with these rules."""
    owner = catalogue().variant("contract-rummy")
    rules = tuple(
        RuleText(f"{key}-{n}", Statement(StatementKind.PLAIN, text), owner, None)
        for n, text in enumerate(texts)
    )
    found = linked_rules(Section(key, rules))
    assert tuple(rule for rule, _ in found) == rules
    return [html for _, html in found]


def targets(html):
    return re.findall(r'<a class="term" href="/rules/glossary/#([a-z0-9-]+)">', html)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("You may lay off.", f"You may {TERM.format('lay-off', 'lay off')}."),
        ("Laying off is free.", f"{TERM.format('lay-off', 'Laying off')} is free."),
        # The longest form is linked, but never inside another word.
        ("Discard piles stay.", f"{TERM.format('discard-pile', 'Discard piles')} stay."),
        ("Upset trumpets, ex-melds.", "Upset trumpets, ex-melds."),
        # Words that are too common to be linked, and words with another meaning here.
        ("A player deals a hand of cards.", "A player deals a hand of cards."),
        ("When the stock runs out.", f"When the {TERM.format('stock', 'stock')} runs out."),
        ("Contract Rummy is played.", "Contract Rummy is played."),
        ("In Canasta you wait.", "In Canasta you wait."),
        # Bold, quotes and escaped characters.
        ("**Meld** it.", f"<strong>{TERM.format('meld', 'Meld')}</strong> it."),
        ("Say “May I?” now.", f"Say {TERM.format('may-i', '“May I?”')} now."),
        ('A "run" & more.', f"A &quot;{TERM.format('run', 'run')}&quot; &amp; more."),
    ],
)
def test_a_term_is_a_link(text, html):
    assert linked(text) == [html]


def test_the_first_use_in_a_section_is_a_link_and_no_other():
    assert linked("A run, a run.", "Runs and sequences, a meld.") == [
        f"A {TERM.format('run', 'run')}, a run.",
        f"Runs and sequences, a {TERM.format('meld', 'meld')}.",
    ]


def test_nothing_is_a_link_in_the_words_of_a_game():
    assert linked("**Run**: a meld.", key="glossary") == ["<strong>Run</strong>: a meld."]


def test_what_a_rule_says_stays_escaped():
    (html,) = linked('A <script>alert("run")</script> <a href="/meld/">trick</a> &lt;')

    assert html == (
        f"A &lt;script&gt;alert(&quot;{TERM.format('run', 'run')}&quot;)&lt;/script&gt; "
        f"&lt;a href=&quot;/{TERM.format('meld', 'meld')}/&quot;&gt;{TERM.format('trick', 'trick')}"
        "&lt;/a&gt; &amp;lt;"
    )


@pytest.mark.parametrize("slug", catalogue().variants)
def test_links_change_nothing_but_add_themselves(slug):
    ids = {term.id for term in glossary().terms}
    for section in rule_texts().sections(catalogue().variant(slug)):
        found = linked_rules(section)
        every = [target for _, html in found for target in targets(html)]
        assert set(every) <= ids
        assert len(every) == len(set(every)), section.key
        for rule, html in found:
            assert re.sub(r'<a class="term"[^>]*>([^<]*)</a>', r"\1", html) == rule_html(rule.text)


def test_the_glossary_lists_every_term(client):
    page = get(client, "/rules/glossary/")
    terms = glossary().terms

    assert page.loose_ends() == []
    links = [link for link in page.all("a") if link in _inside(page.one("dl", class_="a-to-z"))]
    assert [link.attributes["href"] for link in links] == [f"#{term.id}" for term in terms]
    assert {term.name for term in terms} <= set(page.texts("dt"))
    assert [term.id for term in terms if not page.all("div", id=term.id)] == []


def _inside(element):
    found = []
    for child in element.children:
        if not isinstance(child, str):
            found += [child, *_inside(child)]
    return found


def test_the_glossary_as_data(client):
    terms = client.get("/rules/glossary.json").json()["terms"]

    assert [term["id"] for term in terms] == [term.id for term in glossary().terms]
    assert next(term for term in terms if term["id"] == "lay-off") == {
        "id": "lay-off",
        "term": "Lay off",
        "also": ["lays off", "laying off", "laid off"],
        "text": "to add cards to a meld on the table.",
        "url": "/rules/glossary/#lay-off",
    }


def test_games_that_are_only_mentioned_have_a_page(client):
    page = get(client, "/rules/mentioned/")

    assert page.loose_ends() == []
    ids = {element.attributes.get("id") for element in page.all("div")}
    assert {term.id for term in mentioned().terms} <= ids


def test_the_list_of_rules_leads_to_both(client):
    links = [link.attributes.get("href") for link in get(client, "/rules/").all("a")]

    assert {"/rules/glossary/", "/rules/mentioned/"} <= set(links)


@pytest.mark.parametrize("url", ["/rules/glossary/", "/rules/glossary.json", "/rules/mentioned/"])
def test_the_pages_ask_no_database(db, client, url):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200

    assert asked.captured_queries == []


def test_the_parser_is_ready_before_threads_use_it():
    spec = spec_from_file_location("fresh_markup", markup.__file__)
    fresh = module_from_spec(spec)
    spec.loader.exec_module(fresh)
    called = set()

    sys.setprofile(lambda frame, *_: called.add(frame.f_code.co_name))
    try:
        html = fresh.rule_html("A *wild* **card**.")
    finally:
        sys.setprofile(None)

    assert html == "A <em>wild</em> <strong>card</strong>."
    assert "getRules" in called
    assert "__compile__" not in called
