"""Recording, correcting, undoing and redoing deals. Every write is one transaction and one change.

A write carries the version of the game that its page showed and a key made with that page. A key seen
before is the same write again and changes nothing; an older version is a conflict for the scorer to see.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from rules.entries import Side as TableSide
from rules.entries import Table, clean_texts
from rules.errors import RulesError
from rules.variants import Ruleset
from scorekeeper.models import Change, Game, Round, Score, Side, User
from scorekeeper.queries.history import Step, history
from scorekeeper.services.scoring import score_entry


class OutdatedError(RulesError):
    """The game has changed since the page was made."""

    code = "outdated"


class NothingToUndoError(RulesError):
    """There is no change that undo or redo could act on."""

    code = "nothing-to-undo"


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes, from which version of the game, with the key of the form."""

    user: User
    name: str
    version: int
    key: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A deal as reported: the texts by input name, who dealt, and whether warnings were overruled."""

    texts: Mapping[str, str]
    dealer: int
    overruled: bool = False

    def stored(self) -> dict[str, Any]:
        """As a change keeps it."""
        return {
            "texts": dict(self.texts),
            "dealer": self.dealer,
            "overruled": self.overruled,
        }


def record_deal(*, game: Game, deal: int, reported: Reported, author: Author) -> None:
    """Store what was reported of ``deal``, new or as a correction, with its points.

    Raises EntryRefusedError when the entry cannot stand, and OutdatedError when the game changed since
    the author's page was made or ``deal`` is not the next one.
    """
    with transaction.atomic():
        current = _locked(game)
        if _is_repeated(current, author):
            return
        _refuse_outdated(current, author)
        rounds = {played.deal: played for played in Round.objects.filter(game=current)}
        if not 1 <= deal <= len(rounds) + 1:
            raise OutdatedError(f"Deal {len(rounds) + 1} comes next; enter that one first.")
        before = _stored(rounds.get(deal))
        after = Reported(clean_texts(reported.texts), reported.dealer, reported.overruled).stored()
        _put(current, deal, rounds.get(deal), after)
        kind = Change.Kind.CORRECT if before else Change.Kind.RECORD
        _log(current, author, kind, deal, before, after)
        _finish(current, len(rounds) + (before is None))


def undo(*, game: Game, author: Author) -> None:
    """Take back the latest change that stands, as a change of its own.

    Raises NothingToUndoError when there is none, OutdatedError as ``record_deal`` does.
    """
    _turn_back(game, author, Change.Kind.UNDO)


def redo(*, game: Game, author: Author) -> None:
    """Make again what was undone last. Raises like ``undo``."""
    _turn_back(game, author, Change.Kind.REDO)


def _turn_back(game: Game, author: Author, kind: Change.Kind) -> None:
    with transaction.atomic():
        current = _locked(game)
        if _is_repeated(current, author):
            return
        _refuse_outdated(current, author)
        past = history(current)
        step: Step | None = past.undo if kind == Change.Kind.UNDO else past.redo
        if step is None or step.deal is None:
            raise NothingToUndoError(f"There is nothing to {kind}.")
        turned = Change.objects.get(game=current, version=step.version)
        before, after = (
            (turned.after, turned.before)
            if kind == Change.Kind.UNDO
            else (turned.before, turned.after)
        )
        played = Round.objects.filter(game=current, deal=step.deal).first()
        if after is None and played:
            played.delete()
        elif after is not None:
            _put(current, step.deal, played, after)
        _log(current, author, kind, step.deal, before, after)
        _finish(current, Round.objects.filter(game=current).count())


def _is_repeated(game: Game, author: Author) -> bool:
    return Change.objects.filter(game=game, key=author.key).exists()


def _locked(game: Game) -> Game:
    """The game as it stands, its row held until the transaction ends."""
    return Game.objects.select_for_update().get(pk=game.pk)


def _refuse_outdated(current: Game, author: Author) -> None:
    if current.version != author.version:
        raise OutdatedError("This game has changed since this page was made.")


def _stored(played: Round | None) -> dict[str, Any] | None:
    if played is None:
        return None
    return Reported(played.entry, played.dealer.number, played.overruled).stored()


def _put(game: Game, deal: int, played: Round | None, stored: Mapping[str, Any]) -> None:
    """Write the round and its points for what is ``stored`` of a deal."""
    ruleset = Ruleset.model_validate(game.ruleset)
    sides = {side.number: side for side in Side.objects.filter(game=game)}
    if stored["dealer"] not in sides:
        raise RulesError("That dealer is not at this table; choose one of the names.")
    table = Table(
        tuple(TableSide(str(side.number), side.name) for side in sides.values()),
        str(stored["dealer"]),
    )
    scored = score_entry(ruleset, deal, table, stored["texts"], overrule=stored["overruled"])
    dealt = ruleset.deal(deal)
    played = played or Round(game=game, deal=deal)
    played.contract = ruleset.contract_words(dealt)
    played.sets, played.runs, played.pairs = len(dealt.sets), len(dealt.runs), dealt.pairs
    played.cards_dealt, played.takes_allowed = dealt.cards, dealt.takes.limit
    played.dealer = sides[stored["dealer"]]
    played.entry, played.overruled = dict(stored["texts"]), stored["overruled"]
    played.save()
    Score.objects.bulk_create(
        [
            Score(
                round=played,
                side=sides[int(key)],
                points=side.points,
                because=side.because,
                pennies=side.pennies,
            )
            for key, side in scored.items()
        ],
        update_conflicts=True,
        unique_fields=["round", "side"],
        update_fields=["points", "because", "pennies"],
    )


def _log(
    game: Game,
    author: Author,
    kind: Change.Kind,
    deal: int,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    game.version += 1
    Change.objects.create(
        game=game,
        version=game.version,
        key=author.key,
        kind=kind,
        deal=deal,
        before=before,
        after=after,
        by=author.user,
        by_name=author.name,
    )


def _finish(game: Game, played: int) -> None:
    over = played >= len(game.ruleset["deals"])
    game.state = Game.State.FINISHED if over else Game.State.PLAYING
    game.save(update_fields=["version", "state", "changed_at"])


def rescore_all() -> tuple[int, int]:
    """Score every stored round again from its entry; return how many there are and how many changed."""
    rounds = changed = 0
    for game in Game.objects.order_by("pk").iterator():
        with transaction.atomic():
            current = _locked(game)
            for played in Round.objects.filter(game=current).select_related("dealer"):
                before = _points(played)
                _put(current, played.deal, played, _stored(played) or {})
                rounds += 1
                changed += _points(played) != before
    return rounds, changed


def _points(played: Round) -> dict[int, tuple[int, str, int]]:
    return {
        score.side_id: (score.points, score.because, score.pennies)
        for score in played.scores.all()
    }
