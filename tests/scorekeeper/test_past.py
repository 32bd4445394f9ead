"""Games in which earlier deals affect later ones.

When a deal is corrected, later deals are scored again, or the correction is rejected with a
message.
"""

from io import StringIO

import pytest
from django.core.management import call_command

from rules.engine.catalogue import catalogue
from rules.engine.reasons import text_of, texts_of
from scorekeeper.models import Change, Game, Round, Score, Side
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.rounds import redo, undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory
from tests.rules.transcript import entry_texts
from tests.scorekeeper.pages import Page, get, pad_of, problems, send

KEYS = {name: str(seat) for seat, name in enumerate(("Ann", "Bob", "Cai", "Dee"), 1)}


def at(game):
    return f"/games/{game.code}/"


def play(game, *entries, overruled=False):
    """Enter deals one after another, each with values by field and name."""
    for deal, entry in enumerate(entries, game.rounds.count() + 1):
        texts = entry_texts(entry, KEYS)
        RoundFactory(game=game, deal=deal, texts=texts, overruled=overruled)
    return game


def correct(phone, game, deal, **typed):
    """Open a deal that has been played, change its input, and save it."""
    texts = {name.replace("_", "-"): text for name, text in typed.items()}
    return Page(phone.post(url := f"{at(game)}rounds/{deal}/", get(phone, url).form(url) | texts))


def points(game):
    """Return the points by side, deal by deal."""
    rows = Score.objects.filter(round__game=game).order_by("round__deal", "side__number")
    deals: dict[int, dict[str, int]] = {}
    for deal, side, scored in rows.values_list("round__deal", "side__name", "points"):
        deals.setdefault(deal, {})[side] = scored
    return list(deals.values())


def because(game, deal, side):
    score = Score.objects.get(round__game=game, round__deal=deal, side__number=side)
    return "\n".join(texts_of(score.reason))


def told(game):
    return [text_of(side.status) for side in Side.objects.filter(game=game)]


def rows():
    return [
        list(model.objects.order_by("pk").values()) for model in (Score, Round, Side, Game, Change)
    ]


def turn(act, game):
    act(game=game, context=ChangeContextFactory(game=game))


def bids(ann, bob, cai, dee, *tricks):
    return {
        "bid": dict(zip(KEYS, (ann, bob, cai, dee), strict=True)),
        "tricks": dict(zip(KEYS, tricks, strict=True)),
    }


# Bags of spades


@pytest.fixture
def spades(group):
    """Play two hands, in which Ann and Cai collect six bags and then four more."""
    game = GameFactory(group=group, variant="spades")
    # Bid 3, took nine: 30 + 6. Bid 4, took eight: 40 + 4 - 100 for ten bags.
    return play(game, bids(2, 2, 1, 2, 5, 2, 4, 2), bids(2, 3, 2, 2, 4, 3, 4, 2))


def test_bags_add_up_over_the_hands(spades):
    assert points(spades) == [
        {"Ann & Cai": 36, "Bob & Dee": 40},
        {"Ann & Cai": -56, "Bob & Dee": 50},
    ]
    assert because(spades, 2, 1) == "bid 4, took 8\nfour bags\npenalty for ten bags"
    assert told(spades) == ["", ""]


def test_a_correction_counts_the_bags_of_later_hands_again(phone, spades):
    page = correct(phone, spades, 1, tricks_1="4", tricks_2="3")

    assert page.status == 302
    # Eight tricks in the first hand make five bags, nine with the other four: no penalty.
    assert points(spades) == [
        {"Ann & Cai": 35, "Bob & Dee": 41},
        {"Ann & Cai": 44, "Bob & Dee": 50},
    ]
    assert because(spades, 2, 1) == "bid 4, took 8\nfour bags"
    assert told(spades) == ["9 bags", "1 bag"]
    assert pad_of(get(phone, at(spades)))[-2:] == [["Total", "79", "91"], ["Place", "2nd", "★ 1st"]]


def test_a_corrected_bid_counts_bags_again_too(phone, spades):
    correct(phone, spades, 1, bid_1="8")

    # Nine tricks bid and taken: 90 and no bags.
    assert points(spades) == [
        {"Ann & Cai": 90, "Bob & Dee": 40},
        {"Ann & Cai": 44, "Bob & Dee": 50},
    ]
    assert told(spades) == ["4 bags", ""]


