"""Freeze games in the current stored format: ``python -m tools.freeze``.

Run this after adding a format or a scheme. It freezes one game for each scheme, a game with every
kind of change, and saved house rules. Existing files are not changed. ``tests.frozen`` restores the
games.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
django.setup()

from django.test.runner import DiscoverRunner  # noqa: E402

from rules.engine.catalogue import catalogue  # noqa: E402
from rules.engine.snapshots import FORMAT  # noqa: E402
from scorekeeper.models import Change, Game, Group, Round, Score, Seat, Side  # noqa: E402
from scorekeeper.services import house_rules, players, rounds  # noqa: E402
from scorekeeper.services.days import change_day  # noqa: E402
from scorekeeper.services.people import save_house_rules  # noqa: E402
from tests.factories import ChangeContextFactory, GameFactory, GroupFactory, RoundFactory, entered  # noqa: E402
from tests.rules.transcript import Transcript, load_transcripts  # noqa: E402

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "snapshots"
MOST_DEALS = 4


def main() -> None:
    runner = DiscoverRunner(verbosity=0)
    databases = runner.setup_databases()
    try:
        folder = FOLDER / f"format-{FORMAT}"
        folder.mkdir(parents=True, exist_ok=True)
        for name, game in examples():
            path = folder / f"{name}.json"
            if not path.exists():
                path.write_text(in_rows(frozen(game)), "utf-8")
    finally:
        runner.teardown_databases(databases)


def examples() -> Iterator[tuple[str, Game]]:
    """Yield the games to freeze, with the names of their files."""
    by_scheme: dict[str, Transcript] = {}
    for transcript in sorted(load_transcripts(), key=lambda each: len(each.deals)):
        if len(transcript.deals) > 2:
            by_scheme.setdefault(transcript.rules.scoring.scheme, transcript)
    for scheme, transcript in sorted(by_scheme.items()):
        yield scheme, game_of(transcript)
    yield "every-change", every_change()
    yield "partners", partners()
    yield "seats", seats()
    yield "early-bids", early_bids()
    yield "days", days()


def game_of(transcript: Transcript) -> Game:
    """Play the first deals of a transcript, correct the last one, and make other changes."""
    game = GameFactory(
        variant=transcript.variant,
        names=transcript.players,
        options=transcript.options,
        first_dealer=transcript.players.index(transcript.first_dealer) + 1,
    )
    keys = transcript.keys
    deals = transcript.deals[:MOST_DEALS]
    for deal in (*deals, deals[-1]):
        dealer = int(keys[deal.dealer]) if deal.dealer else None
        RoundFactory(
            game=game, deal=deal.number, texts=deal.texts(keys), dealer=dealer, overruled=True
        )
    act(rounds.undo, game)
    act(rounds.redo, game)
    act(rounds.undo, game)
    if Game.objects.get(pk=game.pk).state == Game.State.PLAYING:
        act(players.rename, game, side=1, name="Zoe")
    return game


def every_change() -> Game:
    """Play a game of Contract Rummy with every kind of change."""
    group = GroupFactory()
    save_house_rules(
        group=group,
        variant="contract-rummy",
        name="Sunday",
        options={"joker-25": True, "custom-settlement": [1, 2, 3, 4]},
        patches={"scoring.values.A": 20, "deals.1.sets": [3, 4]},
    )
    earlier = GameFactory(group=group, options={"joker-25": True})
    game = GameFactory(group=group, options={"joker-25": True}, first_dealer=2, played=2)
    Change.objects.filter(game=game, kind="start").update(
        after=Change.objects.get(game=game, kind="start").after | {"follows": earlier.code}
    )
    act(players.set_dealer, game, position=4)
    RoundFactory(game=game, deal=3)
    act(rounds.undo, game)
    act(rounds.redo, game)
    RoundFactory(
        game=game,
        deal=1,
        texts={"out": "2", "left-points-1": "7", "left-cards-3": "K 5", "left-points-4": "12+11"},
    )
    act(players.join, game, name="Eve", start=40)
    act(players.leave, game, side=2)
    RoundFactory(
        game=game, deal=4, texts={"out": "1"} | {f"left-points-{n}": "10" for n in (3, 4, 5)}
    )
    act(players.come_back, game, side=2, total=30)
    act(players.leave, game, side=3)
    act(players.come_back, game, side=3)
    act(players.rename, game, side=4, name="Dora")
    variant = catalogue().variant("contract-rummy")
    change = {"variant": variant, "options": {"no-jokers": True}, "patches": {"deals.1.cards": 11}}
    act(house_rules.change_house_rules, game, **change)
    act(rounds.undo, game)
    act(rounds.redo, game)
    act(players.stop, game)
    act(rounds.undo, game)
    return game


def seats() -> Game:
    """Play a game of May I? in which players change seats, one joins, and a change is undone."""
    game = GameFactory(variant="may-i", names=("Ann", "Bob", "Cai", "Dee"), played=2)
    act(players.move_seat, game, side=4, after=2)
    RoundFactory(game=game, deal=3)
    act(players.join, game, name="Eve", start=20, after=1)
    RoundFactory(game=game, deal=4)
    act(players.move_seat, game, side=1, after=3)
    act(rounds.undo, game)
    return game


def early_bids() -> Game:
    """Play a hand of Spades whose bids were saved first, and save the bids of the next hand."""
    game = GameFactory(variant="spades", names=("Ann", "Bob", "Cai", "Dee"))
    bids = {"bid-1": "3", "bid-2": "4", "bid-3": "3", "bid-4": "2"}
    first = entered(bids | {"bid-4": "1"}, 2)
    for submitted in (first, entered(bids, 2)):
        act(rounds.record_bids, game, deal=1, submitted=submitted)
    tricks = {"tricks-1": "4", "tricks-2": "4", "tricks-3": "3", "tricks-4": "2"}
    RoundFactory(game=game, deal=1, texts=bids | tricks, dealer=2)
    nil = {"bid-1": "2", "blind-nil-2": "on", "bid-3": "5", "bid-4": "4"}
    act(rounds.record_bids, game, deal=2, submitted=entered(nil))
    act(rounds.undo, game)
    act(rounds.redo, game)
    return game


def partners() -> Game:
    """Play a game of Push Rummy with four players, one of whom is renamed."""
    game = GameFactory(
        variant="push-rummy", names=("Ann", "Bob", "Cai", "Dee"), teams=("We", "They")
    )
    act(players.rename_partner, game, position=3, name="Kim")
    return game


def days() -> Game:
    """Play a game whose day is changed twice, and undo the second change."""
    game = GameFactory(variant="any-game", names=("Ann", "Bob"))
    RoundFactory(game=game, deal=1, texts={"points-1": "5", "points-2": "3"})
    act(change_day, game, played_on=date(2026, 11, 27))
    act(change_day, game, played_on=date(2026, 11, 26))
    act(rounds.undo, game)
    return game


def act(service: Callable[..., object], game: Game, **said: Any) -> None:
    service(game=game, context=ChangeContextFactory(game=game), **said)


def frozen(game: Game) -> dict[str, Any]:
    """Return a game’s rows, which refer to other rows by readable numbers and names."""
    game.refresh_from_db()
    scores = Score.objects.filter(round__game=game).order_by("round__deal", "side__number")
    return {
        "game": columns(Game.objects.filter(pk=game.pk), *GAME)[0],
        "sides": columns(Side.objects.filter(game=game), *SIDE),
        "seats": columns(Seat.objects.filter(game=game), *SEAT),
        "rounds": columns(Round.objects.filter(game=game), *ROUND),
        "scores": columns(scores, *SCORE),
        "changes": columns(Change.objects.filter(game=game), *CHANGE),
        "house_rules": columns(Group.objects.get(pk=game.group_id).house_rules.all(), *HOUSE_RULES),
    }


def in_rows(tables: Mapping[str, Any]) -> str:
    """Return the tables as JSON text with one row per line."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    lines = []
    for name, rows in tables.items():
        if isinstance(rows, list) and rows:
            content = ",\n".join(map(line, rows))
            lines.append(f"{line(name)}: [\n{content}\n]")
        else:
            lines.append(f"{line(name)}: {line(rows)}")
    content = ",\n".join(lines)
    return f"{{\n{content}\n}}\n"


GAME = (
    "variant",
    "ruleset",
    "state",
    "version",
    "first_dealer",
    "next_dealer",
    "seat_orders",
    "stopped",
    "chosen_winner",
)
SIDE = ("number", "name", "joined", "start", "left", "away", "status")
SEAT = ("position", "side__number", "player__name")
ROUND = ("deal", "dealer__position", "entry", "format", "overruled")
SCORE = ("round__deal", "side__number", "points", "reason", "kitty_payment", "marks")
CHANGE = ("version", "key", "kind", "deal", "before", "after", "by_name")
HOUSE_RULES = ("variant", "name", "options", "patches", "format")


def columns(rows: Any, *names: str) -> list[dict[str, Any]]:
    return list(rows.values(*names))


if __name__ == "__main__":
    main()
