"""The texts of Indian rummy for pages and score sheets."""

from collections.abc import Iterator

from rules.engine.formatting import times_word
from rules.engine.schemes.base import SchemePaper, SchemeWords, SheetColumn
from rules.engine.schemes.indian.fields import printed_joker
from rules.engine.schemes.indian.points import IndianScoring
from rules.translation import gettext as _


class IndianPaper(SchemePaper[IndianScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        return (SheetColumn("wild", _("Wild"), "deal", printed_joker()),)


class IndianWords(SchemeWords[IndianScoring]):
    @property
    def mark_words(self) -> str:
        return _("won the deal")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        drops = _("{first} before the first draw, {middle} later").format(
            first=figures.first_drop, middle=figures.later_drop
        )
        stake = _("the deal counts {times}").format(times=times_word(figures.joker_stake))
        paplu = _("{one} from each opponent, {two} for two").format(
            one=figures.paplu, two=figures.paplu_two
        )
        rejoin = _("while no other player has more than {total}").format(total=figures.rejoin)
        halves = _("players who have not played yet count half")
        doubles = _("players who have played count double")
        rounding = _("to the nearest {step}").format(step=figures.round_to)
        rows = (
            ("pays", _("Who scores"), _("the losers of a deal pay the winner"), figures.pays),
            ("drop", _("Dropping"), drops, True),
            ("full", _("The most that a hand counts"), str(figures.full), figures.full),
            ("wrong-show", _("Wrong declaration"), str(figures.wrong_show), figures.wrong_show),
            ("round-to", _("Rounding"), rounding, figures.round_to),
            ("first-draw", _("Declared after one draw"), halves, figures.first_draw_halves),
            ("dealt", _("Declared as dealt"), doubles, figures.dealt_doubles),
            ("aces", _("A joker turned up"), _("aces are wild"), figures.joker_makes_aces_wild),
            ("stake", _("A joker as wild card"), stake, figures.joker_stake > 1),
            ("paplu", _("Paplu"), paplu, figures.paplu),
            ("rejoin", _("Rejoining"), rejoin, figures.rejoin),
        )
        for key, label, text, has_it in rows:
            if has_it:
                yield key, label, text
