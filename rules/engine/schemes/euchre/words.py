"""The texts of euchre for pages and score sheets."""

from collections.abc import Iterator

from rules.engine.formatting import number_word
from rules.engine.schemes.base import SchemePaper, SchemeWords, SheetColumn
from rules.engine.schemes.euchre.points import EuchreScoring
from rules.translation import gettext as _
from rules.translation import ngettext


class EuchrePaper(SchemePaper[EuchreScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        makers = SheetColumn("makers", _("Makers"), "deal", "")
        alone = (SheetColumn("alone", _("Alone"), "deal", ""),) if self.game.has_partners else ()
        return makers, *alone, SheetColumn("tricks", _("Tricks"), "deal", str(self.game.hand_size))


class EuchreWords(SchemeWords[EuchreScoring]):
    @property
    def mark_words(self) -> str:
        return _("made it")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures, partners = self.scoring.figures, self.game.has_partners
        least, most = figures.needed, self.game.hand_size - 1
        # Translators: numbers of tricks, such as "3 or 4".
        some = _("{least} or {most}") if most - least < 2 else _("{least} to {most}")
        fields = {"some": some.format(least=least, most=most), "all": self.game.hand_size}
        euchre = (
            _("Makers with fewer than {needed}, to the defenders")
            if partners
            else _("Makers with fewer than {needed}, to each defender")
        )
        rows = (
            ("make", _("Makers with {some} tricks"), figures.make, True),
            ("sweep", _("Makers with all {all}"), figures.sweep, True),
            ("alone", _("Lone maker with {some} tricks"), figures.alone, partners),
            ("alone-sweep", _("Lone maker with all {all}"), figures.alone_sweep, partners),
            ("euchre", euchre, figures.euchre, True),
            ("defender", _("Lone defender who euchres them"), figures.defender, partners),
            ("defender-sweep", _("Lone defender with all {all}"), figures.defender_sweep, partners),
            ("renege", _("Renege, added or deducted"), figures.renege, True),
            ("renege-alone", _("Renege in a lone hand"), figures.renege_alone, partners),
            (
                "called",
                _("Lone sweep called for the game"),
                figures.called_game,
                figures.called_game,
            ),
        )
        for key, label, points, is_so in rows:
            if is_so:
                text = ngettext("{count} point", "{count} points", points)
                count = number_word(points)
                yield key, label.format(needed=least, **fields), text.format(count=count)
        yield from self._house_facts()

    def _house_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        if figures.no_trump:
            suits = (
                _("any suit but hearts, or none") if figures.no_hearts else _("any suit, or none")
            )
        else:
            suits = _("any suit but hearts") if figures.no_hearts else _("any suit")
        yield "trumps", _("Trumps"), suits
        stuck = _("the dealer calls trump") if figures.stick else _("the hand is thrown in")
        yield "passed", _("If all pass twice"), stuck
        if figures.mcevoy:
            text = _("dealt again, once per game for each player")
            yield "mcevoy", _("Only nines and tens"), text
        if figures.dirty_clubs:
            yield "dirty-clubs", _("Clubs turned up"), _("the dealer’s side must call clubs")
        if figures.assist_alone:
            yield "assist-alone", _("Assisting the dealer"), _("the partner goes alone")
