"""Games that the sources describe only in part: the group fills in the unknown values."""

import pytest

from rules.engine.cards import read_hand
from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.errors import CatalogueError
from rules.reference.facts import facts
from rules.reference.rule_texts import rule_texts
from rules.reference.statements import StatementKind
from tests.rules.played import deal, points, refusals, score, standings

HANDS = [f"deals.{number}" for number in range(1, 7)]
UNKNOWN = {
    "12-step-rummy": ["scoring.values", "scoring.figures.phases"],
    "zioncheck": ["scoring.values", *HANDS],
    "6-7-8-9-10": ["scoring.values", "deals.5"],
    "crummy-rummy": ["scoring.values"],
    "crummy-rummy-five": ["scoring.values"],
    "hollywood-rummy": ["scoring.values", "deals.7"],
    "toonerville-rook": ["scoring.values"],
}
WITHOUT_VALUES = list(UNKNOWN)
KNOWN = ("zioncheck-family", "california-rummy", "pay-me", "three-thirteen", "five-suit-rummy")
HOUSE_VALUES = {"2-9": 5, "10-K": 10, "A": 15, "Joker": 25}
ROOK_VALUES = {str(number): number for number in range(1, 15)} | {"Rook": 20}
NAMES = ("Ann", "Bob", "Cai", "Dee")


def rules(slug, options=(), patches=None):
    return catalogue().variant(slug).ruleset(dict.fromkeys(options, True), patches)


def house_values(slug):
    """Return values that a group might choose for the cards in the game."""
    if slug == "toonerville-rook":
        return ROOK_VALUES
    jokers = any(size.jokers for size in rules(slug).deck.by_players.values())
    return {rank: worth for rank, worth in HOUSE_VALUES.items() if jokers or rank != "Joker"}


def section(slug, key, ruleset=None):
    found = rule_texts().sections(catalogue().variant(slug), ruleset)
    return next(" ".join(rule.text for rule in part.rules) for part in found if part.key == key)


def marks(slug, anchor):
    """Return the marks of the rules with this anchor."""
    found = rule_texts().sections(catalogue().variant(slug))
    return [rule.statement.mark for part in found for rule in part.rules if rule.anchor == anchor]


def reported(slug, **left):
    """Score a deal in which Ann went out, and the others have these cards."""
    made = {"phase": {"Ann": True}} if slug == "12-step-rummy" else {}
    return {"out": "Ann"} | made | left


@pytest.mark.parametrize("slug", WITHOUT_VALUES)
def test_a_game_says_what_the_table_has_to_say(slug):
    variant = catalogue().variant(slug)

    assert [unknown.path for unknown in variant.unknown] == UNKNOWN[slug]
    assert all(unknown.label for unknown in variant.unknown)
    assert variant.standard.card_values is None


@pytest.mark.parametrize("slug", KNOWN)
def test_a_game_that_is_known_asks_nothing(slug):
    variant = catalogue().variant(slug)

    assert variant.unknown == ()
    assert variant.standard.card_values is not None


@pytest.mark.parametrize("slug", WITHOUT_VALUES)
def test_without_values_a_table_declares_totals(slug):
    entry = reported(slug, **{"left-points": {"Bob": "12+11", "Cai": 7, "Dee": 1}})

    assert points(slug, entry) == {"Ann": 0, "Bob": 23, "Cai": 7, "Dee": 1}


@pytest.mark.parametrize("slug", WITHOUT_VALUES)
def test_without_values_cards_cannot_be_counted(slug):
    entry = reported(slug, **{"left-cards": {"Bob": "5"}, "left-points": {"Cai": 7, "Dee": 1}})

    assert refusals(slug, entry) == [
        Problem(
            "unreadable",
            "Bob: The card values of this game aren’t known. Enter the total instead.",
            "left-cards-2",
        )
    ]


@pytest.mark.parametrize("slug", WITHOUT_VALUES)
def test_the_words_say_that_nobody_knows_the_values(slug):
    assert marks(slug, "scoring-card-values") == [StatementKind.UNSTATED]
    assert any(
        "no source for the card values" in reading for reading in catalogue().variant(slug).readings
    )


