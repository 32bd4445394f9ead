"""Statistics as text, and a player’s form as a chart."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from rules.engine.formatting import capital, name_key, points_text, shown_decimals
from scorekeeper.presenters.chart import ScreenChart, share_chart
from scorekeeper.queries.meetings import KindOfMeeting
from scorekeeper.queries.person_statistics import PersonStatistics, Record, Span
from scorekeeper.queries.records import KindStatistics
from scorekeeper.queries.statistics import GameKind, Tally


def percent(share: float) -> str:
    """Return a share between 0 and 1 as text: ``25%``."""
    # Translators: a share of games or deals, such as “25%”
    return _("{number}%").format(number=round(100 * share))


def decimal(number: float) -> str:
    """Return a number with one decimal place and a real minus sign: ``−2.5``."""
    return shown_decimals(_one_place(number))


def _one_place(number: float) -> str:
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


def in_words(number: float) -> str:
    """Return a number for a sentence: ``2.5``, or ``8`` instead of ``8.0``."""
    return shown_decimals(_one_place(number).removesuffix(".0"))


def chance_text(tally: Tally) -> str:
    """Return a sentence that compares a player’s wins with those that luck alone would bring.

    It is empty if the player has only won or lost together with all others.
    """
    if not tally.ranked:
        return ""
    if round(tally.expected, 1) == tally.wins:
        return _("That is just what luck alone would bring.")
    # Translators: {count} is a number of games, such as 2.5
    text = _("Luck alone would bring {count}. Time for a rematch!")
    if tally.wins > tally.expected:
        text = _("Luck alone would bring only {count}.")
    return text.format(count=in_words(tally.expected))


@dataclass(frozen=True, slots=True)
class AlbumFigure:
    """A large figure, or the name of a game, on a player’s page."""

    label: str
    figure: str
    is_name: bool = False


MIN_GAMES = 3  # before a game is called a player’s best, or an opponent the toughest


def album_figures(statistics: PersonStatistics) -> Sequence[AlbumFigure]:
    """Return the main figures of a player: games, wins, wins in a row, and the best game.

    The best game is the one that the player wins most often, whatever its rules, of those played at
    least ``MIN_GAMES`` times. Somebody who has played only one game has none.
    """
    tally, streak = statistics.tally, statistics.winning_streak
    figures = [
        AlbumFigure(npgettext("that was played", "game", "games", tally.games), str(tally.games)),
        AlbumFigure(ngettext("win", "wins", tally.wins), str(tally.wins)),
    ]
    if streak > 1:
        figures.append(AlbumFigure(_("wins in a row"), str(streak)))
    games, wins = Counter[str](), Counter[str]()
    for record in statistics.records:
        games[record.kind.name] += record.tally.games
        wins[record.kind.name] += record.tally.wins
    often = [name for name in games if games[name] >= MIN_GAMES and wins[name]]
    if often and len(games) > 1:
        best = max(often, key=lambda name: (wins[name] / games[name], games[name]))
        label = _("best game, {wins} of {games} won").format(wins=wins[best], games=games[best])
        figures.append(AlbumFigure(label, best, is_name=True))
    return figures


def album_text(name: str, statistics: PersonStatistics) -> str:
    """Return sentences about a player’s wins, and about the opponent who is hardest to beat."""
    tally = statistics.tally
    won = ngettext(
        "{name} won {wins} of {games} game.", "{name} won {wins} of {games} games.", tally.games
    )
    sentences = [won.format(name=name, wins=tally.wins, games=tally.games), chance_text(tally)]
    met = [other for other in statistics.opponents if other.ahead + other.behind >= MIN_GAMES]
    toughest = max(met, key=lambda other: other.behind - other.ahead, default=None)
    if toughest and toughest.behind > toughest.ahead:
        text = _("{other} is hardest to beat, ahead in {count} of {games} games.")
        games = toughest.ahead + toughest.behind + toughest.tied
        sentences.append(text.format(other=toughest.name, count=toughest.behind, games=games))
    return " ".join(filter(None, sentences))


def dealer_text(statistics: KindStatistics) -> str:
    """Return a sentence on whether dealers score more than others; empty if it isn’t known."""
    dealer, kind = statistics.dealer, statistics.kind
    if dealer is None:
        return ""
    if not dealer.is_clear:
        # Translators: {deals} is what the game calls its deals, such as “hands”
        text = _("After {count} {deals}, it makes no clear difference who deals.")
        return text.format(count=dealer.deals, deals=kind.deals_word)
    values = {"points": in_words(abs(dealer.difference)), "deal": kind.deal_word}
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
            _("Luck alone"): [span.tally.chance for span in form],
        },
        (_date(form[0]), _date(form[-1])),
    )
    rows = [
        (_date(span), span.tally.games, percent(span.tally.win_rate), percent(span.tally.chance))
        for span in form
    ]
    return FormChart(chart, rows)


def _date(span: Span) -> str:
    return date_format(span.last, "YEAR_MONTH_FORMAT")


def difference_text(kind: KindOfMeeting, name: str) -> str:
    """Return a sentence on the average difference between a player’s points and an opponent’s."""
    number = round(kind.difference, 1)
    if not number:
        return _("On average, both have the same points.")
    # Translators: {points} is a number such as 12.5
    text = _("On average, {name} has {points} points more.")
    if number < 0:
        text = _("On average, {name} has {points} points fewer.")
    return text.format(name=name, points=in_words(abs(number)))


def record_text(record: Record) -> str:
    """Return a sentence on how often a player has won a game, and on the best total."""
    tally = record.tally
    best = points_text(record.best, record.kind.decimals)
    # Translators: {best} is the player’s best total
    text = _("Won {wins} of {games}. Best total: {best}.")
    return text.format(wins=tally.wins, games=tally.games, best=best)


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
