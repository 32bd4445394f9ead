"""Numbers in rule texts agree with the catalogue, and few are not placeholders."""

import re

import pytest

from rules.engine.catalogue import catalogue
from rules.reference.rule_files import SECTIONS
from rules.reference.rule_texts import rule_texts
from rules.reference.statements import Mark
from tests.provenance.figures_in_words import READERS, Told, faults, literals, told
from tests.rules.played import usual_answer

VARIANTS = list(catalogue().variants)

# Statements about a game other than the page’s, or about a form of it that is a house rule.
ELSEWHERE = {
    "california-rummy:names-differences": "the contracts of Contract Rummy",
    "california-rummy:names-shanghai": "a Shanghai of ten contracts",
    "canasta-singles:players-four": "Canasta with partners",
    "canasta:players-two-or-three": "Canasta without partners",
    "continental-rummy-chips:names-seven-contracts": "the Continental of seven contracts",
    "contract-rummy:names-larger-table": "Contract Rummy for eight",
    "crummy-rummy-five:names-other-game": "the Crummy Rummy of seven rounds",
    "crummy-rummy:names-other-game": "the Crummy Rummy of five rounds",
    "euchre:cards-sevens-and-eights": "the house rule of a larger pack",
    "euchre:players-three-players": "Cutthroat Euchre",
    "five-hundred:bidding-misere-rank": "the house rule for three",
    "five-hundred:cards-pack-six": "the house rule for six",
    "five-hundred:cards-pack-three": "the house rule for three",
    "gin-rummy:players-four-people": "two games side by side",
    "gin-rummy:players-three-people": "two who play while one sits out",
    "pinochle:cards-pack": "the packs that the pack of 48 is taken from",
    "pinochle:names-other-forms": "Pinochle for two and for three",
    "spades-solo:cards-jokers-high": "the house rule of jokers",
    "zioncheck-family:names-differences": "the Zioncheck of six hands",
}
# Numbers that have to be written in a text.
SAID_ITSELF = {
    "12-step-rummy:players-how-many": "the largest table that two packs serve",
    "6-7-8-9-10:cards-packs": "a choice of three players",
    "black-maria:scoring-whole-deal": "a sum of figures",
    "carioca:players-how-many": "a usual most, beside the most",
    "central-american-loba:players-how-many": "a usual most, beside the most",
    "contract-rummy:cards-how-many-jokers": "a difference of two figures",
    "crazy-eights:cards-two-packs": "a larger table, whatever its size",
    "cribbage:scoring-double-run": "a count that the way of counting has",
    "cribbage:scoring-flush": "a count that the way of counting has",
    "cribbage:scoring-highest-hand": "a count that the way of counting has",
    "cribbage:scoring-nobs": "a count that the way of counting has",
    "cribbage:scoring-show-fifteens": "a count that the way of counting has",
    "cribbage:scoring-show-pairs": "a count that the way of counting has",
    "five-hundred:scoring-contract-table": "sums of figures",
    "hearts:scoring-pad-check-diamond": "a figure of a house rule",
    "mexican-train:deal-hand-size": "tiles, of which the data knows no hands",
    "oh-hell:deal-how-many-hands": "a sum for one size of table",
    "pitch:scoring-card-points": "cards that only decide who has the most",
    "sergeant-major:players-four-players": "one size of table of two",
    "whist:scoring-honours-late": "a condition of one length of game",
    "wizard-style:deal-rounds-by-table": "figures by the size of the table",
}

# Readers for statements that stay true under house rules, so not those about the whole stock.
HOUSE = (
    *("card_values", "number_of_players", "by_table", "cards_dealt", "taking", "melds", "target"),
)


def contradictions(slug):
    """Yield statements on a game’s page that differ from its data, with their places."""
    variant = catalogue().variant(slug)
    return {
        (rule.place, fault) for rule in told(variant) for fault in faults(variant.standard, rule)
    }


def literal_numbers(slug):
    """Yield the numbers that are written in a game’s file, with their places."""
    return {
        (f"{slug}:{key}-{wording.id}", literal)
        for key, part in rule_texts()._references[slug].parts.items()
        for wording in part.wordings
        for literal in literals(Told(slug, key, wording.id, wording.text, wording.mark))
    }


@pytest.mark.parametrize("slug", VARIANTS)
def test_no_rule_contradicts_the_catalogue(slug):
    assert {(place, _) for place, _ in contradictions(slug) if place not in ELSEWHERE} == set()


@pytest.mark.parametrize("slug", VARIANTS)
def test_no_rule_contradicts_a_house_rule(slug):
    variant = catalogue().variant(slug)
    found = {
        (option.id, rule.place, fault)
        for option in variant.options
        for rules in (variant.ruleset({option.id: usual_answer(option)}),)
        for rule in told(variant, rules)
        for fault in faults(rules, rule, HOUSE)
        if rule.place not in ELSEWHERE
    }

    assert found == set()


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_number_that_the_data_has_is_asked_of_the_data(slug):
    allowed = ELSEWHERE | SAID_ITSELF

    assert {(place, _) for place, _ in literal_numbers(slug) if place not in allowed} == set()


def test_every_exception_is_needed():
    told_otherwise = {place for slug in VARIANTS for place, _ in contradictions(slug)}
    said_itself = {place for slug in VARIANTS for place, _ in literal_numbers(slug)}

    assert set(ELSEWHERE) - told_otherwise - said_itself == set()
    assert set(SAID_ITSELF) - said_itself == set()
    assert set(SAID_ITSELF) & set(ELSEWHERE) == set()


def told_as(owner, section, name, text):
    """Return the rule for ``text``, the end of a line in a file: its mark and its words."""
    mark, words = re.fullmatch(r"(?:!(\w+) )?(.*)", text).groups()
    return Told(owner, section, name, words, Mark(mark or ""))


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
