"""The export of BG Stats (BGStatsExport.json, or a shared .bgsplay file).

The format isn’t documented by its makers. This module follows the keys in exports that people have
made public: ``players``, ``games``, ``locations`` and ``plays``, which refer to each other by
``id``. A play has only final scores, so it becomes one round of Any game under the game’s name. The
marks of the winners decide who won: where the points don’t show it, the round was won by another
condition, and in a co-operative game by everyone or nobody.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID, uuid5

from django.utils.timezone import make_aware
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json, to_json

from rules.engine.catalogue import catalogue
from rules.engine.formatting import is_printable
from rules.engine.inputs import MAX_POINTS
from rules.engine.mistakes import mistakes_in
from rules.engine.rulesets import NAME_LENGTH
from rules.engine.snapshots import load_ruleset
from scorekeeper.models.games import LOCATION_LENGTH, NOTE_LENGTH
from scorekeeper.queries.table_file import GameRecord, LineError, Record
from scorekeeper.services.imports.converted import ImportedPerson, PlayedGame, converted
from scorekeeper.services.imports.reading import FileError, ReadLine, lines_from

VARIANT = "any-game"
NAMESPACE = UUID("6d5d7a1e-52b5-4e2a-9d77-0f8a4f1d2c55")
MAX_PLAYS = 20_000
MAX_TERMS = 50  # the most numbers in a sum
Ref = Annotated[int, Field(ge=0, le=2**53)]


class _Part(BaseModel):
    """A part of an export; keys that we don’t use are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Named(_Part):
    id: Ref
    name: str = ""
    uuid: UUID | None = None


class _Game(_Named):
    highestWins: bool = True  # noqa: N815 -- the name in the file
    noPoints: bool = False  # noqa: N815
    cooperative: bool = False


class _Score(_Part):
    playerRefId: Ref  # noqa: N815
    score: str | int | float | None = None
    winner: bool = False

    @property
    def text(self) -> str:
        """The score as it was typed; empty if there is none."""
        return "" if self.score is None else str(self.score).strip()


class _Play(_Part):
    uuid: UUID
    gameRefId: Ref  # noqa: N815
    locationRefId: Ref | None = None  # noqa: N815
    playDate: Annotated[str, Field(max_length=40)]  # noqa: N815
    ignored: bool = False
    comments: str | None = None
    playerScores: Annotated[tuple[_Score, ...], Field(max_length=100)]  # noqa: N815


_PARTS, _MODELS = ("players", "games", "locations"), (_Named, _Game, _Named)


def is_bgstats(plain: object) -> bool:
    """Return whether this data is an export of BG Stats."""
    return isinstance(plain, dict) and {"players", "games", "plays"} <= plain.keys()


def divided(plain: Mapping[str, Any]) -> list[bytes]:
    """Return an export as lines: what the plays refer to, and then each play.

    Raises FileError if there are too many of anything.
    """
    plays = plain["plays"]
    parts = [plain.get(name) for name in _PARTS]
    if not isinstance(plays, list) or any(
        isinstance(part, list) and len(part) > MAX_PLAYS for part in (plays, *parts)
    ):
        raise FileError(_("This file has too many plays."))
    return [to_json({"plays": []} | dict(zip(_PARTS, parts, strict=True))), *map(to_json, plays)]


def wins_key(record: Record) -> str:
    """Return the key of the answer that says who wins a game; empty if points don’t decide."""
    if not isinstance(record, GameRecord) or load_ruleset(record.ruleset).end.together:
        return ""
    has_points = any(points not in (0, 1) for points in record.deals[0].points.values())
    return f"wins:{record.name}" if has_points else ""


def play_lines(path: Path, answers: Mapping[str, str], at: int, offset: int) -> Iterator[ReadLine]:
    """Yield each play after the first ``at`` as a game, or the reason why it can’t be one.

    The file was ``divided``. ``answers`` are those of the check page.
    """
    _number, header, line = next(lines_from(path, 0, 0))
    plain = from_json(line)
    people, games, places = (
        _by_id(plain[name], model) for name, model in zip(_PARTS, _MODELS, strict=True)
    )
    for number, following, line in lines_from(path, at, offset or header):
        try:
            play = _Play.model_validate(from_json(line))
            game = converted(_played(play, games, people, places, answers))
            yield ReadLine(number, following, number, game)
        except ValidationError as error:
            why = LineError(mistakes_in(error, _Play)[0].text)
            yield ReadLine(number, following, number, why)
        except ValueError as error:
            yield ReadLine(number, following, number, LineError(str(error)))


