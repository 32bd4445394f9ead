"""The points of a hand of hearts."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.reasons import because
from rules.engine.schemes.hearts.checks import HeartsChecks
from rules.engine.schemes.hearts.fields import HeartsFields
from rules.engine.schemes.scored_deals import Line, Mark, Past


class HeartsScoring(HeartsFields):
    """Points for the hearts, spades and perhaps a diamond that each side took.

    Partners count what they took together, and shoot the moon together.
    """

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        return HeartsChecks(self).problems(deal, entry, past)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        shooter = self.shooter(entry)
        if shooter is None:
            lines = [line for side in entry.table.keys for line in self._lines(entry, side)]
        else:
            lines = self._moon_lines(entry, past, shooter)
        lines += self._bonus_lines(entry)
        yield from lines
        yield from self._drops(lines, past)

    def _lines(self, entry: Entry, side: str) -> Iterator[Line]:
        taken, figures = entry.of("hearts").get(side, 0), self.figures
        values, cards = [], []
        if taken:
            values.append(taken if figures.spots else taken * figures.heart)
        for field_id, (_name, sign, worth) in self.cards.items():
            if field_id != "diamond" and entry.get(field_id) == (side,):
                cards.append(sign)
                values.append(worth)
        reason = because("nothing-taken")
        if values:
            kind = "points" if figures.spots else "hearts"
            number = {kind: taken} if taken else {}
            reason = because("hearts-taken", cards=cards, values=values, **number)
        yield Line(side, sum(values), reason)
        lacking = [key for key in self.needed if entry.get(key) != (side,)]
        has_hearts = taken == self.in_hearts
        if figures.moon and has_hearts and lacking and "queen" not in lacking:
            signs = [self.cards[key][1] for key in lacking]
            yield Line(side, 0, because("no-moon", cards=signs))

    def _moon_lines(self, entry: Entry, past: Past, shooter: str) -> list[Line]:
        by = self.figures.moon_by
        way = entry.get("moon") if by == "choice" else by
        if way == "add-unless-it-loses":
            added = self._moon(entry, shooter, add=True)
            return (
                self._moon(entry, shooter, add=False)
                if self._loses(shooter, [*added, *self._bonus_lines(entry)], past)
                else added
            )
        return self._moon(entry, shooter, add=way == "add")

    def _moon(self, entry: Entry, shooter: str, *, add: bool) -> list[Line]:
        is_sun, worth = entry.get("sun"), self.moon_worth(entry)
        own = because("shot-sun" if is_sun else "shot-moon")
        of_others = because("sun-of" if is_sun else "moon-of", name=entry.table.name(shooter))
        return [
            Line(side, 0 if add else -worth, own, mark=Mark.ACHIEVED)
            if side == shooter
            else Line(side, worth if add else 0, of_others)
            for side in entry.table.keys
        ]

    def _loses(self, shooter: str, lines: list[Line], past: Past) -> bool:
        """Return whether these lines would end the game with another side below the shooter."""
        lines = [*lines, *self._drops(lines, past)]
        totals = {line.side: past.total(line.side, lines) for line in lines}
        is_over = max(totals.values()) >= self.game.target
        return is_over and totals[shooter] > min(totals.values())

    def _bonus_lines(self, entry: Entry) -> list[Line]:
        if not self.figures.bonus_card:
            return []
        (taker,), (_name, sign, worth) = entry.get("diamond"), self.cards["diamond"]
        return [Line(taker, worth, because("card", card=sign))]

    def _drops(self, lines: list[Line], past: Past) -> Iterator[Line]:
        """Yield the points that bring down a total of exactly ``drop_at``."""
        at, to = self.figures.drop_at, self.figures.drop_to
        for side in dict.fromkeys(line.side for line in lines if at):
            gained = sum(line.points for line in lines if line.side == side)
            if gained and past.total(side) + gained == at:
                yield Line(side, to - at, because("exact-total", at=at, to=to))
