"""The scoring schemes, one module each: the fields of a deal, and how they are scored."""

from rules.engine.rulesets import AnyRuleset
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


__all__ = [
    "SCHEMES",
    "Line",
    "Mark",
    "Parts",
    "Past",
    "Recalled",
    "Scheme",
    "ScoredDeal",
    "scheme_of",
]
