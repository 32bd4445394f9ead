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
from dataclasses import dataclass, field, replace
from pathlib import Path

from rules.engine.errors import CatalogueError
from rules.engine.game_files import read_text, shown_path
from rules.engine.mistakes import nearest
from rules.reference.lexicon import Lexicon, Place
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
    "games": _("Types of game"),
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
SECTION = re.compile(r"## (?P<key>[a-z-]+)(?P<only> only)?(?: @(?P<source>[a-z0-9-]+))?")
RULE = re.compile(
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
    """The content of a file: its sections, and each option's changes to them, by option id.

    ``lines`` has the line at which the texts of each option begin.
    """

    parts: Parts
    by_option: Mapping[str, Parts]
    lines: Mapping[str, int] = field(default_factory=dict)


def read_reference(path: Path, lexicon: Lexicon) -> tuple[Reference, tuple[str, ...]]:
    """Return the content of a reference file, with the search words from ``lexicon``, and a
    sentence for each mistake in the two files, with its line.

    Raises CatalogueError if the file isn’t text.
    """
    reader = _Reader(path, lexicon)
    for number, line in enumerate(read_text(path).splitlines(), 1):
        reader.read(number, line)
    return reader.reference(), (*reader.mistakes, *lexicon.wrong_keys(reader.places()))


class _Reader:
    """Reads a reference file line by line, and goes on after a mistake."""

    def __init__(self, path: Path, lexicon: Lexicon) -> None:
        self.mistakes: list[str] = []
        self._lexicon = lexicon
        self._slug = path.stem
        self._name = shown_path(path)
        self._option, self._key = "", ""
        self._source = ""
        self._seen: set[str] = set()
        self._parts: dict[str, dict[str, SectionPart]] = {"": {}}
        self._lines: dict[str, int] = {}

    def read(self, number: int, line: str) -> None:
        """Read a line, and note its mistake if it has one."""
        try:
            if chosen := _OPTION.fullmatch(line.strip()):
                self._read_option(chosen["option"], number)
            elif head := SECTION.fullmatch(line.strip()):
                self._read_section(head)
            elif line.strip():
                rule = RULE.fullmatch(line.rstrip())
                if not rule:
                    raise CatalogueError("Write “## key” or “- [name] a rule”.")
                self._read_rule(rule, number)
        except CatalogueError as error:
            self.mistakes.append(f"{self._name}:{number}: {error}")

    def reference(self) -> Reference:
        by_option = dict(self._parts)
        return Reference(by_option.pop(""), by_option, self._lines)

    def places(self) -> set[Place]:
        """Return the option and the anchor of each rule that has a text."""
        return {
            (option, f"{key}-{wording.id}")
            for option, parts in self._parts.items()
            for key, part in parts.items()
            for wording in part.wordings
            if wording.text
        }

    def _read_option(self, option: str, number: int) -> None:
        self._option, self._key, self._seen = option, "", set()
        if option in self._parts:
            raise CatalogueError(f"“# with {option}” appears twice. Put its sections together.")
        self._parts[option] = {}
        self._lines[option] = number

    def _read_section(self, head: re.Match[str]) -> None:
        known = head["key"] in SECTIONS
        near = head["key"] if known else nearest(head["key"], SECTIONS)
        self._key, parts = near or head["key"], self._parts[self._option]
        self._source = head["source"] or ""
        parts.setdefault(self._key, SectionPart((), bool(head["only"])))
        if head["key"] in self._seen:
            raise CatalogueError(f"“{self._key}” appears twice. Put its rules together.")
        self._seen.add(head["key"])
        if not known:
            hint = f"Did you mean “{near}”?" if near else f"Use one of {', '.join(SECTIONS)}."
            raise CatalogueError(f"“{head['key']}” isn’t a section. {hint}")

    def _read_rule(self, rule: re.Match[str], number: int) -> None:
        parts = self._parts[self._option]
        if not self._key:
            self._key = "names"  # report this only once
            parts.setdefault(self._key, SectionPart(()))
            raise CatalogueError("Write a heading “## key” above this rule.")
        wordings = parts[self._key].wordings
        name, text = rule["id"] or str(len(wordings) + 1), rule["text"].strip()
        wording = RuleWording(
            name,
            text,
            self._slug,
            rule["source"] or self._source,
            self._lexicon.words(self._option, f"{self._key}-{name}", rule["search_words"] or ""),
            self._option,
            tuple(rule["assumes"].split(",")) if rule["assumes"] else (),
            StatementKind(rule["mark"] or "") if _is_mark(rule["mark"]) else StatementKind.PLAIN,
            bool(rule["own"]),
            number,
        )
        is_twice = name in {other.id for other in wordings}
        if not is_twice:
            parts[self._key] = replace(parts[self._key], wordings=(*wordings, wording))
        if not rule["id"] and text.startswith("["):
            raise CatalogueError(_wrong_name(text))
        if is_twice:
            raise CatalogueError(f"“{name}” appears twice in its section. Rename one of the two.")
        if not _is_mark(rule["mark"]):
            raise CatalogueError(_wrong_mark(rule["mark"]))
        if text and text.count(READING) != wording.varies:
            raise CatalogueError("Write a “!varies” rule, and no other, as “question => reading”.")


def _is_mark(word: str | None) -> bool:
    return (word or "") in set(StatementKind)


def _wrong_mark(word: str) -> str:
    marks = [mark for mark in StatementKind if mark]
    near = nearest(word, marks)
    hint = (
        f"Did you mean “!{near}”?" if near else f"Use one of {', '.join(f'!{m}' for m in marks)}."
    )
    return f"“!{word}” isn’t a mark. {hint}"


def _wrong_name(text: str) -> str:
    """Return what to write instead of the name at the beginning of a rule."""
    name = f"{text.partition(']')[0]}]"
    paths = re.findall(r"=([\w.*,-]+)", name)
    if len(paths) > 1:
        return f"“{name}” has several “=”. Write “={','.join(paths)}”."
    return (
        f"“{name}” can’t be read. Write “[name @source =path,path !mark #figures]” in this order, "
        "and leave out what the rule doesn’t need."
    )


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
                f"reference/{wording.owner}.md:{wording.line}: “{wording.id}” has no text and "
                "removes no rule. Write its text, or leave it out."
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
