"""Helpers that score deals from entries."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.deal_seating import DealSeating, DealSide
from rules.engine.entries import DealReport, EntryRefusedError, Problem
from rules.engine.game import GameState, fold_game
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import Line, Mark
from rules.engine.seating import Entrant, Seating
from rules.engine.variants import Option
from tests.rules.scored import past_of, report, score_deal
from tests.rules.transcript import entry_texts, keys_of, table_of

NAMES = {"1": "Ann", "2": "Bob", "3": "Cai"}


@dataclass(frozen=True)
class DealScores:
    """The result of a deal by side, from which a game is folded."""

    points: Mapping[str, int]
    marks: Mapping[str, Collection[str]] = field(default_factory=dict)
    pennies: Mapping[str, int] = field(default_factory=dict)
    dealer: int | None = None


def score(slug, deal, texts, *, options=(), dealer="3", accept_warnings=False) -> tuple[Line, ...]:
    """Return a deal’s lines for these entries by Ann, Bob and Cai."""
    ruleset = catalogue().variant(slug).ruleset(dict.fromkeys(options, True))
    table = DealSeating(tuple(DealSide(key, name) for key, name in NAMES.items()), dealer)
    entry = report(ruleset, deal, table, texts)
    return score_deal(ruleset, deal, entry, accept_warnings=accept_warnings)


def standings(ruleset, sides, deals, *, won=(), marks=(), stopped=False, chosen=None) -> GameState:
    """Return the state of a game after deals with these points. Sides are keys or entrants.

    ``won`` are the sides that win outright in the last deal. ``marks`` has the sides’ marks for
    each deal, and ``chosen`` is the winner whom the players chose.
    """
    entrants = tuple(Entrant(s, name=s) if isinstance(s, str) else s for s in sides)
    results = [
        DealScores(points, dict(of or {}))
        for points, of in zip_longest(deals, marks, fillvalue=None)
    ]
    if won:
        last = results.pop()
        signs = {key: (*last.marks.get(key, ()), Mark.WON) for key in won}
        results.append(DealScores(last.points, {**last.marks, **signs}))
    return fold_game(ruleset, Seating(entrants), results, stopped=stopped, chosen_winner=chosen)


def deal(
    slug: str,
    entry: Mapping[str, Any],
    *,
    names: Sequence[str] = ("Ann", "Bob", "Cai", "Dee"),
    dealer: str = "",
    options: Mapping[str, Any] | None = None,
    patches: Mapping[str, Any] | None = None,
    before: Sequence[Mapping[str, Any]] = (),
    accept_warnings: bool = False,
) -> dict[str, tuple[int, str]]:
    """Return each side’s points and reason, by name, for a deal with ``entry`` (fields by id,
    values by name as in a transcript). ``before`` are the entries of earlier deals.

    The first player deals by default. Raises EntryRefusedError.
    """
    ruleset = catalogue().variant(slug).ruleset(options, patches)
    return deal_by(ruleset, entry, names, dealer, before, accept_warnings=accept_warnings)


def deal_by(
    ruleset: Ruleset,
    entry: Mapping[str, Any],
    names: Sequence[str],
    dealer: str = "",
    before: Sequence[Mapping[str, Any]] = (),
    *,
    accept_warnings: bool = False,
) -> dict[str, tuple[int, str]]:
    """Return what ``deal`` returns, by the rules of ``ruleset``. Raises EntryRefusedError."""
    table = table_of(ruleset, names, dealer or names[0])
    keys = keys_of(table)
    reports = [
        DealReport(number, table, entry_texts(said, keys)) for number, said in enumerate(before, 1)
    ]
    past = past_of(ruleset, reports)
    number = len(before) + 1
    lines = score_deal(
        ruleset,
        number,
        report(ruleset, number, table, entry_texts(entry, keys)),
        past,
        accept_warnings=accept_warnings,
    )
    return {
        side.name: (
            sum(line.points for line in lines if line.side == side.key),
            "; ".join(line.reason.text for line in lines if line.side == side.key),
        )
        for side in table.sides
    }


def points(slug: str, entry: Mapping[str, Any], **kwargs: Any) -> dict[str, int]:
    """Return each side’s points by name. The arguments are those of ``deal``."""
    return {name: scored for name, (scored, _) in deal(slug, entry, **kwargs).items()}


def refusals(slug: str, entry: Mapping[str, Any], **kwargs: Any) -> list[Problem]:
    """Return the problems that make a deal invalid. The arguments are those of ``deal``."""
    with pytest.raises(EntryRefusedError) as refused:
        deal(slug, entry, **kwargs)
    return list(refused.value.problems)


def usual_answer(option: Option) -> Any:
    """Return a typical value for an option."""
    if not option.asks:
        return True
    if option.answer == "number":
        return int(option.usual or option.least)
    if option.answer == "text":
        return option.usual or "something else"
    return [2, 4, 6, 8]


def problems(slug, deal, texts, **kwargs) -> list[Problem]:
    """Return the problems that make the entry invalid."""
    with pytest.raises(EntryRefusedError) as refused:
        score(slug, deal, texts, **kwargs)
    return list(refused.value.problems)


def told(lines) -> list[tuple[str, int, str]]:
    return [(line.side, line.points, line.reason.text) for line in lines]