@pytest.mark.parametrize("slug", WITHOUT_VALUES)
def test_with_the_values_of_the_table_cards_are_counted(slug):
    entry = reported(
        slug, **{"left-cards": {"Bob": "5 5 10", "Cai": "9"}, "left-points": {"Dee": 5}}
    )
    patches = {"scoring.values": house_values(slug)}

    counted = points(slug, entry, patches=patches, accept_warnings=True)

    worth = {"Bob": 20, "Cai": 9} if slug == "toonerville-rook" else {"Bob": 20, "Cai": 5}
    assert counted == {"Ann": 0, "Dee": 5} | worth


@pytest.mark.parametrize("slug", WITHOUT_VALUES)
def test_values_must_have_every_rank(slug):
    values = house_values(slug)
    last = "Rook" if slug == "toonerville-rook" else "A"

    with pytest.raises(CatalogueError) as refused:
        rules(slug, patches={"scoring.values": {r: v for r, v in values.items() if r != last}})

    name = catalogue().variant(slug).name
    assert str(refused.value) == f"{name}: scoring.values: these cards have no value: {last}"


def test_a_rook_is_a_card_only_of_its_own_pack():
    entry = {"out": "Ann", "left-cards": {"Bob": "rook 14 1", "Cai": "13"}}
    patches = {"scoring.values": ROOK_VALUES}

    assert deal("toonerville-rook", entry, names=NAMES[:3], patches=patches) == {
        "Ann": (0, "went out"),
        "Bob": (35, "Rook 14 1: 20 + 14 + 1"),
        "Cai": (13, "13: 13"),
    }
    too_many = entry | {"left-cards": {"Bob": "4xRook", "Cai": "13"}}
    assert [
        problem.message
        for problem in refusals("toonerville-rook", too_many, names=NAMES[:3], patches=patches)
    ] == ["Bob can’t have four Rooks. The deck has 3."]


@pytest.mark.parametrize(
    ("slug", "patches", "number", "words", "in_sentence"),
    [
        ("6-7-8-9-10", {"deals.5.sets": [3, 3]}, 5, "two sets of 3", "two sets of 3"),
        (
            "6-7-8-9-10",
            {"deals.5.sets": [3], "deals.5.runs": [7]},
            5,
            "one set of 3, one run of 7",
            "one set of 3 and one run of 7",
        ),
        ("zioncheck", {"deals.1.sets": [3, 3]}, 1, "two sets of 3", "two sets of 3"),
        ("zioncheck", {"deals.6.runs": [4, 4, 4]}, 6, "three runs of 4", "three runs of 4"),
    ],
)
def test_the_table_says_the_contract_that_no_source_gives(
    slug, patches, number, words, in_sentence
):
    before, after = rules(slug), rules(slug, patches=patches)

    assert before.contract_words(before.deal(number)) == ""
    assert after.contract_words(after.deal(number)) == words
    assert "whatever you agree on" in section(slug, "contracts")
    assert in_sentence in section(slug, "contracts", after)


def test_the_table_says_how_many_cards_the_seventh_hand_of_hollywood_has():
    before = rules("hollywood-rummy")
    after = rules("hollywood-rummy", patches={"deals.7.cards": 12})

    assert (before.deal(7).cards, after.deal(7).cards) == (0, 12)
    assert {fact.key: fact.text for fact in facts(before)}["cards"] == (
        "11 in hands 1–6; ? in hand 7"
    )


@pytest.mark.parametrize(
    ("slug", "cards"),
    [
        ("12-step-rummy", [13]),
        ("zioncheck", [10, 10, 10, 10, 11, 14]),
        ("zioncheck-family", [11] * 7),
        ("6-7-8-9-10", [10] * 5),
        ("crummy-rummy", [7, 8, 9, 10, 11, 12, 13]),
        ("crummy-rummy-five", [10] * 5),
        ("california-rummy", [13] * 7),
        ("hollywood-rummy", [11, 11, 11, 11, 11, 11, 0]),
        ("toonerville-rook", [12, 12, 12, 12, 12, 12, 12, 12, 15, 16, 14]),
    ],
)
def test_so_many_cards_are_dealt(slug, cards):
    assert [dealt.cards for dealt in rules(slug).deals] == cards