def test_a_correction_is_one_change_and_undone_as_one(phone, spades):
    before = points(spades), told(spades)
    correct(phone, spades, 1, tricks_1="4", tricks_2="3")
    after = points(spades), told(spades)

    turn(undo, spades)
    assert (points(spades), told(spades)) == before
    turn(redo, spades)

    assert (points(spades), told(spades)) == after
    kinds = Change.objects.filter(game=spades).values_list("kind", "deal")
    assert list(kinds) == [
        ("start", None),
        ("record", 1),
        ("record", 2),
        ("correct", 1),
        ("undo", 1),
        ("redo", 1),
    ]


def test_a_hand_that_is_undone_takes_its_bags_with_it(spades):
    turn(undo, spades)

    assert told(spades) == ["6 bags", ""]
    turn(undo, spades)
    assert told(spades) == ["", ""]


def test_the_last_hand_alone_is_scored_when_nothing_follows(phone, spades):
    correct(phone, spades, 2, tricks_1="3", tricks_2="4")

    assert points(spades) == [
        {"Ann & Cai": 36, "Bob & Dee": 40},
        {"Ann & Cai": 43, "Bob & Dee": 51},
    ]
    assert told(spades) == ["9 bags", "1 bag"]


# Corrections that make a later deal invalid


@pytest.fixture
def pool(group):
    """Play three deals of a pool to 101, in which Cai has 100 after the second."""
    game = GameFactory(group=group, variant="indian-rummy-pool-101", names=("Ann", "Bob", "Cai"))
    return play(
        game,
        {"declared": "Ann", "left-points": {"Bob": 5, "Cai": 80}},
        {"declared": "Ann", "left-points": {"Bob": 5}, "instead": {"Cai": "first"}},
        {"declared": "Cai", "left-points": {"Ann": 7, "Bob": 9}},
    )


OUT = "Cai is out of the game. Clear Cai’s entries."
MISSING = (
    "Nothing has been entered for Cai. Enter the cards that count "
    "or their total, or choose what is "
    "paid instead."
)


def test_what_is_entered_for_who_is_out_by_a_correction_counts_nothing(phone, pool):
    play(pool, {"declared": "Ann", "left-points": {"Bob": 3, "Cai": 2}})
    before = points(pool), told(pool)

    # With the correction, Cai would reach 80 + 40 in the second deal, but Cai won the third.
    assert correct(phone, pool, 2, instead_3="later").status == 302

    assert points(pool) == [
        {"Ann": 0, "Bob": 5, "Cai": 80},
        {"Ann": 0, "Bob": 5, "Cai": 40},
        {"Ann": 7, "Bob": 9, "Cai": 0},
        {"Ann": 0, "Bob": 3, "Cai": 0},
    ]
    assert because(pool, 4, 3) == "out of the game, the entry is ignored"
    assert told(pool) == ["", "", "out"]
    after = rows()[0], told(pool)
    call_command("rescore", stdout=StringIO())
    assert (rows()[0], told(pool)) == after
    turn(undo, pool)
    assert (points(pool), told(pool)) == before


def test_what_is_entered_for_who_is_out_by_other_house_rules_counts_nothing(phone, pool):
    context = ChangeContextFactory(game=pool)
    change_house_rules(
        game=pool,
        variant=catalogue().variant("indian-rummy-pool-101"),
        options={},
        patches={"end.out_at": 85},
        context=context,
    )
    play(pool, {"declared": "Ann", "left-points": {"Bob": 3}})

    # With the correction, Cai would reach 100 in the second deal, but Cai won the third.
    assert points(pool)[2:] == [{"Ann": 7, "Bob": 9, "Cai": 0}, {"Ann": 0, "Bob": 3, "Cai": 0}]
    assert told(pool) == ["", "", "out"]


def test_who_plays_on_though_out_is_asked_about(phone, pool):
    correct(phone, pool, 2, instead_3="later")
    typed = {"declared": "1", "left-points-2": "3", "left-points-3": "2"}

    page = Page(send(phone, url := f"{at(pool)}rounds/4/", typed))

    assert page.status == 422
    assert page.described("left-points-3") == OUT
    assert page.form(url)["left-points-3"] == "2"
    assert pool.rounds.count() == 3
    send(phone, url, typed | {"overrule": "1"})
    assert points(pool)[3] == {"Ann": 0, "Bob": 3, "Cai": 0}


