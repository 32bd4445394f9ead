"""The end of a game, early or in the normal way."""

from scorekeeper.models import Game
from scorekeeper.services.rounds import undo
from tests.factories import ChangeContextFactory, GameFactory, fill, ten_each
from tests.scorekeeper.pages import Page, deal_line, get, notices, problems
from tests.scorekeeper.player_changes import (
    DRAWN,
    EIGHT,
    OVER,
    PAGES,
    SENT,
    at,
    change,
    data_of,
    enter,
    every_change,
    press,
    standing,
    stored,
)

# The end


def test_the_table_ends_a_game_early_and_takes_that_back(phone, game):
    page = press(phone, game, "stop")

    assert page.texts("p", class_="winner") == ["Ann wins by 20"]
    assert page.all("a", class_="big button grow") == []
    assert page.forms(f"{at(game)}rematch/") != []
    assert page.forms(f"{at(game)}table/dealer/") == []
    data = data_of(phone, game)
    assert (data["state"], data["winners"]) == ("finished", ["Ann"])

    phone.post(f"{at(game)}undo/", page.form(f"{at(game)}undo/"))
    page = get(phone, at(game))
    assert page.texts("a", class_="big button grow") == ["Enter deal 3"]
    assert data_of(phone, game)["state"] == "playing"

    phone.post(f"{at(game)}redo/", page.form(f"{at(game)}redo/"))
    assert data_of(phone, game)["state"] == "finished"


