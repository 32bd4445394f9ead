"""Canastas and melds against the deck.

Canasta has two packs and four jokers. A pack comes to 4 × (20 + 5 + 4 × 5 + 6 × 10 + 20) = 500, and
its two red threes to 10. So the cards that can be melded or held come to 2 × 490 + 4 × 50 = 1180.
There are 8 twos and 4 jokers, and 8 cards of each of the eleven ranks from four to ace.
"""

import pytest

from rules.engine.entries import Problem
from tests.rules.played import points, refusals

PAIRS = ("Ann", "Bob", "Cai", "Dee")
US, THEM = "Ann & Cai", "Bob & Dee"


def entry(melds=0, theirs=0, held=0, **counts):
    """Return a deal with these melds of both teams, our hand, and counts as (ours, theirs)."""
    teams = {"melds": {US: melds, THEM: theirs}, "held-points": {US: held, THEM: 0}}
    for item, count in counts.items():
        ours, others = count if isinstance(count, tuple) else (count, 0)
        teams[item.replace("_", "-")] = {US: ours, THEM: others}
    return teams


def errors(slug, said, **kwargs):
    found = refusals(slug, said, names=PAIRS, **kwargs)
    return [problem for problem in found if not problem.warning]


@pytest.mark.parametrize(
    ("slug", "canastas", "least", "options"),
    [
        pytest.param("canasta", {"natural": 3}, 3 * 7 * 5, {}, id="three-natural"),
        pytest.param("canasta", {"natural": 5}, 4 * 7 * 5 + 7 * 10, {}, id="four-ranks-count-5"),
        pytest.param("canasta", {"mixed": 1}, 6 * 5 + 20, {}, id="one-mixed"),
        pytest.param("canasta", {"natural": 1, "mixed": 2}, 35 + 2 * 50, {}, id="both-kinds"),
        pytest.param("canasta", {"wild": 1}, 7 * 20, {"wild-canasta-1000": True}, id="seven-twos"),
        pytest.param(
            "canasta", {"samba": 2}, 2 * (4 * 5 + 3 * 10), {"samba": True}, id="four-to-ten"
        ),
        pytest.param("hand-and-foot", {"clean": 2, "dirty": 1}, 2 * 35 + 50, {}, id="books"),
        pytest.param("hand-and-foot", {"wild": 2}, 14 * 20, {}, id="wild-books"),
    ],
)
def test_canastas_need_the_points_of_their_cards(slug, canastas, least, options):
    # A first meld below the minimum is only a warning.
    enough = entry(melds=least, **canastas)

    found = errors(slug, entry(melds=least - 5, **canastas), options=options)
    scored = points(slug, enough, names=PAIRS, options=options, accept_warnings=True)

    assert [(problem.code, problem.input) for problem in found] == [
        ("needs-more", f"{next(iter(canastas))}-1")
    ]
    assert scored[US] > least


def test_the_message_names_the_canastas_and_the_points():
    one = errors("canasta", entry(melds=50, natural=3))
    both = errors("canasta", entry(melds=50, natural=1, mixed=1))

    assert [problem.message for problem in (*one, *both)] == [
        (
            "“Natural canastas” needs at least 105 under “Cards melded”, but Ann & Cai entered 50. "
            "Check both."
        ),
        (
            "“Natural canastas” and “Mixed canastas” need at least 85 under “Cards melded” "
            "together, but Ann & Cai entered 50. Check them."
        ),
    ]


