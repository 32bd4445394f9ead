"""Entries that can’t be true, each beside the most extreme one that can."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.entries import Problem
from rules.engine.errors import CatalogueError
from tests.rules.played import points, refusals

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
    ("slug", "names", "options", "entry", "sentence"),
    [
        # Seven cards of 10 come to 70. Six come to 60, and no eight or nine makes 68 or 69 of that.
        *(
            ("chinchon", TWO, {}, chinchon(3, total), sentence)
            for total, sentence in (
                (71, "Bob’s hand can’t come to 71: 7 cards count at most 70. Check the total."),
                (
                    69,
                    (
                        "Bob’s hand can’t come to 69: that takes 8 cards, but a hand has 7. The "
                        "nearest totals: 67 and 70. Check the total."
                    ),
                ),
            )
        ),
        # Twelve cards of 10 are in the pack, so 14 cards come to 120 and two sevens.
        (
            *("chinchon", THREE, {}),
            {"closed": "Ann", "left-points": {"Ann": 3, "Bob": 70, "Cai": 65}},
            (
                "Bob and Cai can’t have 135 between them: 14 cards count at most 134. Check the "
                "totals."
            ),
        ),
        *(
            (
                *("skat", THREE, RAMSCH, each("ramsch", *taken) | {"virgin": True}),
                (
                    "Everyone has card points, so everyone took a trick. Untick “someone took no "
                    "trick”, or check the card points."
                ),
            )
            for taken in ((60, 50, 10), (40, 40, 40))
        ),
        (
            *("skat", THREE, RAMSCH, each("ramsch", 70, 49, 1)),
            "Cai can’t have 1 card points: no cards add up to that. Check the number.",
        ),
        (
            *("pinochle", FOUR, {}, pinochle() | {"made": ""}),
            (
                "Nobody is named under “Made the bid” and “Went set”. Choose who it was under "
                "one of them."
            ),
        ),
        (
            *("pinochle", FOUR, {}, pinochle(missed=THEM, made=US, bid=300)),
            "“Made the bid” and “Went set” both name a side, but only one can. Clear one of them.",
        ),
        (
            *("pinochle", FOUR, KEEPS_MELD, set_back(300, 50, **{US: 200})),
            (
                "Ann & Cai has 400 under “Meld” and “Tricks”, which is enough for 300. Check the "
                "numbers, or clear “Went set”."
            ),
        ),
        (
            *("pinochle", FOUR, {}, set_back(250, 0)),
            (
                "Ann & Cai has 250 under “Meld” and “Tricks”, which is enough for 250. Check the "
                "numbers, or clear “Went set”."
            ),
        ),
        (
            *("pinochle", FOUR, {"counter-scheme": True}, pinochle(249)),
            "Ann & Cai can’t have 249 under “Tricks”. Check the number.",
        ),
        (
            *("kentucky-discard", FOUR, {}),
            {"missed": US, "bid": 100, "points": {THEM: 20}},
            (
                "Ann & Cai has 100 under “Points taken”, which is enough for 100. Check the "
                "numbers, or clear “Went set”."
            ),
        ),
        (
            *("burraco", FOUR, {}, burraco(closed=US, **{"no-pozzetto": {US: True}})),
            "Ann & Cai can’t have both “Closed” and “Pozzetto not taken”. Untick one of them.",
        ),
        (
            *("pitch", FOUR, TAKER, smudge(THEM)),
            (
                "Bob & Dee can’t have the point for low: the pitcher took every trick. Untick "
                "this, or mark the pitcher."
            ),
        ),
        (
            *("nertz", TWO, {}, nertz(40, 13)),
            (
                "Bob can’t have 53 under “Cards in the middle” and “Left in the Nertz pile” "
                "together: there are only 52. Check the numbers."
            ),
        ),
        *(
            (
                *("cribbage", TWO, {}, cribbage(ann, bob, crib)),
                (
                    f"{hands} can’t both count 28 or more, because each needs the four fives. "
                    "Count them again."
                ),
            )
            for ann, bob, crib, hands in (
                (29, 29, 0, "Bob’s hand and Ann’s hand"),
                (29, 4, 28, "Ann’s hand and Ann’s crib"),
            )
        ),
        # Three darts in the triple 20 score 180.
        (
            *("cricket-darts", TWO, {}, each("points", 500, 0)),
            "Ann can’t have 500: 3 darts score at most 180. Check the number.",
        ),
        # Three opponents throw nine darts.
        (
            *("cricket-darts", FOUR, {"cut-throat": True}, each("points", 541, 0, 0, 0)),
            "Ann can’t have 541: 9 darts score at most 540. Check the number.",
        ),
        # Each number from 0 to 12 is on 14 halves of the 91 tiles: 14 x 78 = 1092.
        (
            *("mexican-train", THREE, {}),
            {"out": "Ann", "left-points": {"Bob": 593, "Cai": 500}},
            "The hands come to 1093 in all, but all 91 tiles come to only 1092. Check the totals.",
        ),
        # Each number from 0 to 9 is on 11 halves of the 55 tiles: 11 x 45 = 495.
        (
            *("mexican-train", THREE, {"double-nine": True}),
            {"out": "Ann", "left-points": {"Bob": 0, "Cai": 496}},
            "The hands come to 496 in all, but all 55 tiles come to only 495. Check the totals.",
        ),
        (
            *("schwimmen", THREE, {}, each("lost", 0, 0, 0)),
            "“Lives lost” adds up to 0, but every hand has at least 1. Check the numbers.",
        ),
        # No card counts 1.
        (
            *("belote", FOUR, {}, {"takers": US, "tricks": {US: 161, THEM: 1}}),
            "Ann & Cai can’t have 161 under “Trick points”. Check the number.",
        ),
        (
            *("klaverjas", FOUR, {}, {"makers": US, "tricks": {US: 1, THEM: 161}}),
            "Ann & Cai can’t have 1 under “Trick points”. Check the number.",
        ),
    ],
)
def test_an_impossible_entry_is_refused(slug, names, options, entry, sentence):
    found = refusals(slug, entry, names=names, options=options, accept_warnings=True)

    assert sentence in [problem.message for problem in found if not problem.warning]


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


@pytest.mark.parametrize(
    ("slug", "options", "entry", "problem"),
    [
        *(
            (
                *("chinchon", {}, chinchon(left, 7)),
                Problem(
                    "over-the-limit",
                    f"Ann can’t be marked “Closed” with {left} under “Unmatched cards”: the limit "
                    "is 5. Is that right?",
                    "left-points-1",
                    warning=True,
                ),
            )
            for left in (6, 30)
        ),
        (
            *("chinchon", {"close-with-3": True}, chinchon(4, 7)),
            Problem(
                "over-the-limit",
                "Ann can’t be marked “Closed” with 4 under “Unmatched cards”: the limit is 3. Is "
                "that right?",
                "left-points-1",
                warning=True,
            ),
        ),
        (
            *("pinochle", {}, pinochle(meld=9990)),
            Problem(
                "unusually-many",
                "Ann & Cai has 9990 under “Meld”, which is more than 2220. Is that right?",
                "meld-1",
                warning=True,
            ),
        ),
        # Tricks of jacks and nines count 0, so a side with meld may have taken one of those.
        (
            *("pinochle", {}, pinochle(250)),
            Problem(
                "usually-more",
                "Bob & Dee has 40 under “Meld” with 0 under “Tricks”. Is that right?",
                "meld-2",
                warning=True,
            ),
        ),
        (
            *("cricket-darts", {}, each("points", 7, 0)),
            Problem(
                "impossible-total",
                "Ann can’t have 7 from 3 darts. The nearest totals: 0 and 15. Is that right?",
                "points-1",
                warning=True,
            ),
        ),
        (
            *("farkle", {}, each("banked", 100000, 0)),
            Problem(
                "unusually-many",
                "Ann has 100000 under “Banked”, which is more than 10000. Is that right?",
                "banked-1",
                warning=True,
            ),
        ),
        (
            *("word-tiles", {}, each("words", 5000, 0)),
            Problem(
                "unusually-many",
                "Ann has 5000 under “Words”, which is more than 1000. Is that right?",
                "words-1",
                warning=True,
            ),
        ),
    ],
)
def test_an_entry_that_a_table_could_have_is_questioned(slug, options, entry, problem):
    names = FOUR if slug == "pinochle" else TWO

    assert refusals(slug, entry, names=names, options=options) == [problem]
    assert points(slug, entry, names=names, options=options, accept_warnings=True)


@pytest.mark.parametrize(
    ("slug", "patches", "sentence"),
    [
        (
            "nertz",
            {"scoring.figures.items.2.room.1.of": ["pack"]},
            "items.2: there is no item “pack”",
        ),
        (
            "pinochle",
            {"scoring.figures.items.3.short_in": ["melds"]},
            "items.3: there is no item “melds”",
        ),
        (
            "chinchon",
            {"scoring.figures.items.4.closing.most": "knock"},
            "items.4.closing: “closing” needs an item that asks for one side, and a rate",
        ),
    ],
)
def test_limits_name_items_and_rates_that_exist(slug, patches, sentence):
    with pytest.raises(CatalogueError, match=r"there is no item|“closing” needs") as refused:
        catalogue().variant(slug).ruleset(None, patches)

    assert sentence in str(refused.value)
