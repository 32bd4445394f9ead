"""The score pad of a game, as the page, the sheet and the JSON twin show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from rules.contracts import Deal
from rules.entries import Side as TableSide
from rules.entries import Table
from rules.standings import Payment, Standings, settle, standings
from rules.rulesets import Ruleset
from scorekeeper.models import Game, Round, Score
from scorekeeper.queries.history import History, history


class SideScore(NamedTuple):
    """A row of points."""

    points: int
    because: str
    pennies: int


@dataclass(frozen=True)
class Cell:
    """One side's deal: its points with their reason and the total so far."""

    side: str
    points: int
    total: int
    because: str
    is_out: bool
    is_leading: bool

    @property
    def look(self) -> str:
        """Its classes on the page."""
        return f"{'leading ' * self.is_leading}{'out' * self.is_out}"


@dataclass(frozen=True)
class Row:
    """One deal of the pad; ``cells`` is empty until it is played."""

    deal: Deal
    contract: str
    dealer: str
    dealer_name: str
    leader_name: str
    cells: tuple[Cell, ...] = ()
    entry: Mapping[str, str] | None = None
    is_corrected: bool = False
    is_next: bool = False

    @property
    def contract_parts(self) -> list[str]:
        """The contract's melds one by one, for a narrow column."""
        return self.contract.split(", ")


@dataclass(frozen=True)
class Column:
    """A side with its total and place; ``place`` is 0 before the first deal."""

    key: str
    name: str
    total: int
    place: int
    is_leading: bool


@dataclass(frozen=True)
class Scoreboard:
    """How a game stands, columns in seating order."""

    game: Game
    ruleset: Ruleset
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    standings: Standings
    payments: tuple[Payment, ...]
    paid: Mapping[str, int]
    history: History

    @property
    def played(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.cells)

    @property
    def next_row(self) -> Row | None:
        """The deal to play next; None after the last."""
        return next((row for row in self.rows if row.is_next), None)

    @cached_property
    def by_place(self) -> tuple[Column, ...]:
        return tuple(sorted(self.columns, key=lambda column: column.place))

    @property
    def winners(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.key in self.standings.winners)

    @property
    def names(self) -> dict[str, str]:
        return {column.key: column.name for column in self.columns}

    @property
    def kitty(self) -> int:
        return sum(self.paid.values())

    @property
    def margin(self) -> int:
        """Points between first place and the next total; 0 when all are tied."""
        totals = sorted({column.total for column in self.columns})
        return totals[1] - totals[0] if len(totals) > 1 else 0

    def table(self, row: Row) -> Table:
        """The sides as they sit at that deal."""
        return Table(tuple(TableSide(c.key, c.name) for c in self.columns), row.dealer)


def scoreboard(game: Game) -> Scoreboard:
    """Return the pad of ``game``, in four queries."""
    ruleset = Ruleset.model_validate(game.ruleset)
    sides = {str(side.number): side for side in game.sides.all()}
    numbers = {side.pk: key for key, side in sides.items()}
    rounds = list(Round.objects.filter(game=game))
    scores: dict[int, dict[str, SideScore]] = {played.pk: {} for played in rounds}
    for row in Score.objects.filter(round__game=game).values_list(
        "round_id", "side_id", "points", "because", "pennies"
    ):
        if row[0] in scores:
            scores[row[0]][numbers[row[1]]] = SideScore(*row[2:])
    # Another phone may save or undo a deal between the two queries: what was read in part waits.
    rounds = [played for played in rounds if len(scores[played.pk]) == len(sides)]
    points = [{key: score.points for key, score in scores[r.pk].items()} for r in rounds]
    stand = standings(ruleset, tuple(sides), points)
    paid = {
        key: sum(by_side[key].pennies for by_side in scores.values() if key in by_side)
        for key in sides
    }
    names = {key: side.name for key, side in sides.items()}
    past = history(game)
    rows: list[Row] = []
    dealer = str(game.first_dealer)
    for index, deal in enumerate(ruleset.deals):
        played = rounds[index] if index < len(rounds) else None
        if played:
            dealer = numbers[played.dealer_id]
        elif index:
            dealer = next_clockwise(tuple(sides), rows[-1].dealer)
        rows.append(
            Row(
                deal=deal,
                contract=ruleset.contract_words(deal),
                dealer=dealer,
                dealer_name=names[dealer],
                leader_name=names[next_clockwise(tuple(sides), dealer)],
                cells=_cells(scores[played.pk], stand, index, tuple(sides)) if played else (),
                entry=played.entry if played else None,
                is_corrected=deal.number in past.corrected,
                is_next=index == len(rounds),
            )
        )
    columns = tuple(
        Column(
            place.side,
            names[place.side],
            place.total,
            place.place if rounds else 0,
            place.side in stand.leaders,
        )
        for place in stand.places
    )
    payments = (
        settle(ruleset.settlement, stand, paid) if ruleset.settlement and stand.is_over else ()
    )
    return Scoreboard(game, ruleset, columns, tuple(rows), stand, payments, paid, past)


def next_clockwise(keys: tuple[str, ...], key: str) -> str:
    """The side to the left of ``key``."""
    return keys[(keys.index(key) + 1) % len(keys)]


def _cells(
    scores: Mapping[str, SideScore], stand: Standings, index: int, keys: tuple[str, ...]
) -> tuple[Cell, ...]:
    totals = stand.running[index]
    least = min(totals.values())
    return tuple(
        Cell(
            side=key,
            points=scores[key].points,
            total=totals[key],
            because=scores[key].because,
            is_out=scores[key].because.startswith("went out"),
            is_leading=totals[key] == least,
        )
        for key in keys
    )


def pennies_text(amount: Fraction) -> str:
    """``+19``, ``−5``, ``+3½``: an amount of a settlement."""
    whole, rest = divmod(abs(amount), 1)
    fraction = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}.get(
        rest, f" {rest}" if rest else ""
    )
    sign = "−" if amount < 0 else "+" if amount > 0 else ""
    return f"{sign}{whole if whole or not fraction else ''}{fraction}"
