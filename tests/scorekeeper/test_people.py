"""Tables and their phones: joining, the link made anew, removing, and how many there may be."""

import pytest

from rules.errors import RulesError
from scorekeeper.models import Group, Member, User
from scorekeeper.queries.access import group_by_token
from scorekeeper.services.people import (
    join_group,
    make_group,
    make_guest,
    remove_member,
    rename_group,
    rename_member,
    renew_link,
)
from tests.factories import GroupFactory, MemberFactory, UserFactory


def test_a_guest_has_no_password(db):
    guest = make_guest()

    assert guest.username.startswith("guest-")
    assert not guest.has_usable_password()
    assert (guest.is_staff, guest.is_superuser) == (False, False)


def test_a_table_belongs_to_the_phone_that_made_it(db):
    user = UserFactory()

    member = make_group(owner=user)

    assert (member.user, member.name, member.is_owner) == (user, "Phone 1", True)
    assert member.group.name == "Our table"
    assert list(member.group.members.all()) == [member]


def test_tokens_hold_128_bits(group, game):
    tokens = [group.join_token, game.watch_token, game.score_token]

    assert [len(token) for token in tokens] == [22, 22, 22]
    assert len(set(tokens)) == 3


def test_a_phone_joins_once(group):
    user = UserFactory()

    member = join_group(group=group, user=user, name="Kitchen")
    again = join_group(group=group, user=user, name="Garden")

    assert again == member
    assert (again.name, again.is_owner) == ("Kitchen", False)
    assert group.members.count() == 2


def test_a_phone_without_a_name_is_numbered(group):
    assert join_group(group=group, user=UserFactory(), name="").name == "Phone 2"


def test_a_table_has_room_for_fifty_phones(group):
    for _ in range(49):
        join_group(group=group, user=UserFactory(), name="Phone")

    with pytest.raises(RulesError) as refused:
        join_group(group=group, user=UserFactory(), name="One more")

    assert str(refused.value) == "This table has 50 phones already; remove one first."
    assert group.members.count() == 50


def test_a_phone_of_a_full_table_may_join_again(group):
    members = [MemberFactory(group=group) for _ in range(49)]

    again = join_group(group=group, user=members[7].user, name="Again")

    assert again == members[7]


def test_a_renewed_link_ends_the_old_one(group):
    old = group.join_token

    renew_link(group=group)

    new = Group.objects.get().join_token
    assert new != old
    assert len(new) == 22
    assert group_by_token(new) == group
    with pytest.raises(Group.DoesNotExist):
        group_by_token(old)


def test_a_removed_phone_is_no_member(group):
    member = MemberFactory(group=group)

    remove_member(member=member)

    assert list(group.members.values_list("name", flat=True)) == ["Phone 1"]
    assert User.objects.filter(pk=member.user.pk).exists()


def test_the_owner_stays(owner):
    with pytest.raises(RulesError) as refused:
        remove_member(member=owner)

    assert str(refused.value) == "The owner’s own phone cannot be removed."
    assert Member.objects.filter(pk=owner.pk).exists()


def test_tables_and_phones_have_names(owner):
    rename_group(group=owner.group, name="Friday")
    rename_member(member=owner, name="Kitchen")

    stored = Member.objects.select_related("group").get()
    assert (stored.group.name, stored.name) == ("Friday", "Kitchen")


def test_tables_do_not_share_people(db):
    one, other = GroupFactory(), GroupFactory()
    member = MemberFactory(group=one)

    join_group(group=other, user=member.user, name="Guest")

    assert one.members.count() == other.members.count() == 2
