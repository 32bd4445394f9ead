"""Other house rules for a game that has begun: what they make of it, and the change itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db import transaction

from rules.engine.entries import DealReport, DealSeating, EntryField, EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.formatting import capital, count_words
from rules.engine.game import GameState
from rules.engine.house_rules import house_rules
from rules.engine.rulesets import Ruleset
from rules.engine.settlement import Payment, payments
from rules.engine.snapshots import RulesSnapshot, Snapshot, dump
from rules.engine.variants import Variant
from rules.reference.facts import Fact, differences
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.seating import Seating
from scorekeeper.queries.stored import StoredGame, deal_result, report_of
from scorekeeper.services.changes import (
    PLAYED_FIELDS,
    ChangeContext,
    ChangeRecord,
    is_repeated,
    lock_game,
    log_change,
)
from scorekeeper.services.derive import entry_fields, score_game
from scorekeeper.services.state import ROUND_FIELDS, set_contract, write_points, write_state

# What a change of the rules saves of a game.
RULES_FIELDS = (*PLAYED_FIELDS, "ruleset")


class MisfitError(RulesError):
    """A game that has begun cannot go on by these rules."""

    code = "misfit"


@dataclass(frozen=True)
class Refusal:
    """Why what was entered of a deal cannot stand by other rules, and whether a correction by the
    present ones can mend that: where they ask for what is wrong, and it was typed.
    """

    deal: int
    why: str
    is_correctable: bool


@dataclass(frozen=True)
class DroppedAnswer:
    """An answer that no longer counts because other rules don't ask for it.

    ``label`` is that of its field, ``deals`` the numbers of the deals that have it.
    """

    label: str
    deals: tuple[int, ...]


@dataclass(frozen=True)
class Effect:
    """What other rules make of the game on ``board``.

    ``changes`` are the house rules and facts that change, the old and the new one. ``misfits`` say
    why the game cannot go on by these rules, ``refused`` why entries would not be allowed,
    ``dropped`` which answers would no longer count. ``then`` is how the game would stand, and
    ``payments`` what would be paid; neither is known while something is in the way.
    """

    board: Scoreboard
    changes: tuple[tuple[Fact, Fact], ...]
    misfits: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()
    dropped: tuple[DroppedAnswer, ...] = ()
    then: GameState | None = None
    payments: tuple[Payment, ...] = ()

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """Each side with its total now and then; nothing before the first deal."""
        if self.then is None or not self.board.played:
            return []
        now = self.board.state.places
        names = self.board.names
        return [
            (names[was.side], was.total, will.total)
            for was, will in zip(now, self.then.places, strict=True)
        ]

    @property
    def is_none(self) -> bool:
        """Whether nothing changes, and nothing is in the way of the rules."""
        return not (
            self.changes or self.misfits or self.refused or self.dropped or self.changes_standing
        )

    @property
    def enter_anew(self) -> int | None:
        """The first deal that can only be entered anew once the rules are changed."""
        return next((refusal.deal for refusal in self.refused if not refusal.is_correctable), None)

    @property
    def anew_from(self) -> int:
        """Before which deal a table undoes to enter anew what is refused."""
        return self.enter_anew or self.refused[0].deal

    @property
    def changes_standing(self) -> bool:
        """Whether totals, who is ahead, or payments change."""
        return bool(self.changes_totals or self.changes_outcome or self.settlement)

    @cached_property
    def settlement(self) -> list[tuple[str, Fraction | None, Fraction | None]]:
        """What each side gets or pays now and then, None if nothing is settled; no rows if nothing
        of that changes.
        """
        now = {payment.side: payment.net for payment in self.board.payments}
        then = {payment.side: payment.net for payment in self.payments}
        if self.then is None or now == then:
            return []
        names = self.board.names.items()
        return [(name, now.get(key), then.get(key)) for key, name in names]

    @property
    def changes_totals(self) -> bool:
        return any(was != will for _, was, will in self.totals)

    @property
    def changes_outcome(self) -> bool:
        """Whether the game ends or goes on, or somebody else wins or leads."""
        now, then = self.board.state, self.then
        return then is not None and (now.is_over, now.leaders) != (then.is_over, then.leaders)


def effect_of(board: Scoreboard, variant: Variant, ruleset: Ruleset) -> Effect:
    """Return what ``ruleset``, of that variant, would make of the game on ``board``."""
    names = _house_rules_fact(variant, board.ruleset), _house_rules_fact(variant, ruleset)
    changes = differences(board.ruleset, ruleset)
    if names[0] != names[1]:
        changes = (names, *changes)
    seating = _seated(board.seating, ruleset)
    misfits = tuple(_misfits(board.ruleset, ruleset, seating, len(board.played)))
    if misfits:
        return Effect(board, changes, misfits)
    reported = [
        DealReport(row.deal.number, row.table, row.entry or {}, seating.missed(row.deal.number))
        for row in board.played
    ]
    reports = [_fitting(ruleset, report) for report in reported]
    scored = score_game(ruleset, reports, seating.starts)
    if scored.refused:
        by_deal = {report.number: report for report in reports}
        refused = (
            Refusal(deal, str(why), _is_correctable(board.ruleset, by_deal[deal], why))
            for deal, why in scored.refused.items()
        )
        return Effect(board, changes, refused=tuple(refused))
    stored = StoredGame(board.game, ruleset, seating)
    then = stored.fold(
        [deal_result(scored.deals[row.deal.number], int(row.dealer)) for row in board.played]
    )
    return Effect(
        board,
        changes,
        dropped=tuple(_dropped(board.ruleset, reported, reports)),
        then=then,
        payments=payments(ruleset, then),
    )


def _fields_by_input(ruleset: Ruleset, deal: int, table: DealSeating) -> dict[str, EntryField]:
    """Return the fields that ``ruleset`` has for that deal, by the names of their inputs."""
    return {
        name: field
        for field in entry_fields(ruleset, deal, len(table.seats))
        for place in table.places(field.scope) or (None,)
        for name in field.inputs(place.key if place else "").values()
    }


def _fitting(ruleset: Ruleset, report: DealReport) -> DealReport:
    """Return the report without the answers that ``ruleset`` does not ask for."""
    fields = _fields_by_input(ruleset, report.number, report.table)
    return replace(
        report, texts={name: report.texts[name] for name in report.texts if name in fields}
    )


def _dropped(
    old: Ruleset, reported: Sequence[DealReport], fitting: Sequence[DealReport]
) -> Iterator[DroppedAnswer]:
    """Yield what was reported under ``old`` rules and is missing from ``fitting``."""
    deals: dict[str, list[int]] = {}
    for was, will in zip(reported, fitting, strict=True):
        fields = _fields_by_input(old, was.number, was.table)
        gone = (name for name in fields if name in was.texts and name not in will.texts)
        for label in dict.fromkeys(fields[name].label for name in gone):
            deals.setdefault(label, []).append(was.number)
    for label, numbers in deals.items():
        yield DroppedAnswer(label, tuple(numbers))


def _is_correctable(present: Ruleset, report: DealReport, why: EntryRefusedError) -> bool:
    fields = _fields_by_input(present, report.number, report.table)
    return all(
        problem.input in fields and problem.input in report.texts for problem in why.problems
    )


def _house_rules_fact(variant: Variant, ruleset: Ruleset) -> Fact:
    text = ", ".join(house_rules(variant, ruleset)) or "standard"
    return Fact("house-rules", "House rules", text)


def change_house_rules(
    *,
    game: Game,
    variant: Variant,
    options: Mapping[str, Any],
    patches: Mapping[str, Any],
    context: ChangeContext,
) -> tuple[DroppedAnswer, ...] | None:
    """Play ``game`` by these house rules from its first deal on, and score its deals again.

    Return which answers no longer count, or None if nothing changes.

    Raises MisfitError when the game as it stands does not fit them, RulesError when they make no
    game, and ConflictError and GameGoneError as ``record_deal`` does.
    """

    def is_same(stored: Snapshot | None) -> bool:
        if not isinstance(stored, RulesSnapshot):
            return False
        return (stored.ruleset.options, stored.ruleset.patches) == (options, patches)

    ruleset = variant.ruleset(options, patches)
    with transaction.atomic():
        stored = lock_game(game)
        current, old = stored.game, stored.ruleset
        if is_repeated(current, context, is_same):
            return ()
        if ruleset == old:
            return None
        seating = _seated(stored.seating, ruleset)
        for misfit in _misfits(old, ruleset, seating, len(stored.deals)):
            raise MisfitError(misfit)
        reports = stored.reports()
        fitting = [_fitting(ruleset, report) for report in reports]
        before = RulesSnapshot(ruleset=old, entries=_entries(reports))
        after = RulesSnapshot(ruleset=ruleset, entries=_entries(fitting))
        set_rules(stored, after)
        log_change(ChangeRecord(current, before, after), context, Change.Kind.RULES, RULES_FIELDS)
    return tuple(_dropped(old, reports, fitting))


def _entries(reports: Sequence[DealReport]) -> dict[int, dict[str, str]]:
    """The texts of each deal, as a change keeps them."""
    return {report.number: dict(report.texts) for report in reports}


def set_rules(stored: StoredGame, data: RulesSnapshot) -> None:
    """Let a game have the rules, and the texts of its deals, that a change stores as ``data``.

    Its deals are scored again; the game is saved with its version. Raises MisfitError when one of
    them is not allowed.
    """
    game, ruleset = stored.game, data.ruleset
    game.ruleset, game.carried = dump(ruleset), None
    seating = _seated(stored.seating, ruleset)
    rounds = [deal.round for deal in stored.deals]
    for played in rounds:
        played.entry = data.entries.get(played.deal, played.entry)
    reports = [report_of(deal, seating) for deal in stored.deals]
    scored = score_game(ruleset, reports, seating.starts)
    for deal, why in scored.refused.items():
        raise MisfitError(f"By these rules {ruleset.words.deal.one} {deal} cannot stand: {why}")
    for played in rounds:
        set_contract(played, ruleset)
        played.overruled = played.deal in scored.overruled
    Round.objects.bulk_update(rounds, ("entry", "format", *ROUND_FIELDS))
    write_points(seating, rounds, scored.deals)
    changed = StoredGame(game, ruleset, seating, is_locked=True)
    state = changed.fold(
        [deal_result(scored.deals[deal.number], deal.dealer) for deal in stored.deals]
    )
    write_state(changed, state, scored.past)


def _seated(seating: Seating, ruleset: Ruleset) -> Seating:
    """The same people as they sit when that is played, which may go the other way round."""
    return replace(seating, clockwise=ruleset.players.clockwise)


def _misfits(old: Ruleset, ruleset: Ruleset, seating: Seating, played: int) -> Iterator[str]:
    """Why a game of ``old`` with so many deals ``played`` cannot go on by ``ruleset``."""
    if ruleset.players.team != old.players.team:
        yield "Who plays with whom cannot change once people sit; start a new game for that."
        return
    for players in sorted({len(seating.seats_at(deal)) for deal in range(1, played + 2)}):
        if players not in ruleset.players.counts:
            yield (
                f"By these rules {ruleset.name} is for {ruleset.players_words} players;"
                f" {players} play here."
            )
            continue
        try:
            ruleset.check_table(players)
        except RulesError as error:
            yield str(error)
    if ruleset.length is not None and ruleset.length < played:
        word = ruleset.words.deal
        entered = capital(count_words(played, word.one, word.many))
        yield (
            f"{entered} are entered already, so the game cannot have {ruleset.length}; let it have"
            f" {played} or more."
        )
