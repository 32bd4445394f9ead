"""The status of each side before a deal, as shown to the players in English."""

from rules.engine.replay import statuses


def status(ruleset, table, past):
    return {key: reason.text for key, reason in statuses(ruleset, table, past).items()}