def test_a_game_without_an_end_of_its_own_ends_when_the_table_says_so(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    for deal, (ann, bob) in enumerate([(5, 7), (9, 3)], 1):
        enter(phone, game, deal, **{"points-1": str(ann), "points-2": str(bob)})
    assert data_of(phone, game)["state"] == "playing"
    assert len(data_of(phone, game)["deals"]) == 3
    page = get(phone, at(game))
    assert "Finish game" in page.texts("button")

    answer = phone.post(f"{at(game)}table/stop/", page.form(f"{at(game)}table/stop/"), follow=True)
    page = Page(answer)

    assert page.texts("p", class_="winner") == ["Ann wins by 4"]
    assert standing(phone, game) == {"Ann": (14, 1), "Bob": (10, 2)}
    assert len(data_of(phone, game)["deals"]) == 2


def test_nothing_ends_before_it_began(phone, group):
    game = GameFactory(group=group)
    action = f"{at(game)}table/stop/"
    assert get(phone, f"{at(game)}table/").forms(action) == []

    answer = phone.post(action, {"version": "1", "key": "k"}, follow=True)

    assert notices(Page(answer)) == [
        "Nothing has been played yet. Enter the first scores, then end the game."
    ]
    assert data_of(phone, game)["state"] == "playing"


def test_a_deal_of_a_game_that_was_ended_is_corrected_and_no_other_is_entered(phone, game):
    press(phone, game, "stop")

    enter(phone, game, 2, **{"left-points-2": "25"})
    more = Page(
        phone.post(
            f"{at(game)}rounds/3/", {"version": "5", "key": "more", "dealer": "3"} | ten_each(game)
        )
    )

    assert more.status == 422
    assert problems(more) == ["The game is over. To continue, use Undo first."]
    assert standing(phone, game)["Bob"] == (35, 4)
    assert data_of(phone, game)["state"] == "finished"


@every_change
def test_the_table_of_a_finished_game_stays_as_it_is(phone, game, what):
    change(game, "stop")
    before = stored(game)

    answer = phone.post(
        f"{at(game)}table/{what}/", {"version": "4", "key": "k"} | SENT[what], follow=True
    )

    page = Page(answer)
    assert page.texts("p", role="alert") + notices(page) == [OVER]
    assert stored(game) == before


# An open-ended game and another phone


def test_a_deal_after_one_that_was_undone_elsewhere_is_a_conflict(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    for deal in (1, 2):
        enter(phone, game, deal, **{"points-1": "5", "points-2": "7"})
    url = f"{at(game)}rounds/3/"
    old = get(phone, url).form(url)
    undo(game=game, context=ChangeContextFactory(game=game))

    page = Page(phone.post(url, old | {"points-1": "11", "points-2": "13"}))

    assert page.status == 409
    assert page.form(url)["points-2"] == "13"
    again = Page(phone.post(url, page.form(url)))
    assert again.status == 409
    (why,) = again.texts("p", role="alert")
    assert why == (
        "Round 2 comes next. Enter that one first. Nothing has been lost. Here is what you entered."
    )
    assert again.texts("h1") == ["Round 3 hasn’t been saved yet"]


def test_a_deal_of_a_game_that_was_ended_elsewhere_is_a_conflict_and_then_refused(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    enter(phone, game, 1, **{"points-1": "5", "points-2": "7"})
    url = f"{at(game)}rounds/2/"
    old = get(phone, url).form(url)
    change(game, "stop")

    page = Page(phone.post(url, old | {"points-1": "11", "points-2": "13"}))
    assert page.status == 409
    again = Page(phone.post(url, page.form(url)))

    assert again.status == 422
    assert problems(again) == ["The game is over. To continue, use Undo first."]
    assert again.form(url)["points-1"] == "11"


def test_a_deal_beyond_the_next_leads_back_to_a_pad_with_an_open_end(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))

    ahead = phone.get(f"{at(game)}rounds/5/")
    never = phone.get(f"{at(game)}rounds/101/")

    assert (ahead.status_code, ahead.url) == (302, at(game))
    assert never.status_code == 404


# The target after the players have changed


def test_the_goal_on_the_pad_is_the_one_that_ends_the_game(phone, group):
    game = GameFactory(group=group, variant="crazy-eights", names=EIGHT[:4])
    line = "Hand {}, game to {}."
    # Ann gets the points for the three cards left in hand: 140 of the 200.
    enter(
        phone,
        game,
        1,
        out="1",
        **{"left-points-2": "50", "left-points-3": "50", "left-points-4": "40"},
    )
    assert deal_line(get(phone, at(game))).startswith(line.format(2, 200))

    change(game, "leave", side=4)

    page = get(phone, at(game))
    assert deal_line(page).startswith(line.format(2, 150))
    enter(phone, game, 2, out="1", **{"left-points-2": "5", "left-points-3": "5"})
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Ann wins by 150"]
    assert page.one("section", class_="result").children[1].children == [
        "150 points after 2 hands. Ann reached 150."
    ]


def test_who_has_the_points_of_a_smaller_table_wins_when_somebody_leaves(phone, group):
    game = GameFactory(group=group, variant="crazy-eights", names=EIGHT[:4])
    enter(
        phone,
        game,
        1,
        out="1",
        **{"left-points-2": "60", "left-points-3": "60", "left-points-4": "50"},
    )

    change(game, "leave", side=4)

    assert Game.objects.get(pk=game.pk).state == Game.State.FINISHED
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Ann wins by 170"]
    assert "Ann passed 150." in page.html
    undo(game=game, context=ChangeContextFactory(game=game))
    assert Game.objects.get(pk=game.pk).state == Game.State.PLAYING


# The last deal that fits on a pad


def test_a_game_without_a_fixed_end_is_over_after_its_hundredth_deal(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    enter(phone, game, 1, **{"points-1": "5", "points-2": "7"})
    fill(game, 99)
    for address in PAGES:
        assert phone.get(address.format(game=game)).status_code == 200, address

    enter(phone, game, 100, **{"points-1": "5", "points-2": "7"})

    for address in (*PAGES, *DRAWN):
        assert phone.get(address.format(game=game)).status_code == 200, address
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Bob wins by 200"]
    assert "700 points after 100 rounds. A score pad holds at most 100 rounds." in page.texts(
        "p", class_="muted"
    )
    assert page.all("p", class_="deal-line") == []
    assert Game.objects.get(pk=game.pk).state == Game.State.FINISHED
    assert phone.get(f"{at(game)}rounds/101/").status_code == 404
    (line,) = get(phone, "/").texts("a", class_="card-link")
    assert "Bob won with 700" in line


# A correction that wins outright


SPADES = "new-york-set-on-three-bags"


def spades(ann, bob, cai, dee):
    """Return the entry for a hand, with each player’s bid and tricks."""
    told = enumerate((ann, bob, cai, dee), 1)
    return {
        f"{asked}-{seat}": str(count)
        for seat, counts in told
        for asked, count in zip(("bid", "tricks"), counts, strict=True)
    }


def test_a_correction_that_wins_outright_ends_the_game_for_pad_and_first_page(phone, group):
    game = GameFactory(group=group, variant="spades", options={SPADES: True})
    # 80 and 40, then 40 and 90 each time, make 280 and 490, so nobody has 500.
    enter(phone, game, 1, **spades((4, 5), (2, 2), (4, 4), (2, 2)))
    for hand in range(2, 7):
        enter(phone, game, hand, **spades((2, 2), (4, 4), (2, 2), (5, 5)))
    assert standing(phone, game) == {"Ann & Cai": (280, 2), "Bob & Dee": (490, 1)}

    # Bidding ten and taking all thirteen wins. The others, who bid four, lose 40: 400 and 410.
    enter(phone, game, 1, **spades((6, 8), (2, 0), (4, 5), (2, 0)))

    assert standing(phone, game) == {"Ann & Cai": (400, 1), "Bob & Dee": (410, 2)}
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Ann & Cai win"]
    assert "400 points after 6 hands. Hand 1 decided the game." in page.texts("p", class_="muted")
    (line,) = get(phone, "/").texts("a", class_="card-link")
    assert "Ann & Cai won with 400" in line
    assert Game.objects.get(pk=game.pk).state == Game.State.FINISHED

    undo(game=game, context=ChangeContextFactory(game=game))

    assert standing(phone, game) == {"Ann & Cai": (280, 2), "Bob & Dee": (490, 1)}
    (line,) = get(phone, "/").texts("a", class_="card-link")
    assert "Hand 7 · Bob & Dee ahead with 490" in line


def test_the_first_of_two_deals_that_win_decides(phone, group):
    game = GameFactory(group=group, variant="spades", options={SPADES: True})
    enter(phone, game, 1, **spades((4, 5), (2, 2), (4, 4), (2, 2)))
    enter(phone, game, 2, **spades((2, 0), (6, 8), (2, 0), (4, 5)))
    page = get(phone, at(game))
    assert page.texts("p", class_="winner") == ["Bob & Dee win by 200"]

    enter(phone, game, 1, **spades((6, 8), (2, 0), (4, 5), (2, 0)))

    # 200 − 40 and −40 + 200
    assert standing(phone, game) == {"Ann & Cai": (160, 1), "Bob & Dee": (160, 2)}
    assert get(phone, at(game)).texts("p", class_="winner") == ["Ann & Cai win"]
    (line,) = get(phone, "/").texts("a", class_="card-link")
    assert "Ann & Cai won with 160" in line


def test_only_who_ended_a_game_is_said_to_have(phone, group):
    game = GameFactory(group=group, variant="gin-rummy", names=("Ann", "Bob"))
    for hand in (1, 2):
        enter(phone, game, hand, knocked="2", **{"left-points-1": "46", "left-points-2": "1"})
    # 85 + 20 take Ann to 105, then + 100 + 20. Two boxes of 20 take Bob from 90 to 130.
    enter(phone, game, 3, knocked="1", how="gin", **{"left-points-2": "85"})

    page = get(phone, at(game))

    assert page.texts("p", class_="winner") == ["Ann wins by 95"]
    said = "225 points after 3 hands. Ann reached 100."
    assert said in page.texts("p", class_="muted")
