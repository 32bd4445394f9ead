"""The checks of a deal of Indian rummy."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import count_words
from rules.engine.schemes import checks
from rules.engine.schemes.base import Past
from rules.engine.schemes.indian.figures import MOST_PAPLUS
from rules.engine.schemes.indian.points import IndianPoints


class IndianChecks(IndianPoints):
    """Problems of a deal of Indian rummy."""

    def check(self) -> None:
        figures, end = self.figures, self.ruleset.end
        if not (self.deck and self.card_values.by_rank and self.hand_size):
            raise ValueError("no cards are dealt")
        if figures.pays != (end.wins == "highest"):
            raise ValueError("pays: who is paid wins by the highest total, otherwise the lowest")
        if figures.pays and self._limit:
            raise ValueError("pays: in a pool the losers are charged")
        if figures.rejoin and not figures.rejoin < self._limit:
            raise ValueError("rejoin: a total below that which puts a side out of a pool")
        if bool(figures.paplu) != bool(figures.paplu_two):
            raise ValueError("paplu: one paplu and two both have a price")

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from self._who_is_out(entry, past)
        yield from self._comes_back(entry, past)
        if entry.get("void"):
            yield from self._void(entry, past)
            return
        yield from self._who_declared(entry)
        for key in self._playing(entry, past):
            if key not in entry.get("declared", ()):
                yield from self._loser(entry, key)
        yield from self._wild_said(entry)
        yield from self._early(entry)
        yield from self._paplus(entry)
        if not self._wild_unsaid(entry):
            yield from self._hands(entry).problems(entry)

    def _input(self, entry: Entry, field: EntryField, key: str) -> str:
        """The first input of that field in which something stands."""
        return next(name for name in field.inputs(key).values() if name in entry.texts)

    def _who_is_out(self, entry: Entry, past: Past) -> Iterator[Problem]:
        """Only warnings: a correction of an earlier deal may put somebody out who then played."""
        for key in self._out(entry.table, past):
            name = entry.table.name(key)
            if key in entry.of("back"):
                continue
            message = f"{name} is out of the game; clear what is entered for {name}."
            for field in self._reported(entry, key):
                yield Problem("is-out", message, self._input(entry, field, key), warning=True)
            if key in entry.get("declared", ()):
                message = f"{name} is out of the game; mark somebody else as the winner."
                yield Problem("is-out", message, "declared", warning=True)

    def _comes_back(self, entry: Entry, past: Past) -> Iterator[Problem]:
        table, out, back = entry.table, self._out(entry.table, past), entry.of("back")
        rest = [key for key in table.keys if key not in out]
        for key, total in back.items():
            name, at = table.name(key), self.back.input(key)
            if key not in out:
                message = f"{name} is still in the game; clear the total to come back with."
                yield Problem("not-out", message, at)
            elif not 0 <= total < self._limit:
                message = (
                    f"{name} cannot come back with {str(total).replace('-', '−')}; "
                    f"write a total from 0 to {self._limit - 1}."
                )
                yield Problem("back-out", message, at)
            for other in rest if key in out else ():
                if past.total(other) > self.figures.rejoin:
                    message = (
                        f"{name} cannot come back: {table.name(other)} has "
                        f"{past.total(other)}, and nobody may have more than "
                        f"{self.figures.rejoin}. Clear that total."
                    )
                    yield Problem("too-late-to-come-back", message, at)
                    break

    def _void(self, entry: Entry, past: Past) -> Iterator[Problem]:
        if entry.get("declared"):
            message = "A void deal has no winner; untick one of the two."
            yield Problem("void-and-declared", message, "void")
        if entry.get("early"):
            yield Problem("void-and-shown", "Nobody showed in a void deal; clear that.", "early")
        for key in self._playing(entry, past):
            for field in self._reported(entry, key):
                message = (
                    "Nobody counts anything in a void deal; clear what is entered for "
                    f"{entry.table.name(key)}, or untick that it is void."
                )
                yield Problem("void-with-count", message, self._input(entry, field, key))

    def _who_declared(self, entry: Entry) -> Iterator[Problem]:
        nobody = "Nobody declared; mark who did, or tick that the deal is void."
        yield from checks.exactly_one(
            entry,
            self.declared,
            nobody=("nobody-declared", nobody),
            several=("several-declared", "have won; mark the winner of the deal alone."),
        )
        for key in entry.get("declared", ()):
            name, left = entry.table.name(key), entry.of("left").get(key)
            if key in entry.of("instead"):
                message = f"{name} won the deal and pays nothing; clear that answer."
                yield Problem("winner-pays", message, self.instead.input(key))
            if left and (left.cards or left.points):
                message = (
                    f"{name} won the deal and counts nothing; clear that hand, "
                    "or mark somebody else as the winner."
                )
                yield Problem("winner-counts", message, self._input(entry, self.left, key))

    def _loser(self, entry: Entry, key: str) -> Iterator[Problem]:
        name, instead = entry.table.name(key), entry.of("instead").get(key)
        counted = key in entry.of("left")
        if counted and instead:
            words = self._prices[instead][0]
            message = f"{name} has both a {words} and a count; clear one of the two."
            yield Problem("drop-and-count", message, self.instead.input(key))
        elif not counted and not instead:
            message = (
                f"{name} has nothing entered; write the cards that count or their total, "
                "or choose what is paid instead."
            )
            yield Problem("missing", message, self.left.inputs(key)["points"])

    def _wild_unsaid(self, entry: Entry) -> bool:
        """Whether cards were reported that nobody can count without knowing what was wild."""
        cards = any(left.cards for left in entry.of("left").values())
        return cards and not entry.get("wild")

    def _wild_said(self, entry: Entry) -> Iterator[Problem]:
        if self._wild_unsaid(entry):
            message = (
                "Say which rank was wild, because it costs nothing in hand; "
                "or write totals instead of cards."
            )
            yield Problem("wild-missing", message, "wild")
        elif self.figures.joker_stake > 1 and not entry.get("wild"):
            message = "Say what was turned up as wild, because a printed joker raises the stake."
            yield Problem("wild-missing", message, "wild")

    def _early(self, entry: Entry) -> Iterator[Problem]:
        if entry.get("early"):
            return
        for key in entry.of("acted"):
            message = (
                "Who had played matters only when somebody shows at once; say how, "
                f"or untick {entry.table.name(key)}."
            )
            yield Problem("nobody-showed-early", message, self.acted.input(key))

    def _paplus(self, entry: Entry) -> Iterator[Problem]:
        paplus, packs = entry.of("paplu"), self.deck.packs
        why = f" paplus; the bonus is for one or {MOST_PAPLUS}. Check that number."
        too_many = ("too-many-paplus", "cannot have", why)
        for key, count in paplus.items():
            name, at = entry.table.name(key), self.paplu.input(key)
            yield from checks.no_more_than(name, count, MOST_PAPLUS, too_many, at)
        if sum(paplus.values()) > packs and max(paplus.values()) <= MOST_PAPLUS:
            message = (
                f"{sum(paplus.values())} paplus are too many; each pack has one, and there are "
                f"{count_words(packs, 'pack', 'packs')}. Check these numbers."
            )
            yield Problem("too-many-paplus", message, self.paplu.input(list(paplus)[-1]))
