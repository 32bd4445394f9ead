"""What has been saved of the next deal: its bids, or what was entered while it is being played."""

from rules.engine.entries import EntryRefusedError, input_names
from rules.engine.replay import fields_as_played, score_so_far
from rules.engine.schemes import scheme_of
from rules.engine.schemes.early_bids import bid_fields, read_bids
from rules.engine.snapshots import DealEntry, load_change
from scorekeeper.models import Change
from scorekeeper.queries.history import History
from scorekeeper.queries.stored import StoredGame


def saved_bids(stored: StoredGame, past: History) -> DealEntry | None:
    """Return what was saved for the next deal of a game, using a query only if there is anything.

    The result is None if the house rules no longer allow it. Bids no longer count if other players
    have joined or left since; anything else of the players who are still here does. If the dealer
    has left, the next one deals.
    """
    number = stored.state.deals + 1
    # The deals may have been read before the history, and a deal may have been undone in between.
    if past.bids is None or past.bids.deal != number or stored.state.is_over:
        return None
    changes = Change.objects.filter(game=stored.game, version=past.bids.version)
    bids = load_change(changes.values_list("after", flat=True).first(), stored.ruleset)
    if not isinstance(bids, DealEntry):
        return None
    if bids.dealer not in (seat.position for seat in stored.seating.seats_at(number)):
        bids = bids.model_copy(update={"dealer": stored.state.next_dealer})
    deal, table = stored.ruleset.deal(number), stored.seating.table(number, bids.dealer)
    scheme = scheme_of(stored.ruleset, len(table.seats))
    try:
        if as_played := fields_as_played(stored.ruleset, deal, scheme):
            names = input_names(as_played, table)
            known = {name: text for name, text in bids.texts.items() if name in names}
            score_so_far(stored.ruleset, number, table, known, stored.past(number - 1))
            return bids.model_copy(update={"texts": known}) if known else None
        read_bids(scheme, deal, table, bids.texts)
    except EntryRefusedError:
        return None
    is_current = bids.texts.keys() <= input_names(bid_fields(scheme, deal), table)
    return bids if is_current else None
