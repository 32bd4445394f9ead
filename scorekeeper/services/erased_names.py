"""Replacing an erased player’s name in everything that their group stores, and putting it back.

``names_in_texts`` replaces the name in a stored value; this module finds those values.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import Any

from django.apps import apps
from django.db.models import Count, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from rules.engine.formatting import name_key
from rules.engine.own_games import PREFIX, is_own
from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import (
    Snapshot,
    StartSnapshot,
    TableSnapshot,
    dump_change,
    dump_ruleset,
    fingerprint,
    load_change,
    load_ruleset,
)
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
    OwnGame,
    Player,
    Score,
    Seat,
    Side,
)
from scorekeeper.services.names_in_texts import (
    NameReplacement,
    options_renamed,
    replaced_words,
    ruleset_renamed,
)

BATCH = 200

# The fields with text that people wrote, which may contain a name: the model, the lookup that
# filters its rows by group, and the names of the fields.
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
# The changes whose data contains names.
_WITH_NAMES = (
    Q(before__has_key="sides")
    | Q(after__has_key="sides")
    | Q(after__has_key="players")
    | Q(before__has_key="ruleset")
    | Q(after__has_key="ruleset")
)


class NameTakenError(RulesError):
    """Another player now has the name of a player to bring back."""

    code = "name-taken"

    def __init__(self, name: str) -> None:
        message = _("Another player is now called “{name}”. Rename them first.")
        super().__init__(message.format(name=name))


def replace_name(erasure: Erasure, groups: Sequence[int], name: str) -> list[int]:
    """Replace a player’s name in all texts of these groups, and return the keys of changed games.

    The player’s coin is then like that of somebody who hasn’t chosen one.
    Each column of the player gets the new name, whatever its current name is. In the game’s log,
    all names that the column has had are replaced.
    """
    games = list(
        Game.objects.select_for_update(no_key=True)
        .filter(group__in=groups)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    players = list(Player.objects.filter(group__in=groups))
    own = [player for player in players if name_key(player.name) == name_key(name)]
    others = {player.name for player in players if player not in own}
    free = _free_names(groups, others)
    replacement = next(free)
    # Older data may have two spellings of the name, which only look alike, in the same group.
    first = {player.group_id: player for player in reversed(own)}.values()
    new = {player: replacement if player in first else next(free) for player in own}
    _write(erasure, own, "name", lambda player, _old: new[player])
    _write(erasure, own, "colour", lambda _player, _old: None)
    _write(erasure, own, "emoji", lambda _player, _old: "")
    _write(erasure, own, "picture_id", lambda _player, _old: None)
    Player.objects.filter(pk__in=[player.pk for player in own]).update(off_list_at=timezone.now())
    in_words = partial(replaced_words, name=name, replacement=replacement, others=others)
    _replace_in_texts(erasure, groups, in_words)
    seats = Seat.objects.filter(player__in=own).select_related("side")
    columns = _Columns(
        {seat.game_id: seat for seat in seats.annotate(players=Count("side__seats"))},
        frozenset({name_key(name)}),
        frozenset(name_key(other) for other in others),
        replacement,
        in_words,
    )
    changed: dict[int, None] = {}  # a set that keeps the order
    for at in range(0, len(games), BATCH):
        changed |= dict.fromkeys(_replace_in_games(erasure, games[at : at + BATCH], columns))
    return [*changed]


def _replace_in_texts(
    erasure: Erasure, groups: Sequence[int], in_words: Callable[[str], str]
) -> None:
    """Replace the name in the texts that people in these groups have written."""
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


def _rules_renamed(plain: Any, in_words: Callable[[str], str]) -> Any:
    """Return a stored ruleset with the name replaced, or unchanged if the name isn’t in it."""
    ruleset = load_ruleset(plain)
    now = ruleset_renamed(ruleset, in_words)
    return plain if now == ruleset else dump_ruleset(now)


def _looked_up(new: Mapping[str, str], _row: object, text: str) -> str:
    return new[text]


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of one player: their seats by game, the keys of their names, and the new name."""

    seats: Mapping[int, Any]
    names: frozenset[str]
    others: frozenset[str]
    replacement: str
    in_words: Callable[[str], str]

    def is_own(self, side: Side) -> bool:
        """Return whether a column belongs to this player alone."""
        seat = self.seats.get(side.game_id)
        return seat is not None and seat.side_id == side.pk and seat.players == 1

    def renaming(
        self, game: int, snapshots: Iterable[Snapshot | None] = (), *, is_own_game: bool = False
    ) -> NameReplacement:
        """Return the replacement for this player’s names in ``snapshots`` of the game."""
        seat, names = self.seats.get(game), set(self.names)
        if seat is not None:
            number = seat.side.number if seat.players == 1 else 0
            names.add(name_key(seat.side.name) if number else "")
            for snapshot in snapshots:
                names |= {name_key(name) for name in _names_of(snapshot, number, seat.position)}
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
    """Replace a player’s name in these games, and yield the keys of the games that had it."""
    games = list(Game.objects.filter(pk__in=keys).only("ruleset", "rules_key"))
    rulesets = {game.pk: load_ruleset(game.ruleset) for game in games}
    changes = list(Change.objects.filter(_WITH_NAMES, game__in=keys, deal=None))
    renamings = _renamings(changes, rulesets, columns)

    def in_log(change: Change, plain: Any) -> Any:
        snapshot = load_change(plain, rulesets[change.game_id])
        renamed = renamings[change.game_id].in_snapshot(snapshot)
        return plain if renamed is None or renamed == snapshot else dump_change(renamed)

    def of_side(side: Side, name: str) -> str:
        return columns.replacement if columns.is_own(side) else renamings[side.game_id].of(name)

    def in_reasons(row: Any, plain: Any) -> Any:
        return renamings[_game_of(row)].in_reasons(plain)

    sides = list(Side.objects.filter(game__in=keys))
    written = [
        *_rename_rules(erasure, games, rulesets, columns.in_words),
        *_write(erasure, changes, "before", in_log),
        *_write(erasure, changes, "after", in_log),
        *_write(erasure, sides, "name", of_side),
        *_write(erasure, sides, "status", in_reasons),
        *_write(erasure, _scores_with_names(keys), "reason", in_reasons),
    ]
    yield from map(_game_of, written)


