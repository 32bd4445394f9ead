"""The checks of a deal."""

from collections.abc import Iterator

from rules.engine.cards import Card, Hand, rank_words
from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Left, Problem, Seat
from rules.engine.formatting import count_words
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks
from rules.engine.schemes.base import Past
from rules.engine.schemes.cards_left.fields import MOST_MISSING
from rules.engine.schemes.cards_left.points import CardsLeftPoints


class CardsLeftChecks(CardsLeftPoints):
    """Problems of a deal."""

    def check(self) -> None:
        if self.figures.wild and not self.ruleset.card_values:
            raise ValueError("wild: there is no table of card values")
        if self.figures.collects and self.has_partners:
            raise ValueError("collects: partners count their hands together")
        if self.figures.blocked == "differences" and not self.figures.collects:
            raise ValueError("blocked: only where the winner of a deal collects")
        if any(card.suit is None for card in self._suited):
            raise ValueError("suited: every card there needs a suit, such as 2H")

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

    def _missing(self, entry: Entry) -> Iterator[Problem]:
        for key, missing in entry.of("missing").items():
            name, why = entry.table.seat(key).name, "no hand has so many. Check that number."
            too_many = ("too-many-missing", "cannot have", f" cards too few; {why}")
            at = f"missing-{key}"
            yield from checks.no_more_than(name, missing, MOST_MISSING, too_many, at)
