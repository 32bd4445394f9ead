"""House rules that are chosen together don’t contradict each other."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.variants import Option
from tests.game.test_comparisons import with_option
from tests.provenance.figures_in_words import Told
from tools.game.pairs import Effect, absent, overridden, pairs
from tools.game.properties import has_options_that_can_be_played, is_true_under_house_rules

BONUS_5 = """
[[options]]
id = "bonus-5"
label = "5 for calling Nertz"
explanation = "The player who called Nertz scores 5 extra points."
patch = { "scoring.figures.items.1.worth" = 5 }
"""
TIE_FAILS = """
[[options]]
id = "tie-fails"
label = "A tie is charged double"
explanation = "A player who ends the round with a tie is charged double."
patch = { "scoring.figures.tie_fails" = true }
"""


def option(**patch):
    paths = {path.replace("__", "."): value for path, value in patch.items()}
    return Option(id="some", label="Some", patch=paths)


@pytest.mark.parametrize(
    ("one", "other", "paths"),
    [
        (option(end__target=50), option(end__target=60), ["end.target"]),
        (option(end__target=50), option(end__target=50), []),
        (option(end__target=50), option(end__deals=6), []),
        # Runs round the corner include those with a high or a low ace, but not the other way round.
        (option(melds__ace="low-or-high"), option(melds__ace="round"), []),
        (option(melds__ace="round"), option(melds__ace="low-or-high"), ["melds.ace"]),
    ],
)
def test_a_value_that_the_second_option_changes_again_is_found(one, other, paths):
    assert list(overridden(one, other)) == paths


def test_options_in_one_group_are_no_pair():
    found = [(one.id, other.id) for one, other in pairs(catalogue().variant("pinochle"))]

    assert ("game-1500", "counter-scheme") in found
    assert ("game-1500", "double-deck") not in found
    assert ("counter-scheme", "double-deck") not in found


def test_two_values_for_one_thing_have_to_exclude_each_other(tmp_path):
    game = with_option(tmp_path, "nertz", BONUS_5)

    assert [fault.partition(": ")[2] for fault in has_options_that_can_be_played(game)] == [
        (
            f"option “bonus-{bonus}” sets “scoring.figures.items.1.worth”, which “bonus-5” sets to "
            "another value. Put them in one group, or let one exclude the other."
        )
        for bonus in (10, 25)
    ]


def test_an_option_about_something_that_another_takes_out_has_to_exclude_it(tmp_path):
    game = with_option(tmp_path, "column-golf", TIE_FAILS)

    assert [fault.partition(": ")[2] for fault in is_true_under_house_rules(game)] == [
        (
            "option “tie-fails” changes nothing together with “no-doubling”. Put them in one "
            "group, or let one exclude the other."
        )
    ]


@pytest.mark.parametrize(
    ("slug", "options", "text", "words"),
    [
        ("gin-rummy", {}, "The bonus for gin or an undercut counts double.", []),
        (
            *("gin-rummy", {"straight-gin": True}),
            *("The bonus for gin or an undercut counts double.", ["undercut"]),
        ),
        ("gin-rummy", {"straight-gin": True}, "Nobody may knock.", []),
        ("gin-rummy", {"straight-gin": True}, "If players knock, a knock needs less.", []),
        ("gin-rummy", {"straight-gin": True}, "If a spade is up, a knock doubles.", ["knock"]),
        ("spades", {}, "A blind bid doubles, and nil is worth 100.", []),
        *(
            ("spades", options, "A blind bid doubles, and nil is worth 100.", words)
            for options, words in (
                ({"no-blind-nil": True}, ["blind"]),
                ({"no-nil": True}, ["nil", "blind"]),
                ({"mirror": True}, ["blind"]),
            )
        ),
        ("rummy", {}, "At the end, the lowest total wins.", []),
        ("rummy", {"winner-scores": True}, "The lowest total wins.", ["The lowest total wins"]),
        ("contract-rummy", {"no-jokers": True}, "Jokers are wild.", ["Jokers"]),
        ("contract-rummy", {"no-jokers": True}, "There are no jokers.", []),
    ],
)
def test_a_sentence_speaks_only_of_what_the_game_has(slug, options, text, words):
    rules = catalogue().variant(slug).ruleset(options)

    missing = Effect(rules, ()).missing
    assert list(absent(missing, Told(slug, "scoring", "x", text))) == words
