"""The story of a finished game in at most three sentences, and the records that were broken."""

from collections.abc import Mapping

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.course import Course
from scorekeeper.presenters.board import player_count
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.story import Broken, Rivalry, Story


def story_text(board: Scoreboard, story: Story) -> str:
    """Return the story in sentences: the course, the record for a deal and the rivalry.

    The result is empty if nothing is worth telling.
    """
    sentences = [_course_text(board, story.course)]
    if story.deal:
        sentences.append(_deal_text(board, story.deal))
    if story.rivalry:
        sentences.append(_rivalry_text(board, story.rivalry))
    return " ".join(filter(None, sentences))


def _course_text(board: Scoreboard, course: Course) -> str:
    comeback, lead = course.comeback, course.lead
    if not comeback and not lead:
        return ""
    winner = board.winners[0]
    is_late = lead is not None and lead.last == len(board.played) - 1
    # Translators: in these sentences, {deal} is what the game calls a deal, such as “hand”
    if lead and lead.side == winner.key:
        text = _("{winner} led from the first {deal} to the last.")
    elif comeback and is_late:
        text = _(
            "{winner} came back from {place} place after {deal} {number} and overtook {other} in "
            "the last {deal}."
        )
    elif comeback and lead:
        text = _(
            "{winner} came back from {place} place after {deal} {number} and overtook {other}, who "
            "led from {deal} {first} to {deal} {last}."
        )
    elif comeback:
        text = _("{winner} came back from {place} place after {deal} {number}.")
    elif is_late:
        text = _("{winner} overtook {other} in the last {deal}.")
    else:
        text = _("{other} led from {deal} {first} to {deal} {last}, then {winner} took the lead.")
    return text.format(
        winner=winner.name,
        deal=board.ruleset.words.deal.one,
        place=ordinal(comeback.place) if comeback else "",
        number=comeback.deal if comeback else 0,
        other=board.names[lead.side] if lead else "",
        first=lead.first if lead else 0,
        last=lead.last if lead else 0,
    )


def _deal_text(board: Scoreboard, broken: Broken) -> str:
    # Translators: in both sentences, {deal} is what the game calls a deal, such as “hand”
    if board.lowest_wins:
        text = _(
            "{name}’s {points} in {deal} {number} was this group’s most expensive {deal} so far; "
            "the record before was {before}."
        )
    else:
        text = _(
            "{name}’s {points} in {deal} {number} was this group’s best {deal} so far; the record "
            "before was {before}."
        )
    return text.format(
        name=board.names[broken.side],
        points=board.ruleset.points_text(broken.number),
        deal=board.ruleset.words.deal.one,
        number=broken.deal,
        before=board.ruleset.points_text(broken.before),
    )


def _rivalry_text(board: Scoreboard, rivalry: Rivalry) -> str:
    if rivalry.ahead > rivalry.behind:
        # Translators: numbers of games, as in “7 games to 1”
        text = _("This win puts {winner} {ahead} games to {behind} ahead of {other}.")
    elif rivalry.ahead == rivalry.behind:
        text = _("This win brings {winner} level with {other}, at {ahead} games each.")
    else:
        text = ngettext(
            "{other} still leads {winner} by {behind} games to {ahead}.",
            "{other} still lead {winner} by {behind} games to {ahead}.",
            player_count(board.seating, [rivalry.other]),
        )
    return text.format(
        winner=board.names[rivalry.winner],
        other=board.names[rivalry.other],
        ahead=rivalry.ahead,
        behind=rivalry.behind,
    )


def badges(board: Scoreboard, story: Story) -> Mapping[str, str]:
    """Return the record that a side broke, by the key of the side, or two of them in one text."""
    found: dict[str, str] = {}
    if story.total:
        text = _("Record: lowest total") if board.lowest_wins else _("Record: highest total")
        found[story.total.side] = text
    if story.deal:
        # Translators: {deal} is what the game calls a deal, such as “hand”
        text = _("Record: {points} in one {deal}").format(
            points=board.ruleset.points_text(story.deal.number), deal=board.ruleset.words.deal.one
        )
        found[story.deal.side] = " · ".join(filter(None, (found.get(story.deal.side), text)))
    return found
