"""Sentences that compare cards, or speak of scores below zero, are true under every house rule."""

import pytest

from rules.engine.catalogue import Catalogue, catalogue
from rules.reference.rule_texts import RuleTexts, rule_texts
from tests.provenance.figures_in_words import Told
from tests.rules.few_games import copy_games
from tools.game.comparisons import untrue
from tools.game.places import Places
from tools.game.properties import (
    Game,
    is_true_under_house_rules,
    lists_what_it_assumes,
    settles_scores_below_zero,
)

ACES_20 = """
[[options]]
id = "aces-20"
label = "Aces count 20"
explanation = "An ace left in hand counts 20 points."
patch = { "scoring.values.A" = 20 }
"""
AT_LEAST_ZERO = """
[[options]]
id = "at-least-zero"
label = "No total below zero"
explanation = "A total that would fall below zero stays at zero."
"""


def with_option(folder, slug, option, texts=""):
    """Return a game of the catalogue with one more option, and texts for it."""
    lineage = catalogue().lineage(catalogue().variant(slug))
    copy_games(folder, *(game.slug for game in lineage))
    for kind, suffix, more in (("catalogue", "toml", option), ("reference", "md", texts)):
        with (folder / kind / f"{slug}.{suffix}").open("a", encoding="utf-8") as file:
            file.write(f"\n{more}")
    games = Catalogue(folder)
    return Game(games.variant(slug), games, RuleTexts(games), Places(folder, folder))


# Contract Rummy: jokers and aces count 15, tens and face cards 10, the others their number.
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Jokers and aces are the most expensive cards to be caught with.", []),
        ("A joker is the most expensive card to be caught with.", ["the most expensive card"]),
        ("Aces and jokers are the most expensive cards, followed by tens and face cards.", []),
        (
            "Aces and jokers are the most expensive cards, followed by face cards.",
            ["followed by face cards"],
        ),
        ("Keep a nine. But it is the most expensive card.", ["the most expensive card"]),
        ("Keep no aces or jokers: they are the most expensive cards.", []),
        ("An ace counts as much as a joker.", []),
        ("An ace counts as much as two kings.", ["counts as much as two kings"]),
        ("A king counts as much as two fives.", []),
        ("Face cards count more than tens.", ["count more than tens"]),
        ("Aces count more than tens.", []),
        ("Face cards count no more than a ten.", []),
        ("A three counts less than a two.", ["counts less than a two"]),
        ("A two counts least of all.", []),
        ("An ace counts least.", ["counts least"]),
        # There is nothing to compare.
        ("A joker counts as much as it scores on the table.", []),
        ("No hand counts more than the full count.", []),
        ("The seven is followed by the jack.", []),
        # This game has no such card.
        ("A deuce counts as much as a knave.", []),
    ],
)
def test_a_comparison_is_read(text, words):
    rules = catalogue().variant("contract-rummy").standard

    assert list(untrue(rules, Told("contract-rummy", "tips", "x", text))) == words


def test_a_rank_that_an_option_takes_out_can_not_be_compared():
    rules = catalogue().variant("contract-rummy").ruleset({"no-jokers": True})

    text = "An ace counts as much as a joker."

    assert list(untrue(rules, Told("contract-rummy", "tips", "x", text))) == [
        "counts as much as a joker"
    ]


def test_an_option_that_makes_a_comparison_untrue_is_found(tmp_path):
    text = "# with aces-20\n\n## tips\n\n- [dear-cards] A joker is the most expensive card.\n"
    game = with_option(tmp_path, "liverpool-rummy-common", ACES_20, text)

    assert list(is_true_under_house_rules(game)) == [
        (
            "reference/liverpool-rummy-common.md:152: Rule “tips-dear-cards” says “the most "
            "expensive card”, which isn’t true with “joker-15” and “aces-20”. Write a text for it "
            "under “# with joker-15 and aces-20”, or list the values that the rule assumes, as in "
            "“=scoring.values”."
        )
    ]


def test_a_comparison_that_custom_values_make_untrue_lists_what_it_assumes(tmp_path):
    text = "# with aces-20\n\n## tips\n\n- [dear-cards] A joker is the most expensive card.\n"
    game = with_option(tmp_path, "california-rummy", ACES_20, text)

    (message,) = lists_what_it_assumes(game)

    assert message.endswith(
        "Rule “tips-dear-cards” compares cards, which a group may value differently. Write "
        "“=scoring.values” after its name."
    )


@pytest.mark.parametrize(
    ("slug", "options", "anchor"),
    [
        ("california-rummy", {}, "tips-dear-cards"),
        ("canasta", {}, "tips-wild-in-hand"),
        ("crazy-eights", {}, "tips-keep-an-eight"),
        ("liverpool-rummy-common", {"joker-15": True}, "tips-dear-cards"),
    ],
)
def test_a_tip_about_the_most_expensive_card_is_left_out_with_custom_values(slug, options, anchor):
    variant = catalogue().variant(slug)

    def anchors(patches):
        rules = variant.ruleset(options, patches)
        return {
            rule.anchor
            for section in rule_texts().sections(variant, rules)
            for rule in section.rules
        }

    assert anchor in anchors({})
    assert anchor not in anchors({"scoring.values.3": 60})


def test_an_option_about_scores_below_zero_needs_a_text(tmp_path):
    game = with_option(tmp_path, "nertz", AT_LEAST_ZERO)

    assert list(settles_scores_below_zero(game)) == [
        (
            "reference/nertz.md:50: Rule “scoring-negative” is about scores below zero, and so is "
            "the option “at-least-zero”. Write a text for it under “# with at-least-zero”, or list "
            "the path that the option changes, as in “=scoring.values”."
        )
    ]


def test_an_option_with_a_text_about_scores_below_zero_is_settled(tmp_path):
    text = "# with at-least-zero\n\n## scoring\n\n- [negative] No total falls below zero.\n"
    game = with_option(tmp_path, "nertz", AT_LEAST_ZERO, text)

    assert list(settles_scores_below_zero(game)) == []
