"""Points, charges and statuses, which the engine derives from entries.

No other module in this package calls ``rules.engine.scoring``.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.engine import scoring
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField, EntryRefusedError, Shortcut
from rules.engine.errors import RulesError
from rules.engine.reasons import load
from rules.engine.rulesets import AnyRuleset, Plain, Ruleset
from rules.engine.schemes import Line
from rules.engine.scoring import DealReport, Past
from scorekeeper.queries.stored import SideScore


class LaterDealError(RulesError):
    """The entry would make a later deal invalid."""

    code = "later-deal"


DealPoints = Mapping[str, SideScore]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of scoring a report.

    ``deals`` maps the reported deal, and each later deal that it affects, to the points of the
    sides. ``overruled`` is true if a warning had to be accepted. ``past`` has all deals with their
    new points.
    """

    deals: Mapping[int, DealPoints]
    overruled: bool
    past: Past


def entry_fields(ruleset: AnyRuleset, deal: int, players: int) -> tuple[EntryField, ...]:
    """Return the fields for entering ``deal``."""
    return scoring.entry_fields(ruleset, deal, players)


def shortcuts(ruleset: AnyRuleset, players: int) -> tuple[Shortcut, ...]:
    """Return the buttons that fill in the row of a side."""
    return scoring.shortcuts(ruleset, players)


def card_values(ruleset: AnyRuleset, deal: int, players: int) -> Mapping[str, int]:
    """Return the points that each card left in hand is worth after ``deal``, by rank."""
    return scoring.card_worths(ruleset, deal, players)


def entry_ids(ruleset: AnyRuleset, deal: int, players: int) -> tuple[str, ...]:
    """Return the ids of all fields that an entry of ``deal`` may have."""
    return scoring.entry_ids(ruleset, deal, players)


def score_report(
    ruleset: Ruleset,
    report: DealReport,
    past: Past,
    later: Sequence[DealReport] = (),
    *,
    accept_warnings: bool,
) -> Outcome:
    """Score ``report``, which follows ``past``, and the ``later`` deals that it affects.

    Raises EntryRefusedError if the entry can’t be read or isn’t allowed, and LaterDealError if it
    would make a later deal invalid.
    """
    entry = scoring.report(ruleset, report.number, report.table, report.texts)
    lines, overruled = _score(ruleset, report, entry, past, accept_warnings=accept_warnings)
    deals = {report.number: side_scores(report, lines)}
    past = past.then(scoring.ScoredDeal(ruleset.deal(report.number), entry, lines))
    for other in later if scoring.uses_past(ruleset, (report, *later)) else ():
        try:
            entry = scoring.report(ruleset, other.number, other.table, other.texts)
            lines, _overruled = _score(ruleset, other, entry, past, accept_warnings=True)
        except EntryRefusedError as refused:
            # Translators: {deal} is the game’s word for a deal, {problems} are complete sentences.
            message = _(
                "With this change, {deal} {number} would no longer be valid: {problems}"
            ).format(deal=ruleset.words.deal.one, number=other.number, problems=refused)
            raise LaterDealError(message) from None
        deals[other.number] = side_scores(other, lines)
        past = past.then(scoring.ScoredDeal(ruleset.deal(other.number), entry, lines))
    return Outcome(deals, overruled, past)


def check_hand(ruleset: AnyRuleset, report: DealReport, names: Collection[str], past: Past) -> None:
    """Check what one player entered in the inputs with these ``names``.

    Raises EntryRefusedError with the problems in these inputs.
    """
    scoring.check_hand(ruleset, report, names, past)


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The result of scoring all deals of a game.

    ``deals`` maps deals to points. ``overruled`` has the deals whose warnings had to be accepted.
    ``refused`` has the problems of each deal that isn’t allowed. ``past`` has all deals that were
    scored.
    """

    deals: Mapping[int, DealPoints]
    overruled: frozenset[int]
    refused: Mapping[int, EntryRefusedError]
    past: Past


def score_game(
    ruleset: Ruleset, reports: Iterable[DealReport], starts: Mapping[str, int]
) -> GameOutcome:
    """Score all ``reports`` of a game in order, accepting warnings.

    If earlier deals affect later ones, scoring stops at the first deal that isn’t allowed.
    """
    looks_back = scoring.uses_past(ruleset)
    past = Past((), starts)
    deals: dict[int, DealPoints] = {}
    overruled: set[int] = set()
    refused: dict[int, EntryRefusedError] = {}
    for report in reports:
        try:
            entry = scoring.report(ruleset, report.number, report.table, report.texts)
            lines, is_overruled = _score(ruleset, report, entry, past, accept_warnings=True)
        except EntryRefusedError as error:
            impossible = [problem for problem in error.problems if not problem.warning]
            refused[report.number] = EntryRefusedError(impossible)
            if looks_back:
                break
            continue
        deals[report.number] = side_scores(report, lines)
        if is_overruled:
            overruled.add(report.number)
        past = past.then(scoring.ScoredDeal(ruleset.deal(report.number), entry, lines))
    return GameOutcome(deals, frozenset(overruled), refused, past)


def statuses(
    ruleset: AnyRuleset, table: DealSeating, past: Past, *, is_over: bool = False
) -> Mapping[str, Plain]:
    """Return the statuses of the sides after ``past``, in stored form, by side."""
    if not scoring.uses_past(ruleset):
        return {}
    found = scoring.status(ruleset, table, past, is_over=is_over)
    return {key: status.dump() for key, status in found.items()}


def status_details(ruleset: AnyRuleset, players: int, status: Plain | None) -> str:
    """Return the task that a stored status sets for the next deal; empty if it sets none."""
    return scoring.status_details(ruleset, players, load(status)) if status else ""


def charges(ruleset: Ruleset, report: DealReport, past: Past) -> DealPoints:
    """Return what sides that came back after ``report`` are charged for the deals they missed."""
    lines = scoring.charges(ruleset, report, past)
    return _scores_of([missed.side for missed in report.missed], lines)


def _score(
    ruleset: Ruleset, report: DealReport, entry: Entry, past: Past, *, accept_warnings: bool
) -> tuple[tuple[Line, ...], bool]:
    """Return a deal’s lines, including charges, and whether a warning had to be accepted."""
    overruled = False
    try:
        lines = scoring.score_deal(ruleset, report.number, entry, past)
    except EntryRefusedError as refused:
        if not (accept_warnings and refused.only_warnings):
            raise
        overruled = True
        lines = scoring.score_deal(ruleset, report.number, entry, past, accept_warnings=True)
    return (*lines, *scoring.charges(ruleset, report, past)), overruled


def side_scores(report: DealReport, lines: Sequence[Line]) -> dict[str, SideScore]:
    """Return the score of each side that played the deal, or came back after it."""
    return _scores_of([*report.table.keys, *(missed.side for missed in report.missed)], lines)


def _scores_of(keys: Iterable[str], lines: Sequence[Line]) -> dict[str, SideScore]:
    by_side = {key: [line for line in lines if line.side == key] for key in keys}
    return {
        key: SideScore(
            points=sum(line.points for line in own),
            reason=[line.reason.dump() for line in own],
            kitty_payment=sum(line.kitty_payment for line in own),
            marks=tuple(dict.fromkeys(line.mark.value for line in own if line.mark)),
        )
        for key, own in by_side.items()
    }
