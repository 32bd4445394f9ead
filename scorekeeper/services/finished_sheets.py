"""Recording the deals of a finished score sheet in one step."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from rules.engine.entries import DealReport
from rules.engine.errors import RulesError
from rules.engine.replay import uses_past
from rules.engine.snapshots import DealEntry
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.changes import (
    ChangeContext,
    ChangeRecord,
    is_repeated,
    lock_game,
    log_change,
)
from scorekeeper.services.deals import check_follows, check_playing
from scorekeeper.services.hands import forget_hands
from scorekeeper.services.state import store


class SheetRefusedError(RulesError):
    """A sheet that isn’t valid.

    ``refused`` has the error of each deal with one. If there is none, ``totals`` has the total that
    the deals come to for each side whose written total is a different one.
    """

    code = "sheet-refused"

    def __init__(self, refused: Mapping[int, RulesError], totals: Mapping[str, int]) -> None:
        super().__init__(" ".join(map(str, refused.values())))
        self.refused, self.totals = refused, totals


def record_sheet(
    *,
    game: Game,
    submitted: Mapping[int, DealEntry],
    totals: Mapping[str, int],
    context: ChangeContext,
) -> None:
    """Store the deals of a sheet, which follow those played, each as a change of its own.

    ``totals`` are those written on the sheet, by side; there may be fewer, or none. Raises
    SheetRefusedError if anything isn’t valid, and then stores nothing. Otherwise raises the same
    errors as ``record_deal``.
    """
    with transaction.atomic():
        stored = lock_game(game)
        first = min(submitted)
        if is_repeated(stored.game, context, submitted[first].matches):
            return
        check_follows(stored, first)
        check_playing(stored.game)
        _record(stored, submitted, totals, context)


def _record(
    stored: StoredGame,
    submitted: Mapping[int, DealEntry],
    totals: Mapping[str, int],
    context: ChangeContext,
) -> None:
    game, seating, state = stored.game, stored.seating, stored.state
    since = stored.after(state.deals)
    game.next_dealer = None
    played, entries, refused = None, dict[int, DealEntry](), dict[int, RulesError]()
    deals = []
    for number, submission in sorted(submitted.items()):
        if state.is_over:
            refused[number] = RulesError(_("The game was over before this. Clear this row."))
            continue
        entry = submission.dealt_by(state.next_dealer)
        table = seating.table(number, entry.dealer)
        report = DealReport(number, table, entry.texts, seating.missed(number))
        played = stored.replay([report], since=since, accept=entry.overruled)
        if played.refused:
            refused |= played.refused
            if uses_past(stored.ruleset, [report]):
                break  # the other deals can’t be checked without this one
            continue
        (deal,), state = played.deals, played.state
        since = replace(since, carried=state.carried, past=played.past)
        deals.append(deal)
        entries[number] = entry.model_copy(update={"overruled": deal.overruled})
    wrong = {side: state.total(side) for side in totals if state.total(side) != totals[side]}
    if refused or wrong or played is None:
        raise SheetRefusedError(refused, {} if refused else wrong)
    seats = {seat.position: seat for seat in seating.seats}
    rounds = [
        Round(game=game, deal=number, dealer=seats[entry.dealer], entry=dict(entry.texts))
        for number, entry in entries.items()
    ]
    store(stored, replace(played, deals=tuple(deals)), new=rounds)
    forget_hands(game)
    key = context.key
    for number, entry in entries.items():
        own = replace(context, key=key)
        log_change(ChangeRecord(game, None, entry, number), own, Change.Kind.RECORD)
        key = str(uuid4())
