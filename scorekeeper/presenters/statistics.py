"""Statistics as text, and a player’s form as a chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules.engine.formatting import capital, name_key
from scorekeeper.presenters.chart import ScreenChart, share_chart
from scorekeeper.queries.meetings import KindOfMeeting
from scorekeeper.queries.person_statistics import Record, Span
from scorekeeper.queries.records import KindStatistics
from scorekeeper.queries.statistics import GameKind, Tally


def percent(share: float) -> str:
    """Return a share between 0 and 1 as text: ``25%``."""
    # Translators: a share of games or deals, such as “25%”
    return _("{number}%").format(number=round(100 * share))


def decimal(number: float) -> str:
    """Return a number with one decimal place and a real minus sign: ``−2.5``."""
    shown = round(number, 1)
    text = f"{abs(shown):.1f}"
    return f"−{text}" if shown < 0 else text


def kind_text(kind: GameKind) -> str:
    """Return the house rules of a kind of game, separated by commas, or “standard rules”."""
    return ", ".join(kind.house_rules) or _("standard rules")


def kind_heading(kind: GameKind, game: str = "") -> str:
    """Return the house rules of a kind, after its name unless that is the name of the ``game``."""
    if name_key(kind.name) == name_key(game):
        return capital(kind_text(kind))
    # Translators: {game} is the name of a game, {rules} its house rules
    return _("{game}, {rules}").format(game=kind.name, rules=kind_text(kind))


def chance_text(tally: Tally) -> str:
    """Return a sentence that compares a player’s wins with those that chance would give."""
    expected = decimal(tally.expected)
    if round(tally.expected, 1) == tally.wins:
        return _("That is what chance alone would give.")
    if tally.wins > tally.expected:
        # Translators: {count} is a number of games, such as 2.5
        return _("That is more than the {count} that chance alone would give.").format(
            count=expected
        )
    # Translators: {count} is a number of games, such as 2.5
    return _("That is fewer than the {count} that chance alone would give.").format(count=expected)


def dealer_text(statistics: KindStatistics) -> str:
    """Return a sentence on whether dealers score more than others; empty if it isn’t known."""
    dealer, kind = statistics.dealer, statistics.kind
    if dealer is None:
        return ""
    if not dealer.is_clear:
        # Translators: {deals} is what the game calls its deals, such as “hands”
        return _(
            "After {count} {deals}, chance alone could explain how dealers have scored."
        ).format(count=dealer.deals, deals=kind.deals_word)
    values = {"points": decimal(abs(dealer.difference)), "deal": kind.deal_word}
    if dealer.difference > 0:
        text = _("On average, the dealer scores {points} points more per {deal} than the others.")
    else:
        text = _("On average, the dealer scores {points} points fewer per {deal} than the others.")
    return text.format(**values)


@dataclass(frozen=True, slots=True)
class FormChart:
    """The chart of a player’s form, and its figures as rows of a table.

    Each row is about some consecutive games: the month of the last one, the number of games, the
    share of them that the player won, and the share that chance alone would give.
    """

    chart: ScreenChart
    rows: Sequence[tuple[str, int, str, str]]


def form_chart(form: Sequence[Span]) -> FormChart | None:
    """Return the chart of a player’s form; None if there are too few games for a line."""
    if len(form) < 2:
        return None
    chart = share_chart(
        {
            # Translators: lines of a chart: a player’s share of wins, and what chance would give
            _("Wins"): [span.tally.win_rate for span in form],
            _("Chance"): [span.tally.chance for span in form],
        },
        (_date(form[0]), _date(form[-1])),
    )
    rows = [
        (_date(span), span.tally.games, percent(span.tally.win_rate), percent(span.tally.chance))
        for span in form
    ]
    return FormChart(chart, rows)


def _date(span: Span) -> str:
    return date_format(span.last, "M Y")


def difference_text(kind: KindOfMeeting) -> str:
    """Return the average difference between a player’s points and an opponent’s, as text."""
    number = round(kind.difference, 1)
    if not number:
        return _("equal on average")
    # Translators: {points} is a number such as 12.5
    text = _("{points} points more per game") if number > 0 else _("{points} points fewer per game")
    return text.format(points=decimal(abs(number)))


def contracts_text(record: Record) -> str:
    """Return a player’s best and worst contract; empty if there aren’t two to compare."""
    if len(record.contracts) < 2:
        return ""
    best, worst = record.contracts[0], record.contracts[-1]
    if not record.kind.lowest_wins:
        best, worst = worst, best
    # Translators: the points are averages, such as 12.5
    return _(
        "Best contract: {best} ({best_points} points on average). "
        "Worst contract: {worst} ({worst_points})."
    ).format(
        best=best.contract,
        best_points=decimal(best.points),
        worst=worst.contract,
        worst_points=decimal(worst.points),
    )
