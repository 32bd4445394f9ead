"""Replaying a game: the only loop that turns the entries of deals into points.

Everything that scores deals calls ``replay``: the site when it saves, corrects, undoes, imports or
rescores a deal or changes the rules or the players, its previews, and the tests.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.engine.checking import problems_of, read_deal, unusual_points
from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import DealReport, Entry, EntryField, EntryRefusedError, read_entry
from rules.engine.game import Carried, ChosenWinner, DealResult, GameState, fold_game
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import AnyRuleset, Ruleset
from rules.engine.schemes import SCHEMES, Line, Parts, Past, ScoredDeal, scheme_of
from rules.engine.seating import Seating

# The statuses that say what a side has to do in the next deal.
TASKS = frozenset(("gives-up", "least-opening", "needs-bid", "needs-contract", "swaps"))


@dataclass(frozen=True, slots=True)
class Since:
    """The point from which a game is replayed: what it carried so far, and the deals before."""

    carried: Carried
    past: Past


@dataclass(frozen=True, slots=True)
class Played:
    """The deals that were replayed, and the game after them.

    ``refused`` has the error of each deal that isn’t valid, without the warnings that are accepted.
    ``past`` has all deals that were scored, including those before the replay. ``state`` and
    ``statuses``, by side, are those of the game after all deals, without the refused ones.
    """

    deals: tuple[ScoredDeal, ...]
    refused: Mapping[int, EntryRefusedError]
    past: Past
    state: GameState
    statuses: Mapping[str, Reason]

    @property
    def overruled(self) -> frozenset[int]:
        """The numbers of the deals with a warning that had to be accepted."""
        return frozenset(deal.number for deal in self.deals if deal.overruled)


class _Schemes(dict[int, Parts]):
    """The scheme of a ruleset, made once for each number of players."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __missing__(self, players: int) -> Parts:
        self[players] = scheme_of(self.ruleset, players)
        return self[players]


def replay(
    ruleset: Ruleset,
    seating: Seating,
    reports: Iterable[DealReport],
    *,
    since: Since | None = None,
    later: Iterable[DealResult] = (),
    accept: bool = True,
    stopped: bool = False,
    first_dealer: int = 1,
    chosen_dealer: int | None = None,
    chosen_winner: ChosenWinner | None = None,
    shown: Callable[[Ruleset], AnyRuleset] | None = None,
) -> Played:
    """Score the reported deals in order, and return them with the game after them.

    The first report follows ``since``. ``later`` are the results of the deals after the reports,
    which keep their points. Warnings are accepted, except those about the first report if
    ``accept`` is false. A deal that isn’t valid is refused; if earlier deals affect the points of
    later ones, so are all after it, without an error. ``shown`` returns the ruleset with the words
    that errors have. The other arguments are those of ``fold_game``.
    """
    start = since or Since(Carried(), Past((), seating.starts(ruleset.unit)))
    past, looks_back = start.past, uses_past(ruleset)
    schemes, deals = _Schemes(ruleset), list[ScoredDeal]()
    refused: dict[int, EntryRefusedError] = {}
    for report in reports:
        scheme, is_first = schemes[len(report.table.seats)], not (deals or refused)
        is_accepted = accept or not is_first
        try:
            scored = _scored(scheme, ruleset, report, past, accept=is_accepted)
        except EntryRefusedError as error:
            if shown:
                error = _reworded(error, shown(ruleset), report, past, accept=is_accepted)
            refused[report.number] = error.impossible if is_accepted else error
            if looks_back:
                break
            continue
        deals.append(scored)
        past = past.then(scored)
    state = fold_game(
        ruleset,
        seating,
        (*deals, *later),
        since=start.carried,
        stopped=stopped,
        first_dealer=first_dealer,
        chosen_dealer=chosen_dealer,
        chosen_winner=chosen_winner,
    )
    table = seating.table(state.deals + 1, state.next_dealer)
    current = statuses(ruleset, table, past, is_over=state.is_over)
    return Played(tuple(deals), refused, past, state, current)


def _scored(
    scheme: Parts, ruleset: Ruleset, report: DealReport, past: Past, *, accept: bool
) -> ScoredDeal:
    """Return a deal with its points, including charges."""
    dealt = ruleset.deal(report.number)
    entry = read_deal(scheme, dealt, report.table, report.texts)
    lines, is_overruled = score_deal(scheme, dealt, entry, past, accept=accept)
    return ScoredDeal(dealt, entry, (*lines, *_charges(ruleset, report, past)), is_overruled)


