"""Every fact is in the catalogue or in the rule texts."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.provenance.facts import FIGURES, answer_to, figure_for, load_facts

FACTS = load_facts()
ANSWERED = [fact for fact in FACTS if figure_for(fact)]
TOLD = [fact for fact in FACTS if not figure_for(fact)]
# Facts with numbers that no value in the catalogue has.
NUMBERS_IN_WORDS = {
    "origin.ancestor-contracts",
    "origin.morehead-year",
    "meld.melds-per-round",
    "shanghai.discarder-draws",
    # Rummy and Euchre
    *("meld.set-max", "meld.melds-per-turn", "strategy.long-runs", "derived.three-card-sets"),
    *("derived.three-card-runs", "players.minutes", "cards.full-pack", "cards.trumps"),
    *("cards.sister-suit", "deal.packets", "deal.circuits", "bidding.rounds"),
    *("bidding.dealer-discards", "option.smitty-discard", "option.mcevoy-calls"),
    *("option.chuck-keep", "option.chuck-swap", "option.no-trump-round", "origin.us-century"),
    *("derived.mcevoy-hands", "derived.all-hands"),
    # Games without a page, and a version of Carioca without one
    "players.min",
    "players.max",
    "players.age-min",
    "players.age-max",
    "players.count",
}
ONE_FACT = (
    *("gin-rummy", "rummy-500", "go-rummy", "carioca", "continental-rummy", "king-rummy"),
    *("progressive-other", "hollywood-rummy", "joker-rummy", "combination-rummy"),
    *("deuces-wild-rummy", "twelve-step", "rummy-rummy", "crummy-rummy", "california-rummy"),
    *("russian-rummy", "loba", "telefunken", "push-rummy", "toonerville-rook"),
)


GAMES = sorted({fact.game for fact in FACTS})


def in_order(value):
    """Sort a contract’s special rules, which are in no particular order."""
    if isinstance(value, list):
        return [in_order(part) for part in value]
    if isinstance(value, dict) and "special" in value:
        return value | {"special": sorted(value["special"])}
    return value


def is_figure(value):
    if isinstance(value, dict):
        return True
    if isinstance(value, list):
        return bool(value) and all(is_figure(part) for part in value)
    return isinstance(value, int) and not isinstance(value, bool)


def test_every_game_has_its_facts():
    assert Counter(fact.game for fact in FACTS) == {
        "contract-rummy": 95,
        "contract-rummy-eight": 77,
        "liverpool-rummy": 100,
        "may-i": 90,
        "shanghai-rummy": 101,
        "shanghai-rummy-powe": 94,
        "shanghai-rummy-kolsov": 97,
        "progressive-rummy": 101,
        "euchre": 90,
        "rummy": 65,
        **dict.fromkeys(("sergeant-major", "monkey-may-i"), 5),
        "mao": 4,
        **dict.fromkeys(("hearts", "mother-may-i", "zioncheck", "six-to-ten"), 3),
        **dict.fromkeys(("deals-rummy", "pool-rummy", "indian-rummy", "block-rummy"), 2),
        **dict.fromkeys(("liverpool-other", "shanghai-other"), 2),
        **dict.fromkeys(ONE_FACT, 1),
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_catalogue_gives_the_figures_of_the_facts(game):
    answers = [(fact.key, answer_to(fact), fact.value) for fact in ANSWERED if fact.game == game]

    assert [each for each in answers if not is_same(*each[1:])] == []


def is_same(answer, value):
    is_whole = not isinstance(answer, Fraction) or answer.denominator == 1
    is_of_a_kind = isinstance(answer, bool) == isinstance(value, bool)
    return answer == in_order(value) and is_whole and is_of_a_kind


@pytest.mark.parametrize("game", GAMES)
def test_the_reference_tells_the_facts_in_words(game):
    for fact in (fact for fact in TOLD if fact.game == game):
        assert fact.words, fact.key
        assert fact.words in fact.text(fact.section), fact.key


def test_numbers_come_from_the_catalogue():
    assert {fact.key for fact in TOLD if is_figure(fact.value)} == NUMBERS_IN_WORDS


def test_a_fact_is_either_a_figure_or_words():
    assert [fact.key for fact in ANSWERED if fact.words] == []


def test_every_figure_answers_a_fact():
    used = {figure_for(fact)[0] for fact in ANSWERED}

    assert set(FIGURES) - used == set()
