"""Entries that can’t be true, each beside the most extreme one that can."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.errors import CatalogueError
from tests.rows import each_row
from tests.rules.played import points

TWO, THREE = ("Ann", "Bob"), ("Ann", "Bob", "Cai")
FOUR = (*THREE, "Dee")
US, THEM = "Ann & Cai", "Bob & Dee"
RAMSCH = {"ramsch": True}
KEEPS_MELD = {"keep-meld-when-set": True}
TAKER = {"low-to-taker": True}


def pinochle(ours=130, *, meld=190, **more):
    """Return a hand of Pinochle in which Ann & Cai have these trick points and this meld."""
    entry = {"meld": {US: meld, THEM: 40}, "tricks": {US: ours, THEM: 250 - ours}}
    return entry | (more or {"made": US})


def set_back(bid, theirs, **ours):
    """Return a hand in which Ann & Cai missed ``bid``, and the others took ``theirs``."""
    melds = {"meld": {THEM: 20} | ours}
    return {"missed": US, "bid": bid, "tricks": {THEM: theirs}} | melds


def chinchon(ann, bob=0, **more):
    return {"closed": "Ann", "left-points": {"Ann": ann, "Bob": bob}} | more


def smudge(low):
    names = dict.fromkeys(("high", "jack", "game"), US)
    return {"pitcher": US, "bid": "smudge", "every-trick": True, "low": low} | names


def burraco(**more):
    entry = {"melds": {US: 300, THEM: 100}, "held-points": {US: 0, THEM: 50}, "dirty": {US: 1}}
    return entry | more


def cribbage(ann, bob, crib):
    return {"pegging": {"Ann": 2, "Bob": 3}, "hand": {"Ann": ann, "Bob": bob}, "crib": crib}


def nertz(middle, pile):
    return {"called": "Ann", "middle": {"Ann": 30, "Bob": middle}, "pile": {"Bob": pile}}


def each(field, *numbers):
    """Return an entry with these numbers for Ann, Bob and so on."""
    return {field: dict(zip(FOUR, numbers, strict=False))}


@pytest.mark.parametrize(
    ("slug", "names", "options", "entry", "scored"),
    [
        ("chinchon", TWO, {}, chinchon(5, 70), (5, 70)),
        ("chinchon", TWO, {}, chinchon(0, 67), (0, 67)),
        # Face cards by number: four kings (48) and three queens (33).
        ("chinchon", TWO, {"faces-by-number": True}, chinchon(5, 81), (5, 81)),
        (
            *("chinchon", THREE, {}),
            {"closed": "Ann", "left-points": {"Ann": 3, "Bob": 70, "Cai": 64}},
            (3, 70, 64),
        ),
        ("skat", THREE, RAMSCH, each("ramsch", 60, 60, 0) | {"virgin": True}, (-120, -120, 0)),
        ("skat", THREE, RAMSCH, each("ramsch", 118, 2, 0), (-118, 0, 0)),
        # Eight aces (1000) and a double pinochle (300) beside eight kings (800) and two royal and
        # two other marriages (120).
        ("pinochle", FOUR, {}, pinochle(130, meld=2220), (2350, 160)),
        ("pinochle", FOUR, {"counter-scheme": True}, pinochle(248), (438, 42)),
        ("pinochle", FOUR, KEEPS_MELD, set_back(300, 160, **{US: 200}), (-100, 180)),
        ("pinochle", FOUR, {}, set_back(260, 0, **{THEM: 0}), (-260, 0)),
        (
            *("kentucky-discard", FOUR, {}),
            {"missed": US, "bid": 100, "points": {THEM: 25}},
            (-100, 25),
        ),
        ("burraco", FOUR, {}, burraco(closed=US), (500, 50)),
        ("burraco", FOUR, {}, burraco(closed=US, **{"no-pozzetto": {THEM: True}}), (500, -50)),
        ("pitch", FOUR, TAKER, smudge(US), (5, 0)),
        ("pitch", FOUR, {}, smudge(THEM), (-5, 1)),
        ("nertz", TWO, {}, nertz(39, 13), (30, 13)),
        # Ann has J 5 5 5 with the five of her jack’s suit as starter, and Bob has 4 4 6 6.
        ("cribbage", TWO, {}, cribbage(29, 24, 12), (43, 27)),
        ("cribbage", TWO, {}, cribbage(4, 8, 29), (35, 11)),
        ("cricket-darts", TWO, {}, each("points", 180, 150), (180, 150)),
        ("cricket-darts", TWO, {}, each("points", 15, 177), (15, 177)),
        ("cricket-darts", FOUR, {"cut-throat": True}, each("points", 540, 0, 0, 0), (540, 0, 0, 0)),
        ("cricket-darts", FOUR, {"sides-of-two": True}, {"points": {US: 360, THEM: 0}}, (360, 0)),
        (
            *("mexican-train", THREE, {}),
            {"out": "Ann", "left-points": {"Bob": 592, "Cai": 500}},
            (0, 592, 500),
        ),
        ("farkle", TWO, {}, each("banked", 10000, 0), (10000, 0)),
        ("schwimmen", THREE, {}, each("lost", 1, 1, 1), (1, 1, 1)),
        ("schwimmen", THREE, {}, each("lost", 0, 0, 1), (0, 0, 1)),
        ("belote", FOUR, {}, {"takers": US, "tricks": {US: 160, THEM: 2}}, (160, 2)),
        ("klaverjas", FOUR, {}, {"makers": US, "tricks": {US: 2, THEM: 160}}, (0, 162)),
    ],
)
def test_the_most_extreme_possible_entry_is_accepted(slug, names, options, entry, scored):
    assert tuple(points(slug, entry, names=names, options=options).values()) == scored


@each_row
def test_limits_name_items_and_rates_that_exist(slug, patches, sentence):
    with pytest.raises(CatalogueError, match=r"there is no item|“closing” needs") as refused:
        catalogue().variant(slug).ruleset(None, patches)

    assert sentence in str(refused.value)
