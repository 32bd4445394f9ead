"""``./dev game show``: a game’s resolved rules, each sentence with the game that it comes from."""

from collections.abc import Iterator

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Variant
from rules.reference.differences import differences
from rules.reference.facts import facts
from rules.reference.rule_texts import RuleTexts
from tests.provenance.figures_in_words import faults, told


def show_game(variant: Variant, games: Catalogue, texts: RuleTexts) -> Iterator[str]:
    """Yield the lines of the report."""
    yield from _data(variant, games)
    yield from _sentences(variant, texts)
    silenced = tuple(texts.silenced(variant))
    if silenced:
        yield from ("", "Left out, because this game changes values that these rules assume")
    for key, wording, paths in silenced:
        yield f"  {key}-{wording.id} ({wording.owner}), because of {', '.join(paths)}:"
        yield f"      {wording.text}"


def _data(variant: Variant, games: Catalogue) -> Iterator[str]:
    parent = games.parent(variant)
    yield f"{variant.name} ({variant.slug})"
    if parent:
        yield f"based on {' < '.join(each.slug for each in games.lineage(variant)[1:])}"
    yield from ("", "Facts")
    for fact in facts(variant.standard):
        yield f"  {fact.label}: {fact.text}"
    if parent:
        yield from ("", f"Different from {parent.name}")
        for before, now in differences(parent.standard, variant.standard):
            yield f"  {now.label}: {now.text or 'none'} (parent: {before.text or 'none'})"


def _sentences(variant: Variant, texts: RuleTexts) -> Iterator[str]:
    wrong: dict[str, list[str]] = {}
    for rule in told(variant, texts=texts):
        found = () if rule.has_own_figures else faults(variant.standard, rule)
        wrong.setdefault(f"{rule.section}-{rule.id}", []).extend(found)
    for section in texts.sections(variant):
        yield from ("", f"## {section.key}")
        for rule in section.rules:
            name = rule.anchor.removeprefix(f"{section.key}-")
            replaced = f", replaces {rule.instead_of.slug}’s" if rule.instead_of else ""
            yield f"  [{name}] ({rule.owner.slug}{replaced}) {rule.text}"
            for fault in wrong.get(rule.anchor, ()):
                yield f"      !! The data has a different value ({fault})."
