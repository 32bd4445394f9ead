"""A contract in a tally game: the takers make it if they have more points than the other side.

This module has everything about it: its figures, what they must name, the points, the status and
the texts. Only the phrases of its reasons are elsewhere, with those of all schemes.

The rules are those of the Fédération Française de Belote: takers with fewer points score nothing
for tricks and declarations, but keep belote and rebelote; if both sides are tied, the takers’
points wait for the next deal (“litige”). In Klaverjas, a contract also fails if both sides are
tied, and nothing is kept.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rules.engine.contracts import Frozen
from rules.engine.entries import Entry
from rules.engine.formatting import join_names, quoted
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import Slug
from rules.engine.schemes.scored_deals import Line, Mark
from rules.translation import gettext as _

MADE, FAILED, HELD = "made", "failed", "held"

CountedItems = Mapping[str, Sequence[Line]]  # the lines of a deal, by the id of the item


class TakersContract(Frozen):
    """A contract, which the side named under the item ``takers`` makes by having more points.

    The points are those for all items of a deal, and there are two sides. If the contract is made,
    both sides score their own points. If it fails, the takers score only those for the items in
    ``kept``, and the other side also scores the rest. If both sides have the same number of points,
    the contract is "made", or it has "failed", or the takers’ points are "held" for the side that
    wins the next deal: the takers if they make their contract, otherwise the other side. All of the
    takers’ points are held, including those in ``kept``; those of several ties add up, and are lost
    if the game ends first.
    """

    takers: Slug
    kept: Annotated[tuple[Slug, ...], Field(max_length=20)] = ()
    tie: Literal["made", "failed", "held"] = "failed"

    @model_validator(mode="after")
    def makes_sense(self) -> Self:
        if self.takers in self.kept:
            raise ValueError("“kept” lists items with points, not the one that names the takers")
        return self

    def check(self, items: Collection[str], takers: Collection[str], sides: int) -> None:
        """Raise ValueError if the game doesn’t have what the contract names.

        ``items`` are the ids of all items, and ``takers`` are those of required items that ask for
        one side and have no points of their own.
        """
        if self.takers not in takers:
            raise ValueError(
                "contract: “takers” must name a required item without points that asks for one side"
            )
        unknown = [item for item in self.kept if item not in items]
        if unknown:
            raise ValueError(f"contract: there is no item “{unknown[0]}”")
        if sides != 2:
            raise ValueError(f"contract: needs two sides, but {sides} play")

    def lines(self, entry: Entry, counted: CountedItems, held: int) -> Iterator[Line]:
        """Yield the lines for the contract, which come after those of the items.

        ``held`` are the points that earlier deals hold for the side that wins this one.
        """
        takers, others, outcome = self._outcome(entry, counted)
        if not takers:
            return
        points = _points(counted)
        score = {"own": points[takers], "others": points[others]}
        if outcome == HELD:
            yield Line(takers, -points[takers], because("contract-tied", **score))
            return
        if outcome == MADE:
            yield Line(takers, 0, because("contract-made", **score), mark=Mark.ACHIEVED)
        else:
            kept = _points({item: counted.get(item, ()) for item in self.kept})
            lost = points[takers] - kept[takers]
            yield Line(takers, -lost, because("contract-failed", **score))
            yield Line(others, lost, because("contract-beaten", points=lost))
        if held:
            winner = takers if outcome == MADE else others
            yield Line(winner, held, because("contract-collects", points=held))

    def held(self, earlier: Iterable[tuple[Entry, CountedItems]]) -> int:
        """Return the points that tied contracts hold for the winner of the next deal.

        ``earlier`` has the earlier deals, the last one first. It is read only as far as needed.
        """
        points = 0
        for entry, counted in earlier if self.tie == HELD else ():
            takers, _others, outcome = self._outcome(entry, counted)
            if outcome != HELD:
                break
            points += _points(counted)[takers]
        return points

    def status(self, sides: Iterable[str], held: int) -> Mapping[str, Reason]:
        """Return the note for each side before a deal whose winner also scores ``held`` points."""
        return dict.fromkeys(sides, because("contract-holds", points=held))

    def _outcome(self, entry: Entry, counted: CountedItems) -> tuple[str, str, str]:
        """Return the takers, the other side, and the outcome; all are empty if nobody is named."""
        named = entry.get(self.takers, ())
        if len(named) != 1:
            return "", "", ""
        (takers,) = named
        (others,) = (side for side in entry.table.keys if side != takers)
        points = _points(counted)
        if points[takers] == points[others]:
            return takers, others, self.tie
        return takers, others, MADE if points[takers] > points[others] else FAILED

    @property
    def mark_words(self) -> str:
        """The meaning of a tick on the score pad."""
        return _("made the contract")

    def fact(self, labels: Mapping[str, str], deal: str) -> str:
        """Return the conditions and the consequences as a fact, given the labels of the items."""
        least = _("more points than the other side")
        if self.tie == MADE:
            least = _("at least as many points as the other side")
        loss = _("if it fails, all points go to the other side")
        if self.kept:
            loss = _("if it fails, all points except for {items} go to the other side").format(
                items=join_names(quoted(labels[item]) for item in self.kept)
            )
        parts = [least, loss]
        if self.tie == HELD:
            tied = _("if tied, the takers’ points go to the side that wins the next {deal}")
            parts.append(tied.format(deal=deal))
        return "; ".join(parts)


def _points(counted: CountedItems) -> Counter[str]:
    """Return the points for these items, by side."""
    points: Counter[str] = Counter()
    for lines in counted.values():
        for line in lines:
            points[line.side] += line.points
    return points
