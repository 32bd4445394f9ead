"""Cribbage played out card by card with random cards, including pegging and counting.

It shares no code with ``rules``. Cards are pairs of a rank (1 to 13 for ace to king) and a suit.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations

JACK = 11
PACK = [(rank, suit) for suit in "CDHS" for rank in range(1, 14)]


def worth(card):
    return min(card[0], 10)


def is_run(ranks):
    return len(ranks) >= 3 and sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))


def count(hand, starter, *, is_crib=False):
    """Return the points of four cards and the starter, by looking at every combination of cards."""
    cards = [*hand, starter]
    groups = [group for size in range(2, 6) for group in combinations(cards, size)]
    points = sum(2 for group in groups if sum(map(worth, group)) == 15)
    points += sum(2 for one, other in combinations(cards, 2) if one[0] == other[0])
    for size in (5, 4, 3):
        runs = sum(len(group) == size and is_run([rank for rank, _ in group]) for group in groups)
        if runs:
            points += runs * size
            break
    suits = {suit for _, suit in hand}
    if len(suits) == 1 and starter[1] in suits:
        points += 5
    elif len(suits) == 1 and not is_crib:
        points += 4
    return points + ((JACK, starter[1]) in hand)


def peg(ranks, total):
    """Return the points pegged for the last of ``ranks``, the cards since the count restarted."""
    points = 2 if total in (15, 31) else 0
    alike = 1
    while alike < len(ranks) and ranks[-1 - alike] == ranks[-1]:
        alike += 1
    points += alike * (alike - 1)
    for size in range(len(ranks), 2, -1):
        if is_run(ranks[-size:]):
            return points + size
    return points


class OverError(Exception):
    """Raised when a side reaches the target."""


@dataclass
class Game:
    """A game to ``target`` points between ``sides`` of one or two players each. ``missing`` is the
    probability that a side overlooks a point, which the other side then claims.
    """

    rng: object
    players: int
    sides: int
    target: int = 121
    missing: float = 0.0
    totals: list = field(default_factory=list)
    winner: int | None = None

    def __post_init__(self):
        self.totals = [0] * self.sides

    def side(self, player):
        return player % self.sides

    def score(self, side, points):
        self.totals[side] = min(self.target, self.totals[side] + points)
        if self.totals[side] == self.target:
            self.winner = side
            raise OverError

    def deal(self, dealer):
        """Play a deal, and return everything that happened before the game was over."""
        seen = {"heels": False, "pegging": [0] * self.sides, "hand": {}, "missed": {}}
        with suppress(OverError):
            self._deal(dealer, seen)
        return seen

    def _deal(self, dealer, seen):
        pack = list(PACK)
        self.rng.shuffle(pack)
        each = 6 if self.players == 2 else 5
        hands = [[pack.pop() for _ in range(each)] for _ in range(self.players)]
        crib = [hand.pop() for hand in hands for _ in range(each - 4)]
        while len(crib) < 4:
            crib.append(pack.pop())
        starter = pack.pop()
        if starter[0] == JACK:
            seen["heels"] = True
            self.score(self.side(dealer), 2)
        order = [(dealer + step) % self.players for step in range(1, self.players + 1)]
        self._play([list(hand) for hand in hands], order, seen)
        for player in order:
            self._show(player, count(hands[player], starter), seen["hand"], seen["missed"])
        shown, missed = {}, {}
        try:
            self._show(dealer, count(crib, starter, is_crib=True), shown, missed)
        finally:
            seen["crib"], seen["missed-crib"] = shown.get(dealer), missed.get(dealer)

    def _show(self, player, points, shown, missed):
        lost = self.rng.randint(1, points) if points and self.rng.random() < self.missing else 0
        shown[player] = points - lost
        self.score(self.side(player), points - lost)
        if lost:
            missed[player] = lost
            self.score(1 - self.side(player), lost)

    def _peg(self, player, points, seen):
        if points:
            seen["pegging"][self.side(player)] += points
            self.score(self.side(player), points)

    def _play(self, hands, order, seen):
        pile, total, last, turn = [], 0, None, 0
        while any(hands):
            if not any(total + worth(card) <= 31 for hand in hands for card in hand):
                self._peg(last, 1, seen)
                pile, total, turn = [], 0, order.index(last) + 1
            player = order[turn % len(order)]
            turn += 1
            fitting = [card for card in hands[player] if total + worth(card) <= 31]
            if not fitting:
                continue
            card = self.rng.choice(fitting)
            hands[player].remove(card)
            pile.append(card[0])
            total += worth(card)
            last = player
            self._peg(player, peg(pile, total), seen)
            if total == 31:
                pile, total = [], 0
        if total:
            self._peg(last, 1, seen)
