"""Look up which open pages may still be shown, and in which state."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Window
from django.db.models.functions import RowNumber

from scorekeeper.live.passes import AtTable, Listing, Pass, ScoringPass, Watching, digest
from scorekeeper.models import Change, Game, Group, Helper, Member
from scorekeeper.models.people import derived_token
from scorekeeper.queries.game_lines import LATEST, RECENT
from scorekeeper.queries.hands import latest_hands

LISTED = 3 * RECENT  # the most games on a list: finished, in progress and not started


@dataclass(frozen=True, slots=True)
class Seen:
    """The state that the holder of a pass sees now.

    ``state`` changes whenever their page should change. ``games`` and ``groups`` are those whose
    changes may change the state.
    """

    state: str
    games: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    group: int
    version: int
    state: str
    watch_token: str


def seen_with(passes: Collection[Pass]) -> dict[Pass, Seen | None]:
    """Return what the holder of each pass sees, or None if they may no longer see it.

    The number of queries doesn’t depend on the number of passes.
    """
    games = _games({own.code for own in passes if isinstance(own, Watching | ScoringPass)})
    users = {own.user for own in passes if isinstance(own, ScoringPass | Listing)}
    groups_of, helped_by = _memberships(users), _helped(users)
    tables = _table_links({own.group for own in passes if isinstance(own, AtTable)})
    listed = {own.user for own in passes if isinstance(own, Listing)}
    groups = {*tables, *(group for user in listed for group in groups_of[user])}
    latest = _latest(groups)
    helped = _games({code for user in listed for code in helped_by[user]})
    rematches = _rematches(games)
    hands = latest_hands([own.code for own in passes if isinstance(own, ScoringPass) and own.deal])

    def look(own: Pass) -> Seen | None:
        match own:
            case Watching(code, link) if code in games and digest(games[code].watch_token) == link:
                return Seen(state_of(games[code].version, rematches.get(code)), (code,))
            case ScoringPass(code, user, deal) if code in games and (
                games[code].group in groups_of[user] or code in helped_by[user]
            ):
                hand = hands.get(code, 0) if deal else 0
                return Seen(state_of(games[code].version, rematches.get(code), hand), (code,))
            case Listing(user):
                mine, codes = sorted(groups_of[user]), sorted(helped_by[user])
                lines = [line for group in mine for line in latest.get(group, ())]
                lines += [f"{code}-{helped[code].version}" for code in codes if code in helped]
                return Seen(digest(";".join(lines)), tuple(codes), tuple(mine))
            case AtTable(group, link) if group in tables and digest(tables[group]) == link:
                return Seen("".join(latest.get(group, ())[:1]), (), (group,))
        return None

    return {own: look(own) for own in passes}


def state_of(version: int, rematch: str | None = None, hand: int = 0) -> str:
    """Return the state of a page that shows a game; it includes the code of any rematch.

    ``hand`` is the number of the latest hand sent for the deal being entered on the page.
    """
    return "-".join(filter(None, (str(version), rematch, f"h{hand}" if hand else "")))


def _games(codes: Collection[str]) -> dict[str, _Row]:
    if not codes:
        return {}
    found = Game.objects.filter(code__in=codes, group__erased_at=None)
    rows = found.values_list("code", "group_id", "version", "state", "watch_token")
    return {row[0]: _Row(*row[1:]) for row in rows}


def _memberships(users: Collection[int]) -> dict[int, set[int]]:
    groups: dict[int, set[int]] = defaultdict(set)
    if users:
        # With a join, SQLite may look up every user in each of the groups.
        living = Group.objects.filter(pk=OuterRef("group"), erased_at=None)
        members = Member.objects.filter(Exists(living), user__in=users)
        for user, group in members.values_list("user_id", "group_id"):
            groups[user].add(group)
    return groups


def _helped(users: Collection[int]) -> dict[int, set[str]]:
    codes: dict[int, set[str]] = defaultdict(set)
    if users:
        helpers = Helper.objects.filter(user__in=users)
        for user, code in helpers.values_list("user_id", "game__code"):
            codes[user].add(code)
    return codes


def _table_links(groups: Collection[int]) -> dict[int, str]:
    if not groups:
        return {}
    living = Group.objects.filter(pk__in=groups, erased_at=None)
    tokens = living.values_list("pk", "join_token")
    return {group: derived_token("watch", token) for group, token in tokens}


def _latest(groups: Collection[int]) -> dict[int, list[str]]:
    """Return the codes and versions of each group’s latest games."""
    lines: dict[int, list[str]] = defaultdict(list)
    if groups:
        order = [F(field[1:]).desc() for field in LATEST]
        at = Window(RowNumber(), partition_by=["group"], order_by=order)
        listed = Game.objects.filter(group__in=groups).annotate(at=at).filter(at__lte=LISTED)
        rows = listed.order_by("group", "at").values_list("group_id", "code", "version")
        for group, code, version in rows:
            lines[group].append(f"{code}-{version}")
    return lines


def _rematches(games: dict[str, _Row]) -> dict[str, str]:
    """Return the rematches of the finished games among these, by the earlier game’s code."""
    finished = {code: row.group for code, row in games.items() if row.state == Game.State.FINISHED}
    return rematches_of(finished, set(finished.values())) if finished else {}


def rematch_of(game: Game) -> str | None:
    """Return the code of a finished game’s rematch if one is in progress, otherwise None."""
    if game.state != Game.State.FINISHED:
        return None
    return rematches_of([game.code], [game.group_id]).get(game.code)


def rematches_of(codes: Iterable[str], groups: Collection[int]) -> dict[str, str]:
    """Return the rematches in progress of the games with these codes, in ``groups``."""
    started = Change.objects.filter(
        version=1,  # by an index, among the hundreds of changes of a long game
        kind=Change.Kind.START,
        game__group__in=groups,
        game__state=Game.State.PLAYING,
        after__follows__in=list(codes),
    )
    return dict(started.values_list("after__follows", "game__code"))
