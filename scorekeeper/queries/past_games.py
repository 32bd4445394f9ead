"""All games of a group, page by page, with filters and a search by name."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from rules.engine.catalogue import catalogue
from rules.engine.formatting import name_key
from rules.engine.own_games import is_own
from rules.reference.game_words import translated_variant
from scorekeeper.models import Game, Group, Note, Seat, Side
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.game_lines import NEWEST, ListedGame, lines_of
from scorekeeper.queries.paging import Paged, paged

PAGE = 25
ENDS = ("played_on", "-played_on")  # the orders that put the oldest or the newest game first


@dataclass(frozen=True, slots=True)
class Wanted:
    """The games to list: of one game, with one player, of one year, with ``text`` in a name.

    ``game`` is a ``PlayedTitle.value``. An empty value means all games. The names of games, also
    those given by players, of players and of teams, and the notes, are searched for ``text``.
    """

    game: str = ""
    player: int = 0
    year: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlayedTitle:
    """A game that a group has played: a variant, or the games to which players gave one name.

    ``spellings`` are the names as the players typed them, ("",) for games without a name if others
    have one, and empty if no game of the variant has one.
    """

    slug: str
    name: str
    spellings: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        """The game’s value in a form."""
        return f"{self.slug}:{name_key(self.given_name)}" if self.given_name else self.slug

    @property
    def given_name(self) -> str:
        """The name that the players gave to the game; empty if they gave none."""
        return self.name if any(self.spellings) else ""

    def filter(self) -> dict[str, object]:
        """Return the filter for these games."""
        named = {"given_name__in": self.spellings} if self.spellings else {}
        return {"variant": self.slug, **named}


@dataclass(frozen=True, slots=True)
class Choices:
    """The values by which a group’s games can be filtered; the years are latest first."""

    games: Sequence[PlayedTitle]
    players: Sequence[tuple[int, str]]
    years: Sequence[int]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game in the history, with its note and where it was played."""

    line: ListedGame
    note: str
    location: str


def choices_of(group: Group) -> Choices:
    """Return the values by which the group’s games can be filtered, in three queries."""
    return Choices(
        games=played_games(group),
        players=list(group.players.order_by("name").values_list("pk", "name")),
        years=years_of(group),
    )


def played_games(group: Group, **wanted: str) -> list[PlayedTitle]:
    """Return the games that the group has played, by name, in one query.

    There is one more query for each of the group’s own games. ``wanted`` is a filter for games.
    """
    rows = (
        Game.objects.filter(group=group, **wanted)
        .order_by("variant", "given_name")
        .values_list("variant", "given_name")
        .distinct()
    )
    spellings: dict[tuple[str, str], tuple[str, ...]] = {}
    for slug, given in rows:
        key = slug, name_key(given)
        spellings[key] = (*spellings.get(key, ()), given)
    with_names = {slug for slug, key in spellings if key}
    return sorted(
        (
            PlayedTitle(
                slug, variant_name(slug, group.pk, typed[0]), typed if slug in with_names else ()
            )
            for (slug, _key), typed in spellings.items()
        ),
        key=lambda game: game.name,
    )


def years_of(group: Group) -> Sequence[int]:
    """Return the years from the group’s latest game back to its first one, in one query."""
    games = Game.objects.filter(group=group)
    # Finding the first and the last game takes one index lookup each. For the minimum and the
    # maximum, SQLite would read all games.
    first, last = Group.objects.values_list(
        *(Subquery(games.order_by(order).values("played_on")[:1]) for order in ENDS)
    ).get(pk=group.pk)
    if first is None:
        return ()
    return range(last.year, first.year - 1, -1)


def variant_name(slug: str, group: int, given: str | None = None) -> str:
    """Return the name of a variant, or its slug if it is no longer in the catalogue.

    A group’s own game keeps the name that it had when the group played it last. ``given`` is the
    name that the players of a game gave it, which is then returned.
    """
    if given:
        return given
    if is_own(slug):
        played = Game.objects.filter(group=group, variant=slug).order_by(*NEWEST)
        # As text, because a name such as “31” would otherwise be read as a number.
        return played.values_list(KT("ruleset__name"), flat=True).first() or slug
    variant = catalogue().variants.get(slug)
    return translated_variant(variant).name if variant else slug


def history_page(group: Group, choices: Choices, wanted: Wanted, number: int) -> Paged[PastGame]:
    """Return a page of the games that are ``wanted``, latest first, in three queries."""
    keys = _wanted_games(group, choices, wanted).order_by(*NEWEST).values_list("pk", flat=True)
    # PostgreSQL would also read the rules of the games on all pages before this one.
    page = paged(keys, number, PAGE)
    games = (
        Game.objects.filter(pk__in=page.items)
        .select_related("note")
        .defer("uuid", "ruleset")
        .annotate(rules=Cast("ruleset", TextField()))
        .order_by(*NEWEST)
    )
    listed = list(games)
    past = [_past_game(game, line) for game, line in zip(listed, lines_of(listed), strict=True)]
    return replace(page, items=past)


def _wanted_games(group: Group, choices: Choices, wanted: Wanted) -> QuerySet[Game]:
    games = Game.objects.filter(group=group)
    for game in choices.games:
        if game.value == wanted.game:
            games = games.filter(**game.filter())
    if wanted.player:
        games = games.filter(Exists(_seats(player=wanted.player)))
    if wanted.year:
        games = games.filter(**in_year(wanted.year))
    if wanted.text:
        # Databases differ in how they compare letters with accents, so these names are compared
        # here.
        text = name_key(wanted.text)
        called = [Q(**game.filter()) for game in choices.games if text in name_key(game.name)]
        players = [key for key, name in choices.players if text in name_key(name)]
        sides = Side.objects.filter(game=OuterRef("pk"), name__icontains=wanted.text)
        notes = Note.objects.filter(
            Q(text__icontains=wanted.text) | Q(location__icontains=wanted.text),
            game=OuterRef("pk"),
        )
        games = games.filter(
            reduce(or_, called, Q(ruleset__name__icontains=wanted.text))
            | Exists(_seats(player__in=players))
            | Exists(sides)
            | Exists(notes)
        )
    return games


def in_year(year: int) -> dict[str, int]:
    """Return the filter for games played in a year."""
    return {"played_on__year": year}


def _seats(**wanted: object) -> QuerySet[Seat]:
    return Seat.objects.filter(game=OuterRef("pk"), **wanted)


def _past_game(game: Game, line: ListedGame) -> PastGame:
    note = getattr(game, "note", None)
    return PastGame(line, note.text if note else "", note.location if note else "")


def note_of(game: Game) -> Note:
    """Return the note about a game; an empty one, which isn’t stored, if there is none."""
    return Note.objects.filter(game=game).first() or Note(game=game)


def location_of(access: GameAccess) -> str:
    """Return where a game was played. Phones that only help with a game can’t see this."""
    return note_of(access.game).location if access.is_member else ""


def favourite_games(groups: Iterable[Group]) -> list[tuple[str, str]]:
    """Return the games that ``groups`` played lately, those with most games first.

    They are slugs with the names that players gave to their games, as they typed them last. Of two
    games that were played as often, the one that was played last comes first.
    """
    latest = Game.objects.filter(group__in=list(groups)).order_by(*NEWEST)
    played, spelled = Counter[tuple[str, str]](), dict[tuple[str, str], str]()
    for slug, given in latest.values_list("variant", "given_name")[:50]:
        played[slug, name_key(given)] += 1
        spelled.setdefault((slug, name_key(given)), given)
    return [(slug, spelled[slug, key]) for (slug, key), _games in played.most_common()]
