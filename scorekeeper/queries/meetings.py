"""Two players’ results against each other, and as partners."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Max, Q, Sum

from scorekeeper.models import Player, Result
from scorekeeper.queries.game_lines import oldest_first
from scorekeeper.queries.past_games import variant_name
from scorekeeper.queries.statistics import AHEAD, BEHIND, GameKind, kinds_of, met

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


def head_to_head(player: Player, other: Player) -> HeadToHead:
    """Return the results of ``player`` against ``other``, in four queries."""
    against = met(player).filter(other=other.pk)
    rows = list(
        against.values(variant=F("game__variant"), rules_key=F("game__rules_key")).annotate(
            games=Count("pk"),
            ahead=AHEAD,
            behind=BEHIND,
            difference=Sum(F("total") - F("other_total")),
            latest=Max("game"),
        )
    )
    kinds = kinds_of({row["latest"] for row in rows})
    decimals = {(row["variant"], row["rules_key"]): kinds[row["latest"]].decimals for row in rows}
    latest = against.order_by(*(f"-{name}" for name in oldest_first("game__"))).values_list(
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
    together = (
        Result.objects.filter(side__seats__player=player)
        .filter(side__seats__player=other)
        .aggregate(games=Count("pk"), wins=Count("pk", filter=Q(is_winner=True)))
    )
    games, ahead, behind = (sum(row[name] for row in rows) for name in ("games", "ahead", "behind"))
    return HeadToHead(
        ahead=ahead,
        behind=behind,
        tied=games - ahead - behind,
        kinds=[
            KindOfMeeting(
                kinds[row["latest"]],
                row["games"],
                row["ahead"],
                row["behind"],
                row["difference"] / row["games"] / kinds[row["latest"]].unit,
            )
            for row in sorted(rows, key=lambda row: (-row["games"], row["latest"]))
        ],
        latest=[
            Meeting(
                code,
                variant_name(slug, player.group_id, given),
                *(*rest, decimals[slug, rules_key]),
            )
            for code, slug, given, *rest, rules_key in latest[:LATEST]
        ],
        partner_games=together["games"],
        partner_wins=together["wins"],
    )
