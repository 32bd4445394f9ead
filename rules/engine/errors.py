"""Errors that a player may read: each message is a sentence that says what to do."""

import re

# Where something stands in a file of the catalogue.
_KEY = re.compile(r": [a-z_]+(\.[A-Za-z0-9_]+)+(?=: )")


class RulesError(ValueError):
    """Base class. ``code`` is stable; the message is shown to the player."""

    code = "rules"


class UnreadableError(RulesError):
    """What was typed cannot be read."""

    code = "unreadable"


class CatalogueError(RulesError):
    """A file of the catalogue, or a change to a ruleset, makes no game."""

    code = "catalogue"

    @property
    def told(self) -> str:
        """The message for a table, without the key at which it stands."""
        return f"{_KEY.sub('', str(self), count=1).rstrip('.')}."
