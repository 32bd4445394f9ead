"""The points of a hand of euchre."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, Problem
from rules.engine.reasons import Reason, because
from rules.engine.schemes.euchre.checks import EuchreChecks
from rules.engine.schemes.euchre.fields import NOT_PLAYED_FIELDS, EuchreFields
from rules.engine.schemes.scored_deals import Line, Mark, Past, no_points


class EuchreScoring(EuchreFields):
    """Points for a hand, which depend on who called trump, who went alone, and the makers’ tricks.

    If a player reneged, the tricks don’t count. A hand that was not played is entered without
    points, so that the deal passes to the next player.
    """

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        return EuchreChecks(self).problems(deal, entry, past)

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
        """Yield the points that a renege gains or costs; the tricks don’t count."""
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
        figures, alone, is_sweep = self.figures, entry.get("alone"), tricks == self.game.hand_size
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
        return Line(
            key, figures.defender_sweep, because("defended-alone", tricks=self.game.hand_size)
        )

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return which sides are one point short of the target: “at the bridge”."""
        bridge, reason = self.ruleset.end.target - 1, because("at-the-bridge")
        return {key: reason for key in table.keys if 0 < bridge == past.total(key)}
