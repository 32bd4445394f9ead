"""``manage.py prune`` deletes what nobody uses, and nothing else."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils.timezone import now

from scorekeeper.models import EveningHelper, Game, Group, Helper, Member, ShortCode, User
from scorekeeper.services.ownership import make_recovery_code
from scorekeeper.services.people import save_house_rules
from scorekeeper.services.prune import prune
from tests.factories import GameFactory, GroupFactory, MemberFactory, UserFactory


def pruned(*arguments):
    printed = StringIO()
    call_command("prune", *arguments, stdout=printed)
    return printed.getvalue()


def age(days=31):
    """Make everything that exists this old."""
    then = now() - timedelta(days=days)
    User.objects.update(date_joined=then, last_login=then)
    Group.objects.update(created_at=then)
    Member.objects.update(joined_at=then)
    Game.objects.update(created_at=then, changed_at=then)


def test_guests_without_a_game_are_deleted_after_30_days(game, admin_user):
    kept = set(User.objects.values_list("pk", flat=True))
    MemberFactory(group=GroupFactory())
    UserFactory()
    age()
    young = GroupFactory()
    counts = (
        "Guests without a game: 3. Empty groups: 1. Short codes: 0. Helpers of past evenings: 0.\n"
    )

    assert pruned() == f"{counts}Nothing was deleted. Delete with --delete.\n"
    assert User.objects.count() == len(kept) + 4
    assert pruned("--delete") == f"{counts}Deleted.\n"

    assert set(User.objects.values_list("pk", flat=True)) == kept | {young.members.get().user_id}
    assert set(Group.objects.all()) == {game.group, young}
    assert pruned("--delete").startswith("Guests without a game: 0. Empty groups: 0.")


@pytest.mark.parametrize(
    "use",
    [
        lambda group: MemberFactory(group=group),
        lambda group: make_recovery_code(group=group),
        lambda group: save_house_rules(
            group=group, variant="hearts", name="Ours", options={}, patches={}
        ),
        lambda group: Helper.objects.create(game=GameFactory(), user=group.members.get().user),
        lambda _group: User.objects.update(last_login=now()),
    ],
    ids=["joined lately", "recovery code", "house rules", "helps elsewhere", "was here lately"],
)
def test_a_guest_who_has_anything_stays(db, use):
    group = GroupFactory()
    phone = group.members.get().user
    age()
    use(group)

    prune(is_rehearsal=False)

    assert User.objects.filter(pk=phone.pk).exists()


def test_links_are_deleted_when_they_open_nothing(game, group):
    over = GameFactory(group=group)
    age()
    Game.objects.filter(pk=over.pk).update(state="finished")
    for hours in (-1, 1):
        until = now() + timedelta(hours=hours)
        EveningHelper.objects.create(group=group, user=UserFactory(), name="Zed", until=until)

    found = prune(is_rehearsal=False)

    assert (found.short_codes, found.evening_helpers) == (1, 1)
    assert ShortCode.objects.get().game == game
    assert EveningHelper.objects.get().until > now()