def test_higher_values_raise_the_points_of_canastas():
    patches = {"scoring.values.4-7": 10}

    assert points("canasta", entry(melds=70, natural=1), names=PAIRS, patches=patches)[US] == 570
    assert [
        problem.message
        for problem in errors("canasta", entry(melds=60, natural=1), patches=patches)
    ] == [
        (
            "“Natural canastas” needs at least 70 under “Cards melded”, but Ann & Cai entered 60. "
            "Check both."
        )
    ]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        pytest.param(
            entry(melds=500, theirs=600, natural=(6, 6)),
            "“Natural canastas” adds up to 12, but the deck has cards for only 11. "
            "Check the numbers.",
            id="a-natural-canasta-of-each-rank",
        ),
        pytest.param(
            entry(melds=500, theirs=600, mixed=(7, 6)),
            "“Mixed canastas” adds up to 13, but the deck has cards for only 12. "
            "Check the numbers.",
            id="a-wild-card-for-each-mixed-canasta",
        ),
        pytest.param(
            # 11 naturals and 4 mixed canastas have 105 cards, of which at most 12 are wild.
            entry(melds=500, theirs=600, natural=(5, 6), mixed=(2, 2)),
            "“Natural canastas” and “Mixed canastas” need at least 93 natural cards in all, but "
            "the deck has 88 that can be melded. Check the numbers.",
            id="more-cards-than-the-deck",
        ),
    ],
)
def test_canastas_need_the_cards_of_the_deck(said, message):
    assert errors("canasta", said) == [Problem("more-than-deck", message, "")]


def test_wild_canastas_leave_few_wild_cards():
    # Seven of the twelve wild cards are in the wild canasta, so five are left.
    options = {"wild-canasta-1000": True}

    found = errors("canasta", entry(melds=600, wild=1, mixed=6), options=options)
    scored = points(
        "canasta",
        entry(melds=600, wild=1, mixed=5),
        names=PAIRS,
        options=options,
        accept_warnings=True,
    )

    assert [problem.message for problem in found] == [
        (
            "“Mixed canastas” and “Wild canastas” need at least 13 wild cards in all, but the deck "
            "has 12. Check the numbers."
        )
    ]
    assert scored[US] == 600 + 1000 + 5 * 300


def test_melds_and_hands_are_not_worth_more_than_the_deck():
    found = errors("canasta", entry(melds=600, theirs=500, held=85))

    assert found == [
        Problem(
            "more-than-whole-deck",
            "The cards melded and left in hand come to 1185 in all, but the entire deck comes to "
            "only 1180. Check the totals.",
            "melds-1",
        )
    ]
    assert points("canasta", entry(melds=600, theirs=500, held=80), names=PAIRS) == {
        US: 520,
        THEM: 500,
    }


def test_cards_held_are_not_melded():
    # Without four jokers, the cards come to 980.
    said = entry(melds=985) | {"held-points": {THEM: 0}, "held-cards": {US: "4xJK"}}

    assert [problem.message for problem in errors("canasta", said)] == [
        (
            "Ann & Cai can’t have 985: the cards for it were entered elsewhere. "
            "The nearest total: 980. Check these hands."
        )
    ]


def test_one_team_cannot_meld_more_than_the_deck():
    assert errors("canasta", entry(melds=1500)) == [
        Problem(
            "impossible-total",
            "No cards melded add up to 1500 in Canasta. The nearest total: 1180. "
            "Check Ann & Cai’s melds.",
            "melds-1",
        )
    ]


def test_red_threes_are_two_for_each_pack():
    # Four players of Hand and Foot use five packs, or six at one and a half for each player.
    most = entry(melds=100, theirs=100, red_laid=(4, 5), red_held=(1, 0))
    more = entry(melds=100, theirs=100, red_laid=(4, 5), red_held=(1, 1))
    larger = {"packs-and-a-half": True}

    assert points("hand-and-foot", most, names=PAIRS)[US] == 100 + 4 * 100 - 100
    assert points("hand-and-foot", more, names=PAIRS, options=larger)[THEM] == 100 + 500 - 100
    assert errors("hand-and-foot", more) == [
        Problem(
            "more-than-deck",
            "“Red threes laid out” and “Red threes left in hand” add up to 11, but the deck has "
            "only 10. Check the numbers.",
            "",
        )
    ]
