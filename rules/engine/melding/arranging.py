"""The arrangement of a hand in melds that leaves the least points, without a contract."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from rules.engine.cards import Card, Hand
from rules.engine.melding.meld_rules import USUAL_CARDS, MeldRules, TooLargeError
from rules.engine.melding.melds import CARD, POINT, HeldHand, Meld, Part

# The most runs that a hand of more than the usual size may make, because the time to compare melds
# grows with their number. In two suits and with wild cards, a large hand can make very many.
MOST_RUNS = 200
# How often a meld of such a hand may be combined with others.
MOST_COMBINED = 100_000
# What an arrangement has used: the number of wild cards, the points of those that count as natural,
# whether a natural card is discarded, and a tally.
Used = tuple[int, tuple[int, ...], bool, int]
Chain = tuple[Part | Card, "Chain"] | tuple[()]
Best = dict[Used, tuple[int, Chain]]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The melds of a hand, the card to discard (if one was asked for), and the cards left."""

    melds: tuple[Meld, ...]
    discard: Card | None
    left: Hand
    points: int


class Arranging:
    """The best parts of a hand for each number of wild cards used.

    Cards are taken in order: the first card that is left is in one of the parts that begin with it,
    or in none. ``tally`` gives each part a number, and the numbers of the parts are added up with
    ``add``, so that arrangements with a different sum are kept apart. Raises TooLargeError if there
    is too much to compare in a hand of more than the usual size.
    """

    def __init__(
        self,
        held: HeldHand,
        parts: Iterable[Part] | None = None,
        *,
        discards: bool = False,
        tally: Callable[[Part], int] = lambda _part: 0,
        add: Callable[[int, int], int] = lambda one, other: one + other,
    ) -> None:
        self.held, self.rules, self.discards = held, held.rules, discards
        self.tally, self.add = tally, add
        # If all wild cards are worth the same, only their number matters.
        self.alike = len({held.rules.points([card]) for card in held.wild}) < 2
        parts = list(every_part(held) if parts is None else parts)
        if self.alike and held.selves and self.rules.melds.max_wild is None:
            parts = [part for part in parts if not _is_idle(part)]
        self.first: dict[int, list[Part]] = {}
        self.bare = [part for part in parts if not part.use]  # sets of wild cards only
        for part in parts:
            if part.use:
                self.first.setdefault(_lowest(part.use), []).append(part)
        self.worth = {held.one(card): held.rules.points([card]) for card in held.counts}
        self.card = {held.one(card): card for card in held.counts}
        self.combined = 0
        self.memo: dict[tuple[int, str], Best] = {(0, ""): {(0, (), False, 0): (0, ())}}

    def best(self, left: int, closed: str = "") -> Best:
        """Return the highest score of the cards in ``left`` for everything that can be used.

        The rank ``closed`` has a set that can still grow, and no other set may begin beside it.
        """
        first = _lowest(left)
        if not left or self.card[first].rank != closed:
            closed = ""
        if (left, closed) in self.memo:
            return self.memo[left, closed]
        held, card, found = self.held, self.card[first], Best()
        without = self.best(left - first, closed)
        for used, (score, chain) in without.items():
            _keep(found, used, score, chain)
            wilds, selves, discards, tally = used
            if self.discards and not discards and card not in held.selves:
                more = self.worth[first] * POINT + CARD
                _keep(found, (wilds, selves, True, tally), score + more, (card, chain))
        most = len(held.wild)
        for part, after in self._parts(left, closed):
            own, wild, more, values = self.tally(part), part.wilds, part.score, []
            if self.alike:
                wild, more = wild + len(part.selves), part.bound
            else:
                values = [self.worth[held.one(card)] for card in part.selves]
            for used, (score, chain) in self._others(left - part.use, after).items():
                wilds, selves, discards, tally = used
                own_selves = tuple(sorted((*selves, *values))) if values else selves
                if wilds + wild + len(own_selves) <= most:
                    now = wilds + wild, own_selves, discards, self.add(tally, own)
                    _keep(found, now, score + more, (part, chain))
        if self.alike:
            found = _undominated(found)
        self.memo[left, closed] = found
        return found

    def _parts(self, left: int, closed: str) -> Iterator[tuple[Part, str]]:
        """Yield the parts that begin with the first card, each with what is closed after it."""
        for part in self.first.get(_lowest(left), ()):
            grows = part.shape == "set" and self.rules.grows_alone(len(part.places))
            if self.held.takes(left, part.use) and not (grows and closed):
                yield part, part.rank if grows else closed

    def _others(self, left: int, closed: str) -> Best:
        """Return the highest score of the cards that a part leaves, unless there were too many."""
        others, cards = self.best(left, closed), len(self.held.cards)
        self.combined += len(others)
        if self.combined > MOST_COMBINED and cards > USUAL_CARDS:
            raise TooLargeError(cards)
        return others

    def arrangements(self) -> Iterable[tuple[int, int, list[Part], Card | None]]:
        """Yield the score, the tally, the parts and the discard of each arrangement."""
        held = self.held
        for (wilds, selves, _, tally), (_, chain) in self.best(held.all).items():
            parts, discard = _unchained(chain)
            spare = len(held.wild) - wilds - len(selves)  # those that are used in no meld
            bare = [part for part in self.bare if part.wilds <= spare]
            for more in ([], *([part] for part in bare)):
                every = [*parts, *more]
                score, thrown = held.score(every), discard
                if discard is not None:
                    score += held.rules.points([discard]) * POINT + CARD
                elif self.discards and spare > sum(part.wilds for part in more):
                    left = held.left(held.melds(every))
                    wild = [card for card in left if held.rules.is_wild(card)]
                    thrown = max(wild, key=lambda card: held.rules.points([card]))
                    score += held.rules.points([thrown]) * POINT + CARD
                if thrown is not None or not self.discards:
                    yield score, tally, every, thrown


