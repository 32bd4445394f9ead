"""The result of a game, or its state so far, in words."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rules.engine.formatting import capital, isolated, join_names, plural_of
from rules.engine.game import ChosenWinner
from rules.engine.reasons import load_reason
from scorekeeper.models import Change, Game
from scorekeeper.presenters.board import bids_text, change_text, player_count, step_text
from scorekeeper.queries.board import Scoreboard

LATELY = timedelta(minutes=2)


def ended_lately(game: Game) -> bool:
    """Return whether a game ended within the last two minutes."""
    return game.finished_at is not None and timezone.now() - game.finished_at < LATELY


def winners_text(board: Scoreboard) -> str:
    """Return who won and by how much: ``Ann wins by 31``, or ``Ann and Bob win`` if they are tied.

    The verb is plural if partners or several sides win. People who play together may all lose.
    """
    if board.is_together:
        return _together_text(board, list(board.names.values()))
    names, count = join_names(column.name for column in board.winners), winning_players(board)
    if board.state.chosen:
        return _chosen_text(board.state.chosen, count).format(names=names)
    if skunked := _skunked(board):
        sentence = _skunk_text(board, skunked, count)
    elif board.margin:
        sentence = ngettext("{names} wins by {margin}", "{names} win by {margin}", count)
    else:
        sentence = ngettext("{names} wins", "{names} win", count)
    losers = join_names(board.names[key] for key in skunked) if skunked else ""
    margin = board.ruleset.points_text(board.margin)
    return sentence.format(names=names, margin=margin, losers=losers)


def _chosen_text(chosen: ChosenWinner, count: int) -> str:
    """Return the sentence about a winner of ``count`` players whom the players chose."""
    if chosen.outright:
        return ngettext(
            "{names} was chosen as the winner", "{names} were chosen as the winners", count
        )
    return ngettext("{names} wins the tie", "{names} win the tie", count)


class WinnerChoice(NamedTuple):
    """A choice of the winner: a side’s number, or 0 to leave it to the points."""

    number: str
    text: str
    is_chosen: bool


def winner_choices(board: Scoreboard) -> Sequence[WinnerChoice]:
    """Return the choices after the end of a game; empty if the rules alone decide who won.

    If all win or lose together, the number of the choice that they have won is 1.
    """
    chosen, state = board.state.chosen, board.state
    if board.is_together:
        is_decided = not state.is_over or state.carried.won
        choices = [("0", _("Lost"), not chosen), ("1", _("Won"), bool(chosen))]
        return () if is_decided else [WinnerChoice(*choice) for choice in choices]
    if not board.electable:
        return ()
    electable = sorted(board.electable, key=lambda column: column.key not in state.tied)
    by_points = WinnerChoice("0", _("Shared") if state.tied else _("By points"), not chosen)
    return (
        by_points,
        *(
            WinnerChoice(column.key, column.name, bool(chosen) and column in board.winners)
            for column in electable
        ),
    )


def _together_text(board: Scoreboard, names: Sequence[str]) -> str:
    """Return whether people who play together have won."""
    count = player_count(board.seating, board.names)
    if board.winners:
        text = ngettext("{names} wins", "{names} win together", count)
    else:
        text = ngettext("{names} loses", "{names} lose together", count)
    return text.format(names=join_names(names))


def _skunked(board: Scoreboard) -> Mapping[str, str]:
    """Return the sides that the last deal says were skunked, each with the code of the reason."""
    codes = ("skunk", "double-skunk")
    return {
        cell.side: code
        for cell in (board.played[-1].cells if board.played else ())
        for reason in cell.reason
        if (code := load_reason(reason).code) in codes
    }


def _skunk_text(board: Scoreboard, skunked: Mapping[str, str], count: int) -> str:
    """Return the sentence about a skunk, with its placeholders, for ``count`` winning players."""
    if len(skunked) + len(board.winners) < len(board.columns):
        return ngettext(
            "{names} wins by {margin} and skunks {losers}",
            "{names} win by {margin} and skunk {losers}",
            count,
        )
    if "skunk" in skunked.values():
        return ngettext(
            "{names} skunks {losers} by {margin}", "{names} skunk {losers} by {margin}", count
        )
    return ngettext(
        "{names} double-skunks {losers} by {margin}",
        "{names} double-skunk {losers} by {margin}",
        count,
    )


def winning_players(board: Scoreboard) -> int:
    """Return the number of players who won, counting each partner."""
    return player_count(board.seating, board.state.winners)


def is_without_points(board: Scoreboard) -> bool:
    """Return whether players won or lost together and scored nothing."""
    is_over = board.state.is_over and board.is_together
    return is_over and not any(column.total for column in board.columns)


def result_text(board: Scoreboard) -> str:
    """Return the winning total as a sentence, such as ``98 points after 7 deals.``.

    It is the sum of all totals if all win or lose together, and empty if they scored nothing.
    """
    if is_without_points(board):
        return ""
    total, deals = board.by_place[0].total, board.state.deals
    if board.is_together:
        total = sum(column.total for column in board.columns)
    words = board.ruleset.words.deal
    sentence = ngettext(
        "{total} point after {number} {deals}.",
        "{total} points after {number} {deals}.",
        plural_of(total, board.decimals),
    )
    total_text, word = board.ruleset.points_text(total), words.one if deals == 1 else words.many
    return sentence.format(total=total_text, number=deals, deals=word)


def place_text(place: int) -> str:
    """Return a place as an ordinal."""
    return _ordinal(place, get_language())


@lru_cache(maxsize=200)
def _ordinal(place: int, _language: str | None) -> str:
    """Return an ordinal, for which Django looks up ten messages."""
    return str(ordinal(place))


def places_text(board: Scoreboard) -> str:
    """Return the place, name and total of each side: ``1st Ann 30, 2nd Bob 41``."""
    return ", ".join(places(board))


def places(board: Scoreboard) -> Iterator[str]:
    """Yield the place, name and total of each side, best place first: ``1st Ann 30``."""
    for column in board.by_place:
        total, step = board.ruleset.points_text(column.total), step_text(board, column.key)
        sentence = _("{place} {name} {total} ({step})") if step else _("{place} {name} {total}")
        name, place = isolated(column.name), "" if board.is_together else place_text(column.place)
        yield sentence.format(place=place, name=name, total=total, step=step).lstrip()


def state_text(board: Scoreboard) -> str:
    """Return who won, or how many deals have been played."""
    if not board.state.is_over:
        words, played, length = board.ruleset.words.deal, board.state.deals, board.state.length
        word = words.one if (length or played) == 1 else words.many
        # Translators: {deals} is what the game calls its deals, such as “hands”
        text = _("{played} of {length} {deals} played") if length else _("{played} {deals} played")
        return text.format(played=played, length=length, deals=word)
    if board.is_together or board.state.chosen:
        return winners_text(board)
    names, first = join_names(column.name for column in board.winners), board.winners[0]
    # Translators: {total} is a number of points, or text such as “phase 3”
    return _("{winners} won with {total}").format(
        winners=names, total=step_text(board, first.key) or board.ruleset.points_text(first.total)
    )


def news_text(board: Scoreboard) -> str:
    """Return the latest change and the places, which screen readers announce.

    ``Deal 3 has been entered: 1st Ann 30, 2nd Bob 41.`` is an example. After bids, return only the
    bids. The result is empty if nothing has changed since the game was started.
    """
    history, next_row = board.history, board.next_row
    change = history.redo if history.is_undone else history.undo
    if change is None:
        return ""
    if history.is_undone:
        sentence = _("Undone: {change}. {places}.") if board.state.deals else _("Undone: {change}.")
    elif change.kind == Change.Kind.BIDS and next_row and next_row.bids:
        return bids_text(next_row.bids)
    elif change.kind == Change.Kind.RECORD:
        sentence = _("{change} has been entered: {places}.")
    else:
        # Translators: for instance, “New house rules: 1st Ann 30, 2nd Bob 41.”
        sentence = _("{change}: {places}.") if board.state.deals else _("{change}.")
    name = change_text(change, board.ruleset)
    text = sentence.format(
        change=name if history.is_undone else capital(name), places=places_text(board)
    )
    return f"{text} {winners_text(board)}." if board.state.is_over else text


def standing_text(board: Scoreboard) -> str:
    """Return who won and by how much or, during a game, who is in the lead."""
    if board.state.is_over:
        return winners_text(board)
    leaders = [column for column in board.columns if column.is_leading]
    if not leaders:
        return _("Nobody is in the lead")
    count = player_count(board.seating, [column.key for column in leaders])
    sentence = ngettext("{names} is in the lead", "{names} are in the lead", count)
    return sentence.format(names=join_names(column.name for column in leaders))


def end_text(board: Scoreboard) -> str:
    """Return who wins if the game is ended now."""
    if board.so_far is None:
        return _("The current leader wins.")
    names = [column.name for column in board.columns if column.key in board.state.leaders]
    sentence = ngettext(
        "{deal} {number} hasn’t been finished, so it won’t count. Without it, {names} wins.",
        "{deal} {number} hasn’t been finished, so it won’t count. Without it, {names} win.",
        player_count(board.seating, board.state.leaders),
    )
    return sentence.format(
        deal=capital(board.ruleset.words.deal.one),
        number=board.so_far.number,
        names=join_names(names),
    )


def deals_text(board: Scoreboard) -> str:
    """Return how many deals have been played: ``after 7 deals``, or ``after 3 of 7 deals``."""
    number, words = board.state.deals, board.ruleset.words.deal
    if board.state.is_over or not board.ruleset.length:
        return _("after {number} {deals}").format(
            number=number, deals=words.one if number == 1 else words.many
        )
    return _("after {number} of {length} {deals}").format(
        number=number, length=board.ruleset.length, deals=words.many
    )


def date_text(board: Scoreboard) -> str:
    """Return the date on which a game was played, as in the history and on its sheet."""
    return date_format(board.game.played_on)


def result_words(
    board: Scoreboard, *, story: str = "", location: str = "", address: str = ""
) -> str:
    """Return the result as lines of plain text, to be sent or saved.

    The lines name the winners, the ``story`` of the game, each side with its place and total, the
    date, the location, and the ``address`` at which the pad can be seen. During a game, the first
    line names the leader.
    """
    first = _("{game}: {standing} {deals}.").format(
        game=board.ruleset.name, standing=standing_text(board), deals=deals_text(board)
    )
    date = date_text(board)
    played = _("{date}, {location}").format(date=date, location=location) if location else date
    opening = [first, story] if story else [first]
    lines = [*opening, "", *places(board), "", played]
    return "\n".join([*lines, address] if address else lines)
