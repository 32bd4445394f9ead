"""Euchre: the makers of trumps against the others, for the tricks of one hand.

Scoring of the common American game (Euchre, Wikipedia) with its house rules (Euchre variations,
Wikipedia); without partners the maker plays against everybody else.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import (
    Choice,
    Count,
    DealSeating,
    Entry,
    EntryField,
    Flag,
    OneSeat,
    OneSide,
    Problem,
)
from rules.engine.formatting import count_words
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme, SheetColumn, no_points, selected

THROWN_IN = EntryField("thrown-in", "All passed: thrown in", Flag())
MCEVOY = EntryField(
    "mcevoy", "Declared only nines and tens", OneSeat(), optional=True, rarely_used=True
)
CLUBS_UP = EntryField("clubs-up", "Clubs were turned up", Flag(), rarely_used=True)
MAKERS = EntryField("makers", "Who made trumps", OneSide())
ASSISTED = EntryField("assisted", "The dealer’s partner assisted", Flag(), rarely_used=True)
ALONE = EntryField("alone", "Played alone", OneSeat(), optional=True)
DEFENDED = EntryField(
    "alone-defender", "Defended alone", OneSeat(), optional=True, rarely_used=True
)
CALLED = EntryField("called", "Called for the game", Flag(), rarely_used=True)
RENEGE = EntryField("renege", "Who reneged", OneSide(), optional=True, rarely_used=True)
FINDERS = EntryField(
    "renege-points",
    "What the finders chose",
    Choice((("add", "Points for them"), ("take", "Off the offenders"))),
    optional=True,
    rarely_used=True,
)
SUITS = (("clubs", "Clubs"), ("diamonds", "Diamonds"), ("hearts", "Hearts"), ("spades", "Spades"))
NO_TRUMP = ("no-trump", "No trump")
NOT_PLAYED_FIELDS = (THROWN_IN.id, MCEVOY.id)

Points = Annotated[int, Field(ge=0, le=1000)]


class EuchreFigures(Frozen):
    """What a hand gives, and the house rules that bear on it.

    ``needed`` tricks are what the makers must take. ``make`` and ``sweep`` are for the makers, with
    all tricks and without; ``alone`` and ``alone_sweep`` for a lone maker; ``euchre`` for each side
    of defenders; ``defender`` for a lone defender who euchres the makers, ``defender_sweep`` with
    every trick; ``renege`` for a renege, ``renege_alone`` with a lone player in the hand;
    ``called_game`` for a lone sweep called before the cards were seen.

    ``stick``: the dealer must make trumps in the end. ``no_trump``: it may be named. ``no_hearts``:
    hearts are never trumps. ``mcevoy``: a hand of nines and tens may be declared. ``dirty_clubs``:
    the dealer has to accept clubs. ``assist_alone``: the partner who assists plays alone.
    """

    needed: Annotated[int, Field(ge=1, le=13)]
    make: Points
    sweep: Points
    euchre: Points
    renege: Points
    alone: Points = 0
    alone_sweep: Points = 0
    defender: Points = 0
    defender_sweep: Points = 0
    renege_alone: Points = 0
    called_game: Points = 0
    stick: bool = False
    no_trump: bool = False
    no_hearts: bool = False
    mcevoy: bool = False
    dirty_clubs: bool = False
    assist_alone: bool = False


class EuchreScheme(Scheme[EuchreFigures]):
    """Points of a hand by who made trumps, who played alone and the makers’ tricks.

    A renege takes the place of the tricks. A hand that was not played stands with no points, so
    that the deal passes on.
    """

    name = "euchre"
    Figures = EuchreFigures
    achieved = "made it"
    uses_past = True
    usual_opening = Opening(first="next", does="speaks first")

    def check(self) -> None:
        figures = self.figures
        if not figures.needed <= self.hand_size:
            raise ValueError(f"needed: a hand has {self.hand_size} tricks")
        if not self.has_partners and (
            figures.dirty_clubs or figures.assist_alone or figures.called_game
        ):
            raise ValueError("this house rule is for partners")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        suits = [suit for suit in SUITS if not (figures.no_hearts and suit[0] == "hearts")]
        if figures.no_trump:
            suits.append(NO_TRUMP)
        trumps = EntryField(
            "trumps", "Trumps", Choice(tuple(suits)), optional=True, rarely_used=True
        )
        return selected(
            (THROWN_IN, not figures.stick),
            (CLUBS_UP, figures.dirty_clubs),
            (MAKERS, True),
            (trumps, True),
            (ASSISTED, figures.assist_alone),
            (ALONE, self.has_partners),
            (DEFENDED, self.has_partners),
            (CALLED, bool(figures.called_game)),
            (EntryField("tricks", "Tricks of the makers", Count(self.hand_size)), True),
            (RENEGE, True),
            (FINDERS, True),
            (MCEVOY, figures.mcevoy),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        everybody = f"Everybody plays alone in {self.ruleset.name}; clear that."
        return {
            THROWN_IN.id: (
                "The dealer has to make trumps at this table, so no hand is thrown in; "
                "say who made them."
            ),
            MCEVOY.id: "A hand of nines and tens cannot be declared at this table; clear that.",
            CLUBS_UP.id: "Clubs turned up bind nobody at this table; untick that.",
            ASSISTED.id: "Assisting binds nobody at this table; untick that.",
            ALONE.id: everybody,
            DEFENDED.id: everybody,
            CALLED.id: "Nobody calls for the game at this table; untick that.",
        }

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if any(map(entry.get, NOT_PLAYED_FIELDS)):
            yield from self._not_played(deal, entry, past)
            return
        otherwise = "" if self.figures.stick else ", or tick that all passed"
        yield from checks.exactly_one(
            entry,
            MAKERS,
            nobody=("no-makers", f"Nobody made trumps; mark who did{otherwise}."),
            several=("several", "have made trumps; mark one."),
        )
        if len(makers := entry.get("makers", ())) == 1:
            yield from self._lone_players(entry, makers[0])
            yield from self._house_rules(entry, makers[0])
        yield from self._how_it_went(entry)

    def _not_played(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        declared = entry.get("mcevoy", ())
        if declared and entry.get("thrown-in"):
            message = "A hand is thrown in or dealt again, not both; clear one of the two."
            yield Problem("thrown-in-and-again", message, "thrown-in")
        at, why = ("mcevoy", "dealt again") if declared else ("thrown-in", "thrown in")
        others = (asked.id for asked in self.fields(deal) if asked.id not in NOT_PLAYED_FIELDS)
        if any(entry.get(other) is not None for other in others):
            message = (
                f"The hand was {why}, so nothing was played; take that back, "
                "or clear the other answers."
            )
            yield Problem("not-played", message, at)
        yield from checks.at_most_one(entry, MCEVOY, "several", "have held them all; mark one.")
        before = {key for earlier in past.entries() for key in earlier.get("mcevoy", ())}
        for key in declared:
            if key in before:
                message = (
                    f"{entry.table.seat(key).name} has declared such a hand before; each player "
                    "may do so once in a game. Clear that, and say how the hand went."
                )
                yield Problem("mcevoy-twice", message, "mcevoy")

    def _lone_players(self, entry: Entry, makers: str) -> Iterator[Problem]:
        table = entry.table
        yield from checks.at_most_one(entry, ALONE, "several", "play alone; mark one.")
        yield from checks.at_most_one(entry, DEFENDED, "several", "defend alone; mark one.")
        for key in entry.get("alone", ()):
            seat = table.seat(key)
            if seat.side != makers:
                message = (
                    f"{seat.name} did not make trumps; put {seat.name} down as defending alone, "
                    f"or mark {table.name(seat.side)} as the makers."
                )
                yield Problem("lone-defender", message, "alone")
        for key in entry.get("alone-defender", ()):
            seat = table.seat(key)
            if seat.side == makers:
                message = (
                    f"{seat.name} is one of the makers; put {seat.name} down as playing alone, "
                    "or mark the other side as the makers."
                )
                yield Problem("lone-maker", message, "alone-defender")

    def _house_rules(self, entry: Entry, makers: str) -> Iterator[Problem]:
        table, alone = entry.table, entry.get("alone", ())
        dealer = table.seat(table.dealer)
        dealers = table.name(dealer.side)
        if entry.get("clubs-up"):
            if makers != dealer.side or entry.get("trumps", "clubs") != "clubs":
                message = (
                    f"Clubs were turned up, so {dealers} made trumps with clubs; "
                    "say so, or untick that."
                )
                yield Problem("clubs-up", message, "clubs-up")
            elif alone:
                message = (
                    "Clubs were turned up, so the dealer plays with the partner; "
                    "clear who played alone."
                )
                yield Problem("clubs-up-alone", message, "alone")
        if entry.get("assisted"):
            partner = next(seat for seat in table.partners(dealer.side) if seat != dealer)
            if makers != dealer.side or alone != (partner.key,):
                message = (
                    f"{partner.name} assisted and so plays alone for {dealers}; "
                    "say so, or untick that."
                )
                yield Problem("assisted", message, "assisted")
        eldest = table.beside_dealer(1)
        if entry.get("called") and alone != (eldest.key,):
            message = (
                f"Only {eldest.name}, on the dealer’s left, can call for the game, and plays "
                f"alone; mark {eldest.name} as alone, or untick that."
            )
            yield Problem("called", message, "called")

    def _how_it_went(self, entry: Entry) -> Iterator[Problem]:
        tricks, reneged = entry.get("tricks"), entry.get("renege", ())
        if tricks is None and not reneged:
            message = (
                f"The makers’ tricks are missing; write a number from 0 to {self.hand_size}, "
                "or mark who reneged."
            )
            yield Problem("missing", message, "tricks")
        elif tricks is not None and tricks > self.hand_size:
            message = (
                f"Nobody takes {tricks} tricks, because a hand has {self.hand_size}; "
                f"write a number from 0 to {self.hand_size}."
            )
            yield Problem("too-many-tricks", message, "tricks")
        yield from checks.at_most_one(
            entry, RENEGE, "several", "be charged with a renege; mark one."
        )
        if len(reneged) == 1 and "renege-points" not in entry.values:
            message = (
                f"{entry.table.name(reneged[0])} reneged; say whether the finders take points "
                "or deduct them."
            )
            yield Problem("renege-points", message, "renege-points")
        elif not reneged and "renege-points" in entry.values:
            message = "Nobody reneged; mark who did, or clear what the finders chose."
            yield Problem("no-renege", message, "renege")

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        makers = SheetColumn("makers", "Makers", "deal", "")
        alone = (SheetColumn("alone", "Alone", "deal", ""),) if self.has_partners else ()
        return makers, *alone, SheetColumn("tricks", "Tricks", "deal", str(self.hand_size))

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        if any(map(entry.get, NOT_PLAYED_FIELDS)):
            declared = [entry.table.seat(key).name for key in entry.get("mcevoy", ())]
            again = f"dealt again: {declared[0]} had nines and tens" if declared else "thrown in"
            yield from no_points(entry.table.keys, again)
        elif entry.get("renege"):
            yield from self._reneged(entry)
        else:
            yield from self._played(entry)

    def _reneged(self, entry: Entry) -> Iterator[Line]:
        """The finders’ points, or the offenders’ loss; the tricks do not count besides."""
        figures, (makers,), (offender,) = self.figures, entry.get("makers"), entry.get("renege")
        lone = entry.get("alone") or entry.get("alone-defender")
        points = figures.renege_alone if lone else figures.renege
        finders = [key for key in entry.table.keys if (key == makers) != (offender == makers)]
        adds = entry.get("renege-points") == "add"
        for key in entry.table.keys:
            if key == offender:
                yield Line(key, 0 if adds else -points, "reneged")
            elif key in finders:
                yield Line(key, points if adds else 0, "found a renege")
            else:
                yield Line(key, 0, "a renege in the hand")

    def _played(self, entry: Entry) -> Iterator[Line]:
        (makers,), tricks = entry.get("makers"), entry.get("tricks")
        made = tricks >= self.figures.needed
        for key in entry.table.keys:
            if key != makers:
                yield self._defence(entry, key, made=made)
            elif made:
                yield self._made(entry, key, tricks)
            else:
                taken = count_words(tricks, "trick", "tricks")
                yield Line(key, 0, f"euchred with {taken}")

    def _made(self, entry: Entry, key: str, tricks: int) -> Line:
        figures, alone, all_of_them = self.figures, entry.get("alone"), tricks == self.hand_size
        taken = f"{'all ' if all_of_them else ''}{count_words(tricks, 'trick', 'tricks')}"
        if entry.get("called") and all_of_them:
            return Line(key, figures.called_game, f"called the game, {taken}", mark=Mark.WON)
        if alone:
            points = figures.alone_sweep if all_of_them else figures.alone
            return Line(key, points, f"alone, {taken}", mark=Mark.ACHIEVED)
        return Line(key, figures.sweep if all_of_them else figures.make, taken, mark=Mark.ACHIEVED)

    def _defence(self, entry: Entry, key: str, *, made: bool) -> Line:
        if made:
            return Line(key, 0, "the makers made it")
        if not entry.get("alone-defender"):
            return Line(key, self.figures.euchre, "euchred the makers")
        if entry.get("tricks"):
            return Line(key, self.figures.defender, "euchred the makers alone")
        taken = count_words(self.hand_size, "trick", "tricks")
        return Line(key, self.figures.defender_sweep, f"defended alone, all {taken}")

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        """Who is one point short: “at the bridge”."""
        bridge = self.ruleset.end.target - 1
        return {key: "at the bridge" for key in table.keys if 0 < bridge == past.total(key)}

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures, needed, most = self.figures, self.figures.needed, self.hand_size - 1
        some = f"{needed} {'or' if most - needed < 2 else 'to'} {most}"
        who = "the defenders" if self.has_partners else "each defender"
        partners, every = self.has_partners, f"all {self.hand_size}"
        rows = (
            ("make", f"Makers with {some} tricks", figures.make, True),
            ("sweep", f"Makers with {every}", figures.sweep, True),
            ("alone", f"Lone maker with {some} tricks", figures.alone, partners),
            ("alone-sweep", f"Lone maker with {every}", figures.alone_sweep, partners),
            ("euchre", f"Makers with fewer than {needed}, to {who}", figures.euchre, True),
            ("defender", "Lone defender who euchres them", figures.defender, partners),
            ("defender-sweep", f"Lone defender with {every}", figures.defender_sweep, partners),
            ("renege", "Renege, added or taken", figures.renege, True),
            ("renege-alone", "Renege with a lone player", figures.renege_alone, partners),
            ("called", "Lone sweep called for the game", figures.called_game, figures.called_game),
        )
        for key, label, points, is_so in rows:
            if is_so:
                yield key, label, count_words(points, "point", "points")
        yield from self._house_facts()

    def _house_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        suits = "any suit but hearts" if figures.no_hearts else "any suit"
        yield "trumps", "Trumps", f"{suits}, or none" if figures.no_trump else suits
        stuck = "the dealer makes trumps" if figures.stick else "the hand is thrown in"
        yield "passed", "If all pass twice", stuck
        if figures.mcevoy:
            yield "mcevoy", "Only nines and tens", "dealt again, once a game for each player"
        if figures.dirty_clubs:
            yield "dirty-clubs", "Clubs turned up", "the dealer’s side makes trumps with them"
        if figures.assist_alone:
            yield "assist-alone", "Assisting the dealer", "the partner plays alone"
