"""Making, changing, copying and deleting a group’s own games."""

from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.errors import RulesError
from rules.engine.own_games import PREFIX, Design
from rules.engine.snapshots import dump_ruleset
from rules.engine.variants import Variant
from scorekeeper.models import Group, OwnGame
from scorekeeper.models.games import CODE_LENGTH
from scorekeeper.models.people import new_token
from scorekeeper.queries.own_games import variant_of
from scorekeeper.services.changes import ConflictError, lock_group

MAX_OWN_GAMES = 50


@transaction.atomic
def make_own_game(*, group: Group, design: Design, key: str) -> OwnGame:
    """Save a game for the group, and return it.

    A second call with the same key returns the same game. Raises CatalogueError if the game isn’t
    valid, and RulesError if the group has too many.
    """
    lock_group(group.pk)
    slug = _slug(group, key)
    made = OwnGame.objects.filter(group=group, slug=slug).first()
    return made or add_own_game(group, design.variant(slug))


def add_own_game(group: Group, variant: Variant) -> OwnGame:
    """Add a game to a group whose row is locked. Raises RulesError if the group has too many."""
    if OwnGame.objects.filter(group=group).count() >= MAX_OWN_GAMES:
        message = ngettext(
            "This group already has {count} game of its own. Delete one first.",
            "This group already has {count} games of its own. Delete one first.",
            MAX_OWN_GAMES,
        )
        raise RulesError(message.format(count=MAX_OWN_GAMES))
    return OwnGame.objects.create(
        group=group,
        slug=variant.slug,
        summary=variant.summary,
        ruleset=dump_ruleset(variant.standard),
    )


def _slug(group: Group, key: str) -> str:
    """Return the slug for the game that the group makes with the form that has this key."""
    return PREFIX + sha256(f"{group.pk} {key}".encode()).hexdigest()[:CODE_LENGTH]


@transaction.atomic
def change_own_game(*, own: OwnGame, design: Design, version: int) -> OwnGame:
    """Store a new version of a game. Games that have been started keep their rules.

    Raises ConflictError if the game has changed since ``version`` and differs from ``design``,
    CatalogueError if ``design`` isn’t valid, and OwnGame.DoesNotExist if the game has been deleted.
    """
    current = OwnGame.objects.select_for_update(no_key=True).get(pk=own.pk)
    variant = design.variant(current.slug)
    if variant == variant_of(current):
        return current
    if current.version != version:
        raise ConflictError(
            _(
                "Another phone has changed this game since you opened this page. Nothing has been "
                "saved. Save again to replace that change."
            )
        )
    current.summary, current.ruleset = variant.summary, dump_ruleset(variant.standard)
    current.version += 1
    current.save()
    return current


@transaction.atomic
def copy_own_game(*, own: OwnGame, group: Group) -> OwnGame:
    """Add a copy of a game to another group, and return it.

    If the group already has the same game, return that one. Raises RulesError if the group has too
    many games.
    """
    lock_group(group.pk)
    design = Design.of(variant_of(own))
    for known in OwnGame.objects.filter(group=group):
        if Design.of(variant_of(known)) == design:
            return known
    return add_own_game(group, design.variant(_slug(group, new_token())))


@transaction.atomic
def delete_own_game(*, own: OwnGame) -> None:
    """Delete a game and its house rules. Games that have been started keep their rules."""
    own.group.house_rules.filter(variant=own.slug).delete()
    own.delete()


@transaction.atomic
def renew_share_link(*, own: OwnGame) -> None:
    """Reset the link that lets others copy the game."""
    own.share_token = new_token()
    own.save(update_fields=["share_token"])
