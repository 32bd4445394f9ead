"""The data for use without a connection: games, upcoming deals, and placeholder games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.db.models import Count, Max

from rules.engine.contracts import MAX_DEALS
from rules.engine.game import Carried
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import SCHEMES, scheme_of
from rules.engine.snapshots import SnapshotError, dump_ruleset, fingerprint
from scorekeeper.models import Erasure, Game, Group, Helper, Player, Seat, Side, User
from scorekeeper.queries.access import latest_visible_games
from scorekeeper.queries.game_lines import LATEST
from scorekeeper.queries.seating import SEATS
from scorekeeper.queries.stored import carried_data, stored_game

GAMES = 6  # how many of the latest games a phone keeps
DEALS = 6  # a phone keeps the next 7 to 12 deals, and fetches more after every sixth deal


@dataclass(frozen=True, slots=True)
class Ahead:
    """The upcoming deals of a game, from ``first`` to ``last``; ``last`` is 0 if the game is over.

    As long as ``tag`` doesn’t change, neither do the pages of these deals.
    """

    game: Game
    first: int
    last: int
    tag: str


def games_to_keep(groups: Iterable[Group], user: User) -> list[Ahead]:
    """Return the latest games of ``groups`` and those that ``user`` helps with, in two queries."""
    listed = latest_visible_games(groups, user).order_by(*LATEST)
    kept = []
    for game in listed.prefetch_related(SEATS)[:GAMES]:
        try:
            kept.append(deals_ahead(game))
        except SnapshotError:
            continue
    return kept


def access_tag(groups: Sequence[Group], user: User) -> str:
    """Return a short text that changes when the phone of ``user`` gains or loses access.

    It also changes when something is erased from ``groups``, or from the groups of the games that
    ``user`` helps with. It takes two queries.
    """
    helped = list(
        Helper.objects.filter(user=user).values_list("game", "game__group").order_by("pk")
    )
    own = [group.pk for group in groups]
    erased = Erasure.objects.filter(group__in=[*own, *{group for _game, group in helped}])
    content = (sorted(own), helped, list(erased.values_list("pk", flat=True)))
    return blake2b(repr(content).encode(), digest_size=8).hexdigest()


def deals_ahead(game: Game) -> Ahead:
    """Return the upcoming deals of a game, without a query if its seats are loaded."""
    stored = stored_game(game)
    ruleset, seating, state = stored.ruleset, stored.seating, stored.state
    first = state.deals + 1
    if state.is_over:
        return Ahead(game, first, 0, str(game.version))
    last = min(ruleset.length or MAX_DEALS, ((first - 1) // DEALS + 2) * DEALS)
    dealer = state.next_dealer
    for deal in range(first + 1, last + 1):
        dealer = seating.dealer_of(
            deal, last=dealer, chosen=None, first=game.first_dealer, out=state.carried.out
        )
    past = [side.status for side in seating.sides]
    fields = scheme_of(ruleset, len(seating.seats_at(first))).scoring.fields(ruleset.deal(first))
    # If answers can be given only once, the pages depend on the answers in all earlier deals.
    version = game.version if any(field.once_a_game for field in fields) else 0
    people = (seating.entrants, seating.chairs, seating.orders, seating.colours)
    text = repr((fingerprint(ruleset), people, past, version, last, dealer))
    return Ahead(game, first, last, blake2b(text.encode(), digest_size=8).hexdigest())


def players_last_time(groups: Iterable[Group]) -> dict[tuple[str, str], tuple[int, int]]:
    """Return the primary key and the number of players of the last game of each variant.

    The keys are the slugs of all variants that ``groups`` have ever played, each with the name that
    players gave to the game, latest first. Players who left during the game aren’t counted. It
    takes two queries.
    """
    games = Game.objects.filter(group__in=list(groups)).values_list("variant", "given_name")
    played = list(games.annotate(last=Max("pk")).order_by("-last"))
    last_ones = [last for _slug, _given, last in played]
    seats = Seat.objects.filter(game__in=last_ones, side__left=None).order_by()
    players = dict(seats.values_list("game").annotate(Count("pk")))
    return {(slug, given): (last, players.get(last, 0)) for slug, given, last in played}


def can_start_offline(ruleset: Ruleset) -> bool:
    """Return whether a game can be started without a connection."""
    return SCHEMES[ruleset.scoring.scheme].starts_offline and ruleset.players.team == 1


def placeholder(seat: int) -> str:
    """Return the name of a player in a placeholder game.

    The phone replaces it, and also its first letter if that is shown as an initial. No person’s
    name contains these characters, which Unicode reserves for private use.
    """
    return f"{chr(0xE000 + seat)}{chr(0xE100)}"


def placeholder_game(
    variant: str, ruleset: Ruleset, players: int, names: Sequence[str] = ()
) -> Game:
    """Return a game that is not in the database, because nobody has started it yet.

    ``names`` are the names of its sides, by default placeholders. Its code, which the phone
    replaces, is different for each combination of variant, ruleset, number of players and names,
    because pads are cached by their games’ codes.
    """
    rules = dump_ruleset(ruleset)
    digest = blake2b(repr((variant, rules, players, *names)).encode(), digest_size=8)
    game = Game(
        pk=0,
        code=f"placeholder{digest.hexdigest()}",
        variant=variant,
        ruleset=rules,
        rules_key=fingerprint(ruleset),
        carried=carried_data(Carried()),
    )
    sides = [
        Side(pk=n, game=game, number=n, name=names[n - 1] if names else placeholder(n))
        for n in range(1, players // ruleset.players.team + 1)
    ]
    seats = []
    for number in range(1, players + 1):
        side = sides[ruleset.players.side_of(number, players) - 1]
        player = Player(pk=number, name=side.name)
        seat = Seat(pk=number, game=game, side=side, player=player, position=number)
        setattr(seat, "place_in_group", number)  # noqa: B010 -- queries.seating annotates it
        seats.append(seat)
    setattr(game, "_prefetched_objects_cache", {"seats": seats})  # noqa: B010 -- Django’s own
    return game
