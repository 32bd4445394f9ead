"""Rules pages agree with the values that score, also under house rules."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.errors import CatalogueError
from rules.engine.schemes import scheme_of
from rules.reference.facts import facts
from rules.reference.rule_texts import rule_texts
from tests.rows import each_row

RUMMY_500_JOKERS = {
    "jokers-joker-stands-for",
    "jokers-joker-stays",
    "jokers-fifth-card",
    "scoring-joker",
    "scoring-example-4",
    "scoring-differ-joker-in-hand",
}


def page(slug, **options):
    """Return the texts on a game’s rules page, by anchor."""
    variant = catalogue().variant(slug)
    rules = variant.ruleset({key.replace("_", "-"): answer for key, answer in options.items()})
    sections = rule_texts().sections(variant, rules)
    return {rule.anchor: rule.text for section in sections for rule in section.rules}


@pytest.mark.parametrize(("slug", "moon"), [("hearts", 26), ("spot-hearts", 124)])
def test_the_app_asks_who_gets_all_the_points_of_a_moon(slug, moon):
    asked = page(slug)["scoring-pad-moon"]

    assert f"choose in the app whether {moon} comes off the shooter’s total" in asked


@each_row
def test_liverpool_rummy_says_how_many_cards_are_dealt(options, text):
    assert page("liverpool-rummy-common", **options)["deal-hand-size"] == text


def test_hand_and_foot_still_says_what_the_other_cards_count_if_eights_and_nines_count_5():
    assert page("hand-and-foot", nines_5=True)["cards-other-values"] == (
        "A king, queen, jack or ten counts 10 points, a nine or eight 5, a seven, six, five or "
        "four 5, and a black three 5."
    )


def test_scat_gives_the_values_of_the_cards_that_schwimmen_leaves_out():
    rules = catalogue().variant("schwimmen").ruleset({"scat": True})
    rates = {fact.key: fact.text for fact in facts(rules)}["rates"]

    assert rates == (
        "an ace 11; a king, queen, jack or ten 10; a nine 9; an eight 8; a seven 7; a six 6; "
        "a five 5; a four 4; a three 3; a two 2"
    )


def test_capturing_by_fifteen_has_its_own_advice_about_the_cards_to_leave():
    # A card counts 1 to 10, so it makes fifteen with 5 to 14.
    tip = "tips-leave-eleven"

    assert "add up to more than ten" in page("scopa")[tip]
    assert "more than fourteen or less than five" in page("scopa", quindici=True)[tip]


@pytest.mark.parametrize(("options", "highest"), [({}, 264), ({"grand_20": True}, 220)])
def test_the_bids_of_skat_end_with_the_highest_value_of_a_game(options, highest):
    ids = {key.replace("_", "-"): answer for key, answer in options.items()}
    scoring = scheme_of(catalogue().variant("skat").ruleset(ids), 3).scoring

    assert max(scoring.values) == highest
    assert page("skat", **options)["bidding-bid-values"].endswith(f"and so on up to {highest}.")


def test_rummy_500_without_jokers_has_no_rules_about_them():
    assert page("rummy-500").keys() >= RUMMY_500_JOKERS
    assert page("rummy-500", jokers=6).keys() >= RUMMY_500_JOKERS
    assert page("rummy-500", jokers=0).keys() & RUMMY_500_JOKERS == set()


@pytest.mark.parametrize(
    ("options", "has_wild_aces", "is_closed_when_down"),
    [
        ({}, True, True),
        ({"aces_not_wild": True}, False, True),
        ({"may_i_when_down": True}, True, False),
        ({"aces_not_wild": True, "may_i_when_down": True}, False, False),
    ],
)
def test_hollywood_rummy_lists_only_differences_that_it_has(
    options, has_wild_aces, is_closed_when_down
):
    text = page("hollywood-rummy", **options)["names-differences"]

    assert ("aces" in text) == has_wild_aces
    assert ("once you are down" in text) == is_closed_when_down


@pytest.mark.parametrize(
    ("slug", "options"), [("pay-me", {}), ("hollywood-rummy", {"aces_not_wild": True})]
)
def test_a_page_says_that_no_source_gives_the_rank_of_aces(slug, options):
    assert page(slug, **options)["melds-aces"].startswith("Not specified: whether an ace")


def test_a_buy_brings_two_stock_cards_in_ecuador():
    assert page("telefunken-ecuador")["taking-the-discard-price"] == (
        "With each discard you buy, you must also draw 2 cards from the stock."
    )


def test_toonerville_rook_has_no_limit_on_buys_because_no_source_gives_one():
    rules = catalogue().variant("toonerville-rook").standard

    assert rules.deal(1).takes.limit is None
    assert page("toonerville-rook")["taking-the-discard-how-often"].endswith(
        "Our sources don’t say. Here: as often as you like."
    )


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("rummy", {"block-rummy": True, "reshuffle-limit": True}),
        ("pinochle", {"double-deck": True, "pass-four": True}),
    ],
)
def test_house_rules_that_contradict_each_other_cannot_be_combined(slug, options):
    with pytest.raises(CatalogueError, match="can’t be used together"):
        catalogue().variant(slug).ruleset(options)
