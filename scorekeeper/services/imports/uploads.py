"""An upload, from reading its first line to storing its last game.

Reading a large file takes minutes, so it is done a few seconds at a time: first a rehearsal, in
which each record is stored and rolled back, then the import itself.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import date
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.models import Group, Import, Upload, User
from scorekeeper.models.uploads import FILENAME_LENGTH
from scorekeeper.queries.table_file import GameRecord, LineError, Record, TableRecord
from scorekeeper.services.imports.bgstats import is_bgstats, play_lines, plays_in, wins_key
from scorekeeper.services.imports.grids import decoded
from scorekeeper.services.imports.outcomes import Found, Outcome
from scorekeeper.services.imports.previews import FIRST, MOST, GamePreview
from scorekeeper.services.imports.questions import Answers, Question
from scorekeeper.services.imports.reading import (
    FileError,
    Line,
    as_whole,
    in_utf8,
    is_own_line,
    own_lines,
    raw_lines,
    reformatted,
)
from scorekeeper.services.imports.score_table import lines_of_scores, table_wins_key
from scorekeeper.services.imports.storing import store_records

SECONDS = 2.0
MOST_NOTES = 200
State = Upload.State


def start_upload(
    *,
    group: Group,
    user: User,
    content: bytes,
    filename: str,
    variant: str,
    options: Mapping[str, Any],
    played_on: date,
) -> Upload:
    """Store a file to import, replacing an earlier one from the same phone.

    Raises FileError if it isn’t a file that can be imported.
    """
    upload = Upload(
        group=group,
        user=user,
        content=in_utf8(content),
        filename="".join(each for each in filename if each.isprintable())[:FILENAME_LENGTH],
        variant=variant,
        options=dict(options),
        played_on=played_on,
    )
    upload.lines = _source(upload).count
    with transaction.atomic():
        Upload.objects.filter(group=group, user=user).delete()
        upload.save()
    return upload


def begin_import(*, upload: Upload) -> None:
    """Start the import of a file that has been checked, if its questions have been answered."""
    if not upload.answers.keys() >= {key for key, *_rest in upload.report.get("questions", [])}:
        return
    with transaction.atomic():
        imported = Import.objects.create(group=upload.group)
        if not Upload.objects.filter(pk=upload.pk, state=State.CHECKED).update(
            state=State.IMPORTING, line=0, report={}, imported=imported
        ):
            imported.delete()


def answer_questions(*, upload: Upload, answers: Mapping[str, str]) -> None:
    """Store what people answered about a file that has been checked, and check it again."""
    if upload.state != State.CHECKED:
        return
    upload.answers = upload.answers | dict(answers)
    try:
        lines = _source(upload).count
    except FileError:
        lines = 1  # the check shows what is wrong
    Upload.objects.filter(pk=upload.pk, state=State.CHECKED).update(
        answers=upload.answers, lines=lines, state=State.CHECKING, line=0, report={}
    )


def cancel_upload(*, upload: Upload) -> None:
    """Delete a file without importing more of it."""
    upload.delete()


def continue_upload(*, upload: Upload, seconds: float = SECONDS) -> None:
    """Continue reading a file for about ``seconds``, and store the results.

    Nothing happens if the file isn’t being read at the moment.
    """
    if upload.state not in (State.CHECKING, State.IMPORTING):
        return
    began, before = time.monotonic(), upload.line
    is_rehearsal = upload.state == State.CHECKING
    report = dict(upload.report)
    following = State.CHECKED.value if is_rehearsal else State.DONE.value
    try:
        source = _source(upload)
        report["unit"] = source.unit
        report["questions"] = [astuple(question) for question in source.questions]
        for at, (number, record) in enumerate(source.lines(before), before + 1):
            if isinstance(record, LineError):
                outcome = Outcome("line", Found.UNREADABLE, "", str(record))
            else:
                outcome = store_records(
                    upload.group,
                    record,
                    is_rehearsal=is_rehearsal,
                    wins_key=source.wins_key(record),
                    imported=upload.imported,
                )
            _report(report, number, outcome)
            if isinstance(record, TableRecord):
                report["expected"] = record.games
            elif isinstance(record, GameRecord):
                report["read"] = report.get("read", 0) + 1
            upload.line = at
            if time.monotonic() - began > seconds and at < upload.lines:
                following = upload.state
                break
    except FileError as error:
        _report(report, upload.line + 1, Outcome("line", Found.UNREADABLE, "", str(error)))
    upload.state, upload.report = following, report
    changed = {"line": upload.line, "state": upload.state, "report": report}
    if following == State.DONE:  # nobody needs the file any longer
        changed["content"] = b""
    # If the same phone sent two requests to continue at the same time, only one result counts.
    Upload.objects.filter(pk=upload.pk, line=before).update(**changed)


def _report(report: dict[str, Any], number: int, outcome: Outcome) -> None:
    """Count an outcome, and list games and what there is to explain, with the line number."""
    counts = report.setdefault(outcome.kind, {})
    counts[outcome.found] = counts.get(outcome.found, 0) + 1
    if outcome.people:
        # In a rehearsal, the same person may be new in many records.
        report["people"] = sorted({*report.get("people", []), *outcome.people})
    if outcome.shown:
        _list(report, outcome.shown)
    if not outcome.why:
        return
    notes = report.setdefault("notes", [])
    if len(notes) < MOST_NOTES:
        notes.append([number, outcome.found, outcome.what, outcome.why])
    else:
        report["more"] = report.get("more", 0) + 1


def _list(report: dict[str, Any], shown: GamePreview) -> None:
    """List a game on the check page: the first ones, those that look odd, and one of each name.

    Only games whose winner can be changed are listed by name.
    """
    games = report.setdefault("games", [])
    is_new = bool(shown.key) and shown.key not in {game["key"] for game in games}
    if len(games) < FIRST or ((is_new or shown.is_odd) and len(games) < MOST):
        games.append(shown.stored())


@dataclass(frozen=True, slots=True)
class _Source:
    """The lines of a file.

    ``count`` is their number. ``lines`` takes the number of lines to skip, and yields the others.
    ``unit`` is the kind of thing that has the numbers of the lines, for instance a play.
    ``questions`` are those that the file leaves open. ``wins_key`` returns the key of the answer
    that changes who wins a game.
    """

    count: int
    lines: Callable[[int], Iterator[Line]]
    unit: str = "line"
    questions: Sequence[Question] = ()
    wins_key: Callable[[Record], str] = lambda _record: ""


def _source(upload: Upload) -> _Source:
    """Return the lines of an upload. Raises FileError if it isn’t a file that can be imported."""
    content = bytes(upload.content)
    first = next(raw_lines(content), None)
    if first is None:
        raise FileError(_("This file is empty."))
    if is_own_line(first[1]) and first[1].rstrip().endswith(b"}"):
        return _own(content)
    if first[1].lstrip()[:1] in (b"{", b"["):
        return _whole(content, upload.answers)
    answers = Answers(upload.answers)
    unit, table = lines_of_scores(upload, decoded(content, answers), answers)
    return _Source(
        len(table),
        lambda skip: iter(table[skip:]),
        unit=unit,
        questions=list(answers.questions.values()),
        wins_key=table_wins_key,
    )


def _own(content: bytes) -> _Source:
    return _Source(sum(1 for _line in raw_lines(content)), partial(own_lines, content))


def _whole(content: bytes, answers: Mapping[str, str]) -> _Source:
    plain = as_whole(content)
    if is_bgstats(plain):
        return _Source(
            len(plays_in(plain)), partial(play_lines, plain, answers), "play", wins_key=wins_key
        )
    if isinstance(plain, dict):
        line = reformatted(plain)
        if is_own_line(line):
            return _own(line)
    raise FileError(_("This is JSON, but not a file exported by this site or by BG Stats."))
