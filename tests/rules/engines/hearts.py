"""Hearts played out card by card with random legal plays, and scored from the cards.

It shares no code with ``rules``. Cards are pairs of a rank (11 to 14 for jack to ace) and a suit.
"""

from dataclasses import dataclass

CLUBS, DIAMONDS, HEARTS, SPADES = "CDHS"
TEN, JACK, QUEEN, KING, ACE = 10, 11, 12, 13, 14
PACK = [(rank, suit) for suit in "CDHS" for rank in range(2, 15)]
OUT_OF_THE_PACK = {
    3: {(2, DIAMONDS)},
    4: set(),
    5: {(2, DIAMONDS), (2, CLUBS)},
    6: {(2, DIAMONDS), (2, CLUBS), (3, DIAMONDS), (3, CLUBS)},
}


@dataclass
class Counting:
    """A group’s scoring rules. All other rules are standard."""

    spots: bool = False
    three_spades: bool = False
    bonus: tuple[int, str] | None = None
    bonus_for_moon: bool = False
    sun: int = 0
    drop_to: int | None = None


def deal(rng, players, *, kitty=False):
    """Deal equal hands. Cards are left over only if there is a kitty."""
    out = set() if kitty else OUT_OF_THE_PACK[players]
    pack = [card for card in PACK if card not in out]
    rng.shuffle(pack)
    each = len(pack) // players
    hands = [pack[player * each : (player + 1) * each] for player in range(players)]
    return hands, pack[players * each :]


def stacked(rng, *, spoiled):
    """Deal four hands, one of which has the highest cards in every suit, or all of them but one."""
    strong = [(rank, suit) for suit in "CDHS" for rank in (QUEEN, KING, ACE)]
    strong.append((3, DIAMONDS) if spoiled else (JACK, HEARTS))
    rest = [card for card in PACK if card not in strong]
    rng.shuffle(rest)
    hands = [strong, rest[:13], rest[13:26], rest[26:]]
    at = rng.randrange(4)
    return hands[-at:] + hands[:-at]


def pass_three(rng, hands, steps):
    """Pass three cards from each player to the one ``steps`` seats further on."""
    given = []
    for hand in hands:
        rng.shuffle(hand)
        given.append([hand.pop() for _ in range(3)])
    for player, cards in enumerate(given):
        hands[(player + steps) % len(hands)].extend(cards)


def playable(hand, led, broken):
    if led:
        return [card for card in hand if card[1] == led] or hand
    if broken:
        return hand
    return [card for card in hand if card[1] != HEARTS] or hand


def play(rng, hands, kitty=()):
    """Return the cards and the number of tricks that each player took."""
    hands = [list(hand) for hand in hands]
    taken = [[] for _ in hands]
    tricks = [0] * len(hands)
    lowest_club = min(card for hand in hands for card in hand if card[1] == CLUBS)
    leader = next(player for player, hand in enumerate(hands) if lowest_club in hand)
    broken, first = False, True
    while hands[leader]:
        trick = []
        for turn in range(len(hands)):
            player = (leader + turn) % len(hands)
            led = trick[0][1][1] if trick else ""
            card = (
                lowest_club
                if first and not trick
                else rng.choice(playable(hands[player], led, broken))
            )
            hands[player].remove(card)
            trick.append((player, card))
            broken = broken or (card[1] == HEARTS and card[1] != led)
        led = trick[0][1][1]
        leader = max((card[0], player) for player, card in trick if card[1] == led)[1]
        taken[leader].extend(card for _, card in trick)
        tricks[leader] += 1
        if first:
            taken[leader].extend(kitty)
        first = False
    return taken, tricks


def cost(card, counting):
    rank, suit = card
    if suit == HEARTS:
        return {ACE: 15}.get(rank, min(rank, 10)) if counting.spots else 1
    if suit == SPADES and rank == QUEEN:
        return 25 if counting.spots else 13
    if suit == SPADES and counting.three_spades:
        return {KING: 10, ACE: 7}.get(rank, 0)
    return 0


def points(taken, tricks, counting, way):
    """Return each player’s points. ``way`` is the shooter’s choice, ``add`` or ``subtract``."""
    costs = [sum(cost(card, counting) for card in cards) for cards in taken]
    whole = sum(costs)
    shooters = [player for player, owed in enumerate(costs) if owed == whole]
    if counting.bonus_for_moon:
        shooters = [player for player in shooters if counting.bonus in taken[player]]
    if shooters and not counting.three_spades:
        (shooter,) = shooters
        prize = counting.sun if counting.sun and tricks[shooter] == sum(tricks) else whole
        costs = [
            (0 if player == shooter else prize)
            if way == "add"
            else (-prize if player == shooter else 0)
            for player in range(len(taken))
        ]
    for player, cards in enumerate(taken):
        if counting.bonus and counting.bonus in cards:
            costs[player] -= 10
    return costs


def shooter_of(taken, counting):
    """Return the player who shot the moon, or None."""
    for player, cards in enumerate(taken):
        if sum(cost(card, counting) for card in cards) == sum(
            cost(card, counting) for each in taken for card in each
        ):
            has_bonus = not counting.bonus_for_moon or counting.bonus in cards
            return player if has_bonus and not counting.three_spades else None
    return None


def add_to(totals, scored, counting):
    """Return the totals after a deal.

    A total of exactly 100 drops to ``counting.drop_to``, unless that is None.
    """
    new = []
    for total, gained in zip(totals, scored, strict=True):
        after = total + gained
        new.append(counting.drop_to if after == 100 and counting.drop_to is not None else after)
    return new
