"""Games that tests copy are like those that the site’s services make."""

import pytest

from scorekeeper.models import Score
from tests.copies import TABLES
from tests.factories import GameFactory, GroupFactory

# Each game has its own keys, codes and times.
OWN = ("id", "_id", "key", "code", "token", "at", "played_on")


def rows_of(game):
    return {
        table.__name__: [
            {name: value for name, value in row.items() if not name.endswith(OWN)}
            for row in table.objects.filter(**{at: game.pk}).order_by("pk").values()
        ]
        for table, at in TABLES.items()
    }


def people_of(game):
    return [*game.seats.values_list("position", "side__number", "player__name")]


def points_of(game):
    scores = Score.objects.filter(round__game=game, side__game=game).order_by("pk")
    return [*scores.values_list("round__deal", "side__number", "round__dealer__position")]


@pytest.mark.parametrize(
    "given",
    [
        {"played": 2},
        {"variant": "progressive-rummy", "played": 15},
        {"variant": "spades", "teams": ("We", "They")},
    ],
    ids=["in progress", "over", "teams"],
)
def test_a_copied_game_has_the_rows_of_a_new_one(db, given):
    group = GroupFactory()
    group.players.create(name="Zoe")  # games of a group with players are not copied
    new = GameFactory(group=group, **given)
    earlier, copied = GameFactory(**given), GameFactory(**given)

    assert rows_of(earlier) == rows_of(copied) == rows_of(new)
    assert people_of(earlier) == people_of(copied) == people_of(new)
    assert points_of(earlier) == points_of(copied) == points_of(new)
    assert {seat.player.group for seat in copied.seats.all()} == {copied.group}
    assert {*copied.changes.values_list("by", flat=True)} == {copied.group.members.get().user_id}
    assert len({earlier.code, copied.code, new.code}) == 3
