"""Cribbage: points for the play, the hands and the crib, in that order, up to the target.

Scoring as described by John McLeod (Six Card Cribbage, pagat.com) and han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSeat, Scope
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import join_names, signed
from rules.engine.inputs import Count, Flag, Points
from rules.engine.reasons import Reason, because
from rules.engine.schemes.base import Scheme, SchemePaper, SchemeScoring, SchemeWords, Worth
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.translation import gettext as _
from rules.translation import pgettext

MOST = 29
PEGGING = "pegging"
MOST_PER_CARD = 14  # four of a kind, and 15 or 31
MOST_PER_HAND = 4 * MOST_PER_CARD
USUAL_PER_HAND = 29  # the most that one of two players can peg with four cards
NO_HAND = (19, 25, 26, 27)  # no hand scores these, whatever the starter
ALL_FIVES = 28  # a hand with at least this many points has all four fives, perhaps with the starter


class CribbageFigures(Frozen):
    """The dealer’s points for a jack as the starter, and the house rules.

    A loser with fewer than ``skunk`` points is skunked, and one with fewer than ``double_skunk`` is
    double-skunked. A value is 0 if a game doesn’t have it. ``muggins``: points that a player misses
    in a hand or crib go to the other side.
    """

    heels: Worth
    skunk: Worth = 0
    double_skunk: Worth = 0
    muggins: bool = False


@dataclass(frozen=True, slots=True)
class _Count:
    """The points that one side counts at one moment of a deal.

    ``points`` is None if nothing was entered; ``missing`` is the message in that case.
    """

    side: str
    points: int | None
    reason: Reason
    input: str
    missing: str = ""


@dataclass(frozen=True, slots=True)
class _Pegged:
    """A count with the points that it adds: no more than the side needs to reach the target.

    ``points`` is None if the game was already over. ``is_there`` is true if the side reaches the
    target.
    """

    count: _Count
    points: int | None
    is_there: bool = False

    @property
    def in_play(self) -> bool:
        return self.count.input.startswith(PEGGING)


class CribbageScoring(SchemeScoring[CribbageFigures]):
    """The points of a deal in the order in which they are counted.

    The first side to reach the target wins at once: anything counted after that scores 0 and need
    not be entered.
    """

    limits_points = True

    def check(self) -> None:
        figures = self.figures
        if not self.game.target:
            raise ValueError("the game is played to a number of points, so it needs a target")
        if not figures.double_skunk <= figures.skunk <= self.game.target:
            raise ValueError("skunk: it must be between double_skunk and the target")
        if figures.muggins and self.game.players != 2 * self.ruleset.players.team:
            raise ValueError(
                "muggins: this needs two sides, because one gets what the other missed"
            )

    @property
    def _per_hand(self) -> Scope:
        """The scope of a hand: each player counts one, even if partners share a side."""
        return "seat" if self.game.has_partners else "side"

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        heels = _("The starter is a jack ({points})").format(points=signed(self.figures.heels))
        hand, per = Count(MOST), self._per_hand
        all_fields = (
            EntryField("heels", heels, Flag()),
            EntryField(PEGGING, _("Pegged in the play"), Points(), "side"),
            EntryField("hand", pgettext("in cribbage", "Hand"), hand, per),
            EntryField("crib", _("Dealer’s crib"), hand),
            EntryField("missed", _("Muggins: missed in the hand"), hand, per, optional=True),
            EntryField("missed-crib", _("Muggins: missed in the crib"), hand, optional=True),
        )
        return all_fields if self.figures.muggins else all_fields[:4]

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        message = _("Muggins isn’t played here, so missed points go to nobody. Clear them.")
        return {"missed": message, "missed-crib": message}

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        pegged = list(self._pegged(entry, past))
        yield from self._play_problems(entry, [peg for peg in pegged if peg.in_play])
        yield from self._hand_problems(entry)
        for peg in pegged:
            if peg.points is not None and peg.count.points is None:
                yield Problem("missing", peg.count.missing, peg.count.input)

    def _play_problems(self, entry: Entry, play: Sequence[_Pegged]) -> Iterator[Problem]:
        for peg in play:
            if (peg.count.points or 0) < 0:
                message = _(
                    "{name} can’t have pegged less than 0. Enter the points, or 0 for none."
                )
                text = message.format(name=entry.table.name(peg.count.side))
                yield Problem("negative", text, peg.count.input)
            yield from self._too_much_pegged(entry, peg.count)
        if all(peg.count.points == peg.points == 0 for peg in play):
            message = _(
                "Playing the last card always scores, so someone must have pegged. "
                "Check the points for the play."
            )
            yield Problem("nobody-pegged", message, play[-1].count.input)
        there = [peg.count for peg in play if peg.is_there]
        if len(there) > 1:
            message = _(
                "{names} would have reached {target}, but the game ends when the first player "
                "gets there. Enter what each had pegged by then."
            ).format(
                names=join_names(entry.table.name(count.side) for count in there),
                target=self.game.target,
            )
            yield Problem("two-there", message, there[-1].input)

    def _too_much_pegged(self, entry: Entry, count: _Count) -> Iterator[Problem]:
        """Check that a side’s cards allow the points it pegged, and warn about unusually many."""
        points, hands = count.points or 0, len(entry.table.partners(count.side))
        name, most = entry.table.name(count.side), hands * MOST_PER_HAND
        if points > most:
            message = _(
                "{name} can’t have pegged {points}: no card scores more than {card}, so {name}’s "
                "cards score at most {most} in all. Enter only the points for the play."
            ).format(name=name, points=points, card=MOST_PER_CARD, most=most)
            yield Problem("pegged-too-much", message, count.input)
        elif points > hands * USUAL_PER_HAND:
            message = _(
                "{name} would have pegged {points}, and more than {usual} is hardly possible. "
                "Is that right?"
            ).format(name=name, points=points, usual=hands * USUAL_PER_HAND)
            yield Problem("pegged-much", message, count.input, warning=True)

    def _hand_problems(self, entry: Entry) -> Iterator[Problem]:
        hands, missed = entry.of("hand"), entry.of("missed")
        hand, crib = _("{name}’s hand"), _("{name}’s crib")
        counts = [
            (hands.get(seat.key), missed.get(seat.key, 0), hand.format(name=seat.name), seat.key)
            for seat in self._order(entry)
        ]
        whose = crib.format(name=entry.table.seat(entry.table.dealer).name)
        counts.append((entry.get("crib"), entry.get("missed-crib", 0), whose, ""))
        best = []
        for counted, passed_over, whose, key in counts:
            at = f"hand-{key}" if key else "crib"
            yield from _cannot_be(counted, passed_over, whose, at)
            if counted is not None and ALL_FIVES <= counted + passed_over <= MOST:
                best.append((whose, at))
        if len(best) > 1:
            sentence = (
                _(
                    "{hands} can’t both count {points} or more, because each needs the four fives. "
                    "Count them again."
                )
                if len(best) == 2
                else _(
                    "{hands} can’t all count {points} or more, because each needs the four fives. "
                    "Count them again."
                )
            )
            names = join_names(whose for whose, _at in best)
            message = sentence.format(hands=names, points=ALL_FIVES)
            yield Problem("fives-twice", message, best[-1][1])

    def _order(self, entry: Entry) -> Sequence[DealSeat]:
        """Return the seats in the order of counting: from the dealer’s left, the dealer last."""
        return [entry.table.beside_dealer(steps) for steps in range(1, self.game.players + 1)]

    def _moments(self, entry: Entry) -> Iterator[tuple[_Count, ...]]:
        """Yield the counts of each moment of a deal; all moments but the play have at most one."""
        table, pegging = entry.table, entry.of(PEGGING)
        dealer = table.seat(table.dealer)
        if entry.get("heels"):
            heels = self.figures.heels
            yield (_Count(dealer.side, heels, because("heels", points=heels), "heels"),)
        missing = _(
            "Nothing has been entered for {name} in the play. Enter the points, or 0 for none."
        )
        yield tuple(
            _Count(
                side.key,
                pegging.get(side.key),
                because("pegged", points=pegging.get(side.key)),
                f"{PEGGING}-{side.key}",
                missing.format(name=side.name),
            )
            for side in table.sides
        )
        missing = _("{name}’s hand is missing. Enter its points, or 0 for none.")
        for seat in self._order(entry):
            points, name = entry.of("hand").get(seat.key), seat.name
            reason = because("hand", points=points)
            if self._per_hand == "seat":
                reason = because("hand-of", name=name, points=points)
            text = missing.format(name=name)
            yield (_Count(seat.side, points, reason, f"hand-{seat.key}", text),)
            yield self._muggins(entry, seat, "hand", entry.of("missed").get(seat.key, 0))
        points = entry.get("crib")
        missing = _("{name}’s crib is missing. Enter its points, or 0 for none.")
        text = missing.format(name=dealer.name)
        yield (_Count(dealer.side, points, because("crib", points=points), "crib", text),)
        yield self._muggins(entry, dealer, "crib", entry.get("missed-crib", 0))

    def _muggins(self, entry: Entry, seat: DealSeat, what: str, missed: int) -> tuple[_Count, ...]:
        others = [key for key in entry.table.keys if key != seat.side] if missed else []
        reason = because(f"muggins-{what}", points=missed, name=seat.name)
        return tuple(_Count(other, missed, reason, "missed") for other in others)

    def _pegged(self, entry: Entry, past: Past) -> Iterator[_Pegged]:
        totals = {key: past.total(key) for key in entry.table.keys}
        for moment in self._moments(entry):
            is_over = max(totals.values()) >= self.game.target
            for count in moment:
                if is_over:
                    yield _Pegged(count, None)
                    continue
                points = min(count.points or 0, self.game.target - totals[count.side])
                totals[count.side] += points
                yield _Pegged(count, points, is_there=totals[count.side] == self.game.target)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        lines = [
            _line(pegged)
            for pegged in self._pegged(entry, past)
            if pegged.points is not None or pegged.count.points
        ]
        yield from lines
        has_ended = any(line.mark == Mark.WON for line in lines)
        for side in entry.table.keys:
            gained = [line.points for line in lines if line.side == side]
            lost = self._lost(past.total(side) + sum(gained)) if has_ended else None
            if lost or not gained:
                yield Line(side, 0, lost or because("nothing-counted"))

    def _lost(self, total: int) -> Reason | None:
        """Return the reason if a side with this ``total`` is skunked, otherwise None."""
        figures = self.figures
        if total < figures.double_skunk:
            return because("double-skunk", total=figures.double_skunk)
        return because("skunk", total=figures.skunk) if total < figures.skunk else None


class CribbagePaper(SchemePaper[CribbageScoring]):
    has_track = True


class CribbageWords(SchemeWords[CribbageScoring]):
    def ending_hint(self, past: Past) -> str:
        """Return a hint if a hand and a crib could win the game."""
        target, totals = self.game.target, past.totals or {}
        if max(totals.values(), default=0) < target - 2 * MOST:
            return ""
        return _("Once somebody has {target}, the rest can stay blank.").format(target=target)

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        heels = _("{points} for the dealer").format(points=figures.heels)
        yield "heels", _("The starter is a jack"), heels
        order = _("the play, the hands from the dealer’s left, the dealer’s hand, the crib")
        yield "order", _("Counting order"), order
        no_hand = _("{points}, or more than {most}").format(
            points=join_names(map(str, NO_HAND)), most=MOST
        )
        yield "no-hand", _("Impossible hand counts"), no_hand
        loser = _("a loser below {total}")
        if figures.skunk:
            yield "skunk", _("Skunk"), loser.format(total=figures.skunk)
        if figures.double_skunk:
            yield "double-skunk", _("Double skunk"), loser.format(total=figures.double_skunk)
        missed = _("for the other side") if figures.muggins else _("for nobody")
        yield "muggins", _("Points that a player misses"), missed


def _line(pegged: _Pegged) -> Line:
    count, points = pegged.count, pegged.points
    if points is None:
        return Line(count.side, 0, count.reason.plus("too-late"))
    if not pegged.is_there:
        return Line(count.side, points, count.reason)
    reason = count.reason
    if points != count.points:
        reason = reason.plus("only-needed", points=points)
    return Line(count.side, points, reason, mark=Mark.WON)


def _cannot_be(counted: int | None, missed: int, whose: str, at: str) -> Iterator[Problem]:
    """Yield a problem if a hand or crib can’t count ``counted`` and ``missed`` points."""
    if counted is None:
        return
    total = counted + missed
    fields = {"hand": whose, "points": counted, "missed": missed, "total": total, "most": MOST}
    if total > MOST:
        message = (
            _(
                "{hand} can’t count {points} with {missed} missed: {most} is the most. "
                "Count it again."
            )
            if missed
            else _("{hand} can’t count {points}: {most} is the most. Count it again.")
        )
        yield Problem("too-much", message.format(**fields), at)
    elif total in NO_HAND:
        message = (
            _(
                "{hand} can’t count {points} with {missed} missed: no hand scores {total}. "
                "Count it again."
            )
            if missed
            else _("{hand} can’t count {points}: no hand scores {total}. Count it again.")
        )
        yield Problem("no-such-hand", message.format(**fields), at)


SCHEME = Scheme(
    "cribbage",
    CribbageFigures,
    CribbageScoring,
    CribbagePaper,
    CribbageWords,
    uses_past=True,
    as_played=("heels", "pegging"),
)
