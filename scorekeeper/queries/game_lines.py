"""Games as lines of a list: who plays, how far the game is, and who is ahead or has won."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rules.engine.game import ChosenWinner, GameState, step_name
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import SCHEMES
from rules.engine.snapshots import SnapshotError, load_ruleset, load_text
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import Game, Group
from scorekeeper.queries.history import begun_deals
from scorekeeper.queries.seating import LineSeat, line_seating, line_seats, seating_of
from scorekeeper.queries.stored import StoredGame, fold_stored, read_carried

RECENT = 12  # the most games of one kind on a list
LATEST = ("-changed_at", "-pk")
# By the day on which they were played, because games can be entered later. ``created_at`` orders
# the games of a day, because an imported one may be older than those stored before it.
NEWEST = ("-played_on", "-created_at", "-pk")


def oldest_first(game: str) -> list[str]:
    """Return the order opposite to ``NEWEST``; ``game`` is a prefix such as ``game__``."""
    return [f"{game}{name.removeprefix('-')}" for name in NEWEST]


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list, with the number of deals played and the players who are ahead or have won.

    ``deals`` is None if the number of deals isn’t known. In games where steps, such as phases,
    count before totals, ``step_name`` is what they are called, and ``step`` is the last one that
    the leaders have completed, or 0 if they have completed none. In other games, ``margin`` is how
    many points they are ahead of the next player or team. ``chosen`` is the choice of the winner,
    if the players made one, and ``is_together`` is whether all win or lose together. ``remaining``
    has the players or teams that haven’t left, and ``people`` is how many players those are.
    ``group`` is the primary key of the game’s group. ``given_name`` is the name that the players
    gave to the game, or empty, and ``decimals`` is the number of decimals that points have.
    ``has_dealer`` is whether somebody deals. ``has_begun`` is whether something of the next deal
    has been saved, and ``as_played`` is whether its points count at once.
    """

    code: str
    group: int
    name: str
    variant: str
    played_on: date
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
    chosen: ChosenWinner | None = None
    given_name: str = ""
    is_together: bool = False
    decimals: int = 0
    has_dealer: bool = True
    has_begun: bool = False
    as_played: bool = False


def latest_games(group: Group) -> list[ListedGame]:
    """Return the group’s ``RECENT`` latest games, latest change first, in two queries."""
    return latest_lines(Game.objects.filter(group=group).order_by(*LATEST)[:RECENT])


def latest_lines(listed: QuerySet[Game]) -> list[ListedGame]:
    """Return the lines of the listed games, latest change first, in two queries.

    A game without a carried state takes three more queries, for its seats and its deals.
    """
    return lines_of(list(Game.objects.filter(pk__in=listed.values("pk")).order_by(*LATEST)))


def lines_of(games: Sequence[Game]) -> list[ListedGame]:
    """Return the lines of games in a list, in one query, and another one if a deal may have begun.

    A ruleset that is annotated as a string, in ``rules``, is decoded only once, even if several
    games share it.
    """
    seats = line_seats(games)
    lines = {game.pk: _line(game, seats[game.pk]) for game in games}
    # Each deal is at least one change, and so is the start.
    more = [game for game in games if game.version > lines[game.pk].played + 1]
    for pk in begun_deals(
        {game.pk: lines[game.pk].played + 1 for game in more if game.state == Game.State.PLAYING}
    ):
        lines[pk] = replace(lines[pk], has_begun=True)
    return list(lines.values())


def _line(game: Game, seats: Sequence[LineSeat]) -> ListedGame:
    """Return the line of a game. If its rules can’t be read, most of it is empty."""
    rules: str | None = getattr(game, "rules", None)
    try:
        ruleset = load_text(rules) if rules else load_ruleset(game.ruleset)
    except SnapshotError:
        return _unreadable_line(game, seats)
    seating, carried = line_seating(game, ruleset, seats), read_carried(game.carried)
    if carried:
        state = fold_stored(game, ruleset, seating, (), carried)
    else:
        state = StoredGame(game, ruleset, seating_of(game, ruleset)).state
    shown = translated_ruleset(ruleset)
    leaders = state.leaders
    return ListedGame(
        code=game.code,
        group=game.group_id,
        name=shown.name,
        variant=game.variant,
        played_on=game.played_on,
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
        margin=None if _is_decided(ruleset, state) else _margin(state),
        chosen=state.chosen,
        given_name=ruleset.given_name,
        is_together=ruleset.end.together,
        decimals=ruleset.scoring.decimals,
        has_dealer=ruleset.has_dealer,
        as_played=bool(SCHEMES[ruleset.scoring.scheme].as_played),
    )


def _is_decided(ruleset: Ruleset, state: GameState) -> bool:
    """Return whether something other than totals decides who is ahead or has won."""
    is_chosen = ruleset.end.together or state.chosen is not None
    return is_chosen or bool(state.steps or state.carried.won_in)


def _margin(state: GameState) -> int | None:
    """Return by how many points the leaders are ahead of the next side; None if there is none."""
    leaders = state.leaders
    others = [each.total for each in state.places if each.side not in leaders]
    lead = state.total(leaders[0]) if leaders else 0
    return min((abs(lead - total) for total in others), default=None)


def _unreadable_line(game: Game, seats: Sequence[LineSeat]) -> ListedGame:
    """Return what is known about a game whose rules can’t be read. Its page shows the reason."""
    carried = read_carried(game.carried)
    players = tuple(dict.fromkeys(seat.name for seat in seats))
    return ListedGame(
        code=game.code,
        group=game.group_id,
        name=game.variant,
        variant=game.variant,
        played_on=game.played_on,
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
