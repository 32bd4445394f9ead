"""The only door from what lay on the table to points."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine.contracts import Deal
from rules.engine.entries import (
    DealReport,
    DealSeating,
    Entry,
    EntryField,
    EntryRefusedError,
    Problem,
    clean_texts,
    read_entry,
)
from rules.engine.formatting import count_words, with_minus
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import SCHEMES, Line, Past, Scheme, ScoredDeal, scheme_of

__all__ = [
    "DealReport",
    "Past",
    "ScoredDeal",
    "card_worths",
    "charges",
    "entry_fields",
    "entry_ids",
    "past_of",
    "report",
    "score_deal",
    "status",
    "uses_past",
]


def uses_past(ruleset: Ruleset, reports: Iterable[DealReport] = ()) -> bool:
    """Whether earlier deals bear on what a deal counts, or on what somebody who came back after one
    of the ``reports`` is charged.
    """
    return SCHEMES[ruleset.scoring.scheme].uses_past or any(report.missed for report in reports)


def entry_fields(ruleset: Ruleset, deal: int, players: int) -> tuple[EntryField, ...]:
    """What is asked after that deal."""
    return scheme_of(ruleset, players).fields(ruleset.deal(deal))


def card_worths(ruleset: Ruleset, deal: int, players: int) -> Mapping[str, int]:
    """What a card counts after that deal, by rank."""
    return scheme_of(ruleset, players).worths(ruleset.deal(deal))


def report(ruleset: Ruleset, deal: int, table: DealSeating, texts: Mapping[str, str]) -> Entry:
    """Return the entry in ``texts``, by input name; what the game does not know is refused.

    Raises EntryRefusedError on text that cannot be read and on fields that this deal does not have.
    """
    return _read(scheme_of(ruleset, len(table.seats)), ruleset.deal(deal), table, texts)


def _read(scheme: Scheme[Any], dealt: Deal, table: DealSeating, texts: Mapping[str, str]) -> Entry:
    fields, typed = scheme.fields(dealt), clean_texts(texts)
    known = {
        name
        for field in fields
        for place in table.places(field.scope) or (None,)
        for name in field.inputs(place.key if place else "").values()
    }
    keys = {*table.keys, *(seat.key for seat in table.seats)}
    unasked = {
        name: sentence
        for field_id, sentence in scheme.unasked(dealt).items()
        for name in (field_id, *(f"{field_id}-{key}" for key in keys))
    }
    problems = [
        Problem("unasked", unasked.get(name) or _unasked_words(fields, name), name)
        for name, text in typed.items()
        if name not in known and not (name in unasked and text == "0")
    ]
    if problems:
        raise EntryRefusedError(problems)
    return read_entry(fields, table, typed)


def _unasked_words(fields: Iterable[EntryField], name: str) -> str:
    """Why the input of that name is refused, where its scheme has no sentence for that."""
    for field in fields:
        if f"{name}-".startswith(f"{field.id}-"):
            return f"“{field.label}” is not asked there after this deal; leave it out."
    return "An answer is given that these rules do not ask for; leave it out."


def score_deal(
    ruleset: Ruleset,
    deal: int,
    entry: Entry,
    past: Past | None = None,
    *,
    accept_warnings: bool = False,
) -> tuple[Line, ...]:
    """Return the points of each side after that deal, each line with its reason.

    ``past`` has the deals before it, where the scheme uses them. Raises EntryRefusedError when the
    entry is impossible, and when it is unusual unless ``accept_warnings``.
    """
    scheme = scheme_of(ruleset, len(entry.table.seats))
    return _score(
        scheme, ruleset.deal(deal), entry, past or Past(), accept_warnings=accept_warnings
    )


def _score(
    scheme: Scheme[Any], dealt: Deal, entry: Entry, before: Past, *, accept_warnings: bool
) -> tuple[Line, ...]:
    problems = tuple(scheme.problems(dealt, entry, before))
    if problems:
        refused = EntryRefusedError(problems)
        if not (accept_warnings and refused.only_warnings):
            raise refused
    return tuple(scheme.lines(dealt, entry, before))


def charges(ruleset: Ruleset, report: DealReport, past: Past) -> tuple[Line, ...]:
    """Return what those who came back after a deal are charged for what they missed: what takes
    them from the total that they had in ``past``, the deals before, to the one that was agreed.
    """
    word = ruleset.words.deal
    return tuple(
        Line(
            missed.side,
            missed.total - past.total(missed.side),
            f"for missing {count_words(missed.deals, word.one, word.many)}: "
            f"came back with {with_minus(missed.total)}",
        )
        for missed in report.missed
    )


def past_of(
    ruleset: Ruleset,
    reports: Iterable[DealReport],
    starts: Mapping[str, int] | None = None,
    *,
    after: Past | None = None,
) -> Past:
    """Return the deals that were played, scored one after the other, warnings overruled; those of
    ``after`` come before them.

    Raises EntryRefusedError when one of them cannot stand after those before it.
    """
    past = after or Past((), starts)
    schemes: dict[int, Scheme[Any]] = {}
    for report in reports:
        players, dealt = len(report.table.seats), ruleset.deal(report.number)
        if players not in schemes:
            schemes[players] = scheme_of(ruleset, players)
        entry = _read(schemes[players], dealt, report.table, report.texts)
        lines = _score(schemes[players], dealt, entry, past, accept_warnings=True)
        past = past.then(ScoredDeal(dealt, entry, (*lines, *charges(ruleset, report, past))))
    return past


def status(ruleset: Ruleset, table: DealSeating, past: Past) -> Mapping[str, str]:
    """What the table should know of a side before the next deal, by side."""
    return scheme_of(ruleset, len(table.seats)).status(table, past)


def entry_ids(ruleset: Ruleset, deal: int, players: int) -> tuple[str, ...]:
    """Ids of every field the scheme knows, asked after that deal or not: what a form should
    pass on.
    """
    scheme, dealt = scheme_of(ruleset, players), ruleset.deal(deal)
    return (*(field.id for field in scheme.fields(dealt)), *scheme.unasked(dealt))
