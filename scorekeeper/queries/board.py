"""The score pad of a game, as the page, the sheet and the JSON twin show it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from rules.contracts import MAX_DEALS, Deal
from rules.entries import Table
from rules.rulesets import Ruleset
from rules.schemes import Mark, scheme_of
from rules.standings import (
    Payment,
    Standings,
    best,
    decided_by,
    over_earlier,
    settle,
    standings,
    steps_called,
)
from rules.words import capital, join_names
from scorekeeper.models import Change, Game, Round, Score
from scorekeeper.queries.history import History, Step, history
from scorekeeper.queries.seating import Seating, seating_of

STOPPED = "The table stopped there"
NARROW = 5  # letters of a name that fit a phone’s column in full size


class SideScore(NamedTuple):
    """A row of points."""

    points: int
    because: str
    pennies: int
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """One side's deal: its points with their reason and the total so far. Where the side was away
    it has neither points nor a reason, but for what it was charged when it came back.
    """

    side: str
    name: str
    points: int | None
    total: int
    because: str
    marks: tuple[str, ...]
    is_leading: bool
    is_away: bool = False

    @property
    def is_out(self) -> bool:
        """Whether the side did what the deal was about, such as going out."""
        return Mark.OUT in self.marks

    @property
    def reasons(self) -> list[str]:
        """The reason piece by piece, as each stands on a line of its own."""
        return self.because.split("; ")

    @property
    def look(self) -> str:
        """Its classes on the page."""
        return f"{'leading ' * self.is_leading}{'out' * self.is_out}"


@dataclass(frozen=True)
class Row:
    """One deal of the pad; ``cells`` has an entry for each column, none until it is played.

    Nobody is named as dealer in a game that has none. ``without`` names the cards that leave the
    pack at this table.
    """

    deal: Deal
    contract: str
    cards: int
    table: Table
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
        return self.deal.rules_at(len(self.table.seats))

    @property
    def marks(self) -> frozenset[str]:
        """Marks that stand in some cell."""
        return frozenset(mark for cell in self.cells for mark in cell.marks)

    @property
    def contract_parts(self) -> list[str]:
        """The contract's melds one by one, for a narrow column."""
        return self.contract.split(", ") if self.contract else []


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

    @property
    def is_long(self) -> bool:
        """Whether some word of the name needs smaller type in a narrow column."""
        return any(len(word) > NARROW for word in self.name.split())


