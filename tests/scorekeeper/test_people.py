"""Groups: phones (joining, resetting the link, removing, limits) and players (renaming, merging,
removing).
"""

import re
from datetime import date

import pytest

from rules.engine.errors import RulesError
from scorekeeper.models import Change, Game, Group, Member, Player, User
from scorekeeper.presenters.log import log_lines
from scorekeeper.queries.access import group_by_token
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.log import change_log
from scorekeeper.queries.people import KnownPerson, known_names, names_at_last_game, people_page
from scorekeeper.services.people import (
    correct_name,
    join_group,
    make_group,
    make_guest,
    remove_member,
    rename_group,
    rename_member,
    renew_link,
)
from tests.factories import (
    GameFactory,
    GroupFactory,
    MemberFactory,
    PlayerFactory,
    RoundFactory,
    UserFactory,
)
from tests.scorekeeper.pages import Page, get, notices, send, text_of

pytestmark = pytest.mark.usefixtures("_unordered")


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

    assert str(refused.value) == "This group already has 50 phones. Remove one first."
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
    member, old = MemberFactory(group=group), group.join_token

    remove_member(member=member, by=group.members.get(is_owner=True))

    assert list(group.members.values_list("name", flat=True)) == ["Phone 1"]
    assert User.objects.filter(pk=member.user.pk).exists()
    assert Group.objects.get().join_token != old


def test_the_owner_stays(owner):
    with pytest.raises(RulesError) as refused:
        remove_member(member=owner, by=owner)

    assert str(refused.value) == "The owner’s own phone can’t be removed."
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


# Renaming players


def at(group):
    return f"/groups/{group.pk}/"


def forms_of(page, group, name, what="person"):
    """Return the data in the forms for the player with this name."""
    player = Player.objects.get(group=group, name=name)
    found = page.forms(f"{at(group)}{what}/")
    return [sent for sent in found if sent["person"] == str(player.pk)]


def correct(phone, group, name, typed, **button):
    """Type a new name for a player on the group’s page."""
    (sent,) = forms_of(get(phone, at(group)), group, name)
    answer = phone.post(f"{at(group)}person/", sent | {"name": typed} | button, follow=True)
    return Page(answer)


def names_in(game):
    return [side.name for side in Game.objects.get(pk=game.pk).sides.all()]


def test_a_corrected_name_stands_in_every_game(phone, group):
    over = GameFactory(
        group=group, variant="progressive-rummy", names=("Ana", "Bob", "Cai"), played=15
    )
    playing = GameFactory(group=group, names=("Bob", "ANA", "Cai"), played=1)
    without = GameFactory(group=group, names=("Bob", "Cai", "Dee"))
    versions = [game.version for game in (over, playing, without)]

    page = correct(phone, group, "Ana", " Anna ")

    assert notices(page) == ["“Ana” is now “Anna”, including in past games."]
    assert [names_in(game) for game in (over, playing, without)] == [
        ["Anna", "Bob", "Cai"],
        ["Bob", "Anna", "Cai"],
        ["Bob", "Cai", "Dee"],
    ]
    assert people_page(group, 1).items == [
        KnownPerson(Player.objects.get(name="Anna").pk, "Anna", 2),
        KnownPerson(Player.objects.get(name="Bob").pk, "Bob", 3),
        KnownPerson(Player.objects.get(name="Cai").pk, "Cai", 3),
        KnownPerson(Player.objects.get(name="Dee").pk, "Dee", 1),
    ]
    now = [Game.objects.get(pk=game.pk).version for game in (over, playing, without)]
    assert now == [versions[0] + 1, versions[1] + 1, versions[2]]


def test_many_players_are_listed_a_hundred_at_a_time(phone, group):
    Player.objects.bulk_create(
        Player(group=group, name=f"P{number:03}") for number in reversed(range(301))
    )
    url = f"/groups/{group.pk}/"

    second = get(phone, f"{url}?people=2")
    listed = [name for name in second.texts("a") if re.fullmatch("P[0-9]{3}", name)]
    last = Player.objects.get(name="P300")
    refused = Page(phone.post(f"{url}person/", {"person": last.pk, "name": ""}))

    assert listed == [f"P{number}" for number in range(100, 200)]
    assert [link for link in second.texts("a") if "players" in link] == [
        "Previous players",
        "More players",
    ]
    assert "P300" in refused.texts("a")
    assert known_names(group) == [f"P{number:03}" for number in range(300)]


