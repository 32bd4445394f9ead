"""An upload, from reading its first line to storing its last game.

Reading a large file takes minutes, so it is done a little at a time: first a rehearsal, in
which each record is stored and rolled back, then the import itself.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import IO, Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.models import Group, Import, Upload, User
from scorekeeper.models.uploads import FILENAME_LENGTH
from scorekeeper.queries.table_file import GameRecord, LineError, Record, TableRecord
from scorekeeper.services.imports.bgstats import divided, is_bgstats, play_lines, wins_key
from scorekeeper.services.imports.grids import decoded
from scorekeeper.services.imports.outcomes import Found, Outcome
from scorekeeper.services.imports.previews import FIRST, MOST, GamePreview
from scorekeeper.services.imports.questions import Answers, Question
from scorekeeper.services.imports.reading import (
    FileError,
    ReadLine,
    count_lines,
    first_line,
    is_own_line,
    own_lines,
    reformatted,
    store_file,
    whole_content,
    whole_json,
    write_chunks,
)
from scorekeeper.services.imports.score_table import games_of_scores, table_wins_key
from scorekeeper.services.imports.storing import store_records

SECONDS = 0.5
MOST_NOTES = 200
State = Upload.State


def start_upload(
    *,
    group: Group,
    user: User,
    file: IO[bytes],
    filename: str,
    variant: str,
    options: Mapping[str, Any],
    played_on: date,
) -> Upload:
    """Store a file to import, replacing an earlier one from the same phone.

    Raises FileError if it isn’t a file that can be imported.
    """
    path = store_file(file)
    try:
        upload = Upload(
            group=group,
            user=user,
            stored=path.name,
            filename="".join(each for each in filename if each.isprintable())[:FILENAME_LENGTH],
            variant=variant,
            options=dict(options),
            played_on=played_on,
            lines=_divide(path),
        )
        upload.lines = _source(upload).count
        with transaction.atomic():
            delete_uploads(Upload.objects.filter(group=group, user=user))
            upload.save()
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return upload


def delete_uploads(uploads: QuerySet[Upload]) -> None:
    """Delete uploads with their files."""
    for upload in uploads.only("stored"):
        transaction.on_commit(partial(upload.path.unlink, missing_ok=True))
    uploads.delete()


def begin_import(*, upload: Upload) -> None:
    """Start the import of a file that has been checked, if its questions have been answered."""
    if not upload.answers.keys() >= {key for key, *_rest in upload.report.get("questions", [])}:
        return
    with transaction.atomic():
        imported = Import.objects.create(group=upload.group)
        if not Upload.objects.filter(pk=upload.pk, state=State.CHECKED).update(
            state=State.IMPORTING, line=0, offset=0, report={}, imported=imported
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
        answers=upload.answers, lines=lines, state=State.CHECKING, line=0, offset=0, report={}
    )


def cancel_upload(*, upload: Upload) -> None:
    """Delete a file without importing more of it."""
    delete_uploads(Upload.objects.filter(pk=upload.pk))


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
        for line in source.lines(before, upload.offset):
            if isinstance(line.record, LineError):
                outcome = Outcome("line", Found.UNREADABLE, "", str(line.record))
            else:
                outcome = store_records(
                    upload.group,
                    line.record,
                    is_rehearsal=is_rehearsal,
                    wins_key=source.wins_key(line.record),
                    imported=upload.imported,
                )
            _report(report, line.number, outcome)
            if isinstance(line.record, TableRecord):
                report["expected"] = line.record.games
            elif isinstance(line.record, GameRecord):
                report["read"] = report.get("read", 0) + 1
            upload.line, upload.offset = line.at, line.offset
            if time.monotonic() - began > seconds and line.at < upload.lines:
                following = upload.state
                break
    except FileError as error:
        _report(report, upload.line + 1, Outcome("line", Found.UNREADABLE, "", str(error)))
    upload.state, upload.report = following, report
    # If the same phone sent two requests to continue at the same time, only one result counts.
    Upload.objects.filter(pk=upload.pk, line=before).update(
        line=upload.line,
        offset=upload.offset,
        state=upload.state,
        report=report,
        stepped_at=timezone.now(),
    )
    with suppress(FileNotFoundError):
        if following == State.DONE:  # nobody needs the file any longer
            upload.path.unlink()
        else:
            os.utime(upload.path)


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

    ``count`` is their number. ``lines`` takes the number of lines to skip and where they end, and
    yields the others. ``unit`` is the kind of thing that has the numbers of the lines, for instance
    a play. ``questions`` are those that the file leaves open. ``wins_key`` returns the key of the
    answer that changes who wins a game.
    """

    count: int
    lines: Callable[[int, int], Iterator[ReadLine]]
    unit: str = "line"
    questions: Sequence[Question] = ()
    wins_key: Callable[[Record], str] = lambda _record: ""


def _divide(path: Path) -> int:
    """Divide a file of JSON into lines, and return their number; 0 if the file is a table.

    Raises FileError if it isn’t a file that can be imported.
    """
    first = first_line(path)
    if not first:
        raise FileError(_("This file is empty."))
    if is_own_line(first):
        return count_lines(path)
    if first[:1] not in (b"{", b"["):
        return 0
    plain = whole_json(path)
    if is_bgstats(plain):
        lines = divided(plain)
        write_chunks(path, (line + b"\n" for line in lines))
        return len(lines) - 1
    line = reformatted(plain)
    if not is_own_line(line):
        raise FileError(_("This is JSON, but not a file exported by this site or by BG Stats."))
    write_chunks(path, [line])
    return count_lines(path)


def _source(upload: Upload) -> _Source:
    """Return the lines of an upload. Raises FileError if it isn’t a file that can be imported."""
    path = upload.path
    try:
        first = first_line(path)
        if is_own_line(first):
            return _Source(upload.lines, partial(own_lines, path))
        if first.startswith(b"{"):
            lines = partial(play_lines, path, upload.answers)
            return _Source(upload.lines, lines, "play", wins_key=wins_key)
        content = whole_content(path)
    except FileNotFoundError:
        raise FileError(_("This file is no longer here. Choose it again.")) from None
    answers = Answers(upload.answers)
    table = games_of_scores(upload, decoded(content, answers), answers)
    return _Source(
        len(table.games),
        lambda at, _offset: table.lines(at),
        unit=table.unit,
        questions=list(answers.questions.values()),
        wins_key=table_wins_key,
    )