def every_part(held: HeldHand) -> list[Part]:
    """Return all melds that a hand can make, without the runs that are two runs side by side.

    Raises TooLargeError if a large hand can make too many.
    """
    rules, most = held.rules, len(held.cards)
    runs = held.runs(rules.melds.run_min, most, anywhere=True)
    runs = [run for run in runs if not is_two(rules, run)]
    if most > USUAL_CARDS and len(runs) > MOST_RUNS:
        raise TooLargeError(most)
    return held.sets(rules.melds.set_min, most) + runs


def is_two(rules: MeldRules, run: Part) -> bool:
    """Return whether a run can be split into two that are allowed."""
    least = rules.melds.run_min
    for at in range(least, len(run.places) - least + 1):
        both = run.places[:at], run.places[at:]
        wilds = [(places.count(None), len(places)) for places in both]
        if all(count < size and count <= rules.most_wild(size) for count, size in wilds):
            return True
    return False


def joined(held: HeldHand, parts: Sequence[Part]) -> list[Part]:
    """Return the parts with runs that lie side by side as one run, if that is allowed."""
    rules, left = held.rules, list(parts)
    for one, other in permutations(parts, 2):
        places, end = (*one.places, *other.places), one.start + len(one.places)
        if (
            one in left
            and other in left
            and one.suit == other.suit >= 0
            and other.start == (end % len(rules.line) if rules.is_round else end)
            and len(places) <= rules.longest_run
            and places.count(None) <= rules.most_wild(len(places))
        ):
            left.remove(one)
            left.remove(other)
            whole = held.part("run", places, suit=one.suit, start=one.start)
            return joined(held, [*left, whole])
    return left


def _lowest(cards: int) -> int:
    """Return one copy of the first card, as a number."""
    bit = (cards & -cards).bit_length() - 1
    return 1 << bit - bit % 6 if cards else 0


def _keep(found: Best, used: Used, score: int, chain: Chain) -> None:
    known = found.get(used)
    if known is None or score > known[0]:
        found[used] = score, chain


def _is_idle(part: Part) -> bool:
    """Return whether a wild card counts as natural for no purpose, beside another wild card."""
    return bool(part.selves and part.wilds) and any(
        card is not None and card not in part.selves for card in part.places
    )


def _undominated(found: Best) -> Best:
    """Return the best without what uses more wild cards for no higher score."""
    highest: dict[tuple[bool, int], int] = {}
    kept = Best()
    for used in sorted(found):
        score, group = found[used][0], used[2:]
        if score > highest.get(group, score - 1):
            highest[group], kept[used] = score, found[used]
    return kept


def _unchained(chain: Chain) -> tuple[list[Part], Card | None]:
    """Return the parts of a chain, and the discard."""
    parts, discard = [], None
    while chain:
        item, chain = chain
        if isinstance(item, Card):
            discard = item
        else:
            parts.append(item)
    return parts, discard


def as_arrangement(held: HeldHand, parts: Sequence[Part], discard: Card | None) -> Arrangement:
    """Return the parts as melds, with the cards left after the discard."""
    melds = held.melds(parts)
    left = list(held.left(melds))
    if discard is not None:
        left.remove(discard)
    return Arrangement(melds, discard, tuple(left), held.rules.points(left))


def best_meld(held: HeldHand, *, discards: bool = False) -> Arrangement:
    """Return the arrangement with at most one meld that leaves the least points, then cards."""
    melds, most = held.rules.melds, len(held.cards)
    parts = held.sets(melds.set_min, most) + held.runs(melds.run_min, most)
    found = []
    for chosen in ([], *([part] for part in parts)):
        left = held.left(held.melds(chosen))
        discard = held.rules.best_discard(left) if discards else None
        if discard is not None or not discards:
            found.append(as_arrangement(held, chosen, discard))
    return min(found, key=lambda each: (each.points, len(each.left)))


def best_arrangement(held: HeldHand, *, discards: bool = False, keeps: bool = False) -> Arrangement:
    """Return the arrangement that leaves the least points, then the fewest cards.

    With ``discards``, one card has to be discarded, and is not left. With ``keeps``, at least one
    more has to be left.
    """
    most = len(held.cards) - discards - keeps

    def size(part: Part) -> int:
        return len(part.places) if keeps else 0

    found = max(
        (
            each
            for each in Arranging(held, discards=discards, tally=size).arrangements()
            if sum(map(size, each[2])) <= most
        ),
        key=lambda each: (each[0], -len(each[2])),
    )
    return as_arrangement(held, joined(held, found[2]), found[3])
