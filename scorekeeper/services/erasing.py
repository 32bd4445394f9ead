"""Erasing a game, a player or a whole group, and bringing it back.

Erased data disappears from all pages at once, and can be brought back within 30 days. After that,
``services.purge`` deletes it permanently.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.core.cache import caches
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from rules.engine.formatting import name_key
from rules.engine.snapshots import load_ruleset
from rules.reference.game_words import translated_ruleset
from scorekeeper.live.bus import publish_change
from scorekeeper.models import (
    Change,
    Erasure,
    EveningHelper,
    Game,
    Group,
    Helper,
    Member,
    OwnerRequest,
    Player,
    Seat,
    Upload,
)
from scorekeeper.models.ownership import LABEL_LENGTH
from scorekeeper.services.changes import (
    ChangeContext,
    ChangeRecord,
    lock_game_and_group,
    lock_group,
    log_changes,
)
from scorekeeper.services.erased_names import BATCH, NameTakenError, put_back, replace_name
from scorekeeper.services.imports.uploads import delete_uploads
from scorekeeper.services.months import forget_months
from scorekeeper.services.seats import forget_unseated

# The caches whose content may contain names: pads, link previews, and sheets.
WITH_NAMES = ("template_fragments", "rows", "sheets", "pictures")


class GoneError(RulesError):
    """The erasure has been undone, or what was erased has been deleted permanently."""

    code = "gone"

    def __init__(self) -> None:
        super().__init__(_("This can no longer be brought back."))


@transaction.atomic
def erase_game(*, game: Game) -> Erasure:
    """Erase a game. Its helpers lose their access.

    Raises GameGoneError if the game has already been deleted.
    """
    current = lock_game_and_group(game).game
    name = translated_ruleset(load_ruleset(current.ruleset)).name
    date = date_format(current.played_on)
    # Translators: a game in a list, with the date on which it was played
    label = _("{game}, {date}").format(game=name, date=date)
    erasure = _erasure(current.group, Erasure.Kind.GAME, label)
    _move_away(erasure, Game.objects.filter(pk=current.pk))
    publish_change(current.code, current.group_id)
    return erasure


@transaction.atomic
def erase_person(*, person: Player, with_games: bool, by: ChangeContext | None = None) -> Erasure:
    """Erase a player’s name everywhere in their group, and their coin.

    The results stay, under a name such as “Somebody”. If ``with_games`` is true, all games of the
    player are erased as well, with everyone’s results. Without ``by``, the change is made by the
    site’s staff. Raises Player.DoesNotExist if the player has been deleted.
    """
    lock_group(person.group_id)
    player = Player.objects.select_related("group").get(pk=person.pk)
    earlier = Erasure.objects.filter(group=player.group_id, kept_in__isnull=False)
    groups = [player.group_id, *earlier.values_list("kept_in", flat=True)]
    delete_uploads(Upload.objects.filter(group=player.group_id))  # may contain names
    erasure = _erasure(player.group, Erasure.Kind.PERSON, player.name)
    if with_games:
        played = Seat.objects.filter(player=player)
        _move_away(erasure, Game.objects.filter(pk__in=played.values("game")))
    games = replace_name(erasure, groups, player.name)
    if with_games:
        Player.objects.filter(pk=player.pk).delete()
    _log(games, Change.Kind.ERASE, by)
    return erasure


@transaction.atomic
def erase_group(*, group: Group) -> Erasure:
    """Erase a group with all its games. Nobody can open it then, and helpers lose their access."""
    lock_group(group.pk)
    Helper.objects.filter(game__group=group).delete()
    EveningHelper.objects.filter(group=group).delete()
    OwnerRequest.objects.filter(group=group).delete()
    erasure = _erasure(group, Erasure.Kind.GROUP, group.name)
    Group.objects.filter(pk=group.pk).update(erased_at=erasure.at)
    return erasure


def _erasure(group: Group, kind: Erasure.Kind, label: str) -> Erasure:
    transaction.on_commit(_clear_caches)
    forget_months(group=group.pk)
    return Erasure.objects.create(group=group, kind=kind, label=label[:LABEL_LENGTH])


def _clear_caches() -> None:
    """Remove all pads and sheets from the caches; they are rendered again when they are needed."""
    for name in WITH_NAMES:
        caches[name].clear()


def _move_away(erasure: Erasure, games: Any) -> None:
    """Move ``games``, a queryset, to an erased group, with a copy of each of their players."""
    group = erasure.group
    kept_in = Group.objects.create(name="", erased_at=erasure.at)
    games.filter(group=group).update(group=kept_in)
    Helper.objects.filter(game__group=kept_in).delete()
    seats = Seat.objects.filter(game__group=kept_in)
    players = list(Player.objects.filter(pk__in=seats.values("player")).order_by("pk"))
    for player in players:
        copy = _copied(player, kept_in)
        seats.filter(player=player).update(player=copy)
    forget_unseated([player.pk for player in players])
    erasure.kept_in = kept_in
    erasure.save(update_fields=["kept_in"])


def _copied(player: Player, group: Group) -> Player:
    """Return a copy of a player in another group, which has the same uuid and coin."""
    return Player.objects.create(
        group=group,
        uuid=player.uuid,
        name=player.name,
        off_list_at=player.off_list_at,
        colour=player.colour,
        emoji=player.emoji,
        picture_id=player.picture_id,
    )


@transaction.atomic
def bring_back(*, erasure: Erasure, by: ChangeContext | None = None) -> None:
    """Undo an erasure. Texts that have been changed since then stay as they are.

    Raises GoneError if that is no longer possible, NameTakenError if another player now has the
    name of an erased one, and RulesError if an erased game has been imported since then.
    """
    lock_group(erasure.group_id)
    current = Erasure.objects.select_related("group").filter(pk=erasure.pk).first()
    if current is None or current.gone_at <= timezone.now():
        raise GoneError
    group = current.group
    forget_months(group=group.pk)
    if current.kind == Erasure.Kind.GROUP:
        Group.objects.filter(pk=group.pk).update(erased_at=None)
    games = put_back(current)
    if current.kept_in_id:
        _move_back(current.kept_in_id, group)
        Group.objects.filter(pk=current.kept_in_id).delete()
    Erasure.objects.filter(pk=current.pk).delete()
    _log(games, Change.Kind.RESTORE, by)


def _move_back(kept_in: int, group: Group) -> None:
    """Move all games of the group with the key ``kept_in`` to ``group``, with their players.

    Raises RulesError if one of the games has been imported into ``group`` since then, and
    NameTakenError if two of their players would be the same one.
    """
    games = Game.objects.filter(group=kept_in)
    if Game.objects.filter(group=group, uuid__in=games.values("uuid")).exists():
        raise RulesError(_("This was imported from a file in the meantime. Erase that copy first."))
    players = list(group.players.all())
    known: dict[object, Player] = {name_key(player.name): player for player in players}
    known |= {player.uuid: player for player in players}
    found: set[Player] = set()
    for copy in Player.objects.filter(group=kept_in).order_by("pk"):
        player = known.get(copy.uuid) or known.get(name_key(copy.name))
        if player in found:  # somebody else got the name
            raise NameTakenError(copy.name)
        if player is None:
            player = _copied(copy, group)
        found.add(player)
        Seat.objects.filter(player=copy).update(player=player)
    games.update(group=group)


def _log(games: Sequence[int], kind: Change.Kind, by: ChangeContext | None) -> None:
    """Add to these games’ logs that a name was erased or restored, which also updates open pages.

    The name of the phone in ``by`` is read again, because it may have been replaced as well.
    """
    if by:
        phones = Member.objects.filter(user=by.user, group__games__in=games[:1])
        by = replace(by, name=phones.values_list("name", flat=True).first() or by.name)
    for at in range(0, len(games), BATCH):
        rows = Game.objects.filter(pk__in=games[at : at + BATCH]).order_by("pk")
        log_changes([ChangeRecord(game) for game in rows], by, kind)
