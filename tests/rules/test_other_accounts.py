"""What several sources, or several places of one page, say about one thing."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.rulesets import Ruleset
from rules.reference.compare import compare
from rules.reference.differences import differences
from rules.reference.facts import facts, takes_words
from rules.reference.rule_texts import rule_texts
from tests.rules.played import points

THREE = ("Ann", "Bob", "Cai")


def game(slug, *options) -> Ruleset:
    return catalogue().variant(slug).ruleset(dict.fromkeys(options, True))


def texts(slug, *options):
    """Return the rules of a game by anchor."""
    sections = rule_texts().sections(catalogue().variant(slug), game(slug, *options))
    return {rule.anchor: rule.text for section in sections for rule in section.rules}


def test_everything_about_hand_7_of_hollywood_rummy_is_unknown():
    hollywood = game("hollywood-rummy")
    rows = {fact.key: fact.text for fact in facts(hollywood)}

    assert takes_words(hollywood, hollywood.deal(6)) == (
        "unlimited, each with an extra card from the stock"
    )
    assert takes_words(hollywood, hollywood.deal(7)) == "?"
    assert rows["cards"] == "11 in hands 1–6; ? in hand 7"
    assert rows["takes"].endswith("in hands 1–6; ? in hand 7")
    assert texts("hollywood-rummy")["special-rounds-last-deal"].startswith("Hand 7 differs")


def test_melds_of_hollywood_rummy_may_be_larger_wherever_they_are_mentioned():
    hollywood = catalogue().variant("hollywood-rummy")
    rows = {fact.key: fact.text for fact in facts(hollywood.standard)}

    assert rows["larger"] == "at once"
    assert hollywood.readings[1].endswith("They may be larger.")
    assert "Here: yes." in texts("hollywood-rummy")["contracts-differ-larger-melds"]


def test_a_list_of_one_deal_that_repeats_differs_in_all_deals_of_a_longer_list():
    found = differences(game("hearts"), game("black-maria"))

    deals = {own.key: (theirs.text, own.text) for theirs, own in found if "deal-" in own.key}
    assert set(deals) == {"deal-1"}
    assert deals["deal-1"][1] == "no contract. Pass three cards to the right."


@pytest.mark.parametrize("number", [1, 12])
def test_compared_games_repeat_their_deals(number):
    games = [catalogue().variant(slug) for slug in ("hearts", "black-maria")]

    rows = {row.key: row for row in compare(rule_texts(), games).deals.rows}

    assert rows[f"deal-{number}"].cells[1].lines == ("Pass three cards to the right.",)


def test_a_list_that_makes_the_length_of_a_game_is_not_repeated():
    seven, twelve = game("contract-rummy"), game("hearts")

    assert seven.played(7) == seven.deals[6]
    assert seven.played(8) is None
    assert twelve.played(13) == twelve.deals[0]


def test_samba_earns_what_its_sources_say():
    samba = texts("canasta", "samba")

    assert samba["scoring-out"] == "Going out earns 200."
    assert samba["scoring-out-concealed"] == "A concealed hand earns nothing extra."
    assert samba["scoring-red-threes"] == ("Each red three earns 100; all 6 together earn 1000.")
    assert "going-out-concealed" not in samba
    assert texts("canasta")["options-samba-scores"] == (
        "In Samba, going out earns 200, and a concealed hand earns nothing extra. All six red "
        "threes together earn 1000."
    )


@pytest.mark.parametrize(
    ("options", "scored"), [((), 2), (("sweep-three",), 3), (("sweep-four",), 4)]
)
def test_a_march_of_cutthroat_euchre_counts_as_the_table_says(options, scored):
    entry = {"makers": "Ann", "tricks": 5}

    found = points("euchre-cutthroat", entry, names=THREE, options=dict.fromkeys(options, True))

    assert found == {"Ann": scored, "Bob": 0, "Cai": 0}


def test_hearts_can_count_their_rank():
    # 11 + 12 + 13 + 14 = 50, and the two to the ten are 54: 104 in hearts.
    entry = {"hearts": {"Ann": 14, "Bob": 90}, "queen": "Bob"}
    options = {"face-cards-by-rank": True}

    found = points("spot-hearts", entry, names=THREE, options=options)

    assert found == {"Ann": 14, "Bob": 90 + 25, "Cai": 0}
    assert game("spot-hearts", *options).scoring.figures["moon"] == 104 + 25
    assert "the jack of hearts counts 11, the queen 12, the king 13 and the ace 14" in (
        texts("spot-hearts", *options)["scoring-high-hearts"].lower()
    )


@pytest.mark.parametrize(
    ("slug", "options", "anchor"),
    [
        ("scopa", ("asso-piglia-tutto",), "differ-ace-scopa"),
        ("burraco", (), "differ-closing-discard"),
        ("euchre-cutthroat", (), "differ-march"),
        ("canasta", ("samba",), "differ-samba-opening"),
    ],
)
def test_rules_that_vary_are_marked(slug, options, anchor):
    sections = rule_texts().sections(catalogue().variant(slug), game(slug, *options))

    (rule,) = (
        rule
        for section in sections
        for rule in section.rules
        if rule.anchor == f"{section.key}-{anchor}"
    )

    assert rule.varies


def test_an_ace_of_a_suit_of_two_cards_is_the_next_best_lead_of_a_defender():
    assert texts("euchre")["tips-lead-as-defender"] == (
        "As a defender, lead a lone ace first. Next best is an ace from a suit of two cards, but "
        "not from the suit of the same colour as trumps."
    )
