"""The score pad of a game, as shown on its page, on its sheet and as JSON."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from rules.engine.contracts import MAX_DEALS, Deal
from rules.engine.deal_seating import DealSeat, DealSeating
from rules.engine.game import GameState, ahead, ends_when_stopped, over_earlier
from rules.engine.reasons import text_of, texts_of
from rules.engine.replay import score_so_far
from rules.engine.rulesets import Plain, ShownRuleset
from rules.engine.schemes import SCHEMES, Mark, ScoredDeal, scheme_of
from rules.engine.schemes.early_bids import Bids, bids_of, read_bids
from rules.engine.settlement import Payment, payments
from rules.engine.snapshots import DealEntry
from rules.reference.game_words import (
    reason_translator,
    translated_reasons,
    translated_ruleset,
)
from scorekeeper.models import Change, Game
from scorekeeper.queries.bids import saved_bids
from scorekeeper.queries.counting import counted_field
from scorekeeper.queries.hands import can_check, takes_hands
from scorekeeper.queries.history import History, history
from scorekeeper.queries.seating import GameSeating
from scorekeeper.queries.stored import StoredDeal, StoredGame, stored_game

# Translators: what the first player of a deal does, as in “Ann deals, Bob leads.”
_OPENINGS = {
    "goes first": gettext_lazy("goes first"),
    "leads": gettext_lazy("leads"),
    "bids first": gettext_lazy("bids first"),
    "plays first": gettext_lazy("plays first"),
    "speaks first": gettext_lazy("speaks first"),
}


class Cell(NamedTuple):
    """The points of one side in one deal, with their reasons and the total so far.

    A side that was away has neither points nor reasons, except for a charge on its return.
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
        """Whether the side achieved the aim of the deal, such as going out."""
        return Mark.ACHIEVED in self.marks


