"""Recording, correcting, undoing and redoing. Every write is one transaction and one change.

A write carries the version of the game that its page showed and a key made with that page. A key
seen before is the same write again and changes nothing; an older version is a conflict for the
scorer to see.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from rules.contracts import capital
from rules.entries import Report, clean_texts
from rules.errors import RulesError
from rules.rulesets import Ruleset
from rules.schemes import Mark
from rules.standings import standings
from scorekeeper.models import Change, Game, Player, Round, Score, Seat, Side, User
from scorekeeper.models.games import CONTRACT_LENGTH, STATUS_LENGTH
from scorekeeper.queries.history import Step, history
from scorekeeper.queries.seating import Seating, read_seating, seating_of
from scorekeeper.services.scoring import DealPoints, Outcome, score_report, status_after

_SIDE_FIELDS = {"name", "joined", "start", "left", "away"}
MOST_BECAUSE = 1000  # letters that the column of a reason holds


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

    ``dealer`` is a place at the table; without one the deal is the next one's clockwise, or stays
    whose it was.
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

    Raises EntryRefusedError when the entry cannot stand, OutdatedError when the game changed
    since the author's page was made or ``deal`` is not the next one, and RulesError when the game
    is over or a later deal could then not stand.
    """
    with transaction.atomic():
        current, seating = locked(game)
        if is_repeated(current, author, reported):
            return
        rounds = list(Round.objects.filter(game=current))
        if not 1 <= deal <= len(rounds) + 1:
            word = capital(current.ruleset["words"]["deal"]["one"])
            raise OutdatedError(f"{word} {len(rounds) + 1} comes next; enter that one first.")
        played = rounds[deal - 1] if deal <= len(rounds) else None
        if played is None and current.state == Game.State.FINISHED:
            raise RulesError("The game is over; undo its end to play on.")
        before = _stored(played, seating)
        dealer = reported.dealer or dealer_of(current, seating, rounds, deal)
        after = Reported(clean_texts(reported.texts), dealer, reported.overruled).stored()
        after["overruled"] = _put(current, seating, rounds, deal, after)
        kind = Change.Kind.CORRECT if before else Change.Kind.RECORD
        if played is None:
            current.next_dealer = None
        log_change(current, author, kind, deal=deal, before=before, after=after)


def undo(*, game: Game, author: Author) -> None:
    """Take back the latest change that stands, as a change of its own.

    Raises NothingToUndoError when there is none, otherwise as ``record_deal`` does.
    """
    _turn_back(game, author, Change.Kind.UNDO)


def redo(*, game: Game, author: Author) -> None:
    """Make again what was undone last. Raises like ``undo``."""
    _turn_back(game, author, Change.Kind.REDO)


def _turn_back(game: Game, author: Author, kind: Change.Kind) -> None:
    with transaction.atomic():
        current, seating = locked(game)
        if is_repeated(current, author):
            return
        past = history(current)
        step: Step | None = past.undo if kind == Change.Kind.UNDO else past.redo
        if step is None:
            raise NothingToUndoError(f"There is nothing to {kind}.")
        turned = Change.objects.get(game=current, version=step.version)
        before, after = (
            (turned.after, turned.before)
            if kind == Change.Kind.UNDO
            else (turned.before, turned.after)
        )
        if step.deal is None:
            set_table(current, seating, after or {})
        else:
            _set_deal(current, seating, step.deal, after)
        if step.kind == Change.Kind.RECORD:
            before_it = past.standing[:-1] if kind == Change.Kind.UNDO else ()
            current.next_dealer = _said_dealer(current, before_it)
        log_change(current, author, kind, deal=step.deal, before=before, after=after)


def _said_dealer(game: Game, standing: Sequence[Step]) -> int | None:
    """Who deals next because the table said so after the latest deal; None where it did not."""
    for step in reversed(standing):
        if step.kind == Change.Kind.RECORD:
            break
        if step.deal is None:
            change = Change.objects.get(game=game, version=step.version)
            said: int | None = (change.after or {}).get("next_dealer")
            return said
    return None


def _set_deal(current: Game, seating: Seating, deal: int, stored: Mapping[str, Any] | None) -> None:
    """Make a deal what ``stored`` says, or not played."""
    rounds = list(Round.objects.filter(game=current))
    if stored is not None:
        _put(current, seating, rounds, deal, stored)
        return
    rounds[deal - 1].delete()
    del rounds[deal - 1]
    ruleset = Ruleset.model_validate(current.ruleset)
    table = seating.table(deal, dealer_of(current, seating, rounds, deal))
    told = status_after(ruleset, table, _reports(rounds, seating), seating.starts)
    _finish(current, ruleset, seating, told)


