"""Erasing a game, a player or a whole group, bringing it back, and deleting it permanently.

Erased data disappears from all pages at once and can be brought back for 30 days. After that,
``purge`` deletes it permanently.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import chain, count
from typing import Any

from django.core.cache import caches
from django.db import transaction
from django.db.models import Count, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from rules.engine.own_games import PREFIX, is_own
from rules.engine.snapshots import (
    Snapshot,
    StartSnapshot,
    TableSnapshot,
    dump,
    dump_change,
    fingerprint,
    load,
    load_change,
)
from rules.reference.game_words import translated_ruleset
from scorekeeper.live.bus import publish_change
from scorekeeper.models import (
    Change,
    ErasedText,
    Erasure,
    EveningHelper,
    Game,
    Group,
    Helper,
    HouseRules,
    Member,
    Note,
    OwnerRequest,
    OwnGame,
    Player,
    Score,
    Seat,
    Side,
    Upload,
    User,
)
from scorekeeper.models.ownership import LABEL_LENGTH
from scorekeeper.models.people import KEPT_FOR
from scorekeeper.services.changes import (
    ChangeContext,
    ChangeRecord,
    lock_game_and_group,
    lock_group,
    log_changes,
)
from scorekeeper.services.names_in_texts import (
    NameReplacement,
    options_renamed,
    replaced_words,
    ruleset_renamed,
)
from scorekeeper.services.players import forget_unseated

BATCH = 200
# The caches whose content may contain names: pads, link previews, and sheets.
WITH_NAMES = ("template_fragments", "sheets", "pictures")

# The texts that people write, in which a name may be one word among others: the models, how to find
# their rows by group, and their fields.
_WRITTEN: Sequence[tuple[type[Model], str, Sequence[str]]] = (
    (Group, "pk__in", ("name",)),
    (Member, "group__in", ("name",)),
    (HouseRules, "group__in", ("name",)),
    (OwnGame, "group__in", ("summary",)),
    (EveningHelper, "group__in", ("name",)),
    (Helper, "game__group__in", ("name",)),
    (Note, "game__group__in", ("text", "location")),
    (Change, "game__group__in", ("by_name",)),
)
_MODELS: dict[str, type[Model]] = {
    model.__name__: model
    for model in (
        Change,
        EveningHelper,
        Game,
        Group,
        Helper,
        HouseRules,
        Member,
        Note,
        OwnGame,
        Player,
        Score,
        Side,
    )
}


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
    name = translated_ruleset(load(current.ruleset)).name
    date = date_format(timezone.localtime(current.created_at))
    # Translators: a game in a list, with the date on which it was played
    label = _("{game}, {date}").format(game=name, date=date)
    erasure = _erasure(current.group, Erasure.Kind.GAME, label)
    _move_away(erasure, Game.objects.filter(pk=current.pk))
    publish_change(current.code, current.group_id)
    return erasure


@transaction.atomic
def erase_person(*, person: Player, with_games: bool, by: ChangeContext | None = None) -> Erasure:
    """Erase a player’s name everywhere in their group.

    The results stay, under a name such as “Somebody”. If ``with_games`` is true, all games of the
    player are erased as well, with everyone’s results. Without ``by``, the change is made by the
    site’s staff. Raises Player.DoesNotExist if the player has been deleted.
    """
    lock_group(person.group_id)
    player = Player.objects.select_related("group").get(pk=person.pk)
    earlier = Erasure.objects.filter(group=player.group_id, kept_in__isnull=False)
    groups = [player.group_id, *earlier.values_list("kept_in", flat=True)]
    Upload.objects.filter(group=player.group_id).delete()  # files to import, which may have names
    erasure = _erasure(player.group, Erasure.Kind.PERSON, player.name)
    if with_games:
        played = Seat.objects.filter(player=player)
        _move_away(erasure, Game.objects.filter(pk__in=played.values("game")))
    games = _replace_name(erasure, groups, player.name)
    if with_games:
        Player.objects.filter(pk=player.pk).delete()
    _log(games, Change.Kind.ERASE, by)
    return erasure


@transaction.atomic
def erase_group(*, group: Group) -> Erasure:
    """Erase a group with all its games. Nobody can open it, and helpers lose their access."""
    lock_group(group.pk)
    Helper.objects.filter(game__group=group).delete()
    EveningHelper.objects.filter(group=group).delete()
    OwnerRequest.objects.filter(group=group).delete()
    erasure = _erasure(group, Erasure.Kind.GROUP, group.name)
    Group.objects.filter(pk=group.pk).update(erased_at=erasure.at)
    return erasure


def _erasure(group: Group, kind: Erasure.Kind, label: str) -> Erasure:
    transaction.on_commit(_clear_caches)
    return Erasure.objects.create(group=group, kind=kind, label=label[:LABEL_LENGTH])


def _clear_caches() -> None:
    """Remove all pads and sheets from the caches; they are rendered again when they are needed."""
    for name in WITH_NAMES:
        caches[name].clear()


def _move_away(erasure: Erasure, games: Any) -> None:
    """Move ``games``, a query, to an erased group, with a copy of each of their players."""
    group = erasure.group
    kept_in = Group.objects.create(name="", erased_at=erasure.at)
    games.filter(group=group).update(group=kept_in)
    Helper.objects.filter(game__group=kept_in).delete()
    seats = Seat.objects.filter(game__group=kept_in)
    players = list(Player.objects.filter(pk__in=seats.values("player")).order_by("pk"))
    for player in players:
        copy = Player.objects.create(
            group=kept_in, uuid=player.uuid, name=player.name, off_list_at=player.off_list_at
        )
        seats.filter(player=player).update(player=copy)
    forget_unseated([player.pk for player in players])
    erasure.kept_in = kept_in
    erasure.save(update_fields=["kept_in"])


@transaction.atomic
def bring_back(*, erasure: Erasure, by: ChangeContext | None = None) -> None:
    """Undo an erasure. Texts that have been changed since then stay as they are.

    Raises GoneError if that is no longer possible, and RulesError if another player now has the
    name of an erased one.
    """
    lock_group(erasure.group_id)
    current = Erasure.objects.select_related("group").filter(pk=erasure.pk).first()
    if current is None or current.gone_at <= timezone.now():
        raise GoneError
    group = current.group
    if current.kind == Erasure.Kind.GROUP:
        Group.objects.filter(pk=group.pk).update(erased_at=None)
    games = _put_back(current)
    if current.kept_in_id:
        _move_back(current.kept_in_id, group)
        Group.objects.filter(pk=current.kept_in_id).delete()
    Erasure.objects.filter(pk=current.pk).delete()
    _log(games, Change.Kind.RESTORE, by)


def _move_back(kept_in: int, group: Group) -> None:
    """Move all games of the group with the key ``kept_in`` to ``group``, with their players.

    Raises RulesError if one of the games has been imported into ``group`` since then.
    """
    games = Game.objects.filter(group=kept_in)
    if Game.objects.filter(group=group, uuid__in=games.values("uuid")).exists():
        raise RulesError(_("This has been imported from a file in the meantime. Erase that first."))
    players = list(group.players.all())
    known: dict[object, Player] = {player.name.casefold(): player for player in players}
    known |= {player.uuid: player for player in players}
    for copy in Player.objects.filter(group=kept_in).order_by("pk"):
        player = known.get(copy.uuid) or known.get(copy.name.casefold())
        if player is None:
            player = Player.objects.create(
                group=group, uuid=copy.uuid, name=copy.name, off_list_at=copy.off_list_at
            )
        Seat.objects.filter(player=copy).update(player=player)
    games.update(group=group)


def _log(games: Sequence[int], kind: Change.Kind, by: ChangeContext | None) -> None:
    """Log in these games that a name was erased or restored, so that open pages are updated.

    The name of the phone may have changed as well.
    """
    if by:
        phones = Member.objects.filter(user=by.user, group__games__in=games[:1])
        by = replace(by, name=phones.values_list("name", flat=True).first() or by.name)
    for at in range(0, len(games), BATCH):
        rows = Game.objects.filter(pk__in=games[at : at + BATCH]).order_by("pk")
        log_changes([ChangeRecord(game) for game in rows], by, kind)


def _replace_name(erasure: Erasure, groups: Sequence[int], name: str) -> list[int]:
    """Replace a player’s name in all texts of these groups, and return the games that show it.

    A column of the player gets the new name whatever it is called. The log of the game may have
    further names of the column, which are replaced as well.
    """
    games = list(
        Game.objects.select_for_update(no_key=True)
        .filter(group__in=groups)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    players = list(Player.objects.filter(group__in=groups))
    own = [player for player in players if player.name.casefold() == name.casefold()]
    others = {player.name for player in players if player not in own}
    replacement = _free_name(groups, others)
    _write(erasure, own, "name", lambda *_old: replacement)
    Player.objects.filter(pk__in=[player.pk for player in own]).update(off_list_at=timezone.now())
    in_words = partial(replaced_words, name=name, replacement=replacement, others=others)
    saved = HouseRules.objects.filter(group__in=groups)
    _write(erasure, saved, "options", lambda _row, chosen: options_renamed(chosen, in_words))
    made = OwnGame.objects.filter(group__in=groups)
    _write(erasure, made, "ruleset", lambda _row, plain: _rules_renamed(plain, in_words))
    for model, by_group, fields in _WRITTEN:
        rows: QuerySet[Any] = QuerySet(model).filter(**{by_group: groups})
        for field in fields:
            texts = rows.order_by(field).values_list(field, flat=True).distinct()
            new = {text: in_words(text) for text in texts}
            named = rows.filter(**{f"{field}__in": [old for old in new if new[old] != old]})
            _write(erasure, named.only(field), field, partial(_looked_up, new))
    seats = Seat.objects.filter(player__in=own).select_related("side")
    columns = _Columns(
        {seat.game_id: seat for seat in seats.annotate(players=Count("side__seats"))},
        frozenset({name.casefold()}),
        frozenset(other.casefold() for other in others),
        replacement,
        in_words,
    )
    changed: dict[int, None] = {}
    for at in range(0, len(games), BATCH):
        changed |= dict.fromkeys(_replace_in_games(erasure, games[at : at + BATCH], columns))
    return [*changed]


def _rules_renamed(plain: Any, in_words: Callable[[str], str]) -> Any:
    """Return a stored ruleset with the name replaced, or the same if it doesn’t have the name."""
    ruleset = load(plain)
    now = ruleset_renamed(ruleset, in_words)
    return plain if now == ruleset else dump(now)


def _looked_up(new: Mapping[str, str], _row: object, text: str) -> str:
    return new[text]


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of one player: their seats by game, their names, and the new name."""

    seats: Mapping[int, Any]
    names: frozenset[str]
    others: frozenset[str]
    replacement: str
    in_words: Callable[[str], str]

    def is_own(self, side: Side) -> bool:
        """Return whether a column is this player’s alone."""
        seat = self.seats.get(side.game_id)
        return seat is not None and seat.side_id == side.pk and seat.players == 1

    def renaming(
        self, game: int, snapshots: Iterable[Snapshot | None] = (), *, is_own_game: bool = False
    ) -> NameReplacement:
        """Return the replacement of all names that ``snapshots`` of the game give this player."""
        seat, names = self.seats.get(game), set(self.names)
        if seat is not None:
            number = seat.side.number if seat.players == 1 else 0
            names.add(seat.side.name.casefold() if number else "")
            for snapshot in snapshots:
                names |= {name.casefold() for name in _names_of(snapshot, number, seat.position)}
        return NameReplacement(
            frozenset(names - self.others), self.replacement, self.in_words, is_own_game
        )


