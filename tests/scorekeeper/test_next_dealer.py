"""The next dealer, and the direction in which the deal passes."""

import pytest

from scorekeeper.models import Game
from tests.factories import GameFactory, ten_each
from tests.scorekeeper.pages import get, notices, pad_of, text_of
from tests.scorekeeper.player_changes import EIGHT, at, dealers, enter, press

# The dealer


def chips(page, game):
    """Return the names under “Next dealer”, and the selected one."""
    (form,) = page.all("form", action=f"{at(game)}table/dealer/")
    buttons = [child for child in form.children if getattr(child, "name", "") == "button"]
    pressed = [text_of(b) for b in buttons if b.attributes["aria-pressed"] == "true"]
    return [text_of(button) for button in buttons], pressed


@pytest.mark.parametrize("page", ["", "table/"])
def test_another_dealer_takes_one_tap(phone, game, page):
    url = f"{at(game)}{page}"
    assert chips(get(phone, url), game) == (["Ann", "Bob", "Cai", "Dee"], ["Cai"])
    action = f"{at(game)}table/dealer/"

    answer = phone.post(action, get(phone, url).form(action) | {"number": "4"})

    assert (answer.status_code, answer.url) == (302, at(game))
    assert chips(get(phone, at(game)), game) == (["Ann", "Bob", "Cai", "Dee"], ["Dee"])
    assert get(phone, f"{at(game)}rounds/3/").form(f"{at(game)}rounds/3/")["dealer"] == "4"


def test_another_dealer_is_for_the_next_deal_and_the_turn_goes_on_from_there(phone, game):
    press(phone, game, "dealer", number="4")
    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Bob", "Cai", "Dee"]

    enter(phone, game, 3, **ten_each(game))
    enter(phone, game, 4, **ten_each(game))

    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Bob", "Cai", "Dee"]
    assert Game.objects.get(pk=game.pk).next_dealer is None


def test_the_dealer_of_a_deal_that_is_corrected_stays(phone, game):
    press(phone, game, "dealer", number="4")

    enter(phone, game, 1, **{"left-points-4": "25"})

    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Bob", "Cai", "Dee"]


def test_the_dealer_may_be_changed_again_and_before_the_first_deal(phone, group):
    game = GameFactory(group=group, first_dealer=2)
    press(phone, game, "dealer", number="4")
    press(phone, game, "dealer", number="3")

    assert dealers(phone, game)[:3] == ["Cai", "Dee", "Ann"]


def test_the_entry_page_has_the_last_word_on_the_dealer(phone, game):
    press(phone, game, "dealer", number="4")

    enter(phone, game, 3, **ten_each(game), dealer="1")

    assert dealers(phone, game) == ["Ann", "Bob", "Ann", "Bob", "Cai", "Dee", "Ann"]


def test_the_deal_of_a_dealer_who_leaves_passes_on(phone, game):
    press(phone, game, "dealer", number="4")
    press(phone, game, "leave", number="4")

    assert dealers(phone, game) == ["Ann", "Bob", "Ann", "Bob", "Cai", "Ann", "Bob"]
    assert chips(get(phone, at(game)), game) == (["Ann", "Bob", "Cai"], ["Ann"])


@pytest.mark.parametrize("number", ["0", "5", "99999", "x", ""])
def test_nobody_deals_from_another_place(phone, game, number):
    page = press(phone, game, "dealer", number=number)

    assert notices(page) == ["That dealer isn’t in this game. Choose one of the names."]
    assert dealers(phone, game)[2] == "Cai"


def test_who_left_does_not_deal(phone, game):
    press(phone, game, "leave")

    page = press(phone, game, "dealer", number="4")

    assert notices(page) == ["That dealer isn’t in this game. Choose one of the names."]


# Games played counter-clockwise


@pytest.fixture
def carioca(group):
    """A game in which the deal passes to the right, from Ann to Cai to Bob."""
    return GameFactory(group=group, variant="carioca", names=EIGHT[:3], played=1)


def test_the_deal_may_pass_the_other_way_round(phone, carioca):
    assert dealers(phone, carioca)[:5] == ["Ann", "Cai", "Bob", "Ann", "Cai"]
    line = " ".join(get(phone, at(carioca)).texts("p", class_="deal-line"))
    assert "Cai deals, Bob goes first." in line


def test_a_new_player_sits_at_the_right_of_the_first(phone, carioca):
    press(phone, carioca, "join", name="Dee")

    assert dealers(phone, carioca)[:6] == ["Ann", "Dee", "Cai", "Bob", "Ann", "Dee"]


def test_the_turn_goes_on_the_other_way_round_from_another_dealer(phone, carioca):
    press(phone, carioca, "dealer", number="2")
    enter(phone, carioca, 2, **ten_each(carioca))

    assert dealers(phone, carioca)[:5] == ["Ann", "Bob", "Ann", "Cai", "Bob"]
    page = get(phone, at(carioca))
    phone.post(f"{at(carioca)}undo/", page.form(f"{at(carioca)}undo/"))
    assert dealers(phone, carioca)[:4] == ["Ann", "Bob", "Ann", "Cai"]


def test_the_deal_of_who_leaves_passes_on_the_other_way_round(phone, carioca):
    press(phone, carioca, "dealer", number="3")
    press(phone, carioca, "leave", number="3")

    assert dealers(phone, carioca)[:4] == ["Ann", "Bob", "Ann", "Bob"]


def test_play_again_begins_with_the_next_one_the_other_way_round(phone, carioca):
    press(phone, carioca, "stop")

    again = phone.post(f"{at(carioca)}rematch/", {"key": "m-1"})

    assert pad_of(get(phone, again.url))[1][1:] == ["", "", "Cai deals"]


def test_eliminated_players_are_not_proposed_as_dealers(phone, group):
    game = GameFactory(group=group, variant="schwimmen", names=("Ann", "Bob", "Cai", "Dee"))
    url = f"{at(game)}rounds/"
    for deal in (1, 2, 3, 4):
        enter(phone, game, deal, **{f"lost-{n}": str(int(n == 2)) for n in range(1, 5)})

    # Bob is out. Ann dealt the first round, so after the fourth it is her turn again, then Cai’s.
    assert chips(get(phone, at(game)), game) == (["Ann", "Cai", "Dee"], ["Ann"])
    offered = get(phone, f"{url}5/").all("select", name="dealer")[0]
    assert [text_of(option) for option in offered.children] == ["Ann", "Cai", "Dee"]
    enter(phone, game, 5, **{"lost-1": "0", "lost-3": "1", "lost-4": "0"})
    assert chips(get(phone, at(game)), game)[1] == ["Cai"]
    # Bob may have dealt a round that has already been played.
    offered = get(phone, f"{url}2/").all("select", name="dealer")[0]
    assert [text_of(option) for option in offered.children] == ["Ann", "Bob", "Cai", "Dee"]


def test_eliminated_players_neither_go_first_nor_stop_the_next_key(phone, group):
    game = GameFactory(group=group, variant="schwimmen", names=("Ann", "Bob", "Cai", "Dee"))
    for deal in (1, 2, 3, 4):
        enter(phone, game, deal, **{f"lost-{n}": str(int(n == 2)) for n in range(1, 5)})

    def skipped(deal):
        inputs = get(phone, f"{at(game)}rounds/{deal}/").all("input", data_optional="")
        return [field.attributes["name"] for field in inputs]

    # Bob is out with the fourth loss, and Ann deals next.
    assert "Ann deals, Cai goes first." in get(phone, at(game)).words
    assert skipped(5) == ["lost-2"]
    assert skipped(4) == []
