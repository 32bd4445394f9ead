import re

import pytest

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.reference.figures import figures_of, fill_figures
from rules.reference.rule_files import SECTIONS
from rules.reference.rule_texts import RuleTexts, rule_texts
from tests.provenance.facts import GAMES
from tests.rows import each_row

VARIANTS = list(catalogue().variants)


def told(slug, key, ruleset=None):
    """Return the texts of the rules in a section."""
    sections = rule_texts().sections(catalogue().variant(slug), ruleset)
    section = next(found for found in sections if found.key == key)
    return [rule.text for rule in section.rules]


@pytest.mark.parametrize("slug", GAMES)
def test_the_eight_games_have_every_section_but_those_of_bids(slug):
    sections = rule_texts().sections(catalogue().variant(slug))

    expected = {key: SECTIONS[key] for key in SECTIONS if key not in ("bidding", "games")}
    assert [found.key for found in sections] == list(expected)
    assert [found.title for found in sections] == list(expected.values())


@pytest.mark.parametrize("slug", VARIANTS)
def test_every_section_of_a_game_is_known_and_stands_in_order(slug):
    keys = [found.key for found in rule_texts().sections(catalogue().variant(slug))]

    assert keys == [key for key in SECTIONS if key in keys]
    assert set(keys) <= set(SECTIONS)


NOBODY_OUT = (
    "If the cards run out and nobody goes out, nobody scores 0: "
    "everybody scores penalty points for the cards they hold."
)
CONTRACT_RUMMY_DISCARD = (
    "**Discard** one card, face up, to end your turn. Only the last deal has no discard."
)
SHANGHAI_DISCARD = (
    "**Discard** one card, face up. If the card fits a meld on the table, you may call “Shanghai”. "
    "There is no discard in the last deal."
)
# The rule has the values of the game that it came from.
SHANGHAI_LAST_DEAL = "**Last deal**: the contract is three runs of 4, and there is no discard."
KOLSOV = "shanghai-rummy-kolsov"


@pytest.mark.parametrize(
    ("slug", "anchor", "expected"),
    [
        ("liverpool-rummy", "melds-aces", ("contract-rummy", True, "", "")),
        (
            "liverpool-rummy",
            "scoring-no-winner",
            ("liverpool-rummy", False, "Contract Rummy", NOBODY_OUT),
        ),
        ("liverpool-rummy", "scoring-perfect-cut", ("liverpool-rummy", False, "", "")),
        ("may-i", "turn-discard", ("may-i", False, "Contract Rummy", CONTRACT_RUMMY_DISCARD)),
        # Shanghai Rummy changes the rule, and its child inherits the change.
        (KOLSOV, "scoring-high-cards", ("shanghai-rummy", True, "", "")),
        (KOLSOV, "taking-the-discard-price", ("contract-rummy", True, "", "")),
        (KOLSOV, "turn-discard", (KOLSOV, False, "Shanghai Rummy", SHANGHAI_DISCARD)),
        (KOLSOV, "special-rounds-last-deal", (KOLSOV, False, "Shanghai Rummy", SHANGHAI_LAST_DEAL)),
    ],
)
def test_words_taken_from_another_game_say_whose_they_are(slug, anchor, expected):
    sections = rule_texts().sections(catalogue().variant(slug))
    (rule,) = (rule for found in sections for rule in found.rules if rule.anchor == anchor)

    instead_of = rule.instead_of.name if rule.instead_of else ""
    was = rule.was.text if rule.was else ""
    assert (rule.owner.slug, rule.inherited, instead_of, was) == expected


@pytest.mark.parametrize(
    ("slug", "key", "name"),
    [
        ("contract-rummy", "melds", ""),
        ("liverpool-rummy", "melds", "Contract Rummy"),
        ("liverpool-rummy", "scoring", ""),
        ("shanghai-rummy-kolsov", "object", "Contract Rummy"),
        # Some rules of the section come from Shanghai Rummy, and some from Contract Rummy.
        ("shanghai-rummy-kolsov", "scoring", ""),
    ],
)
def test_a_section_taken_whole_from_one_game_says_whose_it_is(slug, key, name):
    sections = rule_texts().sections(catalogue().variant(slug))

    assert next(found for found in sections if found.key == key).inherited_from == name


