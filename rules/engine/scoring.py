"""Scoring: the only module that turns the entry of a deal into points."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating, Seat
from rules.engine.entries import (
    UNLIKELY,
    DealReport,
    Entry,
    EntryField,
    EntryRefusedError,
    Problem,
    Shortcut,
    clean_texts,
    input_names,
    read_entry,
)
from rules.engine.formatting import with_minus
from rules.engine.inputs import Left, Points
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import AnyRuleset, Ruleset
from rules.engine.schemes import SCHEMES, Line, Parts, Past, ScoredDeal, scheme_of
from rules.translation import gettext as _

FEWEST_USUAL = 2  # the fewest earlier deals that show what a side usually scores
# The statuses that say what a side has to do in the next deal.
TASKS = frozenset(("gives-up", "least-opening", "needs-bid", "needs-contract", "swaps"))

__all__ = [
    "DealReport",
    "Past",
    "ScoredDeal",
    "card_worths",
    "charges",
    "check_hand",
    "entry_fields",
    "entry_ids",
    "past_of",
    "report",
    "score_deal",
    "shortcuts",
    "status",
    "status_details",
    "uses_past",
]


def uses_past(ruleset: AnyRuleset, reports: Iterable[DealReport] = ()) -> bool:
    """Return whether earlier deals affect the points of a deal.

    This is true in some schemes, and if a side came back after one of the ``reports``, because its
    charge depends on its total.
    """
    return SCHEMES[ruleset.scoring.scheme].uses_past or any(report.missed for report in reports)


def entry_fields(ruleset: AnyRuleset, deal: int, players: int) -> tuple[EntryField, ...]:
    """Return the fields of deal number ``deal``."""
    return scheme_of(ruleset, players).scoring.fields(ruleset.deal(deal))


def shortcuts(ruleset: AnyRuleset, players: int) -> tuple[Shortcut, ...]:
    """Return the buttons that fill in the row of a side."""
    return scheme_of(ruleset, players).words.shortcuts


def card_worths(ruleset: AnyRuleset, deal: int, players: int) -> Mapping[str, int]:
    """Return the value of each rank in deal number ``deal``."""
    return scheme_of(ruleset, players).words.worths(ruleset.deal(deal))


def report(ruleset: Ruleset, deal: int, table: DealSeating, texts: Mapping[str, str]) -> Entry:
    """Return the entry with these texts, keyed by input name.

    Raises EntryRefusedError for text that can’t be read and for fields that this deal doesn’t have.
    """
    return _read(scheme_of(ruleset, len(table.seats)), ruleset.deal(deal), table, texts)


def _read(scheme: Parts, dealt: Deal, table: DealSeating, texts: Mapping[str, str]) -> Entry:
    fields, typed = scheme.scoring.fields(dealt), clean_texts(texts)
    known = input_names(fields, table)
    if not typed.keys() <= known:
        problems = list(_unasked(scheme, dealt, table, typed, known))
        if problems:
            raise EntryRefusedError(problems)
    return read_entry(fields, table, typed)


def _unasked(
    scheme: Parts,
    dealt: Deal,
    table: DealSeating,
    typed: Mapping[str, str],
    known: Collection[str],
) -> Iterator[Problem]:
    """Yield a problem for each input that this deal doesn’t have.

    A 0 in an input that only other deals have is ignored.
    """
    keys = {*table.keys, *(seat.key for seat in table.seats)}
    unasked = {
        name: sentence
        for field_id, sentence in scheme.scoring.unasked(dealt).items()
        for name in (field_id, *(f"{field_id}-{key}" for key in keys))
    }
    for name, text in typed.items():
        if name not in known and not (name in unasked and text == "0"):
            message = unasked.get(name) or _unasked_words(scheme.scoring.fields(dealt), name)
            yield Problem("unasked", message, name)


def _unasked_words(fields: Iterable[EntryField], name: str) -> str:
    """Return the message for a rejected input if its scheme has no message of its own."""
    for field in fields:
        if f"{name}-".startswith(f"{field.id}-"):
            return _(
                "“{label}” was entered, but this deal has no such field. Leave it out."
            ).format(label=field.label)
    return _("One of the answers isn’t needed under these rules. Leave it out.")


def score_deal(
    ruleset: Ruleset,
    deal: int,
    entry: Entry,
    past: Past | None = None,
    *,
    accept_warnings: bool = False,
) -> tuple[Line, ...]:
    """Return the points of each side in deal number ``deal``, each line with its reason.

    ``past`` has the earlier deals, if the scheme uses them. Raises EntryRefusedError if the entry
    is impossible, or if it is unusual and warnings aren’t accepted.
    """
    scheme = scheme_of(ruleset, len(entry.table.seats))
    return _score(
        scheme, ruleset.deal(deal), entry, past or Past(), accept_warnings=accept_warnings
    )


def check_hand(ruleset: AnyRuleset, report: DealReport, names: Collection[str], past: Past) -> None:
    """Check what one player entered in a deal that the others are still entering.

    ``report`` has only that player’s texts, and ``names`` are the names of that player’s inputs.
    Raises EntryRefusedError with the problems in those inputs. Whether all hands fit together is
    checked when the deal is scored.
    """
    scheme, dealt = scheme_of(ruleset, len(report.table.seats)), ruleset.deal(report.number)
    entry = read_entry(scheme.scoring.fields(dealt), report.table, report.texts)
    found = (*_sat_out(scheme, dealt, entry), *scheme.scoring.problems(dealt, entry, past))
    problems = [problem for problem in found if problem.input in names]
    if problems:
        raise EntryRefusedError(problems)


def _score(
    scheme: Parts, dealt: Deal, entry: Entry, before: Past, *, accept_warnings: bool
) -> tuple[Line, ...]:
    problems = (*_sat_out(scheme, dealt, entry), *scheme.scoring.problems(dealt, entry, before))
    if not all(problem.warning for problem in problems):
        raise EntryRefusedError(problems)
    lines = tuple(scheme.scoring.lines(dealt, entry, before))
    if not accept_warnings:
        warnings = (*problems, *_unusual_points(scheme, dealt, entry, lines, before))
        if warnings:
            raise EntryRefusedError(warnings)
    return lines


def _sat_out(scheme: Parts, dealt: Deal, entry: Entry) -> Iterator[Problem]:
    """Yield a problem for each answer that belongs to, or names, a player who sits out."""
    out = scheme.game.sitting_out(entry.table)
    for field in scheme.scoring.fields(dealt) if out else ():
        for place in entry.table.places(field.scope) or (None,):
            value = entry.of(field.id).get(place.key) if place else entry.get(field.id)
            named = {place.key} if place else set(value if isinstance(value, tuple) else ())
            is_empty = not value or (isinstance(value, Left) and value.is_empty)
            for key in () if is_empty else sorted(named & out):
                name = place.name if place else _name(entry.table, key)
                message = _(
                    "{name} sits out this {deal}, so “{label}” can’t apply to {name}. "
                    "Change the answer, or choose another dealer."
                ).format(name=name, deal=scheme.game.ruleset.words.deal.one, label=field.label)
                yield Problem("sits-out", message, field.input(place.key if place else ""))


def _name(table: DealSeating, key: str) -> str:
    """Return the name of a side or seat."""
    names = {seat.key: seat.name for seat in table.seats}
    return (names | {side.key: side.name for side in table.sides})[key]


def _unusual_points(
    scheme: Parts, dealt: Deal, entry: Entry, lines: Iterable[Line], before: Past
) -> Iterator[Problem]:
    """Yield a warning for each side that scores at least ten times as much as usual.

    The usual score is the average of the earlier deals in which the side scored, if there are at
    least two. These deals are loaded only if the average of all deals, which is never higher,
    allows a warning.
    """
    entered = _entered_points(scheme, dealt, entry)
    count = len(before.deals)
    if scheme.scoring.limits_points or not entered or count < FEWEST_USUAL:
        return
    for side in entry.table.sides:
        points = sum(line.points for line in lines if line.side == side.key)
        so_far = before.total(side.key) - (before.starts or {}).get(side.key, 0)
        own = {at: number for at, (key, number) in entered.items() if key == side.key}
        numbers = own or {at: number for at, (_key, number) in entered.items()}
        at = max(numbers, key=numbers.__getitem__)
        if not (numbers[at] and points) or abs(points) * count < UNLIKELY * abs(so_far):
            continue
        usual = [abs(scored) for deal in before.deals if (scored := deal.points_of(side.key))]
        if len(usual) >= FEWEST_USUAL and abs(points) * len(usual) >= UNLIKELY * sum(usual):
            message = _(
                "{name} would score {points} in this {deal}, compared with an average of about "
                "{usual}. Is that right?"
            ).format(
                name=side.name,
                points=with_minus(points),
                deal=scheme.game.ruleset.words.deal.one,
                usual=round(sum(usual) / len(usual)),
            )
            yield Problem("unusual-points", message, at, warning=True)


def _entered_points(scheme: Parts, dealt: Deal, entry: Entry) -> Mapping[str, tuple[str, int]]:
    """Return, for each input, the side and the absolute value of the points entered.

    The value is 0 for points that were entered as cards.
    """
    entered: dict[str, tuple[str, int]] = {}
    for field in scheme.scoring.fields(dealt):
        for place in entry.table.places(field.scope) or (None,):
            key = place.key if place else ""
            value = entry.of(field.id).get(key) if place else entry.get(field.id)
            side = place.side if isinstance(place, Seat) else key
            if isinstance(value, Left):
                number = 0 if value.cards else abs(value.points or 0)
                entered[field.inputs(key)["points"]] = (side, number)
            elif isinstance(field.kind, Points) and value is not None:
                entered[field.input(key)] = (side, abs(value))
    return entered


def charges(ruleset: Ruleset, report: DealReport, past: Past) -> tuple[Line, ...]:
    """Return the points charged to the sides that came back after a deal.

    The charge brings a side from its total in ``past``, the earlier deals, to the total agreed.
    """
    word = ruleset.words.deal
    return tuple(
        Line(
            missed.side,
            missed.total - past.total(missed.side),
            because(
                "missed-deals",
                deals=missed.deals,
                one=word.one,
                many=word.many,
                total=missed.total,
            ),
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
    """Return the past that ends with the deals in ``reports``, scored with warnings accepted.

    The ``reports`` follow the deals of ``after`` or, without it, start the game. Raises
    EntryRefusedError if a deal isn’t allowed after the earlier ones.
    """
    past = after or Past((), starts)
    schemes: dict[int, Parts] = {}
    for report in reports:
        players, dealt = len(report.table.seats), ruleset.deal(report.number)
        if players not in schemes:
            schemes[players] = scheme_of(ruleset, players)
        entry = _read(schemes[players], dealt, report.table, report.texts)
        lines = _score(schemes[players], dealt, entry, past, accept_warnings=True)
        past = past.then(ScoredDeal(dealt, entry, (*lines, *charges(ruleset, report, past))))
    return past


def status(
    ruleset: AnyRuleset, table: DealSeating, past: Past, *, is_over: bool = False
) -> Mapping[str, Reason]:
    """Return, for each side, what the players should know about it before the next deal.

    If the game ``is_over``, there is no next deal, so what a side would have to do is left out.
    """
    statuses = scheme_of(ruleset, len(table.seats)).scoring.status(table, past)
    return {
        key: reason for key, reason in statuses.items() if not (is_over and reason.code in TASKS)
    }


def status_details(ruleset: AnyRuleset, players: int, status: Reason) -> str:
    """Return what a side’s status means in the next deal; empty if there is nothing to add."""
    return scheme_of(ruleset, players).words.status_details(status)


def entry_ids(ruleset: AnyRuleset, deal: int, players: int) -> tuple[str, ...]:
    """Return the ids of all fields of the scheme, including those that ``deal`` doesn’t have."""
    scheme, dealt = scheme_of(ruleset, players), ruleset.deal(deal)
    ids = (*(field.id for field in scheme.scoring.fields(dealt)), *scheme.scoring.unasked(dealt))
    return tuple(dict.fromkeys(ids))
