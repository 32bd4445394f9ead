"""What the players are told of each side before a deal, in English."""

from rules.engine import scoring


def status(ruleset, table, past):
    return {key: reason.text for key, reason in scoring.status(ruleset, table, past).items()}
