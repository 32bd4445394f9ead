"""Phases: all players work through one list of contracts, each at their own pace.

Phase rummy as described for the game of ten phases (ScoreModel, and its score sheets), and 12-Step
Rummy (Kate Hanratty).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.cards import Card
from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat, DealSeating
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import capital
from rules.engine.inputs import Flag
from rules.engine.penalties import PenaltyTable
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import Plain
from rules.engine.schemes.base import Scheme, SheetColumn
from rules.engine.schemes.cards_left.figures import CardsLeftFigures
from rules.engine.schemes.cards_left.points import CardsLeftScoring
from rules.engine.schemes.cards_left.words import CardsLeftPaper, CardsLeftWords
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.translation import gettext as _


class PhasesFigures(CardsLeftFigures):
    """The list of phases.

    ``called`` is the game’s word for a phase, and ``last`` is the number of the phase that ends the
    game. ``phases`` has the contract of each phase; it is empty if no source lists them. With
    ``low_total_wins``, the last phase only ends the game, and the lowest total wins.
    """

    called: Annotated[str, Field(min_length=1, max_length=20)] = "phase"
    last: Annotated[int, Field(ge=1, le=40)]
    phases: tuple[Annotated[str, Field(max_length=80)], ...] = ()
    low_total_wins: bool = False


class PhasesScoring(CardsLeftScoring):
    """Cards left in hand, and the phase that each side has reached.

    A side makes at most one phase in a deal, and tries the same phase until it is made. The first
    side to make the last phase wins, whatever the totals.
    """

    figures: PhasesFigures

    @cached_property
    def made(self) -> EntryField:
        """Whether a side made its phase, which is always true of a side that goes out."""
        label = _("Made the {phase}").format(phase=self.figures.called)
        return EntryField("phase", label, Flag(), "side", implied_by="out")

    def check(self) -> None:
        """Raise ValueError if phases are listed, but not as many as ``last``."""
        super().check()
        figures = self.figures
        if figures.phases and len(figures.phases) != figures.last:
            raise ValueError(
                f"phases: {len(figures.phases)} are listed, but the last is {figures.last}"
            )

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        """Return the fields for cards left in hand, and one for who made a phase."""
        out, *others = super().fields(deal)
        return (out, self.made, *others)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        """Yield the problems with the hands and the phases."""
        yield from super().problems(deal, entry, past)
        over = tuple(self._after_the_end(entry, past))
        yield from over or self._without_phase(deal, entry, past)

    def _after_the_end(self, entry: Entry, past: Past) -> Iterator[Problem]:
        done, figures = self.done(past), self.figures
        for side in entry.table.sides:
            if done[side.key] >= figures.last:
                message = _(
                    "The game was already over: {name} had made {phase} {number}. Leave this deal "
                    "out, or correct the deals before it."
                ).format(name=side.name, phase=figures.called, number=figures.last)
                yield Problem("game-over", message, self.made.input(side.key))

    def _without_phase(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        done, made = self.done(past), self.makers(entry)
        for seat in entry.table.seats:
            if seat.side not in made and self._holds_too_little(deal, entry, seat):
                message = _(
                    "{name} hasn’t made {phase} {number}, so all {cards} cards should count. "
                    "Is that right?"
                ).format(
                    name=seat.name,
                    phase=self.figures.called,
                    number=done[seat.side] + 1,
                    cards=self._dealt(deal),
                )
                at = self.left.inputs(seat.key)["points"]
                yield Problem("small-hand", message, at, warning=True)

    def _dealt(self, deal: Deal) -> int:
        return self.ruleset.cards_dealt(deal, self.game.players)

    def _holds_too_little(self, deal: Deal, entry: Entry, seat: DealSeat) -> bool:
        """Return whether a hand has fewer cards than were dealt, or too small a total for them."""
        left, table, cards = entry.of("left").get(seat.key), self.values_in(deal), self._dealt(deal)
        if left is None or table is None:
            return False
        if left.cards is not None:
            return len(left.cards) < cards
        return (left.points or 0) < self._least(table, cards)

    def _least(self, table: PenaltyTable, cards: int) -> int:
        """Return the lowest total of ``cards`` cards from the deck; 0 if there is no deck."""
        deck = self.ruleset.deck_of(self.game.players)
        least = 0
        for rank, worth in sorted(table.by_rank.items(), key=lambda item: item[1]):
            taken = min(cards, deck.copies(Card(rank))) if deck else 0
            least, cards = least + taken * worth, cards - taken
        return least

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        counted = tuple(super().lines(deal, entry, past))
        yield from counted
        keys, done, last = entry.table.keys, self.done(past), self.figures.last
        made = self.makers(entry)
        finished = [key for key in made if done[key] + 1 >= last]
        in_question = keys if finished and self.figures.low_total_wins else finished
        totals = {key: past.total(key, counted) for key in in_question}
        winners = [key for key, total in totals.items() if total == min(totals.values())]
        for key in made:
            mark = Mark.WON if key in winners else Mark.ACHIEVED
            yield Line(key, 0, self._made_reason(done[key] + 1), mark=mark)
        for key in winners:
            if key not in made:
                yield Line(key, 0, because("lowest-total"), mark=Mark.WON)

    def _made_reason(self, number: int) -> Reason:
        figures = self.figures
        asks = figures.phases[number - 1] if figures.phases else None
        return because("phase-made", phase=figures.called, number=number, asks=asks)

    def makers(self, entry: Entry) -> list[str]:
        """Return the sides that made their phase: those ticked, and those that went out."""
        out = {entry.table.seat(key).side for key in self.who_is_out(entry)}
        return [key for key in entry.table.keys if key in out or entry.of("phase").get(key)]

    def done(self, past: Past) -> Counter[str]:
        """Return how many phases each side has made; a side that isn’t listed has made none."""
        return Counter(key for entry in past.entries() for key in self.makers(entry))

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return the phase that each side needs next or, if it has made them all, the last one."""
        done, figures = self.done(past), self.figures
        return {
            key: because("phase-next", phase=figures.called, number=done[key] + 1)
            if done[key] < figures.last
            else because("phase-made", phase=figures.called, number=figures.last)
            for key in table.keys
        }

    @classmethod
    def steps_called(cls, figures: Plain) -> str:
        """Return the game’s word for a phase; empty if the lowest total wins."""
        own = PhasesFigures.model_validate(figures)
        return "" if own.low_total_wins else own.called


