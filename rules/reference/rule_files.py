"""Reference files: parse their rule texts, and merge a child's rules into its parent's.

A file has sections, ``## key``, with a bullet for each rule: ``- [aces] An ace is low or high.``
The name in brackets is the rule's anchor. A child's rule with the same name replaces its parent's
rule, or removes it if the child's rule has no text. All other rules are inherited. A child's new
rule comes after the rule that precedes it in the child's file. ``## key only`` drops all of the
parent's rules in that section. ``@source`` after the name of a rule, or of a section, names its
source; ``@ours`` means that we worked it out ourselves. Without either, the source is the game's
first source. Search words have a separate file (``rules.reference.lexicon``). A rule that replaces
another also keeps the search words of the replaced rule.

Numbers come from the data: ``{values.K}``. A worked example uses them in a sum, whose total is
calculated: ``- [example !example] a king and two fours count {values.K} + 2 × {values.4} = {sum}.``
The example therefore stays correct if a house rule changes a value. If an option changes more than
that, its texts remove the example. An example without any placeholder is shown only under the
standard rules.

``!example`` is a mark. A mark shows what kind of statement the text makes (see ``Mark``), and its
label is added when the rule is shown. With ``!varies``, the text is a question and, after ``=>``,
our answer: ``- [differ-ties !varies] what if two are tied? => they win together.``

``- [stock-left =deals.*.cards,deck]`` lists the values that a rule assumes without quoting them.
The rule is hidden if a house rule changes one of them.

``#figures`` means that the numbers in the text are right although the data doesn’t have them, for
example because they are those of another game. Tests compare all other numbers with the data.

``# with frozen-jokers`` begins the texts for the option with that id. An option's texts are laid
out in sections, as in a child's file: a rule with the same name as a standard rule replaces it, a
rule without a text removes it, and all others are added. The texts apply if a group has chosen the
option. The texts under ``# with no-jokers and twos-wild`` apply if both of these options are
chosen. They are merged in after the separate texts of each option.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rules.engine.catalogue import read_text
from rules.engine.errors import CatalogueError
from rules.reference.lexicon import Lexicon
from rules.reference.statements import READING, StatementKind
from rules.translation import gettext_noop as _

SECTIONS = {
    "names": _("Names"),
    "players": _("Players"),
    "cards": _("Cards"),
    "deal": _("The deal"),
    "object": _("Object"),
    "bidding": _("Bidding and trumps"),
    "contracts": _("Contracts"),
    "melds": _("Melds"),
    "turn": _("A turn"),
    "taking-the-discard": _("Taking the discard"),
    "jokers": _("Jokers"),
    "special-rounds": _("Special deals"),
    "going-out": _("Going out"),
    "scoring": _("Scoring"),
    "end": _("End of the game"),
    "settlement": _("Settlement"),
    "options": _("House rules"),
    "tips": _("Tips"),
    "glossary": _("Words"),
    "history": _("History"),
}

OURS = "ours"

# Sections whose examples may be wrong under house rules about scoring or the end of the game.
COUNTED = ("scoring", "end", "settlement")

# The separator between the ids of options whose texts apply only if all of them are chosen.
AND = " and "

_OPTION = re.compile(rf"# with (?P<option>[a-z0-9-]+(?:{AND}[a-z0-9-]+)*)")
_SECTION = re.compile(r"## (?P<key>[a-z-]+)(?P<only> only)?(?: @(?P<source>[a-z0-9-]+))?")
_RULE = re.compile(
    r"- (?:\[(?P<id>[a-z0-9-]+)(?: @(?P<source>[a-z0-9-]+))?(?: =(?P<assumes>[\w.*,-]+))?"
    r"(?: !(?P<mark>[a-z]+))?(?P<own> #figures)?\] ?)?"
    r"(?P<text>.*?)(?: ~ (?P<search_words>.+))?"
)


@dataclass(frozen=True, slots=True)
class RuleWording:
    """A rule as written in its file, before its placeholders are filled in.

    ``owner`` is the slug of the game that the text belongs to, and ``replaces`` is the rule that it
    replaces. ``assumes`` lists the paths of the values that it assumes. ``source`` is the id of one
    of the owner's sources, or empty for the first one. ``search_words`` are other words that people
    search for, and ``option`` is the id of the option that adds the rule. ``has_own_figures`` means
    that the text has numbers that the data doesn’t have. ``line`` is the rule's line in the file.
    """

    id: str
    text: str
    owner: str
    source: str = ""
    search_words: tuple[str, ...] = ()
    option: str = ""
    assumes: tuple[str, ...] = ()
    mark: StatementKind = StatementKind.PLAIN
    has_own_figures: bool = False
    line: int = 0
    replaces: "RuleWording | None" = None

    @property
    def varies(self) -> bool:
        """Whether groups play this in different ways and the text gives our choice."""
        return self.mark == StatementKind.VARIES

    @property
    def is_fixed_example(self) -> bool:
        """Whether this is an example without placeholders, which house rules remove."""
        return self.mark == StatementKind.EXAMPLE and "{" not in self.text


@dataclass(frozen=True, slots=True)
class SectionPart:
    """One file's rules for a section; ``only`` drops the parent's rules for that section."""

    wordings: tuple[RuleWording, ...]
    only: bool = False


Parts = Mapping[str, SectionPart]
Wordings = Mapping[str, tuple[RuleWording, ...]]


@dataclass(frozen=True, slots=True)
class Reference:
    """The content of a file: its sections, and each option's changes to them, by option id."""

    parts: Parts
    by_option: Mapping[str, Parts]