def test_a_correction_does_not_make_a_game_the_latest(phone, group):
    GameFactory(group=group, names=("Ana", "Bob", "Cai"))
    GameFactory(group=group, names=("Bob", "Cai", "Dee"))
    before = list(Game.objects.order_by("pk").values_list("changed_at", flat=True))

    correct(phone, group, "Ana", "Anna")

    assert list(Game.objects.order_by("pk").values_list("changed_at", flat=True)) == before


def test_a_correction_is_logged_and_undone_like_a_name_changed_at_the_table(phone, group):
    game = GameFactory(group=group, names=("Ana", "Bob", "Cai"), played=1)

    correct(phone, group, "Ana", "Anna")

    board = scoreboard(Game.objects.get())
    line = log_lines(board, change_log(game, board.ruleset))[0]
    assert line.sentence == "<strong>Phone 1</strong> changed a name"
    assert line.differences == (("Column 1", "Ana", "Anna"),)
    url = f"/games/{game.code}/"
    assert "Undo new name" in get(phone, url).texts("button")
    phone.post(f"{url}undo/", get(phone, url).form(f"{url}undo/"))
    assert names_in(game) == ["Ana", "Bob", "Cai"]
    phone.post(f"{url}undo/", get(phone, url).form(f"{url}undo/"))
    assert Game.objects.get().rounds.count() == 0


def test_what_happened_before_a_correction_is_undone_after_it(phone, group):
    game = GameFactory(group=group, names=("Ana", "Bob", "Cai", "Dee"), played=1)
    table = f"/games/{game.code}/table/"
    (sent,) = [f for f in get(phone, table).forms(f"{table}leave/") if f["key"].startswith("l2-")]
    phone.post(f"{table}leave/", sent | {"number": "2"})

    correct(phone, group, "Ana", "Anna")
    RoundFactory(game=game, deal=2, texts={"out": "1", "left-points-3": "5", "left-points-4": "5"})

    assert names_in(game) == ["Anna", "Bob", "Cai", "Dee"]
    assert known_names(group) == ["Anna", "Bob", "Cai", "Dee"]


def test_a_column_with_a_name_of_its_own_keeps_it(phone, group):
    game = GameFactory(group=group, names=("Ana", "Bob", "Cai"))
    game.sides.filter(number=1).update(name="Grandma")

    correct(phone, group, "Ana", "Anna")

    assert names_in(game) == ["Grandma", "Bob", "Cai"]
    assert Game.objects.get().version == game.version
    assert Change.objects.filter(kind=Change.Kind.RENAME).count() == 0
    assert known_names(group) == ["Anna", "Bob", "Cai"]


@pytest.mark.parametrize(
    ("teams", "sides"), [((), ["Anna & Cai", "Bob & Dee"]), (("Reds", "Blues"), ["Reds", "Blues"])]
)
def test_partners_are_called_anew_and_so_is_a_side_named_after_them(phone, group, teams, sides):
    game = GameFactory(
        group=group, variant="euchre", names=("Ana", "Bob", "Cai", "Dee"), teams=teams
    )

    correct(phone, group, "Ana", "Anna")

    assert names_in(game) == sides
    assert names_at_last_game(group, "euchre") == ["Anna", "Bob", "Cai", "Dee"]
    change = Change.objects.get(kind=Change.Kind.RENAME)
    assert [seat["name"] for seat in change.after["seats"]] == ["Anna", "Bob", "Cai", "Dee"]


def test_the_same_name_in_other_letters_is_a_correction(phone, group):
    game = GameFactory(group=group, names=("ana", "Bob", "Cai"))

    correct(phone, group, "ana", "Ana")

    assert names_in(game) == ["Ana", "Bob", "Cai"]


