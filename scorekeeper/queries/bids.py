"""The bids of the next deal, which are saved before its first card is played."""

from rules.engine.entries import EntryRefusedError, input_names
from rules.engine.schemes import scheme_of
from rules.engine.schemes.early_bids import bid_fields, read_bids
from rules.engine.snapshots import DealEntry, load_change
from scorekeeper.models import Change
from scorekeeper.queries.history import History
from scorekeeper.queries.stored import StoredGame


def saved_bids(stored: StoredGame, past: History) -> DealEntry | None:
    """Return the bids saved for the next deal of a game, using a query only if there are any.

    The result is None if other players have joined or left since, or if the house rules no longer
    allow these bids.
    """
    number = stored.state.deals + 1
    # The deals may have been read before the history, and a deal may have been undone in between.
    if past.bids is None or past.bids.deal != number or stored.state.is_over:
        return None
    changes = Change.objects.filter(game=stored.game, version=past.bids.version)
    bids = load_change(changes.values_list("after", flat=True).first(), stored.ruleset)
    if not isinstance(bids, DealEntry):
        return None
    deal, table = stored.ruleset.deal(number), stored.seating.table(number, bids.dealer)
    scheme = scheme_of(stored.ruleset, len(table.seats))
    if not bids.texts.keys() <= input_names(bid_fields(scheme, deal), table):
        return None
    try:
        read_bids(scheme, deal, table, bids.texts)
    except EntryRefusedError:
        return None
    return bids