def _by_id(parts: object, model: type[Any]) -> dict[int, Any]:
    """Return the parts that can be read, by id."""
    found = {}
    for plain in parts if isinstance(parts, list) else []:
        try:
            part = model.model_validate(plain)
        except ValidationError:
            continue
        found[part.id] = part
    return found


def _played(
    play: _Play,
    games: Mapping[int, _Game],
    people: Mapping[int, _Named],
    places: Mapping[int, _Named],
    answers: Mapping[str, str],
) -> PlayedGame:
    game = games.get(play.gameRefId)
    if game is None:
        raise LineError(_("The file doesn’t say which game this was."))
    name = _clean(game.name, NAME_LENGTH) or _("Unknown")
    if play.ignored:
        raise LineError(_("{game}: this play is ignored in BG Stats.").format(game=name))
    seen: Counter[int] = Counter()
    seated = []
    for score in play.playerScores:
        seen[score.playerRefId] += 1
        seated.append(_person(people.get(score.playerRefId), score, seen[score.playerRefId]))
    has_points = not game.noPoints and any(score.text for score in play.playerScores)
    won = [at for at, score in enumerate(play.playerScores, 1) if score.winner]
    options: dict[str, Any] = {"name": name}
    if game.cooperative:
        options["together"] = True
    if has_points or game.cooperative:
        row = [_total(score, name) for score in play.playerScores]
    else:
        row = [int(score.winner) for score in play.playerScores]
    if has_points and not game.cooperative:
        wins = answers.get(f"wins:{name}", "highest" if game.highestWins else "lowest")
        if wins == "lowest":
            options["lowest-wins"] = True
        best = max(row) if wins == "highest" else min(row)
        if won and won != [at for at, points in enumerate(row, 1) if points == best]:
            options["other-win"] = True
    place = places.get(play.locationRefId) if play.locationRefId is not None else None
    return PlayedGame(
        uuid=play.uuid,
        variant=catalogue().variant(VARIANT),
        people=seated,
        rows=[row],
        at=_at(play.playDate),
        by_name="BG Stats",
        options=options,
        won=won if options.keys() & {"together", "other-win"} else [],
        note=_clean(play.comments or "", NOTE_LENGTH),
        location=_clean(place.name, LOCATION_LENGTH) if place else "",
    )


def _person(named: _Named | None, score: _Score, occurrence: int) -> ImportedPerson:
    """Return the person with a score. The anonymous player may occur more than once in a play."""
    name = _clean(named.name, 60) if named else _("Unknown")
    uuid = (named.uuid if named else None) or uuid5(NAMESPACE, f"{score.playerRefId} {name}")
    if occurrence == 1:
        return ImportedPerson.named(uuid, name)
    return ImportedPerson.named(uuid5(uuid, str(occurrence)), f"{name[:20]} {occurrence}")


def _total(score: _Score, game: str) -> int:
    """Return a score, which may be a sum such as ``3+20+5``. Raises LineError if it is invalid."""
    plain = re.sub(r"[.,]0+$", "", score.text or "0").replace("−", "-")
    parts: list[str] = re.findall(r"[+-]?[0-9]{1,7}", plain)
    if "".join(parts) != plain.replace(" ", "") or len(parts) > MAX_TERMS:
        message = _("{game}: “{score}” isn’t a whole number of points.")
        raise LineError(message.format(game=game, score=score.text[:20]))
    total = sum(map(int, parts))
    if abs(total) > MAX_POINTS:
        raise LineError(_("{points} points is too many.").format(points=total))
    return total


def _at(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        message = _("“{text}” isn’t a date and time.")
        raise LineError(message.format(text=text)) from None
    return at if at.tzinfo else make_aware(at)


def _clean(text: str, length: int) -> str:
    """Return ``text`` as one line of at most ``length`` printable characters."""
    line = " ".join(text.split())
    return "".join(each for each in line if is_printable(each))[:length].strip()
