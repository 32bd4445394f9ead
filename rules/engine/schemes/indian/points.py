"""The points of a deal of Indian rummy."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.entries import Entry
from rules.engine.formatting import count_words
from rules.engine.schemes.base import Line, Mark, Past, no_points
from rules.engine.schemes.indian.fields import IndianFields
from rules.engine.schemes.indian.figures import DEALT, FIRST_DRAW, FULL, PRINTED_JOKER


class IndianPoints(IndianFields):
    """The losers’ counts, drops and paplus."""

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
        yield Line(winner, gets, f"won the deal{collects}", mark=Mark.ACHIEVED)
        sign = -1 if self.figures.pays else 1
        for key, (points, reason) in charges.items():
            yield Line(key, sign * points * stake, f"{reason}{stakes}")
        yield from self._paplu_lines(entry, playing, sign * stake)

    def _charge(self, entry: Entry, key: str) -> tuple[int, str]:
        """What a loser pays or is charged, and why."""
        instead = entry.of("instead").get(key)
        if instead:
            reason, points = self._prices[instead]
            if instead != FULL:
                return points, reason
        else:
            points, reason = self._counted(entry, key)
        has_played = key in entry.of("acted")
        if entry.get("early") == FIRST_DRAW and not has_played:
            points = -(-points // 2)
            reason += f", halved to {points}"
        elif entry.get("early") == DEALT and has_played:
            points *= 2
            reason += f", doubled to {points}"
        return points, reason

    def _counted(self, entry: Entry, key: str) -> tuple[int, str]:
        """What a hand counts, rounded first and then no more than a full count."""
        figures, hands, left = self.figures, self._hands(entry), entry.of("left")[key]
        points, reason = hands.count(left), hands.words(left)
        if left.cards is None:
            reason += " counted"
        rounded = _nearest_multiple(points, figures.round_to)
        if rounded != points:
            points, reason = rounded, f"{reason}, rounded to {rounded}"
        if figures.full and points > figures.full:
            points, reason = figures.full, f"{reason}, at most {figures.full}"
        return points, reason

    def _stake(self, entry: Entry) -> int:
        return self.figures.joker_stake if entry.get("wild") == PRINTED_JOKER else 1

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


def _nearest_multiple(points: int, step: int) -> int:
    """The multiple of ``step`` next to ``points``, the larger of two; without a step the points."""
    return (2 * points + step) // (2 * step) * step if step else points
