"""Checks on the entry of a hand of gin."""

from collections import Counter
from collections.abc import Iterator

from rules.engine.cards import Card, copies_words
from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.formatting import join_choices
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart, bare
from rules.engine.schemes.gin.fields import BIG_GIN, GIN, KNOCK, GinFields
from rules.engine.schemes.scored_deals import Past
from rules.translation import gettext as _


class GinChecks(SchemePart[GinFields]):
    """Problems with a hand of gin."""

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        knocked = entry.get("knocked", ())
        if entry.get("void"):
            yield from self._void(entry)
        elif len(knocked) == 1:
            yield from self._knocker(entry, knocked[0])
            yield from self._other(entry, knocked[0])
        else:
            nobody = (
                _("The winner is missing. Mark who went gin, or tick that the hand is void.")
                if self.scoring.only_gin
                else _("The knocker is missing. Mark who knocked, or tick that the hand is void.")
            )
            several = _("{names} can’t both have ended the hand. Mark the one who did.")
            yield from checks.exactly_one(
                entry,
                self.scoring.knocked,
                nobody=("nobody-knocked", nobody),
                several=("several-knocked", several),
            )
        impossible = tuple(self.scoring.hands.problems(entry))
        yield from impossible
        if len(knocked) == 1 and not impossible:
            yield from self._unmelded(entry, self.scoring.opponent(entry.table, knocked[0]))

    def _void(self, entry: Entry) -> Iterator[Problem]:
        for field in (self.scoring.knocked, self.scoring.how):
            if entry.get(field.id):
                message = _(
                    "A void hand has no winner. Clear “{label}”, or untick that the hand is void."
                ).format(label=field.label)
                yield Problem("void-and-knocked", message, field.id)
        for key in entry.of("left"):
            message = _(
                "Deadwood doesn’t count in a void hand. Clear {name}’s deadwood, or untick that "
                "the hand is void."
            ).format(name=entry.table.name(key))
            yield Problem("void-with-cards", message, self._input(entry, key))

    def _knocker(self, entry: Entry, key: str) -> Iterator[Problem]:
        name, count, how = (
            entry.table.name(key),
            self.scoring.count(entry, key),
            self.scoring.how_ended(entry),
        )
        if not how:
            message = _("How did {name} end the hand? Choose {ways}.").format(
                name=name, ways=join_choices(map(bare, self.scoring.ends.values()))
            )
            yield Problem("how-missing", message, "how")
        elif how != KNOCK:
            if count:
                message = (
                    _("{name} went gin but has {count} in deadwood. Clear the deadwood.")
                    if self.scoring.only_gin
                    else _(
                        "{name} went gin but has {count} in deadwood. Clear the deadwood, or "
                        "choose knock."
                    )
                ).format(name=name, count=count)
                yield Problem("gin-with-deadwood", message, self._input(entry, key))
        elif count is None:
            message = _(
                "No deadwood has been entered for {name}. Enter the cards that weren’t melded, "
                "or their total."
            ).format(name=name)
            yield Problem("missing", message, self.scoring.left.inputs(key)["points"])
        elif not count:
            message = _("{name} knocked without deadwood, which is gin. Choose gin.")
            yield Problem("knock-is-gin", message.format(name=name), "how")
        else:
            yield from self._limit_kept(entry, key, count)

    def _limit_kept(self, entry: Entry, key: str, count: int) -> Iterator[Problem]:
        limit, name = self.scoring.limit(entry), entry.table.name(key)
        if limit is None:
            message = _("The first upcard is missing. Choose it, because it limits knocking.")
            yield Problem("upcard-missing", message, "upcard")
        elif not limit:
            message = _(
                "{name} can’t knock: with an ace as upcard, only gin ends the hand. Is that right?"
            ).format(name=name)
            yield Problem("gin-only", message, "upcard", warning=True)
        elif count > limit:
            message = _(
                "{name} can’t knock with {count}: the limit is {limit}. Is that right?"
            ).format(name=name, count=count, limit=limit)
            yield Problem("over-the-limit", message, self._input(entry, key), warning=True)

    def _other(self, entry: Entry, knocker: str) -> Iterator[Problem]:
        other = self.scoring.opponent(entry.table, knocker)
        left, name = entry.of("left").get(other), entry.table.name(other)
        if left is None:
            message = _(
                "No deadwood has been entered for {name}. Enter the cards that are left or their "
                "total, or 0 for none."
            ).format(name=name)
            yield Problem("missing", message, self.scoring.left.inputs(other)["points"])
            return
        # Nothing is laid off on gin, so all cards that are not left must have been melded.
        melded = self.scoring.hands.most - len(left.cards or ())
        if (
            left.cards
            and self.scoring.how_ended(entry) in (GIN, BIG_GIN)
            and 0 < melded < self._smallest
        ):
            message = _(
                "{name} can’t have {cards} cards left against gin: no meld has {melded}, and "
                "nothing is laid off. Check the cards."
            ).format(name=name, cards=len(left.cards), melded=melded)
            yield Problem("no-such-meld", message, self._input(entry, other))

    def _unmelded(self, entry: Entry, key: str) -> Iterator[Problem]:
        """Yield a warning if deadwood contains a set or is too high for cards without one."""
        hands, smallest = (
            self.scoring.hands,
            self.ruleset.melds.set_min if self.ruleset.melds else 0,
        )
        left = entry.of("left").get(key)
        if left is None or not smallest:
            return
        name, at = entry.table.name(key), self._input(entry, key)
        ranks = Counter(card.rank for card in left.cards or ())
        sets = [rank for rank, count in ranks.items() if count >= smallest]
        if sets:
            message = _(
                "{name} has {cards} in deadwood, which could have been melded. Is that right?"
            ).format(name=name, cards=copies_words(Card(sets[0]), ranks[sets[0]]))
            yield Problem("unmelded", message, at, warning=True)
            return
        worths = (
            worth
            for rank in hands.deck.ranks
            for worth in [hands.table.by_rank[rank]]
            * min(smallest - 1, hands.deck.copies(Card(rank)))
        )
        largest = sum(sorted(worths, reverse=True)[: hands.most])
        total = hands.count(left)
        if total > largest:
            message = _(
                "{name}’s deadwood comes to {total}, but {cards} cards without a meld count at "
                "most {largest}. Is that right?"
            ).format(name=name, total=total, cards=hands.most, largest=largest)
            yield Problem("unmelded", message, at, warning=True)

    @property
    def _smallest(self) -> int:
        """The number of cards in the smallest meld."""
        melds = self.ruleset.melds
        return min(melds.set_min, melds.run_min) if melds else 0

    def _input(self, entry: Entry, key: str) -> str:
        """Return the input in which a side’s deadwood was entered."""
        inputs = self.scoring.left.inputs(key)
        return inputs["cards" if inputs["cards"] in entry.texts else "points"]
