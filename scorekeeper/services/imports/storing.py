"""Storing the records of a file in a group.

Nothing that the group already has is changed. A game and a person are recognised by their uuid, and
only within the group, so a file can’t change the data of another group.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import IntegrityError, OperationalError, transaction
from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from rules.engine.formatting import name_key
from rules.engine.own_games import Design, own_variant
from rules.engine.snapshots import load_house_rules, load_ruleset
from rules.engine.variants import Variant
from scorekeeper.coins import coin_picture
from scorekeeper.models import (
    Game,
    Group,
    HouseRules,
    Import,
    ImportedItem,
    OwnGame,
    Picture,
    Player,
)
from scorekeeper.queries.own_games import variant_in, variant_of
from scorekeeper.queries.table_file import (
    GameRecord,
    HouseRulesRecord,
    LineError,
    OwnGameRecord,
    PersonRecord,
    Record,
    TableRecord,
)
from scorekeeper.services.changes import lock_group
from scorekeeper.services.imports.games import describe_game, prepare_game
from scorekeeper.services.imports.outcomes import Found, Outcome, Stored
from scorekeeper.services.imports.previews import preview
from scorekeeper.services.own_games import add_own_game
from scorekeeper.services.people import save_house_rules

logger = logging.getLogger(__name__)
Store = Callable[[], Stored]  # stores a record that has been checked
ITEMS: Mapping[type[Any], str] = {
    Game: ImportedItem.Kind.GAME,
    Player: ImportedItem.Kind.PERSON,
    OwnGame: ImportedItem.Kind.OWN_GAME,
    HouseRules: ImportedItem.Kind.HOUSE_RULES,
}


def store_records(
    group: Group,
    record: Record,
    *,
    is_rehearsal: bool,
    wins_key: str = "",
    imported: Import | None = None,
) -> Outcome:
    """Store a record in the group, in one transaction, and return the outcome.

    What takes long is done before the transaction, because nobody else can save meanwhile. In a
    rehearsal, the outcome has a preview of a game, and the transaction is rolled back.
    ``wins_key`` is the key of the answer that changes who wins. What is added is listed in
    ``imported``, so that it can be deleted again.
    """
    shown = None
    kind = _KINDS[type(record)]
    try:
        store = kind.prepare(group, record)
        with transaction.atomic():
            lock_group(group.pk)
            stored = store()
            if imported:
                ImportedItem.objects.bulk_create(
                    ImportedItem(imported=imported, kind=ITEMS[type(row)], key=row.pk)
                    for row in stored.added
                )
            if stored.found == Found.ADDED and isinstance(record, GameRecord):
                shown = preview(group, record, wins_key)  # also checks that it can be shown
            if is_rehearsal:
                transaction.set_rollback(True)
    except RulesError as error:
        return Outcome(kind.name, Found.UNREADABLE, kind.describe(record), str(error))
    except IntegrityError:
        why = _("It contradicts itself or something in your group.")
        return Outcome(kind.name, Found.UNREADABLE, kind.describe(record), why)
    except OperationalError:  # the database is unavailable or busy, which isn’t the file’s fault
        raise
    except Exception as error:  # noqa: BLE001 -- the rules in a file can be anything
        logger.warning("A record of a file can’t be read: %s", type(error).__name__)
        why = _("Its rules and its entries don’t fit together.")
        return Outcome(kind.name, Found.UNREADABLE, kind.describe(record), why)
    return Outcome(
        kind.name,
        stored.found,
        kind.describe(record),
        stored.why,
        people=tuple(row.name for row in stored.added if isinstance(row, Player)),
        shown=shown if is_rehearsal else None,
    )


def _prepare_table(_group: Group, _record: TableRecord) -> Store:
    return lambda: Stored(Found.SAME)


def _prepare_person(group: Group, record: PersonRecord) -> Store:
    picture = coin_picture(record.picture) if record.picture else None
    return partial(_person, group, record, picture)


def _person(group: Group, record: PersonRecord, picture: bytes | None) -> Stored:
    known = group.players.filter(uuid=record.uuid).first()
    if known is None:
        names = group.players.values_list("name", flat=True)
        if name_key(record.name) in map(name_key, names):
            return Stored(Found.SAME)
        player = Player.objects.create(
            group=group,
            uuid=record.uuid,
            name=record.name,
            off_list_at=record.off_list_at,
            colour=record.colour,
            emoji=record.emoji,
            picture=Picture.objects.create(data=picture) if picture else None,
        )
        return Stored(Found.ADDED, added=(player,))
    if known.name == record.name:
        return Stored(Found.SAME)
    return Stored(Found.DIFFERS, _("Here, the name is “{name}”.").format(name=known.name))


def _prepare_house_rules(
    group: Group, record: HouseRulesRecord, variant: Variant | None = None
) -> Store:
    variant = variant or variant_in(group, record.variant)
    if variant is None:
        raise LineError(_("This site has no game “{slug}”.").format(slug=record.variant))
    options, patches = load_house_rules(
        record.variant, record.options, record.patches, record.format
    )
    variant.ruleset(options, patches)

    def store() -> Stored:
        known = group.house_rules.filter(variant=record.variant, name=record.name).first()
        if known is None:
            saved = save_house_rules(
                group=group,
                variant=record.variant,
                name=record.name,
                options=options,
                patches=patches,
            )
            return Stored(Found.ADDED, added=(saved,))
        mine = load_house_rules(known.variant, known.options, known.patches, known.format)
        if mine == (options, patches):
            return Stored(Found.SAME)
        return Stored(Found.DIFFERS, _("You have other house rules with this name."))

    return store


def _prepare_own_game(group: Group, record: OwnGameRecord) -> Store:
    variant = own_variant(load_ruleset(record.ruleset), record.summary)
    # Only games that the form on the page could have made are accepted.
    if Design.of(variant).variant(record.slug) != variant:
        raise LineError(_("This isn’t a game that a group can make."))
    rules = [_prepare_house_rules(group, each, variant) for each in record.house_rules]

    def store() -> Stored:
        known = OwnGame.objects.filter(group=group, slug=record.slug).first()
        if known is None:
            own = add_own_game(group, variant)
            saved = [row for store_rules in rules for row in store_rules().added]
            return Stored(Found.ADDED, added=(own, *saved))
        if variant_of(known) == variant:
            return Stored(Found.SAME)
        return Stored(Found.DIFFERS, _("You have another version of this game."))

    return store


@dataclass(frozen=True, slots=True)
class _Kind:
    """The functions for one kind of record: one returns what stores it, the other its name."""

    name: str
    prepare: Callable[[Group, Any], Store]
    describe: Callable[[Any], str]


_KINDS: Mapping[type[Record], _Kind] = {
    TableRecord: _Kind("table", _prepare_table, lambda record: record.name),
    PersonRecord: _Kind("person", _prepare_person, lambda record: record.name),
    OwnGameRecord: _Kind(
        "own_game", _prepare_own_game, lambda record: str(record.ruleset.get("name", ""))
    ),
    HouseRulesRecord: _Kind("house_rules", _prepare_house_rules, lambda record: record.name),
    GameRecord: _Kind("game", prepare_game, describe_game),
}
