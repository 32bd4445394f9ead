"""Players who join a game in progress."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from scorekeeper.models import Game, Player, Seat, Side
from scorekeeper.services.players import come_back, join
from scorekeeper.services.rounds import undo
from tests.factories import ChangeContextFactory, GameFactory, PlayerFactory, rescored, ten_each
from tests.scorekeeper.pages import Page, asked, get, notices, pad_of, problems, send, text_of
from tests.scorekeeper.player_changes import (
    EIGHT,
    SENT,
    at,
    change,
    data_of,
    dealers,
    enter,
    press,
    standing,
    statuses,
    stored,
)

# Joining late


def test_who_sits_down_late_has_a_column_with_a_starting_score(phone, game):
    press(phone, game, "join")

    rows = pad_of(get(phone, at(game)))
    assert rows[0] == ["Deal", "Ann", "Bob", "Cai", "Dee", "Eve"]
    assert [row[-1] for row in rows[1:4]] == ["not playing", "not playing, starting score 40", ""]
    assert rows[-2] == ["Total", "0", "20", "20", "20", "40"]
    assert rows[-1] == ["Place", "★ 1st", "2nd", "2nd", "2nd", "5th"]


def test_the_deals_before_say_nothing_of_who_sits_down_late(phone, game):
    press(phone, game, "join")

    data = data_of(phone, game)
    assert data["players"][-1] == {
        "name": "Eve",
        "total": 40,
        "place": 5,
        "starts": 40,
        "away": [1, 2],
    }
    assert [[side["name"] for side in deal["points"]] for deal in data["deals"]] == [
        ["Ann", "Bob", "Cai", "Dee"],
        ["Ann", "Bob", "Cai", "Dee"],
        *[[]] * 5,
    ]


def test_the_next_deal_asks_the_new_player_and_an_earlier_one_does_not(phone, game):
    press(phone, game, "join")

    third = get(phone, f"{at(game)}rounds/3/")
    assert {"left-cards-5", "left-points-5"} <= asked(third)
    (row,) = third.all("fieldset", id="row-5")
    assert row.attributes["data-total"] == "40"
    assert [text_of(option) for option in third.one("select", name="dealer").children] == [
        "Ann", "Bob", "Cai", "Dee", "Eve",
    ]  # fmt: skip
    first = get(phone, f"{at(game)}rounds/1/")
    assert {"left-cards-4", "left-points-4"} <= asked(first)
    assert not {"left-cards-5", "left-points-5"} & asked(first)


def test_the_points_of_a_new_player_go_on_top_of_the_start(phone, game):
    press(phone, game, "join", start="-15")
    same = {f"left-points-{number}": "10" for number in (2, 3, 4)}

    enter(phone, game, 3, out="1", **same, **{"left-points-5": "12+11"})
    assert standing(phone, game)["Eve"] == (8, 2)
    enter(phone, game, 4, out="5", **same, **{"left-points-1": "7"})

    assert standing(phone, game) == {
        "Ann": (7, 1),
        "Bob": (40, 3),
        "Cai": (40, 3),
        "Dee": (40, 3),
        "Eve": (8, 2),
    }


def test_the_deal_comes_round_to_a_new_player_last(phone, game):
    press(phone, game, "join")

    assert dealers(phone, game) == ["Ann", "Bob", "Cai", "Dee", "Eve", "Ann", "Bob"]


def test_a_deal_before_cannot_be_corrected_to_have_the_new_player_in_it(phone, game):
    press(phone, game, "join")
    before = stored(game)
    url = f"{at(game)}rounds/1/"

    hand = Page(send(phone, url, {"left-points-5": "10"}))
    dealt = send(phone, url, {"dealer": "5"})

    assert hand.status == 422
    assert problems(hand) == [
        "“Left in hand” was entered, but this deal has no such field. Leave it out."
    ]
    assert dealt.status_code == 302  # nobody there was dealing, so the dealer stays the same
    assert stored(game) == before


def test_a_player_may_sit_down_before_the_first_deal(phone, group):
    game = GameFactory(group=group)

    press(phone, game, "join")
    enter(phone, game, 1, out="5", **{f"left-points-{number}": "10" for number in range(1, 5)})

    assert standing(phone, game) == {
        "Ann": (10, 1),
        "Bob": (10, 1),
        "Cai": (10, 1),
        "Dee": (10, 1),
        "Eve": (40, 5),
    }
    assert pad_of(get(phone, at(game)))[1][-1] == "went out, 0 40"


def test_several_players_may_sit_down_one_after_the_other(phone, group):
    game = GameFactory(group=group, variant="may-i", names=EIGHT[:4], played=1)

    press(phone, game, "join", name="Eve", start="5")
    enter(phone, game, 2, **ten_each(game))
    press(phone, game, "join", name="Fay", start="", suggested="0")

    assert list(game.sides.values_list("number", "name", "joined", "start")) == [
        (1, "Ann", 1, 0),
        (2, "Bob", 1, 0),
        (3, "Cai", 1, 0),
        (4, "Dee", 1, 0),
        (5, "Eve", 2, 5),
        (6, "Fay", 3, 0),
    ]
    assert standing(phone, game) == {
        "Ann": (0, 1),
        "Bob": (20, 4),
        "Cai": (20, 4),
        "Dee": (20, 4),
        "Eve": (15, 3),
        "Fay": (0, 1),
    }
    assert dealers(phone, game)[:7] == ["Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Ann"]


def test_a_new_player_is_known_at_the_table_afterwards(phone, group, game):
    press(phone, game, "join", name="  Eve   Marie ")

    assert group.players.filter(name="Eve Marie").count() == 1
    assert "Eve Marie" in " ".join(get(phone, f"/groups/{group.pk}/").texts("p"))


def test_a_new_player_who_is_known_already_stays_one_person(group, game):
    zoe = PlayerFactory(group=group, name="Zoë")

    change(game, "join", name="ZOË")

    assert Seat.objects.get(game=game, position=5).player == zoe
    assert Player.objects.filter(group=group).count() == 5


def test_people_of_the_table_are_offered_who_do_not_sit_here_yet(phone, group, game):
    PlayerFactory(group=group, name="Zoe")

    page = get(phone, f"{at(game)}table/")

    offered = [option.attributes["value"] for option in page.one("datalist").children]
    assert offered == ["Zoe"]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"name": "bob"}, "“bob” is already in this game. Choose a different name."),
        ({"name": ""}, "Enter a name."),
        ({"name": "x" * 25}, "That name is too long. Use at most 24 characters."),
        ({"start": "many"}, "Enter a whole number of points, such as 40."),
        ({"start": "4.5"}, "Enter a whole number of points, such as 40."),
        ({"start": "100001"}, "That score is too high. Enter at most 100000."),
        ({"start": "-100001"}, "That score is too low. Enter at least −100000."),
    ],
)
def test_what_cannot_sit_down_is_refused_and_stays_typed(phone, game, typed, problem):
    before = stored(game)
    typed = {"name": "Eve", "start": "40"} | typed

    page = press(phone, game, "join", **typed)

    assert page.status == 422
    assert page.texts("p", role="alert") == [problem]
    sent = page.form(f"{at(game)}table/join/")
    assert (sent["name"], sent["start"]) == (typed["name"], typed["start"])
    assert stored(game) == before
    assert Game.objects.get(pk=game.pk).version == 3


def test_the_name_of_a_player_and_that_of_a_column_are_both_taken(phone, group, game):
    GameFactory(group=group)  # Bob is also in the new seating, so he remains the dealer
    change(game, "rename", name="Bea")

    for name in ("Bob", "Bea"):
        page = press(phone, game, "join", name=name)

        assert page.texts("p", role="alert") == [
            f"“{name}” is already in this game. Choose a different name."
        ]


def test_a_full_table_takes_nobody(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)

    page = press(phone, game, "join", name="Fay")

    assert page.status == 422
    assert page.texts("p", role="alert") == [
        "Contract Rummy is for 3 to 5 players, not 6. Change the players."
    ]


def test_somebody_who_left_makes_room(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)
    change(game, "leave", side=2)

    press(phone, game, "join", name="Fay", start="25")

    assert pad_of(get(phone, at(game)))[0] == ["Deal", "Ann", "Bob", "Cai", "Dee", "Eve", "Fay"]
    assert dealers(phone, game) == ["Ann", "Cai", "Dee", "Eve", "Fay", "Ann", "Cai"]


def test_nobody_joins_a_game_with_too_few_payments(group):
    game = GameFactory(
        group=group,
        variant="progressive-rummy",
        names=EIGHT[:3],
        options={"custom-settlement": [2, 4]},
    )

    with pytest.raises(RulesError) as refused:
        change(game, "join")

    assert str(refused.value) == ("With 4 players, enter 3 payments, from second place to last.")


@pytest.mark.parametrize("what", ["join", "leave"])
def test_partners_neither_join_nor_leave(phone, group, what):
    game = GameFactory(group=group, variant="euchre")
    before = stored(game)
    page = get(phone, f"{at(game)}table/")
    action = f"{at(game)}table/{what}/"
    assert page.forms(action) == []

    answer = phone.post(action, {"version": "1", "key": "k"} | SENT[what], follow=True)

    page = Page(answer)
    said = page.texts("p", role="alert") + notices(page)
    assert said == [
        {
            "join": "This game is played in partnerships. Start a new game to add players.",
            "leave": "Partners can’t leave during a game. End the game early instead.",
        }[what]
    ]
    assert stored(game) == before


def test_a_start_beyond_every_game_is_refused_whoever_asks(game):
    with pytest.raises(RulesError) as refused:
        change(game, "join", start=-100_001)

    assert str(refused.value) == ("−100001 is out of range. Enter a score from −100000 to 100000.")


# Starting scores of players who join late


@pytest.mark.parametrize(
    ("variant", "start", "sentence"),
    [
        (
            "indian-rummy-pool-101",
            101,
            "A player with 101 or more is eliminated. Enter a score below 101.",
        ),
        ("indian-rummy-pool-101", 100, ""),
        ("rummy-500", 500, "The game ends at 500. Enter a score below 500."),
        ("rummy-500", 499, ""),
        ("crazy-eights", 250, "The game ends at 250. Enter a score below 250."),
        ("crazy-eights", 249, ""),
        ("contract-rummy", 100_000, ""),
        (
            "contract-rummy",
            100_001,
            "100001 is out of range. Enter a score from −100000 to 100000.",
        ),
    ],
)
def test_nobody_starts_where_a_game_is_over(group, variant, start, sentence):
    game = GameFactory(group=group, variant=variant)

    if sentence:
        with pytest.raises(RulesError) as refused:
            change(game, "join", start=start)
        assert str(refused.value) == sentence
    else:
        change(game, "join", start=start)
    assert game.sides.count() == (4 if sentence else 5)


def test_points_to_win_are_no_end_where_a_side_has_to_claim_it(group):
    game = GameFactory(group=group, variant="pitch", options={"cutthroat": True})

    change(game, "join", start=25)

    assert statuses(game)["Eve"] == "needs a bid"


def test_nobody_needs_a_bid_when_the_game_is_over(phone, group):
    game = GameFactory(group=group, variant="pitch", names=("Ann", "Bob", "Cai", "Dee"))
    Side.objects.filter(game=game).update(start=20)

    # Ann & Cai have 21 without a bid of their own.
    enter(phone, game, 1, pitcher="2", bid="2", low="2", high="1")
    assert statuses(game) == {"Ann & Cai": "needs a bid", "Bob & Dee": ""}
    # They then win with 23 by making a bid of 2.
    enter(phone, game, 2, pitcher="1", bid="2", low="1", high="1")
    assert statuses(game) == {"Ann & Cai": "", "Bob & Dee": ""}


def test_nobody_swaps_cards_when_the_game_is_over(phone, group):
    game = GameFactory(group=group, variant="sergeant-major", names=("Ann", "Bob", "Cai"))

    # The quotas are 8, 5 and 3.
    enter(phone, game, 1, **{"tricks-1": "9", "tricks-2": "4", "tricks-3": "3"})
    assert statuses(game) == {"Ann": "swaps one card", "Bob": "gives up one card", "Cai": ""}
    # Twelve tricks win the game.
    enter(phone, game, 2, **{"tricks-1": "2", "tricks-2": "12", "tricks-3": "2"})
    assert statuses(game) == {"Ann": "", "Bob": "", "Cai": ""}


def test_the_worst_total_is_of_those_who_are_in(phone, group):
    game = GameFactory(group=group, variant="indian-rummy-pool-101", names=("Ann", "Bob", "Cai"))
    Side.objects.filter(game=game, number=2).update(start=40)
    Side.objects.filter(game=game, number=3).update(start=101)

    enter(phone, game, 1, declared="1", **{"left-points-2": "20"})

    page = get(phone, f"{at(game)}table/")
    answers = [answer.attributes["value"] for answer in page.all("input", name="suggested")]
    assert answers == ["0", "30", "60"]


def test_a_game_has_so_many_columns(game):
    for number in range(26):
        change(game, "join", name=f"Late {number}")
        change(game, "leave", side=5 + number)

    with pytest.raises(RulesError) as refused:
        change(game, "join")

    assert str(refused.value) == "This game already has 30 columns. Start a new game."


# Players who join or return have statuses


def phase(phone, game, deal, *made, out="1", players=(1, 2, 3)):
    """Enter a deal in which ``made`` made their phases and the others hold ten cards."""
    typed = {f"phase-{number}": "on" for number in made}
    left = {
        f"left-points-{number}": "10" if number in made else "60"
        for number in players
        if str(number) != out
    }
    enter(phone, game, deal, out=out, **typed, **left)


def test_who_joins_or_comes_back_is_told_the_phase(phone, group):
    game = GameFactory(group=group, variant="phase-rummy", names=("Ann", "Bob", "Cai"))
    phase(phone, game, 1, 1, 3)
    change(game, "leave", side=3)
    assert statuses(game) == {"Ann": "phase 2", "Bob": "phase 1", "Cai": ""}
    phase(phone, game, 2, 1, players=(1, 2))

    come_back(game=game, side=3, context=ChangeContextFactory(game=game))
    change(game, "join", start=0)

    here = {"Ann": "phase 3", "Bob": "phase 1", "Cai": "phase 2", "Eve": "phase 1"}
    assert statuses(game) == here
    phase(phone, game, 2, 1, 2, players=(1, 2))  # a correction to the previous deal
    assert statuses(game) == here | {"Bob": "phase 2"}
    assert rescored() == (2, 0)
    assert statuses(game) == here | {"Bob": "phase 2"}
    phase(phone, game, 3, 1, 4, players=(1, 2, 3, 4))
    assert statuses(game) == {
        "Ann": "phase 4",
        "Bob": "phase 2",
        "Cai": "phase 2",
        "Eve": "phase 2",
    }
    undo(game=game, context=ChangeContextFactory(game=game))
    assert statuses(game) == here | {"Bob": "phase 2"}


def test_who_joins_a_countdown_is_told_how_many_cards_to_take(phone, group):
    names = ("Ann", "Bob", "Cai")
    game = GameFactory(group=group, variant="crazy-eights-countdown", names=names)
    enter(phone, game, 1, out="1")
    eight = "eight cards, 8s wild"
    assert statuses(game) == {"Ann": "seven cards, 7s wild", "Bob": eight, "Cai": eight}

    change(game, "join", start=2)

    assert statuses(game)["Eve"] == "six cards, 6s wild"


def test_a_table_is_told_the_same_whoever_sat_down_last(group):
    for slug, variant in catalogue().variants.items():
        players = variant.standard.players
        if players.team > 1 or not {players.min, players.min + 1} <= set(players.counts):
            continue
        names = EIGHT[: players.min]
        late = GameFactory(group=group, variant=slug, names=names)
        join(game=late, name="Zoe", start=0, context=ChangeContextFactory(game=late))

        assert statuses(late) == statuses(
            GameFactory(group=group, variant=slug, names=(*names, "Zoe"))
        ), slug


def test_three_starting_scores_are_suggested(phone, group):
    game = GameFactory(group=group, variant="may-i", played=2)

    page = get(phone, f"{at(game)}table/")

    suggested = page.all("input", name="suggested")
    assert [answer.attributes["value"] for answer in suggested] == ["0", "15", "20"]
    assert page.form(f"{at(game)}table/join/")["suggested"] == "20"
    press(phone, game, "join", name="Eve", start="", suggested="15")
    press(phone, game, "join", name="Fay", suggested="15", start="7")
    starts = game.sides.values_list("name", "start")
    assert list(starts)[4:] == [("Eve", 15), ("Fay", 7)]
