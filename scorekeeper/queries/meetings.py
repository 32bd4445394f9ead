"""Two players’ results against each other, and as partners."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.models import Player
from scorekeeper.queries.game_lines import oldest_first
from scorekeeper.queries.months import Against, Months
from scorekeeper.queries.past_games import variant_name
from scorekeeper.queries.statistics import GameKind, kinds_of, met

LATEST = 5  # the latest games that a page lists


@dataclass(frozen=True, slots=True)
class Meeting:
    """A finished game of two players against each other, with the total and place of each."""

    code: str
    name: str
    played_on: date
    total: int
    other_total: int
    place: int
    other_place: int
    decimals: int


@dataclass(frozen=True, slots=True)
class KindOfMeeting:
    """The numbers of games of one kind in which a player finished ahead of, or behind, another.

    ``difference`` is the average of the player’s totals minus the other’s.
    """

    kind: GameKind
    games: int
    ahead: int
    behind: int
    difference: float


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players’ finished games against each other, and how many they won as partners.

    ``kinds`` are in descending order of games, and ``latest`` has the latest game first.
    """

    ahead: int
    behind: int
    tied: int
    kinds: Sequence[KindOfMeeting]
    latest: Sequence[Meeting]
    partner_games: int
    partner_wins: int


def head_to_head(player: Player, other: Player, months: Months) -> HeadToHead:
    """Return the results of ``player`` against ``other``, in four queries."""
    key, played = str(other.pk), months.person(player).by_rules
    sums = {rules: Against(*each.sums["against"].get(key, ())) for rules, each in played.items()}
    sums = {rules: own for rules, own in sums.items() if own.games}
    of_games = kinds_of({played[rules].latest for rules in sums})
    kinds = {rules: of_games[played[rules].latest] for rules in sums}
    partners = [each.sums["partners"].get(key, (0, 0)) for each in played.values()]
    games, ahead, behind = (
        sum(getattr(own, name) for own in sums.values()) for name in ("games", "ahead", "behind")
    )
    return HeadToHead(
        ahead=ahead,
        behind=behind,
        tied=games - ahead - behind,
        kinds=[
            KindOfMeeting(
                kinds[rules],
                own.games,
                own.ahead,
                own.behind,
                own.difference / own.games / kinds[rules].unit,
            )
            for rules, own in sorted(
                sums.items(), key=lambda item: (-item[1].games, played[item[0]].latest)
            )
        ],
        latest=_latest(player, other, months, kinds),
        partner_games=sum(games for games, _ in partners),
        partner_wins=sum(wins for _, wins in partners),
    )


def _latest(
    player: Player, other: Player, months: Months, kinds: Mapping[tuple[str, int | None], GameKind]
) -> list[Meeting]:
    """Return the latest games of two players against each other, from the months that have them."""
    found, since = 0, ""
    for month, sums in months.met(player.pk, other.pk).items():
        found, since = found + sums.games, month
        if found >= LATEST:
            break
    if not found:
        return []
    rows = (
        met(player)
        .filter(other=other.pk, game__in=months.games(since))
        .order_by(*(f"-{name}" for name in oldest_first("game__")))
        .values_list(
            "game__code",
            "game__variant",
            "game__given_name",
            "game__played_on",
            "total",
            "other_total",
            "place",
            "other_place",
            "game__rules_key",
        )
    )
    return [
        Meeting(
            code,
            variant_name(slug, player.group_id, given),
            *(*rest, kinds[slug, rules_key].decimals),
        )
        for code, slug, given, *rest, rules_key in rows[:LATEST]
    ]
