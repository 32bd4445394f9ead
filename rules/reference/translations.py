"""Rule texts in other languages.

``texts/<language>/<slug>.md`` is laid out like a reference file: sections, and for each rule its
anchor, its mark and its text, ``- [aces] Ein Ass ist hoch oder niedrig.`` Sources and assumed
values come from the English rule. Numbers stay in the data: a translation must have the same
placeholders as the English text. A rule without a translation is shown in English, and so is one
whose text is still the English one.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from rules.engine.catalogue import Catalogue
from rules.engine.game_files import shown_path
from rules.engine.mistakes import nearest
from rules.reference.lexicon import ALIKE, Lexicon, Place
from rules.reference.rule_files import Reference, RuleWording, read_reference

_FOLDER = "texts"
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")

# One game's translated texts.
Texts = Mapping[Place, str]


def read_translations(
    catalogue: Catalogue, references: Mapping[str, Reference], mistakes: list[str]
) -> dict[str, dict[str, Texts]]:
    """Return all translated texts in the catalogue's folders, by language and slug.

    A sentence is added to ``mistakes``, with its file and line, for each rule that doesn’t exist in
    English or whose English rule has a different mark or different placeholders.
    """
    folders = (path for folder in catalogue.folders for path in folder.glob(f"{_FOLDER}/*/"))
    return {
        language: {
            slug: dict(_read(path, references.get(slug, Reference({}, {})), mistakes))
            for slug, path in catalogue.files(f"{_FOLDER}/{language}", "md")
        }
        for language in sorted({folder.name for folder in folders})
    }


def _read(path: Path, reference: Reference, mistakes: list[str]) -> Iterator[tuple[Place, str]]:
    english = dict(wordings_of(reference))
    translated, wrong = read_reference(path, Lexicon(None))
    mistakes += wrong
    for place, wording in wordings_of(translated):
        if fault := _fault(place, wording, english):
            rule = ".".join(filter(None, place))
            mistakes.append(f"{shown_path(path)}:{wording.line}: {rule}: {fault}")
        if place not in english or wording.text != english[place].text:
            yield place, wording.text


def wordings_of(reference: Reference) -> Iterator[tuple[Place, RuleWording]]:
    """Yield the rules of a file that have a text, each with its option and its anchor."""
    for option, parts in (("", reference.parts), *reference.by_option.items()):
        for key, part in parts.items():
            for wording in part.wordings:
                if wording.text:
                    yield (option, f"{key}-{wording.id}"), wording


def _fault(place: Place, wording: RuleWording, rules: Mapping[Place, RuleWording]) -> str:
    """Return the mistake in a translated rule, or ``""`` if it is valid."""
    if place not in rules:
        option, anchor = place
        near = nearest(anchor, (other for of, other in rules if of == option), ALIKE)
        hint = f" Did you mean “{near}”?" if near else ""
        return f"The game’s reference file has no such rule.{hint}"
    english = rules[place]
    if wording.mark != english.mark:
        return f"Give it the mark of the English rule: {english.mark or 'none'}."
    placeholders = sorted(_PLACEHOLDER.findall(english.text))
    if sorted(_PLACEHOLDER.findall(wording.text)) != placeholders:
        return f"Use the placeholders of the English rule: {' '.join(placeholders) or 'none'}."
    return ""
