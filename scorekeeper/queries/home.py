"""Lists for the home page: games, players and saved house rules of groups."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from rules.engine.catalogue import catalogue
from rules.engine.game import GameState, step_name
from rules.engine.own_games import is_own
from rules.engine.snapshots import FORMAT, SnapshotError, load, load_house_rules, load_text
from rules.engine.variants import Variant
from rules.reference.game_words import translated_ruleset, translated_variant
from scorekeeper.models import Game, Group, Helper, HouseRules, Member, Player, Round, Seat, User
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.own_games import own_games_of
from scorekeeper.queries.seating import LineSeat, line_seating, line_seats, seating_of
from scorekeeper.queries.stored import StoredGame, fold_stored, read_carried

RECENT, OTHERS = 12, 4
WORTH_KEEPING = 3  # finished games
LATEST = ("-changed_at", "-pk")
NEWEST = ("-created_at", "-pk")  # an imported game may be older than those stored before it


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list, with the number of deals played and the players who are ahead or have won.

    ``deals`` is None if the number of deals isn’t known. In games where steps, such as phases,
    count before totals, ``step_name`` is what they are called, and ``step`` is the last one that
    the leaders have completed, or 0 if they have completed none. In other games, ``margin`` is how
    many points they are ahead of the next player or team. ``remaining`` has the players or teams
    that haven’t left, and ``people`` is how many players those are. ``group`` is the primary key of
    the game’s group.
    """

    code: str
    group: int
    name: str
    variant: str
    begun: datetime
    players: tuple[str, ...]
    played: int
    deals: int | None
    deal_word: str
    leaders: tuple[str, ...]
    total: int
    step_name: str
    step: int
    is_finished: bool
    people: int
    remaining: tuple[str, ...]
    margin: int | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """A player whose name the group’s pages suggest, with the number of games played."""

    pk: int
    name: str
    games: int


def recent_games(groups: Iterable[Group], helper: User | None = None) -> list[GameLine]:
    """Return the games of ``groups`` and those that ``helper`` helps with, latest change first.

    The list has at most ``RECENT`` games of each kind: finished, in progress and not started. This
    takes two queries.
    """
    helped = Helper.objects.filter(user=helper) if helper else Helper.objects.none()
    has_begun = Exists(Round.objects.filter(game=OuterRef("pk")))
    listed = (
        Game.objects.filter(Q(group__in=list(groups)) | Q(pk__in=helped.values("game")))
        .annotate(has_begun=has_begun)
        .annotate(at=Window(RowNumber(), partition_by=["state", "has_begun"], order_by=LATEST))
        .filter(at__lte=RECENT)
    )
    return _lines(listed)


def latest_games(group: Group) -> list[GameLine]:
    """Return the group’s ``RECENT`` latest games, latest change first, in two queries."""
    return _lines(Game.objects.filter(group=group).order_by(*LATEST)[:RECENT])


def needs_recovery_code(member: Member, games: Iterable[GameLine]) -> bool:
    """Return whether to suggest a recovery code to this phone.

    It is suggested if the phone owns a group without a code, and if at least three of the group’s
    ``games`` are finished.
    """
    if not member.is_owner or hasattr(member.group, "recovery_code"):
        return False
    finished = [line for line in games if line.is_finished and line.group == member.group_id]
    return len(finished) >= WORTH_KEEPING


def _lines(listed: QuerySet[Game]) -> list[GameLine]:
    """Return the listed games, latest change first, in two queries.

    A game without a carried state takes three more queries, for its seats and its deals.
    """
    return lines_of(list(Game.objects.filter(pk__in=listed.values("pk")).order_by(*LATEST)))


def lines_of(games: Sequence[Game]) -> list[GameLine]:
    """Return the lines of games in a list, in one query.

    A ruleset that is annotated as a string, in ``rules``, is decoded only once, even if several
    games share it.
    """
    seats = line_seats(games)
    return [_line(game, seats[game.pk]) for game in games]


