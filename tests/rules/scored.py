"""Shorthands for tests that score deals, one after another or each by itself."""

from collections.abc import Iterable, Mapping

from rules.engine.checking import read_deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import DealReport, Entry, EntryField
from rules.engine.game import Carried
from rules.engine.replay import Since, replay
from rules.engine.replay import score_deal as score_with
from rules.engine.rulesets import AnyRuleset, Ruleset
from rules.engine.schemes import Line, Past, scheme_of
from rules.engine.seating import Chair, Entrant, Seating


def entry_fields(ruleset: AnyRuleset, deal: int, players: int) -> tuple[EntryField, ...]:
    """Return the fields of a deal for that number of players."""
    return scheme_of(ruleset, players).scoring.fields(ruleset.deal(deal))


def report(ruleset: Ruleset, deal: int, table: DealSeating, texts: Mapping[str, str]) -> Entry:
    """Return the entry with these texts, keyed by input name."""
    return read_deal(scheme_of(ruleset, len(table.seats)), ruleset.deal(deal), table, texts)


def score_deal(
    ruleset: Ruleset,
    deal: int,
    entry: Entry,
    past: Past | None = None,
    *,
    accept_warnings: bool = False,
) -> tuple[Line, ...]:
    """Return the points of a deal; ``past`` are the earlier deals, if the scheme uses them."""
    scheme = scheme_of(ruleset, len(entry.table.seats))
    dealt = ruleset.deal(deal)
    lines, _ = score_with(scheme, dealt, entry, past or Past(), accept=accept_warnings)
    return lines


def past_of(
    ruleset: Ruleset,
    reports: Iterable[DealReport],
    starts: Mapping[str, int] | None = None,
    *,
    after: Past | None = None,
) -> Past:
    """Return the past that ends with these deals, replayed with warnings accepted.

    They follow the deals of ``after`` or, without it, start the game with the points ``starts``.
    Raises the error of the first deal that is refused.
    """
    reports = list(reports)
    if not reports:
        return after or Past((), starts)
    sides = {side.key: side.name for report in reports for side in report.table.sides}
    seats = {seat.key: seat for report in reports for seat in report.table.seats}
    seating = Seating(
        tuple(Entrant(key, (starts or {}).get(key, 0), name=name) for key, name in sides.items()),
        tuple(Chair(int(key), seat.name, seat.side) for key, seat in seats.items()),
    )
    since = Since(Carried(len(after.deals), totals=after.totals or {}), after) if after else None
    played = replay(ruleset, seating, reports, since=since)
    for error in played.refused.values():
        raise error
    return played.past