def test_who_was_out_is_in_by_a_correction_once_a_later_deal_says_what_was_held(phone, pool):
    correct(phone, pool, 2, instead_3="later")
    play(pool, {"declared": "Ann", "left-points": {"Bob": 3}})
    before = rows()

    page = correct(phone, pool, 2, instead_3="first")

    assert page.status == 422
    assert problems(page) == [f"With this change, deal 4 would no longer be valid: {MISSING}"]
    assert page.form(f"{at(pool)}rounds/2/")["instead-3"] == "first"
    assert rows() == before
    assert correct(phone, pool, 4, left_points_3="11").described("left-points-3") == OUT
    assert correct(phone, pool, 4, left_points_3="11", overrule="1").status == 302
    assert correct(phone, pool, 2, instead_3="first").status == 302
    assert [of["Cai"] for of in points(pool)] == [80, 20, 0, 11]


def test_a_correction_that_nothing_later_minds_stands(phone, pool):
    correct(phone, pool, 1, left_points_3="79")

    assert points(pool) == [
        {"Ann": 0, "Bob": 5, "Cai": 79},
        {"Ann": 0, "Bob": 5, "Cai": 20},
        {"Ann": 7, "Bob": 9, "Cai": 0},
    ]
    assert told(pool) == ["", "", ""]


def test_a_correction_may_put_a_side_out_that_plays_no_later_deal(phone, pool):
    play(pool, {"declared": "Ann", "left-points": {"Bob": 3, "Cai": 2}})
    assert told(pool) == ["", "", "out"]
    play(pool, {"declared": "Ann", "left-points": {"Bob": 2}})

    correct(phone, pool, 4, left_points_3="40", overrule="1")
    assert points(pool)[3:] == [{"Ann": 0, "Bob": 3, "Cai": 40}, {"Ann": 0, "Bob": 2, "Cai": 0}]

    page = correct(phone, pool, 4, left_points_3="0")
    assert page.status == 422
    assert problems(page) == [f"With this change, deal 5 would no longer be valid: {MISSING}"]


def test_the_end_of_a_game_may_move_by_a_correction(phone, pool):
    play(pool, {"declared": "Ann", "left-points": {"Bob": 80, "Cai": 2}}, overruled=True)
    # Bob 5 + 5 + 9 + 80 = 99 is still in, and Cai 80 + 20 + 0 + 2 = 102 is out.
    play(pool, {"declared": "Ann", "left-points": {"Bob": 2}})
    assert Game.objects.get(pk=pool.pk).state == "finished"

    correct(phone, pool, 5, left_points_2="0")
    assert Game.objects.get(pk=pool.pk).state == "playing"
    assert told(pool) == ["", "", "out"]

    correct(phone, pool, 5, left_points_2="2")
    page = get(phone, at(pool))
    assert page.texts("p", class_="winner") == ["Ann wins by 94"]
    assert pad_of(page)[0] == ["Deal", "Ann", "Bob out", "Cai out"]


@pytest.fixture
def phases(group):
    """Ann makes phases 1 and 2, and Bob makes only phase 1."""
    game = GameFactory(group=group, variant="phase-rummy", names=("Ann", "Bob"))
    return play(
        game,
        {"out": "Ann", "phase": {"Ann": True, "Bob": True}, "left-points": {"Bob": 10}},
        {"out": "Ann", "phase": {"Ann": True}, "left-points": {"Bob": 60}},
    )


def test_a_correction_moves_everybody_to_the_right_phase(phone, phases):
    assert told(phases) == ["phase 3", "phase 2"]
    url = f"{at(phases)}rounds/1/"
    form = get(phone, url).form(url) | {"left-points-2": "60"}
    del form["phase-2"]

    assert phone.post(url, form).status_code == 302

    assert told(phases) == ["phase 3", "phase 1"]


# The order of scoring at the end of a cribbage game


def peg(ann, bob, *hands, crib):
    """Return the entry for a cribbage deal with these pegged points, and hands if they were
    counted.
    """
    return {
        "pegging": {"Ann": ann, "Bob": bob},
        "hand": dict(zip(("Ann", "Bob"), hands, strict=True)),
        "crib": crib,
    }


