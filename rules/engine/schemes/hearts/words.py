"""The texts of hearts for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Shortcut
from rules.engine.formatting import capital, join_texts, with_minus
from rules.engine.schemes.base import SchemePaper, SchemeWords, SheetColumn
from rules.engine.schemes.hearts.points import HeartsScoring
from rules.translation import gettext as _


class HeartsPaper(SchemePaper[HeartsScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        return (SheetColumn("moon", _("Moon"), "deal", ""),) if self.scoring.figures.moon else ()

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        shooter = self.scoring.shooter(entry)
        return {("moon", ""): entry.table.name(shooter)} if shooter else {}


class HeartsWords(SchemeWords[HeartsScoring]):
    @property
    def mark_words(self) -> str:
        return _("shot the moon or the sun") if self.scoring.figures.sun else _("shot the moon")

    @property
    def points_words(self) -> str:
        figures = self.scoring.figures
        if not (figures.heart and figures.queen) or figures.king or figures.ace:
            return ""
        text = _(
            "Enter cards instead of points: {points} points are the queen of spades and {count} "
            "hearts."
        )
        return text.format(points=figures.queen + 3 * figures.heart, count=3)

    @property
    def shortcuts(self) -> tuple[Shortcut, ...]:
        """The button for shooting the moon, which fills in all the cards that a moon needs."""
        if not self.scoring.figures.moon:
            return ()
        hearts = {"hearts": str(self.scoring.in_hearts)}
        moon = Shortcut("moon", _("Shot the moon"), _("Moon"), hearts, tuple(self.scoring.needed))
        return (moon,)

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        text = _spots_text(figures.spots) if figures.spots else str(figures.heart)
        yield "hearts", _("Each heart"), text
        for field_id, (name, _sign, worth) in self.scoring.cards.items():
            text = with_minus(worth)
            if field_id == "diamond" and figures.moon:
                text = (
                    _("{points}, needed for the moon")
                    if figures.bonus_for_moon
                    else _("{points}, not needed for the moon")
                ).format(points=with_minus(worth))
            yield field_id, capital(name), text
        yield from self._moon_facts()
        if figures.drop_at:
            label = _("A total of exactly {points}").format(points=figures.drop_at)
            yield "drop", label, _("drops to {points}").format(points=figures.drop_to)

    def _moon_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        if not figures.moon:
            yield "moon", _("Shooting the moon"), _("does not count")
            return
        label = _("Taking {cards}").format(cards=self.scoring.moon_words)
        match figures.moon_by:
            case "choice":
                text = _(
                    "{moon} off the shooter’s total or {moon} to everyone else: the shooter chooses"
                )
            case "subtract":
                text = _("{moon} off the shooter’s total")
            case "add":
                text = _("{moon} to everyone else")
            case _add_unless_it_loses:
                text = _(
                    "{moon} to everyone else; {moon} off the shooter’s total if the shooter would "
                    "otherwise lose"
                )
        yield "moon", label, text.format(moon=figures.moon)
        if figures.sun:
            text = _("{sun} instead of {moon}").format(sun=figures.sun, moon=figures.moon)
            yield "sun", _("Taking every trick"), text


def _spots_text(spots: Mapping[str, int]) -> str:
    """Return the values of the hearts: ``2–10: face value; J, Q, K: 10; A: 15``."""
    shown = [rank for rank, worth in spots.items() if rank == str(worth)]
    texts = []
    if shown:
        texts.append(_("{first}–{last}: face value").format(first=shown[0], last=shown[-1]))
    for worth in dict.fromkeys(worth for rank, worth in spots.items() if rank not in shown):
        ranks = (rank for rank in spots if spots[rank] == worth and rank not in shown)
        texts.append(_("{ranks}: {points}").format(ranks=join_texts(ranks), points=worth))
    return "; ".join(texts)
