"""Quotas: every worked example, form and error of Sergeant Major."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport
from rules.engine.errors import CatalogueError
from rules.engine.replay import uses_past
from rules.engine.schemes import Mark
from rules.reference.facts import facts
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import past_of, report, score_deal
from tests.rules.statuses import status
from tests.rules.transcript import entry_texts, keys_of, table_of

THREE = ("Ann", "Bob", "Cai")
FOUR = (*THREE, "Dee")
PAIR = {"quota-9-5-2": True, "end-10-points": True}
GAMES = {"end-18-deals": True}


def taken(*tricks, names=THREE, **more):
    """Return an entry with each player’s tricks, in seating order."""
    return {"tricks": dict(zip(names, tricks, strict=True))} | more


def scored(*tricks, names=THREE, **kwargs):
    """Return each player’s points, in seating order."""
    return list(
        points("sergeant-major", taken(*tricks, names=names), names=names, **kwargs).values()
    )


def refused(entry, **kwargs):
    found = refusals("sergeant-major", entry, **({"names": THREE} | kwargs))
    return [(problem.message, problem.input) for problem in found]


@pytest.mark.parametrize(
    ("options", "tricks", "expected"),
    [
        pytest.param({}, (10, 3, 3), [2, -2, 0], id="dealer-10-left-3-right-3-adds-to-zero"),
        pytest.param(PAIR, (7, 6, 3), [-2, 1, 1], id="9-5-2-dealer-7-left-6-right-3"),
        pytest.param({}, (12, 2, 2), [4, -3, -1], id="dealer-12-is-4-up"),
    ],
)
def test_a_worked_example_counts_as_it_says(options, tricks, expected):
    assert scored(*tricks, options=options) == expected
    assert sum(expected) == 0


def test_twelve_tricks_win_at_once():
    rules = catalogue().variant("sergeant-major").standard
    table = table_of(rules, THREE, "Ann")
    texts = entry_texts(taken(12, 2, 2), keys_of(table))

    lines = score_deal(rules, 1, report(rules, 1, table, texts))

    assert [(line.points, line.reason.text, line.mark) for line in lines] == [
        (4, "12 tricks, quota 8, wins the game", Mark.WON),
        (-3, "two tricks, quota 5", Mark.NONE),
        (-1, "two tricks, quota 3", Mark.NONE),
    ]


def test_reaching_the_quota_is_marked():
    rules = catalogue().variant("sergeant-major").standard
    table = table_of(rules, THREE, "Ann")
    texts = entry_texts(taken(8, 6, 2), keys_of(table))

    lines = score_deal(rules, 1, report(rules, 1, table, texts))

    assert [line.mark for line in lines] == [Mark.ACHIEVED, Mark.ACHIEVED, Mark.NONE]


@pytest.mark.parametrize(
    ("dealer", "expected"), [("Ann", [-2, 0, 2]), ("Bob", [3, -3, 0]), ("Cai", [1, 2, -3])]
)
def test_the_quotas_move_on_with_the_deal(dealer, expected):
    assert scored(6, 5, 5, dealer=dealer) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"Ann": "quota 8", "Bob": "quota 5", "Cai": "quota 3"}),
        ({"quota-9-5-2": True}, {"Ann": "quota 9", "Bob": "quota 5", "Cai": "quota 2"}),
    ],
)
def test_a_reason_names_the_quota(options, expected):
    told = deal("sergeant-major", taken(6, 5, 5), names=THREE, options=options)

    assert {name: because.split(", ")[1] for name, (_, because) in told.items()} == expected


@pytest.mark.parametrize(
    ("options", "tricks", "expected"),
    [
        ({"quota-9-5-2": True}, (9, 5, 2), [0, 0, 0]),
        ({"quota-8-6-3": True}, (8, 6, 3), [0, 0, 0]),
        ({"quota-8-6-3": True}, (10, 4, 3), [2, -2, 0]),
        ({"quota-9-5-3": True}, (9, 5, 3), [0, 0, 0]),
        ({"quota-9-5-3": True}, (8, 5, 4), [-1, 0, 1]),
    ],
    ids=str,
)
def test_a_form_has_its_own_quotas(options, tricks, expected):
    assert scored(*tricks, options=options) == expected


@pytest.mark.parametrize(
    ("dealer", "expected"),
    [
        ("Ann", [-1, 0, 1, 0]),
        ("Bob", [2, -1, -1, 0]),
        ("Cai", [2, 2, -2, -2]),
        ("Dee", [0, 2, 1, -3]),
    ],
)
def test_four_players_have_quotas_too(dealer, expected):
    assert scored(4, 4, 3, 2, names=FOUR, dealer=dealer) == expected


@pytest.mark.parametrize(
    ("options", "names", "cards", "pack"),
    [
        ({}, THREE, 16, 52),
        ({}, FOUR, 13, 52),
        ({"quota-9-5-2": True}, THREE, 16, 52),
        ({"quota-8-6-3": True}, THREE, 17, 51),
        ({"quota-9-5-3": True}, THREE, 17, 52),
    ],
    ids=str,
)
def test_the_pack_and_the_cards_are_those_of_the_form(options, names, cards, pack):
    rules = catalogue().variant("sergeant-major").ruleset(options)

    assert rules.cards_dealt(rules.deal(1), len(names)) == cards
    assert len(rules.deck_of(len(names))) == pack


def split(total, players):
    """Return a strategy for numbers of tricks, one for each player, that add up to ``total``."""
    cuts = st.lists(st.integers(0, total), min_size=players - 1, max_size=players - 1)
    return cuts.map(
        lambda marks: [
            high - low
            for low, high in zip([0, *sorted(marks)], [*sorted(marks), total], strict=True)
        ]
    )


@given(
    form=st.sampled_from(
        [
            ({}, THREE, 16),
            ({}, FOUR, 13),
            ({"quota-9-5-2": True}, THREE, 16),
            ({"quota-8-6-3": True}, THREE, 17),
            ({"quota-9-5-3": True}, THREE, 17),
        ]
    ).flatmap(lambda form: st.tuples(st.just(form), split(form[2], len(form[1])))),
    turn=st.integers(0, 3),
)
def test_a_hand_adds_up_to_nothing(form, turn):
    (options, names, _), tricks = form

    expected = scored(*tricks, names=names, options=options, dealer=names[turn % len(names)])

    assert sum(expected) == 0


@given(tricks=split(16, 3), turn=st.integers(0, 2))
def test_fewest_tricks_turns_the_count_round(tricks, turn):
    kwargs = {"names": THREE, "dealer": THREE[turn], "options": GAMES}

    most = points("sergeant-major", taken(*tricks, game="hearts"), **kwargs)
    fewest = points("sergeant-major", taken(*tricks, game="minimum"), **kwargs)

    assert fewest == {name: -scored_points for name, scored_points in most.items()}


def test_blank_is_not_zero_for_anybody():
    assert refused({"tricks": {"Ann": 16}}) == [
        ("No tricks have been entered for Bob. Enter how many, or 0 for none.", "tricks-2"),
        ("No tricks have been entered for Cai. Enter how many, or 0 for none.", "tricks-3"),
    ]


def test_four_players_must_have_thirteen_tricks():
    assert refused(taken(4, 4, 4, 4, names=FOUR), names=FOUR) == [
        ("The tricks add up to 16, but this hand has 13. Check them.", "tricks-1")
    ]


def test_the_tricks_of_a_form_with_more_cards_are_counted():
    assert refused(taken(8, 5, 3), options={"quota-8-6-3": True}) == [
        ("The tricks add up to 16, but this hand has 17. Check them.", "tricks-1")
    ]


def test_the_dealer_has_to_name_a_game():
    assert refused(taken(8, 5, 3), dealer="Bob", options=GAMES) == [
        ("What did Bob name? Choose one of the six games.", "game")
    ]


def test_a_dealer_names_each_game_once():
    before = [taken(8, 5, 3, game="minimum"), taken(8, 5, 3, game="clubs")]
    again = taken(8, 5, 3, game="minimum")

    assert refused(again, options=GAMES, before=before) == [
        (
            (
                "Ann has already named fewest tricks, and each dealer may name a game only once. "
                "Is that right?"
            ),
            "game",
        )
    ]


def test_another_dealer_may_name_the_same_game():
    rules = catalogue().variant("sergeant-major").ruleset(GAMES)
    reports = []
    for number, dealer in enumerate(THREE, 1):
        table = table_of(rules, THREE, dealer)
        texts = entry_texts(taken(8, 5, 3, game="spades"), keys_of(table))
        reports.append(DealReport(number, table, texts))

    assert len(past_of(rules, reports).deals) == 3


def test_a_game_that_there_is_not_is_refused():
    assert refused(taken(8, 5, 3, game="grand"), options=GAMES) == [
        (
            (
                "“grand” isn’t one of the choices. Choose one of these: Clubs, Diamonds, "
                "Hearts, Spades, No trump, Fewest tricks."
            ),
            "game",
        )
    ]


def test_correcting_a_hand_counts_the_later_ones_again():
    assert uses_past(catalogue().variant("sergeant-major").ruleset(GAMES))


def test_sixteen_tricks_win_where_the_table_says_so():
    rules = catalogue().variant("sergeant-major").ruleset({"end-16-tricks": True})
    table = table_of(rules, THREE, "Ann")

    def marks(entry):
        texts = entry_texts(entry, keys_of(table))
        return [line.mark for line in score_deal(rules, 1, report(rules, 1, table, texts))]

    assert marks(taken(15, 1, 0)) == [Mark.ACHIEVED, Mark.NONE, Mark.NONE]
    assert marks(taken(16, 0, 0)) == [Mark.WON, Mark.NONE, Mark.NONE]


ENDS = ["end-10-points", "end-20-points", "end-15-either-way", "end-18-deals"]


@pytest.mark.parametrize("option", ENDS)
def test_an_end_by_points_or_hands_leaves_twelve_tricks_without_a_win(option):
    entry = taken(12, 2, 2) | ({"game": "clubs"} if option == "end-18-deals" else {})
    told = deal("sergeant-major", entry, names=THREE, options={option: True})

    assert told["Ann"] == (4, "12 tricks, quota 8")


@pytest.mark.parametrize(
    ("options", "totals", "over", "winners"),
    [
        ({}, [40, -20, -20], False, ()),
        ({"end-16-tricks": True}, [40, -20, -20], False, ()),
        ({"end-10-points": True}, [9, -4, -5], False, ()),
        ({"end-10-points": True}, [10, -4, -6], True, ("1",)),
        ({"end-10-points": True}, [11, 11, -22], True, ("1", "2")),
        ({"end-20-points": True}, [19, -4, -15], False, ()),
        ({"end-20-points": True}, [20, -5, -15], True, ("1",)),
        ({"end-15-either-way": True}, [14, 0, -14], False, ()),
        ({"end-15-either-way": True}, [15, -1, -14], True, ("1",)),
        ({"end-15-either-way": True}, [8, 7, -15], True, ("1",)),
    ],
    ids=str,
)
def test_a_game_ends_as_the_table_chose(options, totals, over, winners):
    rules = catalogue().variant("sergeant-major").ruleset(options)
    points_of_all = dict(zip("123", totals, strict=True))

    game = standings(rules, list("123"), [points_of_all])

    assert (game.is_over, game.winners) == (over, winners)


def test_a_game_of_18_hands_has_18():
    rules = catalogue().variant("sergeant-major").ruleset(GAMES)

    assert rules.length == 18


@pytest.mark.parametrize(
    "pair",
    [
        ("quota-9-5-2", "quota-8-6-3"),
        ("quota-9-5-3", "quota-9-5-2"),
        ("end-16-tricks", "end-10-points"),
        ("end-15-either-way", "end-18-deals"),
    ],
)
def test_forms_exclude_each_other(pair):
    with pytest.raises(CatalogueError, match=r"can’t be used together\. Choose one\.$"):
        catalogue().variant("sergeant-major").ruleset(dict.fromkeys(pair, True))


@pytest.mark.parametrize("option", ["kitty-first", "no-trump-allowed", "must-trump"])
def test_a_house_rule_of_play_is_recorded_and_changes_no_points(option):
    rules = catalogue().variant("sergeant-major").ruleset({option: True})

    assert rules.options == {option: True}
    assert scored(10, 3, 3, options={option: True}) == [2, -2, 0]


def told_after(*hands, options=None):
    rules = catalogue().variant("sergeant-major").ruleset(options)
    table = table_of(rules, THREE, "Ann")
    keys = keys_of(table)
    reports = [DealReport(n, table, entry_texts(hand, keys)) for n, hand in enumerate(hands, 1)]
    said = status(rules, table, past_of(rules, reports))
    return {side.name: said[side.key] for side in table.sides if side.key in said}


def test_the_table_is_told_who_swaps_cards_before_the_next_hand():
    assert told_after() == {}
    assert told_after(taken(10, 4, 2)) == {
        "Ann": "swaps two cards",
        "Bob": "gives up one card",
        "Cai": "gives up one card",
    }
    assert told_after(taken(10, 4, 2), taken(8, 5, 3)) == {}


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        (
            {},
            [
                ("Quotas with 3 players", "dealer 8, left 5, right 3"),
                ("Quotas with 4 players", "dealer 5, left 4, opposite 2, right 2"),
                ("Each trick over or under the quota", "one point more or less"),
                ("Wins the game at once", "12 tricks or more in one hand"),
            ],
        ),
        (
            GAMES,
            [
                ("Quotas with 3 players", "dealer 8, left 5, right 3"),
                ("Each trick over or under the quota", "one point more or less"),
                ("What each dealer names", "four suits, no trump and fewest tricks, each once"),
            ],
        ),
        (
            PAIR,
            [
                ("Quotas with 3 players", "dealer 9, left 5, right 2"),
                ("Each trick over or under the quota", "one point more or less"),
            ],
        ),
    ],
    ids=str,
)
def test_the_facts_tell_quotas_and_end(options, rows):
    told_facts = facts(catalogue().variant("sergeant-major").ruleset(options))

    players = [fact.key for fact in told_facts].index("players")
    assert [(fact.label, fact.text) for fact in told_facts[:players]] == rows