@pytest.fixture
def cribbage(group):
    """Play two deals with 78 points each.

    In the third, Ann’s crib of 16 takes the last 14 points.
    """
    game = GameFactory(group=group, variant="cribbage", names=("Ann", "Bob"))
    return play(
        game, peg(5, 5, 24, 24, crib=20), peg(5, 5, 24, 24, crib=20), peg(5, 5, 24, 24, crib=16)
    )


def test_a_deal_in_which_somebody_may_win_says_what_can_stay_blank(phone, cribbage):
    hint = "Once somebody has 121, the rest can stay blank."
    pages = [get(phone, f"{at(cribbage)}rounds/{deal}/").words for deal in (1, 2, 3)]

    assert [hint in words for words in pages] == [False, False, True]


def test_the_last_points_of_a_game_are_those_that_are_needed(phone, cribbage):
    assert points(cribbage) == [
        {"Ann": 49, "Bob": 29},
        {"Ann": 29, "Bob": 49},
        {"Ann": 43, "Bob": 29},
    ]
    page = get(phone, at(cribbage))
    assert page.texts("p", class_="winner") == ["Ann wins by 14"]
    assert pad_of(page)[-2] == ["Total", "121", "107"]


def test_a_correction_changes_what_is_still_needed(phone, cribbage):
    correct(phone, cribbage, 1, pegging_1="3")

    assert points(cribbage)[2] == {"Ann": 45, "Bob": 29}
    assert pad_of(get(phone, at(cribbage)))[-2] == ["Total", "121", "107"]


def test_a_correction_may_let_somebody_else_be_there_first(phone, cribbage):
    correct(phone, cribbage, 1, pegging_2="19")

    # Bob pegs to 97 and counts 24 before Ann counts anything.
    assert points(cribbage)[2] == {"Ann": 5, "Bob": 29}
    page = get(phone, at(cribbage))
    assert page.texts("p", class_="winner") == ["Bob skunks Ann by 38"]
    assert pad_of(page)[-2] == ["Total", "83", "121"]


def test_a_correction_may_open_a_game_that_was_over(phone, cribbage):
    correct(phone, cribbage, 1, hand_1="12")

    assert points(cribbage)[2] == {"Ann": 45, "Bob": 29}
    assert Game.objects.get(pk=cribbage.pk).state == "playing"
    assert pad_of(get(phone, at(cribbage)))[-2] == ["Total", "111", "107"]


def test_a_hand_that_was_not_counted_is_missed_when_the_game_goes_on(phone, group):
    game = GameFactory(group=group, variant="cribbage", names=("Ann", "Bob"))
    play(game, peg(5, 19, 24, 24, crib=20), peg(5, 5, 24, 24, crib=20))
    texts = {"pegging-1": "5", "pegging-2": "5", "hand-2": "24"}
    RoundFactory(game=game, deal=3, texts=texts)
    assert Game.objects.get(pk=game.pk).state == "finished"
    before = rows()

    page = correct(phone, game, 1, pegging_2="18")

    assert page.status == 422
    missing = [
        "Ann’s hand is missing. Enter its points, or 0 for none.",
        "Ann’s crib is missing. Enter its points, or 0 for none.",
    ]
    assert problems(page) == [
        f"With this change, deal 3 would no longer be valid: {' '.join(missing)}"
    ]
    assert rows() == before


# Points that are held over in Belote


def belote(takers, ours):
    """Return a deal in which Ann & Cai, side 1, have ``ours`` of 162 points."""
    return {"takers": takers, "tricks": {"Ann": ours, "Bob": 162 - ours}}


@pytest.fixture
def litige(group):
    """Play a tie, in which Ann and Cai are the takers, and a contract that they make."""
    game = GameFactory(group=group, variant="belote", names=tuple(KEYS))
    return play(game, belote("Ann", 81), belote("Ann", 100))


def test_the_points_of_a_tie_are_held_for_the_winner_of_the_next_deal(litige):
    assert points(litige) == [
        {"Ann & Cai": 0, "Bob & Dee": 81},
        {"Ann & Cai": 181, "Bob & Dee": 62},
    ]
    assert told(litige) == ["", ""]
    play(litige, belote("Bob", 81))
    assert told(litige) == ["81 more for the winner"] * 2


