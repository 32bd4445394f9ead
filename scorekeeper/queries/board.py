"""The score pad of a game, as the page, the sheet and the JSON twin show it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules.engine.contracts import MAX_DEALS, Deal
from rules.engine.entries import DealSeating
from rules.engine.game import GameState, ahead, over_earlier
from rules.engine.reasons import text_of, texts_of
from rules.engine.rulesets import Plain, Ruleset
from rules.engine.schemes import Mark, scheme_of
from rules.engine.settlement import Payment, payments
from rules.engine.snapshots import load
from scorekeeper.models import Change, Game
from scorekeeper.queries.history import History, history
from scorekeeper.queries.seating import Seating, seating_of
from scorekeeper.queries.stored import StoredDeal, StoredGame


class Cell(NamedTuple):
    """One side's deal: its points with their reason and the total so far. Where the side was away
    it has neither points nor a reason, but for what it was charged when it came back.
    """

    side: str
    name: str
    points: int | None
    total: int
    reason: Sequence[Plain]
    marks: tuple[str, ...]
    is_leading: bool
    is_away: bool = False

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons as phrases in the reader’s language."""
        return texts_of(self.reason)

    @property
    def is_out(self) -> bool:
        """Whether the side did what the deal was about, such as going out."""
        return Mark.ACHIEVED in self.marks


@dataclass(frozen=True)
class Row:
    """One deal of the pad; ``cells`` has an entry for each column, none until it is played.

    Nobody is named as dealer in a game that has none. ``without`` names the cards that leave the
    pack at this table.
    """

    deal: Deal
    contract: str
    cards: int
    table: DealSeating
    cells: tuple[Cell, ...] = ()
    entry: Mapping[str, str] | None = None
    has_dealer: bool = True
    is_corrected: bool = False
    is_next: bool = False
    without: str = ""

    @property
    def dealer(self) -> str:
        """Key of the seat that deals."""
        return self.table.dealer

    @property
    def dealer_side(self) -> str:
        return self.table.seat(self.table.dealer).side if self.has_dealer else ""

    @property
    def dealer_name(self) -> str:
        return self.table.seat(self.table.dealer).name if self.has_dealer else ""

    @property
    def rules(self) -> tuple[str, ...]:
        """What this deal has and others do not, at this table."""
        return self.deal.special_rules_at(len(self.table.seats))

    @property
    def marks(self) -> frozenset[str]:
        """Marks that stand in some cell."""
        return frozenset(mark for cell in self.cells for mark in cell.marks)


@dataclass(frozen=True)
class Column:
    """A side with its total and place; ``place`` is 0 before the first deal."""

    key: str
    name: str
    total: int
    place: int
    is_leading: bool
    is_in: bool
    status: str


@dataclass(frozen=True)
class Scoreboard:
    """How a game stands, columns in seating order.

    ``stored`` is for those who need earlier deals as they were entered.
    """

    stored: StoredGame
    game: Game
    ruleset: Ruleset
    seating: Seating
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    state: GameState
    payments: tuple[Payment, ...]
    history: History

    @cached_property
    def paid(self) -> Mapping[str, int]:
        """What each side paid into the kitty."""
        return dict.fromkeys(self.seating.names, 0) | dict(self.state.carried.pennies)

    @cached_property
    def played(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.cells)

    @property
    def next_row(self) -> Row | None:
        """The deal to play next; None after the last."""
        return next((row for row in self.rows if row.is_next), None)

    @property
    def next_listed(self) -> int:
        """Number of the listed deal as which the next one is played; 0 where none is listed."""
        deals, row = self.ruleset.deals, self.next_row
        if row is None or (len(deals) == 1 and not deals[0].special_rules):
            return 0
        return self.ruleset.listed(row.deal.number).number

    @property
    def player_count(self) -> int:
        """How many players sit at the table now."""
        return sum(seat.side.left is None for seat in self.seating.seats)

    @cached_property
    def by_place(self) -> tuple[Column, ...]:
        return tuple(sorted(self.columns, key=lambda column: column.place))

    @property
    def winners(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.key in self.state.winners)

    @property
    def names(self) -> dict[str, str]:
        return {column.key: column.name for column in self.columns}

    @property
    def kitty(self) -> int:
        return sum(self.paid.values())

    @property
    def margin(self) -> int:
        """Points by which the first place is better than the next; 0 when all are tied, and when
        it was won outright with no better total.
        """
        first = [column.total for column in self.columns if column.place == 1]
        others = (column for column in self.by_place if column.place > 1)
        following = next((column.total for column in others), None)
        if following is None:
            return 0
        sign = -1 if self.lowest_wins else 1
        return max(0, min(sign * (total - following) for total in first))

    @cached_property
    def mark_word(self) -> str:
        """What a tick in the pad means."""
        return scheme_of(self.ruleset, self.player_count).mark_words

    @property
    def leader_name(self) -> str:
        """Who plays first in the next deal; empty where the cards decide, or nobody says."""
        row = self.next_row
        if row is None:
            return ""
        seat = scheme_of(self.ruleset, len(row.table.seats)).first_player(row.deal, row.table)
        return seat.name if seat else ""

    @property
    def leads_word(self) -> str:
        """What the first player of a deal does: ``leads``, ``begins``."""
        return scheme_of(self.ruleset, self.player_count).opening.does

    @property
    def goal(self) -> str:
        """The total that ends the game, in words; empty where none does."""
        return self.ruleset.goal_words(self.player_count)

    @cached_property
    def over_earlier(self) -> GameState | None:
        """State in which the game was over before its last deal; a correction can cause that."""
        results = [deal.result for deal in self.stored.deals]
        return over_earlier(self.ruleset, self.seating, results, self.state)

    @property
    def late_correction(self) -> int | None:
        """The deal whose correction ended the game one deal before its last.

        None unless undoing that correction and the last deal leads to the game before both.
        """
        last_deal = self.state.deals
        if self.over_earlier is None or self.over_earlier.deals + 1 < last_deal:
            return None
        steps = self.history.standing[-2:]
        if not steps or (steps[0].kind, steps[0].deal) != (Change.Kind.RECORD, last_deal):
            return None
        return steps[-1].deal if steps[-1].kind == Change.Kind.CORRECT else None

    @property
    def lowest_wins(self) -> bool:
        return self.ruleset.end.wins == "lowest"

    @property
    def has_takes(self) -> bool:
        """Whether some deal lets players take the discard out of turn."""
        return any(deal.takes.limit != 0 for deal in self.ruleset.deals)

    @cached_property
    def marks(self) -> frozenset[str]:
        """Marks that stand in some cell."""
        return frozenset(mark for row in self.played for mark in row.marks)


