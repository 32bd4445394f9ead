"""The texts of Indian rummy for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.entries import DealSeating
from rules.engine.schemes.base import Past, SheetColumn
from rules.engine.schemes.indian.figures import PRINTED_WORDS
from rules.engine.schemes.indian.points import IndianPoints


class IndianWords(IndianPoints):
    """Sheet columns, statuses and facts."""

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        return (SheetColumn("wild", "Wild", "deal", PRINTED_WORDS),)

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        return dict.fromkeys(self._out(table, past), "out")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        drops = f"{figures.first_drop} before the first draw, {figures.later_drop} later"
        stake = f"the deal counts {figures.joker_stake} times"
        paplu = f"{figures.paplu} from each opponent, {figures.paplu_two} for two"
        rejoin = f"while nobody left has more than {figures.rejoin}"
        halves, doubles = "who has not played yet counts half", "who has played counts double"
        rows = (
            ("pays", "Who scores", "the losers of a deal pay the winner", figures.pays),
            ("drop", "Dropping", drops, True),
            ("full", "The most that a hand counts", str(figures.full), figures.full),
            ("wrong-show", "A wrong declaration", str(figures.wrong_show), figures.wrong_show),
            ("round-to", "Rounding", f"to the nearest {figures.round_to}", figures.round_to),
            ("first-draw", "Declared after one draw", halves, figures.first_draw_halves),
            ("dealt", "A hand shown as dealt", doubles, figures.dealt_doubles),
            ("aces", "A joker turned up", "aces are wild", figures.joker_makes_aces_wild),
            ("stake", "A joker as wild card", stake, figures.joker_stake > 1),
            ("paplu", "The paplu", paplu, figures.paplu),
            ("rejoin", "Coming back", rejoin, figures.rejoin),
        )
        for key, label, text, has_it in rows:
            if has_it:
                yield key, label, text
