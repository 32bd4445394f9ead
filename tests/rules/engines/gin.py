"""Gin played out card by card, trying every meld and layoff, with its own scoring.

It shares no code with ``rules``. A card is a number from 0 to 51. Dividing it by 13 gives the suit
as the quotient, and the rank (0 for an ace) as the remainder.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

NAMES = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SPADES = 3


@dataclass
class Counting:
    """A group’s scoring rules. ``limit`` is None if the first upcard sets the limit."""

    limit: int | None = 10
    ace_means_gin: bool = False
    gin: int = 20
    big_gin: int = 0
    undercut: int = 10
    box: int = 20
    game: int = 100
    shutout: int = 200
    doubles_shutout: bool = False
    spades_double: bool = False
    extra_boxes: bool = False
    target: int = 100
    columns: int = 1


@dataclass
class Ending:
    """The end of a hand. ``knocker`` is None if nobody knocked. ``loose`` has each player’s
    unmelded cards after laying off.
    """

    upcard: int
    knocker: int | None = None
    how: str = ""
    loose: tuple[list[int], list[int]] = ((), ())


@dataclass
class Race:
    """One column: the hands entered in it, and each player’s points added at its end."""

    hands: list[tuple[int, int, int]] = field(default_factory=list)
    added: list[int] = field(default_factory=lambda: [0, 0])
    over: bool = False


def name(card: int) -> str:
    return NAMES[card % 13] + "CDHS"[card // 13]


WORTHS = [min(10, card % 13 + 1) for card in range(52)]


def worth(cards: list[int]) -> int:
    return sum(WORTHS[card] for card in cards)


def all_melds(cards: list[int]) -> list[tuple[int, ...]]:
    """Return every set and every run that can be made from these cards."""
    melds = []
    for rank in range(13):
        same = [card for card in cards if card % 13 == rank]
        melds += [some for size in (3, 4) for some in combinations(same, size)]
    for low in sorted(cards):
        run = [low]
        while run[-1] in cards:
            if len(run) > 2:
                melds.append(tuple(run))
            if run[-1] % 13 == 12:
                break
            run.append(run[-1] + 1)
    return melds


def arrangements(cards: list[int]) -> Iterator[tuple[list[tuple[int, ...]], list[int]]]:
    """Yield every way to meld some of the cards, as the melds and the cards that are left."""

    def choose(melds, free):
        yield [], list(free)
        for at, meld in enumerate(melds):
            if free.issuperset(meld):
                for more, rest in choose(melds[at + 1 :], free.difference(meld)):
                    yield [meld, *more], rest

    yield from choose(all_melds(cards), frozenset(cards))


def fits(card: int, meld: list[int]) -> bool:
    ranks = {each % 13 for each in meld}
    if len(ranks) == 1:
        return len(meld) == 3 and card % 13 in ranks
    same_suit = card // 13 == meld[0] // 13
    return same_suit and (card + 1 == min(meld) or card - 1 == max(meld))


def after_laying_off(rest: list[int], melds: list[list[int]]) -> list[int]:
    """Return the lowest possible deadwood, trying every card on every meld."""
    best = rest
    for card in rest:
        for at, meld in enumerate(melds):
            if fits(card, meld):
                grown = [*melds[:at], [*meld, card], *melds[at + 1 :]]
                left = after_laying_off([each for each in rest if each != card], grown)
                best = min(best, left, key=worth)
    return best


def shown(cards: list[int], knocker_melds: list[list[int]] | None) -> list[int]:
    """Return the cards that the knocker’s opponent has left. Nothing can be laid off on gin."""
    left = []
    for _, rest in arrangements(cards):
        left.append(after_laying_off(rest, knocker_melds) if knocker_melds else rest)
    return min(left, key=worth)


def play_hand(rng: random.Random, table: Counting) -> Ending:
    """Deal and play: players keep the cards with the least deadwood, and knock at random."""
    pack = list(range(52))
    rng.shuffle(pack)
    hands = [pack[:10], pack[10:20]]
    upcard, stock, pile = pack[20], pack[21:], [pack[20]]
    limit = table.limit
    if limit is None:
        limit = worth([upcard])
        if table.ace_means_gin and limit == 1:
            limit = 0
    player, eager = rng.randrange(2), rng.choice((0.05, 0.6))
    while True:
        hand, taken = hands[player], None
        if rng.random() < 0.3 and pile:
            taken = pile.pop()
        hand.append(stock.pop() if taken is None else taken)
        if table.big_gin and any(not rest for _, rest in arrangements(hand)):
            other = shown(hands[1 - player], None)
            return ended(upcard, player, "big-gin", [], other)
        melds, rest = least_after_discard(hand, taken)
        thrown = max((card for card in rest if card != taken), key=WORTHS.__getitem__)
        hand.remove(thrown)
        pile.append(thrown)
        rest = [card for card in rest if card != thrown]
        if not rest:
            return ended(upcard, player, "gin", [], shown(hands[1 - player], None))
        if worth(rest) <= limit and rng.random() < eager:
            other = shown(hands[1 - player], [list(meld) for meld in melds])
            return ended(upcard, player, "knock", rest, other)
        if len(stock) == 2:
            return Ending(upcard)
        player = 1 - player


def least_after_discard(
    hand: list[int], taken: int | None
) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return the best arrangement of eleven cards once the highest unmatched card is discarded."""

    def kept(arrangement):
        loose = [card for card in arrangement[1] if card != taken]
        return worth(arrangement[1]) - max(WORTHS[card] for card in loose)

    possible = [each for each in arrangements(hand) if set(each[1]) - {taken}]
    return min(possible, key=kept)


