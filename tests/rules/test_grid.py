import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import Card, Rank
from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryField, Problem
from rules.engine.inputs import CardsLeft, OneSide
from rules.engine.replay import uses_past
from rules.engine.schemes import Mark
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.transcript import entry_texts, keys_of, table_of

HOW_TYPED = "Enter cards by column, or by row with / in between."

TWO = ("Ann", "Bob")
THREE = ("Ann", "Bob", "Cai")
GOLF, COLUMNS = "golf", "column-golf"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def rules(slug, options=None, patches=None):
    return catalogue().variant(slug).ruleset(options, patches)


def golf(cards, **options):
    """Return the points for a grid of these cards."""
    entry = {"grid-cards": {"Ann": cards}, "grid-points": {"Bob": 0}}
    return points(GOLF, entry, names=TWO, options=options)["Ann"]


def round_of(ended, **sums):
    return {"ended": ended, "grid-points": sums}


# The worked examples in rule books


def test_example_golf_columns_sevens_king_four_two_queen():
    assert golf("7 7 K 4 2 Q") == 12


def test_example_skyjo_grid_of_four_cards():
    # The other columns are removed or count 0.
    entry = {"ended": "Ann", "grid-cards": {"Ann": "5 0 -2 9 0 0"}, "grid-points": {"Bob": 20}}

    assert points(COLUMNS, entry, names=TWO) == {"Ann": 12, "Bob": 20}


def test_example_skyjo_closer_beaten_with_twelve():
    assert points(COLUMNS, round_of("Ann", Ann="5+0-2+9", Bob=11), names=TWO) == {
        "Ann": 24,
        "Bob": 11,
    }


# Scoring


@pytest.mark.parametrize(
    ("cards", "scored"),
    [
        ("K K K K A A", 0),
        ("K A 2 3 4 5", 0 + 1 - 2 + 3 + 4 + 5),
        ("6 7 8 9 10 J", 6 + 7 + 8 + 9 + 10 + 10),
        ("2 2 K A K A", 2),
        ("2 K 2 A 3 3", -2 + 0 - 2 + 1),
        ("QS QH JS JH 10S 10H", 0),
        ("Q J Q J Q J", 60),
    ],
)
def test_equal_cards_in_a_column_count_nothing(cards, scored):
    assert golf(cards) == scored


@pytest.mark.parametrize(
    ("cards", "options", "scored"),
    [
        ("7 K 2 / 7 4 Q", {}, 12),  # 7 over 7, K over 4, 2 over Q
        ("7 K 2/7 4 Q", {}, 12),
        ("7 K 2 7 4 Q", {}, 26),  # by columns: 7 + 0 - 2 + 7 + 4 + 10
        ("3xK / A A K", {}, 2),
        ("5 9 / 5 8", {"four-card": True}, 17),
        ("4 5 6 / 4 5 7 / 4 6 6", {"nine-card": True}, 16 + 19),
        ("7 K 2 / 4 Q 7", {"pairs-anywhere": True}, 0 - 2 + 4 + 10),
    ],
)
def test_cards_may_be_typed_row_by_row_as_they_lie(cards, options, scored):
    assert golf(cards, **options) == scored


def test_rows_may_be_typed_without_the_columns_that_are_gone():
    entry = {"ended": "Ann", "grid-cards": {"Ann": "5 9 / 0 0 / -2 0"}, "grid-points": {"Bob": 20}}

    assert points(COLUMNS, entry, names=TWO) == {"Ann": 12, "Bob": 20}


@pytest.mark.parametrize("cards", ["7 K 2 / 7 4", "7 7 / K 4 / 2 Q", "7 K 2 7 4 Q /"])
def test_rows_that_make_no_grid_are_refused(cards):
    entry = {"grid-cards": {"Ann": cards}, "grid-points": {"Bob": 0}}

    (problem,) = refusals(GOLF, entry, names=TWO)

    assert problem.message == (
        f"Ann: “{cards}” isn’t 2 rows of equal length. Enter / only between rows, or leave it out."
    )


