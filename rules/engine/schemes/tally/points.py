"""The points of a deal of a tally game."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, Problem
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import Plain
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.engine.schemes.tally.checks import TallyChecks
from rules.engine.schemes.tally.counting import TallyCounting
from rules.engine.schemes.tally.fields import TallyFields
from rules.engine.schemes.tally.figures import Item, TallyFigures


class TallyScoring(TallyFields):
    """Points for a list of items: each amount that was entered, times its value."""

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        return TallyChecks(self).problems(deal, entry, past)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        lines = TallyCounting(self).counted(entry, past)
        scored = {line.side for line in lines}
        out, nothing = because("out-of-the-game"), because("nothing-scored")
        gone = self.game.eliminated(entry.table, past)
        lines.extend(
            Line(side, 0, out if side in gone else nothing)
            for side in entry.table.keys
            if side not in scored
        )
        yield from lines
        if any(self._is_reported(item, entry) for item in self.asked if item.ends):
            reason = because(f"{self.ruleset.end.wins}-total")
            for side in past.leaders(self.ruleset, entry.table, lines):
                yield Line(side, 0, reason, mark=Mark.WON)

    def _is_reported(self, item: Item, entry: Entry) -> bool:
        return any(self.amount(item, entry, side) is not None for side in entry.table.keys)

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        gone, opening = self.game.eliminated(table, past), self.figures.opening
        if gone or self.figures.lives:
            lives = {side: self.ruleset.end.out_at - 1 - past.total(side) for side in table.keys}
            return {
                side: because("out") if side in gone else because("lives", count=lives[side])
                for side in (table.keys if self.figures.lives else gone)
            }
        held = TallyCounting(self).held(past)
        if self.figures.contract and held:
            return self.figures.contract.status(table.keys, held)
        if opening is None:
            return {}
        number = len(past.deals) + 1
        return {
            side: because(
                "least-opening",
                opening=opening.words,
                least=opening.least(past.total(side), number),
            )
            for side in table.keys
        }


def won_by(figures: Plain) -> str:
    """Return the label of the tick that wins outright; empty if there is none."""
    items = TallyFigures.model_validate(figures).items
    return next((each.label for each in items if each.names_the_winner and each.ask == "flag"), "")