@dataclass(frozen=True)
class Scoreboard:
    """How a game stands, columns in seating order."""

    game: Game
    ruleset: Ruleset
    seating: Seating
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    standings: Standings
    payments: tuple[Payment, ...]
    paid: Mapping[str, int]
    history: History

    @cached_property
    def played(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.cells)

    @property
    def has_long_figures(self) -> bool:
        """Whether some figure of the pad has five characters or more, as −1000 and 10000 do."""
        figures = {column.total for column in self.columns}
        for row in self.played:
            for cell in row.cells:
                figures |= {cell.points or 0, cell.total}
        return not -1000 < min(figures) <= max(figures) < 10000

    @property
    def next_row(self) -> Row | None:
        """The deal to play next; None after the last."""
        return next((row for row in self.rows if row.is_next), None)

    @property
    def next_listed(self) -> int:
        """Number of the listed deal as which the next one is played; 0 where none is listed."""
        deals, row = self.ruleset.deals, self.next_row
        if row is None or (len(deals) == 1 and not deals[0].rules):
            return 0
        return self.ruleset.listed(row.deal.number).number

    @property
    def at_table(self) -> int:
        """How many players sit at the table now."""
        return sum(seat.side.left is None for seat in self.seating.seats)

    @cached_property
    def by_place(self) -> tuple[Column, ...]:
        return tuple(sorted(self.columns, key=lambda column: column.place))

    @property
    def winners(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.key in self.standings.winners)

    @property
    def win_word(self) -> str:
        """``wins`` of one player, ``win`` of several, as partners are."""
        return self._win_word(self.standings.winners)

    def _win_word(self, winners: Collection[str]) -> str:
        of = self.seating.numbers
        won = [seat for seat in self.seating.seats if of[seat.side_id] in winners]
        return "wins" if len(won) == 1 else "win"

    @property
    def names(self) -> dict[str, str]:
        return {column.key: column.name for column in self.columns}

    def step_of(self, side: str) -> str:
        """The last step that a side has made where those count before the totals: ``phase 3``;
        empty before its first, and where totals alone count.
        """
        made = self.standings.steps[-1].get(side, 0) if self.standings.steps else 0
        return f"{steps_called(self.ruleset)} {made}" if made else ""

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
        return scheme_of(self.ruleset, self.at_table).mark_words

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
        return scheme_of(self.ruleset, self.at_table).opening.does

    @property
    def length(self) -> int | None:
        """How many deals the game has; None where nobody knows."""
        return self.ruleset.length_at(self.at_table)

    @property
    def goal(self) -> str:
        """The total that ends the game, in words; empty where none does."""
        return self.ruleset.goal_words(self.at_table)

    @property
    def decided_by(self) -> str:
        """What ended the game besides its last deal, in words; empty where nothing did."""
        won = next((row for row in self.played if Mark.WON in row.marks), None)
        last = self.played[-1]
        if won and won is not last:
            return f"{capital(self.ruleset.words.deal.one)} {won.deal.number} decided the game"
        if self.game.stopped:
            step = steps_called(self.ruleset)
            return f"The table stopped there; the highest {step} wins" if step else STOPPED
        marks = {cell.side: cell.marks for cell in last.cells}
        return decided_by(self.ruleset, self.standings, self.names, marks)

    @cached_property
    def _over_earlier(self) -> Standings | None:
        """How the game stood when it was over before its last deal, as a correction may make it;
        None where it was not, and where a deal decided it outright.
        """
        if any(Mark.WON in row.marks for row in self.played):
            return None
        scored = [[cell for cell in row.cells if cell.points is not None] for row in self.played]
        return over_earlier(
            self.ruleset,
            self.seating.entrants_at,
            [{cell.side: cell.points or 0 for cell in cells} for cells in scored],
            [{cell.side: cell.marks for cell in cells} for cells in scored],
        )

    @property
    def over_earlier(self) -> str:
        """Who had won before the last deal by these figures, and what the deals after that make of
        it; empty where the game was not over then.
        """
        stood = self._over_earlier
        if stood is None:
            return ""
        word, at, last = self.ruleset.words.deal, len(stood.running), len(self.played)
        had = (
            f"{join_names(self.names[key] for key in stood.winners)} had won after {word.one} {at}"
        )
        after = f"{word.one} {last} still counts"
        if at + 1 < last:
            between = "and" if at + 2 == last else "to"
            after = f"{word.many} {at + 1} {between} {last} still count"
        if self.standings.winners == stood.winners:
            return f"{had} by these figures; {after}."
        if not self.winners:
            return f"{had} by these figures; as {after}, the game goes on."
        now = join_names(column.name for column in self.winners)
        return f"{had} by these figures; as {after}, {now} {self.win_word}."

    @property
    def without_last(self) -> str:
        """What to do where the last deal, after which only a correction let the game be over
        before it, should not count; empty where undo and that correction do not lead there.
        """
        stood, last = self._over_earlier, len(self.played)
        if stood is None or len(stood.running) + 1 < last:
            return ""
        made = [(step.kind, step.deal) for step in self.history.standing[-2:]]
        if made[:1] != [(Change.Kind.RECORD, last)] or made[-1][0] != Change.Kind.CORRECT:
            return ""
        word = self.ruleset.words.deal.one
        return (
            f"If {word} {last} should not count, undo the correction and {word} {last}, "
            f"then correct {word} {made[-1][1]} again."
        )

    @property
    def undo_words(self) -> str:
        """What undo would take back; empty where there is nothing."""
        return self._words_of(self.history.undo)

    @property
    def redo_words(self) -> str:
        """What redo would make again; empty where there is nothing."""
        return self._words_of(self.history.redo)

    def _words_of(self, step: Step | None) -> str:
        return step.words(self.ruleset.words.deal.one) if step else ""

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
    ruleset = Ruleset.model_validate(game.ruleset)
    seating = seating_of(game)
    rounds = list(Round.objects.filter(game=game))
    scores: dict[int, dict[str, SideScore]] = {played.pk: {} for played in rounds}
    for row in Score.objects.filter(round__game=game).values_list(
        "round_id", "side_id", "points", "because", "pennies", "marks"
    ):
        if row[0] in scores and row[1] in seating.numbers:
            scores[row[0]][seating.numbers[row[1]]] = SideScore(*row[2:5], tuple(row[5].split()))
    # Another phone may save or undo a deal, or seat a player, between the queries: what was read in
    # part waits.
    rounds = [
        played for played in rounds if scores[played.pk] and played.dealer_id in seating.positions
    ]
    points = [{key: score.points for key, score in scores[r.pk].items()} for r in rounds]
    marks = [{key: score.marks for key, score in scores[r.pk].items()} for r in rounds]
    won = ([key for key, signs in of.items() if Mark.WON in signs] for of in marks)
    stand = standings(
        ruleset,
        seating.entrants,
        points,
        won=next(filter(None, won), ()),
        marks=marks,
        stopped=game.stopped,
    )
    paid = {
        key: sum(by_side[key].pennies for by_side in scores.values() if key in by_side)
        for key in seating.names
    }
    past = history(game)
    rows = _rows(game, ruleset, seating, _Played(rounds, scores, stand, past, reach))
    statuses = {str(side.number): side.status for side in seating.sides}
    columns = tuple(
        Column(
            place.side,
            seating.names[place.side],
            place.total,
            place.place if rounds else 0,
            place.side in stand.leaders,
            place.is_in,
            statuses[place.side],
        )
        for place in stand.places
    )
    payments = (
        settle(ruleset.settlement, stand, paid) if ruleset.settlement and stand.is_over else ()
    )
    return Scoreboard(game, ruleset, seating, columns, rows, stand, payments, paid, past)


