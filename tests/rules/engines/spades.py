"""Spades played out card by card with random legal plays, and scored hand by hand.

It shares no code with ``rules``. Cards are pairs of a rank (11 to 14 for jack to ace) and a suit.
"""

from dataclasses import dataclass

PACK = [(rank, suit) for suit in "CDHS" for rank in range(2, 15)]


@dataclass
class Counting:
    """A group’s scoring rules. All other rules are standard."""

    nil: bool = True
    failed_nil_helps: bool = False
    bags_add_up: bool = True
    new_york: bool = False
    ten: bool = False
    blind_times: int = 1


def deal(rng, players):
    pack = list(PACK)
    rng.shuffle(pack)
    each = len(pack) // players
    return [pack[player * each : (player + 1) * each] for player in range(players)]


def playable(hand, led, broken):
    if led:
        return [card for card in hand if card[1] == led] or hand
    if broken:
        return hand
    return [card for card in hand if card[1] != "S"] or hand


def play(rng, hands, leader):
    """Return the number of tricks that each player took."""
    hands = [list(hand) for hand in hands]
    tricks = [0] * len(hands)
    broken = False
    while hands[leader]:
        trick = []
        for turn in range(len(hands)):
            player = (leader + turn) % len(hands)
            led = trick[0][1][1] if trick else ""
            card = rng.choice(playable(hands[player], led, broken))
            hands[player].remove(card)
            trick.append((player, card))
            broken = broken or card[1] == "S"
        led = trick[0][1][1]
        leader = max((card[1] == "S", card[1] == led, card[0], player) for player, card in trick)[3]
        tricks[leader] += 1
    return tricks


def bids_for(rng, tricks):
    """Return bids close to the tricks that the players will take, sometimes with a nil."""
    bids = []
    for own in tricks:
        if rng.random() < {0: 0.7, 1: 0.1}.get(own, 0.01):
            bids.append(0)
        else:
            off = rng.choice((-3, -2, -1, -1, 0, 0, 0, 0, 0, 0, 0, 1))
            bids.append(min(sum(tricks), max(1, own + off)))
    return bids


@dataclass
class Played:
    """One player’s bid and tricks."""

    bid: int
    tricks: int
    blind_nil: bool = False


@dataclass
class Hand:
    """One side’s bids and tricks, and the total number of tricks."""

    players: list[Played]
    blind: bool
    all_tricks: int


def score(hand, bags, counting):
    """Return a side’s points, its bags afterwards, and whether it has won the game outright."""
    points, contract, towards, spoiled = 0, 0, 0, 0
    bidders = 0
    for player in hand.players:
        if player.bid == 0 and counting.nil:
            prize = 200 if player.blind_nil else 100
            points += prize if player.tricks == 0 else -prize
            if counting.failed_nil_helps:
                towards += player.tricks
            else:
                spoiled += player.tricks
        else:
            bidders += 1
            contract += player.bid
            towards += player.tricks
    over = towards - contract if towards > contract else 0
    over += spoiled
    value = 200 if contract == 10 and (counting.ten or counting.new_york) else 10 * contract
    value *= counting.blind_times if hand.blind else 1
    won = counting.new_york and contract == 10 and towards == hand.all_tricks
    if bidders:
        made = towards >= contract and not (counting.new_york and over >= 3)
        points += value if made or won else -value
    if counting.new_york:
        return points, 0, won
    points += over
    bags += over
    if counting.bags_add_up:
        while bags >= 10:
            bags -= 10
            points -= 100
    return points, bags, won
