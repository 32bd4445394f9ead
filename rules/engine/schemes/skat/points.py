"""The points of a hand of Skat."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.reasons import Reason, because
from rules.engine.schemes.scored_deals import Line, Mark, Past, no_points
from rules.engine.schemes.skat.checks import SkatChecks
from rules.engine.schemes.skat.fields import SkatFields
from rules.engine.schemes.skat.figures import (
    ANNOUNCED,
    CARD_POINTS,
    DOUBLINGS,
    MADE,
    NULL,
    OUVERT,
    RESULTS,
)


class SkatScoring(SkatFields):
    """The value of the declarer’s game: added if it is made, and usually deducted twice if not.

    If the bid is entered, a game that is worth less than the bid is lost.
    """

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        return SkatChecks(self).problems(deal, entry, past)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        if entry.get("passed"):
            yield from no_points(entry.table.keys, because("thrown-in"))
        elif entry.of("ramsch"):
            yield from self._ramsch(entry)
        else:
            yield from self._played(entry)

    def _played(self, entry: Entry) -> Iterator[Line]:
        figures, (declarer,) = self.figures, entry.get("declarer")
        value, reason = self._value(entry)
        is_overbid = self.is_overbid(entry)
        is_made = entry.get("result") in MADE and not is_overbid
        if is_overbid:
            bid = entry.get("bid")
            value = self._next_value(entry.get("game"), bid)
            reason = reason.plus("overbid", bid=bid, value=value)
        doubled = entry.get("doubled")
        if doubled:
            value *= DOUBLINGS[doubled]
            reason = reason.plus("doubled-by", by=doubled)
        if not is_made:
            reason = reason.plus("skat-lost", times=figures.lost)
        for key in entry.table.keys:
            if key == declarer:
                yield Line(
                    key,
                    value if is_made else -figures.lost * value,
                    reason,
                    mark=Mark.ACHIEVED if is_made else Mark.NONE,
                )
                extra = figures.won_extra if is_made else -figures.lost_extra
                if extra:
                    yield Line(key, extra, because("game-won" if is_made else "game-lost"))
            else:
                yield self._other(key, entry, is_made=is_made)

    def is_overbid(self, entry: Entry) -> bool:
        """Return whether the declarer’s game is worth less than the bid."""
        value, _reason = self._value(entry)
        return value < (entry.get("bid") or 0)

    def _other(self, key: str, entry: Entry, *, is_made: bool) -> Line:
        """Return the line of a player who wasn’t the declarer."""
        four = len(entry.table.seats) > 3
        points = self.figures.defending_four if four else self.figures.defending
        if is_made or not points:
            sits_out = key in self.game.sitting_out(entry.table)
            return Line(key, 0, because("sat-out" if sits_out else "defended"))
        return Line(key, points, because("game-beaten"))

    def _value(self, entry: Entry) -> tuple[int, Reason]:
        """Return the value of the game as it was played, and how it is calculated."""
        game, hand = entry.get("game"), bool(entry.get("hand"))
        announced, result = entry.get("announced"), entry.get("result")
        if game == NULL:
            figures = self.figures
            values = {
                (False, False): figures.null,
                (True, False): figures.null_hand,
                (False, True): figures.null_ouvert,
                (True, True): figures.null_ouvert_hand,
            }
            is_ouvert = announced == OUVERT
            return values[hand, is_ouvert], because("skat-null", hand=hand, ouvert=is_ouvert)
        level = ANNOUNCED.get(announced, 0)
        # An announced schneider or schwarz counts as reached, even if the declarer failed to reach
        # it.
        reached = max(RESULTS[result], min(level, 2))
        extras = int(hand) + reached + level
        factor = entry.get("matadors") + 1 + extras
        base = self.bases[game]
        reason = because(
            "skat-game",
            game=game,
            matadors=entry.get("matadors"),
            extras=extras,
            base=base,
            factor=factor,
        )
        return base * factor, reason

    def _next_value(self, game: str, bid: int) -> int:
        """Return the lowest value of the game that reaches the bid."""
        if game == NULL:
            return min((value for value in self.nulls if value >= bid), default=bid)
        base = self.bases[game]
        return base * -(-bid // base)

    def _ramsch(self, entry: Entry) -> Iterator[Line]:
        taken, out = entry.of("ramsch"), self.game.sitting_out(entry.table)
        most, factor = max(taken.values()), 2 if entry.get("virgin") else 1
        for key in entry.table.keys:
            points = taken.get(key, 0)
            reason = because("ramsch", points=points)
            if key in out:
                yield Line(key, 0, because("sat-out"))
            elif points == CARD_POINTS:
                march = reason.plus("march")
                yield Line(key, self.figures.march, march, mark=Mark.ACHIEVED)
            elif points == most:
                doubled = reason.plus("times", factor=factor) if factor > 1 else reason
                yield Line(key, -factor * points, doubled)
            else:
                yield Line(key, 0, reason)
