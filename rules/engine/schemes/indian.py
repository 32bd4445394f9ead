"""Indian rummy: the losers count what is not arranged, or have dropped at a fixed price.

Scoring as described by Vasant Mali (Indian Rummy, pagat.com); rounding, the cap, the paplu and the
formats as in han-tyumi's Indian Rummy (naibi); pools as the online tables play them (RummyEra,
GoRummy).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.cards import Rank, rank_words
from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import (
    CardsLeft,
    Choice,
    Count,
    Entry,
    EntryField,
    Flag,
    OneSide,
    Points,
    Problem,
    Table,
)
from rules.engine.formatting import count_words, signed
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Noted, Past, Scheme, no_points, selected
from rules.engine.schemes.hands import Hands

Price = Annotated[int, Field(ge=0, le=1000)]

FIRST_DROP, LATER_DROP, FULL, WRONG_SHOW = "first", "later", "full", "wrong"
FIRST_DRAW, DEALT = "first-draw", "dealt"
PRINTED_JOKER = Rank.JOKER.value
PRINTED_WORDS = "printed joker"
MOST_PAPLUS = 2


class IndianFigures(Frozen):
    """What a deal costs the losers, and what a table adds to it.

    ``pays``: the losers pay the winner, instead of being charged. ``first_drop``, ``later_drop``:
    the price of dropping; ``wrong_show`` (0 where there is none): of a wrong declaration; ``full``:
    the most that a hand counts, 0 for no limit. ``round_to``: a hand counts a multiple of it.
    ``first_draw_halves``: what players who have not played count is halved when somebody declares
    after the very first draw. ``dealt_doubles``: it is doubled for those who have played when a
    hand is shown as it was dealt. ``joker_makes_aces_wild``: a printed joker turned up makes the
    aces wild; ``joker_stake``: by how much the deal then counts. ``paplu`` and ``paplu_two``: what
    each opponent pays for one and for two. ``rejoin``: whoever is out may come back while all the
    others have no more than that; 0 where nobody may.
    """

    first_drop: Price
    later_drop: Price
    pays: bool = False
    full: Price = 0
    wrong_show: Price = 0
    round_to: Annotated[int, Field(ge=0, le=100)] = 0
    first_draw_halves: bool = False
    dealt_doubles: bool = False
    joker_makes_aces_wild: bool = False
    joker_stake: Annotated[int, Field(ge=1, le=10)] = 1
    paplu: Price = 0
    paplu_two: Price = 0
    rejoin: Price = 0


class IndianScheme(Scheme[IndianFigures]):
    """Points for what the losers of a deal hold, charged to them or paid to the winner.

    In a pool a side that has come to the limit is out and reports nothing, unless it comes back.
    """

    name = "indian"
    Figures = IndianFigures
    uses_past = True

    declared = EntryField(
        "declared", "Who declared, or was left alone", OneSide("Won", clears=True)
    )
    void = EntryField("void", "Void: the stock ran out", Flag(), excludes="declared")
    acted = EntryField("acted", "Had played", Flag(), "side", optional=True)
    back = EntryField("back", "Back in with a total of", Points(), "side", optional=True)

    @cached_property
    def left(self) -> EntryField:
        kind = CardsLeft(tuple(self.card_values.by_rank), add_up=False)  # wild cards count nothing
        return EntryField("left", "Count", kind, "side")

    @cached_property
    def instead(self) -> EntryField:
        """What a loser pays who does not count a hand."""
        answers = ((key, f"{words} ({price})") for key, (words, price) in self._prices.items())
        kind = Choice(tuple(answers))
        return EntryField("instead", "Instead of a count", kind, "side", optional=True)

    @cached_property
    def wild(self) -> EntryField:
        names = {rank: rank_words(rank) for rank in self.card_values.by_rank}
        kind = Choice(tuple((names | {PRINTED_JOKER: PRINTED_WORDS}).items()))
        optional = self.figures.joker_stake == 1
        return EntryField("wild", "Wild rank", kind, optional=optional)

    @cached_property
    def early(self) -> EntryField:
        answers = []
        if self.figures.first_draw_halves:
            answers.append((FIRST_DRAW, "after the first draw: half for who had not played"))
        if self.figures.dealt_doubles:
            answers.append((DEALT, "a dealt hand: double for who had played"))
        return EntryField("early", "Shown at once", Choice(tuple(answers)), optional=True)

    @cached_property
    def paplu(self) -> EntryField:
        label = f"Paplu ({signed(self.figures.paplu)} from each)"
        return EntryField("paplu", label, Count(MOST_PAPLUS), "side", optional=True)

    @property
    def _limit(self) -> int:
        """The total that puts a side out of a pool; 0 where this is none."""
        return self.ruleset.end.out_at

    def check(self) -> None:
        figures, end = self.figures, self.ruleset.end
        if not (self.deck and self.card_values.by_rank and self.hand_size):
            raise ValueError("no cards are dealt")
        if figures.pays != (end.wins == "highest"):
            raise ValueError("pays: who is paid wins by the highest total, otherwise the lowest")
        if figures.pays and self._limit:
            raise ValueError("pays: in a pool the losers are charged")
        if figures.rejoin and not figures.rejoin < self._limit:
            raise ValueError("rejoin: a total below that which puts a side out of a pool")
        if bool(figures.paplu) != bool(figures.paplu_two):
            raise ValueError("paplu: one paplu and two both have a price")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        by_turn = figures.first_draw_halves or figures.dealt_doubles
        return (
            *(self.declared, self.void, self.wild),
            *selected((self.early, by_turn), (self.acted, by_turn)),
            *(self.left, self.instead),
            *selected((self.paplu, figures.paplu), (self.back, figures.rejoin)),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        name = self.ruleset.name
        return {
            "early": f"Showing early changes nothing in {name} here; clear it.",
            "acted": f"It does not matter in {name} here who had played; untick it.",
            "paplu": f"{name} has no bonus for the paplu here; clear it.",
            "back": f"Nobody comes back into {name} here; clear that total.",
        }

    # Who plays

    def _out(self, table: Table, past: Past) -> tuple[str, ...]:
        """The sides that earlier deals have put out."""
        if not self._limit:
            return ()
        return tuple(key for key in table.keys if past.total(key) >= self._limit)

    def _playing(self, entry: Entry, past: Past) -> tuple[str, ...]:
        out, back = self._out(entry.table, past), entry.of("back")
        return tuple(key for key in entry.table.keys if key not in out or key in back)

    # What is refused

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from self._who_is_out(entry, past)
        yield from self._comes_back(entry, past)
        if entry.get("void"):
            yield from self._void(entry, past)
            return
        yield from self._who_declared(entry)
        for key in self._playing(entry, past):
            if key not in entry.get("declared", ()):
                yield from self._loser(entry, key)
        yield from self._wild_said(entry)
        yield from self._early(entry)
        yield from self._paplus(entry)
        if not self._wild_unsaid(entry):
            yield from self._hands(entry).problems(entry)

    def _reported(self, entry: Entry, key: str) -> Iterator[EntryField]:
        """The fields in which something was reported of a side."""
        for asked in (self.left, self.instead, self.acted, self.paplu):
            if key in entry.of(asked.id):
                yield asked

    def _input(self, entry: Entry, asked: EntryField, key: str) -> str:
        """The first input of that field in which something stands."""
        return next(name for name in asked.inputs(key).values() if name in entry.texts)

    def _who_is_out(self, entry: Entry, past: Past) -> Iterator[Problem]:
        """Only warnings: a correction of an earlier deal may put somebody out who then played."""
        for key in self._out(entry.table, past):
            name = entry.table.name(key)
            if key in entry.of("back"):
                continue
            message = f"{name} is out of the game; clear what is entered for {name}."
            for asked in self._reported(entry, key):
                yield Problem("is-out", message, self._input(entry, asked, key), warning=True)
            if key in entry.get("declared", ()):
                message = f"{name} is out of the game; mark somebody else as the winner."
                yield Problem("is-out", message, "declared", warning=True)

    def _comes_back(self, entry: Entry, past: Past) -> Iterator[Problem]:
        table, out, back = entry.table, self._out(entry.table, past), entry.of("back")
        rest = [key for key in table.keys if key not in out]
        for key, total in back.items():
            name, at = table.name(key), self.back.input(key)
            if key not in out:
                message = f"{name} is still in the game; clear the total to come back with."
                yield Problem("not-out", message, at)
            elif not 0 <= total < self._limit:
                message = (
                    f"{name} cannot come back with {str(total).replace('-', '−')}; "
                    f"write a total from 0 to {self._limit - 1}."
                )
                yield Problem("back-out", message, at)
            for other in rest if key in out else ():
                if past.total(other) > self.figures.rejoin:
                    message = (
                        f"{name} cannot come back: {table.name(other)} has "
                        f"{past.total(other)}, and nobody may have more than "
                        f"{self.figures.rejoin}. Clear that total."
                    )
                    yield Problem("too-late-to-come-back", message, at)
                    break

    def _void(self, entry: Entry, past: Past) -> Iterator[Problem]:
        if entry.get("declared"):
            message = "A void deal has no winner; untick one of the two."
            yield Problem("void-and-declared", message, "void")
        if entry.get("early"):
            yield Problem("void-and-shown", "Nobody showed in a void deal; clear that.", "early")
        for key in self._playing(entry, past):
            for asked in self._reported(entry, key):
                message = (
                    "Nobody counts anything in a void deal; clear what is entered for "
                    f"{entry.table.name(key)}, or untick that it is void."
                )
                yield Problem("void-with-count", message, self._input(entry, asked, key))

    def _who_declared(self, entry: Entry) -> Iterator[Problem]:
        nobody = "Nobody declared; mark who did, or tick that the deal is void."
        yield from checks.exactly_one(
            entry,
            self.declared,
            nobody=("nobody-declared", nobody),
            several=("several-declared", "have won; mark the winner of the deal alone."),
        )
        for key in entry.get("declared", ()):
            name, left = entry.table.name(key), entry.of("left").get(key)
            if key in entry.of("instead"):
                message = f"{name} won the deal and pays nothing; clear that answer."
                yield Problem("winner-pays", message, self.instead.input(key))
            if left and (left.cards or left.points):
                message = (
                    f"{name} won the deal and counts nothing; clear that hand, "
                    "or mark somebody else as the winner."
                )
                yield Problem("winner-counts", message, self._input(entry, self.left, key))

    def _loser(self, entry: Entry, key: str) -> Iterator[Problem]:
        name, instead = entry.table.name(key), entry.of("instead").get(key)
        counted = key in entry.of("left")
        if counted and instead:
            words = self._prices[instead][0]
            message = f"{name} has both a {words} and a count; clear one of the two."
            yield Problem("drop-and-count", message, self.instead.input(key))
        elif not counted and not instead:
            message = (
                f"{name} has nothing entered; write the cards that count or their total, "
                "or choose what is paid instead."
            )
            yield Problem("missing", message, self.left.inputs(key)["points"])

    def _wild_unsaid(self, entry: Entry) -> bool:
        """Whether cards were reported that nobody can count without knowing what was wild."""
        cards = any(left.cards for left in entry.of("left").values())
        return cards and not entry.get("wild")

    def _wild_said(self, entry: Entry) -> Iterator[Problem]:
        if self._wild_unsaid(entry):
            message = (
                "Say which rank was wild, because it costs nothing in hand; "
                "or write totals instead of cards."
            )
            yield Problem("wild-missing", message, "wild")
        elif self.figures.joker_stake > 1 and not entry.get("wild"):
            message = "Say what was turned up as wild, because a printed joker raises the stake."
            yield Problem("wild-missing", message, "wild")

    def _early(self, entry: Entry) -> Iterator[Problem]:
        if entry.get("early"):
            return
        for key in entry.of("acted"):
            message = (
                "Who had played matters only when somebody shows at once; say how, "
                f"or untick {entry.table.name(key)}."
            )
            yield Problem("nobody-showed-early", message, self.acted.input(key))

    def _paplus(self, entry: Entry) -> Iterator[Problem]:
        paplus, packs = entry.of("paplu"), self.deck.packs
        why = f" paplus; the bonus is for one or {MOST_PAPLUS}. Check that number."
        too_many = ("too-many-paplus", "cannot have", why)
        for key, count in paplus.items():
            name, at = entry.table.name(key), self.paplu.input(key)
            yield from checks.no_more_than(name, count, MOST_PAPLUS, too_many, at)
        if sum(paplus.values()) > packs and max(paplus.values()) <= MOST_PAPLUS:
            message = (
                f"{sum(paplus.values())} paplus are too many; each pack has one, and there are "
                f"{count_words(packs, 'pack', 'packs')}. Check these numbers."
            )
            yield Problem("too-many-paplus", message, self.paplu.input(list(paplus)[-1]))

    # What counts

    @property
    def mark_words(self) -> str:
        return "won the deal"

    def _hands(self, entry: Entry) -> Hands:
        """The hands, with the wild cards of the deal at nothing."""
        values, wild = self.card_values.by_rank, entry.get("wild")
        if wild == PRINTED_JOKER and self.figures.joker_makes_aces_wild:
            values = values | {Rank.ACE: 0}
        elif wild:
            values = values | {wild: 0}
        table = PenaltyTable(values, tuple(values))
        return Hands(self.left, table, self.deck, self.hand_size, self.ruleset.name)

    @cached_property
    def _prices(self) -> Mapping[str, tuple[str, int]]:
        """What is paid instead of a count: its words and its price."""
        figures = self.figures
        prices = {
            FIRST_DROP: ("first drop", figures.first_drop),
            LATER_DROP: ("later drop", figures.later_drop),
            FULL: ("full count", figures.full),
            WRONG_SHOW: ("wrong show", figures.wrong_show),
        }
        return {key: priced for key, priced in prices.items() if priced[1]}

    def _charge(self, entry: Entry, key: str) -> tuple[int, str]:
        """What a loser pays or is charged, and why."""
        instead = entry.of("instead").get(key)
        if instead:
            because, points = self._prices[instead]
            if instead != FULL:
                return points, because
        else:
            points, because = self._counted(entry, key)
        has_played = key in entry.of("acted")
        if entry.get("early") == FIRST_DRAW and not has_played:
            points = -(-points // 2)
            because += f", halved to {points}"
        elif entry.get("early") == DEALT and has_played:
            points *= 2
            because += f", doubled to {points}"
        return points, because

    def _counted(self, entry: Entry, key: str) -> tuple[int, str]:
        """What a hand counts, rounded first and then no more than a full count."""
        figures, hands, left = self.figures, self._hands(entry), entry.of("left")[key]
        points, because = hands.count(left), hands.words(left)
        if left.cards is None:
            because += " counted"
        rounded = _nearest_multiple(points, figures.round_to)
        if rounded != points:
            points, because = rounded, f"{because}, rounded to {rounded}"
        if figures.full and points > figures.full:
            points, because = figures.full, f"{because}, at most {figures.full}"
        return points, because

    def _stake(self, entry: Entry) -> int:
        return self.figures.joker_stake if entry.get("wild") == PRINTED_JOKER else 1

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        table, playing, back = entry.table, self._playing(entry, past), entry.of("back")
        for key in table.keys:
            if key not in playing:
                has_entry = any(self._reported(entry, key))
                unheard = ", what is entered does not count" if has_entry else ""
                yield Line(key, 0, f"out of the game{unheard}")
            elif key in back:
                yield Line(key, back[key] - past.total(key), f"back in with {back[key]}")
        if entry.get("void"):
            yield from no_points(playing, "void deal")
            return
        stake = self._stake(entry)
        stakes = f", × {stake} for the joker" if stake > 1 else ""
        winner = entry.get("declared")[0]
        charges = {key: self._charge(entry, key) for key in playing if key != winner}
        pot = stake * sum(points for points, _ in charges.values())
        collects = f", collects {pot}" if self.figures.pays else ""
        gets = pot if self.figures.pays else 0
        yield Line(winner, gets, f"won the deal{collects}", mark=Mark.OUT)
        sign = -1 if self.figures.pays else 1
        for key, (points, because) in charges.items():
            yield Line(key, sign * points * stake, f"{because}{stakes}")
        yield from self._paplu_lines(entry, playing, sign * stake)

    def _paplu_lines(self, entry: Entry, playing: tuple[str, ...], sign: int) -> Iterator[Line]:
        for holder, paplus in entry.of("paplu").items():
            if not paplus or holder not in playing:
                continue
            words = count_words(paplus, "paplu", "paplus")
            price = sign * (self.figures.paplu if paplus == 1 else self.figures.paplu_two)
            for key in playing:
                if key == holder:
                    yield Line(key, -price * (len(playing) - 1), f"{words}, from each opponent")
                else:
                    yield Line(key, price, f"to {entry.table.name(holder)} for {words}")

    # What is told

    @property
    def noted(self) -> tuple[Noted, ...]:
        return (Noted("wild", "Wild", "deal", PRINTED_WORDS),)

    def status(self, table: Table, past: Past) -> Mapping[str, str]:
        return dict.fromkeys(self._out(table, past), "out")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        drops = f"{figures.first_drop} before the first draw, {figures.later_drop} later"
        stake = f"the deal counts {figures.joker_stake} times"
        paplu = f"{figures.paplu} from each opponent, {figures.paplu_two} for two"
        rejoin = f"while nobody left has more than {figures.rejoin}"
        halves, doubles = "who has not played yet counts half", "who has played counts double"
        rows = (
            ("pays", "Who scores", "the losers of a deal pay the winner", figures.pays),
            ("drop", "Dropping", drops, True),
            ("full", "The most that a hand counts", str(figures.full), figures.full),
            ("wrong-show", "A wrong declaration", str(figures.wrong_show), figures.wrong_show),
            ("round-to", "Rounding", f"to the nearest {figures.round_to}", figures.round_to),
            ("first-draw", "Declared after one draw", halves, figures.first_draw_halves),
            ("dealt", "A hand shown as dealt", doubles, figures.dealt_doubles),
            ("aces", "A joker turned up", "aces are wild", figures.joker_makes_aces_wild),
            ("stake", "A joker as wild card", stake, figures.joker_stake > 1),
            ("paplu", "The paplu", paplu, figures.paplu),
            ("rejoin", "Coming back", rejoin, figures.rejoin),
        )
        for key, label, text, has_it in rows:
            if has_it:
                yield key, label, text


def _nearest_multiple(points: int, step: int) -> int:
    """The multiple of ``step`` next to ``points``, the larger of two; without a step the points."""
    return (2 * points + step) // (2 * step) * step if step else points
