"""Checks on the entry of cards left in hand."""

from collections.abc import Iterator, Sequence

from rules.engine.cards import Card, Hand, rank_words
from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat
from rules.engine.entries import Entry, Problem
from rules.engine.formatting import count_words, join_names
from rules.engine.inputs import Left
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.cards_left.fields import MOST_MISSING, CardsLeftFields
from rules.engine.schemes.hands import Entered, all_within_deck, larger_than_hands
from rules.engine.schemes.scored_deals import Past
from rules.translation import gettext as _


class CardsLeftChecks(SchemePart[CardsLeftFields]):
    """Problems with an entry for cards left in hand."""

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        """Yield the problems with who went out, with the hands, and with everything else."""
        yield from self._who_went_out(entry)
        for seat in entry.table.seats:
            left = entry.of("left").get(seat.key)
            if left:
                yield from self._hand(deal, seat, left)
        yield from self._all_hands(deal, entry)
        yield from self._takes(deal, entry)
        yield from self._missing(entry)
        yield from self._how_it_ended(entry)

    def _who_went_out(self, entry: Entry) -> Iterator[Problem]:
        table, out, deal = entry.table, self.scoring.who_is_out(entry), self.ruleset.words.deal.one
        nobody = both = ""
        missing = _(
            "Nothing has been entered for {name}. Enter the cards left in hand, or their total."
        )
        if not self.ruleset.has_cards:
            nobody = _(
                "Nobody is marked as out. Mark who went out, or tick that the {deal} was blocked."
            ).format(deal=deal)
            both = _(
                "{name} went out, so the {deal} wasn’t blocked. Untick one or the other."
            ).format(name="{name}", deal=deal)
            missing = _("Nothing has been entered for {name}. Enter the points left in hand.")
        yield from checks.one_went_out(
            entry,
            self.scoring.out,
            out,
            several=checks.one_goes_out(deal),
            nobody=nobody,
            both=both,
        )
        safe = {table.seat(key).side for key in out}
        for seat in table.seats:
            left = entry.of("left").get(seat.key)
            if left is None and seat.side not in safe:
                message = missing.format(name=seat.name)
                yield Problem("missing", message, self.scoring.left.inputs(seat.key)["points"])
            elif seat.key in entry.get("out", ()):
                yield from checks.out_holds_nothing(seat.name, left, "out")

    def _how_it_ended(self, entry: Entry) -> Iterator[Problem]:
        if self.scoring.who_is_out(entry):
            return
        if entry.get("rummy"):
            message = _("Nobody can go rummy without going out. Mark who went out, or untick this.")
            yield Problem("nobody-out", message, "rummy")
        if entry.get("at-once"):
            message = _(
                "Nobody can be down and out in one turn without going out. Mark who went out, "
                "or untick this."
            )
            yield Problem("nobody-out", message, "at-once")

    def _hand(self, deal: Deal, seat: DealSeat, left: Left) -> Iterator[Problem]:
        inputs = self.scoring.left.inputs(seat.key)
        if left.points is not None and left.points < 0 <= min(self.scoring.all_worths, default=0):
            yield checks.below_zero(seat.name, left.points, inputs["points"])
            return
        table = self.scoring.values_in(deal)
        if table and left.cards is not None:
            yield from self._cards(deal, seat, left.cards)
            counted = table.total(left.cards)
            yield from checks.same_total(seat.name, left, counted, inputs["points"])
            yield from self._hand_size(deal, [seat.name], len(left.cards), inputs["cards"])
        elif table and left.points:
            yield from self._total(table, seat, left.points)

    def _cards(self, deal: Deal, seat: DealSeat, cards: Hand) -> Iterator[Problem]:
        inputs, deck = self.scoring.left.inputs(seat.key), self.ruleset.deck_of(self.game.players)
        if deck:
            yield from checks.within_deck(deck, seat.name, cards, inputs["cards"])
        for rank in dict.fromkeys(card.rank for card in self.scoring.suited):
            if Card(rank) in cards:
                message = _(
                    "Not every {rank} counts the same. Enter the suit of each one that {name} has, "
                    "such as {example}, or only the total."
                ).format(rank=rank_words(rank), name=seat.name, example=f"{rank}H")
                yield Problem("suit-unsaid", message, inputs["cards"])

    def _total(self, table: PenaltyTable, seat: DealSeat, total: int) -> Iterator[Problem]:
        at, deck = (
            self.scoring.left.inputs(seat.key)["points"],
            self.ruleset.deck_of(self.game.players),
        )
        if deck is None:
            return
        fewest, game = table.fewest_cards(deck), self.ruleset.name
        yield from checks.possible_total(seat.name, total, fewest, game, at)

    def _hand_size(
        self, deal: Deal, names: Sequence[str], cards: int, at: str
    ) -> Iterator[Problem]:
        dealt = self.ruleset.cards_dealt(deal, self.game.players)
        most = deal.takes.likely_hand(dealt)
        if most is None or cards <= len(names) * most:
            return
        take = self.ruleset.words.take
        if len(names) > 1:
            message = (
                _(
                    "{names} would have at least {cards} cards left between them, but {dealt} "
                    "dealt and {takes} make at most {most} each. Is that right?"
                )
                if deal.takes.likely
                else _(
                    "{names} would have at least {cards} cards left between them, but only "
                    "{dealt} were dealt to each. Is that right?"
                )
            )
        else:
            message = (
                _(
                    "{names} would have {cards} cards left, but {dealt} dealt and {takes} make at "
                    "most {most}. Is that right?"
                )
                if deal.takes.likely
                else _(
                    "{names} would have {cards} cards left, but only {dealt} were dealt. "
                    "Is that right?"
                )
            )
        text = message.format(
            names=join_names(names),
            cards=cards,
            dealt=dealt,
            takes=count_words(deal.takes.likely, take.one, take.many),
            most=most,
        )
        yield Problem("large-hand", text, at, warning=True)

    def _all_hands(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        table, deck = self.scoring.values_in(deal), self.ruleset.deck_of(self.game.players)
        entered = [
            Entered(entry.table.seat(key).name, left, self.scoring.left.inputs(key))
            for key, left in entry.of("left").items()
        ]
        if table and deck:
            yield from all_within_deck(table, deck, entered)
            dealt = self.ruleset.cards_dealt(deal, self.game.players)
            most = deal.takes.likely_hand(dealt) or len(deck)
            for hands, cards in larger_than_hands(table, deck, entered, most):
                names = [one.name for one in hands]
                yield from self._hand_size(deal, names, cards, hands[0].inputs["points"])

        yield from self._whole_set(entry)

    def _whole_set(self, entry: Entry) -> Iterator[Problem]:
        """Check that the totals are no more than all tiles of a domino set come to."""
        left, ends = entry.of("left"), self.scoring.figures.doubles + 1
        if not self.scoring.figures.doubles:
            return
        # Each number is on as many halves as there are tiles with it, and on one more of a double.
        total, most = sum(one.points or 0 for one in left.values()), sum(range(ends)) * (ends + 1)
        if total > most:
            message = _(
                "The hands come to {total} in all, but all {tiles} tiles come to only {most}. "
                "Check the totals."
            ).format(total=total, tiles=sum(range(ends + 1)), most=most)
            highest = max(left, key=lambda key: left[key].points or 0)
            yield Problem(
                "more-than-whole-set", message, self.scoring.left.inputs(highest)["points"]
            )

    def _takes(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        take = self.ruleset.words.take
        for key, takes in entry.of("takes").items():
            if takes > self.scoring.most_takes(deal):
                message = _(
                    "{name} can’t have {takes}: {deal} {number} allows each player {limit}. "
                    "Correct the number."
                )
                if deal.takes.limit is None:
                    message = _("{name} can’t have {takes}. Check the number.")
                text = message.format(
                    name=entry.table.seat(key).name,
                    takes=count_words(takes, take.one, take.many),
                    deal=self.ruleset.words.deal.one,
                    number=deal.number,
                    limit=deal.takes.limit,
                )
                yield Problem("too-many-takes", text, f"takes-{key}")
        yield from self._cards_for_contract(deal, entry)

    def _cards_for_contract(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        """Check that those who went out could hold all cards of the contract at once.

        If no takes are entered, nobody may have counted them.
        """
        takes = entry.of("takes")
        if not (deal.cards and takes):
            return
        take = self.ruleset.words.take
        for key in self.scoring.who_is_out(entry):
            taken = takes.get(key, 0)
            if taken < deal.takes_needed:
                message = _(
                    "{name} went out, but the contract needs {needed} cards, and a hand has only "
                    "{most} with {takes} and the card drawn. Is that right?"
                )
                text = message.format(
                    name=entry.table.seat(key).name,
                    needed=deal.contract.size,
                    most=deal.cards + taken * deal.takes.gained + 1,
                    takes=count_words(taken, take.one, take.many),
                )
                yield Problem("too-few-takes", text, f"takes-{key}", warning=True)

    def _missing(self, entry: Entry) -> Iterator[Problem]:
        for key, missing in entry.of("missing").items():
            message = _("{name} can’t be {number} cards short. Check the number.")
            yield from checks.no_more_than(
                entry.table.seat(key).name,
                missing,
                MOST_MISSING,
                ("too-many-missing", message),
                f"missing-{key}",
            )
