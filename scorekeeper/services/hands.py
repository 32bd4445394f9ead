"""Storing the hands that players send from their own phones, until the deal is saved."""

from collections.abc import Mapping
from itertools import chain

from django.db import transaction
from django.utils.translation import gettext as _

from rules.engine.checking import check_hand
from rules.engine.entries import DealReport, EntryRefusedError, texts_of_player
from rules.engine.errors import RulesError
from rules.engine.formatting import capital
from rules.reference.game_words import translated_ruleset
from scorekeeper.live.bus import publish_change
from scorekeeper.models import Game, SentHand
from scorekeeper.queries.hands import own_fields
from scorekeeper.services.changes import lock_game

LONGEST = 400  # the most characters in one input


class LateHandError(RulesError):
    """The deal has been saved, or isn’t the next one."""

    code = "late-hand"


@transaction.atomic
def send_hand(
    *, game: Game, deal: int, seat: str, texts: Mapping[str, str], overruled: bool = False
) -> None:
    """Store the hand of the player at ``seat``, replacing an earlier one, and notify open pages.

    Warnings are accepted if ``overruled`` is true. Raises EntryRefusedError if the hand is invalid,
    LateHandError if ``deal`` isn’t the next deal, GameGoneError if the game no longer exists, and
    RulesError if the player can’t send a hand for this deal.
    """
    stored = lock_game(game)
    current, ruleset = stored.game, translated_ruleset(stored.ruleset)
    if deal != stored.state.deals + 1 or current.state == Game.State.FINISHED:
        word = capital(ruleset.words.deal.one)
        if deal <= stored.state.deals:
            message = _("{deal} {number} was saved a moment ago, before your hand arrived.")
        else:
            message = _("{deal} {number} can’t be entered now.")
        raise LateHandError(message.format(deal=word, number=deal))
    table = stored.seating.table(deal, stored.state.next_dealer)
    place = next((one for one in table.seats if one.key == seat), None)
    own = own_fields(ruleset, deal, table, place) if place else ()
    if not own:
        raise RulesError(_("You can’t send a hand in this game."))
    typed = texts_of_player(own, texts)
    if any(len(text) > LONGEST for text in typed.values()):
        raise RulesError(_("That hand is too long. Check what you entered."))
    asked = (field.inputs(key).values() for field, key in own if field.scope != "deal")
    names = {*chain.from_iterable(asked), *typed}  # a mark is the player’s only if it is ticked
    try:
        check_hand(ruleset, DealReport(deal, table, typed), names, stored.past(deal - 1))
    except EntryRefusedError as refused:
        if not (overruled and refused.only_warnings):
            raise
    position = int(seat)
    row = next(one for one in stored.seating.seats if one.position == position)
    earlier = SentHand.objects.filter(seat=row)
    if list(earlier.values_list("deal", "entry")) == [(deal, typed)]:
        return
    earlier.delete()
    SentHand.objects.create(game=current, seat=row, deal=deal, entry=typed)
    publish_change(current.code, current.group_id)


def forget_hands(game: Game) -> None:
    """Delete the hands that were sent for the open deal."""
    SentHand.objects.filter(game=game).delete()
