"""The template context of a game’s score pad."""

from functools import partial
from uuid import uuid4

from rules.engine.catalogue import catalogue
from rules.engine.formatting import capital
from rules.reference.end_facts import winner_text
from rules.reference.game_words import translated_house_rules
from scorekeeper.presenters.chart import screen_chart
from scorekeeper.presenters.story import badges, story_text
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.story import story_of
from scorekeeper.services.months import months_before

STEPS = (-10, -5, -1, 1, 5, 10)


def board_context(
    board: Scoreboard, *, may_write: bool = True, is_member: bool = False
) -> dict[str, object]:
    """Return the template context of the score pad and its page.

    Only for a phone with ``is_member`` does the result tell of other games of the group.
    """
    variant = catalogue().variants.get(board.game.variant)
    ruleset = board.stored.ruleset
    is_named = "name" in ruleset.options
    return {
        "board": board,
        "game": board.game,
        "may_write": may_write,
        "is_member": is_member,
        "house_rules": translated_house_rules(variant, ruleset),
        # A game that the group has named has settings of its own.
        "settings": capital(winner_text(board.ruleset)) if is_named else "",
        "changed_rules": translated_house_rules(variant, ruleset, answers=not is_named),
        "story": partial(_story, board, is_member=is_member) if board.state.is_over else None,
        "chart": partial(screen_chart, board) if board.state.is_over else None,
        "payments": [
            (board.names[payment.side], payment)
            for payment in sorted(board.payments, key=lambda payment: payment.place)
        ],
        "steps": STEPS,
        "key": str(uuid4()),
    }


def _story(board: Scoreboard, *, is_member: bool) -> dict[str, object]:
    """Return the texts of a game’s story. The page asks for them only if it isn’t cached."""
    story = story_of(board, months_before(game=board.game) if is_member else None)
    return {"text": story_text(board, story), "badges": badges(board, story)}
