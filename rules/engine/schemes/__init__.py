"""The scoring schemes, one module each: the fields of a deal, and how they are scored."""

from collections.abc import Iterable

from rules.engine.entries import DealReport, read_entry
from rules.engine.rulesets import AnyRuleset, Ruleset
from rules.engine.schemes import (
    bids,
    boxes,
    cards_left,
    chips,
    contract_bid,
    countdown,
    cribbage,
    euchre,
    gin,
    grid,
    hearts,
    indian,
    laid_and_held,
    phases,
    pitch,
    quota,
    skat,
    spades,
    tally,
)
from rules.engine.schemes.base import Parts, Scheme
from rules.engine.schemes.scored_deals import Line, Mark, Past, Recalled, ScoredDeal

SCHEMES: dict[str, Scheme] = {
    module.SCHEME.name: module.SCHEME
    for module in (
        bids,
        boxes,
        cards_left,
        chips,
        contract_bid,
        countdown,
        cribbage,
        euchre,
        gin,
        grid,
        hearts,
        indian,
        laid_and_held,
        phases,
        pitch,
        quota,
        skat,
        spades,
        tally,
    )
}


def scheme_of(ruleset: AnyRuleset, players: int) -> Parts:
    """Return the scheme that the ruleset names, for that number of players."""
    return Parts(SCHEMES[ruleset.scoring.scheme], ruleset, players)


def recall(
    ruleset: Ruleset, deals: Iterable[tuple[DealReport, Iterable[Line]]]
) -> tuple[ScoredDeal, ...]:
    """Return deals as they were scored at the time, from their reports and the stored lines.

    Raises EntryRefusedError if a report can no longer be read.
    """
    schemes: dict[int, Parts] = {}
    recalled = []
    for report, lines in deals:
        players, dealt = len(report.table.seats), ruleset.deal(report.number)
        if players not in schemes:
            schemes[players] = scheme_of(ruleset, players)
        entry = read_entry(schemes[players].scoring.fields(dealt), report.table, report.texts)
        recalled.append(ScoredDeal(dealt, entry, tuple(lines)))
    return tuple(recalled)


__all__ = [
    "SCHEMES",
    "Line",
    "Mark",
    "Parts",
    "Past",
    "Recalled",
    "Scheme",
    "ScoredDeal",
    "recall",
    "scheme_of",
]
