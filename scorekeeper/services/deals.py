"""Storing one deal of a game with its points, and which changes affect it."""

from django.utils.translation import gettext as _

from rules.engine.entries import DealReport, clean_texts
from rules.engine.errors import RulesError
from rules.engine.formatting import capital
from rules.engine.replay import uses_past
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import SCHEMES
from rules.engine.snapshots import DaySnapshot, DealEntry, TableSnapshot, load_change
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import Change, Game, Round, Seat
from scorekeeper.queries.seating import GameSeating
from scorekeeper.queries.stored import StoredGame, report_of
from scorekeeper.services.changes import ConflictError
from scorekeeper.services.hands import forget_hands
from scorekeeper.services.state import LaterDealError, store


def check_follows(stored: StoredGame, deal: int) -> None:
    """Raise ConflictError unless ``deal`` is the next one."""
    if deal != stored.state.deals + 1:
        raise not_next(stored)


def check_playing(game: Game) -> None:
    """Raise RulesError if the game is over."""
    if game.state == Game.State.FINISHED:
        raise RulesError(_("The game is over. To continue, use Undo first."))


def not_next(stored: StoredGame) -> ConflictError:
    """Return the error for a deal that isn’t the next one."""
    word = capital(translated_ruleset(stored.ruleset).words.deal.one)
    # Translators: {deal} is what the game calls a deal, such as “Hand”
    message = _("{deal} {number} comes next. Enter that one first.")
    return ConflictError(message.format(deal=word, number=stored.state.deals + 1))


def concerns_deal(change: Change, *, deal: int, submitted: DealEntry, ruleset: Ruleset) -> bool:
    """Return whether a change affects the submitted entry of ``deal``.

    Changes to another deal, to a name or to the day don’t affect it, and neither does saving the
    same bids. Inserting or removing an earlier deal does, because it moves this one.
    """
    if change.kind == Change.Kind.BIDS and change.deal == deal:
        bids, texts = load_change(change.after, ruleset), clean_texts(submitted.texts)
        if not isinstance(bids, DealEntry):
            return True
        saved = bids.texts
        if SCHEMES[ruleset.scoring.scheme].as_played:  # what is blank stays as it was saved
            saved = {name: text for name, text in saved.items() if name in texts}
        return not saved.items() <= texts.items()
    if change.deal:
        return change.deal == deal or (moves(change) and change.deal < deal)
    if change.kind in (Change.Kind.ERASE, Change.Kind.RESTORE):
        return False
    before, after = (load_change(data, ruleset) for data in (change.before, change.after))
    if isinstance(before, TableSnapshot) and isinstance(after, TableSnapshot):
        return before.without_names() != after.without_names()
    return not isinstance(after, DaySnapshot)


def moves(change: Change) -> bool:
    """Return whether a change inserts or removes a deal, which moves the later ones."""
    return "sides" in (change.before or {})


def stored_deal(stored: StoredGame, deal: int) -> DealEntry:
    """Return a played deal in the form stored with a change."""
    played = stored.deals[deal - 1]
    return DealEntry(
        texts=played.round.entry,
        dealer=played.dealer,
        overruled=played.round.overruled,
        dealer_known=played.round.dealer_known,
    )


def dealer_seat(seating: GameSeating, deal: int, position: int) -> Seat:
    """Return the seat at ``position``. Raise RulesError if nobody plays ``deal`` there."""
    for seat in seating.seats_at(deal):
        if seat.position == position:
            return seat
    raise RulesError(_("That dealer isn’t in this game. Choose one of the names."))


def put_deal(stored: StoredGame, deal: int, data: DealEntry) -> bool:
    """Store a deal with its points, then rescore the later deals and update the game.

    ``data`` is the deal in the form stored with a change. Return whether a warning had to be
    accepted. For a new deal, the earlier ones are read only if the scheme uses them. Raises
    EntryRefusedError if the entry isn’t valid, and LaterDealError if a later deal would not be.
    """
    seating = stored.seating
    dealer = dealer_seat(seating, deal, data.dealer)
    is_new = deal > stored.state.deals
    report = DealReport(deal, seating.table(deal, data.dealer), data.texts, seating.missed(deal))
    later = () if is_new else stored.deals[deal:]
    reports = [report, *(report_of(other, seating) for other in later)]
    if uses_past(stored.ruleset, reports):
        later = ()
    else:
        reports = [report]
    since = stored.after(deal - 1)
    played = stored.replay(reports, since=since, later=later, accept=data.overruled)
    for number, refused in played.refused.items():
        raise refused if number == deal else LaterDealError(stored.ruleset, number, refused)
    row = Round(game=stored.game, deal=deal) if is_new else stored.deals[deal - 1].round
    row.dealer, row.dealer_known = dealer, data.dealer_known
    row.entry = dict(data.texts)
    if is_new:
        store(stored, played, new=[row])
        forget_hands(stored.game)
    else:
        store(stored, played, entered=[row])
    return played.deals[0].overruled
