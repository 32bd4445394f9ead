"""The rules in words: what a reference file says, and what it takes from the game it is based on.

A file has sections, ``## key``, with a bullet for each rule: ``- [aces] An ace is low or high.``
The name in brackets is the rule's address, and how a child changes it: a child's rule of that name
stands in its parent's place, one without words takes it away, and all others are inherited. A
child's new rule follows the rule before it in the child's file. ``## key only`` starts afresh.
``@source`` after the name of a rule, or of a section, says which of the game's sources it rests on;
``@ours`` says that it was worked out here. Without it, that is the game's first source. Search
words are in a file of their own (``rules.reference.lexicon``). A rule that replaces another also
has the search words of the other.

Figures come from the data: ``{values.K}``. A worked example does its sum with them and leaves the
total to be worked out: ``For example, a king and two fours cost {values.K} + 2 × {values.4} =
{sum}.`` So it is right by every house rule that changes a figure; where one changes more, its words
take the example away. An example without any such figure is told by the usual rules alone.

``- [stock-left =deals.*.cards,deck]`` says which of the game's figures a rule takes for granted
without asking for each of them: it is left out where a table has changed one.

``# with frozen-jokers`` begins what the game's option of that id makes of the rules, section by
section as a child would: rules of the same name in place of the usual ones, without words to take
them away, and further ones. They are told where a table has chosen the option.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rules.engine.errors import CatalogueError
from rules.reference.lexicon import Lexicon

SECTIONS = {
    "names": "Names",
    "players": "Players",
    "cards": "Cards",
    "deal": "The deal",
    "object": "Object",
    "bidding": "Bidding and trumps",
    "contracts": "Contracts",
    "melds": "Melds",
    "turn": "A turn",
    "taking-the-discard": "Taking the discard",
    "jokers": "Jokers",
    "special-rounds": "Special deals",
    "going-out": "Going out",
    "scoring": "Scoring",
    "end": "End of the game",
    "settlement": "Settlement",
    "options": "House rules",
    "tips": "Tips",
    "glossary": "Words",
    "history": "History",
}

OURS = "ours"
EXAMPLE = "For example"

# Where house rules about what counts bear on examples.
COUNTED = ("scoring", "end", "settlement")
DIFFER = "Tables differ: "

_OPTION = re.compile(r"# with (?P<option>[a-z0-9-]+)")
_SECTION = re.compile(r"## (?P<key>[a-z-]+)(?P<only> only)?(?: @(?P<source>[a-z0-9-]+))?")
_RULE = re.compile(
    r"- (?:\[(?P<id>[a-z0-9-]+)(?: @(?P<source>[a-z0-9-]+))?(?: =(?P<assumes>[\w.*,-]+))?\] ?)?"
    r"(?P<text>.*?)(?: ~ (?P<search_words>.+))?"
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A rule as its file has it, figures not yet filled in.

    ``owner`` is the slug of the game whose words these are, ``replaces`` what they stand in place
    of, ``assumes`` the paths of the figures that it takes for granted, ``source`` the id of one of
    the owner's sources, empty for its first, ``search_words`` other words by which people search
    for it, ``option`` the id of the option by which it is so.
    """

    id: str
    text: str
    owner: str
    source: str = ""
    search_words: tuple[str, ...] = ()
    option: str = ""
    assumes: tuple[str, ...] = ()
    replaces: "Wording | None" = None

    @property
    def differs(self) -> bool:
        """Whether tables differ about it, and this is the reading used here."""
        return self.text.startswith(DIFFER)

    @property
    def is_fixed_example(self) -> bool:
        """Whether it is an example whose figures are none of the game's, so that it holds by the
        usual rules alone.
        """
        return self.text.startswith(EXAMPLE) and "{" not in self.text


@dataclass(frozen=True, slots=True)
class Part:
    """A section of one file; ``only`` leaves out all that the parent says there."""

    wordings: tuple[Wording, ...]
    only: bool = False


Parts = Mapping[str, Part]
Wordings = Mapping[str, tuple[Wording, ...]]


@dataclass(frozen=True, slots=True)
class Reference:
    """What a file says: its sections, and what each option, by its id, makes of them."""

    parts: Parts
    by_option: Mapping[str, Parts]


def read_reference(path: Path, lexicon: Lexicon) -> Reference:
    """Return the content of a reference file, with the search words of ``lexicon``. Raises
    CatalogueError naming the file, and the line or the key.
    """
    read: dict[str, dict[str, tuple[bool, str, list[Wording]]]] = {"": {}}
    parts, option, key = read[""], "", ""
    current: tuple[bool, str, list[Wording]] | None = None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if chosen := _OPTION.fullmatch(line.strip()):
            option = chosen["option"]
            if option in read:
                raise _wrong(path, number, f"“# with {option}” stands twice")
            parts, current = read.setdefault(option, {}), None
        elif head := _SECTION.fullmatch(line.strip()):
            key = head["key"]
            if key not in SECTIONS or key in parts:
                raise _wrong(path, number, f"“{key}” is no section, or stands twice")
            current = parts.setdefault(key, (bool(head["only"]), head["source"] or "", []))
        elif current and (rule := _RULE.fullmatch(line.rstrip())):
            _, source, wordings = current
            name = rule["id"] or str(len(wordings) + 1)
            if name in {wording.id for wording in wordings}:
                raise _wrong(path, number, f"“{name}” stands twice in its section")
            source = rule["source"] or source
            text = rule["text"].strip()
            words = lexicon.words(option, f"{key}-{name}", rule["search_words"] or "")
            assumes = tuple(rule["assumes"].split(",")) if rule["assumes"] else ()
            wordings.append(Wording(name, text, path.stem, source, words, option, assumes))
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
        option: {key: Part(tuple(wordings), only) for key, (only, _, wordings) in parts.items()}
        for option, parts in read.items()
    }
    return Reference(by_option.pop(""), by_option)


def _wrong(path: Path, line: int, sentence: str) -> CatalogueError:
    return CatalogueError(f"{path.name}:{line}: {sentence}")


def inherit(parents: Wordings, parts: Parts) -> dict[str, tuple[Wording, ...]]:
    """Return each section's rules, a child's ``parts`` worked into those of its parents; what
    tables differ about stands last. Raises CatalogueError when a rule without words takes nothing
    away.
    """
    told: dict[str, tuple[Wording, ...]] = {}
    for key in SECTIONS:
        part = parts.get(key, Part(()))
        theirs = () if part.only else parents.get(key, ())
        merged = _worked_in(theirs, part.wordings)
        if merged:
            told[key] = tuple(sorted(merged, key=lambda wording: wording.differs))
    return told


def _worked_in(theirs: Sequence[Wording], own: Iterable[Wording]) -> list[Wording]:
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
                f"{wording.owner}.md: “{wording.id}” has no words and takes no rule away"
            )
        else:
            merged.insert(place, wording)
            place += 1
    return merged


def apply_option_texts(usual: Wordings, parts: Parts) -> dict[str, tuple[Wording, ...]]:
    """Return each section's rules with what an option makes of them. What it takes away and another
    option, or a child of the game that it was written for, has taken away before is left at that.
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
