"""The players whose names the pages of a group suggest."""

from dataclasses import dataclass, replace

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.models import Game, Group, Player, Seat
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.game_lines import NEWEST
from scorekeeper.queries.paging import Paged, paged

PAGE = 100
SUGGESTED = 300
MOST_AT_ONCE, USUAL = 10, 8  # names that a new game offers at first


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A player whose name the group’s pages suggest, with the number of games played."""

    pk: int
    name: str
    games: int


def names_at_last_game(group: Group, variant: str = "") -> list[str]:
    """Return the players of the group’s last game of ``variant``, in seating order.

    If the group hasn’t played that variant, the players come from its last game of any variant.
    Players who left during that game or have since been taken off the list are left out.
    """
    games = Game.objects.filter(group=group).order_by(*NEWEST)
    last = games.filter(variant=variant).first() or games.first()
    if last is None:
        return []
    # The rules of that game aren’t needed, so it doesn’t matter whether they can be read.
    seats = list(last.seats.select_related("side", "player").order_by("position"))
    has_partners = len({seat.side_id for seat in seats}) < len(seats)
    return [
        (seat.player.name if has_partners else seat.side.name)[:NAME_LENGTH]
        for seat in seats
        if seat.side.left is None
        and (seat.player.off_list_at is None or seat.player.off_list_at < last.created_at)
    ]


def people_page(group: Group, number: int, person: int = 0) -> Paged[KnownPerson]:
    """Return a page of the players whose names a group’s pages suggest, sorted by name.

    If there is a ``person``, return the page with that player.
    """
    if person:
        named = group.players.filter(pk=person).values("name")
        number = 1 + _listed(group).filter(name__lt=named).count() // PAGE
    # An index counts the seats of each player. With a join, PostgreSQL would sort all of them.
    seats = Seat.objects.filter(player=OuterRef("pk")).order_by().values("player")
    games = Coalesce(Subquery(seats.annotate(count=Count("player")).values("count")), 0)
    page = paged(_listed(group).values_list("pk", "name", games), number, PAGE)
    return replace(page, items=[KnownPerson(*row) for row in page.items])


def known_names(group: Group) -> list[str]:
    """Return the names that a group’s pages suggest, sorted: those of the latest players."""
    latest = _listed(group).order_by("-pk").values("pk")[:SUGGESTED]
    return list(_listed(group).filter(pk__in=latest).values_list("name", flat=True))


def names_to_tap(group: Group) -> tuple[list[str], list[str]]:
    """Return the names to choose from for a new game: the usual ones, and the others, both sorted.

    If there are many, the usual ones are those of the people who played last.
    """
    latest = _listed(group).order_by("-pk").values("pk")[:SUGGESTED]
    listed = _listed(group).filter(pk__in=latest)
    names = list(listed.values_list("name", flat=True))
    if len(names) <= MOST_AT_ONCE:
        return names, []  # nobody needs to know who played last, which takes all seats of the group
    last = dict(listed.annotate(last=Max("seats__game")).values_list("name", "last"))
    usual = sorted(names, key=lambda name: last[name] or 0, reverse=True)[:USUAL]
    return sorted(usual), [name for name in names if name not in usual]


def _listed(group: Group) -> QuerySet[Player]:
    seats = Seat.objects.filter(player=OuterRef("pk"))
    is_back = Exists(seats.filter(game__created_at__gt=OuterRef("off_list_at")))
    return group.players.filter(Q(off_list_at=None) | is_back).order_by("name")
