"""The rules about melds that a checked hand isn’t judged by, so that its page can say so."""

from collections.abc import Iterable, Iterator

from rules.engine.melding import MeldRules
from rules.engine.schemes.tally.points import TallyScoring
from rules.reference.rule_texts import RuleText, Section


def unjudged_rules(rules: MeldRules, sections: Iterable[Section]) -> tuple[RuleText, ...]:
    """Return the rules of the game that depend on more than the cards, the melds and the deal."""
    texts = {rule.anchor: rule for section in sections for rule in section.rules}
    return tuple(texts[anchor] for anchor in _anchors(rules) if anchor in texts)


def _anchors(rules: MeldRules) -> Iterator[str]:
    """Yield where a rules page may have such rules.

    They are about the card that was just taken, about calls, about swaps in others’ turns or in the
    turn of the first melds, about a penalty for a discard, and about going out with a partner or a
    second packet.
    """
    melds, swap = rules.melds, rules.melds.joker_swap
    yield from ("turn-discard-back", "turn-no-throwing-back", "turn-dig", "turn-newest-discard")
    if melds.shanghai_call:
        yield from ("special-rounds-own-call", "special-rounds-others-call")
    if swap and swap.any_time:
        yield from ("jokers-joker-in-run", "jokers-who-may-claim")
    if swap and swap.runs and melds.opening_points:
        yield "jokers-swap"
    if not melds.last_discard_fits:
        yield "going-out-round-ends"
    if "playable-discard-penalty" in rules.ruleset.options:
        yield "turn-discard"
    if rules.canastas:
        yield from ("melds-opening-with-pile", "going-out-concealed-opening", "going-out-needed")
        if rules.canastas.grows:  # otherwise black threes are never melded
            yield "melds-black-threes"
    elif isinstance(rules.scheme.scoring, TallyScoring):
        yield from ("turn-first-turn", "turn-pozzetto")
        if rules.closing_limit is None:
            yield "going-out-close"
