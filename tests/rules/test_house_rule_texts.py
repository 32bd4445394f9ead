"""Rule texts under house rules: what still applies, and what replaces the rest."""

import pytest

from rules.engine.catalogue import catalogue
from rules.reference.rule_texts import rule_texts
from tests.rows import each_row

LAST_DEAL = {
    "contracts-exact": "Lay down exactly the contract of the deal: all of it in one turn, never "
    "just a part, and no extra cards. Only in the last deal may you lay down more.",
    "turn-discard": "**Discard** one card, face up, to end your turn. Only the last deal has no "
    "discard.",
    "special-rounds-last-deal": "**Last deal**: lay down your whole hand at once as three runs of "
    "4. There is no discard, and the deal is over.",
    "going-out-not-when-melding": "Before the last deal, you cannot go out on the turn you meld, "
    "because you must wait for a later turn to lay off.",
}


def texts(slug, *options):
    variant = catalogue().variant(slug)
    ruleset = variant.ruleset(dict.fromkeys(options, True))
    sections = rule_texts().sections(variant, ruleset)
    return {rule.anchor: rule.text for section in sections for rule in section.rules}


@pytest.mark.parametrize("anchor", LAST_DEAL)
def test_the_last_deal_stays_special_if_runs_may_touch(anchor):
    assert texts("contract-rummy", "touching-runs-allowed")[anchor] == LAST_DEAL[anchor]


@pytest.mark.parametrize("anchor", LAST_DEAL)
def test_an_ordinary_last_deal_is_ordinary_if_runs_may_touch(anchor):
    told = texts("contract-rummy", "ordinary-round-seven", "touching-runs-allowed")

    assert told.get(anchor) != LAST_DEAL[anchor]


@each_row
def test_a_house_rule_leaves_no_gap(slug, options, anchor, text):
    assert texts(slug, *options)[anchor] == text


def test_the_example_of_the_target_of_crazy_eights_has_the_figure_of_the_group():
    variant = catalogue().variant("crazy-eights")
    ruleset = variant.ruleset({"target-50-per-player": 30})
    ends = next(part for part in rule_texts().sections(variant, ruleset) if part.key == "end")

    assert (
        "Example: with 30 points for each player, two players play to 2 × 30 = 60, four to "
        "4 × 30 = 120 and seven to 7 × 30 = 210."
    ) in [rule.text for rule in ends.rules]
