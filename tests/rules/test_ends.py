"""Every way in which a game can end, and who wins."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.game import Standing, decided_by, ends_when_stopped
from rules.engine.seating import Entrant
from tests.rules.played import standings


def rules_with(players=None, **end):
    """Return Contract Rummy with its seven deals and a different end."""
    patches = {"end": end} | ({"players": players} if players else {})
    return catalogue().variant("contract-rummy").ruleset(patches=patches)


def game(end, *deals, sides="abc", **said):
    """Return the state after ``deals``, each a list of points for a, b, c and so on."""
    scored = [dict(zip(sides, points, strict=True)) for points in deals]
    return standings(rules_with(**end), list(sides), scored, **said)


def words(final, **end):
    """Return why a game of Ann, Bob and Cai with this end is over."""
    names = {"a": "Ann", "b": "Bob", "c": "Cai"}
    return decided_by(rules_with(**end), final, names)


def places(stand):
    return {standing.side: standing.place for standing in stand.places}


def still_in(stand):
    return [standing.side for standing in stand.places if standing.is_in]


# A number of deals


def test_a_game_of_fewer_deals_than_are_listed_ends_earlier():
    end = {"deals": 2}

    one, two = game(end, (5, 0, 9)), game(end, (5, 0, 9), (5, 0, 9))

    assert (one.is_over, one.deals_left, one.winners) == (False, 1, ())
    assert (two.is_over, two.deals_left, two.winners) == (True, 0, ("b",))


def test_a_game_of_more_deals_than_are_listed_begins_the_list_again():
    rules = rules_with(deals=9)

    eighth = rules.deal(8)

    assert rules.length == 9
    assert (eighth.number, eighth.sets, eighth.runs) == (8, rules.deal(1).sets, ())
    assert rules.deal(9).contract == rules.deal(2).contract
    with pytest.raises(IndexError):
        rules.deal(10)


def test_the_highest_total_wins_where_points_are_good():
    stand = game({"deals": 1, "wins": "highest"}, (50, 70, 60))

    assert places(stand) == {"a": 3, "b": 1, "c": 2}
    assert stand.winners == ("b",)


def test_a_number_of_deals_ends_a_game_that_nobody_has_brought_to_its_target():
    end = {"deals": 2, "target": 500, "wins": "highest"}

    early, late = game(end, (500, 0, 0)), game(end, (60, 0, 0), (0, 50, 0))

    assert (early.is_over, early.deals_left, early.winners) == (True, 1, ("a",))
    assert (late.is_over, late.deals_left, late.winners) == (True, 0, ("a",))


# A target


def test_a_game_to_a_target_has_no_number_of_deals():
    rules = rules_with(target=500, wins="highest")

    assert rules.length is None
    assert rules.deal(100).contract == rules.deal(2).contract  # 14 x 7 deals have been played
    with pytest.raises(IndexError):
        rules.deal(101)


@pytest.mark.parametrize(
    ("totals", "is_over", "winners"),
    [
        ((499, 0, 0), False, ()),
        ((500, 0, 0), True, ("a",)),
        ((505, 520, 0), True, ("b",)),
        ((520, 520, 0), True, ("a", "b")),
        ((0, -500, 40), False, ()),
    ],
)
def test_who_first_comes_to_the_target_wins(totals, is_over, winners):
    stand = game({"target": 500, "wins": "highest"}, totals)

    assert (stand.is_over, stand.winners, stand.deals_left) == (is_over, winners, None)


@pytest.mark.parametrize(
    ("totals", "is_over", "winners"),
    [
        ((99, 40, 12), False, ()),
        ((100, 40, 12), True, ("c",)),
        ((104, 12, 12), True, ("b", "c")),
        ((104, 104, 104), True, ("a", "b", "c")),
    ],
)
def test_where_points_are_bad_the_lowest_wins_once_somebody_comes_to_the_target(
    totals, is_over, winners
):
    stand = game({"target": 100}, totals)

    assert (stand.is_over, stand.winners) == (is_over, winners)


def test_a_total_may_pass_the_target_and_fall_below_it_again_only_before_it_is_counted():
    # 480, then 530 - 40 in one deal: the total after the deal counts, not the total during it.
    stand = game({"target": 500, "wins": "highest"}, (480, 0, 0), (10, 30, 30))

    assert stand.running[-1] == {"a": 490, "b": 30, "c": 30}
    assert not stand.is_over


def test_while_the_first_place_is_shared_a_game_may_go_on():
    end = {"target": 500, "wins": "highest", "tie_plays_on": True}

    tied = game(end, (510, 510, 500))
    decided = game(end, (510, 510, 500), (0, 10, 30))
    lost = game(end, (510, 510, 500), (-20, -30, 0))

    assert (tied.is_over, tied.leaders, tied.winners) == (False, ("a", "b"), ())
    assert (decided.is_over, decided.winners) == (True, ("c",))
    # 490, 480, 500: only the third has reached the target
    assert (lost.is_over, lost.winners) == (True, ("c",))


def test_a_tie_for_a_lower_place_keeps_nobody_playing():
    stand = game({"target": 500, "wins": "highest", "tie_plays_on": True}, (520, 510, 510))

    assert stand.winners == ("a",)


def test_a_tie_of_the_lowest_keeps_them_playing_too():
    end = {"target": 100, "tie_plays_on": True}

    assert not game(end, (104, 12, 12)).is_over
    assert game(end, (104, 12, 12), (1, 0, 5)).winners == ("b",)


@pytest.mark.parametrize(("sides", "target"), [("ab", 100), ("abc", 150), ("abcd", 200)])
def test_a_target_may_be_so_much_for_each_player_at_the_table(sides, target):
    end = {"target_each": 50, "wins": "highest"}
    nothing = (0,) * (len(sides) - 1)

    below = game(end, (target - 1, *nothing), sides=sides)
    there = game(end, (target, *nothing), sides=sides)

    assert (below.is_over, there.is_over) == (False, True)
    assert rules_with(**end).end.target_for(len(sides)) == target
    assert rules_with(**end).length is None


def test_partners_count_one_by_one_for_such_a_target():
    pairs = {"min": 4, "max": 4, "team": 2}
    rules = rules_with(pairs, target_each=50, wins="highest")

    below = standings(rules, ["1", "2"], [{"1": 199, "2": 0}])
    there = standings(rules, ["1", "2"], [{"1": 200, "2": 0}])

    assert (below.is_over, there.is_over) == (False, True)


@pytest.mark.parametrize(
    ("sides", "target"),
    [
        ([Entrant("a"), Entrant("b"), Entrant("c", left=1)], 100),
        ([Entrant("a"), Entrant("b"), Entrant("c", joined=2)], 150),
        ([Entrant("a"), Entrant("b"), Entrant("c", left=1), Entrant("d", joined=2)], 150),
    ],
    ids=["one left", "one will sit down", "one took another’s place"],
)
def test_such_a_target_is_for_those_who_sit_at_the_table_now(sides, target):
    rules = rules_with(target_each=50, wins="highest")

    below = standings(rules, sides, [{"a": target - 1, "b": 0, "c": 0}])
    there = standings(rules, sides, [{"a": target, "b": 0, "c": 0}])

    assert (below.is_over, there.is_over) == (False, True)
    assert decided_by(rules, there, {"a": "Ann"}) == f"Ann reached {target}"


# A floor


@pytest.mark.parametrize(
    ("totals", "is_over", "winners"),
    [
        ((10, -299, 20), False, ()),
        ((10, -300, 20), True, ("c",)),
        ((-310, -310, -300), True, ("c",)),
        ((500, -40, 20), True, ("a",)),
    ],
)
def test_a_total_that_falls_to_the_floor_ends_the_game_as_a_target_does(totals, is_over, winners):
    stand = game({"target": 500, "floor": -300, "wins": "highest"}, totals)

    assert (stand.is_over, stand.winners) == (is_over, winners)


def test_a_floor_alone_ends_a_game_of_any_number_of_deals():
    end = {"floor": -100, "wins": "highest"}

    assert rules_with(**end).length is None
    assert not game(end, *[(-10, 0, 0)] * 9).is_over
    assert game(end, *[(-10, 0, 5)] * 10).winners == ("c",)


def test_a_tie_at_the_floor_may_go_on():
    end = {"target": 500, "floor": -300, "wins": "highest", "tie_plays_on": True}

    assert not game(end, (20, 20, -300)).is_over
    assert game(end, (20, 21, -300)).winners == ("b",)


# Elimination


def test_the_last_one_below_the_limit_wins():
    end = {"out_at": 101}

    first = game(end, (101, 40, 60))
    second = game(end, (101, 40, 60), (0, 62, 20))

    assert (first.is_over, still_in(first), first.winners) == (False, ["b", "c"], ())
    assert places(first) == {"a": 3, "b": 1, "c": 2}
    assert first.deals_left is None
    assert (second.is_over, still_in(second), second.winners) == (True, ["c"], ("c",))
    assert places(second) == {"a": 3, "b": 2, "c": 1}


def test_who_goes_out_later_is_placed_before_who_went_out_earlier_with_less():
    # c is out with 150 in the second deal, a with 101 in the first
    stand = game({"out_at": 101}, (101, 20, 90), (0, 20, 60))

    assert places(stand) == {"a": 3, "b": 1, "c": 2}


def test_one_point_below_the_limit_is_still_in():
    assert still_in(game({"out_at": 101}, (100, 40, 60))) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("last", "winners", "final"),
    [
        ((0, 70, 65), ("b",), {"a": 3, "b": 1, "c": 2}),  # 110 and 125
        ((0, 70, 50), ("b", "c"), {"a": 3, "b": 1, "c": 1}),  # 110 and 110
    ],
)
def test_when_the_last_two_go_out_together_the_lower_total_wins(last, winners, final):
    stand = game({"out_at": 101}, (120, 40, 60), last)

    assert (stand.is_over, still_in(stand), stand.winners) == (True, [], winners)
    assert places(stand) == final


def test_who_comes_back_with_less_is_in_again():
    end = {"out_at": 101}

    back = game(end, (110, 40, 60), (-30, 0, 5))
    out_again = game(end, (110, 40, 60), (-30, 0, 5), (25, 70, 0))

    assert still_in(back) == ["a", "b", "c"]
    assert places(back) == {"a": 3, "b": 1, "c": 2}
    # a has 105 and b 110: both are out in the same deal
    assert (still_in(out_again), out_again.winners) == (["c"], ("c",))
    assert places(out_again) == {"a": 2, "b": 3, "c": 1}


def test_the_last_one_at_the_table_has_won_when_the_others_left():
    rules = rules_with(out_at=101)
    sides = [Entrant("a", left=1), Entrant("b"), Entrant("c", left=2)]

    one_left = standings(rules, [*sides[:2], Entrant("c")], [{"a": 10, "b": 40, "c": 20}])
    both_left = standings(rules, sides, [{"a": 10, "b": 40, "c": 20}, {"b": 40, "c": 0}])

    assert not one_left.is_over
    assert both_left.winners == ("b",)
    assert places(both_left) == {"a": 3, "b": 1, "c": 2}


# Open end


def test_an_open_game_ends_when_the_table_says_so():
    rules = rules_with(open=True)

    going = game({"open": True}, *[(5, 0, 9)] * 20)
    done = game({"open": True}, *[(5, 0, 9)] * 20, stopped=True)

    assert rules.length is None
    assert (going.is_over, going.deals_left, going.winners) == (False, None, ())
    assert (done.is_over, done.winners) == (True, ("b",))


def test_any_game_may_be_stopped_before_its_end():
    by_deals = game({}, (5, 0, 9), stopped=True)
    to_target = game({"target": 500, "wins": "highest"}, (60, 60, 9), stopped=True)

    assert (by_deals.is_over, by_deals.deals_left, by_deals.winners) == (True, 6, ("b",))
    assert to_target.winners == ("a", "b")


def test_games_without_an_end_of_their_own_end_when_they_are_stopped():
    variants = catalogue().variants
    open_ended = {slug for slug, game in variants.items() if ends_when_stopped(game.standard)}
    with_an_end = [{"target": 50}, {"rounds": 5}]

    assert open_ended == {
        "any-game", "continental-rummy-chips", "cricket-darts", "indian-rummy", "mao", "oh-hell",
        "president", "sergeant-major", "skat", "wizard-style", "word-tiles",
    }  # fmt: skip
    assert not any(ends_when_stopped(variants["any-game"].ruleset(each)) for each in with_an_end)


def test_a_game_stopped_before_its_first_deal_has_no_winner():
    stand = game({"open": True}, stopped=True)

    assert (stand.is_over, stand.leaders, stand.winners) == (False, (), ())


def test_a_game_without_a_fixed_end_is_over_with_the_last_deal_that_a_pad_holds():
    last = game({"open": True}, *[(5, 0, 9)] * 100)

    assert not game({"open": True}, *[(5, 0, 9)] * 99).is_over
    assert (last.is_over, last.winners, last.deals_left) == (True, ("b",), None)
    assert words(last, open=True) == "A score pad holds at most 100 deals"


def test_a_target_that_nobody_came_to_plays_no_deal_beyond_the_pad():
    end = {"target": 500, "wins": "highest", "tie_plays_on": True}

    nobody = game(end, *[(4, 4, 0)] * 100)
    tied = game(end, *[(5, 5, 0)] * 100)

    assert (nobody.is_over, nobody.winners) == (True, ("a", "b"))
    assert words(nobody, **end) == "A score pad holds at most 100 deals"
    assert (tied.is_over, tied.winners) == (True, ("a", "b"))
    assert words(tied, **end) == "Ann and Bob reached 500"


def test_a_game_of_a_hundred_deals_ends_as_it_was_meant_to():
    last = game({"deals": 100}, *[(5, 0, 9)] * 100)

    assert (last.is_over, last.deals_left) == (True, 0)
    assert words(last, deals=100) == ""


# Won by a deal


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ({"b": ("won",), "c": ("out",)}, "Bob reached 500"),
        ({"a": ("won",), "b": ("won",)}, "Ann and Bob reached 500"),
        ({"c": ("won",)}, ""),
        ({"b": ("out",)}, "Ann and Bob reached 500"),
        ({}, "Ann and Bob reached 500"),
    ],
)
def test_who_won_outright_ended_the_game_and_nobody_else(marks, said):
    end = {"target": 500, "wins": "highest"}

    final = game(end, (700, 500, 0), marks=[marks])

    assert words(final, **end) == said


def test_a_target_that_must_be_claimed_ends_nothing_by_itself():
    end = {"target": 500, "claimed": True, "wins": "highest"}

    reached = game(end, (700, 510, 0))
    claimed = game(end, (700, 510, 0), won=["b"])

    assert rules_with(**end).length is None
    assert (reached.is_over, reached.winners) == (False, ())
    assert (claimed.is_over, claimed.winners) == (True, ("b",))
    assert places(claimed) == {"a": 2, "b": 1, "c": 3}


def test_a_floor_beside_a_claimed_target_still_ends_the_game():
    end = {"target": 500, "floor": -300, "claimed": True, "wins": "highest"}

    assert game(end, (700, -300, 0)).winners == ("a",)


def test_a_side_that_a_deal_lets_win_wins_whatever_the_totals():
    stand = game({}, (0, 5, 90), won=["c"])

    assert (stand.is_over, stand.winners) == (True, ("c",))
    assert stand.places == (Standing("a", 0, 2), Standing("b", 5, 3), Standing("c", 90, 1))


def test_two_sides_that_a_deal_lets_win_share_the_first_place():
    stand = game({"target": 500, "wins": "highest"}, (0, 5, 90), won=["c", "a"])

    assert stand.winners == ("a", "c")
    assert places(stand) == {"a": 1, "b": 3, "c": 1}


def test_a_side_that_is_out_may_win_with_a_deal():
    stand = game({"out_at": 101}, (101, 40, 60), won=["a"])

    assert stand.winners == ("a",)


# Joining late, leaving early


def test_who_joins_later_begins_with_a_total_and_has_no_earlier_column():
    sides = [Entrant("a"), Entrant("b"), Entrant("c", start=12, joined=3)]
    deals = [{"a": 5, "b": 0}, {"a": 0, "b": 20}, {"a": 4, "b": 0, "c": 7}]

    waiting = standings(rules_with(), sides, deals[:2])
    playing = standings(rules_with(), sides, deals)

    assert waiting.running == ({"a": 5, "b": 0}, {"a": 5, "b": 20})
    assert waiting.places == (Standing("a", 5, 1), Standing("b", 20, 3), Standing("c", 12, 2))
    assert playing.running[-1] == {"a": 9, "b": 20, "c": 19}
    assert [row.keys() for row in playing.running] == [{"a", "b"}, {"a", "b"}, {"a", "b", "c"}]
    assert places(playing) == {"a": 1, "b": 3, "c": 2}


def test_a_start_of_the_first_deal_counts_before_and_after_it():
    sides = [Entrant("a", start=10), Entrant("b", start=-5), Entrant("c")]

    before = standings(rules_with(), sides, [])
    after = standings(rules_with(), sides, [{"a": 0, "b": 6, "c": 3}])

    assert before.places == (Standing("a", 10, 3), Standing("b", -5, 1), Standing("c", 0, 2))
    assert before.leaders == ()
    assert after.running == ({"a": 10, "b": 1, "c": 3},)


def test_a_start_counts_towards_the_target():
    sides = [Entrant("a"), Entrant("b"), Entrant("c", start=90, joined=2)]

    stand = standings(rules_with(target=100), sides, [{"a": 9, "b": 8}, {"a": 0, "b": 5, "c": 10}])

    assert (stand.is_over, stand.winners) == (True, ("a",))


def test_who_leaves_keeps_the_column_and_is_placed_last():
    sides = [Entrant("a"), Entrant("b", left=1), Entrant("c")]

    stand = standings(rules_with(), sides, [{"a": 5, "b": 0, "c": 9}, {"a": 6, "c": 0}])

    assert stand.running == ({"a": 5, "b": 0, "c": 9}, {"a": 11, "b": 0, "c": 9})
    assert stand.places == (
        Standing("a", 11, 2),
        Standing("b", 0, 3, is_in=False),
        Standing("c", 9, 1),
    )
    assert stand.leaders == ("c",)


def test_of_those_who_left_the_later_one_is_placed_first():
    sides = [Entrant("a", left=1), Entrant("b", left=2), Entrant("c"), Entrant("d", left=2)]
    deals = [dict.fromkeys("abcd", 10), {"b": 30, "c": 50, "d": 20}, {"c": 50}]

    stand = standings(rules_with(), sides, deals)

    assert places(stand) == {"a": 4, "b": 3, "c": 1, "d": 2}


def test_who_left_wins_nothing_at_the_end():
    sides = [Entrant("a"), Entrant("b", left=1), Entrant("c")]

    stand = standings(rules_with(deals=2), sides, [{"a": 5, "b": 0, "c": 9}, {"a": 6, "c": 9}])

    assert stand.winners == ("a",)


@pytest.mark.parametrize(
    ("slug", "totals", "still_in"),
    [
        ("indian-rummy-pool-101", [95, 101, 60], [True, False, True]),
        ("indian-rummy-pool-201", [200, 201, 260], [True, False, False]),
    ],
    ids=["pool of 101", "pool of 201"],
)
def test_a_pool_player_is_out_on_reaching_the_limit(slug, totals, still_in):
    points = dict(zip("abc", totals, strict=True))

    stand = standings(catalogue().variant(slug).standard, list(points), [points])

    assert [standing.is_in for standing in stand.places] == still_in
