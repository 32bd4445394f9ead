"""The points of a deal of Indian rummy."""

from collections.abc import Iterator, Mapping

from rules.engine.cards import notation
from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, Problem
from rules.engine.reasons import Reason, because
from rules.engine.schemes.indian.checks import IndianChecks
from rules.engine.schemes.indian.fields import IndianFields
from rules.engine.schemes.indian.figures import (
    DEALT,
    FIRST_DRAW,
    FIRST_DROP,
    FULL,
    LATER_DROP,
    PRINTED_JOKER,
    WRONG_SHOW,
)
from rules.engine.schemes.scored_deals import Line, Mark, Past, no_points

# The reason codes of the fixed penalties that replace a count.
PRICE_REASONS = {
    FIRST_DROP: "first-drop",
    LATER_DROP: "middle-drop",
    FULL: "full-count",
    WRONG_SHOW: "wrong-declaration",
}


class IndianScoring(IndianFields):
    """Points for the hands of the losers, charged to them or paid to the winner.

    In a pool, a side that has reached the limit is out, and enters nothing unless it rejoins.
    """

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        return IndianChecks(self).problems(deal, entry, past)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        table, playing, back = entry.table, self.playing(entry, past), entry.of("back")
        for key in table.keys:
            if key not in playing:
                out = because("out-of-the-game")
                has_entry = any(self.reported(entry, key))
                yield Line(key, 0, out.plus("entry-ignored") if has_entry else out)
            elif key in back:
                yield Line(key, back[key] - past.total(key), because("rejoined", total=back[key]))
        if entry.get("void"):
            yield from no_points(playing, because("void-deal"))
            return
        stake = self._stake(entry)
        winner = entry.get("declared")[0]
        charges = {key: self._charge(entry, key) for key in playing if key != winner}
        pot = stake * sum(points for points, _reason in charges.values())
        won = because("won-deal")
        if self.figures.pays:
            yield Line(winner, pot, won.plus("collects", points=pot), mark=Mark.ACHIEVED)
        else:
            yield Line(winner, 0, won, mark=Mark.ACHIEVED)
        sign = -1 if self.figures.pays else 1
        for key, (points, charged) in charges.items():
            reason = charged.plus("joker-stake", factor=stake) if stake > 1 else charged
            yield Line(key, sign * points * stake, reason)
        yield from self._paplu_lines(entry, playing, sign * stake)

    def _charge(self, entry: Entry, key: str) -> tuple[int, Reason]:
        """Return what a loser pays or is charged, and why."""
        instead = entry.of("instead").get(key)
        if instead:
            points, reason = self.prices[instead][1], because(PRICE_REASONS[instead])
            if instead != FULL:
                return points, reason
        else:
            points, reason = self._counted(entry, key)
        has_played = key in entry.of("acted")
        if entry.get("early") == FIRST_DRAW and not has_played:
            points = -(-points // 2)
            reason = reason.plus("halved", points=points)
        elif entry.get("early") == DEALT and has_played:
            points *= 2
            reason = reason.plus("doubled", points=points)
        return points, reason

    def _counted(self, entry: Entry, key: str) -> tuple[int, Reason]:
        """Return what a hand counts: rounded first, and then limited to a full count."""
        figures, hands, left = self.figures, self.hands(entry), entry.of("left")[key]
        points = hands.count(left)
        if left.cards is None:
            reason = because("counted", total=left.points_text)
        else:
            values = hands.table.values(left.cards)
            reason = because("cards", cards=notation(left.cards), values=values)
        rounded = _nearest_multiple(points, figures.round_to)
        if rounded != points:
            reason = reason.plus("rounded", points=rounded)
        points = self.counted(points)
        if points != rounded:
            reason = reason.plus("capped", points=points)
        return points, reason

    def counted(self, points: int) -> int:
        """Return what a hand with cards of this value counts: rounded, at most a full count."""
        rounded, full = _nearest_multiple(points, self.figures.round_to), self.figures.full
        return min(rounded, full) if full else rounded

    def _stake(self, entry: Entry) -> int:
        return self.figures.joker_stake if entry.get("wild") == PRINTED_JOKER else 1

    def _paplu_lines(self, entry: Entry, playing: tuple[str, ...], sign: int) -> Iterator[Line]:
        for holder, paplus in entry.of("paplu").items():
            if not paplus or holder not in playing:
                continue
            price = sign * (self.figures.paplu if paplus == 1 else self.figures.paplu_two)
            name = entry.table.name(holder)
            for key in playing:
                if key == holder:
                    reason = because("paplus", count=paplus)
                    yield Line(key, -price * (len(playing) - 1), reason)
                else:
                    yield Line(key, price, because("paplus-of", name=name, count=paplus))

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        return dict.fromkeys(self.game.eliminated(table, past), because("out"))


def _nearest_multiple(points: int, step: int) -> int:
    """Return the multiple of ``step`` nearest to ``points``, rounding up if two are equally near.

    If ``step`` is 0, return ``points``.
    """
    return (2 * points + step) // (2 * step) * step if step else points
