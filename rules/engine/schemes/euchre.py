"""Euchre: the makers, who called trump, against the others for the tricks of a hand.

Scoring of the common American game (Euchre, Wikipedia) with its house rules (Euchre variations,
Wikipedia); without partners the maker plays against everyone else.
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
    InputType,
    OneSeat,
    OneSide,
    Problem,
)
from rules.engine.formatting import number_word
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme, SheetColumn, no_points, selected
from rules.translation import gettext as _
from rules.translation import ngettext

NOT_PLAYED_FIELDS = ("thrown-in", "mcevoy")

Points = Annotated[int, Field(ge=0, le=1000)]


class EuchreFigures(Frozen):
    """The points of a hand, and the house rules that affect it.

    The makers need ``needed`` tricks. ``make`` and ``sweep`` are for makers without and with all
    the tricks; ``alone`` and ``alone_sweep`` for a lone maker; ``euchre`` for each side of
    defenders; ``defender`` for a lone defender who euchres the makers, ``defender_sweep`` with
    every trick; ``renege`` for a renege, ``renege_alone`` with a lone player in the hand;
    ``called_game`` for a lone sweep called before the cards were seen.

    ``stick``: the dealer must call trump in the end. ``no_trump``: it may be named. ``no_hearts``:
    hearts are never trumps. ``mcevoy``: a hand of only nines and tens may be shown and redealt.
    ``dirty_clubs``: the dealer has to accept clubs. ``assist_alone``: a partner who assists goes
    alone.
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
    """Points of a hand by who called trump, who went alone and the makers’ tricks.

    A renege replaces the tricks. A hand that was not played is entered without points, so that the
    deal passes on.
    """

    name = "euchre"
    Figures = EuchreFigures

    uses_past = True
    usual_opening = Opening(first="next", does="speaks first")

    @property
    def mark_words(self) -> str:
        return _("made it")

    def check(self) -> None:
        figures = self.figures
        if not figures.needed <= self.hand_size:
            raise ValueError(f"needed: a hand has {self.hand_size} tricks")
        if not self.has_partners and (
            figures.dirty_clubs or figures.assist_alone or figures.called_game
        ):
            raise ValueError("this house rule is for partners")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures, partners = self.figures, self.has_partners
        tricks = EntryField("tricks", _("Makers’ tricks"), Count(self.hand_size))
        return selected(
            (EntryField("thrown-in", _("All passed: thrown in"), Flag()), not figures.stick),
            (self._rare("clubs-up", _("Clubs were turned up"), Flag()), figures.dirty_clubs),
            (self.makers, True),
            (self._rare("trumps", _("Trumps"), self._suits, optional=True), True),
            (
                self._rare("assisted", _("The dealer’s partner assisted"), Flag()),
                figures.assist_alone,
            ),
            (self.alone, partners),
            (self.defended, partners),
            (self._rare("called", _("Called for the game"), Flag()), figures.called_game),
            (tricks, True),
            (self.reneged, True),
            (self._renege_choice, True),
            (self.mcevoy, figures.mcevoy),
        )

    @staticmethod
    def _rare(field_id: str, label: str, kind: InputType, *, optional: bool = False) -> EntryField:
        return EntryField(field_id, label, kind, optional=optional, rarely_used=True)

    @property
    def makers(self) -> EntryField:
        """Which side called trump."""
        return EntryField("makers", _("Who called trump?"), OneSide())

    @property
    def alone(self) -> EntryField:
        """The maker who went alone."""
        return EntryField("alone", _("Went alone"), OneSeat(), optional=True)

    @property
    def defended(self) -> EntryField:
        """The defender who went alone."""
        return self._rare("alone-defender", _("Defended alone"), OneSeat(), optional=True)

    @property
    def reneged(self) -> EntryField:
        """Which side reneged."""
        return self._rare("renege", _("Who reneged?"), OneSide(), optional=True)

    @property
    def mcevoy(self) -> EntryField:
        """The player who showed a hand of only nines and tens."""
        return self._rare("mcevoy", _("Showed only nines and tens"), OneSeat(), optional=True)

    @property
    def _renege_choice(self) -> EntryField:
        ways = (("add", _("Points for the other side")), ("take", _("Off the offenders’ total")))
        return self._rare("renege-points", _("Renege penalty"), Choice(ways), optional=True)

    @property
    def _suits(self) -> Choice:
        suits = [
            ("clubs", _("Clubs")),
            ("diamonds", _("Diamonds")),
            ("hearts", _("Hearts")),
            ("spades", _("Spades")),
        ]
        if self.figures.no_hearts:
            del suits[2]
        if self.figures.no_trump:
            suits.append(("no-trump", _("No trump")))
        return Choice(tuple(suits))

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        alone = _("Everyone plays alone in {game}. Clear that.").format(game=self.ruleset.name)
        return {
            "thrown-in": _(
                "The dealer has to call trump under these rules, so no hand is thrown in. "
                "Mark who called it."
            ),
            "mcevoy": _("A hand of nines and tens counts under these rules. Clear that."),
            "clubs-up": _("Turning up clubs means nothing under these rules. Untick that."),
            "assisted": _("Assisting means nothing under these rules. Untick that."),
            "alone": alone,
            "alone-defender": alone,
            "called": _("Nobody calls for the game under these rules. Untick that."),
        }

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if any(map(entry.get, NOT_PLAYED_FIELDS)):
            yield from self._not_played(deal, entry, past)
            return
        nobody = (
            _("Nobody called trump. Mark who did.")
            if self.figures.stick
            else _("Nobody called trump. Mark who did, or tick that all passed.")
        )
        yield from checks.exactly_one(
            entry,
            self.makers,
            nobody=("no-makers", nobody),
            several=("several", _("{names} can’t all have called trump. Mark one.")),
        )
        if len(makers := entry.get("makers", ())) == 1:
            yield from self._lone_players(entry, makers[0])
            yield from self._house_rules(entry, makers[0])
        yield from self._how_it_went(entry)

    def _not_played(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        shown = entry.get("mcevoy", ())
        if shown and entry.get("thrown-in"):
            message = _("A hand is either thrown in or dealt again. Clear one of the two.")
            yield Problem("thrown-in-and-again", message, "thrown-in")
        others = (asked.id for asked in self.fields(deal) if asked.id not in NOT_PLAYED_FIELDS)
        if any(entry.get(other) is not None for other in others):
            message = (
                _(
                    "The hand was dealt again, so nothing was played. Clear that, or clear the "
                    "other answers."
                )
                if shown
                else _(
                    "The hand was thrown in, so nothing was played. Untick that, or clear the "
                    "other answers."
                )
            )
            yield Problem("not-played", message, "mcevoy" if shown else "thrown-in")
        several = _("{names} can’t all have had only nines and tens. Mark one.")
        yield from checks.at_most_one(entry, self.mcevoy, "several", several)
        before = {key for earlier in past.entries() for key in earlier.get("mcevoy", ())}
        for key in shown:
            if key in before:
                message = _(
                    "{name} has shown such a hand before, and each player may do so once in a "
                    "game. Clear that, and enter how the hand went."
                ).format(name=entry.table.seat(key).name)
                yield Problem("mcevoy-twice", message, "mcevoy")

    def _lone_players(self, entry: Entry, makers: str) -> Iterator[Problem]:
        table = entry.table
        several = _("{names} can’t all go alone. Mark one.")
        yield from checks.at_most_one(entry, self.alone, "several", several)
        several = _("{names} can’t all defend alone. Mark one.")
        yield from checks.at_most_one(entry, self.defended, "several", several)
        for key in entry.get("alone", ()):
            seat = table.seat(key)
            if seat.side != makers:
                message = _(
                    "{name} didn’t call trump. Mark {name} as defending alone, or {side} as the "
                    "makers."
                ).format(name=seat.name, side=table.name(seat.side))
                yield Problem("lone-defender", message, "alone")
        for key in entry.get("alone-defender", ()):
            seat = table.seat(key)
            if seat.side == makers:
                message = _(
                    "{name} is one of the makers. Mark {name} as going alone, or the other side "
                    "as the makers."
                ).format(name=seat.name)
                yield Problem("lone-maker", message, "alone-defender")

    def _house_rules(self, entry: Entry, makers: str) -> Iterator[Problem]:
        table, alone = entry.table, entry.get("alone", ())
        dealer = table.seat(table.dealer)
        dealers = table.name(dealer.side)
        if entry.get("clubs-up"):
            if makers != dealer.side or entry.get("trumps", "clubs") != "clubs":
                message = _(
                    "Clubs were turned up, so {side} had to call clubs. Mark {side} as the makers, "
                    "or untick that."
                ).format(side=dealers)
                yield Problem("clubs-up", message, "clubs-up")
            elif alone:
                message = _(
                    "Clubs were turned up, so the dealer plays with a partner. "
                    "Clear who went alone."
                )
                yield Problem("clubs-up-alone", message, "alone")
        if entry.get("assisted"):
            partner = next(seat for seat in table.partners(dealer.side) if seat != dealer)
            if makers != dealer.side or alone != (partner.key,):
                message = _(
                    "{name} assisted, so {name} goes alone for {side}. Enter that, or untick it."
                ).format(name=partner.name, side=dealers)
                yield Problem("assisted", message, "assisted")
        eldest = table.beside_dealer(1)
        if entry.get("called") and alone != (eldest.key,):
            message = _(
                "Only {name}, to the dealer’s left, can call for the game, and goes alone. "
                "Mark {name} as alone, or untick that."
            ).format(name=eldest.name)
            yield Problem("called", message, "called")

    def _how_it_went(self, entry: Entry) -> Iterator[Problem]:
        tricks, reneged = entry.get("tricks"), entry.get("renege", ())
        if tricks is None and not reneged:
            message = _(
                "The makers’ tricks are missing. Enter a number from 0 to {most}, "
                "or mark who reneged."
            ).format(most=self.hand_size)
            yield Problem("missing", message, "tricks")
        elif tricks is not None and tricks > self.hand_size:
            message = _(
                "Nobody can take {tricks} tricks: a hand has {most}. Enter a number from 0 to "
                "{most}."
            ).format(tricks=tricks, most=self.hand_size)
            yield Problem("too-many-tricks", message, "tricks")
        several = _("{names} can’t all be charged with a renege. Mark one.")
        yield from checks.at_most_one(entry, self.reneged, "several", several)
        if len(reneged) == 1 and "renege-points" not in entry.values:
            message = _(
                "{name} reneged. Choose whether the other side gains points or {name} loses them."
            ).format(name=entry.table.name(reneged[0]))
            yield Problem("renege-points", message, "renege-points")
        elif not reneged and "renege-points" in entry.values:
            message = _("Nobody reneged. Mark who did, or clear the penalty.")
            yield Problem("no-renege", message, "renege")

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        makers = SheetColumn("makers", _("Makers"), "deal", "")
        alone = (SheetColumn("alone", _("Alone"), "deal", ""),) if self.has_partners else ()
        return makers, *alone, SheetColumn("tricks", _("Tricks"), "deal", str(self.hand_size))

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        if any(map(entry.get, NOT_PLAYED_FIELDS)):
            shown = [entry.table.seat(key).name for key in entry.get("mcevoy", ())]
            reason = because("redealt", name=shown[0]) if shown else because("thrown-in")
            yield from no_points(entry.table.keys, reason)
        elif entry.get("renege"):
            yield from self._reneged(entry)
        else:
            yield from self._played(entry)

    def _reneged(self, entry: Entry) -> Iterator[Line]:
        """Yield the points for or against a renege; the tricks don’t count."""
        figures, (makers,), (offender,) = self.figures, entry.get("makers"), entry.get("renege")
        lone = entry.get("alone") or entry.get("alone-defender")
        points = figures.renege_alone if lone else figures.renege
        finders = [key for key in entry.table.keys if (key == makers) != (offender == makers)]
        adds = entry.get("renege-points") == "add"
        for key in entry.table.keys:
            if key == offender:
                yield Line(key, 0 if adds else -points, because("reneged"))
            elif key in finders:
                yield Line(key, points if adds else 0, because("caught-renege"))
            else:
                yield Line(key, 0, because("renege"))

    def _played(self, entry: Entry) -> Iterator[Line]:
        (makers,), tricks = entry.get("makers"), entry.get("tricks")
        made = tricks >= self.figures.needed
        for key in entry.table.keys:
            if key != makers:
                yield self._defence(entry, key, made=made)
            elif made:
                yield self._made(entry, key, tricks)
            else:
                yield Line(key, 0, because("euchred", tricks=tricks))

    def _made(self, entry: Entry, key: str, tricks: int) -> Line:
        figures, alone, is_sweep = self.figures, entry.get("alone"), tricks == self.hand_size
        taken = {"tricks": tricks, "all": True if is_sweep else None}
        if entry.get("called") and is_sweep:
            return Line(key, figures.called_game, because("called-game", **taken), mark=Mark.WON)
        if alone:
            points = figures.alone_sweep if is_sweep else figures.alone
            return Line(key, points, because("alone", **taken), mark=Mark.ACHIEVED)
        points = figures.sweep if is_sweep else figures.make
        return Line(key, points, because("tricks", **taken), mark=Mark.ACHIEVED)

    def _defence(self, entry: Entry, key: str, *, made: bool) -> Line:
        figures = self.figures
        if made:
            return Line(key, 0, because("makers-made"))
        if not entry.get("alone-defender"):
            return Line(key, figures.euchre, because("euchred-makers"))
        if entry.get("tricks"):
            return Line(key, figures.defender, because("euchred-makers-alone"))
        return Line(key, figures.defender_sweep, because("defended-alone", tricks=self.hand_size))

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return who is one point short: “at the bridge”."""
        bridge, reason = self.ruleset.end.target - 1, because("at-the-bridge")
        return {key: reason for key in table.keys if 0 < bridge == past.total(key)}

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures, partners = self.figures, self.has_partners
        least, most = figures.needed, self.hand_size - 1
        # Translators: numbers of tricks, such as "3 or 4".
        some = _("{least} or {most}") if most - least < 2 else _("{least} to {most}")
        fields = {"some": some.format(least=least, most=most), "all": self.hand_size}
        euchre = (
            _("Makers with fewer than {needed}, to the defenders")
            if partners
            else _("Makers with fewer than {needed}, to each defender")
        )
        rows = (
            ("make", _("Makers with {some} tricks"), figures.make, True),
            ("sweep", _("Makers with all {all}"), figures.sweep, True),
            ("alone", _("Lone maker with {some} tricks"), figures.alone, partners),
            ("alone-sweep", _("Lone maker with all {all}"), figures.alone_sweep, partners),
            ("euchre", euchre, figures.euchre, True),
            ("defender", _("Lone defender who euchres them"), figures.defender, partners),
            ("defender-sweep", _("Lone defender with all {all}"), figures.defender_sweep, partners),
            ("renege", _("Renege, added or deducted"), figures.renege, True),
            ("renege-alone", _("Renege with a lone player"), figures.renege_alone, partners),
            (
                "called",
                _("Lone sweep called for the game"),
                figures.called_game,
                figures.called_game,
            ),
        )
        for key, label, points, is_so in rows:
            if is_so:
                text = ngettext("{count} point", "{count} points", points)
                count = number_word(points)
                yield key, label.format(needed=least, **fields), text.format(count=count)
        yield from self._house_facts()

    def _house_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        if figures.no_trump:
            suits = (
                _("any suit but hearts, or none") if figures.no_hearts else _("any suit, or none")
            )
        else:
            suits = _("any suit but hearts") if figures.no_hearts else _("any suit")
        yield "trumps", _("Trumps"), suits
        stuck = _("the dealer calls trump") if figures.stick else _("the hand is thrown in")
        yield "passed", _("If all pass twice"), stuck
        if figures.mcevoy:
            text = _("dealt again, once a game for each player")
            yield "mcevoy", _("Only nines and tens"), text
        if figures.dirty_clubs:
            yield "dirty-clubs", _("Clubs turned up"), _("the dealer’s side must call clubs")
        if figures.assist_alone:
            yield "assist-alone", _("Assisting the dealer"), _("the partner goes alone")
