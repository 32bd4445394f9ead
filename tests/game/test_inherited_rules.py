"""A child’s inherited rules are never false: those that assume a changed value are left out."""

import pytest

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.rulesets import Ruleset
from rules.reference.rule_files import RuleWording
from rules.reference.rule_texts import RuleTexts, assumable
from tests.rules.few_games import copy_games
from tools.game.cues import unlisted

CHILD = """
slug = "kitchen-rummy"
name = "Kitchen Rummy"
based_on = "contract-rummy"
summary = "Contract Rummy with eight deals, as our kitchen plays it."
{more}

[[sources]]
title = "Our kitchen"
"""
EIGHT = """
[patch]
"deals.+" = {{ sets = [3, 3, 3], cards = 12, special = ["ordinary"] }}
{more}
"""


def texts_of(folder, more):
    copy_games(folder, "contract-rummy")
    (folder / "catalogue/kitchen-rummy.toml").write_text(CHILD.format(more=more), "utf-8")
    games = Catalogue(folder)
    return games, RuleTexts(games)


def anchors(games, texts, slug):
    return {
        rule.anchor for section in texts.sections(games.variant(slug)) for rule in section.rules
    }


def left_out(folder, more):
    """Return the anchors of Contract Rummy’s rules that its child doesn’t have."""
    games, texts = texts_of(folder, more)
    return anchors(games, texts, "contract-rummy") - anchors(games, texts, "kitchen-rummy")


def test_a_child_that_changes_nothing_has_all_the_rules(tmp_path):
    assert left_out(tmp_path, "") == set()


def test_an_eighth_deal_leaves_out_what_is_true_of_seven(tmp_path):
    gone = left_out(tmp_path, EIGHT.format(more=""))

    # In a trial with such a game, these rules, among others, were false.
    assert {
        "special-rounds-last-deal",
        "special-rounds-last-deal-runs",
        "turn-discard",
        "contracts-growing",
        "deal-hand-size",
        "contracts-exact",
        "going-out-not-when-melding",
    } <= gone
    assert "scoring-who-scores" not in gone
    assert "taking-the-discard-how-often" not in gone


@pytest.mark.parametrize(
    ("patch", "gone"),
    [
        ('"melds.ace" = "high"', {"melds-aces", "melds-longest-run"}),
        (
            '"melds.joker_swap" = { runs = true, sets = true }',
            {"jokers-joker-in-set", "glossary-dead-joker"},
        ),
        ('"melds.same_rank_sets" = false', {"melds-differ-same-rank"}),
        (
            '"players.clockwise" = false',
            {"deal-first-dealer", "deal-one-at-a-time", "turn-who-begins"},
        ),
        ('"scoring.values.J" = 12', {"scoring-high-cards", "tips-dear-cards"}),
    ],
)
def test_a_changed_value_leaves_out_the_rules_that_assume_it(tmp_path, patch, gone):
    assert left_out(tmp_path, f"\n[patch]\n{patch}\n") == gone


def test_what_is_left_out_is_listed_with_the_reason(tmp_path):
    games, texts = texts_of(tmp_path, '\n[patch]\n"melds.same_rank_sets" = false\n')

    silenced = [
        (key, wording.id, paths)
        for key, wording, paths in texts.silenced(games.variant("kitchen-rummy"))
    ]

    assert silenced == [("melds", "differ-same-rank", ("melds.same_rank_sets",))]


def test_a_childs_own_rule_replaces_one_that_would_be_left_out(tmp_path):
    games, _ = texts_of(tmp_path, '\n[patch]\n"melds.ace" = "high"\n')
    own = "## melds\n\n- [aces] In a run, an ace comes after the king.\n"
    (tmp_path / "reference/kitchen-rummy.md").write_text(own, "utf-8")

    sections = RuleTexts(games).sections(games.variant("kitchen-rummy"))

    rule = next(rule for part in sections for rule in part.rules if rule.anchor == "melds-aces")
    assert rule.text == "In a run, an ace comes after the king."
    assert rule.instead_of.slug == "contract-rummy"


@pytest.mark.parametrize(
    ("key", "assumes", "text", "found"),
    [
        ("turn", (), "Only the last deal has no discard.", [("last deal", "deals.last.special")]),
        ("turn", ("deals.*.special",), "Only the last deal has no discard.", []),
        ("turn", ("deals.last",), "Only the last deal has no discard.", []),
        ("end", (), "The lowest total wins.", [("lowest total", "end.wins")]),
        ("melds", (), "An ace is low.", [("ace is low", "melds.ace")]),
        ("names", (), "In Rummy, the lowest total wins.", []),
        # No word of this rule depends on a value.
        ("deal", (), "The cards are dealt.", []),
    ],
)
def test_words_that_depend_on_a_value_are_found(key, assumes, text, found):
    plain = assumable(catalogue().variant("contract-rummy").standard)

    wording = RuleWording("x", text, "contract-rummy", assumes=assumes)

    assert list(unlisted(key, wording, plain)) == found


def test_figures_that_a_scheme_adds_can_be_assumed():
    rules = catalogue().variant("contract-rummy").standard

    assert isinstance(rules, Ruleset)
    assert rules.scoring.figures.get("collects") is None
    assert assumable(rules)["scoring"]["figures"]["collects"] == ""
