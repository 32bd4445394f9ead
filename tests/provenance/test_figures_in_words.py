"""Numbers in rule texts agree with the catalogue, and most of them are placeholders."""

import re

import pytest

from rules.engine.catalogue import catalogue
from rules.reference.rule_files import SECTIONS
from rules.reference.statements import StatementKind
from tests.provenance.figures_in_words import READERS, Told, faults, literals, told
from tests.rows import each_row

VARIANTS = list(catalogue().variants)


def told_as(owner, section, name, text):
    """Return the rule for ``text``, the end of a line in a file: its mark and its words."""
    mark, words = re.fullmatch(r"(?:!(\w+) )?(.*)", text).groups()
    return Told(owner, section, name, words, StatementKind(mark or ""))


def test_every_reader_finds_figures():
    read = {
        name
        for slug in VARIANTS
        for rule in told(catalogue().variant(slug))
        for name, reader in READERS.items()
        if any(reader(catalogue().variant(slug).standard, rule))
    }

    assert read == set(READERS)


@each_row
def test_a_wrong_figure_is_found(slug, place, text, fault):
    section = next(key for key in SECTIONS if place.startswith(f"{key}-"))
    rule = told_as(slug, section, place.removeprefix(f"{section}-"), text)

    found = faults(catalogue().variant(slug).standard, rule)

    assert [said.partition(": ")[2] for said in found][:1] == [fault]


@pytest.mark.parametrize(
    ("section", "text", "literal"),
    [
        ("players", "3 to {players.max} people can play.", "players: 3"),
        ("deal", "10 cards each.", "cards: 10"),
        ("deal", "Everybody is dealt ten cards each.", "cards: ten"),
        ("object", "The lowest total after seven deals wins.", "deals: seven"),
        ("cards", "Two packs are shuffled together.", "packs: Two"),
        ("end", "The first to reach 500 wins.", "target: 500"),
        ("scoring", "A joker costs 15, an ace {values.A}.", "cost: 15"),
        ("taking-the-discard", "At most three in a deal.", "takes: three"),
    ],
)
def test_a_number_without_a_placeholder_is_found(section, text, literal):
    assert literals(told_as("contract-rummy", section, "x", text)) == [literal]


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("players", "{players.min} to {players.max} people can play."),
        ("players", "!varies may two people play? => no."),
        ("scoring", "!example a joker costs 15."),
        ("scoring", "Where aces are dear an ace costs 15."),
        ("cards", "Each pack has two jokers."),
    ],
)
def test_a_number_that_the_data_does_not_have_may_stand(section, text):
    assert literals(told_as("contract-rummy", section, "x", text)) == []
