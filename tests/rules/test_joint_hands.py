"""Checks of the cards that all hands of a deal need together, against the cards that were dealt.

A deal with more cards than were dealt and bought causes a warning, as for a single hand, because
somebody may have bought once too often. Where nobody can have more cards, it is refused.
"""

import pytest

from rules.engine.entries import Problem
from tests.rules.played import points, refusals

THREE = ("Ann", "Bob", "Cai")


def losers(slug, bob, cai, **kwargs):
    """Return the problems of a deal that Ann ends, with these totals left in hand."""
    entry = {"out": "Ann", "left-points": {"Bob": bob, "Cai": cai}}
    return refusals(slug, entry, names=THREE, **kwargs)


# Shanghai Rummy with three players: eleven cards and two May I? calls of three make 17, so two
# losers have 34: four jokers (200), eight aces (160) and 22 cards of 10 (220) come to 580.


def test_two_losers_may_have_the_34_most_expensive_cards():
    entry = {"out": "Ann", "left-points": {"Bob": 410, "Cai": 170}}

    assert points("shanghai-rummy", entry, names=THREE) == {"Ann": 0, "Bob": 410, "Cai": 170}


@pytest.mark.parametrize(("cai", "cards"), [(175, 35), (300, 47)])
def test_two_losers_cannot_have_more_cards_than_were_dealt_and_bought(cai, cards):
    found = losers("shanghai-rummy", 410, cai)

    assert found == [
        Problem(
            "large-hand",
            f"Bob and Cai would have at least {cards} cards left between them, but 11 dealt and "
            "two May I? calls make at most 17 each. Is that right?",
            "left-points-2",
            warning=True,
        )
    ]


def test_two_losers_without_buys_have_22_cards():
    # Twelve jokers and twos (240), eight aces (120) and two cards of 10 (20) come to 380.
    entry = {"out": "Ann", "left-points": {"Bob": 210, "Cai": 170}}

    assert points("progressive-rummy", entry, names=THREE) == {"Ann": 0, "Bob": 210, "Cai": 170}
    assert losers("progressive-rummy", 210, 205) == [
        Problem(
            "large-hand",
            "Bob and Cai would have at least 26 cards left between them, but only 11 were dealt "
            "to each. Is that right?",
            "left-points-2",
            warning=True,
        )
    ]


def test_the_two_highest_totals_are_compared_although_all_hands_together_would_fit():
    # Three losers have 51 cards, which is enough for 590, but Bob and Cai have only 34.
    entry = {"out": "Ann", "left-points": {"Bob": 410, "Cai": 175, "Dee": 5}}

    found = refusals("shanghai-rummy", entry, names=(*THREE, "Dee"))

    assert [(problem.code, problem.input) for problem in found] == [("large-hand", "left-points-2")]
    assert found[0].message.startswith("Bob and Cai would have at least 35 cards left")


def test_cards_entered_for_others_are_not_available_for_a_total():
    # Bob has all jokers and aces, so 17 of the other cards come to at most 170.
    held = {"out": "Ann", "left-cards": {"Bob": "4xJoker 8xA"}}

    most = points("shanghai-rummy", held | {"left-points": {"Cai": 170}}, names=THREE)
    found = refusals("shanghai-rummy", held | {"left-points": {"Cai": 175}}, names=THREE)

    assert most == {"Ann": 0, "Bob": 360, "Cai": 170}
    assert found == [
        Problem(
            "large-hand",
            "Cai would have 18 cards left, but 11 dealt and two May I? calls make at most 17. "
            "Is that right?",
            "left-points-3",
            warning=True,
        )
    ]


def test_rummy_hands_have_seven_cards_each():
    # Three losers have 21 cards: sixteen of 10 (160) and five others, of which four are nines
    # (36) and one is an eight, come to 204.
    four = (*THREE, "Dee")
    possible = {"out": "Ann", "left-points": {"Bob": 70, "Cai": 70, "Dee": 64}}
    impossible = {"out": "Ann", "left-points": {"Bob": 70, "Cai": 70, "Dee": 65}}

    scored, found = points("rummy", possible, names=four), refusals("rummy", impossible, names=four)

    assert scored == {"Ann": 0, "Bob": 70, "Cai": 70, "Dee": 64}
    assert [problem.message for problem in found] == [
        (
            "Bob, Cai and Dee would have at least 22 cards left between them, but only 7 were "
            "dealt to each. Is that right?"
        )
    ]


def test_gin_hands_have_twenty_cards_between_them():
    # Sixteen cards of 10 (160) and four nines (36) come to 196.
    knock = {"knocked": "Ann", "how": "knock"}
    possible = knock | {"left-points": {"Ann": 100, "Bob": 96}}
    impossible = knock | {"left-points": {"Ann": 100, "Bob": 97}}

    scored = points("gin-rummy", possible, names=THREE[:2], accept_warnings=True)
    found = refusals("gin-rummy", impossible, names=THREE[:2], accept_warnings=True)

    assert scored == {"Ann": 0, "Bob": 14}  # 4 for the difference and 10 for the undercut
    assert [problem for problem in found if not problem.warning] == [
        Problem(
            "too-large-sum",
            "Ann and Bob can’t have 197 between them: 20 cards count at most 196. Check the "
            "totals.",
            "left-points-1",
        )
    ]
