"""The template context of a game’s score pad."""

from functools import partial
from uuid import uuid4

from rules.engine.catalogue import catalogue
from rules.reference.game_words import translated_house_rules
from scorekeeper.presenters.chart import screen_chart
from scorekeeper.queries.board import Scoreboard


def board_context(board: Scoreboard, *, may_write: bool = True) -> dict[str, object]:
    """Return the template context of the score pad and its page."""
    variant = catalogue().variants.get(board.game.variant)
    return {
        "board": board,
        "game": board.game,
        "may_write": may_write,
        "house_rules": translated_house_rules(variant, board.stored.ruleset),
        "chart": partial(screen_chart, board) if board.state.is_over else None,
        "payments": [
            (board.names[payment.side], payment)
            for payment in sorted(board.payments, key=lambda payment: payment.place)
        ],
        "key": str(uuid4()),
    }
