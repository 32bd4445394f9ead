"""The tiles of the home page: suggested games, each with a picture of its pad."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.catalogue import catalogue
from rules.engine.contracts import Deal
from rules.engine.schemes import scheme_of
from rules.engine.variants import Variant
from rules.reference.game_words import translated_ruleset, translated_variant
from scorekeeper.presenters.track import Track, pegging_track

INITIALS = "ABCD"
SEATS = 4
# The points in the first deals of each game’s example, which the tests replay.
EXAMPLES: dict[str, tuple[tuple[int, ...], ...]] = {
    "contract-rummy": ((23, 0, 20, 37), (0, 33, 30, 18), (21, 29, 2, 16), (33, 40, 0, 26)),
    "hearts": ((15, 8, 3, 0), (26, 26, 26, 0), (0, -26, 0, 0), (19, 2, 5, 0)),
    "cribbage": ((15, 16), (11, 22)),
    "spades": ((72, -50), (141, 80), (60, -139), (64, 30)),
    "dice-boxes": ((18, 20), (50, 12)),
    "euchre": ((1, 0), (0, 2), (0, 0), (0, 2)),
}
# The boxes of the dice example: for each of these rows, the points of each player, if any.
BOXES: dict[str, tuple[int | None, int | None]] = {
    "fours": (None, None),
    "fives": (None, 20),
    "sixes": (18, 12),
    "five-alike": (50, None),
}


@dataclass(frozen=True, slots=True)
class TileRow:
    """A row of a pad: a box’s name or a deal’s number, the deal, and the points of each side."""

    label: str
    deal: Deal
    points: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class TileColumn:
    """A column of a pad: its players, as colour numbers with initials, and its total."""

    people: Sequence[tuple[int, str]]
    total: int
    is_leading: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """A game with the pad of an example, and with a track if its points are pegged."""

    variant: Variant
    columns: Sequence[TileColumn]
    rows: Sequence[TileRow]
    track: Track | None


def game_tiles() -> list[Tile]:
    """Return the tiles in the reader’s language."""
    return [_tile(slug, deals) for slug, deals in EXAMPLES.items()]


def _tile(slug: str, deals: Sequence[Sequence[int]]) -> Tile:
    english = catalogue().variant(slug)
    variant, ruleset = translated_variant(english), translated_ruleset(english.standard)
    sides = len(deals[0])
    has_teams = ruleset.players.team > 1
    scheme = scheme_of(ruleset, SEATS if has_teams else sides)
    totals = [sum(points) for points in zip(*deals, strict=True)]
    best = (min if ruleset.end.wins == "lowest" else max)(totals)
    people = list(enumerate(INITIALS, 1))
    columns = [
        TileColumn(
            people[side::sides] if has_teams else people[side : side + 1], total, total == best
        )
        for side, total in enumerate(totals)
    ]
    if scheme.paper.boxes.rows:
        labels = {row.id: row.label for row in scheme.paper.boxes.rows}
        rows = [TileRow(labels[box], ruleset.deal(1), points) for box, points in BOXES.items()]
    else:
        rows = [
            TileRow(str(number), ruleset.deal(number), points)
            for number, points in enumerate(deals, 1)
        ]
    if not scheme.paper.has_track:
        return Tile(variant, columns, rows, None)
    back = [total - last for total, last in zip(totals, deals[-1], strict=True)]
    looks = [f"colour-{number}" for number in range(1, sides + 1)]
    track = pegging_track(scheme.game.target, list(zip(back, totals, strict=True)), looks)
    return Tile(variant, columns, rows, track)
