"""The only door from what lay on the table to points."""

from collections.abc import Iterable, Mapping

from rules.entries import (
    Entry,
    EntryField,
    EntryRefusedError,
    Problem,
    Report,
    Table,
    clean_texts,
    read_entry,
)
from rules.rulesets import Ruleset
from rules.schemes import SCHEMES, Line, Past, Scored, scheme_of

__all__ = [
    "Past",
    "Report",
    "entry_fields",
    "entry_ids",
    "past_of",
    "report",
    "score_deal",
    "status",
    "uses_past",
]


def uses_past(ruleset: Ruleset) -> bool:
    """Whether earlier deals bear on what a deal counts."""
    return SCHEMES[ruleset.scoring.scheme].uses_past


def entry_fields(ruleset: Ruleset, deal: int, players: int) -> tuple[EntryField, ...]:
    """What is asked after that deal."""
    return scheme_of(ruleset, players).fields(ruleset.deal(deal))


def report(ruleset: Ruleset, deal: int, table: Table, texts: Mapping[str, str]) -> Entry:
    """Return the entry in ``texts``, by input name; what the game does not know is refused.

    Raises EntryRefusedError on text that cannot be read and on fields that this deal does not have.
    """
    scheme, dealt = scheme_of(ruleset, len(table.seats)), ruleset.deal(deal)
    fields, said = scheme.fields(dealt), clean_texts(texts)
    asked = {
        name
        for each in fields
        for place in table.places(each.per) or (None,)
        for name in each.inputs(place.key if place else "").values()
    }
    keys = {*table.keys, *(seat.key for seat in table.seats)}
    unasked = {
        name: sentence
        for field_id, sentence in scheme.unasked(dealt).items()
        for name in (field_id, *(f"{field_id}-{key}" for key in keys))
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
    ruleset: Ruleset, deal: int, entry: Entry, past: Past | None = None, *, overrule: bool = False
) -> tuple[Line, ...]:
    """Return the points of each side after that deal, each line with its reason.

    ``past`` has the deals before it, where the scheme uses them. Raises EntryRefusedError when the
    entry is impossible, and when it is unusual unless ``overrule``.
    """
    scheme, dealt = scheme_of(ruleset, len(entry.table.seats)), ruleset.deal(deal)
    before = past or Past()
    problems = tuple(scheme.problems(dealt, entry, before))
    if problems:
        refused = EntryRefusedError(problems)
        if not (overrule and refused.only_warnings):
            raise refused
    return tuple(scheme.lines(dealt, entry, before))


def past_of(
    ruleset: Ruleset, reports: Iterable[Report], starts: Mapping[str, int] | None = None
) -> Past:
    """Return the deals that were played, scored one after the other, warnings overruled.

    Raises EntryRefusedError when one of them cannot stand after those before it.
    """
    scored: list[Scored] = []
    for each in reports:
        past = Past(tuple(scored), starts)
        entry = report(ruleset, each.number, each.table, each.texts)
        lines = score_deal(ruleset, each.number, entry, past, overrule=True)
        scored.append(Scored(ruleset.deal(each.number), entry, lines))
    return Past(tuple(scored), starts)


def status(ruleset: Ruleset, table: Table, past: Past) -> Mapping[str, str]:
    """What the table should know of a side before the next deal, by side."""
    return scheme_of(ruleset, len(table.seats)).status(table, past)


def entry_ids(ruleset: Ruleset, deal: int, players: int) -> tuple[str, ...]:
    """Ids of every field the scheme knows, asked after that deal or not: what a form should
    pass on.
    """
    scheme, dealt = scheme_of(ruleset, players), ruleset.deal(deal)
    return (*(asked.id for asked in scheme.fields(dealt)), *scheme.unasked(dealt))