class _Played(NamedTuple):
    """The deals of a game as they are stored, how it stands after them, and how far to look."""

    rounds: Sequence[Round]
    scores: Mapping[int, Mapping[str, SideScore]]
    stand: Standings
    past: History
    reach: int


def _rows(game: Game, ruleset: Ruleset, seating: Seating, deals: _Played) -> tuple[Row, ...]:
    """The deals played, and those that follow as far as anybody knows."""
    rounds, scores, stand, past, reach = deals
    following = max(len(rounds) + (not stand.is_over), reach)
    known = ruleset.length or min(following, MAX_DEALS)
    rows: list[Row] = []
    for number in range(1, known + 1):
        played = rounds[number - 1] if number <= len(rounds) else None
        is_next = number == len(rounds) + 1 and not stand.is_over
        if played:
            dealer = seating.positions[played.dealer_id]
        elif is_next and game.next_dealer:
            dealer = seating.dealer_at(game.next_dealer, number)
        elif rows:
            dealer = seating.dealer_after(int(rows[-1].dealer), number)
        else:
            dealer = seating.dealer_at(game.first_dealer, number)
        deal, table = ruleset.deal(number), seating.table(number, dealer)
        rows.append(
            Row(
                deal=deal,
                contract=ruleset.contract_words(deal),
                cards=ruleset.cards_dealt(deal, len(table.seats)),
                without=ruleset.without_words(len(table.seats)),
                table=table,
                cells=_cells(
                    scores[played.pk],
                    stand.running[number - 1],
                    _ahead(ruleset, stand, number, scores[played.pk].keys() & table.keys),
                    seating.names,
                    table.keys,
                )
                if played
                else (),
                entry=played.entry if played else None,
                has_dealer=ruleset.has_dealer,
                is_corrected=number in past.corrected,
                is_next=is_next,
            )
        )
    return tuple(rows)


def _ahead(
    ruleset: Ruleset, stand: Standings, number: int, here: Collection[str]
) -> Collection[str]:
    """Those of the sides ``here`` who were ahead after that deal."""
    totals = stand.running[number - 1]
    steps = stand.steps[number - 1] if stand.steps else {}
    return best(ruleset.end, {key: totals[key] for key in here}, steps)


def _cells(
    scores: Mapping[str, SideScore],
    totals: Mapping[str, int],
    ahead: Collection[str],
    names: Mapping[str, str],
    here: Collection[str],
) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            side=key,
            name=name,
            points=scores[key].points,
            total=totals[key],
            because=scores[key].because,
            marks=scores[key].marks,
            is_leading=key in ahead,
            is_away=key not in here,
        )
        if key in scores
        else Cell(key, name, None, totals.get(key, 0), "", (), is_leading=False, is_away=True)
        for key, name in names.items()
    )


def pennies_text(amount: Fraction) -> str:
    """``+19``, ``−5``, ``+3½``: an amount of a settlement."""
    whole, rest = divmod(abs(amount), 1)
    fraction = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}.get(
        rest, f" {rest}" if rest else ""
    )
    sign = "−" if amount < 0 else "+" if amount > 0 else ""
    return f"{sign}{whole if whole or not fraction else ''}{fraction}"