def test_every_line_says_what_the_columns_come_to():
    entry = {"grid-cards": {"Ann": "7S 7D K 4 2 Q"}, "grid-points": {"Bob": "10+10+1"}}

    assert deal(GOLF, entry, names=TWO) == {
        "Ann": (12, "7♠ 7♦ K 4 2 Q: 0 + 4 + 8"),
        "Bob": (21, "10+10+1, entered as a total"),
    }


@given(st.permutations([*RANKS, *RANKS]).map(lambda cards: cards[:6]))
def test_a_grid_is_the_sum_of_its_columns(cards):
    worth = rules(GOLF).scoring.values
    columns = [cards[0:2], cards[2:4], cards[4:6]]

    scored = golf(" ".join(cards))

    assert scored == sum(worth[a] + worth[b] for a, b in columns if a != b)


@pytest.mark.parametrize(
    ("options", "cards", "scored"),
    [
        ({"joker-minus-5": True}, "JK K 2 K 2 2", -5 + 2),
        ({"joker-minus-5": True}, "JK JK K K A A", 0),
        ({"four-card": True}, "7 7 2 Q", 8),
        ({"nine-card": True}, "7 7 7 K K 3 2 2 2", 3),
        ({"nine-card": True}, "7 7 6 K K 3 2 2 5", 20 + 3 + 1),
        ({"nine-card": True, "joker-minus-5": True}, "JK 7 7 K K K 2 2 5", 9 + 9),
        ({"pairs-anywhere": True}, "7 K 7 4 2 Q", 0 + 4 - 2 + 10),
        ({"pairs-anywhere": True}, "7 7 7 4 4 4", 7 + 4),
        ({"pairs-anywhere": True}, "2 3 2 3 9 9", 0),
        ({"pairs-anywhere": True, "four-card": True}, "A Q Q A", 0),
        ({"knock": True, "last-turn-for-others": True}, "7 7 K 4 2 Q", 12),
    ],
)
def test_a_table_may_play_another_golf(options, cards, scored):
    assert golf(cards, **options) == scored


@pytest.mark.parametrize(
    ("options", "players", "packs", "jokers", "cards"),
    [
        ({}, 4, 1, 0, 6),
        ({}, 5, 2, 0, 6),
        ({"joker-minus-5": True}, 4, 1, 2, 6),
        ({"joker-minus-5": True}, 8, 2, 4, 6),
        ({"joker-minus-5": True, "nine-card": True}, 3, 1, 2, 9),
        ({"joker-minus-5": True, "nine-card": True}, 4, 2, 4, 9),
        ({"four-card": True}, 8, 2, 0, 4),
        ({"nine-card": True}, 3, 1, 0, 9),
        ({"nine-card": True}, 4, 2, 0, 9),
    ],
)
def test_packs_and_cards_of_golf(options, players, packs, jokers, cards):
    ruleset = rules(GOLF, options)

    deck = ruleset.deck_of(players)
    assert (deck.packs, deck.copies(Card(Rank.JOKER))) == (packs, jokers)
    assert ruleset.cards_dealt(ruleset.deal(1), players) == cards


@pytest.mark.parametrize(("options", "holes"), [({}, 9), ({"eighteen-holes": True}, 18)])
def test_golf_has_nine_holes_or_eighteen(options, holes):
    assert rules(GOLF, options).length == holes


def test_column_golf_has_its_own_pack():
    ruleset = rules(COLUMNS)

    assert len(ruleset.deck_of(2)) == len(ruleset.deck_of(12)) == 150
    assert [ruleset.scoring.values[rank] for rank, _ in ruleset.deck.pack] == list(range(-2, 13))


