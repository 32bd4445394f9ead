"""Bids that are saved before the first card of a deal is played."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField, EntryRefusedError, input_names, read_entry
from rules.engine.schemes.base import Parts
from rules.engine.schemes.scored_deals import Past


@dataclass(frozen=True, slots=True)
class Bids:
    """The bids of a deal that is being played.

    ``by_side`` has the bid of each side as text, such as ``3+2`` for partners. ``total`` is the
    sum of all bids, and ``tricks`` is the number of tricks in the deal.
    """

    by_side: Mapping[str, str]
    total: int
    tricks: int


def bid_fields(scheme: Parts, deal: Deal) -> tuple[EntryField, ...]:
    """Return the fields that are filled in before play; empty in most games."""
    return tuple(field for field in scheme.scoring.fields(deal) if field.before_play)


def read_bids(scheme: Parts, deal: Deal, table: DealSeating, texts: Mapping[str, str]) -> Entry:
    """Return what was entered before play; texts of other fields are ignored.

    Raises EntryRefusedError if something is missing, can’t be read or is impossible.
    """
    fields = bid_fields(scheme, deal)
    names, entry = input_names(fields, table), read_entry(fields, table, texts)
    problems = [
        problem
        for problem in scheme.scoring.problems(deal, entry, Past())
        if problem.input in names and not problem.warning
    ]
    if problems:
        raise EntryRefusedError(problems)
    return entry


def bids_of(scheme: Parts, deal: Deal, entry: Entry) -> Bids:
    """Return the bids in an entry that ``read_bids`` returned."""
    counts = [field for field in bid_fields(scheme, deal) if field.total_available]
    return Bids(
        by_side={side: scheme.paper.bid_text(deal, entry, side) for side in entry.table.keys},
        total=sum(sum(entry.of(field.id).values()) for field in counts),
        tricks=sum(field.total_available for field in counts),
    )