def locked(game: Game) -> tuple[Game, Seating]:
    """The game as it stands, its row held until the transaction ends, and who sits there; the
    latter as ``game`` came with it, when nothing has changed since.
    """
    current = Game.objects.select_for_update().get(pk=game.pk)
    return current, seating_of(game if current.version == game.version else current)


def is_repeated(current: Game, author: Author, reported: Reported | None = None) -> bool:
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


def dealer_of(game: Game, seating: Seating, rounds: Sequence[Round], deal: int) -> int:
    """The place that deals when nobody says: the stored one, or the next one clockwise."""
    if deal <= len(rounds):
        return seating.positions[rounds[deal - 1].dealer_id]
    if game.next_dealer:
        return seating.dealer_at(game.next_dealer, deal)
    if not rounds:
        return seating.dealer_at(game.first_dealer, deal)
    return seating.dealer_after(seating.positions[rounds[-1].dealer_id], deal)


def _stored(played: Round | None, seating: Seating) -> dict[str, Any] | None:
    if played is None:
        return None
    dealer = seating.positions[played.dealer_id]
    return Reported(played.entry, dealer, played.overruled).stored()


def _reports(rounds: Sequence[Round], seating: Seating) -> list[Report]:
    return [
        Report(
            played.deal,
            seating.table(played.deal, seating.positions[played.dealer_id]),
            played.entry,
        )
        for played in rounds
    ]


def _put(
    game: Game,
    seating: Seating,
    rounds: Sequence[Round],
    deal: int,
    stored: Mapping[str, Any],
) -> bool:
    """Write the round and its points for what is ``stored`` of a deal, and the points of the later
    deals on which it bears; return whether that took overruling a warning.
    """
    ruleset = Ruleset.model_validate(game.ruleset)
    seats = {seat.position: seat for seat in seating.seats_at(deal)}
    if stored["dealer"] not in seats:
        raise RulesError("That dealer is not at this table; choose one of the names.")
    table = seating.table(deal, stored["dealer"])
    outcome = score_report(
        ruleset,
        Report(deal, table, stored["texts"]),
        _reports([other for other in rounds if other.deal != deal], seating),
        seating.starts,
        overrule=stored["overruled"],
    )
    dealt = ruleset.deal(deal)
    played = next((r for r in rounds if r.deal == deal), None) or Round(game=game, deal=deal)
    played.contract = ruleset.contract_words(dealt)[:CONTRACT_LENGTH]
    played.sets, played.runs, played.pairs = len(dealt.sets), len(dealt.runs), dealt.pairs
    played.cards_dealt = ruleset.cards_dealt(dealt, len(table.seats))
    played.takes_allowed = dealt.takes.limit
    played.dealer = seats[stored["dealer"]]
    played.entry, played.overruled = dict(stored["texts"]), outcome.overruled
    played.save()
    _write_points(seating, {r.deal: r for r in (*rounds, played)}, outcome)
    known = None if outcome.before is None else {**outcome.before, **outcome.deals}
    _finish(game, ruleset, seating, outcome.status, known)
    return outcome.overruled


def _write_points(seating: Seating, rounds: Mapping[int, Round], outcome: Outcome) -> None:
    sides = {str(side.number): side for side in seating.sides}
    Score.objects.bulk_create(
        [
            Score(
                round=rounds[deal],
                side=sides[key],
                points=side.points,
                because=side.because[:MOST_BECAUSE],
                pennies=side.pennies,
                marks=side.marks,
            )
            for deal, points in outcome.deals.items()
            for key, side in points.items()
        ],
        update_conflicts=True,
        unique_fields=["round", "side"],
        update_fields=["points", "because", "pennies", "marks"],
    )


def _stored_points(game: Game, seating: Seating) -> Iterator[tuple[int, str, int, str]]:
    """Points and marks of each side in each deal, as they are stored."""
    rows = Score.objects.filter(round__game=game).values_list(
        "round__deal", "side_id", "points", "marks"
    )
    for deal, side_pk, scored, marks in rows:
        yield deal, seating.numbers[side_pk], scored, marks


