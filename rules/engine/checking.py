"""Reading the entry of a deal, and what is impossible or unusual about it in every scheme."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat, DealSeating
from rules.engine.entries import (
    UNLIKELY,
    DealReport,
    Entry,
    EntryField,
    EntryRefusedError,
    Problem,
    SheetFields,
    clean_texts,
    input_names,
    read_entry,
    sheet_fields,
)
from rules.engine.inputs import Count, Left, Points
from rules.engine.rulesets import AnyRuleset
from rules.engine.schemes import Line, Parts, Past, scheme_of
from rules.translation import gettext as _

FEWEST_USUAL = 2  # the fewest earlier deals that show what a side usually scores


def entry_ids(scheme: Parts, dealt: Deal) -> tuple[str, ...]:
    """Return the ids of all fields of the scheme, including those that the deal doesn’t have."""
    ids = (field.id for field in scheme.scoring.fields(dealt))
    return tuple(dict.fromkeys((*ids, *scheme.scoring.unasked(dealt))))


def fields_on_paper(ruleset: AnyRuleset, deal: int, players: int) -> SheetFields | None:
    """Return the fields of a deal that needs only one number per player, or None."""
    return sheet_fields(scheme_of(ruleset, players).scoring.fields(ruleset.deal(deal)))


def has_points_on_paper(ruleset: AnyRuleset, players: int) -> bool:
    """Return whether a sheet’s boxes for points have the only number that a deal needs per player.

    In some games, the points follow from numbers such as tricks, or from the hands of others.
    """
    scoring, asked = scheme_of(ruleset, players).scoring, fields_on_paper(ruleset, 1, players)
    collects = getattr(scoring.figures, "collects", False)
    if asked is None or asked.number.scope != "side" or collects:
        return False
    return bool(asked.number.points_each) or not isinstance(asked.number.kind, Count)


def read_deal(scheme: Parts, dealt: Deal, table: DealSeating, texts: Mapping[str, str]) -> Entry:
    """Return the entry with these texts, keyed by input name.

    Raises EntryRefusedError for text that can’t be read and for fields that this deal doesn’t have.
    """
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


def check_hand(ruleset: AnyRuleset, report: DealReport, names: Collection[str], past: Past) -> None:
    """Check what one player entered in a deal that the others are still entering.

    ``report`` has only that player’s texts, and ``names`` are the names of that player’s inputs.
    Raises EntryRefusedError with the problems in those inputs. Whether all hands fit together is
    checked when the deal is scored.
    """
    scheme, dealt = scheme_of(ruleset, len(report.table.seats)), ruleset.deal(report.number)
    entry = read_entry(scheme.scoring.fields(dealt), report.table, report.texts)
    problems = problems_of(scheme, dealt, entry, past)
    own = [problem for problem in problems if problem.input in names]
    if own:
        raise EntryRefusedError(own)


def problems_of(scheme: Parts, dealt: Deal, entry: Entry, past: Past) -> tuple[Problem, ...]:
    """Return a problem for everything that is impossible or unusual about ``entry``."""
    return (*_sat_out(scheme, dealt, entry), *scheme.scoring.problems(dealt, entry, past))


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


def unusual_points(
    scheme: Parts, dealt: Deal, entry: Entry, lines: Iterable[Line], before: Past
) -> Iterator[Problem]:
    """Yield a warning for each side that scores at least ten times as much as usual.

    The usual score is the average of the earlier deals in which the side scored, if there are at
    least two. These deals are loaded only if the average of all deals, which is never higher,
    allows a warning.
    """
    count = len(before.deals)
    if scheme.scoring.limits_points or count < FEWEST_USUAL:
        return
    entered = _entered_points(scheme, dealt, entry)
    for side in entry.table.sides if entered else ():
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
                points=scheme.game.ruleset.points_text(points),
                deal=scheme.game.ruleset.words.deal.one,
                usual=scheme.game.ruleset.points_text(round(sum(usual) / len(usual))),
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
            side = place.side if isinstance(place, DealSeat) else key
            if isinstance(value, Left):
                number = 0 if value.cards else abs(value.points or 0)
                entered[field.inputs(key)["points"]] = (side, number)
            elif isinstance(field.kind, Points) and value is not None:
                entered[field.input(key)] = (side, abs(value))
    return entered
