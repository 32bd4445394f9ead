"""The texts about cards left in hand, for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import Entry
from rules.engine.formatting import signed, times_word
from rules.engine.schemes.base import SchemePaper, SchemeWords, SheetColumn
from rules.engine.schemes.cards_left.fields import MOST_TAKES
from rules.engine.schemes.cards_left.points import CardsLeftScoring
from rules.translation import gettext as _


class CardsLeftPaper(SchemePaper[CardsLeftScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The column for the kitty, if players pay for takes."""
        most = max(
            (MOST_TAKES if takes.limit is None else takes.limit) * takes.price
            for takes in (deal.takes for deal in self.ruleset.deals)
        )
        if not most:
            return ()
        return (SheetColumn("kitty", _("Kitty"), "deal", str(self.game.players * most)),)

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """Return the texts of the fields, and what was paid into the kitty."""
        texts = dict(super().column_texts(deal, entry))
        kitty_payment = deal.takes.price * sum(entry.of("takes").values())
        if kitty_payment:
            texts["kitty", ""] = str(kitty_payment)
        return texts


class CardsLeftWords(SchemeWords[CardsLeftScoring]):
    def worths(self, deal: Deal) -> Mapping[str, int]:
        """Return the value of each rank in ``deal``, including its own wild ranks."""
        table = self.scoring.values_in(deal)
        return table.by_rank if table else {}

    def _blocked_fact(self) -> tuple[str, str]:
        """Return the fact about a deal that ends without anyone going out."""
        if self.scoring.figures.blocked == "differences":
            return _("If the cards run out"), _("the smallest hand collects the differences")
        if self.ruleset.has_cards:
            return _("If the cards run out"), _("everyone counts their cards left")
        label = _("If the {deal} is blocked").format(deal=self.ruleset.words.deal.one)
        return label, _("everyone counts what they have left")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the facts about who scores, and about bonuses and penalties."""
        figures, deal = self.scoring.figures, self.ruleset.words.deal.one
        if figures.collects == "winner":
            text = _("the winner of a {deal} scores what the others have left").format(deal=deal)
            yield "collects", _("Who scores"), text
        elif figures.collects == "cash":
            text = _("each loser of a {deal} pays the winner for the cards left in hand").format(
                deal=deal
            )
            yield "collects", _("Who scores"), text
        if figures.blocked:
            yield "blocked", *self._blocked_fact()
        take = _("For each {take}").format(take=self.ruleset.words.take.one)
        for key, label, figure in (
            ("at-once", _("Down and out in one turn"), figures.at_once),
            ("caller", _("For going out"), figures.caller),
            ("false-call", _("False call"), figures.false_call),
            ("missing-card", _("Each card that a hand is short"), figures.missing_card),
            ("deal-wild", _("A card of the deal’s wild rank, left in hand"), figures.wild),
            ("take", take, figures.take),
        ):
            if figure:
                yield key, label, signed(figure)
        if self.scoring.suited:
            costs = (f"{card.words}: {worth}" for card, worth in self.scoring.suited.items())
            yield "suited", _("Single cards left in hand"), "; ".join(costs)
        if figures.last_turn:
            text = _("everyone else has one more turn")
            yield "last-turn", _("After a player goes out"), text
        if figures.rummy:
            text = _("the deal counts {times}").format(times=times_word(figures.rummy))
            yield "rummy", _("Going rummy"), text
