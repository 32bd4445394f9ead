"""Players who leave before the end of a game."""

from scorekeeper.models import Round
from tests.factories import ten_each
from tests.scorekeeper.pages import Page, asked, get, pad_of, problems, send
from tests.scorekeeper.player_changes import at, dealers, enter, press, standing


def test_who_leaves_keeps_the_column_and_plays_no_further_deal(phone, game):
    press(phone, game, "leave")

    rows = pad_of(get(phone, at(game)))
    assert rows[0] == ["Deal", "Ann", "Bob", "Cai", "Dee"]
    assert rows[-2] == ["Total", "0", "20", "20", "20"]
    assert rows[-1] == ["Place", "★ 1st", "2nd", "2nd", "4th"]
    page = get(phone, f"{at(game)}rounds/3/")
    assert not {"left-cards-4", "left-points-4"} & asked(page)
    assert "Dee" not in page.texts("legend")
    assert "no longer playing" in get(phone, f"{at(game)}table/").texts("span", class_="tag")


def test_the_game_goes_on_without_who_left(phone, game):
    press(phone, game, "leave")

    enter(phone, game, 3, out="2", **{"left-points-1": "5", "left-points-3": "10"})

    assert standing(phone, game) == {"Ann": (5, 1), "Bob": (20, 2), "Cai": (30, 3), "Dee": (20, 4)}
    assert pad_of(get(phone, at(game)))[3] == [
        "3 two runs of 4",
        "5 5",
        "went out, 0 20",
        "10 (Cai dealt) 30",
        "not playing",
    ]
    assert dealers(phone, game) == ["Ann", "Bob", "Cai", "Ann", "Bob", "Cai", "Ann"]


def test_who_left_is_not_the_winner_however_few_points(phone, game):
    press(phone, game, "leave", number="1")
    press(phone, game, "stop")

    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Bob, Cai and Dee win"]
    assert page.texts("ol", class_="places-list") == [
        "1st Bob 20 1st Cai 20 1st Dee 20 4th Ann left after deal 2 0"
    ]
    assert standing(phone, game) == {"Ann": (0, 4), "Bob": (20, 1), "Cai": (20, 1), "Dee": (20, 1)}
    line = " ".join(get(phone, "/").texts("a", class_="card-link"))
    assert "Bob, Cai and Dee won with 20" in line


def test_a_hand_of_who_left_is_refused(phone, game):
    press(phone, game, "leave")

    page = Page(send(phone, f"{at(game)}rounds/3/", ten_each(game)))

    assert page.status == 422
    assert problems(page) == [
        "“Left in hand” was entered, but this deal has no such field. Leave it out."
    ]
    assert Round.objects.filter(game=game).count() == 2


def test_a_deal_before_can_still_be_corrected_for_who_left(phone, game):
    press(phone, game, "leave")

    enter(phone, game, 2, **{"left-points-4": "25"})

    assert standing(phone, game)["Dee"] == (35, 4)
