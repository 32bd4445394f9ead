"""Words that show that a rule depends on a value, and the path of that value.

A rule that has such words has to list the path, as in ``- [aces =melds.ace] …``. It is then left
out in a child or under a house rule that changes the value.
"""

import re
from collections.abc import Iterator

from rules.engine.errors import CatalogueError
from rules.engine.rulesets import Plain
from rules.engine.variants import values_at
from rules.reference.rule_files import RuleWording
from rules.reference.statements import StatementKind

CUES = tuple(
    (re.compile(pattern, re.IGNORECASE), path)
    for pattern, path in (
        (r"\b(?:last|final) (?:deal|round|hand)\b", "deals.last.special"),
        (r"\bclockwise\b|\bdealer’s (?:left|right)\b", "players.clockwise"),
        (r"\bpartners?\b|\bteams?\b", "players.team"),
        (r"\b(?:lowest|highest) total\b", "end.wins"),
        (r"\bonly wild cards\b|\b(?:jokers|twos)\b[^.]* (?:are|is) (?:also )?wild\b", "deck.wild"),
        (r"\btouch(?:ing)?\b", "melds.runs_in_one_suit"),
        (
            r"\blay(?:ing)? off\b(?! the claimed)[^.]*\bsame turn\b|\bturn after you melded\b",
            "melds.lay_off_same_turn",
        ),
        (r"\b(?:claim|swap)\w*\b[^.]*\bjoker|\bjoker\b[^.]*\b(?:claim|swap)", "melds.joker_swap"),
        (r"\bace(?:s are| is| may be) (?:low|high)\b", "melds.ace"),
        (r"\bgoes first\b|\bleads? to the first trick\b", "opening"),
    )
)
# Rules in these sections are about other games, or about what a word means.
ELSEWHERE = ("names", "options", "glossary", "history")


def unlisted(key: str, wording: RuleWording, plain: Plain) -> Iterator[tuple[str, str]]:
    """Yield the words of a rule that depend on a value, with the path that it doesn’t list."""
    if key in ELSEWHERE or wording.mark == StatementKind.EXAMPLE or wording.has_own_figures:
        return
    for pattern, path in CUES:
        found = pattern.search(wording.text)
        is_listed = any(
            f"{assumed}.".startswith(f"{path}.") or f"{path}.".startswith(f"{assumed}.")
            for assumed in (each.replace("*", "last") for each in wording.assumes)
        )
        if found and not is_listed and _is_set(plain, path):
            yield found[0], path


def _is_set(plain: Plain, path: str) -> bool:
    """Return whether the game has a value at this path that could be different."""
    try:
        values = values_at(plain, path)
    except CatalogueError:
        return False
    return any(value not in (None, []) for value in values)
