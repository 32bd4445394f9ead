"""Games in a list, as text."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.formatting import capital, join_names, plural_of, points_text
from scorekeeper.queries.game_lines import ListedGame
from scorekeeper.queries.past_games import PastGame


@dataclass(frozen=True, slots=True)
class PastLine:
    """A line of the history. ``day`` is the date as YYYY-MM-DD; some texts may be empty.

    A page has many lines, and formatting them in a template would take several times as long.
    """

    url: str
    day: str
    date: str
    name: str
    players: str
    result: str
    margin: str
    note: str


def game_line_text(line: ListedGame) -> str:
    """Return the status of a game in a list, such as ``Deal 3 of 7 · Ann ahead with 30``."""
    if not (line.played or line.has_begun or line.is_finished):
        return _("not started")
    if line.is_finished and line.is_together:
        return _("Won") if line.leaders else _("Lost")
    if line.is_finished and not line.leaders:
        return _("finished")
    deal = _("{deal} {number} of {deals}") if line.deals else _("{deal} {number}")
    deal = deal.format(deal=capital(line.deal_word), number=line.played + 1, deals=line.deals)
    # The line doesn’t count what has been entered of a deal that is being played.
    if not line.leaders or (line.has_begun and line.as_played):
        return deal
    names, result = join_names(line.leaders), points_text(line.total, line.decimals)
    if line.step:
        # Translators: {step} is what the game counts, such as “phase”
        result = _("{step} {number}").format(step=line.step_name, number=line.step)
    if line.is_finished:
        return _("{names} won with {result}").format(names=names, result=result)
    ahead = _("{names} ahead with {result}").format(names=names, result=result)
    return f"{deal} · {ahead}"


def past_line(past: PastGame) -> PastLine:
    """Return the line of a game in the history."""
    line = past.line
    margin = ""
    if line.is_finished and line.margin:
        sentence = ngettext(
            "by {margin} point", "by {margin} points", plural_of(line.margin, line.decimals)
        )
        margin = sentence.format(margin=points_text(line.margin, line.decimals))
    elif line.chosen and not line.is_together:
        margin = _("by choice") if line.chosen.outright else _("after a tie")
    return PastLine(
        url=reverse("game", args=[line.code]),
        day=line.played_on.isoformat(),
        date=date_format(line.played_on),
        name=line.name,
        players=", ".join(line.players),
        result=game_line_text(line),
        margin=margin,
        note=" · ".join(filter(None, (past.note, past.location))),
    )
