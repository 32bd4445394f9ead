"""Errors that a player may read: each message is a sentence that says what to do."""


class RulesError(ValueError):
    """Base class. ``code`` is stable; the message is shown to the player."""

    code = "rules"


class UnreadableError(RulesError):
    """What was typed cannot be read."""

    code = "unreadable"


class CatalogueError(RulesError):
    """A file of the catalogue, or a change to a ruleset, makes no game."""

    code = "catalogue"