@dataclass(frozen=True)
class Row:
    """A deal’s row on the pad; ``cells`` has a cell for each column once the deal has been played.

    ``entry`` has the texts of a played deal, or those that have been saved of the next deal.
    ``bids`` has the bids of the next deal as shown on the pad. ``dealer_name`` and ``dealer_side``
    are empty in a game without a dealer, and if nobody knows who dealt. ``without`` lists the cards
    that are removed from the pack for this number of players.
    """

    deal: Deal
    contract: str
    cards: int
    table: DealSeating
    cells: tuple[Cell, ...] = ()
    entry: Mapping[str, str] | None = None
    bids: Bids | None = None
    has_dealer: bool = True
    is_corrected: bool = False
    is_next: bool = False
    without: str = ""

    @property
    def dealer(self) -> str:
        """The key of the dealer’s seat."""
        return self.table.dealer

    @property
    def dealer_side(self) -> str:
        return self.table.seat(self.table.dealer).side if self.has_dealer else ""

    @property
    def dealer_name(self) -> str:
        return self.table.seat(self.table.dealer).name if self.has_dealer else ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that apply to this deal but not to all deals, for this number of players."""
        return self.deal.special_rules_at(len(self.table.seats))

    @property
    def marks(self) -> frozenset[str]:
        """The marks that appear in any of the cells."""
        return frozenset(mark for cell in self.cells for mark in cell.marks)


@dataclass(frozen=True)
class Column:
    """A side with its total and its place, which is 0 before the first deal.

    ``left`` is the last deal before the side left for good; None if it hasn’t left.
    """

    key: str
    name: str
    total: int
    place: int
    is_leading: bool
    is_in: bool
    status: str
    left: int | None


@dataclass(frozen=True)
class Scoreboard:
    """The scores of a game, with columns in seating order.

    ``ruleset`` is translated into the reader’s language. ``stored`` has the ruleset in English, for
    comparisons, and the earlier deals as they were entered. ``bids`` has what has been saved of the
    next deal, and ``so_far`` has its points while it is being played, or None; the columns include
    them. If the length of the game isn’t known, there are rows at least up to deal ``reach``.
    """

    stored: StoredGame
    game: Game
    ruleset: ShownRuleset
    seating: GameSeating
    columns: tuple[Column, ...]
    state: GameState
    payments: tuple[Payment, ...]
    history: History
    reach: int
    bids: DealEntry | None
    so_far: ScoredDeal | None

    @cached_property
    def paid(self) -> Mapping[str, int]:
        """The amount that each side has paid into the kitty."""
        return dict.fromkeys(self.seating.names, 0) | dict(self.state.carried.pennies)

    @cached_property
    def played(self) -> tuple[Row, ...]:
        # Another phone may have saved a deal since the state was read.
        return tuple(map(self._played_row, self.stored.deals[: self.state.deals]))

    @property
    def has_begun(self) -> bool:
        """Whether a deal has been played, or something of the first one has been saved."""
        return bool(self.state.deals) or self.history.has_begun(1)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the deals played, and of the following deals as far as they are known."""
        return (*self.played, *self.later)

    @cached_property
    def last_row(self) -> Row | None:
        """The row of the latest deal, without reading the others; None if there is none."""
        played = self.stored.deal(self.state.deals)
        return self._played_row(played) if played else None

    @cached_property
    def later(self) -> tuple[Row, ...]:
        """The rows of the deals that haven’t been played, as far as they are known."""
        state, dealer, rows = self.state, self.state.carried.dealer, list[Row]()
        following = max(state.deals + (not state.is_over), self.reach)
        length = self.ruleset.length or min(following, MAX_DEALS)
        for number in range(state.deals + 1, length + 1):
            if number == state.deals + 1 and not state.is_over:
                rows.append(self._next_row(state))
            else:
                dealer = self.seating.dealer_of(
                    number,
                    last=dealer,
                    chosen=None,
                    first=self.game.first_dealer,
                    out=state.carried.out,
                )
                rows.append(self._unplayed_row(number, dealer))
            dealer = int(rows[-1].dealer)
        return tuple(rows)

    @cached_property
    def next_row(self) -> Row | None:
        """The row of the next deal; None after the last one. It takes no earlier deals."""
        return None if self.state.is_over else self._next_row(self.state)

    def row(self, deal: int) -> Row:
        """Return the row of a deal. Raises IndexError if the game has no such deal."""
        row = self.next_row
        if row and row.deal.number == deal:
            return row
        return self.rows[deal - 1 if deal > 0 else len(self.rows)]

    def _played_row(self, played: StoredDeal) -> Row:
        row = self._unplayed_row(played.number, played.dealer)
        return replace(
            row,
            cells=tuple(self._cells(played, set(row.table.keys))),
            entry=played.round.entry,
            has_dealer=row.has_dealer and played.round.dealer_known,
            is_corrected=played.number in self.history.corrected,
        )

    def _next_row(self, state: GameState) -> Row:
        """Return the row of the deal after ``state``, with what has been saved of it."""
        row = replace(self._unplayed_row(state.deals + 1, state.next_dealer), is_next=True)
        if not self.bids:
            return row
        texts = self.bids.texts
        if SCHEMES[self.ruleset.scoring.scheme].as_played:
            return replace(row, entry=texts)
        scheme = scheme_of(self.ruleset, len(row.table.seats))
        entry = read_bids(scheme, row.deal, row.table, texts)
        return replace(row, entry=texts, bids=bids_of(scheme, row.deal, entry))

    def _unplayed_row(self, number: int, dealer: int) -> Row:
        ruleset, table = self.ruleset, self.seating.table(number, dealer)
        deal, players = ruleset.deal(number), len(table.seats)
        melds = deal.sets, deal.runs, deal.pairs
        if melds not in self._contracts:
            self._contracts[melds] = ruleset.contract_words(deal)
        return Row(
            deal=deal,
            contract=self._contracts[melds],
            cards=ruleset.cards_dealt(deal, players),
            without=ruleset.without_words(players),
            table=table,
            has_dealer=ruleset.has_dealer,
        )

    @cached_property
    def _contracts(self) -> dict[tuple[object, ...], str]:
        """The contracts in words, by their melds. Long games play the same ones again and again."""
        return {}

    @cached_property
    def _translated(self) -> Callable[[Sequence[Plain]], Sequence[Plain]]:
        return reason_translator(self.stored.ruleset)

    def _cells(self, played: StoredDeal, here: Collection[str]) -> Iterator[Cell]:
        carried = self.state.carried
        if played.number < self.state.deals:
            carried = self.stored.folded.by_deal[played.number - 1]
        totals = {key: carried.totals[key] for key in played.scores.keys() & here}
        leading = ahead(self.ruleset.end, totals, carried.steps)
        for key, name in self.seating.names.items():
            score, total = played.scores.get(key), carried.totals.get(key, 0)
            if score is None:
                yield Cell(key, name, None, total, (), (), is_leading=False, is_away=True)
            else:
                yield Cell(
                    side=key,
                    name=name,
                    points=score.points,
                    total=total,
                    reason=self._translated(score.reason),
                    marks=score.marks,
                    is_leading=key in leading,
                    is_away=key not in here,
                )

    @property
    def takes_hands(self) -> bool:
        """Whether the players of the next deal can send their own hands."""
        row = self.next_row
        return row is not None and takes_hands(self.ruleset, row.deal.number, row.table)

    @property
    def can_check_hands(self) -> bool:
        """Whether players can check whether their hands lay down the contract of the next deal."""
        row = self.next_row
        return row is not None and can_check(self.stored.ruleset, row.deal.number)

    @property
    def next_listed(self) -> int:
        """The next deal’s number in the ruleset’s list, or 0.

        It is 0 if there is no next deal, or if all deals are alike.
        """
        deals, row = self.ruleset.deals, self.next_row
        if row is None or (len(deals) == 1 and not deals[0].special_rules):
            return 0
        return self.ruleset.listed(row.deal.number).number

    @property
    def player_count(self) -> int:
        """The number of players who are in the game now."""
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
        """The difference in points between first place and the next place.

        It is 0 if all are tied, or if the game was won outright without a better total. It is also
        0 if the players chose the winner.
        """
        if self.state.chosen:
            return 0
        first = [column.total for column in self.columns if column.place == 1]
        others = (column for column in self.by_place if column.place > 1)
        following = next((column.total for column in others), None)
        if following is None:
            return 0
        sign = -1 if self.lowest_wins else 1
        return max(0, min(sign * (total - following) for total in first))

    @cached_property
    def mark_word(self) -> str:
        """The meaning of a tick on the pad."""
        return scheme_of(self.ruleset, self.player_count).words.mark_words

    @property
    def leader_name(self) -> str:
        """The player who goes first in the next deal; empty if it isn’t known in advance."""
        row = self.next_row
        if row is None:
            return ""
        scheme = scheme_of(self.ruleset, len(row.table.seats))
        seat = scheme.game.first_player(row.deal, row.table, self.out_before(row))
        return seat.name if seat else ""

    @property
    def leads_word(self) -> str:
        """The verb for what the first player of a deal does, such as ``leads``."""
        does = scheme_of(self.ruleset, self.player_count).game.opening.does
        return str(_OPENINGS.get(does, does))

    @property
    def goal(self) -> str:
        """The total that ends the game, in words; empty if none does."""
        return self.ruleset.goal_words(self.player_count)

    @cached_property
    def over_earlier(self) -> GameState | None:
        """The state in which a corrected game was already over before its last deal, or None.

        Nobody can save a deal after the end, so only another change can lead to such a state.
        """
        stored = self.stored
        if self.history.since == 1 or not stored.ruleset.end.is_by_points:
            return None
        return over_earlier(stored.ruleset, self.seating, stored.deals, stored.folded)

    @property
    def late_correction(self) -> int | None:
        """The deal whose correction ended the game one deal early.

        None unless undoing that correction and the last deal restores the game as it was before
        both.
        """
        last_deal = self.state.deals
        if self.over_earlier is None or self.over_earlier.deals + 1 < last_deal:
            return None
        steps = self.history.standing[-2:]
        if not steps or (steps[0].kind, steps[0].deal) != (Change.Kind.RECORD, last_deal):
            return None
        return steps[-1].deal if steps[-1].kind == Change.Kind.CORRECT else None

    def out_before(self, row: Row) -> Collection[str]:
        """Return the sides that the deals before ``row`` have eliminated."""
        number = row.deal.number
        if number > self.state.deals:
            return self.state.carried.out
        return self.stored.folded.by_deal[number - 2].out if number > 1 else ()

    def dealers(self, row: Row) -> tuple[DealSeat, ...]:
        """Return the seats of the players who may deal ``row``. Eliminated players don’t deal."""
        number, out = row.deal.number, self.out_before(row)
        may_deal = {str(chair.position) for chair in self.seating.dealers_at(number, out)}
        dealing = may_deal | {row.dealer}
        return tuple(seat for seat in row.table.seats if seat.key in dealing)

    @property
    def next_dealers(self) -> tuple[DealSeat, ...]:
        """The seats of the players who may deal next."""
        return self.dealers(self.next_row) if self.next_row else ()

    @property
    def may_count(self) -> bool:
        """Whether points can be added to one side without entering a round."""
        return not self.state.is_over and counted_field(self.ruleset) is not None

    @property
    def counted_deal(self) -> int:
        """The round to which such points are added."""
        return max(1, self.state.deals)

    @property
    def may_finish(self) -> bool:
        """Whether the players decide when the game ends, and could do so now."""
        has_begun = bool(self.state.deals) or self.is_together
        return has_begun and not self.state.is_over and self.ends_when_stopped

    @property
    def electable(self) -> tuple[Column, ...]:
        """The columns of which the players may choose one as the winner."""
        if len(self.columns) == 1:
            return ()
        sides = self.stored.electable
        return tuple(column for column in self.columns if column.key in sides)

    @property
    def ends_when_stopped(self) -> bool:
        """Whether the game has no end of its own, or has reached its usual length."""
        is_long_enough = self.is_together or self.state.deals >= (self.state.length or 0)
        return ends_when_stopped(self.ruleset) and is_long_enough

    @property
    def decimals(self) -> int:
        """The number of decimals that points have."""
        return self.ruleset.scoring.decimals

    @property
    def is_together(self) -> bool:
        """Whether all win or lose together, so that there are no places."""
        return self.ruleset.end.together

    @property
    def lowest_wins(self) -> bool:
        return self.ruleset.end.wins == "lowest"

    @property
    def has_takes(self) -> bool:
        """Whether players may take the discard out of turn in at least one deal."""
        return any(deal.takes.limit != 0 for deal in self.ruleset.deals)

    @cached_property
    def marks(self) -> frozenset[str]:
        """The marks that appear anywhere on the pad."""
        return frozenset(mark for row in self.played for mark in row.marks)