def _names_of(snapshot: Snapshot | None, number: int, position: int) -> Iterator[str]:
    """Yield the names of a side and a seat in the data of a change."""
    match snapshot:
        case TableSnapshot():
            yield from (side.name for side in snapshot.sides if side.number == number)
            yield from (seat.name for seat in snapshot.seats if seat.position == position)
        case StartSnapshot():
            yield from snapshot.players[position - 1 : position]


def _replace_in_games(erasure: Erasure, keys: Sequence[int], columns: _Columns) -> Iterator[int]:
    """Replace a player’s name in these games, and yield those that show it."""
    games = list(Game.objects.filter(pk__in=keys).only("ruleset", "rules_key"))
    rulesets = {game.pk: load(game.ruleset) for game in games}
    renamed_rules = {
        key: renamed
        for key, ruleset in rulesets.items()
        if (renamed := ruleset_renamed(ruleset, columns.in_words)) != ruleset
    }
    named_after = [game for game in games if game.pk in renamed_rules]
    with_names = (
        Q(before__has_key="sides")
        | Q(after__has_key="sides")
        | Q(after__has_key="players")
        | Q(before__has_key="ruleset")
        | Q(after__has_key="ruleset")
    )
    changes = list(Change.objects.filter(with_names, game__in=keys, deal=None))
    logs: dict[int, list[Snapshot | None]] = {key: [] for key in keys}
    for change in changes:
        logs[change.game_id] += (
            load_change(plain, rulesets[change.game_id]) for plain in (change.before, change.after)
        )
    renamings = {
        key: columns.renaming(key, log, is_own_game=is_own(rulesets[key].slug))
        for key, log in logs.items()
    }

    def in_log(change: Change, plain: Any) -> Any:
        snapshot = load_change(plain, rulesets[change.game_id])
        renamed = renamings[change.game_id].in_snapshot(snapshot)
        return plain if renamed is None or renamed == snapshot else dump_change(renamed)

    def of_side(side: Side, name: str) -> str:
        return columns.replacement if columns.is_own(side) else renamings[side.game_id].of(name)

    named = Q(text__contains='"name":') | Q(text__contains='"player":')
    named |= Q(round__game__variant__startswith=PREFIX)
    scores = Score.objects.filter(round__game__in=keys).select_related("side")
    scores = scores.annotate(text=Cast("reason", TextField())).filter(named)
    sides = list(Side.objects.filter(game__in=keys))
    _write(
        erasure, named_after, "rules_key", lambda game, _old: fingerprint(renamed_rules[game.pk])
    )
    yield from map(
        _game_of,
        _write(erasure, named_after, "ruleset", lambda game, _old: dump(renamed_rules[game.pk])),
    )
    for field in ("before", "after"):
        yield from (change.game_id for change in _write(erasure, changes, field, in_log))
    yield from (side.game_id for side in _write(erasure, sides, "name", of_side))
    for rows, field in ((sides, "status"), (scores, "reason")):
        written = _write(
            erasure, rows, field, lambda row, plain: renamings[_game_of(row)].in_reasons(plain)
        )
        yield from map(_game_of, written)


