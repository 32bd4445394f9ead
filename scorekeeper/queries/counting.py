"""Which games can be counted up and down, one side at a time."""

from rules.engine.entries import EntryField
from rules.engine.inputs import Points
from rules.engine.rulesets import AnyRuleset
from rules.engine.schemes import scheme_of


def counted_field(ruleset: AnyRuleset) -> EntryField | None:
    """Return the field for the points of a side, if a round has nothing else that must be entered.

    Return None for games with cards or other things to count.
    """
    if ruleset.scoring.scheme != "tally" or ruleset.deck or len(ruleset.deals) > 1:
        return None
    scoring = scheme_of(ruleset, ruleset.players.counts[0]).scoring
    needed = [field for field in scoring.fields(ruleset.deals[0]) if not field.optional]
    is_points = [isinstance(field.kind, Points) and field.scope == "side" for field in needed]
    return needed[0] if is_points == [True] else None
