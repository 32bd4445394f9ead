"""From entries to rows of points: the one place that asks the rules to score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules import scoring
from rules.entries import Entry, EntryField, EntryRefusedError, Table
from rules.errors import RulesError
from rules.rulesets import Ruleset
from rules.schemes import Line
from rules.scoring import Report


class LaterDealError(RulesError):
    """What is reported cannot be, because a later deal could then not stand."""

    code = "later-deal"


@dataclass(frozen=True, slots=True)
class SidePoints:
    """One side’s points in a deal with their reasons in one sentence."""

    points: int
    because: str
    pennies: int
    marks: str


DealPoints = Mapping[str, SidePoints]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a report comes to: points of each side in the deals that it bears on, by deal, whether
    that took overruling a warning, and what the table is told of each side afterwards.

    ``before`` has the points of the deals before, where they were needed, else None.
    """

    deals: Mapping[int, DealPoints]
    overruled: bool
    status: Mapping[str, str]
    before: Mapping[int, DealPoints] | None = None


def fields_of(ruleset: Ruleset, deal: int, players: int) -> tuple[EntryField, ...]:
    """What the table is asked after that deal."""
    return scoring.entry_fields(ruleset, deal, players)


def worths_of(ruleset: Ruleset, deal: int, players: int) -> Mapping[str, int]:
    """What a card counts after that deal, by rank."""
    return scoring.card_worths(ruleset, deal, players)


def ids_of(ruleset: Ruleset, deal: int, players: int) -> tuple[str, ...]:
    """Ids of all fields that an entry of that deal may name, so that none is silently dropped."""
    return scoring.entry_ids(ruleset, deal, players)


def score_report(
    ruleset: Ruleset,
    report: Report,
    others: Sequence[Report] = (),
    starts: Mapping[str, int] | None = None,
    *,
    following: Table,
    overrule: bool,
) -> Outcome:
    """Return what ``report`` comes to among the ``others``, the game’s other deals in order;
    ``following`` is the table that sits down to the deal after them all.

    Where no earlier deal bears on a later one, only the deal itself is scored. Raises
    EntryRefusedError when the entry cannot be read or cannot stand, LaterDealError when a later one
    then could not.
    """
    entry = scoring.report(ruleset, report.number, report.table, report.texts)
    if not scoring.uses_past(ruleset, (report, *others)):
        lines, overruled = _score(ruleset, report, entry, scoring.Past(), overrule=overrule)
        return Outcome({report.number: _points(report, lines)}, overruled, {})
    before = [other for other in others if other.number < report.number]
    after = [other for other in others if other.number > report.number]
    past = scoring.past_of(ruleset, before, starts)
    lines, overruled = _score(ruleset, report, entry, past, overrule=overrule)
    lines = (*lines, *scoring.charges(ruleset, report, past))
    deals = {report.number: _points(report, lines)}
    points_before = {
        other.number: _points(other, scored.lines)
        for other, scored in zip(before, past.deals, strict=True)
    }
    past = past.then(scoring.Scored(ruleset.deal(report.number), entry, lines))
    for other in after:
        try:
            past = scoring.past_of(ruleset, [other], after=past)
        except EntryRefusedError as refused:
            deal = f"{ruleset.words.deal.one} {other.number}"
            raise LaterDealError(f"After this {deal} could not stand: {refused}") from None
    for other, scored in zip(after, past.deals[len(before) + 1 :], strict=True):
        deals[other.number] = _points(other, scored.lines)
    return Outcome(deals, overruled, scoring.status(ruleset, following, past), points_before)


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What the deals of a game come to: points by deal, the deals that take overruling a warning,
    and why others cannot stand.
    """

    deals: Mapping[int, DealPoints]
    overruled: frozenset[int]
    refused: Mapping[int, EntryRefusedError]


def score_game(
    ruleset: Ruleset, reports: Sequence[Report], starts: Mapping[str, int]
) -> GameOutcome:
    """Return what all ``reports`` of a game come to, in order, warnings overruled.

    Where earlier deals bear on later ones, those after one that cannot stand are left out.
    """
    looks_back = scoring.uses_past(ruleset)
    past = scoring.Past((), starts)
    deals: dict[int, DealPoints] = {}
    overruled: set[int] = set()
    refused: dict[int, EntryRefusedError] = {}
    for each in reports:
        try:
            entry = scoring.report(ruleset, each.number, each.table, each.texts)
            lines, is_overruled = _score(ruleset, each, entry, past, overrule=True)
        except EntryRefusedError as error:
            impossible = [problem for problem in error.problems if not problem.warning]
            refused[each.number] = EntryRefusedError(impossible)
            if looks_back:
                break
            continue
        lines = (*lines, *scoring.charges(ruleset, each, past))
        deals[each.number] = _points(each, lines)
        if is_overruled:
            overruled.add(each.number)
        past = past.then(scoring.Scored(ruleset.deal(each.number), entry, lines))
    return GameOutcome(deals, frozenset(overruled), refused)


def status_after(
    ruleset: Ruleset, table: Table, reports: Sequence[Report], starts: Mapping[str, int]
) -> Mapping[str, str]:
    """What ``table``, which sits down to the next deal, is told of each side after these deals."""
    if not scoring.uses_past(ruleset):
        return {}
    return scoring.status(ruleset, table, scoring.past_of(ruleset, reports, starts))


def _score(
    ruleset: Ruleset, report: Report, entry: Entry, past: scoring.Past, *, overrule: bool
) -> tuple[tuple[Line, ...], bool]:
    try:
        return scoring.score_deal(ruleset, report.number, entry, past), False
    except EntryRefusedError as refused:
        if not (overrule and refused.only_warnings):
            raise
    return scoring.score_deal(ruleset, report.number, entry, past, overrule=True), True


def charged(
    ruleset: Ruleset, reports: Sequence[Report], starts: Mapping[str, int]
) -> dict[int, DealPoints]:
    """Return what those who came back are charged for what they missed, by deal and key."""
    if not any(report.missed for report in reports):
        return {}
    past = scoring.past_of(ruleset, reports, starts)
    return {
        report.number: _points_of([missed.side for missed in report.missed], scored.lines)
        for report, scored in zip(reports, past.deals, strict=True)
        if report.missed
    }


def _points(report: Report, lines: Sequence[Line]) -> dict[str, SidePoints]:
    return _points_of([*report.table.keys, *(missed.side for missed in report.missed)], lines)


def _points_of(keys: Sequence[str], lines: Sequence[Line]) -> dict[str, SidePoints]:
    by_side = {key: [line for line in lines if line.side == key] for key in keys}
    return {
        key: SidePoints(
            points=sum(line.points for line in own),
            because="; ".join(line.because for line in own),
            pennies=sum(line.pennies for line in own),
            marks=" ".join(dict.fromkeys(line.mark for line in own if line.mark)),
        )
        for key, own in by_side.items()
    }
