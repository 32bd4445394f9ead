"""The first melds of a player in games in which they must count enough points (Rommé)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.engine.cards import Card, Rank
from rules.engine.melding.arranging import (
    Arrangement,
    Arranging,
    as_arrangement,
    best_arrangement,
    is_two,
    joined,
)
from rules.engine.melding.meld_rules import MeldRules
from rules.engine.melding.melds import POINT, HeldHand, Meld, Part


def opening_value(rules: MeldRules, melds: Iterable[Meld]) -> int:
    """Return what first melds count: a wild card as much as the card that it stands for.

    An ace that begins a run counts 1.
    """
    return sum(_value(rules, meld.shape, [real.rank for real in meld.stands_for]) for meld in melds)


def _value(rules: MeldRules, shape: str, ranks: list[str]) -> int:
    value = rules.points(map(Card, ranks))
    if shape == "run" and ranks[0] == Rank.ACE:
        value -= rules.points([Card(Rank.ACE)]) - 1
    return value


def best_opening(held: HeldHand, *, discards: bool = False) -> Arrangement:
    """Return the first melds that leave the least points, then the fewest cards.

    There are none if they don’t count enough. A player who goes out at once needs no minimum.
    """
    rules, least = held.rules, held.rules.melds.opening_points
    best = best_arrangement(held, discards=discards)
    if not best.left or opening_value(rules, best.melds) >= least:
        return best
    if opening_value(rules, largest_opening(held).melds) >= least:
        values = _values(held)
        search = Arranging(
            held,
            values,
            discards=discards,
            tally=lambda part: min(least, values[part]),
            add=lambda one, other: min(least, one + other),
        )
        ways = [each for each in search.arrangements() if each[1] == least]
        if ways:
            found = max(ways, key=lambda each: (each[0], -len(each[2])))
            return as_arrangement(held, joined(held, found[2]), found[3])
    return as_arrangement(held, (), rules.best_discard(held.cards) if discards else None)


def largest_opening(held: HeldHand) -> Arrangement:
    """Return the melds that count the most as first melds."""
    valued = [
        replace(part, score=value * POINT, bound=value * POINT)
        for part, value in _values(held).items()
    ]
    ways = Arranging(held, valued).arrangements()
    found = max(ways, key=lambda each: sum(part.score for part in each[2]))
    return as_arrangement(held, joined(held, found[2]), None)


def _values(held: HeldHand) -> dict[Part, int]:
    return {part: _part_value(held.rules, part) for part in _parts(held)}


def _part_value(rules: MeldRules, part: Part) -> int:
    size = len(part.places)
    run = part.shape == "run"
    ranks = rules.window(part.start, size) if run else (part.rank,) * size
    return _value(rules, part.shape, list(ranks))


def _parts(held: HeldHand) -> list[Part]:
    """Return all melds: of those with the same cards, only the one that counts the most.

    Two runs side by side count as much as one run, unless an ace lies between them.
    """
    rules, most = held.rules, len(held.cards)
    runs = held.runs(rules.melds.run_min, most, placed=True)
    if not rules.is_round:
        runs = [run for run in runs if not is_two(rules, run)]
    best: dict[tuple[int, int], Part] = {}
    for run in sorted(runs, key=lambda run: _part_value(rules, run)):
        best[run.use, run.wilds] = run
    return held.sets(rules.melds.set_min, most) + list(best.values())
