"""Recording, correcting, undoing and redoing deals. Every write is one transaction and one change.

A write carries the version of the game that its page showed and a key made with that page. A key
seen before is the same write again and changes nothing; an older version is a conflict for the
scorer to see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from rules.entries import Side as TableSide
from rules.entries import Table, clean_texts
from rules.errors import RulesError
from rules.rulesets import Ruleset
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
    """A deal as reported: the texts by input name, who dealt, and whether warnings were overruled.

    Without a ``dealer`` the deal is the next one's clockwise, or stays whose it was.
    """

    texts: Mapping[str, str]
    dealer: int | None = None
    overruled: bool = False

    def says(self, stored: Mapping[str, Any] | None) -> bool:
        """Whether ``stored`` is the same report."""
        return (
            stored is not None
            and stored["texts"] == clean_texts(self.texts)
            and self.dealer in (None, stored["dealer"])
        )

    def stored(self) -> dict[str, Any]:
        """As a change keeps it."""
        return {
            "texts": dict(self.texts),
            "dealer": self.dealer,
            "overruled": self.overruled,
        }


def record_deal(*, game: Game, deal: int, reported: Reported, author: Author) -> None:
    """Store what was reported of ``deal``, new or as a correction, with its points.

    Raises EntryRefusedError when the entry cannot stand, and OutdatedError when the game changed
    since the author's page was made or ``deal`` is not the next one.
    """
    with transaction.atomic():
        current = _locked(game)
        if _is_repeated(current, author, reported):
            return
        sides = _sides(current)
        rounds = list(Round.objects.filter(game=current))
        if not 1 <= deal <= len(rounds) + 1:
            raise OutdatedError(f"Deal {len(rounds) + 1} comes next; enter that one first.")
        played = rounds[deal - 1] if deal <= len(rounds) else None
        before = _stored(played, sides)
        dealer = reported.dealer or _dealer(current, sides, rounds, deal)
        after = Reported(clean_texts(reported.texts), dealer, reported.overruled).stored()
        after["overruled"] = _put(current, deal, played, after, sides)
        kind = Change.Kind.CORRECT if before else Change.Kind.RECORD
        _log(current, author, kind, deal, before=before, after=after)
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
            _put(current, step.deal, played, after, _sides(current))
        _log(current, author, kind, step.deal, before=before, after=after)
        _finish(current, Round.objects.filter(game=current).count())


def _locked(game: Game) -> Game:
    """The game as it stands, its row held until the transaction ends."""
    return Game.objects.select_for_update().get(pk=game.pk)


def _is_repeated(current: Game, author: Author, reported: Reported | None = None) -> bool:
    """Whether this very write was made before. Raises OutdatedError when another one was
    instead, be it from the same page, whose answer got lost, with other content.
    """
    if current.version == author.version:
        return False
    made = Change.objects.filter(game=current, key=author.key).first()
    if made is None:
        raise OutdatedError("This game has changed since this page was made.")
    if reported and not reported.says(made.after):
        raise OutdatedError("This page has saved something else before.")
    return True


def _sides(game: Game) -> dict[int, Side]:
    return {side.number: side for side in Side.objects.filter(game=game)}


def _dealer(game: Game, sides: Mapping[int, Side], rounds: Sequence[Round], deal: int) -> int:
    """Who deals when nobody says: the stored dealer, or the next one clockwise."""
    numbers = {side.pk: number for number, side in sides.items()}
    if deal <= len(rounds):
        return numbers[rounds[deal - 1].dealer_id]
    if not rounds:
        return game.first_dealer
    return numbers[rounds[-1].dealer_id] % len(sides) + 1


def _stored(played: Round | None, sides: Mapping[int, Side]) -> dict[str, Any] | None:
    if played is None:
        return None
    dealer = next(number for number, side in sides.items() if side.pk == played.dealer_id)
    return Reported(played.entry, dealer, played.overruled).stored()


def _put(
    game: Game,
    deal: int,
    played: Round | None,
    stored: Mapping[str, Any],
    sides: Mapping[int, Side],
) -> bool:
    """Write the round and its points for what is ``stored`` of a deal; return whether that took
    overruling a warning.
    """
    ruleset = Ruleset.model_validate(game.ruleset)
    if stored["dealer"] not in sides:
        raise RulesError("That dealer is not at this table; choose one of the names.")
    table = Table(
        tuple(TableSide(str(side.number), side.name) for side in sides.values()),
        str(stored["dealer"]),
    )
    scored, overruled = score_entry(
        ruleset, deal, table, stored["texts"], overrule=stored["overruled"]
    )
    dealt = ruleset.deal(deal)
    played = played or Round(game=game, deal=deal)
    played.contract = ruleset.contract_words(dealt)
    played.sets, played.runs, played.pairs = len(dealt.sets), len(dealt.runs), dealt.pairs
    played.cards_dealt, played.takes_allowed = dealt.cards, dealt.takes.limit
    played.dealer = sides[stored["dealer"]]
    played.entry, played.overruled = dict(stored["texts"]), overruled
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
    return overruled


def _log(
    game: Game,
    author: Author,
    kind: Change.Kind,
    deal: int,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    game.version += 1
    try:
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
    except IntegrityError:
        raise OutdatedError("This form was sent before, with other content.") from None


def _finish(game: Game, played: int) -> None:
    over = played >= len(game.ruleset["deals"])
    game.state = Game.State.FINISHED if over else Game.State.PLAYING
    game.save(update_fields=["version", "state", "changed_at"])


def rescore_all() -> tuple[int, int]:
    """Score every stored round again from its entry; return how many there are and how many
    changed.
    """
    rounds = changed = 0
    for game in Game.objects.order_by("pk").iterator():
        with transaction.atomic():
            current = _locked(game)
            sides = _sides(current)
            for played in Round.objects.filter(game=current):
                before = _points(played)
                _put(current, played.deal, played, _stored(played, sides) or {}, sides)
                rounds += 1
                changed += _points(played) != before
    return rounds, changed


def _points(played: Round) -> dict[int, tuple[int, str, int]]:
    return {
        score.side_id: (score.points, score.because, score.pennies) for score in played.scores.all()
    }
