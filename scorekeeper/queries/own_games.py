"""The games that groups have made, as variants."""

from collections.abc import Iterable
from contextlib import suppress

from django.contrib.auth.models import AnonymousUser

from rules.engine.catalogue import catalogue
from rules.engine.own_games import is_own, own_variant
from rules.engine.snapshots import SnapshotError, load_ruleset
from rules.engine.variants import Variant
from scorekeeper.models import Game, Group, OwnGame, User


def variant_of(own: OwnGame) -> Variant:
    """Return a group’s own game as a variant. Raises SnapshotError if it can’t be read."""
    return own_variant(load_ruleset(own.ruleset), own.summary)


def own_games_of(groups: Iterable[Group]) -> list[tuple[OwnGame, Variant]]:
    """Return the games that ``groups`` have made, sorted by name, in one query.

    Games that can’t be read, because a newer version saved them, are left out.
    """
    found = []
    for own in OwnGame.objects.filter(group__in=list(groups)).select_related("group"):
        with suppress(SnapshotError):
            found.append((own, variant_of(own)))
    return sorted(found, key=lambda pair: (pair[1].name.casefold(), pair[0].pk))


def own_games_called(user: User | AnonymousUser, slug: str) -> list[OwnGame]:
    """Return the games with that slug that groups of ``user`` have made, latest group first."""
    if not isinstance(user, User):
        return []
    own = OwnGame.objects.filter(slug=slug, group__members__user=user, group__erased_at=None)
    return list(own.select_related("group").order_by("-group__pk"))


def own_game(group: Group, slug: str) -> OwnGame:
    """Return a group’s own game. Raises OwnGame.DoesNotExist if there is none."""
    return OwnGame.objects.get(group=group, slug=slug)


def own_game_by_token(token: str) -> OwnGame:
    """Return the game that somebody shares with this link. Raises OwnGame.DoesNotExist."""
    return OwnGame.objects.get(share_token=token, group__erased_at=None)


def variant_in(group: Group, slug: str) -> Variant | None:
    """Return a variant of the catalogue, or a group’s own game; None if there is neither."""
    if not is_own(slug):
        return catalogue().variants.get(slug)
    own = OwnGame.objects.filter(group=group, slug=slug).first()
    return variant_of(own) if own else None


def played_variant(game: Game) -> Variant | None:
    """Return the variant of a game; None if it is no longer in the catalogue.

    If the group’s own game has been changed or deleted since ``game`` was started, the variant has
    the rules of ``game``.
    """
    if not is_own(game.variant):
        return catalogue().variants.get(game.variant)
    ruleset = load_ruleset(game.ruleset)
    current = variant_in(game.group, game.variant)
    if current and current.has_ruleset(ruleset):
        return current
    return own_variant(ruleset, current.summary if current else "")
