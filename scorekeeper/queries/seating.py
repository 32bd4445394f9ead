"""The seating of a game, read from the database."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, cast

from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.utils.functional import cached_property

from rules.engine import seating
from rules.engine.rulesets import Ruleset
from rules.engine.seating import Absence, Chair, Entrant
from rules.engine.snapshots import load_ruleset
from scorekeeper.coins import COLOURS
from scorekeeper.models import Game, Group, Player, Seat, Side
from scorekeeper.models.games import SIDE_NAME_LENGTH
from scorekeeper.queries.prepared import Prepared

JOINED_BY = " & "  # between the players in the default name of a team

# The number of players in the group, up to and including this seat’s player.
_BEFORE = (
    Player.objects.filter(group=OuterRef("player__group"), pk__lte=OuterRef("player"))
    .order_by()
    .values("group")
    .annotate(count=Count("pk"))
    .values("count")
)
_SEATS = (
    Seat.objects.select_related("side", "player")
    .annotate(place_in_group=Subquery(_BEFORE))
    .order_by("position")
)
SEATS = Prefetch("seats", _SEATS)
_seats_of = Prepared(lambda game: _SEATS.filter(game=game))


class _Counted(Protocol):
    """A seat as ``_SEATS`` returns it."""

    place_in_group: int


@dataclass(frozen=True, slots=True)
class Coin:
    """What represents a player on pages: the number of a colour, and a face.

    The face is the picture with the token ``picture`` or, without one, the emoji or the initials.
    """

    colour: int
    initials: str
    emoji: str = ""
    picture: str | None = None

    @property
    def look(self) -> str:
        """The CSS class that sets ``--person`` to the colour."""
        return f"colour-{self.colour}"


class LineSeat(NamedTuple):
    """A seat of a game in a list, with the values of its side."""

    game: int
    position: int
    number: int
    name: str
    joined: int
    start: int
    left: int | None
    away: Sequence[Sequence[int]]


@dataclass(frozen=True)
class GameSeating(seating.Seating):
    """A game’s seating with its database rows: sides in numerical order, seats clockwise."""

    sides: tuple[Side, ...] = field(kw_only=True)
    seats: tuple[Seat, ...] = field(kw_only=True)

    @cached_property
    def numbers(self) -> dict[int, str]:
        """The keys of the sides, by primary key."""
        return {side.pk: str(side.number) for side in self.sides}

    @cached_property
    def positions(self) -> dict[int, int]:
        """The positions of the seats, by primary key."""
        return {seat.pk: seat.position for seat in self.seats}

    @cached_property
    def colours(self) -> dict[int, int]:
        """The number of each player’s colour, from 1 to ``COLOURS``, by seat position.

        Colours that players have chosen come first, and the first player to have chosen one gets
        it. Any other colour depends on when the player joined the group, so it is usually the same
        in all games. If it is taken, the player gets the next free one.
        """
        free = list(range(1, COLOURS + 1))
        colours: dict[int, int] = {}
        for seat in sorted(self.seats, key=lambda seat: (not seat.player.colour, seat.player_id)):
            own = seat.player.colour
            if own not in free:
                own = usual_colour(cast("_Counted", seat).place_in_group)
            colour = next((each for each in free if each >= own), free[0] if free else own)
            colours[seat.position] = colour
            if colour in free:
                free.remove(colour)
        return colours

    @cached_property
    def initials(self) -> dict[int, str]:
        """Each player’s first letter, by seat position, or two letters if others share it.

        The second one is the next letter or, if others share that as well, the first that differs.
        """
        names = {seat.position: self.called(seat) for seat in self.seats}
        return {
            position: _initials(name, [names[other] for other in names if other != position])
            for position, name in names.items()
        }

    @cached_property
    def coins(self) -> dict[int, Coin]:
        """Each player’s coin, by seat position."""
        return {
            seat.position: Coin(
                self.colours[seat.position],
                self.initials[seat.position],
                seat.player.emoji,
                seat.player.picture_id,
            )
            for seat in self.seats
        }

    @property
    def has_partners(self) -> bool:
        """Whether any side has more than one player."""
        return len(self.seats) > len(self.sides)

    @cached_property
    def _called(self) -> dict[int, str]:
        return {chair.position: chair.name for chair in self.chairs}

    def called(self, seat: Seat) -> str:
        """Return a player’s name: the column’s name or, in a partnership game, the player’s own."""
        return self._called[seat.position]

    def seats_at(self, deal: int) -> tuple[Seat, ...]:
        """Return the seats taken in that deal, clockwise."""
        seats = {seat.position: seat for seat in self.seats}
        return tuple(seats[chair.position] for chair in self.chairs_at(deal))


def usual_colour(place: int) -> int:
    """Return the colour of the player with this number in the group who hasn’t chosen one."""
    return (place - 1) % COLOURS + 1


def coins_of(group: Group) -> dict[int, Coin]:
    """Return the coins that a group’s players have in most games, by primary key, in one query."""
    rows = group.players.order_by("pk").values_list("pk", "name", "colour", "emoji", "picture")
    return {
        key: Coin(colour or usual_colour(place), name[:1], emoji, picture)
        for place, (key, name, colour, emoji, picture) in enumerate(rows, 1)
    }


def usual_name(players: Sequence[str]) -> str:
    """Return the default name of a side, such as ``Ann & Cai``."""
    return JOINED_BY.join(players)[:SIDE_NAME_LENGTH]


def load_seats(game: Game) -> Collection[Seat]:
    """Return the seats of a game, which are read only once. There are none if it was deleted."""
    loaded: dict[str, Collection[Seat]] = vars(game).setdefault("_prefetched_objects_cache", {})
    if "seats" not in loaded:
        loaded["seats"] = _seats_of(game.pk)
        for seat in loaded["seats"]:
            seat.game = game
    return loaded["seats"]


def seating_of(game: Game, ruleset: Ruleset | None = None) -> GameSeating:
    """Return a game’s seating, without a query if the game came from ``queries.access``.

    ``ruleset`` is the game’s ruleset if the caller has loaded it.
    """
    return seating_with(game, load_seats(game), ruleset)


def read_seating(game: Game) -> GameSeating:
    """Return the seating of a game, read again from the database."""
    return seating_with(game, _seats_of(game.pk))


def line_seats(games: Sequence[Game]) -> dict[int, list[LineSeat]]:
    """Return each game’s seats in seating order, by the game’s primary key, using one query.

    A page needs about a hundred seats, and model instances would take several times as long.
    """
    of_side = (f"side__{name}" for name in LineSeat._fields[2:])
    rows = Seat.objects.filter(game__in=[game.pk for game in games]).order_by("position")
    seats: dict[int, list[LineSeat]] = {game.pk: [] for game in games}
    for row in rows.values_list("game", "position", *of_side):
        seats[row[0]].append(LineSeat(*row))
    return seats


def line_seating(game: Game, ruleset: Ruleset, seats: Sequence[LineSeat]) -> seating.Seating:
    """Return the seating of a game in a list. Partners have the name of their team."""
    sides = {seat.number: seat for seat in seats}
    return seating.Seating(
        entrants=tuple(entrant_of(sides[number]) for number in sorted(sides)),
        chairs=tuple(Chair(seat.position, seat.name, str(seat.number)) for seat in seats),
        clockwise=ruleset.players.clockwise,
        orders=_orders(game),
    )


def _orders(game: Game) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((deal, tuple(positions)) for deal, positions in game.seat_orders)


def seating_with(game: Game, rows: Iterable[Seat], ruleset: Ruleset | None = None) -> GameSeating:
    """Return the seating of a game with these seats, which may not have been saved yet."""
    seats = tuple(rows)
    by_number = {seat.side.number: seat.side for seat in seats}
    sides = tuple(by_number[number] for number in sorted(by_number))
    has_partners = len(seats) > len(sides)
    return GameSeating(
        entrants=tuple(entrant_of(side) for side in sides),
        chairs=tuple(
            Chair(
                seat.position,
                seat.player.name if has_partners else seat.side.name,
                str(seat.side.number),
            )
            for seat in seats
        ),
        clockwise=(ruleset or load_ruleset(game.ruleset)).players.clockwise,
        orders=_orders(game),
        sides=sides,
        seats=seats,
    )


def _initials(name: str, others: Iterable[str]) -> str:
    alike = [other for other in others if other[:1] == name[:1]]
    if not alike:
        return name[:1]
    seconds = {other[1:2] for other in alike}
    for at, letter in enumerate(name[1:], 1):
        taken = seconds | {other[at : at + 1] for other in alike}
        if letter.isalnum() and letter not in taken:
            return name[0] + letter
    return name[:2]


def entrant_of(side: Side | LineSeat) -> Entrant:
    """Return a side in the form that the rules engine uses."""
    away = tuple(Absence(*gap) for gap in side.away)
    return Entrant(str(side.number), side.start, side.joined, side.left, away, side.name)
