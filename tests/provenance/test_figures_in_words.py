"""Numbers in rule texts agree with the catalogue, and most of them are placeholders."""

import re

import pytest

from rules.engine.catalogue import catalogue
from rules.reference.rule_files import SECTIONS
from rules.reference.statements import StatementKind
from tests.provenance.figures_in_words import READERS, Told, faults, literals, told

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


@pytest.mark.parametrize(
    ("slug", "place", "text", "fault"),
    [
        ("contract-rummy", "scoring-x", "A joker costs 15 points, an ace 16.", "('A', 16)"),
        ("contract-rummy", "scoring-x", "An ace, king or queen left costs 10.", "('A', 10)"),
        ("contract-rummy", "scoring-x", "It costs from 2 for a two to 9 for a ten.", "('10', 9)"),
        ("shanghai-rummy", "scoring-x", "Twos to eights cost 5 each.", "('8', 5)"),
        (
            "contract-rummy",
            "scoring-differ-x",
            "!varies what does a joker cost? Some charge 25. => a joker costs 25.",
            "('Joker', 25)",
        ),
        (
            "contract-rummy",
            "scoring-example",
            "!example a joker and two threes cost 25 + 3 + 3 = 31.",
            "[25, 3, 3]",
        ),
        ("contract-rummy", "players-x", "3 to 6 people can play.", "(3, 6)"),
        ("hearts", "players-x", "5 people play.", "(5, 5)"),
        ("contract-rummy", "turn-x", "With two or three players it is quick.", "2"),
        (
            "may-i",
            "cards-x",
            "2 packs for three or four players, 2 for five or six.",
            "(5, 'pack', 2)",
        ),
        ("rummy", "deal-x", "Two players get 9 cards each.", "(2, 'card', 9)"),
        ("contract-rummy", "cards-x", "Three packs with the jokers.", "(3, 'pack')"),
        ("king-rummy", "cards-x", "There are 109 cards in all.", "109"),
        ("rummy", "deal-stock-size", "The stock has 33 with two players.", "33"),
        ("contract-rummy", "object-x", "The lowest total after eight deals wins.", "8"),
        ("contract-rummy", "contracts-x", "In deal 8 all is different.", "8"),
        ("contract-rummy", "deal-x", "Each player is dealt 11 cards.", "11"),
        ("contract-rummy", "deal-x", "10 cards in deal 4.", "10"),
        ("contract-rummy", "contracts-x", "The contract of deal 2 takes 6 cards.", "6"),
        ("shanghai-rummy", "taking-the-discard-x", "At most 3 May I? calls in a deal.", "3"),
        ("contract-rummy", "taking-the-discard-x", "You draw 2 more.", "2"),
        ("contract-rummy", "melds-x", "A run is at least 3 cards of the same suit.", "3"),
        ("shanghai-rummy", "melds-x", "At most 2 jokers may be in one meld.", "2"),
        ("rummy", "end-x", "The game ends when somebody reaches 101 points.", "101"),
    ],
)
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
