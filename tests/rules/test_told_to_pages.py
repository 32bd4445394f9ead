"""Data for pages in addition to points: the meaning of ticks, sums and card values."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.schemes import scheme_of
from tests.rules.scored import entry_fields


def words_of(slug, options=None):
    ruleset = catalogue().variant(slug).ruleset(options)
    return scheme_of(ruleset, ruleset.players.counts[0]).words


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
        ("any-game", "went out"),  # nobody can be marked there
    ],
)
def test_a_tick_in_the_pad_means_something_in_each_game(slug, words):
    assert words_of(slug).mark_words == words


def adding(slug, options=None):
    ruleset = catalogue().variant(slug).ruleset(options)
    asked = entry_fields(ruleset, 1, ruleset.players.counts[0])
    return [each.id for each in asked if each.points_each]


@pytest.mark.parametrize(
    ("slug", "adds"),
    [
        ("contract-rummy", ["left"]),
        ("phase-rummy", ["left"]),
        ("any-game", ["points"]),
        ("golf", ["grid"]),
        ("rummy-500", ["laid", "low", "held"]),
        ("column-golf", []),  # the player who ended the round may pay double
        ("push-rummy", []),  # partners count two hands
        ("continental-rummy", []),  # each missing card also costs points
        ("liverpool-rummy", []),  # and a perfect cut
        ("crazy-eights", []),  # the winner collects
        ("canasta", []),
        ("whist", []),
    ],
)
def test_only_what_is_all_that_a_side_scores_is_added_up_while_it_is_typed(slug, adds):
    assert adding(slug) == adds


def worths(rules, deal):
    """Return the value of each rank in a deal with four players."""
    return scheme_of(rules, 4).words.worths(rules.deal(deal))


def test_what_an_option_counts_besides_is_not_left_out_of_the_sum():
    assert adding("rummy") == ["left"]
    assert adding("rummy", {"go-rummy-double": True}) == []
    assert adding("rummy-500", {"going-out-25": True}) == []


def asked(slug, options=None, players=4):
    fields = entry_fields(catalogue().variant(slug).ruleset(options), 1, players)
    return {field.id: field for field in fields}


def test_what_is_held_is_taken_off_and_so_is_what_a_low_ace_counts_less():
    fields = asked("rummy-500")

    # An ace counts 15, or 1 in a low meld.
    assert [(each.id, each.points_each) for each in fields.values() if each.points_each] == [
        ("laid", 1),
        ("low", -14),
        ("held", -1),
    ]
    assert asked("rummy-500", {"values-5-10-15": True})["low"].points_each == -10
    assert fields["held"].skipped_if == "out"


@pytest.mark.parametrize(
    ("slug", "options", "field", "add_up"),
    [
        ("contract-rummy", {}, "left", True),
        ("carioca-chile", {}, "left", True),
        ("carioca-chile", {"red-twos-wild": True}, "left", False),  # only by their suit
        ("gin-rummy", {}, "left", True),
        ("rummy-500", {}, "held", True),
        ("golf", {}, "grid", False),  # matching cards in a column count 0
        ("indian-rummy", {}, "left", False),  # the wild rank counts 0
    ],
)
def test_cards_add_up_where_each_counts_by_its_rank_alone(slug, options, field, add_up):
    players = 2 if slug == "gin-rummy" else 4
    assert asked(slug, options, players)[field].kind.add_up is add_up


@pytest.mark.parametrize(
    ("slug", "players", "field", "whole"),
    [
        ("hearts", 4, "hearts", 13),
        ("spot-hearts", 4, "hearts", 99),  # 54 for 2 to 10, 30 for court cards, 15 for the ace
        ("spades", 4, "tricks", 13),
        ("oh-hell", 4, "tricks", 13),
        ("sergeant-major", 3, "tricks", 16),
        ("whist", 4, "tricks", 13),
        ("pinochle", 4, "tricks", 250),
        ("kentucky-discard", 4, "points", 120),
    ],
)
def test_what_all_hands_make_together_is_known(slug, players, field, whole):
    assert asked(slug, players=players)[field].total_available == whole


def test_a_hand_of_euchre_is_mostly_told_by_makers_tricks_and_a_lone_player():
    fields = asked("euchre")

    usual = [field.id for field in fields.values() if not field.rarely_used]
    assert usual == ["makers", "alone", "tricks", "thrown-in"]


def test_a_wild_rank_of_the_deal_has_its_own_price():
    rules = catalogue().variant("five-suit-rummy").standard

    first, second = (worths(rules, deal) for deal in (1, 2))

    assert (first["3"], first["4"]) == (20, 4)
    assert (second["3"], second["4"]) == (3, 20)


def test_a_card_counts_nothing_where_nobody_knows_what():
    assert worths(catalogue().variant("zioncheck").standard, 1) == {}
    assert worths(catalogue().variant("mao").standard, 1) == {}
