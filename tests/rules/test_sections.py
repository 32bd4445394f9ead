import re

import pytest

from rules.errors import CatalogueError
from rules.library import figures_of, fill_figures, library
from rules.wording import SECTIONS
from tests.rules.facts import GAMES

VARIANTS = list(library().variants)


def told(slug, key, ruleset=None):
    """The words of the rules of a section."""
    sections = library().sections(library().variant(slug), ruleset)
    section = next(found for found in sections if found.key == key)
    return [rule.text for rule in section.rules]


@pytest.mark.parametrize("slug", GAMES)
def test_the_eight_games_have_every_section_but_that_of_bids(slug):
    sections = library().sections(library().variant(slug))

    expected = {key: title for key, title in SECTIONS.items() if key != "bidding"}
    assert [found.key for found in sections] == list(expected)
    assert [found.title for found in sections] == list(expected.values())


@pytest.mark.parametrize("slug", VARIANTS)
def test_every_game_has_rules_in_words_with_all_figures_filled_in(slug):
    sections = library().sections(library().variant(slug))

    assert {"names", "players", "cards", "deal", "object", "scoring", "end"} <= {
        found.key for found in sections
    }
    assert all(found.rules for found in sections)
    assert not [
        rule.text
        for found in sections
        for rule in found.rules
        if "{" in rule.text or "}" in rule.text
    ]


@pytest.mark.parametrize(
    ("slug", "inherited"),
    [
        ("contract-rummy", {}),
        ("contract-rummy-eight", {}),
        (
            "liverpool-rummy",
            dict.fromkeys(
                [
                    *("players", "cards", "object", "contracts", "melds", "turn", "taking-the-discard"),
                    *("jokers", "special-rounds", "going-out", "settlement", "options"),
                ],
                "Contract Rummy",
            ),
        ),
        (
            "may-i",
            dict.fromkeys(
                ["deal", "object", "taking-the-discard", "end", "settlement", "options"], "Contract Rummy"
            ),
        ),
        (
            "shanghai-rummy-kolsov",
            dict.fromkeys(["cards", "melds", "taking-the-discard", "jokers", "scoring"], "Shanghai Rummy")
            | dict.fromkeys(["players", "object", "end", "settlement"], "Contract Rummy")
            | {"glossary": "Shanghai Rummy"},
        ),
    ],
)
def test_words_taken_from_another_game_say_whose_they_are(slug, inherited):
    sections = library().sections(library().variant(slug))

    assert {found.key: found.inherited_from for found in sections if found.inherited_from} == (
        inherited
    )


@pytest.mark.parametrize(
    ("slug", "key", "rule"),
    [
        (
            "contract-rummy",
            "scoring",
            "A joker costs 15 points, an ace 15, a king, queen or jack 10.",
        ),
        ("may-i", "scoring", "A joker costs 25 points, an ace 15, a king, queen or jack 10."),
        ("may-i", "deal", "Deals 1, 2 and 3: 10 cards are dealt to each player. Deals 4, 5, 6"),
        (
            "liverpool-rummy",
            "scoring",
            (
                "A perfect cut changes the cutter’s score by −50 points, "
                "whether or not the cutter goes out."
            ),
        ),
        (
            "shanghai-rummy-kolsov",
            "contracts",
            (
                "Deal 8 asks for one set of 3, one run of 10. "
                "Aces are high, so that long run starts at 2, 3, 4 or 5."
            ),
        ),
        (
            "progressive-rummy",
            "end",
            "After deal 15 the lowest total wins; the others are second, ",
        ),
    ],
)
def test_a_section_tells_the_figures_of_its_game(slug, key, rule):
    assert any(text.startswith(rule) for text in told(slug, key))


def test_a_section_tells_the_figures_of_the_rules_that_a_table_plays_by():
    house = library().variant("contract-rummy").ruleset({"joker-25": True})

    rules = told("contract-rummy", "scoring", house)

    assert "A joker costs 25 points, an ace 15, a king, queen or jack 10." in rules


def test_house_rules_leave_out_what_they_do_away_with():
    pays = "Second place pays 2 pennies, and each place after it 2 more. The winner gets it all."
    patches = {"settlement": None, "deals.*.takes.price": 0}
    house = library().variant("progressive-rummy").ruleset(patches=patches)

    standard = told("progressive-rummy", "settlement")
    house_rules = told("progressive-rummy", "settlement", house)

    assert pays in standard
    assert house_rules == [rule for rule in standard if rule != pays]


@pytest.mark.parametrize(
    "text", ["{values.Jokers}", "{values}", "{deals.8.cards}", "{melds.max_wild}"]
)
def test_a_text_may_ask_only_for_figures_that_there_are(text):
    figures = figures_of(library().variant("contract-rummy").standard)

    with pytest.raises(CatalogueError) as refused:
        fill_figures(f"It costs {text}.", figures, "Contract Rummy")

    assert str(refused.value) == f"Contract Rummy: the text asks for {text}, which is no figure"


def test_sums_in_the_words_are_right():
    rules = [
        rule.text
        for variant in library().variants.values()
        for found in library().sections(variant)
        for rule in found.rules
    ]
    sums = re.findall(r"(\d+(?: [+-] \d+)+) = (-?\d+)", " ".join(rules))

    assert ("15 + 10 + 2", "27") in sums
    assert ("27 - 50", "-23") in sums
    for terms, total in sums:
        assert sum(map(int, re.findall(r"[+-]?\d+", terms.replace(" ", "")))) == int(total)
