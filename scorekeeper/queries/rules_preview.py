"""The effect that new house rules would have on a game in progress."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from rules.engine.deal_seating import DealSeating
from rules.engine.entries import DealReport, EntryField, EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.formatting import points_text
from rules.engine.game import GameState
from rules.engine.rulesets import AnyRuleset, Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.settlement import Payment, payments
from rules.engine.variants import Variant
from rules.reference.differences import differences
from rules.reference.facts import Fact
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.stored import StoredGame


@dataclass(frozen=True)
class Refusal:
    """The reason why a deal’s entry is invalid under new rules.

    The entry is correctable if the invalid inputs exist under the current rules and were filled in.
    """

    deal: int
    why: str
    is_correctable: bool


@dataclass(frozen=True)
class DroppedAnswer:
    """An answer that no longer counts because the new rules don’t ask for it.

    ``label`` is the field’s label; ``deals`` are the numbers of the deals with such an answer.
    """

    label: str
    deals: tuple[int, ...]


@dataclass(frozen=True)
class Effect:
    """The effect of new rules on the game of ``board``.

    ``changes`` are pairs of old and new facts, including the house rules. ``misfits`` are the
    reasons why the game can’t continue under the new rules, ``refused`` are the entries that would
    be invalid, and ``dropped`` are the answers that would no longer count. ``then`` is the state of
    the game under the new rules, ``payments`` is the settlement, and ``decimals`` is the number of
    decimals that points then have. These are not known if there are misfits or refused entries.
    """

    board: Scoreboard
    changes: tuple[tuple[Fact, Fact], ...]
    misfits: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()
    dropped: tuple[DroppedAnswer, ...] = ()
    then: GameState | None = None
    payments: tuple[Payment, ...] = ()
    decimals: int = 0

    @property
    def totals(self) -> list[tuple[str, str, str]]:
        """The name, current total and new total of each side; empty if there are no totals yet."""
        if self.then is None or not self.board.played:
            return []
        now, decimals = self.board.state.places, self.board.decimals
        names = self.board.names
        return [
            (
                names[was.side],
                points_text(was.total, decimals),
                points_text(will.total, self.decimals),
            )
            for was, will in zip(now, self.then.places, strict=True)
        ]

    @property
    def is_none(self) -> bool:
        """Whether the game could continue under the new rules and nothing would change."""
        return not (
            self.changes or self.misfits or self.refused or self.dropped or self.changes_standing
        )

    @property
    def enter_anew(self) -> int | None:
        """The first deal that has to be entered again after the change, or None."""
        return next((refusal.deal for refusal in self.refused if not refusal.is_correctable), None)

    @property
    def anew_from(self) -> int:
        """The first deal that has to be undone before refused entries can be entered again."""
        return self.enter_anew or self.refused[0].deal

    @property
    def changes_standing(self) -> bool:
        """Whether totals, the leader or payments would change."""
        return bool(self.changes_totals or self.changes_outcome or self.settlement)

    @cached_property
    def settlement(self) -> list[tuple[str, Fraction | None, Fraction | None]]:
        """The name, current payment and new payment of each side; empty if no payment changes.

        A payment is None if there is no settlement.
        """
        now = {payment.side: payment.net for payment in self.board.payments}
        then = {payment.side: payment.net for payment in self.payments}
        if self.then is None or now == then:
            return []
        names = self.board.names.items()
        return [(name, now.get(key), then.get(key)) for key, name in names]

    @property
    def changes_totals(self) -> bool:
        """Whether any total would change."""
        return any(was != will for _, was, will in self.totals)

    @property
    def changes_outcome(self) -> bool:
        """Whether the game would end or reopen, or have a different winner or leader."""
        now, then = self.board.state, self.then
        return then is not None and (now.is_over, now.leaders) != (then.is_over, then.leaders)


def effect_of(board: Scoreboard, variant: Variant, ruleset: Ruleset) -> Effect:
    """Return the effect that ``ruleset``, a ruleset of ``variant``, would have on the game."""
    present = board.stored.ruleset
    names = _house_rules_fact(variant, present), _house_rules_fact(variant, ruleset)
    changes = differences(present, ruleset)
    if names[0] != names[1] and not is_same(present, ruleset):
        changes = (names, *changes)
    changed = board.stored.under(ruleset)
    if reasons := tuple(misfits(changed, present)):
        return Effect(board, changes, reasons)
    reported = changed.reports()
    reports = [without_unasked(ruleset, report) for report in reported]
    played = changed.replay(reports)
    if played.refused:
        by_deal = {report.number: report for report in reports}
        refused = (
            Refusal(deal, str(why), _is_correctable(present, by_deal[deal], why))
            for deal, why in played.refused.items()
        )
        return Effect(board, changes, refused=tuple(refused))
    return Effect(
        board,
        changes,
        dropped=tuple(dropped(present, reported, reports)),
        then=played.state,
        payments=payments(ruleset, played.state),
        decimals=ruleset.scoring.decimals,
    )


def _fields_by_input(ruleset: AnyRuleset, deal: int, table: DealSeating) -> dict[str, EntryField]:
    """Return the fields that ``ruleset`` has for that deal, by input name."""
    return {
        name: field
        for field in scheme_of(ruleset, len(table.seats)).scoring.fields(ruleset.deal(deal))
        for place in table.places(field.scope) or (None,)
        for name in field.inputs(place.key if place else "").values()
    }


def without_unasked(ruleset: Ruleset, report: DealReport) -> DealReport:
    """Return the report without the answers that ``ruleset`` does not ask for."""
    fields = _fields_by_input(ruleset, report.number, report.table)
    return replace(
        report, texts={name: report.texts[name] for name in report.texts if name in fields}
    )


def dropped(
    old: Ruleset, reported: Sequence[DealReport], kept: Sequence[DealReport]
) -> Iterator[DroppedAnswer]:
    """Yield the answers reported under the ``old`` rules that are missing from ``kept``."""
    deals: dict[str, list[int]] = {}
    shown = translated_ruleset(old)
    for was, will in zip(reported, kept, strict=True):
        fields = _fields_by_input(shown, was.number, was.table)
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
    text = ", ".join(translated_house_rules(variant, ruleset)) or _("standard")
    return Fact("house-rules", _("House rules"), text)


def is_same(old: Ruleset, new: Ruleset) -> bool:
    """Return whether two rulesets are equal but for custom values that are now the standard."""
    return new.model_copy(update={"patches": old.patches}) == old


def misfits(changed: StoredGame, old: Ruleset) -> Iterator[str]:
    """Yield reasons why a game can’t switch from the rules ``old`` to those of ``changed``."""
    ruleset, played = changed.ruleset, len(changed.deals)
    if ruleset.players.team != old.players.team:
        yield _("You can’t change partners once a game has started. Start a new game instead.")
        return
    for players in sorted({len(changed.seating.seats_at(deal)) for deal in range(1, played + 2)}):
        if players not in ruleset.players.counts:
            # Translators: {range} is a number of players or a range of them, such as 3–5
            message = _("Under these rules, {game} is for {range} players. This game has {count}.")
            yield message.format(game=ruleset.name, range=ruleset.players_words, count=players)
            continue
        try:
            ruleset.check_table(players)
        except RulesError as error:
            yield str(error)
    if ruleset.length is not None and ruleset.length < played:
        # Translators: {deals} is what the game calls its deals, such as “hands”
        message = _(
            "You have played {played} {deals}, so the game can’t end after {length}. "
            "Choose {played} or more."
        )
        deals = translated_ruleset(ruleset).words.deal.many
        yield message.format(length=ruleset.length, deals=deals, played=played)
