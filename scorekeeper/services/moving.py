"""Inserting and removing deals, which moves the later ones."""

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from rules.engine.contracts import MAX_DEALS
from rules.engine.entries import DealReport
from rules.engine.errors import RulesError
from rules.engine.formatting import capital
from rules.engine.game import ChosenWinner
from rules.engine.snapshots import DealEntry, Snapshot, TableSnapshot
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.changes import (
    ChangeContext,
    ChangeRecord,
    ConflictError,
    is_repeated,
    lock_game,
    log_change,
)
from scorekeeper.services.deals import dealer_seat, stored_deal
from scorekeeper.services.hands import forget_hands
from scorekeeper.services.seats import set_table, table_state
from scorekeeper.services.state import LaterDealError

_OUT_OF_THE_WAY = 1000  # more than any game has deals, so that no two have the same number


class MovedDealError(RulesError):
    """A later deal would be invalid under its new number."""

    code = "moved-deal"


def insert_deal(*, game: Game, deal: int, submitted: DealEntry, context: ChangeContext) -> None:
    """Store the entry of another deal before ``deal``, with its points.

    The later deals keep their entries and dealers, and are scored again under their new numbers.
    Players who joined, left, came back or moved to another seat later do so one deal later.

    Raises EntryRefusedError if the entry is invalid, MovedDealError if that of a later deal would
    be, ConflictError if the game has changed since the page was rendered, GameGoneError if it no
    longer exists, and RulesError if it can’t have another deal.
    """

    def matches(snapshot: Snapshot | None) -> bool:
        return isinstance(snapshot, TableSnapshot) and submitted.matches(snapshot.entry)

    with transaction.atomic():
        stored = lock_game(game)
        if is_repeated(stored.game, context, matches):
            return
        _check_number(stored, deal)
        check_room(stored)
        earlier = stored.before(deal)
        seating = earlier.seating
        entry = submitted.dealt_by(earlier.state.next_dealer)
        dealer_seat(seating, deal, entry.dealer)
        report = DealReport(
            deal, seating.table(deal, entry.dealer), entry.texts, seating.missed(deal)
        )
        since = earlier.after(deal - 1)
        played = earlier.replay([report], since=since, accept=entry.overruled)
        for refused in played.refused.values():
            raise refused
        entry = entry.model_copy(update={"overruled": played.deals[0].overruled})
        before = table_state(stored.game, stored.seating)
        after = table_state(stored.game, seating).model_copy(
            update={"entry": entry, "chosen_winner": _chosen_winner(before, 1)}
        )
        put_moved(stored, deal, after)
        log_change(ChangeRecord(stored.game, before, after, deal), context, Change.Kind.INSERT)


def remove_deal(*, game: Game, deal: int, context: ChangeContext) -> None:
    """Remove ``deal``; the reverse of ``insert_deal``, which raises the same errors.

    A game that was ended early continues if no deal remains.
    """
    with transaction.atomic():
        stored = lock_game(game)
        if is_repeated(stored.game, context):
            return
        _check_number(stored, deal)
        before = table_state(stored.game, stored.seating)
        after = table_state(stored.game, stored.seating.without_deal(deal)).model_copy(
            update={
                "stopped": before.stopped and stored.state.deals > 1,
                "chosen_winner": _chosen_winner(before, -1),
            }
        )
        before = before.model_copy(update={"entry": stored_deal(stored, deal)})
        put_moved(stored, deal, after)
        log_change(ChangeRecord(stored.game, before, after, deal), context, Change.Kind.REMOVE)


def put_moved(stored: StoredGame, deal: int, table: TableSnapshot) -> None:
    """Insert ``deal`` with the entry in ``table``, or remove it if there is none.

    The players are set to those in ``table``, and all deals are scored again. Raises MovedDealError
    if one of the later deals is no longer valid.
    """
    game, entry = stored.game, table.entry
    rounds = Round.objects.filter(game=game)
    if entry is None:
        rounds.get(deal=deal).delete()
    later, by = rounds.filter(deal__gte=deal), -1 if entry is None else 1
    later.update(deal=F("deal") + by + _OUT_OF_THE_WAY)
    rounds.filter(deal__gt=_OUT_OF_THE_WAY).update(deal=F("deal") - _OUT_OF_THE_WAY)
    if entry:
        seats = {seat.position: seat for seat in stored.seating.seats}
        Round.objects.create(
            game=game,
            deal=deal,
            dealer=seats[entry.dealer],
            dealer_known=entry.dealer_known,
            entry=dict(entry.texts),
            sets=0,
            runs=0,
            pairs=0,
        )
    forget_hands(game)
    try:
        set_table(game, stored.seating, table)
    except LaterDealError as error:
        # Translators: {capital} and {deal} are what the game calls a deal, such as “Hand” and
        # “hand”. {problems} are complete sentences.
        message = _(
            "{capital} {number} would become {deal} {moved}, where it isn’t valid: {problems} "
            "Correct or remove {deal} {number} first."
        )
        word, moved = translated_ruleset(stored.ruleset).words.deal.one, error.deal
        values = {"number": moved - by, "moved": moved, "problems": error.refused}
        raise MovedDealError(message.format(capital=capital(word), deal=word, **values)) from None


def _chosen_winner(table: TableSnapshot, by: int) -> ChosenWinner | None:
    """Return the winner whom the players chose, after as many deals more as ``by``."""
    chosen = table.chosen_winner
    if chosen is None or not chosen.deals + by:
        return None
    return chosen.model_copy(update={"deals": chosen.deals + by})


def check_room(stored: StoredGame) -> None:
    """Raise RulesError if the game can’t have another deal."""
    most = stored.ruleset.length or MAX_DEALS
    if stored.state.deals >= most:
        # Translators: {deals} is what the game calls its deals, such as “hands”
        message = _("All {count} {deals} of this game have been played. Remove one of them first.")
        deals = translated_ruleset(stored.ruleset).words.deal.many
        raise RulesError(message.format(count=most, deals=deals))


def _check_number(stored: StoredGame, deal: int) -> None:
    """Raise ConflictError if the game has no such deal."""
    if not 1 <= deal <= stored.state.deals:
        raise ConflictError(_("This game has no such deal."))
