"""The only door from what lay on the table to points."""

from collections.abc import Mapping

from rules.entries import (
    Entry,
    EntryField,
    EntryRefusedError,
    Problem,
    Table,
    clean_texts,
    read_entry,
)
from rules.schemes import SCHEMES, Line, Scheme
from rules.variants import Ruleset


def scheme_of(ruleset: Ruleset, sides: int) -> Scheme:
    """The way of counting that the ruleset names, for so many sides."""
    return SCHEMES[ruleset.scoring.scheme](ruleset, sides)


def entry_fields(ruleset: Ruleset, deal: int, sides: int) -> tuple[EntryField, ...]:
    """What is asked after that deal."""
    return scheme_of(ruleset, sides).fields(ruleset.deal(deal))


def report(ruleset: Ruleset, deal: int, table: Table, texts: Mapping[str, str]) -> Entry:
    """Return the entry in ``texts``, by input name; what the game does not know is refused.

    Raises EntryRefusedError on text that cannot be read and on fields that this deal does not have.
    """
    scheme, dealt = scheme_of(ruleset, len(table.sides)), ruleset.deal(deal)
    fields, said = scheme.fields(dealt), clean_texts(texts)
    asked = {name for each in fields for key in table.keys for name in each.inputs(key).values()}
    unasked = {
        name: sentence
        for field_id, sentence in scheme.unasked(dealt).items()
        for name in (field_id, *(f"{field_id}-{key}" for key in table.keys))
    }
    unknown = "“{}” is not asked after this deal; leave it out."
    problems = [
        Problem("unasked", unasked.get(name) or unknown.format(name[:20]), name)
        for name, text in said.items()
        if name not in asked and not (name in unasked and text == "0")
    ]
    if problems:
        raise EntryRefusedError(problems)
    return read_entry(fields, table, said)


def score_deal(
    ruleset: Ruleset, deal: int, entry: Entry, *, overrule: bool = False
) -> tuple[Line, ...]:
    """Return the points of each side after that deal, each line with its reason.

    Raises EntryRefusedError when the entry is impossible, and when it is unusual unless
    ``overrule``.
    """
    scheme, dealt = scheme_of(ruleset, len(entry.table.sides)), ruleset.deal(deal)
    problems = tuple(scheme.problems(dealt, entry))
    if problems:
        refused = EntryRefusedError(problems)
        if not (overrule and refused.only_warnings):
            raise refused
    return tuple(scheme.lines(dealt, entry))


def entry_ids(ruleset: Ruleset, deal: int, sides: int) -> tuple[str, ...]:
    """Ids of every field the scheme knows, asked after that deal or not: what a form should
    pass on.
    """
    scheme, dealt = scheme_of(ruleset, sides), ruleset.deal(deal)
    return (*(asked.id for asked in scheme.fields(dealt)), *scheme.unasked(dealt))
