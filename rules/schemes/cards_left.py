"""Cards left: whoever goes out scores nothing, the others count what is still in their hands.

Scoring of the contract rummies as described by Magnus and Greg Petras (Contract Rummy, pagat.com).
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain

from rules.cards import Card, Hand, hand_text
from rules.contracts import Deal, capital, count_words
from rules.entries import (
    CardsLeft,
    Count,
    Entry,
    EntryField,
    Flag,
    Left,
    OneSide,
    Points,
    Problem,
)
from rules.schemes.base import Line, Scheme

OUT = EntryField("out", "Who went out", OneSide())
RAN_OUT = EntryField("ran-out", "The cards ran out", Flag())
LEFT = EntryField("left", "Left in hand", CardsLeft(), per_side=True)


class CardsLeftScheme(Scheme):
    """Penalty points for the cards left in each hand when a deal ends."""

    name = "cards-left"

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        asked = [OUT, RAN_OUT, LEFT]
        words, scoring = self.ruleset.words, self.ruleset.scoring
        if deal.takes.limit:
            label = capital(words.take.one)
            asked.append(EntryField("takes", label, Count(deal.takes.limit), per_side=True))
        if scoring.cut_bonus:
            asked.append(
                EntryField("cut", f"Perfect cut ({scoring.cut_bonus:+d})".replace("-", "−"), Flag())
            )
        if scoring.adjustments:
            asked.append(EntryField("bonus", "Bonus", Points(), per_side=True))
        return tuple(asked)

    def unasked(self, deal: Deal) -> dict[str, str]:
        name, take = self.ruleset.name, self.ruleset.words.take
        sentences = {
            "takes": f"Deal {deal.number} of {name} counts no {take.many}; clear that number.",
            "cut": f"{name} has no bonus for a perfect cut; untick it.",
            "bonus": f"{name} has no bonus points here; clear them.",
        }
        for asked in self.fields(deal):
            sentences.pop(asked.id, None)
        return sentences

    def problems(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        yield from self._who_went_out(entry)
        for side in entry.table.sides:
            left = entry.of("left").get(side.key)
            if left:
                yield from self._hand(deal, side.key, side.name, left)
        yield from self._all_hands(entry)
        yield from self._takes(deal, entry)

    def _who_went_out(self, entry: Entry) -> Iterator[Problem]:
        table, left = entry.table, entry.of("left")
        marked = entry.get("out", ())
        # A reported zero says the same as the mark, so both count as going out.
        out = [key for key in table.keys if key in marked or _says_none(left.get(key))]
        if len(out) > 1:
            names = _join(table.name(key) for key in out)
            all_of_them = "both" if len(out) == 2 else "all"
            message = f"{names} cannot {all_of_them} be out; only one player goes out in a deal."
            yield Problem("several-out", message, "out")
        if out and entry.get("ran-out"):
            message = (
                f"{table.name(out[0])} went out, so the cards did not run out; "
                "untick one of the two."
            )
            yield Problem("out-and-ran-out", message, "ran-out")
        if not out and not entry.get("ran-out"):
            message = "Nobody went out; mark who did, or tick that the cards ran out."
            yield Problem("nobody-out", message, "out")
        for side in table.sides:
            held = left.get(side.key)
            if held is None and side.key not in out:
                message = (
                    f"{side.name} has nothing entered; write the cards left in that hand, "
                    "or what they come to."
                )
                yield Problem("missing", message, LEFT.inputs(side.key)["points"])
            elif held is not None and side.key in marked and not _says_none(held):
                message = (
                    f"{side.name} went out but holds {_held_words(held)}; "
                    "clear that hand, or mark somebody else as out."
                )
                yield Problem("out-with-cards", message, "out")

    def _hand(self, deal: Deal, side: str, name: str, left: Left) -> Iterator[Problem]:
        deck, table = self.ruleset.deck.deck(self.sides), self.ruleset.scoring.table
        inputs = LEFT.inputs(side)
        if left.cards is not None:
            for card, held in deck.excess(left.cards):
                message = (
                    f"{name} cannot hold {_copies(card, held)}; {_in_deck(deck.copies(card))}."
                )
                yield Problem("more-than-deck", message, inputs["cards"])
            if left.points is not None and table.total(left.cards) != left.points:
                message = (
                    f"{name}’s cards {hand_text(left.cards)} come to {table.total(left.cards)}, "
                    f"but the total says {left.points}; clear one of the two."
                )
                yield Problem("cards-or-total", message, inputs["points"])
            yield from self._hand_size(deal, name, len(left.cards), inputs["cards"])
        elif left.points:
            fewest = table.fewest_cards(deck)
            if left.points not in fewest:
                message = (
                    f"No cards come to a total of {left.points} in {self.ruleset.name}; "
                    f"{_nearest(left.points, sorted(fewest))}. Check {name}’s hand."
                )
                yield Problem("impossible-total", message, inputs["points"])
            else:
                yield from self._hand_size(deal, name, fewest[left.points], inputs["points"])

    def _hand_size(self, deal: Deal, name: str, cards: int, at: str) -> Iterator[Problem]:
        most = deal.largest_hand
        if most is not None and cards > most:
            takes = count_words(
                deal.takes.limit or 0, self.ruleset.words.take.one, self.ruleset.words.take.many
            )
            message = (
                f"{name} would hold {cards} cards, but {deal.cards} dealt and {takes} "
                f"make {most} at most. Is that right?"
            )
            yield Problem("large-hand", message, at, warning=True)

    def _all_hands(self, entry: Entry) -> Iterator[Problem]:
        deck = self.ruleset.deck.deck(self.sides)
        hands = {key: left.cards for key, left in entry.of("left").items() if left.cards}
        for card, held in deck.excess(chain.from_iterable(hands.values())):
            holders = [key for key, hand in hands.items() if _holds(hand, card)]
            if len(holders) < 2:  # one hand alone has been refused already
                continue
            names = _join(entry.table.name(key) for key in holders)
            message = (
                f"{names} together cannot hold {_copies(card, held)}; "
                f"{_in_deck(deck.copies(card))}. Check these hands."
            )
            yield Problem("more-than-deck", message, LEFT.inputs(holders[-1])["cards"])

    def _takes(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        take = self.ruleset.words.take
        for key, takes in entry.of("takes").items():
            if takes > (deal.takes.limit or 0):
                name, taken = entry.table.name(key), count_words(takes, take.one, take.many)
                message = (
                    f"{name} cannot have {taken}; "
                    f"deal {deal.number} allows {deal.takes.limit} for each player."
                )
                yield Problem("too-many-takes", message, f"takes-{key}")

    def lines(self, deal: Deal, entry: Entry) -> Iterator[Line]:
        table = self.ruleset.scoring.table
        for key in entry.table.keys:
            left = entry.of("left").get(key)
            if left is None or _says_none(left):
                yield Line(key, 0, "went out")
            elif left.cards is not None:
                worth = " + ".join(str(table.points(card)) for card in left.cards)
                yield Line(key, table.total(left.cards), f"{_words(left.cards)}: {worth}")
            else:
                yield Line(key, left.points, f"{left.points_text} declared")
        if entry.get("cut"):
            cutter = entry.table.beside_dealer(-1)
            yield Line(cutter, self.ruleset.scoring.cut_bonus, "perfect cut")
        take = self.ruleset.words.take
        for key, takes in entry.of("takes").items():
            if takes:
                pennies = takes * deal.takes.price
                yield Line(key, 0, count_words(takes, take.one, take.many), pennies)
        for key, points in entry.of("bonus").items():
            yield Line(key, points, "bonus")


def _says_none(left: Left | None) -> bool:
    return left is not None and not left.cards and left.points == 0


def _holds(hand: Hand, card: Card) -> bool:
    return any(held == card if card.suit else held.rank is card.rank for held in hand)


def _held_words(left: Left) -> str:
    return hand_text(left.cards) if left.cards else f"{left.points} points"


def _words(hand: Hand) -> str:
    return " ".join(card.words for card in hand)


def _copies(card: Card, held: int) -> str:
    if card.suit:
        return f"{card.words} {held} times"
    name = card.rank.title
    return count_words(held, name, f"{name}s")


def _in_deck(copies: int) -> str:
    return f"the deck has {copies}" if copies else "the deck has none"


def _nearest(points: int, possible: list[int]) -> str:
    at = bisect_left(possible, points)
    near = [str(total) for total in possible[max(0, at - 1) : at + 1]]
    return f"the nearest {'are' if len(near) > 1 else 'is'} {' and '.join(near)}"


def _join(names: Iterator[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
