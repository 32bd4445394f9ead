"""The checks of a hand of gin."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.schemes import checks
from rules.engine.schemes.base import Past, bare
from rules.engine.schemes.gin.fields import BIG_GIN, GIN, KNOCK
from rules.engine.schemes.gin.points import GinPoints


class GinChecks(GinPoints):
    """Problems of a hand of gin."""

    def check(self) -> None:
        if self.players != 2 or not self._hands.most:
            raise ValueError("gin is for two players who are dealt cards")
        if not self.target:
            raise ValueError("boxes and the game bonus need a target")
        if self.figures.upcard and not self.figures.knock:
            raise ValueError("where only gin ends a hand, no upcard limits knocking")
        if self.figures.columns > 1 and not self.ruleset.end.claimed:
            raise ValueError("columns: the last of them ends the game, so the target is claimed")

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        knocked = entry.get("knocked", ())
        if entry.get("void"):
            yield from self._void(entry)
        elif len(knocked) == 1:
            yield from self._knocker(entry, knocked[0])
            yield from self._other(entry, knocked[0])
        else:
            did = "went gin" if self._only_gin else "knocked"
            nobody = f"Nobody {did}; mark who did, or tick that the hand is void."
            yield from checks.exactly_one(
                entry,
                self.knocked,
                nobody=("nobody-knocked", nobody),
                several=("several-knocked", "have ended the hand; mark the one who did."),
            )
        yield from self._hands.problems(entry)

    def _void(self, entry: Entry) -> Iterator[Problem]:
        for field_id in ("knocked", "how"):
            if entry.get(field_id):
                message = "A void hand was ended by nobody; untick one of the two."
                yield Problem("void-and-knocked", message, field_id)
        for key in entry.of("left"):
            message = (
                f"Nobody counts deadwood in a void hand; clear {entry.table.name(key)}’s, "
                "or untick that it is void."
            )
            yield Problem("void-with-cards", message, self._input(entry, key))

    def _knocker(self, entry: Entry, key: str) -> Iterator[Problem]:
        name, count, how = entry.table.name(key), self._count(entry, key), self._how(entry)
        if not how:
            ways = " or ".join(map(bare, self._ends.values()))
            message = f"Say how {name} ended the hand: choose {ways}."
            yield Problem("how-missing", message, "how")
        elif how != KNOCK:
            if count:
                instead = "" if self._only_gin else ", or choose a knock"
                message = f"{name} went gin but has {count} in deadwood; clear that{instead}."
                yield Problem("gin-with-deadwood", message, self._input(entry, key))
        elif count is None:
            message = (
                f"{name} has no deadwood entered; write the cards that were not melded, "
                "or what they come to."
            )
            yield Problem("missing", message, self.left.inputs(key)["points"])
        elif not count:
            message = f"{name} knocked without deadwood, and that is gin; choose gin."
            yield Problem("knock-is-gin", message, "how")
        else:
            yield from self._limit_kept(entry, key, count)

    def _limit_kept(self, entry: Entry, key: str, count: int) -> Iterator[Problem]:
        limit, name = self._limit(entry), entry.table.name(key)
        if limit is None:
            message = "Say what the first upcard was; it sets the limit for knocking."
            yield Problem("upcard-missing", message, "upcard")
        elif not limit:
            message = (
                f"{name} cannot knock after an ace as upcard, which means gin only; "
                "check the upcard."
            )
            yield Problem("gin-only", message, "upcard")
        elif count > limit:
            message = (
                f"{name} cannot knock with {count}; {limit} is the most. "
                "Check that deadwood, or who knocked."
            )
            yield Problem("over-the-limit", message, self._input(entry, key))

    def _other(self, entry: Entry, knocker: str) -> Iterator[Problem]:
        other = self._opponent(entry.table, knocker)
        left, name = entry.of("left").get(other), entry.table.name(other)
        if left is None:
            message = (
                f"{name} has no deadwood entered; write the cards that are left, "
                "or what they come to, 0 for none."
            )
            yield Problem("missing", message, self.left.inputs(other)["points"])
            return
        # Nothing is laid off on gin, so the melds of a whole hand leave seven cards, or ten.
        melded = self._hands.most - len(left.cards or ())
        if left.cards and self._how(entry) in (GIN, BIG_GIN) and 0 < melded < self._smallest:
            message = (
                f"{name} cannot have {len(left.cards)} cards left against gin: no meld has "
                f"{melded}, and nothing is laid off. Check those cards."
            )
            yield Problem("no-such-meld", message, self._input(entry, other))

    @property
    def _smallest(self) -> int:
        """Cards of the smallest meld."""
        melds = self.ruleset.melds
        return min(melds.set_min, melds.run_min) if melds else 0

    def _input(self, entry: Entry, key: str) -> str:
        """The input in which a side's deadwood was reported."""
        inputs = self.left.inputs(key)
        return inputs["cards" if inputs["cards"] in entry.texts else "points"]