def test_a_correction_sent_twice_is_one(phone, group):
    GameFactory(group=group, names=("Ana", "Bob", "Cai"))
    (sent,) = forms_of(get(phone, at(group)), group, "Ana")

    for _ in range(2):
        assert phone.post(f"{at(group)}person/", sent | {"name": "Anna"}).status_code == 302

    assert Change.objects.filter(kind=Change.Kind.RENAME).count() == 1
    assert known_names(group) == ["Anna", "Bob", "Cai"]


@pytest.mark.parametrize("games", [1, 3])
def test_a_name_is_corrected_in_as_many_queries_however_many_games(
    group, owner, games, django_assert_num_queries
):
    for _ in range(games):
        GameFactory(group=group, names=("Ana", "Bob", "Cai"), played=1)
    ana = group.players.get(name="Ana")

    with django_assert_num_queries(12):
        correct_name(person=ana, name="Anna", by=owner)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Enter a name."),
        ("x" * 25, "That name is too long. Use at most 24 characters."),
        (
            "A\u202ena",
            "That name contains a character that can’t be printed. Enter the name without it.",
        ),
    ],
)
def test_a_name_that_is_none_is_refused_beside_it(phone, group, typed, sentence):
    game = GameFactory(group=group, names=("Ana", "Bob", "Cai"))

    page = correct(phone, group, "Ana", typed)

    refused_beside(page, typed, sentence)
    assert forms_of(page, group, "Bob")[0]["name"] == "Bob"
    assert names_in(game) == ["Ana", "Bob", "Cai"]


def refused_beside(page, typed, sentence):
    """Assert that the message is next to the input, and that the section is open."""
    (wrong,) = page.all("input", aria_invalid="true")
    assert page.status == 422
    assert wrong.attributes["value"] == typed
    assert page.texts(id=wrong.attributes["aria-describedby"]) == [sentence]
    assert "open" in page.one("details", id="people").attributes
    assert page.loose_ends() == []


# Merging two names for one person

TWO = (
    "“Anna” is already in this group. If this is the same person, merge the two. "
    "This can’t be undone. Otherwise, enter a different name."
)


@pytest.fixture
def twice(group):
    """Two games in which one person has two names."""
    return (
        GameFactory(group=group, names=("Ana", "Bob", "Cai"), played=1),
        GameFactory(group=group, names=("Bob", "Anna", "Cai"), played=1),
    )


def test_the_name_of_somebody_else_asks_whether_they_are_one(phone, group, twice):
    page = correct(phone, group, "Ana", "anna")

    refused_beside(page, "anna", TWO)
    assert "Same person: merge" in page.texts("button")
    assert known_names(group) == ["Ana", "Anna", "Bob", "Cai"]


def test_one_person_has_the_games_of_both(phone, group, twice):
    anna = group.players.get(name="Anna")

    page = correct(phone, group, "Ana", "anna", same=str(anna.pk))

    assert notices(page) == ["“Ana” is now “Anna”, including in past games."]
    assert [names_in(game) for game in twice] == [["Anna", "Bob", "Cai"], ["Bob", "Anna", "Cai"]]
    assert people_page(group, 1).items[0] == KnownPerson(anna.pk, "Anna", 2)
    assert known_names(group) == ["Anna", "Bob", "Cai"]
    for game in twice:
        assert get(phone, f"/games/{game.code}/").status == 200


def test_another_name_typed_after_the_question_is_asked_about_again(phone, group, twice):
    bob = group.players.get(name="Bob")

    page = correct(phone, group, "Ana", "Anna", same=str(bob.pk))

    refused_beside(page, "Anna", TWO)


def test_two_who_sat_in_one_game_are_two_people(phone, group):
    game = GameFactory(group=group, names=("Ana", "Anna", "Cai"))
    Game.objects.update(played_on=date(2026, 3, 7))
    anna = group.players.get(name="Anna")

    page = correct(phone, group, "Ana", "Anna", same=str(anna.pk))

    refused_beside(
        page,
        "Anna",
        "“Ana” and “Anna” played in the same game (Contract Rummy, 7 Mar 2026), so they are "
        "different people. Enter a different name.",
    )
    assert "Same person: merge" not in page.texts("button")
    assert names_in(game) == ["Ana", "Anna", "Cai"]


