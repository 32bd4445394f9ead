"""Rule texts in other languages.

``texts/<language>/<slug>.md`` is laid out like a reference file: sections, and for each rule its
anchor, its mark and its text, ``- [aces] Ein Ass ist hoch oder niedrig.`` Sources and assumed
values come from the English rule. Numbers stay in the data: a translation must have the same
placeholders as the English text. A rule without a translation is shown in English.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from rules.engine.catalogue import Catalogue
from rules.engine.errors import CatalogueError
from rules.reference.lexicon import Lexicon, Place
from rules.reference.rule_files import Reference, RuleWording, read_reference

_FOLDER = "texts"
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")

# One game's translated texts.
Texts = Mapping[Place, str]


def read_translations(
    catalogue: Catalogue, references: Mapping[str, Reference]
) -> dict[str, dict[str, Texts]]:
    """Return all translated texts in the catalogue's folders, by language and slug.

    Raises CatalogueError, which names the file and the rule, if there is no such rule in English or
    if the English rule has a different mark or different placeholders.
    """
    folders = (path for folder in catalogue.folders for path in folder.glob(f"{_FOLDER}/*/"))
    return {
        language: {
            slug: dict(_read(path, language, references.get(slug, Reference({}, {}))))
            for slug, path in catalogue.files(f"{_FOLDER}/{language}", "md")
        }
        for language in sorted({folder.name for folder in folders})
    }


def _read(path: Path, language: str, reference: Reference) -> Iterator[tuple[Place, str]]:
    english = dict(_wordings(reference))
    for place, wording in _wordings(read_reference(path, Lexicon(None))):
        fault = _fault(wording, english.get(place))
        if fault:
            rule = ".".join(filter(None, place))
            raise CatalogueError(f"{_FOLDER}/{language}/{path.name}: {rule}: {fault}")
        yield place, wording.text


def _wordings(reference: Reference) -> Iterator[tuple[Place, RuleWording]]:
    for option, parts in (("", reference.parts), *reference.by_option.items()):
        for key, part in parts.items():
            for wording in part.wordings:
                if wording.text:
                    yield (option, f"{key}-{wording.id}"), wording


def _fault(wording: RuleWording, english: RuleWording | None) -> str:
    """Return the mistake in a translated rule, or ``""`` if it is valid."""
    if english is None:
        return "the game’s reference file has no such rule"
    if wording.mark != english.mark:
        return f"give it the mark of the English rule: {english.mark or 'none'}"
    placeholders = sorted(_PLACEHOLDER.findall(english.text))
    if sorted(_PLACEHOLDER.findall(wording.text)) != placeholders:
        return f"use the placeholders of the English rule: {' '.join(placeholders) or 'none'}"
    return ""
