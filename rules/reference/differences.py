"""The facts and deals that differ between two rulesets."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.formatting import capital
from rules.engine.rulesets import Ruleset
from rules.reference.facts import WORDED, Fact, facts
from rules.reference.game_words import translated_ruleset
from rules.translation import gettext as _


def differences(theirs: Ruleset, own: Ruleset) -> tuple[tuple[Fact, Fact], ...]:
    """Return the facts that differ between two rulesets, as (theirs, own).

    Facts with the same text but different labels, such as “Reaching 100” and “Reaching 150”, are
    paired with “none”. Deals with different melds or special rules come last.
    """
    shown = translated_ruleset(theirs), translated_ruleset(own)
    their_facts, own_facts = ({fact.key: fact for fact in facts(rules)} for rules in shown)
    nothing = Fact("", "", _("none"))
    found: list[tuple[Fact, Fact]] = []
    for key in dict.fromkeys((*own_facts, *their_facts)):
        their, mine = their_facts.get(key, nothing), own_facts.get(key, nothing)
        if their.text != mine.text:
            found.append((their, mine))
        elif nothing not in (their, mine) and their.label != mine.label and key not in WORDED:
            found += [(their, nothing), (nothing, mine)]
    return (*found, *_deal_differences(theirs, own))


def _deal_differences(theirs: Ruleset, own: Ruleset) -> Iterator[tuple[Fact, Fact]]:
    """Yield the deals with different contracts or special rules, whatever words the games use."""
    for number in range(1, max(len(theirs.deals), len(own.deals)) + 1):
        their, mine = theirs.played(number), own.played(number)
        asked = [(deal.contract, deal.special_rules) if deal else None for deal in (their, mine)]
        if asked[0] != asked[1]:
            yield _deal_fact(theirs, their), _deal_fact(own, mine)


def _deal_fact(ruleset: Ruleset, deal: Deal | None) -> Fact:
    if deal is None:
        return Fact("", "", _("none"))
    shown = translated_ruleset(ruleset)
    deal = shown.deals[deal.number - 1]
    label = _("{label} {number}").format(label=capital(shown.words.deal.one), number=deal.number)
    rules = " ".join(deal.special_rules)
    words = shown.contract_words(deal) or _("no contract")
    return Fact(f"deal-{deal.number}", label, f"{words}. {rules}" if rules else words)