def _finish(
    game: Game,
    ruleset: Ruleset,
    seating: Seating,
    told: Mapping[str, str] | None = None,
    known: Mapping[int, DealPoints] | None = None,
) -> None:
    """Set the state of the game by its points, where they are not ``known`` the stored ones, and
    what each side is told.
    """
    points: dict[int, dict[str, int]] = {}
    won: dict[int, list[str]] = {}
    rows = (
        _stored_points(game, seating)
        if known is None
        else (
            (deal, key, side.points, side.marks)
            for deal, sides in known.items()
            for key, side in sides.items()
        )
    )
    for deal, key, scored, marks in rows:
        points.setdefault(deal, {})[key] = scored
        if Mark.WON in marks.split():
            won.setdefault(deal, []).append(key)
    stand = standings(
        ruleset,
        seating.entrants,
        [points[deal] for deal in sorted(points)],
        won=won.get(max(points, default=0), ()),
        stopped=game.stopped,
    )
    game.state = Game.State.FINISHED if stand.is_over else Game.State.PLAYING
    changed = []
    for side in seating.sides:
        text = (told or {}).get(str(side.number), "")[:STATUS_LENGTH]
        if side.status != text:
            side.status = text
            changed.append(side)
    if changed:
        Side.objects.bulk_update(changed, ["status"])


def table_state(game: Game, seating: Seating) -> dict[str, Any]:
    """The table as a change keeps it: its sides, partners by their names, whose deal it is, and
    whether it stopped.
    """
    partners = seating.seats if seating.has_partners else ()
    return {
        "next_dealer": game.next_dealer,
        "stopped": game.stopped,
        "sides": [
            {
                "number": side.number,
                "name": side.name,
                "joined": side.joined,
                "start": side.start,
                "left": side.left,
                "away": side.away,
            }
            for side in seating.sides
        ],
        "seats": [{"position": seat.position, "name": seat.player.name} for seat in partners],
    }


def set_table(game: Game, seating: Seating, state: Mapping[str, Any]) -> None:
    """Make the table what ``state`` says: a side that it does not have leaves without a trace, and
    one that is not there yet sits down last.
    """
    known = {side.number: side for side in seating.sides}
    wanted = {side["number"]: side for side in state["sides"]}
    for number, side in known.items():
        if number not in wanted:
            side.delete()
            continue
        for field in _SIDE_FIELDS & wanted[number].keys():
            setattr(side, field, wanted[number][field])
        side.save(update_fields=_SIDE_FIELDS)
    for number, said in wanted.items():
        if number not in known:
            _sit_down(game, said, len(seating.seats) + 1)
    partners = {seat["position"]: seat["name"] for seat in state.get("seats", ())}
    _name_partners(game, seating, partners)
    game.next_dealer, game.stopped = state["next_dealer"], state["stopped"]
    told = {str(side.number): side.status for side in seating.sides}
    _finish(game, Ruleset.model_validate(game.ruleset), read_seating(game), told)


def _name_partners(game: Game, seating: Seating, names: Mapping[int, str]) -> None:
    """Let the people of these ``names`` sit at their places; who is known by the same name in other
    letters is written so from now on.
    """
    for seat in seating.seats:
        name = names.get(seat.position, seat.player.name)
        if name == seat.player.name:
            continue
        seat.player = _player(game, name)
        seat.player.name = name
        seat.player.save(update_fields=["name"])
        seat.save(update_fields=["player"])


def _player(game: Game, name: str) -> Player:
    """The player of the game’s group who is called so, a new one if there is none."""
    known = {player.name.casefold(): player for player in game.group.players.all()}
    return known.get(name.casefold()) or Player.objects.create(group_id=game.group_id, name=name)


def _sit_down(game: Game, said: Mapping[str, Any], position: int) -> None:
    player = _player(game, said["name"])
    side = Side.objects.create(game=game, **said)
    Seat.objects.create(game=game, side=side, player=player, position=position)


def log_change(
    game: Game,
    author: Author,
    kind: Change.Kind,
    *,
    deal: int | None = None,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    """Keep what was done, and raise the version of the game."""
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
    game.save(update_fields=["version", "state", "next_dealer", "stopped", "changed_at"])


def rescore_all() -> tuple[int, int]:
    """Score every stored round again from its entry; return how many there are and how many
    changed.
    """
    rounds = changed = 0
    for game in Game.objects.order_by("pk").iterator():
        with transaction.atomic():
            current, seating = locked(game)
            played = list(Round.objects.filter(game=current))
            before = {each.deal: _points(each) for each in played}
            for each in played:
                _put(current, seating, played, each.deal, _stored(each, seating) or {})
            rounds += len(played)
            changed += sum(_points(each) != before[each.deal] for each in played)
            current.save(update_fields=["state"])
    return rounds, changed


def _points(played: Round) -> dict[int, tuple[int, str, int, str]]:
    scores = Score.objects.filter(round=played)
    return {s.side_id: (s.points, s.because, s.pennies, s.marks) for s in scores}
