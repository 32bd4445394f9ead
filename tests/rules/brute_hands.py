"""Hands read by trying everything: slow, written from the rules, without code of the engine’s.

A meld is tried for every choice of cards of the hand, each choice as a number with one bit a card.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb, prod

from rules.engine.cards import Card, Suit

COURT = ("J", "Q", "K")


class Table:
    """The rules of a deal, read from its values, and a hand."""

    def __init__(self, ruleset, deal, cards, drawn=""):
        self.deal, self.melds, self.cards = ruleset.deal(deal), ruleset.melds, list(cards)
        pack = dict(ruleset.deck.pack) or dict.fromkeys([*map(str, range(2, 11)), *COURT, "A"], 4)
        self.order = [rank for rank in pack if rank != "A" and (rank.isdigit() or rank in COURT)]
        self.wild_ranks = {"Joker", *ruleset.deck.wild, *self.deal.wild, *filter(None, [drawn])}
        if drawn == "Joker" and ruleset.scoring.figures.get("joker_makes_aces_wild"):
            self.wild_ranks.add("A")
        self.wild_cards = set(ruleset.deck.wild_cards)
        melds = self.melds
        self.ace = (melds and melds.ace) or "low-or-high"
        self.own = melds.wild_as_natural if melds else None
        if "A" in self.wild_ranks and not self.own:
            self.ace = "none"
        self.floats = bool(ruleset.scoring.figures.get("floating"))
        self.values = self.worths(ruleset, drawn)
        self.of_size = {size: list(self.windows(size)) for size in range(1, 15)}

    def worths(self, ruleset, drawn):
        values, figures = dict(ruleset.scoring.values), ruleset.scoring.figures
        for rank in self.deal.wild if figures.get("wild") else ():
            values[rank] = figures["wild"]
        if ruleset.scoring.scheme == "indian":
            values |= dict.fromkeys(self.wild_ranks, 0)
        return values | figures.get("suited", {})

    def worth(self, cards):
        return sum(self.values.get(str(card), self.values.get(card.rank, 0)) for card in cards)

    def split(self, cards):
        """Return the natural and the wild cards."""
        wild = [c for c in cards if c.rank in self.wild_ranks or str(c) in self.wild_cards]
        return [card for card in cards if card not in wild], wild

    def say(self, key, usual):
        value = getattr(self.melds, key) if self.melds else None
        return usual if value is None else value

    def most_wild(self, size):
        most = self.say("max_wild", size)
        return min(size // 2 if most == "half" else most, size - self.say("min_natural", 1))

    def windows(self, size):
        """Every sequence of ranks of this length, with its start."""
        low = {"low": ["A"], "low-or-high": ["A"], "round": ["A"]}.get(self.ace, [])
        high = {"high": ["A"], "low-or-high": ["A"]}.get(self.ace, [])
        line = [*low, *self.order, *high]
        if size > min(len(line), self.say("run_max", 99)):
            return
        if self.ace == "round":
            for start in range(len(line) if size < len(line) else 1):  # all ranks: from the ace
                yield start, (line * 2)[start : start + size]
        else:
            for start in range(len(line) - size + 1):
                yield start, line[start : start + size]

    def sets(self, natural, wild, pure=False):
        """Yield how these cards are a set: its rank, and how many are wild."""
        cards = [*natural, *wild]
        ranks = {card.rank for card in natural} or (
            {card.rank for card in wild if card.rank != "Joker"} if self.own == "any" else {""}
        )
        for rank in ranks if len(ranks) == 1 or not natural else ():
            plain = list(natural)
            if self.own == "any":
                plain += [c for c in wild if c.rank == rank]
            wilds = len(cards) - len(plain)
            differ = pure or self.say("set_suits", "any") == "different"
            if differ and len(set(plain)) < len(plain):  # one of them counts as wild, if it can
                own = [c for c in plain if c in wild]
                spare = len(plain) - len(set(plain))
                if spare > len(own):
                    continue
                wilds += spare
            most = min(self.say("set_max", 99), 4 if differ else 99)
            if len(cards) > max(most, 2) or (pure and wilds):
                continue
            only_wild = not plain and (
                self.say("wild_sets", False) or not self.say("min_natural", 1)
            )
            if wilds <= self.most_wild(len(cards)) or only_wild:
                yield rank, wilds

    def runs(self, natural, wild):
        """Yield how these cards are a run: its suit, its start, and how many are wild."""
        cards = [*natural, *wild]
        if self.deal.run_suits:
            yield from self.mixed_runs(natural, wild)
            return
        suits = {card.suit for card in natural} or set(Suit)
        if len(suits) > 1 and natural:
            return
        for suit in suits:
            for start, ranks in self.of_size.get(len(cards), ()):
                if any(card.rank not in ranks for card in natural):
                    continue
                need = list(ranks)
                if any(not _strike(need, card.rank) for card in natural):
                    continue
                own = [c for c in wild if c.suit == suit and self.own]
                plain = sum(_strike(need, card.rank) for card in own) + len(natural)
                wilds = len(cards) - plain
                if plain and wilds <= self.most_wild(len(cards)):
                    yield suit, start, wilds

    def mixed_runs(self, natural, wild):
        """Yield the same for a run that needn’t be in one suit; its suit is None."""
        size, reds = len(natural) + len(wild), (Suit.HEARTS, Suit.DIAMONDS)

        def fits(card, ranks, red_first):
            """Whether the card’s colour is right for its place."""
            if self.deal.run_suits == "any":
                return True
            is_other = self.deal.run_suits == "alternating" and ranks.index(card.rank) % 2
            return (card.suit in reds) == (red_first != bool(is_other))

        for start, ranks in self.of_size.get(size, ()):
            for red_first in (True, False):
                need = list(ranks)
                if not all(
                    _strike(need, card.rank) and fits(card, ranks, red_first) for card in natural
                ):
                    continue
                own = [c for c in wild if self.own and c.rank in ranks]
                plain = [c for c in own if fits(c, ranks, red_first) and _strike(need, c.rank)]
                wilds = len(wild) - len(plain)
                if wilds < size and wilds <= self.most_wild(size):
                    yield None, start, wilds

    def melds_of(self, shape, least, most, pure=False, first=False):
        """Every meld of the hand: its cards as bits, what it is, and its wild cards.

        With ``first``, what it is when it is laid down, before cards are laid off on it.
        """
        found = []
        wilds = [bool(self.split([card])[1]) for card in self.cards]
        in_suit = shape == "run" and not self.deal.run_suits
        same = [card.suit if in_suit else card.rank for card in self.cards]
        for size in range(least, most + 1):
            for places in combinations(range(len(self.cards)), size):
                is_one = len({same[place] for place in places if not wilds[place]}) < 2
                if not is_one and (in_suit or shape != "run"):
                    continue
                natural = [self.cards[place] for place in places if not wilds[place]]
                wild = [self.cards[place] for place in places if wilds[place]]
                if shape == "run":
                    length = least if first else size
                    ways = [
                        ((suit, start + later, length), used)
                        for suit, start, used in self.runs(natural, wild)
                        for later in range(size - length + 1)
                    ]
                else:
                    ways = [((rank,), used) for rank, used in self.sets(natural, wild, pure)]
                    only = self.deal.pair_of if shape == "pair" else ""
                    ways = [way for way in ways if not only or way[0][0] == only]
                bits = sum(1 << place for place in places)
                found += [(bits, what, used) for what, used in ways]
        return found

    def clash(self, one, other):
        """Whether two melds of one player may not lie together."""
        if len(one) != len(other):
            return False
        if len(one) == 1:
            return one == other and not self.say("same_rank_sets", True)
        rule = self.say("runs_in_one_suit", "allowed")
        if one[0] != other[0] or rule == "allowed":
            return False
        if rule == "one-per-suit":
            return True
        first, second = sorted([one[1:], other[1:]])
        a, b = set(range(first[0], sum(first))), set(range(second[0], sum(second)))
        line = len(list(self.windows(1)))
        if self.ace == "round":
            a, b = {x % line for x in a}, {x % line for x in b}
            touch = second[0] % line == sum(first) % line or first[0] % line == sum(second) % line
        else:
            touch = sum(first) == second[0] or sum(second) == first[0]
        return touch or (rule == "apart" and bool(a & b))

    def slots(self):
        deal, special = self.deal, set(self.deal.special)
        larger = self.say("larger_melds", None)
        whole = "whole-hand" in special and (self.melds is None or self.melds.larger_melds is None)
        sets = bool(larger or whole) and "exact-melds" not in special
        runs = sets or ("long-runs" in special and "exact-melds" not in special)
        most = len(self.cards)
        for place, size in enumerate(deal.sets):
            yield "set", size, most if sets else size, place < deal.pure_sets
        for size in deal.runs:
            yield "run", size, most if runs else size, False
        for _ in range(deal.pairs):
            yield "pair", 2, 2, False

    def contract(self, first=False):
        """Every way to lay down the contract: the cards as bits, with the fewest wild cards.

        With ``first``, players lay off cards on their own melds in the same turn.
        """
        states = {(0, ()): 0}
        lists = {}
        for slot in self.slots():
            if slot not in lists:
                shape, least, most, pure = slot
                grown = len(self.cards) if first else most
                lists[slot] = self.melds_of(shape, least, grown, pure, first)
            after = {}
            for (bits, melds), wilds in states.items():
                for more, what, used in lists[slot]:
                    if bits & more or any(self.clash(what, other) for other in melds):
                        continue
                    key = bits | more, tuple(sorted((*melds, what), key=str)) if self.keeps else ()
                    after[key] = min(after.get(key, 99), wilds + used)
            states = after
        limit = 99 if self.deal.contract_wild is None else self.deal.contract_wild
        fewest = sorted(states.items(), key=lambda state: -state[1])
        return {bits: wilds for (bits, _), wilds in fewest if wilds <= limit}

    @property
    def keeps(self):
        """Whether melds depend on each other."""
        runs = self.say("runs_in_one_suit", "allowed") != "allowed"
        return runs or not self.say("same_rank_sets", True)

    def plans(self, count, rest):
        """Every choice of ``count`` natural cards that completes the contract, and how many ways.

        Where any suit would do, a card has none. ``rest`` are the cards that aren’t in the hand.
        """
        natural, wild = self.split(self.cards)
        plain, held = [c for c in rest if not self.split([c])[1]], Counter(natural)
        limit = len(wild) if self.deal.contract_wild is None else self.deal.contract_wild
        limit, states = min(limit, len(wild)), {((), (), (), 0)}
        lists = {slot: list(self.fillings(slot, held, count, limit)) for slot in set(self.slots())}
        for slot in self.slots():
            states = {
                (
                    tuple(sorted((*used, *more), key=str)),
                    (*drawn, *new),
                    (*melds, what),
                    wilds + own,
                )
                for used, drawn, melds, wilds in states
                for more, new, what, own in lists[slot]
                if len(drawn) + len(new) <= count
                and wilds + own <= limit
                and not any(self.clash(what, other) for other in melds)
                and not Counter((*used, *more)) - held
            }
            if not self.keeps:
                states = {
                    (used, tuple(sorted(drawn, key=str)), (), wilds)
                    for used, drawn, _, wilds in states
                }
        names = {tuple(sorted(drawn, key=str)) for _, drawn, _, _ in states if len(drawn) == count}
        ways = {name: self.ways(name, Counter(plain)) for name in names}
        return {
            name: number
            for name, number in ways.items()
            if number and not self.without_suits(name) & names - {name}
        }

    @staticmethod
    def without_suits(names):
        """The same cards with fewer suits."""
        each = ({card, Card(card.rank)} for card in names)
        return {tuple(sorted(way, key=str)) for way in product(*each)}

    def fillings(self, slot, held, count, limit):
        """Every way to make a meld: cards of the hand, cards to draw, what it is, wild cards."""
        shape, size, _, pure = slot
        differ = pure or self.say("set_suits", "any") == "different"
        most = 0 if pure else min(limit, self.most_wild(size))
        if shape == "run":
            for (start, ranks), suit in product(self.of_size[size], Suit):
                cards = [Card(rank, suit) for rank in ranks]
                for way in product("hdw", repeat=size):
                    own = [card for card, how in zip(cards, way, strict=True) if how == "h"]
                    new = [card for card, how in zip(cards, way, strict=True) if how == "d"]
                    wilds = way.count("w")
                    fits = len(new) <= count and wilds <= most and not Counter(own) - held
                    if fits and not (
                        self.say("wild_together", True) is False and "ww" in "".join(way)
                    ):
                        yield own, new, (suit, start, size), wilds
            return
        for rank in {*self.order, "A"} - self.wild_ranks:
            mine = [card for card in held.elements() if card.rank == rank]
            for own in {way for n in range(size + 1) for way in combinations(mine, n)}:
                if differ and len(set(own)) < len(own):
                    continue
                lacking = size - len(own)
                others = [Card(rank, suit) for suit in Suit if Card(rank, suit) not in own]
                for number in range(max(0, lacking - most), min(count, lacking) + 1):
                    named = combinations(others, number) if differ else [[Card(rank)] * number]
                    fits = not differ or size <= len(Suit)
                    for new in named if fits and (own or number) else ():
                        yield own, list(new), (rank,), lacking - number

    @staticmethod
    def ways(names, rest):
        """Count the ways to take such cards from the rest."""
        kinds = [[c for c in rest if name in (c, Card(c.rank))] for name in names]
        taken = {tuple(sorted(way, key=str)) for way in product(*kinds)}
        return sum(prod(comb(rest[card], n) for card, n in Counter(way).items()) for way in taken)

    def best_contract(self):
        """The least points, cards and wild cards of a way to lay down; None if there is none."""
        held = len(self.cards)
        special, discard = set(self.deal.special), self.say("going_out_discard", "allowed")
        none = "no-discard" in special
        most = held - 1 if discard == "required" and not none else held
        least = 0
        if "whole-hand" in special:
            least = held if none or discard == "forbidden" else held - 1
        keys = [
            (self.worth(self.rest(bits)), len(self.rest(bits)), wilds)
            for bits, wilds in self.contract().items()
            if least <= bits.bit_count() <= most
        ]
        if discard == "forbidden" and all(
            bits.bit_count() == held - 1
            for bits in self.contract(first=bool(self.say("lay_off_same_turn", False)))
        ):
            return None
        return min(keys, default=None)

    def laid_off(self, table):
        """Every choice of cards that can be laid off on the melds of natural cards on a table."""
        ends = {0}
        for meld in table:
            for bits in tuple(ends):
                free = [place for place in range(len(self.cards)) if not bits >> place & 1]
                for count in range(1, len(free) + 1):
                    for places in combinations(free, count):
                        cards = [*meld, *(self.cards[place] for place in places)]
                        both = self.split(cards)
                        if any(self.sets(*both)) or any(self.runs(*both)):
                            ends.add(bits | sum(1 << place for place in places))
        return ends

    def best_turn(self, table):
        """The least points and cards left after laying down, laying off and discarding.

        Without a contract, cards are laid off on the melds on the ``table`` (of natural cards).
        """
        last = self.say("going_out_discard", "allowed")
        is_free = not self.deal.contract.size
        found = []
        for bits in self.laid_off(table) if is_free else self.contract(first=True):
            rest = self.rest(bits)
            after = [[*rest[:at], *rest[at + 1 :]] for at in range(len(rest))]
            first = is_free and bits > 0 and self.melds.meld_before_lay_off
            if last == "forbidden":  # the player keeps at least one card after the discard
                found += [
                    (points + self.worth([kept]), cards + 1)
                    for left in after
                    for at, kept in enumerate(left)
                    for points, cards in [
                        self.left_over([*left[:at], *left[at + 1 :]], is_free, first)
                    ]
                ]
            else:
                found += [self.left_over(left, is_free, first) for left in after]
            if (last != "required" or self.floats) and self.left_over(rest, is_free, first) == (
                0,
                0,
            ):
                return 0, 0
        return min(found, default=None)

    def best_later_turn(self, runs):
        """The least points and cards left after laying off on runs, in which wild cards move.

        Each run has a suit, the place of its lowest card in the order, and its cards. Every order
        in which single cards are laid off and moved is tried. None if nothing can be done.
        """
        start = tuple(sorted(self.cards, key=str)), tuple(runs)
        seen, todo = {start}, [start]
        while todo:
            for state in self.moves_on(*todo.pop()):
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        after = [left for hand, _ in seen - {start} for left in self.discards(hand)]
        return min(((self.worth(hand), len(hand)) for hand in after), default=None)

    def discards(self, hand):
        """Yield what is left of a hand after each discard; all of it if none is allowed."""
        wild = self.say("discard_wild", True)
        thrown = [at for at, card in enumerate(hand) if wild or not self.split([card])[1]]
        yield from [hand[:at] + hand[at + 1 :] for at in thrown] or [hand]

    def moves_on(self, hand, runs):
        """Yield the hand and the runs after one card is laid off or put in for a wild one."""
        for number, run in enumerate(runs):
            for at, card in enumerate(hand):
                found = [self.longer(run, card, low) for low in (True, False)]
                for after in filter(None, [*found, *self.moved(run, card)]):
                    yield hand[:at] + hand[at + 1 :], (*runs[:number], after, *runs[number + 1 :])

    def moved(self, run, card):
        """Yield the run with a card in place of a wild one, and the wild one at an end."""
        suit, start, cards = run
        swap = self.melds.joker_swap
        for place, wild in enumerate(cards):
            if not self.split([wild])[1] or card != Card(self.rank(start + place), suit):
                continue
            filled = suit, start, (*cards[:place], card, *cards[place + 1 :])
            if swap and swap.runs and swap.same_run:
                yield from (self.longer(filled, wild, low) for low in (True, False))
            elif self.melds.end_jokers_shift and place in (0, len(cards) - 1):
                yield self.longer(filled, wild, place == 0)

    def rank(self, place):
        line = [ranks[0] for _, ranks in self.windows(1)]
        return line[place % len(line)] if self.ace == "round" or 0 <= place < len(line) else None

    def longer(self, run, card, low):
        """Return the run with a card at an end; None if the card doesn’t fit."""
        suit, start, cards = run
        place = start - 1 if low else start + len(cards)
        if self.rank(place) is None or not list(self.windows(len(cards) + 1)):
            return None
        if not self.split([card])[1]:
            fits = card == Card(self.rank(place), suit)
        else:
            beside = cards[0] if low else cards[-1]
            fits = self.say("wild_together", True) or not self.split([beside])[1]
        longer = (card, *cards) if low else (*cards, card)
        return (suit, start - low, longer) if fits else None

    def left_over(self, cards, is_free, must_meld=False):
        """The least points and cards left; more than any hand if they must meld, but can’t."""
        if not is_free:
            return self.worth(cards), len(cards)
        other = Table.__new__(Table)
        other.__dict__ |= self.__dict__ | {"cards": cards}
        if self.melds.one_meld:
            size = len(cards)
            melds = other.melds_of("set", self.melds.set_min, size)
            melds += other.melds_of("run", self.melds.run_min, size)
            rests = [cards, *(other.rest(bits) for bits, _, _ in melds)]
            best = min((self.worth(rest), len(rest)) for rest in rests)
        else:
            best = other.best_arrangement()
        return (9999, 99) if must_meld and best[1] == len(cards) else best

    def declaration(self, runs):
        """The least value of cards that count in Indian rummy, and how many count."""
        size = len(self.cards)
        legal = [(bits, 0, 0) for bits, _, _ in self.melds_of("set", 3, size)]
        for bits, _, wilds in self.melds_of("run", 3, size):
            legal.append((bits, 1, int(not wilds)))
        for places in combinations(range(size), 3) if self.melds.tanala else ():
            kinds = {self.cards[place] for place in places}
            if len(kinds) == 1 and kinds != {Card("Joker")}:
                legal.append((sum(1 << place for place in places), 1, 1))

        @cache
        def ways(left):
            if not left:
                return frozenset({(0, 0, 0, 0)})
            first = left & -left
            card = self.cards[first.bit_length() - 1]
            found = {
                (points + self.worth([card]), cards + 1, many, pure)
                for points, cards, many, pure in ways(left - first)
            }
            for bits, run, is_pure in legal:
                if bits & first and bits & left == bits:
                    for points, cards, many, pure in ways(left & ~bits):
                        found.add((points, cards, min(runs, many + run), max(pure, is_pure)))
            best = {}
            for points, cards, many, pure in found:
                key = many, pure
                best[key] = min(best.get(key, (points, cards)), (points, cards))
            return frozenset((*key, *what) for what, key in best.items())

        whole = (1 << size) - 1
        full = [key[:2] for key in ways(whole) if key[2] >= runs and key[3]]
        pure = [self.rest(bits) for bits, run, is_pure in legal if is_pure]
        counted = [(self.worth(cards), len(cards)) for cards in [self.cards, *pure]]
        return min(full + counted)

    def best_opening(self):
        """The least points and cards left by first melds that count enough; None if none do."""
        melds, size = self.melds, len(self.cards)
        legal = {}
        for bits, what, _ in self.melds_of("set", melds.set_min, size) + self.melds_of(
            "run", melds.run_min, size
        ):
            ranks = [what[0]] * bits.bit_count()
            if len(what) > 1:
                line = ["A", *self.order, *([] if self.ace == "round" else ["A"])]
                ranks = (line * 2)[what[1] : what[1] + what[2]]
            value = self.worth([Card(rank) for rank in ranks])
            if len(what) > 1 and ranks[0] == "A":
                value += 1 - self.worth([Card("A")])
            legal[bits] = max(legal.get(bits, 0), value)

        @cache
        def ways(left):
            if not left:
                return {0: (0, 0)}
            first, best = left & -left, {}
            card = self.cards[first.bit_length() - 1]
            found = [
                (value, points + self.worth([card]), count + 1)
                for value, (points, count) in ways(left - first).items()
            ]
            for bits, own in legal.items():
                if bits & first and bits & left == bits:
                    found += [
                        (min(melds.opening_points, value + own), *key)
                        for value, key in ways(left & ~bits).items()
                    ]
            for value, *key in found:
                best[value] = min(best.get(value, tuple(key)), tuple(key))
            return best

        whole = ways((1 << size) - 1)
        enough = [key for value, key in whole.items() if value >= melds.opening_points]
        out = [key for key in whole.values() if not key[1]]
        return min(enough + out, default=None)

    def rest(self, bits):
        return [card for place, card in enumerate(self.cards) if not bits >> place & 1]

    def best_arrangement(self, discards=False):
        """The least points and cards left over, without a contract."""
        melds, size = self.melds, len(self.cards)
        legal = [
            bits
            for bits, _, _ in self.melds_of("set", melds.set_min, size)
            + self.melds_of("run", melds.run_min, size)
        ]

        @cache
        def best(left):
            if not left:
                return 0, 0
            first = left & -left
            card = self.cards[first.bit_length() - 1]
            points, cards = best(left - first)
            found = [(points + self.worth([card]), cards + 1)]
            found += [best(left & ~bits) for bits in legal if bits & first and bits & left == bits]
            return min(found)

        whole = (1 << size) - 1
        return (
            min(best(whole & ~(1 << place)) for place in range(size)) if discards else best(whole)
        )


def _strike(need, rank):
    if rank in need:
        need.remove(rank)
        return True
    return False
