"""Terms for the numbers of deals, players and phases, such as ``deal 5``."""

from collections.abc import Iterator, Sequence

from rules.lookup.words import Token

# The nouns that form a term with a number, as in “deal 5”.
NUMBERED = ("deal", "player", "phase")
# A number before one of these words belongs to it, not to a noun before the number.
COUNTED = frozenset({"player", "set", "run"})
# The largest difference between the numbers of a range, as in “deals 4–7”.
MOST_SPREAD = 15
# The term of “we are”, as in “we are five”.
PARTY = "parti"
# The term before the number in “can we play with two”.
WITH = "with"


def numbered(term: str) -> tuple[str, ...]:
    """Return the noun and the number of a term such as ``deal 5``; empty for other terms."""
    what, _, figure = term.partition(" ")
    return (what, figure) if what in NUMBERED and figure.isdecimal() else ()


def with_numbers(tokens: list[Token]) -> Iterator[Token]:
    """Yield the tokens, with an additional one for each number of a deal or of players.

    “Deal 5” and “the fifth round” give ``deal 5``. “Deals 4–7” gives ``deal 4`` to ``deal 7``.
    """
    for place, token in enumerate(tokens):
        yield token
        at_end = token.term == WITH and place == len(tokens) - 2
        if token.term == PARTY or at_end:
            for figure in _figures_after(tokens, place)[:1]:
                yield Token(f"player {figure}", token.start, token.end)
        if token.term in NUMBERED:
            figures = _figures_of(tokens, place)
            for figure in figures:
                yield Token(f"{token.term} {figure}", token.start, token.end)


def _figures_of(tokens: Sequence[Token], place: int) -> list[int]:
    token, before = tokens[place], tokens[place - 1 : place]
    if token.is_plural and token.term == "deal" and before and before[0].term.isdecimal():
        return []  # The number after “five hands” counts something else: “five hands, ten cards”.
    return _figures_after(tokens, place) or _figures_before(tokens, place)


def _figures_after(tokens: Sequence[Token], place: int) -> list[int]:
    found: list[int] = []
    for at, token in enumerate(tokens[place + 1 :], place + 1):
        if found and token.term in ("to", "and"):
            continue
        if not token.term.isdecimal() or len(token.term) > 2 or tokens[place].term == "player":
            break
        if at + 1 < len(tokens) and tokens[at + 1].term in COUNTED:
            break  # The number in “deal, two players” counts the players.
        found.append(int(token.term))
    return _spread(found)


def _figures_before(tokens: Sequence[Token], place: int) -> list[int]:
    found: list[int] = []
    if tokens[place].term == "deal" and tokens[place].is_plural:
        return found  # “Seven deals” doesn’t mean the seventh deal.
    if place and tokens[place - 1].term == "first":
        return [1]
    for token in reversed(tokens[max(0, place - 2) : place]):
        if not token.term.isdecimal() or len(token.term) > 2:
            break
        found.insert(0, int(token.term))
    return _spread(found)


def _spread(figures: list[int]) -> list[int]:
    """Return all numbers of the range if there are two figures, otherwise the figures unchanged."""
    if len(figures) == 2 and figures[0] < figures[1] <= figures[0] + MOST_SPREAD:
        return list(range(figures[0], figures[1] + 1))
    return figures
