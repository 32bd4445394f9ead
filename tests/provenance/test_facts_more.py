"""Every number in the facts of the additional sheets is in the catalogue or in our texts."""

from collections import Counter

import pytest

from rules.engine.catalogue import catalogue
from tests.provenance.facts_more import (
    SHEETS,
    Fact,
    answers,
    contract_of,
    digits,
    load_facts,
    numbers,
)
from tests.provenance.facts_more_places import OFFERED

FACTS = load_facts()
IDS = {fact.id for facts in FACTS.values() for fact in facts}


def wrong(facts):
    return [fact.id for fact in facts if not all(same for _, same in answers(fact))]


def kind(fact):
    """Return where a fact is: in the data, in known words, or only as numbers."""
    found = {kind for kind, _ in answers(fact)}
    return next((kind for kind in ("data", "words", "number") if kind in found), "no figure")


@pytest.mark.parametrize("game", SHEETS)
def test_our_pages_say_what_the_facts_of_a_sheet_say(game):
    assert wrong(FACTS[game]) == []


def test_every_sheet_has_a_page_and_its_facts():
    assert len(IDS) == sum(map(len, FACTS.values())) == 1148
    assert [game for game in SHEETS if not FACTS[game]] == []
    assert {slug for slugs in SHEETS.values() for slug in slugs} <= set(catalogue().variants)


def test_no_fact_is_left_out():
    kinds = Counter(kind(fact) for facts in FACTS.values() for fact in facts)

    assert kinds == {"data": 933, "words": 159, "number": 56}


def test_every_entry_of_the_table_of_house_rules_is_of_a_fact():
    offered = {
        (fact.game, name)
        for facts in FACTS.values()
        for fact in facts
        for name in fact.text.split("`")[1::2]
    }

    assert set(OFFERED) - offered == set()


def altered(fact_id, **changes):
    (fact,) = (fact for facts in FACTS.values() for fact in facts if fact.id == fact_id)
    return Fact(**{**vars(fact), **changes})


@pytest.mark.parametrize(
    ("fact_id", "changes"),
    [
        ("carioca-079", {"value": "55"}),
        ("carioca-014", {"value": "3T"}),
        ("zioncheck-013", {"value": "12"}),
        ("push-rummy-018", {"value": "unlimited"}),
        ("central-american-loba-016", {"value": "8 down"}),
        ("pay-me-026", {"value": "K"}),
        ("hearts-006", {"text": "All cards: 13 each at four, 17 at three, 10 at five, 9 at six"}),
        ("family-golf-card-003", {"text": "Options: `joker-minus-6`"}),
        ("king-rummy-026", {"text": "Five deals, lowest total"}),
        ("king-rummy-026", {"text": "Four deals, highest total"}),
        ("carioca-010", {"text": "Chile: 12 every round, clockwise"}),
        ("push-rummy-023", {"text": "ace low only"}),
        ("zioncheck-045", {"text": "Set: four or more of a rank"}),
        ("crummy-rummy-007", {"text": "B: two decks, six jokers"}),
        ("spades-017", {"text": "`target-400`"}),
        ("spades-017", {"text": "`bags-9-minus-100`"}),
        ("toonerville-rook-004", {"text": "The Rook pack dates from 1907, Parker Brothers"}),
        ("toonerville-rook-004", {"text": "The Rook pack dates from 1906, Milton Bradley"}),
    ],
)
def test_a_fact_with_another_figure_is_wrong(fact_id, changes):
    assert wrong([altered(fact_id)]) == []
    assert wrong([altered(fact_id, **changes)]) == [fact_id]


def test_numbers_are_read_from_digits_and_words():
    assert digits("1,495 or 0.6, minus 10; 2-9") == [1495, 0.6, 10, 2, 9]
    assert numbers("Twelve of 2, fives and someone") == {12, 2, 5}


@pytest.mark.parametrize(
    ("text", "sets", "runs"),
    [
        ("2 sets of 3", (3, 3), ()),
        ("run of 4 + set of 3", (3,), (4,)),
        ("1T 2E", (3,), (4, 4)),
        ("set of 3 + run of 7 or more", (3,), (7,)),
        ("2 sets of 3, one pure", (3, 3), ()),
        ("royal run A-K in one suit", (), (13,)),
        ("3 books", (3, 3, 3), ()),
    ],
)
def test_the_contracts_of_the_sheets_are_read(text, sets, runs):
    contract = contract_of(text)

    assert (contract.sets, contract.runs) == (sets, runs)
