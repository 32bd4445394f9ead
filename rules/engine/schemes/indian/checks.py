"""Checks on the entry of a deal of Indian rummy."""

from collections.abc import Iterator, Sequence

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import number_word, with_minus
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.indian.fields import IndianFields
from rules.engine.schemes.indian.figures import MOST_PAPLUS
from rules.engine.schemes.scored_deals import Past
from rules.translation import gettext as _
from rules.translation import ngettext


class IndianChecks(SchemePart[IndianFields]):
    """Problems with a deal of Indian rummy."""

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from self._who_is_out(entry, past)
        yield from self._comes_back(entry, past)
        if entry.get("void"):
            yield from self._void(entry, past)
            return
        yield from self._who_declared(entry)
        for key in self.scoring.playing(entry, past):
            if key not in entry.get("declared", ()):
                yield from self._loser(entry, key)
        yield from self._wild_said(entry)
        yield from self._early(entry)
        yield from self._paplus(entry)
        if not self._wild_unsaid(entry):
            yield from self.scoring.hands(entry).problems(entry)

    def _input(self, entry: Entry, field: EntryField, key: str) -> str:
        """Return the name of the field’s first input that isn’t blank."""
        return next(name for name in field.inputs(key).values() if name in entry.texts)

    def _who_is_out(self, entry: Entry, past: Past) -> Iterator[Problem]:
        """Yield a warning for each entry of a side that is out of the game.

        Such an entry isn’t an error, because a correction may put out a side that played later
        deals.
        """
        for key in self.game.eliminated(entry.table, past):
            name = entry.table.name(key)
            if key in entry.of("back"):
                continue
            message = _("{name} is out of the game. Clear {name}’s entries.")
            for field in self.scoring.reported(entry, key):
                at = self._input(entry, field, key)
                yield Problem("is-out", message.format(name=name), at, warning=True)
            if key in entry.get("declared", ()):
                message = _("{name} is out of the game. Mark someone else as the winner.")
                yield Problem("is-out", message.format(name=name), "declared", warning=True)

    def _comes_back(self, entry: Entry, past: Past) -> Iterator[Problem]:
        table, out, back = entry.table, self.game.eliminated(entry.table, past), entry.of("back")
        rest = [key for key in table.keys if key not in out]
        for key, total in back.items():
            name, at = table.name(key), self.scoring.back.input(key)
            if key not in out:
                message = _("{name} is still in the game. Clear “Rejoin at”.")
                yield Problem("not-out", message.format(name=name), at)
            elif not 0 <= total < self.scoring.limit:
                message = _("{name} can’t rejoin at {total}. Enter a total from 0 to {most}.")
                text = message.format(
                    name=name, total=with_minus(total), most=self.scoring.limit - 1
                )
                yield Problem("back-out", text, at)
            else:
                yield from self._is_ahead(entry, key, [past.total(other) for other in rest])
            for other in rest if key in out else ():
                if past.total(other) > self.scoring.figures.rejoin:
                    message = _(
                        "{name} can’t rejoin: {other} has {total}, and nobody may have more than "
                        "{most}. Clear that total."
                    ).format(
                        name=name,
                        other=table.name(other),
                        total=past.total(other),
                        most=self.scoring.figures.rejoin,
                    )
                    yield Problem("too-late-to-come-back", message, at)
                    break

    def _is_ahead(self, entry: Entry, key: str, others: Sequence[int]) -> Iterator[Problem]:
        """Yield a warning for a side that rejoins with fewer points than all other sides."""
        total = entry.of("back")[key]
        if others and total < min(others):
            message = _(
                "{name} would rejoin at {total}, ahead of everyone else: the lowest total is "
                "{lowest}. Is that right?"
            ).format(name=entry.table.name(key), total=total, lowest=min(others))
            yield Problem("back-ahead", message, self.scoring.back.input(key), warning=True)

    def _void(self, entry: Entry, past: Past) -> Iterator[Problem]:
        if entry.get("declared"):
            message = _(
                "A void deal has no winner. Clear the winner, or untick that the deal is void."
            )
            yield Problem("void-and-declared", message, "void")
        if entry.get("early"):
            message = _("Nobody declares in a void deal. Clear “Declared at once”.")
            yield Problem("void-and-shown", message, "early")
        for key in self.scoring.playing(entry, past):
            for field in self.scoring.reported(entry, key):
                message = _(
                    "Hands don’t count in a void deal. Clear {name}’s entries, or untick that the "
                    "deal is void."
                ).format(name=entry.table.name(key))
                yield Problem("void-with-count", message, self._input(entry, field, key))

    def _who_declared(self, entry: Entry) -> Iterator[Problem]:
        nobody = _("The winner is missing. Mark who declared, or tick that the deal is void.")
        several = _("{names} are marked, but only one player wins a deal. Mark only the winner.")
        yield from checks.exactly_one(
            entry,
            self.scoring.declared,
            nobody=("nobody-declared", nobody),
            several=("several-declared", several),
        )
        for key in entry.get("declared", ()):
            name, left = entry.table.name(key), entry.of("left").get(key)
            if key in entry.of("instead"):
                message = _("{name} won the deal and pays nothing. Clear that answer.")
                yield Problem(
                    "winner-pays", message.format(name=name), self.scoring.instead.input(key)
                )
            if left and (left.cards or left.points):
                message = _(
                    "{name} won the deal, so the hand counts 0. Clear it, or mark someone else as "
                    "the winner."
                ).format(name=name)
                yield Problem("winner-counts", message, self._input(entry, self.scoring.left, key))

    def _loser(self, entry: Entry, key: str) -> Iterator[Problem]:
        name, instead = entry.table.name(key), entry.of("instead").get(key)
        counted = key in entry.of("left")
        if counted and instead:
            message = _("{name} has both “{drop}” and a count. Clear one or the other.")
            text = message.format(name=name, drop=self.scoring.prices[instead][0])
            yield Problem("drop-and-count", text, self.scoring.instead.input(key))
        elif not counted and not instead:
            message = _(
                "Nothing has been entered for {name}. Enter the cards that count or their total, "
                "or choose what is paid instead."
            ).format(name=name)
            yield Problem("missing", message, self.scoring.left.inputs(key)["points"])

    def _wild_unsaid(self, entry: Entry) -> bool:
        """Return whether cards were entered that can’t be counted without the wild rank."""
        cards = any(left.cards for left in entry.of("left").values())
        return cards and not entry.get("wild")

    def _wild_said(self, entry: Entry) -> Iterator[Problem]:
        if self._wild_unsaid(entry):
            message = _(
                "The wild joker is missing, and it counts 0 in hand. Choose it, or enter totals "
                "instead of cards."
            )
            yield Problem("wild-missing", message, "wild")
        elif self.scoring.figures.joker_stake > 1 and not entry.get("wild"):
            message = _(
                "The wild joker is missing. Choose what was turned up, because a printed joker "
                "raises the stake."
            )
            yield Problem("wild-missing", message, "wild")

    def _early(self, entry: Entry) -> Iterator[Problem]:
        if entry.get("early"):
            return
        for key in entry.of("acted"):
            message = _(
                "“Declared at once” is blank, so it doesn’t matter who had played. Choose an "
                "answer there, or untick {name}."
            ).format(name=entry.table.name(key))
            yield Problem("nobody-showed-early", message, self.scoring.acted.input(key))

    def _paplus(self, entry: Entry) -> Iterator[Problem]:
        paplus, packs = entry.of("paplu"), self.game.deck.packs
        high = _(
            "{name} can’t have {number} paplus: the bonus is for one or {most}. Check the number."
        )
        for key, count in paplus.items():
            name, at = entry.table.name(key), self.scoring.paplu.input(key)
            yield from checks.no_more_than(name, count, MOST_PAPLUS, ("too-many-paplus", high), at)
        if sum(paplus.values()) > packs and max(paplus.values()) <= MOST_PAPLUS:
            message = ngettext(
                "There can’t be {paplus} paplus: each pack has one, and there is {packs} pack. "
                "Check the numbers.",
                "There can’t be {paplus} paplus: each pack has one, and there are {packs} packs. "
                "Check the numbers.",
                packs,
            ).format(paplus=sum(paplus.values()), packs=number_word(packs))
            yield Problem("too-many-paplus", message, self.scoring.paplu.input(list(paplus)[-1]))