def test_crummy_rummy_deals_70_cards_to_each_in_all():
    assert sum(dealt.cards for dealt in rules("crummy-rummy").deals) == 70


def test_a_run_of_eight_holds_four_wild_cards_at_most():
    assert "it has at most 8 - 4 = 4 wild cards" in section("crummy-rummy", "jokers")


@pytest.mark.parametrize(
    ("slug", "rounds", "total"),
    [
        pytest.param("pay-me", [20, 15, 0], 35, id="pay-me"),
        pytest.param("zioncheck", [20, 34, 31, 0], 85, id="zioncheck"),
        pytest.param("zioncheck-family", [20, 34, 31, 0], 85, id="zioncheck-family"),
        pytest.param("6-7-8-9-10", [0, 15, 25, 0, 40], 80, id="678910-a"),
        pytest.param("6-7-8-9-10", [30, 0, 0, 20, 5], 55, id="678910-b"),
        pytest.param("6-7-8-9-10", [12] * 5, 60, id="678910-five-equal-hands"),
        pytest.param("crummy-rummy", [10, 0, 45, 20], 75, id="crummy-a"),
        pytest.param("crummy-rummy-five", [0, 0, 30, 55, 15], 100, id="crummy-b"),
        pytest.param("california-rummy", [35, 34, 28], 97, id="california"),
        pytest.param("toonerville-rook", [0, 35, 20], 55, id="toonerville-a"),
        pytest.param("toonerville-rook", [40, 0, 15, 60], 115, id="toonerville-b"),
        pytest.param("toonerville-rook", [25, 25, 0, 10, 30], 90, id="toonerville-c"),
    ],
)
def test_rounds_of_an_example_come_to_its_total(slug, rounds, total):
    game = standings(rules(slug), ["ann"], [{"ann": points} for points in rounds])

    assert game.running[-1] == {"ann": total}


@pytest.mark.parametrize(
    ("slug", "higher", "lower", "margin"),
    [("6-7-8-9-10", 80, 55, 25), ("toonerville-rook", 115, 90, 25)],
)
def test_the_lower_total_leads_by_the_margin_of_an_example(slug, higher, lower, margin):
    game = standings(rules(slug), ["ann", "bob"], [{"ann": higher, "bob": lower}])

    assert game.leaders == ("bob",)
    assert game.running[-1]["ann"] - game.running[-1]["bob"] == margin


@pytest.mark.parametrize(
    ("slug", "hand", "worth"),
    [
        pytest.param("zioncheck-family", "K 7 3", 20, id="zioncheck-a"),
        pytest.param("zioncheck-family", "A A 4", 34, id="zioncheck-b"),
        pytest.param("zioncheck-family", "JK 9 2", 31, id="zioncheck-c"),
        pytest.param("california-rummy", "JK 5 5", 35, id="california-a"),
        pytest.param("california-rummy", "A Q 9", 34, id="california-b"),
        pytest.param("california-rummy", "10 8 6 4", 28, id="california-c"),
        pytest.param("contract-rummy", "A 7 7", 29, id="hollywood-other-use-a"),
        pytest.param("contract-rummy", "K 10 4", 24, id="hollywood-other-use-b"),
        pytest.param("contract-rummy", "JK 9", 24, id="hollywood-other-use-c"),
        pytest.param("contract-rummy", "Q J A A", 50, id="hollywood-other-use-d"),
    ],
)
def test_a_hand_of_an_example_costs_what_it_says(slug, hand, worth):
    lines = score(slug, 1, {"out": "1", "left-cards-2": hand, "left-points-3": "5"})

    assert [line.points for line in lines] == [0, worth, 5]


@pytest.mark.parametrize(("hand", "worth"), [("A 7 7", 29), ("K 10 4", 24), ("Q J A A", 50)])
def test_hollywood_rummy_may_use_the_values_of_contract_rummy(hand, worth):
    house = rules("hollywood-rummy", ["contract-rummy-values"])
    classic = rules("contract-rummy").scoring.values

    assert house.card_values.total(read_hand(hand)) == worth
    assert house.scoring.values == {r: v for r, v in classic.items() if r != "Joker"}


