"""Names of players and of their columns."""

import pytest

from scorekeeper.models import Seat, Side
from scorekeeper.queries.person_statistics import person_statistics
from scorekeeper.services.months import keep_months
from scorekeeper.services.rounds import redo, undo
from tests.factories import ChangeContextFactory, GameFactory, PlayerFactory, stop_game
from tests.scorekeeper.pages import get, pad_of, text_of
from tests.scorekeeper.player_changes import at, dealers, press, standing

# Names


def test_a_column_gets_another_name_everywhere(phone, game):
    press(phone, game, "rename")

    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bea", "Cai", "Dee"]
    assert pad_of(get(phone, at(game)))[2][2] == "10 (Bea dealt) 20"
    assert dealers(phone, game) == ["Ann", "Bea", "Cai", "Dee", "Ann", "Bea", "Cai"]
    assert standing(phone, game)["Bea"] == (20, 2)
    page = get(phone, f"{at(game)}rounds/3/")
    assert page.texts("legend") == ["Ann", "Bea", "Cai", "Dee"]
    assert "Bea" in [text_of(option) for option in page.one("select", name="dealer").children]
    assert "Bob" not in page.words


def test_play_again_and_the_next_new_game_know_the_new_name(phone, game):
    press(phone, game, "rename")
    press(phone, game, "stop")

    new = get(phone, "/games/new/contract-rummy/").form("/games/new/contract-rummy/")
    again = phone.post(f"{at(game)}rematch/", {"key": "m-1"})

    assert [new[f"name-{seat}"] for seat in range(1, 6)] == ["Ann", "Bea", "Cai", "Dee", ""]
    assert pad_of(get(phone, again.url))[0] == ["Deal", "Ann", "Bea", "Cai", "Dee"]


def chips_of_new_game(phone):
    return get(phone, "/games/new/contract-rummy/").texts("button", class_="chip")


def test_a_misspelt_name_that_was_corrected_is_proposed_no_more(phone, group):
    game = GameFactory(group=group, names=("Anne", "Bob", "Cai"), played=1)
    assert chips_of_new_game(phone) == ["Anne", "Bob", "Cai"]

    press(phone, game, "rename", number="1", name="Ann")

    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai"]
    undo(game=game, context=ChangeContextFactory(game=game))
    assert chips_of_new_game(phone) == ["Anne", "Bob", "Cai"]
    redo(game=game, context=ChangeContextFactory(game=game))
    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai"]


def test_a_misspelt_name_may_be_that_of_somebody_known(phone, group):
    known = PlayerFactory(group=group, name="Ann")
    game = GameFactory(group=group, names=("Anne", "Bob", "Cai"))

    press(phone, game, "rename", number="1", name="Ann")

    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai"]
    assert Seat.objects.get(game=game, position=1).player == known


def test_a_column_that_gets_the_name_of_another_player_is_theirs(phone, group):
    GameFactory(group=group, names=("Ann", "Bob", "Eva"))
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=1)
    ann, eva = group.players.get(name="Ann"), group.players.get(name="Eva")

    press(phone, game, "rename", number="1", name="Eva")  # Ann was chosen by mistake
    stop_game(game)

    games = [
        person_statistics(player, keep_months(group=group)).tally.games for player in (ann, eva)
    ]
    assert games == [0, 1]
    listed = get(phone, f"/groups/{group.pk}/history/", player=str(eva.pk))
    assert "Eva, Bob, Cai Eva won" in listed.words
    for _ in ("stop", "rename"):
        undo(game=game, context=ChangeContextFactory(game=game))
    assert Seat.objects.get(game=game, position=1).player == ann
    redo(game=game, context=ChangeContextFactory(game=game))
    assert Seat.objects.get(game=game, position=1).player == eva


def test_who_sits_in_other_games_is_called_otherwise_in_this_one_alone(phone, group):
    GameFactory(group=group)
    game = GameFactory(group=group)

    press(phone, game, "rename", number="1", name="Anna")

    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai", "Dee"]
    assert pad_of(get(phone, at(game)))[0][1] == "Anna"


def test_two_players_of_a_game_stay_two_whatever_their_columns_are_called(phone, game):
    press(phone, game, "rename", number="1", name="Zed")
    press(phone, game, "rename", number="2", name="Ann")

    assert pad_of(get(phone, at(game)))[0][1:3] == ["Zed", "Ann"]
    assert chips_of_new_game(phone) == ["Ann", "Cai", "Dee", "Zed"]


def turn_back(game, act=undo):
    act(game=game, context=ChangeContextFactory(game=game))


def seated(game):
    """Return each column with its player’s name, clockwise."""
    seats = Seat.objects.filter(game=game).order_by("position")
    return list(seats.values_list("side__name", "player__name"))


def test_undo_seats_the_player_who_was_replaced_by_somebody_known(phone, group):
    for _game in range(2):
        GameFactory(group=group, names=("Ann", "Bob", "Eva"))
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    press(phone, game, "rename", number="1", name="Nan")  # Ann plays in other games as well

    press(phone, game, "rename", number="1", name="Eva")

    assert seated(game) == [("Eva", "Eva"), ("Bob", "Bob"), ("Cai", "Cai")]
    turn_back(game)
    assert seated(game) == [("Nan", "Ann"), ("Bob", "Bob"), ("Cai", "Cai")]
    turn_back(game, redo)
    assert seated(game) == [("Eva", "Eva"), ("Bob", "Bob"), ("Cai", "Cai")]


