"""Hands read against the rules: worked out by hand, and compared with trying everything."""

from collections import Counter
from random import Random

import pytest

from rules.engine.cards import Card, Suit, notation, read_hand
from rules.engine.catalogue import catalogue
from rules.engine.melding import (
    can_read_hands,
    judge,
    judge_contract,
    meld_rules,
    read_arrangement,
    read_contract,
    read_declaration,
)
from tests.rules import hands_by_hand
from tests.rules.brute_hands import Table, likely_hand
from tests.sampling import LONG

# The number of random hands, and the seed; other seeds find nothing else.
HANDS, SEED = (20_000 if LONG else 220), 35


def lines(text):
    kept = [line for line in text.strip().splitlines() if not line.startswith("#")]
    return [[part.strip() for part in line.split("|")] for line in kept]


def cards(text):
    """Return the cards, also those of packs in which colours aren’t typed."""
    hand = []
    for word in text.split():
        colour = word[-1] in tuple(Suit) and word[:-1].isdigit()
        hand += [Card(word[:-1], Suit(word[-1]))] if colour else read_any(word)
    return hand


def read_any(word):
    return [Card(word)] if word in ("Rook", "Joker") else read_hand(word)


def rules_of(game, deal=1, drawn=""):
    slug, *options = game.split()
    variant = catalogue().variant(slug)
    asks = {option.id: 2 for option in variant.options if option.asks}
    ruleset = variant.ruleset({name: asks.get(name, True) for name in options})
    return meld_rules(ruleset, int(deal), drawn=drawn)


def same(melds):
    """Return melds as sorted texts, because the order of melds and of cards means nothing."""
    return sorted(notation(sorted(meld, key=str)) for meld in melds)


def groups(text):
    return [cards(group) for group in text.split("+")] if text else []


@pytest.mark.parametrize("case", lines(hands_by_hand.LAID_DOWN), ids=" ".join)
def test_the_best_way_to_lay_down(case):
    game, deal, hand, melds, points = case

    answer = read_contract(rules_of(game, deal), cards(hand))

    assert answer.allowed
    assert same(meld.cards for meld in answer.way.melds) == same(groups(melds))
    assert answer.way.points == int(points)


@pytest.mark.parametrize("case", lines(hands_by_hand.LACKING), ids=" ".join)
def test_the_cards_that_are_missing(case):
    game, deal, hand, count, wanted = case

    found = read_contract(rules_of(game, deal), cards(hand)).shortage

    assert found.count == int(count)
    if wanted:
        assert sorted(str(plan.wanted[0].card) for plan in found.plans) == sorted(wanted.split())
        chances = [plan.chance for plan in found.plans]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("case", lines(hands_by_hand.ARRANGED), ids=" ".join)
def test_the_best_arrangement(case):
    game, deal, hand, melds, points = case

    found = read_arrangement(rules_of(game, deal), cards(hand))

    assert (same(meld.cards for meld in found.melds), found.points) == (
        same(groups(melds)),
        int(points),
    )


@pytest.mark.parametrize("case", lines(hands_by_hand.VERDICTS), ids=" ".join)
def test_the_rule_that_forbids_a_meld(case):
    game, deal, hand, broken = case

    verdict = judge(rules_of(game, deal), cards(hand))

    assert (verdict.broken, verdict.is_allowed) == (broken, not broken)
    assert bool(verdict.anchors) == bool(broken)


@pytest.mark.parametrize("case", lines(hands_by_hand.CONTRACTS), ids=" ".join)
def test_the_rule_that_forbids_a_contract(case):
    game, deal, melds, broken = case

    assert judge_contract(rules_of(game, deal), groups(melds)).verdict.broken == broken


def games():
    """Yield each game with the options that change what hands can do."""
    for slug, variant in catalogue().variants.items():
        standard = variant.standard
        if not can_read_hands(standard) or not (standard.melds or standard.has_contracts):
            continue
        yield slug, standard
        for option in variant.options:
            if not option.asks:
                ruleset = variant.ruleset({option.id: True})
                parts = ((each.melds, each.deals, each.deck) for each in (ruleset, standard))
                if len({str(part) for part in parts}) > 1:
                    yield f"{slug} {option.id}", ruleset


def random_hands(count, seed, size=(7, 13)):
    """Yield random hands of all games, each with its rules and the rules to try everything."""
    random, every = Random(seed), list(games())
    for _ in range(count):
        name, ruleset = random.choice(every)
        deal = random.choice([deal for deal in ruleset.deals if not deal.run_suits])
        if not (ruleset.melds or deal.contract.size):
            continue
        players = ruleset.players.best or ruleset.players.counts[0]
        indian = ruleset.scoring.scheme == "indian"
        drawn = random.choice(["2", "3", "8", "Q", "A", "Joker"]) if indian else ""
        hand = likely_hand(random, ruleset, deal, players, random.randint(*size))
        rules = meld_rules(ruleset, deal.number, players, drawn)
        yield f"{name} {deal.number}", rules, hand, Table(ruleset, deal.number, hand, drawn), random


def reads_like(rules, hand, tried, random):
    """Return what the engine finds and what trying everything finds, which must be the same."""
    if rules.contract.size:
        answer, best = read_contract(rules, hand), tried.best_contract()
        found = answer.way and (answer.way.points, len(answer.way.left), answer.way.wilds)
        is_met = best is not None or bool(tried.contract())
        return (found if answer.allowed else None, not answer.shortage.count), (best, is_met)
    if rules.drawn:
        found = read_declaration(rules, hand)
        value = rules.points(found.counting), len(found.counting)
        return value, tried.declaration(rules.scheme.scoring.figures.runs)
    discards = random.random() < 0.5
    arranged = read_arrangement(rules, hand, discards=discards)
    return (arranged.points, len(arranged.left)), tried.best_arrangement(discards)


def test_random_hands_are_read_as_trying_everything_does():
    counts, wrong = Counter(), []
    for name, rules, hand, tried, random in random_hands(HANDS, SEED):
        counts[name.split()[0]] += 1
        found, expected = reads_like(rules, hand, tried, random)
        if found != expected:
            wrong.append((name, notation(hand), found, expected))

    assert wrong == []
    assert len(counts) > (40 if LONG else 30)
