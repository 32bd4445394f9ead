"""The status of each side before a deal, as shown to the players in English."""

from rules.engine import scoring


def status(ruleset, table, past):
    return {key: reason.text for key, reason in scoring.status(ruleset, table, past).items()}
