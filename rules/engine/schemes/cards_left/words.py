"""The texts of cards left for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import Entry
from rules.engine.formatting import signed
from rules.engine.schemes.base import Past, SheetColumn
from rules.engine.schemes.cards_left.fields import MOST_TAKES
from rules.engine.schemes.cards_left.points import CardsLeftPoints


class CardsLeftWords(CardsLeftPoints):
    """Sheet columns, statuses and facts."""

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The kitty, where takes are paid for."""
        most = max(
            (MOST_TAKES if takes.limit is None else takes.limit) * takes.price
            for takes in (deal.takes for deal in self.ruleset.deals)
        )
        return (SheetColumn("kitty", "Kitty", "deal", str(self.players * most)),) if most else ()

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        texts = dict(super().column_texts(deal, entry))
        lines = self.lines(deal, entry, Past()) if deal.takes.price else ()
        kitty_payment = sum(line.kitty_payment for line in lines)
        if kitty_payment:
            texts["kitty", ""] = str(kitty_payment)
        return texts

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        if figures.collects == "winner":
            yield "collects", "Who scores", "the winner of a deal, what the others hold"
        elif figures.collects == "cash":
            yield "collects", "Who scores", "the losers pay the winner of a deal what they hold"
        if figures.blocked == "all":
            yield "blocked", "When the cards run out", "all count what they hold"
        elif figures.blocked:
            text = "the smallest hand collects the differences"
            yield "blocked", "When the cards run out", text
        for key, label, figure in (
            ("at-once", "Down and out in one turn", figures.at_once),
            ("caller", "For going out", figures.caller),
            ("false-call", "Calling falsely", figures.false_call),
            ("missing-card", "A card too few in hand", figures.missing_card),
            ("deal-wild", "A card of the deal’s wild rank, left in hand", figures.wild),
            ("take", f"For each {self.ruleset.words.take.one}", figures.take),
        ):
            if figure:
                yield key, label, signed(figure)
        if self._suited:
            costs = (f"{card.words}: {worth}" for card, worth in self._suited.items())
            yield "suited", "Single cards left in hand", "; ".join(costs)
        if figures.last_turn:
            yield "last-turn", "After somebody goes out", "one more turn for each of the others"
        if figures.rummy:
            yield "rummy", "Going rummy", f"the deal counts {figures.rummy} times"