def _reworded(
    error: EntryRefusedError, shown: AnyRuleset, report: DealReport, past: Past, *, accept: bool
) -> EntryRefusedError:
    """Return the error of a deal with the words of the ruleset ``shown``."""
    scheme, dealt = scheme_of(shown, len(report.table.seats)), shown.deal(report.number)
    try:
        entry = read_deal(scheme, dealt, report.table, report.texts)
        score_deal(scheme, dealt, entry, past, accept=accept)
    except EntryRefusedError as reworded:
        return reworded
    return error


def score_deal(
    scheme: Parts, dealt: Deal, entry: Entry, past: Past, *, accept: bool = False
) -> tuple[tuple[Line, ...], bool]:
    """Return the points of a deal, and whether a warning was accepted.

    No other function computes points from an entry. Raises EntryRefusedError if the entry is
    impossible, or if it is unusual and ``accept`` is false.
    """
    problems = problems_of(scheme, dealt, entry, past)
    if not all(problem.warning for problem in problems):
        raise EntryRefusedError(problems)
    lines = tuple(scheme.scoring.lines(dealt, entry, past))
    warnings = (*problems, *unusual_points(scheme, dealt, entry, lines, past))
    if warnings and not accept:
        raise EntryRefusedError(warnings)
    return lines, bool(warnings)


def score_so_far(
    ruleset: Ruleset, number: int, table: DealSeating, texts: Mapping[str, str], past: Past
) -> ScoredDeal:
    """Return the next deal with the points of what has been entered while it is being played.

    Raises EntryRefusedError if a text can’t be read.
    """
    scheme, dealt = scheme_of(ruleset, len(table.seats)), ruleset.deal(number)
    entry = read_entry(fields_as_played(ruleset, dealt, scheme), table, texts)
    return ScoredDeal(dealt, entry, tuple(scheme.scoring.lines(dealt, entry, past)))


def fields_as_played(ruleset: AnyRuleset, dealt: Deal, scheme: Parts) -> tuple[EntryField, ...]:
    """Return the fields that can be saved while the deal is being played; empty in most games."""
    ids = SCHEMES[ruleset.scoring.scheme].as_played
    return tuple(
        field for field in (scheme.scoring.fields(dealt) if ids else ()) if field.id in ids
    )


def _charges(ruleset: Ruleset, report: DealReport, past: Past) -> Iterator[Line]:
    """Yield the charges to the sides that came back after a deal.

    A charge brings a side from its total in ``past``, the earlier deals, to the total agreed.
    """
    word = ruleset.words.deal
    for missed in report.missed:
        reason = because(
            "missed-deals", deals=missed.deals, one=word.one, many=word.many, total=missed.total
        )
        yield Line(missed.side, missed.total * ruleset.unit - past.total(missed.side), reason)


def recall(
    ruleset: Ruleset, deals: Iterable[tuple[DealReport, Iterable[Line]]]
) -> tuple[ScoredDeal, ...]:
    """Return deals as they were scored when they were played, from their reports and points.

    Raises EntryRefusedError if a report can no longer be read.
    """
    schemes = _Schemes(ruleset)
    return tuple(
        ScoredDeal(dealt, read_entry(fields, report.table, report.texts), tuple(lines))
        for report, lines in deals
        for dealt in (ruleset.deal(report.number),)
        for fields in (schemes[len(report.table.seats)].scoring.fields(dealt),)
    )


def statuses(
    ruleset: AnyRuleset, table: DealSeating, past: Past, *, is_over: bool = False
) -> Mapping[str, Reason]:
    """Return, for each side, what the players should know about it before the deal at ``table``.

    If the game ``is_over``, there is no next deal, so what a side would have to do is left out.
    """
    if not uses_past(ruleset):
        return {}
    current = scheme_of(ruleset, len(table.seats)).scoring.status(table, past)
    return {
        key: reason for key, reason in current.items() if not (is_over and reason.code in TASKS)
    }


def uses_past(ruleset: AnyRuleset, reports: Iterable[DealReport] = ()) -> bool:
    """Return whether earlier deals affect the points of a deal.

    This is true in some schemes, and if a side came back after one of the ``reports``, because its
    charge depends on its total.
    """
    return SCHEMES[ruleset.scoring.scheme].uses_past or any(report.missed for report in reports)
