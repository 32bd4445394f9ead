"""The texts of Skat for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import Entry
from rules.engine.formatting import capital, signed
from rules.engine.schemes.base import SchemePaper, SchemeWords, SheetColumn
from rules.engine.schemes.skat.figures import GRAND, MADE, NULL, SUITS, TRUMPS
from rules.engine.schemes.skat.points import SkatScoring
from rules.engine.terms import skat_game, skat_result
from rules.translation import gettext as _


class SkatPaper(SchemePaper[SkatScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The declarer, the game with its matadors and the result."""
        return (
            SheetColumn("declarer", _("Declarer"), "deal", ""),
            SheetColumn("game", _("Game"), "deal", _hand_game(capital(skat_game("diamonds")))),
            SheetColumn("matadors", _("Mat."), "deal", str(TRUMPS)),
            SheetColumn("result", _("Result"), "deal", capital(skat_result("lost-schneider"))),
        )

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """Return the texts as entered, with what else the value of the game depends on.

        An overbid game wasn’t made.
        """
        texts = dict(super().column_texts(deal, entry))
        game, result = ("game", ""), ("result", "")
        if game in texts and entry.get("hand"):
            texts[game] = _hand_game(texts[game])
        if result in texts and entry.get("announced"):
            # Translators: a result of Skat that was announced, such as “Schneider, ann.”
            texts[result] = _("{result}, ann.").format(result=texts[result])
        if entry.get("passed"):
            texts[result] = _("Thrown in")
        elif entry.get("result") in MADE and self.scoring.is_overbid(entry):
            texts[result] = _("Overbid")
        return texts


def _hand_game(game: str) -> str:
    # Translators: a game of Skat without picking up the skat, such as “Grand hand”
    return _("{game} hand").format(game=game)


class SkatWords(SchemeWords[SkatScoring]):
    @property
    def mark_words(self) -> str:
        return _("made the game")

    @property
    def values_words(self) -> str:
        return _("Card points")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        for game in (*SUITS, GRAND):
            yield f"base-{game}", capital(skat_game(game)), str(self.scoring.bases[game])
        nulls = _("{plain}; hand {hand}; ouvert {ouvert}; ouvert hand {both}").format(
            plain=figures.null,
            hand=figures.null_hand,
            ouvert=figures.null_ouvert,
            both=figures.null_ouvert_hand,
        )
        yield "null", capital(skat_game(NULL)), nulls
        factors = _(
            "matadors + 1 for the game; 1 more each for hand, schneider, schwarz, announcing "
            "either, and ouvert"
        )
        yield "factors", _("Base value times"), factors
        lost = _("minus twice its value") if figures.lost == 2 else _("minus its value")
        yield "lost", _("Game lost"), lost
        if figures.won_extra or figures.lost_extra:
            extras = _("{won} for a game made, {lost} for a game lost").format(
                won=signed(figures.won_extra), lost=signed(-figures.lost_extra)
            )
            yield "extras", _("In addition"), extras
        if figures.defending or figures.defending_four:
            text = _("{three} for each of the others; {four} if four play").format(
                three=signed(figures.defending), four=signed(figures.defending_four)
            )
            yield "defending", _("Game beaten"), text
        if figures.ramsch:
            text = _("the most card points count against you; all of them score {points}").format(
                points=signed(figures.march)
            )
            yield "ramsch", _("If all pass"), text
