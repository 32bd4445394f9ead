"""Pitch: players bid for the points of a hand, which are high, low, jack and game.

Scoring as described by han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, get_args

from pydantic import Field, field_validator

from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import capital, count_tricks, join_texts
from rules.engine.inputs import Choice, Flag, OneSide
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import (
    Scheme,
    SchemePaper,
    SchemeScoring,
    SchemeWords,
    SheetColumn,
    selected,
)
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.engine.terms import pitch_point
from rules.translation import gettext as _

# The points of a hand, in the order in which they are counted.
Name = Literal["high", "low", "jack", "off-jack", "high-joker", "low-joker", "game", "three"]
# Somebody scores these in every hand; the other points may go to nobody.
ALWAYS: tuple[Name, ...] = ("high", "low")
# If one side took every trick, nobody else can have these, nor low if it goes to the taker.
TAKEN: tuple[Name, ...] = ("high", "jack", "game")
SMUDGE = "smudge"


class PitchFigures(Frozen):
    """The points of a hand, and the possible bids.

    ``points`` has the value of each point by name, always in the order of ``Name``. Bids go from
    ``least`` to ``most``. ``smudge`` is the value of a bid to take all the points and every trick;
    it is 0 if that can’t be bid. If ``others_keep``, the other sides score the points they took.
    ``low`` is who gets the point for low, if the group has chosen.
    """

    points: dict[Name, Annotated[int, Field(ge=1, le=100)]]
    least: Annotated[int, Field(ge=1, le=100)]
    most: Annotated[int, Field(ge=1, le=100)]
    smudge: Annotated[int, Field(ge=0, le=100)] = 0
    others_keep: bool = True
    low: Literal["", "holder", "taker"] = ""

    @field_validator("points")
    @classmethod
    def in_order(cls, points: dict[Name, int]) -> dict[Name, int]:
        """Return the points in order, because a database may not preserve the order of keys."""
        return {name: points[name] for name in get_args(Name) if name in points}


class PitchScoring(SchemeScoring[PitchFigures]):
    """The pitcher’s points, or minus the bid if they are fewer, and the other sides’ points.

    Only a pitcher who made the bid can win.
    """

    def check(self) -> None:
        figures, all_points = self.figures, sum(self.figures.points.values())
        if missing := [name for name in ALWAYS if name not in figures.points]:
            raise ValueError(f"points: {missing[0]} is missing")
        if not figures.least <= figures.most <= all_points:
            raise ValueError(f"most: it must be from “least” to {all_points}, the points of a hand")

    @property
    def pitcher(self) -> EntryField:
        """The side that won the bidding."""
        return EntryField("pitcher", _("Pitcher, who won the bidding"), OneSide())

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        bids = [(str(bid), str(bid)) for bid in range(figures.least, figures.most + 1)]
        if figures.smudge:
            bids.append((SMUDGE, _("Smudge ({points})").format(points=figures.smudge)))
        every_trick = EntryField("every-trick", _("The pitcher took every trick"), Flag())
        return (
            self.pitcher,
            EntryField("bid", _("Bid"), Choice(tuple(bids))),
            *map(_point_field, figures.points),
            *selected((every_trick, figures.smudge)),
        )

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        message = _("Nobody bids smudge here, so taking every trick doesn’t count. Untick it.")
        return {"every-trick": message}

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        pitcher = entry.get("pitcher", ())
        yield from checks.exactly_one(
            entry,
            self.pitcher,
            nobody=("no-pitcher", _("The pitcher is missing. Mark who won the bidding.")),
            several=(
                "several",
                _("{names} are marked, but only one side can win the bidding. Mark one."),
            ),
        )
        if "bid" not in entry.values:
            message = _("The bid is missing. Choose what the pitcher bid.")
            yield Problem("no-bid", message, "bid")
        for name in self.figures.points:
            several = _(
                "{names} are marked, but only one side gets the point for {point}. Mark one."
            )
            several = several.format(names="{names}", point=pitch_point(name))
            yield from checks.at_most_one(entry, _point_field(name), "several", several)
            if name in ALWAYS and not entry.get(name):
                message = _(
                    "Nobody has the point for {point}, but someone always gets it. Mark who got it."
                )
                yield Problem("nobody", message.format(point=pitch_point(name)), name)
        if entry.get("every-trick"):
            yield from self._every_trick_problems(entry)
        elif entry.get("bid") == SMUDGE and len(pitcher) == 1:
            yield from self._forgotten_problems(entry, pitcher[0])

    def _forgotten_problems(self, entry: Entry, pitcher: str) -> Iterator[Problem]:
        if len(self._taken(entry, pitcher)) == len(self.figures.points):
            message = _(
                "{name} bid smudge and took all the points, but not every trick. Is that right?"
            ).format(name=entry.table.name(pitcher))
            yield Problem("not-every-trick", message, "every-trick", warning=True)

    def _taken(self, entry: Entry, side: str) -> Sequence[Name]:
        """Return the names of the points that a side took."""
        return [name for name in self.figures.points if entry.get(name) == (side,)]

    def _every_trick_problems(self, entry: Entry) -> Iterator[Problem]:
        if entry.get("bid", SMUDGE) != SMUDGE:
            message = _(
                "Taking every trick counts only if the bid was smudge. Untick it, or choose smudge."
            )
            yield Problem("no-smudge", message, "every-trick")
            return
        for name in (*TAKEN, "low") if self.figures.low == "taker" else TAKEN:
            owner, pitcher = entry.get(name, ()), entry.get("pitcher", ())
            if owner and pitcher and owner != pitcher:
                message = _(
                    "{name} can’t have the point for {point}: the pitcher took every trick. "
                    "Untick this, or mark the pitcher."
                ).format(name=entry.table.name(owner[0]), point=pitch_point(name))
                yield Problem("every-trick", message, name)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        (pitcher,) = entry.get("pitcher")
        for key in entry.table.keys:
            taken = self._taken(entry, key)
            points = sum(self.figures.points[name] for name in taken)
            reason = because("points-taken", taken=list(taken))
            if key == pitcher:
                yield self._pitcher_line(entry, taken, points, past)
            elif points and not self.figures.others_keep:
                yield Line(key, 0, reason.plus("others-nothing"))
            else:
                yield Line(key, points, reason)

    def _pitcher_line(self, entry: Entry, taken: Sequence[Name], points: int, past: Past) -> Line:
        (pitcher,), bid, figures = entry.get("pitcher"), entry.get("bid"), self.figures
        reason = because("pitched", bid=bid, taken=list(taken))
        if bid == SMUDGE:
            stake = points = figures.smudge
            has_all, has_every_trick = len(taken) == len(figures.points), entry.get("every-trick")
            is_made = has_all and bool(has_every_trick)
            if has_every_trick:
                reason = reason.plus("with-every-trick")
            elif has_all:
                reason = reason.plus("not-every-trick")
        else:
            stake = int(bid)
            is_made = points >= stake
        if not is_made:
            return Line(pitcher, -stake, reason.plus("set-back"))
        has_won = 0 < self.game.target <= past.total(pitcher) + points
        return Line(pitcher, points, reason, mark=Mark.WON if has_won else Mark.ACHIEVED)

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return which sides have the points to win but must still make a bid."""
        reason = because("needs-bid")
        return {key: reason for key in table.keys if 0 < self.game.target <= past.total(key)}


