"""The names of suits, of bids in 500, of games of Skat and of points in Pitch, from their keys."""

from collections.abc import Iterable

from rules.engine.formatting import join_names
from rules.translation import gettext as _
from rules.translation import gettext_noop


def bid_text(bid: str) -> str:
    """Return the name of a contract in the game 500 from its key: ``8 hearts``, ``misère``."""
    if bid in _MISERES:
        return _(_MISERES[bid])
    tricks, _dash, suit = bid.partition("-")
    return _("{tricks} {suit}").format(tricks=tricks, suit=suit_text(suit))


def suit_text(suit: str) -> str:
    """Return the name of a suit, or ``no trump``, from its key."""
    return _(_SUITS[suit])


_MISERES = {"misere": gettext_noop("misère"), "open-misere": gettext_noop("open misère")}
_SUITS = {
    "spades": gettext_noop("spades"),
    "clubs": gettext_noop("clubs"),
    "diamonds": gettext_noop("diamonds"),
    "hearts": gettext_noop("hearts"),
    "no-trump": gettext_noop("no trump"),
}


def skat_game(game: str) -> str:
    """Return the name of a game of Skat from its key: ``clubs``, ``grand``."""
    return suit_text(game) if game in _SUITS else _(_SKAT_GAMES[game])


def skat_result(result: str) -> str:
    """Return the result of a game of Skat, or what was announced, from its key: ``schneider``."""
    return _(_SKAT_RESULTS[result])


_SKAT_GAMES = {"grand": gettext_noop("grand"), "null": gettext_noop("null")}
_SKAT_RESULTS = {
    "made": gettext_noop("made"),
    "schneider": gettext_noop("schneider"),
    "schwarz": gettext_noop("schwarz"),
    "ouvert": gettext_noop("ouvert"),
    "lost": gettext_noop("lost"),
    "lost-schneider": gettext_noop("lost, schneider"),
    "lost-schwarz": gettext_noop("lost, schwarz"),
}


def pitch_point(name: str) -> str:
    """Return the name of one of the points in Pitch: ``high joker``."""
    return _(_PITCH_POINTS[name])


def pitch_points(names: Iterable[str]) -> str:
    """Return the names of points in Pitch: ``high, jack and game``, or ``nothing``."""
    points = [pitch_point(name) for name in names]
    return join_names(points) if points else _("nothing")


_PITCH_POINTS = {
    "high": gettext_noop("high"),
    "low": gettext_noop("low"),
    "jack": gettext_noop("jack"),
    "off-jack": gettext_noop("off-jack"),
    "high-joker": gettext_noop("high joker"),
    "low-joker": gettext_noop("low joker"),
    "game": gettext_noop("game"),
    "three": gettext_noop("three"),
}