@each_row
def test_a_section_tells_the_figures_of_its_game(slug, key, rule):
    assert any(text.startswith(rule) for text in told(slug, key))


def test_a_section_tells_the_figures_of_the_rules_that_a_table_plays_by():
    house = catalogue().variant("contract-rummy").ruleset({"joker-25": True})

    rules = told("contract-rummy", "scoring", house)

    assert "A joker counts 25 points, an ace 15, and a king, queen or jack 10." in rules


def test_house_rules_leave_out_what_they_do_away_with():
    pays = (
        "Second place pays 2 pennies, and each lower place pays 2 more than the one above it. "
        "All of this goes to the winner."
    )
    patches = {"settlement": None, "deals.*.takes.price": 0}
    house = catalogue().variant("progressive-rummy").ruleset(patches=patches)

    standard = told("progressive-rummy", "settlement")
    house_rules = told("progressive-rummy", "settlement", house)

    assert pays in standard
    assert house_rules == [rule for rule in standard if rule != pays]


@pytest.mark.parametrize(
    ("patch", "gone", "kept"),
    [
        ({"deals.1.cards": 11}, ["hand-size", "stock-left", "differ-hand-size"], "first-dealer"),
        ({"deck.by_players.*.jokers": 4}, ["stock-left"], "hand-size"),
        ({"deals.1.cards": 10}, [], "stock-left"),
        ({"scoring.values.K": 20}, [], "stock-left"),
    ],
)
def test_house_rules_leave_out_what_takes_for_granted_what_they_change(patch, gone, kept):
    variant = catalogue().variant("contract-rummy")
    usual = {f"deal-{name}" for name in (*gone, kept)}

    sections = rule_texts().sections(variant, variant.ruleset(patches=patch))

    anchors = {rule.anchor for section in sections for rule in section.rules}
    assert usual & anchors == {f"deal-{kept}"}


@pytest.mark.parametrize(
    ("patch", "costs"),
    [
        (
            {"scoring.values.A": 20},
            "A joker counts 15 points, an ace 20, and a king, queen or jack 10.",
        ),
        ({"scoring.values.K": 20}, ""),
        ({"scoring.values.Q": 12}, ""),
    ],
)
def test_cards_that_cost_the_same_are_named_together_as_long_as_they_do(patch, costs):
    variant = catalogue().variant("contract-rummy")

    rules = told("contract-rummy", "scoring", variant.ruleset(patches=patch))

    assert [text for text in rules if text.startswith("A joker counts")] == [costs][: bool(costs)]


@pytest.mark.parametrize(
    "text", ["{values.Jokers}", "{values}", "{deals.8.cards}", "{melds.max_wild}"]
)
def test_a_text_may_ask_only_for_figures_that_there_are(text):
    figures = figures_of(catalogue().variant("contract-rummy").standard)

    with pytest.raises(CatalogueError) as refused:
        fill_figures(f"It costs {text}.", figures, "Contract Rummy")

    assert str(refused.value) == f"Contract Rummy: the text uses {text}, which is not a value"


def test_sums_in_the_words_are_right():
    rules = [
        rule.text
        for variant in catalogue().variants.values()
        for found in rule_texts().sections(variant)
        for rule in found.rules
    ]
    term = r"\d+(?: × −?\d+)?"
    sums = re.findall(rf"({term}(?: [+-] {term})*) = (-?\d+)", " ".join(rules))

    assert ("15 + 10 + 2", "27") in sums
    assert ("15 + 10 + 2 - 50", "-23") in sums
    assert ("4 × 10 + 1", "41") in sums
    for terms, total in sums:
        plain = terms.replace(" ", "").replace("−", "-")
        products = re.findall(r"([+-]?\d+)(?:×(-?\d+))?", plain)
        assert sum(int(one) * int(times or 1) for one, times in products) == int(total)


def test_a_games_own_rules_are_its_own_in_any_catalogue_that_was_read():
    (section, *_) = RuleTexts(Catalogue()).sections(catalogue().variant("gin-rummy"))

    assert not section.inherited_from
    assert [rule.inherited for rule in section.rules] == [False] * len(section.rules)
