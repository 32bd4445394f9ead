"""``manage.py check_integrity``: what it accepts, and that it finds whatever doesn’t agree."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from rules.engine.catalogue import catalogue
from scorekeeper.models import Change, Game, Result, Round, Score, Side
from scorekeeper.services.days import change_day
from scorekeeper.services.erasing import erase_person
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.rounds import record_bids, redo, undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, entered, with_absences


def checked():
    """What the command prints, and its error."""
    printed = StringIO()
    try:
        call_command("check_integrity", stdout=printed)
    except CommandError as error:
        return printed.getvalue(), str(error)
    return printed.getvalue(), ""


def by(game):
    return {"game": Game.objects.get(pk=game.pk), "context": ChangeContextFactory(game=game)}


def test_whatever_people_do_to_a_game_agrees(group, finished):
    absent = with_absences(group)
    for turn in (undo, undo, redo):
        turn(**by(absent))
    texts = {"out": "2", "left-points-1": "5", "left-points-3": "5", "left-points-4": "5"}
    RoundFactory(game=finished, deal=2, texts=texts)
    erase_person(person=group.players.earliest("pk"), with_games=False)
    names = ("Ann", "Bob", "Cai")
    bidding = GameFactory(variant="oh-hell", names=names, group=group)
    for bids in ("324", "224"):
        entry = entered({f"bid-{side}": bid for side, bid in enumerate(bids, 1)})
        record_bids(**by(bidding), deal=1, submitted=entry)
    for turn in (undo, undo, redo):
        turn(**by(bidding))
    changed = GameFactory(group=group, played=2)
    variant = catalogue().variant("contract-rummy")
    change_house_rules(**by(changed), variant=variant, options={}, patches={"scoring.values.K": 12})
    RoundFactory(game=changed, deal=3)
    for turn in (undo, undo, redo):
        turn(**by(changed))
    for day in (2, 3):
        change_day(**by(changed), played_on=date(2026, 1, day))
    undo(**by(changed))

    assert checked() == ("Games checked: 4, with 20 deals.\nEverything agrees.\n", "")


def test_a_site_without_games_agrees(db):
    assert checked() == ("Games checked: 0, with 0 deals.\nEverything agrees.\n", "")


def _spoil_entry(game):
    deal = Round.objects.get(game=game, deal=3)
    Round.objects.filter(pk=deal.pk).update(entry=deal.entry | {"left-points-2": "20"})


@pytest.mark.parametrize(
    ("spoil", "problems"),
    [
        (
            lambda game: Score.objects.filter(round__game=game, round__deal=2).delete(),
            ["The points of deal 2 don’t follow from its entry."],
        ),
        (
            _spoil_entry,
            [
                "The points of deal 3 don’t follow from its entry.",
                "Its totals don’t follow from its deals.",
                "Its result doesn’t follow from its deals.",
                "Its log has other entries for deal 3.",
            ],
        ),
        (
            lambda game: Result.objects.filter(game=game, place=1).update(total=7),
            ["Its result doesn’t follow from its deals."],
        ),
        (
            lambda game: Game.objects.filter(pk=game.pk).update(state="playing"),
            ["It is stored as finished, or as not finished, against its rules."],
        ),
        (
            lambda game: Change.objects.filter(game=game, deal=4).delete(),
            [
                "Its log doesn’t have exactly one change for each version.",
                "Its log has other entries for deal 4.",
            ],
        ),
        (
            lambda game: Game.objects.filter(pk=game.pk).update(version=F("version") + 1),
            ["Its log doesn’t have exactly one change for each version."],
        ),
        (
            lambda game: Side.objects.filter(game=game, number=1).update(status={"code": "x"}),
            ["A status doesn’t follow from its deals."],
        ),
        (
            lambda game: Round.objects.filter(game=game, deal=1).update(sets=9),
            ["The contract of deal 1 differs from the rules."],
        ),
        (
            lambda game: (
                change_day(**by(game), played_on=date(2026, 1, 2)),
                Game.objects.filter(pk=game.pk).update(played_on=date(2026, 1, 3)),
            ),
            ["Its log has another day."],
        ),
        (
            lambda game: Game.objects.filter(pk=game.pk).update(ruleset={"slug": "x"}),
            ["It can’t be read."],
        ),
    ],
)
def test_what_does_not_agree_is_named(finished, spoil, problems):
    spoil(finished)

    printed, error = checked()

    assert printed == "Games checked: 1, with 15 deals.\n".replace(
        "15", "0" if problems == ["It can’t be read."] else "15"
    )
    lines = error.splitlines()
    assert lines[-1] == f"Problems: {len(problems)}."
    for line, problem in zip(lines, problems, strict=False):
        assert line.startswith(f"progressive-rummy {finished.code}: {problem}")
    assert len(lines) == len(problems) + 1