def _renamings(
    changes: Iterable[Change], rulesets: Mapping[int, Ruleset], columns: _Columns
) -> dict[int, NameReplacement]:
    """Return, for each game, the replacement for the player’s names in it and in its log."""
    logs: dict[int, list[Snapshot | None]] = {key: [] for key in rulesets}
    for change in changes:
        logs[change.game_id] += (
            load_change(plain, rulesets[change.game_id]) for plain in (change.before, change.after)
        )
    return {
        key: columns.renaming(key, log, is_own_game=is_own(rulesets[key].slug))
        for key, log in logs.items()
    }


def _rename_rules(
    erasure: Erasure,
    games: Iterable[Game],
    rulesets: Mapping[int, Ruleset],
    in_words: Callable[[str], str],
) -> list[Game]:
    """Replace the name in texts that players put into rules, and return the changed games."""
    renamed = {
        key: after
        for key, ruleset in rulesets.items()
        if (after := ruleset_renamed(ruleset, in_words)) != ruleset
    }
    named_after = [game for game in games if game.pk in renamed]
    _write(erasure, named_after, "rules_key", lambda game, _old: fingerprint(renamed[game.pk]))
    return _write(
        erasure, named_after, "ruleset", lambda game, _old: dump_ruleset(renamed[game.pk])
    )


def _scores_with_names(keys: Sequence[int]) -> QuerySet[Score]:
    """Return the scores in these games with a reason that may name a player."""
    named = Q(text__contains='"name":') | Q(text__contains='"player":')
    named |= Q(round__game__variant__startswith=PREFIX)
    scores = Score.objects.filter(round__game__in=keys).select_related("side")
    return scores.annotate(text=Cast("reason", TextField())).filter(named)


def _game_of(row: Any) -> int:
    match row:
        case Game():
            return row.pk
        case Score():
            return row.side.game_id
    key: int = row.game_id
    return key


def _free_names(groups: Sequence[int], names: Collection[str]) -> Iterator[str]:
    """Yield names for erased players that nobody else in these groups has."""
    base = _("Somebody")
    sides = Side.objects.filter(game__group__in=groups, name__startswith=base)
    taken = {name_key(name) for name in (*names, *sides.values_list("name", flat=True))}
    # Translators: the name of an erased player, if there are several
    numbered = (_("Somebody {number}").format(number=number) for number in count(2))
    return (name for name in chain([base], numbered) if name_key(name) not in taken)


def _write(
    erasure: Erasure, rows: Iterable[Any], field: str, new: Callable[[Any, Any], Any]
) -> list[Any]:
    """Set a field of each row to the result of ``new``, and return the rows that have changed.

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


def put_back(erasure: Erasure) -> list[int]:
    """Restore the texts that an erasure replaced, and return the keys of the games that show them.

    A text that has been changed since then stays as it is. Raises NameTakenError if another player
    now has the name.
    """
    games: dict[int, None] = {}
    kinds = erasure.texts.order_by("model", "field").values_list("model", "field").distinct()
    for name, field in list(kinds):
        model = apps.get_model("scorekeeper", name)
        texts = erasure.texts.filter(model=name, field=field).order_by("pk")
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
    """Raise NameTakenError if another player of the group has the name of one of these players."""
    for player in players:
        others = Player.objects.filter(group=player.group_id).exclude(pk=player.pk)
        if name_key(player.name) in {name_key(other.name) for other in others}:
            raise NameTakenError(player.name)
        player.off_list_at = None
        player.save(update_fields=["off_list_at"])
