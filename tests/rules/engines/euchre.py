"""An independent Euchre engine: shuffles, bids, plays and scores.

It is based only on the rules and works differently from the score pad: cards are pairs of a rank
and a suit, every trick is played out, and the points come from the tricks. Bidding is random, but
the suit named in the second round is never the one turned down.
"""

import random
from dataclasses import dataclass, field

RANKS = "9TJQKA"
SUITS = "CDHS"
COLOURS = {"C": "S", "S": "C", "D": "H", "H": "D"}
NO_TRUMP = ""

Card = tuple[str, str]


@dataclass
class Hand:
    """The course of one hand. Seats are numbered clockwise from 0. Points are by side."""

    dealer: int
    sides: list[int]
    maker: int | None = None
    trump: str = NO_TRUMP
    alone: int | None = None
    defends_alone: int | None = None
    takers: list[int] = field(default_factory=list)
    reneged: int | None = None
    finders_add: bool = False

    @property
    def makers_tricks(self) -> int:
        """The number of tricks taken by the makers."""
        return len([seat for seat in self.takers if self.sides[seat] == self.sides[self.maker]])

    @property
    def points(self) -> dict[int, int]:
        """Each side’s points, worked out from the winners of the tricks."""
        scored = dict.fromkeys(sorted(set(self.sides)), 0)
        if self.maker is None:
            return scored
        side = self.sides[self.maker]
        others = [other for other in scored if other != side]
        if self.reneged is not None:
            price = 4 if self.alone is not None or self.defends_alone is not None else 2
            offender = self.sides[self.reneged]
            if not self.finders_add:
                scored[offender] -= price
                return scored
            for finder in others if offender == side else [side]:
                scored[finder] += price
            return scored
        takers = {self.sides[seat] for seat in self.takers}
        if takers == {side}:
            scored[side] += 4 if self.alone is not None else 2
        elif self.makers_tricks in (3, 4):
            scored[side] += 1
        elif self.defends_alone is not None:
            scored[self.sides[self.defends_alone]] += 4
        else:
            for other in others:
                scored[other] += 2
        return scored


class Table:
    """An engine that plays hand after hand. ``seats`` is 4 for two teams of two, or 3 for single
    players.
    """

    def __init__(
        self, seed: int, seats: int = 4, *, stick: bool = False, no_trump: bool = False
    ) -> None:
        self.chance = random.Random(seed)
        self.seats, self.stick, self.no_trump = seats, stick, no_trump
        self.sides = [seat % 2 for seat in range(seats)] if seats == 4 else list(range(seats))

    def play(self, dealer: int) -> Hand:
        """Deal, bid and play one hand, to its end or to a renege."""
        pack = [(rank, suit) for suit in SUITS for rank in RANKS]
        self.chance.shuffle(pack)
        cards = [[pack.pop() for _ in range(5)] for _ in range(self.seats)]
        hand = Hand(dealer, self.sides)
        self._bid(hand, cards, pack)
        if hand.maker is not None:
            self._go_alone(hand)
            self._play_tricks(hand, cards)
        return hand

    def _bid(self, hand: Hand, cards: list[list[Card]], kitty: list[Card]) -> None:
        up_card = kitty.pop()
        order = [(hand.dealer + step) % self.seats for step in range(1, self.seats + 1)]
        for seat in order:
            if self.chance.random() < 0.2:
                hand.maker, hand.trump = seat, up_card[1]
                held = [*cards[hand.dealer], up_card]
                held.remove(self.chance.choice(held))
                cards[hand.dealer] = held
                return
        names = [suit for suit in SUITS if suit != up_card[1]] + [NO_TRUMP] * self.no_trump
        for seat in order:
            if self.chance.random() < 0.2 or (self.stick and seat == hand.dealer):
                hand.maker, hand.trump = seat, self.chance.choice(names)
                return

    def _go_alone(self, hand: Hand) -> None:
        if self.seats == 3:
            return
        mine = [seat for seat in range(self.seats) if self.sides[seat] == self.sides[hand.maker]]
        theirs = [seat for seat in range(self.seats) if seat not in mine]
        if self.chance.random() < 0.35:
            hand.alone = self.chance.choice(mine)
        if self.chance.random() < 0.25:
            hand.defends_alone = self.chance.choice(theirs)

    def _play_tricks(self, hand: Hand, cards: list[list[Card]]) -> None:
        lone = {
            self.sides[seat]: seat for seat in (hand.alone, hand.defends_alone) if seat is not None
        }
        active = [seat for seat in range(self.seats) if lone.get(self.sides[seat], seat) == seat]
        if len(lone) == 2:
            leader = hand.defends_alone
        else:
            after = next(iter(lone.values())) if lone else hand.dealer
            leader = (after + 1) % self.seats
        for _ in range(5):
            turn = [(leader + step) % self.seats for step in range(self.seats)]
            played: list[tuple[int, Card]] = []
            for seat in turn:
                if seat not in active:
                    continue
                held = cards[seat]
                led = self.suit(played[0][1], hand.trump) if played else None
                legal = [card for card in held if self.suit(card, hand.trump) == led] or held
                wrong = [card for card in held if card not in legal]
                if wrong and self.chance.random() < 0.01:
                    hand.reneged, hand.finders_add = seat, self.chance.random() < 0.5
                    return
                card = self.chance.choice(legal)
                held.remove(card)
                played.append((seat, card))
            leader = self.taker(played, hand.trump)
            hand.takers.append(leader)

    @staticmethod
    def suit(card: Card, trump: str) -> str:
        """Return the suit that a card belongs to. The left bower is a trump."""
        rank, suit = card
        return trump if trump and rank == "J" and suit == COLOURS[trump] else suit

    @classmethod
    def taker(cls, played: list[tuple[int, Card]], trump: str) -> int:
        """Return the seat that wins a trick."""
        led = cls.suit(played[0][1], trump)

        def height(card: Card) -> tuple[bool, bool, int]:
            rank, suit = card
            belongs = cls.suit(card, trump)
            bower = (2 if suit == trump else 1) if rank == "J" and belongs == trump else 0
            return belongs == trump, belongs == led, 10 * bower + RANKS.index(rank)

        return max(played, key=lambda seat_and_card: height(seat_and_card[1]))[0]