def test_undo_brings_back_a_player_who_was_in_no_other_game(phone, group):
    GameFactory(group=group, names=("Bob", "Cai", "Eva"))
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    ann = group.players.get(name="Ann").uuid

    press(phone, game, "rename", number="1", name="Eva")
    assert "Ann" not in chips_of_new_game(phone)
    turn_back(game)

    assert seated(game) == [("Ann", "Ann"), ("Bob", "Bob"), ("Cai", "Cai")]
    assert group.players.get(name="Ann").uuid == ann


def test_two_columns_that_were_mixed_up_are_swapped_in_one_go(phone, group):
    GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=1)
    action = f"{at(game)}table/rename/"
    refused = press(phone, game, "rename", number="1", name="bob")

    assert refused.texts("button", name="swap") == ["Swap Ann and Bob"]
    phone.post(action, refused.forms(action)[0] | {"swap": "1"})

    assert seated(game) == [("Bob", "Bob"), ("Ann", "Ann"), ("Cai", "Cai")]
    assert standing(phone, game) == {"Bob": (0, 1), "Ann": (10, 2), "Cai": (10, 2)}
    turn_back(game)
    assert seated(game) == [("Ann", "Ann"), ("Bob", "Bob"), ("Cai", "Cai")]
    turn_back(game, redo)
    assert seated(game) == [("Bob", "Bob"), ("Ann", "Ann"), ("Cai", "Cai")]


def test_two_columns_swapped_through_a_third_name_have_the_right_players(phone, group):
    GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))

    for number, name in (("1", "Zed"), ("2", "Ann"), ("1", "Bob")):
        press(phone, game, "rename", number=number, name=name)

    assert seated(game) == [("Bob", "Bob"), ("Ann", "Ann"), ("Cai", "Cai")]
    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai"]
    for _change in range(3):
        turn_back(game)
    assert seated(game) == [("Ann", "Ann"), ("Bob", "Bob"), ("Cai", "Cai")]


def test_two_teams_swap_their_names(phone, group):
    game = GameFactory(group=group, variant="euchre", teams=("Us", "Them"))
    action = f"{at(game)}table/rename/"
    form, *_ = get(phone, f"{at(game)}table/").forms(action)

    phone.post(action, form | {"name": "Them", "swap": "1"})

    assert seated(game) == [("Them", "Ann"), ("Us", "Bob"), ("Them", "Cai"), ("Us", "Dee")]


def test_a_misspelt_partner_is_proposed_no_more(phone, group):
    game = GameFactory(group=group, variant="euchre", names=("Anne", "Bob", "Cai", "Dee"))
    form, *_ = get(phone, f"{at(game)}table/").forms(f"{at(game)}table/player/")

    phone.post(f"{at(game)}table/player/", form | {"name": "Ann"})

    assert chips_of_new_game(phone) == ["Ann", "Bob", "Cai", "Dee"]


def test_a_name_may_change_its_case(phone, game):
    press(phone, game, "rename", name="BOB")

    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "BOB", "Cai", "Dee"]


def test_the_column_of_who_left_gets_another_name_too(phone, game):
    press(phone, game, "leave", number="2")

    press(phone, game, "rename")

    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bea", "Cai", "Dee"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("aNN", "Another column is called “aNN”. Choose a different name, or swap the two."),
        ("", "Enter a name."),
        ("x" * 25, "That name is too long. Use at most 24 characters."),
        (
            "A\u202eB",
            "That name contains a character that can’t be printed. Enter the name without it.",
        ),
    ],
)
def test_a_name_that_cannot_be_is_refused(phone, game, name, sentence):
    page = press(phone, game, "rename", name=name)

    assert page.status == 422
    assert page.texts("h1") == ["Players"]
    assert page.texts("p", class_="problem", id="rename-2-problem") == [sentence]
    fields = page.all("input", aria_describedby="rename-2-problem")
    assert [field.attributes["value"] for field in fields] == [name]
    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bob", "Cai", "Dee"]


def test_a_better_name_is_taken_from_the_page_of_one_that_was_refused(phone, game):
    action = f"{at(game)}table/rename/"
    refused = press(phone, game, "rename", name="Ann")

    answer = phone.post(action, refused.forms(action)[1] | {"name": "Bea"})

    assert (answer.status_code, answer.url) == (302, at(game))
    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bea", "Cai", "Dee"]


# Long names


def test_a_column_of_one_player_is_named_as_a_player(phone, game):
    field = get(phone, f"{at(game)}table/").all("input", name="name")[0]

    press(phone, game, "rename", number="1", name="Alexandra Konstantinopou")
    press(phone, game, "stop")
    again = phone.post(f"{at(game)}rematch/", {"key": "m-1"})

    assert field.attributes["maxlength"] == "24"
    assert pad_of(get(phone, again.url))[0][1] == "Alexandra Konstantinopou"


def test_columns_with_long_names_of_before_play_again_by_the_names_of_their_players(phone, game):
    for number, which in ((1, "First"), (2, "Second")):
        Side.objects.filter(game=game, number=number).update(
            name=f"Alexandra Konstantinopolou the {which}"
        )

    press(phone, game, "stop")
    again = phone.post(f"{at(game)}rematch/", {"key": "m-1"})

    assert pad_of(get(phone, again.url))[0] == ["Deal", "Ann", "Bob", "Cai", "Dee"]


def test_a_side_of_partners_may_have_a_name_for_two(phone, group):
    game = GameFactory(group=group, variant="euchre")
    url = f"{at(game)}table/rename/"
    form, *_ = get(phone, f"{at(game)}table/").forms(url)

    phone.post(url, form | {"name": "x" * 51})

    assert game.sides.get(number=1).name == "x" * 51
