"""What a group’s games add up to is kept by month, and always agrees with the games."""

from datetime import date

import pytest
from django.core.management import call_command

from scorekeeper.models import Erasure, Game, PlayedMonth
from scorekeeper.queries.person_statistics import person_statistics
from scorekeeper.services.days import change_day
from scorekeeper.services.erasing import bring_back, erase_game, erase_person
from scorekeeper.services.months import keep_months
from scorekeeper.services.people import correct_name
from scorekeeper.services.rounds import redo, undo
from tests.factories import ChangeContextFactory, GameFactory, GroupFactory, RoundFactory
from tests.queries import assert_queries, queries
from tests.scorekeeper.test_statistics import random_history, won_by
from tests.scorekeeper.test_year import on

pytestmark = pytest.mark.database


def kept(group):
    """Return the months of a group that are kept now, as they are stored."""
    keep_months(group=group)
    rows = PlayedMonth.objects.filter(group=group).order_by("month")
    return list(rows.values("month", "stamp", "kinds", "people"))


def assert_current(group):
    """Check that the months that are kept are those that the games add up to."""
    before = kept(group)
    PlayedMonth.objects.all().delete()
    assert before == kept(group)


def wins(group, name):
    player = group.players.get(name=name)
    return person_statistics(player, keep_months(group=group)).tally.wins


@pytest.fixture
def played(group):
    """Six games in three months, of which Ann wins all but one."""
    for month, winner in ((1, "Ann"), (1, "Bob"), (2, "Ann"), (3, "Ann"), (3, "Ann"), (3, "Ann")):
        on(won_by(group, winner), 2025, month, 7)
    return group


def test_a_saved_deal_adds_up_only_its_month(played):
    kept(played)
    months = dict(PlayedMonth.objects.values_list("month", "pk"))
    PlayedMonth.objects.filter(month="2025-02").update(kinds={}, people={})
    on(won_by(played, "Ann"), 2025, 3, 8)

    # The stamps, those that are known, five queries about the games of March, and the new row
    # between the two ends of a transaction.
    assert_queries(queries(lambda: keep_months(group=played)), 10)

    assert dict(PlayedMonth.objects.values_list("month", "pk")) == months
    assert wins(played, "Ann") == 5  # and not the one in February
    assert_queries(queries(lambda: keep_months(group=played)), 2)


def test_every_change_to_a_game_adds_up_its_month_again(group, owner):
    random_history(group, 1)
    game = won_by(group, "Ann", ("Ann", "Bob", "Gus"))
    ann, gus = group.players.get(name="Ann"), group.players.get(name="Gus")
    corrected = {"out": "1", "left-points-2": "10", "left-points-3": "15"}
    changes = [
        lambda: on(game, 2024, 2, 29),
        lambda: RoundFactory(game=game, texts=corrected),
        lambda: change_day(
            game=game, played_on=date(2023, 12, 31), context=ChangeContextFactory(game=game)
        ),
        lambda: undo(game=game, context=ChangeContextFactory(game=game)),
        lambda: redo(game=game, context=ChangeContextFactory(game=game)),
        lambda: correct_name(person=gus, name="Dee", by=owner, same_as=person(group, "Dee").pk),
        lambda: erase_game(game=Game.objects.get(pk=game.pk)),
        lambda: bring_back(erasure=Erasure.objects.latest("pk")),
        lambda: erase_person(person=ann, with_games=True),
        lambda: bring_back(erasure=Erasure.objects.latest("pk")),
        lambda: Game.objects.get(pk=game.pk).delete(),
    ]

    for change in changes:
        kept(group)
        change()
        assert_current(group)


def person(group, name):
    return group.players.get(name=name)


def test_merged_players_are_added_up_together(group, owner):
    won_by(group, "Ann")
    won_by(group, "Gus", ("Gus", "Bob", "Cai"))
    assert wins(group, "Ann") == 1

    gus, ann = person(group, "Gus"), person(group, "Ann")
    correct_name(person=gus, name="Ann", by=owner, same_as=ann.pk)

    assert wins(group, "Ann") == 2


def test_rescoring_adds_up_everything_again(played):
    kept(played)
    PlayedMonth.objects.update(people={})
    assert wins(played, "Ann") == 0

    call_command("rescore")

    assert wins(played, "Ann") == 5


def test_a_month_without_games_is_not_kept(played):
    kept(played)
    Game.objects.filter(played_on__month=2).delete()

    assert [row["month"] for row in kept(played)] == ["2025-01", "2025-03"]
    assert wins(played, "Ann") == 4


def test_games_of_other_groups_and_unfinished_ones_do_not_count(played):
    other = GroupFactory()
    on(GameFactory(group=played, played=2), 2025, 4, 1)
    on(won_by(other, "Ann"), 2025, 1, 7)

    assert [row["month"] for row in kept(played)] == ["2025-01", "2025-02", "2025-03"]
    assert wins(played, "Ann") == 5
    assert wins(other, "Ann") == 1


def test_a_batch_of_games_ends_anywhere(played, monkeypatch):
    whole = kept(played)
    PlayedMonth.objects.all().delete()
    monkeypatch.setattr("scorekeeper.queries.months.BATCH", 1)

    assert kept(played) == whole
