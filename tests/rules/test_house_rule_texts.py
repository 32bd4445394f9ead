"""Rule texts under house rules: what still applies, and what replaces the rest."""

import pytest

from rules.engine.catalogue import catalogue
from rules.reference.rule_texts import rule_texts

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


@pytest.mark.parametrize(
    ("slug", "options", "anchor", "text"),
    [
        (
            "combination-rummy",
            ["deal-9-first", "deal-12-from-4"],
            "deal-hand-size",
            (
                "Each player is dealt 9 cards in deal 1, 10 in deal 2, 10 in deal 3, 12 in deal 4, "
                "and "
                "12 from deal 5 on."
            ),
        ),
        (
            "continental-rummy",
            ["deal-11"],
            "deal-hand-size",
            "In every hand, each player is dealt 11 cards.",
        ),
        (
            "continental-rummy",
            ["deal-7-to-13"],
            "contracts-cards-left-over",
            (
                "To open, you need 6 cards in the first hand, and one card more in each later "
                "hand, up "
                "to 12 in the last."
            ),
        ),
        (
            "contract-rummy-eight",
            ["low-number-cards-five"],
            "scoring-number-cards",
            "Number cards from two to nine count 5 each, and a ten 10.",
        ),
        (
            "contract-rummy-eight",
            ["low-number-cards-five", "deuces-wild"],
            "scoring-number-cards",
            "A wild two counts 25. Number cards from three to nine count 5 each, and a ten 10.",
        ),
        (
            "contract-rummy-eight",
            ["joker-swap-any-time"],
            "jokers-joker-in-meld",
            (
                "Any player may swap a joker on the table for the exact card it was named as, in "
                "anybody’s run or set."
            ),
        ),
        (
            "contract-rummy-eight",
            ["joker-swap-any-time"],
            "jokers-claimed-joker",
            (
                "A joker you have swapped for may be kept in your hand. On your own turn, you may "
                "also "
                "play it at once."
            ),
        ),
        (
            "deuces-wild-rummy",
            ["rounds-10"],
            "turn-discard",
            "**Discard** one card, face up, to end your turn. Only the last deal has no discard.",
        ),
        (
            "five-hundred",
            ["three-handed"],
            "bidding-misere",
            (
                "**Misère** is a contract to lose every trick. The contractor plays alone against "
                "the "
                "other two."
            ),
        ),
        (
            "australian-five-hundred",
            ["six-handed"],
            "bidding-misere",
            (
                "**Misère** is a contract to lose every trick. The contractor plays alone, and "
                "both "
                "partners put their cards down."
            ),
        ),
        (
            "carioca-chile",
            ["rounds-8", "four-trios-first"],
            "going-out-not-when-melding",
            (
                "In rounds 7 and 8, you can go out on the turn you lay down: the contract takes 12 "
                "of "
                "your 13 cards, and you discard the last one."
            ),
        ),
        (
            "carioca",
            ["deal-13-last"],
            "going-out-not-when-melding",
            (
                "With hands of 11, you can go out on the turn you lay down the contract of round "
                "6: "
                "lay down eleven cards and discard the twelfth."
            ),
        ),
        (
            "chinchon",
            ["jokers"],
            "melds-jokers-in-meld",
            "A set or a run may include only one joker, and a chinchón none at all.",
        ),
        (
            "chinchon",
            ["minus-50"],
            "scoring-chinchon",
            (
                "A player who closes with a chinchón takes 50 points off their total, 10 for "
                "melding "
                "all seven cards and 40 more, and does not win the game at once."
            ),
        ),
        (
            "black-maria",
            ["no-points-first-trick"],
            "turn-follow-suit",
            (
                "Follow suit if you can; if you have none of the suit led, play any card. But you "
                "may "
                "not play a heart or the queen, king or ace of spades on the first trick unless "
                "you "
                "have nothing else."
            ),
        ),
    ],
)
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
