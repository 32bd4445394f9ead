"""Ways of counting: one module each. A scheme says what a deal is asked for and how that counts."""

from collections.abc import Iterable
from typing import Any

from rules.engine.entries import DealReport, read_entry
from rules.engine.rulesets import Ruleset
from rules.engine.schemes.base import Line, Mark, Past, Recalled, Scheme, ScoredDeal
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
        SpadesScheme,
        TallyScheme,
    )
}


def scheme_of(ruleset: Ruleset, players: int) -> Scheme[Any]:
    """The way of counting that the ruleset names, for so many players."""
    return SCHEMES[ruleset.scoring.scheme](ruleset, players)


def recall(ruleset: Ruleset, report: DealReport, lines: Iterable[Line]) -> ScoredDeal:
    """Return a deal as it was scored before, with the ``lines`` that are stored of it.

    Raises EntryRefusedError when the report can no longer be read.
    """
    dealt = ruleset.deal(report.number)
    fields = scheme_of(ruleset, len(report.table.seats)).fields(dealt)
    return ScoredDeal(dealt, read_entry(fields, report.table, report.texts), tuple(lines))


__all__ = [
    "SCHEMES",
    "Line",
    "Mark",
    "Past",
    "Recalled",
    "Scheme",
    "ScoredDeal",
    "recall",
    "scheme_of",
]
