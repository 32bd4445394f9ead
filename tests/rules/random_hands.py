"""Random hands of the games in which melds are laid down, most of them with cards that fit."""

from random import Random

from rules.engine.cards import Card, Suit
from rules.engine.catalogue import catalogue
from rules.engine.melding import can_read_hands, meld_rules

RANKS = ("A", *map(str, range(2, 11)), *"JQK")


def games():
    """Yield each game with the options that change what hands can do."""
    for slug, variant in catalogue().variants.items():
        standard = variant.standard
        if not can_read_hands(standard) or not (standard.melds or standard.has_contracts):
            continue
        yield slug, standard
        for option in variant.options:
            if not option.asks:
                ruleset = variant.ruleset({option.id: True})
                parts = ((each.melds, each.deals, each.deck) for each in (ruleset, standard))
                if len({str(part) for part in parts}) > 1:
                    yield f"{slug} {option.id}", ruleset


def random_hands(count, seed, size=(7, 13)):
    """Yield random hands of all games: the game and deal, the rules, the hand, and the source."""
    random, every = Random(seed), list(games())
    for _ in range(count):
        name, ruleset = random.choice(every)
        deals = [deal for deal in ruleset.deals if "only-going-out" not in deal.special]
        deal = random.choice(deals)
        if not (ruleset.melds or deal.contract.size):
            continue
        indian = ruleset.scoring.scheme == "indian"
        players = ruleset.players.best or ruleset.players.counts[0]
        if indian and random.random() < 0.5:
            players = ruleset.players.counts[-1]  # with three packs, there may be a tanala
        drawn = random.choice(["2", "3", "8", "Q", "A", "Joker"]) if indian else ""
        rules = meld_rules(ruleset, deal.number, players, drawn)
        yield (
            f"{name} {deal.number}",
            rules,
            likely_hand(rules, random, random.randint(*size)),
            random,
        )


def deck_of(ruleset, players):
    """All cards of the deck."""
    deck = ruleset.deck_of(players)
    cards = []
    for rank, copies in deck.pack:
        suits = list(Suit) if rank in RANKS or rank.isdigit() else [None]
        cards += [Card(rank, suit) for suit in suits] * (deck.packs * copies // len(suits))
    return cards + [Card("Joker")] * deck.jokers


def suits_of_run(deal, start, step):
    """Return the suits of a card of a run that begins with another one."""
    red = [Suit.HEARTS, Suit.DIAMONDS]
    colours = [red, [suit for suit in Suit if suit not in red]]
    match deal.run_suits:
        case "any":
            return list(Suit)
        case "":
            return [start.suit]
        case how:
            is_other = how == "alternating" and step % 2
            return colours[(start.suit not in red) ^ is_other]


def likely_hand(rules, random, size, most_wild=4):
    """Return a random hand, most of whose cards belong to melds of the deal."""
    deal, hand = rules.deal, []
    cards = deck_of(rules.ruleset, rules.players)
    random.shuffle(cards)
    wanted = [*(("set", n) for n in deal.sets), *(("run", n) for n in deal.runs)]
    usual = [("set", 3), ("run", 3), ("set", 4), ("run", 4)]
    if rules.melds.tanala:
        usual.append(("same", 3))
    wanted = wanted or random.sample(usual, 3)
    ranks = [rank for rank in RANKS if any(card.rank == rank for card in cards)]
    for shape, length in wanted if random.random() < 0.8 else ():
        start = random.choice([card for card in cards if card.rank in ranks] or cards)
        place = ranks.index(start.rank) if start.rank in ranks else 0
        for step in range(length):
            rank = start.rank if shape != "run" else ranks[(place + step) % len(ranks)]
            fits = (c for c in cards if c.rank == rank)
            if shape == "same":
                fits = (c for c in fits if c == start)
            elif shape == "run":
                wanted_suits = suits_of_run(deal, start, step)
                fits = (c for c in fits if c.suit in wanted_suits)
            card = next(fits, None)
            if card and random.random() < 0.85:
                hand.append(card)
                cards.remove(card)
    hand = random.sample(hand, min(size, len(hand)))
    jokers = list(filter(rules.is_wild, cards))
    hand += random.sample(jokers, min(len(jokers), random.randint(0, 2), size - len(hand)))
    hand += [card for card in cards if not rules.is_wild(card)][: size - len(hand)]
    while sum(map(rules.is_wild, hand)) > most_wild:
        hand.remove(next(filter(rules.is_wild, hand)))
    return hand