def test_a_corrected_tie_holds_nothing_for_later_deals(phone, litige):
    before = points(litige)

    page = correct(phone, litige, 1, tricks_1="82", tricks_2="80")

    assert page.status == 302
    assert points(litige) == [
        {"Ann & Cai": 82, "Bob & Dee": 80},
        {"Ann & Cai": 100, "Bob & Dee": 62},
    ]
    turn(undo, litige)
    assert points(litige) == before


# Other games that depend on earlier deals


def test_boxes_of_gin_are_counted_again_when_the_game_is_over(phone, group):
    game = GameFactory(group=group, variant="gin-rummy", names=("Ann", "Bob"))
    play(
        game,
        {"knocked": "Ann", "how": "knock", "left-points": {"Ann": 3, "Bob": 63}},
        {"knocked": "Ann", "how": "knock", "left-points": {"Ann": 3, "Bob": 63}},
    )
    # 60 and 60 pass 100. The game is worth 100, two boxes are worth 40, and Bob has 0.
    finished = points(game)
    assert Game.objects.get(pk=game.pk).state == "finished"
    assert finished[0] == {"Ann": 60, "Bob": 0}

    correct(phone, game, 1, left_points_2="33")

    assert points(game) == [{"Ann": 30, "Bob": 0}, {"Ann": 60, "Bob": 0}]
    assert Game.objects.get(pk=game.pk).state == "playing"
    assert told(game) == ["two boxes", ""]
    correct(phone, game, 1, left_points_2="63")
    assert points(game) == finished


def test_an_opening_follows_the_total(phone, group):
    game = GameFactory(group=group, variant="canasta-singles", names=("Ann", "Bob"))
    entry = {
        "out": "Ann",
        "melds": {"Ann": 900, "Bob": 50},
        "natural": {"Ann": 1},
        "held-points": {"Ann": 0, "Bob": 20},
    }
    play(game, entry)
    # 900, 500 for the canasta and 100 for going out make 1500.
    assert points(game) == [{"Ann": 1500, "Bob": 30}]
    assert told(game) == ["initial meld 90", "initial meld 50"]

    correct(phone, game, 1, melds_1="895")

    assert points(game) == [{"Ann": 1495, "Bob": 30}]
    assert told(game) == ["initial meld 50", "initial meld 50"]


def test_a_new_player_starts_where_the_table_says(phone, group):
    game = GameFactory(group=group, variant="spades-solo", names=("Ann", "Bob", "Cai"))
    page = get(phone, f"{at(game)}table/")
    action = f"{at(game)}table/join/"

    phone.post(action, page.form(action) | {"name": "Dee", "start": "250"})
    entry = {
        "bid": {"Ann": 3, "Bob": 3, "Cai": 3, "Dee": 3},
        "tricks": {"Ann": 3, "Bob": 3, "Cai": 3, "Dee": 4},
    }
    send(phone, f"{at(game)}rounds/1/", entry_texts(entry, KEYS))

    assert points(game) == [{"Ann": 30, "Bob": 30, "Cai": 30, "Dee": 31}]
    assert pad_of(get(phone, at(game)))[-2] == ["Total", "30", "30", "30", "281"]


# Scoring everything again


def test_scoring_again_changes_no_row_of_games_that_look_back(spades, pool, phases):
    before = rows()
    said = StringIO()

    call_command("rescore", stdout=said)

    assert said.getvalue() == "Deals rescored: 7, changed: 0.\n"
    assert rows() == before


def test_scoring_again_mends_what_the_table_is_told(spades, pool, phases):
    spades.refresh_from_db()
    before, version = rows(), spades.version
    Side.objects.update(status={"code": "text", "text": "as rich as Croesus"})
    Score.objects.filter(round__game=spades, round__deal=2).update(points=999)
    said = StringIO()

    call_command("rescore", stdout=said)

    assert said.getvalue() == "Deals rescored: 7, changed: 1.\n"
    # The game has changed since the players last saw it.
    spades.refresh_from_db()
    assert spades.version == version + 1
    Game.objects.filter(pk=spades.pk).update(version=version)
    assert Change.objects.filter(kind="rescore").delete()[0] == 1
    assert rows() == before