class PitchPaper(SchemePaper[PitchScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        longest = _("Smudge") if self.scoring.figures.smudge else str(self.scoring.figures.most)
        return (
            SheetColumn("pitcher", _("Pitcher"), "deal", ""),
            SheetColumn("bid", _("Bid"), "deal", longest),
        )


class PitchWords(SchemeWords[PitchScoring]):
    @property
    def mark_words(self) -> str:
        return _("made the bid")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        point = _("{point} {points}")
        points = join_texts(
            point.format(point=pitch_point(name), points=worth)
            for name, worth in figures.points.items()
        )
        yield "points", _("Points of a {deal}").format(deal=self.ruleset.words.deal.one), points
        bids = _("{least} to {most}, or smudge") if figures.smudge else _("{least} to {most}")
        yield "bids", _("Bids"), bids.format(least=figures.least, most=figures.most)
        yield "made", _("Bid made"), _("all the points taken")
        yield "set", _("Bid not made"), _("minus the bid")
        if figures.smudge:
            text = _("{points} either way, for all points and all {tricks}").format(
                points=figures.smudge, tricks=count_tricks(self.game.hand_size)
            )
            yield "smudge", _("Smudge"), text
        others = _("the points they took") if figures.others_keep else _("0")
        yield "others", _("The other sides"), others
        owners = {
            "holder": _("to the player who was dealt it"),
            "taker": _("to the player who takes it"),
        }
        low = owners.get(figures.low, _("agree on who gets it before you play"))
        yield "low", _("Low"), low
        winner = _("first to {target} who then makes a bid").format(target=self.game.target)
        yield "winner", _("Winner"), winner


def _point_field(name: Name) -> EntryField:
    label = capital(pitch_point(name))
    return EntryField(name, label, OneSide(mark=label), optional=name not in ALWAYS)


SCHEME = Scheme(
    "pitch",
    PitchFigures,
    PitchScoring,
    PitchPaper,
    PitchWords,
    uses_past=True,
    usual_opening=Opening(first="next", does="bids first"),
)
