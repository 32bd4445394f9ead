"""The results of an import, as sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.models import Upload
from scorekeeper.services.imports.outcomes import Found

State = Upload.State
MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class ImportNote:
    """A record that is left out or imported with a difference, and the reason."""

    line: int
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """The progress of an import, and what it has found.

    ``percent`` is the share of the lines that have been read. ``added`` are sentences about what
    has been or will be added; ``same`` is a sentence about records that the group already has, if
    there are any. ``notes`` has the records that users should know about, by result, and ``more``
    is the number of notes that aren’t listed.
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
    for line, found, what, why in report.get("notes", []):
        notes.setdefault(found, []).append(ImportNote(line, what, why))
    is_running = upload.state in (State.CHECKING, State.IMPORTING)
    return ImportProgress(
        percent=100 * upload.line // max(1, upload.lines),
        is_running=is_running,
        can_start=upload.state == State.CHECKED and any(counts.values()),
        is_done=is_done,
        added=_added(counts, people, has_begun=has_begun),
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
    )


def _added(counts: Mapping[str, int], people: Sequence[str], *, has_begun: bool) -> list[str]:
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
    return found or [_("Nothing has been added.") if has_begun else _("There is nothing to add.")]