def _game_of(row: Any) -> int:
    match row:
        case Game():
            return row.pk
        case Score():
            return row.side.game_id
    key: int = row.game_id
    return key


def _free_name(groups: Sequence[int], names: Collection[str]) -> str:
    """Return a name for an erased player that nobody else in these groups has."""
    base = _("Somebody")
    sides = Side.objects.filter(game__group__in=groups, name__startswith=base)
    taken = {name.casefold() for name in (*names, *sides.values_list("name", flat=True))}
    # Translators: the name of an erased player, if there are several
    numbered = (_("Somebody {number}").format(number=number) for number in count(2))
    return next(name for name in chain([base], numbered) if name.casefold() not in taken)


def _write(
    erasure: Erasure, rows: Iterable[Any], field: str, new: Callable[[Any, Any], Any]
) -> list[Any]:
    """Set a field of each row to what ``new`` returns, and return the rows that have changed.

    ``new`` gets the row and its value. Both values are stored with the erasure.
    """
    changed, texts = [], []
    for row in rows:
        before = getattr(row, field)
        after = new(row, before)
        if after == before:
            continue
        if isinstance(after, str):
            after = after[: type(row)._meta.get_field(field).max_length]  # noqa: SLF001 -- Django’s public API
        setattr(row, field, after)
        changed.append(row)
        texts.append(
            ErasedText(
                erasure=erasure,
                model=type(row).__name__,
                key=row.pk,
                field=field,
                before=before,
                after=after,
            )
        )
    if changed:
        ErasedText.objects.bulk_create(texts, BATCH)
        QuerySet(type(changed[0])).bulk_update(changed, [field], BATCH)
    return changed


