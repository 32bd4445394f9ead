"""What pages are told besides points: what a tick means, what adds up, what a card counts."""

import pytest

from rules.library import library
from rules.schemes import scheme_of
from rules.scoring import card_worths, entry_fields


def scheme(slug, options=None):
    ruleset = library().variant(slug).ruleset(options)
    return scheme_of(ruleset, ruleset.players.counts[0])


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("contract-rummy", "went out"),
        ("phase-rummy", "made the phase"),
        ("12-step-rummy", "made the step"),
        ("euchre", "made it"),
        ("hearts", "shot the moon"),
        ("spades", "made the bid"),
        ("sergeant-major", "met the quota"),
        ("gin-rummy", "won the hand"),
        ("indian-rummy", "won the deal"),
        ("column-golf", "ended the round"),
        ("canasta", "went out"),
        ("mao", "won the round"),
        ("president", "president or vice-president"),
        ("any-game", "went out"),  # which nobody is marked with there
    ],
)
def test_a_tick_in_the_pad_means_something_in_each_game(slug, words):
    assert scheme(slug).mark_words == words


def adding(slug, options=None):
    ruleset = library().variant(slug).ruleset(options)
    asked = entry_fields(ruleset, 1, ruleset.players.counts[0])
    return [each.id for each in asked if each.adds]


@pytest.mark.parametrize(
    ("slug", "adds"),
    [
        ("contract-rummy", ["left"]),
        ("phase-rummy", ["left"]),
        ("any-game", ["points"]),
        ("golf", ["grid"]),
        ("column-golf", []),  # the player who ended the round may pay double
        ("push-rummy", []),  # partners count two hands
        ("continental-rummy", []),  # cards that are missing cost as well
        ("liverpool-rummy", []),  # and a perfect cut
        ("crazy-eights", []),  # the winner collects
        ("canasta", []),
        ("whist", []),
    ],
)
def test_only_what_is_all_that_a_side_scores_is_added_up_while_it_is_typed(slug, adds):
    assert adding(slug) == adds


def test_what_an_option_counts_besides_is_not_left_out_of_the_sum():
    assert adding("rummy") == ["left"]
    assert adding("rummy", {"go-rummy-double": True}) == []


def test_a_wild_rank_of_the_deal_has_its_own_price():
    rules = library().variant("five-suit-rummy").standard

    first, second = (card_worths(rules, deal, 4) for deal in (1, 2))

    assert (first["3"], first["4"]) == (20, 4)
    assert (second["3"], second["4"]) == (3, 20)


def test_a_card_counts_nothing_where_nobody_knows_what():
    assert card_worths(library().variant("zioncheck").standard, 1, 4) == {}
    assert card_worths(library().variant("mao").standard, 1, 4) == {}