def test_no_two_columns_of_a_game_are_called_the_same(phone, group):
    game = GameFactory(group=group, names=("Ana", "Bob", "Cai"))
    game.sides.filter(number=2).update(name="Anna")
    Game.objects.update(played_on=date(2026, 3, 7))

    page = correct(phone, group, "Ana", "Anna")

    assert page.status == 422
    assert names_in(game) == ["Ana", "Anna", "Cai"]


# Removing players from the list


def take_off(phone, group, name):
    (sent,) = forms_of(get(phone, at(group)), group, name, "unlist")
    return Page(phone.post(f"{at(group)}unlist/", sent, follow=True))


def test_who_is_off_the_list_is_proposed_nowhere_and_past_games_stay(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai", "Dee"))

    page = take_off(phone, group, "Dee")

    assert notices(page) == ["“Dee” has been removed from the list. Past games keep the name."]
    assert known_names(group) == ["Ann", "Bob", "Cai"]
    assert forms_of(page, group, "Dee") == []
    new = get(phone, "/games/new/contract-rummy/")
    assert new.texts("button", class_="chip") == ["Ann", "Bob", "Cai"]
    assert new.form("/games/new/contract-rummy/")["name-4"] == ""
    assert names_in(game) == ["Ann", "Bob", "Cai", "Dee"]
    assert "Dee" in get(phone, f"/games/{game.code}/").texts("th", scope="col")


def test_who_plays_again_is_back(phone, group):
    GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    take_off(phone, group, "Cai")
    new = "/games/new/contract-rummy/"

    send(phone, new, {"name-1": "Ann", "name-2": "Bob", "name-3": "cai"})

    assert known_names(group) == ["Ann", "Bob", "Cai"]
    assert names_at_last_game(group, "contract-rummy") == ["Ann", "Bob", "cai"]


def test_who_never_played_can_be_taken_off(phone, group):
    PlayerFactory(group=group, name="Zoe")

    take_off(phone, group, "Zoe")

    assert known_names(group) == []


def test_who_is_found_to_be_somebody_off_the_list_brings_them_back(phone, group, twice):
    anna = group.players.get(name="Anna")
    take_off(phone, group, "Anna")

    correct(phone, group, "Ana", "Anna", same=str(anna.pk))

    assert known_names(group) == ["Anna", "Bob", "Cai"]


# Access to players


@pytest.mark.parametrize("what", ["person", "unlist"])
@pytest.mark.parametrize("who", ["second_phone", "stranger", "client"])
def test_only_the_owner_corrects_and_takes_off(request, group, game, who, what):
    browser = request.getfixturevalue(who)
    ann = group.players.get(name="Ann")

    answer = browser.post(f"{at(group)}{what}/", {"person": ann.pk, "name": "Anna"})

    assert answer.status_code == 404
    assert known_names(group) == ["Ann", "Bob", "Cai", "Dee"]


def test_other_phones_of_the_table_see_the_people_without_forms(second_phone, group, game):
    page = get(second_phone, at(group))

    links = [
        text_of(a) for a in page.all("a") if f"{at(group)}players/" in a.attributes.get("href", "")
    ]
    assert links == ["Ann", "Bob", "Cai", "Dee"]
    assert page.all("details", id="people") == []


@pytest.mark.parametrize("what", ["person", "unlist"])
@pytest.mark.parametrize("odd", ["", "x", "0", "-1", "9" * 30, "elsewhere"])
def test_people_page_other_tables_are_not_there(phone, group, game, what, odd):
    other = PlayerFactory(name="Zoe")
    key = str(other.pk) if odd == "elsewhere" else odd

    answer = phone.post(f"{at(group)}{what}/", {"person": key, "name": "Anna"})

    assert answer.status_code == 404
    assert Player.objects.get(pk=other.pk).name == "Zoe"
    assert known_names(other.group) == ["Zoe"]


@pytest.mark.parametrize("what", ["person", "unlist"])
def test_people_are_changed_by_posting_alone(phone, group, what):
    assert phone.get(f"{at(group)}{what}/").status_code == 405