def _put_back(erasure: Erasure) -> list[int]:
    """Put back the texts of an erasure, and return the games that show them.

    A text that has been changed since then stays. Raises RulesError if another player now has the
    name.
    """
    games: dict[int, None] = {}
    kinds = erasure.texts.order_by("model", "field").values_list("model", "field").distinct()
    for name, field in list(kinds):
        model, texts = _MODELS[name], erasure.texts.filter(model=name, field=field).order_by("pk")
        stored: QuerySet[Any] = QuerySet(model)
        if model is Score:
            stored = stored.select_related("side")
        for at in range(0, texts.count(), BATCH):
            before_and_after = {text.key: text for text in texts[at : at + BATCH]}
            rows = stored.in_bulk(before_and_after)
            changed: list[Any] = []
            for key, row in rows.items():
                if getattr(row, field) == before_and_after[key].after:
                    setattr(row, field, before_and_after[key].before)
                    changed.append(row)
            if model is Player:
                _refuse_taken(changed)
            QuerySet(model).bulk_update(changed, [field])
            if model in (Change, Game, Score, Side):
                games |= dict.fromkeys(map(_game_of, changed))
    return [*games]


def _refuse_taken(players: Iterable[Player]) -> None:
    """Raise RulesError if another player of the group has the name of one of these players."""
    for player in players:
        others = Player.objects.filter(group=player.group_id).exclude(pk=player.pk)
        if player.name.casefold() in {other.name.casefold() for other in others}:
            raise RulesError(
                _("Another player is now called “{name}”. Rename them first.").format(
                    name=player.name
                )
            )
        player.off_list_at = None
        player.save(update_fields=["off_list_at"])


