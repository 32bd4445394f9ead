"""Cards left: whoever goes out scores nothing, the others count what is still in their hands.

Scoring of the contract rummies as described by Magnus and Greg Petras (Contract Rummy, pagat.com);
the winner who collects, going rummy and the blocked deal as in the basic game (Rummy, and Crazy
Eights, pagat.com).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.cards import Card, Hand, rank_words, read_card
from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import (
    CardsLeft,
    Count,
    Entry,
    EntryField,
    Flag,
    Left,
    OneSeat,
    OneSide,
    Points,
    Problem,
    Seat,
)
from rules.engine.formatting import capital, count_words, signed
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Noted, Past, Scheme, selected

CUTTERS = {-1: "Dealer’s right", 0: "Dealer", 1: "Dealer’s left"}
MOST_MISSING = 30
MOST_TAKES = 30
Bonus = Annotated[int, Field(ge=-500, le=500)]


class CardsLeftFigures(Frozen):
    """What a game adds to counting cards; nothing of it is so in the plain form.

    ``collects``: the winner of a deal scores what the losers hold, or they pay it (``cash``), in
    place of penalties. ``blocked``: the cards may run out, and then ``all`` count what they hold,
    or the smallest hand collects the ``differences``. ``rummy``: by how much going out in a single
    turn multiplies the deal. ``at_once``: points for laying down and going out in one turn.
    ``caller``: points for going out. ``false_call``: points for saying so wrongly.
    ``missing_card``: points for each card that a hand has too few. ``wild``: what a card of the
    deal's own wild ranks costs. ``last_turn``: when somebody goes out the others have one more
    turn, after which their hands may come to nothing as well. ``zero_left``: something left may
    count nothing, such as the double blank, so that 0 does not say that somebody went out.
    ``take``: points for each discard taken out of turn. ``suited``: what single cards cost, such
    as ``2H``, where they differ from the others of their rank.
    """

    collects: Literal["", "winner", "cash"] = ""
    blocked: Literal["", "all", "differences"] = ""
    rummy: Annotated[int, Field(ge=0, le=10)] = 0
    at_once: Bonus = 0
    caller: Bonus = 0
    false_call: Bonus = 0
    missing_card: Bonus = 0
    wild: Bonus = 0
    last_turn: bool = False
    zero_left: bool = False
    take: Bonus = 0
    suited: dict[str, Bonus] = {}


class CardsLeftScheme(Scheme[CardsLeftFigures]):
    """Penalty points for the cards left in each hand when a deal ends.

    Partners hold a hand each: when one of them goes out the other’s cards do not count (Push,
    pagat.com).
    """

    name = "cards-left"
    Figures: type[CardsLeftFigures] = CardsLeftFigures

    @cached_property
    def out(self) -> EntryField:
        kind = OneSeat("Out", clears=True) if self.has_partners else OneSide("Out", clears=True)
        return EntryField("out", "Who went out", kind)

    @cached_property
    def left(self) -> EntryField:
        table = self.ruleset.table
        ranks = tuple(table.by_rank) if table else ()
        kind = CardsLeft(ranks, add_up=not self._suited)
        return EntryField("left", "Left in hand", kind, self._per, adds=self._counts_alone)

    @property
    def _counts_alone(self) -> bool:
        """Whether a hand is all that its side scores, so that it can be added up as it is typed."""
        figures, scoring = self.figures, self.ruleset.scoring
        multiplied = figures.collects or figures.rummy
        besides = figures.at_once or figures.caller or figures.false_call or figures.missing_card
        bonuses = figures.take or scoring.cut_bonus or scoring.adjustments
        return not (multiplied or besides or bonuses or figures.suited or self.has_partners)

    @property
    def _per(self) -> Literal["side", "seat"]:
        return "seat" if self.has_partners else "side"

    def check(self) -> None:
        if self.figures.wild and not self.ruleset.table:
            raise ValueError("wild: there is no table of card values")
        if self.figures.collects and self.has_partners:
            raise ValueError("collects: partners count their hands together")
        if self.figures.blocked == "differences" and not self.figures.collects:
            raise ValueError("blocked: only where the winner of a deal collects")
        if any(card.suit is None for card in self._suited):
            raise ValueError("suited: every card there needs a suit, such as 2H")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        words, scoring, figures = self.ruleset.words, self.ruleset.scoring, self.figures
        missing, takes = Count(MOST_MISSING), Count(self._most_takes(deal))
        take = capital(words.take.one) + (f" ({signed(figures.take)})" if figures.take else "")
        at_once = f"Down and out in one turn ({signed(figures.at_once)})"
        false_call = f"Called falsely ({signed(figures.false_call)})"
        cut = f"{CUTTERS[scoring.cut_by]} cut exactly ({signed(scoring.cut_bonus)})"
        optional = partial(EntryField, optional=True)
        return (
            *(self.out, checks.RAN_OUT, self.left),
            *selected(
                (optional("missing", "Cards too few", missing, self._per), figures.missing_card),
                (optional("takes", take, takes, self._per), takes.most),
                (EntryField("rummy", f"Went rummy (× {figures.rummy})", Flag()), figures.rummy),
                (EntryField("at-once", at_once, Flag()), figures.at_once),
                (optional("false-call", false_call, OneSeat()), figures.false_call),
                (EntryField("cut", cut, Flag()), scoring.cut_bonus),
                (optional("bonus", "Bonus", Points(), "side"), scoring.adjustments),
            ),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        name, take = self.ruleset.name, self.ruleset.words.take
        return {
            "takes": f"Deal {deal.number} of {name} counts no {take.many}; clear that number.",
            "cut": f"{name} has no bonus for a perfect cut; untick it.",
            "bonus": f"{name} has no bonus points here; clear them.",
        }

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from self._who_went_out(entry)
        for seat in entry.table.seats:
            left = entry.of("left").get(seat.key)
            if left:
                yield from self._hand(deal, seat, left)
        yield from self._all_hands(entry)
        yield from self._takes(deal, entry)
        yield from self._missing(entry)
        yield from self._how_it_ended(entry)

    def _who_is_out(self, entry: Entry) -> tuple[str, ...]:
        """Seats that are out: a reported zero says the same as the mark."""
        marked, left = entry.get("out", ()), entry.of("left")
        return tuple(
            seat.key
            for seat in entry.table.seats
            if seat.key in marked
            or (seat.key in left and left[seat.key].is_empty and self._zero_is_out)
        )

    @cached_property
    def _zero_is_out(self) -> bool:
        """Whether nothing left means going out: not where a hand of cards may come to nothing."""
        if self.figures.last_turn or self.figures.zero_left:
            return False
        return min(self._worths, default=1) > 0

    @cached_property
    def _worths(self) -> tuple[int, ...]:
        """What cards cost here; a ``wild`` of 0 is none."""
        wild = (self.figures.wild,) if self.figures.wild else ()
        suited = self._suited.values()
        return (*self.ruleset.scoring.values.values(), *wild, *suited)

    @cached_property
    def _suited(self) -> Mapping[Card, int]:
        """What single cards cost. Raises UnreadableError on a name that is no card."""
        return {read_card(name): worth for name, worth in self.figures.suited.items()}

    def _who_went_out(self, entry: Entry) -> Iterator[Problem]:
        table, out = entry.table, self._who_is_out(entry)
        yield from checks.one_went_out(
            entry,
            self.out,
            out,
            several="be out; only one player goes out in a deal.",
            nobody="Nobody went out; mark who did",
        )
        safe = {table.seat(key).side for key in out}
        for seat in table.seats:
            left = entry.of("left").get(seat.key)
            if left is None and seat.side not in safe:
                message = (
                    f"{seat.name} has nothing entered; write the cards left in that hand, "
                    "or what they come to."
                )
                yield Problem("missing", message, self.left.inputs(seat.key)["points"])
            elif seat.key in entry.get("out", ()):
                yield from checks.out_holds_nothing(seat.name, left, "out")

    def _how_it_ended(self, entry: Entry) -> Iterator[Problem]:
        for field_id, does in (("rummy", "goes rummy"), ("at-once", "is down and out in one turn")):
            if entry.get(field_id) and not self._who_is_out(entry):
                message = f"Nobody {does} without going out; mark who did, or untick that."
                yield Problem("nobody-out", message, field_id)

    def _hand(self, deal: Deal, seat: Seat, left: Left) -> Iterator[Problem]:
        inputs = self.left.inputs(seat.key)
        if left.points is not None and left.points < 0 <= min(self._worths, default=0):
            yield checks.below_zero(f"{seat.name}’s hand", left.points, inputs["points"])
            return
        table = self._table(deal)
        if table and left.cards is not None:
            yield from self._cards(deal, seat, left.cards)
            counted = table.total(left.cards)
            yield from checks.same_total(seat.name, left, counted, inputs["points"])
            yield from self._hand_size(deal, seat.name, len(left.cards), inputs["cards"])
        elif table and left.points:
            yield from self._total(deal, table, seat, left.points)

    def _cards(self, deal: Deal, seat: Seat, cards: Hand) -> Iterator[Problem]:
        inputs, deck = self.left.inputs(seat.key), self.ruleset.deck_of(self.players)
        if deck:
            yield from checks.within_deck(deck, seat.name, cards, inputs["cards"])
        for rank in dict.fromkeys(card.rank for card in self._suited):
            if Card(rank) in cards:
                message = (
                    f"Not every {rank_words(rank)} costs the same; write the suit of each that "
                    f"{seat.name} holds, such as {rank}H, or the total alone."
                )
                yield Problem("suit-unsaid", message, inputs["cards"])

    def _total(self, deal: Deal, table: PenaltyTable, seat: Seat, total: int) -> Iterator[Problem]:
        at, deck = self.left.inputs(seat.key)["points"], self.ruleset.deck_of(self.players)
        if deck is None:
            return
        fewest, game = table.fewest_cards(deck), self.ruleset.name
        yield from checks.possible_total(total, fewest, game, at, check=f"{seat.name}’s hand")
        if total in fewest:
            yield from self._hand_size(deal, seat.name, fewest[total], at)

    def worths(self, deal: Deal) -> Mapping[str, int]:
        table = self._table(deal)
        return table.by_rank if table else {}

    def _table(self, deal: Deal) -> PenaltyTable | None:
        """What a card costs in that deal, its own wild ranks included."""
        table = self.ruleset.table
        wild = dict.fromkeys(deal.wild, self.figures.wild) if self.figures.wild else {}
        if table is None or not (wild or self._suited):
            return table
        return PenaltyTable(table.by_rank | wild, tuple(table.by_rank), self._suited)

    def _hand_size(self, deal: Deal, name: str, cards: int, at: str) -> Iterator[Problem]:
        dealt = self.ruleset.cards_dealt(deal, self.players)
        most = deal.model_copy(update={"cards": dealt}).largest_hand
        if most is not None and cards > most:
            take = self.ruleset.words.take
            takes = count_words(deal.takes.limit or 0, take.one, take.many)
            message = (
                f"{name} would hold {cards} cards, but {dealt} dealt and {takes} "
                f"make {most} at most. Is that right?"
            )
            yield Problem("large-hand", message, at, warning=True)

    def _all_hands(self, entry: Entry) -> Iterator[Problem]:
        deck = self.ruleset.deck_of(self.players)
        hands = (
            (entry.table.seat(key).name, left.cards, self.left.inputs(key)["cards"])
            for key, left in entry.of("left").items()
            if left.cards
        )
        if deck:
            yield from checks.within_deck_together(deck, tuple(hands))

    def _takes(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        take = self.ruleset.words.take
        for key, takes in entry.of("takes").items():
            if takes > self._most_takes(deal):
                name, taken = entry.table.seat(key).name, count_words(takes, take.one, take.many)
                allowed = f"deal {deal.number} allows {deal.takes.limit} for each player."
                if deal.takes.limit is None:
                    allowed = "no hand has so many. Check that number."
                message = f"{name} cannot have {taken}; {allowed}"
                yield Problem("too-many-takes", message, f"takes-{key}")

    def _most_takes(self, deal: Deal) -> int:
        """How many takes a player may report after that deal; 0 where they are not counted."""
        if deal.takes.limit is None:
            return MOST_TAKES if self.figures.take else 0
        return deal.takes.limit

    def _missing(self, entry: Entry) -> Iterator[Problem]:
        for key, missing in entry.of("missing").items():
            name, why = entry.table.seat(key).name, "no hand has so many. Check that number."
            too_many = ("too-many-missing", "cannot have", f" cards too few; {why}")
            at = f"missing-{key}"
            yield from checks.no_more_than(name, missing, MOST_MISSING, too_many, at)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        hands = [self._line(deal, entry, seat) for seat in self._counting(entry)]
        if entry.get("rummy"):
            hands = [_times(line, self.figures.rummy) for line in hands]
        if self.figures.collects:
            yield from self._collected(entry, hands)
        else:
            yield from hands
        yield from self._bonuses(entry)
        take = self.ruleset.words.take
        for key, takes in entry.of("takes").items():
            if takes:
                side = entry.table.seat(key).side
                points, pennies = takes * self.figures.take, takes * deal.takes.price
                yield Line(side, points, count_words(takes, take.one, take.many), pennies)
        for key, points in entry.of("bonus").items():
            yield Line(key, points, "bonus")

    def _counting(self, entry: Entry) -> Iterator[Seat]:
        """The seats whose hands count: of a side that went out only the one who did."""
        out = [entry.table.seat(key) for key in self._who_is_out(entry)]
        for seat in entry.table.seats:
            if seat in out or seat.side not in {other.side for other in out}:
                yield seat

    def _line(self, deal: Deal, entry: Entry, seat: Seat) -> Line:
        left, table = entry.of("left").get(seat.key), self._table(deal)
        name = f"{seat.name}: " if self.has_partners else ""
        if seat.key in self._who_is_out(entry):
            return Line(seat.side, 0, f"{name}went out", mark=Mark.OUT)
        if left is None:
            return Line(seat.side, 0, f"{name}nothing left")
        if left.cards is not None and table:
            reason = f"{name}{table.sum_words(left.cards)}"
            return Line(seat.side, table.total(left.cards), reason)
        return Line(seat.side, left.points or 0, f"{name}{left.points_text} declared")

    def _collected(self, entry: Entry, hands: list[Line]) -> Iterator[Line]:
        """What the winner of the deal, or the smallest hand of a blocked one, takes from the
        others; without a winner everybody is charged (Block Rummy), and nobody paid.
        """
        in_cash = self.figures.collects == "cash"
        pays, charges = (-1, 0) if in_cash else (0, -1)
        out = self._who_is_out(entry)
        if out:
            winners = [line for line in hands if line.side == entry.table.seat(out[0]).side]
        elif self.figures.blocked == "differences":
            least = min(line.points for line in hands)
            winners = [line for line in hands if line.points == least]
        else:
            yield from (Line(line.side, charges * line.points, line.because) for line in hands)
            return
        least = winners[0].points
        pot = sum(line.points - least for line in hands)
        shares = [pot // len(winners) + (at < pot % len(winners)) for at in range(len(winners))]
        for line in hands:
            if line in winners:
                gets = shares[winners.index(line)]
                yield Line(line.side, gets, f"{line.because}, collects {gets}", mark=line.mark)
            else:
                yield Line(line.side, pays * (line.points - least), line.because)

    def _bonuses(self, entry: Entry) -> Iterator[Line]:
        figures, scoring, table = self.figures, self.ruleset.scoring, entry.table
        for key in self._who_is_out(entry):
            side = table.seat(key).side
            if entry.get("at-once"):
                yield Line(side, figures.at_once, "down and out in one turn")
            if figures.caller:
                yield Line(side, figures.caller, "for going out")
        for key, missing in entry.of("missing").items():
            if missing:
                points = missing * figures.missing_card
                cards = count_words(missing, "card", "cards")
                yield Line(table.seat(key).side, points, f"{cards} too few")
        for key in entry.get("false-call", ()):
            yield Line(table.seat(key).side, figures.false_call, "called falsely")
        if entry.get("cut"):
            yield Line(table.beside_dealer(scoring.cut_by).side, scoring.cut_bonus, "perfect cut")

    @property
    def noted(self) -> tuple[Noted, ...]:
        """The kitty, where takes are paid for."""
        most = max(
            (MOST_TAKES if takes.limit is None else takes.limit) * takes.price
            for takes in (deal.takes for deal in self.ruleset.deals)
        )
        return (Noted("kitty", "Kitty", "deal", str(self.players * most)),) if most else ()

    def notes(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        texts = dict(super().notes(deal, entry))
        lines = self.lines(deal, entry, Past()) if deal.takes.price else ()
        pennies = sum(line.pennies for line in lines)
        if pennies:
            texts["kitty", ""] = str(pennies)
        return texts

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        if figures.collects == "winner":
            yield "collects", "Who scores", "the winner of a deal, what the others hold"
        elif figures.collects == "cash":
            yield "collects", "Who scores", "the losers pay the winner of a deal what they hold"
        if figures.blocked == "all":
            yield "blocked", "When the cards run out", "all count what they hold"
        elif figures.blocked:
            text = "the smallest hand collects the differences"
            yield "blocked", "When the cards run out", text
        for key, label, figure in (
            ("at-once", "Down and out in one turn", figures.at_once),
            ("caller", "For going out", figures.caller),
            ("false-call", "Calling falsely", figures.false_call),
            ("missing-card", "A card too few in hand", figures.missing_card),
            ("deal-wild", "A card of the deal’s wild rank, left in hand", figures.wild),
            ("take", f"For each {self.ruleset.words.take.one}", figures.take),
        ):
            if figure:
                yield key, label, signed(figure)
        if self._suited:
            costs = (f"{card.words}: {worth}" for card, worth in self._suited.items())
            yield "suited", "Single cards left in hand", "; ".join(costs)
        if figures.last_turn:
            yield "last-turn", "After somebody goes out", "one more turn for each of the others"
        if figures.rummy:
            yield "rummy", "Going rummy", f"the deal counts {figures.rummy} times"


def _times(line: Line, factor: int) -> Line:
    if not line.points:
        return line
    return Line(line.side, line.points * factor, f"{line.because}, times {factor}", mark=line.mark)
