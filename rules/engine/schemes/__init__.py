"""The scoring schemes, one module each: the fields of a deal, and how they are scored."""

from collections.abc import Iterable
from typing import Any

from rules.engine.entries import DealReport, read_entry
from rules.engine.rulesets import AnyRuleset, Ruleset
from rules.engine.schemes.base import Bids, Scheme
from rules.engine.schemes.bids import BidsScheme
from rules.engine.schemes.boxes import BoxesScheme
from rules.engine.schemes.cards_left import CardsLeftScheme
from rules.engine.schemes.chips import ChipsScheme
from rules.engine.schemes.contract_bid import ContractBidScheme
from rules.engine.schemes.countdown import CountdownScheme
from rules.engine.schemes.cribbage import CribbageScheme
from rules.engine.schemes.euchre import EuchreScheme
from rules.engine.schemes.gin import GinScheme
from rules.engine.schemes.grid import GridScheme
from rules.engine.schemes.hearts import HeartsScheme
from rules.engine.schemes.indian import IndianScheme
from rules.engine.schemes.laid_and_held import LaidAndHeldScheme
from rules.engine.schemes.phases import PhasesScheme
from rules.engine.schemes.pitch import PitchScheme
from rules.engine.schemes.quota import QuotaScheme
from rules.engine.schemes.scored_deals import Line, Mark, Past, Recalled, ScoredDeal
from rules.engine.schemes.skat import SkatScheme
from rules.engine.schemes.spades import SpadesScheme
from rules.engine.schemes.tally import TallyScheme

SCHEMES: dict[str, type[Scheme[Any]]] = {
    scheme.name: scheme
    for scheme in (
        BidsScheme,
        BoxesScheme,
        CardsLeftScheme,
        ChipsScheme,
        ContractBidScheme,
        CountdownScheme,
        CribbageScheme,
        EuchreScheme,
        GinScheme,
        GridScheme,
        HeartsScheme,
        IndianScheme,
        LaidAndHeldScheme,
        PhasesScheme,
        PitchScheme,
        QuotaScheme,
        SkatScheme,
        SpadesScheme,
        TallyScheme,
    )
}


def scheme_of(ruleset: AnyRuleset, players: int) -> Scheme[Any]:
    """Return the scheme that the ruleset names, for that number of players."""
    return SCHEMES[ruleset.scoring.scheme](ruleset, players)


def recall(
    ruleset: Ruleset, deals: Iterable[tuple[DealReport, Iterable[Line]]]
) -> tuple[ScoredDeal, ...]:
    """Return deals as they were scored at the time, from their reports and the stored lines.

    Raises EntryRefusedError if a report can no longer be read.
    """
    schemes: dict[int, Scheme[Any]] = {}
    recalled = []
    for report, lines in deals:
        players, dealt = len(report.table.seats), ruleset.deal(report.number)
        if players not in schemes:
            schemes[players] = scheme_of(ruleset, players)
        entry = read_entry(schemes[players].fields(dealt), report.table, report.texts)
        recalled.append(ScoredDeal(dealt, entry, tuple(lines)))
    return tuple(recalled)


__all__ = [
    "SCHEMES",
    "Bids",
    "Line",
    "Mark",
    "Past",
    "Recalled",
    "Scheme",
    "ScoredDeal",
    "recall",
    "scheme_of",
]
