"""Recording what has been entered of a deal while it is being played."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from rules.engine.checking import check_hand
from rules.engine.entries import DealReport, EntryRefusedError, clean_texts, input_names
from rules.engine.errors import RulesError
from rules.engine.inputs import Points
from rules.engine.replay import fields_as_played, score_so_far
from rules.engine.schemes import Mark, scheme_of
from rules.engine.snapshots import DealEntry, Snapshot
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import Change, Game
from scorekeeper.queries.bids import saved_bids
from scorekeeper.queries.history import history
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.changes import (
    ChangeContext,
    ChangeRecord,
    is_repeated,
    lock_game,
    log_change,
)
from scorekeeper.services.deals import check_follows, check_playing, concerns_deal, put_deal


def record_turns(*, game: Game, deal: int, submitted: DealEntry, context: ChangeContext) -> None:
    """Store what has been entered of ``deal``, the next one, while it is being played.

    It is added to what was saved before, and replaces what was saved for the same sides. Once
    nothing is missing, the deal is stored with its points. Raises the same errors as
    ``record_deal``.
    """
    with transaction.atomic():
        stored = lock_game(game)
        current = stored.game
        concerns = partial(concerns_deal, deal=deal, submitted=submitted, ruleset=stored.ruleset)
        if is_repeated(current, context, partial(_includes, submitted), concerns):
            return
        check_follows(stored, deal)
        check_playing(current)
        before = saved_bids(stored, history(current))
        known, begun = _names_as_played(stored, submitted.texts)
        own = {name: text for name, text in submitted.texts.items() if name in known}
        if not begun:
            raise RulesError(_("Nothing has been entered. Enter the points first."))
        after = _added(before, submitted.model_copy(update={"texts": own}), begun)
        after = after.dealt_by(before.dealer if before else stored.state.next_dealer)
        if after == before:
            return
        current.next_dealer = None
        table = stored.seating.table(deal, after.dealer)
        report = DealReport(deal, table, after.texts)
        try:
            check_hand(translated_ruleset(stored.ruleset), report, begun, stored.past(deal - 1))
        except EntryRefusedError as refused:
            if not refused.only_warnings:
                raise refused.impossible from None
        after = _with_zeros(stored, report, after)
        try:
            put_deal(stored, deal, after)
        except EntryRefusedError as refused:
            if all(problem.code != "missing" for problem in refused.problems):
                raise
            current.next_dealer = after.dealer
            log_change(ChangeRecord(current, before, after, deal), context, Change.Kind.BIDS)
        else:
            log_change(ChangeRecord(current, None, after, deal), context, Change.Kind.RECORD)


def end_round(game: Game, context: ChangeContext) -> None:
    """Store the next deal with its points if a player has left and the others are done with it.

    It is a change of its own. Nothing is stored if nothing of that deal has been entered.
    """
    stored = lock_game(game)
    entry = saved_bids(stored, history(stored.game))
    if entry is None:
        return
    deal, stored.game.next_dealer = stored.state.deals + 1, None
    with suppress(EntryRefusedError):
        put_deal(stored, deal, entry)
        own = replace(context, key=str(uuid4()))
        log_change(ChangeRecord(stored.game, None, entry, deal), own, Change.Kind.RECORD)


def _with_zeros(stored: StoredGame, report: DealReport, after: DealEntry) -> DealEntry:
    """Return the entry with 0 for sides that haven’t scored if what was entered wins the game."""
    number, table = report.number, report.table
    past = stored.past(number - 1)
    so_far = score_so_far(stored.ruleset, number, table, after.texts, past)
    if not any(Mark.WON in marks for marks in so_far.marks.values()):
        return after
    scheme = scheme_of(stored.ruleset, len(table.seats))
    fields = fields_as_played(stored.ruleset, stored.ruleset.deal(number), scheme)
    counted = [field for field in fields if isinstance(field.kind, Points)]
    zeros = dict.fromkeys(input_names(counted, table), "0")
    return after.model_copy(update={"texts": zeros | after.texts})


def _names_as_played(
    stored: StoredGame, texts: Mapping[str, str]
) -> tuple[Collection[str], Collection[str]]:
    """Return the names of the inputs that can be saved while the next deal is being played.

    The second value has only those of the sides and seats for which ``texts`` has anything.
    """
    number, known, begun = stored.state.deals + 1, set[str](), set[str]()
    table = stored.seating.table(number, stored.state.next_dealer)
    scheme = scheme_of(stored.ruleset, len(table.seats))
    fields = fields_as_played(stored.ruleset, stored.ruleset.deal(number), scheme)
    for scope in dict.fromkeys(field.scope for field in fields):
        for key in [place.key for place in table.places(scope)] or [""]:
            asked = (field for field in fields if field.scope == scope)
            names = {name for field in asked for name in field.inputs(key).values()}
            known |= names
            if names & clean_texts(texts).keys():
                begun |= names
    return known, begun


def _added(before: DealEntry | None, submitted: DealEntry, begun: Collection[str]) -> DealEntry:
    """Return what was submitted, with what was saved before in the inputs that aren’t ``begun``."""
    saved = before.texts if before else {}
    kept = {name: text for name, text in saved.items() if name not in begun}
    return submitted.model_copy(update={"texts": kept | submitted.texts})


def _includes(submitted: DealEntry, stored: Snapshot | None) -> bool:
    """Return whether everything that was submitted is in ``stored``."""
    texts = clean_texts(submitted.texts)
    return isinstance(stored, DealEntry) and texts.items() <= stored.texts.items()


def with_turns(stored: StoredGame, submitted: DealEntry) -> DealEntry:
    """Return the entry of a new deal with what was saved for others while it was being played."""
    known, begun = _names_as_played(stored, submitted.texts)
    before = saved_bids(stored, history(stored.game)) if known else None
    return _added(before, submitted, begun) if before else submitted