@pytest.mark.parametrize(
    ("slug", "option", "read", "before", "after"),
    [
        (
            "zioncheck",
            "may-i-needs-permission",
            lambda r: r.deal(6).special_rules,
            (),
            ("To take the discard out of turn, ask the player whose turn it is for permission.",),
        ),
        (
            "zioncheck-family",
            "four-hands-short",
            lambda r: (r.length, len(r.deals)),
            (7, 7),
            (4, 4),
        ),
        (
            "zioncheck-family",
            "first-player-two-turns",
            lambda r: [len(r.deal(1).special_rules), len(r.deal(7).special_rules)],
            [0, 2],
            [1, 3],
        ),
        ("6-7-8-9-10", "two-decks", lambda r: len(r.deck_of(3)), 52, 104),
        ("crummy-rummy-five", "twos-wild", lambda r: r.deck.wild, (), ("2",)),
        ("crummy-rummy-five", "wilds-at-most-half", lambda r: r.melds.max_wild, None, "half"),
        (
            "california-rummy",
            "rising-deal",
            lambda r: [dealt.cards for dealt in r.deals],
            [13] * 7,
            [0] * 7,
        ),
        ("california-rummy", "ten-contracts", lambda r: r.length, 7, 10),
        ("hollywood-rummy", "aces-not-wild", lambda r: r.deck.wild, ("A",), ()),
        (
            "hollywood-rummy",
            "may-i-when-down",
            lambda r: r.deal(3).special_rules,
            (),
            ("Players who are down may also take the discard out of turn.",),
        ),
        (
            "toonerville-rook",
            "tournament-seating",
            lambda r: r.deal(1).special_rules,
            (),
            ("Players change seats after this round.",),
        ),
    ],
)
def test_a_house_rule_changes_what_it_names(slug, option, read, before, after):
    assert read(rules(slug)) == before
    assert read(rules(slug, [option])) == after


def test_a_short_game_ends_after_the_fourth_hand():
    short = rules("zioncheck-family", ["four-hands-short"])
    hands = [{"ann": 5, "bob": 9}] * 4

    assert not standings(short, ["ann", "bob"], hands[:3]).is_over
    assert standings(short, ["ann", "bob"], hands).winners == ("ann",)
    assert "After hand 4, the lowest total wins." in section("zioncheck-family", "end", short)


def test_the_hands_of_a_short_game_are_those_of_the_long_one():
    both = rules("zioncheck-family", ["four-hands-short", "first-player-two-turns"])

    assert (
        rules("zioncheck-family", ["four-hands-short"]).deals
        == (rules("zioncheck-family").deals[:4])
    )
    assert [deal.notes for deal in both.deals] == [
        ("The first player takes two turns at the start.",)
    ] * 4


@pytest.mark.parametrize(
    ("slug", "players", "cards"),
    [
        ("zioncheck", 2, 108),
        ("zioncheck", 5, 162),
        ("zioncheck", 8, 216),
        ("zioncheck-family", 8, 108),
        ("6-7-8-9-10", 2, 52),
        ("6-7-8-9-10", 4, 104),
        ("crummy-rummy", 2, 54),
        ("crummy-rummy", 3, 108),
        ("crummy-rummy", 7, 216),
        ("crummy-rummy-five", 6, 108),
        ("california-rummy", 8, 108),
        ("hollywood-rummy", 6, 104),
        ("toonerville-rook", 3, 171),
        ("toonerville-rook", 5, 285),
    ],
)
def test_the_packs_of_a_table_have_so_many_cards(slug, players, cards):
    assert len(rules(slug).deck_of(players)) == cards


@pytest.mark.parametrize(
    ("slug", "least", "most"),
    [
        ("12-step-rummy", 2, 9),
        ("zioncheck", 2, 8),
        ("zioncheck-family", 2, 8),
        ("6-7-8-9-10", 2, 4),
        ("crummy-rummy", 2, 8),
        ("crummy-rummy-five", 3, 6),
        ("california-rummy", 3, 8),
        ("hollywood-rummy", 4, 6),
        ("toonerville-rook", 3, 5),
    ],
)
def test_so_many_may_play(slug, least, most):
    players = rules(slug).players

    assert (players.min, players.max) == (least, most)
