"""Passes: a page’s access to live updates, as a signed token in the URL of its stream.

A pass names what the page was allowed to see when it was rendered.
``scorekeeper.queries.following`` checks in the database whether the page may still show it.
"""

from dataclasses import astuple, dataclass

from django.core import signing
from django.utils.crypto import salted_hmac

SALT = "stream"


@dataclass(frozen=True, slots=True)
class Watching:
    """A page opened with a game’s watch link. ``link`` is the digest of the link’s token."""

    code: str
    link: str


@dataclass(frozen=True, slots=True)
class ScoringPass:
    """A page of a phone that may enter scores in a game.

    ``deal`` is the deal being entered on the page, or 0. ``name`` is the phone’s name.
    """

    code: str
    user: int
    deal: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A page with the list of a user’s games."""

    user: int


@dataclass(frozen=True, slots=True)
class AtTable:
    """A page opened with a group’s watch link. ``link`` is the digest of the link’s token."""

    group: int
    link: str


Pass = Watching | ScoringPass | Listing | AtTable
KINDS: dict[str, type[Pass]] = {"w": Watching, "s": ScoringPass, "l": Listing, "t": AtTable}
LETTERS = {kind: letter for letter, kind in KINDS.items()}


def digest(token: str) -> str:
    """Return a hash of a link’s token for a pass. The hash doesn’t reveal the token."""
    return salted_hmac(SALT, token, algorithm="sha256").hexdigest()[:16]


def dump_pass(own: Pass) -> str:
    """Return the signed token of a pass."""
    return signing.dumps([LETTERS[type(own)], *astuple(own)], salt=SALT, compress=True)


def load_pass(token: str) -> Pass | None:
    """Return the pass of a token, or None if this site hasn’t signed it."""
    try:
        letter, *fields = signing.loads(token, salt=SALT)
        return KINDS[letter](*fields)
    except (signing.BadSignature, ValueError, KeyError, TypeError):
        return None
