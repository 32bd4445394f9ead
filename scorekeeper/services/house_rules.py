"""Other house rules for a game that has begun: what they make of it, and the change itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db import transaction

from rules.entries import Report
from rules.errors import RulesError
from rules.facts import Fact, differences
from rules.house import house_rules
from rules.rulesets import Ruleset
from rules.standings import Standings
from rules.variants import Variant
from rules.words import capital, count_words, join_names
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.seating import Seating
from scorekeeper.services.scoring import score_game
from scorekeeper.services.standing import (
    reports_of,
    set_contract,
    set_standing,
    stand_of,
    told_after,
    write_points,
)
from scorekeeper.services.writes import Author, is_repeated, locked, log_change

ROUND_FIELDS = (
    "contract", "sets", "runs", "pairs", "cards_dealt", "takes_allowed", "overruled",
)  # fmt: skip


class MisfitError(RulesError):
    """A game that has begun cannot go on by these rules."""

    code = "misfit"


@dataclass(frozen=True)
class Effect:
    """What other rules make of the game on ``board``.

    ``changes`` are the house rules and facts that change, the old and the new one. ``misfits`` say
    why the game cannot go on by these rules, ``refused`` by deal why what was entered cannot stand.
    Only where nothing is in the way is it known how the game would ``then`` stand.
    """

    board: Scoreboard
    changes: tuple[tuple[Fact, Fact], ...]
    misfits: tuple[str, ...] = ()
    refused: Mapping[int, str] | None = None
    then: Standings | None = None

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """Each side with its total now and then; nothing before the first deal."""
        if self.then is None or not self.board.played:
            return []
        now = self.board.standings.places
        names = self.board.names
        return [
            (names[was.side], was.total, will.total)
            for was, will in zip(now, self.then.places, strict=True)
        ]

    @property
    def is_none(self) -> bool:
        """Whether nothing is to be told."""
        told = self.changes, self.misfits, self.refused, self.verdict, self.changes_totals
        return not any(told)

    @property
    def changes_totals(self) -> bool:
        return any(was != will for _, was, will in self.totals)

    @cached_property
    def verdict(self) -> str:
        """Who wins then, or that the game goes on, in a sentence; empty where nothing of that
        changes.
        """
        now, then = self.board.standings, self.then
        if then is None or (now.is_over, now.winners) == (then.is_over, then.winners):
            return ""
        if not then.is_over:
            return "The game is then not over yet; it goes on."
        seating = self.board.seating
        won = [seat for seat in seating.seats if seating.numbers[seat.side_id] in then.winners]
        names = join_names(self.board.names[side] for side in then.winners)
        wins = f"{names} {'wins' if len(won) == 1 else 'win'}"
        if not now.is_over:
            return f"The game is then over: {wins}."
        instead = join_names(column.name for column in self.board.winners)
        return f"{wins} then, instead of {instead}."


def effect_of(board: Scoreboard, variant: Variant, ruleset: Ruleset) -> Effect:
    """Return what ``ruleset``, of that variant, would make of the game on ``board``."""
    said = _said(variant, board.ruleset), _said(variant, ruleset)
    changes = differences(board.ruleset, ruleset)
    if said[0] != said[1]:
        changes = (said, *changes)
    seating = _seated(board.seating, ruleset)
    misfits = tuple(_misfits(board.ruleset, ruleset, seating, len(board.played)))
    if misfits:
        return Effect(board, changes, misfits)
    reports = [
        Report(row.deal.number, row.table, row.entry or {}, seating.missed(row.deal.number))
        for row in board.played
    ]
    scored = score_game(ruleset, reports, seating.starts)
    if scored.refused:
        return Effect(board, changes, refused=scored.refused)
    then = stand_of(board.game, ruleset, seating, scored.deals)
    return Effect(board, changes, then=then)


def _said(variant: Variant, ruleset: Ruleset) -> Fact:
    words = ", ".join(house_rules(variant, ruleset)) or "standard"
    return Fact("house-rules", "House rules", words)


def change_house_rules(
    *,
    game: Game,
    variant: Variant,
    options: Mapping[str, Any],
    patches: Mapping[str, Any],
    author: Author,
) -> bool:
    """Play ``game`` by these house rules of ``variant`` from its first deal on, and score again
    what was entered; return whether that is a change.

    Raises MisfitError when the game as it stands does not fit them, RulesError when they make no
    game, and OutdatedError and DiscardedError as ``record_deal`` does.
    """

    def is_same(stored: Mapping[str, Any] | None) -> bool:
        said = stored or {}
        own = said.get("ruleset", {}).get("patches")
        return (said.get("options"), own) == (dict(options), dict(patches))

    ruleset = variant.ruleset(options, patches)
    with transaction.atomic():
        current, seating = locked(game)
        if is_repeated(current, author, is_same):
            return True
        old = Ruleset.model_validate(current.ruleset)
        if ruleset == old:
            return False
        rounds = list(Round.objects.filter(game=current))
        for misfit in _misfits(old, ruleset, _seated(seating, ruleset), len(rounds)):
            raise MisfitError(misfit)
        before = {"options": current.options, "ruleset": current.ruleset}
        after = {"options": dict(options), "ruleset": ruleset.model_dump(mode="json")}
        set_rules(current, seating, rounds, after)
        log_change(current, author, Change.Kind.RULES, before=before, after=after)
    return True


def set_rules(
    game: Game, seating: Seating, rounds: Sequence[Round], stored: Mapping[str, Any]
) -> None:
    """Let ``game`` have the rules that are ``stored`` of a change, and score its ``rounds`` by
    them. Raises MisfitError when one of them cannot stand.
    """
    game.options, game.ruleset = stored["options"], stored["ruleset"]
    ruleset = Ruleset.model_validate(game.ruleset)
    seating = _seated(seating, ruleset)
    reports = reports_of(rounds, seating)
    scored = score_game(ruleset, reports, seating.starts)
    for deal, why in scored.refused.items():
        raise MisfitError(f"By these rules {ruleset.words.deal.one} {deal} cannot stand: {why}")
    for played, report in zip(rounds, reports, strict=True):
        set_contract(played, ruleset, len(report.table.seats))
        played.overruled = played.deal in scored.overruled
    Round.objects.bulk_update(rounds, ROUND_FIELDS)
    write_points(seating, rounds, scored.deals)
    told = told_after(game, ruleset, seating, rounds)
    set_standing(game, ruleset, seating, told, scored.deals)
    game.save(update_fields=["options", "ruleset"])


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