class PhasesPaper(CardsLeftPaper):
    scoring: PhasesScoring

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The number of the phase that a side made."""
        phase = SheetColumn(
            "phase", capital(self.scoring.figures.called), "side", str(self.scoring.figures.last)
        )
        return phase, *super().sheet_columns

    @property
    def summary_row(self) -> str:
        """The label of the row that shows the last phase each side has made."""
        return capital(self.scoring.figures.called)

    def running_texts(self, table: DealSeating, past: Past) -> Mapping[tuple[str, str], str]:
        """Return the phase that each side made in the last deal, and the last it has made so far.

        Both are numbers; the second is 0 for a side that has made no phase. Sides that have left
        are included.
        """
        done, entries = self.scoring.done(past), past.entries()
        sides = {key for entry in entries for key in entry.table.keys}
        made = {("phase", key): str(done[key]) for key in self.scoring.makers(entries[-1])}
        return made | {("summary", key): str(done[key]) for key in sides}


class PhasesWords(CardsLeftWords):
    scoring: PhasesScoring

    @property
    def mark_words(self) -> str:
        """The meaning of a tick on the score pad: the phase was made."""
        return _("made the {phase}").format(phase=self.scoring.figures.called)

    def status_details(self, status: Reason) -> str:
        """Return the contract of the phase that a side needs next, if the list is known."""
        is_next = status.code == "phase-next" and self.scoring.figures.phases
        return self.scoring.figures.phases[status.params["number"] - 1] if is_next else ""

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the facts about cards left in hand, the phases, and who wins."""
        yield from super().facts()
        figures = self.scoring.figures
        phase = capital(figures.called)
        for number, asks in enumerate(figures.phases, 1):
            yield f"phase-{number}", _("{phase} {number}").format(phase=phase, number=number), asks
        if figures.low_total_wins:
            text = _("lowest total once anyone makes {phase} {number}")
        else:
            text = _(
                "first to make {phase} {number}; if several do in one {deal}, the lowest total"
            )
        winner = text.format(
            phase=figures.called, number=figures.last, deal=self.ruleset.words.deal.one
        )
        yield "winner", _("Winner"), winner


SCHEME = Scheme("phases", PhasesFigures, PhasesScoring, PhasesPaper, PhasesWords, uses_past=True)