def scoreboard(game: Game, reach: int = 0) -> Scoreboard:
    """Return the pad of ``game``, in three queries besides the game and its seats.

    Where nobody knows the length of the game it has a row for each deal up to ``reach``.
    """
    stored = StoredGame(game, load(game.ruleset), seating_of(game))
    ruleset, seating, state, past = stored.ruleset, stored.seating, stored.folded, history(game)
    statuses = {str(side.number): text_of(side.status) for side in seating.sides}
    columns = tuple(
        Column(
            place.side,
            seating.names[place.side],
            place.total,
            place.place if state.deals else 0,
            place.side in state.leaders,
            place.is_in,
            statuses[place.side],
        )
        for place in state.places
    )
    rows = tuple(_rows(stored, past, reach))
    return Scoreboard(
        stored=stored,
        game=game,
        ruleset=ruleset,
        seating=seating,
        columns=columns,
        rows=rows,
        state=state,
        payments=payments(ruleset, state),
        history=past,
    )


def _rows(stored: StoredGame, past: History, reach: int) -> Iterator[Row]:
    """Yield the deals played, and those that follow as far as anybody knows."""
    game, ruleset, seating, state = stored.game, stored.ruleset, stored.seating, stored.folded
    following = max(state.deals + (not state.is_over), reach)
    dealer = None
    for number in range(1, (ruleset.length or min(following, MAX_DEALS)) + 1):
        played = stored.deals[number - 1] if number <= state.deals else None
        is_next = number == state.deals + 1 and not state.is_over
        if played:
            dealer = played.dealer
        elif is_next:
            dealer = state.next_dealer
        else:
            dealer = seating.dealer_of(number, last=dealer, chosen=None, first=game.first_dealer)
        deal, table = ruleset.deal(number), seating.table(number, dealer)
        yield Row(
            deal=deal,
            contract=ruleset.contract_words(deal),
            cards=ruleset.cards_dealt(deal, len(table.seats)),
            without=ruleset.without_words(len(table.seats)),
            table=table,
            cells=tuple(_cells(stored, played, table)) if played else (),
            entry=played.round.entry if played else None,
            has_dealer=ruleset.has_dealer,
            is_corrected=number in past.corrected,
            is_next=is_next,
        )


def _cells(stored: StoredGame, played: StoredDeal, table: DealSeating) -> Iterator[Cell]:
    carried, here = stored.folded.by_deal[played.number - 1], set(table.keys)
    totals = {key: carried.totals[key] for key in played.scores.keys() & here}
    leading = ahead(stored.ruleset.end, totals, carried.steps)
    for key, name in stored.seating.names.items():
        score, total = played.scores.get(key), carried.totals.get(key, 0)
        if score is None:
            yield Cell(key, name, None, total, (), (), is_leading=False, is_away=True)
        else:
            yield Cell(
                side=key,
                name=name,
                points=score.points,
                total=total,
                reason=score.reason,
                marks=score.marks,
                is_leading=key in leading,
                is_away=key not in here,
            )
