"""Checks on the entry of a hand of euchre."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.euchre.fields import NOT_PLAYED_FIELDS, EuchreFields
from rules.engine.schemes.scored_deals import Past
from rules.translation import gettext as _


class EuchreChecks(SchemePart[EuchreFields]):
    """Problems with a hand of euchre."""

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if any(map(entry.get, NOT_PLAYED_FIELDS)):
            yield from self._not_played(deal, entry, past)
            return
        nobody = (
            _("The makers are missing. Mark who called trump.")
            if self.scoring.figures.stick
            else _("The makers are missing. Mark who called trump, or tick that everyone passed.")
        )
        yield from checks.exactly_one(
            entry,
            self.scoring.makers,
            nobody=("no-makers", nobody),
            several=(
                "several",
                _("{names} are marked, but only one side can call trump. Mark one."),
            ),
        )
        if len(makers := entry.get("makers", ())) == 1:
            yield from self._lone_players(entry, makers[0])
            yield from self._house_rules(entry, makers[0])
        yield from self._how_it_went(entry)

    def _not_played(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        shown = entry.get("mcevoy", ())
        if shown and entry.get("thrown-in"):
            message = _("A hand is either thrown in or dealt again. Clear one or the other.")
            yield Problem("thrown-in-and-again", message, "thrown-in")
        others = (
            asked.id for asked in self.scoring.fields(deal) if asked.id not in NOT_PLAYED_FIELDS
        )
        if any(entry.get(other) is not None for other in others):
            message = (
                _(
                    "The hand was dealt again, so nothing was played. Clear this, or clear the "
                    "other answers."
                )
                if shown
                else _(
                    "The hand was thrown in, so nothing was played. Untick this, or clear the "
                    "other answers."
                )
            )
            yield Problem("not-played", message, "mcevoy" if shown else "thrown-in")
        several = _(
            "{names} are marked, but only one player can have had only nines and tens. Mark one."
        )
        yield from checks.at_most_one(entry, self.scoring.mcevoy, "several", several)
        before = {key for earlier in past.entries() for key in earlier.get("mcevoy", ())}
        for key in shown:
            if key in before:
                message = _(
                    "{name} has shown such a hand before, and each player may do so only once in "
                    "a game. Clear this, and enter how the hand went."
                ).format(name=entry.table.seat(key).name)
                yield Problem("mcevoy-twice", message, "mcevoy")

    def _lone_players(self, entry: Entry, makers: str) -> Iterator[Problem]:
        table = entry.table
        several = _("{names} are marked, but only one player can go alone. Mark one.")
        yield from checks.at_most_one(entry, self.scoring.alone, "several", several)
        several = _("{names} are marked, but only one player can defend alone. Mark one.")
        yield from checks.at_most_one(entry, self.scoring.defended, "several", several)
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
                    "Clubs were turned up, so {side} had to call clubs. Mark {side} as the makers "
                    "and clubs as trumps, or untick “Clubs were turned up”."
                ).format(side=dealers)
                yield Problem("clubs-up", message, "clubs-up")
            elif alone:
                message = _(
                    "Clubs were turned up, so the dealer plays with a partner. Clear “Went alone”."
                )
                yield Problem("clubs-up-alone", message, "alone")
        if entry.get("assisted"):
            partner = next(seat for seat in table.partners(dealer.side) if seat != dealer)
            if makers != dealer.side or alone != (partner.key,):
                message = _(
                    "{name} assisted, so {name} goes alone for {side}. Mark {name} as going alone "
                    "and {side} as the makers, or untick “The dealer’s partner assisted”."
                ).format(name=partner.name, side=dealers)
                yield Problem("assisted", message, "assisted")
        eldest = table.beside_dealer(1)
        if entry.get("called") and alone != (eldest.key,):
            message = _(
                "Only {name}, to the dealer’s left, can call for the game, and then goes alone. "
                "Mark {name} as going alone, or untick “Called for the game”."
            ).format(name=eldest.name)
            yield Problem("called", message, "called")

    def _how_it_went(self, entry: Entry) -> Iterator[Problem]:
        reneged = entry.get("renege", ())
        if entry.get("tricks") is not None or not reneged:
            missing = _(
                "The makers’ tricks are missing. Enter a number from 0 to {most}, "
                "or mark who reneged."
            )
            deal = self.ruleset.words.deal.one
            yield from checks.makers_tricks(
                entry, "tricks", self.game.hand_size, missing=missing, deal=deal
            )
        several = _("{names} are marked, but only one side can be charged with a renege. Mark one.")
        yield from checks.at_most_one(entry, self.scoring.reneged, "several", several)
        if len(reneged) == 1 and "renege-points" not in entry.values:
            message = _(
                "{name} reneged. Choose whether the other side gains points or {name} loses them."
            ).format(name=entry.table.name(reneged[0]))
            yield Problem("renege-points", message, "renege-points")
        elif not reneged and "renege-points" in entry.values:
            message = _("Nobody is marked for the renege. Mark who reneged, or clear the penalty.")
            yield Problem("no-renege", message, "renege")
