"""Checks on the entry of a deal in a tally game."""

from collections.abc import Iterator, Sequence

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.formatting import with_minus
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.hands import HeldCards
from rules.engine.schemes.scored_deals import Past
from rules.engine.schemes.tally.counting import TallyCounting
from rules.engine.schemes.tally.fields import TallyFields
from rules.engine.schemes.tally.figures import Item
from rules.engine.schemes.tally.limits import LimitChecks
from rules.engine.schemes.tally.melding import MeldingChecks
from rules.translation import gettext as _


class TallyChecks(SchemePart[TallyFields]):
    """Problems with a deal in a tally game."""

    def _hands(self, item: Item) -> HeldCards:
        field, deck = self.scoring.fields_by_id[item.id], self.game.deck
        most = self.game.hand_size if item.in_hand else len(deck)
        return HeldCards(field, self.game.card_values, deck, most, self.ruleset.name)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from self._gone(entry, past)
        playing, melding = self.scoring.playing(entry, past), MeldingChecks(self.scoring)
        limits = LimitChecks(self.scoring)
        for item in self.scoring.asked:
            if item.ask == "one-side":
                yield from self._names(item, entry)
            elif item.by_side:
                for side in playing:
                    yield from self._reported(item, entry, side)
                    yield from self._first(item, entry, side, past)
                    yield from limits.amounts(item, entry, side)
                yield from self._together(item, entry, playing)
            else:
                yield from self._reported(item, entry, "")
            if item.ask == "cards":
                hands = tuple(self._hands(item).problems(entry))
                yield from hands or melding.melds_and_hands(item, entry)
            yield from self._given(item, entry)
            for side in playing:
                yield from limits.needs(item, entry, side)
        yield from melding.problems(entry)
        yield from limits.problems(entry, playing)
        yield from self._behind(entry, past)
        yield from self._opening(deal, entry, past)

    def _gone(self, entry: Entry, past: Past) -> Iterator[Problem]:
        """Yield a warning for each entry of a side that is out of the game.

        Such an entry isn’t an error, because a correction may put out a side that played later
        deals.
        """
        for side in self.game.eliminated(entry.table, past):
            message = _("{name} is out of the game. Clear {name}’s entries.")
            for item in self.scoring.asked:
                if self.scoring.amount(item, entry, side) is not None:
                    at = self.scoring.input(item, side if item.by_side else "")
                    text = message.format(name=entry.table.name(side))
                    yield Problem("is-out", text, at, warning=True)

    def _names(self, item: Item, entry: Entry) -> Iterator[Problem]:
        several = _("{names} are named under “{label}”, but only one can be. Choose one of them.")
        several = several.format(names="{names}", label=item.label)
        yield from checks.at_most_one(
            entry, self.scoring.fields_by_id[item.id], "several-named", several
        )
        if item.required and not entry.get(item.id):
            message = _("Nobody is named under “{label}”. Choose who it was.")
            yield Problem("nobody-named", message.format(label=item.label), item.id)

    def _is_due(self, item: Item, entry: Entry, side: str) -> bool:
        """Return whether the side must enter the item; a side named under ``to`` needn’t."""
        named = entry.get(item.to, ()) if item.to else ()
        sits_out = side in self.game.sitting_out(entry.table)
        return (
            not sits_out
            and side not in named
            and (item.required or (item.is_number and bool(named)))
        )

    def _reported(self, item: Item, entry: Entry, side: str) -> Iterator[Problem]:
        """Yield the problem with the number of one side, or of the deal if ``side`` is empty."""
        amount, at = self.scoring.amount(item, entry, side), self.scoring.input(item, side)
        who = entry.table.name(side) if side else self.ruleset.words.deal.one
        if amount is None:
            if self._is_due(item, entry, side):
                message = (
                    _(
                        "Nothing has been entered for {name} under “{label}”. Enter a number, or 0 "
                        "for none."
                    )
                    if side
                    else _(
                        "Nothing has been entered for this {name} under “{label}”. Enter a number, "
                        "or 0 for none."
                    )
                )
                yield Problem("missing", message.format(name=who, label=item.label), at)
            return
        fields = {"name": who, "label": item.label, "amount": with_minus(amount)}
        if item.least is not None and amount < item.least:
            message = (
                _("{name} can’t have {amount} under “{label}”. Enter at least {least}.")
                if side
                else _("A {name} can’t have {amount} under “{label}”. Enter at least {least}.")
            )
            yield Problem("too-few", message.format(**fields, least=with_minus(item.least)), at)
        elif item.most is not None and amount > item.most:
            message = (
                _("{name} can’t have {amount} under “{label}”. Enter at most {most}.")
                if side
                else _("A {name} can’t have {amount} under “{label}”. Enter at most {most}.")
            )
            yield Problem("too-many", message.format(**fields, most=item.most), at)
        if amount % item.step:
            message = (
                _(
                    "{name} can’t have {amount} under “{label}”: it must be a multiple of {step}. "
                    "Check the number."
                )
                if side
                else _(
                    "A {name} can’t have {amount} under “{label}”: it must be a multiple of "
                    "{step}. Check the number."
                )
            )
            yield Problem("no-such-sum", message.format(**fields, step=item.step), at)

    def _first(self, item: Item, entry: Entry, side: str, past: Past) -> Iterator[Problem]:
        amount = self.scoring.amount(item, entry, side)
        if not item.first or not amount or amount >= item.first:
            return
        if not any(self.scoring.amount(item, before, side) for before in past.entries()):
            message = _(
                "“{label}” is still 0 for {name}, so the first amount must be at least {first}. "
                "You entered {amount}. Is that right?"
            ).format(name=entry.table.name(side), label=item.label, first=item.first, amount=amount)
            yield Problem("first-too-small", message, self.scoring.input(item, side), warning=True)

    def _together(self, item: Item, entry: Entry, playing: Sequence[str]) -> Iterator[Problem]:
        amounts = [self.scoring.amount(item, entry, side) for side in playing]
        sum_of_all = sum(amount or 0 for amount in amounts)
        if item.total is not None and None not in amounts and sum_of_all != item.total:
            message = _("“{label}” adds up to {sum}, but there are {total}. Check the numbers.")
            text = message.format(label=item.label, sum=sum_of_all, total=item.total)
            yield Problem("wrong-total", text, "")
        if item.least_in_all and None not in amounts and sum_of_all < item.least_in_all:
            message = _(
                "“{label}” adds up to {sum}, but every {deal} has at least {least}. Check the "
                "numbers."
            )
            text = message.format(
                label=item.label,
                sum=sum_of_all,
                deal=self.ruleset.words.deal.one,
                least=item.least_in_all,
            )
            yield Problem("fewer-than-there-are", text, "")
        if item.pool is not None and sum_of_all > item.pool:
            message = _("“{label}” adds up to {sum}, but there are only {pool}. Check the numbers.")
            text = message.format(label=item.label, sum=sum_of_all, pool=item.pool)
            yield Problem("more-than-there-are", text, "")

    def _given(self, item: Item, entry: Entry) -> Iterator[Problem]:
        if not item.to:
            return
        to, named = self.scoring.item(item.to), entry.get(item.to, ())
        if not item.by_side and self.scoring.amount(item, entry, "") and not named:
            message = _(
                "“{label}” goes to the side named under “{to}”, but nobody is named there. "
                "Choose who it was, or clear it."
            ).format(label=item.label, to=to.label)
            yield Problem("nobody-named", message, item.id)
        for side in named if item.by_side else ():
            amount = self.scoring.amount(item, entry, side)
            if amount:
                message = _(
                    "{name} is marked “{to}”, so “{label}” must be 0 (you entered {amount}). "
                    "Clear it, or mark someone else."
                ).format(name=entry.table.name(side), to=to.label, label=item.label, amount=amount)
                yield Problem("named-with-some", message, self.scoring.input(item, side))

    def _behind(self, entry: Entry, past: Past) -> Iterator[Problem]:
        """Check that the side named as the winner isn’t behind, in a game without a target."""
        named = [
            item
            for item in self.scoring.asked
            if item.names_the_winner and not (item.outright or self.game.target)
        ]
        lines = TallyCounting(self.scoring).counted(entry, past) if named else []
        best = past.leaders(self.ruleset, entry.table, lines)
        for item in named:
            for side in entry.get(item.id, ()):
                if side not in best:
                    message = _(
                        "{name} can’t be marked “{label}”: the total with this {deal} is {total}, "
                        "and the best is {best}. Untick it, or check the points."
                    ).format(
                        name=entry.table.name(side),
                        label=item.label,
                        deal=self.ruleset.words.deal.one,
                        total=self.ruleset.points_text(past.total(side, lines)),
                        best=self.ruleset.points_text(past.total(best[0], lines)),
                    )
                    yield Problem("behind", message, item.id)

    def _opening(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        opening = self.scoring.figures.opening
        if opening is None:
            return
        item = self.scoring.item(opening.item)
        for side in entry.table.keys:
            amount = self.scoring.amount(item, entry, side) or 0
            least = opening.least(past.total(side), deal.number)
            if 0 < amount < least:
                message = _(
                    "{name} entered {amount} under “{label}”, less than the {opening} of {least}. "
                    "Is that right?"
                ).format(
                    name=entry.table.name(side),
                    amount=amount,
                    label=item.label,
                    opening=opening.words,
                    least=least,
                )
                yield Problem(
                    "small-opening", message, self.scoring.input(item, side), warning=True
                )