def ended(upcard: int, knocker: int, how: str, own: list[int], other: list[int]) -> Ending:
    return Ending(upcard, knocker, how, (own, other) if knocker == 0 else (other, own))


class Game:
    """A game to the target, entered hand by hand as on paper."""

    def __init__(self, table: Counting) -> None:
        self.table = table
        self.races = [Race() for _ in range(table.columns)]
        self.opened = [0, 0]

    def hand_won(self, ending: Ending) -> tuple[int, int, int] | None:
        """Return a hand’s winner, points and boxes."""
        if ending.knocker is None:
            return None
        table, knocker, other = self.table, ending.knocker, 1 - ending.knocker
        mine, theirs = worth(ending.loose[knocker]), worth(ending.loose[other])
        if ending.how != "knock":
            bonus = table.big_gin if ending.how == "big-gin" else table.gin
            winner, points, extra = knocker, theirs + bonus, 2
        elif mine < theirs:
            winner, points, extra = knocker, theirs - mine, 0
        else:
            winner, points, extra = other, mine - theirs + table.undercut, 1
        if table.spades_double and ending.upcard // 13 == SPADES:
            points, extra = 2 * points, 2 * extra
        return winner, points, 1 + (extra if table.extra_boxes else 0)

    def write(self, ending: Ending) -> list[int]:
        """Enter a hand, and return each player’s points for it, including bonuses."""
        before = self.totals()
        won = self.hand_won(ending)
        if won:
            winner = won[0]
            # The next unfinished race that this player has not started yet.
            begins = range(self.opened[winner], len(self.races))
            fresh = [at for at in begins if not self.races[at].over]
            self.opened[winner] = fresh[0] + 1 if fresh else len(self.races)
            for race in self.races[: self.opened[winner]]:
                if not race.over:
                    race.hands.append(won)
                    self.finish(race, winner)
        return [now - then for now, then in zip(self.totals(), before, strict=True)]

    def finish(self, race: Race, winner: int) -> None:
        """Add boxes and bonuses if the winner of the hand has reached the target."""
        table = self.table
        points = [sum(p for side, p, _ in race.hands if side == player) for player in (0, 1)]
        boxes = [sum(b for side, _, b in race.hands if side == player) for player in (0, 1)]
        if points[winner] < table.target:
            return
        race.over = True
        race.added = [table.box * count for count in boxes]
        blank = points[1 - winner] == 0
        larger = blank and not table.doubles_shutout
        race.added[winner] += table.shutout if larger else table.game
        if blank and table.doubles_shutout:
            race.added[winner] += points[winner] + race.added[winner]

    def totals(self) -> list[int]:
        return [
            sum(
                race.added[player] + sum(p for side, p, _ in race.hands if side == player)
                for race in self.races
            )
            for player in (0, 1)
        ]

    @property
    def over(self) -> bool:
        return all(race.over for race in self.races)
