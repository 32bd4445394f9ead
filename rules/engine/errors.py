"""Errors with messages for people: what is wrong, and what to do."""

import re

# The key of a catalogue value in a message.
_KEY = re.compile(r": [a-z_]+(\.[A-Za-z0-9_]+)+(?=: )")


class RulesError(ValueError):
    """The base class of these errors. ``code`` stays the same even if the message changes."""

    code = "rules"


class UnreadableError(RulesError):
    """Text that can’t be read."""

    code = "unreadable"


class CatalogueError(RulesError):
    """A catalogue file, or a change to a ruleset, that isn’t valid.

    Messages about options and custom values are for players, in their language. Messages about
    files are for developers, in English.
    """

    code = "catalogue"

    @property
    def told(self) -> str:
        """The first message as players see it, without the key of the value."""
        return f"{_KEY.sub('', self.sentences[0], count=1).rstrip('.')}."

    @property
    def sentences(self) -> tuple[str, ...]:
        """Every message; loading continues after a mistake, so there may be several."""
        return tuple(str(self).splitlines())
