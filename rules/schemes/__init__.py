"""Ways of counting: one module each. A scheme says what a deal is asked for and how that counts."""

from collections.abc import Iterable
from typing import Any

from rules.entries import Report, read_entry
from rules.rulesets import Ruleset
from rules.schemes.base import Line, Mark, Past, Recalled, Scheme, Scored
from rules.schemes.bids import BidsScheme
from rules.schemes.boxes import BoxesScheme
from rules.schemes.cards_left import CardsLeftScheme
from rules.schemes.chips import ChipsScheme
from rules.schemes.contract_bid import ContractBidScheme
from rules.schemes.countdown import CountdownScheme
from rules.schemes.cribbage import CribbageScheme
from rules.schemes.euchre import EuchreScheme
from rules.schemes.gin import GinScheme
from rules.schemes.grid import GridScheme
from rules.schemes.hearts import HeartsScheme
from rules.schemes.indian import IndianScheme
from rules.schemes.laid_and_held import LaidAndHeldScheme
from rules.schemes.phases import PhasesScheme
from rules.schemes.pitch import PitchScheme
from rules.schemes.quota import QuotaScheme
from rules.schemes.spades import SpadesScheme
from rules.schemes.tally import TallyScheme

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


def recall(ruleset: Ruleset, report: Report, lines: Iterable[Line]) -> Scored:
    """Return a deal as it was scored before, with the ``lines`` that are stored of it.

    Raises EntryRefusedError when the report can no longer be read.
    """
    dealt = ruleset.deal(report.number)
    fields = scheme_of(ruleset, len(report.table.seats)).fields(dealt)
    return Scored(dealt, read_entry(fields, report.table, report.texts), tuple(lines))


__all__ = ["SCHEMES", "Line", "Mark", "Past", "Recalled", "Scheme", "Scored", "recall", "scheme_of"]
