"""The results of an import, as sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.formatting import join_names, points_text
from scorekeeper.models import Upload
from scorekeeper.services.imports.outcomes import Found
from scorekeeper.services.imports.previews import GamePreview
from scorekeeper.services.imports.questions import Question

State = Upload.State
MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class ImportNote:
    """A record that is left out or imported with a difference, and the reason.

    ``where`` is its place in the file, such as ``Line 3``.
    """

    where: str
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game that would be added: its name and day, the totals, who wins, and what is unusual.

    ``key`` is the key of the answer that changes whether the highest or the lowest total wins.
    """

    name: str
    title: str
    totals: Sequence[tuple[str, str]]
    result: str
    remark: str
    wins: str
    key: str


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """The progress of an import, and what it has found.

    ``percent`` is the share of the lines that have been read. ``questions`` are those that the file
    leaves open. ``games`` are some of the games that would be added, and ``unlisted`` is the number
    of the others. ``added`` are sentences about what has been or will be added; ``same`` is a
    sentence about records that the group already has, if there are any. ``notes`` has the records
    that users should know about, by result, and ``more`` is the number of notes that aren’t listed.
    """

    percent: int
    is_running: bool
    can_start: bool
    is_done: bool
    added: Sequence[str]
    same: str
    notes: Mapping[str, Sequence[ImportNote]]
    more: int
    missing: int
    questions: Sequence[Question]
    games: Sequence[ImportedGame]
    unlisted: int


KINDS = ("game", "person", "own_game", "house_rules")


def import_progress(upload: Upload) -> ImportProgress:
    """Return the progress of an import."""
    report: dict[str, Any] = upload.report
    is_done = upload.state == State.DONE
    has_begun = upload.state in (State.IMPORTING, State.DONE)
    counts = {kind: report.get(kind, {}).get(Found.ADDED, 0) for kind in KINDS}
    people = report.get("people", [])
    same = sum(report.get(kind, {}).get(Found.SAME, 0) for kind in counts)
    notes: dict[str, list[ImportNote]] = {}
    unit = report.get("unit", "line")
    for line, found, what, why in report.get("notes", []):
        notes.setdefault(found, []).append(ImportNote(_where(unit, line), what, why))
    is_running = upload.state in (State.CHECKING, State.IMPORTING)
    is_checked = upload.state == State.CHECKED
    questions = [Question(*each) for each in report.get("questions", [])] if is_checked else []
    games = report.get("games", []) if is_checked else []
    return ImportProgress(
        percent=100 * upload.line // max(1, upload.lines),
        is_running=is_running,
        can_start=is_checked
        and any(counts.values())
        and upload.answers.keys() >= {question.key for question in questions},
        is_done=is_done,
        added=_added(counts, people, has_begun=has_begun, is_running=is_running),
        same=ngettext(
            "{count} item in the file is already in your group.",
            "{count} items in the file are already in your group.",
            same,
        ).format(count=same)
        if same
        else "",
        notes=notes,
        more=report.get("more", 0),
        missing=0 if is_running else max(0, report.get("expected", 0) - report.get("read", 0)),
        questions=questions,
        games=[_game(GamePreview.read(plain)) for plain in games],
        unlisted=max(0, counts["game"] - len(games)) if is_checked else 0,
    )


def _where(unit: str, number: int) -> str:
    """Return the place of a record in its file."""
    places = {
        "play": _("Play {number}"),
        "game": _("Game {number}"),
        "column": _("Column {number}"),
    }
    return places.get(unit, _("Line {number}")).format(number=number)


def _game(game: GamePreview) -> ImportedGame:
    """Return a game that would be added, in words."""
    rounds = ngettext("{count} round", "{count} rounds", game.deals).format(count=game.deals)
    # Translators: {game} is the name of a game such as Hearts
    title = _("{game}, {date}, {rounds}")
    return ImportedGame(
        name=game.name,
        title=title.format(game=game.name, date=date_format(game.day), rounds=rounds),
        totals=[
            (name, points_text(total, game.decimals)) for name, total, _is_winner in game.sides
        ],
        result=_result(game),
        remark=_remark(game),
        wins=game.wins,
        key=game.key,
    )


def _result(game: GamePreview) -> str:
    if not game.winners:
        return _("Nobody wins.")
    sentence = ngettext("{names} wins.", "{names} win.", len(game.winners))
    return sentence.format(names=join_names(game.winners))


def _remark(game: GamePreview) -> str:
    """Return what is unusual about a game; empty if nothing is."""
    if not game.is_odd:
        return ""
    if set(game.winners) != set(game.best):
        return _("Won by another condition than points.")
    is_blank = all(total == 0 for _name, total, _is_winner in game.sides)
    return _("Everyone has 0 points.") if is_blank else _("They are tied.")


def _added(
    counts: Mapping[str, int], people: Sequence[str], *, has_begun: bool, is_running: bool
) -> list[str]:
    games, rules, own = counts["game"], counts["house_rules"], counts["own_game"]
    found = []
    if games:
        future = ngettext("{count} game will be added.", "{count} games will be added.", games)
        past = ngettext("{count} game has been added.", "{count} games have been added.", games)
        found.append((past if has_begun else future).format(count=games))
    if people:
        future = ngettext(
            "{names} will be added to your players.",
            "{count} people will be added to your players: {names}",
            len(people),
        )
        past = ngettext(
            "{names} has been added to your players.",
            "{count} people have been added to your players: {names}",
            len(people),
        )
        names = ", ".join(people[:MOST_NAMES]) + (" …" if len(people) > MOST_NAMES else "")
        found.append((past if has_begun else future).format(count=len(people), names=names))
    if own:
        future = ngettext(
            "{count} game of your own will be added.",
            "{count} games of your own will be added.",
            own,
        )
        past = ngettext(
            "{count} game of your own has been added.",
            "{count} games of your own have been added.",
            own,
        )
        found.append((past if has_begun else future).format(count=own))
    if rules:
        future = ngettext(
            "{count} set of house rules will be saved.",
            "{count} sets of house rules will be saved.",
            rules,
        )
        past = ngettext(
            "{count} set of house rules has been saved.",
            "{count} sets of house rules have been saved.",
            rules,
        )
        found.append((past if has_begun else future).format(count=rules))
    if found or is_running:
        return found
    return [_("Nothing has been added.") if has_begun else _("There is nothing to add.")]