def read_reference(path: Path, lexicon: Lexicon) -> Reference:
    """Return the content of a reference file, with the search words from ``lexicon``.

    Raises CatalogueError, which names the file, and the line or the key.
    """
    read: dict[str, dict[str, tuple[bool, str, list[RuleWording]]]] = {"": {}}
    parts, option, key = read[""], "", ""
    current: tuple[bool, str, list[RuleWording]] | None = None
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if chosen := _OPTION.fullmatch(line.strip()):
            option = chosen["option"]
            if option in read:
                raise _wrong(path, number, f"“# with {option}” appears twice")
            parts, current = read.setdefault(option, {}), None
        elif head := _SECTION.fullmatch(line.strip()):
            key = head["key"]
            if key not in SECTIONS or key in parts:
                raise _wrong(path, number, f"“{key}” isn’t a section, or appears twice")
            current = parts.setdefault(key, (bool(head["only"]), head["source"] or "", []))
        elif current and (rule := _RULE.fullmatch(line.rstrip())):
            _, source, wordings = current
            name = rule["id"] or str(len(wordings) + 1)
            if name in {wording.id for wording in wordings}:
                raise _wrong(path, number, f"“{name}” appears twice in its section")
            source = rule["source"] or source
            text = rule["text"].strip()
            words = lexicon.words(option, f"{key}-{name}", rule["search_words"] or "")
            assumes = tuple(rule["assumes"].split(",")) if rule["assumes"] else ()
            mark = _mark(path, number, rule["mark"] or "", text)
            own_figures = bool(rule["own"])
            wordings.append(
                RuleWording(
                    name, text, path.stem, source, words, option, assumes, mark, own_figures, number
                )
            )
        elif line.strip():
            raise _wrong(path, number, "write “## key” or “- [name] a rule”")
    lexicon.check_keys(
        {
            (option, f"{key}-{wording.id}")
            for option, parts in read.items()
            for key, (_, _, wordings) in parts.items()
            for wording in wordings
            if wording.text
        }
    )
    by_option = {
        option: {
            key: SectionPart(tuple(wordings), only) for key, (only, _, wordings) in parts.items()
        }
        for option, parts in read.items()
    }
    return Reference(by_option.pop(""), by_option)


def _mark(path: Path, line: int, word: str, text: str) -> StatementKind:
    if word not in set(StatementKind):
        known = ", ".join(f"!{mark}" for mark in StatementKind if mark)
        raise _wrong(path, line, f"“!{word}” isn’t a mark; use one of {known}")
    mark = StatementKind(word)
    if text and text.count(READING) != (mark == StatementKind.VARIES):
        raise _wrong(path, line, "write a “!varies” rule, and no other, as “question => reading”")
    return mark


def _wrong(path: Path, line: int, sentence: str) -> CatalogueError:
    return CatalogueError(f"{path.name}:{line}: {sentence}")


def inherit(parents: Wordings, parts: Parts) -> dict[str, tuple[RuleWording, ...]]:
    """Return each section's rules: the parents' rules, with a child's ``parts`` merged in.

    Rules that vary come last. Raises CatalogueError if a rule without a text removes nothing.
    """
    sections: dict[str, tuple[RuleWording, ...]] = {}
    for key in SECTIONS:
        part = parts.get(key, SectionPart(()))
        theirs = () if part.only else parents.get(key, ())
        merged = _worked_in(theirs, part.wordings)
        if merged:
            sections[key] = tuple(sorted(merged, key=lambda wording: wording.varies))
    return sections


def _worked_in(theirs: Sequence[RuleWording], own: Iterable[RuleWording]) -> list[RuleWording]:
    merged = list(theirs)
    place = 0
    for wording in own:
        names = [held.id for held in merged]
        if wording.id in names:
            place = names.index(wording.id)
            if wording.text:
                held = merged[place]
                words = (*wording.search_words, *held.search_words)
                merged[place] = replace(wording, search_words=words, replaces=held)
                place += 1
            else:
                del merged[place]
        elif not wording.text:
            raise CatalogueError(
                f"{wording.owner}.md: “{wording.id}” has no text and removes no rule"
            )
        else:
            merged.insert(place, wording)
            place += 1
    return merged


def apply_option_texts(usual: Wordings, parts: Parts) -> dict[str, tuple[RuleWording, ...]]:
    """Return each section's rules with an option's texts merged in.

    It is not an error to remove a rule that another option or a child game has already removed.
    """
    names = {key: {wording.id for wording in wordings} for key, wordings in usual.items()}
    here = {
        key: replace(
            part,
            wordings=tuple(
                wording
                for wording in part.wordings
                if wording.text or wording.id in names.get(key, ())
            ),
        )
        for key, part in parts.items()
    }
    return inherit(usual, here)