@pytest.mark.parametrize(
    ("sums", "scored"),
    [
        ({"Ann": 12, "Bob": 13, "Cai": 40}, 12),
        ({"Ann": 12, "Bob": 12, "Cai": 40}, 12),
        ({"Ann": 12, "Bob": 40, "Cai": 11}, 24),
        ({"Ann": 0, "Bob": -1, "Cai": 40}, 0),
        ({"Ann": -3, "Bob": -4, "Cai": 40}, -3),
    ],
)
def test_ending_a_round_without_being_lowest_doubles_what_is_bad(sums, scored):
    assert points(COLUMNS, round_of("Ann", **sums), names=THREE) == sums | {"Ann": scored}


@pytest.mark.parametrize(("bob", "scored"), [(11, 24), (12, 24), (13, 12)])
def test_a_tie_may_double_as_well(bob, scored):
    entry = round_of("Ann", Ann=12, Bob=bob)

    assert points(COLUMNS, entry, names=TWO, options={"tie-doubles": True})["Ann"] == scored


def test_a_table_may_play_without_doubling():
    options = {"no-doubling": True}

    assert points(COLUMNS, {"grid-points": {"Ann": 12, "Bob": 3}}, names=TWO, options=options) == {
        "Ann": 12,
        "Bob": 3,
    }
    assert [asked.id for asked in entry_fields(rules(COLUMNS, options), 1, 2)] == ["grid"]


def test_who_ended_the_round_is_marked_and_told_why():
    ruleset = rules(COLUMNS)
    table = table_of(ruleset, TWO, "Ann")
    texts = entry_texts(round_of("Bob", Ann=3, Bob="5+7"), keys_of(table))

    ann, bob = score_deal(ruleset, 1, report(ruleset, 1, table, texts))

    assert (ann.reason.text, ann.mark) == ("3, entered as a total", Mark.NONE)
    assert (bob.points, bob.reason.text, bob.mark) == (
        24,
        "5+7, entered as a total, not the lowest: × 2",
        Mark.ACHIEVED,
    )


def test_a_whole_grid_or_what_is_left_of_it_counts_the_same():
    whole = {"grid-cards": {"Ann": "3 3 3 5 0 -2 9 9 9 12 11 1"}}
    left = {"grid-cards": {"Ann": "5 0 -2 12 11 1"}}
    others = {"ended": "Bob", "grid-points": {"Bob": 0}}

    assert points(COLUMNS, whole | others, names=TWO)["Ann"] == 27
    assert points(COLUMNS, left | others, names=TWO)["Ann"] == 27


# Errors


def test_a_card_that_the_pack_does_not_have_is_refused():
    entry = {"ended": "Ann", "grid-cards": {"Ann": "13 0 0"}, "grid-points": {"Bob": 4}}

    (problem,) = refusals(COLUMNS, entry, names=TWO)

    assert problem.message.startswith("Ann: “13” isn’t a card. Enter ")


@pytest.mark.parametrize(
    ("slug", "sums"), [(GOLF, (-6, 0, 60)), (COLUMNS, (-17, 0, 140))], ids=[GOLF, COLUMNS]
)
def test_the_lowest_and_the_highest_sum_can_be(slug, sums):
    for total in sums:
        entry = {"grid-points": {"Ann": total, "Bob": 60}}
        entry |= {"ended": "Bob"} if slug == COLUMNS else {}
        assert points(slug, entry, names=TWO)["Ann"] == total


