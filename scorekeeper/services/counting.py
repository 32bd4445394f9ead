"""Counting up and down: adding points to one side without entering a round."""

from django.db import transaction
from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from rules.engine.inputs import read_sum
from rules.engine.snapshots import DealEntry
from scorekeeper.models import Change, Game
from scorekeeper.queries.counting import counted_field
from scorekeeper.services.changes import ChangeContext, ChangeRecord, lock_game, log_change
from scorekeeper.services.deals import check_playing, put_deal, stored_deal


@transaction.atomic
def add_points(
    *, game: Game, side: int, points: int, context: ChangeContext, deal: int = 0
) -> None:
    """Add whole ``points`` to a side in the latest round, or in the next one, ``deal``.

    A game without rounds begins its first one. The others score 0 in a new round. Points that
    another phone adds at the same time also count, so there are no conflicts. A second call with
    the same key changes nothing. Raises RulesError if points aren’t counted like this, the game is
    over, or the side isn’t in the round, and GameGoneError if the game no longer exists.
    """
    stored = lock_game(game)
    current, ruleset = stored.game, stored.ruleset
    if not points or Change.objects.filter(game=current, key=context.key).exists():
        return
    check_playing(current)
    latest = stored.state.deals
    is_new = not latest or deal > latest
    deal = latest + is_new
    before = None if is_new else stored_deal(stored, deal)
    table = stored.seating.table(deal, before.dealer if before else stored.state.next_dealer)
    field = counted_field(ruleset)
    keys = [key for key in table.keys if before or key not in stored.state.carried.out]
    if field is None or str(side) not in keys:
        raise RulesError(_("That player isn’t in the latest round. Enter the next one first."))
    texts = dict(before.texts) if before else {field.input(key): "0" for key in keys}
    name = field.input(str(side))
    total = read_sum(texts.get(name, "0"), ruleset.scoring.decimals) + points * ruleset.unit
    texts[name] = str(ruleset.number(total))
    dealer = before.dealer if before else stored.state.next_dealer
    dealer_known = before.dealer_known if before else True
    after = DealEntry(texts=texts, dealer=dealer, overruled=True, dealer_known=dealer_known)
    after = after.model_copy(update={"overruled": put_deal(stored, deal, after)})
    kind = Change.Kind.STEP if before else Change.Kind.RECORD
    if not before:
        current.next_dealer = None
    log_change(ChangeRecord(current, before, after, deal), context, kind)
