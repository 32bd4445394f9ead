"""The template context of pages that show a game’s rules: facts, deals, and rules with sources."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.engine.rulesets import Ruleset
from rules.engine.variants import Source, Variant
from rules.reference.card_facts import value_groups, values_label
from rules.reference.game_words import translated_ruleset, translated_variant
from rules.reference.rule_texts import RuleText, Section, rule_texts
from scorekeeper.presenters.meld_examples import meld_examples
from scorekeeper.sheets.booklet import deals_of, listed_works, marked_facts, numbered_works
from scorekeeper.templatetags.markup import linked_rules


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule as HTML, and the number of its source on the page, or None if it has no source.

    ``usual`` is the standard text of a rule whose values a house rule has changed, otherwise empty.
    ``example`` has melds that the rule allows and forbids, if it is about melds.
    """

    rule: RuleText
    html: SafeString
    source: int | None
    usual: str
    example: str


@dataclass(frozen=True, slots=True)
class RuleChapter:
    """A section of the rules with its lines."""

    section: Section
    lines: tuple[RuleLine, ...]


def rules_context(variant: Variant, ruleset: Ruleset) -> dict[str, object]:
    """Return the context of a page that shows the rules of ``variant`` under ``ruleset``.

    Texts from the catalogue are in the reader’s language. ``mark`` is the label of everything that
    differs from the standard rules.
    """
    shown, shown_ruleset = translated_variant(variant), translated_ruleset(ruleset)
    sections = rule_texts().sections(variant, ruleset)
    sources = numbered_works(variant, sections)
    standard = {
        rule.anchor: rule.text for part in rule_texts().sections(variant) for rule in part.rules
    }
    deals = deals_of(variant, shown_ruleset)
    usual_deals = deals_of(variant, translated_ruleset(variant.standard)).rows
    examples = meld_examples(variant, ruleset, sections)
    return {
        "variant": shown,
        "ruleset": shown_ruleset,
        "values": value_groups(shown_ruleset),
        "values_label": values_label(shown_ruleset),
        "facts": marked_facts(variant, shown_ruleset),
        # The phases of a game are facts, and the search links to the list of phases.
        "facts_id": "" if deals.rows or deals.notes else "deals",
        "deals": deals,
        # A row also changes if the table has a new column, and a deal if its takes change.
        "changed_deals": {
            row.number
            for row in deals.rows
            if row not in usual_deals and ruleset.deal(row.number) not in variant.standard.deals
        },
        "chosen": [option for option in shown.options if option.id in ruleset.options],
        "chapters": [_chapter(section, sources, standard, examples) for section in sections],
        "sources": listed_works(sources),
        "mark": _("house rule"),
    }


def _chapter(
    section: Section,
    sources: dict[Source, int],
    standard: Mapping[str, str],
    examples: Mapping[str, str],
) -> RuleChapter:
    lines = []
    for rule, html in linked_rules(section):
        usual, example = standard.get(rule.anchor, ""), examples.get(rule.anchor, "")
        source = sources[rule.source] if rule.source else None
        lines.append(RuleLine(rule, html, source, usual if usual != rule.text else "", example))
    return RuleChapter(section, tuple(lines))