def purge(*, now: datetime | None = None) -> int:
    """Delete permanently what was erased more than 30 days ago, and return how many erasures.

    Nothing can bring it back after that time, so the work may be done in several transactions.
    """
    due = Erasure.objects.filter(at__lte=(now or timezone.now()) - KEPT_FOR)
    done = 0
    for erasure in due.order_by("pk"):
        done += 1
        if erasure.kind == Erasure.Kind.GROUP:
            kept = Erasure.objects.filter(group=erasure.group_id, kept_in__isnull=False)
            for key in kept.values_list("kept_in", flat=True):
                _delete_group(key)
            _delete_group(erasure.group_id)
        if erasure.kept_in_id:
            _delete_group(erasure.kept_in_id)
        Erasure.objects.filter(pk=erasure.pk).delete()
    return done


def _delete_group(key: int) -> None:
    """Delete a group with all its data, and the guests that have no other group or game."""
    games = Game.objects.filter(group=key).order_by("pk")
    while batch := list(games.values_list("pk", flat=True)[:BATCH]):
        Game.objects.filter(pk__in=batch).delete()
    phones = list(Member.objects.filter(group=key).values_list("user", flat=True))
    with transaction.atomic():
        Group.objects.filter(pk=key).delete()
        guests = User.objects.filter(pk__in=phones, memberships=None, is_staff=False)
        helps = Q(pk__in=Helper.objects.values("user")) | Q(
            pk__in=EveningHelper.objects.values("user")
        )
        guests.exclude(helps).delete()