@pytest.mark.parametrize(
    ("names", "options", "low", "high"),
    [
        # Two twos in a column count 0, so each of the three columns has at most one.
        pytest.param(TWO, {}, -6, 60, id="a-two-in-each-column"),
        pytest.param(("Ann", "Bob", "Cai", "Dee", "Eve"), {}, -6, 60, id="two-packs"),
        # A column of three may have two twos, so all four of the pack count.
        pytest.param(TWO, {"nine-card": True}, -8, 90, id="three-rows"),
        pytest.param(TWO, {"four-card": True}, -4, 40, id="two-columns"),
        pytest.param(TWO, {"joker-minus-5": True}, -10, 60, id="two-jokers"),
        # Matching cards cancel out, so each rank counts once: a two, or Q J 10 9 8 7.
        pytest.param(TWO, {"pairs-anywhere": True}, -2, 54, id="pairs"),
    ],
)
def test_matching_cards_limit_a_total(names, options, low, high):
    rest = dict.fromkeys(names[1:], 5)

    for total in (low, high):
        entry = {"grid-points": {"Ann": total} | rest}
        assert points(GOLF, entry, names=names, options=options)["Ann"] == total
    for total in (low - 1, high + 1):
        (found,) = refusals(
            GOLF, {"grid-points": {"Ann": total} | rest}, names=names, options=options
        )
        assert (found.code, found.input) == ("impossible-total", "grid-points-1")


def test_a_total_may_include_a_penalty_for_a_wrong_knock():
    entry = {"grid-points": {"Ann": 61, "Bob": 5}}
    all_high = {"grid-points": dict.fromkeys(("Ann", "Bob", "Cai", "Dee"), 60)}
    options = {"knock": True}

    assert refusals(GOLF, entry, names=TWO, options=options) == [
        Problem(
            "impossible-total",
            "No grid comes to 61: the highest is 60. Does Ann’s total include a penalty?",
            "grid-points-1",
            warning=True,
        )
    ]
    (problem,) = refusals(GOLF, all_high, options=options)
    assert problem.message == (
        "The totals come to 240 in all, but the cards allow only 216. Do they include a penalty?"
    )
    assert problem.warning
    (low,) = refusals(GOLF, {"grid-points": {"Ann": -7, "Bob": 5}}, names=TWO, options=options)
    assert not low.warning


def test_all_grids_share_the_low_cards():
    # One pack has four twos, so four grids come to at least −8.
    lowest = {"grid-points": {"Ann": -6, "Bob": -2, "Cai": 0, "Dee": 0}}
    lower = {"grid-points": {"Ann": -6, "Bob": -6, "Cai": -6, "Dee": -6}}

    assert sum(points(GOLF, lowest).values()) == -8
    # The highest 24 cards: twelve that count 10, and the 9s, 8s and 7s.
    assert refusals(GOLF, lower) == [
        Problem(
            "impossible-sum",
            "The totals come to −24 in all, but the cards allow only −8 to 216. Check them.",
            "grid-points-1",
        )
    ]


def test_the_twos_of_another_grid_are_gone():
    entry = {"grid-cards": {"Bob": "2 K 2 K 2 K"}, "grid-points": {"Ann": -4}}

    (found,) = refusals(GOLF, entry, names=TWO)

    assert found.message == (
        "No grid comes to −4: the lowest is −2 and the highest 60. Check Ann’s total."
    )


# Fields and facts


def test_a_form_asks_for_the_grid_and_who_ended_the_round():
    ranks = tuple(rules(COLUMNS).scoring.values)

    assert entry_fields(rules(COLUMNS), 1, 2) == (
        EntryField("ended", "Who ended the round", OneSide("Ended")),
        EntryField("grid", "Grid", CardsLeft(ranks, False, 3, "column"), "side", hint=HOW_TYPED),
    )
    (grid,) = entry_fields(rules(GOLF), 1, 2)
    assert (grid.points_each, grid.kind.rows, grid.kind.cancel) == (True, 2, "column")


def test_where_equal_cards_cancel_anywhere_their_order_needs_no_word():
    (grid,) = entry_fields(rules(GOLF, {"pairs-anywhere": True}), 1, 2)

    assert (grid.hint, grid.kind.cancel) == ("", "pairs")


def test_no_earlier_round_bears_on_a_grid():
    assert not uses_past(rules(GOLF))


@each_row
def test_facts_tell_the_grid(slug, options, told):
    found = {fact.key: fact.text for fact in facts(rules(slug, options))}

    assert {key: found[key] for key in told} == told
