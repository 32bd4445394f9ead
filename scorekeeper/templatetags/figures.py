"""Numbers as people write them, and texts about games in lists."""

from collections.abc import Iterable
from fractions import Fraction

from django import template
from django.utils.translation import ngettext

from rules.engine.formatting import inside, points_text
from rules.engine.rulesets import Ruleset
from rules.engine.settlement import transfers
from rules.engine.variants import Variant
from rules.reference.game_words import translated_ruleset
from scorekeeper.presenters.board import player_count
from scorekeeper.presenters.game_lines import game_line_text
from scorekeeper.queries.board import Scoreboard

register = template.Library()
register.filter(game_line_text)

_FRACTIONS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


@register.filter
def figure(points: int, decimals: int = 0) -> str:
    """Return points of a game with ``decimals`` as text, with a real minus sign: ``−5``."""
    return points_text(points, decimals)


@register.filter
def amount(pennies: Fraction | None) -> str:
    """Return an amount of a settlement as text: ``+19``, ``−5``, ``+3½``; empty for None."""
    if pennies is None:
        return ""
    whole, rest = divmod(abs(pennies), 1)
    fraction = _FRACTIONS.get(rest, f" {rest}" if rest else "")
    sign = "−" if pennies < 0 else "+" if pennies > 0 else ""
    return f"{sign}{whole if whole or not fraction else ''}{fraction}"


@register.filter
def transfer_texts(board: Scoreboard) -> list[str]:
    """Return who pays whom at the end of a game, in sentences."""
    # Translators: {amount} is a number such as “5” or “3½”; the page names the unit
    return [
        ngettext(
            "{payer} pays {receiver} {amount}.",
            "{payer} pay {receiver} {amount}.",
            player_count(board.seating, [transfer.payer]),
        ).format(
            payer=board.names[transfer.payer],
            receiver=board.names[transfer.receiver],
            amount=amount(transfer.amount).removeprefix("+"),
        )
        for transfer in transfers(board.payments)
    ]


@register.filter
def deals_word(ruleset: Ruleset) -> str:
    """Return what a game calls its deals, in the reader’s language: ``rounds``."""
    return translated_ruleset(ruleset).words.deal.many


@register.filter
def in_sentence(word: str) -> str:
    """Return a word with a small first letter, unless the reader’s language has capitals there."""
    return inside(word)


@register.filter
def names_of_games(games: Iterable[Variant]) -> str:
    """Return the names of games on one line: ``Hearts · Spades``."""
    return " · ".join(game.name for game in games)
