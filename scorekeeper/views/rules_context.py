"""The template context of pages that show a game’s rules: facts, deals, and rules with sources."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from rules.engine.rulesets import Ruleset
from rules.engine.variants import Source, Variant
from rules.reference.card_facts import value_groups, values_label
from rules.reference.facts import facts
from rules.reference.game_words import translated_ruleset, translated_variant
from rules.reference.rule_texts import RuleText, Section, rule_texts
from scorekeeper.sheets.booklet import deals_of, numbered_works
from scorekeeper.templatetags.markup import linked_rules


@dataclass(frozen=True, slots=True)
class Line:
    """A rule as HTML, and the number of its source on the page, or None if it has no source."""

    rule: RuleText
    html: SafeString
    source: int | None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the rules with its lines."""

    section: Section
    lines: tuple[Line, ...]


def rules_context(variant: Variant, ruleset: Ruleset) -> dict[str, object]:
    """Return the context of a page that shows the rules of ``variant`` under ``ruleset``.

    Texts from the catalogue are in the reader’s language.
    """
    shown, shown_ruleset = translated_variant(variant), translated_ruleset(ruleset)
    sections = rule_texts().sections(variant, ruleset)
    sources = numbered_works(variant, sections)
    standard = {fact.key: fact.text for fact in facts(variant.standard)}
    return {
        "variant": shown,
        "ruleset": shown_ruleset,
        "values": value_groups(ruleset),
        "values_label": values_label(ruleset),
        # Card values are listed above the table. If a house rule changes them, the table repeats
        # them.
        "facts": [
            (fact, changed)
            for fact in facts(ruleset)
            if (changed := fact.text != standard.get(fact.key)) or fact.key != "values"
        ],
        "deals": deals_of(variant, shown_ruleset),
        "chosen": [option for option in shown.options if option.id in ruleset.options],
        "chapters": [_chapter(section, sources) for section in sections],
        "sources": sources,
    }


def _chapter(section: Section, sources: dict[Source, int]) -> Chapter:
    return Chapter(
        section,
        tuple(
            Line(rule, html, sources[rule.source] if rule.source else None)
            for rule, html in linked_rules(section)
        ),
    )