def _line(game: Game, seats: Sequence[LineSeat]) -> GameLine:
    """Return the line of a game. If its rules can’t be read, most of it is empty."""
    rules: str | None = getattr(game, "rules", None)
    try:
        ruleset = load_text(rules) if rules else load(game.ruleset)
    except SnapshotError:
        return _unreadable_line(game, seats)
    seating, carried = line_seating(game, ruleset, seats), read_carried(game.carried)
    if carried:
        state = fold_stored(game, ruleset, seating, (), carried)
    else:
        state = StoredGame(game, ruleset, seating_of(game, ruleset)).state
    shown = translated_ruleset(ruleset)
    leaders = state.leaders
    return GameLine(
        code=game.code,
        group=game.group_id,
        name=shown.name,
        variant=game.variant,
        begun=game.created_at,
        players=tuple(seating.names.values()),
        played=state.deals,
        deals=state.length,
        deal_word=shown.words.deal.one,
        leaders=tuple(seating.names[key] for key in leaders),
        total=state.total(leaders[0]) if leaders else 0,
        step_name=step_name(shown),
        step=state.steps.get(leaders[0], 0) if leaders else 0,
        is_finished=game.state == Game.State.FINISHED,
        people=len(seating.chairs_at(state.deals + 1)),
        remaining=tuple(side.name for side in seating.entrants if side.plays(state.deals + 1)),
        margin=None if state.steps or state.carried.won_in else _margin(state),
    )


def _margin(state: GameState) -> int | None:
    """Return by how many points the leaders are ahead of the next side; None if there is none."""
    leaders = state.leaders
    others = [each.total for each in state.places if each.side not in leaders]
    lead = state.total(leaders[0]) if leaders else 0
    return min((abs(lead - total) for total in others), default=None)


def _unreadable_line(game: Game, seats: Sequence[LineSeat]) -> GameLine:
    """Return what is known about a game whose rules can’t be read. Its page shows the reason."""
    carried = read_carried(game.carried)
    players = tuple(dict.fromkeys(seat.name for seat in seats))
    return GameLine(
        code=game.code,
        group=game.group_id,
        name=game.variant,
        variant=game.variant,
        begun=game.created_at,
        players=players,
        played=carried.deals if carried else 0,
        deals=None,
        deal_word=_("deal"),
        leaders=(),
        total=0,
        step_name="",
        step=0,
        is_finished=game.state == Game.State.FINISHED,
        people=0,
        remaining=players,
    )


def other_games(group: Group, games: Sequence[GameLine]) -> list[Variant]:
    """Return other games that the players of a group’s latest game might want to play next.

    They are the ``OTHERS`` games that the group played last and that are for this number of
    players. ``games`` are the latest games of all the phone’s groups, latest first.
    """
    own = [line for line in games if line.group == group.pk]
    variants = dict(catalogue().variants)
    if any(is_own(line.variant) for line in own):
        variants |= {made.slug: variant for made, variant in own_games_of([group])}
    played = dict.fromkeys(line.variant for line in own if line.variant in variants)
    return [
        translated_variant(variants[slug])
        for slug in played
        if slug != own[0].variant and own[0].people in variants[slug].standard.players.counts
    ][:OTHERS]


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


def people_of(group: Group) -> list[Person]:
    """Return the players whose names a group’s pages suggest, sorted by name."""
    counted = _listed(group).annotate(games=Count("seats"))
    return [Person(*row) for row in counted.values_list("pk", "name", "games")]


def known_names(group: Group) -> list[str]:
    """Return the names that a group’s pages suggest, sorted."""
    return list(_listed(group).values_list("name", flat=True))


def _listed(group: Group) -> QuerySet[Player]:
    seats = Seat.objects.filter(player=OuterRef("pk"))
    is_back = Exists(seats.filter(game__created_at__gt=OuterRef("off_list_at")))
    return group.players.filter(Q(off_list_at=None) | is_back).order_by("name")


def recent_variants(groups: Iterable[Group]) -> list[str]:
    """Return the slugs of the variants that ``groups`` played, latest first, without duplicates."""
    played = (
        Game.objects.filter(group__in=list(groups))
        .order_by(*NEWEST)
        .values_list("variant", flat=True)
    )
    return list(dict.fromkeys(played[:50]))


def house_rules_of(groups: Iterable[Group], variant: str = "") -> list[HouseRules]:
    """Return the saved house rules of ``groups``, for one variant or all, in the current format.

    Rules that can’t be read, because a newer version saved them, are left out.
    """
    saved = HouseRules.objects.filter(group__in=list(groups)).order_by("variant", "name", "pk")
    if variant:
        saved = saved.filter(variant=variant)
    found = []
    for rules in saved:
        with suppress(SnapshotError):
            rules.options, rules.patches = load_house_rules(
                rules.variant, rules.options, rules.patches, rules.format
            )
            rules.format = FORMAT
            found.append(rules)
    return found
