"""The properties that the database must have after the phones have stopped."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import StringIO

from django.core.management import call_command

from scorekeeper.models import Change, Game, Round, Score
from tools.torture.phones import Club

RECORDED = (Change.Kind.RECORD, Change.Kind.CORRECT)


@dataclass
class Proof:
    """The saves that were confirmed, and the errors found. There should be no errors."""

    saved: int
    lost: list[str]
    twice: list[str]
    unasked: list[str]
    gaps: list[str]
    wrong: list[str] = field(default_factory=list)
    rescored: str = ""

    @property
    def holds(self) -> bool:
        faults = (self.lost, self.twice, self.unasked, self.gaps, self.wrong)
        return not any(faults) and self.rescored.endswith(", changed: 0.\n")


def prove(club: Club) -> Proof:
    """Compare the responses that the phones got with the database."""
    games = [game for table in club.tables for game in table.games]
    changes = list(
        Change.objects.filter(game__in=games).order_by("game", "version").select_related("game")
    )
    recorded = [change for change in changes if change.kind in RECORDED]
    stored = Counter(change.key for change in recorded)
    saved = {save.key: save for save in club.saved}
    proof = Proof(
        saved=len(saved),
        lost=[key for key in saved if key not in stored],
        twice=[key for key, times in stored.items() if times > 1],
        unasked=[key for key in stored if key not in saved],
        gaps=[game.code for game in games if has_gap(game, changes)],
    )
    if proof.lost or proof.unasked:
        return proof
    last = {(change.game.code, change.deal): saved[change.key].points for change in recorded}
    proof.wrong = [
        f"{code} {deal}" for code, deal in last if points_of(code, deal) != last[code, deal]
    ]
    proof.wrong += [
        str(played)
        for played in Round.objects.filter(game__in=games).select_related("game")
        if (played.game.code, played.deal) not in last
    ]
    output = StringIO()
    call_command("rescore", stdout=output)
    proof.rescored = output.getvalue()
    return proof


def has_gap(game: Game, changes: Sequence[Change]) -> bool:
    versions = [change.version for change in changes if change.game_id == game.pk]
    now = Game.objects.get(pk=game.pk).version
    return versions != list(range(1, now + 1))


def points_of(code: str, deal: int) -> tuple[int, ...]:
    lines = Score.objects.filter(round__game__code=code, round__deal=deal)
    return tuple(lines.order_by("side__number").values_list("points", flat=True))