def scoreboard(game: Game, reach: int = 0) -> Scoreboard:
    """Return the pad of ``game``, using three queries if the game and its seats are loaded.

    If the length of the game isn’t known, there are rows at least up to deal ``reach``.
    """
    return board_of(stored_game(game), reach)


def pad_of(game: Game) -> Scoreboard:
    """Return the pad of ``game`` as ``scoreboard`` does, but as long as nobody needs the rows of a
    game in progress, its deals aren’t read.
    """
    stored = stored_game(game)
    return _board(stored, stored.folded if stored.state.is_over else stored.state, reach=0)


def board_of(stored: StoredGame, reach: int = 0) -> Scoreboard:
    """Return the pad of a stored game; see ``scoreboard``."""
    return _board(stored, stored.folded, reach)


def board_at(game: Game, deal: int) -> Scoreboard:
    """Return the pad of ``game`` for entering a deal. If it is the next one, earlier deals are read
    only if the scheme uses them.
    """
    stored = stored_game(game)
    is_next = deal == stored.state.deals + 1
    return _board(stored, stored.state if is_next else stored.folded, reach=deal)


def _board(stored: StoredGame, state: GameState, reach: int) -> Scoreboard:
    game = stored.game
    ruleset, seating = translated_ruleset(stored.ruleset), stored.seating
    past = history(game)
    statuses = {
        str(side.number): text_of(translated_reasons(ruleset, side.status))
        for side in seating.sides
    }
    left = {entrant.key: entrant.left for entrant in seating.entrants}
    bids, so_far = saved_bids(stored, past), None
    if bids and SCHEMES[ruleset.scoring.scheme].as_played:
        number = state.deals + 1
        table = seating.table(number, bids.dealer)
        so_far = score_so_far(stored.ruleset, number, table, bids.texts, stored.past(state.deals))
    standing = stored.fold((so_far,), since=state.carried) if so_far else state
    columns = tuple(
        Column(
            place.side,
            seating.names[place.side],
            place.total,
            place.place if standing.deals else 0,
            place.side in standing.leaders,
            place.is_in,
            statuses[place.side],
            left[place.side],
        )
        for place in standing.places
    )
    return Scoreboard(
        stored=stored,
        game=game,
        ruleset=ruleset,
        seating=seating,
        columns=columns,
        state=state,
        payments=payments(ruleset, state),
        history=past,
        reach=reach,
        bids=bids,
        so_far=so_far,
    )
